import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Change } from '../../sandbox/store.ts';
import { createFakeFolder, type Files, toWireFiles } from '../support/fake-service/folder.ts';
import { type EndedRun, inTurn, runCommand } from '../support/fake-service/scene.ts';
import { type Actor, type FakeOptions, FakeService } from '../support/fake-service/service.ts';
import { type Act, getFolder, type Lags, maxLagMs, type RunStep, type Story, story } from './arbitrary.ts';
import { showsApp } from './exchanges.ts';
import { checkInvariants } from './invariants.ts';

/** More stories by the environment, each time others but for a seed; without it always the same, so that nothing comes and goes. */
const { MODEL_RUNS: number, MODEL_SEED: seed = number === undefined ? '20261121' : undefined } = process.env;
const runs = Number(number ?? 2_000);
const parameters = seed === undefined ? {} : { seed: Number(seed) };

/** What the stories came to, so that a model that proves nothing does not pass. */
const [outcomes, reviews] = [new Set<string>(), new Set<string>()];

test(`whatever is done, by whomever, and whatever goes wrong, a run reports what the service holds (${runs} stories)`, async () => {
  await fc.assert(fc.asyncProperty(story, playStory), { numRuns: runs, ...parameters });
  const expected = [
    ...['deployed', 'unchanged', 'planned', 'skipped', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read'],
    ...['rejected', 'failed', 'unknown'],
  ];
  assert.deepEqual([...outcomes].sort(), expected.sort(), 'every outcome came up');
  assert.deepEqual([...reviews].sort(), ['approved', 'pending', 'rejected', 'withdrawn'], 'every result came up');
});

async function playStory({ options, lags, start, others, steps }: Story): Promise<void> {
  const service = new FakeService(options);
  let base = service.options;
  for (let number = 0; number < others; number += 1) service.put({}, `app-${number}`);
  if (start !== null) service.put({ status: start.status, files: toWireFiles(getFolder(start.folder)) });
  for (const step of steps) {
    service.options = { ...limit(base, step, lags), lag: toLag(lags, service) };
    await playRun(step, service, lags);
    base = { ...base, own_file: service.options.own_file };
  }
}

async function playRun(step: RunStep, service: FakeService, lags: Lags): Promise<void> {
  const { clock } = service;
  const { review, acts, twin, outage } = step;
  const history = (): readonly Change[] => service.history.filter(({ slug }) => slug === 'tides');
  const [changed, exchanged, slept] = [history().length, service.exchanges.length, clock.slept.length];
  const startedAt = clock.now();
  const reviewer = review && clock.setTimer(() => service.review(review.move), review.afterMs);
  service.faults = [...step.faults];
  service.onRequest = (number) => {
    for (const [at, act] of acts) if (at === number - exchanged) play(act, service, getFolder(step.folder));
    if (outage?.request !== number - exchanged) return;
    service.outage = { fault: outage.fault, until: clock.now() + outage.milliseconds };
  };
  const start = ({ inputs, folder }: Pick<RunStep, 'inputs' | 'folder'>, by: Actor): Promise<EndedRun> =>
    runCommand({ service, folder: createFakeFolder(getFolder(folder)), inputs, by });
  const run = start(step, 'run');
  const other = twin && start(twin, 'twin');
  const ended = await run;
  const seenByRun = {
    endedAt: clock.now(),
    slept: clock.slept.slice(slept),
    exchanges: service.exchanges.slice(exchanged).filter(({ by }) => by === 'run'),
  };
  await other;
  reviewer?.clear();
  Object.assign(service, { faults: [], outage: null, onRequest: () => undefined, isKeyValid: true });
  outcomes.add(ended.outcome.kind);
  if (ended.facts.reviewResult !== null) reviews.add(ended.facts.reviewResult);
  const isLate = lags.commits.length > 0 || service.options.pendingMs !== null;
  // A change that the run knows of may be made a moment after its end.
  clock.pass(isLate || lags.follows.length + lags.files.length > 0 ? 130_000 : step.pauseMs);
  const events = history().slice(changed);
  const before = history().slice(0, changed);
  const states = [before.at(-1)?.app ?? null, ...events.map(({ app }) => app)];
  // What a first read that lags shows.
  const isRecent = ({ time }: Change): boolean => time >= startedAt - lags.first;
  const old = before.findLast((change) => !isRecent(change))?.app ?? null;
  const earlier = [old, ...before.filter(isRecent).map(({ app }) => app)];
  checkInvariants({ step, ended, service, events, states, earlier, startedAt, ...seenByRun, lags, isLate });
}

/** What no client can tell apart is not drawn together: bounds.test.ts plays it, and docs/reliability.md lists it. */
function limit(options: FakeOptions, step: RunStep, lags: Lags): FakeOptions {
  const { faults, acts, twin, review, outage } = step;
  const isAlone = acts.length === 0 && twin === null;
  const isCalm = isAlone && [...faults, outage].every((fault) => fault === null) && lags.commits.length === 0;
  // A time that reads move says nothing of a change.
  const isMoved = !isCalm && options.updated_at_moves === 'reads';
  // Who takes an app out of review at once leaves a trace, or what was lost cannot be told from what was not made.
  const traces = { submitted_at: 'each', timestamps: 'milliseconds' } as const;
  // Two halves of a read that never were there together, such as our files and the state of somebody else's.
  const lagging = isReplaced(step) ? 'all' : lags.lagging;
  return {
    ...{ ...options, ...limitLates({ ...options, lagging }, { step, lags, isAlone, isCalm }), lagging },
    ...(isAlone && review === null ? {} : traces),
    updated_at_moves: isMoved ? 'everything' : options.updated_at_moves,
  };
}

interface Calmness {
  readonly step: RunStep;
  readonly lags: Lags;
  readonly isAlone: boolean;
  readonly isCalm: boolean;
}

/** How late what a change makes may show. */
function limitLates(options: FakeOptions, { step, lags, isAlone, isCalm }: Calmness): Partial<FakeOptions> {
  const isKnown = lags.reads.length === 0 || options.lagging === 'all';
  const isOpen = isAlone && isKnown && isNews(options, step);
  const most = isOpen ? Number.POSITIVE_INFINITY : maxLagMs - Math.max(0, ...lags.reads);
  const mostPending = isCalm && isKnown && lags.first === 0 ? Number.POSITIVE_INFINITY : Math.min(most, 20_000);
  const pendingMs = options.pendingMs && Math.min(options.pendingMs, mostPending);
  // A 202 whose state follows late has no time from which an old state could be told by.
  const isAtOnce = pendingMs === null && isAlone;
  return {
    pendingMs,
    late: inTurn(...lags.commits.map((lateMs) => Math.min(lateMs, most))),
    follow: inTurn(...(isAtOnce ? lags.follows : [])),
    filesLate: inTurn(...(isAtOnce ? lags.files : [])),
    // What it makes must not show before what was deployed.
    makesFile: options.makesFile && isAtOnce && lags.commits.length + lags.files.length === 0,
  };
}

/**
 * Of what was there before, a commit after 7 s cannot be told from none, nor its state beside old files from that of somebody
 * else; and another run may show the same sooner.
 */
function isNews({ own_file: own, listed_files: listed }: FakeOptions, { inputs }: RunStep): boolean {
  return inputs.force !== true && own === 'no' && listed === 'all';
}

/** Whether somebody else changes the content. */
function isReplaced({ twin, acts }: RunStep): boolean {
  return twin !== null || acts.some(([, { do: does }]) => ['deploy', 'discard', 'delete'].includes(does));
}

/**
 * The first read of a run may show the time before it. No later one shows what was there before the first: that one is what the
 * run compares with.
 */
function toLag({ reads, first: firstMs }: Lags, service: FakeService): FakeOptions['lag'] {
  const next = inTurn(...reads);
  const earlier = service.exchanges.length;
  return (by) => {
    const first = service.exchanges.slice(earlier).find((exchange) => exchange.by === by && showsApp(exchange));
    return first === undefined ? firstMs : Math.min(next(), service.clock.now() - first.endedAt);
  };
}

/** Plays somebody else. What the document or the state does not allow does not happen. */
function play(act: Act, service: FakeService, folder: Files): void {
  const ours = toWireFiles(folder);
  if (act.do === 'deploy') {
    const other = { ...ours, 'index.html': '<h1>Theirs</h1>' };
    const oldest = service.history.find(({ app }) => app !== null)?.app?.draft;
    const old = oldest === undefined ? other : Object.fromEntries(oldest);
    service.replace({ same: ours, old, other }[act.folder]);
  } else if (act.do === 'delete') {
    service.remove();
  } else if (act.do === 'revoke') {
    service.isKeyValid = false;
  } else if (act.do === 'terms') {
    service.sandbox.configure({ termsVersion: '2027-01' });
  } else {
    const { draft, published } = service.sandbox.store.find('tides') ?? {};
    // To go back to a published version that is ours, or that the draft holds, already looks like an instant approval.
    const isSame = [draft, new Map(Object.entries(ours))].some((files) => isDeepStrictEqual(files, published));
    if (act.do !== 'discard' || !isSame) service.review(act.do);
  }
}
