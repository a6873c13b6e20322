import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGithub } from '../integration/github/fake-github.ts';
import type { Step } from '../support/action.ts';
import { refuse, sayJson, sayNothing, toApp } from '../support/dialects/replies.ts';
import { type Script, startDialect } from '../support/dialects/server.ts';
import { openDeployed, openStage, otherPage, type Stage, type StageResult, slug, terms, type With } from './stage.ts';

const submit = { submit: 'true', 'terms-version': terms };
const draft = sayJson(200, toApp(slug, 'draft'));

/** The runner gives 7.5 s; we promise 2, and a busy machine gets some grace. */
const limitMs = 2_000;
const graceMs = 1_500;

interface Cancelled extends StageResult {
  /** From the first signal to the end of the process. */
  readonly tookMs: number;
}

interface Blow {
  readonly when: (printed: string) => boolean;
  readonly signals: readonly NodeJS.Signals[];
  readonly step?: Partial<Step>;
}

/** Runs a step, and sends it signals as soon as `when` says that it is where it should be hit. */
async function cancel(stage: Stage, inputs: With, { when, signals, step = {} }: Blow): Promise<Cancelled> {
  let printed = '';
  let hitAt = 0;
  const hit = async (child: ChildProcess): Promise<void> => {
    while (!when(printed)) await sleep(5);
    hitAt = performance.now();
    for (const signal of signals) {
      child.kill(signal);
      await sleep(50);
    }
  };
  let hitting: Promise<void> | undefined;
  const result = await stage.run(inputs, {
    ...step,
    onStart(child) {
      child.stdout?.on('data', (piece: Buffer) => {
        printed += piece.toString();
      });
      hitting = hit(child);
    },
  });
  const tookMs = performance.now() - hitAt;
  await hitting;
  return { ...result, tookMs };
}

function assertCancelled(result: Cancelled, outcome: 'failed' | 'unknown'): void {
  assert.equal(result.exitCode, 130, result.output);
  assert.equal(result.outputs['outcome'], outcome);
  assert.ok(result.tookMs < limitMs + graceMs, `took ${result.tookMs} ms`);
  assert.match(result.annotations.at(-1)?.message ?? '', /cancelled/);
  assert.match(result.summary ?? '', /cancelled/);
}

const kinds: readonly (readonly NodeJS.Signals[])[] = [['SIGINT'], ['SIGTERM'], ['SIGINT', 'SIGTERM']];

describe('a run is cancelled', { concurrency: true, skip: process.platform === 'win32' }, () => {
  for (const signals of kinds) {
    const name = signals.join(' and ');

    test(`${name} while the folder is packed: nothing is sent`, async () => {
      await using stage = await openStage();
      await stage.write({ 'app/assets/huge.bin': '' });
      // Gigabytes of nothing, which take no room on the disk but seconds to read.
      await truncate(join(stage.workspace, 'app/assets/huge.bin'), 8 * 1024 ** 3);
      const result = await cancel(
        stage,
        { create: 'true' },
        // Half a second after its first line it reads.
        { when: createDelay(/::add-mask::/, 500), signals },
      );
      assertCancelled(result, 'failed');
      assert.deepEqual(result.requests, []);
    });

    test(`${name} while a deploy is out and unanswered: its fate is unknown, and nothing follows it`, async () => {
      await using stage = await openStage();
      await using service = await startDialect({ read: draft, deploy: 'nothing', submit: draft });
      const when = () => service.requests.some(({ asked, body }) => asked === 'deploy' && body !== '');
      const result = await cancel(stage, { 'base-url': service.url, ...submit }, { when, signals });
      assertCancelled(result, 'unknown');
      assert.deepEqual(service.asked(), ['read', 'deploy']);
      assert.equal(result.outputs['changed'], 'false');
      assert.equal(result.outputs['submitted'], 'false');
      assert.equal(result.outputs['status'], 'draft');
    });

    test(`${name} while a wait is slept out: nothing is sent after it`, async () => {
      const busy = { ...refuse(429, 'rate_limited', 'Slow down.'), headers: { 'retry-after': '60' } };
      const result = await cancelAt({ read: draft, deploy: busy }, submit, /retrying in/, signals);
      assertCancelled(result, 'failed');
      assert.deepEqual(result.asked, ['read', 'deploy']);
      assert.equal(result.outputs['changed'], 'false');
    });

    test(`${name} while a submission is out: it was deployed, and the submission is unknown`, async () => {
      await using stage = await openStage();
      await using service = await startDialect({ read: draft, deploy: draft, submit: 'nothing' });
      const when = () => service.requests.some(({ asked, body }) => asked === 'submit' && body !== '');
      const result = await cancel(stage, { 'base-url': service.url, ...submit }, { when, signals });
      assertCancelled(result, 'unknown');
      assert.deepEqual(service.asked(), ['read', 'deploy', 'submit']);
      const headline = 'tides was deployed, but the result of the submission could not be verified';
      assert.equal(result.annotations.at(-1)?.title, headline);
      assert.equal(result.outputs['changed'], 'true');
      assert.equal(result.outputs['submitted'], 'false');
    });
  }

  test('SIGTERM while the service is asked whether it has deployed: unknown, and nothing is submitted', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: [draft, 'nothing'], deploy: sayNothing(204), submit: draft });
    const when = () => service.requests.length === 3;
    const result = await cancel(stage, { 'base-url': service.url, ...submit }, { when, signals: ['SIGTERM'] });
    assertCancelled(result, 'unknown');
    assert.deepEqual(service.asked(), ['read', 'deploy', 'read']);
  });

  test('SIGINT while GitHub is asked whether the run is stale, and does not answer: nothing is sent', async () => {
    await using stage = await openStage();
    await using github = await startGithub(() => 'silence');
    const inputs = { 'on-stale': 'skip', 'github-token': 'ghs_x' };
    const step = { env: { GITHUB_API_URL: github.apiUrl } };
    const when = () => github.asked.length === 1;
    const result = await cancel(stage, inputs, { when, signals: ['SIGINT'], step });
    assertCancelled(result, 'failed');
    assert.deepEqual(result.requests, []);
  });

  test('SIGINT while the comment is posted, and GitHub does not answer: the deploy stands in the outputs', async () => {
    await using stage = await openStage();
    await using github = await startGithub(() => 'silence');
    const own = { repo: { full_name: 'octo/apps' } };
    const step = {
      event: { pull_request: { number: 7, head: own, base: own } },
      env: { GITHUB_API_URL: github.apiUrl, GITHUB_EVENT_NAME: 'pull_request' },
    };
    const inputs = { create: 'true', comment: 'true', 'github-token': 'ghs_x' };
    const when = () => github.asked.length === 1;
    const result = await cancel(stage, inputs, { when, signals: ['SIGINT'], step });
    assert.equal(result.exitCode, 130, result.output);
    assert.ok(result.tookMs < limitMs + graceMs, `took ${result.tookMs} ms`);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['changed'], 'true');
  });

  test('while it waits for the review: the submission stands in the outputs', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await cancel(
      stage,
      { ...submit, 'wait-for-review': '10' },
      { when: (text) => text.includes('Waiting for the review'), signals: ['SIGINT'] },
    );
    assert.equal(result.exitCode, 130, result.output);
    assert.ok(result.tookMs < limitMs + graceMs, `took ${result.tookMs} ms`);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['changed'], 'true');
    assert.equal(result.outputs['submitted'], 'true');
    assert.equal(result.outputs['status'], 'in_review');
    assert.ok(result.annotations.some(({ message }) => /cancelled/.test(message)));
  });
});

/** True so many milliseconds after the words were first printed. */
function createDelay(words: RegExp, milliseconds: number): (printed: string) => boolean {
  let since: number | null = null;
  return (printed) => {
    if (since === null && words.test(printed)) since = performance.now();
    return since !== null && performance.now() - since >= milliseconds;
  };
}

async function cancelAt(
  script: Script,
  inputs: With,
  words: RegExp,
  signals: readonly NodeJS.Signals[],
): Promise<Cancelled & { readonly asked: readonly string[] }> {
  await using stage = await openStage();
  await using service = await startDialect(script);
  const result = await cancel(
    stage,
    { 'base-url': service.url, ...inputs },
    { when: (text) => words.test(text), signals },
  );
  return { ...result, asked: service.asked() };
}
