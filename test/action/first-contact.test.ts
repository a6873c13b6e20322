import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  currentTerms,
  type DocumentService,
  type DocumentServiceOptions,
  startDocumentService,
} from '../support/document-service.ts';
import { toAsked } from './scripted-service.ts';
import {
  appFiles,
  concurrency,
  type Files,
  key,
  openStage,
  otherPage,
  slug,
  type With,
} from './stage.ts';

const otherKey = 'key-of-somebody-else-0123456789';
const owners = { [key]: 'developer', [otherKey]: 'somebody else' };

/** A statement of the service's document, and a run of the action that depends on it. */
interface Row {
  /** Prepares the service before the run. By default the app is created. */
  readonly before?: (service: DocumentService) => Promise<void> | void;
  readonly service?: Partial<DocumentServiceOptions>;
  /** Files that replace files of the usual app. */
  readonly files?: Files;
  readonly inputs?: With;
  /** The outcome. If the run failed, also its code, as in `failed: in_review`. */
  readonly end: string;
  readonly outputs?: With;
  /** The changes that were sent, with their statuses, such as `create 201, deploy 200`. */
  readonly sent: string;
  /** Words that the run must show. */
  readonly shows?: RegExp;
}

const command = (name: string, more: With = {}): With => ({ command: name, folder: '', ...more });
const submit = { submit: 'true', 'terms-version': currentTerms };
const frame = '<iframe></iframe>';

const statements: Readonly<Record<string, Row>> = {
  'POST /api/miniapps creates an app': {
    before: () => undefined,
    inputs: { command: 'create' },
    end: 'created',
    outputs: { status: 'draft', url: '/a/tides' },
    sent: 'create 201',
  },
  'a deploy sends a whole app folder in one call': {
    before: () => undefined,
    inputs: { create: 'true' },
    end: 'deployed',
    outputs: { changed: 'true', status: 'draft' },
    sent: 'create 201, deploy 200',
  },
  'a read shows html and files, so that a draft with the same content is known': {
    before: deployFiles,
    end: 'unchanged',
    outputs: { changed: 'false' },
    sent: '',
  },
  'GET /api/miniapps shows all apps of the caller': {
    before: async (service) => {
      await create(service, slug);
      await create(service, 'not-yours', otherKey);
    },
    inputs: command('list', { slug: '' }),
    end: 'listed',
    outputs: { apps: '[{"slug":"tides",' },
    sent: '',
  },
  'GET /api/miniapps/<slug> shows one app': {
    inputs: command('status'),
    end: 'read',
    outputs: { status: 'draft', url: '/a/tides' },
    sent: '',
  },
  'PATCH /api/miniapps/<slug> updates the fields that are sent': {
    inputs: { command: 'update' },
    end: 'updated',
    outputs: { changed: 'true' },
    sent: 'update 200',
  },
  'an update changes only the draft: the app stays published': {
    before: async (service) => {
      await deployFiles(service);
      service.setStatus(slug, 'published');
    },
    files: otherPage,
    end: 'deployed',
    outputs: { status: 'published_with_unreviewed_changes' },
    sent: 'deploy 200',
  },
  'an update takes an app out of review, so a deploy stops there': {
    before: (service) => deployInReview(service),
    files: otherPage,
    end: 'failed: in_review',
    outputs: { status: 'in_review' },
    sent: '',
  },
  'an update takes an app out of review, if that is wanted': {
    before: (service) => deployInReview(service),
    files: otherPage,
    inputs: { 'on-in-review': 'replace' },
    end: 'deployed',
    outputs: { status: 'draft' },
    sent: 'deploy 200',
  },
  'a submission names the version of the terms': {
    before: deployFiles,
    inputs: submit,
    end: 'unchanged',
    outputs: { submitted: 'true', status: 'in_review' },
    sent: 'submit 200',
  },
  'a submission with another version is a 400 with terms_required': {
    inputs: command('submit', { 'terms-version': '2025-Q1' }),
    end: 'rejected: terms_required',
    outputs: { 'terms-required': currentTerms, submitted: 'false' },
    sent: 'submit 400',
  },
  'an app is reviewed once per submission': {
    service: { reviewMs: 90_000 },
    before: deployFiles,
    inputs: { ...submit, 'wait-for-review': '10' },
    end: 'unchanged',
    outputs: { 'review-result': 'approved', status: 'published' },
    sent: 'submit 200',
  },
  'not_approved is final, so it is not submitted again': {
    before: async (service) => {
      await create(service, slug);
      service.setStatus(slug, 'not_approved', 'It shows nothing.');
    },
    inputs: command('submit', { 'terms-version': currentTerms }),
    end: 'rejected: final_not_approved',
    outputs: { status: 'not_approved', 'review-note': 'It shows nothing.' },
    sent: '',
  },
  'a taken address is a 409': {
    before: (service) => create(service, slug, otherKey),
    inputs: { command: 'create' },
    end: 'rejected: address_taken',
    sent: 'create 409',
  },
  'a slug of another owner is a 404': {
    before: (service) => create(service, slug, otherKey),
    end: 'failed: app_missing',
    sent: '',
  },
  'a slug of an unknown app is a 404': {
    before: () => undefined,
    inputs: command('status'),
    end: 'failed: app_missing',
    sent: '',
  },
  'a key that is not valid is a 401': {
    inputs: { 'api-key': 'key-that-nobody-has-0123456789' },
    end: 'failed: unauthorized',
    sent: '',
  },
  'a field that does not fit is a 400': {
    files: { 'app/service.json': `{"name": "${'Tides '.repeat(8)}"}` },
    end: 'rejected: field_rejected',
    sent: 'deploy 400',
    shows: /The name is longer than 30 characters/,
  },
  'a folder that breaks the rules is a 422 with a problems list': {
    files: { 'app/index.html': `${otherPage['app/index.html']}\n${frame}` },
    end: 'rejected: folder_rejected',
    outputs: { 'problem-count': '1' },
    sent: 'deploy 422',
    shows: /file=app\/index\.html,line=12.*::Frames are not allowed\./,
  },
  'more than 30 changes in a minute are a 429, which is waited for': {
    before: async (service) => {
      await create(service, slug);
      for (let change = 1; change < 30; change += 1) await send(service, 'PATCH', slug, {});
    },
    end: 'deployed',
    sent: 'deploy 429, deploy 429, deploy 429, deploy 200',
  },
  'an account has at most 20 apps': {
    before: async (service) => {
      for (let app = 1; app <= 20; app += 1) await create(service, `app-${app}`);
    },
    inputs: { command: 'create' },
    end: 'rejected: too_many_apps',
    sent: 'create 402',
    shows: /Your plan has 20 apps/,
  },
  'DELETE /api/miniapps/<slug> deletes an app': {
    inputs: command('delete', { confirm: slug }),
    end: 'deleted',
    sent: 'delete 204',
  },
};

describe('against a service written from the document alone', { concurrency }, () => {
  for (const [statement, row] of Object.entries(statements)) {
    test(statement, async () => {
      await using stage = await openStage({ files: { ...appFiles, ...row.files } });
      const { now } = stage.effects;
      await using service = await startDocumentService({ owners, now, ...row.service });
      await (row.before ?? createApp)(service);
      const earlier = service.requests.length;
      const result = await stage.run({ 'base-url': service.url, ...row.inputs });
      const code = result.exitCode === 0 ? '' : `: ${result.code}`;
      assert.equal(`${result.outputs['outcome']}${code}`, row.end, result.output);
      assert.equal(service.requests.slice(earlier).flatMap(nameChange).join(', '), row.sent);
      for (const [output, value] of Object.entries(row.outputs ?? {}))
        assert.ok(result.outputs[output]?.includes(value), `${output}: ${result.outputs[output]}`);
      if (row.shows !== undefined) assert.match(result.output, row.shows);
    });
  }
});

/** Names a change with its status, such as `deploy 200`. Returns nothing for a read. */
function nameChange(request: string): readonly string[] {
  const [method = '', path = '', status] = request.split(' ');
  return method === 'GET' ? [] : [`${toAsked(method, path)} ${status}`];
}

async function send(
  service: DocumentService,
  method: string,
  path: string,
  body: object,
  apiKey = key,
): Promise<void> {
  const response = await fetch(`${service.url}/api/miniapps/${path}`.replace(/\/$/, ''), {
    method,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  });
  assert.ok(response.ok, await response.text());
}

function create(service: DocumentService, name: string, apiKey = key): Promise<void> {
  return send(service, 'POST', '', { slug: name, name: 'An app' }, apiKey);
}

function createApp(service: DocumentService): Promise<void> {
  return create(service, slug);
}

/** Creates the app and deploys the files of the stage. */
async function deployFiles(service: DocumentService): Promise<void> {
  await createApp(service);
  const files = Object.entries(appFiles).map(([path, content]) => {
    const bytes = Buffer.from(content);
    const isPicture = path.endsWith('.png');
    const text = isPicture ? `data:image/png;base64,${bytes.toString('base64')}` : `${bytes}`;
    return [path.slice('app/'.length), text];
  });
  await send(service, 'POST', 'deploy', { slug, files: Object.fromEntries(files) });
}

async function deployInReview(service: DocumentService): Promise<void> {
  await deployFiles(service);
  await send(service, 'POST', `${slug}/submit`, { accept_terms: currentTerms });
}
