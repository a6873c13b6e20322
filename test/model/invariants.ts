import assert from 'node:assert/strict';
import { type App, isInReview } from '../../sandbox/service/app.ts';
import type { Change } from '../../sandbox/service/store.ts';
import { mayBeInReview } from '../../src/app/status.ts';
import { normalizeText, readService, toWireFiles } from '../support/fake-service/folder.ts';
import type { EndedRun } from '../support/fake-service/scene.ts';
import type { Exchange, FakeService } from '../support/fake-service/service.ts';
import {
  getFolder,
  maxLagMs,
  maxOutageMs,
  type RunStep,
  type ServiceOptions,
} from './arbitrary.ts';
import { checkExchanges, isChange, showsApp } from './exchanges.ts';

/**
 * A finished run, or the part of it that is about one of several apps, with the events at the
 * service during the run.
 */
export interface Observed {
  readonly step: RunStep;
  readonly ended: EndedRun;
  readonly service: FakeService;
  /** The facts that the run reports about the app. */
  readonly history: readonly Change[];
  /** All changes during the run, including those of others. */
  readonly events: readonly Change[];
  /** All states of the app since the beginning of the run, including the first one. */
  readonly states: readonly (App | null)[];
  /** The requests of the run; with several apps, only those about this app. */
  readonly exchanges: readonly Exchange[];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly lags: readonly number[];
  readonly options: ServiceOptions;
  /** True if the service applies changes late. */
  readonly isLate: boolean;
}

/** Checks a run, for all faults and all actions of others. */
export function checkInvariants(observed: Observed): void {
  checkExchanges(observed.exchanges);
  checkCommits(observed);
  checkOverwritten(observed);
  checkReport(observed);
  assert.ok(observed.ended.facts.failure?.code !== 'bug', `a bug: ${why(observed.ended)}`);
  checkEnd(observed);
  checkNeedlessRed(observed);
  if (observed.ended.exitCode === 0) checkProven(observed);
}

/**
 * Checks that a run submits at most once, deploys nothing after that, and applies no change twice.
 */
function checkCommits({ step, events, exchanges, isLate }: Observed): void {
  const own = events.filter(({ by }) => by === 'run').map(({ did }) => did);
  const isTwice = (wanted: Change['did']): boolean =>
    own.indexOf(wanted) !== own.lastIndexOf(wanted);
  assert.ok(!isTwice('submit'), 'a submission was committed more than once');
  // If others undo a change, the run may apply it again.
  const isAlone = isAloneIn(step);
  assert.ok(!isAlone || !(isTwice('create') || isTwice('delete')), 'committed more than once');
  // If another run deploys the same content at the same time, a deploy that is applied late may
  // come after our submission.
  const isBehind = own.includes('submit') && own.lastIndexOf('deploy') > own.indexOf('submit');
  assert.ok((isLate && !isAlone) || !isBehind, 'a deploy after a submission');
  if (step.inputs.dryRun === true) assert.ok(!exchanges.some(isChange), 'a dry run sent a change');
}

/**
 * Checks that content that somebody else wrote between a lost change and its resend is kept, unless
 * the last read could not show it yet.
 */
function checkOverwritten({ step, exchanges, events, states }: Observed): void {
  for (const operation of ['deploy', 'update'] as const) {
    const sends = exchanges.filter(
      (exchange) => exchange.operation === operation && exchange.wasSent,
    );
    // After a 429 the change is sent again without a read: it was not applied, and only waits for
    // the rate limit.
    const [first, last] = sends;
    if (first === undefined || last === undefined || first.response?.status === 429) continue;
    const before = states[events.findLastIndex(({ time }) => time <= first.at) + 1];
    // A second run may sleep for long between our read and the next request, because both runs
    // share one clock.
    const look = exchanges.findLast(
      (exchange) => exchange.endedAt <= last.at && showsApp(exchange),
    );
    const seenAt = step.twin === null ? last.at : (look?.at ?? last.at);
    const between = events.filter(({ time }) => time > first.at && time <= seenAt - maxLagMs);
    const isOthers = between.length > 0 && between.every(({ by }) => by !== 'run');
    const isSame = !isOthers || isSameDraft(before, between.at(-1)?.app);
    assert.ok(isSame, `${operation} was sent again over what somebody else wrote`);
  }
}

/** True if nobody else changes the app, except a reviewer. */
function isAloneIn({ acts, twin }: RunStep): boolean {
  return acts.length === 0 && twin === null;
}

/**
 * Checks that a state that fails the run, or leaves it nothing to do, existed during the run and
 * not only before it.
 */
function checkEnd({ step, ended, states, service, exchanges }: Observed): void {
  const end = ended.facts.failure?.code ?? ended.outcome;
  const isSeen: Readonly<Record<string, (app: App | null) => boolean>> = {
    app_missing: (app) => app === null,
    app_exists: (app) => app !== null,
    in_review: (app) => app?.status === 'in_review',
    unknown_state: (app) => app !== null && mayBeInReview(app.status),
    skipped: (app) => app !== null && mayBeInReview(app.status),
    final_not_approved: (app) => app?.status === 'not_approved',
  };
  const wanted = isSeen[end];
  assert.ok(
    wanted === undefined || states.some(wanted),
    `${end}, which was not so in the time of the run`,
  );
  const refused = step.faults.some((fault) => typeof fault === 'object' && fault?.status === 429);
  if (step.twin === null && !refused) assert.notEqual(end, 'too_many_changes', 'gave up on a 429');
  const count = service.sandbox.store.apps().length;
  if (end === 'too_many_apps') assert.ok(count >= 20, `${end} with ${count}`);
  const dead = exchanges.findIndex(({ response }) => response?.status === 401);
  // A list of apps may give the reason for an earlier refusal of the creation.
  const further =
    dead === -1 ? [] : exchanges.slice(dead + 1).filter(({ operation }) => operation !== 'list');
  // A confirmed change stays confirmed if the next read is rejected because the key was revoked.
  // The read of its state is then the last.
  const isLastRead = further.length === 1 && further[0]?.operation === 'read';
  assert.deepEqual(isLastRead ? [] : further, [], 'went on with a key that was refused');
}

/** Checks that the report shows the service's state, or that the outcome is unknown. */
function checkReport(observed: Observed): void {
  const { outcome, facts } = observed.ended;
  const own = new Set(observed.events.filter(({ by }) => by === 'run').map(({ did }) => did));
  if (outcome !== 'unknown') {
    assert.ok(!own.has('submit') || facts.submitted, 'a submission is not reported');
    // A deploy of the same content changes nothing, and leaves no trace if its response is lost.
    const isChanged = (own.has('deploy') || own.has('update')) && !isDeployOfSame(observed);
    assert.ok(!isChanged || facts.changed, 'a change is not reported');
  }
  const status = facts.app?.status ?? null;
  const shown = observed.states;
  assert.ok(
    status === null || shown.some((app) => app?.status === status),
    `reported as ${status}`,
  );
  checkStatus(observed, status);
  checkReview(observed);
}

/**
 * Checks that the status reported with a deploy is not an older one, such as the status of the
 * published version. If a read mixes old and new data, only its times show that.
 */
function checkStatus(observed: Observed, status: string | null): void {
  const { step, ended, events, options, isLate } = observed;
  const made = events.findIndex(({ did, by }) => did === 'deploy' && by === 'run');
  const isTold = options.timestamps !== 'none' && options.updated_at_moves !== 'reads';
  // A reviewer may change `updated_at` right before a deploy of the same content that is applied
  // late.
  if (isLate && step.review !== null) return;
  if (isLateInSecret(observed)) return;
  if (made === -1 || ended.outcome !== 'deployed' || status === null || !isTold || !isAloneIn(step))
    return;
  const since = events.slice(made).map(({ app }) => app?.status);
  assert.ok(since.includes(status), `reported as ${status}, which it was before the deploy`);
}

/** How long a read after a change is distrusted, in milliseconds (docs/reliability.md, rule 3). */
const distrustMs = 7_000;

/**
 * Returns true if a deploy was applied after a response that said it was made (a fault replaced the
 * 202), and reads lag besides: together by more than the time in which an old read is distrusted.
 */
function isLateInSecret({ exchanges, options, lags }: Observed): boolean {
  const deploys = exchanges.filter(({ operation }) => operation === 'deploy');
  const isSaid = deploys.every(({ response }) => response?.status === 202);
  return !isSaid && (options.pendingMs ?? 0) + Math.max(0, ...lags) >= distrustMs;
}

/**
 * Checks that a review result is reported only if there was a review, of this submission or of the
 * version that was in review.
 */
function checkReview({ step, ended, events, states }: Observed): void {
  const { reviewResult } = ended.facts;
  if (reviewResult === 'approved') {
    const publishes = ({ did, app }: Change): boolean =>
      did === 'approve' || (did === 'submit' && app?.status === 'published');
    assert.ok(events.some(publishes), 'approved without an approval');
  }
  if (reviewResult === 'rejected') {
    // The result of our own submission must come after the submission. The result of another
    // submission at the same time may be an earlier one.
    const submitted = isAloneIn(step)
      ? events.findIndex(({ did, by }) => did === 'submit' && by === 'run')
      : -1;
    const shown = submitted === -1 ? states : events.slice(submitted).map(({ app }) => app);
    const isRejected = shown.some((app) =>
      ['not_approved', 'changes_requested'].includes(app?.status ?? ''),
    );
    assert.ok(isRejected, 'rejected without a rejection');
  }
  if (reviewResult === 'withdrawn') {
    const isTouched = events.some(
      ({ did, by }) => did !== 'read' && did !== 'settle' && by !== 'run',
    );
    assert.ok(isTouched, 'withdrawn, and nobody did anything');
  }
}

/**
 * Checks that nothing is unknown if nothing goes wrong and nobody else changes the app, and that
 * the run does not wait if reads do not lag.
 */
function checkNeedlessRed(observed: Observed): void {
  const { step, options, lags, states } = observed;
  if (step.faults.some((fault) => fault !== null) || !isAloneIn(step)) return;
  const isSame = isDeployOfSame(observed);
  // An outage that is longer than the retries of a read is reported as an outage.
  const isAway = step.outage !== null && step.outage.milliseconds > maxOutageMs;
  if (step.review === null && !isAway) checkCalm(observed, isSame);
  if (options.pendingMs !== null || step.outage !== null || isLimited(options)) return;
  const isWaiting = (step.inputs.waitForReviewMinutes ?? 0) > 0;
  if (isWaiting) checkWait(observed);
  // If a reviewer decides between two reads, the run cannot see the review.
  else if (step.review === null) checkSpeed(observed);
  if (lags.length > 0) return;
  checkNeedlessDeploy(observed);
  const isCalm = !isWaiting && step.review === null;
  if (isCalm && !needsAge(observed) && !isOtherWord(states[0])) checkThrift(observed);
}

/** True if the service takes so few changes in a minute that a run may have to wait. */
function isLimited({ changesPerMinute }: ServiceOptions): boolean {
  return changesPerMinute < 10;
}

/**
 * Checks that content that is already in the draft is deployed again only with `force`, or if a
 * read does not show all of it.
 */
function checkNeedlessDeploy(observed: Observed): void {
  const { step, states, exchanges } = observed;
  const { own_file: own, listed_files: listed } = observed.options;
  const paths = Object.keys(getFolder(step.folder));
  const isShown =
    own === 'no' && listed === 'all' && paths.every((path) => states[0]?.draft.has(path));
  if (step.inputs.force === true || !isShown || !isSameContent(states[0] ?? null, observed)) return;
  assert.ok(
    !exchanges.some(({ operation }) => operation === 'deploy'),
    'deployed what was there already',
  );
}

/** Checks that no outcome is unknown, and that temporary errors do not fail the run. */
function checkCalm(
  { step: { outage }, ended, exchanges, service, options }: Observed,
  isSame: boolean,
): void {
  const { outcome, facts } = ended;
  // If the last read failed, the run could not confirm anything.
  const isBlind =
    outage !== null && exchanges.slice(-1).some((last) => !isChange(last) && !showsApp(last));
  // After a lost creation, a refusal because of the limit of 20 apps may be a 403, which a key may
  // also get at any time.
  if (isBlind || service.sandbox.store.apps().length >= 20) return;
  assert.notEqual(facts.reviewResult, 'withdrawn');
  // If a deploy has the same content as the draft, or the service adds a file to it, a response
  // that is lost after the change leaves no evidence.
  if ((isSame || options.makesFile) && outage?.when === 'after') return;
  assert.notEqual(outcome, 'unknown', `nothing was wrong: ${why(ended)}`);
  const isPassing = outage !== null && passing.has(facts.failure?.code ?? '');
  assert.ok(!isPassing, `red for a failure that passes: ${why(ended)}`);
}

/** The error codes of a service, or of a gateway before it, that fails for a while. */
const passing: ReadonlySet<string> = new Set([
  'unverified',
  'service_error',
  'response_unreadable',
  'not_found',
]);

/**
 * True if the run sent a deploy with `force`, or one that adds and changes no files. Only the age
 * of a read can confirm such a deploy.
 */
function isDeployOfSame({ step, ended, exchanges }: Observed): boolean {
  const isDeployed = exchanges.some(({ operation }) => operation === 'deploy');
  const isUnchanged = ended.facts.changes?.every(({ kind }) => kind === 'removed') ?? false;
  return isDeployed && (step.inputs.force === true || isUnchanged);
}

/**
 * True if the first read cannot confirm a change: the service does not move `updated_at` with it, or
 * the app had the status of a submission before.
 */
function needsAge({ states, options, exchanges, ended }: Observed): boolean {
  const changes = exchanges.filter(isChange).map(({ operation }) => operation);
  const isOldTime =
    options.updated_at_moves === 'nothing' ||
    (/seconds$/.test(options.timestamps) && !/^(milli|nano)/.test(options.timestamps));
  const isUntold = isOldTime && options.timestamps !== 'none';
  const isDraftChange = changes.includes('deploy') || changes.includes('update');
  const isOldStatus = states[0]?.status === options.submit_leads_to && changes.includes('submit');
  return (isDraftChange && isUntold) || isOldStatus || ended.outcome === 'rejected';
}

/**
 * Checks that a run does not wait for a consistent service, and reads the app once after each
 * change.
 */
function checkThrift({ ended, exchanges }: Observed): void {
  const waits = exchanges.slice(1).map(({ at }, index) => at - (exchanges[index]?.endedAt ?? 0));
  assert.ok(
    waits.every((wait) => wait === 0),
    'waited for nothing',
  );
  const needed = 1 + 2 * exchanges.filter(isChange).length;
  const sent = exchanges.map(({ operation }) => operation).join(' ');
  // After a refusal nothing is read, except the list of apps, which may explain the refusal, and has
  // the apps that were probably meant if there is none with this slug.
  const isMissing = ended.facts.failure?.code === 'app_missing';
  if (ended.exitCode === 0) assert.equal(exchanges.length, needed, sent);
  else assert.ok(exchanges.length <= needed + (isMissing ? 1 : 0), sent);
}

/** Checks the duration of a series of reads: at most 7 s and a request for each change. */
function checkSpeed({ exchanges }: Observed): void {
  const changes = exchanges.filter(isChange).length;
  const most = 200 + changes * 15_200;
  const tookMs = (exchanges.at(-1)?.endedAt ?? 0) - (exchanges[0]?.at ?? 0);
  assert.ok(tookMs <= most, `took ${tookMs} ms`);
}

function isOtherWord(app: App | null | undefined): boolean {
  return app != null && mayBeInReview(app.status) && !isInReview(app.status);
}

/**
 * Checks that a wait for a review ends at most 40 s after the result, plus the maximum lag of
 * reads.
 */
function checkWait({ step, ended, events, startedAt, endedAt }: Observed): void {
  const ending = events.find(({ did, time }) => did === step.review?.move && time >= startedAt);
  if (
    ending === undefined ||
    !ended.facts.waitedForReview ||
    ended.facts.reviewResult === 'pending'
  )
    return;
  assert.ok(
    endedAt - Math.max(ending.time, startedAt) <= 47_000,
    `ended ${endedAt - ending.time} ms after the result`,
  );
}

function why({ facts: { failure } }: EndedRun): string {
  return failure === null ? '' : `${failure.message}\n${failure.stack}`;
}

/** Checks that a successful run was confirmed: the service had the requested state. */
function checkProven(observed: Observed): void {
  const { step, ended, events, states } = observed;
  const kind = ended.outcome;
  const { command } = step.inputs;
  // Old files that remain are a warning. For an app that did not exist, nobody knows which files
  // the service adds itself. Files that others add right after our deploy count as such files, with
  // a warning that names them (bounds.test.ts).
  const isNamed = (path: string): boolean =>
    ended.facts.warnings.some(
      (text) => text.startsWith('The service has files') && text.includes(path),
    );
  const isMeant = (path: string): boolean =>
    path in getFolder(step.folder) || (states[0]?.draft.has(path) === false && !isNamed(path));
  const isOurs = (app: App | null): boolean => isSameContent(app, observed, isMeant);
  // Only the fields that differed were sent. Others may have changed the remaining fields meanwhile.
  const isSentAlone = !isAloneIn(step);
  const isUpdated = (app: App | null): boolean =>
    app !== null && (hasFields(app, observed) || isSentAlone);
  const shows = {
    deployed: () => listShownSince('deploy', observed).some(isOurs),
    unchanged: () => command !== 'deploy' || states.some((app) => isSameContent(app, observed)),
    deleted: () => listShownSince('delete', observed).includes(null),
    created: () => events.some(({ did }) => did === 'create'),
    updated: () => listShownSince('update', observed).some(isUpdated),
    submitted: () => ended.facts.submitted,
  };
  assert.ok(!(kind in shows) || shows[kind as keyof typeof shows](), `${kind}, and it was not`);
  checkSubmitted(observed, command === 'deploy' ? isOurs : () => true);
}

/**
 * Returns the states that reads of the run could show after a change was first sent. If reads lag,
 * these include earlier states.
 */
function listShownSince(
  wanted: Exchange['operation'],
  { history, exchanges, lags, startedAt, endedAt }: Observed,
): (App | null)[] {
  const sentAt = exchanges.find(({ operation }) => operation === wanted)?.at;
  assert.ok(sentAt !== undefined, `${wanted} was never sent`);
  const from = lags.length > 0 ? Math.max(startedAt, sentAt - maxLagMs) : sentAt;
  const before = history.findLast(({ time }) => time <= from);
  const since = history.filter(({ time }) => time > from && time <= endedAt);
  return [before?.app ?? null, ...since.map(({ app }) => app)];
}

/**
 * Checks that if the run reports a submission, the app was submitted with our content or was in
 * review with it. Otherwise, after a deploy with `submit`, our content must have been published.
 */
function checkSubmitted(
  { step, ended, events, states }: Observed,
  isOurs: (app: App | null) => boolean,
): void {
  const held = states
    .filter((app) => app?.nextStatus === undefined && isOurs(app))
    .map((app) => app?.status ?? '');
  const kind = ended.outcome;
  if (ended.facts.submitted) {
    const wasSubmitted = events.some(({ did, app }) => did === 'submit' && isOurs(app));
    const isInReview = held.some(mayBeInReview);
    assert.ok(wasSubmitted || isInReview, 'submitted, and our content was not');
  } else if (
    step.inputs.command === 'deploy' &&
    step.inputs.submit === true &&
    ['deployed', 'unchanged'].includes(kind)
  ) {
    assert.ok(
      held.includes('published'),
      'green, not submitted, and there was something to submit',
    );
  }
}

/** True if a read shows the folder's content, in all files that are compared. */
function isSameContent(
  app: App | null,
  { options, step }: Observed,
  counts = (_path: string): boolean => true,
): boolean {
  if (app === null) return false;
  const wire = toWireFiles(getFolder(step.folder));
  const shown = Object.fromEntries([...app.draft].filter(([path]) => counts(path)));
  const isDocumented = (path: string): boolean =>
    /^(service\.json|index\.html|instructions\.md|assets\/)/.test(path);
  // If a read shows no files outside the documented folders, those cannot be compared.
  const showsOthers = Object.keys(wire).some(
    (path) => !isDocumented(path) && shown[path] !== undefined,
  );
  const isOtherListed = (path: string): boolean =>
    options.listed_files === 'all' && (showsOthers || wire[path] === undefined);
  // If the folder has no prompt, the prompt is not compared.
  const isCompared = (path: string): boolean =>
    path === 'instructions.md'
      ? wire[path] !== undefined
      : isDocumented(path) || isOtherListed(path);
  const paths = Object.keys({ ...shown, ...wire }).filter(isCompared);
  return paths.every((path) => path in shown && path in wire && isSameFile(path, shown, wire));
}

type Wire = Readonly<Record<string, string>>;

/**
 * True if two files have the same content: texts ignoring byte order mark and CRLF, service.json by
 * its values, and the prompt without white space at its ends.
 */
function isSameFile(path: string, one: Wire, other: Wire): boolean {
  const read = (files: Wire): string => {
    if (path === 'service.json') return JSON.stringify(Object.entries(readService(files)).sort());
    const text = normalizeText(files[path] ?? '');
    return path === 'instructions.md' ? text.trim() : text;
  };
  return read(one) === read(other);
}

function isSameDraft(one: App | null | undefined, other: App | null | undefined): boolean {
  if (one == null || other == null) return one === other;
  const [files, others] = [Object.fromEntries(one.draft), Object.fromEntries(other.draft)];
  const isSame = (path: string): boolean =>
    path in files && path in others && isSameFile(path, files, others);
  return Object.keys({ ...files, ...others }).every(isSame);
}

function hasFields({ draft }: App, { step }: Observed): boolean {
  const [files, wire] = [Object.fromEntries(draft), toWireFiles(getFolder(step.folder))];
  const texts = ['index.html', 'instructions.md'].filter((path) => wire[path] !== undefined);
  const service = readService(files);
  const isShown = Object.entries(readService(wire)).every(([key, value]) => service[key] === value);
  return isShown && texts.every((path) => isSameFile(path, files, wire));
}
