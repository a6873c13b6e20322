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

/**
 * An expected reason for a run to end, and the base of all errors with words of their own. The
 * message says what was tried, where, and what came back; it may hold outside text.
 */
class ActionError extends Error {
    name = 'ActionError';
    code;
    next;
    kind;
    path;
    constructor(message, { code, next, kind = 'failed', path = null, cause }) {
        super(message, cause === undefined ? undefined : { cause });
        this.code = code;
        this.next = next;
        this.kind = kind;
        this.path = path;
    }
}
/**
 * The run must stop now, whatever it is doing: the only reason that its AbortSignal is aborted
 * with.
 */
class RunEndedError extends ActionError {
    name = 'RunEndedError';
}
/** The runner, or a person, cancelled the run. */
function endByCancel() {
    return new RunEndedError('The run was cancelled', {
        code: 'cancelled',
        next: `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .nameRerun */ .Mn)('Re-run the job')} to finish: it reads the app first, and sends only what is missing.`,
    });
}
/** The run took longer than `timeout-minutes`. */
function endByDeadline(minutes) {
    return new RunEndedError(`The run took longer than ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .nameInput */ .K3)('timeout-minutes')}: ${minutes}`, {
        code: 'deadline',
        next: `Set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .nameInput */ .K3)('timeout-minutes')} to a higher value, or find out ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .perFrontend */ .C2)('in the log ', '')}what takes so long.`,
    });
}
/** Describes whatever was thrown. A bug of ours keeps its stack; nothing expected does. */
function toFailure(error) {
    if (error instanceof ActionError) {
        const { kind, code, message, next, path, cause } = error;
        return {
            kind,
            code,
            message,
            next,
            path,
            ...(cause instanceof ActionError ? { causeCode: cause.code } : {}),
        };
    }
    const stack = error instanceof Error ? error.stack : undefined;
    return {
        kind: 'failed',
        code: 'bug',
        message: `Unexpected error${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .perFrontend */ .C2)(' in the action', '')}: ${toReason(error)}`,
        next: `Please report it${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .perFrontend */ .C2)(' in the repository of this action', '')}, with the lines below.`,
        path: null,
        ...(stack === undefined ? {} : { stack }),
    };
}
/**
 * What a caught value says of itself, for a sentence or a log line: outside text, not safe to print
 * yet.
 */
function toReason(error) {
    return error instanceof Error ? error.message : String(error);
}


/***/ }),

/***/ 7190:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   KW: () => (/* binding */ mayBeInReview),
/* harmony export */   LR: () => (/* binding */ toReviewState),
/* harmony export */   Wn: () => (/* binding */ describeStatus),
/* harmony export */   cq: () => (/* binding */ explainStatus)
/* harmony export */ });
/* unused harmony export isDocumentedStatus */
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2514);

/**
 * Who sees a draft: on a terminal its reader, while the run of a repository is read by others too.
 */
const seen = () => `visible only to ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .perFrontend */ .C2)('the owner of its API key', 'you')}`;
/** The six states of the service document, and `changes_requested` of its earlier form. */
const states = new Map(Object.entries({
    draft: {
        is: 'is a draft',
        means: (wasPublished) => `Draft: ${wasPublished ? 'the app was published before' : seen()}. ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_0__/* .perFrontend */ .C2)('The owner can try', 'Try')} it at its address, and submit it for review when it is ready.`,
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
/**
 * True for the six that the service document names, and false for `changes_requested` of its
 * earlier form.
 */
function isDocumentedStatus(status) {
    return states.has(status) && status !== 'changes_requested';
}
/**
 * True for an app in review, and for a status that the document does not name, which may stand for
 * a review.
 */
function mayBeInReview(status) {
    return status === 'in_review' || !states.has(status);
}
/**
 * What a status says of an app, to follow its name: `is in review`. A status that is not known is
 * shown as it is.
 */
function describeStatus(status) {
    const unknown = status === null ? 'has no known status' : `has the status ${status}`;
    return states.get(status ?? '')?.is ?? unknown;
}
/**
 * Who can see the app, and what is next; empty where the status is not known. An app with a
 * `published_at` was published.
 */
function explainStatus(app) {
    return states.get(app?.status ?? '')?.means(app?.publishedAt != null) ?? '';
}
/** What a status means for a review. One that the document does not name is never final. */
function toReviewState(status) {
    return states.get(status ?? '')?.review ?? 'pending';
}


/***/ }),

/***/ 2526:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ae: () => (/* binding */ anyText),
/* harmony export */   Ej: () => (/* binding */ size),
/* harmony export */   Gx: () => (/* binding */ minutes),
/* harmony export */   Jt: () => (/* binding */ flag),
/* harmony export */   Pt: () => (/* binding */ isPattern),
/* harmony export */   Qq: () => (/* binding */ text),
/* harmony export */   Rs: () => (/* binding */ serviceUrl),
/* harmony export */   UN: () => (/* binding */ slugRule),
/* harmony export */   Yq: () => (/* binding */ choice),
/* harmony export */   oW: () => (/* binding */ folders),
/* harmony export */   qp: () => (/* binding */ patterns),
/* harmony export */   u5: () => (/* binding */ isSlug),
/* harmony export */   uC: () => (/* binding */ loopback),
/* harmony export */   v5: () => (/* binding */ namesSeveral),
/* harmony export */   yR: () => (/* binding */ slug),
/* harmony export */   zA: () => (/* binding */ shownUrl)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6760);
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3589);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2514);



/** Longest wait and run in minutes: five days, the longest that a job may take on any runner. */
const maxMinutes = 7200;
/** Longest pattern, in UTF-16 units. */
const maxPatternLength = 1024;
/** Most lines of one input. */
const maxLines = 1000;
/** Longest address that is only shown, in UTF-16 units. */
const maxUrlLength = 2000;
/** What a slug is made of, in words. */
const slugRule = '3 to 32 lowercase letters, digits and hyphens';
/** True for a slug, as opposed to an empty text and to one with a star. */
function isSlug(text) {
    return /^[a-z0-9-]{3,32}$/.test(text);
}
/** True where `folder` stands for as many apps as there are: it has several lines, or a pattern. */
function namesSeveral(folder) {
    return folder.includes('\n') || isPattern(folder);
}
/**
 * True for a line of `folder` that is a pattern. Brackets alone make none: folders may be named so.
 */
function isPattern(line) {
    return /[*?{]|[!@+]\(/.test(line);
}
/** `true` or `false` in the three spellings of YAML's core schema. */
const flag = {
    type: 'boolean',
    parse(text) {
        if (/^(true|True|TRUE)$/.test(text))
            return { value: true };
        if (/^(false|False|FALSE)$/.test(text))
            return { value: false };
        return { expected: 'must be true or false' };
    },
};
/** One of the named words, spelled exactly so. */
function choice(values) {
    return {
        type: 'enum',
        values,
        parse(text) {
            const value = values.find((word) => word === text);
            return value === undefined ? { expected: `must be one of ${values.join(', ')}` } : { value };
        },
    };
}
/**
 * A number of minutes in plain decimal digits, such as `10` or `0.5`, within the limits
 * (inclusive).
 */
function minutes(min) {
    return {
        type: 'number',
        parse(text) {
            const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
            if (value >= min && value <= maxMinutes)
                return { value };
            return { expected: `must be a number of minutes from ${min} to ${maxMinutes}` };
        },
    };
}
/** Text of this form; `expected` says what it must be. */
function text(pattern, expected) {
    return {
        type: 'string',
        parse: (given) => (pattern.test(given) ? { value: given } : { expected }),
    };
}
/** Bytes by the units that sizes are shown in: a KB is 1,000 bytes. */
const bytesByUnit = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };
/** A size such as `2 MB`, as a number of bytes. */
const size = {
    type: 'string',
    parse(text) {
        const [, digits, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMG]?B)$/i.exec(text) ?? [];
        const [, factor = 0] = Object.entries(bytesByUnit).find(([name]) => name === unit.toUpperCase()) ?? [];
        const value = Math.floor(Number(digits ?? 0) * factor);
        return value > 0 ? { value } : { expected: 'must be a size such as 2 MB or 500 KB' };
    },
};
/** A slug, or one with a star in it: what the whole may be is told by the slugs that come of it. */
const slug = {
    type: 'string',
    parse(text) {
        if (isSlug(text) || /^(?=.{1,32}$)[a-z0-9-]*\*[a-z0-9-]*$/.test(text))
            return { value: text };
        return { expected: `must be ${slugRule}` };
    },
};
/** One pattern per line. */
const patterns = {
    type: 'list',
    parse: (text) => parseLines(text, (line) => findPatternFault(line)),
};
/** One folder, or pattern of folders, per line. */
const folders = {
    type: 'list',
    parse(text) {
        const result = parseLines(text, findFolderFault);
        return 'value' in result ? { value: result.value.join('\n') } : result;
    },
};
/**
 * Reads one entry per line; blank lines do not count. Refuses, naming it, the first line that has a
 * fault.
 */
function parseLines(text, findFault) {
    const lines = (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_1__/* .splitLines */ .uz)(text);
    if (lines.length > maxLines)
        return { expected: `must be at most ${maxLines} lines`, got: `${lines.length} lines` };
    for (const line of lines) {
        const expected = findFault(line);
        if (expected !== null)
            return { expected, got: line };
    }
    return { value: lines };
}
/**
 * What a line of `folder` must be, the path of an app folder or a pattern of such, or null when it
 * can be used. An absolute path may lie inside the workspace, and a link may lead out of it: that
 * is for the disk to say. An address is no path, and may hold a password.
 */
function findFolderFault(line) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.normalize)(line);
    const leaves = path === '..' || path.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_0__.sep}`);
    if (leaves || line.includes('://')) {
        return (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_2__/* .perFrontend */ .C2)('must be a path inside the workspace, relative to it', 'must be the path of a folder');
    }
    if (line.startsWith('!'))
        return 'must be without a ! at the start (to exclude apps/old, write apps/!(old))';
    return isPattern(line) ? findPatternFault(line, 'the workspace') : null;
}
/**
 * What a pattern must be, or null when it can be used: it is not too long, stays inside its place,
 * and is no mistake. What braces stand for is counted later, where patterns are compiled.
 */
function findPatternFault(pattern, place = 'the folder') {
    if (pattern.length > maxPatternLength)
        return `must be patterns of at most ${maxPatternLength} characters`;
    // As a plain character it would have no effect, and nobody would know; `!(a|b)` is a pattern of its own.
    if (/^(?:\.?\/)*!(?!\()/.test(pattern)) {
        return 'must be patterns without a ! at the start (it does not invert them: name the files to exclude in exclude)';
    }
    if (pattern.split('/').includes('..'))
        return `must be patterns that stay inside ${place}, without ..`;
    // `assets\*` would escape the star and match nothing, so that an exclude pattern would publish what it names. Whether a
    // backslash separates folders or escapes cannot be told apart.
    if (pattern.includes('\\')) {
        return 'must be patterns with / between folders and without \\ (a literal *, ? or [ is written [*], [?] or [[])';
    }
    return null;
}
/** A host that cannot leave this machine, as `URL` gives it: in lower case, IPv4 in four parts. */
const loopback = /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
/**
 * The service's address: https anywhere, http only to this machine, since the key travels with
 * every request. What is said of a wrong one never repeats a password.
 */
const serviceUrl = {
    type: 'string',
    parse(text) {
        const url = parseUrl(text, 'must be an address such as https://apps.example.com');
        if ('expected' in url)
            return url;
        if (text.includes('?') || text.includes('#'))
            return { expected: 'must not include a query or fragment' };
        if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
            return {
                expected: 'must begin with https:// (http:// only to localhost, 127.x.x.x or [::1])',
            };
        }
        return { value: { origin: url.origin, path: url.pathname.replace(/(?<!\/)\/+$/, '') } };
    },
};
/** An https address that is only shown: in ASCII, as `URL` writes it. */
const shownUrl = {
    type: 'string',
    parse(text) {
        const expected = 'must be an address that begins with https://';
        const url = parseUrl(text, expected);
        if ('expected' in url)
            return url;
        return url.protocol === 'https:' && url.href.length <= maxUrlLength
            ? { value: url.href }
            : { expected };
    },
};
/** Any text. */
const anyText = { type: 'string', parse: (value) => ({ value }) };
/** Reads a web address without user name and password; `noUrl` says what any other text must be. */
function parseUrl(text, noUrl) {
    if (/[^!-[\]-~\u0080-\uffff]/.test(text) || !URL.canParse(text))
        return { expected: noUrl };
    const url = new URL(text);
    // `URL` drops an empty user name without a word.
    if (url.username !== '' || url.password !== '' || /^https?:\/*[^/?#]*@/i.test(text)) {
        return { expected: 'must not include a user name or password' };
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return { expected: 'must begin with https://' };
    // `URL` also takes one slash, or none, or three.
    return /^https?:\/\/[^/]/i.test(text) ? url : { expected: noUrl };
}


/***/ }),

/***/ 127:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   AQ: () => (/* binding */ listSecrets),
/* harmony export */   Ko: () => (/* binding */ readInputs),
/* harmony export */   Pt: () => (/* reexport safe */ _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__.Pt),
/* harmony export */   UN: () => (/* reexport safe */ _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__.UN),
/* harmony export */   fk: () => (/* binding */ takesFolder),
/* harmony export */   gJ: () => (/* binding */ refuseInputs),
/* harmony export */   u5: () => (/* reexport safe */ _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__.u5),
/* harmony export */   v5: () => (/* reexport safe */ _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__.v5),
/* harmony export */   wm: () => (/* binding */ inputFaults)
/* harmony export */ });
/* unused harmony exports commands, inputTable, InvalidInputsError, describeInvalid */
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(3589);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2514);
/* harmony import */ var _text_secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9573);
/* harmony import */ var _action_error_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3503);
/* harmony import */ var _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2526);






/** The seven things the service's API does with an app, as the `command` input names them. */
const commands = [
    'deploy',
    'status',
    'submit',
    'create',
    'update',
    'delete',
    'list',
];
/**
 * True for the commands that need a folder. `submit` may take one, as a guard; the others only talk
 * to the service.
 */
function takesFolder(command) {
    return command === 'deploy' || command === 'create' || command === 'update';
}
/**
 * The inputs in the order of `action.yml`, with what they take and what they are where they are not
 * given. cli/options.ts has the words.
 */
const inputTable = {
    command: toRow('command', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .choice */ .Yq)(commands), 'deploy'),
    /** Null only where nothing will be asked of the service, as is `apiKey`. */
    baseUrl: toRow('base-url', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .serviceUrl */ .Rs, null),
    apiKey: toRow('api-key', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .text */ .Qq)(/^[!-~]{1,1000}$/, 'must be one line of at most 1,000 printable ASCII characters without spaces'), null),
    /**
     * Of a run of several apps empty, or with a star for the name of each one's folder; empty also
     * for `list`.
     */
    slug: toRow('slug', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .slug */ .yR, ''),
    /**
     * As the workflow wrote it, relative to the workspace; empty where none was given. Of a run of
     * several apps (`namesSeveral`) a path or pattern in each line; a command only ever gets one
     * path.
     */
    folder: toRow('folder', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .folders */ .oW, ''),
    include: toRow('include', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .patterns */ .qp, ['**']),
    exclude: toRow('exclude', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .patterns */ .qp, []),
    /** Bytes of the included files; null for no limit. */
    maxSize: toRow('max-size', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .size */ .Ej, null),
    submit: toRow('submit', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .flag */ .Jt, false),
    /** Empty unless given. */
    termsVersion: toRow('terms-version', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .text */ .Qq)(/^\P{C}{1,200}$/u, 'must be one line of at most 200 characters'), ''),
    create: toRow('create', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .flag */ .Jt, false),
    force: toRow('force', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .flag */ .Jt, false),
    /** What a deploy or update does with an app that is in review with other content. */
    onInReview: toRow('on-in-review', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .choice */ .Yq)(['fail', 'skip', 'replace']), 'fail'),
    /** What a run does when a newer commit exists on its branch. */
    onStale: toRow('on-stale', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .choice */ .Yq)(['ignore', 'warn', 'skip', 'fail']), 'ignore'),
    dryRun: toRow('dry-run', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .flag */ .Jt, false),
    waitForReviewMinutes: toRow('wait-for-review', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .minutes */ .Gx)(0), 0),
    timeoutMinutes: toRow('timeout-minutes', (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .minutes */ .Gx)(0.01), 10),
    /** The slug once more, for `delete`. */
    confirm: toRow('confirm', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .anyText */ .Ae, ''),
    diff: toRow('diff', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .flag */ .Jt, false),
    comment: toRow('comment', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .flag */ .Jt, false),
    /** Only shown; empty when there is none. */
    pageUrl: toRow('page-url', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .shownUrl */ .zA, ''),
    /** Empty when there is none. */
    githubToken: toRow('github-token', _input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .anyText */ .Ae, ''),
};
function toRow(name, kind, fallback) {
    return { name, kind, fallback };
}
/**
 * UTF-16 units of all values together, shared evenly: an annotation must have room for every
 * input's line.
 */
const maxShownValues = 1000;
/** The codes of a run that cannot begin: by its one fault, where it has a name of its own. */
const inputFaults = [
    'invalid_inputs',
    'key_missing',
    'terms_missing',
    'slug_invalid',
];
/** Why a run does not begin. The message has one line for each input. */
class InvalidInputsError extends _action_error_js__WEBPACK_IMPORTED_MODULE_1__/* .ActionError */ .lZ {
    name = 'InvalidInputsError';
    inputs;
    constructor(inputs) {
        const room = Math.floor(maxShownValues / inputs.length);
        const lines = inputs.map((invalid) => `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .nameInput */ .K3)(invalid.input)} ${describeInvalid(invalid, room)}`);
        super(lines.join('\n'), { code: nameFault(inputs), next: adviseInvalid(inputs) });
        this.inputs = inputs;
    }
}
/** What an input must be, and what it got, of which at most so many UTF-16 units are shown. */
function describeInvalid({ expected, got }, room = maxShownValues) {
    return (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintable */ .f8)(expected) + (got === null ? '' : `, not "${(0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .cutText */ .IN)((0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintable */ .f8)(got), room)}"`);
}
/**
 * The error for inputs whose texts may hold secrets: redacted before anything cuts them, since half
 * a secret would not be known as one.
 */
function refuseInputs(invalid, secrets) {
    const redact = (0,_text_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .createRedact */ .ay)(secrets);
    const clean = (one) => ({
        ...one,
        got: one.got === null ? null : redact(one.got),
        expected: redact(one.expected),
        ...(one.fix === undefined ? {} : { fix: redact(one.fix) }),
    });
    return new InvalidInputsError(invalid.map(clean));
}
function nameFault(inputs) {
    const [only, ...others] = inputs;
    if (only === undefined || others.length > 0)
        return 'invalid_inputs';
    if (only.isMissing !== true)
        return only.input === 'slug' ? 'slug_invalid' : 'invalid_inputs';
    const codes = {
        'api-key': 'key_missing',
        'terms-version': 'terms_missing',
    };
    return codes[only.input] ?? 'invalid_inputs';
}
/**
 * Where the recipes read an input from that is often forgotten in the settings of the repository:
 * then the `with:` block is right.
 */
const settings = new Map([
    ['base-url', 'the variable MINIAPPS_BASE_URL'],
    ['api-key', 'the secret MINIAPPS_API_KEY'],
]);
/** Of many folders with wrong names the first ones show how to go on. */
const maxFixes = 3;
function adviseInvalid(inputs) {
    const empty = inputs.flatMap(({ input, isMissing }) => isMissing ? (settings.get(input) ?? []) : []);
    const add = `In the repository, open Settings > Secrets and variables > Actions, and add ${empty.join(' and ')}, or what the "with:" block reads in its place.`;
    const fix = 'Fix the "with:" block of the step; the README describes every input.';
    const fixes = inputs.flatMap(({ fix: own }) => (own === undefined ? [] : (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_4__/* .toPrintable */ .f8)(own)));
    const others = inputs.length - empty.length - fixes.length;
    const advice = [...(empty.length > 0 ? [add] : []), ...(others > 0 ? [fix] : [])];
    return [(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(advice.join(' '), ''), ...fixes.slice(0, maxFixes)]
        .filter((text) => text !== '')
        .join(' ');
}
/** Reads every input once. An empty text counts as not given. */
function readInputs(source) {
    const invalid = new Map();
    const refuse = (input, expected, got = source.read(input)) => {
        // An unreadable value is named already: it is not missing as well.
        if (invalid.has(input))
            return;
        invalid.set(input, {
            input,
            got: toShown(input, got),
            expected,
            isMissing: source.read(input) === '',
        });
    };
    const readRow = ({ name, kind, fallback }) => {
        const given = source.read(name);
        const result = given === '' ? { value: fallback } : kind.parse(given);
        if ('value' in result)
            return result.value;
        refuse(name, result.expected, result.got);
        return fallback;
    };
    const values = Object.entries(inputTable).map(([key, row]) => [key, readRow(row)]);
    const inputs = Object.fromEntries(values);
    for (const [input, expected] of Object.entries(findNeeds(inputs, source)))
        if (expected)
            refuse(input, expected);
    if (invalid.size === 0)
        return { inputs, error: null };
    return {
        inputs,
        error: refuseInputs([...invalid.values()], [source.read('api-key'), inputs.githubToken]),
    };
}
/** What must be neither published nor shown, by the input that it came from. */
function listSecrets({ apiKey, githubToken, }) {
    const secrets = [
        { name: 'api-key', value: apiKey ?? '' },
        { name: 'github-token', value: githubToken },
    ];
    return secrets.filter(({ value }) => value !== '');
}
/**
 * What each input must be for what the run is asked for, beside its form; false where that holds.
 */
function findNeeds(inputs, { read, fromFork, needsService }) {
    const { command, slug, baseUrl, apiKey, folder, termsVersion, waitForReviewMinutes } = inputs;
    // Nothing will be asked of the service: no key, and a dry run or a fork's pull request.
    const isOnline = needsService ?? (apiKey !== null || !(fromFork || (inputs.dryRun && takesFolder(command))));
    const submits = command === 'submit' || (command === 'deploy' && inputs.submit);
    const isConfirmed = read('confirm') !== '' && read('confirm') === read('slug');
    // As it was given: a line of it that is wrong is the one fault.
    const isSeveral = (0,_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .namesSeveral */ .v5)(read('folder'));
    const oneByOne = 'with several folders: submit each app by itself, as in monorepo-release.yml';
    return {
        'base-url': isOnline &&
            !baseUrl &&
            `is required: the service's address, such as https://apps.example.com${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)('', ' (or in MINIAPPS_BASE_URL)')}`,
        'api-key': isOnline &&
            !apiKey &&
            (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)('is required: pass the API key from a secret (secrets are empty where the workflow may not read them, as for Dependabot)', 'is not set: export MINIAPPS_API_KEY=\u2026 (cmd: set MINIAPPS_API_KEY=\u2026, PowerShell: $env:MINIAPPS_API_KEY = "\u2026")'),
        slug: !isSeveral && findSlugNeed(command, slug),
        folder: isSeveral ? findSeveralFault(command) : findFolderNeed(command, folder),
        submit: isSeveral && inputs.submit && `must be false ${oneByOne}`,
        'terms-version': isOnline &&
            submits &&
            !termsVersion &&
            'is required to submit: the version of the developer terms that you accept',
        'wait-for-review': isSeveral && waitForReviewMinutes > 0 && `must be 0 ${oneByOne}`,
        confirm: isOnline && command === 'delete' && !isConfirmed && 'must repeat the slug to delete the app',
    };
}
function findSlugNeed(command, slug) {
    if (slug.includes('*'))
        return `must be ${_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .slugRule */ .UN} (a * is for several folders: it stands for their names)`;
    return (command !== 'list' &&
        !slug &&
        `is required${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(` by ${command}`, '')}: the app's address, ${_input_kinds_js__WEBPACK_IMPORTED_MODULE_2__/* .slugRule */ .UN}`);
}
function findFolderNeed(command, folder) {
    const where = (0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(', relative to the workspace', '');
    return (takesFolder(command) &&
        !folder &&
        `is required${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_3__/* .perFrontend */ .C2)(` by ${command}`, '')}: the app folder${where}`);
}
function findSeveralFault(command) {
    if (command === 'deploy')
        return false;
    return takesFolder(command) || command === 'submit'
        ? `must be one folder: ${command} takes one app at a time`
        : `must be left out: ${command} takes no folder`;
}
/**
 * What an error may show of a text: nothing of a key, and null for nothing at all. A password may
 * stand in an address by mistake, also in that of another input, with slashes before it or without;
 * no address is what has no colon, such as the path `icons@2x`.
 */
function toShown(input, text) {
    if (input === 'api-key' || text === '')
        return null;
    const isAddress = input === 'base-url' || text.includes(':');
    // Not one pattern for all of it: over a megabyte of slashes that would take hours.
    const at = text.lastIndexOf('@');
    return isAddress && at !== -1 ? `${/^(?:https?:[/\\]*)?/i.exec(text)}***${text.slice(at)}` : text;
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
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4185);
/* harmony import */ var _app_status_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7190);


/**
 * A wait as a line of the log: `GET /api/miniapps/tides: no connection; retrying in 0.7 s (attempt
 * 2 of 4)`. Not safe to print yet.
 */
function describeWait({ what, why, milliseconds, attempt, maxAttempts }) {
    const seconds = milliseconds < 59_950
        ? `${Math.ceil(milliseconds / 100) / 10} s`
        : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatDuration */ .a3)(milliseconds);
    return `${what}: ${why}; retrying in ${seconds} (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatAttempt */ .lZ)(attempt, maxAttempts)})`;
}
/**
 * Derives what is reported of the app from the events of a run: the one place that says what they
 * come to.
 */
function toAppReport(events) {
    const reads = events
        .filter((event) => event.did === 'read')
        .filter(({ trust }) => trust !== 'none');
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
const noState = {
    status: null,
    reviewNote: null,
    updatedAt: null,
    submittedAt: null,
    publishedAt: null,
};
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
 * 0 for what was asked for, proven; 1 for a no, a failure or a doubt, and for a review that was
 * waited for and ended as `rejected` or `withdrawn`.
 */
function toExitCode(outcome, { reviewResult, waitedForReview }) {
    const isLost = waitedForReview && (reviewResult === 'rejected' || reviewResult === 'withdrawn');
    return 'failure' in outcome || isLost ? 1 : 0;
}
/**
 * The one thing that changes during a run: what it noted, and its events. A run cut short reports
 * what stands here.
 */
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
/**
 * The part of an app that is reported. Where a read shows no address, it is the one that the
 * document gives the app.
 */
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

/***/ 5891:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  h: () => (/* binding */ createLog),
  H: () => (/* binding */ writeOrWarn)
});

// EXTERNAL MODULE: ./lib/node_modules/@actions/core/lib/core.js + 3 modules
var core = __nccwpck_require__(7516);
// EXTERNAL MODULE: ./lib/src/model/action-error.js
var action_error = __nccwpck_require__(3503);
// EXTERNAL MODULE: ./lib/src/text/escape.js
var text_escape = __nccwpck_require__(3589);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __nccwpck_require__(4185);
// EXTERNAL MODULE: ./lib/src/text/secrets.js
var text_secrets = __nccwpck_require__(9573);
;// CONCATENATED MODULE: ./lib/src/text/log-text.js


/** Maximum length of a logged text in UTF-16 units. */
const maxLogText = 10_000;
/** Creates the cleaner of a log. Secrets go first, since a cut secret would not be recognized. */
function createLogCleaner(secrets) {
    const redact = (0,text_secrets/* createRedact */.ay)(secrets);
    return {
        toLine: (text, maxLength = maxLogText) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(redact(text)), maxLength),
        toLines: (text) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintableLines */.IA)(redact(text)), maxLogText),
    };
}

;// CONCATENATED MODULE: ./lib/src/report/log.js





/** Maximum number of lines of a list or a collapsible group. */
const maxGroupLines = 500;
/**
 * Maximum length of an annotation message in UTF-16 units. The runner truncates at 4,096 after
 * masking secrets, and masking may lengthen it; the rest leaves room for "and 3 more problems".
 */
const maxMessageLength = 3900;
/** Maximum lengths of one line of a message, and of a title. */
const maxMessageLineLength = 1200;
const maxTitleLength = 200;
const printAnnotation = { error: core/* error */.z3, warning: core/* warning */.$e, notice: core/* notice */.lm };
/**
 * Creates the log of a run on a runner. It redacts, escapes and cuts every text: `core.info`
 * escapes nothing, the other functions of core only line breaks. `isDebug`: step debugging is on.
 */
function createLog(options) {
    const { toLine } = createLogCleaner(options.secrets);
    let isInGroup = false;
    const printLines = (lines) => {
        for (const line of lines.slice(0, maxGroupLines))
            (0,core/* info */.pq)(toLine(line));
        if (lines.length > maxGroupLines)
            (0,core/* info */.pq)(`and ${lines.length - maxGroupLines} more`);
    };
    const fold = (title, lines) => {
        if (isInGroup) {
            (0,core/* info */.pq)(toLine(title));
            printLines(lines);
            return;
        }
        (0,core/* startGroup */.Oh)(toLine(title));
        printLines(lines);
        (0,core/* endGroup */.N4)();
    };
    return {
        info: (text) => (0,core/* info */.pq)(toLine(text)),
        debug: (text) => {
            if (options.isDebug)
                (0,core/* debug */.Yz)(toLine(text));
        },
        fold,
        list: (title, lines) => fold(`${title} (${lines.length})`, lines),
        async group(title, work) {
            (0,core/* startGroup */.Oh)(toLine(title));
            isInGroup = true;
            try {
                return await work();
            }
            finally {
                isInGroup = false;
                (0,core/* endGroup */.N4)();
            }
        },
        annotate(annotation) {
            const lines = annotation.texts.map((text) => toLine(text, maxMessageLineLength));
            const message = (0,text_escape/* cutText */.IN)((0,format/* joinTexts */.B5)(lines, '\n'), maxMessageLength);
            // Core omits a property that is empty or 0.
            printAnnotation[annotation.level]((0,format/* joinTexts */.B5)([message, annotation.more ?? ''], '\n'), {
                title: toLine(annotation.title, maxTitleLength),
                file: toLine(annotation.file ?? ''),
                startLine: annotation.line ?? 0,
                startColumn: annotation.column ?? 0,
            });
        },
        warn: (text) => (0,core/* warning */.$e)(toLine(text), { title: 'Warning' }),
    };
}
/**
 * Writes a part of a report. If that fails, a warning with `what` and the reason is logged: trouble
 * with the reporting does not change the result of the run.
 */
async function writeOrWarn(log, what, write) {
    try {
        await write();
    }
    catch (error) {
        const next = error instanceof action_error/* ActionError */.lZ ? ` ${error.next}` : '';
        log.warn(`${what}: ${(0,format/* toSentence */.Re)((0,action_error/* toReason */.Ge)(error))}${next} This does not change the result of the run.`);
    }
}


/***/ }),

/***/ 2011:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   AH: () => (/* binding */ formatOutputs),
/* harmony export */   Iu: () => (/* binding */ toOutputs)
/* harmony export */ });
/* unused harmony export formatJson */
/* harmony import */ var _model_inputs_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(127);
/* harmony import */ var _text_escape_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(3589);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(4185);
/* harmony import */ var _several_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5917);




/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const maxText = 10_000;
/** UTF-16 units of a text in a list of apps, such as a reviewer's note. */
const maxListedNote = 500;
/**
 * UTF-16 units of one JSON output: GitHub allows a megabyte for all outputs of a job, and counts in
 * UTF-16.
 */
const maxJson = 399_999;
/**
 * Every output with its value, empty where it has none, in the order of `action.yml`: of a run of
 * several apps (one report for each) what is about one app. Values are safe in a shell as far as
 * they can be: closed words, numbers, an address in a safe alphabet; the reviewer's words are
 * printable lines, the rest is JSON.
 */
function toOutputs(reports) {
    const only = reports.length === 1 ? reports[0] : undefined;
    const facts = only?.facts;
    const result = only && toResult(only);
    const ofOne = (name) => result?.[name] ?? '';
    return {
        // Of several apps the worst.
        outcome: (0,_several_js__WEBPACK_IMPORTED_MODULE_1__/* .sortReports */ .OE)(reports)[0]?.outcome.kind ?? '',
        changed: reports.some((report) => report.facts.changed),
        submitted: result?.submitted ?? null,
        slug: ofOne('slug'),
        url: ofOne('url'),
        status: ofOne('status'),
        'review-note': (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)((0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toPrintableLines */ .IA)(facts?.app?.reviewNote?.trim() ?? ''), maxText),
        'review-result': ofOne('review-result'),
        plan: ofOne('plan'),
        'content-hash': ofOne('content-hash'),
        'file-count': facts?.fileCount ?? null,
        'byte-count': facts?.byteCount ?? null,
        'problem-count': reports.reduce((sum, report) => sum + countProblems(report.facts), 0),
        problems: takeEntries(reports.flatMap((report) => toProblemEntries(report, only === undefined))),
        'terms-required': (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeVersion */ .RP)(facts?.termsRequired) ?? '',
        'skip-reason': only === undefined ? ((0,_several_js__WEBPACK_IMPORTED_MODULE_1__/* .findSharedReason */ .J1)(reports) ?? '') : ofOne('skip-reason'),
        apps: facts?.apps ? takeEntries(facts.apps.map(toAppEntry)) : null,
        // Not of a run that is about no app, or does not know which.
        results: takeEntries(reports.map(toResult).filter(({ slug, folder }) => slug !== null || folder !== null)),
    };
}
/**
 * Outputs as the runner's file takes them. Not `setOutput` of `@actions/core`: that loads
 * node:crypto for a random delimiter, a third of bare node's start. Here the delimiter differs from
 * every line of the value, so that it needs no random part.
 */
function formatOutputs(outputs) {
    const entries = Object.entries(outputs).map(([name, value]) => {
        const text = formatOutput(value);
        const lines = new Set(text.split(/\r\n|\n|\r/));
        let delimiter = 'end';
        while (lines.has(delimiter))
            delimiter += '_';
        return `${name}<<${delimiter}\n${text}\n${delimiter}\n`;
    });
    return entries.join('');
}
function formatOutput(value) {
    if (value === null)
        return '';
    return typeof value === 'string' ? value : formatJson(value);
}
function countProblems({ problems, moreProblems }) {
    return problems.length + moreProblems;
}
/** Problems with exactly the keys that the output promises. */
function toProblemEntries({ facts, folder }, isFromWorkspace) {
    const above = isFromWorkspace && folder !== null && folder !== '.' ? `${folder}/` : '';
    return facts.problems.map(({ path, line, column, code, message, fix, severity }) => ({
        path: path === null ? null : (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)(`${above}${path}`, maxText),
        line,
        column,
        code: cut(code),
        message: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)(message, maxText),
        fix: cut(fix),
        severity,
    }));
}
/** What came of one app, as the output `results` has it. */
function toResult({ outcome, facts, folder, result }) {
    const plan = outcome.kind === 'planned' ? outcome.plan : null;
    return {
        slug: (0,_model_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .isSlug */ .u5)(facts.slug ?? '') ? facts.slug : null,
        folder: cut(folder),
        outcome: outcome.kind,
        changed: facts.changed,
        submitted: facts.submitted,
        status: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeWord */ .xk)(facts.app?.status),
        url: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeUrl */ .w)(facts.app?.url),
        plan: plan?.do === 'change' ? plan.steps.join(',') : null,
        'skip-reason': findSkipReason(outcome, facts),
        'review-result': facts.reviewResult,
        'content-hash': facts.contentHash,
        'problem-count': countProblems(facts),
        code: result.code,
        message: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)((0,_text_format_js__WEBPACK_IMPORTED_MODULE_3__/* .joinTexts */ .B5)([result.headline, ...result.lines], '. '), maxListedNote),
        next: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)(result.next, maxListedNote) || null,
    };
}
/**
 * Why nothing was sent, or of a dry run would be. Unchanged content that is sent for review now is
 * no skip.
 */
function findSkipReason(outcome, { sentForReview }) {
    if (outcome.kind === 'unchanged')
        return sentForReview ? null : 'unchanged';
    if (outcome.kind === 'planned' && outcome.plan?.do === 'nothing')
        return 'unchanged';
    if (outcome.kind === 'planned' && outcome.plan?.do === 'skip')
        return 'in-review';
    return 'skipReason' in outcome ? (outcome.skipReason ?? null) : null;
}
/**
 * The keys are the service's, as in its app object; what a matrix hands on is safe in a shell here
 * too.
 */
function toAppEntry(app) {
    return {
        slug: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeWord */ .xk)(app.slug),
        name: cut(app.name),
        status: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeWord */ .xk)(app.status),
        url: (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .toSafeUrl */ .w)(app.url),
        review_note: cut(app.reviewNote, maxListedNote),
        updated_at: cut(app.updatedAt),
        submitted_at: cut(app.submittedAt),
        published_at: cut(app.publishedAt),
    };
}
function cut(text, limit = maxText) {
    return text === null ? null : (0,_text_escape_js__WEBPACK_IMPORTED_MODULE_2__/* .cutText */ .IN)(text, limit);
}
/** As many entries as fit into `maxJson` units of JSON, its brackets included. */
function takeEntries(entries) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_3__/* .takeFitting */ .hW)(entries, maxJson - '[]'.length, (entry) => formatJson(entry).length);
}
/**
 * A value as JSON. A workflow may echo an output, so that nothing in it may look like a command to
 * the runner: a hash sign before anything but a letter or digit, and whatever cannot be seen, are
 * written as their JSON escapes. The values stay the same.
 */
function formatJson(value) {
    const json = JSON.stringify(value);
    // Most need no escape.
    if (/^[ -"$-~]*$/.test(json))
        return json;
    return json.replace(new RegExp(commandOrHidden, 'gu'), escapeUnits);
}
/** No literal: a start would take a millisecond to read it, whether it is needed or not. */
const commandOrHidden = String.raw `#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]`;
function escapeUnits(character) {
    return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}


/***/ }),

/***/ 8279:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Sj: () => (/* binding */ describeInvalidInputs),
/* harmony export */   ak: () => (/* binding */ describeMerge),
/* harmony export */   mk: () => (/* binding */ explainFork),
/* harmony export */   vG: () => (/* binding */ newerCommit)
/* harmony export */ });
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4185);

/** What a run came to whose inputs are invalid. No command is named: it may be among them. */
function describeInvalidInputs({ message, next }) {
    const lines = message.split('\n');
    const headline = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(lines.length, 'invalid input');
    return { headline, end: headline, lines, next };
}
/** Says "if": a run cannot know what the workflow does on a push. */
function describeMerge(done, baseBranch) {
    return `This is ${done} when it is merged, if a push to ${baseBranch} does that.`;
}
/** Why a run did only `what`, such as `the folder was only checked offline`. */
function explainFork(what) {
    return `A pull request from a fork gets no secrets, so ${what}.`;
}
/** Why a run that is stale did nothing. */
const newerCommit = 'A newer commit exists on the branch.';


/***/ }),

/***/ 5917:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J1: () => (/* binding */ findSharedReason),
/* harmony export */   OE: () => (/* binding */ sortReports),
/* harmony export */   Yt: () => (/* binding */ areAllMissing),
/* harmony export */   ln: () => (/* binding */ listRunWarnings),
/* harmony export */   vZ: () => (/* binding */ describeRun),
/* harmony export */   vz: () => (/* binding */ explainShared),
/* harmony export */   y7: () => (/* binding */ nameSlugs)
/* harmony export */ });
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4185);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2514);
/* harmony import */ var _sentences_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8279);
/** What a run of several apps came to, in words. */



/**
 * The ways in which apps end, and what a dry run plans for them, in words for counting them. The
 * worst come first.
 */
const ways = {
    unknown: 'not verified',
    failed: 'failed',
    rejected: 'failed',
    deployed: 'deployed',
    change: 'would be deployed',
    planned: 'checked',
    skip: 'would be skipped',
    nothing: 'unchanged',
    skipped: 'skipped',
    unchanged: 'unchanged',
    not_run: 'not run',
};
function toWay({ outcome }) {
    return outcome.kind === 'planned' ? (outcome.plan?.do ?? 'planned') : outcome.kind;
}
/** What failed first, then what changed or would change, then what would not. */
function sortReports(reports) {
    const order = Object.keys(ways);
    return reports.toSorted((one, other) => order.indexOf(toWay(one)) - order.indexOf(toWay(other)));
}
/**
 * The result of a run: of one app its own, of several the counts, with a line for each app that
 * failed, or else for each way in which they ended. Not safe to print yet.
 */
function describeRun(reports) {
    const results = reports.map(({ result }) => result);
    if (results[0] !== undefined && results.length === 1)
        return results[0];
    const sorted = sortReports(reports);
    const groups = [...Map.groupBy(sorted, nameWay)];
    const counts = groups.map(([way, some]) => (groups.length === 1 ? way : `${some.length} ${way}`));
    const warned = results.filter(({ level, sign }) => level !== 'error' && sign === '\u26a0\ufe0f').length;
    const remarks = listRunWarnings(reports).length;
    const about = remarks === 0 ? '' : `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(remarks, 'warning')} about the run`;
    const end = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)([counts.join(', '), warned === 0 ? '' : `${warned} with a warning`, about], '; ');
    const rated = {
        ...rateRun(results, remarks > 0),
        headline: `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(reports.length, 'app')}: ${end}`,
    };
    const failed = sorted.filter(({ result }) => result.level === 'error');
    if (failed.length === 0) {
        const lists = groups.map(([way, some]) => `${way}: ${nameSlugs(some)}`);
        return { ...rated, lines: [...explainShared(reports), ...lists], next: '' };
    }
    const next = `Fix what failed and ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .nameRerun */ .Mn)('re-run')}: what is done already is left alone.`;
    return { ...rated, lines: explainFailed(failed, reports), next };
}
function nameWay(report) {
    const way = toWay(report);
    return ways[way] ?? way;
}
function explainFailed(failed, reports) {
    if (areAllMissing(reports))
        return explainShared(reports);
    const isOpen = failed.some(({ outcome }) => outcome.kind === 'unknown');
    const what = isOpen ? 'failed or could not be verified' : 'failed';
    const [first = '', ...others] = failed.map(({ result }) => result.headline);
    return [`${failed.length} of ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(reports.length, 'app')} ${what}: ${first}`, ...others];
}
/** The slugs of some apps, in a row. */
function nameSlugs(reports) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .listNames */ .Zv)(reports.map(({ facts }) => facts.slug ?? ''));
}
/** Those of the worst; without a failure or a warning, those of what was done. */
function rateRun(results, isWarned) {
    const signs = ['\u2753', '\u274c', '\u26a0\ufe0f', '\u2705', '\u2139\ufe0f', '\u23ed\ufe0f'];
    const warning = isWarned ? [{ level: 'notice', sign: '\u26a0\ufe0f' }] : [];
    const all = [...results, ...warning];
    const levels = ['error', 'warning', 'notice'];
    const [worst] = all.toSorted((one, other) => {
        const bySign = signs.indexOf(one.sign) - signs.indexOf(other.sign);
        return bySign === 0 ? levels.indexOf(one.level) - levels.indexOf(other.level) : bySign;
    });
    return worst ?? { level: 'notice', sign: '\u2139\ufe0f' };
}
/** The warnings about a run of several apps. */
function listRunWarnings(reports) {
    return reports[0]?.runWarnings ?? [];
}
/** Why no app was sent, where the run is the reason: a fork, or a newer commit. */
function findSharedReason(reports) {
    const reasons = new Set(reports.map(({ outcome }) => ('skipReason' in outcome ? outcome.skipReason : null)));
    const [reason] = reasons;
    return reasons.size === 1 && (reason === 'fork' || reason === 'stale') ? reason : null;
}
/** True where none of several apps exists: that is said once. */
function areAllMissing(reports) {
    return reports.length > 1 && reports.every(({ failure }) => failure?.code === 'app_missing');
}
/** What holds for all apps of the run, or for all that would be deployed: one sentence, or none. */
function explainShared(reports) {
    if (areAllMissing(reports)) {
        const advice = `${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_1__/* .adviseFlag */ .ng)('create')}, and check that the API key belongs to their owner`;
        return [`None of the ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(reports.length, 'app')} exists yet: ${advice}.`];
    }
    const branch = reports.find((report) => toWay(report) === 'change')?.baseBranch;
    if (branch)
        return [(0,_sentences_js__WEBPACK_IMPORTED_MODULE_2__/* .describeMerge */ .ak)('deployed', branch)];
    const reason = findSharedReason(reports);
    return reason === null ? [] : [sharedReasons[reason]];
}
const sharedReasons = {
    fork: (0,_sentences_js__WEBPACK_IMPORTED_MODULE_2__/* .explainFork */ .mk)('the folders were only checked offline'),
    stale: `${_sentences_js__WEBPACK_IMPORTED_MODULE_2__/* .newerCommit */ .vG} Nothing was sent.`,
};


/***/ }),

/***/ 3111:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   r: () => (/* binding */ dig),
/* harmony export */   y: () => (/* binding */ readContext)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);

/**
 * Reads the run's context from the environment, and of a pull request from the event file. An
 * unreadable event is taken for one without a pull request. `cwd`: the workspace where the
 * environment names none.
 */
function readContext(env, cwd) {
    const get = (name) => env[name] ?? '';
    const eventName = get('GITHUB_EVENT_NAME');
    const event = eventName.startsWith('pull_request') ? parseEvent(get('GITHUB_EVENT_PATH')) : null;
    const pullRequest = dig(event, 'pull_request', 'number');
    const head = dig(event, 'pull_request', 'head', 'repo', 'full_name');
    const base = dig(event, 'pull_request', 'base', 'repo', 'full_name');
    const repository = get('GITHUB_REPOSITORY');
    const runId = get('GITHUB_RUN_ID');
    const repositoryUrl = `${get('GITHUB_SERVER_URL')}/${repository}`;
    // The lower-case spelling wins, as in curl.
    const getProxy = (name) => get(name) || get(name.toUpperCase());
    const [httpsProxy, allProxy, noProxy] = [
        getProxy('https_proxy'),
        getProxy('all_proxy'),
        getProxy('no_proxy'),
    ];
    return {
        workspace: get('GITHUB_WORKSPACE') || cwd,
        runnerTemp: get('RUNNER_TEMP'),
        eventName,
        repository,
        sha: get('GITHUB_SHA'),
        ref: get('GITHUB_REF'),
        commit: toCommit(dig(event, 'pull_request', 'head', 'sha') ?? get('GITHUB_SHA'), repositoryUrl),
        baseBranch: get('GITHUB_BASE_REF') || null,
        runUrl: repository === '' || runId === '' ? null : `${repositoryUrl}/actions/runs/${runId}`,
        apiUrl: get('GITHUB_API_URL') || 'https://api.github.com',
        pullRequest: typeof pullRequest === 'number' ? pullRequest : null,
        fromFork: eventName !== 'pull_request_target' && typeof base === 'string' && head !== base,
        proxy: httpsProxy === '' && allProxy === '' ? null : { httpsProxy, allProxy, noProxy },
        outputFile: get('GITHUB_OUTPUT') || null,
        summaryFile: get('GITHUB_STEP_SUMMARY') || null,
        docsUrl: toDocsUrl(get('GITHUB_SERVER_URL'), get('GITHUB_ACTION_REPOSITORY'), get('GITHUB_ACTION_REF')),
    };
}
function toCommit(sha, repositoryUrl) {
    return typeof sha === 'string' && sha !== ''
        ? { sha, url: `${repositoryUrl}/commit/${sha}` }
        : null;
}
function toDocsUrl(server, repository, ref) {
    const isKnown = server !== '' && repository !== '' && ref !== '';
    return isKnown ? `${server}/${repository}/blob/${ref}/docs/troubleshooting.md` : null;
}
/** The event; null for one that cannot be read. */
function parseEvent(path) {
    try {
        return JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8'));
    }
    catch {
        return null;
    }
}
/** What a value of any shape has below these keys; undefined where it has nothing there. */
function dig(value, ...keys) {
    return keys.reduce((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value);
}


/***/ }),

/***/ 3589:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   HK: () => (/* binding */ toProse),
/* harmony export */   IA: () => (/* binding */ toPrintableLines),
/* harmony export */   IN: () => (/* binding */ cutText),
/* harmony export */   RP: () => (/* binding */ toSafeVersion),
/* harmony export */   WW: () => (/* binding */ toHelpUrl),
/* harmony export */   Xt: () => (/* binding */ toCode),
/* harmony export */   f8: () => (/* binding */ toPrintable),
/* harmony export */   oU: () => (/* binding */ toCodeBlock),
/* harmony export */   uz: () => (/* binding */ splitLines),
/* harmony export */   w: () => (/* binding */ toSafeUrl),
/* harmony export */   xk: () => (/* binding */ toSafeWord)
/* harmony export */ });
/* unused harmony export toUnicodeEscapes */
/**
 * Matches a character without a visible shape: controls, format characters (bidi, zero width, BOM),
 * line and paragraph separators, lone surrogates, default ignorables (DI) such as fillers, and
 * noncharacters. An emoji keeps the selector U+FE0F that makes it one.
 */
const invisible = /(?!(?<=\p{ExtPict})\u{fe0f})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}\p{NChar}]/gu;
/**
 * Makes text from anywhere safe to print as one line. The result has no line break and nothing
 * invisible, and neither of the runner's two command parsers finds a command in it (`::name::` at
 * the start of a line, `##[name]` anywhere).
 *
 * Controls become their Unicode pictures (`\u240a`), other invisible characters their number
 * (`\u{202e}`). A `kept` character is not replaced. Takes linear time.
 */
function toPrintable(text, kept = '') {
    if (isPlainAscii(text))
        return text;
    const visible = text.replace(invisible, (character) => {
        return character === kept ? kept : showInvisible(character);
    });
    return breakCommands(visible);
}
/** Makes text of several lines safe to print: line breaks become LF, and tabs stay. */
function toPrintableLines(text) {
    const lines = text.split(/\r\n|\r|\n/);
    return lines.map((line) => toPrintable(line, '\t')).join('\n');
}
/** Returns the lines of a text, trimmed and without empty ones. */
function splitLines(text) {
    return text
        .split(/[\r\n]/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
}
/** True for printable ASCII that contains no command. Most lines need nothing more. */
function isPlainAscii(line) {
    return /^[ -~]*$/.test(line) && !line.includes('##[') && !line.trimStart().startsWith('::');
}
/**
 * Cuts text to at most `maxLength` UTF-16 units, including the words that give the number of
 * missing characters. Never cuts inside a surrogate pair. A limit too small for those words only
 * cuts.
 */
function cutText(text, maxLength) {
    if (text.length <= maxLength)
        return text;
    const keptLength = maxLength - ` \u2026 (${text.length} characters more)`.length;
    if (keptLength <= 0)
        return sliceWhole(text, maxLength);
    const kept = sliceWhole(text, keptLength);
    return `${kept} \u2026 (${text.length - kept.length} characters more)`;
}
/** The longest start of at most `length` UTF-16 units that does not end in half a character. */
function sliceWhole(text, length) {
    const last = text.charCodeAt(length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    return text.slice(0, isHalf ? length - 1 : length);
}
function showInvisible(character) {
    const code = Number(character.codePointAt(0));
    if (code < 0x20)
        return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `\\u{${code.toString(16)}}`;
}
/**
 * Puts a backslash where a command would begin, as the runner does with its own markers. The runner
 * compares texts by culture, in which combining marks have no weight: they are skipped here too.
 */
function breakCommands(line) {
    return line
        .replace(/(#\p{M}*#\p{M}*)\[/gu, '$1\\[')
        .replace(/^([\s\p{M}]*)(?=:\p{M}*:)/u, '$1\\');
}
/** Writes each UTF-16 unit of a text as its JSON escape (`\u00e4`). */
function toUnicodeEscapes(text) {
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
/** Characters that Markdown or HTML act on anywhere in a line. */
const active = /[&<>"`*_[\]\\|~$#@]/g;
/**
 * Matches what could begin a list, a heading or a rule. It counts only at the start of the text,
 * which is one line.
 */
const blockStart = /^(?:[-+=]|\d{1,9}[.)])/;
/**
 * Escapes outside text for a line of Markdown: in a paragraph, a table, a list or a quotation it
 * has no effect and reads as it is.
 *
 * Characters that Markdown or HTML act on become numeric references. GitHub also looks through the
 * finished text for mentions (`@team`), issues (`#12`, `GH-12`), commits, emoji (`:tada:`),
 * addresses and task boxes (`[ ]`). A `<wbr>`, which is invisible and not copied, splits each of
 * them. Takes linear time.
 */
function toProse(text) {
    const escaped = escapeMarkdown(toPrintable(text).trim());
    return escaped.replace(blockStart, (start) => start.slice(0, -1) + toReference(start.slice(-1)));
}
/**
 * Escapes outside text as inline code that nothing in it can end: for paths, states and codes.
 * Blank text becomes the word "empty".
 */
function toCode(text) {
    const printable = toPrintable(text);
    return printable.trim() === '' ? '<em>empty</em>' : `<code>${escapeMarkdown(printable)}</code>`;
}
/**
 * Returns text of several lines as a fenced code block that no backticks in it can close.
 * `language` chooses the highlighting.
 */
function toCodeBlock(text, language = 'text') {
    const printable = toPrintableLines(text);
    const runLengths = Array.from(printable.matchAll(/`+/g), ([run]) => run.length);
    const longest = runLengths.reduce((most, length) => Math.max(most, length), 2);
    const fence = '`'.repeat(longest + 1);
    return `${fence}${language}\n${printable}\n${fence}`;
}
function escapeMarkdown(text) {
    return (text
        .replace(active, toReference)
        // These are references now, but GitHub looks for them in the finished text.
        .replace(/(&#(?:35|64);)(?=\S)/g, '$1<wbr>')
        .replace(/^&#91;/, '$&<wbr>')
        .replace(/:(?=\S)/g, '&#58;<wbr>')
        .replace(/\bGH-(?=\d)/gi, '$&<wbr>')
        .replace(/(\bwww)\./gi, '$1&#46;<wbr>')
        .replace(/[0-9a-f]{6}(?=[0-9a-f])/gi, '$&<wbr>'));
}
/** The numeric character reference of an ASCII character, such as `&#42;`. */
function toReference(character) {
    return `&#${character.charCodeAt(0)};`;
}
/**
 * Matches an address whose host, port and path have only letters, digits and `._~%/-`: nothing that
 * a shell, Markdown or HTML would act on.
 */
const safeUrl = /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~%/-]*)?$/;
const maxUrlUnits = 2000;
/** Returns an http or https address if it is safe in a shell and in a link, else null. */
function toSafeUrl(url) {
    if (url == null || url.length > maxUrlUnits)
        return null;
    return safeUrl.test(url) ? url : null;
}
/**
 * Returns the address of the section about one of our codes on `page`, safe to print. Null without
 * a page, and if the code is not a word of ours.
 */
function toHelpUrl(page, code) {
    const url = toSafeUrl(page);
    if (url === null || code === null || !/^[a-z0-9_]{1,50}$/.test(code))
        return null;
    return `${url}#${code}`;
}
/**
 * Makes a word of the service, such as a status, safe in a shell: each run of characters other than
 * letters, digits, `.`, `-` and `_` becomes one `_`.
 */
function toSafeWord(word) {
    return word?.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 100) ?? null;
}
/**
 * Returns a version if it is safe in a shell, else null. It is never changed, since it must be sent
 * back as it is.
 */
function toSafeVersion(version) {
    if (version == null || !/^[A-Za-z0-9][A-Za-z0-9._+:/-]{0,99}$/.test(version))
        return null;
    return version;
}


/***/ }),

/***/ 4185:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
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
/** Formats a size, such as `30 KB` or `1.5 MB`; a KB is 1,000 bytes. */
function formatBytes(bytes) {
    let value = Math.round(bytes);
    let unit = 0;
    // 999.5 and more would be rounded to 1000 of a unit.
    while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    const digits = value < 9.95 ? formatTenths(value) : groupDigits(Math.round(value));
    return `${digits} ${units[unit]}`;
}
/** Formats a number with one decimal place, which is dropped if it is 0. */
function formatTenths(value) {
    return value.toFixed(1).replace('.0', '');
}
function groupDigits(number) {
    return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
/** Formats a span of time, such as `420 ms`, `1.2 s`, `2 min 5 s` or `1 h 3 min`. */
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
/** Formats an amount of the small unit; 60 of it make one of the large unit. */
function formatInUnits(amount, largeUnit, smallUnit) {
    const rest = amount % 60;
    const large = `${Math.floor(amount / 60)} ${largeUnit}`;
    return rest === 0 ? large : `${large} ${rest} ${smallUnit}`;
}
/**
 * Formats a number with its noun and, if given, a plural verb: `1 file`, `2,000 files`, `1 file
 * differs`, `2 files differ`.
 */
function formatCount(count, noun, verb = '') {
    const isOne = count === 1;
    const counted = `${groupDigits(count)} ${isOne ? noun : `${noun}s`}`;
    if (verb === '')
        return counted;
    return `${counted} ${isOne ? `${verb}s` : verb}`;
}
const maxNames = 10;
/** Lists at most ten names: `a, b and 3 more`. */
function listNames(names) {
    const shown = names.slice(0, maxNames).join(', ');
    const left = names.length - maxNames;
    return left > 0 ? `${shown} and ${left} more` : shown;
}
/** Joins the words that are not empty as a sentence does: `name, tagline and color`. */
function joinWords(words) {
    const named = words.filter((word) => word !== '');
    return joinTexts([named.slice(0, -1).join(', '), ...named.slice(-1)], ' and ');
}
/** Compares texts by UTF-16 code units, for `sort`: the order is the same in every locale. */
function compareTexts(one, other) {
    return Number(one > other) - Number(one < other);
}
/** Joins the parts that are neither null nor empty. */
function joinTexts(texts, separator) {
    return texts.filter((text) => text !== null && text !== '').join(separator);
}
/** Returns the first entries that fit into `maxSize`, counting 1 for a separator after each. */
function takeFitting(entries, maxSize, toSize) {
    let left = maxSize;
    const end = entries.findIndex((entry) => {
        left -= toSize(entry) + 1;
        return left < 0;
    });
    return end === -1 ? entries : entries.slice(0, end);
}
/** Wraps a text at its blanks into lines of at most `columns`; a longer word is broken too. */
function wrapText(text, columns) {
    return text.match(new RegExp(`\\S.{0,${columns - 1}}(?= |$)|\\S{${columns}}`, 'gu')) ?? [];
}
/** Makes a sentence of ours continue another one: in lower case, except a name such as `GET`. */
function toClause(sentence) {
    return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}
/** Ends a text with a full stop, unless it ends like a sentence already. */
function toSentence(text) {
    return /[.!?\u2026]$/.test(text) ? text : `${text}.`;
}
/** Formats the number of an attempt: `attempt 2 of 4`, or `attempt 2` if only time limits it. */
function formatAttempt(attempt, maxAttempts) {
    return maxAttempts === null ? `attempt ${attempt}` : `attempt ${attempt} of ${maxAttempts}`;
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
/**
 * Sets the frontend of the process. The entry calls it first, but modules may be loaded before: a
 * table whose sentences depend on the frontend has to be a function.
 */
function setFrontend(ofProcess) {
    frontend = ofProcess;
}
/** True if the process runs for a person at a terminal. */
function isTerminal() {
    return frontend === 'terminal';
}
/** Returns the words for the frontend of the process. */
function perFrontend(github, terminal) {
    return frontend === 'github' ? github : terminal;
}
/** The name of an input: on a terminal its option, or the variable of the key. */
function nameInput(name) {
    return perFrontend(name, name === 'api-key' ? 'MINIAPPS_API_KEY' : `--${name}`);
}
/** The name of an input within a sentence: `the input exclude`, on a terminal `--exclude`. */
function nameInputInText(name) {
    if (name === 'folder')
        return perFrontend('the input folder', 'the folder');
    return perFrontend(`the input ${name}`, nameInput(name));
}
/** Advice to set a flag: `set create: true`. */
function adviseFlag(name) {
    return perFrontend(`set ${name}: true`, `add --${name}`);
}
/** A command to run: `the command status`. */
function nameCommand(name) {
    return perFrontend(`the command ${name}`, `miniapp-deploy ${name}`);
}
/** Advice to re-run the job, which GitHub has a button for. */
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
/** The base64 of a shorter secret is not looked for: a few letters occur by chance. */
const minEncodedBytes = 6;
/**
 * Creates the function that replaces every secret in a text by `***`, however a server escaped it,
 * and the user name and password of any address: `createRedact(['key-1'])('key%2D1')` is `***`. The
 * runner masks only its log, not titles, files, outputs and what is sent to an API.
 *
 * The text is unescaped again and again (JSON, HTML, addresses, one within another). If a secret,
 * or its base64 at any offset in either alphabet, shows up, the part that it came from is masked.
 * Secrets are printable ASCII. Empty ones are ignored, and a part of a secret is not a secret.
 * Takes linear time.
 */
function createRedact(secrets) {
    const given = secrets.filter((secret) => secret !== '');
    const variants = [...new Set(given.flatMap(encodeVariants))];
    return (text) => maskPasswords(maskVariants(text, variants));
}
/** Lists how a secret may be written in a text that was unescaped. */
function encodeVariants(secret) {
    // A secret that looks escaped itself may have been unescaped together with the text.
    const decoded = listDecodings(secret)
        .slice(1)
        .map(({ text }) => text)
        .filter(({ length }) => length >= minEncodedBytes);
    return [
        secret,
        // Unescaping these does not give back a secret that looks escaped itself.
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
    // Nearly every text ends here, such as the paths of 50,000 files.
    if (!mayBeDecoded && !variants.some((variant) => text.includes(variant)))
        return text;
    const ranges = listDecodings(text).flatMap((decoded) => {
        return variants.flatMap((variant) => findRanges(decoded, variant));
    });
    ranges.sort((one, other) => one.start - other.start);
    let masked = '';
    let end = 0;
    for (const range of ranges) {
        // Ranges that overlap, as of a secret that begins with another one, share a mask.
        if (range.start >= end)
            masked += `${text.slice(end, range.start)}${mask}`;
        end = Math.max(end, range.end);
    }
    return masked + text.slice(end);
}
/** Finds a variant in a decoded text, and returns where that came from in the original. */
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
/** How often a text is unescaped: JSON in JSON in an HTML page takes three times. */
const maxUnescapes = 4;
/** Returns the text as it is, and after each unescaping that changes something. */
function listDecodings(text) {
    const origins = new Uint32Array(text.length + 1).map((_, at) => at);
    const decodings = [];
    let decoded = { text, origins };
    while (decoded !== null && decodings.length <= maxUnescapes) {
        decodings.push(decoded);
        decoded = unescapeOnce(decoded);
    }
    return decodings;
}
const mayBeEscaped = /[\\%&]/;
/** The ways to escape a character. */
const escapes = [
    // JSON, JavaScript, and its function `escape`
    /(?:\\|%)u(?<unit>[0-9a-f]{4})/,
    // JavaScript and addresses
    /(?:\\x|%)(?<byte>[0-9a-f]{2})/,
    /\\(?<itself>[!-/:-@[-`{-~])/,
    // HTML
    /&#(?<decimal>\d{1,7});/,
    /&#x(?<hex>[0-9a-f]{1,6});/,
    /&(?<name>[a-z]{2,6});/,
];
const escapedCharacter = new RegExp(escapes.map(({ source }) => source).join('|'), 'gi');
/** Unescapes each escaped character once. Returns null if there is none. */
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
/** Collects the pieces of a text that is being unescaped, with their origins. */
class Unescaping {
    #decoded;
    #pieces = [];
    #origins;
    #length = 0;
    /** The end of what was taken from the decoded text so far. */
    #end = 0;
    constructor(decoded) {
        this.#decoded = decoded;
        this.#origins = new Uint32Array(decoded.origins.length);
    }
    /** Replaces a part of the text by one character, and keeps what is before it. */
    replace(start, length, character) {
        this.#take(this.#decoded.text.slice(this.#end, start), this.#end);
        this.#take(character, start);
        this.#end = start + length;
    }
    /** Returns the new text; null if nothing was replaced. */
    finish() {
        if (this.#end === 0)
            return null;
        const { text, origins } = this.#decoded;
        this.#take(text.slice(this.#end), this.#end);
        this.#origins[this.#length] = origins[text.length] ?? 0;
        return { text: this.#pieces.join(''), origins: this.#origins.subarray(0, this.#length + 1) };
    }
    #take(piece, start) {
        this.#pieces.push(piece);
        const origins = this.#decoded.origins.subarray(start, start + piece.length);
        this.#origins.set(origins, this.#length);
        this.#length += piece.length;
    }
}
/** Returns the character that an escape stands for; undefined for an unknown HTML name. */
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
/** The HTML names of printable ASCII characters, each followed by its character. */
const nameTable = [
    "amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ lbrace{",
    'lbrack[ lcub{ lowbar_ lpar( lsqb[ lt< num# percnt% period. plus+ quest? quot" rbrace} rbrack]',
    'rcub} rpar) rsqb] semi; sol/ verbar| vert|',
];
const namedCharacters = new Map(nameTable
    .flatMap((line) => line.split(' '))
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]));
/**
 * Lists how bytes may be written in base64 and base64url between other bytes: at each of the three
 * offsets, without the characters that also hold bits of a neighbour, and without padding. Empty
 * for bytes that are too few.
 */
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
// EXTERNAL MODULE: ./lib/node_modules/@actions/core/lib/core.js + 3 modules
var core = __nccwpck_require__(7516);
// EXTERNAL MODULE: ./lib/src/model/action-error.js
var action_error = __nccwpck_require__(3503);
// EXTERNAL MODULE: ./lib/src/model/inputs.js
var inputs = __nccwpck_require__(127);
// EXTERNAL MODULE: ./lib/src/report/log.js + 1 modules
var report_log = __nccwpck_require__(5891);
// EXTERNAL MODULE: ./lib/src/model/outcome.js
var outcome = __nccwpck_require__(9680);
// EXTERNAL MODULE: ./lib/src/text/escape.js
var text_escape = __nccwpck_require__(3589);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __nccwpck_require__(4185);
// EXTERNAL MODULE: ./lib/src/text/secrets.js
var text_secrets = __nccwpck_require__(9573);
// EXTERNAL MODULE: ./lib/src/report/outputs.js
var outputs = __nccwpck_require__(2011);
// EXTERNAL MODULE: ./lib/src/report/sentences.js
var sentences = __nccwpck_require__(8279);
;// CONCATENATED MODULE: ./lib/src/report/unstarted.js
/**
 * The report of a run that does not begin. Invalid inputs are told here and not by emit.ts, which
 * takes 8 ms to load and to run for the first time, where node starts in 25; a test holds that both
 * tell the same.
 */








/** UTF-16 units of a text in the summary. */
const maxText = 2000;
/** The report of a run that did not begin. An empty slug is not known. */
function reportUnstarted(error, { slug, secrets }) {
    const failure = (0,action_error/* toFailure */.w2)(error);
    return {
        command: 'deploy',
        isDryRun: false,
        baseBranch: null,
        realRun: '',
        outcome: { kind: failure.kind, failure },
        facts: new outcome/* RunState */.ll(slug).facts,
        folder: null,
        repositoryPath: null,
        readLines: async () => null,
        runWarnings: [],
        secrets,
    };
}
/**
 * Reports invalid inputs as outputs, annotation and summary. Never throws: what could not be
 * written becomes a warning.
 */
async function emitInvalidInputs(error, { slug, secrets }, { log, writeOutputs, writeSummary, docsUrl, }) {
    const failure = (0,action_error/* toFailure */.w2)(error);
    const result = {
        level: 'error',
        sign: '\u274c',
        ...(0,sentences/* describeInvalidInputs */.Sj)(failure),
        code: failure.code,
    };
    const helpUrl = (0,text_escape/* toHelpUrl */.WW)(docsUrl, result.code);
    const unstarted = reportUnstarted(error, { slug: (0,text_secrets/* createRedact */.ay)(secrets)(slug), secrets });
    const report = {
        ...unstarted,
        result,
        failure: { ...failure, file: null },
        helpUrl,
        problems: [],
    };
    const { level, headline: title, lines, next } = result;
    await (0,report_log/* writeOrWarn */.H)(log, 'The outputs could not be written', () => {
        writeOutputs?.((0,outputs/* formatOutputs */.AH)((0,outputs/* toOutputs */.Iu)([report])));
    });
    log.annotate({
        level,
        title,
        texts: [...lines, next, helpUrl ?? ''],
        file: null,
        line: null,
        column: null,
    });
    await (0,report_log/* writeOrWarn */.H)(log, 'The job summary could not be written', () => {
        writeSummary?.(renderSummary(result, helpUrl));
    });
}
function renderSummary({ sign, headline, lines, next, code }, helpUrl) {
    const item = lines.length === 1 ? '' : '- ';
    const help = helpUrl === null
        ? `<details>\n<summary>Details</summary>\n\n- Code: ${(0,text_escape/* toCode */.Xt)(code ?? '')}\n\n</details>`
        : `[Help: ${(0,text_escape/* toProse */.HK)(code ?? '')}](${helpUrl})`;
    const parts = [
        `## ${sign} ${headline}`,
        lines.map((line) => `${item}${toShortProse(line)}`).join('\n'),
        next === '' ? '' : `**Next:** ${toShortProse(next)}`,
        help,
    ];
    return `${(0,format/* joinTexts */.B5)(parts, '\n\n')}\n`;
}
function toShortProse(text) {
    return (0,text_escape/* toProse */.HK)((0,text_escape/* cutText */.IN)(text, maxText));
}

// EXTERNAL MODULE: ./lib/src/run/context.js
var run_context = __nccwpck_require__(3111);
;// CONCATENATED MODULE: ./lib/src/run/effects.js

/**
 * After a cancel the runner gives 7.5 s, and a person has less patience; we are gone sooner,
 * whatever still hangs.
 */
const cancelLimitMs = 1_800;
/** The clock and the randomness of this process, as a run needs them. */
const effects = {
    clock: { now, sleep, setTimer },
    random: Math.random,
};
function setTimer(work, milliseconds) {
    const timer = setTimeout(work, milliseconds);
    return { clear: () => clearTimeout(timer) };
}
/**
 * One Ctrl+C in a terminal arrives twice, at once, below npm and npx, which pass on what the
 * process got already.
 */
const echoSeconds = 0.5;
/**
 * Aborted with a RunEndedError when the process is told to end, by a person, the system or a
 * terminal that is closed. It then ends with 130: when it is told again, and after `limitMs` (null
 * for never) at the latest.
 */
function watchForCancel(limitMs = cancelLimitMs) {
    const cancel = new AbortController();
    let toldAt = Number.POSITIVE_INFINITY;
    const end = () => {
        if (process.uptime() > toldAt + echoSeconds)
            process.exit(130);
        if (cancel.signal.aborted)
            return;
        toldAt = process.uptime();
        cancel.abort((0,action_error/* endByCancel */.dQ)());
        if (limitMs !== null)
            setTimeout(() => process.exit(130), limitMs);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'])
        process.on(signal, end);
    return cancel.signal;
}
/** Watches for errors that nobody handles. */
function watchForCrash() {
    const crash = new AbortController();
    const stop = new AbortController();
    for (const event of ['uncaughtException', 'unhandledRejection']) {
        process.on(event, (error) => {
            crash.abort(error);
            stop.abort((0,action_error/* endByCancel */.dQ)());
        });
    }
    return { crashed: crash.signal, stopped: stop.signal };
}
/** When the process started, in milliseconds since 1970. */
const startedAt = Date.now() - process.uptime() * 1000;
/**
 * Milliseconds since 1970, counted from the start of the process: a clock that is set meanwhile
 * must not age what was read. Not by `performance`, which a start would take another millisecond to
 * load.
 */
function now() {
    return Math.floor(startedAt + process.uptime() * 1000);
}
/** Waits; on an abort rejects with the signal's own reason, which says why the run ends. */
async function sleep(milliseconds, signal) {
    const { setTimeout: wait } = await Promise.resolve(/* import() */).then(__nccwpck_require__.t.bind(__nccwpck_require__, 8500, 19));
    return wait(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

;// CONCATENATED MODULE: ./lib/src/runner/main.js









/** What GitHub may take for the comment, whatever time the run itself has left. */
const reportLimitMs = 10_000;
/**
 * Runs the action as the runner's environment asks for it: reads inputs and context, prints, writes
 * outputs and summary, sets the exit code. Ends the process itself only after a cancel.
 */
async function run() {
    process.exitCode = 1;
    // A pipe that is closed must not end the run before its outputs are written.
    process.stdout.on('error', () => undefined);
    const cancelled = watchForCancel();
    process.exitCode = await runFor(process.env, cancelled);
    if (cancelled.aborted)
        process.exit(130);
}
async function runFor(env, cancelled) {
    const context = (0,run_context/* readContext */.y)(env, process.cwd());
    const secrets = [(0,core/* getInput */.V4)('api-key'), (0,core/* getInput */.V4)('github-token')].filter((secret) => secret !== '');
    for (const secret of secrets)
        (0,core/* setSecret */.Pq)(secret);
    const given = (0,inputs/* readInputs */.Ko)({ read: core/* getInput */.V4, fromFork: context.fromFork });
    const log = (0,report_log/* createLog */.h)({ isDebug: (0,core/* isDebug */._o)(), secrets });
    const about = { slug: toSubject(given.inputs), secrets };
    const sinks = {
        log,
        writeOutputs: appendTo(context.outputFile),
        writeSummary: appendTo(context.summaryFile),
        docsUrl: context.docsUrl,
    };
    // Neither a comment nor a page: that is told by what reports on runs.
    if (given.error !== null && !given.inputs.comment && given.inputs.pageUrl === '') {
        await emitInvalidInputs(given.error, about, sinks);
        return 1;
    }
    const { createProgress, emitReports } = await __nccwpck_require__.e(/* import() */ 338).then(__nccwpck_require__.bind(__nccwpck_require__, 4338));
    const { crashed, stopped } = watchForCrash();
    const { reports, exitCode } = await runInputs(given, {
        context,
        log,
        watchUpload: (total) => createProgress({ total, now: effects.clock.now, show: log.info }),
        cancelled: AbortSignal.any([cancelled, stopped]),
        crashed,
    }).catch((error) => ({
        reports: [reportUnstarted(error, about)],
        exitCode: 1,
    }));
    crashed.addEventListener('abort', () => log.warn(`Unexpected error while reporting: ${(0,action_error/* toReason */.Ge)(crashed.reason)}`));
    await emitReports(reports, {
        ...sinks,
        comment: openComment(given.inputs, context, cancelled),
        links: {
            commit: context.commit,
            runUrl: context.runUrl,
            pageUrl: (0,text_secrets/* createRedact */.ay)(secrets)(given.inputs.pageUrl),
        },
    });
    return exitCode;
}
async function runInputs({ inputs, error }, parts) {
    if (error !== null)
        throw error;
    const { context } = parts;
    const { runAction } = await Promise.all(/* import() */[__nccwpck_require__.e(701), __nccwpck_require__.e(751), __nccwpck_require__.e(65)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8065));
    return runAction({
        ...effects,
        ...parts,
        inputs,
        realRun: '',
        async checkStale(signal) {
            const { isStale } = await __nccwpck_require__.e(/* import() */ 554).then(__nccwpck_require__.bind(__nccwpck_require__, 5554));
            const { apiUrl, repository } = context;
            const access = { token: inputs.githubToken, apiUrl, repository, signal };
            return isStale(context, access, (milliseconds) => effects.clock.sleep(milliseconds, signal));
        },
    });
}
/** The slug of the one app that the run is about; empty where it is about several, or none. */
function toSubject({ command, slug, folder }) {
    return command === 'list' || (0,inputs/* namesSeveral */.v5)(folder) || !(0,inputs/* isSlug */.u5)(slug) ? '' : slug;
}
/** Appends to one of the runner's files; null where there is none. */
function appendTo(path) {
    return path === null ? null : (text) => (0,external_node_fs_.appendFileSync)(path, text);
}
/**
 * The pull request's comment, with a time of its own; null where none is wanted, and after a
 * cancel.
 */
function openComment({ comment, githubToken: token, baseUrl, slug, folder }, { pullRequest, apiUrl, repository }, cancelled) {
    if (!comment || pullRequest === null || cancelled.aborted)
        return null;
    return {
        async post(marked) {
            const signal = AbortSignal.any([cancelled, AbortSignal.timeout(reportLimitMs)]);
            const { postComment } = await __nccwpck_require__.e(/* import() */ 554).then(__nccwpck_require__.bind(__nccwpck_require__, 5554));
            return postComment(pullRequest, marked, { token, apiUrl, repository, signal });
        },
        about: [`${baseUrl?.origin}${baseUrl?.path}`, slug, folder],
        folders: (0,inputs/* namesSeveral */.v5)(folder) ? folder : null,
    };
}

;// CONCATENATED MODULE: ./lib/src/index.js
/**
 * The entry that `action.yml` names. A Node that is too old says so: what it lacks would otherwise
 * look like a bug of ours.
 */

const minMajor = 24;
const { node } = process.versions;
// A main that never settles must not look like a success.
process.exitCode = 1;
if (Number.parseInt(node, 10) < minMajor) {
    process.stdout.write(`::error::This action needs Node ${minMajor}; this is ${node}. A runner of version 2.329.0 or later has it.\n`);
}
else {
    void run();
}

module.exports = __webpack_exports__;
/******/ })()
;