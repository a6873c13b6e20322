import { readFileSync } from 'node:fs';
import type { ProxySettings } from '../api/connection.ts';
import { getPath } from '../text/json.ts';

/** The facts about a run from the runner's environment, except the inputs. */
export interface RunContext {
  /**
   * Absolute path of the checkout, or of the working directory if the runner names no workspace;
   * null if neither exists.
   */
  readonly workspace: string | null;
  /** Absolute path of the runner's folder for temporary files; empty if it has no such folder. */
  readonly runnerTemp: string;
  readonly eventName: string;
  /** `owner/name`. */
  readonly repository: string;
  /** The commit of the run; with `workflow_run`, of the run that started it. */
  readonly sha: string;
  /** The full name of its ref, such as `refs/heads/main`. */
  readonly ref: string;
  /**
   * The commit that the run is about: the newest one of a pull request, not the merge commit. Null
   * if it is not known.
   */
  readonly commit: { readonly sha: string; readonly url: string } | null;
  /** The base branch of a pull request; null if the run is not for one. */
  readonly baseBranch: string | null;
  /** The page of this run; null if it has no page. */
  readonly runUrl: string | null;
  /** The address of GitHub's API. */
  readonly apiUrl: string;
  /** The address of the server, such as `https://github.com`; empty if it is not known. */
  readonly serverUrl: string;
  readonly pullRequest: number | null;
  /**
   * The reason that a run for a pull request gets no secrets, else null. `fork`: its branch is in
   * another repository, or in a deleted one. `dependabot`: Dependabot started it, so it gets
   * Dependabot's secrets instead. A run of `pull_request_target` gets the secrets.
   */
  readonly noSecrets: 'fork' | 'dependabot' | null;
  /** True if NODE_TLS_REJECT_UNAUTHORIZED turns off the check of certificates. */
  readonly trustsAllCertificates: boolean;
  /** Null if no proxy is set. */
  readonly proxy: ProxySettings | null;
  readonly outputFile: string | null;
  /** The runner's file for the job summary; null if it has no such file. */
  readonly summaryFile: string | null;
  /**
   * The page docs/troubleshooting.md of the action version in use; null if the action is in the
   * checkout (`uses: ./`).
   */
  readonly docsUrl: string | null;
}

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the context of a run from the environment and, for the events that need it, from the event
 * file. If that file cannot be read, the run counts as one without a pull request. If the
 * environment names no workspace, the workspace is `cwd`.
 */
export function readContext(env: Environment, cwd: string | null): RunContext {
  const get = (name: string): string => env[name] ?? '';
  const eventName = get('GITHUB_EVENT_NAME');
  const needsEvent = /^(?:pull_request|issue_comment$|workflow_run$)/.test(eventName);
  const event = needsEvent ? readEvent(get('GITHUB_EVENT_PATH')) : null;
  const pullRequest = findPullRequest(event);
  const { sha, ref } = findRevision(event, get('GITHUB_SHA'), get('GITHUB_REF'));
  const serverUrl = get('GITHUB_SERVER_URL');
  const repository = get('GITHUB_REPOSITORY');
  const repositoryUrl = `${serverUrl}/${repository}`;
  const runId = get('GITHUB_RUN_ID');
  const hasRunPage = repository !== '' && runId !== '';
  return {
    workspace: get('GITHUB_WORKSPACE') || cwd,
    runnerTemp: get('RUNNER_TEMP'),
    eventName,
    repository,
    sha,
    ref,
    commit: toCommit(findCommit(event, sha), repositoryUrl),
    baseBranch: get('GITHUB_BASE_REF') || null,
    runUrl: hasRunPage ? `${repositoryUrl}/actions/runs/${runId}` : null,
    apiUrl: get('GITHUB_API_URL') || 'https://api.github.com',
    serverUrl,
    pullRequest: typeof pullRequest === 'number' ? pullRequest : null,
    noSecrets: eventName.endsWith('_target') ? null : explainNoSecrets(event, get('GITHUB_ACTOR')),
    trustsAllCertificates: get('NODE_TLS_REJECT_UNAUTHORIZED') === '0',
    proxy: readProxy(get),
    outputFile: get('GITHUB_OUTPUT') || null,
    summaryFile: get('GITHUB_STEP_SUMMARY') || null,
    docsUrl: toDocsUrl(serverUrl, get('GITHUB_ACTION_REPOSITORY'), get('GITHUB_ACTION_REF')),
  };
}

function readEvent(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Returns the number of the pull request that an event is about. A comment is about one or none. */
function findPullRequest(event: unknown): unknown {
  const isComment = getPath(event, 'issue', 'pull_request') !== undefined;
  if (isComment) return getPath(event, 'issue', 'number');
  return getPath(event, 'pull_request', 'number');
}

/**
 * Returns the commit that a run is about, and the full name of its ref. The variables of a
 * `workflow_run` name the newest commit of the default branch, whatever the commit of the run that
 * started it.
 */
function findRevision(event: unknown, ownSha: string, ownRef: string) {
  const sha = getPath(event, 'workflow_run', 'head_sha');
  const branch = getPath(event, 'workflow_run', 'head_branch');
  if (typeof sha !== 'string') return { sha: ownSha, ref: ownRef };
  // A pull request may come from a branch of a fork that has the name of one of ours.
  const startedBy = `${getPath(event, 'workflow_run', 'event')}`;
  const isOfBranch = typeof branch === 'string' && !startedBy.startsWith('pull_request');
  return { sha, ref: isOfBranch ? `refs/heads/${branch}` : '' };
}

/** Returns the commit that a run is about. The event of a comment does not have it. */
function findCommit(event: unknown, sha: string): unknown {
  if (getPath(event, 'issue', 'pull_request') !== undefined) return null;
  return getPath(event, 'pull_request', 'head', 'sha') ?? sha;
}

function explainNoSecrets(event: unknown, actor: string): RunContext['noSecrets'] {
  const head = getPath(event, 'pull_request', 'head', 'repo', 'full_name');
  const base = getPath(event, 'pull_request', 'base', 'repo', 'full_name');
  if (typeof base !== 'string') return null;
  if (head !== base) return 'fork';
  return actor === 'dependabot[bot]' ? 'dependabot' : null;
}

function toCommit(sha: unknown, repositoryUrl: string): RunContext['commit'] {
  if (typeof sha !== 'string' || sha === '') return null;
  return { sha, url: `${repositoryUrl}/commit/${sha}` };
}

function readProxy(get: (name: string) => string): ProxySettings | null {
  // The lower-case name wins, as in curl.
  const getEither = (name: string): string => get(name) || get(name.toUpperCase());
  const httpsProxy = getEither('https_proxy');
  const allProxy = getEither('all_proxy');
  if (httpsProxy === '' && allProxy === '') return null;
  return { httpsProxy, allProxy, noProxy: getEither('no_proxy') };
}

function toDocsUrl(server: string, repository: string, ref: string): string | null {
  if (server === '' || repository === '' || ref === '') return null;
  return `${server}/${repository}/blob/${ref}/docs/troubleshooting.md`;
}
