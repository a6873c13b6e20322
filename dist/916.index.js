"use strict";
exports.id = 916;
exports.ids = [916];
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
/** True for the six that the service document names, and false for `changes_requested` of its earlier form. */
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
/* harmony export */   AN: () => (/* binding */ promptPath),
/* harmony export */   HX: () => (/* binding */ pagePath),
/* harmony export */   S5: () => (/* binding */ sentFields),
/* harmony export */   VF: () => (/* binding */ servicePath),
/* harmony export */   Wy: () => (/* binding */ serviceKeys),
/* harmony export */   Z4: () => (/* binding */ maxApps),
/* harmony export */   ac: () => (/* binding */ isFieldName),
/* harmony export */   fj: () => (/* binding */ appFields),
/* harmony export */   yD: () => (/* binding */ nameField)
/* harmony export */ });
/** Apps that an account may have (service document, "Limits"). */
const maxApps = 20;
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
/** The files of the folder that hold fields of the app. */
const servicePath = appFields.name.file;
const promptPath = appFields.system_prompt.file;
const pagePath = appFields.html.file;
/** A field as its author knows it: the key in service.json, or the file that is the whole of it. */
function nameField(name) {
    const file = isFieldName(name) ? appFields[name].file : 'service.json';
    return file === 'service.json' ? name : file;
}
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
/* harmony export */   si: () => (/* binding */ toAppFacts),
/* harmony export */   t4: () => (/* binding */ toExitCode)
/* harmony export */ });
/* unused harmony export toAppReport */
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3808);
/* harmony import */ var _app_status_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2525);


/** A wait as a line of the log: `GET /api/miniapps/tides: no connection; retrying in 0.7 s (attempt 2 of 4)`. Not safe to print yet. */
function describeWait({ what, why, milliseconds, attempt, maxAttempts }) {
    const seconds = milliseconds < 59_950 ? `${Math.ceil(milliseconds / 100) / 10} s` : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatDuration */ .a3)(milliseconds);
    return `${what}: ${why}; retrying in ${seconds} (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatAttempt */ .lZ)(attempt, maxAttempts)})`;
}
/** Derives what is reported of the app from the events of a run: the one place that says what they come to. */
function toAppReport(events) {
    const reads = events.filter((event) => event.did === 'read').filter(({ trust }) => trust !== 'none');
    const changes = events.filter((event) => event.did === 'change');
    const reviews = events.filter((event) => event.did === 'review');
    const became = (step, ...fates) => changes.some((change) => change.step === step && fates.includes(change.fate));
    // What the service refused, and a read shows nevertheless, was made by another run.
    const isOwn = (step) => became(step, 'made') && became(step, 'accepted', 'pending', 'lost');
    const last = reads.at(-1);
    const fate = changes.at(-1)?.fate ?? 'made';
    const isOpen = fate !== 'made' && fate !== 'refused';
    const result = reviews.at(-1)?.result ?? null;
    // The review that was seen before a change may be over, and right after a deploy it may be the one from before it.
    const isFollowed = result !== null || !(isOpen || became('deploy', 'sent') || became('update', 'sent'));
    const isInReview = last?.app != null && (0,_app_status_js__WEBPACK_IMPORTED_MODULE_0__/* .mayBeInReview */ .KW)(last.app.status) && isFollowed;
    return {
        app: toLastApp(reads),
        statusBefore: reads[0]?.app?.status ?? null,
        changed: changes.some(({ step }) => step !== 'submit' && isOwn(step)),
        created: isOwn('create'),
        submitted: became('submit', 'made') || (isInReview && last.match === 'same' && result !== 'withdrawn'),
        sentForReview: isOwn('submit'),
        submitting: isOwn('deploy') || became('submit', 'sent'),
        isOpen,
        reviewResult: result ?? (isInReview ? 'pending' : null),
        waitedForReview: reviews.some(({ isWaited }) => isWaited),
    };
}
/** The app as the last read shows it. An address that this one omits stays what it was. */
function toLastApp(reads) {
    const { app = null, trust } = reads.at(-1) ?? {};
    if (app === null)
        return null;
    const url = reads.findLast((read) => read.app?.url)?.app?.url ?? null;
    const facts = toAppFacts({ ...app, url });
    return trust === 'all' ? facts : { ...facts, ...noState };
}
/** The state of an app that is not known. */
const noState = { status: null, reviewNote: null, updatedAt: null, submittedAt: null, publishedAt: null };
const noNotes = {
    slug: null,
    filesVerified: false,
    contentHash: null,
    fileCount: null,
    byteCount: null,
    excluded: [],
    changes: null,
    textChanges: { files: [], named: [], moreFiles: 0 },
    problems: [],
    moreProblems: 0,
    termsRequired: null,
    termsAccepted: null,
    apps: null,
    waits: [],
    notices: [],
    warnings: [],
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
        this.update({ notices: [...new Set([...this.#notes.notices, text])] });
    }
    warn(text) {
        this.update({ warnings: [...new Set([...this.#notes.warnings, text])] });
    }
    addWait(wait) {
        this.update({ waits: [...this.#notes.waits, wait] });
    }
}
/** The part of an app that is reported. Where a read shows no address, it is the one that the document gives the app. */
function toAppFacts(app) {
    return {
        slug: app.slug,
        url: app.url ?? app.documentedUrl,
        status: app.status || null,
        reviewNote: app.reviewNote,
        name: app.name || null,
        updatedAt: app.updatedAt,
        submittedAt: app.submittedAt,
        publishedAt: app.publishedAt,
    };
}


/***/ }),

/***/ 1246:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gt: () => (/* binding */ countFindings),
/* harmony export */   Ig: () => (/* binding */ countTimes),
/* harmony export */   W6: () => (/* binding */ labelProblem),
/* harmony export */   dE: () => (/* binding */ formatPlace),
/* harmony export */   jm: () => (/* binding */ describePosition)
/* harmony export */ });
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3808);

/** How many problems there are, each counted as often as it was named. */
function countTimes(problems) {
    return problems.reduce((sum, { times = 1 }) => sum + times, 0);
}
/** What was found, in the words of every report: `2 problems to fix, 1 warning`. `more`: errors and warnings beside the problems. */
function countFindings(problems, more = { errors: 0, warnings: 0 }) {
    const warned = problems.filter(({ severity }) => severity === 'warning').length;
    const errors = problems.length - warned + more.errors;
    const warnings = warned + more.warnings;
    const counts = [
        errors === 0 ? '' : `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(errors, 'problem')} to fix`,
        warnings === 0 ? '' : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(warnings, 'warning'),
    ];
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)(counts, ', ') || 'no problems';
}
/** The place within a file in words: `line 12, column 3`; empty when it is not known. */
function describePosition({ line, column }) {
    if (line === null)
        return '';
    return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}
/** Where a problem is, as editors know it: `app/index.html:8:3`. Not safe to print yet. */
function formatPlace({ path, file, line, column }) {
    return path === null ? describePosition({ line, column }) : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)([file ?? path, line, column], ':');
}
/** Where a problem is, and of what kind: `app/index.html:8:3 error title_empty`. Not safe to print yet. */
function labelProblem(problem) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)([formatPlace(problem), problem.severity, problem.code], ' ');
}


/***/ }),

/***/ 6916:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   QK: () => (/* binding */ isRefusedByReview),
/* harmony export */   ak: () => (/* binding */ describeMerge),
/* harmony export */   dy: () => (/* binding */ describeResult),
/* harmony export */   rF: () => (/* binding */ nameFiles),
/* harmony export */   vv: () => (/* binding */ isSaidByProblems)
/* harmony export */ });
/* harmony import */ var _model_app_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1982);
/* harmony import */ var _model_app_status_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2525);
/* harmony import */ var _model_inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8736);
/* harmony import */ var _model_outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6805);
/* harmony import */ var _model_problem_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1246);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3808);
/* harmony import */ var _text_voice_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3045);







/** Puts the end of a run into words, also where facts are missing. */
function describeResult(run) {
    const { outcome, facts } = run;
    const isFailure = 'failure' in outcome;
    const ended = describeOutcome(run);
    const message = facts.waitedForReview && !isFailure ? describeReview(ended, facts) : ended;
    const warnings = isFailure ? 0 : countWarnings(facts);
    const more = warnings === 0 ? '' : `, with ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(warnings, 'warning')}`;
    return {
        code: isFailure ? outcome.failure.code : null,
        ...rate(run),
        ...message,
        headline: `${message.headline ?? `${nameApp(facts)} ${message.end}`}${more}`,
        end: `${message.end}${more}`,
    };
}
/** True for an app that was rejected in review or taken down, as far as this run knows: never a plain success. */
function isRefusedByReview({ app, reviewResult }) {
    const status = app?.status ?? null;
    return reviewResult === 'rejected' || status === 'taken_down' || (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .toReviewState */ .LR)(status) === 'rejected';
}
/** True where the problems say all that the failure says. */
function isSaidByProblems({ outcome, facts }) {
    const codes = ['folder_rejected', 'offline_problems'];
    const hasError = facts.problems.some(({ severity }) => severity === 'error');
    return hasError && 'failure' in outcome && codes.includes(outcome.failure.code);
}
function rate({ outcome, facts }) {
    if ((0,_model_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .toExitCode */ .t4)(outcome, facts) === 1) {
        return { level: 'error', sign: outcome.kind === 'unknown' ? '\u2753' : '\u274c' };
    }
    if (isRefusedByReview(facts) || facts.reviewResult === 'withdrawn')
        return { level: 'warning', sign: '\u26a0\ufe0f' };
    return { level: 'notice', sign: countWarnings(facts) > 0 ? '\u26a0\ufe0f' : signDone(outcome, facts) };
}
/** By what was done with the app, or would be. */
function signDone(outcome, { sentForReview }) {
    if (outcome.kind === 'planned')
        return outcome.plan === null || outcome.plan.do === 'change' ? '\u2139\ufe0f' : '\u23ed\ufe0f';
    const isUnchanged = outcome.kind === 'unchanged' && !sentForReview;
    return isUnchanged || outcome.kind === 'skipped' || outcome.kind === 'not_run' ? '\u23ed\ufe0f' : '\u2705';
}
function countWarnings({ problems, warnings }) {
    return problems.filter(({ severity }) => severity === 'warning').length + warnings.length;
}
function describeOutcome(run) {
    const { command, outcome, facts } = run;
    const state = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(facts.app);
    switch (outcome.kind) {
        case 'rejected':
        case 'failed':
        case 'unknown':
            return describeFailed(run, outcome.failure);
        case 'planned':
            return describePlan(run, outcome);
        case 'skipped':
            return describeSkip(command, outcome.skipReason, facts);
        case 'not_run':
            return toMessage('was not run', ['The run ended before its turn.']);
        case 'deployed':
            return toMessage(nameDeploy(facts), [describeContent(facts), state], adviseChanges(facts));
        case 'created':
            return toMessage('created', ['The service confirmed the new app.', state]);
        case 'updated':
            return toMessage('updated', ['The service confirmed the new draft.', state], adviseChanges(facts));
        case 'submitted':
            return facts.sentForReview
                ? toMessage('sent for review', ['The service accepted the submission.', state])
                : toMessage('is in review', ['Another run has sent this content for review.', state]);
        case 'deleted':
            return toMessage('deleted', ['The app no longer exists.']);
        case 'listed': {
            const headline = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(facts.apps?.length ?? 0, 'app');
            return { ...toMessage('listed', ['These are all apps that this key can access.']), headline };
        }
        case 'read':
            return toMessage((0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .describeStatus */ .Wn)(facts.app?.status ?? null), [
                'The app was read, and nothing was changed.',
                state,
            ]);
        case 'unchanged': {
            if (!facts.sentForReview) {
                return toMessage('unchanged', [explainUnchanged(command, facts), nothingSent(facts), state]);
            }
            const why = `The draft had ${nameContent(facts)} already, so it was not deployed again.`;
            return toMessage('sent for review (content unchanged)', [why, state]);
        }
    }
}
function toMessage(end, sentences, next = '') {
    return { end, lines: [(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinTexts */ .B5)(sentences, ' ')], next };
}
/** Empty where this run created the app, and another run deployed it. */
function nothingSent({ changed }) {
    return changed ? '' : 'Nothing was sent.';
}
/** What each command does to an app: follows "was" and "not". */
const doneWords = {
    deploy: 'deployed',
    status: 'read',
    submit: 'sent for review',
    create: 'created',
    update: 'updated',
    delete: 'deleted',
    list: 'listed',
};
/** Always says that an app was created: a slug with a typo creates another one. */
function nameDeploy({ created, sentForReview }) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinWords */ .yZ)([created ? 'created' : '', 'deployed', sentForReview ? 'sent for review' : '']);
}
/** Changes beside a published version stay invisible until they are reviewed. */
function adviseChanges({ app, sentForReview }) {
    const isHidden = app?.status === 'published_with_unreviewed_changes' && !sentForReview;
    return isHidden ? `To publish the changes, send them for review (${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_5__/* .theCommand */ .Zs)('submit')}).` : '';
}
/** Says "exactly" only of files that were compared. */
function describeContent(facts) {
    const files = `${nameFiles(facts) || 'content'} of the folder`;
    return `${facts.filesVerified ? 'The draft holds exactly' : 'The service confirmed the new draft:'} the ${files}.`;
}
/** How many files the folder has, and their size: `5 files (12 KB)`; empty where there is no folder. */
function nameFiles({ fileCount, byteCount }) {
    if (fileCount === null)
        return '';
    return `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(fileCount, 'file')}${byteCount === null ? '' : ` (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatBytes */ .z3)(byteCount)})`}`;
}
function explainUnchanged(command, facts) {
    if (command === 'update')
        return `Nothing that update sends differs: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinWords */ .yZ)(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .sentFields */ .S5.map(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .nameField */ .yD))}.`;
    const isSubmit = command === 'submit';
    if (facts.submitted)
        return `The app is in review already${isSubmit ? '' : `, with ${nameContent(facts)}`}.`;
    return isSubmit ? 'There is nothing new to send for review.' : `The draft has ${nameContent(facts)} already.`;
}
/** Says "exactly" only where all of it was compared. */
function nameContent(facts) {
    const files = nameFiles(facts);
    const content = files === '' ? 'this content' : `these ${files}`;
    return facts.filesVerified ? `exactly ${content}` : `${content} (as far as it can be compared)`;
}
/** The result of a review that the run waited for, behind what the run did before. */
function describeReview(done, facts) {
    const { reviewResult } = facts;
    if (reviewResult === 'approved') {
        return toMessage('was approved and published', [...done.lines, 'The app was approved in review.']);
    }
    if (reviewResult === 'rejected') {
        return { ...done, end: 'was rejected in review', next: adviseRejected(facts), code: 'review_rejected' };
    }
    return reviewResult === 'withdrawn' ? { ...describeWithdrawal(facts), code: 'review_withdrawn' } : done;
}
function adviseRejected({ app }) {
    if (app?.status === 'changes_requested') {
        return "Make the changes of the reviewer's note, deploy, and submit the app for review again.";
    }
    const isFinal = 'A rejection is final for this app: deploy a corrected one under a new slug.';
    return app?.reviewNote ? `Read the reviewer's note. ${isFinal}` : isFinal;
}
function describeWithdrawal({ app }) {
    const state = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(app);
    if (app === null) {
        const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
        return toMessage('was deleted before there was a review result', ['The app no longer exists.'], next);
    }
    if (app.status === 'taken_down') {
        return toMessage('was taken down', [state], "Read the reviewer's note, and contact the service's support.");
    }
    const next = 'Find out which run or person changed it, then deploy and submit it again.';
    return toMessage('was taken out of review', ['Somebody changed its content or its state.', state], next);
}
/** Why a run left the app alone, and what to do next. */
const skips = () => ({
    'in-review': {
        short: 'in review',
        why: `The app is in review with other content, and ${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_5__/* .input */ .hF)('on-in-review')} is skip.`,
        next: `Wait for the review result and ${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_5__/* .rerun */ .nt)('re-run')}, or set ${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_5__/* .input */ .hF)('on-in-review')} to replace.`,
    },
    stale: { short: 'newer commit', why: 'A newer commit exists on the branch.', next: '' },
    fork: {
        short: 'pull request from a fork',
        why: 'A pull request from a fork gets no secrets, so the service was not asked.',
        next: '',
    },
});
function describeSkip(command, reason, facts) {
    const { short, why, next } = skips()[reason];
    const message = toMessage(`skipped: ${short}`, [why, nothingSent(facts)], next);
    return command === 'list' ? { ...message, headline: 'The list was skipped' } : message;
}
const noChanges = 'No changes were made.';
/** A dry run, or a fork's pull request: what was checked, what differs, and what would be sent. */
function describePlan(run, { plan, skipReason }) {
    const { command, facts } = run;
    const checks = describeChecks(facts);
    if (plan === null && skipReason === 'fork') {
        const why = 'A pull request from a fork gets no secrets, so the folder was only checked offline.';
        return toMessage(`checked, not ${doneWords[command]}`, [checks, why, noChanges]);
    }
    if (plan === null) {
        const why = `Without ${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_5__/* .input */ .hF)('api-key')} nothing is compared with the app.`;
        const next = `Set ${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_5__/* .input */ .hF)('api-key')} to see what would change.`;
        return toMessage('checked offline', [checks, noChanges, why], next);
    }
    if (plan.do === 'change')
        return describeSteps(run, plan);
    const state = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(facts.app);
    if (plan.do === 'nothing')
        return toMessage('unchanged', [checks, explainUnchanged(command, facts), state, noChanges]);
    const { short, why, next } = skips()['in-review'];
    const differs = facts.changes === null ? '' : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(facts.changes.length, 'file', 'differ');
    return toMessage((0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinTexts */ .B5)([`would be skipped: ${short}`, differs], ', '), [checks, why, state, noChanges], next);
}
/** Says "if": a run cannot know what the workflow does on a push. */
function describeMerge(done, baseBranch) {
    return `This is ${done} when it is merged, if a push to ${baseBranch} does that.`;
}
function describeSteps(run, { steps, fields }) {
    const { facts, baseBranch, realRun } = run;
    const done = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinWords */ .yZ)(steps.map((step) => doneWords[step]));
    const files = facts.changes?.length ?? 0;
    const isDeployed = steps.includes('deploy') && files > 0;
    const what = fields === undefined ? '' : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinWords */ .yZ)(fields.map(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .nameField */ .yD));
    const end = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinTexts */ .B5)([`would be ${done}`, isDeployed ? (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(files, 'file') : what], ': ');
    const replaces = steps.includes('deploy') || steps.includes('update');
    const sentences = [
        baseBranch === null ? '' : describeMerge(done, baseBranch),
        describeChecks(facts),
        noChanges,
        facts.app?.status === 'in_review' && replaces ? 'This takes the app out of review.' : '',
        "The service's own rules are checked only when the change is sent.",
    ];
    const message = toMessage(end, sentences, isRefusedByReview(facts) ? adviseRejected(facts) : realRun);
    if (!isDeployed || steps.includes('create'))
        return message;
    const review = steps.includes('submit') ? ', then it would be sent for review' : '';
    return { ...message, headline: `${nameApp(facts)}: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(files, 'file')} would change${review}` };
}
/** What was checked offline; empty where there is no folder to check. */
function describeChecks(facts) {
    const files = nameFiles(facts);
    return files === '' ? '' : `Checked ${files} offline: ${(0,_model_problem_js__WEBPACK_IMPORTED_MODULE_6__/* .countFindings */ .Gt)(facts.problems)}.`;
}
function describeFailed(run, failure) {
    const { command, facts, isDryRun } = run;
    const { code, message, next } = failure;
    if (_model_inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .inputFaults */ .wm.some((fault) => fault === code)) {
        // No command is named: it may be among them.
        const lines = message.split('\n');
        const headline = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(lines.length, 'invalid input');
        return { headline, end: headline, lines, next };
    }
    const reason = nameReason(failure, facts);
    const end = isDryRun ? `would not be ${doneWords[command]}` : nameFailed(run, failure);
    const said = toMessage(`${end}: ${reason}`, [message], next);
    if (command === 'list')
        return { ...said, headline: `The apps were not listed: ${reason}` };
    // Any other failure says nothing about what a real run would do.
    const isRefused = failure.kind === 'rejected' || ownRefusals.includes(code);
    return isDryRun && !isRefused ? { ...said, headline: `The dry run of ${nameApp(facts)} failed: ${reason}` } : said;
}
/** Decisions of the run itself, which a real run makes too. */
const ownRefusals = ['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale'];
/** What was not done, or may have been. Follows the app's name. */
function nameFailed({ command, facts }, { kind, code }) {
    const { submitting, changed, created, sentForReview } = facts;
    const isSubmission = submitting || (command === 'deploy' && code === 'taken_down');
    const done = doneWords[isSubmission ? 'submit' : command];
    const isDeployed = submitting && changed;
    // After a deploy that was verified, no submission was sent.
    if (kind === 'unknown' && code !== 'draft_changed') {
        return `${isDeployed ? 'was deployed, and ' : ''}may have been ${done}`;
    }
    // A cancel may come after the submission was verified.
    if (sentForReview)
        return 'was sent for review, but the run failed';
    if (isDeployed)
        return 'was deployed, but not sent for review';
    return `was ${created && command === 'deploy' ? 'created, but is still empty' : `not ${done}`}`;
}
/** Why in a few words: how many problems there are to fix, or the code. */
function nameReason({ kind, code, causeCode }, { problems, moreProblems }) {
    const hasErrors = moreProblems > 0 || problems.some(({ severity }) => severity === 'error');
    if (code === 'deadline' || causeCode === 'deadline')
        return `timed out (${(0,_text_voice_js__WEBPACK_IMPORTED_MODULE_5__/* .input */ .hF)('timeout-minutes')})`;
    if (kind === 'unknown' && code !== 'draft_changed')
        return 'the result could not be verified';
    if (kind === 'rejected' && hasErrors)
        return (0,_model_problem_js__WEBPACK_IMPORTED_MODULE_6__/* .countFindings */ .Gt)(problems, { errors: moreProblems, warnings: 0 });
    return code === 'bug' ? 'unexpected error' : code.replaceAll('_', ' ');
}
function nameApp({ slug }) {
    return slug ?? 'The app';
}


/***/ }),

/***/ 3808:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B4: () => (/* binding */ formatCount),
/* harmony export */   B5: () => (/* binding */ joinTexts),
/* harmony export */   HV: () => (/* binding */ toClause),
/* harmony export */   Re: () => (/* binding */ toSentence),
/* harmony export */   Zv: () => (/* binding */ listNames),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   hW: () => (/* binding */ takeFitting),
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
    return `${value < 9.95 ? value.toFixed(1).replace('.0', '') : groupDigits(Math.round(value))} ${units[unit]}`;
}
function groupDigits(number) {
    return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
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
    const digits = groupDigits(count);
    const [nouns, verbs] = count === 1 ? [noun, `${verb}s`] : [`${noun}s`, verb];
    return verb === '' ? `${digits} ${nouns}` : `${digits} ${nouns} ${verbs}`;
}
const maxNames = 10;
/** Names in a row, at most ten of them: `a, b and 3 more`. */
function listNames(names) {
    const more = names.length - maxNames;
    return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
/** Words in a sentence, without those that are empty: `name, tagline and color`. */
function joinWords(words) {
    const named = words.filter((word) => word !== '');
    return joinTexts([named.slice(0, -1).join(', '), ...named.slice(-1)], ' and ');
}
/** Orders texts by UTF-16 code units: the same on every machine, in every locale. For `sort`. */
function compareTexts(one, other) {
    return Number(one > other) - Number(one < other);
}
/** Joins the parts that are there: neither null nor empty. */
function joinTexts(texts, separator) {
    return texts.filter((text) => text !== null && text !== '').join(separator);
}
/** The first entries whose sizes come to at most `room`, with one for the separator behind each. */
function takeFitting(entries, room, toSize) {
    let left = room;
    const end = entries.findIndex((entry) => {
        left -= toSize(entry) + 1;
        return left < 0;
    });
    return end === -1 ? entries : entries.slice(0, end);
}
/** The lines of a text, broken at its blanks, each of at most so many characters; a longer word is broken too. */
function wrapText(text, columns) {
    return text.match(new RegExp(`\\S.{0,${columns - 1}}(?= |$)|\\S{${columns}}`, 'gu')) ?? [];
}
/** A sentence of ours as it reads on after others; a name such as `GET` stays. */
function toClause(sentence) {
    return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}
/** A text as a sentence that others follow: with one full stop at its end, also where it quotes a whole sentence. */
function toSentence(text) {
    return /[.!?\u2026]$/.test(text) ? text : `${text}.`;
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