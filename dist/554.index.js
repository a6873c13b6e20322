"use strict";
exports.id = 554;
exports.ids = [554];
exports.modules = {

/***/ 5554:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   isStale: () => (/* binding */ isStale),
/* harmony export */   postComment: () => (/* binding */ postComment)
/* harmony export */ });
/* unused harmony export GithubError */
/* harmony import */ var _model_action_error_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3503);
/* harmony import */ var _run_context_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3111);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4185);



/**
 * Why GitHub did not do what it was asked for. The message is a clause; it may hold GitHub's own
 * words.
 */
class GithubError extends _model_action_error_js__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ {
    name = 'GithubError';
    constructor(message, next, cause) {
        super(message, { code: 'github', next, cause });
    }
}
/** One response of GitHub is waited for this long. */
const limitMs = 10_000;
/** Before GitHub is asked again. */
const againMs = 1_000;
/**
 * Brings the comment of a pull request that begins with a mark up to date, on whatever page it is:
 * it is changed in place, and left alone when it says the same. A race of two runs may have made
 * two; both are brought up to date. The token needs `pull-requests: write`. Throws GithubError.
 *
 * Anybody may write the mark, and a token does not tell as whom it writes: a comment that GitHub
 * refuses to change is somebody else's. docs/threat-model.md says why that does no harm.
 */
async function postComment(pullRequest, { mark, body }, access) {
    return askGithub(access, 'pull-requests: write', async ({ paginate, rest }, repository) => {
        const issue = { ...repository, issue_number: pullRequest };
        const text = `${mark}\n${body}\n`;
        const marked = await paginate(rest.issues.listComments, { ...issue, per_page: 100 }, ({ data }) => data.filter((comment) => comment.body?.startsWith(mark)));
        let done = null;
        for (const { id, body: known = '' } of marked) {
            const updating = { ...repository, comment_id: id, body: text };
            // GitHub trims what it stores.
            if (known.trim() === text.trim())
                done ??= 'unchanged';
            else if (await isOurs(rest.issues.updateComment(updating)))
                done = 'updated';
        }
        if (done !== null)
            return done;
        await rest.issues.createComment({ ...issue, body: text });
        return 'created';
    });
}
/**
 * False for a comment that cannot be updated since it is somebody else's, or was deleted meanwhile.
 */
async function isOurs(updating) {
    try {
        await updating;
        return true;
    }
    catch (error) {
        if (classify((0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(error, 'response')) === 'denied')
            return false;
        throw error;
    }
}
/**
 * Tells whether the branch has commits that this run's commit lacks: by ancestry, never by time.
 * Only a run of a branch can be stale, not one of a tag or a pull request. A response that fails is
 * asked for once more, after a second: `fail` rests on it. Throws GithubError, also for a branch
 * that is gone; the token needs `contents: read`.
 */
async function isStale({ eventName, ref, sha }, access, sleep) {
    const branch = /^refs\/heads\/(.+)/s.exec(ref)?.[1];
    if (branch === undefined || eventName.startsWith('pull_request'))
        return false;
    return askGithub(access, 'contents: read', async ({ rest }, repository) => {
        const basehead = `${sha}...${branch}`;
        const compare = () => rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
        const { data } = await compare().catch(async (error) => {
            // So octokit calls a connection that breaks, too.
            if (Number((0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(error, 'status')) < 500)
                throw error;
            await sleep(againMs);
            return compare();
        });
        if (typeof data.ahead_by !== 'number')
            throw toShapeError();
        return data.ahead_by > 0;
    });
}
async function askGithub(access, permission, work) {
    const [owner = '', repo = ''] = access.repository.split('/');
    try {
        return await work(await openOctokit(access), { owner, repo });
    }
    catch (error) {
        throw explain(error, access, permission);
    }
}
/**
 * Opens GitHub's API. Its library is as large as the rest of the action, so that only a run that
 * asks GitHub loads it.
 */
async function openOctokit({ token, apiUrl, signal }) {
    if (!/^[!-~]+$/.test(token)) {
        const what = token === '' ? 'is empty' : 'has characters that no token has';
        const next = 'Leave github-token out of the "with:" block to use the token of the job.';
        throw new GithubError(`the input github-token ${what}`, next);
    }
    const { getOctokit: open } = await Promise.all(/* import() */[__webpack_require__.e(752), __webpack_require__.e(701), __webpack_require__.e(413)]).then(__webpack_require__.bind(__webpack_require__, 2413));
    const octokit = open(token, { baseUrl: apiUrl });
    const { origin } = new URL(apiUrl);
    octokit.hook.before('request', (options) => {
        // The next page's address comes from a response.
        if (new URL(options.url, apiUrl).origin !== origin)
            throw toShapeError();
        options.request.signal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
        // Otherwise it prints what a response says of a deprecated address.
        options.request['log'] = { warn: () => undefined };
    });
    octokit.hook.after('request', ({ data }, { method }) => {
        // A response that was cut off: otherwise it reads as a list of nothing.
        if (method === 'GET' && !data)
            throw toShapeError();
    });
    return octokit;
}
const checkStatusPage = 'Re-run the job; if it persists, see https://www.githubstatus.com.';
function toShapeError(cause) {
    return new GithubError('GitHub responded in a form that is not documented', checkStatusPage, cause);
}
/**
 * Says why a request came to nothing: what ended the run, or a GithubError. Whatever is neither a
 * response nor a broken connection is a response of a wrong shape.
 */
function explain(error, { signal }, permission) {
    if (error instanceof GithubError)
        return error;
    const isTimeout = (reason) => (0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(reason, 'name') === 'TimeoutError';
    if (signal.aborted && !isTimeout(signal.reason))
        return signal.reason;
    const response = (0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(error, 'response');
    if (response !== undefined) {
        const what = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .joinTexts */ .B5)([`GitHub responded with ${(0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(response, 'status')}`, readMessage(response)], ': ');
        return new GithubError(what, advise(response, permission), error);
    }
    // Octokit gives a status to what broke before a response came, too.
    if ((0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(error, 'status') === undefined)
        return toShapeError(error);
    const isLate = isTimeout((0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(error, 'cause'));
    const what = isLate
        ? 'GitHub did not respond in time'
        : `GitHub could not be reached: ${(0,_model_action_error_js__WEBPACK_IMPORTED_MODULE_0__/* .toReason */ .Ge)(error)}`;
    return new GithubError(what, checkStatusPage, error);
}
function advise(response, permission) {
    const advice = {
        limited: 'Re-run the job later.',
        locked: 'Unlock the conversation of the pull request.',
        unknown_token: 'Pass a github-token that is valid.',
        failed: checkStatusPage,
    };
    const kind = classify(response);
    if (kind !== 'denied')
        return advice[kind];
    const needs = `job needs "permissions: ${permission}"`;
    if (permission === 'pull-requests: write')
        return `The ${needs}, which a pull request from a fork does not get.`;
    const isMissing = (0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(response, 'status') === 404;
    return isMissing
        ? `Check that the branch still exists; if it does, the ${needs}.`
        : `The ${needs}.`;
}
/**
 * What a response that is an error means. GitHub's secondary limits give a time to wait, and no
 * number of requests that remain.
 */
function classify(response) {
    const status = (0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(response, 'status');
    const said = readMessage(response);
    const isLimited = (0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(response, 'headers', 'x-ratelimit-remaining') === '0' ||
        (0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(response, 'headers', 'retry-after') !== undefined;
    if (status === 429)
        return 'limited';
    if (status === 401)
        return 'unknown_token';
    if (status !== 403 && status !== 404)
        return 'failed';
    if (isLimited || /rate limit/i.test(said))
        return 'limited';
    return /\blocked\b/i.test(said) ? 'locked' : 'denied';
}
/** GitHub's own words in a response, without their full stop; empty where there are none. */
function readMessage(response) {
    const message = (0,_run_context_js__WEBPACK_IMPORTED_MODULE_1__/* .dig */ .r)(response, 'data', 'message');
    return typeof message === 'string' ? message.replace(/\.$/, '') : '';
}


/***/ })

};
;