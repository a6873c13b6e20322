"use strict";
exports.id = 144;
exports.ids = [144];
exports.modules = {

/***/ 6144:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runAction: () => (/* binding */ runAction)
});

// UNUSED EXPORTS: runApp

// EXTERNAL MODULE: ./lib/src/errors.js
var src_errors = __webpack_require__(5071);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __webpack_require__(4185);
// EXTERNAL MODULE: ./lib/src/text/frontend.js
var frontend = __webpack_require__(2514);
// EXTERNAL MODULE: ./lib/src/inputs/input-kinds.js
var input_kinds = __webpack_require__(2220);
;// CONCATENATED MODULE: ./lib/src/api/network-error.js




class NetworkError extends src_errors/* ActionError */.lZ {
    name = 'NetworkError';
    sent;
    isFinal;
    constructor(request, fault) {
        const words = (0,src_errors/* getErrorWords */.O)(fault.code);
        const what = fault.what ?? words.message;
        super(`${request.method} ${request.path}: ${what}`, {
            code: fault.code,
            next: fault.next ?? words.next,
            cause: fault.cause,
        });
        this.sent = fault.sent;
        this.isFinal = (0,src_errors/* findErrorWords */.ds)(fault.code)?.isFinal ?? false;
    }
}
function toRunEndFault(end) {
    return { code: end.code, what: (0,format/* toClause */.HV)(end.message), next: end.next };
}
class ProxyAddressError extends Error {
    name = 'ProxyAddressError';
}
function describeBrokenExchange(error, host, proxy) {
    if (error instanceof ProxyAddressError)
        return { code: 'proxy_refused', what: error.message };
    const errors = listCauses(error);
    const proxyStatus = readProxyStatus(errors);
    if (proxy !== null && proxyStatus !== null)
        return describeProxyStatus(proxy, proxyStatus);
    const names = listErrorCodes(errors);
    const detail = names.length === 0 ? '' : ` (${names.join(', ')})`;
    let code = chooseNetworkCode(names);
    if (proxy !== null && code !== 'tls' && code !== 'attempt_timeout') {
        const what = `${(0,src_errors/* getErrorWords */.O)(code).message}: the proxy ${proxy}${detail}`;
        if (code !== 'connection_lost')
            code = 'proxy';
        return { code, what, next: (0,src_errors/* getErrorWords */.O)('proxy').next };
    }
    if (code === 'connection_refused' && isStartedByHand(host))
        code = 'nothing_listens';
    return { code, what: `${(0,src_errors/* getErrorWords */.O)(code).message}: ${host}${detail}` };
}
function isStartedByHand(host) {
    return (0,frontend/* isTerminal */.Hd)() && input_kinds/* loopback */.uC.test(host.replace(/:\d+$/, ''));
}
const brokenCodes = [
    [
        /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/,
        'tls',
    ],
    [/^ECONNREFUSED$/, 'connection_refused'],
    [/^UND_ERR_HEADERS_TIMEOUT$/, 'attempt_timeout'],
    [/^(ENOTFOUND|EAI_AGAIN)$/, 'host_not_found'],
    [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'connection_failed'],
];
function chooseNetworkCode(names) {
    const meanings = [];
    for (const name of names) {
        const known = brokenCodes.find(([pattern]) => pattern.test(name));
        if (known !== undefined)
            meanings.push(known[1]);
    }
    if (meanings.includes('tls'))
        return 'tls';
    return meanings[0] ?? 'connection_lost';
}
function describeProxyStatus(proxy, status) {
    if (status === 407) {
        return {
            code: 'proxy_refused',
            what: `the proxy ${proxy} requires a login (407)`,
            next: 'Set the right user name and password in HTTPS_PROXY, or name the host in NO_PROXY.',
        };
    }
    return {
        code: status >= 500 ? 'proxy' : 'proxy_refused',
        what: `the proxy ${proxy} refused the connection (${status})`,
        next: `Allow the host of ${(0,frontend/* nameInput */.K3)('base-url')} in the proxy, or name it in NO_PROXY.`,
    };
}
function readProxyStatus(errors) {
    for (const error of errors) {
        const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
        if (status !== undefined)
            return Number(status);
    }
    return null;
}
function listErrorCodes(errors) {
    const codes = errors.map((error) => String('code' in error ? error.code : ''));
    return [...new Set(codes.filter((code) => /^[A-Z][A-Z0-9_]{2,59}$/.test(code)))];
}
function listCauses(error, level = 0) {
    if (!(error instanceof Error) || level === 10)
        return [];
    const bundled = error instanceof AggregateError ? error.errors : [];
    return [error, ...[error.cause, ...bundled].flatMap((inner) => listCauses(inner, level + 1))];
}

// EXTERNAL MODULE: ./lib/src/app/app.js
var app_app = __webpack_require__(8705);
// EXTERNAL MODULE: ./lib/src/text/json.js
var text_json = __webpack_require__(972);
;// CONCATENATED MODULE: ./lib/src/api/error-body.js
var _a;



const maxReportedProblems = 10_000;
const maxTextUnits = 100_000;
function reportsFailure(body) {
    const outer = (0,text_json/* toJsonObject */.NK)(body);
    if (outer === null)
        return false;
    const error = outer['error'] ?? false;
    if (error !== false || outer['ok'] === false)
        return true;
    const lists = takeLists(new Fields(outer), outerListNames);
    return lists.some((list) => list.entries.some((entry) => !isWarning(entry)));
}
function readWarnings(body) {
    const lists = [body, (0,text_json/* toJsonObject */.NK)(body)?.['data']].flatMap((holder) => {
        const fields = new Fields(holder);
        const named = fields.take(['warnings'], (value) => toLists(value, true)) ?? [];
        return [...named, ...takeLists(fields, outerListNames)];
    });
    const { problems, moreProblems } = readProblems(lists);
    return {
        problems: problems.map((problem) => ({ ...problem, severity: 'warning' })),
        moreProblems,
    };
}
function isWarning(entry) {
    return new Fields(entry).take(severityNames, toSeverity) === 'warning';
}
function hasDocumentedError(body) {
    const error = (0,text_json/* toJsonObject */.NK)((0,text_json/* toJsonObject */.NK)(body)?.['error']);
    const code = error?.['code'] ?? null;
    if (code === null)
        return typeof error?.['message'] === 'string';
    return typeof code === 'string';
}
function readErrorBody(body, sentTerms = '') {
    const outer = new Fields(body);
    const error = new Fields(outer.take(['error'], text_json/* toJsonObject */.NK));
    const lists = [...takeLists(outer, outerListNames), ...takeLists(error, errorListNames)];
    const serverCode = (0,text_json/* toNonEmptyText */.rS)(error.peek('code'));
    const message = error.take(['message'], toShortText) ??
        outer.take(['error', 'message', 'detail', 'title'], toShortText);
    if (message !== null)
        error.take(['code'], toShortText);
    let termsVersion = null;
    if (serverCode === 'terms_required')
        termsVersion = takeTermsVersion([error, outer], message, sentTerms);
    const { problems, moreProblems } = readProblems(lists);
    error.drop((name, value) => isInMessage(name, value, message));
    const rest = describeRest(body, error, outer);
    return {
        serverCode,
        message: (0,format/* joinTexts */.B5)([message, rest], ' ') || null,
        problems,
        moreProblems,
        termsVersion,
    };
}
function describeRest(body, error, outer) {
    if ((0,text_json/* isEmptyJson */.sX)(body))
        return '';
    if ((0,text_json/* toJsonObject */.NK)(body) === null)
        return toCompactText(body);
    error.drop((name, value) => isHttpStatus(name, value));
    outer.drop((name, value) => isHttpStatus(name, value) || isOfResponse(name, value));
    return (0,format/* joinTexts */.B5)([error.toText(), outer.toText()], ' ');
}
function isInMessage(name, value, message) {
    return name === 'field' && typeof value === 'string' && message?.includes(value) === true;
}
function isHttpStatus(name, value) {
    const isStatus = /^(code|status|status_?code)$/i.test(name);
    return isStatus && typeof value === 'number' && value >= 100 && value < 600;
}
function isOfResponse(name, value) {
    return /^(ok|success|path|timestamp)$/.test(name) && typeof value !== 'object';
}
const outerListNames = ['problems', 'errors'];
const errorListNames = ['problems', 'errors', 'details'];
function takeLists(fields, names) {
    return names.flatMap((name) => {
        return fields.take([name], (value) => toLists(value, name === 'problems')) ?? [];
    });
}
function toLists(value, isDocumentedName) {
    if (Array.isArray(value))
        return [toList(null, value)];
    const fields = (0,text_json/* toJsonObject */.NK)(value);
    const members = Object.entries(fields ?? {});
    const lists = [];
    for (const [field, list] of members) {
        if (Array.isArray(list))
            lists.push(toList(field, list));
    }
    if (fields !== null && lists.length === members.length)
        return lists;
    const isProblem = fields !== null || (0,text_json/* toNonEmptyText */.rS)(value) !== null;
    return isDocumentedName && isProblem ? [toList(null, [value])] : null;
}
function toList(field, entries) {
    return { field, entries: entries.filter((entry) => !(0,text_json/* isEmptyJson */.sX)(entry)) };
}
function readProblems(lists) {
    const problems = [];
    let count = 0;
    for (const { field, entries } of lists) {
        count += entries.length;
        for (const entry of entries.slice(0, maxReportedProblems - problems.length)) {
            problems.push(readProblem(entry, field));
        }
    }
    return { problems, moreProblems: count - problems.length };
}
const pathNames = ['path', 'file', 'filename', 'file.path', 'location.path', 'location.file'];
const lineNames = [
    'line',
    'line_number',
    'lineNumber',
    'startLine',
    'row',
    'file.line',
    'location.line',
    'start.line',
    'location.start.line',
];
const columnNames = [
    'column',
    'col',
    'column_number',
    'columnNumber',
    'startColumn',
    'file.column',
    'location.column',
    'start.column',
    'location.start.column',
];
const messageNames = ['message', 'problem', 'detail', 'reason'];
const fixNames = ['fix', 'hint', 'suggestion'];
const codeNames = ['code', 'rule'];
const severityNames = ['severity', 'level'];
function readProblem(entry, listedUnder) {
    const fields = new Fields(entry);
    const path = fields.take(pathNames, toShortText);
    const field = fields.take(['field'], toShortText);
    const pointer = fields.take(['source.pointer'], toPointerTarget);
    const subject = findSubject(path, [field, pointer, listedUnder]);
    let line = null;
    let column = null;
    if (!subject.isUnknown) {
        line = fields.take(lineNames, toNumber);
        column = fields.take(columnNames, toNumber);
    }
    const code = fields.take(codeNames, toShortText);
    const text = fields.take(messageNames, toShortText) ?? toShortText(entry);
    const fix = fields.take(fixNames, toShortText);
    const severity = fields.take(severityNames, toSeverity) ?? 'error';
    let { others } = subject;
    let message = (0,format/* joinTexts */.B5)([text, fields.toText()], ' ');
    if (message === '') {
        message = toCompactText(entry);
        others = others.filter((other) => other === listedUnder);
    }
    for (const other of others)
        message = `${other}: ${message}`;
    let problem = { path: subject.path, line, column, code, message, fix, severity };
    if (subject.field !== null)
        problem = { ...problem, field: subject.field };
    const placeInText = typeof entry === 'string' ? findPlaceInText(entry) : null;
    if (placeInText !== null)
        problem = { ...problem, placeInText };
    return problem;
}
function findSubject(path, names) {
    const known = [path, ...names].filter((name) => name !== null);
    const others = [];
    let file = path;
    let field = null;
    for (const name of new Set(known)) {
        if (field === null && (0,app_app/* isFieldName */.ac)(name)) {
            field = name;
            if (file === null || file === name)
                file = app_app/* appFields */.fj[name].file;
        }
        else if (file === null && /[./\\]/.test(name)) {
            file = name;
        }
        else if (name !== file && name !== field) {
            others.push(name);
        }
    }
    return { path: file, field, others, isUnknown: known.length === 0 };
}
function findPlaceInText(text) {
    const plain = /^[\w@./-]{1,200}\.\w{1,8}(?::\d{1,7}){0,2}(?=[:\s])/.exec(text);
    const placed = plain ?? /^.{1,200}?(?::\d{1,7}){1,2}(?=[:\s])/.exec(text);
    return placed?.[0] ?? null;
}
const termsNames = /(terms_?version|accept_?terms|required_?version)$/i;
function takeTermsVersion(holders, message, sentTerms) {
    const isAskedFor = (version) => version !== sentTerms && version !== 'accept_terms';
    for (const holder of holders) {
        for (const name of holder.listNames().filter((name) => termsNames.test(name))) {
            const version = holder.take([name], (value) => {
                const text = toTermsVersion(value);
                return text !== null && isAskedFor(text) ? text : null;
            });
            if (version !== null)
                return version;
        }
    }
    return listVersions(message ?? '').find(isAskedFor) ?? null;
}
function toTermsVersion(value) {
    return typeof value === 'string' && /^[^\p{C}]{1,100}$/u.test(value) ? value : null;
}
function listVersions(message) {
    const patterns = [
        /["'`\u201c\u2018\u00ab]([^"'`\u201d\u2019\u00bb\s]{1,100})["'`\u201d\u2019\u00bb]/g,
        /\bversion(?: is|:)? (v?\d{1,20}(?:[.-]\w{1,20}){0,9})(?![\w/-])/gi,
        /(?<![\w./-])(\d{4}-(?:\d\d(?:-\d\d)?|Q\d)|v?\d+(?:\.\d+)+|v\d+)(?![\w/-])/g,
    ];
    return patterns.flatMap((pattern) => {
        return Array.from(message.matchAll(pattern), ([, version = '']) => version);
    });
}
class Fields {
    #left;
    constructor(value) {
        this.#left = new Map(Object.entries((0,text_json/* toJsonObject */.NK)(value) ?? {}));
    }
    peek(name) {
        const [key = '', ...innerKeys] = name.split('.');
        const value = this.#left.get(key);
        return innerKeys.length === 0 ? value : new _a(value).peek(innerKeys.join('.'));
    }
    take(names, read) {
        for (const name of names) {
            const value = read(this.peek(name));
            if (value !== null) {
                this.#remove(name);
                return value;
            }
        }
        return null;
    }
    drop(isDropped) {
        for (const [name, value] of this.#left) {
            if (isDropped(name, value))
                this.#left.delete(name);
        }
    }
    listNames() {
        const details = Object.keys((0,text_json/* toJsonObject */.NK)(this.#left.get('details')) ?? {});
        return [...this.#left.keys(), ...details.map((name) => `details.${name}`)];
    }
    toText() {
        const filled = [...this.#left].filter(([, value]) => !(0,text_json/* isEmptyJson */.sX)(value));
        return filled.length === 0 ? '' : toCompactText(Object.fromEntries(filled));
    }
    #remove(name) {
        const [key = '', ...innerKeys] = name.split('.');
        if (innerKeys.length === 0) {
            this.#left.delete(key);
        }
        else {
            const inner = new _a(this.#left.get(key));
            inner.#remove(innerKeys.join('.'));
            if (inner.#left.size === 0)
                this.#left.delete(key);
            else
                this.#left.set(key, Object.fromEntries(inner.#left));
        }
    }
}
_a = Fields;
function toShortText(value) {
    return (0,text_json/* toNonEmptyText */.rS)(value)?.slice(0, maxTextUnits) ?? null;
}
function toNumber(value) {
    if (typeof value === 'number')
        return value;
    const isDigits = typeof value === 'string' && /^\d{1,9}$/.test(value);
    return isDigits ? Number(value) : null;
}
function toSeverity(value) {
    if (typeof value !== 'string')
        return null;
    switch (value.toLowerCase()) {
        case 'warning':
        case 'warn':
            return 'warning';
        case 'error':
            return 'error';
        default:
            return null;
    }
}
function toPointerTarget(value) {
    const pointer = toShortText(value);
    const last = pointer?.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
    return (0,app_app/* isFieldName */.ac)(last) || /[./]/.test(last) ? last : pointer;
}
function toCompactText(value) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.slice(0, maxTextUnits);
}

;// CONCATENATED MODULE: ./lib/src/api/policy.js



function isRead(operation) {
    return operation === 'read' || operation === 'list';
}
function classify(operation, response, isUsable) {
    if ('sent' in response)
        return classifyNetworkError(operation, response);
    if (response.status === 429)
        return { result: 'rate_limited', isFinal: false };
    if (isRead(operation))
        return { result: classifyRead(response, isUsable), isFinal: false };
    return { result: classifyChange(response), isFinal: isInconclusive(response) };
}
function classifyNetworkError(operation, error) {
    if (!error.sent)
        return { result: 'not_sent', isFinal: error.isFinal };
    return { result: 'lost', isFinal: error.isFinal && isRead(operation) };
}
function classifyRead(response, isUsable) {
    const { status, body } = response;
    if (status < 300)
        return body.kind === 'json' && isUsable(body.value) ? 'accepted' : 'lost';
    if (status < 400)
        return 'refused';
    if (body.kind === 'unreadable')
        return 'lost';
    return isRefusal(response) ? 'refused' : 'lost';
}
function classifyChange(response) {
    const { status, body } = response;
    if (isInconclusive(response))
        return 'lost';
    if (status === 202)
        return 'pending';
    if (status < 300)
        return body.kind === 'unreadable' ? 'lost' : 'accepted';
    return isRefusal(response) ? 'refused' : 'lost';
}
function isInconclusive(response) {
    const { status, body } = response;
    if (status >= 300)
        return status < 400;
    return body.kind === 'json' && reportsFailure(body.value);
}
const refusedStatuses = new Set([400, 401, 402, 403, 409, 413, 415, 422]);
function isRefusal(response) {
    const { status, body } = response;
    if (refusedStatuses.has(status))
        return true;
    if (status === 408 || status >= 500)
        return false;
    return body.kind === 'json' && hasDocumentedError(body.value);
}
const maxSends = 4;
const defaultRetryWindowMs = 60_000;
const maxRateLimitedAttempts = 12;
const rateLimitWaitMs = 20_000;
const backoffBaseMs = 1_000;
const maxBackoffMs = 20_000;
function decide(attempt) {
    switch (attempt.result) {
        case 'accepted':
        case 'pending':
        case 'refused':
            return stop();
        case 'lost':
            if (!isRead(attempt.operation))
                return stopToReadBack(attempt);
            return attempt.isFinal ? stop() : retryLater(attempt);
        case 'rate_limited':
        case 'not_sent':
            return attempt.isFinal ? stop() : retryLater(attempt);
    }
}
function stop(reason = null, next = null) {
    return { kind: 'stop', reason, next, resendAfterMs: null };
}
function stopToReadBack(attempt) {
    if (attempt.isFinal)
        return stop();
    const delayMs = getRetryAfter(attempt) ?? 0;
    const resendAfterMs = delayMs < attempt.timeLeftMs ? delayMs : null;
    return { kind: 'stop', reason: null, next: null, resendAfterMs };
}
function retryLater(attempt) {
    const { elapsedMs, timeLeftMs } = attempt;
    const askedMs = getRetryAfter(attempt);
    const delayMs = Math.round(chooseDelay(attempt, askedMs));
    if (isWindowOver(attempt, delayMs))
        return giveUp(attempt, (0,format/* formatDuration */.a3)(elapsedMs));
    const attempts = attempt.previousAttempts + 1;
    const maxAttempts = attempt.result === 'rate_limited' ? maxRateLimitedAttempts : null;
    if (maxAttempts !== null && attempts >= maxAttempts)
        return giveUp(attempt, `${attempts} attempts`);
    if (delayMs >= timeLeftMs)
        return refuseWait(delayMs);
    const asked = askedMs === null ? null : `asked to wait ${formatSeconds(askedMs)}`;
    const reason = (0,format/* joinTexts */.B5)([describeFailure(attempt), asked], ', ');
    return { kind: 'retry', delayMs, reason, maxAttempts };
}
function getRetryAfter(attempt) {
    const isDefined = attempt.result === 'rate_limited' || attempt.status === 503;
    return isDefined ? attempt.retryAfterMs : null;
}
function chooseDelay(attempt, askedMs) {
    const { result, previousAttempts, random } = attempt;
    const randomMs = random * Math.min(maxBackoffMs, backoffBaseMs * 2 ** previousAttempts);
    if (askedMs !== null)
        return askedMs + randomMs;
    if (result === 'rate_limited')
        return rateLimitWaitMs + randomMs;
    return Math.min(randomMs, getWindowLeft(attempt));
}
function getWindowLeft(attempt) {
    if (attempt.result === 'rate_limited')
        return Number.POSITIVE_INFINITY;
    return defaultRetryWindowMs - attempt.elapsedMs;
}
function isWindowOver(attempt, delayMs) {
    const { retryWindowMs, elapsedMs } = attempt;
    if (getWindowLeft(attempt) <= 0)
        return true;
    return retryWindowMs !== null && elapsedMs + delayMs >= retryWindowMs;
}
function giveUp(attempt, tried) {
    const reason = attempt.previousAttempts === 0 ? null : `gave up after ${tried}`;
    return stop(reason);
}
function refuseWait(waitMs) {
    const wait = formatSeconds(waitMs);
    const timeout = (0,frontend/* nameInput */.K3)('timeout-minutes');
    const next = `${(0,frontend/* nameRerun */.Mn)('Re-run')} in ${wait}, or set ${timeout} to a higher value.`;
    return stop(`a wait of ${wait} would exceed the time left (${timeout})`, next);
}
function describeFailure(attempt) {
    const { operation, result, status } = attempt;
    if (result === 'not_sent')
        return 'no connection';
    if (result === 'rate_limited')
        return isRead(operation) ? 'too many requests (429)' : 'too many changes (429)';
    if (status === null)
        return 'no usable response';
    return `returned ${status} without a usable response`;
}
function formatSeconds(milliseconds) {
    return (0,format/* formatDuration */.a3)(Math.ceil(milliseconds / 1000) * 1000);
}
function readRetryAfter(retryAfter, date, now) {
    if (retryAfter === null)
        return null;
    if (/^\d{1,9}$/.test(retryAfter))
        return Number(retryAfter) * 1000;
    const time = parseHttpDate(retryAfter);
    if (time === null)
        return null;
    const sentAt = parseHttpDate(date ?? '') ?? now;
    return Math.max(0, time - sentAt);
}
function parseHttpDate(text) {
    const time = Date.parse(text);
    const isExact = new Date(time).toUTCString().slice(4) === text.slice(4);
    return isExact && time > 0 ? time : null;
}

;// CONCATENATED MODULE: ./lib/src/api/api-error.js





function operationErrors() {
    const tooManyRequests = { message: 'Too many requests', next: (0,src_errors/* adviseLater */.Dd)() };
    const noApps = { message: 'The service knows no apps at this address', next: (0,src_errors/* adviseLater */.Dd)() };
    const fieldsTooLarge = {
        message: 'The request is too large for the service',
        next: 'Shorten index.html or instructions.md: this command sends only these fields, no assets.',
    };
    return {
        read: { too_many_changes: tooManyRequests },
        list: { too_many_changes: tooManyRequests, not_found: noApps },
        create: { too_large: fieldsTooLarge, not_found: noApps },
        update: { too_large: fieldsTooLarge },
        submit: {
            conflict: {
                message: 'The state of the app does not allow a submission',
                next: `${(0,src_errors/* getErrorWords */.O)('conflict').next} An app that is already in review does not need to be submitted.`,
            },
        },
        delete: {
            conflict: {
                message: 'The state of the app does not allow its deletion',
                next: (0,src_errors/* getErrorWords */.O)('conflict').next,
            },
        },
    };
}
function describeApiError(code, operation) {
    return operationErrors()[operation]?.[code] ?? (0,src_errors/* getErrorWords */.O)(code);
}
class ApiError extends src_errors/* ActionError */.lZ {
    name = 'ApiError';
    details;
    constructor(request, details, next = null) {
        const code = chooseCode(request.operation, details);
        const isRejected = rejectedStatuses.has(details.status) && !isRead(request.operation);
        super(describe(code, request, details), {
            code,
            next: next ?? advise(code, request, details),
            kind: isRejected ? 'rejected' : 'failed',
        });
        this.details = details;
    }
}
const rejectedStatuses = new Set([400, 409, 422]);
function isKeyRefused(error) {
    if (!(error instanceof ApiError))
        return false;
    const { status, isDocumented } = error.details;
    return isDocumented && (status === 401 || status === 403);
}
const otherNetworkErrors = new Set([
    'cancelled',
    'deadline',
    'dry_run',
    'response_too_large',
]);
function isServiceUnreachable(error) {
    if (error instanceof NetworkError)
        return !otherNetworkErrors.has(error.code);
    if (!(error instanceof ApiError))
        return false;
    return (error.code === 'not_the_service' || error.details.status === 408 || error.details.status >= 500);
}
const capStatuses = new Set([400, 402, 403, 409, 422]);
function mayBeCap(error) {
    return error instanceof ApiError && capStatuses.has(error.details.status);
}
function isErrorInSuccess(error) {
    return error instanceof ApiError && error.details.status < 300;
}
const codes = new Map([
    ['400', 'field_rejected'],
    ['400 terms_required', 'terms_required'],
    ['401', 'unauthorized'],
    ['403', 'forbidden'],
    ['404', 'not_found'],
    ['409', 'conflict'],
    ['409 not_approved', 'not_approved'],
    ['413', 'too_large'],
    ['422', 'folder_rejected'],
    ['429', 'too_many_changes'],
]);
function chooseCode(operation, details) {
    const { status, serverCode, isDocumented } = details;
    if (status < 300 || status >= 500)
        return 'service_error';
    if (status < 400)
        return 'redirected';
    if ([401, 403, 404].includes(status) && !isDocumented)
        return 'not_the_service';
    const code = codes.get(`${status} ${serverCode}`) ?? codes.get(`${status}`) ?? 'refused';
    return code === 'conflict' && operation === 'create' ? 'address_taken' : code;
}
function isUnexplained(code, operation, details) {
    const isOfContent = [400, 415, 422].includes(details.status) && code !== 'terms_required';
    return operation === 'deploy' && isOfContent && details.problems.length === 0;
}
function describe(code, request, details) {
    const { status, problems, moreProblems } = details;
    const words = details.message?.replace(/\.(?=$|;)/, '') ?? null;
    const quoted = words === null ? '' : `: ${words}`;
    if (status === 422 && problems.length > 0) {
        const count = (0,format/* formatCount */.B4)(problems.length + moreProblems, 'problem');
        return `The service found ${count} (HTTP ${status})${quoted}`;
    }
    let { message } = describeApiError(code, request.operation);
    if (status < 300)
        message = 'The service reported an error';
    if (isUnexplained(code, request.operation, details))
        message = 'The service refused the deploy';
    return `${message} (${request.method} ${request.path} returned ${status}${quoted})`;
}
function advise(code, request, details) {
    const { operation } = request;
    const { status, message, problems, termsVersion, retryAfterMs, isDocumented } = details;
    if (retryAfterMs !== null && retryAfterMs > 0) {
        return `${(0,frontend/* nameRerun */.Mn)('Re-run')} in ${(0,format/* formatDuration */.a3)(Math.ceil(retryAfterMs / 1000) * 1000)}.`;
    }
    if (termsVersion !== null) {
        return `${src_errors/* ownTerms */.om} Then ${(0,src_errors/* adviseTerms */.aS)(termsVersion)}.${adviseQuotes(request)}`;
    }
    if (code === 'terms_required')
        return `${describeApiError(code, operation).next}${adviseQuotes(request)}`;
    if (isUnexplained(code, operation, details)) {
        const otherwise = message === null ? "contact the service's support." : adviseToFix('fix');
        return `If no deploy to this service has worked yet, run npx miniapp-deploy doctor. Otherwise, ${otherwise}`;
    }
    if ((status === 400 || status === 422) && problems.length === 0) {
        if (message === null)
            return "The response does not explain what is wrong: contact the service's support.";
        if (status === 422)
            return adviseToFix('Fix');
    }
    if (code === 'not_the_service' && (status === 401 || status === 403)) {
        return `${describeApiError(code, operation).next} If both are right, check the API key.`;
    }
    if (code === 'refused' && isDocumented)
        return `See the service's message. ${(0,src_errors/* adviseLater */.Dd)()}`;
    return describeApiError(code, operation).next;
}
function adviseQuotes({ termsVersion = '' }) {
    if (!/^\d+(?:\.\d+)?$/.test(termsVersion))
        return '';
    const advice = (0,frontend/* perFrontend */.C2)("YAML reads a version such as 1.0 as a number unless it is quoted: terms-version: '1.0'.", '');
    return [` The version that was sent is ${termsVersion}.`, advice].filter(Boolean).join(' ');
}
function adviseToFix(fix) {
    return (0,src_errors/* adviseFix */.iM)(`${fix} what the service's message names`);
}

// EXTERNAL MODULE: ./lib/src/inputs/inputs.js
var inputs_inputs = __webpack_require__(6081);
// EXTERNAL MODULE: ./lib/src/report/words.js
var report_words = __webpack_require__(3512);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./lib/src/api/wire.js

const wrapperKeys = ['app', 'data'];
const maxPathUnits = 1_024;
function parseApp(body, slug, address) {
    const outer = (0,text_json/* toJsonObject */.NK)(body);
    const candidates = [...wrapperKeys.map((key) => (0,text_json/* toJsonObject */.NK)(outer?.[key])), outer];
    for (const candidate of candidates) {
        const isWanted = candidate !== null && candidate['slug'] === slug;
        if (isWanted && (0,text_json/* toNonEmptyText */.rS)(candidate['status']) !== null)
            return toApp(candidate, slug, address);
    }
    return null;
}
function parseAppList(body, address, link) {
    const entries = findEntries(body);
    if (entries === null)
        return null;
    const apps = [];
    for (const entry of entries) {
        const slug = (0,text_json/* toNonEmptyText */.rS)(entry['slug']);
        if (slug === null)
            return null;
        apps.push(toApp(entry, slug, address));
    }
    const hasMore = hasMoreEntries(body, apps.length) || nextLink.test(link ?? '');
    return { apps, hasMore };
}
function findEntries(body) {
    const values = Array.isArray(body) ? [body] : Object.values((0,text_json/* toJsonObject */.NK)(body) ?? {});
    const lists = values.filter(isListOfObjects);
    const filledLists = lists.filter((list) => list.length > 0);
    if (lists.length === 0 || filledLists.length > 1)
        return null;
    return filledLists[0] ?? [];
}
function isListOfObjects(value) {
    return Array.isArray(value) && value.every((entry) => (0,text_json/* toJsonObject */.NK)(entry) !== null);
}
const pageKeys = ['meta', 'pagination', 'paging', 'page', 'links'];
const nextNames = [
    'next',
    'next_page',
    'next_cursor',
    'next_page_token',
    'nextCursor',
    'nextPageToken',
    'has_more',
    'has_next',
    'hasMore',
    'hasNextPage',
];
const nextLink = /;\s*rel\s*=\s*(?:next\b|"[^"]{0,200}\bnext\b)/i;
function hasMoreEntries(body, count) {
    const outer = (0,text_json/* toJsonObject */.NK)(body);
    const holders = [outer, ...pageKeys.map((key) => (0,text_json/* toJsonObject */.NK)(outer?.[key]))];
    return holders.some((holder) => {
        const nexts = nextNames.map((name) => holder?.[name]);
        const hasNext = nexts.some((next) => !(0,text_json/* isEmptyJson */.sX)(next) && next !== false);
        const total = holder?.['total'];
        return hasNext || (typeof total === 'number' && total > count);
    });
}
function toApp(fields, slug, address) {
    const files = (0,text_json/* toJsonObject */.NK)(fields['files']);
    return {
        slug,
        url: toAbsoluteUrl(fields['url']),
        documentedUrl: `${address}/a/${slug}`,
        name: (0,text_json/* toText */.fE)(fields['name']),
        tagline: (0,text_json/* toText */.fE)(fields['tagline']),
        color: (0,text_json/* toText */.fE)(fields['color']),
        logo: (0,text_json/* toNonEmptyText */.rS)(fields['logo']),
        systemPrompt: (0,text_json/* toText */.fE)(fields['system_prompt']),
        status: (0,text_json/* toNonEmptyText */.rS)(fields['status']) ?? '',
        reviewNote: (0,text_json/* toNonEmptyText */.rS)(fields['review_note']),
        updatedAt: (0,text_json/* toNonEmptyText */.rS)(fields['updated_at']),
        submittedAt: (0,text_json/* toNonEmptyText */.rS)(fields['submitted_at']),
        publishedAt: (0,text_json/* toNonEmptyText */.rS)(fields['published_at']),
        html: (0,text_json/* toText */.fE)(fields['html']),
        files: files === null ? null : toFiles(files),
    };
}
function toAbsoluteUrl(value) {
    const url = (0,text_json/* toNonEmptyText */.rS)(value);
    return url !== null && /^https?:\/\//i.test(url) ? url : null;
}
function toFiles(files) {
    const contents = new Map();
    for (const [index, [path, value]] of Object.entries(files).entries()) {
        const isLong = path.length > maxPathUnits;
        const shownPath = isLong ? `file ${index + 1}, whose path has ${path.length} characters` : path;
        const isContent = typeof value === 'string' || value instanceof text_json/* LongString */.wk;
        contents.set(shownPath, isContent ? value : text_json/* unreadableText */.LF);
    }
    return contents;
}

;// CONCATENATED MODULE: ./lib/src/web/addresses.js
function scanStyle(css) {
    const token = /\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)|(?<![\w-])(?:url|(?:-webkit-)?image-set)\(\s*|@import\s*|["'()]/gi;
    const spans = [];
    const parentheses = [];
    let isImport = false;
    const findEnd = (stop, from) => {
        stop.lastIndex = from;
        let match = stop.exec(css);
        while (match?.[0].startsWith('\\'))
            match = stop.exec(css);
        return match?.index ?? css.length;
    };
    for (let match = token.exec(css); match !== null; match = token.exec(css)) {
        const [text] = match;
        const start = token.lastIndex;
        if (/^["']/.test(text)) {
            const end = findEnd(text === '"' ? /\\[\s\S]|["\n]/g : /\\[\s\S]|['\n]/g, start);
            const isAddress = isImport || parentheses.at(-1) === true;
            if (isAddress && css[end] === text)
                spans.push({ start, end });
            token.lastIndex = end + 1;
        }
        else if (/^url/i.test(text)) {
            const end = findEnd(/\\[\s\S]|[\s"'()]/g, start);
            const isClosed = /^\s*(?:\)|$)/.test(css.slice(end, end + 99));
            if (end > start && isClosed)
                spans.push({ start, end });
            token.lastIndex = end;
        }
        if (/^[(iu-]/i.test(text))
            parentheses.push(text !== '(');
        if (text === ')')
            parentheses.pop();
        isImport = text.startsWith('@');
    }
    return spans;
}
function scanSrcset(srcset) {
    const spans = [];
    const address = /[^\s,]\S*/g;
    for (let match = address.exec(srcset); match !== null; match = address.exec(srcset)) {
        let end = address.lastIndex;
        while (srcset[end - 1] === ',')
            end -= 1;
        spans.push({ start: match.index, end });
        if (end < address.lastIndex)
            continue;
        const comma = srcset.indexOf(',', end);
        if (comma < 0)
            break;
        address.lastIndex = comma;
    }
    return spans;
}
function unescapeCss(text) {
    return text.replace(/\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi, (_, hex, character = '') => {
        const code = Number.parseInt(hex ?? '', 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : character;
    });
}

;// CONCATENATED MODULE: ./lib/src/web/html.js



const maxAddressLength = 1000;
const urlAttributes = new Map([
    ['script', ['src']],
    ['link', ['href', 'imagesrcset']],
    ['img', ['src', 'srcset']],
    ['source', ['src', 'srcset']],
    ['video', ['src', 'poster']],
    ['audio', ['src']],
    ['track', ['src']],
    ['iframe', ['src', 'srcdoc']],
    ['embed', ['src']],
    ['object', ['data']],
    ['input', ['src']],
    ['image', ['href', 'xlink:href']],
    ['use', ['href', 'xlink:href']],
    ['feimage', ['href', 'xlink:href']],
    ['body', ['background']],
    ['table', ['background']],
    ['td', ['background']],
]);
const loadingLink = /\b(?:stylesheet|icon|manifest|preload|modulepreload|prefetch)\b/i;
function findPageReferences(html) {
    const tags = [...readTags(html)];
    const base = tags.map(findBase).find((each) => each !== null);
    if (base)
        return [toReference(base)];
    return tags.flatMap(listTagReferences);
}
function findStyleReferences(css) {
    return findInStyle({ text: css, offset: 0 });
}
function findBase(tag) {
    if (tag.name !== 'base')
        return null;
    const href = tag.attributes.get('href');
    const isFolder = href === undefined || /^(?:\.\/?)?$/.test(href.text.trim());
    return isFolder ? null : href;
}
function findTitleFault(html) {
    let headOffset = /^\s*<!doctype\b/i.test(html) ? 0 : null;
    let hasPicture = false;
    for (const tag of readTags(html)) {
        if (tag.name === 'title') {
            const isFilled = hasPicture || tag.text?.text.trim() !== '';
            return isFilled ? null : { kind: 'empty', offset: tag.offset };
        }
        if (tag.name === 'svg')
            hasPicture = true;
        if (tag.name === 'head')
            headOffset = tag.offset;
        if (tag.name === 'html')
            headOffset ??= tag.offset;
    }
    if (headOffset === null)
        return null;
    return { kind: 'missing', offset: headOffset };
}
function findTarget(written, file) {
    if (written.length > maxAddressLength)
        return null;
    const address = written.trim().replaceAll('\\', '/');
    const end = address.search(/[?#]|$/);
    const place = address.slice(0, end);
    if (place === '' || leadsElsewhere.test(place) || isAppAddress(place))
        return null;
    const decoded = decodeAddress(place);
    if (decoded === null)
        return null;
    const folder = external_node_path_.posix.dirname(file);
    if (!place.startsWith('/')) {
        const target = external_node_path_.posix.join(folder, decoded);
        const isFolder = /(?:^|\/)\.{0,2}$/.test(target);
        return isFolder ? null : { path: target, relative: null };
    }
    const way = external_node_path_.posix.relative(encodeURI(`/${folder}`), place);
    const slash = way === '' || place.endsWith('/') ? '/' : '';
    return {
        path: external_node_path_.posix.normalize(decoded).slice(1),
        relative: `${way || '.'}${slash}${address.slice(end)}`,
    };
}
const leadsElsewhere = /^\/\/|^[a-z][a-z\d+.-]*:|[{}<>]|&#|&\w+;/i;
function isAppAddress(place) {
    const names = place.split('/');
    if (names[0] !== '' || names[1] === 'assets')
        return false;
    return names.some((name, index) => name === 'a' && (0,inputs_inputs/* isSlug */.u5)(names[index + 1] ?? ''));
}
function decodeAddress(address) {
    try {
        return decodeURIComponent(address);
    }
    catch {
        return null;
    }
}
function readKeyword(tag, attribute) {
    return tag.attributes.get(attribute)?.text.trim().toLowerCase() ?? '';
}
function listTagReferences(tag) {
    const urls = listUrlAttributes(tag).flatMap((name) => {
        const value = tag.attributes.get(name);
        return value === undefined ? [] : findInAttribute(name, value);
    });
    const style = tag.attributes.get('style');
    const styles = style === undefined ? [] : findInStyleAttribute(style);
    if (tag.name !== 'style' || tag.text === undefined)
        return [...urls, ...styles];
    return [...urls, ...styles, ...findInStyle(tag.text)];
}
function listUrlAttributes(tag) {
    const kinds = tag.attributes.get('rel')?.text ?? '';
    if (tag.name === 'link' && !loadingLink.test(kinds))
        return [];
    return urlAttributes.get(tag.name) ?? [];
}
function findInAttribute(name, value) {
    if (name === 'srcdoc')
        return findInPage(value);
    if (!name.endsWith('srcset'))
        return [toReference(value)];
    return cutPieces(value, scanSrcset(value.text)).map(toReference);
}
function findInPage(page) {
    const tags = [...readTags(decodeKeepingLength(page.text))];
    const references = tags.filter((tag) => !tag.attributes.has('srcdoc')).flatMap(listTagReferences);
    return references.map((each) => ({ ...each, offset: page.offset + each.offset }));
}
function findInStyle(css) {
    return cutPieces(css, scanStyle(css.text)).map((piece) => {
        return { ...piece, address: unescapeCss(piece.text) };
    });
}
function findInStyleAttribute(style) {
    const spans = scanStyle(decodeKeepingLength(style.text));
    return cutPieces(style, spans).map((piece) => {
        return { ...piece, address: unescapeCss(decodeEntities(piece.text)) };
    });
}
function cutPieces(whole, spans) {
    return spans.map((span) => {
        return { text: whole.text.slice(span.start, span.end), offset: whole.offset + span.start };
    });
}
function toReference(piece) {
    return { ...piece, address: decodeEntities(piece.text) };
}
const entities = {
    amp: '&',
    quot: '"',
    apos: "'",
    lt: '<',
    gt: '>',
};
function decodeEntities(text) {
    return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,9}));/gi, (whole, decimal, hex, name) => {
        if (name !== undefined)
            return entities[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}
function decodeKeepingLength(text) {
    return text.replace(/(^|[=(,\s])?(&(?:quot|apos|lt|gt|#0*(?:34|39|60|62)|#x0*(?:22|27|3c|3e));)/gi, (_, before = '', entity) => {
        const character = decodeEntities(entity);
        const blanks = ' '.repeat(entity.length - 1);
        const isOpening = character === '<' || before !== '';
        return isOpening ? before + blanks + character : character + blanks;
    });
}
function* readTags(html) {
    const opening = /<!--|<[!?]|<([a-z][^\s/>]*)/gi;
    for (let match = opening.exec(html); match !== null; match = opening.exec(html)) {
        const name = match[1]?.toLowerCase();
        if (name === undefined) {
            const end = findCommentEnd(html, match[0], opening.lastIndex);
            if (end === null)
                return;
            opening.lastIndex = end;
            continue;
        }
        const nameEnd = opening.lastIndex;
        const rest = readAttributes(html, nameEnd);
        if (rest === null)
            return;
        opening.lastIndex = rest.end;
        const text = holdsText.test(name) ? readContent(html, name, rest.end) : undefined;
        const { attributes, end } = rest;
        yield { name, attributes, offset: match.index, nameEnd, end, text };
        opening.lastIndex = rest.end + (text?.text.length ?? 0);
    }
}
function findCommentEnd(html, start, from) {
    const end = start === '<!--' ? /(?<=<!--)-?>|--!?>/g : />/g;
    end.lastIndex = from;
    return end.exec(html) === null ? null : end.lastIndex;
}
const holdsText = /^(?:script|style|textarea|title)$/;
function readContent(html, name, start) {
    const closing = new RegExp(`</${name}\\b`, 'gi');
    closing.lastIndex = start;
    return { text: html.slice(start, closing.exec(html)?.index), offset: start };
}
function readAttributes(html, start) {
    const attributes = new Map();
    const part = /[\s/]*(?:(>)|([^\s/>][^\s/>=]*)(?:\s*=\s*(?:(["'])|([^\s>"'][^\s>]*)))?)/y;
    part.lastIndex = start;
    for (let match = part.exec(html); match !== null; match = part.exec(html)) {
        const [, closing, name = '', quote, bare = ''] = match;
        if (closing !== undefined)
            return { attributes, end: part.lastIndex };
        const offset = part.lastIndex - bare.length;
        const end = quote === undefined ? part.lastIndex : html.indexOf(quote, offset);
        if (end < 0)
            return null;
        const key = name.toLowerCase();
        if (!attributes.has(key))
            attributes.set(key, { text: html.slice(offset, end), offset });
        part.lastIndex = quote === undefined ? end : end + 1;
    }
    return null;
}

// EXTERNAL MODULE: ./lib/src/text/escape.js
var text_escape = __webpack_require__(3589);
;// CONCATENATED MODULE: ./lib/src/folder/check-words.js




const saveAsUtf8Advice = 'Save it as UTF-8.';
const useTextAdvice = 'Write it as text in double quotes.';
const removeNullAdvice = 'Remove it, or give it a value.';
const setBaseAdvice = "set the base address of the build to ./ (in Vite base: './')";
const namePictureAdvice = 'Name a picture in the folder, such as assets/logo.svg';
const checkWords = () => ({
    secret_in_folder: makeError('\u2026 contains the value of \u2026. Nothing was sent.', `Remove it, or exclude the file with ${(0,frontend/* nameInputInText */.Od)('exclude')}. If it was ever published, revoke it.`),
    credential_likely: makeWarning('\u2026 seems to contain \u2026.', `Exclude the file with ${(0,frontend/* nameInputInText */.Od)('exclude')}, or remove it. If it was ever published, revoke it.`),
    secret_in_file: makeWarning('\u2026 contains what looks like \u2026. Anyone who opens the app can read it.', 'Remove it, and revoke it if it was ever published. Make the calls that need it from a server of your own.'),
    no_app: makeError('The folder has neither service.json nor index.html.', `Check ${(0,frontend/* nameInputInText */.Od)('folder')}, and that ${(0,frontend/* perFrontend */.C2)('a step before this one builds the app', 'the app has been built')}.`),
    not_built: makeError('\u2026 is the source of a web project, and not a page that a browser can open: it has \u2026.', (0,frontend/* perFrontend */.C2)('Build the project in a step before this one, and name the folder that the build writes. On your own computer, use npx miniapp-deploy: init writes such a workflow, and arrange makes an app folder of a build.', 'Build the project, and name the folder that the build writes. miniapp-deploy init sets that up, and miniapp-deploy arrange makes an app folder of a build.')),
    service_json_missing: makeWarning('The folder has no service.json.', `Add a service.json with ${(0,format/* joinWords */.yZ)(app_app/* serviceKeys */.Wy)}. If a build writes the folder, put it with the files that the build copies unchanged, such as those in public/.`),
    page_missing: makeWarning('The folder has no index.html.', `Add index.html, or check ${(0,frontend/* nameInputInText */.Od)('folder')}.`),
    instructions_missing: makeWarning('instructions.md is not among the included files.', 'Include it, or delete it: an app does not need an instructions.md.'),
    name_case: makeWarning('File names are case-sensitive: \u2026 is not recognized as \u2026.', 'Rename the file.'),
    name_similar: makeWarning('\u2026 is not recognized as \u2026.', 'Rename the file.'),
    service_json_not_utf8: makeError('service.json is not UTF-8, so it is not valid JSON.', saveAsUtf8Advice),
    page_utf16: makeError('index.html is UTF-16, so the service would not read it as a page.', saveAsUtf8Advice),
    page_not_utf8: makeWarning('index.html is not UTF-8, so it is sent as binary data and not as text.', saveAsUtf8Advice),
    instructions_not_utf8: makeWarning('instructions.md is not UTF-8, so it is sent as binary data and not as text.', saveAsUtf8Advice),
    page_empty: makeWarning('index.html is empty.', 'Add content to index.html.'),
    instructions_empty: makeWarning('instructions.md is empty.', 'Add content to instructions.md.'),
    page_title_missing: makeWarning('index.html has no title.', 'Put <title>\u2026</title> with the name of the app into the head of the page.'),
    page_title_empty: makeWarning('The title of index.html is empty.', 'Put the name of the app into <title>.'),
    lfs_pointer: makeError('\u2026 is a pointer of Git LFS in place of the file itself.', (0,frontend/* perFrontend */.C2)('Set lfs: true in the step actions/checkout, so that the file itself is checked out.', 'Run git lfs pull, so that the file itself is there.')),
    link_as_text: makeError('\u2026 is a link to \u2026 that was checked out as a text.', 'Put the file itself in its place, or check it out on a system with links (on Windows: git config core.symlinks true).'),
    file_empty: makeWarning('\u2026 is empty, so browsers show nothing.', 'Add its content, or remove it.'),
    file_content: makeWarning('\u2026 is \u2026 and not what its name says, so browsers cannot use it.', 'Download it again: a server that does not have a file often answers with a page.'),
    file_not_checked: makeWarning('\u2026 is larger than 8 MiB and was not checked. The commands create and update do not send it.', 'Move data out of it into files in assets/.'),
    byte_order_mark: makeWarning('service.json begins with a byte-order mark, which strict JSON parsers reject.', 'Save it as UTF-8 without a byte-order mark.'),
    json_syntax: makeError('service.json is not valid JSON: \u2026.', 'Fix the syntax at this position. An editor with JSON support marks it too.'),
    json_not_object: makeError('service.json is not a JSON object.', 'Put the fields between { and }.'),
    json_depth: makeError('service.json is nested deeper than \u2026 levels.', 'Reduce the nesting, or move data into a file in assets/.'),
    duplicate_key: makeError('service.json has the key \u2026 twice.', 'Keep one of the two: some JSON parsers use the first, others the last.'),
    unknown_key: makeWarning('service.json has the key \u2026, which the service document does not mention.', 'Remove it, unless the service asks for it.'),
    name_missing: makeWarning('service.json has no name.', 'Add "name" with the name that people see.'),
    name_empty: makeError('name in service.json is empty.', 'Give the app a name.'),
    name_type: makeError('name in service.json is not a string.', useTextAdvice),
    tagline_type: makeError('tagline in service.json is not a string.', useTextAdvice),
    tagline_null: makeWarning('tagline in service.json is null.', removeNullAdvice),
    color_type: makeError('color in service.json is not a string.', useTextAdvice),
    color_null: makeWarning('color in service.json is null.', removeNullAdvice),
    color_format: makeError('color in service.json is \u2026, which is not # and six hex digits.', 'Write it like "#1b6ca8".'),
    logo_null: makeWarning('logo in service.json is null.', removeNullAdvice),
    logo_empty: makeWarning('logo in service.json is empty.', `${namePictureAdvice}, or remove logo.`),
    logo_missing: makeError('logo in service.json is \u2026, which is not among the included files.', 'Add the picture to assets/.'),
    logo_type: makeError('logo in service.json is not \u2026.', `${namePictureAdvice}.`),
    logo_path: makeWarning('logo in service.json is \u2026, but paths in the folder are written without ./ or / in front.', 'Remove the ./ or / in front.'),
    reference_absolute: makeWarning('\u2026 refers to \u2026, which is outside the app: an address that begins with / starts at the root of the host.', `Remove the / in front, so that the address is relative to the file. If a build writes it, ${setBaseAdvice}.`),
    reference_missing: makeWarning('\u2026 refers to \u2026, which is not among the included files.', 'Add the file, or correct the reference.'),
    reference_local: makeWarning('\u2026 refers to \u2026, which only your own computer has.', 'Put the file into assets/, and write its path relative to the file that refers to it.'),
    reference_insecure: makeWarning('\u2026 loads \u2026 over http, which browsers block or change to https on an https page.', 'Load it over https, or put the file into assets/.'),
    name_unaddressable: makeWarning('\u2026 has \u2026 in its name, which an address writes as \u2026.', 'Rename the file, or write the address with this escape.'),
    page_charset: makeWarning('index.html declares the charset \u2026, but it is sent as UTF-8.', 'Write <meta charset="utf-8">.'),
    junk_files: makeWarning('The folder contains \u2026, such as \u2026, that systems and editors leave behind.', `Delete these files, or exclude them with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`),
    submodule_missing: makeWarning('\u2026 is a submodule that is not checked out, so its files are missing.', (0,frontend/* perFrontend */.C2)('Set submodules: true in the step actions/checkout.', 'Run git submodule update --init.')),
    path_too_long: makeError('\u2026 has a path of \u2026 characters, and no command could read it back: at most \u2026 are possible.', 'Shorten the names, or move the file up.'),
    path_router: makeWarning('The app uses \u2026, whose router shows its own 404 page or nothing at /a/<slug>/.', 'Use a hash router (addresses with #), or build with the base address /a/<slug>/.'),
    script_insecure: makeWarning('index.html loads a script over http, which browsers block on an https page.', 'Load it over https, or put the script into assets/.'),
    app_too_large: makeError('The included files take up \u2026, which is more than the \u2026 that an app can have. The largest: \u2026.', 'Make them smaller, or exclude those that the page does not use.'),
    folder_size: makeError('The included files take up \u2026, which is more than \u2026 (\u2026). The largest: \u2026.', 'Make them smaller, or exclude those that the page does not use.'),
    picture_large: makeWarning('\u2026 is \u2026, which takes long to load.', 'Make the picture smaller, or use another format.'),
    picture_heic: makeWarning('index.html shows \u2026, and most browsers cannot display HEIC.', 'Convert it to JPEG, PNG or WebP, and update the references to it.'),
    source_maps: makeWarning("The folder contains \u2026, such as \u2026. Anyone can read the app's source code in source maps.", `Exclude them with ${(0,frontend/* nameInputInText */.Od)('exclude')}, or turn source maps off in the build.`),
    outside_assets: makeWarning('\u2026 is outside assets/. The service document mentions only service.json, index.html, instructions.md and assets/.', `Move it into assets/ and update the references to it, or exclude it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`),
    path_twins: makeWarning('\u2026 and \u2026 differ only in \u2026.', 'Rename one of them: on a system that treats such names as equal, one file replaces the other.'),
    more_warnings: makeWarning('Not listed: \u2026.', 'Fix the listed ones first.'),
});
function makeError(message, fix) {
    return { severity: 'error', message, fix };
}
function makeWarning(message, fix) {
    return { severity: 'warning', message, fix };
}
function toProblem(code, parts, details = {}) {
    const words = checkWords()[code];
    let message = '';
    for (const [index, text] of words.message.split('\u2026').entries()) {
        if (index > 0)
            message += parts[index - 1] ?? '';
        message += text;
    }
    const { path = null, line = null, column = null, severity = words.severity } = details;
    return { path, line, column, code, message, fix: details.fix ?? words.fix, severity };
}
const missingFiles = {
    service_json_missing: 'service.json',
    page_missing: 'index.html',
};
function isSameFault(found, reported) {
    const path = found.path ?? missingFiles[found.code ?? ''] ?? null;
    if (path === null || path !== reported.path)
        return false;
    return found.line === reported.line && found.column === reported.column;
}
function mergeEqual(problems) {
    const groups = Map.groupBy(problems, ({ path, line, code, message, fix }) => {
        return JSON.stringify([path, code, message, fix, line === null]);
    });
    return Array.from(groups.values(), (equal) => {
        const [first, ...others] = equal;
        if (first === undefined || others.length === 0)
            return equal;
        const lines = new Set(equal.flatMap(({ line }) => line ?? []));
        if (lines.size < 2)
            return [first];
        const named = (0,format/* joinWords */.yZ)([...lines].map(String));
        return [{ ...first, message: `${first.message.replace(/\.$/, '')} (lines ${named}).` }];
    }).flat();
}
const maxWarnings = 20;
function limitWarnings(items, noun, kind, warn) {
    const listed = items.slice(0, maxWarnings).map(warn);
    const more = items.length - listed.length;
    if (more === 0)
        return listed;
    const counted = `${(0,format/* formatCount */.B4)(more, `more ${noun}`)} ${kind}`;
    return [...listed, toProblem('more_warnings', [counted])];
}
const exclusionAdvice = {
    pattern: () => `change ${(0,frontend/* nameInputInText */.Od)('exclude')}`,
    not_included: () => `change ${(0,frontend/* nameInputInText */.Od)('include')}`,
    not_a_file: () => 'put a file in its place, as cp -rL does for links',
    hidden: () => 'rename it',
    credential: () => 'rename it',
    node_modules: () => 'rename it',
};
function adviseExcluded(path, { excluded }) {
    const entry = excluded.find((each) => {
        return each.path === path || (each.path.endsWith('/') && path.startsWith(each.path));
    });
    if (entry === undefined)
        return null;
    const advice = exclusionAdvice[entry.kind]();
    return `${entry.path} is excluded (${entry.reason}): ${advice}.`;
}
function adviseMissing(path, contents, write = text_escape/* toAsciiJson */.vx) {
    const advice = adviseExcluded(path, contents);
    if (advice !== null)
        return advice;
    const twin = contents.files.find((file) => toTwin(file.path) === toTwin(path));
    if (twin === undefined)
        return null;
    if (twin.path.normalize('NFC') !== path.normalize('NFC'))
        return `File names are case-sensitive: the file is ${twin.path}.`;
    return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${write(twin.path)}.`;
}
function toTwin(path) {
    return path.normalize('NFC').toLowerCase().normalize('NFC');
}

;// CONCATENATED MODULE: ./lib/src/folder/check-bytes.js


const binaryExtensions = new Set('png jpg jpeg gif webp avif bmp ico cur woff woff2 ttf otf eot wasm mp3 m4a ogg oga wav flac mp4 m4v webm mov pdf zip'.split(' '));
const codeExtensions = new Set('js mjs cjs css json webmanifest map'.split(' '));
const lfsStart = 'version https://git-lfs.github.com/spec/v1\n';
const maxPointerBytes = 1024;
function checkBytes(files) {
    const found = files.flatMap((file) => {
        const problem = checkFile(file);
        return problem === null ? [] : [problem];
    });
    const warnings = found.filter(({ severity }) => severity === 'warning');
    return [
        ...found.filter(({ severity }) => severity === 'error'),
        ...limitWarnings(warnings, 'file', 'with other content', (problem) => problem),
    ];
}
function checkFile(file) {
    const { path, bytes } = file;
    if (isLfsPointer(bytes))
        return toProblem('lfs_pointer', [path], { path });
    const target = readLinkTarget(file);
    if (target !== null)
        return toProblem('link_as_text', [path, target], { path });
    const extension = external_node_path_.posix.extname(path).slice(1).toLowerCase();
    const isBinary = binaryExtensions.has(extension);
    if (bytes.length === 0 && (isBinary || extension === 'svg'))
        return toProblem('file_empty', [path], { path });
    if (isPage(bytes) && (isBinary || extension === 'svg' || codeExtensions.has(extension)))
        return toProblem('file_content', [path, 'an HTML page'], { path });
    if (isBinary && isPlainText(bytes))
        return toProblem('file_content', [path, 'a text'], { path });
    return null;
}
function isLfsPointer(bytes) {
    if (bytes.length > maxPointerBytes)
        return false;
    const text = bytes.toString('latin1').replaceAll('\r\n', '\n');
    return text.startsWith(lfsStart) && text.includes('\noid sha256:');
}
function readLinkTarget({ path, bytes }) {
    if (bytes.length === 0 || bytes.length > maxPointerBytes)
        return null;
    const target = bytes.toString();
    if (!/^(?:\.\.?\/)+[^\s<>"'\x60{}()=;,:*?|]+$/.test(target))
        return null;
    return external_node_path_.posix.extname(target) === external_node_path_.posix.extname(path) ? target : null;
}
function isPage(bytes) {
    return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)\b/i.test(bytes.toString('latin1', 0, 256));
}
function isPlainText(bytes) {
    const start = bytes.subarray(0, 512);
    return start.length > 0 && start.every((byte) => (byte >= 0x20 && byte < 0x7f) || isSpace(byte));
}
function isSpace(byte) {
    return byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./lib/src/folder/text.js

const maxCheckedBytes = 8 * 1024 * 1024;
function readText(file) {
    if (file === undefined)
        return { kind: 'missing', text: null };
    if (file.bytes.length > maxCheckedBytes)
        return { kind: 'too-large', text: null };
    const { text } = file;
    if (text === null) {
        const mark = file.bytes.toString('hex', 0, 2);
        const isUtf16 = mark === 'fffe' || mark === 'feff';
        return { kind: isUtf16 ? 'utf16' : 'not-utf8', text: null };
    }
    if (text.slice(0, 2).includes('\0'))
        return { kind: 'utf16', text: null };
    return { kind: 'text', text };
}
function locateOffset(text, offset) {
    const before = text.slice(0, offset).replace(/^\ufeff/, '');
    const lines = before.split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
function locateByte(file, offset) {
    if (offset > maxCheckedBytes || !(0,external_node_buffer_.isUtf8)(file.bytes))
        return null;
    const before = file.bytes.toString('utf8', 0, offset);
    return locateOffset(before, before.length);
}
function toTextLines(text) {
    const lines = text.split(/\r?\n/);
    return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

;// CONCATENATED MODULE: ./lib/src/folder/check-elsewhere.js





const maxStyles = 100;
function checkElsewhere(page, contents) {
    const tags = [...readTags(page)];
    const addresses = [
        ...tags.flatMap(listLoaded).map((piece) => ({ path: app_app/* pagePath */.HX, text: page, piece })),
        ...listStyleAddresses(contents),
    ];
    const links = tags.flatMap(listLinks).map((piece) => ({ path: app_app/* pagePath */.HX, text: page, piece }));
    const local = [
        ...addresses.filter(({ piece }) => isLocal(piece.text)),
        ...links.filter(({ piece }) => isOnDisk(piece.text)),
    ];
    const insecure = addresses.filter(({ piece }) => isInsecure(piece.text));
    return [
        ...limitWarnings(local, 'address', 'on one computer', (each) => toProblem('reference_local', [each.path, each.piece.text.trim()], locate(each))),
        ...limitWarnings(listLocalCalls(page, tags, contents), 'address', 'on one computer', (each) => {
            const fix = 'Call a server that all who open the app can reach, over https.';
            const parts = [each.path, each.piece.text.trim()];
            return toProblem('reference_local', parts, { ...locate(each), fix });
        }),
        ...limitWarnings(insecure, 'address', 'over http', (each) => toProblem('reference_insecure', [each.path, each.piece.text.trim()], locate(each))),
        ...checkCharset(page, tags),
        ...checkJunk(contents.files),
    ];
}
function listLoaded(tag) {
    const base = findBase(tag);
    const pieces = base === null ? listTagReferences(tag) : [base];
    return tag.name === 'script' ? pieces.filter(({ text }) => isLocal(text)) : pieces;
}
function listLinks({ name, attributes }) {
    const attribute = { a: 'href', area: 'href', form: 'action' }[name];
    const piece = attribute === undefined ? undefined : attributes.get(attribute);
    return piece === undefined ? [] : [piece];
}
function listStyleAddresses({ files }) {
    const styles = files.filter(({ type }) => type === 'text/css').slice(0, maxStyles);
    return styles.flatMap((style) => {
        const text = readText(style).text ?? '';
        return findStyleReferences(text).map((piece) => ({ path: style.path, text, piece }));
    });
}
const call = /(?:\bfetch|\bnew (?:WebSocket|EventSource))\(\s?["'`](?<address>(?:http|ws)s?:[^"'`\s]{1,200})/dg;
function listLocalCalls(page, tags, { files }) {
    const inPage = tags.flatMap(({ name, text }) => (name === 'script' && text ? [text] : []));
    const scripts = files.filter(({ type, bytes }) => {
        return type === 'text/javascript' && localStarts.some((start) => bytes.includes(start));
    });
    return [
        ...inPage
            .flatMap((code) => findCalls(code))
            .map((piece) => ({ path: app_app/* pagePath */.HX, text: page, piece })),
        ...scripts.flatMap((script) => {
            const text = readText(script).text ?? '';
            return findCalls({ text, offset: 0 }).map((piece) => ({ path: script.path, text, piece }));
        }),
    ];
}
function findCalls(code) {
    const found = Array.from(code.text.matchAll(call), ({ groups, indices }) => {
        const [start = 0] = indices?.groups?.['address'] ?? [];
        return { text: groups?.['address'] ?? '', offset: code.offset + start };
    });
    return found.filter(({ text }) => isLocal(text));
}
function isOnDisk(address) {
    return /^\s*(?:file:|[a-z]:[\\/])/i.test(address);
}
const localStarts = ['//localhost', '//127.', '//0.0.0.0', '//[::1]'];
function isLocal(address) {
    if (isOnDisk(address))
        return true;
    return /^\s*(?:(?:http|ws)s?:)?\/\/(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?:[:/?#]|\s*$)/i.test(address);
}
function isInsecure(address) {
    return /^\s*http:\/\//i.test(address) && !isLocal(address);
}
function locate({ path, text, piece }) {
    const { line, column } = locateOffset(text, piece.offset);
    return { path, line, column };
}
function checkCharset(page, tags) {
    for (const tag of tags.filter(({ name }) => name === 'meta')) {
        const charset = readCharset(tag);
        if (charset === null)
            continue;
        if (/^utf-?8$/.test(charset))
            return [];
        const { line, column } = locateOffset(page, tag.offset);
        return [toProblem('page_charset', [charset], { path: app_app/* pagePath */.HX, line, column })];
    }
    return [];
}
function readCharset(meta) {
    const charset = readKeyword(meta, 'charset');
    if (charset !== '')
        return charset;
    if (readKeyword(meta, 'http-equiv') !== 'content-type')
        return null;
    return /charset\s*=\s*["']?([^\s"';]+)/.exec(readKeyword(meta, 'content'))?.[1] ?? null;
}
const junkName = /^(?:thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r|npm-debug\.log.*|yarn-error\.log|~\$.*|#.*#|.*~|.*\.(?:orig|rej|bak|swp|swo|tmp))$/i;
const junkFolder = /(?:^|\/)(?:__MACOSX|__pycache__)\//;
function isJunk(path) {
    return junkName.test(path.slice(path.lastIndexOf('/') + 1)) || junkFolder.test(path);
}
function checkJunk(files) {
    const junk = files.filter(({ path }) => isJunk(path));
    const [first] = junk;
    if (first === undefined)
        return [];
    const count = (0,format/* formatCount */.B4)(junk.length, 'file');
    return [toProblem('junk_files', [count, first.path], { path: first.path })];
}

;// CONCATENATED MODULE: ./lib/src/web/routers.js

const appBasename = /"basename":"(?:\/[^/"]+)*?\/a\/[a-z0-9-]{3,32}\/?"/;
const vueRouter = {
    signs: [/\bback:[\w$]+,current:[\w$]+,forward:[\w$]+,replaced:[\w$]+,position:/],
    otherHistory: [/\.includes\(["'`]#["'`]\)\|\|/],
};
const rows = [
    {
        name: 'Nuxt',
        packages: [],
        hash: '',
        base: '`app.baseURL` to `/a/<slug>/`',
        page: /\bid="__nuxt"/,
        ...vueRouter,
    },
    {
        name: 'Slidev',
        packages: [],
        hash: '`slidev build --base ./ --router-mode hash`',
        base: '',
        page: /\bproperty="slidev:version"/,
        ...vueRouter,
    },
    {
        name: 'Vue CLI',
        packages: [],
        hash: '`createWebHashHistory()`',
        base: '`publicPath` to `/a/<slug>/` and call `createWebHistory("/a/<slug>/")`',
        page: /\bWe're sorry but [^<]{1,200} doesn't work properly without JavaScript enabled/,
        ...vueRouter,
    },
    {
        name: 'SvelteKit without prerendering',
        packages: [],
        hash: "`router: { type: 'hash' }`",
        base: '`paths.base` to `/a/<slug>`',
        page: /\b__sveltekit_\w+\s?=/,
        signs: [/\b__sveltekit_\w+\s?=\s?\{\s*base:\s?""/],
        otherHistory: [],
    },
    {
        name: 'React Router in framework mode',
        packages: ['@react-router/dev'],
        hash: '',
        base: '`basename` in react-router.config and `base` in vite.config, both to `/a/<slug>/`',
        page: null,
        signs: [/window\.__(?:reactRouter|remix)Context\s?=/],
        otherHistory: [appBasename],
    },
    {
        name: 'React Router',
        packages: ['react-router-dom', 'react-router'],
        hash: '`HashRouter` or `createHashRouter`',
        base: '`base` of the build to `/a/<slug>/` and `basename` to `import.meta.env.BASE_URL`',
        page: null,
        signs: ['__reactRouterVersion', 'You cannot render a <Router> inside another <Router>'],
        otherHistory: [
            'relative pathnames are not supported in hash history',
            'relative pathnames are not supported in memory history',
            appBasename,
        ],
    },
    {
        name: 'TanStack Router',
        packages: ['@tanstack/react-router'],
        hash: '`createHashHistory()`',
        base: '`base` of the build to `/a/<slug>/` and `basepath` to `import.meta.env.BASE_URL`',
        page: null,
        signs: ['__TSR_index', /\$_TSR\b/],
        otherHistory: [/location\.pathname\}\$\{[\w$.]{1,40}\.search\}#\$\{/, /\binitialEntries:\[/],
    },
    {
        name: 'Docusaurus',
        packages: [],
        hash: "`future.experimental_router: 'hash'`",
        base: '`baseUrl` to `/a/<slug>/`',
        page: null,
        signs: [],
        otherHistory: [/router:["'`]hash["'`]/],
    },
    {
        name: 'VitePress',
        packages: [],
        hash: '',
        base: '`base` to `/a/<slug>/`',
        page: null,
        signs: [],
        otherHistory: [],
    },
    {
        name: 'VuePress',
        packages: [],
        hash: '',
        base: '`base` to `/a/<slug>/`',
        page: null,
        signs: [],
        otherHistory: [],
    },
    {
        name: 'Gatsby',
        packages: [],
        hash: '',
        base: '`pathPrefix` to `/a/<slug>`, and build with `--prefix-paths`',
        page: null,
        signs: [],
        otherHistory: [],
    },
    {
        name: 'Qwik City',
        packages: [],
        hash: '',
        base: '`base` in vite.config and `basePathname` of the adapter, both to `/a/<slug>/`',
        page: null,
        signs: [/\bq:route="/],
        otherHistory: [],
    },
    {
        name: 'Solid Router',
        packages: ['@solidjs/router'],
        hash: '`HashRouter`',
        base: '`base` of the build to `/a/<slug>/` and `base` of `Router` to `import.meta.env.BASE_URL`',
        page: null,
        signs: ["<A> and 'use' router primitives can be only used inside a Route"],
        otherHistory: ['^.*?#/', /\bMemoryRouter\b/],
    },
    {
        name: 'Vue Router',
        packages: ['vue-router'],
        hash: '`createWebHashHistory()`',
        base: '`base` of the build to `/a/<slug>/` and call `createWebHistory(import.meta.env.BASE_URL)`',
        page: null,
        ...vueRouter,
    },
    {
        name: 'wouter',
        packages: ['wouter', 'wouter-preact'],
        hash: '`useHashLocation` as the hook of `Router`',
        base: '`base` of the build to `/a/<slug>/` and `base` of `Router` to `/a/<slug>`',
        page: null,
        signs: ['wouter_v3'],
        otherHistory: ['^#?\\/?/'],
    },
    {
        name: 'preact-iso',
        packages: ['preact-iso'],
        hash: 'a router with hash addresses: preact-iso has no base address',
        base: '',
        page: null,
        signs: [/\bwasPush:/, "preact-iso's <Router>"],
        otherHistory: [],
    },
];
const routers = rows.map((row) => ({ ...row, fix: toFix(row) }));
function toFix({ hash, base }) {
    const parts = [hash && `use ${hash}`, base && `set ${base}`].filter(Boolean);
    const text = `${parts.join(', or ')}.`.replaceAll('`', '');
    return text.charAt(0).toUpperCase() + text.slice(1);
}
const generators = /^(Docusaurus|Gatsby|VitePress|VuePress)\b/;
class RouterSearch {
    #rows;
    #found = new Set();
    #other = new Set();
    #isMadeForApp;
    constructor(html) {
        const tags = [...readTags(html)];
        this.#rows = routers.filter(({ page }) => page === null || page.test(html));
        this.#isMadeForApp = tags.some((tag) => {
            const addresses = [...tag.attributes.values()].map((value) => value.text.trim());
            return tag.name !== 'a' && addresses.some((address) => appAddressStart.test(address));
        });
        for (const tag of tags) {
            const isGenerator = tag.name === 'meta' && readKeyword(tag, 'name') === 'generator';
            const content = isGenerator ? tag.attributes.get('content')?.text : undefined;
            const name = generators.exec(content ?? '')?.[1];
            const router = this.#rows.find((each) => each.name === name);
            if (router !== undefined)
                this.#found.add(router);
        }
        this.add(html);
    }
    add(code) {
        for (const router of this.#rows) {
            if (router.signs.some((sign) => hasSign(code, sign)))
                this.#found.add(router);
            if (router.otherHistory.some((sign) => hasSign(code, sign)))
                this.#other.add(router);
        }
    }
    get result() {
        if (this.#isMadeForApp)
            return null;
        return this.#rows.find((each) => this.#found.has(each) && !this.#other.has(each)) ?? null;
    }
}
const appAddressStart = /^(?:\/[^/?#]+)*?\/a\/[a-z0-9-]{3,32}\/./;
function hasSign(text, sign) {
    return typeof sign === 'string' ? text.includes(sign) : sign.test(text);
}

;// CONCATENATED MODULE: ./lib/src/web/site-addresses.js


const candidate = /(?<![\w$.~%@/\\-])(?:\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\/]|\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\]|\\\/|\\u002f|\\x2f)*/gi;
function* findSiteAddresses(text, has) {
    for (const match of text.matchAll(candidate)) {
        const written = match[0];
        const address = written.replace(/\\\/|\\u002f|\\x2f/gi, '/');
        const path = decodeAddress(address.slice(1, address.search(/[?#]|$/)));
        if (path === null || path === app_app/* pagePath */.HX || !has(path))
            continue;
        yield { text: written, address, offset: match.index };
    }
}
const maxBefore = 40;
const precedesPiece = /(?:[})\]]|(?:\+=?|[!=]==?|\bcase|\b(?:startsWith|endsWith|includes|indexOf|lastIndexOf|replace|replaceAll|split|match|search|test|has|concat)\()\s*\\{0,3}["'`])$/;
function isPiece(text, address) {
    const start = Math.max(0, address.offset - maxBefore);
    return precedesPiece.test(text.slice(start, address.offset));
}

;// CONCATENATED MODULE: ./lib/src/folder/check-references.js








const maxCheckedFiles = 100;
const maxReferences = 10_000;
const netPath = /^assets\/miniapp-net(?:-\d+)?\.js$/;
const topPaths = new Set([app_app/* pagePath */.HX, app_app/* promptPath */.AN, app_app/* servicePath */.VF]);
function checkReferences(page, contents) {
    const paths = new Set(contents.files.map((file) => file.path));
    const isThere = (path) => paths.has(path) || paths.has(`assets/${path}`);
    const pageSource = { path: app_app/* pagePath */.HX, text: page };
    const hasNet = contents.files.some((file) => netPath.test(file.path));
    const pageReferences = [
        ...findPageReferences(page).slice(0, maxReferences),
        ...(hasNet ? [] : listSiteReferences(page, isThere)),
    ];
    const files = { paths, reached: new Set() };
    const broken = [...findBroken(pageSource, pageReferences, app_app/* pagePath */.HX, files)];
    for (const style of listTexts('text/css', contents)) {
        const references = findStyleReferences(style.text).slice(0, maxReferences);
        broken.push(...findBroken(style, references, style.path, files));
    }
    const routerSearch = new RouterSearch(page);
    for (const script of listTexts('text/javascript', contents)) {
        routerSearch.add(script.text);
        const references = hasNet ? [] : listSiteReferences(script.text, isThere);
        broken.push(...findBroken(script, references, app_app/* pagePath */.HX, files));
    }
    const outside = broken.filter((each) => each.replacement !== null);
    const missing = broken.filter((each) => each.replacement === null);
    const insecure = [...readTags(page)].filter(isInsecureScript);
    return [
        ...limitWarnings(outside, 'reference', 'past the app', (each) => warnOutside(each, paths)),
        ...limitWarnings(missing, 'reference', 'to missing files', (each) => warnMissing(each, contents)),
        ...limitWarnings(insecure, 'script', 'over http', (tag) => toProblem('script_insecure', [], locateIn(pageSource, tag.offset))),
        ...limitWarnings(listHeicPictures(page), 'picture', 'in HEIC', ({ text, offset }) => toProblem('picture_heic', [text.trim()], locateIn(pageSource, offset))),
        ...checkNames(files),
        ...warnOfRouter(routerSearch),
    ];
}
function warnOfRouter(search) {
    const { result } = search;
    if (result === null)
        return [];
    return [toProblem('path_router', [result.name], { path: app_app/* pagePath */.HX, fix: result.fix })];
}
function* listTexts(type, contents) {
    const files = contents.files.filter((file) => file.type === type);
    for (const file of files.slice(0, maxCheckedFiles))
        yield { path: file.path, text: readText(file).text ?? '' };
}
function listSiteReferences(text, isThere) {
    const addresses = findSiteAddresses(text, isThere);
    return addresses
        .filter((address) => !isPiece(text, address))
        .take(maxReferences)
        .toArray();
}
function findBroken(source, references, base, { paths, reached }) {
    const broken = new Map();
    for (const reference of references) {
        const target = findTarget(reference.address, base);
        if (target === null)
            continue;
        const { path } = target;
        const startsAtRoot = target.relative !== null;
        if (paths.has(path))
            reached.add(path);
        if (!startsAtRoot && paths.has(path))
            continue;
        const key = `${startsAtRoot} ${path}`;
        if (broken.has(key))
            continue;
        const replacement = startsAtRoot ? chooseReplacement(reference, target, base) : null;
        const written = external_node_path_.posix.join(startsAtRoot ? '' : external_node_path_.posix.dirname(base), reference.address.trim());
        const literal = paths.has(written) && written !== path ? written : null;
        if (literal !== null)
            reached.add(literal);
        broken.set(key, { source, reference, path, replacement, literal });
    }
    return [...broken.values()];
}
function checkNames({ paths, reached }) {
    const odd = [...paths].filter((path) => /[#?]|%[\da-f]{2}/i.test(path) && !reached.has(path));
    return limitWarnings(odd, 'name', 'of this kind', (path) => {
        const [character = ''] = /[#?%]/.exec(path) ?? [];
        const parts = [path, character, encodeURIComponent(character)];
        const fix = `Rename the file, or write the address as ${encodePath(path)}.`;
        return toProblem('name_unaddressable', parts, { path, fix });
    });
}
function encodePath(path) {
    return path.split('/').map(encodeURIComponent).join('/');
}
function chooseReplacement(reference, target, base) {
    if (!belongsBelow(target.path))
        return target.relative;
    return findTarget(`/assets${reference.address.trim()}`, base)?.relative ?? target.relative;
}
function belongsBelow(path) {
    const isFolder = path === '' || path.endsWith('/');
    return !isFolder && !path.startsWith('assets/') && !topPaths.has(path);
}
function isInsecureScript({ name, attributes }) {
    const src = attributes.get('src')?.text ?? '';
    return name === 'script' && /^\s*http:/i.test(src) && !isLocal(src);
}
function listHeicPictures(page) {
    const images = readTags(page).filter((tag) => tag.name === 'img');
    const pictures = new Map();
    for (const reference of images.flatMap(listTagReferences)) {
        const target = findTarget(reference.address, app_app/* pagePath */.HX);
        const isHeic = target !== null && /\.hei[cf]$/i.test(target.path);
        if (isHeic && !pictures.has(reference.address))
            pictures.set(reference.address, reference);
    }
    return [...pictures.values()];
}
function locateIn(source, offset) {
    const { line, column } = locateOffset(source.text, offset);
    return { path: source.path, line, column };
}
function warnMissing(broken, contents) {
    const { source, path } = broken;
    const { literal } = broken;
    const address = literal === null ? '' : encodePath(external_node_path_.posix.relative(external_node_path_.posix.dirname(source.path), literal));
    const fix = literal === null
        ? adviseMissing(path, contents, (found) => toAddress(found, source.path))
        : `Rename ${literal}, or write its address as ${address}.`;
    return toProblem('reference_missing', [source.path, path], {
        ...locateIn(source, broken.reference.offset),
        fix,
    });
}
function toAddress(path, source) {
    return encodeURI(external_node_path_.posix.relative(external_node_path_.posix.dirname(source), path));
}
function warnOutside(broken, paths) {
    const { source, reference, path } = broken;
    return toProblem('reference_absolute', [source.path, reference.text.trim()], {
        ...locateIn(source, reference.offset),
        fix: `${adviseFile(path, paths)}Write ${broken.replacement}. If a build writes it, ${setBaseAdvice}.`,
    });
}
function adviseFile(path, paths) {
    const place = belongsBelow(path) ? `assets/${path}` : path;
    const isFolder = path === '' || path.endsWith('/');
    if (isFolder || paths.has(place))
        return '';
    return paths.has(path) ? `Move ${path} to ${place}. ` : `Put the file at ${place}. `;
}

;// CONCATENATED MODULE: ./lib/src/folder/check-source.js






function checkSource(folder) {
    const sign = findSign(folder.read(app_app/* pagePath */.HX), folder);
    if (sign === null)
        return [];
    const { line, column } = locateOffset(sign.text, sign.offset);
    return [toProblem('not_built', [sign.path, sign.what], { path: sign.path, line, column })];
}
function findSign(page, folder) {
    const tags = [...readTags(page)];
    const toSign = (offset, what) => {
        return { path: app_app/* pagePath */.HX, text: page, offset, what };
    };
    const template = findTemplate(page, tags) ?? findPlaceholder(tags);
    if (template !== null)
        return toSign(template.offset, template.text);
    const scripts = tags.filter(isRunScript);
    for (const { attributes } of scripts) {
        const src = attributes.get('src');
        if (src !== undefined && sourceAddress.test(src.text.trim()))
            return toSign(src.offset, `the script ${src.text.trim()}`);
    }
    const root = tags.find((tag) => tag.name === 'app-root');
    if (root !== undefined && scripts.length === 0)
        return toSign(root.offset, '<app-root> without a script');
    const script = findProjectScript(scripts, folder);
    if (script !== null)
        return toSign(script.offset, script.text);
    if (tags.some(isImportMap))
        return null;
    return findBareImport(scripts, page, folder);
}
const sourceAddress = /^[^?#]*\.(?:tsx?|mts|cts|jsx|vue|svelte|astro|coffee)(?:[?#]|$)|^\/?@(?:vite|id|fs|react-refresh)\b/i;
function isRunScript(tag) {
    const type = readKeyword(tag, 'type');
    return (tag.name === 'script' && /^$|^module$|^(?:text|application)\/(?:java|ecma)script$/.test(type));
}
function isImportMap(tag) {
    return tag.name === 'script' && /^importmap/.test(readKeyword(tag, 'type'));
}
const templateParts = /%PUBLIC_URL%|%sveltekit\.\w+%|%VITE_\w+%|<%[-=]?\s[^>]{0,500}%>|<\?(?:php\b|=)|\{%-?\s{0,9}(?:extends|include|block|layout|render|load)\b[^%]{0,500}%\}/;
function findTemplate(page, tags) {
    const frontMatter = /^\ufeff?---\r?\n(?:[\s\S]*?\n)?---\r?\n/.exec(page);
    if (frontMatter !== null)
        return { text: 'front matter (---)', offset: 0 };
    let shownEnd = 0;
    for (const span of listHidden(page, tags)) {
        const match = templateParts.exec(page.slice(shownEnd, span.start));
        if (match !== null)
            return { text: cutText(match[0]), offset: shownEnd + match.index };
        shownEnd = Math.max(shownEnd, span.end);
    }
    return null;
}
const addressPlaceholder = /(?<!%[\dA-F]{2})%[A-Z]{3,}(?:_[A-Z]+)+%(?![\dA-F]{2})|<%[-=]/;
function findPlaceholder(tags) {
    for (const { name, attributes, text } of tags) {
        const pieces = [attributes.get('src'), attributes.get('href'), name === 'title' ? text : null];
        const found = pieces.find((piece) => piece && addressPlaceholder.test(piece.text));
        if (found)
            return { text: cutText(found.text), offset: found.offset };
    }
    return null;
}
function cutText(text) {
    const line = text.replaceAll(/\s+/g, ' ');
    return line.length > 40 ? `${line.slice(0, 40)}\u2026` : line;
}
const codeElements = new Set(['pre', 'code', 'samp', 'kbd', 'template']);
function* listHidden(page, tags) {
    let end = 0;
    for (const tag of tags) {
        if (tag.offset < end)
            continue;
        yield* listComments(page, end, tag.offset);
        end = tag.end;
        if (tag.text !== undefined && tag.name !== 'title') {
            end += tag.text.text.length;
        }
        else if (codeElements.has(tag.name)) {
            const closing = page.indexOf(`</${tag.name}`, end);
            if (closing === -1)
                break;
            end = closing;
        }
        if (end > tag.end)
            yield { start: tag.end, end };
    }
    yield* listComments(page, end, page.length);
    yield { start: page.length, end: page.length };
}
function* listComments(page, from, to) {
    const start = page.slice(from, to).indexOf('<!--');
    if (start !== -1)
        yield { start: from + start, end: to };
}
function findProjectScript(scripts, folder) {
    for (const script of scripts) {
        const src = script.attributes.get('src');
        const address = src?.text.trim() ?? '';
        if (!address.startsWith('/') || readKeyword(script, 'type') !== 'module')
            continue;
        const path = folder.find(address);
        if (path === null || path.startsWith('assets/'))
            continue;
        const proof = findProjectFile(path, folder);
        if (proof === null)
            continue;
        return { text: `the script ${address}, and ${proof}`, offset: src?.offset ?? script.offset };
    }
    return null;
}
function findProjectFile(script, { paths, read }) {
    const packageFile = 'package.json';
    const scripts = readScripts(read(packageFile));
    if (script.startsWith('src/') && Object.hasOwn(scripts, 'build'))
        return `the script "build" in ${packageFile}`;
    const builds = Object.entries(scripts).filter(([name]) => /^(?:build|dev|start)/.test(name));
    const words = builds.flatMap(([, command]) => String(command).split(/[\s;&|"']+/));
    const config = paths.find((path) => {
        const [, name] = /^([\w-]+)[.-]config\.\w+$/.exec(path) ?? [];
        return name !== undefined && words.includes(name);
    });
    return config ?? null;
}
function readScripts(packageText) {
    try {
        return (0,text_json/* toJsonObject */.NK)((0,text_json/* getPath */.Yn)(JSON.parse(packageText), 'scripts')) ?? {};
    }
    catch {
        return {};
    }
}
function findBareImport(scripts, page, folder) {
    for (const script of scripts.filter((tag) => readKeyword(tag, 'type') === 'module')) {
        const { path, text, code } = readModule(script, page, folder);
        const found = findSourceImport(code.text);
        if (found === null)
            continue;
        return { path, text, offset: code.offset + found.offset, what: `the import of ${found.text}` };
    }
    return null;
}
function readModule(script, page, folder) {
    const src = script.attributes.get('src');
    if (src === undefined)
        return { path: app_app/* pagePath */.HX, text: page, code: script.text ?? { text: '', offset: 0 } };
    const path = folder.find(src.text) ?? '';
    const text = folder.read(path);
    return { path, text, code: { text, offset: 0 } };
}
const importStatement = /import(?:[\w$*\s{},]{0,10000}?\bfrom)?\s{0,100}(["'])([^"'\n]{1,1000})\1(?:\s{0,9}with\s{0,9}(\{[^}]{0,200}\}))?/y;
const builtOnly = /\.(?:css|scss|sass|less|styl|svg|png|jpe?g|gif|webp|woff2?|vue|svelte|jsx|tsx?|md|html)(?:\?|$)/i;
function findSourceImport(code) {
    let at = skipBlank(code, 0);
    for (;;) {
        importStatement.lastIndex = at;
        const match = importStatement.exec(code);
        if (match === null)
            return null;
        const [whole, _quote, specifier = '', attributes] = match;
        const isAddress = /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier);
        const isSource = attributes === undefined && builtOnly.test(external_node_path_.posix.basename(specifier));
        if (!isAddress || isSource)
            return { text: specifier, offset: at + whole.lastIndexOf(specifier) };
        at = skipBlank(code, importStatement.lastIndex);
    }
}
const commentEnds = new Map([
    ['//', '\n'],
    ['/*', '*/'],
]);
function skipBlank(code, from) {
    let at = from;
    for (;;) {
        while (/[\s;\ufeff]/.test(code.charAt(at)))
            at += 1;
        const end = commentEnds.get(code.slice(at, at + 2));
        if (end === undefined)
            return at;
        const found = code.indexOf(end, at + 2);
        if (found === -1)
            return code.length;
        at = found + end.length;
    }
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./lib/src/folder/body.js

function toBody(type, parts, watchUpload) {
    const length = parts.reduce((sum, part) => sum + countEncoded(part), 0);
    return { type, length, stream: () => streamParts(parts, watchUpload?.(length)) };
}
const chunkBytes = 256 * 1024;
async function* streamParts(parts, onSent = () => undefined) {
    let waiting = [];
    let waitingBytes = 0;
    let sentBytes = 0;
    for (const part of parts) {
        for (const slice of listSlices(part)) {
            waiting.push(slice);
            waitingBytes += countEncoded(slice);
            if (waitingBytes <= chunkBytes)
                continue;
            yield encode(waiting, waitingBytes);
            sentBytes += waitingBytes;
            onSent(sentBytes);
            waiting = [];
            waitingBytes = 0;
            await (0,promises_.setImmediate)();
        }
    }
    yield encode(waiting, waitingBytes);
    onSent(sentBytes + waitingBytes);
}
const sliceBytes = 48 * 1024;
function listSlices(part) {
    if (typeof part === 'string')
        return [part];
    const { bytes, encoding } = part;
    const count = Math.ceil(bytes.length / sliceBytes);
    return Array.from({ length: count }, (_, index) => {
        return { bytes: bytes.subarray(index * sliceBytes, (index + 1) * sliceBytes), encoding };
    });
}
const escapedBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
    return JSON.stringify(String.fromCharCode(byte)).length - 2;
});
function countEncoded(part) {
    if (typeof part === 'string')
        return Buffer.byteLength(part);
    if (part.encoding === 'base64')
        return Math.ceil(part.bytes.length / 3) * 4;
    if (part.encoding === 'raw')
        return part.bytes.length;
    const { bytes } = part;
    let count = 0;
    for (let index = 0; index < bytes.length; index += 1)
        count += escapedBytes[bytes[index] ?? 0] ?? 0;
    return count;
}
function encode(parts, length) {
    const encoded = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const part of parts)
        at += write(part, encoded, at);
    return encoded;
}
function write(part, target, at) {
    if (typeof part === 'string')
        return target.write(part, at);
    const { bytes, encoding } = part;
    if (encoding === 'raw')
        return bytes.copy(target, at);
    if (encoding === 'base64')
        return target.write(bytes.toString('base64'), at, 'latin1');
    const escaped = JSON.stringify(bytes.toString('latin1')).slice(1, -1);
    return target.write(escaped, at, 'latin1');
}

;// CONCATENATED MODULE: ./lib/src/folder/deploy-payload.js

function createBody(slug, { files }, watchUpload) {
    return toBody('application/json', [...listParts(slug, files)], watchUpload);
}
function* listParts(slug, files) {
    yield `{"slug":${JSON.stringify(slug)},"files":{`;
    for (const [index, file] of files.entries()) {
        if (index > 0)
            yield ',';
        yield `${JSON.stringify(file.path)}:"`;
        if (file.encoding === 'base64')
            yield `data:${file.type};base64,`;
        yield file;
        yield '"';
    }
    yield '}}';
}
function chooseEncoding(type, isText) {
    const isMedia = /^(image|font|audio|video)\//.test(type);
    return isText && !isMedia ? 'text' : 'base64';
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/src/folder/folder-file.js

function findFile({ files }, path) {
    return files.find((file) => file.path === path);
}
function toPlainPath(written) {
    return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}
function hashContents(files) {
    return `sha256:${(0,external_node_crypto_.createHash)('sha256').update(listRecords(files)).digest('hex')}`;
}
function listRecords(files) {
    const records = files.map(({ path, bytes }) => {
        const sha256 = (0,external_node_crypto_.createHash)('sha256').update(bytes).digest('hex');
        return `${path}\0${bytes.length}\0${sha256}\n`;
    });
    return records.join('');
}

// EXTERNAL MODULE: ./lib/node_modules/jsonc-parser/lib/esm/main.js + 2 modules
var main = __webpack_require__(5997);
;// CONCATENATED MODULE: ./lib/src/folder/service-json.js






const maxDuplicates = 100;
const maxJsonDepth = 1000;
function parseServiceJson(raw) {
    const text = raw.replace(/^\ufeff/, '');
    const visitor = new MemberVisitor(text);
    try {
        (0,main/* visit */.YR)(text, visitor, { disallowComments: true });
    }
    catch (error) {
        if (error instanceof FaultFound)
            return { members: null, problems: [error.problem] };
        throw error;
    }
    if (text.trimStart().startsWith('{'))
        return { members: visitor.members, problems: visitor.duplicates };
    const problem = toServiceProblem('json_not_object', [], { line: 1, column: 1 });
    return { members: null, problems: [problem] };
}
function checkServiceJson({ members, problems }, contents) {
    if (members === null)
        return problems;
    return [...problems, ...checkMembers(members, contents), ...checkKeys(members)];
}
function toServiceProblem(code, parts, details = {}) {
    return toProblem(code, parts, { path: app_app/* servicePath */.VF, ...details });
}
class MemberVisitor {
    members = new Map();
    duplicates = [];
    #text;
    #depth = 0;
    #lastKey = { name: '', position: { line: 1, column: 1 } };
    constructor(text) {
        this.#text = text;
    }
    onObjectBegin = (_offset, _length, line, column) => {
        this.#enter(countFromOne(line, column));
    };
    onArrayBegin = (_offset, _length, line, column) => {
        this.#enter(countFromOne(line, column));
    };
    onObjectEnd = () => {
        this.#depth -= 1;
    };
    onArrayEnd = () => {
        this.#depth -= 1;
    };
    onObjectProperty = (name, _offset, _length, line, column) => {
        if (this.#depth > 1)
            return;
        const position = countFromOne(line, column);
        if (this.members.has(name) && this.duplicates.length < maxDuplicates)
            this.duplicates.push(toServiceProblem('duplicate_key', [name || '""'], position));
        this.#lastKey = { name, position };
    };
    onLiteralValue = (value, _offset, _length, line, column) => {
        const isKept = typeof value === 'string' || value === null;
        this.#addValue(isKept ? value : undefined, countFromOne(line, column));
    };
    onError = (error, offset, length, line, column) => {
        const token = this.#text.slice(offset, offset + length);
        const before = this.#text.slice(0, offset).trimEnd();
        if (/^[}\]]$/.test(token) && before.endsWith(',')) {
            const message = `JSON has no comma before ${token}`;
            const { line, column } = locateOffset(this.#text, before.length - 1);
            const fix = 'Delete the comma after the last entry.';
            throw new FaultFound(toServiceProblem('json_syntax', [message], { line, column, fix }));
        }
        const message = describeToken((0,main/* printParseErrorCode */._n)(error), token);
        const position = countFromOne(line, column);
        throw new FaultFound(toServiceProblem('json_syntax', [message], position));
    };
    #enter(position) {
        this.#addValue(undefined, position);
        this.#depth += 1;
        if (this.#depth > maxJsonDepth)
            throw new FaultFound(toServiceProblem('json_depth', [String(maxJsonDepth)], position));
    }
    #addValue(value, { line, column }) {
        if (this.#depth !== 1)
            return;
        const { name, position } = this.#lastKey;
        this.members.set(name, { value, line, column, key: position });
    }
}
class FaultFound extends Error {
    problem;
    constructor(problem) {
        super(problem.message);
        this.problem = problem;
    }
}
function countFromOne(line, column) {
    return { line: line + 1, column: column + 1 };
}
const maxShownToken = 40;
function describeToken(code, token) {
    if (code === 'InvalidSymbol' && /^\s/.test(token))
        return 'JSON does not allow this white space: write a plain space';
    const isLong = token.length > maxShownToken;
    const shown = isLong ? `${token.slice(0, maxShownToken).toWellFormed()}\u2026` : token;
    const fault = tokenFaults.get(code);
    if (fault !== undefined)
        return fault.replace('\u2026', () => shown);
    const wanted = expectedTokens.get(code) ?? 'a value';
    if (token === '')
        return `the text ends where ${wanted} is expected`;
    return `expected ${wanted} instead of ${shown}`;
}
const wrongEscape = 'this string has an escape that JSON does not have: write \\\\ for a backslash, and / between the names of a path';
const tokenFaults = new Map([
    ['InvalidCommentToken', 'JSON has no comments'],
    ['UnexpectedEndOfString', 'this string has no closing quote on its line'],
    ['InvalidUnicode', wrongEscape],
    ['InvalidEscapeCharacter', wrongEscape],
    ['InvalidCharacter', 'this string has a control character, which must be escaped'],
    ['UnexpectedEndOfNumber', '\u2026 is not a JSON number'],
    ['InvalidSymbol', '\u2026 is not JSON; text must be in double quotes'],
]);
const expectedTokens = new Map([
    ['PropertyNameExpected', 'a key in double quotes'],
    ['ColonExpected', 'a colon'],
    ['CommaExpected', 'a comma'],
    ['CloseBraceExpected', 'a comma or }'],
    ['CloseBracketExpected', 'a comma or ]'],
    ['EndOfFileExpected', 'the end'],
]);
function checkMembers(members, contents) {
    const problems = [];
    for (const key of app_app/* serviceKeys */.Wy) {
        const member = members.get(key);
        if (member === undefined)
            continue;
        const problem = checkMember(key, member.value, contents);
        if (problem !== null)
            problems.push({ ...problem, line: member.line, column: member.column });
    }
    if (!members.has('name'))
        problems.push(toServiceProblem('name_missing', [], { line: 1 }));
    return problems;
}
function checkMember(key, value, contents) {
    if (value === undefined)
        return toServiceProblem(`${key}_type`, ['a string'], { fix: `Write it as "${key}": "\u2026".` });
    if (value === null)
        return toServiceProblem(key === 'name' ? 'name_missing' : `${key}_null`, []);
    if (key === 'name' && value.trim() === '')
        return toServiceProblem('name_empty', []);
    if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value))
        return toServiceProblem('color_format', [JSON.stringify(value)]);
    return key === 'logo' ? checkLogo(value, contents) : null;
}
function checkLogo(logo, contents) {
    if (logo === '')
        return toServiceProblem('logo_empty', []);
    const path = toPlainPath(logo);
    const file = findFile(contents, path);
    if (file === undefined)
        return toServiceProblem('logo_missing', [logo], { fix: adviseLogo(path, contents) });
    if (logo.includes('\\'))
        return toServiceProblem('logo_missing', [logo], { fix: `Write it with /, as ${path}.` });
    if (!isPicture(file))
        return toServiceProblem('logo_type', [`a picture: ${logo}`]);
    if (path === logo)
        return null;
    const fix = isInAssets(path) ? `Write it as ${path}.` : adviseAssets(path);
    return toServiceProblem('logo_path', [logo], { fix });
}
function isInAssets(path) {
    return path.startsWith('assets/');
}
function adviseAssets(path) {
    return `Put the picture at assets/${path} and write assets/${path}.`;
}
function isPicture(file) {
    return file.type.startsWith('image/');
}
function adviseLogo(path, contents) {
    const advice = adviseMissing(path, contents);
    if (advice !== null)
        return advice;
    const picture = contents.files.find(isPicture);
    const isPath = /^[^:]+\.\w+$/.test(path) && !isInAssets(path);
    if (picture === undefined)
        return isPath ? adviseAssets(path) : null;
    return `Add the picture, or name one that is there, such as ${picture.path}.`;
}
function checkKeys(members) {
    const known = app_app/* serviceKeys */.Wy;
    const unknown = [...members].filter(([key]) => !known.includes(key) && !key.startsWith('$'));
    return limitWarnings(unknown, 'key', 'of service.json', ([key, member]) => {
        const { line, column } = member.key;
        const fix = adviseKey(key, members);
        return toServiceProblem('unknown_key', [key || '""'], { line, column, fix });
    });
}
function adviseKey(key, members) {
    if ((0,app_app/* isFieldName */.ac)(key))
        return `Put it into ${app_app/* appFields */.fj[key].file}.`;
    const free = app_app/* serviceKeys */.Wy.filter((known) => !members.has(known));
    const likely = free.find((known) => (key === 'icon' ? known === 'logo' : (0,format/* isSimilar */.S5)(key, known)));
    return likely === undefined ? null : `Did you mean ${likely}?`;
}

;// CONCATENATED MODULE: ./lib/src/folder/check.js















const knownFiles = {
    [app_app/* servicePath */.VF]: 'service_json',
    [app_app/* pagePath */.HX]: 'page',
    [app_app/* promptPath */.AN]: 'instructions',
};
const maxPictureBytes = 1_000_000;
const maxLargest = 5;
function checkFolder(contents, options) {
    const hasFile = (path) => findFile(contents, path) !== undefined;
    if (!hasFile(app_app/* servicePath */.VF) && !hasFile(app_app/* pagePath */.HX))
        return [reportNoApp(contents, options.folder)];
    const source = checkSource(toPageFolder(contents));
    if (source.length > 0)
        return source;
    const found = checkApp(contents, options);
    return [...found, ...checkLayout(contents, found)];
}
function toPageFolder(contents) {
    return {
        paths: contents.files.map((file) => file.path),
        read: (path) => readText(findFile(contents, path)).text ?? '',
        find: (address) => {
            const path = findTarget(address, app_app/* pagePath */.HX)?.path ?? '';
            return findFile(contents, path) === undefined ? null : path;
        },
    };
}
function checkApp(contents, options) {
    const read = (path) => readText(findFile(contents, path));
    const page = read(app_app/* pagePath */.HX);
    const pageText = page.text ?? '';
    return [
        ...checkService(read(app_app/* servicePath */.VF), contents, options.createsApp),
        ...checkText(page, app_app/* pagePath */.HX, contents),
        ...checkText(read(app_app/* promptPath */.AN), app_app/* promptPath */.AN, contents),
        ...checkTitle(pageText),
        ...checkReferences(pageText, contents),
        ...checkElsewhere(pageText, contents),
        ...checkPathLengths(contents),
        ...checkTwins(contents),
        ...checkBytes(contents.files),
        ...checkPictures(contents),
        ...checkSourceMaps(contents),
    ];
}
function checkService(service, contents, createsApp) {
    const problems = [...checkText(service, app_app/* servicePath */.VF, contents)];
    if (service.text !== null)
        problems.push(...checkServiceJson(parseServiceJson(service.text), contents));
    if (!createsApp)
        return problems;
    return problems.map((problem) => {
        const isNeeded = service.kind === 'missing' || problem.code === 'name_missing';
        return isNeeded ? { ...problem, severity: 'error' } : problem;
    });
}
function reportNoApp(contents, folder) {
    const misnamed = findMisnamed(app_app/* pagePath */.HX, contents) ?? findMisnamed(app_app/* servicePath */.VF, contents);
    const fix = adviseExcluded(app_app/* pagePath */.HX, contents) ??
        adviseExcluded(app_app/* servicePath */.VF, contents) ??
        misnamed?.fix ??
        adviseFolder(contents, folder);
    return toProblem('no_app', [], { fix });
}
function adviseFolder(contents, folder) {
    const withService = listFoldersWith(app_app/* servicePath */.VF, contents);
    const apps = withService.length > 0 ? withService : listFoldersWith(app_app/* pagePath */.HX, contents);
    const depth = (path) => path.split('/').length;
    const [first, ...others] = apps.toSorted((one, other) => depth(one) - depth(other));
    if (first === undefined)
        return null;
    const value = external_node_path_.posix.join(folder, first).replace(/\/$/, '');
    const verb = (0,frontend/* perFrontend */.C2)('set the input folder to', 'use');
    if (others.length === 0)
        return `An app was found in ${first}: ${verb} ${value}.`;
    const names = (0,format/* listNames */.Zv)([first, ...others]);
    return `Apps were found in ${names}: ${verb} one of them, such as ${value}.`;
}
function listFoldersWith(name, { files }) {
    const paths = files.map((file) => file.path).filter((path) => path.endsWith(`/${name}`));
    return paths.map((path) => path.slice(0, -name.length));
}
function checkText({ kind, text }, path, contents) {
    const word = knownFiles[path];
    switch (kind) {
        case 'text':
            if (word === 'service_json')
                return checkMark(text);
            return text.trim() === '' ? [toProblem(`${word}_empty`, [], { path, line: 1 })] : [];
        case 'missing':
            return checkMissing(path, contents);
        case 'utf16':
            if (word === 'page')
                return [toProblem('page_utf16', [], { path })];
            return [toProblem(`${word}_not_utf8`, [], { path })];
        case 'not-utf8':
            return [toProblem(`${word}_not_utf8`, [], { path })];
        case 'too-large':
            return [toProblem('file_not_checked', [path], { path })];
    }
}
function checkMissing(path, contents) {
    const misnamed = findMisnamed(path, contents);
    if (misnamed !== null)
        return [misnamed];
    const fix = adviseExcluded(path, contents);
    if (path === app_app/* promptPath */.AN && fix === null)
        return [];
    return [toProblem(`${knownFiles[path]}_missing`, [], { fix })];
}
function checkMark(text) {
    if (!text.startsWith('\ufeff'))
        return [];
    return [toProblem('byte_order_mark', [], { path: app_app/* servicePath */.VF, line: 1, column: 1 })];
}
function findMisnamed(known, { files }) {
    const names = files.map((file) => file.path).filter((path) => !path.includes('/'));
    const inOtherCase = names.find((name) => name.toLowerCase() === known);
    const similar = names.find((name) => {
        const lower = name.toLowerCase();
        return lower.startsWith(`${known}.`) || (0,format/* isSimilar */.S5)(lower, known);
    });
    const path = inOtherCase ?? similar;
    if (path === undefined)
        return null;
    const isText = path.toLowerCase().endsWith('.txt');
    const hint = isText ? ' In Windows, first show the extensions of file names.' : '';
    return toProblem(inOtherCase === undefined ? 'name_similar' : 'name_case', [path, known], {
        path,
        severity: path.toLowerCase() === app_app/* pagePath */.HX ? 'error' : 'warning',
        fix: `Rename ${path} to ${known}.${hint}`,
    });
}
function checkTitle(page) {
    const fault = findTitleFault(page);
    if (fault === null)
        return [];
    const { line, column } = locateOffset(page, fault.offset);
    return [toProblem(`page_title_${fault.kind}`, [], { path: app_app/* pagePath */.HX, line, column })];
}
function checkLayout(contents, found) {
    const known = new Set(['assets/', ...Object.keys(knownFiles)]);
    for (const { path, line } of found)
        if (line === null)
            known.add(path);
    const toTop = (path) => path.slice(0, path.indexOf('/') + 1) || path;
    const tops = Map.groupBy(contents.files, (file) => toTop(file.path));
    const strays = [...tops].filter(([top]) => !known.has(top) && !isJunk(top));
    return limitWarnings(strays, 'name', 'outside assets/', ([top, files]) => {
        const isFolder = top.endsWith('/');
        const what = isFolder ? `${top}, with ${(0,format/* formatCount */.B4)(files.length, 'file')},` : top;
        return toProblem('outside_assets', [what], { path: files[0]?.path ?? null });
    });
}
function nameLargest(files) {
    const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxLargest);
    return largest.map((file) => `${file.path} (${(0,format/* formatBytes */.z3)(file.bytes)})`).join(', ');
}
const maxReadBytes = 256_000_000;
const maxEscapedBytes = 6;
function checkReadSize(contents) {
    const sizes = contents.files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
    if (sumBytes(sizes) * maxEscapedBytes <= maxReadBytes)
        return [];
    const encoded = contents.files.map((file) => {
        return { path: file.path, bytes: createBody('', { files: [file], excluded: [] }).length };
    });
    const total = sumBytes(encoded);
    if (total <= maxReadBytes)
        return [];
    const parts = [(0,format/* formatBytes */.z3)(total), (0,format/* formatBytes */.z3)(maxReadBytes), nameLargest(encoded)];
    return [toProblem('app_too_large', parts)];
}
function sumBytes(files) {
    return files.reduce((sum, file) => sum + file.bytes, 0);
}
const maxFolderBytes = 150_000_000;
function checkSize(files, maxSize) {
    const byteCount = sumBytes(files);
    const named = nameLargest(files);
    const total = (0,format/* formatBytes */.z3)(byteCount);
    const problems = [];
    if (byteCount > maxFolderBytes)
        problems.push(toProblem('app_too_large', [total, (0,format/* formatBytes */.z3)(maxFolderBytes), named]));
    if (maxSize !== null && byteCount > maxSize) {
        const parts = [total, (0,frontend/* nameInput */.K3)('max-size'), (0,format/* formatBytes */.z3)(maxSize), named];
        problems.push(toProblem('folder_size', parts));
    }
    return problems;
}
function checkPathLengths({ files }) {
    const long = files.filter(({ path }) => path.length > maxPathUnits);
    return long.slice(0, maxLargest).map(({ path }) => {
        const parts = [path, String(path.length), String(maxPathUnits)];
        return toProblem('path_too_long', parts, { path });
    });
}
function checkPictures({ files }) {
    const pictures = files.filter((file) => isPicture(file) && file.bytes.length > maxPictureBytes);
    return limitWarnings(pictures, 'picture', 'of more than 1 MB', ({ path, bytes }) => toProblem('picture_large', [path, (0,format/* formatBytes */.z3)(bytes.length)], { path }));
}
function checkSourceMaps({ files }) {
    const maps = files.filter((file) => /\.(?:[cm]?js|css)\.map$/.test(file.path));
    const [first] = maps;
    if (first === undefined)
        return [];
    const count = (0,format/* formatCount */.B4)(maps.length, 'source map');
    return [toProblem('source_maps', [count, first.path], { path: first.path })];
}
function checkTwins({ files }) {
    const groups = Map.groupBy(files, (file) => toTwin(file.path));
    const twins = [];
    for (const [first, ...others] of groups.values()) {
        for (const other of others)
            twins.push([first?.path ?? '', other.path]);
    }
    return limitWarnings(twins, 'name', 'of this kind', ([first, path]) => {
        const isCase = first.normalize('NFC') !== path.normalize('NFC');
        const difference = isCase ? 'case' : 'the way accents are written (NFC, NFD)';
        return toProblem('path_twins', [first, path, difference], { path });
    });
}

// EXTERNAL MODULE: ./lib/src/text/secrets.js
var text_secrets = __webpack_require__(9573);
;// CONCATENATED MODULE: ./lib/src/folder/credentials.js
const likelyNames = /^(?:kubeconfig|terraform\.tfstate(?:\.backup)?|(?:service[-_.]?account|client[-_]secret|credentials|secrets)(?![a-z])[^/]*\.(?:json|ya?ml)|[^/]+\.(?:jks|keystore|kdbx|ovpn|tfvars))$/i;
const likelyLines = [
    {
        what: 'a private key',
        part: 'PRIVATE KEY',
        pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s)+[\w+/=:, -]{16}/,
    },
    {
        what: 'the key of a Kubernetes client',
        part: 'client-key-data',
        pattern: /^[ \t]*client-key-data:[ \t]*\S/m,
    },
    {
        what: 'the state of Terraform',
        part: '"terraform_version"',
        pattern: /"terraform_version"\s*:/,
    },
    {
        what: 'a key of AWS',
        part: 'aws_secret_access_key',
        pattern: /^[ \t]*aws_secret_access_key[ \t]*=[ \t]*\S/m,
    },
];
const searchedBytes = 8192;
function isDockerConfig(path, bytes) {
    if (!/(?:^|\/)config\.json$/i.test(path))
        return false;
    return /"auths"\s*:\s*\{[\s\S]*"(?:auth|identitytoken)"\s*:\s*"/.test(bytes.toString('latin1', 0, searchedBytes));
}
function findLikelyCredential(path, start) {
    const head = start.subarray(0, searchedBytes);
    for (const { what, part, pattern } of likelyLines) {
        if (!head.includes(part))
            continue;
        const offset = head.toString('latin1').search(pattern);
        if (offset !== -1)
            return { what, offset };
    }
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!likelyNames.test(name))
        return null;
    return { what: 'credentials, judging by its name', offset: null };
}

;// CONCATENATED MODULE: ./lib/src/folder/keys.js
const privateKey = /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s|[\x22\x27\x60]\s*[+,]\s*[\x22\x27\x60])+(?:[A-Za-z0-9+/]{16}|(?:Proc-Type|Version|Comment): )/g;
const gitleaks = 'https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml';
const secretlint = 'https://github.com/secretlint/secretlint/tree/master/packages/@secretlint';
const patterns = 'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns';
const keyKinds = [
    {
        what: 'a GitHub token',
        source: 'https://github.blog/engineering/behind-githubs-new-authentication-token-formats/',
        begins: 'gho_ ghp_ ghr_ ghs_ ghu_ github_pat_',
        pattern: /gh[oprsu]_[A-Za-z0-9]{36,}(?![\w-])|ghs_\d{1,20}_[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|github_pat_\w{36,}/y,
    },
    {
        what: 'a GitLab token',
        source: 'https://docs.gitlab.com/security/tokens/#token-prefixes',
        begins: 'gl',
        pattern: /gl(?:pat|ptt|dt|rt|rtr|cbt|oas|soat|agent|imt|ft|ffct)-[\w-]{20,300}(?:\.[0-9a-z]{9})?(?![\w-])/y,
        isSecret: isRandom,
    },
    {
        what: 'an access key of AWS next to its secret',
        source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
        begins: 'AKIA',
        pattern: /AKIA[A-Z0-9]{16}(?![\w-])/y,
        isSecret: (_key, around) => hasAwsSecret(around),
    },
    {
        what: 'a secret key of Stripe',
        source: 'https://docs.stripe.com/keys',
        begins: 'sk_live_ rk_live_ whsec_',
        pattern: /[rs]k_live_[A-Za-z0-9]{20,}(?![\w-])|whsec_[A-Za-z0-9+/]{32,}/y,
    },
    {
        what: 'an OpenRouter API key',
        source: 'https://openrouter.ai/docs/api-reference/authentication',
        begins: 'sk',
        pattern: /sk-or-v1-[0-9a-f]{64}(?![\w-])/y,
    },
    {
        what: 'an Anthropic API key',
        source: gitleaks,
        begins: 'sk',
        pattern: /sk-ant-[\w-]{32,}/y,
    },
    {
        what: 'an OpenAI API key',
        source: gitleaks,
        begins: 'sk',
        pattern: /sk-(?:proj|svcacct|admin)-[\w-]{40,}|sk-[A-Za-z0-9]{48}(?![\w-])/y,
    },
    {
        what: 'an API key of DeepSeek or another AI service',
        source: 'https://api-docs.deepseek.com/',
        begins: 'sk',
        pattern: /sk-[0-9a-f]{32}(?![\w-])/y,
    },
    {
        what: 'a Groq API key',
        source: `${secretlint}/secretlint-rule-groq`,
        begins: 'gsk_',
        pattern: /gsk_[A-Za-z0-9]{52}(?![\w-])/y,
    },
    {
        what: 'an xAI API key',
        source: patterns,
        begins: 'xai-',
        pattern: /xai-[A-Za-z0-9]{80}(?![\w-])/y,
    },
    {
        what: 'a Hugging Face token',
        source: 'https://huggingface.co/docs/hub/security-tokens',
        begins: 'hf_ api_org_',
        pattern: /(?:hf|api_org)_[A-Za-z]{34}(?![\w-])/y,
    },
    {
        what: 'a Replicate token',
        source: 'https://replicate.com/docs/topics/security/api-tokens',
        begins: 'r8_',
        pattern: /r8_[A-Za-z0-9]{37}(?![\w-])/y,
    },
    {
        what: 'a Perplexity API key',
        source: gitleaks,
        begins: 'pplx-',
        pattern: /pplx-[A-Za-z0-9]{48}(?![\w-])/y,
    },
    {
        what: 'a Tavily API key',
        source: patterns,
        begins: 'tvly-',
        pattern: /tvly-(?:(?:dev|prod)-)?[\w-]{32,}/y,
        isSecret: isRandom,
    },
    {
        what: 'an ElevenLabs API key',
        source: patterns,
        begins: 'sk',
        pattern: /sk_[0-9a-f]{48}(?![\w-])/y,
    },
    {
        what: 'a Pinecone API key',
        source: 'https://docs.pinecone.io/guides/projects/manage-api-keys',
        begins: 'pcsk_',
        pattern: /pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}/y,
    },
    {
        what: 'a Google API key for Gemini',
        source: 'https://ai.google.dev/gemini-api/docs/api-key',
        begins: 'AIza AQ.Ab',
        pattern: /AIza[\w-]{35}(?![\w-])|AQ\.Ab[\w-]{40,}/y,
        isSecret: (key, around) => key.startsWith('AQ.') || isUsedForGemini(around),
    },
    {
        what: 'a secret key of Supabase',
        source: 'https://supabase.com/docs/guides/api/api-keys',
        begins: 'sb_secret_ sbp_ eyJ',
        pattern: /sb_secret_[\w-]{20,}|sbp_[0-9a-f]{40}(?![\w-])|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/y,
        isSecret: (key) => key.startsWith('sb') || isServiceRole(key),
    },
    {
        what: 'a Slack token',
        source: 'https://docs.slack.dev/authentication/tokens',
        begins: 'xox xapp-',
        pattern: /xox[abeoprs]-\d[\w-]{23,}|xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{16,}/y,
    },
    {
        what: 'the token of a Telegram bot',
        source: 'https://core.telegram.org/bots/features#botfather',
        begins: Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0')).join(' '),
        pattern: /\d{8,10}:AA[\w-]{33}(?![\w-])/y,
    },
    {
        what: 'the token of a Discord bot',
        source: 'https://docs.discord.com/developers/reference#authentication',
        begins: 'MT Mj Mz ND NT Nj Nz OD OT',
        pattern: /[MNO][A-Za-z0-9]{22,27}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/y,
        isSecret: (key) => /^\d{17,20}$/.test(atob(key.slice(0, key.indexOf('.')))),
    },
    {
        what: 'a Shopify token',
        source: 'https://shopify.dev/docs/apps/build/authentication-authorization',
        begins: 'shp',
        pattern: /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}(?![\w-])/y,
    },
    {
        what: 'a Vercel token',
        source: 'https://vercel.com/changelog/new-token-formats-and-secret-scanning',
        begins: 'vca_ vci_ vck_ vcp_ vcr_ vercel_blob_rw_',
        pattern: /vc[aikpr]_[A-Za-z0-9]{20,60}(?![\w-])|vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{30,}/y,
        isSecret: isRandom,
    },
    {
        what: 'a Netlify token',
        source: patterns,
        begins: 'nfp_ nfc_',
        pattern: /nf[pc]_[A-Za-z0-9]{36}(?![\w-])/y,
    },
    {
        what: 'a Cloudflare token',
        source: `${secretlint}/secretlint-rule-cloudflare`,
        begins: 'cfk_ cfut_ cfat_',
        pattern: /cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![\w-])/y,
    },
    {
        what: 'a DigitalOcean token',
        source: gitleaks,
        begins: 'doo_v1_ dop_v1_ dor_v1_',
        pattern: /do[opr]_v1_[0-9a-f]{64}(?![\w-])/y,
    },
    {
        what: 'a Linear API key',
        source: gitleaks,
        begins: 'lin_',
        pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}(?![\w-])/y,
    },
    {
        what: 'a Notion token',
        source: 'https://developers.notion.com/docs/authorization',
        begins: 'ntn_ secret_',
        pattern: /ntn_\d{11}[A-Za-z0-9]{35}(?![\w-])|secret_[A-Za-z0-9]{43}(?![\w-])/y,
        isSecret: isRandom,
    },
    {
        what: 'an Airtable token',
        source: gitleaks,
        begins: 'pat',
        pattern: /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![\w-])/y,
    },
    {
        what: 'a Figma token',
        source: `${secretlint}/secretlint-rule-figma`,
        begins: 'figd_',
        pattern: /figd_[\w-]{40,}/y,
    },
    {
        what: 'an npm token',
        source: 'https://docs.npmjs.com/about-access-tokens',
        begins: 'npm_',
        pattern: /npm_[A-Za-z0-9]{36}(?![\w-])/y,
    },
    {
        what: 'a PyPI token',
        source: 'https://pypi.org/help/#apitoken',
        begins: 'pypi-',
        pattern: /pypi-AgEIcHlwaS5vcmc[\w-]{50,}/y,
    },
    {
        what: 'a Docker token',
        source: `${secretlint}/secretlint-rule-docker`,
        begins: 'dckr_',
        pattern: /dckr_[op]at_[\w-]{27,32}(?![\w-])/y,
    },
    {
        what: 'a Sentry token',
        source: gitleaks,
        begins: 'sntryu_ sntrys_',
        pattern: /sntryu_[0-9a-f]{64}(?![\w-])|sntrys_eyJ[\w+/=-]{40,}/y,
    },
    {
        what: 'an Atlassian token',
        source: gitleaks,
        begins: 'ATATT3',
        pattern: /ATATT3[\w=-]{180,}/y,
    },
    {
        what: 'a Databricks token',
        source: `${secretlint}/secretlint-rule-databricks`,
        begins: 'dapi',
        pattern: /dapi[0-9a-f]{32}(?:-\d)?(?![\w-])/y,
    },
    {
        what: 'a SendGrid API key',
        source: gitleaks,
        begins: 'SG.',
        pattern: /SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/y,
    },
    {
        what: 'a Brevo API key',
        source: gitleaks,
        begins: 'xkeysib-',
        pattern: /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}(?![\w-])/y,
    },
    {
        what: 'a Resend API key',
        source: 'https://resend.com/docs/dashboard/api-keys/introduction',
        begins: 're_',
        pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![\w-])/y,
        isSecret: isRandom,
    },
    {
        what: 'a Twilio API key',
        source: gitleaks,
        begins: 'SK',
        pattern: /SK[0-9a-f]{32}(?![\w-])/y,
    },
    {
        what: 'a secret token of Mapbox',
        source: 'https://docs.mapbox.com/help/dive-deeper/access-tokens/',
        begins: 'sk',
        pattern: /sk\.eyJ[\w-]{20,}\.[\w-]{20,}/y,
    },
    {
        what: 'a Slack webhook',
        source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
        mark: 'k.com',
        pattern: /hooks\.slack\.com\\?\/services\\?\/T\w{6,}\\?\/B\w{6,}\\?\/[A-Za-z0-9]{16,}/g,
    },
    {
        what: 'a Discord webhook',
        source: 'https://docs.discord.com/developers/resources/webhook',
        mark: 'webhooks',
        pattern: /discord(?:app)?\.com\\?\/api(?:\\?\/v\d+)?\\?\/webhooks\\?\/\d{17,20}\\?\/[\w-]{60,}/g,
    },
    {
        what: 'the address of a database with its password',
        source: `${secretlint}/secretlint-rule-database-connection-string`,
        mark: '@',
        pattern: /(?:postgres(?:ql)?|mongodb(?:\+srv)?|mysql|mariadb|rediss?|amqps?):\\?\/\\?\/[\w.%-]{0,64}:[^\s:@/\x22\x27\x60<>{}$*\\]{4,128}@[\w-]+(?:\.[\w-]+)+/g,
        isSecret: isAddressOfOthers,
    },
    {
        what: 'the key of an Azure storage account',
        source: 'https://learn.microsoft.com/azure/storage/common/storage-account-keys-manage',
        mark: 'Key=',
        pattern: /AccountKey=[A-Za-z0-9+/]{86}==/g,
        isSecret: (key) => !key.includes('Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6'),
    },
    {
        what: 'the key of a Google service account',
        source: 'https://docs.cloud.google.com/iam/docs/keys-create-delete',
        mark: 'TE KEY',
        pattern: privateKey,
        isSecret: (_key, around) => around.includes('service_account'),
    },
    {
        what: 'a private key',
        source: 'https://www.rfc-editor.org/rfc/rfc7468#section-10',
        mark: 'TE KEY',
        pattern: privateKey,
    },
];
const maxKeysPerFile = 20;
const reachBytes = 512;
function findKeys(bytes) {
    const found = new Map();
    for (const match of listMatches(bytes)) {
        if (!found.has(match.value))
            found.set(match.value, match);
        if (found.size === maxKeysPerFile)
            break;
    }
    const sorted = [...found.values()].sort((one, other) => one.index - other.index);
    return sorted.map(({ index, value, kind }) => {
        const start = kind.mark === undefined ? value.slice(0, 4) : '';
        return { offset: index, what: kind.what, start };
    });
}
function hasKey(text) {
    return findKeys(Buffer.from(text)).length > 0;
}
function* listMatches(bytes) {
    for (const at of listKeyStarts(bytes)) {
        const match = readKey(bytes, at);
        if (match !== null)
            yield match;
    }
    for (const [mark, kinds] of kindsByMark) {
        for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
            const match = readMarked(bytes, at, kinds);
            if (match !== null)
                yield match;
        }
    }
}
const beginnings = Map.groupBy(keyKinds.flatMap((kind) => (kind.begins?.split(' ') ?? []).map((begin) => ({ begin, kind }))), ({ begin }) => begin.slice(0, 2));
const kindsByMark = Map.groupBy(keyKinds.filter(({ mark }) => mark !== undefined), ({ mark = '' }) => mark);
function readKey(bytes, at) {
    const possible = beginnings.get(bytes.toString('latin1', at, at + 2));
    if (possible === undefined)
        return null;
    const head = bytes.toString('latin1', at, at + minRunBytes);
    const kinds = possible.filter(({ begin }) => head.startsWith(begin));
    if (kinds.length === 0)
        return null;
    const start = Math.max(0, at - reachBytes);
    const around = bytes.toString('latin1', start, at + reachBytes);
    for (const { kind } of kinds) {
        kind.pattern.lastIndex = at - start;
        const value = kind.pattern.exec(around)?.[0];
        if (value !== undefined && isKey(kind, value, around))
            return { index: at, value, kind };
    }
    return null;
}
function readMarked(bytes, at, kinds) {
    const start = Math.max(0, at - reachBytes);
    const around = bytes.toString('latin1', start, at + reachBytes);
    for (const kind of kinds) {
        for (const { 0: value, index } of around.matchAll(kind.pattern)) {
            const holdsMark = start + index <= at && at < start + index + value.length;
            if (holdsMark && isKey(kind, value, around))
                return { index: start + index, value, kind };
        }
    }
    return null;
}
function isKey({ isSecret }, value, around) {
    return !isPlaceholder(value) && isSecret?.(value, around) !== false;
}
function isPlaceholder(value) {
    return /x{4}|(.)\1{7}|example|12345678|abcdefgh|your[-_]/i.test(value);
}
function isRandom(value) {
    return (value.match(/\d/g) ?? []).length >= 2 && /[A-Za-z]\d|\d[A-Za-z]/.test(value);
}
function hasAwsSecret(around) {
    const texts = around.match(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g) ?? [];
    return texts.some((text) => /[A-Z]/.test(text) && /[a-z]/.test(text) && !isPlaceholder(text));
}
function isUsedForGemini(around) {
    if (/authDomain|messagingSenderId/.test(around))
        return false;
    return /gemini|generativelanguage|GoogleGenAI|GoogleGenerativeAI/i.test(around);
}
function isServiceRole(jwt) {
    const payload = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
    return /"role"\s*:\s*"service_role"/.test(payload);
}
function isAddressOfOthers(address) {
    const [, password = '', host = ''] = /:([^:@]*)@(.*)$/.exec(address) ?? [];
    if (/^(?:pass(?:word|wd)?|pwd|secret|postgres|mysql|root|admin|guest|test|changeme)$/i.test(password))
        return false;
    return !/^(?:127|10|192\.168|0\.0)\.|(?:\.local|\.internal|\.test|\.example|example\.(?:com|org|net))$/i.test(host);
}
const minRunBytes = 20;
const isWordByte = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
    isWordByte[character.charCodeAt(0)] = 1;
function* listKeyStarts(bytes) {
    let runStart = 0;
    while (runStart + minRunBytes <= bytes.length) {
        let at = runStart + minRunBytes - 1;
        while (at >= runStart && isWordByte[bytes[at] ?? 0] === 1)
            at -= 1;
        if (at >= runStart) {
            runStart = at + 1;
            continue;
        }
        const before = bytes[runStart - 1];
        if (before === 0x2e || before === 0x3a)
            yield skipEscape(bytes, findWordStart(bytes, runStart - 1));
        yield skipEscape(bytes, runStart);
        runStart += minRunBytes;
        while (isWordByte[bytes[runStart] ?? 0] === 1)
            runStart += 1;
        runStart += 1;
    }
}
function findWordStart(bytes, end) {
    let start = end;
    while (end - start < minRunBytes && isWordByte[bytes[start - 1] ?? 0] === 1)
        start -= 1;
    return start;
}
function skipEscape(bytes, runStart) {
    const before = bytes[runStart - 1];
    if (before === 0x25)
        return runStart + 2;
    if (before !== 0x5c)
        return runStart;
    const letter = String.fromCharCode(bytes[runStart] ?? 0);
    if (letter === 'u')
        return runStart + 5;
    if (letter === 'x')
        return runStart + 3;
    return 'nrt'.includes(letter) ? runStart + 1 : runStart;
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./lib/src/folder/folder-error.js



function toReplacedError(path, code = 'file_unreadable', cause) {
    const during = (0,frontend/* perFrontend */.C2)('while this step runs', 'meanwhile');
    return (0,src_errors/* makeError */.xz)(code, `${path || 'The folder'} changed while it was being read.`, {
        next: `Make sure that no other process writes into the folder ${during}, then ${(0,frontend/* nameRerun */.Mn)('re-run the job')}.`,
        path,
        cause,
    });
}
function toFileError(path, cause, code = 'file_unreadable') {
    if (replacedErrnos.has(readErrno(cause)))
        return toReplacedError(path, code, cause);
    const action = code === 'file_unreadable' ? 'read' : 'listed';
    const user = (0,frontend/* perFrontend */.C2)('the user that runs this step', 'your user');
    const permission = `Give ${user} permission to read it, or exclude it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`;
    return (0,src_errors/* makeError */.xz)(code, `${path || 'The folder'} cannot be ${action}: ${describeErrno(cause)}.`, {
        next: adviseErrno(readErrno(cause)) ?? permission,
        path,
        cause,
    });
}
function adviseErrno(code) {
    if (code === 'EMFILE' || code === 'ENFILE')
        return 'Close other programs, or raise the limit of open files (ulimit -n), and try again.';
    if (code === 'EIO')
        return 'Check the disk, and try again.';
    if (code === 'ENAMETOOLONG')
        return 'Shorten the names of its folders.';
    return null;
}
const replacedErrnos = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']);
function readErrno(error) {
    if (!(error instanceof Error) || !('code' in error))
        return '';
    return typeof error.code === 'string' ? error.code : '';
}
function describeErrno(error) {
    const code = readErrno(error) || 'no reason given';
    const errno = error instanceof Error && 'errno' in error ? error.errno : null;
    return typeof errno === 'number' ? `${(0,external_node_util_.getSystemErrorMessage)(errno)} (${code})` : code;
}

// EXTERNAL MODULE: ./node_modules/mrmime/index.mjs
var mrmime = __webpack_require__(6059);
;// CONCATENATED MODULE: ./lib/src/folder/media-type.js


const moreTypes = new Map([
    ['avi', 'video/x-msvideo'],
    ['cts', 'text/plain'],
    ['cur', 'image/x-icon'],
    ['eot', 'application/vnd.ms-fontobject'],
    ['flac', 'audio/flac'],
    ['ico', 'image/x-icon'],
    ['m4v', 'video/mp4'],
    ['mkv', 'video/x-matroska'],
]);
function toMediaType(path, isText) {
    const extension = external_node_path_.posix.extname(path).slice(1).toLowerCase();
    const found = moreTypes.get(extension) ?? (0,mrmime/* lookup */.$)(extension);
    if (typeof found !== 'string')
        return 'application/octet-stream';
    return found === 'video/mp2t' && isText ? 'text/plain' : found;
}

;// CONCATENATED MODULE: ./lib/src/folder/read.js






const openFlags = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
function readFile({ location, path }, flags = openFlags) {
    const fd = askSystem(path, () => (0,external_node_fs_.openSync)(location, flags));
    try {
        const mayFollowLink = (flags & external_node_fs_.constants.O_NOFOLLOW) === 0;
        const isLink = mayFollowLink && askSystem(path, () => (0,external_node_fs_.lstatSync)(location)).isSymbolicLink();
        if (isLink || !(0,external_node_fs_.fstatSync)(fd).isFile())
            throw toReplacedError(path);
        return toFolderFile(path, askSystem(path, () => (0,external_node_fs_.readFileSync)(fd)));
    }
    finally {
        (0,external_node_fs_.closeSync)(fd);
    }
}
function toFolderFile(path, bytes) {
    const isText = (0,external_node_buffer_.isUtf8)(bytes);
    const type = toMediaType(path, isText);
    return {
        path,
        bytes,
        type,
        get text() {
            return isText ? bytes.toString() : null;
        },
        encoding: chooseEncoding(type, isText),
    };
}
function askSystem(path, call, code) {
    try {
        return call();
    }
    catch (cause) {
        throw toFileError(path, cause, code);
    }
}
function assertFolderInPlace(location, path) {
    const real = askSystem(path, () => external_node_fs_.realpathSync.native(location), 'folder_unreadable');
    if (real !== location)
        throw toReplacedError(path, 'folder_unreadable');
}
const bytesPerTurn = 4 * 1024 * 1024;
const stepsPerTurn = 200;
class EventLoopTurns {
    #signal;
    #bytesLeft = bytesPerTurn;
    constructor(signal) {
        this.#signal = signal;
    }
    count(bytes) {
        this.#bytesLeft -= bytes + bytesPerTurn / stepsPerTurn;
        if (this.#bytesLeft > 0)
            return undefined;
        this.#bytesLeft = bytesPerTurn;
        return this.#turn();
    }
    async #turn() {
        await (0,promises_.setImmediate)();
        this.#signal?.throwIfAborted();
    }
}

;// CONCATENATED MODULE: ./lib/src/folder/check-secrets.js








async function searchSecrets(files, secrets, signal) {
    const turns = new EventLoopTurns(signal);
    const find = (0,text_secrets/* createFinder */.p)(secrets);
    const own = [];
    const credentials = [];
    const keys = [];
    for (const file of files) {
        const secretOffsets = find(file.bytes);
        own.push(...reportOwn(file, find(Buffer.from(file.path)), secretOffsets));
        const credential = findLikelyCredential(file.path, file.bytes);
        if (credential !== null)
            credentials.push({ file, ...credential });
        const reported = new Set([...secretOffsets.values(), credential?.offset]);
        const found = (0,external_node_buffer_.isUtf8)(file.bytes) ? findKeys(file.bytes) : [];
        for (const { offset, what, start } of found) {
            const shown = start === '' ? what : `${what} (${start}\u2026)`;
            if (!reported.has(offset))
                keys.push({ file, offset, what: shown });
        }
        await turns.count(file.bytes.length);
    }
    const warnings = [
        ...limitWarnings(credentials, 'file', 'of this kind', (found) => {
            return toProblem('credential_likely', [found.file.path, found.what], check_secrets_locate(found));
        }),
        ...limitWarnings(keys, 'key', 'in files', (found) => {
            return toProblem('secret_in_file', [found.file.path, found.what], check_secrets_locate(found));
        }),
    ];
    const paths = new Set([...credentials, ...keys].map((found) => found.file.path));
    return { problems: [...own, ...warnings], paths };
}
function reportOwn(file, inName, inContent) {
    const { path } = file;
    const advice = `or exclude the file with ${(0,frontend/* nameInputInText */.Od)('exclude')}. If it was ever published, revoke it.`;
    const named = Array.from(inName.keys(), (input) => {
        const parts = [`The name of ${path}`, (0,frontend/* nameInputInText */.Od)(input)];
        return toProblem('secret_in_folder', parts, { path, fix: `Rename it, ${advice}` });
    });
    const contained = Array.from(inContent, ([input, offset]) => {
        const fix = `Remove it from ${path}, ${advice}`;
        const details = { ...check_secrets_locate({ file, offset }), fix };
        return toProblem('secret_in_folder', [path, (0,frontend/* nameInputInText */.Od)(input)], details);
    });
    return [...named, ...contained];
}
function check_secrets_locate({ file, offset }) {
    const position = offset === null ? null : locateByte(file, offset);
    return { path: file.path, line: position?.line ?? null, column: position?.column ?? null };
}

;// CONCATENATED MODULE: ./lib/src/folder/near-pages.js


const maxFolders = 300;
const maxNamed = 3;
function describeNearPages(base, missing, list = listNames) {
    const pages = findNearPages(base, findExistingFolder(base, external_node_path_.dirname(missing)), list);
    const [first] = pages;
    if (first === undefined)
        return '';
    const [it, names] = pages.length > 1 ? ['one of them', pages.join(', ')] : ['it', first];
    return ` Found index.html in ${names}: if ${it} is the app, name that folder.`;
}
function findExistingFolder(base, folder) {
    const isAbove = external_node_path_.relative(base, folder).startsWith('..');
    if (isAbove || (0,external_node_fs_.existsSync)(folder))
        return isAbove ? base : folder;
    return findExistingFolder(base, external_node_path_.dirname(folder));
}
function findNearPages(base, home, list) {
    const found = [];
    let level = [home];
    let count = 0;
    for (let depth = 0; depth <= 3 && found.length < maxNamed; depth += 1) {
        const below = [];
        for (const folder of level) {
            count += 1;
            const entries = count > maxFolders ? [] : tryList(folder, list);
            const hasPage = entries.some((entry) => entry.isFile() && entry.name === 'index.html');
            if (hasPage)
                found.push(external_node_path_.relative(base, folder).split(external_node_path_.sep).join('/') || '.');
            const folders = entries.filter((entry) => entry.isDirectory() && !isSkipped(entry.name));
            for (const each of folders.map((entry) => external_node_path_.join(folder, entry.name)).sort())
                below.push(each);
        }
        level = below.filter((folder) => !found.some((page) => isBelow(external_node_path_.join(base, page), folder)));
    }
    return found.slice(0, maxNamed);
}
function isBelow(folder, location) {
    return location.startsWith(`${folder}${external_node_path_.sep}`);
}
function isSkipped(name) {
    return name === 'node_modules' || name === '.git';
}
const listNames = (folder) => (0,external_node_fs_.readdirSync)(folder, { withFileTypes: true });
function tryList(folder, list) {
    try {
        return list(folder);
    }
    catch {
        return [];
    }
}

;// CONCATENATED MODULE: ./lib/src/folder/select.js


async function createSelector(patterns) {
    const narrowing = patterns.include.filter((pattern) => toSource(pattern) !== '**');
    const includesAll = patterns.include.length === 0 || narrowing.length < patterns.include.length;
    const included = await compile('include', narrowing);
    const excluded = await compile('exclude', patterns.exclude);
    return new Selector(includesAll ? null : included, excluded, [...included, ...excluded]);
}
class Selector {
    #included;
    #excluded;
    #all;
    constructor(included, excluded, all) {
        this.#included = included;
        this.#excluded = excluded;
        this.#all = all;
    }
    findExclusion(path, type) {
        const isFolder = type === 'folder';
        const builtIn = findBuiltInExclusion(path.slice(path.lastIndexOf('/') + 1), isFolder);
        if (builtIn !== null)
            return builtIn;
        const excludedBy = this.#excluded.find((each) => each.matches(path, isFolder));
        if (excludedBy !== undefined)
            return { kind: 'pattern', reason: `matches the exclude pattern ${excludedBy.pattern}` };
        if (type === 'link')
            return { kind: 'not_a_file', reason: 'link' };
        if (type === 'other')
            return { kind: 'not_a_file', reason: 'not a file' };
        if (this.#included === null)
            return null;
        const isIncluded = this.#included.some((each) => isFolder ? each.mayMatchIn(path) : each.matches(path, false));
        return isIncluded ? null : { kind: 'not_included', reason: 'matches no include pattern' };
    }
    listUnmatched(paths) {
        const unmatched = this.#all.filter((each) => {
            const matches = (path) => each.matches(path.replace(/\/$/, ''), path.endsWith('/'));
            return !paths.some(matches);
        });
        return unmatched.map(({ input, pattern }) => ({ input, pattern }));
    }
}
const credentialNames = new Set(['.npmrc', '.netrc', '_netrc', '.aws', '.ssh']);
const credentialEndings = ['.pem', '.key', '.p12', '.pfx', '.ppk'];
const sshKey = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.~-].*)?$/;
function findBuiltInExclusion(name, isFolder) {
    const isHidden = name.startsWith('.');
    if (isGit(name))
        return { kind: 'hidden', reason: 'not part of an app' };
    if (isCredential(name, isFolder))
        return { kind: isHidden ? 'hidden' : 'credential', reason: 'looks like a credential' };
    if (name.toLowerCase() === 'node_modules')
        return { kind: 'node_modules', reason: 'node_modules' };
    if (!isHidden)
        return null;
    return { kind: 'hidden', reason: isFolder ? 'hidden folder' : 'hidden file' };
}
const jobCredential = /^(?:gha-creds-.*\.json|git-credentials-.*\.config|env\.(?:prod|production|stag|staging|dev|development|test|local)(?:\..*)?)$/;
function isGit(name) {
    return name.toLowerCase() === '.git';
}
function isCredential(name, isFolder) {
    const lower = name.toLowerCase();
    if (credentialNames.has(lower) || lower.startsWith('.env'))
        return true;
    if (credentialEndings.some((ending) => lower.endsWith(ending)))
        return true;
    return !isFolder && (sshKey.test(lower) || jobCredential.test(lower));
}
async function compile(input, patterns) {
    if (patterns.length === 0)
        return [];
    const minimatch = await __webpack_require__.e(/* import() */ 138).then(__webpack_require__.bind(__webpack_require__, 1138));
    return patterns.map((pattern) => {
        const source = toSource(pattern);
        const itself = new minimatch.Minimatch(source, matchOptions);
        assertAlternatives(itself, pattern, input);
        const isFolderName = pattern.endsWith('/') || namesFolders(source);
        if (!isFolderName)
            return new CompiledPattern(input, pattern, itself, null);
        const contents = source.endsWith('/**')
            ? itself
            : new minimatch.Minimatch(`${source}/**`, matchOptions);
        return new CompiledPattern(input, pattern, itself, contents);
    });
}
class CompiledPattern {
    input;
    pattern;
    #itself;
    #contents;
    constructor(input, pattern, itself, contents) {
        this.input = input;
        this.pattern = pattern;
        this.#itself = itself;
        this.#contents = contents;
    }
    matches(path, isFolder) {
        if (isFolder)
            return this.#contents?.match(`${path}/`) === true;
        return this.#itself.match(path) || this.#contents?.match(path) === true;
    }
    mayMatchIn(folder) {
        return (this.#contents ?? this.#itself).match(folder, true);
    }
}
const maxAlternatives = 1000;
const maxExpanded = 10_000;
function assertAlternatives(compiled, pattern, inputName) {
    const isTruncated = compiled.braceExpand().length >= maxExpanded;
    if (compiled.globSet.length <= maxAlternatives && !isTruncated)
        return;
    const name = (0,frontend/* nameInputInText */.Od)(inputName);
    const reason = `its braces stand for more than ${maxAlternatives} alternatives`;
    const message = `The pattern ${pattern} of ${name} cannot be used: ${reason}.`;
    throw (0,src_errors/* makeError */.xz)('pattern_invalid', message, {
        next: `Write the pattern in ${name} with fewer alternatives, for example with *.`,
    });
}
const matchOptions = {
    dot: true,
    nonegate: true,
    nocomment: true,
    platform: 'linux',
    braceExpandMax: maxExpanded,
};
function toSource(pattern) {
    return pattern.replace(/^(?:\.?\/|\.$)+/, '').replace(/^$|(?<=\/)$/, '**');
}
function namesFolders(source) {
    const names = source.replace(/\/\*\*$/, '');
    const last = names.slice(names.lastIndexOf('/') + 1);
    return !/[*?]|!\(/.test(last);
}

;// CONCATENATED MODULE: ./lib/src/folder/submodules.js


function listMissingSubmodules(root, base) {
    for (let folder = root;; folder = external_node_path_.dirname(folder)) {
        const paths = readSubmodules(folder);
        if (paths.length > 0)
            return paths.filter((each) => isRelated(each, root) && isEmpty(each));
        if (folder === base || folder === external_node_path_.dirname(folder))
            return [];
    }
}
function readSubmodules(repository) {
    try {
        const config = (0,external_node_fs_.readFileSync)(external_node_path_.join(repository, '.gitmodules'), 'utf8').slice(0, 100_000);
        const paths = config.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S[^\r\n]*)$/gm);
        return Array.from(paths, ([, written = '']) => external_node_path_.join(repository, written.trimEnd()));
    }
    catch {
        return [];
    }
}
function isRelated(one, other) {
    const isIn = (inner, outer) => `${inner}${external_node_path_.sep}`.startsWith(`${outer}${external_node_path_.sep}`);
    return isIn(one, other) || isIn(other, one);
}
function isEmpty(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder).length === 0;
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./lib/src/folder/walk.js







const walkLimits = {
    files: 50_000,
    names: 500_000,
    levels: 100,
};
async function walkFolder(options) {
    const { root, selector, signal, limits = walkLimits } = options;
    const files = [];
    const excluded = [];
    const folders = [{ path: '', location: root }];
    const turns = new EventLoopTurns(signal);
    let names = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        for (const listed of listFolder(folder)) {
            names += 1;
            const { type, ...entry } = readEntry(listed, folder);
            const isFolder = type === 'folder';
            const exclusion = selector.findExclusion(entry.path, type);
            if (exclusion !== null) {
                excluded.push({ path: isFolder ? `${entry.path}/` : entry.path, ...exclusion });
            }
            else {
                assertSendable(entry.path, (0,external_node_buffer_.isUtf8)(listed.name));
                if (isFolder) {
                    assertDepth(entry.path, limits);
                    folders.push(entry);
                }
                else {
                    files.push(entry);
                }
            }
            assertSize(files.length, names, limits);
            await turns.count(0);
        }
    }
    files.sort((one, other) => (0,format/* compareTexts */.qy)(one.path, other.path));
    excluded.sort((one, other) => (0,format/* compareTexts */.qy)(one.path, other.path));
    return { files, excluded };
}
function listFolder({ path, location }) {
    const list = () => (0,external_node_fs_.readdirSync)(location, { encoding: 'buffer', withFileTypes: true });
    const entries = askSystem(path, list, 'folder_unreadable');
    assertFolderInPlace(location, path);
    return entries;
}
function readEntry(listed, folder) {
    const name = listed.name.toString();
    const path = folder.path === '' ? name : `${folder.path}/${name}`;
    const parent = (0,external_node_path_.join)(folder.location, external_node_path_.sep);
    const location = `${parent}${name}`;
    if (!listed.isSymbolicLink())
        return { path, location, type: toType(listed) };
    const locationBytes = Buffer.concat([Buffer.from(parent), listed.name]);
    return { path, location, type: toType(askSystem(path, () => (0,external_node_fs_.lstatSync)(locationBytes))) };
}
function toType(entry) {
    if (entry.isFile())
        return 'file';
    if (entry.isDirectory())
        return 'folder';
    if (entry.isSymbolicLink())
        return 'link';
    return 'other';
}
function assertSendable(path, isText) {
    const next = `Rename it, or exclude it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`;
    if (!isText) {
        const message = `${path} has a name that is not UTF-8, which JSON cannot contain.`;
        throw (0,src_errors/* makeError */.xz)('name_not_utf8', message, { next, path });
    }
    if (path.includes('\\')) {
        const message = `${path} has a name with a backslash in it, which is a folder separator on some systems.`;
        throw (0,src_errors/* makeError */.xz)('name_not_allowed', message, { next, path });
    }
    if (/^[a-z]:/i.test(path)) {
        const message = `${path} has a name that starts like a drive letter.`;
        throw (0,src_errors/* makeError */.xz)('name_not_allowed', message, { next, path });
    }
}
function assertDepth(path, limits) {
    if (path.split('/').length <= limits.levels)
        return;
    const [first = ''] = path.split('/', 1);
    throw (0,src_errors/* makeError */.xz)('folder_too_large', `${first}/ has more than ${limits.levels} levels of folders.`, {
        next: `Move its files up, or exclude it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`,
        path: first,
    });
}
function assertSize(files, names, limits) {
    let excess = null;
    if (files > limits.files)
        excess = `${limits.files} files to send`;
    else if (names > limits.names)
        excess = `${limits.names} names in it`;
    if (excess === null)
        return;
    const check = (0,frontend/* perFrontend */.C2)('the input folder names', 'it is');
    throw (0,src_errors/* makeError */.xz)('folder_too_large', `The folder has more than ${excess}.`, {
        next: `Check that ${check} the folder of the app, or exclude parts of it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`,
    });
}

;// CONCATENATED MODULE: ./lib/src/folder/folder.js



















async function readFolder(options) {
    const { signal, maxSize = null } = options;
    signal?.throwIfAborted();
    const { root, base, repositoryPath } = findFolder(options);
    const selector = await createSelector(options);
    const walked = await walkFolder({ root, selector, signal });
    const found = walked.files;
    const paths = [...found, ...walked.excluded].map((each) => each.path);
    const unmatched = selector.listUnmatched(paths);
    assertNoLists(unmatched);
    const submodules = listMissingSubmodules(root, base)
        .map((location) => external_node_path_.relative(root, location).split(external_node_path_.sep).join('/'))
        .filter((name) => selector.findExclusion(name, 'folder') === null);
    if (found.length === 0)
        throw toEmptyError(options.folder, walked.excluded, submodules.length > 0);
    const foundSizes = found.map(measure);
    const isRead = sumBytes(foundSizes) <= maxFolderBytes;
    const read = isRead ? await readFiles(found, signal) : [];
    const contents = excludeCredentials(read, walked.excluded);
    const { files, excluded } = contents;
    const sizes = isRead ? files.map(toSize) : foundSizes;
    const secrets = await searchSecrets(files, options.secrets, signal);
    const checked = isRead ? checkFolder(contents, options) : [];
    const problems = [
        ...secrets.problems,
        ...checkSize(sizes, maxSize),
        ...checkReadSize(contents),
        ...submodules.map((name) => toProblem('submodule_missing', [name], { path: `${name}/` })),
        ...checked,
    ];
    return {
        files,
        excluded,
        fileCount: sizes.length,
        byteCount: sumBytes(sizes),
        contentHash: isRead ? hashContents(files) : '',
        problems: mergeEqual(problems).toSorted((one, other) => (0,format/* compareTexts */.qy)(one.severity, other.severity)),
        warnings: listWarnings(excluded, unmatched),
        fields: readFields(contents),
        serviceJson: readText(findFile(contents, app_app/* servicePath */.VF)).text,
        repositoryPath,
        secretPaths: secrets.paths,
    };
}
function readLines(folder, path, first, last) {
    if (folder.secretPaths.has(path))
        return null;
    const { text } = readText(findFile(folder, path));
    const lines = text ? toTextLines(text).slice(first - 1, last) : [];
    return lines.length === 0 ? null : lines;
}
function findFolder(options) {
    const { workspace, folder, runnerTemp } = options;
    const base = findRealFolder(workspace.path, workspace.path, null);
    const root = findRealFolder(options.path, folder, workspace.path);
    if (workspace.isBoundary && !isWithin(base, root)) {
        const outside = `outside the ${(0,frontend/* perFrontend */.C2)('workspace', 'repository')}`;
        const isLinked = isWithin(workspace.path, options.path);
        const message = isLinked
            ? `The folder ${folder} is a link to ${root}, ${outside}.`
            : `The folder ${folder} is ${outside}.`;
        const copy = `Copy what it links to into the workspace, as with cp -rL ${folder} app, and name the copy.`;
        throw (0,src_errors/* makeError */.xz)('folder_outside_workspace', message, {
            next: isLinked ? copy : adviseFolderInput(),
        });
    }
    if ((0,external_node_fs_.existsSync)(runnerTemp) && isWithin(root, external_node_fs_.realpathSync.native(runnerTemp))) {
        const contents = (0,frontend/* perFrontend */.C2)("the runner's temporary files, where other steps keep secrets", 'temporary files');
        throw toNotAllowedError(folder, `contains ${contents}`);
    }
    const names = external_node_path_.relative(base, root).split(external_node_path_.sep);
    if (names.some(isGit))
        throw toNotAllowedError(folder, 'is inside a .git folder');
    if (names.some((name) => isCredential(name, true)))
        throw toNotAllowedError(folder, 'is inside a folder for credentials');
    return {
        root,
        base,
        repositoryPath: workspace.isBoundary ? toRepositoryPath(base, names) : folder,
    };
}
function isWithin(ancestor, target, platform = external_node_path_) {
    const way = platform.relative(ancestor, target);
    return way !== '..' && !way.startsWith(`..${platform.sep}`) && !platform.isAbsolute(way);
}
function toNotAllowedError(folder, reason) {
    const next = adviseFolderInput();
    return (0,src_errors/* makeError */.xz)('folder_not_allowed', `The folder ${folder} ${reason}.`, { next });
}
function adviseFolderInput() {
    return (0,frontend/* perFrontend */.C2)('Set the input folder to the folder of the app, relative to the workspace.', 'Name the folder of the app.');
}
function findRealFolder(location, name, workspace) {
    let isFolder;
    let real;
    try {
        real = external_node_fs_.realpathSync.native(location);
        isFolder = (0,external_node_fs_.statSync)(real).isDirectory();
    }
    catch (cause) {
        const ofWorkspace = `The ${(0,frontend/* perFrontend */.C2)('workspace', 'folder')}`;
        const shown = `${workspace === null ? ofWorkspace : 'The folder'} ${name}`;
        const hint = (0,frontend/* perFrontend */.C2)(', and that a step before this one checks out or builds it', '');
        const next = `Check ${(0,frontend/* nameInputInText */.Od)('folder')}${hint}.`;
        const errno = readErrno(cause);
        if (errno !== 'ENOENT' && errno !== 'ENOTDIR') {
            const message = `${shown} cannot be opened: ${describeErrno(cause)}.`;
            throw (0,src_errors/* makeError */.xz)('folder_unreadable', message, { next, cause });
        }
        const pages = workspace === null ? '' : describeNearPages(workspace, location);
        throw (0,src_errors/* makeError */.xz)('folder_missing', `${shown} does not exist.`, { next: next + pages, cause });
    }
    if (isFolder)
        return real;
    throw (0,src_errors/* makeError */.xz)('folder_not_a_folder', `The folder ${name} is a file, not a folder.`, {
        next: adviseFolderInput(),
    });
}
function toRepositoryPath(workspace, names) {
    for (let depth = 0; depth <= names.length; depth += 1) {
        const folder = external_node_path_.join(workspace, ...names.slice(0, depth));
        if (isRepository(folder))
            return names.slice(depth).join('/');
    }
    return names.join('/');
}
function isRepository(folder) {
    const mark = external_node_path_.join(folder, '.git');
    if ((0,external_node_fs_.existsSync)(external_node_path_.join(mark, 'HEAD')))
        return true;
    return (0,external_node_fs_.lstatSync)(mark, { throwIfNoEntry: false })?.isFile() === true;
}
function toSize({ path, bytes }) {
    return { path, bytes: bytes.length };
}
function measure({ path, location }) {
    return { path, bytes: askSystem(path, () => (0,external_node_fs_.lstatSync)(location)).size };
}
async function readFiles(entries, signal) {
    const turns = new EventLoopTurns(signal);
    const files = [];
    for (const [index, entry] of entries.entries()) {
        const file = readFile(entry);
        files.push(file);
        const folder = external_node_path_.dirname(entry.location);
        const next = entries[index + 1];
        if (next === undefined || external_node_path_.dirname(next.location) !== folder)
            assertFolderInPlace(folder, external_node_path_.posix.dirname(entry.path).replace(/^\.$/, ''));
        await turns.count(file.bytes.length);
    }
    return files;
}
function excludeCredentials(files, excluded) {
    const credentials = files.filter((file) => isDockerConfig(file.path, file.bytes));
    if (credentials.length === 0)
        return { files, excluded };
    const more = credentials.map(({ path }) => {
        return { path, kind: 'credential', reason: 'has passwords of Docker registries' };
    });
    return {
        files: files.filter((file) => !credentials.includes(file)),
        excluded: [...excluded, ...more].sort((one, other) => (0,format/* compareTexts */.qy)(one.path, other.path)),
    };
}
function readFields(contents) {
    const read = (name) => readText(findFile(contents, name)).text;
    const service = read(app_app/* servicePath */.VF);
    const members = service === null ? null : parseServiceJson(service).members;
    const fields = {};
    for (const name of app_app/* sentFields */.S5) {
        const { file } = app_app/* appFields */.fj[name];
        const value = file === app_app/* servicePath */.VF ? members?.get(name)?.value : read(file);
        if (typeof value === 'string')
            fields[name] = value;
    }
    return fields;
}
function assertNoLists(unmatched) {
    const list = unmatched.find(({ pattern }) => isList(pattern));
    if (list === undefined)
        return;
    const name = (0,frontend/* nameInputInText */.Od)(list.input);
    throw (0,src_errors/* makeError */.xz)('pattern_invalid', `The pattern ${list.pattern} of ${name} matches nothing.`, {
        next: `It looks like a list: write one pattern per line, without quotes, commas and brackets.`,
    });
}
function isList(pattern) {
    if (/^\[\s*["'].*["']\s*\]$/.test(pattern))
        return true;
    const outside = pattern.replaceAll(/\{[^{}]*\}|\([^()]*\)|\[[^[\]]*\]/g, '');
    return /[^\s,]\s*,\s*[^\s,]/.test(outside);
}
function toEmptyError(folder, excluded, isSubmodule) {
    let message = `The folder ${folder} is empty.`;
    if (excluded.length > 0) {
        const names = (0,format/* listNames */.Zv)(excluded.map(({ path, reason }) => `${path} (${reason})`));
        message = `All of the folder ${folder} is excluded: ${names}.`;
    }
    const inputs = (0,frontend/* perFrontend */.C2)('the inputs folder, include and exclude', 'the folder, --include and --exclude');
    if (isSubmodule && excluded.length === 0) {
        const { message, fix } = toProblem('submodule_missing', [`The folder ${folder}`]);
        return (0,src_errors/* makeError */.xz)('folder_empty', message, { next: fix ?? '' });
    }
    const build = (0,frontend/* perFrontend */.C2)('a step before this one builds the app', 'the app has been built');
    return (0,src_errors/* makeError */.xz)('folder_empty', message, { next: `Check ${inputs}, and that ${build}.` });
}
function listWarnings(excluded, unmatched) {
    const warnings = [];
    const credentials = excluded.filter((entry) => entry.kind === 'credential');
    if (credentials.length > 0) {
        const names = (0,format/* listNames */.Zv)(credentials.map((entry) => entry.path));
        const advice = 'Rename any file that is not a credential.';
        warnings.push(`Excluded because they are named like credentials: ${names}. ${advice}`);
    }
    for (const { input, pattern } of unmatched)
        warnings.push(`The ${(0,frontend/* nameInput */.K3)(input)} pattern ${pattern} matches nothing.`);
    return warnings;
}

// EXTERNAL MODULE: ./lib/src/report/outputs.js
var outputs = __webpack_require__(2011);
;// CONCATENATED MODULE: ./lib/src/run/written-file.js


function findNearest(path) {
    return (0,external_node_fs_.existsSync)(path) ? external_node_fs_.realpathSync.native(path) : findNearest((0,external_node_path_.dirname)(path));
}
function readStart(file) {
    const start = Buffer.alloc(4096);
    const fd = (0,external_node_fs_.openSync)(file, 'r');
    try {
        (0,external_node_fs_.readSync)(fd, start);
    }
    finally {
        (0,external_node_fs_.closeSync)(fd);
    }
    return start;
}
function writeWithoutLink(file, text) {
    const { O_WRONLY, O_CREAT, O_TRUNC } = external_node_fs_.constants;
    const noLink = external_node_fs_.constants.O_NOFOLLOW ?? 0;
    const fd = (0,external_node_fs_.openSync)(file, O_WRONLY | O_CREAT | O_TRUNC | noLink);
    try {
        (0,external_node_fs_.writeFileSync)(fd, text);
    }
    finally {
        (0,external_node_fs_.closeSync)(fd);
    }
}

;// CONCATENATED MODULE: ./lib/src/run/manifest.js











function findManifestFile(folder, run) {
    const { inputs, workspace } = run;
    const isRecorded = inputs.command === 'deploy' || inputs.command === 'submit';
    if (inputs.manifest === '' || !isRecorded || folder === null)
        return null;
    if (run.isOffline || inputs.dryRun)
        return null;
    const file = external_node_path_.resolve(workspace.path, inputs.manifest);
    let obstacle;
    try {
        obstacle = findObstacle(file, folder, run);
    }
    catch (error) {
        obstacle = `cannot be opened: ${describeErrno(error)}`;
    }
    if (obstacle === null)
        return file;
    const expected = `must be another file: this one ${obstacle}`;
    const secrets = (0,inputs_inputs/* listSecrets */.AQ)(inputs).map((secret) => secret.value);
    throw (0,inputs_inputs/* makeInputsError */.wT)([{ input: 'manifest', got: inputs.manifest, expected }], secrets);
}
function findObstacle(file, folder, run) {
    const home = findNearest(external_node_path_.dirname(file));
    if (isWithin(external_node_fs_.realpathSync.native(folder), home))
        return 'is in the app folder, which is deployed';
    if (!(0,external_node_fs_.statSync)(home).isDirectory())
        return 'is below a file';
    const { workspace, context } = run;
    const places = [workspace.path, context.runnerTemp].filter((one) => (0,external_node_fs_.existsSync)(one));
    const isInPlace = places.some((one) => isWithin(external_node_fs_.realpathSync.native(one), home));
    if (workspace.isBoundary && !isInPlace)
        return 'is outside the workspace';
    const stats = (0,external_node_fs_.lstatSync)(file, { throwIfNoEntry: false });
    if (stats === undefined)
        return null;
    if (stats.isSymbolicLink())
        return 'is a symbolic link';
    if (!stats.isFile())
        return 'is not a file';
    if (stats.size === 0 || isManifest(file))
        return null;
    return 'exists, and is not a manifest';
}
function isManifest(file) {
    const [name = '', size = '', digest = ''] = readStart(file).toString('latin1').split('\0', 3);
    return name !== '' && /^\d+$/.test(size) && /^[0-9a-f]{64}\n/.test(digest);
}
function recordAccepted(folder, file, { inputs, report }) {
    const { outcome } = report;
    if (outcome !== 'deployed' && outcome !== 'unchanged' && outcome !== 'submitted')
        return;
    const secrets = (0,inputs_inputs/* listSecrets */.AQ)(inputs).map((secret) => secret.value);
    try {
        writeManifest(file, renderManifest(folder, report, secrets));
    }
    catch (error) {
        report.warn(`The file of ${(0,frontend/* nameInput */.K3)('manifest')} was not written: ${describeErrno(error)}.`);
    }
}
const facts = [
    'slug',
    'status',
    'content-hash',
    'file-count',
    'submitted-at',
    'published-at',
    'updated-at',
];
function renderManifest(folder, report, secrets) {
    const values = facts.map((name) => [
        name,
        outputs/* outputTable */.i4[name].of(report),
    ]);
    values.push(['terms-version', (0,text_escape/* toSafeVersion */.RP)(report.termsAccepted)]);
    const lines = values.map(([name, value]) => `${name}: ${value ?? ''}`.trimEnd());
    return `${listRecords(folder.files)}\n${(0,text_secrets/* createRedact */.a)(secrets)(lines.join('\n'))}\n`;
}
function writeManifest(file, text) {
    (0,external_node_fs_.mkdirSync)(external_node_path_.dirname(file), { recursive: true });
    writeWithoutLink(file, text);
}

;// CONCATENATED MODULE: ./lib/src/api/request-body.js
function toJsonBody(value) {
    const bytes = Buffer.from(JSON.stringify(value));
    return {
        type: 'application/json',
        length: bytes.length,
        async *stream() {
            yield bytes;
        },
    };
}

;// CONCATENATED MODULE: ./lib/src/api/client.js




const methods = {
    read: 'GET',
    list: 'GET',
    create: 'POST',
    deploy: 'POST',
    update: 'PATCH',
    submit: 'POST',
    delete: 'DELETE',
};
function createClient(send, baseUrl) {
    const address = `${baseUrl.origin}${baseUrl.path}`;
    function toRequest(operation, endpoint, body) {
        return {
            operation,
            method: methods[operation],
            path: `${baseUrl.path}/api/miniapps${endpoint}`,
            body: body ?? null,
        };
    }
    async function read(request, parse) {
        const outcome = await send({ ...request, isUsable: (body) => parse(body, null) !== null });
        if (outcome.error !== null)
            throw outcome.error;
        const shown = parse(outcome.value, outcome.link);
        if (shown === null)
            throw new Error('A read was accepted although it does not show what was requested.');
        return shown;
    }
    function listApps(options) {
        const request = { ...toRequest('list', ''), ...options };
        return read(request, (body, link) => parseAppList(body, address, link));
    }
    return {
        async readApp(slug, options) {
            const request = { ...toRequest('read', `/${slug}`), ...options };
            try {
                return await read(request, (body) => parseApp(body, slug, address));
            }
            catch (error) {
                if (error instanceof ApiError && error.code === 'not_found')
                    return null;
                const isTooLarge = error instanceof NetworkError && error.code === 'response_too_large';
                if (!isTooLarge)
                    throw error;
                const { apps } = await listApps(options);
                const listed = apps.find((app) => app.slug === slug && app.status !== '');
                if (listed === undefined)
                    throw error;
                return listed;
            }
        },
        listApps,
        createApp: (slug, fields) => send(toRequest('create', '', toJsonBody({ slug, ...fields }))),
        deployApp: (body) => send(toRequest('deploy', '/deploy', body)),
        updateApp: (slug, fields) => send(toRequest('update', `/${slug}`, toJsonBody(fields))),
        submitApp(slug, termsVersion) {
            const body = toJsonBody({ accept_terms: termsVersion });
            return send({ ...toRequest('submit', `/${slug}/submit`, body), termsVersion });
        },
        deleteApp: (slug) => send(toRequest('delete', `/${slug}`)),
    };
}

;// CONCATENATED MODULE: ./lib/src/api/sender.js





function createSender(options) {
    return async (request) => {
        const attempts = new Attempts(request, options);
        for (;;) {
            options.signal.throwIfAborted();
            const timeoutMs = attempts.start();
            const sent = options.transport({ ...request, timeoutMs }, options.signal);
            const response = await sent.catch(toNetworkError);
            const attempt = attempts.end(response);
            const decision = decide(attempt);
            if (decision.kind === 'stop')
                return toOutcome({ request, response, attempt, decision });
            options.onWait({
                what: `${request.method} ${request.path}`,
                milliseconds: decision.delayMs,
                why: decision.reason,
                attempt: attempt.previousAttempts + 2,
                maxAttempts: decision.maxAttempts,
            });
            await options.clock.sleep(decision.delayMs, options.signal);
            attempts.endWait(attempt);
        }
    };
}
function toNetworkError(error) {
    if (error instanceof NetworkError)
        return error;
    throw error;
}
class Attempts {
    #request;
    #options;
    #counts = new Map();
    #endsAt;
    #windowStartedAt;
    #sentAt;
    #number = 0;
    constructor(request, options) {
        const now = options.clock.now();
        this.#request = request;
        this.#options = options;
        this.#endsAt = now + (request.timeoutMs ?? Number.POSITIVE_INFINITY);
        this.#windowStartedAt = now;
        this.#sentAt = now;
    }
    start() {
        this.#number += 1;
        this.#sentAt = this.#options.clock.now();
        return Math.max(0, Math.ceil(this.#endsAt - this.#sentAt));
    }
    end(response) {
        const options = this.#options;
        const { operation, isUsable = () => true } = this.#request;
        const now = options.clock.now();
        const { result, isFinal } = classify(operation, response, isUsable);
        const previousAttempts = this.#counts.get(result) ?? 0;
        this.#counts.set(result, previousAttempts + 1);
        this.#report(response, now);
        return {
            operation,
            result,
            isFinal,
            status: 'status' in response ? response.status : null,
            retryAfterMs: getRetryAfterMs(response, now),
            previousAttempts,
            elapsedMs: now - this.#windowStartedAt,
            retryWindowMs: options.retryWindowMs ?? this.#request.retryWindowMs ?? null,
            timeLeftMs: Math.min(options.deadline.at, this.#endsAt) - now,
            random: options.random(),
        };
    }
    endWait(attempt) {
        if (attempt.result === 'rate_limited')
            this.#windowStartedAt = this.#options.clock.now();
    }
    #report(response, now) {
        this.#options.onAttempt(this.#request, {
            number: this.#number,
            result: 'status' in response ? `returned ${response.status}` : response.code,
            milliseconds: now - this.#sentAt,
        });
    }
}
function getRetryAfterMs(response, now) {
    if (response instanceof NetworkError)
        return null;
    return readRetryAfter(response.retryAfter, response.date, now);
}
function toOutcome(ended) {
    const { result } = ended.attempt;
    const isAccepted = result === 'accepted' || result === 'pending';
    return {
        result,
        value: getJson(ended.response),
        link: ended.response instanceof NetworkError ? null : ended.response.link,
        error: isAccepted ? null : toError(ended),
        resendAfterMs: ended.decision.resendAfterMs,
    };
}
function getJson(response) {
    if (response instanceof NetworkError || response.body.kind !== 'json')
        return null;
    return response.body.value;
}
function toError(ended) {
    const { request, response } = ended;
    const { reason, next } = ended.decision;
    if (response instanceof NetworkError)
        return response;
    const { status, body } = response;
    const value = getJson(response);
    if (status < 300 && !reportsFailure(value)) {
        const what = (0,format/* joinTexts */.B5)([describeUnusable(request, response), reason], '; ');
        return new NetworkError(request, { code: 'response_unreadable', sent: true, what });
    }
    const details = readErrorBody(value, request.termsVersion);
    const page = body.kind === 'unreadable' ? toFirstWords(body.start, status) : '';
    const message = (0,format/* joinTexts */.B5)([details.message ?? page, reason], '; ');
    const isWaitedFor = ended.attempt.result === 'rate_limited' || reason !== null;
    return new ApiError(request, {
        ...details,
        status,
        message: message === '' ? null : message,
        isDocumented: hasDocumentedError(value),
        retryAfterMs: isWaitedFor ? null : ended.attempt.retryAfterMs,
    }, next ?? adviseUnread(body));
}
function toFirstWords(start, status) {
    const words = start.replace(/\s+/g, ' ').trim();
    if (!words.startsWith(`${status}`))
        return words;
    return words.slice(`${status}`.length).replace(/^[\s:.-]+/, '');
}
function adviseUnread(body) {
    if (body.kind !== 'unreadable' || body.start.trim() !== '')
        return null;
    return `The response ${body.why} and was not read: contact the service's support.`;
}
function describeUnusable(request, response) {
    const { status, body } = response;
    const returned = `returned ${status}, but the response`;
    if (body.kind === 'unreadable')
        return `${returned} ${body.why}`;
    if (body.kind === 'empty')
        return `${returned} is empty`;
    if (request.operation === 'list')
        return `${returned} is not a list of apps`;
    return `${returned} does not show the app with its slug and status`;
}

// EXTERNAL MODULE: external "node:v8"
var external_node_v8_ = __webpack_require__(8877);
// EXTERNAL MODULE: ./lib/node_modules/undici/index.js
var undici = __webpack_require__(2613);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
;// CONCATENATED MODULE: ./lib/src/api/long-strings.js

const longBytes = 4_096;
const [quote = 0, backslash = 0, colon = 0] = Buffer.from('"\\:');
function cutLongStrings(json) {
    const pieces = [];
    const longStrings = [];
    let start = 0;
    let open = json.indexOf(quote);
    while (open !== -1) {
        const close = findClosingQuote(json, open);
        if (close === -1)
            break;
        if (close - open > longBytes && !isName(json, close)) {
            pieces.push((0,text_json/* decodeUtf8 */._6)(json.subarray(start, open)));
            longStrings.push(new text_json/* LongString */.wk(json.subarray(open, close + 1)));
            start = close + 1;
        }
        open = json.indexOf(quote, close + 1);
    }
    pieces.push((0,text_json/* decodeUtf8 */._6)(json.subarray(start)));
    if (longStrings.length === 0)
        return { text: pieces.join(''), restore: (value) => value };
    const mark = chooseMark(pieces);
    const text = pieces.reduce((joined, piece, index) => `${joined}"${mark}${index - 1}"${piece}`);
    return { text, restore: (value) => restore(value, mark, longStrings) };
}
function findClosingQuote(json, open) {
    const first = json.indexOf(quote, open + 1);
    if (json[first - 1] !== backslash)
        return first;
    let at = open + 1;
    while (at < json.length && json[at] !== quote)
        at += json[at] === backslash ? 2 : 1;
    return at < json.length ? at : -1;
}
function isName(json, close) {
    let at = close + 1;
    while (/[ \t\r\n]/.test(String.fromCharCode(json[at] ?? 0)))
        at += 1;
    return json[at] === colon;
}
function chooseMark(pieces) {
    let mark = 'LongString';
    while (pieces.some((piece) => piece.includes(mark)))
        mark += 'x';
    return mark;
}
function restore(value, mark, longStrings) {
    if (typeof value === 'string')
        return value.startsWith(mark) ? longStrings[Number(value.slice(mark.length))] : value;
    if (typeof value !== 'object' || value === null)
        return value;
    if (Array.isArray(value))
        return value.map((entry) => restore(entry, mark, longStrings));
    const entries = Object.entries(value).map(([name, inner]) => {
        return [name, restore(inner, mark, longStrings)];
    });
    return Object.fromEntries(entries);
}

;// CONCATENATED MODULE: ./lib/src/api/response.js



class ResponseTooLargeError extends Error {
    name = 'ResponseTooLargeError';
    constructor(limitBytes) {
        super(`is larger than ${limitBytes} bytes`);
    }
}
const maxAppBytes = 256 * 1024 * 1024;
const maxPlainBytes = 8 * 1024 * 1024;
const maxDepth = 200;
const shownBytes = 200;
const headBytes = 4_096;
const firstBytes = 65_536;
async function readResponse(stream, options) {
    const encoding = (options.encoding ?? '').toLowerCase();
    if (encoding === '' || encoding === 'identity')
        return readDecoded(stream, options);
    if (encoding !== 'gzip' && encoding !== 'x-gzip')
        return readUnknown(stream);
    const { createGunzip } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 8522, 19));
    const limited = limitSize(stream, options.limitBytes);
    const decompressed = (0,external_node_stream_.pipeline)(limited, createGunzip(), () => undefined);
    try {
        return await readDecoded(decompressed, options);
    }
    catch (error) {
        if (!isCompressionError(error))
            throw error;
        return { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
    }
}
async function* limitSize(stream, limitBytes) {
    let size = 0;
    for await (const chunk of stream) {
        size += chunk.length;
        if (size > limitBytes)
            throw new ResponseTooLargeError(limitBytes);
        yield chunk;
    }
}
async function readUnknown(stream) {
    for await (const _ of stream) {
        return { kind: 'unreadable', why: 'has an unknown content encoding', start: '' };
    }
    return { kind: 'empty' };
}
async function readDecoded(stream, options) {
    const bytes = await readBytes(stream, options);
    const { text, restore } = options.keepsLongStrings ? cutLongStrings(bytes) : readWhole(bytes);
    if (/^[ \t\r\n]*$/.test(text))
        return { kind: 'empty' };
    let value;
    try {
        value = JSON.parse(text);
    }
    catch (error) {
        const isCut = endsEarly(text, error);
        const why = isCut ? 'ends early' : 'is not JSON';
        return { kind: 'unreadable', why, start: describeStart(bytes, isCut) };
    }
    if (isDeeperThan(value, maxDepth)) {
        const why = `is nested deeper than ${maxDepth} levels`;
        return { kind: 'unreadable', why, start: describeStart(bytes, false) };
    }
    return { kind: 'json', value: restore(value) };
}
function readWhole(bytes) {
    return { text: (0,text_json/* decodeUtf8 */._6)(bytes), restore: (value) => value };
}
function readBytes(stream, { length, limitBytes }) {
    let buffer = Buffer.allocUnsafeSlow(Math.min(length ?? firstBytes, limitBytes));
    let read = 0;
    return new Promise((resolve, reject) => {
        const end = () => resolve(withoutMark(buffer.subarray(0, read)));
        (0,external_node_stream_.finished)(stream, { writable: false }, (error) => {
            if (error)
                reject(error);
            else
                end();
        });
        stream.on('data', (chunk) => {
            const size = read + chunk.length;
            if (size > limitBytes) {
                stream.destroy(new ResponseTooLargeError(limitBytes));
                return;
            }
            if (size > buffer.length)
                buffer = enlarge(buffer, size);
            read += chunk.copy(buffer, read);
            if (read > headBytes && response_isPage(buffer)) {
                end();
                stream.destroy();
            }
        });
    });
}
function withoutMark(bytes) {
    return bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? bytes.subarray(3) : bytes;
}
function enlarge(bytes, size) {
    const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * bytes.length));
    bytes.copy(larger);
    return larger;
}
function endsEarly(text, error) {
    if (!(error instanceof SyntaxError) || !/^\s*["{[]/.test(text))
        return false;
    const [, place] = /at position (\d+)/.exec(error.message) ?? [];
    if (place === undefined)
        return error.message.startsWith('Unexpected end');
    return error.message.startsWith('Unterminated') || Number(place) >= text.length;
}
function isDeeperThan(value, levels) {
    if (typeof value !== 'object' || value === null)
        return false;
    return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
function response_isPage(start) {
    return /^\s*</.test(start.toString('latin1', 0, shownBytes));
}
function describeStart(bytes, isCut) {
    const maxBytes = response_isPage(bytes) ? headBytes : shownBytes;
    const head = bytes.toString('utf8', 0, maxBytes);
    const words = isCut || bytes.length > maxBytes ? toWholeWords(head) : head;
    return response_isPage(bytes) ? findTitle(words) : words;
}
function toWholeWords(cut) {
    return cut.replace(/\S+$/, '').trimEnd();
}
function findTitle(html) {
    const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(html) ?? [];
    const [, heading = ''] = /<h1[^>]*>([^<]*)/i.exec(html) ?? [];
    return (title.trim() || heading.trim()).replace(/\s+/g, ' ');
}
function isCompressionError(error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

;// CONCATENATED MODULE: ./lib/src/api/connection.js




if (process.versions.v8.startsWith('13.6.'))
    (0,external_node_v8_.setFlagsFromString)('--wasm-tiering-budget=1000000000');
class Connection {
    proxyHost = null;
    #options;
    #dispatcher = null;
    #closing = new AbortController();
    constructor(options) {
        this.#options = options;
    }
    async exchange(request, signal, read) {
        signal.throwIfAborted();
        this.#dispatcher ??= this.#open();
        const dispatcher = this.#dispatcher.compose(noteSent(request.onSent));
        const { onSent: _, ...options } = {
            ...request,
            origin: this.#options.origin,
            signal,
            highWaterMark: maxAppBytes,
        };
        try {
            const response = await dispatcher.request(options);
            const stream = response.body;
            stream.on('error', () => undefined);
            try {
                return await read({ status: response.statusCode, headers: response.headers, stream });
            }
            finally {
                stream.destroy();
            }
        }
        catch (error) {
            this.close();
            throw error;
        }
    }
    close() {
        void this.#dispatcher?.destroy();
        this.#dispatcher = null;
        this.#closing.abort();
        this.#closing = new AbortController();
    }
    #open() {
        const { origin, proxy, keepAliveMs = 1_000 } = this.#options;
        const socketOptions = {
            timeout: 15_000,
            allowH2: false,
            autoSelectFamilyAttemptTimeout: 2_500,
            signal: this.#closing.signal,
        };
        const connect = (0,undici/* buildConnector */.gU)(socketOptions);
        const clientOptions = {
            connect,
            connections: 1,
            allowH2: false,
            useMilo: false,
            bodyTimeout: 0,
            keepAliveTimeout: keepAliveMs,
            keepAliveMaxTimeout: keepAliveMs,
            keepAliveTimeoutThreshold: 500,
        };
        if (proxy === null || origin.startsWith('http:'))
            return openClient(origin, clientOptions);
        const { address, host, fault } = readProxyAddress(proxy);
        return new undici/* EnvHttpProxyAgent */.J2({
            ...clientOptions,
            httpsProxy: address,
            noProxy: proxy.noProxy,
            httpProxy: '',
            factory: (target, options) => {
                if (options.connect !== connect) {
                    if (fault !== null)
                        throw new ProxyAddressError(fault);
                    this.proxyHost = host;
                }
                return openClient(target, options);
            },
            proxyTls: socketOptions,
            requestTls: socketOptions,
        });
    }
}
function openClient(origin, options) {
    return new undici/* Client */.Kj(origin, {
        ...options,
        connect: (address, callback) => options.connect(address, (...[error, socket]) => {
            if (error !== null)
                callback(error, null);
            else if (socket !== null)
                callback(null, deferWriteErrors(socket));
        }),
    });
}
function readProxyAddress({ httpsProxy, allProxy }) {
    const name = httpsProxy === '' ? 'ALL_PROXY' : 'HTTPS_PROXY';
    const given = httpsProxy || allProxy;
    const [, scheme = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(given) ?? [];
    const isKnown = /^https?$/i.test(scheme);
    const url = URL.parse(given.includes('://') ? given : `http://${given}`);
    if (url === null || !isDecodable(url)) {
        throw new ProxyAddressError(`the value of ${name} is not the address of a proxy`);
    }
    const fault = `${name} names a ${scheme}: proxy, and only http: and https: are known`;
    return {
        address: isKnown ? url.href : `http://${url.host}`,
        host: url.host,
        fault: isKnown ? null : fault,
    };
}
function isDecodable({ username, password }) {
    try {
        decodeURIComponent(username + password);
        return true;
    }
    catch {
        return false;
    }
}
function noteSent(onSent) {
    return (dispatch) => (options, handler) => {
        const { onRequestStart } = handler;
        handler.onRequestStart = (...given) => {
            onSent();
            onRequestStart?.apply(handler, given);
        };
        return dispatch(options, handler);
    };
}
const closedByPeer = new Set(['EPIPE', 'ECONNRESET']);
function deferWriteErrors(socket, delayMs = 1_000) {
    const { _write, _writev } = socket;
    function defer(callback) {
        return (error) => {
            const isClosed = error instanceof Error && 'code' in error && closedByPeer.has(error.code);
            if (isClosed)
                AbortSignal.timeout(delayMs).addEventListener('abort', () => callback(error));
            else
                callback(error);
        };
    }
    return Object.assign(socket, {
        _write: (chunk, encoding, callback) => _write.call(socket, chunk, encoding, defer(callback)),
        _writev: (chunks, callback) => _writev?.call(socket, chunks, defer(callback)),
    });
}

;// CONCATENATED MODULE: ./lib/src/api/transport.js




function toTimeouts(bodyBytes) {
    const uploadMs = Math.ceil(bodyBytes / 100_000) * 1_000;
    return { headersTimeoutMs: 20_000, totalTimeoutMs: 120_000 + uploadMs };
}
function createTransport(options) {
    const connection = new Connection(options);
    const transport = (request, signal) => {
        const exchange = new RequestAttempt(request, options, signal);
        return exchange.run(connection);
    };
    return Object.assign(transport, { close: () => connection.close() });
}
const connectTimeout = Object.assign(new Error('cannot connect'), { code: 'ETIMEDOUT' });
class RequestAttempt {
    #request;
    #options;
    #timeouts;
    #runSignal;
    #timeout;
    #sent = false;
    #body;
    constructor(request, options, runSignal) {
        const { body, timeoutMs = Number.POSITIVE_INFINITY } = request;
        this.#request = request;
        this.#options = options;
        this.#runSignal = runSignal;
        this.#timeouts = (options.toTimeouts ?? toTimeouts)(body?.length ?? 0);
        this.#timeout = AbortSignal.timeout(Math.min(this.#timeouts.totalTimeoutMs, timeoutMs));
        this.#body = body === null ? null : new WatchedBody(body);
    }
    async run(connection) {
        if (this.#options.dryRun && this.#request.method !== 'GET')
            throw new NetworkError(this.#request, { code: 'dry_run', sent: false });
        const signal = AbortSignal.any([this.#runSignal, this.#timeout]);
        try {
            return await connection.exchange(this.#toRawRequest(), signal, (response) => {
                return this.#readResponse(response);
            });
        }
        catch (error) {
            const { aborted, reason } = this.#runSignal;
            if (aborted && !(reason instanceof src_errors/* RunEndedError */.yu))
                throw reason;
            if (this.#body?.error !== undefined && !aborted)
                throw this.#body.error;
            const fault = this.#toFault(error, connection.proxyHost);
            throw new NetworkError(this.#request, { ...fault, sent: this.#sent, cause: error });
        }
    }
    #toRawRequest() {
        const { method, path } = this.#request;
        return {
            method,
            path,
            headers: this.#toHeaders(),
            body: this.#body,
            headersTimeout: method === 'GET' ? this.#timeouts.headersTimeoutMs : 0,
            onSent: () => {
                this.#sent = true;
            },
        };
    }
    #toHeaders() {
        const { method, body } = this.#request;
        const headers = {
            authorization: `Bearer ${this.#options.apiKey}`,
            accept: 'application/json',
            'accept-encoding': 'gzip',
            'user-agent': this.#options.userAgent,
        };
        if (method === 'GET')
            headers['cache-control'] = 'no-cache';
        if (body !== null) {
            headers['content-type'] = body.type;
            headers['content-length'] = String(body.length);
        }
        return headers;
    }
    async #readResponse(response) {
        const { status, headers } = response;
        const isSuccess = status < 300;
        return {
            status,
            retryAfter: readHeader(headers, 'retry-after'),
            date: readHeader(headers, 'date'),
            link: readHeader(headers, 'link'),
            body: isSuccess ? await this.#readBody(response) : await this.#readErrorBody(response),
        };
    }
    #readBody(response) {
        const { status, headers } = response;
        const length = readHeader(headers, 'content-length') ?? '';
        const isEmpty = status === 204 || length === '0';
        const showsApp = this.#request.operation === 'read' && status < 300;
        return readResponse(response.stream, {
            encoding: isEmpty ? null : readHeader(headers, 'content-encoding'),
            length: /^\d+$/.test(length) ? Number(length) : undefined,
            limitBytes: showsApp ? maxAppBytes : maxPlainBytes,
            keepsLongStrings: showsApp,
        });
    }
    async #readErrorBody(response) {
        try {
            return await this.#readBody(response);
        }
        catch (error) {
            if (this.#runSignal.aborted)
                throw error;
            const why = error instanceof ResponseTooLargeError ? error.message : 'broke off';
            return { kind: 'unreadable', why, start: '' };
        }
    }
    #toFault(error, proxyHost) {
        const { host } = new URL(this.#options.origin);
        if (this.#runSignal.reason instanceof src_errors/* RunEndedError */.yu)
            return toRunEndFault(this.#runSignal.reason);
        if (this.#timeout.aborted) {
            if (!this.#sent)
                return describeBrokenExchange(connectTimeout, host, proxyHost);
            return { code: 'attempt_timeout' };
        }
        if (error instanceof ResponseTooLargeError)
            return { code: 'response_too_large', what: `the response ${error.message}` };
        return describeBrokenExchange(error, host, proxyHost);
    }
}
function readHeader(headers, name) {
    const value = headers[name];
    return typeof value === 'string' ? value.trim() : null;
}
class WatchedBody {
    #body;
    #error;
    constructor(body) {
        this.#body = body;
    }
    get error() {
        return this.#error;
    }
    async *[Symbol.asyncIterator]() {
        try {
            yield* this.#body.stream();
        }
        catch (error) {
            this.#error = error;
            throw error;
        }
    }
}

;// CONCATENATED MODULE: ./lib/src/api/wait.js

function describeWait(wait) {
    const duration = formatWait(wait.milliseconds);
    const attempt = (0,format/* formatAttempt */.lZ)(wait.attempt, wait.maxAttempts);
    return `${wait.what}: ${wait.why}; retrying in ${duration} (${attempt})`;
}
function formatWait(milliseconds) {
    if (milliseconds >= 59_950)
        return (0,format/* formatDuration */.a3)(milliseconds);
    return `${Math.ceil(milliseconds / 100) / 10} s`;
}

;// CONCATENATED MODULE: ./lib/src/clock.js

const maxTimerMs = 2 ** 31 - 1;
class Deadline {
    signal;
    #ended = new AbortController();
    #minutes;
    #clock;
    #at;
    #timer;
    constructor(minutes, clock) {
        this.signal = this.#ended.signal;
        this.#minutes = minutes;
        this.#clock = clock;
        this.#at = clock.now() + minutes * 60_000;
        this.#timer = this.#startTimer();
    }
    get at() {
        return this.#at;
    }
    extend(milliseconds) {
        this.#at += milliseconds;
        this.#timer.clear();
        this.#timer = this.#startTimer();
    }
    stop() {
        this.#timer.clear();
    }
    #startTimer() {
        const timeLeftMs = Math.max(0, this.#at - this.#clock.now());
        return this.#clock.setTimer(() => this.#onTimer(), Math.min(maxTimerMs, timeLeftMs));
    }
    #onTimer() {
        if (this.#clock.now() < this.#at)
            this.#timer = this.#startTimer();
        else
            this.#ended.abort((0,src_errors/* endByDeadline */.Xw)(this.#minutes));
    }
}

// EXTERNAL MODULE: ./lib/src/report/report.js
var report_report = __webpack_require__(931);
;// CONCATENATED MODULE: ./lib/src/text/version.js
const version = '1.0.0';
function toUserAgent(runUrl) {
    const page = /^[!-~]+$/.test(runUrl ?? '') ? ` (+${runUrl})` : '';
    return `miniapp-deploy/${version}${page}`;
}

;// CONCATENATED MODULE: ./lib/src/run/run.js











function openRun(options) {
    const { inputs, context, clock } = options;
    const deadline = new Deadline(inputs.timeoutMinutes, clock);
    const signal = AbortSignal.any([options.cancelled, deadline.signal]);
    const connection = options.transport === undefined ? openTransport(options) : null;
    const transport = options.transport ?? connection;
    const makeReport = (slug, folder) => {
        return new report_report/* Report */.pl(slug, folder, {
            command: inputs.command,
            isDryRun: inputs.dryRun,
            submits: (0,inputs_inputs/* sendsForReview */.P4)(inputs),
            baseBranch: context.baseBranch,
            realRun: options.realRun,
            statusRun: options.statusRun,
        });
    };
    const end = { signal, deadline };
    const send = createRunSender(transport, options, end, () => run.report);
    let newer = null;
    const run = {
        inputs,
        context,
        workspace: options.workspace,
        clock,
        random: options.random,
        log: options.log,
        watchUpload: options.watchUpload,
        readFolder: options.readFolder ?? readFolder,
        onFolder: options.onFolder ?? (() => undefined),
        findNewer() {
            newer ??= options.findNewer(signal);
            return newer;
        },
        maxSends: options.maxSends ?? maxSends,
        signal,
        deadline,
        isOffline: transport === null,
        client: createClient(send, inputs.baseUrl ?? { origin: '', path: '' }),
        report: makeReport('', null),
        makeReport,
        close() {
            connection?.close();
            deadline.stop();
        },
    };
    return run;
}
function createRunSender(transport, options, { signal, deadline }, getReport) {
    if (transport === null)
        return () => Promise.reject(new Error('The run is offline.'));
    const { clock, random, retryWindowMs, log } = options;
    return createSender({
        transport,
        clock,
        random,
        signal,
        deadline,
        retryWindowMs,
        onWait(wait) {
            getReport().addWait(wait);
            if (options.onWait === undefined)
                log.info(describeWait(wait));
            else
                options.onWait(wait);
        },
        onAttempt(request, attempt) {
            const name = `${request.method} ${request.path}`;
            const duration = (0,format/* formatDuration */.a3)(attempt.milliseconds);
            log.debug(`${name}: ${attempt.result} after ${duration} (attempt ${attempt.number})`);
        },
    });
}
function openTransport({ inputs, context }) {
    const { apiKey, baseUrl } = inputs;
    if (apiKey === null || baseUrl === null)
        return null;
    return createTransport({
        origin: baseUrl.origin,
        apiKey,
        userAgent: toUserAgent(context.runUrl),
        dryRun: inputs.dryRun,
        proxy: context.proxy,
    });
}

// EXTERNAL MODULE: ./lib/src/app/problem.js
var problem = __webpack_require__(9365);
;// CONCATENATED MODULE: ./lib/src/commands/app-folder.js





function usesFolder(place, { inputs }) {
    return place.path !== null && ((0,inputs_inputs/* takesFolder */.fk)(inputs.command) || inputs.command === 'submit');
}
const blocking = new Set(['secret_in_folder', 'app_too_large']);
async function readAppFolder(place, run) {
    const { inputs, report, log } = run;
    const { command } = inputs;
    if (place.path === null || !usesFolder(place, run))
        return null;
    const folder = await openFolder(place.path, place.shown, run);
    run.onFolder(folder);
    report.readLines = (file, first, last) => readLines(folder, file, first, last);
    report.repositoryPath = folder.repositoryPath;
    report.fileCount = folder.fileCount;
    report.byteCount = folder.byteCount;
    report.excluded = folder.excluded;
    report.contentHash = folder.contentHash || null;
    for (const warning of folder.warnings)
        report.warn(warning);
    for (const file of folder.files) {
        const bytes = (0,format/* formatCount */.B4)(file.bytes.length, 'byte');
        log.debug(`Included: ${file.path} (${bytes}, ${file.type}, sent as ${file.encoding})`);
    }
    const size = `${(0,format/* formatCount */.B4)(folder.fileCount, 'file')}, ${(0,format/* formatBytes */.z3)(folder.byteCount)}`;
    const hash = folder.contentHash.slice(0, 19) || 'not read';
    log.info(`Included ${size} (${hash})`);
    const excluded = folder.excluded.map((file) => `${file.path} (${file.reason})`);
    if (excluded.length > 0)
        log.list('Excluded', excluded);
    const isBlocked = folder.problems.some(({ code }) => code !== null && blocking.has(code));
    if (command === 'submit' && !isBlocked)
        return folder;
    report.problems = folder.problems;
    const findings = (0,problem/* countFindings */.Gt)(folder.problems);
    log.info(`Checked: ${findings}`);
    if (folder.problems.every((problem) => problem.severity === 'warning'))
        return folder;
    forgetFiles(folder, report);
    throw (0,src_errors/* makeError */.xz)('offline_problems', `the offline check found ${findings}`);
}
function forgetFiles(folder, report) {
    const quoted = new Set(report.problems.map(({ path }) => path));
    const rest = { ...folder, files: folder.files.filter(({ path }) => quoted.has(path)) };
    report.readLines = (file, first, last) => readLines(rest, file, first, last);
}
async function openFolder(location, shown, run) {
    const { inputs, report } = run;
    const { command } = inputs;
    const options = {
        path: location,
        folder: shown,
        workspace: run.workspace,
        runnerTemp: run.context.runnerTemp,
        include: inputs.include,
        exclude: inputs.exclude,
        maxSize: inputs.maxSize,
        createsApp: command === 'create' || (command === 'deploy' && inputs.create),
        secrets: (0,inputs_inputs/* listSecrets */.AQ)(inputs),
        signal: run.signal,
    };
    try {
        return await run.readFolder(options);
    }
    catch (error) {
        if (error instanceof src_errors/* ActionError */.lZ && error.path !== null) {
            report.repositoryPath = findFolder(options).repositoryPath;
        }
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/src/folder/find-apps.js












async function findApps(options) {
    const { slug } = options;
    const invalid = [];
    const warnings = [];
    const found = new Map();
    for (const line of options.folder.split('\n')) {
        const ofLine = await findByLine(line, options, warnings);
        if (ofLine.length === 0) {
            const expected = 'must match folders that contain service.json or index.html';
            invalid.push({ input: 'folder', got: line, expected });
        }
        for (const app of ofLine) {
            if (!found.has(app.folder))
                found.set(app.folder, app);
        }
    }
    if (found.size > 1 && (0,inputs_inputs/* isSlug */.u5)(slug)) {
        const expected = `must be omitted or contain a *, since folder matches ${found.size} apps`;
        invalid.push({ input: 'slug', got: slug, expected });
    }
    const apps = [...found.values()];
    if (invalid.length === 0)
        invalid.push(...checkSlugs(apps, slug));
    if (invalid.length > 0)
        return { apps: [], warnings, invalid };
    apps.sort((one, other) => (0,format/* compareTexts */.qy)(one.slug, other.slug));
    return { apps, warnings, invalid };
}
function checkSlugs(apps, slug) {
    const invalid = [];
    const rule = slug === '' ? 'are slugs' : `make slugs with ${slug}`;
    for (const app of apps) {
        if ((0,inputs_inputs/* isSlug */.u5)(app.slug))
            continue;
        const expected = `must match folders whose names ${rule} (${inputs_inputs/* slugRule */.UN})`;
        invalid.push({ input: 'folder', got: app.folder, expected, fix: adviseOmission(app) });
    }
    for (const [shared, some] of Map.groupBy(apps, (app) => app.slug)) {
        const last = some.at(-1);
        if (last === undefined || some.length === 1)
            continue;
        const got = some.map((app) => app.folder).join(' and ');
        const expected = `must match only one folder for the slug ${shared}`;
        invalid.push({ input: 'folder', got, expected, fix: adviseOmission(last) });
    }
    return invalid;
}
function adviseOmission({ folder, name }) {
    const parts = folder.split('/');
    const pattern = parts.with(parts.lastIndexOf(name), `!(${name})`).join('/');
    return `Rename ${name}, or exclude it with a pattern such as ${pattern}.`;
}
async function findByLine(line, options, warnings) {
    const { workspace, slug } = options;
    if (!(0,inputs_inputs/* isPattern */.Pt)(line)) {
        const name = external_node_path_.basename(external_node_path_.resolve(workspace, line));
        return [find_apps_toApp(toWorkspacePath(workspace, line), name, slug)];
    }
    const pattern = toWorkspacePattern(workspace, line);
    return pattern === null ? [] : matchFolders(pattern, options, warnings);
}
function find_apps_toApp(folder, name, slug) {
    return { slug: slug === '' ? name : slug.replace('*', () => name), folder, name };
}
function toWorkspacePattern(workspace, written, platform = external_node_path_) {
    if (!platform.isAbsolute(written))
        return normalizePattern(written);
    const withSlashes = (text) => text.replaceAll(platform.sep, '/');
    const pattern = withSlashes(toContainerPath(workspace, written));
    const prefix = `${withSlashes(workspace).replace(/\/$/, '')}/`;
    if (pattern.startsWith(prefix))
        return normalizePattern(pattern.slice(prefix.length));
    const names = pattern.split('/');
    const firstWildcard = names.findIndex((name) => (0,inputs_inputs/* isPattern */.Pt)(name) || name.includes('['));
    const base = names.slice(0, firstWildcard).join('/');
    const way = relate(workspace, platform.resolve(`${base}/`), platform);
    if (way === null)
        return null;
    return normalizePattern([withSlashes(way), ...names.slice(firstWildcard)].join('/'));
}
function toContainerPath(workspace, written) {
    const [, name] = /^\/__w\/([^/]+\/[^/]+)\/?$/.exec(workspace) ?? [];
    if (name === undefined || written.startsWith('/__w/'))
        return written;
    for (const work of ['/work/', '/_work/']) {
        const start = written.indexOf(`${work}${name}`);
        const end = start + work.length + name.length;
        const isWhole = end === written.length || written[end] === '/';
        if (start !== -1 && isWhole)
            return `${workspace.replace(/\/$/, '')}${written.slice(end)}`;
    }
    return written;
}
function normalizePattern(pattern) {
    return external_node_path_.posix.normalize(pattern).replace(/^\/+|(?<!\/)\/+$/g, '');
}
function toWorkspacePath(workspace, written, listNames = readNames) {
    const place = external_node_path_.resolve(workspace, toContainerPath(workspace, written));
    const way = relate(workspace, place, external_node_path_);
    if (way === null)
        return written;
    if (way === '')
        return '.';
    let parent = workspace;
    const names = [];
    for (const name of way.split(external_node_path_.sep)) {
        names.push(findNameOnDisk(name, listNames(parent)));
        parent = external_node_path_.join(parent, name);
    }
    return names.join('/');
}
function readNames(location) {
    try {
        return (0,external_node_fs_.readdirSync)(location);
    }
    catch {
        return [];
    }
}
function findNameOnDisk(written, listed) {
    if (listed.includes(written))
        return written;
    const toPlain = (name) => name.normalize('NFC').toLowerCase();
    return listed.find((name) => toPlain(name) === toPlain(written)) ?? written;
}
function relate(workspace, location, platform) {
    if (isWithin(workspace, location, platform))
        return platform.relative(workspace, location);
    try {
        const [realWorkspace, realLocation] = [workspace, location].map((each) => external_node_fs_.realpathSync.native(each));
        if (realWorkspace === undefined || realLocation === undefined)
            return null;
        if (!isWithin(realWorkspace, realLocation, platform))
            return null;
        return platform.relative(realWorkspace, realLocation);
    }
    catch {
        return null;
    }
}
async function matchFolders(pattern, options, warnings) {
    const { workspace, slug, signal } = options;
    const minimatch = await __webpack_require__.e(/* import() */ 138).then(__webpack_require__.bind(__webpack_require__, 1138));
    const matcher = new minimatch.Minimatch(pattern, { ...matchOptions, dot: false });
    assertAlternatives(matcher, pattern, 'folder');
    const followsLinks = !pattern.includes('**');
    const turns = new EventLoopTurns(signal);
    const matching = [];
    const waiting = [''];
    for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
        await turns.count(0);
        for (const entry of listEntries(external_node_path_.join(workspace, parent))) {
            const folder = external_node_path_.posix.join(parent, entry.name);
            const isMatch = matcher.match(folder);
            const kind = readKind(entry, followsLinks);
            if (kind === 'broken_link' && isMatch)
                warnings.push(`The link ${folder} is broken or points to itself, and was excluded.`);
            if (kind !== 'folder')
                continue;
            if (isMatch && holdsApp(external_node_path_.join(workspace, folder)))
                matching.push(folder);
            else if (matcher.match(folder, true) && folder.split('/').length < walkLimits.levels)
                waiting.push(folder);
        }
    }
    const fixedNames = countFixedNames(matcher.set);
    return matching.sort(format/* compareTexts */.qy).map((folder) => {
        const name = folder.split('/').at(-1 - fixedNames) ?? folder;
        return find_apps_toApp(folder, name, slug);
    });
}
function countFixedNames(alternatives) {
    const [first = []] = alternatives;
    let count = 0;
    while (count < first.length) {
        const name = first.at(-1 - count);
        const isFixed = typeof name === 'string' && alternatives.every((names) => names.at(-1 - count) === name);
        if (!isFixed)
            break;
        count += 1;
    }
    return count;
}
function holdsApp(folder) {
    return (0,external_node_fs_.existsSync)(external_node_path_.join(folder, app_app/* servicePath */.VF)) || (0,external_node_fs_.existsSync)(external_node_path_.join(folder, app_app/* pagePath */.HX));
}
function listEntries(location) {
    try {
        return (0,external_node_fs_.readdirSync)(location, { withFileTypes: true });
    }
    catch (cause) {
        if (readErrno(cause) === 'ENOENT')
            return [];
        const user = (0,frontend/* perFrontend */.C2)('the user that runs this step', 'your user');
        const message = `The folder ${location} cannot be listed: ${describeErrno(cause)}.`;
        throw (0,src_errors/* makeError */.xz)('folder_unreadable', message, {
            next: adviseErrno(readErrno(cause)) ??
                `Give ${user} permission to read it, or name the folders without a pattern.`,
            cause,
        });
    }
}
function readKind(entry, followsLinks) {
    if (entry.name === 'node_modules')
        return 'other';
    if (!entry.isSymbolicLink() || !followsLinks)
        return entry.isDirectory() ? 'folder' : 'other';
    try {
        const target = (0,external_node_fs_.statSync)(external_node_path_.join(entry.parentPath, entry.name));
        return target.isDirectory() ? 'folder' : 'other';
    }
    catch (error) {
        if (readErrno(error) !== '')
            return 'broken_link';
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/src/commands/app-places.js



async function findPlaces(run, workspace = run.workspace.path) {
    const { inputs, signal } = run;
    const { slug, folder } = inputs;
    if (folder === '')
        return { places: [{ slug, path: null, shown: '' }], warnings: [] };
    if (!(0,inputs_inputs/* namesSeveral */.v5)(folder)) {
        const shown = toWorkspacePath(workspace, folder);
        return { places: [{ slug, path: external_node_path_.resolve(workspace, shown), shown }], warnings: [] };
    }
    const found = await findApps({ workspace, folder, slug, signal });
    if (found.invalid.length > 0) {
        const secrets = (0,inputs_inputs/* listSecrets */.AQ)(inputs).map((secret) => secret.value);
        throw (0,inputs_inputs/* makeInputsError */.wT)(found.invalid, secrets);
    }
    const places = found.apps.map((app) => {
        return { slug: app.slug, path: external_node_path_.resolve(workspace, app.folder), shown: app.folder };
    });
    return { places, warnings: found.warnings };
}

;// CONCATENATED MODULE: ./lib/src/app/content.js

function isSameFile(shown, file) {
    if (isPlainBase64(shown, file))
        return true;
    const data = decodeDataUrl(shown);
    if (data?.equals(file) === true)
        return true;
    if (!(0,external_node_buffer_.isUtf8)(file))
        return false;
    const text = normalizeText(toText(file));
    if (normalizeText(shown) === text)
        return true;
    return data !== null && isTextUrl(shown, data) && normalizeText(toText(data)) === text;
}
let scratch = Buffer.alloc(0);
function isPlainBase64(shown, file) {
    const [head = ''] = dataUrlHead.exec(shown) ?? [];
    const size = Math.ceil(file.length / 3) * 4;
    if (shown.length - head.length !== size || !base64Mark.test(head))
        return false;
    if (!shown.endsWith('='.repeat((3 - (file.length % 3)) % 3)))
        return false;
    if (scratch.length < size)
        scratch = Buffer.allocUnsafeSlow(size);
    const written = scratch.write(shown.slice(head.length), 'base64');
    return written === file.length && scratch.subarray(0, written).equals(file);
}
function isSameShown(one, other) {
    if (one === other)
        return true;
    const [bytes, otherBytes] = [readShownBytes(one), readShownBytes(other)];
    if (bytes === null || otherBytes === null)
        return false;
    return isSameFile(one, otherBytes) || isSameFile(other, bytes);
}
function readShownBytes(shown) {
    if (!shown.isWellFormed())
        return null;
    return decodeDataUrl(shown) ?? Buffer.from(shown);
}
function countShownBytes(shown) {
    const [head = ''] = dataUrlHead.exec(shown) ?? [];
    const payload = shown.slice(head.length);
    const isPlain = payload.length % 4 === 0 && /^[\w+/-]*={0,2}$/.test(payload);
    if (isPlain && base64Mark.test(head))
        return Buffer.byteLength(payload, 'base64');
    return readShownBytes(shown)?.length ?? null;
}
function readShownText(shown) {
    if (!shown.isWellFormed())
        return null;
    const data = decodeDataUrl(shown);
    if (data === null)
        return shown;
    return isTextUrl(shown, data) ? toText(data) : null;
}
function normalizeText(text) {
    return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}
const binaryUrl = /^data:(?:image(?!\/svg\+xml)|font|audio|video)\//i;
const dataUrlHead = /^data:[^,]{0,257},/i;
const base64Mark = /; {0,9}base64 {0,9},/i;
function isTextUrl(url, data) {
    return !binaryUrl.test(url) && (0,external_node_buffer_.isUtf8)(data);
}
function toText(bytes) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
function decodeDataUrl(shown) {
    const [head] = dataUrlHead.exec(shown) ?? [];
    if (head === undefined || !shown.isWellFormed())
        return null;
    const payload = shown.slice(head.length);
    return base64Mark.test(head) ? decodeBase64(payload) : decodePercent(payload);
}
function decodePercent(text) {
    const bytes = Buffer.from(text).toString('latin1');
    const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(decoded, 'latin1');
}
function decodeBase64(text) {
    const bytes = decodeDigits(text);
    if (bytes !== null)
        return bytes;
    const digits = decodePercent(text).toString('latin1');
    return decodeDigits(digits.replace(/[ \t\n\f\r]/g, ''));
}
function decodeDigits(base64) {
    const digits = base64.length % 4 === 0 ? base64.replace(/={1,2}$/, '') : base64;
    if (digits.length % 4 === 1)
        return null;
    const bytes = Buffer.from(digits, 'base64');
    return bytes.length === Math.floor((digits.length * 3) / 4) ? bytes : null;
}

;// CONCATENATED MODULE: ./lib/src/app/compare.js





function compareFolder(app, folder) {
    if (app.files === null)
        return null;
    const own = new Map(folder.files.map((file) => [file.path, file]));
    const shown = listShown(app, own.has(app_app/* promptPath */.AN));
    const unlisted = listUnlisted([...own.keys()], shown);
    const isPromptHidden = own.has(app_app/* promptPath */.AN) && !shown.has(app_app/* promptPath */.AN);
    const hidden = new Set(isPromptHidden ? [...unlisted, app_app/* promptPath */.AN] : unlisted);
    const changes = [];
    for (const path of new Set([...own.keys(), ...shown.keys()])) {
        const pair = { path, content: shown.get(path), file: own.get(path) };
        if (!hidden.has(path) && !isSamePair(pair, folder))
            changes.push(toChange(pair));
    }
    changes.sort((one, other) => (0,format/* compareTexts */.qy)(one.path, other.path));
    const notices = [];
    if (isPromptHidden)
        notices.push(describeHidden(['system_prompt']));
    if (!own.has(app_app/* promptPath */.AN) && hasPrompt(app, shown))
        notices.push(promptKept);
    const isVerified = changes.length === 0 && hidden.size === 0;
    const byteCount = hidden.size === 0 ? sumContentBytes(shown, own, changes) : null;
    return { changes, unlisted, isVerified, notices, byteCount };
}
const promptKept = 'The app has a prompt, but the folder has no instructions.md, so the prompt was not compared.';
function hasPrompt(app, shown) {
    return shown.has(app_app/* promptPath */.AN) || (app.systemPrompt ?? '').trim() !== '';
}
function listShown(app, withPrompt) {
    const shown = new Map(app.files);
    if (!shown.has(app_app/* promptPath */.AN) && withPrompt && app.systemPrompt !== null) {
        shown.set(app_app/* promptPath */.AN, app.systemPrompt);
    }
    if (!shown.has(app_app/* pagePath */.HX) && app.html !== null)
        shown.set(app_app/* pagePath */.HX, app.html);
    return shown;
}
function listUnlisted(paths, shown) {
    const others = paths.filter((path) => !isDocumented(path));
    return others.some((path) => shown.has(path)) ? [] : others;
}
function isDocumented(path) {
    const isField = path === app_app/* servicePath */.VF || path === app_app/* pagePath */.HX || path === app_app/* promptPath */.AN;
    return isField || path.startsWith('assets/');
}
function isSamePair(pair, folder) {
    const { path, file } = pair;
    const content = pair.content?.toString();
    if (file === undefined) {
        if (path === app_app/* pagePath */.HX)
            return content !== undefined && readShownText(content) === '';
        return path === app_app/* promptPath */.AN || path === app_app/* servicePath */.VF;
    }
    if (content === undefined)
        return path === app_app/* pagePath */.HX && file.bytes.length === 0;
    if (isSameFile(content, file.bytes))
        return true;
    const prompt = folder.fields.system_prompt ?? null;
    const own = path === app_app/* servicePath */.VF ? folder.serviceJson : prompt;
    return isSameWritten(path, readShownText(content), own);
}
function toChange(pair) {
    const { path, content, file } = pair;
    const bytesBefore = content === undefined ? null : countShownBytes(content.toString());
    if (file === undefined)
        return { path, kind: 'removed', bytesBefore, bytesAfter: null };
    const kind = content === undefined ? 'added' : 'changed';
    return { path, kind, bytesBefore, bytesAfter: file.bytes.length };
}
function sumContentBytes(shown, own, changes) {
    const changed = new Set(changes.map(({ path }) => path));
    let sum = 0;
    for (const [path, content] of shown) {
        const same = changed.has(path) ? undefined : own.get(path);
        const bytes = same?.bytes.length ?? countShownBytes(content.toString());
        if (bytes === null)
            return null;
        sum += bytes;
    }
    return sum;
}
function isSameContent(one, other) {
    const files = new Map(one.files);
    const others = new Map(other.files);
    if (files.size !== others.size)
        return false;
    for (const [path, shown] of files) {
        const content = shown.toString();
        const otherContent = others.get(path)?.toString();
        if (otherContent === undefined)
            return false;
        if (isSameShown(content, otherContent))
            continue;
        const texts = [readShownText(content), readShownText(otherContent)];
        if (!isSameWritten(path, ...texts))
            return false;
    }
    return normalizePrompt(one.systemPrompt ?? '') === normalizePrompt(other.systemPrompt ?? '');
}
function isSameWritten(path, one, other) {
    if (one === null || other === null)
        return false;
    if (path === app_app/* servicePath */.VF)
        return isSameJson(one, other);
    return path === app_app/* promptPath */.AN && normalizePrompt(one) === normalizePrompt(other);
}
const normalizePrompt = app_app/* appFields */.fj.system_prompt.normalize;
function isSameJson(one, other) {
    try {
        return (0,external_node_util_.isDeepStrictEqual)(parseService(one), parseService(other));
    }
    catch (error) {
        if (error instanceof SyntaxError || error instanceof RangeError)
            return false;
        throw error;
    }
}
function parseService(text) {
    const value = JSON.parse(text.replace(/^\uFEFF/, ''), (_key, entry) => entry === 0 ? 0 : entry);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return value;
    const entries = Object.entries(value).map(([key, entry]) => [key, normalizeMember(key, entry)]);
    return Object.fromEntries(entries);
}
function normalizeMember(key, value) {
    if (!(0,app_app/* isFieldName */.ac)(key) || typeof value !== 'string')
        return value;
    const field = app_app/* appFields */.fj[key];
    return field.file === app_app/* servicePath */.VF && field.isSent ? field.normalize(value) : value;
}
function compareFields(app, fields) {
    return listFields(fields).filter((name) => isSameField(app, name, fields[name]) === false);
}
function compare_listHidden(app, fields) {
    return listFields(fields).filter((name) => isSameField(app, name, fields[name]) === null);
}
function listFields(fields) {
    return app_app/* sentFields */.S5.filter((name) => fields[name] !== undefined);
}
function isSameField(app, name, text = '') {
    if (name === 'html') {
        const page = app.files?.get(app_app/* pagePath */.HX)?.toString() ?? app.html;
        return page === null ? null : isSameFile(page, Buffer.from(text));
    }
    const shown = app[name === 'system_prompt' ? 'systemPrompt' : name];
    if (shown === null)
        return null;
    const field = app_app/* appFields */.fj[name];
    return field.normalize(shown) === field.normalize(text);
}
function nameChanges(changes) {
    const removedFiles = changes.filter((change) => change.kind === 'removed');
    const removed = removedFiles.map((change) => change.path);
    const renamed = new Set();
    const names = [];
    for (const change of changes) {
        if (change.kind !== 'added')
            continue;
        const { path } = change;
        const shown = removed.find((other) => other.normalize('NFC') === path.normalize('NFC'));
        if (shown === undefined)
            continue;
        renamed.add(path).add(shown);
        names.push(`${(0,text_escape/* toAsciiJson */.vx)(path)}, which the service lists as ${(0,text_escape/* toAsciiJson */.vx)(shown)}: rename the file, and update references to it`);
    }
    const others = changes.map((change) => change.path).filter((path) => !renamed.has(path));
    return (0,format/* listNames */.Zv)([...names, ...others]);
}
function describeHidden(names) {
    const fields = (0,format/* joinWords */.yZ)(names.map(app_app/* nameField */.yD));
    return `The service does not show these fields, so they were not compared: ${fields}.`;
}
function describeUnlisted(paths) {
    const names = (0,format/* listNames */.Zv)(paths);
    return `The service does not show these files, so they could not be compared: ${names}.`;
}

;// CONCATENATED MODULE: ./lib/src/folder/locate.js




const maxPathLength = 1000;
function locateProblems(folder, problems, sent = 'files') {
    const sources = new Sources(folder);
    return problems.map((problem) => locateProblem(problem, sources, sent));
}
function locateProblem(reported, sources, sent) {
    const { field, placeInText = null, ...problem } = reported;
    const named = readLocation(placeInText, sources) ?? readLocation(problem.path, sources);
    if (named === null)
        return keepWrittenPath(problem, field, sources.hasFolder);
    const { file } = named;
    const isService = file.path === app_app/* servicePath */.VF;
    let location = named;
    if (problem.line !== null)
        location = { file, line: problem.line, column: problem.column };
    if (isService && sent === 'fields')
        location = { file, line: null, column: null };
    const { line, column, note } = fitLocation(location, sources);
    const message = `${problem.message}${note}`;
    if (line !== null || field === undefined || !isService)
        return { ...problem, path: file.path, line, column, message };
    const member = sources.load(file)?.members?.get(field);
    if (member !== undefined)
        return { ...problem, path: file.path, line: member.line, column: member.column, message };
    const withField = addSubject(field, message);
    return { ...problem, path: file.path, line: 1, column: null, message: withField };
}
function keepWrittenPath(problem, field, hasFolder) {
    const { line, column, message } = problem;
    const path = problem.path?.replace(/^(?:\.\/)+/, '') ?? null;
    if (path === null)
        return { ...problem, line: null, column: null, message: addSubject(field, message) };
    if (!isInside(path)) {
        const named = addSubject(problem.path, message);
        return { ...problem, path: null, line: null, column: null, message: named };
    }
    const keepsLine = !hasFolder && isCount(line);
    return {
        ...problem,
        path,
        line: keepsLine ? line : null,
        column: keepsLine && isCount(column) ? column : null,
        message: addSubject(field, message),
    };
}
function readLocation(written, sources) {
    if (written === null || written.length > maxPathLength)
        return null;
    const exact = sources.find(toPlainPath(written));
    if (exact !== undefined)
        return { file: exact, line: null, column: null };
    const [, start, line, column] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?:?$/s.exec(written) ?? [];
    if (start === undefined)
        return null;
    const file = sources.find(toPlainPath(start));
    if (file === undefined)
        return null;
    return { file, line: Number(line), column: column === undefined ? null : Number(column) };
}
function isInside(path) {
    if (path.length > maxPathLength || !/[./]/.test(path))
        return false;
    if (/^\w+:|[\p{C}\\]/u.test(path))
        return false;
    return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
function fitLocation({ file, line, column }, sources) {
    if (!isCount(line))
        return { line: null, column: null, note: '' };
    const lengths = sources.load(file)?.lengths ?? null;
    const lineCount = lengths?.length ?? file.bytes.length;
    if (line > lineCount) {
        const count = lengths === null ? '' : `; the file has ${lineCount}`;
        return { line: null, column: null, note: ` (line ${line}${count})` };
    }
    const length = lengths?.[line - 1] ?? -1;
    const hasColumn = isCount(column) && column <= length + 1;
    return { line, column: hasColumn ? column : null, note: '' };
}
function isCount(value) {
    return value !== null && Number.isSafeInteger(value) && value >= 1;
}
class Sources {
    hasFolder;
    #files;
    #loaded = new Map();
    constructor(folder) {
        this.hasFolder = folder !== null;
        this.#files = new Map(folder?.files.map((file) => [file.path, file]));
    }
    find(path) {
        return this.#files.get(path);
    }
    load(file) {
        const loaded = this.#loaded.get(file);
        if (loaded !== undefined)
            return loaded;
        const source = readSource(file);
        this.#loaded.set(file, source);
        return source;
    }
}
function readSource(file) {
    const { text } = readText(file);
    if (text === null)
        return null;
    const lengths = toTextLines(text).map((line) => line.length);
    const members = file.path === app_app/* servicePath */.VF ? parseServiceJson(text).members : null;
    return { lengths, members };
}
function addSubject(subject, message) {
    if (subject === null || subject === undefined)
        return message;
    if (message.toLowerCase().includes(subject.toLowerCase()))
        return message;
    return `${subject}: ${message}`;
}

;// CONCATENATED MODULE: ./lib/src/commands/change-notes.js





const stepNouns = {
    create: 'creation',
    deploy: 'deploy',
    update: 'update',
    submit: 'submission',
    withdraw: 'withdrawal',
    delete: 'deletion',
};
function noteRemarks(error, change, run) {
    if (!isErrorInSuccess(error))
        return;
    const { message, problems } = error.details;
    const remarks = problems.map((problem) => ({ ...problem, severity: 'warning' }));
    noteProblems({ ...error.details, problems: remarks }, change, run);
    if (message === null)
        return;
    run.report.warn(`The service made the ${stepNouns[change.step]}, and responded: ${message}`);
}
function noteWarnings(body, change, run) {
    const { problems, moreProblems } = readWarnings(body);
    placeProblems(problems, change, run);
    if (moreProblems > 0)
        run.report.warn(`The service gave ${(0,format/* formatCount */.B4)(moreProblems, 'more warning')} about the ${stepNouns[change.step]}.`);
}
function noteProblems(details, change, run) {
    const { report } = run;
    placeProblems(details.problems, change, run);
    report.moreProblems = details.moreProblems;
    report.termsRequired = details.termsVersion;
}
function placeProblems(problems, change, { report }) {
    const { folder, step } = change;
    const sent = step === 'deploy' ? 'files' : 'fields';
    const placed = locateProblems(folder, problems, sent);
    const others = report.problems.filter((found) => {
        return !placed.some((named) => isSameFault(found, named));
    });
    report.wasFoundOffline ||= others.length < report.problems.length;
    report.problems = [...placed, ...others];
}

;// CONCATENATED MODULE: ./lib/src/commands/change.js





const readTimesMs = [0, 1_000, 3_000, 7_000, 15_000, 30_000];
const pendingReadTimesMs = [...readTimesMs, 60_000, 120_000];
const settleMs = 7_000;
async function applyChange(change, run) {
    const { report, log } = run;
    let wasLost = false;
    for (let attempt = 1;; attempt += 1) {
        const sent = await sendChange(change, wasLost, run);
        wasLost ||= sent.result === 'lost';
        const seen = await readUntilShown(change, sent, run);
        if (seen.isConfirmed) {
            if (sent.result === 'conflict' && !wasLost)
                report.noteDoneByOther(change.step);
            else
                report.noteDone(change.step);
            noteRemarks(sent.error, change, run);
            noteReviewLeft(change, seen.app, run);
            const isAccepted = sent.result === 'accepted' || sent.result === 'pending';
            return { app: seen.app, isAccepted };
        }
        const isConflictReal = sent.result === 'conflict' && isMadeOnce(change.step) && seen.wasRead;
        if (isConflictReal && sent.error !== null)
            throw noteRefusal(sent.error, change, run);
        const mayResend = sent.resendAfterMs !== null && seen.isAsBefore && attempt < run.maxSends;
        if (!mayResend)
            throw explainFailure(change, sent.error, seen, run);
        const next = `attempt ${attempt + 1} of ${run.maxSends}`;
        log.info(`The ${stepNouns[change.step]} was not applied: sending it again (${next})`);
    }
}
async function sendChange(change, wasLost, run) {
    run.report.noteSent(change.step);
    const { result, value, error, resendAfterMs } = await change.send().catch(toUnsent);
    if (error === null)
        noteWarnings(value, change, run);
    if (error === null || result === 'lost')
        return { result, error, resendAfterMs };
    const isDeleted = wasLost && change.step === 'delete' && error.code === 'not_found';
    if (isDeleted)
        return { result: 'accepted', error: null, resendAfterMs: null };
    const isConflict = isAboutState(error) && (wasLost || isMadeOnce(change.step));
    if (isConflict)
        return { result: 'conflict', error, resendAfterMs: null };
    if (wasLost && error.kind !== 'rejected')
        throw makeUnverifiedError(change, error.message, run, { cause: error });
    throw noteRefusal(error, change, run);
}
function toUnsent(error) {
    if (!(error instanceof src_errors/* ActionError */.lZ))
        throw error;
    return { result: 'refused', value: null, link: null, error, resendAfterMs: null };
}
function isAboutState(error) {
    return error.code === 'conflict' || error.code === 'address_taken';
}
function isMadeOnce(step) {
    return step === 'submit' || step === 'create';
}
async function readUntilShown(change, sent, run) {
    const { clock } = run;
    if (sent.error !== null && !run.signal.aborted) {
        const purpose = `to find out whether the ${stepNouns[change.step]} was applied`;
        run.log.info(`${describeNeutrally(sent.error)}; reading the app ${purpose}`);
    }
    const since = clock.now();
    const timesMs = chooseReadTimes(sent);
    if (sent.resendAfterMs !== null && sent.resendAfterMs > 0) {
        const wait = (0,format/* formatDuration */.a3)(sent.resendAfterMs);
        run.log.info(`The service asked to wait ${wait} before the ${stepNouns[change.step]} is sent again`);
    }
    let seen = toFailedRead(null, '');
    for (const [index, timeMs] of timesMs.entries()) {
        const nextMs = timesMs[index + 1];
        if (nextMs !== undefined && clock.now() >= since + nextMs)
            continue;
        try {
            await sleepUntil(since + timeMs, run);
            const ageMs = clock.now() - since;
            const retryWindowMs = nextMs === undefined ? undefined : nextMs - ageMs;
            const app = await run.client.readApp(run.report.slug, { retryWindowMs });
            seen = examineRead({ app, ageMs, isLast: nextMs === undefined }, change, sent, run);
        }
        catch (error) {
            if (!(error instanceof src_errors/* ActionError */.lZ))
                throw error;
            const isOver = run.signal.aborted || isKeyRefused(error);
            const words = (0,format/* toClause */.HV)(error.message);
            seen = toFailedRead(error, isOver ? words : `the app could not be read: ${words}`);
            if (isOver)
                return seen;
        }
        if (seen.isConfirmed)
            return seen;
    }
    return seen;
}
async function sleepUntil(time, { clock, signal }) {
    signal.throwIfAborted();
    while (clock.now() < time)
        await clock.sleep(time - clock.now(), signal);
}
function chooseReadTimes(sent) {
    if (sent.result === 'pending')
        return pendingReadTimesMs;
    if (sent.result === 'conflict')
        return readTimesMs.filter((timeMs) => timeMs <= settleMs);
    const resendAfterMs = sent.resendAfterMs ?? 0;
    if (resendAfterMs <= Math.max(...readTimesMs))
        return readTimesMs;
    return [...readTimesMs, resendAfterMs];
}
function toFailedRead(cause, reason) {
    return { app: null, isConfirmed: false, isAsBefore: false, wasRead: false, reason, cause };
}
function examineRead(read, change, sent, run) {
    const { app, ageMs } = read;
    const { before } = change;
    const hasResult = change.showsResult(app);
    const isAsBefore = isSameState(before, app);
    const isSaid = sent.result === 'accepted' || (sent.result === 'pending' && read.isLast);
    const isOld = !run.report.done.has('create') && mayBeOld(read, change);
    const isConfirmed = hasResult && !isOld && (isSaid || !isAsBefore);
    const shown = isConfirmed ? 'shows the change' : 'does not show the change yet';
    run.log.debug(`${change.step}: a read ${ageMs} ms after the request ${shown}`);
    run.report.noteApp(app, hasResult && change.step !== 'create');
    const reason = isConfirmed ? '' : describeSeen(change, app);
    return { app, isConfirmed, isAsBefore, wasRead: true, reason, cause: null };
}
function mayBeOld({ app, ageMs }, { step, before }) {
    if (ageMs >= settleMs || !app?.updatedAt || !before?.updatedAt)
        return false;
    const isDraftChange = step === 'deploy' || step === 'update';
    if (app.updatedAt === before.updatedAt)
        return isDraftChange;
    const time = Date.parse(app.updatedAt);
    const timeBefore = Date.parse(before.updatedAt);
    return isDraftChange ? time <= timeBefore : time < timeBefore;
}
function isSameState(before, app) {
    if (before === null || app === null)
        return before === app;
    return (app.status === before.status &&
        app.updatedAt === before.updatedAt &&
        app.submittedAt === before.submittedAt &&
        isSameContent(before, app));
}
function describeSeen(change, app) {
    const { before } = change;
    const notShown = 'the app does not show the change';
    if (app === null)
        return before === null ? notShown : 'the app no longer exists';
    if (before !== null && isSameContent(before, app)) {
        const isNewStatus = app.status !== before.status;
        return isNewStatus ? `the app now has the status ${app.status}` : notShown;
    }
    const other = change.describeOther?.(app) ?? '';
    return (0,format/* joinTexts */.B5)(['the app shows other content', other], ': ');
}
function describeNeutrally(error) {
    if (!(error instanceof ApiError) || !isAboutState(error))
        return error.message;
    const message = error.details.message?.replace(/\.$/, '') ?? null;
    return (0,format/* joinTexts */.B5)(['The service responded with 409', message], ': ');
}
function explainFailure(change, error, seen, run) {
    const { reason, cause } = seen;
    const advice = mayBeRewritten(change, seen) ? { next: rewrittenAdvice } : {};
    if (error === null) {
        const what = (0,format/* joinTexts */.B5)(['the service accepted the change, but', reason], ' ');
        return makeUnverifiedError(change, what, run, { cause, ...advice });
    }
    if (error instanceof ApiError)
        noteProblems(error.details, change, run);
    const isNamed = error.message.endsWith(reason);
    const what = isNamed ? error.message : (0,format/* joinTexts */.B5)([error.message, reason], '; ');
    return makeUnverifiedError(change, what, run, { cause: cause ?? error, ...advice });
}
const rewrittenAdvice = 'Read the app: somebody else may have changed it. If the service rewrites texts or pictures, each run sends them again.';
function mayBeRewritten({ step }, { app, wasRead, isAsBefore }) {
    const isContent = step === 'deploy' || step === 'update';
    return isContent && wasRead && app !== null && !isAsBefore;
}
function makeUnverifiedError(change, what, run, options) {
    const isPart = change.isSentWhole?.() === false;
    run.report.isSentInPart = isPart;
    const sent = isPart ? 'was sent only in part' : 'was sent';
    const subject = `${stepNouns[change.step]} of ${run.report.slug}`;
    return (0,src_errors/* makeError */.xz)('unverified', `${subject} ${sent}, and its result could not be verified: ${what}`, options);
}
function noteRefusal(error, change, run) {
    run.report.noteRefused();
    if (error instanceof ApiError)
        noteProblems(error.details, change, run);
    return error;
}
function noteReviewLeft(change, app, { report }) {
    const changesContent = change.step === 'deploy' || change.step === 'update';
    if (changesContent && change.before?.status === 'in_review' && app?.status !== 'in_review') {
        report.warn(`The ${stepNouns[change.step]} took the app out of review.`);
    }
}

// EXTERNAL MODULE: ./lib/src/app/status.js
var app_status = __webpack_require__(5846);
;// CONCATENATED MODULE: ./lib/src/commands/plan.js



async function readForPlan(run) {
    const { report, client, log } = run;
    const app = await client.readApp(report.slug);
    report.noteApp(app, false);
    if (app === null)
        log.info(`Remote: there is no app ${report.slug}`);
    else
        log.debug(`${app.slug}: ${app.status}, updated ${app.updatedAt ?? 'at an unknown time'}`);
    return app;
}
async function readExisting(run) {
    const app = await readForPlan(run);
    if (app !== null)
        return app;
    const next = `Check the slug, that the API key belongs to the owner of the app, and the path of ${(0,frontend/* nameInput */.K3)('base-url')}.`;
    throw (0,src_errors/* makeError */.xz)('app_missing', run.report.slug, { next });
}
function endByPlan(plan, run) {
    const { report, log } = run;
    log.debug(`Plan: ${plan.kind === 'change' ? plan.steps.join(', ') : plan.kind}`);
    noteReason(plan, run);
    if (run.inputs.dryRun) {
        report.endDryRun(plan);
        return true;
    }
    if (plan.kind === 'skip') {
        report.skip('in-review');
        return true;
    }
    if (plan.kind === 'change' || plan.reason === 'in_review')
        return false;
    report.end('unchanged');
    return true;
}
function noteReason(plan, { inputs, report }) {
    if (plan.kind !== 'nothing')
        return;
    const { slug } = report;
    const status = report.app?.status ?? null;
    if (plan.reason === 'in_review' && status !== 'in_review') {
        report.notice(`The status ${status} is not documented and may mean a review, so ${slug} is not submitted again.`);
    }
    if (plan.reason === 'published' && !inputs.dryRun) {
        report.notice(`${slug} is published with this content: there is nothing to review.`);
    }
}
function planDeploy(inputs, app, slug, isSame) {
    const steps = inputs.submit ? ['deploy', 'submit'] : ['deploy'];
    if (app === null) {
        if (!inputs.create)
            throw (0,src_errors/* makeError */.xz)('app_missing', slug);
        return { kind: 'change', steps: ['create', ...steps] };
    }
    if (inputs.submit && app.status === 'not_approved') {
        throw (0,src_errors/* makeError */.xz)('final_not_approved', slug);
    }
    if (isSame && !inputs.force) {
        return inputs.submit ? planSubmit(app) : { kind: 'nothing', reason: 'unchanged' };
    }
    return planInReview(inputs, app) ?? { kind: 'change', steps };
}
function planInReview(inputs, app) {
    if (!(0,app_status/* mayBeInReview */.KW)(app.status) || inputs.onInReview === 'replace')
        return null;
    if (inputs.onInReview === 'skip')
        return { kind: 'skip' };
    if (app.status === 'in_review')
        throw (0,src_errors/* makeError */.xz)('in_review', app.slug);
    throw (0,src_errors/* makeError */.xz)('unknown_state', `${app.slug} has the status ${app.status}`);
}
function planSubmit({ slug, status }) {
    if (status === 'not_approved')
        throw (0,src_errors/* makeError */.xz)('final_not_approved', slug);
    if (status === 'published')
        return { kind: 'nothing', reason: 'published' };
    if ((0,app_status/* mayBeInReview */.KW)(status))
        return { kind: 'nothing', reason: 'in_review' };
    return { kind: 'change', steps: ['submit'] };
}

;// CONCATENATED MODULE: ./lib/src/commands/create.js






async function create(folder, run) {
    const { report } = run;
    const fields = create_readFields(folder);
    const existing = await readForPlan(run);
    if (existing !== null)
        throw (0,src_errors/* makeError */.xz)('app_exists', report.slug);
    if (endByPlan({ kind: 'change', steps: ['create'] }, run))
        return;
    const isOurs = (app) => compareFields(app, fields).length === 0;
    await createApp(fields, folder, isOurs, run);
    report.end('created');
}
function create_readFields(folder) {
    for (const name of app_app/* sentFields */.S5) {
        const path = app_app/* appFields */.fj[name].file;
        if (path === app_app/* servicePath */.VF || folder.fields[name] !== undefined)
            continue;
        if (folder.files.some((file) => file.path === path)) {
            throw (0,src_errors/* makeError */.xz)('field_unreadable', path, { path });
        }
    }
    return folder.fields;
}
async function createApp(fields, folder, isOurs, run) {
    const { client, report } = run;
    try {
        const { app } = await applyChange({
            step: 'create',
            before: null,
            folder,
            send: () => client.createApp(report.slug, fields),
            showsResult: (shown) => shown !== null && isOurs(shown),
        }, run);
        const who = report.doneByOther.has('create') ? 'Another run created' : 'Created';
        run.log.info(`${who} ${report.slug}`);
        return app;
    }
    catch (error) {
        if (mayBeCap(error))
            throw await explainCap(error, run);
        throw error;
    }
}
async function explainCap(error, { client, report, log }) {
    try {
        const list = await client.listApps();
        if (list.apps.length < app_app/* maxApps */.Z4)
            return error;
    }
    catch (listError) {
        if (isKeyRefused(listError))
            return listError;
        log.debug(`the apps could not be counted: ${(0,src_errors/* toReason */.Ge)(listError)}`);
        return error;
    }
    const words = error.details.message ?? `returned ${error.details.status}`;
    const what = `${report.slug} was not created (${words})`;
    return (0,src_errors/* makeError */.xz)('too_many_apps', what, { cause: error });
}

;// CONCATENATED MODULE: ./lib/src/commands/delete.js


async function deleteApp(run) {
    const { report, client, log } = run;
    const before = await readExisting(run);
    if (endByPlan({ kind: 'change', steps: ['delete'] }, run))
        return;
    await applyChange({
        step: 'delete',
        before,
        folder: null,
        send: () => client.deleteApp(report.slug),
        showsResult: (app) => app === null,
    }, run);
    log.info(`Deleted ${report.slug}`);
    report.end('deleted');
}

;// CONCATENATED MODULE: ./lib/src/commands/review.js






const firstPauseMs = 2_000;
const maxPauseMs = 30_000;
const lastReadMs = 5_000;
const progressLogMs = 300_000;
async function followReview(review, app, run) {
    const { report, log } = run;
    const timeoutMs = run.inputs.waitForReviewMinutes * 60_000;
    const result = toReviewResult(review, app);
    report.noteReview(result, timeoutMs > 0);
    if (timeoutMs === 0 || result !== 'pending')
        return;
    run.deadline.extend(timeoutMs);
    const limit = (0,format/* formatDuration */.a3)(timeoutMs);
    log.info(`Waiting for the review of ${report.slug}, at most ${limit}`);
    try {
        const lastError = await pollReview(review, timeoutMs, run);
        if (lastError !== null) {
            const reason = (0,format/* toSentence */.Re)(lastError.message);
            report.warn(`The app could not be read at the end of the wait: ${reason}`);
        }
        if (report.review === 'pending')
            report.waitedMs = timeoutMs;
    }
    catch (error) {
        if (!(error instanceof src_errors/* ActionError */.lZ) || isKeyRefused(error))
            throw error;
        const reason = (0,format/* toSentence */.Re)(error.message);
        report.warn(`The wait for the review ended early: ${reason} ${report.slug} stays as it is.`);
    }
}
async function pollReview(review, timeoutMs, run) {
    const { report, clock, log } = run;
    const startedAt = clock.now();
    const endsAt = startedAt + timeoutMs;
    let loggedAt = startedAt;
    let lastError = null;
    for (let reads = 0; report.review === 'pending' && clock.now() < endsAt; reads += 1) {
        const pauseMs = Math.min(choosePause(reads, run.random()), endsAt - clock.now());
        await clock.sleep(pauseMs, run.signal);
        const timeLeftMs = Math.max(0, endsAt - clock.now()) + lastReadMs;
        const read = await tryRead(timeLeftMs, run);
        lastError = read instanceof src_errors/* ActionError */.lZ ? read : null;
        if (read instanceof src_errors/* ActionError */.lZ)
            continue;
        const { app } = read;
        const result = toReviewResult(review, app);
        if (clock.now() - startedAt < settleMs && mayPredateSubmission(app, result, review, report))
            continue;
        const status = app?.status ?? 'gone';
        const hasNewStatus = app?.status !== report.app?.status;
        if (hasNewStatus || result !== 'pending') {
            report.noteApp(app, result !== 'withdrawn');
            report.noteReview(result, true);
        }
        else if (clock.now() - loggedAt < progressLogMs)
            continue;
        loggedAt = clock.now();
        const waited = `${(0,format/* formatDuration */.a3)(loggedAt - startedAt)} (limit ${(0,format/* formatDuration */.a3)(timeoutMs)})`;
        if (hasNewStatus)
            log.info(`${report.slug} is now ${status}`);
        else
            log.info(`Still ${status} after ${waited}`);
    }
    return lastError;
}
function mayPredateSubmission(app, result, { before }, report) {
    const isOtherReview = app?.submittedAt !== report.app?.submittedAt;
    return result === 'withdrawn' || isOtherReview || isSameState(before, app);
}
async function tryRead(timeoutMs, { client, report, signal, log }) {
    try {
        return { app: await client.readApp(report.slug, { retryWindowMs: 0, timeoutMs }) };
    }
    catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof src_errors/* ActionError */.lZ) || isKeyRefused(error))
            throw error;
        log.debug(`the app could not be read: ${error.message}`);
        return error;
    }
}
function choosePause(reads, random) {
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 1.5 ** reads);
    return Math.round(pauseMs * (1 + 0.2 * random));
}
function toReviewResult({ before, content }, app) {
    if (app === null)
        return 'withdrawn';
    const isPublishedAnew = before.publishedAt !== null && app.publishedAt !== before.publishedAt;
    if (app.status === 'published_with_unreviewed_changes' && isPublishedAnew)
        return 'approved';
    const state = (0,app_status/* toReviewState */.LR)(app.status);
    if (state === 'none' || !isSameContent(content, app))
        return 'withdrawn';
    return state;
}

;// CONCATENATED MODULE: ./lib/src/commands/submit.js








async function submit_submit(folder, run) {
    const { report } = run;
    const app = await readExisting(run);
    if (folder !== null)
        assertSame(app, folder, run);
    report.noteApp(app, true);
    const plan = planSubmit(app);
    if (folder === null) {
        const updatedAt = app.updatedAt ?? 'an unknown time';
        report.notice(`The draft of ${report.slug} was last updated at ${updatedAt}.`);
    }
    if (endByPlan(plan, run))
        return;
    await submitApp(app, folder, run);
    const isSubmitted = plan.kind === 'change' && report.submitted;
    report.end(isSubmitted ? 'submitted' : 'unchanged');
}
function assertSame(app, folder, { report }) {
    const comparison = compareFolder(app, folder);
    if (comparison === null) {
        throw (0,src_errors/* makeError */.xz)('draft_differs', 'files that the service does not show');
    }
    const { changes, unlisted, notices } = comparison;
    report.changes = changes;
    if (changes.length > 0)
        throw (0,src_errors/* makeError */.xz)('draft_differs', nameChanges(changes));
    for (const notice of notices)
        report.notice(notice);
    if (unlisted.length > 0)
        report.warn(describeUnlisted(unlisted));
}
async function submitApp(app, folder, run) {
    const { inputs, report, client, log } = run;
    if ((0,app_status/* mayBeInReview */.KW)(app.status))
        return followReview({ before: app, content: app }, app, run);
    const { termsVersion } = inputs;
    let submitted;
    try {
        submitted = await applyChange({
            step: 'submit',
            before: app,
            folder,
            send: () => client.submitApp(report.slug, termsVersion),
            showsResult: (shown) => isSubmitted(shown, app, folder !== null),
        }, run);
    }
    catch (error) {
        throw explainRefusal(error, app, termsVersion);
    }
    if (submitted.isAccepted) {
        report.termsAccepted = termsVersion;
        log.info(`Submitted for review, with the developer terms ${termsVersion} accepted`);
    }
    else if (report.done.has('submit')) {
        log.info('Submitted for review, as a read of the app shows');
    }
    else {
        log.info('Not submitted: another run has sent this content for review');
    }
    const content = folder === null ? (submitted.app ?? app) : app;
    await followReview({ before: app, content }, submitted.app, run);
}
function isSubmitted(app, before, comparesContent) {
    if (app === null || (0,app_status/* toReviewState */.LR)(app.status) === 'none')
        return false;
    const isNew = app.status !== before.status || app.submittedAt !== before.submittedAt;
    return isNew && (!comparesContent || isSameContent(before, app));
}
function explainRefusal(error, app, sentTerms) {
    if (error instanceof ApiError && error.code === 'terms_required') {
        return explainTerms(error, sentTerms);
    }
    const isConflict = error instanceof ApiError && error.code === 'conflict';
    if (!isConflict || app.status !== 'taken_down')
        return error;
    const words = error.details.message ?? 'returned 409';
    return (0,src_errors/* makeError */.xz)('taken_down', `${app.slug} (${words})`, { cause: error });
}
function explainTerms(error, sent) {
    const required = error.details.termsVersion;
    if (required === null)
        return error;
    const what = (0,frontend/* perFrontend */.C2)('this step', 'this run');
    const versions = `${what} sent ${sent}, the service asks for ${required}`;
    let { next } = error;
    if (sent !== required && Number(sent) === Number(required)) {
        next = `YAML reads ${required} without quotes as the number ${sent}. ${src_errors/* ownTerms */.om} If that is done, ${(0,src_errors/* adviseTerms */.aS)(required)}, with the quotes.`;
    }
    return new src_errors/* ActionError */.lZ(`${error.message}; ${versions}`, {
        code: error.code,
        kind: error.kind,
        next,
        cause: error,
    });
}

;// CONCATENATED MODULE: ./lib/src/commands/text-changes.js





const maxComparedBytes = 256 * 1024;
const maxDiffLines = 200;
const maxEdits = 1000;
const maxTries = 4;
const contextLines = 3;
const firstPaths = [app_app/* servicePath */.VF, app_app/* promptPath */.AN, app_app/* pagePath */.HX];
async function diffTexts(app, folder, changes) {
    const shown = listShown(app, true);
    const files = [];
    const named = [];
    let moreFiles = 0;
    let linesLeft = maxDiffLines;
    let triesLeft = maxTries;
    for (const change of sortForReading(changes)) {
        const texts = readTexts(change, shown, folder);
        if (texts === null) {
            named.push(change.path);
            continue;
        }
        if (linesLeft <= 1 || triesLeft <= 0) {
            moreFiles += 1;
            continue;
        }
        const lines = await diffLines(texts);
        if (lines.length === 0) {
            named.push(change.path);
            triesLeft -= 1;
            continue;
        }
        const kept = cutLines(lines, linesLeft);
        files.push({ path: change.path, lines: kept, moreLines: lines.length - kept.length });
        linesLeft -= lines.length;
    }
    return { files, named, moreFiles };
}
function sortForReading(changes) {
    const toRank = (change) => {
        const rank = firstPaths.indexOf(change.path);
        return rank === -1 ? firstPaths.length : rank;
    };
    return changes.toSorted((one, other) => toRank(one) - toRank(other));
}
function readTexts(change, shown, folder) {
    if (change.kind !== 'changed')
        return null;
    const { path } = change;
    const content = shown.get(path)?.toString();
    const found = content === undefined ? null : readShownText(content);
    if (found === null || Buffer.byteLength(found) > maxComparedBytes)
        return null;
    if (hasKey(found))
        return null;
    const own = readOwn(path, folder);
    if (own === null)
        return null;
    return { before: toComparable(path, found), after: toComparable(path, own) };
}
function readOwn(path, folder) {
    const file = findFile(folder, path);
    if (file === undefined || folder.secretPaths.has(path))
        return null;
    return file.bytes.length > maxComparedBytes ? null : file.text;
}
function toComparable(path, text) {
    const normal = normalizeText(text);
    if (path === app_app/* servicePath */.VF)
        return formatService(normal);
    return path === app_app/* promptPath */.AN ? trimPrompt(normal) : normal;
}
function trimPrompt(text) {
    const prompt = app_app/* appFields */.fj.system_prompt.normalize(text);
    return prompt === '' ? '' : `${prompt}\n`;
}
function formatService(text) {
    try {
        const value = JSON.parse(text);
        if (typeof value !== 'object' || value === null || Array.isArray(value))
            return text;
        const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
        return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
    }
    catch {
        return text;
    }
}
async function diffLines(texts) {
    const { structuredPatch } = await __webpack_require__.e(/* import() */ 23).then(__webpack_require__.bind(__webpack_require__, 4023));
    const options = { context: contextLines, maxEditLength: maxEdits };
    const patch = structuredPatch('', '', texts.before, texts.after, undefined, undefined, options);
    const lines = [];
    for (const hunk of patch?.hunks ?? []) {
        const before = `-${hunk.oldStart},${hunk.oldLines}`;
        const after = `+${hunk.newStart},${hunk.newLines}`;
        lines.push(`@@ ${before} ${after} @@`, ...hunk.lines);
    }
    return lines;
}
function cutLines(lines, limit) {
    const kept = lines.slice(0, limit);
    return kept.at(-1)?.startsWith('@@') ? kept.slice(0, -1) : kept;
}

;// CONCATENATED MODULE: ./lib/src/commands/deploy.js











async function deploy(folder, run) {
    const { inputs, report } = run;
    const before = await readForPlan(run);
    const comparison = before === null ? null : compareFolder(before, folder);
    const isSame = before !== null && comparison !== null && isDraftSame(before, comparison);
    report.noteApp(before, isSame);
    if (before !== null)
        await noteDraft(before, comparison, isSame, folder, run);
    const plan = planDeploy(inputs, before, report.slug, isSame);
    if (endByPlan(plan, run))
        return;
    const steps = plan.kind === 'change' ? plan.steps : [];
    let app = before;
    if (steps.includes('create')) {
        app = await createDraft(folder, run);
        const isTaken = report.doneByOther.has('create') || app?.status === 'in_review';
        if (isTaken)
            return deploy(folder, run);
    }
    const isDeployed = steps.includes('deploy');
    if (isDeployed)
        app = await sendFolder(app, folder, run);
    report.end(isDeployed ? 'deployed' : 'unchanged');
    if (!inputs.submit || app === null)
        return;
    if (isDeployed) {
        const submission = planSubmit(app);
        noteReason(submission, run);
        if (submission.kind === 'nothing' && submission.reason === 'published')
            return;
    }
    await submitApp(app, folder, run);
}
function isDraftSame(app, comparison) {
    if (comparison.changes.length > 0)
        return false;
    if (comparison.unlisted.length === 0)
        return true;
    return (0,app_status/* mayBeInReview */.KW)(app.status) || app.status === 'published';
}
async function noteDraft(app, comparison, isSame, folder, { inputs, report, log }) {
    if (comparison === null) {
        log.info(`Remote: ${app.status}, its files are not shown`);
        return;
    }
    const { changes, unlisted } = comparison;
    const count = (0,format/* formatCount */.B4)(changes.length, 'file', 'differ');
    log.info((0,format/* joinTexts */.B5)([`Remote: ${app.status}, ${count}`, nameChanges(changes)], ': '));
    report.changes = changes;
    report.filesVerified = comparison.isVerified;
    report.byteCountBefore = comparison.byteCount;
    for (const notice of comparison.notices)
        report.notice(notice);
    if (isSame && unlisted.length > 0) {
        report.warn(`${describeUnlisted(unlisted)} To deploy them anyway, ${(0,frontend/* adviseFlag */.ng)('force')}.`);
    }
    if (inputs.diff)
        report.textChanges = await diffTexts(app, folder, changes);
}
async function createDraft(folder, run) {
    const { report } = run;
    const { name } = folder.fields;
    const fields = name === undefined ? {} : { name };
    const { problems, moreProblems, wasFoundOffline } = report;
    const isOurs = () => true;
    try {
        return await createApp(fields, folder, isOurs, run);
    }
    catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'field_rejected')
            throw error;
        report.problems = problems;
        report.moreProblems = moreProblems;
        report.wasFoundOffline = wasFoundOffline;
        return createApp({ name: report.slug }, folder, isOurs, run);
    }
}
async function sendFolder(before, folder, run) {
    const { report, clock, log, client } = run;
    const startedAt = clock.now();
    let isWhole = false;
    let comparison = null;
    const body = createBody(report.slug, folder, (total) => {
        const watch = run.watchUpload(total);
        isWhole = false;
        return (sentBytes) => {
            isWhole = sentBytes >= total;
            watch(sentBytes);
        };
    });
    const { app } = await applyChange({
        step: 'deploy',
        before,
        folder,
        send: () => client.deployApp(body),
        isSentWhole: () => isWhole,
        showsResult: (shown) => {
            comparison = shown === null ? null : compareFolder(shown, folder);
            return comparison !== null && hasFolder(comparison);
        },
        describeOther: () => nameChanges(comparison?.changes ?? []),
    }, run);
    const tookMs = clock.now() - startedAt;
    const duration = tookMs < 1_000 ? '' : ` in ${(0,format/* formatDuration */.a3)(tookMs)}`;
    log.info(`Deployed ${report.slug}${duration}`);
    noteContent(comparison, run);
    return app;
}
function hasFolder({ changes }) {
    return changes.every((change) => change.kind === 'removed');
}
function noteContent(comparison, { report }) {
    report.filesVerified = comparison?.isVerified ?? false;
    const paths = new Set(comparison?.changes.map((change) => change.path));
    if (paths.size === 0)
        return;
    report.changes = report.changes?.filter((change) => !paths.has(change.path)) ?? null;
    report.warn(`The service has files that are not in the folder: ${(0,format/* listNames */.Zv)([...paths])}.`);
}

;// CONCATENATED MODULE: ./lib/src/commands/end-early.js



function endIfOffline({ inputs, context, report, isOffline }) {
    if (!isOffline)
        return false;
    if ((0,inputs_inputs/* takesFolder */.fk)(inputs.command))
        report.endDryRun(null);
    else
        report.skip(context.noSecrets ?? 'fork');
    return true;
}
async function endIfStale(run) {
    const { inputs, report } = run;
    const { command, onStale } = inputs;
    if (onStale === 'ignore' || command === 'status' || command === 'list')
        return false;
    let newest;
    try {
        newest = await run.findNewer();
    }
    catch (error) {
        run.signal.throwIfAborted();
        if (!(error instanceof src_errors/* ActionError */.lZ))
            throw error;
        const { message, next } = (0,src_errors/* toFailure */.w2)(error);
        const reason = `${(0,format/* toSentence */.Re)(message)} ${next}`;
        report.warn(`on-stale could not be checked, so the run continues: ${reason}`);
        return false;
    }
    if (newest === null)
        return false;
    if (onStale === 'fail')
        throw (0,src_errors/* makeError */.xz)('stale', 'on-stale is fail');
    if (onStale === 'warn') {
        report.warn('A newer commit exists on the branch: this run is for an older one.');
        return false;
    }
    if (newest.whyNoRun !== null) {
        const reason = `${newest.whyNoRun}, so it may have started no run`;
        report.warn(`A newer commit exists on the branch, but ${reason}: this one continues.`);
        return false;
    }
    report.skip('stale');
    return true;
}

;// CONCATENATED MODULE: ./lib/src/commands/input-notes.js


function listConnectionWarnings({ inputs, context, isOffline }) {
    const { baseUrl } = inputs;
    if (isOffline || baseUrl === null)
        return [];
    const warnings = [];
    if (baseUrl.droppedPath !== undefined) {
        const name = (0,frontend/* nameInput */.K3)('base-url');
        warnings.push(`${name} is used without ${baseUrl.droppedPath} at its end, which each request adds: set it to ${baseUrl.origin}${baseUrl.path}.`);
    }
    if (context.trustsAllCertificates && baseUrl.origin.startsWith('https:')) {
        warnings.push('NODE_TLS_REJECT_UNAUTHORIZED is 0, so anybody between this machine and the service can read the API key: unset it, and set NODE_EXTRA_CA_CERTS for a certificate authority of your own.');
    }
    return warnings;
}
function noteUnusedInputs({ inputs, context, report }) {
    const { command } = inputs;
    if (inputs.comment && command === 'list') {
        report.warn('comment: true does nothing with list: a comment is about one app.');
    }
    else if (inputs.comment && context.pullRequest === null) {
        report.warn('comment: true does nothing here: this run is not about a pull request.');
    }
    if (inputs.submit && (command === 'create' || command === 'update')) {
        const setting = (0,frontend/* perFrontend */.C2)('submit: true', '--submit');
        report.warn(`${setting} does nothing with ${command}: only deploy and submit send for review.`);
    }
    const hasContent = command === 'deploy' || (command === 'submit' && inputs.folder !== '');
    if (inputs.manifest !== '' && !hasContent) {
        const reason = 'only deploy, and submit with a folder, know which files were accepted';
        report.notice(`${(0,frontend/* nameInput */.K3)('manifest')} has no effect: ${reason}.`);
    }
    if (inputs.diff && command !== 'deploy' && command !== 'update') {
        const reason = 'only deploy and update compare the texts of the folder with the draft';
        report.notice(`${(0,frontend/* nameInput */.K3)('diff')} has no effect: ${reason}.`);
    }
    if ((0,inputs_inputs/* sendsForReview */.P4)(inputs))
        return;
    const reason = 'this run sends nothing for review';
    if (inputs.termsVersion !== '') {
        report.notice(`${(0,frontend/* nameInput */.K3)('terms-version')} has no effect: ${reason}.`);
    }
    if (inputs.waitForReviewMinutes > 0 && command !== 'status') {
        report.notice(`${(0,frontend/* nameInput */.K3)('wait-for-review')} has no effect: ${reason}.`);
    }
}

;// CONCATENATED MODULE: ./lib/src/commands/status.js





async function status_status(run) {
    const { inputs, report, clock, log } = run;
    const app = await readExisting(run);
    log.info(`Remote: ${app.status}${(0,app_status/* describeStatusAge */.Hf)(app, clock.now())}`);
    const hasResult = inputs.waitForReviewMinutes > 0 && (0,app_status/* toReviewState */.LR)(app.status) === 'rejected';
    report.end('read');
    if ((0,app_status/* mayBeInReview */.KW)(app.status) || hasResult)
        await followReview({ before: app, content: app }, app, run);
    if (report.app?.status === 'published_with_unreviewed_changes') {
        const changes = 'its draft has changes that are not reviewed: submit them to publish them';
        report.notice(`${report.slug} is published, but ${changes}.`);
    }
}
async function list({ client, report, log }) {
    const { apps, hasMore } = await client.listApps();
    report.apps = apps.map(report_report/* toAppFacts */.si);
    report.hasMoreApps = hasMore;
    const count = (0,format/* formatCount */.B4)(apps.length, 'app');
    log.info(`Listed ${count}`);
    if (hasMore) {
        report.warn(`The list is not complete: it shows the first ${count}, since this action does not follow the pages of a list.`);
    }
    report.end('listed');
}

;// CONCATENATED MODULE: ./lib/src/commands/update.js








async function update(folder, run) {
    const { inputs, report, client, log } = run;
    const held = create_readFields(folder);
    const before = await readExisting(run);
    const different = compareFields(before, held);
    const names = (0,format/* joinWords */.yZ)(different.map(app_app/* nameField */.yD));
    const changes = compareFolder(before, folder)?.changes ?? null;
    report.noteApp(before, different.length === 0 && changes?.length === 0);
    log.info(`Remote: ${before.status}, fields that differ: ${names || 'nothing'}`);
    const isSent = (change) => different.some((name) => app_app/* appFields */.fj[name].file === change.path);
    if (inputs.diff && changes !== null) {
        report.textChanges = await diffTexts(before, folder, changes.filter(isSent));
    }
    let plan = { kind: 'nothing', reason: 'unchanged' };
    if (different.length > 0) {
        const change = { kind: 'change', steps: ['update'], fields: different };
        plan = planInReview(inputs, before) ?? change;
    }
    const isOver = endByPlan(plan, run);
    if (plan.kind !== 'skip') {
        const hidden = compare_listHidden(before, held);
        if (hidden.length > 0)
            report.notice(describeHidden(hidden));
        noteUnsent(changes?.filter((change) => !isSent(change)) ?? [], run);
    }
    if (isOver)
        return;
    const fields = Object.fromEntries(different.map((name) => [name, held[name]]));
    const { app } = await applyChange({
        step: 'update',
        before,
        folder,
        send: () => client.updateApp(report.slug, fields),
        showsResult: (shown) => shown !== null && compareFields(shown, fields).length === 0,
    }, run);
    const left = app === null ? null : compareFolder(app, folder);
    report.noteApp(app, left?.changes.length === 0);
    log.info(`Updated ${names}`);
    report.end('updated');
}
function noteUnsent(unsent, { report }) {
    if (unsent.length === 0)
        return;
    const count = (0,format/* formatCount */.B4)(unsent.length, 'file', 'differ');
    report.notice(`${count} that update does not send: ${(0,frontend/* nameCommand */.JB)('deploy')} sends all files.`);
}

;// CONCATENATED MODULE: ./lib/src/commands/withdraw.js



async function withdraw(run) {
    const { report, client, log } = run;
    const before = await readExisting(run);
    if (before.status !== 'in_review') {
        endByPlan({ kind: 'nothing', reason: 'unchanged' }, run);
        return;
    }
    if (endByPlan({ kind: 'change', steps: ['withdraw'] }, run))
        return;
    const fields = repeatField(before);
    const { app } = await applyChange({
        step: 'withdraw',
        before,
        folder: null,
        send: () => client.updateApp(report.slug, fields),
        showsResult: (shown) => shown !== null && shown.status !== 'in_review',
    }, run);
    if (app !== null && hasResult(before, app)) {
        const result = `${report.slug} ${(0,app_status/* describeStatus */.Wn)(app.status)}`;
        report.warn(`The review ended before the app could be taken out of it: ${result}.`);
    }
    log.info(`Took ${report.slug} out of review`);
    report.end('withdrawn');
}
function hasResult(before, app) {
    return (0,app_status/* toReviewState */.LR)(app.status) === 'rejected' || app.publishedAt !== before.publishedAt;
}
function repeatField({ name, tagline, color }) {
    if (name !== null)
        return { name };
    if (tagline !== null)
        return { tagline };
    return color === null ? {} : { color };
}

;// CONCATENATED MODULE: ./lib/src/commands/run-action.js


















const listTimeoutMs = 5_000;
async function runAction(options, find = findPlaces) {
    const run = openRun(options);
    try {
        const found = await find(run);
        const warnings = [...found.warnings, ...listConnectionWarnings(run)];
        const isSeveral = found.places.length !== 1;
        const reports = [];
        let isOver = false;
        for (const place of found.places) {
            const slug = run.inputs.command === 'list' ? '' : place.slug;
            const report = run.makeReport(slug, usesFolder(place, run) ? place.shown : null);
            if (isSeveral)
                report.runWarnings = warnings;
            else
                report.warnings = warnings;
            reports.push(report);
            run.report = report;
            const turn = async () => {
                if (!isOver)
                    isOver = await runApp(place, run);
            };
            if (isSeveral) {
                await logTurn(turn, run);
            }
            else {
                await turn();
                await nameOtherApps(run);
            }
        }
        return reports;
    }
    finally {
        run.close();
    }
}
async function runApp(place, run) {
    const { report, context } = run;
    let isOver = false;
    let folder = null;
    try {
        noteUnusedInputs(run);
        folder = await readAppFolder(place, run);
        const manifestFile = findManifestFile(place.path, run);
        const isEnded = endIfOffline(run) || (await endIfStale(run));
        if (!isEnded)
            await runCommand(folder, run);
        if (manifestFile !== null && folder !== null)
            recordAccepted(folder, manifestFile, run);
    }
    catch (error) {
        report.fail(error);
        isOver = endsRun(error, run);
    }
    if (folder !== null)
        forgetFiles(folder, report);
    if (run.isOffline && context.noSecrets !== null)
        report.skipReason = context.noSecrets;
    report.now = run.clock.now();
    return isOver;
}
async function runCommand(folder, run) {
    switch (run.inputs.command) {
        case 'deploy':
            return deploy(requireFolder(folder), run);
        case 'create':
            await create(requireFolder(folder), run);
            return;
        case 'update':
            return update(requireFolder(folder), run);
        case 'submit':
            return submit_submit(folder, run);
        case 'status':
            return status_status(run);
        case 'withdraw':
            return withdraw(run);
        case 'delete':
            return deleteApp(run);
        case 'list':
            return list(run);
    }
}
function requireFolder(folder) {
    if (folder === null)
        throw new Error('The inputs of this command name a folder.');
    return folder;
}
function endsRun(error, { signal, report }) {
    if (signal.aborted)
        return true;
    const cause = error instanceof src_errors/* ActionError */.lZ ? error.cause : null;
    const errors = [error, cause].filter((one) => one instanceof src_errors/* ActionError */.lZ);
    if (errors.some(({ code }) => code === 'unauthorized'))
        return true;
    return report.lastSent === null && isServiceUnreachable(error);
}
async function logTurn(turn, run) {
    const { report, log } = run;
    await log.group(report.slug, turn);
    const words = (0,report_words/* describeReport */.As)(report);
    const isShown = report.failure === null || (0,report_words/* isShownByProblems */.l7)(report);
    log.info(isShown ? words.headline : [words.headline, ...words.lines].join('. '));
}
async function nameOtherApps({ report, client, log }) {
    const { failure } = report;
    if (failure?.code !== 'app_missing')
        return;
    try {
        const { apps, hasMore } = await client.listApps({ retryWindowMs: 0, timeoutMs: listTimeoutMs });
        const slugs = apps.map((app) => app.slug).filter(inputs_inputs/* isSlug */.u5);
        const names = hasMore ? `${(0,format/* listNames */.Zv)(slugs)} and others` : (0,format/* listNames */.Zv)(slugs);
        const found = slugs.length === 0 ? 'This key has no apps.' : `This key has these apps: ${names}.`;
        report.failure = { ...failure, next: `${found} ${failure.next}` };
    }
    catch (error) {
        log.debug(`The apps of the key could not be listed: ${(0,src_errors/* toReason */.Ge)(error)}`);
    }
}


/***/ })

};
;