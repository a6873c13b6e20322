import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { type Asked, type FakeGithub, startGithub } from '../integration/github/fake-github.ts';
import { readText } from '../support/repository.ts';
import { fillIn, listRecipes, readRecipe } from './recipe.ts';
import {
  appFiles,
  concurrency,
  key,
  moveApp,
  openDeployed,
  openStage,
  otherPage,
  pullRequestFrom,
  type Stage,
  type StageResult,
  slug,
  terms,
} from './stage.ts';

const pullRequest = pullRequestFrom('octo/apps');
const read = `GET /api/miniapps/${slug} 200`;

/** Answers as GitHub does for a branch that is so many commits ahead, and for a pull request without comments. */
function startUsualGithub(aheadBy = 0): Promise<FakeGithub> {
  return startGithub(({ method, path }: Asked) => {
    if (path.includes('/compare/')) return { status: 200, body: { ahead_by: aheadBy } };
    return method === 'GET' ? { status: 200, body: [] } : { status: 201, body: { id: 1 } };
  });
}

interface Run {
  readonly stage: Stage;
  readonly github: FakeGithub;
  /** The values of expressions beside those that every recipe has. */
  readonly values?: Readonly<Record<string, string>>;
  readonly event?: unknown;
  /** `pull_request` where there is an event, else `push`, unless this says otherwise. */
  readonly eventName?: string;
}

/** Runs the last step of a job that uses the action, as it is written, on a stage whose app folder is where the recipe has it. */
async function runJob(recipe: string, job: string, run: Run): Promise<StageResult> {
  const { stage, github, values = {}, event, eventName = event === undefined ? 'push' : 'pull_request' } = run;
  const step = readRecipe(recipe).findLast((entry) => entry.job === job);
  assert.ok(step, `${recipe} has a job ${job} that uses the action`);
  const table = {
    'vars.MINIAPPS_BASE_URL': stage.sandbox.url,
    'secrets.MINIAPPS_API_KEY': key,
    'github.event.number': '7',
    'github.event.pull_request.head.repo.full_name == github.repository': 'true',
    ...values,
  };
  // What the usual stage would add is for the recipe to say.
  const nothing = { 'base-url': '', 'api-key': '', slug: '', folder: '' };
  const inputs = { ...nothing, 'github-token': 'ghs_of-this-job-0123456789', ...fillIn(step.with, table) };
  const env = { GITHUB_API_URL: github.apiUrl, GITHUB_EVENT_NAME: eventName };
  return stage.run(inputs, { event: event ?? {}, env });
}

describe('recipes', { concurrency }, () => {
  test('every recipe is played here, and names no input that the action does not have', () => {
    const played = 'build manual minimal monorepo preview pull-request push-draft release status';
    assert.deepEqual(
      listRecipes(),
      played.split(' ').map((name) => `${name}.yml`),
    );
    const action: { readonly inputs: object } = parse(readText('action.yml'));
    for (const name of listRecipes()) {
      const steps = readRecipe(name);
      assert.ok(steps.length > 0, name);
      const unknown = steps.flatMap((step) => Object.keys(step.with)).filter((input) => !(input in action.inputs));
      assert.deepEqual(unknown, [], name);
    }
  });

  test('minimal.yml creates the app, and leaves it alone when nothing has changed', async () => {
    await using stage = await openStage();
    await using github = await startUsualGithub();
    for (const outcome of ['deployed', 'unchanged']) {
      const result = await runJob('minimal.yml', 'draft', { stage, github });
      assert.equal(result.outputs['outcome'], outcome);
    }
  });

  test('build.yml deploys what the build writes to dist/', async () => {
    const built = Object.entries(appFiles).map(([path, content]) => [path.replace('app/', 'dist/'), content] as const);
    await using stage = await openStage({ files: Object.fromEntries(built) });
    await using github = await startUsualGithub();
    const result = await runJob('build.yml', 'draft', { stage, github });
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['file-count'], String(built.length));
  });

  test('push-draft.yml creates, leaves alone what is there or in review, and never brings back the old', async () => {
    await using stage = await openStage();
    await using github = await startUsualGithub();
    const first = await runJob('push-draft.yml', 'draft', { stage, github });
    assert.equal(first.outputs['outcome'], 'deployed');
    const second = await runJob('push-draft.yml', 'draft', { stage, github });
    assert.deepEqual(second.requests, [read]);
    moveApp(stage, 'submit');
    await stage.write(otherPage);
    const third = await runJob('push-draft.yml', 'draft', { stage, github });
    assert.deepEqual([third.exitCode, third.outputs['skip-reason']], [0, 'in-review']);
    await using moved = await startUsualGithub(2);
    const late = await runJob('push-draft.yml', 'draft', { stage, github: moved });
    assert.deepEqual([late.exitCode, late.outputs['skip-reason'], late.requests], [0, 'stale', []]);
  });

  test('release.yml deploys and submits once, and its second job reports the review result', async () => {
    await using stage = await openDeployed();
    await using github = await startUsualGithub();
    await stage.write(otherPage);
    const submit = await runJob('release.yml', 'submit', { stage, github });
    assert.equal(submit.outputs['submitted'], 'true');
    assert.equal(submit.outputs['status'], 'in_review');
    const again = await runJob('release.yml', 'submit', { stage, github });
    assert.deepEqual(again.requests, [read]);
    assert.equal(again.outputs['submitted'], 'true');
    moveApp(stage, 'reject', 'Who made it?');
    const review = await runJob('release.yml', 'review', { stage, github });
    assert.equal(review.exitCode, 1);
    assert.equal(review.outputs['review-note'], 'Who made it?');
  });

  test('status.yml is green for a published app and red for one that was not approved', async () => {
    await using github = await startUsualGithub();
    for (const [state, exitCode] of [
      ['published', 0],
      ['draft', 0],
      ['not_approved', 1],
    ] as const) {
      await using stage = await openDeployed(state);
      const result = await runJob('status.yml', 'status', { stage, github });
      assert.deepEqual(result.requests, [read]);
      assert.equal(result.exitCode, exitCode);
      assert.equal(result.outputs['status'], state);
    }
  });

  test('pull-request.yml plans and comments for a branch of its own, and checks one of a fork', async () => {
    await using stage = await openDeployed();
    await using github = await startUsualGithub();
    await stage.write(otherPage);
    const ours = await runJob('pull-request.yml', 'check', { stage, github, event: pullRequest });
    assert.deepEqual(ours.requests, [read]);
    assert.equal(ours.outputs['outcome'], 'planned');
    assert.deepEqual(
      github.asked.map(({ method }) => method),
      ['GET', 'POST'],
    );
    const theirs = await runJob('pull-request.yml', 'check', {
      stage,
      github,
      event: pullRequestFrom('someone/apps'),
      values: {
        'secrets.MINIAPPS_API_KEY': '',
        'github.event.pull_request.head.repo.full_name == github.repository': 'false',
      },
    });
    assert.deepEqual(theirs.requests, []);
    assert.deepEqual([theirs.exitCode, theirs.outputs['skip-reason']], [0, 'fork']);
    assert.equal(github.asked.length, 2);
  });

  test('pull-request.yml plans in a merge queue, where there is no pull request to comment on', async () => {
    await using stage = await openDeployed();
    await using github = await startUsualGithub();
    const queued = await runJob('pull-request.yml', 'check', {
      stage,
      github,
      eventName: 'merge_group',
      event: { merge_group: { base_ref: 'refs/heads/main' }, repository: { full_name: 'octo/apps' } },
      values: { 'github.event.pull_request.head.repo.full_name == github.repository': 'false' },
    });
    assert.deepEqual([queued.exitCode, queued.outputs['outcome']], [0, 'planned']);
    assert.deepEqual([queued.requests, github.asked.length], [[read], 0]);
  });

  test('preview.yml gives a pull request an app of its own, and takes it away', async () => {
    await using stage = await openStage();
    await using github = await startUsualGithub();
    const open = await runJob('preview.yml', 'deploy', { stage, github, event: pullRequest });
    assert.equal(open.outputs['outcome'], 'deployed');
    assert.equal(open.outputs['url'], `${stage.sandbox.url}/a/tides-pr-7`);
    const closed = await runJob('preview.yml', 'clean-up', { stage, github, event: pullRequest });
    assert.equal(closed.outputs['outcome'], 'deleted');
    assert.equal(stage.sandbox.store.find('tides-pr-7'), undefined);
    assert.deepEqual(
      github.asked.map(({ method }) => method),
      ['GET', 'POST', 'GET', 'POST'],
    );
  });

  test('monorepo.yml lists the apps, and deploys each from the folder of its name', async () => {
    const files = Object.entries(appFiles).flatMap(([path, content]) =>
      ['tides', 'winds'].map((name) => [path.replace('app/', `apps/${name}/`), content] as const),
    );
    await using stage = await openStage({ files: Object.fromEntries(files) });
    await using github = await startUsualGithub();
    for (const name of ['tides', 'winds']) stage.sandbox.store.create('developer', name, new Map());
    const list = await runJob('monorepo.yml', 'list', { stage, github });
    const slugs = JSON.parse(list.outputs['apps'] ?? '').map((app: { readonly slug: string }) => app.slug);
    assert.deepEqual(slugs, ['tides', 'winds']);
    for (const name of slugs) {
      const result = await runJob('monorepo.yml', 'draft', { stage, github, values: { 'matrix.slug': name } });
      assert.equal(result.outputs['outcome'], 'deployed');
      assert.equal(result.outputs['slug'], name);
    }
  });

  test('manual.yml gives the folder to submit too, as a guard, and runs each command that its form offers', async () => {
    const [, change] = readRecipe('manual.yml');
    assert.deepEqual([change?.job, change?.with['folder']], ['change', 'app']);
    await using stage = await openStage();
    await using github = await startUsualGithub();
    const story = [
      ['create', 'created'],
      ['deploy', 'deployed'],
      ['update', 'unchanged'],
      ['submit', 'submitted'],
      ['status', 'read'],
      ['list', 'listed'],
      ['delete', 'deleted'],
    ] as const;
    for (const [command, outcome] of story) {
      const job = command === 'status' || command === 'list' ? 'read' : 'change';
      const values = {
        'inputs.command': command,
        'inputs.on-in-review': 'fail',
        'inputs.terms-version': terms,
        'inputs.confirm': 'tides',
      };
      const result = await runJob('manual.yml', job, { stage, github, values });
      assert.equal(result.outputs['outcome'], outcome, result.output);
    }
  });
});
