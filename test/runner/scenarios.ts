import assert from 'node:assert/strict';
import { appFiles, type DeployedState, otherPage, terms } from '../action/stage.ts';
import type { GhIssue } from '../support/fake-gh/state.ts';
import type { ActRun } from './act.ts';
import type { EventName } from './events.ts';
import { type RecipeStage, type RecipeStageOptions, stolen } from './stage.ts';

/** One run of a workflow, and its expected result. */
export interface Scenario extends More {
  /** File in examples/workflows/. */
  readonly workflow: string;
  readonly event: EventName;
  /** What is special about the run; empty if nothing is. */
  readonly when: string;
  /**
   * `job: outcome` of each step that uses the action, or `job: skipped step`, with commas between
   * them.
   */
  readonly steps: string;
  /** The jobs that did not succeed, such as `draft skipped, submit failure`. */
  readonly jobs: string;
}

interface More {
  readonly stage?: RecipeStageOptions;
  /** The tag that the run is for; v1.2.3 by default. */
  readonly tag?: string;
  /** The inputs of workflow_dispatch. */
  readonly inputs?: Texts;
  /** Properties of the repository that differ from the usual ones. */
  readonly repository?: { readonly fork?: true; readonly private?: true };
  /** The terms-version in the workflow; by default the current version. */
  readonly terms?: string;
  /** The apps of the account after the run, status by slug; by default the same as before. */
  readonly apps?: Texts;
  /** Outputs of jobs, as `needs.<job>.outputs.<name>`. */
  readonly jobOutputs?: Texts;
  /** The number of comments that were written. */
  readonly comments?: number;
  /** The calls of `gh`, except `gh api`. */
  readonly gh?: readonly string[];
  /** Must occur in the log. */
  readonly printed?: RegExp;
}

type Texts = Readonly<Record<string, string>>;

/** Compares a run with its scenario. */
export async function assertScenario(
  scenario: Scenario,
  run: ActRun,
  { stage, github, gh }: RecipeStage,
) {
  const { jobs, steps, apps = scenario.stage?.apps ?? {}, comments = 0 } = scenario;
  const ended = run.steps.map(({ job, matrix, result, outputs }) => {
    const place = [job, ...Object.values(matrix)].join(' ');
    return `${place}: ${result === 'skipped' ? 'skipped step' : outputs['outcome']}`;
  });
  const results = Object.entries(run.jobs).map(([name, { result }]) => `${name} ${result}`);
  const toSorted = (texts: readonly string[]): string => texts.toSorted().join(', ');
  assert.deepEqual(
    {
      jobs: toSorted(results.filter((text) => !text.endsWith(' success'))),
      steps: toSorted(ended),
      apps: Object.fromEntries(
        stage.sandbox.store.apps().map(({ slug, status }) => [slug, status]),
      ),
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

/** A page that does not work when it is opened. */
const blankPage = {
  ...{ apps: { tides: 'draft' } as const },
  files: {
    'app/index.html': appFiles['app/index.html'].replace('<title>', '<title>Blank '),
  },
};
/** A page that passes the offline check, but that the service rejects. */
const brokenPage = {
  'app/index.html': appFiles['app/index.html'].replace('<title>Tides</title>', '<title></title>'),
};
const draft = { apps: { tides: 'draft' } } as const;
const inReview = { apps: { tides: 'in_review' } } as const;
const published = { apps: { tides: 'published' } } as const;
const takenDown = { apps: { tides: 'taken_down' } } as const;
const notApproved = { apps: { tides: 'not_approved' } } as const;
const badFolder = { ...draft, files: { 'app/service.json': '{' } };
const mute = (slugs: string) => ({ variables: { MINIAPPS_MUTED: slugs } });

/** The path of the request for open pull requests. */
const open = 'repos/octo/apps/pulls?state=open&per_page=100';
/** Apps whose slugs look almost like previews. */
const noPreviews = {
  ...({
    tides: 'draft',
    'tides-pr-1': 'draft',
    'tides-1001-pr-': 'draft',
    'tides-1001-pr-07': 'draft',
  } as const),
  ...({ 'my-tides-1001-pr-1': 'draft', 'tides-1001-pr-1-old': 'draft' } as const),
  // A preview of another repository, and one that is public.
  ...({ 'tides-1002-pr-1': 'draft', 'tides-1001-pr-1': 'published' } as const),
};

/** The path of the request for the deployment of the last submitted release. */
export const lastSubmitted = 'repos/octo/apps/deployments?environment=miniapp-in-review&per_page=1';
const nothingSubmitted = { api: { [lastSubmitted]: [] } };

/** The path of the request for the last push to main, and the response for a push at this time. */
const lastPushPath =
  'repos/octo/apps/actions/workflows/push-draft.yml/runs?branch=main&event=push&per_page=1';
const lastPush = (created_at: string) => ({
  [lastPushPath]: { workflow_runs: [{ head_sha: 'f'.repeat(40), created_at }] },
});

/** A repository whose main branch has new commits since its release. */
const released = {
  ...nothingSubmitted,
  release: 'v1.2.3',
  old: { 'app/index.html': appFiles['app/index.html'] },
  files: otherPage,
} as const;

/**
 * Issues that review-watch.yml must not touch: by a person, quoting the marker, a pull request, and
 * of another workflow.
 */
export const strangers: readonly GhIssue[] = (
  [
    ['octocat', 'My notes'],
    ['octocat', '<!-- miniapp-review tides 0 -->\nMy notes'],
    ['github-actions[bot]', '<!-- miniapp-review tides 0 -->\nA change', true],
    ['github-actions[bot]', 'See <!-- miniapp-review tides 0 -->'],
    ['github-actions[bot]', '<!-- miniapp-review tides-2 0 -->\nOf another app'],
  ] as const
).map(([author, body, isPullRequest], index) => ({
  ...{
    number: 5 - index,
    title: 'Tides',
    label: 'miniapp-tides',
    author,
    body,
    state: 'OPEN',
    comments: [],
  },
  ...(isPullRequest && { isPullRequest }),
}));

/** An issue that drift.yml has opened. */
const driftIssue: GhIssue = {
  ...{
    number: 1,
    title: 'tides differs',
    label: 'miniapp-tides',
    author: 'github-actions[bot]',
    state: 'OPEN',
    comments: [],
  },
  body: '<!-- miniapp-drift tides 0 -->\nThe app is not what v1.2.3 has.',
};

/** Links to the page of a pull request, and to the pictures of the opened app. */
const pageLink =
  /^\[Open the page of this pull request\]\(https:\/\/github\.com\/octo\/apps\/actions\/runs\/1\/artifacts\/2\)[\s\S]*^Pictures of the opened app: \[phone\]\(https:\/\/\S+\), \[desktop\]\(https:\/\/\S+\)\.$/m;

/** A run of a recipe. */
type Run = Omit<Scenario, 'workflow'>;

/** Makes a run from `event, what is special about it` and `steps; jobs` of the scenario. */
function run(what: string, ends: string, more: More = {}): Run {
  const [event = '', ...when] = what.split(', ');
  const [steps = '', jobs = ''] = ends.split('; ');
  return { event: event as EventName, when: when.join(', '), steps, jobs, ...more };
}

const unconfigured = { isUnconfigured: true } as const;
const movedOn = { ...draft, aheadBy: 2 };
const noTerms = { terms: '', printed: /terms-version is required to submit/ };
const unknownTerms = { terms: 'unknown', printed: /Then set terms-version: 2026-10/ };
const hostile = { ...draft, isBuildHostile: true } as const;
const preview = (...numbers: readonly number[]) =>
  Object.fromEntries(numbers.map((number) => [`tides-1001-pr-${number}`, 'draft' as const]));
const winds = (status: DeployedState) => ({ apps: { tides: 'draft', winds: status } }) as const;
/** As many previews as an account may hold apps. */
const full = preview(...Array.from({ length: 20 }, (_, index) => 1001 + index));
const onlyWinds = { apps: { winds: 'draft' } } as const;
const newIssue = { gh: ['label create', 'issue create'] };

const recipes: Readonly<Record<string, readonly Run[]>> = {
  'minimal.yml': [
    run('push', 'draft: deployed', draft),
    run('push, the service refuses the page', 'draft: rejected; draft failure', {
      stage: { ...draft, files: brokenPage },
    }),
    run('push, an old run is run again', 'draft: skipped', { stage: movedOn }),
    run('push, the variable is missing', 'draft: failed; draft failure', { stage: unconfigured }),
    run('push, it is a fork', '; draft skipped', {
      stage: unconfigured,
      repository: { fork: true },
    }),
  ],
  'miniapp.yml': [
    run('push', 'draft: deployed; check skipped, page skipped, submit skipped', draft),
    run(
      'push, an old run is run again',
      'draft: skipped; check skipped, page skipped, submit skipped',
      { stage: movedOn },
    ),
    run('tag', 'submit: deployed; check skipped, draft skipped, page skipped', {
      stage: draft,
      ...inReview,
    }),
    run(
      'tag, no terms were read yet',
      'submit: failed; check skipped, draft skipped, page skipped, submit failure',
      {
        stage: draft,
        ...noTerms,
      },
    ),
    run('pull_request', 'check: planned; draft skipped, submit skipped', {
      stage: draft,
      comments: 1,
      printed: pageLink,
    }),
    run('pull_request from a fork', 'check: planned; draft skipped, submit skipped', {
      stage: draft,
      printed: pageLink,
    }),
    run(
      'pull_request, the app does not work',
      'check: planned; draft skipped, page failure, submit skipped',
      {
        stage: blankPage,
        comments: 1,
        printed: pageLink,
      },
    ),
    run('merge_group', 'check: planned; draft skipped, page skipped, submit skipped', {
      stage: draft,
    }),
  ],
  'build.yml': [
    run('push', 'draft: deployed; check skipped, submit skipped', draft),
    run(
      'push, the build changes the action and the environment of its job',
      'draft: deployed; check skipped, submit skipped',
      { stage: hostile },
    ),
    run('push, the app is in review', 'draft: skipped; check skipped, submit skipped', {
      stage: inReview,
    }),
    run('push, an old run is run again', 'draft: skipped; check skipped, submit skipped', {
      stage: movedOn,
    }),
    run('tag', 'submit: deployed; check skipped, draft skipped', { stage: draft, ...inReview }),
    run(
      'tag, no terms were read yet',
      'submit: failed; check skipped, draft skipped, submit failure',
      {
        stage: draft,
        ...noTerms,
      },
    ),
    run(
      'tag, the version of the terms is not known yet',
      'submit: rejected; check skipped, draft skipped, submit failure',
      {
        stage: draft,
        ...unknownTerms,
      },
    ),
    run('pull_request', 'check: planned; draft skipped, submit skipped', {
      stage: draft,
      comments: 1,
      printed: pageLink,
    }),
    run('pull_request from a fork', 'check: planned; draft skipped, submit skipped', {
      stage: draft,
      printed: pageLink,
    }),
    run(
      'push, the app does not work',
      '; build failure, check skipped, draft skipped, submit skipped',
      { stage: blankPage },
    ),
    run(
      'pull_request, the app does not work',
      '; build failure, check skipped, draft skipped, submit skipped',
      {
        stage: blankPage,
        printed: pageLink,
      },
    ),
    run('merge_group', 'check: planned; draft skipped, submit skipped', { stage: draft }),
    run('workflow_dispatch', 'draft: deployed; check skipped, submit skipped', { stage: draft }),
  ],
  'push-draft.yml': [
    run('push', 'draft: deployed', { stage: draft }),
    run('push, the app is in review', 'draft: skipped', { stage: inReview }),
    run('push, the branch has moved on', 'draft: skipped', { stage: movedOn }),
  ],
  'release.yml': [
    run('tag, the reviewer approves', 'review: read, submit: deployed', {
      stage: { ...draft, review: 'approve' },
      apps: { tides: 'published' },
      jobOutputs: { 'submit.submitted': 'true' },
      printed: /Attested: tides is sha256:[0-9a-f]{64}$/m,
    }),
    run(
      'tag, it is in review already, and the reviewer rejects',
      'review: read, submit: unchanged; attest skipped, review failure',
      {
        stage: { ...inReview, isDeployed: true, review: 'reject', reviewNote: 'Who made it?' },
        apps: { tides: 'not_approved' },
        repository: { private: true },
      },
    ),
    run(
      'tag, it is published already',
      'submit: unchanged; attest skipped, record skipped, review skipped',
      {
        stage: { ...published, isDeployed: true },
        jobOutputs: { 'submit.submitted': 'false' },
      },
    ),
    run(
      'tag, an earlier release is in review',
      'submit: failed; attest skipped, record skipped, review skipped, submit failure',
      { stage: inReview },
    ),
    run('workflow_dispatch', '; attest skipped, record skipped, review skipped, submit skipped', {
      stage: draft,
    }),
    run(
      'workflow_dispatch on a tag, an older one than is published',
      'review: read, submit: deployed',
      { stage: { ...published, review: 'approve' } },
    ),
  ],
  'pull-request.yml': [
    run('pull_request', 'check: planned', { stage: draft, comments: 1, printed: pageLink }),
    run('pull_request from a fork', 'check: planned', { stage: draft, printed: pageLink }),
    run('merge_group', 'check: planned; page skipped', { stage: draft }),
    run('pull_request, the app does not work', 'check: planned; page failure', {
      stage: blankPage,
      comments: 1,
      printed: pageLink,
    }),
    run('pull_request, the folder has an error', 'check: rejected; check failure, page failure', {
      stage: badFolder,
      comments: 1,
    }),
  ],
  'before-after.yml': [
    run('pull_request', '', {
      stage: { old: appFiles },
      printed: /^Before: \[phone\]\(https:\/\/\S+\), \[desktop\].*\nAfter: \[phone\]/m,
    }),
    run('pull_request from a fork', '', { stage: { old: appFiles }, printed: /^Before: /m }),
    run('pull_request, the app is new', '', { stage: {}, printed: /^After: \[phone\]/m }),
    run('pull_request, the app does not work any more', '; pictures failure', {
      stage: { old: appFiles, files: blankPage.files },
      printed: /^Before: .*\nAfter: \[phone\]/m,
    }),
  ],
  'preview.yml': [
    run('pull_request', 'deploy: deployed, deploy: listed; clean-up skipped', {
      apps: preview(7),
      comments: 1,
    }),
    run(
      'pull_request, the account is full',
      'deploy: listed, deploy: skipped step; clean-up skipped',
      {
        stage: { apps: full },
        printed: /::warning::No preview: .*The oldest previews: tides-1001-pr-1001, /,
      },
    ),
    run('pull_request from a fork', '; clean-up skipped, deploy skipped'),
    run('pull_request closed', 'clean-up: deleted, clean-up: read; deploy skipped', {
      stage: { apps: preview(7, 77) },
      apps: preview(77),
      comments: 1,
    }),
    run(
      'pull_request closed, there is no preview',
      'clean-up: failed, clean-up: skipped step; deploy skipped',
      { stage: { apps: preview(77) } },
    ),
  ],
  'status.yml': [
    run('schedule, the app is taken_down', 'status: read; status failure', {
      stage: takenDown,
      printed: /tides was taken down/,
    }),
    run('schedule, the app is not_approved', 'status: read; status failure', {
      stage: notApproved,
    }),
    run('workflow_dispatch, the app is published', 'status: read', { stage: published }),
    run('schedule, the repository has no variable', '; status skipped', { stage: unconfigured }),
    run('schedule, the app was rejected for good', '; status skipped', {
      stage: { ...notApproved, ...mute('winds tides') },
    }),
    run('schedule, another app was rejected for good', 'status: read; status failure', {
      stage: { ...notApproved, ...mute('tides-2') },
    }),
  ],
  'drift.yml': [
    run('schedule, the public app is the release', 'compare: planned', {
      stage: { ...published, ...released, isDeployed: true },
      printed: /^The public app is v1\.2\.3 \(sha256:[0-9a-f]{64}\)\.$/m,
    }),
    run('schedule, the release is in review', 'compare: planned', {
      stage: { ...inReview, ...released, isDeployed: true },
      printed: /^v1\.2\.3 is in review\.$/m,
    }),
    run('schedule, the app was taken down', 'compare: planned', {
      stage: { ...takenDown, ...released, isDeployed: true },
      ...newIssue,
    }),
    run('schedule, the app is gone', 'compare: planned', { stage: released, ...newIssue }),
    run('schedule, an issue about it is open', 'compare: planned', {
      stage: { ...published, ...released, isDeployed: true, issues: [driftIssue] },
      gh: ['issue close'],
    }),
    run('workflow_dispatch, something else is in review', 'compare: planned', {
      stage: { ...inReview, ...released },
      ...newIssue,
    }),
    run('schedule, the released commit is gone', 'compare: skipped step', {
      stage: {
        ...published,
        ...released,
        api: { [lastSubmitted]: [{ sha: 'f'.repeat(40), ref: 'v1.2.3' }] },
      },
      ...newIssue,
    }),
    run('schedule, the secret is missing', 'compare: skipped step; compare failure', {
      stage: { ...published, ...released, hasNoSecret: true },
      printed: /::error::The secret MINIAPPS_API_KEY is missing/,
    }),
    run('schedule, there is no release', 'compare: skipped step', {
      stage: { ...published, ...nothingSubmitted, old: {} },
    }),
    run(
      'schedule, GitHub does not say what was submitted last',
      'compare: skipped step; compare failure',
      { stage: { ...published, old: {}, release: 'v1.2.3' } },
    ),
  ],
  'canary.yml': [
    run('schedule', '', { printed: /^The service answers as before\.$/m }),
    run('workflow_dispatch, a point differs', '', {
      stage: { assumptions: { own_file: 'yes' } },
      ...newIssue,
    }),
    run('workflow_dispatch, a point differs that is known', '', {
      stage: {
        assumptions: { own_file: 'yes' },
        variables: { MINIAPPS_CANARY_KNOWN: 'form own_file' },
      },
    }),
    run('schedule, the repository has no variable', '; rehearse skipped', { stage: unconfigured }),
    run('schedule, the secret is missing', '; rehearse failure', {
      stage: { hasNoSecret: true },
      printed: /::error::The secret MINIAPPS_API_KEY is missing/,
    }),
    run('schedule, the command cannot be installed', '; rehearse failure', {
      stage: { isNpmDown: true },
      printed: /::error::The rehearsal left no whole report/,
    }),
  ],
  'preview-sweep.yml': [
    run('schedule', 'delete 7: deleted, delete 9: skipped step, find: listed', {
      stage: {
        apps: { ...noPreviews, ...preview(7, 8, 9) },
        api: {
          [open]: [{ number: 8 }],
          'repos/octo/apps/pulls/7': { state: 'closed' },
          'repos/octo/apps/pulls/9': { state: 'open' },
        },
      },
      apps: { ...noPreviews, ...preview(8, 9) },
      jobOutputs: { 'find.numbers': '["7","9"]' },
    }),
    run(
      'schedule, GitHub does not say which pull requests are open',
      'find: listed; delete skipped, find failure',
      { stage: { apps: preview(7) } },
    ),
    run(
      'workflow_dispatch, GitHub does not say what became of one of them',
      'delete 7: skipped step, delete 9: deleted, find: listed; delete failure',
      {
        stage: {
          apps: preview(7, 9),
          api: { [open]: [], 'repos/octo/apps/pulls/9': { state: 'closed' } },
        },
        apps: preview(7),
      },
    ),
    run('workflow_dispatch, nothing is left behind', 'find: listed; delete skipped', {
      stage: { apps: preview(8), api: { [open]: [{ number: 8 }] } },
    }),
  ],
  'review-watch.yml': [
    run('schedule', 'watch tides: read', { stage: draft }),
    run('schedule, there is no app yet', 'watch tides: failed'),
    run('workflow_dispatch, others have issues with its label', 'watch tides: read', {
      stage: { ...inReview, issues: strangers },
      ...newIssue,
    }),
  ],
  'catch-up.yml': [
    run('schedule, the review has ended', 'draft: deployed, draft: read', {
      stage: { ...published, api: lastPush('2099-01-01T00:00:00Z') },
      apps: { tides: 'published_with_unreviewed_changes' },
      printed: /The draft is older than the push of f{40}: deploying it\./,
    }),
    run('schedule, the app is in review', 'draft: read, draft: skipped step', {
      stage: inReview,
      printed: /The app is in review\./,
    }),
    run(
      'workflow_dispatch, the draft is newer than the last push',
      'draft: read, draft: skipped step',
      {
        stage: { ...draft, api: lastPush('2020-01-01T00:00:00Z') },
        printed: /The draft is newer than the last push/,
      },
    ),
    run('schedule, nothing was pushed yet', 'draft: read, draft: skipped step', {
      stage: { ...draft, api: { [lastPushPath]: { workflow_runs: [] } } },
    }),
  ],
  'promote.yml': [
    run('workflow_dispatch, no tag is chosen', '; production skipped, staging skipped', {
      stage: published,
    }),
    run(
      'workflow_dispatch on a tag, the content is not approved',
      'staging: planned; production skipped, staging failure',
      {
        stage: published,
        printed: /::error::The folder of v1\.2\.3 is not what was approved in staging/,
      },
    ),
    // One account stands for both: what is published in it is not submitted again.
    run('workflow_dispatch on a tag', 'production: unchanged, staging: planned', {
      stage: { ...published, isDeployed: true },
    }),
  ],
  'monorepo.yml': [
    run('push', 'drafts: deployed', { stage: winds('in_review') }),
    run('push, one that fails holds back none', 'drafts: failed; drafts failure', {
      stage: { ...onlyWinds, isDeployed: true },
      printed: /winds unchanged/,
    }),
  ],
  'monorepo-matrix.yml': [
    run('push', 'draft tides: deployed, draft winds: skipped', { stage: winds('in_review') }),
    run(
      'push, one that fails holds back none',
      'draft tides: failed, draft winds: deployed; draft failure',
      { stage: onlyWinds },
    ),
  ],
  'monorepo-release.yml': [
    run('tag', 'submit: deployed', {
      stage: winds('draft'),
      tag: 'tides-v1.2.3',
      apps: { tides: 'in_review', winds: 'draft' },
      jobOutputs: { 'tag.slug': 'tides', 'submit.submitted': 'true' },
    }),
    run('tag, it names no app', '; record skipped, submit skipped, tag failure'),
    run('workflow_dispatch', '; record skipped, submit skipped, tag skipped'),
  ],
  'monorepo-check.yml': [
    run('pull_request', 'check: planned', {
      stage: winds('draft'),
      comments: 1,
      printed: /Open the page of winds/,
    }),
    run('pull_request from a fork', 'check: planned', {
      stage: winds('draft'),
      printed: /Open the page of winds/,
    }),
    run('merge_group', 'check: planned; page skipped', { stage: winds('draft') }),
    run('pull_request, one folder has an error', 'check: rejected; check failure, page failure', {
      stage: { ...winds('draft'), files: { 'apps/tides/service.json': '{' } },
      comments: 1,
      printed: /Open the page of winds/,
    }),
  ],
  'monorepo-release-all.yml': [
    run('tag', 'plan: planned, submit tides: deployed, submit winds: deployed', {
      stage: winds('draft'),
      apps: { tides: 'in_review', winds: 'in_review' },
    }),
    run(
      'tag, what is in review or public with this content is not submitted again',
      'plan: planned; submit skipped',
      { stage: { apps: { tides: 'in_review', winds: 'published' }, isDeployed: true } },
    ),
    run('workflow_dispatch', '; plan skipped, submit skipped'),
    run(
      'tag, a broken folder holds back no other',
      'plan: rejected, submit tides: deployed; plan failure',
      {
        stage: { ...winds('draft'), files: { 'apps/winds/service.json': '{' } },
        apps: { tides: 'in_review', winds: 'draft' },
      },
    ),
    run('tag, the secret is missing', 'plan: skipped step; plan failure, submit skipped', {
      stage: { ...winds('draft'), hasNoSecret: true },
      printed: /::error::The secret MINIAPPS_API_KEY is missing/,
    }),
  ],
  'monorepo-build.yml': [
    run(
      'push, a build that cannot be an app holds back no other',
      'drafts: deployed; build failure, check skipped',
      {
        stage: { ...winds('draft'), files: { 'apps/winds/service.json': '{' } },
        printed: /::error title=winds::.*service\.json/,
      },
    ),
    run('push', 'drafts: deployed; check skipped', { stage: winds('draft') }),
    run('pull_request', 'check: planned; drafts skipped', { stage: winds('draft'), comments: 1 }),
    run('pull_request from a fork', 'check: planned; drafts skipped', { stage: winds('draft') }),
    run('merge_group', 'check: planned; drafts skipped', { stage: winds('draft') }),
  ],
  'monorepo-status.yml': [
    run('schedule', 'status: listed', { stage: winds('published') }),
    run('workflow_dispatch, one app is not approved', 'status: listed; status failure', {
      stage: { ...winds('not_approved'), ...mute('winds-2 tides') },
      printed: /winds is not_approved\./,
    }),
    run('workflow_dispatch, those that are not approved are muted, or previews', 'status: listed', {
      stage: {
        apps: { tides: 'draft', winds: 'not_approved', 'tides-1001-pr-7': 'not_approved' },
        ...mute('moon winds'),
      },
    }),
  ],
};

/** Each command of manual.yml: the app before and after, the job that ran it, and the outcome. */
const manual = (
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
).map(([command, before, after, job, outcome, when = '', more = {}, confirm = 'tides']): Run => {
  const apps = before === null ? {} : { tides: before };
  const others = [
    ...(outcome === 'failed' ? ['change failure'] : []),
    job === 'read' ? 'change skipped' : 'read skipped',
  ];
  return run(
    `workflow_dispatch, the command is ${command} ${when}`.trim(),
    `${job}: ${outcome}; ${others.join(', ')}`,
    {
      stage: { apps, isDeployed: command === 'submit', ...more },
      inputs: { command, 'on-in-review': 'fail', 'terms-version': terms, confirm },
      apps: after === null ? {} : { tides: after },
    },
  );
});

/** All runs whose result is known. */
export const scenarios: readonly Scenario[] = Object.entries({
  ...recipes,
  'manual.yml': manual,
}).flatMap(([workflow, runs]) => runs.map((one) => ({ workflow, ...one })));
