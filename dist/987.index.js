"use strict";
exports.id = 987;
exports.ids = [987];
exports.modules = {

/***/ 8391:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AM: () => (/* binding */ setBaseAdvice),
/* harmony export */   H8: () => (/* binding */ toProblem),
/* harmony export */   Jr: () => (/* binding */ adviseMissing),
/* harmony export */   fT: () => (/* binding */ limitWarnings),
/* harmony export */   it: () => (/* binding */ toTwin),
/* harmony export */   t5: () => (/* binding */ adviseExcluded),
/* harmony export */   zD: () => (/* binding */ isSameFault)
/* harmony export */ });
/* unused harmony export checkWords */
/* harmony import */ var _model_app_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4251);
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3589);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4185);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2514);




const saveAsUtf8Advice = 'Save it as UTF-8.';
const useTextAdvice = 'Write it as text in double quotes.';
const removeNullAdvice = 'Remove it, or give it a value.';
/** Advice for a build that writes absolute addresses. */
const setBaseAdvice = "set the base address of the build to ./ (in Vite base: './')";
const namePictureAdvice = 'Name a picture in the folder, such as assets/logo.svg';
/**
 * Returns the texts of every problem that the offline check finds, by code. What the service
 * document requires is an error; what it only suggests, and what could not be checked, is a
 * warning. docs/troubleshooting.md shows the fixes (`npm run docs`).
 */
const checkWords = () => ({
    secret_in_folder: makeError('\u2026 contains the value of \u2026. Nothing was sent.', `Remove it, or exclude the file with ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('exclude')}. If it was ever published, revoke it.`),
    credential_likely: makeWarning('\u2026 seems to contain \u2026.', `Exclude the file with ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('exclude')}, or remove it. If it was ever published, revoke it.`),
    secret_in_file: makeWarning('\u2026 contains what looks like \u2026. Anyone who opens the app can read it.', 'Remove it, and revoke it if it was ever published. Call the service that it belongs to from a server of your own.'),
    no_app: makeError('The folder has neither service.json nor index.html.', `Check ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('folder')}, and that ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .perFrontend */ .C2)('a step before this one builds the app', 'the app has been built')}.`),
    service_json_missing: makeWarning('The folder has no service.json.', `Add a service.json with ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .joinWords */ .yZ)(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .serviceKeys */ .Wy)}. If a build writes the folder, put it with the files that the build copies unchanged, such as those in public/.`),
    page_missing: makeWarning('The folder has no index.html.', `Add index.html, or check ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('folder')}.`),
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
    duplicate_key: makeError('service.json has the key \u2026 twice.', 'Keep one of them: JSON parsers differ in which one they use.'),
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
    picture_heic: makeWarning('index.html shows \u2026, and most browsers cannot display HEIC.', 'Convert it to JPEG, PNG or WebP, and change its address.'),
    source_maps: makeWarning('The folder contains \u2026, such as \u2026. Anyone can read the source code of the app there.', `Exclude them with ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('exclude')}, or turn source maps off in the build.`),
    outside_assets: makeWarning('\u2026 is outside assets/. The service document mentions only service.json, index.html, instructions.md and assets/.', `Move it into assets/, or exclude it with ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('exclude')}.`),
    path_twins: makeWarning('\u2026 and \u2026 differ only in \u2026.', 'Rename one of them: on a system that treats such names as equal, one file replaces the other.'),
    more_warnings: makeWarning('Not listed: \u2026.', 'Fix the listed ones first.'),
});
function makeError(message, fix) {
    return { severity: 'error', message, fix };
}
function makeWarning(message, fix) {
    return { severity: 'warning', message, fix };
}
/**
 * Makes a problem of one kind. `parts` replace the `\u2026` of its message, in order.
 *
 * @example
 * toProblem('name_case', ['Index.html', 'index.html'], { path: 'Index.html' });
 */
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
/** The files that a problem without a path is about. */
const missingFiles = {
    service_json_missing: 'service.json',
    page_missing: 'index.html',
};
/** True if the service reported, at the same place, what the offline check found. */
function isSameFault(found, reported) {
    const path = found.path ?? missingFiles[found.code ?? ''] ?? null;
    if (path === null || path !== reported.path)
        return false;
    return found.line === reported.line && found.column === reported.column;
}
/** Most warnings of one kind. A last one counts the rest. */
const maxWarnings = 20;
/**
 * Makes a warning for each of the first items, and one that counts the rest, such as "Not listed: 2
 * more files of this kind".
 */
function limitWarnings(items, noun, kind, warn) {
    const listed = items.slice(0, maxWarnings).map(warn);
    const more = items.length - listed.length;
    if (more === 0)
        return listed;
    const counted = `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatCount */ .B4)(more, `more ${noun}`)} ${kind}`;
    return [...listed, toProblem('more_warnings', [counted])];
}
/** Advice about an excluded path, by the rule. No include pattern overrides a built-in rule. */
const exclusionAdvice = {
    pattern: () => `change ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('exclude')}`,
    not_included: () => `change ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('include')}`,
    not_a_file: () => 'put a file in its place',
    hidden: () => 'rename it',
    credential: () => 'rename it',
    node_modules: () => 'rename it',
};
/** Returns advice about a path that is excluded, or is in an excluded folder; null for others. */
function adviseExcluded(path, manifest) {
    const entry = manifest.excluded.find((each) => {
        return each.path === path || (each.path.endsWith('/') && path.startsWith(each.path));
    });
    if (entry === undefined)
        return null;
    const advice = exclusionAdvice[entry.kind]();
    return `${entry.path} is excluded (${entry.reason}): ${advice}.`;
}
/**
 * Returns advice about a path that is not among the files because it is excluded or spelled
 * differently; null if neither is the case. `write` returns how the path of a file is written where
 * the wrong one was found, in ASCII.
 */
function adviseMissing(path, manifest, write = _text_escape_js__WEBPACK_IMPORTED_MODULE_3__/* .toAsciiJson */ .vx) {
    const advice = adviseExcluded(path, manifest);
    if (advice !== null)
        return advice;
    const twin = manifest.files.find((file) => toTwin(file.path) === toTwin(path));
    if (twin === undefined)
        return null;
    if (twin.path.normalize('NFC') !== path.normalize('NFC'))
        return `File names are case-sensitive: the file is ${twin.path}.`;
    // Both look the same on a screen: only their escapes in ASCII differ.
    return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${write(twin.path)}.`;
}
/** Returns a text that is equal for paths that differ only in case or in the form of accents. */
function toTwin(path) {
    return path.normalize('NFC').toLowerCase().normalize('NFC');
}


/***/ }),

/***/ 1600:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GI: () => (/* binding */ toFileError),
/* harmony export */   b3: () => (/* binding */ FolderError),
/* harmony export */   cO: () => (/* binding */ toChangedError),
/* harmony export */   cZ: () => (/* binding */ describeErrno),
/* harmony export */   ry: () => (/* binding */ readErrno)
/* harmony export */ });
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7975);
/* harmony import */ var _model_action_error_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3503);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2514);



/**
 * A fault of the folder that ends the run before anything is sent; `file_changed` may also end it
 * during a deploy.
 *
 * The message is a full sentence that names the file or folder. File names are outside text: the
 * caller escapes them before printing.
 */
class FolderError extends _model_action_error_js__WEBPACK_IMPORTED_MODULE_1__/* .ActionError */ .lZ {
    name = 'FolderError';
}
/** Makes the error for a file or folder that changed after it was listed or measured. */
function toChangedError(path, cause) {
    const during = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .perFrontend */ .C2)('while this step runs', 'meanwhile');
    return new FolderError(`${path || 'The folder'} changed while it was being read.`, {
        code: 'file_changed',
        next: `Make sure that no other process writes into the folder ${during}, then ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameRerun */ .Mn)('re-run the job')}.`,
        path,
        cause,
    });
}
/** Makes the error for a listed file or folder that the system refuses to open. */
function toFileError(path, cause, code = 'file_unreadable') {
    if (changedErrnos.has(readErrno(cause)))
        return toChangedError(path, cause);
    const action = code === 'file_unreadable' ? 'read' : 'listed';
    const user = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .perFrontend */ .C2)('the user that runs this step', 'your user');
    return new FolderError(`${path || 'The folder'} cannot be ${action}: ${describeErrno(cause)}.`, {
        code,
        next: `Give ${user} permission to read it, or exclude it with ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .nameInputInText */ .Od)('exclude')}.`,
        path,
        cause,
    });
}
/** The name is gone, or now belongs to a link (three codes), a socket, or something not a folder. */
const changedErrnos = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']);
/** Returns the system's error code, such as `ENOENT`; empty if the error has none. */
function readErrno(error) {
    if (!(error instanceof Error) || !('code' in error))
        return '';
    return typeof error.code === 'string' ? error.code : '';
}
/** Returns the system's reason for a sentence, such as `permission denied (EACCES)`. */
function describeErrno(error) {
    const code = readErrno(error) || 'no reason given';
    const errno = error instanceof Error && 'errno' in error ? error.errno : null;
    return typeof errno === 'number' ? `${(0,node_util__WEBPACK_IMPORTED_MODULE_0__.getSystemErrorMessage)(errno)} (${code})` : code;
}


/***/ }),

/***/ 1987:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  U: () => (/* binding */ isWithin),
  N: () => (/* binding */ openFolder)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __webpack_require__(4185);
// EXTERNAL MODULE: ./lib/src/text/frontend.js
var frontend = __webpack_require__(2514);
// EXTERNAL MODULE: ./lib/src/model/app.js
var app = __webpack_require__(4251);
// EXTERNAL MODULE: ./lib/src/folder/service-json.js
var service_json = __webpack_require__(4243);
// EXTERNAL MODULE: ./lib/src/folder/text.js
var folder_text = __webpack_require__(8196);
;// CONCATENATED MODULE: ./lib/src/folder/app-texts.js



/** Reads and parses the files of an app. Throws FolderError `file_changed` or `file_unreadable`. */
function loadAppTexts(manifest) {
    const service = (0,folder_text/* loadText */.E4)(manifest, app/* servicePath */.VF);
    return {
        service,
        serviceJson: service.text === null ? null : (0,service_json/* parseServiceJson */["do"])(service.text),
        page: (0,folder_text/* loadText */.E4)(manifest, app/* pagePath */.HX),
        instructions: (0,folder_text/* loadText */.E4)(manifest, app/* promptPath */.AN),
    };
}
/**
 * Returns the draft fields that the folder holds, for create and update. A field is absent if its
 * file is missing or unreadable, or if it is not a string.
 */
function toAppFields(texts) {
    const fields = {};
    for (const name of app/* sentFields */.S5) {
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
/**
 * Assumption: a deploy takes `{"slug": "<slug>", "files": {"<path>": "<content>", \u2026}}`, with each
 * content in the form that a single read shows: a text as it is, any other file as
 * `data:<type>;base64,\u2026`. docs/decisions/0001-assumptions.md shows how to change this file for a
 * service that takes another form.
 */
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
/**
 * Chooses how the content of a file is sent. `type` is its media type without parameters, `isText`
 * is true if the file is UTF-8. Pictures, fonts, sounds and videos are sent as data: URLs even if
 * they are texts, as SVG is.
 */
function chooseEncoding(type, isText) {
    const isMedia = /^(image|font|audio|video)\//.test(type);
    return isText && !isMedia ? 'text' : 'base64';
}

// EXTERNAL MODULE: ./lib/src/folder/folder-error.js
var folder_error = __webpack_require__(1600);
// EXTERNAL MODULE: ./lib/src/folder/read.js
var read = __webpack_require__(2067);
;// CONCATENATED MODULE: ./lib/src/folder/body.js




/**
 * Makes the body of a deploy. Its length is known from the scan; each file is read again, in pieces,
 * and encoded while the body is sent. (`JSON.stringify` would take seven times the app in memory,
 * could not make more than 512 MB, and would send files that changed after the check.)
 *
 * `stream()` yields chunks that are valid until the next one is asked for. All but the last are
 * larger than the high-water mark of a socket, so that a writer waits for `drain` after each. It
 * throws FolderError `file_changed` if a file is not what was measured, FolderError
 * `file_unreadable`, or the signal's reason.
 */
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
/** Returns how many bytes a piece of a file takes once it is encoded. */
function countEncoded(encoding, piece) {
    // The formula avoids encoding to base64, which would take a third of the time of a scan of 300
    // MB.
    if (encoding === 'base64')
        return Math.ceil(piece.length / 3) * 4;
    return encodePiece(encoding, piece).length;
}
/**
 * Encodes a piece of a file: `text` for a JSON string, as base64, or `raw` as it is. Returns one
 * character for each byte to send (Latin-1). A text may be cut anywhere, even inside a character:
 * JSON escapes only ASCII, and the bytes of longer characters pass one by one. For base64 the length
 * of each piece but the last must be a multiple of three.
 */
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
    const turns = new read/* EventLoopTurns */.jm(signal);
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
/**
 * Reads a file and encodes it piece by piece. Throws FolderError `file_changed` unless the file is
 * what was measured.
 */
function* encodeFile(file) {
    const open = (0,read/* openRegular */.lf)(file);
    try {
        (0,read/* assertUnchanged */.Wu)(open.stamp, file);
        let length = 0;
        for (const piece of (0,read/* readPieces */.ut)(open)) {
            const text = encodePiece(file.encoding, piece);
            length += text.length;
            yield text;
        }
        (0,read/* assertUnchanged */.Wu)((0,external_node_fs_.fstatSync)(open.fd, { bigint: true }), file);
        // If the text has changed, but not its size and time, the announced length would be wrong.
        if (length !== file.encodedBytes)
            throw (0,folder_error/* toChangedError */.cO)(file.path);
    }
    finally {
        (0,external_node_fs_.closeSync)(open.fd);
    }
}
/** Bytes of a full chunk: more than the high-water mark of a socket. */
const chunkBytes = 256 * 1024;
/** Collects Latin-1 texts, and writes them into one buffer that is used again for each chunk. */
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
    /** Returns the bytes of the texts so far, valid until the next call, and starts anew. */
    take() {
        // A text longer than the buffer, such as a path, gets memory of its own.
        const isLarge = this.#length > this.#buffer.length;
        const target = isLarge ? Buffer.allocUnsafeSlow(this.#length) : this.#buffer;
        let position = 0;
        // Not joined as strings first: V8 would copy them twice more.
        for (const text of this.#texts)
            position += target.write(text, position, 'latin1');
        this.#texts = [];
        this.#length = 0;
        return target.subarray(0, position);
    }
}

// EXTERNAL MODULE: ./lib/src/model/inputs.js
var inputs = __webpack_require__(127);
;// CONCATENATED MODULE: ./lib/src/web/addresses.js
// The text of these functions is also written into pages, by `page` and by `arrange`. Each function
// must work on its own: it uses nothing from outside of it.
/**
 * Returns the places of the addresses in a style sheet, without their quotes: in `url()`, `@import`
 * and `image-set()`. Other strings, and comments, hold no addresses.
 *
 * @example scanStyle('@import "a.css";') // [{ start: 9, end: 14 }]
 */
function scanStyle(css) {
    const token = /\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)|(?<![\w-])(?:url|(?:-webkit-)?image-set)\(\s*|@import\s*|["'()]/gi;
    const spans = [];
    // One entry for each open parenthesis: true if the strings in it are addresses.
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
/**
 * Returns the places of the addresses in a `srcset`. Each is followed by a width or a density, or
 * by a comma, which may also be a part of the address.
 */
function scanSrcset(srcset) {
    const spans = [];
    const address = /[^\s,]\S*/g;
    for (let match = address.exec(srcset); match !== null; match = address.exec(srcset)) {
        let end = address.lastIndex;
        while (srcset[end - 1] === ',')
            end -= 1;
        spans.push({ start: match.index, end });
        // A comma right behind the address ends the entry.
        if (end < address.lastIndex)
            continue;
        const comma = srcset.indexOf(',', end);
        if (comma < 0)
            break;
        address.lastIndex = comma;
    }
    return spans;
}
/** Replaces the escapes in a text of a style sheet by the characters that they stand for. */
function unescapeCss(text) {
    return text.replace(/\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi, (_, hex, character = '') => {
        const code = Number.parseInt(hex ?? '', 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : character;
    });
}

;// CONCATENATED MODULE: ./lib/src/web/html.js



/** Longer addresses, in UTF-16 units, are not the address of a file in a folder. */
const maxAddressLength = 1000;
/**
 * The attributes that hold the address of a file, by element (HTML and SVG standards), in lower
 * case. A name that ends with `srcset` holds several addresses, and `srcdoc` holds a page.
 */
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
/** The kinds of links that load a file. Others, such as `canonical`, only contain an address. */
const loadingLink = /\b(?:stylesheet|icon|manifest|preload|modulepreload|prefetch)\b/i;
/**
 * Returns the addresses of files in the elements and styles of a page. If a `<base href>` leads out
 * of the folder, it is the only one: no other address is relative to the folder then. Takes linear
 * time for any text.
 */
function findPageReferences(html) {
    const tags = [...readTags(html)];
    const base = tags.map(findBase).find((each) => each !== null);
    if (base)
        return [toReference(base)];
    return tags.flatMap(listTagReferences);
}
/** Returns the addresses of files in the `url()`, `@import` and `image-set()` of a style sheet. */
function findStyleReferences(css) {
    return findInStyle({ text: css, offset: 0 });
}
/**
 * Returns the address of a `<base>` element that leads the other addresses out of the folder, or
 * null if the tag is not such an element.
 */
function findBase(tag) {
    if (tag.name !== 'base')
        return null;
    const href = tag.attributes.get('href');
    const isFolder = href === undefined || /^(?:\.\/?)?$/.test(href.text.trim());
    return isFolder ? null : href;
}
/**
 * Returns the fault of a page's title, or null. A part of a page, without `<!doctype>`, `<html>`
 * and `<head>`, needs no title.
 */
function findTitleFault(html) {
    let headOffset = /^\s*<!doctype\b/i.test(html) ? 0 : null;
    let hasPicture = false;
    for (const tag of readTags(html)) {
        if (tag.name === 'title') {
            // An SVG picture has titles of its own, and the search does not look for its end.
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
/**
 * Returns the offset at which a script in a page runs before all others: at the start of the head,
 * and never before the doctype.
 */
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
/** Returns the title of a page in one line, or an empty text if the page has none. */
function readTitle(html) {
    const title = readTags(html).find((tag) => tag.name === 'title');
    const text = decodeEntities(title?.text?.text ?? '');
    return text.replaceAll(/\s+/g, ' ').trim();
}
/**
 * Returns the file that an address in another file of the folder leads to. The address is given
 * without its escapes (see Reference). Null if it leads elsewhere (to another host, a place on the
 * page, `/a/<slug>/\u2026`), is not the address of a file, or contains a placeholder that a script fills
 * in.
 *
 * @example findTarget('../b.png?v=1', 'assets/a.css') // { path: 'b.png', relative: null }
 */
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
/** Another host, another scheme, or a placeholder. */
const leadsElsewhere = /^\/\/|^[a-z][a-z\d+.-]*:|[{}<>]|&#|&\w+;/i;
/**
 * Returns true for `/a/<slug>`, the address that the service gives an app, and for what is below
 * it. The service itself may be below a path.
 */
function isAppAddress(place) {
    const names = place.split('/');
    if (names[0] !== '' || names[1] === 'assets')
        return false;
    return names.some((name, index) => name === 'a' && (0,inputs/* isSlug */.u5)(names[index + 1] ?? ''));
}
/**
 * Decodes the percent escapes of an address. Null if they are malformed: a lone `%` belongs to a
 * placeholder that a build step was to fill in.
 */
function decodeAddress(address) {
    try {
        return decodeURIComponent(address);
    }
    catch {
        return null;
    }
}
/** Returns the value of an attribute that holds a keyword, in lower case. */
function readKeyword(tag, attribute) {
    return tag.attributes.get(attribute)?.text.trim().toLowerCase() ?? '';
}
/** Returns the addresses of files in one element. */
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
/** Returns the addresses in the page of a `srcdoc`. A `srcdoc` in that page is not searched. */
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
/** Replaces character references such as `&amp;` by their characters. */
function decodeEntities(text) {
    return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,9}));/gi, (whole, decimal, hex, name) => {
        if (name !== undefined)
            return entities[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}
/**
 * Decodes the quotes and angle brackets in an attribute that holds a style or a page. Fills up with
 * blanks, so that the length stays and each offset in the result is the same in the attribute.
 */
function decodeKeepingLength(text) {
    return text.replace(/(^|[=(,\s])?(&(?:quot|apos|lt|gt|#0*(?:34|39|60|62)|#x0*(?:22|27|3c|3e));)/gi, (_, before = '', entity) => {
        const character = decodeEntities(entity);
        const blanks = ' '.repeat(entity.length - 1);
        // The blanks must not get between two quotes or two brackets.
        const isOpening = character === '<' || before !== '';
        return isOpening ? before + blanks + character : character + blanks;
    });
}
/**
 * Yields the opening tags of a page, except those in comments and scripts. Ends early at a tag, a
 * comment or a text that is not closed.
 */
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
/** The elements that can only hold text. */
const holdsText = /^(?:script|style|textarea|title)$/;
/** Returns the content of such an element, up to its closing tag. */
function readContent(html, name, start) {
    const closing = new RegExp(`</${name}\\b`, 'gi');
    closing.lastIndex = start;
    return { text: html.slice(start, closing.exec(html)?.index), offset: start };
}
/** Reads the attributes of a tag from the end of its name on. Null if the tag is not closed. */
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
        // If an attribute is repeated, browsers use the first one.
        const key = name.toLowerCase();
        if (!attributes.has(key))
            attributes.set(key, { text: html.slice(offset, end), offset });
        part.lastIndex = quote === undefined ? end : end + 1;
    }
    return null;
}

;// CONCATENATED MODULE: ./lib/src/web/routers.js

/**
 * In the page of a build that React Router's framework mode made for the address of an app. `arrange`
 * does what `base` would do.
 */
const appBasename = /"basename":"(?:\/[^/"]+)*?\/a\/[a-z0-9-]{3,32}\/?"/;
/**
 * The routers that can be recognized. Each sign was searched in builds of the router, and in builds
 * and libraries without it, such as swagger-ui, htmx, Turbo, docsify, MkDocs and Storybook.
 */
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
        otherHistory: ['/^.*?#/', /\bMemoryRouter\b/],
    },
    {
        name: 'Vue Router',
        fix: 'Use createWebHashHistory(), or set base of the build to /a/<slug>/ and call createWebHistory(import.meta.env.BASE_URL).',
        // The state that it keeps in the history.
        signs: [/\bback:[\w$]+,current:[\w$]+,forward:[\w$]+,replaced:[\w$]+,position:/],
        otherHistory: [/\.includes\(["'`]#["'`]\)\|\|/],
    },
    {
        name: 'wouter',
        fix: 'Use useHashLocation as the hook of Router, or set base of the build to /a/<slug>/ and base of Router to /a/<slug>.',
        signs: ['wouter_v3'],
        otherHistory: ['/^#?\\/?/'],
    },
    {
        name: 'preact-iso',
        fix: 'Use a router with hash addresses: preact-iso has no base address.',
        signs: [/\bwasPush:/, "preact-iso's <Router>"],
        otherHistory: [],
    },
];
/** Generators whose pages name them. */
const generators = /^(Docusaurus|VitePress)\b/;
/**
 * Finds the router of an app that shows its own 404 page, or nothing, at `/a/<slug>/`. Not every
 * router can be recognized.
 *
 * @example
 * const search = new RouterSearch(html);
 * search.add(code);
 * search.result; // { name: 'Vue Router', fix: 'Use createWebHashHistory(), \u2026' }
 */
class RouterSearch {
    #found = new Set();
    #other = new Set();
    #isMadeForApp;
    /** @param html The page. */
    constructor(html) {
        const tags = [...readTags(html)];
        // A build that was made for the address of an app has a base address for its router, too.
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
    /** Adds the text of a script. */
    add(code) {
        for (const router of routers) {
            if (router.signs.some((sign) => hasSign(code, sign)))
                this.#found.add(router);
            if (router.otherHistory.some((sign) => hasSign(code, sign)))
                this.#other.add(router);
        }
    }
    /** The router that was found; null if there is none, or if it works at any address. */
    get result() {
        if (this.#isMadeForApp)
            return null;
        return routers.find((each) => this.#found.has(each) && !this.#other.has(each)) ?? null;
    }
}
/** The address of a file below `/a/<slug>/`, which may be below the path of a service. */
const appAddressStart = /^(?:\/[^/?#]+)*?\/a\/[a-z0-9-]{3,32}\/./;
function hasSign(text, sign) {
    return typeof sign === 'string' ? text.includes(sign) : sign.test(text);
}

;// CONCATENATED MODULE: ./lib/src/web/site-addresses.js


/**
 * A slash, which may be escaped, and what follows it up to a delimiter of a script or a page. After
 * a letter, a dot or another slash it belongs to a relative address, or to the one of another host.
 */
const candidate = /(?<![\w$.~%@/\\-])(?:\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\/]|\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\]|\\\/|\\u002f|\\x2f)*/gi;
/**
 * Yields the addresses in a text that begin at the root of the host and lead to a file that `has`
 * knows, except to the page itself. They may be anywhere: in a string, in an attribute in a string,
 * in `url()`. Takes linear time for any text.
 */
function* findSiteAddresses(text, has) {
    for (const match of text.matchAll(candidate)) {
        const written = match[0];
        const address = written.replace(/\\\/|\\u002f|\\x2f/gi, '/');
        const path = decodeAddress(address.slice(1, address.search(/[?#]|$/)));
        if (path === null || path === app/* pagePath */.HX || !has(path))
            continue;
        yield { text: written, address, offset: match.index };
    }
}
/** UTF-16 units that are examined before an address. */
const maxBefore = 40;
/** Code that appends to a string, compares it, or searches for it, up to the string's quote. */
const precedesPiece = /(?:[})\]]|(?:\+=?|[!=]==?|\bcase|\b(?:startsWith|endsWith|includes|indexOf|lastIndexOf|replace|replaceAll|split|match|search|test|has|concat)\()\s*\\{0,3}["'`])$/;
/**
 * True if an address is only a piece of one, as in `base + "/a.png"`, or is only compared or
 * searched for.
 */
function isPiece(text, address) {
    const start = Math.max(0, address.offset - maxBefore);
    return precedesPiece.test(text.slice(start, address.offset));
}

// EXTERNAL MODULE: ./lib/src/folder/check-words.js
var check_words = __webpack_require__(8391);
;// CONCATENATED MODULE: ./lib/src/folder/check-references.js







/** Most style sheets and most scripts that are read. */
const maxCheckedFiles = 100;
/** Most references of one file that are checked. */
const maxReferences = 10_000;
/** The script by which `arrange` leads requests of scripts to the files that it has moved. */
const netPath = /^assets\/miniapp-net(?:-\d+)?\.js$/;
/**
 * Warns of each reference that a browser would not find, at its first place in a file. Scripts, and
 * the text of the page, are searched only for addresses that begin with `/` and name a file of the
 * folder. Warns also of a router that does not work at the address of an app.
 */
function checkReferences(page, manifest) {
    const paths = new Set(manifest.files.map((file) => file.path));
    // Files of a build may have been moved below `assets/`.
    const isThere = (path) => paths.has(path) || paths.has(`assets/${path}`);
    const pageSource = { path: app/* pagePath */.HX, text: page };
    const hasNet = manifest.files.some((file) => netPath.test(file.path));
    const pageReferences = [
        ...findPageReferences(page).slice(0, maxReferences),
        ...(hasNet ? [] : listSiteReferences(page, isThere)),
    ];
    const broken = [...findBroken(pageSource, pageReferences, app/* pagePath */.HX, paths)];
    for (const style of loadFiles('text/css', manifest)) {
        const references = findStyleReferences(style.text).slice(0, maxReferences);
        broken.push(...findBroken(style, references, style.path, paths));
    }
    const routerSearch = new RouterSearch(page);
    for (const script of loadFiles('text/javascript', manifest)) {
        routerSearch.add(script.text);
        // A browser resolves the addresses in a script against the page that loads it.
        const references = hasNet ? [] : listSiteReferences(script.text, isThere);
        broken.push(...findBroken(script, references, app/* pagePath */.HX, paths));
    }
    const outside = broken.filter((each) => each.target.relative !== null);
    const missing = broken.filter((each) => each.target.relative === null);
    const insecure = [...readTags(page)].filter(isInsecureScript);
    return [
        ...(0,check_words/* limitWarnings */.fT)(outside, 'reference', 'past the app', (each) => warnOutside(each, isThere)),
        ...(0,check_words/* limitWarnings */.fT)(missing, 'reference', 'to missing files', (each) => warnMissing(each, manifest)),
        ...(0,check_words/* limitWarnings */.fT)(insecure, 'script', 'over http', (tag) => (0,check_words/* toProblem */.H8)('script_insecure', [], locateIn(pageSource, tag.offset))),
        ...(0,check_words/* limitWarnings */.fT)(listHeicPictures(page), 'picture', 'in HEIC', ({ text, offset }) => (0,check_words/* toProblem */.H8)('picture_heic', [text.trim()], locateIn(pageSource, offset))),
        ...warnOfRouter(routerSearch),
    ];
}
function warnOfRouter(search) {
    const { result } = search;
    if (result === null)
        return [];
    return [(0,check_words/* toProblem */.H8)('path_router', [result.name], { path: app/* pagePath */.HX, fix: result.fix })];
}
/** Yields the texts of the files of a type, each loaded when it is needed. */
function* loadFiles(type, manifest) {
    const files = manifest.files.filter((file) => file.type === type);
    for (const { path } of files.slice(0, maxCheckedFiles))
        yield { path, text: (0,folder_text/* loadText */.E4)(manifest, path).text ?? '' };
}
/** Returns the addresses in a text that begin with `/` and name a file of the folder. */
function listSiteReferences(text, isThere) {
    const addresses = findSiteAddresses(text, isThere);
    return addresses
        .filter((address) => !isPiece(text, address))
        .take(maxReferences)
        .toArray();
}
/**
 * Returns the broken references of a file, one per target. `base`: the file that relative addresses
 * are resolved against. `paths`: the files of the folder.
 */
function findBroken(source, references, base, paths) {
    const broken = new Map();
    for (const reference of references) {
        const target = findTarget(reference.address, base);
        if (target === null)
            continue;
        const isRelative = target.relative === null;
        if (isRelative && paths.has(target.path))
            continue;
        const key = `${isRelative} ${target.path}`;
        if (broken.has(key))
            continue;
        const relative = isRelative ? null : findMovedAddress(reference, target, base, paths);
        broken.set(key, { source, reference, target: { path: target.path, relative } });
    }
    return [...broken.values()];
}
/** Returns the relative address of a target, which may be below `assets/`. */
function findMovedAddress(reference, target, base, paths) {
    const below = findTarget(`/assets${reference.address.trim()}`, base);
    const isBelow = below !== null && !paths.has(target.path) && paths.has(below.path);
    return isBelow ? below.relative : target.relative;
}
/** True for a script that browsers block on an https page. */
function isInsecureScript({ name, attributes }) {
    return name === 'script' && /^\s*http:/i.test(attributes.get('src')?.text ?? '');
}
/** Returns the pictures of `<img>` elements that are in HEIC, each at its first place. */
function listHeicPictures(page) {
    const images = readTags(page).filter((tag) => tag.name === 'img');
    const pictures = new Map();
    for (const reference of images.flatMap(listTagReferences)) {
        const target = findTarget(reference.address, app/* pagePath */.HX);
        const isHeic = target !== null && /\.hei[cf]$/i.test(target.path);
        if (isHeic && !pictures.has(reference.address))
            pictures.set(reference.address, reference);
    }
    return [...pictures.values()];
}
function locateIn(source, offset) {
    const { line, column } = (0,folder_text/* locateOffset */.sp)(source.text, offset);
    return { path: source.path, line, column };
}
function warnMissing(broken, manifest) {
    const { source, reference, target } = broken;
    return (0,check_words/* toProblem */.H8)('reference_missing', [source.path, target.path], {
        ...locateIn(source, reference.offset),
        fix: (0,check_words/* adviseMissing */.Jr)(target.path, manifest, (path) => toAddress(path, source.path)),
    });
}
/** Returns the address of a file, relative to the file that refers to it. */
function toAddress(path, source) {
    return encodeURI(external_node_path_.posix.relative(external_node_path_.posix.dirname(source), path));
}
function warnOutside(broken, isThere) {
    const { source, reference, target } = broken;
    const isFolder = target.path === '' || target.path.endsWith('/');
    const isMissing = !isFolder && !isThere(target.path);
    const addFile = isMissing ? `Add ${target.path} to the folder. ` : '';
    return (0,check_words/* toProblem */.H8)('reference_absolute', [source.path, reference.text.trim()], {
        ...locateIn(source, reference.offset),
        fix: `${addFile}Write ${target.relative}. If a build writes it, ${check_words/* setBaseAdvice */.AM}.`,
    });
}

;// CONCATENATED MODULE: ./lib/src/folder/check.js









/** The files that the service document names outside `assets/`, with the word for each in codes. */
const knownFiles = {
    [app/* servicePath */.VF]: 'service_json',
    [app/* pagePath */.HX]: 'page',
    [app/* promptPath */.AN]: 'instructions',
};
/** Bytes of a picture above which it is slow to load. */
const maxPictureBytes = 1_000_000;
/** The number of files that an error about the size names. */
const maxLargest = 5;
/**
 * Checks a folder without the service. Returns errors before warnings; a warning never stops a
 * deploy, because the service has the last word. Throws FolderError if a file changed since it was
 * measured.
 *
 * @example
 * checkFolder(manifest, loadAppTexts(manifest), { folder: 'app', createsApp: false });
 * // [{ code: 'page_title_missing', path: 'index.html', line: 1, severity: 'warning', \u2026 }]
 */
function checkFolder(manifest, texts, options) {
    const problems = [
        ...manifest.secrets.map(reportSecret),
        ...(0,check_words/* limitWarnings */.fT)(manifest.credentials, 'file', 'of this kind', warnCredential),
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
    // `error` also comes first in the alphabet.
    return problems.sort((one, other) => (0,format/* compareTexts */.qy)(one.severity, other.severity));
}
/** Checks a folder that has a page or a `service.json`. */
function checkApp(manifest, texts, options) {
    const page = texts.page.text ?? '';
    return [
        ...checkService(manifest, texts, options.createsApp),
        ...checkText(texts.page, app/* pagePath */.HX, manifest),
        ...checkText(texts.instructions, app/* promptPath */.AN, manifest),
        ...checkTitle(page),
        ...checkReferences(page, manifest),
        ...checkTwins(manifest),
        ...checkPictures(manifest),
        ...checkSourceMaps(manifest),
    ];
}
function checkService(manifest, texts, createsApp) {
    const problems = [...checkText(texts.service, app/* servicePath */.VF, manifest)];
    if (texts.serviceJson !== null)
        problems.push(...(0,service_json/* checkServiceJson */.ig)(texts.serviceJson, manifest));
    if (!createsApp)
        return problems;
    // An app cannot be created without a name, which `service.json` contains.
    return problems.map((problem) => {
        const isNeeded = texts.service.kind === 'missing' || problem.code === 'name_missing';
        return isNeeded ? { ...problem, severity: 'error' } : problem;
    });
}
/** Never shows the secret: a path with the secret in it is redacted like every text of a report. */
function reportSecret(secret) {
    const { path, isInName, line, column } = secret;
    const place = isInName ? `The name of ${path}` : path;
    const remedy = isInName ? 'Rename it' : `Remove it from ${path}`;
    const fix = `${remedy}, or exclude the file with ${(0,frontend/* nameInputInText */.Od)('exclude')}. If it was ever published, revoke it.`;
    const parts = [place, (0,frontend/* nameInputInText */.Od)(secret.input)];
    return (0,check_words/* toProblem */.H8)('secret_in_folder', parts, { path, line, column, fix });
}
function warnCredential({ path, line, column, what }) {
    return (0,check_words/* toProblem */.H8)('credential_likely', [path, what], { path, line, column });
}
/** Warns of keys of other services. The keys of the run are errors already. */
function checkFoundKeys({ keys, secrets }) {
    const others = keys.filter(({ path, line, column }) => {
        const isOwn = (own) => own.path === path && own.line === line && own.column === column;
        return !secrets.some(isOwn);
    });
    return (0,check_words/* limitWarnings */.fT)(others, 'key', 'in files', ({ path, line, column, what, start }) => {
        const shown = start === '' ? what : `${what} (${start}\u2026)`;
        return (0,check_words/* toProblem */.H8)('secret_in_file', [path, shown], { path, line, column });
    });
}
/**
 * Reports a folder without an app. The fix names the files of an app that are excluded, misnamed,
 * or in a folder below.
 */
function reportNoApp(manifest, folder) {
    const misnamed = findMisnamed(app/* pagePath */.HX, manifest) ?? findMisnamed(app/* servicePath */.VF, manifest);
    const fix = (0,check_words/* adviseExcluded */.t5)(app/* pagePath */.HX, manifest) ??
        (0,check_words/* adviseExcluded */.t5)(app/* servicePath */.VF, manifest) ??
        misnamed?.fix ??
        adviseFolder(manifest, folder);
    return (0,check_words/* toProblem */.H8)('no_app', [], { fix });
}
/** Names the folders below that hold an app, the outermost first; null if there is none. */
function adviseFolder(manifest, folder) {
    const withService = listFoldersWith(app/* servicePath */.VF, manifest);
    const apps = withService.length > 0 ? withService : listFoldersWith(app/* pagePath */.HX, manifest);
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
/** Returns the folders below that hold a file of this name, each with `/` at its end. */
function listFoldersWith(name, { files }) {
    const paths = files.map((file) => file.path).filter((path) => path.endsWith(`/${name}`));
    return paths.map((path) => path.slice(0, -name.length));
}
/** Checks one of the known files as a whole. */
function checkText({ kind, text }, path, manifest) {
    const word = knownFiles[path];
    switch (kind) {
        case 'text':
            if (word === 'service_json')
                return checkMark(text);
            return text.trim() === '' ? [(0,check_words/* toProblem */.H8)(`${word}_empty`, [], { path, line: 1 })] : [];
        case 'missing':
            return checkMissing(path, manifest);
        case 'utf16':
            if (word === 'page')
                return [(0,check_words/* toProblem */.H8)('page_utf16', [], { path })];
            return [(0,check_words/* toProblem */.H8)(`${word}_not_utf8`, [], { path })];
        case 'not-utf8':
            return [(0,check_words/* toProblem */.H8)(`${word}_not_utf8`, [], { path })];
        case 'too-large':
            return [(0,check_words/* toProblem */.H8)('file_not_checked', [path], { path })];
    }
}
function checkMissing(path, manifest) {
    const misnamed = findMisnamed(path, manifest);
    if (misnamed !== null)
        return [misnamed];
    const fix = (0,check_words/* adviseExcluded */.t5)(path, manifest);
    // The instructions are optional: only a file that is there but excluded may be a mistake.
    if (path === app/* promptPath */.AN && fix === null)
        return [];
    return [(0,check_words/* toProblem */.H8)(`${knownFiles[path]}_missing`, [], { fix })];
}
/** Warns of a byte-order mark, which strict JSON parsers reject. */
function checkMark(text) {
    if (!text.startsWith('\ufeff'))
        return [];
    return [(0,check_words/* toProblem */.H8)('byte_order_mark', [], { path: app/* servicePath */.VF, line: 1, column: 1 })];
}
/**
 * Returns the problem of a file at the top whose name is similar to the name of a missing one, such
 * as `service.json.txt`; null if there is none.
 */
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
    return (0,check_words/* toProblem */.H8)(inOtherCase === undefined ? 'name_similar' : 'name_case', [path, known], {
        path,
        // The page may open on the author's machine, where case does not count, but not at the service.
        severity: path.toLowerCase() === app/* pagePath */.HX ? 'error' : 'warning',
        fix: `Rename ${path} to ${known}.${hint}`,
    });
}
function checkTitle(page) {
    const fault = findTitleFault(page);
    if (fault === null)
        return [];
    const { line, column } = (0,folder_text/* locateOffset */.sp)(page, fault.offset);
    return [(0,check_words/* toProblem */.H8)(`page_title_${fault.kind}`, [], { path: app/* pagePath */.HX, line, column })];
}
/**
 * Warns of files outside `assets/`, once for each name at the top, unless another problem is about
 * that name.
 */
function checkLayout(manifest, found) {
    const known = new Set(['assets/', ...Object.keys(knownFiles)]);
    for (const { path, line } of found)
        if (line === null)
            known.add(path);
    const toTop = (path) => path.slice(0, path.indexOf('/') + 1) || path;
    const tops = Map.groupBy(manifest.files, (file) => toTop(file.path));
    const strays = [...tops].filter(([top]) => !known.has(top));
    return (0,check_words/* limitWarnings */.fT)(strays, 'name', 'outside assets/', ([top, files]) => {
        const isFolder = top.endsWith('/');
        const what = isFolder ? `${top}, with ${(0,format/* formatCount */.B4)(files.length, 'file')},` : top;
        // A folder has the path of its first file, because the service names only files.
        return (0,check_words/* toProblem */.H8)('outside_assets', [what], { path: files[0]?.path ?? null });
    });
}
/** Reports a folder that is larger than the caller allows. */
function checkSize(manifest, maxSize) {
    const { files, byteCount } = manifest;
    if (maxSize === null || byteCount <= maxSize)
        return [];
    const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxLargest);
    const named = largest.map((file) => `${file.path} (${(0,format/* formatBytes */.z3)(file.bytes)})`).join(', ');
    const parts = [(0,format/* formatBytes */.z3)(byteCount), (0,frontend/* nameInput */.K3)('max-size'), (0,format/* formatBytes */.z3)(maxSize), named];
    return [(0,check_words/* toProblem */.H8)('folder_size', parts)];
}
/** Warns of pictures that are slow to load. */
function checkPictures({ files }) {
    const pictures = files.filter((file) => (0,service_json/* isPicture */.D1)(file) && file.bytes > maxPictureBytes);
    return (0,check_words/* limitWarnings */.fT)(pictures, 'picture', 'of more than 1 MB', ({ path, bytes }) => (0,check_words/* toProblem */.H8)('picture_large', [path, (0,format/* formatBytes */.z3)(bytes)], { path }));
}
/** Warns of source maps, which show the source code of the app. */
function checkSourceMaps({ files }) {
    const maps = files.filter((file) => /\.(?:[cm]?js|css)\.map$/.test(file.path));
    const [first] = maps;
    if (first === undefined)
        return [];
    const count = (0,format/* formatCount */.B4)(maps.length, 'source map');
    return [(0,check_words/* toProblem */.H8)('source_maps', [count, first.path], { path: first.path })];
}
/** Warns of paths that the service may confuse: they differ only in case or in Unicode form. */
function checkTwins({ files }) {
    const groups = Map.groupBy(files, (file) => (0,check_words/* toTwin */.it)(file.path));
    const twins = [];
    for (const [first, ...others] of groups.values()) {
        for (const other of others)
            twins.push([first?.path ?? '', other.path]);
    }
    return (0,check_words/* limitWarnings */.fT)(twins, 'name', 'of this kind', ([first, path]) => {
        const isCase = first.normalize('NFC') !== path.normalize('NFC');
        const difference = isCase ? 'case' : 'the way accents are written (NFC, NFD)';
        return (0,check_words/* toProblem */.H8)('path_twins', [first, path, difference], { path });
    });
}

// EXTERNAL MODULE: ./lib/src/folder/locate.js
var locate = __webpack_require__(7453);
// EXTERNAL MODULE: ./lib/src/folder/manifest.js
var folder_manifest = __webpack_require__(4022);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./node_modules/mrmime/index.mjs
var mrmime = __webpack_require__(6059);
// EXTERNAL MODULE: ./lib/src/text/secrets.js
var secrets = __webpack_require__(9573);
;// CONCATENATED MODULE: ./lib/src/text/secret-search.js

/**
 * A shorter secret, or part of one, is not looked for in files: almost any file holds it by chance.
 */
const minSearchedBytes = 4;
/**
 * Maximum number of bytes of one escaped character, such as `&#x0002f;`, or `\\u002f` in JSON
 * within JSON.
 */
const maxEscapeBytes = 12;
/**
 * Finds secrets in the bytes of files: as they are, in UTF-16, in base64 and base64url between any
 * other bytes, and escaped for JSON, HTML or an address, but for their letters and digits.
 */
class SecretFinder {
    #patterns;
    constructor(secrets) {
        const searched = secrets.filter(({ value }) => value.length >= minSearchedBytes);
        this.#patterns = searched.flatMap(toSearchPatterns);
    }
    /** Starts a search through one file. */
    startSearch() {
        return new SecretSearch(this.#patterns);
    }
}
/** A search through one file, which is passed in piece by piece, cut anywhere. */
class SecretSearch {
    #patterns;
    #found = new Map();
    /** The number of last bytes of a piece that are kept: a secret may begin in them. */
    #overlap;
    #position = 0;
    #lastBytes = Buffer.alloc(0);
    constructor(patterns) {
        const reaches = patterns.map(({ bytes, reach }) => bytes.length - 1 + reach);
        this.#patterns = patterns;
        this.#overlap = Math.max(0, ...reaches);
    }
    /** The position of each secret that was found, in bytes from the start, by its name. */
    get found() {
        return this.#found;
    }
    /** Searches the next piece. Only its last bytes are kept. */
    add(piece) {
        // Not with the whole piece: the copies of a large file would take 60 MB.
        const seam = Buffer.concat([this.#lastBytes, piece.subarray(0, this.#overlap)]);
        if (this.#lastBytes.length > 0)
            this.#search(seam, this.#position - this.#lastBytes.length);
        this.#search(piece, this.#position);
        this.#position += piece.length;
        // After a short piece, some bytes before it are still needed.
        const end = piece.length < this.#overlap ? seam : piece;
        this.#lastBytes = Buffer.from(end.subarray(Math.max(0, end.length - this.#overlap)));
    }
    /** Searches bytes that begin at `start` of the file. */
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
/** Returns the longest part of a secret that nothing escapes. */
function findAnchor(secret) {
    const parts = secret.match(/[a-z0-9]+/gi) ?? [];
    return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
/** Returns the offset of a secret, or of its part if it is escaped; -1 if it is not there. */
function findPattern(bytes, pattern) {
    let at = bytes.indexOf(pattern.bytes);
    while (at !== -1) {
        if (pattern.whole === null || hasEscaped(bytes, at, pattern.whole, pattern))
            return at;
        at = bytes.indexOf(pattern.bytes, at + 1);
    }
    return -1;
}
/** True if the escaped secret stands around its part at `at`. */
function hasEscaped(bytes, at, whole, pattern) {
    const start = Math.max(0, at - pattern.reach);
    const text = bytes.toString('latin1', start, at + pattern.bytes.length + pattern.reach);
    return /[\\%&]/.test(text) && (0,secrets/* listDecodings */.dc)(text).some((decoded) => decoded.text.includes(whole));
}

;// CONCATENATED MODULE: ./lib/src/folder/credentials.js
/**
 * Recognizes files that are credentials, by their name or their first lines. The secrets of a run
 * are searched for everywhere, and so are keys with a known prefix (keys.ts).
 */
/**
 * Names of files that hold credentials and are not hidden: the usual ones of Google, Kubernetes,
 * Terraform, Java and VPNs.
 */
const likelyNames = /^(?:kubeconfig|terraform\.tfstate(?:\.backup)?|(?:service[-_.]?account|client[-_]secret|credentials|secrets)(?![a-z])[^/]*\.(?:json|ya?ml)|[^/]+\.(?:jks|keystore|kdbx|ovpn|tfvars))$/i;
const likelyLines = [
    {
        what: 'a private key',
        part: 'PRIVATE KEY',
        // The start of a key must follow: the source of a program that reads keys contains the first
        // line, too.
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
/**
 * Returns what a file seems to contain, by its path and its first bytes; null if it does not seem
 * to be a credential.
 *
 * @example
 * findLikelyCredential('assets/id.txt', Buffer.from('-----BEGIN PRIVATE KEY-----\nMIIE\u2026'));
 * // { what: 'a private key', offset: 0 }
 */
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

// EXTERNAL MODULE: ./lib/src/folder/keys.js
var folder_keys = __webpack_require__(27);
;// CONCATENATED MODULE: ./lib/src/folder/measure.js











/** Most keys that are listed for one folder. */
const maxKeys = 1000;
/**
 * Reads each file once and returns everything that must be known before the first byte is sent:
 * size, hashes, encoding, encoded size, stamp, the first place of each secret in its name and in
 * its content, whether it seems to be a credential, and the keys in it. Keeps no contents.
 *
 * Throws FolderError `file_changed` or `file_unreadable`, or the signal's reason.
 */
async function measureFiles(entries, sought, signal) {
    const turns = new read/* EventLoopTurns */.jm(signal);
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
        // O_NOFOLLOW protects only the last path segment; a parent folder may have been replaced.
        if (next === undefined || (0,external_node_path_.dirname)(next.location) !== folder)
            (0,read/* assertFolderInPlace */.J3)(folder, external_node_path_.posix.dirname(found.path).replace(/^\.$/, ''));
    }
    return { files, secrets, credentials, keys };
}
async function measureFile(entry, search, turns) {
    const open = (0,read/* openRegular */.lf)(entry);
    try {
        const digest = (0,external_node_crypto_.createHash)('sha256');
        const textDigest = new TextDigest();
        const keySearch = new folder_keys/* KeySearch */.Y();
        const size = Number(open.stamp.size);
        // Counted for each encoding: which one it is may depend on the last byte.
        const encodedBytes = { text: 0, base64: 0, raw: 0 };
        let credential = null;
        for (const piece of (0,read/* readPieces */.ut)(open)) {
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
        // A private key at the beginning of a file makes all of it a credential.
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
    const positions = (0,folder_text/* locateBytes */.g8)(file, [...search.found.values()]);
    return [...search.found.keys()].map((input, index) => {
        const { line = null, column = null } = positions[index] ?? {};
        return { path: file.path, input, isInName: false, line, column };
    });
}
function locateCredential(file, found) {
    const [position] = found.offset === null ? [] : (0,folder_text/* locateBytes */.g8)(file, [found.offset]);
    const { line = null, column = null } = position ?? {};
    return { path: file.path, what: found.what, line, column };
}
function locateKeys(file, keys) {
    const offsets = keys.map((key) => key.offset);
    const positions = (0,folder_text/* locateBytes */.g8)(file, offsets);
    return keys.map(({ what, start }, index) => {
        const { line = null, column = null } = positions[index] ?? {};
        return { path: file.path, what, start, line, column };
    });
}
/** Computes the SHA-256 of a file as text, without its byte-order mark and with CRLF as LF. */
class TextDigest {
    #decoder = new TextDecoder('utf-8', { fatal: true });
    #digest = (0,external_node_crypto_.createHash)('sha256');
    /** A CR at the end of a piece, held back because an LF may follow in the next one. */
    #held = '';
    #isValid = true;
    /** Adds the next piece, or ends the text. Returns false once the file turns out not to be UTF-8. */
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
    /** Returns the digest in hex, or null if the file is not UTF-8. */
    finish() {
        // This also fails if the file ends within a character.
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
/**
 * Types that mrmime lacks: pictures, fonts, sounds and videos of the web with vendor or `x-` types,
 * and one extension of TypeScript.
 */
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
/**
 * Returns the media type of a file, without parameters, by its extension;
 * `application/octet-stream` if the extension is unknown.
 *
 * `.ts` and `.mts` are extensions of both TypeScript and MPEG transport streams: text is taken for
 * TypeScript and becomes `text/plain`.
 */
function toMediaType(path, isText) {
    const extension = external_node_path_.posix.extname(path).slice(1).toLowerCase();
    // mrmime looks up a plain object: `constructor` and `__proto__` return something that is not a
    // string.
    const found = moreTypes.get(extension) ?? (0,mrmime/* lookup */.$)(extension);
    if (typeof found !== 'string')
        return 'application/octet-stream';
    return found === 'video/mp2t' && isText ? 'text/plain' : found;
}

;// CONCATENATED MODULE: ./lib/src/folder/near-pages.js


/** The most folders that are looked into, and that are named. */
const maxFolders = 300;
const maxNamed = 3;
/**
 * Returns a sentence that names the folders with an `index.html` next to a folder that does not
 * exist, or up to two levels below its neighbors; empty if there are none. Paths are relative to
 * `base`, with `/`. They may be outside text.
 *
 * @example
 * describeNearPages('/repo', '/repo/web/dist'); // Found index.html in web/build: \u2026
 */
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
        // A folder below a page is part of it.
        level = below.filter((folder) => !found.some((page) => isBelow(external_node_path_.join(base, page), folder)));
    }
    return found.slice(0, maxNamed);
}
function isBelow(folder, location) {
    return location.startsWith(`${folder}${external_node_path_.sep}`);
}
/** A build may write to a hidden folder, such as `.output`. */
function isSkipped(name) {
    return name === 'node_modules' || name === '.git';
}
/** Returns what a folder holds; null if it cannot be listed. */
function readFolder(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder, { withFileTypes: true });
    }
    catch {
        return null;
    }
}

// EXTERNAL MODULE: ./lib/src/folder/select.js
var folder_select = __webpack_require__(6415);
// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./lib/src/folder/walk.js







/**
 * Far above any app, and low enough that a wrong folder (a home directory, a whole disk) is noticed
 * within seconds.
 */
const walkLimits = {
    /** Files to send. */
    files: 50_000,
    /** Names that are looked at, including the excluded ones. */
    names: 500_000,
};
/**
 * Finds the files of a folder without opening them. Does not follow links; excludes FIFOs, sockets
 * and devices.
 *
 * Throws FolderError `name_not_utf8` or `name_not_allowed` for an included name that cannot be sent
 * as it is, `folder_too_large` beyond the limits, `folder_unreadable`, `file_changed`,
 * `file_unreadable`; or the signal's reason.
 */
async function walkFolder(options) {
    const { root, selector, signal, limits = walkLimits } = options;
    const files = [];
    const excluded = [];
    const folders = [{ path: '', location: root }];
    const turns = new read/* EventLoopTurns */.jm(signal);
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
    const entries = (0,read/* askSystem */.N$)(path, list, 'folder_unreadable');
    // Somebody may have replaced the folder by a link after its parent was listed.
    (0,read/* assertFolderInPlace */.J3)(location, path);
    return entries;
}
/**
 * Returns the path, location and type of an entry in a folder's listing.
 *
 * An entry that is listed as a link is looked up again: Windows lists every reparse point as a
 * link, including the plain files and folders of OneDrive and of deduplicated disks. Throws
 * FolderError `file_changed` or `file_unreadable`.
 */
function readEntry(listed, folder) {
    const name = listed.name.toString();
    const path = folder.path === '' ? name : `${folder.path}/${name}`;
    const parent = (0,external_node_path_.join)(folder.location, external_node_path_.sep);
    const location = `${parent}${name}`;
    if (!listed.isSymbolicLink())
        return { path, location, type: toType(listed) };
    // A name that is not UTF-8 can only be looked up as bytes.
    const locationBytes = Buffer.concat([Buffer.from(parent), listed.name]);
    return { path, location, type: toType((0,read/* readStats */.uq)(locationBytes, path)) };
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
/**
 * Refuses a path that services could read in different ways.
 *
 * A backslash is a separator on Windows, and a leading `C:` is a drive: a file of such a name could
 * be written somewhere else. Any other name that a disk can hold (line breaks, trailing dots and
 * spaces, `__proto__`) is legal in JSON and is sent as it is.
 */
function assertSendable(path, isText) {
    const next = `Rename it, or exclude it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`;
    if (!isText) {
        const message = `${path} has a name that is not UTF-8, which JSON cannot contain.`;
        throw new folder_error/* FolderError */.b3(message, { code: 'name_not_utf8', next, path });
    }
    if (path.includes('\\')) {
        const message = `${path} has a name with a backslash in it, which is a folder separator on some systems.`;
        throw new folder_error/* FolderError */.b3(message, { code: 'name_not_allowed', next, path });
    }
    if (/^[a-z]:/i.test(path)) {
        const message = `${path} has a name that starts like a drive letter.`;
        throw new folder_error/* FolderError */.b3(message, { code: 'name_not_allowed', next, path });
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
    throw new folder_error/* FolderError */.b3(`The folder has more than ${excess}.`, {
        code: 'folder_too_large',
        next: `Check that ${check} the folder of the app, or exclude parts of it with ${(0,frontend/* nameInputInText */.Od)('exclude')}.`,
    });
}

;// CONCATENATED MODULE: ./lib/src/folder/folder.js















/**
 * Opens the app folder. Nothing is read before it is scanned.
 *
 * @example
 * const scanned = await openFolder({ workspace, folder: 'app', \u2026 }).scan();
 * scanned.problems; // what the offline check found
 */
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
                if ((0,folder_manifest/* holdsCredential */.KK)(manifest, path))
                    return null;
                return (0,folder_text/* loadText */.E4)(manifest, path, maxBytes).text;
            },
            locate: (problems, sent) => (0,locate/* locateProblems */.D)(manifest, problems, sent),
            createBody: (slug) => createWatchedBody(slug, manifest, options),
        };
    }
    async readLines(path, first, last) {
        const manifest = this.#manifest;
        if (manifest === null)
            return null;
        if ((0,folder_manifest/* holdsCredential */.KK)(manifest, path))
            return null;
        try {
            const { text } = (0,folder_text/* loadText */.E4)(manifest, path);
            const lines = text ? (0,folder_text/* toTextLines */.qN)(text).slice(first - 1, last) : [];
            return lines.length === 0 ? null : lines;
        }
        catch {
            // An excerpt is optional: if the file has changed since the check, there is no excerpt.
            return null;
        }
    }
}
/**
 * Finds the app folder, resolves its links, and makes sure that it may be published: it must be
 * inside the workspace, and must not contain the runner's temporary files.
 */
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
        throw new folder_error/* FolderError */.b3(`The folder ${folder} ${outside}.`, {
            code: 'folder_outside_workspace',
            next: adviseFolderInput(),
        });
    }
    if ((0,external_node_fs_.existsSync)(runnerTemp) && isWithin(root, external_node_fs_.realpathSync.native(runnerTemp))) {
        const contents = (0,frontend/* perFrontend */.C2)("the runner's temporary files, where other steps keep secrets", 'temporary files');
        throw toNotAllowedError(folder, `contains ${contents}`);
    }
    const names = external_node_path_.relative(base, root).split(external_node_path_.sep);
    if (names.some(folder_select/* isGit */.JL))
        throw toNotAllowedError(folder, 'is inside a .git folder');
    if (names.some((name) => (0,folder_select/* isCredential */.uo)(name, true)))
        throw toNotAllowedError(folder, 'is inside a folder for credentials');
    return { root, repositoryPath: workspace.isBoundary ? toRepositoryPath(base, names) : folder };
}
/**
 * True if `target` is `ancestor` itself or below it. Both must be absolute and free of links. Case
 * counts as on the platform: `path.posix`, `path.win32`, or by default the machine's own.
 */
function isWithin(ancestor, target, platform = external_node_path_) {
    const way = platform.relative(ancestor, target);
    return way !== '..' && !way.startsWith(`..${platform.sep}`) && !platform.isAbsolute(way);
}
function toNotAllowedError(folder, reason) {
    const next = adviseFolderInput();
    return new folder_error/* FolderError */.b3(`The folder ${folder} ${reason}.`, { code: 'folder_not_allowed', next });
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
    throw new folder_error/* FolderError */.b3(`The folder ${name} is a file, not a folder.`, {
        code: 'folder_not_a_folder',
        next: adviseFolderInput(),
    });
}
function toNotFoundError(folder, cause) {
    const { location, what, name, workspace } = folder;
    const errno = (0,folder_error/* readErrno */.ry)(cause);
    const hint = (0,frontend/* perFrontend */.C2)(', and that a step before this one checks out or builds it', '');
    const next = `Check ${(0,frontend/* nameInputInText */.Od)('folder')}${hint}.`;
    if (errno === 'ENOENT' || errno === 'ENOTDIR') {
        const pages = workspace === null ? '' : describeNearPages(workspace, location);
        return new folder_error/* FolderError */.b3(`${what} ${name} does not exist.`, {
            code: 'folder_missing',
            next: next + pages,
            cause,
        });
    }
    const message = `${what} ${name} cannot be opened: ${(0,folder_error/* describeErrno */.cZ)(cause)}.`;
    return new folder_error/* FolderError */.b3(message, { code: 'folder_unreadable', next, cause });
}
/** `names`: the folders from the workspace down to the app folder. */
function toRepositoryPath(workspace, names) {
    for (let depth = 0; depth <= names.length; depth += 1) {
        const folder = external_node_path_.join(workspace, ...names.slice(0, depth));
        if (isRepository(folder))
            return names.slice(depth).join('/');
    }
    return names.join('/');
}
/** True for a folder with a `.git` folder that has a HEAD, or with a `.git` file. */
function isRepository(folder) {
    const mark = external_node_path_.join(folder, '.git');
    if ((0,external_node_fs_.existsSync)(external_node_path_.join(mark, 'HEAD')))
        return true;
    return (0,external_node_fs_.lstatSync)(mark, { throwIfNoEntry: false })?.isFile() === true;
}
async function measureFolder(root, options) {
    const { signal, secrets } = options;
    const selector = await (0,folder_select/* createSelector */.Mz)(options);
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
        contentHash: (0,folder_manifest/* hashContents */.DW)(measured.files),
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
    return new folder_error/* FolderError */.b3(message, {
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


/***/ }),

/***/ 27:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ hasKey),
/* harmony export */   Y: () => (/* binding */ KeySearch)
/* harmony export */ });
/**
 * Finds keys of other services in text files by their prefixes, because everyone who opens an app
 * can read its files.
 */
/**
 * Prefixes, minimum lengths and alphabets (docs/decisions/0009-keys-in-files.md). Keys that are
 * public by design are not listed, such as the `pk_live_\u2026` of Stripe or the `AIza\u2026` in a Firebase
 * configuration.
 */
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
/** Most keys that are listed for one file. */
const maxKeysPerFile = 20;
/** Bytes before and after the beginning of a key that are looked at. */
const reachBytes = 512;
/**
 * Searches a text file for keys, piece by piece, in linear time.
 *
 * @example
 * const search = new KeySearch();
 * search.add(bytes, true);
 * search.found; // [{ offset: 9, what: 'a secret key of Stripe', start: 'sk_l' }]
 */
class KeySearch {
    #found = [];
    /** The values found so far: a key that occurs twice is listed once. */
    #values = new Set();
    /** The last bytes of the pieces so far: a key may begin in them, or depend on them. */
    #tail = Buffer.alloc(0);
    /** The offset of the next piece in the file. */
    #position = 0;
    /** Keys that begin before this offset have been found. */
    #searchedEnd = 0;
    get found() {
        return this.#found;
    }
    /** Adds the next piece of the file. */
    add(piece, isLast) {
        const bytes = this.#tail.length === 0 ? piece : Buffer.concat([this.#tail, piece]);
        const start = this.#position - this.#tail.length;
        this.#position += piece.length;
        // A key that begins near the end may go on in the next piece.
        this.#search(bytes, start, isLast ? this.#position : this.#position - reachBytes);
        // A copy, because a piece is valid only until the next one is read.
        if (!isLast)
            this.#tail = Buffer.from(bytes.subarray(-2 * reachBytes));
    }
    /** Finds the keys that begin before `end`. `start` is the offset of the bytes in the file. */
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
/** True if a text seems to contain a key, so that no report may show it. */
function hasKey(text) {
    const bytes = Buffer.from(text);
    return findKeys(bytes, 0, bytes.length).length > 0;
}
/** Returns the keys that begin in `bytes` between two indexes. */
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
    // Node.js finds a text of fewer than eight characters four times as fast if its first character
    // is rare.
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
/** True for an example in a document, such as `sk_live_xxxxxxxxxxxxxxxxxxxx`. */
function isPlaceholder(value) {
    return /x{4}|0{8}|example/i.test(value);
}
/** A secret of AWS has 40 characters of base64. A SHA-1 in hex has as many. */
function hasAwsSecret(around) {
    const texts = around.match(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g) ?? [];
    return texts.some((text) => /[A-Z]/.test(text) && /[a-z]/.test(text) && !isPlaceholder(text));
}
/** Google API keys are public in a Firebase configuration or for maps; Gemini bills their owner. */
function isUsedForGemini(around) {
    if (/authDomain|messagingSenderId/.test(around))
        return false;
    return /gemini|generativelanguage|GoogleGenAI|GoogleGenerativeAI/i.test(around);
}
/**
 * The first line of a private key and the beginning of what follows it: on the next line, behind an
 * escaped line end, or in the next string of a list or a sum.
 */
const privateKey = /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s|["'`]\s*[+,]\s*["'`])+(?:[A-Za-z0-9+/]{16}|(?:Proc-Type|Version|Comment): )/y;
/** Reads a private key in PEM. A program that reads such keys contains the first line only. */
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
/** The address of an incoming webhook, which may be in JSON with escaped slashes. */
const slackWebhook = /hooks\.slack\.com\\?\/services\\?\/T\w{6,}\\?\/B\w{6,}\\?\/[A-Za-z0-9]{16,}/y;
function readWebhook(text, at) {
    const index = at - 'hooks.slac'.length;
    slackWebhook.lastIndex = Math.max(0, index);
    const value = slackWebhook.exec(text)?.[0];
    if (value === undefined || isPlaceholder(value))
        return null;
    return { index, what: 'a Slack webhook', value, start: '' };
}
/** Every key in keyKinds has so many word bytes in a row; AWS keys are found by `AKIA`. */
const minRunBytes = 28;
/** 1 for the bytes of letters, digits, `_` and `-`. */
const isWordByte = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
    isWordByte[character.charCodeAt(0)] = 1;
/**
 * Returns where a key may begin: at the beginning of at least minRunBytes word bytes that begin
 * with the characters of a key.
 *
 * Of each minRunBytes bytes, one is in such a run, so most bytes are skipped. Searching for every
 * prefix, or by one pattern of all, would double the time that a scan of texts takes.
 */
function listKeyStarts(bytes, from, to) {
    const starts = [];
    let runStart = from;
    // A run that begins before `from` has been looked at.
    while (runStart > 0 && isWordByte[bytes[runStart - 1] ?? 0] === 1)
        runStart += 1;
    while (runStart < to && runStart + minRunBytes <= bytes.length) {
        let at = runStart + minRunBytes - 1;
        while (at >= runStart && isWordByte[bytes[at] ?? 0] === 1)
            at -= 1;
        if (at >= runStart) {
            // The run is too short. The next one begins behind this byte.
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
/** The first two characters of the keys in keyKinds that begin with a run. */
const firstPairs = new Set(['gh', 'gi', 'sk', 'rk', 'xo', 'xa', 'np', 'SK', 'AI'].map((pair) => toPair(Buffer.from(pair), 0)));
/** Returns the index at which a run may begin a key; null if it cannot. */
function findKeyStart(bytes, runStart) {
    const start = skipEscape(bytes, runStart);
    if (firstPairs.has(toPair(bytes, start)))
        return start;
    // The long run of a SendGrid key is its third part, after `SG.` and 22 characters.
    const first = runStart - 'SG..'.length - 22;
    const isSendGrid = bytes[runStart - 1] === 0x2e && bytes.toString('latin1', first, first + 3) === 'SG.';
    return isSendGrid ? first : null;
}
function toPair(bytes, index) {
    return (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0);
}
/** Skips the word bytes of `\n`, `\u0022`, `\x22` or `%22` that are in front of a key. */
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


/***/ }),

/***/ 7453:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ locateProblems)
/* harmony export */ });
/* harmony import */ var _model_app_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4251);
/* harmony import */ var _manifest_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4022);
/* harmony import */ var _service_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4243);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8196);




/** Most bytes of files that are read to place the problems of one response. */
const maxSourceBytes = 64 * 1024 * 1024;
const maxPathLength = 1000;
/**
 * Gives problems that the service reported their place in the files of the folder.
 *
 * - A path becomes the exact path of a file. A path that the folder lacks keeps no line. Text that
 *   does not read as a path in the folder becomes null, and the message names it.
 * - A line that the file does not have becomes null, and the message names it. A column beyond the
 *   end of its line becomes null.
 * - A field gets the position of its value in `service.json`; if it has none, line 1, and the
 *   message names the field.
 * - If only fields were sent, a line of `service.json` becomes null, because the service counts
 *   lines in a text of its own.
 * - Without a folder, lines are kept unchecked.
 *
 * Reads each file at most once. Throws FolderError `file_changed` or `file_unreadable`.
 */
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
    const isService = file.path === _model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .servicePath */ .VF;
    // The line of the problem itself takes precedence over a line in the path.
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
/** Places a problem whose file is not known: keeps the path if it reads as one. */
function keepWrittenPath(problem, field, hasFolder) {
    const { line, column, message } = problem;
    // Do not turn backslashes into slashes: redaction must still recognize a secret that the service
    // returned JSON-escaped.
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
/**
 * Finds the file that a path means, as services write it: `./index.html`, `/index.html`,
 * `assets\a.png`, `index.html:12:5`. Case counts. A file whose name itself looks like that is found
 * first. Returns null if the folder has no such file.
 */
function readLocation(written, sources) {
    // No path is longer, and the pattern below would take more than linear time on a megabyte.
    if (written === null || written.length > maxPathLength)
        return null;
    const exact = sources.find((0,_manifest_js__WEBPACK_IMPORTED_MODULE_1__/* .toPlainPath */ .D8)(written));
    if (exact !== undefined)
        return { file: exact, line: null, column: null };
    const [, start, line, column] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?:?$/s.exec(written) ?? [];
    if (start === undefined)
        return null;
    const file = sources.find((0,_manifest_js__WEBPACK_IMPORTED_MODULE_1__/* .toPlainPath */ .D8)(start));
    if (file === undefined)
        return null;
    return { file, line: Number(line), column: column === undefined ? null : Number(column) };
}
/**
 * True for text that reads as the path of a file in the folder: it has a dot or a slash, does not
 * lead out of the folder, and is not an address.
 */
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
    // A file that was not read has at most one line per byte.
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
/** The files of a folder, each read when it is first needed. */
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
    /** Returns null for a file that is too large, or not text. */
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
        const { text } = (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .loadText */ .E4)(this.#manifest, path);
        if (text === null)
            return null;
        const lengths = (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .toTextLines */ .qN)(text).map((line) => line.length);
        const members = path === _model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .servicePath */ .VF ? (0,_service_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseServiceJson */ ["do"])(text).members : null;
        return { lengths, members };
    }
}
/** Puts a field or a path in front of a message, unless the message names it. */
function addSubject(subject, message) {
    if (subject === null || subject === undefined)
        return message;
    if (message.toLowerCase().includes(subject.toLowerCase()))
        return message;
    return `${subject}: ${message}`;
}


/***/ }),

/***/ 4022:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D8: () => (/* binding */ toPlainPath),
/* harmony export */   DW: () => (/* binding */ hashContents),
/* harmony export */   KK: () => (/* binding */ holdsCredential),
/* harmony export */   qE: () => (/* binding */ findFile)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);

/**
 * Normalizes a path that somebody wrote relative to the folder: `./` and `/` in front are dropped,
 * `\` becomes `/`.
 */
function toPlainPath(written) {
    return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}
/** True if a file seems to hold a credential, so that no report may show its lines. */
function holdsCredential(manifest, path) {
    return [...manifest.credentials, ...manifest.keys].some((found) => found.path === path);
}
/** Finds a file by its exact path. */
function findFile(manifest, path) {
    return manifest.files.find((file) => file.path === path);
}
/**
 * Returns one hash over the paths and contents of files, which must be sorted by path in UTF-16
 * code-unit order.
 *
 * The hash is `sha256:` and the hex SHA-256 of one record per file: the path in UTF-8, a NUL, the
 * size in bytes as a decimal number, a NUL, the hex SHA-256 of the bytes, a line feed. Paths never
 * contain a NUL, so different folders never make the same records. The same in a shell:
 * `printf '%s\0%s\0%s\n' path size sha256` for each file, piped together into `sha256sum`.
 */
function hashContents(files) {
    const digest = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256');
    for (const file of files)
        digest.update(`${file.path}\0${file.bytes}\0${file.sha256}\n`);
    return `sha256:${digest.digest('hex')}`;
}


/***/ }),

/***/ 2067:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J3: () => (/* binding */ assertFolderInPlace),
/* harmony export */   N$: () => (/* binding */ askSystem),
/* harmony export */   Wu: () => (/* binding */ assertUnchanged),
/* harmony export */   jm: () => (/* binding */ EventLoopTurns),
/* harmony export */   lf: () => (/* binding */ openRegular),
/* harmony export */   m6: () => (/* binding */ readAt),
/* harmony export */   uq: () => (/* binding */ readStats),
/* harmony export */   ut: () => (/* binding */ readPieces)
/* harmony export */ });
/* unused harmony exports pieceBytes, stepsPerTurn */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8500);
/* harmony import */ var _folder_error_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1600);



/**
 * Flags that open a file without following a link and without waiting for the writer of a FIFO.
 * Windows has neither flag; undefined counts as 0 there.
 */
const openFlags = node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_RDONLY | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NONBLOCK;
/**
 * Opens a regular file for reading, never through a link. The caller closes it.
 *
 * Throws FolderError `file_changed` if the name no longer belongs to a regular file,
 * `file_unreadable` if the file cannot be read.
 */
function openRegular(found, flags = openFlags) {
    const { location, path } = found;
    const fd = askSystem(path, () => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(location, flags));
    try {
        const stats = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fstatSync)(fd, { bigint: true });
        if (!stats.isFile())
            throw (0,_folder_error_js__WEBPACK_IMPORTED_MODULE_2__/* .toChangedError */ .cO)(path);
        // Windows cannot refuse links while opening, so the name is checked afterwards.
        const mayFollowLink = (flags & node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW) === 0;
        if (mayFollowLink && readStats(location, path).isSymbolicLink())
            throw (0,_folder_error_js__WEBPACK_IMPORTED_MODULE_2__/* .toChangedError */ .cO)(path);
        return { fd, path, stamp: stats };
    }
    catch (error) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(fd);
        throw error;
    }
}
/**
 * Returns the result of a system call about a file or folder. If the call fails, throws FolderError
 * `file_changed`, or `code` (`file_unreadable` by default).
 */
function askSystem(path, call, code) {
    try {
        return call();
    }
    catch (cause) {
        throw (0,_folder_error_js__WEBPACK_IMPORTED_MODULE_2__/* .toFileError */ .GI)(path, cause, code);
    }
}
/**
 * Returns the stats of a name in a listing, without following links. Throws FolderError
 * `file_changed` or `file_unreadable`.
 */
function readStats(location, path) {
    return askSystem(path, () => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(location));
}
const stampKeys = ['size', 'mtimeNs', 'ctimeNs', 'ino', 'dev'];
/** Throws FolderError `file_changed` if a stamp differs from the one the file was measured with. */
function assertUnchanged(stamp, file) {
    if (stampKeys.some((key) => stamp[key] !== file.stamp[key]))
        throw (0,_folder_error_js__WEBPACK_IMPORTED_MODULE_2__/* .toChangedError */ .cO)(file.path);
}
/**
 * Throws FolderError `file_changed` if a folder was moved, or replaced by a link, since its real
 * path was read; `file_unreadable` if the system cannot tell.
 */
function assertFolderInPlace(location, path) {
    const real = askSystem(path, () => node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync.native(location));
    if (real !== location)
        throw (0,_folder_error_js__WEBPACK_IMPORTED_MODULE_2__/* .toChangedError */ .cO)(path);
}
/**
 * Number of bytes that are read, searched and encoded at once. A multiple of three, so that the
 * base64 of all pieces can be joined; small enough for the processor's cache.
 */
const pieceBytes = 48 * 1024;
/**
 * Yields a file in pieces of pieceBytes; only the last one may be shorter. An empty file is one
 * empty piece. A piece is valid until the next one is requested.
 *
 * Throws FolderError `file_changed` if the file is shorter or longer than its stamp,
 * `file_unreadable` if reading fails.
 */
function* readPieces(file) {
    const size = Number(file.stamp.size);
    const buffer = Buffer.allocUnsafe(Math.min(size, pieceBytes));
    let position = 0;
    do {
        const piece = buffer.subarray(0, Math.min(pieceBytes, size - position));
        if (readAt(file, position, piece) < piece.length)
            throw (0,_folder_error_js__WEBPACK_IMPORTED_MODULE_2__/* .toChangedError */ .cO)(file.path);
        position += piece.length;
        yield piece;
    } while (position < size);
    if (readAt(file, position, Buffer.alloc(1)) > 0)
        throw (0,_folder_error_js__WEBPACK_IMPORTED_MODULE_2__/* .toChangedError */ .cO)(file.path);
}
/**
 * Reads from a position until the target is full or the file ends. Returns the number of bytes read.
 * Throws FolderError `file_unreadable`.
 */
function readAt(file, position, target) {
    let filled = 0;
    while (filled < target.length) {
        const missing = target.length - filled;
        const count = askSystem(file.path, () => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readSync)(file.fd, target, filled, missing, position + filled));
        if (count === 0)
            break;
        filled += count;
    }
    return filled;
}
/** Bytes handled between two turns of the event loop: a few milliseconds of work. */
const bytesPerTurn = 4 * 1024 * 1024;
/** Files or names handled between two turns, for folders with many tiny files. */
const stepsPerTurn = 200;
/**
 * Lets the event loop turn during long synchronous work, so that timers, signals and sockets are
 * served. Without it, synchronous reads, and writes that the kernel accepts at once, would block
 * the loop until all work is done.
 *
 * @example
 * const turn = turns.count(piece.length);
 * if (turn !== undefined) await turn;
 */
class EventLoopTurns {
    #signal;
    #bytesLeft = bytesPerTurn;
    constructor(signal) {
        this.#signal = signal;
    }
    /**
     * Counts one step of work over so many bytes. Returns a promise if a turn is due; it rejects with
     * the signal's reason once the signal is aborted. Otherwise returns undefined: awaiting something
     * for each of thousands of tiny files would cost more than reading them.
     */
    count(bytes) {
        this.#bytesLeft -= bytes + bytesPerTurn / stepsPerTurn;
        if (this.#bytesLeft > 0)
            return undefined;
        this.#bytesLeft = bytesPerTurn;
        return this.#turn();
    }
    async #turn() {
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_1__.setImmediate)();
        this.#signal?.throwIfAborted();
    }
}


/***/ }),

/***/ 6415:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JL: () => (/* binding */ isGit),
/* harmony export */   Mz: () => (/* binding */ createSelector),
/* harmony export */   _g: () => (/* binding */ matchOptions),
/* harmony export */   bc: () => (/* binding */ assertAlternatives),
/* harmony export */   uo: () => (/* binding */ isCredential)
/* harmony export */ });
/* unused harmony export Selector */
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2514);
/* harmony import */ var _folder_error_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1600);


/**
 * Compiles the patterns of `include` and `exclude`, which are relative to the folder.
 *
 * - The syntax is minimatch's. Case counts and `/` is the only separator on every platform.
 * - `*` also matches a leading dot; hidden files are excluded by a built-in rule anyway.
 * - A leading `./` or `/` means the folder. A leading `#` or `!` is a plain character, except in
 *   `!(\u2026)`.
 * - A pattern that names a folder (`docs`, `docs/`, `{docs,drafts}`, `docs/**`) stands for
 *   everything in it. A pattern with a wildcard in its last name (`docs/*`) matches files only.
 * - Built-in rules always win, then `exclude`.
 *
 * minimatch is loaded only if there is a pattern, which saves time at the start. Throws FolderError
 * `pattern_invalid` for a pattern whose braces expand to too many alternatives.
 *
 * @example
 * const selector = await createSelector({ include: [], exclude: ['docs'] });
 * selector.findExclusion('docs', 'folder'); // { kind: 'pattern', reason: 'matches the exclude \u2026' }
 */
async function createSelector(patterns) {
    const narrowing = patterns.include.filter((pattern) => toSource(pattern) !== '**');
    const includesAll = patterns.include.length === 0 || narrowing.length < patterns.include.length;
    const included = await compile('include', narrowing);
    const excluded = await compile('exclude', patterns.exclude);
    return new Selector(includesAll ? null : included, excluded, [...included, ...excluded]);
}
/** Decides which paths of a folder are sent. */
class Selector {
    /** Null if everything is included. */
    #included;
    #excluded;
    #all;
    constructor(included, excluded, all) {
        this.#included = included;
        this.#excluded = excluded;
        this.#all = all;
    }
    /** Returns null for a file to send, and for a folder that may contain one. */
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
    /**
     * Returns the patterns that match none of the sent and excluded paths. The path of a folder must
     * end with `/`.
     */
    listUnmatched(paths) {
        const unmatched = this.#all.filter((each) => {
            const matches = (path) => each.matches(path.replace(/\/$/, ''), path.endsWith('/'));
            return !paths.some(matches);
        });
        return unmatched.map(({ input, pattern }) => ({ input, pattern }));
    }
}
/** Names of files and folders that hold credentials, in lower case. */
const credentialNames = new Set(['.npmrc', '.netrc', '_netrc', '.aws', '.ssh']);
const credentialEndings = ['.pem', '.key', '.p12', '.pfx', '.ppk'];
/**
 * Private keys of ssh-keygen, their public halves and copies: `id_rsa`, `id_ed25519_sk.pub`,
 * `id_rsa-old`. Other names with `id_` do not match.
 */
const sshKey = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.~-].*)?$/;
/**
 * Returns the built-in rule that excludes a file or folder of this name, or null.
 *
 * Only the last name of a path is needed, because nothing in an excluded folder is looked at. Case
 * is ignored: on Windows and macOS `.ENV` opens the same file as `.env`. No include pattern
 * overrides these rules (docs/threat-model.md).
 */
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
/** True for `.git`, a folder or the file of a submodule. */
function isGit(name) {
    return name.toLowerCase() === '.git';
}
/** True for the name of a file or folder that holds credentials. */
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
/** One pattern of `include` or `exclude`. */
class CompiledPattern {
    input;
    /** The text in the workflow. */
    pattern;
    #itself;
    /** Matches everything in the folders that the pattern names; null if it names none. */
    #contents;
    constructor(input, pattern, itself, contents) {
        this.input = input;
        this.pattern = pattern;
        this.#itself = itself;
        this.#contents = contents;
    }
    /**
     * True for a folder that the pattern names, for a file that it matches, and for a file in a
     * folder that it names.
     */
    matches(path, isFolder) {
        // With its slash, a folder matches `docs/**`.
        if (isFolder)
            return this.#contents?.match(`${path}/`) === true;
        return this.#itself.match(path) || this.#contents?.match(path) === true;
    }
    /** True if something in this folder could match. */
    mayMatchIn(folder) {
        return (this.#contents ?? this.#itself).match(folder, true);
    }
}
/** Most alternatives that the braces of one pattern may expand to. */
const maxAlternatives = 1000;
/** Most alternatives that minimatch lists, repeated ones included. */
const maxExpanded = 10_000;
/**
 * Throws FolderError `pattern_invalid` if the braces of a pattern expand to too many alternatives.
 * minimatch silently truncates the list, and files that an exclude pattern then misses would be
 * published.
 */
function assertAlternatives(compiled, pattern, inputName) {
    // `globSet` has no repetitions, but a truncated list may have lost other alternatives.
    const isTruncated = compiled.braceExpand().length >= maxExpanded;
    if (compiled.globSet.length <= maxAlternatives && !isTruncated)
        return;
    const name = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameInputInText */ .Od)(inputName);
    const reason = `its braces stand for more than ${maxAlternatives} alternatives`;
    throw new _folder_error_js__WEBPACK_IMPORTED_MODULE_0__/* .FolderError */ .b3(`The pattern ${pattern} of ${name} cannot be used: ${reason}.`, {
        code: 'pattern_invalid',
        next: `Write the pattern in ${name} with fewer alternatives, for example with *.`,
    });
}
/** Options that make patterns match the same paths on every platform. */
const matchOptions = {
    dot: true,
    nonegate: true,
    nocomment: true,
    platform: 'linux',
    braceExpandMax: maxExpanded,
};
/**
 * Drops a `./`, `/` or `.` in front, which only means the folder. What is left of `assets/` means
 * everything in it, and an empty rest means everything.
 */
function toSource(pattern) {
    return pattern.replace(/^(?:\.?\/|\.$)+/, '').replace(/^$|(?<=\/)$/, '**');
}
/** True if a pattern, without `/**` at its end, ends with a name or a choice of names. */
function namesFolders(source) {
    const names = source.replace(/\/\*\*$/, '');
    const last = names.slice(names.lastIndexOf('/') + 1);
    return !/[*?]|!\(/.test(last);
}


/***/ }),

/***/ 4243:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D1: () => (/* binding */ isPicture),
/* harmony export */   "do": () => (/* binding */ parseServiceJson),
/* harmony export */   ig: () => (/* binding */ checkServiceJson)
/* harmony export */ });
/* unused harmony export maxJsonDepth */
/* harmony import */ var jsonc_parser__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5997);
/* harmony import */ var _model_app_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4251);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4185);
/* harmony import */ var _check_words_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8391);
/* harmony import */ var _manifest_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4022);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8196);






const maxDuplicates = 100;
/**
 * Most levels of objects and arrays. The parser is recursive, and so are the parsers of most
 * services.
 */
const maxJsonDepth = 1000;
/**
 * Parses the text of `service.json`. Accepts what JSON.parse accepts, down to maxJsonDepth levels,
 * with or without a byte-order mark.
 *
 * @example
 * parseServiceJson('{"name": "Tides"}').members.get('name');
 * // { value: 'Tides', line: 1, column: 10, key: { line: 1, column: 2 } }
 */
function parseServiceJson(raw) {
    const text = raw.replace(/^\ufeff/, '');
    const visitor = new MemberVisitor(text);
    try {
        (0,jsonc_parser__WEBPACK_IMPORTED_MODULE_5__/* .visit */ .YR)(text, visitor, { disallowComments: true });
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
/**
 * Checks `service.json`: it must be a JSON object without a key twice, and its keys, types and
 * formats must be those in the service document.
 */
function checkServiceJson({ members, problems }, manifest) {
    if (members === null)
        return problems;
    return [...problems, ...checkMembers(members, manifest), ...checkKeys(members)];
}
function toServiceProblem(code, parts, details = {}) {
    return (0,_check_words_js__WEBPACK_IMPORTED_MODULE_2__/* .toProblem */ .H8)(code, parts, { path: _model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .servicePath */ .VF, ...details });
}
/** Collects the members at the top level while the parser visits a text. Throws FaultFound. */
class MemberVisitor {
    members = new Map();
    /** A problem for each key that occurs twice. */
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
            const { line, column } = (0,_text_js__WEBPACK_IMPORTED_MODULE_4__/* .locateOffset */ .sp)(this.#text, before.length - 1);
            const fix = 'Delete the comma after the last entry.';
            throw new FaultFound(toServiceProblem('json_syntax', [message], { line, column, fix }));
        }
        const message = describeToken((0,jsonc_parser__WEBPACK_IMPORTED_MODULE_5__/* .printParseErrorCode */ ._n)(error), token);
        const position = countFromOne(line, column);
        throw new FaultFound(toServiceProblem('json_syntax', [message], position));
    };
    /** Begins an object or an array. */
    #enter(position) {
        this.#addValue(undefined, position);
        this.#depth += 1;
        if (this.#depth > maxJsonDepth)
            throw new FaultFound(toServiceProblem('json_depth', [String(maxJsonDepth)], position));
    }
    /** The entries of an array at the top level are added too, but the caller drops them. */
    #addValue(value, { line, column }) {
        if (this.#depth !== 1)
            return;
        const { name, position } = this.#lastKey;
        this.members.set(name, { value, line, column, key: position });
    }
}
/** Ends the visit at the first fault. Later ones are mostly a consequence of it. */
class FaultFound extends Error {
    problem;
    constructor(problem) {
        super(problem.message);
        this.problem = problem;
    }
}
/** The parser counts lines and columns from 0. */
function countFromOne(line, column) {
    return { line: line + 1, column: column + 1 };
}
/** A token may be a text of any length. */
const maxShownToken = 40;
/** Describes the fault of the token at which the parser stopped. */
function describeToken(code, token) {
    // It looks like a plain space.
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
/** The fault of a token, by the parser's code; `\u2026` stands for the token. */
const tokenFaults = new Map([
    ['InvalidCommentToken', 'JSON has no comments'],
    ['UnexpectedEndOfString', 'this string has no closing quote on its line'],
    ['InvalidUnicode', wrongEscape],
    ['InvalidEscapeCharacter', wrongEscape],
    ['InvalidCharacter', 'this string has a control character, which must be escaped'],
    ['UnexpectedEndOfNumber', '\u2026 is not a JSON number'],
    ['InvalidSymbol', '\u2026 is not JSON; text must be in double quotes'],
]);
/** The token that is missing, by the parser's other codes; a value for codes not listed here. */
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
    for (const key of _model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .serviceKeys */ .Wy) {
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
    // The service document requires none of these keys in the folder, and does not mention null.
    if (value === null)
        return toServiceProblem(key === 'name' ? 'name_missing' : `${key}_null`, []);
    if (key === 'name' && value.trim() === '')
        return toServiceProblem('name_empty', []);
    if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value))
        return toServiceProblem('color_format', [JSON.stringify(value)]);
    return key === 'logo' ? checkLogo(value, manifest) : null;
}
/** The logo must name a picture that is sent with the folder. */
function checkLogo(logo, manifest) {
    if (logo === '')
        return toServiceProblem('logo_empty', []);
    const path = (0,_manifest_js__WEBPACK_IMPORTED_MODULE_3__/* .toPlainPath */ .D8)(logo);
    const file = (0,_manifest_js__WEBPACK_IMPORTED_MODULE_3__/* .findFile */ .qE)(manifest, path);
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
/** True for a file with a media type of a picture. */
function isPicture(file) {
    return file.type.startsWith('image/');
}
function adviseLogo(path, manifest) {
    const advice = (0,_check_words_js__WEBPACK_IMPORTED_MODULE_2__/* .adviseMissing */ .Jr)(path, manifest);
    if (advice !== null)
        return advice;
    const picture = manifest.files.find(isPicture);
    if (picture === undefined)
        return null;
    return `Add the picture, or name one that is there, such as ${picture.path}.`;
}
/** Warns of keys that the service document does not mention, such as a misspelled one. */
function checkKeys(members) {
    const known = _model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .serviceKeys */ .Wy;
    // A key that begins with $, such as $schema, is for editors.
    const unknown = [...members].filter(([key]) => !known.includes(key) && !key.startsWith('$'));
    return (0,_check_words_js__WEBPACK_IMPORTED_MODULE_2__/* .limitWarnings */ .fT)(unknown, 'key', 'of service.json', ([key, member]) => {
        const { line, column } = member.key;
        const fix = adviseKey(key, members);
        return toServiceProblem('unknown_key', [key || '""'], { line, column, fix });
    });
}
function adviseKey(key, members) {
    if ((0,_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .isFieldName */ .ac)(key))
        return `Put it into ${_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .appFields */ .fj[key].file}.`;
    const free = _model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .serviceKeys */ .Wy.filter((known) => !members.has(known));
    // The service document called the logo `icon` once.
    const likely = free.find((known) => (key === 'icon' ? known === 'logo' : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .isSimilar */ .S5)(key, known)));
    return likely === undefined ? null : `Did you mean ${likely}?`;
}


/***/ }),

/***/ 8196:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E4: () => (/* binding */ loadText),
/* harmony export */   g8: () => (/* binding */ locateBytes),
/* harmony export */   qN: () => (/* binding */ toTextLines),
/* harmony export */   sp: () => (/* binding */ locateOffset)
/* harmony export */ });
/* unused harmony exports maxCheckedBytes, loadBytes */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var _manifest_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4022);
/* harmony import */ var _read_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2067);



/**
 * Largest file, in bytes, that is read whole for a check or a field: far above any page written by
 * hand.
 */
const maxCheckedBytes = 8 * 1024 * 1024;
/**
 * Reads a file of the folder as text, up to a limit in bytes. A byte-order mark is kept. Throws
 * FolderError `file_changed` or `file_unreadable`.
 */
function loadText(manifest, path, limit = maxCheckedBytes) {
    const file = (0,_manifest_js__WEBPACK_IMPORTED_MODULE_1__/* .findFile */ .qE)(manifest, path);
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
    // UTF-16 without a byte-order mark is valid UTF-8, with a NUL next to each ASCII character.
    if (text.slice(0, 2).includes('\0'))
        return { kind: 'utf16', text: null };
    return { kind: 'text', text };
}
/**
 * Reads a file, or its first `count` bytes. Throws FolderError `file_changed` or
 * `file_unreadable`.
 */
function loadBytes(file, count = file.bytes) {
    const open = (0,_read_js__WEBPACK_IMPORTED_MODULE_2__/* .openRegular */ .lf)(file);
    try {
        (0,_read_js__WEBPACK_IMPORTED_MODULE_2__/* .assertUnchanged */ .Wu)(open.stamp, file);
        const target = Buffer.allocUnsafeSlow(count);
        return target.subarray(0, (0,_read_js__WEBPACK_IMPORTED_MODULE_2__/* .readAt */ .m6)(open, 0, target));
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(open.fd);
    }
}
/** Returns the position of an offset in UTF-16 units. */
function locateOffset(text, offset) {
    const before = text.slice(0, offset).replace(/^\ufeff/, '');
    const lines = before.split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
const unknownPosition = { line: null, column: null };
/**
 * Returns the positions of bytes of a file. Line and column are null in a file that is not text, and
 * beyond maxCheckedBytes. Throws FolderError `file_changed` or `file_unreadable`.
 */
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
/** Returns the lines of a text. A line end at the end of the text begins no further line. */
function toTextLines(text) {
    const lines = text.split(/\r?\n/);
    return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}


/***/ })

};
;