import assert from 'node:assert/strict';
import type { Facts } from '../../src/outcome.ts';
import { type FakeApp, isUnderReview, readService } from '../support/fake-service/app.ts';
import { type Files, toWireFiles } from '../support/fake-service/folder.ts';
import type { EndedRun } from '../support/fake-service/run.ts';
import type { FakeService, HistoryEntry } from '../support/fake-service/service.ts';
import { folders, type RunStep } from './arbitrary.ts';

/** A run that is over, and what the service knows of its time. */
export interface Observed {
  readonly step: RunStep;
  readonly ended: EndedRun;
  readonly service: FakeService;
  /** What happened during the run, by whomever. */
  readonly events: readonly HistoryEntry[];
  /** Every state that the app was in from the oldest that a read could show on. */
  readonly states: readonly (FakeApp | null)[];
  readonly requests: readonly string[];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly slept: readonly number[];
  /** Whether reads lag, or changes are made late. */
  readonly lags: boolean;
  readonly isLate: boolean;
}

/** What must hold of every run, whatever goes wrong in it, and whoever else is there. */
export function checkInvariants(observed: Observed): void {
  checkCommits(observed);
  checkReport(observed);
  checkKind(observed);
  checkNeedlessRed(observed);
  if (observed.ended.exitCode === 0) checkProven(observed);
}

/** One submission at most, nothing deployed behind it, and no change made twice. */
function checkCommits({ step, events, requests, isLate }: Observed): void {
  const own = events.filter(({ by }) => by === 'run');
  assert.ok(count(own, 'submit') <= 1, 'a submission was committed more than once');
  // What others undo may rightly be done again.
  const isAlone = step.acts.length === 0 && step.twin === null;
  for (const did of ['create', 'delete'] as const) {
    assert.ok(!isAlone || count(own, did) <= 1, `${did} was committed more than once`);
  }
  const firstSubmit = own.findIndex(({ did }) => did === 'submit');
  // Where another one deploys the same content at the same time, a deploy that is made late may come after our submission.
  const isMixed = isLate && (step.acts.length > 0 || step.twin !== null);
  assert.ok(
    isMixed || firstSubmit === -1 || !own.slice(firstSubmit).some(({ did }) => did === 'deploy'),
    'a deploy after a submission',
  );
  if (step.inputs.dryRun === true && step.twin === null)
    assert.ok(requests.every((request) => request.startsWith('GET ')));
}

/** What is reported is the service's state, or the outcome is unknown. */
function checkReport({ ended, events, states }: Observed): void {
  const { outcome, facts } = ended;
  const isKnown = outcome.kind !== 'unknown';
  const own = events.filter(({ by }) => by === 'run');
  if (isKnown) {
    assert.ok(!own.some(({ did }) => did === 'submit') || facts.submitted, 'a submission is not reported');
    assert.ok(
      !own.some(({ did }) => did === 'deploy' || did === 'update') || facts.changed,
      'a change is not reported',
    );
  }
  if (facts.app !== null) {
    const { status } = facts.app;
    assert.ok(status === null || states.some((app) => app?.status === status), `reported as ${status}`);
  }
  checkReview(facts, events, states);
}

/** A result of a review is reported only where there was one: of this submission, or of what was in review. */
function checkReview({ reviewResult }: Facts, events: readonly HistoryEntry[], states: Observed['states']): void {
  if (reviewResult === 'approved') {
    assert.ok(
      events.some(({ did, app }) => did === 'approve' || (did === 'submit' && app?.status === 'published')),
      'approved without an approval',
    );
  }
  if (reviewResult === 'rejected') {
    assert.ok(
      states.some((app) => app?.status === 'not_approved' || app?.status === 'changes_requested'),
      'rejected without a rejection',
    );
  }
  if (reviewResult === 'withdrawn') {
    assert.ok(
      events.some(({ did, by }) => did !== 'read' && did !== 'begin' && by !== 'run'),
      'withdrawn, and nobody did anything',
    );
  }
}

/** Nothing is a bug. */
function checkKind({ ended }: Observed): void {
  if (!('failure' in ended.outcome)) return;
  const { failure } = ended.outcome;
  assert.notEqual(failure.code, 'bug', `${failure.message}\n${failure.stack}`);
}

/** Where nothing goes wrong and nobody else is there, nothing is unknown, and without a lag nothing is waited for. */
function checkNeedlessRed(observed: Observed): void {
  const { step, ended, service } = observed;
  if (step.faults.some((fault) => fault !== null) || step.acts.length > 0 || step.twin !== null) return;
  const { outcome, facts } = ended;
  const isPending = service.options.pendingMs !== null;
  // What is deployed where it is already can only be proven by a time, or by age, and after a 202 by no age either.
  const isSame = facts.changes?.every(({ kind }) => kind === 'removed') ?? false;
  const isForced = step.inputs.command === 'deploy' && (step.inputs.force === true || isSame);
  if (step.review === null) {
    const isExcused = isForced && isPending;
    assert.ok(outcome.kind !== 'unknown' || isExcused, `unknown, and nothing was wrong: ${why(ended)}`);
    assert.notEqual(facts.reviewResult, 'withdrawn');
  }
  if (isPending) return;
  if ((step.inputs.waitForReviewMinutes ?? 0) === 0) checkSpeed(observed, isForced);
  else checkWait(observed);
}

/** A change takes at most 7 s more where reads lag, and none where they do not; the requests are those of the design. */
function checkSpeed({ step, ended, requests, slept, startedAt, endedAt, lags }: Observed, isForced: boolean): void {
  // A draft is called different only by age, and so is a conflict called one.
  const isGuard = step.inputs.command === 'submit' && step.inputs.folder !== '';
  const isConflict = requests.length > 5 && ended.outcome.kind === 'rejected';
  const changes = requests.filter((request) => !request.startsWith('GET ')).length + Number(isGuard);
  assert.ok(endedAt - startedAt <= 1_000 + 7_100 * changes, `took ${endedAt - startedAt} ms`);
  if (lags || isForced || isConflict || isGuard) return;
  assert.deepEqual(slept, [], 'waited for nothing');
  const creates = requests.filter((request) => request === 'POST /api/miniapps').length;
  assert.ok(requests.length <= 5 + 2 * creates, `needed ${requests.join(', ')}`);
}

/** A wait for a review ends within 40 s of the result, and of what a read may lag. */
function checkWait({ step, ended, events, startedAt, endedAt }: Observed): void {
  const ending = events.find(({ did, at }) => did === step.review?.move && at >= startedAt);
  if (ending === undefined || !ended.facts.waitedForReview || ended.facts.reviewResult === 'pending') return;
  assert.ok(endedAt - Math.max(ending.at, startedAt) <= 47_000, `ended ${endedAt - ending.at} ms after the result`);
}

function why({ outcome }: EndedRun): string {
  return 'failure' in outcome ? outcome.failure.message : '';
}

/** Green means proven: the service's state was what was asked for. */
function checkProven(observed: Observed): void {
  const { step, ended, events, states } = observed;
  const { kind } = ended.outcome;
  const { facts } = ended;
  const ours = folders[step.folder] ?? {};
  const { command } = step.inputs;
  // Of an app that did not exist, nobody knows which files the service keeps as its own.
  const isNew = states[0] == null;
  const isOurs = (app: FakeApp | null): boolean =>
    app !== null && isSameContent(isNew ? pick(app.files, ours) : app.files, ours, observed);
  if (kind === 'deployed') {
    assert.ok(states.some(isOurs), 'deployed, and our content was never there');
  }
  if (kind === 'unchanged' && command === 'deploy')
    assert.ok(states.some(isOurs), 'unchanged, and it was other content');
  if (kind === 'deleted')
    assert.ok(
      events.some(({ did }) => did === 'delete'),
      'deleted, and it was not',
    );
  if (kind === 'created')
    assert.ok(
      events.some(({ did }) => did === 'create'),
      'created, and it was not',
    );
  // Only the fields that differed were sent: others may have changed the rest meanwhile.
  const isAlone = step.acts.length === 0 && step.twin === null;
  const isUpdated = states.some((app) => app !== null && hasFields(app.files, ours));
  if (kind === 'updated') assert.ok(isUpdated || !isAlone, 'updated, and it was not');
  if (facts.submitted) checkSubmitted(observed, command === 'deploy' ? isOurs : () => true);
  if (kind === 'submitted') assert.ok(facts.submitted);
}

/** It was submitted with our content during the run, or was in review with it. */
function checkSubmitted({ events, states }: Observed, isOurs: (app: FakeApp | null) => boolean): void {
  const wasSubmitted = events.some(({ did, app }) => did === 'submit' && isOurs(app));
  const wasInReview = states.some((app) => app !== null && isUnderReview(app.status) && isOurs(app));
  assert.ok(wasSubmitted || wasInReview, 'submitted, and our content was not');
}

/** The same as far as a read shows it: service.json by value, the prompt without its ends. */
function isSameContent(shown: FakeApp['files'], ours: Files, { service }: Observed): boolean {
  const wire = toWireFiles(ours);
  const isDocumented = (path: string): boolean => /^(service\.json|index\.html|instructions\.md|assets\/)/.test(path);
  // Where a read shows none of the others, they cannot be compared.
  const showsOthers = Object.keys(wire).some((path) => !isDocumented(path) && shown[path] !== undefined);
  const isListed = (path: string): boolean =>
    isDocumented(path) || (service.options.listed === 'all' && (showsOthers || wire[path] === undefined));
  const toComparable = (files: FakeApp['files']): string =>
    JSON.stringify(
      Object.keys(files)
        .filter((path) => isListed(path) && (path !== 'instructions.md' || wire[path] !== undefined))
        .sort()
        .map((path) => {
          if (path === 'service.json') return [path, Object.entries(readService(files)).sort()];
          return [path, path === 'instructions.md' ? (files[path] ?? '').trim() : files[path]];
        }),
    );
  return toComparable(shown) === toComparable(wire);
}

function pick(files: FakeApp['files'], ours: Files): FakeApp['files'] {
  return Object.fromEntries(Object.entries(files).filter(([path]) => ours[path] !== undefined));
}

function hasFields(files: FakeApp['files'], ours: Files): boolean {
  const wire = toWireFiles(ours);
  const prompt = wire['instructions.md'];
  return (
    files['index.html'] === wire['index.html'] &&
    (prompt === undefined || (files['instructions.md'] ?? '').trim() === prompt.trim()) &&
    Object.entries(readService(wire)).every(([key, value]) => readService(files)[key] === value)
  );
}

function count(events: readonly HistoryEntry[], wanted: HistoryEntry['did']): number {
  return events.filter(({ did }) => did === wanted).length;
}
