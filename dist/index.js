/******/ (() => { // webpackBootstrap
/******/ 	"use strict";
/******/ 	var __webpack_modules__ = ({

/***/ 8696:
/***/ ((module) => {

module.exports = require("../milo/no-simd.js");

/***/ }),

/***/ 4094:
/***/ ((module) => {

module.exports = require("../milo/simd.js");

/***/ }),

/***/ 6839:
/***/ ((module) => {

module.exports = require("../web/fetch/body.js");

/***/ }),

/***/ 2796:
/***/ ((module) => {

module.exports = require("../web/fetch/formdata");

/***/ }),

/***/ 4030:
/***/ ((module) => {

module.exports = require("../web/webidl");

/***/ }),

/***/ 4994:
/***/ ((module) => {

module.exports = require("assert");

/***/ }),

/***/ 4434:
/***/ ((module) => {

module.exports = require("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = require("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

module.exports = require("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

module.exports = require("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

module.exports = require("net");

/***/ }),

/***/ 4589:
/***/ ((module) => {

module.exports = require("node:assert");

/***/ }),

/***/ 6698:
/***/ ((module) => {

module.exports = require("node:async_hooks");

/***/ }),

/***/ 4573:
/***/ ((module) => {

module.exports = require("node:buffer");

/***/ }),

/***/ 7540:
/***/ ((module) => {

module.exports = require("node:console");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = require("node:crypto");

/***/ }),

/***/ 3053:
/***/ ((module) => {

module.exports = require("node:diagnostics_channel");

/***/ }),

/***/ 610:
/***/ ((module) => {

module.exports = require("node:dns");

/***/ }),

/***/ 8474:
/***/ ((module) => {

module.exports = require("node:events");

/***/ }),

/***/ 3024:
/***/ ((module) => {

module.exports = require("node:fs");

/***/ }),

/***/ 1455:
/***/ ((module) => {

module.exports = require("node:fs/promises");

/***/ }),

/***/ 7067:
/***/ ((module) => {

module.exports = require("node:http");

/***/ }),

/***/ 2467:
/***/ ((module) => {

module.exports = require("node:http2");

/***/ }),

/***/ 7030:
/***/ ((module) => {

module.exports = require("node:net");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = require("node:path");

/***/ }),

/***/ 643:
/***/ ((module) => {

module.exports = require("node:perf_hooks");

/***/ }),

/***/ 1792:
/***/ ((module) => {

module.exports = require("node:querystring");

/***/ }),

/***/ 99:
/***/ ((module) => {

module.exports = require("node:sqlite");

/***/ }),

/***/ 7075:
/***/ ((module) => {

module.exports = require("node:stream");

/***/ }),

/***/ 7830:
/***/ ((module) => {

module.exports = require("node:stream/web");

/***/ }),

/***/ 7997:
/***/ ((module) => {

module.exports = require("node:timers");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = require("node:timers/promises");

/***/ }),

/***/ 1692:
/***/ ((module) => {

module.exports = require("node:tls");

/***/ }),

/***/ 3136:
/***/ ((module) => {

module.exports = require("node:url");

/***/ }),

/***/ 7975:
/***/ ((module) => {

module.exports = require("node:util");

/***/ }),

/***/ 3429:
/***/ ((module) => {

module.exports = require("node:util/types");

/***/ }),

/***/ 8877:
/***/ ((module) => {

module.exports = require("node:v8");

/***/ }),

/***/ 5919:
/***/ ((module) => {

module.exports = require("node:worker_threads");

/***/ }),

/***/ 8522:
/***/ ((module) => {

module.exports = require("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = require("os");

/***/ }),

/***/ 4756:
/***/ ((module) => {

module.exports = require("tls");

/***/ }),

/***/ 9023:
/***/ ((module) => {

module.exports = require("util");

/***/ }),

/***/ 8705:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
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
const maxApps = 20;
const trim = (text) => text.trim();
const appFields = {
    name: { file: 'service.json', isSent: true, normalize: trim },
    tagline: { file: 'service.json', isSent: true, normalize: trim },
    color: { file: 'service.json', isSent: true, normalize: (text) => text.trim().toLowerCase() },
    logo: { file: 'service.json', isSent: false, normalize: trim },
    system_prompt: {
        file: 'instructions.md',
        isSent: true,
        normalize: (text) => text.replaceAll('\r\n', '\n').trim(),
    },
    html: { file: 'index.html', isSent: true, normalize: (text) => text },
};
const servicePath = appFields.name.file;
const promptPath = appFields.system_prompt.file;
const pagePath = appFields.html.file;
function nameField(name) {
    if (!isFieldName(name))
        return name;
    const { file } = appFields[name];
    return file === 'service.json' ? name : file;
}
function isFieldName(name) {
    return Object.hasOwn(appFields, name);
}
const serviceKeys = Object.keys(appFields).filter((name) => isFieldName(name) && appFields[name].file === 'service.json');
const sentFields = Object.keys(appFields).filter((name) => isFieldName(name) && appFields[name].isSent);


/***/ }),

/***/ 9365:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Gt: () => (/* binding */ countFindings),
/* harmony export */   Ig: () => (/* binding */ countTimes),
/* harmony export */   W6: () => (/* binding */ labelProblem),
/* harmony export */   dE: () => (/* binding */ formatPlace),
/* harmony export */   jm: () => (/* binding */ describePosition)
/* harmony export */ });
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4185);

function countTimes(problems) {
    return problems.reduce((sum, problem) => sum + (problem.times ?? 1), 0);
}
function countFindings(problems, more = { errors: 0, warnings: 0 }) {
    const warned = problems.filter((problem) => problem.severity === 'warning').length;
    const errors = problems.length - warned + more.errors;
    const warnings = warned + more.warnings;
    const counts = [
        errors === 0 ? '' : `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(errors, 'problem')} to fix`,
        warnings === 0 ? '' : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(warnings, 'warning'),
    ];
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)(counts, ', ') || 'no problems';
}
function describePosition(problem) {
    const { line, column } = problem;
    if (line === null)
        return '';
    return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}
function formatPlace(problem) {
    if (problem.path === null)
        return describePosition(problem);
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)([problem.file ?? problem.path, problem.line, problem.column], ':');
}
function labelProblem(problem) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)([formatPlace(problem), problem.severity, problem.code], ' ');
}


/***/ }),

/***/ 5846:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Hf: () => (/* binding */ describeStatusAge),
/* harmony export */   I9: () => (/* binding */ explainVisibility),
/* harmony export */   KW: () => (/* binding */ mayBeInReview),
/* harmony export */   LR: () => (/* binding */ toReviewState),
/* harmony export */   Wn: () => (/* binding */ describeStatus),
/* harmony export */   cq: () => (/* binding */ explainStatus)
/* harmony export */ });
/* unused harmony export isDocumentedStatus */
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4185);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2514);


const describeAudience = () => `visible only to ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)('the owner of its API key', 'you')}`;
const statuses = new Map(Object.entries({
    draft: {
        phrase: 'is a draft',
        explain({ publishedAt }) {
            const wasPublished = publishedAt !== null;
            const audience = wasPublished ? 'the app was published before' : describeAudience();
            return `Draft: ${audience}.`;
        },
        advise() {
            const tryIt = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)('The owner can try it', 'Try it');
            return `${tryIt} at its address, and submit it for review when it is ready.`;
        },
        review: 'none',
    },
    in_review: {
        phrase: 'is in review',
        explain({ publishedAt, submittedAt }, now) {
            const wasPublished = publishedAt !== null;
            const audience = wasPublished ? 'the published version stays public' : describeAudience();
            return `In review${describeSince(submittedAt, now)}: ${audience} until the review is done.`;
        },
        review: 'pending',
    },
    not_approved: {
        phrase: 'was rejected for good',
        explain({ publishedAt }) {
            const wasPublished = publishedAt !== null;
            const audience = wasPublished ? 'is no longer public' : `stays ${describeAudience()}`;
            return `Not approved, which is final: the app ${audience} and cannot be submitted again.`;
        },
        review: 'rejected',
    },
    published: {
        phrase: 'is published',
        explain: ({ publishedAt }, now) => `Published${describeAgo(publishedAt, now)}: it is public.`,
        review: 'approved',
    },
    published_with_unreviewed_changes: {
        phrase: 'is published, with changes that are not reviewed',
        explain({ publishedAt }, now) {
            const ago = describeAgo(publishedAt, now);
            const version = ago === '' ? 'The published version' : `The version published${ago}`;
            return `${version} is public. The changes are ${describeAudience()} until they are reviewed.`;
        },
        review: 'none',
    },
    taken_down: {
        phrase: 'was taken down',
        explain: () => `Taken down: it is no longer public, and ${describeAudience()}.`,
        review: 'none',
    },
    changes_requested: {
        phrase: 'needs changes',
        explain: () => 'The reviewer requests changes.',
        advise: () => 'Make them, deploy, and submit the app for review again.',
        review: 'rejected',
    },
}));
function isDocumentedStatus(status) {
    return statuses.has(status) && status !== 'changes_requested';
}
function mayBeInReview(status) {
    return status === 'in_review' || !statuses.has(status);
}
function describeStatus(status) {
    if (status === null)
        return 'has no known status';
    return statuses.get(status)?.phrase ?? `has the status ${status}`;
}
function explainStatus(app, now) {
    const advice = statuses.get(app?.status ?? '')?.advise?.() ?? '';
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)([explainVisibility(app, now), advice], ' ');
}
function explainVisibility(app, now) {
    if (app === null)
        return '';
    return statuses.get(app.status ?? '')?.explain(app, now) ?? '';
}
function describeStatusAge(app, now) {
    if (app.status === 'in_review')
        return describeSince(app.submittedAt, now);
    if (app.status === 'published')
        return describeAgo(app.publishedAt, now);
    return '';
}
const minAgeMs = 60_000;
function describeSince(time, now) {
    if (!time)
        return '';
    const milliseconds = parseIsoTime(time);
    if (milliseconds === null)
        return ` (since ${time})`;
    const age = now - milliseconds;
    if (Math.abs(age) < minAgeMs)
        return '';
    const since = `(since ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatMoment */ .K9)(milliseconds, now)})`;
    if (age < 0)
        return ` ${since}`;
    return ` for ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatAge */ .nV)(age)} ${since}`;
}
function describeAgo(time, now) {
    if (!time)
        return '';
    const milliseconds = parseIsoTime(time);
    if (milliseconds === null)
        return ` (${time})`;
    const age = now - milliseconds;
    if (Math.abs(age) < minAgeMs)
        return '';
    if (age < 0)
        return ` (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatMoment */ .K9)(milliseconds, now)})`;
    return ` ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatAge */ .nV)(age)} ago`;
}
function parseIsoTime(time) {
    const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(time);
    if (!isIso)
        return null;
    const milliseconds = Date.parse(time);
    return Number.isNaN(milliseconds) ? null : milliseconds;
}
function toReviewState(status) {
    return statuses.get(status ?? '')?.review ?? 'pending';
}


/***/ }),

/***/ 5071:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Dd: () => (/* binding */ adviseLater),
/* harmony export */   Ge: () => (/* binding */ toReason),
/* harmony export */   O: () => (/* binding */ getErrorWords),
/* harmony export */   Xw: () => (/* binding */ endByDeadline),
/* harmony export */   aS: () => (/* binding */ adviseTerms),
/* harmony export */   dQ: () => (/* binding */ endByCancel),
/* harmony export */   ds: () => (/* binding */ findErrorWords),
/* harmony export */   iM: () => (/* binding */ adviseFix),
/* harmony export */   lZ: () => (/* binding */ ActionError),
/* harmony export */   om: () => (/* binding */ ownTerms),
/* harmony export */   w2: () => (/* binding */ toFailure),
/* harmony export */   xz: () => (/* binding */ makeError),
/* harmony export */   yu: () => (/* binding */ RunEndedError)
/* harmony export */ });
/* harmony import */ var _app_app_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8705);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2514);


const ownTerms = 'Only the owner of the account can accept the terms, after reading them.';
function adviseLater() {
    return `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameRerun */ .Mn)('Re-run the job')}; if it persists, contact the service's support.`;
}
function adviseTerms(version) {
    const isNumber = version.trim() !== '' && Number.isFinite(Number(version));
    const value = isNumber ? `"${version}"` : version;
    return (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)(`set terms-version: ${value}`, `add --terms-version ${version}`);
}
function adviseFix(what) {
    return `${what} ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)('and push', 'and run it again')}.`;
}
function adviseStatus() {
    return `Check the status of the app in the dashboard, or run ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameCommand */ .JB)('status')}.`;
}
const errorTable = () => ({
    cancelled: {
        message: 'The run was cancelled',
        next: `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameRerun */ .Mn)('Re-run the job')} to finish: it reads the app first, and sends only what is missing.`,
        short: 'the run was cancelled',
        isFinal: true,
    },
    deadline: {
        message: `The run took longer than ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('timeout-minutes')}`,
        next: `Set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('timeout-minutes')} to a higher value, or find out ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)('in the log ', '')}what takes so long.`,
        short: `timed out (${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('timeout-minutes')})`,
        isFinal: true,
    },
    bug: {
        message: `Unexpected error${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)(' in the action', '')}`,
        next: `Please report it${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)(' in the repository of this action', '')}, with the lines below.`,
        short: 'unexpected error',
    },
    in_review: {
        message: 'The app is in review, and a change would take it out of review',
        next: `Wait for the review result, or set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('on-in-review')} to skip (leave it in review) or replace (deploy anyway).`,
        short: 'it is in review with other content',
    },
    unknown_state: {
        message: 'The app may be in review, and a change would take it out of review',
        next: `Wait until the app has a documented status, or set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('on-in-review')} to skip (leave it as it is) or replace (deploy anyway).`,
        short: 'the service shows an unknown status',
    },
    taken_down: {
        message: 'The app was taken down and cannot be submitted',
        next: "Read the reviewer's note if there is one, and contact the service's support.",
        short: 'the platform took it down',
        kind: 'rejected',
    },
    final_not_approved: {
        message: 'The app was not approved, which is final',
        next: 'Deploy a corrected app under a new slug.',
        short: 'it was rejected for good',
        kind: 'rejected',
    },
    offline_problems: {
        message: 'The folder has problems, and nothing was sent',
        next: adviseFix('Fix the problems listed above'),
        short: 'the folder has problems',
        kind: 'rejected',
    },
    too_many_apps: {
        message: `The account has reached the limit of ${_app_app_js__WEBPACK_IMPORTED_MODULE_0__/* .maxApps */ .Z4} apps`,
        next: `Delete an app that is no longer needed (${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameCommand */ .JB)('list')} shows them), then ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameRerun */ .Mn)('re-run')}.`,
        short: `the account has ${_app_app_js__WEBPACK_IMPORTED_MODULE_0__/* .maxApps */ .Z4} apps already`,
        kind: 'rejected',
    },
    stale: {
        message: 'A newer commit exists on the branch',
        next: `If a newer run deploys, there is nothing to do; otherwise run ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)('the job', 'it')} on the newest commit.`,
        short: 'the branch has a newer commit',
    },
    app_missing: {
        message: 'The app does not exist or belongs to somebody else',
        next: `Correct the slug or ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')}, use the API key of the account that owns the app, or ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .adviseFlag */ .ng)('create')} to create the app.`,
        short: 'there is no such app',
    },
    app_exists: {
        message: 'The app exists already',
        next: `Use ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)('the command deploy or update', 'miniapp-deploy deploy or update')} to change it, or choose another slug.`,
        short: 'the slug is taken by an app of yours',
        kind: 'rejected',
    },
    draft_differs: {
        message: 'The draft differs from the folder in {}. Nothing was sent.',
        next: `Deploy the folder first, or omit ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInputInText */ .Od)('folder')} to submit the draft as it is.`,
        short: 'the draft is not what the folder has',
    },
    field_unreadable: {
        message: 'A file is too large or not text, so it cannot be sent as a field of the app',
        next: `Fix the file, or use ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameCommand */ .JB)('deploy')}, which sends every file as it is.`,
        short: 'a file is not text',
        kind: 'rejected',
    },
    unverified: {
        message: 'The {}',
        next: `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameRerun */ .Mn)('Re-run the job')}: it reads the app first, and sends nothing if the change has arrived.`,
        short: 'the result could not be verified',
        kind: 'unknown',
    },
    field_rejected: {
        message: 'The service rejected a field',
        next: adviseFix('Correct the field that the message names'),
        short: 'the service rejected a field',
    },
    terms_required: {
        message: 'The current developer terms must be accepted',
        next: `${ownTerms} Then set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('terms-version')} to the version that the service names.`,
        short: 'the current terms must be accepted',
    },
    unauthorized: {
        message: 'The service refused the API key',
        next: `Check in the developer dashboard that the key still exists. Then ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)('store it, or a new one, in the secret that api-key is read from', 'set MINIAPPS_API_KEY to it, or to a new one')}.`,
        short: 'the API key was refused',
    },
    forbidden: {
        message: 'The service does not allow this',
        next: 'Check the API key in the developer dashboard, and that it belongs to the owner of the app.',
        short: 'the key may not change this app',
    },
    not_found: {
        message: 'The app does not exist or belongs to somebody else',
        next: 'Check the slug, and that the API key belongs to the owner of the app.',
        short: 'there is no such app',
    },
    not_the_service: {
        message: 'The response does not come from the service',
        next: `Check ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')}, including its path, and any gateway or proxy in front of the service.`,
        short: `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')} is not the service`,
    },
    address_taken: {
        message: 'The address is taken',
        next: 'Choose another slug; if it belongs to another account of yours, use the API key of that account.',
        short: 'the slug is taken',
    },
    conflict: {
        message: 'The state of the app does not allow this',
        next: adviseStatus(),
        short: 'the service refused it',
    },
    not_approved: {
        message: 'The app was not approved, which is final',
        next: 'Deploy a corrected app under a new slug.',
        short: 'it was rejected for good',
    },
    too_large: {
        message: 'The request is too large for the service',
        next: `Make the assets smaller, or exclude some with ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInputInText */ .Od)('exclude')}.`,
        short: 'the folder is too large for the service',
    },
    folder_rejected: {
        message: 'The folder breaks the rules of the service',
        next: adviseFix('Fix the problems listed above'),
        short: 'the service refused the folder',
    },
    too_many_changes: {
        message: 'Too many changes in a short time',
        next: `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameRerun */ .Mn)('Re-run')} in a minute, and run fewer deploys at once${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)(' (max-parallel in a matrix)', '')}.`,
        short: 'the limit of changes per minute is reached',
    },
    redirected: {
        message: 'The service responded with a redirect, which is never followed',
        next: `Set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')} to the current address of the service.`,
        short: 'the service has moved',
    },
    refused: {
        message: 'The service refused the request',
        next: `See the service's message, and check ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')}.`,
        short: 'the service refused it',
    },
    service_error: {
        message: 'The service failed',
        next: `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameRerun */ .Mn)('Re-run the job')} later; if it persists, contact the service's support.`,
        short: 'the service is failing',
    },
    attempt_timeout: {
        message: 'the request timed out',
        next: adviseLater(),
        short: 'the service did not respond in time',
    },
    connection_refused: {
        message: 'connection refused',
        next: `Check the port of ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')}, and that the service is running.`,
        short: 'the service refused the connection',
    },
    nothing_listens: {
        message: 'nothing listens at this port of this machine',
        next: `Start the service there (a sandbox: npx miniapp-sandbox), or check the port of ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')}.`,
        short: 'nothing runs at this address',
        isFinal: true,
    },
    host_not_found: {
        message: 'host name not found',
        next: `Check the host name in ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')}, and the DNS settings of this machine.`,
        short: `no such host in ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')}`,
    },
    connection_failed: {
        message: 'cannot connect',
        next: `Check ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')}, and that no firewall blocks the connection.`,
        short: 'the service cannot be reached',
    },
    connection_lost: {
        message: 'the connection was lost',
        next: adviseLater(),
        short: 'the connection was lost',
    },
    tls: {
        message: 'no secure connection',
        next: `Check that ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')} names the right host and port and that its certificate is valid; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS.`,
        short: 'the certificate is not valid',
        isFinal: true,
    },
    proxy: {
        message: 'the proxy failed',
        next: 'Check HTTPS_PROXY and NO_PROXY, and that the proxy is running.',
        short: 'the proxy does not work',
    },
    proxy_refused: {
        message: 'the proxy in the environment cannot be used',
        next: 'Set HTTPS_PROXY to http://host:port or https://host:port, with special characters of a user name or password percent-encoded, or unset it and ALL_PROXY.',
        short: 'the proxy does not work',
        isFinal: true,
    },
    response_unreadable: {
        message: 'the response cannot be read',
        next: `Check that ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInput */ .K3)('base-url')} is the address of the service itself.`,
        short: 'the response is not from the service',
    },
    response_too_large: {
        message: 'the response is too large',
        next: "Contact the service's support.",
        short: 'the response is too large',
        isFinal: true,
    },
    dry_run: {
        message: 'a dry run sends no changes',
        next: `This is a bug${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)(' in the action', '')}: please report it.`,
        short: 'a dry run sends no changes',
        isFinal: true,
    },
    folder_missing: { short: 'the folder does not exist' },
    folder_not_a_folder: { short: 'the folder is a file' },
    folder_outside_workspace: { short: 'the folder is outside' },
    folder_not_allowed: { short: 'the folder must not be deployed' },
    folder_unreadable: { short: 'the folder cannot be read' },
    folder_empty: { short: 'the folder is empty' },
    folder_too_large: { short: 'the folder has too many files' },
    file_unreadable: { short: 'a file cannot be read' },
    name_not_utf8: { short: 'a file name is not valid' },
    name_not_allowed: { short: 'a file name is not valid' },
    pattern_invalid: { short: 'a pattern is not valid' },
});
function findErrorWords(code) {
    const table = errorTable();
    return Object.hasOwn(table, code) ? (table[code] ?? null) : null;
}
function getErrorWords(code) {
    const words = errorTable()[code];
    return { message: words.message ?? '', next: words.next ?? '' };
}
class ActionError extends Error {
    name = 'ActionError';
    code;
    next;
    kind;
    path;
    headline;
    constructor(message, details) {
        super(message, details.cause === undefined ? undefined : { cause: details.cause });
        this.code = details.code;
        this.next = details.next;
        this.kind = details.kind ?? 'failed';
        this.path = details.path ?? null;
        this.headline = details.headline ?? null;
    }
}
function makeError(code, detail, options = {}) {
    const words = errorTable()[code];
    return new ActionError(insertDetail(words.message ?? '{}', detail), {
        code,
        kind: words.kind ?? 'failed',
        next: options.next ?? words.next ?? '',
        path: options.path ?? null,
        cause: options.cause,
    });
}
function insertDetail(message, detail) {
    if (message.includes('{}'))
        return message.replace('{}', () => detail);
    return `${message}: ${detail}`;
}
class RunEndedError extends ActionError {
    name = 'RunEndedError';
}
function endByCancel() {
    const { message, next } = getErrorWords('cancelled');
    return new RunEndedError(message, { code: 'cancelled', next });
}
function endByDeadline(minutes) {
    const { message, next } = getErrorWords('deadline');
    return new RunEndedError(`${message}: ${minutes}`, { code: 'deadline', next });
}
function toFailure(error) {
    if (error instanceof ActionError) {
        const { kind, code, message, next, path, headline, cause } = error;
        const words = { kind, code, message, next, path };
        const failure = headline === null ? words : { ...words, headline };
        if (cause instanceof ActionError)
            return { ...failure, causeCode: cause.code };
        return failure;
    }
    const { message, next } = getErrorWords('bug');
    const failure = {
        kind: 'failed',
        code: 'bug',
        message: `${message}: ${toReason(error)}`,
        next,
        path: null,
    };
    if (error instanceof Error && error.stack !== undefined) {
        return { ...failure, stack: error.stack };
    }
    return failure;
}
function toReason(error) {
    return error instanceof Error ? error.message : String(error);
}


/***/ }),

/***/ 2220:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Aj: () => (/* binding */ apiKeyKind),
/* harmony export */   Mt: () => (/* binding */ createMinutesKind),
/* harmony export */   Pt: () => (/* binding */ isPattern),
/* harmony export */   Q: () => (/* binding */ shownUrlsKind),
/* harmony export */   S_: () => (/* binding */ slugKind),
/* harmony export */   To: () => (/* binding */ serviceUrlKind),
/* harmony export */   UN: () => (/* binding */ slugRule),
/* harmony export */   YD: () => (/* binding */ patternsKind),
/* harmony export */   am: () => (/* binding */ createTextKind),
/* harmony export */   cs: () => (/* binding */ createEnumKind),
/* harmony export */   d6: () => (/* binding */ booleanKind),
/* harmony export */   sz: () => (/* binding */ anyTextKind),
/* harmony export */   u5: () => (/* binding */ isSlug),
/* harmony export */   uC: () => (/* binding */ loopback),
/* harmony export */   uX: () => (/* binding */ sizeKind),
/* harmony export */   v5: () => (/* binding */ namesSeveral),
/* harmony export */   wn: () => (/* binding */ foldersKind)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6760);
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3589);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2514);



const maxMinutes = 7200;
const maxPatternLength = 1024;
const maxInputLines = 1000;
const maxShownUrlLength = 2000;
const slugRule = '3 to 32 lowercase letters, digits and hyphens';
function isSlug(text) {
    return /^[a-z0-9-]{3,32}$/.test(text);
}
function namesSeveral(folder) {
    return folder.includes('\n') || isPattern(folder);
}
function isPattern(line) {
    return /[*?{]|[!@+]\(/.test(line);
}
function accept(value) {
    return { kind: 'valid', value };
}
function reject(expected) {
    return { kind: 'invalid', expected };
}
const booleanKind = {
    type: 'boolean',
    parse(text) {
        if (/^(true|True|TRUE)$/.test(text))
            return accept(true);
        if (/^(false|False|FALSE)$/.test(text))
            return accept(false);
        return reject('must be true or false');
    },
};
function createEnumKind(values) {
    return {
        type: 'enum',
        values,
        parse(text) {
            const value = values.find((word) => word === text);
            return value === undefined ? reject(`must be one of ${values.join(', ')}`) : accept(value);
        },
    };
}
function createMinutesKind(min) {
    return {
        type: 'number',
        parse(text) {
            const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
            if (value >= min && value <= maxMinutes)
                return accept(value);
            return reject(`must be a number of minutes from ${min} to ${maxMinutes}`);
        },
    };
}
function createTextKind(pattern, expected) {
    return {
        type: 'string',
        parse: (text) => (pattern.test(text) ? accept(text) : reject(expected)),
    };
}
const anyTextKind = { type: 'string', parse: accept };
const bytesByUnit = new Map([
    ['B', 1],
    ['KB', 1e3],
    ['MB', 1e6],
    ['GB', 1e9],
]);
const sizeKind = {
    type: 'string',
    parse(text) {
        const [, digits = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMG]?B)$/i.exec(text) ?? [];
        const unitBytes = bytesByUnit.get(unit.toUpperCase()) ?? 0;
        const value = Math.floor(Number(digits) * unitBytes);
        return value > 0 ? accept(value) : reject('must be a size such as 2 MB or 500 KB');
    },
};
const slugKind = {
    type: 'string',
    parse(text) {
        const hasOneStar = /^(?=.{1,32}$)[a-z0-9-]*\*[a-z0-9-]*$/.test(text);
        return isSlug(text) || hasOneStar ? accept(text) : reject(`must be ${slugRule}`);
    },
};
const patternsKind = {
    type: 'list',
    parse: (text) => parseLines(text, (line) => findPatternFault(line)),
};
const foldersKind = {
    type: 'list',
    parse(text) {
        const lines = (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .splitLines */ .uz)(text).map(dropWorkspace).join('\n');
        const result = parseLines(lines, findFolderFault);
        return result.kind === 'valid' ? accept(result.value.join('\n')) : result;
    },
};
function dropWorkspace(line) {
    const workspace = /^(?:\$\{?GITHUB_WORKSPACE\}?|%GITHUB_WORKSPACE%|\$env:GITHUB_WORKSPACE|\$?\{\{\s*github\.workspace\s*\}\})(?=[\\/]|$)/i;
    const match = workspace.exec(line);
    return match === null ? line : `.${line.slice(match[0].length)}`;
}
function parseLines(text, findFault) {
    const lines = (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .splitLines */ .uz)(text);
    if (lines.length > maxInputLines) {
        const expected = `must be at most ${maxInputLines} lines`;
        return { kind: 'invalid', expected, got: `${lines.length} lines` };
    }
    for (const line of lines) {
        const expected = findFault(line);
        if (expected !== null)
            return { kind: 'invalid', expected, got: line };
    }
    return accept(lines);
}
function findFolderFault(line) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.normalize)(line);
    const leaves = path === '..' || path.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_0__.sep}`);
    if (leaves || line.includes('://')) {
        return (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .perFrontend */ .C2)('must be a path inside the workspace, relative to it', 'must be the path of a folder');
    }
    if (line.startsWith('!'))
        return 'must be without a ! at the start (to exclude apps/old, write apps/!(old))';
    if (!isPattern(line))
        return null;
    const isOnDrive = /^(?:[a-z]:[\\/]|\\\\)/i.test(line);
    return findPatternFault(isOnDrive ? line.replaceAll('\\', '/') : line, 'the workspace');
}
function findPatternFault(pattern, place = 'the folder') {
    if (pattern.length > maxPatternLength)
        return `must be patterns of at most ${maxPatternLength} characters`;
    if (/^(?:\.?\/)*!(?!\()/.test(pattern)) {
        return 'must be patterns without a ! at the start (it does not invert them: name the files to exclude in exclude)';
    }
    if (pattern.split('/').includes('..'))
        return `must be patterns that stay inside ${place}, without ..`;
    if (pattern.includes('\\')) {
        return 'must be patterns with / between folders and without \\ (a literal *, ? or [ is written [*], [?] or [[])';
    }
    return null;
}
const loopback = /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
const serviceUrlKind = {
    type: 'string',
    parse(text) {
        const parsed = parseUrl(text, 'must be an address such as https://apps.example.com');
        if (parsed.kind === 'invalid')
            return parsed;
        const url = parsed.value;
        if (text.includes('?') || text.includes('#'))
            return reject('must not include a query or fragment');
        if (url.protocol === 'http:' && !loopback.test(url.hostname))
            return reject('must begin with https:// (http:// only to localhost, 127.x.x.x or [::1])');
        const path = url.pathname.replace(/(?<!\/)\/+$/, '');
        const droppedPath = /\/api(?:\/miniapps)?$/.exec(path)?.[0];
        if (droppedPath === undefined)
            return accept({ origin: url.origin, path });
        return accept({ origin: url.origin, path: path.slice(0, -droppedPath.length), droppedPath });
    },
};
const apiKeyKind = {
    type: 'string',
    parse(text) {
        if (/^(["'`]).*\1$/s.test(text))
            return reject('must be without the quotes around it');
        if (/^(?:export\s+)?(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|api[-_]key)(?:=|:\s)\s*[^\s=]/.test(text))
            return reject('must be without the name in front of it, such as API_KEY=');
        if (/^bearer\s/i.test(text))
            return reject('must be without the word Bearer in front of it');
        if (/^[!-~]{1,1000}$/.test(text))
            return accept(text);
        return reject('must be one line of at most 1,000 printable ASCII characters without spaces');
    },
};
const shownUrlKind = {
    type: 'string',
    parse(text) {
        const expected = 'must be an address that begins with https://';
        const parsed = parseUrl(text, expected);
        if (parsed.kind === 'invalid')
            return parsed;
        const { protocol, href } = parsed.value;
        const isShown = protocol === 'https:' && href.length <= maxShownUrlLength;
        return isShown ? accept(href) : reject(expected);
    },
};
const shownUrlsKind = {
    type: 'string',
    parse(text) {
        const lines = parseLines(text, (line) => {
            const parsed = shownUrlKind.parse(line);
            return parsed.kind === 'invalid' ? parsed.expected : null;
        });
        if (lines.kind === 'invalid')
            return lines;
        return accept(lines.value.map((line) => new URL(line).href));
    },
};
function parseUrl(text, expected) {
    if (/[^!-[\]-~\u0080-\uffff]/.test(text) || !URL.canParse(text))
        return reject(expected);
    const url = new URL(text);
    const hasUser = /^https?:\/*[^/?#]*@/i.test(text);
    if (hasUser || url.username !== '' || url.password !== '')
        return reject('must not include a user name or password');
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return reject('must begin with https://');
    return /^https?:\/\/[^/]/i.test(text) ? accept(url) : reject(expected);
}


/***/ }),

/***/ 6081:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   AQ: () => (/* binding */ listSecrets),
/* harmony export */   Ko: () => (/* binding */ readInputs),
/* harmony export */   P4: () => (/* binding */ sendsForReview),
/* harmony export */   Pt: () => (/* reexport safe */ _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__.Pt),
/* harmony export */   UN: () => (/* reexport safe */ _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__.UN),
/* harmony export */   fk: () => (/* binding */ takesFolder),
/* harmony export */   u5: () => (/* reexport safe */ _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__.u5),
/* harmony export */   v5: () => (/* reexport safe */ _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__.v5),
/* harmony export */   wT: () => (/* binding */ makeInputsError),
/* harmony export */   wm: () => (/* binding */ inputFaults)
/* harmony export */ });
/* unused harmony exports commands, inputTable, InvalidInputsError, describeInvalid */
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5071);
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(3589);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4185);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2514);
/* harmony import */ var _text_secrets_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(9573);
/* harmony import */ var _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2220);







const commands = [
    'deploy',
    'status',
    'submit',
    'create',
    'update',
    'delete',
    'withdraw',
    'list',
];
function takesFolder(command) {
    return command === 'deploy' || command === 'create' || command === 'update';
}
function sendsForReview(inputs) {
    return inputs.command === 'submit' || (inputs.command === 'deploy' && inputs.submit);
}
const termsVersionKind = (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createTextKind */ .am)(/^\P{C}{1,200}$/u, 'must be one line of at most 200 characters');
const filePathKind = (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createTextKind */ .am)(/^\P{C}{1,1000}$/u, 'must be the path of a file, in at most 1,000 characters');
const inputTable = {
    command: defineInput('command', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createEnumKind */ .cs)(commands), 'deploy'),
    baseUrl: defineInput('base-url', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .serviceUrlKind */ .To, null),
    apiKey: defineInput('api-key', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .apiKeyKind */ .Aj, null),
    slug: defineInput('slug', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .slugKind */ .S_, ''),
    folder: defineInput('folder', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .foldersKind */ .wn, ''),
    include: defineInput('include', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .patternsKind */ .YD, ['**']),
    exclude: defineInput('exclude', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .patternsKind */ .YD, []),
    maxSize: defineInput('max-size', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .sizeKind */ .uX, null),
    submit: defineInput('submit', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .booleanKind */ .d6, false),
    termsVersion: defineInput('terms-version', termsVersionKind, ''),
    create: defineInput('create', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .booleanKind */ .d6, false),
    force: defineInput('force', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .booleanKind */ .d6, false),
    onInReview: defineInput('on-in-review', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createEnumKind */ .cs)(['fail', 'skip', 'replace']), 'fail'),
    onStale: defineInput('on-stale', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createEnumKind */ .cs)(['ignore', 'warn', 'skip', 'fail']), 'ignore'),
    dryRun: defineInput('dry-run', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .booleanKind */ .d6, false),
    waitForReviewMinutes: defineInput('wait-for-review', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createMinutesKind */ .Mt)(0), 0),
    timeoutMinutes: defineInput('timeout-minutes', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createMinutesKind */ .Mt)(0.01), 10),
    confirm: defineInput('confirm', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .anyTextKind */ .sz, ''),
    diff: defineInput('diff', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .booleanKind */ .d6, false),
    comment: defineInput('comment', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .booleanKind */ .d6, false),
    pageUrls: defineInput('page-url', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .shownUrlsKind */ .Q, []),
    manifest: defineInput('manifest', filePathKind, ''),
    githubToken: defineInput('github-token', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .anyTextKind */ .sz, ''),
};
function defineInput(name, kind, fallback) {
    return { name, kind, fallback };
}
const maxShownLength = 1000;
const inputFaults = [
    'invalid_inputs',
    'key_missing',
    'terms_missing',
    'slug_invalid',
];
class InvalidInputsError extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ {
    name = 'InvalidInputsError';
    inputs;
    constructor(inputs) {
        const maxLength = Math.floor(maxShownLength / inputs.length);
        const lines = inputs.map((invalid) => {
            return `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .nameInput */ .K3)(invalid.input)} ${describeInvalid(invalid, maxLength)}`;
        });
        super(lines.join('\n'), {
            code: findFaultCode(inputs),
            next: adviseInvalid(inputs),
            headline: nameInvalid(inputs),
        });
        this.inputs = inputs;
    }
}
function describeInvalid(invalid, maxLength = maxShownLength) {
    const expected = (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintable */ .f8)(invalid.expected);
    if (invalid.got === null)
        return expected;
    return `${expected}, not "${(0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .cutText */ .IN)((0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintable */ .f8)(invalid.got), maxLength)}"`;
}
function makeInputsError(inputs, secrets) {
    const redact = (0,_text_secrets_js__WEBPACK_IMPORTED_MODULE_5__/* .createRedact */ .a)(secrets);
    const redacted = inputs.map((invalid) => {
        const got = invalid.got === null ? null : redact(invalid.got);
        const shown = { ...invalid, got, expected: redact(invalid.expected) };
        return invalid.fix === undefined ? shown : { ...shown, fix: redact(invalid.fix) };
    });
    return new InvalidInputsError(redacted);
}
function nameInvalid(inputs) {
    const faults = inputs.map(({ isMissing }) => (isMissing ? 'missing' : 'not valid'));
    const what = [...new Set(faults)].sort().join(' or ');
    const names = [...new Set(inputs.map(({ input }) => (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .nameInput */ .K3)(input)))];
    const [name = ''] = names;
    if (names.length > 1) {
        return `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatCount */ .B4)(names.length, 'input')} are ${what}: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .listNames */ .Zv)(names)}`;
    }
    if (inputs[0]?.input === 'api-key')
        return `The API key is ${what} (${name})`;
    return `${name} is ${what}`;
}
function findFaultCode(inputs) {
    const [only, ...others] = inputs;
    if (only === undefined || others.length > 0)
        return 'invalid_inputs';
    if (only.input === 'api-key')
        return only.isMissing ? 'key_missing' : 'invalid_inputs';
    if (!only.isMissing)
        return only.input === 'slug' ? 'slug_invalid' : 'invalid_inputs';
    return only.input === 'terms-version' ? 'terms_missing' : 'invalid_inputs';
}
const repositorySettings = new Map([
    ['base-url', 'the variable MINIAPPS_BASE_URL'],
    ['api-key', 'the secret MINIAPPS_API_KEY'],
]);
const termsVariable = 'vars.MINIAPPS_TERMS_VERSION';
const maxFixes = 3;
function adviseInvalid(inputs) {
    const fixes = inputs.flatMap(({ fix }) => (fix === undefined ? [] : (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintable */ .f8)(fix)));
    const advice = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(adviseWorkflow(inputs), '');
    return [advice, ...fixes.slice(0, maxFixes)].filter((text) => text !== '').join(' ');
}
function adviseWorkflow(inputs) {
    const withoutFix = inputs.filter(({ fix }) => fix === undefined);
    const missing = withoutFix.filter(({ input, isMissing }) => isMissing && repositorySettings.has(input));
    const names = missing.map(({ input }) => input);
    const settings = names.flatMap((name) => repositorySettings.get(name) ?? []);
    const advice = [];
    const isKeyInvalid = withoutFix.some(({ input, isMissing }) => input === 'api-key' && !isMissing);
    if (isKeyInvalid)
        advice.push('Correct the secret that api-key is read from.');
    if (names.length > 0) {
        const otherNames = names.length === 1 ? 'one under the name that' : 'those under the names that';
        const uses = names.length === 1 ? 'uses' : 'use';
        advice.push(`In the repository, open Settings > Secrets and variables > Actions, and add ${settings.join(' and ')}, or ${otherNames} ${names.join(' and ')} ${uses}.`);
    }
    const explained = names.length + (isKeyInvalid ? 1 : 0);
    if (withoutFix.length > explained)
        advice.push('Fix the "with:" block of the step; the README describes every input.');
    return advice.join(' ');
}
function readInputs(source) {
    const reader = new InputReader(source);
    const values = Object.entries(inputTable).map(([key, row]) => [
        key,
        reader.readRow(row),
    ]);
    const inputs = Object.fromEntries(values);
    checkNeeds(inputs, source, reader);
    const { invalid } = reader;
    if (invalid.length === 0)
        return { inputs, error: null };
    const secrets = [source.read('api-key'), inputs.githubToken];
    return { inputs, error: makeInputsError(invalid, secrets) };
}
class InputReader {
    #read;
    #invalid = new Map();
    constructor(source) {
        this.#read = source.read;
    }
    get invalid() {
        return [...this.#invalid.values()];
    }
    readRow(row) {
        const given = this.#read(row.name);
        if (given === '')
            return row.fallback;
        const result = row.kind.parse(given);
        if (result.kind === 'valid')
            return result.value;
        this.#add(row.name, result.expected, result.got ?? given);
        return row.fallback;
    }
    refuse(name, expected) {
        if (!this.#invalid.has(name))
            this.#add(name, expected, this.#read(name));
    }
    #add(input, expected, got) {
        const isMissing = this.#read(input) === '';
        this.#invalid.set(input, { input, got: toShown(input, got), expected, isMissing });
    }
}
function listSecrets(inputs) {
    const secrets = [
        { name: 'api-key', value: inputs.apiKey ?? '' },
        { name: 'github-token', value: inputs.githubToken },
    ];
    return secrets.filter((secret) => secret.value !== '');
}
function checkNeeds(inputs, source, reader) {
    const { command } = inputs;
    const isOnline = source.needsService ?? needsService(inputs, source.hasSecrets);
    const isSeveral = (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .namesSeveral */ .v5)(source.read('folder'));
    const oneByOne = 'with several folders: submit each app by itself, as in monorepo-release.yml';
    if (isOnline && inputs.baseUrl === null) {
        const variable = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)('', ' (or in MINIAPPS_BASE_URL)');
        reader.refuse('base-url', `is required: the service's address, such as https://apps.example.com${variable}`);
    }
    if (isOnline && inputs.apiKey === null) {
        reader.refuse('api-key', (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)('is required: pass the API key from a secret (secrets are empty if the workflow may not read them, as for Dependabot)', 'is not set: export MINIAPPS_API_KEY=\u2026 (cmd: set MINIAPPS_API_KEY=\u2026, PowerShell: $env:MINIAPPS_API_KEY = "\u2026")'));
    }
    if (isSeveral)
        checkSeveralFolders(command, reader);
    else
        checkSingleApp(inputs, reader);
    if (isSeveral && inputs.submit)
        reader.refuse('submit', `must be false ${oneByOne}`);
    if (isOnline && sendsForReview(inputs) && inputs.termsVersion === '') {
        const learn = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(`to learn it, set it to unknown once: the error names it; a new value of ${termsVariable} takes effect without a commit`, 'to learn it, add --terms-version unknown: the error names it');
        reader.refuse('terms-version', `is required to submit: the version of the developer terms that you accept (${learn})`);
    }
    if (isSeveral && inputs.manifest !== '')
        reader.refuse('manifest', 'must be left out with several folders: it is about one app');
    if (isSeveral && inputs.waitForReviewMinutes > 0)
        reader.refuse('wait-for-review', `must be 0 ${oneByOne}`);
    const confirm = source.read('confirm');
    const isConfirmed = confirm !== '' && confirm === source.read('slug');
    if (isOnline && command === 'delete' && !isConfirmed)
        reader.refuse('confirm', 'must repeat the slug to delete the app');
    if (isOnline && command === 'withdraw' && !isConfirmed)
        reader.refuse('confirm', 'must repeat the slug to take the app out of review');
}
function needsService(inputs, hasSecrets) {
    if (inputs.apiKey !== null)
        return true;
    const isOfflineCheck = inputs.dryRun && takesFolder(inputs.command);
    return hasSecrets && !isOfflineCheck;
}
function checkSingleApp(inputs, reader) {
    const { command, slug, folder } = inputs;
    const byCommand = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(` by ${command}`, '');
    if (slug.includes('*')) {
        reader.refuse('slug', `must be ${_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .slugRule */ .UN} (a * is only for several folders, and is replaced by their names)`);
    }
    else if (slug === '' && command !== 'list') {
        reader.refuse('slug', `is required${byCommand}: the app's address, ${_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .slugRule */ .UN}`);
    }
    if (folder === '' && takesFolder(command)) {
        const place = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(', relative to the workspace', '');
        reader.refuse('folder', `is required${byCommand}: the app folder${place}`);
    }
}
function checkSeveralFolders(command, reader) {
    if (command === 'deploy')
        return;
    const takesOne = takesFolder(command) || command === 'submit';
    let expected = `must be left out: ${command} takes no folder`;
    if (takesOne)
        expected = `must be one folder: ${command} takes one app at a time`;
    reader.refuse('folder', expected);
}
function toShown(input, text) {
    if (input === 'api-key' || text === '')
        return null;
    const isAddress = input === 'base-url' || text.includes(':');
    const at = text.lastIndexOf('@');
    if (!isAddress || at === -1)
        return text;
    const start = /^(?:https?:[/\\]*)?/i.exec(text)?.[0] ?? '';
    return `${start}***${text.slice(at)}`;
}


/***/ }),

/***/ 2011:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   AH: () => (/* binding */ formatOutputs),
/* harmony export */   Iu: () => (/* binding */ toOutputs),
/* harmony export */   i4: () => (/* binding */ outputTable)
/* harmony export */ });
/* unused harmony exports maxOutputText, maxListedText, formatJson */
/* harmony import */ var _inputs_inputs_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6081);
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(3589);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4185);
/* harmony import */ var _several_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5917);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(3512);





const maxOutputText = 10_000;
const maxListedText = 500;
const maxJson = 399_999;
const textOrNull = ['string', 'null'];
const countOrNull = ['integer', 'null'];
const outputTable = {
    outcome: {
        description: 'How the run ended, with several apps the worst of them: `deployed`, `unchanged`, `planned` (dry run), `skipped`, `submitted` (command `submit`), `created`, `updated`, `withdrawn`, `deleted`, `listed`, `read`, `rejected` (the service or the offline check refused the content), `failed`, or `unknown` (a change was sent and its result could not be verified).',
        place: 'both',
        of: (report) => report.outcome,
        ofRun: (reports) => (0,_several_js__WEBPACK_IMPORTED_MODULE_2__/* .sortReports */ .OE)(reports)[0]?.outcome ?? '',
    },
    changed: {
        description: '`true` if this run created, changed or deleted the app, else `false`.',
        type: 'boolean',
        place: 'both',
        of: (report) => report.changed,
        ofRun: (reports) => reports.some((report) => report.changed),
    },
    submitted: {
        description: '`true` if this run submitted the app for review, or if it is in review with exactly this content, else `false`.',
        type: ['boolean', 'null'],
        place: 'both',
        of: (report) => report.submitted,
    },
    slug: {
        description: 'Slug of the app. With several apps this is empty, as is every other output about one app: see `results`.',
        type: textOrNull,
        place: 'both',
        of: (report) => ((0,_inputs_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .isSlug */ .u5)(report.slug) ? report.slug : null),
    },
    url: {
        description: 'Address of the app, also while it is a draft, which only its owner can open.',
        type: textOrNull,
        place: 'both',
        of: (report) => (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeUrl */ .w)(report.app?.url),
    },
    status: {
        description: 'Status of the app after the run, as returned by the API: `draft`, `in_review`, `not_approved`, `published`, `published_with_unreviewed_changes` or `taken_down`.',
        type: textOrNull,
        place: 'both',
        of: (report) => (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeWord */ .xk)(report.app?.status),
    },
    'submitted-at': {
        description: 'When the app was last submitted for review, as returned by the API: usually ISO 8601. Empty if it is not shown.',
        type: textOrNull,
        place: 'both',
        of: (report) => (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeTime */ .A1)(report.app?.submittedAt),
    },
    'published-at': {
        description: 'When the app was last published, in the same form.',
        type: textOrNull,
        place: 'output',
        of: (report) => (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeTime */ .A1)(report.app?.publishedAt),
    },
    'updated-at': {
        description: 'When the draft was last changed, in the same form.',
        type: textOrNull,
        place: 'output',
        of: (report) => (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeTime */ .A1)(report.app?.updatedAt),
    },
    'review-note': {
        description: "Reviewer's note, if there is one. Invisible characters are escaped, and it is cut at 10,000 characters.",
        type: textOrNull,
        place: 'output',
        of: (report) => toNote(report.app?.reviewNote ?? ''),
    },
    'review-result': {
        description: 'State of the review when the run ended: `approved`, `rejected`, `withdrawn` (taken out of review before a result) or `pending`. Empty if this run saw no review.',
        type: textOrNull,
        place: 'both',
        of: (report) => report.reviewResult,
    },
    plan: {
        description: 'Dry run only: the changes that a real run would make, in order, separated by commas, such as `create,deploy,submit`. Empty if it would make none.',
        type: textOrNull,
        place: 'both',
        of: (report) => (report.plan?.kind === 'change' ? report.plan.steps.join(',') : null),
    },
    'content-hash': {
        description: 'SHA-256 digest of the included files, such as `sha256:d6f3\u2026`: the same on every machine for the same content.',
        type: textOrNull,
        place: 'both',
        of: (report) => report.contentHash,
    },
    'file-count': {
        description: 'Number of included files.',
        type: countOrNull,
        place: 'output',
        of: (report) => report.fileCount,
    },
    'byte-count': {
        description: 'Size of the included files in bytes.',
        type: countOrNull,
        place: 'both',
        of: (report) => report.byteCount,
    },
    'byte-count-before': {
        description: 'Size of the app before the run in bytes.',
        type: countOrNull,
        place: 'result',
        of: (report) => report.byteCountBefore,
    },
    'problem-count': {
        description: 'Number of problems found by the offline check or returned by the service, in all apps of the run.',
        type: 'integer',
        place: 'both',
        of: countProblems,
        ofRun: (reports) => reports.reduce((sum, report) => sum + countProblems(report), 0),
    },
    problems: {
        description: 'JSON array of `{path, line, column, code, message, fix, severity}`, null where unknown. `path` is relative to the folder, with several apps to the workspace. Each text is cut at 10,000 characters, and the array after whole entries below 400,000 UTF-16 units.',
        place: 'output',
        ofRun: (reports) => takeEntries(reports.flatMap((report) => toProblems(report, reports))),
    },
    'terms-required': {
        description: 'Version of the developer terms that the service asks for, if it named one.',
        type: textOrNull,
        place: 'output',
        of: (report) => (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeVersion */ .RP)(report.termsRequired),
    },
    'skip-reason': {
        description: 'Why nothing was sent, or in a dry run would be: `unchanged`, `in-review`, `stale` or `fork` (also for pull requests of Dependabot). With several apps only `stale` or `fork`, if it holds for all of them.',
        type: textOrNull,
        place: 'both',
        of: findSkipReason,
        ofRun: (reports) => toOutputReason((0,_several_js__WEBPACK_IMPORTED_MODULE_2__/* .findSharedReason */ .J1)(reports)),
    },
    apps: {
        description: '`list` only: JSON array of all apps, ready for `fromJSON` in a matrix. Notes are cut at 500 characters, and the array as in `problems`.',
        place: 'output',
        of: (report) => report.apps && takeEntries(report.apps.map(toAppEntry)),
    },
    folder: {
        description: 'The app folder, relative to the workspace.',
        type: textOrNull,
        place: 'result',
        of: (report) => cutOutput(report.folder),
    },
    code: {
        description: 'The word of docs/troubleshooting.md for the result.',
        type: textOrNull,
        place: 'result',
        of: (report) => (0,_words_js__WEBPACK_IMPORTED_MODULE_3__/* .describeReport */ .As)(report).code,
    },
    message: {
        description: 'The result in words.',
        type: 'string',
        place: 'result',
        of: describeInFull,
    },
    next: {
        description: 'What to do next.',
        type: textOrNull,
        place: 'result',
        of: (report) => (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .cutText */ .IN)((0,_words_js__WEBPACK_IMPORTED_MODULE_3__/* .describeReport */ .As)(report).next, maxListedText) || null,
    },
    results: {
        description: 'JSON array with an entry for each app of the run, also if it is one: `{\u2026}`, null where unknown. Each says of its app what the outputs say of a single one. `byte-count-before` is the size of the app before the run. `folder` is relative to the workspace, `code` is the word of docs/troubleshooting.md, and `outcome` may also be `not_run` (the run ended before this app). Cut as `problems`.',
        place: 'output',
        ofRun: (reports) => takeEntries(toResults(reports)),
    },
};
const rows = Object.entries(outputTable);
function toOutputs(reports) {
    const [only, ...others] = reports;
    const outputs = {};
    for (const [name, row] of rows) {
        if (row.place === 'result')
            continue;
        const isOfOne = only !== undefined && others.length === 0 && row.of !== undefined;
        if (isOfOne)
            outputs[name] = row.of?.(only) ?? null;
        else
            outputs[name] = row.ofRun?.(reports) ?? null;
    }
    return outputs;
}
function toResults(reports) {
    const entries = reports.map((report) => {
        const about = rows.filter(([, row]) => row.place !== 'output');
        return Object.fromEntries(about.map(([name, row]) => [name, row.of?.(report) ?? null]));
    });
    return entries.filter((entry) => entry['slug'] !== null || entry['folder'] !== null);
}
function formatOutputs(outputs) {
    let text = '';
    for (const [name, value] of Object.entries(outputs)) {
        const output = formatOutput(value);
        const lines = new Set(output.split(/\r\n|\n|\r/));
        let delimiter = 'end';
        while (lines.has(delimiter))
            delimiter += '_';
        text += `${name}<<${delimiter}\n${output}\n${delimiter}\n`;
    }
    return text;
}
function formatOutput(value) {
    if (value === null)
        return '';
    if (typeof value === 'string')
        return value;
    return formatJson(value);
}
function toNote(note) {
    return (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .cutText */ .IN)((0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintableLines */ .IA)(note.trim()), maxOutputText);
}
function describeInFull(report) {
    const { headline, lines } = (0,_words_js__WEBPACK_IMPORTED_MODULE_3__/* .describeReport */ .As)(report);
    return (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .cutText */ .IN)((0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .joinTexts */ .B5)([headline, ...lines], '. '), maxListedText);
}
function countProblems(report) {
    return report.problems.length + report.moreProblems;
}
function toProblems(report, reports) {
    const { folder } = report;
    const isFromWorkspace = reports.length > 1 && folder !== null && folder !== '.';
    const parent = isFromWorkspace ? `${folder}/` : '';
    return report.problems.map((problem) => ({
        path: problem.path === null ? null : cutOutput(`${parent}${problem.path}`),
        line: problem.line,
        column: problem.column,
        code: cutOutput(problem.code),
        message: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .cutText */ .IN)(problem.message, maxOutputText),
        fix: cutOutput(problem.fix),
        severity: problem.severity,
    }));
}
function findSkipReason(report) {
    const { outcome, plan } = report;
    const isSubmissionSent = report.done.has('submit') || report.doneByOther.has('submit');
    if (outcome === 'unchanged' && !isSubmissionSent && !report.changed)
        return 'unchanged';
    if (plan?.kind === 'nothing')
        return 'unchanged';
    if (plan?.kind === 'skip')
        return 'in-review';
    return toOutputReason(report.skipReason);
}
function toOutputReason(reason) {
    return reason === 'dependabot' ? 'fork' : reason;
}
function toAppEntry(app) {
    return {
        slug: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeWord */ .xk)(app.slug),
        name: cutOutput(app.name),
        status: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeWord */ .xk)(app.status),
        url: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toSafeUrl */ .w)(app.url),
        review_note: cutOutput(app.reviewNote, maxListedText),
        updated_at: cutOutput(app.updatedAt),
        submitted_at: cutOutput(app.submittedAt),
        published_at: cutOutput(app.publishedAt),
    };
}
function cutOutput(text, maxLength = maxOutputText) {
    if (text === null)
        return null;
    return (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .cutText */ .IN)(text, maxLength);
}
function takeEntries(entries) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .takeFitting */ .hW)(entries, maxJson - '[]'.length, (entry) => formatJson(entry).length);
}
function formatJson(value) {
    const json = JSON.stringify(value);
    if (/^[ -"$-~]*$/.test(json))
        return json;
    return json.replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, _text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toUnicodeEscapes */ .zh);
}


/***/ }),

/***/ 931:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Bu: () => (/* binding */ reportUnstarted),
/* harmony export */   pl: () => (/* binding */ Report),
/* harmony export */   si: () => (/* binding */ toAppFacts)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6760);
/* harmony import */ var _app_status_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5846);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5071);
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(3589);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(4185);





const maxNamedLines = 5;
class Report {
    slug;
    command;
    isDryRun;
    submits;
    baseBranch;
    realRun;
    statusRun;
    folder;
    repositoryPath = null;
    docsUrl = null;
    runWarnings = [];
    readLines = () => null;
    now = 0;
    outcome = 'not_run';
    plan = null;
    skipReason = null;
    failure = null;
    done = new Set();
    doneByOther = new Set();
    lastSent = null;
    unresolved = null;
    isSentInPart = false;
    app = null;
    statusBefore = null;
    review = null;
    waitedForReview = false;
    waitedMs = null;
    contentHash = null;
    fileCount = null;
    byteCount = null;
    byteCountBefore = null;
    excluded = [];
    filesVerified = false;
    changes = null;
    textChanges = { files: [], named: [], moreFiles: 0 };
    problems = [];
    wasFoundOffline = false;
    moreProblems = 0;
    termsRequired = null;
    termsAccepted = null;
    apps = null;
    hasMoreApps = false;
    waits = [];
    notices = [];
    warnings = [];
    hasContent = false;
    ownWords = null;
    isAppRead = false;
    constructor(slug, folder, run) {
        this.slug = slug;
        this.folder = folder;
        this.command = run.command;
        this.isDryRun = run.isDryRun;
        this.submits = run.submits;
        this.baseBranch = run.baseBranch;
        this.realRun = run.realRun;
        this.statusRun = run.statusRun;
    }
    get changed() {
        return ['create', 'deploy', 'update', 'delete'].some((step) => this.done.has(step));
    }
    get submitted() {
        if (this.done.has('submit'))
            return true;
        return this.#isInReview && this.hasContent && this.review !== 'withdrawn';
    }
    get isSubmitting() {
        return this.lastSent === 'submit' || (this.submits && this.done.has('deploy'));
    }
    get reviewResult() {
        return this.review ?? (this.#isInReview ? 'pending' : null);
    }
    get #isInReview() {
        const status = this.app?.status ?? null;
        return status !== null && this.unresolved === null && (0,_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .mayBeInReview */ .KW)(status);
    }
    get exitCode() {
        if (this.failure !== null)
            return 1;
        const isOver = this.review === 'rejected' || this.review === 'withdrawn';
        return this.waitedForReview && isOver ? 1 : 0;
    }
    get shownProblems() {
        const groups = Map.groupBy(this.problems, (problem) => {
            const isInFile = problem.path !== null && problem.line !== null;
            return JSON.stringify(isInFile ? { ...problem, line: 0, column: 0 } : problem);
        });
        const merged = [];
        for (const [problem, ...others] of groups.values()) {
            if (problem === undefined)
                continue;
            const times = others.length + 1;
            const message = describeTimes([problem, ...others]);
            merged.push({ ...problem, message, times, file: this.toFile(problem.path) });
        }
        return merged;
    }
    toFile(path) {
        if (this.repositoryPath === null || !path || path.split('/').includes('..'))
            return null;
        const file = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join(this.repositoryPath, path);
        return (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintable */ .f8)(file) === file ? file : null;
    }
    end(outcome) {
        this.outcome = outcome;
    }
    skip(reason) {
        this.outcome = 'skipped';
        this.skipReason = reason;
    }
    endDryRun(plan) {
        this.outcome = 'planned';
        this.plan = plan;
    }
    fail(error) {
        const failure = (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .toFailure */ .w2)(error);
        const kind = this.unresolved === null ? failure.kind : 'unknown';
        this.failure = { ...failure, kind };
        this.outcome = kind;
    }
    noteApp(app, hasContent) {
        const url = app?.url ?? this.app?.url ?? app?.documentedUrl ?? null;
        if (!this.isAppRead)
            this.statusBefore = app?.status ?? null;
        this.isAppRead = true;
        this.hasContent = hasContent;
        this.app = app === null ? null : { ...toAppFacts(app), url };
    }
    noteSent(step) {
        this.lastSent = step;
        this.unresolved = step;
        this.isSentInPart = false;
    }
    noteDone(step) {
        this.unresolved = null;
        this.done.add(step);
    }
    noteDoneByOther(step) {
        this.unresolved = null;
        this.doneByOther.add(step);
    }
    noteRefused() {
        this.unresolved = null;
    }
    noteReview(result, isWaited) {
        this.review = result;
        this.waitedForReview ||= isWaited;
    }
    notice(text) {
        this.notices = [...new Set([...this.notices, text])];
    }
    warn(text) {
        this.warnings = [...new Set([...this.warnings, text])];
    }
    addWait(wait) {
        this.waits = [...this.waits, wait];
    }
}
function describeTimes(problems) {
    const message = problems[0]?.message ?? '';
    if (problems.length < 2)
        return message;
    const lines = [...new Set(problems.map((problem) => problem.line))];
    if (lines.length === 1)
        return `${problems.length} times: ${message}`;
    const named = lines.slice(0, maxNamedLines).map(String);
    const left = lines.length - named.length;
    const all = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_3__/* .joinWords */ .yZ)(left > 0 ? [...named, `${left} more`] : named);
    return `${message.replace(/\.$/, '')} (lines ${all}).`;
}
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
function reportUnstarted(slug, error) {
    const run = { isDryRun: false, submits: false, baseBranch: null, realRun: '', statusRun: '' };
    const report = new Report(slug, null, { command: 'deploy', ...run });
    report.fail(error);
    return report;
}


/***/ }),

/***/ 5917:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J1: () => (/* binding */ findSharedReason),
/* harmony export */   OE: () => (/* binding */ sortReports),
/* harmony export */   Yt: () => (/* binding */ areAllMissing),
/* harmony export */   _5: () => (/* binding */ isUnchanged),
/* harmony export */   bB: () => (/* binding */ describeUnchanged),
/* harmony export */   hs: () => (/* binding */ listDetailed),
/* harmony export */   jV: () => (/* binding */ needsLines),
/* harmony export */   ln: () => (/* binding */ listRunWarnings),
/* harmony export */   vZ: () => (/* binding */ describeRun),
/* harmony export */   vz: () => (/* binding */ explainShared)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5071);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4185);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2514);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(3512);




const resultGroups = new Map([
    ['unknown', 'not verified'],
    ['failed', 'failed'],
    ['rejected', 'failed'],
    ['deployed', 'deployed'],
    ['change', 'would be deployed'],
    ['planned', 'checked'],
    ['skip', 'would be skipped'],
    ['nothing', 'unchanged'],
    ['skipped', 'skipped'],
    ['unchanged', 'unchanged'],
    ['not_run', 'not run'],
]);
function toResultGroup(report) {
    if (report.outcome !== 'planned')
        return report.outcome;
    return report.plan?.kind ?? 'planned';
}
function labelResultGroup(report) {
    const group = toResultGroup(report);
    return resultGroups.get(group) ?? group;
}
function sortReports(reports) {
    const order = [...resultGroups.keys()];
    const toRank = (report) => order.indexOf(toResultGroup(report));
    return [...reports].sort((one, other) => toRank(one) - toRank(other));
}
function describeRun(reports) {
    const [only, ...others] = reports;
    if (only !== undefined && others.length === 0)
        return (0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(only);
    const sorted = sortReports(reports);
    const rating = rateRun(reports);
    const headline = `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatCount */ .B4)(reports.length, 'app')}: ${countResults(sorted)}`;
    const failed = sorted.filter((report) => (0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(report).level === 'error');
    if (failed.length === 0) {
        const lines = [...explainShared(reports), ...listGroups(sorted)];
        return { level: rating.level, sign: rating.sign, headline, lines, next: '' };
    }
    const next = adviseFailures(failed);
    const lines = describeFailures(failed, reports);
    return { level: rating.level, sign: rating.sign, headline, lines, next };
}
function adviseFailures(failed) {
    const [advice = '', ...others] = new Set(failed.map((report) => (0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(report).next));
    if (others.length === 0)
        return advice;
    if (failed.some(isAboutContent))
        return (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .adviseFix */ .iM)('Fix the problems of each app that failed');
    if (failed.some(({ isDryRun }) => isDryRun))
        return 'Fix what the failures name.';
    return `Fix what the failures name and ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .nameRerun */ .Mn)('re-run')}: apps that are done already are not changed again.`;
}
const folderCodes = new Set([
    'folder_missing',
    'folder_not_a_folder',
    'folder_outside_workspace',
    'folder_not_allowed',
    'folder_empty',
    'folder_too_large',
    'name_not_utf8',
    'name_not_allowed',
    'pattern_invalid',
]);
function isAboutContent({ outcome, failure }) {
    if (outcome === 'rejected')
        return true;
    return failure !== null && folderCodes.has(failure.code);
}
function countResults(sorted) {
    const groups = [...Map.groupBy(sorted, labelResultGroup)];
    const counts = groups.map(([label, some]) => {
        if (groups.length === 1)
            return label;
        return `${some.length} ${label}`;
    });
    const warned = sorted.filter((report) => {
        const words = (0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(report);
        return words.level !== 'error' && words.sign === '\u26a0\ufe0f';
    });
    const remarks = listRunWarnings(sorted);
    const parts = [counts.join(', ')];
    if (warned.length > 0)
        parts.push(`${warned.length} with a warning`);
    if (remarks.length > 0)
        parts.push(`${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatCount */ .B4)(remarks.length, 'warning')} about the run`);
    return parts.join('; ');
}
function listGroups(sorted) {
    const groups = Map.groupBy(sorted, labelResultGroup);
    return Array.from(groups, ([label, some]) => `${label}: ${nameSlugs(some)}`);
}
function describeFailures(failed, reports) {
    if (areAllMissing(reports))
        return explainShared(reports);
    const hasUnknown = failed.some((report) => report.outcome === 'unknown');
    const what = hasUnknown ? 'failed or could not be verified' : 'failed';
    const count = `${failed.length} of ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatCount */ .B4)(reports.length, 'app')} ${what}`;
    const [first = '', ...others] = failed.map((report) => (0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(report).headline);
    return [`${count}: ${first}`, ...others];
}
function nameSlugs(reports) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .listNames */ .Zv)(reports.map((report) => report.slug ?? ''));
}
const signs = ['\u2753', '\u274c', '\u26a0\ufe0f', '\u2705', '\u2139\ufe0f', '\u23ed\ufe0f'];
const levels = ['error', 'warning', 'notice'];
function rateRun(reports) {
    const ratings = reports.map((report) => (0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(report));
    if (listRunWarnings(reports).length > 0)
        ratings.push({ level: 'notice', sign: '\u26a0\ufe0f' });
    const [worst] = ratings.toSorted((one, other) => {
        const bySign = signs.indexOf(one.sign) - signs.indexOf(other.sign);
        if (bySign !== 0)
            return bySign;
        return levels.indexOf(one.level) - levels.indexOf(other.level);
    });
    return worst ?? { level: 'notice', sign: '\u2139\ufe0f' };
}
function listRunWarnings(reports) {
    return reports[0]?.runWarnings ?? [];
}
function listDetailed(reports) {
    if (reports.length === 1)
        return reports;
    if (areAllMissing(reports))
        return [];
    return sortReports(reports).filter((report) => {
        if (report.outcome === 'not_run')
            return false;
        const words = (0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(report);
        const hasTexts = report.textChanges.files.length > 0;
        return words.level !== 'notice' || words.sign === '\u26a0\ufe0f' || hasTexts;
    });
}
function needsLines(report, isOneOfSeveral) {
    const isInTable = isOneOfSeveral && (0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(report).level === 'notice';
    return !isInTable && !(0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .isShownByProblems */ .l7)(report);
}
function isUnchanged(report) {
    if ((0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeReport */ .As)(report).sign !== '\u23ed\ufe0f')
        return false;
    return report.outcome === 'unchanged' || report.plan?.kind === 'nothing';
}
function describeUnchanged(reports) {
    const unchanged = reports.filter(isUnchanged);
    if (unchanged.length === 0)
        return [];
    return [`Unchanged: ${nameSlugs(unchanged)}.`];
}
function findSharedReason(reports) {
    const reasons = new Set(reports.map((report) => report.skipReason));
    const [reason] = reasons;
    if (reasons.size !== 1)
        return null;
    if (reason === undefined || reason === 'in-review')
        return null;
    return reason;
}
function areAllMissing(reports) {
    if (reports.length < 2)
        return false;
    return reports.every((report) => report.failure?.code === 'app_missing');
}
function explainShared(reports) {
    if (areAllMissing(reports)) {
        const count = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatCount */ .B4)(reports.length, 'app');
        const advice = `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .adviseFlag */ .ng)('create')}, and check that the API key belongs to their owner`;
        return [`None of the ${count} exists yet: ${advice}.`];
    }
    const planned = reports.find((report) => toResultGroup(report) === 'change');
    if (planned?.baseBranch) {
        const isBroken = reports.some((report) => report.failure !== null);
        const which = isBroken ? 'The apps without problems' : 'This';
        return [(0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .describeMerge */ .ak)('deployed', planned.baseBranch, which)];
    }
    const reason = findSharedReason(reports);
    switch (reason) {
        case 'fork':
        case 'dependabot':
            return [(0,_words_js__WEBPACK_IMPORTED_MODULE_2__/* .explainNoSecrets */ .SI)(reason, 'the folders were only checked offline')];
        case 'stale':
            return [`${_words_js__WEBPACK_IMPORTED_MODULE_2__/* .newerCommit */ .vG} Nothing was sent.`];
        case null:
            return [];
    }
}


/***/ }),

/***/ 3512:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   As: () => (/* binding */ describeReport),
/* harmony export */   SI: () => (/* binding */ explainNoSecrets),
/* harmony export */   WZ: () => (/* binding */ findHelpUrl),
/* harmony export */   Zr: () => (/* binding */ nameSizeChange),
/* harmony export */   ak: () => (/* binding */ describeMerge),
/* harmony export */   l7: () => (/* binding */ isShownByProblems),
/* harmony export */   mA: () => (/* binding */ hasReviewNews),
/* harmony export */   rF: () => (/* binding */ nameFiles),
/* harmony export */   vG: () => (/* binding */ newerCommit)
/* harmony export */ });
/* harmony import */ var _app_app_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8705);
/* harmony import */ var _app_problem_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9365);
/* harmony import */ var _app_status_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5846);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(5071);
/* harmony import */ var _inputs_inputs_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(6081);
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(3589);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(4185);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(2514);








function findHelpUrl(report) {
    return (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_6__/* .toHelpUrl */ .WW)(report.docsUrl, describeReport(report).code);
}
function describeReport(report) {
    if (report.ownWords !== null)
        return report.ownWords;
    const rating = rateResult(report);
    const message = describeRunEnd(report);
    const headline = message.headline ?? `${nameReportedApp(report)} ${message.end}`;
    const warnings = nameWarnings(report);
    return {
        level: rating.level,
        sign: rating.sign,
        headline: (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([headline, warnings], ', '),
        end: (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([message.end, warnings], ', '),
        lines: message.lines,
        next: message.next,
        code: message.code ?? report.failure?.code ?? null,
    };
}
function nameWarnings(report) {
    const count = countWarnings(report) - (report.hasMoreApps ? 1 : 0);
    if (count === 0 || report.failure !== null)
        return '';
    return `with ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(count, 'warning')}`;
}
function isRefusedByReview(report) {
    const status = report.app?.status ?? null;
    const isRejected = report.reviewResult === 'rejected' || (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .toReviewState */ .LR)(status) === 'rejected';
    return isRejected || status === 'taken_down';
}
function hasReviewNews(report) {
    return isRefusedByReview(report) || report.reviewResult === 'approved';
}
function isShownByProblems(report) {
    const code = report.failure?.code;
    if (code !== 'folder_rejected' && code !== 'offline_problems')
        return false;
    return report.problems.some((problem) => problem.severity === 'error');
}
function rateResult(report) {
    if (report.exitCode === 1) {
        const sign = report.outcome === 'unknown' ? '\u2753' : '\u274c';
        return { level: 'error', sign };
    }
    if (isRefusedByReview(report) || report.reviewResult === 'withdrawn')
        return { level: 'warning', sign: '\u26a0\ufe0f' };
    if (countWarnings(report) > 0)
        return { level: 'notice', sign: '\u26a0\ufe0f' };
    return { level: 'notice', sign: chooseSuccessSign(report) };
}
function chooseSuccessSign(report) {
    if (report.waitedForReview && report.reviewResult === 'pending')
        return '\u2139\ufe0f';
    switch (report.outcome) {
        case 'planned':
            if (report.plan === null || report.plan.kind === 'change')
                return '\u2139\ufe0f';
            return '\u23ed\ufe0f';
        case 'unchanged':
            return report.changed || report.done.has('submit') ? '\u2705' : '\u23ed\ufe0f';
        case 'skipped':
        case 'not_run':
            return '\u23ed\ufe0f';
        default:
            return '\u2705';
    }
}
function countWarnings(report) {
    const problems = report.problems.filter((problem) => problem.severity === 'warning');
    return problems.length + report.warnings.length;
}
function describeRunEnd(report) {
    const message = describeOutcome(report);
    if (report.failure !== null)
        return message;
    if (report.waitedForReview)
        return describeReview(message, report);
    if (report.reviewResult === 'withdrawn')
        return describeLeftReview(message);
    return describeRejected(message, report);
}
function describeLeftReview(message) {
    return { ...message, lines: ['The app left review without a result.', ...message.lines] };
}
function describeRejected(message, report) {
    const status = report.app?.status ?? null;
    if (!isRejectionNews(report))
        return message;
    if (report.outcome === 'read')
        return { ...message, next: adviseRejected(report) };
    const rejected = (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .describeStatus */ .Wn)(status);
    const end = report.outcome === 'deployed' ? `${message.end}, but ${rejected}` : rejected;
    return { ...message, end, next: adviseRejected(report) };
}
function isRejectionNews(report) {
    if (!isRefusedByReview(report))
        return false;
    if (report.outcome === 'deployed')
        return report.app?.status !== 'changes_requested';
    const { outcome, plan } = report;
    return outcome === 'read' || outcome === 'unchanged' || plan?.kind === 'nothing';
}
function describeOutcome(report) {
    const status = describeAppStatus(report);
    if (report.failure !== null)
        return describeFailed(report, report.failure);
    switch (report.outcome) {
        case 'planned':
            return describePlan(report);
        case 'skipped':
            return describeSkip(report);
        case 'rejected':
        case 'failed':
        case 'unknown':
        case 'not_run':
            return makeMessage('was not run', ['The run ended at an earlier app.']);
        case 'deployed':
            return makeMessage(nameDeploy(report), [describeContent(report), status], adviseDraft(report));
        case 'created':
            return makeMessage('created', ['The service confirmed the new app.', status]);
        case 'updated':
            return makeMessage('updated', ['The service confirmed the new draft.', status], adviseDraft(report));
        case 'submitted':
            if (report.done.has('submit')) {
                return makeMessage('sent for review', ['The service confirmed the submission.', status]);
            }
            return describeOtherSubmission(report, status);
        case 'withdrawn':
            return makeMessage('was taken out of review', [
                isRefusedByReview(report) ? '' : draftStays,
                status,
            ]);
        case 'deleted':
            return makeMessage('deleted', ['The app no longer exists.']);
        case 'listed':
            return describeList(report);
        case 'read':
            return describeRead(report, status);
        case 'unchanged':
            return describeUnchangedApp(report);
    }
}
function describeAppStatus(report) {
    const hasAdvice = adviseDraft(report) !== '' || isRejectionNews(report);
    if (hasAdvice || report.waitedForReview)
        return (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .explainVisibility */ .I9)(report.app, report.now);
    return (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .explainStatus */ .cq)(report.app, report.now);
}
function describeRead(report, status) {
    const word = report.app?.status ?? null;
    if (word === null)
        return makeMessage('was read; the service shows no status', ['Nothing was changed.']);
    return makeMessage((0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .describeStatus */ .Wn)(word), ['The app was read, and nothing was changed.', status]);
}
const draftStays = 'The draft stays as it is, and can be changed and submitted again.';
function makeMessage(end, sentences, next = '') {
    return { end, lines: [(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)(sentences, ' ')], next };
}
function describeList(report) {
    const count = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(report.apps?.length ?? 0, 'app');
    if (!report.hasMoreApps) {
        const isEmpty = report.apps?.length === 0;
        const create = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .perFrontend */ .C2)('To create one, deploy its folder with create: true.', 'To create one: miniapp-deploy deploy <folder> --slug <slug> --create');
        if (isEmpty)
            return { ...makeMessage('listed', [], create), headline: 'This key has no apps' };
        const sentences = ['These are all apps that this key can access.'];
        return { ...makeMessage('listed', sentences), headline: count };
    }
    const reader = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .perFrontend */ .C2)('the action', 'the command');
    const reason = `This service lists apps in pages, and ${reader} reads only the first.`;
    const next = `To find out whether any other app exists, read it (${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .nameCommand */ .JB)('status')}).`;
    const headline = `${count} listed; this key has more`;
    return { ...makeMessage('listed', [reason], next), headline };
}
function describeOtherSubmission(report, status) {
    const end = (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .describeStatus */ .Wn)(report.app?.status ?? null);
    return makeMessage(end, [describeOtherRun(report.app), status]);
}
function describeOtherRun(app) {
    const isApproved = (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .toReviewState */ .LR)(app?.status ?? null) === 'approved';
    if (!isApproved)
        return 'Another run has sent this content for review.';
    return 'The same content was sent by another run and approved meanwhile, so the service did not take this submission.';
}
function describeUnchangedApp(report) {
    const { command } = report;
    const status = describeAppStatus(report);
    const created = report.done.has('create') ? 'created' : '';
    if (report.done.has('submit')) {
        const why = `The draft already had ${nameContent(report)}. It was not deployed again.`;
        const end = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([created, 'sent for review (content unchanged)'], ' and ');
        return makeMessage(end, [why, status]);
    }
    if (report.doneByOther.has('submit') && command === 'submit') {
        return describeOtherSubmission(report, status);
    }
    if (report.doneByOther.has('submit')) {
        const why = `The draft had ${nameContent(report)} already, so it was not deployed again.`;
        return makeMessage('unchanged', [why, describeOtherRun(report.app), status]);
    }
    if (created !== '') {
        const end = 'created, and deployed by another run';
        return makeMessage(end, [explainUnchanged(command, report), status], adviseDraft(report));
    }
    const sentences = [explainUnchanged(command, report), describeNothingSent(report), status];
    return makeMessage(nameUnchanged(report), sentences);
}
function nameUnchanged({ command, submitted, submits }) {
    if (command === 'withdraw')
        return 'is not in review';
    if (command === 'submit')
        return submitted ? 'is already in review' : 'has nothing new to review';
    return submitted && submits ? 'unchanged, and already in review' : 'unchanged';
}
function describeNothingSent(report) {
    if (report.changed)
        return '';
    return report.doneByOther.has('create') ? 'Another run created it.' : 'Nothing was sent.';
}
const doneWords = {
    deploy: 'deployed',
    status: 'read',
    submit: 'sent for review',
    create: 'created',
    update: 'updated',
    delete: 'deleted',
    withdraw: 'taken out of review',
    list: 'listed',
};
function nameDeploy(report) {
    const words = ['deployed'];
    if (report.done.has('create'))
        words.unshift('created');
    if (report.done.has('submit'))
        words.push('sent for review');
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinWords */ .yZ)(words);
}
function adviseDraft(report) {
    const isDraftMade = report.done.has('create') && report.command === 'deploy';
    if (report.failure !== null || report.done.has('submit'))
        return '';
    switch (report.app?.status) {
        case 'draft':
            if (!isDraftMade)
                return '';
            return `Try the draft at its address, then submit it for review (${nameSubmission(report)}).`;
        case 'published_with_unreviewed_changes':
            return `To publish the changes, send them for review (${nameSubmission(report)}).`;
        case 'changes_requested':
            if (report.outcome !== 'deployed')
                return '';
            return `If these are the requested changes, submit the app for review again (${nameSubmission(report)}).`;
        default:
            return '';
    }
}
function nameSubmission({ slug }) {
    return (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .perFrontend */ .C2)('the command submit', `npx miniapp-deploy submit --slug ${slug} --terms-version <version>`);
}
function describeContent(report) {
    const files = `${nameFiles(report) || 'content'} of the folder`;
    if (report.filesVerified)
        return `The draft now contains exactly the ${files}.`;
    return `The service confirmed the new draft with the ${files}.`;
}
function nameFiles(report) {
    if (report.fileCount === null)
        return '';
    const files = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(report.fileCount, 'file');
    if (report.byteCount === null)
        return files;
    return `${files} (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatBytes */ .z3)(report.byteCount)})`;
}
function explainUnchanged(command, report) {
    if (command === 'update')
        return `The fields that update sends have not changed: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinWords */ .yZ)(_app_app_js__WEBPACK_IMPORTED_MODULE_0__/* .sentFields */ .S5.map(_app_app_js__WEBPACK_IMPORTED_MODULE_0__/* .nameField */ .yD))}.`;
    if (command === 'withdraw' || command === 'submit')
        return '';
    if (report.submitted)
        return `The app is already in review with ${nameContent(report)}.`;
    const isPublished = report.app?.status === 'published';
    return `The ${isPublished ? 'published version' : 'draft'} already has ${nameContent(report)}.`;
}
function nameContent(report) {
    const files = nameFiles(report);
    const content = files === '' ? 'this content' : `these ${files}`;
    if (report.filesVerified)
        return `exactly ${content}`;
    return `${content}, as far as it can be compared`;
}
function describeReview(done, report) {
    switch (report.reviewResult) {
        case 'approved': {
            return makeMessage('was approved and published', done.lines);
        }
        case 'rejected': {
            const isFinal = report.app?.status === 'not_approved';
            const end = isFinal ? 'was rejected for good' : 'was rejected in review';
            return { end, next: adviseRejected(report), lines: done.lines, code: 'review_rejected' };
        }
        case 'withdrawn':
            return { ...describeWithdrawal(report), code: 'review_withdrawn' };
        case 'pending': {
            const sent = report.done.has('submit') ? 'This run sent the app for review.' : '';
            const sentences = [describeWait(report), sent, ...done.lines];
            return makeMessage('is still in review', sentences, adviseWait(report));
        }
        default:
            return done;
    }
}
function describeWait({ waitedMs }) {
    if (waitedMs === null)
        return '';
    const run = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .perFrontend */ .C2)('step', 'command');
    return `There was no review result within ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatDuration */ .a3)(waitedMs)}. This does not fail the ${run}.`;
}
function adviseWait({ statusRun }) {
    return (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .perFrontend */ .C2)('To see the result, re-run the job: it reads the app, and waits again. A step with command: status shows it, too.', `To see the result later: ${statusRun}`);
}
function adviseRejected(report) {
    if (report.app?.status === 'changes_requested') {
        return "Make the changes that the reviewer's note asks for, deploy, and submit the app for review again.";
    }
    if (report.app?.status === 'taken_down') {
        return (0,_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .getErrorWords */ .O)('taken_down').next;
    }
    const advice = (0,_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .getErrorWords */ .O)('final_not_approved').next;
    if (!report.app?.reviewNote)
        return advice;
    return `Read the reviewer's note. ${advice}`;
}
function describeWithdrawal(report) {
    const { app } = report;
    if (app === null) {
        const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
        const end = 'was deleted before there was a review result';
        return makeMessage(end, ['The app no longer exists.'], next);
    }
    const status = (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .explainVisibility */ .I9)(app, report.now);
    if (app.status === 'taken_down') {
        return makeMessage('was taken down', [status], (0,_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .getErrorWords */ .O)('taken_down').next);
    }
    const sentences = ['Somebody changed its content or its state.', status];
    const next = 'Find out which run or person changed it, then deploy and submit it again.';
    return makeMessage('left review without a result', sentences, next);
}
function explainSkip(reason, isDryRun) {
    switch (reason) {
        case 'in-review': {
            const input = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .nameInput */ .K3)('on-in-review');
            const wait = isDryRun ? '' : ` and ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .nameRerun */ .Mn)('re-run')}`;
            return {
                short: 'in review',
                why: `The app is in review with other content, and ${input} is skip.`,
                next: `Wait for the review result${wait}, or set ${input} to replace.`,
            };
        }
        case 'stale':
            return { short: 'newer commit', why: newerCommit, next: '' };
        case 'fork':
        case 'dependabot': {
            const why = explainNoSecrets(reason, 'the service was not contacted');
            const short = reason === 'fork' ? 'pull request from a fork' : 'Dependabot pull request';
            return { short, why, next: '' };
        }
    }
}
function describeSkip(report) {
    const { command } = report;
    const skip = explainSkip(report.skipReason ?? 'in-review', report.isDryRun);
    const status = (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .explainStatus */ .cq)(report.app, report.now);
    const sentences = [skip.why, describeNothingSent(report), status];
    const message = makeMessage(`skipped: ${skip.short}`, sentences, skip.next);
    if (command === 'list')
        return { ...message, headline: 'The list was skipped' };
    return message;
}
const noChanges = 'No changes were made.';
function describePlan(report) {
    const { command, plan, skipReason } = report;
    const checks = describeChecks(report);
    if (plan === null) {
        if (skipReason === 'fork' || skipReason === 'dependabot') {
            const why = explainNoSecrets(skipReason, 'the folder was only checked offline');
            return makeMessage(`checked, not ${doneWords[command]}`, [checks, why, noChanges]);
        }
        const why = `Without ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .nameInput */ .K3)('api-key')}, the folder cannot be compared with the app.`;
        const next = `Set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .nameInput */ .K3)('api-key')} to see what would change.`;
        return makeMessage('checked offline', [checks, noChanges, why], next);
    }
    const status = (0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .explainStatus */ .cq)(report.app, report.now);
    switch (plan.kind) {
        case 'change':
            return describeSteps(report, plan);
        case 'nothing': {
            const sentences = [
                checks,
                explainUnchanged(command, report),
                describeAppStatus(report),
                noChanges,
            ];
            return makeMessage(nameUnchanged(report), sentences);
        }
        case 'skip': {
            const skip = explainSkip('in-review', true);
            const end = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([`would be skipped: ${skip.short}`, nameDifferences(report)], ', ');
            return makeMessage(end, [checks, skip.why, status, noChanges], skip.next);
        }
    }
}
function nameDifferences(report) {
    if (report.changes === null)
        return '';
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(report.changes.length, 'file', 'differ');
}
function describeSteps(report, plan) {
    const done = `would be ${nameSteps(plan)}`;
    const sentences = listPlanSentences(report, plan);
    const next = isRefusedByReview(report) ? adviseRejected(report) : report.realRun;
    const fileCount = report.changes?.length ?? 0;
    if (!plan.steps.includes('deploy') || fileCount === 0) {
        const fields = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinWords */ .yZ)((plan.fields ?? []).map(_app_app_js__WEBPACK_IMPORTED_MODULE_0__/* .nameField */ .yD));
        return makeMessage((0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([done, fields], ': '), sentences, next);
    }
    const files = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(fileCount, 'file');
    const what = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([files, nameGrowth(report)], ', ');
    const message = makeMessage(`${done}: ${what}`, sentences, next);
    const review = plan.steps.includes('submit') ? ', then it would be sent for review' : '';
    return { ...message, headline: `${nameReportedApp(report)}: ${files} would change${review}` };
}
function nameSteps(plan) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinWords */ .yZ)(plan.steps.map((step) => doneWords[step]));
}
function listPlanSentences(report, plan) {
    const replacesDraft = plan.steps.includes('deploy') || plan.steps.includes('update');
    const sentences = [describeChecks(report)];
    if (report.baseBranch !== null)
        sentences.unshift(describeMerge(nameSteps(plan), report.baseBranch));
    if (replacesDraft)
        sentences.push(describeSizeChange(report));
    sentences.push(noChanges);
    if (isRefusedByReview(report))
        sentences.push((0,_app_status_js__WEBPACK_IMPORTED_MODULE_2__/* .explainVisibility */ .I9)(report.app, report.now));
    if (replacesDraft && report.app?.status === 'in_review')
        sentences.push('The change would take the app out of review.');
    sentences.push('The service checks its own rules only when the change is sent.');
    return sentences;
}
function findSizeChange({ byteCount, byteCountBefore, changes }) {
    if (changes?.length === 0)
        return null;
    if (byteCount === null || byteCountBefore === null || byteCount === byteCountBefore)
        return null;
    return { before: byteCountBefore, after: byteCount };
}
function nameSizeChange(report) {
    const size = findSizeChange(report);
    if (size === null)
        return '';
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatGrowth */ .T9)(size.before, size.after);
}
function nameGrowth(report) {
    const size = findSizeChange(report);
    if (size === null)
        return '';
    return `size ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatRelativeGrowth */ .ZS)(size.before, size.after)}`;
}
function describeSizeChange(report) {
    const size = nameSizeChange(report);
    if (size === '')
        return '';
    const growths = (report.changes ?? []).map((change) => {
        return { path: change.path, bytes: (change.bytesAfter ?? 0) - (change.bytesBefore ?? 0) };
    });
    const [largest] = growths.toSorted((one, other) => other.bytes - one.bytes);
    if (largest === undefined || largest.bytes <= 0)
        return `Size: ${size}.`;
    return `Size: ${size} (largest growth: ${largest.path}, ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatByteDifference */ .ZL)(largest.bytes)}).`;
}
function describeChecks(report) {
    const files = nameFiles(report);
    if (files === '')
        return '';
    return `Checked ${files} offline: ${(0,_app_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .countFindings */ .Gt)(report.problems)}.`;
}
function describeFailed(report, failure) {
    const { command, isDryRun } = report;
    if (_inputs_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .inputFaults */ .wm.some((fault) => fault === failure.code))
        return describeInvalidInputs(failure);
    const reason = nameReason(failure, report);
    const end = isDryRun ? `would not be ${doneWords[command]}` : nameFailed(report, failure);
    const next = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([failure.next, adviseCheck(report)], ' ');
    const message = makeMessage((0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([end, reason], ': '), [failure.message], next);
    if (command === 'list') {
        return { ...message, headline: (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)(['The apps were not listed', reason], ': ') };
    }
    const isRefused = failure.kind === 'rejected' || ownRefusals.includes(failure.code);
    if (!isDryRun || isRefused)
        return message;
    const failed = `The dry run of ${report.slug || 'the app'} failed`;
    return { ...message, headline: (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([failed, reason], ': ') };
}
function adviseCheck(report) {
    const { folder, failure } = report;
    if ((0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_7__/* .isTerminal */ .Hd)() || !isShownByProblems(report) || folder === null)
        return '';
    if (failure?.code !== 'offline_problems' && !report.wasFoundOffline)
        return '';
    if (!/^[\w./-]+$/.test(folder) || folder.startsWith('-'))
        return '';
    return `To find problems before a push, run npx miniapp-deploy check ${folder}.`;
}
const ownRefusals = ['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale'];
function nameFailed(report, failure) {
    const { done, isSubmitting, command } = report;
    const isSubmission = isSubmitting || (command === 'deploy' && failure.code === 'taken_down');
    const words = doneWords[isSubmission ? 'submit' : command];
    if (failure.kind === 'unknown') {
        if (isSubmitting && done.has('deploy'))
            return `was deployed, and may have been ${words}`;
        return `may have been ${words}`;
    }
    if (done.has('submit'))
        return 'was sent for review, but the run failed';
    if (done.has('deploy') && isSubmitting)
        return 'was deployed, but not sent for review';
    if (done.has('deploy'))
        return 'was deployed, but the run failed';
    if (done.has('create') && command === 'deploy')
        return 'was created, but is still empty';
    return `was not ${words}`;
}
function nameReason(failure, report) {
    const { problems, moreProblems, termsRequired } = report;
    const { causeCode = '' } = failure;
    if (causeCode === 'deadline' || causeCode === 'cancelled') {
        const when = report.isSentInPart ? 'while the folder was being sent' : '';
        return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([(0,_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .findErrorWords */ .ds)(causeCode)?.short ?? '', when], ' ');
    }
    if (failure.kind === 'unknown')
        return 'the result could not be verified';
    const hasErrors = moreProblems > 0 || problems.some((problem) => problem.severity === 'error');
    if (failure.kind === 'rejected' && hasErrors)
        return (0,_app_problem_js__WEBPACK_IMPORTED_MODULE_1__/* .countFindings */ .Gt)(problems, { errors: moreProblems, warnings: 0 });
    if (failure.code === 'terms_required' && termsRequired !== null)
        return `the terms ${termsRequired} must be accepted`;
    return (0,_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .findErrorWords */ .ds)(failure.code)?.short ?? '';
}
function describeInvalidInputs(failure) {
    const lines = failure.message.split('\n');
    const headline = failure.headline ?? (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(lines.length, 'invalid input');
    return { headline, end: headline, lines, next: failure.next };
}
function nameReportedApp(report) {
    return report.slug || 'The app';
}
function describeMerge(done, baseBranch, which = 'This') {
    return `${which} will be ${done} after the merge, if pushes to ${baseBranch} are set up for that.`;
}
function explainNoSecrets(reason, what) {
    if (reason === 'fork')
        return `A pull request from a fork gets no secrets, so ${what}.`;
    const place = 'Settings > Secrets and variables > Dependabot';
    return `A Dependabot pull request gets only the secrets in ${place}, and the API key is not there, so ${what}.`;
}
const newerCommit = 'A newer commit exists on the branch.';


/***/ }),

/***/ 3589:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   A1: () => (/* binding */ toSafeTime),
/* harmony export */   HK: () => (/* binding */ toProse),
/* harmony export */   IA: () => (/* binding */ toPrintableLines),
/* harmony export */   IN: () => (/* binding */ cutText),
/* harmony export */   RP: () => (/* binding */ toSafeVersion),
/* harmony export */   WW: () => (/* binding */ toHelpUrl),
/* harmony export */   Xt: () => (/* binding */ toCode),
/* harmony export */   f8: () => (/* binding */ toPrintable),
/* harmony export */   oU: () => (/* binding */ toCodeBlock),
/* harmony export */   uz: () => (/* binding */ splitLines),
/* harmony export */   vx: () => (/* binding */ toAsciiJson),
/* harmony export */   w: () => (/* binding */ toSafeUrl),
/* harmony export */   xk: () => (/* binding */ toSafeWord),
/* harmony export */   zh: () => (/* binding */ toUnicodeEscapes)
/* harmony export */ });
const invisible = /(?!(?<=\p{ExtPict})\u{fe0f})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}\p{NChar}]/gu;
function toPrintable(text, kept = '') {
    if (isPlain(text))
        return text;
    const visible = text.replace(invisible, (character) => {
        return character === kept ? kept : showInvisible(character);
    });
    return breakCommands(visible);
}
function toPrintableLines(text) {
    const lines = text.split(/\r\n|\r|\n/);
    return lines.map((line) => toPrintable(line, '\t')).join('\n');
}
function splitLines(text) {
    return text
        .split(/[\r\n]/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
}
function isPlain(line) {
    return /^[ -~\u2192\u00b7\u2026\u201c\u201d\u2019]*$/.test(line) && !line.includes('##[') && !line.trimStart().startsWith('::');
}
function cutText(text, maxLength) {
    if (text.length <= maxLength)
        return text;
    const keptLength = maxLength - ` \u2026 (${text.length} characters more)`.length;
    if (keptLength <= 0)
        return sliceWhole(text, maxLength);
    const kept = sliceWhole(text, keptLength);
    return `${kept} \u2026 (${text.length - kept.length} characters more)`;
}
function sliceWhole(text, length) {
    const last = text.charCodeAt(length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    return text.slice(0, isHalf ? length - 1 : length);
}
function showInvisible(character) {
    const code = Number(character.codePointAt(0));
    if (code < 0x20)
        return String.fromCharCode(0x2400 + code);
    if (code === 0x7f)
        return '\u2421';
    return `\\u{${code.toString(16)}}`;
}
function breakCommands(line) {
    return line
        .replace(/(#\p{M}*#\p{M}*)\[/gu, '$1\\[')
        .replace(/^([\s\p{M}]*)(?=:\p{M}*:)/u, '$1\\');
}
function toUnicodeEscapes(text) {
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
const active = /[&<>"`*_[\]\\|~$#@]/g;
const blockStart = /^(?:[-+=]|\d{1,9}[.)])/;
function toProse(text) {
    const escaped = escapeMarkdown(toPrintable(text).trim());
    return escaped.replace(blockStart, (start) => start.slice(0, -1) + toNumericReference(start.slice(-1)));
}
function toCode(text) {
    const printable = toPrintable(text);
    if (printable.trim() === '')
        return '<em>empty</em>';
    return `<code>${escapeMarkdown(printable)}</code>`;
}
function toCodeBlock(text, language = 'text') {
    const printable = toPrintableLines(text);
    const runLengths = Array.from(printable.matchAll(/`+/g), ([run]) => run.length);
    const longest = runLengths.reduce((most, length) => Math.max(most, length), 2);
    const fence = '`'.repeat(longest + 1);
    return `${fence}${language}\n${printable}\n${fence}`;
}
function escapeMarkdown(text) {
    return (text
        .replace(active, toNumericReference)
        .replace(/(&#(?:35|64);)(?=\S)/g, '$1<wbr>')
        .replace(/^&#91;/, '$&<wbr>')
        .replace(/:(?=\S)/g, '&#58;<wbr>')
        .replace(/\bGH-(?=\d)/gi, '$&<wbr>')
        .replace(/(\bwww)\./gi, '$1&#46;<wbr>')
        .replace(/[0-9a-f]{6}(?=[0-9a-f])/gi, '$&<wbr>'));
}
function toNumericReference(character) {
    return `&#${character.charCodeAt(0)};`;
}
const safeUrl = /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~%/-]*)?$/;
const maxUrlUnits = 2000;
function toSafeUrl(url) {
    if (url == null || url.length > maxUrlUnits)
        return null;
    return safeUrl.test(url) ? url : null;
}
function toHelpUrl(page, code) {
    const url = toSafeUrl(page);
    if (url === null || code === null || !/^[a-z0-9_]{1,50}$/.test(code))
        return null;
    return `${url}#${code}`;
}
function toSafeWord(word) {
    return word?.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 100) ?? null;
}
function toSafeTime(time) {
    if (time == null || !/^[0-9A-Za-z:.,+ -]{1,64}$/.test(time))
        return null;
    return time;
}
function toSafeVersion(version) {
    if (version == null || !/^[A-Za-z0-9][A-Za-z0-9._+:/-]{0,99}$/.test(version))
        return null;
    return version;
}
function toAsciiJson(text) {
    return JSON.stringify(text).replace(/[^ -~]+/g, toUnicodeEscapes);
}


/***/ }),

/***/ 4185:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   B4: () => (/* binding */ formatCount),
/* harmony export */   B5: () => (/* binding */ joinTexts),
/* harmony export */   HV: () => (/* binding */ toClause),
/* harmony export */   K9: () => (/* binding */ formatMoment),
/* harmony export */   Re: () => (/* binding */ toSentence),
/* harmony export */   S5: () => (/* binding */ isSimilar),
/* harmony export */   T9: () => (/* binding */ formatGrowth),
/* harmony export */   ZL: () => (/* binding */ formatByteDifference),
/* harmony export */   ZS: () => (/* binding */ formatRelativeGrowth),
/* harmony export */   Zv: () => (/* binding */ listNames),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   hW: () => (/* binding */ takeFitting),
/* harmony export */   lZ: () => (/* binding */ formatAttempt),
/* harmony export */   nV: () => (/* binding */ formatAge),
/* harmony export */   qy: () => (/* binding */ compareTexts),
/* harmony export */   yZ: () => (/* binding */ joinWords),
/* harmony export */   z3: () => (/* binding */ formatBytes)
/* harmony export */ });
/* unused harmony export wrapText */
const units = ['B', 'KB', 'MB', 'GB', 'TB'];
function formatBytes(bytes) {
    let value = Math.round(bytes);
    let unit = 0;
    while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    const digits = value < 9.95 ? formatTenths(value) : groupDigits(Math.round(value));
    return `${digits} ${units[unit]}`;
}
function formatTenths(value) {
    return value.toFixed(1).replace('.0', '');
}
function groupDigits(number) {
    return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
function formatGrowth(bytesBefore, bytesAfter) {
    const sizes = new Set([formatBytes(bytesBefore), formatBytes(bytesAfter)]);
    return `${[...sizes].join(' \u2192 ')}, ${formatRelativeGrowth(bytesBefore, bytesAfter)}`;
}
function formatRelativeGrowth(bytesBefore, bytesAfter) {
    const percent = Math.round(((bytesAfter - bytesBefore) / bytesBefore) * 100);
    if (bytesBefore === 0 || percent === 0)
        return formatByteDifference(bytesAfter - bytesBefore);
    return `${getSign(percent)}${groupDigits(Math.abs(percent))} %`;
}
function formatByteDifference(bytes) {
    return `${getSign(bytes)}${formatBytes(Math.abs(bytes))}`;
}
function getSign(number) {
    return number < 0 ? '-' : '+';
}
function formatDuration(milliseconds) {
    if (milliseconds < 999.5)
        return `${Math.round(milliseconds)} ms`;
    if (milliseconds < 9950)
        return `${formatTenths(milliseconds / 1000)} s`;
    const seconds = Math.round(milliseconds / 1000);
    if (seconds < 60)
        return `${seconds} s`;
    if (seconds < 3600)
        return formatInUnits(seconds, 'min', 's');
    return formatInUnits(Math.round(seconds / 60), 'h', 'min');
}
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
function formatAge(milliseconds) {
    if (milliseconds < hourMs)
        return formatCount(Math.floor(milliseconds / minuteMs), 'minute');
    if (milliseconds < 2 * dayMs)
        return formatCount(Math.floor(milliseconds / hourMs), 'hour');
    return formatCount(Math.floor(milliseconds / dayMs), 'day');
}
const monthNames = [
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
    ...['October', 'November', 'December'],
];
function formatMoment(milliseconds, now) {
    const date = new Date(milliseconds);
    const year = date.getUTCFullYear();
    const day = `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`;
    const time = `${date.toISOString().slice(11, 16)} UTC`;
    if (year === new Date(now).getUTCFullYear())
        return `${day}, ${time}`;
    return `${day} ${year}, ${time}`;
}
function formatInUnits(amount, largeUnit, smallUnit) {
    const rest = amount % 60;
    const large = `${Math.floor(amount / 60)} ${largeUnit}`;
    if (rest === 0)
        return large;
    return `${large} ${rest} ${smallUnit}`;
}
function formatCount(count, noun, verb = '') {
    if (count === 1)
        return verb === '' ? `1 ${noun}` : `1 ${noun} ${verb}s`;
    const counted = `${groupDigits(count)} ${noun}s`;
    if (verb === '')
        return counted;
    return `${counted} ${verb}`;
}
const maxNames = 10;
function listNames(names) {
    const shown = names.slice(0, maxNames).join(', ');
    const left = names.length - maxNames;
    if (left <= 0)
        return shown;
    return `${shown} and ${left} more`;
}
function joinWords(words) {
    const named = words.filter((word) => word !== '');
    return joinTexts([named.slice(0, -1).join(', '), ...named.slice(-1)], ' and ');
}
function isSimilar(word, known) {
    if (word.length <= 2)
        return false;
    if (known.startsWith(word))
        return true;
    let unused = known;
    for (const letter of word)
        unused = unused.replace(letter, '');
    const added = word.length - (known.length - unused.length);
    return unused.length + added <= 2;
}
function compareTexts(one, other) {
    return Number(one > other) - Number(one < other);
}
function joinTexts(texts, separator) {
    return texts.filter((text) => text !== null && text !== '').join(separator);
}
function takeFitting(entries, maxSize, toSize) {
    let left = maxSize;
    const end = entries.findIndex((entry) => {
        left -= toSize(entry) + 1;
        return left < 0;
    });
    if (end === -1)
        return entries;
    return entries.slice(0, end);
}
function wrapText(text, columns) {
    return text.match(new RegExp(`\\S.{0,${columns - 1}}(?= |$)|\\S{${columns}}`, 'gu')) ?? [];
}
function toClause(sentence) {
    return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}
function toSentence(text) {
    if (/[.!?\u2026]$/.test(text))
        return text;
    return `${text}.`;
}
function formatAttempt(attempt, maxAttempts) {
    if (maxAttempts === null)
        return `attempt ${attempt}`;
    return `attempt ${attempt} of ${maxAttempts}`;
}


/***/ }),

/***/ 2514:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   C2: () => (/* binding */ perFrontend),
/* harmony export */   Hd: () => (/* binding */ isTerminal),
/* harmony export */   JB: () => (/* binding */ nameCommand),
/* harmony export */   K3: () => (/* binding */ nameInput),
/* harmony export */   Mn: () => (/* binding */ nameRerun),
/* harmony export */   Od: () => (/* binding */ nameInputInText),
/* harmony export */   ng: () => (/* binding */ adviseFlag)
/* harmony export */ });
/* unused harmony export setFrontend */
let frontend = 'github';
function setFrontend(ofProcess) {
    frontend = ofProcess;
}
function isTerminal() {
    return frontend === 'terminal';
}
function perFrontend(github, terminal) {
    return frontend === 'github' ? github : terminal;
}
function nameInput(name) {
    if (name === 'api-key')
        return perFrontend(name, 'MINIAPPS_API_KEY');
    return perFrontend(name, `--${name}`);
}
function nameInputInText(name) {
    if (name === 'folder')
        return perFrontend('the input folder', 'the folder');
    return perFrontend(`the input ${name}`, nameInput(name));
}
function adviseFlag(name) {
    return perFrontend(`set ${name}: true`, `add --${name}`);
}
function nameCommand(name) {
    return perFrontend(`the command ${name}`, `miniapp-deploy ${name}`);
}
function nameRerun(words) {
    return perFrontend(words, words.startsWith('R') ? 'Run it again' : 'run it again');
}


/***/ }),

/***/ 972:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   LF: () => (/* binding */ unreadableText),
/* harmony export */   NK: () => (/* binding */ toJsonObject),
/* harmony export */   Yn: () => (/* binding */ getPath),
/* harmony export */   _6: () => (/* binding */ decodeUtf8),
/* harmony export */   fE: () => (/* binding */ toText),
/* harmony export */   rS: () => (/* binding */ toNonEmptyText),
/* harmony export */   sX: () => (/* binding */ isEmptyJson),
/* harmony export */   wk: () => (/* binding */ LongString)
/* harmony export */ });
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4573);

function toJsonObject(value) {
    const isObject = typeof value === 'object' && value !== null && !isLeaf(value);
    return isObject ? value : null;
}
function isLeaf(value) {
    return Array.isArray(value) || value instanceof LongString;
}
function toText(value) {
    return typeof value === 'string' || value instanceof LongString ? value.toString() : null;
}
function toNonEmptyText(value) {
    return toText(value) || null;
}
function isEmptyJson(value) {
    if (value instanceof LongString)
        return false;
    if (typeof value === 'object' && value !== null)
        return Object.values(value).every(isEmptyJson);
    return value === null || value === undefined || value === '';
}
function getPath(value, ...keys) {
    let found = value;
    for (const key of keys) {
        if (typeof found !== 'object' || found === null)
            return undefined;
        found = Reflect.get(found, key);
    }
    return found;
}
const unreadableText = '\ud800';
function decodeUtf8(bytes) {
    const text = bytes.toString();
    return (0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(bytes) ? text : text.replaceAll('\ufffd', unreadableText);
}
class LongString {
    #json;
    constructor(json) {
        this.#json = json;
    }
    toJSON() {
        return this.toString();
    }
    toString() {
        if (!this.#json.includes('\\'))
            return decodeUtf8(this.#json.subarray(1, -1));
        try {
            return String(JSON.parse(decodeUtf8(this.#json)));
        }
        catch {
            return unreadableText;
        }
    }
}


/***/ }),

/***/ 9573:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ createRedact),
/* harmony export */   p: () => (/* binding */ createFinder)
/* harmony export */ });
const mask = '***';
const minEncodedBytes = 6;
const minSearchedBytes = 4;
function createRedact(secrets) {
    const given = secrets.filter((secret) => secret !== '');
    const forms = given.flatMap(listForms).sort((one, other) => other.length - one.length);
    return (text) => maskPasswords(forms.reduce((left, form) => left.replaceAll(form, mask), text));
}
function maskPasswords(text) {
    if (!text.includes('@'))
        return text;
    return text.replace(/(https?:[/\\]+)[^\s/\\?#]*@/gi, `$1${mask}@`);
}
function createFinder(secrets) {
    const searched = secrets.filter(({ value }) => value.length >= minSearchedBytes);
    const named = searched.map(({ name, value }) => ({ name, forms: listForms(value) }));
    return (bytes) => {
        const found = new Map();
        for (const { name, forms } of named) {
            const positions = forms.map((form) => bytes.indexOf(form)).filter((at) => at !== -1);
            if (positions.length > 0)
                found.set(name, Math.min(...positions));
        }
        return found;
    };
}
function listForms(secret) {
    return [...new Set([secret, ...listBase64(Buffer.from(secret))].flatMap(listEscaped))];
}
function listEscaped(text) {
    const json = toJson(text);
    const ofPhp = json.replaceAll('/', '\\/');
    const ofDotNet = json.replace(/[<>&'+]/g, toUnicode);
    const ofGson = json.replace(/[<>&'=]/g, (unit) => toUnicode(unit).toLowerCase());
    const uri = encodeURIComponent(text.toWellFormed());
    const uris = [uri, encodeURI(text.toWellFormed()), uri.replaceAll('%2F', '/')];
    const inLowerCase = uris.map((one) => one.replace(/%../g, (code) => code.toLowerCase()));
    return [
        text,
        json,
        ofPhp,
        toJson(json),
        toJson(ofPhp),
        ofDotNet,
        ofGson,
        ...uris,
        ...inLowerCase,
    ];
}
function toJson(text) {
    return JSON.stringify(text).slice(1, -1);
}
function toUnicode(unit) {
    return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
function listBase64(bytes) {
    if (bytes.length < minEncodedBytes)
        return [];
    return [0, 1, 2].flatMap((offset) => {
        const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
        const start = Math.ceil((offset * 8) / 6);
        const end = Math.floor(((offset + bytes.length) * 8) / 6);
        const base64 = encoded.slice(start, end);
        return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
    });
}


/***/ })

/******/ 	});
/************************************************************************/
/******/ 	// The module cache
/******/ 	var __webpack_module_cache__ = {};
/******/ 	
/******/ 	// The require function
/******/ 	function __nccwpck_require__(moduleId) {
/******/ 		// Check if module is in cache
/******/ 		var cachedModule = __webpack_module_cache__[moduleId];
/******/ 		if (cachedModule !== undefined) {
/******/ 			return cachedModule.exports;
/******/ 		}
/******/ 		// Create a new module (and put it into the cache)
/******/ 		var module = __webpack_module_cache__[moduleId] = {
/******/ 			id: moduleId,
/******/ 			loaded: false,
/******/ 			exports: {}
/******/ 		};
/******/ 	
/******/ 		// Execute the module function
/******/ 		var threw = true;
/******/ 		try {
/******/ 			__webpack_modules__[moduleId].call(module.exports, module, module.exports, __nccwpck_require__);
/******/ 			threw = false;
/******/ 		} finally {
/******/ 			if(threw) delete __webpack_module_cache__[moduleId];
/******/ 		}
/******/ 	
/******/ 		// Flag the module as loaded
/******/ 		module.loaded = true;
/******/ 	
/******/ 		// Return the exports of the module
/******/ 		return module.exports;
/******/ 	}
/******/ 	
/******/ 	// expose the modules object (__webpack_modules__)
/******/ 	__nccwpck_require__.m = __webpack_modules__;
/******/ 	
/************************************************************************/
/******/ 	/* webpack/runtime/asset-relocator-loader */
/******/ 	if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = __dirname + "/";
/******/ 	
/******/ 	/* webpack/runtime/create fake namespace object */
/******/ 	(() => {
/******/ 		var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 		var leafPrototypes;
/******/ 		// create a fake namespace object
/******/ 		// mode & 1: value is a module id, require it
/******/ 		// mode & 2: merge all properties of value into the ns
/******/ 		// mode & 4: return value when already ns object
/******/ 		// mode & 16: return value when it's Promise-like
/******/ 		// mode & 8|1: behave like require
/******/ 		__nccwpck_require__.t = function(value, mode) {
/******/ 			if(mode & 1) value = this(value);
/******/ 			if(mode & 8) return value;
/******/ 			if(typeof value === 'object' && value) {
/******/ 				if((mode & 4) && value.__esModule) return value;
/******/ 				if((mode & 16) && typeof value.then === 'function') return value;
/******/ 			}
/******/ 			var ns = Object.create(null);
/******/ 			__nccwpck_require__.r(ns);
/******/ 			var def = {};
/******/ 			leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 			for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 				Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 			}
/******/ 			def['default'] = () => (value);
/******/ 			__nccwpck_require__.d(ns, def);
/******/ 			return ns;
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/define property getters */
/******/ 	(() => {
/******/ 		// define getter functions for harmony exports
/******/ 		__nccwpck_require__.d = (exports, definition) => {
/******/ 			for(var key in definition) {
/******/ 				if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 					Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 				}
/******/ 			}
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/ensure chunk */
/******/ 	(() => {
/******/ 		__nccwpck_require__.f = {};
/******/ 		// This file contains only the entry chunk.
/******/ 		// The chunk loading function for additional chunks
/******/ 		__nccwpck_require__.e = (chunkId) => {
/******/ 			return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 				__nccwpck_require__.f[key](chunkId, promises);
/******/ 				return promises;
/******/ 			}, []));
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/get javascript chunk filename */
/******/ 	(() => {
/******/ 		// This function allow to reference async chunks
/******/ 		__nccwpck_require__.u = (chunkId) => {
/******/ 			// return url for filenames based on template
/******/ 			return "" + chunkId + ".index.js";
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/hasOwnProperty shorthand */
/******/ 	(() => {
/******/ 		__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/make namespace object */
/******/ 	(() => {
/******/ 		// define __esModule on exports
/******/ 		__nccwpck_require__.r = (exports) => {
/******/ 			if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 				Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 			}
/******/ 			Object.defineProperty(exports, '__esModule', { value: true });
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/node module decorator */
/******/ 	(() => {
/******/ 		__nccwpck_require__.nmd = (module) => {
/******/ 			module.paths = [];
/******/ 			if (!module.children) module.children = [];
/******/ 			return module;
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/require chunk loading */
/******/ 	(() => {
/******/ 		// no baseURI
/******/ 		
/******/ 		// object to store loaded chunks
/******/ 		// "1" means "loaded", otherwise not loaded yet
/******/ 		var installedChunks = {
/******/ 			792: 1
/******/ 		};
/******/ 		
/******/ 		// no on chunks loaded
/******/ 		
/******/ 		var installChunk = (chunk) => {
/******/ 			var moreModules = chunk.modules, chunkIds = chunk.ids, runtime = chunk.runtime;
/******/ 			for(var moduleId in moreModules) {
/******/ 				if(__nccwpck_require__.o(moreModules, moduleId)) {
/******/ 					__nccwpck_require__.m[moduleId] = moreModules[moduleId];
/******/ 				}
/******/ 			}
/******/ 			if(runtime) runtime(__nccwpck_require__);
/******/ 			for(var i = 0; i < chunkIds.length; i++)
/******/ 				installedChunks[chunkIds[i]] = 1;
/******/ 		
/******/ 		};
/******/ 		
/******/ 		// require() chunk loading for javascript
/******/ 		__nccwpck_require__.f.require = (chunkId, promises) => {
/******/ 			// "1" is the signal for "already loaded"
/******/ 			if(!installedChunks[chunkId]) {
/******/ 				if(true) { // all chunks have JS
/******/ 					installChunk(require("./" + __nccwpck_require__.u(chunkId)));
/******/ 				} else installedChunks[chunkId] = 1;
/******/ 			}
/******/ 		};
/******/ 		
/******/ 		// no external install chunk
/******/ 		
/******/ 		// no HMR
/******/ 		
/******/ 		// no HMR manifest
/******/ 	})();
/******/ 	
/************************************************************************/
var __webpack_exports__ = {};

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(3024);
// EXTERNAL MODULE: external "os"
var external_os_ = __nccwpck_require__(857);
;// CONCATENATED MODULE: ./lib/node_modules/@actions/core/lib/utils.js
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */
/**
 * Sanitizes an input into a string so it can be passed into issueCommand safely
 * @param input input to sanitize into a string
 */
function utils_toCommandValue(input) {
    if (input === null || input === undefined) {
        return '';
    }
    else if (typeof input === 'string' || input instanceof String) {
        return input;
    }
    return JSON.stringify(input);
}
/**
 *
 * @param annotationProperties
 * @returns The command properties to send with the actual annotation command
 * See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
 */
function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
        return {};
    }
    return {
        title: annotationProperties.title,
        file: annotationProperties.file,
        line: annotationProperties.startLine,
        endLine: annotationProperties.endLine,
        col: annotationProperties.startColumn,
        endColumn: annotationProperties.endColumn
    };
}
;// CONCATENATED MODULE: ./lib/node_modules/@actions/core/lib/command.js


/**
 * Issues a command to the GitHub Actions runner
 *
 * @param command - The command name to issue
 * @param properties - Additional properties for the command (key-value pairs)
 * @param message - The message to include with the command
 * @remarks
 * This function outputs a specially formatted string to stdout that the Actions
 * runner interprets as a command. These commands can control workflow behavior,
 * set outputs, create annotations, mask values, and more.
 *
 * Command Format:
 *   ::name key=value,key=value::message
 *
 * @example
 * ```typescript
 * // Issue a warning annotation
 * issueCommand('warning', {}, 'This is a warning message');
 * // Output: ::warning::This is a warning message
 *
 * // Set an environment variable
 * issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
 * // Output: ::set-env name=MY_VAR::some value
 *
 * // Add a secret mask
 * issueCommand('add-mask', {}, 'secretValue123');
 * // Output: ::add-mask::secretValue123
 * ```
 *
 * @internal
 * This is an internal utility function that powers the public API functions
 * such as setSecret, warning, error, and exportVariable.
 */
function command_issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + external_os_.EOL);
}
function command_issue(name, message = '') {
    command_issueCommand(name, {}, message);
}
const CMD_STRING = '::';
class Command {
    constructor(command, properties, message) {
        if (!command) {
            command = 'missing.command';
        }
        this.command = command;
        this.properties = properties;
        this.message = message;
    }
    toString() {
        let cmdStr = CMD_STRING + this.command;
        if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += ' ';
            let first = true;
            for (const key in this.properties) {
                if (this.properties.hasOwnProperty(key)) {
                    const val = this.properties[key];
                    if (val) {
                        if (first) {
                            first = false;
                        }
                        else {
                            cmdStr += ',';
                        }
                        cmdStr += `${key}=${escapeProperty(val)}`;
                    }
                }
            }
        }
        cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
        return cmdStr;
    }
}
function escapeData(s) {
    return utils_toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A');
}
function escapeProperty(s) {
    return utils_toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A')
        .replace(/:/g, '%3A')
        .replace(/,/g, '%2C');
}
;// CONCATENATED MODULE: external "path"
const external_path_namespaceObject = require("path");
;// CONCATENATED MODULE: ./lib/node_modules/@actions/core/lib/core.js
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};






/**
 * The code to exit an action
 */
var ExitCode;
(function (ExitCode) {
    /**
     * A code indicating that the action was successful
     */
    ExitCode[ExitCode["Success"] = 0] = "Success";
    /**
     * A code indicating that the action was a failure
     */
    ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
//-----------------------------------------------------------------------
// Variables
//-----------------------------------------------------------------------
/**
 * Sets env variable for this action and future actions in the job
 * @param name the name of the variable to set
 * @param val the value of the variable. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function exportVariable(name, val) {
    const convertedVal = toCommandValue(val);
    process.env[name] = convertedVal;
    const filePath = process.env['GITHUB_ENV'] || '';
    if (filePath) {
        return issueFileCommand('ENV', prepareKeyValueMessage(name, val));
    }
    issueCommand('set-env', { name }, convertedVal);
}
/**
 * Registers a secret which will get masked from logs
 *
 * @param secret - Value of the secret to be masked
 * @remarks
 * This function instructs the Actions runner to mask the specified value in any
 * logs produced during the workflow run. Once registered, the secret value will
 * be replaced with asterisks (***) whenever it appears in console output, logs,
 * or error messages.
 *
 * This is useful for protecting sensitive information such as:
 * - API keys
 * - Access tokens
 * - Authentication credentials
 * - URL parameters containing signatures (SAS tokens)
 *
 * Note that masking only affects future logs; any previous appearances of the
 * secret in logs before calling this function will remain unmasked.
 *
 * @example
 * ```typescript
 * // Register an API token as a secret
 * const apiToken = "abc123xyz456";
 * setSecret(apiToken);
 *
 * // Now any logs containing this value will show *** instead
 * console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
 * ```
 */
function setSecret(secret) {
    command_issueCommand('add-mask', {}, secret);
}
/**
 * Prepends inputPath to the PATH (for this action and future actions)
 * @param inputPath
 */
function addPath(inputPath) {
    const filePath = process.env['GITHUB_PATH'] || '';
    if (filePath) {
        issueFileCommand('PATH', inputPath);
    }
    else {
        issueCommand('add-path', {}, inputPath);
    }
    process.env['PATH'] = `${inputPath}${path.delimiter}${process.env['PATH']}`;
}
/**
 * Gets the value of an input.
 * Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
 * Returns an empty string if the value is not defined.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string
 */
function getInput(name, options) {
    const val = process.env[`INPUT_${name.replace(/ /g, '_').toUpperCase()}`] || '';
    if (options && options.required && !val) {
        throw new Error(`Input required and not supplied: ${name}`);
    }
    if (options && options.trimWhitespace === false) {
        return val;
    }
    return val.trim();
}
/**
 * Gets the values of an multiline input.  Each value is also trimmed.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string[]
 *
 */
function getMultilineInput(name, options) {
    const inputs = getInput(name, options)
        .split('\n')
        .filter(x => x !== '');
    if (options && options.trimWhitespace === false) {
        return inputs;
    }
    return inputs.map(input => input.trim());
}
/**
 * Gets the input value of the boolean type in the YAML 1.2 "core schema" specification.
 * Support boolean input list: `true | True | TRUE | false | False | FALSE` .
 * The return value is also in boolean type.
 * ref: https://yaml.org/spec/1.2/spec.html#id2804923
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   boolean
 */
function getBooleanInput(name, options) {
    const trueValue = ['true', 'True', 'TRUE'];
    const falseValue = ['false', 'False', 'FALSE'];
    const val = getInput(name, options);
    if (trueValue.includes(val))
        return true;
    if (falseValue.includes(val))
        return false;
    throw new TypeError(`Input does not meet YAML 1.2 "Core Schema" specification: ${name}\n` +
        `Support boolean input list: \`true | True | TRUE | false | False | FALSE\``);
}
/**
 * Sets the value of an output.
 *
 * @param     name     name of the output to set
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function setOutput(name, value) {
    const filePath = process.env['GITHUB_OUTPUT'] || '';
    if (filePath) {
        return issueFileCommand('OUTPUT', prepareKeyValueMessage(name, value));
    }
    process.stdout.write(os.EOL);
    issueCommand('set-output', { name }, toCommandValue(value));
}
/**
 * Enables or disables the echoing of commands into stdout for the rest of the step.
 * Echoing is disabled by default if ACTIONS_STEP_DEBUG is not set.
 *
 */
function setCommandEcho(enabled) {
    issue('echo', enabled ? 'on' : 'off');
}
//-----------------------------------------------------------------------
// Results
//-----------------------------------------------------------------------
/**
 * Sets the action status to failed.
 * When the action exits it will be with an exit code of 1
 * @param message add error issue message
 */
function setFailed(message) {
    process.exitCode = ExitCode.Failure;
    error(message);
}
//-----------------------------------------------------------------------
// Logging Commands
//-----------------------------------------------------------------------
/**
 * Gets whether Actions Step Debug is on or not
 */
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
/**
 * Writes debug message to user log
 * @param message debug message
 */
function debug(message) {
    command_issueCommand('debug', {}, message);
}
/**
 * Adds an error issue
 * @param message error issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function error(message, properties = {}) {
    command_issueCommand('error', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a warning issue
 * @param message warning issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function warning(message, properties = {}) {
    command_issueCommand('warning', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a notice issue
 * @param message notice issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function notice(message, properties = {}) {
    command_issueCommand('notice', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Writes info to log with console.log.
 * @param message info message
 */
function info(message) {
    process.stdout.write(message + external_os_.EOL);
}
/**
 * Begin an output group.
 *
 * Output until the next `groupEnd` will be foldable in this group
 *
 * @param name The name of the output group
 */
function startGroup(name) {
    command_issue('group', name);
}
/**
 * End an output group.
 */
function endGroup() {
    command_issue('endgroup');
}
/**
 * Wrap an asynchronous function call in a group.
 *
 * Returns the same type as the function itself.
 *
 * @param name The name of the group
 * @param fn The function to wrap in the group
 */
function group(name, fn) {
    return __awaiter(this, void 0, void 0, function* () {
        startGroup(name);
        let result;
        try {
            result = yield fn();
        }
        finally {
            endGroup();
        }
        return result;
    });
}
//-----------------------------------------------------------------------
// Wrapper action state
//-----------------------------------------------------------------------
/**
 * Saves state for current action, the state can only be retrieved by this action's post job execution.
 *
 * @param     name     name of the state to store
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function saveState(name, value) {
    const filePath = process.env['GITHUB_STATE'] || '';
    if (filePath) {
        return issueFileCommand('STATE', prepareKeyValueMessage(name, value));
    }
    issueCommand('save-state', { name }, toCommandValue(value));
}
/**
 * Gets the value of an state set by this action's main execution.
 *
 * @param     name     name of the state to get
 * @returns   string
 */
function getState(name) {
    return process.env[`STATE_${name}`] || '';
}
function getIDToken(aud) {
    return __awaiter(this, void 0, void 0, function* () {
        return yield OidcClient.getIDToken(aud);
    });
}
/**
 * Summary exports
 */

/**
 * @deprecated use core.summary
 */

/**
 * Path exports
 */

/**
 * Platform utilities exports
 */

// EXTERNAL MODULE: ./lib/src/errors.js
var errors = __nccwpck_require__(5071);
// EXTERNAL MODULE: ./lib/src/inputs/inputs.js
var inputs_inputs = __nccwpck_require__(6081);
// EXTERNAL MODULE: ./lib/src/app/problem.js
var app_problem = __nccwpck_require__(9365);
// EXTERNAL MODULE: ./lib/src/text/escape.js
var text_escape = __nccwpck_require__(3589);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __nccwpck_require__(4185);
// EXTERNAL MODULE: ./lib/src/report/several.js
var several = __nccwpck_require__(5917);
// EXTERNAL MODULE: ./lib/src/report/words.js
var report_words = __nccwpck_require__(3512);
;// CONCATENATED MODULE: ./lib/src/report/tables.js




function makeNameCell(name, url = null, rest = '') {
    return { names: name === null ? [] : [name], url, rest };
}
function writeCell(cell, writeText, writeNames) {
    if (typeof cell === 'string')
        return writeText(cell);
    return (0,format/* joinTexts */.B5)([writeNames(cell.names, (0,text_escape/* toSafeUrl */.w)(cell.url)), writeText(cell.rest)], ': ');
}
function toAppTable(apps) {
    const rows = apps.map((app) => {
        return [makeNameCell(app.slug, app.url), app.name ?? '', makeNameCell(app.status)];
    });
    return { title: '', head: ['App', 'Name', 'Status'], rows, moreRows: 0 };
}
function toResultTable(reports) {
    const changed = reports.filter((report) => !(0,several/* isUnchanged */._5)(report));
    const rows = (0,several/* sortReports */.OE)(changed).map((report) => {
        const words = (0,report_words/* describeReport */.As)(report);
        const end = words.end.replace(/^(?:was|is) /, '');
        const app = makeNameCell(report.slug ?? '', report.app?.url ?? null);
        return [app, `${words.sign} ${end}`, makeNameCell(report.app?.status ?? null)];
    });
    return { title: '', head: ['App', 'Result', 'Status'], rows, moreRows: 0 };
}
const maxChangeRows = 200;
function toChangeTable(report) {
    const changes = (report.changes ?? []).toSorted((one, other) => toLargerSize(other) - toLargerSize(one));
    const rows = changes.slice(0, maxChangeRows).map((change) => {
        return [makeNameCell(change.path), describeChange(change)];
    });
    return {
        title: `${titleChanges(report)}: ${(0,format/* formatCount */.B4)(changes.length, 'file')}`,
        head: ['File', 'Change'],
        rows,
        moreRows: changes.length - rows.length,
    };
}
function describeChange(change) {
    const bytes = [change.bytesBefore, change.bytesAfter].filter((size) => size !== null);
    const sizes = new Set(bytes.map(format/* formatBytes */.z3));
    return (0,format/* joinTexts */.B5)([change.kind, [...sizes].join(' \u2192 ')], ', ');
}
function toLargerSize(change) {
    return Math.max(change.bytesBefore ?? 0, change.bytesAfter ?? 0);
}
function titleChanges(report) {
    if (report.changed)
        return 'What changed';
    if (report.unresolved !== null)
        return 'What differed from the draft before this run';
    if (report.app === null)
        return 'What the app would have';
    return 'What differs from the draft';
}
function toExcludedTable(report) {
    const rows = report.excluded.map((entry) => [makeNameCell(entry.path), entry.reason]);
    const title = `${(0,format/* formatCount */.B4)(report.excluded.length, 'path')} excluded`;
    return { title, head: ['Excluded', 'Reason'], rows, moreRows: 0 };
}
function toWaitTable(report) {
    const { waits } = report;
    const rows = waits.map((wait) => {
        const attempt = (0,format/* formatAttempt */.lZ)(wait.attempt, wait.maxAttempts);
        const request = makeNameCell(wait.what, null, attempt);
        return [(0,format/* formatDuration */.a3)(wait.milliseconds), request, wait.why];
    });
    const totalMs = waits.reduce((sum, wait) => sum + wait.milliseconds, 0);
    const title = `${(0,format/* formatCount */.B4)(waits.length, 'wait')}, ${(0,format/* formatDuration */.a3)(totalMs)} in total`;
    return { title, head: ['Wait', 'Before', 'Reason'], rows, moreRows: 0 };
}
const shownHashLength = 'sha256:'.length + 12;
function listFacts(report) {
    const status = report.app?.status ?? null;
    const statuses = status ? [...new Set([report.statusBefore ?? status, status])] : [];
    return [
        ['Status', { names: statuses, url: null, rest: '' }],
        ['Size', (0,report_words/* nameSizeChange */.Zr)(report)],
        ['Content', makeNameCell(report.contentHash?.slice(0, shownHashLength) ?? null)],
        ['Terms version', makeNameCell(report.termsRequired)],
        ['Terms accepted', makeNameCell(report.termsAccepted)],
        ['Code', makeNameCell((0,report_words/* findHelpUrl */.WZ)(report) === null ? (0,report_words/* describeReport */.As)(report).code : null)],
    ];
}
function toDiffLines(texts) {
    const lines = texts.files.flatMap((file) => [file.path, ...file.lines]);
    return [...lines, ...describeUnshown(texts, (path) => path)];
}
function describeUnshown({ files, named, moreFiles }, writePath) {
    const sentences = [];
    const moreLines = files.reduce((sum, file) => sum + file.moreLines, 0);
    const omitted = [];
    if (moreLines > 0)
        omitted.push((0,format/* formatCount */.B4)(moreLines, 'more line'));
    if (moreFiles > 0)
        omitted.push((0,format/* formatCount */.B4)(moreFiles, 'more file'));
    if (omitted.length > 0)
        sentences.push(`\u2026 and ${omitted.join(' and ')}, omitted.`);
    if (named.length > 0)
        sentences.push(`Not shown line by line: ${(0,format/* listNames */.Zv)(named.map(writePath))}.`);
    return sentences;
}

;// CONCATENATED MODULE: ./lib/src/report/annotations.js






const maxAnnotations = {
    error: 10,
    warning: 8,
    notice: 10,
};
const maxListedLines = 20;
function logReports(reports, log) {
    for (const report of reports) {
        const about = reports.length === 1 ? '' : ` of ${report.slug}`;
        logTextChanges(report, `Text changes${about}`, log);
    }
    const annotations = toAnnotations(reports);
    const listed = annotations.filter((annotation) => annotation.isListed);
    if (listed.length > 0)
        log.annotateFolded(listed);
    for (const line of listFindings(reports))
        log.info(line);
    for (const annotation of annotations) {
        if (!annotation.isListed)
            log.annotate(annotation);
    }
    for (const report of reports) {
        for (const line of report.failure?.stack?.split('\n') ?? [])
            log.info(line);
    }
    log.info((0,several/* describeRun */.vZ)(reports).headline);
}
function listFindings(reports) {
    const findings = ['error', 'warning'].flatMap((severity) => {
        return reports.flatMap((report) => {
            const problems = report.shownProblems.filter((problem) => problem.severity === severity);
            const app = reports.length === 1 ? null : report.slug;
            return problems.map((problem) => ({
                lines: listProblem(problem, app),
                times: problem.times,
            }));
        });
    });
    for (const text of [...(0,several/* listRunWarnings */.ln)(reports), ...mergeRemarks('warning', reports)])
        findings.push({ lines: [`warning: ${text}`], times: 1 });
    const lines = [];
    let left = 0;
    for (const finding of findings) {
        const fits = lines.length + finding.lines.length <= maxListedLines;
        if (fits && left === 0)
            lines.push(...finding.lines);
        else
            left += finding.times;
    }
    left += countUnreadProblems(reports);
    if (left > 0)
        lines.push(`and ${(0,format/* formatCount */.B4)(left, 'more problem')}: see the summary`);
    return lines;
}
function listProblem(problem, app) {
    const owner = problem.file === null ? app : null;
    const lines = [(0,format/* joinTexts */.B5)([owner, (0,app_problem/* labelProblem */.W6)(problem), problem.message], ': ')];
    if (problem.fix !== null)
        lines.push(`  Fix: ${problem.fix}`);
    return lines;
}
function logTextChanges(report, title, log) {
    if (report.outcome !== 'planned')
        return;
    const lines = toDiffLines(report.textChanges);
    if (lines.length > 0)
        log.fold(title, lines);
}
function toAnnotations(reports) {
    const result = annotateRun(reports);
    const apps = annotateApps(reports);
    const remarks = [
        ...(0,several/* listRunWarnings */.ln)(reports).map((text) => annotateRemark('warning', text)),
        ...mergeRemarks('warning', reports).map((text) => annotateRemark('warning', text)),
        ...mergeRemarks('notice', reports).map((text) => annotateRemark('notice', text)),
    ];
    const levels = ['warning', 'notice', 'error'];
    return levels.flatMap((level) => {
        const ofApps = interleave(apps.map((annotations) => filterLevel(annotations, level)));
        return limitLevel({
            level,
            annotations: [...ofApps, ...filterLevel(remarks, level)],
            unreadProblems: level === 'error' ? countUnreadProblems(reports) : 0,
            result: result.level === level ? result : null,
        });
    });
}
function filterLevel(annotations, level) {
    return annotations.filter((annotation) => annotation.level === level);
}
function interleave(lists) {
    const ranked = lists.flatMap((list) => list.map((annotation, rank) => ({ annotation, rank })));
    return ranked.toSorted((one, other) => one.rank - other.rank).map((entry) => entry.annotation);
}
function annotateApps(reports) {
    if (reports.length > 1)
        return (0,several/* areAllMissing */.Yt)(reports) ? [] : reports.map(annotateOneOfSeveral);
    return reports.map((report) => {
        return report.shownProblems.map((problem) => annotateProblem(problem, null));
    });
}
function annotateOneOfSeveral(report) {
    const { level } = (0,report_words/* describeReport */.As)(report);
    const problems = report.shownProblems.map((problem) => annotateProblem(problem, report.slug));
    if (level === 'notice' || filterLevel(problems, level).length > 0)
        return problems;
    return [annotateResult(report), ...problems];
}
function countUnreadProblems(reports) {
    return reports.reduce((sum, report) => sum + report.moreProblems, 0);
}
function limitLevel(given) {
    const { level, annotations, unreadProblems, result } = given;
    const max = maxAnnotations[level];
    const all = result === null ? annotations : [...annotations, result];
    if (unreadProblems === 0 && all.length <= max)
        return all;
    const kept = annotations.slice(0, max - 1);
    const left = (0,app_problem/* countTimes */.Ig)(annotations.slice(max - 1)) + unreadProblems;
    const noun = level === 'error' ? 'problem' : level;
    const more = `and ${(0,format/* formatCount */.B4)(left, `more ${noun}`)}: see the summary`;
    const last = result ?? makeAnnotation(level, `More ${level}s`, []);
    return [...kept, { ...last, more }];
}
function makeAnnotation(level, title, texts) {
    return { level, title, texts, file: null, line: null, column: null };
}
function annotateProblem(problem, app) {
    let message = problem.message;
    if (problem.file === null)
        message = (0,format/* joinTexts */.B5)([app, (0,app_problem/* formatPlace */.dE)(problem), message], ': ');
    const texts = [message];
    if (problem.fix !== null)
        texts.push(`Fix: ${problem.fix}`);
    const annotation = makeAnnotation(problem.severity, problem.code ?? '', texts);
    const counted = { ...annotation, times: problem.times, isListed: true };
    if (problem.file === null)
        return counted;
    return { ...counted, file: problem.file, line: problem.line, column: problem.column };
}
function annotateResult(report) {
    const words = (0,report_words/* describeReport */.As)(report);
    const texts = [];
    if (!(0,report_words/* isShownByProblems */.l7)(report))
        texts.push(...words.lines);
    const note = (0,text_escape/* splitLines */.uz)(report.app?.reviewNote ?? '').join(' ');
    if (note !== '' && (0,report_words/* hasReviewNews */.mA)(report))
        texts.push(`Reviewer's note: ${note}`);
    texts.push(words.next);
    const appUrl = words.level === 'error' ? null : (0,text_escape/* toSafeUrl */.w)(report.app?.url);
    texts.push((0,report_words/* findHelpUrl */.WZ)(report) ?? appUrl ?? '');
    const annotation = makeAnnotation(words.level, words.headline, texts);
    return { ...annotation, file: report.toFile(report.failure?.path ?? null) };
}
function annotateRun(reports) {
    const [only, ...others] = reports;
    if (only !== undefined && others.length === 0)
        return annotateResult(only);
    const message = (0,several/* describeRun */.vZ)(reports);
    return makeAnnotation(message.level, message.headline, [...message.lines, message.next]);
}
function mergeRemarks(level, reports) {
    const slugsByText = new Map();
    for (const report of reports) {
        const texts = level === 'warning' ? report.warnings : report.notices;
        for (const text of texts) {
            const slugs = slugsByText.get(text) ?? [];
            slugsByText.set(text, [...slugs, report.slug ?? '']);
        }
    }
    return Array.from(slugsByText, ([text, slugs]) => {
        return reports.length === 1 ? text : `${(0,format/* listNames */.Zv)(slugs)}: ${text}`;
    });
}
function annotateRemark(level, text) {
    const annotation = makeAnnotation(level, '', [text]);
    if (level === 'notice')
        return annotation;
    return { ...annotation, isListed: true };
}

// EXTERNAL MODULE: ./lib/src/text/secrets.js
var text_secrets = __nccwpck_require__(9573);
;// CONCATENATED MODULE: ./lib/src/text/log-text.js


const maxLogText = 10_000;
function createLogCleaner(secrets) {
    const redact = (0,text_secrets/* createRedact */.a)(secrets);
    return {
        toLine: (text, maxLength = maxLogText) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(redact(text)), maxLength),
        toLines: (text) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintableLines */.IA)(redact(text)), maxLogText),
    };
}

;// CONCATENATED MODULE: ./lib/src/report/log.js





const maxGroupLines = 500;
const maxMessageLength = 3900;
const maxMessageLineLength = 1200;
const maxTitleLength = 200;
const printAnnotation = { error: error, warning: warning, notice: notice };
function createLog(options) {
    const { toLine, toLines } = createLogCleaner(options.secrets);
    let isInGroup = false;
    const printLines = (lines) => {
        for (const line of lines.slice(0, maxGroupLines))
            info(toLine(line));
        if (lines.length > maxGroupLines)
            info(`and ${lines.length - maxGroupLines} more`);
    };
    const fold = (title, lines) => {
        if (isInGroup) {
            info(toLine(title));
            printLines(lines);
            return;
        }
        startGroup(toLine(title));
        printLines(lines);
        endGroup();
    };
    const annotate = (annotation) => {
        const lines = annotation.texts.map((text) => toLine(text, maxMessageLineLength));
        const message = (0,text_escape/* cutText */.IN)((0,format/* joinTexts */.B5)(lines, '\n'), maxMessageLength);
        printAnnotation[annotation.level]((0,format/* joinTexts */.B5)([message, annotation.more ?? ''], '\n'), {
            title: toLine(annotation.title, maxTitleLength),
            file: toLine(annotation.file ?? ''),
            startLine: annotation.line ?? 0,
            startColumn: annotation.column ?? 0,
        });
    };
    return {
        info: (text) => info(toLine(text)),
        debug: (text) => {
            if (options.isDebug)
                debug(toLine(text));
        },
        fold,
        list: (title, lines) => fold(`${title} (${lines.length})`, lines),
        async group(title, work) {
            startGroup(toLine(title));
            isInGroup = true;
            try {
                return await work();
            }
            finally {
                isInGroup = false;
                endGroup();
            }
        },
        annotate,
        annotateFolded(annotations) {
            startGroup(`Annotations (${annotations.length})`);
            for (const annotation of annotations)
                annotate(annotation);
            endGroup();
        },
        warn: (text) => warning(toLines(text), { title: 'Warning' }),
    };
}
async function writeOrWarn(log, { what, effect }, write) {
    try {
        await write();
    }
    catch (error) {
        const next = error instanceof errors/* ActionError */.lZ ? error.next : '';
        log.warn((0,format/* joinTexts */.B5)([`${what}: ${(0,format/* toSentence */.Re)((0,errors/* toReason */.Ge)(error))}`, effect, next], ' '));
    }
}

// EXTERNAL MODULE: ./lib/src/report/outputs.js
var outputs = __nccwpck_require__(2011);
// EXTERNAL MODULE: ./lib/src/report/report.js
var report_report = __nccwpck_require__(931);
;// CONCATENATED MODULE: ./lib/src/report/redact.js


function redactReport(report, secrets, docsUrl) {
    const redact = (0,text_secrets/* createRedact */.a)(secrets);
    const redactOptional = (text) => text && redact(text);
    const copy = new report_report/* Report */.pl(redact(report.slug), redactOptional(report.folder), {
        command: report.command,
        isDryRun: report.isDryRun,
        submits: report.submits,
        baseBranch: redactOptional(report.baseBranch),
        realRun: redact(report.realRun),
        statusRun: redact(report.statusRun),
    });
    const { slug, folder, baseBranch, realRun, statusRun } = copy;
    return Object.assign(copy, report, {
        slug,
        folder,
        baseBranch,
        realRun,
        statusRun,
        docsUrl,
        repositoryPath: redactOptional(report.repositoryPath),
        runWarnings: report.runWarnings.map(redact),
        readLines: (path, first, last) => report.readLines(path, first, last)?.map(redact) ?? null,
        failure: report.failure && redactFailure(report.failure, redact),
        app: report.app && redactApp(report.app, redact),
        statusBefore: redactOptional(report.statusBefore),
        excluded: report.excluded.map(({ path, reason }) => {
            return { path: redact(path), reason: redact(reason) };
        }),
        changes: report.changes?.map((change) => ({ ...change, path: redact(change.path) })) ?? null,
        textChanges: redactTexts(report.textChanges, redact),
        problems: report.problems.map((problem) => redactProblem(problem, redact)),
        termsRequired: redactOptional(report.termsRequired),
        termsAccepted: redactOptional(report.termsAccepted),
        apps: report.apps?.map((app) => redactApp(app, redact)) ?? null,
        waits: report.waits.map((wait) => {
            return { ...wait, what: redact(wait.what), why: redact(wait.why) };
        }),
        notices: report.notices.map(redact),
        warnings: report.warnings.map(redact),
    });
}
function redactFailure(failure, redact) {
    const { path, headline, stack } = failure;
    return {
        ...failure,
        message: redact(failure.message),
        next: redact(failure.next),
        path: path && redact(path),
        ...(headline !== undefined && { headline: redact(headline) }),
        ...(stack !== undefined && { stack: redact(stack) }),
    };
}
function redactApp(app, redact) {
    const redactOptional = (text) => text && redact(text);
    return {
        slug: redact(app.slug),
        url: redactOptional(app.url),
        name: redactOptional(app.name),
        status: redactOptional(app.status),
        reviewNote: redactOptional(app.reviewNote),
        updatedAt: redactOptional(app.updatedAt),
        submittedAt: redactOptional(app.submittedAt),
        publishedAt: redactOptional(app.publishedAt),
    };
}
function redactTexts(texts, redact) {
    const files = texts.files.map((file) => {
        return { ...file, path: redact(file.path), lines: file.lines.map(redact) };
    });
    return { files, named: texts.named.map(redact), moreFiles: texts.moreFiles };
}
function redactProblem(problem, redact) {
    const { path, code, fix, placeInText } = problem;
    const redacted = {
        ...problem,
        path: path && redact(path),
        code: code && redact(code),
        message: redact(problem.message),
        fix: fix && redact(fix),
    };
    return placeInText === undefined ? redacted : { ...redacted, placeInText: redact(placeInText) };
}

;// CONCATENATED MODULE: ./lib/src/report/excerpt.js

const defaultWidth = 120;
const minWidth = 10;
const frameColumns = '>  \u2502 \u2026\u2026'.length;
function drawExcerpt(problem, readLines, style) {
    const { path, line, column } = problem;
    if (path === null || line === null)
        return [];
    const firstLine = Math.max(1, line - style.around);
    const lines = readLines(path, firstLine, line + style.around) ?? [];
    const text = lines[line - firstLine];
    if (text === undefined)
        return [];
    const digits = String(firstLine + lines.length - 1).length;
    const width = toWidth(style.terminalColumns, digits);
    const hasColumn = column !== null && column <= text.length + 1;
    const position = hasColumn ? toShownLine(text.slice(0, column - 1)).length : 0;
    const start = chooseStart(position, width);
    const rows = [];
    for (const [index, other] of lines.entries()) {
        const number = firstLine + index;
        const row = `${String(number).padStart(digits)} \u2502 ${cutLine(other, start, width)}`;
        if (number !== line) {
            rows.push(`  ${row}`.trimEnd());
            continue;
        }
        rows.push(`> ${row}`.trimEnd());
        const ellipsis = start > 0 ? 1 : 0;
        const margin = ' '.repeat(position - start + ellipsis);
        if (hasColumn)
            rows.push(`  ${' '.repeat(digits)} \u2502 ${margin}^`);
    }
    return rows;
}
function chooseStart(position, width) {
    if (position < width)
        return 0;
    return position + 1 - Math.ceil(width / 2);
}
function toWidth(terminalColumns, digits) {
    if (terminalColumns === undefined)
        return defaultWidth;
    return Math.max(minWidth, terminalColumns - digits - frameColumns);
}
function cutLine(line, start, width) {
    const shown = toShownLine(line);
    const end = start + width;
    const before = start > 0 ? '\u2026' : '';
    const after = shown.length > end ? '\u2026' : '';
    return `${before}${shown.slice(start, end)}${after}`;
}
function toShownLine(text) {
    return (0,text_escape/* toPrintable */.f8)(text.replaceAll('\t', '  '));
}

;// CONCATENATED MODULE: ./lib/src/report/markdown.js





const maxProseLength = 2000;
const maxNameLength = 200;
const levelSigns = { error: '\u274c', warning: '\u26a0\ufe0f', notice: '\u2139\ufe0f' };
function writeHeadline(sign, text) {
    return `## ${sign} ${toBoundedProse(text)}`;
}
function writeSentences(texts) {
    const sentences = texts.map(toBoundedProse);
    if (sentences.length === 1)
        return sentences.join('');
    return sentences.map((sentence) => `- ${sentence}`).join('\n');
}
function writeAddress(text) {
    const url = (0,text_escape/* toSafeUrl */.w)(text);
    if (url === null)
        return toBoundedProse(text);
    return `<${url}>`;
}
function writeLink(text, url) {
    if (url === null || url === '')
        return '';
    return `[${toBoundedProse(text)}](${url})`;
}
function writeNext(advice) {
    if (advice === '')
        return '';
    return `**Next:** ${toBoundedProse(advice)}`;
}
function writeQuotation(note) {
    const lines = (0,text_escape/* splitLines */.uz)((0,text_escape/* cutText */.IN)(note, maxProseLength)).map(text_escape/* toProse */.HK);
    if (lines.length === 0)
        return '';
    return `Reviewer's note:\n\n> ${lines.join('<br>')}`;
}
function writeRemarks(level, texts, budget) {
    const shown = texts.slice(0, budget.entries);
    const lines = shown.map((text) => `${levelSigns[level]} ${toBoundedProse(text)}`);
    return limitList(lines, texts.length, budget).join('<br>');
}
function writeFacts(facts) {
    const items = [];
    for (const [name, value] of facts) {
        const text = writeMarkdownCell(value);
        if (text !== '')
            items.push(`- ${name}: ${text}`);
    }
    return items.join('\n');
}
function writeProblems(report, budget, fileUrl = null) {
    const files = [...Map.groupBy(report.shownProblems, (problem) => problem.file ?? problem.path)];
    files.sort(([one], [other]) => Number(one !== null) - Number(other !== null));
    const entries = files.flatMap(([name, some]) => {
        const sorted = some.toSorted(comparePositions);
        return sorted.map((problem, index) => ({ problem, heading: index === 0 ? name : null }));
    });
    const shown = entries.slice(0, budget.entries).map((entry) => {
        const title = entry.heading === null ? '' : `### ${toBoundedCode(entry.heading)}`;
        return (0,format/* joinTexts */.B5)([title, writeProblem(entry.problem, report.readLines, fileUrl)], '\n\n');
    });
    const count = entries.length + report.moreProblems;
    return limitList(shown, count, budget).join('\n\n');
}
function comparePositions(one, other) {
    return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}
function writeProblem(problem, readLines, fileUrl) {
    const sign = levelSigns[problem.severity];
    const words = [sign, writePosition(problem, fileUrl), toBoundedProse(problem.message)];
    if (problem.code !== null)
        words.push(toBoundedCode(problem.code));
    let text = (0,format/* joinTexts */.B5)(words, ' ');
    if (problem.fix !== null)
        text += `<br>Fix: ${toBoundedProse(problem.fix)}`;
    const rows = drawExcerpt(problem, readLines, { around: 1 });
    if (rows.length > 0)
        text += `\n\n${(0,text_escape/* toCodeBlock */.oU)(rows.join('\n'))}`;
    return text;
}
function writePosition(problem, fileUrl) {
    const position = (0,app_problem/* describePosition */.jm)(problem);
    if (position === '')
        return '';
    const label = `${position.charAt(0).toUpperCase()}${position.slice(1)}`;
    if (fileUrl === null || problem.file === null)
        return `**${label}:**`;
    const url = `${fileUrl}/${encodePath(problem.file)}#L${problem.line}`;
    return `**[${label}](${url}):**`;
}
function encodePath(path) {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    return encoded.replace(/[!'()*]/g, (character) => {
        return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
    });
}
function writeTable(table, budget) {
    if (table.rows.length === 0)
        return '';
    const shown = table.rows.slice(0, budget.entries);
    const rows = shown.map((row) => writeRow(row.map(writeMarkdownCell)));
    const kept = takeBytes(rows, budget.listBytes);
    const lines = [writeRow(table.head), writeRow(table.head.map(() => '---')), ...kept];
    const heading = table.title === '' ? '' : `### ${table.title}`;
    const left = table.rows.length - kept.length + table.moreRows;
    return (0,format/* joinTexts */.B5)([heading, lines.join('\n'), countLeft(left)], '\n\n');
}
function writeRow(cells) {
    return `| ${cells.join(' | ')} |`;
}
function writeDiff(report) {
    const blocks = report.textChanges.files.map((file) => {
        const shown = file.lines.map((line) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(line, '\t'), maxProseLength));
        return `#### ${toBoundedCode(file.path)}\n\n${(0,text_escape/* toCodeBlock */.oU)(shown.join('\n'), 'diff')}`;
    });
    const parts = [...blocks, ...describeUnshown(report.textChanges, toBoundedCode)];
    if (parts.length === 0)
        return '';
    const title = report.changed ? 'How the texts changed' : 'How the texts differ from the draft';
    return [`### ${title}`, ...parts].join('\n\n');
}
function writeDetails(title, body) {
    if (body === '')
        return '';
    return `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}
function writeStack(stack) {
    if (stack === '')
        return '';
    return writeDetails('Stack', (0,text_escape/* toCodeBlock */.oU)((0,text_escape/* cutText */.IN)(stack, maxProseLength)));
}
function limitList(texts, count, budget) {
    const kept = takeBytes(texts, budget.listBytes);
    if (kept.length === count)
        return kept;
    return [...kept, countLeft(count - kept.length)];
}
function countLeft(left) {
    if (left === 0)
        return '';
    return `\u2026 and ${left} more.`;
}
function takeBytes(texts, maxBytes) {
    return (0,format/* takeFitting */.hW)(texts, maxBytes, Buffer.byteLength);
}
function toBoundedProse(text) {
    return (0,text_escape/* toProse */.HK)((0,text_escape/* cutText */.IN)(text, maxProseLength));
}
function toBoundedCode(text) {
    return (0,text_escape/* toCode */.Xt)((0,text_escape/* cutText */.IN)(text, maxNameLength));
}
function writeMarkdownCell(cell) {
    return writeCell(cell, toBoundedProse, (names, url) => {
        if (url === null)
            return names.map(toBoundedCode).join(' \u2192 ');
        const texts = names.map((name) => toBoundedProse((0,text_escape/* cutText */.IN)(name, maxNameLength)));
        return `[${texts.join(' \u2192 ')}](${url})`;
    });
}

;// CONCATENATED MODULE: ./lib/src/report/summary.js






const summaryBudget = { bytes: 900_000, listBytes: 80_000, entries: 100 };
const commentBudget = { bytes: 50_000, listBytes: 12_000, entries: 20 };
function renderSummary(reports, links) {
    const page = { budget: summaryBudget, isComment: false, fileUrl: toFileUrl(links) };
    const shown = { ...links, commit: null, runUrl: null };
    const markdown = renderPage(reports, shown, page);
    return `${markdown}\n`;
}
function renderComment(reports, links) {
    const page = { budget: commentBudget, isComment: true, fileUrl: toFileUrl(links) };
    return renderPage(reports, links, page);
}
function toFileUrl({ commit }) {
    const url = (0,text_escape/* toSafeUrl */.w)(commit?.url);
    if (url === null || !/\/commit\/[^/]+$/.test(url))
        return null;
    return url.replace(/\/commit\/([^/]+)$/, '/blob/$1');
}
function renderPage(reports, links, page) {
    const { budget } = page;
    const isSeveral = reports.length > 1;
    const detailed = (0,several/* listDetailed */.hs)(reports);
    const parts = [];
    if (isSeveral)
        parts.push(...renderRunParts(reports, budget));
    const share = {
        bytes: budget.bytes / detailed.length,
        listBytes: budget.listBytes / detailed.length,
        entries: budget.entries,
    };
    for (const report of detailed) {
        const written = renderAppParts(report, isSeveral, { ...page, budget: share });
        const kept = takeBytes(written, share.bytes);
        const omitted = written.length - kept.length;
        parts.push(...kept);
        if (omitted > 0)
            parts.push(`\u2026 and ${(0,format/* formatCount */.B4)(omitted, 'more part')}, omitted here.`);
    }
    const [headline = '', ...rest] = takeBytes(parts, budget.bytes + budget.listBytes);
    return (0,format/* joinTexts */.B5)([headline, writeRunLinks(links), ...rest], '\n\n');
}
function renderRunParts(reports, budget) {
    const message = (0,several/* describeRun */.vZ)(reports);
    const parts = [
        writeHeadline(message.sign, message.headline),
        writeSentences((0,several/* explainShared */.vz)(reports)),
        writeRemarks('warning', (0,several/* listRunWarnings */.ln)(reports), budget),
        writeTable(toResultTable(reports), budget),
        writeSentences((0,several/* describeUnchanged */.bB)(reports)),
        writeNext(message.next),
    ];
    return parts.filter((part) => part !== '');
}
function renderAppParts(report, isOneOfSeveral, page) {
    const words = (0,report_words/* describeReport */.As)(report);
    const { budget, isComment } = page;
    const parts = [];
    const details = [];
    const isShort = words.level === 'error' || isOneOfSeveral;
    const secondary = isShort ? details : parts;
    parts.push(writeHeadline(words.sign, words.headline));
    const explained = (0,several/* needsLines */.jV)(report, isOneOfSeveral) ? parts : details;
    explained.push(writeSentences(words.lines));
    secondary.push(writeAppAddress(report, isComment));
    parts.push(writeQuotation(report.app?.reviewNote ?? ''), writeProblems(report, budget, page.fileUrl), writeRemarks('warning', report.warnings, budget), writeNext(words.next), writeLink(`Help: ${words.code}`, (0,report_words/* findHelpUrl */.WZ)(report)), writeRemarks('notice', report.notices, budget));
    if (!isComment)
        parts.push(writeTable(toAppTable(report.apps ?? []), budget));
    details.push(writeFacts(listFacts(report)));
    secondary.push(writeTable(toChangeTable(report), budget));
    if (!isComment) {
        parts.push(writeDiff(report));
        details.push(writeTable(toExcludedTable(report), budget));
        details.push(writeTable(toWaitTable(report), budget));
    }
    const title = (0,format/* joinTexts */.B5)(['Details', (0,report_words/* nameFiles */.rF)(report)], ': ');
    parts.push(writeDetails(title, (0,format/* joinTexts */.B5)(details, '\n\n')));
    if (!isComment)
        parts.push(writeStack(report.failure?.stack ?? ''));
    return parts.filter((part) => part !== '');
}
function writeAppAddress({ app }, isComment) {
    const address = writeAddress(app?.url ?? '');
    if (!isComment || address === '')
        return address;
    const isPublic = app?.status?.startsWith('published') ?? false;
    return `${isPublic ? 'The app' : 'The draft'} as it is now: ${address}`;
}
const maxPictures = 10;
const pairNames = ['Phone', 'Desktop'];
function writeRunLinks(pages) {
    const { commit, pageUrl } = pages;
    const links = [];
    if (commit !== null)
        links.push(writeLink(`Commit ${commit.sha.slice(0, 7)}`, (0,text_escape/* toSafeUrl */.w)(commit.url)));
    links.push(writeLink('Run', (0,text_escape/* toSafeUrl */.w)(pages.runUrl)));
    if (pageUrl !== null)
        links.push(writeLink('Open the page', escapeLinkTarget(pageUrl)));
    for (const [index, url] of pages.pictureUrls.slice(0, maxPictures).entries()) {
        const pairName = pages.pictureUrls.length === pairNames.length ? pairNames[index] : undefined;
        links.push(writeLink(pairName ?? `Picture ${index + 1}`, escapeLinkTarget(url)));
    }
    return (0,format/* joinTexts */.B5)(links, ' \u00b7 ');
}
function escapeLinkTarget(url) {
    const encoded = url.replace(/[^\w.~%/:?=&+,;@#-]/g, (character) => {
        return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
    });
    return encoded.replaceAll('&', '&amp;');
}

;// CONCATENATED MODULE: ./lib/src/report/emit.js






const sameResult = 'This does not change the result of the run.';
const failures = {
    outputs: {
        what: 'The outputs could not be written',
        effect: 'Later steps may lack them, and GitHub may fail this step for a file that is cut off.',
    },
    summary: { what: 'The job summary could not be written', effect: sameResult },
    comment: { what: 'The pull-request comment was not posted', effect: sameResult },
};
async function emitReports(raws, sinks) {
    const { log, comment } = sinks;
    const reports = raws.map((raw) => redactReport(raw, sinks.secrets, sinks.docsUrl));
    await writeOrWarn(log, failures.outputs, () => {
        sinks.writeOutputs?.((0,outputs/* formatOutputs */.AH)((0,outputs/* toOutputs */.Iu)(reports)));
    });
    logReports(reports, log);
    await writeOrWarn(log, failures.summary, () => {
        sinks.writeSummary?.(renderSummary(reports, sinks.links));
    });
    if (comment === null)
        return;
    await writeOrWarn(log, failures.comment, async () => {
        const mark = await makeMark(comment, reports);
        if (mark === null)
            return;
        const body = renderComment(reports, sinks.links);
        const posted = await comment.post({ mark, body });
        log.debug(`Pull-request comment: ${posted}.`);
    });
}
const markLength = 16;
async function makeMark(target, reports) {
    const { patterns } = target;
    const slug = reports[0]?.slug ?? '';
    if (patterns === null && !(0,inputs_inputs/* isSlug */.u5)(slug))
        return null;
    const about = [target.service];
    if (patterns === null)
        about.push(slug);
    else
        about.push(patterns.slug, patterns.folder);
    const { createHash } = await Promise.resolve(/* import() */).then(__nccwpck_require__.t.bind(__nccwpck_require__, 7598, 19));
    const digest = createHash('sha256').update(JSON.stringify(about)).digest('hex');
    return `<!-- miniapp-deploy:${digest.slice(0, markLength)} -->`;
}

;// CONCATENATED MODULE: ./lib/src/report/progress.js

const maxSilentBytes = 5_000_000;
const defaultPauseMs = 5000;
function createProgress(options) {
    const { total, now, show, pauseMs = defaultPauseMs } = options;
    const startedAt = now();
    let shownAt = startedAt;
    return (sentBytes) => {
        const time = now();
        const isDue = time - shownAt >= pauseMs || sentBytes >= total;
        if (total <= maxSilentBytes || !isDue)
            return;
        shownAt = time;
        show(describeUpload(sentBytes, total, time - startedAt));
    };
}
function describeUpload(sentBytes, totalBytes, elapsedMs) {
    if (sentBytes >= totalBytes)
        return `Sent ${(0,format/* formatBytes */.z3)(totalBytes)}, waiting for the response`;
    const percent = Math.min(99, Math.floor((sentBytes / totalBytes) * 100));
    const bytesPerSecond = sentBytes / (elapsedMs / 1000);
    const sent = `Sent ${(0,format/* formatBytes */.z3)(sentBytes)} of ${(0,format/* formatBytes */.z3)(totalBytes)} (${percent} %)`;
    const upload = `${sent}, ${(0,format/* formatBytes */.z3)(bytesPerSecond)}/s`;
    if (bytesPerSecond === 0)
        return upload;
    const leftMs = ((totalBytes - sentBytes) / bytesPerSecond) * 1000;
    return `${upload}, about ${(0,format/* formatDuration */.a3)(leftMs)} left`;
}

// EXTERNAL MODULE: ./lib/src/text/json.js
var json = __nccwpck_require__(972);
;// CONCATENATED MODULE: ./lib/src/run/context.js


function readContext(env, cwd) {
    const get = (name) => env[name] ?? '';
    const eventName = get('GITHUB_EVENT_NAME');
    const needsEvent = /^(?:pull_request|issue_comment$|workflow_run$)/.test(eventName);
    const event = needsEvent ? readEvent(get('GITHUB_EVENT_PATH')) : null;
    const pullRequest = findPullRequest(event);
    const { sha, ref } = findRevision(event, get('GITHUB_SHA'), get('GITHUB_REF'));
    const serverUrl = get('GITHUB_SERVER_URL');
    const repository = get('GITHUB_REPOSITORY');
    const repositoryUrl = `${serverUrl}/${repository}`;
    const runId = get('GITHUB_RUN_ID');
    const hasRunPage = repository !== '' && runId !== '';
    return {
        workspace: get('GITHUB_WORKSPACE') || cwd,
        runnerTemp: get('RUNNER_TEMP'),
        eventName,
        repository,
        sha,
        ref,
        commit: toCommit(findCommit(event, sha), repositoryUrl),
        baseBranch: get('GITHUB_BASE_REF') || null,
        runUrl: hasRunPage ? `${repositoryUrl}/actions/runs/${runId}` : null,
        apiUrl: get('GITHUB_API_URL') || 'https://api.github.com',
        serverUrl,
        pullRequest: typeof pullRequest === 'number' ? pullRequest : null,
        noSecrets: eventName.endsWith('_target') ? null : explainNoSecrets(event, get('GITHUB_ACTOR')),
        trustsAllCertificates: get('NODE_TLS_REJECT_UNAUTHORIZED') === '0',
        proxy: readProxy(get),
        outputFile: get('GITHUB_OUTPUT') || null,
        summaryFile: get('GITHUB_STEP_SUMMARY') || null,
        docsUrl: toDocsUrl(serverUrl, get('GITHUB_ACTION_REPOSITORY'), get('GITHUB_ACTION_REF')),
    };
}
function readEvent(path) {
    try {
        return JSON.parse((0,external_node_fs_.readFileSync)(path, 'utf8'));
    }
    catch {
        return null;
    }
}
function findPullRequest(event) {
    const isComment = (0,json/* getPath */.Yn)(event, 'issue', 'pull_request') !== undefined;
    if (isComment)
        return (0,json/* getPath */.Yn)(event, 'issue', 'number');
    return (0,json/* getPath */.Yn)(event, 'pull_request', 'number');
}
function findRevision(event, ownSha, ownRef) {
    const sha = (0,json/* getPath */.Yn)(event, 'workflow_run', 'head_sha');
    const branch = (0,json/* getPath */.Yn)(event, 'workflow_run', 'head_branch');
    if (typeof sha !== 'string')
        return { sha: ownSha, ref: ownRef };
    const startedBy = `${(0,json/* getPath */.Yn)(event, 'workflow_run', 'event')}`;
    const isOfBranch = typeof branch === 'string' && !startedBy.startsWith('pull_request');
    return { sha, ref: isOfBranch ? `refs/heads/${branch}` : '' };
}
function findCommit(event, sha) {
    if ((0,json/* getPath */.Yn)(event, 'issue', 'pull_request') !== undefined)
        return null;
    return (0,json/* getPath */.Yn)(event, 'pull_request', 'head', 'sha') ?? sha;
}
function explainNoSecrets(event, actor) {
    const head = (0,json/* getPath */.Yn)(event, 'pull_request', 'head', 'repo', 'full_name');
    const base = (0,json/* getPath */.Yn)(event, 'pull_request', 'base', 'repo', 'full_name');
    if (typeof base !== 'string')
        return null;
    if (head !== base)
        return 'fork';
    return actor === 'dependabot[bot]' ? 'dependabot' : null;
}
function toCommit(sha, repositoryUrl) {
    if (typeof sha !== 'string' || sha === '')
        return null;
    return { sha, url: `${repositoryUrl}/commit/${sha}` };
}
function readProxy(get) {
    const getEither = (name) => get(name) || get(name.toUpperCase());
    const httpsProxy = getEither('https_proxy');
    const allProxy = getEither('all_proxy');
    if (httpsProxy === '' && allProxy === '')
        return null;
    return { httpsProxy, allProxy, noProxy: getEither('no_proxy') };
}
function toDocsUrl(server, repository, ref) {
    if (server === '' || repository === '' || ref === '')
        return null;
    return `${server}/${repository}/blob/${ref}/docs/troubleshooting.md`;
}

;// CONCATENATED MODULE: ./lib/src/run/effects.js

const clock = { now, sleep, setTimer };
const effects = { clock, random: Math.random };
const startedAt = Date.now() - process.uptime() * 1000;
function now() {
    return Math.floor(startedAt + process.uptime() * 1000);
}
async function sleep(milliseconds, signal) {
    const { setTimeout: wait } = await Promise.resolve(/* import() */).then(__nccwpck_require__.t.bind(__nccwpck_require__, 8500, 19));
    try {
        await wait(milliseconds, undefined, { signal });
    }
    catch {
        signal.throwIfAborted();
    }
}
function setTimer(work, milliseconds) {
    const timer = setTimeout(work, milliseconds);
    return { clear: () => clearTimeout(timer) };
}
function readCwd() {
    try {
        return process.cwd();
    }
    catch {
        return null;
    }
}
const duplicateSignalSeconds = 0.5;
const endSignals = ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'];
function watchForEnd() {
    const cancel = new AbortController();
    const crash = new AbortController();
    let cancelledAt = Number.POSITIVE_INFINITY;
    const onSignal = () => {
        if (process.uptime() > cancelledAt + duplicateSignalSeconds)
            process.exit(130);
        if (cancel.signal.aborted)
            return;
        cancelledAt = process.uptime();
        cancel.abort((0,errors/* endByCancel */.dQ)());
    };
    for (const signal of endSignals)
        process.on(signal, onSignal);
    process.on('uncaughtException', (error) => crash.abort(error));
    process.on('unhandledRejection', (error) => crash.abort(error));
    return { cancelled: cancel.signal, ended: AbortSignal.any([cancel.signal, crash.signal]) };
}

;// CONCATENATED MODULE: ./lib/src/runner/main.js











const commentTimeoutMs = 10_000;
async function run() {
    process.exitCode = 1;
    process.stdout.on('error', () => undefined);
    const { cancelled, ended } = watchForEnd();
    const context = readContext(process.env, readCwd());
    const secrets = maskSecrets();
    const log = createLog({ isDebug: isDebug(), secrets });
    const { inputs, error } = (0,inputs_inputs/* readInputs */.Ko)({ read: getInput, hasSecrets: context.noSecrets === null });
    let reports;
    try {
        if (error !== null)
            throw error;
        const workspace = requireWorkspace(context);
        const { runAction } = await Promise.all(/* import() */[__nccwpck_require__.e(38), __nccwpck_require__.e(683), __nccwpck_require__.e(144)]).then(__nccwpck_require__.bind(__nccwpck_require__, 6144));
        const options = {
            inputs,
            context,
            workspace: { path: workspace, isBoundary: true },
            realRun: '',
            statusRun: '',
            clock: effects.clock,
            random: effects.random,
            log,
            cancelled: ended,
            findNewer: (signal) => askForNewer(inputs, context, signal),
            watchUpload: (total) => createProgress({ total, now: effects.clock.now, show: log.info }),
        };
        reports = await runAction(options);
    }
    catch (reason) {
        reports = [(0,report_report/* reportUnstarted */.Bu)(toSubject(inputs), reason)];
    }
    const sinks = {
        log,
        writeOutputs: appendTo(context.outputFile),
        writeSummary: appendTo(context.summaryFile),
        comment: openComment(inputs, context, cancelled),
        links: toLinks(inputs, context, secrets),
        docsUrl: context.docsUrl,
        secrets,
    };
    try {
        await emitReports(reports, sinks);
    }
    catch (error) {
        log.annotate(annotateBug(error));
        return;
    }
    process.exitCode = reports.some((report) => report.exitCode === 1) ? 1 : 0;
    if (cancelled.aborted)
        process.exit(130);
}
function annotateBug(error) {
    const { message, next, stack = '' } = (0,errors/* toFailure */.w2)(error);
    const title = 'The result of the run could not be reported';
    const texts = [message, next, ...stack.split('\n')];
    return { level: 'error', title, texts, file: null, line: null, column: null };
}
function maskSecrets() {
    const values = [getInput('api-key'), getInput('github-token')];
    const secrets = values.filter((value) => value !== '');
    for (const secret of secrets)
        setSecret(secret);
    return secrets;
}
function requireWorkspace(context) {
    if (context.workspace !== null)
        return context.workspace;
    throw new errors/* ActionError */.lZ('The working directory no longer exists', {
        code: 'folder_missing',
        next: 'Run this step in a folder that exists, or set GITHUB_WORKSPACE.',
    });
}
async function askForNewer(inputs, context, signal) {
    const { findNewerCommit } = await __nccwpck_require__.e(/* import() */ 554).then(__nccwpck_require__.bind(__nccwpck_require__, 5554));
    const access = toGithubAccess(inputs, context, signal);
    const sleep = (milliseconds) => effects.clock.sleep(milliseconds, signal);
    return findNewerCommit(context, access, sleep);
}
function toGithubAccess(inputs, context, signal) {
    return {
        apiUrl: context.apiUrl,
        serverUrl: context.serverUrl,
        repository: context.repository,
        token: inputs.githubToken,
        signal,
    };
}
function toSubject(inputs) {
    const isAboutOneApp = inputs.command !== 'list' && !(0,inputs_inputs/* namesSeveral */.v5)(inputs.folder);
    return isAboutOneApp && (0,inputs_inputs/* isSlug */.u5)(inputs.slug) ? inputs.slug : '';
}
function toLinks(inputs, context, secrets) {
    const [pageUrl = null, ...pictureUrls] = inputs.pageUrls.map((0,text_secrets/* createRedact */.a)(secrets));
    return { commit: context.commit, runUrl: context.runUrl, pageUrl, pictureUrls };
}
function appendTo(path) {
    if (path === null)
        return null;
    return (text) => (0,external_node_fs_.appendFileSync)(path, text);
}
function openComment(inputs, context, cancelled) {
    const { baseUrl, slug, folder } = inputs;
    const pullRequest = context.pullRequest;
    if (!inputs.comment || pullRequest === null || cancelled.aborted)
        return null;
    return {
        async post(comment) {
            const signal = AbortSignal.any([cancelled, AbortSignal.timeout(commentTimeoutMs)]);
            const { postComment } = await __nccwpck_require__.e(/* import() */ 554).then(__nccwpck_require__.bind(__nccwpck_require__, 5554));
            return postComment(pullRequest, comment, toGithubAccess(inputs, context, signal));
        },
        service: baseUrl === null ? '' : `${baseUrl.origin}${baseUrl.path}`,
        patterns: (0,inputs_inputs/* namesSeveral */.v5)(folder) ? { slug, folder } : null,
    };
}

;// CONCATENATED MODULE: ./lib/src/index.js

const requiredNodeMajor = 24;
const { node } = process.versions;
process.exitCode = 1;
if (Number.parseInt(node, 10) < requiredNodeMajor) {
    fail(`This action needs Node ${requiredNodeMajor}; this is ${node}. Use a runner of version 2.329.0 or later.`);
}
else {
    run().catch((error) => fail(`This is a bug of the action: ${error}`));
}
function fail(message) {
    process.stdout.write(`::error::${message.replace(/\s+/g, ' ')}\n`);
}

module.exports = __webpack_exports__;
/******/ })()
;