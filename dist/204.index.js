"use strict";
exports.id = 204;
exports.ids = [204];
exports.modules = {

/***/ 7204:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  act: () => (/* binding */ act),
  toExitCode: () => (/* reexport */ toExitCode)
});

;// CONCATENATED MODULE: ./lib/api/refusals.js
/** What a refusal means and what to do about it: the one table of the words that people read and search for. */
function describeRefusal(code) {
    const [sentence, next] = refusals[code];
    return { sentence, next };
}
/**
 * Which refusal a status and the error body's code stand for (service document, "Errors"); null for a success.
 * 409 without the code `not_approved` is a taken address, the only other meaning that the document gives it.
 */
function toRefusalCode(status, serverCode) {
    if (status >= 200 && status < 300)
        return null;
    if (status >= 300 && status < 400)
        return 'redirected';
    if (status >= 500)
        return 'service_error';
    if (status === 400 && serverCode === 'terms_required')
        return 'terms_required';
    if (status === 409 && serverCode === 'not_approved')
        return 'not_approved';
    return byStatus.get(status) ?? 'refused';
}
const byStatus = new Map([
    [400, 'field_rejected'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'address_taken'],
    [413, 'too_large'],
    [422, 'folder_rejected'],
    [429, 'too_many_changes'],
]);
const refusals = {
    field_rejected: ['A field does not fit', 'Correct the field that the message names, then run again.'],
    terms_required: [
        'The current developer terms must be accepted',
        'Read the terms that the service names; if you accept them, set terms-version to that version.',
    ],
    unauthorized: [
        'The API key is missing or not valid',
        'Make a new key in the developer dashboard and store it in the secret that api-key is read from.',
    ],
    forbidden: ['The service does not allow this', 'Check that the API key belongs to the owner of the app.'],
    not_found: [
        'The app does not exist or belongs to somebody else',
        'Check the slug and whose API key is used; to create the app on its first deploy, set create: true.',
    ],
    address_taken: [
        'The address is taken, or the app is in a state that does not allow this',
        'Choose another slug if the app is not yours; otherwise look at the app in the dashboard.',
    ],
    not_approved: [
        'The app was not approved, which is final',
        'It stays private and cannot be sent for review again: deploy it under a new slug.',
    ],
    too_large: ['The service finds the request too large', 'Make the assets smaller or leave some out with exclude.'],
    folder_rejected: ['The folder breaks the folder rules', 'Mend the problems listed, then run again.'],
    too_many_changes: [
        'More than 30 changes in a minute',
        'Run fewer deploys at once (max-parallel in a matrix) or raise timeout-minutes.',
    ],
    redirected: [
        'The service answered with a redirect, which is never followed',
        'Set base-url to the address that the service really has.',
    ],
    refused: ['The service refused the request', 'See the message of the service, and check base-url.'],
    service_error: ['The service failed', 'Run the job again later; if it stays so, tell the service.'],
};

;// CONCATENATED MODULE: ./lib/api/errors.js

/** The service answered, and the answer is no. Asking again would not help. */
class RefusedError extends Error {
    name = 'RefusedError';
    details;
    /** What to do next. */
    next;
    constructor(request, details) {
        const { sentence, next } = describeRefusal(details.code);
        const words = details.message === null ? '' : `: ${details.message}`;
        super(`${sentence} (${request.method} ${request.path} answered ${details.status}${words})`);
        this.details = details;
        this.next = next;
    }
    get code() {
        return this.details.code;
    }
}
/** No usable answer came. `sent` tells whether request bytes went out: only then may a change have happened. */
class LostError extends Error {
    name = 'LostError';
    code;
    sent;
    next;
    constructor(request, loss, options) {
        super(`${request.method} ${request.path}: ${loss.what}`, options);
        this.code = loss.code;
        this.sent = loss.sent;
        this.next = loss.next;
    }
}
/** The loss of an answer that came and cannot be used. */
function toUnreadable(request, what) {
    const next = 'Check that base-url is the address of the service itself.';
    return new LostError(request, { code: 'answer_unreadable', sent: true, what, next });
}

;// CONCATENATED MODULE: ./lib/problem.js
/** A problem's message with what it is about, a field or a path, in front, unless it names that itself. */
function nameSubject(subject, message) {
    return message.toLowerCase().includes(subject.toLowerCase()) ? message : `${subject}: ${message}`;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/api/data-url.js
const dataHead = /^data:[^,]{0,257},/i;
/** Longest text that this matches. */
const headBytes = 263;
const base64Mark = /;[ ]*base64[ ]*,$/i;
/**
 * Decodes `data:<type>;base64,\u2026` and `data:<type>,\u2026`, whose text is percent-encoded. The base64 may be wrapped, in the alphabet of
 * URLs and without its padding; beyond that only the canonical form counts: a lenient decoder would call different files equal.
 */
function createDataDecoder(sink) {
    let payload = null;
    let head = '';
    let isData = true;
    return {
        write(bytes) {
            if (!isData)
                return;
            if (payload !== null)
                return payload.write(bytes);
            head += toLatin1(bytes);
            const found = dataHead.exec(head);
            if (found === null) {
                isData = head.length < headBytes && 'data:'.startsWith(head.slice(0, 5).toLowerCase());
                return;
            }
            payload = base64Mark.test(found[0]) ? createBase64Decoder(sink) : createPercentDecoder(sink);
            payload.write(Buffer.from(head.slice(found[0].length), 'latin1'));
        },
        finish: () => isData && payload?.finish() === true,
    };
}
/** Text with `%XX` for bytes; a percent sign that begins no such group stands for itself (URL Standard, "percent-decode"). */
function createPercentDecoder(sink) {
    let pending = '';
    const decode = (text) => {
        const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
        sink.add(Buffer.from(bytes, 'latin1'));
    };
    return {
        write(bytes) {
            pending += toLatin1(bytes);
            // A group may go on in the next piece.
            const last = pending.lastIndexOf('%');
            const end = last >= 0 && last > pending.length - 3 ? last : pending.length;
            decode(pending.slice(0, end));
            pending = pending.slice(end);
        },
        finish() {
            decode(pending);
            return true;
        },
    };
}
function createBase64Decoder(sink) {
    let isProper = true;
    let isEscaped = false;
    let pending = '';
    const plain = createPercentDecoder({ add: (bytes) => take(toLatin1(bytes)) });
    function decode(base64, isEnd) {
        const bytes = Buffer.from(base64, 'base64');
        const canonical = bytes.toString('base64');
        if (canonical !== base64 && canonical.replace(/=+$/, '') !== base64)
            isProper = false;
        // Or else padding amid the text would pass where it happens to end a chunk.
        if (!isEnd && base64.endsWith('='))
            isProper = false;
        sink.add(bytes);
    }
    function take(text) {
        pending += /[^A-Za-z0-9+/=]/.test(text) ? unwrap(text) : text;
        // Four characters are three bytes; the last group is left for the end, where alone padding may stand.
        const whole = Math.max(0, pending.length - 1) & ~3;
        if (whole > 0)
            decode(pending.slice(0, whole), false);
        pending = pending.slice(whole);
    }
    return {
        write(bytes) {
            if (!isProper)
                return;
            const text = toLatin1(bytes);
            isEscaped ||= text.includes('%');
            if (isEscaped)
                plain.write(bytes);
            else
                take(text);
        },
        finish() {
            plain.finish();
            decode(pending, true);
            return isProper;
        },
    };
}
/** Without line breaks and blanks, in the usual alphabet. */
function unwrap(base64) {
    return base64
        .replace(/[ \t\n\f\r]+/g, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/');
}
function toLatin1(bytes) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

;// CONCATENATED MODULE: ./lib/api/content.js


/** A file's content as an answer showed it: digests instead of the bytes, which may be a gigabyte. */
class Content {
    /** Of the string as it stands, in UTF-8. Null when half a surrogate pair is in it: no file is equal to that. */
    text;
    /** Of what the string decodes to, when it is a data: URL in proper form. */
    data;
    /** The string itself, kept when it is at most `keepBytes` long. */
    kept;
    constructor(parts) {
        this.text = parts.text;
        this.data = parts.data;
        this.kept = parts.kept;
    }
    /** In a refusal, which has no files, a string under such a key is a text to show. */
    toJSON() {
        return this.kept;
    }
}
/** Most bytes of a content that is kept beside its digests: enough for any service.json. */
const keepBytes = 262_144;
/** Digests one string of an answer while it arrives; ends as a Content. */
function createContentSink() {
    const text = createDigester();
    const data = createDigester();
    const decoder = createDataDecoder(data);
    let isSpoiled = false;
    let kept = [];
    return {
        write(bytes) {
            text.add(bytes);
            decoder.write(bytes);
            if (text.size() > keepBytes)
                kept = null;
            else
                kept?.push(Buffer.from(bytes));
        },
        spoil() {
            isSpoiled = true;
        },
        end() {
            return new Content({
                text: isSpoiled ? null : text.finish(),
                data: !isSpoiled && decoder.finish() ? data.finish() : null,
                kept: kept === null || isSpoiled ? null : Buffer.concat(kept).toString('utf8'),
            });
        },
    };
}
/** Digests a text that is at hand, as the sink would. */
function digestText(text) {
    const digester = createDigester();
    digester.add(Buffer.from(text));
    return digester.finish();
}
function createDigester() {
    const hash = (0,external_node_crypto_.createHash)('sha256');
    let bytes = 0;
    return {
        add(piece) {
            hash.update(piece);
            bytes += piece.length;
        },
        size: () => bytes,
        finish: () => ({ bytes, sha256: hash.digest('hex') }),
    };
}

;// CONCATENATED MODULE: ./lib/api/wire.js
/**
 * How we read the service where its document is silent. Everything that is guessed about its requests and answers
 * stands in this file and nowhere else; `docs/decisions/` says why each reading was chosen.
 */



/**
 * Reading: pictures, fonts, sounds, videos (by type; SVG is a picture) and whatever is not text go as data: URLs,
 * the rest as the text it is.
 */
function toForm(type, isUtf8) {
    return isUtf8 && !/^(image|font|audio|video)\//.test(type) ? 'text' : 'data';
}
/** Reading: deploy takes `{"slug": \u2026, "files": {path: content}}`. The file map goes between the two texts. */
function wrapFiles(slug) {
    return { before: `{"slug":${JSON.stringify(slug)},"files":`, after: '}' };
}
/** Reading: the prompt is the text of `instructions.md`, maybe without its last line end. It stands for one of these texts. */
function listPromptTexts(prompt) {
    return [prompt, `${prompt}\n`, `${prompt}\r\n`];
}
/** The strings of an answer that are digested and not kept: the page, and every value of a file map. */
function chooseSink(keys) {
    return keys.at(-1) === 'html' || keys.at(-2) === 'files' ? createContentSink() : undefined;
}
/**
 * Reading: the app is the body itself or sits under `app`. A read of one app names it by its path, so that one whose answer
 * leaves the slug out is that app; one of another slug is not. Null when the body carries no app of this slug.
 */
function readApp(body, wanted) {
    return readNamedApp(body, wanted) ?? readNamelessApp(body, wanted);
}
function readNamedApp(body, wanted) {
    const app = listAppRecords(body).find((entry) => entry['slug'] === wanted.slug);
    return app === undefined ? null : toApp(app, wanted);
}
function readNamelessApp(body, wanted) {
    const records = listAppRecords(body);
    if (records.some(({ slug }) => slug !== undefined))
        return null;
    const app = records.find(({ status, files }) => toRecord(files) !== null || knownStatuses.has(status));
    return app === undefined ? null : toApp(app, wanted);
}
function listAppRecords(body) {
    return [toRecord(toRecord(body)?.['app']), toRecord(body)].filter((entry) => entry !== null);
}
/**
 * Reading: a change's answer carries the app when it shows something of it. `{"deleted": true, "slug": \u2026}` names it and no
 * more, and the status of `{"slug": \u2026, "status": "ok"}` is that of the request. Null when it carries none.
 */
function readShownApp(body, wanted) {
    const app = readNamedApp(body, wanted);
    if (app === null)
        return null;
    const shown = [app.name, app.systemPrompt, app.updatedAt, app.html, app.files];
    return shown.some((value) => value !== null) || knownStatuses.has(app.status) ? app : null;
}
/** Those of the document, and the one of its earlier form. */
const knownStatuses = new Set([
    'draft',
    'in_review',
    'not_approved',
    'published',
    'published_with_unreviewed_changes',
    'taken_down',
    'changes_requested',
]);
/** Reading: the list is an array, or an object with one array of objects in it. Null when it is neither. */
function readApps(body, address) {
    const lists = Array.isArray(body) ? [body] : Object.values(toRecord(body) ?? {}).filter(isListOfRecords);
    // Beside the apps there may be empty lists, such as of warnings.
    const filled = lists.filter(({ length }) => length > 0);
    const [list] = filled.length === 0 ? lists : filled;
    if (filled.length > 1 || list === undefined)
        return null;
    const apps = list.map((entry) => {
        const app = toRecord(entry);
        const slug = toText(app?.['slug']);
        return app === null || slug === null ? null : toApp(app, { slug, address });
    });
    return apps.every((app) => app !== null) ? apps : null;
}
function isListOfRecords(value) {
    return Array.isArray(value) && value.every((entry) => toRecord(entry) !== null);
}
/**
 * Reads a refusal from status and body; null for a success. The documented form is `{"error": {code, message}}`; a body that is
 * the error object itself is understood too. `sentTerms` is what was sent as `accept_terms`.
 */
function readRefusal(status, body, sentTerms = '') {
    const outer = toRecord(body) ?? {};
    const error = toRecord(outer['error']) ?? outer;
    const serverCode = pickWord(error, ['code']) ?? readBareCode(error);
    const code = toRefusalCode(status, serverCode);
    if (code === null)
        return null;
    const said = pickText(error, messageKeys);
    const problems = readProblems(outer, error, said);
    const message = said ?? (problems.length === 0 ? showUnread(body, error) : null);
    return {
        status,
        code,
        serverCode,
        message,
        problems,
        termsVersion: code === 'terms_required' ? readTermsVersion({ outer, error, message: message ?? '' }, sentTerms) : null,
    };
}
/** `{"error": "terms_required"}` is a code, and a message too. */
function readBareCode({ error }) {
    return typeof error === 'string' && error.length <= 100 && /^[a-z]+(_[a-z]+)+$/.test(error) ? error : null;
}
/** What a refusal says in a form that is not understood, as compact text; null when it says nothing. */
function showUnread(body, error) {
    const says = Object.values(error).some((value) => value !== null && value !== '');
    if (says)
        return toText(error['code']) ?? toCompactText(error);
    const isBare = typeof body === 'string' || (Array.isArray(body) && body.length > 0);
    return isBare ? (toText(body) ?? toCompactText(body)) : null;
}
const messageKeys = ['message', 'problem', 'detail', 'reason', 'description', 'msg', 'text', 'error', 'title'];
const pathKeys = ['path', 'file', 'filename', 'file_path', 'filePath'];
const fixKeys = ['fix', 'hint', 'suggestion', 'help'];
const codeKeys = ['code', 'rule'];
const placeKeys = ['location', 'loc', 'position', 'start'];
const lineKeys = ['line', 'line_number', 'lineNumber'];
const columnKeys = ['column', 'col'];
/** Reading: these fields of the app stand in these files. */
const fileOfField = new Map([
    ['name', 'service.json'],
    ['tagline', 'service.json'],
    ['color', 'service.json'],
    ['logo', 'service.json'],
    ['system_prompt', 'instructions.md'],
    ['html', 'index.html'],
]);
/**
 * Reading: problems are an array at `problems` or `error.problems`, or under the other usual name, `errors`; an answer without
 * one that names a field or a file beside its message is one problem itself.
 */
function readProblems(outer, error, message) {
    const listed = [outer['problems'], error['problems'], outer['errors'], error['errors']]
        .filter((list) => list !== undefined && list !== null)
        .map((list) => (Array.isArray(list) ? list : [list]));
    const list = listed.find(({ length }) => length > 0);
    if (list !== undefined)
        return list.map(readProblem);
    const namesPlace = pickText(error, [...pathKeys, 'field']) !== null;
    return namesPlace && message !== null ? [readProblem(error)] : [];
}
function readProblem(entry) {
    const fields = toRecord(entry);
    if (fields === null)
        return readWrittenProblem(typeof entry === 'string' ? entry : toCompactText(entry));
    const place = placeKeys.map((key) => toRecord(fields[key])).find((value) => value !== null) ?? {};
    const places = [fields, place, toRecord(place['start']) ?? {}];
    const severity = pickText(fields, ['severity', 'level']) ?? '';
    return {
        ...readSubject(fields, pickFirst(places, (record) => pickText(record, pathKeys)), entry),
        line: pickFirst(places, (record) => pickNumber(record, lineKeys)),
        column: pickFirst(places, (record) => pickNumber(record, columnKeys)),
        code: pickWord(fields, codeKeys),
        fix: pickText(fields, fixKeys),
        severity: /^(warn|warning)$/i.test(severity) ? 'warning' : 'error',
    };
}
/** Which file or field a problem is about, and its words. A field that is none of the app's is told in the words alone. */
function readSubject(fields, named, entry) {
    const message = pickText(fields, messageKeys) ?? toCompactText(entry);
    const isFieldName = named !== null && fileOfField.has(named);
    const field = toText(fields['field']) ?? (isFieldName ? named : null);
    const path = isFieldName ? null : named;
    if (field === null)
        return { path, message };
    const file = fileOfField.get(field);
    if (file !== undefined)
        return { path: path ?? file, message, field };
    const isPath = /[./\\]/.test(field);
    return isPath ? { path: path ?? field, message } : { path, message: nameSubject(field, message) };
}
/**
 * Reading: a problem that is a mere text may begin with its place, as compilers write it: `index.html:12:5: \u2026`, or with a field:
 * `color: \u2026`.
 */
function readWrittenProblem(text) {
    const place = /^([\w@./-]{1,200}\.\w{1,8})(?::(\d{1,7})(?::(\d{1,7}))?)?[:\s]/.exec(text);
    const field = /^(\w{1,40}):\s/.exec(text)?.[1] ?? '';
    const file = fileOfField.get(field) ?? null;
    return {
        path: place?.[1] ?? file,
        line: place?.[2] === undefined ? null : Number(place[2]),
        column: place?.[3] === undefined ? null : Number(place[3]),
        code: null,
        message: text,
        fix: null,
        severity: 'error',
        ...(file === null ? {} : { field }),
    };
}
/**
 * Reading: the version asked for is a field beside the message or around it that is called after the terms, else what the
 * message quotes, a field called after what is wanted, or a version-like word in the message. What we sent is the answer only if
 * nothing else is there.
 */
function readTermsVersion({ outer, error, message }, sent) {
    const inner = [error, ...Object.values(error).map(toRecord)];
    const around = [outer, toRecord(outer['terms'])];
    const candidates = [
        ...listNamedVersions([...inner, ...around], termsKeys),
        ...listQuotedVersions(message),
        ...listNamedVersions(inner, [/version|required|expected|current/i]),
        ...listWrittenVersions(message),
    ];
    return candidates.find((candidate) => candidate !== sent) ?? candidates[0] ?? null;
}
/** The values of the fields that are called so, in the order of the patterns. */
function listNamedVersions(records, keys) {
    const fields = records.flatMap((record) => Object.entries(record ?? {}));
    return keys.flatMap((pattern) => fields
        .filter(([key, value]) => pattern.test(key) && !otherKeys.test(key) && isVersionText(key, value))
        .map(([, value]) => String(value)));
}
const fullKey = /terms.*version|version.*terms/i;
const termsKeys = [fullKey, /terms|accept/i, /^version$/i];
/** Where the terms can be read, and other things with a version, are not what the terms are called. */
const otherKeys = /ur[il]|href|link|api|app_|status|client|message|title|user|_at$|_id$/i;
function isVersionText(key, value) {
    if (typeof value === 'number')
        return Number.isFinite(value);
    if (typeof value !== 'string' || !/^[^\p{C}]{1,100}$/u.test(value) || value.includes('://'))
        return false;
    // Several words are a version only where nothing else can be meant.
    return /\s/.test(value) ? fullKey.test(key) && /\d/.test(value) : !/^\//.test(value) && !ordinaryWords.test(value);
}
const ordinaryWords = /^(accept_terms|terms_required|terms|version|string|required|missing|true|false)$/i;
function listQuotedVersions(message) {
    const quoted = Array.from(message.matchAll(/["'`\u201c\u2018\u00ab][^"'`\u201d\u2019\u00bb\s]{1,100}["'`\u201d\u2019\u00bb]/g), unquote);
    // Of several words only in double quotes: single ones may be apostrophes.
    const phrases = Array.from(message.matchAll(/["\u201c\u00ab][^"\u201d\u00bb]{1,100}["\u201d\u00bb]/g), unquote);
    return [...quoted.filter((word) => !ordinaryWords.test(word)), ...phrases.filter((words) => /\d/.test(words))];
}
function unquote([quoted]) {
    return quoted.slice(1, -1);
}
function listWrittenVersions(message) {
    const written = Array.from(message.matchAll(/(?<![\w./-])(?:v\d(?:[\w.-]*\w)?|\d(?:[\w./-]|:(?=\d))*\w)|(?<=(?:version|current|accept_terms)(?: is|:|=)? ?)\d+/gi), ([word]) => word);
    // A date or a dotted number is more of a version than a bare number, which may be a status or a count.
    return written.sort((a, b) => Number(/\D/.test(b)) - Number(/\D/.test(a)));
}
function toApp(app, { slug, address }) {
    const files = toRecord(app['files']);
    const url = toText(app['url']);
    return {
        slug,
        // Reading: what is no whole address is as good as none.
        url: url !== null && /^https?:\/\//i.test(url) ? url : null,
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
        html: app['html'] instanceof Content ? app['html'] : null,
        files: files === null ? null : toContents(files),
    };
}
/** A file whose content is not a string is kept as one that equals nothing: it must not be taken for absent. */
function toContents(files) {
    const unreadable = new Content({ text: null, data: null, kept: null });
    return new Map(Object.entries(files).map(([path, value]) => [path, value instanceof Content ? value : unreadable]));
}
function pickText(record, keys) {
    return keys.map((key) => toText(record[key])).find((text) => text !== null) ?? null;
}
function pickFirst(records, pick) {
    return records.map(pick).find((value) => value !== null) ?? null;
}
/** A text, or a number as one. */
function pickWord(record, keys) {
    const words = keys.map((key) => (typeof record[key] === 'number' ? String(record[key]) : toText(record[key])));
    return words.find((word) => word !== null) ?? null;
}
function pickNumber(record, keys) {
    const values = keys
        .map((key) => record[key])
        .map((value) => typeof value === 'string' && /^\d{1,9}(?=$|[-:])/.test(value) ? Number.parseInt(value, 10) : value);
    return values.find((value) => typeof value === 'number') ?? null;
}
function toRecord(value) {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Content);
    return isRecord ? value : null;
}
function toText(value) {
    return typeof value === 'string' && value !== '' ? value : null;
}
function toCompactText(value) {
    return JSON.stringify(value) ?? String(value);
}

;// CONCATENATED MODULE: ./lib/api/client.js


/** Makes a client of the service at this address. */
function createClient(send, baseUrl) {
    const apps = `${baseUrl.path}/api/miniapps`;
    const address = `${baseUrl.origin}${baseUrl.path}`;
    async function change({ operation, request, slug, terms }) {
        try {
            const answer = await send(operation, request);
            const refusal = toRefusal(request, answer, terms);
            if (refusal === null)
                return toChangeAnswer(request, answer, { slug, address });
            if (refusal.code === 'service_error')
                return { app: null, lost: refusal };
            throw refusal;
        }
        catch (error) {
            // Cancelled or out of time: no read may follow, so this is not for settling.
            const isOver = error instanceof LostError && (error.code === 'cancelled' || error.code === 'deadline');
            if (error instanceof LostError && error.sent && !isOver)
                return { app: null, lost: error };
            throw error;
        }
    }
    return {
        async readApp(slug, limitMs) {
            const request = { ...toRequest('GET', `${apps}/${slug}`), readsApp: true, limitMs };
            const answer = await send('read', request);
            if (answer.status === 404 || answer.status === 410)
                return null;
            return readApp(takeValue(request, answer), { slug, address }) ?? fail(request, `the answer shows no app ${slug}`);
        },
        async listApps() {
            const request = toRequest('GET', apps);
            const answer = await send('read', request);
            return readApps(takeValue(request, answer), address) ?? fail(request, 'the answer is not a list of apps');
        },
        createApp(slug, fields) {
            return change({ operation: 'create', slug, request: toRequest('POST', apps, toBody({ slug, ...fields })) });
        },
        deployApp(slug, body) {
            return change({ operation: 'deploy', slug, request: toRequest('POST', `${apps}/deploy`, body) });
        },
        updateApp(slug, fields) {
            return change({ operation: 'update', slug, request: toRequest('PATCH', `${apps}/${slug}`, toBody(fields)) });
        },
        submitApp(slug, terms) {
            const request = toRequest('POST', `${apps}/${slug}/submit`, toBody({ accept_terms: terms }));
            return change({ operation: 'submit', slug, request, terms });
        },
        deleteApp(slug) {
            return change({ operation: 'delete', slug, request: toRequest('DELETE', `${apps}/${slug}`) });
        },
    };
}
function toRequest(method, path, body = null) {
    return { method, path, body, readsApp: false };
}
function toBody(value) {
    const bytes = Buffer.from(JSON.stringify(value));
    return { length: bytes.length, stream: () => streamOnce(bytes) };
}
async function* streamOnce(bytes) {
    yield bytes;
}
function toChangeAnswer(request, answer, wanted) {
    const { body } = answer;
    if (body.kind === 'empty')
        return { app: null, lost: null };
    if (body.kind === 'json' && typeof body.value === 'object' && body.value !== null && !Array.isArray(body.value)) {
        return { app: readShownApp(body.value, wanted), lost: null };
    }
    const why = body.kind === 'json' ? 'holds no object' : body.why;
    return { app: null, lost: toUnreadable(request, `answered ${answer.status}, but the answer ${why}`) };
}
/** What the answer holds; throws RefusedError when it is a no. */
function takeValue(request, answer) {
    const refusal = toRefusal(request, answer);
    if (refusal !== null)
        throw refusal;
    return toValue(answer);
}
function toValue({ body }) {
    return body.kind === 'json' ? body.value : null;
}
function toRefusal(request, answer, sentTerms = '') {
    const details = readRefusal(answer.status, toValue(answer), sentTerms);
    if (details === null)
        return null;
    // Not an answer of the service's own making: its first words tell who made it.
    const words = answer.body.kind === 'unreadable' ? answer.body.start.replace(/\s+/g, ' ').trim() : '';
    const message = [details.message ?? words, answer.note ?? ''].filter((text) => text !== '').join('; ');
    return new RefusedError(request, { ...details, message: message === '' ? null : message });
}
function fail(request, what) {
    throw toUnreadable(request, what);
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./lib/api/losses.js
/** What HTTPS_PROXY holds is not the address of a proxy. */
class ProxyAddressError extends Error {
    name = 'ProxyAddressError';
}
/**
 * Puts the error of a broken exchange into words. Only codes are taken from it, never its text: the text may quote
 * headers, and with them the key. A refused certificate or TLS handshake is never worth another attempt.
 */
function describeLoss({ error, host, proxy }) {
    if (error instanceof ProxyAddressError)
        return wrongProxyAddress;
    const codes = collectCodes(error);
    const detail = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
    const proxyStatus = readProxyStatus(error);
    if (proxy !== null && proxyStatus !== null)
        return describeProxyStatus(proxy, proxyStatus);
    if (codes.some(isTlsCode)) {
        return {
            code: 'tls',
            what: `no secure connection to ${host}${detail}`,
            next: 'Check that base-url names the right host and port and that its certificate is valid; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS.',
        };
    }
    const via = proxy === null ? host : `the proxy ${proxy}`;
    const named = codes.map((code) => connectionLosses.get(code)).find((loss) => loss !== undefined);
    const code = named?.[0] ?? 'connection_lost';
    const next = proxy === null ? (named?.[1] ?? laterAdvice) : 'Check HTTPS_PROXY and NO_PROXY, and that the proxy runs.';
    return {
        code: proxy !== null && named !== undefined ? 'proxy' : code,
        what: `${lossWords[code] ?? 'the connection broke'}: ${via}${detail}`,
        next,
    };
}
/** True for a loss that another attempt at the same thing cannot mend. */
function isFinalLoss(code) {
    return finalLosses.has(code);
}
const finalLosses = new Set([
    'cancelled',
    'deadline',
    'tls',
    'proxy_refused',
    'dry_run',
    'answer_too_large',
]);
const laterAdvice = 'Run the job again; if it stays so, ask the service or whoever runs the network between.';
const connectionLosses = new Map([
    ['ECONNREFUSED', ['connection_refused', 'Check the port of base-url, and that the service runs.']],
    ['ENOTFOUND', ['host_not_found', 'Check the host name in base-url.']],
    ['EAI_AGAIN', ['host_not_found', 'Check the host name in base-url, and the name server of this machine.']],
    ['UND_ERR_CONNECT_TIMEOUT', ['connection_failed', 'Check base-url, and that a firewall lets this machine reach it.']],
    ['ETIMEDOUT', ['connection_failed', 'Check base-url, and that a firewall lets this machine reach it.']],
    ['EHOSTUNREACH', ['connection_failed', 'Check base-url, and the network of this machine.']],
    ['ENETUNREACH', ['connection_failed', 'Check base-url, and the network of this machine.']],
]);
const lossWords = {
    connection_refused: 'connection refused',
    host_not_found: 'host name not found',
    connection_failed: 'no connection to',
};
const wrongProxyAddress = {
    code: 'proxy_refused',
    what: 'HTTPS_PROXY does not hold the address of a proxy',
    next: 'Write it as http://host:port, and percent-encode what is special in a user name or password.',
};
function describeProxyStatus(proxy, status) {
    const isLogin = status === 407;
    return {
        // A gateway's own trouble may pass; a no does not.
        code: status >= 500 ? 'proxy' : 'proxy_refused',
        what: isLogin
            ? `the proxy ${proxy} asks for a login (407)`
            : `the proxy ${proxy} refused the connection (${status})`,
        next: isLogin
            ? 'Put the right user name and password into HTTPS_PROXY, or name the host in NO_PROXY.'
            : 'Ask whoever runs the proxy to allow the host of base-url, or name the host in NO_PROXY.',
    };
}
/** undici tells a proxy's answer only in the text of its error. */
function readProxyStatus(error) {
    for (const { message } of unfold(error)) {
        const status = /^Proxy response \((\d{3})\)/.exec(message)?.[1];
        if (status !== undefined)
            return Number(status);
    }
    return null;
}
function collectCodes(error) {
    const codes = unfold(error).map((entry) => ('code' in entry && typeof entry.code === 'string' ? entry.code : ''));
    return [...new Set(codes.filter((code) => /^[A-Z0-9_]{3,60}$/.test(code)))];
}
/** The error, its causes, and those bundled in it (both addresses of a host, for one), ten at most. */
function unfold(error) {
    const found = [];
    const open = [error];
    while (open.length > 0 && found.length < 10) {
        const entry = open.shift();
        if (!(entry instanceof Error) || found.includes(entry))
            continue;
        found.push(entry);
        open.push(entry.cause, ...(entry instanceof AggregateError ? entry.errors : []));
    }
    return found;
}
function isTlsCode(code) {
    return /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$|INVALID_CA$)/.test(code);
}

;// CONCATENATED MODULE: ./lib/api/retry.js
/** Most attempts at anything that is not a 429. */
const mostAttempts = 4;
/** Most attempts that answer 429 with a sane Retry-After: many jobs of one account take turns through several minutes. */
const mostLimitedAttempts = 12;
/** The longest that a Retry-After may ask for. */
const longestRetryAfterMs = 120_000;
/** Waits on a 429 that names no time. */
const limitedWaitsMs = [5_000, 15_000, 40_000];
const backoffBaseMs = 1_000;
const backoffMostMs = 20_000;
/**
 * The whole policy of sending again. It depends on the operation, on whether it was sent, and on the answer, and never
 * on the method alone: a change that may have happened is not repeated before a read has shown that it did not.
 */
function decide(ending, attempt) {
    if (ending.kind === 'status' && ending.status === 429)
        return decideLimited(ending.retryAfterMs, attempt);
    const isLost = ending.kind === 'lost' || (ending.kind === 'status' && isPassingFailure(ending.status, attempt));
    if (ending.kind === 'status' && !isLost)
        return { do: 'stop', why: null };
    if (isLost && attempt.operation !== 'read')
        return { do: 'settle' };
    return waitToRepeat(attempt, describe(ending));
}
/** The wait before another attempt at what was not sent, or only reads: full jitter, doubling from 1 s to 20 s. */
function waitToRepeat(attempt, why) {
    const ceiling = Math.min(backoffMostMs, backoffBaseMs * 2 ** attempt.earlier);
    return waitOnce(attempt, attempt.random * ceiling, why);
}
/**
 * The wait before the app is looked at again: 1, 2, 4 s and up to a fifth of jitter. Not shorter, since a change may happen,
 * or be shown, a moment after its answer was lost.
 */
function waitToLook(attempt, why) {
    return waitOnce(attempt, backoffBaseMs * 2 ** attempt.earlier * (1 + 0.2 * attempt.random), why);
}
/** Four attempts in all, or four looks. */
function waitOnce(attempt, afterMs, why) {
    if (attempt.earlier + 1 >= mostAttempts)
        return { do: 'stop', why: `still so after ${mostAttempts} attempts` };
    return waitWithin(attempt, Math.round(afterMs), why);
}
/** 429 means that nothing was done: sending again is always safe. Jobs told the same time spread out behind it. */
function decideLimited(retryAfterMs, attempt) {
    const why = 'more than 30 changes in a minute (429)';
    if (retryAfterMs === null) {
        const wait = limitedWaitsMs[attempt.earlier];
        if (wait === undefined)
            return { do: 'stop', why: `still 429 after ${attempt.earlier + 1} attempts` };
        return waitWithin(attempt, Math.round(wait * (1 + 0.2 * attempt.random)), why);
    }
    if (retryAfterMs > longestRetryAfterMs) {
        return {
            do: 'stop',
            why: `the service asks to wait ${Math.round(retryAfterMs / 1000)} s, longer than the 120 s allowed`,
        };
    }
    if (attempt.earlier + 1 >= mostLimitedAttempts) {
        return { do: 'stop', why: `still 429 after ${mostLimitedAttempts} attempts` };
    }
    const spread = Math.min(backoffMostMs, Math.max(backoffBaseMs * 2 ** attempt.earlier, 0.2 * retryAfterMs));
    return waitWithin(attempt, Math.round(retryAfterMs + attempt.random * spread), `${why}, asked to wait ${retryAfterMs / 1000} s`);
}
function waitWithin({ leftMs }, afterMs, why) {
    if (afterMs < leftMs)
        return { do: 'again', afterMs, why };
    return {
        do: 'stop',
        why: `${why}; a wait of ${Math.ceil(afterMs / 1000)} s would go beyond the time left (timeout-minutes)`,
    };
}
/** 500, 502, 503 and 504: the service, or something before it, failed in a way that may pass. A read may try after any. */
function isPassingFailure(status, { operation }) {
    if (operation === 'read')
        return status >= 500;
    return status === 500 || status === 502 || status === 503 || status === 504;
}
function describe(ending) {
    if (ending.kind === 'not_sent')
        return 'no connection';
    return ending.kind === 'lost' ? 'no usable answer' : `answered ${ending.status}`;
}

;// CONCATENATED MODULE: ./lib/api/retry-after.js
/**
 * Milliseconds that a Retry-After header asks to wait, or null for none or one that is not understood.
 * Strict on purpose (RFC 9110, 10.2.3): whole seconds of at most nine digits, or a GMT date in the preferred form.
 * `Date` alone would read `12, 13` as a day of the year 2001. `now` is in milliseconds since 1970.
 */
function readRetryAfter(header, now) {
    if (header === null)
        return null;
    if (/^\d{1,9}$/.test(header))
        return Number(header) * 1000;
    if (!gmtDate.test(header))
        return null;
    const time = Date.parse(header);
    return Number.isNaN(time) ? null : Math.max(0, time - now);
}
const gmtDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

;// CONCATENATED MODULE: ./lib/api/sender.js





/** Makes the sender: the loop around `decide`, and nothing else. */
function createSender(ports) {
    return async (operation, request) => {
        const earlier = { limited: 0, failed: 0 };
        const until = ports.clock.now() + (request.limitMs ?? Number.POSITIVE_INFINITY);
        for (;;) {
            if (operation !== 'read')
                await hearSignals();
            ports.signal.throwIfAborted();
            const result = await tryOnce(ports, leaveTime(request, until - ports.clock.now()), operation);
            const ending = toEnding(result, ports.clock.now());
            const kind = ending.kind === 'status' && ending.status === 429 ? 'limited' : 'failed';
            const decision = decideFor(result, ending, {
                operation,
                earlier: earlier[kind],
                leftMs: Math.min(ports.deadline(), until) - ports.clock.now(),
                random: ports.random(),
            });
            if (decision.do !== 'again')
                return finish(result, decision);
            earlier[kind] += 1;
            ports.onWait({ what: `${request.method} ${request.path}`, milliseconds: decision.afterMs, why: decision.why });
            await ports.clock.sleep(decision.afterMs, ports.signal);
        }
    };
}
/** What is left for this attempt, in whole milliseconds as timers want them; none when a wait took longer than it should. */
function leaveTime(request, leftMs) {
    return request.limitMs === undefined ? request : { ...request, limitMs: Math.max(0, Math.ceil(leftMs)) };
}
/**
 * Lets the event loop turn. A cancel that arrived together with the answer before is heard only after the work that this
 * answer set off, and no change may go out in between: above all no submission.
 */
async function hearSignals() {
    await (0,promises_.setImmediate)();
    await (0,promises_.setImmediate)();
}
async function tryOnce(ports, request, operation) {
    try {
        const answer = await ports.transport(request, ports.signal);
        // A success that cannot be read says nothing to a read; a change may look at the app instead.
        const fault = operation === 'read' && answer.status < 300 ? findFault(answer.body) : null;
        return fault === null ? answer : toUnreadable(request, `answered ${answer.status}, but the answer ${fault}`);
    }
    catch (error) {
        if (error instanceof LostError)
            return error;
        throw error;
    }
}
/** What keeps an answer from being one to a read; null for an object or an array. */
function findFault(body) {
    if (body.kind === 'unreadable')
        return body.why;
    if (body.kind === 'empty')
        return 'is empty';
    return typeof body.value === 'object' && body.value !== null ? null : 'holds no object';
}
function toEnding(result, now) {
    if (result instanceof LostError)
        return { kind: result.sent ? 'lost' : 'not_sent' };
    return { kind: 'status', status: result.status, retryAfterMs: readRetryAfter(result.retryAfter, now) };
}
function decideFor(result, ending, attempt) {
    const isFinal = result instanceof LostError && isFinalLoss(result.code);
    return isFinal ? { do: 'stop', why: null } : decide(ending, attempt);
}
function finish(result, decision) {
    if (result instanceof LostError)
        throw result;
    return { ...result, note: decision.do === 'stop' ? decision.why : null };
}

// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
;// CONCATENATED MODULE: ./lib/api/json-builder.js
/** The text is not JSON, ends early, or goes beyond a limit. The message goes on after "the answer". */
class JsonError extends Error {
    name = 'JsonError';
}
/**
 * JSON's grammar without its letters: is told of each token in turn and puts the value together, as `JSON.parse` would.
 * Keeps its own stack, so that depth is a limit and never a crash. Every method may throw JsonError.
 */
class JsonBuilder {
    #mostDepth;
    #frames = [];
    #expected = 'value';
    #root;
    constructor(mostDepth) {
        this.#mostDepth = mostDepth;
    }
    /** True where the next string is a key. */
    get expectsKey() {
        return this.#expected === 'key' || this.#expected === 'key or }';
    }
    /** The object keys that lead to the next value; places in arrays do not count. */
    get keys() {
        return this.#frames.flatMap(({ value, key }) => (Array.isArray(value) ? [] : [key]));
    }
    open(bracket) {
        this.expectValue();
        if (this.#frames.length >= this.#mostDepth)
            throw new JsonError(`is nested deeper than ${this.#mostDepth} levels`);
        this.#frames.push({ value: bracket === '[' ? [] : {}, key: '' });
        this.#expected = bracket === '[' ? 'value or ]' : 'key or }';
    }
    close(bracket) {
        const { value } = this.#top();
        const isArray = Array.isArray(value);
        const isEmpty = this.#expected === (isArray ? 'value or ]' : 'key or }');
        if (isArray !== (bracket === ']') || !(isEmpty || this.#expected === 'comma or end'))
            throw refuseToken();
        this.#frames.pop();
        this.#place(value);
    }
    takeComma() {
        if (this.#expected !== 'comma or end')
            throw refuseToken();
        this.#expected = Array.isArray(this.#top().value) ? 'value' : 'key';
    }
    takeColon() {
        if (this.#expected !== 'colon')
            throw refuseToken();
        this.#expected = 'value';
    }
    setKey(key) {
        this.#top().key = key;
        this.#expected = 'colon';
    }
    expectValue() {
        if (this.#expected !== 'value' && this.#expected !== 'value or ]')
            throw refuseToken();
    }
    /** Adds a string, number or literal; the caller has asked `expectValue`. */
    setValue(value) {
        this.#place(value);
    }
    /** The whole value, once it is closed. */
    finish() {
        if (this.#expected !== 'nothing')
            throw new JsonError('ends early');
        return this.#root;
    }
    #place(value) {
        const frame = this.#frames.at(-1);
        this.#expected = frame === undefined ? 'nothing' : 'comma or end';
        if (frame === undefined)
            this.#root = value;
        else if (Array.isArray(frame.value))
            frame.value.push(value);
        else {
            // As JSON.parse does: an own property, also when it is called __proto__.
            Object.defineProperty(frame.value, frame.key, { value, writable: true, enumerable: true, configurable: true });
        }
    }
    #top() {
        const frame = this.#frames.at(-1);
        if (frame === undefined)
            throw refuseToken();
        return frame;
    }
}
function refuseToken() {
    return new JsonError('is not JSON');
}

;// CONCATENATED MODULE: ./lib/api/json-bytes.js
/** The byte that begins and ends a string. */
const quote = 0x22;
/** The byte that begins an escape. */
const backslash = 0x5c;
/** Finds a byte at or behind a place that only moves on; looks at no byte twice. The chunk's length when there is none. */
function createFinder(chunk, byte) {
    let found = -1;
    return (from) => {
        if (found < from) {
            const next = chunk.indexOf(byte, from);
            found = next === -1 ? chunk.length : next;
        }
        return found;
    };
}
/** Letters, digits, plus, minus and dot: JSON.parse judges the word they make. */
function belongsToScalar(byte) {
    return ((byte >= 0x30 && byte <= 0x39) ||
        (byte >= 0x61 && byte <= 0x7a) ||
        byte === 0x2b ||
        byte === 0x2d ||
        byte === 0x2e ||
        byte === 0x45);
}

;// CONCATENATED MODULE: ./lib/api/json-unescape.js

const letterU = 0x75;
const simpleEscapes = {
    '"': '"',
    '\\': '\\',
    '/': '/',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
};
/** Makes an unescaper that hands everything on to `sink`. */
function createUnescaper(sink) {
    const units = createUnitWriter(sink);
    let open = '';
    /** Adds one byte to the open escape, and closes it when it is whole. */
    function addToEscape(byte) {
        open += String.fromCharCode(byte);
        const unit = readEscape(open);
        if (unit === null)
            return;
        units.write(unit);
        open = '';
    }
    return {
        push(raw) {
            let at = 0;
            while (at < raw.length) {
                if (open !== '') {
                    addToEscape(raw.readUInt8(at));
                    at += 1;
                    continue;
                }
                const slash = raw.indexOf(backslash, at);
                const end = slash === -1 ? raw.length : slash;
                if (end > at) {
                    units.flush();
                    sink.write(raw.subarray(at, end));
                }
                if (slash !== -1)
                    open = '\\';
                at = end + 1;
            }
        },
        end() {
            if (open !== '')
                throw refuseEscape();
            units.flush();
        },
    };
}
/** The UTF-16 unit that an escape stands for, or null while it is not whole. Throws SyntaxError. */
function readEscape(written) {
    if (written.charCodeAt(1) !== letterU) {
        const text = simpleEscapes[written.slice(1)];
        if (text === undefined)
            throw refuseEscape();
        return text.charCodeAt(0);
    }
    if (written.length < 6)
        return null;
    if (!/^\\u[0-9a-fA-F]{4}$/.test(written))
        throw refuseEscape();
    return Number.parseInt(written.slice(2), 16);
}
/** Writes UTF-16 units as UTF-8: the first half of a pair waits for the second. `flush` says that none will come. */
function createUnitWriter(sink) {
    let highHalf = 0;
    function flush() {
        if (highHalf !== 0)
            sink.spoil();
        highHalf = 0;
    }
    return {
        write(unit) {
            const isLow = unit >= 0xdc00 && unit <= 0xdfff;
            if (highHalf !== 0 && isLow) {
                const high = highHalf;
                highHalf = 0;
                sink.write(Buffer.from(String.fromCharCode(high, unit)));
                return;
            }
            flush();
            if (unit >= 0xd800 && unit <= 0xdbff)
                highHalf = unit;
            else if (isLow)
                sink.spoil();
            else
                sink.write(Buffer.from(String.fromCharCode(unit)));
        },
        flush,
    };
}
function refuseEscape() {
    return new SyntaxError('not an escape of JSON');
}

;// CONCATENATED MODULE: ./lib/api/json-string.js

/** A string that is kept and ends as the text it is. */
function keepString() {
    const pieces = [];
    return {
        isKept: true,
        push: (raw) => {
            // A copy: the chunk's memory is not ours to hold.
            if (raw.length > 0)
                pieces.push(Buffer.from(raw));
        },
        end: () => JSON.parse(`"${Buffer.concat(pieces).toString('utf8')}"`),
    };
}
/** A string that is handed on, unescaped, to a sink. */
function drainString(sink) {
    const unescaper = createUnescaper(sink);
    return {
        isKept: false,
        push: (raw) => unescaper.push(raw),
        end: () => {
            unescaper.end();
            return sink.end();
        },
    };
}

;// CONCATENATED MODULE: ./lib/api/json-reader.js



/**
 * A JSON parser over chunks whose long strings can be taken away while they arrive: an app may be a gigabyte in one
 * answer, and only digests of its files are wanted. Everything else becomes what `JSON.parse` would give.
 * In strings that go to a sink, raw control characters are let through. Every method may throw JsonError.
 */
class JsonReader {
    #limits;
    #builder;
    #kept = 0;
    /** The number or literal being read: it ends at the first byte that cannot belong to it. */
    #scalar = '';
    #string;
    #escaped = false;
    constructor(limits) {
        this.#limits = limits;
        this.#builder = new JsonBuilder(limits.depth);
    }
    push(chunk) {
        const quotes = createFinder(chunk, quote);
        const slashes = createFinder(chunk, backslash);
        let at = 0;
        while (at < chunk.length) {
            if (this.#string === undefined) {
                this.#readToken(chunk.readUInt8(at));
                at += 1;
            }
            else {
                const end = this.#findEnd(chunk.length, at, { quotes, slashes });
                this.#readString(this.#string, chunk.subarray(at, end));
                if (end < chunk.length)
                    this.#closeString(this.#string);
                at = end + 1;
            }
        }
    }
    /** The whole value. */
    end() {
        this.#closeScalar();
        return this.#builder.finish();
    }
    /** Where the open string's closing quote is, or the chunk's length when it is not in this chunk. */
    #findEnd(length, from, find) {
        let at = from;
        while (at < length) {
            if (this.#escaped) {
                this.#escaped = false;
                at += 1;
                continue;
            }
            const end = find.quotes(at);
            const slash = find.slashes(at);
            if (end <= slash)
                return end;
            this.#escaped = true;
            at = slash + 1;
        }
        return length;
    }
    #readString(open, raw) {
        if (open.isKept)
            this.#keep(raw.length);
        mapSyntaxError(() => open.push(raw));
    }
    #closeString(open) {
        this.#string = undefined;
        const value = mapSyntaxError(() => open.end());
        if (this.#builder.expectsKey)
            this.#builder.setKey(String(value));
        else
            this.#builder.setValue(value);
    }
    #readToken(byte) {
        this.#keep(1);
        if (belongsToScalar(byte)) {
            this.#scalar += String.fromCharCode(byte);
            return;
        }
        this.#closeScalar();
        if (byte === quote)
            this.#openString();
        else
            this.#readPunctuation(String.fromCharCode(byte));
    }
    #readPunctuation(char) {
        if (char === '{' || char === '[')
            this.#builder.open(char);
        else if (char === '}' || char === ']')
            this.#builder.close(char);
        else if (char === ',')
            this.#builder.takeComma();
        else if (char === ':')
            this.#builder.takeColon();
        else if (!' \t\r\n'.includes(char))
            throw new JsonError('is not JSON');
    }
    #openString() {
        const isKey = this.#builder.expectsKey;
        if (!isKey)
            this.#builder.expectValue();
        const sink = isKey ? undefined : this.#limits.chooseSink(this.#builder.keys);
        this.#string = sink === undefined ? keepString() : drainString(sink);
    }
    #closeScalar() {
        if (this.#scalar === '')
            return;
        const text = this.#scalar;
        this.#scalar = '';
        this.#builder.expectValue();
        this.#builder.setValue(mapSyntaxError(() => JSON.parse(text)));
    }
    #keep(bytes) {
        this.#kept += bytes;
        if (this.#kept > this.#limits.kept)
            throw new JsonError(`is larger than ${this.#limits.kept} bytes`);
    }
}
function mapSyntaxError(work) {
    try {
        return work();
    }
    catch (error) {
        if (error instanceof SyntaxError)
            throw new JsonError('is not JSON', { cause: error });
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/api/answer.js




/** The answer went beyond what is read of it. The message goes on after "the answer". */
class AnswerTooLargeError extends Error {
    name = 'AnswerTooLargeError';
}
/** Most bytes kept in memory of any answer, and most of an answer that is not a single app. */
const plainAnswerBytes = 8 * 1024 * 1024;
/** Most bytes of the single read of an app, unpacked: its files are digested while they arrive. */
const appAnswerBytes = 1024 * 1024 * 1024;
const mostDepth = 200;
const startBytes = 200;
/**
 * Reads an answer to its end. `encoding` is the content-encoding header: gzip, deflate and br are undone whatever the
 * status, and the limit holds for what comes out. Throws AnswerTooLargeError, or what the stream broke with.
 */
async function readAnswer(stream, { encoding, limitBytes }) {
    const unpacker = await createUnpacker(encoding);
    if (unpacker === 'unknown')
        return { kind: 'unreadable', why: 'is packed in an unknown way', start: '' };
    // The callback is called with what ends the reading below too, so it has nothing to add.
    const unpacked = unpacker === null ? stream : (0,external_node_stream_.pipeline)(stream, unpacker, () => undefined);
    try {
        return await readText(skipMark(unpacked), limitBytes);
    }
    catch (error) {
        if (!isUnpackingError(error))
            throw error;
        return { kind: 'unreadable', why: 'is packed wrongly or cut off', start: '' };
    }
}
/** Some services begin their JSON with a byte order mark, and most readers pass over it (WHATWG, "UTF-8 decode"). */
async function* skipMark(stream) {
    let head = Buffer.alloc(0);
    for await (const chunk of stream) {
        if (head === null) {
            yield chunk;
            continue;
        }
        head = Buffer.concat([head, chunk]);
        const isOpen = head.length < byteOrderMark.length && byteOrderMark.subarray(0, head.length).equals(head);
        if (isOpen)
            continue;
        yield head.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? head.subarray(byteOrderMark.length) : head;
        head = null;
    }
    if (head !== null)
        yield head;
}
const byteOrderMark = Buffer.from('\ufeff');
async function readText(stream, limitBytes) {
    const reader = new JsonReader({ depth: mostDepth, kept: Math.min(limitBytes, plainAnswerBytes), chooseSink: chooseSink });
    let size = 0;
    let start = Buffer.alloc(0);
    let isBlank = true;
    let broken = null;
    for await (const chunk of stream) {
        size += chunk.length;
        if (size > limitBytes)
            throw new AnswerTooLargeError(`is larger than ${limitBytes} bytes`);
        isBlank &&= chunk.every(isSpace);
        if (start.length < startBytes)
            start = Buffer.concat([start, chunk.subarray(0, startBytes - start.length)]);
        broken ??= attempt(() => reader.push(chunk));
        if (broken !== null && size > startBytes)
            break;
    }
    if (isBlank)
        return { kind: 'empty' };
    if (broken !== null) {
        const shown = size > startBytes ? toWholeWords(start) : start.toString();
        return { kind: 'unreadable', why: broken.message, start: shown };
    }
    let value;
    const unfinished = attempt(() => {
        value = reader.end();
    });
    if (unfinished === null)
        return { kind: 'json', value };
    return { kind: 'unreadable', why: unfinished.message, start: toWholeWords(start) };
}
/** Without the last word, which is cut off: a piece of a key that a service shows again would not be known as one. */
function toWholeWords(cut) {
    return cut.toString().replace(/\S+$/, '').trimEnd();
}
/** The white space of JSON; some servers send it in front to keep a connection alive. */
function isSpace(byte) {
    return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
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
/** node:zlib costs a start-up some milliseconds, and most answers come unpacked. */
async function createUnpacker(header) {
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
function isUnpackingError(error) {
    return (error instanceof Error && 'code' in error && /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(String(error.code)));
}

// EXTERNAL MODULE: ./node_modules/undici/lib/core/connect.js
var core_connect = __webpack_require__(9136);
// EXTERNAL MODULE: ./node_modules/undici/lib/dispatcher/client.js
var dispatcher_client = __webpack_require__(3701);
;// CONCATENATED MODULE: ./lib/api/transport-patience.js
/** A second: what arrived before the write failed lies in the kernel already. */
const defaultPatienceMs = 1_000;
/**
 * Keeps a socket readable for `patienceMs` after a write failed because the other side closed. A service that refuses a
 * request while its body still goes out (401, 413) answers and closes: the failed write would end the socket with the
 * answer unread, and a refusal would pass for a lost answer that is worth another attempt. Until then the write stays
 * open; the end of the connection, which the reading side sees, ends it at once.
 */
function readOnAfterFailedWrite(socket, patienceMs = defaultPatienceMs) {
    const write = socket._write.bind(socket);
    socket._write = (chunk, encoding, done) => write(chunk, encoding, delayFailure(done, patienceMs));
    const writev = socket._writev?.bind(socket);
    if (writev !== undefined)
        socket._writev = (chunks, done) => writev(chunks, delayFailure(done, patienceMs));
    return socket;
}
function delayFailure(done, patienceMs) {
    return (error) => {
        if (isClosedByPeer(error))
            AbortSignal.timeout(patienceMs).addEventListener('abort', () => done(error));
        else
            done(error);
    };
}
function isClosedByPeer(error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'EPIPE' || code === 'ECONNRESET';
}

;// CONCATENATED MODULE: ./lib/api/transport-dispatch.js





const connectLimitMs = 15_000;
// The one signal over the whole exchange is the limit: these two can be held off for ever by a drip of bytes.
const noLimits = { headersTimeout: 0, bodyTimeout: 0 };
/**
 * A connection for one exchange: straight to the service, or through the proxy that the environment names. Plain http
 * only ever goes to this machine, so it never goes through a proxy. HTTP/1.1 only: one exchange gains nothing by HTTP/2.
 * `signal` ends each socket itself, also while it connects: what undici offers for that only ends requests under way.
 * Throws ProxyAddressError.
 */
async function openConnection(origin, { proxy, signal }) {
    const connect = { timeout: connectLimitMs, allowH2: false, signal };
    if (proxy === null || !origin.startsWith('https:')) {
        const client = new dispatcher_client(origin, { allowH2: false, connect: buildPatientConnector(connect), ...noLimits });
        return { dispatcher: client, usesProxy: () => false };
    }
    return openProxied(proxy, connect);
}
async function openProxied(proxy, connect) {
    // Not by its own file: its CONNECT needs a method that only undici's index gives to its clients.
    const { EnvHttpProxyAgent } = await __webpack_require__.e(/* import() */ 752).then(__webpack_require__.t.bind(__webpack_require__, 6752, 19));
    const connectDirectly = buildPatientConnector(connect);
    let usesProxy = true;
    try {
        const dispatcher = new EnvHttpProxyAgent({
            ...proxy,
            // Else it would look into the environment itself.
            httpProxy: '',
            connect(options, callback) {
                usesProxy = false;
                connectDirectly(options, callback);
            },
            proxyTls: connect,
            requestTls: connect,
            allowH2: false,
            ...noLimits,
        });
        return { dispatcher, usesProxy: () => usesProxy };
    }
    catch (error) {
        throw new ProxyAddressError('not the address of a proxy', { cause: error });
    }
}
function buildPatientConnector(connect) {
    const connector = core_connect(connect);
    return (options, callback) => connector(options, (...[error, socket]) => {
        if (error === null)
            callback(null, readOnAfterFailedWrite(socket));
        else
            callback(error, null);
    });
}
/** Sends one request and returns the head of its answer; informational answers (1xx) are passed over. */
function dispatch(dispatcher, options) {
    return new Promise((resolve, reject) => {
        let stream;
        const fail = (error) => {
            reject(error);
            stream?.destroy(error);
        };
        dispatcher.dispatch(options, {
            // undici insists on being given one.
            onRequestStart: () => undefined,
            onResponseStart: (controller, status, headers) => {
                if (status < 200)
                    return;
                stream = new external_node_stream_.Readable({ read: () => controller.resume() });
                resolve({ status, headers, stream });
            },
            onResponseData: (controller, chunk) => {
                if (stream?.push(chunk) === false)
                    controller.pause();
            },
            onResponseEnd: () => {
                stream?.push(null);
            },
            onResponseError: (_controller, error) => fail(error),
        });
    });
}

// EXTERNAL MODULE: ./lib/api/run-end.js
var run_end = __webpack_require__(9821);
;// CONCATENATED MODULE: ./lib/api/transport-loss.js



/** Says why an exchange has no answer: because the run ended, its time was up, the answer had no end, or it broke. */
function explainLoss(error, { runSignal, timeout, origin, proxy }) {
    if (runSignal.reason instanceof run_end/* RunEnd */.lN)
        return runSignal.reason.loss;
    if (timeout.aborted)
        return timedOut;
    if (error instanceof AnswerTooLargeError) {
        return {
            code: 'answer_too_large',
            what: `the answer ${error.message}`,
            next: 'Ask the service why its answer is so large.',
        };
    }
    const { host } = new URL(origin);
    // As errors name it: without its user name and password.
    return describeLoss({ error, host, proxy: proxy === null ? null : new URL(proxy.httpsProxy).host });
}
/** Nothing was even tried: no change leaves a dry run. */
const blockedByDryRun = {
    code: 'dry_run',
    what: 'a dry run sends nothing that changes anything',
    next: 'This is a bug of the action: please report it.',
};
const timedOut = {
    code: 'attempt_timeout',
    what: 'no whole answer within the time for one attempt',
    next: 'Run the job again; if it stays so, ask the service.',
};

// EXTERNAL MODULE: external "node:diagnostics_channel"
var external_node_diagnostics_channel_ = __webpack_require__(3053);
;// CONCATENATED MODULE: ./lib/api/transport-sending.js

/**
 * Watches for the next request of this method and path through undici's diagnostics channel. An error code cannot tell:
 * ECONNRESET may come before the first byte or after the last. A proxy's CONNECT is another request and does not count.
 */
function watchSending({ method, path }) {
    let isSent = false;
    const onHeaders = (message) => {
        const request = readRequest(message);
        if (request?.method === method && String(request.path).endsWith(path))
            isSent = true;
    };
    (0,external_node_diagnostics_channel_.subscribe)('undici:client:sendHeaders', onHeaders);
    return {
        isSent: () => isSent,
        stop: () => {
            (0,external_node_diagnostics_channel_.unsubscribe)('undici:client:sendHeaders', onHeaders);
        },
    };
}
function readRequest(message) {
    const request = typeof message === 'object' && message !== null && 'request' in message ? message.request : null;
    return typeof request === 'object' ? request : null;
}

;// CONCATENATED MODULE: ./lib/api/transport.js





const defaultAttemptMs = (bodyBytes) => 120_000 + Math.ceil(bodyBytes / 100_000) * 1_000;
/**
 * The real transport: each exchange on a connection of its own, bounded as a whole by one deadline, from connecting to
 * the last byte of the answer. A change can therefore never ride on a connection that the service is about to close.
 * What the body's own stream throws comes out as it is.
 */
function createTransport(options) {
    const attemptMs = options.attemptMs ?? defaultAttemptMs;
    return async (request, runSignal) => {
        if (options.dryRun && request.method !== 'GET')
            throw new LostError(request, { ...blockedByDryRun, sent: false });
        const limitMs = Math.min(attemptMs(request.body?.length ?? 0), request.limitMs ?? Number.POSITIVE_INFINITY);
        const timeout = AbortSignal.timeout(limitMs);
        const sending = watchSending(request);
        const body = watchBody(request.body);
        let connection;
        let answer;
        try {
            const signal = AbortSignal.any([runSignal, timeout]);
            connection = await openConnection(options.origin, { proxy: options.proxy, signal });
            const raw = await dispatch(connection.dispatcher, toDispatchOptions(request, options, body.stream));
            answer = await toAnswer(raw, request, runSignal);
        }
        catch (error) {
            if (body.error() !== undefined && !runSignal.aborted)
                throw body.error();
            const proxy = connection?.usesProxy() === true ? options.proxy : null;
            const loss = explainLoss(error, { runSignal, timeout, origin: options.origin, proxy });
            throw new LostError(request, { ...loss, sent: sending.isSent() }, { cause: error });
        }
        finally {
            sending.stop();
            await connection?.dispatcher.destroy();
        }
        return answer;
    };
}
function toDispatchOptions(request, options, stream) {
    const headers = {
        authorization: `Bearer ${options.apiKey}`,
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': options.userAgent,
    };
    if (request.body !== null) {
        headers['content-type'] = 'application/json';
        headers['content-length'] = String(request.body.length);
    }
    return {
        origin: options.origin,
        path: request.path,
        method: request.method,
        headers,
        body: stream,
    };
}
async function toAnswer({ status, headers, stream }, request, runSignal) {
    const limitBytes = request.readsApp && status < 300 ? appAnswerBytes : plainAnswerBytes;
    const encoding = readHeader(headers, 'content-encoding');
    const reading = readAnswer(stream, { encoding, limitBytes });
    const body = await (status < 300 ? reading : reading.catch((error) => forgive(error, runSignal)));
    return { status, retryAfter: readHeader(headers, 'retry-after'), body };
}
/** A refusal is one by its status, however much it has to say, and however little of that arrives. */
function forgive(error, runSignal) {
    if (runSignal.aborted)
        throw error;
    return { kind: 'unreadable', why: error instanceof AnswerTooLargeError ? error.message : 'broke off', start: '' };
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
const longestTimerMs = 2 ** 31 - 1;
/** Starts the watch over `timeout-minutes`: when it runs out, `abort` is called with the run's end. */
function startDeadline(options) {
    const { minutes, now, setTimer, abort } = options;
    let at = now() + minutes * 60_000;
    const watch = () => setTimer(() => {
        if (now() >= at)
            abort((0,run_end/* endByDeadline */.Xw)(minutes));
        else
            timer = watch();
    }, Math.min(longestTimerMs, Math.max(0, at - now())));
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

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./lib/folder/errors.js
/**
 * Something about the folder that stops the run before (or, for `file_changed`, while) it is sent.
 *
 * The message is a full sentence that names the thing. It may hold file names from outside: whoever prints it makes it safe.
 */
class FolderError extends Error {
    name = 'FolderError';
    code;
    next;
    path;
    constructor(code, message, details) {
        super(message, details.cause === undefined ? undefined : { cause: details.cause });
        this.code = code;
        this.next = details.next;
        this.path = details.path ?? null;
    }
}
/** The system's error code, such as `ENOENT`, or an empty string when the error carries none. */
function readErrno(error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
/** The system's error code for a sentence. */
function showErrno(error) {
    return readErrno(error) || 'no reason given';
}

;// CONCATENATED MODULE: ./lib/folder/open.js


/** Flags to open a file without following a link and without waiting for a FIFO's writer, where the platform has them. */
const openFlags = toOpenFlags(external_node_fs_.constants);
/** The flags that a platform has of those wanted: Windows knows neither. */
function toOpenFlags(known) {
    return external_node_fs_.constants.O_RDONLY | (known.O_NOFOLLOW ?? 0) | (known.O_NONBLOCK ?? 0);
}
/** What opening says when the name no longer stands for a regular file: gone, a link (by its names), a socket, no folder. */
const changedErrnos = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']);
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
        throw changedErrnos.has(readErrno(cause)) ? refuseChanged(path, cause) : refuseUnreadable(path, cause);
    }
    try {
        const stats = (0,external_node_fs_.fstatSync)(fd, { bigint: true });
        // Windows cannot refuse links while opening: look at the name itself.
        const followed = (flags & external_node_fs_.constants.O_NOFOLLOW) === 0 && (0,external_node_fs_.lstatSync)(location).isSymbolicLink();
        if (!stats.isFile() || followed)
            throw refuseChanged(path);
        return { fd, stamp: toStamp(stats) };
    }
    catch (error) {
        (0,external_node_fs_.closeSync)(fd);
        throw error;
    }
}
/** Throws FolderError `file_changed` unless the stamp, taken now, is the one that the file had when it was measured. */
function assertUnchanged(stamp, file) {
    if (!isSameStamp(stamp, file.stamp))
        throw refuseChanged(file.path);
}
/** Takes the stamp of an open file again. */
function readStamp(fd) {
    return toStamp((0,external_node_fs_.fstatSync)(fd, { bigint: true }));
}
/** Throws FolderError `file_changed` when a folder was moved or swapped for a link since its real path was taken. */
function assertFolderInPlace(location, path) {
    let real;
    try {
        real = external_node_fs_.realpathSync.native(location);
    }
    catch (cause) {
        throw refuseChanged(path, cause);
    }
    if (real !== location)
        throw refuseChanged(path);
}
/** The error of a file that is not what it was when it was measured. */
function refuseChanged(path, cause) {
    return new FolderError('file_changed', `${path || 'The folder'} changed while it was being read.`, {
        next: 'Let the step that writes it end before this one starts, then run it again.',
        path,
        cause,
    });
}
/** The error of a file that the system does not let us read. */
function refuseUnreadable(path, cause) {
    return new FolderError('file_unreadable', `${path} cannot be read (${showErrno(cause)}).`, {
        next: 'Give the user that runs this step the right to read it, or leave it out with the input exclude.',
        path,
        cause,
    });
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

;// CONCATENATED MODULE: ./lib/folder/read.js


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
        throw refuseChanged(path);
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
        throw refuseUnreadable(path, cause);
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
                throw refuseChanged(path);
            pending = fill(fd, spare, headroom, position);
            yield { buffer: current, start: headroom, end: headroom + got };
            current.copy(spare, 0, got, headroom + got);
            [current, spare] = [spare, current];
        }
        if ((await expectBytes(pending, path)) !== 0)
            throw refuseChanged(path);
    }
    finally {
        // Nobody may close the file or reuse the buffer under a read that is still going on.
        await pending;
    }
}
async function expectBytes(pending, path) {
    const filled = await pending;
    if (filled instanceof Error)
        throw refuseUnreadable(path, filled);
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

;// CONCATENATED MODULE: ./lib/folder/text.js




/** Largest file that is read whole for a check or a field: far above any page that is written by hand. */
const mostTextBytes = 8 * 1024 * 1024;
/**
 * Reads a packed file as text; a byte-order mark stays. Null when the folder has no such file, it is larger than 8 MiB, or it
 * is not UTF-8. Throws FolderError `file_changed` or `file_unreadable`.
 */
function text_readText(packed, path) {
    const loaded = loadText(packed, path, mostTextBytes);
    return loaded.kind === 'text' ? loaded.text : null;
}
/** Like readText, with a limit in bytes of the caller's own, but says why there is no text. */
function loadText(packed, path, limit) {
    const file = findFile(packed, path);
    if (file === undefined)
        return { kind: 'missing' };
    if (file.bytes > limit)
        return { kind: 'too-large' };
    const bytes = readBeginning(file, limit);
    return (0,external_node_buffer_.isUtf8)(bytes) ? { kind: 'text', text: bytes.toString() } : { kind: 'not-utf8' };
}
/** Reads the first bytes of a packed file, at most `limit`. Throws FolderError `file_changed` or `file_unreadable`. */
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
/** Finds a packed file by its exact path. */
function findFile(packed, path) {
    return packed.files.find((file) => file.path === path);
}

;// CONCATENATED MODULE: ./lib/folder/lines.js

/** How much of a file is looked at for a code frame, in bytes. */
const mostFrameBytes = 1024 * 1024;
/** Longest line that is shown, in UTF-16 units; the rest is cut. */
const longestLine = 400;
/** Most lines that are given at once. */
const mostFrameLines = 100;
/** Tells the line and column of an offset in UTF-16 units. Lines end at LF. */
function toPlace(text, offset) {
    let line = 1;
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
        line += 1;
        start = end + 1;
    }
    return { line, column: offset - start + 1 };
}
/** The length of each line of a text, in UTF-16 units, without its LF or CRLF. */
function measureLines(text) {
    const lengths = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        lengths.push(end - start - (text[end - 1] === '\r' && end > start ? 1 : 0));
        start = end + 1;
    }
    lengths.push(text.length - start);
    return lengths;
}
/** Splits a text into lines, at LF and CRLF. */
function splitLines(text) {
    return text.split(/\r?\n/);
}
/**
 * Reads lines `first` to `last` (counted from 1, both included) of a packed file for a code frame; fewer where the file ends.
 *
 * Null when there is no such file or line, or it cannot be read, or lies beyond mostFrameBytes. Never throws.
 */
async function readLines(packed, path, { first, last }) {
    const file = findFile(packed, path);
    if (file === undefined || !Number.isInteger(first) || first < 1 || last < first)
        return null;
    try {
        const all = splitLines(readBeginning(file, mostFrameBytes).toString());
        // Where reading stopped, the last line is not whole.
        const lines = file.bytes > mostFrameBytes ? all.slice(0, -1) : all;
        const frame = lines.slice(first - 1, Math.min(last, first - 1 + mostFrameLines)).map(cutLine);
        return frame.length === 0 ? null : frame;
    }
    catch {
        // A frame is an extra: a file that changed or went away since the check only costs the frame.
        return null;
    }
}
function cutLine(line) {
    // A pair of surrogates that the cut would part becomes one replacement character, not a broken string.
    return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()}\u2026`;
}

;// CONCATENATED MODULE: ./lib/folder/encode.js
/** Bytes of text that are encoded at once. */
const textPiece = 16 * 1024;
/** Bytes that are encoded as base64 at once: a multiple of three, small enough for V8's fast path (96 KiB is several times slower). */
const dataPiece = 24 * 1024;
/** Room that one encoded piece needs at most: every byte of text may become `\u00XX`, and words are written whole. */
const pieceRoom = textPiece * 6 + 4;
/** What JSON writes for each byte of text. All that it escapes is ASCII: bytes of longer characters pass as they are. */
const encode_forms = Array.from({ length: 256 }, (_, byte) => JSON.stringify(String.fromCharCode(byte)).slice(1, -1));
/** How many bytes more than itself each byte takes inside a JSON string: none, 1 (`\n`) or 5 (`\u001f`). */
const costs = Uint8Array.from(encode_forms, (form) => form.length - 1);
/** The last two bytes of each escape: all of `\n`, the digits of `\u001f`. */
const endings = new DataView(Uint8Array.from(encode_forms.map((form) => (form.length === 1 ? '  ' : form.slice(-2))).join(''), (unit) => unit.charCodeAt(0)).buffer);
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
            const clean = (31 - Math.clz32(marks & -marks)) >> 3;
            at += clean;
            position += clean;
            if (at >= length)
                break;
            const byte = from.getUint8(at);
            if (countExtra(byte) === 5) {
                to.setInt32(position, longEscape, true);
                position += 4;
            }
            to.setUint16(position, endings.getUint16(byte * 2));
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
 * Marks the bytes of a word that need an escape (controls, `"` and `\`) with their highest bit.
 *
 * `(x - n) & ~x & 0x80` is set in a byte below n. What a subtraction borrows may wrongly mark a byte above one that is rightly
 * marked, never one below it: only the lowest mark counts.
 */
function markEscapes(word) {
    const quote = word ^ 0x22222222;
    const backslash = word ^ 0x5c5c5c5c;
    const marks = ((word - 0x20202020) & ~word) | ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash);
    return marks & 0x80808080;
}

;// CONCATENATED MODULE: ./lib/folder/short-text.js
/**
 * Bytes of text up to which JSON.stringify is the faster way. The loops of encode.ts are three times its speed once V8 has
 * compiled them, and a tenth before, so that a small folder would pay a millisecond for each.
 */
const shortText = 24 * 1024;
/** Counts what countText counts, for a text of at most `shortText` bytes. */
function countShortText(bytes, start, end) {
    return escapeText(bytes, start, end).length;
}
/** Writes what a text writer writes, for pieces of such a text. */
const writeShortText = (target, position, source, start, end) => position + target.write(escapeText(source, start, end), position, 'latin1');
/** A character for each byte, as Latin-1 has it: all that JSON escapes is ASCII, and longer characters pass byte by byte. */
function escapeText(bytes, start, end) {
    return JSON.stringify(bytes.toString('latin1', start, end)).slice(1, -1);
}

;// CONCATENATED MODULE: ./lib/folder/output.js


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
    *writeChunk({ buffer, start, end }, form) {
        const size = form === 'text' ? textPiece : dataPiece;
        const writeText = end - start <= shortText ? writeShortText : this.#writeText;
        const write = form === 'text' ? writeText : writeBase64;
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

;// CONCATENATED MODULE: ./lib/folder/pace.js

/** Bytes handled between two turns of the event loop: a few milliseconds of work. */
const bytesPerTurn = 4 * 1024 * 1024;
/** Files or names handled between two turns of the event loop, for folders full of tiny files. */
const stepsPerTurn = 200;
/**
 * Makes work that never waits for anything give way often enough that a cancel is heeded within a few milliseconds.
 *
 * Without it synchronous reads and writes that the kernel takes at once would keep the event loop from ever turning.
 * The promise that `spend` returns rejects with the signal's reason once the signal is aborted.
 */
function createPace(signal) {
    let bytesLeft = bytesPerTurn;
    let stepsLeft = stepsPerTurn;
    return {
        spend(bytes) {
            bytesLeft -= bytes;
            stepsLeft -= 1;
            if (bytesLeft > 0 && stepsLeft > 0)
                return undefined;
            bytesLeft = bytesPerTurn;
            stepsLeft = stepsPerTurn;
            return takeTurn(signal);
        },
    };
}
async function takeTurn(signal) {
    await (0,promises_.setImmediate)();
    signal?.throwIfAborted();
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
    const pace = createPace(signal);
    yield* output.writeString(`${before}{`);
    for (const [index, file] of files.entries()) {
        yield* output.writeString(`${index === 0 ? '' : ','}${JSON.stringify(file.path)}:`);
        const start = output.written;
        yield* output.writeString(file.form === 'data' ? `"${toDataPrefix(file.type)}` : '"');
        if (file.bytes <= chunkBytes)
            yield* writeSmall(file, output, buffers);
        else
            yield* writeLarge(file, output, { buffers, pace });
        yield* output.writeString('"');
        // Same size and same time, but other text: the announced length would be wrong.
        if (output.written - start !== file.encodedBytes)
            throw refuseChanged(file.path);
        const turn = pace.spend(file.bytes);
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
    yield* output.writeChunk(chunk, file.form);
}
async function* writeLarge(file, output, { buffers, pace }) {
    const { fd, stamp } = openRegular(file.location, file.path);
    try {
        assertUnchanged(stamp, file);
        for await (const chunk of readAhead({ fd, path: file.path, bytes: file.bytes, buffers })) {
            yield* output.writeChunk(chunk, file.form);
            const turn = pace.spend(chunk.end - chunk.start);
            if (turn !== undefined)
                await turn;
        }
        assertUnchanged(readStamp(fd), file);
    }
    finally {
        (0,external_node_fs_.closeSync)(fd);
    }
}

;// CONCATENATED MODULE: ./lib/folder/finding.js
/** Makes an error: the service would refuse this, or show it broken. */
function toError(finding) {
    return toProblem(finding, 'error');
}
/** Makes a warning: the document only suggests it, the service has the last word. */
function toWarning(finding) {
    return toProblem(finding, 'warning');
}
function toProblem({ code, message, fix, path, line, column }, severity) {
    return { path: path ?? null, line: line ?? null, column: column ?? null, code, message, fix, severity };
}

;// CONCATENATED MODULE: ./lib/folder/json-token.js
/** Where and why a text is not JSON. */
class JsonFault extends Error {
    /** In UTF-16 units from the start of the text. */
    offset;
    constructor(offset, message) {
        super(message);
        this.offset = offset;
    }
}
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[a-zA-Z_$][\w$]*/y;
const spacePattern = /[ \t\n\r]*/y;
const anyPattern = /./suy;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** Reads a JSON text token by token; throws JsonFault where a token is none. */
class JsonTokens {
    text;
    at = 0;
    constructor(text) {
        this.text = text;
    }
    /** The next character that is no space, or an empty string at the end. */
    peek() {
        this.#match(spacePattern);
        return this.text.charAt(this.at);
    }
    /** Takes the next character if it is this one. */
    take(character) {
        if (this.peek() !== character)
            return false;
        this.at += 1;
        return true;
    }
    /** Throws for what stands at the current place. */
    fail(expected) {
        const found = this.peek();
        if (found === '')
            throw new JsonFault(this.at, `The text ends where ${expected} is expected`);
        if (found === "'")
            throw new JsonFault(this.at, "JSON takes double quotes, not '");
        if (found === '/')
            throw new JsonFault(this.at, 'JSON has no comments');
        const offset = this.at;
        throw new JsonFault(offset, `Expected ${expected} instead of ${this.#match(anyPattern)}`);
    }
    /** Reads a string, from its opening quote, and gives its value. */
    readString() {
        const start = this.at;
        this.at += 1;
        for (let next = this.text.charAt(this.at); next !== '"'; next = this.text.charAt(this.at)) {
            if (next === '')
                throw new JsonFault(start, 'This string has no closing quote');
            if (next === '\\')
                this.#readEscape();
            else if (next < ' ')
                this.#refuseControl(next);
            else
                this.at += 1;
        }
        this.at += 1;
        return String(JSON.parse(this.text.slice(start, this.at)));
    }
    /** Reads a number, true, false or null. */
    readSimple() {
        const start = this.at;
        if (this.#match(numberPattern) !== '')
            return 'number';
        const word = this.#match(wordPattern);
        if (word === 'true' || word === 'false')
            return 'boolean';
        if (word === 'null')
            return 'null';
        this.at = start;
        return this.fail('a value');
    }
    #refuseControl(character) {
        const what = character === '\n' ? 'line break' : 'control character';
        throw new JsonFault(this.at, `A ${what} must be escaped in a string`);
    }
    #readEscape() {
        if (this.#match(escapePattern) === '') {
            throw new JsonFault(this.at, 'JSON has no such escape: write \\\\ for a backslash');
        }
    }
    #match(pattern) {
        pattern.lastIndex = this.at;
        const found = pattern.exec(this.text)?.[0] ?? '';
        this.at += found.length;
        return found;
    }
}

;// CONCATENATED MODULE: ./lib/folder/json.js

const mostDuplicates = 100;
/**
 * Finds where things stand in a JSON text, or its first fault.
 *
 * Accepts exactly what JSON.parse accepts. Works without recursion, so that no nesting is too deep.
 */
function scanJson(text) {
    try {
        return { ok: true, ...new JsonScanner(text).scan() };
    }
    catch (error) {
        if (error instanceof JsonFault)
            return { ok: false, offset: error.offset, message: error.message };
        throw error;
    }
}
/** The text without its byte-order mark, which no JSON reader has to take. */
function dropMark(text) {
    return text.startsWith('\ufeff') ? text.slice(1) : text;
}
class JsonScanner {
    #tokens;
    #frames = [];
    #members = [];
    #duplicates = [];
    #kind = 'null';
    #key = { key: '', keyOffset: 0 };
    #value = { kind: 'null', valueOffset: 0 };
    constructor(text) {
        this.#tokens = new JsonTokens(text);
    }
    scan() {
        const tokens = this.#tokens;
        do {
            if (!this.#openValue())
                this.#closeValues();
        } while (this.#frames.length > 0);
        if (tokens.peek() !== '')
            tokens.fail('the end');
        return { kind: this.#kind, members: this.#members, duplicates: this.#duplicates };
    }
    /** Reads a value, or the beginning of one that is not empty: then it is open, and true. */
    #openValue() {
        const tokens = this.#tokens;
        const first = tokens.peek();
        const valueOffset = tokens.at;
        const known = this.#readStart(first);
        if (this.#frames.length < 2)
            this.#noteValue(known, valueOffset);
        if (known === 'object' && !tokens.take('}')) {
            this.#frames.push(new Set());
            this.#readKey();
            return true;
        }
        if (known === 'array' && !tokens.take(']')) {
            this.#frames.push(null);
            return true;
        }
        return false;
    }
    /** Reads a simple value, or the bracket that opens another. */
    #readStart(first) {
        const tokens = this.#tokens;
        if (tokens.take('{'))
            return 'object';
        if (tokens.take('['))
            return 'array';
        if (first !== '"')
            return tokens.readSimple();
        tokens.readString();
        return 'string';
    }
    /** After a value: closes what ends here, up to a comma or the end of all. */
    #closeValues() {
        const tokens = this.#tokens;
        for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
            if (frame !== null && this.#frames.length === 1)
                this.#noteMember();
            if (tokens.take(',')) {
                if (frame !== null)
                    this.#readKey();
                return;
            }
            const closing = frame === null ? ']' : '}';
            if (!tokens.take(closing))
                tokens.fail(`a comma or ${closing}`);
            this.#frames.pop();
        }
    }
    #readKey() {
        const tokens = this.#tokens;
        if (tokens.peek() !== '"')
            tokens.fail('a key in double quotes');
        const keyOffset = tokens.at;
        const key = tokens.readString();
        if (!tokens.take(':'))
            tokens.fail('a colon');
        const keys = this.#frames.at(-1);
        if (keys?.has(key) === true && this.#duplicates.length < mostDuplicates) {
            this.#duplicates.push({ key, offset: keyOffset });
        }
        keys?.add(key);
        if (this.#frames.length === 1)
            this.#key = { key, keyOffset };
    }
    #noteValue(kind, valueOffset) {
        if (this.#frames.length === 0)
            this.#kind = kind;
        else
            this.#value = { kind, valueOffset };
    }
    #noteMember() {
        this.#members.push({ ...this.#key, ...this.#value, valueEnd: this.#tokens.at });
    }
}

// EXTERNAL MODULE: ./node_modules/mrmime/index.mjs
var mrmime = __webpack_require__(6059);
;// CONCATENATED MODULE: ./lib/folder/media.js

const unknownType = 'application/octet-stream';
/** Pictures, fonts, sounds and videos of the web that the library leaves out, because their types are vendor or `x-` ones. */
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
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    if (dot < 0)
        return unknownType;
    const extension = name.slice(dot + 1).toLowerCase();
    // The library reads a plain object: `constructor` and `__proto__` find what is no string.
    const found = moreTypes.get(extension) ?? (0,mrmime/* lookup */.$)(extension);
    if (typeof found !== 'string')
        return unknownType;
    return found === 'video/mp2t' && isUtf8 ? 'text/plain' : found;
}

;// CONCATENATED MODULE: ./lib/folder/logo.js



/** Says what is wrong with the path of the logo, or null: it must name a picture that is sent with the folder. */
function findLogoFault(logo, packed) {
    const file = findFile(packed, logo);
    if (file !== undefined) {
        if (file.type.startsWith('image/'))
            return null;
        const message = `logo in service.json names ${logo}, which is no picture.`;
        return toError({ code: 'logo_type', message, fix: 'Name a picture of the folder, such as assets/logo.svg.' });
    }
    const plain = logo.replace(/^(?:\.?\/)+/, '');
    const other = findFile(packed, plain);
    if (other?.type.startsWith('image/') === true) {
        const message = `logo in service.json is ${logo}; paths in the folder begin without ./ or /.`;
        return toWarning({ code: 'logo_path', message, fix: `Write it as ${plain}.` });
    }
    const message = `logo in service.json names ${logo}, which is not among the files that are sent.`;
    return toError({ code: 'logo_missing', message, fix: suggest(plain, packed) });
}
function suggest(path, packed) {
    const left = packed.leftOut.find((entry) => entry.path === path || (entry.path.endsWith('/') && path.startsWith(entry.path)));
    if (left !== undefined)
        return `${left.path} was left out (${left.reason}): rename it, or include it.`;
    const twin = packed.files.find((file) => file.path.toLowerCase() === path.toLowerCase());
    if (twin !== undefined)
        return `Case counts: the file is ${twin.path}.`;
    const picture = packed.files.find((file) => toMediaType(file.path, false).startsWith('image/'));
    return picture === undefined
        ? 'Add the picture to assets/.'
        : `Add the picture, or name one that is there, such as ${picture.path}.`;
}

;// CONCATENATED MODULE: ./lib/folder/check-service.js




const servicePath = 'service.json';
const stringFields = new Set(['name', 'tagline', 'color', 'logo']);
/**
 * Checks the text of `service.json`: JSON, an object, no key twice, the types and forms that the service document shows.
 *
 * A byte-order mark is a warning: the file is sent as it is, and read without it here.
 */
function checkServiceJson(raw, packed) {
    const text = dropMark(raw);
    const problems = text === raw ? [] : [warnOfMark()];
    const scan = scanJson(text);
    if (!scan.ok || scan.kind !== 'object')
        return { problems: [...problems, refuse(text, scan)], fields: {} };
    const at = (offset) => ({ path: servicePath, ...toPlace(text, offset) });
    for (const { key, offset } of scan.duplicates) {
        problems.push(toError({
            ...at(offset),
            code: 'duplicate_key',
            message: `${servicePath} has the key ${key} twice in one object.`,
            fix: `Keep one ${key}: readers differ in which one counts.`,
        }));
    }
    const members = scan.members.filter(({ key }) => stringFields.has(key));
    const values = new Map();
    for (const member of members) {
        const value = readString(text, member);
        if (value !== null)
            values.set(member.key, value);
        const finding = check_service_findFault(member.key, value, packed);
        if (finding !== null)
            problems.push({ ...finding, ...at(member.valueOffset) });
    }
    if (!members.some(({ key }) => key === 'name'))
        problems.push(warnOfName());
    return { problems, fields: pickFields(values) };
}
function readString(text, { kind, valueOffset, valueEnd }) {
    return kind === 'string' ? String(JSON.parse(text.slice(valueOffset, valueEnd))) : null;
}
function pickFields(values) {
    const name = values.get('name');
    const tagline = values.get('tagline');
    const color = values.get('color');
    return {
        ...(name === undefined ? {} : { name }),
        ...(tagline === undefined ? {} : { tagline }),
        ...(color === undefined ? {} : { color }),
    };
}
function check_service_findFault(key, value, packed) {
    if (value === null) {
        return toError({
            code: `${key}_type`,
            message: `${key} in ${servicePath} is not a string.`,
            fix: `Write it as "${key}": "\u2026".`,
        });
    }
    if (key === 'name' && value.trim() === '') {
        return toError({ code: 'name_empty', message: `name in ${servicePath} is empty.`, fix: 'Give the app a name.' });
    }
    if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value)) {
        const fix = 'Write it as # and six hex digits, such as "#1b6ca8".';
        return toError({ code: 'color_format', message: `color in ${servicePath} is ${JSON.stringify(value)}.`, fix });
    }
    return key === 'logo' ? findLogoFault(value, packed) : null;
}
function refuse(text, scan) {
    const finding = scan.ok
        ? {
            code: 'json_not_object',
            message: `${servicePath} is not a JSON object.`,
            fix: 'Put the fields between { and }.',
        }
        : {
            code: 'json_syntax',
            message: `${servicePath} is not JSON. ${scan.message}.`,
            fix: 'Correct it at this place; an editor that knows JSON shows it too.',
        };
    return toError({ ...finding, path: servicePath, ...toPlace(text, scan.ok ? 0 : scan.offset) });
}
function warnOfMark() {
    return toWarning({
        code: 'byte_order_mark',
        message: `${servicePath} begins with a byte-order mark, which a strict JSON reader refuses.`,
        fix: 'Save it as UTF-8 without a byte-order mark.',
        path: servicePath,
        line: 1,
        column: 1,
    });
}
function warnOfName() {
    return toWarning({
        code: 'name_missing',
        message: `${servicePath} has no name.`,
        fix: 'Add "name": "\u2026", the name that people see.',
        path: servicePath,
        line: 1,
    });
}

;// CONCATENATED MODULE: ./lib/folder/layout.js

/** The files that the service document names outside `assets/`. */
const knownFiles = new Set(['service.json', 'index.html', 'instructions.md']);
/** Most warnings of one kind; a last one counts the rest. */
const mostLayoutWarnings = 20;
/** Finds what the service may not take or may mix up: files outside `assets/`, paths that differ only in case or normal form. */
function checkLayout(packed) {
    return [...limit(findStrays(packed), 'more names outside assets/'), ...limit(findTwins(packed), 'more such paths')];
}
/** One warning for each name at the top, however many files it holds. */
function findStrays(packed) {
    const counts = new Map();
    for (const { path } of packed.files) {
        const slash = path.indexOf('/');
        const top = path.slice(0, slash + 1) || path;
        if (top !== 'assets/' && !knownFiles.has(path))
            counts.set(top, (counts.get(top) ?? 0) + 1);
    }
    return [...counts].map(([top, count]) => {
        const isFolder = top.endsWith('/');
        const what = isFolder ? `${top} holds ${count} ${count === 1 ? 'file' : 'files'}` : `${top} lies`;
        return toWarning({
            code: 'outside_assets',
            message: `${what} outside assets/. The service document shows only service.json, index.html, instructions.md and assets/.`,
            fix: 'Move it into assets/, or leave it out with the input exclude.',
            ...(isFolder ? {} : { path: top }),
        });
    });
}
function findTwins(packed) {
    const firsts = new Map();
    const problems = [];
    for (const { path } of packed.files) {
        const key = path.normalize('NFC').toLowerCase().normalize('NFC');
        const first = firsts.get(key);
        if (first === undefined)
            firsts.set(key, path);
        else
            problems.push(toTwin(first, path));
    }
    return problems;
}
function toTwin(first, path) {
    const isCase = first.normalize('NFC') !== path.normalize('NFC');
    return toWarning({
        code: 'path_twins',
        message: `${first} and ${path} differ only in ${isCase ? 'case' : 'the way accents are written (NFC, NFD)'}.`,
        fix: 'Rename one: where such names are the same, one file replaces the other.',
        path,
    });
}
function limit(problems, rest) {
    if (problems.length <= mostLayoutWarnings)
        return problems;
    const message = `There are ${problems.length - mostLayoutWarnings} ${rest}.`;
    const last = toWarning({ code: 'more_warnings', message, fix: 'Correct the ones that are shown first.' });
    return [...problems.slice(0, mostLayoutWarnings), last];
}

;// CONCATENATED MODULE: ./lib/folder/check.js




/** Largest `service.json` that is checked. */
const mostServiceBytes = 1024 * 1024;
/**
 * Checks a packed folder without the service and reads the app's fields from it.
 *
 * What the service document states is an error; what it only suggests, and what could not be checked, is a warning.
 * Throws FolderError when a file changed since it was measured.
 */
async function checkFolder(packed) {
    const service = loadText(packed, 'service.json', mostServiceBytes);
    const page = loadText(packed, 'index.html', mostTextBytes);
    const instructions = loadText(packed, 'instructions.md', mostTextBytes);
    const checked = service.kind === 'text' ? checkServiceJson(service.text, packed) : { problems: [], fields: {} };
    const problems = [
        ...checkService(service),
        ...checked.problems,
        ...checkPage('index.html', 'page', page),
        ...checkPage('instructions.md', 'instructions', instructions),
        ...checkLayout(packed),
    ];
    const fields = {
        ...checked.fields,
        ...(instructions.kind === 'text' ? { system_prompt: instructions.text } : {}),
        ...(page.kind === 'text' ? { html: page.text } : {}),
    };
    return { problems: [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))], fields };
}
function isError({ severity }) {
    return severity === 'error';
}
function checkService({ kind }) {
    const path = 'service.json';
    if (kind === 'text')
        return [];
    if (kind === 'not-utf8') {
        const message = 'service.json is not UTF-8, so it is no JSON.';
        return [toError({ code: 'service_json_not_utf8', message, fix: 'Save it as UTF-8.', path })];
    }
    if (kind === 'missing') {
        const fix = 'Add a service.json with name, tagline, color and logo.';
        return [toWarning({ code: 'service_json_missing', message: 'The folder has no service.json.', fix })];
    }
    return [warnOfSize(path, mostServiceBytes)];
}
function checkPage(path, code, loaded) {
    if (loaded.kind === 'text') {
        if (loaded.text.trim() !== '')
            return [];
        const fix = 'Write something into it.';
        return [toWarning({ code: `${code}_empty`, message: `${path} is empty.`, fix, path, line: 1 })];
    }
    if (loaded.kind === 'missing') {
        const fix = `Add ${path}, or check the inputs include and exclude.`;
        return [toWarning({ code: `${code}_missing`, message: `The folder has no ${path}.`, fix })];
    }
    if (loaded.kind === 'too-large')
        return [warnOfSize(path, mostTextBytes)];
    const message = `${path} is not UTF-8, so it is sent as data and not as text.`;
    return [toWarning({ code: `${code}_not_utf8`, message, fix: 'Save it as UTF-8.', path })];
}
function warnOfSize(path, limit) {
    return toWarning({
        code: 'file_not_checked',
        message: `${path} is larger than ${limit / 1024 / 1024} MiB and was not checked. create and update do not send it.`,
        fix: 'Move data out of it into files in assets/.',
        path,
    });
}

;// CONCATENATED MODULE: ./lib/folder/mentions.js

/** How many characters are searched in all, for the sake of an answer with thousands of problems. */
const mostSearched = 256 * 1024 * 1024;
/** Makes a search for the line that names a missing file, over texts given with the paths of their files. */
function createMentionFinder(texts) {
    const known = new Map();
    let left = mostSearched;
    return (wanted) => {
        const before = known.get(wanted);
        if (before !== undefined)
            return before;
        const size = texts.reduce((sum, [, text]) => sum + text.length, 0);
        if (wanted === '' || size > left)
            return null;
        left -= size;
        const found = findOnly(texts, wanted);
        known.set(wanted, found);
        return found;
    };
}
function findOnly(texts, wanted) {
    let only = null;
    for (const [path, text] of texts) {
        for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at)) {
            const end = at + wanted.length;
            if (isWhole(text, at, end)) {
                if (only !== null)
                    return null;
                only = { path, ...toPlace(text, at) };
                // Twice in one line is one line.
                const nextLine = text.indexOf('\n', end);
                at = nextLine < 0 ? text.length : nextLine;
            }
            else {
                at = end;
            }
        }
    }
    return only;
}
/** True when the path stands alone: `a.png` is not named by `data.png`, `img/a.png` or `a.png.map`. */
function isWhole(text, start, end) {
    const before = text.slice(Math.max(0, start - 3), start).replace(/(?<![\w%.-])\.?\/$/, '');
    return !/[\p{L}\p{N}_%./-]$/u.test(before) && !/^(?:[\p{L}\p{N}_%/-]|\.\w)/u.test(text.slice(end, end + 2));
}

;// CONCATENATED MODULE: ./lib/folder/resolve-path.js
/**
 * Reads a path as services write it (`./index.html`, `/index.html`, `assets\a.png`, `index.html:12:5`), in the folder's own spelling.
 *
 * Case counts. Null when the folder has no such file. A name that has such marks itself is found first.
 */
function resolvePath(written, has) {
    for (const path of [written, toPlainPath(written)])
        if (has(path))
            return { path, line: null, column: null };
    const placed = /^(.+?):(\d{1,9})(?::(\d{1,9}))?:?$/s.exec(written);
    const path = toPlainPath(placed?.[1] ?? '');
    if (placed === null || !has(path))
        return null;
    return { path, line: Number(placed[2]), column: placed[3] === undefined ? null : Number(placed[3]) };
}
/** Drops what does not change a path that is relative to the folder: `./` and `/` in front, `\` for `/`. */
function toPlainPath(written) {
    return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

;// CONCATENATED MODULE: ./lib/folder/sources.js



/** How many bytes of files are read to place all problems of an answer. A line of a file beyond is believed if it can be. */
const mostSourceBytes = 64 * 1024 * 1024;
/** The files of a packed folder as places for problems. Reads each file once, when it is first asked for. */
class Sources {
    #files;
    #packed;
    /** Only these two are asked for as texts, more than once. */
    #texts = new Map();
    #lines = new Map();
    #fields = null;
    #bytesLeft = mostSourceBytes;
    constructor(packed) {
        this.#packed = packed;
        this.#files = new Map(packed.files.map((file) => [file.path, file]));
    }
    has(path) {
        return this.#files.has(path);
    }
    /** The text of one of the two files that name others; null when there is none, or it is no text or too large. */
    readSource(path) {
        const known = this.#texts.get(path);
        if (known !== undefined)
            return known;
        const text = this.#load(path);
        this.#texts.set(path, text);
        return text;
    }
    /** A line and column, each null where the file has no such place. */
    clamp(path, line, column) {
        if (line === null || !Number.isInteger(line) || line < 1)
            return nowhere;
        const lines = this.#measure(path);
        // Of a file that cannot be looked into, all that is known is that each line but the last takes a byte.
        if (lines === null)
            return line <= this.#findSize(path) + 1 ? { line, column: null } : nowhere;
        const length = lines[line - 1];
        if (length === undefined)
            return nowhere;
        const isInside = column !== null && Number.isInteger(column) && column >= 1 && column <= length + 1;
        return { line, column: isInside ? column : null };
    }
    /** Where the value of a key of `service.json` stands; of two with the same key the later, which is the one that counts. */
    findField(field) {
        this.#fields ??= findFields(this.readSource('service.json') ?? '');
        return this.#fields.get(field);
    }
    #measure(path) {
        const known = this.#lines.get(path);
        if (known !== undefined)
            return known;
        const text = path === 'index.html' || path === 'service.json' ? this.readSource(path) : this.#load(path);
        const lines = text === null ? null : measureLines(text);
        this.#lines.set(path, lines);
        return lines;
    }
    #findSize(path) {
        return this.#files.get(path)?.bytes ?? 0;
    }
    #load(path) {
        const bytes = this.#findSize(path);
        if (bytes > this.#bytesLeft)
            return null;
        this.#bytesLeft -= bytes;
        return text_readText(this.#packed, path);
    }
}
const nowhere = { line: null, column: null };
function findFields(raw) {
    const text = dropMark(raw);
    const scan = scanJson(text);
    return new Map(scan.ok ? scan.members.map(({ key, valueOffset }) => [key, toPlace(text, valueOffset)]) : []);
}

;// CONCATENATED MODULE: ./lib/folder/locate.js




/**
 * Gives problems that the service named their place in the folder's files, as far as it can be known.
 *
 * A path becomes a packed file's exact path. A line or column outside the file becomes null. A field gets the place of its value
 * in `service.json`, line 1 when it has none: then the message names it. A file that the folder lacks gets the one line of
 * `index.html` or `service.json` that names it, else its own path without a line; what is not plainly a path in the folder
 * becomes null, and the message names it. Each file is read at most once.
 * Throws FolderError `file_changed` or `file_unreadable`.
 */
async function locateProblems(packed, problems) {
    const sources = new Sources(packed);
    const findMention = createMentions(sources);
    return problems.map((problem) => locateProblem(problem, sources, findMention));
}
function createMentions(sources) {
    let finder = null;
    return (wanted) => {
        finder ??= createMentionFinder(['index.html', 'service.json'].map((path) => [path, sources.readSource(path) ?? '']));
        return finder(wanted);
    };
}
function locateProblem(named, sources, findMention) {
    const { field, ...problem } = named;
    if (problem.path === null)
        return { ...problem, line: null, column: null };
    const resolved = resolvePath(problem.path, (path) => sources.has(path));
    if (resolved === null)
        return placeMissing(named, problem.path, findMention);
    const { path } = resolved;
    const written = sources.clamp(path, problem.line ?? resolved.line, problem.line === null ? resolved.column : problem.column);
    if (written.line !== null || field === undefined || path !== 'service.json')
        return { ...problem, path, ...written };
    const place = sources.findField(field);
    if (place !== undefined)
        return { ...problem, path, ...place };
    return { ...problem, path, line: 1, column: null, message: nameSubject(field, problem.message) };
}
/** The folder has no such file: a page that names it in one line is where to correct it. */
function placeMissing({ field, ...problem }, written, findMention) {
    const plain = toPlainPath(written);
    const mention = findMention(plain);
    if (mention === null && plain === written && isInside(plain)) {
        const message = field === undefined ? problem.message : nameSubject(field, problem.message);
        return { ...problem, path: plain, line: null, column: null, message };
    }
    const place = mention ?? { path: null, line: null, column: null };
    return { ...problem, ...place, message: nameSubject(written, problem.message) };
}
/** True for what reads as the path of a file in the folder: with a dot or a slash, no way out of it, and no address. */
function isInside(path) {
    if (path.length > longestPath || !/[./]/.test(path) || /^\w+:|[\p{C}]/u.test(path))
        return false;
    return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
const longestPath = 1000;

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./lib/folder/measure.js











/** A character of UTF-8 has at most four bytes: what is not complete at the end of a chunk are up to three. */
const longestTail = 3;
/**
 * Reads each file once and takes what must be known before the first byte is sent: size, hash, form, encoded size, stamp.
 *
 * Holds no contents. Throws FolderError `secret_in_folder`, `file_changed` or `file_unreadable`, or the signal's reason.
 */
async function measureFiles(options) {
    const { files, finder, signal } = options;
    const buffers = createReadBuffers(Math.max(finder.overlap, longestTail));
    const pace = createPace(signal);
    const measured = [];
    for (const [index, found] of files.entries()) {
        const file = await measureFile(found, { ...options, buffers, pace });
        measured.push(file);
        const turn = pace.spend(file.bytes);
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
        const form = tools.toForm(type, content.isUtf8);
        const inside = form === 'text' ? content.textBytes : toDataPrefix(type).length + countBase64(bytes);
        const { path, location } = found;
        return { path, location, bytes, sha256: content.sha256, form, type, encodedBytes: inside + 2, stamp: open.stamp };
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
    const count = bytes <= shortText ? countShortText : countText;
    const textBytes = isText ? count(chunk.buffer, chunk.start, chunk.end) : 0;
    const sha256 = (0,external_node_crypto_.hash)('sha256', content, 'hex');
    assertNoSecret(finder, chunk, found.path);
    return { sha256, isUtf8: isText, textBytes };
}
async function measureLarge(found, open, { buffers, finder, pace }) {
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
        const turn = pace.spend(end - start);
        if (turn !== undefined)
            await turn;
    }
    return { sha256: digest.digest('hex'), isUtf8: isText && tail === 0, textBytes };
}
/** How many of the last bytes are the beginning of a character whose rest is yet to come. */
function countIncomplete(bytes, end) {
    let count = 1;
    while (count < longestTail && isContinuation(bytes.readUInt8(end - count)))
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
    throw new FolderError('secret_in_folder', `${path} holds the value of the input ${name}. Nothing was sent.`, {
        next: `Take it out of ${path}, or leave the file out with the input exclude. If it was ever published, revoke it.`,
        path,
    });
}

;// CONCATENATED MODULE: ./lib/folder/exclusions.js

/** Names of files and folders that hold credentials, lower-case. */
const credentialNames = new Set(['.git', '.npmrc', '.netrc', '_netrc', '.aws', '.ssh']);
const credentialEndings = ['.pem', '.key', '.p12', '.pfx', '.ppk'];
/** The kinds of key that ssh-keygen writes as `id_<kind>`; a copy such as `id_rsa.bak` or `id_rsa-old` is one too. */
const sshKey = /^id_(rsa|dsa|ecdsa|ed25519|xmss)/;
/** An `id_\u2026` file of one of these types is a part of a page, such as `id_card.png`. */
const pageType = /^(image|font|audio|video)\/|^text\/(html|css|javascript)$/;
/**
 * Says why a file or folder of this name always stays behind, in plain words, or null when it may go.
 *
 * Takes the last part of the path only: what lies in a folder that stays behind is never looked at. Case does not count,
 * because on Windows and macOS `.ENV` opens the same file. No include pattern overrides it (faults-and-threats, "credentials").
 */
function findBuiltInReason(name, isFolder) {
    const lower = name.toLowerCase();
    if (isCredential(lower, isFolder))
        return 'looks like a credential';
    if (lower === 'node_modules')
        return 'node_modules';
    if (lower.startsWith('.'))
        return isFolder ? 'hidden folder' : 'hidden file';
    return null;
}
/** True for the names that must not be published even when the app folder itself lies in them, such as `.git`. */
function isCredential(name, isFolder) {
    const lower = name.toLowerCase();
    if (credentialNames.has(lower) || lower.startsWith('.env'))
        return true;
    if (credentialEndings.some((ending) => lower.endsWith(ending)))
        return true;
    return !isFolder && lower.startsWith('id_') && (sshKey.test(lower) || !pageType.test(toMediaType(lower, true)));
}

;// CONCATENATED MODULE: ./lib/folder/paths.js

/** Writes a relative path of this machine with `/`. On POSIX a backslash is part of a name and stays. */
function toPosix(relative, flavour = external_node_path_) {
    return flavour.sep === '/' ? relative : relative.replaceAll(flavour.sep, '/');
}
/** True when `target` is `ancestor` itself or lies below it; both absolute and free of links. Case counts as on the platform. */
function isWithin(ancestor, target, flavour = external_node_path_) {
    const way = flavour.relative(ancestor, target);
    return way === '' || (way !== '..' && !way.startsWith(`..${flavour.sep}`) && !flavour.isAbsolute(way));
}
/**
 * Says why a path cannot be a key that every service reads the same way, or null when it can.
 *
 * A backslash is a separator on Windows, and a leading `C:` a drive: such a name could land somewhere else.
 * Anything else that a disk can hold (line breaks, trailing dots and spaces, `__proto__`) is legal in JSON and sent as it is.
 */
function findNameFault(relative) {
    if (relative.includes('\\'))
        return 'has a backslash in it, which is a folder separator on some systems';
    if (/^[a-z]:/i.test(relative))
        return 'starts like a drive letter';
    if (relative.startsWith('/'))
        return 'is absolute';
    return relative.split('/').some((part) => part === '..') ? 'has a .. in it' : null;
}
/** Shows a name that is not UTF-8: every byte that is not plain ASCII as `\xNN`. */
function showBytes(name) {
    let shown = '';
    for (const byte of name) {
        shown += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
    }
    return shown;
}

;// CONCATENATED MODULE: ./lib/folder/place.js





/**
 * Finds the app folder and makes sure that it may be published: links resolved, inside the workspace, not around the runner's temp.
 *
 * The repository's root is the outermost folder that is one, not above the workspace; without one, the workspace.
 * Throws FolderError `folder_missing`, `folder_not_a_folder`, `folder_outside_workspace`, `folder_not_allowed`, `folder_unreadable`.
 */
function findFolder({ workspace, folder, runnerTemp }) {
    const base = resolveReal(workspace, 'The workspace', workspace);
    const root = resolveReal((0,external_node_path_.resolve)(base, folder), 'The folder', folder);
    if (!(0,external_node_fs_.statSync)(root).isDirectory())
        throw place_refuse('folder_not_a_folder', folder, 'is a file, not a folder');
    if (!isWithin(base, root))
        throw place_refuse('folder_outside_workspace', folder, 'lies outside the workspace');
    if (runnerTemp !== '' && isWithin(root, resolveIfThere(runnerTemp))) {
        throw place_refuse('folder_not_allowed', folder, "holds the runner's temporary files, where other steps keep secrets");
    }
    const inner = (0,external_node_path_.relative)(base, root);
    if (toPosix(inner)
        .split('/')
        .some((name) => isCredential(name, true))) {
        throw place_refuse('folder_not_allowed', folder, 'lies in a folder for credentials');
    }
    return { root, repositoryPath: toPosix((0,external_node_path_.relative)(findRepository(base, root), root)) };
}
function place_refuse(code, folder, why) {
    return new FolderError(code, `The folder ${folder} ${why}.`, {
        next: 'Set the input folder to the folder of the app, relative to the workspace.',
    });
}
function resolveReal(location, what, shown) {
    try {
        return external_node_fs_.realpathSync.native(location);
    }
    catch (cause) {
        const errno = readErrno(cause);
        const isMissing = errno === 'ENOENT' || errno === 'ENOTDIR';
        const why = isMissing ? 'does not exist' : `cannot be opened (${showErrno(cause)})`;
        throw new FolderError(isMissing ? 'folder_missing' : 'folder_unreadable', `${what} ${shown} ${why}.`, {
            next: 'Check the input folder, and that a step before this one checks out or builds it.',
            cause,
        });
    }
}
/** The real path where there is one: a temporary folder that does not exist has nothing to protect. */
function resolveIfThere(location) {
    return (0,external_node_fs_.lstatSync)(location, { throwIfNoEntry: false }) === undefined
        ? (0,external_node_path_.resolve)(location)
        : external_node_fs_.realpathSync.native(location);
}
/**
 * The outermost folder that is a repository: the lines of one inside another, such as a submodule, are on none of its pages. A
 * folder that may not be looked into counts as none.
 */
function findRepository(workspace, root) {
    const names = toPosix((0,external_node_path_.relative)(workspace, root)).split('/');
    const ways = names.map((_, index) => (0,external_node_path_.join)(workspace, ...names.slice(0, index + 1)));
    return [workspace, ...ways].find(isRepository) ?? workspace;
}
/** Git's own mark is `.git` with a HEAD in it, or as a file that leads to one elsewhere. */
function isRepository(folder) {
    const mark = (0,external_node_path_.join)(folder, '.git');
    return (0,external_node_fs_.existsSync)((0,external_node_path_.join)(mark, 'HEAD')) || ((0,external_node_fs_.existsSync)(mark) && !(0,external_node_fs_.existsSync)((0,external_node_path_.join)(mark, '/')));
}

// EXTERNAL MODULE: ./lib/encoded-secret.js
var encoded_secret = __webpack_require__(5266);
;// CONCATENATED MODULE: ./lib/folder/secrets.js

/** A shorter secret is not looked for: it would be found in almost any text by chance, and is no secret. */
const shortestSecret = 4;
/** From this length on a secret is also looked for in base64; below, three or four letters would match by chance. */
const shortestEncoded = 8;
/** Of a longer secret only the beginning is looked for, so that what is kept from chunk to chunk has a bound. */
const longestSearched = 4096;
/** How many bytes are looked at together, and how many values the number made of them may have. */
const blockBytes = 4;
const hashCount = 0x1_0000;
/**
 * Makes a search for secrets in bytes: as they are, and in base64 and base64url at each of the three offsets.
 *
 * Only the base64 characters that do not depend on the bytes around the secret are looked for. One pass finds all forms:
 * every form has at least `shortest` bytes, so that four bytes of every `shortest - 3` are enough to look at, and the forms are
 * compared only where the four occur in one (Wu and Manber's method): about ten times faster than one search per form.
 */
function createSecretFinder(secrets) {
    const needles = secrets.filter(({ value }) => value.length >= shortestSecret).flatMap(toNeedles);
    if (needles.length === 0)
        return { overlap: 0, find: () => null };
    const lengths = needles.map(({ bytes }) => bytes.length);
    const stride = Math.min(...lengths) - blockBytes + 1;
    const places = indexBlocks(needles);
    const isKnown = new Uint8Array(hashCount);
    for (const block of places.keys())
        isKnown[hashBlock(block)] = 1;
    /** The secret that has this block at this place, if any. Seldom asked, and so kept out of the loop. */
    const match = (block, at, { buffer, start, end }) => {
        const found = places.get(block)?.find(({ needle, offset }) => isAt(needle.bytes, buffer, at - offset, start, end));
        return found?.needle.name ?? null;
    };
    // The loop stands in the function that is called: as a function of its own V8 would in time make it part of its caller,
    // which turns too seldom to be made fast.
    const find = (chunk) => {
        const view = toView(chunk.buffer);
        const last = chunk.end - blockBytes;
        for (let at = chunk.start; at <= last; at += stride) {
            const block = view.getInt32(at);
            if (isKnown[hashBlock(block)] === 0)
                continue;
            const name = match(block, at, chunk);
            if (name !== null)
                return name;
        }
        return null;
    };
    return { overlap: Math.max(...lengths) - 1, find };
}
function toNeedles({ name, value }) {
    const plain = Buffer.from(value).subarray(0, longestSearched);
    const encoded = plain.length >= shortestEncoded ? (0,encoded_secret/* listBase64Forms */.R)(plain) : [];
    return [plain, ...encoded.map((form) => Buffer.from(form))].map((bytes) => ({ name, bytes }));
}
function indexBlocks(needles) {
    const places = new Map();
    for (const needle of needles) {
        const view = toView(needle.bytes);
        for (let offset = 0; offset + blockBytes <= needle.bytes.length; offset += 1) {
            const block = view.getInt32(offset);
            const known = places.get(block);
            if (known === undefined)
                places.set(block, [{ needle, offset }]);
            else
                known.push({ needle, offset });
        }
    }
    return places;
}
/** Spreads the four bytes over all hashes: multiplied by 2^32 over the golden ratio. */
function hashBlock(block) {
    return Math.imul(block, 0x9e3779b1) >>> 16;
}
function toView(bytes) {
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
function isAt(needle, bytes, at, start, end) {
    if (at < start || at + needle.length > end)
        return false;
    for (let index = 0; index < needle.length; index += 1) {
        if (needle[index] !== bytes[at + index])
            return false;
    }
    return true;
}

;// CONCATENATED MODULE: ./lib/folder/select.js


/** Most alternatives that the braces of one pattern may stand for. */
const mostAlternatives = 1000;
/**
 * Compiles the patterns of `include` and `exclude` into a selector of paths relative to the folder.
 *
 * Patterns are minimatch's, case counts, always with `/`; `*` also matches a leading dot (what is hidden is left out by a
 * built-in rule anyway). A leading `./` or `/` means the folder. `#` at the start is a plain character, and so is `!` but
 * for `!(\u2026)`. An exclude pattern that names a folder, as `docs`, `docs/`, `{docs,drafts}` and `docs/**` do, leaves out all that is
 * in it; one that only matches folders beside files, as `docs/*` does, is about the files. Built-in rules always win.
 * minimatch is loaded only when a pattern needs it, for the sake of the cold start. What can be wrong with a pattern's text
 * was found when the inputs were read.
 * Throws FolderError `pattern_invalid`, naming the pattern, for one whose braces stand for too many.
 */
async function createSelector(patterns) {
    // `assets/` can only mean what is in it: a file's path never ends with a slash.
    const include = toPlain(patterns.include).map((pattern) => pattern.replace(/\/$/, '/**'));
    const exclude = toPlain(patterns.exclude);
    const takesAll = include.length === 0 || include.some((pattern) => pattern === '**');
    const isExcluded = await compileExclude(exclude);
    const isIncluded = takesAll ? () => true : await compileInclude(include);
    return {
        findExclusion(path, isFolder) {
            const builtIn = findBuiltInReason(path.slice(path.lastIndexOf('/') + 1), isFolder);
            if (builtIn !== null)
                return builtIn;
            const pattern = isExcluded(path, isFolder);
            return pattern === undefined ? null : `matches the exclude pattern ${pattern}`;
        },
        findOmission: (path, isFolder) => (isIncluded(path, isFolder) ? null : 'matches no include pattern'),
    };
}
async function compileExclude(patterns) {
    if (patterns.length === 0)
        return () => undefined;
    const matchers = await compile('exclude', patterns, false);
    return (path, isFolder) => matchers.find(({ matcher, pattern }) => {
        if (!isFolder)
            return matcher.match(path);
        // With its slash a folder also matches `docs/` and `docs/**`.
        return namesFolders(pattern) && (matcher.match(path) || matcher.match(`${path}/`));
    })?.pattern;
}
/** True where a pattern ends with a slash, or with a name or a choice of names, `/**` behind it aside. */
function namesFolders(pattern) {
    const last = pattern.replace(/\/\*\*$/, '').replace(/^.*\//s, '');
    return last === '' || !/[*?]|!\(/.test(last);
}
async function compileInclude(patterns) {
    const whole = await compile('include', patterns, false);
    const partial = await compile('include', patterns, true);
    return (path, isFolder) => (isFolder ? partial : whole).some(({ matcher }) => matcher.match(path));
}
async function compile(input, patterns, partial) {
    const { Minimatch } = await __webpack_require__.e(/* import() */ 138).then(__webpack_require__.bind(__webpack_require__, 1138));
    return patterns.map((pattern) => {
        const matcher = new Minimatch(pattern, {
            dot: true,
            nonegate: true,
            nocomment: true,
            // The same answers on every machine: `/` separates, `\` escapes, case counts.
            platform: 'linux',
            windowsPathsNoEscape: false,
            nocase: false,
            braceExpandMax: mostAlternatives + 1,
            partial,
        });
        // minimatch cuts the list without a word, and what an exclude pattern loses would be published.
        if (matcher.globSet.length > mostAlternatives) {
            throw select_refuse(input, pattern, `its braces stand for more than ${mostAlternatives} alternatives`);
        }
        return { pattern, matcher };
    });
}
/** Patterns without what only says that they begin at the folder. */
function toPlain(patterns) {
    return patterns.map((pattern) => pattern.replace(/^(?:\.?\/)+/, '')).filter((pattern) => pattern !== '');
}
function select_refuse(input, pattern, why) {
    return new FolderError('pattern_invalid', `The pattern ${pattern} of the input ${input} cannot be used: ${why}.`, {
        next: `Correct the pattern in the input ${input}. Patterns are relative to the folder and use /.`,
    });
}

;// CONCATENATED MODULE: ./lib/order.js
/** Orders texts by UTF-16 code units: the same on every machine, in every locale. For `sort`. */
function compareTexts(one, other) {
    if (one === other)
        return 0;
    return one < other ? -1 : 1;
}

;// CONCATENATED MODULE: ./lib/folder/walk-limits.js

/** Far above any app, and low enough that a wrong folder (a home, a whole disk) is told within seconds. */
const walkLimits = { depth: 64, files: 50_000, names: 500_000 };
/** Throws FolderError `folder_too_large` past the limits. */
function assertSize(files, names, limits) {
    if (files <= limits.files && names <= limits.names)
        return;
    const what = files > limits.files ? `${limits.files} files to send` : `${limits.names} names in it`;
    throw new FolderError('folder_too_large', `The folder has more than ${what}.`, {
        next: 'Is it the right folder? Otherwise leave parts of it out with the input exclude.',
    });
}

;// CONCATENATED MODULE: ./lib/folder/walk.js









/**
 * Finds the files of a folder, without opening any: links are not followed, FIFOs, sockets and devices are left out.
 *
 * Throws FolderError `name_not_utf8` or `name_not_allowed` for a name that cannot be sent as it is and was not left out,
 * `folder_too_large` past the limits above, `folder_unreadable`, `file_changed`; or the signal's reason.
 */
async function walkFolder({ root, selector, signal, limits = walkLimits }) {
    const files = [];
    const leftOut = [];
    const folders = [{ path: '', location: root, depth: 0 }];
    const pace = createPace(signal);
    let names = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        for (const entry of readFolder(folder, limits)) {
            names += 1;
            const found = judge(entry, folder, selector);
            if (found.kind === 'left-out')
                leftOut.push(found);
            else if (found.kind === 'file')
                files.push({ path: found.path, location: found.location });
            else
                folders.push(found);
            assertSize(files.length, names, limits);
            const turn = pace.spend(0);
            if (turn !== undefined)
                await turn;
        }
    }
    return { files: files.sort(comparePaths), leftOut: leftOut.map(toLeftOut).sort(comparePaths) };
}
function comparePaths(one, other) {
    return compareTexts(one.path, other.path);
}
function toLeftOut({ path, reason }) {
    return { path, reason };
}
function readFolder({ path, location, depth }, limits) {
    if (depth > limits.depth) {
        throw new FolderError('folder_too_large', `${path} lies more than ${limits.depth} folders deep.`, {
            next: 'Make the folder flatter, or leave that part out with the input exclude.',
            path,
        });
    }
    let entries;
    try {
        entries = (0,external_node_fs_.readdirSync)(location, { encoding: 'buffer', withFileTypes: true });
    }
    catch (cause) {
        throw new FolderError('folder_unreadable', `${path || 'The folder'} cannot be listed (${showErrno(cause)}).`, {
            next: 'Give the user that runs this step the right to read it, or leave it out with the input exclude.',
            path,
            cause,
        });
    }
    // The folder may have been swapped for a link after its parent was listed.
    assertFolderInPlace(location, path);
    return entries;
}
function judge(entry, folder, selector) {
    const isLegible = (0,external_node_buffer_.isUtf8)(entry.name);
    const name = entry.name.toString();
    const isFolder = entry.isDirectory();
    const path = folder.path === '' ? name : `${folder.path}/${name}`;
    const shown = isLegible ? path : `${path.slice(0, path.length - name.length)}${showBytes(entry.name)}`;
    const reason = selector.findExclusion(path, isFolder) ?? nameKind(entry, isFolder) ?? selector.findOmission(path, isFolder);
    if (reason !== null)
        return { kind: 'left-out', path: isFolder ? `${shown}/` : shown, reason };
    if (!isLegible)
        throw walk_refuse('name_not_utf8', shown, 'has a name that is not UTF-8, which JSON cannot carry');
    const fault = findNameFault(path);
    if (fault !== null)
        throw walk_refuse('name_not_allowed', path, `has a name that ${fault}`);
    const location = `${folder.location}${folder.location.endsWith(external_node_path_.sep) ? '' : external_node_path_.sep}${name}`;
    if (isFolder)
        return { kind: 'folder', path, location, depth: folder.depth + 1 };
    return { kind: 'file', path, location };
}
function nameKind(entry, isFolder) {
    if (isFolder || entry.isFile())
        return null;
    if (entry.isSymbolicLink())
        return 'link';
    if (entry.isFIFO())
        return 'pipe, not a file';
    return entry.isSocket() ? 'socket, not a file' : 'device, not a file';
}
function walk_refuse(code, path, why) {
    return new FolderError(code, `${path} ${why}.`, {
        next: 'Rename it, or leave it out with the input exclude.',
        path,
    });
}

;// CONCATENATED MODULE: ./lib/folder/pack.js







/** How many of the left-out paths an error names. */
const mostNamed = 5;
/**
 * Measures a folder: which files go, which stay behind and why, sizes, hashes, forms. Sends nothing and keeps no contents.
 *
 * Throws FolderError for whatever stops the run, or the signal's reason.
 */
async function packFolder(options) {
    const { signal, secrets, toForm } = options;
    signal?.throwIfAborted();
    const place = findFolder(options);
    const selector = await createSelector(options);
    const walked = await walkFolder({ root: place.root, selector, signal });
    if (walked.files.length === 0)
        throw refuseEmpty(options.folder, walked.leftOut);
    const files = await measureFiles({ files: walked.files, finder: createSecretFinder(secrets), toForm, signal });
    const byteCount = files.reduce((sum, file) => sum + file.bytes, 0);
    return { ...place, files, leftOut: walked.leftOut, byteCount, contentHash: hashContents(files) };
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
function refuseEmpty(folder, leftOut) {
    const named = leftOut.slice(0, mostNamed).map(({ path, reason }) => `${path} (${reason})`);
    if (leftOut.length > mostNamed)
        named.push(`${leftOut.length - mostNamed} more`);
    const rest = named.length === 0 ? 'It is empty.' : `Left out: ${named.join(', ')}.`;
    return new FolderError('folder_empty', `The folder ${folder} has no file to send. ${rest}`, {
        next: 'Check the inputs folder, include and exclude, and that a step before this one builds the app.',
    });
}

;// CONCATENATED MODULE: ./lib/folder-port.js






/** Brings the folder's parts together as a command sees them. */
function createFolderPort({ inputs, context, signal, watchUpload }) {
    return {
        pack: () => packFolder({
            workspace: context.workspace,
            folder: inputs.folder,
            runnerTemp: context.runnerTemp,
            include: inputs.include,
            exclude: inputs.exclude,
            secrets: listSecrets(inputs),
            toForm: toForm,
            signal,
        }),
        check: checkFolder,
        locate: locateProblems,
        readServiceJson: async (packed) => text_readText(packed, 'service.json'),
        createBody(packed, slug) {
            const body = createBody({ ...wrapFiles(slug), files: packed.files, signal });
            return { length: body.length, stream: () => countBytes(body.stream(), watchUpload(body.length)) };
        },
    };
}
/** What must neither be published nor shown, by the input that it came from. */
function listSecrets({ apiKey, githubToken, }) {
    const secrets = [
        { name: 'api-key', value: apiKey ?? '' },
        { name: 'github-token', value: githubToken },
    ];
    return secrets.filter(({ value }) => value !== '');
}
async function* countBytes(source, onSent) {
    let sent = 0;
    for await (const chunk of source) {
        yield chunk;
        sent += chunk.length;
        onSent(sent);
    }
}

;// CONCATENATED MODULE: ./lib/github/octokit.js
/** GitHub's answer is waited for this long. */
const limitMs = 20_000;
/** Opens GitHub's API. Its library is as large as the rest of the action, so that only a run that asks GitHub loads it. */
async function openOctokit({ token, apiUrl, signal }) {
    if (token === '')
        throw new Error('there is no github-token');
    const { getOctokit: open } = await Promise.all(/* import() */[__webpack_require__.e(752), __webpack_require__.e(413)]).then(__webpack_require__.bind(__webpack_require__, 2413));
    const octokit = open(token, { baseUrl: apiUrl });
    octokit.hook.before('request', (options) => {
        options.request.signal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    });
    return octokit;
}
/** Splits `owner/name`. */
function toOwner(repository) {
    const [owner = '', repo = ''] = repository.split('/');
    return { owner, repo };
}

;// CONCATENATED MODULE: ./lib/github/comments.js

/** Gives access to the comments of a pull request; the token needs `pull-requests: write`. Opened at the first call. */
function openComments(pullRequest, access) {
    const place = { ...toOwner(access.repository), issue_number: pullRequest };
    const opening = openOnce(() => openOctokit(access));
    return {
        async list(page) {
            const { rest } = await opening();
            const { data } = await rest.issues.listComments({ ...place, page, per_page: 100 });
            return data.map(({ id, body }) => ({ id, body: body ?? '' }));
        },
        async create(body) {
            const { rest } = await opening();
            await rest.issues.createComment({ ...place, body });
        },
        async update(id, body) {
            const { rest } = await opening();
            await rest.issues.updateComment({ ...toOwner(access.repository), comment_id: id, body });
        },
    };
}
function openOnce(open) {
    let opened;
    return () => {
        opened ??= open();
        return opened;
    };
}

;// CONCATENATED MODULE: ./lib/github/stale.js

/**
 * Tells whether the branch has commits that this run's commit lacks: by ancestry, never by time. Only a run of a branch
 * can be stale, not one of a tag or a pull request. Rejects when GitHub does not answer; the token needs `contents: read`.
 */
async function isStale(place, access) {
    const branch = place.ref.startsWith('refs/heads/') ? place.ref.slice('refs/heads/'.length) : '';
    if (branch === '' || place.eventName.startsWith('pull_request'))
        return false;
    const octokit = await openOctokit(access);
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
        ...toOwner(access.repository),
        basehead: `${place.sha}...${branch}`,
        per_page: 1,
    });
    return isAhead(data);
}
function isAhead({ ahead_by: ahead }) {
    if (typeof ahead !== 'number')
        throw new Error("GitHub's comparison of the commits does not say how they stand.");
    return ahead > 0;
}

// EXTERNAL MODULE: ./lib/ledger.js
var lib_ledger = __webpack_require__(2682);
// EXTERNAL MODULE: ./lib/reason.js
var reason = __webpack_require__(6547);
// EXTERNAL MODULE: ./lib/report/size.js
var size = __webpack_require__(2777);
;// CONCATENATED MODULE: ./lib/report/progress.js

/** Uploads up to this size, in bytes, are over before anybody asks. */
const smallestShown = 5_000_000;
/** Milliseconds between two lines, at least. */
const pause = 5000;
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
        if (total <= smallestShown || time - last < pause)
            return;
        last = time;
        log.info(toLine(sent, total, time - start));
    };
}
function toLine(sent, total, elapsed) {
    const percent = Math.min(100, Math.floor((sent / total) * 100));
    const rate = sent / (elapsed / 1000);
    const left = rate > 0 && sent < total ? `, about ${(0,size/* formatDuration */.a3)(((total - sent) / rate) * 1000)} left` : '';
    return `Sent ${(0,size/* formatBytes */.z3)(sent)} of ${(0,size/* formatBytes */.z3)(total)} (${percent} %), ${(0,size/* formatBytes */.z3)(rate)}/s${left}`;
}

;// CONCATENATED MODULE: ./lib/commands/decision-error.js
/** Our own no: a rule of the service or a choice of the workflow that stops a run before anything is sent. */
class DecisionError extends Error {
    name = 'DecisionError';
    code;
    next;
    constructor(code, detail, options) {
        const [sentence, next] = decisions[code];
        super(`${sentence}: ${detail}`, options);
        this.code = code;
        this.next = next;
    }
    /** True where the content or the app's state is what is wrong, and not the moment. */
    get isRejection() {
        return (this.code === 'final_not_approved' ||
            this.code === 'offline_problems' ||
            this.code === 'too_many_apps' ||
            this.code === 'field_unreadable' ||
            this.code === 'app_exists');
    }
}
const decisions = {
    in_review: [
        'The app is in review, and this would take it out of review',
        'Wait for the verdict, or set on-in-review to skip (leave it in review) or replace (send it all the same).',
    ],
    final_not_approved: [
        'The app was not approved, which is final',
        'It stays private and cannot be sent for review again: deploy it under a new slug.',
    ],
    offline_problems: ['The folder has problems, and nothing was sent', 'Mend the problems listed, then run again.'],
    too_many_apps: [
        'The account has the 20 apps that it may have',
        'Delete an app that is no longer needed (the command list names them), then run again.',
    ],
    stale: [
        'The branch has moved past the commit of this run',
        'Nothing to do if a newer run deploys; otherwise run the job on the newest commit.',
    ],
    app_missing: [
        'The app does not exist or belongs to somebody else',
        'Check the slug and whose API key is used; the command create, or create: true with deploy, makes a new app.',
    ],
    field_unreadable: [
        'A file is too large or not text, so that it cannot be sent as a field of the app',
        'Mend the file, or use the command deploy, which sends every file as it is.',
    ],
    app_exists: ['The app exists already', 'Use the command deploy or update to change it, or choose another slug.'],
};

;// CONCATENATED MODULE: ./lib/commands/folder-step.js



/** Packs the folder and checks it offline. Warnings go to the report; errors stop the run before anything is sent. */
async function prepareFolder({ folder, ledger, log }) {
    const packed = await log.group('Pack', async () => {
        const result = await folder.pack();
        const { files, leftOut, byteCount, contentHash } = result;
        ledger.learn({ fileCount: files.length, byteCount, leftOut, contentHash });
        log.info(`${files.length} files, ${byteCount} bytes, ${contentHash}`);
        for (const { path, reason } of leftOut)
            log.info(`left out: ${path} (${reason})`);
        return result;
    });
    const checked = await log.group('Check', async () => {
        const result = await folder.check(packed);
        ledger.learn({ problems: result.problems });
        log.info(result.problems.length === 0 ? 'no problems' : `${result.problems.length} problems`);
        return result;
    });
    const errors = checked.problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0)
        throw new DecisionError('offline_problems', `${errors.length} found by the offline check`);
    return { packed, checked };
}
/**
 * The draft fields that the folder holds. Throws DecisionError `field_unreadable` for a file that is there and cannot be
 * sent as a field, too large or not text: to leave its field out would pass for having sent it.
 */
function toFields({ packed, checked: { fields } }) {
    const lost = [
        ['index.html', fields.html],
        ['instructions.md', fields.system_prompt],
    ].find(([path, text]) => text === undefined && packed.files.some((file) => file.path === path));
    if (lost !== undefined)
        throw new DecisionError('field_unreadable', `${lost[0]}`);
    return fields;
}
/** The folder as the draft is compared with it. */
async function readLocal({ packed }, { folder }) {
    return { packed, serviceJson: await folder.readServiceJson(packed) };
}
/** Runs a change; the problems that a refusal names are given their place in the folder and kept for the report. */
async function collectProblems(ports, packed, work) {
    try {
        return await work();
    }
    catch (error) {
        if (error instanceof RefusedError) {
            const { problems, termsVersion } = error.details;
            const located = packed === null ? problems : await placeProblems(problems, packed, ports);
            ports.ledger.learn({
                problems: [...located, ...ports.ledger.facts.problems],
                termsRequired: termsVersion ?? ports.ledger.facts.termsRequired,
            });
        }
        throw error;
    }
}
/** A folder that changed meanwhile has no places to give any more: what the service said stands without them. */
async function placeProblems(problems, packed, { folder, log }) {
    try {
        return await folder.locate(packed, problems);
    }
    catch (error) {
        if (!(error instanceof FolderError))
            throw error;
        log.debug(`the problems could not be placed: ${error.message}`);
        return problems;
    }
}

;// CONCATENATED MODULE: ./lib/commands/stale.js

/**
 * Applies the input `on-stale`: null to go on, or how the run ends when the branch has moved past its commit.
 * Throws DecisionError `stale` where the workflow wants a stale run to fail. Not being able to tell is no reason to stop.
 */
async function judgeStale({ onStale }, ports) {
    if (onStale === 'ignore' || (await ports.checkStale()) !== true)
        return null;
    if (onStale === 'fail')
        throw new DecisionError('stale', 'on-stale is fail');
    const text = 'The branch has moved past the commit of this run';
    if (onStale === 'warn') {
        ports.ledger.warn(`${text}: what is deployed now is older than the branch.`);
        return null;
    }
    ports.ledger.notice(`${text}: nothing was sent, a newer run has newer content.`);
    return { kind: 'skipped', skipReason: 'stale' };
}

;// CONCATENATED MODULE: ./lib/commands/online.js

/**
 * Goes on from a folder that may be sent to the service, with `work`, unless the run ends here: without a key it ends as
 * a plan, and a stale one as `on-stale` has it. Throws DecisionError `stale`.
 */
async function goOnline(inputs, ports, work) {
    const { client } = ports;
    // Without a key the run ends as a plan, and says so of a fork's pull request.
    if (client === null)
        return ports.fromFork ? { kind: 'planned', skipReason: 'fork' } : { kind: 'planned' };
    return (await judgeStale(inputs, ports)) ?? work({ ...ports, client });
}

;// CONCATENATED MODULE: ./lib/commands/same-json.js
/**
 * True when both texts are JSON of the same value: order of keys and white space do not count, order of lists does.
 * Numbers compare as JavaScript reads them. A byte order mark at the start is passed over; anything unreadable is unequal.
 */
function isSameJson(one, other) {
    const [first, second] = [parse(one), parse(other)];
    return first !== unreadable && second !== unreadable && isSame(first, second, 0);
}
const unreadable = Symbol('unreadable');
/** Deeper values are taken for different, so that no text can exhaust the stack. */
const same_json_mostDepth = 500;
function parse(text) {
    try {
        return JSON.parse(text.replace(/^\uFEFF/, ''));
    }
    catch (error) {
        if (error instanceof SyntaxError)
            return unreadable;
        throw error;
    }
}
function isSame(one, other, depth) {
    if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
        return one === other;
    if (depth > same_json_mostDepth || Array.isArray(one) !== Array.isArray(other))
        return false;
    const others = new Map(Object.entries(other));
    const entries = Object.entries(one);
    return (entries.length === others.size &&
        entries.every(([key, value]) => others.has(key) && isSame(value, others.get(key), depth + 1)));
}

;// CONCATENATED MODULE: ./lib/commands/difference.js




/**
 * What differs between the draft and the folder, by path; an empty list means that they hold exactly the same.
 * Null when the answer showed no files, so that there is nothing to compare with.
 */
function findChanges(app, local) {
    if (app.files === null)
        return null;
    const shown = addUnlisted(app, app.files, local.packed.files);
    const plainTypes = findPlainTypes(app.files, local.packed.files);
    const own = new Set(local.packed.files.map(({ path }) => path));
    const kept = local.packed.files.flatMap((file) => {
        const content = shown.get(file.path);
        if (content === undefined)
            return [{ path: file.path, kind: 'added', bytesBefore: null, bytesAfter: file.bytes }];
        const isSame = isSameFile(content, file, plainTypes) || (file.path === 'service.json' && isSameService(content, local));
        return isSame ? [] : [{ path: file.path, kind: 'changed', bytesBefore: toBytes(content), bytesAfter: file.bytes }];
    });
    const removed = Array.from(shown).flatMap(([path, content]) => own.has(path) ? [] : [{ path, kind: 'removed', bytesBefore: toBytes(content), bytesAfter: null }]);
    return [...kept, ...removed].sort((a, b) => compareTexts(a.path, b.path));
}
/** True when both answers show the same files with the same contents, and the same prompt. */
function showsSame(one, other) {
    if (one.files === null || other.files === null || one.systemPrompt !== other.systemPrompt)
        return false;
    const others = other.files;
    return (one.files.size === others.size &&
        Array.from(one.files).every(([path, content]) => {
            const digest = others.get(path)?.text ?? null;
            return digest !== null && digest.sha256 === content.text?.sha256;
        }));
}
/**
 * The types whose texts the service shows as the texts they are. It may show those of another type as data: URLs: told from
 * listed files alone, since the prompt, and the page as it runs, are texts whatever it does with files.
 */
function findPlainTypes(shown, files) {
    const plain = files.filter(({ path, form }) => form === 'text' && shown.get(path)?.data === null);
    return new Set(plain.map(({ type }) => type));
}
/** Of the text that the prompt stands for in the folder, if it is one of its readings. */
function digestPrompt(prompt, own) {
    const file = own.find(({ path }) => path === 'instructions.md');
    const digests = listPromptTexts(prompt).map(digestText);
    return digests.find(({ sha256 }) => sha256 === file?.sha256) ?? digestText(prompt);
}
const nothing = { text: digestText(''), data: null, kept: null };
/**
 * The files map, and beside it what the document maps onto files but may not list: the prompt, and the page. Of these no text
 * and an empty one are the same.
 */
function addUnlisted({ systemPrompt, html }, files, own) {
    const prompt = systemPrompt === null ? null : { text: digestPrompt(systemPrompt, own), data: null, kept: null };
    const unlisted = [['instructions.md', prompt], ['index.html', html]].flatMap(([path, content]) => {
        if (files.has(path))
            return [];
        if (content !== null && content.text?.bytes !== 0)
            return [[path, content]];
        return own.some((file) => file.path === path && file.bytes === 0) ? [[path, nothing]] : [];
    });
    return new Map([...files, ...unlisted]);
}
/**
 * Whether a shown string stands for exactly these bytes. One that reads as a data: URL could also be the text of a file: where
 * texts of the same type are shown as they are it is, elsewhere it may be either.
 */
function isSameFile(content, file, plainTypes) {
    const isLiteral = content.text?.sha256 === file.sha256;
    if (content.data === null)
        return isLiteral;
    const isDecoded = content.data.sha256 === file.sha256;
    if (file.form === 'data')
        return isDecoded;
    return isLiteral || (isDecoded && !plainTypes.has(file.type));
}
function isSameService({ kept }, { serviceJson }) {
    return kept !== null && serviceJson !== null && isSameJson(kept, serviceJson);
}
function toBytes(content) {
    return content.data?.bytes ?? content.text?.bytes ?? null;
}

;// CONCATENATED MODULE: ./lib/commands/proof.js

/**
 * Tells whether a deploy of this folder happened. `before` is the app before it; `isNew` is true when this run created
 * the app, so that anything but our content is the empty beginning. An answer that shows no files is taken at its word;
 * a read is not, unless it shows a later `updated_at`.
 */
function judgeDeploy(deployed) {
    const { before, local } = deployed;
    return (app, from) => {
        if (app === null)
            return before === null ? 'undone' : 'unclear';
        const changes = findChanges(app, local);
        if (changes === null)
            return from === 'answer' || isLater(app, before) ? 'done' : 'unclear';
        if (changes.length > 0)
            return judgeOther(app, changes, deployed);
        return from === 'doubt' ? judgeDoubt(app, deployed) : 'done';
    };
}
/** With `force` the draft may have had our content before: then only the time tells whether it came again. */
function judgeDoubt(app, { before, local }) {
    const wasSame = before !== null && findChanges(before, local)?.length === 0;
    return wasSame && !isLater(app, before) ? 'undone' : 'done';
}
/** Where only files differ that a read need not list, old and new may look the same: then the time tells them apart. */
function judgeOther(app, changes, { before, isNew }) {
    const isOld = before !== null && showsSame(app, before);
    if (isAllUnlisted(changes))
        return isOld && !isLater(app, before) ? 'undone' : 'done';
    return isNew || isOld ? 'undone' : 'unclear';
}
/** True unless the app shows other content than the folder's, as far as a read shows it. */
function showsFolder(app, local) {
    return isAllUnlisted(findChanges(app, local) ?? []);
}
function isAllUnlisted(changes) {
    return changes.every(({ kind, path }) => kind === 'added' && isUnlisted(path));
}
/** The document lists only service.json, index.html and assets/<file> among the files that a read shows. */
function isUnlisted(path) {
    return path !== 'service.json' && path !== 'index.html' && !path.startsWith('assets/');
}
function isLater(app, before) {
    return app.updatedAt !== null && app.updatedAt !== before?.updatedAt;
}
/**
 * Tells whether a submission happened. The state behind it is not documented: in review, or a verdict already, or any
 * other change of the status after a yes, but not to a draft. A verdict may lead back to the status before: then the time
 * tells.
 */
function judgeSubmit({ statusBefore, submittedAtBefore, isOurs }) {
    return (app, from) => {
        if (app === null)
            return 'unclear';
        const isLaterSent = app.submittedAt !== null && app.submittedAt !== submittedAtBefore;
        if (app.status === statusBefore && !isLaterSent)
            return 'undone';
        if (from !== 'answer' && !isOurs(app))
            return 'unclear';
        if (isLaterSent || isVerdictDue(app.status))
            return 'done';
        return from !== 'doubt' && app.status !== null && app.status !== 'draft' ? 'done' : 'unclear';
    };
}
function isVerdictDue(status) {
    return status === 'in_review' || status === 'published' || status === 'not_approved';
}
/**
 * Tells whether an app was created: it is there, and it was not before. One that comes up in doubt under another name than
 * the one that was sent is somebody else's work with the same key.
 */
function judgeCreate({ name }) {
    return (app, from) => {
        if (app === null)
            return 'undone';
        const isOther = from === 'doubt' && name !== undefined && app.name !== null && app.name !== name;
        return isOther ? 'unclear' : 'done';
    };
}
/** Tells whether an app was deleted: it is gone. */
function judgeDelete(app) {
    return app === null ? 'done' : 'undone';
}

;// CONCATENATED MODULE: ./lib/commands/settle.js



/** A change was sent, and whether it happened cannot be proven. */
class UnprovenError extends Error {
    name = 'UnprovenError';
    code = 'unproven';
    next;
    constructor({ operation, slug }, what, options) {
        super(`The ${operation} of ${slug} was sent, and what became of it is not known: ${what}`, options);
        this.next = `Look at ${slug} in the dashboard, or run the command status, before you run the job again.`;
    }
}
/**
 * Makes a change and proves it. An unanswered change is settled by reading the app: done is done, and it is sent again
 * only when the read proves that it did not happen. A change that the service said yes to is never sent again.
 * Returns the app as the proof showed it, null for gone. The ledger learns of every read, also of one that proves nothing.
 * Throws UnprovenError.
 */
async function settle(change, ports) {
    let earlier = 0;
    for (;;) {
        const answer = await sendOrProve(change, ports, earlier);
        if ('proven' in answer)
            return answer.proven;
        if (answer.lost === null)
            return settle_confirm(change, ports, answer.app);
        ports.log.info(`${change.operation}: ${answer.lost.message}; reading the app to see what became of it`);
        const found = await judgeLost(change, ports, answer.lost);
        if (found !== null)
            return found.proven;
        if (!(await waitToLookAgain(change, ports, { earlier, why: notDone(change) })))
            throw answer.lost;
        // It may have happened a moment after that read, or the read may have lagged behind.
        const late = await judgeLost(change, ports, answer.lost);
        if (late !== null)
            return late.proven;
        earlier += 1;
    }
}
/** A refusal of a repeated change may be the echo of our own unanswered success: then the app decides, not the refusal. */
async function sendOrProve(change, ports, earlier) {
    try {
        return await change.send(ports.client);
    }
    catch (error) {
        if (error instanceof LostError && error.sent)
            throw new UnprovenError(change, error.message, { cause: error });
        if (earlier === 0 || !(error instanceof RefusedError))
            throw error;
        for (let looks = 0;; looks += 1) {
            const found = await judgeLost(change, ports, error);
            if (found !== null)
                return found;
            if (!(await waitToLookAgain(change, ports, { earlier: looks, why: notDone(change) })))
                throw error;
        }
    }
}
/** Reads what became of a change that may have happened: null when it did not. Throws UnprovenError where the app does not tell. */
async function judgeLost(change, ports, lost) {
    const app = await readForProof(change, ports, lost);
    const proof = change.judge(app, 'doubt');
    if (proof === 'undone')
        return null;
    if (proof === 'done')
        return { proven: app };
    throw new UnprovenError(change, `${lost.message}; the app shows neither the old state nor the new`, { cause: lost });
}
/** The service said yes. Where the answer does not prove it, the app is read, more than once if it lags behind. */
async function settle_confirm(change, ports, shown) {
    if (shown !== null && change.judge(shown, 'answer') === 'done') {
        const found = shown.status === null ? await lookForState(change, ports) : null;
        if (found === null)
            return shown;
        // A read that shows no more than the answer did is taken at its word too, one that shows something else is not.
        if (change.judge(found.proven, 'answer') === 'done')
            return found.proven;
    }
    let earlier = 0;
    for (;;) {
        const app = await readForProof(change, ports, null);
        const proof = change.judge(app, 'read');
        if (proof === 'done')
            return app;
        if (proof === 'unclear' || !(await waitToReadAgain(change, ports, earlier))) {
            throw new UnprovenError(change, 'the service said yes, but the app does not show the change');
        }
        earlier += 1;
    }
}
/** The app where an answer proves the change and leaves out the state that is to be reported; null where it cannot be read. */
async function lookForState(change, ports) {
    try {
        return { proven: await readForProof(change, ports, null) };
    }
    catch (error) {
        if (!(error instanceof UnprovenError))
            throw error;
        ports.log.debug(`the state is not known: ${error.message}`);
        return null;
    }
}
async function waitToReadAgain(change, ports, earlier) {
    try {
        return await waitToLookAgain(change, ports, { earlier, why: 'the app does not show it yet' });
    }
    catch (error) {
        if (!(error instanceof run_end/* RunEnd */.lN))
            throw error;
        throw new UnprovenError(change, `the service said yes, but ${error.message} before the app showed it`, {
            cause: error,
        });
    }
}
async function readForProof(change, { client, ledger }, lost) {
    try {
        const app = await client.readApp(change.slug);
        ledger.learnApp(app);
        return app;
    }
    catch (error) {
        if (!(error instanceof Error))
            throw error;
        const before = lost === null ? '' : `${lost.message}; `;
        throw new UnprovenError(change, `${before}the app could not be read: ${error.message}`, { cause: error });
    }
}
function notDone({ operation }) {
    return `the ${operation} did not happen`;
}
async function waitToLookAgain({ operation }, ports, { earlier, why }) {
    const decision = waitToLook({ earlier, leftMs: Number.POSITIVE_INFINITY, random: ports.random() }, why);
    if (decision.do !== 'again')
        return false;
    ports.onWait({ what: operation, milliseconds: decision.afterMs, why: decision.why });
    await ports.clock.sleep(decision.afterMs, ports.signal);
    return true;
}

;// CONCATENATED MODULE: ./lib/commands/create.js







/** Apps that an account may have (service document, "Limits"). */
const mostApps = 20;
/** Creates the app with the fields that its folder holds. The assets follow with a deploy. */
async function create(inputs, ports) {
    const ready = await prepareFolder(ports);
    const fields = toFields(ready);
    return goOnline(inputs, ports, async (online) => {
        const { slug, dryRun } = inputs;
        const existing = await online.client.readApp(slug);
        online.ledger.learnBefore(existing);
        if (existing !== null)
            throw new DecisionError('app_exists', slug);
        if (dryRun)
            return { kind: 'planned', plan: { do: 'create' } };
        await createWith(fields, { slug, ready, ports: online });
        return { kind: 'created' };
    });
}
/** Creates the app before its first deploy, with its name alone: the deploy brings the rest. Returns it as it is then. */
function createMissing({ slug }, ports, ready) {
    const { name } = ready.checked.fields;
    return createWith(name === undefined ? {} : { name }, { slug, ready, ports });
}
async function createWith(fields, { slug, ready, ports }) {
    const { ledger, log } = ports;
    return log.group('Create', async () => {
        try {
            const send = (client) => client.createApp(slug, fields);
            const app = await collectProblems(ports, ready.packed, () => settle({ operation: 'create', slug, send, judge: judgeCreate(fields) }, ports));
            ledger.learnChange(app);
            log.info(`created: ${slug}`);
            return app;
        }
        catch (error) {
            throw await explainCap(error, slug, ports);
        }
    });
}
/** The document does not say how the service refuses a 21st app: with 20 apps there, that is what any refusal means. */
async function explainCap(error, slug, { client, log }) {
    if (!(error instanceof RefusedError) || error.code === 'unauthorized' || error.code === 'service_error')
        return error;
    try {
        const { length } = await client.listApps();
        return length < mostApps
            ? error
            : new DecisionError('too_many_apps', `${slug}; ${error.message}`, { cause: error });
    }
    catch (listError) {
        log.debug(`the apps could not be counted: ${(0,reason/* toReason */.G)(listError)}`);
        return error;
    }
}

;// CONCATENATED MODULE: ./lib/commands/existing.js

/** Reads the app that a command is about, and notes it as it was before. Throws DecisionError `app_missing`. */
async function readExisting(slug, { client, ledger }) {
    const app = await client.readApp(slug);
    if (app === null)
        throw new DecisionError('app_missing', slug);
    ledger.learnBefore(app);
    return app;
}
/** The status as log lines name it: the service's word, not safe to print yet. */
function nameStatus(app) {
    return app?.status ?? 'in no known state';
}

;// CONCATENATED MODULE: ./lib/commands/delete.js



/**
 * Deletes the app for good; the inputs' check has seen `confirm` repeat the slug. An app that is not there is an error:
 * it may be somebody else's, and a green delete would say that it is gone.
 */
async function deleteApp(inputs, ports) {
    const { ledger, log } = ports;
    const { slug } = inputs;
    await readExisting(slug, ports);
    if (inputs.dryRun)
        return { kind: 'planned', plan: { do: 'delete' } };
    await log.group('Delete', async () => {
        const send = (service) => service.deleteApp(slug);
        await settle({ operation: 'delete', slug, send, judge: judgeDelete }, ports);
        ledger.learnChange(null);
        log.info(`deleted: ${slug} is gone`);
    });
    return { kind: 'deleted' };
}

;// CONCATENATED MODULE: ./lib/commands/intent.js

/** What a dry run says that a deploy would do: where the app is not there and not to be created, the service refuses it. */
function toIntent(plan, { slug, submit }, before) {
    switch (plan.do) {
        case 'refuse':
            return planRefusal(plan.why, slug);
        case 'nothing':
            return { do: 'nothing', why: plan.isSubmitted ? 'in_review' : plan.why };
        case 'deploy':
            if (before === null && !plan.createFirst)
                return planRefusal('app_missing', slug);
            return { do: 'deploy', createFirst: plan.createFirst, submits: submit };
        default:
            return plan;
    }
}
/** Our own no, as a dry run tells it. */
function planRefusal(code, slug) {
    const { message, next } = new DecisionError(code, slug);
    return { do: 'refuse', failure: { code, message, next } };
}

;// CONCATENATED MODULE: ./lib/commands/plan.js
/**
 * Decides what a deploy does. Two rules of the service stand behind it: `not_approved` is final, so such an app is
 * never changed in order to be submitted; and any deploy takes an app out of review, so that a needless one costs a place.
 */
function planDeploy(asked, seen) {
    if (seen === null)
        return { do: 'deploy', createFirst: asked.create };
    if (asked.submit && seen.status === 'not_approved')
        return { do: 'refuse', why: 'final_not_approved' };
    if (seen.isSame && !asked.force)
        return planSame(asked.submit, seen.status);
    // `on-in-review` is about other content: who forces the same one into a review means it.
    if (seen.status === 'in_review' && !seen.isSame)
        return planInReview(asked.onInReview);
    return { do: 'deploy', createFirst: false };
}
/** What to do with an app that is in review while other content waits (input `on-in-review`). */
function planInReview(onInReview) {
    if (onInReview === 'skip')
        return { do: 'skip' };
    return onInReview === 'fail' ? { do: 'refuse', why: 'in_review' } : { do: 'deploy', createFirst: false };
}
function planSame(submit, status) {
    const isSubmitted = status === 'in_review';
    if (!submit)
        return { do: 'nothing', why: 'unchanged', isSubmitted };
    return planSubmit(status);
}
/** What is left to do to send content for review that the draft already has. */
function planSubmit(status) {
    if (status === 'not_approved')
        return { do: 'refuse', why: 'final_not_approved' };
    if (status === 'in_review')
        return { do: 'nothing', why: 'in_review', isSubmitted: true };
    if (status === 'published')
        return { do: 'nothing', why: 'published', isSubmitted: false };
    return { do: 'submit' };
}

;// CONCATENATED MODULE: ./lib/commands/review.js



const firstPauseMs = 2_000;
const longestPauseMs = 30_000;
/** The last look may end so much later than the wait. */
const lastLookMs = 5_000;
/**
 * Reads a status as a verdict. A status that the document does not know is never final, so the wait goes on. The earlier
 * form's `changes_requested` is a no like `not_approved`, though not a final one.
 */
function readStanding(status) {
    switch (status) {
        case 'published':
        case 'published_with_unreviewed_changes':
            return 'approved';
        case 'not_approved':
        case 'changes_requested':
            return 'refused';
        case 'draft':
        case 'taken_down':
            return 'ended';
        default:
            return 'waiting';
    }
}
/** The pause before the next look: from 2 s half as long again each time up to 30 s, and up to a fifth of jitter. */
function choosePause(looks, random) {
    return Math.round(Math.min(longestPauseMs, firstPauseMs * 1.5 ** looks) * (1 + 0.2 * random));
}
/**
 * Waits for the reviewer's verdict as long as `wait-for-review` allows, with a line for each change of state. The app was
 * submitted whatever happens here: running out of time, or not being able to ask, is told and is no failure.
 */
async function awaitVerdict(inputs, ports) {
    const budgetMs = inputs.waitForReviewMinutes * 60_000;
    if (budgetMs === 0)
        return;
    const { clock, ledger, log } = ports;
    const until = clock.now() + budgetMs;
    ports.extendDeadline(budgetMs);
    await log.group('Review', async () => {
        try {
            await pollUntil(until, inputs.slug, ports);
            noteVerdict(inputs, ports);
        }
        catch (error) {
            if (!isPassing(error))
                throw error;
            // The last look came to nothing until the time was up: then that is what is to be told.
            const isOver = error instanceof LostError && error.code === 'attempt_timeout' && clock.now() >= until;
            if (isOver)
                return noteVerdict(inputs, ports);
            ledger.warn(`The wait for the verdict ended early: ${error.message}. ${inputs.slug} stays as it is.`);
        }
    });
}
async function pollUntil(until, slug, { client, clock, ledger, log, random, signal }) {
    for (let looks = 0; readStanding(ledger.facts.app?.status ?? null) === 'waiting'; looks += 1) {
        const pause = Math.min(choosePause(looks, random()), until - clock.now());
        if (pause <= 0)
            return;
        await clock.sleep(pause, signal);
        const status = ledger.facts.app?.status;
        const limitMs = Math.max(0, until - clock.now()) + lastLookMs;
        ledger.learnApp(await client.readApp(slug, limitMs));
        if (ledger.facts.app === null)
            return;
        if (ledger.facts.app.status !== status) {
            log.info(`${slug} is now ${nameStatus(ledger.facts.app)}`);
        }
    }
}
function isPassing(error) {
    return error instanceof LostError || error instanceof RefusedError || error instanceof run_end/* RunEnd */.lN;
}
/** Says in the report how a wait ended that was not cut short. */
function noteVerdict({ slug, waitForReviewMinutes }, { ledger }) {
    const { app } = ledger.facts;
    const standing = app === null ? 'ended' : readStanding(app.status);
    const state = app === null ? 'gone' : nameStatus(app);
    if (standing === 'ended')
        ledger.warn(`${slug} is ${state}: no verdict will come.`);
    else if (standing !== 'waiting')
        ledger.learn({ verdict: standing });
    else {
        ledger.notice(`No verdict within ${waitForReviewMinutes} minutes: ${slug} is still ${state}. Ask again later with the command status.`);
    }
}

;// CONCATENATED MODULE: ./lib/commands/submit-step.js



/** Sends the app for review and proves it: one submission at most, whatever answers are lost. */
async function submitApp(inputs, ports, seen) {
    const { slug, termsVersion } = inputs;
    await ports.log.group('Submit', async () => {
        ports.log.info(`sending ${slug} for review, accepting the developer terms ${termsVersion}`);
        const send = (client) => client.submitApp(slug, termsVersion);
        const app = await settle({ operation: 'submit', slug, send, judge: judgeSubmit(seen) }, ports);
        ports.ledger.learnApp(app);
        ports.ledger.learn({ submitted: true });
        ports.log.info(`submitted: ${slug} is ${nameStatus(app)}`);
    });
}

;// CONCATENATED MODULE: ./lib/commands/deploy.js












/**
 * Deploys the folder, and with `submit` sends the app for review. Reads first, so that content which is there already
 * is not deployed again; proves each change; never deploys after a submission.
 */
async function deploy(inputs, ports) {
    const ready = await prepareFolder(ports);
    return goOnline(inputs, ports, async (online) => {
        const local = await readLocal(ready, ports);
        const before = await readBefore(inputs, online, local);
        const isSame = ports.ledger.facts.changes?.length === 0;
        const plan = planDeploy(inputs, before === null ? null : { status: before.status, isSame });
        // Of what stays as it is, also where `force` would have deployed it again.
        const stays = inputs.dryRun || plan.do !== 'deploy';
        if (stays)
            ports.ledger.learn({ submitted: isSame && before?.status === 'in_review' });
        if (inputs.dryRun)
            return { kind: 'planned', plan: toIntent(plan, inputs, before) };
        return carryOut(plan, { inputs, ports: online, ready, local, before });
    });
}
async function readBefore(inputs, ports, local) {
    const { client, ledger, log } = ports;
    return log.group('Read', async () => {
        const app = await client.readApp(inputs.slug);
        const changes = app === null ? null : findChanges(app, local);
        ledger.learnBefore(app);
        ledger.learn({ changes });
        const difference = changes === null ? 'nothing to compare with' : `${changes.length} files differ`;
        log.info(`${inputs.slug} ${app === null ? 'does not exist yet' : `is ${nameStatus(app)}, ${difference}`}`);
        return app;
    });
}
async function carryOut(plan, story) {
    const { inputs, ports, before } = story;
    switch (plan.do) {
        case 'refuse':
            throw new DecisionError(plan.why, inputs.slug);
        case 'skip':
            ports.ledger.notice(`${inputs.slug} is in review and was left there: the folder was not sent.`);
            return { kind: 'skipped', skipReason: 'in-review' };
        case 'nothing':
            if (plan.why === 'published') {
                notePublished(story);
            }
            if (plan.why === 'in_review')
                await awaitVerdict(inputs, ports);
            return { kind: 'unchanged' };
        case 'submit':
            await submitShown(story, before);
            return { kind: 'unchanged', sentForReview: true };
        case 'deploy': {
            const shown = await deployFolder(plan.createFirst, story);
            if (inputs.submit)
                await submitShown(story, await confirmState(shown, story));
            return { kind: 'deployed' };
        }
    }
}
async function deployFolder(createFirst, story) {
    const { inputs, ports, ready, local, before } = story;
    const beginning = createFirst ? await createMissing(inputs, ports, ready) : before;
    return ports.log.group('Deploy', async () => {
        const body = ports.folder.createBody(ready.packed, inputs.slug);
        ports.log.info(`sending ${ready.packed.files.length} files, ${body.length} bytes`);
        const app = await collectProblems(ports, ready.packed, () => settle({
            operation: 'deploy',
            slug: inputs.slug,
            send: (client) => client.deployApp(inputs.slug, body),
            judge: judgeDeploy({ before: beginning, isNew: createFirst, local }),
        }, ports));
        ports.ledger.learnChange(app);
        ports.log.info(`deployed: ${inputs.slug} is ${nameStatus(app)}`);
        return app;
    });
}
/**
 * The app right after a deploy, whose answer may show the state from before: a deploy takes an app out of review, so that one
 * that is in review, or needs none, is read before that is believed.
 */
async function confirmState(shown, { inputs, ports }) {
    if (planSubmit(shown?.status ?? null).do !== 'nothing')
        return shown;
    const app = await ports.client.readApp(inputs.slug);
    ports.ledger.learnApp(app);
    return app;
}
function notePublished({ inputs, ports }) {
    ports.ledger.notice(`${inputs.slug} is published with exactly this content: there is nothing to review.`);
}
/** Sends for review what the draft holds now, unless its state says that this is done, or can never be. */
async function submitShown({ inputs, ports, local, ready, before }, shown) {
    ports.ledger.learn({ submitting: true });
    const plan = planSubmit(shown?.status ?? null);
    if (plan.do === 'refuse')
        throw new DecisionError(plan.why, inputs.slug);
    if (plan.do === 'nothing') {
        ports.ledger.learn({ submitted: plan.isSubmitted });
        if (plan.why === 'published')
            notePublished({ inputs, ports });
    }
    else {
        // An answer may leave the time out: only the read at the beginning shows it for sure.
        const submittedAtBefore = before?.submittedAt ?? null;
        const isOurs = (app) => showsFolder(app, local);
        await collectProblems(ports, ready.packed, () => submitApp(inputs, ports, { statusBefore: shown?.status ?? null, submittedAtBefore, isOurs }));
    }
    await awaitVerdict(inputs, ports);
}

;// CONCATENATED MODULE: ./lib/commands/list.js

/** Lists the apps of the key's owner, in the service's order. */
async function list(_inputs, { client, ledger, log }) {
    const apps = (await client.listApps()).map(lib_ledger/* toAppFacts */.s);
    ledger.learn({ apps });
    log.info(`${apps.length} apps`);
    return { kind: 'listed' };
}

;// CONCATENATED MODULE: ./lib/commands/status.js


/** Reads the app; with `wait-for-review`, waits for the verdict on an app that is in review. Changes nothing. */
async function status_status(inputs, ports) {
    const { ledger, log } = ports;
    const app = await readExisting(inputs.slug, ports);
    log.info(`${inputs.slug} is ${nameStatus(app)}`);
    // A draft was never sent: there is no verdict to wait for, and none to warn about.
    if (readStanding(app.status) !== 'ended')
        await awaitVerdict(inputs, ports);
    if (ledger.facts.app?.status === 'published_with_unreviewed_changes') {
        ledger.notice(`${inputs.slug} is published, but its draft holds changes that nobody has reviewed: submit them to publish them.`);
    }
    return { kind: 'read' };
}

;// CONCATENATED MODULE: ./lib/commands/submit.js







/** Sends the draft as it is for review. An app that is in review already is left there: that is what was asked for. */
async function submit_submit(inputs, ports) {
    const { ledger } = ports;
    const stale = await judgeStale(inputs, ports);
    if (stale !== null)
        return stale;
    const before = await readExisting(inputs.slug, ports);
    const plan = planSubmit(before.status);
    if (plan.do === 'refuse')
        throw new DecisionError(plan.why, inputs.slug);
    if (plan.do === 'nothing') {
        ledger.learn({ submitted: plan.isSubmitted });
        if (inputs.dryRun)
            return { kind: 'planned', plan: { do: 'nothing', why: plan.why } };
        if (plan.why === 'published')
            ledger.notice(`${inputs.slug} is published as it is: there is nothing to review.`);
        await awaitVerdict(inputs, ports);
        return { kind: 'unchanged' };
    }
    if (inputs.dryRun)
        return { kind: 'planned', plan: { do: 'submit' } };
    const isOurs = () => true;
    await collectProblems(ports, null, () => submitApp(inputs, ports, { statusBefore: before.status, submittedAtBefore: before.submittedAt, isOurs }));
    await awaitVerdict(inputs, ports);
    return { kind: 'submitted' };
}

;// CONCATENATED MODULE: ./lib/commands/proof-fields.js


/**
 * Tells whether an update happened: every field sent is shown as sent, or every one as before. An answer is taken at its word
 * for the fields that it leaves out, a read is not.
 */
function judgeUpdate({ before, fields }) {
    return (app, from) => {
        if (app === null)
            return 'unclear';
        const different = listDifferent(app, fields).filter((name) => from !== 'answer' || isShown(app, name));
        if (different.length === 0)
            return 'done';
        const isOld = different.length === listDifferent(before, fields).length && app.updatedAt === before.updatedAt;
        return isOld ? 'undone' : 'unclear';
    };
}
function isShown(app, name) {
    if (name === 'html')
        return app.html !== null || app.files !== null;
    return app[name === 'system_prompt' ? 'systemPrompt' : name] !== null;
}
/** The fields that the app shows otherwise than given. */
function listDifferent(app, fields) {
    const isSame = {
        name: (text) => text === app.name,
        tagline: (text) => text === (app.tagline ?? ''),
        color: (text) => text === (app.color ?? ''),
        system_prompt: (text) => listPromptTexts(app.systemPrompt ?? '').includes(text),
        html: (text) => showsPage(app, digestText(text).sha256),
    };
    const names = ['name', 'tagline', 'color', 'system_prompt', 'html'];
    return names.filter((name) => {
        const text = fields[name];
        return text !== undefined && !isSame[name](text);
    });
}
/**
 * True when the app shows a page of this digest, as text or as a data: URL. It is looked for in the files where they are
 * shown: `html` is the page as it runs, which may be another.
 */
function showsPage(app, sha256) {
    const page = app.files?.get('index.html') ?? app.html;
    return page?.text?.sha256 === sha256 || page?.data?.sha256 === sha256;
}

;// CONCATENATED MODULE: ./lib/commands/update.js









/**
 * Updates the fields of the draft that differ from the folder, and nothing when none does. Assets need a deploy: where
 * the app's files are shown, a notice says how many differ beside what is sent.
 */
async function update(inputs, ports) {
    const ready = await prepareFolder(ports);
    const held = toFields(ready);
    return goOnline(inputs, ports, (online) => updateWith(held, { inputs, ready, ports: online }));
}
async function updateWith(held, { inputs, ready, ports }) {
    const before = await readExisting(inputs.slug, ports);
    const fields = pickDifferent(before, held);
    ports.log.info(`fields that differ: ${Object.keys(fields).join(', ') || 'none'}`);
    const changes = await compareFiles(before, { ready, ports });
    if (Object.keys(fields).length === 0) {
        ports.ledger.learn({ submitted: changes?.length === 0 && before.status === 'in_review' });
        noteUnsent(changes, fields, ports);
        return inputs.dryRun ? { kind: 'planned', plan: { do: 'nothing', why: 'unchanged' } } : { kind: 'unchanged' };
    }
    const plan = before.status === 'in_review' ? planInReview(inputs.onInReview) : null;
    if (plan?.do === 'refuse') {
        if (inputs.dryRun)
            return { kind: 'planned', plan: planRefusal(plan.why, inputs.slug) };
        throw new DecisionError(plan.why, inputs.slug);
    }
    if (plan?.do === 'skip') {
        if (inputs.dryRun)
            return { kind: 'planned', plan };
        ports.ledger.notice(`${inputs.slug} is in review and was left there: the fields that differ were not sent.`);
        return { kind: 'skipped', skipReason: 'in-review' };
    }
    noteUnsent(changes, fields, ports);
    if (inputs.dryRun)
        return { kind: 'planned', plan: { do: 'update', fields: Object.keys(fields) } };
    await sendUpdate(fields, before, { ready, ports });
    return { kind: 'updated' };
}
async function compareFiles(app, { ready, ports }) {
    return app.files === null ? null : findChanges(app, await readLocal(ready, ports));
}
/** Says how many files differ that are not among what is sent. */
function noteUnsent(changes, fields, { ledger }) {
    const sent = new Set(Object.keys(fields).map((name) => filesOfFields.get(name) ?? 'service.json'));
    const unsent = (changes ?? []).filter(({ path }) => !sent.has(path)).length;
    if (unsent === 0)
        return;
    const differ = unsent === 1 ? '1 file differs' : `${unsent} files differ`;
    ledger.notice(`${differ} from what the app shows, and update does not send that: the command deploy sends all files.`);
}
/** The files that fields stand for; all others are keys of service.json. */
const filesOfFields = new Map([
    ['html', 'index.html'],
    ['system_prompt', 'instructions.md'],
]);
async function sendUpdate(fields, before, { ready, ports }) {
    const { slug } = before;
    await ports.log.group('Update', async () => {
        const send = (client) => client.updateApp(slug, fields);
        const app = await collectProblems(ports, ready.packed, () => settle({ operation: 'update', slug, send, judge: judgeUpdate({ before, fields }) }, ports));
        ports.ledger.learnChange(app);
        ports.log.info(`updated: ${slug} is ${nameStatus(app)}`);
    });
}
function pickDifferent(app, fields) {
    const names = new Set(listDifferent(app, fields));
    return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
}

;// CONCATENATED MODULE: ./lib/failures.js






/** Turns whatever a command threw into how the run ended. A bug of ours keeps its stack; nothing expected does. */
function toFailedOutcome(error) {
    if (error instanceof UnprovenError)
        return { kind: 'unknown', failure: failures_describe(error) };
    if (error instanceof RefusedError) {
        return { kind: rejections.has(error.code) ? 'rejected' : 'failed', failure: failures_describe(error) };
    }
    if (error instanceof DecisionError) {
        return { kind: error.isRejection ? 'rejected' : 'failed', failure: failures_describe(error) };
    }
    if (error instanceof LostError || error instanceof FolderError)
        return { kind: 'failed', failure: failures_describe(error) };
    if (error instanceof run_end/* RunEnd */.lN) {
        const { code, what, next } = error.loss;
        return { kind: 'failed', failure: { code, message: capitalize(what), next } };
    }
    return { kind: 'failed', failure: describeBug(error) };
}
/** 400, 409 and 422: the service says no to the content, and not to who asks or how often. */
const rejections = new Set([
    'field_rejected',
    'terms_required',
    'address_taken',
    'not_approved',
    'folder_rejected',
]);
function failures_describe({ code, message, next }) {
    return { code, message, next };
}
function describeBug(error) {
    const stack = error instanceof Error ? error.stack : undefined;
    return {
        code: 'bug',
        message: `The action failed in a way that it should not: ${(0,reason/* toReason */.G)(error)}`,
        next: 'Please report this with the lines below, at the address of this action.',
        ...(stack === undefined ? {} : { stack }),
    };
}
function capitalize(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

// EXTERNAL MODULE: ./lib/inputs.js
var lib_inputs = __webpack_require__(646);
;// CONCATENATED MODULE: ./lib/run.js









/** Commands that pack a folder: offline they check it. */
const folderCommands = { deploy: deploy, create: create, update: update };
/** Commands that only talk to the service: offline there is nothing for them to do. */
const serviceCommands = { status: status_status, submit: submit_submit, list: list, delete: deleteApp };
/** Runs the command to its end, whatever comes. What the run has proven by then stands in the ledger. */
async function run(inputs, ports) {
    const isForkCheck = ports.client === null && ports.fromFork;
    if (isForkCheck) {
        const rest = (0,lib_inputs/* takesFolder */.fk)(inputs.command) ? 'the folder is checked, and nothing is sent' : 'nothing is done';
        ports.ledger.notice(`A pull request from a fork gets no secrets: ${rest}.`);
    }
    if (inputs.submit && (inputs.command === 'create' || inputs.command === 'update')) {
        ports.ledger.warn(`submit: true does nothing with ${inputs.command}: only deploy and submit send for review.`);
    }
    try {
        return await runCommand(inputs.command, inputs, ports);
    }
    catch (error) {
        const outcome = toFailedOutcome(error);
        return isForkCheck ? { ...outcome, skipReason: 'fork' } : outcome;
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
/** 0 for what was asked for, proven; 1 for a no, a failure or a doubt, and for a waited-for verdict that is a no. */
function toExitCode(outcome, { verdict }) {
    const isBad = outcome.kind === 'rejected' || outcome.kind === 'failed' || outcome.kind === 'unknown';
    return isBad || verdict === 'refused' ? 1 : 0;
}

;// CONCATENATED MODULE: ./lib/version.js
/** The action's version, the same as in package.json (a test holds them together). Part of the User-Agent. */
const version = '0.1.0';

;// CONCATENATED MODULE: ./lib/action.js














/** Wires the parts together and runs the command. Whatever goes wrong is the report's outcome. */
async function act(options) {
    const { inputs, context, clock, controller, log } = options;
    // A list is about no app, whatever slug is given.
    const ledger = new lib_ledger/* Ledger */.O(inputs.command === 'list' ? '' : inputs.slug);
    const deadline = startDeadline({
        minutes: inputs.timeoutMinutes,
        now: clock.now,
        setTimer: options.setTimer,
        abort: (reason) => controller.abort(reason),
    });
    const folder = createFolderPort({
        inputs,
        context,
        signal: controller.signal,
        watchUpload: (total) => createProgress({ total, now: clock.now, log }),
    });
    let packed = null;
    const pack = async () => {
        packed = await folder.pack();
        return packed;
    };
    const ports = createPorts(options, { ledger, deadline, folder: { ...folder, pack } });
    const outcome = await run(inputs, ports);
    deadline.stop();
    const comment = createCommentTarget(options, ledger);
    return { report: toReport(inputs, { outcome, facts: ledger.facts }, packed), comment };
}
function createPorts({ inputs, context, clock, random, controller, log }, { ledger, deadline, folder }) {
    const { signal } = controller;
    const onWait = (wait) => {
        ledger.addWait(wait);
        log.info(`${wait.what}: ${wait.why}; again in ${Math.ceil(wait.milliseconds / 100) / 10} s`);
    };
    return {
        client: createServiceClient(inputs, context, { clock, random, signal, deadline: deadline.at, onWait }),
        clock,
        random,
        signal,
        log,
        ledger,
        onWait,
        folder,
        fromFork: context.fromFork,
        extendDeadline: deadline.extend,
        checkStale: async () => {
            try {
                return await isStale(context, toGithubAccess(inputs, context, signal));
            }
            catch (error) {
                ledger.warn(`on-stale could not be judged, so the run goes on: ${(0,reason/* toClause */.H)(error)}. The token needs "permissions: contents: read".`);
                return null;
            }
        },
    };
}
function createServiceClient({ apiKey, baseUrl, dryRun }, { proxy, runUrl }, ports) {
    if (apiKey === null || baseUrl === null)
        return null;
    const userAgent = `miniapp-deploy/${version}${runUrl === null ? '' : ` (+${runUrl})`}`;
    const transport = createTransport({ origin: baseUrl.origin, apiKey, userAgent, dryRun, proxy });
    return createClient(createSender({ ...ports, transport }), baseUrl);
}
function toReport(inputs, told, packed) {
    return {
        command: inputs.command,
        dryRun: inputs.dryRun,
        ...told,
        repositoryPath: packed?.repositoryPath ?? null,
        readLines: async (path, first, last) => (packed === null ? null : readLines(packed, path, { first, last })),
        secrets: listSecrets(inputs).map(({ value }) => value),
    };
}
function createCommentTarget({ inputs, context, controller, log }, ledger) {
    if (!inputs.comment)
        return null;
    if (inputs.command === 'list') {
        ledger.warn('comment: true does nothing with list: a comment is about one app.');
        return null;
    }
    if (context.pullRequest === null) {
        ledger.warn('comment: true does nothing here: this run is not about a pull request.');
        return null;
    }
    log.debug(`commenting on pull request ${context.pullRequest}`);
    const port = openComments(context.pullRequest, toGithubAccess(inputs, context, controller.signal));
    return { port, runUrl: context.runUrl };
}
function toGithubAccess(inputs, { apiUrl, repository }, signal) {
    return { token: inputs.githubToken, apiUrl, repository, signal };
}


/***/ }),

/***/ 6547:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ toReason),
/* harmony export */   H: () => (/* binding */ toClause)
/* harmony export */ });
/** What a caught value says of itself, for a sentence or a log line: outside text, not safe to print yet. */
function toReason(error) {
    return error instanceof Error ? error.message : String(error);
}
/** The same without its full stop, to go on behind it with a sentence of one's own. */
function toClause(error) {
    return toReason(error).replace(/\.$/, '');
}


/***/ }),

/***/ 2777:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B4: () => (/* binding */ formatCount),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   z3: () => (/* binding */ formatBytes)
/* harmony export */ });
const units = ['B', 'KB', 'MB', 'GB', 'TB'];
/** A size as people read it, such as `30 KB` or `1.5 MB`; a KB is 1,000 bytes. Nonsense and negatives read `0 B`. */
function formatBytes(bytes) {
    let value = Number.isFinite(bytes) ? Math.max(0, Math.round(bytes)) : 0;
    let unit = 0;
    // 999.5 and more would be rounded to 1000 of a unit.
    while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    return `${value < 9.95 && unit > 0 ? value.toFixed(1).replace('.0', '') : Math.round(value)} ${units[unit]}`;
}
/** A span of time as people read it, such as `420 ms`, `1.2 s`, `2 min 5 s` or `1 h 3 min`. Nonsense and negatives read `0 ms`. */
function formatDuration(milliseconds) {
    const span = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
    if (span < 999.5)
        return `${Math.round(span)} ms`;
    if (span < 9950)
        return `${(span / 1000).toFixed(1).replace('.0', '')} s`;
    const seconds = Math.round(span / 1000);
    if (seconds < 60)
        return `${seconds} s`;
    return seconds < 3600 ? joinUnits(seconds, 'min', 's') : joinUnits(Math.round(seconds / 60), 'h', 'min');
}
/** A number with its noun, such as `1 file` or `2,000 files`. */
function formatCount(count, noun) {
    const digits = String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
    return `${digits} ${noun}${count === 1 ? '' : 's'}`;
}
/** Sixty of the small unit are one of the big. */
function joinUnits(amount, big, small) {
    const rest = amount % 60;
    return `${Math.floor(amount / 60)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}


/***/ })

};
;