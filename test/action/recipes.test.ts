import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { Seed } from '../../sandbox/settings.ts';
import { type Asked, type FakeGithub, startGithub } from '../integration/github/fake-github.ts';
import { type FakeGh, makeFakeGh, writeCommand } from '../support/fake-gh/state.ts';
import { readText } from '../support/repository.ts';
import { listRecipes, type PlayedJob, type Playing, playRecipe, readInputs } from './recipe.ts';
import {
  appFiles,
  concurrency,
  type DeployedState,
  type Files,
  moveApp,
  openDeployed,
  openStage,
  otherPage,
  pullRequestFrom,
  type Stage,
  type StageResult,
  slug,
  terms,
  toSentFiles,
} from './stage.ts';

const read = `GET /api/miniapps/${slug} 200`;
const list = 'GET /api/miniapps 200';
/** The recipes run on Linux: their scripts need its bash. */
const skip = process.platform === 'win32';
const byHand = { eventName: 'workflow_dispatch' } as const;

/** Answers as GitHub does for a branch that is so many commits ahead, and for a pull request without comments. */
function startUsualGithub(aheadBy = 0): Promise<FakeGithub> {
  return startGithub(({ method, path }: Asked) => {
    if (path.includes('/compare/')) return { status: 200, body: { ahead_by: aheadBy } };
    return method === 'GET' ? { status: 200, body: [] } : { status: 201, body: { id: 1 } };
  });
}

/** Plays a recipe whose `gh` is the fake one. */
function playWithGh(
  name: string,
  gh: FakeGh,
  playing: Omit<Playing, 'commands' | 'env'>,
): Promise<readonly PlayedJob[]> {
  return playRecipe(name, { ...byHand, ...playing, commands: gh.commands, env: gh.env });
}

/** How each job ended, in order. */
function listResults(jobs: readonly PlayedJob[]): readonly (readonly [string, string])[] {
  return jobs.map(({ job, result }) => [job, result]);
}

/** The last run of the action in a job. */
function findRun(jobs: readonly PlayedJob[], name: string): StageResult {
  const run = jobs.findLast(({ job }) => job === name)?.runs.at(-1);
  return run ?? assert.fail(`${name} did not run the action`);
}

/** The event of a pull request to this repository, by the name of the one that its branch is in. */
function onPullRequest(action: string, repository = 'octo/apps') {
  return { eventName: 'pull_request', event: { ...pullRequestFrom(repository), action } } as const;
}

/** The usual app once more for each slug, where a repository of many apps has it. */
function toManyApps(slugs: readonly string[]): Files {
  return Object.fromEntries(
    slugs.flatMap((name) =>
      Object.entries(appFiles).map(([path, content]) => [path.replace('app/', `apps/${name}/`), content]),
    ),
  );
}

function toSeed(name: string, status: DeployedState = 'draft'): Seed {
  return { slug: name, files: toSentFiles(), status };
}

/** Commits all there is, and says which commit that is. */
function commitAll(workspace: string): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: workspace,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'Change');
  return git('rev-parse', 'HEAD').trim();
}

describe('recipes', { concurrency }, () => {
  test('every recipe is played here, and names no input that the action does not have', () => {
    const single = 'build manual minimal preview preview-sweep pull-request push-draft release review-watch status';
    const many = 'monorepo monorepo-parallel monorepo-release monorepo-status';
    assert.deepEqual(
      listRecipes(),
      `${single} ${many}`
        .split(' ')
        .map((name) => `${name}.yml`)
        .sort(),
    );
    const action: { readonly inputs: object } = parse(readText('action.yml'));
    for (const name of listRecipes()) {
      const given = readInputs(name);
      assert.ok(given.length > 0, name);
      const unknown = given.flat().filter((input) => !(input in action.inputs));
      assert.deepEqual(unknown, [], name);
    }
  });

  test('minimal.yml creates the app, and leaves it alone when nothing has changed', async () => {
    await using stage = await openStage();
    await using github = await startUsualGithub();
    for (const outcome of ['deployed', 'unchanged']) {
      const jobs = await playRecipe('minimal.yml', { stage, apiUrl: github.apiUrl });
      assert.equal(findRun(jobs, 'draft').outputs['outcome'], outcome);
    }
  });

  test('build.yml deploys what the build writes to dist/', { skip }, async (t) => {
    await using stage = await openStage();
    await using github = await startUsualGithub();
    const commands = await mkdtemp(join(tmpdir(), 'npm-'));
    t.after(() => rm(commands, { recursive: true }));
    await writeCommand(commands, 'npm', 'test "$1" = ci || cp -R app dist');
    const jobs = await playRecipe('build.yml', { stage, apiUrl: github.apiUrl, commands });
    const { outputs } = findRun(jobs, 'draft');
    assert.deepEqual([outputs['outcome'], outputs['file-count']], ['deployed', String(Object.keys(appFiles).length)]);
  });

  test('push-draft.yml creates, leaves alone what is there or in review, and never brings back the old', async () => {
    await using stage = await openStage();
    await using github = await startUsualGithub();
    const push = async (apiUrl = github.apiUrl) => {
      const jobs = await playRecipe('push-draft.yml', { stage, apiUrl });
      assert.equal(jobs[0]?.deployment, null);
      return findRun(jobs, 'draft');
    };
    assert.equal((await push()).outputs['outcome'], 'deployed');
    assert.deepEqual((await push()).requests, [read]);
    moveApp(stage, 'submit');
    await stage.write(otherPage);
    const third = await push();
    assert.deepEqual([third.exitCode, third.outputs['skip-reason']], [0, 'in-review']);
    await using moved = await startUsualGithub(2);
    const late = await push(moved.apiUrl);
    assert.deepEqual([late.exitCode, late.outputs['skip-reason'], late.requests], [0, 'stale', []]);
  });

  describe('release.yml', { concurrency, skip }, () => {
    const release = (stage: Stage, playing: Partial<Playing> = {}) =>
      playRecipe('release.yml', { stage, ref: 'refs/tags/v1.0.0', ...playing });

    test('deploys and submits once, then records the deployment, and its last job reports the review result', async () => {
      await using stage = await openDeployed();
      await stage.write(otherPage);
      const approved = { review: () => moveApp(stage, 'approve') };
      const first = await release(stage, { before: approved });
      assert.deepEqual(listResults(first), [
        ['submit', 'success'],
        ['record', 'success'],
        ['review', 'success'],
      ]);
      const url = `${stage.sandbox.url}/a/tides`;
      assert.deepEqual(
        first.map(({ deployment }) => deployment),
        [null, { name: 'miniapp-in-review', url }, null],
      );
      assert.equal(findRun(first, 'review').outputs['status'], 'published');
    });

    test('run again changes nothing, and ends red with the note of a reviewer who says no', async () => {
      await using stage = await openDeployed('in_review');
      const before = { review: () => moveApp(stage, 'reject', 'Who made it?') };
      const jobs = await release(stage, { before });
      assert.ok(findRun(jobs, 'submit').requests.every((request) => request === read));
      assert.deepEqual(listResults(jobs), [
        ['submit', 'success'],
        ['record', 'success'],
        ['review', 'failure'],
      ]);
      assert.equal(findRun(jobs, 'review').outputs['review-note'], 'Who made it?');
    });

    test('records no deployment of what was not submitted', async () => {
      await using stage = await openDeployed('in_review');
      await stage.write(otherPage);
      const refused = await release(stage);
      assert.deepEqual(listResults(refused), [
        ['submit', 'failure'],
        ['record', 'skipped'],
        ['review', 'skipped'],
      ]);
      await using other = await openDeployed('published');
      const published = await release(other);
      assert.equal(findRun(published, 'submit').outputs['submitted'], 'false');
      assert.deepEqual(
        [...refused, ...published].filter(({ deployment }) => deployment !== null),
        [],
      );
    });

    test('run for an older tag rolls back: its content is deployed and reviewed again', async () => {
      await using stage = await openDeployed('published');
      const old = findRun(await release(stage), 'submit').outputs['content-hash'];
      await stage.write(otherPage);
      const newer = await release(stage, { before: { review: () => moveApp(stage, 'approve') } });
      await stage.write({ 'app/index.html': appFiles['app/index.html'] });
      const back = await release(stage, { ...byHand, before: { review: () => moveApp(stage, 'approve') } });
      const { outputs } = findRun(back, 'submit');
      assert.deepEqual([outputs['content-hash'], outputs['changed'], outputs['submitted']], [old, 'true', 'true']);
      assert.notEqual(findRun(newer, 'submit').outputs['content-hash'], old);
    });

    test('does nothing when it is run for a branch', async () => {
      await using stage = await openDeployed();
      const jobs = await release(stage, { ...byHand, ref: 'refs/heads/main' });
      assert.ok(jobs.every(({ result }) => result === 'skipped'));
    });
  });

  test('status.yml is green for a published app, red for one that was not approved or was taken down', {
    skip,
  }, async () => {
    const check = (stage: Stage) => playRecipe('status.yml', { stage, ...byHand });
    for (const [state, result] of [
      ['published', 'success'],
      ['draft', 'success'],
      ['not_approved', 'failure'],
    ] as const) {
      await using stage = await openDeployed(state);
      const [job] = await check(stage);
      assert.equal(job?.result, result, state);
      const [run] = job?.runs ?? [];
      assert.equal(run?.outputs['status'], state);
      assert.ok(run?.requests.every((request) => request === read));
    }
    await using stage = await openDeployed('published');
    moveApp(stage, 'take_down');
    const [job] = await check(stage);
    assert.deepEqual([job?.result, job?.printed], ['failure', '::error::tides was taken down.\n']);
  });

  test('pull-request.yml plans and comments for a branch of its own, and checks one of a fork', async () => {
    await using stage = await openDeployed();
    await using github = await startUsualGithub();
    await stage.write(otherPage);
    const playing = { stage, apiUrl: github.apiUrl };
    const ours = findRun(await playRecipe('pull-request.yml', { ...playing, ...onPullRequest('opened') }), 'check');
    assert.deepEqual([ours.requests, ours.outputs['outcome']], [[read], 'planned']);
    assert.deepEqual(
      github.asked.map(({ method }) => method),
      ['GET', 'POST'],
    );
    const fork = { ...onPullRequest('opened', 'someone/apps'), secrets: { MINIAPPS_API_KEY: '' } };
    const theirs = findRun(await playRecipe('pull-request.yml', { ...playing, ...fork }), 'check');
    assert.deepEqual(theirs.requests, []);
    assert.deepEqual([theirs.exitCode, theirs.outputs['skip-reason']], [0, 'fork']);
    assert.equal(github.asked.length, 2);
  });

  test('pull-request.yml plans in a merge queue, where there is no pull request to comment on', async () => {
    await using stage = await openDeployed();
    await using github = await startUsualGithub();
    const event = { merge_group: { base_ref: 'refs/heads/main' }, repository: { full_name: 'octo/apps' } };
    const playing = { stage, apiUrl: github.apiUrl, eventName: 'merge_group', event };
    const queued = findRun(await playRecipe('pull-request.yml', playing), 'check');
    assert.deepEqual([queued.exitCode, queued.outputs['outcome']], [0, 'planned']);
    assert.deepEqual([queued.requests, github.asked.length], [[read], 0]);
  });

  test('preview.yml gives a pull request an app of its own, and takes it away', async () => {
    await using stage = await openStage();
    await using github = await startUsualGithub();
    const playing = { stage, apiUrl: github.apiUrl };
    const opened = await playRecipe('preview.yml', { ...playing, ...onPullRequest('opened') });
    assert.deepEqual(listResults(opened), [
      ['deploy', 'success'],
      ['clean-up', 'skipped'],
    ]);
    assert.equal(findRun(opened, 'deploy').outputs['url'], `${stage.sandbox.url}/a/tides-pr-7`);
    const closed = await playRecipe('preview.yml', { ...playing, ...onPullRequest('closed') });
    assert.equal(findRun(closed, 'clean-up').outputs['outcome'], 'deleted');
    assert.equal(stage.sandbox.store.find('tides-pr-7'), undefined);
    assert.deepEqual(
      github.asked.map(({ method }) => method),
      ['GET', 'POST', 'GET', 'POST'],
    );
    const again = await playRecipe('preview.yml', { ...playing, ...onPullRequest('closed') });
    assert.deepEqual(findRun(again, 'clean-up').requests, [list]);
  });

  describe('preview-sweep.yml', { concurrency, skip }, () => {
    const open = [11, 12, 13, 14, 15, 16, 17, 18];
    const orphans = [1, 2, 3, 4, 5, 6];
    const others = ['tides', 'winds', 'tides-pr-', 'tides-pr-07', 'my-tides-pr-1', 'tides-pr-1-old'];
    const previews = [...orphans, ...open].map((number) => `tides-pr-${number}`);
    const pulls = 'repos/octo/apps/pulls';
    const openPulls = { [`${pulls}?state=open&per_page=100`]: open.map((number) => ({ number })) };
    const closedPulls = orphans.map((number) => [`${pulls}/${number}`, { state: 'closed' }]);
    const count = (stage: Stage) => stage.sandbox.store.apps().length;
    const openFull = () => openStage({ seed: [...others, ...previews].map((name) => toSeed(name)) });
    const preview = (stage: Stage) =>
      playRecipe('preview.yml', {
        stage,
        eventName: 'pull_request',
        event: { ...pullRequestFrom('octo/apps'), number: 19, action: 'opened' },
      });

    test('deletes the six orphans of twenty apps and nothing else, and then there is room for a preview', async () => {
      await using stage = await openFull();
      await using gh = await makeFakeGh();
      await gh.setApi({ ...openPulls, ...Object.fromEntries(closedPulls) });
      assert.equal(count(stage), 20);
      const full = await preview(stage);
      assert.match(findRun(full, 'deploy').output, /limit of 20 apps/);
      const jobs = await playWithGh('preview-sweep.yml', gh, { stage });
      assert.deepEqual(listResults(jobs), [['find', 'success'], ...orphans.map(() => ['delete', 'success'])]);
      const left = stage.sandbox.store.apps().map((app) => app.slug);
      assert.deepEqual(left, [...others, ...open.map((number) => `tides-pr-${number}`)]);
      const created = await preview(stage);
      assert.deepEqual([findRun(created, 'deploy').outputs['outcome'], count(stage)], ['deployed', 15]);
      const again = await playWithGh('preview-sweep.yml', gh, {
        stage,
        before: { find: () => gh.setApi({ ...openPulls, [`${pulls}/19`]: { state: 'closed' } }) },
      });
      assert.deepEqual([again.at(-1)?.result, count(stage)], ['success', 14]);
      const idle = await playWithGh('preview-sweep.yml', gh, { stage });
      assert.deepEqual(listResults(idle), [
        ['find', 'success'],
        ['delete', 'skipped'],
      ]);
    });

    test('deletes nothing if the pull requests cannot be read', async () => {
      await using stage = await openFull();
      await using gh = await makeFakeGh();
      await gh.setApi(Object.fromEntries(closedPulls));
      const jobs = await playWithGh('preview-sweep.yml', gh, { stage });
      assert.deepEqual(listResults(jobs), [
        ['find', 'failure'],
        ['delete', 'skipped'],
      ]);
      assert.equal(count(stage), 20);
    });

    test('keeps a preview whose pull request was opened again meanwhile, or cannot be read', async () => {
      await using stage = await openFull();
      await using gh = await makeFakeGh();
      await gh.setApi({ ...openPulls, ...Object.fromEntries(closedPulls.slice(2)), [`${pulls}/1`]: { state: 'open' } });
      const jobs = await playWithGh('preview-sweep.yml', gh, { stage });
      assert.deepEqual(
        jobs.map(({ result, runs }) => [result, runs.length]),
        [['success', 1], ['success', 0], ['failure', 0], ...orphans.slice(2).map(() => ['success', 1])],
      );
      assert.equal(count(stage), 16);
    });
  });

  describe('review-watch.yml', { concurrency, skip }, () => {
    const watch = async (stage: Stage, gh: FakeGh) => {
      const [job] = await playWithGh('review-watch.yml', gh, { stage });
      assert.equal(job?.result, 'success', job?.printed);
      assert.deepEqual(job?.runs[0]?.requests, [read]);
      return (await gh.read()).issues;
    };

    test('makes one issue for a review, comments on an approval once and closes it, opens it for what comes later', async () => {
      await using stage = await openDeployed();
      await using gh = await makeFakeGh();
      assert.deepEqual(await watch(stage, gh), []);
      moveApp(stage, 'submit');
      for (let run = 0; run < 3; run += 1) {
        const [issue, ...more] = await watch(stage, gh);
        assert.deepEqual([issue?.title, issue?.comments, issue?.state, more], ['Review of tides', [], 'OPEN', []]);
      }
      moveApp(stage, 'approve', 'Well done.');
      for (let run = 0; run < 2; run += 1) {
        const [issue] = await watch(stage, gh);
        assert.deepEqual([issue?.comments.length, issue?.state], [1, 'CLOSED']);
        const [, comment] = issue?.comments[0]?.split(/(?<=-->)\n/) ?? [];
        assert.equal(comment, `${stage.sandbox.url}/a/tides\n\n\`\`\`\n    published\n    Well done.\n\`\`\``);
        assert.equal(issue?.body, issue?.comments[0]);
      }
      moveApp(stage, 'take_down');
      const [taken, ...more] = await watch(stage, gh);
      assert.deepEqual([taken?.comments.length, taken?.state, more], [2, 'OPEN', []]);
    });

    test('tells a new note in the same state, and opens no issue for a published app', async () => {
      await using stage = await openDeployed('published');
      await using gh = await makeFakeGh();
      assert.deepEqual(await watch(stage, gh), []);
      assert.deepEqual((await gh.read()).calls, ['issue list']);
      await using other = await openDeployed('not_approved');
      assert.deepEqual(
        (await watch(other, gh)).map(({ comments }) => comments.length),
        [0],
      );
      await using third = await openDeployed('in_review');
      moveApp(third, 'reject', 'Another reason.');
      assert.deepEqual(
        (await watch(third, gh)).map(({ comments, state }) => [comments.length, state]),
        [[1, 'OPEN']],
      );
    });

    test('shows a hostile note as code, and runs none of it', async () => {
      await using stage = await openDeployed();
      await using gh = await makeFakeGh();
      moveApp(stage, 'submit');
      const note = 'Hm $(id) `id`\n```\n@octo/team <img src=x>\r~~~\n::error::x\n-n "$GH_TOKEN"';
      moveApp(stage, 'reject', note);
      const [issue] = await watch(stage, gh);
      const [fence, ...rest] = issue?.body.split('\n').slice(3) ?? [];
      assert.deepEqual([fence, rest.at(-1)], ['```', '```']);
      assert.ok(rest.slice(0, -1).every((line) => line.startsWith('    ')));
      for (const part of ['$(id) `id`', '@octo/team <img src=x>', '-n "$GH_TOKEN"']) {
        assert.ok(issue?.body.includes(part), part);
      }
    });
  });

  describe('monorepo.yml', { concurrency, skip }, () => {
    const play = (stage: Stage, playing: Partial<Playing>) => playRecipe('monorepo.yml', { stage, ...playing });

    test('deploys the apps whose folder a push changed, and all of them by hand', async () => {
      await using stage = await openStage({ files: toManyApps(['tides', 'winds', 'waves']) });
      for (const name of ['tides', 'winds', 'preview-1']) stage.sandbox.store.create('developer', name, new Map());
      const before = commitAll(stage.workspace);
      await stage.write({ 'apps/winds/index.html': otherPage['app/index.html'], 'README.md': 'Apps' });
      commitAll(stage.workspace);
      const pushed = await play(stage, { event: { before } });
      assert.deepEqual(listResults(pushed), [
        ['list', 'success'],
        ['draft', 'success'],
      ]);
      assert.deepEqual(findRun(pushed, 'draft').outputs['slug'], 'winds');
      assert.equal(pushed[0]?.printed, '');
      const all = await play(stage, byHand);
      assert.deepEqual(
        all.slice(1).map(({ runs }) => [runs[0]?.outputs['slug'], runs[0]?.outputs['outcome']]),
        [
          ['tides', 'deployed'],
          ['winds', 'unchanged'],
        ],
      );
      assert.match(all[0]?.printed ?? '', /^::notice::apps\/waves has no app yet/);
    });

    test('deploys all after a push whose earlier commit is gone, and none after one that changed no app', async () => {
      await using stage = await openStage({ files: toManyApps(['tides']) });
      stage.sandbox.store.create('developer', 'tides', new Map());
      const before = commitAll(stage.workspace);
      const forced = await play(stage, { event: { before: '0'.repeat(40) } });
      assert.equal(findRun(forced, 'draft').outputs['outcome'], 'deployed');
      await stage.write({ 'README.md': 'Apps' });
      commitAll(stage.workspace);
      const none = await play(stage, { event: { before } });
      assert.deepEqual(listResults(none), [
        ['list', 'success'],
        ['draft', 'skipped'],
      ]);
    });
  });

  test('monorepo-parallel.yml deploys every app from one checkout, and one that fails holds back none', async () => {
    await using stage = await openStage({ files: toManyApps(['tides', 'winds']), seed: [toSeed('winds')] });
    await using github = await startUsualGithub();
    await stage.write({ 'apps/winds/index.html': otherPage['app/index.html'] });
    const [job] = await playRecipe('monorepo-parallel.yml', { stage, apiUrl: github.apiUrl });
    assert.deepEqual(
      job?.runs.map(({ outputs }) => [outputs['slug'], outputs['outcome']]),
      [
        ['tides', 'failed'],
        ['winds', 'deployed'],
      ],
    );
    assert.equal(job?.result, 'failure');
  });

  test('monorepo-release.yml releases the app that the tag names, and no other', { skip }, async () => {
    await using stage = await openStage({
      files: toManyApps(['tides', 'high-winds']),
      seed: [toSeed('tides'), toSeed('high-winds')],
    });
    const play = (tag: string) => playRecipe('monorepo-release.yml', { stage, ref: `refs/tags/${tag}` });
    const jobs = await play('high-winds-v1.4.0');
    assert.ok(jobs.every(({ result }) => result === 'success'));
    assert.deepEqual(
      stage.sandbox.store.apps().map(({ slug: name, status }) => [name, status]),
      [
        ['tides', 'draft'],
        ['high-winds', 'in_review'],
      ],
    );
    const url = `${stage.sandbox.url}/a/high-winds`;
    assert.deepEqual(
      jobs.map(({ deployment }) => deployment),
      [null, null, { name: 'miniapp-high-winds-in-review', url }],
    );
    const wrong = await play('v1.4.0');
    assert.deepEqual(
      wrong.map(({ result }) => result),
      ['failure', 'skipped', 'skipped'],
    );
  });

  test('monorepo-status.yml tells of all apps by one request', { skip }, async () => {
    await using stage = await openStage({ seed: [toSeed('tides', 'published'), toSeed('winds')] });
    const check = () => playRecipe('monorepo-status.yml', { stage, ...byHand });
    const [good] = await check();
    assert.deepEqual([good?.result, good?.runs[0]?.requests], ['success', [list]]);
    moveApp(stage, 'take_down');
    const [bad] = await check();
    assert.deepEqual([bad?.result, bad?.printed], ['failure', '::error::tides is taken_down.\n']);
  });

  test('manual.yml runs each command that its form offers, for the app that it names, with the folder as a guard', async () => {
    await using stage = await openStage({ files: toManyApps(['winds']) });
    await using github = await startUsualGithub();
    const form = { slug: 'winds', folder: 'apps/winds', 'on-in-review': 'fail', 'terms-version': terms };
    const run = async (command: string, confirm = '') => {
      const inputs = { ...form, command, confirm };
      const jobs = await playRecipe('manual.yml', { stage, apiUrl: github.apiUrl, ...byHand, inputs });
      const [job] = jobs.filter(({ result }) => result !== 'skipped');
      return { job, outputs: job?.runs[0]?.outputs ?? {} };
    };
    const story = [
      ['create', 'created'],
      ['deploy', 'deployed'],
      ['update', 'unchanged'],
      ['guard', 'failed'],
      ['submit', 'submitted'],
      ['status', 'read'],
      ['list', 'listed'],
    ] as const;
    const page = 'apps/winds/index.html';
    for (const [step, outcome] of story) {
      const command = step === 'guard' ? 'submit' : step;
      await stage.write({ [page]: (step === 'guard' ? otherPage : appFiles)['app/index.html'] });
      const { job, outputs } = await run(command);
      assert.equal(outputs['outcome'], outcome, command);
      assert.equal(job?.job, command === 'status' || command === 'list' ? 'read' : 'change');
    }
    assert.equal((await run('delete', 'tides')).job?.result, 'failure');
    assert.equal((await run('delete', 'winds')).outputs['outcome'], 'deleted');
  });
});
