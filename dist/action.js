"use strict";
exports.id = 536;
exports.ids = [536];
exports.modules = {

/***/ 6536:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runAction: () => (/* binding */ runAction)
});

// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/format.js
var format = __webpack_require__(2016);
;// CONCATENATED MODULE: ./lib/api/retry.js
/** Attempts at anything that is not a 429. */
const maxAttempts = 4;
/** Attempts that end with 429 and a sane Retry-After: many jobs of one account take turns through several minutes. */
const maxLimitedAttempts = 12;
/** The longest that a Retry-After may ask for. */
const maxRetryAfterMs = 120_000;
/** Waits on a 429 that names no time. */
const limitedWaitsMs = [5_000, 15_000, 40_000];
const backoffBaseMs = 1_000;
/** Most by which jobs that are told the same time spread out. */
const maxSpreadMs = 20_000;
/** True for what changes nothing and may be repeated freely. */
function isRead(operation) {
    return operation === 'read' || operation === 'list';
}
/**
 * The whole policy of sending again. It depends on the operation, on whether it was sent, and on the response, and never
 * on the method alone: a change that may have been made is not repeated before a read has shown that it was not.
 */
function decide(ending, attempt) {
    const { operation, earlier, random } = attempt;
    const { status, retryAfterMs } = ending.kind === 'status' ? ending : { status: 0, retryAfterMs: null };
    // 429 means that nothing was changed: sending again is always safe.
    if (status === 429) {
        const why = 'more than 30 changes in a minute (429)';
        if (retryAfterMs !== null)
            return waitAsAsked(retryAfterMs, attempt, { why, maxAttempts: maxLimitedAttempts });
        return waitWithin(attempt, { afterMs: (limitedWaitsMs[earlier] ?? 0) * (1 + 0.2 * random), why, maxAttempts });
    }
    const isFinal = ending.kind === 'final' || (ending.kind === 'status' && !mayPass(status, operation));
    if (isFinal)
        return { do: 'stop', why: null, next: null };
    if (ending.kind !== 'not_sent' && !isRead(operation))
        return { do: 'verify', retryAfterMs };
    const why = endings[ending.kind] ?? `returned ${status}`;
    if (status === 503 && retryAfterMs !== null)
        return waitAsAsked(retryAfterMs, attempt, { why, maxAttempts });
    // Full jitter, since nothing was sent, or only read: up to 1, 2 and 4 s.
    const afterMs = random * backoffBaseMs * 2 ** earlier;
    return waitWithin(attempt, { afterMs, why, maxAttempts });
}
const endings = {
    not_sent: 'no connection',
    lost: 'no usable response',
};
/** The service, or something before it, failed in a way that may pass. A read may be repeated after any. */
function mayPass(status, operation) {
    return isRead(operation) ? status >= 500 : [500, 502, 503, 504].includes(status);
}
/** The wait that the service asks for. Jobs that are told the same time spread out behind it. */
function waitAsAsked(retryAfterMs, attempt, { why, maxAttempts }) {
    const seconds = Math.ceil(retryAfterMs / 1000);
    if (retryAfterMs > maxRetryAfterMs) {
        const limit = maxRetryAfterMs / 1000;
        const tooLong = `the service asks to wait ${seconds} s, longer than the ${limit} s allowed`;
        return { do: 'stop', why: tooLong, next: `Re-run in ${seconds} s.` };
    }
    const spread = Math.min(maxSpreadMs, Math.max(backoffBaseMs * 2 ** attempt.earlier, 0.2 * retryAfterMs));
    const asked = `asked to wait ${seconds} s`;
    const afterMs = retryAfterMs + attempt.random * spread;
    return waitWithin(attempt, { afterMs, why: `${why}, ${asked}`, maxAttempts }, `${asked}; `);
}
/** `asked` stands before the reason not to wait: the response itself says the rest. */
function waitWithin({ earlier, leftMs }, { afterMs, why, maxAttempts }, asked = '') {
    if (earlier + 1 >= maxAttempts)
        return { do: 'stop', why: `still so after ${earlier + 1} attempts`, next: null };
    const waitMs = Math.round(afterMs);
    if (waitMs < leftMs)
        return { do: 'again', afterMs: waitMs, why, maxAttempts };
    const seconds = Math.ceil(waitMs / 1000);
    return {
        do: 'stop',
        why: `${asked}a wait of ${seconds} s would exceed the time left (timeout-minutes)`,
        next: `Re-run in ${seconds} s, or set timeout-minutes to a higher value.`,
    };
}
/**
 * Milliseconds that a Retry-After header asks to wait, or null for none or one that is not understood. Strict on purpose
 * (RFC 9110, 10.2.3): whole seconds of at most nine digits, or an HTTP date, which counts from `date`, the Date header of the
 * same response, since our clock may differ from the service's; from ours, `now`, where it has none.
 */
function readRetryAfter(retryAfter, date, now) {
    if (retryAfter === null)
        return null;
    if (/^\d{1,9}$/.test(retryAfter))
        return Number(retryAfter) * 1000;
    const time = parseHttpDate(retryAfter);
    return time === null ? null : Math.max(0, time - (parseHttpDate(date ?? '') ?? now));
}
/**
 * The three forms of RFC 9110, 5.6.7, the two older ones written as the first, and nothing else: `Date` alone would read `12, 13`
 * as a day of the year 2001.
 */
function parseHttpDate(text) {
    const date = text
        .replace(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*day, (\d\d)-(\w{3})-(\d\d) /, '$1, $2 $3 20$4 ')
        .replace(/^(\w{3}) (\w{3}) (\d\d| \d) ([\d:]{8}) (\d{4})$/, '$1, $3 $2 $5 $4 GMT')
        .replace(',  ', ', 0');
    const time = Date.parse(date);
    // The day of the week adds nothing: a wrong one does no harm.
    return new Date(time).toUTCString().slice(5) === date.slice(5) && time > 0 ? time : null;
}

;// CONCATENATED MODULE: ./lib/api/errors.js



const laterAdvice = "Re-run the job; if it persists, contact the service's support.";
/** Why there was no usable response. `cancelled` and `deadline` end the run; the others belong to one request. */
const networkErrors = {
    cancelled: ['the request was cancelled', 'Check the state of the app before you re-run the job.', 'final'],
    deadline: ['the time of the run is over', 'Set timeout-minutes to a higher value.', 'final'],
    attempt_timeout: ['the request timed out', laterAdvice],
    connection_refused: ['connection refused', 'Check the port of base-url, and that the service is running.'],
    host_not_found: ['host name not found', 'Check the host name in base-url, and the DNS settings of this machine.'],
    connection_failed: ['cannot connect', 'Check base-url, and that no firewall blocks the connection.'],
    connection_lost: ['the connection was lost', laterAdvice],
    tls: [
        'no secure connection',
        'Check that base-url names the right host and port and that its certificate is valid; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS.',
        'final',
    ],
    proxy: ['the proxy failed', 'Check HTTPS_PROXY and NO_PROXY, and that the proxy is running.'],
    proxy_refused: [
        'the value of HTTPS_PROXY is not the address of a proxy',
        'Set it to http://host:port, and percent-encode special characters in a user name or password.',
        'final',
    ],
    response_unreadable: ['the response cannot be read', 'Check that base-url is the address of the service itself.'],
    response_too_large: ['the response is too large', "Contact the service's support.", 'final'],
    dry_run: ['a dry run sends no changes', 'This is a bug in the action: please report it.', 'final'],
};
/** No usable response came. The message says which request, and what happened to it. */
class NetworkError extends errors/* ActionError */.lZ {
    name = 'NetworkError';
    sent;
    /** True where another attempt at the same request cannot help. */
    isFinal;
    constructor({ method, path }, { code, sent, what, next, cause }) {
        const [usualWhat, usualNext, isFinal] = networkErrors[code];
        super(`${method} ${path}: ${what ?? usualWhat}`, { code, next: next ?? usualNext, cause });
        this.sent = sent;
        this.isFinal = isFinal === 'final';
    }
}
/** The error of a response that came and cannot be used; `what` reads on after "METHOD path: ". */
function toUnreadable(request, what) {
    return new NetworkError(request, { code: 'response_unreadable', sent: true, what });
}
/** The end of the run, as the request that it broke off tells it. */
function describeRunEnd({ code, message, next }) {
    return { code, what: message.charAt(0).toLowerCase() + message.slice(1), next };
}
/** The value of HTTPS_PROXY is not the address of a proxy. */
class ProxyAddressError extends Error {
    name = 'ProxyAddressError';
}
/**
 * Puts the error of a broken exchange into words. `host` and `proxy` are `host:port`, of the service and of the proxy that the
 * request goes through, null for none. Only codes are taken from the error, never its text: the text may quote headers, and
 * with them the key.
 */
function describeBrokenExchange(error, host, proxy) {
    if (error instanceof ProxyAddressError)
        return { code: 'proxy_refused' };
    const errors = unfold(error);
    const proxyStatus = readProxyStatus(errors);
    if (proxy !== null && proxyStatus !== null)
        return describeProxyStatus(proxy, proxyStatus);
    const codes = collectCodes(errors);
    const connectError = codes.map((name) => connectErrors.get(name)).find((found) => found !== undefined);
    const code = codes.some((name) => tlsCode.test(name)) ? 'tls' : (connectError ?? 'connection_lost');
    const isOfProxy = proxy !== null && code !== 'tls';
    const detail = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
    const what = `${networkErrors[code][0]}: ${isOfProxy ? `the proxy ${proxy}` : host}${detail}`;
    if (!isOfProxy)
        return { code, what };
    return { code: code === 'connection_lost' ? code : 'proxy', what, next: networkErrors.proxy[1] };
}
/** A certificate or a TLS handshake that was refused. */
const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/;
const connectErrors = new Map([
    ['ECONNREFUSED', 'connection_refused'],
    ['ENOTFOUND', 'host_not_found'],
    ['EAI_AGAIN', 'host_not_found'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connection_failed'],
    ['ETIMEDOUT', 'connection_failed'],
    ['EHOSTUNREACH', 'connection_failed'],
    ['ENETUNREACH', 'connection_failed'],
]);
function describeProxyStatus(proxy, status) {
    if (status === 407) {
        return {
            code: 'proxy_refused',
            what: `the proxy ${proxy} requires a login (407)`,
            next: 'Set the right user name and password in HTTPS_PROXY, or name the host in NO_PROXY.',
        };
    }
    return {
        // A gateway's own trouble may pass; a refusal does not.
        code: status >= 500 ? 'proxy' : 'proxy_refused',
        what: `the proxy ${proxy} refused the connection (${status})`,
        next: 'Allow the host of base-url in the proxy, or name it in NO_PROXY.',
    };
}
/** undici tells a proxy's response only in the text of its error. */
function readProxyStatus(errors) {
    const [status] = errors.flatMap(({ message }) => /^Proxy response \((\d{3})\)/.exec(message)?.[1] ?? []);
    return status === undefined ? null : Number(status);
}
function collectCodes(errors) {
    const codes = errors.map((error) => String('code' in error ? error.code : ''));
    return [...new Set(codes.filter((code) => /^[A-Z][A-Z0-9_]{2,59}$/.test(code)))];
}
/** The error, its causes, and those bundled in it (both addresses of a host, for one), ten at most. */
function unfold(error) {
    const found = [];
    const open = [error];
    while (open.length > 0 && found.length < 10) {
        const entry = open.shift();
        if (!(entry instanceof Error))
            continue;
        found.push(entry);
        open.push(entry.cause, ...(entry instanceof AggregateError ? entry.errors : []));
    }
    return found;
}
const wrongAddress = 'Check that base-url is the address of the service itself.';
const lookAdvice = 'Check the status of the app in the dashboard, or run the command status.';
const checkOwner = 'Check the slug, and that the API key belongs to the owner of the app';
/** What a request is refused with: one for each row of the document's error table and for what the table omits. */
const apiErrors = {
    field_rejected: ['The service rejected a field', 'Correct the field that the message names, then re-run.'],
    terms_required: [
        'The current developer terms must be accepted',
        'Read the terms that the service names; if you accept them, set terms-version to that version.',
    ],
    unauthorized: [
        'The API key is missing or not valid',
        'Create a new key in the developer dashboard and store it in the secret that api-key is read from.',
    ],
    forbidden: ['The service does not allow this', 'Check that the API key belongs to the owner of the app.'],
    not_found: ['The app does not exist or belongs to somebody else', `${checkOwner}.`],
    address_taken: ['The state of the app does not allow this', lookAdvice],
    not_approved: [
        'The app was not approved, which is final',
        'It stays private and cannot be sent for review again: deploy it under a new slug.',
    ],
    too_large: [
        'The request is too large for the service',
        'Make the assets smaller, or exclude some with the input exclude.',
    ],
    folder_rejected: ['The folder breaks the folder rules', 'Fix the problems listed and re-run.'],
    too_many_changes: [
        'More than 30 changes in a minute',
        'Re-run in a minute, and run fewer deploys at once (max-parallel in a matrix).',
    ],
    redirected: [
        'The service responded with a redirect, which is never followed',
        'Set base-url to the address that the service really has.',
    ],
    refused: ['The service refused the request', 'See the message of the service, and check base-url.'],
    service_error: ['The service failed', "Re-run the job later; if it persists, contact the service's support."],
};
/** Of an operation that has nothing to do with a folder. */
const withoutFolder = {
    too_large: [apiErrors.too_large[0], wrongAddress],
    folder_rejected: ['The service rejected the request', apiErrors.folder_rejected[1]],
};
/** The words that are others for an operation. */
const operationErrors = {
    read: withoutFolder,
    list: {
        ...withoutFolder,
        forbidden: [apiErrors.forbidden[0], 'Check the API key in the developer dashboard.'],
        not_found: ['The service lists no apps at this address', wrongAddress],
        address_taken: ['The service does not list the apps', laterAdvice],
    },
    create: {
        not_found: ['The service does not create apps at this address', wrongAddress],
        address_taken: ['The address is taken', 'Choose another slug; if the app is yours, use the command deploy.'],
    },
    deploy: {
        not_found: [apiErrors.not_found[0], `${checkOwner}; to create the app on its first deploy, set create: true.`],
    },
    submit: {
        address_taken: [
            'The state of the app does not allow a submission',
            `${lookAdvice} An app that is in review already need not be submitted.`,
        ],
    },
    delete: { ...withoutFolder, address_taken: ['The state of the app does not allow its deletion', lookAdvice] },
};
/** The words of an error, for the operation that it came from. */
function describeApiError(code, operation) {
    return operationErrors[operation]?.[code] ?? apiErrors[code];
}
/**
 * The service refused the request, or failed. 400, 409 and 422 refuse the content: the run is rejected. Any other status is
 * a failure. What to do next depends on the operation, where the caller has no better advice.
 */
class ApiError extends errors/* ActionError */.lZ {
    name = 'ApiError';
    details;
    constructor({ method, path }, details, { operation, next }) {
        const code = chooseCode(details);
        const [sentence, usualNext] = describeApiError(code, operation);
        const { status, message, problems } = details;
        const quoted = message === null ? '' : `: ${message}`;
        // The problems are reported one by one: here their number is enough.
        const found = `The service found ${(0,format/* formatCount */.B4)(problems.length, 'problem')} (HTTP ${status})${quoted}`;
        const whole = `${sentence} (${method} ${path} returned ${status}${quoted})`;
        super(status === 422 && problems.length > 0 ? found : whole, {
            code,
            next: next ?? chooseNext(usualNext, details),
            // What refuses a read says nothing of the content.
            kind: rejectedStatuses.has(details.status) && !isRead(operation) ? 'rejected' : 'failed',
        });
        this.details = details;
    }
}
/** The advice that fits what the body says, else the usual. */
function chooseNext(usual, details) {
    const { status, message, problems, termsVersion, retryAfterMs = 0 } = details;
    if (retryAfterMs > 0)
        return `Re-run in ${Math.ceil(retryAfterMs / 1000)} s.`;
    if (termsVersion !== null)
        return `Set terms-version: ${termsVersion} after reading the terms.`;
    if (problems.length > 0 || (status !== 400 && status !== 422))
        return usual;
    if (message === null)
        return "The response does not say what is wrong: contact the service's support.";
    return status === 422 ? 'Fix what the message of the service names, then re-run.' : usual;
}
const rejectedStatuses = new Set([400, 409, 422]);
/**
 * By the status, or by it and the code of the error body (service document, "Errors"). 409 without the code `not_approved` is a
 * taken address, or a state of the app that the document does not describe.
 */
const codes = new Map([
    ['400', 'field_rejected'],
    ['400 terms_required', 'terms_required'],
    ['401', 'unauthorized'],
    ['403', 'forbidden'],
    ['404', 'not_found'],
    ['409', 'address_taken'],
    ['409 not_approved', 'not_approved'],
    ['413', 'too_large'],
    ['422', 'folder_rejected'],
    ['429', 'too_many_changes'],
]);
function chooseCode({ status, serverCode }) {
    if (status >= 500)
        return 'service_error';
    if (status >= 300 && status < 400)
        return 'redirected';
    return codes.get(`${status} ${serverCode}`) ?? codes.get(`${status}`) ?? 'refused';
}

;// CONCATENATED MODULE: ./lib/app-fields.js
/**
 * The file of the folder that a field of the app stands in: a field without a file of its own is a key of `service.json`.
 * Null for what is none of the app's fields.
 */
function fileOfField(field) {
    return files.get(field) ?? null;
}
const files = new Map([
    ['name', 'service.json'],
    ['tagline', 'service.json'],
    ['color', 'service.json'],
    ['logo', 'service.json'],
    ['system_prompt', 'instructions.md'],
    ['html', 'index.html'],
]);

// EXTERNAL MODULE: ./lib/status.js
var lib_status = __webpack_require__(4277);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/api/content.js

/** A file's content as a response showed it: digests instead of the bytes, which may be a gigabyte. */
class Content {
    /** Of the string as it stands, in UTF-8. Null when it is not well-formed text: no file is equal to that. */
    text;
    /** Of what the string decodes to; null when it is not a proper data: URL. */
    data;
    /** The string itself, where it was asked for and has at most 256 KiB: `service.json` is compared by value. */
    kept;
    constructor(parts) {
        this.text = parts.text;
        this.data = parts.data;
        this.kept = parts.kept;
    }
}
/** Most bytes of a string that is kept: enough for any service.json. */
const maxKeptBytes = 256 * 1024;
/** Digests a string that arrives in pieces, as the text that it is and as the data: URL that it may be. */
class ContentDigester {
    #text = new Digester();
    #data = new Digester();
    #decoder = createDataUrlDecoder((bytes) => this.#data.write(bytes));
    /** Null where nothing is to be kept, or too much came. */
    #kept;
    #isWellFormed = true;
    constructor({ isKept }) {
        this.#kept = isKept ? [] : null;
    }
    /**
     * Takes the next bytes of the string in UTF-8; they may be overwritten afterwards. True where none of them is a control
     * character, as far as that is known without another look at them.
     */
    write(bytes) {
        this.#text.write(bytes);
        if (this.#text.bytes > maxKeptBytes)
            this.#kept = null;
        this.#kept?.push(Buffer.from(bytes));
        return this.#decoder.write(bytes);
    }
    /** Says that the string holds what UTF-8 cannot stand for, such as half a surrogate pair: it equals no file. */
    spoil() {
        this.#isWellFormed = false;
    }
    finish() {
        if (!this.#isWellFormed)
            return unreadableContent;
        return new Content({
            text: this.#text.finish(),
            data: this.#decoder.finish() ? this.#data.finish() : null,
            kept: this.#kept === null ? null : Buffer.concat(this.#kept).toString(),
        });
    }
}
/** What is no text: it equals no file, and must not be taken for an absent one. */
const unreadableContent = new Content({ text: null, data: null, kept: null });
/** Digests a string that is at hand, as a ContentDigester does. */
function digestContent(text, options) {
    const digester = new ContentDigester(options);
    if (text.isWellFormed())
        digester.write(Buffer.from(text));
    else
        digester.spoil();
    return digester.finish();
}
/** Digests a text as the file that it stands for, in UTF-8. */
function digestText(text) {
    const digester = new Digester();
    digester.write(Buffer.from(text));
    return digester.finish();
}
class Digester {
    #hash = (0,external_node_crypto_.createHash)('sha256');
    bytes = 0;
    write(piece) {
        this.#hash.update(piece);
        this.bytes += piece.length;
    }
    finish() {
        return { bytes: this.bytes, sha256: this.#hash.digest('hex') };
    }
}
/** JSON allows none in a string. */
function hasControlCharacter(bytes) {
    return controlCharacter.test(bytes.toString('latin1'));
}
const controlCharacter = /[^ -\uffff]/;
/** Type and parameters, up to and with the comma. */
const maxHeadBytes = 263;
const dataUrlHead = /^data:[^,]*,/i;
const base64Mark = /; {0,9}base64 {0,9},/i;
/** Decodes `data:<type>;base64,\u2026` and `data:<type>,\u2026`, whose text is percent-encoded; anything else is no data: URL. */
function createDataUrlDecoder(take) {
    let payload = null;
    let head = '';
    return {
        write(bytes) {
            if (payload !== null)
                return payload.write(bytes);
            const before = head.length;
            head += bytes.toString('latin1', 0, maxHeadBytes - before);
            const found = dataUrlHead.exec(head)?.[0];
            if (found === undefined)
                return false;
            payload = base64Mark.test(found) ? createBase64Decoder(take) : createPercentDecoder(take);
            return payload.write(bytes.subarray(found.length - before)) && !controlCharacter.test(found);
        },
        finish: () => payload?.finish() === true,
    };
}
/** Text with `%XX` for bytes; a percent sign that begins no such group stands for itself (URL Standard, "percent-decode"). */
function createPercentDecoder(take) {
    let pending = '';
    function decode(text) {
        const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
        take(Buffer.from(bytes, 'latin1'));
    }
    return {
        write(bytes) {
            pending += bytes.toString('latin1');
            // A group may go on in the next piece.
            const { index: end = pending.length } = /%[0-9a-f]?$/i.exec(pending) ?? {};
            decode(pending.slice(0, end));
            pending = pending.slice(end);
            return false;
        },
        finish() {
            decode(pending);
            return true;
        },
    };
}
/**
 * Base64 as browsers take it (Infra Standard, "forgiving-base64 decode"), and in the alphabet of URLs too. A text that Buffer would
 * decode only by passing over a part of it is not proper: different files would be called equal.
 */
function createBase64Decoder(take) {
    let isProper = true;
    let pending = '';
    const unescaped = createPercentDecoder((bytes) => add(bytes.toString('latin1')));
    let isEscaped = false;
    /** The last group is left for the end: it alone may be padded. */
    function decodeGroups(base64) {
        const end = (base64.length - 1) & ~3;
        pending = base64.slice(end);
        return decodeBase64(base64.slice(0, end), take);
    }
    /** White space is rare: it is looked for where decoding fails. */
    function add(text) {
        const base64 = pending + text;
        if (decodeGroups(base64))
            return !controlCharacter.test(pending);
        isProper &&= decodeGroups(removeWhitespace(base64));
        return false;
    }
    return {
        write(bytes) {
            isEscaped ||= bytes.includes(percentSign);
            return isEscaped ? unescaped.write(bytes) : add(bytes.toString('latin1'));
        },
        finish() {
            unescaped.finish();
            const rest = removeWhitespace(pending);
            const last = rest.length === 4 ? rest.replace(/={1,2}$/, '') : rest;
            // One character alone is not even a byte.
            return isProper && last.length !== 1 && decodeBase64(last, take);
        },
    };
}
const percentSign = 0x25;
function removeWhitespace(text) {
    return text.replace(/[ \t\n\f\r]/g, '');
}
let scratch = Buffer.alloc(0);
/** False, and nothing taken, where a character is no digit: it would be passed over. */
function decodeBase64(base64, take) {
    // A new buffer for each piece of a large response would take longer than the rest.
    if (scratch.length < base64.length)
        scratch = Buffer.allocUnsafeSlow(base64.length);
    const size = scratch.write(base64, 'base64');
    // Four characters stand for three bytes: where a byte is missing, a character was passed over.
    const isWhole = size === Math.floor((base64.length * 3) / 4);
    if (isWhole)
        take(scratch.subarray(0, size));
    return isWhole;
}

;// CONCATENATED MODULE: ./lib/api/wire.js
/**
 * Everything that is assumed about the service's requests and responses where its document is silent stands in this file
 * and nowhere else; `docs/decisions/0001-assumptions.md` says why. What is not understood is shown in the service's own words.
 */



/**
 * Assumption: pictures, fonts, sounds, videos (by type; SVG is a picture) and whatever is not text go as data: URLs,
 * the rest as the text it is.
 */
function toForm(type, isUtf8) {
    return isUtf8 && !/^(image|font|audio|video)\//.test(type) ? 'text' : 'data';
}
/** Assumption: deploy takes `{"slug": \u2026, "files": {path: content}}`. The file map goes between the two texts. */
function wrapFiles(slug) {
    return { before: `{"slug":${JSON.stringify(slug)},"files":`, after: '}' };
}
/** Assumption: the app is the body itself or sits under `app`. */
const appPlaces = [[], ['app']];
/** The files that are compared by value, so that they are kept. */
const keptFiles = ['service.json', 'instructions.md'];
/** The strings that are digested while the read of one app arrives: the page and the files. */
const contentPlaces = appPlaces.flatMap((place) => [
    { keys: [...place, 'html'], isKept: false },
    ...keptFiles.map((path) => ({ keys: [...place, 'files', path], isKept: true })),
    { keys: [...place, 'files', '*'], isKept: false },
]);
/** Reads the app that a response shows; null when it shows none of this slug. */
function readApp(body, { slug, address }) {
    const outer = toFields(body);
    const app = [toFields(outer?.['app']), outer].find((fields) => fields?.['slug'] === slug) ?? null;
    return app === null ? null : toApp(app, { slug, address });
}
/**
 * Reads the app that the response to a change shows. `{"deleted": true, "slug": \u2026}` names it and no more, and the status of
 * `{"slug": \u2026, "status": "ok"}` is that of the request: null for these.
 */
function readShownApp(body, wanted) {
    const app = readApp(body, wanted);
    if (app === null)
        return null;
    const shown = [app.name, app.systemPrompt, app.updatedAt, app.html, app.files];
    return shown.some((value) => value !== null) || (0,lib_status/* isKnownStatus */.ih)(app.status) ? app : null;
}
/** Assumption: the list is an array, or an object with one array of objects in it. Null when it is neither. */
function readApps(body, address) {
    const lists = (Array.isArray(body) ? [body] : Object.values(toFields(body) ?? {})).filter(isListOfFields);
    // Beside the apps there may be empty lists, such as of warnings.
    if (lists.length === 0 || lists.filter(({ length }) => length > 0).length > 1)
        return null;
    const apps = lists.flat().map((app) => {
        const slug = toText(app['slug']);
        return slug === null ? null : toApp(app, { slug, address });
    });
    return apps.every((app) => app !== null) ? apps : null;
}
function isListOfFields(value) {
    return Array.isArray(value) && value.every((entry) => toFields(entry) !== null);
}
/**
 * Reads the body of an error response, `{"error": {code, message}}` as documented. `sentTerms` is what was sent as
 * `accept_terms`: that is not the version asked for.
 */
function readErrorBody(body, sentTerms = '') {
    const outer = toFields(body) ?? {};
    const error = toFields(outer['error']) ?? {};
    const serverCode = toText(error['code']);
    const problems = [outer['problems'], error['problems']].flatMap(listEntries);
    // What is not understood is shown as it is.
    const unread = isSilent(outer['error']) ? body : outer['error'];
    const isShown = problems.length === 0 && !isSilent(unread);
    const message = toText(error['message']) ?? (isShown ? toCompactText(unread) : null);
    const termsVersion = serverCode === 'terms_required' ? readTermsVersion({ ...outer, ...error }, sentTerms) : null;
    return { serverCode, message, problems, termsVersion };
}
/**
 * Assumption: problems are an array at `problems`, beside the error or in it, or an object of lists by field. What stands
 * there in another form is one problem; what says nothing is none.
 */
function listEntries(listed) {
    const fields = toFields(listed);
    const isByField = fields !== null && Object.values(fields).every(Array.isArray);
    const entries = isByField
        ? Object.entries(fields).flatMap(([field, list]) => [list].flat().map((entry) => [entry, field]))
        : [listed].flat().map((entry) => [entry, null]);
    return entries.filter(([entry]) => !isSilent(entry)).map(([entry, field]) => readProblem(entry, field));
}
function readProblem(entry, listedUnder) {
    const fields = toFields(entry) ?? {};
    const written = typeof entry === 'string' ? readWrittenPlace(entry) : null;
    const path = written?.path ?? pickText(fields, ['path', 'file']);
    const message = pickText(fields, ['message', 'problem', 'detail', 'reason']) ?? toCompactText(entry);
    return {
        line: written?.line ?? pickNumber(fields, ['line']),
        column: written?.column ?? pickNumber(fields, ['column', 'col']),
        code: pickText(fields, ['code', 'rule']),
        fix: pickText(fields, ['fix', 'hint']),
        severity: 'error',
        ...readSubject({ path, message }, toText(fields['field']) ?? listedUnder),
    };
}
/** Which file or field a problem is about. A path may name a field, and a field a path; any other field is told in the words. */
function readSubject({ path, message }, field) {
    const name = field ?? path ?? '';
    const file = fileOfField(name);
    if (file !== null)
        return { path: path === null || path === name ? file : path, message, field: name };
    if (field === null)
        return { path, message };
    return /[./\\]/.test(field) ? { path: path ?? field, message } : { path, message: `${field}: ${message}` };
}
/** Assumption: a problem that is a mere text may begin with its place, as compilers write it: `index.html:12:5: \u2026`. */
function readWrittenPlace(text) {
    const pattern = /^([\w@./-]{1,200}\.\w{1,8})(?::(\d{1,7})(?::(\d{1,7}))?)?[:\s]/;
    const [, path = null, line, column] = pattern.exec(text) ?? [];
    return { path, line: line === undefined ? null : Number(line), column: column === undefined ? null : Number(column) };
}
/**
 * Assumption: the version asked for is a field named after the terms version, else the first quoted word, else the first date
 * or dotted number of the message. It is only ever shown.
 */
function readTermsVersion(error, sent) {
    const named = Object.entries(error).flatMap(([key, value]) => {
        const isNamed = /(terms_?version|accept_?terms)$/i.test(key);
        return isNamed && typeof value === 'string' && /^[^\p{C}]{1,100}$/u.test(value) ? [value] : [];
    });
    // Cut, since a pattern runs over outside text.
    const message = (toText(error['message']) ?? '').slice(0, 2_000);
    const quoted = Array.from(message.matchAll(/["'`\u201c\u2018\u00ab]([^"'`\u201d\u2019\u00bb\s]{1,100})["'`\u201d\u2019\u00bb]/g), ([, word = '']) => word);
    const written = message.match(/(?<![\w./-])(\d{4}-\d\d(-\d\d)?|v?\d+(\.\d+)+)(?![\w/-])/g) ?? [];
    const isAsked = (version) => version !== sent && version !== 'accept_terms';
    return [...named, ...quoted, ...written].find(isAsked) ?? null;
}
function toApp(app, { slug, address }) {
    const files = toFields(app['files']);
    const url = toText(app['url']);
    return {
        slug,
        // Assumption: what is no whole address is as good as none.
        url: /^https?:\/\//i.test(url ?? '') ? url : null,
        documentedUrl: `${address}/a/${slug}`,
        name: toText(app['name']),
        tagline: toText(app['tagline']),
        color: toText(app['color']),
        logo: toText(app['logo']),
        systemPrompt: typeof app['system_prompt'] === 'string' ? app['system_prompt'] : null,
        status: toText(app['status']),
        reviewNote: toText(app['review_note']),
        updatedAt: toText(app['updated_at']),
        submittedAt: toText(app['submitted_at']),
        publishedAt: toText(app['published_at']),
        html: toContent(app['html'], 'html'),
        files: files === null ? null : new Map(Object.entries(files).map(toFile)),
    };
}
/** A file whose content is not a string is one that equals nothing: it must not be taken for absent. */
function toFile([path, value]) {
    return [path, toContent(value, path) ?? unreadableContent];
}
/** Already digested in the read of one app; in other responses it is small. */
function toContent(value, name) {
    if (value instanceof Content)
        return value;
    return typeof value === 'string' ? digestContent(value, { isKept: keptFiles.some((kept) => kept === name) }) : null;
}
function pickText(fields, keys) {
    return keys.map((key) => toText(fields[key])).find((text) => text !== null) ?? null;
}
function pickNumber(fields, keys) {
    return keys.map((key) => fields[key]).find((value) => typeof value === 'number') ?? null;
}
/** A JSON object; null for any other value. */
function toFields(value) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : null;
}
function toText(value) {
    return typeof value === 'string' && value !== '' ? value : null;
}
/** True for a value in which no text, number or boolean stands. */
function isSilent(value) {
    if (typeof value === 'object' && value !== null)
        return Object.values(value).every(isSilent);
    return value === null || value === undefined || value === '';
}
function toCompactText(value) {
    return typeof value === 'string' ? value : JSON.stringify(value);
}

;// CONCATENATED MODULE: ./lib/api/client.js


/** Makes a client of the service at this address. */
function createClient(send, { origin, path }) {
    const apps = `${path}/api/miniapps`;
    const address = `${origin}${path}`;
    async function change(operation, slug, request) {
        try {
            const response = await send(operation, request);
            const { status, body } = response;
            const value = takeValue(operation, request, response);
            const isPending = status === 202;
            // Whatever a 202 holds, the service has accepted the change: what comes later must not be sent a second time.
            if (toFields(value) !== null || isPending || body.kind === 'empty') {
                return { app: readShownApp(value, { slug, address }), isPending, lost: null };
            }
            const why = body.kind === 'json' ? 'holds no object' : body.why;
            throw toUnreadable(request, `returned ${status}, but the response ${why}`);
        }
        catch (error) {
            if (isLost(error))
                return { app: null, isPending: false, lost: error };
            throw error;
        }
    }
    return {
        async readApp(slug, limitMs) {
            const request = { ...toRequest('GET', `${apps}/${slug}`), readsApp: true, limitMs };
            const response = await send('read', request);
            if (response.status === 404 || response.status === 410)
                return null;
            const app = readApp(takeValue('read', request, response), { slug, address });
            if (app === null)
                throw toUnreadable(request, `the response shows no app ${slug}`);
            return app;
        },
        async listApps() {
            const request = toRequest('GET', apps);
            const list = readApps(takeValue('list', request, await send('list', request)), address);
            if (list === null)
                throw toUnreadable(request, 'the response is not a list of apps');
            return list;
        },
        createApp(slug, fields) {
            return change('create', slug, toRequest('POST', apps, toBody({ slug, ...fields })));
        },
        deployApp(slug, body) {
            return change('deploy', slug, toRequest('POST', `${apps}/deploy`, body));
        },
        updateApp(slug, fields) {
            return change('update', slug, toRequest('PATCH', `${apps}/${slug}`, toBody(fields)));
        },
        submitApp(slug, terms) {
            const request = toRequest('POST', `${apps}/${slug}/submit`, toBody({ accept_terms: terms }));
            return change('submit', slug, { ...request, terms });
        },
        deleteApp(slug) {
            return change('delete', slug, toRequest('DELETE', `${apps}/${slug}`));
        },
    };
}
function toRequest(method, path, body = null) {
    return { method, path, body, readsApp: false };
}
function toBody(value) {
    const bytes = Buffer.from(JSON.stringify(value));
    return {
        length: bytes.length,
        async *stream() {
            yield bytes;
        },
    };
}
/** A change that may have been made. Where the run was cancelled or is out of time, no read may follow that could tell. */
function isLost(error) {
    if (error instanceof ApiError)
        return error.code === 'service_error';
    return error instanceof NetworkError && error.sent && error.code !== 'cancelled' && error.code !== 'deadline';
}
/** What the response holds; throws ApiError when the service refused. */
function takeValue(operation, request, { status, body, note, next, retryAfterMs }) {
    const value = body.kind === 'json' ? body.value : null;
    if (status >= 200 && status < 300)
        return value;
    const details = readErrorBody(value, request.terms);
    // Not a response of the service's own making: its first words tell who made it.
    const words = body.kind === 'unreadable' ? body.start.replace(/\s+/g, ' ').trim() : '';
    const message = [details.message ?? words, note ?? ''].filter((text) => text !== '').join('; ');
    const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
    const said = { ...details, ...asked, status, message: message === '' ? null : message };
    throw new ApiError(request, said, { operation, next });
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./lib/api/sender.js



/** Makes the sender: the loop around `decide`, and nothing else. */
function createSender(ports) {
    const { clock, signal } = ports;
    return async (operation, request) => {
        const earlier = { limited: 0, failed: 0 };
        const until = clock.now() + (request.limitMs ?? Number.POSITIVE_INFINITY);
        for (;;) {
            if (!isRead(operation))
                await flushPendingSignals();
            signal.throwIfAborted();
            // Whole milliseconds, as timers want them; none where a wait took longer than it should.
            const limitMs = Math.max(0, Math.ceil(until - clock.now()));
            const response = await tryOnce(ports, { ...request, limitMs }, earlier.limited + earlier.failed + 1);
            const result = checkResponse(response, operation, request);
            const ending = toEnding(result, clock.now());
            const kind = ending.kind === 'status' && ending.status === 429 ? 'limited' : 'failed';
            const decision = decide(ending, {
                operation,
                earlier: earlier[kind],
                leftMs: Math.min(ports.deadline(), until) - clock.now(),
                random: ports.random(),
            });
            if (decision.do !== 'again')
                return finish(result, decision);
            earlier[kind] += 1;
            ports.onWait({
                what: `${request.method} ${request.path}`,
                milliseconds: decision.afterMs,
                why: decision.why,
                attempt: earlier[kind] + 1,
                maxAttempts: decision.maxAttempts,
            });
            await clock.sleep(decision.afterMs, signal);
        }
    };
}
/**
 * Lets the event loop turn. A cancel that arrived together with the response before is heard only after the work that this
 * response set off, and no change may go out in between: above all no submission.
 */
async function flushPendingSignals() {
    await (0,promises_.setImmediate)();
    await (0,promises_.setImmediate)();
}
async function tryOnce({ transport, clock, signal, onResult }, request, attempt) {
    const startedAt = clock.now();
    const result = await transport(request, signal).catch((error) => {
        if (error instanceof NetworkError)
            return error;
        throw error;
    });
    const name = result instanceof NetworkError ? result.code : `returned ${result.status}`;
    onResult?.(request, { result: name, milliseconds: clock.now() - startedAt, attempt });
    return result;
}
/** A success that cannot be read, or is no object or array, says nothing to a read; a change may look at the app instead. */
function checkResponse(result, operation, request) {
    if (!isRead(operation) || result instanceof NetworkError || result.status >= 300)
        return result;
    const { body, status } = result;
    if (body.kind === 'json' && typeof body.value === 'object' && body.value !== null)
        return result;
    const fault = body.kind === 'empty' ? 'is empty' : 'holds no object';
    const why = body.kind === 'unreadable' ? body.why : fault;
    return toUnreadable(request, `returned ${status}, but the response ${why}`);
}
function toEnding(result, now) {
    if (!(result instanceof NetworkError)) {
        const { status, retryAfter, date = null } = result;
        return { kind: 'status', status, retryAfterMs: readRetryAfter(retryAfter, date, now) };
    }
    if (result.isFinal)
        return { kind: 'final' };
    return { kind: result.sent ? 'lost' : 'not_sent' };
}
function finish(result, decision) {
    if (result instanceof NetworkError)
        throw result;
    if (decision.do === 'stop')
        return { ...result, note: decision.why, next: decision.next };
    const { retryAfterMs } = decision;
    return { ...result, note: null, next: null, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}

// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./lib/json-bytes.js
/**
 * Marks the bytes of a word that cannot stand as they are in a JSON string (controls, `"` and `\`) with their highest bit.
 * Only the lowest mark counts: one above it may be wrong. Zero where there is none.
 *
 * `(x - n) & ~x & 0x80` is set in a byte below n. What a subtraction borrows may wrongly mark a byte above one that is
 * rightly marked, never one below it.
 */
function markEscapes(word) {
    const quote = word ^ 0x22222222;
    const backslash = word ^ 0x5c5c5c5c;
    const marks = ((word - 0x20202020) & ~word) | ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash);
    return marks & 0x80808080;
}
/** How many of the lowest bytes stand before the first mark; there must be one. */
function countBeforeMark(marks) {
    return (31 - Math.clz32(marks & -marks)) >> 3;
}

;// CONCATENATED MODULE: ./lib/api/json-response.js




/** The text is not JSON, or goes beyond a limit. The message goes on after "the response". */
class JsonError extends Error {
    name = 'JsonError';
}
const quote = 0x22;
const backslash = 0x5c;
/** As much as a socket gives at once: what is unescaped goes into a buffer of this size. */
const pieceBytes = 65_536;
/** A longer key, escapes included, is none that a place names. */
const maxKeyBytes = 100;
/**
 * Reads JSON of any size whose long strings are at known places, such as the files of an app: these are digested while
 * they arrive, and a mark takes their place. The rest is small, and `JSON.parse` reads it; a Content then replaces each
 * mark. The mark is a random one for each response, so that no text can hold it. Every method may throw JsonError.
 */
class JsonReader {
    #options;
    #mark = (0,external_node_crypto_.randomUUID)();
    #contents = [];
    #frames = [];
    #open = null;
    /** The last bytes of a chunk, where an escape goes on in the next. */
    #held = Buffer.alloc(0);
    #unescaped = null;
    #rest = Buffer.alloc(0);
    #restBytes = 0;
    constructor(options) {
        this.#options = options;
    }
    push(chunk) {
        for (let at = 0; at < chunk.length; at += pieceBytes)
            this.#pushPiece(chunk.subarray(at, at + pieceBytes));
    }
    #pushPiece(piece) {
        const bytes = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
        this.#held = Buffer.alloc(0);
        let at = 0;
        while (at < bytes.length) {
            at = this.#open === null ? this.#readTokens(bytes, at) : this.#readString(this.#open, bytes, at);
        }
    }
    /** True where the text may not end: within a string, an array or an object. */
    get isOpen() {
        return this.#open !== null || this.#frames.length > 0;
    }
    /** The whole value; undefined when there was nothing but white space. A byte order mark at the start is passed over. */
    end() {
        const text = this.#rest.toString('utf8', 0, this.#restBytes).replace(/^\ufeff/, '');
        if (!/[^ \t\r\n]/.test(text))
            return undefined;
        if (this.isOpen && /^[ \t\r\n]*["{[]/.test(text))
            throw new JsonError('ends early');
        return parse(text, this.#contents.length === 0 ? undefined : (_, value) => this.#resolve(value));
    }
    #resolve(value) {
        const isMark = typeof value === 'string' && value.startsWith(this.#mark);
        return isMark ? this.#contents[Number(value.slice(this.#mark.length))] : value;
    }
    /** Reads up to and with the next quote. */
    #readTokens(bytes, from) {
        const start = bytes.indexOf(quote, from);
        const end = start === -1 ? bytes.length : start + 1;
        for (const byte of bytes.subarray(from, end))
            this.#readToken(byte);
        this.#keep(bytes, from, end);
        if (start !== -1)
            this.#open = this.#openString();
        return end;
    }
    /** Only what tells places apart: `JSON.parse` judges the grammar. */
    #readToken(byte) {
        if (byte === 0x7b || byte === 0x5b) {
            if (this.#frames.length >= this.#options.maxDepth) {
                throw new JsonError(`is nested deeper than ${this.#options.maxDepth} levels`);
            }
            this.#frames.push({ key: null });
        }
        else if (byte === 0x7d || byte === 0x5d)
            this.#frames.pop();
        else if (byte === 0x2c) {
            const frame = this.#frames.at(-1);
            if (frame !== undefined)
                frame.key = null;
        }
    }
    #openString() {
        const frame = this.#frames.at(-1);
        if (frame === undefined)
            return { kind: 'kept' };
        if (frame.key === null)
            return { kind: 'key', frame, raw: '' };
        const place = this.#options.places.find(({ keys }) => this.#isAt(keys));
        if (place === undefined)
            return { kind: 'kept' };
        this.#unescaped ??= Buffer.allocUnsafeSlow(pieceBytes + 2 * maxEscapeBytes);
        return { kind: 'content', content: new EscapedContent(place, this.#unescaped) };
    }
    #isAt(keys) {
        const fits = ({ key }, index) => key !== null && (keys[index] === '*' || keys[index] === key);
        return keys.length === this.#frames.length && this.#frames.every(fits);
    }
    /** Reads up to and with the closing quote, or all of the bytes where it is not in them. */
    #readString(open, bytes, from) {
        const end = open.kind === 'content' ? open.content.read(bytes, from) : this.#keepString(open, bytes, from);
        if (bytes[end] !== quote) {
            this.#held = Buffer.from(bytes.subarray(end));
            return bytes.length;
        }
        this.#close(open);
        this.#open = null;
        this.#keep(bytes, end, end + 1);
        return end + 1;
    }
    #keepString(open, bytes, from) {
        const end = findStringEnd(bytes, from);
        this.#keep(bytes, from, end);
        if (open.kind === 'key' && open.raw.length <= maxKeyBytes) {
            open.raw += bytes.toString('latin1', from, Math.min(end, from + maxKeyBytes + 1));
        }
        return end;
    }
    #close(open) {
        if (open.kind === 'key')
            open.frame.key = open.raw.length > maxKeyBytes ? '' : String(parse(`"${open.raw}"`));
        if (open.kind !== 'content')
            return;
        const mark = Buffer.from(`${this.#mark}${this.#contents.length}`);
        this.#contents.push(open.content.finish());
        this.#keep(mark, 0, mark.length);
    }
    /** A copy: the chunk's memory is not ours to hold. */
    #keep(bytes, from, to) {
        const size = this.#restBytes + to - from;
        if (size > this.#options.maxBytes)
            throw new JsonError(`is larger than ${this.#options.maxBytes} bytes`);
        if (size > this.#rest.length) {
            const larger = Buffer.allocUnsafe(2 * size);
            this.#rest.copy(larger, 0, 0, this.#restBytes);
            this.#rest = larger;
        }
        bytes.copy(this.#rest, this.#restBytes, from, to);
        this.#restBytes = size;
    }
}
/**
 * Where the string that is open at `from` goes no further: at its closing quote, at an escape that is not whole, or at the
 * end of the bytes.
 */
function findStringEnd(bytes, from) {
    let at = from;
    while (at < bytes.length && bytes[at] !== quote) {
        const size = bytes[at] === backslash ? 2 : 1;
        if (at + size > bytes.length)
            break;
        at += size;
    }
    return at;
}
/** `\uXXXX`, which never becomes longer as UTF-8. */
const maxEscapeBytes = 6;
const openEscape = /^\\(?:u[0-9a-f]{0,3})?$/i;
const letterOfUnit = 0x75;
/** By the byte behind a backslash; 0 where there is no such escape. */
const shortEscapes = makeTable({ '"': 0x22, '\\': 0x5c, '/': 0x2f, b: 0x08, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09 });
/** By the byte of the digit, one more than its value; 0 where it is none. */
const hexDigits = makeTable(Object.fromEntries(Array.from('0123456789abcdefABCDEF', (digit) => [digit, Number.parseInt(digit, 16) + 1])));
function makeTable(values) {
    const table = new Uint8Array(256);
    for (const [char, value] of Object.entries(values))
        table[char.charCodeAt(0)] = value;
    return table;
}
/**
 * A string that is digested: unescapes what stands between its quotes, from bytes to bytes. Strings of JavaScript would take
 * several times as long and many times the memory. All that is no text becomes bytes that are no UTF-8.
 */
class EscapedContent {
    #digester;
    /** The unescaped bytes; the first of them may wait for the rest of their character. */
    #out;
    #outView;
    #waiting = 0;
    /** The first half of a surrogate pair, and where it ends in `#out`. It is written like a character. */
    #half = 0;
    #halfEnd = -1;
    constructor(place, out) {
        this.#digester = new ContentDigester(place);
        this.#out = out;
        this.#outView = new DataView(out.buffer, out.byteOffset, out.length);
    }
    /** Reads up to the closing quote, to an escape that is not whole, or all; returns where that is. */
    read(bytes, from) {
        const close = bytes.indexOf(quote, from);
        const end = close === -1 ? bytes.length : close;
        const plain = bytes.subarray(from, end);
        if (this.#waiting > 0 || plain.includes(backslash) || !(0,external_node_buffer_.isAscii)(plain))
            return this.#unescape(bytes, from);
        if (!this.#digester.write(plain) && hasControlCharacter(plain))
            throw new JsonError('is not JSON');
        return end;
    }
    finish() {
        if (this.#waiting > 0)
            this.#digester.spoil();
        return this.#digester.finish();
    }
    #unescape(bytes, from) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        const out = this.#outView;
        let at = from;
        let to = this.#waiting;
        for (;;) {
            const count = copyPlain(view, at, out, to);
            at += count;
            to += count;
            if (byteAt(bytes, at) !== backslash)
                break;
            const letter = byteAt(bytes, at + 1);
            const char = shortEscapes[letter] || 0;
            if (char !== 0) {
                out.setUint8(to, char);
                to += 1;
                at += 2;
                continue;
            }
            const unit = letter === letterOfUnit ? readUnit(bytes, at + 2) : -1;
            if (unit < 0)
                break;
            to = unit >= 0xd800 && unit < 0xe000 ? this.#writeHalf(unit, to) : writeUnit(this.#out, unit, to);
            at += maxEscapeBytes;
        }
        if (at < bytes.length && bytes[at] !== quote && !openEscape.test(bytes.toString('latin1', at))) {
            throw new JsonError('is not JSON');
        }
        this.#digest(to);
        return at;
    }
    #writeHalf(unit, to) {
        const isSecond = unit >= 0xdc00;
        if (isSecond && this.#halfEnd === to) {
            const start = to - 3;
            return start + this.#out.write(String.fromCharCode(this.#half, unit), start);
        }
        const end = writeUnit(this.#out, unit, to);
        this.#half = unit;
        this.#halfEnd = isSecond ? -1 : end;
        return end;
    }
    /** Digests what is there but for a last character or pair that is not whole. */
    #digest(to) {
        const isHalf = this.#halfEnd === to;
        const end = isHalf ? to - 3 : findWholeEnd(this.#out, to);
        const whole = this.#out.subarray(0, end);
        if (!(0,external_node_buffer_.isUtf8)(whole))
            this.#digester.spoil();
        this.#digester.write(whole);
        this.#out.copyWithin(0, end, to);
        this.#waiting = to - end;
        this.#halfEnd = isHalf ? this.#waiting : -1;
    }
}
/** Copies what stands as it is, four bytes at a time: half the time of one at a time. Returns how many bytes that were. */
function copyPlain(bytes, from, out, to) {
    let count = 0;
    for (const last = bytes.byteLength - from - 4; count <= last; count += 4) {
        const word = bytes.getInt32(from + count, true);
        out.setInt32(to + count, word, true);
        const marks = markEscapes(word);
        if (marks !== 0)
            return count + countBeforeMark(marks);
    }
    for (; from + count < bytes.byteLength; count += 1) {
        const byte = bytes.getUint8(from + count);
        if (markEscapes(byte | 0x20202000) !== 0)
            break;
        out.setUint8(to + count, byte);
    }
    return count;
}
/** A byte, 0 behind the last one. */
function byteAt(bytes, at) {
    return at < bytes.length ? Number(bytes[at]) : 0;
}
/** The UTF-16 unit that four digits stand for; negative where they are not all there. */
function readUnit(bytes, at) {
    const digit = (index) => (hexDigits[byteAt(bytes, at + index)] || 0) - 1;
    return (digit(0) << 12) | (digit(1) << 8) | (digit(2) << 4) | digit(3);
}
/** Writes a UTF-16 unit in UTF-8; returns where it ends. */
function writeUnit(out, unit, at) {
    if (unit < 0x80) {
        out[at] = unit;
        return at + 1;
    }
    if (unit < 0x800) {
        out[at] = 0xc0 | (unit >> 6);
        out[at + 1] = 0x80 | (unit & 0x3f);
        return at + 2;
    }
    out[at] = 0xe0 | (unit >> 12);
    out[at + 1] = 0x80 | ((unit >> 6) & 0x3f);
    out[at + 2] = 0x80 | (unit & 0x3f);
    return at + 3;
}
/** Where the last character begins that is not whole; `length` when there is none. */
function findWholeEnd(bytes, length) {
    for (let at = length - 1; at >= Math.max(0, length - 3); at -= 1) {
        const byte = bytes.readUInt8(at);
        if (byte >= 0xc0)
            return length - at < countUtf8Bytes(byte) ? at : length;
    }
    return length;
}
/** How many bytes the character has that begins with this one. */
function countUtf8Bytes(first) {
    if (first >= 0xf0)
        return 4;
    return first >= 0xe0 ? 3 : 2;
}
function parse(text, revive) {
    try {
        return JSON.parse(text, revive);
    }
    catch (error) {
        if (error instanceof SyntaxError)
            throw new JsonError('is not JSON', { cause: error });
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/api/response.js



/** The response went beyond what is read of it. The message goes on after "the response". */
class ResponseTooLargeError extends Error {
    name = 'ResponseTooLargeError';
}
/** Most bytes kept in memory of any response, and most of a response that is not a single app. */
const plainResponseBytes = 8 * 1024 * 1024;
/** Most bytes of the single read of an app, decompressed: its files are digested while they arrive. */
const appResponseBytes = 1024 * 1024 * 1024;
const maxDepth = 200;
const startBytes = 200;
/**
 * Reads a response to its end. Throws ResponseTooLargeError, or what the stream broke with; it may break before it is read here,
 * so that its errors must have a listener.
 */
async function readResponse(stream, options) {
    const decompressor = await createDecompressor(options.encoding);
    if (decompressor === 'unknown')
        return readUnknown(stream);
    try {
        // The callback is called with what ends the reading too, so it has nothing to add.
        return await readText(decompressor === null ? stream : (0,external_node_stream_.pipeline)(stream, decompressor, () => undefined), options);
    }
    catch (error) {
        if (!isCompressionError(error))
            throw error;
        return { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
    }
}
/** A stream has no empty chunk: one byte is enough to tell. */
async function readUnknown(stream) {
    for await (const _ of stream)
        return { kind: 'unreadable', why: 'has an unknown content encoding', start: '' };
    return { kind: 'empty' };
}
async function readText(stream, { limitBytes, isApp }) {
    const maxBytes = Math.min(limitBytes, plainResponseBytes);
    const reader = new JsonReader({ maxDepth, maxBytes, places: isApp ? contentPlaces : [] });
    let size = 0;
    let start = Buffer.alloc(0);
    let broken = null;
    await readChunks(stream, (chunk) => {
        size += chunk.length;
        if (size > limitBytes)
            throw new ResponseTooLargeError(`is larger than ${limitBytes} bytes`);
        if (start.length < startBytes)
            start = Buffer.concat([start, chunk.subarray(0, startBytes - start.length)]);
        broken ??= attempt(() => reader.push(chunk));
        return broken === null || size <= startBytes;
    });
    let value;
    broken ??= attempt(() => (value = reader.end()));
    if (broken === null)
        return value === undefined ? { kind: 'empty' } : { kind: 'json', value };
    const isWhole = size <= startBytes && !reader.isOpen;
    return { kind: 'unreadable', why: broken.message, start: isWhole ? start.toString() : toWholeWords(start) };
}
/**
 * Gives the chunks to `take` until the stream ends, or `take` returns false or throws. By events: to wait for each chunk
 * would pause the connection after each.
 */
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
/** Without the last word, which is cut off: a piece of a key that a service shows again would not be known as one. */
function toWholeWords(cut) {
    return cut.toString().replace(/\S+$/, '').trimEnd();
}
function attempt(work) {
    try {
        work();
        return null;
    }
    catch (error) {
        if (error instanceof JsonError)
            return error;
        throw error;
    }
}
/** node:zlib costs a start-up some milliseconds, and most responses come without compression. */
async function createDecompressor(header) {
    const encoding = (header ?? '').toLowerCase();
    if (encoding === '' || encoding === 'identity')
        return null;
    const zlib = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 8522, 19));
    if (encoding === 'gzip' || encoding === 'x-gzip')
        return zlib.createGunzip();
    if (encoding === 'deflate')
        return zlib.createInflate();
    return encoding === 'br' ? zlib.createBrotliDecompress() : 'unknown';
}
function isCompressionError(error) {
    return (error instanceof Error && 'code' in error && /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(String(error.code)));
}

// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:v8"
var external_node_v8_ = __webpack_require__(8877);
// EXTERNAL MODULE: ./node_modules/undici/lib/core/connect.js
var connect = __webpack_require__(9136);
// EXTERNAL MODULE: ./node_modules/undici/lib/dispatcher/client.js
var dispatcher_client = __webpack_require__(3701);
;// CONCATENATED MODULE: ./lib/api/undici-connection.js






/*
 * undici parses responses with WebAssembly. With responses of ordinary size V8 finds its one large function worth optimizing,
 * does that on a background thread, and the process cannot exit before that is done: 20 to 80 ms at the end of each run. With
 * this budget the function stays as it was first compiled, which a download of 130 MB does not feel. The flag must be set before
 * undici compiles the parser, at its first connection. It is safe: it only moves a threshold. An unknown flag would print two lines
 * to stderr, so it is set only for the V8 of node 24, where it was measured. It becomes unnecessary when undici parses
 * without WebAssembly, or V8 drops such work at exit.
 *
 * The second flag lets V8 collect young garbage when a tenth of its space is used, and not four fifths. What it sees of a piece of
 * a response are some hundred bytes, but each holds 64 KB outside of its heap: reading 430 MB held 50 MiB more, and took as long.
 */
if (process.versions.v8.startsWith('13.6.')) {
    (0,external_node_v8_.setFlagsFromString)('--wasm-tiering-budget=1000000000');
    (0,external_node_v8_.setFlagsFromString)('--minor-gc-task-trigger=10');
}
// One exchange gains nothing by HTTP/2.
const connectOptions = { timeout: 15_000, allowH2: false };
// The one signal over the whole exchange is the limit: these two can be held off for ever by a drip of bytes.
const clientOptions = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };
/**
 * Opens the connections of a run, straight to the service or through the proxy that the environment names. While a request
 * runs, spares are opened for those behind it: a change then need not wait for TCP and TLS, and still goes out on a connection
 * that nothing was sent on, which the service has no reason to close just then. A spare that was closed, that the service wrote
 * to, or that is too old is not used; one that is not ready yet is used only if it is ready before a new connection.
 */
function createConnections({ origin, proxy, spares: limits, maxSpareMs = 4_000, }) {
    if (proxy !== null && origin.startsWith('https:')) {
        return { open: (_method, signal) => openProxied(proxy, signal), close: () => undefined };
    }
    const spares = new Set();
    let changesLeft = limits.changes;
    const drop = (spare) => {
        if (spares.delete(spare))
            spare.end();
    };
    const takeSpare = () => {
        for (const spare of spares)
            if (isSpoilt(spare))
                drop(spare);
        const [spare = null] = spares;
        if (spare !== null)
            spares.delete(spare);
        return spare;
    };
    const openSpares = (address) => {
        while (spares.size < Math.min(limits.atOnce, changesLeft)) {
            const spare = undici_connection_connect(address);
            spares.add(spare);
            spare.connected.then(() => AbortSignal.timeout(maxSpareMs).addEventListener('abort', () => drop(spare)), () => drop(spare));
        }
    };
    return {
        async open(method, signal) {
            if (method !== 'GET')
                changesLeft -= 1;
            const way = { isSent: false, usesProxy: false, isSpare: false };
            const client = new dispatcher_client(origin, {
                ...clientOptions,
                // Called again where the socket ends before the request is written.
                connect(address, callback) {
                    const spare = takeSpare();
                    connectFirst(address, spare, signal).then((socket) => {
                        way.isSpare = socket === spare?.socket;
                        callback(null, socket);
                    }, (error) => callback(error, null));
                    openSpares(address);
                },
            });
            return toConnection(client, way);
        },
        close() {
            changesLeft = 0;
            for (const spare of spares)
                drop(spare);
        },
    };
}
function undici_connection_connect(address) {
    const ending = new AbortController();
    const { promise: connected, resolve, reject } = Promise.withResolvers();
    const fresh = { connected, socket: null, end: (reason) => ending.abort(reason) };
    connect({ ...connectOptions, signal: ending.signal })(address, (...[error, socket]) => {
        if (error !== null)
            return reject(error);
        fresh.socket = deferWriteErrors(socket);
        resolve(socket);
    });
    // Whoever waits for it is told; nobody may.
    connected.catch(() => undefined);
    return fresh;
}
/** Closed by the service, or written to: what arrives before any request, such as a 408, is the response to none. */
function isSpoilt({ socket }) {
    return socket !== null && (socket.readyState !== 'open' || socket.readableLength > 0);
}
/**
 * Gives the spare if it is ready, else what is connected first, it or a new socket, and ends the other. A spare that fails is
 * not missed: the error is that of the new socket.
 */
async function connectFirst(address, spare, signal) {
    const own = spare?.socket ? spare : undici_connection_connect(address);
    const candidates = [...new Set([own, spare ?? own])];
    for (const candidate of candidates)
        (0,external_node_events_.addAbortListener)(signal, () => candidate.end(signal.reason));
    let first;
    try {
        first = await Promise.race(candidates.map(({ connected }) => connected.catch(() => own.connected)));
        return first;
    }
    finally {
        for (const candidate of candidates)
            if (candidate.socket !== first)
                candidate.end();
    }
}
async function openProxied(proxy, signal) {
    // Not by its own file: its CONNECT needs a method that only undici's index gives to its clients.
    const { EnvHttpProxyAgent } = await __webpack_require__.e(/* import() */ 752).then(__webpack_require__.t.bind(__webpack_require__, 6752, 19));
    const way = { isSent: false, usesProxy: true, isSpare: false };
    try {
        const agent = new EnvHttpProxyAgent({
            ...clientOptions,
            ...proxy,
            // Else it would look into the environment itself.
            httpProxy: '',
            connect(address, callback) {
                way.usesProxy = false;
                connectFirst(address, null, signal).then((socket) => callback(null, socket), (error) => callback(error, null));
            },
            proxyTls: { ...connectOptions, signal },
            requestTls: { ...connectOptions, signal },
        });
        return toConnection(agent, way);
    }
    catch (error) {
        throw new ProxyAddressError('not the address of a proxy', { cause: error });
    }
}
function toConnection(dispatcher, way) {
    return Object.assign(way, {
        send: ({ maxBufferedBytes, ...request }) => new Promise((resolve, reject) => {
            let stream;
            dispatcher.dispatch(request, {
                // When undici writes the head. An error code cannot tell: ECONNRESET may come before the first byte or after the last.
                onRequestStart: () => {
                    way.isSent = true;
                },
                onResponseStart: (controller, status, headers) => {
                    if (status < 200)
                        return;
                    stream = new external_node_stream_.Readable({ highWaterMark: maxBufferedBytes, read: () => controller.resume() });
                    // Who reads it is told by the reading; a stream that is left unread breaks for nobody.
                    stream.on('error', () => undefined);
                    resolve({ status, headers, stream });
                },
                onResponseData: (controller, chunk) => {
                    if (stream?.push(chunk) === false)
                        controller.pause();
                },
                onResponseEnd: () => {
                    stream?.push(null);
                },
                onResponseError: (_controller, error) => {
                    reject(error);
                    stream?.destroy(error);
                },
            });
        }),
        close: () => dispatcher.destroy(),
    });
}
/** A second: what arrived before the write failed is in the kernel already. */
const writeErrorDelayMs = 1_000;
/**
 * Keeps a socket readable for `delayMs` after a write failed because the other side closed. A service that refuses a
 * request while its body still goes out (401, 413) responds and closes: the failed write would end the socket with the
 * response unread, and a refusal would pass for a lost response that is worth another attempt. Until then the write stays
 * open; the end of the connection, which the reading side sees, ends it at once.
 */
function deferWriteErrors(socket, delayMs = writeErrorDelayMs) {
    const { _write, _writev } = socket;
    const defer = (done) => (error) => {
        const isClosed = error instanceof Error && 'code' in error && closedByPeer.has(error.code);
        if (isClosed)
            AbortSignal.timeout(delayMs).addEventListener('abort', () => done(error));
        else
            done(error);
    };
    return Object.assign(socket, {
        _write: (chunk, encoding, done) => _write.call(socket, chunk, encoding, defer(done)),
        _writev: (chunks, done) => _writev?.call(socket, chunks, defer(done)),
    });
}
const closedByPeer = new Set(['EPIPE', 'ECONNRESET']);

;// CONCATENATED MODULE: ./lib/api/transport.js




const defaultMaxBufferedBytes = 32 * 1024 * 1024;
const defaultAttemptMs = (bodyBytes) => 120_000 + Math.ceil(bodyBytes / 100_000) * 1_000;
/**
 * The real transport: each exchange on a connection of its own, bounded as a whole by one deadline, from connecting to
 * the last byte of the response. A change can therefore never go out on a connection that the service is about to close.
 * What the body's own stream throws comes out as it is.
 */
function createTransport(options) {
    const { dryRun, attemptMs = defaultAttemptMs } = options;
    const connections = createConnections(dryRun ? { ...options, spares: { atOnce: 0, changes: 0 } } : options);
    const exchange = async (request, runSignal) => {
        if (dryRun && request.method !== 'GET')
            throw new NetworkError(request, { code: 'dry_run', sent: false });
        const limitMs = Math.min(attemptMs(request.body?.length ?? 0), request.limitMs ?? Number.POSITIVE_INFINITY);
        const timeout = AbortSignal.timeout(limitMs);
        const body = watchBody(request.body);
        let connection = null;
        let response;
        try {
            connection = await connections.open(request.method, AbortSignal.any([runSignal, timeout]));
            const raw = await connection.send(toRequestOptions(request, options, body.stream));
            // The service gave up waiting on an idle connection just when the request was on its way. It did nothing with it, but only
            // a read can show that.
            if (raw.status === 408 && connection.isSpare)
                throw new Error('the connection was idle for too long');
            response = await toResponse(raw, request, runSignal);
        }
        catch (error) {
            if (body.error() !== undefined && !runSignal.aborted)
                throw body.error();
            const failure = describeFailure(error, { ...options, runSignal, timeout, connection });
            throw new NetworkError(request, { ...failure, sent: connection?.isSent === true, cause: error });
        }
        finally {
            await connection?.close();
        }
        return response;
    };
    return Object.assign(exchange, { close: connections.close });
}
/** Says why an exchange has no response: the run ended, its time was up, the response had no end, or it broke. */
function describeFailure(error, { origin, proxy, runSignal, timeout, connection }) {
    if (runSignal.reason instanceof errors/* RunEndedError */.yu)
        return describeRunEnd(runSignal.reason);
    if (timeout.aborted)
        return { code: 'attempt_timeout' };
    if (error instanceof ResponseTooLargeError) {
        return { code: 'response_too_large', what: `the response ${error.message}` };
    }
    // Without the user name and password that the address may hold.
    const proxyHost = proxy !== null && connection?.usesProxy ? new URL(proxy.httpsProxy).host : null;
    return describeBrokenExchange(error, new URL(origin).host, proxyHost);
}
function toRequestOptions(request, options, stream) {
    const { origin, apiKey, userAgent, maxBufferedBytes = defaultMaxBufferedBytes } = options;
    const { path, method, body } = request;
    const headers = {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': userAgent,
        ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }),
    };
    return { origin, path, method, headers, body: stream, maxBufferedBytes };
}
async function toResponse({ status, headers, stream }, request, runSignal) {
    const isApp = request.readsApp && status < 300;
    const limitBytes = isApp ? appResponseBytes : plainResponseBytes;
    // What has no body is not compressed, whatever its headers say.
    const isEmpty = status === 204 || readHeader(headers, 'content-length') === '0';
    const encoding = isEmpty ? null : readHeader(headers, 'content-encoding');
    const reading = readResponse(stream, { encoding, limitBytes, isApp });
    const body = await (status < 300 ? reading : reading.catch((error) => forgive(error, runSignal)));
    return { status, retryAfter: readHeader(headers, 'retry-after'), date: readHeader(headers, 'date'), body };
}
/** An error of the API is one by its status, however much it has to say, and however little of that arrives. */
function forgive(error, runSignal) {
    if (runSignal.aborted)
        throw error;
    return { kind: 'unreadable', why: error instanceof ResponseTooLargeError ? error.message : 'broke off', start: '' };
}
function readHeader(headers, name) {
    const value = headers[name];
    return typeof value === 'string' ? value.trim() : null;
}
/** Remembers what the body's stream threw: undici would hide it behind an error of its own. */
function watchBody(body) {
    let failure;
    async function* pass(source) {
        try {
            yield* source;
        }
        catch (error) {
            failure = error;
            throw error;
        }
    }
    return { stream: body === null ? null : pass(body.stream()), error: () => failure };
}

;// CONCATENATED MODULE: ./lib/deadline.js

/** The longest that a timer can be set for; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;
/** Starts the watch over `timeout-minutes`: when it runs out, `abort` is called with the run's end. */
function startDeadline(options) {
    const { minutes, now, setTimer, abort } = options;
    let at = now() + minutes * 60_000;
    const watch = () => setTimer(() => {
        if (now() >= at)
            abort((0,errors/* endByDeadline */.Xw)(minutes));
        else
            timer = watch();
    }, Math.min(maxTimerMs, Math.max(0, at - now())));
    let timer = watch();
    return {
        at: () => at,
        extend(milliseconds) {
            at += milliseconds;
            timer.clear();
            timer = watch();
        },
        stop: () => timer.clear(),
    };
}

// EXTERNAL MODULE: ./lib/secrets.js
var lib_secrets = __webpack_require__(150);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./lib/folder/encode.js

/** Bytes of text that are encoded at once. */
const textPiece = 16 * 1024;
/** Bytes that are encoded as base64 at once: a multiple of three, small enough for V8's fast path (96 KiB is several times slower). */
const dataPiece = 24 * 1024;
/** Room that one encoded piece needs at most: every byte of text may become `\u00XX`, and words are written whole. */
const pieceRoom = textPiece * 6 + 4;
/** What JSON writes for each byte of text. All that it escapes is ASCII: bytes of longer characters pass as they are. */
const escapes = Array.from({ length: 256 }, (_, byte) => JSON.stringify(String.fromCharCode(byte)).slice(1, -1));
/** How many bytes more than itself each byte takes inside a JSON string: none, 1 (`\n`) or 5 (`\u001f`). */
const costs = Uint8Array.from(escapes, (form) => form.length - 1);
/** The last two bytes of each escape: all of `\n`, the digits of `\u001f`. */
const encode_endings = new DataView(Uint8Array.from(escapes.map((form) => (form.length === 1 ? '  ' : form.slice(-2))).join(''), (unit) => unit.charCodeAt(0)).buffer);
/** `\u00` as a little-endian number. */
const longEscape = 0x3030755c;
/**
 * How many bytes UTF-8 text takes inside a JSON string, without the quotes. It may begin and end anywhere, also in a character.
 *
 * Four bytes at a time: in a short run, which V8 has yet to warm up for, that takes half the time of one at a time.
 */
function countText(bytes, start, end) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const lastWord = end - ((end - start) % 4);
    let extra = 0;
    for (let at = start; at < lastWord; at += 4) {
        const word = view.getInt32(at, true);
        extra +=
            countExtra(word & 255) + countExtra((word >> 8) & 255) + countExtra((word >> 16) & 255) + countExtra(word >>> 24);
    }
    for (let at = lastWord; at < end; at += 1)
        extra += countExtra(view.getUint8(at));
    return end - start + extra;
}
/** How many bytes more than itself a byte takes inside a JSON string; none for what is no byte. */
function countExtra(byte) {
    return costs[byte] ?? 0;
}
/** What comes before the base64 in the string of a file that is sent as data. */
function toDataPrefix(type) {
    return `data:${type};base64,`;
}
/** How many characters the base64 of so many bytes has. */
function countBase64(bytes) {
    return Math.ceil(bytes / 3) * 4;
}
/**
 * Makes a function that writes at most textPiece bytes of UTF-8 text as the inside of a JSON string.
 *
 * Gives the bytes that JSON.stringify gives, but from bytes to bytes: a third less time, nothing to collect, and a piece may begin
 * and end anywhere. It works in two buffers of its own, which lets V8 treat them as constants: most of the gain.
 */
function createTextWriter() {
    const plain = Buffer.allocUnsafeSlow(textPiece + 4);
    const escaped = Buffer.allocUnsafeSlow(pieceRoom);
    const from = new DataView(plain.buffer);
    const to = new DataView(escaped.buffer);
    /** Copies four bytes at a time, up to the first that needs an escape. */
    const encode = (length) => {
        let at = 0;
        let position = 0;
        while (at < length) {
            const word = from.getInt32(at, true);
            const marks = markEscapes(word);
            to.setInt32(position, word, true);
            if (marks === 0) {
                at += 4;
                position += 4;
                continue;
            }
            // The lowest mark is the first byte to escape. The rest of the word is written over.
            const clean = countBeforeMark(marks);
            at += clean;
            position += clean;
            if (at >= length)
                break;
            const byte = from.getUint8(at);
            if (countExtra(byte) === 5) {
                to.setInt32(position, longEscape, true);
                position += 4;
            }
            to.setUint16(position, encode_endings.getUint16(byte * 2));
            position += 2;
            at += 1;
        }
        // The last word may reach beyond the text.
        return position - Math.max(0, at - length);
    };
    return (target, position, source, start, end) => {
        source.copy(plain, 0, start, end);
        return position + escaped.copy(target, position, 0, encode(end - start));
    };
}
/** Writes at most dataPiece bytes as base64; returns the position after it. Only a file's last piece may be no multiple of three. */
const writeBase64 = (target, position, source, start, end) => position + target.write(source.toString('base64', start, end), position, 'latin1');
/**
 * Bytes of text up to which JSON.stringify is the faster way. The loops above are three times its speed once V8 has
 * compiled them, and a tenth before, so that a small folder would pay a millisecond for each.
 */
const maxShortText = 24 * 1024;
/** Counts what countText counts, for a text of at most `maxShortText` bytes. */
function countShortText(bytes, start, end) {
    return escapeText(bytes, start, end).length;
}
/** Writes what a text writer writes, for pieces of such a text. */
const writeShortText = (target, position, source, start, end) => position + target.write(escapeText(source, start, end), position, 'latin1');
/** A character for each byte, as Latin-1 has it: all that JSON escapes is ASCII, and longer characters pass byte by byte. */
function escapeText(bytes, start, end) {
    return JSON.stringify(bytes.toString('latin1', start, end)).slice(1, -1);
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./lib/folder/errors.js


/**
 * Something about the folder that stops the run before (or, for `file_changed`, while) it is sent.
 *
 * The message is a full sentence that names the file or folder. It may hold names from outside: whoever prints it makes it safe.
 */
class FolderError extends errors/* ActionError */.lZ {
    name = 'FolderError';
}
/** The error of a file or folder that is not what it was when it was listed or measured. */
function toChangedError(path, cause) {
    return new FolderError(`${path || 'The folder'} changed while it was being read.`, {
        code: 'file_changed',
        next: 'Make sure that no other process writes into the folder while this step runs, then re-run the job.',
        path,
        cause,
    });
}
/** The error of a file or folder that the system does not let us read. */
function toUnreadableError(path, cause) {
    return new FolderError(`${path || 'The folder'} cannot be read: ${describeErrno(cause)}.`, {
        code: 'file_unreadable',
        next: 'Give the user that runs this step permission to read it, or exclude it with the input exclude.',
        path,
        cause,
    });
}
/** The error for what the system said of a name that was just listed: it now stands for something else, or cannot be read. */
function toFileError(path, cause) {
    return changedErrnos.has(readErrno(cause)) ? toChangedError(path, cause) : toUnreadableError(path, cause);
}
/** The name is gone, or stands for a link (three names), a socket, or no folder. */
const changedErrnos = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']);
/** The system's error code, such as `ENOENT`, or an empty string when the error carries none. */
function readErrno(error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
/** What the system said, for a sentence: `permission denied (EACCES)`. */
function describeErrno(error) {
    const code = readErrno(error) || 'no reason given';
    const errno = error instanceof Error && 'errno' in error ? error.errno : null;
    return typeof errno === 'number' ? `${(0,external_node_util_.getSystemErrorMessage)(errno)} (${code})` : code;
}

;// CONCATENATED MODULE: ./lib/folder/event-loop.js

/** Bytes handled between two turns of the event loop: a few milliseconds of work. */
const bytesPerTurn = 4 * 1024 * 1024;
/** Files or names handled between two turns of the event loop, for folders full of tiny files. */
const stepsPerTurn = 200;
/**
 * Makes a function that lets the event loop turn often enough that a cancel is heeded within a few milliseconds.
 *
 * Without it synchronous reads, and writes that the kernel takes at once, would keep the event loop from ever turning.
 * The promise rejects with the signal's reason once the signal is aborted.
 */
function createYield(signal) {
    let bytesLeft = bytesPerTurn;
    let stepsLeft = stepsPerTurn;
    return (bytes) => {
        bytesLeft -= bytes;
        stepsLeft -= 1;
        if (bytesLeft > 0 && stepsLeft > 0)
            return undefined;
        bytesLeft = bytesPerTurn;
        stepsLeft = stepsPerTurn;
        return takeTurn(signal);
    };
}
async function takeTurn(signal) {
    await (0,promises_.setImmediate)();
    signal?.throwIfAborted();
}

;// CONCATENATED MODULE: ./lib/folder/read.js


/** Flags to open a file without following a link and without waiting for a FIFO's writer, where the platform has them. */
const openFlags = toOpenFlags(external_node_fs_.constants);
/** The flags that a platform has of those wanted: Windows knows neither. */
function toOpenFlags(known) {
    return external_node_fs_.constants.O_RDONLY | (known.O_NOFOLLOW ?? 0) | (known.O_NONBLOCK ?? 0);
}
/**
 * Opens a regular file for reading, never through a link. The caller closes it.
 *
 * Throws FolderError `file_changed` when the name stands for something else by now, `file_unreadable` when it cannot be read.
 */
function openRegular(location, path, flags = openFlags) {
    let fd;
    try {
        fd = (0,external_node_fs_.openSync)(location, flags);
    }
    catch (cause) {
        throw toFileError(path, cause);
    }
    try {
        const stats = (0,external_node_fs_.fstatSync)(fd, { bigint: true });
        // Windows cannot refuse links while opening: look at the name itself.
        const isFollowed = (flags & external_node_fs_.constants.O_NOFOLLOW) === 0 && lookUp(location, path).isSymbolicLink();
        if (!stats.isFile() || isFollowed)
            throw toChangedError(path);
        return { fd, stamp: toStamp(stats) };
    }
    catch (error) {
        (0,external_node_fs_.closeSync)(fd);
        throw error;
    }
}
/** What a listed name stands for, links not followed. Throws FolderError `file_changed` or `file_unreadable`. */
function lookUp(location, path) {
    try {
        return (0,external_node_fs_.lstatSync)(location);
    }
    catch (cause) {
        throw toFileError(path, cause);
    }
}
/** Throws FolderError `file_changed` unless the stamp, taken now, is the one that the file had when it was measured. */
function assertUnchanged(stamp, file) {
    if (!isSameStamp(stamp, file.stamp))
        throw toChangedError(file.path);
}
/** Takes the stamp of an open file again. */
function readStamp(fd) {
    return toStamp((0,external_node_fs_.fstatSync)(fd, { bigint: true }));
}
function toStamp(stats) {
    return { dev: stats.dev, ino: stats.ino, size: stats.size, mtimeNs: stats.mtimeNs, ctimeNs: stats.ctimeNs };
}
function isSameStamp(one, other) {
    return (one.size === other.size &&
        one.mtimeNs === other.mtimeNs &&
        one.ctimeNs === other.ctimeNs &&
        one.ino === other.ino &&
        one.dev === other.dev);
}
/**
 * Throws FolderError `file_changed` when a folder was moved or swapped for a link since its real path was taken,
 * `file_unreadable` when that cannot be told.
 */
function assertFolderInPlace(location, path) {
    let real;
    try {
        real = external_node_fs_.realpathSync.native(location);
    }
    catch (cause) {
        throw toFileError(path, cause);
    }
    if (real !== location)
        throw toChangedError(path);
}
/**
 * Bytes of one read, and the size up to which a file is read at once. A multiple of three, so that base64 never has to
 * carry a rest from one read to the next. Larger reads gain little and leave the processor's cache.
 */
const chunkBytes = 384 * 1024;
/** Makes the buffers, with headroom for `atLeast` bytes. The second is made when it is first asked for. */
function createReadBuffers(atLeast) {
    // Chunks begin at a multiple of four: counting goes by words.
    const headroom = Math.ceil(atLeast / 4) * 4;
    let second;
    const create = () => Buffer.allocUnsafeSlow(headroom + chunkBytes + 1);
    return {
        headroom,
        one: create(),
        other() {
            second ??= create();
            return second;
        },
    };
}
/**
 * Reads a file of at most chunkBytes in one go: with a warm cache that is several times faster than through the thread pool.
 *
 * Throws FolderError `file_changed` when it is shorter or longer than announced, `file_unreadable` when reading fails.
 */
function readSmall({ fd, path, bytes, buffers }) {
    const { one: buffer, headroom: start } = buffers;
    // One byte more than announced, so that a file that grew is noticed.
    const got = readBytes({ fd, path, target: buffer.subarray(start, start + bytes + 1), enough: bytes || 1 });
    if (got !== bytes)
        throw toChangedError(path);
    return { buffer, start, end: start + bytes };
}
/** Reads the beginning of a file into a buffer; returns how many bytes that were. Throws FolderError `file_unreadable`. */
function readBytes({ fd, path, target, enough }) {
    let filled = 0;
    try {
        for (let got = -1; got !== 0 && filled < enough; filled += got) {
            got = (0,external_node_fs_.readSync)(fd, target, filled, target.length - filled, filled);
        }
    }
    catch (cause) {
        throw toUnreadableError(path, cause);
    }
    return filled;
}
/**
 * Reads a file in full chunks, the next one on its way while the caller works on this one.
 *
 * Every chunk but the last has chunkBytes; before `start` lie the last bytes of the chunk before, up to the headroom.
 * Throws FolderError `file_changed` when the file is shorter or longer than announced.
 */
async function* readAhead({ fd, path, bytes, buffers }) {
    const { headroom } = buffers;
    let current = buffers.one;
    let spare = buffers.other();
    let position = 0;
    let pending = fill(fd, current, headroom, 0);
    try {
        while (position < bytes) {
            const got = await expectBytes(pending, path);
            position += got;
            if (got === 0 || position > bytes)
                throw toChangedError(path);
            pending = fill(fd, spare, headroom, position);
            yield { buffer: current, start: headroom, end: headroom + got };
            current.copy(spare, 0, got, headroom + got);
            [current, spare] = [spare, current];
        }
        if ((await expectBytes(pending, path)) !== 0)
            throw toChangedError(path);
    }
    finally {
        // Nobody may close the file or reuse the buffer under a read that is still going on.
        await pending;
    }
}
async function expectBytes(pending, path) {
    const filled = await pending;
    if (filled instanceof Error)
        throw toUnreadableError(path, filled);
    return filled;
}
/** Reads until the chunk is full or the file ends. */
async function fill(fd, buffer, start, position) {
    let filled = 0;
    while (filled < chunkBytes) {
        const got = await readOnce(fd, buffer.subarray(start + filled, start + chunkBytes), position + filled);
        if (got instanceof Error)
            return got;
        if (got === 0)
            break;
        filled += got;
    }
    return filled;
}
function readOnce(fd, target, position) {
    return new Promise((resolve) => {
        (0,external_node_fs_.read)(fd, target, 0, target.length, position, (error, got) => resolve(error ?? got));
    });
}

;// CONCATENATED MODULE: ./lib/folder/body.js





/**
 * Makes the body `before` + `{"<path>":"<content>",\u2026}` + `after`, whose length is known before any file is read again.
 *
 * Memory does not grow with the folder: three output and two read buffers, about 2.3 MiB.
 */
function createBody(options) {
    return { length: countBody(options), stream: () => streamBody(options) };
}
function countBody({ before, after, files }) {
    let length = Buffer.byteLength(before) + Buffer.byteLength(after) + 2;
    for (const file of files)
        length += Buffer.byteLength(JSON.stringify(file.path)) + 1 + file.encodedBytes;
    return length + Math.max(0, files.length - 1);
}
async function* streamBody({ before, after, files, signal }) {
    signal?.throwIfAborted();
    const output = new Output();
    const buffers = createReadBuffers(0);
    const yieldToEventLoop = createYield(signal);
    yield* output.writeString(`${before}{`);
    for (const [index, file] of files.entries()) {
        yield* output.writeString(`${index === 0 ? '' : ','}${JSON.stringify(file.path)}:`);
        const start = output.written;
        yield* output.writeString(file.encoding === 'data' ? `"${toDataPrefix(file.type)}` : '"');
        if (file.bytes <= chunkBytes)
            yield* writeSmall(file, output, buffers);
        else
            yield* writeLarge(file, output, { buffers, yieldToEventLoop });
        yield* output.writeString('"');
        // Same size and same time, but other text: the announced length would be wrong.
        if (output.written - start !== file.encodedBytes)
            throw toChangedError(file.path);
        const turn = yieldToEventLoop(file.bytes);
        if (turn !== undefined)
            await turn;
    }
    yield* output.writeString(`}${after}`);
    yield output.take();
}
function* writeSmall(file, output, buffers) {
    const { fd } = openRegular(file.location, file.path);
    let chunk;
    try {
        chunk = readSmall({ fd, path: file.path, bytes: file.bytes, buffers });
        // Taken after reading, the stamp tells of any change since the file was measured.
        assertUnchanged(readStamp(fd), file);
    }
    finally {
        (0,external_node_fs_.closeSync)(fd);
    }
    yield* output.writeChunk(chunk, file.encoding);
}
async function* writeLarge(file, output, { buffers, yieldToEventLoop }) {
    const { fd, stamp } = openRegular(file.location, file.path);
    try {
        assertUnchanged(stamp, file);
        for await (const chunk of readAhead({ fd, path: file.path, bytes: file.bytes, buffers })) {
            yield* output.writeChunk(chunk, file.encoding);
            const turn = yieldToEventLoop(chunk.end - chunk.start);
            if (turn !== undefined)
                await turn;
        }
        assertUnchanged(readStamp(fd), file);
    }
    finally {
        (0,external_node_fs_.closeSync)(fd);
    }
}
/** Size of one output buffer. */
const bufferBytes = 512 * 1024;
/** Used in turn: one being written, one at the socket, one in between. */
const bufferCount = 3;
/** Collects a body in a few large buffers used in turn. What its generators yield is to be sent before they go on. */
class Output {
    #buffers = [];
    #writeText = createTextWriter();
    #turn = -1;
    #buffer = this.#nextBuffer();
    #position = 0;
    #taken = 0;
    /** Bytes written so far. */
    get written() {
        return this.#taken + this.#position;
    }
    /** What was written since the last take. Its memory is used again by the second take after this one. */
    take() {
        const chunk = this.#buffer.subarray(0, this.#position);
        this.#taken += chunk.length;
        this.#buffer = this.#nextBuffer();
        this.#position = 0;
        return chunk;
    }
    /** Writes a string as UTF-8. */
    *writeString(text) {
        // A UTF-16 unit takes at most three bytes.
        if (text.length * 3 <= pieceRoom) {
            if (this.#isFull())
                yield this.take();
            this.#position += this.#buffer.write(text, this.#position);
            return;
        }
        const bytes = Buffer.from(text);
        for (let start = 0; start < bytes.length; start += pieceRoom) {
            if (this.#isFull())
                yield this.take();
            this.#position += bytes.copy(this.#buffer, this.#position, start, Math.min(start + pieceRoom, bytes.length));
        }
    }
    /** Writes bytes of a file, encoded, without the quotes around them. */
    *writeChunk({ buffer, start, end }, encoding) {
        const size = encoding === 'text' ? textPiece : dataPiece;
        const writeText = end - start <= maxShortText ? writeShortText : this.#writeText;
        const write = encoding === 'text' ? writeText : writeBase64;
        for (let from = start; from < end; from += size) {
            if (this.#isFull())
                yield this.take();
            this.#position = write(this.#buffer, this.#position, buffer, from, Math.min(from + size, end));
        }
    }
    #isFull() {
        return this.#position + pieceRoom > bufferBytes;
    }
    #nextBuffer() {
        this.#turn = (this.#turn + 1) % bufferCount;
        const buffer = this.#buffers[this.#turn] ?? Buffer.allocUnsafeSlow(bufferBytes);
        this.#buffers[this.#turn] = buffer;
        return buffer;
    }
}

// EXTERNAL MODULE: ./lib/outcome.js
var lib_outcome = __webpack_require__(3259);
;// CONCATENATED MODULE: ./lib/folder/manifest.js

/** Drops what does not change a path that is relative to the folder: `./` and `/` in front, `\` for `/`. */
function toPlainPath(written) {
    return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}
/** Finds a file by its exact path. */
function findFile(manifest, path) {
    return manifest.files.find((file) => file.path === path);
}
/**
 * One hash over the paths and contents of files, given sorted by path in UTF-16 code-unit order.
 *
 * `sha256:` and the hex SHA-256 of, for each file: its path in UTF-8, a NUL, its size in bytes as a decimal number, a NUL, the
 * hex SHA-256 of its bytes, a line feed. No path holds a NUL, so that different folders never give the same bytes. In a shell:
 * `printf '%s\0%s\0%s\n' path size sha256` for each file, all of it into `sha256sum`.
 */
function hashContents(files) {
    const digest = (0,external_node_crypto_.createHash)('sha256');
    for (const { path, bytes, sha256 } of files)
        digest.update(`${path}\0${bytes}\0${sha256}\n`);
    return `sha256:${digest.digest('hex')}`;
}

// EXTERNAL MODULE: ./lib/node_modules/jsonc-parser/lib/esm/main.js + 2 modules
var main = __webpack_require__(5997);
;// CONCATENATED MODULE: ./lib/folder/service-json.js

const maxDuplicates = 100;
/** Levels of objects and arrays: the parser works by recursion, and so do those of most services. */
const service_json_maxDepth = 1000;
/** Reads the text of `service.json`. Accepts what JSON.parse accepts, down to maxDepth levels; a byte-order mark does not count. */
function parseServiceJson(raw) {
    const text = raw.replace(/^\ufeff/, '');
    try {
        const found = visitObjects(text);
        if (text.trimStart().startsWith('{'))
            return { kind: 'object', ...found };
        return { kind: 'not_object', message: 'not an object', line: 1, column: 1 };
    }
    catch (error) {
        if (error instanceof FaultFound)
            return error.fault;
        throw error;
    }
}
function visitObjects(text) {
    const members = new Map();
    const duplicates = [];
    /** The keys so far of each object that is open; null for an array. */
    const open = [];
    let lastKey = '';
    // What an array at the top has is set too: nobody asks for the members of what is no object.
    const addValue = (value, place) => {
        if (open.length === 1)
            members.set(lastKey, { value, ...place });
    };
    const enter = (keys, place) => {
        addValue(undefined, place);
        open.push(keys);
        if (open.length <= service_json_maxDepth)
            return;
        throw new FaultFound({ kind: 'depth', message: `nested deeper than ${service_json_maxDepth} levels`, ...place });
    };
    const leave = () => {
        open.pop();
    };
    const visitor = {
        onObjectBegin: (_offset, _length, line, column) => enter(new Set(), toPlace(line, column)),
        onArrayBegin: (_offset, _length, line, column) => enter(null, toPlace(line, column)),
        onObjectEnd: leave,
        onArrayEnd: leave,
        onObjectProperty(key, _offset, _length, line, column) {
            const keys = open.at(-1);
            if (keys?.has(key) && duplicates.length < maxDuplicates)
                duplicates.push({ key, ...toPlace(line, column) });
            keys?.add(key);
            lastKey = key;
        },
        onLiteralValue(value, _offset, _length, line, column) {
            addValue(typeof value === 'string' || value === null ? value : undefined, toPlace(line, column));
        },
        onError(error, offset, length, line, column) {
            const code = (0,main/* printParseErrorCode */._n)(error);
            const token = text.slice(offset, offset + length);
            const message = messages.get(code) ?? describeToken(code, token, text.slice(0, offset));
            throw new FaultFound({ kind: 'syntax', message, ...toPlace(line, column + findShift(code, token)) });
        },
    };
    (0,main/* visit */.YR)(text, visitor, { disallowComments: true });
    return { members, duplicates };
}
/** Ends the visit at the first fault: what a parser makes of the rest helps nobody. */
class FaultFound extends Error {
    fault;
    constructor(fault) {
        super(fault.message);
        this.fault = fault;
    }
}
/** From the parser's lines and columns, which count from 0. */
function toPlace(line, column) {
    return { line: line + 1, column: column + 1 };
}
const badEscape = 'JSON has no such escape: write \\\\ for a backslash, and / between the names of a path';
/** What a parser's error code says. */
const messages = new Map([
    ['InvalidCommentToken', 'JSON has no comments'],
    ['UnexpectedEndOfString', 'this string has no closing quote on its line'],
    ['InvalidUnicode', badEscape],
    ['InvalidEscapeCharacter', badEscape],
    ['InvalidCharacter', 'a control character must be escaped in a string'],
]);
/** How many columns behind the beginning of a token its fault is. */
function findShift(code, token) {
    if (code === 'InvalidCharacter')
        return token.search(/[^ -\uffff]/);
    if (messages.get(code) !== badEscape)
        return 0;
    // Found where all good escapes are blotted out.
    return token.replace(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/g, (good) => ' '.repeat(good.length)).indexOf('\\');
}
/** What a parser's error code says is missing; a value where it is none of these. */
const expected = new Map([
    ['PropertyNameExpected', 'a key in double quotes'],
    ['ColonExpected', 'a colon'],
    ['CommaExpected', 'a comma'],
    ['CloseBraceExpected', 'a comma or }'],
    ['CloseBracketExpected', 'a comma or ]'],
    ['EndOfFileExpected', 'the end'],
]);
/** Says what is wrong with a token that cannot be where it is. */
function describeToken(code, token, before) {
    const shown = token.length <= maxShownToken ? token : `${token.slice(0, maxShownToken).toWellFormed()}\u2026`;
    if (code === 'InvalidSymbol' || code === 'UnexpectedEndOfNumber') {
        if (token.startsWith("'"))
            return "JSON takes double quotes, not '";
        return /^-?[\d.]/.test(token) ? `${shown} is no JSON number` : `${shown} is no JSON; text must be in double quotes`;
    }
    const wanted = expected.get(code) ?? 'a value';
    if (token === '')
        return `the text ends where ${wanted} is expected`;
    return /^[}\]]$/.test(token) && before.trimEnd().endsWith(',')
        ? `JSON has no comma before ${token}`
        : `expected ${wanted} instead of ${shown}`;
}
/** A token may be a text of any length. */
const maxShownToken = 40;

;// CONCATENATED MODULE: ./lib/folder/text.js




/** Largest file that is read whole for a check or a field, in bytes: far above any page that is written by hand. */
const maxTextBytes = 8 * 1024 * 1024;
/** How much of a file is read for an excerpt, in bytes. */
const maxExcerptBytes = 1024 * 1024;
/**
 * Reads a file of the folder as text; a byte-order mark stays. Null when the folder has no such file, it is larger than 8 MiB, or
 * it is not UTF-8. Throws FolderError `file_changed` or `file_unreadable`.
 */
function text_readText(manifest, path) {
    const result = loadText(manifest, path, maxTextBytes);
    return result.kind === 'text' ? result.text : null;
}
/** Like readText, with a limit in bytes of the caller's own, but says why there is no text. */
function loadText(manifest, path, limit) {
    const file = findFile(manifest, path);
    if (file === undefined)
        return { kind: 'missing' };
    if (file.bytes > limit)
        return { kind: 'too-large' };
    const bytes = readBeginning(file, limit);
    return (0,external_node_buffer_.isUtf8)(bytes) ? { kind: 'text', text: bytes.toString() } : { kind: 'not-utf8' };
}
function readBeginning(file, limit) {
    const { fd, stamp } = openRegular(file.location, file.path);
    try {
        assertUnchanged(stamp, file);
        const target = Buffer.allocUnsafeSlow(Math.min(file.bytes, limit));
        return target.subarray(0, readBytes({ fd, path: file.path, target, enough: target.length }));
    }
    finally {
        (0,external_node_fs_.closeSync)(fd);
    }
}
/**
 * Reads lines `first` to `last` (counted from 1, both included) of a file for an excerpt; fewer where the file ends.
 *
 * Null when there is no such file or line, or it cannot be read, or it is beyond the first MiB. Never throws.
 */
async function readLines(manifest, path, { first, last }) {
    const file = findFile(manifest, path);
    if (file === undefined)
        return null;
    try {
        const lines = readBeginning(file, maxExcerptBytes).toString().split(/\r?\n/);
        // Where reading stopped, the last line is not whole; behind the last line end there is none.
        if (file.bytes > maxExcerptBytes || lines.at(-1) === '')
            lines.pop();
        const excerpt = lines.slice(first - 1, last);
        return excerpt.length === 0 ? null : excerpt;
    }
    catch {
        // An excerpt is an extra: a file that changed or went away since the check only costs the excerpt.
        return null;
    }
}

;// CONCATENATED MODULE: ./lib/folder/check.js





const servicePath = 'service.json';
/** Largest `service.json` that is checked, in bytes. */
const maxServiceBytes = 1024 * 1024;
/** Most warnings of one kind about the layout; a last one counts the rest. */
const maxLayoutWarnings = 20;
/** The files that the service document names outside `assets/`, and the word for each in codes. */
const knownFiles = { 'service.json': 'service_json', 'index.html': 'page', 'instructions.md': 'instructions' };
/**
 * Checks a folder without the service and reads the app's fields from it.
 *
 * What the service document states is an error; what it only suggests, and what could not be checked, is a warning.
 * Throws FolderError when a file changed since it was measured.
 */
async function checkFolder(manifest) {
    const service = loadText(manifest, servicePath, maxServiceBytes);
    const page = loadText(manifest, 'index.html', maxTextBytes);
    const instructions = loadText(manifest, 'instructions.md', maxTextBytes);
    const checked = service.kind === 'text'
        ? checkServiceJson(service.text, manifest)
        : { problems: [toUnchecked(service.kind, servicePath, manifest)], fields: {} };
    const problems = [
        ...checked.problems,
        ...checkPage(page, 'index.html', manifest),
        ...checkPage(instructions, 'instructions.md', manifest),
        ...limit(findStrays(manifest), 'outside assets/'),
        ...limit(findTwins(manifest), 'of this kind'),
    ];
    return {
        // `error` is before `warning` in the alphabet too.
        problems: problems.sort((one, other) => (0,lib_outcome/* compareTexts */.qy)(one.severity, other.severity)),
        fields: {
            ...checked.fields,
            ...(instructions.kind === 'text' ? { system_prompt: instructions.text } : {}),
            ...(page.kind === 'text' ? { html: page.text } : {}),
        },
    };
}
/** The service would refuse this, or show it broken. */
function toError(finding) {
    return { path: null, line: null, column: null, ...finding, severity: 'error' };
}
/** The document only suggests it, the service has the last word. */
function toWarning(finding) {
    return { ...toError(finding), severity: 'warning' };
}
/** The text of `service.json`: JSON, an object, no key twice, the types and forms that the service document shows. */
function checkServiceJson(text, manifest) {
    const parsed = parseServiceJson(text);
    const problems = parsed.kind === 'object'
        ? [...parsed.duplicates.map(toDuplicate), ...checkMembers(parsed, manifest)]
        : [toFault(parsed)];
    if (text.startsWith('\ufeff'))
        problems.unshift(warnOfMark());
    return {
        problems: problems.map((problem) => ({ ...problem, path: servicePath })),
        fields: parsed.kind === 'object' ? readFields(parsed) : {},
    };
}
function toFault({ kind, message, ...place }) {
    const fix = {
        syntax: 'Correct it at this place; an editor that knows JSON shows it too.',
        not_object: 'Put the fields between { and }.',
        depth: 'Make it flatter, or move data out of it into a file in assets/.',
    }[kind];
    const what = kind === 'syntax' ? `not JSON: ${message}` : message;
    return toError({ code: `json_${kind}`, message: `${servicePath} is ${what}.`, fix, ...place });
}
function toDuplicate({ key, ...place }) {
    const message = `${servicePath} has the key ${key} twice in one object.`;
    return toError({
        code: 'duplicate_key',
        message,
        fix: `Keep one ${key}: readers differ in which one counts.`,
        ...place,
    });
}
function warnOfMark() {
    const message = `${servicePath} begins with a byte-order mark, which a strict JSON reader refuses.`;
    const fix = 'Save it as UTF-8 without a byte-order mark.';
    return toWarning({ code: 'byte_order_mark', message, fix, line: 1, column: 1 });
}
function readFields({ members }) {
    const texts = ['name', 'tagline', 'color'].map((key) => [key, members.get(key)?.value]);
    return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string'));
}
function checkMembers({ members }, manifest) {
    const problems = [];
    for (const key of ['name', 'tagline', 'color', 'logo']) {
        const member = members.get(key);
        if (member === undefined)
            continue;
        const { value, ...place } = member;
        const problem = findFault(key, value, manifest);
        if (problem !== null)
            problems.push({ ...problem, ...place });
    }
    if (!members.has('name'))
        problems.push({ ...warnOfName(), line: 1 });
    return problems;
}
function findFault(key, value, manifest) {
    if (value === undefined) {
        const fix = `Write it as "${key}": "\u2026".`;
        return toError({ code: `${key}_type`, message: `${key} in ${servicePath} is not a string.`, fix });
    }
    if (value === null) {
        // The document requires none of them in the folder, and says nothing of null.
        if (key === 'name')
            return warnOfName();
        const message = `${key} in ${servicePath} is null, which the service document does not show.`;
        return toWarning({ code: `${key}_null`, message, fix: `Remove ${key}, or give it a value.` });
    }
    if (key === 'name' && value.trim() === '') {
        return toError({ code: 'name_empty', message: `name in ${servicePath} is empty.`, fix: 'Give the app a name.' });
    }
    if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value)) {
        const fix = 'Write it as # and six hex digits, such as "#1b6ca8".';
        return toError({ code: 'color_format', message: `color in ${servicePath} is ${JSON.stringify(value)}.`, fix });
    }
    return key === 'logo' ? findLogoFault(value, manifest) : null;
}
function warnOfName() {
    const fix = 'Add "name": "\u2026", the name that people see.';
    return toWarning({ code: 'name_missing', message: `${servicePath} has no name.`, fix });
}
/** The logo must name a picture that is sent with the folder. */
function findLogoFault(logo, manifest) {
    const fix = 'Name a picture of the folder, such as assets/logo.svg';
    const says = `logo in ${servicePath} is`;
    if (logo === '')
        return toWarning({ code: 'logo_empty', message: `${says} empty.`, fix: `${fix}, or remove logo.` });
    const plain = toPlainPath(logo);
    const file = logo.includes('\\') ? undefined : findFile(manifest, plain);
    if (file === undefined) {
        const message = `${says} ${logo}, which is not among the included files.`;
        return toError({ code: 'logo_missing', message, fix: suggestLogo(logo, manifest) });
    }
    if (!isPicture(file)) {
        return toError({ code: 'logo_type', message: `${says} ${logo}, which is not a picture.`, fix: `${fix}.` });
    }
    if (file.path === logo)
        return null;
    const message = `${says} ${logo}; paths in the folder begin without ./ or /.`;
    return toWarning({ code: 'logo_path', message, fix: `Write it as ${plain}.` });
}
function isPicture({ type }) {
    return type.startsWith('image/');
}
function suggestLogo(logo, manifest) {
    const { files } = manifest;
    const path = toPlainPath(logo);
    if (findFile(manifest, path) !== undefined)
        return `Write it with /, as ${path}.`;
    const advice = adviseExcluded(path, manifest);
    if (advice !== null)
        return advice;
    const twin = files.find((file) => file.path.normalize('NFC') === path.normalize('NFC'));
    if (twin !== undefined) {
        // Both look the same: only the escapes tell them apart.
        return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${toAscii(twin.path)}.`;
    }
    const other = files.find((file) => file.path.toLowerCase() === path.toLowerCase());
    if (other !== undefined)
        return `Case counts: the file is ${other.path}.`;
    const picture = files.find(isPicture);
    return picture === undefined
        ? 'Add the picture to assets/.'
        : `Add the picture, or name one that is there, such as ${picture.path}.`;
}
/** The text as a JSON string in ASCII. */
function toAscii(text) {
    return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
/** What to do about a path that is excluded, or lies in a folder that is; null for any other. */
function adviseExcluded(path, { excluded }) {
    const entry = excluded.find((each) => each.path === path || (each.path.endsWith('/') && path.startsWith(each.path)));
    if (entry === undefined)
        return null;
    const advice = {
        pattern: 'change the input exclude',
        not_included: 'change the input include',
        not_a_file: 'put a file in its place',
        // No include pattern overrides a built-in rule.
        hidden: 'rename it',
        credential: 'rename it',
        node_modules: 'rename it',
    }[entry.kind];
    return `${entry.path} is excluded (${entry.reason}): ${advice}.`;
}
function checkPage(result, path, manifest) {
    if (result.kind !== 'text')
        return [toUnchecked(result.kind, path, manifest)];
    if (result.text.trim() !== '')
        return [];
    const code = `${knownFiles[path]}_empty`;
    return [toWarning({ code, message: `${path} is empty.`, fix: `Add content to ${path}.`, path, line: 1 })];
}
/** Says why there is no text of a file to check. */
function toUnchecked(kind, path, manifest) {
    const isService = path === servicePath;
    const code = knownFiles[path];
    if (kind === 'missing') {
        const usual = isService
            ? `Add a ${path} with name, tagline, color and logo.`
            : `Add ${path}, or check the input folder.`;
        const fix = adviseExcluded(path, manifest) ?? usual;
        return toWarning({ code: `${code}_missing`, message: `The folder has no ${path}.`, fix });
    }
    if (kind === 'not-utf8') {
        const found = { code: `${code}_not_utf8`, fix: 'Save it as UTF-8.', path };
        return isService
            ? toError({ ...found, message: `${path} is not UTF-8, and so not JSON.` })
            : toWarning({ ...found, message: `${path} is not UTF-8, so it is sent as data and not as text.` });
    }
    const size = `${(isService ? maxServiceBytes : maxTextBytes) / 1024 / 1024} MiB`;
    return toWarning({
        code: 'file_not_checked',
        message: `${path} is larger than ${size} and was not checked. create and update do not send it.`,
        fix: 'Move data out of it into files in assets/.',
        path,
    });
}
/** Files where the service may not take them: one warning for each name at the top, however many files it holds. */
function findStrays({ files }) {
    const counts = new Map();
    for (const { path } of files) {
        const top = path.slice(0, path.indexOf('/') + 1) || path;
        if (top !== 'assets/' && !Object.hasOwn(knownFiles, top))
            counts.set(top, (counts.get(top) ?? 0) + 1);
    }
    return [...counts].map(([top, count]) => {
        const isFolder = top.endsWith('/');
        const what = isFolder ? `${top}, with ${(0,format/* formatCount */.B4)(count, 'file')},` : top;
        return toWarning({
            code: 'outside_assets',
            message: `${what} is outside assets/. The service document shows only service.json, index.html, instructions.md and assets/.`,
            fix: 'Move it into assets/, or exclude it with the input exclude.',
            path: isFolder ? null : top,
        });
    });
}
/** Paths that the service may mix up: they differ only in case or normal form. */
function findTwins({ files }) {
    const firsts = new Map();
    return files.flatMap(({ path }) => {
        const key = path.normalize('NFC').toLowerCase().normalize('NFC');
        const first = firsts.get(key);
        if (first === undefined) {
            firsts.set(key, path);
            return [];
        }
        const isCase = first.normalize('NFC') !== path.normalize('NFC');
        const message = `${first} and ${path} differ only in ${isCase ? 'case' : 'the way accents are written (NFC, NFD)'}.`;
        const fix = 'Rename one: where such names are the same, one file replaces the other.';
        return [toWarning({ code: 'path_twins', message, fix, path })];
    });
}
/** `where` says what all these names have in common. */
function limit(problems, where) {
    if (problems.length <= maxLayoutWarnings)
        return problems;
    const more = problems.length - maxLayoutWarnings;
    const message = `${(0,format/* formatCount */.B4)(more, 'more name')} ${where} ${more === 1 ? 'is' : 'are'} not listed.`;
    const last = toWarning({ code: 'more_warnings', message, fix: 'Fix the ones that are listed first.' });
    return [...problems.slice(0, maxLayoutWarnings), last];
}

;// CONCATENATED MODULE: ./lib/folder/locate.js




/** How many bytes of files are read to place all problems of a response. */
const maxSourceBytes = 64 * 1024 * 1024;
const maxPathLength = 1000;
/**
 * Gives problems that the service named their place in the folder's files, as far as it can be known.
 *
 * A path becomes a file's exact path; without one, a field's file is taken. A line that the file does not have becomes null, and
 * the message says which it was; a column outside the line becomes null. A field gets the place of its value in `service.json`,
 * line 1 when it has none: then the message names it. A path that the folder lacks keeps no line; what is not plainly a path in
 * the folder becomes null, and the message names it. Each file is read at most once.
 * Throws FolderError `file_changed` or `file_unreadable`.
 */
async function locateProblems(manifest, problems) {
    const sources = new Sources(manifest);
    return problems.map((problem) => locateProblem(problem, sources));
}
function locateProblem({ field, ...problem }, sources) {
    const written = problem.path ?? fileOfField(field ?? '');
    const found = written === null ? null : findPath(written, sources);
    if (found === null)
        return placeNowhere(problem, written, field);
    const { path } = found.file;
    const { note, ...place } = findPlace(problem.line === null ? found : { ...problem, file: found.file }, sources);
    const located = { ...problem, path, ...place, message: `${problem.message}${note}` };
    if (place.line !== null || field === undefined || path !== 'service.json')
        return located;
    const member = sources.load(found.file)?.members.get(field);
    return member === undefined
        ? { ...located, line: 1, message: nameSubject(field, located.message) }
        : { ...located, line: member.line, column: member.column };
}
/** No file is named, or none that the folder has. */
function placeNowhere(problem, written, field) {
    const isPlain = written === null || (toPlainPath(written) === written && isInside(written));
    const message = nameSubject(isPlain ? field : written, problem.message);
    return { ...problem, path: isPlain ? written : null, line: null, column: null, message };
}
/**
 * Reads a path as services write it (`./index.html`, `/index.html`, `assets\a.png`, `index.html:12:5`), in the folder's own
 * spelling. Case counts. Null when the folder has no such file. A name that has such marks itself is found first.
 */
function findPath(written, sources) {
    const named = sources.find(toPlainPath(written));
    if (named !== undefined)
        return { file: named, line: null, column: null };
    const [, start = '', line, column] = /(.+?):(\d{1,9})(?::(\d{1,9}))?:?$/s.exec(written) ?? [];
    const file = sources.find(toPlainPath(start));
    if (file === undefined)
        return null;
    // Where none is written the column is NaN, which no file has.
    return { file, line: Number(line), column: Number(column) };
}
/** True for what reads as the path of a file in the folder: with a dot or a slash, no way out of it, and no address. */
function isInside(path) {
    if (path.length > maxPathLength || !/[./]/.test(path) || /^\w+:|[\p{C}]/u.test(path))
        return false;
    return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
/** The line and column of a place as far as the file has them; `note` says which line it does not have. */
function findPlace({ file, line, column }, sources) {
    if (line === null || !Number.isSafeInteger(line) || line < 1)
        return { line: null, column: null, note: '' };
    const lengths = sources.load(file)?.lengths;
    // Of a file that cannot be looked into, all that is known is that each line takes a byte.
    if (line > (lengths?.length ?? file.bytes)) {
        const count = lengths === undefined ? '' : `; the file has ${lengths.length}`;
        return { line: null, column: null, note: ` (line ${line}${count})` };
    }
    const maxColumn = (lengths?.[line - 1] ?? -1) + 1;
    const isColumn = column !== null && Number.isInteger(column) && column >= 1 && column <= maxColumn;
    return { line, column: isColumn ? column : null, note: '' };
}
/** The files of a folder as places for problems. Reads each file once, when it is first asked for. */
class Sources {
    #files;
    #manifest;
    #sources = new Map();
    #bytesLeft = maxSourceBytes;
    constructor(manifest) {
        this.#manifest = manifest;
        this.#files = new Map(manifest.files.map((file) => [file.path, file]));
    }
    find(path) {
        return this.#files.get(path);
    }
    /** Null for what cannot be looked into: too large, or not text. */
    load(file) {
        const known = this.#sources.get(file.path);
        if (known !== undefined)
            return known;
        const source = this.#read(file);
        this.#sources.set(file.path, source);
        return source;
    }
    #read({ path, bytes }) {
        if (bytes > this.#bytesLeft)
            return null;
        this.#bytesLeft -= bytes;
        const text = text_readText(this.#manifest, path);
        if (text === null)
            return null;
        const parsed = path === 'service.json' ? parseServiceJson(text) : null;
        return { lengths: measureLines(text), members: parsed?.kind === 'object' ? parsed.members : new Map() };
    }
}
function measureLines(text) {
    const lines = text.split(/\r?\n/);
    // A line end at the end of the text begins no line.
    if (lines.length > 1 && lines.at(-1) === '')
        lines.pop();
    return lines.map((line) => line.length);
}
/** A problem's message with what it is about, a field or a path, in front, unless it names that itself. */
function nameSubject(subject, message) {
    return subject === undefined || message.toLowerCase().includes(subject.toLowerCase())
        ? message
        : `${subject}: ${message}`;
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./node_modules/mrmime/index.mjs
var mrmime = __webpack_require__(6059);
;// CONCATENATED MODULE: ./lib/folder/media.js


/** Pictures, fonts, sounds and videos of the web that the library does not have, because their types are vendor or `x-` ones. */
const moreTypes = new Map([
    ['avi', 'video/x-msvideo'],
    ['cur', 'image/x-icon'],
    ['eot', 'application/vnd.ms-fontobject'],
    ['flac', 'audio/flac'],
    ['ico', 'image/x-icon'],
    ['m4v', 'video/mp4'],
    ['mkv', 'video/x-matroska'],
]);
/**
 * Tells a file's media type, without parameters, from the end of its name; `application/octet-stream` when that tells nothing.
 *
 * `.ts` and `.mts` are both TypeScript and MPEG transport streams: readable text is taken for the former, as `text/plain`.
 */
function toMediaType(path, isUtf8) {
    const extension = external_node_path_.posix.extname(path).slice(1).toLowerCase();
    // The library reads a plain object: `constructor` and `__proto__` find what is no string.
    const found = moreTypes.get(extension) ?? (0,mrmime/* lookup */.$)(extension);
    if (typeof found !== 'string')
        return 'application/octet-stream';
    return found === 'video/mp2t' && isUtf8 ? 'text/plain' : found;
}

;// CONCATENATED MODULE: ./lib/folder/measure.js









/** A character of UTF-8 has at most four bytes: what is not complete at the end of a chunk are up to three. */
const maxTail = 3;
/**
 * Reads each file once and takes what must be known before the first byte is sent: size, hash, encoding, encoded size, stamp.
 *
 * Holds no contents. Throws FolderError `secret_in_folder`, `file_changed` or `file_unreadable`, or the signal's reason.
 */
async function measureFiles(options) {
    const { files, finder, signal } = options;
    const buffers = createReadBuffers(Math.max(finder.overlap, maxTail));
    const yieldToEventLoop = createYield(signal);
    const measured = [];
    for (const [index, found] of files.entries()) {
        const file = await measureFile(found, { ...options, buffers, yieldToEventLoop });
        measured.push(file);
        const turn = yieldToEventLoop(file.bytes);
        if (turn !== undefined)
            await turn;
        const folder = (0,external_node_path_.dirname)(found.location);
        const next = files[index + 1];
        // Not following a link at a file's name does not help when a folder above it was swapped for one.
        if (next === undefined || (0,external_node_path_.dirname)(next.location) !== folder) {
            assertFolderInPlace(folder, found.path.slice(0, Math.max(0, found.path.lastIndexOf('/'))));
        }
    }
    return measured;
}
async function measureFile(found, tools) {
    const open = openRegular(found.location, found.path);
    try {
        const bytes = Number(open.stamp.size);
        const isSmall = bytes <= chunkBytes;
        const content = isSmall ? measureSmall(found, open, tools) : await measureLarge(found, open, tools);
        const type = toMediaType(found.path, content.isUtf8);
        const encoding = tools.chooseEncoding(type, content.isUtf8);
        const inside = encoding === 'text' ? content.textBytes : toDataPrefix(type).length + countBase64(bytes);
        const { path, location } = found;
        return {
            path,
            location,
            bytes,
            sha256: content.sha256,
            encoding,
            type,
            encodedBytes: inside + 2,
            stamp: open.stamp,
        };
    }
    finally {
        (0,external_node_fs_.closeSync)(open.fd);
    }
}
function measureSmall(found, open, { buffers, finder }) {
    const bytes = Number(open.stamp.size);
    const chunk = readSmall({ fd: open.fd, path: found.path, bytes, buffers });
    const content = chunk.buffer.subarray(chunk.start, chunk.end);
    const isText = (0,external_node_buffer_.isUtf8)(content);
    const count = bytes <= maxShortText ? countShortText : countText;
    const textBytes = isText ? count(chunk.buffer, chunk.start, chunk.end) : 0;
    const sha256 = (0,external_node_crypto_.hash)('sha256', content, 'hex');
    assertNoSecret(finder, chunk, found.path);
    return { sha256, isUtf8: isText, textBytes };
}
async function measureLarge(found, open, { buffers, finder, yieldToEventLoop }) {
    const bytes = Number(open.stamp.size);
    const digest = (0,external_node_crypto_.createHash)('sha256');
    let isText = true;
    let textBytes = 0;
    let tail = 0;
    let seen = 0;
    for await (const { buffer, start, end } of readAhead({ fd: open.fd, path: found.path, bytes, buffers })) {
        // Hashing goes first: it reads in order and brings the bytes near, which the search by leaps then finds there.
        digest.update(buffer.subarray(start, end));
        assertNoSecret(finder, { buffer, start: start - Math.min(finder.overlap, seen), end }, found.path);
        if (isText) {
            const whole = end - countIncomplete(buffer, end);
            isText = (0,external_node_buffer_.isUtf8)(buffer.subarray(start - tail, whole));
            tail = end - whole;
            textBytes += countText(buffer, start, end);
        }
        seen += end - start;
        const turn = yieldToEventLoop(end - start);
        if (turn !== undefined)
            await turn;
    }
    return { sha256: digest.digest('hex'), isUtf8: isText && tail === 0, textBytes };
}
/** How many of the last bytes are the beginning of a character whose rest is yet to come. */
function countIncomplete(bytes, end) {
    let count = 1;
    while (count < maxTail && isContinuation(bytes.readUInt8(end - count)))
        count += 1;
    return countCharacter(bytes.readUInt8(end - count)) > count ? count : 0;
}
function isContinuation(byte) {
    return byte >= 0x80 && byte < 0xc0;
}
/** How many bytes a character has that begins with this one. */
function countCharacter(first) {
    if (first < 0xc0)
        return 1;
    if (first < 0xe0)
        return 2;
    return first < 0xf0 ? 3 : 4;
}
function assertNoSecret(finder, chunk, path) {
    const name = finder.find(chunk);
    if (name === null)
        return;
    throw new FolderError(`${path} contains the value of the input ${name}. Nothing was sent.`, {
        code: 'secret_in_folder',
        next: `Remove it from ${path}, or exclude the file with the input exclude. If it was ever published, revoke it.`,
        path,
    });
}

;// CONCATENATED MODULE: ./lib/folder/select.js

/** Most alternatives that the braces of one pattern may stand for. */
const maxAlternatives = 1000;
/**
 * Compiles the patterns of `include` and `exclude` into a selector of paths relative to the folder.
 *
 * Patterns are minimatch's, case counts, always with `/`; `*` also matches a leading dot (what is hidden is excluded by a
 * built-in rule anyway). A leading `./` or `/` means the folder. `#` at the start is a plain character, and so is `!` but
 * for `!(\u2026)`. In both inputs a pattern that names a folder, as `docs`, `docs/`, `{docs,drafts}` and `docs/**` do, stands for all
 * that is in it; one with a wildcard in its last name, as `docs/*`, matches files only. Built-in rules always win, then `exclude`.
 * minimatch is loaded only when a pattern needs it, for the sake of the cold start. What can be wrong with a pattern's text
 * was found when the inputs were read.
 * Throws FolderError `pattern_invalid`, naming the pattern, for one whose braces stand for too many.
 */
async function createSelector({ include, exclude }) {
    const included = await compile('include', include.filter((text) => toSource(text) !== '**'));
    const includesAll = include.length === 0 || included.length < include.length;
    const excluded = await compile('exclude', exclude);
    const unmatched = new Set([...included, ...excluded]);
    /** The first pattern that matches. The others are asked too as long as they have matched nothing. */
    const findMatch = (patterns, path, isFolder) => {
        let first = null;
        for (const pattern of patterns) {
            if ((first !== null && !unmatched.has(pattern)) || !pattern.matches(path, isFolder))
                continue;
            first ??= pattern;
            unmatched.delete(pattern);
        }
        return first;
    };
    /** What lies in an excluded folder is never seen: a pattern that may be about it is taken for one that matches. */
    const closeFolder = (path) => {
        for (const pattern of unmatched)
            if (!pattern.isAnywhere && pattern.mayMatchIn(path))
                unmatched.delete(pattern);
    };
    return {
        findExclusion(path, type) {
            const isFolder = type === 'folder';
            const excludedBy = findMatch(excluded, path, isFolder);
            const includedBy = findMatch(included, path, isFolder);
            const isIncluded = includesAll || (isFolder ? included.some((pattern) => pattern.mayMatchIn(path)) : includedBy !== null);
            const exclusion = findBuiltInExclusion(path.slice(path.lastIndexOf('/') + 1), isFolder) ??
                (excludedBy && { kind: 'pattern', reason: `matches the exclude pattern ${excludedBy.pattern}` }) ??
                findTypeExclusion(type) ??
                (isIncluded ? null : { kind: 'not_included', reason: 'matches no include pattern' });
            if (exclusion !== null && isFolder)
                closeFolder(path);
            return exclusion;
        },
        listUnmatched: () => [...unmatched].map(({ input, pattern }) => ({ input, pattern })),
    };
}
/** Names of files and folders that hold credentials, lower-case. */
const credentialNames = new Set(['.git', '.npmrc', '.netrc', '_netrc', '.aws', '.ssh']);
const credentialEndings = ['.pem', '.key', '.p12', '.pfx', '.ppk'];
/** The private keys of ssh-keygen, their public halves and copies: `id_rsa`, `id_ed25519_sk.pub`, `id_rsa-old`. No other `id_\u2026`. */
const sshKey = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.~-].*)?$/;
/**
 * The rule that always excludes a file or folder of this name, or null.
 *
 * Takes the last part of the path only: what lies in an excluded folder is never looked at. Case does not count,
 * because on Windows and macOS `.ENV` opens the same file. No include pattern overrides it (docs/threat-model.md).
 */
function findBuiltInExclusion(name, isFolder) {
    if (isCredential(name, isFolder))
        return { kind: 'credential', reason: 'looks like a credential' };
    if (name.toLowerCase() === 'node_modules')
        return { kind: 'node_modules', reason: 'node_modules' };
    return name.startsWith('.') ? { kind: 'hidden', reason: isFolder ? 'hidden folder' : 'hidden file' } : null;
}
/** True for the names that must not be published even when the app folder itself lies in them, such as `.git`. */
function isCredential(name, isFolder) {
    const lower = name.toLowerCase();
    if (credentialNames.has(lower) || lower.startsWith('.env'))
        return true;
    return credentialEndings.some((ending) => lower.endsWith(ending)) || (!isFolder && sshKey.test(lower));
}
function findTypeExclusion(type) {
    if (type === 'file' || type === 'folder')
        return null;
    return { kind: 'not_a_file', reason: type === 'link' ? 'link' : `${type}, not a file` };
}
async function compile(input, patterns) {
    if (patterns.length === 0)
        return [];
    const { Minimatch } = await __webpack_require__.e(/* import() */ 138).then(__webpack_require__.bind(__webpack_require__, 1138));
    return patterns.map((pattern) => {
        const source = toSource(pattern);
        const isFolderName = pattern.endsWith('/') || namesFolders(source);
        const itself = new Minimatch(source, matchOptions);
        // minimatch cuts the list without a word, and what an exclude pattern loses would be published.
        if (itself.globSet.length > maxAlternatives)
            throw toPatternError({ input, pattern });
        // A second pattern for each path takes time, which the usual `**` need not.
        const hasMore = isFolderName && !source.endsWith('/**');
        const whole = hasMore ? new Minimatch(`${source}/**`, matchOptions) : itself;
        // What lies in an excluded folder is never asked about.
        const asksBelow = hasMore && input === 'include';
        return {
            input,
            pattern,
            isAnywhere: source.startsWith('**'),
            matches(path, isFolder) {
                // With its slash a folder matches `docs/**`.
                if (isFolder)
                    return isFolderName && whole.match(`${path}/`);
                return itself.match(path) || (asksBelow && whole.match(path));
            },
            mayMatchIn: (folder) => whole.match(folder, true),
        };
    });
}
/** The same answers on every machine: `/` separates, `\` escapes, case counts. */
const matchOptions = {
    dot: true,
    nonegate: true,
    nocomment: true,
    platform: 'linux',
    braceExpandMax: maxAlternatives + 1,
};
/** A pattern without what only says that it begins at the folder. `assets/` can only mean what is in it, `.` and `./` everything. */
function toSource(text) {
    return text.replace(/^(?:\.?\/|\.$)+/, '').replace(/^$|(?<=\/)$/, '**');
}
/** True where a pattern ends with a name or a choice of names, `/**` behind it aside. */
function namesFolders(source) {
    const names = source.replace(/\/\*\*$/, '');
    return !/[*?]|!\(/.test(names.slice(names.lastIndexOf('/') + 1));
}
function toPatternError({ input, pattern }) {
    const why = `its braces stand for more than ${maxAlternatives} alternatives`;
    return new FolderError(`The pattern ${pattern} of the input ${input} cannot be used: ${why}.`, {
        code: 'pattern_invalid',
        next: `Write the pattern in the input ${input} with fewer alternatives, for example with *.`,
    });
}

;// CONCATENATED MODULE: ./lib/folder/place.js




/**
 * Finds the app folder and makes sure that it may be published: links resolved, inside the workspace, not around the
 * runner's temp. Throws FolderError `folder_missing`, `folder_not_a_folder`, `folder_outside_workspace`, `folder_not_allowed`, `folder_unreadable`.
 */
function findFolder({ workspace, folder, runnerTemp }) {
    const base = resolveFolder(workspace, 'The workspace', workspace);
    const root = resolveFolder(external_node_path_.resolve(base, folder), 'The folder', folder);
    if (!isWithin(base, root))
        throw toPlaceError('folder_outside_workspace', folder, 'is outside the workspace');
    if (runnerTemp !== '' && isWithin(root, resolveIfThere(runnerTemp))) {
        const why = "contains the runner's temporary files, where other steps keep secrets";
        throw toPlaceError('folder_not_allowed', folder, why);
    }
    const names = external_node_path_.relative(base, root).split(external_node_path_.sep);
    if (names.some((name) => isCredential(name, true))) {
        throw toPlaceError('folder_not_allowed', folder, 'is inside a folder for credentials');
    }
    const ways = [[], ...names.map((_, index) => names.slice(0, index + 1))];
    const repository = ways.find((way) => isRepository(external_node_path_.join(base, ...way))) ?? [];
    return { root, repositoryPath: names.slice(repository.length).join('/') };
}
/**
 * True when `target` is `ancestor` itself or lies below it; both absolute and free of links. Case counts as on the platform:
 * `path.posix`, `path.win32`, or the machine's own.
 */
function isWithin(ancestor, target, flavour = external_node_path_) {
    const way = flavour.relative(ancestor, target);
    return way !== '..' && !way.startsWith(`..${flavour.sep}`) && !flavour.isAbsolute(way);
}
function toPlaceError(code, folder, why) {
    const next = 'Set the input folder to the folder of the app, relative to the workspace.';
    return new FolderError(`The folder ${folder} ${why}.`, { code, next });
}
function resolveFolder(location, what, shown) {
    try {
        const real = external_node_fs_.realpathSync.native(location);
        if ((0,external_node_fs_.statSync)(real).isDirectory())
            return real;
    }
    catch (cause) {
        const errno = readErrno(cause);
        const isMissing = errno === 'ENOENT' || errno === 'ENOTDIR';
        const why = isMissing ? 'does not exist' : `cannot be opened: ${describeErrno(cause)}`;
        throw new FolderError(`${what} ${shown} ${why}.`, {
            code: isMissing ? 'folder_missing' : 'folder_unreadable',
            next: 'Check the input folder, and that a step before this one checks out or builds it.',
            cause,
        });
    }
    throw toPlaceError('folder_not_a_folder', shown, 'is a file, not a folder');
}
/** The real path where there is one: a temporary folder that does not exist, or leads nowhere, has nothing to protect. */
function resolveIfThere(location) {
    try {
        return external_node_fs_.realpathSync.native(location);
    }
    catch {
        return external_node_path_.resolve(location);
    }
}
/** Git's mark is `.git` with a HEAD in it, or as a file that leads to one elsewhere. False where nobody may look. */
function isRepository(folder) {
    const mark = external_node_path_.join(folder, '.git');
    if ((0,external_node_fs_.existsSync)(external_node_path_.join(mark, 'HEAD')))
        return true;
    try {
        return (0,external_node_fs_.statSync)(mark).isFile();
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./lib/folder/walk.js







/** Far above any app, and low enough that a wrong folder (a home, a whole disk) is noticed within seconds. */
const walkLimits = {
    /** Folders between the app folder and a file. */
    depth: 64,
    /** Files to send. */
    files: 50_000,
    /** Names looked at, the excluded ones too. */
    names: 500_000,
};
/**
 * Finds the files of a folder, without opening any: links are not followed, FIFOs, sockets and devices are excluded.
 *
 * Throws FolderError `name_not_utf8` or `name_not_allowed` for a name that cannot be sent as it is and is not excluded,
 * `folder_too_large` past the limits above, `folder_unreadable`, `file_changed`, `file_unreadable`; or the signal's reason.
 */
async function walkFolder({ root, selector, signal, limits = walkLimits }) {
    const files = [];
    const excluded = [];
    const folders = [{ path: '', location: root, depth: 0 }];
    const yieldToEventLoop = createYield(signal);
    let names = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        for (const dirent of listFolder(folder, limits)) {
            names += 1;
            const entry = readEntry(dirent, folder);
            const { path, location, type } = entry;
            const exclusion = selector.findExclusion(path, type);
            if (exclusion !== null) {
                excluded.push(toExcluded(entry, exclusion));
            }
            else {
                assertName(entry);
                if (type === 'folder')
                    folders.push({ path, location, depth: folder.depth + 1 });
                else
                    files.push({ path, location });
            }
            assertSize(files.length, names, limits);
            const turn = yieldToEventLoop(0);
            if (turn !== undefined)
                await turn;
        }
    }
    return { files: files.sort(comparePaths), excluded: excluded.sort(comparePaths) };
}
function comparePaths(one, other) {
    return (0,lib_outcome/* compareTexts */.qy)(one.path, other.path);
}
function listFolder({ path, location, depth }, limits) {
    if (depth > limits.depth) {
        throw new FolderError(`${path} lies more than ${limits.depth} folders deep.`, {
            code: 'folder_too_large',
            next: 'Make the folder flatter, or exclude that part with the input exclude.',
            path,
        });
    }
    let entries;
    try {
        entries = (0,external_node_fs_.readdirSync)(location, { encoding: 'buffer', withFileTypes: true });
    }
    catch (cause) {
        throw new FolderError(`${path || 'The folder'} cannot be listed: ${describeErrno(cause)}.`, {
            code: 'folder_unreadable',
            next: 'Give the user that runs this step permission to read it, or exclude it with the input exclude.',
            path,
            cause,
        });
    }
    // The folder may have been swapped for a link after its parent was listed.
    assertFolderInPlace(location, path);
    return entries;
}
/**
 * Reads an entry of a folder's listing.
 *
 * Whatever the listing calls a link is looked at again: on Windows it calls every reparse point so, also the plain files and
 * folders of OneDrive and of deduplicated disks. Throws FolderError `file_changed` or `file_unreadable`.
 */
function readEntry(listed, folder) {
    const name = listed.name.toString();
    const above = folder.path === '' ? '' : `${folder.path}/`;
    const path = `${above}${name}`;
    const before = `${folder.location}${folder.location.endsWith(external_node_path_.sep) ? '' : external_node_path_.sep}`;
    const isLink = listed.isSymbolicLink();
    return {
        path,
        location: `${before}${name}`,
        // As bytes: a name that is not UTF-8 leads nowhere as a text.
        type: toType(isLink ? lookUp(Buffer.concat([Buffer.from(before), listed.name]), path) : listed),
        shown: (0,external_node_buffer_.isUtf8)(listed.name) ? path : `${above}${showBytes(listed.name)}`,
        isHidden: name.startsWith('.'),
    };
}
function toType(entry) {
    if (entry.isFile())
        return 'file';
    if (entry.isDirectory())
        return 'folder';
    if (entry.isSymbolicLink())
        return 'link';
    if (entry.isFIFO())
        return 'pipe';
    return entry.isSocket() ? 'socket' : 'device';
}
function toExcluded({ shown, type, isHidden }, exclusion) {
    return { path: type === 'folder' ? `${shown}/` : shown, ...exclusion, isHidden };
}
/**
 * Refuses a path that cannot be a key that every service reads the same way.
 *
 * A backslash is a separator on Windows, and a leading `C:` a drive: such a name could land somewhere else.
 * Anything else that a disk can hold (line breaks, trailing dots and spaces, `__proto__`) is legal in JSON and sent as it is.
 */
function assertName({ path, shown }) {
    const next = 'Rename it, or exclude it with the input exclude.';
    if (shown !== path) {
        const message = `${shown} has a name that is not UTF-8, which JSON cannot carry.`;
        throw new FolderError(message, { code: 'name_not_utf8', next, path: shown });
    }
    const hasBackslash = path.includes('\\');
    if (!hasBackslash && !/^[a-z]:/i.test(path))
        return;
    const why = hasBackslash
        ? 'has a backslash in it, which is a folder separator on some systems'
        : 'starts like a drive letter';
    throw new FolderError(`${path} has a name that ${why}.`, { code: 'name_not_allowed', next, path });
}
/** Shows a name that is not UTF-8: every byte that is not plain ASCII as `\xNN`. */
function showBytes(name) {
    const show = (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
    return name.toString('latin1').replace(/[^ -~]/g, show);
}
function assertSize(files, names, limits) {
    if (files <= limits.files && names <= limits.names)
        return;
    const what = files > limits.files ? `${limits.files} files to send` : `${limits.names} names in it`;
    throw new FolderError(`The folder has more than ${what}.`, {
        code: 'folder_too_large',
        next: 'Check that the input folder names the folder of the app, or exclude parts of it with the input exclude.',
    });
}

;// CONCATENATED MODULE: ./lib/folder/folder.js











/** Opens the app folder. Nothing is read before it is scanned. */
function openFolder(options) {
    let place = null;
    let latest = null;
    return {
        get repositoryPath() {
            return place?.repositoryPath ?? null;
        },
        async scan() {
            options.signal?.throwIfAborted();
            place = findFolder(options);
            latest = await scanFolder(place.root, options);
            return latest;
        },
        check: checkFolder,
        locate: locateProblems,
        readServiceJson: async (manifest) => text_readText(manifest, 'service.json'),
        createBody({ files }, slug) {
            const body = createBody({ ...options.wrapFiles(slug), files, signal: options.signal });
            return { length: body.length, stream: () => countBytes(body.stream(), options.watchUpload(body.length)) };
        },
        readLines: async (path, first, last) => (latest === null ? null : readLines(latest, path, { first, last })),
    };
}
/** How many of the excluded paths an error names. */
const maxNamed = 5;
async function scanFolder(root, options) {
    const { signal, secrets, chooseEncoding } = options;
    const selector = await createSelector(options);
    const { files: found, excluded } = await walkFolder({ root, selector, signal });
    if (found.length === 0)
        throw toEmptyError(options.folder, excluded);
    const files = await measureFiles({ files: found, finder: (0,lib_secrets/* createSecretFinder */.bt)(secrets), chooseEncoding, signal });
    const byteCount = files.reduce((sum, file) => sum + file.bytes, 0);
    const unmatchedPatterns = selector.listUnmatched();
    return { files, excluded, unmatchedPatterns, byteCount, contentHash: hashContents(files) };
}
function toEmptyError(folder, excluded) {
    const named = excluded.slice(0, maxNamed).map(({ path, reason }) => `${path} (${reason})`);
    if (excluded.length > maxNamed)
        named.push(`${excluded.length - maxNamed} more`);
    const why = named.length === 0 ? 'It is empty.' : `Excluded: ${named.join(', ')}.`;
    return new FolderError(`The folder ${folder} has no file to send. ${why}`, {
        code: 'folder_empty',
        next: 'Check the inputs folder, include and exclude, and that a step before this one builds the app.',
    });
}
async function* countBytes(source, onSent) {
    let sent = 0;
    for await (const chunk of source) {
        yield chunk;
        sent += chunk.length;
        onSent(sent);
    }
}

// EXTERNAL MODULE: ./lib/inputs.js
var lib_inputs = __webpack_require__(646);
// EXTERNAL MODULE: ./lib/report/log.js
var report_log = __webpack_require__(9820);
;// CONCATENATED MODULE: ./lib/commands/compare.js
/** What differs between an app and a folder: the one place that says when two contents are the same (docs/decisions/0006). */




/** Compares the app with the folder; null where the app was shown without files, as in lists and most responses to changes. */
function compareFolder(app, local) {
    if (app.files === null)
        return null;
    const shown = new Map(app.files);
    const own = new Map(local.manifest.files.map((file) => [file.path, file]));
    if (!shown.has(promptPath) && own.has(promptPath))
        shown.set(promptPath, toShown(app.systemPrompt));
    if (!shown.has(pagePath) && (app.html !== null || own.get(pagePath)?.bytes === 0)) {
        shown.set(pagePath, app.html ?? toShown(null));
    }
    const others = [...own.keys()].filter((path) => !isDocumented(path));
    const unlisted = new Set(others.some((path) => shown.has(path)) ? [] : others);
    // A folder without instructions.md says nothing about the prompt.
    const hasOtherPrompt = !own.has(promptPath) && (shown.has(promptPath) || (app.systemPrompt ?? '').trim() !== '');
    const listed = local.manifest.files.filter(({ path }) => !unlisted.has(path));
    const changes = [
        ...listed.flatMap((file) => compareFile(file, shown.get(file.path), local)),
        ...Array.from(shown).flatMap(([path, content]) => own.has(path) || path === promptPath || (path === pagePath && content.text?.bytes === 0)
            ? []
            : [{ path, kind: 'removed', bytesBefore: compare_countBytes(content), bytesAfter: null }]),
    ];
    return { changes: changes.sort((a, b) => (0,lib_outcome/* compareTexts */.qy)(a.path, b.path)), unlisted: [...unlisted], hasOtherPrompt };
}
/** True where both snapshots show the same files with the same contents, and the same prompt. */
function sameContent(one, other) {
    if (one.files === null || other.files === null)
        return false;
    const { files } = other;
    return (one.systemPrompt === other.systemPrompt &&
        one.html?.text?.sha256 === other.html?.text?.sha256 &&
        one.files.size === files.size &&
        Array.from(one.files).every(([path, content]) => {
            const sha256 = files.get(path)?.text?.sha256;
            return sha256 !== undefined && sha256 === content.text?.sha256;
        }));
}
/**
 * The fields that the app shows otherwise than given: name, tagline and color are compared trimmed, color without case, the
 * prompt without byte order mark and white space at both ends. `unshown` are those that the app does not show at all.
 */
function compareFields(app, fields) {
    const given = fieldNames.flatMap((name) => {
        const text = fields[name];
        return text === undefined ? [] : [{ name, text }];
    });
    return {
        different: given.filter(({ name, text }) => !isSameField(app, name, text)).map(({ name }) => name),
        unshown: given.filter(({ name }) => !isShown(app, name)).map(({ name }) => name),
    };
}
/** What to say where the app has a prompt, and the folder none to compare it with. */
const promptNotCompared = 'The app has a prompt and the folder has no instructions.md: the prompt was not compared.';
/** Names the files that could not be compared, for a warning. */
function describeUnlisted(paths) {
    return `The service does not show these files, so that they could not be compared: ${(0,format/* listNames */.Zv)(paths)}.`;
}
const fieldNames = ['name', 'tagline', 'color', 'system_prompt', 'html'];
const promptPath = 'instructions.md';
const pagePath = 'index.html';
function compareFile(file, content, local) {
    const { path, bytes: bytesAfter } = file;
    if (content === undefined)
        return [{ path, kind: 'added', bytesBefore: null, bytesAfter }];
    if (isSameFile(content, file.sha256) || isSameText(content, path, local))
        return [];
    return [{ path, kind: 'changed', bytesBefore: compare_countBytes(content), bytesAfter }];
}
/** The string is the file's text, or decodes to its bytes. */
function isSameFile({ text, data }, sha256) {
    return text?.sha256 === sha256 || data?.sha256 === sha256;
}
/** The two files that a service may write anew: service.json by value, the prompt without byte order mark and white space at its ends. */
function isSameText(content, path, { serviceJson, prompt }) {
    const texts = listTexts(content);
    if (path === 'service.json')
        return serviceJson !== null && texts.some((text) => isSameJson(text, serviceJson));
    return path === promptPath && prompt !== null && texts.some((text) => text.trim() === prompt.trim());
}
/** The string as it stands, and what it decodes to. */
function listTexts({ kept, data }) {
    if (kept === null)
        return [];
    const base64 = data === null ? undefined : /^data:[^,]*;base64,/i.exec(kept)?.[0];
    return base64 === undefined ? [kept] : [kept, Buffer.from(kept.slice(base64.length), 'base64').toString('utf8')];
}
function isSameField(app, name, text) {
    if (name !== 'html')
        return normalizeField(name, readField(app, name) ?? '') === normalizeField(name, text);
    // `html` is the page as it runs, which may be another than the file.
    const page = app.files?.get(pagePath) ?? app.html;
    return page !== null && isSameFile(page, digestText(text).sha256);
}
function isShown(app, name) {
    return name === 'html' ? app.html !== null || app.files !== null : readField(app, name) !== null;
}
function readField(app, name) {
    return app[name === 'system_prompt' ? 'systemPrompt' : name];
}
function isDocumented(path) {
    return path === 'service.json' || path === pagePath || path === promptPath || path.startsWith('assets/');
}
function toShown(text) {
    return { text: digestText(text ?? ''), data: null, kept: text ?? '' };
}
function compare_countBytes(content) {
    return content.data?.bytes ?? content.text?.bytes ?? null;
}
function normalizeField(name, value) {
    if (typeof value !== 'string')
        return value;
    return name === 'color' ? value.trim().toLowerCase() : value.trim();
}
/**
 * True where both texts are JSON of the same value: order of keys and white space do not count, numbers by their exact decimal
 * value. What cannot be read is unequal, and so is what is nested too deep to be compared.
 */
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
/** The fields of the app that stand in service.json, and are shown by the service as it likes. */
const serviceFields = new Set(['name', 'tagline', 'color']);
/** As JSON.parse, each number as an object that holds its exact decimal value. */
function parseService(text) {
    const revive = (_key, value, context) => typeof value === 'number' ? new Decimal(context?.source ?? String(value)) : value;
    const value = JSON.parse(text.replace(/^\uFEFF/, ''), revive);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, serviceFields.has(key) ? normalizeField(key, entry) : entry]));
}
/** A number by its significant digits and the exponent of the last one: 1.0 and 10e-1 are the same. */
class Decimal {
    digits;
    exponent;
    constructor(source) {
        const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e');
        const [whole = '', fraction = ''] = mantissa.split('.');
        const written = `${whole}${fraction}`.replace(/^-?0*/, '');
        const digits = cutZeros(written);
        const zeros = written.length - digits.length;
        // Zero is zero at any exponent, with any sign.
        this.digits = digits === '' ? '0' : `${source.startsWith('-') ? '-' : ''}${digits}`;
        this.exponent = digits === '' ? '' : String(Number(exponent) - fraction.length + zeros);
    }
}
/** In linear time, which a pattern for zeros at the end is not. */
function cutZeros(digits) {
    let end = digits.length;
    while (digits[end - 1] === '0')
        end -= 1;
    return digits.slice(0, end);
}

;// CONCATENATED MODULE: ./lib/commands/verify.js



/** A read sent so long after our last change shows that change: reads lag less than this. */
const freshAfterMs = 7_000;
/** When the app is looked at after a change, in milliseconds after its response or its loss. Without an end result: unknown. */
const lookTimesMs = [0, 1_000, 3_000, freshAfterMs];
/** The same after a 202: the service makes the change when it likes, so that only news can prove it. */
const pendingLookTimesMs = [
    ...lookTimesMs,
    ...[15, 30, 45, 60, 75, 90, 105, 120].map((seconds) => seconds * 1_000),
];
/** What is known after the first read of the app. */
function toKnown(app, content) {
    return { app, seen: [{ app, content }] };
}
/** Compares snapshots with a draft as it was read: its content is the one in question. */
function compareWithDraft(draft) {
    return (app) => {
        if (app.files === null || draft.files === null)
            return 'untold';
        return sameContent(app, draft) ? 'ours' : 'other';
    };
}
/** Adds a snapshot to what is known. What a response omits stays as it was shown before; a read omits nothing. */
function learn(known, { app, content, by }) {
    const inferred = app !== null && content === 'untold' ? inferContent(app, known) : content;
    return { app: by === 'read' ? app : merge(known.app, app), seen: [...known.seen, { app, content: inferred }] };
}
/** Says what a look tells about a change. */
function verifyChange(change, look) {
    // The response of a 202 shows what shall be, not what is.
    if (change.reply === 'pending' && look.by === 'response')
        return 'silent';
    switch (change.operation) {
        case 'create':
            return verifyCreate(change, look);
        case 'delete':
            return look.app === null && look.by === 'read' ? 'applied' : verifyByAge(change, look);
        case 'submit':
            return verifySubmit(change, look);
        default:
            return verifyContent(change, look);
    }
}
/** True where the look shows every field as before the change, as far as it was shown then. */
function isAsBefore({ app: before, seen }, { app, content }) {
    if (before === null || app === null)
        return before === app;
    const names = ['status', 'name', 'tagline', 'color', 'logo', 'systemPrompt', 'reviewNote'];
    if (names.some((name) => before[name] !== app[name]))
        return false;
    const times = ['updatedAt', 'submittedAt', 'publishedAt'];
    if (times.some((name) => before[name] !== app[name] && !isSameTime(before[name], app[name])))
        return false;
    return before.files === null ? content === seen.at(-1)?.content : sameContent(before, app);
}
/**
 * True where `time` is later than every one of the others, compared at the coarser precision of the two. Times are
 * ISO 8601 in UTC; one that is null or cannot be read says nothing.
 */
function isLater(time, others) {
    return toDigits(time) !== '' && others.every((other) => toDigits(other) === '' || compareTimes(time, other) > 0);
}
/** Whether an app in this state right after our deploy needs a fresh look before it is believed to need no submission. */
function needsFreshLook({ status }) {
    return status === 'in_review' || status === 'published' || status === 'not_approved';
}
/**
 * Whether a response that verifies a change may still show the state from before it: then the state needs a fresh look. A
 * submission ends a draft. A deploy or update ends a review, and new content the state of the old: a response with neither files
 * nor time may be from before.
 */
function mayShowOldState({ operation, known }, look) {
    const { app, content } = look;
    if (app === null || app.status === null)
        return false;
    if (operation === 'submit')
        return (0,lib_status/* toReviewState */.LR)(app.status) === 'none';
    if (operation !== 'deploy' && operation !== 'update')
        return false;
    const wasOurs = known.seen.some((seen) => seen.content === 'ours');
    const tellsNothingNew = content === 'untold' && app.updatedAt === null && !wasOurs;
    return app.status === 'in_review' || (tellsNothingNew && needsFreshLook(app));
}
/** Says how a review ended, or that it goes on. Withdrawn is told by age only: a state outside of review may be an old one. */
function verifyReview(submission, look) {
    const { app } = look;
    const isOld = look.by === 'read' && look.ageMs >= freshAfterMs;
    if (app === null)
        return isOld ? 'withdrawn' : 'pending';
    const isFresh = isOld || (look.content === 'ours' && isNewState(app, submission.known));
    const state = (0,lib_status/* toReviewState */.LR)(app.status);
    // This one is final: no app leaves it, so that it cannot be an old state.
    if (app.status === 'not_approved' || (state === 'rejected' && isFresh))
        return 'rejected';
    if ((state === 'approved' && look.content === 'ours' && isFresh) || wasPublished(app, submission))
        return 'approved';
    return isOld && (state === 'none' || isOthers(look, submission)) ? 'withdrawn' : 'pending';
}
/** Published later than was ever seen, and last submitted by us: whatever the draft holds since. */
function wasPublished({ publishedAt, submittedAt }, submission) {
    const isLaterPublished = isLater(publishedAt, listTimes(submission.known, 'publishedAt'));
    return isLaterPublished && isSameTime(submittedAt, submission.submittedAt);
}
/** Other content, or submitted later than by us. */
function isOthers({ app, content }, { submittedAt }) {
    return content === 'other' || (submittedAt !== null && isLater(app?.submittedAt ?? null, [submittedAt]));
}
/** Deploy and update: our content, where it was not before, or with a later time. */
function verifyContent(change, look) {
    const { known, reply } = change;
    const { app, content, by } = look;
    if (app === null || content === 'other')
        return verifyByAge(change, look);
    if (content === 'untold')
        return by === 'response' && isDatedLater(app, change) ? 'applied' : 'silent';
    const wasOurs = known.seen.some((seen) => seen.content === 'ours' && hasSamePaths(seen.app, app));
    if (!wasOurs && !isEarlier(app, known))
        return 'applied';
    // Somebody else's submission moves the time too, and leaves the content that was there.
    const mayBeOld = by === 'read' && (0,lib_status/* toReviewState */.LR)(app.status) !== 'none';
    if (isLater(app.updatedAt, listTimes(known, 'updatedAt')) && !mayBeOld)
        return 'applied';
    if (!isOfAge(change, look))
        return 'silent';
    if (!wasOurs || reply === 'accepted')
        return 'applied';
    return isAsBefore(known, look) ? 'as_before' : 'silent';
}
/** What a response without files must show: a later time, or any where none was ever seen. */
function isDatedLater({ updatedAt }, { known, reply }) {
    const times = listTimes(known, 'updatedAt');
    return reply === 'accepted' && (isLater(updatedAt, times) || times.every((time) => time === null));
}
/** Our content with a later time of submission, or in a state of a review that it was not seen in before. */
function verifySubmit(change, look) {
    const { known } = change;
    const { app } = look;
    if (app === null || look.content === 'other')
        return isOfAge(change, look) ? 'other' : 'silent';
    const content = look.content === 'untold' ? inferExactContent(app, known) : look.content;
    const isLaterSent = isLater(app.submittedAt, listTimes(known, 'submittedAt'));
    // Neither a draft nor an app that was taken down is in review, or has been.
    const isReviewed = app.status !== null && (0,lib_status/* toReviewState */.LR)(app.status) !== 'none';
    const isNews = isLaterSent || (isReviewed && isNewState(app, known));
    if (content === 'ours' && !isEarlier(app, known) && isNews)
        return 'applied';
    if (!isOfAge(change, look))
        return 'silent';
    // By age a state of before may count again, such as of an app that our deploy took out of the same review.
    if (content === 'ours' && isReviewed && app.status !== known.app?.status)
        return 'applied';
    return isAsBefore(known, look) ? 'as_before' : 'silent';
}
/** It is there, and was not before. Where the service did not accept ours, one of another name is somebody else's. */
function verifyCreate(change, look) {
    const isAccepted = change.reply === 'accepted' || change.reply === 'pending';
    if (look.app === null || (look.content === 'other' && !isAccepted))
        return verifyByAge(change, look);
    return 'applied';
}
/** What a look tells that shows nothing of our change: only by age it tells anything. */
function verifyByAge(change, look) {
    if (!isOfAge(change, look))
        return 'silent';
    return isAsBefore(change.known, look) ? 'as_before' : 'other';
}
/** Our content may have been there beside a file that only the service has, which our deploy removes: that is not the same. */
function hasSamePaths(seen, app) {
    const [before, now] = [seen?.files ?? null, app.files];
    return before === null || now === null || listPaths(before) === listPaths(now);
}
/** Without the prompt, which any update may add to the files. */
function listPaths(files) {
    return JSON.stringify([...files.keys()].filter((path) => path !== 'instructions.md').sort());
}
function isOfAge({ reply }, { by, ageMs }) {
    return by === 'read' && reply !== 'pending' && ageMs >= freshAfterMs;
}
/** True where our content was not seen in this state before. What showed too little to tell counts as ours. */
function isNewState(app, known) {
    const isSeen = known.seen.some((seen) => seen.content !== 'other' && seen.app?.status === app.status);
    return !isSeen && !isEarlier(app, known);
}
/** True where the snapshot's time is before one that was seen already: then it is an old one. */
function isEarlier({ updatedAt }, known) {
    return listTimes(known, 'updatedAt').some((time) => compareTimes(updatedAt, time) < 0);
}
/** Of a snapshot without files: the content that was seen with the same time. */
function inferContent(app, known) {
    const same = known.seen.findLast((seen) => isSameTime(seen.app?.updatedAt ?? null, app.updatedAt));
    return same?.content ?? 'untold';
}
/**
 * The same where it is to prove something. The time must have come with our deploy, so that it is later than that of other content,
 * and be so precise that no other change can have it.
 */
function inferExactContent(app, known) {
    const ours = known.seen.findLast((seen) => seen.content === 'ours')?.app?.updatedAt ?? null;
    const others = known.seen.filter(({ content }) => content === 'other').map((seen) => seen.app?.updatedAt ?? null);
    const isPrecise = [ours, app.updatedAt].every((time) => /\.(?=\d*[1-9])\d{3}/.test(time ?? ''));
    const cameWithOurs = others.some((time) => toDigits(time) !== '') && isLater(ours, others);
    return isPrecise && cameWithOurs && isSameTime(ours, app.updatedAt) ? 'ours' : 'untold';
}
function listTimes(known, name) {
    return known.seen.map(({ app }) => app?.[name] ?? null);
}
/** The same at the coarser precision of the two; a time that cannot be read is the same as none. */
function isSameTime(one, other) {
    return toDigits(one) !== '' && toDigits(other) !== '' && compareTimes(one, other) === 0;
}
/** Below 0 where the first is earlier, at the coarser precision of the two; 0 where one cannot be read. */
function compareTimes(one, other) {
    const [first, second] = [toDigits(one), toDigits(other)];
    const length = Math.min(first.length, second.length);
    return (0,lib_outcome/* compareTexts */.qy)(first.slice(0, length), second.slice(0, length));
}
/** The digits of a time from the year to its fraction, whose zeros are taken for no fraction; empty where it cannot be read. */
function toDigits(time) {
    const [, date, fraction = ''] = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,](\d{1,12}))?(?:Z|\+00:?00)?$/i.exec(time ?? '') ?? [];
    if (date === undefined)
        return '';
    return date.replace(/\D/g, '') + (/[1-9]/.test(fraction) ? fraction : '');
}
function merge(before, app) {
    if (before === null || app === null)
        return app;
    const shown = Object.entries(app).filter(([, value]) => value !== null);
    // The content of a change that omits the files is not the one before.
    return { ...before, html: null, files: null, ...Object.fromEntries(shown) };
}

;// CONCATENATED MODULE: ./lib/commands/apply-change.js





/** A change was sent, and its result could not be verified. */
class UnverifiedChangeError extends errors/* ActionError */.lZ {
    name = 'UnverifiedChangeError';
    constructor({ operation, slug }, what, cause) {
        super(`The ${operation} of ${slug} was sent, and its result could not be verified: ${what}`, {
            code: 'unverified',
            kind: 'unknown',
            next: `Check ${slug} in the dashboard, or run the command status, before you re-run the job.`,
            cause,
        });
    }
}
/**
 * Makes a change and verifies it by the rules of evidence in `verify.ts`. A lost change is sent again only if all looks show
 * every field as before; one that the service accepted is never sent again. Notes the app as the change left it, or a refusal's
 * problems, placed in the folder. Throws ApiError, NetworkError, or UnverifiedChangeError where the result is not known.
 */
async function applyChange(change, ports, attempt = 1) {
    const sent = await send(change, ports, attempt);
    const { error, endedAt } = sent;
    const found = await findOut(sent);
    if ('app' in found) {
        if (change.operation !== 'submit')
            ports.state.update({ changed: true });
        ports.state.updateApp(found.app);
        return found;
    }
    if (error === null)
        throw new UnverifiedChangeError(change, found.why, found.cause);
    // With nothing lost before it, a refusal that is no echo is what it says.
    const isTrue = attempt === 1 || found.isAsBefore;
    if (error instanceof ApiError && sent.reply === 'refused' && isTrue)
        throw await noteRefusal(error, change, ports);
    if (!found.isAsBefore)
        throw new UnverifiedChangeError(change, `${error.message}; ${found.why}`, error);
    const askedMs = error instanceof ApiError ? (error.details.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(0, endedAt + askedMs - ports.clock.now());
    if (attempt === maxAttempts || askedMs > maxRetryAfterMs || waitMs >= ports.timeLeftMs())
        throw error;
    if (waitMs > 0) {
        const why = `asked to wait ${Math.ceil(askedMs / 1000)} s`;
        ports.onWait({ what: change.operation, milliseconds: waitMs, why, attempt: attempt + 1, maxAttempts: maxAttempts });
    }
    await sleepUntil(endedAt + askedMs, ports);
    ports.log.info(`${change.operation}: it was not made; sending it again (attempt ${attempt + 1} of ${maxAttempts})`);
    return applyChange(change, ports, attempt + 1);
}
/** Waits until a time, in the clock's time; a timer may fire early. Rejects with the signal's reason. */
async function sleepUntil(time, { clock, signal }) {
    for (let left = time - clock.now(); left > 0; left = time - clock.now())
        await clock.sleep(left, signal);
}
/** After an attempt that was lost, any refusal may be the echo of that one. */
async function send(change, ports, attempt) {
    const end = (reply, app, error) => {
        return { change, ports, reply, app, error, endedAt: ports.clock.now() };
    };
    try {
        const { app, isPending, lost } = await change.send(ports.client);
        return lost === null ? end(isPending ? 'pending' : 'accepted', app, null) : end('lost', null, lost);
    }
    catch (error) {
        if (error instanceof NetworkError && error.sent)
            throw new UnverifiedChangeError(change, error.message, error);
        if (!(error instanceof ApiError))
            throw error;
        if (attempt === 1 && !mayBeEcho(change, error))
            throw await noteRefusal(error, change, ports);
        return end('refused', null, error);
    }
}
/** A conflict may come from our own change, or from that of another run with the same content. */
function mayBeEcho({ operation }, { code, details }) {
    return (operation === 'submit' || operation === 'create') && details.status === 409 && code !== 'not_approved';
}
/** Takes the response for it where that verifies the change, and looks at the app otherwise. */
async function findOut(sent) {
    const { change, reply, app } = sent;
    if (app === null)
        return lookForChange(sent);
    const look = { app, content: change.compare(app, 'response'), by: 'response', ageMs: 0 };
    return verifyChange({ ...change, reply }, look) === 'applied' ? fillStatus(look, sent) : lookForChange(sent);
}
/** Looks at the app until the change is verified or the looks are used up. */
async function lookForChange(sent) {
    const { change, ports, reply, error } = sent;
    const { operation, known } = change;
    if (error !== null)
        ports.log.info(`${operation}: ${error.message}; reading the app to find out whether it was made`);
    let isSameSoFar = true;
    let isOther = false;
    for (const afterMs of reply === 'pending' ? pendingLookTimesMs : lookTimesMs) {
        const look = await lookAt(afterMs, sent);
        if (look instanceof errors/* ActionError */.lZ) {
            return { isAsBefore: false, why: `the app could not be read: ${look.message}`, cause: look };
        }
        const finding = verifyChange({ ...change, reply }, look);
        ports.log.debug(`${operation}: the app read ${look.ageMs} ms after it: ${finding}`);
        if (finding === 'applied')
            return toApplied(look, sent);
        isSameSoFar &&= isAsBefore(known, look);
        isOther = finding === 'other';
        // Not what was asked for, but fresh: it is the app's state now.
        if (isOther)
            ports.state.updateApp(look.app);
    }
    const shown = isOther ? 'the app shows the state of somebody else' : 'the app does not show the change';
    const why = error === null ? `the service accepted the change, but ${shown}` : shown;
    return { isAsBefore: isSameSoFar, why };
}
/** Reads the app, not before the given time after the change; the error where it cannot be read, or the run ends. */
async function lookAt(afterMs, { change, ports, endedAt }) {
    try {
        await sleepUntil(endedAt + afterMs, ports);
        return await readLook({ ...change, startedAt: endedAt }, ports);
    }
    catch (error) {
        if (error instanceof errors/* ActionError */.lZ)
            return error;
        throw error;
    }
}
/** Reads the app for a look at it, whose age counts from `startedAt`. */
async function readLook({ slug, compare, startedAt }, { client, clock }, limitMs) {
    const ageMs = clock.now() - startedAt;
    const app = await client.readApp(slug, limitMs);
    return { app, content: app === null ? 'other' : compare(app, 'read'), by: 'read', ageMs };
}
/** A response that verifies the change and omits the status is followed by one read for it; an old status by a fresh look. */
async function fillStatus(look, sent) {
    const { change, ports, reply } = sent;
    const applied = toApplied(look, sent);
    if (mayShowOldState(change, look))
        return lookForChange(sent);
    if (look.app === null || look.app.status !== null)
        return applied;
    const read = await lookAt(0, sent);
    if (read instanceof errors/* ActionError */.lZ) {
        ports.log.debug(`the status is not known: ${read.message}`);
        return applied;
    }
    return verifyChange({ ...change, reply }, read) === 'applied' ? toApplied(read, sent) : applied;
}
function toApplied({ app, content, by }, sent) {
    const { change, endedAt } = sent;
    const known = learn(change.known, { app, content: change.operation === 'delete' ? content : 'ours', by });
    const lookAgain = async () => {
        const found = await lookForChange(sent);
        if ('app' in found)
            return found;
        throw new UnverifiedChangeError(change, found.why);
    };
    return { app, content, by, known, endedAt, lookAgain };
}
/** Notes what a refusal says: its problems with their place in the folder, and the terms that it asks for. */
async function noteRefusal(error, { manifest }, ports) {
    const { problems, termsVersion } = error.details;
    const { facts } = ports.state;
    let placed = problems;
    try {
        if (manifest !== null)
            placed = await ports.folder.locate(manifest, problems);
    }
    catch (placeError) {
        // A folder that changed meanwhile has no places to give any more.
        if (!(placeError instanceof FolderError))
            throw placeError;
        ports.log.debug(`the problems could not be placed: ${(0,errors/* toReason */.Ge)(placeError)}`);
    }
    ports.state.update({
        problems: [...placed, ...facts.problems],
        termsRequired: termsVersion ?? facts.termsRequired,
    });
    return error;
}

;// CONCATENATED MODULE: ./lib/commands/errors.js

/** A command stops on its own: the service was not asked to change anything. `more` may hold better advice than the usual. */
class CommandError extends errors/* ActionError */.lZ {
    name = 'CommandError';
    constructor(code, detail, more = {}) {
        const { sentence, ...usual } = words[code];
        super(`${sentence}: ${detail}`, { code, ...usual, ...more });
    }
}
/** `rejected` where the content or the app's state is what is wrong, and not the moment. */
const words = {
    in_review: {
        sentence: 'The app is in review, and this would take it out of review',
        next: 'Wait for the review result, or set on-in-review to skip (leave it in review) or replace (deploy anyway).',
        kind: 'failed',
    },
    final_not_approved: {
        sentence: 'The app was not approved, which is final',
        next: 'It stays visible only to you and cannot be submitted again: deploy it under a new slug.',
        kind: 'rejected',
    },
    offline_problems: {
        sentence: 'The folder has problems, and nothing was sent',
        next: 'Fix the problems listed and re-run.',
        kind: 'rejected',
    },
    too_many_apps: {
        sentence: 'The account has reached the limit of 20 apps',
        next: 'Delete an app that is no longer needed (the command list shows them), then re-run.',
        kind: 'rejected',
    },
    stale: {
        sentence: 'A newer commit exists on the branch',
        next: 'Nothing to do if a newer run deploys; otherwise run the job on the newest commit.',
        kind: 'failed',
    },
    app_missing: {
        sentence: 'The app does not exist or belongs to somebody else',
        next: 'Check the slug, and that the API key belongs to the owner of the app; to create the app on its first deploy, set create: true.',
        kind: 'failed',
    },
    app_exists: {
        sentence: 'The app exists already',
        next: 'Use the command deploy or update to change it, or choose another slug.',
        kind: 'rejected',
    },
    draft_differs: {
        sentence: 'The draft differs from the folder, and nothing was sent',
        next: 'Deploy the folder first, or omit the input folder to submit the draft as it is.',
        kind: 'failed',
    },
    field_unreadable: {
        sentence: 'A file is too large or not text, so that it cannot be sent as a field of the app',
        next: 'Fix the file, or use the command deploy, which sends every file as it is.',
        kind: 'rejected',
    },
};

;// CONCATENATED MODULE: ./lib/commands/plan.js


/**
 * Decides what a deploy does; `app` is null where it does not exist. Two rules of the service stand behind it: `not_approved`
 * is final, so that such an app is never changed in order to be submitted; and any deploy takes an app out of review, so that a
 * needless one costs its place there.
 */
function planDeploy(inputs, app) {
    const { slug, submit, create, force, dryRun } = inputs;
    // A real run goes on: the service refuses it, and the advice to its 404 is to set `create`.
    if (app === null && !create && dryRun)
        return refuse('app_missing', slug);
    const steps = submit ? ['deploy', 'submit'] : ['deploy'];
    if (app === null)
        return { do: 'change', steps: create ? ['create', ...steps] : steps };
    if (submit && app.status === 'not_approved')
        return refuse('final_not_approved', slug);
    if (app.isSame && !force)
        return submit ? planSubmit(slug, app.status) : { do: 'nothing', why: 'unchanged' };
    // `on-in-review` is about other content: who forces the same one into a review means it.
    const inReview = app.isSame ? null : planInReview(inputs, app.status);
    return inReview ?? { do: 'change', steps };
}
/** Decides what becomes of an app that may be in review while other content waits (`on-in-review`); null to go on. */
function planInReview({ slug, onInReview }, status) {
    if (status !== 'in_review' || onInReview === 'replace')
        return null;
    return onInReview === 'skip' ? { do: 'skip' } : refuse('in_review', slug);
}
/** Decides what is left to do to send content for review that the draft already has. */
function planSubmit(slug, status) {
    if (status === 'not_approved')
        return refuse('final_not_approved', slug);
    if (status === 'in_review' || status === 'published')
        return { do: 'nothing', why: status };
    return { do: 'change', steps: ['submit'] };
}
/** The plan to fail before anything is sent. */
function refuse(code, detail) {
    return { do: 'refuse', failure: (0,errors/* toFailure */.w2)(new CommandError(code, detail)) };
}

;// CONCATENATED MODULE: ./lib/commands/prepare.js


/** Scans the folder and checks it offline. Warnings are reported; errors stop the run before anything is sent. */
async function prepareFolder(ports) {
    const ready = await prepare_scanFolder(ports);
    const { problems } = ready.checked;
    ports.state.update({ problems });
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    ports.log.info(`Checked: ${problems.length === 0 ? 'no problems' : (0,format/* formatCount */.B4)(problems.length, 'problem')}`);
    if (errors > 0)
        throw new CommandError('offline_problems', `${(0,format/* formatCount */.B4)(errors, 'error')} found by the offline check`);
    return ready;
}
/** Scans the folder, with the texts that a comparison needs. What it checks is not reported. */
async function prepare_scanFolder({ folder, state, log }) {
    const manifest = await folder.scan();
    const { files, excluded, byteCount, contentHash } = manifest;
    state.update({ fileCount: files.length, byteCount, excluded, contentHash });
    warnAboutManifest(manifest, state);
    for (const { path, bytes, type, encoding } of files) {
        log.debug(`Included: ${path} (${(0,format/* formatCount */.B4)(bytes, 'byte')}, ${type}, sent as ${encoding})`);
    }
    log.info(`Packed ${(0,format/* formatCount */.B4)(files.length, 'file')}, ${(0,format/* formatBytes */.z3)(byteCount)} (${contentHash.slice(0, 19)})`);
    const lines = excluded.map(({ path, reason }) => `${path} (${reason})`);
    if (lines.length > 0)
        logList('Excluded', lines, log);
    const checked = await folder.check(manifest);
    const serviceJson = await folder.readServiceJson(manifest);
    return { manifest, checked, serviceJson, prompt: checked.fields.system_prompt ?? null };
}
const maxListed = 200;
/** A list in a group of the log, at most 200 lines of it: the summary has more room. */
function logList(title, lines, log) {
    const more = lines.length > maxListed ? [`and ${lines.length - maxListed} more`] : [];
    log.group(`${title} (${lines.length})`, [...lines.slice(0, maxListed), ...more]);
}
/** What somebody may miss in the app, or think to be excluded: files that look like credentials, and patterns without effect. */
function warnAboutManifest({ excluded, unmatchedPatterns }, state) {
    const visible = excluded.filter(({ kind, isHidden }) => kind === 'credential' && !isHidden).map(({ path }) => path);
    if (visible.length > 0) {
        state.warn(`Excluded, since their names are those of credentials: ${(0,format/* listNames */.Zv)(visible)}. Rename what is none.`);
    }
    for (const { input, pattern } of unmatchedPatterns)
        state.warn(`The ${input} pattern ${pattern} matches nothing.`);
}
/**
 * The draft fields that the folder holds. Throws CommandError `field_unreadable` for a file that is there and cannot be
 * sent as a field, too large or not text: to omit its field would pass for having sent it.
 */
function prepare_toFields({ manifest, checked: { fields } }) {
    const texts = { 'index.html': fields.html, 'instructions.md': fields.system_prompt };
    for (const [path, text] of Object.entries(texts)) {
        const isLost = text === undefined && manifest.files.some((file) => file.path === path);
        if (isLost)
            throw new CommandError('field_unreadable', path, { path });
    }
    return fields;
}
/**
 * Goes on to the service with `work`, unless the run ends here: without a key it ends as a plan, and a stale one as `on-stale`
 * has it. Throws CommandError `stale`.
 */
async function withClient(inputs, ports, work) {
    const { client, fromFork } = ports;
    if (client === null)
        return { kind: 'planned', plan: null, ...(fromFork ? { skipReason: 'fork' } : {}) };
    return (await endIfStale(inputs, ports)) ?? work({ ...ports, client });
}
/** Null to go on, or how the run ends where a newer commit exists on its branch. Not being able to tell is no reason to stop. */
async function endIfStale({ onStale }, { state, checkStale }) {
    if (onStale === 'ignore' || (await checkStale()) !== true)
        return null;
    if (onStale === 'fail')
        throw new CommandError('stale', 'on-stale is fail');
    const text = 'A newer commit exists on the branch';
    if (onStale === 'warn') {
        state.warn(`${text}: this run is for an older one.`);
        return null;
    }
    return { kind: 'skipped', skipReason: 'stale' };
}
/** Reads the app that a command is about, as it is before the run. Throws CommandError `app_missing`. */
async function readExisting(slug, ports) {
    const app = await readBefore(slug, ports);
    if (app === null) {
        // Only a deploy can create it.
        throw new CommandError('app_missing', slug, {
            next: 'Check the slug, and that the API key belongs to the owner of the app.',
        });
    }
    return app;
}
/** Reads the app as it is before the run; null where it does not exist. */
async function readBefore(slug, { client, state, log }) {
    const app = await client.readApp(slug);
    state.update({ statusBefore: app?.status ?? null });
    state.updateApp(app);
    if (app === null)
        log.info(`Remote: there is no app ${slug}`);
    else
        log.debug(`${slug}: ${app.status ?? 'no status'}, updated ${app.updatedAt ?? 'at an unknown time'}`);
    return app;
}
/** What a plan does and why, for the log. */
function describePlan(plan, { app, changes }) {
    if (plan.do === 'refuse')
        return `stop, ${plan.failure.code}`;
    if (plan.do === 'skip')
        return 'send nothing, the app is in review and on-in-review is skip';
    if (plan.do === 'nothing')
        return `send nothing, ${plan.why}`;
    const compared = changes === null ? 'its files were not compared' : (0,format/* formatCount */.B4)(changes.length, 'file', 'differ');
    return `send ${plan.steps.join(', ')}, ${app === null ? 'the app does not exist' : compared}`;
}
/** How a run ends whose plan changes nothing, or that is only to tell its plan; null to carry it out. */
function endByPlan(plan, { slug, dryRun }, { state, log }) {
    log.debug(`Plan: ${describePlan(plan, state.facts)}`);
    if (dryRun)
        return { kind: 'planned', plan };
    if (plan.do === 'change')
        return null;
    if (plan.do === 'skip')
        return { kind: 'skipped', skipReason: 'in-review' };
    if (plan.do === 'refuse')
        return { kind: plan.failure.kind, failure: plan.failure };
    if (plan.why === 'published') {
        state.notice(`${slug} is published with exactly this content: there is nothing to review.`);
    }
    return { kind: 'unchanged' };
}

;// CONCATENATED MODULE: ./lib/commands/create.js







/** Apps that an account may have (service document, "Limits"). */
const maxApps = 20;
/** Creates the app with the fields that its folder holds. The assets follow with a deploy. */
async function create(inputs, ports) {
    const ready = await prepareFolder(ports);
    const fields = prepare_toFields(ready);
    return withClient(inputs, ports, async (online) => {
        const { slug } = inputs;
        const exists = (await readBefore(slug, online)) !== null;
        const plan = exists ? refuse('app_exists', slug) : { do: 'change', steps: ['create'] };
        const end = endByPlan(plan, { slug, dryRun: inputs.dryRun && !exists }, online);
        if (end !== null)
            return end;
        await createApp(fields, { slug, manifest: ready.manifest }, online);
        return { kind: 'created' };
    });
}
/** Creates an app that does not exist, and verifies it. */
async function createApp(fields, { slug, manifest }, ports) {
    try {
        const applied = await applyChange({
            operation: 'create',
            slug,
            send: (client) => client.createApp(slug, fields),
            known: toKnown(null, 'other'),
            // Under another name than the one that is sent it is somebody else's, made with the same key.
            compare: ({ name }) => fields.name === undefined || name === null || name.trim() === fields.name.trim() ? 'ours' : 'other',
            manifest,
        }, ports);
        ports.log.info(`Created ${slug}`);
        return applied;
    }
    catch (error) {
        throw await explainCap(error, slug, ports);
    }
}
/** The document does not say how the service refuses a 21st app: with 20 apps there, that is what any refusal means. */
async function explainCap(error, slug, { client, log }) {
    if (!(error instanceof ApiError) || error.code === 'unauthorized' || error.code === 'service_error')
        return error;
    try {
        const { length } = await client.listApps();
        return length < maxApps ? error : new CommandError('too_many_apps', `${slug}; ${error.message}`, { cause: error });
    }
    catch (listError) {
        log.debug(`the apps could not be counted: ${(0,errors/* toReason */.Ge)(listError)}`);
        return error;
    }
}

;// CONCATENATED MODULE: ./lib/commands/delete.js



/**
 * Deletes the app for good; the inputs' check has seen `confirm` repeat the slug. An app that is not there is an error:
 * it may be somebody else's, and a green delete would say that it is gone.
 */
async function deleteApp(inputs, ports) {
    const { slug } = inputs;
    return withClient(inputs, ports, async (online) => {
        const known = toKnown(await readExisting(slug, online), 'other');
        const end = endByPlan({ do: 'change', steps: ['delete'] }, inputs, online);
        if (end !== null)
            return end;
        const send = (client) => client.deleteApp(slug);
        await applyChange({ operation: 'delete', slug, send, known, compare: () => 'other', manifest: null }, online);
        online.log.info(`Deleted ${slug}`);
        return { kind: 'deleted' };
    });
}

;// CONCATENATED MODULE: ./lib/commands/review.js





const firstPauseMs = 2_000;
const maxPauseMs = 30_000;
/** The last read may end so much later than the wait. */
const lastReadMs = 5_000;
/** How often a wait without news is told in the log. */
const lifeSignMs = 300_000;
/**
 * Reports how the review of the app stands, and waits for its result as long as `wait-for-review` allows. The app was
 * submitted whatever happens here: a timeout, or not being able to read, is reported and is no failure.
 */
async function followReview({ slug, waitForReviewMinutes }, start, ports) {
    const { clock, state, log } = ports;
    const budgetMs = waitForReviewMinutes * 60_000;
    const submission = { known: start.known, submittedAt: start.app?.submittedAt ?? null };
    const result = verifyReview(submission, { app: start.app, content: 'ours', by: 'read', ageMs: 0 });
    state.update({ reviewResult: result, waitedForReview: budgetMs > 0 });
    if (budgetMs === 0 || result !== 'pending')
        return;
    ports.extendDeadline(budgetMs);
    const until = clock.now() + budgetMs;
    log.info(`Waiting for the review of ${slug}, at most ${(0,format/* formatDuration */.a3)(budgetMs)}`);
    try {
        await pollReview({ ...start, slug, submission, until, budgetMs }, ports);
    }
    catch (error) {
        if (!(error instanceof errors/* ActionError */.lZ))
            throw error;
        // The last read came to nothing until the time was up: then that is what is reported.
        const isOver = error instanceof NetworkError && error.code === 'attempt_timeout' && clock.now() >= until;
        if (!isOver)
            state.warn(`The wait for the review ended early: ${error.message}. ${slug} stays as it is.`);
    }
    if (state.facts.reviewResult === 'pending' && clock.now() >= until) {
        state.notice(`No review result within ${(0,format/* formatDuration */.a3)(budgetMs)}. Run the command status later to see it.`);
    }
}
/** Reads until there is a result or the time is up, after pauses of 2 s, then half as long again up to 30 s, and jitter of a fifth. */
async function pollReview(wait, ports) {
    const { clock, state, random, signal, log } = ports;
    const { until } = wait;
    let { submittedAt } = wait.submission;
    let loggedAt = clock.now();
    for (let reads = 0; state.facts.reviewResult === 'pending'; reads += 1) {
        const pause = Math.round(Math.min(maxPauseMs, firstPauseMs * 1.5 ** reads) * (1 + 0.2 * random()));
        const left = until - clock.now();
        if (left <= 0)
            return;
        await clock.sleep(Math.min(pause, left), signal);
        const look = await readLook(wait, ports, Math.max(0, until - clock.now()) + lastReadMs);
        const result = verifyReview({ ...wait.submission, submittedAt }, look);
        log.debug(`review: the app read ${look.ageMs} ms after the submission: ${look.content}, ${result}`);
        if (result === 'pending' && look.ageMs < freshAfterMs)
            continue;
        // A response to the submission may have omitted its time.
        submittedAt ??= look.app?.submittedAt ?? null;
        const { submitted, sentForReview } = state.facts;
        state.update({ reviewResult: result, submitted: submitted && (sentForReview || result !== 'withdrawn') });
        loggedAt = logState(look.app, { ...wait, loggedAt }, ports);
    }
}
/** Logs a change of the state, or every five minutes that there is none. Returns when it was last logged. */
function logState(app, { slug, until, budgetMs, loggedAt }, { clock, state, log }) {
    const before = state.facts.app?.status;
    state.updateApp(app);
    const status = app === null ? 'gone' : (app.status ?? 'in no known state');
    const now = clock.now();
    if (state.facts.app?.status !== before)
        log.info(`${slug} is now ${status}`);
    else if (now - loggedAt < lifeSignMs)
        return loggedAt;
    else
        log.info(`Still ${status} after ${(0,format/* formatDuration */.a3)(now - until + budgetMs)} (limit ${(0,format/* formatDuration */.a3)(budgetMs)})`);
    return now;
}

;// CONCATENATED MODULE: ./lib/commands/submit.js








/**
 * Sends the draft as it is for review. With a folder, the draft is compared with it first, and one that differs is refused. An
 * app that is in review already is left there: that is what was asked for.
 */
async function submit_submit(inputs, ports) {
    return withClient(inputs, ports, async (online) => {
        const { slug, dryRun } = inputs;
        const { state, clock } = online;
        const ready = inputs.folder === '' ? null : await prepare_scanFolder(online);
        const startedAt = clock.now();
        const app = ready === null ? await readExisting(slug, online) : await readSameDraft(slug, ready, online);
        if (ready === null)
            state.notice(`The draft of ${slug} was last updated at ${app.updatedAt ?? 'an unknown time'}.`);
        const plan = planSubmit(slug, app.status);
        const isInReview = app.status === 'in_review';
        state.update({ submitted: isInReview });
        const end = endByPlan(plan, { slug, dryRun: dryRun && plan.do !== 'refuse' }, online);
        if (end !== null && (dryRun || !isInReview))
            return end;
        const manifest = ready?.manifest ?? null;
        const draft = { app, known: toKnown(app, 'ours'), compare: compareWithDraft(app), manifest, startedAt };
        await submitApp(inputs, draft, online);
        return end ?? { kind: 'submitted' };
    });
}
/**
 * Sends the app for review and verifies that, unless it is in review already, and follows the review: one submission at most,
 * whatever responses are lost.
 */
async function submitApp(inputs, draft, ports) {
    if (draft.app?.status === 'in_review')
        return followReview(inputs, draft, ports);
    const { slug, termsVersion } = inputs;
    const { state, log } = ports;
    state.update({ submitting: true });
    const { app, endedAt } = await applyChange({ operation: 'submit', slug, send: (client) => client.submitApp(slug, termsVersion), ...draft }, ports);
    state.update({ submitted: true, sentForReview: true });
    log.info(`Submitted for review, with the developer terms ${termsVersion} accepted`);
    await followReview(inputs, { ...draft, app, startedAt: endedAt }, ports);
}
/**
 * The draft, once a read shows that it holds what the folder does. A read may be old, so that a draft is called different only
 * by one that was sent long enough after the first. Throws CommandError `draft_differs`, which names the files.
 */
async function readSameDraft(slug, ready, ports) {
    const { clock, log, state } = ports;
    const startedAt = clock.now();
    for (const afterMs of lookTimesMs) {
        if (afterMs > 0) {
            log.debug(`the draft differs from the folder: reading it again after ${afterMs} ms, since a read may be old`);
        }
        await sleepUntil(startedAt + afterMs, ports);
        const app = await readExisting(slug, ports);
        const comparison = compareFolder(app, ready);
        state.update({ changes: comparison?.changes ?? null });
        if (comparison?.changes.length === 0) {
            if (comparison.hasOtherPrompt)
                state.notice(promptNotCompared);
            if (comparison.unlisted.length > 0)
                state.warn(describeUnlisted(comparison.unlisted));
            return app;
        }
    }
    const { changes } = state.facts;
    const paths = changes === null ? 'the service does not show its files' : (0,format/* listNames */.Zv)(changes.map(({ path }) => path));
    throw new CommandError('draft_differs', paths);
}

;// CONCATENATED MODULE: ./lib/commands/deploy.js








/**
 * Deploys the folder, and with `submit` sends the app for review. Reads first, so that content which is there already
 * is not deployed again; verifies each change; never deploys after a submission.
 */
async function deploy(inputs, ports) {
    const ready = await prepareFolder(ports);
    const { manifest } = ready;
    return withClient(inputs, ports, async (online) => {
        const startedAt = online.clock.now();
        const before = await readBefore(inputs.slug, online);
        const isSame = before !== null && noteDifference(before, ready, online);
        const isInReview = isSame && before.status === 'in_review';
        online.state.update({ submitted: isInReview });
        const plan = planDeploy(inputs, before === null ? null : { status: before.status, isSame });
        const end = endByPlan(plan, inputs, online);
        // In review with exactly this content is submitted already: then its review is what is left to follow.
        const isFollowed = isInReview && inputs.submit && !inputs.dryRun;
        if (end !== null && !isFollowed)
            return end;
        const compare = compareWith(ready, before);
        const known = toKnown(before, before === null ? 'other' : compare(before));
        if (plan.do === 'change' && plan.steps.includes('deploy')) {
            return deployFolder(plan.steps, { inputs, ready, before, known, ports: online });
        }
        await submitApp(inputs, { app: before, known, compare, manifest, startedAt }, online);
        return { kind: 'unchanged' };
    });
}
/** Notes what differs; true where the draft holds exactly the folder's content, or would lose its state to find that out. */
function noteDifference(app, ready, { state, log }) {
    const comparison = compareFolder(app, ready);
    const status = app.status ?? 'no known status';
    if (comparison === null) {
        log.info(`Remote: ${status}, its files are not shown`);
        return false;
    }
    const { changes, unlisted, hasOtherPrompt } = comparison;
    state.update({ changes });
    log.info(`Remote: ${status}, ${(0,format/* formatCount */.B4)(changes.length, 'file', 'differ')}`);
    if (hasOtherPrompt) {
        state.notice(promptNotCompared);
    }
    if (changes.length > 0 || unlisted.length === 0)
        return changes.length === 0;
    // To deploy again what cannot be compared costs an app its review, or its published state, and nothing elsewhere.
    if (app.status !== 'in_review' && app.status !== 'published')
        return false;
    state.warn(`${describeUnlisted(unlisted)} To deploy them anyway, set force: true.`);
    return true;
}
/**
 * Tells whether an app shows the folder's content. A file that only the service has is its own where `shown` has it too, or
 * where no files were seen before.
 */
function compareWith(ready, shown) {
    return (app) => {
        const comparison = compareFolder(app, ready);
        if (comparison === null)
            return 'untold';
        const isOurs = comparison.changes.every(({ kind, path }) => kind === 'removed' && (shown === null || shown.files === null || shown.files.has(path)));
        return isOurs ? 'ours' : 'other';
    };
}
/** Creates the app where that is planned, deploys the folder, and submits it where that is asked for. */
async function deployFolder(steps, run) {
    const { inputs, ready, ports } = run;
    const { slug } = inputs;
    const { manifest, checked } = ready;
    const { state, log, clock } = ports;
    let { known } = run;
    if (steps.includes('create')) {
        const { name } = checked.fields;
        // With its name alone: the deploy brings the rest.
        const { app, by } = await createApp(name === undefined ? {} : { name }, { slug, manifest }, ports);
        known = learn(known, { app, content: 'other', by });
    }
    // Whatever comes of it, an app that was in review may be so no more.
    state.update({ submitted: false });
    const lines = manifest.files.map(({ path, bytes }) => `${path}, ${(0,format/* formatBytes */.z3)(bytes)}`);
    logList('Files', lines, log);
    const startedAt = clock.now();
    const body = ports.folder.createBody(manifest, slug);
    const applied = await applyChange({
        operation: 'deploy',
        slug,
        send: (client) => client.deployApp(slug, body),
        known,
        compare: compareWith(ready, known.app),
        manifest,
    }, ports);
    state.update({ filesVerified: applied.content === 'ours' });
    const tookMs = clock.now() - startedAt;
    log.info(`Deployed ${slug}${tookMs < 1_000 ? '' : ` in ${(0,format/* formatDuration */.a3)(tookMs)}`}`);
    warnAfterDeploy(applied, run);
    return inputs.submit ? submitDeployed(applied, run) : { kind: 'deployed' };
}
/** What a deploy leaves behind that its user should know. */
function warnAfterDeploy({ app }, { ready, before, ports: { state } }) {
    const left = (app && compareFolder(app, ready)?.changes) ?? [];
    if (left.length > 0) {
        state.warn(`The service still has files that are not in the folder: ${(0,format/* listNames */.Zv)(left.map(({ path }) => path))}.`);
    }
    if (before?.status === 'in_review' && app?.status !== 'in_review') {
        state.warn('The deploy took the app out of review.');
    }
    if (before?.status === 'not_approved') {
        state.warn('The app was not approved, which is final: it can never be published. Deploy it under a new slug.');
    }
}
/** Sends what was just deployed for review. A state that seems to need no submission is believed only after a fresh look. */
async function submitDeployed(deployed, { inputs, ready, before, ports }) {
    const { state } = ports;
    state.update({ submitting: true });
    // Which files the service keeps as its own is known only from a look at them.
    const isUnseen = deployed.content === 'untold' && (state.facts.changes ?? []).some(({ kind }) => kind === 'removed');
    const isDoubtful = deployed.by === 'response' && deployed.app !== null && needsFreshLook(deployed.app);
    const { app, content, known, endedAt } = isDoubtful || isUnseen ? await deployed.lookAgain() : deployed;
    state.update({ filesVerified: content === 'ours' });
    state.updateApp(app);
    const end = endByPlan(planSubmit(inputs.slug, app?.status ?? null), inputs, ports);
    if (end !== null && 'failure' in end)
        return end;
    const isInReview = app?.status === 'in_review';
    if (isInReview)
        state.update({ submitted: true });
    if (end === null || isInReview) {
        const compare = compareWith(ready, app === null || app.files === null ? before : app);
        await submitApp(inputs, { app, known, compare, manifest: ready.manifest, startedAt: endedAt }, ports);
    }
    return { kind: 'deployed' };
}

;// CONCATENATED MODULE: ./lib/commands/status.js






/** Reads the app; with `wait-for-review`, waits for the result of a review. Changes nothing. */
async function status_status(inputs, ports) {
    const { state, log, clock } = ports;
    const startedAt = clock.now();
    const app = await readExisting(inputs.slug, ports);
    log.info(`Remote: ${app.status ?? 'no known status'}`);
    const review = (0,lib_status/* toReviewState */.LR)(app.status);
    // A draft was never submitted: there is no result to wait for. A rejection is one that nobody may have seen yet.
    const mayBeInReview = review === 'pending' || review === 'rejected';
    if (app.status === 'in_review' || (inputs.waitForReviewMinutes > 0 && mayBeInReview)) {
        await followReview(inputs, { app, known: toKnown(app, 'ours'), compare: compareWithDraft(app), startedAt }, ports);
    }
    if (state.facts.app?.status === 'published_with_unreviewed_changes') {
        state.notice(`${inputs.slug} is published, but its draft has changes that are not reviewed: submit them to publish them.`);
    }
    return { kind: 'read' };
}
/** Lists all apps that the key can access, in the service's order. */
async function list(_inputs, { client, state, log }) {
    const apps = (await client.listApps()).map(lib_outcome/* toAppFacts */.si);
    state.update({ apps });
    log.info(`Listed ${(0,format/* formatCount */.B4)(apps.length, 'app')}`);
    return { kind: 'listed' };
}

;// CONCATENATED MODULE: ./lib/commands/update.js







/**
 * Updates the fields of the draft that differ from the folder, and nothing when none does. Assets need a deploy: where
 * the app's files are shown, a notice says how many differ beside what is sent.
 */
async function update(inputs, ports) {
    const ready = await prepareFolder(ports);
    const held = prepare_toFields(ready);
    return withClient(inputs, ports, async (online) => {
        const { slug } = inputs;
        const { state, log } = online;
        const before = await readExisting(slug, online);
        const { different } = compareFields(before, held);
        log.info(`Remote: ${before.status ?? 'no known status'}, fields that differ: ${different.join(', ') || 'none'}`);
        const changes = compareFolder(before, ready)?.changes;
        const isInReview = before.status === 'in_review';
        state.update({ submitted: different.length === 0 && changes?.length === 0 && isInReview });
        const plan = planUpdate(inputs, before, different);
        const end = endByPlan(plan, inputs, online);
        const unsent = changes?.filter(({ path }) => !different.some((name) => fileOfField(name) === path)).length ?? 0;
        if (unsent > 0 && plan.do !== 'refuse' && plan.do !== 'skip') {
            const count = (0,format/* formatCount */.B4)(unsent, 'file', 'differ');
            state.notice(`${count} that update does not send: the command deploy sends all files.`);
        }
        if (end !== null)
            return end;
        const fields = Object.fromEntries(different.map((name) => [name, held[name]]));
        const { app } = await applyChange({
            operation: 'update',
            slug,
            send: (client) => client.updateApp(slug, fields),
            known: toKnown(before, 'other'),
            compare: (shown, by) => matchFields(shown, fields, by),
            manifest: ready.manifest,
        }, online);
        log.info(`Updated ${different.join(', ')}`);
        if (isInReview && app?.status !== 'in_review')
            state.warn('The update took the app out of review.');
        return { kind: 'updated' };
    });
}
function planUpdate(inputs, before, fields) {
    if (fields.length === 0)
        return { do: 'nothing', why: 'unchanged' };
    return planInReview(inputs, before.status) ?? { do: 'change', steps: ['update'], fields };
}
/** A response may omit a field; a read shows what there is. */
function matchFields(app, fields, by) {
    const { different, unshown } = compareFields(app, fields);
    const omitted = by === 'response' ? unshown : [];
    if (different.some((name) => !omitted.includes(name)))
        return 'other';
    return omitted.length > 0 ? 'untold' : 'ours';
}

;// CONCATENATED MODULE: ./lib/run.js








/** Commands that pack a folder: offline they check it. */
const folderCommands = { deploy: deploy, create: create, update: update };
/** Commands that only talk to the service: offline there is nothing for them to do. */
const serviceCommands = { status: status_status, submit: submit_submit, list: list, delete: deleteApp };
/** Runs the command to its end, whatever comes. What the run has proven by then is in its state. */
async function run(inputs, ports) {
    const isForkCheck = ports.client === null && ports.fromFork;
    if (inputs.submit && (inputs.command === 'create' || inputs.command === 'update')) {
        ports.state.warn(`submit: true does nothing with ${inputs.command}: only deploy and submit send for review.`);
    }
    try {
        return await runCommand(inputs.command, inputs, ports);
    }
    catch (error) {
        const failure = (0,errors/* toFailure */.w2)(error);
        return { kind: failure.kind, failure, ...(isForkCheck ? { skipReason: 'fork' } : {}) };
    }
}
async function runCommand(command, inputs, ports) {
    if ((0,lib_inputs/* takesFolder */.fk)(command))
        return folderCommands[command](inputs, ports);
    const { client } = ports;
    if (client === null)
        return { kind: 'skipped', skipReason: 'fork' };
    const online = { ...ports, client };
    return serviceCommands[command](inputs, online);
}
/** How long a command may take to say what it has proven, once the run's signal is aborted. */
const graceMs = 1_000;
/**
 * Waits for a command, and no longer than a second once the run must end: one that does not hear it must not keep the
 * report from being written. `giveUp` then says how the run ended.
 */
async function waitForEnd(running, { signal, setTimer, giveUp, }) {
    const { promise: late, resolve } = Promise.withResolvers();
    let timer;
    const onAbort = () => {
        timer = setTimer(() => resolve(giveUp()), graceMs);
    };
    if (signal.aborted)
        onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
        return await Promise.race([running, late]);
    }
    finally {
        signal.removeEventListener('abort', onAbort);
        timer?.clear();
    }
}

;// CONCATENATED MODULE: ./lib/version.js
/** The action's version, the same as in package.json (a test holds them together). */
const version = '1.0.0';
/** What the action calls itself in requests, with the page of the run where there is one. A header takes no line break. */
function toUserAgent(runUrl) {
    const page = /^[!-~]+$/.test(runUrl ?? '') ? ` (+${runUrl})` : '';
    return `miniapp-deploy/${version}${page}`;
}

;// CONCATENATED MODULE: ./lib/action.js













/** Wires the parts together and runs the command. Whatever goes wrong is the report's outcome. */
async function runAction(options) {
    const { inputs, context, clock, setTimer, cancelled, crashed, log } = options;
    const { command, timeoutMinutes: minutes } = inputs;
    const ended = new AbortController();
    const abort = (reason) => ended.abort(reason);
    const signal = AbortSignal.any([cancelled, ended.signal]);
    // A list is about no app, whatever slug is given.
    const state = new lib_outcome/* RunState */.ll(command === 'list' ? '' : inputs.slug);
    const deadline = startDeadline({ minutes, now: clock.now, setTimer, abort });
    const folder = openFolder({
        workspace: context.workspace,
        runnerTemp: context.runnerTemp,
        folder: inputs.folder,
        include: inputs.include,
        exclude: inputs.exclude,
        secrets: (0,lib_inputs/* listSecrets */.AQ)(inputs),
        chooseEncoding: toForm,
        wrapFiles: wrapFiles,
        signal,
        watchUpload: (total) => (0,report_log/* createProgress */.m)({ total, now: clock.now, log }),
    });
    let isChangeSent = false;
    const transport = action_connect(options, () => {
        isChangeSent = true;
    });
    const ports = createPorts(options, { signal, state, deadline, folder, transport });
    const last = await waitForEnd(run(inputs, ports), {
        signal,
        setTimer,
        giveUp: () => toOutcome(signal.reason, isChangeSent),
    });
    transport?.close();
    deadline.stop();
    const outcome = crashed.aborted ? toOutcome(crashed.reason, last.kind === 'unknown') : last;
    warnAboutComment(options, state);
    const { facts } = state;
    const { repositoryPath, readLines } = folder;
    const secrets = (0,lib_inputs/* listSecrets */.AQ)(inputs).map(({ value }) => value);
    const report = { command, outcome, facts, repositoryPath, readLines, secrets };
    return { report, exitCode: (0,lib_outcome/* toExitCode */.t4)(outcome, facts) };
}
/** The end of a run that was cut short: `isOpen` where a change was sent and its result is not known. */
function toOutcome(reason, isOpen) {
    const kind = isOpen ? 'unknown' : 'failed';
    return { kind, failure: { ...(0,errors/* toFailure */.w2)(reason), kind } };
}
function createPorts(options, { signal, state, deadline, folder, transport }) {
    const { inputs, context, clock, random, log } = options;
    const { baseUrl } = inputs;
    const effects = { clock, random, signal };
    const onWait = (wait) => {
        state.addWait(wait);
        log.info((0,format/* formatWait */.Du)(wait));
    };
    const onResult = ({ method, path }, { result, milliseconds, attempt }) => {
        log.debug(`${method} ${path}: ${result} after ${(0,format/* formatDuration */.a3)(milliseconds)} (attempt ${attempt})`);
    };
    return {
        ...effects,
        client: transport &&
            baseUrl &&
            createClient(createSender({ ...effects, transport, deadline: deadline.at, onWait, onResult }), baseUrl),
        log,
        state,
        onWait,
        folder,
        fromFork: context.fromFork,
        timeLeftMs: () => deadline.at() - clock.now(),
        extendDeadline: deadline.extend,
        checkStale: async () => {
            try {
                const { isStale } = await __webpack_require__.e(/* import() */ 564).then(__webpack_require__.bind(__webpack_require__, 1564));
                const { apiUrl, repository } = context;
                return await isStale(context, { token: inputs.githubToken, apiUrl, repository, signal });
            }
            catch (error) {
                signal.throwIfAborted();
                const { message, next } = (0,errors/* toFailure */.w2)(error);
                state.warn(`on-stale could not be checked, so the run continues: ${message}. ${next}`);
                return null;
            }
        },
    };
}
/** Null without a key: then the run is offline. `onChange` is told before each request that may change something. */
function action_connect({ inputs, context }, onChange) {
    const { apiKey, baseUrl, dryRun } = inputs;
    const { proxy, runUrl } = context;
    if (apiKey === null || baseUrl === null)
        return null;
    const userAgent = toUserAgent(runUrl);
    const { origin } = baseUrl;
    const transport = createTransport({ origin, apiKey, userAgent, dryRun, proxy, spares: limitSpares(inputs) });
    const watched = (request, signal) => {
        if (request.method !== 'GET')
            onChange();
        return transport(request, signal);
    };
    return Object.assign(watched, { close: transport.close });
}
/** One connection ahead of the changes that a run may make; two where a submission may follow a deploy at once. */
function limitSpares({ command, create, submit }) {
    if (command === 'status' || command === 'list')
        return { atOnce: 0, changes: 0 };
    if (command !== 'deploy')
        return { atOnce: 1, changes: 1 };
    return { atOnce: submit ? 2 : 1, changes: 1 + Number(create) + Number(submit) };
}
function warnAboutComment({ inputs, context }, state) {
    if (!inputs.comment)
        return;
    if (inputs.command === 'list') {
        state.warn('comment: true does nothing with list: a comment is about one app.');
    }
    else if (context.pullRequest === null) {
        state.warn('comment: true does nothing here: this run is not about a pull request.');
    }
}


/***/ }),

/***/ 2016:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B4: () => (/* binding */ formatCount),
/* harmony export */   B5: () => (/* binding */ joinTexts),
/* harmony export */   Du: () => (/* binding */ formatWait),
/* harmony export */   Zv: () => (/* binding */ listNames),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   z3: () => (/* binding */ formatBytes)
/* harmony export */ });
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
/** Joins the parts that are there: neither null nor empty. */
function joinTexts(texts, separator) {
    return texts.filter((text) => text !== null && text !== '').join(separator);
}
/** A wait as a line of the log: `GET /api/miniapps/tides: no connection; retrying in 0.7 s (attempt 2 of 4)`. Not safe to print yet. */
function formatWait({ what, why, milliseconds, attempt, maxAttempts }) {
    const seconds = milliseconds < 59_950 ? `${Math.ceil(milliseconds / 100) / 10} s` : formatDuration(milliseconds);
    return `${what}: ${why}; retrying in ${seconds} (attempt ${attempt} of ${maxAttempts})`;
}
/** Sixty of the small unit are one of the big. */
function joinUnits(amount, big, small) {
    const rest = amount % 60;
    return `${Math.floor(amount / 60)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}


/***/ }),

/***/ 3259:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ll: () => (/* binding */ RunState),
/* harmony export */   qy: () => (/* binding */ compareTexts),
/* harmony export */   si: () => (/* binding */ toAppFacts),
/* harmony export */   t4: () => (/* binding */ toExitCode)
/* harmony export */ });
/** Orders texts by UTF-16 code units: the same on every machine, in every locale. For `sort`. */
function compareTexts(one, other) {
    return Number(one > other) - Number(one < other);
}
/**
 * 0 for what was asked for, proven; 1 for a no, a failure or a doubt, for a dry run with problems, and for a review that was
 * waited for and ended as `rejected` or `withdrawn`.
 */
function toExitCode(outcome, { reviewResult, waitedForReview, problems }) {
    if ('failure' in outcome)
        return 1;
    if (outcome.kind === 'planned' && problems.some(({ severity }) => severity === 'error'))
        return 1;
    return waitedForReview && (reviewResult === 'rejected' || reviewResult === 'withdrawn') ? 1 : 0;
}
/** The one thing that changes during a run: what is proven so far. A run cut short reports what stands here. */
class RunState {
    #facts;
    constructor(slug) {
        this.#facts = { ...nothingYet, slug: slug === '' ? null : slug };
    }
    get facts() {
        return this.#facts;
    }
    /** Adds what was just proven. */
    update(part) {
        this.#facts = { ...this.#facts, ...part };
    }
    /** The app as a response that counts showed it; null when it is gone. An address that it omits stays what it was. */
    updateApp(app) {
        const url = app?.url ?? this.#facts.app?.url ?? null;
        this.update({ app: app === null ? null : toAppFacts({ ...app, url }) });
    }
    notice(text) {
        this.update({ notices: [...this.#facts.notices, text] });
    }
    warn(text) {
        this.update({ warnings: [...this.#facts.warnings, text] });
    }
    addWait(wait) {
        this.update({ waits: [...this.#facts.waits, wait] });
    }
}
/** The part of an app that is reported. Without an address shown it is the one that the document gives it. */
function toAppFacts(app) {
    const { slug, status, reviewNote, name, updatedAt, submittedAt, publishedAt } = app;
    return { slug, url: app.url ?? app.documentedUrl, status, reviewNote, name, updatedAt, submittedAt, publishedAt };
}
const nothingYet = {
    slug: null,
    app: null,
    statusBefore: null,
    changed: false,
    submitted: false,
    sentForReview: false,
    submitting: false,
    filesVerified: false,
    contentHash: null,
    fileCount: null,
    byteCount: null,
    excluded: [],
    changes: null,
    problems: [],
    termsRequired: null,
    reviewResult: null,
    waitedForReview: false,
    apps: null,
    waits: [],
    notices: [],
    warnings: [],
};


/***/ }),

/***/ 9820:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ createLog),
/* harmony export */   m: () => (/* binding */ createProgress)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7516);
/* harmony import */ var _format_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2016);
/* harmony import */ var _secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(150);
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2527);




/** UTF-16 units of one call. */
const maxLine = 10_000;
const annotators = { error: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .error */ .z3, warning: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e, notice: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .notice */ .lm };
/**
 * Makes the log. Every text is redacted, cut and made printable here, whoever wrote it: `core.info` escapes nothing, the
 * rest of core escapes line breaks only. Debug lines exist only with `isDebug` (step debugging).
 */
function createLog(options) {
    const redact = (0,_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .createRedact */ .ay)(options.secrets);
    const clean = (text) => (0,_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toPrintable */ .f8)((0,_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)(redact(text), maxLine));
    const cleanLines = (text) => (0,_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toPrintableLines */ .IA)((0,_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)(redact(text), maxLine));
    const annotate = ({ level, title, message, file, line, column }) => {
        // Core leaves out a property that is empty or 0.
        const place = { file: clean(file ?? ''), startLine: line ?? 0, startColumn: column ?? 0 };
        annotators[level](cleanLines(message), { title: clean(title), ...place });
    };
    return {
        info: (text) => (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq)(clean(text)),
        lines: (text) => (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq)(cleanLines(text)),
        debug: (text) => {
            if (options.isDebug)
                (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .debug */ .Yz)(clean(text));
        },
        annotate,
        warn: (text) => annotate({ level: 'warning', title: 'Warning', message: clean(text), file: null, line: null, column: null }),
        group(title, lines) {
            (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .startGroup */ .Oh)(clean(title));
            for (const line of lines)
                (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq)(clean(line));
            (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .endGroup */ .N4)();
        },
    };
}
/** Uploads up to this size, in bytes, are over before anybody asks. */
const minUpload = 5_000_000;
/** Milliseconds between two lines, at least. */
const uploadPause = 5000;
/**
 * Makes the listener of an upload of `total` bytes, to be told how many have gone out so far: on more than 5 MB it
 * logs percent, rate and time left, at most every 5 s. `now` is a clock in milliseconds.
 */
function createProgress(options) {
    const { total, now, log } = options;
    const start = now();
    let last = start;
    return (sent) => {
        const time = now();
        if (total <= minUpload || time - last < uploadPause)
            return;
        last = time;
        log.info(describeUpload(sent, total, time - start));
    };
}
function describeUpload(sent, total, elapsed) {
    const percent = Math.min(100, Math.floor((sent / total) * 100));
    const rate = sent / (elapsed / 1000);
    const left = rate > 0 && sent < total ? `, about ${(0,_format_js__WEBPACK_IMPORTED_MODULE_3__/* .formatDuration */ .a3)(((total - sent) / rate) * 1000)} left` : '';
    return `Sent ${(0,_format_js__WEBPACK_IMPORTED_MODULE_3__/* .formatBytes */ .z3)(sent)} of ${(0,_format_js__WEBPACK_IMPORTED_MODULE_3__/* .formatBytes */ .z3)(total)} (${percent} %), ${(0,_format_js__WEBPACK_IMPORTED_MODULE_3__/* .formatBytes */ .z3)(rate)}/s${left}`;
}


/***/ }),

/***/ 4277:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LR: () => (/* binding */ toReviewState),
/* harmony export */   Wn: () => (/* binding */ describeStatus),
/* harmony export */   cq: () => (/* binding */ explainStatus),
/* harmony export */   ih: () => (/* binding */ isKnownStatus)
/* harmony export */ });
/** The six states of the service document, and `changes_requested` of its earlier form. */
const states = new Map(Object.entries({
    draft: {
        is: 'is a draft',
        means: 'Draft: visible only to you. Try it at its address, and submit it for review when it is ready.',
        review: 'none',
    },
    in_review: {
        is: 'is in review',
        means: 'In review: visible only to you until the review is done.',
        review: 'pending',
    },
    not_approved: {
        is: 'was not approved',
        means: 'Not approved, which is final: the app stays visible only to you and cannot be submitted again.',
        review: 'rejected',
    },
    published: { is: 'is published', means: 'Published: it is public.', review: 'approved' },
    published_with_unreviewed_changes: {
        is: 'is published, with changes that are not reviewed',
        means: 'The published version is public. The changes are visible only to you until they are reviewed.',
        review: 'none',
    },
    taken_down: { is: 'was taken down', means: 'Taken down: visible only to you.', review: 'none' },
    changes_requested: {
        is: 'needs changes',
        means: 'The reviewer requests changes: make them, deploy, and submit the app for review again.',
        review: 'rejected',
    },
}));
/** True for a status that the service document names. */
function isKnownStatus(status) {
    return states.has(status ?? '');
}
/** What a status says of an app, to follow its name: `is in review`. A status that is not known is shown as it is. */
function describeStatus(status) {
    const unknown = status === null ? 'has no known status' : `has the status ${status}`;
    return states.get(status ?? '')?.is ?? unknown;
}
/** Who can see the app, and what is next; empty where the status is not known. */
function explainStatus(status) {
    return states.get(status ?? '')?.means ?? '';
}
/** What a status means for a review. One that the document does not name is never final. */
function toReviewState(status) {
    return states.get(status ?? '')?.review ?? 'pending';
}


/***/ })

};

