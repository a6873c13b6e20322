/** The repository that the workflows run in, and the pull request that some of them are about. */
export const repository = 'octo/apps';
export const pullRequestNumber = 7;

/** An event that starts a run: its name, where it points, and its payload in the form in which GitHub sends it. */
export interface Event {
  readonly name: string;
  /** Such as `refs/heads/main`; what `github.ref` is in the run. */
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

/** A push of a commit to a branch, or of a tag; where nothing was before, `before` is all zeros. */
export function makePush(ref: string, sha: string, before = '0'.repeat(40)): Event {
  const head = { id: sha, message: 'Change the app', author: { name: 'Octo Cat', username: 'octocat' } };
  const payload = { ref, before, after: sha, created: false, deleted: false, forced: false };
  return { name: 'push', ref, payload: { ...shared, ...payload, head_commit: head, commits: [head] } };
}

/** A pull request from a branch of this repository, or of a fork. */
function makePullRequest(action: string, sha: string, from: string = repository): Event {
  const branch = (name: string, ref: string) => ({ ref, sha, repo: { full_name: name, fork: name !== repository } });
  const pullRequest = {
    number: pullRequestNumber,
    state: action === 'closed' ? 'closed' : 'open',
    draft: false,
    merged: false,
    user: { login: 'octocat', type: 'User' },
    head: branch(from, 'tides'),
    base: branch(repository, 'main'),
  };
  return {
    name: 'pull_request',
    ref: `refs/pull/${pullRequestNumber}/merge`,
    payload: { ...shared, action, number: pullRequestNumber, pull_request: pullRequest },
    isFork: from !== repository,
  };
}

/** An entry of a merge queue. */
function makeMergeGroup(sha: string): Event {
  const ref = `refs/heads/gh-readonly-queue/main/pr-${pullRequestNumber}-${sha}`;
  const group = { head_sha: sha, head_ref: ref, base_sha: sha, base_ref: 'refs/heads/main' };
  return { name: 'merge_group', ref, payload: { ...shared, action: 'checks_requested', merge_group: group } };
}

/** A scheduled run, which is always one of the default branch. */
function makeSchedule(): Event {
  return { name: 'schedule', ref: 'refs/heads/main', payload: { ...shared, schedule: '23 6 * * 1-5' } };
}

/** A run started by hand, on a branch or a tag, with what was entered in its form. */
function makeDispatch(ref: string, inputs: Readonly<Record<string, string>> = {}): Event {
  return { name: 'workflow_dispatch', ref, payload: { ...shared, ref, inputs, workflow: 'workflow.yml' } };
}

/** The events that recipes are run with, as the table of scenarios names them. */
export type EventName =
  | 'push'
  | 'tag'
  | 'pull_request'
  | 'pull_request from a fork'
  | 'pull_request closed'
  | 'merge_group'
  | 'schedule'
  | 'workflow_dispatch'
  | 'workflow_dispatch on a tag';

/** The commits that an event is about, its tag, and what was entered in the form of workflow_dispatch. */
export interface EventOptions {
  readonly sha: string;
  readonly before: string;
  readonly tag?: string | undefined;
  readonly inputs?: Readonly<Record<string, string>> | undefined;
  /** What is special about the repository. */
  readonly repository?: { readonly fork?: true; readonly private?: true } | undefined;
}

/** Makes an event by its name in the table. */
export function makeEvent(name: EventName, options: EventOptions): Event {
  const event = makeUsual(name, options);
  const repository = { ...shared.repository, ...options.repository };
  return { ...event, payload: { ...event.payload, repository } };
}

function makeUsual(name: EventName, { sha, before, tag = 'v1.2.3', inputs }: EventOptions): Event {
  switch (name) {
    case 'push':
      return makePush('refs/heads/main', sha, before);
    case 'tag':
      return makePush(`refs/tags/${tag}`, sha);
    case 'pull_request':
      return makePullRequest('opened', sha);
    case 'pull_request from a fork':
      return makePullRequest('opened', sha, 'someone/apps');
    case 'pull_request closed':
      return makePullRequest('closed', sha);
    case 'merge_group':
      return makeMergeGroup(sha);
    case 'schedule':
      return makeSchedule();
    case 'workflow_dispatch':
      return makeDispatch('refs/heads/main', inputs);
    case 'workflow_dispatch on a tag':
      return makeDispatch(`refs/tags/${tag}`, inputs);
  }
}

/** Everything that a workflow can be started by, in the words of the table. Throws on an event that is not made here. */
export function listEvents(on: Readonly<Record<string, unknown>>): readonly EventName[] {
  return Object.entries(on).flatMap(([name, given]) => {
    const filter = JSON.stringify(given ?? {});
    switch (name) {
      case 'push':
        return [
          ...(filter.includes('"tags"') && !filter.includes('"branches"') ? [] : (['push'] as const)),
          ...(filter.includes('"tags"') ? (['tag'] as const) : []),
        ];
      case 'pull_request': {
        const closed = filter.includes('"closed"') ? (['pull_request closed'] as const) : [];
        return ['pull_request', 'pull_request from a fork', ...closed] as const;
      }
      case 'merge_group':
      case 'schedule':
      case 'workflow_dispatch':
        return [name] as const;
      default:
        throw new Error(`No event ${name} is made here.`);
    }
  });
}
