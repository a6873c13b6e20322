import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFakeFolder, type Files, toWireFiles } from '../support/fake-service/folder.ts';
import { runCommand } from '../support/fake-service/run.ts';
import { type FakeOptions, FakeService } from '../support/fake-service/service.ts';
import { type Act, folders, type Lags, type RunStep, type Story, story } from './arbitrary.ts';
import { checkInvariants } from './invariants.ts';

/** More stories by the environment, each time others; without it always the same, so that nothing comes and goes. */
const runs = Number(process.env['MODEL_RUNS'] ?? 2_000);
const parameters = process.env['MODEL_RUNS'] === undefined ? { seed: 20_261_121 } : {};

/** What the stories came to, so that a model that proves nothing does not pass. */
const seen = new Map<string, number>();
const reviews = new Set<string>();

test(`whatever is done, by whomever, and whatever goes wrong, a run reports what the service holds (${runs} stories)`, async () => {
  await fc.assert(fc.asyncProperty(story, playStory), { numRuns: runs, ...parameters });
  const expected = [
    ...['deployed', 'unchanged', 'planned', 'skipped', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read'],
    ...['rejected', 'failed', 'unknown'],
  ];
  assert.deepEqual([...seen.keys()].sort(), expected.sort(), 'every outcome came up');
  assert.deepEqual([...reviews].sort(), ['approved', 'pending', 'rejected', 'withdrawn'], 'every result came up');
});

async function playStory({ options, lags, start, steps }: Story): Promise<void> {
  const service = new FakeService(options);
  if (start !== null) {
    service.put('tides', { status: start.status, files: toWireFiles(folders[start.folder] ?? {}) });
  }
  const base = service.options;
  for (const step of steps) await playRun(step, { service, base, lags });
}

interface Setting {
  readonly service: FakeService;
  readonly base: FakeOptions;
  readonly lags: Lags;
}

async function playRun(step: RunStep, { service, base, lags }: Setting): Promise<void> {
  const { clock } = service;
  service.faults = [...step.faults];
  service.options = { ...limit(base, step, lags), lag: inTurn(lags.reads), late: inTurn(lags.commits) };
  const { review, acts, twin } = step;
  if (review !== null) clock.after(review.afterMs, () => service.review('tides', review.move));
  const firstRequest = service.requests.length;
  const start = files(step.folder);
  service.onRequest = (number) => {
    for (const [at, act] of acts) if (at === number - firstRequest) play(act, service, start);
  };
  const startedAt = clock.now();
  const sleptBefore = clock.slept.length;
  const run = runCommand({ service, folder: createFakeFolder(start), inputs: step.inputs });
  const other =
    twin === null
      ? null
      : runCommand({ service, folder: createFakeFolder(files(twin.folder)), inputs: twin.inputs, by: 'twin' });
  const ended = await run;
  const endedAt = clock.now();
  const slept = clock.slept.slice(sleptBefore);
  const requests = service.requests.slice(firstRequest);
  await other;
  service.faults = [];
  service.onRequest = () => undefined;
  seen.set(ended.outcome.kind, (seen.get(ended.outcome.kind) ?? 0) + 1);
  if (ended.facts.reviewResult !== null) reviews.add(ended.facts.reviewResult);
  // A change that the run knows of may be made a moment after its end.
  clock.pass(130_000);
  const events = service.history.filter(({ at }) => at >= startedAt - 7_000);
  const before = service.history.findLast(({ at }) => at < startedAt - 7_000);
  checkInvariants({
    step,
    ended,
    service,
    events,
    states: [before?.app ?? null, ...events.map(({ app }) => app)],
    requests,
    startedAt,
    endedAt,
    slept,
    lags: lags.reads.length > 0 || lags.commits.length > 0,
    isLate: lags.commits.length > 0,
  });
}

/** What no client can tell apart is not drawn together: docs/reliability.md has it among the bounds. */
function limit(options: FakeOptions, { inputs, faults, acts, twin }: RunStep, lags: Lags): FakeOptions {
  const hasFaults = faults.some((fault) => fault !== null);
  const isAlone = !hasFaults && acts.length === 0 && twin === null && lags.commits.length === 0;
  // A time that reads move says nothing of a change; and a 202 that is lost is a change that comes later than any look.
  const dates = new Set(options.dates);
  if (!isAlone) dates.delete('read');
  // A file that the service makes in a new app is told from somebody else's only by a read between deploy and submission.
  const ownFile = options.ownFile && !(inputs.create && inputs.submit);
  return { ...options, dates, ownFile, pendingMs: hasFaults ? null : options.pendingMs };
}

function files(folder: number): Files {
  return folders[folder] ?? {};
}

function inTurn(values: readonly number[]): () => number {
  let next = 0;
  return () => {
    const value = values.length === 0 ? 0 : (values[next % values.length] ?? 0);
    next += 1;
    return value;
  };
}

/** Plays somebody else. What the document or the state does not allow does not happen. */
function play(act: Act, service: FakeService, ours: Files): void {
  switch (act.do) {
    case 'deploy': {
      const other = { ...toWireFiles(ours), 'index.html': '<h1>Theirs</h1>' };
      const old = service.history.find(({ app }) => app !== null)?.app?.files ?? other;
      service.replace('tides', { same: toWireFiles(ours), old, other }[act.folder]);
      break;
    }
    case 'submit':
      service.submit('tides');
      break;
    case 'discard':
      // To go back to a published version that is ours already looks like an instant approval.
      if (JSON.stringify(service.apps.get('tides')?.publishedFiles) !== JSON.stringify(toWireFiles(ours))) {
        service.discard('tides');
      }
      break;
    case 'delete':
      service.remove('tides');
      break;
    default:
      service.review('tides', act.do);
  }
}
