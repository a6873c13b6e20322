"use strict";
exports.id = 839;
exports.ids = [839];
exports.modules = {

/***/ 2525:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KW: () => (/* binding */ mayBeInReview),
/* harmony export */   LR: () => (/* binding */ toReviewState),
/* harmony export */   Wn: () => (/* binding */ describeStatus),
/* harmony export */   cq: () => (/* binding */ explainStatus)
/* harmony export */ });
/* unused harmony export isDocumentedStatus */
/* harmony import */ var _text_voice_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3045);

/** Who sees a draft: on a terminal its reader, while the run of a repository is read by others too. */
const seen = () => `visible only to ${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_0__/* .either */ .gP)('the owner of its API key', 'you')}`;
/** The six states of the service document, and `changes_requested` of its earlier form. */
const states = new Map(Object.entries({
    draft: {
        is: 'is a draft',
        means: (wasPublished) => `Draft: ${wasPublished ? 'the app was published before' : seen()}. ${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_0__/* .either */ .gP)('The owner can try', 'Try')} it at its address, and submit it for review when it is ready.`,
        review: 'none',
    },
    in_review: {
        is: 'is in review',
        means: (wasPublished) => `In review: ${wasPublished ? 'the published version stays public' : seen()} until the review is done.`,
        review: 'pending',
    },
    not_approved: {
        is: 'was not approved',
        means: (wasPublished) => `Not approved, which is final: the app ${wasPublished ? 'is no longer public' : `stays ${seen()}`} and cannot be submitted again.`,
        review: 'rejected',
    },
    published: { is: 'is published', means: () => 'Published: it is public.', review: 'approved' },
    published_with_unreviewed_changes: {
        is: 'is published, with changes that are not reviewed',
        means: () => `The published version is public. The changes are ${seen()} until they are reviewed.`,
        review: 'none',
    },
    taken_down: {
        is: 'was taken down',
        means: () => `Taken down: it is no longer public, and ${seen()}.`,
        review: 'none',
    },
    changes_requested: {
        is: 'needs changes',
        means: () => 'The reviewer requests changes: make them, deploy, and submit the app for review again.',
        review: 'rejected',
    },
}));
/** True for the six that the service document names. The word of its earlier form, `changes_requested`, is none of them. */
function isDocumentedStatus(status) {
    return states.has(status) && status !== 'changes_requested';
}
/** True for an app in review, and for a status that the document does not name, which may stand for a review. */
function mayBeInReview(status) {
    return status === 'in_review' || !states.has(status);
}
/** What a status says of an app, to follow its name: `is in review`. A status that is not known is shown as it is. */
function describeStatus(status) {
    const unknown = status === null ? 'has no known status' : `has the status ${status}`;
    return states.get(status ?? '')?.is ?? unknown;
}
/** Who can see the app, and what is next; empty where the status is not known. An app with a `published_at` was published. */
function explainStatus(app) {
    return states.get(app?.status ?? '')?.means(app?.publishedAt != null) ?? '';
}
/** What a status means for a review. One that the document does not name is never final. */
function toReviewState(status) {
    return states.get(status ?? '')?.review ?? 'pending';
}


/***/ }),

/***/ 1982:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S5: () => (/* binding */ sentFields),
/* harmony export */   Wy: () => (/* binding */ serviceKeys),
/* harmony export */   ac: () => (/* binding */ isFieldName),
/* harmony export */   fj: () => (/* binding */ appFields)
/* harmony export */ });
const trim = (text) => text.trim();
/** The fields of the app that stand in files of the folder (service document, "The app folder"). */
const appFields = {
    name: { file: 'service.json', isSent: true, normalize: trim },
    tagline: { file: 'service.json', isSent: true, normalize: trim },
    color: { file: 'service.json', isSent: true, normalize: (text) => text.trim().toLowerCase() },
    logo: { file: 'service.json', isSent: false, normalize: trim },
    system_prompt: { file: 'instructions.md', isSent: true, normalize: (text) => text.replaceAll('\r\n', '\n').trim() },
    html: { file: 'index.html', isSent: true, normalize: (text) => text },
};
/** True for the name of a field that stands in a file of the folder. */
function isFieldName(name) {
    return Object.hasOwn(appFields, name);
}
/** The fields that stand in service.json, in the order of the document. */
const serviceKeys = Object.keys(appFields).filter((name) => isFieldName(name) && appFields[name].file === 'service.json');
/** The names of the fields that create and update take, in the order of the document. */
const sentFields = Object.keys(appFields).filter((name) => isFieldName(name) && appFields[name].isSent);


/***/ }),

/***/ 6805:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ng: () => (/* binding */ describeWait),
/* harmony export */   ll: () => (/* binding */ RunState),
/* harmony export */   sM: () => (/* binding */ nameOutcome),
/* harmony export */   si: () => (/* binding */ toAppFacts),
/* harmony export */   t4: () => (/* binding */ toExitCode)
/* harmony export */ });
/* unused harmony export toAppReport */
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3808);
/* harmony import */ var _app_status_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2525);


/** What became of an app, in words that many apps have in common. */
function nameOutcome(outcome) {
    if (outcome.kind === 'not_run')
        return 'not run';
    if (outcome.kind !== 'planned')
        return outcome.kind;
    if (outcome.plan === null)
        return 'checked';
    return outcome.plan.do === 'change' ? 'planned' : 'nothing to send';
}
/** A wait as a line of the log: `GET /api/miniapps/tides: no connection; retrying in 0.7 s (attempt 2 of 4)`. Not safe to print yet. */
function describeWait({ what, why, milliseconds, attempt, maxAttempts }) {
    const seconds = milliseconds < 59_950 ? `${Math.ceil(milliseconds / 100) / 10} s` : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatDuration */ .a3)(milliseconds);
    return `${what}: ${why}; retrying in ${seconds} (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatAttempt */ .lZ)(attempt, maxAttempts)})`;
}
/** Derives what is reported of the app from the events of a run: the one place that says what they come to. */
function toAppReport(events) {
    const reads = events.filter((event) => event.did === 'read').filter(({ isCurrent }) => isCurrent);
    const applied = events.filter((event) => event.did === 'apply');
    const reviews = events.filter((event) => event.did === 'review');
    const sends = events.flatMap((event, index) => (event.did === 'send' ? [{ ...event, index }] : []));
    const isApplied = (step) => applied.some((event) => event.step === step && event.isOwn);
    const last = reads.at(-1);
    const lastSend = sends.at(-1);
    const isOpen = lastSend !== undefined && !events.slice(lastSend.index).some(({ did }) => did === 'apply' || did === 'refuse');
    const isSubmitted = applied.some(({ step }) => step === 'submit');
    // After a change that was not verified, the review that was seen before it may be over.
    const isInReview = last?.app != null && (0,_app_status_js__WEBPACK_IMPORTED_MODULE_0__/* .mayBeInReview */ .KW)(last.app.status) && last.isStateCurrent && !isOpen;
    const result = reviews.at(-1)?.result ?? null;
    // An address that a read omits stays what it was.
    const url = reads.findLast(({ app }) => app?.url)?.app?.url ?? null;
    return {
        app: last?.app ? toAppFacts({ ...last.app, url: last.app.url ?? url }) : null,
        statusBefore: reads[0]?.app?.status ?? null,
        changed: applied.some(({ step, isOwn }) => step !== 'submit' && isOwn),
        created: isApplied('create'),
        submitted: isSubmitted || (isInReview && last.isOurs && result !== 'withdrawn'),
        sentForReview: isApplied('submit'),
        submitting: isApplied('deploy') || sends.some(({ step }) => step === 'submit'),
        isOpen,
        reviewResult: result ?? (isInReview ? 'pending' : null),
        waitedForReview: reviews.some(({ isWaited }) => isWaited),
    };
}
const noNotes = {
    ...{ slug: null, contentHash: null, fileCount: null, byteCount: null, filesVerified: false },
    ...{ excluded: [], changes: null, textChanges: null, problems: [], moreProblems: 0 },
    ...{ termsRequired: null, apps: null, waits: [], notices: [], warnings: [] },
};
/**
 * 0 for what was asked for, proven; 1 for a no, a failure or a doubt, and for a review that was waited for and ended as
 * `rejected` or `withdrawn`.
 */
function toExitCode(outcome, { reviewResult, waitedForReview }) {
    const isLost = waitedForReview && (reviewResult === 'rejected' || reviewResult === 'withdrawn');
    return 'failure' in outcome || isLost ? 1 : 0;
}
/** The one thing that changes during a run: what it noted, and its events. A run cut short reports what stands here. */
class RunState {
    #notes;
    #events = [];
    constructor(slug) {
        this.#notes = { ...noNotes, slug: slug === '' ? null : slug };
    }
    get facts() {
        return { ...this.#notes, ...toAppReport(this.#events) };
    }
    /** All reads of the app in this run, the oldest first; null where it did not exist. */
    get reads() {
        return this.#events.filter((event) => event.did === 'read').map(({ app }) => app);
    }
    /** Adds what just happened with the app. */
    record(event) {
        this.#events.push(event);
    }
    /** Adds what was just found out. */
    update(part) {
        this.#notes = { ...this.#notes, ...part };
    }
    notice(text) {
        this.update({ notices: [...this.#notes.notices, text] });
    }
    warn(text) {
        this.update({ warnings: [...this.#notes.warnings, text] });
    }
    addWait(wait) {
        this.update({ waits: [...this.#notes.waits, wait] });
    }
}
/** The part of an app that is reported. Without an address shown it is the one that the document gives it. */
function toAppFacts(app) {
    const { slug, reviewNote, name, updatedAt, submittedAt, publishedAt } = app;
    const status = app.status === '' ? null : app.status;
    return {
        slug,
        url: app.url ?? app.documentedUrl,
        status,
        reviewNote,
        name: name || null,
        updatedAt,
        submittedAt,
        publishedAt,
    };
}


/***/ }),

/***/ 5839:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createLog: () => (/* reexport */ createLog),
  createProgress: () => (/* reexport */ createProgress),
  emitReports: () => (/* binding */ emitReports),
  reportUnstarted: () => (/* reexport */ reportUnstarted)
});

// EXTERNAL MODULE: ./lib/model/action-error.js
var action_error = __webpack_require__(8760);
// EXTERNAL MODULE: ./lib/text/format.js
var format = __webpack_require__(3808);
;// CONCATENATED MODULE: ./lib/model/problem.js

/** How many problems there are, each counted as often as it was named. */
function countTimes(problems) {
    return problems.reduce((sum, { times = 1 }) => sum + times, 0);
}
/** The place within a file in words: `line 12, column 3`; empty when it is not known. */
function describePosition({ line, column }) {
    if (line === null)
        return '';
    return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}
/** Where a problem is, as editors know it: `app/index.html:8:3`. Not safe to print yet. */
function formatPlace({ path, file, line, column }) {
    return path === null ? describePosition({ line, column }) : (0,format/* joinTexts */.B5)([file ?? path, line, column], ':');
}
/** Where a problem is, and of what kind: `app/index.html:8:3 error title_empty`. Not safe to print yet. */
function labelProblem(problem) {
    return (0,format/* joinTexts */.B5)([formatPlace(problem), problem.severity, problem.code], ' ');
}

// EXTERNAL MODULE: ./lib/text/escape.js
var text_escape = __webpack_require__(8944);
// EXTERNAL MODULE: ./lib/model/app.js
var app = __webpack_require__(1982);
// EXTERNAL MODULE: ./lib/model/app-status.js
var app_status = __webpack_require__(2525);
// EXTERNAL MODULE: ./lib/model/inputs.js
var inputs = __webpack_require__(8736);
// EXTERNAL MODULE: ./lib/model/outcome.js
var model_outcome = __webpack_require__(6805);
// EXTERNAL MODULE: ./lib/text/voice.js
var voice = __webpack_require__(3045);
;// CONCATENATED MODULE: ./lib/report/messages.js






/** Puts the end of a run into words. Never says undefined or null, whatever the facts lack. */
function describeResult(run) {
    const { outcome, facts } = run;
    const isFailure = 'failure' in outcome;
    const ended = describeEnd(run);
    const message = facts.waitedForReview && !isFailure ? describeReview(ended, facts) : ended;
    return { code: isFailure ? outcome.failure.code : null, ...rate(run), ...message };
}
/** True for an app that the reviewer rejected, or the service took down, as far as this run knows: never a plain success. */
function isRefusedByReview({ app, reviewResult }) {
    const status = app?.status ?? null;
    return reviewResult === 'rejected' || status === 'taken_down' || (0,app_status/* toReviewState */.LR)(status) === 'rejected';
}
function rate({ outcome, facts }) {
    if ((0,model_outcome/* toExitCode */.t4)(outcome, facts) === 1)
        return { level: 'error', sign: outcome.kind === 'unknown' ? '\u2753' : '\u274c' };
    const isPlanned = outcome.kind === 'planned';
    if (isRefusedByReview(facts) || facts.reviewResult === 'withdrawn')
        return { level: 'warning', sign: '\u26a0\ufe0f' };
    if (isPlanned && (outcome.plan === null || outcome.plan.do === 'change'))
        return { level: 'notice', sign: '\u2139\ufe0f' };
    const isUnchanged = outcome.kind === 'unchanged' && !facts.sentForReview;
    const isSkipped = isPlanned || isUnchanged || outcome.kind === 'skipped' || outcome.kind === 'not_run';
    return { level: 'notice', sign: isSkipped ? '\u23ed\ufe0f' : '\u2705' };
}
function describeEnd(run) {
    const { command, outcome, facts } = run;
    const app = nameApp(facts);
    const state = (0,app_status/* explainStatus */.cq)(facts.app);
    switch (outcome.kind) {
        case 'rejected':
        case 'failed':
        case 'unknown':
            return describeFailure(run, outcome.failure);
        case 'planned':
            return describePlan(command, outcome, facts);
        case 'skipped': {
            const { why, next } = skips[outcome.skipReason];
            return say(`${command === 'list' ? 'The list' : app} skipped`, [why, nothingSent(facts)], next);
        }
        case 'not_run':
            return say(`${app} was not run`, ['The run ended before its turn.']);
        case 'deployed':
            return say(`${app} ${nameDeploy(facts)}`, [describeContent(facts), state]);
        case 'created':
            return say(`${app} created`, ['The service confirmed the new app.', state]);
        case 'updated':
            return say(`${app} updated`, ['The service confirmed the new draft.', state]);
        case 'submitted':
            return facts.sentForReview
                ? say(`${app} sent for review`, ['The service accepted the submission.', state])
                : say(`${app} is in review`, ['Another run has sent this content for review.', state]);
        case 'deleted':
            return say(`${app} deleted`, ['The app no longer exists.']);
        case 'listed':
            return say((0,format/* formatCount */.B4)(facts.apps?.length ?? 0, 'app'), ['These are all apps that this key can access.']);
        case 'read': {
            const is = (0,app_status/* describeStatus */.Wn)(facts.app?.status ?? null);
            return say(`${app} ${is}`, ['The app was read, and nothing was changed.', state]);
        }
        case 'unchanged': {
            if (!facts.sentForReview)
                return say(`${app} unchanged`, [explainUnchanged(command, facts), nothingSent(facts), state]);
            const why = `The draft had ${nameContent(facts)} already, so it was not deployed again.`;
            return say(`${app} sent for review (content unchanged)`, [why, state]);
        }
    }
}
function say(headline, sentences, next = '') {
    return { headline, lines: [(0,format/* joinTexts */.B5)(sentences, ' ')], next };
}
/** Empty where this run created the app, and somebody else went on from there. */
function nothingSent({ changed }) {
    return changed ? '' : 'Nothing was sent.';
}
/** What each command does to an app, after "was" and "not", and as a noun. */
const words = {
    deploy: { done: 'deployed', noun: 'deploy' },
    status: { done: 'read', noun: 'read' },
    submit: { done: 'submitted', noun: 'submission' },
    create: { done: 'created', noun: 'creation' },
    update: { done: 'updated', noun: 'update' },
    delete: { done: 'deleted', noun: 'deletion' },
    list: { done: 'listed', noun: 'list' },
};
/** A slug with a typo makes another app: that one was created is never left unsaid. */
function nameDeploy({ created, sentForReview }) {
    const done = [...(created ? ['created'] : []), 'deployed', ...(sentForReview ? ['sent for review'] : [])];
    return (0,format/* joinWords */.yZ)(done);
}
/** Exactly these files are claimed only where they were compared. */
function describeContent({ fileCount, byteCount, filesVerified }) {
    const size = byteCount === null ? '' : ` (${(0,format/* formatBytes */.z3)(byteCount)})`;
    const files = `${fileCount === null ? 'content' : (0,format/* formatCount */.B4)(fileCount, 'file')} of the folder${size}`;
    return filesVerified ? `The draft holds exactly the ${files}.` : `The service confirmed the new draft: the ${files}.`;
}
function explainUnchanged(command, facts) {
    if (command === 'update')
        return `No field that update sends differs: ${(0,format/* joinWords */.yZ)(app/* sentFields */.S5)}.`;
    const isSubmit = command === 'submit';
    if (facts.submitted)
        return `The app is in review already${isSubmit ? '' : `, with ${nameContent(facts)}`}.`;
    return isSubmit ? 'There is nothing new to send for review.' : `The draft has ${nameContent(facts)} already.`;
}
/** Exactly this content is claimed only where all of it was compared. */
function nameContent({ filesVerified }) {
    return filesVerified ? 'exactly this content' : 'this content (as far as it can be compared)';
}
/** A review that was waited for is the end of the run: what was done before stays in the sentence. */
function describeReview(done, facts) {
    const app = nameApp(facts);
    const state = (0,app_status/* explainStatus */.cq)(facts.app);
    switch (facts.reviewResult) {
        case 'approved':
            return say(`${app} was approved and published`, [...done.lines, 'The app was approved in review.']);
        case 'rejected':
            return {
                ...done,
                headline: `${app} was rejected in review`,
                next: adviseRejected(facts),
                code: 'review_rejected',
            };
        case 'withdrawn':
            return { ...describeWithdrawal(facts, state), code: 'review_withdrawn' };
        default:
            return done;
    }
}
function adviseRejected({ app }) {
    if (app?.status === 'changes_requested') {
        return "Make the changes of the reviewer's note, deploy, and submit the app for review again.";
    }
    const isFinal = 'A rejection is final for this app: deploy a corrected one under a new slug.';
    return app?.reviewNote ? `Read the reviewer's note. ${isFinal}` : isFinal;
}
/** What the run had verified holds no more. */
function describeWithdrawal(facts, state) {
    const app = nameApp(facts);
    if (facts.app === null) {
        const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
        return say(`${app} was deleted before there was a review result`, ['The app no longer exists.'], next);
    }
    if (facts.app.status === 'taken_down') {
        return say(`${app} was taken down`, [state], "Read the reviewer's note, and contact the service's support.");
    }
    return say(`${app} was taken out of review`, ['Somebody changed its content or its state.', state], 'Find out which run or person changed it, then deploy and submit it again.');
}
/** Why a run left the app alone, and what to do next. */
const skips = {
    'in-review': {
        why: `The app is in review with other content, and ${(0,voice/* input */.hF)('on-in-review')} is skip.`,
        next: `Wait for the review result and ${(0,voice/* rerun */.nt)('re-run')}, or set ${(0,voice/* input */.hF)('on-in-review')} to replace.`,
    },
    stale: { why: 'A newer commit exists on the branch.', next: '' },
    fork: { why: 'A pull request from a fork gets no secrets, so the service was not asked.', next: '' },
};
const noChanges = 'No changes were made.';
/**
 * A dry run, or a fork's pull request. It says what was checked, what differs and what would be sent. It promises nothing:
 * the service's own rules are checked only when a change is sent.
 */
function describePlan(command, { plan, skipReason }, facts) {
    const app = nameApp(facts);
    if (plan !== null)
        return describeSteps(command, plan, facts);
    if (skipReason === 'fork') {
        const why = 'A pull request from a fork gets no secrets, so the folder was only checked offline.';
        return say(`${app} checked, not ${words[command].done}`, [why, noChanges]);
    }
    return say(`Dry run of ${app}: checked offline`, [describeChecks(facts), noChanges, `Without ${(0,voice/* input */.hF)('api-key')} nothing is compared with the app.`], `Set ${(0,voice/* input */.hF)('api-key')} to see what a real run would send.`);
}
function describeSteps(command, plan, facts) {
    const dryRun = `Dry run of ${nameApp(facts)}`;
    const checks = describeChecks(facts);
    if (plan.do !== 'change') {
        const { why, next } = plan.do === 'skip' ? skips['in-review'] : { why: explainUnchanged(command, facts), next: '' };
        return say(`${dryRun}: nothing to send`, [checks, why, (0,app_status/* explainStatus */.cq)(facts.app), noChanges], next);
    }
    const steps = (0,format/* joinWords */.yZ)(plan.steps);
    const replaces = plan.steps.includes('deploy') || plan.steps.includes('update');
    const review = facts.app?.status === 'in_review' && replaces ? 'This takes the app out of review.' : '';
    const rules = "The service's own rules are checked only when the change is sent.";
    return say(`${dryRun}: ${(0,format/* formatCount */.B4)(plan.steps.length, 'change')} planned (${steps})`, [checks, describeDifference(plan.fields, facts), noChanges, `A real run sends: ${steps}.`, review, rules], (0,voice/* either */.gP)('Run without dry-run to send it.', 'Run it without --dry-run, or deploy in place of plan, to send it.'));
}
/** What was checked offline; empty where there is no folder to check. */
function describeChecks({ fileCount, problems }) {
    if (fileCount === null)
        return '';
    const found = problems.length === 0 ? 'no problems' : (0,format/* formatCount */.B4)(problems.length, 'warning');
    return `Checked ${(0,format/* formatCount */.B4)(fileCount, 'file')} offline: ${found}.`;
}
/** `fields`: those of an update. */
function describeDifference(fields, { app, changes }) {
    if (fields !== undefined)
        return `Fields that differ: ${fields.join(', ')}.`;
    if (changes === null || changes.length === 0)
        return '';
    if (app === null)
        return 'The app does not exist yet.';
    return `${(0,format/* formatCount */.B4)(changes.length, 'file', 'differ')} from the draft.`;
}
function describeFailure(run, failure) {
    const { code, message, next } = failure;
    if (!inputs/* inputFaults */.wm.some((fault) => fault === code))
        return say(nameFailure(run, failure), [message], next);
    // No command is named: it may be among them.
    const lines = message.split('\n');
    return { headline: (0,format/* formatCount */.B4)(lines.length, 'invalid input'), lines, next };
}
/** Decisions of the run itself, which a real run makes too. */
const refusals = new Set(['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale']);
function nameFailure({ command, facts, isDryRun }, failure) {
    if (command === 'list')
        return 'The apps were not listed';
    const app = nameApp(facts);
    if (!isDryRun)
        return `${app}${describeFailed(command, failure, facts)}`;
    // Of one that was not refused nobody knows what a real run would do.
    const isRefused = failure.kind === 'rejected' || refusals.has(failure.code);
    return isRefused ? `${app} would not be ${words[command].done}${countErrors(facts)}` : `The dry run of ${app} failed`;
}
/** Follows the app's name. */
function describeFailed(command, { kind, code }, facts) {
    const { submitting, changed, created, sentForReview } = facts;
    const isSubmission = submitting || (command === 'deploy' && code === 'taken_down');
    const { noun, done } = words[isSubmission ? 'submit' : command];
    const isDeployed = submitting && changed;
    // After a deploy that was verified, no submission was sent.
    if (kind === 'unknown' && code !== 'draft_changed') {
        return `${isDeployed ? ' was deployed, but' : ':'} the result of the ${noun} could not be verified`;
    }
    // Proven before the run was cut short, by a cancel for one.
    if (sentForReview)
        return ' was sent for review, but the run failed';
    if (isDeployed)
        return ' was deployed, but not sent for review';
    const toFix = kind === 'rejected' ? countErrors(facts) : '';
    return ` was ${created && command === 'deploy' ? 'created, but is still empty' : `not ${done}`}${toFix}`;
}
function countErrors({ problems, moreProblems }) {
    const errors = problems.filter(({ severity }) => severity === 'error').length + moreProblems;
    return errors === 0 ? '' : `: ${(0,format/* formatCount */.B4)(errors, 'problem')} to fix`;
}
function nameApp({ slug }) {
    return slug ?? 'The app';
}

;// CONCATENATED MODULE: ./lib/report/tell.js



/** What there is to say of a run, in lists of blocks: of all apps together, empty where it is one, and of each of which more is to be said. */
function tellReports(reports) {
    if (reports.length === 1)
        return { all: [], apps: reports.map(tellApp) };
    return { all: tellRun(reports), apps: reports.filter(isDetailed).map(tellApp) };
}
/** True for an app of several of which more is to be said than its row: not done, with a warning, or with texts to compare. */
function isDetailed({ result, outcome, problems, facts }) {
    if (outcome.kind === 'not_run')
        return false;
    const hasTexts = (facts.textChanges?.files.length ?? 0) > 0;
    return result.level !== 'notice' || problems.length > 0 || facts.warnings.length > 0 || hasTexts;
}
/** All that there is to say of one app: what came of it first, then the details. Each printer takes what it shows. */
function tellApp(report) {
    const { result, facts, failure, helpUrl, outcome, problems, readLines } = report;
    const { code, lines, next, ...headline } = result;
    return [
        { is: 'headline', ...headline },
        { is: 'address', text: facts.app?.url ?? '' },
        { is: 'sentences', texts: lines },
        { is: 'note', text: facts.app?.reviewNote ?? '', isReason: isRefusedByReview(facts) },
        { is: 'next', text: next },
        { is: 'help', code: code ?? '', url: helpUrl ?? '' },
        { is: 'facts', rows: listFacts(facts, helpUrl === null ? code : null) },
        { is: 'apps', title: '', head: ['App', 'Status'], rows: (facts.apps ?? []).map(toAppRow) },
        { is: 'remarks', level: 'warning', texts: [...new Set(facts.warnings)] },
        { is: 'remarks', level: 'notice', texts: [...new Set(facts.notices)] },
        { is: 'problems', problems, unread: facts.moreProblems, readLines },
        { is: outcome.kind === 'planned' ? 'plan' : 'changes', ...tellChanges(facts) },
        tellDiff(facts),
        tellExcluded(facts),
        tellWaits(facts),
        { is: 'stack', text: failure?.stack ?? '' },
    ];
}
function toAppRow({ slug, name, status, url }) {
    return [{ words: [slug], url, rest: name }, toWords(status)];
}
/** A word that may not be known. */
function toWords(word) {
    return { words: word === null ? [] : [word] };
}
function listFacts(facts, code) {
    const { app, statusBefore, fileCount, byteCount, contentHash, termsRequired } = facts;
    const files = fileCount === null ? null : (0,format/* formatCount */.B4)(fileCount, 'file');
    const size = byteCount === null ? null : (0,format/* formatBytes */.z3)(byteCount);
    // None of an app that is gone, or of which the state is not known.
    const states = app?.status ? [...new Set([statusBefore ?? app.status, app.status])] : [];
    return [
        ['Status', { words: states }],
        ['Folder', (0,format/* joinTexts */.B5)([files, size], ', ')],
        ['Content', toWords(contentHash?.slice(0, 'sha256:'.length + 12) ?? null)],
        ['Terms version', toWords(termsRequired)],
        ['Code', toWords(code)],
    ];
}
/** The files that differ, the largest first. */
function tellChanges(facts) {
    const changes = facts.changes ?? [];
    const title = `${titleChanges(facts)}: ${(0,format/* formatCount */.B4)(changes.length, 'file')}`;
    const rows = changes.toSorted((one, other) => toSize(other) - toSize(one)).map(toChangeRow);
    return { title, head: ['File', 'Change'], rows };
}
function toChangeRow({ kind, path, bytesBefore, bytesAfter }) {
    const known = [bytesBefore, bytesAfter].filter((bytes) => bytes !== null);
    const sizes = new Set(known.map(format/* formatBytes */.z3));
    return [{ words: [path] }, (0,format/* joinTexts */.B5)([kind, [...sizes].join(' \u2192 ')], ', ')];
}
function toSize({ bytesBefore, bytesAfter }) {
    return Math.max(bytesBefore ?? 0, bytesAfter ?? 0);
}
function titleChanges({ changed, isOpen, app }) {
    if (changed)
        return 'What changed';
    // It was compared before a change that may have been made since.
    if (isOpen)
        return 'What differed from the draft before this run';
    return app === null ? 'What the app would have' : 'What differs from the draft';
}
/** How the texts differ; empty where they do not, or that was not asked for. */
function tellDiff({ textChanges, changed }) {
    const { files, named, moreFiles } = textChanges ?? { files: [], named: [], moreFiles: 0 };
    const moreLines = files.reduce((sum, file) => sum + file.moreLines, 0);
    const counts = [
        moreLines === 0 ? '' : (0,format/* formatCount */.B4)(moreLines, 'more line'),
        moreFiles === 0 ? '' : (0,format/* formatCount */.B4)(moreFiles, 'more file'),
    ];
    const omitted = (0,format/* joinTexts */.B5)(counts, ' and ');
    return {
        is: 'diff',
        title: changed ? 'How the texts changed' : 'How the texts differ from the draft',
        files: files.map(({ path, hunks }) => ({ path, lines: hunks.flatMap(toLines) })),
        named: named.map(({ path }) => path),
        omitted: omitted === '' ? '' : `\u2026 and ${omitted}, omitted.`,
    };
}
function toLines({ oldStart, oldLines, newStart, newLines, lines }) {
    return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines];
}
/** A diff as lines, for the log or a terminal. */
function toDiffLines({ files, named, omitted }) {
    const lines = files.flatMap((file) => [file.path, ...file.lines]);
    return [...lines, omitted, named.length === 0 ? '' : nameUnshown(named)].filter((line) => line !== '');
}
/** Names the files that a diff has no lines of. */
function nameUnshown(named) {
    return `Not shown line by line: ${(0,format/* listNames */.Zv)(named)}.`;
}
/** What was excluded and why. */
function tellExcluded({ excluded }) {
    const rows = excluded.map(({ path, reason }) => [{ words: [path] }, reason]);
    return { is: 'fold', title: `${(0,format/* formatCount */.B4)(excluded.length, 'path')} excluded`, head: ['Excluded', 'Reason'], rows };
}
/** The waits before a request was sent again or the app was read again. */
function tellWaits({ waits }) {
    const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const rows = waits.map(({ what, why, milliseconds, attempt, maxAttempts }) => {
        return [(0,format/* formatDuration */.a3)(milliseconds), { words: [what], rest: (0,format/* formatAttempt */.lZ)(attempt, maxAttempts) }, why];
    });
    const title = `${(0,format/* formatCount */.B4)(waits.length, 'wait')}, ${(0,format/* formatDuration */.a3)(total)} in total`;
    return { is: 'fold', title, head: ['Wait', 'Before', 'Reason'], rows };
}
/** The worst first, as the output `outcome` goes by it; what ended before its turn is last. */
const outcomeOrder = [
    ...['unknown', 'failed', 'rejected', 'deployed', 'planned', 'skipped', 'unchanged', 'not_run'],
];
/**
 * Puts the end of a run of several apps into words, with a line for each app that failed, or for each way in which they ended. They
 * are not safe to print yet.
 */
function describeRun(reports) {
    const results = reports.map(({ result }) => result);
    const toRank = ({ outcome }) => outcomeOrder.indexOf(outcome.kind);
    const worstFirst = reports.toSorted((one, other) => toRank(one) - toRank(other));
    const ways = [...Map.groupBy(worstFirst, ({ outcome }) => (0,model_outcome/* nameOutcome */.sM)(outcome))];
    const counts = ways.map(([way, some]) => (ways.length === 1 ? way : `${some.length} ${way}`));
    const lists = ways.map(([way, some]) => `${way}: ${(0,format/* listNames */.Zv)(some.map(({ facts }) => facts.slug ?? ''))}`);
    const isDry = reports.some(({ outcome }) => outcome.kind === 'planned');
    const failed = results.filter((result) => result.level === 'error');
    return {
        ...rateRun(results),
        headline: `${isDry ? 'Dry run of ' : ''}${(0,format/* formatCount */.B4)(reports.length, 'app')}: ${counts.join(', ')}`,
        lines: failed.length > 0 ? failed.map(({ headline }) => headline) : [...explainShared(reports), ...lists],
        next: failed.length > 0 ? 'Fix what failed and run it again: what is done already is left alone.' : '',
        code: null,
    };
}
/** The sign and the level of the worst; of a run that is fine those of what was done. */
function rateRun(results) {
    const signs = ['\u2753', '\u274c', '\u26a0\ufe0f', '\u2705', '\u2139\ufe0f', '\u23ed\ufe0f'];
    const sign = signs.find((one) => results.some((result) => result.sign === one));
    return results.find((result) => result.sign === sign) ?? { level: 'notice', sign: '\u2139\ufe0f' };
}
/** Why no app was sent, where the reason is about the run and no app: a fork, a branch that has moved on. */
function findSharedReason(reports) {
    const reasons = new Set(reports.map(({ outcome }) => ('skipReason' in outcome ? outcome.skipReason : null)));
    const [reason] = reasons;
    return reasons.size === 1 && (reason === 'fork' || reason === 'stale') ? reason : null;
}
function explainShared(reports) {
    const sentences = {
        fork: 'A pull request from a fork gets no secrets, so the folders were only checked offline.',
        stale: 'A newer commit exists on the branch. Nothing was sent.',
    };
    const reason = findSharedReason(reports);
    return reason === null ? [] : [sentences[reason]];
}
/** What came of several apps, and a row for each. */
function tellRun(reports) {
    const { next, level, sign, headline } = describeRun(reports);
    const rows = reports.map((report) => {
        const { slug, app } = report.facts;
        const words = [slug ?? ''];
        return [
            { words, url: app?.url ?? null },
            `${report.result.sign} ${tell_describeEnd(report)}`,
            toWords(app?.status ?? null),
        ];
    });
    return [
        { is: 'headline', level, sign, headline },
        { is: 'sentences', texts: explainShared(reports) },
        { is: 'apps', title: '', head: ['App', 'Result', 'Status'], rows },
        { is: 'next', text: next },
    ];
}
/** How an app ended, in a few words without its slug, such as `rejected, 3 problems`. */
function tell_describeEnd({ outcome, facts }) {
    const count = facts.problems.length + facts.moreProblems;
    const problems = count === 0 ? '' : (0,format/* formatCount */.B4)(count, 'problem');
    return (0,format/* joinTexts */.B5)([(0,model_outcome/* nameOutcome */.sM)(outcome), describeReason(outcome), problems], ', ');
}
function describeReason(outcome) {
    // In words, which wrap on a phone.
    if ('failure' in outcome)
        return outcome.failure.code.replaceAll('_', ' ');
    if (outcome.kind === 'skipped')
        return outcome.skipReason;
    return outcome.kind === 'planned' && outcome.plan?.do === 'change' ? outcome.plan.steps.join(', ') : '';
}

;// CONCATENATED MODULE: ./lib/report/annotations.js





/**
 * What the runner keeps of a level in one step (ten, the first ones). Two places for warnings stay free: for the
 * runner's own and for trouble with the reporting itself, which comes later.
 */
const limits = { error: 10, warning: 8, notice: 10 };
/** Where nothing says more. */
const titles = { error: 'Problem', warning: 'Warning', notice: 'Notice' };
/** UTF-16 units of a message. The runner cuts it at 4,096, after masking, which may lengthen it; a line about the rest may be added. */
const maxMessage = 3900;
/** UTF-16 units of one text of several, and of a title. */
const maxText = 1200;
const maxTitle = 200;
/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and the result as the last of
 * its level, so that it is always kept. What is omitted is counted there. Of several apps the first of each comes before the second
 * of any, so that each that failed has one, as long as there are ten.
 */
function toAnnotations(reports) {
    const [only, ...others] = reports;
    const result = only === undefined || others.length > 0 ? annotateRun(reports) : annotateResult(only);
    const apps = reports.map((report) => annotateApp(report, others.length > 0));
    const remarks = ['warnings', 'notices'].flatMap((kind) => annotateRemarks(kind, reports));
    return ['warning', 'notice', 'error'].flatMap((level) => {
        const isOfLevel = (annotation) => annotation.level === level;
        const turns = apps.flatMap((list) => list.filter(isOfLevel).map((annotation, turn) => ({ annotation, turn })));
        const ofApps = turns.toSorted((one, other) => one.turn - other.turn).map(({ annotation }) => annotation);
        const unread = reports.reduce((sum, { facts }) => sum + (level === 'error' ? facts.moreProblems : 0), 0);
        const all = [...ofApps, ...remarks.filter(isOfLevel)];
        return limitLevel(level, { all, unread }, [result].filter(isOfLevel));
    });
}
/** The problems of an app, and among several its own result where none of them says why it is no success. */
function annotateApp(report, isOneOfSeveral) {
    const { level } = report.result;
    const problems = report.problems.map((problem) => annotateProblem(problem, report.facts.slug));
    const isSaid = level === 'notice' || problems.some((problem) => problem.level === level);
    return isSaid || !isOneOfSeveral ? problems : [annotateResult(report), ...problems];
}
/**
 * The annotations of a level, the last one counting what is omitted, with the problems that were never read (`unread`). `results`: the
 * result, where it is of this level.
 */
function limitLevel(level, { all, unread }, results) {
    const max = limits[level];
    if (unread === 0 && all.length + results.length <= max)
        return [...all, ...results];
    const [last = annotate(level, `More ${level}s`, [])] = results;
    const left = countTimes(all.slice(max - 1)) + unread;
    const more = `and ${(0,format/* formatCount */.B4)(left, `more ${level === 'error' ? 'problem' : level}`)}: see the summary`;
    return [...all.slice(0, max - 1), { ...last, message: (0,format/* joinTexts */.B5)([last.message, more], '\n') }];
}
/** An annotation without a place, of a line for each text. */
function annotate(level, title, texts) {
    const lines = texts.map((text) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(text), maxText));
    const message = (0,text_escape/* cutText */.IN)((0,format/* joinTexts */.B5)(lines, '\n'), maxMessage);
    const place = { file: null, line: null, column: null };
    return { level, title: (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(title), maxTitle), message, ...place };
}
/** One that cannot be shown in its file names that, and the app: a job may have several. */
function annotateProblem(problem, slug) {
    const { severity, file, line, column, message, fix, code, times } = problem;
    const isPlaced = file !== null;
    const title = (0,format/* joinTexts */.B5)([isPlaced ? null : slug, code ?? titles[severity]], ': ');
    const words = (0,format/* joinTexts */.B5)([isPlaced ? null : formatPlace(problem), message], ': ');
    const annotation = annotate(severity, title, [words, fix === null ? '' : `Fix: ${fix}`]);
    return { ...annotation, ...(isPlaced ? { file, line, column } : {}), times };
}
/** Cause, reviewer's note, fix, link. On the file that a failure is about, where it is about one. */
function annotateResult({ result, facts, failure, helpUrl }) {
    const { level, headline, lines, next } = result;
    const note = isRefusedByReview(facts) ? (0,text_escape/* splitLines */.uz)(facts.app?.reviewNote ?? '').join(' ') : '';
    const link = helpUrl ?? (level === 'error' ? null : (0,text_escape/* toSafeUrl */.w)(facts.app?.url));
    const texts = [...lines, note === '' ? '' : `Reviewer's note: ${note}`, next, link ?? ''];
    return { ...annotate(level, headline, texts), file: failure?.file ?? null };
}
/** The result of several apps, with a line for each that failed. */
function annotateRun(reports) {
    const { level, headline, lines, next } = describeRun(reports);
    return annotate(level, headline, [...lines, next]);
}
/** Each remark once, under a title that names the app. What is said of more than one names them. */
function annotateRemarks(kind, reports) {
    const level = kind === 'warnings' ? 'warning' : 'notice';
    const said = reports.flatMap(({ facts }) => facts[kind].map((text) => ({ text, slug: facts.slug })));
    return Array.from(Map.groupBy(said, ({ text }) => text), ([text, some]) => {
        const [slug = null, ...others] = new Set(some.map((one) => one.slug));
        const name = others.length === 0 ? slug : (0,format/* formatCount */.B4)(others.length + 1, 'app');
        return annotate(level, (0,format/* joinTexts */.B5)([name, titles[level]], ': '), [text]);
    });
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/text/secrets.js
var text_secrets = __webpack_require__(6246);
;// CONCATENATED MODULE: ./lib/report/clean.js






/** The report of a run that did not begin: the error is all that there is to say. An empty slug is not known. */
function reportUnstarted(error, { slug, secrets }) {
    const failure = (0,action_error/* toFailure */.w2)(error);
    return {
        command: 'deploy',
        isDryRun: false,
        outcome: { kind: failure.kind, failure },
        facts: new model_outcome/* RunState */.ll(slug).facts,
        folder: null,
        repositoryPath: null,
        readLines: async () => null,
        secrets,
    };
}
/**
 * Takes the secrets out of a report, of the lines too that are read later on: before anything cuts a text, since half a secret would
 * not be known as one. `docsUrl`: docs/troubleshooting.md in the version of the action that runs; null when it is not known.
 */
function cleanReport({ secrets, ...report }, docsUrl) {
    const redact = (0,text_secrets/* createRedact */.a)(secrets);
    const outcome = cleanOutcome(report.outcome, redact);
    const facts = cleanTexts(report.facts, redact);
    const folder = cleanTexts(report.folder, redact);
    const repositoryPath = cleanTexts(report.repositoryPath, redact);
    const run = { ...report, outcome, facts, folder, repositoryPath };
    const result = describeResult(run);
    const withFile = (entry) => {
        return { ...entry, file: toRepositoryFile(repositoryPath, entry.path) };
    };
    return {
        ...run,
        result,
        failure: 'failure' in outcome ? withFile(outcome.failure) : null,
        helpUrl: toHelpUrl(docsUrl, result.code),
        problems: mergeEqual(facts.problems).map(withFile),
        readLines: async (path, first, last) => (await report.readLines(path, first, last))?.map(redact) ?? null,
    };
}
/** Problems that are the same in everything take the room of one. */
function mergeEqual(problems) {
    const equals = Map.groupBy(problems, (problem) => JSON.stringify(problem));
    return [...equals.values()].flatMap(([problem, ...others]) => {
        if (problem === undefined)
            return [];
        const times = others.length + 1;
        return [{ ...problem, times, message: times === 1 ? problem.message : `${times} times: ${problem.message}` }];
    });
}
function cleanOutcome(outcome, clean) {
    if (!('failure' in outcome))
        return outcome;
    const { failure } = outcome;
    return { ...outcome, failure: { ...cleanTexts(failure, clean), code: failure.code } };
}
/** The fields of facts and failures whose texts are all ours. */
const ownWords = new Set(['causeCode', 'contentHash', 'kind', 'reviewResult', 'severity']);
function cleanTexts(value, clean) {
    if (typeof value === 'string')
        return clean(value);
    if (Array.isArray(value))
        return value.map((entry) => cleanTexts(entry, clean));
    if (typeof value !== 'object' || value === null)
        return value;
    const cleanEntry = ([name, part]) => [name, ownWords.has(name) ? part : cleanTexts(part, clean)];
    return Object.fromEntries(Object.entries(value).map(cleanEntry));
}
/**
 * Where a file of the app folder lies in the repository, with `/` and no `./`; null when it has no place there: no folder, a way out of
 * it, or a name that cannot be printed as it is.
 */
function toRepositoryFile(repositoryPath, path) {
    if (repositoryPath === null || !path || path.split('/').includes('..'))
        return null;
    const file = external_node_path_.posix.join(repositoryPath, path);
    return (0,text_escape/* toPrintable */.f8)(file) === file ? file : null;
}
function toHelpUrl(docsUrl, code) {
    const page = (0,text_escape/* toSafeUrl */.w)(docsUrl);
    return page !== null && code !== null && /^[a-z0-9_]{1,50}$/.test(code) ? `${page}#${code}` : null;
}

;// CONCATENATED MODULE: ./lib/report/excerpt.js

/** UTF-16 units of a line that are shown where nothing else is asked for: minified files have one line of a megabyte. */
const usualWidth = 120;
/** Columns beside a line and its number: `>  \u2502 ` and an ellipsis at both ends. */
const excerpt_frame = '>  \u2502 \u2026\u2026'.length;
/**
 * Draws the lines around a place with their numbers, safe to print: a mark at its line, and one under its column. Empty where the
 * line cannot be read. `readLines` reads the lines from one number to another; null where there are none.
 */
async function drawExcerpt(readLines, { line, column, around, terminalColumns }) {
    const first = Math.max(1, line - around);
    const lines = (await readLines(first, line + around)) ?? [];
    const text = lines[line - first];
    if (text === undefined)
        return [];
    const digits = String(first + lines.length - 1).length;
    const width = terminalColumns === undefined ? usualWidth : Math.max(10, terminalColumns - digits - excerpt_frame);
    const isKnown = column !== null && column <= text.length + 1;
    const place = isKnown ? draw(text.slice(0, column - 1)).length : 0;
    // Of a place that lies further right, what is before it stays in sight too.
    const start = place >= width ? place + 1 - Math.ceil(width / 2) : 0;
    const before = start > 0 ? '\u2026' : '';
    return lines.flatMap((other, index) => {
        const drawn = draw(other);
        const shown = `${before}${drawn.slice(start, start + width)}${drawn.length > start + width ? '\u2026' : ''}`;
        const row = `${String(first + index).padStart(digits)} \u2502 ${shown}`.trimEnd();
        if (first + index !== line)
            return [`  ${row}`];
        const margin = ' '.repeat(place - start + before.length);
        return [`> ${row}`, ...(isKnown ? [`  ${' '.repeat(digits)} \u2502 ${margin}^`] : [])];
    });
}
/** As printable text with tabs as two blanks, so that the mark stands where the place is. */
function draw(text) {
    return (0,text_escape/* toPrintable */.f8)(text.replaceAll('\t', '  '));
}

;// CONCATENATED MODULE: ./lib/report/markdown.js





/** The runner drops a summary over 1,048,576 bytes as a whole. */
const summaryRoom = { bytes: 900_000, listBytes: 80_000, entries: 100 };
/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const commentRoom = { bytes: 50_000, listBytes: 12_000, entries: 20 };
/** UTF-16 units of a text, and of a name or a code: escaped, each may take ten bytes. */
const markdown_maxText = 2000;
const maxName = 200;
/**
 * The job summary in GitHub's Markdown: the result, the address and what to do next on top, details below; of several apps a table
 * first. Outside text means nothing but itself, everything is bounded, the whole stays under 1 MB.
 */
async function renderSummary(reports) {
    const parts = await printReports(reports, summaryRoom, () => true);
    return `${parts.join('\n\n')}\n`;
}
/** What only the summary has of an app. */
const summaryOnly = new Set(['apps', 'remarks', 'diff', 'fold', 'stack']);
/** The short form of the summary for a comment of a pull request, with the page of the run; under 65,000 characters. */
async function renderComment(reports, runUrl) {
    const parts = await printReports(reports, commentRoom, ({ is }) => !summaryOnly.has(is));
    const url = (0,text_escape/* toSafeUrl */.w)(runUrl);
    return (0,format/* joinTexts */.B5)([...parts, url === null ? '' : `[Run and summary](${url})`], '\n\n');
}
async function printReports(reports, room, isShown) {
    const { all, apps } = tellReports(reports);
    const parts = [...(await printBlocks(all, room))];
    // Each has its share, so that the first ones cannot take the room of the last.
    const share = { ...room, bytes: room.bytes / apps.length, listBytes: room.listBytes / apps.length };
    for (const blocks of apps) {
        const printed = await printBlocks(blocks.filter(isShown), share);
        const kept = takeTexts(printed, share.bytes);
        const omitted = printed.length - kept.length;
        parts.push(...kept, ...(omitted === 0 ? [] : [`\u2026 and ${(0,format/* formatCount */.B4)(omitted, 'more part')}, omitted here.`]));
    }
    return takeTexts(parts, room.bytes + room.listBytes);
}
/** A part for each block that has something to say. */
async function printBlocks(blocks, room) {
    const parts = await Promise.all(blocks.map((block) => printBlock(block, room)));
    return parts.filter((part) => part !== '');
}
async function printBlock(block, room) {
    switch (block.is) {
        case 'headline':
            return `## ${block.sign} ${printText(block.headline)}`;
        case 'address': {
            const address = (0,text_escape/* toSafeUrl */.w)(block.text);
            return address === null ? printText(block.text) : `<${address}>`;
        }
        case 'sentences': {
            const sentences = block.texts.map(printText);
            return sentences.length === 1 ? sentences.join('') : sentences.map((sentence) => `- ${sentence}`).join('\n');
        }
        case 'note':
            return printNote(block.text);
        case 'next':
            return block.text === '' ? '' : `**Next:** ${printText(block.text)}`;
        case 'help':
            return block.url === '' ? '' : `**Help:** [Troubleshooting ${printName(block.code)}](${block.url})`;
        case 'facts': {
            const rows = block.rows.map(([name, value]) => [name, printCell(value)]);
            const known = rows.filter(([, text]) => text !== '');
            return known.map(([name, text]) => `- ${name}: ${text}`).join('\n');
        }
        case 'apps':
        case 'changes':
        case 'plan': {
            const table = printTable(block, room);
            return (0,format/* joinTexts */.B5)([table === '' || block.title === '' ? '' : `### ${block.title}`, table], '\n\n');
        }
        case 'remarks': {
            // As lines of a paragraph: a list would become one with the list of facts before it.
            const lines = block.texts.slice(0, room.entries).map((text) => `${signs[block.level]} ${printText(text)}`);
            return printList(lines, block.texts.length, room).join('<br>\n');
        }
        case 'problems':
            return printProblems(block, room);
        case 'diff':
            return printDiff(block);
        case 'fold':
            return toDetails(block.title, printTable(block, room));
        case 'stack':
            return toDetails('Stack', block.text === '' ? '' : (0,text_escape/* toCodeBlock */.oU)((0,text_escape/* cutText */.IN)(block.text, markdown_maxText)));
    }
}
const signs = { error: '\u274c', warning: '\u26a0\ufe0f', notice: '\u2139\ufe0f' };
function printText(text) {
    return (0,text_escape/* toProse */.HK)((0,text_escape/* cutText */.IN)(text, markdown_maxText));
}
/** A name, path, state or code; empty where there is none. */
function printName(text) {
    return text === null ? '' : (0,text_escape/* toCode */.Xt)((0,text_escape/* cutText */.IN)(text, maxName));
}
/** Linked where the address is safe. */
function printCell(cell) {
    if (typeof cell === 'string')
        return printText(cell);
    const { words, url, rest } = cell;
    const address = (0,text_escape/* toSafeUrl */.w)(url);
    const names = words.map(printName).join(' \u2192 ');
    return (0,format/* joinTexts */.B5)([address === null ? names : `[${names}](${address})`, printText(rest ?? '')], ': ');
}
/** Line by line, as a quotation, so that it wraps on a phone. */
function printNote(note) {
    const quote = (0,text_escape/* splitLines */.uz)((0,text_escape/* cutText */.IN)(note, markdown_maxText)).map((line) => `> ${(0,text_escape/* toProse */.HK)(line)}`);
    return quote.length === 0 ? '' : `Reviewer's note:\n\n${quote.join('<br>\n')}`;
}
/** How texts differ: a block for each file. */
function printDiff({ title, files, named, omitted }) {
    const blocks = files.map(({ path, lines }) => {
        const shown = lines.map((line) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(line, '\t'), markdown_maxText));
        return `#### ${printName(path)}\n\n${(0,text_escape/* toCodeBlock */.oU)(shown.join('\n'), 'diff')}`;
    });
    const parts = (0,format/* joinTexts */.B5)([...blocks, omitted, named.length === 0 ? '' : nameUnshown(named.map(printName))], '\n\n');
    return parts === '' ? '' : `### ${title}\n\n${parts}`;
}
/** The problems, those without a file first, then by file and line; empty when there is none. */
async function printProblems({ problems, unread, readLines }, room) {
    if (problems.length === 0)
        return '';
    const files = [...Map.groupBy(problems, ({ file, path }) => file ?? path)];
    const entries = files
        .toSorted(([one], [other]) => Number(one !== null) - Number(other !== null))
        .flatMap(([name, some]) => some.toSorted(comparePositions).map((problem, index) => ({ name, problem, index })));
    const texts = entries.slice(0, room.entries).map(async ({ name, problem, index }) => {
        const heading = name === null || index > 0 ? '' : `#### ${printName(name)}`;
        return (0,format/* joinTexts */.B5)([heading, await printProblem(problem, readLines)], '\n\n');
    });
    const heading = `### Problems: ${describeCounts(problems, unread)}`;
    return [heading, ...printList(await Promise.all(texts), entries.length, room)].join('\n\n');
}
function comparePositions(one, other) {
    return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}
/** The service names errors only: those that were not read (`unread`) are of that kind. */
function describeCounts(problems, unread) {
    const warnings = countTimes(problems.filter(({ severity }) => severity === 'warning'));
    const errors = countTimes(problems) - warnings + unread;
    const counts = Object.entries({ error: errors, warning: warnings }).filter(([, count]) => count > 0);
    return counts.map(([noun, count]) => (0,format/* formatCount */.B4)(count, noun)).join(', ');
}
/** A problem with the lines around it. */
async function printProblem(problem, readLines) {
    const { path, line, column, severity, code, message, fix } = problem;
    const position = describePosition({ line, column });
    const place = position === '' ? '' : `**${position.charAt(0).toUpperCase()}${position.slice(1)}**`;
    const repair = fix === null ? '' : `Fix: ${printText(fix)}`;
    const head = (0,format/* joinTexts */.B5)([place, printName(code)], ' \u00b7 ');
    const words = `${signs[severity]} ${(0,format/* joinTexts */.B5)([head, printText(message), repair], '<br>\n')}`;
    if (path === null || line === null)
        return words;
    const read = (first, last) => readLines(path, first, last);
    const rows = await drawExcerpt(read, { line, column, around: 2 });
    return rows.length === 0 ? words : `${words}\n\n${(0,text_escape/* toCodeBlock */.oU)(rows.join('\n'))}`;
}
/** A part that folds; the title is HTML, the body Markdown. Empty without a body. */
function toDetails(title, body) {
    return body === '' ? '' : `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}
/** A table, as far as there is room for its rows; empty without any. */
function printTable({ head, rows }, room) {
    if (rows.length === 0)
        return '';
    const toRow = (cells) => `| ${cells.join(' | ')} |`;
    const lines = rows.slice(0, room.entries).map((row) => toRow(row.map(printCell)));
    const kept = takeTexts(lines, room.listBytes);
    const table = [toRow(head), toRow(head.map(() => '---')), ...kept].join('\n');
    return (0,format/* joinTexts */.B5)([table, countLeft(rows.length - kept.length)], '\n\n');
}
/** As many texts as a list has room for, and in the last one how many of all there are beside them. */
function printList(texts, count, room) {
    const kept = takeTexts(texts, room.listBytes);
    const left = countLeft(count - kept.length);
    return left === '' ? kept : [...kept, left];
}
function countLeft(left) {
    return left === 0 ? '' : `\u2026 and ${left} more.`;
}
/** The first texts that fit into a number of UTF-8 bytes, one for the separator of each counted in. */
function takeTexts(texts, maxBytes) {
    let bytes = 0;
    const end = texts.findIndex((text) => {
        bytes += Buffer.byteLength(text) + 1;
        return bytes > maxBytes;
    });
    return end === -1 ? texts : texts.slice(0, end);
}

;// CONCATENATED MODULE: ./lib/report/outputs.js


/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const outputs_maxText = 10_000;
/** UTF-16 units of a reviewer's note in a list of apps. */
const maxListedNote = 500;
/** UTF-16 units of one JSON output: GitHub allows a megabyte for all outputs of a job, and counts in UTF-16. */
const maxJson = 399_999;
/**
 * Every output with its value, empty where it has none, in the order of `action.yml`: of a run of several apps (one report for each)
 * what is about one app. Values are safe in a shell as far as they can be: closed words, numbers, an address in a safe alphabet; the
 * reviewer's words are printable lines, the rest is JSON.
 */
function toOutputs(reports) {
    const only = reports.length === 1 ? reports[0] : undefined;
    const facts = only?.facts;
    const app = facts?.app;
    return {
        outcome: chooseWorst(reports),
        changed: reports.some((report) => report.facts.changed),
        submitted: facts?.submitted ?? null,
        slug: (0,text_escape/* toSafeSlug */.Eu)(facts?.slug) ?? '',
        url: (0,text_escape/* toSafeUrl */.w)(app?.url) ?? '',
        status: (0,text_escape/* toSafeWord */.xk)(app?.status) ?? '',
        'review-note': (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintableLines */.IA)(app?.reviewNote?.trim() ?? ''), outputs_maxText),
        'review-result': facts?.reviewResult ?? '',
        plan: listSteps(only?.outcome),
        'content-hash': facts?.contentHash ?? '',
        'file-count': facts?.fileCount ?? null,
        'byte-count': facts?.byteCount ?? null,
        'problem-count': reports.reduce((sum, report) => sum + countProblems(report.facts), 0),
        problems: takeFitting(reports.flatMap((report) => toProblemEntries(report, only === undefined))),
        'terms-required': (0,text_escape/* toSafeVersion */.RP)(facts?.termsRequired) ?? '',
        'skip-reason': only === undefined ? (findSharedReason(reports) ?? '') : chooseSkipReason(only),
        apps: facts?.apps ? takeFitting(facts.apps.map(toAppEntry)) : null,
        results: takeFitting(reports.flatMap(toResultEntries)),
    };
}
/**
 * Outputs as the runner's file takes them. Not `setOutput` of `@actions/core`: that loads node:crypto for a random delimiter,
 * a third of bare node's start. Here the delimiter is one that no line of the value is, which nobody needs to guess right.
 */
function formatOutputs(outputs) {
    const entries = Object.entries(outputs).map(([name, value]) => {
        const text = typeof value === 'string' ? value : value === null ? '' : formatJson(value);
        const lines = new Set(text.split(/\r\n|\n|\r/));
        let delimiter = 'end';
        while (lines.has(delimiter))
            delimiter += '_';
        return `${name}<<${delimiter}\n${text}\n${delimiter}\n`;
    });
    return entries.join('');
}
/** What the run of several apps came to: the worst of its outcomes. */
function chooseWorst(reports) {
    const kinds = reports.map(({ outcome }) => outcome.kind);
    return outcomeOrder.find((kind) => kinds.includes(kind)) ?? kinds.join();
}
/** The changes of a dry run. */
function listSteps(outcome) {
    return outcome?.kind === 'planned' && outcome.plan?.do === 'change' ? outcome.plan.steps.join(',') : '';
}
function countProblems({ problems, moreProblems }) {
    return problems.length + moreProblems;
}
/** The entries of a report's problems, with exactly the keys that the output promises; paths are from the workspace where that is asked for. */
function toProblemEntries({ facts, folder }, isFromWorkspace) {
    const above = isFromWorkspace && folder !== null && folder !== '.' ? `${folder}/` : '';
    return facts.problems.map(({ path, line, column, code, message, fix, severity }) => ({
        path: path === null ? null : (0,text_escape/* cutText */.IN)(`${above}${path}`, outputs_maxText),
        line,
        column,
        code: cut(code),
        message: (0,text_escape/* cutText */.IN)(message, outputs_maxText),
        fix: cut(fix),
        severity,
    }));
}
/** The entry of an app; none of a run that is about no app, or does not know which. */
function toResultEntries({ outcome, facts, folder, failure }) {
    const slug = (0,text_escape/* toSafeSlug */.Eu)(facts.slug);
    if (slug === null)
        return [];
    return [
        {
            slug,
            folder: cut(folder),
            outcome: outcome.kind,
            changed: facts.changed,
            status: (0,text_escape/* toSafeWord */.xk)(facts.app?.status),
            url: (0,text_escape/* toSafeUrl */.w)(facts.app?.url),
            'content-hash': facts.contentHash,
            'problem-count': countProblems(facts),
            code: failure?.code ?? null,
        },
    ];
}
/** Content that was unchanged and is sent for review now is no skip. */
function chooseSkipReason({ outcome, facts }) {
    if (outcome.kind === 'unchanged')
        return facts.sentForReview ? '' : 'unchanged';
    return 'skipReason' in outcome ? (outcome.skipReason ?? '') : '';
}
/** The keys are the service's, as in its app object; what a matrix hands on is safe in a shell here too. */
function toAppEntry(app) {
    return {
        slug: (0,text_escape/* toSafeWord */.xk)(app.slug),
        name: cut(app.name),
        status: (0,text_escape/* toSafeWord */.xk)(app.status),
        url: (0,text_escape/* toSafeUrl */.w)(app.url),
        review_note: cut(app.reviewNote, maxListedNote),
        updated_at: cut(app.updatedAt),
        submitted_at: cut(app.submittedAt),
        published_at: cut(app.publishedAt),
    };
}
function cut(text, limit = outputs_maxText) {
    return text === null ? null : (0,text_escape/* cutText */.IN)(text, limit);
}
/** As many entries, from the first on, as fit into `maxJson` UTF-16 units of JSON. */
function takeFitting(entries) {
    let length = '[]'.length;
    const end = entries.findIndex((entry) => {
        length += formatJson(entry).length + 1;
        return length > maxJson;
    });
    return end === -1 ? entries : entries.slice(0, end);
}
/**
 * A value as JSON. A workflow may echo an output, so that nothing in it may look like a command to the runner: a hash sign before
 * anything but a letter or digit, and whatever cannot be seen, are written as their JSON escapes. The values stay the same.
 */
function formatJson(value) {
    const json = JSON.stringify(value);
    // Most need no escape, and to compile the pattern below costs a start a millisecond.
    if (/^[ -"$-~]*$/.test(json))
        return json;
    return json.replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, escapeUnits);
}
function escapeUnits(character) {
    return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// EXTERNAL MODULE: ./lib/node_modules/@actions/core/lib/core.js + 3 modules
var core = __webpack_require__(7516);
;// CONCATENATED MODULE: ./lib/report/log.js



/** Entries of a list. */
const maxListed = 500;
/** UTF-16 units of one call. */
const maxLine = 10_000;
const annotators = { error: core/* error */.z3, warning: core/* warning */.$e, notice: core/* notice */.lm };
/**
 * Makes the log. Every text is redacted, cut and made printable here, whoever wrote it: `core.info` escapes nothing, the
 * rest of core escapes line breaks only. Debug lines exist only with `isDebug` (step debugging).
 */
function createLog(options) {
    const redact = (0,text_secrets/* createRedact */.a)(options.secrets);
    const cut = (text) => (0,text_escape/* cutText */.IN)(redact(text), maxLine);
    const clean = (text) => (0,text_escape/* toPrintable */.f8)(cut(text));
    const annotate = ({ level, title, message, file, line, column }) => {
        // Core leaves out a property that is empty or 0.
        const place = { file: clean(file ?? ''), startLine: line ?? 0, startColumn: column ?? 0 };
        annotators[level]((0,text_escape/* toPrintableLines */.IA)(cut(message)), { title: clean(title), ...place });
    };
    let isInGroup = false;
    const startGroup = (title) => {
        (0,core/* startGroup */.Oh)(clean(title));
        isInGroup = true;
    };
    const endGroup = () => {
        (0,core/* endGroup */.N4)();
        isInGroup = false;
    };
    const group = (title, lines) => {
        const folds = !isInGroup;
        if (folds)
            startGroup(title);
        else
            (0,core/* info */.pq)(clean(title));
        for (const line of lines.slice(0, maxListed))
            (0,core/* info */.pq)(clean(line));
        if (lines.length > maxListed)
            (0,core/* info */.pq)(`and ${lines.length - maxListed} more`);
        if (folds)
            endGroup();
    };
    return {
        info: (text) => (0,core/* info */.pq)(clean(text)),
        debug: (text) => {
            if (options.isDebug)
                (0,core/* debug */.Yz)(clean(text));
        },
        annotate,
        startGroup,
        endGroup,
        warn: (text) => annotate({ level: 'warning', title: 'Warning', message: clean(text), file: null, line: null, column: null }),
        group,
        list: (title, lines) => group(`${title} (${lines.length})`, lines),
    };
}

;// CONCATENATED MODULE: ./lib/report/progress.js

/** Uploads up to this size, in bytes, are over before anybody asks. */
const minUpload = 5_000_000;
/** Milliseconds between two lines, at least. */
const uploadPauseMs = 5000;
/**
 * Makes the listener of an upload of `total` bytes, to be told how many have gone out so far: on more than 5 MB it
 * shows percent, rate and time left, at most every `pauseMs` (5 s where omitted). `now` is a clock in milliseconds.
 */
function createProgress(options) {
    const { total, now, show, pauseMs = uploadPauseMs } = options;
    const start = now();
    let last = start;
    return (sent) => {
        const time = now();
        if (total <= minUpload || time - last < pauseMs)
            return;
        last = time;
        show(describeUpload(sent, total, time - start));
    };
}
function describeUpload(sent, total, elapsed) {
    const percent = Math.min(100, Math.floor((sent / total) * 100));
    const rate = sent / (elapsed / 1000);
    const left = rate > 0 && sent < total ? `, about ${(0,format/* formatDuration */.a3)(((total - sent) / rate) * 1000)} left` : '';
    return `Sent ${(0,format/* formatBytes */.z3)(sent)} of ${(0,format/* formatBytes */.z3)(total)} (${percent} %), ${(0,format/* formatBytes */.z3)(rate)}/s${left}`;
}

;// CONCATENATED MODULE: ./lib/report/emit.js












/**
 * Reports everything about a finished run, with a report for each of its apps: outputs, annotations, summary, comment. Never throws,
 * since trouble with the reporting changes nothing about the run: it becomes a warning. Outputs and annotations come before anything
 * that has to be waited for, so that a run that is being cancelled still has them.
 */
async function emitReports(raws, { log, writeOutputs, writeSummary, comment, docsUrl }) {
    const reports = raws.map((raw) => cleanReport(raw, docsUrl));
    await attempt('The outputs could not be written', log, () => writeOutputs?.(formatOutputs(toOutputs(reports))));
    logReports(reports, log);
    await attempt('The job summary could not be written', log, async () => writeSummary?.(await renderSummary(reports)));
    await attempt('The pull-request comment was not posted', log, async () => {
        const posted = comment === null ? null : await postComment(reports, comment);
        if (posted !== null)
            log.debug(`Pull-request comment: ${posted}.`);
    });
}
async function attempt(what, log, work) {
    try {
        await work();
    }
    catch (error) {
        const why = error instanceof action_error/* ActionError */.lZ ? `${error.message}. ${error.next}` : `${(0,action_error/* toReason */.Ge)(error)}.`;
        log.warn(`${what}: ${why} This does not change the result of the run.`);
    }
}
function logReports(reports, log) {
    for (const report of reports) {
        const about = reports.length === 1 ? '' : ` of ${report.facts.slug}`;
        logProblems(report, `Problems${about}`, log);
        logTextChanges(report, `Text changes${about}`, log);
    }
    for (const annotation of toAnnotations(reports))
        log.annotate(annotation);
    // A bug of ours is the one failure that shows its stack.
    for (const { failure } of reports)
        for (const line of failure?.stack?.split('\n') ?? [])
            log.info(line);
}
/** The log shows an annotation's message without its place, so that the places are listed once, folded if there are some. */
function logProblems({ problems, facts }, title, log) {
    const { moreProblems } = facts;
    const lines = problems.map((problem) => `${labelProblem(problem)}: ${problem.message}`);
    if (lines.length < 2)
        for (const line of lines)
            log.info(line);
    else {
        const more = moreProblems === 0 ? [] : [`and ${(0,format/* formatCount */.B4)(moreProblems, 'more problem')}`];
        log.group(`${title} (${countTimes(problems) + moreProblems})`, [...lines, ...more]);
    }
}
/** Of a dry run the log shows the same differences as the summary: that is what it was made for. */
function logTextChanges({ outcome, facts }, title, log) {
    const lines = outcome.kind === 'planned' ? toDiffLines(tellDiff(facts)) : [];
    if (lines.length > 0)
        log.group(title, lines);
}
/**
 * The comment about an app, or about the apps of a step: the short form of the summary, redacted, since no mask of the runner reaches
 * it. Null where the report is about no app.
 */
async function postComment(reports, { post, runUrl, folders }) {
    const about = nameSubject(reports, folders);
    if (about === null)
        return null;
    return post({ mark: `<!-- miniapp-deploy:${about} -->`, body: await renderComment(reports, runUrl) });
}
/** Characters of the mark of a comment about several apps. */
const maxMark = 500;
/** What a comment is about: an app by its slug, several by the input `folder`, in letters that cannot end a comment of HTML. */
function nameSubject(reports, folders) {
    if (folders !== null)
        return `folder=${encodeURIComponent(folders).replaceAll('-', '%2D').slice(0, maxMark)}`;
    const slug = (0,text_escape/* toSafeSlug */.Eu)(reports[0]?.facts.slug);
    return slug === null ? null : `slug=${slug}`;
}


/***/ }),

/***/ 3808:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B4: () => (/* binding */ formatCount),
/* harmony export */   B5: () => (/* binding */ joinTexts),
/* harmony export */   HV: () => (/* binding */ toClause),
/* harmony export */   Zv: () => (/* binding */ listNames),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   lZ: () => (/* binding */ formatAttempt),
/* harmony export */   qy: () => (/* binding */ compareTexts),
/* harmony export */   yZ: () => (/* binding */ joinWords),
/* harmony export */   z3: () => (/* binding */ formatBytes)
/* harmony export */ });
/* unused harmony export wrapText */
const units = ['B', 'KB', 'MB', 'GB', 'TB'];
/** A size as people read it, such as `30 KB` or `1.5 MB`; a KB is 1,000 bytes. */
function formatBytes(bytes) {
    let value = Math.round(bytes);
    let unit = 0;
    // 999.5 and more would be rounded to 1000 of a unit.
    while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    return `${value < 9.95 ? value.toFixed(1).replace('.0', '') : Math.round(value)} ${units[unit]}`;
}
/** A span of time as people read it, such as `420 ms`, `1.2 s`, `2 min 5 s` or `1 h 3 min`. */
function formatDuration(milliseconds) {
    if (milliseconds < 999.5)
        return `${Math.round(milliseconds)} ms`;
    if (milliseconds < 9950)
        return `${(milliseconds / 1000).toFixed(1).replace('.0', '')} s`;
    const seconds = Math.round(milliseconds / 1000);
    if (seconds < 60)
        return `${seconds} s`;
    return seconds < 3600 ? joinUnits(seconds, 'min', 's') : joinUnits(Math.round(seconds / 60), 'h', 'min');
}
/** A number with its noun, and a verb in the plural where one follows: `1 file`, `2,000 files`, `1 file differs`, `2 files differ`. */
function formatCount(count, noun, verb = '') {
    const digits = String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
    const [nouns, verbs] = count === 1 ? [noun, `${verb}s`] : [`${noun}s`, verb];
    return verb === '' ? `${digits} ${nouns}` : `${digits} ${nouns} ${verbs}`;
}
const maxNames = 10;
/** Names in a row, at most ten of them: `a, b and 3 more`. */
function listNames(names) {
    const more = names.length - maxNames;
    return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
/** Words in a sentence: `name, tagline and color`. */
function joinWords(words) {
    return joinTexts([words.slice(0, -1).join(', '), ...words.slice(-1)], ' and ');
}
/** Orders texts by UTF-16 code units: the same on every machine, in every locale. For `sort`. */
function compareTexts(one, other) {
    return Number(one > other) - Number(one < other);
}
/** Joins the parts that are there: neither null nor empty. */
function joinTexts(texts, separator) {
    return texts.filter((text) => text !== null && text !== '').join(separator);
}
/** The lines of a text, broken at its blanks, each of at most so many characters; a longer word is broken too. */
function wrapText(text, columns) {
    return text.match(new RegExp(`\\S.{0,${columns - 1}}(?= |$)|\\S{${columns}}`, 'gu')) ?? [];
}
/** A sentence of ours as it reads on after others; a name such as `GET` stays. */
function toClause(sentence) {
    return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}
/** The number of an attempt, and of how many there are: `attempt 2 of 4`; `attempt 2` where time is the limit. */
function formatAttempt(attempt, maxAttempts) {
    return `attempt ${attempt}${maxAttempts === null ? '' : ` of ${maxAttempts}`}`;
}
/** Sixty of the small unit are one of the big. */
function joinUnits(amount, big, small) {
    const rest = amount % 60;
    return `${Math.floor(amount / 60)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}


/***/ })

};
;