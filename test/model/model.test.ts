import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Fault } from '../../sandbox/service/faults.ts';
import { endByCancel, endByDeadline } from '../../src/errors.ts';
import { makeFolder, toWireFiles } from '../support/fake-service/folder.ts';
import { type EndedRun, type OpenRun, runSeveral } from '../support/fake-service/scene.ts';
import {
  type Actor,
  account,
  type Exchange,
  FakeService,
} from '../support/fake-service/service.ts';
import {
  type Act,
  getFolder,
  type RunStep,
  type ServiceOptions,
  type Story,
  story,
} from './arbitrary.ts';
import { showsApp } from './exchanges.ts';
import { checkInvariants } from './invariants.ts';
import { checkSeveral } from './several.ts';

/**
 * The number of stories, and the seed. Both can be set by environment variables; by default the
 * stories are always the same, so that the results are reproducible.
 */
const { MODEL_RUNS: number, MODEL_SEED: seed = number === undefined ? '20261121' : undefined } =
  process.env;
const runs = Number(number ?? 2_000);
const parameters = seed === undefined ? {} : { seed: Number(seed) };

/**
 * The outcomes and review results of all stories, checked so that a model that reaches too few of
 * them fails.
 */
const [outcomes, reviews] = [new Set<string>(), new Set<string>()];

test(`a run reports the actual state of the service, whatever fails and whoever else changes the app (${runs} random stories)`, async () => {
  await fc.assert(fc.asyncProperty(story, playStory), { numRuns: runs, ...parameters });
  const expected = [
    ...[
      'deployed',
      'unchanged',
      'planned',
      'skipped',
      'submitted',
      'created',
      'updated',
      'deleted',
      'listed',
      'read',
    ],
    ...['rejected', 'failed', 'unknown', 'not_run'],
  ];
  assert.deepEqual([...outcomes].sort(), expected.sort(), 'every outcome came up');
  assert.deepEqual(
    [...reviews].sort(),
    ['approved', 'pending', 'rejected', 'withdrawn'],
    'every result came up',
  );
});

async function playStory({ options, lags, start, others, steps }: Story): Promise<void> {
  const service = new FakeService(options);
  if (options.makesPage) service.ownPage = () => `<p>It is ${service.clock.now()}.</p>`;
  let base = options;
  for (let number = 0; number < others; number += 1) service.put({}, `app-${number}`);
  if (start !== null) putStart(start, service);
  for (const step of steps) {
    const limited = limit(base, step, lags);
    await playRun(step, service, { lags, options: limited });
    base = { ...base, own_file: service.sandbox.setup().assumptions.own_file };
  }
}

async function playRun(
  step: RunStep,
  service: FakeService,
  { lags, options }: { readonly lags: readonly number[]; readonly options: ServiceOptions },
): Promise<void> {
  const { clock, sandbox } = service;
  const { review, acts, twin, outage, faults, beside } = step;
  for (const { slug, start } of beside) {
    if (start !== null && sandbox.store.find(slug) === undefined) putStart(start, service, slug);
  }
  const [known, exchanged] = [service.history.length, service.exchanges.length];
  const startedAt = clock.now();
  const reviewer = review && clock.setTimer(() => service.review(review.move), review.afterMs);
  sandbox.configure({
    ...{
      accounts: [account],
      termsVersion: '2026-10',
      assumptions: options,
      rate: { changes: options.changesPerMinute },
    },
    faults: faults.flatMap((fault, skip): Partial<Fault>[] =>
      fault === null || typeof fault === 'string' ? [] : [{ ...fault, method: 'any', skip }],
    ),
  });
  const listLags = toLags(options, lags, service);
  service.onRequest = (number, request) => {
    const at = number - exchanged;
    for (const [wanted, act] of acts) if (wanted === at) play(act, service, step);
    if (outage?.request === at)
      sandbox.faults.add({ ...outage.fault, when: outage.when, for_ms: outage.milliseconds });
    for (const fault of listLags(request)) sandbox.faults.add(fault);
    const isMade = service.history
      .slice(known)
      .some(({ did, by }) => did === 'deploy' && by === 'run');
    if (options.makesFile && isMade) sandbox.configure({ assumptions: { own_file: 'yes' } });
    interfere(faults[at], service, runs.get(request.by));
  };
  const runs = new Map<Actor, OpenRun>();
  const start = (
    apps: readonly RunApp[],
    inputs: RunStep['inputs'],
    by: Actor,
  ): Promise<readonly EndedRun[]> => {
    const parts = apps.map(({ slug, folder }) => {
      return {
        service,
        folder: makeFolder(getFolder(folder)),
        inputs: { ...inputs, slug },
        by,
      };
    });
    return runSeveral(parts, (run) => runs.set(by, run));
  };
  const apps: readonly RunApp[] = [{ slug: 'tides', folder: step.folder }, ...beside];
  const inOrder = apps.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  const run = start(inOrder, step.inputs, 'run');
  const other = twin && start([{ slug: 'tides', folder: twin.folder }], twin.inputs, 'twin');
  const ended = await run;
  const endedAt = clock.now();
  const exchanges = service.exchanges.slice(exchanged).filter(({ by }) => by === 'run');
  await other;
  reviewer?.clear();
  Object.assign(service, { onRequest: () => undefined, refusals: 0 });
  const isLate = options.pendingMs !== null;
  // A change that the run knows of may be applied shortly after its end.
  clock.pass(isLate ? 130_000 : step.pauseMs);
  ended.forEach((app, index) => {
    const { outcome, facts } = app;
    outcomes.add(outcome);
    if (facts.reviewResult !== null) reviews.add(facts.reviewResult);
    const { slug = '', folder = 0 } = inOrder[index] ?? {};
    const isAbout = (entry: { readonly slug: string | null }): boolean => entry.slug === slug;
    const events = service.history.slice(known).filter(isAbout);
    const before = service.history.slice(0, known).filter(isAbout);
    checkInvariants({
      step: { ...step, folder },
      ended: app,
      service,
      history: [...before, ...events],
      events,
      states: [before.at(-1)?.app ?? null, ...events.map((event) => event.app)],
      exchanges: apps.length === 1 ? exchanges : exchanges.filter(isAbout),
      ...{ startedAt, endedAt, lags, options, isLate },
    });
  });
  if (apps.length > 1) checkSeveral({ step, ended, exchanges, tookMs: endedAt - startedAt });
}

/** An app of a run. */
interface RunApp {
  readonly slug: string;
  readonly folder: number;
}

/** Adds an app in its initial state. */
function putStart(
  { status, folder }: NonNullable<Story['start']>,
  service: FakeService,
  slug = 'tides',
): void {
  service.put({ status, files: toWireFiles(getFolder(folder)) }, slug);
}

/** Refuses the connection, or ends the run during a slow request. */
function interfere(
  fault: RunStep['faults'][number] | undefined,
  service: FakeService,
  run?: OpenRun,
): void {
  if (fault === 'no_connection') service.refusals = 1;
  if (fault !== 'cancel' && fault !== 'deadline') return;
  service.sandbox.faults.add({ kind: 'slow', ms: 1_000, times: 1 });
  service.clock.after(500, () =>
    run?.abort(fault === 'cancel' ? endByCancel() : endByDeadline(10)),
  );
}

/**
 * Returns the options without combinations that no client can distinguish. bounds.test.ts plays
 * those, and docs/reliability.md lists them.
 */
function limit(options: ServiceOptions, step: RunStep, lags: readonly number[]): ServiceOptions {
  const { faults, acts, twin, review, outage } = step;
  const isAlone = acts.length === 0 && twin === null;
  const isCalm = isAlone && [...faults, outage].every((fault) => fault === null);
  // A time that changes with each read does not show a change.
  const isSteady = isCalm && lags.length === 0;
  const isMoved = !isSteady && options.updated_at_moves === 'reads';
  // If an app may leave the review at once, that must leave a trace. Otherwise a lost submission
  // cannot be distinguished from one that was not applied.
  const traces = { submitted_at: 'each', timestamps: 'milliseconds' } as const;
  const mostPending = isCalm ? Number.POSITIVE_INFINITY : 20_000;
  return {
    ...options,
    ...(isAlone && review === null ? {} : traces),
    updated_at_moves: isMoved ? 'everything' : options.updated_at_moves,
    pendingMs: options.pendingMs && Math.min(options.pendingMs, mostPending),
    // A file that the service adds after the read that confirmed a deploy is like somebody else's.
    makesFile:
      options.makesFile && isAlone && step.beside.length === 0 && options.pendingMs === null,
  };
}

/** Returns a function that makes the faults for a request, by which the service lags. */
function toLags(options: ServiceOptions, lags: readonly number[], service: FakeService) {
  const next = inTurn(...lags);
  const earlier = service.exchanges.length;
  /** A read that lags never shows an older app than the first read of its run. */
  const toStale = (now: number, { slug, by }: Asked): Partial<Fault> => {
    const first = service.exchanges.slice(earlier).find((exchange) => {
      return exchange.by === by && exchange.slug === slug && showsApp(exchange);
    });
    const most = first === undefined ? 0 : now - first.endedAt;
    return { kind: 'stale', lag_ms: Math.min(next(), most), part: 'all' };
  };
  return (asked: Asked): readonly Partial<Fault>[] => {
    const { operation } = asked;
    if (operation === 'read') return [toStale(service.clock.now(), asked)];
    if (operation === 'list' || options.pendingMs === null) return [];
    return [{ kind: 'late', ms: options.pendingMs, status: 202 }];
  };
}

/** A request, and who sends it. */
type Asked = Pick<Exchange, 'operation' | 'slug' | 'by'>;

/** Returns a function that returns each value in turn, then always the last one. */
function inTurn(...values: readonly number[]): () => number {
  const left = [...values];
  return () => (left.length > 1 ? left.shift() : left[0]) ?? 0;
}

/**
 * Plays the action of somebody else. Does nothing if the document or the state does not allow it.
 */
function play(act: Act, service: FakeService, { folder, inputs }: RunStep): void {
  const ours = toWireFiles(getFolder(folder));
  if (act.do === 'deploy') {
    const other = { ...ours, 'index.html': '<h1>Theirs</h1>' };
    const oldest = service.history.find(({ app }) => app !== null)?.app?.draft;
    const old = oldest === undefined ? other : Object.fromEntries(oldest);
    service.replace({ same: ours, old, other }[act.folder]);
  } else if (act.do === 'delete') {
    service.remove();
  } else if (act.do === 'revoke') {
    service.revokeKey();
  } else if (act.do === 'terms') {
    service.sandbox.configure({ termsVersion: '2027-01' });
  } else {
    const { draft, published } = service.sandbox.store.find('tides') ?? {};
    // If the draft returns to a published version that is ours, or that equals the draft, that
    // looks like an instant approval. For a submission without a folder, every return does.
    const hasOurs = Object.entries(ours).every(
      ([path, content]) => published?.get(path) === content,
    );
    const isSame = hasOurs || isDeepStrictEqual(draft, published);
    const takesAny = inputs.command === 'submit' && inputs.folder === '';
    if (act.do !== 'discard' || !(isSame || takesAny)) service.review(act.do);
  }
}
