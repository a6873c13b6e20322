import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../sandbox/faults.ts';
import { answerCoded, commitThen } from '../support/fault-server/index.ts';
import { type End, playEnd } from './end.ts';
import { sayJson } from './scripted-service.ts';
import { appFiles, openStage, otherPage, slug, submit, terms } from './stage.ts';

// The rules of docs/reliability.md, each met once by the whole action; the tables of test/unit/commands/ have every case.

const deployPath = '/api/miniapps/deploy';
const submitPath = `/api/miniapps/${slug}/submit`;
const onlySubmit = { command: 'submit', folder: '', 'terms-version': terms };

/** A push of another page. */
const push = { app: 'draft', files: otherPage } as const;
/** A release of it. */
const release = { ...push, inputs: submit };

function withFaults(...faults: readonly Partial<Fault>[]): Pick<End, 'sandbox'> {
  return { sandbox: { faults } };
}

/** The change is made, and its response lost. */
function loseAfter(fault: Partial<Fault>): Pick<End, 'sandbox'> {
  return withFaults({ kind: 'reset', when: 'after', method: 'changes', ...fault });
}

const ends: Readonly<Record<string, End>> = {
  'the app leaves the review 1.5 s after the files are stored: the new content is sent for review': {
    ...release,
    app: 'in_review',
    inputs: { ...submit, 'on-in-review': 'replace' },
    ...withFaults({ kind: 'stale', part: 'status', lag_ms: 1_500, times: null }),
    asked: /^read, deploy(, read)+, submit(, read)+$/,
    outcome: 'deployed',
    outputs: { submitted: 'true' },
    becomes: 'in_review',
  },
  'a wait that sees "published" of before the deploy does not report an approval': {
    ...release,
    app: 'published',
    inputs: { ...submit, 'wait-for-review': '0.05' },
    ...withFaults({ kind: 'stale', part: 'state', lag_ms: 3_000, times: null }),
    asked: /^read, deploy(, read)+, submit(, read)+$/,
    outcome: 'deployed',
    outputs: { submitted: 'true', status: 'in_review', 'review-result': 'pending' },
  },
  'a delete that a gateway answers with 502, and a 404 of that gateway: not deleted': {
    app: 'draft',
    inputs: { command: 'delete', confirm: slug },
    ...withFaults(
      { kind: 'error', method: 'DELETE', status: 502, times: null },
      { kind: 'error', method: 'GET', status: 404, body: 'html', skip: 1, times: null },
    ),
    asked: /^read, delete 502(, read 404)+$/,
    outcome: 'unknown',
    outputs: { changed: 'false' },
    why: 'unverified',
    becomes: 'draft',
  },
  'a 404 of a gateway and a 503 during the wait for the review: the wait goes on': {
    app: 'in_review',
    inputs: { command: 'status', 'wait-for-review': '1' },
    ...withFaults(
      { kind: 'error', method: 'GET', status: 404, body: 'html', skip: 1 },
      { kind: 'error', method: 'GET', status: 503, skip: 2 },
      { kind: 'edit', skip: 3, when: 'before', move: 'approve', fields: {} },
    ),
    asked: 'read, read 404, read 503, read',
    outcome: 'read',
    outputs: { status: 'published', 'review-result': 'approved' },
  },
  'an outage that begins with the response to the deploy: found by a look after it': {
    ...push,
    ...withFaults({ kind: 'error', status: 503, when: 'after', skip: 1, times: 4 }),
    asked: 'read, deploy 503, read 503, read 503, read 503, read',
    outcome: 'deployed',
    outputs: { changed: 'true' },
  },
  'a submission that is made 8 s after a 504: one submission, and no deploy after it': {
    ...release,
    ...withFaults({ kind: 'late', path: submitPath, ms: 8_000, status: 504 }),
    asked: /^read, deploy, read, submit 504(, read){4,5}$/,
    outcome: 'deployed',
    outputs: { submitted: 'true', status: 'in_review' },
    becomes: 'in_review',
  },
  'a response that shows our files, of a service that stored nothing: never green': {
    ...release,
    inputs: { ...submit },
    sandbox: { assumptions: { response_files: 'yes' }, faults: [{ kind: 'echo', path: deployPath }] },
    asked: /^read, deploy(, read)+$/,
    outcome: 'unknown',
    outputs: { changed: 'false', submitted: 'false' },
    why: 'unverified',
  },
  'a lost submission behind a cache that honours no-cache: one submission': {
    app: 'draft',
    inputs: onlySubmit,
    sandbox: {
      faults: [
        { kind: 'cache', ms: 10_000 },
        { kind: 'reset', when: 'after', path: submitPath },
      ],
    },
    asked: 'read, submit lost, read',
    outcome: 'submitted',
    outputs: { submitted: 'true' },
  },
  'a first read without a status, for a minute: nothing is sent': {
    script: { read: sayJson(200, { slug, name: 'Tides' }) },
    asked: /^read(, read)*$/,
    why: 'response_unreadable',
  },
  'a first read that fails is tried again, and each change is made once': {
    ...push,
    ...withFaults({ kind: 'error', status: 500 }, { kind: 'error', status: 503, skip: 1 }),
    asked: 'read 500, read 503, read, deploy, read',
    outcome: 'deployed',
    printed: /returned 500, and nothing usable; retrying in .* \(attempt 2\)/,
  },
  'responses that are cut off in every phase: each change is made once': {
    ...release,
    ...withFaults(...[0, 2, 3, 5, 6].map((skip) => ({ kind: 'cut_off', skip }) as const)),
    asked: 'read, read, deploy, read, read, submit, read, read',
    outcome: 'deployed',
    outputs: { submitted: 'true' },
    becomes: 'in_review',
  },
  'a deploy and its submission that were made, and both responses lost': {
    ...release,
    ...loseAfter({ times: 2 }),
    asked: 'read, deploy lost, read, submit lost, read',
    outcome: 'deployed',
    outputs: { submitted: 'true' },
  },
  'an app that was created, and the response lost: the deploy goes on': {
    inputs: { create: 'true' },
    ...loseAfter({}),
    asked: 'read 404, create lost, read, deploy, read',
    outcome: 'deployed',
  },
  'an update that was made, and the response comes in a coding that nobody asked for': {
    app: 'draft',
    files: { 'app/instructions.md': 'Tell no tides.\n' },
    inputs: { command: 'update' },
    line: (ok, origin) => [ok, commitThen(origin, answerCoded(200, 'zstd'))],
    asked: 'read, update, read',
    outcome: 'updated',
  },
  'an app that was deleted, and the response lost: gone, by a read of age': {
    app: 'draft',
    inputs: { command: 'delete', confirm: slug },
    ...loseAfter({}),
    asked: 'read, delete lost, read 404, read 404, read 404, read 404',
    outcome: 'deleted',
    outputs: { changed: 'true' },
    becomes: null,
  },
};

/** Two services that share no more than the document with each other, and with the usual one of `ends.test.ts`. */
const services = {
  strange: { preset: 'strange' },
  terse: {
    assumptions: {
      ...{ create_response: 'empty', deploy_response: 'null', submit_response: 'number', delete_response: 'array' },
      ...{ timestamps: 'none', listed_files: 'all', shown_text: 'data_url', shown_html: 'nonce', terms_at: 'message' },
      ...{ problems_form: 'other_names', problems_at: 'error', list_response: 'data', error_codes: 'status' },
    },
  },
} as const satisfies Readonly<Record<string, End['sandbox']>>;

/** What a consistent service is asked for, and no more: without waits. */
const usual: Readonly<Record<string, End>> = {
  'a deploy and a submission': {
    ...release,
    asked: 'read, deploy, read, submit, read',
    outcome: 'deployed',
    outputs: { submitted: 'true', status: 'in_review' },
  },
  'an app that is created, deployed and submitted': {
    inputs: { create: 'true', ...submit },
    asked: 'read 404, create, read, deploy, read, submit, read',
    outcome: 'deployed',
    outputs: { submitted: 'true' },
  },
  'an app that is deleted': {
    app: 'draft',
    inputs: { command: 'delete', confirm: slug },
    asked: 'read, delete, read 404',
    outcome: 'deleted',
  },
  'problems on their lines': {
    ...push,
    files: { 'app/index.html': appFiles['app/index.html'].replace('<title>Tides</title>', '<title></title>') },
    asked: 'read, deploy 422',
    outcome: 'rejected',
    outputs: { 'problem-count': '1' },
    why: 'folder_rejected',
    printed: /^::error title=.*file=app\/index\.html,line=4/m,
  },
  'terms that are not the current ones': {
    app: 'draft',
    inputs: { ...onlySubmit, 'terms-version': '2020-01' },
    asked: 'read, submit 400',
    outcome: 'rejected',
    outputs: { 'terms-required': terms, submitted: 'false' },
    why: 'terms_required',
  },
};

describe('what a run believes', { concurrency: 12 }, () => {
  for (const [title, end] of Object.entries(ends)) {
    test(title, async () => {
      await playEnd(end);
    });
  }
});

describe('a consistent service is asked for no more than it takes', { concurrency: 8 }, () => {
  for (const [name, sandbox] of Object.entries(services)) {
    for (const [title, end] of Object.entries(usual)) {
      test(`${title} (${name})`, async () => {
        await playEnd({ ...end, sandbox });
      });
    }
  }

  test('files with CRLF, of a service that stores LF: deployed, then unchanged', async () => {
    await using stage = await openStage({ assumptions: { line_ends: 'lf', byte_order_mark: 'removed' } });
    const page = `\ufeff${appFiles['app/index.html'].replaceAll('\n', '\r\n')}`;
    await stage.write({ 'app/index.html': page, 'app/assets/style.css': 'a {}\r\nb {}\r\n' });
    const first = await stage.run({ create: 'true' });
    const second = await stage.run();
    assert.deepEqual([first.outputs['outcome'], second.outputs['outcome']], ['deployed', 'unchanged'], first.output);
    assert.equal(second.asked, 'read');
  });

  test('what goes out says who sends it, and asks no cache', async () => {
    await using stage = await openStage();
    await stage.run({ create: 'true', ...submit });
    for (const { headers, method } of stage.sandbox.requests) {
      assert.match(
        headers['user-agent'] ?? '',
        /^miniapp-deploy\/\S+ \(\+https:\/\/github\.com\/octo\/apps\/actions\/runs\/1234567890\)$/,
      );
      if (method === 'GET') assert.equal(headers['cache-control'], 'no-cache');
    }
  });
});
