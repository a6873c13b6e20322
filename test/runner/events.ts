/** The repository that the workflows run in, and the pull request that some of them are about. */
export const repository = 'octo/apps';
export const pullRequestNumber = 7;

/** An event that starts a run: its name, its ref, and its payload as GitHub sends it. */
export interface Event {
  readonly name: string;
  /** The value of `github.ref` in the run, such as `refs/heads/main`. */
  readonly ref: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** True in a run that gets no secrets and no variables. */
  readonly isFork?: boolean;
}

const shared = {
  repository: {
    id: 1001,
    name: 'apps',
    full_name: repository,
    private: false,
    fork: false,
    default_branch: 'main',
    html_url: `https://github.com/${repository}`,
    owner: { login: 'octo', type: 'Organization' },
  },
  sender: { login: 'octocat', type: 'User' },
} as const;

/** Makes a push to a branch or of a tag. `before` is all zeros if the ref is new. */
export function makePush(ref: string, sha: string, before = '0'.repeat(40)): Event {
  const head = {
    id: sha,
    message: 'Change the app',
    author: { name: 'Octo Cat', username: 'octocat' },
  };
  const payload = { ref, before, after: sha, created: false, deleted: false, forced: false };
  return {
    name: 'push',
    ref,
    payload: { ...shared, ...payload, head_commit: head, commits: [head] },
  };
}

/** A pull request from a branch of this repository, or of a fork. */
function makePullRequest(
  action: string,
  { sha, labels = ['preview'] }: EventOptions,
  from: string = repository,
): Event {
  const branch = (name: string, ref: string) => ({
    ref,
    sha,
    repo: { full_name: name, fork: name !== repository },
  });
  const pullRequest = {
    number: pullRequestNumber,
    state: action === 'closed' ? 'closed' : 'open',
    draft: false,
    merged: false,
    user: { login: 'octocat', type: 'User' },
    labels: labels.map((name) => ({ name })),
    head: branch(from, 'tides'),
    base: branch(repository, 'main'),
  };
  return {
    name: 'pull_request',
    ref: `refs/pull/${pullRequestNumber}/merge`,
    payload: {
      ...shared,
      action,
      number: pullRequestNumber,
      pull_request: pullRequest,
      // The label that an event is about.
      ...(action === 'unlabeled' && { label: { name: 'preview' } }),
    },
    isFork: from !== repository,
  };
}

/** A run started by hand, on a branch or a tag, with what was entered in its form. */
function makeDispatch(ref: string, inputs: Readonly<Record<string, string>> = {}): Event {
  return {
    name: 'workflow_dispatch',
    ref,
    payload: { ...shared, ref, inputs, workflow: 'workflow.yml' },
  };
}

/** The events that recipes are run with, as the table of scenarios names them. */
export type EventName = keyof typeof makers;

/**
 * The commits that an event is about, its tag, and what was entered in the form of
 * workflow_dispatch.
 */
export interface EventOptions {
  readonly sha: string;
  readonly before: string;
  readonly tag?: string | undefined;
  /** The labels of the pull request; `preview` by default. */
  readonly labels?: readonly string[] | undefined;
  readonly inputs?: Readonly<Record<string, string>> | undefined;
  /** Properties of the repository that differ from the usual ones. */
  readonly repository?: { readonly fork?: true; readonly private?: true } | undefined;
}

/** Makes an event by its name in the table. */
export function makeEvent(name: EventName, options: EventOptions): Event {
  const event = makers[name](options);
  const repository = { ...shared.repository, ...options.repository };
  return { ...event, payload: { ...event.payload, repository } };
}

const mergeGroup = `refs/heads/gh-readonly-queue/main/pr-${pullRequestNumber}-`;
const makers = {
  push: ({ sha, before }) => makePush('refs/heads/main', sha, before),
  tag: ({ sha, tag = 'v1.2.3' }) => makePush(`refs/tags/${tag}`, sha),
  pull_request: (options) => makePullRequest('opened', options),
  'pull_request from a fork': (options) => makePullRequest('opened', options, 'someone/apps'),
  'pull_request closed': (options) => makePullRequest('closed', options),
  'pull_request unlabeled': (options) => makePullRequest('unlabeled', options),
  merge_group({ sha }) {
    const ref = `${mergeGroup}${sha}`;
    const group = { head_sha: sha, head_ref: ref, base_sha: sha, base_ref: 'refs/heads/main' };
    return {
      name: 'merge_group',
      ref,
      payload: { ...shared, action: 'checks_requested', merge_group: group },
    };
  },
  // A scheduled run is always one of the default branch.
  schedule: () => ({
    name: 'schedule',
    ref: 'refs/heads/main',
    payload: { ...shared, schedule: '23 6 * * 1-5' },
  }),
  workflow_dispatch: ({ inputs }) => makeDispatch('refs/heads/main', inputs),
  'workflow_dispatch on a tag': ({ inputs, tag = 'v1.2.3' }) =>
    makeDispatch(`refs/tags/${tag}`, inputs),
} as const satisfies Readonly<Record<string, (options: EventOptions) => Event>>;

/**
 * Everything that a workflow can be started by, in the words of the table. Throws on an event that
 * is not made here.
 */
export function listEvents(on: Readonly<Record<string, unknown>>): readonly EventName[] {
  return Object.entries(on).flatMap(([name, given]): readonly EventName[] => {
    const has = (words: string): boolean => JSON.stringify(given ?? {}).includes(words);
    const branches: readonly EventName[] = !has('"tags"') || has('"branches"') ? ['push'] : [];
    const tags: readonly EventName[] = has('"tags"') ? ['tag'] : [];
    const closed: readonly EventName[] = has('"closed"') ? ['pull_request closed'] : [];
    const unlabeled: readonly EventName[] = has('"unlabeled"') ? ['pull_request unlabeled'] : [];
    if (name === 'push') return [...branches, ...tags];
    if (name === 'pull_request')
      return ['pull_request', 'pull_request from a fork', ...closed, ...unlabeled];
    if (name === 'merge_group' || name === 'schedule' || name === 'workflow_dispatch')
      return [name];
    throw new Error(`No event ${name} is made here.`);
  });
}
