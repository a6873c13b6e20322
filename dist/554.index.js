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
/* harmony import */ var _model_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(184);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4185);



/** The reason that a request to GitHub failed. The message may contain GitHub's own words. */
class GithubError extends _model_action_error_js__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ {
    name = 'GithubError';
    constructor(message, next, cause) {
        super(message, { code: 'github', next, cause });
    }
}
/** The time limit of one response. */
const responseTimeoutMs = 10_000;
/** The wait before a comparison is requested again. */
const retryDelayMs = 1_000;
/**
 * Posts the comment of a pull request that begins with a mark. A comment with the mark is updated
 * in place, and not updated if it has the same text. Two runs at once may have made two of them;
 * then both are updated. The token needs `pull-requests: write`. Throws GithubError.
 *
 * Anybody may write the mark, and the token does not reveal its user: a comment that GitHub refuses
 * to change belongs to somebody else. docs/threat-model.md explains why that does no harm.
 */
async function postComment(pullRequest, { mark, body }, access) {
    return request(access, 'comment', async ({ paginate, rest }, repository) => {
        const issue = { ...repository, issue_number: pullRequest };
        const text = `${mark}\n${body}\n`;
        const marked = await paginate(rest.issues.listComments, { ...issue, per_page: 100 }, ({ data }) => data.filter((comment) => comment.body?.startsWith(mark)));
        let result = null;
        for (const { id, body: known = '' } of marked) {
            // GitHub trims what it stores.
            const isSame = known.trim() === text.trim();
            const update = { ...repository, comment_id: id, body: text };
            if (isSame)
                result ??= 'unchanged';
            else if (await succeeds(rest.issues.updateComment(update)))
                result = 'updated';
        }
        if (result !== null)
            return result;
        await rest.issues.createComment({ ...issue, body: text });
        return 'created';
    });
}
/**
 * Returns false if a comment cannot be updated: it is somebody else's, or was deleted meanwhile.
 */
async function succeeds(updating) {
    try {
        await updating;
        return true;
    }
    catch (error) {
        if (classifyErrorResponse((0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'response')) === 'denied')
            return false;
        throw error;
    }
}
/**
 * Returns whether the branch of a run has commits that the run's commit lacks: by ancestry, never
 * by time. Only the run of a branch can be stale, not the run of a tag or a pull request. Throws
 * GithubError, also for a deleted branch. The token needs `contents: read`.
 */
async function isStale({ eventName, ref, sha }, access, sleep) {
    const branch = /^refs\/heads\/(.+)/s.exec(ref)?.[1];
    if (branch === undefined || eventName.startsWith('pull_request'))
        return false;
    return request(access, 'compare', async ({ rest }, repository) => {
        const basehead = `${sha}...${branch}`;
        const compare = () => rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
        const { data } = await retryOnce(compare, () => sleep(retryDelayMs));
        const count = countNewCommits(data);
        if (count === null) {
            throw new GithubError(`the response of ${nameServer(access)} does not show whether the branch has newer commits`, 'If this server cannot show it, set on-stale to ignore.');
        }
        return count > 0;
    });
}
/** Retries a request after an error of the server: `on-stale: fail` depends on the response. */
async function retryOnce(send, wait) {
    try {
        return await send();
    }
    catch (error) {
        // A broken connection has the status 500 in octokit.
        if (Number((0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'status')) < 500)
            throw error;
        await wait();
        return send();
    }
}
/**
 * Returns how many commits the head of a comparison has that its base lacks; null if the response
 * does not show that. Gitea and Forgejo have no `ahead_by`.
 */
function countNewCommits(comparison) {
    for (const key of ['ahead_by', 'total_commits']) {
        const count = (0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(comparison, key);
        if (typeof count === 'number')
            return count;
    }
    const commits = (0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(comparison, 'commits');
    return Array.isArray(commits) ? commits.length : null;
}
/** Does some work with GitHub's API. Throws GithubError, or the signal's reason. */
async function request(access, purpose, work) {
    const [owner = '', repo = ''] = access.repository.split('/');
    try {
        const octokit = await openOctokit(access);
        return await work(octokit, { owner, repo });
    }
    catch (error) {
        throw explain(error, access, purpose);
    }
}
/**
 * Opens GitHub's API. Its library is loaded late, because it is as large as the rest of the action.
 */
async function openOctokit(access) {
    const { token, apiUrl, signal } = access;
    if (!/^[!-~]+$/.test(token)) {
        const fault = token === '' ? 'is empty' : 'contains characters that a token cannot have';
        const next = 'Leave github-token out of the "with:" block to use the token of the job.';
        throw new GithubError(`the input github-token ${fault}`, next);
    }
    const { getOctokit: open } = await Promise.all(/* import() */[__webpack_require__.e(701), __webpack_require__.e(137), __webpack_require__.e(413)]).then(__webpack_require__.bind(__webpack_require__, 2413));
    const octokit = open(token, { baseUrl: apiUrl });
    const { origin } = new URL(apiUrl);
    octokit.hook.before('request', (options) => {
        // The address of the next page comes from a response.
        if (new URL(options.url, apiUrl).origin !== origin)
            throw makeUnknownFormError(access);
        const timeout = AbortSignal.timeout(responseTimeoutMs);
        options.request.signal = AbortSignal.any([signal, timeout]);
        // Without it, octokit prints the warning of a response about a deprecated address.
        options.request['log'] = { warn: () => undefined };
    });
    octokit.hook.after('request', ({ data }, { method }) => {
        // A response that was cut off would read as an empty list.
        if (method === 'GET' && !data)
            throw makeUnknownFormError(access);
    });
    return octokit;
}
/**
 * Explains why a request failed: the reason that ended the run, or a GithubError. An error that is
 * neither a response nor a broken connection comes from a response of an unknown form.
 */
function explain(error, access, purpose) {
    if (error instanceof GithubError)
        return error;
    const { signal } = access;
    if (signal.aborted && !isTimeout(signal.reason))
        return signal.reason;
    const server = nameServer(access);
    const response = (0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'response');
    if (response !== undefined) {
        const status = `${server} responded with ${(0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'status')}`;
        const message = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .joinTexts */ .B5)([status, readMessage(response)], ': ');
        return new GithubError(message, adviseForResponse(response, access, purpose), error);
    }
    // Octokit also gives a status to a connection that broke before a response came.
    if ((0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'status') === undefined)
        return makeUnknownFormError(access, error);
    const message = isTimeout((0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'cause'))
        ? `${server} did not respond in time`
        : `${server} could not be reached: ${(0,_model_action_error_js__WEBPACK_IMPORTED_MODULE_0__/* .toReason */ .Ge)(error)}`;
    return new GithubError(message, adviseRetry(access), error);
}
function isTimeout(reason) {
    return (0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(reason, 'name') === 'TimeoutError';
}
function adviseForResponse(response, access, purpose) {
    switch (classifyErrorResponse(response)) {
        case 'rate_limited':
            return 'Re-run the job later.';
        case 'locked':
            return 'Unlock the conversation of the pull request.';
        case 'unknown_token':
            return 'Pass a valid github-token.';
        case 'failed':
            return adviseRetry(access);
        case 'denied':
            break;
    }
    if (purpose === 'comment') {
        // Without contents: read, the job could no longer check out the repository.
        const yaml = 'permissions:\n  contents: read\n  pull-requests: write';
        return `Give the job these permissions (a pull request from a fork does not get them):\n${yaml}`;
    }
    const permission = 'the job needs the permission contents: read';
    if ((0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'status') === 404)
        return `Check that the branch still exists; if it does, ${permission}.`;
    return `Check the permissions of the token: ${permission}.`;
}
/** Returns what an error response means. */
function classifyErrorResponse(response) {
    const status = (0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'status');
    if (status === 429)
        return 'rate_limited';
    if (status === 401)
        return 'unknown_token';
    if (status !== 403 && status !== 404)
        return 'failed';
    const message = readMessage(response);
    if (hasRateLimit(response) || /rate limit/i.test(message))
        return 'rate_limited';
    return /\blocked\b/i.test(message) ? 'locked' : 'denied';
}
/** GitHub's secondary rate limits have a time to wait, but no number of remaining requests. */
function hasRateLimit(response) {
    const remaining = (0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'headers', 'x-ratelimit-remaining');
    const retryAfter = (0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'headers', 'retry-after');
    return remaining === '0' || retryAfter !== undefined;
}
/** Returns the message of an error response without its full stop; empty without a message. */
function readMessage(response) {
    const message = (0,_model_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'data', 'message');
    return typeof message === 'string' ? message.replace(/\.$/, '') : '';
}
function makeUnknownFormError(access, cause) {
    const message = `${nameServer(access)} responded in a form that is not documented`;
    return new GithubError(message, adviseRetry(access), cause);
}
/** Names the server: GitHub, or the host of another one, such as Gitea or GitHub Enterprise. */
function nameServer({ serverUrl }) {
    const host = /^https?:\/\/([^/]+)/.exec(serverUrl)?.[1];
    return host === undefined || host === 'github.com' ? 'GitHub' : host;
}
function adviseRetry(access) {
    if (nameServer(access) === 'GitHub')
        return 'Re-run the job; if it persists, see https://www.githubstatus.com.';
    return 'Re-run the job; if it persists, ask the administrators of this server.';
}


/***/ })

};
;