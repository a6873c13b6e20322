import assert from 'node:assert/strict';
import { type ChildProcess, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runStep, type Step, type StepResult } from '../../scripts/runner/step.ts';
import { startGithub } from '../support/fake-github.ts';
import { root } from '../support/repository.ts';
import { toNodeOption } from './clock.ts';
import { refuseWith, sayJson, startScripted, toApp } from './scripted-service.ts';
import {
  comment,
  concurrency,
  key,
  onPullRequest,
  openStage,
  preload,
  type Stage,
  slug,
} from './stage.ts';

const isWindows = process.platform === 'win32';

/** Creates and deploys the app with a custom environment, and without the checks of `Stage.run`. */
async function deploy(stage: Stage, step: Partial<Step>): Promise<StepResult> {
  const inputs = {
    'base-url': stage.sandbox.url,
    'api-key': key,
    slug,
    folder: 'app',
    create: 'true',
  };
  const result = await runStep({ workspace: stage.workspace, with: inputs, ...step });
  assert.equal(result.exitCode, 0, result.output);
  assert.equal(stage.sandbox.store.find(slug)?.draft.size, 5);
  return result;
}

describe('the files of the runner', { concurrency }, () => {
  test('outputs and a summary that cannot be written are warnings, and the deploy succeeds', async () => {
    await using stage = await openStage();
    const env = { GITHUB_OUTPUT: stage.workspace, GITHUB_STEP_SUMMARY: stage.workspace };
    const { annotations } = await deploy(stage, { env });
    const warnings = annotations
      .flatMap(({ level, message }) => (level === 'warning' ? [message] : []))
      .join('\n');
    assert.match(
      warnings,
      /^The outputs could not be written: .*\nThe job summary could not be written: .*$/,
    );
  });

  test('a deploy works without the files of the runner, as on a developer’s machine', async () => {
    await using stage = await openStage();
    const files = { GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '', GITHUB_EVENT_PATH: '' };
    await deploy(stage, { env: { ...files, GITHUB_RUN_ID: '', GITHUB_REPOSITORY: '' } });
  });
});

/**
 * Makes stdout a full non-blocking pipe, as the parent process may pass it. The reader takes one
 * piece before it pauses.
 */
const fillPipe = `
void process.stdout;
for (let refused = 0; refused < 10_000; ) {
  try {
    require('node:fs').writeSync(1, '.'.repeat(65_536));
    refused = 0;
  } catch {
    refused += 1;
  }
}`;

/** Fills most of stdout, without making it non-blocking. */
const crowdPipe = "require('node:fs').writeSync(1, '.'.repeat(80_000));";

describe('the log', { concurrency, skip: isWindows && 'pipes of Windows block' }, () => {
  test('the log is complete even if its reader empties a non-blocking pipe slowly', async () => {
    await using stage = await openStage();
    const full = await preload(stage, fillPipe);
    let child: ChildProcess | undefined;
    // The last request of the run: until then nothing is read from the pipe.
    await using github = await startGithub(async () => {
      child?.stdout?.resume();
      return { status: 200, body: [] };
    });
    const { event, env } = onPullRequest(github);
    const onStart = (started: ChildProcess): void => {
      child = started;
      started.stdout?.pause();
    };
    const result = await stage.run(
      { create: 'true', ...comment },
      { event, env: { ...env, ...full }, onStart },
    );
    assert.partialDeepStrictEqual(result, { exitCode: 0, outputs: { outcome: 'deployed' } });
    assert.equal(github.asked.length, 2);
    const log = result.output.replace(/^\.+/, '');
    assert.notEqual(log, result.output, 'the pipe was full');
    assert.match(log, new RegExp(`^::add-mask::${key}\n`));
    assert.equal(result.annotations.at(-1)?.level, 'notice');
  });

  test('a log that nobody reads does not delay a cancel', {
    timeout: 120_000,
  }, async () => {
    await using stage = await openStage();
    const crowded = await preload(stage, crowdPipe);
    const problems = Array.from({ length: 300 }, (_, at) => `${at} ${'long '.repeat(300)}`);
    const script = { read: sayJson(200, toApp(slug, 'draft')), deploy: refuseWith(problems) };
    await using service = await startScripted(script);
    let child: ChildProcess | undefined;
    await using github = await startGithub(() => {
      child?.kill('SIGTERM');
      return 'silence';
    });
    const { event, env } = onPullRequest(github);
    const onStart = (started: ChildProcess): void => {
      child = started;
      started.stdout?.pause();
      started.once('exit', () => started.stdout?.resume());
    };
    const inputs = { 'base-url': service.url, ...comment };
    const result = await stage.run(inputs, { event, env: { ...env, ...crowded }, onStart });
    assert.partialDeepStrictEqual(result, { exitCode: 130, outputs: { outcome: 'rejected' } });
  });

  test('outputs and summary are written even if the log never has a reader', async () => {
    await using stage = await openStage();
    const onStart = ({ stdout, stderr }: ChildProcess): void => {
      stdout?.destroy();
      stderr?.destroy();
    };
    const result = await deploy(stage, { onStart });
    assert.partialDeepStrictEqual(result, { outputs: { outcome: 'deployed' }, output: '' });
    assert.match(result.summary ?? '', /^## ✅ tides created and deployed/);
  });
});

/**
 * A Node on this machine that is older than the one that action.yml names; null if there is none.
 */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return /^v(1\d|2[0-3])\./.test(stdout ?? '');
});

test('with a Node that is too old, the action fails with a clear message', {
  skip: oldNode === undefined && 'no older Node is installed',
}, () => {
  const entry = join(root, 'dist', 'index.js');
  const { status, stdout, stderr } = spawnSync(oldNode ?? '', [entry], {
    encoding: 'utf8',
    env: {},
  });
  assert.match(stdout, /^::error::This action needs Node 24; this is \d+\.\d+\.\d+\./);
  assert.deepEqual({ status, stderr }, { status: 1, stderr: '' });
});

describe('the process of the action', () => {
  test('a deleted working directory is an error only without GITHUB_WORKSPACE', {
    skip: isWindows && 'Windows does not delete a working directory',
  }, async () => {
    await using stage = await openStage();
    const gone = join(stage.workspace, 'gone');
    const code = `
      const { mkdirSync, rmdirSync } = require('node:fs');
      mkdirSync(${JSON.stringify(gone)});
      process.chdir(${JSON.stringify(gone)});
      rmdirSync(${JSON.stringify(gone)});`;
    await stage.write({ 'leave.cjs': code });
    const check = (workspace: string) =>
      runStep({
        workspace: stage.workspace,
        with: { slug: 'tides', folder: 'app', 'dry-run': 'true' },
        env: {
          GITHUB_WORKSPACE: workspace,
          NODE_OPTIONS: toNodeOption('--require', join(stage.workspace, 'leave.cjs')),
        },
      });
    const found = await check(stage.workspace);
    assert.partialDeepStrictEqual(found, { exitCode: 0, outputs: { outcome: 'planned' } });
    const lost = await check('');
    assert.partialDeepStrictEqual(lost, { exitCode: 1, outputs: { outcome: 'failed' } });
    assert.match(lost.output, /The working directory no longer exists/);
    assert.doesNotMatch(lost.output, /uv_cwd/);
  });
});
