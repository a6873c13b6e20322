import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Fault } from '../../sandbox/service/faults.ts';
import type { Step } from '../../scripts/runner/step.ts';
import { startGithub } from '../support/fake-github.ts';
import { root } from '../support/repository.ts';
import { toSnapshotName } from '../support/snapshot.ts';
import { assumed, toChanges } from './assumed.ts';
import { assertNoSecret } from './contract.ts';
import { assertSnapshot, type Shown } from './snapshot.ts';
import {
  appFiles,
  comment,
  type DeployedState,
  type Files,
  githubToken,
  key,
  onPullRequest,
  openDeployed,
  openStage,
  otherPage,
  pullRequestFrom,
  type Stage,
  type StageOptions,
  slug,
  submit,
  terms,
  type With,
} from './stage.ts';

/** A run and its expected end. `Stage.run` checks the promises that hold for every run. */
interface End {
  /** The state of the app before the run. If it is omitted, the app does not exist. */
  readonly app?: DeployedState;
  /** The options of the sandbox, including its faults. */
  readonly sandbox?: StageOptions;
  /** Prepares the run further. */
  readonly before?: (stage: Stage) => Promise<void> | void;
  /** Files that replace files of the usual app. */
  readonly files?: Files;
  readonly inputs?: With;
  readonly step?: Partial<Step>;
  /** True if the run is for a pull request and writes a comment. */
  readonly comment?: true;
  /**
   * The requests to the service, such as `read, deploy 422, read`, with each status that is not a
   * success; none by default.
   */
  readonly asked?: string;
  /**
   * The outcome. If the exit code is 1, also the code in docs/troubleshooting.md that the result
   * links to, as in `failed: in_review`.
   */
  readonly end: string;
  /** Other outputs. */
  readonly outputs?: With;
  /** The state of the app in the sandbox after the run; null if there is no app. */
  readonly becomes?: DeployedState | null;
}

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

/** Makes the next requests fail, one after the other. */
function fail(...faults: readonly Partial<Fault>[]): Pick<End, 'sandbox'> {
  return { sandbox: { faults } };
}

/** Runs whose whole report is a snapshot in `test/snapshots/`, one for each form of a report. */
const reports: Readonly<Record<string, End>> = {
  'Deploy: a page that differs, sent for review, with step debugging': {
    app: 'published',
    files: { ...otherPage, 'app/.hidden': '', 'app/assets/server.pem': 'x' },
    inputs: submit,
    step: { env: { RUNNER_DEBUG: '1' } },
    comment: true,
    asked: 'read, deploy, read, submit, read',
    end: 'deployed',
    becomes: 'in_review',
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
  'Dry run: a deploy and a submission': {
    ...push,
    inputs: { ...dry, ...submit, diff: 'true' },
    comment: true,
    asked: 'read',
    end: 'planned',
  },
};

/**
 * Other runs, without a snapshot of the report: one for each command, and for each way in which a
 * process ends. The unit tests of the commands have all ends, with their messages.
 */
const others: Readonly<Record<string, End>> = {
  'Deploy: the first one creates the app': {
    inputs: { create: 'true' },
    comment: true,
    asked: 'read 404, create, read, deploy, read',
    end: 'deployed',
  },
  'Deploy: invalid inputs': {
    inputs: {
      ...{
        command: 'deplox',
        'base-url': 'http://apps.example.com',
        slug: 'Not A Slug',
        folder: '',
      },
      ...{
        submit: 'yes',
        create: '1',
        force: 'on',
        'on-in-review': 'wait',
        'on-stale': 'maybe',
        comment: 'sure',
      },
      ...{ 'dry-run': 'perhaps', 'wait-for-review': 'soon', 'timeout-minutes': '-1' },
      ...{ include: '**\n!*.map', exclude: '../x\n' },
    },
    end: 'failed: invalid_inputs',
  },
  'Pull request from a fork': {
    inputs: { 'api-key': '', ...submit },
    step: fork,
    end: 'planned',
    outputs: { 'skip-reason': 'fork' },
  },
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
  'Update: only the fields that differ': {
    app: 'draft',
    files: {
      'app/instructions.md': 'Tell no tides.\n',
      'app/assets/style.css': 'body { color: red }\n',
    },
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
  'Deploy: a lost one that was not made is sent again': {
    ...push,
    ...fail({ kind: 'reset', method: 'POST' }),
    asked: 'read, deploy lost, read, read, read, read, read, read, deploy, read',
    end: 'deployed',
  },
  'Deploy: out of time while the deploy is out': {
    ...push,
    ...fail({ kind: 'slow', method: 'POST' }),
    inputs: { ...submit, 'timeout-minutes': '1' },
    comment: true,
    asked: 'read, hangs',
    end: 'unknown: unverified',
  },
  'Deploy: the app does not exist': {
    comment: true,
    asked: 'read 404, list',
    end: 'failed: app_missing',
  },
  'List: the apps of the key': {
    app: 'published',
    inputs: onlyList,
    before: ({ sandbox }) => void sandbox.store.create('developer', 'another', new Map()),
    asked: 'list',
    end: 'listed',
  },
  'Create: a new app': {
    inputs: { command: 'create' },
    asked: 'read 404, create, read',
    end: 'created',
  },
  'a service that shares no more than the document with the usual one': {
    sandbox: { preset: 'strange' },
    inputs: { create: 'true', ...submit },
    asked: 'read 404, create, read, deploy, read, submit, read',
    end: 'deployed',
    becomes: 'in_review',
  },
  'include and exclude choose the files, one pattern per line': {
    app: 'draft',
    files: { 'app/notes/todo.txt': 'x', 'app/assets/draft.txt': 'x' },
    inputs: { include: '*\nassets/**\n', exclude: '\nassets/draft.txt\n' },
    asked: 'read',
    end: 'unchanged',
    outputs: { 'file-count': '5' },
  },
  'a service that never responds to the first read': {
    ...fail({ kind: 'slow', times: null }),
    inputs: { 'timeout-minutes': '1' },
    asked: 'hangs',
    end: 'failed: deadline',
  },
};

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

test('every file of test/snapshots/ is the report of a run', () => {
  // apps.test.ts compares the snapshots of several apps.
  const files = readdirSync(join(root, 'test', 'snapshots')).filter(
    (file) => !file.startsWith('several-apps-'),
  );
  assert.deepEqual(files.sort(), Object.keys(reports).map(toSnapshotName).sort());
});

/** Plays a run, and checks its end. */
async function playEnd(end: End): Promise<Shown> {
  const { app, sandbox = {}, files = {}, before, asked: expected = '' } = end;
  const [outcome, why = null] = end.end.split(': ');
  await using stage = await (app === undefined ? openStage(sandbox) : openDeployed(app, sandbox));
  await stage.write(files);
  await before?.(stage);
  const shown = await (end.comment === true
    ? runWithComment(stage, end)
    : runOnce(stage, end, end.step));
  const { asked, code, exitCode, outputs, output } = shown;
  if (assumed === null) assert.equal(asked, expected, output);
  else assert.equal(toChanges(asked), toChanges(expected), output);
  const told = { outcome: outputs['outcome'], code, exitCode };
  assert.deepEqual(told, { outcome, code: why, exitCode: why === null ? 0 : 1 }, output);
  if (end.becomes !== undefined)
    assert.equal(stage.sandbox.store.find(slug)?.status ?? null, end.becomes, output);
  assert.partialDeepStrictEqual(outputs, end.outputs ?? {}, output);
  if (outcome === 'deployed') await assertDeployed(stage);
  return shown;
}

/** Asserts that the service has the page that a run reports as deployed. */
async function assertDeployed({ workspace, sandbox }: Stage): Promise<void> {
  const page = await readFile(join(workspace, 'app', 'index.html'), 'utf8');
  assert.equal(sandbox.store.find(slug)?.draft.get('index.html'), page);
}

async function runWithComment(stage: Stage, end: End): Promise<Shown> {
  await using github = await startGithub(({ method }) => ({
    status: 200,
    body: method === 'GET' ? [] : { id: 1 },
  }));
  const { event, env } = onPullRequest(github);
  const step = { event, ...end.step, env: { ...env, ...end.step?.env } };
  const shown = await runOnce(stage, { ...end, inputs: { ...end.inputs, ...comment } }, step);
  const { body: written } = (github.asked.at(-1)?.body ?? { body: '' }) as {
    readonly body: string;
  };
  assert.match(written, /^<!-- miniapp-deploy:[0-9a-f]{16} -->\n## /);
  assertNoSecret(written, [key, githubToken]);
  return { ...shown, comment: written };
}

async function runOnce(stage: Stage, { inputs }: End, step: Partial<Step> = {}): Promise<Shown> {
  return { ...(await stage.run(inputs, step)), comment: null };
}
