import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runStep, type Step } from '../../scripts/runner/step.ts';
import { startGithub } from '../integration/github/fake-github.ts';
import { refuse, sayJson, sayNothing, toApp } from '../support/dialects/replies.ts';
import { type Script, startDialect } from '../support/dialects/server.ts';
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
  toSentFiles,
  type With,
} from './stage.ts';

const draft = sayJson(200, toApp(slug, 'draft'));
const deployed = sayJson(200, toApp(slug, 'draft', { files: Object.fromEntries(toSentFiles()) }));
const comment = { comment: 'true', 'github-token': 'ghs_x' };

/** The runner gives 7.5 s; we promise 2, and a busy machine gets some grace. */
const limitMs = 2_000;
const graceMs = 1_500;

interface Cancel {
  readonly inputs: With;
  /** True when the run is where it should be hit. */
  readonly when: (printed: string) => boolean;
  readonly signals?: readonly NodeJS.Signals[];
  readonly step?: Partial<Step>;
}

/** Runs a step, cancels it, and sees it end in time. */
async function cancel(stage: Stage, { inputs, when, signals = ['SIGINT'], step }: Cancel): Promise<StageResult> {
  const { onStart, tookMs } = hitWhen(when, signals);
  const result = await stage.run(inputs, { ...step, onStart });
  assert.ok(tookMs() < limitMs + graceMs, `took ${tookMs()} ms`);
  assert.equal(result.exitCode, 130, result.output);
  return result;
}

function assertCancelled(result: StageResult, outputs: With): void {
  assert.partialDeepStrictEqual(result.outputs, outputs, result.output);
  assert.match(result.annotations.at(-1)?.message ?? '', /cancelled/);
  assert.match(result.summary ?? '', /cancelled/);
}

interface DialectCancel extends Omit<Cancel, 'when' | 'inputs'> {
  readonly script: Script;
  /** What the last request before the signal asks for, with the whole of it in, unless the run has printed these words. */
  readonly when: 'read' | 'deploy' | 'submit' | RegExp;
  readonly asked: string;
  readonly outputs: With;
}

/** Cancels a deploy that submits, on a service that answers by a script. */
async function cancelSubmission({ script, when, signals, asked, outputs }: DialectCancel): Promise<StageResult> {
  await using stage = await openStage();
  await using service = await startDialect(script);
  const isThere = (printed: string): boolean => {
    if (when instanceof RegExp) return when.test(printed);
    const last = service.requests.at(-1);
    return (
      last?.asked === when &&
      (last.body !== '' || when === 'read') &&
      service.requests.length === asked.split(', ').length
    );
  };
  const inputs = { 'base-url': service.url, ...submit };
  const result = await cancel(stage, { inputs, when: isThere, ...(signals && { signals }) });
  assertCancelled(result, outputs);
  assert.equal(service.asked(), asked);
  return result;
}

describe('a run is cancelled', { concurrency, skip: process.platform === 'win32' }, () => {
  for (const signals of [['SIGINT'], ['SIGTERM'], ['SIGINT', 'SIGTERM']] as const) {
    const name = signals.join(' and ');
    test(`${name} while a deploy is out and unanswered: its ending is unknown, and nothing follows it`, async () => {
      await cancelSubmission({
        script: { read: draft, deploy: 'nothing', submit: draft },
        when: 'deploy',
        signals,
        asked: 'read, deploy',
        outputs: { outcome: 'unknown', changed: 'false', submitted: 'false', status: 'draft' },
      });
    });
  }

  test('while the folder is packed: nothing is sent', async () => {
    await using stage = await openStage();
    await addHugeFile(stage);
    // Half a second after its first line it reads.
    const result = await cancel(stage, { inputs: { create: 'true' }, when: createDelay(/::add-mask::/, 500) });
    assertCancelled(result, { outcome: 'failed' });
    assert.deepEqual(result.requests, []);
  });

  test('while a wait is slept out: nothing is sent after it', async () => {
    const busy = { ...refuse(429, 'rate_limited', 'Slow down.'), headers: { 'retry-after': '60' } };
    await cancelSubmission({
      script: { read: draft, deploy: busy },
      when: /retrying in/,
      asked: 'read, deploy',
      outputs: { outcome: 'failed', changed: 'false' },
    });
  });

  test('while a submission is out: it was deployed, and the submission is unknown', async () => {
    const { annotations } = await cancelSubmission({
      script: { read: [draft, deployed], deploy: draft, submit: 'nothing' },
      when: 'submit',
      asked: 'read, deploy, read, submit',
      outputs: { outcome: 'unknown', changed: 'true', submitted: 'false' },
    });
    const headline = 'tides was deployed, but the result of the submission could not be verified';
    assert.equal(annotations.at(-1)?.title, headline);
  });

  test('while the service is asked whether it has deployed: unknown, and nothing is submitted', async () => {
    await cancelSubmission({
      script: { read: [draft, 'nothing'], deploy: sayNothing(204), submit: draft },
      when: 'read',
      asked: 'read, deploy, read',
      outputs: { outcome: 'unknown' },
    });
  });

  test('while GitHub is asked whether the run is stale, and does not answer: nothing is sent', async () => {
    await using stage = await openStage();
    await using github = await startGithub(() => 'silence');
    const inputs = { 'on-stale': 'skip', 'github-token': 'ghs_x' };
    const step = { env: { GITHUB_API_URL: github.apiUrl } };
    const result = await cancel(stage, { inputs, when: () => github.asked.length === 1, step });
    assertCancelled(result, { outcome: 'failed' });
    assert.deepEqual(result.requests, []);
  });

  test('while the comment is posted, and GitHub does not answer: the deploy stands in the outputs', async () => {
    await using stage = await openStage();
    await using github = await startGithub(() => 'silence');
    const inputs = { create: 'true', ...comment };
    const result = await cancel(stage, {
      inputs,
      when: () => github.asked.length === 1,
      step: onPullRequest(github),
    });
    assert.partialDeepStrictEqual(result.outputs, { outcome: 'deployed', changed: 'true' });
  });

  test('before the comment is posted: it is left as it is, without a word of it', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: draft, deploy: 'nothing' });
    await using github = await startGithub(() => ({ status: 200, body: [] }));
    const inputs = { 'base-url': service.url, ...comment };
    const result = await cancel(stage, {
      inputs,
      when: () => service.asked().includes('deploy'),
      step: onPullRequest(github),
    });
    assertCancelled(result, { outcome: 'unknown' });
    assert.deepEqual(github.asked, []);
    assert.doesNotMatch(result.output, /comment/);
  });

  test('while it waits for the review: the submission stands in the outputs', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const inputs = { ...submit, 'wait-for-review': '10' };
    const result = await cancel(stage, { inputs, when: (text) => text.includes('Waiting for the review') });
    assert.partialDeepStrictEqual(result.outputs, {
      outcome: 'deployed',
      changed: 'true',
      submitted: 'true',
      status: 'in_review',
    });
    assert.ok(result.annotations.some(({ message }) => /cancelled/.test(message)));
  });

  test('and the packing never goes on: what happened is reported all the same', async () => {
    await using stage = await openStage();
    await addHugeFile(stage);
    const env = await preload(stage, packForEver);
    const result = await cancel(stage, { inputs: {}, when: createDelay(/::add-mask::/, 500), step: { env } });
    assertCancelled(result, { outcome: 'failed' });
  });

  for (const [deaf, outcome] of [
    ['read', 'failed'],
    ['deploy', 'unknown'],
  ] as const) {
    test(`and a ${deaf} does not hear it: the result is ${outcome}`, async () => {
      await using stage = await openStage();
      await using service = await startDialect({ read: draft, deploy: draft, [deaf]: 'nothing' });
      const env = await preload(stage, runAloneHears);
      const isOut = (): boolean => service.asked().includes(deaf);
      const inputs = { 'base-url': service.url };
      assertCancelled(await cancel(stage, { inputs, when: isOut, step: { env } }), { outcome });
    });
  }

  test('and nothing hears it: the process ends within two seconds all the same', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: 'nothing' });
    const env = await preload(stage, 'AbortSignal.any = () => new AbortController().signal;');
    const { onStart, tookMs } = hitWhen(() => service.asked().includes('read'), ['SIGTERM']);
    // What it has left to say is no part of the contract.
    const { exitCode, output } = await runStep({
      workspace: stage.workspace,
      with: { 'base-url': service.url, 'api-key': key, slug, folder: 'app' },
      env,
      onStart,
    });
    assert.equal(exitCode, 130, output);
    assert.ok(tookMs() < limitMs + graceMs, `took ${tookMs()} ms`);
  });
});

/** Code that is loaded before the action: of all that a cancel is to end, the run hears of it and its requests do not. */
const runAloneHears = `
  const { any } = AbortSignal;
  let made = 0;
  AbortSignal.any = (signals) => ++made > 2 ? new AbortController().signal : any.call(AbortSignal, signals);
`;

/** True so many milliseconds after the words were first printed. */
function createDelay(words: RegExp, milliseconds: number): (printed: string) => boolean {
  let since: number | null = null;
  return (printed) => {
    if (since === null && words.test(printed)) since = performance.now();
    return since !== null && performance.now() - since >= milliseconds;
  };
}
