import type { getOctokit } from '@actions/github';
import { ActionError, toReason } from '../errors.ts';
import type { MarkedComment } from '../report/emit.ts';
import type { RunContext } from '../run/context.ts';
import type { NewerCommit } from '../run/run.ts';
import { joinTexts } from '../text/format.ts';
import { getPath } from '../text/json.ts';

/** The address of GitHub's API, and the token with which it is used. */
export interface GithubAccess {
  readonly apiUrl: string;
  /** The address of the server, which may not be github.com; empty if it is not known. */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** The error for a request to GitHub that failed. Its message may contain GitHub's own words. */
export class GithubError extends ActionError<'github'> {
  override readonly name = 'GithubError';

  constructor(message: string, next: string, cause?: unknown) {
    super(message, { code: 'github', next, cause });
  }
}

type Octokit = ReturnType<typeof getOctokit>;

/** The purpose of a request, which decides the advice if a permission is missing. */
type Purpose = 'comment' | 'compare';

/** The time limit for one response, in milliseconds. */
const responseTimeoutMs = 10_000;
/** The wait before a comparison is requested again, in milliseconds. */
const retryDelayMs = 1_000;

/**
 * Creates a comment on a pull request, or updates the existing one. The comment begins with a mark,
 * by which a later run finds it. A comment that already has the same text is not updated. If two
 * runs at the same time have created two comments, both are updated. The token needs
 * `pull-requests: write`. Throws GithubError.
 *
 * Anybody may write a comment with the mark, and the token does not reveal its user. So if GitHub
 * refuses to change a comment, it belongs to somebody else. docs/threat-model.md explains why that
 * does no harm.
 */
export async function postComment(
  pullRequest: number,
  comment: MarkedComment,
  access: GithubAccess,
): Promise<'created' | 'updated' | 'unchanged'> {
  return request(access, 'comment', async (octokit, repository) => {
    const issue = { ...repository, issue_number: pullRequest };
    const text = `${comment.mark}\n${comment.body}\n`;
    const marked = await octokit.paginate(
      octokit.rest.issues.listComments,
      { ...issue, per_page: 100 },
      (page) => page.data.filter((known) => known.body?.startsWith(comment.mark)),
    );
    let result: 'updated' | 'unchanged' | null = null;
    for (const known of marked) {
      // GitHub trims the text of a comment.
      const isSame = known.body?.trim() === text.trim();
      const update = { ...repository, comment_id: known.id, body: text };
      if (isSame) result ??= 'unchanged';
      else if (await succeeds(octokit.rest.issues.updateComment(update))) result = 'updated';
    }
    if (result !== null) return result;
    await octokit.rest.issues.createComment({ ...issue, body: text });
    return 'created';
  });
}

/**
 * Returns true if a comment was updated; false if it belongs to somebody else, or was deleted in
 * the meantime.
 */
async function succeeds(updating: Promise<unknown>): Promise<boolean> {
  try {
    await updating;
    return true;
  } catch (error) {
    if (classifyErrorResponse(getPath(error, 'response')) === 'denied') return false;
    throw error;
  }
}

/** The number of commits in a response. */
const commitsPerPage = 100;

/**
 * Finds the newest commit of a run's branch; null if that is the run's commit. Commits count as
 * newer if they are not in the history of the run's commit, whatever their times are, and the
 * branch may also have been set back to an older one. Only the run of a branch can be stale, not
 * the run of a tag or of a pull request.
 *
 * GitHub starts at most one run for a push, for its last commit. So the newest commit decides
 * whether there is a newer run. Filters of the workflow are not known here.
 *
 * Throws GithubError if GitHub cannot show that, such as for a deleted branch. The token needs
 * `contents: read`.
 */
export async function findNewerCommit(
  revision: Pick<RunContext, 'eventName' | 'ref' | 'sha'>,
  access: GithubAccess,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<NewerCommit | null> {
  const branch = /^refs\/heads\/(.+)/s.exec(revision.ref)?.[1];
  if (branch === undefined || revision.eventName.startsWith('pull_request')) return null;
  return request(access, 'compare', async (octokit, repository) => {
    const basehead = `${revision.sha}...${branch}`;
    const range = { ...repository, basehead, per_page: commitsPerPage };
    const compare = async (page: number): Promise<unknown> => {
      const send = () => octokit.rest.repos.compareCommitsWithBasehead({ ...range, page });
      const response = await retryOnce(send, () => sleep(retryDelayMs));
      return response.data;
    };
    const comparison = await compare(1);
    const count = countNewCommits(comparison);
    if (count === null) {
      throw new GithubError(
        `the response of ${nameServer(access)} does not show whether the branch has newer commits`,
        'If this server cannot show it, set on-stale to ignore.',
      );
    }
    if (count === 0) {
      const isSetBack = Number(getPath(comparison, 'behind_by')) > 0;
      // A branch that was set back is at the commit that both have in common.
      const newest = getPath(comparison, 'merge_base_commit');
      return isSetBack ? { whyNoRun: explainNoRun(newest) } : null;
    }
    const pages = Math.ceil(count / commitsPerPage);
    const last = pages > 1 ? await compare(pages) : comparison;
    return { whyNoRun: explainNoRun(findNewest(getPath(last, 'commits'))) };
  });
}

function findNewest(commits: unknown): unknown {
  if (!Array.isArray(commits)) return undefined;
  const parents = new Set(
    commits.flatMap((commit: unknown) => {
      const ofCommit = getPath(commit, 'parents');
      return Array.isArray(ofCommit) ? ofCommit.map((parent) => getPath(parent, 'sha')) : [];
    }),
  );
  // GitHub lists the newest commit last, Gitea first.
  return commits.findLast((commit: unknown) => !parents.has(getPath(commit, 'sha')));
}

/** The words in the message of a commit for which GitHub starts no run. */
const skipWords = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/i;
/** The same as a trailer, which is a line of its own. */
const skipTrailer = /^skip-checks: ?true\s*$/im;
/** The users that push with a workflow's token, for which no run starts. */
const workflowUser = /^(?:github-actions\[bot\]|gitea-actions|forgejo-actions)$/;

/** Returns why a commit may have started no run, to follow "but"; null if it has started one. */
function explainNoRun(commit: unknown): string | null {
  const message = getPath(commit, 'commit', 'message');
  if (typeof message === 'string') {
    const words = skipWords.exec(message)?.[0];
    if (words !== undefined) return `its message has ${words.toLowerCase()}`;
    if (skipTrailer.test(message)) return 'its message has skip-checks: true';
  }
  for (const role of ['author', 'committer']) {
    const names = [getPath(commit, role, 'login'), getPath(commit, 'commit', role, 'name')];
    const name = names.find((one) => typeof one === 'string' && workflowUser.test(one));
    if (name !== undefined) return `it is by ${name}, whose pushes start no run`;
  }
  return null;
}

/** Sends a request, and sends it again once if the server fails. */
async function retryOnce<Response>(
  send: () => Promise<Response>,
  wait: () => Promise<void>,
): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    // Octokit gives a broken connection the status 500.
    if (Number(getPath(error, 'status')) < 500) throw error;
    await wait();
    return send();
  }
}

/**
 * Returns the number of commits in a comparison: those that the branch has and the run's commit
 * does not. Returns null if the response does not show it. Gitea and Forgejo have no `ahead_by`.
 */
function countNewCommits(comparison: unknown): number | null {
  for (const key of ['ahead_by', 'total_commits']) {
    const count = getPath(comparison, key);
    if (typeof count === 'number') return count;
  }
  const commits = getPath(comparison, 'commits');
  return Array.isArray(commits) ? commits.length : null;
}

/** Calls `work` with GitHub's API. Throws GithubError, or the signal's reason. */
async function request<Result>(
  access: GithubAccess,
  purpose: Purpose,
  work: (octokit: Octokit, repository: { owner: string; repo: string }) => Promise<Result>,
): Promise<Result> {
  const [owner = '', repo = ''] = access.repository.split('/');
  try {
    const octokit = await openOctokit(access);
    return await work(octokit, { owner, repo });
  } catch (error) {
    throw explain(error, access, purpose);
  }
}

/**
 * Creates a client of GitHub's API. Octokit is loaded late, because it is as large as the rest of
 * the action.
 */
async function openOctokit(access: GithubAccess): Promise<Octokit> {
  const { token, apiUrl } = access;
  if (!/^[!-~]+$/.test(token)) {
    const fault = token === '' ? 'is empty' : 'contains characters that a token cannot have';
    const next = 'Leave github-token out of the "with:" block to use the token of the job.';
    throw new GithubError(`the input github-token ${fault}`, next);
  }
  const github = await import('@actions/github');
  const octokit = github.getOctokit(token, { baseUrl: apiUrl });
  const origin = new URL(apiUrl).origin;
  octokit.hook.before('request', (options) => {
    // The address of the next page comes from a response, so it may be on another server.
    if (new URL(options.url, apiUrl).origin !== origin) throw makeUnknownFormError(access);
    const timeout = AbortSignal.timeout(responseTimeoutMs);
    options.request.signal = AbortSignal.any([access.signal, timeout]);
    // Octokit would print a warning if a response declares its address deprecated.
    options.request['log'] = { warn: () => undefined };
  });
  octokit.hook.after('request', (response, options) => {
    // Without this check, a response that was cut off would look like an empty list.
    if (options.method === 'GET' && !response.data) throw makeUnknownFormError(access);
  });
  return octokit;
}

/**
 * Returns the error for a request that failed: the reason that ended the run, or a GithubError. If
 * an error is neither an error response nor a broken connection, GitHub's response had an unknown
 * form.
 */
function explain(error: unknown, access: GithubAccess, purpose: Purpose): unknown {
  if (error instanceof GithubError) return error;
  const hasRunEnded = access.signal.aborted && !isTimeout(access.signal.reason);
  if (hasRunEnded) return access.signal.reason;
  const server = nameServer(access);
  const response = getPath(error, 'response');
  if (response !== undefined) {
    const status = `${server} responded with ${getPath(response, 'status')}`;
    const message = joinTexts([status, readMessage(response)], ': ');
    return new GithubError(message, adviseForResponse(response, access, purpose), error);
  }
  // Octokit also gives a status to a connection that broke before a response came.
  if (getPath(error, 'status') === undefined) return makeUnknownFormError(access, error);
  let message = `${server} could not be reached: ${toReason(error)}`;
  if (isTimeout(getPath(error, 'cause'))) message = `${server} did not respond in time`;
  return new GithubError(message, adviseRetry(access), error);
}

function isTimeout(reason: unknown): boolean {
  return getPath(reason, 'name') === 'TimeoutError';
}

function adviseForResponse(response: unknown, access: GithubAccess, purpose: Purpose): string {
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
    // `permissions:` takes all other permissions away, and the checkout needs contents: read.
    const yaml = 'permissions:\n  contents: read\n  pull-requests: write';
    return `Give the job these permissions (a pull request from a fork does not get them):\n${yaml}`;
  }
  const permission = 'the job needs the permission contents: read';
  if (getPath(response, 'status') === 404)
    return `Check that the branch still exists; if it does, ${permission}.`;
  return `Check the permissions of the token: ${permission}.`;
}

function classifyErrorResponse(
  response: unknown,
): 'rate_limited' | 'locked' | 'unknown_token' | 'denied' | 'failed' {
  const status = getPath(response, 'status');
  if (status === 429) return 'rate_limited';
  if (status === 401) return 'unknown_token';
  if (status !== 403 && status !== 404) return 'failed';
  const message = readMessage(response);
  if (hasRateLimit(response) || /rate limit/i.test(message)) return 'rate_limited';
  return /\blocked\b/i.test(message) ? 'locked' : 'denied';
}

/**
 * Returns true if the headers of a response show a rate limit. A secondary rate limit has a time to
 * wait, but no number of remaining requests.
 */
function hasRateLimit(response: unknown): boolean {
  const remaining = getPath(response, 'headers', 'x-ratelimit-remaining');
  const retryAfter = getPath(response, 'headers', 'retry-after');
  return remaining === '0' || retryAfter !== undefined;
}

/** Returns the message of an error response without its full stop; empty if it has no message. */
function readMessage(response: unknown): string {
  const message = getPath(response, 'data', 'message');
  return typeof message === 'string' ? message.replace(/\.$/, '') : '';
}

function makeUnknownFormError(access: GithubAccess, cause?: unknown): GithubError {
  const message = `${nameServer(access)} responded in a form that is not documented`;
  return new GithubError(message, adviseRetry(access), cause);
}

/** Returns `GitHub`, or the host name of another server, such as Gitea or GitHub Enterprise. */
function nameServer(access: GithubAccess): string {
  const host = /^https?:\/\/([^/]+)/.exec(access.serverUrl)?.[1];
  return host === undefined || host === 'github.com' ? 'GitHub' : host;
}

function adviseRetry(access: GithubAccess): string {
  if (nameServer(access) === 'GitHub')
    return 'Re-run the job; if it persists, see https://www.githubstatus.com.';
  return 'Re-run the job; if it persists, ask the administrators of this server.';
}
