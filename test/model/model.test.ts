import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Fault } from '../../sandbox/service/faults.ts';
import type { Change } from '../../sandbox/service/store.ts';
import type { Operation } from '../../src/api/transport.ts';
import { endByCancel, endByDeadline } from '../../src/model/action-error.ts';
import { createFakeFolder, toWireFiles } from '../support/fake-service/folder.ts';
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
  type Lags,
  maxLagMs,
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
  { lags, options }: { readonly lags: Lags; readonly options: LimitedOptions },
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
        folder: createFakeFolder(getFolder(folder)),
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
  const isLate = lags.commits.length > 0 || options.pendingMs !== null;
  // A change that the run knows of may be applied shortly after its end.
  clock.pass(isLate || lags.follows.length + lags.files.length > 0 ? 130_000 : step.pauseMs);
  // A change so recent that a first read that lags may not show it.
  const isRecent = ({ time }: Change): boolean => time >= startedAt - lags.first;
  ended.forEach((app, index) => {
    const { outcome, facts } = app;
    outcomes.add(outcome.kind);
    if (facts.reviewResult !== null) reviews.add(facts.reviewResult);
    const { slug = '', folder = 0 } = inOrder[index] ?? {};
    const isAbout = (entry: { readonly slug: string | null }): boolean => entry.slug === slug;
    const events = service.history.slice(known).filter(isAbout);
    const before = service.history.slice(0, known).filter(isAbout);
    const old = before.findLast((change) => !isRecent(change))?.app ?? null;
    checkInvariants({
      step: { ...step, folder },
      ended: app,
      service,
      history: [...before, ...events],
      events,
      states: [before.at(-1)?.app ?? null, ...events.map((event) => event.app)],
      earlier: [old, ...before.filter(isRecent).map((change) => change.app)],
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

/** The lag of the service's reads behind its changes, in milliseconds. */
interface Lateness {
  /** The delay until the next change that is accepted with 200 is applied. */
  readonly late: () => number;
  /** The delay between the files of the next deploy or update and its status becoming visible. */
  readonly follow: () => number;
  /** The delay between the status of the next deploy and its files becoming visible. */
  readonly filesLate: () => number;
  /** The part of a read that lags. */
  readonly lagging: Fault['part'];
}

type LimitedOptions = ServiceOptions & Lateness;

/**
 * Returns the options without combinations that no client can distinguish. bounds.test.ts plays
 * those, and docs/reliability.md lists them.
 */
function limit(options: ServiceOptions, step: RunStep, lags: Lags): LimitedOptions {
  const { faults, acts, twin, review, outage } = step;
  const isAlone = acts.length === 0 && twin === null;
  const isCalm =
    isAlone && [...faults, outage].every((fault) => fault === null) && lags.commits.length === 0;
  // A time that changes with each read does not show a change.
  const isMoved = !isCalm && options.updated_at_moves === 'reads';
  // If an app may leave the review at once, that must leave a trace. Otherwise a lost submission
  // cannot be distinguished from one that was not applied.
  const traces = { submitted_at: 'each', timestamps: 'milliseconds' } as const;
  // If somebody else changes the content, files and status lag together: no client can recognize a
  // read of our files with the status of somebody else's.
  const lagging = isReplaced(step) ? 'all' : lags.lagging;
  return {
    ...{ ...options, ...limitLates(options, { step, lags, lagging, isAlone, isCalm }), lagging },
    ...(isAlone && review === null ? {} : traces),
    updated_at_moves: isMoved ? 'everything' : options.updated_at_moves,
  };
}

interface Calmness {
  readonly step: RunStep;
  readonly lags: Lags;
  readonly lagging: Fault['part'];
  readonly isAlone: boolean;
  readonly isCalm: boolean;
}

/** Returns how late the result of a change may show. */
function limitLates(options: ServiceOptions, { step, lags, lagging, isAlone, isCalm }: Calmness) {
  const isKnown = lags.reads.length === 0 || lagging === 'all';
  const isOpen = isAlone && isKnown && isNews(options, step);
  const most = isOpen ? Number.POSITIVE_INFINITY : maxLagMs - Math.max(0, ...lags.reads);
  const mostPending =
    isCalm && isKnown && lags.first === 0 ? Number.POSITIVE_INFINITY : Math.min(most, 20_000);
  const pendingMs = options.pendingMs && Math.min(options.pendingMs, mostPending);
  // After a 202 whose state shows late, there is no time by which an old state can be recognized.
  const isAtOnce = pendingMs === null && isAlone;
  return {
    pendingMs,
    late: inTurn(...lags.commits.map((lateMs) => Math.min(lateMs, most))),
    follow: inTurn(...(isAtOnce ? lags.follows : [])),
    filesLate: inTurn(...(isAtOnce ? lags.files : [])),
    // The file that the service adds must not show before the deploy itself.
    makesFile:
      options.makesFile &&
      isAtOnce &&
      step.beside.length === 0 &&
      lags.commits.length + lags.files.length === 0,
  };
}

/**
 * True if each deploy changes the content that reads show. Otherwise, a commit after 7 s cannot be
 * distinguished from none, and its status with old files cannot be distinguished from the status of
 * somebody else. Another run may also show the same content sooner.
 */
function isNews(
  { own_file: own, listed_files: listed }: ServiceOptions,
  { inputs }: RunStep,
): boolean {
  return inputs.force !== true && own === 'no' && listed === 'all';
}

/** True if somebody else changes the content. */
function isReplaced({ twin, acts }: RunStep): boolean {
  return (
    twin !== null || acts.some(([, { do: does }]) => ['deploy', 'discard', 'delete'].includes(does))
  );
}

/** A request, and who sends it. */
type Asked = Pick<Exchange, 'operation' | 'slug' | 'by'>;

/** Returns a function that makes the faults for a request, by which the service lags. */
function toLags(options: LimitedOptions, lags: Lags, service: FakeService) {
  const next = inTurn(...lags.reads);
  const earlier = service.exchanges.length;
  /** The period in which reads of an app show the old files. */
  const oldFiles = new Map<string | null, { readonly from: number; readonly until: number }>();
  /**
   * The first read of a run may show a state from before the run; if it does not lag, later reads
   * may. Two changes before the run are outside the model, because no time shows them: a deleted
   * app, and a change that keeps `updated_at`.
   */
  const toStale = (now: number, { slug, by }: Asked): Partial<Fault> => {
    const { from, until } = oldFiles.get(slug) ?? { from: 0, until: 0 };
    if (now < until) return { kind: 'stale', lag_ms: now - from + 1, part: 'files' };
    const isOf = (exchange: Exchange): boolean =>
      exchange.by === by && exchange.slug === slug && showsApp(exchange);
    const first = service.exchanges.slice(earlier).find(isOf);
    const isTold =
      options.updated_at_moves === 'everything' && /^(milli|nano)seconds$/.test(options.timestamps);
    const most =
      isTold && first?.response?.status === 200
        ? Number.POSITIVE_INFINITY
        : now - (first?.endedAt ?? now);
    return {
      kind: 'stale',
      lag_ms: first === undefined ? lags.first : Math.min(next(), most),
      part: options.lagging,
    };
  };
  return (asked: Asked): readonly Partial<Fault>[] => {
    const { operation, slug } = asked;
    const now = service.clock.now();
    if (operation === 'read') return [toStale(now, asked)];
    if (operation === 'deploy') oldFiles.set(slug, { from: now, until: now + options.filesLate() });
    return operation === 'list' ? [] : listLates(operation, options);
  };
}

/** Returns how late a change is made, or its state shows. */
function listLates(
  operation: Operation,
  { pendingMs, late, follow }: LimitedOptions,
): readonly Partial<Fault>[] {
  const lateMs = pendingMs ?? late();
  if (lateMs > 0) return [{ kind: 'late', ms: lateMs, status: pendingMs === null ? 200 : 202 }];
  const followMs = operation === 'deploy' || operation === 'update' ? follow() : 0;
  return followMs > 0 ? [{ kind: 'late_state', ms: followMs }] : [];
}

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
