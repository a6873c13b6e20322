/******/ (() => { // webpackBootstrap
/******/ 	"use strict";
/******/ 	var __webpack_modules__ = ({

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

/***/ 7859:
/***/ ((module) => {

module.exports = require("node:left-out-form-data");

/***/ }),

/***/ 5852:
/***/ ((module) => {

module.exports = require("node:left-out-http2");

/***/ }),

/***/ 9670:
/***/ ((module) => {

module.exports = require("node:left-out-second-parser");

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

/***/ 9821:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Xw: () => (/* binding */ endByDeadline),
/* harmony export */   dQ: () => (/* binding */ endByCancel),
/* harmony export */   lN: () => (/* binding */ RunEnd)
/* harmony export */ });
/** Why a run must stop now, whatever it is doing: the reason of the run's one AbortSignal. */
class RunEnd extends Error {
    name = 'RunEnd';
    loss;
    constructor(loss) {
        super(loss.what);
        this.loss = loss;
    }
}
/** The runner, or a person, cancelled the run. */
function endByCancel() {
    return new RunEnd({
        code: 'cancelled',
        what: 'the run was cancelled',
        next: 'Look at the app before you run the job again.',
    });
}
/** The run took longer than `timeout-minutes`. */
function endByDeadline(minutes) {
    return new RunEnd({
        code: 'deadline',
        what: `the run took longer than timeout-minutes: ${minutes}`,
        next: 'Raise timeout-minutes, or find out what is slow in the log.',
    });
}


/***/ }),

/***/ 6048:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   y: () => (/* binding */ readContext)
/* harmony export */ });
/** Reads the run's context. An unreadable event is taken for one without a pull request. */
function readContext({ env, cwd, readEvent }) {
    const get = (name) => env[name] ?? '';
    const eventName = get('GITHUB_EVENT_NAME');
    const isPullRequest = eventName.startsWith('pull_request');
    const event = isPullRequest ? readPullRequest(get('GITHUB_EVENT_PATH'), readEvent) : null;
    const repository = get('GITHUB_REPOSITORY');
    const runId = get('GITHUB_RUN_ID');
    return {
        workspace: get('GITHUB_WORKSPACE') || cwd,
        runnerTemp: get('RUNNER_TEMP'),
        eventName,
        repository,
        sha: get('GITHUB_SHA'),
        ref: get('GITHUB_REF'),
        runUrl: repository === '' || runId === '' ? null : `${get('GITHUB_SERVER_URL')}/${repository}/actions/runs/${runId}`,
        apiUrl: get('GITHUB_API_URL') || 'https://api.github.com',
        pullRequest: event?.number ?? null,
        fromFork: event?.fromFork ?? false,
        proxy: readProxy(get),
        outputFile: get('GITHUB_OUTPUT') || null,
        summaryFile: get('GITHUB_STEP_SUMMARY') || null,
    };
}
/** The lower-case spelling wins, as in curl. */
function readProxy(get) {
    const httpsProxy = get('https_proxy') || get('HTTPS_PROXY');
    return httpsProxy === '' ? null : { httpsProxy, noProxy: get('no_proxy') || get('NO_PROXY') };
}
function readPullRequest(path, readEvent) {
    const pullRequest = dig(parse(path, readEvent), ['pull_request']);
    if (pullRequest === undefined)
        return null;
    const number = dig(pullRequest, ['number']);
    const head = dig(pullRequest, ['head', 'repo', 'full_name']);
    const base = dig(pullRequest, ['base', 'repo', 'full_name']);
    return { number: typeof number === 'number' ? number : null, fromFork: typeof base === 'string' && head !== base };
}
function parse(path, readEvent) {
    try {
        return JSON.parse(readEvent(path));
    }
    catch (error) {
        if (error instanceof Error)
            return undefined;
        throw error;
    }
}
function dig(value, keys) {
    return keys.reduce((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value);
}


/***/ }),

/***/ 5266:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ listBase64Forms)
/* harmony export */ });
/**
 * How these bytes can stand in base64 and base64url, whatever stands around them: at each of the three offsets, and
 * without the characters that also hold bits of a neighbour. In both alphabets, each form once; no padding.
 */
function listBase64Forms(bytes) {
    const forms = [0, 1, 2].map((offset) => encodeInner(bytes, offset));
    return [...new Set([...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))])];
}
function encodeInner(bytes, offset) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}


/***/ }),

/***/ 5021:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  K: () => (/* binding */ readInputs)
});

;// CONCATENATED MODULE: ./lib/base-url.js
const noAddress = 'must be an address such as https://apps.example.com';
/**
 * Reads `base-url`: https anywhere, http only to this machine, since the key travels with every request.
 * Returns a sentence on what is wrong instead, which never repeats a password.
 */
function parseBaseUrl(text) {
    if (/[^!-[\]-~\u0080-\uffff]/.test(text) || !URL.canParse(text))
        return noAddress;
    const url = new URL(text);
    // `URL` drops an empty user name without a word.
    if (url.username !== '' || url.password !== '' || /^https?:\/*[^/?#]*@/i.test(text)) {
        return 'must not carry a user name or password';
    }
    if (text.includes('?') || text.includes('#'))
        return 'must not carry a query or fragment';
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return 'must begin with https://';
    // `URL` also takes one slash, or none, or three.
    if (!/^https?:\/\/[^/]/i.test(text))
        return noAddress;
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
        return 'must begin with https:// (http:// only to localhost, 127.x.x.x or [::1])';
    }
    return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}
/** True for a host that cannot leave this machine. `hostname` as `URL` gives it: lower case, IPv4 in four parts. */
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

;// CONCATENATED MODULE: ./lib/input-patterns.js
/** Longest pattern, in UTF-16 units. */
const longestPattern = 1024;
/** Most patterns of one input. */
const mostPatterns = 1000;
/**
 * Reads the value of `include` or `exclude`: one pattern a line, blank lines do not count. Refuses, naming it, the first
 * pattern that is too long, reaches outside the folder, or can only be a mistake. What braces stand for is counted later,
 * where patterns are compiled.
 */
function readPatterns(text) {
    const patterns = text
        .split(/\r\n|\n|\r/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
    if (patterns.length > mostPatterns) {
        const takes = `takes at most ${mostPatterns} patterns (one with ** or braces can stand for many)`;
        return { takes, got: `${patterns.length} patterns` };
    }
    for (const pattern of patterns) {
        const takes = findFault(pattern);
        if (takes !== null)
            return { takes, got: pattern };
    }
    return { value: patterns };
}
/** What the input takes in place of this pattern, or null when it can be used. */
function findFault(pattern) {
    if (pattern.length > longestPattern)
        return `takes patterns of at most ${longestPattern} characters`;
    if (pattern.includes('\0'))
        return 'takes patterns without a NUL, which no file name has';
    // As a plain character it would have no effect, and nobody would know; `!(a|b)` is a pattern of its own.
    if (/^(?:\.?\/)*!(?!\()/.test(pattern)) {
        return 'takes patterns without a ! at the start (it would not turn them around; name what stays behind in exclude)';
    }
    if (pattern.split('/').includes('..'))
        return 'takes patterns that stay inside the folder, without ..';
    // `assets\img` would be read as `assetsimg` and match nothing, so that an exclude pattern would publish what it names.
    // Looked for first, since to compile the expression takes a part of a millisecond.
    if (pattern.includes('\\') && /\\[\p{L}\p{N}_.]|\\$/u.test(pattern)) {
        return 'takes patterns whose folders are separated by / alone';
    }
    return null;
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
;// CONCATENATED MODULE: ./lib/input-values.js

/** Reads `true` or `false` in the three spellings of YAML's core schema. */
function readBoolean(text) {
    if (/^(true|True|TRUE)$/.test(text))
        return { value: true };
    if (/^(false|False|FALSE)$/.test(text))
        return { value: false };
    return { takes: 'takes true or false' };
}
/** Reads one of the named words, spelled exactly so. */
function readChoice(choices) {
    return (text) => {
        const value = choices.find((choice) => choice === text);
        return value === undefined ? { takes: `takes one of ${choices.join(', ')}` } : { value };
    };
}
/** Reads a number of minutes in plain decimal digits, such as `10` or `0.5`, within the limits (inclusive). */
function readMinutes(least, most) {
    return (text) => {
        const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
        return value >= least && value <= most
            ? { value }
            : { takes: `takes a number of minutes from ${least} to ${most}` };
    };
}
/**
 * Reads the path of the app folder. An absolute one may lie inside the workspace, and a link may lead out of it: that is
 * for the disk to say.
 */
function readFolder(text) {
    const way = (0,external_node_path_.normalize)(text);
    const leaves = way === '..' || way.startsWith(`..${external_node_path_.sep}`);
    return leaves || text.includes('\0')
        ? { takes: 'takes a path inside the workspace, relative to it' }
        : { value: text };
}
/** Reads a text that must match the pattern. */
function readText(pattern, takes) {
    return (text) => (pattern.test(text) ? { value: text } : { takes });
}

// EXTERNAL MODULE: ./lib/inputs.js
var lib_inputs = __nccwpck_require__(646);
;// CONCATENATED MODULE: ./lib/input-reader.js




/** Longest wait and run in minutes: five days, the longest a job may take on any runner. */
const mostMinutes = 7200;
/**
 * Reads every input once. An empty text counts as not given. Returns either the inputs or all that is wrong with them,
 * so that a workflow is mended in one go.
 */
function readInputs(source) {
    const wrong = [];
    const read = (input, fallback, parse) => {
        const text = source.read(input);
        if (text === '')
            return fallback;
        const reading = parse(text);
        if ('value' in reading)
            return reading.value;
        wrong.push({ input, got: toShown(input, reading.got ?? text), takes: reading.takes });
        return fallback;
    };
    const inputs = {
        command: read('command', 'deploy', readChoice(lib_inputs/* commands */.Pi)),
        baseUrl: read('base-url', null, readBaseUrl),
        apiKey: read('api-key', null, readText(/^[\x21-\x7e]+$/, 'takes printable ASCII without spaces')),
        slug: read('slug', '', readText(/^[a-z0-9-]{3,32}$/, 'takes 3 to 32 lowercase letters, digits and hyphens')),
        folder: read('folder', '', readFolder),
        include: read('include', ['**'], readPatterns),
        exclude: read('exclude', [], readPatterns),
        submit: read('submit', false, readBoolean),
        termsVersion: read('terms-version', '', readText(/^\P{C}{1,200}$/u, 'takes one line of at most 200 characters')),
        create: read('create', false, readBoolean),
        force: read('force', false, readBoolean),
        onInReview: read('on-in-review', 'fail', readChoice(lib_inputs/* onInReviewChoices */.vh)),
        onStale: read('on-stale', 'ignore', readChoice(lib_inputs/* onStaleChoices */.$O)),
        dryRun: read('dry-run', false, readBoolean),
        waitForReviewMinutes: read('wait-for-review', 0, readMinutes(0, mostMinutes)),
        timeoutMinutes: read('timeout-minutes', 10, readMinutes(0.01, mostMinutes)),
        comment: read('comment', false, readBoolean),
        githubToken: source.read('github-token'),
    };
    // An unreadable value is already named above: it is not missing as well.
    const given = new Set(wrong.map(({ input }) => input));
    wrong.push(...findMissing(inputs, source).filter(({ input }) => !given.has(input)));
    return wrong.length === 0 ? inputs : { wrong, slug: inputs.slug };
}
/** True when nothing will be asked of the service: no key, and a dry run or a fork's pull request. */
function isOffline(inputs, fromFork) {
    return inputs.apiKey === null && (inputs.dryRun || fromFork);
}
function findMissing(inputs, { read, fromFork }) {
    const { command, slug } = inputs;
    const writtenSlug = read('slug');
    const offline = isOffline(inputs, fromFork) && ((0,lib_inputs/* takesFolder */.fk)(command) || fromFork);
    const submits = command === 'submit' || (command === 'deploy' && inputs.submit);
    const confirm = read('confirm');
    const missing = (input, takes) => ({ input, got: null, takes });
    const found = [
        inputs.baseUrl === null &&
            !offline &&
            missing('base-url', "is needed: the service's address, such as https://apps.example.com"),
        inputs.apiKey === null &&
            !offline &&
            missing('api-key', 'is needed: pass the API key from a secret (secrets are empty where the workflow may not read them, as for Dependabot)'),
        slug === '' &&
            command !== 'list' &&
            missing('slug', `is needed by ${command}: the app's address, 3 to 32 lowercase letters, digits and hyphens`),
        inputs.folder === '' &&
            (0,lib_inputs/* takesFolder */.fk)(command) &&
            missing('folder', `is needed by ${command}: the app folder, relative to the workspace`),
        submits &&
            !offline &&
            inputs.termsVersion === '' &&
            missing('terms-version', 'is needed to submit: the version of the developer terms that you accept'),
        command === 'delete' &&
            !offline &&
            (confirm === '' || confirm !== writtenSlug) && {
            input: 'confirm',
            got: confirm === '' ? null : confirm,
            takes: 'must repeat the slug to delete the app',
        },
    ];
    return found.filter((entry) => entry !== false);
}
function readBaseUrl(text) {
    const parsed = parseBaseUrl(text);
    return typeof parsed === 'string' ? { takes: parsed } : { value: parsed };
}
/**
 * What an error may show of a text: nothing of a key. A password may stand in an address by mistake, also in that of
 * another input, with slashes before it or without; no address is what has no colon, such as the path `icons@2x`.
 */
function toShown(input, text) {
    if (input === 'api-key')
        return null;
    const isAddress = input === 'base-url' || text.includes(':');
    return isAddress ? text.replace(/^(https?:[/\\]*)?.*@/isu, '$1***@') : text;
}


/***/ }),

/***/ 646:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $O: () => (/* binding */ onStaleChoices),
/* harmony export */   Pi: () => (/* binding */ commands),
/* harmony export */   fk: () => (/* binding */ takesFolder),
/* harmony export */   vh: () => (/* binding */ onInReviewChoices)
/* harmony export */ });
/** The seven things the service's API does with an app, as the `command` input names them. */
const commands = ['deploy', 'status', 'submit', 'create', 'update', 'delete', 'list'];
/** True for the commands that pack a folder. */
function takesFolder(command) {
    return command === 'deploy' || command === 'create' || command === 'update';
}
/** What a deploy or update does with an app that is in review with other content. */
const onInReviewChoices = ['fail', 'skip', 'replace'];
/** What a run does when its branch has moved past its commit. */
const onStaleChoices = ['ignore', 'warn', 'skip', 'fail'];


/***/ }),

/***/ 2682:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ Ledger),
/* harmony export */   s: () => (/* binding */ toAppFacts)
/* harmony export */ });
/** What the run has proven so far. The one thing that changes during a run; a run cut short reports what stands here. */
class Ledger {
    #facts;
    constructor(slug) {
        this.#facts = { ...nothingYet, slug: slug === '' ? null : slug };
    }
    get facts() {
        return this.#facts;
    }
    /** Adds what was just proven. */
    learn(part) {
        this.#facts = { ...this.#facts, ...part };
    }
    /** The app as the last answer showed it; null when it is gone. An address that it left out stays what it was. */
    learnApp(app) {
        const url = app?.url ?? this.#facts.app?.url ?? null;
        this.learn({ app: app === null ? null : toAppFacts({ ...app, url }) });
    }
    /** The app before this run changed anything; null when it does not exist. */
    learnBefore(app) {
        this.learn({ statusBefore: app?.status ?? null });
        this.learnApp(app);
    }
    /** The app after this run changed its draft, as the proof showed it; null when it is gone. */
    learnChange(app) {
        this.learn({ changed: true });
        this.learnApp(app);
    }
    notice(text) {
        this.learn({ notices: [...this.#facts.notices, text] });
    }
    warn(text) {
        this.learn({ warnings: [...this.#facts.warnings, text] });
    }
    addWait(wait) {
        this.learn({ waits: [...this.#facts.waits, wait] });
    }
}
/** The part of an app that is told to people. Without an address shown it is the one that the document gives it. */
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
    submitting: false,
    contentHash: null,
    fileCount: null,
    byteCount: null,
    leftOut: [],
    changes: null,
    problems: [],
    termsRequired: null,
    verdict: null,
    apps: null,
    waits: [],
    notices: [],
    warnings: [],
};


/***/ }),

/***/ 342:
/***/ ((__webpack_module__, __webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
__nccwpck_require__.r(__webpack_exports__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(7516);
/* harmony import */ var _api_run_end_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9821);
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(6048);
/* harmony import */ var _input_reader_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5021);
/* harmony import */ var _wrong_inputs_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(950);






/** After a cancel the runner gives 7.5 s; we are gone sooner, whatever still hangs. */
const cancelLimitMs = 1_800;
// A main that never settles must not look like a success.
process.exitCode = 1;
const controller = new AbortController();
let isCancelled = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK']) {
    process.on(signal, () => {
        isCancelled = true;
        controller.abort((0,_api_run_end_js__WEBPACK_IMPORTED_MODULE_1__/* .endByCancel */ .dQ)());
        setTimeout(() => process.exit(130), cancelLimitMs);
    });
}
await main();
if (isCancelled)
    process.exit(130);
async function main() {
    const context = (0,_context_js__WEBPACK_IMPORTED_MODULE_4__/* .readContext */ .y)({
        env: process.env,
        cwd: process.cwd(),
        readEvent: (path) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8'),
    });
    const inputs = (0,_input_reader_js__WEBPACK_IMPORTED_MODULE_2__/* .readInputs */ .K)({ read: _actions_core__WEBPACK_IMPORTED_MODULE_5__/* .getInput */ .V4, fromFork: context.fromFork });
    const secrets = [(0,_actions_core__WEBPACK_IMPORTED_MODULE_5__/* .getInput */ .V4)('api-key'), (0,_actions_core__WEBPACK_IMPORTED_MODULE_5__/* .getInput */ .V4)('github-token')].filter((secret) => secret !== '');
    for (const secret of secrets)
        (0,_actions_core__WEBPACK_IMPORTED_MODULE_5__/* .setSecret */ .Pq)(secret);
    const { createLog, createOutputWriter, createSummaryWriter, emitReport } = await __nccwpck_require__.e(/* import() */ 574).then(__nccwpck_require__.bind(__nccwpck_require__, 574));
    const log = createLog({ isDebug: (0,_actions_core__WEBPACK_IMPORTED_MODULE_5__/* .isDebug */ ._o)(), secrets, now: Date.now });
    const { outputFile, summaryFile } = context;
    const sinks = {
        log,
        setOutput: outputFile === null ? null : createOutputWriter(outputFile),
        writeSummary: summaryFile === null ? null : createSummaryWriter(summaryFile),
    };
    if (!('command' in inputs)) {
        return emitReport((0,_wrong_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .toWrongInputsReport */ .u)(inputs, secrets), { ...sinks, comment: null });
    }
    const { act, toExitCode } = await Promise.all(/* import() */[__nccwpck_require__.e(79), __nccwpck_require__.e(204)]).then(__nccwpck_require__.bind(__nccwpck_require__, 7204));
    const { report, comment } = await act({
        inputs,
        context,
        log,
        clock: { now: Date.now, sleep: rest },
        random: Math.random,
        setTimer: (work, milliseconds) => {
            const timer = setTimeout(work, milliseconds);
            return { clear: () => clearTimeout(timer) };
        },
        controller,
    });
    await emitReport(report, { ...sinks, comment: isCancelled ? null : comment });
    process.exitCode = toExitCode(report.outcome, report.facts);
}
/** Waits; on an abort rejects with the signal's own reason, which says why the run ends. */
function rest(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
            signal.removeEventListener('abort', stop);
            resolve();
        }, milliseconds);
        const stop = () => {
            clearTimeout(timer);
            reject(signal.reason);
        };
        if (signal.aborted)
            stop();
        else
            signal.addEventListener('abort', stop, { once: true });
    });
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 7516:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Yz: () => (/* binding */ debug),
  N4: () => (/* binding */ endGroup),
  z3: () => (/* binding */ error),
  V4: () => (/* binding */ getInput),
  pq: () => (/* binding */ info),
  _o: () => (/* binding */ isDebug),
  lm: () => (/* binding */ notice),
  Pq: () => (/* binding */ setSecret),
  Oh: () => (/* binding */ startGroup),
  $e: () => (/* binding */ warning)
});

// UNUSED EXPORTS: ExitCode, addPath, exportVariable, getBooleanInput, getIDToken, getMultilineInput, getState, group, markdownSummary, platform, saveState, setCommandEcho, setFailed, setOutput, summary, toPlatformPath, toPosixPath, toWin32Path

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
//# sourceMappingURL=utils.js.map
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
//# sourceMappingURL=command.js.map
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

//# sourceMappingURL=core.js.map

/***/ }),

/***/ 6749:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ createRedact)
/* harmony export */ });
/* harmony import */ var _encoded_secret_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5266);

const mask = '***';
/** Shorter stretches of base64 than this occur by chance. */
const shortestBase64 = 8;
/**
 * Makes the function that replaces every secret by `***`, also where it stands in base64 (at any offset, both
 * alphabets), percent-encoded, JSON-escaped or XML-escaped. The runner masks its log in the same way, but neither
 * titles, files nor outputs, and nothing that goes to an API. Empty secrets are ignored.
 */
function createRedact(secrets) {
    // What is not understood of an answer is shown as JSON, which escapes each of the forms once more.
    const written = secrets.filter((secret) => secret !== '').flatMap(toForms);
    const forms = new Set([...written, ...written.map(toJsonText)]);
    if (forms.size === 0)
        return (text) => text;
    // Longest first, so that a secret that begins with another one goes as a whole.
    const longestFirst = [...forms].sort((a, b) => b.length - a.length);
    const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
    return (text) => text.replace(pattern, mask);
}
function escapePattern(text) {
    return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
function toForms(secret) {
    const json = toJsonText(secret);
    const percent = [encodeURIComponent(secret.toWellFormed()), encodeStrictly(secret), encodeEverything(secret)];
    const base64 = (0,_encoded_secret_js__WEBPACK_IMPORTED_MODULE_0__/* .listBase64Forms */ .R)(Buffer.from(secret)).filter((form) => form.length >= shortestBase64);
    return [
        secret,
        json,
        json.replaceAll('/', '\\/'),
        ...percent,
        ...percent.map(lowerPercent),
        ...base64,
        ...base64.map(encodeURIComponent),
        ...toXml(secret),
    ];
}
function toJsonText(text) {
    return JSON.stringify(text).slice(1, -1);
}
/** `encodeURIComponent` leaves `!'()*` as they are, others do not. */
function encodeStrictly(text) {
    const encode = (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
    return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, encode);
}
function encodeEverything(text) {
    return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
function lowerPercent(text) {
    return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}
function toXml(text) {
    const basic = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const quoted = basic.replaceAll('"', '&quot;');
    return [basic, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&apos;')];
}


/***/ }),

/***/ 4639:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   IA: () => (/* binding */ toPrintableLines),
/* harmony export */   IN: () => (/* binding */ cutText),
/* harmony export */   cT: () => (/* binding */ joinLines),
/* harmony export */   f8: () => (/* binding */ toPrintable)
/* harmony export */ });
/** A line break in any of the forms that the runner ends a line at. */
const lineBreak = /\r\n|\r|\n/g;
/**
 * Whatever has no shape of its own: controls, format characters (bidi, zero width, BOM), line and paragraph separators,
 * lone surrogates, fillers. An emoji keeps the selector that makes it one.
 */
const shapeless = /(?!(?<=\p{Extended_Pictographic})\u{fe0f})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
/**
 * Makes text from anywhere safe to print as one line: the result has no line break, nothing invisible, and neither of
 * the runner's two command parsers finds a command in it (`::name::` at a line's start, `##[name]` anywhere).
 *
 * Controls become their Unicode pictures (`\u240a`), other shapeless characters their number (`\u{202e}`). The runner
 * compares by culture, in which some marks weigh nothing, so that marks between the characters do not count either.
 */
function toPrintable(text) {
    return isHarmless(text) ? text : disarm(text.replace(shapeless, show));
}
/** The same for text of several lines, each safe on its own: line breaks become LF, tabs stay. */
function toPrintableLines(text) {
    const lines = text.replace(lineBreak, '\n').split('\n');
    return lines
        .map((line) => isHarmless(line)
        ? line
        : disarm(line.replace(shapeless, (character) => (character === '\t' ? '\t' : show(character)))))
        .join('\n');
}
/** Text of several lines as one: a line break, with the blanks around it, becomes a blank where nobody wants its picture. */
function joinLines(text) {
    return text.trim().replace(/\s*[\r\n]\s*/g, ' ');
}
/** Plain ASCII that begins no command, as most lines are: to compile the patterns below costs a start-up a millisecond. */
function isHarmless(line) {
    return /^[ -~]*$/.test(line) && !line.includes('##[') && !line.trimStart().startsWith('::');
}
/**
 * Cuts text to at most `limit` UTF-16 units, the words that say how much is missing included, and never inside a
 * surrogate pair. A limit too small for those words just cuts.
 */
function cutText(text, limit) {
    if (text.length <= limit)
        return text;
    const room = limit - ` \u2026 (${text.length} characters more)`.length;
    if (room <= 0)
        return sliceWhole(text, Math.max(0, limit));
    const kept = sliceWhole(text, room);
    return `${kept} \u2026 (${text.length - kept.length} characters more)`;
}
/** The longest start of at most `units` UTF-16 units that does not end in half a character. */
function sliceWhole(text, units) {
    const last = text.charCodeAt(units - 1);
    return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}
function show(character) {
    const code = Number(character.codePointAt(0));
    if (code < 0x20)
        return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `\\u{${code.toString(16)}}`;
}
/** Puts a backslash where a command would begin, as the runner does with its own markers. */
function disarm(line) {
    return line.replace(/(#\p{M}*#\p{M}*)\[/gu, '$1\\[').replace(/^([\s\p{M}]*)(?=:\p{M}*:)/u, '$1\\');
}


/***/ }),

/***/ 950:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ toWrongInputsReport)
/* harmony export */ });
/* harmony import */ var _ledger_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2682);
/* harmony import */ var _report_redact_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(6749);
/* harmony import */ var _report_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4639);



/** UTF-16 units of all values together, shared evenly: the whole must fit where 2,000 of a sentence are shown. */
const valuesRoom = 1000;
/** The report of a run that did not begin: every wrong input, what it got, and what it takes. */
function toWrongInputsReport({ wrong, slug }, secrets) {
    const redact = (0,_report_redact_js__WEBPACK_IMPORTED_MODULE_1__/* .createRedact */ .a)(secrets);
    const room = Math.floor(valuesRoom / wrong.length);
    // Redacted before the cut: half a secret would not be known as one.
    const show = (got) => (got === null ? '' : `, not "${(0,_report_text_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)(redact(got), room)}"`);
    const lines = wrong.map(({ input, got, takes }) => `${input} ${takes}${show(got)}`);
    const count = wrong.length === 1 ? 'An input is wrong' : `${wrong.length} inputs are wrong`;
    return {
        command: 'deploy',
        dryRun: false,
        outcome: {
            kind: 'failed',
            failure: {
                code: 'wrong_inputs',
                message: `${count}: ${lines.join('; ')}`,
                next: 'Correct the "with:" block of the step; the README describes every input.',
            },
        },
        facts: new _ledger_js__WEBPACK_IMPORTED_MODULE_0__/* .Ledger */ .O(slug).facts,
        repositoryPath: null,
        readLines: async () => null,
        secrets,
    };
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
/******/ 	/* webpack/runtime/async module */
/******/ 	(() => {
/******/ 		var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 		var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 		var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 		var resolveQueue = (queue) => {
/******/ 			if(queue && queue.d < 1) {
/******/ 				queue.d = 1;
/******/ 				queue.forEach((fn) => (fn.r--));
/******/ 				queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 			}
/******/ 		}
/******/ 		var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 			if(dep !== null && typeof dep === "object") {
/******/ 				if(dep[webpackQueues]) return dep;
/******/ 				if(dep.then) {
/******/ 					var queue = [];
/******/ 					queue.d = 0;
/******/ 					dep.then((r) => {
/******/ 						obj[webpackExports] = r;
/******/ 						resolveQueue(queue);
/******/ 					}, (e) => {
/******/ 						obj[webpackError] = e;
/******/ 						resolveQueue(queue);
/******/ 					});
/******/ 					var obj = {};
/******/ 					obj[webpackQueues] = (fn) => (fn(queue));
/******/ 					return obj;
/******/ 				}
/******/ 			}
/******/ 			var ret = {};
/******/ 			ret[webpackQueues] = x => {};
/******/ 			ret[webpackExports] = dep;
/******/ 			return ret;
/******/ 		}));
/******/ 		__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 			var queue;
/******/ 			hasAwait && ((queue = []).d = -1);
/******/ 			var depQueues = new Set();
/******/ 			var exports = module.exports;
/******/ 			var currentDeps;
/******/ 			var outerResolve;
/******/ 			var reject;
/******/ 			var promise = new Promise((resolve, rej) => {
/******/ 				reject = rej;
/******/ 				outerResolve = resolve;
/******/ 			});
/******/ 			promise[webpackExports] = exports;
/******/ 			promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 			module.exports = promise;
/******/ 			body((deps) => {
/******/ 				currentDeps = wrapDeps(deps);
/******/ 				var fn;
/******/ 				var getResult = () => (currentDeps.map((d) => {
/******/ 					if(d[webpackError]) throw d[webpackError];
/******/ 					return d[webpackExports];
/******/ 				}))
/******/ 				var promise = new Promise((resolve) => {
/******/ 					fn = () => (resolve(getResult));
/******/ 					fn.r = 0;
/******/ 					var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 					currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 				});
/******/ 				return fn.r ? promise : getResult();
/******/ 			}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 			queue && queue.d < 0 && (queue.d = 0);
/******/ 		};
/******/ 	})();
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
/******/ 	
/******/ 	// startup
/******/ 	// Load entry module and return exports
/******/ 	// This entry module used 'module' so it can't be inlined
/******/ 	var __webpack_exports__ = __nccwpck_require__(342);
/******/ 	module.exports = __webpack_exports__;
/******/ 	
/******/ })()
;