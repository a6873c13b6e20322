import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { createFakeFolder, type Files, toWireFiles } from '../support/fake-service/folder.ts';
import { runCommand } from '../support/fake-service/run.ts';
import { type FakeOptions, FakeService } from '../support/fake-service/service.ts';
import { type Act, folders, type Lags, maxLagMs, type RunStep, type Story, story } from './arbitrary.ts';
import { showsApp } from './exchanges.ts';
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
  service.options = { ...limit(base, step, lags), lag: toLag(lags.reads, service) };
  const { review, acts, twin, outage } = step;
  if (review !== null) clock.after(review.afterMs, () => service.review('tides', review.move));
  const firstRequest = service.requests.length;
  const firstExchange = service.exchanges.length;
  const start = files(step.folder);
  service.onRequest = (number) => {
    for (const [at, act] of acts) if (at === number - firstRequest) play(act, service, start);
    if (outage?.request === number - firstRequest) {
      service.outage = { fault: outage.fault, until: clock.now() + outage.milliseconds };
    }
  };
  const startedAt = clock.now();
  const firstChange = service.history.length;
  const sleptBefore = clock.slept.length;
  const run = runCommand({ service, folder: createFakeFolder(start), inputs: step.inputs });
  const other =
    twin === null
      ? null
      : runCommand({ service, folder: createFakeFolder(files(twin.folder)), inputs: twin.inputs, by: 'twin' });
  const ended = await run;
  const endedAt = clock.now();
  const slept = clock.slept.slice(sleptBefore);
  const exchanges = service.exchanges.slice(firstExchange).filter(({ by }) => by === 'run');
  await other;
  service.faults = [];
  service.outage = null;
  service.onRequest = () => undefined;
  seen.set(ended.outcome.kind, (seen.get(ended.outcome.kind) ?? 0) + 1);
  if (ended.facts.reviewResult !== null) reviews.add(ended.facts.reviewResult);
  // A change that the run knows of may be made a moment after its end.
  clock.pass(130_000);
  const events = service.history.slice(firstChange);
  const before = service.history[firstChange - 1];
  checkInvariants({
    step,
    ended,
    service,
    events,
    states: [before?.app ?? null, ...events.map(({ app }) => app)],
    exchanges,
    startedAt,
    endedAt,
    slept,
    lags,
    isLate: lags.commits.length > 0 || service.options.pendingMs !== null,
  });
}

/** What no client can tell apart is not drawn together: bounds.test.ts plays it, and docs/reliability.md lists it. */
function limit(options: FakeOptions, step: RunStep, lags: Lags): FakeOptions {
  const { inputs, faults, acts, twin, review, outage } = step;
  const isAlone = acts.length === 0 && twin === null;
  const isCalm = isAlone && outage === null && faults.every((fault) => fault === null) && lags.commits.length === 0;
  // A time that reads move says nothing of a change.
  const isMoved = !isCalm && options.updated_at_moves === 'reads';
  // Who takes an app out of review at once leaves a trace, or what was lost cannot be told from what was not made.
  const submittedAt = isAlone && review === null ? options.submitted_at : 'each';
  const isReplaced = twin !== null || acts.some(([, { do: does }]) => replacing.has(does));
  // Two halves of a read that never were there together, such as our files and the state of somebody else's.
  const lagging = isReplaced ? 'all' : lags.lagging;
  // Of what was there before, a commit after 7 s cannot be told from none; and another run may show the same sooner.
  const isNew = !inputs.force && options.own_file === 'no' && options.listed_files === 'all';
  const mostLag = Math.max(0, ...lags.reads);
  const most = isAlone && isNew ? Number.POSITIVE_INFINITY : maxLagMs - mostLag;
  const pendingMs =
    isCalm || options.pendingMs === null ? options.pendingMs : Math.min(options.pendingMs, most, 20_000);
  // A 202 whose state follows late has no time from which an old state could be told by.
  const follows = pendingMs === null && isAlone ? lags.follows : [];
  return {
    ...options,
    updated_at_moves: isMoved ? 'everything' : options.updated_at_moves,
    submitted_at: submittedAt,
    pendingMs,
    lagging,
    late: inTurn(lags.commits.map((lateMs) => Math.min(lateMs, most))),
    follow: inTurn(follows),
  };
}

/** What changes the content. */
const replacing: ReadonlySet<Act['do']> = new Set(['deploy', 'discard', 'delete']);

/** No read of a run shows what was there before its first one: that one is what the run compares with. */
function toLag(lags: readonly number[], service: FakeService): FakeOptions['lag'] {
  const next = inTurn(lags);
  const earlier = service.exchanges.length;
  return (by) => {
    const first = service.exchanges.slice(earlier).find((exchange) => exchange.by === by && showsApp(exchange));
    return first === undefined ? 0 : Math.min(next(), service.clock.now() - first.endedAt);
  };
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
      const oldest = service.history.find(({ app }) => app !== null)?.app?.draft;
      const old = oldest === undefined ? other : Object.fromEntries(oldest);
      service.replace('tides', { same: toWireFiles(ours), old, other }[act.folder]);
      break;
    }
    case 'submit':
      service.submit('tides');
      break;
    case 'discard': {
      const { draft, published } = service.sandbox.store.find('tides') ?? {};
      // To go back to a published version that is ours, or as the draft, already looks like an instant approval.
      const isSame = [draft, new Map(Object.entries(toWireFiles(ours)))].some((one) =>
        isDeepStrictEqual(one, published),
      );
      if (!isSame) service.review('tides', 'discard');
      break;
    }
    case 'delete':
      service.remove('tides');
      break;
    default:
      service.review('tides', act.do);
  }
}
