"use strict";
exports.id = 554;
exports.ids = [554];
exports.modules = {

/***/ 5554:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findNewerCommit: () => (/* binding */ findNewerCommit),
/* harmony export */   postComment: () => (/* binding */ postComment)
/* harmony export */ });
/* unused harmony export GithubError */
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5071);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4185);
/* harmony import */ var _text_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(972);



class GithubError extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ {
    name = 'GithubError';
    constructor(message, next, cause) {
        super(message, { code: 'github', next, cause });
    }
}
const responseTimeoutMs = 10_000;
const retryDelayMs = 1_000;
async function postComment(pullRequest, comment, access) {
    return request(access, 'comment', async (octokit, repository) => {
        const issue = { ...repository, issue_number: pullRequest };
        const text = `${comment.mark}\n${comment.body}\n`;
        const marked = await octokit.paginate(octokit.rest.issues.listComments, { ...issue, per_page: 100 }, (page) => page.data.filter((known) => known.body?.startsWith(comment.mark)));
        let result = null;
        for (const known of marked) {
            const isSame = known.body?.trim() === text.trim();
            const update = { ...repository, comment_id: known.id, body: text };
            if (isSame)
                result ??= 'unchanged';
            else if (await succeeds(octokit.rest.issues.updateComment(update)))
                result = 'updated';
        }
        if (result !== null)
            return result;
        await octokit.rest.issues.createComment({ ...issue, body: text });
        return 'created';
    });
}
async function succeeds(updating) {
    try {
        await updating;
        return true;
    }
    catch (error) {
        if (classifyErrorResponse((0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'response')) === 'denied')
            return false;
        throw error;
    }
}
const commitsPerPage = 100;
async function findNewerCommit(revision, access, sleep) {
    const branch = /^refs\/heads\/(.+)/s.exec(revision.ref)?.[1];
    if (branch === undefined || revision.eventName.startsWith('pull_request'))
        return null;
    return request(access, 'compare', async (octokit, repository) => {
        const basehead = `${revision.sha}...${branch}`;
        const range = { ...repository, basehead, per_page: commitsPerPage };
        const compare = async (page) => {
            const send = () => octokit.rest.repos.compareCommitsWithBasehead({ ...range, page });
            const response = await retryOnce(send, () => sleep(retryDelayMs));
            return response.data;
        };
        const comparison = await compare(1);
        const count = countNewCommits(comparison);
        if (count === null) {
            throw new GithubError(`the response of ${nameServer(access)} does not show whether the branch has newer commits`, 'If this server cannot show it, set on-stale to ignore.');
        }
        if (count === 0) {
            const isSetBack = Number((0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(comparison, 'behind_by')) > 0;
            const newest = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(comparison, 'merge_base_commit');
            return isSetBack ? { whyNoRun: explainNoRun(newest) } : null;
        }
        const pages = Math.ceil(count / commitsPerPage);
        const last = pages > 1 ? await compare(pages) : comparison;
        return { whyNoRun: explainNoRun(findNewest((0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(last, 'commits'))) };
    });
}
function findNewest(commits) {
    if (!Array.isArray(commits))
        return undefined;
    const parents = new Set(commits.flatMap((commit) => {
        const ofCommit = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(commit, 'parents');
        return Array.isArray(ofCommit) ? ofCommit.map((parent) => (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(parent, 'sha')) : [];
    }));
    return commits.findLast((commit) => !parents.has((0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(commit, 'sha')));
}
const skipWords = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/i;
const skipTrailer = /^skip-checks: ?true\s*$/im;
const workflowUser = /^(?:github-actions\[bot\]|gitea-actions|forgejo-actions)$/;
function explainNoRun(commit) {
    const message = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(commit, 'commit', 'message');
    if (typeof message === 'string') {
        const words = skipWords.exec(message)?.[0];
        if (words !== undefined)
            return `its message has ${words.toLowerCase()}`;
        if (skipTrailer.test(message))
            return 'its message has skip-checks: true';
    }
    for (const role of ['author', 'committer']) {
        const names = [(0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(commit, role, 'login'), (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(commit, 'commit', role, 'name')];
        const name = names.find((one) => typeof one === 'string' && workflowUser.test(one));
        if (name !== undefined)
            return `it is by ${name}, whose pushes start no run`;
    }
    return null;
}
async function retryOnce(send, wait) {
    try {
        return await send();
    }
    catch (error) {
        if (Number((0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'status')) < 500)
            throw error;
        await wait();
        return send();
    }
}
function countNewCommits(comparison) {
    for (const key of ['ahead_by', 'total_commits']) {
        const count = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(comparison, key);
        if (typeof count === 'number')
            return count;
    }
    const commits = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(comparison, 'commits');
    return Array.isArray(commits) ? commits.length : null;
}
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
async function openOctokit(access) {
    const { token, apiUrl } = access;
    if (!/^[!-~]+$/.test(token)) {
        const fault = token === '' ? 'is empty' : 'contains characters that a token cannot have';
        const next = 'Leave github-token out of the "with:" block to use the token of the job.';
        throw new GithubError(`the input github-token ${fault}`, next);
    }
    const github = await Promise.all(/* import() */[__webpack_require__.e(38), __webpack_require__.e(413)]).then(__webpack_require__.bind(__webpack_require__, 2413));
    const octokit = github.getOctokit(token, { baseUrl: apiUrl });
    const origin = new URL(apiUrl).origin;
    octokit.hook.before('request', (options) => {
        if (new URL(options.url, apiUrl).origin !== origin)
            throw makeUnknownFormError(access);
        const timeout = AbortSignal.timeout(responseTimeoutMs);
        options.request.signal = AbortSignal.any([access.signal, timeout]);
        options.request['log'] = { warn: () => undefined };
    });
    octokit.hook.after('request', (response, options) => {
        if (options.method === 'GET' && !response.data)
            throw makeUnknownFormError(access);
    });
    return octokit;
}
function explain(error, access, purpose) {
    if (error instanceof GithubError)
        return error;
    const hasRunEnded = access.signal.aborted && !isTimeout(access.signal.reason);
    if (hasRunEnded)
        return access.signal.reason;
    const server = nameServer(access);
    const response = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'response');
    if (response !== undefined) {
        const status = `${server} responded with ${(0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'status')}`;
        const message = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .joinTexts */ .B5)([status, readMessage(response)], ': ');
        return new GithubError(message, adviseForResponse(response, access, purpose), error);
    }
    if ((0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'status') === undefined)
        return makeUnknownFormError(access, error);
    let message = `${server} could not be reached: ${(0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .toReason */ .Ge)(error)}`;
    if (isTimeout((0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(error, 'cause')))
        message = `${server} did not respond in time`;
    return new GithubError(message, adviseRetry(access), error);
}
function isTimeout(reason) {
    return (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(reason, 'name') === 'TimeoutError';
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
        const yaml = 'permissions:\n  contents: read\n  pull-requests: write';
        return `Give the job these permissions (a pull request from a fork does not get them):\n${yaml}`;
    }
    const permission = 'the job needs the permission contents: read';
    if ((0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'status') === 404)
        return `Check that the branch still exists; if it does, ${permission}.`;
    return `Check the permissions of the token: ${permission}.`;
}
function classifyErrorResponse(response) {
    const status = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'status');
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
function hasRateLimit(response) {
    const remaining = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'headers', 'x-ratelimit-remaining');
    const retryAfter = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'headers', 'retry-after');
    return remaining === '0' || retryAfter !== undefined;
}
function readMessage(response) {
    const message = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_2__/* .getPath */ .Yn)(response, 'data', 'message');
    return typeof message === 'string' ? message.replace(/\.$/, '') : '';
}
function makeUnknownFormError(access, cause) {
    const message = `${nameServer(access)} responded in a form that is not documented`;
    return new GithubError(message, adviseRetry(access), cause);
}
function nameServer(access) {
    const host = /^https?:\/\/([^/]+)/.exec(access.serverUrl)?.[1];
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