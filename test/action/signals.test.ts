import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../sandbox/service/faults.ts';
import { runStep, type Step } from '../../scripts/runner/step.ts';
import { startGithub } from '../support/fake-github.ts';
import { hitWhen, timeStops } from './hit.ts';
import {
  addHugeFiles,
  comment,
  concurrency,
  githubToken,
  key,
  onPullRequest,
  openDeployed,
  openStage,
  otherPage,
  preload,
  type Stage,
  slug,
  submit,
  type With,
} from './stage.ts';

const deploys = { kind: 'slow', path: '/api/miniapps/deploy' } as const;
const submits = { kind: 'slow', path: `/api/miniapps/${slug}/submit` } as const;
const firstRead = { kind: 'slow', method: 'GET' } as const;

/**
 * A deploy that is cancelled as soon as the service or GitHub no longer responds, or as soon as the
 * run has printed these words.
 */
interface Cancel {
  readonly faults?: readonly Partial<Fault>[];
  readonly when?: RegExp;
  /** The inputs; by default those of a deploy with a submission. */
  readonly inputs?: With;
  readonly signals?: readonly NodeJS.Signals[];
  readonly asked: string;
  /** The number of requests to GitHub, which never responds; 0 by default. */
  readonly askedGithub?: number;
  readonly outputs: With;
  /** Matches the title of the result. */
  readonly title?: RegExp;
}

const cancels: Readonly<Record<string, Cancel>> = {
  'SIGINT and SIGTERM during a deploy request: the outcome is unknown, and nothing more is sent': {
    faults: [deploys],
    signals: ['SIGINT', 'SIGTERM'],
    asked: 'read, hangs',
    outputs: { outcome: 'unknown', changed: 'false', submitted: 'false', status: 'draft' },
  },
  'during a wait for the next attempt: nothing more is sent': {
    faults: [{ status: 429, retry_after: 60, path: deploys.path }],
    signals: ['SIGHUP'],
    when: /retrying in/,
    asked: 'read, deploy 429',
    outputs: { outcome: 'failed', changed: 'false' },
  },
  'during a submission request: the app was deployed, and the submission is unknown': {
    faults: [submits],
    asked: 'read, deploy, read, hangs',
    outputs: { outcome: 'unknown', changed: 'true', submitted: 'false' },
    title: /^tides was deployed, and may have been sent for review: the run was cancelled$/,
  },
  'during the read after a deploy: the outcome is unknown, and nothing is submitted': {
    faults: [{ ...firstRead, skip: 1 }],
    asked: 'read, deploy, hangs',
    outputs: { outcome: 'unknown' },
  },
  'during the wait for the review: the outputs show the submission': {
    when: /Waiting for the review/,
    inputs: { ...submit, 'wait-for-review': '10' },
    asked: 'read, deploy, read, submit, read',
    outputs: { outcome: 'deployed', changed: 'true', submitted: 'true', status: 'in_review' },
  },
  'while GitHub does not respond to the request for newer commits: nothing is sent to the service':
    {
      inputs: { 'on-stale': 'skip', 'github-token': githubToken },
      asked: '',
      askedGithub: 1,
      outputs: { outcome: 'failed' },
    },
  'while GitHub does not respond to the comment: the outputs show the deploy': {
    inputs: comment,
    asked: 'read, deploy, read',
    askedGithub: 1,
    outputs: { outcome: 'deployed', changed: 'true' },
  },
  'before the comment is posted: the old comment stays, and the log does not mention it': {
    faults: [deploys],
    inputs: comment,
    asked: 'read, hangs',
    outputs: { outcome: 'unknown' },
  },
};

/** Code that shows when the run begins to read the huge file. */
const showsReading = `
  const fs = require('node:fs');
  const { openSync } = fs;
  fs.openSync = (path, ...args) => {
    if (String(path).endsWith('huge.bin')) console.log('reads huge.bin');
    return openSync(path, ...args);
  };
`;

/** Runs a step, cancels it as soon as `when` is true, and asserts that it ends in time. */
async function cancel(
  stage: Stage,
  inputs: With,
  when: (printed: string) => boolean,
  step: CancelledStep,
) {
  const { signals = ['SIGINT'], ...rest } = step;
  const { onStart, tookMs } = hitWhen(when, signals);
  const result = await stage.run(inputs, { ...rest, onStart });
  assert.equal(result.exitCode, 130, `after ${tookMs()} ms:\n${result.output}`);
  return result;
}

interface CancelledStep extends Pick<Step, 'env' | 'event'> {
  readonly signals?: readonly NodeJS.Signals[] | undefined;
}

describe('a run is cancelled', { concurrency, skip: process.platform === 'win32' }, () => {
  for (const [name, row] of Object.entries(cancels)) {
    test(name, async () => {
      const { faults = [], inputs = submit, when, signals, askedGithub = 0, title = /^/ } = row;
      await using stage = await openDeployed('draft', { faults, waits: true });
      await stage.write(otherPage);
      await using github = await startGithub(() => 'silence');
      const { event, env } = onPullRequest(github);
      const around =
        'comment' in inputs ? { event, env } : { env: { GITHUB_API_URL: github.apiUrl } };
      const isThere = (printed: string) =>
        when?.test(printed) ?? (stage.hangs() || github.asked.length > 0);
      const step = {
        ...around,
        signals,
        env: { ...around.env, ...(await preload(stage, timeStops)) },
      };
      const { outputs, output, asked, annotations, summary } = await cancel(
        stage,
        inputs,
        isThere,
        step,
      );
      assert.partialDeepStrictEqual(outputs, row.outputs, output);
      assert.equal(asked, row.asked);
      assert.equal(github.asked.length, askedGithub);
      assert.match(annotations.map(({ message }) => message).join('\n'), /cancelled/);
      assert.match(annotations.at(-1)?.title ?? '', title);
      // A comment that was not begun is not mentioned.
      if (askedGithub === 0) assert.doesNotMatch(output, /comment/);
      if (outputs['outcome'] !== 'deployed') assert.match(summary ?? '', /cancelled/);
    });
  }

  test('while the folder is read: nothing is sent', async () => {
    await using stage = await openStage();
    await addHugeFiles(stage);
    const isReading = (printed: string) => printed.includes('reads huge.bin');
    const result = await cancel(stage, { create: 'true' }, isReading, {
      env: await preload(stage, `${showsReading}${timeStops}`),
    });
    assert.partialDeepStrictEqual(result, { outputs: { outcome: 'failed' }, asked: '' });
    assert.match(result.summary ?? '', /cancelled/);
  });

  test('many times: the process exits at once, even if nothing handles the cancel', async () => {
    await using stage = await openDeployed('draft', { faults: [firstRead] });
    const deaf = 'AbortSignal.any = () => new AbortController().signal;';
    const env = await preload(stage, `${deaf}${timeStops}`);
    // For half a second: a second signal right after the first is ignored as a duplicate.
    const { onStart, tookMs } = hitWhen(stage.hangs, Array<NodeJS.Signals>(12).fill('SIGINT'));
    // The contract does not promise what such a run prints, so it is not checked.
    const inputs = { 'base-url': stage.sandbox.url, 'api-key': key, slug, folder: 'app' };
    const { exitCode, output } = await runStep({
      workspace: stage.workspace,
      with: inputs,
      env,
      onStart,
    });
    assert.equal(exitCode, 130, `after ${tookMs()} ms:\n${output}`);
  });
});
