import type { getOctokit } from '@actions/github';
import { ActionError, toReason } from './errors.ts';
import type { Comment, CommentPort } from './report/comment.ts';

/** Where GitHub's API is asked, as whom, and until when. */
export interface GithubAccess {
  readonly token: string;
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly signal: AbortSignal;
}

/** The commit and the ref of a run. */
export interface RunCommit {
  readonly eventName: string;
  /** Such as `refs/heads/main`. */
  readonly ref: string;
  readonly sha: string;
}

/** Why GitHub did not do what it was asked for. The message is a clause; it may hold GitHub's own words. */
export class GithubError extends ActionError<
  | 'github_token_missing'
  | 'github_forbidden'
  | 'github_rate_limited'
  | 'github_locked'
  | 'github_no_response'
  | 'github_response'
> {
  override readonly name = 'GithubError';
}

type Octokit = ReturnType<typeof getOctokit>;
type Permission = 'contents: read' | 'pull-requests: write';

/** One response of GitHub is waited for this long. */
const limitMs = 10_000;
/** Of comments, 100 each: GitHub allows 2,500 of them. */
const maxPages = 50;

/**
 * Gives access to the comments of a pull request; the token needs `pull-requests: write`. Opened at the first call. Every
 * call may throw GithubError.
 */
export function openComments(pullRequest: number, access: GithubAccess): CommentPort {
  const { owner, repo } = toOwner(access.repository);
  const place = { owner, repo, issue_number: pullRequest };
  const permission = 'pull-requests: write';
  let opened: Promise<Octokit> | undefined;
  const open = (): Promise<Octokit> => {
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
          for (const entry of data) yield readComment(entry);
          count += 1;
          if (count === maxPages) return;
        }
      } catch (error) {
        fail(error, access, permission);
      }
    },
    create: (body) =>
      request(access, permission, async () => {
        await (await open()).rest.issues.createComment({ ...place, body });
      }),
    update: (id, body) =>
      request(access, permission, async () => {
        await (await open()).rest.issues.updateComment({ owner, repo, comment_id: id, body });
      }),
  };
}

/**
 * Tells whether the branch has commits that this run's commit lacks: by ancestry, never by time. Only a run of a branch
 * can be stale, not one of a tag or a pull request. Throws GithubError; the token needs `contents: read`.
 */
export async function isStale({ eventName, ref, sha }: RunCommit, access: GithubAccess): Promise<boolean> {
  const branch = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
  if (branch === undefined || eventName.startsWith('pull_request')) return false;
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

async function request<T>(access: GithubAccess, permission: Permission, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    fail(error, access, permission);
  }
}

/** Opens GitHub's API. Its library is as large as the rest of the action, so that only a run that asks GitHub loads it. */
async function openOctokit({ token, apiUrl, signal }: GithubAccess): Promise<Octokit> {
  if (!/^[!-~]+$/.test(token)) {
    const what = token === '' ? 'is empty' : 'has characters that no token has';
    throw new GithubError(`the input github-token ${what}`, {
      code: 'github_token_missing',
      next: 'Leave github-token out of the "with:" block to use the token of the job.',
    });
  }
  const { getOctokit: open } = await import('@actions/github');
  const octokit = open(token, { baseUrl: apiUrl });
  const { origin } = new URL(apiUrl);
  octokit.hook.before('request', (options) => {
    // The next page's address comes from a response.
    if (new URL(options.url, apiUrl).origin !== origin) throw unexpectedResponse();
    options.request.signal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    // Otherwise it prints what a response says of a deprecated address.
    options.request['log'] = { warn: () => undefined };
  });
  return octokit;
}

/** Splits `owner/name`. */
function toOwner(repository: string): { readonly owner: string; readonly repo: string } {
  const [owner = '', repo = ''] = repository.split('/');
  return { owner, repo };
}

function readComment({ id, body }: { readonly id: unknown; readonly body?: unknown }): Comment {
  if (typeof id !== 'number') throw unexpectedResponse();
  return { id, body: typeof body === 'string' ? body : '' };
}

function readIsAhead({ ahead_by: ahead }: { readonly ahead_by: unknown }): boolean {
  if (typeof ahead !== 'number') throw unexpectedResponse();
  return ahead > 0;
}

function unexpectedResponse(cause?: unknown): GithubError {
  const words = 'GitHub answered in a form that is not documented';
  return new GithubError(words, { code: 'github_response', next: checkStatusPage, cause });
}

const checkStatusPage = 'Re-run the job; if it persists, see https://www.githubstatus.com.';

/** Says why a request came to nothing. Whatever is neither a response nor a broken connection is one of a wrong shape. */
function fail(error: unknown, { signal }: GithubAccess, permission: Permission): never {
  if (error instanceof GithubError) throw error;
  const isTimeout = (reason: unknown): boolean => read(reason, 'name') === 'TimeoutError';
  if (signal.aborted && !isTimeout(signal.reason)) throw signal.reason;
  const response = read(error, 'response');
  if (response !== undefined) throw explainResponse(response, permission, error);
  // Octokit gives a status to what broke before a response came, too.
  if (read(error, 'status') === undefined) throw unexpectedResponse(error);
  const isLate = isTimeout(error) || isTimeout(read(error, 'cause'));
  const what = isLate ? 'GitHub did not respond in time' : `GitHub could not be reached: ${toReason(error)}`;
  throw new GithubError(what, { code: 'github_no_response', next: checkStatusPage, cause: error });
}

function explainResponse(response: unknown, permission: Permission, cause: unknown): GithubError {
  const status = read(response, 'status');
  const words = read(read(response, 'data'), 'message');
  const said = typeof words === 'string' ? words : '';
  const isNo = status === 403 || status === 404;
  const headers = read(response, 'headers');
  // GitHub's secondary limits give a time to wait, and no number of requests that remain.
  const isLimited = read(headers, 'x-ratelimit-remaining') === '0' || read(headers, 'retry-after') !== undefined;
  const explain = (code: GithubError['code'], next: string): GithubError => {
    const what = `GitHub answered ${status}${said === '' ? '' : `: ${said.replace(/\.$/, '')}`}`;
    return new GithubError(what, { code, next, cause });
  };
  if (status === 429 || (isNo && (isLimited || /rate limit/i.test(said)))) {
    return explain('github_rate_limited', 'Re-run the job later.');
  }
  if (isNo && /\blocked\b/i.test(said)) return explain('github_locked', 'Unlock the conversation of the pull request.');
  if (status === 401) return explain('github_forbidden', 'Pass a github-token that is valid.');
  if (!isNo) return explain('github_response', checkStatusPage);
  const fork = permission === 'contents: read' ? '' : ', which a pull request from a fork does not get';
  return explain('github_forbidden', `The job needs "permissions: ${permission}"${fork}.`);
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
