import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../sandbox/faults.ts';
import { runStep } from '../../scripts/runner/step.ts';
import { startGithub } from '../integration/github/fake-github.ts';
import { hitWhen } from './hit.ts';
import {
  addHugeFile,
  concurrency,
  key,
  onPullRequest,
  openDeployed,
  openStage,
  otherPage,
  packForEver,
  preload,
  type Stage,
  type StageResult,
  slug,
  submit,
  type With,
} from './stage.ts';

const deploys = { kind: 'slow', path: '/api/miniapps/deploy' } as const;
const submits = { kind: 'slow', path: `/api/miniapps/${slug}/submit` } as const;
const firstRead = { kind: 'slow', method: 'GET' } as const;
const comment = { comment: 'true', 'github-token': 'ghs_x' };

/** The runner gives 7.5 s. The two that we promise are those of the code's own clock (`test/unit/action.test.ts`). */
const limitMs = 7_000;

/** A run that is cancelled as soon as the service does not respond any more, or has printed these words. */
interface Cancel {
  readonly faults: readonly Partial<Fault>[];
  readonly when?: RegExp;
  readonly signals?: readonly NodeJS.Signals[];
  /** Code that is loaded before the action. */
  readonly code?: string;
  readonly asked: string;
  readonly outputs: With;
  readonly title?: RegExp;
}

const unknown = { outcome: 'unknown', changed: 'false', submitted: 'false', status: 'draft' };

/** Code that is loaded before the action: of all that a cancel is to end, the run hears of it and its requests do not. */
const runAloneHears = `
  const { any } = AbortSignal;
  let made = 0;
  AbortSignal.any = (signals) => ++made > 2 ? new AbortController().signal : any.call(AbortSignal, signals);
`;

const cancels: Readonly<Record<string, Cancel>> = {
  'SIGINT while a deploy is out: unknown, and nothing follows it': {
    faults: [deploys],
    asked: 'read, hangs',
    outputs: unknown,
  },
  'SIGTERM while a deploy is out: unknown, and nothing follows it': {
    faults: [deploys],
    signals: ['SIGTERM'],
    asked: 'read, hangs',
    outputs: unknown,
  },
  'SIGINT and SIGTERM while a deploy is out: unknown, and nothing follows it': {
    faults: [deploys],
    signals: ['SIGINT', 'SIGTERM'],
    asked: 'read, hangs',
    outputs: unknown,
  },
  'while a wait is slept out: nothing is sent after it': {
    faults: [{ status: 429, retry_after: 60, path: deploys.path }],
    when: /retrying in/,
    asked: 'read, deploy 429',
    outputs: { outcome: 'failed', changed: 'false' },
  },
  'while a submission is out: it was deployed, and the submission is unknown': {
    faults: [submits],
    asked: 'read, deploy, read, hangs',
    outputs: { outcome: 'unknown', changed: 'true', submitted: 'false' },
    title: /^tides was deployed, but the result of the submission could not be verified$/,
  },
  'while the service is asked whether it has deployed: unknown, and nothing is submitted': {
    faults: [{ ...firstRead, skip: 1 }],
    asked: 'read, deploy, hangs',
    outputs: { outcome: 'unknown' },
  },
  'and a read does not hear it: failed': {
    faults: [firstRead],
    code: runAloneHears,
    asked: 'hangs',
    outputs: { outcome: 'failed' },
  },
  'and a deploy does not hear it: unknown': {
    faults: [deploys],
    code: runAloneHears,
    asked: 'read, hangs',
    outputs: { outcome: 'unknown' },
  },
};

/** Runs a step, cancels it, and sees it end in time. */
async function cancel(
  stage: Stage,
  inputs: With,
  { when, signals = ['SIGINT'], ...step }: CancelledStep,
): Promise<StageResult> {
  const { onStart, tookMs } = hitWhen(when, signals);
  const result = await stage.run(inputs, { ...step, onStart });
  assert.ok(tookMs() < limitMs, `took ${tookMs()} ms`);
  assert.equal(result.exitCode, 130, result.output);
  return result;
}

interface CancelledStep {
  /** True when the run is where it should be hit. */
  readonly when: (printed: string) => boolean;
  readonly signals?: readonly NodeJS.Signals[];
  readonly env?: With;
  readonly event?: unknown;
}

function assertCancelled(result: StageResult, outputs: With): void {
  assert.partialDeepStrictEqual(result.outputs, outputs, result.output);
  assert.match(result.annotations.at(-1)?.message ?? '', /cancelled/);
  assert.match(result.summary ?? '', /cancelled/);
}

describe('a run is cancelled', { concurrency, skip: process.platform === 'win32' }, () => {
  for (const [name, { faults, when, signals, code, asked, outputs, title = / / }] of Object.entries(cancels)) {
    test(name, async () => {
      await using stage = await openDeployed('draft', { faults, waits: true });
      await stage.write(otherPage);
      const result = await cancel(stage, submit, {
        when: (printed) => when?.test(printed) ?? stage.hangs(),
        ...(signals && { signals }),
        env: code === undefined ? {} : await preload(stage, code),
      });
      assertCancelled(result, outputs);
      assert.equal(result.asked, asked);
      assert.match(result.annotations.at(-1)?.title ?? '', title);
    });
  }

  for (const [name, code] of [
    ['while the folder is packed: nothing is sent', ''],
    ['and the packing never goes on: what happened is reported all the same', packForEver],
  ] as const) {
    test(name, async () => {
      await using stage = await openStage();
      await addHugeFile(stage);
      // Half a second after its first line it reads.
      const result = await cancel(
        stage,
        { create: 'true' },
        {
          when: createDelay(/::add-mask::/, 500),
          env: await preload(stage, code),
        },
      );
      assertCancelled(result, { outcome: 'failed' });
      assert.deepEqual(result.requests, []);
    });
  }

  test('while GitHub is asked whether the run is stale, and does not answer: nothing is sent', async () => {
    await using stage = await openStage();
    await using github = await startGithub(() => 'silence');
    const result = await cancel(
      stage,
      { 'on-stale': 'skip', 'github-token': 'ghs_x' },
      {
        when: () => github.asked.length === 1,
        env: { GITHUB_API_URL: github.apiUrl },
      },
    );
    assertCancelled(result, { outcome: 'failed' });
    assert.deepEqual(result.requests, []);
  });

  test('while the comment is posted, and GitHub does not answer: the deploy stands in the outputs', async () => {
    await using stage = await openStage();
    await using github = await startGithub(() => 'silence');
    const result = await cancel(
      stage,
      { create: 'true', ...comment },
      {
        when: () => github.asked.length === 1,
        ...onPullRequest(github),
      },
    );
    assert.partialDeepStrictEqual(result.outputs, { outcome: 'deployed', changed: 'true' });
  });

  test('before the comment is posted: it is left as it is, without a word of it', async () => {
    await using stage = await openDeployed('draft', { faults: [deploys] });
    await stage.write(otherPage);
    await using github = await startGithub(() => ({ status: 200, body: [] }));
    const result = await cancel(stage, comment, { when: stage.hangs, ...onPullRequest(github) });
    assertCancelled(result, { outcome: 'unknown' });
    assert.deepEqual(github.asked, []);
    assert.doesNotMatch(result.output, /comment/);
  });

  test('while it waits for the review: the submission stands in the outputs', async () => {
    await using stage = await openDeployed('draft', { waits: true });
    await stage.write(otherPage);
    const result = await cancel(
      stage,
      { ...submit, 'wait-for-review': '10' },
      {
        when: (text) => text.includes('Waiting for the review'),
      },
    );
    const outputs = { outcome: 'deployed', changed: 'true', submitted: 'true', status: 'in_review' };
    assert.partialDeepStrictEqual(result.outputs, outputs);
    assert.ok(result.annotations.some(({ message }) => /cancelled/.test(message)));
  });

  test('and nothing hears it: the process ends all the same', async () => {
    await using stage = await openDeployed('draft', { faults: [firstRead] });
    const env = await preload(stage, 'AbortSignal.any = () => new AbortController().signal;');
    const { onStart, tookMs } = hitWhen(stage.hangs, ['SIGTERM']);
    // What it has left to say is no part of the contract.
    const inputs = { 'base-url': stage.sandbox.url, 'api-key': key, slug, folder: 'app' };
    const { exitCode, output } = await runStep({ workspace: stage.workspace, with: inputs, env, onStart });
    assert.equal(exitCode, 130, output);
    assert.ok(tookMs() < limitMs, `took ${tookMs()} ms`);
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
