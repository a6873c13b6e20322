/** Recipes that remember what they found before: several runs of each, in act. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import type { Settings } from '../../sandbox/service/settings.ts';
import { appFiles, concurrency, moveApp, otherPage } from '../action/stage.ts';
import { type ActRun, playInAct } from './act.ts';
import { makeEvent } from './events.ts';
import { lastSubmitted, strangers } from './scenarios.ts';
import { openRecipeStage, type RecipeStage, type RecipeStageOptions } from './stage.ts';
import { prepareForAct, readRecipeText } from './workflow.ts';

const noCommits = { sha: '0'.repeat(40), before: '0'.repeat(40) };

/** Sets a stage with commits in its repository, which act needs. */
async function openCommitted(options?: RecipeStageOptions): Promise<RecipeStage> {
  const recipe = await openRecipeStage(options);
  await recipe.commit();
  return recipe;
}

/** Plays a scheduled run of a recipe. */
function playSchedule(name: string, recipe: RecipeStage): Promise<ActRun> {
  const text = prepareForAct(readRecipeText(name));
  return playInAct(text, makeEvent('schedule', noCommits), recipe);
}

describe('drift.yml', { concurrency }, () => {
  const compare = async (recipe: RecipeStage) => {
    const run = await playSchedule('drift.yml', recipe);
    assert.equal(run.jobs['compare']?.result, 'success', run.log);
    return { issues: (await recipe.gh.read()).issues, log: run.log };
  };
  const released = {
    release: 'v1.2.3',
    old: { 'app/index.html': appFiles['app/index.html'] },
    isDeployed: true,
  } as const;

  test('keeps one issue open while the app differs from the release, closes it afterwards, and opens a new one later', async () => {
    const api = { [lastSubmitted]: [] };
    await using recipe = await openCommitted({ ...released, apps: { tides: 'taken_down' }, api });
    const { store } = recipe.stage.sandbox;
    const compareAs = async (status: 'draft' | 'published' | 'taken_down') => {
      store.put({ ...(store.find('tides') ?? assert.fail()), status });
      const { issues } = await compare(recipe);
      return issues;
    };
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail(), ...more] = await compareAs('taken_down');
      assert.deepEqual(
        [issue.title, issue.comments, more],
        ['tides differs from its release v1.2.3', [], []],
      );
      const finding =
        /\n {4}status: taken_down\n {4}a deploy of v1\.2\.3 would: change nothing\n {4}content of v1\.2\.3: sha256:[0-9a-f]{64}\n```$/;
      assert.match(issue.body, finding);
    }
    const [other = assert.fail()] = await compareAs('draft');
    assert.deepEqual([other.state, other.comments], ['OPEN', [other.body]]);
    assert.match(other.body, /^ {4}status: draft$/m);
    const [closed = assert.fail()] = await compareAs('published');
    assert.deepEqual([closed.state, closed.comments.length], ['CLOSED', 2]);
    assert.match(closed.comments[1] ?? '', /^The public app is v1\.2\.3: https:/);
    const [again = assert.fail(), ...before] = await compareAs('draft');
    assert.deepEqual([again.state, before], ['OPEN', [closed]]);
  });

  test('a release that waits for its review, or a rollback, does not count as drift', async () => {
    await using recipe = await openRecipeStage({
      ...released,
      apps: { tides: 'published' },
      files: otherPage,
    });
    const { before, sha } = await recipe.commit();
    execFileSync('git', ['tag', 'v1.3.0', sha], { cwd: recipe.stage.workspace });
    await recipe.gh.answer({ [lastSubmitted]: [{ sha: before, ref: 'v1.2.3' }] });
    const { issues, log } = await compare(recipe);
    assert.match(log, /^The public app is v1\.2\.3 /m);
    assert.deepEqual(issues, []);
    await recipe.gh.answer({ [lastSubmitted]: [{ sha, ref: 'v1.3.0' }] });
    assert.deepEqual((await compare(recipe)).issues.length, 1);
  });
});

describe('canary.yml', { concurrency }, () => {
  test('the canary opens one issue about a change, comments on further changes, and closes it at the end', async () => {
    await using recipe = await openCommitted();
    const rehearse = async (settings: Settings) => {
      recipe.stage.sandbox.configure(settings);
      const run = await playSchedule('canary.yml', recipe);
      assert.equal(run.jobs['rehearse']?.result, 'success', run.log);
      return (await recipe.gh.read()).issues;
    };
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail(), ...more] = await rehearse({ assumptions: { own_file: 'yes' } });
      assert.deepEqual(
        [issue.title, issue.comments, more],
        ['The service answers otherwise: own_file', [], []],
      );
      assert.match(
        issue.body,
        /^<!-- miniapp-canary own_file -->\n[\s\S]*\n {4}own_file: assumed: .* Seen: .*\n```/,
      );
    }
    const [other = assert.fail(), ...none] = await rehearse({
      assumptions: { own_file: 'yes', deploy_body: 'folder' },
    });
    assert.deepEqual(
      [other.title, other.comments.length, none],
      ['The service answers otherwise: deploy deploy_body', 1, []],
    );
    const [closed = assert.fail()] = await rehearse({ preset: 'documented' });
    assert.deepEqual([closed.state, closed.comments.length], ['CLOSED', 2]);
  });

  test('the canary fails if there is no report, for example because the key is missing', async () => {
    await using recipe = await openCommitted({ hasNoSecret: true });
    const run = await playSchedule('canary.yml', recipe);
    assert.deepEqual(
      [run.jobs['rehearse']?.result, (await recipe.gh.read()).issues],
      ['failure', []],
    );
  });
});

describe('review-watch.yml', { concurrency }, () => {
  const watch = async (recipe: RecipeStage) => {
    const run = await playSchedule('review-watch.yml', recipe);
    assert.equal(run.jobs['watch']?.result, 'success', run.log);
    return (await recipe.gh.read()).issues;
  };

  test('keeps one issue per review: comments on an approval once and closes it, and reopens it for later news', async () => {
    await using recipe = await openCommitted({ apps: { tides: 'in_review' } });
    const { stage } = recipe;
    for (let run = 0; run < 2; run += 1) {
      const [issue, ...more] = await watch(recipe);
      assert.deepEqual(more, []);
      assert.partialDeepStrictEqual(issue, {
        title: 'Review of tides',
        comments: [],
        state: 'OPEN',
      });
    }
    moveApp(stage, 'approve', 'Well done.');
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail()] = await watch(recipe);
      assert.deepEqual(
        { state: issue.state, comments: issue.comments },
        { state: 'CLOSED', comments: [issue.body] },
      );
      const [, comment] = issue.body.split(/(?<=-->)\n/);
      assert.equal(
        comment,
        `${stage.sandbox.url}/a/tides\n\n\`\`\`\n    published\n    Well done.\n\`\`\``,
      );
    }
    moveApp(stage, 'take_down');
    const [taken] = await watch(recipe);
    assert.deepEqual([taken?.comments.length, taken?.state], [2, 'OPEN']);
    stage.sandbox.store.put({
      ...(stage.sandbox.store.find('tides') ?? assert.fail()),
      reviewNote: 'Another reason.',
    });
    const [noted, ...more] = await watch(recipe);
    assert.deepEqual([noted?.comments.length, noted?.state, more], [3, 'OPEN', []]);
  });

  test('review-watch fails if the status cannot be read', async () => {
    await using recipe = await openRecipeStage({ apps: { tides: 'in_review' } });
    recipe.stage.sandbox.configure({ accounts: [{ name: 'developer', key: 'another-key' }] });
    await using noKey = await openRecipeStage({ apps: { tides: 'in_review' }, hasNoSecret: true });
    for (const stage of [recipe, noKey]) {
      await stage.commit();
      const run = await playSchedule('review-watch.yml', stage);
      assert.equal(run.jobs['watch']?.result, 'failure', run.log);
    }
  });

  test('review-watch changes no issues of others, even with its label or marker', async () => {
    await using recipe = await openCommitted({ apps: { tides: 'in_review' }, issues: strangers });
    await watch(recipe);
    moveApp(recipe.stage, 'approve');
    const [own, ...others] = await watch(recipe);
    assert.deepEqual([own?.state, own?.comments.length], ['CLOSED', 1]);
    assert.deepEqual(others, strangers);
  });

  test('a hostile review note is shown as code, and runs no command', async () => {
    const reviewNote =
      'Hm $(id) `id`\n```\n@octo/team <img src=x>\r~~~\n::error::x\n-n "$GH_TOKEN"';
    await using recipe = await openCommitted({ apps: { tides: 'not_approved' }, reviewNote });
    const [issue] = await watch(recipe);
    const [fence, ...rest] = issue?.body.split('\n').slice(3) ?? [];
    assert.deepEqual([fence, rest.at(-1)], ['```', '```']);
    assert.ok(rest.slice(0, -1).every((line) => line.startsWith('    ')));
    for (const part of ['$(id) `id`', '@octo/team <img src=x>', '-n "$GH_TOKEN"']) {
      assert.ok(issue?.body.includes(part), part);
    }
  });
});
