import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Fault } from '../../sandbox/faults.ts';
import { readText, root } from '../support/repository.ts';
import { toSnapshotName } from '../support/snapshot.ts';
import { type End, playEnd } from './end.ts';
import { sayJson } from './scripted-service.ts';
import { assertSnapshot } from './snapshot.ts';
import { appFiles, key, openDeployed, otherPage, pullRequestFrom, slug, submit, terms } from './stage.ts';

const dry = { 'dry-run': 'true' };
const onlyStatus = { command: 'status', folder: '' };
const onlySubmit = { command: 'submit', folder: '', 'terms-version': terms };
const onlyList = { command: 'list', slug: '', folder: '' };
const onlyDelete = { command: 'delete', folder: '', confirm: slug };
const fork = {
  event: pullRequestFrom('someone/apps'),
  env: { GITHUB_EVENT_NAME: 'pull_request', GITHUB_REF: 'refs/pull/7/merge' },
};
/** A push of another page. */
const push = { app: 'draft', files: otherPage } as const;
/** The same while the app is in review. */
const pushInReview = { ...push, app: 'in_review' } as const;

/** Something goes wrong with the next requests, one after the other. */
function fail(...faults: readonly Partial<Fault>[]): Pick<End, 'sandbox'> {
  return { sandbox: { faults } };
}

/** The same goes wrong with each request as long as the run lasts: a minute. */
function always(fault: Partial<Fault>): Pick<End, 'sandbox'> {
  return fail({ times: null, ...fault });
}

/** Each end of a run whose report is kept in `test/snapshots/`, in the order of docs/troubleshooting.md where it has a word there. */
const reports: Readonly<Record<string, End>> = {
  'Deploy: a lost one that was not made is sent again': {
    ...push,
    ...fail({ kind: 'reset', method: 'POST' }),
    asked: 'read, deploy lost, read, read, read, read, read, read, deploy, read',
    end: 'deployed',
  },
  'Deploy: the response is lost, the change was made': {
    ...push,
    ...fail({ kind: 'reset', method: 'POST', when: 'after' }),
    asked: 'read, deploy lost, read',
    end: 'deployed',
  },
  'Deploy: somebody else changes the app meanwhile': {
    ...push,
    inputs: submit,
    ...fail({ kind: 'edit', method: 'POST', path: '/api/miniapps/deploy' }),
    comment: true,
    asked: 'read, deploy, read, read, read, read',
    end: 'unknown: unverified',
  },
  'Deploy: out of time while the deploy is out': {
    ...push,
    ...fail({ kind: 'slow', method: 'POST' }),
    inputs: { ...submit, 'timeout-minutes': '0.1' },
    comment: true,
    asked: 'read, hangs',
    end: 'unknown: unverified',
  },
  'Deploy: the first one creates the app': {
    inputs: { create: 'true' },
    comment: true,
    asked: 'read 404, create, read, deploy, read',
    end: 'deployed',
  },
  'Deploy: a page that differs, with step debugging': {
    ...push,
    files: { ...otherPage, 'app/.hidden': '', 'app/assets/server.pem': 'x' },
    step: { env: { RUNNER_DEBUG: '1' } },
    asked: 'read, deploy, read',
    end: 'deployed',
  },
  'Deploy: a page that differs, sent for review': {
    ...push,
    app: 'published',
    inputs: submit,
    comment: true,
    asked: 'read, deploy, read, submit, read',
    end: 'deployed',
    becomes: 'in_review',
  },
  'Deploy: the same content is there already': { app: 'draft', comment: true, asked: 'read', end: 'unchanged' },
  'Deploy: the app is in review': { ...pushInReview, comment: true, asked: 'read, read', end: 'failed: in_review' },
  'Deploy: the app is in review, and is left there': {
    ...pushInReview,
    inputs: { 'on-in-review': 'skip' },
    comment: true,
    asked: 'read, read',
    end: 'skipped',
    becomes: 'in_review',
  },
  'Deploy: the app was not approved, which is final': {
    ...push,
    app: 'not_approved',
    inputs: submit,
    asked: 'read, read',
    end: 'rejected: final_not_approved',
  },
  'Deploy: the terms are not the current ones': {
    ...push,
    inputs: { ...submit, 'terms-version': '2020-01' },
    asked: 'read, deploy, read, submit 400',
    outputs: { changed: 'true', submitted: 'false', 'terms-required': terms },
    end: 'rejected: terms_required',
  },
  'Deploy: problems that the offline check finds': {
    files: { 'app/service.json': '{\n  "nmae": "Tides",\n  "color": "blue",\n  "logo": "assets/gone.png"\n}\n' },
    inputs: { create: 'true' },
    comment: true,
    end: 'rejected: offline_problems',
  },
  'Deploy: the API key is in a file and in a name': {
    files: {
      'app/assets/config.js': `// 1\nconst key = "${key}";`,
      [`app/assets/${key}.js`]: '',
      'app/service.json': '{"name": 1}',
    },
    end: 'rejected: offline_problems',
  },
  'Deploy: problems that the service finds': {
    app: 'draft',
    files: {
      'app/index.html': appFiles['app/index.html']
        .replace('<title>Tides</title>', '<title></title>')
        .replace('<body>', '<body>\n<script src="http://example.com/x.js"></script>'),
    },
    comment: true,
    asked: 'read, deploy 422',
    end: 'rejected: folder_rejected',
  },
  'Deploy: the app does not exist': { comment: true, asked: 'read 404, read 404', end: 'failed: app_missing' },
  'Deploy: the account has its 20 apps': {
    inputs: { create: 'true' },
    before: ({ sandbox }) => {
      for (let index = 0; index < 20; index += 1) sandbox.store.create('developer', `other-${index}`, new Map());
    },
    // A conflict may be the echo of another run: the app is looked at before it is believed.
    asked: 'read 404, create 409, read 404, read 404, read 404, read 404, list',
    end: 'rejected: too_many_apps',
  },
  'Deploy: the key is not valid': {
    inputs: { 'api-key': 'another-key' },
    asked: 'read 401',
    end: 'failed: unauthorized',
  },
  'Deploy: too many changes, and a wait that is too long': {
    ...push,
    ...fail({ kind: 'error', method: 'POST', status: 429, retry_after: 3600 }),
    asked: 'read, deploy 429',
    end: 'failed: too_many_changes',
  },
  'Deploy: invalid inputs': {
    inputs: {
      ...{ command: 'deplox', 'base-url': 'http://apps.example.com', slug: 'Not A Slug', folder: '' },
      ...{ submit: 'yes', create: '1', force: 'on', 'on-in-review': 'wait', 'on-stale': 'maybe', comment: 'sure' },
      ...{ 'dry-run': 'perhaps', 'wait-for-review': 'soon', 'timeout-minutes': '-1' },
      ...{ include: '**\n!*.map', exclude: '../x\n' },
    },
    end: 'failed: invalid_inputs',
  },
  'Dry run: a deploy and a submission': {
    ...push,
    inputs: { ...dry, ...submit, diff: 'true' },
    comment: true,
    asked: 'read',
    end: 'planned',
  },
  'Dry run: offline, with warnings': {
    files: {
      'app/service.json': '{"nmae":"Tides"}',
      'app/index.html': '<!doctype html>\n<title>Tides</title>\n<script src="app.js"></script>\n',
    },
    inputs: { ...dry, 'api-key': '', 'base-url': '' },
    end: 'planned',
  },
  'Pull request from a fork': { inputs: { 'api-key': '', ...submit }, step: fork, end: 'planned' },
  'Status: an app that was not approved': { app: 'not_approved', inputs: onlyStatus, asked: 'read', end: 'read' },
  'Status: the review that is waited for rejects the app': {
    app: 'in_review',
    inputs: { ...onlyStatus, 'wait-for-review': '1' },
    ...fail({ kind: 'edit', skip: 1, move: 'reject', fields: {} }),
    asked: 'read, read, read',
    end: 'read: review_rejected',
  },
  'Submit: the draft as it is, approved while it is waited for': {
    app: 'draft',
    inputs: { ...onlySubmit, 'wait-for-review': '1' },
    ...fail({ kind: 'edit', skip: 1, move: 'approve', fields: {} }),
    asked: 'read, submit, read, read',
    end: 'submitted',
    becomes: 'published',
  },
  'Submit: the draft is not what the folder holds': {
    ...push,
    inputs: { command: 'submit', 'terms-version': terms },
    asked: 'read, read',
    end: 'failed: draft_differs',
  },
  'Create: a new app': { inputs: { command: 'create' }, asked: 'read 404, create, read', end: 'created' },
  'Update: only the fields that differ': {
    app: 'draft',
    files: { 'app/instructions.md': 'Tell no tides.\n', 'app/assets/style.css': 'body { color: red }\n' },
    inputs: { command: 'update', diff: 'true' },
    asked: 'read, update, read',
    end: 'updated',
  },
  'Delete: an app that is there': {
    app: 'draft',
    inputs: onlyDelete,
    asked: 'read, delete, read 404',
    end: 'deleted',
    becomes: null,
  },
  'List: the apps of the key': {
    app: 'published',
    inputs: onlyList,
    before: ({ sandbox }) => void sandbox.store.create('developer', 'another', new Map()),
    asked: 'list',
    end: 'listed',
  },
};

/** The other ends, of which no report is kept: a word of docs/troubleshooting.md, an input, or a dialect of the service each. */
const others: Readonly<Record<string, End>> = {
  'an outage that begins with the response to the deploy: found by a look after it': {
    ...push,
    ...fail({ kind: 'error', status: 503, when: 'after', skip: 1, times: 4 }),
    asked: 'read, deploy 503, read 503, read 503, read 503, read',
    end: 'deployed',
    outputs: { changed: 'true' },
  },
  'a service that shares no more than the document with the usual one': {
    sandbox: { preset: 'strange' },
    inputs: { create: 'true', ...submit },
    asked: 'read 404, create, read, deploy, read, submit, read',
    end: 'deployed',
    becomes: 'in_review',
  },
  'problems of a service that names their parts otherwise': {
    app: 'draft',
    files: { 'app/index.html': appFiles['app/index.html'].replace('<title>Tides</title>', '<title></title>') },
    sandbox: { assumptions: { problems_form: 'other_names', problems_at: 'error', error_codes: 'status' } },
    asked: 'read, deploy 422',
    outputs: { 'problem-count': '1' },
    end: 'rejected: folder_rejected',
  },
  'force deploys content that is there already, which the time of the update proves, also where the response is lost': {
    app: 'draft',
    inputs: { force: 'true' },
    ...fail({ kind: 'reset', method: 'POST', when: 'after' }),
    asked: 'read, deploy lost, read',
    end: 'deployed',
  },
  'force deploys content that is there already, which only age can prove where no time moves': {
    app: 'draft',
    inputs: { force: 'true' },
    sandbox: { assumptions: { updated_at_moves: 'nothing' } },
    asked: 'read, deploy, read, read, read, read',
    end: 'deployed',
  },
  'replace takes an app out of review and sends the new content for review': {
    ...pushInReview,
    inputs: { ...submit, 'on-in-review': 'replace' },
    // A review that was seen before the deploy is no news of this one: age proves it.
    asked: 'read, deploy, read, submit, read, read, read, read',
    end: 'deployed',
    outputs: { submitted: 'true', status: 'in_review' },
  },
  'an app of a moment ago that the first read does not show yet': {
    app: 'draft',
    ...fail({ kind: 'error', status: 404, body: 'service' }),
    asked: 'read 404, read',
    end: 'unchanged',
  },
  'an app that was deleted a moment ago, and the first read still shows': {
    inputs: { command: 'create' },
    before: ({ sandbox }) => {
      sandbox.store.create('developer', slug, new Map());
      sandbox.store.remove(slug);
    },
    ...fail({ kind: 'stale' }),
    asked: 'read, read 404, create, read',
    end: 'created',
  },
  'a review of this content, by a word of the service': {
    app: 'in_first_review',
    inputs: submit,
    asked: 'read, read',
    outputs: { submitted: 'true', 'review-result': 'pending' },
    end: 'unchanged',
  },
  'a key that is revoked while the review is waited for': {
    app: 'in_review',
    inputs: { ...onlyStatus, 'wait-for-review': '60' },
    ...fail({ kind: 'error', status: 401, body: 'service', skip: 3 }),
    asked: 'read, read, read, read 401',
    end: 'failed: unauthorized',
  },
  'a success that says no, with problems': {
    script: {
      read: sayJson(200, { slug, status: 'draft', files: {} }),
      deploy: sayJson(200, { ok: false, problems: [{ path: 'index.html', line: 2, message: 'No.' }] }),
    },
    asked: 'read, deploy, read, read, read, read, read, read',
    outputs: { 'problem-count': '1' },
    end: 'unknown: unverified',
  },
  'include and exclude choose the files, one pattern per line': {
    app: 'draft',
    files: { 'app/notes/todo.txt': 'x', 'app/assets/draft.txt': 'x' },
    inputs: { include: '*\nassets/**\n', exclude: '\nassets/draft.txt\n' },
    asked: 'read',
    end: 'unchanged',
    outputs: { 'file-count': '5' },
  },
  'a deletion without its confirmation': {
    app: 'draft',
    inputs: { ...onlyDelete, confirm: 'TIDES' },
    comment: true,
    end: 'failed: invalid_inputs',
  },
  'a broken folder of a pull request from a fork is red by the check alone': {
    files: { 'app/service.json': '{' },
    inputs: { 'api-key': '' },
    step: fork,
    outputs: { 'skip-reason': 'fork' },
    end: 'rejected: offline_problems',
  },
  'a command without a folder is skipped on a pull request from a fork': {
    inputs: { ...onlyStatus, 'api-key': '' },
    step: fork,
    end: 'skipped',
    outputs: { 'skip-reason': 'fork' },
  },
  'an event that gets secrets needs the key, also for the branch of a fork': {
    inputs: { 'api-key': '' },
    step: { event: pullRequestFrom('someone/apps'), env: { GITHUB_EVENT_NAME: 'pull_request_target' } },
    outputs: { 'skip-reason': '' },
    end: 'failed: invalid_inputs',
  },
  'a pattern that would take for ever': { inputs: { include: '{a,b}'.repeat(100) }, end: 'failed: pattern_invalid' },
  'a folder that is not there': { inputs: { folder: 'nowhere' }, end: 'failed: folder_missing' },
  'a folder that is a file': { inputs: { folder: 'app/index.html' }, end: 'failed: folder_not_a_folder' },
  'a folder for credentials': {
    files: { '.git/hooks/index.html': 'x' },
    inputs: { folder: '.git/hooks' },
    end: 'failed: folder_not_allowed',
  },
  'a folder with nothing to send': {
    inputs: { folder: 'empty' },
    before: async ({ workspace }) => void (await mkdir(join(workspace, 'empty'))),
    end: 'failed: folder_empty',
  },
  'a folder that is too deep': { files: { [`app/${'a/'.repeat(150)}x`]: '' }, end: 'failed: folder_too_large' },
  'update with a page that is no text': {
    app: 'draft',
    files: { 'app/instructions.md': Buffer.from([0xff, 0xfe, 0x00]) },
    inputs: { command: 'update' },
    end: 'rejected: field_unreadable',
  },
  'an app in a state that the document does not name may be in review': {
    ...push,
    app: 'in_first_review',
    asked: 'read, read',
    outputs: { status: 'in_first_review' },
    end: 'failed: unknown_state',
  },
  'submit of an app that was taken down': {
    app: 'taken_down',
    inputs: onlySubmit,
    asked: 'read, submit 409, read, read, read, read',
    end: 'rejected: taken_down',
  },
  'an app that is found to be not approved only when it is submitted': {
    app: 'draft',
    inputs: onlySubmit,
    ...fail(
      { kind: 'edit', method: 'GET', move: 'submit', fields: {} },
      { kind: 'edit', method: 'GET', move: 'reject', fields: {} },
    ),
    asked: 'read, submit 409',
    end: 'rejected: not_approved',
  },
  'an app that is taken out of review while its result is waited for': {
    app: 'in_review',
    inputs: { ...onlyStatus, 'wait-for-review': '1' },
    ...fail({ kind: 'edit', skip: 1 }),
    asked: 'read, read, read',
    outputs: { status: 'draft', 'review-result': 'withdrawn' },
    end: 'read: review_withdrawn',
  },
  'create of an app that exists': {
    app: 'draft',
    inputs: { command: 'create' },
    asked: 'read, read',
    end: 'rejected: app_exists',
  },
  'create of an address that somebody else has': {
    inputs: { command: 'create' },
    before: ({ sandbox }) => void sandbox.store.create('other', slug, new Map()),
    asked: 'read 404, create 409, read 404, read 404, read 404, read 404, list',
    end: 'rejected: address_taken',
  },
  'update of a field that the service refuses': {
    app: 'draft',
    files: { 'app/service.json': appFiles['app/service.json'].replace('High and low water', 'long '.repeat(50)) },
    inputs: { command: 'update' },
    asked: 'read, update 400',
    end: 'rejected: field_rejected',
  },
  'deploy that the state of the app does not allow': {
    ...push,
    ...fail({ kind: 'error', status: 409, body: 'service', method: 'changes' }),
    asked: 'read, deploy 409',
    end: 'rejected: conflict',
  },
  'a request that is too large for the service': {
    app: 'draft',
    files: { 'app/assets/large.txt': Buffer.alloc(200_000, 'tides ') },
    sandbox: { limits: { bodyBytes: 100_000 } },
    asked: 'read, deploy 413',
    end: 'failed: too_large',
  },
  'a refusal that the document does not name': {
    ...push,
    ...fail({ kind: 'error', method: 'POST', status: 418 }),
    asked: 'read, deploy 418',
    outputs: { changed: 'false' },
    end: 'failed: refused',
  },
  'a service that forbids it': { ...fail({ kind: 'error', status: 403 }), asked: 'read 403', end: 'failed: forbidden' },
  'a redirect of a read': { ...fail({ kind: 'redirect', status: 302 }), asked: 'read 302', end: 'failed: redirected' },
  'a service that fails': {
    ...always({ status: 500 }),
    asked: /^read 500(, read 500)+$/,
    end: 'failed: service_error',
  },
  'a service that never responds to the first read': {
    ...always({ kind: 'slow' }),
    inputs: { 'timeout-minutes': '0.1' },
    asked: 'hangs',
    end: 'failed: deadline',
  },
  'a gateway that says 404': {
    ...always({ status: 404, body: 'html' }),
    inputs: { create: 'true' },
    asked: /^read 404(, read 404)+$/,
    end: 'failed: not_the_service',
  },
  'a page in place of the service': {
    ...always({ status: 200, body: 'html' }),
    asked: /^read(, read)+$/,
    end: 'failed: response_unreadable',
  },
  'a connection that breaks': {
    ...always({ kind: 'reset' }),
    asked: /^read lost(, read lost)+$/,
    end: 'failed: connection_lost',
  },
  'an unknown account': {
    ...always({ status: 404 }),
    inputs: onlyList,
    asked: 'list 404',
    outputs: { apps: '' },
    end: 'failed: not_found',
  },
  'a list that is larger than 8 MiB': {
    script: { list: sayJson(200, { apps: 'x'.repeat(9_000_000) }) },
    inputs: onlyList,
    asked: 'list',
    outputs: { apps: '' },
    end: 'failed: response_too_large',
  },
  'a value of HTTPS_PROXY that is none': {
    inputs: { 'base-url': 'https://apps.example.com' },
    step: { env: { HTTPS_PROXY: '::' } },
    end: 'failed: proxy_refused',
  },
};

/** Words of docs/troubleshooting.md that are met elsewhere: in another file of this folder, or where time and system can be chosen. */
const elsewhere = [
  ...['cancelled', 'bug', 'stale', 'tls', 'proxy', 'connection_refused'],
  ...['attempt_timeout', 'host_not_found', 'connection_failed', 'dry_run'],
  ...['folder_unreadable', 'file_unreadable', 'file_changed', 'name_not_utf8', 'name_not_allowed'],
  'folder_outside_workspace',
  // Of commands that the action does not have: cli.test.ts, and test/unit/page/.
  ...['page_missing', 'page_too_large', 'page_not_written', 'init_failed', 'unsupported_runtime'],
  // Thirty seconds of looks: test/unit/commands/deploy.test.ts.
  'draft_changed',
];

describe('a run ends', { concurrency: 8 }, () => {
  for (const [title, end] of Object.entries(reports)) {
    test(title, async () => assertSnapshot(title, await playEnd(end)));
  }
  for (const [title, end] of Object.entries(others)) {
    test(title, async () => {
      await playEnd(end);
    });
  }
});

test('no command sends a change in a dry run', async () => {
  await using stage = await openDeployed();
  await stage.write(otherPage);
  const all = { ...dry, ...submit, create: 'true', force: 'true', confirm: slug };
  for (const command of ['deploy', 'update', 'submit', 'delete', 'status', 'create', 'list']) {
    const { asked, outputs } = await stage.run({ ...all, command });
    assert.match(asked, /^(read|list)(, read)*$/, command);
    assert.equal(outputs['changed'], 'false');
  }
});

test('every file of test/snapshots/ is the report of a run', () => {
  // Those of several apps are of apps.test.ts.
  const files = readdirSync(join(root, 'test', 'snapshots')).filter((file) => !file.startsWith('several-apps-'));
  assert.deepEqual(files.sort(), Object.keys(reports).map(toSnapshotName).sort());
});

test('every word of docs/troubleshooting.md is the end of a run', () => {
  // Those of problems say how bad they are.
  const words = /<a id="(\w+)"><\/a>`\w+` \| (?!error|warning)/g;
  const known = Array.from(readText('docs/troubleshooting.md').matchAll(words), ([, word = '']) => word);
  const met = new Set([...Object.values(reports), ...Object.values(others)].map(({ end }) => end.split(': ')[1]));
  assert.deepEqual(known.filter((word) => !met.has(word)).sort(), elsewhere.sort());
});
