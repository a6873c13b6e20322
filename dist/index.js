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

/***/ 2613:
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

/***/ 3503:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ge: () => (/* binding */ toReason),
/* harmony export */   Xw: () => (/* binding */ endByDeadline),
/* harmony export */   dQ: () => (/* binding */ endByCancel),
/* harmony export */   lZ: () => (/* binding */ ActionError),
/* harmony export */   w2: () => (/* binding */ toFailure),
/* harmony export */   yu: () => (/* binding */ RunEndedError)
/* harmony export */ });
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2514);

class ActionError extends Error {
    name = 'ActionError';
    code;
    next;
    kind;
    path;
    constructor(message, details) {
        super(message, details.cause === undefined ? undefined : { cause: details.cause });
        this.code = details.code;
        this.next = details.next;
        this.kind = details.kind ?? 'failed';
        this.path = details.path ?? null;
    }
}
class RunEndedError extends ActionError {
    name = 'RunEndedError';
}
function endByCancel() {
    const next = `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .nameRerun */ .Mn)('Re-run the job')} to finish: it reads the app first, and sends only what is missing.`;
    return new RunEndedError('The run was cancelled', { code: 'cancelled', next });
}
function endByDeadline(minutes) {
    const input = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .nameInput */ .K3)('timeout-minutes');
    const place = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .perFrontend */ .C2)('in the log ', '');
    const next = `Set ${input} to a higher value, or find out ${place}what takes so long.`;
    return new RunEndedError(`The run took longer than ${input}: ${minutes}`, {
        code: 'deadline',
        next,
    });
}
function toFailure(error) {
    if (error instanceof ActionError) {
        const { kind, code, message, next, path, cause } = error;
        const failure = { kind, code, message, next, path };
        if (cause instanceof ActionError)
            return { ...failure, causeCode: cause.code };
        return failure;
    }
    const place = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .perFrontend */ .C2)(' in the action', '');
    const repository = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .perFrontend */ .C2)(' in the repository of this action', '');
    const failure = {
        kind: 'failed',
        code: 'bug',
        message: `Unexpected error${place}: ${toReason(error)}`,
        next: `Please report it${repository}, with the lines below.`,
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

/***/ 7190:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Hf: () => (/* binding */ describeStatusAge),
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
            const tryIt = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .perFrontend */ .C2)('The owner can try it', 'Try it');
            return `Draft: ${audience}. ${tryIt} at its address, and submit it for review when it is ready.`;
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
        phrase: 'was not approved',
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
        explain: () => 'The reviewer requests changes: make them, deploy, and submit the app for review again.',
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

/***/ 4251:
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

/***/ 2526:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
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
        const result = parseLines(text, findFolderFault);
        return result.kind === 'valid' ? accept(result.value.join('\n')) : result;
    },
};
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
        return accept({ origin: url.origin, path: url.pathname.replace(/(?<!\/)\/+$/, '') });
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

/***/ 127:
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
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(3589);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2514);
/* harmony import */ var _text_secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9573);
/* harmony import */ var _action_error_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3503);
/* harmony import */ var _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2526);






const commands = [
    'deploy',
    'status',
    'submit',
    'create',
    'update',
    'delete',
    'list',
];
function takesFolder(command) {
    return command === 'deploy' || command === 'create' || command === 'update';
}
function sendsForReview(inputs) {
    return inputs.command === 'submit' || (inputs.command === 'deploy' && inputs.submit);
}
const apiKeyKind = (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createTextKind */ .am)(/^[!-~]{1,1000}$/, 'must be one line of at most 1,000 printable ASCII characters without spaces');
const termsVersionKind = (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createTextKind */ .am)(/^\P{C}{1,200}$/u, 'must be one line of at most 200 characters');
const inputTable = {
    command: defineInput('command', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .createEnumKind */ .cs)(commands), 'deploy'),
    baseUrl: defineInput('base-url', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .serviceUrlKind */ .To, null),
    apiKey: defineInput('api-key', apiKeyKind, null),
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
class InvalidInputsError extends _action_error_js__WEBPACK_IMPORTED_MODULE_1__/* .ActionError */ .lZ {
    name = 'InvalidInputsError';
    inputs;
    constructor(inputs) {
        const maxLength = Math.floor(maxShownLength / inputs.length);
        const lines = inputs.map((invalid) => {
            return `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .nameInput */ .K3)(invalid.input)} ${describeInvalid(invalid, maxLength)}`;
        });
        super(lines.join('\n'), { code: findFaultCode(inputs), next: adviseInvalid(inputs) });
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
    const redact = (0,_text_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .createRedact */ .ay)(secrets);
    const redacted = inputs.map((invalid) => {
        const got = invalid.got === null ? null : redact(invalid.got);
        const shown = { ...invalid, got, expected: redact(invalid.expected) };
        return invalid.fix === undefined ? shown : { ...shown, fix: redact(invalid.fix) };
    });
    return new InvalidInputsError(redacted);
}
function findFaultCode(inputs) {
    const [only, ...others] = inputs;
    if (only === undefined || others.length > 0)
        return 'invalid_inputs';
    if (!only.isMissing)
        return only.input === 'slug' ? 'slug_invalid' : 'invalid_inputs';
    if (only.input === 'api-key')
        return 'key_missing';
    return only.input === 'terms-version' ? 'terms_missing' : 'invalid_inputs';
}
const repositorySettings = new Map([
    ['base-url', 'the variable MINIAPPS_BASE_URL'],
    ['api-key', 'the secret MINIAPPS_API_KEY'],
]);
const maxFixes = 3;
function adviseInvalid(inputs) {
    const fixes = inputs.flatMap(({ fix }) => (fix === undefined ? [] : (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintable */ .f8)(fix)));
    const advice = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(adviseWorkflow(inputs), '');
    return [advice, ...fixes.slice(0, maxFixes)].filter((text) => text !== '').join(' ');
}
function adviseWorkflow(inputs) {
    const withoutFix = inputs.filter(({ fix }) => fix === undefined);
    const settings = withoutFix.flatMap(({ input, isMissing }) => {
        return isMissing ? (repositorySettings.get(input) ?? []) : [];
    });
    const advice = [];
    if (settings.length > 0) {
        advice.push(`In the repository, open Settings > Secrets and variables > Actions, and add ${settings.join(' and ')}, or the setting that the "with:" block uses instead.`);
    }
    if (withoutFix.length > settings.length)
        advice.push('Fix the "with:" block of the step; the README describes every input.');
    return advice.join(' ');
}
function readInputs(source) {
    const reader = new InputReader(source);
    const inputs = {
        command: reader.readRow(inputTable.command),
        baseUrl: reader.readRow(inputTable.baseUrl),
        apiKey: reader.readRow(inputTable.apiKey),
        slug: reader.readRow(inputTable.slug),
        folder: reader.readRow(inputTable.folder),
        include: reader.readRow(inputTable.include),
        exclude: reader.readRow(inputTable.exclude),
        maxSize: reader.readRow(inputTable.maxSize),
        submit: reader.readRow(inputTable.submit),
        termsVersion: reader.readRow(inputTable.termsVersion),
        create: reader.readRow(inputTable.create),
        force: reader.readRow(inputTable.force),
        onInReview: reader.readRow(inputTable.onInReview),
        onStale: reader.readRow(inputTable.onStale),
        dryRun: reader.readRow(inputTable.dryRun),
        waitForReviewMinutes: reader.readRow(inputTable.waitForReviewMinutes),
        timeoutMinutes: reader.readRow(inputTable.timeoutMinutes),
        confirm: reader.readRow(inputTable.confirm),
        diff: reader.readRow(inputTable.diff),
        comment: reader.readRow(inputTable.comment),
        pageUrls: reader.readRow(inputTable.pageUrls),
        githubToken: reader.readRow(inputTable.githubToken),
    };
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
    const isOnline = source.needsService ?? needsService(inputs, source.fromFork);
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
        reader.refuse('terms-version', 'is required to submit: the version of the developer terms that you accept');
    }
    if (isSeveral && inputs.waitForReviewMinutes > 0)
        reader.refuse('wait-for-review', `must be 0 ${oneByOne}`);
    const confirm = source.read('confirm');
    const isConfirmed = confirm !== '' && confirm === source.read('slug');
    if (isOnline && command === 'delete' && !isConfirmed)
        reader.refuse('confirm', 'must repeat the slug to delete the app');
}
function needsService(inputs, fromFork) {
    if (inputs.apiKey !== null)
        return true;
    const isOfflineCheck = inputs.dryRun && takesFolder(inputs.command);
    return !fromFork && !isOfflineCheck;
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

/***/ 184:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   NK: () => (/* binding */ toJsonObject),
/* harmony export */   Yn: () => (/* binding */ getPath),
/* harmony export */   rS: () => (/* binding */ toNonEmptyText),
/* harmony export */   sX: () => (/* binding */ isEmptyJson)
/* harmony export */ });
function toJsonObject(value) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : null;
}
function toNonEmptyText(value) {
    return typeof value === 'string' && value !== '' ? value : null;
}
function isEmptyJson(value) {
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


/***/ }),

/***/ 9680:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ng: () => (/* binding */ describeWait),
/* harmony export */   ll: () => (/* binding */ RunState),
/* harmony export */   si: () => (/* binding */ toAppFacts),
/* harmony export */   t4: () => (/* binding */ toExitCode)
/* harmony export */ });
/* unused harmony export toAppReport */
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4185);
/* harmony import */ var _app_status_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7190);


function describeWait(wait) {
    const duration = formatWait(wait.milliseconds);
    const attempt = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatAttempt */ .lZ)(wait.attempt, wait.maxAttempts);
    return `${wait.what}: ${wait.why}; retrying in ${duration} (${attempt})`;
}
function formatWait(milliseconds) {
    if (milliseconds >= 59_950)
        return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(milliseconds);
    return `${Math.ceil(milliseconds / 100) / 10} s`;
}
function toAppReport(events, submits = false) {
    const reads = events
        .filter((event) => event.kind === 'read')
        .filter((read) => read.trust !== 'none');
    const changes = events.filter((event) => event.kind === 'change');
    const reviews = events.filter((event) => event.kind === 'review');
    const became = (step, ...states) => changes.some((change) => change.step === step && states.includes(change.state));
    const isOwn = (step) => became(step, 'confirmed') && became(step, 'accepted', 'pending', 'lost');
    const deployed = isOwn('deploy');
    const last = reads.at(-1);
    const lastState = changes.at(-1)?.state ?? null;
    const isUnconfirmed = lastState !== null && unconfirmedStates.includes(lastState);
    const result = reviews.at(-1)?.result ?? null;
    const isFollowed = result !== null || !(isUnconfirmed || became('deploy', 'sent') || became('update', 'sent'));
    const isInReview = last?.app != null && (0,_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .mayBeInReview */ .KW)(last.app.status) && isFollowed;
    return {
        app: toLastApp(reads),
        statusBefore: reads[0]?.app?.status ?? null,
        changed: changes.some((change) => change.step !== 'submit' && isOwn(change.step)),
        created: isOwn('create'),
        submitted: isOwn('submit') || (isInReview && last.match === 'same' && result !== 'withdrawn'),
        sentForReview: isOwn('submit'),
        submittedByOther: became('submit', 'confirmed') && !isOwn('submit'),
        deployed,
        submitting: became('submit', 'sent') || (submits && deployed),
        isUnconfirmed,
        reviewResult: result ?? (isInReview ? 'pending' : null),
        waitedForReview: reviews.some((review) => review.isWaited),
    };
}
const unconfirmedStates = [
    'sent',
    'accepted',
    'pending',
    'lost',
    'conflict',
];
function toLastApp(reads) {
    const last = reads.at(-1);
    if (last === undefined || last.app === null)
        return null;
    const url = reads.findLast((read) => read.app?.url)?.app?.url ?? null;
    const facts = toAppFacts({ ...last.app, url });
    if (last.trust === 'all')
        return facts;
    return {
        ...facts,
        status: null,
        reviewNote: null,
        updatedAt: null,
        submittedAt: null,
        publishedAt: null,
    };
}
const noNotes = {
    slug: null,
    filesVerified: false,
    contentHash: null,
    fileCount: null,
    byteCount: null,
    byteCountBefore: null,
    excluded: [],
    changes: null,
    textChanges: { files: [], named: [], moreFiles: 0 },
    problems: [],
    moreProblems: 0,
    termsRequired: null,
    termsAccepted: null,
    apps: null,
    hasMoreApps: false,
    waits: [],
    notices: [],
    warnings: [],
};
function toExitCode(outcome, facts) {
    if ('failure' in outcome)
        return 1;
    if (!facts.waitedForReview)
        return 0;
    const reviewFailed = facts.reviewResult === 'rejected' || facts.reviewResult === 'withdrawn';
    return reviewFailed ? 1 : 0;
}
class RunState {
    #notes;
    #events = [];
    #submits;
    constructor(slug, submits = false) {
        this.#submits = submits;
        this.#notes = { ...noNotes, slug: slug === '' ? null : slug };
    }
    get facts() {
        return { ...this.#notes, ...toAppReport(this.#events, this.#submits) };
    }
    get reads() {
        const reads = this.#events.filter((event) => event.kind === 'read');
        return reads.map((read) => read.app);
    }
    record(event) {
        this.#events.push(event);
    }
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

/***/ 1275:
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

/***/ 1637:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Zr: () => (/* binding */ nameSizeChange),
/* harmony export */   ak: () => (/* binding */ describeMerge),
/* harmony export */   dy: () => (/* binding */ describeResult),
/* harmony export */   l7: () => (/* binding */ isShownByProblems),
/* harmony export */   mA: () => (/* binding */ hasReviewNews),
/* harmony export */   mk: () => (/* binding */ explainFork),
/* harmony export */   rF: () => (/* binding */ nameFiles),
/* harmony export */   vG: () => (/* binding */ newerCommit)
/* harmony export */ });
/* harmony import */ var _model_app_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4251);
/* harmony import */ var _model_app_status_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7190);
/* harmony import */ var _model_inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(127);
/* harmony import */ var _model_outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(9680);
/* harmony import */ var _model_problem_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(1275);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(4185);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(2514);







function describeResult(run) {
    const rating = rateResult(run);
    const message = describeRunEnd(run);
    const headline = message.headline ?? `${nameReportedApp(run.facts)} ${message.end}`;
    const warnings = nameWarnings(run);
    return {
        level: rating.level,
        sign: rating.sign,
        headline: (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([headline, warnings], ', '),
        end: (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([message.end, warnings], ', '),
        lines: message.lines,
        next: message.next,
        code: message.code ?? getFailure(run)?.code ?? null,
    };
}
function getFailure(run) {
    return 'failure' in run.outcome ? run.outcome.failure : null;
}
function nameWarnings(run) {
    const count = countWarnings(run.facts) - (run.facts.hasMoreApps ? 1 : 0);
    if (count === 0 || getFailure(run) !== null)
        return '';
    return `with ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(count, 'warning')}`;
}
function isRefusedByReview(facts) {
    const status = facts.app?.status ?? null;
    const isRejected = facts.reviewResult === 'rejected' || (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .toReviewState */ .LR)(status) === 'rejected';
    return isRejected || status === 'taken_down';
}
function hasReviewNews(facts) {
    return isRefusedByReview(facts) || facts.reviewResult === 'approved';
}
function isShownByProblems(run) {
    const code = getFailure(run)?.code;
    if (code !== 'folder_rejected' && code !== 'offline_problems')
        return false;
    return run.facts.problems.some((problem) => problem.severity === 'error');
}
function rateResult(run) {
    const { outcome, facts } = run;
    if ((0,_model_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .toExitCode */ .t4)(outcome, facts) === 1) {
        const sign = outcome.kind === 'unknown' ? '\u2753' : '\u274c';
        return { level: 'error', sign };
    }
    if (isRefusedByReview(facts) || facts.reviewResult === 'withdrawn')
        return { level: 'warning', sign: '\u26a0\ufe0f' };
    if (countWarnings(facts) > 0)
        return { level: 'notice', sign: '\u26a0\ufe0f' };
    return { level: 'notice', sign: chooseSuccessSign(outcome, facts) };
}
function chooseSuccessSign(outcome, facts) {
    switch (outcome.kind) {
        case 'planned':
            if (outcome.plan === null || outcome.plan.kind === 'change')
                return '\u2139\ufe0f';
            return '\u23ed\ufe0f';
        case 'unchanged':
            return facts.sentForReview ? '\u2705' : '\u23ed\ufe0f';
        case 'skipped':
        case 'not_run':
            return '\u23ed\ufe0f';
        default:
            return '\u2705';
    }
}
function countWarnings(facts) {
    const problems = facts.problems.filter((problem) => problem.severity === 'warning');
    return problems.length + facts.warnings.length;
}
function describeRunEnd(run) {
    const message = describeOutcome(run);
    const isReviewOver = run.facts.waitedForReview && getFailure(run) === null;
    if (!isReviewOver)
        return message;
    return describeReview(message, run);
}
function describeOutcome(run) {
    const { outcome, facts } = run;
    const status = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(facts.app, run.now);
    switch (outcome.kind) {
        case 'rejected':
        case 'failed':
        case 'unknown':
            return describeFailed(run, outcome.failure);
        case 'planned':
            return describePlan(run, outcome);
        case 'skipped':
            return describeSkip(run, outcome.skipReason);
        case 'not_run':
            return makeMessage('was not run', ['The run ended before it reached this app.']);
        case 'deployed':
            return makeMessage(nameDeploy(facts), [describeContent(facts), status], adviseDraft(facts));
        case 'created':
            return makeMessage('created', ['The service confirmed the new app.', status]);
        case 'updated':
            return makeMessage('updated', ['The service confirmed the new draft.', status], adviseDraft(facts));
        case 'submitted':
            if (facts.sentForReview) {
                return makeMessage('sent for review', ['The service confirmed the submission.', status]);
            }
            return describeOtherSubmission(facts, status);
        case 'deleted':
            return makeMessage('deleted', ['The app no longer exists.']);
        case 'listed':
            return describeList(facts);
        case 'read':
            return makeMessage((0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .describeStatus */ .Wn)(facts.app?.status ?? null), [
                'The app was read, and nothing was changed.',
                status,
            ]);
        case 'unchanged':
            return describeUnchangedApp(run);
    }
}
function makeMessage(end, sentences, next = '') {
    return { end, lines: [(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)(sentences, ' ')], next };
}
function describeList(facts) {
    const count = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(facts.apps?.length ?? 0, 'app');
    if (!facts.hasMoreApps) {
        const message = makeMessage('listed', ['These are all apps that this key can access.']);
        return { ...message, headline: count };
    }
    const reason = 'this service lists in pages, which this action does not follow';
    const next = `To find out whether any other app exists, read it (${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_6__/* .nameCommand */ .JB)('status')}).`;
    const message = makeMessage('listed', ['This key can access more apps.'], next);
    return { ...message, headline: `The first ${count}: ${reason}` };
}
function describeOtherSubmission(facts, status) {
    const end = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .describeStatus */ .Wn)(facts.app?.status ?? null);
    return makeMessage(end, [describeOtherRun(facts.app), status]);
}
function describeOtherRun(app) {
    const isApproved = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .toReviewState */ .LR)(app?.status ?? null) === 'approved';
    if (!isApproved)
        return 'Another run has sent this content for review.';
    return 'The same content was sent by another run and approved meanwhile, so the service did not take this submission.';
}
function describeUnchangedApp(run) {
    const { command, facts } = run;
    const status = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(facts.app, run.now);
    if (facts.sentForReview) {
        const why = `The draft already had ${nameContent(facts)}. It was not deployed again.`;
        return makeMessage('sent for review (content unchanged)', [why, status]);
    }
    if (facts.submittedByOther && command === 'submit') {
        return describeOtherSubmission(facts, status);
    }
    if (facts.submittedByOther) {
        const why = `The draft had ${nameContent(facts)} already, so it was not deployed again.`;
        return makeMessage('unchanged', [why, describeOtherRun(facts.app), status]);
    }
    const sentences = [explainUnchanged(command, facts), describeNothingSent(facts), status];
    return makeMessage('unchanged', sentences);
}
function describeNothingSent(facts) {
    if (facts.changed)
        return '';
    return 'Nothing was sent.';
}
const doneWords = {
    deploy: 'deployed',
    status: 'read',
    submit: 'sent for review',
    create: 'created',
    update: 'updated',
    delete: 'deleted',
    list: 'listed',
};
function nameDeploy(facts) {
    const words = ['deployed'];
    if (facts.created)
        words.unshift('created');
    if (facts.sentForReview)
        words.push('sent for review');
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinWords */ .yZ)(words);
}
function adviseDraft(facts) {
    if (facts.sentForReview)
        return '';
    if (facts.app?.status !== 'published_with_unreviewed_changes')
        return '';
    return `To publish the changes, send them for review (${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_6__/* .nameCommand */ .JB)('submit')}).`;
}
function describeContent(facts) {
    const files = `${nameFiles(facts) || 'content'} of the folder`;
    if (facts.filesVerified)
        return `The draft now contains exactly the ${files}.`;
    return `The service confirmed the new draft with the ${files}.`;
}
function nameFiles(facts) {
    if (facts.fileCount === null)
        return '';
    const files = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(facts.fileCount, 'file');
    if (facts.byteCount === null)
        return files;
    return `${files} (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatBytes */ .z3)(facts.byteCount)})`;
}
function explainUnchanged(command, facts) {
    if (command === 'update')
        return `The fields that update sends have not changed: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinWords */ .yZ)(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .sentFields */ .S5.map(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .nameField */ .yD))}.`;
    if (command === 'submit') {
        if (facts.submitted)
            return 'The app is already in review.';
        return 'There is nothing new to send for review.';
    }
    if (facts.submitted)
        return `The app is already in review with ${nameContent(facts)}.`;
    return `The draft already has ${nameContent(facts)}.`;
}
function nameContent(facts) {
    const files = nameFiles(facts);
    const content = files === '' ? 'this content' : `these ${files}`;
    if (facts.filesVerified)
        return `exactly ${content}`;
    return `${content}, as far as it can be compared`;
}
function describeReview(done, run) {
    const { facts } = run;
    switch (facts.reviewResult) {
        case 'approved': {
            const sentences = [...done.lines, 'The app was approved in review.'];
            return makeMessage('was approved and published', sentences);
        }
        case 'rejected': {
            const rejected = { end: 'was rejected in review', next: adviseRejected(facts) };
            return { ...rejected, lines: done.lines, code: 'review_rejected' };
        }
        case 'withdrawn':
            return { ...describeWithdrawal(run), code: 'review_withdrawn' };
        default:
            return done;
    }
}
function adviseRejected(facts) {
    if (facts.app?.status === 'changes_requested') {
        return "Make the changes that the reviewer's note asks for, deploy, and submit the app for review again.";
    }
    const isFinal = 'A rejection is final for this app: deploy a corrected one under a new slug.';
    if (!facts.app?.reviewNote)
        return isFinal;
    return `Read the reviewer's note. ${isFinal}`;
}
function describeWithdrawal(run) {
    const { app } = run.facts;
    if (app === null) {
        const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
        const end = 'was deleted before there was a review result';
        return makeMessage(end, ['The app no longer exists.'], next);
    }
    const status = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(app, run.now);
    if (app.status === 'taken_down') {
        const next = "Read the reviewer's note, and contact the service's support.";
        return makeMessage('was taken down', [status], next);
    }
    const sentences = ['Somebody changed its content or its state.', status];
    const next = 'Find out which run or person changed it, then deploy and submit it again.';
    return makeMessage('was taken out of review', sentences, next);
}
function explainSkip(reason) {
    switch (reason) {
        case 'in-review': {
            const input = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_6__/* .nameInput */ .K3)('on-in-review');
            return {
                short: 'in review',
                why: `The app is in review with other content, and ${input} is skip.`,
                next: `Wait for the review result and ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_6__/* .nameRerun */ .Mn)('re-run')}, or set ${input} to replace.`,
            };
        }
        case 'stale':
            return { short: 'newer commit', why: newerCommit, next: '' };
        case 'fork': {
            const why = explainFork('the service was not contacted');
            return { short: 'pull request from a fork', why, next: '' };
        }
    }
}
function describeSkip(run, reason) {
    const { command, facts } = run;
    const skip = explainSkip(reason);
    const status = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(facts.app, run.now);
    const sentences = [skip.why, describeNothingSent(facts), status];
    const message = makeMessage(`skipped: ${skip.short}`, sentences, skip.next);
    if (command === 'list')
        return { ...message, headline: 'The list was skipped' };
    return message;
}
const noChanges = 'No changes were made.';
function describePlan(run, { plan, skipReason }) {
    const { command, facts } = run;
    const checks = describeChecks(facts);
    if (plan === null) {
        if (skipReason === 'fork') {
            const why = explainFork('the folder was only checked offline');
            return makeMessage(`checked, not ${doneWords[command]}`, [checks, why, noChanges]);
        }
        const why = `Without ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_6__/* .nameInput */ .K3)('api-key')}, the folder cannot be compared with the app.`;
        const next = `Set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_6__/* .nameInput */ .K3)('api-key')} to see what would change.`;
        return makeMessage('checked offline', [checks, noChanges, why], next);
    }
    const status = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(facts.app, run.now);
    switch (plan.kind) {
        case 'change':
            return describeSteps(run, plan);
        case 'nothing': {
            const sentences = [checks, explainUnchanged(command, facts), status, noChanges];
            return makeMessage('unchanged', sentences);
        }
        case 'skip': {
            const skip = explainSkip('in-review');
            const end = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([`would be skipped: ${skip.short}`, nameDifferences(facts)], ', ');
            return makeMessage(end, [checks, skip.why, status, noChanges], skip.next);
        }
    }
}
function nameDifferences(facts) {
    if (facts.changes === null)
        return '';
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(facts.changes.length, 'file', 'differ');
}
function describeSteps(run, plan) {
    const { facts } = run;
    const done = `would be ${nameSteps(plan)}`;
    const sentences = listPlanSentences(run, plan);
    const next = isRefusedByReview(facts) ? adviseRejected(facts) : run.realRun;
    const fileCount = facts.changes?.length ?? 0;
    if (!plan.steps.includes('deploy') || fileCount === 0) {
        const fields = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinWords */ .yZ)((plan.fields ?? []).map(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .nameField */ .yD));
        return makeMessage((0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([done, fields], ': '), sentences, next);
    }
    const files = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(fileCount, 'file');
    const what = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinTexts */ .B5)([files, nameGrowth(facts)], ', ');
    const message = makeMessage(`${done}: ${what}`, sentences, next);
    if (plan.steps.includes('create'))
        return message;
    const review = plan.steps.includes('submit') ? ', then it would be sent for review' : '';
    return { ...message, headline: `${nameReportedApp(facts)}: ${files} would change${review}` };
}
function nameSteps(plan) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joinWords */ .yZ)(plan.steps.map((step) => doneWords[step]));
}
function listPlanSentences(run, plan) {
    const { facts } = run;
    const replacesDraft = plan.steps.includes('deploy') || plan.steps.includes('update');
    const sentences = [describeChecks(facts)];
    if (run.baseBranch !== null)
        sentences.unshift(describeMerge(nameSteps(plan), run.baseBranch));
    if (replacesDraft)
        sentences.push(describeSizeChange(facts));
    sentences.push(noChanges);
    if (replacesDraft && facts.app?.status === 'in_review')
        sentences.push('The change would take the app out of review.');
    sentences.push('The service checks its own rules only when the change is sent.');
    return sentences;
}
function findSizeChange({ byteCount, byteCountBefore }) {
    if (byteCount === null || byteCountBefore === null || byteCount === byteCountBefore)
        return null;
    return { before: byteCountBefore, after: byteCount };
}
function nameSizeChange(facts) {
    const size = findSizeChange(facts);
    if (size === null)
        return '';
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatGrowth */ .T9)(size.before, size.after);
}
function nameGrowth(facts) {
    const size = findSizeChange(facts);
    if (size === null)
        return '';
    return `size ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatRelativeGrowth */ .ZS)(size.before, size.after)}`;
}
function describeSizeChange(facts) {
    const size = nameSizeChange(facts);
    if (size === '')
        return '';
    const growths = (facts.changes ?? []).map((change) => {
        return { path: change.path, bytes: (change.bytesAfter ?? 0) - (change.bytesBefore ?? 0) };
    });
    const [largest] = growths.toSorted((one, other) => other.bytes - one.bytes);
    if (largest === undefined || largest.bytes <= 0)
        return `Size: ${size}.`;
    return `Size: ${size} (largest growth: ${largest.path}, ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatByteDifference */ .ZL)(largest.bytes)}).`;
}
function describeChecks(facts) {
    const files = nameFiles(facts);
    if (files === '')
        return '';
    return `Checked ${files} offline: ${(0,_model_problem_js__WEBPACK_IMPORTED_MODULE_4__/* .countFindings */ .Gt)(facts.problems)}.`;
}
function describeFailed(run, failure) {
    const { command, facts, isDryRun } = run;
    if (_model_inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .inputFaults */ .wm.some((fault) => fault === failure.code))
        return describeInvalidInputs(failure);
    const reason = nameReason(failure, facts);
    const end = isDryRun ? `would not be ${doneWords[command]}` : nameFailed(run, failure);
    const message = makeMessage(`${end}: ${reason}`, [failure.message], failure.next);
    if (command === 'list')
        return { ...message, headline: `The apps were not listed: ${reason}` };
    const isRefused = failure.kind === 'rejected' || ownRefusals.includes(failure.code);
    if (!isDryRun || isRefused)
        return message;
    return { ...message, headline: `The dry run of ${facts.slug ?? 'the app'} failed: ${reason}` };
}
const ownRefusals = ['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale'];
function nameFailed(run, failure) {
    const { submitting, deployed, created, sentForReview } = run.facts;
    const isSubmission = submitting || (run.command === 'deploy' && failure.code === 'taken_down');
    const done = doneWords[isSubmission ? 'submit' : run.command];
    if (isUnverified(failure)) {
        if (submitting && deployed)
            return `was deployed, and may have been ${done}`;
        return `may have been ${done}`;
    }
    if (sentForReview)
        return 'was sent for review, but the run failed';
    if (deployed && submitting)
        return 'was deployed, but not sent for review';
    if (deployed)
        return 'was deployed, but the run failed';
    if (created && run.command === 'deploy')
        return 'was created, but is still empty';
    return `was not ${done}`;
}
function isUnverified(failure) {
    return failure.kind === 'unknown' && failure.code !== 'draft_changed';
}
function nameReason(failure, facts) {
    const { problems, moreProblems } = facts;
    if (failure.code === 'deadline' || failure.causeCode === 'deadline')
        return `timed out (${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_6__/* .nameInput */ .K3)('timeout-minutes')})`;
    if (isUnverified(failure))
        return 'the result could not be verified';
    const hasErrors = moreProblems > 0 || problems.some((problem) => problem.severity === 'error');
    if (failure.kind === 'rejected' && hasErrors)
        return (0,_model_problem_js__WEBPACK_IMPORTED_MODULE_4__/* .countFindings */ .Gt)(problems, { errors: moreProblems, warnings: 0 });
    if (failure.code === 'bug')
        return 'unexpected error';
    return failure.code.replaceAll('_', ' ');
}
function describeInvalidInputs(failure) {
    const lines = failure.message.split('\n');
    const headline = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .formatCount */ .B4)(lines.length, 'invalid input');
    return { headline, end: headline, lines, next: failure.next };
}
function nameReportedApp(facts) {
    return facts.slug ?? 'The app';
}
function describeMerge(done, baseBranch) {
    return `This will be ${done} after the merge, if pushes to ${baseBranch} are set up for that.`;
}
function explainFork(what) {
    return `A pull request from a fork gets no secrets, so ${what}.`;
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

/***/ 9573:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   ay: () => (/* binding */ createRedact),
/* harmony export */   dc: () => (/* binding */ listDecodings),
/* harmony export */   ku: () => (/* binding */ encodeBase64Variants)
/* harmony export */ });
const mask = '***';
const minEncodedBytes = 6;
function createRedact(secrets) {
    const given = secrets.filter((secret) => secret !== '');
    const variants = [...new Set(given.flatMap(encodeVariants))];
    if (variants.length === 0)
        return maskPasswords;
    return (text) => maskPasswords(maskVariants(text, variants));
}
function encodeVariants(secret) {
    const decoded = listDecodings(secret)
        .slice(1)
        .map(({ text }) => text)
        .filter(({ length }) => length >= minEncodedBytes);
    return [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret.toWellFormed()),
        ...decoded,
        ...encodeBase64Variants(Buffer.from(secret)),
    ];
}
function maskPasswords(text) {
    if (!text.includes('@'))
        return text;
    return text.replace(/(https?:[/\\]+)[^\s/\\?#]*@/gi, `$1${mask}@`);
}
function maskVariants(text, variants) {
    const mayBeDecoded = mayBeEscaped.test(text);
    if (!mayBeDecoded && !variants.some((variant) => text.includes(variant)))
        return text;
    const ranges = listDecodings(text).flatMap((decoded) => {
        return variants.flatMap((variant) => findRanges(decoded, variant));
    });
    ranges.sort((one, other) => one.start - other.start);
    let masked = '';
    let end = 0;
    for (const range of ranges) {
        if (range.start >= end)
            masked += `${text.slice(end, range.start)}${mask}`;
        end = Math.max(end, range.end);
    }
    return masked + text.slice(end);
}
function findRanges({ text, origins }, variant) {
    const ranges = [];
    let at = text.indexOf(variant);
    while (at !== -1) {
        const end = at + variant.length;
        ranges.push({ start: origins[at] ?? 0, end: origins[end] ?? 0 });
        at = text.indexOf(variant, end);
    }
    return ranges;
}
const maxUnescapes = 4;
function listDecodings(text) {
    const origins = new Uint32Array(text.length + 1);
    for (let at = 0; at <= text.length; at += 1)
        origins[at] = at;
    const decodings = [];
    let decoded = { text, origins };
    while (decoded !== null && decodings.length <= maxUnescapes) {
        decodings.push(decoded);
        decoded = unescapeOnce(decoded);
    }
    return decodings;
}
const mayBeEscaped = /[\\%&]/;
const escapes = [
    /(?:\\|%)u(?<unit>[0-9a-f]{4})/,
    /(?:\\x|%)(?<byte>[0-9a-f]{2})/,
    /\\(?<itself>[!-/:-@[-`{-~])/,
    /&#(?<decimal>\d{1,7});/,
    /&#x(?<hex>[0-9a-f]{1,6});/,
    /&(?<name>[a-z]{2,6});/,
];
const escapedCharacter = new RegExp(escapes.map(({ source }) => source).join('|'), 'gi');
function unescapeOnce(decoded) {
    if (!mayBeEscaped.test(decoded.text))
        return null;
    const unescaping = new Unescaping(decoded);
    for (const match of decoded.text.matchAll(escapedCharacter)) {
        const character = readEscape(match.groups ?? {});
        if (character !== undefined)
            unescaping.replace(match.index, match[0].length, character);
    }
    return unescaping.finish();
}
class Unescaping {
    #decoded;
    #pieces = [];
    #origins;
    #length = 0;
    #end = 0;
    constructor(decoded) {
        this.#decoded = decoded;
        this.#origins = new Uint32Array(decoded.origins.length);
    }
    replace(start, length, character) {
        if (start > this.#end)
            this.#keepUntil(start);
        this.#pieces.push(character);
        this.#origins[this.#length] = this.#decoded.origins[start] ?? 0;
        this.#length += 1;
        this.#end = start + length;
    }
    finish() {
        if (this.#end === 0)
            return null;
        const { text, origins } = this.#decoded;
        this.#keepUntil(text.length);
        this.#origins[this.#length] = origins[text.length] ?? 0;
        return { text: this.#pieces.join(''), origins: this.#origins.subarray(0, this.#length + 1) };
    }
    #keepUntil(end) {
        const { text, origins } = this.#decoded;
        this.#pieces.push(text.slice(this.#end, end));
        this.#origins.set(origins.subarray(this.#end, end), this.#length);
        this.#length += end - this.#end;
    }
}
function readEscape(groups) {
    const { unit, byte, itself, decimal, hex, name } = groups;
    if (itself !== undefined)
        return itself;
    if (name !== undefined)
        return namedCharacters.get(name.toLowerCase());
    if (decimal !== undefined)
        return String.fromCharCode(Number(decimal));
    return String.fromCharCode(Number.parseInt(unit ?? byte ?? hex ?? '', 16));
}
const nameTable = [
    "amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ lbrace{",
    'lbrack[ lcub{ lowbar_ lpar( lsqb[ lt< num# percnt% period. plus+ quest? quot" rbrace} rbrack]',
    'rcub} rpar) rsqb] semi; sol/ verbar| vert|',
];
const namedCharacters = new Map(nameTable
    .flatMap((line) => line.split(' '))
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]));
function encodeBase64Variants(bytes) {
    if (bytes.length < minEncodedBytes)
        return [];
    const variants = [0, 1, 2].map((offset) => encodeInnerBase64(bytes, offset));
    const urlVariants = variants.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
    return [...new Set([...variants, ...urlVariants])];
}
function encodeInnerBase64(bytes, offset) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    return encoded.slice(start, end);
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

// EXTERNAL MODULE: ./lib/src/model/action-error.js
var action_error = __nccwpck_require__(3503);
// EXTERNAL MODULE: ./lib/src/model/inputs.js
var model_inputs = __nccwpck_require__(127);
// EXTERNAL MODULE: ./lib/src/model/problem.js
var model_problem = __nccwpck_require__(1275);
// EXTERNAL MODULE: ./lib/src/text/escape.js
var text_escape = __nccwpck_require__(3589);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __nccwpck_require__(4185);
// EXTERNAL MODULE: ./lib/src/report/messages.js
var messages = __nccwpck_require__(1637);
// EXTERNAL MODULE: ./lib/src/text/frontend.js
var frontend = __nccwpck_require__(2514);
;// CONCATENATED MODULE: ./lib/src/report/several.js



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
    const { outcome } = report;
    if (outcome.kind !== 'planned')
        return outcome.kind;
    return outcome.plan?.kind ?? 'planned';
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
        return only.result;
    const sorted = sortReports(reports);
    const rating = rateRun(reports);
    const headline = `${(0,format/* formatCount */.B4)(reports.length, 'app')}: ${countResults(sorted)}`;
    const failed = sorted.filter((report) => report.result.level === 'error');
    if (failed.length === 0) {
        const lines = [...explainShared(reports), ...listGroups(sorted)];
        return { level: rating.level, sign: rating.sign, headline, lines, next: '' };
    }
    const next = `Fix the failures and ${(0,frontend/* nameRerun */.Mn)('re-run')}: apps that are done already are not changed again.`;
    const lines = describeFailures(failed, reports);
    return { level: rating.level, sign: rating.sign, headline, lines, next };
}
function countResults(sorted) {
    const groups = [...Map.groupBy(sorted, labelResultGroup)];
    const counts = groups.map(([label, some]) => {
        if (groups.length === 1)
            return label;
        return `${some.length} ${label}`;
    });
    const warned = sorted.filter(({ result }) => result.level !== 'error' && result.sign === '\u26a0\ufe0f');
    const remarks = listRunWarnings(sorted);
    const parts = [counts.join(', ')];
    if (warned.length > 0)
        parts.push(`${warned.length} with a warning`);
    if (remarks.length > 0)
        parts.push(`${(0,format/* formatCount */.B4)(remarks.length, 'warning')} about the run`);
    return parts.join('; ');
}
function listGroups(sorted) {
    const groups = Map.groupBy(sorted, labelResultGroup);
    return Array.from(groups, ([label, some]) => `${label}: ${nameSlugs(some)}`);
}
function describeFailures(failed, reports) {
    if (areAllMissing(reports))
        return explainShared(reports);
    const hasUnknown = failed.some((report) => report.outcome.kind === 'unknown');
    const what = hasUnknown ? 'failed or could not be verified' : 'failed';
    const count = `${failed.length} of ${(0,format/* formatCount */.B4)(reports.length, 'app')} ${what}`;
    const [first = '', ...others] = failed.map((report) => report.result.headline);
    return [`${count}: ${first}`, ...others];
}
function nameSlugs(reports) {
    return (0,format/* listNames */.Zv)(reports.map((report) => report.facts.slug ?? ''));
}
const signs = ['\u2753', '\u274c', '\u26a0\ufe0f', '\u2705', '\u2139\ufe0f', '\u23ed\ufe0f'];
const levels = ['error', 'warning', 'notice'];
function rateRun(reports) {
    const ratings = reports.map((report) => report.result);
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
    return sortReports(reports).filter(({ outcome, result, facts }) => {
        if (outcome.kind === 'not_run')
            return false;
        const hasTexts = facts.textChanges.files.length > 0;
        return result.level !== 'notice' || result.sign === '\u26a0\ufe0f' || hasTexts;
    });
}
function needsLines(report, isOneOfSeveral) {
    const isInTable = isOneOfSeveral && report.result.level === 'notice';
    return !isInTable && !(0,messages/* isShownByProblems */.l7)(report);
}
function isUnchanged(report) {
    if (report.result.sign !== '\u23ed\ufe0f')
        return false;
    const { outcome } = report;
    const isPlanned = outcome.kind === 'planned' && outcome.plan?.kind === 'nothing';
    return outcome.kind === 'unchanged' || isPlanned;
}
function describeUnchanged(reports) {
    const unchanged = reports.filter(isUnchanged);
    if (unchanged.length === 0)
        return [];
    return [`Unchanged: ${nameSlugs(unchanged)}.`];
}
function findSharedReason(reports) {
    const reasons = new Set(reports.map(getSkipReason));
    const [reason] = reasons;
    if (reasons.size !== 1)
        return null;
    if (reason === 'fork' || reason === 'stale')
        return reason;
    return null;
}
function getSkipReason(report) {
    const { outcome } = report;
    return 'skipReason' in outcome ? outcome.skipReason : null;
}
function areAllMissing(reports) {
    if (reports.length < 2)
        return false;
    return reports.every((report) => report.failure?.code === 'app_missing');
}
function explainShared(reports) {
    if (areAllMissing(reports)) {
        const count = (0,format/* formatCount */.B4)(reports.length, 'app');
        const advice = `${(0,frontend/* adviseFlag */.ng)('create')}, and check that the API key belongs to their owner`;
        return [`None of the ${count} exists yet: ${advice}.`];
    }
    const planned = reports.find((report) => toResultGroup(report) === 'change');
    if (planned?.baseBranch)
        return [(0,messages/* describeMerge */.ak)('deployed', planned.baseBranch)];
    switch (findSharedReason(reports)) {
        case 'fork':
            return [(0,messages/* explainFork */.mk)('the folders were only checked offline')];
        case 'stale':
            return [`${messages/* newerCommit */.vG} Nothing was sent.`];
        case null:
            return [];
    }
}

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
    const changed = reports.filter((report) => !isUnchanged(report));
    const rows = sortReports(changed).map(({ result, facts }) => {
        const end = result.end.replace(/^(?:was|is) /, '');
        const app = makeNameCell(facts.slug ?? '', facts.app?.url ?? null);
        return [app, `${result.sign} ${end}`, makeNameCell(facts.app?.status ?? null)];
    });
    return { title: '', head: ['App', 'Result', 'Status'], rows, moreRows: 0 };
}
const maxChangeRows = 200;
function toChangeTable(facts) {
    const changes = (facts.changes ?? []).toSorted((one, other) => toLargerSize(other) - toLargerSize(one));
    const rows = changes.slice(0, maxChangeRows).map((change) => {
        return [makeNameCell(change.path), describeChange(change)];
    });
    return {
        title: `${titleChanges(facts)}: ${(0,format/* formatCount */.B4)(changes.length, 'file')}`,
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
function titleChanges(facts) {
    if (facts.changed)
        return 'What changed';
    if (facts.isUnconfirmed)
        return 'What differed from the draft before this run';
    if (facts.app === null)
        return 'What the app would have';
    return 'What differs from the draft';
}
function toExcludedTable(facts) {
    const rows = facts.excluded.map((entry) => [makeNameCell(entry.path), entry.reason]);
    const title = `${(0,format/* formatCount */.B4)(facts.excluded.length, 'path')} excluded`;
    return { title, head: ['Excluded', 'Reason'], rows, moreRows: 0 };
}
function toWaitTable(facts) {
    const { waits } = facts;
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
    const { facts } = report;
    const status = facts.app?.status ?? null;
    const statuses = status ? [...new Set([facts.statusBefore ?? status, status])] : [];
    return [
        ['Status', { names: statuses, url: null, rest: '' }],
        ['Size', (0,messages/* nameSizeChange */.Zr)(facts)],
        ['Content', makeNameCell(facts.contentHash?.slice(0, shownHashLength) ?? null)],
        ['Terms version', makeNameCell(facts.termsRequired)],
        ['Terms accepted', makeNameCell(facts.termsAccepted)],
        ['Code', makeNameCell(report.helpUrl === null ? report.result.code : null)],
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
function logReports(reports, log) {
    for (const report of reports) {
        const about = reports.length === 1 ? '' : ` of ${report.facts.slug}`;
        logProblems(report, `Problems${about}`, log);
        logTextChanges(report, `Text changes${about}`, log);
    }
    for (const annotation of toAnnotations(reports))
        log.annotate(annotation);
    for (const report of reports) {
        for (const line of report.failure?.stack?.split('\n') ?? [])
            log.info(line);
    }
}
function logProblems(report, title, log) {
    const { problems } = report;
    const lines = problems.map((problem) => `${(0,model_problem/* labelProblem */.W6)(problem)}: ${problem.message}`);
    if (lines.length < 2) {
        for (const line of lines)
            log.info(line);
        return;
    }
    const { moreProblems } = report.facts;
    if (moreProblems > 0)
        lines.push(`and ${(0,format/* formatCount */.B4)(moreProblems, 'more problem')}`);
    log.fold(`${title} (${(0,model_problem/* countTimes */.Ig)(problems) + moreProblems})`, lines);
}
function logTextChanges(report, title, log) {
    if (report.outcome.kind !== 'planned')
        return;
    const lines = toDiffLines(report.facts.textChanges);
    if (lines.length > 0)
        log.fold(title, lines);
}
function toAnnotations(reports) {
    const result = annotateRun(reports);
    const apps = annotateApps(reports);
    const remarks = [
        ...listRunWarnings(reports).map((text) => annotateRemark('warning', text)),
        ...annotateRemarks('warning', reports),
        ...annotateRemarks('notice', reports),
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
        return areAllMissing(reports) ? [] : reports.map(annotateOneOfSeveral);
    return reports.map((report) => {
        return report.problems.map((problem) => annotateProblem(problem, null));
    });
}
function annotateOneOfSeveral(report) {
    const { level } = report.result;
    const problems = report.problems.map((problem) => annotateProblem(problem, report.facts.slug));
    if (level === 'notice' || filterLevel(problems, level).length > 0)
        return problems;
    return [annotateResult(report), ...problems];
}
function countUnreadProblems(reports) {
    return reports.reduce((sum, report) => sum + report.facts.moreProblems, 0);
}
function limitLevel(given) {
    const { level, annotations, unreadProblems, result } = given;
    const max = maxAnnotations[level];
    const all = result === null ? annotations : [...annotations, result];
    if (unreadProblems === 0 && all.length <= max)
        return all;
    const kept = annotations.slice(0, max - 1);
    const left = (0,model_problem/* countTimes */.Ig)(annotations.slice(max - 1)) + unreadProblems;
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
        message = (0,format/* joinTexts */.B5)([app, (0,model_problem/* formatPlace */.dE)(problem), message], ': ');
    const texts = [message];
    if (problem.fix !== null)
        texts.push(`Fix: ${problem.fix}`);
    const annotation = makeAnnotation(problem.severity, problem.code ?? '', texts);
    const counted = { ...annotation, times: problem.times };
    if (problem.file === null)
        return counted;
    return { ...counted, file: problem.file, line: problem.line, column: problem.column };
}
function annotateResult(report) {
    const { result, facts } = report;
    const texts = [];
    if (!(0,messages/* isShownByProblems */.l7)(report))
        texts.push(...result.lines);
    const note = (0,text_escape/* splitLines */.uz)(facts.app?.reviewNote ?? '').join(' ');
    if (note !== '' && (0,messages/* hasReviewNews */.mA)(facts))
        texts.push(`Reviewer's note: ${note}`);
    texts.push(result.next);
    const appUrl = result.level === 'error' ? null : (0,text_escape/* toSafeUrl */.w)(facts.app?.url);
    texts.push(report.helpUrl ?? appUrl ?? '');
    const annotation = makeAnnotation(result.level, result.headline, texts);
    return { ...annotation, file: report.failure?.file ?? null };
}
function annotateRun(reports) {
    const [only, ...others] = reports;
    if (only !== undefined && others.length === 0)
        return annotateResult(only);
    const message = describeRun(reports);
    return makeAnnotation(message.level, message.headline, [...message.lines, message.next]);
}
function annotateRemarks(level, reports) {
    const slugsByText = new Map();
    for (const report of reports) {
        const texts = level === 'warning' ? report.facts.warnings : report.facts.notices;
        for (const text of texts) {
            const slugs = slugsByText.get(text) ?? [];
            slugsByText.set(text, [...slugs, report.facts.slug ?? '']);
        }
    }
    return Array.from(slugsByText, ([text, slugs]) => {
        return annotateRemark(level, reports.length === 1 ? text : `${(0,format/* listNames */.Zv)(slugs)}: ${text}`);
    });
}
function annotateRemark(level, text) {
    return makeAnnotation(level, '', [text]);
}

// EXTERNAL MODULE: ./lib/src/text/secrets.js
var text_secrets = __nccwpck_require__(9573);
;// CONCATENATED MODULE: ./lib/src/text/log-text.js


const maxLogText = 10_000;
function createLogCleaner(secrets) {
    const redact = (0,text_secrets/* createRedact */.ay)(secrets);
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
        annotate(annotation) {
            const lines = annotation.texts.map((text) => toLine(text, maxMessageLineLength));
            const message = (0,text_escape/* cutText */.IN)((0,format/* joinTexts */.B5)(lines, '\n'), maxMessageLength);
            printAnnotation[annotation.level]((0,format/* joinTexts */.B5)([message, annotation.more ?? ''], '\n'), {
                title: toLine(annotation.title, maxTitleLength),
                file: toLine(annotation.file ?? ''),
                startLine: annotation.line ?? 0,
                startColumn: annotation.column ?? 0,
            });
        },
        warn: (text) => warning(toLines(text), { title: 'Warning' }),
    };
}
async function writeOrWarn(log, what, write) {
    try {
        await write();
    }
    catch (error) {
        const next = error instanceof action_error/* ActionError */.lZ ? ` ${error.next}` : '';
        const reason = (0,format/* toSentence */.Re)((0,action_error/* toReason */.Ge)(error));
        log.warn(`${what}: ${reason} This does not change the result of the run.${next}`);
    }
}

;// CONCATENATED MODULE: ./lib/src/report/outputs.js




const maxOutputText = 10_000;
const maxListedText = 500;
const maxJson = 399_999;
function toOutputs(reports) {
    const only = reports.length === 1 ? reports[0] : undefined;
    const app = only === undefined ? null : toResultEntry(only);
    const facts = only?.facts;
    const problems = reports.flatMap((report) => toProblemEntries(report, only === undefined));
    const results = reports.map(toResultEntry).filter((entry) => {
        return entry.slug !== null || entry.folder !== null;
    });
    return {
        outcome: sortReports(reports)[0]?.outcome.kind ?? '',
        changed: reports.some((report) => report.facts.changed),
        submitted: app?.submitted ?? null,
        slug: app?.slug ?? '',
        url: app?.url ?? '',
        status: app?.status ?? '',
        'submitted-at': app?.['submitted-at'] ?? '',
        'published-at': (0,text_escape/* toSafeTime */.A1)(facts?.app?.publishedAt) ?? '',
        'updated-at': (0,text_escape/* toSafeTime */.A1)(facts?.app?.updatedAt) ?? '',
        'review-note': toNote(facts?.app?.reviewNote ?? ''),
        'review-result': app?.['review-result'] ?? '',
        plan: app?.plan ?? '',
        'content-hash': app?.['content-hash'] ?? '',
        'file-count': facts?.fileCount ?? null,
        'byte-count': facts?.byteCount ?? null,
        'problem-count': reports.reduce((sum, report) => sum + countProblems(report.facts), 0),
        problems: takeEntries(problems),
        'terms-required': (0,text_escape/* toSafeVersion */.RP)(facts?.termsRequired) ?? '',
        'skip-reason': app === null ? (findSharedReason(reports) ?? '') : (app['skip-reason'] ?? ''),
        apps: facts?.apps ? takeEntries(facts.apps.map(toAppEntry)) : null,
        results: takeEntries(results),
    };
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
    return (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintableLines */.IA)(note.trim()), maxOutputText);
}
function countProblems(facts) {
    return facts.problems.length + facts.moreProblems;
}
function toProblemEntries({ facts, folder }, isFromWorkspace) {
    const parent = isFromWorkspace && folder !== null && folder !== '.' ? `${folder}/` : '';
    return facts.problems.map((problem) => ({
        path: problem.path === null ? null : cutOutput(`${parent}${problem.path}`),
        line: problem.line,
        column: problem.column,
        code: cutOutput(problem.code),
        message: (0,text_escape/* cutText */.IN)(problem.message, maxOutputText),
        fix: cutOutput(problem.fix),
        severity: problem.severity,
    }));
}
function toResultEntry({ outcome, facts, folder, result }) {
    const plan = outcome.kind === 'planned' ? outcome.plan : null;
    const message = (0,format/* joinTexts */.B5)([result.headline, ...result.lines], '. ');
    return {
        slug: (0,model_inputs/* isSlug */.u5)(facts.slug ?? '') ? facts.slug : null,
        folder: cutOutput(folder),
        outcome: outcome.kind,
        changed: facts.changed,
        submitted: facts.submitted,
        status: (0,text_escape/* toSafeWord */.xk)(facts.app?.status),
        url: (0,text_escape/* toSafeUrl */.w)(facts.app?.url),
        'submitted-at': (0,text_escape/* toSafeTime */.A1)(facts.app?.submittedAt),
        plan: plan?.kind === 'change' ? plan.steps.join(',') : null,
        'skip-reason': findSkipReason(outcome, facts),
        'review-result': facts.reviewResult,
        'content-hash': facts.contentHash,
        'byte-count': facts.byteCount,
        'byte-count-before': facts.byteCountBefore,
        'problem-count': countProblems(facts),
        code: result.code,
        message: (0,text_escape/* cutText */.IN)(message, maxListedText),
        next: (0,text_escape/* cutText */.IN)(result.next, maxListedText) || null,
    };
}
function findSkipReason(outcome, facts) {
    if (outcome.kind === 'unchanged') {
        const isSubmissionSent = facts.sentForReview || facts.submittedByOther;
        return isSubmissionSent ? null : 'unchanged';
    }
    if (outcome.kind === 'planned') {
        if (outcome.plan?.kind === 'nothing')
            return 'unchanged';
        if (outcome.plan?.kind === 'skip')
            return 'in-review';
    }
    return 'skipReason' in outcome ? (outcome.skipReason ?? null) : null;
}
function toAppEntry(app) {
    return {
        slug: (0,text_escape/* toSafeWord */.xk)(app.slug),
        name: cutOutput(app.name),
        status: (0,text_escape/* toSafeWord */.xk)(app.status),
        url: (0,text_escape/* toSafeUrl */.w)(app.url),
        review_note: cutOutput(app.reviewNote, maxListedText),
        updated_at: cutOutput(app.updatedAt),
        submitted_at: cutOutput(app.submittedAt),
        published_at: cutOutput(app.publishedAt),
    };
}
function cutOutput(text, maxLength = maxOutputText) {
    if (text === null)
        return null;
    return (0,text_escape/* cutText */.IN)(text, maxLength);
}
function takeEntries(entries) {
    return (0,format/* takeFitting */.hW)(entries, maxJson - '[]'.length, (entry) => formatJson(entry).length);
}
function formatJson(value) {
    const json = JSON.stringify(value);
    if (/^[ -"$-~]*$/.test(json))
        return json;
    return json.replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, text_escape/* toUnicodeEscapes */.zh);
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
// EXTERNAL MODULE: ./lib/src/model/outcome.js
var outcome = __nccwpck_require__(9680);
;// CONCATENATED MODULE: ./lib/src/report/redact-report.js






function reportUnstarted(error, about) {
    const failure = (0,action_error/* toFailure */.w2)(error);
    return {
        command: 'deploy',
        isDryRun: false,
        baseBranch: null,
        realRun: '',
        outcome: { kind: failure.kind, failure },
        facts: new outcome/* RunState */.ll(about.slug).facts,
        now: 0,
        folder: null,
        repositoryPath: null,
        readLines: async () => null,
        runWarnings: [],
        secrets: about.secrets,
    };
}
function redactReport(given, docsUrl) {
    const { secrets, readLines, ...texts } = given;
    const redact = (0,text_secrets/* createRedact */.ay)(secrets);
    const outcome = redactOutcome(given.outcome, redact);
    const run = { ...mapTexts(texts, redact), outcome };
    const result = (0,messages/* describeResult */.dy)(run);
    const toFile = (path) => toRepositoryFile(run.repositoryPath, path);
    const failure = 'failure' in outcome ? outcome.failure : null;
    return {
        ...run,
        result,
        failure: failure === null ? null : { ...failure, file: toFile(failure.path) },
        helpUrl: (0,text_escape/* toHelpUrl */.WW)(docsUrl, result.code),
        problems: mergeEqual(run.facts.problems, toFile),
        readLines: async (path, first, last) => {
            const lines = await readLines(path, first, last);
            return lines?.map(redact) ?? null;
        },
    };
}
function mergeEqual(problems, toFile) {
    const groups = Map.groupBy(problems, (problem) => JSON.stringify(problem));
    const merged = [];
    for (const [problem, ...others] of groups.values()) {
        if (problem === undefined)
            continue;
        const times = others.length + 1;
        const message = times === 1 ? problem.message : `${times} times: ${problem.message}`;
        merged.push({ ...problem, message, times, file: toFile(problem.path) });
    }
    return merged;
}
function redactOutcome(outcome, redact) {
    if (!('failure' in outcome))
        return outcome;
    const { failure } = outcome;
    return { ...outcome, failure: { ...mapTexts(failure, redact), code: failure.code } };
}
const reportFieldsOfOurs = new Set([
    'causeCode',
    'command',
    'contentHash',
    'kind',
    'reviewResult',
    'severity',
]);
function mapTexts(value, map, kept = reportFieldsOfOurs) {
    if (typeof value === 'string')
        return map(value);
    if (Array.isArray(value))
        return value.map((entry) => mapTexts(entry, map, kept));
    if (typeof value !== 'object' || value === null)
        return value;
    const entries = Object.entries(value).map(([name, entry]) => {
        return [name, kept.has(name) ? entry : mapTexts(entry, map, kept)];
    });
    return Object.fromEntries(entries);
}
function toRepositoryFile(repositoryPath, path) {
    if (repositoryPath === null || !path || path.split('/').includes('..'))
        return null;
    const file = external_node_path_.posix.join(repositoryPath, path);
    return (0,text_escape/* toPrintable */.f8)(file) === file ? file : null;
}

;// CONCATENATED MODULE: ./lib/src/report/excerpt.js

const defaultWidth = 120;
const minWidth = 10;
const frameColumns = '>  \u2502 \u2026\u2026'.length;
async function drawExcerpt(problem, readLines, style) {
    const { path, line, column } = problem;
    if (path === null || line === null)
        return [];
    const firstLine = Math.max(1, line - style.around);
    const lines = (await readLines(path, firstLine, line + style.around)) ?? [];
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
        const row = `${String(number).padStart(digits)} \u2502 ${cutLine(other, { start, width })}`;
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
function cutLine(line, window) {
    const shown = toShownLine(line);
    const end = window.start + window.width;
    const before = window.start > 0 ? '\u2026' : '';
    const after = shown.length > end ? '\u2026' : '';
    return `${before}${shown.slice(window.start, end)}${after}`;
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
async function writeProblems(report, budget) {
    const files = [...Map.groupBy(report.problems, (problem) => problem.file ?? problem.path)];
    files.sort(([one], [other]) => Number(one !== null) - Number(other !== null));
    const entries = files.flatMap(([name, some]) => {
        const sorted = some.toSorted(comparePositions);
        return sorted.map((problem, index) => ({ problem, heading: index === 0 ? name : null }));
    });
    const shown = entries.slice(0, budget.entries).map(async (entry) => {
        const title = entry.heading === null ? '' : `### ${toBoundedCode(entry.heading)}`;
        return (0,format/* joinTexts */.B5)([title, await writeProblem(entry.problem, report.readLines)], '\n\n');
    });
    const count = entries.length + report.facts.moreProblems;
    return limitList(await Promise.all(shown), count, budget).join('\n\n');
}
function comparePositions(one, other) {
    return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}
async function writeProblem(problem, readLines) {
    const sign = levelSigns[problem.severity];
    const words = [sign, writePosition(problem), toBoundedProse(problem.message)];
    if (problem.code !== null)
        words.push(toBoundedCode(problem.code));
    let text = (0,format/* joinTexts */.B5)(words, ' ');
    if (problem.fix !== null)
        text += `<br>Fix: ${toBoundedProse(problem.fix)}`;
    const rows = await drawExcerpt(problem, readLines, { around: 1 });
    if (rows.length > 0)
        text += `\n\n${(0,text_escape/* toCodeBlock */.oU)(rows.join('\n'))}`;
    return text;
}
function writePosition(problem) {
    const position = (0,model_problem/* describePosition */.jm)(problem);
    if (position === '')
        return '';
    return `**${position.charAt(0).toUpperCase()}${position.slice(1)}:**`;
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
function writeDiff(facts) {
    const blocks = facts.textChanges.files.map((file) => {
        const shown = file.lines.map((line) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(line, '\t'), maxProseLength));
        return `#### ${toBoundedCode(file.path)}\n\n${(0,text_escape/* toCodeBlock */.oU)(shown.join('\n'), 'diff')}`;
    });
    const parts = [...blocks, ...describeUnshown(facts.textChanges, toBoundedCode)];
    if (parts.length === 0)
        return '';
    const title = facts.changed ? 'How the texts changed' : 'How the texts differ from the draft';
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
async function renderSummary(reports, links) {
    const page = { budget: summaryBudget, isComment: false };
    const shown = { ...links, commit: null, runUrl: null };
    const markdown = await renderPage(reports, shown, page);
    return `${markdown}\n`;
}
async function renderComment(reports, links) {
    return renderPage(reports, links, { budget: commentBudget, isComment: true });
}
async function renderPage(reports, links, page) {
    const { budget } = page;
    const isSeveral = reports.length > 1;
    const detailed = listDetailed(reports);
    const parts = [];
    if (isSeveral)
        parts.push(...renderRunParts(reports, budget));
    const share = {
        bytes: budget.bytes / detailed.length,
        listBytes: budget.listBytes / detailed.length,
        entries: budget.entries,
    };
    for (const report of detailed) {
        const written = await renderAppParts(report, isSeveral, { ...page, budget: share });
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
    const message = describeRun(reports);
    const parts = [
        writeHeadline(message.sign, message.headline),
        writeSentences(explainShared(reports)),
        writeRemarks('warning', listRunWarnings(reports), budget),
        writeTable(toResultTable(reports), budget),
        writeSentences(describeUnchanged(reports)),
        writeNext(message.next),
    ];
    return parts.filter((part) => part !== '');
}
async function renderAppParts(report, isOneOfSeveral, page) {
    const { result, facts } = report;
    const { budget, isComment } = page;
    const parts = [];
    const details = [];
    const isShort = result.level === 'error' || isOneOfSeveral;
    const secondary = isShort ? details : parts;
    parts.push(writeHeadline(result.sign, result.headline));
    const explained = needsLines(report, isOneOfSeveral) ? parts : details;
    explained.push(writeSentences(result.lines));
    secondary.push(writeAddress(facts.app?.url ?? ''));
    parts.push(writeQuotation(facts.app?.reviewNote ?? ''), await writeProblems(report, budget), writeRemarks('warning', facts.warnings, budget), writeNext(result.next), writeLink(`Help: ${result.code}`, report.helpUrl), writeRemarks('notice', facts.notices, budget));
    if (!isComment)
        parts.push(writeTable(toAppTable(facts.apps ?? []), budget));
    details.push(writeFacts(listFacts(report)));
    secondary.push(writeTable(toChangeTable(facts), budget));
    if (!isComment) {
        parts.push(writeDiff(facts));
        details.push(writeTable(toExcludedTable(facts), budget));
        details.push(writeTable(toWaitTable(facts), budget));
    }
    const title = (0,format/* joinTexts */.B5)(['Details', (0,messages/* nameFiles */.rF)(facts)], ': ');
    parts.push(writeDetails(title, (0,format/* joinTexts */.B5)(details, '\n\n')));
    if (!isComment)
        parts.push(writeStack(report.failure?.stack ?? ''));
    return parts.filter((part) => part !== '');
}
const maxPictures = 10;
function writeRunLinks(pages) {
    const { commit, pageUrl } = pages;
    const links = [];
    if (commit !== null)
        links.push(writeLink(`Commit ${commit.sha.slice(0, 7)}`, (0,text_escape/* toSafeUrl */.w)(commit.url)));
    links.push(writeLink('Run', (0,text_escape/* toSafeUrl */.w)(pages.runUrl)));
    if (pageUrl !== null)
        links.push(writeLink('Open the page', escapeLinkTarget(pageUrl)));
    for (const [index, url] of pages.pictureUrls.slice(0, maxPictures).entries()) {
        links.push(writeLink(`Picture ${index + 1}`, escapeLinkTarget(url)));
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






async function emitReports(raws, sinks) {
    const { log, comment } = sinks;
    const reports = raws.map((raw) => redactReport(raw, sinks.docsUrl));
    await writeOrWarn(log, 'The outputs could not be written', () => {
        sinks.writeOutputs?.(formatOutputs(toOutputs(reports)));
    });
    logReports(reports, log);
    await writeOrWarn(log, 'The job summary could not be written', async () => {
        sinks.writeSummary?.(await renderSummary(reports, sinks.links));
    });
    if (comment === null)
        return;
    await writeOrWarn(log, 'The pull-request comment was not posted', async () => {
        const mark = await makeMark(comment, reports);
        if (mark === null)
            return;
        const body = await renderComment(reports, sinks.links);
        const posted = await comment.post({ mark, body });
        log.debug(`Pull-request comment: ${posted}.`);
    });
}
const markLength = 16;
async function makeMark(target, reports) {
    const { patterns } = target;
    const slug = reports[0]?.facts.slug ?? '';
    if (patterns === null && !(0,model_inputs/* isSlug */.u5)(slug))
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
        if (total <= maxSilentBytes || time - shownAt < pauseMs)
            return;
        shownAt = time;
        show(describeUpload(sentBytes, total, time - startedAt));
    };
}
function describeUpload(sentBytes, totalBytes, elapsedMs) {
    const percent = Math.min(100, Math.floor((sentBytes / totalBytes) * 100));
    const bytesPerSecond = sentBytes / (elapsedMs / 1000);
    const sent = `Sent ${(0,format/* formatBytes */.z3)(sentBytes)} of ${(0,format/* formatBytes */.z3)(totalBytes)} (${percent} %)`;
    const upload = `${sent}, ${(0,format/* formatBytes */.z3)(bytesPerSecond)}/s`;
    if (bytesPerSecond === 0 || sentBytes >= totalBytes)
        return upload;
    const leftMs = ((totalBytes - sentBytes) / bytesPerSecond) * 1000;
    return `${upload}, about ${(0,format/* formatDuration */.a3)(leftMs)} left`;
}

// EXTERNAL MODULE: ./lib/src/model/json.js
var json = __nccwpck_require__(184);
;// CONCATENATED MODULE: ./lib/src/run/context.js


function readContext(env, cwd) {
    const get = (name) => env[name] ?? '';
    const eventName = get('GITHUB_EVENT_NAME');
    const isPullRequest = eventName.startsWith('pull_request');
    const event = isPullRequest ? readEvent(get('GITHUB_EVENT_PATH')) : null;
    const pullRequest = (0,json/* getPath */.Yn)(event, 'pull_request', 'number');
    const headSha = (0,json/* getPath */.Yn)(event, 'pull_request', 'head', 'sha');
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
        sha: get('GITHUB_SHA'),
        ref: get('GITHUB_REF'),
        commit: toCommit(headSha ?? get('GITHUB_SHA'), repositoryUrl),
        baseBranch: get('GITHUB_BASE_REF') || null,
        runUrl: hasRunPage ? `${repositoryUrl}/actions/runs/${runId}` : null,
        apiUrl: get('GITHUB_API_URL') || 'https://api.github.com',
        serverUrl,
        pullRequest: typeof pullRequest === 'number' ? pullRequest : null,
        fromFork: eventName !== 'pull_request_target' && isFork(event),
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
function isFork(event) {
    const head = (0,json/* getPath */.Yn)(event, 'pull_request', 'head', 'repo', 'full_name');
    const base = (0,json/* getPath */.Yn)(event, 'pull_request', 'base', 'repo', 'full_name');
    return typeof base === 'string' && head !== base;
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
const cancelLimitMs = 1_800;
const duplicateSignalSeconds = 0.5;
const endSignals = ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'];
function watchForCancel(timeoutMs = cancelLimitMs) {
    const cancel = new AbortController();
    let cancelledAt = Number.POSITIVE_INFINITY;
    const onSignal = () => {
        if (process.uptime() > cancelledAt + duplicateSignalSeconds)
            process.exit(130);
        if (cancel.signal.aborted)
            return;
        cancelledAt = process.uptime();
        cancel.abort((0,action_error/* endByCancel */.dQ)());
        if (timeoutMs !== null)
            setTimeout(() => process.exit(130), timeoutMs);
    };
    for (const signal of endSignals)
        process.on(signal, onSignal);
    return cancel.signal;
}
function watchForCrash() {
    const crash = new AbortController();
    const stop = new AbortController();
    const onError = (error) => {
        crash.abort(error);
        stop.abort((0,action_error/* endByCancel */.dQ)());
    };
    process.on('uncaughtException', onError);
    process.on('unhandledRejection', onError);
    return { crashed: crash.signal, stopped: stop.signal };
}

;// CONCATENATED MODULE: ./lib/src/runner/main.js











const commentTimeoutMs = 10_000;
async function run() {
    process.exitCode = 1;
    process.stdout.on('error', () => undefined);
    const cancelled = watchForCancel();
    const context = readContext(process.env, readCwd());
    const secrets = maskSecrets();
    const log = createLog({ isDebug: isDebug(), secrets });
    const { inputs, error } = (0,model_inputs/* readInputs */.Ko)({ read: getInput, fromFork: context.fromFork });
    const { crashed, stopped } = watchForCrash();
    let finished;
    try {
        if (error !== null)
            throw error;
        const workspace = requireWorkspace(context);
        const { findPlaces, runAction } = await Promise.all(/* import() */[__nccwpck_require__.e(701), __nccwpck_require__.e(751), __nccwpck_require__.e(202)]).then(__nccwpck_require__.bind(__nccwpck_require__, 6202));
        finished = await runAction({
            inputs,
            context,
            workspace: { path: workspace, isBoundary: true },
            realRun: '',
            clock: effects.clock,
            random: effects.random,
            log,
            cancelled: AbortSignal.any([cancelled, stopped]),
            crashed,
            findPlaces: (signal) => findPlaces(inputs, workspace, signal),
            isStale: (signal) => checkStale(inputs, context, signal),
            watchUpload: (total) => createProgress({ total, now: effects.clock.now, show: log.info }),
        });
    }
    catch (reason) {
        const report = reportUnstarted(reason, { slug: toSubject(inputs), secrets });
        finished = { reports: [report], folders: [], exitCode: 1 };
    }
    crashed.addEventListener('abort', () => log.warn(`Unexpected error while reporting: ${(0,action_error/* toReason */.Ge)(crashed.reason)}`));
    await emitReports(finished.reports, {
        log,
        writeOutputs: appendTo(context.outputFile),
        writeSummary: appendTo(context.summaryFile),
        comment: openComment(inputs, context, cancelled),
        links: toLinks(inputs, context, secrets),
        docsUrl: context.docsUrl,
    });
    process.exitCode = finished.exitCode;
    if (cancelled.aborted)
        process.exit(130);
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
    throw new action_error/* ActionError */.lZ('The working directory no longer exists', {
        code: 'folder_missing',
        next: 'Run this step in a folder that exists, or set GITHUB_WORKSPACE.',
    });
}
async function checkStale(inputs, context, signal) {
    const { isStale } = await __nccwpck_require__.e(/* import() */ 554).then(__nccwpck_require__.bind(__nccwpck_require__, 5554));
    const access = toGithubAccess(inputs, context, signal);
    return isStale(context, access, (milliseconds) => effects.clock.sleep(milliseconds, signal));
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
    const isAboutOneApp = inputs.command !== 'list' && !(0,model_inputs/* namesSeveral */.v5)(inputs.folder);
    return isAboutOneApp && (0,model_inputs/* isSlug */.u5)(inputs.slug) ? inputs.slug : '';
}
function toLinks(inputs, context, secrets) {
    const [pageUrl = null, ...pictureUrls] = inputs.pageUrls.map((0,text_secrets/* createRedact */.ay)(secrets));
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
        patterns: (0,model_inputs/* namesSeveral */.v5)(folder) ? { slug, folder } : null,
    };
}

;// CONCATENATED MODULE: ./lib/src/index.js

const requiredNodeMajor = 24;
const { node } = process.versions;
process.exitCode = 1;
if (Number.parseInt(node, 10) < requiredNodeMajor) {
    fail(`This action needs Node ${requiredNodeMajor}; this is ${node}. Use a runner of version 2.329.0 or later.`);
}
else if (!('WebAssembly' in globalThis)) {
    fail('This action needs WebAssembly: remove --jitless from NODE_OPTIONS.');
}
else {
    void run();
}
function fail(message) {
    process.stdout.write(`::error::${message}\n`);
}

module.exports = __webpack_exports__;
/******/ })()
;