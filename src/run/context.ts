import { readFileSync } from 'node:fs';

/**
 * What the runner tells about the run, apart from its inputs. Absent values are empty texts or
 * null.
 */
export interface RunContext {
  /** Absolute path that the checkout lies in. */
  readonly workspace: string;
  /** Absolute path of the runner's own temporary folder; empty where there is none. */
  readonly runnerTemp: string;
  readonly eventName: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly sha: string;
  /** Such as `refs/heads/main`. */
  readonly ref: string;
  /**
   * The commit that the run is about, of a pull request its newest and not the merge; null where it
   * is not known.
   */
  readonly commit: { readonly sha: string; readonly url: string } | null;
  /** The branch that a pull request goes to; null for any other run. */
  readonly baseBranch: string | null;
  /** The page of this run; null where there is none. */
  readonly runUrl: string | null;
  readonly apiUrl: string;
  /** Number of the pull request that the run is about; null for any other run. */
  readonly pullRequest: number | null;
  /**
   * True in a run of a pull request whose branch lies in another repository, or in one that is
   * gone, and which therefore gets no secrets. A run of `pull_request_target` gets them.
   */
  readonly fromFork: boolean;
  /**
   * The proxy for https, and one for everything, which is refused by name; null when neither is
   * set.
   */
  readonly proxy: Readonly<Record<'httpsProxy' | 'allProxy' | 'noProxy', string>> | null;
  /** The runner's files for outputs and for the summary; null where there is none. */
  readonly outputFile: string | null;
  readonly summaryFile: string | null;
  /**
   * docs/troubleshooting.md in the version of the action that runs; null where the action lies in
   * the checkout (`uses: ./`).
   */
  readonly docsUrl: string | null;
}

/**
 * Reads the run's context from the environment, and of a pull request from the event file. An
 * unreadable event is taken for one without a pull request. `cwd`: the workspace where the
 * environment names none.
 */
export function readContext(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): RunContext {
  const get = (name: string): string => env[name] ?? '';
  const eventName = get('GITHUB_EVENT_NAME');
  const event = eventName.startsWith('pull_request') ? parseEvent(get('GITHUB_EVENT_PATH')) : null;
  const pullRequest = dig(event, 'pull_request', 'number');
  const head = dig(event, 'pull_request', 'head', 'repo', 'full_name');
  const base = dig(event, 'pull_request', 'base', 'repo', 'full_name');
  const repository = get('GITHUB_REPOSITORY');
  const runId = get('GITHUB_RUN_ID');
  const repositoryUrl = `${get('GITHUB_SERVER_URL')}/${repository}`;
  // The lower-case spelling wins, as in curl.
  const getProxy = (name: string): string => get(name) || get(name.toUpperCase());
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
    docsUrl: toDocsUrl(
      get('GITHUB_SERVER_URL'),
      get('GITHUB_ACTION_REPOSITORY'),
      get('GITHUB_ACTION_REF'),
    ),
  };
}

function toCommit(sha: unknown, repositoryUrl: string): RunContext['commit'] {
  return typeof sha === 'string' && sha !== ''
    ? { sha, url: `${repositoryUrl}/commit/${sha}` }
    : null;
}

function toDocsUrl(server: string, repository: string, ref: string): string | null {
  const isKnown = server !== '' && repository !== '' && ref !== '';
  return isKnown ? `${server}/${repository}/blob/${ref}/docs/troubleshooting.md` : null;
}

/** The event; null for one that cannot be read. */
function parseEvent(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** What a value of any shape has below these keys; undefined where it has nothing there. */
export function dig(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}
