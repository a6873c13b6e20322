import type { getOctokit } from '@actions/github';
import { ActionError, toReason } from '../model/action-error.ts';
import type { MarkedComment } from '../report/emit.ts';
import { dig, type RunContext } from '../run/context.ts';
import { joinTexts } from '../text/format.ts';

/** Where GitHub's API is asked, as whom, and until when. */
export interface GithubAccess extends Pick<RunContext, 'apiUrl' | 'repository'> {
  readonly token: string;
  readonly signal: AbortSignal;
}

/**
 * Why GitHub did not do what it was asked for. The message is a clause; it may hold GitHub's own
 * words.
 */
export class GithubError extends ActionError<'github'> {
  override readonly name = 'GithubError';

  constructor(message: string, next: string, cause?: unknown) {
    super(message, { code: 'github', next, cause });
  }
}

type Octokit = ReturnType<typeof getOctokit>;
type Repository = { readonly owner: string; readonly repo: string };
type Permission = 'contents: read' | 'pull-requests: write';

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
export async function postComment(
  pullRequest: number,
  { mark, body }: MarkedComment,
  access: GithubAccess,
): Promise<'created' | 'updated' | 'unchanged'> {
  return askGithub(access, 'pull-requests: write', async ({ paginate, rest }, repository) => {
    const issue = { ...repository, issue_number: pullRequest };
    const text = `${mark}\n${body}\n`;
    const marked = await paginate(
      rest.issues.listComments,
      { ...issue, per_page: 100 },
      ({ data }) => data.filter((comment) => comment.body?.startsWith(mark)),
    );
    let done: 'updated' | 'unchanged' | null = null;
    for (const { id, body: known = '' } of marked) {
      const updating = { ...repository, comment_id: id, body: text };
      // GitHub trims what it stores.
      if (known.trim() === text.trim()) done ??= 'unchanged';
      else if (await isOurs(rest.issues.updateComment(updating))) done = 'updated';
    }
    if (done !== null) return done;
    await rest.issues.createComment({ ...issue, body: text });
    return 'created';
  });
}

/**
 * False for a comment that cannot be updated since it is somebody else's, or was deleted meanwhile.
 */
async function isOurs(updating: Promise<unknown>): Promise<boolean> {
  try {
    await updating;
    return true;
  } catch (error) {
    if (classify(dig(error, 'response')) === 'denied') return false;
    throw error;
  }
}

/**
 * Tells whether the branch has commits that this run's commit lacks: by ancestry, never by time.
 * Only a run of a branch can be stale, not one of a tag or a pull request. A response that fails is
 * asked for once more, after a second: `fail` rests on it. Throws GithubError, also for a branch
 * that is gone; the token needs `contents: read`.
 */
export async function isStale(
  { eventName, ref, sha }: Pick<RunContext, 'eventName' | 'ref' | 'sha'>,
  access: GithubAccess,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<boolean> {
  const branch = /^refs\/heads\/(.+)/s.exec(ref)?.[1];
  if (branch === undefined || eventName.startsWith('pull_request')) return false;
  return askGithub(access, 'contents: read', async ({ rest }, repository) => {
    const basehead = `${sha}...${branch}`;
    const compare = () =>
      rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
    const { data } = await compare().catch(async (error: unknown) => {
      // So octokit calls a connection that breaks, too.
      if (Number(dig(error, 'status')) < 500) throw error;
      await sleep(againMs);
      return compare();
    });
    if (typeof data.ahead_by !== 'number') throw toShapeError();
    return data.ahead_by > 0;
  });
}

async function askGithub<T>(
  access: GithubAccess,
  permission: Permission,
  work: (octokit: Octokit, repository: Repository) => Promise<T>,
): Promise<T> {
  const [owner = '', repo = ''] = access.repository.split('/');
  try {
    return await work(await openOctokit(access), { owner, repo });
  } catch (error) {
    throw explain(error, access, permission);
  }
}

/**
 * Opens GitHub's API. Its library is as large as the rest of the action, so that only a run that
 * asks GitHub loads it.
 */
async function openOctokit({ token, apiUrl, signal }: GithubAccess): Promise<Octokit> {
  if (!/^[!-~]+$/.test(token)) {
    const what = token === '' ? 'is empty' : 'has characters that no token has';
    const next = 'Leave github-token out of the "with:" block to use the token of the job.';
    throw new GithubError(`the input github-token ${what}`, next);
  }
  const { getOctokit: open } = await import('@actions/github');
  const octokit = open(token, { baseUrl: apiUrl });
  const { origin } = new URL(apiUrl);
  octokit.hook.before('request', (options) => {
    // The next page's address comes from a response.
    if (new URL(options.url, apiUrl).origin !== origin) throw toShapeError();
    options.request.signal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    // Otherwise it prints what a response says of a deprecated address.
    options.request['log'] = { warn: () => undefined };
  });
  octokit.hook.after('request', ({ data }, { method }) => {
    // A response that was cut off: otherwise it reads as a list of nothing.
    if (method === 'GET' && !data) throw toShapeError();
  });
  return octokit;
}

const checkStatusPage = 'Re-run the job; if it persists, see https://www.githubstatus.com.';

function toShapeError(cause?: unknown): GithubError {
  return new GithubError(
    'GitHub responded in a form that is not documented',
    checkStatusPage,
    cause,
  );
}

/**
 * Says why a request came to nothing: what ended the run, or a GithubError. Whatever is neither a
 * response nor a broken connection is a response of a wrong shape.
 */
function explain(error: unknown, { signal }: GithubAccess, permission: Permission): unknown {
  if (error instanceof GithubError) return error;
  const isTimeout = (reason: unknown): boolean => dig(reason, 'name') === 'TimeoutError';
  if (signal.aborted && !isTimeout(signal.reason)) return signal.reason;
  const response = dig(error, 'response');
  if (response !== undefined) {
    const what = joinTexts(
      [`GitHub responded with ${dig(response, 'status')}`, readMessage(response)],
      ': ',
    );
    return new GithubError(what, advise(response, permission), error);
  }
  // Octokit gives a status to what broke before a response came, too.
  if (dig(error, 'status') === undefined) return toShapeError(error);
  const isLate = isTimeout(dig(error, 'cause'));
  const what = isLate
    ? 'GitHub did not respond in time'
    : `GitHub could not be reached: ${toReason(error)}`;
  return new GithubError(what, checkStatusPage, error);
}

function advise(response: unknown, permission: Permission): string {
  const advice = {
    limited: 'Re-run the job later.',
    locked: 'Unlock the conversation of the pull request.',
    unknown_token: 'Pass a github-token that is valid.',
    failed: checkStatusPage,
  };
  const kind = classify(response);
  if (kind !== 'denied') return advice[kind];
  const needs = `job needs "permissions: ${permission}"`;
  if (permission === 'pull-requests: write')
    return `The ${needs}, which a pull request from a fork does not get.`;
  const isMissing = dig(response, 'status') === 404;
  return isMissing
    ? `Check that the branch still exists; if it does, the ${needs}.`
    : `The ${needs}.`;
}

/**
 * What a response that is an error means. GitHub's secondary limits give a time to wait, and no
 * number of requests that remain.
 */
function classify(response: unknown): 'limited' | 'locked' | 'unknown_token' | 'denied' | 'failed' {
  const status = dig(response, 'status');
  const said = readMessage(response);
  const isLimited =
    dig(response, 'headers', 'x-ratelimit-remaining') === '0' ||
    dig(response, 'headers', 'retry-after') !== undefined;
  if (status === 429) return 'limited';
  if (status === 401) return 'unknown_token';
  if (status !== 403 && status !== 404) return 'failed';
  if (isLimited || /rate limit/i.test(said)) return 'limited';
  return /\blocked\b/i.test(said) ? 'locked' : 'denied';
}

/** GitHub's own words in a response, without their full stop; empty where there are none. */
function readMessage(response: unknown): string {
  const message = dig(response, 'data', 'message');
  return typeof message === 'string' ? message.replace(/\.$/, '') : '';
}
