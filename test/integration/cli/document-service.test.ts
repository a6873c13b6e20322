import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toAsked } from '../../action/scripted-service.ts';
import {
  appFiles,
  type Files,
  key,
  openStage,
  otherPage,
  slug,
  toSentFiles,
} from '../../action/stage.ts';
import { callOnStage } from '../../support/call-command.ts';
import {
  currentTerms,
  type DocumentService,
  type DocumentServiceOptions,
  sendRequest,
  startDocumentService,
} from '../../support/document-service.ts';

const otherKey = 'key-of-somebody-else-0123456789';
const owners = { [key]: 'developer', [otherKey]: 'somebody else' };

/** A statement of the service's document, and a call of the command that depends on it. */
interface Row {
  /** Prepares the service before the call. By default the app is created. */
  readonly before?: (service: DocumentService) => Promise<void> | void;
  readonly service?: Partial<DocumentServiceOptions>;
  /** Files that replace files of the usual app. */
  readonly files?: Files;
  /** The arguments; by default those of a deploy of the folder. */
  readonly args?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The outcome. If the command failed, also its code, as in `failed: in_review`. */
  readonly end: string;
  /** Values that `--json` prints. */
  readonly prints?: Readonly<Record<string, unknown>>;
  /** The changes that were sent, with their statuses, such as `create 201, deploy 200`. */
  readonly sent: string;
  /** Words that the command must print. */
  readonly shows?: RegExp;
}

const deploySubmit = `deploy app --submit --terms-version=${currentTerms}`;
const frame = '<iframe></iframe>';

const statements: Readonly<Record<string, Row>> = {
  'POST /api/miniapps creates an app': {
    before: () => undefined,
    args: 'create app',
    end: 'created',
    prints: { status: 'draft', url: '/a/tides' },
    sent: 'create 201',
  },
  'a deploy sends a whole app folder in one call': {
    before: () => undefined,
    args: 'deploy app --create',
    end: 'deployed',
    prints: { changed: true, status: 'draft' },
    sent: 'create 201, deploy 200',
  },
  'a read shows html and files, so that a draft with the same content is known': {
    before: deployFiles,
    end: 'unchanged',
    prints: { changed: false },
    sent: '',
  },
  'GET /api/miniapps shows all apps of the caller': {
    before: async (service) => {
      await create(service, slug);
      await create(service, 'not-yours', otherKey);
    },
    args: 'list',
    end: 'listed',
    prints: { apps: [{ slug }], message: '1 app' },
    sent: '',
  },
  'GET /api/miniapps/<slug> shows one app': {
    args: 'status',
    end: 'read',
    prints: { status: 'draft', url: '/a/tides' },
    sent: '',
  },
  'PATCH /api/miniapps/<slug> updates the fields that are sent': {
    args: 'update app',
    end: 'updated',
    prints: { changed: true },
    sent: 'update 200',
  },
  'an update changes only the draft: the app stays published': {
    before: async (service) => {
      await deployFiles(service);
      service.setStatus(slug, 'published');
    },
    files: otherPage,
    end: 'deployed',
    prints: { status: 'published_with_unreviewed_changes' },
    sent: 'deploy 200',
  },
  'an update takes an app out of review, so a deploy stops there': {
    before: (service) => deployInReview(service),
    files: otherPage,
    end: 'failed: in_review',
    prints: { status: 'in_review' },
    sent: '',
  },
  'an update takes an app out of review, if that is wanted': {
    before: (service) => deployInReview(service),
    files: otherPage,
    args: 'deploy app --on-in-review=replace',
    end: 'deployed',
    prints: { status: 'draft' },
    sent: 'deploy 200',
  },
  'a submission names the version of the terms': {
    before: deployFiles,
    args: deploySubmit,
    end: 'unchanged',
    prints: { submitted: true, status: 'in_review' },
    sent: 'submit 200',
  },
  'a submission with another version is a 400 with terms_required': {
    args: 'submit --terms-version=2025-Q1',
    end: 'rejected: terms_required',
    prints: { 'terms-required': currentTerms, submitted: false },
    sent: 'submit 400',
  },
  'an app is reviewed once per submission': {
    service: { reviewMs: 90_000 },
    before: deployFiles,
    args: `${deploySubmit} --wait-for-review=10`,
    end: 'unchanged',
    prints: { 'review-result': 'approved', status: 'published' },
    sent: 'submit 200',
  },
  'not_approved is final, so it is not submitted again': {
    before: async (service) => {
      await create(service, slug);
      service.setStatus(slug, 'not_approved', 'It shows nothing.');
    },
    args: `submit --terms-version=${currentTerms}`,
    end: 'rejected: final_not_approved',
    prints: { status: 'not_approved', 'review-note': 'It shows nothing.' },
    sent: '',
  },
  'a taken address is a 409': {
    before: (service) => create(service, slug, otherKey),
    args: 'create app',
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
    args: 'status',
    end: 'failed: app_missing',
    sent: '',
  },
  'a key that is not valid is a 401': {
    env: { MINIAPPS_API_KEY: 'key-that-nobody-has-0123456789' },
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
    prints: { 'problem-count': 1 },
    sent: 'deploy 422',
    shows: /^app\/index\.html:12 error: Frames are not allowed\.$/m,
  },
  'more than 30 changes in a minute are a 429, which is waited for': {
    before: async (service) => {
      await create(service, slug);
      const update = { apiKey: key, method: 'PATCH', path: `/${slug}`, body: {} };
      for (let change = 1; change < 30; change += 1) await sendRequest(service, update);
    },
    end: 'deployed',
    sent: 'deploy 429, deploy 429, deploy 429, deploy 200',
  },
  'an account has at most 20 apps': {
    before: async (service) => {
      for (let app = 1; app <= 20; app += 1) await create(service, `app-${app}`);
    },
    args: 'create app',
    end: 'rejected: too_many_apps',
    sent: 'create 402',
    shows: /Your plan has 20 apps/,
  },
  'DELETE /api/miniapps/<slug> deletes an app': {
    args: `delete --confirm=${slug}`,
    end: 'deleted',
    sent: 'delete 204',
  },
};

describe('against a service written from the document alone', () => {
  for (const [statement, row] of Object.entries(statements)) {
    test(statement, async () => {
      await using stage = await openStage({ files: { ...appFiles, ...row.files } });
      const { now } = stage.effects;
      await using service = await startDocumentService({ owners, now, ...row.service });
      await (row.before ?? createApp)(service);
      const earlier = service.requests.length;
      const { args = 'deploy app', env } = row;
      const { stdout, stderr } = await callOnStage(stage, [...args.split(' '), '--json'], {
        env: { MINIAPPS_BASE_URL: service.url, MINIAPPS_SLUG: slug, ...env },
      });
      const told = JSON.parse(stdout.replaceAll(service.url, ''));
      const code = told.code === null ? '' : `: ${told.code}`;
      assert.equal(`${told.outcome}${code}`, row.end, stderr);
      assert.equal(service.requests.slice(earlier).flatMap(nameChange).join(', '), row.sent);
      assert.partialDeepStrictEqual(told, row.prints ?? {});
      if (row.shows !== undefined) assert.match(stderr, row.shows);
    });
  }
});

/** Names a change with its status, such as `deploy 200`. Returns nothing for a read. */
function nameChange(request: string): readonly string[] {
  const [method = '', path = '', status] = request.split(' ');
  return method === 'GET' ? [] : [`${toAsked(method, path)} ${status}`];
}

function create(service: DocumentService, name: string, apiKey = key): Promise<void> {
  const body = { slug: name, name: 'An app' };
  return sendRequest(service, { apiKey, method: 'POST', body });
}

function createApp(service: DocumentService): Promise<void> {
  return create(service, slug);
}

/** Creates the app and deploys the files of the stage. */
async function deployFiles(service: DocumentService): Promise<void> {
  await createApp(service);
  const body = { slug, files: Object.fromEntries(toSentFiles()) };
  await sendRequest(service, { apiKey: key, method: 'POST', path: '/deploy', body });
}

async function deployInReview(service: DocumentService): Promise<void> {
  await deployFiles(service);
  const body = { accept_terms: currentTerms };
  await sendRequest(service, { apiKey: key, method: 'POST', path: `/${slug}/submit`, body });
}
