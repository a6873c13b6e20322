import type { getOctokit } from '@actions/github';
import { ActionError, toReason } from '../model/action-error.ts';
import { getPath } from '../model/json.ts';
import type { MarkedComment } from '../report/emit.ts';
import { joinTexts } from '../text/format.ts';

/** The address of GitHub's API, and the token for it. */
export interface GithubAccess {
  /** The address of the API. */
  readonly apiUrl: string;
  /** The address of the server, which may be another than github.com; empty if it is not known. */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** The reason that a request to GitHub failed. The message may contain GitHub's own words. */
export class GithubError extends ActionError<'github'> {
  override readonly name = 'GithubError';

  constructor(message: string, next: string, cause?: unknown) {
    super(message, { code: 'github', next, cause });
  }
}

type Octokit = ReturnType<typeof getOctokit>;

interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** The purpose of a request, which decides the advice if a permission is missing. */
type Purpose = 'comment' | 'compare';

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
export async function postComment(
  pullRequest: number,
  { mark, body }: MarkedComment,
  access: GithubAccess,
): Promise<'created' | 'updated' | 'unchanged'> {
  return request(access, 'comment', async ({ paginate, rest }, repository) => {
    const issue = { ...repository, issue_number: pullRequest };
    const text = `${mark}\n${body}\n`;
    const marked = await paginate(
      rest.issues.listComments,
      { ...issue, per_page: 100 },
      ({ data }) => data.filter((comment) => comment.body?.startsWith(mark)),
    );
    let result: 'updated' | 'unchanged' | null = null;
    for (const { id, body: known = '' } of marked) {
      // GitHub trims what it stores.
      const isSame = known.trim() === text.trim();
      const update = { ...repository, comment_id: id, body: text };
      if (isSame) result ??= 'unchanged';
      else if (await succeeds(rest.issues.updateComment(update))) result = 'updated';
    }
    if (result !== null) return result;
    await rest.issues.createComment({ ...issue, body: text });
    return 'created';
  });
}

/**
 * Returns false if a comment cannot be updated: it is somebody else's, or was deleted meanwhile.
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

/** The commit of a run, in the runner's words. */
export interface RunRevision {
  readonly eventName: string;
  /** Such as `refs/heads/main`. */
  readonly ref: string;
  readonly sha: string;
}

/**
 * Returns whether the branch of a run has commits that the run's commit lacks: by ancestry, never
 * by time. Only the run of a branch can be stale, not the run of a tag or a pull request. Throws
 * GithubError, also for a deleted branch. The token needs `contents: read`.
 */
export async function isStale(
  { eventName, ref, sha }: RunRevision,
  access: GithubAccess,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<boolean> {
  const branch = /^refs\/heads\/(.+)/s.exec(ref)?.[1];
  if (branch === undefined || eventName.startsWith('pull_request')) return false;
  return request(access, 'compare', async ({ rest }, repository) => {
    const basehead = `${sha}...${branch}`;
    const compare = () =>
      rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
    const { data } = await retryOnce(compare, () => sleep(retryDelayMs));
    const count = countNewCommits(data);
    if (count === null) {
      throw new GithubError(
        `the response of ${nameServer(access)} does not show whether the branch has newer commits`,
        'If this server cannot show it, set on-stale to ignore.',
      );
    }
    return count > 0;
  });
}

/** Retries a request after an error of the server: `on-stale: fail` depends on the response. */
async function retryOnce<Response>(
  send: () => Promise<Response>,
  wait: () => Promise<void>,
): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    // A broken connection has the status 500 in octokit.
    if (Number(getPath(error, 'status')) < 500) throw error;
    await wait();
    return send();
  }
}

/**
 * Returns how many commits the head of a comparison has that its base lacks; null if the response
 * does not show that. Gitea and Forgejo have no `ahead_by`.
 */
function countNewCommits(comparison: unknown): number | null {
  for (const key of ['ahead_by', 'total_commits']) {
    const count = getPath(comparison, key);
    if (typeof count === 'number') return count;
  }
  const commits = getPath(comparison, 'commits');
  return Array.isArray(commits) ? commits.length : null;
}

/** Does some work with GitHub's API. Throws GithubError, or the signal's reason. */
async function request<Result>(
  access: GithubAccess,
  purpose: Purpose,
  work: (octokit: Octokit, repository: RepositoryName) => Promise<Result>,
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
 * Opens GitHub's API. Its library is loaded late, because it is as large as the rest of the action.
 */
async function openOctokit(access: GithubAccess): Promise<Octokit> {
  const { token, apiUrl, signal } = access;
  if (!/^[!-~]+$/.test(token)) {
    const fault = token === '' ? 'is empty' : 'contains characters that a token cannot have';
    const next = 'Leave github-token out of the "with:" block to use the token of the job.';
    throw new GithubError(`the input github-token ${fault}`, next);
  }
  const { getOctokit: open } = await import('@actions/github');
  const octokit = open(token, { baseUrl: apiUrl });
  const { origin } = new URL(apiUrl);
  octokit.hook.before('request', (options) => {
    // The address of the next page comes from a response.
    if (new URL(options.url, apiUrl).origin !== origin) throw makeUnknownFormError(access);
    const timeout = AbortSignal.timeout(responseTimeoutMs);
    options.request.signal = AbortSignal.any([signal, timeout]);
    // Without it, octokit prints the warning of a response about a deprecated address.
    options.request['log'] = { warn: () => undefined };
  });
  octokit.hook.after('request', ({ data }, { method }) => {
    // A response that was cut off would read as an empty list.
    if (method === 'GET' && !data) throw makeUnknownFormError(access);
  });
  return octokit;
}

/**
 * Explains why a request failed: the reason that ended the run, or a GithubError. An error that is
 * neither a response nor a broken connection comes from a response of an unknown form.
 */
function explain(error: unknown, access: GithubAccess, purpose: Purpose): unknown {
  if (error instanceof GithubError) return error;
  const { signal } = access;
  if (signal.aborted && !isTimeout(signal.reason)) return signal.reason;
  const server = nameServer(access);
  const response = getPath(error, 'response');
  if (response !== undefined) {
    const status = `${server} responded with ${getPath(response, 'status')}`;
    const message = joinTexts([status, readMessage(response)], ': ');
    return new GithubError(message, adviseForResponse(response, access, purpose), error);
  }
  // Octokit also gives a status to a connection that broke before a response came.
  if (getPath(error, 'status') === undefined) return makeUnknownFormError(access, error);
  const message = isTimeout(getPath(error, 'cause'))
    ? `${server} did not respond in time`
    : `${server} could not be reached: ${toReason(error)}`;
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
    // Without contents: read, the job could no longer check out the repository.
    const yaml = 'permissions:\n  contents: read\n  pull-requests: write';
    return `Give the job these permissions (a pull request from a fork does not get them):\n${yaml}`;
  }
  const permission = 'the job needs the permission contents: read';
  if (getPath(response, 'status') === 404)
    return `Check that the branch still exists; if it does, ${permission}.`;
  return `Check the permissions of the token: ${permission}.`;
}

/** Returns what an error response means. */
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

/** GitHub's secondary rate limits have a time to wait, but no number of remaining requests. */
function hasRateLimit(response: unknown): boolean {
  const remaining = getPath(response, 'headers', 'x-ratelimit-remaining');
  const retryAfter = getPath(response, 'headers', 'retry-after');
  return remaining === '0' || retryAfter !== undefined;
}

/** Returns the message of an error response without its full stop; empty without a message. */
function readMessage(response: unknown): string {
  const message = getPath(response, 'data', 'message');
  return typeof message === 'string' ? message.replace(/\.$/, '') : '';
}

function makeUnknownFormError(access: GithubAccess, cause?: unknown): GithubError {
  const message = `${nameServer(access)} responded in a form that is not documented`;
  return new GithubError(message, adviseRetry(access), cause);
}

/** Names the server: GitHub, or the host of another one, such as Gitea or GitHub Enterprise. */
function nameServer({ serverUrl }: GithubAccess): string {
  const host = /^https?:\/\/([^/]+)/.exec(serverUrl)?.[1];
  return host === undefined || host === 'github.com' ? 'GitHub' : host;
}

function adviseRetry(access: GithubAccess): string {
  if (nameServer(access) === 'GitHub')
    return 'Re-run the job; if it persists, see https://www.githubstatus.com.';
  return 'Re-run the job; if it persists, ask the administrators of this server.';
}
