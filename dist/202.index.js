"use strict";
exports.id = 202;
exports.ids = [202];
exports.modules = {

/***/ 6202:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  findPlaces: () => (/* binding */ findPlaces),
  runAction: () => (/* binding */ runAction)
});

// UNUSED EXPORTS: runApps

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __webpack_require__(4185);
// EXTERNAL MODULE: ./lib/src/model/action-error.js
var action_error = __webpack_require__(3503);
// EXTERNAL MODULE: ./lib/src/text/frontend.js
var frontend = __webpack_require__(2514);
// EXTERNAL MODULE: ./lib/src/model/input-kinds.js
var input_kinds = __webpack_require__(2526);
;// CONCATENATED MODULE: ./lib/src/api/network-error.js




function adviseLater() {
    return `${(0,frontend/* nameRerun */.Mn)('Re-run the job')}; if it persists, contact the service's support.`;
}
const networkErrors = () => ({
    cancelled: {
        what: 'the request was cancelled',
        next: `${(0,frontend/* nameRerun */.Mn)('Re-run the job')}: it reads the app first, and sends nothing if the change has arrived.`,
        isFinal: true,
    },
    deadline: {
        what: 'the time of the run is over',
        next: `Set ${(0,frontend/* nameInput */.K3)('timeout-minutes')} to a higher value.`,
        isFinal: true,
    },
    attempt_timeout: { what: 'the request timed out', next: adviseLater() },
    connection_refused: {
        what: 'connection refused',
        next: `Check the port of ${(0,frontend/* nameInput */.K3)('base-url')}, and that the service is running.`,
    },
    nothing_listens: {
        what: 'nothing listens at this port of this machine',
        next: `Start the service there (a sandbox: npx miniapps-sandbox), or check the port of ${(0,frontend/* nameInput */.K3)('base-url')}.`,
        isFinal: true,
    },
    host_not_found: {
        what: 'host name not found',
        next: `Check the host name in ${(0,frontend/* nameInput */.K3)('base-url')}, and the DNS settings of this machine.`,
    },
    connection_failed: {
        what: 'cannot connect',
        next: `Check ${(0,frontend/* nameInput */.K3)('base-url')}, and that no firewall blocks the connection.`,
    },
    connection_lost: { what: 'the connection was lost', next: adviseLater() },
    tls: {
        what: 'no secure connection',
        next: `Check that ${(0,frontend/* nameInput */.K3)('base-url')} names the right host and port and that its certificate is valid; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS.`,
        isFinal: true,
    },
    proxy: {
        what: 'the proxy failed',
        next: 'Check HTTPS_PROXY and NO_PROXY, and that the proxy is running.',
    },
    proxy_refused: {
        what: 'the proxy in the environment cannot be used',
        next: 'Set HTTPS_PROXY to http://host:port or https://host:port, with special characters of a user name or password percent-encoded, or unset it and ALL_PROXY.',
        isFinal: true,
    },
    response_unreadable: {
        what: 'the response cannot be read',
        next: `Check that ${(0,frontend/* nameInput */.K3)('base-url')} is the address of the service itself.`,
    },
    response_too_large: {
        what: 'the response is too large',
        next: "Contact the service's support.",
        isFinal: true,
    },
    dry_run: {
        what: 'a dry run sends no changes',
        next: `This is a bug${(0,frontend/* perFrontend */.C2)(' in the action', '')}: please report it.`,
        isFinal: true,
    },
});
class NetworkError extends action_error/* ActionError */.lZ {
    name = 'NetworkError';
    sent;
    isFinal;
    constructor(request, failure) {
        const words = networkErrors()[failure.code];
        const what = failure.what ?? words.what;
        super(`${request.method} ${request.path}: ${what}`, {
            code: failure.code,
            next: failure.next ?? words.next,
            cause: failure.cause,
        });
        this.sent = failure.sent;
        this.isFinal = words.isFinal ?? false;
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
    if (proxy !== null && code !== 'tls') {
        const what = `${networkErrors()[code].what}: the proxy ${proxy}${detail}`;
        if (code !== 'connection_lost')
            code = 'proxy';
        return { code, what, next: networkErrors().proxy.next };
    }
    if (code === 'connection_refused' && isStartedByHand(host))
        code = 'nothing_listens';
    return { code, what: `${networkErrors()[code].what}: ${host}${detail}` };
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

// EXTERNAL MODULE: ./lib/src/model/app.js
var model_app = __webpack_require__(4251);
// EXTERNAL MODULE: ./lib/src/model/json.js
var json = __webpack_require__(184);
;// CONCATENATED MODULE: ./lib/src/api/error-body.js
var _a;



const maxReportedProblems = 10_000;
const maxTextUnits = 100_000;
function reportsFailure(body) {
    const outer = (0,json/* toJsonObject */.NK)(body);
    if (outer === null)
        return false;
    const error = outer['error'] ?? false;
    if (error !== false || outer['ok'] === false)
        return true;
    const lists = takeLists(new Fields(outer), outerListNames);
    return lists.some((list) => list.entries.some((entry) => !isWarning(entry)));
}
function isWarning(entry) {
    return new Fields(entry).take(severityNames, toSeverity) === 'warning';
}
function hasDocumentedError(body) {
    const error = (0,json/* toJsonObject */.NK)((0,json/* toJsonObject */.NK)(body)?.['error']);
    const code = error?.['code'] ?? null;
    if (code === null)
        return typeof error?.['message'] === 'string';
    return typeof code === 'string';
}
function readErrorBody(body, sentTerms = '', cut) {
    const outer = new Fields(body);
    const error = new Fields(outer.take(['error'], json/* toJsonObject */.NK));
    const lists = [...takeLists(outer, outerListNames), ...takeLists(error, errorListNames)];
    const serverCode = (0,json/* toNonEmptyText */.rS)(error.peek('code'));
    const message = error.take(['message'], toShortText) ??
        outer.take(['error', 'message', 'detail', 'title'], toShortText);
    if (message !== null)
        error.take(['code'], toShortText);
    let termsVersion = null;
    if (serverCode === 'terms_required')
        termsVersion = takeTermsVersion([error, outer], message, sentTerms);
    const { problems, moreProblems } = readProblems(lists, cut);
    error.drop((name, value) => isInMessage(name, value, message));
    const rest = cut === undefined ? describeRest(body, error, outer) : '';
    return {
        serverCode,
        message: (0,format/* joinTexts */.B5)([message, rest], ' ') || null,
        problems,
        moreProblems,
        termsVersion,
    };
}
function describeRest(body, error, outer) {
    if ((0,json/* isEmptyJson */.sX)(body))
        return '';
    if ((0,json/* toJsonObject */.NK)(body) === null)
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
    const fields = (0,json/* toJsonObject */.NK)(value);
    const members = Object.entries(fields ?? {});
    const lists = [];
    for (const [field, list] of members) {
        if (Array.isArray(list))
            lists.push(toList(field, list));
    }
    if (fields !== null && lists.length === members.length)
        return lists;
    const isProblem = fields !== null || (0,json/* toNonEmptyText */.rS)(value) !== null;
    return isDocumentedName && isProblem ? [toList(null, [value])] : null;
}
function toList(field, entries) {
    return { field, entries: entries.filter((entry) => !(0,json/* isEmptyJson */.sX)(entry)) };
}
function readProblems(lists, cut) {
    const problems = [];
    let count = 0;
    for (const { field, entries } of lists) {
        count += entries.length;
        for (const entry of entries.slice(0, maxReportedProblems - problems.length)) {
            problems.push(readProblem(entry, field));
        }
    }
    const isCutHere = count > 0 && cut?.path.some((key) => errorListNames.includes(key)) === true;
    const missing = isCutHere ? cut.missing : 0;
    return { problems, moreProblems: count - problems.length + missing };
}
const pathNames = ['path', 'file', 'filename', 'file.path', 'location.path', 'location.file'];
const lineNames = [
    'line',
    'line_number',
    'lineNumber',
    'startLine',
    'row',
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
        if (field === null && (0,model_app/* isFieldName */.ac)(name)) {
            field = name;
            if (file === null || file === name)
                file = model_app/* appFields */.fj[name].file;
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
        this.#left = new Map(Object.entries((0,json/* toJsonObject */.NK)(value) ?? {}));
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
        const details = Object.keys((0,json/* toJsonObject */.NK)(this.#left.get('details')) ?? {});
        return [...this.#left.keys(), ...details.map((name) => `details.${name}`)];
    }
    toText() {
        const filled = [...this.#left].filter(([, value]) => !(0,json/* isEmptyJson */.sX)(value));
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
    return (0,json/* toNonEmptyText */.rS)(value)?.slice(0, maxTextUnits) ?? null;
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
    return (0,model_app/* isFieldName */.ac)(last) || /[./]/.test(last) ? last : pointer;
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
const maxRetryAfterMs = 120_000;
const rateLimitWaitsMs = [6_000, 18_000, 48_000];
const backoffBaseMs = 1_000;
const maxBackoffMs = 20_000;
const maxSpreadMs = 20_000;
const minAttemptMs = 1_000;
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
    const isTooLong = delayMs > maxRetryAfterMs || delayMs >= attempt.timeLeftMs;
    return { kind: 'stop', reason: null, next: null, resendAfterMs: isTooLong ? null : delayMs };
}
function retryLater(attempt) {
    const { elapsedMs, timeLeftMs } = attempt;
    const retryAfterMs = getRetryAfter(attempt);
    const delayMs = Math.round(chooseDelay(attempt, retryAfterMs));
    if (isWindowOver(attempt, delayMs))
        return giveUp(attempt, (0,format/* formatDuration */.a3)(elapsedMs));
    if (retryAfterMs !== null && retryAfterMs > maxRetryAfterMs)
        return refuseWait(retryAfterMs);
    const attempts = attempt.previousAttempts + 1;
    const maxAttempts = getMaxAttempts(attempt, retryAfterMs);
    if (maxAttempts !== null && attempts >= maxAttempts)
        return giveUp(attempt, `${attempts} attempts`);
    const asked = retryAfterMs === null ? null : `asked to wait ${formatSeconds(retryAfterMs)}`;
    if (delayMs + minAttemptMs >= timeLeftMs)
        return refuseForTime(delayMs, asked);
    const reason = (0,format/* joinTexts */.B5)([describeFailure(attempt), asked], ', ');
    return { kind: 'retry', delayMs, reason, maxAttempts };
}
function getRetryAfter(attempt) {
    const isDefined = attempt.result === 'rate_limited' || attempt.status === 503;
    return isDefined ? attempt.retryAfterMs : null;
}
function chooseDelay(attempt, retryAfterMs) {
    const { result, previousAttempts, random } = attempt;
    const backoffMs = backoffBaseMs * 2 ** previousAttempts;
    if (retryAfterMs !== null) {
        const spreadMs = Math.min(maxSpreadMs, Math.max(backoffMs, 0.2 * retryAfterMs));
        return retryAfterMs + random * spreadMs;
    }
    const windowLeftMs = getWindowLeft(attempt);
    if (result === 'rate_limited') {
        const maxWaitMs = rateLimitWaitsMs[previousAttempts] ?? 0;
        return Math.min((maxWaitMs * (5 + random)) / 6, windowLeftMs);
    }
    return Math.min(random * Math.min(maxBackoffMs, backoffMs), windowLeftMs);
}
function getWindowLeft(attempt) {
    const isWaitingItsTurn = attempt.result === 'rate_limited' && !isRead(attempt.operation);
    if (isWaitingItsTurn)
        return Number.POSITIVE_INFINITY;
    return defaultRetryWindowMs - attempt.elapsedMs;
}
function isWindowOver(attempt, delayMs) {
    const { retryWindowMs, elapsedMs } = attempt;
    if (getWindowLeft(attempt) <= 0)
        return true;
    return retryWindowMs !== null && elapsedMs + delayMs >= retryWindowMs;
}
function getMaxAttempts(attempt, retryAfterMs) {
    if (attempt.result !== 'rate_limited')
        return null;
    return retryAfterMs === null ? rateLimitWaitsMs.length + 1 : maxRateLimitedAttempts;
}
function giveUp(attempt, tried) {
    const reason = attempt.previousAttempts === 0 ? null : `gave up after ${tried}`;
    return stop(reason);
}
function refuseWait(retryAfterMs) {
    const asked = formatSeconds(retryAfterMs);
    const allowed = (0,format/* formatDuration */.a3)(maxRetryAfterMs);
    const reason = `the service asks to wait ${asked}, longer than the ${allowed} allowed`;
    return stop(reason, `${(0,frontend/* nameRerun */.Mn)('Re-run')} in ${asked}.`);
}
function refuseForTime(delayMs, asked) {
    const wait = formatSeconds(delayMs);
    const timeout = (0,frontend/* nameInput */.K3)('timeout-minutes');
    const reason = (0,format/* joinTexts */.B5)([asked, `a wait of ${wait} would use up the time left (${timeout})`], '; ');
    return stop(reason, `${(0,frontend/* nameRerun */.Mn)('Re-run')} in ${wait}, or set ${timeout} to a higher value.`);
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
    const date = text
        .replace(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*day, (\d\d)-(\w{3})-(\d\d) /, '$1, $2 $3 20$4 ')
        .replace(/^(\w{3}) (\w{3}) (\d\d| \d) ([\d:]{8}) (\d{4})$/, '$1, $3 $2 $5 $4 GMT')
        .replace(',  ', ', 0');
    const time = Date.parse(date);
    const isExact = new Date(time).toUTCString().slice(5) === date.slice(5);
    return isExact && time > 0 ? time : null;
}

;// CONCATENATED MODULE: ./lib/src/api/api-error.js





const ownTerms = 'Only the owner of the account can accept the terms, after reading them in the developer dashboard.';
function adviseStatus() {
    return `Check the status of the app in the dashboard, or run ${(0,frontend/* nameCommand */.JB)('status')}.`;
}
const apiErrors = () => ({
    field_rejected: {
        sentence: 'The service rejected a field',
        next: `Correct the field that the message names, then ${(0,frontend/* nameRerun */.Mn)('re-run')}.`,
    },
    terms_required: {
        sentence: 'The current developer terms must be accepted',
        next: `${ownTerms} Then set ${(0,frontend/* nameInput */.K3)('terms-version')} to the version that the service names.`,
    },
    unauthorized: {
        sentence: 'The API key is missing or not valid',
        next: `Create a new key in the developer dashboard and ${(0,frontend/* perFrontend */.C2)('store it in the secret that api-key is read from', 'set MINIAPPS_API_KEY to it')}.`,
    },
    forbidden: {
        sentence: 'The service does not allow this',
        next: 'Check the API key in the developer dashboard, and that it belongs to the owner of the app.',
    },
    not_found: {
        sentence: 'The app does not exist or belongs to somebody else',
        next: 'Check the slug, and that the API key belongs to the owner of the app.',
    },
    not_the_service: {
        sentence: 'The response does not come from the service',
        next: `Check ${(0,frontend/* nameInput */.K3)('base-url')}, including its path, and any gateway or proxy in front of the service.`,
    },
    address_taken: {
        sentence: 'The address is taken',
        next: 'Choose another slug; if it belongs to another account of yours, use the API key of that account.',
    },
    conflict: {
        sentence: 'The state of the app does not allow this',
        next: adviseStatus(),
    },
    not_approved: {
        sentence: 'The app was not approved, which is final',
        next: 'It stays private and cannot be sent for review again: deploy it under a new slug.',
    },
    too_large: {
        sentence: 'The request is too large for the service',
        next: `Make the assets smaller, or exclude some with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`,
    },
    folder_rejected: {
        sentence: 'The folder breaks the rules of the service',
        next: `Fix the problems listed and ${(0,frontend/* nameRerun */.Mn)('re-run')}.`,
    },
    too_many_changes: {
        sentence: 'Too many changes in a short time',
        next: `${(0,frontend/* nameRerun */.Mn)('Re-run')} in a minute, and run fewer deploys at once${(0,frontend/* perFrontend */.C2)(' (max-parallel in a matrix)', '')}.`,
    },
    redirected: {
        sentence: 'The service responded with a redirect, which is never followed',
        next: `Set ${(0,frontend/* nameInput */.K3)('base-url')} to the current address of the service.`,
    },
    refused: {
        sentence: 'The service refused the request',
        next: `See the service's message, and check ${(0,frontend/* nameInput */.K3)('base-url')}.`,
    },
    service_error: {
        sentence: 'The service failed',
        next: `${(0,frontend/* nameRerun */.Mn)('Re-run the job')} later; if it persists, contact the service's support.`,
    },
});
function operationErrors() {
    const tooManyRequests = { sentence: 'Too many requests', next: adviseLater() };
    const noApps = { sentence: 'The service knows no apps at this address', next: adviseLater() };
    const fieldsTooLarge = {
        sentence: 'The request is too large for the service',
        next: 'Shorten index.html or instructions.md: this command sends only these fields, no assets.',
    };
    return {
        read: { too_many_changes: tooManyRequests },
        list: { too_many_changes: tooManyRequests, not_found: noApps },
        create: { too_large: fieldsTooLarge, not_found: noApps },
        update: { too_large: fieldsTooLarge },
        submit: {
            conflict: {
                sentence: 'The state of the app does not allow a submission',
                next: `${adviseStatus()} An app that is already in review does not need to be submitted.`,
            },
        },
        delete: {
            conflict: {
                sentence: 'The state of the app does not allow its deletion',
                next: adviseStatus(),
            },
        },
    };
}
function describeApiError(code, operation) {
    return operationErrors()[operation]?.[code] ?? apiErrors()[code];
}
class ApiError extends action_error/* ActionError */.lZ {
    name = 'ApiError';
    details;
    constructor(request, details, next = null) {
        const code = chooseCode(request.operation, details);
        const isRejected = rejectedStatuses.has(details.status) && !isRead(request.operation);
        super(describe(code, request, details), {
            code,
            next: next ?? advise(code, request.operation, details),
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
    if (status === 404 && !isDocumented)
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
    let { sentence } = describeApiError(code, request.operation);
    if (status < 300)
        sentence = 'The service reported an error';
    if (isUnexplained(code, request.operation, details))
        sentence = 'The service refused the deploy';
    return `${sentence} (${request.method} ${request.path} returned ${status}${quoted})`;
}
function advise(code, operation, details) {
    const { status, message, problems, termsVersion, retryAfterMs, isDocumented } = details;
    if (retryAfterMs !== null && retryAfterMs > 0) {
        return `${(0,frontend/* nameRerun */.Mn)('Re-run')} in ${(0,format/* formatDuration */.a3)(Math.ceil(retryAfterMs / 1000) * 1000)}.`;
    }
    if (termsVersion !== null) {
        const setting = (0,frontend/* perFrontend */.C2)('set terms-version:', 'add --terms-version');
        return `${ownTerms} Then ${setting} ${termsVersion}.`;
    }
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
    if (code === 'refused' && isDocumented)
        return `See the service's message. ${adviseLater()}`;
    return describeApiError(code, operation).next;
}
function adviseToFix(fix) {
    return `${fix} what the service's message names, then ${(0,frontend/* nameRerun */.Mn)('re-run')}.`;
}

;// CONCATENATED MODULE: ./lib/src/api/sender.js





class ServiceAvailability {
    #answeredAt = null;
    #silentSince = null;
    get answeredAt() {
        return this.#answeredAt;
    }
    noteResponse(receivedAt) {
        this.#answeredAt ??= receivedAt;
        this.#silentSince = null;
    }
    noteSilence(sentAt) {
        this.#silentSince ??= sentAt;
    }
    isUnreachable(now) {
        return this.#silentSince !== null && now - this.#silentSince >= defaultRetryWindowMs;
    }
}
function createSender(options) {
    return async (request) => {
        const attempts = new Attempts(request, options);
        for (;;) {
            options.signal.throwIfAborted();
            const timeoutMs = attempts.start();
            const response = await exchange({ ...request, timeoutMs }, options);
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
async function exchange(request, options) {
    try {
        return await options.transport(request, options.signal);
    }
    catch (error) {
        if (error instanceof NetworkError)
            return error;
        throw error;
    }
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
        this.#report(response, result, now);
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
        const isWaitingItsTurn = attempt.result === 'rate_limited' && !isRead(attempt.operation);
        if (isWaitingItsTurn)
            this.#windowStartedAt = this.#options.clock.now();
    }
    #report(response, result, now) {
        const { availability } = this.#options;
        const hasFailed = result === 'lost' || result === 'not_sent';
        if (hasFailed)
            availability.noteSilence(this.#sentAt);
        else
            availability.noteResponse(now);
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
    const cut = body.kind === 'json' ? body.cut : undefined;
    const details = readErrorBody(value, request.termsVersion, cut);
    const page = body.kind === 'unreadable' ? body.start.replace(/\s+/g, ' ').trim() : '';
    const rest = cut ? `the response ${cut.why}, and the rest was not read` : null;
    const message = (0,format/* joinTexts */.B5)([details.message ?? page, rest, reason], '; ');
    const isWaitedFor = ended.attempt.result === 'rate_limited' || reason !== null;
    return new ApiError(request, {
        ...details,
        status,
        message: message === '' ? null : message,
        isDocumented: hasDocumentedError(value),
        retryAfterMs: isWaitedFor ? null : ended.attempt.retryAfterMs,
    }, next ?? adviseUnread(body, page));
}
function adviseUnread(body, page) {
    if (body.kind !== 'unreadable' || page !== '')
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

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: external "node:v8"
var external_node_v8_ = __webpack_require__(8877);
// EXTERNAL MODULE: ./node_modules/undici/lib/core/connect.js
var core_connect = __webpack_require__(9136);
// EXTERNAL MODULE: ./node_modules/undici/lib/dispatcher/client.js
var client = __webpack_require__(3701);
// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/src/model/content.js


class Content {
    text;
    data;
    dataText;
    plain;
    constructor(parts) {
        this.text = parts.text;
        this.data = parts.data;
        this.dataText = parts.dataText;
        this.plain = parts.plain;
    }
}
const unreadableContent = new Content({
    text: null,
    data: null,
    dataText: null,
    plain: null,
});
const maxKeptBytes = 256 * 1024;
const maxDataTextBytes = 1024 * 1024;
function digestContent(text, isKept = false) {
    return new ContentDigester(text).finish(isKept, text);
}
function digestText(text) {
    const digester = new Digester();
    digester.write(normalizeText(text));
    return digester.finish();
}
function normalizeText(text) {
    return withoutMark(normalizeLines(text));
}
const binaryUrl = /^data:(?:image(?!\/svg\+xml)|font|audio|video)\//i;
const dataUrlHead = /^data:[^,]{0,257},/i;
const base64Mark = /; {0,9}base64 {0,9},/i;
class ContentDigester {
    #text = new Digester();
    #data = new Digester();
    #encoding;
    #decoded;
    #isText = true;
    constructor(start) {
        const head = dataUrlHead.exec(start)?.[0] ?? '';
        if (base64Mark.test(head))
            this.#encoding = new Base64Decoder((bytes) => this.#takeData(bytes));
        else if (head !== '')
            this.#encoding = 'percent';
        else
            this.#encoding = null;
        this.#decoded = binaryUrl.test(start) ? null : [];
        this.#writeString(withoutMark(start), start.slice(head.length));
    }
    write(text) {
        this.#writeString(text, text);
    }
    writeDigits(bytes) {
        if (!(this.#encoding instanceof Base64Decoder))
            return false;
        if (!this.#encoding.writeDigits(bytes.toString('latin1')))
            return false;
        this.#writeText(bytes);
        return true;
    }
    finish(isKept, whole = null) {
        if (!this.#isText)
            return unreadableContent;
        const isData = this.#finishData();
        const decoded = isData ? this.#readDataText() : null;
        const readable = this.#encoding === null ? whole : decoded;
        const isShort = readable !== null && Buffer.byteLength(readable) <= maxKeptBytes;
        return new Content({
            text: this.#isLongBase64 ? null : (this.#text?.finish() ?? null),
            data: isData ? this.#data.finish() : null,
            dataText: decoded === null ? null : digestText(decoded),
            plain: isKept && isShort ? readable : null,
        });
    }
    #finishData() {
        if (this.#encoding instanceof Base64Decoder)
            return this.#encoding.finish();
        return this.#encoding === 'percent';
    }
    #writeString(text, payload) {
        this.#isText &&= text.isWellFormed();
        this.#writeText(normalizeLines(text));
        if (this.#encoding === 'percent')
            this.#takeData(decodePercent(payload));
        else
            this.#encoding?.write(payload);
    }
    #writeText(piece) {
        if (this.#isLongBase64)
            this.#text = null;
        this.#text?.write(piece);
    }
    get #isLongBase64() {
        if (!(this.#encoding instanceof Base64Decoder))
            return false;
        return this.#encoding.isBase64 && this.#data.bytes > maxDataTextBytes;
    }
    #takeData(bytes) {
        this.#data.write(bytes);
        if (this.#data.bytes > maxDataTextBytes)
            this.#decoded = null;
        this.#decoded?.push(Buffer.from(bytes));
    }
    #readDataText() {
        if (this.#decoded === null)
            return null;
        const bytes = Buffer.concat(this.#decoded);
        return (0,external_node_buffer_.isUtf8)(bytes) ? bytes.toString() : null;
    }
}
class Digester {
    #hash = null;
    bytes = 0;
    write(piece) {
        this.#hash ??= (0,external_node_crypto_.createHash)('sha256');
        this.#hash.update(piece);
        this.bytes += Buffer.byteLength(piece);
    }
    finish() {
        return { bytes: this.bytes, sha256: (this.#hash ?? (0,external_node_crypto_.createHash)('sha256')).digest('hex') };
    }
}
function normalizeLines(text) {
    return text.replaceAll('\r\n', '\n');
}
function withoutMark(text) {
    return text.replace(/^\ufeff/, '');
}
function decodePercent(text) {
    const bytes = Buffer.from(text).toString('latin1');
    const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(decoded, 'latin1');
}
class Base64Decoder {
    isBase64 = true;
    #take;
    #last = '';
    #bytes = Buffer.alloc(0);
    constructor(take) {
        this.#take = take;
    }
    write(text) {
        const base64 = this.#last + text;
        if (this.#decode(base64))
            return;
        const digits = toDigits(base64);
        this.isBase64 &&= !digits.includes('%') && this.#decode(digits);
    }
    writeDigits(text) {
        return /^[\w+/=-]{1,4}$/.test(text.slice(-4)) && this.#decode(this.#last + text);
    }
    finish() {
        const rest = toDigits(this.#last);
        const isWhole = rest.length === 4;
        const digits = isWhole ? rest.replace(/={1,2}$/, '') : rest;
        const bytes = this.#toBytes(digits);
        if (bytes !== null)
            this.#take(bytes);
        return this.isBase64 && bytes !== null;
    }
    #decode(base64) {
        const end = (base64.length - 1) & ~3;
        const bytes = this.#toBytes(base64.slice(0, end));
        if (bytes === null)
            return false;
        this.#take(bytes);
        this.#last = base64.slice(end);
        return true;
    }
    #toBytes(digits) {
        const size = Math.floor((digits.length * 3) / 4);
        if (size > this.#bytes.length)
            this.#bytes = Buffer.allocUnsafeSlow(size);
        const written = this.#bytes.write(digits, 'base64');
        if (digits.length % 4 === 1 || written !== size)
            return null;
        return this.#bytes.subarray(0, size);
    }
}
function toDigits(text) {
    const decoded = decodePercent(text).toString('latin1');
    return decoded.replace(/[ \t\n\f\r]/g, '');
}

;// CONCATENATED MODULE: ./lib/src/api/response/json-tokenizer.js
class JsonError extends Error {
    name = 'JsonError';
}
class ResponseTooLargeError extends Error {
    name = 'ResponseTooLargeError';
}
const [quoteByte, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const maxDepth = 200;
const maxValues = 250_000;
class JsonTokenizer {
    #options;
    #containers = [];
    #values = 0;
    #cut = null;
    #string = null;
    #key = Buffer.alloc(0);
    #escapedBytes = 0;
    constructor(options) {
        this.#options = options;
    }
    get isOpen() {
        return this.#string !== null || this.#containers.length > 0;
    }
    get cut() {
        if (this.#cut === null)
            return null;
        const { path, container, entries } = this.#cut;
        const why = describeExcess(maxValues, 'values');
        return { why, path, missing: container.entries - entries };
    }
    *read(chunk) {
        let start = 0;
        let position = 0;
        while (position < chunk.length) {
            const open = this.#string;
            let end;
            if (open === null) {
                end = toIndex(chunk.indexOf(quoteByte, position), chunk);
                const cutEnd = this.#readStructure(chunk, position, end);
                if (cutEnd !== null) {
                    const bytes = Buffer.concat([chunk.subarray(start, cutEnd.index), cutEnd.closing]);
                    yield { kind: 'text', bytes };
                }
                if (end < chunk.length && this.#openString().kind === 'content') {
                    yield { kind: 'text', bytes: chunk.subarray(start, end) };
                    start = end + 1;
                }
            }
            else {
                end = findStringEnd(chunk, position + this.#escapedBytes);
                this.#escapedBytes = Math.max(0, end - chunk.length);
                const isEnd = end < chunk.length;
                if (isEnd)
                    this.#string = null;
                if (open.kind === 'key')
                    this.#readKey(chunk.subarray(position, end), isEnd);
                if (open.kind === 'content') {
                    const bytes = chunk.subarray(position, end);
                    yield { kind: 'content', path: open.path, bytes, isEnd };
                    start = end + 1;
                }
            }
            position = end + 1;
        }
        if (this.#cut === null && start < chunk.length)
            yield { kind: 'text', bytes: chunk.subarray(start) };
    }
    #openString() {
        this.#string = { kind: 'other' };
        if (this.#cut !== null)
            return this.#string;
        if (this.#containers.at(-1)?.key === null) {
            this.#string = { kind: 'key' };
        }
        else {
            const path = this.#options.contentPaths.find((content) => this.#isAt(content.pattern));
            if (path !== undefined)
                this.#string = { kind: 'content', path };
        }
        return this.#string;
    }
    #isAt(pattern) {
        if (pattern.length !== this.#containers.length)
            return false;
        return pattern.every((key, index) => key === '*' || key === this.#containers[index]?.key);
    }
    #readKey(bytes, isEnd) {
        const key = this.#key.length === 0 ? bytes : Buffer.concat([this.#key, bytes]);
        if (isEnd) {
            const container = this.#containers.at(-1);
            if (container !== undefined)
                container.key = String(parseJson(`"${key.toString()}"`));
            this.#key = Buffer.alloc(0);
            this.#checkKeyLength();
        }
        else {
            this.#key = Buffer.from(key);
        }
    }
    #checkKeyLength() {
        const { limit } = this.#options;
        if (limit?.maxKeyUnits === undefined)
            return;
        const key = this.#containers.at(-1)?.key ?? '';
        const isTooLong = key.length > limit.maxKeyUnits;
        if (isTooLong && limit.patterns.some((pattern) => this.#isAt(pattern))) {
            const max = limit.maxKeyUnits.toLocaleString('en-US');
            throw new ResponseTooLargeError(`has a path of more than ${max} characters`);
        }
    }
    #readStructure(chunk, start, end) {
        let cutEnd = null;
        for (let index = start; index < end; index += 1) {
            const byte = chunk[index];
            const isOpening = byte === openBrace || byte === openBracket;
            const isSeparator = byte === comma && this.#containers.length > 0;
            if (isOpening && this.#containers.length >= maxDepth)
                throw new JsonError(`is nested deeper than ${maxDepth} levels`);
            if (isOpening || isSeparator) {
                this.#values += 1;
                if (this.#values === maxValues + 1 && this.#containers.length > 0) {
                    cutEnd = { index, closing: this.#cutHere(isOpening ? 'null' : '') };
                }
            }
            if (isOpening)
                this.#enter(byte === openBrace ? '}' : ']');
            else if (byte === closeBrace || byte === closeBracket)
                this.#containers.pop();
            else if (isSeparator)
                this.#startEntry();
        }
        return cutEnd;
    }
    #enter(close) {
        this.#containers.push({ close, key: close === ']' ? '[]' : null, entries: 1 });
    }
    #startEntry() {
        const container = this.#containers.at(-1);
        if (container === undefined)
            return;
        const { limit } = this.#options;
        const isFull = limit !== undefined && container.entries === limit.maxEntries;
        if (isFull && limit.patterns.some((pattern) => this.#isAt(pattern)))
            throw new ResponseTooLargeError(describeExcess(limit.maxEntries, limit.name));
        container.entries += 1;
        if (container.close === '}')
            container.key = null;
    }
    #cutHere(last) {
        if (this.#options.limit !== undefined)
            throw new ResponseTooLargeError(describeExcess(maxValues, 'values'));
        const list = this.#containers.findIndex((open) => open.close === ']');
        const outermost = Math.max(0, list);
        const container = this.#containers[outermost];
        if (container === undefined)
            return Buffer.alloc(0);
        const path = this.#containers.slice(0, outermost).map((open) => open.key ?? '');
        this.#cut = { path, container, entries: container.entries };
        const brackets = this.#containers.map((open) => open.close).reverse();
        return Buffer.from(`${last}${brackets.join('')}`);
    }
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch (cause) {
        throw new JsonError('is not JSON', { cause });
    }
}
function findStringEnd(bytes, from) {
    const quote = toIndex(bytes.indexOf(quoteByte, from), bytes);
    if (!bytes.subarray(from, quote).includes(backslash))
        return quote;
    let index = from;
    while (index < bytes.length && bytes[index] !== quoteByte) {
        index += bytes[index] === backslash ? 2 : 1;
    }
    return index;
}
function toIndex(found, bytes) {
    return found === -1 ? bytes.length : found;
}
function describeExcess(maxCount, name) {
    return `has more than ${maxCount.toLocaleString('en-US')} ${name}`;
}

;// CONCATENATED MODULE: ./lib/src/api/response/json-response.js




const quote = Buffer.from('"');
const defaultMaxBytes = 64 * 1024 * 1024;
const maxTextBytes = 16 * 1024 * 1024;
class JsonReader {
    #options;
    #tokenizer;
    #kept;
    #contents = new ContentReferences();
    #content = null;
    constructor(options) {
        this.#options = options;
        this.#tokenizer = new JsonTokenizer(options);
        this.#kept = new KeptBytes(options.maxBytes ?? defaultMaxBytes);
    }
    push(chunk) {
        for (const piece of this.#tokenizer.read(chunk)) {
            if (piece.kind === 'text')
                this.#kept.append(piece.bytes);
            else
                this.#readContent(piece);
        }
    }
    get isOpen() {
        return this.#tokenizer.isOpen;
    }
    get cut() {
        return this.#tokenizer.cut;
    }
    end() {
        const text = this.#kept
            .since(0)
            .toString()
            .replace(/^\ufeff/, '');
        const isBlank = /^[ \t\r\n]*$/.test(text);
        if (isBlank && !this.isOpen)
            return undefined;
        const isLikeJson = isBlank || /^[ \t\r\n]*["{[]/.test(text);
        if (isLikeJson && this.isOpen)
            throw new JsonError('ends early');
        const value = parseJson(text);
        return this.#options.contentPaths.length === 0 ? value : this.#contents.resolve(value);
    }
    #readContent(piece) {
        const isKept = piece.path.isKept || this.#options.keepsTexts === true;
        this.#content ??= new ContentString(this.#kept, isKept);
        this.#content.append(piece.bytes);
        if (piece.isEnd) {
            const content = this.#content.finish(this.#contents.textBytes < maxTextBytes);
            this.#kept.append(Buffer.from(this.#contents.refer(content)));
            this.#content = null;
        }
        else {
            this.#content.digest();
        }
    }
}
class KeptBytes {
    #maxBytes;
    #buffer = Buffer.alloc(0);
    #length = 0;
    constructor(maxBytes) {
        this.#maxBytes = maxBytes;
    }
    get length() {
        return this.#length;
    }
    append(bytes) {
        const length = this.#length + bytes.length;
        if (length > this.#maxBytes) {
            const where = 'in one text or outside of its files';
            throw new ResponseTooLargeError(`has more than ${this.#maxBytes} bytes ${where}`);
        }
        if (length > this.#buffer.length) {
            const larger = Buffer.allocUnsafe(2 * length);
            this.#buffer.copy(larger, 0, 0, this.#length);
            this.#buffer = larger;
        }
        bytes.copy(this.#buffer, this.#length);
        this.#length = length;
    }
    since(start) {
        return this.#buffer.subarray(start, this.#length);
    }
    truncate(length) {
        this.#length = length;
    }
}
const base64Head = /^data:[^,]{0,900}; {0,9}base64 {0,9},/i;
const maxHeadBytes = 1_000;
const openEnd = /[\\%\x80-\xff]/;
class ContentString {
    #kept;
    #start;
    #isKept;
    #digester = null;
    #isUtf8 = true;
    constructor(kept, isKept) {
        this.#kept = kept;
        this.#start = kept.length;
        this.#isKept = isKept;
        kept.append(quote);
    }
    append(bytes) {
        const digested = this.#undigested.length === 0 ? this.#digestBase64(bytes) : 0;
        this.#kept.append(bytes.subarray(digested));
    }
    digest() {
        const bytes = this.#undigested;
        if (bytes.length === 0)
            return;
        const isBase64 = this.#digester !== null || base64Head.test(bytes.toString('latin1', 0, maxHeadBytes));
        const isClosed = !openEnd.test(bytes.toString('latin1', Math.max(0, bytes.length - 12)));
        if (isBase64 && isClosed) {
            const text = this.#takeText();
            if (this.#digester === null)
                this.#digester = new ContentDigester(text);
            else
                this.#digester.write(text);
        }
    }
    finish(mayKeep) {
        const isKept = this.#isKept && mayKeep;
        const text = this.#takeText();
        this.#kept.truncate(this.#start);
        if (!this.#isUtf8)
            return unreadableContent;
        if (this.#digester === null)
            return digestContent(text, isKept);
        this.#digester.write(text);
        return this.#digester.finish(isKept);
    }
    get #undigested() {
        return this.#kept.since(this.#start + quote.length);
    }
    #digestBase64(bytes) {
        let start = 0;
        if (this.#digester === null) {
            if (!/^data:/i.test(bytes.toString('latin1', 0, 5)))
                return 0;
            const [head] = base64Head.exec(bytes.toString('latin1', 0, maxHeadBytes)) ?? [];
            if (head === undefined || !/^[ -[\]-~]*$/.test(head))
                return 0;
            this.#digester = new ContentDigester(head);
            start = head.length;
        }
        return this.#digester.writeDigits(bytes.subarray(start)) ? bytes.length : start;
    }
    #takeText() {
        this.#kept.append(quote);
        const bytes = this.#kept.since(this.#start);
        this.#isUtf8 &&= (0,external_node_buffer_.isUtf8)(bytes);
        const text = String(parseJson(bytes.toString()));
        this.#kept.truncate(this.#start + quote.length);
        return text;
    }
}
class ContentReferences {
    #mark = (0,external_node_crypto_.randomUUID)();
    #texts = [];
    #textBytes = 0;
    get textBytes() {
        return this.#textBytes;
    }
    refer(content) {
        const { text, data, dataText, plain } = content;
        let index = -1;
        if (plain !== null) {
            index = this.#texts.push(plain) - 1;
            this.#textBytes += Buffer.byteLength(plain);
        }
        return JSON.stringify({ [this.#mark]: index, text, data, dataText });
    }
    resolve(value) {
        if (typeof value !== 'object' || value === null)
            return value;
        const fields = Object(value);
        const index = fields[this.#mark];
        if (index !== undefined) {
            const digests = Object(value);
            return new Content({ ...digests, plain: this.#texts[Number(index)] ?? null });
        }
        for (const key of Object.keys(fields))
            fields[key] = this.resolve(fields[key]);
        return value;
    }
}

;// CONCATENATED MODULE: ./lib/src/api/response/response.js




const plainResponseBytes = 8 * 1024 * 1024;
const appResponseBytes = 1024 * 1024 * 1024;
const shownBytes = 200;
const headBytes = 4_096;
async function readResponse(stream, options) {
    const encoding = (options.encoding ?? '').toLowerCase();
    if (encoding === '' || encoding === 'identity')
        return readDecoded(stream, options);
    if (encoding !== 'gzip' && encoding !== 'x-gzip')
        return readUnknown(stream);
    const { createGunzip } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 8522, 19));
    const decompressed = (0,external_node_stream_.pipeline)(stream, createGunzip(), () => undefined);
    try {
        return await readDecoded(decompressed, options);
    }
    catch (error) {
        if (!isCompressionError(error))
            throw error;
        return { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
    }
}
async function readUnknown(stream) {
    for await (const _ of stream) {
        return { kind: 'unreadable', why: 'has an unknown content encoding', start: '' };
    }
    return { kind: 'empty' };
}
async function readDecoded(stream, options) {
    const isApp = options.contentPaths.length > 0;
    const limitBytes = options.limitBytes ?? (isApp ? appResponseBytes : plainResponseBytes);
    const body = new BodyReader(options, limitBytes);
    await readChunks(stream, (chunk) => body.push(chunk));
    return body.end();
}
class BodyReader {
    #json;
    #limitBytes;
    #size = 0;
    #head = Buffer.alloc(0);
    #error = null;
    constructor(options, limitBytes) {
        this.#json = new JsonReader(options);
        this.#limitBytes = limitBytes;
    }
    push(chunk) {
        this.#size += chunk.length;
        if (this.#size > this.#limitBytes)
            throw new ResponseTooLargeError(`is larger than ${this.#limitBytes} bytes`);
        if (this.#head.length < headBytes) {
            this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
        }
        if (this.#error === null)
            this.#catchJsonError(() => this.#json.push(chunk));
        const neededBytes = this.#isPage ? headBytes : shownBytes;
        return this.#error === null || this.#size <= neededBytes;
    }
    get #isPage() {
        return /^\s*</.test(this.#head.toString('latin1', 0, shownBytes));
    }
    end() {
        let value;
        if (this.#error === null)
            this.#catchJsonError(() => (value = this.#json.end()));
        if (this.#error !== null) {
            return { kind: 'unreadable', why: this.#error.message, start: this.#describeStart() };
        }
        if (value === undefined)
            return { kind: 'empty' };
        const { cut } = this.#json;
        if (cut !== null)
            return { kind: 'json', value, cut };
        return { kind: 'json', value };
    }
    #describeStart() {
        if (this.#isPage)
            return findTitle(this.#readHead(headBytes));
        return this.#readHead(shownBytes);
    }
    #readHead(maxBytes) {
        const head = this.#head.subarray(0, maxBytes);
        const isWhole = this.#size <= maxBytes && !this.#json.isOpen;
        return isWhole ? head.toString() : toWholeWords(head);
    }
    #catchJsonError(work) {
        try {
            work();
        }
        catch (error) {
            if (!(error instanceof JsonError))
                throw error;
            this.#error = error;
        }
    }
}
function readChunks(stream, take) {
    return new Promise((resolve, reject) => {
        (0,external_node_stream_.finished)(stream, { writable: false }, (error) => (error ? reject(error) : resolve()));
        stream.on('data', (chunk) => {
            try {
                if (take(chunk))
                    return;
                resolve();
            }
            catch (error) {
                reject(error);
            }
            stream.destroy();
        });
    });
}
function toWholeWords(cut) {
    return cut.toString().replace(/\S+$/, '').trimEnd();
}
function findTitle(html) {
    const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(html) ?? [];
    const [, heading = ''] = /<h1[^>]*>([^<]*)/i.exec(html) ?? [];
    return (title.trim() || heading.trim()).replace(/\s+/g, ' ');
}
function isCompressionError(error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

;// CONCATENATED MODULE: ./lib/src/api/connection/connection.js








if (process.versions.v8.startsWith('13.6.'))
    (0,external_node_v8_.setFlagsFromString)('--wasm-tiering-budget=1000000000');
class Connection {
    proxyHost = null;
    #options;
    #socket = null;
    constructor(options) {
        this.#options = options;
    }
    async exchange(request, signal, read) {
        if (this.#socket !== null)
            await receivePendingEvents();
        this.#socket ??= await this.#open();
        const socket = this.#socket;
        const drop = () => this.#drop(socket);
        signal.throwIfAborted();
        signal.addEventListener('abort', drop);
        const handler = new ExchangeHandler(request);
        try {
            const options = {
                origin: this.#options.origin,
                method: request.method,
                path: request.path,
                headers: request.headers,
                body: request.body,
            };
            socket.dispatcher.dispatch(options, handler);
            return await read(await handler.head.promise);
        }
        finally {
            signal.removeEventListener('abort', drop);
            if (!handler.isComplete)
                drop();
        }
    }
    close() {
        if (this.#socket !== null)
            this.#drop(this.#socket);
    }
    #drop(socket) {
        if (this.#socket === socket)
            this.#socket = null;
        void socket.dispatcher.destroy();
        socket.ending.abort();
    }
    async #open() {
        const { origin, proxy, keepAliveMs = 1_000 } = this.#options;
        const ending = new AbortController();
        const socketOptions = { timeout: 15_000, allowH2: false, signal: ending.signal };
        const clientOptions = {
            ...usualClientOptions,
            keepAliveTimeout: keepAliveMs,
            keepAliveMaxTimeout: keepAliveMs,
        };
        const connect = core_connect(socketOptions);
        if (proxy === null || isDirect(origin, proxy)) {
            return { dispatcher: openDispatcher(origin, { ...clientOptions, connect }), ending };
        }
        const fault = findProxyFault(proxy);
        if (fault !== null)
            throw new ProxyAddressError(fault);
        const EnvHttpProxyAgent = await loadProxyAgent();
        try {
            this.proxyHost = new URL(proxy.httpsProxy).host;
            const dispatcher = new EnvHttpProxyAgent({
                ...clientOptions,
                httpsProxy: proxy.httpsProxy,
                noProxy: proxy.noProxy,
                httpProxy: '',
                factory: openDispatcher,
                connect: (address, callback) => {
                    this.proxyHost = null;
                    connect(address, callback);
                },
                proxyTls: socketOptions,
                requestTls: socketOptions,
            });
            return { dispatcher, ending };
        }
        catch (error) {
            throw new ProxyAddressError('the value of HTTPS_PROXY is not the address of a proxy', {
                cause: error,
            });
        }
    }
}
async function loadProxyAgent() {
    const [agent, dispatcher, connect] = await Promise.all([
        __webpack_require__.e(/* import() */ 137).then(__webpack_require__.t.bind(__webpack_require__, 3137, 19)),
        Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 883, 19)),
        __webpack_require__.e(/* import() */ 660).then(__webpack_require__.t.bind(__webpack_require__, 2279, 19)),
    ]);
    dispatcher.default.prototype.connect = connect.default;
    return agent.default;
}
async function receivePendingEvents() {
    await (0,promises_.setImmediate)();
    await (0,promises_.setImmediate)();
}
function isDirect(origin, proxy) {
    if (origin.startsWith('http:'))
        return true;
    const { hostname } = new URL(origin);
    if (isInRange(hostname, proxy))
        return true;
    return findProxyFault(proxy) !== null && isExempt(hostname, proxy);
}
function findProxyFault(proxy) {
    const { httpsProxy } = proxy;
    if (httpsProxy === '')
        return 'ALL_PROXY is set, which is not read';
    const [, scheme = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(httpsProxy) ?? [];
    if (/^https?$/i.test(scheme))
        return null;
    return `HTTPS_PROXY names a ${scheme}: proxy, and only http: and https: are known`;
}
function isExempt(host, proxy) {
    return splitNames(proxy.noProxy).some((name) => {
        const domain = name.replace(/^\*?\./, '');
        return name === '*' || `.${host}`.endsWith(`.${domain}`);
    });
}
function isInRange(host, proxy) {
    const address = host.replace(/^\[|\]$/g, '');
    const version = (0,external_node_net_.isIP)(address);
    if (version === 0)
        return false;
    const [family, maxBits] = version === 6 ? ['ipv6', 128] : ['ipv4', 32];
    const ranges = new external_node_net_.BlockList();
    for (const name of splitNames(proxy.noProxy)) {
        const [, start = '', bits = ''] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(name) ?? [];
        if ((0,external_node_net_.isIP)(start) !== version || Number(bits) > maxBits)
            continue;
        ranges.addSubnet(start, Number(bits), family);
    }
    return ranges.check(address, family);
}
function splitNames(noProxy) {
    return noProxy.split(/[\s,]+/).filter((name) => name !== '');
}
const usualClientOptions = {
    allowH2: false,
    useMilo: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeoutThreshold: 500,
};
function openDispatcher(origin, options) {
    return new client(origin, {
        ...options,
        connect: (address, callback) => options.connect(address, (...[error, socket]) => {
            if (socket !== null && error === null)
                callback(null, deferWriteErrors(socket));
            else
                callback(new Error('cannot connect', { cause: error }), null);
        }),
    });
}
class ExchangeHandler {
    isComplete = false;
    head = Promise.withResolvers();
    #request;
    #stream = new external_node_stream_.Readable({ read: () => undefined });
    #bytes = 0;
    constructor(request) {
        this.#request = request;
        this.#stream.on('error', () => undefined);
    }
    onRequestStart() {
        this.#request.onSent();
    }
    onResponseStart(_controller, status, headers) {
        if (status >= 200)
            this.head.resolve({ status, headers, stream: this.#stream });
    }
    onResponseData(_controller, chunk) {
        const { maxBytes } = this.#request;
        this.#bytes += chunk.length;
        if (this.#bytes <= maxBytes)
            this.#stream.push(chunk);
        else
            this.#stream.destroy(new ResponseTooLargeError(`is larger than ${maxBytes} bytes`));
    }
    onResponseEnd() {
        this.isComplete = true;
        this.#stream.push(null);
    }
    onResponseError(_controller, error) {
        this.head.reject(error);
        this.#stream.destroy(error);
    }
}
const writeErrorDelayMs = 1_000;
const closedByPeer = new Set(['EPIPE', 'ECONNRESET']);
function deferWriteErrors(socket, delayMs = writeErrorDelayMs) {
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

;// CONCATENATED MODULE: ./lib/src/api/wire.js


const wrapperKeys = ['app', 'data'];
const appPaths = [[], ...wrapperKeys.map((key) => [key])];
const keptFiles = ['service.json', 'instructions.md'];
const contentPaths = appPaths.flatMap((app) => [
    { pattern: [...app, 'html'], isKept: false },
    ...keptFiles.map((path) => ({ pattern: [...app, 'files', path], isKept: true })),
    { pattern: [...app, 'files', '*'], isKept: false },
]);
const maxReadFiles = 50_000;
const maxPathUnits = 1_024;
const maxListedApps = 10_000;
const entryLimits = {
    read: {
        patterns: appPaths.map((app) => [...app, 'files', '*']),
        maxEntries: maxReadFiles,
        name: 'files',
        maxKeyUnits: maxPathUnits,
    },
    list: { patterns: [['[]'], ['*', '[]']], maxEntries: maxListedApps, name: 'apps' },
};
function readApp(body, wanted) {
    const outer = (0,json/* toJsonObject */.NK)(body);
    const candidates = [...wrapperKeys.map((key) => (0,json/* toJsonObject */.NK)(outer?.[key])), outer];
    for (const candidate of candidates) {
        const isWanted = candidate !== null && candidate['slug'] === wanted.slug;
        if (isWanted && (0,json/* toNonEmptyText */.rS)(candidate['status']) !== null)
            return toApp(candidate, wanted);
    }
    return null;
}
function readAppList(body, address) {
    const entries = findEntries(body);
    if (entries === null)
        return null;
    const apps = [];
    for (const entry of entries) {
        const slug = (0,json/* toNonEmptyText */.rS)(entry['slug']);
        if (slug === null)
            return null;
        apps.push(toApp(entry, { slug, address }));
    }
    return { apps, hasMore: hasMoreEntries(body, apps.length) };
}
function findEntries(body) {
    const values = Array.isArray(body) ? [body] : Object.values((0,json/* toJsonObject */.NK)(body) ?? {});
    const lists = values.filter(isListOfObjects);
    const filledLists = lists.filter((list) => list.length > 0);
    if (lists.length === 0 || filledLists.length > 1)
        return null;
    return filledLists[0] ?? [];
}
function isListOfObjects(value) {
    return Array.isArray(value) && value.every((entry) => (0,json/* toJsonObject */.NK)(entry) !== null);
}
const pageKeys = ['meta', 'pagination', 'paging', 'page', 'links'];
function hasMoreEntries(body, count) {
    const outer = (0,json/* toJsonObject */.NK)(body);
    const holders = [outer, ...pageKeys.map((key) => (0,json/* toJsonObject */.NK)(outer?.[key]))];
    return holders.some((holder) => {
        const { next, total } = holder ?? {};
        const hasNext = !(0,json/* isEmptyJson */.sX)(next) && next !== false;
        return hasNext || (typeof total === 'number' && total > count);
    });
}
function toApp(fields, wanted) {
    const files = (0,json/* toJsonObject */.NK)(fields['files']);
    return {
        slug: wanted.slug,
        url: toAbsoluteUrl(fields['url']),
        documentedUrl: `${wanted.address}/a/${wanted.slug}`,
        name: toText(fields['name']),
        tagline: toText(fields['tagline']),
        color: toText(fields['color']),
        logo: (0,json/* toNonEmptyText */.rS)(fields['logo']),
        systemPrompt: toText(fields['system_prompt']),
        status: (0,json/* toNonEmptyText */.rS)(fields['status']) ?? '',
        reviewNote: (0,json/* toNonEmptyText */.rS)(fields['review_note']),
        updatedAt: (0,json/* toNonEmptyText */.rS)(fields['updated_at']),
        submittedAt: (0,json/* toNonEmptyText */.rS)(fields['submitted_at']),
        publishedAt: (0,json/* toNonEmptyText */.rS)(fields['published_at']),
        html: toContent(fields['html'], 'html'),
        files: files === null ? null : toFiles(files),
    };
}
function toAbsoluteUrl(value) {
    const url = (0,json/* toNonEmptyText */.rS)(value);
    return url !== null && /^https?:\/\//i.test(url) ? url : null;
}
function toFiles(files) {
    const contents = new Map();
    for (const [path, value] of Object.entries(files)) {
        contents.set(path, toContent(value, path) ?? unreadableContent);
    }
    return contents;
}
function toContent(value, name) {
    if (value instanceof Content)
        return value;
    return typeof value === 'string' ? digestContent(value, keptFiles.includes(name)) : null;
}
function toText(value) {
    return typeof value === 'string' ? value : null;
}

;// CONCATENATED MODULE: ./lib/src/api/transport.js





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
function toTimeouts(bodyBytes) {
    const uploadMs = Math.ceil(bodyBytes / 100_000) * 1_000;
    return { headersTimeoutMs: 20_000, totalTimeoutMs: 120_000 + uploadMs };
}
function createTransport(options) {
    const connection = new Connection(options);
    const transport = (request, signal) => {
        const exchange = new OpenRequest(request, options, signal);
        return exchange.run(connection);
    };
    return Object.assign(transport, { close: () => connection.close() });
}
const connectTimeout = Object.assign(new Error('cannot connect'), { code: 'ETIMEDOUT' });
class OpenRequest {
    #request;
    #options;
    #runSignal;
    #timeout = new AbortController();
    #sent = false;
    #hasHeaders = false;
    #body;
    constructor(request, options, runSignal) {
        this.#request = request;
        this.#options = options;
        this.#runSignal = runSignal;
        this.#body = request.body === null ? null : new WatchedBody(request.body);
    }
    async run(connection) {
        if (this.#options.dryRun && this.#request.method !== 'GET')
            throw new NetworkError(this.#request, { code: 'dry_run', sent: false });
        this.#startTimeouts();
        const signal = AbortSignal.any([this.#runSignal, this.#timeout.signal]);
        try {
            return await connection.exchange(this.#toRawRequest(), signal, (response) => {
                this.#hasHeaders = true;
                return this.#readResponse(response);
            });
        }
        catch (error) {
            if (this.#body?.error !== undefined && !this.#runSignal.aborted)
                throw this.#body.error;
            const fault = this.#toFault(error, connection.proxyHost);
            throw new NetworkError(this.#request, { ...fault, sent: this.#sent, cause: error });
        }
    }
    #startTimeouts() {
        const { method, body, timeoutMs = Number.POSITIVE_INFINITY } = this.#request;
        const timeouts = (this.#options.toTimeouts ?? toTimeouts)(body?.length ?? 0);
        const totalTimeoutMs = Math.min(timeouts.totalTimeoutMs, timeoutMs);
        callAfter(totalTimeoutMs, () => this.#timeout.abort());
        callAfter(timeouts.headersTimeoutMs, () => {
            const isStalled = !this.#sent || (method === 'GET' && !this.#hasHeaders);
            if (isStalled)
                this.#timeout.abort();
        });
    }
    #toRawRequest() {
        const { operation, method, path } = this.#request;
        return {
            method,
            path,
            headers: this.#toHeaders(),
            body: this.#body,
            maxBytes: operation === 'read' ? appResponseBytes : plainResponseBytes,
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
            body: isSuccess ? await this.#readBody(response) : await this.#readErrorBody(response),
        };
    }
    #readBody(response) {
        const { operation, keepsTexts } = this.#request;
        const { status, headers } = response;
        const isEmpty = status === 204 || readHeader(headers, 'content-length') === '0';
        const isSuccess = status < 300;
        return readResponse(response.stream, {
            encoding: isEmpty ? null : readHeader(headers, 'content-encoding'),
            contentPaths: isSuccess && operation === 'read' ? contentPaths : [],
            keepsTexts,
            limit: isSuccess ? entryLimits[operation] : undefined,
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
        if (this.#runSignal.reason instanceof action_error/* RunEndedError */.yu)
            return toRunEndFault(this.#runSignal.reason);
        if (this.#timeout.signal.aborted) {
            if (!this.#sent)
                return describeBrokenExchange(connectTimeout, host, proxyHost);
            return { code: 'attempt_timeout' };
        }
        if (error instanceof ResponseTooLargeError)
            return { code: 'response_too_large', what: `the response ${error.message}` };
        return describeBrokenExchange(error, host, proxyHost);
    }
}
function callAfter(milliseconds, work) {
    AbortSignal.timeout(milliseconds).addEventListener('abort', work);
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
        const outcome = await send({ ...request, isUsable: (body) => parse(body) !== null });
        if (outcome.error !== null)
            throw outcome.error;
        const shown = parse(outcome.value);
        if (shown === null)
            throw new Error('A read was accepted although it does not show what was requested.');
        return shown;
    }
    return {
        async readApp(slug, options) {
            const request = { ...toRequest('read', `/${slug}`), ...options };
            try {
                return await read(request, (body) => readApp(body, { slug, address }));
            }
            catch (error) {
                if (error instanceof ApiError && error.code === 'not_found')
                    return null;
                throw error;
            }
        },
        listApps: () => read(toRequest('list', ''), (body) => readAppList(body, address)),
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

;// CONCATENATED MODULE: ./lib/src/commands/command-context.js




function createCommandContext(options) {
    const send = createSender({
        transport: options.transport,
        clock: options.clock,
        availability: options.availability,
        random: options.random,
        signal: options.signal,
        deadline: options.deadline,
        onWait(wait) {
            options.state.addWait(wait);
            options.onWait(wait);
        },
        onAttempt(request, attempt) {
            const name = `${request.method} ${request.path}`;
            const duration = (0,format/* formatDuration */.a3)(attempt.milliseconds);
            options.log.debug(`${name}: ${attempt.result} after ${duration} (attempt ${attempt.number})`);
        },
        retryWindowMs: options.retryWindowMs,
    });
    return {
        client: createClient(send, options.baseUrl),
        clock: options.clock,
        availability: options.availability,
        random: options.random,
        signal: options.signal,
        log: options.log,
        state: options.state,
        deadline: options.deadline,
        maxSends: options.maxSends ?? maxSends,
    };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./lib/src/model/inputs.js
var model_inputs = __webpack_require__(127);
// EXTERNAL MODULE: ./lib/node_modules/jsonc-parser/lib/esm/main.js + 2 modules
var main = __webpack_require__(5997);
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
    service_json_missing: makeWarning('The folder has no service.json.', `Add a service.json with ${(0,format/* joinWords */.yZ)(model_app/* serviceKeys */.Wy)}. If a build writes the folder, put it with the files that the build copies unchanged, such as those in public/.`),
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
    path_router: makeWarning('The app uses \u2026, whose router shows its own 404 page or nothing at /a/<slug>/.', 'Use a hash router (addresses with #), or build with the base address /a/<slug>/.'),
    script_insecure: makeWarning('index.html loads a script over http, which browsers block on an https page.', 'Load it over https, or put the script into assets/.'),
    folder_size: makeError('The included files take up \u2026, which is more than \u2026 (\u2026). The largest: \u2026.', 'Make them smaller, or exclude those that the page does not use.'),
    picture_large: makeWarning('\u2026 is \u2026, which takes long to load.', 'Make the picture smaller, or use another format.'),
    picture_heic: makeWarning('index.html shows \u2026, and most browsers cannot display HEIC.', 'Convert it to JPEG, PNG or WebP, and update the references to it.'),
    source_maps: makeWarning("The folder contains \u2026, such as \u2026. Anyone can read the app's source code in source maps.", `Exclude them with ${(0,frontend/* nameInputInText */.Od)('exclude')}, or turn source maps off in the build.`),
    outside_assets: makeWarning('\u2026 is outside assets/. The service document mentions only service.json, index.html, instructions.md and assets/.', `Move it into assets/, or exclude it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`),
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
    not_a_file: () => 'put a file in its place',
    hidden: () => 'rename it',
    credential: () => 'rename it',
    node_modules: () => 'rename it',
};
function adviseExcluded(path, manifest) {
    const entry = manifest.excluded.find((each) => {
        return each.path === path || (each.path.endsWith('/') && path.startsWith(each.path));
    });
    if (entry === undefined)
        return null;
    const advice = exclusionAdvice[entry.kind]();
    return `${entry.path} is excluded (${entry.reason}): ${advice}.`;
}
function adviseMissing(path, manifest, write = text_escape/* toAsciiJson */.vx) {
    const advice = adviseExcluded(path, manifest);
    if (advice !== null)
        return advice;
    const twin = manifest.files.find((file) => toTwin(file.path) === toTwin(path));
    if (twin === undefined)
        return null;
    if (twin.path.normalize('NFC') !== path.normalize('NFC'))
        return `File names are case-sensitive: the file is ${twin.path}.`;
    return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${write(twin.path)}.`;
}
function toTwin(path) {
    return path.normalize('NFC').toLowerCase().normalize('NFC');
}

;// CONCATENATED MODULE: ./lib/src/folder/manifest.js

function toPlainPath(written) {
    return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}
function holdsCredential(manifest, path) {
    return [...manifest.credentials, ...manifest.keys].some((found) => found.path === path);
}
function findFile(manifest, path) {
    return manifest.files.find((file) => file.path === path);
}
function hashContents(files) {
    const digest = (0,external_node_crypto_.createHash)('sha256');
    for (const file of files)
        digest.update(`${file.path}\0${file.bytes}\0${file.sha256}\n`);
    return `sha256:${digest.digest('hex')}`;
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./lib/src/folder/folder-error.js



class FolderError extends action_error/* ActionError */.lZ {
    name = 'FolderError';
}
function toChangedError(path, cause) {
    const during = (0,frontend/* perFrontend */.C2)('while this step runs', 'meanwhile');
    return new FolderError(`${path || 'The folder'} changed while it was being read.`, {
        code: 'file_changed',
        next: `Make sure that no other process writes into the folder ${during}, then ${(0,frontend/* nameRerun */.Mn)('re-run the job')}.`,
        path,
        cause,
    });
}
function toFileError(path, cause, code = 'file_unreadable') {
    if (changedErrnos.has(readErrno(cause)))
        return toChangedError(path, cause);
    const action = code === 'file_unreadable' ? 'read' : 'listed';
    const user = (0,frontend/* perFrontend */.C2)('the user that runs this step', 'your user');
    return new FolderError(`${path || 'The folder'} cannot be ${action}: ${describeErrno(cause)}.`, {
        code,
        next: `Give ${user} permission to read it, or exclude it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`,
        path,
        cause,
    });
}
const changedErrnos = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']);
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

;// CONCATENATED MODULE: ./lib/src/folder/read.js



const openFlags = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
function openRegular(found, flags = openFlags) {
    const { location, path } = found;
    const fd = askSystem(path, () => (0,external_node_fs_.openSync)(location, flags));
    try {
        const stats = (0,external_node_fs_.fstatSync)(fd, { bigint: true });
        if (!stats.isFile())
            throw toChangedError(path);
        const mayFollowLink = (flags & external_node_fs_.constants.O_NOFOLLOW) === 0;
        if (mayFollowLink && readStats(location, path).isSymbolicLink())
            throw toChangedError(path);
        return { fd, path, stamp: stats };
    }
    catch (error) {
        (0,external_node_fs_.closeSync)(fd);
        throw error;
    }
}
function askSystem(path, call, code) {
    try {
        return call();
    }
    catch (cause) {
        throw toFileError(path, cause, code);
    }
}
function readStats(location, path) {
    return askSystem(path, () => (0,external_node_fs_.lstatSync)(location));
}
const stampKeys = ['size', 'mtimeNs', 'ctimeNs', 'ino', 'dev'];
function assertUnchanged(stamp, file) {
    if (stampKeys.some((key) => stamp[key] !== file.stamp[key]))
        throw toChangedError(file.path);
}
function assertFolderInPlace(location, path) {
    const real = askSystem(path, () => external_node_fs_.realpathSync.native(location));
    if (real !== location)
        throw toChangedError(path);
}
const pieceBytes = 48 * 1024;
function* readPieces(file) {
    const size = Number(file.stamp.size);
    const buffer = Buffer.allocUnsafe(Math.min(size, pieceBytes));
    let position = 0;
    do {
        const piece = buffer.subarray(0, Math.min(pieceBytes, size - position));
        if (readAt(file, position, piece) < piece.length)
            throw toChangedError(file.path);
        position += piece.length;
        yield piece;
    } while (position < size);
    if (readAt(file, position, Buffer.alloc(1)) > 0)
        throw toChangedError(file.path);
}
function readAt(file, position, target) {
    let filled = 0;
    while (filled < target.length) {
        const missing = target.length - filled;
        const count = askSystem(file.path, () => (0,external_node_fs_.readSync)(file.fd, target, filled, missing, position + filled));
        if (count === 0)
            break;
        filled += count;
    }
    return filled;
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

;// CONCATENATED MODULE: ./lib/src/folder/text.js



const maxCheckedBytes = 8 * 1024 * 1024;
function loadText(manifest, path, limit = maxCheckedBytes) {
    const file = findFile(manifest, path);
    if (file === undefined)
        return { kind: 'missing', text: null };
    if (file.bytes > limit)
        return { kind: 'too-large', text: null };
    if (file.textSha256 === null) {
        const mark = loadBytes(file, 2).toString('hex');
        const isUtf16 = mark === 'fffe' || mark === 'feff';
        return { kind: isUtf16 ? 'utf16' : 'not-utf8', text: null };
    }
    const text = loadBytes(file).toString();
    if (text.slice(0, 2).includes('\0'))
        return { kind: 'utf16', text: null };
    return { kind: 'text', text };
}
function loadBytes(file, count = file.bytes) {
    const open = openRegular(file);
    try {
        assertUnchanged(open.stamp, file);
        const target = Buffer.allocUnsafeSlow(count);
        return target.subarray(0, readAt(open, 0, target));
    }
    finally {
        (0,external_node_fs_.closeSync)(open.fd);
    }
}
function locateOffset(text, offset) {
    const before = text.slice(0, offset).replace(/^\ufeff/, '');
    const lines = before.split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
const unknownPosition = { line: null, column: null };
function locateBytes(file, offsets) {
    if (file.textSha256 === null)
        return offsets.map(() => unknownPosition);
    const near = offsets.filter((offset) => offset <= maxCheckedBytes);
    const bytes = near.length === 0 ? null : loadBytes(file, Math.max(...near));
    return offsets.map((offset) => {
        if (bytes === null || offset > maxCheckedBytes)
            return unknownPosition;
        const before = bytes.subarray(0, offset).toString();
        return locateOffset(before, before.length);
    });
}
function toTextLines(text) {
    const lines = text.split(/\r?\n/);
    return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

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
function checkServiceJson({ members, problems }, manifest) {
    if (members === null)
        return problems;
    return [...problems, ...checkMembers(members, manifest), ...checkKeys(members)];
}
function toServiceProblem(code, parts, details = {}) {
    return toProblem(code, parts, { path: model_app/* servicePath */.VF, ...details });
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
function checkMembers(members, manifest) {
    const problems = [];
    for (const key of model_app/* serviceKeys */.Wy) {
        const member = members.get(key);
        if (member === undefined)
            continue;
        const problem = checkMember(key, member.value, manifest);
        if (problem !== null)
            problems.push({ ...problem, line: member.line, column: member.column });
    }
    if (!members.has('name'))
        problems.push(toServiceProblem('name_missing', [], { line: 1 }));
    return problems;
}
function checkMember(key, value, manifest) {
    if (value === undefined)
        return toServiceProblem(`${key}_type`, ['a string'], { fix: `Write it as "${key}": "\u2026".` });
    if (value === null)
        return toServiceProblem(key === 'name' ? 'name_missing' : `${key}_null`, []);
    if (key === 'name' && value.trim() === '')
        return toServiceProblem('name_empty', []);
    if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value))
        return toServiceProblem('color_format', [JSON.stringify(value)]);
    return key === 'logo' ? checkLogo(value, manifest) : null;
}
function checkLogo(logo, manifest) {
    if (logo === '')
        return toServiceProblem('logo_empty', []);
    const path = toPlainPath(logo);
    const file = findFile(manifest, path);
    if (file === undefined)
        return toServiceProblem('logo_missing', [logo], { fix: adviseLogo(path, manifest) });
    if (logo.includes('\\'))
        return toServiceProblem('logo_missing', [logo], { fix: `Write it with /, as ${path}.` });
    if (!isPicture(file))
        return toServiceProblem('logo_type', [`a picture: ${logo}`]);
    if (path === logo)
        return null;
    return toServiceProblem('logo_path', [logo], { fix: `Write it as ${path}.` });
}
function isPicture(file) {
    return file.type.startsWith('image/');
}
function adviseLogo(path, manifest) {
    const advice = adviseMissing(path, manifest);
    if (advice !== null)
        return advice;
    const picture = manifest.files.find(isPicture);
    if (picture === undefined)
        return null;
    return `Add the picture, or name one that is there, such as ${picture.path}.`;
}
function checkKeys(members) {
    const known = model_app/* serviceKeys */.Wy;
    const unknown = [...members].filter(([key]) => !known.includes(key) && !key.startsWith('$'));
    return limitWarnings(unknown, 'key', 'of service.json', ([key, member]) => {
        const { line, column } = member.key;
        const fix = adviseKey(key, members);
        return toServiceProblem('unknown_key', [key || '""'], { line, column, fix });
    });
}
function adviseKey(key, members) {
    if ((0,model_app/* isFieldName */.ac)(key))
        return `Put it into ${model_app/* appFields */.fj[key].file}.`;
    const free = model_app/* serviceKeys */.Wy.filter((known) => !members.has(known));
    const likely = free.find((known) => (key === 'icon' ? known === 'logo' : (0,format/* isSimilar */.S5)(key, known)));
    return likely === undefined ? null : `Did you mean ${likely}?`;
}

;// CONCATENATED MODULE: ./lib/src/folder/app-texts.js



function loadAppTexts(manifest) {
    const service = loadText(manifest, model_app/* servicePath */.VF);
    return {
        service,
        serviceJson: service.text === null ? null : parseServiceJson(service.text),
        page: loadText(manifest, model_app/* pagePath */.HX),
        instructions: loadText(manifest, model_app/* promptPath */.AN),
    };
}
function toAppFields(texts) {
    const fields = {};
    for (const name of model_app/* sentFields */.S5) {
        const value = readField(name, texts);
        if (typeof value === 'string')
            fields[name] = value;
    }
    return fields;
}
function readField(name, texts) {
    if (name === 'html')
        return texts.page.text;
    if (name === 'system_prompt')
        return texts.instructions.text;
    return texts.serviceJson?.members?.get(name)?.value;
}

;// CONCATENATED MODULE: ./lib/src/folder/deploy-payload.js
function describeDeploy(slug, files) {
    return { type: 'application/json', listParts: () => listParts(slug, files) };
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

;// CONCATENATED MODULE: ./lib/src/folder/body.js




function createBody(slug, files, signal) {
    const payload = describeDeploy(slug, files);
    let length = 0;
    for (const part of payload.listParts()) {
        length += typeof part === 'string' ? Buffer.byteLength(part) : part.encodedBytes;
    }
    return {
        type: payload.type,
        length,
        stream: () => streamParts(payload.listParts(), signal),
    };
}
function countEncoded(encoding, piece) {
    if (encoding === 'base64')
        return Math.ceil(piece.length / 3) * 4;
    return encodePiece(encoding, piece).length;
}
function encodePiece(encoding, piece) {
    switch (encoding) {
        case 'text':
            return JSON.stringify(piece.toString('latin1')).slice(1, -1);
        case 'base64':
            return piece.toString('base64');
        case 'raw':
            return piece.toString('latin1');
    }
}
async function* streamParts(parts, signal) {
    signal?.throwIfAborted();
    const turns = new EventLoopTurns(signal);
    const chunk = new Chunk();
    for (const part of parts) {
        for (const text of encodePart(part)) {
            chunk.add(text);
            if (chunk.isFull)
                yield chunk.take();
            const turn = turns.count(text.length);
            if (turn !== undefined)
                await turn;
        }
    }
    yield chunk.take();
}
function encodePart(part) {
    return typeof part === 'string' ? [Buffer.from(part).toString('latin1')] : encodeFile(part);
}
function* encodeFile(file) {
    const open = openRegular(file);
    try {
        assertUnchanged(open.stamp, file);
        let length = 0;
        for (const piece of readPieces(open)) {
            const text = encodePiece(file.encoding, piece);
            length += text.length;
            yield text;
        }
        assertUnchanged((0,external_node_fs_.fstatSync)(open.fd, { bigint: true }), file);
        if (length !== file.encodedBytes)
            throw toChangedError(file.path);
    }
    finally {
        (0,external_node_fs_.closeSync)(open.fd);
    }
}
const chunkBytes = 256 * 1024;
class Chunk {
    #buffer = Buffer.allocUnsafeSlow(2 * chunkBytes);
    #texts = [];
    #length = 0;
    get isFull() {
        return this.#length > chunkBytes;
    }
    add(text) {
        this.#texts.push(text);
        this.#length += text.length;
    }
    take() {
        const isLarge = this.#length > this.#buffer.length;
        const target = isLarge ? Buffer.allocUnsafeSlow(this.#length) : this.#buffer;
        let position = 0;
        for (const text of this.#texts)
            position += target.write(text, position, 'latin1');
        this.#texts = [];
        this.#length = 0;
        return target.subarray(0, position);
    }
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
function findScriptStart(html) {
    let start = null;
    for (const tag of readTags(html)) {
        if (tag.name === 'head')
            return tag.end;
        if (tag.name !== 'html')
            break;
        start = tag.end;
    }
    if (start !== null)
        return start;
    const doctype = html.search(/<!doctype\b/i);
    if (doctype >= 0)
        return html.indexOf('>', doctype) + 1;
    return html.startsWith('\ufeff') ? 1 : 0;
}
function readTitle(html) {
    const title = readTags(html).find((tag) => tag.name === 'title');
    const text = decodeEntities(title?.text?.text ?? '');
    return text.replaceAll(/\s+/g, ' ').trim();
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
    return names.some((name, index) => name === 'a' && (0,model_inputs/* isSlug */.u5)(names[index + 1] ?? ''));
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
    const opening = /<!--|<([a-z][^\s/>]*)/gi;
    for (let match = opening.exec(html); match !== null; match = opening.exec(html)) {
        const name = match[1]?.toLowerCase();
        if (name === undefined) {
            const end = html.indexOf('-->', opening.lastIndex);
            if (end < 0)
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

;// CONCATENATED MODULE: ./lib/src/web/routers.js

const appBasename = /"basename":"(?:\/[^/"]+)*?\/a\/[a-z0-9-]{3,32}\/?"/;
const routers = [
    {
        name: 'React Router in framework mode',
        fix: 'Set basename in react-router.config and base in vite.config, both to /a/<slug>/.',
        signs: [/window\.__(?:reactRouter|remix)Context\s?=/],
        otherHistory: [appBasename],
    },
    {
        name: 'React Router',
        fix: 'Use HashRouter or createHashRouter, or set base of the build to /a/<slug>/ and basename to import.meta.env.BASE_URL.',
        signs: ['__reactRouterVersion', 'You cannot render a <Router> inside another <Router>'],
        otherHistory: [
            'relative pathnames are not supported in hash history',
            'relative pathnames are not supported in memory history',
            appBasename,
        ],
    },
    {
        name: 'TanStack Router',
        fix: 'Use createHashHistory(), or set base of the build to /a/<slug>/ and basepath to import.meta.env.BASE_URL.',
        signs: ['__TSR_index', /\$_TSR\b/],
        otherHistory: [/location\.pathname\}\$\{[\w$.]{1,40}\.search\}#\$\{/, /\binitialEntries:\[/],
    },
    {
        name: 'Docusaurus',
        fix: "Set future.experimental_router to 'hash', or baseUrl to /a/<slug>/.",
        signs: [],
        otherHistory: [/router:["'`]hash["'`]/],
    },
    {
        name: 'VitePress',
        fix: 'Set base to /a/<slug>/.',
        signs: [],
        otherHistory: [],
    },
    {
        name: 'Qwik City',
        fix: 'Set base in vite.config and basePathname of the adapter, both to /a/<slug>/.',
        signs: [/\bq:route="/],
        otherHistory: [],
    },
    {
        name: 'Solid Router',
        fix: 'Use HashRouter, or set base of the build to /a/<slug>/ and base of Router to import.meta.env.BASE_URL.',
        signs: ["<A> and 'use' router primitives can be only used inside a Route"],
        otherHistory: ['^.*?#/', /\bMemoryRouter\b/],
    },
    {
        name: 'Vue Router',
        fix: 'Use createWebHashHistory(), or set base of the build to /a/<slug>/ and call createWebHistory(import.meta.env.BASE_URL).',
        signs: [/\bback:[\w$]+,current:[\w$]+,forward:[\w$]+,replaced:[\w$]+,position:/],
        otherHistory: [/\.includes\(["'`]#["'`]\)\|\|/],
    },
    {
        name: 'wouter',
        fix: 'Use useHashLocation as the hook of Router, or set base of the build to /a/<slug>/ and base of Router to /a/<slug>.',
        signs: ['wouter_v3'],
        otherHistory: ['^#?\\/?/'],
    },
    {
        name: 'preact-iso',
        fix: 'Use a router with hash addresses: preact-iso has no base address.',
        signs: [/\bwasPush:/, "preact-iso's <Router>"],
        otherHistory: [],
    },
];
const generators = /^(Docusaurus|VitePress)\b/;
class RouterSearch {
    #found = new Set();
    #other = new Set();
    #isMadeForApp;
    constructor(html) {
        const tags = [...readTags(html)];
        this.#isMadeForApp = tags.some((tag) => {
            const addresses = [...tag.attributes.values()].map((value) => value.text.trim());
            return tag.name !== 'a' && addresses.some((address) => appAddressStart.test(address));
        });
        for (const tag of tags) {
            const isGenerator = tag.name === 'meta' && readKeyword(tag, 'name') === 'generator';
            const content = isGenerator ? tag.attributes.get('content')?.text : undefined;
            const name = generators.exec(content ?? '')?.[1];
            const router = routers.find((each) => each.name === name);
            if (router !== undefined)
                this.#found.add(router);
        }
        this.add(html);
    }
    add(code) {
        for (const router of routers) {
            if (router.signs.some((sign) => hasSign(code, sign)))
                this.#found.add(router);
            if (router.otherHistory.some((sign) => hasSign(code, sign)))
                this.#other.add(router);
        }
    }
    get result() {
        if (this.#isMadeForApp)
            return null;
        return routers.find((each) => this.#found.has(each) && !this.#other.has(each)) ?? null;
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
        if (path === null || path === model_app/* pagePath */.HX || !has(path))
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
function checkReferences(page, manifest) {
    const paths = new Set(manifest.files.map((file) => file.path));
    const isThere = (path) => paths.has(path) || paths.has(`assets/${path}`);
    const pageSource = { path: model_app/* pagePath */.HX, text: page };
    const hasNet = manifest.files.some((file) => netPath.test(file.path));
    const pageReferences = [
        ...findPageReferences(page).slice(0, maxReferences),
        ...(hasNet ? [] : listSiteReferences(page, isThere)),
    ];
    const broken = [...findBroken(pageSource, pageReferences, model_app/* pagePath */.HX, paths)];
    for (const style of loadFiles('text/css', manifest)) {
        const references = findStyleReferences(style.text).slice(0, maxReferences);
        broken.push(...findBroken(style, references, style.path, paths));
    }
    const routerSearch = new RouterSearch(page);
    for (const script of loadFiles('text/javascript', manifest)) {
        routerSearch.add(script.text);
        const references = hasNet ? [] : listSiteReferences(script.text, isThere);
        broken.push(...findBroken(script, references, model_app/* pagePath */.HX, paths));
    }
    const outside = broken.filter((each) => each.replacement !== null);
    const missing = broken.filter((each) => each.replacement === null);
    const insecure = [...readTags(page)].filter(isInsecureScript);
    return [
        ...limitWarnings(outside, 'reference', 'past the app', (each) => warnOutside(each, isThere)),
        ...limitWarnings(missing, 'reference', 'to missing files', (each) => warnMissing(each, manifest)),
        ...limitWarnings(insecure, 'script', 'over http', (tag) => toProblem('script_insecure', [], locateIn(pageSource, tag.offset))),
        ...limitWarnings(listHeicPictures(page), 'picture', 'in HEIC', ({ text, offset }) => toProblem('picture_heic', [text.trim()], locateIn(pageSource, offset))),
        ...warnOfRouter(routerSearch),
    ];
}
function warnOfRouter(search) {
    const { result } = search;
    if (result === null)
        return [];
    return [toProblem('path_router', [result.name], { path: model_app/* pagePath */.HX, fix: result.fix })];
}
function* loadFiles(type, manifest) {
    const files = manifest.files.filter((file) => file.type === type);
    for (const { path } of files.slice(0, maxCheckedFiles))
        yield { path, text: loadText(manifest, path).text ?? '' };
}
function listSiteReferences(text, isThere) {
    const addresses = findSiteAddresses(text, isThere);
    return addresses
        .filter((address) => !isPiece(text, address))
        .take(maxReferences)
        .toArray();
}
function findBroken(source, references, base, paths) {
    const broken = new Map();
    for (const reference of references) {
        const target = findTarget(reference.address, base);
        if (target === null)
            continue;
        const { path } = target;
        const startsAtRoot = target.relative !== null;
        if (!startsAtRoot && paths.has(path))
            continue;
        const key = `${startsAtRoot} ${path}`;
        if (broken.has(key))
            continue;
        const replacement = startsAtRoot ? chooseReplacement(reference, target, base, paths) : null;
        broken.set(key, { source, reference, path, replacement });
    }
    return [...broken.values()];
}
function chooseReplacement(reference, target, base, paths) {
    const below = findTarget(`/assets${reference.address.trim()}`, base);
    const isBelow = below !== null && !paths.has(target.path) && paths.has(below.path);
    return isBelow ? below.relative : target.relative;
}
function isInsecureScript({ name, attributes }) {
    return name === 'script' && /^\s*http:/i.test(attributes.get('src')?.text ?? '');
}
function listHeicPictures(page) {
    const images = readTags(page).filter((tag) => tag.name === 'img');
    const pictures = new Map();
    for (const reference of images.flatMap(listTagReferences)) {
        const target = findTarget(reference.address, model_app/* pagePath */.HX);
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
function warnMissing(broken, manifest) {
    const { source, path } = broken;
    return toProblem('reference_missing', [source.path, path], {
        ...locateIn(source, broken.reference.offset),
        fix: adviseMissing(path, manifest, (found) => toAddress(found, source.path)),
    });
}
function toAddress(path, source) {
    return encodeURI(external_node_path_.posix.relative(external_node_path_.posix.dirname(source), path));
}
function warnOutside(broken, isThere) {
    const { source, reference, path } = broken;
    const isFolder = path === '' || path.endsWith('/');
    const isMissing = !isFolder && !isThere(path);
    const addFile = isMissing ? `Add ${path} to the folder. ` : '';
    return toProblem('reference_absolute', [source.path, reference.text.trim()], {
        ...locateIn(source, reference.offset),
        fix: `${addFile}Write ${broken.replacement}. If a build writes it, ${setBaseAdvice}.`,
    });
}

;// CONCATENATED MODULE: ./lib/src/folder/check.js









const knownFiles = {
    [model_app/* servicePath */.VF]: 'service_json',
    [model_app/* pagePath */.HX]: 'page',
    [model_app/* promptPath */.AN]: 'instructions',
};
const maxPictureBytes = 1_000_000;
const maxLargest = 5;
function checkFolder(manifest, texts, options) {
    const problems = [
        ...manifest.secrets.map(reportSecret),
        ...limitWarnings(manifest.credentials, 'file', 'of this kind', warnCredential),
        ...checkFoundKeys(manifest),
        ...checkSize(manifest, options.maxSize ?? null),
    ];
    if (texts.service.kind === 'missing' && texts.page.kind === 'missing') {
        problems.push(reportNoApp(manifest, options.folder));
    }
    else {
        const found = checkApp(manifest, texts, options);
        problems.push(...found, ...checkLayout(manifest, found));
    }
    return problems.sort((one, other) => (0,format/* compareTexts */.qy)(one.severity, other.severity));
}
function checkApp(manifest, texts, options) {
    const page = texts.page.text ?? '';
    return [
        ...checkService(manifest, texts, options.createsApp),
        ...checkText(texts.page, model_app/* pagePath */.HX, manifest),
        ...checkText(texts.instructions, model_app/* promptPath */.AN, manifest),
        ...checkTitle(page),
        ...checkReferences(page, manifest),
        ...checkTwins(manifest),
        ...checkPictures(manifest),
        ...checkSourceMaps(manifest),
    ];
}
function checkService(manifest, texts, createsApp) {
    const problems = [...checkText(texts.service, model_app/* servicePath */.VF, manifest)];
    if (texts.serviceJson !== null)
        problems.push(...checkServiceJson(texts.serviceJson, manifest));
    if (!createsApp)
        return problems;
    return problems.map((problem) => {
        const isNeeded = texts.service.kind === 'missing' || problem.code === 'name_missing';
        return isNeeded ? { ...problem, severity: 'error' } : problem;
    });
}
function reportSecret(secret) {
    const { path, isInName, line, column } = secret;
    const place = isInName ? `The name of ${path}` : path;
    const remedy = isInName ? 'Rename it' : `Remove it from ${path}`;
    const fix = `${remedy}, or exclude the file with ${(0,frontend/* nameInputInText */.Od)('exclude')}. If it was ever published, revoke it.`;
    const parts = [place, (0,frontend/* nameInputInText */.Od)(secret.input)];
    return toProblem('secret_in_folder', parts, { path, line, column, fix });
}
function warnCredential({ path, line, column, what }) {
    return toProblem('credential_likely', [path, what], { path, line, column });
}
function checkFoundKeys({ keys, secrets }) {
    const others = keys.filter(({ path, line, column }) => {
        const isOwn = (own) => own.path === path && own.line === line && own.column === column;
        return !secrets.some(isOwn);
    });
    return limitWarnings(others, 'key', 'in files', ({ path, line, column, what, start }) => {
        const shown = start === '' ? what : `${what} (${start}\u2026)`;
        return toProblem('secret_in_file', [path, shown], { path, line, column });
    });
}
function reportNoApp(manifest, folder) {
    const misnamed = findMisnamed(model_app/* pagePath */.HX, manifest) ?? findMisnamed(model_app/* servicePath */.VF, manifest);
    const fix = adviseExcluded(model_app/* pagePath */.HX, manifest) ??
        adviseExcluded(model_app/* servicePath */.VF, manifest) ??
        misnamed?.fix ??
        adviseFolder(manifest, folder);
    return toProblem('no_app', [], { fix });
}
function adviseFolder(manifest, folder) {
    const withService = listFoldersWith(model_app/* servicePath */.VF, manifest);
    const apps = withService.length > 0 ? withService : listFoldersWith(model_app/* pagePath */.HX, manifest);
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
function checkText({ kind, text }, path, manifest) {
    const word = knownFiles[path];
    switch (kind) {
        case 'text':
            if (word === 'service_json')
                return checkMark(text);
            return text.trim() === '' ? [toProblem(`${word}_empty`, [], { path, line: 1 })] : [];
        case 'missing':
            return checkMissing(path, manifest);
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
function checkMissing(path, manifest) {
    const misnamed = findMisnamed(path, manifest);
    if (misnamed !== null)
        return [misnamed];
    const fix = adviseExcluded(path, manifest);
    if (path === model_app/* promptPath */.AN && fix === null)
        return [];
    return [toProblem(`${knownFiles[path]}_missing`, [], { fix })];
}
function checkMark(text) {
    if (!text.startsWith('\ufeff'))
        return [];
    return [toProblem('byte_order_mark', [], { path: model_app/* servicePath */.VF, line: 1, column: 1 })];
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
        severity: path.toLowerCase() === model_app/* pagePath */.HX ? 'error' : 'warning',
        fix: `Rename ${path} to ${known}.${hint}`,
    });
}
function checkTitle(page) {
    const fault = findTitleFault(page);
    if (fault === null)
        return [];
    const { line, column } = locateOffset(page, fault.offset);
    return [toProblem(`page_title_${fault.kind}`, [], { path: model_app/* pagePath */.HX, line, column })];
}
function checkLayout(manifest, found) {
    const known = new Set(['assets/', ...Object.keys(knownFiles)]);
    for (const { path, line } of found)
        if (line === null)
            known.add(path);
    const toTop = (path) => path.slice(0, path.indexOf('/') + 1) || path;
    const tops = Map.groupBy(manifest.files, (file) => toTop(file.path));
    const strays = [...tops].filter(([top]) => !known.has(top));
    return limitWarnings(strays, 'name', 'outside assets/', ([top, files]) => {
        const isFolder = top.endsWith('/');
        const what = isFolder ? `${top}, with ${(0,format/* formatCount */.B4)(files.length, 'file')},` : top;
        return toProblem('outside_assets', [what], { path: files[0]?.path ?? null });
    });
}
function checkSize(manifest, maxSize) {
    const { files, byteCount } = manifest;
    if (maxSize === null || byteCount <= maxSize)
        return [];
    const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxLargest);
    const named = largest.map((file) => `${file.path} (${(0,format/* formatBytes */.z3)(file.bytes)})`).join(', ');
    const parts = [(0,format/* formatBytes */.z3)(byteCount), (0,frontend/* nameInput */.K3)('max-size'), (0,format/* formatBytes */.z3)(maxSize), named];
    return [toProblem('folder_size', parts)];
}
function checkPictures({ files }) {
    const pictures = files.filter((file) => isPicture(file) && file.bytes > maxPictureBytes);
    return limitWarnings(pictures, 'picture', 'of more than 1 MB', ({ path, bytes }) => toProblem('picture_large', [path, (0,format/* formatBytes */.z3)(bytes)], { path }));
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

;// CONCATENATED MODULE: ./lib/src/folder/locate.js




const maxSourceBytes = 64 * 1024 * 1024;
const maxPathLength = 1000;
async function locateProblems(manifest, problems, sent = 'files') {
    const sources = new Sources(manifest);
    return problems.map((problem) => locateProblem(problem, sources, sent));
}
function locateProblem(reported, sources, sent) {
    const { field, placeInText = null, ...problem } = reported;
    const named = readLocation(placeInText, sources) ?? readLocation(problem.path, sources);
    if (named === null)
        return keepWrittenPath(problem, field, sources.hasFolder);
    const { file } = named;
    const isService = file.path === model_app/* servicePath */.VF;
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
    const lineCount = lengths?.length ?? file.bytes;
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
    #manifest;
    #files;
    #loaded = new Map();
    #bytesLeft = maxSourceBytes;
    constructor(manifest) {
        this.hasFolder = manifest !== null;
        this.#manifest = manifest;
        this.#files = new Map(manifest?.files.map((file) => [file.path, file]));
    }
    find(path) {
        return this.#files.get(path);
    }
    load(file) {
        const loaded = this.#loaded.get(file);
        if (loaded !== undefined)
            return loaded;
        const source = this.#read(file);
        this.#loaded.set(file, source);
        return source;
    }
    #read({ path, bytes }) {
        if (this.#manifest === null || bytes > this.#bytesLeft)
            return null;
        this.#bytesLeft -= bytes;
        const { text } = loadText(this.#manifest, path);
        if (text === null)
            return null;
        const lengths = toTextLines(text).map((line) => line.length);
        const members = path === model_app/* servicePath */.VF ? parseServiceJson(text).members : null;
        return { lengths, members };
    }
}
function addSubject(subject, message) {
    if (subject === null || subject === undefined)
        return message;
    if (message.toLowerCase().includes(subject.toLowerCase()))
        return message;
    return `${subject}: ${message}`;
}

// EXTERNAL MODULE: ./node_modules/mrmime/index.mjs
var mrmime = __webpack_require__(6059);
// EXTERNAL MODULE: ./lib/src/text/secrets.js
var secrets = __webpack_require__(9573);
;// CONCATENATED MODULE: ./lib/src/text/secret-search.js

const minSearchedBytes = 4;
const maxEscapeBytes = 12;
class SecretFinder {
    #patterns;
    constructor(secrets) {
        const searched = secrets.filter(({ value }) => value.length >= minSearchedBytes);
        this.#patterns = searched.flatMap(toSearchPatterns);
    }
    startSearch() {
        return new SecretSearch(this.#patterns);
    }
}
class SecretSearch {
    #patterns;
    #found = new Map();
    #overlap;
    #position = 0;
    #lastBytes = Buffer.alloc(0);
    constructor(patterns) {
        const reaches = patterns.map(({ bytes, reach }) => bytes.length - 1 + reach);
        this.#patterns = patterns;
        this.#overlap = Math.max(0, ...reaches);
    }
    get found() {
        return this.#found;
    }
    add(piece) {
        const seam = Buffer.concat([this.#lastBytes, piece.subarray(0, this.#overlap)]);
        if (this.#lastBytes.length > 0)
            this.#search(seam, this.#position - this.#lastBytes.length);
        this.#search(piece, this.#position);
        this.#position += piece.length;
        const end = piece.length < this.#overlap ? seam : piece;
        this.#lastBytes = Buffer.from(end.subarray(Math.max(0, end.length - this.#overlap)));
    }
    #search(bytes, start) {
        for (const pattern of this.#patterns) {
            const offset = findPattern(bytes, pattern);
            if (offset === -1)
                continue;
            const before = this.#found.get(pattern.name) ?? Number.POSITIVE_INFINITY;
            this.#found.set(pattern.name, Math.min(before, start + offset));
        }
    }
}
function toSearchPatterns({ name, value }) {
    const plain = Buffer.from(value);
    const whole = plain.toString('latin1');
    const utf16 = Buffer.from(whole, 'utf16le');
    const base64 = (0,secrets/* encodeBase64Variants */.ku)(plain).map((text) => Buffer.from(text));
    const forms = [plain, utf16, Buffer.from(utf16).swap16(), ...base64];
    const patterns = forms.map((bytes) => ({ name, bytes, whole: null, reach: 0 }));
    const anchor = findAnchor(whole);
    if (anchor.length < minSearchedBytes || anchor.length === whole.length)
        return patterns;
    const reach = whole.length * maxEscapeBytes;
    return [...patterns, { name, bytes: Buffer.from(anchor), whole, reach }];
}
function findAnchor(secret) {
    const parts = secret.match(/[a-z0-9]+/gi) ?? [];
    return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
function findPattern(bytes, pattern) {
    let at = bytes.indexOf(pattern.bytes);
    while (at !== -1) {
        if (pattern.whole === null || hasEscaped(bytes, at, pattern.whole, pattern))
            return at;
        at = bytes.indexOf(pattern.bytes, at + 1);
    }
    return -1;
}
function hasEscaped(bytes, at, whole, pattern) {
    const start = Math.max(0, at - pattern.reach);
    const text = bytes.toString('latin1', start, at + pattern.bytes.length + pattern.reach);
    return /[\\%&]/.test(text) && (0,secrets/* listDecodings */.dc)(text).some((decoded) => decoded.text.includes(whole));
}

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
const keyKinds = [
    { what: 'a GitHub token', pattern: /gh[oprsu]_[A-Za-z0-9]{36,}(?![\w-])/y },
    { what: 'a GitHub token', pattern: /ghs_\d{1,20}_[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/y },
    { what: 'a GitHub token', pattern: /github_pat_\w{36,}/y },
    {
        what: 'an access key of AWS next to its secret',
        pattern: /(?<!(?<!\\)[A-Za-z0-9])AKIA[A-Z0-9]{16}(?![\w-])/y,
        isSecret: hasAwsSecret,
    },
    { what: 'a secret key of Stripe', pattern: /[rs]k_live_[A-Za-z0-9]{20,}(?![\w-])/y },
    { what: 'an OpenAI API key', pattern: /sk-(?:proj|svcacct|admin)-[\w-]{40,}/y },
    { what: 'an OpenAI API key', pattern: /sk-[A-Za-z0-9]{48}(?![\w-])/y },
    { what: 'an Anthropic API key', pattern: /sk-ant-[\w-]{32,}/y },
    { what: 'a Slack token', pattern: /xox[abeoprs]-\d[\w-]{23,}/y },
    { what: 'a Slack token', pattern: /xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{16,}/y },
    { what: 'an npm token', pattern: /npm_[A-Za-z0-9]{36}(?![\w-])/y },
    { what: 'a SendGrid API key', pattern: /SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/y },
    { what: 'a Twilio API key', pattern: /SK[0-9a-f]{32}(?![\w-])/y },
    {
        what: 'a Google API key for Gemini',
        pattern: /AIza[\w-]{35}(?![\w-])/y,
        isSecret: isUsedForGemini,
    },
];
const maxKeysPerFile = 20;
const reachBytes = 512;
class KeySearch {
    #found = [];
    #values = new Set();
    #tail = Buffer.alloc(0);
    #position = 0;
    #searchedEnd = 0;
    get found() {
        return this.#found;
    }
    add(piece, isLast) {
        const bytes = this.#tail.length === 0 ? piece : Buffer.concat([this.#tail, piece]);
        const start = this.#position - this.#tail.length;
        this.#position += piece.length;
        this.#search(bytes, start, isLast ? this.#position : this.#position - reachBytes);
        if (!isLast)
            this.#tail = Buffer.from(bytes.subarray(-2 * reachBytes));
    }
    #search(bytes, start, end) {
        if (end <= this.#searchedEnd)
            return;
        const matches = findKeys(bytes, this.#searchedEnd - start, end - start);
        this.#searchedEnd = end;
        for (const match of matches) {
            if (this.#found.length === maxKeysPerFile || this.#values.has(match.value))
                continue;
            this.#values.add(match.value);
            this.#found.push({ offset: start + match.index, what: match.what, start: match.start });
        }
    }
}
function hasKey(text) {
    const bytes = Buffer.from(text);
    return findKeys(bytes, 0, bytes.length).length > 0;
}
function findKeys(bytes, from, to) {
    const matches = [];
    const readAround = (at, read) => {
        const start = Math.max(0, at - reachBytes);
        const match = read(bytes.toString('latin1', start, at + reachBytes), at - start);
        if (match !== null)
            matches.push({ ...match, index: start + match.index });
    };
    for (const at of listKeyStarts(bytes, from, to))
        readAround(at, readKey);
    for (const at of listIndexes(bytes, 'AKIA', from, to))
        readAround(at, readKey);
    for (const at of listIndexes(bytes, 'TE KEY', from, to))
        readAround(at, readPrivateKey);
    for (const at of listIndexes(bytes, 'k.com', from, to))
        readAround(at, readWebhook);
    return matches;
}
function* listIndexes(bytes, text, from, to) {
    for (let at = bytes.indexOf(text, from); at !== -1 && at < to; at = bytes.indexOf(text, at + 1))
        yield at;
}
function readKey(text, index) {
    for (const { what, pattern, isSecret } of keyKinds) {
        pattern.lastIndex = index;
        const value = pattern.exec(text)?.[0];
        if (value === undefined || isPlaceholder(value))
            continue;
        if (isSecret === undefined || isSecret(text))
            return { index, what, value, start: value.slice(0, 4) };
    }
    return null;
}
function isPlaceholder(value) {
    return /x{4}|0{8}|example/i.test(value);
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
const privateKey = /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s|["'`]\s*[+,]\s*["'`])+(?:[A-Za-z0-9+/]{16}|(?:Proc-Type|Version|Comment): )/y;
function readPrivateKey(text, at) {
    const index = text.lastIndexOf('-----BEGIN ', at);
    if (index === -1)
        return null;
    privateKey.lastIndex = index;
    const value = privateKey.exec(text)?.[0];
    if (value === undefined)
        return null;
    const isOfGoogle = text.slice(0, index).includes('service_account');
    const what = isOfGoogle ? 'the key of a Google service account' : 'a private key';
    return { index, what, value, start: '' };
}
const slackWebhook = /hooks\.slack\.com\\?\/services\\?\/T\w{6,}\\?\/B\w{6,}\\?\/[A-Za-z0-9]{16,}/y;
function readWebhook(text, at) {
    const index = at - 'hooks.slac'.length;
    slackWebhook.lastIndex = Math.max(0, index);
    const value = slackWebhook.exec(text)?.[0];
    if (value === undefined || isPlaceholder(value))
        return null;
    return { index, what: 'a Slack webhook', value, start: '' };
}
const minRunBytes = 28;
const isWordByte = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
    isWordByte[character.charCodeAt(0)] = 1;
function listKeyStarts(bytes, from, to) {
    const starts = [];
    let runStart = from;
    while (runStart > 0 && isWordByte[bytes[runStart - 1] ?? 0] === 1)
        runStart += 1;
    while (runStart < to && runStart + minRunBytes <= bytes.length) {
        let at = runStart + minRunBytes - 1;
        while (at >= runStart && isWordByte[bytes[at] ?? 0] === 1)
            at -= 1;
        if (at >= runStart) {
            runStart = at + 1;
            continue;
        }
        const start = findKeyStart(bytes, runStart);
        if (start !== null)
            starts.push(start);
        runStart += minRunBytes;
        while (isWordByte[bytes[runStart] ?? 0] === 1)
            runStart += 1;
        runStart += 1;
    }
    return starts;
}
const firstPairs = new Set(['gh', 'gi', 'sk', 'rk', 'xo', 'xa', 'np', 'SK', 'AI'].map((pair) => toPair(Buffer.from(pair), 0)));
function findKeyStart(bytes, runStart) {
    const start = skipEscape(bytes, runStart);
    if (firstPairs.has(toPair(bytes, start)))
        return start;
    const first = runStart - 'SG..'.length - 22;
    const isSendGrid = bytes[runStart - 1] === 0x2e && bytes.toString('latin1', first, first + 3) === 'SG.';
    return isSendGrid ? first : null;
}
function toPair(bytes, index) {
    return (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0);
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

;// CONCATENATED MODULE: ./lib/src/folder/measure.js











const maxKeys = 1000;
async function measureFiles(entries, sought, signal) {
    const turns = new EventLoopTurns(signal);
    const finder = new SecretFinder(sought);
    const files = [];
    const secrets = [];
    const credentials = [];
    const keys = [];
    for (const [index, found] of entries.entries()) {
        const search = finder.startSearch();
        const { file, credential, ...measured } = await measureFile(found, search, turns);
        files.push(file);
        if (keys.length < maxKeys)
            keys.push(...locateKeys(file, measured.keys));
        if (credential !== null)
            credentials.push(locateCredential(file, credential));
        secrets.push(...findInName(file.path, finder.startSearch()), ...locateSecrets(file, search));
        const folder = (0,external_node_path_.dirname)(found.location);
        const next = entries[index + 1];
        if (next === undefined || (0,external_node_path_.dirname)(next.location) !== folder)
            assertFolderInPlace(folder, external_node_path_.posix.dirname(found.path).replace(/^\.$/, ''));
    }
    return { files, secrets, credentials, keys };
}
async function measureFile(entry, search, turns) {
    const open = openRegular(entry);
    try {
        const digest = (0,external_node_crypto_.createHash)('sha256');
        const textDigest = new TextDigest();
        const keySearch = new KeySearch();
        const size = Number(open.stamp.size);
        const encodedBytes = { text: 0, base64: 0, raw: 0 };
        let credential = null;
        for (const piece of readPieces(open)) {
            search.add(piece);
            if (encodedBytes.raw === 0)
                credential = findLikelyCredential(entry.path, piece);
            digest.update(piece);
            encodedBytes.base64 += countEncoded('base64', piece);
            encodedBytes.raw += piece.length;
            if (textDigest.add(piece)) {
                encodedBytes.text += countEncoded('text', piece);
                keySearch.add(piece, encodedBytes.raw === size);
            }
            const turn = turns.count(piece.length);
            if (turn !== undefined)
                await turn;
        }
        const textSha256 = textDigest.finish();
        const type = toMediaType(entry.path, textSha256 !== null);
        const encoding = chooseEncoding(type, textSha256 !== null);
        const { dev, ino, mtimeNs, ctimeNs } = open.stamp;
        const file = {
            path: entry.path,
            location: entry.location,
            bytes: size,
            sha256: digest.digest('hex'),
            textSha256,
            encoding,
            type,
            encodedBytes: encodedBytes[encoding],
            stamp: { dev, ino, size: open.stamp.size, mtimeNs, ctimeNs },
        };
        const found = textSha256 === null ? [] : keySearch.found;
        const keys = found.filter((key) => key.offset !== credential?.offset);
        return { file, credential, keys };
    }
    finally {
        (0,external_node_fs_.closeSync)(open.fd);
    }
}
function findInName(path, search) {
    search.add(Buffer.from(path));
    const inputs = [...search.found.keys()];
    return inputs.map((input) => ({ path, input, isInName: true, line: null, column: null }));
}
function locateSecrets(file, search) {
    const positions = locateBytes(file, [...search.found.values()]);
    return [...search.found.keys()].map((input, index) => {
        const { line = null, column = null } = positions[index] ?? {};
        return { path: file.path, input, isInName: false, line, column };
    });
}
function locateCredential(file, found) {
    const [position] = found.offset === null ? [] : locateBytes(file, [found.offset]);
    const { line = null, column = null } = position ?? {};
    return { path: file.path, what: found.what, line, column };
}
function locateKeys(file, keys) {
    const offsets = keys.map((key) => key.offset);
    const positions = locateBytes(file, offsets);
    return keys.map(({ what, start }, index) => {
        const { line = null, column = null } = positions[index] ?? {};
        return { path: file.path, what, start, line, column };
    });
}
class TextDigest {
    #decoder = new TextDecoder('utf-8', { fatal: true });
    #digest = (0,external_node_crypto_.createHash)('sha256');
    #held = '';
    #isValid = true;
    add(piece) {
        try {
            if (this.#isValid)
                this.#update(this.#decoder.decode(piece, { stream: piece !== undefined }));
        }
        catch {
            this.#isValid = false;
        }
        return this.#isValid;
    }
    finish() {
        if (!this.add())
            return null;
        return this.#digest.update(this.#held).digest('hex');
    }
    #update(decoded) {
        const text = this.#held + decoded;
        this.#held = text.endsWith('\r') ? '\r' : '';
        this.#digest.update(text.slice(0, text.length - this.#held.length).replaceAll('\r\n', '\n'));
    }
}
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

;// CONCATENATED MODULE: ./lib/src/folder/near-pages.js


const maxFolders = 300;
const maxNamed = 3;
function describeNearPages(base, missing) {
    const pages = findNearPages(base, findExistingFolder(base, external_node_path_.dirname(missing)));
    const [first] = pages;
    if (first === undefined)
        return '';
    const [it, names] = pages.length > 1 ? ['one of them', pages.join(', ')] : ['it', first];
    return ` Found index.html in ${names}: if ${it} is the app, name that folder.`;
}
function findExistingFolder(base, folder) {
    const isAbove = external_node_path_.relative(base, folder).startsWith('..');
    if (isAbove || readFolder(folder) !== null)
        return isAbove ? base : folder;
    return findExistingFolder(base, external_node_path_.dirname(folder));
}
function findNearPages(base, home) {
    const found = [];
    let level = [home];
    let count = 0;
    for (let depth = 0; depth <= 3 && found.length < maxNamed; depth += 1) {
        const below = [];
        for (const folder of level) {
            count += 1;
            const entries = count > maxFolders ? [] : (readFolder(folder) ?? []);
            const hasPage = entries.some((entry) => entry.isFile() && entry.name === 'index.html');
            if (hasPage)
                found.push(external_node_path_.relative(base, folder).split(external_node_path_.sep).join('/') || '.');
            const folders = entries.filter((entry) => entry.isDirectory() && !isSkipped(entry.name));
            below.push(...folders.map((entry) => external_node_path_.join(folder, entry.name)).sort());
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
function readFolder(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder, { withFileTypes: true });
    }
    catch {
        return null;
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
function isGit(name) {
    return name.toLowerCase() === '.git';
}
function isCredential(name, isFolder) {
    const lower = name.toLowerCase();
    if (credentialNames.has(lower) || lower.startsWith('.env'))
        return true;
    if (credentialEndings.some((ending) => lower.endsWith(ending)))
        return true;
    return !isFolder && sshKey.test(lower);
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
    throw new FolderError(`The pattern ${pattern} of ${name} cannot be used: ${reason}.`, {
        code: 'pattern_invalid',
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

;// CONCATENATED MODULE: ./lib/src/folder/walk.js







const walkLimits = {
    files: 50_000,
    names: 500_000,
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
                if (isFolder)
                    folders.push(entry);
                else
                    files.push(entry);
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
    return { path, location, type: toType(readStats(locationBytes, path)) };
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
        throw new FolderError(message, { code: 'name_not_utf8', next, path });
    }
    if (path.includes('\\')) {
        const message = `${path} has a name with a backslash in it, which is a folder separator on some systems.`;
        throw new FolderError(message, { code: 'name_not_allowed', next, path });
    }
    if (/^[a-z]:/i.test(path)) {
        const message = `${path} has a name that starts like a drive letter.`;
        throw new FolderError(message, { code: 'name_not_allowed', next, path });
    }
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
    throw new FolderError(`The folder has more than ${excess}.`, {
        code: 'folder_too_large',
        next: `Check that ${check} the folder of the app, or exclude parts of it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`,
    });
}

;// CONCATENATED MODULE: ./lib/src/folder/folder.js















function openFolder(options) {
    return new OpenedFolder(options);
}
class OpenedFolder {
    #options;
    #repositoryPath = null;
    #manifest = null;
    constructor(options) {
        this.#options = options;
    }
    get repositoryPath() {
        return this.#repositoryPath;
    }
    async scan() {
        const options = this.#options;
        options.signal?.throwIfAborted();
        const found = resolveAppFolder(options);
        this.#repositoryPath = found.repositoryPath;
        const manifest = await measureFolder(found.root, options);
        this.#manifest = manifest;
        const texts = loadAppTexts(manifest);
        return {
            ...manifest,
            problems: checkFolder(manifest, texts, options),
            fields: toAppFields(texts),
            warnings: listWarnings(manifest),
            serviceJson: texts.service.text,
            readText(path, maxBytes) {
                if (holdsCredential(manifest, path))
                    return null;
                return loadText(manifest, path, maxBytes).text;
            },
            locate: (problems, sent) => locateProblems(manifest, problems, sent),
            createBody: (slug) => createWatchedBody(slug, manifest, options),
        };
    }
    async readLines(path, first, last) {
        const manifest = this.#manifest;
        if (manifest === null)
            return null;
        if (holdsCredential(manifest, path))
            return null;
        try {
            const { text } = loadText(manifest, path);
            const lines = text ? toTextLines(text).slice(first - 1, last) : [];
            return lines.length === 0 ? null : lines;
        }
        catch {
            return null;
        }
    }
}
function resolveAppFolder(options) {
    const { workspace, folder, runnerTemp } = options;
    const workspaceName = `The ${(0,frontend/* perFrontend */.C2)('workspace', 'folder')}`;
    const base = findRealFolder({
        location: workspace.path,
        what: workspaceName,
        name: workspace.path,
        workspace: null,
    });
    const root = findRealFolder({
        location: options.path,
        what: 'The folder',
        name: folder,
        workspace: workspace.path,
    });
    if (workspace.isBoundary && !isWithin(base, root)) {
        const outside = `is outside the ${(0,frontend/* perFrontend */.C2)('workspace', 'repository')}`;
        throw new FolderError(`The folder ${folder} ${outside}.`, {
            code: 'folder_outside_workspace',
            next: adviseFolderInput(),
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
    return { root, repositoryPath: workspace.isBoundary ? toRepositoryPath(base, names) : folder };
}
function isWithin(ancestor, target, platform = external_node_path_) {
    const way = platform.relative(ancestor, target);
    return way !== '..' && !way.startsWith(`..${platform.sep}`) && !platform.isAbsolute(way);
}
function toNotAllowedError(folder, reason) {
    const next = adviseFolderInput();
    return new FolderError(`The folder ${folder} ${reason}.`, { code: 'folder_not_allowed', next });
}
function adviseFolderInput() {
    return (0,frontend/* perFrontend */.C2)('Set the input folder to the folder of the app, relative to the workspace.', 'Name the folder of the app.');
}
function findRealFolder(folder) {
    const { location, name } = folder;
    let isFolder;
    let real;
    try {
        real = external_node_fs_.realpathSync.native(location);
        isFolder = (0,external_node_fs_.statSync)(real).isDirectory();
    }
    catch (cause) {
        throw toNotFoundError(folder, cause);
    }
    if (isFolder)
        return real;
    throw new FolderError(`The folder ${name} is a file, not a folder.`, {
        code: 'folder_not_a_folder',
        next: adviseFolderInput(),
    });
}
function toNotFoundError(folder, cause) {
    const { location, what, name, workspace } = folder;
    const errno = readErrno(cause);
    const hint = (0,frontend/* perFrontend */.C2)(', and that a step before this one checks out or builds it', '');
    const next = `Check ${(0,frontend/* nameInputInText */.Od)('folder')}${hint}.`;
    if (errno === 'ENOENT' || errno === 'ENOTDIR') {
        const pages = workspace === null ? '' : describeNearPages(workspace, location);
        return new FolderError(`${what} ${name} does not exist.`, {
            code: 'folder_missing',
            next: next + pages,
            cause,
        });
    }
    const message = `${what} ${name} cannot be opened: ${describeErrno(cause)}.`;
    return new FolderError(message, { code: 'folder_unreadable', next, cause });
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
async function measureFolder(root, options) {
    const { signal, secrets } = options;
    const selector = await createSelector(options);
    const { files: found, excluded } = await walkFolder({ root, selector, signal });
    if (found.length === 0)
        throw toEmptyError(options.folder, excluded);
    const measured = await measureFiles(found, secrets, signal);
    const paths = [...measured.files, ...excluded].map((each) => each.path);
    return {
        ...measured,
        excluded,
        unmatchedPatterns: selector.listUnmatched(paths),
        byteCount: measured.files.reduce((sum, file) => sum + file.bytes, 0),
        contentHash: hashContents(measured.files),
    };
}
function toEmptyError(folder, excluded) {
    let message = `The folder ${folder} is empty.`;
    if (excluded.length > 0) {
        const names = (0,format/* listNames */.Zv)(excluded.map(({ path, reason }) => `${path} (${reason})`));
        message = `All of the folder ${folder} is excluded: ${names}.`;
    }
    const inputs = (0,frontend/* perFrontend */.C2)('the inputs folder, include and exclude', 'the folder, --include and --exclude');
    const build = (0,frontend/* perFrontend */.C2)('a step before this one builds the app', 'the app has been built');
    return new FolderError(message, {
        code: 'folder_empty',
        next: `Check ${inputs}, and that ${build}.`,
    });
}
function listWarnings(manifest) {
    const warnings = [];
    const credentials = manifest.excluded.filter((entry) => entry.kind === 'credential');
    if (credentials.length > 0) {
        const names = (0,format/* listNames */.Zv)(credentials.map((entry) => entry.path));
        const advice = 'Rename any file that is not a credential.';
        warnings.push(`Excluded because they are named like credentials: ${names}. ${advice}`);
    }
    for (const { input, pattern } of manifest.unmatchedPatterns)
        warnings.push(`The ${(0,frontend/* nameInput */.K3)(input)} pattern ${pattern} matches nothing.`);
    return warnings;
}
function createWatchedBody(slug, manifest, options) {
    const { signal, watchUpload } = options;
    const body = createBody(slug, manifest.files, signal);
    if (watchUpload === undefined)
        return body;
    return { ...body, stream: () => countBytes(body.stream(), watchUpload(body.length)) };
}
async function* countBytes(source, onSent) {
    let sent = 0;
    for await (const chunk of source) {
        yield chunk;
        sent += chunk.length;
        onSent(sent);
    }
}

;// CONCATENATED MODULE: ./lib/src/folder/find-apps.js










async function findApps(options) {
    const { slug } = options;
    const invalid = [];
    const warnings = [];
    const folders = new Map();
    for (const line of options.folder.split('\n')) {
        const found = await findFolders(line, options, warnings);
        if (found.length === 0) {
            const expected = 'must match folders that contain service.json or index.html';
            invalid.push({ input: 'folder', got: line, expected });
        }
        for (const named of found) {
            if (!folders.has(named.folder))
                folders.set(named.folder, named);
        }
    }
    if (folders.size > 1 && (0,model_inputs/* isSlug */.u5)(slug)) {
        const expected = `must be omitted or contain a *, since folder matches ${folders.size} apps`;
        invalid.push({ input: 'slug', got: slug, expected });
    }
    const apps = Array.from(folders.values(), ({ folder, name }) => {
        return { folder, name, slug: chooseSlug(name, slug) };
    });
    if (invalid.length === 0)
        invalid.push(...checkSlugs(apps, slug));
    if (invalid.length > 0)
        return { kind: 'invalid', invalid };
    apps.sort((one, other) => (0,format/* compareTexts */.qy)(one.slug, other.slug));
    const refs = apps.map((app) => ({ slug: app.slug, folder: app.folder }));
    return { kind: 'found', apps: refs, warnings };
}
function chooseSlug(name, slug) {
    return slug === '' ? name : slug.replace('*', () => name);
}
function checkSlugs(apps, slug) {
    const invalid = [];
    const rule = slug === '' ? 'are slugs' : `make slugs with ${slug}`;
    for (const app of apps) {
        if ((0,model_inputs/* isSlug */.u5)(app.slug))
            continue;
        const expected = `must match folders whose names ${rule} (${model_inputs/* slugRule */.UN})`;
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
async function findFolders(line, options, warnings) {
    const { workspace } = options;
    if (!(0,model_inputs/* isPattern */.Pt)(line)) {
        const name = external_node_path_.basename(external_node_path_.resolve(workspace, line));
        return [{ folder: toWorkspacePath(workspace, line), name }];
    }
    const pattern = toWorkspacePattern(workspace, line);
    return pattern === null ? [] : matchFolders(pattern, options, warnings);
}
function toWorkspacePattern(workspace, written, platform = external_node_path_) {
    if (!platform.isAbsolute(written))
        return normalizePattern(written);
    const withSlashes = (text) => text.replaceAll(platform.sep, '/');
    const pattern = withSlashes(written);
    const prefix = `${withSlashes(workspace).replace(/\/$/, '')}/`;
    if (pattern.startsWith(prefix))
        return normalizePattern(pattern.slice(prefix.length));
    const names = pattern.split('/');
    const firstWildcard = names.findIndex((name) => (0,model_inputs/* isPattern */.Pt)(name) || name.includes('['));
    const base = names.slice(0, firstWildcard).join('/');
    const way = relate(workspace, platform.resolve(`${base}/`), platform);
    if (way === null)
        return null;
    return normalizePattern([withSlashes(way), ...names.slice(firstWildcard)].join('/'));
}
function normalizePattern(pattern) {
    return external_node_path_.posix.normalize(pattern).replace(/^\/+|(?<!\/)\/+$/g, '');
}
function toWorkspacePath(workspace, written, listNames = readNames) {
    const way = relate(workspace, external_node_path_.resolve(workspace, written), external_node_path_);
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
    const { workspace, signal } = options;
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
            else if (matcher.match(folder, true))
                waiting.push(folder);
        }
    }
    const fixedNames = countFixedNames(matcher.set);
    return matching.sort(format/* compareTexts */.qy).map((folder) => {
        const name = folder.split('/').at(-1 - fixedNames) ?? folder;
        return { folder, name };
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
    return (0,external_node_fs_.existsSync)(external_node_path_.join(folder, model_app/* servicePath */.VF)) || (0,external_node_fs_.existsSync)(external_node_path_.join(folder, model_app/* pagePath */.HX));
}
function listEntries(location) {
    try {
        return (0,external_node_fs_.readdirSync)(location, { withFileTypes: true });
    }
    catch (cause) {
        if (readErrno(cause) === 'ENOENT')
            return [];
        const user = (0,frontend/* perFrontend */.C2)('the user that runs this step', 'your user');
        throw new FolderError(`The folder ${location} cannot be listed: ${describeErrno(cause)}.`, {
            code: 'folder_unreadable',
            next: `Give ${user} permission to read it, or name the folders without a pattern.`,
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

;// CONCATENATED MODULE: ./lib/src/model/deadline.js

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
            this.#ended.abort((0,action_error/* endByDeadline */.Xw)(this.#minutes));
    }
}

// EXTERNAL MODULE: ./lib/src/model/outcome.js
var outcome = __webpack_require__(9680);
// EXTERNAL MODULE: ./lib/src/report/messages.js
var messages = __webpack_require__(1637);
;// CONCATENATED MODULE: ./lib/src/report/app-log.js

function createAppLog(slug, log) {
    const kept = [];
    let isKeeping = true;
    const logOrKeep = (print) => {
        if (isKeeping)
            kept.push(print);
        else
            print();
    };
    return {
        info: (text) => logOrKeep(() => log.info(text)),
        list: (title, lines) => logOrKeep(() => log.list(title, lines)),
        debug: log.debug,
        async logTurn(work) {
            const result = await log.group(slug, () => {
                for (const print of kept)
                    print();
                isKeeping = false;
                return work();
            });
            log.info(summarizeResult(result));
        },
    };
}
function summarizeResult(run) {
    const message = (0,messages/* describeResult */.dy)(run);
    const isFailure = 'failure' in run.outcome;
    if (!isFailure || (0,messages/* isShownByProblems */.l7)(run))
        return message.headline;
    return [message.headline, ...message.lines].join('. ');
}

;// CONCATENATED MODULE: ./lib/src/text/version.js
const version = '1.0.0';
function toUserAgent(runUrl) {
    const page = /^[!-~]+$/.test(runUrl ?? '') ? ` (+${runUrl})` : '';
    return `miniapp-deploy/${version}${page}`;
}

;// CONCATENATED MODULE: ./lib/src/commands/command-error.js



class CommandError extends action_error/* ActionError */.lZ {
    name = 'CommandError';
    constructor(code, detail, options = {}) {
        const words = commandErrors()[code];
        super(insertDetail(words.sentence, detail), {
            code,
            kind: words.kind ?? 'failed',
            next: options.next ?? words.next,
            path: options.path ?? null,
            cause: options.cause,
        });
    }
}
function insertDetail(sentence, detail) {
    if (sentence.includes('{}'))
        return sentence.replace('{}', () => detail);
    return `${sentence}: ${detail}`;
}
const commandErrors = () => ({
    in_review: {
        sentence: 'The app is in review, and a change would take it out of review',
        next: `Wait for the review result, or set ${(0,frontend/* nameInput */.K3)('on-in-review')} to skip (leave it in review) or replace (deploy anyway).`,
    },
    unknown_state: {
        sentence: 'The app may be in review, and a change would take it out of review',
        next: `Wait until the app has a documented status, or set ${(0,frontend/* nameInput */.K3)('on-in-review')} to skip (leave it as it is) or replace (deploy anyway).`,
    },
    taken_down: {
        sentence: 'The app was taken down and cannot be submitted',
        next: "Read the reviewer's note, and contact the service's support before you submit the app again.",
        kind: 'rejected',
    },
    final_not_approved: {
        sentence: 'The app was not approved, which is final',
        next: 'It stays visible only to you and cannot be submitted again: deploy it under a new slug.',
        kind: 'rejected',
    },
    offline_problems: {
        sentence: 'The folder has problems, and nothing was sent',
        next: `Fix the problems listed and ${(0,frontend/* nameRerun */.Mn)('re-run')}.`,
        kind: 'rejected',
    },
    too_many_apps: {
        sentence: `The account has reached the limit of ${model_app/* maxApps */.Z4} apps`,
        next: `Delete an app that is no longer needed (${(0,frontend/* nameCommand */.JB)('list')} shows them), then ${(0,frontend/* nameRerun */.Mn)('re-run')}.`,
        kind: 'rejected',
    },
    stale: {
        sentence: 'A newer commit exists on the branch',
        next: `If a newer run deploys, there is nothing to do; otherwise run ${(0,frontend/* perFrontend */.C2)('the job', 'it')} on the newest commit.`,
    },
    draft_changed: {
        sentence: 'After the deploy, the draft was changed or could not be read, so it was not sent for review',
        next: `Find out which run or person changed it, then ${(0,frontend/* nameRerun */.Mn)('re-run')}.`,
        kind: 'unknown',
    },
    app_missing: {
        sentence: 'The app does not exist or belongs to somebody else',
        next: `Check the slug, that the API key belongs to the owner of the app, and the path of ${(0,frontend/* nameInput */.K3)('base-url')}; to create the app on its first deploy, ${(0,frontend/* adviseFlag */.ng)('create')}.`,
    },
    app_exists: {
        sentence: 'The app exists already',
        next: `Use ${(0,frontend/* perFrontend */.C2)('the command deploy or update', 'miniapp-deploy deploy or update')} to change it, or choose another slug.`,
        kind: 'rejected',
    },
    draft_differs: {
        sentence: 'The draft differs from the folder in {}. Nothing was sent.',
        next: `Deploy the folder first, or omit ${(0,frontend/* nameInputInText */.Od)('folder')} to submit the draft as it is.`,
    },
    field_unreadable: {
        sentence: 'A file is too large or not text, so it cannot be sent as a field of the app',
        next: `Fix the file, or use ${(0,frontend/* nameCommand */.JB)('deploy')}, which sends every file as it is.`,
        kind: 'rejected',
    },
});

// EXTERNAL MODULE: ./lib/src/model/app-status.js
var app_status = __webpack_require__(7190);
;// CONCATENATED MODULE: ./lib/src/commands/compare.js





function compareFolder(app, folder) {
    if (app.files === null)
        return null;
    const own = new Map(folder.files.map((file) => [file.path, file]));
    const shown = listShown(app, own.has(model_app/* promptPath */.AN));
    const unlisted = listUnlisted([...own.keys()], shown);
    const isPromptHidden = own.has(model_app/* promptPath */.AN) && !shown.has(model_app/* promptPath */.AN);
    const hidden = new Set(isPromptHidden ? [...unlisted, model_app/* promptPath */.AN] : unlisted);
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
    if (!own.has(model_app/* promptPath */.AN) && hasPrompt(app, shown))
        notices.push(promptKept);
    const isVerified = changes.length === 0 && hidden.size === 0;
    const byteCount = hidden.size === 0 ? sumContentBytes([...shown.values()]) : null;
    return { changes, unlisted, isVerified, notices, byteCount };
}
const promptKept = 'The app has a prompt, but the folder has no instructions.md, so the prompt was not compared.';
function hasPrompt(app, shown) {
    return shown.has(model_app/* promptPath */.AN) || (app.systemPrompt ?? '').trim() !== '';
}
function listShown(app, withPrompt) {
    const shown = new Map(app.files);
    if (!shown.has(model_app/* promptPath */.AN) && withPrompt && app.systemPrompt !== null) {
        shown.set(model_app/* promptPath */.AN, digestContent(app.systemPrompt, true));
    }
    if (!shown.has(model_app/* pagePath */.HX) && app.html !== null)
        shown.set(model_app/* pagePath */.HX, app.html);
    return shown;
}
function listUnlisted(paths, shown) {
    const others = paths.filter((path) => !isDocumented(path));
    return others.some((path) => shown.has(path)) ? [] : others;
}
function isDocumented(path) {
    const isField = path === model_app/* servicePath */.VF || path === model_app/* pagePath */.HX || path === model_app/* promptPath */.AN;
    return isField || path.startsWith('assets/');
}
function isSamePair(pair, folder) {
    const { path, content, file } = pair;
    if (file === undefined) {
        if (path === model_app/* pagePath */.HX)
            return content?.text?.bytes === 0;
        return path === model_app/* promptPath */.AN || path === model_app/* servicePath */.VF;
    }
    if (content === undefined)
        return path === model_app/* pagePath */.HX && file.bytes === 0;
    if (content.data?.sha256 === file.sha256 || hasText(content, file.textSha256))
        return true;
    const prompt = folder.fields.system_prompt ?? null;
    const own = path === model_app/* servicePath */.VF ? folder.serviceJson : prompt;
    return isSameWritten(path, content.plain, own);
}
function toChange(pair) {
    const { path, content, file } = pair;
    const bytesBefore = content === undefined ? null : toContentBytes(content);
    if (file === undefined)
        return { path, kind: 'removed', bytesBefore, bytesAfter: null };
    const kind = content === undefined ? 'added' : 'changed';
    return { path, kind, bytesBefore, bytesAfter: file.bytes };
}
function toContentBytes(content) {
    return content.data?.bytes ?? content.text?.bytes ?? null;
}
function sumContentBytes(contents) {
    const sizes = contents.map(toContentBytes).filter((bytes) => bytes !== null);
    if (sizes.length < contents.length)
        return null;
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
function isSameContent(one, other) {
    const files = new Map(one.files);
    const others = new Map(other.files);
    if (files.size !== others.size)
        return false;
    for (const [path, content] of files) {
        if (!isSameFile(path, content, others.get(path)))
            return false;
    }
    return normalizePrompt(one.systemPrompt ?? '') === normalizePrompt(other.systemPrompt ?? '');
}
function isSameFile(path, one, other) {
    if (other === undefined)
        return false;
    if (isUnreadable(one) || isUnreadable(other))
        return isUnreadable(one) && isUnreadable(other);
    if (one.data !== null && one.data.sha256 === other.data?.sha256)
        return true;
    if (hasText(one, other.text?.sha256) || hasText(one, other.dataText?.sha256))
        return true;
    if (hasText(other, one.text?.sha256))
        return true;
    return isSameWritten(path, one.plain, other.plain);
}
function isUnreadable(content) {
    return content.text === null && content.data === null;
}
function hasText(content, sha256) {
    if (sha256 === null || sha256 === undefined)
        return false;
    return content.text?.sha256 === sha256 || content.dataText?.sha256 === sha256;
}
function isSameWritten(path, one, other) {
    if (one === null || other === null)
        return false;
    if (path === model_app/* servicePath */.VF)
        return isSameJson(one, other);
    return path === model_app/* promptPath */.AN && normalizePrompt(one) === normalizePrompt(other);
}
const normalizePrompt = model_app/* appFields */.fj.system_prompt.normalize;
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
    if (!(0,model_app/* isFieldName */.ac)(key) || typeof value !== 'string')
        return value;
    const field = model_app/* appFields */.fj[key];
    return field.file === model_app/* servicePath */.VF && field.isSent ? field.normalize(value) : value;
}
function compareFields(app, fields) {
    return listFields(fields).filter((name) => isSameField(app, name, fields[name]) === false);
}
function listHidden(app, fields) {
    return listFields(fields).filter((name) => isSameField(app, name, fields[name]) === null);
}
function listFields(fields) {
    return model_app/* sentFields */.S5.filter((name) => fields[name] !== undefined);
}
function isSameField(app, name, text = '') {
    if (name === 'html') {
        const page = app.files?.get(model_app/* pagePath */.HX) ?? app.html;
        return page === null ? null : hasText(page, digestText(text).sha256);
    }
    const shown = app[name === 'system_prompt' ? 'systemPrompt' : name];
    if (shown === null)
        return null;
    const field = model_app/* appFields */.fj[name];
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
function matchFields(app, fields) {
    const paths = compareFields(app, fields).map((name) => model_app/* appFields */.fj[name].file);
    return toMatch(app, paths);
}
function toMatch(app, differing) {
    if (differing.length === 0)
        return 'same';
    const isOnlyRendered = app.html !== null && !app.files?.has(model_app/* pagePath */.HX);
    const isPage = isOnlyRendered && differing.every((path) => path === model_app/* pagePath */.HX);
    return isPage ? 'page' : 'other';
}
function describeHidden(names) {
    const fields = (0,format/* joinWords */.yZ)(names.map(model_app/* nameField */.yD));
    return `The service does not show these fields, so they were not compared: ${fields}.`;
}
function describeUnlisted(paths) {
    const names = (0,format/* listNames */.Zv)(paths);
    return `The service does not show these files, so they could not be compared: ${names}.`;
}

;// CONCATENATED MODULE: ./lib/src/commands/verify.js


const maxReadLagMs = 7_000;
const readbackTimesMs = [0, 1_000, 3_000, maxReadLagMs, 15_000, 30_000];
const pendingReadbackTimesMs = [...readbackTimesMs, 60_000, 120_000];
const lastReadbackMs = 30_000;
const lastPendingReadbackMs = 120_000;
function isCurrent(read) {
    return read.ageMs >= maxReadLagMs;
}
function startEvidence(state) {
    return {
        state,
        verdict: 'open',
        confirmation: null,
        appliedMs: state === 'accepted' ? 0 : null,
        lastRead: null,
        trust: 'none',
    };
}
function weighRead(change, evidence, read) {
    if (confirmsChange(read, change, evidence.state)) {
        const appliedMs = evidence.appliedMs ?? read.ageMs;
        const mayBeOld = mayShowOldStatus(change, read.app, read.ageMs - appliedMs);
        return {
            state: evidence.state,
            verdict: mayBeOld ? 'open' : 'settled',
            confirmation: read,
            appliedMs,
            lastRead: read,
            trust: mayBeOld ? 'content' : 'all',
        };
    }
    return {
        state: evidence.state,
        verdict: isOverwritten(change, read) ? 'overwritten' : 'open',
        confirmation: isCurrent(read) ? null : evidence.confirmation,
        appliedMs: evidence.appliedMs,
        lastRead: read,
        trust: isCurrent(read) ? 'all' : 'none',
    };
}
function weighFailedRead(change, evidence, ageMs) {
    const isSettled = isConfirmationCurrent(change, evidence, ageMs);
    return { ...evidence, verdict: isSettled ? 'settled' : 'open', lastRead: null, trust: 'none' };
}
function isConfirmationCurrent(change, evidence, ageMs) {
    if (evidence.confirmation === null)
        return false;
    const appliedMs = evidence.appliedMs ?? 0;
    return !mayShowOldStatus(change, evidence.confirmation.app, ageMs - appliedMs);
}
function isNotApplied(change, evidence) {
    if (evidence.appliedMs !== null || evidence.lastRead === null)
        return false;
    return isAsBefore(change, evidence.lastRead);
}
function confirmsChange(read, change, state) {
    const { step } = change;
    const { app } = read;
    const isAccepted = state === 'accepted' || state === 'pending';
    if (step === 'delete') {
        return app === null && (isAccepted || isCurrent(read));
    }
    if (app === null)
        return false;
    if (!showsChange(change, app)) {
        return step === 'deploy' && isAccepted && isCurrent(read) && change.match(app) === 'more';
    }
    if (cannotBeOldCopy(app, change, state))
        return true;
    if (!showsSame(change, change.reads.at(-1) ?? null, app))
        return isCurrent(read);
    if (step === 'submit' || !isAccepted)
        return false;
    return read.ageMs >= (state === 'pending' ? lastPendingReadbackMs : maxReadLagMs);
}
function showsChange(change, app) {
    if (change.match(app) !== 'same')
        return false;
    return change.step !== 'submit' || (0,app_status/* toReviewState */.LR)(app.status) !== 'none';
}
function cannotBeOldCopy(app, change, state) {
    if (state === 'conflict')
        return false;
    const { step, reads } = change;
    const isSeen = reads.some((read) => showsSame(change, read, app));
    if (step === 'submit' && state === 'lost') {
        return !isSeen && !listTimes(reads, 'submittedAt').includes(app.submittedAt);
    }
    if (!isSeen)
        return true;
    if (step === 'submit')
        return state === 'accepted' && isSubmittedAnew(reads, app);
    if (step === 'create' || app.updatedAt === null)
        return false;
    return !listTimes(reads, 'updatedAt').includes(app.updatedAt);
}
function isSubmittedAnew(reads, app) {
    const times = listTimes(reads, 'submittedAt');
    return times.length > 0 && times.every((time) => isLater(app.submittedAt, time));
}
function showsSame(change, earlier, app) {
    if (earlier === null)
        return false;
    return change.step === 'submit' ? earlier.status === app.status : showsChange(change, earlier);
}
function listTimes(reads, kind) {
    return reads.map((read) => read?.[kind] ?? null).filter((time) => time !== null);
}
function isOutdated(reads, app) {
    if (app === null)
        return false;
    return reads.some((read) => read !== null && isLater(read.updatedAt, app.updatedAt));
}
function isLater(one, other) {
    const time = parseUtc(one);
    const otherTime = parseUtc(other);
    return time !== null && otherTime !== null && time > otherTime;
}
function parseUtc(text) {
    if (text === null || !isUtc.test(text))
        return null;
    return Date.parse(text);
}
const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;
function isOverwritten(change, read) {
    const { step, reads } = change;
    const { app } = read;
    if (!isCurrent(read))
        return false;
    if (app === null)
        return step !== 'create';
    const match = change.match(app);
    const isOurs = match === 'same' || match === 'page';
    const isKnown = isOurs || reads.some((earlier) => earlier !== null && isSameContent(earlier, app));
    if (!isKnown)
        return true;
    if (step !== 'submit' && step !== 'delete')
        return false;
    return !reads.some((earlier) => earlier?.status === app.status);
}
function isAsBefore(change, read) {
    const before = change.reads.at(-1) ?? null;
    const { app } = read;
    if (before === null || app === null)
        return before === app;
    return (app.status === before.status &&
        app.updatedAt === before.updatedAt &&
        app.submittedAt === before.submittedAt &&
        isSameContent(before, app));
}
function mayShowOldStatus(change, app, sinceAppliedMs) {
    const { step } = change;
    if (step === 'create' || step === 'delete')
        return false;
    const before = change.reads.at(-1);
    if (!app || !before || sinceAppliedMs >= maxReadLagMs)
        return false;
    if (app.status === before.status && endsStatus(step, app.status))
        return true;
    if (step === 'submit' || app.updatedAt === null)
        return false;
    if (app.updatedAt !== before.updatedAt)
        return false;
    const isWholeSecond = /:\d\d(\.0+)?Z$/.test(app.updatedAt);
    const sinceUpdateMs = Math.abs(change.sentAt - Date.parse(app.updatedAt));
    return !(isWholeSecond && sinceUpdateMs < 2_000);
}
function endsStatus(step, status) {
    if (step === 'submit')
        return status === 'changes_requested';
    return (0,app_status/* mayBeInReview */.KW)(status) || status === 'published';
}
function isStatusCurrent(statusBefore, read) {
    if (read.app?.status === statusBefore)
        return read.ageMs >= lastReadbackMs;
    return isCurrent(read);
}
function toReviewResult(review, read) {
    const { reads, match } = review;
    const { app } = read;
    if (app === null)
        return isCurrent(read) ? 'withdrawn' : 'pending';
    if (isPublishedAnew(reads, app, isCurrent(read)))
        return 'approved';
    const isSeen = reads.some((earlier) => earlier?.status === app.status);
    if (isSeen && !isCurrent(read))
        return 'pending';
    const state = (0,app_status/* toReviewState */.LR)(app.status);
    const isSame = match === null || match(app) === 'same';
    if (isSame && state !== 'none')
        return state;
    return isCurrent(read) ? 'withdrawn' : 'pending';
}
function isPublishedAnew(reads, app, isReadCurrent) {
    const { status, publishedAt } = app;
    if (status !== 'published_with_unreviewed_changes' || publishedAt === null)
        return false;
    const times = listTimes(reads, 'publishedAt');
    const isOlderThanDraft = reads.some((read) => read !== null &&
        (isLater(read.updatedAt, publishedAt) || isLater(read.submittedAt, publishedAt)));
    if (!isOlderThanDraft && times.every((time) => isLater(publishedAt, time)))
        return true;
    return isReadCurrent && times.length > 0 && !times.includes(publishedAt);
}

;// CONCATENATED MODULE: ./lib/src/commands/readback.js




async function* pollApp(slug, schedule, context) {
    const { since, timesMs } = schedule;
    const notShown = 'the app does not show the change';
    for (const [index, timeMs] of timesMs.entries()) {
        const nextMs = timesMs[index + 1];
        if (nextMs !== undefined && context.clock.now() >= since + nextMs)
            continue;
        await sleepUntil(since + timeMs, context);
        const retryWindowMs = nextMs === undefined ? undefined : since + nextMs - context.clock.now();
        const read = await tryRead({ slug, since, retryWindowMs }, context);
        if (read instanceof action_error/* ActionError */.lZ) {
            yield { read: null, reason: `the app could not be read: ${(0,format/* toClause */.HV)(read.message)}` };
        }
        else if (isOutdated(context.state.reads, read.app)) {
            context.log.debug(`a read ${read.ageMs} ms later showed an older state of the app than an earlier read`);
            yield { read: null, reason: notShown };
        }
        else {
            yield { read, reason: notShown };
        }
    }
}
async function tryRead({ slug, since, ...options }, context) {
    const ageMs = context.clock.now() - since;
    try {
        const app = await context.client.readApp(slug, options);
        return { app, ageMs };
    }
    catch (error) {
        context.signal.throwIfAborted();
        if (!(error instanceof action_error/* ActionError */.lZ) || isKeyRefused(error))
            throw error;
        context.log.debug(`the app could not be read ${ageMs} ms later: ${error.message}`);
        return error;
    }
}
async function sleepUntil(time, context) {
    let leftMs = time - context.clock.now();
    while (leftMs > 0) {
        await context.clock.sleep(leftMs, context.signal);
        leftMs = time - context.clock.now();
    }
}

;// CONCATENATED MODULE: ./lib/src/commands/apply-change.js









const nouns = {
    create: 'creation',
    deploy: 'deploy',
    update: 'update',
    submit: 'submission',
    delete: 'deletion',
};
class UnverifiedChangeError extends action_error/* ActionError */.lZ {
    name = 'UnverifiedChangeError';
    constructor(change, what, cause) {
        const sent = `The ${nouns[change.step]} of ${change.slug} was sent`;
        const reason = 'it reads the app first, and sends nothing if the change has arrived.';
        super(`${sent}, and its result could not be verified: ${what}`, {
            code: 'unverified',
            kind: 'unknown',
            next: `${(0,frontend/* nameRerun */.Mn)('Re-run the job')}: ${reason}`,
            cause,
        });
    }
}
async function applyChange(planned, context) {
    const change = {
        ...planned,
        reads: context.state.reads,
        sentAt: context.clock.now(),
    };
    for (let attempt = 1;; attempt += 1) {
        const sent = await sendChange(change, attempt > 1, context);
        const result = await readBack(change, sent, context);
        const { confirmation } = result.evidence;
        if (confirmation !== null) {
            await noteRemarks(sent.error, change, context);
            noteReviewLeft(change, confirmation.app, context);
            return toAppliedChange(sent, confirmation);
        }
        const mayResend = sent.resendAfterMs !== null && isNotApplied(change, result.evidence);
        if (!mayResend || attempt >= context.maxSends)
            throw await explainFailure(change, result, context);
        const next = `attempt ${attempt + 1} of ${context.maxSends}`;
        context.log.info(`The ${nouns[change.step]} was not applied: sending it again (${next})`);
    }
}
function toAppliedChange(sent, read) {
    if (sent.state === 'pending') {
        return { app: read.app, ageMs: 0, since: sent.since + read.ageMs, isAccepted: true };
    }
    const isAccepted = sent.state === 'accepted';
    return { app: read.app, ageMs: read.ageMs, since: sent.since, isAccepted };
}
async function sendChange(change, isResent, context) {
    const { step } = change;
    context.state.record({ kind: 'change', step, state: 'sent' });
    const outcome = await change.send().catch(toRefusal);
    const { error } = outcome;
    const changeState = interpretOutcome(step, outcome, isResent);
    if (error !== null && isNotMade(changeState)) {
        if (isResent && error.kind !== 'rejected')
            throw new UnverifiedChangeError(change, error.message, error);
        throw await noteRefusal(error, change, context);
    }
    context.state.record({ kind: 'change', step, state: changeState });
    const since = context.clock.now();
    return { state: changeState, since, error, resendAfterMs: outcome.resendAfterMs };
}
function toRefusal(error) {
    if (!(error instanceof action_error/* ActionError */.lZ))
        throw error;
    return { result: 'refused', value: null, error, resendAfterMs: null };
}
function interpretOutcome(step, outcome, isResent) {
    const { result, error } = outcome;
    if (error === null || result === 'lost')
        return result;
    if (isResent && step === 'delete' && error.code === 'not_found')
        return 'accepted';
    if (isConflict(error) && (isResent || isMadeOnce(step)))
        return 'conflict';
    return result;
}
function isNotMade(state) {
    return state === 'refused' || state === 'rate_limited' || state === 'not_sent';
}
function isConflict(error) {
    return error.code === 'conflict' || error.code === 'address_taken';
}
function isMadeOnce(step) {
    return step === 'submit' || step === 'create';
}
async function readBack(change, sent, context) {
    if (sent.error !== null) {
        const purpose = `to find out whether the ${nouns[change.step]} was applied`;
        context.log.info(`${describeNeutrally(sent.error)}; reading the app ${purpose}`);
    }
    let evidence = startEvidence(sent.state);
    let reason = '';
    try {
        const schedule = { since: sent.since, timesMs: chooseReadTimes(sent) };
        for await (const polled of pollApp(change.slug, schedule, context)) {
            if (polled.read === null) {
                evidence = weighFailedRead(change, evidence, context.clock.now() - sent.since);
            }
            else {
                evidence = weighRead(change, evidence, polled.read);
            }
            recordReadback(change, evidence, context);
            reason = polled.reason;
            if (evidence.verdict === 'overwritten')
                reason = describeOverwritten(change, evidence);
            if (evidence.verdict !== 'open')
                break;
        }
        return { sent, evidence, reason, cause: null };
    }
    catch (cause) {
        if (!(cause instanceof action_error/* ActionError */.lZ))
            throw cause;
        evidence = { ...evidence, lastRead: null };
        return { sent, evidence, reason: (0,format/* toClause */.HV)(cause.message), cause };
    }
}
function chooseReadTimes(sent) {
    if (sent.state === 'pending')
        return pendingReadbackTimesMs;
    if (sent.state === 'conflict') {
        return readbackTimesMs.filter((timeMs) => timeMs <= maxReadLagMs);
    }
    const resendAfterMs = sent.resendAfterMs ?? 0;
    if (resendAfterMs <= Math.max(...readbackTimesMs))
        return readbackTimesMs;
    return [...readbackTimesMs, resendAfterMs];
}
function describeNeutrally(error) {
    if (!(error instanceof ApiError) || !isConflict(error))
        return error.message;
    return (0,format/* joinTexts */.B5)(['The service responded with 409', error.details.message], ': ');
}
function recordReadback(change, evidence, context) {
    const { lastRead } = evidence;
    if (lastRead === null)
        return;
    const isConfirmed = evidence.confirmation === lastRead;
    const shown = isConfirmed ? 'shows the change' : 'does not show the change yet';
    context.log.debug(`${change.step}: a read ${lastRead.ageMs} ms after the request ${shown}`);
    const match = lastRead.app === null ? 'other' : change.match(lastRead.app);
    context.state.record({ kind: 'read', app: lastRead.app, match, trust: evidence.trust });
    if (isConfirmed) {
        context.state.record({ kind: 'change', step: change.step, state: 'confirmed' });
    }
}
function describeOverwritten(change, evidence) {
    const app = evidence.lastRead?.app ?? null;
    if (app === null)
        return 'the app no longer exists';
    if (change.match(app) === 'same')
        return `the app now has the status ${app.status}`;
    const other = change.describeOther?.(app) ?? '';
    return (0,format/* joinTexts */.B5)(['the app shows other content or another status', other], ': ');
}
async function explainFailure(change, result, context) {
    const { reason } = result;
    const { error } = result.sent;
    if (error === null) {
        const what = (0,format/* joinTexts */.B5)(['the service accepted the change, but', reason], ' ');
        return new UnverifiedChangeError(change, what, result.cause);
    }
    const isRefused = result.sent.state === 'conflict' && isMadeOnce(change.step);
    if (isRefused && result.evidence.lastRead !== null)
        return noteRefusal(error, change, context);
    if (error instanceof ApiError)
        await noteProblems(error.details, change, context);
    const isNamed = error.message.endsWith(reason);
    const what = isNamed ? error.message : (0,format/* joinTexts */.B5)([error.message, reason], '; ');
    return new UnverifiedChangeError(change, what, result.cause ?? error);
}
function noteReviewLeft(change, app, context) {
    const changesContent = change.step === 'deploy' || change.step === 'update';
    const wasInReview = change.reads.at(-1)?.status === 'in_review';
    if (changesContent && wasInReview && app?.status !== 'in_review') {
        context.state.warn(`The ${nouns[change.step]} took the app out of review.`);
    }
}
async function noteRefusal(error, change, context) {
    context.state.record({ kind: 'change', step: change.step, state: 'refused' });
    if (error instanceof ApiError)
        await noteProblems(error.details, change, context);
    return error;
}
async function noteRemarks(error, change, context) {
    if (!isErrorInSuccess(error))
        return;
    const { message, problems } = error.details;
    const remarks = problems.map((problem) => ({ ...problem, severity: 'warning' }));
    await noteProblems({ ...error.details, problems: remarks }, change, context);
    if (message === null)
        return;
    context.state.warn(`The service made the ${nouns[change.step]}, and responded: ${message}`);
}
async function noteProblems(details, change, context) {
    const placed = await locateInFolder(details.problems, change, context);
    const isNamed = (found) => placed.some((named) => isSameFault(found, named));
    const others = context.state.facts.problems.filter((found) => !isNamed(found));
    context.state.update({
        problems: [...placed, ...others],
        moreProblems: details.moreProblems,
        termsRequired: details.termsVersion,
    });
}
async function locateInFolder(problems, change, context) {
    if (change.folder === null)
        return locateProblems(null, problems);
    try {
        return await change.folder.locate(problems, change.step === 'deploy' ? 'files' : 'fields');
    }
    catch (error) {
        if (!(error instanceof FolderError))
            throw error;
        context.log.debug(`the problems could not be placed: ${(0,action_error/* toReason */.Ge)(error)}`);
        return locateProblems(null, problems);
    }
}

;// CONCATENATED MODULE: ./lib/src/commands/plan.js





async function planByRead(inputs, context, examine) {
    const { clock, state } = context;
    const readAt = clock.now();
    let app = await readForPlan(inputs, context);
    const since = context.availability.answeredAt ?? clock.now();
    let found = examine(app);
    if (readAt - since < maxReadLagMs && isEnd(found.plan)) {
        state.record({ kind: 'read', app, match: 'other', trust: 'none' });
        context.log.info('Reading the app again after 7 s, since the first read may be outdated');
        await sleepUntil(since + maxReadLagMs, context);
        app = await readForPlan(inputs, context);
        found = examine(app);
    }
    state.record({ kind: 'read', app, match: found.isSame ? 'same' : 'other', trust: 'all' });
    return { app, since, found };
}
async function readForPlan(inputs, context) {
    const { slug } = inputs;
    const isUnreachable = context.availability.isUnreachable(context.clock.now());
    const retryWindowMs = isUnreachable ? 0 : undefined;
    const app = await context.client.readApp(slug, { keepsTexts: inputs.diff, retryWindowMs });
    if (app === null) {
        context.log.info(`Remote: there is no app ${slug}`);
        return null;
    }
    context.log.debug(`${slug}: ${app.status}, updated ${app.updatedAt ?? 'at an unknown time'}`);
    return app;
}
function isEnd(plan) {
    if (plan.kind === 'nothing')
        return plan.reason !== 'unchanged';
    return plan.kind === 'refuse' || plan.kind === 'skip';
}
function acceptPlan(plan) {
    if (plan.kind === 'refuse')
        throw plan.error;
    return plan;
}
function endByPlan(plan, inputs, context) {
    const { state } = context;
    const planned = plan.kind === 'change' ? plan.steps.join(', ') : plan.kind;
    context.log.debug(`Plan: ${planned}`);
    const status = state.facts.app?.status ?? null;
    const isInReview = plan.kind === 'nothing' && plan.reason === 'in_review';
    if (isInReview && status !== 'in_review') {
        state.notice(`The status ${status} is not documented and may mean a review, so ${inputs.slug} is not submitted again.`);
    }
    if (inputs.dryRun)
        return { kind: 'planned', plan };
    if (plan.kind === 'change' || isInReview)
        return null;
    if (plan.kind === 'skip')
        return { kind: 'skipped', skipReason: 'in-review' };
    if (plan.reason === 'published') {
        state.notice(`${inputs.slug} is published with this content: there is nothing to review.`);
    }
    return { kind: 'unchanged' };
}
function refuse(error) {
    return { kind: 'refuse', error };
}
function makeMissingError(slug) {
    const next = `Check the slug, that the API key belongs to the owner of the app, and the path of ${(0,frontend/* nameInput */.K3)('base-url')}.`;
    return new CommandError('app_missing', slug, { next });
}
function planDeploy(inputs, status, isSame) {
    const { slug } = inputs;
    const steps = inputs.submit ? ['deploy', 'submit'] : ['deploy'];
    if (status === null) {
        if (!inputs.create)
            return refuse(new CommandError('app_missing', slug));
        return { kind: 'change', steps: ['create', ...steps] };
    }
    if (inputs.submit && status === 'not_approved') {
        return refuse(new CommandError('final_not_approved', slug));
    }
    if (isSame && !inputs.force) {
        return inputs.submit ? planSubmit(slug, status) : { kind: 'nothing', reason: 'unchanged' };
    }
    return planInReview(inputs, status) ?? { kind: 'change', steps };
}
function planInReview(inputs, status) {
    if (!(0,app_status/* mayBeInReview */.KW)(status) || inputs.onInReview === 'replace')
        return null;
    if (inputs.onInReview === 'skip')
        return { kind: 'skip' };
    if (status === 'in_review')
        return refuse(new CommandError('in_review', inputs.slug));
    return refuse(new CommandError('unknown_state', `${inputs.slug} has the status ${status}`));
}
function planSubmit(slug, status) {
    if (status === 'not_approved')
        return refuse(new CommandError('final_not_approved', slug));
    if (status === 'published')
        return { kind: 'nothing', reason: 'published' };
    if ((0,app_status/* mayBeInReview */.KW)(status))
        return { kind: 'nothing', reason: 'in_review' };
    return { kind: 'change', steps: ['submit'] };
}

;// CONCATENATED MODULE: ./lib/src/commands/create.js







async function create(inputs, folder, context) {
    const fields = readFields(folder);
    const planned = await planByRead(inputs, context, (app) => examineNewApp(app, inputs.slug));
    const end = endByPlan(acceptPlan(planned.found.plan), inputs, context);
    if (end !== null)
        return end;
    const match = (app) => matchFields(app, fields);
    await createApp(fields, { slug: inputs.slug, folder, match }, context);
    return { kind: 'created' };
}
function examineNewApp(app, slug) {
    if (app !== null) {
        return { plan: refuse(new CommandError('app_exists', slug)), isSame: false };
    }
    return { plan: { kind: 'change', steps: ['create'] }, isSame: false };
}
function readFields(folder) {
    for (const name of model_app/* sentFields */.S5) {
        const path = model_app/* appFields */.fj[name].file;
        if (path === model_app/* servicePath */.VF || folder.fields[name] !== undefined)
            continue;
        if (folder.files.some((file) => file.path === path)) {
            throw new CommandError('field_unreadable', path, { path });
        }
    }
    return folder.fields;
}
async function createApp(fields, app, context) {
    try {
        const applied = await applyChange({
            step: 'create',
            slug: app.slug,
            folder: app.folder,
            send: () => context.client.createApp(app.slug, fields),
            match: app.match,
        }, context);
        context.log.info(`Created ${app.slug}`);
        return applied;
    }
    catch (error) {
        if (mayBeCap(error))
            throw await explainCap(error, app.slug, context);
        throw error;
    }
}
async function explainCap(error, slug, context) {
    try {
        const list = await context.client.listApps();
        if (list.apps.length < model_app/* maxApps */.Z4)
            return error;
    }
    catch (listError) {
        if (isKeyRefused(listError))
            return listError;
        context.log.debug(`the apps could not be counted: ${(0,action_error/* toReason */.Ge)(listError)}`);
        return error;
    }
    const words = error.details.message ?? `returned ${error.details.status}`;
    return new CommandError('too_many_apps', `${slug} was not created (${words})`, { cause: error });
}

;// CONCATENATED MODULE: ./lib/src/commands/delete.js


async function deleteApp(inputs, context) {
    const planned = await planByRead(inputs, context, (app) => examineOldApp(app, inputs.slug));
    const end = endByPlan(acceptPlan(planned.found.plan), inputs, context);
    if (end !== null)
        return end;
    await applyChange({
        step: 'delete',
        slug: inputs.slug,
        folder: null,
        send: () => context.client.deleteApp(inputs.slug),
        match: () => 'other',
    }, context);
    context.log.info(`Deleted ${inputs.slug}`);
    return { kind: 'deleted' };
}
function examineOldApp(app, slug) {
    if (app === null)
        return { plan: refuse(makeMissingError(slug)), isSame: false };
    return { plan: { kind: 'change', steps: ['delete'] }, isSame: false };
}

;// CONCATENATED MODULE: ./lib/src/commands/review.js







const firstPauseMs = 2_000;
const maxPauseMs = 30_000;
const lastReadMs = 5_000;
const progressLogMs = 300_000;
async function followReview(inputs, followed, context) {
    const { state } = context;
    const timeoutMs = inputs.waitForReviewMinutes * 60_000;
    const result = toReviewResult(followed, followed.read);
    state.record({ kind: 'review', result, isWaited: timeoutMs > 0 });
    if (timeoutMs === 0 || result !== 'pending')
        return;
    context.deadline.extend(timeoutMs);
    const limit = (0,format/* formatDuration */.a3)(timeoutMs);
    context.log.info(`Waiting for the review of ${inputs.slug}, at most ${limit}`);
    try {
        const lastError = await pollReview({ ...followed, slug: inputs.slug, timeoutMs }, context);
        if (lastError !== null) {
            const reason = (0,format/* toSentence */.Re)(lastError.message);
            state.warn(`The app could not be read at the end of the wait: ${reason}`);
        }
        if (state.facts.reviewResult === 'pending') {
            const later = `Run ${(0,frontend/* nameCommand */.JB)('status')} later to see the result.`;
            state.notice(`No review result within ${limit}. ${later}`);
        }
    }
    catch (error) {
        if (!(error instanceof action_error/* ActionError */.lZ) || isKeyRefused(error))
            throw error;
        const reason = (0,format/* toSentence */.Re)(error.message);
        state.warn(`The wait for the review ended early: ${reason} ${inputs.slug} stays as it is.`);
    }
}
async function pollReview(wait, context) {
    const { slug, since, timeoutMs } = wait;
    const { clock, state } = context;
    const startedAt = clock.now();
    const endsAt = startedAt + timeoutMs;
    const followed = { reads: [...wait.reads, wait.read.app], match: wait.match };
    let review = pinContent(followed, wait.read);
    let loggedAt = startedAt;
    let lastError = null;
    for (let reads = 0; state.facts.reviewResult === 'pending' && clock.now() < endsAt; reads += 1) {
        const pauseMs = Math.min(choosePause(reads, context.random()), endsAt - clock.now());
        await clock.sleep(pauseMs, context.signal);
        const timeLeftMs = Math.max(0, endsAt - clock.now()) + lastReadMs;
        const read = await tryRead({ slug, since, retryWindowMs: 0, timeoutMs: timeLeftMs }, context);
        lastError = read instanceof action_error/* ActionError */.lZ ? read : null;
        if (read instanceof action_error/* ActionError */.lZ || isOutdated(state.reads, read.app))
            continue;
        review = pinContent(review, read);
        const hasNewStatus = recordReviewRead(review, read, context);
        if (!hasNewStatus && clock.now() - loggedAt < progressLogMs)
            continue;
        loggedAt = clock.now();
        const status = nameStatus(read.app);
        const waited = `${(0,format/* formatDuration */.a3)(loggedAt - startedAt)} (limit ${(0,format/* formatDuration */.a3)(timeoutMs)})`;
        context.log.info(hasNewStatus ? `${slug} is now ${status}` : `Still ${status} after ${waited}`);
    }
    return lastError;
}
function choosePause(reads, random) {
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 1.5 ** reads);
    return Math.round(pauseMs * (1 + 0.2 * random));
}
function pinContent(review, read) {
    const { app } = read;
    if (review.match !== null || app === null || !isCurrent(read))
        return review;
    return { ...review, match: (shown) => (isSameContent(shown, app) ? 'same' : 'other') };
}
function recordReviewRead(review, read, context) {
    const { app } = read;
    const result = toReviewResult(review, read);
    const age = `${read.ageMs} ms after the submission`;
    context.log.debug(`review: a read ${age} shows the status ${nameStatus(app)}: ${result}`);
    if (result === 'pending' && !isCurrent(read))
        return false;
    const hasNewStatus = app?.status !== context.state.facts.app?.status;
    if (!hasNewStatus && result === 'pending')
        return false;
    const match = app === null ? 'other' : (review.match?.(app) ?? 'same');
    context.state.record({ kind: 'read', app, match, trust: 'all' });
    context.state.record({ kind: 'review', result, isWaited: true });
    return hasNewStatus;
}
function nameStatus(app) {
    return app === null ? 'gone' : app.status;
}

;// CONCATENATED MODULE: ./lib/src/commands/submit.js







async function submit_submit(inputs, folder, context) {
    const { state } = context;
    const { app, since, found } = await planByRead(inputs, context, (read) => examineSubmission(read, inputs.slug, folder));
    if (app === null)
        throw makeMissingError(inputs.slug);
    if (found.comparison !== null)
        noteComparison(found.comparison, found.isSame, state);
    const plan = acceptPlan(found.plan);
    if (folder === null) {
        const updatedAt = app.updatedAt ?? 'an unknown time';
        state.notice(`The draft of ${inputs.slug} was last updated at ${updatedAt}.`);
    }
    const end = endByPlan(plan, inputs, context);
    if (end !== null)
        return end;
    const match = folder === null ? null : matchDraft(app, folder);
    await submitApp(inputs, { app, match, since, folder }, context);
    if (plan.kind !== 'change')
        return { kind: 'unchanged' };
    return { kind: state.facts.submitted ? 'submitted' : 'unchanged' };
}
function examineSubmission(app, slug, folder) {
    if (app === null) {
        return { plan: refuse(makeMissingError(slug)), isSame: false, comparison: null };
    }
    if (folder === null) {
        return { plan: planSubmit(slug, app.status), isSame: true, comparison: null };
    }
    const comparison = compareFolder(app, folder);
    if (comparison?.changes.length === 0) {
        return { plan: planSubmit(slug, app.status), isSame: true, comparison };
    }
    const error = new CommandError('draft_differs', describeDifference(comparison));
    return { plan: refuse(error), isSame: false, comparison };
}
function describeDifference(comparison) {
    if (comparison === null)
        return 'files that the service does not show';
    return nameChanges(comparison.changes);
}
function noteComparison(comparison, isSame, state) {
    state.update({ changes: comparison.changes });
    if (!isSame)
        return;
    for (const notice of comparison.notices)
        state.notice(notice);
    if (comparison.unlisted.length > 0)
        state.warn(describeUnlisted(comparison.unlisted));
}
function matchDraft(draft, folder) {
    return (app) => {
        const isSame = isSameContent(app, draft) && compareFolder(app, folder)?.changes.length === 0;
        return isSame ? 'same' : 'other';
    };
}
async function submitApp(inputs, submission, context) {
    const { state, log } = context;
    const { app, match, since } = submission;
    const readsBefore = state.reads;
    if ((0,app_status/* mayBeInReview */.KW)(app.status)) {
        const read = { app, ageMs: context.clock.now() - since };
        await followReview(inputs, { reads: readsBefore, match, read, since }, context);
        return;
    }
    const applied = await sendSubmission(inputs, submission, context);
    if (applied.isAccepted) {
        state.update({ termsAccepted: inputs.termsVersion });
        log.info(`Submitted for review, with the developer terms ${inputs.termsVersion} accepted`);
    }
    else if (state.facts.sentForReview) {
        log.info('Submitted for review, as a read of the app shows');
    }
    else {
        log.info('Not submitted: another run has sent this content for review');
    }
    const followed = { reads: readsBefore, match, read: applied, since: applied.since };
    await followReview(inputs, followed, context);
}
async function sendSubmission(inputs, submission, context) {
    try {
        return await applyChange({
            step: 'submit',
            slug: inputs.slug,
            folder: submission.folder,
            send: () => context.client.submitApp(inputs.slug, inputs.termsVersion),
            match: submission.match ?? (() => 'same'),
        }, context);
    }
    catch (error) {
        throw explainTakenDown(error, submission.app);
    }
}
function explainTakenDown(error, app) {
    const isConflict = error instanceof ApiError && error.code === 'conflict';
    if (!isConflict || app.status !== 'taken_down')
        return error;
    const words = error.details.message ?? 'returned 409';
    return new CommandError('taken_down', `${app.slug} (${words})`, { cause: error });
}

;// CONCATENATED MODULE: ./lib/src/commands/text-changes.js




const maxComparedBytes = 256 * 1024;
const maxDiffLines = 200;
const maxEdits = 1000;
const maxTries = 4;
const contextLines = 3;
const firstPaths = [model_app/* servicePath */.VF, model_app/* promptPath */.AN, model_app/* pagePath */.HX];
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
    const found = shown.get(path)?.plain ?? null;
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
    const file = folder.files.find((file) => file.path === path);
    if (file === undefined || file.textSha256 === null)
        return null;
    try {
        return folder.readText(path, maxComparedBytes);
    }
    catch {
        return null;
    }
}
function toComparable(path, text) {
    const normal = normalizeText(text);
    if (path === model_app/* servicePath */.VF)
        return formatService(normal);
    return path === model_app/* promptPath */.AN ? trimPrompt(normal) : normal;
}
function trimPrompt(text) {
    const prompt = model_app/* appFields */.fj.system_prompt.normalize(text);
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













async function deploy(inputs, folder, context) {
    const run = { inputs, folder, context };
    const planned = await planFromDraft(run);
    if (!planned.steps.includes('create'))
        return carryOut(planned, run);
    const isOurs = await createDraft(run);
    if (isOurs)
        return deployFolder(null, run);
    const existing = { ...run, inputs: { ...inputs, create: false } };
    return carryOut(await planFromDraft(existing), existing);
}
async function planFromDraft(run) {
    const { inputs, folder, context } = run;
    const planned = await planByRead(inputs, context, (app) => examineDraft(app, inputs, folder));
    if (planned.app !== null)
        await noteDraft(planned.app, planned.found, run);
    const plan = acceptPlan(planned.found.plan);
    const end = endByPlan(plan, inputs, context);
    const hasSteps = end === null && plan.kind === 'change';
    return { app: planned.app, since: planned.since, end, steps: hasSteps ? plan.steps : [] };
}
async function carryOut(planned, run) {
    const { app } = planned;
    if (planned.end !== null)
        return planned.end;
    if (app === null || planned.steps.includes('deploy'))
        return deployFolder(app, run);
    const submission = {
        app,
        match: matchFolder(run.folder, listPaths([app])),
        since: planned.since,
        folder: run.folder,
    };
    await submitApp(run.inputs, submission, run.context);
    return { kind: 'unchanged' };
}
function examineDraft(app, inputs, folder) {
    if (app === null) {
        return { plan: planDeploy(inputs, null, false), isSame: false, comparison: null };
    }
    const comparison = compareFolder(app, folder);
    const isSame = comparison !== null && isDraftSame(app, comparison);
    return { plan: planDeploy(inputs, app.status, isSame), isSame, comparison };
}
function isDraftSame(app, comparison) {
    if (comparison.changes.length > 0)
        return false;
    if (comparison.unlisted.length === 0)
        return true;
    return (0,app_status/* mayBeInReview */.KW)(app.status) || app.status === 'published';
}
async function noteDraft(app, found, run) {
    const { state, log } = run.context;
    const { comparison } = found;
    if (comparison === null) {
        log.info(`Remote: ${app.status}, its files are not shown`);
        return;
    }
    log.info(`Remote: ${app.status}, ${(0,format/* formatCount */.B4)(comparison.changes.length, 'file', 'differ')}`);
    state.update({
        changes: comparison.changes,
        filesVerified: comparison.isVerified,
        byteCountBefore: comparison.byteCount,
    });
    for (const notice of comparison.notices)
        state.notice(notice);
    if (found.isSame && comparison.unlisted.length > 0) {
        state.warn(`${describeUnlisted(comparison.unlisted)} To deploy them anyway, ${(0,frontend/* adviseFlag */.ng)('force')}.`);
    }
    if (!run.inputs.diff)
        return;
    const textChanges = await diffTexts(app, run.folder, comparison.changes);
    state.update({ textChanges });
}
async function createDraft(run) {
    const name = run.folder.fields.name;
    const created = await createNamedApp(name === undefined ? {} : { name }, run);
    const isCreatedHere = run.context.state.facts.created;
    return isCreatedHere && created.app !== null && !isEnteredStatus(created.app.status);
}
async function createNamedApp(fields, run) {
    const { slug } = run.inputs;
    const target = { slug, folder: run.folder, match: () => 'same' };
    const { problems, moreProblems } = run.context.state.facts;
    try {
        return await createApp(fields, target, run.context);
    }
    catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'field_rejected')
            throw error;
        run.context.state.update({ problems, moreProblems });
        return createApp({ name: slug }, target, run.context);
    }
}
async function deployFolder(before, run) {
    const deployed = await sendFolder(before, run);
    if (before?.status === 'not_approved') {
        run.context.state.warn('The app was not approved, which is final: it can never be published. Deploy it under a new slug.');
    }
    noteContent(deployed.app, run);
    if (run.inputs.submit)
        await submitDeployed(deployed, before, run);
    return { kind: 'deployed' };
}
async function sendFolder(before, run) {
    const { folder, context } = run;
    const { slug } = run.inputs;
    const lines = folder.files.map((file) => `${file.path}, ${(0,format/* formatBytes */.z3)(file.bytes)}`);
    context.log.list('Files', lines);
    const startedAt = context.clock.now();
    const body = folder.createBody(slug);
    const known = before === null ? null : listPaths(context.state.reads);
    const deployed = await applyChange({
        step: 'deploy',
        slug,
        folder,
        send: () => context.client.deployApp(body),
        match: matchFolder(folder, known),
        describeOther: (app) => nameChanges(compareFolder(app, folder)?.changes ?? []),
    }, context);
    const tookMs = context.clock.now() - startedAt;
    const duration = tookMs < 1_000 ? '' : ` in ${(0,format/* formatDuration */.a3)(tookMs)}`;
    context.log.info(`Deployed ${slug}${duration}`);
    return deployed;
}
function matchFolder(folder, known) {
    return (app) => {
        const changes = compareFolder(app, folder)?.changes;
        if (changes === undefined)
            return 'other';
        const differing = changes.filter((change) => change.kind !== 'removed');
        const paths = differing.map((change) => change.path);
        const match = toMatch(app, paths);
        const hasNewFiles = known !== null && changes.some((change) => !known.has(change.path));
        return match === 'same' && hasNewFiles ? 'more' : match;
    };
}
function listPaths(reads) {
    const paths = reads.flatMap((app) => [...(app?.files?.keys() ?? [])]);
    return new Set(['index.html', ...paths]);
}
function noteContent(app, run) {
    const { state } = run.context;
    const comparison = app === null ? null : compareFolder(app, run.folder);
    state.update({ filesVerified: comparison?.isVerified ?? false });
    const paths = comparison?.changes.map((change) => change.path) ?? [];
    if (paths.length === 0)
        return;
    const kept = new Set(paths);
    const changes = state.facts.changes?.filter((change) => !kept.has(change.path)) ?? null;
    state.update({ changes });
    state.warn(`The service has files that are not in the folder: ${(0,format/* listNames */.Zv)(paths)}.`);
}
async function submitDeployed(deployed, before, run) {
    const { inputs, folder, context } = run;
    const match = matchFolder(folder, listPaths(context.state.reads));
    const statusBefore = before?.status ?? null;
    const app = await awaitStatus({ deployed, statusBefore, match }, run);
    const plan = acceptPlan(planSubmit(inputs.slug, app.status));
    if (endByPlan(plan, inputs, context) !== null)
        return;
    await submitApp(inputs, { app, match, since: deployed.since, folder }, context);
}
async function awaitStatus(target, run) {
    const { state } = run.context;
    const { deployed } = target;
    const hasStatus = state.facts.app?.status != null;
    if (deployed.app !== null && hasStatus) {
        const trust = chooseTrust(deployed, target);
        recordAfterDeploy(deployed, trust, target, state);
        if (trust === 'all')
            return deployed.app;
    }
    const timesMs = readbackTimesMs.filter((timeMs) => timeMs > deployed.ageMs);
    const schedule = { since: deployed.since, timesMs };
    for await (const polled of pollApp(run.inputs.slug, schedule, run.context)) {
        const read = polled.read;
        if (read === null)
            continue;
        const trust = chooseTrust(read, target);
        recordAfterDeploy(read, trust, target, state);
        if (trust === 'all' && read.app !== null)
            return read.app;
        if (trust === 'none' && isCurrent(read))
            break;
    }
    throw new CommandError('draft_changed', run.inputs.slug);
}
function chooseTrust(read, target) {
    const { app } = read;
    if (app === null || target.match(app) !== 'same')
        return 'none';
    const needsSubmission = !(0,app_status/* mayBeInReview */.KW)(app.status) && !isEnteredStatus(app.status);
    if (needsSubmission || isStatusCurrent(target.statusBefore, read))
        return 'all';
    return 'content';
}
function recordAfterDeploy(read, trust, target, state) {
    const match = read.app === null ? 'other' : target.match(read.app);
    state.record({ kind: 'read', app: read.app, match, trust });
}
function isEnteredStatus(status) {
    return status === 'in_review' || status === 'published' || status === 'not_approved';
}

;// CONCATENATED MODULE: ./lib/src/commands/status.js





async function status_status(inputs, context) {
    const { state } = context;
    const isWaiting = inputs.waitForReviewMinutes > 0;
    const { app, since } = await planByRead(inputs, context, (read) => examineStatus(read, inputs.slug, isWaiting));
    if (app === null)
        throw makeMissingError(inputs.slug);
    context.log.info(`Remote: ${app.status}${(0,app_status/* describeStatusAge */.Hf)(app, context.clock.now())}`);
    if ((0,app_status/* mayBeInReview */.KW)(app.status) || (isWaiting && isResult(app, state.reads))) {
        const read = { app, ageMs: context.clock.now() - since };
        await followReview(inputs, { reads: state.reads, match: null, read, since }, context);
    }
    if (state.facts.app?.status === 'published_with_unreviewed_changes') {
        const changes = 'its draft has changes that are not reviewed: submit them to publish them';
        state.notice(`${inputs.slug} is published, but ${changes}.`);
    }
    return { kind: 'read' };
}
function examineStatus(app, slug, isWaiting) {
    if (app === null)
        return { plan: refuse(makeMissingError(slug)), isSame: false };
    const reason = isWaiting ? 'in_review' : 'unchanged';
    return { plan: { kind: 'nothing', reason }, isSame: false };
}
function isResult(app, reads) {
    const result = (0,app_status/* toReviewState */.LR)(app.status);
    if (result === 'approved')
        return (0,app_status/* mayBeInReview */.KW)(reads[0]?.status ?? app.status);
    return result === 'rejected';
}
async function list(context) {
    const { apps, hasMore } = await context.client.listApps();
    context.state.update({ apps: apps.map(outcome/* toAppFacts */.si), hasMoreApps: hasMore });
    const count = (0,format/* formatCount */.B4)(apps.length, 'app');
    context.log.info(`Listed ${count}`);
    if (hasMore) {
        context.state.warn(`The list is not complete: it shows the first ${count}, since this action does not follow the pages of a list.`);
    }
    return { kind: 'listed' };
}

;// CONCATENATED MODULE: ./lib/src/commands/update.js








async function update(inputs, folder, context) {
    const held = readFields(folder);
    const run = { inputs, folder, context, held };
    const { app, found } = await planByRead(inputs, context, (read) => examineFields(read, run));
    if (app !== null)
        await noteFields(app, found, run);
    const plan = acceptPlan(found.plan);
    const end = endByPlan(plan, inputs, context);
    if (app !== null && plan.kind !== 'skip') {
        noteHidden(app, run);
        noteUnsent(found, context);
    }
    if (end !== null)
        return end;
    const fields = Object.fromEntries(found.different.map((name) => [name, held[name]]));
    const send = () => context.client.updateApp(inputs.slug, fields);
    const match = (shown) => matchFields(shown, fields);
    const change = { step: 'update', slug: inputs.slug, folder, send, match };
    await applyChange(change, context);
    context.log.info(`Updated ${(0,format/* joinWords */.yZ)(found.different.map(model_app/* nameField */.yD))}`);
    return { kind: 'updated' };
}
function examineFields(app, run) {
    if (app === null) {
        const plan = refuse(makeMissingError(run.inputs.slug));
        return { plan, isSame: false, different: [], changes: null };
    }
    const different = compareFields(app, run.held);
    const changes = compareFolder(app, run.folder)?.changes ?? null;
    const isSame = different.length === 0 && changes?.length === 0;
    const plan = planUpdate(run.inputs, app.status, different);
    return { plan, isSame, different, changes };
}
function planUpdate(inputs, status, different) {
    if (different.length === 0)
        return { kind: 'nothing', reason: 'unchanged' };
    const change = { kind: 'change', steps: ['update'], fields: different };
    return planInReview(inputs, status) ?? change;
}
async function noteFields(app, found, run) {
    const names = (0,format/* joinWords */.yZ)(found.different.map(model_app/* nameField */.yD)) || 'nothing';
    run.context.log.info(`Remote: ${app.status}, fields that differ: ${names}`);
    if (!run.inputs.diff || found.changes === null)
        return;
    const sent = found.changes.filter((change) => holdsField(change, found.different));
    const textChanges = await diffTexts(app, run.folder, sent);
    run.context.state.update({ textChanges });
}
function noteHidden(app, run) {
    const hidden = listHidden(app, run.held);
    if (hidden.length > 0)
        run.context.state.notice(describeHidden(hidden));
}
function noteUnsent(found, context) {
    const unsent = found.changes?.filter((change) => !holdsField(change, found.different)) ?? [];
    if (unsent.length === 0)
        return;
    const count = (0,format/* formatCount */.B4)(unsent.length, 'file', 'differ');
    context.state.notice(`${count} that update does not send: ${(0,frontend/* nameCommand */.JB)('deploy')} sends all files.`);
}
function holdsField(change, names) {
    return names.some((name) => model_app/* appFields */.fj[name].file === change.path);
}

// EXTERNAL MODULE: ./lib/src/model/problem.js
var problem = __webpack_require__(1275);
;// CONCATENATED MODULE: ./lib/src/run/app-run.js













const graceMs = 1_000;
class AppRun {
    #options;
    #outcome = { kind: 'not_run' };
    #prepared = null;
    #scanned = null;
    constructor(options) {
        this.#options = options;
    }
    get outcome() {
        return this.#outcome;
    }
    get exitCode() {
        return (0,outcome/* toExitCode */.t4)(this.#outcome, this.#options.state.facts);
    }
    get scanned() {
        return this.#scanned;
    }
    check() {
        return this.#run(() => this.#check());
    }
    async send() {
        const prepared = this.#prepared;
        const context = this.#options.context;
        if (prepared === null || context === null)
            return 'continue';
        return this.#run(async () => {
            const end = await this.#endIfStale();
            return end ?? prepared(context);
        });
    }
    async logTurn(part) {
        const appLog = this.#options.appLog;
        if (appLog === null)
            return part();
        let next = 'continue';
        await appLog.logTurn(async () => {
            next = await part();
            return this.#toResult();
        });
        return next;
    }
    report() {
        const { folder } = this.#options;
        return {
            ...this.#toResult(),
            folder: this.#options.shownFolder,
            repositoryPath: folder?.repositoryPath ?? null,
            readLines: async (path, first, last) => folder?.readLines(path, first, last) ?? null,
            runWarnings: this.#options.run.warnings,
            secrets: (0,model_inputs/* listSecrets */.AQ)(this.#options.inputs).map((secret) => secret.value),
        };
    }
    #toResult() {
        const { inputs, run } = this.#options;
        return {
            command: inputs.command,
            outcome: this.#outcome,
            facts: this.#options.state.facts,
            now: run.clock.now(),
            isDryRun: inputs.dryRun,
            baseBranch: run.baseBranch,
            realRun: run.realRun,
        };
    }
    async #run(part) {
        const { signal, crashed } = this.#options.run;
        const ended = await this.#awaitPart(this.#catchFailure(part));
        const outcome = crashed.aborted ? this.#toCrash(ended) : ended;
        if (outcome === null)
            return 'continue';
        this.#outcome = outcome;
        if (!('failure' in outcome))
            return 'continue';
        const { failure } = outcome;
        const isKeyRefused = failure.code === 'unauthorized' || failure.causeCode === 'unauthorized';
        return isKeyRefused || signal.aborted ? 'stop' : 'continue';
    }
    async #catchFailure(part) {
        try {
            return await part();
        }
        catch (error) {
            const failure = (0,action_error/* toFailure */.w2)(error);
            const isForkCheck = this.#options.context === null && this.#options.run.fromFork;
            if (isForkCheck)
                return { kind: failure.kind, failure, skipReason: 'fork' };
            return { kind: failure.kind, failure };
        }
    }
    async #awaitPart(running) {
        const { signal, clock } = this.#options.run;
        const late = Promise.withResolvers();
        let timer = null;
        const onAbort = () => {
            timer = clock.setTimer(() => late.resolve(this.#toCutShort(signal.reason)), graceMs);
        };
        if (signal.aborted)
            onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        try {
            return await Promise.race([running, late.promise]);
        }
        finally {
            signal.removeEventListener('abort', onAbort);
            timer?.clear();
        }
    }
    #toCutShort(reason) {
        const kind = this.#options.state.facts.isUnconfirmed ? 'unknown' : 'failed';
        return { kind, failure: { ...(0,action_error/* toFailure */.w2)(reason), kind } };
    }
    #toCrash(ended) {
        const kind = ended?.kind === 'unknown' ? 'unknown' : 'failed';
        return { kind, failure: { ...(0,action_error/* toFailure */.w2)(this.#options.run.crashed.reason), kind } };
    }
    async #check() {
        const { inputs, run } = this.#options;
        noteUnusedInputs(inputs, run.pullRequest, this.#options.state);
        const isOffline = this.#options.context === null;
        if (isOffline && !(0,model_inputs/* takesFolder */.fk)(inputs.command))
            return { kind: 'skipped', skipReason: 'fork' };
        this.#prepared = await this.#prepare();
        if (!isOffline)
            return null;
        if (run.fromFork)
            return { kind: 'planned', plan: null, skipReason: 'fork' };
        return { kind: 'planned', plan: null };
    }
    async #prepare() {
        const inputs = this.#options.inputs;
        switch (inputs.command) {
            case 'deploy': {
                const folder = await this.#scanAndCheck();
                return (context) => deploy(inputs, folder, context);
            }
            case 'create': {
                const folder = await this.#scanAndCheck();
                return (context) => create(inputs, folder, context);
            }
            case 'update': {
                const folder = await this.#scanAndCheck();
                return (context) => update(inputs, folder, context);
            }
            case 'submit': {
                const folder = await this.#scanGuard();
                return (context) => submit_submit(inputs, folder, context);
            }
            case 'status':
                return (context) => status_status(inputs, context);
            case 'delete':
                return (context) => deleteApp(inputs, context);
            case 'list':
                return (context) => list(context);
        }
    }
    async #scanAndCheck() {
        const folder = this.#options.folder;
        if (folder === null)
            throw new Error('The inputs of this command name a folder.');
        const scanned = await this.#scan(folder);
        this.#assertChecked(scanned);
        return scanned;
    }
    async #scanGuard() {
        const folder = this.#options.folder;
        if (folder === null)
            return null;
        const scanned = await this.#scan(folder);
        if (scanned.secrets.length > 0)
            this.#assertChecked(scanned);
        return scanned;
    }
    async #scan(folder) {
        const { state, log } = this.#options;
        const scanned = await folder.scan();
        this.#scanned = scanned;
        state.update({
            fileCount: scanned.files.length,
            byteCount: scanned.byteCount,
            excluded: scanned.excluded,
            contentHash: scanned.contentHash,
        });
        for (const warning of scanned.warnings)
            state.warn(warning);
        for (const file of scanned.files) {
            const bytes = (0,format/* formatCount */.B4)(file.bytes, 'byte');
            log.debug(`Included: ${file.path} (${bytes}, ${file.type}, sent as ${file.encoding})`);
        }
        const size = `${(0,format/* formatCount */.B4)(scanned.files.length, 'file')}, ${(0,format/* formatBytes */.z3)(scanned.byteCount)}`;
        log.info(`Included ${size} (${scanned.contentHash.slice(0, 19)})`);
        const excluded = scanned.excluded.map((file) => `${file.path} (${file.reason})`);
        if (excluded.length > 0)
            log.list('Excluded', excluded);
        return scanned;
    }
    #assertChecked(scanned) {
        const problems = scanned.problems;
        const findings = (0,problem/* countFindings */.Gt)(problems);
        this.#options.state.update({ problems });
        this.#options.log.info(`Checked: ${findings}`);
        if (problems.every((problem) => problem.severity === 'warning'))
            return;
        throw new CommandError('offline_problems', `the offline check found ${findings}`);
    }
    async #endIfStale() {
        const { inputs, state, run } = this.#options;
        const { command, onStale } = inputs;
        if (onStale === 'ignore' || command === 'status' || command === 'list')
            return null;
        try {
            if (!(await run.isStale()))
                return null;
        }
        catch (error) {
            run.signal.throwIfAborted();
            const failure = (0,action_error/* toFailure */.w2)(error);
            const reason = `${(0,format/* toSentence */.Re)(failure.message)} ${failure.next}`;
            state.warn(`on-stale could not be checked, so the run continues: ${reason}`);
            return null;
        }
        if (onStale === 'fail')
            throw new CommandError('stale', 'on-stale is fail');
        if (onStale === 'skip')
            return { kind: 'skipped', skipReason: 'stale' };
        state.warn('A newer commit exists on the branch: this run is for an older one.');
        return null;
    }
}
function noteUnusedInputs(inputs, pullRequest, state) {
    const { command } = inputs;
    if (inputs.comment && command === 'list') {
        state.warn('comment: true does nothing with list: a comment is about one app.');
    }
    else if (inputs.comment && pullRequest === null) {
        state.warn('comment: true does nothing here: this run is not about a pull request.');
    }
    if (inputs.submit && (command === 'create' || command === 'update')) {
        const setting = (0,frontend/* perFrontend */.C2)('submit: true', '--submit');
        state.warn(`${setting} does nothing with ${command}: only deploy and submit send for review.`);
    }
    if (inputs.diff && command !== 'deploy' && command !== 'update') {
        const reason = 'only deploy and update compare the texts of the folder with the draft';
        state.notice(`${(0,frontend/* nameInput */.K3)('diff')} has no effect: ${reason}.`);
    }
    if ((0,model_inputs/* sendsForReview */.P4)(inputs))
        return;
    const reason = 'this run sends nothing for review';
    if (inputs.termsVersion !== '') {
        state.notice(`${(0,frontend/* nameInput */.K3)('terms-version')} has no effect: ${reason}.`);
    }
    if (inputs.waitForReviewMinutes > 0 && command !== 'status') {
        state.notice(`${(0,frontend/* nameInput */.K3)('wait-for-review')} has no effect: ${reason}.`);
    }
}

;// CONCATENATED MODULE: ./lib/src/run/action.js












async function findPlaces(inputs, workspace, signal) {
    const { slug, folder } = inputs;
    if (folder === '')
        return { places: [{ slug, path: null, shown: '' }], warnings: [] };
    if (!(0,model_inputs/* namesSeveral */.v5)(folder)) {
        const shown = toWorkspacePath(workspace, folder);
        return { places: [{ slug, path: external_node_path_.resolve(workspace, folder), shown }], warnings: [] };
    }
    const found = await findApps({ workspace, folder, slug, signal });
    if (found.kind === 'invalid') {
        const secrets = (0,model_inputs/* listSecrets */.AQ)(inputs).map((secret) => secret.value);
        throw (0,model_inputs/* makeInputsError */.wT)(found.invalid, secrets);
    }
    const places = found.apps.map((app) => {
        return { slug: app.slug, path: external_node_path_.resolve(workspace, app.folder), shown: app.folder };
    });
    return { places, warnings: found.warnings };
}
async function runAction(options) {
    const deadline = new Deadline(options.inputs.timeoutMinutes, options.clock);
    const signal = AbortSignal.any([options.cancelled, deadline.signal]);
    const transport = openTransport(options);
    try {
        const found = await options.findPlaces(signal);
        const shared = {
            options,
            found,
            run: toRunDetails(options, signal, found),
            signal,
            deadline,
            transport,
            availability: new ServiceAvailability(),
        };
        const apps = found.places.map((place) => openApp(place, shared));
        await runApps(apps);
        return {
            reports: apps.map((app) => app.report()),
            folders: apps.flatMap((app) => app.scanned ?? []),
            exitCode: apps.some((app) => app.exitCode === 1) ? 1 : 0,
        };
    }
    finally {
        transport?.close();
        deadline.stop();
    }
}
async function runApps(apps) {
    let next = 'continue';
    for (const app of apps) {
        if (next === 'stop')
            break;
        next = await app.check();
    }
    for (const app of apps) {
        next = await app.logTurn(async () => (next === 'stop' ? next : app.send()));
    }
}
function openTransport(options) {
    const { inputs } = options;
    const { apiKey, baseUrl } = inputs;
    if (apiKey === null || baseUrl === null)
        return null;
    return createTransport({
        origin: baseUrl.origin,
        apiKey,
        userAgent: toUserAgent(options.context.runUrl),
        dryRun: inputs.dryRun,
        proxy: options.context.proxy,
    });
}
function toRunDetails(options, signal, found) {
    const { context } = options;
    const isAboutSeveral = found.places.length !== 1;
    let stale = null;
    return {
        clock: options.clock,
        signal,
        crashed: options.crashed,
        isStale() {
            stale ??= options.isStale(signal);
            return stale;
        },
        fromFork: context.fromFork,
        pullRequest: context.pullRequest,
        baseBranch: context.baseBranch,
        realRun: options.realRun,
        warnings: isAboutSeveral ? found.warnings : [],
    };
}
function openApp(place, shared) {
    const { options, found, run } = shared;
    const isOnlyApp = found.places.length === 1;
    const inputs = { ...options.inputs, slug: place.slug };
    const reportedSlug = inputs.command === 'list' ? '' : place.slug;
    const state = new outcome/* RunState */.ll(reportedSlug, (0,model_inputs/* sendsForReview */.P4)(inputs));
    if (isOnlyApp) {
        for (const warning of found.warnings)
            state.warn(warning);
    }
    const appLog = isOnlyApp ? null : createAppLog(place.slug, options.log);
    const log = appLog ?? options.log;
    const folder = openAppFolder(place, inputs, shared);
    return new AppRun({
        run,
        inputs,
        folder,
        shownFolder: folder === null ? null : place.shown,
        context: connect(state, log, shared),
        state,
        log,
        appLog,
    });
}
function openAppFolder(place, inputs, shared) {
    const { options } = shared;
    const { command } = inputs;
    const usesFolder = (0,model_inputs/* takesFolder */.fk)(command) || command === 'submit';
    if (place.path === null || !usesFolder)
        return null;
    return openFolder({
        path: place.path,
        folder: place.shown,
        workspace: options.workspace,
        runnerTemp: options.context.runnerTemp,
        include: inputs.include,
        exclude: inputs.exclude,
        maxSize: inputs.maxSize,
        createsApp: command === 'create' || (command === 'deploy' && inputs.create),
        secrets: (0,model_inputs/* listSecrets */.AQ)(inputs),
        signal: shared.signal,
        watchUpload: options.watchUpload,
    });
}
function connect(state, log, shared) {
    const { options, transport } = shared;
    const baseUrl = options.inputs.baseUrl;
    if (transport === null || baseUrl === null)
        return null;
    return createCommandContext({
        transport,
        baseUrl,
        clock: options.clock,
        random: options.random,
        availability: shared.availability,
        signal: shared.signal,
        deadline: shared.deadline,
        state,
        log,
        onWait: (wait) => log.info((0,outcome/* describeWait */.Ng)(wait)),
    });
}


/***/ })

};
;