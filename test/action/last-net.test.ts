import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { describe, test } from 'node:test';
import { runStep, type Step } from '../../scripts/runner/step.ts';
import { startGithub } from '../support/fake-github.ts';
import { hitWhen } from './hit.ts';
import {
  addHugeFiles,
  comment,
  concurrency,
  key,
  onPullRequest,
  openDeployed,
  openStage,
  otherPage,
  packForEver,
  preload,
  type Stage,
  slug,
  submit,
} from './stage.ts';

/**
 * Code that is loaded before the action and makes it throw. It stands for an unknown bug of the
 * action.
 */
const bugs = {
  'an exception':
    "setImmediate(() => { throw new Error('injected ' + process.env['INPUT_API-KEY']) })",
  'a rejection': "void Promise.reject(new TypeError('injected'))",
  'a rejection without an error': "void Promise.reject('injected')",
} as const;

/** Returns a step that breaks as soon as `when` is true. */
async function breakStep(
  stage: Stage,
  bug: keyof typeof bugs,
  when: (printed: string) => boolean,
): Promise<Pick<Step, 'env' | 'onStart'>> {
  const env = await preload(stage, `process.on('SIGUSR2', () => ${bugs[bug]});`);
  return { env, onStart: hitWhen(when, ['SIGUSR2']).onStart };
}

describe('an error that nobody handles', {
  concurrency,
  skip: process.platform === 'win32',
}, () => {
  for (const bug of ['an exception', 'a rejection', 'a rejection without an error'] as const) {
    test(`an error (${bug}) during a deploy: only confirmed changes are reported, and nothing more is sent`, async () => {
      await using stage = await openDeployed('draft', {
        faults: [{ kind: 'slow', method: 'POST' }],
      });
      await stage.write(otherPage);
      const result = await stage.run(submit, await breakStep(stage, bug, stage.hangs));
      const outputs = { outcome: 'unknown', status: 'draft', changed: 'false' };
      assert.partialDeepStrictEqual(
        result,
        { exitCode: 1, outputs, asked: 'read, hangs' },
        result.output,
      );
      assert.match(result.annotations.at(-1)?.message ?? '', /injected/);
      assert.match(result.summary ?? '', /injected/);
    });
  }

  test('an error before a change is sent fails the run, and its stack is logged', async () => {
    await using stage = await openDeployed('draft', { faults: [{ kind: 'slow' }] });
    const result = await stage.run({}, await breakStep(stage, 'a rejection', stage.hangs));
    assert.partialDeepStrictEqual(result, { exitCode: 1, outputs: { outcome: 'failed' } });
    assert.match(result.output, /TypeError: injected\n +at /);
  });

  test('an error after a confirmed deploy does not remove the deploy from the outputs', async () => {
    await using stage = await openDeployed('draft', { waits: true });
    await stage.write(otherPage);
    const step = await breakStep(stage, 'an exception', (text) =>
      text.includes('Waiting for the review'),
    );
    const result = await stage.run({ ...submit, 'wait-for-review': '10' }, step);
    const outputs = { outcome: 'failed', changed: 'true', submitted: 'true', status: 'in_review' };
    assert.partialDeepStrictEqual(result, { exitCode: 1, outputs }, result.output);
  });

  test('an error while the comment is posted changes neither the comment nor the result', async () => {
    await using stage = await openStage();
    const thrown = Promise.withResolvers<void>();
    await using github = await startGithub(async ({ method }) => {
      if (method === 'GET') await thrown.promise;
      return { status: 200, body: [] };
    });
    const code = `process.on('SIGUSR2', () => { ${bugs['a rejection']}; console.log('thrown'); });`;
    const { onStart: hit } = hitWhen(() => github.asked.length > 0, ['SIGUSR2']);
    const onStart = (child: ChildProcess): void => {
      hit(child);
      child.stdout?.on('data', (piece: Buffer) => {
        if (piece.includes('thrown')) thrown.resolve();
      });
    };
    const { event, env } = onPullRequest(github);
    const result = await stage.run(
      { create: 'true', ...comment },
      { event, env: { ...env, ...(await preload(stage, code)) }, onStart },
    );
    assert.partialDeepStrictEqual(result, { exitCode: 0, outputs: { outcome: 'deployed' } });
    const methods = github.asked.map(({ method }) => method);
    assert.deepEqual(methods, ['GET', 'POST']);
  });
});

test('an error in the reporting itself is an annotation, without the key', async () => {
  await using stage = await openStage();
  const bug = "throw new Error('injected ' + process.env['INPUT_API-KEY'])";
  const env = await preload(stage, `Map.groupBy = () => { ${bug}; };`);
  const inputs = { 'base-url': stage.sandbox.url, 'api-key': key, slug, folder: 'app' };
  const result = await runStep({ workspace: stage.workspace, with: inputs, env });
  const [annotation] = result.annotations;
  assert.deepEqual([result.exitCode, annotation?.level], [1, 'error'], result.output);
  assert.match(annotation?.message ?? '', /^Unexpected error in the action: injected \*\*\*/);
  const printed = result.output.replaceAll(`::add-mask::${key}`, '');
  assert.ok(!printed.includes(key), printed);
});

test('an error before there is anything to report with is an annotation', async () => {
  await using stage = await openStage();
  const env = await preload(
    stage,
    "process.stdout.on = () => { throw new Error('in\\njected'); };",
  );
  const inputs = { 'base-url': 'https://apps.example.com', 'api-key': key, slug, folder: 'app' };
  const { exitCode, output } = await runStep({ workspace: stage.workspace, with: inputs, env });
  assert.equal(exitCode, 1);
  assert.equal(output, '::error::This is a bug of the action: Error: in jected\n');
});

test('a run whose promise never settles fails when the event loop is empty', async () => {
  await using stage = await openStage();
  await addHugeFiles(stage);
  const env = await preload(stage, `${packForEver} globalThis.setTimeout = () => undefined;`);
  const inputs = { 'base-url': 'https://apps.example.com', 'api-key': key, slug, folder: 'app' };
  const { exitCode, outputs } = await runStep({ workspace: stage.workspace, with: inputs, env });
  assert.deepEqual({ exitCode, outputs }, { exitCode: 1, outputs: {} });
});
