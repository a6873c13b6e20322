import assert from 'node:assert/strict';
import { appFiles, otherPage, terms } from '../action/stage.ts';
import type { EventName } from './events.ts';
import { oldPage, type RecipeStage, type RecipeStageOptions } from './stage.ts';

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
  /** The commit before the push, where it is not that of the stage. */
  readonly before?: string;
  /** What was entered in the form of workflow_dispatch. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** The result of each job. */
  readonly jobs: Readonly<Record<string, 'success' | 'failure' | 'skipped'>>;
  /** `job: outcome` of each step that uses the action, or `job: skipped step`. */
  readonly steps: readonly string[];
  /** What the account has then: status by slug. */
  readonly apps: Readonly<Record<string, string>>;
  /** Outputs of the last of these steps. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** Outputs of jobs, as `needs.<job>.outputs.<name>`. */
  readonly jobOutputs?: Readonly<Record<string, string>>;
  /** Files with problems, as the output `problems` has them. */
  readonly problemFiles?: readonly string[];
  /** How many comments were written. */
  readonly comments?: number;
  /** The commands of `gh` that were called, but `gh api`. */
  readonly gh?: readonly string[];
  /** In what the scripts print. */
  readonly printed?: RegExp;
  /** The deployment that GitHub records, which act does not show. */
  readonly deployment?: string;
  /** True where the recipe has steps side by side, which act runs one after the other. */
  readonly isParallel?: true;
}

/** What became of a run, whoever ran it. */
export interface RecipeRun {
  /** Of each job, as the job that needs it sees them. */
  readonly jobs: Readonly<
    Record<string, { readonly result: string; readonly outputs: Readonly<Record<string, string>> }>
  >;
  /** The steps that use this action: those of one job in their order. */
  readonly steps: readonly {
    readonly job: string;
    readonly matrix: Readonly<Record<string, string>>;
    /** `success`, `failure` or `skipped`. */
    readonly result: string;
    readonly outputs: Readonly<Record<string, string>>;
  }[];
  /** What was printed. */
  readonly log: string;
}

/** Compares a run with its scenario. */
export async function assertScenario(scenario: Scenario, run: RecipeRun, { stage, github, gh }: RecipeStage) {
  const { problemFiles = [], comments = 0, gh: ghCalls = [], outputs = {}, jobOutputs = {}, printed = /^/ } = scenario;
  const places = run.steps.map(({ job, matrix, result, outputs: own }) => ({
    place: [job, ...Object.values(matrix)].join(' '),
    outcome: result === 'skipped' ? 'skipped step' : own['outcome'],
  }));
  const last = run.steps.at(-1)?.outputs ?? {};
  const problems: readonly { readonly path: string }[] = JSON.parse(last['problems'] || '[]');
  const apps = stage.sandbox.store.apps().map(({ slug, status }) => [slug, status]);
  assert.deepEqual(
    {
      jobs: Object.fromEntries(Object.entries(run.jobs).map(([name, { result }]) => [name, result])),
      steps: places
        .sort((one, other) => one.place.localeCompare(other.place))
        .map(({ place, outcome }) => `${place}: ${outcome}`),
      apps: Object.fromEntries(apps),
      problemFiles: problems.map(({ path }) => path),
      comments: github.asked.filter(({ method }) => method === 'POST').length,
      gh: (await gh.read()).calls,
    },
    { ...{ jobs: scenario.jobs, steps: scenario.steps, apps: scenario.apps }, problemFiles, comments, gh: ghCalls },
    run.log,
  );
  const needs = Object.entries(run.jobs).flatMap(([job, { outputs: own }]) =>
    Object.entries(own).map(([name, value]) => [`${job}.${name}`, value]),
  );
  assert.partialDeepStrictEqual({ ...last, ...Object.fromEntries(needs) }, { ...outputs, ...jobOutputs });
  assert.match(run.log, printed);
}

/** A page that the offline check has nothing against, and the service has. */
const brokenPage = { 'app/index.html': appFiles['app/index.html'].replace('<title>Tides</title>', '<title></title>') };
const draft = { apps: { tides: 'draft' } } as const;
const inReview = { apps: { tides: 'in_review' } } as const;

const drafts: readonly Scenario[] = [
  {
    workflow: 'minimal.yml',
    event: 'push',
    jobs: { draft: 'success' },
    steps: ['draft: deployed'],
    apps: { tides: 'draft' },
    outputs: { changed: 'true', 'file-count': '5', status: 'draft', submitted: 'false' },
  },
  {
    workflow: 'minimal.yml',
    event: 'push',
    when: 'nothing has changed',
    stage: { apps: { tides: 'in_review' }, isDeployed: true },
    jobs: { draft: 'success' },
    steps: ['draft: unchanged'],
    apps: { tides: 'in_review' },
    outputs: { changed: 'false', submitted: 'true' },
  },
  {
    workflow: 'minimal.yml',
    event: 'push',
    when: 'the service refuses the page',
    stage: { ...draft, files: brokenPage },
    jobs: { draft: 'failure' },
    steps: ['draft: rejected'],
    apps: { tides: 'draft' },
    outputs: { changed: 'false', 'problem-count': '1' },
    problemFiles: ['index.html'],
  },
  {
    workflow: 'build.yml',
    event: 'push',
    jobs: { draft: 'success' },
    steps: ['draft: deployed'],
    apps: { tides: 'draft' },
    outputs: { 'file-count': '5' },
  },
  {
    workflow: 'push-draft.yml',
    event: 'push',
    stage: draft,
    jobs: { draft: 'success' },
    steps: ['draft: deployed'],
    apps: { tides: 'draft' },
  },
  {
    workflow: 'push-draft.yml',
    event: 'push',
    when: 'the app is in review',
    stage: inReview,
    jobs: { draft: 'success' },
    steps: ['draft: skipped'],
    apps: { tides: 'in_review' },
    outputs: { 'skip-reason': 'in-review', changed: 'false' },
  },
  {
    workflow: 'push-draft.yml',
    event: 'push',
    when: 'the branch has moved on',
    stage: { ...draft, aheadBy: 2 },
    jobs: { draft: 'success' },
    steps: ['draft: skipped'],
    apps: { tides: 'draft' },
    outputs: { 'skip-reason': 'stale' },
  },
];

const manyApps: readonly Scenario[] = [
  {
    workflow: 'monorepo.yml',
    event: 'push',
    when: 'of a change to one of them',
    stage: { apps: { tides: 'draft', winds: 'draft' }, old: { 'apps/tides/index.html': oldPage } },
    jobs: { list: 'success', draft: 'success' },
    steps: ['draft tides: deployed', 'list: listed'],
    apps: { tides: 'draft', winds: 'draft' },
    jobOutputs: { 'list.slugs': '["tides"]' },
  },
  ...(['schedule', 'workflow_dispatch'] as const).map(
    (event): Scenario => ({
      workflow: 'monorepo.yml',
      event,
      stage: { apps: { tides: 'draft', winds: 'in_review', other: 'draft' } },
      jobs: { list: 'success', draft: 'success' },
      steps: ['draft tides: deployed', 'draft winds: skipped', 'list: listed'],
      apps: { tides: 'draft', winds: 'in_review', other: 'draft' },
      jobOutputs: { 'list.slugs': '["tides","winds"]' },
    }),
  ),
  {
    workflow: 'monorepo.yml',
    event: 'push',
    when: 'the commit before is gone',
    before: '1'.repeat(40),
    stage: { apps: { tides: 'draft' }, old: {} },
    jobs: { list: 'success', draft: 'success' },
    steps: ['draft tides: deployed', 'list: listed'],
    apps: { tides: 'draft' },
    printed: /apps\/winds has no app yet/,
  },
  {
    workflow: 'monorepo.yml',
    event: 'push',
    when: 'of a change to none of them',
    stage: { apps: { tides: 'draft' }, old: {} },
    jobs: { list: 'success', draft: 'skipped' },
    steps: ['list: listed'],
    apps: { tides: 'draft' },
  },
  {
    workflow: 'monorepo.yml',
    event: 'push',
    when: 'no folder has an app',
    stage: { apps: { other: 'draft' }, old: {} },
    jobs: { list: 'success', draft: 'skipped' },
    steps: ['list: listed'],
    apps: { other: 'draft' },
    jobOutputs: { 'list.slugs': '[]' },
  },
  {
    workflow: 'monorepo-parallel.yml',
    event: 'push',
    stage: { apps: { tides: 'draft', winds: 'in_review' } },
    jobs: { drafts: 'success' },
    steps: ['drafts: deployed', 'drafts: skipped'],
    apps: { tides: 'draft', winds: 'in_review' },
  },
  {
    workflow: 'monorepo-parallel.yml',
    event: 'push',
    when: 'one that fails holds back none',
    isParallel: true,
    stage: { apps: { winds: 'draft' } },
    jobs: { drafts: 'failure' },
    steps: ['drafts: failed', 'drafts: deployed'],
    apps: { winds: 'draft' },
  },
  {
    workflow: 'monorepo-release.yml',
    event: 'tag',
    tag: 'tides-v1.2.3',
    stage: { apps: { tides: 'draft', winds: 'draft' } },
    jobs: { tag: 'success', submit: 'success', record: 'success' },
    steps: ['submit: deployed'],
    apps: { tides: 'in_review', winds: 'draft' },
    jobOutputs: { 'tag.slug': 'tides', 'submit.submitted': 'true' },
    deployment: 'miniapp-tides-in-review',
  },
  {
    workflow: 'monorepo-release.yml',
    event: 'tag',
    when: 'it names no app',
    jobs: { tag: 'failure', submit: 'skipped', record: 'skipped' },
    steps: [],
    apps: {},
  },
  {
    workflow: 'monorepo-release.yml',
    event: 'workflow_dispatch',
    jobs: { tag: 'skipped', submit: 'skipped', record: 'skipped' },
    steps: [],
    apps: {},
  },
  ...(
    [
      ['schedule', 'published', 'success'],
      ['workflow_dispatch', 'not_approved', 'failure'],
    ] as const
  ).map(
    ([event, status, result]): Scenario => ({
      workflow: 'monorepo-status.yml',
      event,
      when: `one app is ${status}`,
      stage: { apps: { tides: 'draft', winds: status } },
      jobs: { status: result },
      steps: ['status: listed'],
      apps: { tides: 'draft', winds: status },
    }),
  ),
];

const releases: readonly Scenario[] = [
  {
    workflow: 'release.yml',
    event: 'tag',
    when: 'the reviewer approves',
    stage: { ...draft, review: 'approve' },
    jobs: { submit: 'success', record: 'success', review: 'success' },
    steps: ['review: read', 'submit: deployed'],
    apps: { tides: 'published' },
    jobOutputs: { 'submit.submitted': 'true' },
    deployment: 'miniapp-in-review',
  },
  {
    workflow: 'release.yml',
    event: 'tag',
    when: 'it is in review already, and the reviewer rejects',
    stage: { ...inReview, isDeployed: true, review: 'reject', reviewNote: 'Who made it?' },
    jobs: { submit: 'success', record: 'success', review: 'failure' },
    steps: ['review: read', 'submit: unchanged'],
    apps: { tides: 'not_approved' },
    deployment: 'miniapp-in-review',
  },
  {
    workflow: 'release.yml',
    event: 'tag',
    when: 'it is published already',
    stage: { apps: { tides: 'published' }, isDeployed: true },
    jobs: { submit: 'success', record: 'skipped', review: 'skipped' },
    steps: ['submit: unchanged'],
    apps: { tides: 'published' },
    jobOutputs: { 'submit.submitted': 'false' },
  },
  {
    workflow: 'release.yml',
    event: 'tag',
    when: 'the reviewer rejects',
    stage: { ...draft, review: 'reject' },
    jobs: { submit: 'success', record: 'success', review: 'failure' },
    steps: ['review: read', 'submit: deployed'],
    apps: { tides: 'not_approved' },
    deployment: 'miniapp-in-review',
  },
  {
    workflow: 'release.yml',
    event: 'tag',
    when: 'an earlier release is in review',
    stage: inReview,
    jobs: { submit: 'failure', record: 'skipped', review: 'skipped' },
    steps: ['submit: failed'],
    apps: { tides: 'in_review' },
  },
  {
    workflow: 'release.yml',
    event: 'workflow_dispatch',
    stage: draft,
    jobs: { submit: 'skipped', record: 'skipped', review: 'skipped' },
    steps: [],
    apps: { tides: 'draft' },
  },
  {
    workflow: 'release.yml',
    event: 'workflow_dispatch on a tag',
    when: 'an older one than is published',
    stage: { apps: { tides: 'published' }, review: 'approve' },
    jobs: { submit: 'success', record: 'success', review: 'success' },
    steps: ['review: read', 'submit: deployed'],
    apps: { tides: 'published' },
    deployment: 'miniapp-in-review',
  },
];

const pullRequests: readonly Scenario[] = [
  {
    workflow: 'pull-request.yml',
    event: 'pull_request',
    stage: draft,
    jobs: { check: 'success' },
    steps: ['check: planned'],
    apps: { tides: 'draft' },
    outputs: { plan: 'deploy', changed: 'false' },
    comments: 1,
  },
  {
    workflow: 'pull-request.yml',
    event: 'pull_request from a fork',
    stage: draft,
    jobs: { check: 'success' },
    steps: ['check: planned'],
    apps: { tides: 'draft' },
    outputs: { 'skip-reason': 'fork' },
  },
  {
    workflow: 'pull-request.yml',
    event: 'merge_group',
    stage: draft,
    jobs: { check: 'success' },
    steps: ['check: planned'],
    apps: { tides: 'draft' },
    outputs: { plan: 'deploy' },
  },
  {
    workflow: 'preview.yml',
    event: 'pull_request',
    jobs: { deploy: 'success', 'clean-up': 'skipped' },
    steps: ['deploy: deployed'],
    apps: { 'tides-pr-7': 'draft' },
    comments: 1,
  },
  {
    workflow: 'preview.yml',
    event: 'pull_request from a fork',
    jobs: { deploy: 'skipped', 'clean-up': 'skipped' },
    steps: [],
    apps: {},
  },
  {
    workflow: 'preview.yml',
    event: 'pull_request closed',
    stage: { apps: { 'tides-pr-7': 'draft', 'tides-pr-77': 'draft' } },
    jobs: { deploy: 'skipped', 'clean-up': 'success' },
    steps: ['clean-up: listed', 'clean-up: deleted'],
    apps: { 'tides-pr-77': 'draft' },
    comments: 1,
  },
  {
    workflow: 'preview.yml',
    event: 'pull_request closed',
    when: 'there is no preview',
    stage: { apps: { 'tides-pr-77': 'draft' } },
    jobs: { deploy: 'skipped', 'clean-up': 'success' },
    steps: ['clean-up: listed', 'clean-up: skipped step'],
    apps: { 'tides-pr-77': 'draft' },
  },
];

const checks: readonly Scenario[] = [
  ...(
    [
      ['schedule', 'taken_down', 'failure'],
      ['schedule', 'published', 'success'],
      ['schedule', 'not_approved', 'failure'],
      ['workflow_dispatch', 'draft', 'success'],
    ] as const
  ).map(
    ([event, status, result]): Scenario => ({
      workflow: 'status.yml',
      event,
      when: `the app is ${status}`,
      stage: { apps: { tides: status } },
      jobs: { status: result },
      steps: ['status: read'],
      apps: { tides: status },
      outputs: { status },
      ...(status === 'taken_down' && { printed: /tides was taken down/ }),
    }),
  ),
  {
    workflow: 'status.yml',
    event: 'schedule',
    when: 'the repository has no variable',
    stage: { isUnconfigured: true },
    jobs: { status: 'skipped' },
    steps: [],
    apps: {},
  },
];

const open = 'repos/octo/apps/pulls?state=open&per_page=100';
/** Apps whose names are almost those of previews. */
const noPreviews = {
  tides: 'draft',
  'tides-pr-': 'draft',
  'tides-pr-07': 'draft',
  'my-tides-pr-1': 'draft',
  'tides-pr-1-old': 'draft',
} as const;

const sweeps: readonly Scenario[] = [
  {
    workflow: 'preview-sweep.yml',
    event: 'schedule',
    stage: {
      apps: { ...noPreviews, 'tides-pr-7': 'draft', 'tides-pr-8': 'draft', 'tides-pr-9': 'draft' },
      api: {
        [open]: [{ number: 8 }],
        'repos/octo/apps/pulls/7': { state: 'closed' },
        'repos/octo/apps/pulls/9': { state: 'open' },
      },
    },
    jobs: { find: 'success', delete: 'success' },
    steps: ['delete 7: deleted', 'delete 9: skipped step', 'find: listed'],
    apps: { ...noPreviews, 'tides-pr-8': 'draft', 'tides-pr-9': 'draft' },
    jobOutputs: { 'find.numbers': '["7","9"]' },
  },
  {
    workflow: 'preview-sweep.yml',
    event: 'schedule',
    when: 'GitHub does not say which pull requests are open',
    stage: { apps: { 'tides-pr-7': 'draft' } },
    jobs: { find: 'failure', delete: 'skipped' },
    steps: ['find: listed'],
    apps: { 'tides-pr-7': 'draft' },
  },
  {
    workflow: 'preview-sweep.yml',
    event: 'workflow_dispatch',
    when: 'GitHub does not say what became of one of them',
    stage: {
      apps: { 'tides-pr-7': 'draft', 'tides-pr-9': 'draft' },
      api: { [open]: [], 'repos/octo/apps/pulls/9': { state: 'closed' } },
    },
    jobs: { find: 'success', delete: 'failure' },
    steps: ['delete 7: skipped step', 'delete 9: deleted', 'find: listed'],
    apps: { 'tides-pr-7': 'draft' },
  },
  {
    workflow: 'preview-sweep.yml',
    event: 'workflow_dispatch',
    when: 'nothing is left behind',
    stage: { apps: { 'tides-pr-8': 'draft' }, api: { [open]: [{ number: 8 }] } },
    jobs: { find: 'success', delete: 'skipped' },
    steps: ['find: listed'],
    apps: { 'tides-pr-8': 'draft' },
  },
  ...(
    [
      ['schedule', 'draft', ['issue list']],
      ['workflow_dispatch', 'in_review', ['issue list', 'label create', 'issue create']],
    ] as const
  ).map(
    ([event, status, gh]): Scenario => ({
      workflow: 'review-watch.yml',
      event,
      when: `the app is ${status}`,
      stage: { apps: { tides: status } },
      jobs: { watch: 'success' },
      steps: ['watch tides: read'],
      apps: { tides: status },
      gh,
    }),
  ),
];

/** Each command of manual.yml: the app before and after, the job that ran it, and the outcome. */
const manual: readonly Scenario[] = (
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
  workflow: 'manual.yml',
  event: 'workflow_dispatch',
  when: `the command is ${command} ${when}`.trim(),
  stage: { apps: before === null ? {} : { tides: before }, isDeployed: command === 'submit', ...more },
  inputs: { command, 'on-in-review': 'fail', 'terms-version': terms, confirm },
  jobs: {
    read: job === 'read' ? 'success' : 'skipped',
    change: job === 'read' ? 'skipped' : outcome === 'failed' ? 'failure' : 'success',
  },
  steps: [`${job}: ${outcome}`],
  apps: after === null ? {} : { tides: after },
  ...(command === 'deploy' && { deployment: 'miniapp-draft' }),
  ...(command === 'submit' && { deployment: 'miniapp-release' }),
}));

/** All runs whose result is known. */
export const scenarios: readonly Scenario[] = [
  ...drafts,
  ...releases,
  ...pullRequests,
  ...checks,
  ...sweeps,
  ...manyApps,
  ...manual,
];
