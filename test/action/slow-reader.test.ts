import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { test } from 'node:test';
import { startGithub } from '../integration/github/fake-github.ts';
import { refuseWith, sayJson, toApp } from '../support/dialects/replies.ts';
import { startDialect } from '../support/dialects/server.ts';
import { key, onPullRequest, openStage, preload, slug } from './stage.ts';

/**
 * Makes stdout a pipe that does not block, as whoever starts the action may give it, and fills it: whoever reads takes one piece of
 * it before it pauses.
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

test('a reader that is slow to empty a pipe which does not block gets the whole log', async () => {
  await using stage = await openStage();
  const full = await preload(stage, fillPipe);
  let child: ChildProcess | undefined;
  // Asked last: until then nothing is read.
  await using github = await startGithub(async () => {
    child?.stdout?.resume();
    return { status: 200, body: [] };
  });
  const { event, env } = onPullRequest(github);
  const result = await stage.run(
    { create: 'true', comment: 'true', 'github-token': 'ghs_x' },
    {
      event,
      env: { ...env, ...full },
      onStart: (started) => {
        child = started;
        started.stdout?.pause();
      },
    },
  );
  assert.deepEqual([result.exitCode, result.outputs['outcome'], github.asked.length], [0, 'deployed', 2]);
  const log = result.output.replace(/^\.+/, '');
  assert.notEqual(log, result.output, 'the pipe was full');
  assert.match(log, new RegExp(`^::add-mask::${key}\n`));
  assert.equal(result.annotations.at(-1)?.level, 'notice');
});

/** Leaves stdout as it is, and little room in it. */
const crowdPipe = "require('node:fs').writeSync(1, '.'.repeat(80_000));";

const isWindows = process.platform === 'win32';

test('a cancel is heard while nobody reads the log', { skip: isWindows, timeout: 30_000 }, async () => {
  await using stage = await openStage();
  const crowded = await preload(stage, crowdPipe);
  const problems = Array.from({ length: 300 }, (_, at) => `${at} ${'long '.repeat(300)}`);
  await using service = await startDialect({ read: sayJson(200, toApp(slug, 'draft')), deploy: refuseWith(problems) });
  let child: ChildProcess | undefined;
  await using github = await startGithub(() => {
    child?.kill('SIGTERM');
    return 'silence';
  });
  const { event, env } = onPullRequest(github);
  const inputs = { 'base-url': service.url, comment: 'true', 'github-token': 'ghs_x' };
  const result = await stage.run(inputs, {
    event,
    env: { ...env, ...crowded },
    onStart: (started) => {
      child = started;
      started.stdout?.pause();
      started.once('exit', () => started.stdout?.resume());
    },
  });
  assert.deepEqual([result.exitCode, result.outputs['outcome']], [130, 'rejected']);
});
