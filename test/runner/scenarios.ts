import assert from 'node:assert/strict';
import { appFiles, otherPage, terms } from '../action/stage.ts';
import type { GhIssue } from '../support/fake-gh/state.ts';
import type { EventName } from './events.ts';
import { type RecipeStage, type RecipeStageOptions, stolen } from './stage.ts';

/** One run of a workflow, and what must come of it. */
export interface Scenario {
  /** File in examples/workflows/. */
  readonly workflow: string;
  readonly event: EventName;
  /** What is special about it. */
  readonly when?: string;
  readonly stage?: RecipeStageOptions;
  /** The tag that the run is about; v1.2.3 where it is left out. */
  readonly tag?: string;
  /** What was entered in the form of workflow_dispatch. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** What is special about the repository. */
  readonly repository?: { readonly fork?: true; readonly private?: true };
  /** The version of the developer terms that the user has filled in, where it is not the current one. */
  readonly terms?: string;
  /** The result of each job that did not succeed. */
  readonly jobs?: Readonly<Record<string, 'failure' | 'skipped'>>;
  /** `job: outcome` of each step that uses the action, or `job: skipped step`. */
  readonly steps: readonly string[];
  /** What the account has then, status by slug; what it had before where it is left out. */
  readonly apps?: Readonly<Record<string, string>>;
  /** Outputs of jobs, as `needs.<job>.outputs.<name>`. */
  readonly jobOutputs?: Readonly<Record<string, string>>;
  /** How many comments were written. */
  readonly comments?: number;
  /** The commands of `gh` that were called, but `gh api`. */
  readonly gh?: readonly string[];
  /** In what the scripts print. */
  readonly printed?: RegExp;
  /** The deployment that GitHub records, which act does not show. */
  readonly deployment?: string;
  /** True for a run that `npm test` plays too, though it is not the first of its event. */
  readonly isAlwaysPlayed?: true;
}

type Texts = Readonly<Record<string, string>>;

/** What became of a run, whoever ran it. */
export interface RecipeRun {
  /** Of each job, as the job that needs it sees them. */
  readonly jobs: Readonly<Record<string, { readonly result: string; readonly outputs: Texts }>>;
  /** The steps that use this action: those of one job in their order; `result` is `success`, `failure` or `skipped`. */
  readonly steps: readonly (Record<'job' | 'result', string> & Readonly<Record<'matrix' | 'outputs', Texts>>)[];
  /** What was printed. */
  readonly log: string;
}

/** Compares a run with its scenario. */
export async function assertScenario(scenario: Scenario, run: RecipeRun, { stage, github, gh }: RecipeStage) {
  const { jobs = {}, steps, apps = scenario.stage?.apps ?? {}, comments = 0 } = scenario;
  const ended = run.steps.map(({ job, matrix, result, outputs }) => {
    const place = [job, ...Object.values(matrix)].join(' ');
    return { place, text: `${place}: ${result === 'skipped' ? 'skipped step' : outputs['outcome']}` };
  });
  const results = Object.entries(run.jobs).map(([name, { result }]) => [name, result]);
  assert.deepEqual(
    {
      jobs: Object.fromEntries(results.filter(([, result]) => result !== 'success')),
      steps: ended.sort((one, other) => one.place.localeCompare(other.place)).map(({ text }) => text),
      apps: Object.fromEntries(stage.sandbox.store.apps().map(({ slug, status }) => [slug, status])),
      comments: github.asked.filter(({ method }) => method === 'POST').length,
      gh: (await gh.read()).calls,
    },
    { jobs, steps, apps, comments, gh: scenario.gh ?? [] },
    run.log,
  );
  const needs = Object.entries(run.jobs).flatMap(([job, { outputs }]) =>
    Object.entries(outputs).map(([name, value]) => [`${job}.${name}`, value]),
  );
  assert.partialDeepStrictEqual(Object.fromEntries(needs), scenario.jobOutputs ?? {});
  assert.match(run.log, scenario.printed ?? /^/);
  assert.ok(!run.log.includes(stolen), 'no other code than the action gets the key');
}

/** A page that the offline check has nothing against, and the service has. */
const brokenPage = { 'app/index.html': appFiles['app/index.html'].replace('<title>Tides</title>', '<title></title>') };
const draft = { apps: { tides: 'draft' } } as const;
const inReview = { apps: { tides: 'in_review' } } as const;
const published = { apps: { tides: 'published' } } as const;

/** The path by which open pull requests are asked for. */
const open = 'repos/octo/apps/pulls?state=open&per_page=100';
/** Apps whose names are almost those of previews. */
const noPreviews = {
  ...({ tides: 'draft', 'tides-pr-1': 'draft', 'tides-1001-pr-': 'draft', 'tides-1001-pr-07': 'draft' } as const),
  ...({ 'my-tides-1001-pr-1': 'draft', 'tides-1001-pr-1-old': 'draft' } as const),
  // One of another repository, and one that is public.
  ...({ 'tides-1002-pr-1': 'draft', 'tides-1001-pr-1': 'published' } as const),
};

/** A repository whose main has gone on since its release. */
const released = {
  release: 'v1.2.3',
  old: { 'app/index.html': appFiles['app/index.html'] },
  files: otherPage,
} as const;

/** What review-watch.yml must leave alone: a person's issue, one that quotes the mark, a pull request, an issue of another workflow. */
export const strangers: readonly GhIssue[] = (
  [
    ['octocat', 'My notes'],
    ['octocat', '<!-- miniapp-review tides 0 -->\nMy notes'],
    ['github-actions[bot]', '<!-- miniapp-review tides 0 -->\nA change', true],
    ['github-actions[bot]', 'See <!-- miniapp-review tides 0 -->'],
    ['github-actions[bot]', '<!-- miniapp-review tides-2 0 -->\nOf another app'],
  ] as const
).map(([author, body, isPullRequest], index) => ({
  ...{ number: 5 - index, title: 'Tides', label: 'miniapp-tides', author, body, state: 'OPEN', comments: [] },
  ...(isPullRequest && { isPullRequest }),
}));

/** Where the page of a pull request is. */
const pageLink =
  /^\[Open the page of this pull request\]\(https:\/\/github\.com\/octo\/apps\/actions\/runs\/1\/artifacts\/2\)/m;

/** Runs of one recipe. */
type Runs = readonly Omit<Scenario, 'workflow'>[];

const recipes: Readonly<Record<string, Runs>> = {
  'minimal.yml': [
    { event: 'push', steps: ['draft: deployed'], apps: { tides: 'draft' } },
    {
      event: 'push',
      when: 'the service refuses the page',
      stage: { ...draft, files: brokenPage },
      jobs: { draft: 'failure' },
      steps: ['draft: rejected'],
    },
    {
      event: 'push',
      when: 'an old run is run again',
      isAlwaysPlayed: true,
      stage: { ...draft, aheadBy: 2 },
      steps: ['draft: skipped'],
    },
    {
      event: 'push',
      when: 'the variable is missing',
      stage: { isUnconfigured: true },
      jobs: { draft: 'failure' },
      steps: ['draft: failed'],
    },
    {
      event: 'push',
      when: 'it is a fork',
      stage: { isUnconfigured: true },
      repository: { fork: true },
      jobs: { draft: 'skipped' },
      steps: [],
    },
  ],
  'miniapp.yml': [
    {
      event: 'push',
      jobs: { check: 'skipped', page: 'skipped', submit: 'skipped' },
      steps: ['draft: deployed'],
      apps: { tides: 'draft' },
    },
    {
      event: 'push',
      when: 'an old run is run again',
      stage: { ...draft, aheadBy: 2 },
      jobs: { check: 'skipped', page: 'skipped', submit: 'skipped' },
      steps: ['draft: skipped'],
    },
    {
      event: 'tag',
      stage: draft,
      jobs: { check: 'skipped', page: 'skipped', draft: 'skipped' },
      steps: ['submit: deployed'],
      apps: { tides: 'in_review' },
    },
    {
      event: 'tag',
      when: 'no terms were read yet',
      terms: '',
      stage: draft,
      jobs: { check: 'skipped', page: 'skipped', draft: 'skipped', submit: 'failure' },
      steps: ['submit: failed'],
      printed: /terms-version is required to submit/,
    },
    {
      event: 'pull_request',
      stage: draft,
      jobs: { draft: 'skipped', submit: 'skipped' },
      steps: ['check: planned'],
      comments: 1,
      printed: pageLink,
    },
    {
      event: 'pull_request from a fork',
      stage: draft,
      jobs: { draft: 'skipped', submit: 'skipped' },
      steps: ['check: planned'],
      printed: pageLink,
    },
    {
      event: 'merge_group',
      stage: draft,
      jobs: { page: 'skipped', draft: 'skipped', submit: 'skipped' },
      steps: ['check: planned'],
    },
  ],
  'build.yml': [
    { event: 'push', jobs: { submit: 'skipped' }, steps: ['draft: deployed'], apps: { tides: 'draft' } },
    {
      event: 'push',
      when: 'the build changes the action and the environment of its job',
      isAlwaysPlayed: true,
      stage: { ...draft, isBuildHostile: true },
      jobs: { submit: 'skipped' },
      steps: ['draft: deployed'],
    },
    {
      event: 'push',
      when: 'the app is in review',
      stage: inReview,
      jobs: { submit: 'skipped' },
      steps: ['draft: skipped'],
    },
    {
      event: 'push',
      when: 'an old run is run again',
      stage: { ...draft, aheadBy: 2 },
      jobs: { submit: 'skipped' },
      steps: ['draft: skipped'],
    },
    {
      event: 'tag',
      stage: draft,
      jobs: { draft: 'skipped' },
      steps: ['submit: deployed'],
      apps: { tides: 'in_review' },
    },
    {
      event: 'tag',
      when: 'no terms were read yet',
      terms: '',
      stage: draft,
      jobs: { draft: 'skipped', submit: 'failure' },
      steps: ['submit: failed'],
      printed: /terms-version is required to submit/,
    },
    {
      event: 'tag',
      when: 'the version of the terms is not known yet',
      terms: 'unknown',
      stage: draft,
      jobs: { draft: 'skipped', submit: 'failure' },
      steps: ['submit: rejected'],
      printed: /Set terms-version: 2026-10 after reading the terms/,
    },
    { event: 'workflow_dispatch', stage: draft, jobs: { submit: 'skipped' }, steps: ['draft: deployed'] },
  ],
  'push-draft.yml': [
    { event: 'push', stage: draft, steps: ['draft: deployed'] },
    { event: 'push', when: 'the app is in review', stage: inReview, steps: ['draft: skipped'] },
    { event: 'push', when: 'the branch has moved on', stage: { ...draft, aheadBy: 2 }, steps: ['draft: skipped'] },
  ],
  'release.yml': [
    {
      event: 'tag',
      when: 'the reviewer approves',
      stage: { ...draft, review: 'approve' },
      steps: ['review: read', 'submit: deployed'],
      apps: { tides: 'published' },
      jobOutputs: { 'submit.submitted': 'true' },
      printed: /Attested: tides is sha256:[0-9a-f]{64}$/m,
      deployment: 'miniapp-in-review',
    },
    {
      event: 'tag',
      when: 'it is in review already, and the reviewer rejects',
      stage: { ...inReview, isDeployed: true, review: 'reject', reviewNote: 'Who made it?' },
      repository: { private: true },
      jobs: { attest: 'skipped', review: 'failure' },
      steps: ['review: read', 'submit: unchanged'],
      apps: { tides: 'not_approved' },
      deployment: 'miniapp-in-review',
    },
    {
      event: 'tag',
      when: 'it is published already',
      stage: { ...published, isDeployed: true },
      jobs: { record: 'skipped', attest: 'skipped', review: 'skipped' },
      steps: ['submit: unchanged'],
      jobOutputs: { 'submit.submitted': 'false' },
    },
    {
      event: 'tag',
      when: 'an earlier release is in review',
      stage: inReview,
      jobs: { submit: 'failure', record: 'skipped', attest: 'skipped', review: 'skipped' },
      steps: ['submit: failed'],
    },
    {
      event: 'workflow_dispatch',
      stage: draft,
      jobs: { submit: 'skipped', record: 'skipped', attest: 'skipped', review: 'skipped' },
      steps: [],
    },
    {
      event: 'workflow_dispatch on a tag',
      when: 'an older one than is published',
      stage: { ...published, review: 'approve' },
      steps: ['review: read', 'submit: deployed'],
      deployment: 'miniapp-in-review',
    },
  ],
  'pull-request.yml': [
    { event: 'pull_request', stage: draft, steps: ['check: planned'], comments: 1, printed: pageLink },
    { event: 'pull_request from a fork', stage: draft, steps: ['check: planned'], printed: pageLink },
    { event: 'merge_group', stage: draft, jobs: { page: 'skipped' }, steps: ['check: planned'] },
    {
      event: 'pull_request',
      when: 'the folder has an error',
      stage: { ...draft, files: { 'app/service.json': '{' } },
      jobs: { check: 'failure', page: 'failure' },
      steps: ['check: rejected'],
      comments: 1,
    },
  ],
  'preview.yml': [
    {
      event: 'pull_request',
      jobs: { 'clean-up': 'skipped' },
      steps: ['deploy: deployed'],
      apps: { 'tides-1001-pr-7': 'draft' },
      comments: 1,
    },
    { event: 'pull_request from a fork', jobs: { deploy: 'skipped', 'clean-up': 'skipped' }, steps: [] },
    {
      event: 'pull_request closed',
      stage: { apps: { 'tides-1001-pr-7': 'draft', 'tides-1001-pr-77': 'draft' } },
      jobs: { deploy: 'skipped' },
      steps: ['clean-up: listed', 'clean-up: deleted'],
      apps: { 'tides-1001-pr-77': 'draft' },
      comments: 1,
    },
    {
      event: 'pull_request closed',
      when: 'there is no preview',
      stage: { apps: { 'tides-1001-pr-77': 'draft' } },
      jobs: { deploy: 'skipped' },
      steps: ['clean-up: listed', 'clean-up: skipped step'],
    },
  ],
  'status.yml': [
    ...(
      [
        ['schedule', 'taken_down', { jobs: { status: 'failure' }, printed: /tides was taken down/ }],
        ['schedule', 'not_approved', { jobs: { status: 'failure' } }],
        ['workflow_dispatch', 'published', {}],
      ] as const
    ).map(([event, status, more]) => ({
      ...{ event, when: `the app is ${status}`, ...more },
      ...{ stage: { apps: { tides: status } }, steps: ['status: read'] },
    })),
    {
      event: 'schedule',
      when: 'the repository has no variable',
      stage: { isUnconfigured: true },
      jobs: { status: 'skipped' },
      steps: [],
    },
    {
      event: 'schedule',
      when: 'the app was rejected for good',
      stage: { apps: { tides: 'not_approved' }, variables: { MINIAPPS_MUTED: 'winds tides' } },
      jobs: { status: 'skipped' },
      steps: [],
    },
    {
      event: 'schedule',
      when: 'another app was rejected for good',
      stage: { apps: { tides: 'not_approved' }, variables: { MINIAPPS_MUTED: 'tides-2' } },
      jobs: { status: 'failure' },
      steps: ['status: read'],
    },
  ],
  'drift.yml': [
    {
      event: 'schedule',
      when: 'the public app is the release',
      stage: { ...published, ...released, isDeployed: true },
      steps: ['compare: planned'],
      printed: /^The public app is v1\.2\.3 \(sha256:[0-9a-f]{64}\)\.$/m,
    },
    {
      event: 'schedule',
      when: 'the release is in review',
      stage: { ...inReview, ...released, isDeployed: true },
      steps: ['compare: planned'],
      printed: /^v1\.2\.3 is in review\.$/m,
    },
    {
      event: 'schedule',
      when: 'the app was taken down',
      stage: { apps: { tides: 'taken_down' }, ...released, isDeployed: true },
      steps: ['compare: planned'],
      gh: ['label create', 'issue create'],
    },
    {
      event: 'schedule',
      when: 'the app is gone',
      stage: released,
      steps: ['compare: planned'],
      gh: ['label create', 'issue create'],
    },
    {
      event: 'workflow_dispatch',
      when: 'something else is in review',
      stage: { ...inReview, ...released },
      steps: ['compare: planned'],
      gh: ['label create', 'issue create'],
    },
    {
      event: 'schedule',
      when: 'there is no release',
      stage: { ...published, old: {} },
      steps: ['compare: skipped step'],
    },
  ],
  'preview-sweep.yml': [
    {
      event: 'schedule',
      stage: {
        apps: { ...noPreviews, 'tides-1001-pr-7': 'draft', 'tides-1001-pr-8': 'draft', 'tides-1001-pr-9': 'draft' },
        api: {
          [open]: [{ number: 8 }],
          'repos/octo/apps/pulls/7': { state: 'closed' },
          'repos/octo/apps/pulls/9': { state: 'open' },
        },
      },
      steps: ['delete 7: deleted', 'delete 9: skipped step', 'find: listed'],
      apps: { ...noPreviews, 'tides-1001-pr-8': 'draft', 'tides-1001-pr-9': 'draft' },
      jobOutputs: { 'find.numbers': '["7","9"]' },
    },
    {
      event: 'schedule',
      when: 'GitHub does not say which pull requests are open',
      stage: { apps: { 'tides-1001-pr-7': 'draft' } },
      jobs: { find: 'failure', delete: 'skipped' },
      steps: ['find: listed'],
    },
    {
      event: 'workflow_dispatch',
      when: 'GitHub does not say what became of one of them',
      stage: {
        apps: { 'tides-1001-pr-7': 'draft', 'tides-1001-pr-9': 'draft' },
        api: { [open]: [], 'repos/octo/apps/pulls/9': { state: 'closed' } },
      },
      jobs: { delete: 'failure' },
      steps: ['delete 7: skipped step', 'delete 9: deleted', 'find: listed'],
      apps: { 'tides-1001-pr-7': 'draft' },
    },
    {
      event: 'workflow_dispatch',
      when: 'nothing is left behind',
      stage: { apps: { 'tides-1001-pr-8': 'draft' }, api: { [open]: [{ number: 8 }] } },
      jobs: { delete: 'skipped' },
      steps: ['find: listed'],
    },
  ],
  'review-watch.yml': [
    { event: 'schedule', stage: draft, steps: ['watch tides: listed', 'watch tides: read'] },
    { event: 'schedule', when: 'there is no app yet', steps: ['watch tides: listed', 'watch tides: skipped step'] },
    {
      event: 'workflow_dispatch',
      when: 'others have issues with its label',
      stage: { ...inReview, issues: strangers },
      steps: ['watch tides: listed', 'watch tides: read'],
      gh: ['label create', 'issue create'],
    },
  ],
  'monorepo.yml': [
    { event: 'push', stage: { apps: { tides: 'draft', winds: 'in_review' } }, steps: ['drafts: deployed'] },
    {
      event: 'push',
      when: 'one that fails holds back none',
      isAlwaysPlayed: true,
      stage: { apps: { winds: 'draft' }, isDeployed: true },
      jobs: { drafts: 'failure' },
      steps: ['drafts: failed'],
      printed: /winds: unchanged/,
    },
  ],
  'monorepo-matrix.yml': [
    {
      event: 'push',
      stage: { apps: { tides: 'draft', winds: 'in_review' } },
      steps: ['draft tides: deployed', 'draft winds: skipped'],
    },
    {
      event: 'push',
      when: 'one that fails holds back none',
      stage: { apps: { winds: 'draft' } },
      jobs: { draft: 'failure' },
      steps: ['draft tides: failed', 'draft winds: deployed'],
    },
  ],
  'monorepo-release.yml': [
    {
      event: 'tag',
      tag: 'tides-v1.2.3',
      stage: { apps: { tides: 'draft', winds: 'draft' } },
      steps: ['submit: deployed'],
      apps: { tides: 'in_review', winds: 'draft' },
      jobOutputs: { 'tag.slug': 'tides', 'submit.submitted': 'true' },
      deployment: 'miniapp-tides-in-review',
    },
    {
      event: 'tag',
      when: 'it names no app',
      jobs: { tag: 'failure', submit: 'skipped', record: 'skipped' },
      steps: [],
    },
    { event: 'workflow_dispatch', jobs: { tag: 'skipped', submit: 'skipped', record: 'skipped' }, steps: [] },
  ],
  'monorepo-status.yml': [
    { event: 'schedule', stage: { apps: { tides: 'draft', winds: 'published' } }, steps: ['status: listed'] },
    {
      event: 'workflow_dispatch',
      when: 'one app is not approved',
      stage: { apps: { tides: 'draft', winds: 'not_approved' }, variables: { MINIAPPS_MUTED: 'winds-2 tides' } },
      jobs: { status: 'failure' },
      steps: ['status: listed'],
      printed: /winds is not_approved\./,
    },
    {
      event: 'workflow_dispatch',
      when: 'those that are not approved are muted, or previews',
      isAlwaysPlayed: true,
      stage: {
        apps: { tides: 'draft', winds: 'not_approved', 'tides-1001-pr-7': 'not_approved' },
        variables: { MINIAPPS_MUTED: 'moon winds' },
      },
      steps: ['status: listed'],
    },
  ],
};

/** Each command of manual.yml: the app before and after, the job that ran it, and the outcome. */
const manual: Runs = (
  [
    ['submit', 'draft', 'in_review', 'change', 'submitted'],
    ['status', 'draft', 'draft', 'read', 'read'],
    ['list', 'draft', 'draft', 'read', 'listed'],
    ['deploy', 'draft', 'draft', 'change', 'deployed'],
    ['submit', 'draft', 'draft', 'change', 'failed', 'and the draft differs', { files: otherPage }],
    ['create', null, 'draft', 'change', 'created'],
    ['update', 'draft', 'draft', 'change', 'updated'],
    ['delete', 'draft', null, 'change', 'deleted'],
    ['delete', 'draft', 'draft', 'change', 'failed', 'and another slug is confirmed', {}, 'winds'],
  ] as const
).map(([command, before, after, job, outcome, when = '', more = {}, confirm = 'tides']) => ({
  event: 'workflow_dispatch',
  when: `the command is ${command} ${when}`.trim(),
  stage: { apps: before === null ? {} : { tides: before }, isDeployed: command === 'submit', ...more },
  inputs: { command, 'on-in-review': 'fail', 'terms-version': terms, confirm },
  jobs: {
    ...(job === 'read' ? { change: 'skipped' } : { read: 'skipped' }),
    ...(outcome === 'failed' && { change: 'failure' }),
  },
  steps: [`${job}: ${outcome}`],
  apps: after === null ? {} : { tides: after },
  ...(command === 'deploy' && { deployment: 'miniapp-draft' }),
  ...(command === 'submit' && { deployment: 'miniapp-release' }),
}));

/** All runs whose result is known. */
export const scenarios: readonly Scenario[] = Object.entries({ ...recipes, 'manual.yml': manual }).flatMap(
  ([workflow, runs]) => runs.map((run) => ({ workflow, ...run })),
);
