import assert from 'node:assert/strict';
import { type App, isInReview } from '../../sandbox/app.ts';
import type { Change } from '../../sandbox/store.ts';
import { mayBeInReview, toReviewState } from '../../src/model/app-status.ts';
import { normalizeText, readService, toWireFiles } from '../support/fake-service/folder.ts';
import type { EndedRun } from '../support/fake-service/scene.ts';
import type { Exchange, FakeService } from '../support/fake-service/service.ts';
import {
  getFolder,
  type Lags,
  maxLagMs,
  maxOutageMs,
  type RunStep,
  type ServiceOptions,
} from './arbitrary.ts';
import { checkExchanges, isChange, showsApp } from './exchanges.ts';

/** A run that is over, or that of an app among several, and what the service knows of its time. */
export interface Observed {
  readonly step: RunStep;
  readonly ended: EndedRun;
  readonly service: FakeService;
  /** All that became of the app. */
  readonly history: readonly Change[];
  /** Everything that happened during the run, whoever did it. */
  readonly events: readonly Change[];
  /** Every state that the app was in, from the one at the beginning of the run on. */
  readonly states: readonly (App | null)[];
  /** Those that a first read may show which lags. */
  readonly earlier: readonly (App | null)[];
  /** Those of the run, of one among several apps those about it. */
  readonly exchanges: readonly Exchange[];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly lags: Lags;
  readonly options: ServiceOptions;
  /** Whether changes are made late. */
  readonly isLate: boolean;
}

/** Checks a run, whatever goes wrong in it, and whoever else is there. */
export function checkInvariants(observed: Observed): void {
  checkExchanges(observed.exchanges);
  checkCommits(observed);
  checkOverwritten(observed);
  checkReport(observed);
  const { outcome } = observed.ended;
  assert.ok(
    !('failure' in outcome) || outcome.failure.code !== 'bug',
    `a bug: ${why(observed.ended)}`,
  );
  checkEnd(observed);
  checkNeedlessRed(observed);
  if (observed.ended.exitCode === 0) checkProven(observed);
}

/** One submission at most, nothing deployed behind it, and no change made twice. */
function checkCommits({ step, events, exchanges, isLate }: Observed): void {
  const own = events.filter(({ by }) => by === 'run').map(({ did }) => did);
  const isTwice = (wanted: Change['did']): boolean =>
    own.indexOf(wanted) !== own.lastIndexOf(wanted);
  assert.ok(!isTwice('submit'), 'a submission was committed more than once');
  // What others undo may rightly be done again.
  const isAlone = isAloneIn(step);
  assert.ok(!isAlone || !(isTwice('create') || isTwice('delete')), 'committed more than once');
  // Where another one deploys the same content at the same time, a deploy that is made late may
  // come after our submission.
  const isBehind = own.includes('submit') && own.lastIndexOf('deploy') > own.indexOf('submit');
  assert.ok((isLate && !isAlone) || !isBehind, 'a deploy after a submission');
  if (step.inputs.dryRun === true) assert.ok(!exchanges.some(isChange), 'a dry run sent a change');
}

/**
 * What somebody else wrote between a lost change and its repetition stays, but for what the last
 * look cannot show yet.
 */
function checkOverwritten({ step, exchanges, events, states }: Observed): void {
  for (const operation of ['deploy', 'update'] as const) {
    const sends = exchanges.filter(
      (exchange) => exchange.operation === operation && exchange.wasSent,
    );
    // After a 429 it is sent again without a look: it was not made, and waits for its turn alone.
    const [first, last] = sends;
    if (first === undefined || last === undefined || first.response?.status === 429) continue;
    const before = states[events.findLastIndex(({ time }) => time <= first.at) + 1];
    // A second run may sleep for long between our look and what follows it: here one clock serves
    // both.
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

/** Nobody else changes the app; a reviewer may. */
function isAloneIn({ acts, twin }: RunStep): boolean {
  return acts.length === 0 && twin === null;
}

/**
 * A state with which a run ends, red or with nothing done, was there during the run, not only
 * before.
 */
function checkEnd({ step, ended: { outcome }, states, service, exchanges }: Observed): void {
  const end = 'failure' in outcome ? outcome.failure.code : outcome.kind;
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
  // A list may say why a creation was refused before.
  const further =
    dead === -1 ? [] : exchanges.slice(dead + 1).filter(({ operation }) => operation !== 'list');
  // A change that is proven stays so where the look past its old review meets the refusal: the read
  // of its state is the last.
  const isLastRead = further.length === 1 && further[0]?.operation === 'read';
  assert.deepEqual(isLastRead ? [] : further, [], 'went on with a key that was refused');
}

/** The report shows the service's state, or the outcome is unknown. */
function checkReport(observed: Observed): void {
  const { outcome, facts } = observed.ended;
  const own = new Set(observed.events.filter(({ by }) => by === 'run').map(({ did }) => did));
  if (outcome.kind !== 'unknown') {
    assert.ok(!own.has('submit') || facts.submitted, 'a submission is not reported');
    // To deploy what is there already changes nothing, and leaves no trace if its response is lost.
    const isChanged = (own.has('deploy') || own.has('update')) && !isDeployOfSame(observed);
    assert.ok(!isChanged || facts.changed, 'a change is not reported');
  }
  const status = facts.app?.status ?? null;
  const shown = [...observed.earlier, ...observed.states];
  assert.ok(
    status === null || shown.some((app) => app?.status === status),
    `reported as ${status}`,
  );
  checkStatus(observed, status);
  checkReview(observed);
}

/**
 * The status beside a deploy is none of before it, such as that of the published version: only
 * times tell a read that mixes both.
 */
function checkStatus(
  { step, ended, events, options, isLate }: Observed,
  status: string | null,
): void {
  const made = events.findIndex(({ did, by }) => did === 'deploy' && by === 'run');
  const isTold = options.timestamps !== 'none' && options.updated_at_moves !== 'reads';
  // A reviewer may move `updated_at` right before a deploy of the same that is made late.
  if (isLate && step.review !== null) return;
  if (
    made === -1 ||
    ended.outcome.kind !== 'deployed' ||
    status === null ||
    !isTold ||
    !isAloneIn(step)
  )
    return;
  const since = events.slice(made).map(({ app }) => app?.status);
  assert.ok(since.includes(status), `reported as ${status}, which it was before the deploy`);
}

/**
 * A result of a review is reported only if there was one: of this submission, or of what was in
 * review.
 */
function checkReview({ step, ended, events, states, lags }: Observed): void {
  const { reviewResult } = ended.facts;
  if (reviewResult === 'approved') {
    const publishes = ({ did, app }: Change): boolean =>
      did === 'approve' || (did === 'submit' && app?.status === 'published');
    // A first read that lags may show the draft of before an approval.
    const wasApproved = lags.first > 0 && states.some((app) => app?.status === 'published');
    assert.ok(wasApproved || events.some(publishes), 'approved without an approval');
  }
  if (reviewResult === 'rejected') {
    // Of our own submission it is one that came after it. Of another one at the same time it may be
    // an earlier one.
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
 * If nothing goes wrong and nobody else is there, nothing is unknown, and without a lag nothing
 * is waited for.
 */
function checkNeedlessRed(observed: Observed): void {
  const { step, options, lags, earlier, states } = observed;
  if (step.faults.some((fault) => fault !== null) || !isAloneIn(step)) return;
  const isSame = isDeployOfSame(observed);
  const isFresh = earlier.every((app) => app === states[0]);
  // What is away for longer than a read is tried again is reported so.
  const isAway = step.outage !== null && step.outage.milliseconds > maxOutageMs;
  if (step.review === null && isFresh && !isAway) checkCalm(observed, isSame);
  if (options.pendingMs !== null || step.outage !== null || isLimited(options)) return;
  const isWaiting = (step.inputs.waitForReviewMinutes ?? 0) > 0;
  if (isWaiting) checkWait(observed);
  // A reviewer who is faster than the looks leaves nothing to see.
  else if (step.review === null) checkSpeed(observed);
  const isConsistent =
    lags.first === 0 &&
    [...lags.reads, ...lags.commits, ...lags.follows, ...lags.files].length === 0;
  if (isConsistent) checkNeedlessDeploy(observed);
  const isCalm = !isWaiting && step.review === null && isConsistent;
  if (isCalm && !needsAge(observed, isSame) && !isOtherWord(states[0])) checkThrift(observed);
}

/** True if the service takes so few changes in a minute that a run may have to wait. */
function isLimited({ changesPerMinute }: ServiceOptions): boolean {
  return changesPerMinute < 10;
}

/**
 * What is there already is deployed again only by force, or if a read does not show all of it.
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

/** Nothing is unknown, nor red for what passes. */
function checkCalm(
  { step: { outage }, ended, exchanges, service, options }: Observed,
  isSame: boolean,
): void {
  const { outcome, facts } = ended;
  // A look that fails is none, also the last one.
  const isBlind =
    outage !== null && exchanges.slice(-1).some((last) => !isChange(last) && !showsApp(last));
  // Of a creation that was lost, the refusal for the 20 apps may be 403, which a key may get at any
  // moment.
  if (isBlind || service.sandbox.store.apps().length >= 20) return;
  assert.notEqual(facts.reviewResult, 'withdrawn');
  // Where a deploy is of what is there, or the service adds a file to it, a response that is lost
  // after the change leaves no proof.
  if ((isSame || options.makesFile) && outage?.when === 'after') return;
  assert.notEqual(outcome.kind, 'unknown', `nothing was wrong: ${why(ended)}`);
  const isPassing = outage !== null && 'failure' in outcome && passing.has(outcome.failure.code);
  assert.ok(!isPassing, `red for a failure that passes: ${why(ended)}`);
}

/** The errors of a service, or something before it, that fails for a while. */
const passing: ReadonlySet<string> = new Set([
  'unverified',
  'service_error',
  'response_unreadable',
  'not_found',
]);

/** A deploy of what was there already, but for files that are to go: age alone can prove it. */
function isDeployOfSame({ step, ended, exchanges }: Observed): boolean {
  const isDeployed = exchanges.some(({ operation }) => operation === 'deploy');
  const isUnchanged = ended.facts.changes?.every(({ kind }) => kind === 'removed') ?? false;
  return isDeployed && (step.inputs.force === true || isUnchanged);
}

/**
 * What no read can show at once: what was there before, and that nothing is to be done where it is
 * asked for.
 */
function needsAge({ step, ended, states, options, exchanges }: Observed, isSame: boolean): boolean {
  const { command, folder, submit } = step.inputs;
  const changes = exchanges.filter(isChange).map(({ operation }) => operation);
  const status = states[0]?.status ?? '';
  const isGuard = command === 'submit' && folder !== '' && changes.length === 0;
  const isLeft = changes.length === 0 && (command === 'submit' || submit === true);
  // Red, or nothing to do about a review: such an end rests on a read of age.
  const endsByRead =
    changes.length === 0 &&
    (ended.exitCode === 1 || ended.outcome.kind === 'skipped' || isDryEnd(ended));
  // A conflict, or a state that was seen before.
  const isOfAge = ended.outcome.kind === 'rejected' || status === options.submit_leads_to;
  const isOld =
    isOfAge && changes.some((operation) => operation === 'submit' || operation === 'create');
  const isMade = options.makesFile && changes.includes('deploy');
  // Beside the time of before, the state may be that of before.
  const isDraftChange = changes.includes('deploy') || changes.includes('update');
  const isTorn =
    isDraftChange && options.updated_at_moves === 'nothing' && options.timestamps !== 'none';
  return (
    isSame ||
    isMade ||
    isTorn ||
    isGuard ||
    isOld ||
    endsByRead ||
    (isLeft && (mayBeInReview(status) || status === 'published'))
  );
}

function isDryEnd({ outcome }: EndedRun): boolean {
  return outcome.kind === 'planned' && outcome.plan?.kind !== 'change';
}

/**
 * A plan that the first read alone brings: to change something, or that what is there is the same.
 */
function isPlanOfFirst({ outcome }: EndedRun): boolean {
  const plan = outcome.kind === 'planned' ? outcome.plan : null;
  return plan?.kind === 'change' || (plan?.kind === 'nothing' && plan.reason === 'unchanged');
}

/** A consistent service is never waited for, and each change is read once. */
function checkThrift({ ended, exchanges }: Observed): void {
  const waits = exchanges.slice(1).map(({ at }, index) => at - (exchanges[index]?.endedAt ?? 0));
  assert.ok(
    waits.every((wait) => wait === 0),
    'waited for nothing',
  );
  const needed = 1 + 2 * exchanges.filter(isChange).length;
  const sent = exchanges.map(({ operation }) => operation).join(' ');
  // After a refusal nothing is read, but for the list of apps that may explain it.
  if (ended.exitCode === 0) assert.equal(exchanges.length, needed, sent);
  else assert.ok(exchanges.length <= needed, sent);
}

/**
 * Most that a series of looks takes: to 7 s where only reads lag, to 30 s where commits or states
 * come late.
 */
function checkSpeed({ exchanges, states, lags }: Observed): void {
  // A word of its own that a deploy leaves as it is may be that of the review of before.
  const isLate =
    Math.max(0, ...lags.commits, ...lags.follows, ...lags.files) > 7_000 || isOtherWord(states[0]);
  const changes = exchanges.filter(isChange).length;
  // A state that needs no submission is looked at once more, and so is a draft that differs.
  const most = 8_200 + (isLate ? 30_200 * (changes + 1) : 7_200 * changes);
  const tookMs = (exchanges.at(-1)?.endedAt ?? 0) - (exchanges[0]?.at ?? 0);
  assert.ok(tookMs <= most, `took ${tookMs} ms`);
}

function isOtherWord(app: App | null | undefined): boolean {
  return app != null && mayBeInReview(app.status) && !isInReview(app.status);
}

/** A wait for a review ends within 40 s of the result, and of what a read may lag. */
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

function why({ outcome }: EndedRun): string {
  return 'failure' in outcome ? `${outcome.failure.message}\n${outcome.failure.stack}` : '';
}

/** Green means proven: the service's state was what was asked for. */
function checkProven(observed: Observed): void {
  const { step, ended, events, states, earlier, lags } = observed;
  const { kind } = ended.outcome;
  const { command } = step.inputs;
  // What stays of the files that were there is a warning; of an app that did not exist, nobody
  // knows which are the service's own. What others add to ours right after our deploy passes for
  // the service's own: a bound, and a warning that names it.
  const isNamed = (path: string): boolean =>
    ended.facts.warnings.some(
      (text) => text.startsWith('The service has files') && text.includes(path),
    );
  const isMeant = (path: string): boolean =>
    path in getFolder(step.folder) || (states[0]?.draft.has(path) === false && !isNamed(path));
  const isOurs = (app: App | null): boolean => isSameContent(app, observed, isMeant);
  // Only the fields that differed were sent: others may have changed the rest meanwhile, or before
  // a first read that lags.
  const isSentAlone = !isAloneIn(step) || lags.first > 0;
  const isUpdated = (app: App | null): boolean =>
    app !== null && (hasFields(app, observed) || isSentAlone);
  const shows = {
    deployed: () => listShownSince('deploy', observed).some(isOurs),
    unchanged: () =>
      command !== 'deploy' || [...earlier, ...states].some((app) => isSameContent(app, observed)),
    deleted: () => listShownSince('delete', observed).includes(null),
    // A first read that lags shows no app yet, and then another run has made the same.
    created: () =>
      events.some(({ did }) => did === 'create') || (lags.first > 0 && states.some(isUpdated)),
    updated: () => listShownSince('update', observed).some(isUpdated),
    submitted: () => ended.facts.submitted,
  };
  assert.ok(!(kind in shows) || shows[kind as keyof typeof shows](), `${kind}, and it was not`);
  checkSubmitted(observed, command === 'deploy' ? isOurs : () => true);
}

/**
 * What reads of the run could show after a change was sent for the first time: with a lag also what
 * was there before it.
 */
function listShownSince(
  wanted: Exchange['operation'],
  { history, exchanges, lags, startedAt, endedAt }: Observed,
): (App | null)[] {
  const sentAt = exchanges.find(({ operation }) => operation === wanted)?.at;
  assert.ok(sentAt !== undefined, `${wanted} was never sent`);
  const from = lags.reads.length > 0 ? Math.max(startedAt, sentAt - maxLagMs) : sentAt;
  const before = history.findLast(({ time }) => time <= from);
  const since = history.filter(({ time }) => time > from && time <= endedAt);
  return [before?.app ?? null, ...since.map(({ app }) => app)];
}

/**
 * It was submitted with our content during the run, or was in review with it; a deploy with
 * `submit` leaves nothing to submit.
 */
function checkSubmitted(
  { step, ended, events, states, earlier, lags }: Observed,
  isOurs: (app: App | null) => boolean,
): void {
  // One that is shown and has been left already is none. That nothing is deployed rests on the
  // first read alone, and so does what is said of the app then.
  const { command, submit } = step.inputs;
  const isOfFirst =
    isPlanOfFirst(ended) ||
    (ended.outcome.kind === 'unchanged' &&
      (command === 'update' || (command === 'deploy' && submit !== true)));
  const seen = isOfFirst ? [...earlier, ...states] : states;
  const held = seen
    .filter((app) => app?.nextStatus === undefined && isOurs(app))
    .map((app) => app?.status ?? '');
  const { kind } = ended.outcome;
  if (ended.facts.submitted) {
    const wasSubmitted = events.some(({ did, app }) => did === 'submit' && isOurs(app));
    // Submitted and decided just before, which a first read that lags does not show: a lost
    // submission cannot be told from that one.
    const isLikeMade = lags.first > 0 && held.some((status) => toReviewState(status) !== 'none');
    assert.ok(
      wasSubmitted || isLikeMade || held.some(mayBeInReview),
      'submitted, and our content was not',
    );
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

/** The folder's content as far as a read shows it, of the files that count. */
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
  // If a read shows none of the others, they cannot be compared.
  const showsOthers = Object.keys(wire).some(
    (path) => !isDocumented(path) && shown[path] !== undefined,
  );
  const isOtherListed = (path: string): boolean =>
    options.listed_files === 'all' && (showsOthers || wire[path] === undefined);
  // A folder without a prompt says nothing of it.
  const isCompared = (path: string): boolean =>
    path === 'instructions.md'
      ? wire[path] !== undefined
      : isDocumented(path) || isOtherListed(path);
  const paths = Object.keys({ ...shown, ...wire }).filter(isCompared);
  return paths.every((path) => path in shown && path in wire && isSameFile(path, shown, wire));
}

type Wire = Readonly<Record<string, string>>;

/**
 * Texts without byte order mark and with LF, service.json by value, the prompt without its ends.
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
