import { appFiles, terms } from '../action/stage.ts';
import type { StageOptions } from './stage.ts';

/** The events that the workflows are run with. */
export const eventNames = [
  'push',
  'tag',
  'pull_request',
  'pull_request from a fork',
  'pull_request closed',
  'merge_group',
  'schedule',
  'workflow_dispatch',
  'workflow_dispatch on a tag',
] as const;
export type EventName = (typeof eventNames)[number];

/** One run of a workflow, and what must come of it. */
export interface Scenario {
  /** File in examples/workflows/. */
  readonly workflow: string;
  readonly event: EventName;
  /** What is special about it. */
  readonly when?: string;
  readonly stage?: StageOptions;
  /** What was entered in the form of workflow_dispatch. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** The result of each job. */
  readonly jobs: Readonly<Record<string, 'success' | 'failure' | 'skipped'>>;
  /** `job: outcome` of each step that uses the action, or `job: skipped` where the step was skipped. */
  readonly steps: readonly string[];
  /** What the account has then: status by slug. */
  readonly apps: Readonly<Record<string, string>>;
  /** Outputs of the last of these steps. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** Outputs of jobs, as `needs.<job>.outputs.<name>`. */
  readonly jobOutputs?: Readonly<Record<string, string>>;
  /** Files with problems, as `fromJSON(steps.<id>.outputs.problems).*.path`. */
  readonly problemFiles?: readonly string[];
  /** How many comments were written. */
  readonly comments?: number;
  /** How the calls of `gh` begin. */
  readonly gh?: readonly string[];
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
  {
    workflow: 'monorepo.yml',
    event: 'push',
    stage: { apps: { tides: 'draft', winds: 'in_review', other: 'draft' } },
    jobs: { list: 'success', draft: 'success' },
    steps: ['draft tides: deployed', 'draft winds: skipped', 'list: listed'],
    apps: { tides: 'draft', winds: 'in_review', other: 'draft' },
    jobOutputs: { 'list.slugs': '["tides","winds"]' },
  },
  {
    workflow: 'monorepo.yml',
    event: 'push',
    when: 'no folder has an app',
    stage: { apps: { other: 'draft' } },
    jobs: { list: 'success', draft: 'skipped' },
    steps: ['list: listed'],
    apps: { other: 'draft' },
    jobOutputs: { 'list.slugs': '[]' },
  },
];

const releases: readonly Scenario[] = [
  {
    workflow: 'release.yml',
    event: 'tag',
    when: 'the reviewer approves',
    stage: { ...draft, review: 'approve' },
    jobs: { submit: 'success', review: 'success' },
    steps: ['review: read', 'submit: deployed'],
    apps: { tides: 'published' },
    jobOutputs: { 'submit.submitted': 'true' },
  },
  {
    workflow: 'release.yml',
    event: 'tag',
    when: 'the reviewer rejects',
    stage: { ...draft, review: 'reject' },
    jobs: { submit: 'success', review: 'failure' },
    steps: ['review: read', 'submit: deployed'],
    apps: { tides: 'not_approved' },
  },
  {
    workflow: 'release.yml',
    event: 'tag',
    when: 'an earlier release is in review',
    stage: inReview,
    jobs: { submit: 'failure', review: 'skipped' },
    steps: ['submit: failed'],
    apps: { tides: 'in_review' },
  },
  {
    workflow: 'release.yml',
    event: 'workflow_dispatch',
    stage: draft,
    jobs: { submit: 'skipped', review: 'skipped' },
    steps: [],
    apps: { tides: 'draft' },
  },
  {
    workflow: 'release.yml',
    event: 'workflow_dispatch on a tag',
    stage: { ...draft, review: 'approve' },
    jobs: { submit: 'success', review: 'success' },
    steps: ['review: read', 'submit: deployed'],
    apps: { tides: 'published' },
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
      ['schedule', 'published', 'success'],
      ['schedule', 'not_approved', 'failure'],
      ['schedule', 'taken_down', 'failure'],
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

/** Each command of manual.yml: the app before and after, the outcome, and the job that ran it. */
const manual: readonly Scenario[] = (
  [
    ['status', 'draft', 'draft', 'read', 'read'],
    ['list', 'draft', 'draft', 'read', 'listed'],
    ['deploy', 'draft', 'draft', 'change', 'deployed'],
    ['submit', 'draft', 'in_review', 'change', 'submitted'],
    ['create', null, 'draft', 'change', 'created'],
    ['update', 'draft', 'draft', 'change', 'updated'],
    ['delete', 'draft', null, 'change', 'deleted'],
  ] as const
).map(([command, before, after, job, outcome]) => ({
  workflow: 'manual.yml',
  event: 'workflow_dispatch',
  when: `the command is ${command}`,
  stage: { apps: before === null ? {} : { tides: before }, isDeployed: command === 'submit' },
  inputs: { command, 'on-in-review': 'fail', 'terms-version': terms, confirm: 'tides' },
  jobs: {
    read: job === 'read' ? 'success' : 'skipped',
    change: job === 'read' ? 'skipped' : 'success',
  },
  steps: [`${job}: ${outcome}`],
  apps: after === null ? {} : { tides: after },
}));

/** All runs whose result is known. */
export const scenarios: readonly Scenario[] = [...drafts, ...releases, ...pullRequests, ...checks, ...manual];
