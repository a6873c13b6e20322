import assert from 'node:assert/strict';
import { appFiles, type DeployedState, otherPage } from '../action/stage.ts';
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
  /** The labels of the pull request; `preview` by default. */
  readonly labels?: readonly string[];
  /** The apps of the account after the run, status by slug; by default the same as before. */
  readonly apps?: Texts;
  /** Texts of the recipe that its user has replaced. */
  readonly edits?: Texts;
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
const notApproved = { apps: { tides: 'not_approved' } } as const;
const badFolder = { ...draft, files: { 'app/service.json': '{' } };

/** The paths of the requests for open pull requests, and for one. */
const open = 'repos/octo/apps/pulls?state=open&per_page=100';
const pull = (number: number) => `repos/octo/apps/pulls/${number}`;
const active = { updated_at: '2099-01-01T00:00:00Z' };
const idle = { updated_at: '2020-01-01T00:00:00Z' };
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

/** A repository whose main branch has new commits since the release of the app. */
const released = {
  submitted: { tides: 'before' },
  old: { 'app/index.html': appFiles['app/index.html'] },
  files: otherPage,
} as const;

/**
 * Issues that watch.yml must not touch: by a person, quoting the mark, a pull request, and about
 * another app.
 */
export const strangers: readonly GhIssue[] = (
  [
    ['octocat', 'My notes'],
    ['octocat', '<!-- miniapp-news tides draft 000000000000 -->\nMy notes'],
    ['github-actions[bot]', '<!-- miniapp-news tides draft 000000000000 -->\nA change', true],
    ['github-actions[bot]', 'See <!-- miniapp-news tides draft 000000000000 -->'],
  ] as const
).map(([author, body, isPullRequest], index) => ({
  ...{
    number: 5 - index,
    title: 'Tides',
    label: 'miniapp-watch',
    author,
    body,
    state: 'OPEN',
    comments: [],
  },
  ...(isPullRequest && { isPullRequest }),
}));

/** Links to the page of a pull request, and to the pictures of the opened app. */
const pictureLinks =
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
const noTerms = {
  stage: { ...draft, terms: '' },
  printed: /terms-version is required to submit/,
};
const unknownTerms = {
  stage: { ...draft, terms: 'unknown' },
  printed: /Then set terms-version: 2026-10/,
};
/** What release.yml does after a submission: a signed file in a new GitHub release. */
const recorded = { gh: ['release create'] };
const hostile = { ...draft, isBuildHostile: true } as const;
const preview = (...numbers: readonly number[]) =>
  Object.fromEntries(numbers.map((number) => [`tides-1001-pr-${number}`, 'draft' as const]));
const winds = (status: DeployedState) => ({ apps: { tides: 'draft', winds: status } }) as const;
/** As many previews as an account may hold apps. */
const full = preview(...Array.from({ length: 20 }, (_, index) => 1001 + index));
const onlyWinds = { apps: { winds: 'draft' } } as const;
const newIssue = { gh: ['label create', 'issue create'] };

/** The jobs of release.yml that a release has, and those of preview.yml that a night has. */
const noRelease = 'record skipped, review skipped, submit skipped, try skipped';
const noSweep = 'delete skipped, find skipped';
const noPullRequest = 'clean-up skipped, deploy skipped';
const several = { edits: { 'FOLDER: app': 'FOLDER: apps/*', 'SLUG: tides': "SLUG: ''" } };

const recipes: Readonly<Record<string, readonly Run[]>> = {
  'draft.yml': [
    run('push', 'draft: deployed', { stage: draft }),
    run('push, the service refuses the page', 'draft: rejected; draft failure', {
      stage: { ...draft, files: brokenPage },
    }),
    run('push, the app is in review', 'draft: skipped', { stage: inReview }),
    run('push, an old run is run again', 'draft: skipped', { stage: movedOn }),
    run('push, the variable is missing', 'draft: failed; draft failure', { stage: unconfigured }),
    run('push, it is a fork', '; draft skipped', {
      stage: unconfigured,
      repository: { fork: true },
    }),
  ],
  'miniapp.yml': [
    run('push', 'draft: deployed; check skipped, page skipped, submit skipped, try skipped', draft),
    run(
      'push, an old run is run again',
      'draft: skipped; check skipped, page skipped, submit skipped, try skipped',
      { stage: movedOn },
    ),
    run('tag', 'submit: deployed; check skipped, draft skipped, page skipped', {
      stage: draft,
      ...inReview,
    }),
    run(
      'tag, no terms were read yet',
      'submit: failed; check skipped, draft skipped, page skipped, submit failure',
      noTerms,
    ),
    run(
      'tag, a reviewer would reject the app',
      '; check skipped, draft skipped, page skipped, submit skipped, try failure',
      { stage: blankPage },
    ),
    run('pull_request', 'check: planned; draft skipped, submit skipped, try skipped', {
      stage: draft,
      comments: 1,
      printed: pictureLinks,
    }),
    run('pull_request from a fork', 'check: planned; draft skipped, submit skipped, try skipped', {
      stage: draft,
      printed: pictureLinks,
    }),
    run(
      'pull_request, the app does not work',
      'check: planned; draft skipped, page failure, submit skipped, try skipped',
      { stage: blankPage, comments: 1, printed: pictureLinks },
    ),
    run('merge_group', 'check: planned; draft skipped, page skipped, submit skipped, try skipped', {
      stage: draft,
    }),
    run(
      'workflow_dispatch',
      'draft: deployed; check skipped, page skipped, submit skipped, try skipped',
      { stage: draft },
    ),
    run(
      'workflow_dispatch on a tag, an older one than is published',
      'submit: deployed; check skipped, draft skipped, page skipped',
      { stage: published, ...inReview },
    ),
  ],
  'build.yml': [
    run('push', 'draft: deployed; check skipped, submit skipped, try skipped', draft),
    run(
      'push, the build changes the action and the environment of its job',
      'draft: deployed; check skipped, submit skipped, try skipped',
      { stage: hostile },
    ),
    run(
      'push, the app is in review',
      'draft: skipped; check skipped, submit skipped, try skipped',
      {
        stage: inReview,
      },
    ),
    run(
      'push, an old run is run again',
      'draft: skipped; check skipped, submit skipped, try skipped',
      {
        stage: movedOn,
      },
    ),
    run('tag', 'submit: deployed; check skipped, draft skipped', { stage: draft, ...inReview }),
    run(
      'tag, no terms were read yet',
      'submit: failed; check skipped, draft skipped, submit failure',
      noTerms,
    ),
    run(
      'tag, the version of the terms is not known yet',
      'submit: rejected; check skipped, draft skipped, submit failure',
      unknownTerms,
    ),
    run('pull_request', 'check: planned; draft skipped, submit skipped, try skipped', {
      stage: draft,
      comments: 1,
      printed: pictureLinks,
    }),
    run('pull_request from a fork', 'check: planned; draft skipped, submit skipped, try skipped', {
      stage: draft,
      printed: pictureLinks,
    }),
    run(
      'push, the app does not work',
      '; build failure, check skipped, draft skipped, submit skipped, try skipped',
      { stage: blankPage },
    ),
    run(
      'pull_request, the app does not work',
      '; build failure, check skipped, draft skipped, submit skipped, try skipped',
      { stage: blankPage, printed: pictureLinks },
    ),
    run('merge_group', 'check: planned; draft skipped, submit skipped, try skipped', {
      stage: draft,
    }),
    run('workflow_dispatch', 'draft: deployed; check skipped, submit skipped, try skipped', {
      stage: draft,
    }),
    run('workflow_dispatch on a tag', 'submit: deployed; check skipped, draft skipped', {
      stage: published,
      ...inReview,
    }),
  ],
  'release.yml': [
    run('tag, the reviewer approves', 'review: read, submit: deployed; catch-up skipped', {
      stage: { ...draft, review: 'approve' },
      apps: { tides: 'published' },
      jobOutputs: { 'submit.submitted': 'true' },
      printed: /Attested: tides-\d+\.txt is sha256:[0-9a-f]{64}$/m,
      ...recorded,
    }),
    run(
      'tag, it is in review already, and the reviewer rejects',
      'review: read, submit: unchanged; catch-up skipped, review failure',
      {
        stage: {
          ...{ ...inReview, isDeployed: true, review: 'reject', reviewNote: 'Who made it?' },
          releases: ['v1.2.3'],
        },
        apps: { tides: 'not_approved' },
        repository: { private: true },
        gh: ['release view', 'release upload'],
      },
    ),
    run(
      'tag, it is published already',
      'submit: unchanged; catch-up skipped, record skipped, review skipped',
      {
        stage: { ...published, isDeployed: true },
        jobOutputs: { 'submit.submitted': 'false' },
      },
    ),
    run(
      'tag, an earlier release is in review',
      'submit: failed; catch-up skipped, record skipped, review skipped, submit failure',
      { stage: inReview },
    ),
    run(
      'tag, a reviewer would reject the app',
      '; catch-up skipped, record skipped, review skipped, submit skipped, try failure',
      { stage: blankPage },
    ),
    run(
      'workflow_dispatch on a tag, an older one than is published',
      'review: read, submit: deployed; catch-up skipped',
      { stage: { ...published, review: 'approve' }, ...recorded },
    ),
    run('workflow_dispatch', `catch-up: read, catch-up: skipped step; ${noRelease}`, {
      stage: draft,
    }),
    run('schedule, the review has ended', `catch-up: deployed, catch-up: read; ${noRelease}`, {
      stage: published,
      apps: { tides: 'published_with_unreviewed_changes' },
    }),
    run('schedule, main is public', `catch-up: read, catch-up: unchanged; ${noRelease}`, {
      stage: { ...published, isDeployed: true },
    }),
    run('schedule, the app is in review', `catch-up: read, catch-up: skipped step; ${noRelease}`, {
      stage: inReview,
    }),
    run(
      'schedule, the app was rejected for good',
      `catch-up: read, catch-up: skipped step; ${noRelease}`,
      { stage: notApproved },
    ),
    run('schedule, there is no app yet', `catch-up: failed, catch-up: skipped step; ${noRelease}`),
    run(
      'schedule, the service does not answer',
      `catch-up: failed, catch-up: skipped step; catch-up failure, ${noRelease}`,
      {
        stage: { ...published, hasNoSecret: true },
      },
    ),
    run('schedule, the repository has no variable', `; catch-up skipped, ${noRelease}`, {
      stage: unconfigured,
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
    run(
      'workflow_dispatch on a tag, the secret of staging is missing',
      'staging: skipped step; production skipped, staging failure',
      {
        stage: { ...published, hasNoSecret: true },
        printed: /::error::The secret MINIAPPS_API_KEY is missing/,
      },
    ),
    // One account stands for both: what is published in it is not submitted again.
    run('workflow_dispatch on a tag', 'production: unchanged, staging: planned', {
      stage: { ...published, isDeployed: true },
    }),
  ],
  'pull-request.yml': [
    run('pull_request', 'check: planned', {
      stage: { ...draft, old: appFiles, files: otherPage },
      comments: 1,
      printed: /^\[Open the page of tides\]\(https:.*\[See what looks different\]\(https:/m,
    }),
    run('pull_request, nothing looks different', 'check: planned', {
      stage: { ...draft, old: appFiles },
      comments: 1,
      printed: /^\[Open the page of tides\]\(https:[^[]*$/m,
    }),
    run('pull_request from a fork', 'check: planned', {
      stage: { ...draft, old: appFiles },
      printed: /^\[Open the page of tides\]/m,
    }),
    run('pull_request, the app is new', 'check: planned', {
      comments: 1,
      printed: /^\[Open the page of tides\]\(https:[^[]*$/m,
    }),
    run('pull_request, the app does not work', 'check: planned; page failure', {
      stage: blankPage,
      comments: 1,
      printed: /^\[Open the page of tides\]/m,
    }),
    run('pull_request, the folder has an error', 'check: rejected; check failure, page failure', {
      stage: badFolder,
      comments: 1,
    }),
    run('merge_group', 'check: planned; apps skipped, page skipped', { stage: draft }),
    run('pull_request, several apps', 'check: planned', {
      stage: winds('draft'),
      comments: 1,
      printed: /Open the page of winds/,
      ...several,
    }),
    run(
      'pull_request, one of several folders has an error',
      'check: rejected; check failure, page failure',
      {
        stage: { ...winds('draft'), files: { 'apps/tides/service.json': '{' } },
        comments: 1,
        printed: /Open the page of winds/,
        ...several,
      },
    ),
  ],
  'preview.yml': [
    run('pull_request', `deploy: deployed, deploy: listed; clean-up skipped, ${noSweep}`, {
      apps: preview(7),
      comments: 1,
    }),
    run(
      'pull_request, it has no label',
      `; clean-up skipped, delete skipped, deploy skipped, find skipped`,
      {
        labels: ['bug'],
      },
    ),
    run(
      'pull_request, the account is full',
      `deploy: listed, deploy: skipped step; clean-up skipped, ${noSweep}`,
      {
        stage: { apps: full },
        printed: /::notice::No preview: .*Idle the longest: tides-1001-pr-1001 \([\d-]+\), /,
      },
    ),
    run(
      'pull_request, the folder has an error',
      `deploy: listed, deploy: rejected; clean-up skipped, delete skipped, deploy failure, find skipped`,
      { stage: { files: badFolder.files }, comments: 1 },
    ),
    run(
      'pull_request from a fork',
      `; clean-up skipped, delete skipped, deploy skipped, find skipped`,
    ),
    run(
      'pull_request closed',
      `clean-up: deleted, clean-up: read; delete skipped, deploy skipped, find skipped`,
      {
        stage: { apps: preview(7, 77) },
        apps: preview(77),
        comments: 1,
      },
    ),
    run(
      'pull_request closed, there is no preview',
      `clean-up: failed, clean-up: skipped step; delete skipped, deploy skipped, find skipped`,
      { stage: { apps: preview(77) }, labels: [] },
    ),
    run(
      'pull_request unlabeled',
      `clean-up: deleted, clean-up: read; delete skipped, deploy skipped, find skipped`,
      { stage: { apps: preview(7) }, apps: {}, comments: 1, labels: [] },
    ),
    run(
      'schedule',
      `delete 6: deleted, delete 7: deleted, delete 9: skipped step, find: listed; ${noPullRequest}`,
      {
        stage: {
          apps: { ...noPreviews, ...preview(6, 7, 8, 9) },
          api: {
            [open]: [
              { number: 8, ...active },
              { number: 6, ...idle },
            ],
            [pull(6)]: { state: 'open', ...idle },
            [pull(7)]: { state: 'closed', ...active },
            [pull(9)]: { state: 'open', ...active },
          },
        },
        apps: { ...noPreviews, ...preview(8, 9) },
        jobOutputs: { 'find.numbers': '["6","7","9"]' },
      },
    ),
    run(
      'schedule, GitHub does not say which pull requests are open',
      `find: listed; clean-up skipped, delete skipped, deploy skipped, find failure`,
      { stage: { apps: preview(7) } },
    ),
    run(
      'workflow_dispatch, GitHub does not say what became of one of them',
      `delete 7: skipped step, delete 9: deleted, find: listed; clean-up skipped, delete failure, deploy skipped`,
      {
        stage: {
          apps: preview(7, 9),
          api: { [open]: [], [pull(9)]: { state: 'closed', ...active } },
        },
        apps: preview(7),
      },
    ),
    run(
      'workflow_dispatch, nothing is left behind',
      `find: listed; clean-up skipped, delete skipped, deploy skipped`,
      {
        stage: { apps: preview(8), api: { [open]: [{ number: 8, ...active }] } },
      },
    ),
  ],
  'watch.yml': [
    run('schedule', 'read: listed, read: skipped step', {
      stage: { apps: { tides: 'draft', winds: 'published', 'tides-1001-pr-7': 'not_approved' } },
      printed: /^There is no news\.$/m,
    }),
    run('schedule, there is no app yet', 'read: listed, read: skipped step', {
      printed: /^There is no news\.$/m,
    }),
    run('schedule, one app was rejected', 'read: listed, read: skipped step', {
      stage: winds('not_approved'),
      printed: /^There is news: winds was rejected for good\.$/m,
      ...newIssue,
    }),
    run(
      'workflow_dispatch, others have issues with its label',
      'read: listed, read: skipped step',
      {
        stage: { ...inReview, issues: strangers },
        ...newIssue,
      },
    ),
    run('schedule, the public app is the release', 'read: listed, read: planned', {
      stage: { ...published, ...released, isDeployed: true },
      printed: /^There is no news\.$/m,
    }),
    run('schedule, the public app is something else', 'read: listed, read: planned', {
      stage: { ...published, ...released },
      printed: /tides is not its last release/,
      ...newIssue,
    }),
    run('schedule, one of several apps is not its last release', 'read: listed, read: planned', {
      stage: { apps: { tides: 'published', winds: 'published' }, submitted: { winds: 'before' } },
      printed: /^There is news: winds is not its last release\.$/m,
      ...newIssue,
      ...several,
    }),
    run('schedule, the app of the release is gone', 'read: listed, read: planned', {
      stage: { apps: { winds: 'draft' }, submitted: { tides: 'before' }, old: appFiles },
      printed: /^There is news: tides is not in the list any more\.$/m,
      ...newIssue,
    }),
    run('schedule, the released commit is gone', 'read: listed, read: skipped step', {
      stage: { ...published, submitted: { tides: 'lost' } },
      printed: /tides is not its last release/,
      ...newIssue,
    }),
    run(
      'schedule, GitHub does not say what was submitted',
      'read: listed, read: skipped step; read failure, report skipped',
      {
        stage: { ...published, submitted: 'unknown' },
      },
    ),
    run('schedule, the service answers differently', 'read: listed, read: skipped step', {
      stage: { ...draft, assumptions: { own_file: 'yes' } },
      printed: /^There is news: The service answers differently: own_file\.$/m,
      ...newIssue,
    }),
    run(
      'schedule, the secret is missing',
      'read: failed, read: skipped step; read failure, report skipped',
      {
        stage: { ...published, hasNoSecret: true },
        printed: /the secret MINIAPPS_API_KEY/,
      },
    ),
    run(
      'schedule, the command cannot be installed',
      'read: listed, read: skipped step; report failure, test-service failure',
      {
        stage: { ...draft, isNpmDown: true },
      },
    ),
    run(
      'schedule, the repository has no variable',
      '; read skipped, report skipped, test-service skipped',
      {
        stage: unconfigured,
      },
    ),
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
  'monorepo-build.yml': [
    run(
      'push, a build that cannot be an app holds back no other',
      'drafts: deployed; build failure, check skipped',
      {
        stage: { ...winds('draft'), files: { 'apps/winds/service.json': '{' } },
        printed: /service\.json/,
      },
    ),
    run('push', 'drafts: deployed; check skipped', { stage: winds('draft') }),
    run('pull_request', 'check: planned; drafts skipped', { stage: winds('draft'), comments: 1 }),
    run('pull_request from a fork', 'check: planned; drafts skipped', { stage: winds('draft') }),
    run('merge_group', 'check: planned; drafts skipped', { stage: winds('draft') }),
  ],
  'monorepo-release.yml': [
    run('tag, it names one app', 'plan: listed, plan: skipped step, submit tides: deployed', {
      stage: winds('draft'),
      tag: 'tides-v1.2.3',
      apps: { tides: 'in_review', winds: 'draft' },
      jobOutputs: { 'plan.slugs': '["tides"]' },
    }),
    run(
      'tag, it names all apps',
      'plan: listed, plan: planned, submit tides: deployed, submit winds: deployed',
      {
        stage: winds('draft'),
        apps: { tides: 'in_review', winds: 'in_review' },
      },
    ),
    run(
      'tag, it names no app',
      'plan: listed, plan: skipped step; plan failure, record skipped, submit skipped',
      {
        tag: 'Tides-v1.2.3',
      },
    ),
    run(
      'tag, what is in review or public with this content is not submitted again',
      'plan: listed, plan: planned; record skipped, submit skipped',
      { stage: { apps: { tides: 'in_review', winds: 'published' }, isDeployed: true } },
    ),
    run(
      'tag, a broken folder holds back no other',
      'plan: listed, plan: rejected, submit tides: deployed; plan failure',
      {
        stage: { ...winds('draft'), files: { 'apps/winds/service.json': '{' } },
        apps: { tides: 'in_review', winds: 'draft' },
      },
    ),
    run(
      'tag, the secret is missing',
      'plan: failed, plan: skipped step; plan failure, record skipped, submit skipped',
      { stage: { ...winds('draft'), hasNoSecret: true }, printed: /the secret MINIAPPS_API_KEY/ },
    ),
    run('workflow_dispatch', '; plan skipped, record skipped, submit skipped'),
    run(
      'workflow_dispatch on a tag, an older one than is published',
      'plan: listed, plan: planned, submit tides: deployed, submit winds: deployed',
      {
        stage: { apps: { tides: 'published', winds: 'published' } },
        apps: { tides: 'in_review', winds: 'in_review' },
      },
    ),
  ],
};

const same = { isDeployed: true };
const other = { confirm: 'winds' };

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
    ['deploy', 'draft', 'draft', 'change', 'unchanged', 'and nothing differs', same],
    ['deploy', 'draft', 'draft', 'change', 'deployed', 'and it is forced', same, { force: 'true' }],
    ['withdraw', 'in_review', 'draft', 'change', 'withdrawn'],
    [
      'withdraw',
      'in_review',
      'in_review',
      'change',
      'failed',
      'and another slug is confirmed',
      {},
      other,
    ],
    ['delete', 'draft', null, 'change', 'deleted'],
    ['delete', 'draft', 'draft', 'change', 'failed', 'and another slug is confirmed', {}, other],
  ] as const
).map(([command, before, after, job, outcome, when = '', more = {}, form = {}]): Run => {
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
      inputs: { command, 'on-in-review': 'fail', force: 'false', confirm: 'tides', ...form },
      apps: after === null ? {} : { tides: after },
    },
  );
});

/** All runs whose result is known. */
export const scenarios: readonly Scenario[] = Object.entries({
  ...recipes,
  'manual.yml': manual,
}).flatMap(([workflow, runs]) => runs.map((one) => ({ workflow, ...one })));
