"use strict";
exports.id = 564;
exports.ids = [564];
exports.modules = {

/***/ 1564:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   isStale: () => (/* binding */ isStale),
/* harmony export */   openComments: () => (/* binding */ openComments)
/* harmony export */ });
/* unused harmony export GithubError */
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);

/** A request to GitHub came to nothing. The message is a clause; it may hold GitHub's own words. */
class GithubError extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ {
    name = 'GithubError';
}
/** One response of GitHub is waited for this long. */
const limitMs = 10_000;
/** Of comments, 100 each: GitHub allows 2,500 of them. */
const maxPages = 50;
/**
 * Gives access to the comments of a pull request; the token needs `pull-requests: write`. Opened at the first call. Every
 * call may throw GithubError.
 */
function openComments(pullRequest, access) {
    const { owner, repo } = toOwner(access.repository);
    const place = { owner, repo, issue_number: pullRequest };
    const permission = 'pull-requests: write';
    let opened;
    const open = () => {
        opened ??= openOctokit(access);
        return opened;
    };
    return {
        async *list() {
            try {
                const octokit = await open();
                const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, { ...place, per_page: 100 });
                let count = 0;
                for await (const { data } of pages) {
                    for (const entry of data)
                        yield readComment(entry);
                    count += 1;
                    if (count === maxPages)
                        return;
                }
            }
            catch (error) {
                fail(error, access, permission);
            }
        },
        create: (body) => request(access, permission, async () => {
            await (await open()).rest.issues.createComment({ ...place, body });
        }),
        update: (id, body) => request(access, permission, async () => {
            await (await open()).rest.issues.updateComment({ owner, repo, comment_id: id, body });
        }),
    };
}
/**
 * Tells whether the branch has commits that this run's commit lacks: by ancestry, never by time. Only a run of a branch
 * can be stale, not one of a tag or a pull request. Throws GithubError; the token needs `contents: read`.
 */
async function isStale({ eventName, ref, sha }, access) {
    const branch = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
    if (branch === undefined || eventName.startsWith('pull_request'))
        return false;
    return request(access, 'contents: read', async () => {
        const octokit = await openOctokit(access);
        const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
            ...toOwner(access.repository),
            basehead: `${sha}...${branch}`,
            per_page: 1,
        });
        return readIsAhead(data);
    });
}
async function request(access, permission, work) {
    try {
        return await work();
    }
    catch (error) {
        fail(error, access, permission);
    }
}
/** Opens GitHub's API. Its library is as large as the rest of the action, so that only a run that asks GitHub loads it. */
async function openOctokit({ token, apiUrl, signal }) {
    if (!/^[!-~]+$/.test(token)) {
        const what = token === '' ? 'is empty' : 'has characters that no token has';
        throw new GithubError(`the input github-token ${what}`, {
            code: 'github_token_missing',
            next: 'Leave github-token out of the "with:" block to use the token of the job.',
        });
    }
    const { getOctokit: open } = await Promise.all(/* import() */[__webpack_require__.e(752), __webpack_require__.e(701), __webpack_require__.e(413)]).then(__webpack_require__.bind(__webpack_require__, 2413));
    const octokit = open(token, { baseUrl: apiUrl });
    const { origin } = new URL(apiUrl);
    octokit.hook.before('request', (options) => {
        // The next page's address comes from a response.
        if (new URL(options.url, apiUrl).origin !== origin)
            throw unexpectedResponse();
        options.request.signal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
        // Otherwise it prints what a response says of a deprecated address.
        options.request['log'] = { warn: () => undefined };
    });
    return octokit;
}
/** Splits `owner/name`. */
function toOwner(repository) {
    const [owner = '', repo = ''] = repository.split('/');
    return { owner, repo };
}
function readComment({ id, body }) {
    if (typeof id !== 'number')
        throw unexpectedResponse();
    return { id, body: typeof body === 'string' ? body : '' };
}
function readIsAhead({ ahead_by: ahead }) {
    if (typeof ahead !== 'number')
        throw unexpectedResponse();
    return ahead > 0;
}
function unexpectedResponse(cause) {
    return new GithubError('GitHub answered in a form that is not documented', {
        code: 'github_response',
        next: checkStatusPage,
        cause,
    });
}
const checkStatusPage = 'Re-run the job; if it persists, see https://www.githubstatus.com.';
/** Says why a request came to nothing. Whatever is neither a response nor a broken connection is one of a wrong shape. */
function fail(error, { signal }, permission) {
    if (error instanceof GithubError)
        throw error;
    const isTimeout = (reason) => read(reason, 'name') === 'TimeoutError';
    if (signal.aborted && !isTimeout(signal.reason))
        throw signal.reason;
    const response = read(error, 'response');
    if (response !== undefined)
        throw explainResponse(error, response, permission);
    // Octokit gives a status to what broke before a response came, too.
    if (read(error, 'status') === undefined)
        throw unexpectedResponse(error);
    const isLate = isTimeout(error) || isTimeout(read(error, 'cause'));
    const what = isLate ? 'GitHub did not respond in time' : `GitHub could not be reached: ${(0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .toReason */ .Ge)(error)}`;
    throw new GithubError(what, { code: 'github_no_response', next: checkStatusPage, cause: error });
}
function explainResponse(cause, response, permission) {
    const status = read(response, 'status');
    const words = read(read(response, 'data'), 'message');
    const said = typeof words === 'string' ? words : '';
    const what = `GitHub answered ${status}${said === '' ? '' : `: ${said.replace(/\.$/, '')}`}`;
    const isNo = status === 403 || status === 404;
    const headers = read(response, 'headers');
    // GitHub's secondary limits give a time to wait, and no number of requests that remain.
    const isLimited = read(headers, 'x-ratelimit-remaining') === '0' || read(headers, 'retry-after') !== undefined;
    if (status === 429 || (isNo && (isLimited || /rate limit/i.test(said)))) {
        return new GithubError(what, { code: 'github_rate_limited', next: 'Re-run the job later.', cause });
    }
    if (isNo && /\blocked\b/i.test(said)) {
        return new GithubError(what, {
            code: 'github_locked',
            next: 'Unlock the conversation of the pull request.',
            cause,
        });
    }
    if (status === 401) {
        return new GithubError(what, { code: 'github_forbidden', next: 'Pass a github-token that is valid.', cause });
    }
    if (isNo) {
        const fork = permission === 'contents: read' ? '' : ', which a pull request from a fork does not get';
        const next = `The job needs "permissions: ${permission}"${fork}.`;
        return new GithubError(what, { code: 'github_forbidden', next, cause });
    }
    return new GithubError(what, { code: 'github_response', next: checkStatusPage, cause });
}
function read(value, key) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}


/***/ })

};

