/** watch.yml remembers in its issues what it found before: several runs of it, in act. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Settings } from '../../sandbox/service/settings.ts';
import { concurrency, moveApp } from '../action/stage.ts';
import type { GhIssue } from '../support/fake-gh/state.ts';
import { playInAct } from './act.ts';
import { makeEvent } from './events.ts';
import { strangers } from './scenarios.ts';
import { openRecipeStage, type RecipeStage, type RecipeStageOptions } from './stage.ts';
import { prepareForAct, readRecipeText } from './workflow.ts';

const noCommits = { sha: '0'.repeat(40), before: '0'.repeat(40) };

/** Sets a stage with commits in its repository, which act needs. */
async function openCommitted(options?: RecipeStageOptions): Promise<RecipeStage> {
  const recipe = await openRecipeStage(options);
  await recipe.commit();
  return recipe;
}

/** Plays a scheduled run, and returns the issues after it. */
async function watch(recipe: RecipeStage): Promise<readonly GhIssue[]> {
  const text = prepareForAct(readRecipeText('watch.yml'));
  const run = await playInAct(text, makeEvent('schedule', noCommits), recipe);
  assert.equal(run.jobs['report']?.result, 'success', run.log);
  return (await recipe.gh.read()).issues;
}

describe('watch.yml', { concurrency }, () => {
  test('keeps one issue per app: comments on an approval once and closes it, and reopens it for later news', async () => {
    await using recipe = await openCommitted({ apps: { tides: 'in_review' }, issues: strangers });
    const { stage } = recipe;
    for (let run = 0; run < 2; run += 1) {
      const [issue, ...others] = await watch(recipe);
      assert.deepEqual(others, strangers);
      assert.partialDeepStrictEqual(issue, { comments: [], state: 'OPEN' });
      assert.match(issue?.title ?? '', /^tides is in review/);
    }
    moveApp(stage, 'approve', 'Well done.');
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail(), ...others] = await watch(recipe);
      assert.deepEqual(others, strangers);
      assert.deepEqual(
        { title: issue.title, state: issue.state, comments: issue.comments },
        { title: 'tides was approved', state: 'CLOSED', comments: [issue.body] },
      );
      assert.match(issue.body, /\n\n```text\nWell done\.\n```\n\nThe run: https:\/\/\S+$/);
    }
    moveApp(stage, 'take_down');
    const [taken] = await watch(recipe);
    assert.deepEqual([taken?.comments.length, taken?.state], [2, 'OPEN']);
  });

  test('a hostile review note is shown as code, and runs no command', async () => {
    const reviewNote =
      'Hm $(id) `id`\n```\n@octo/team <img src=x>\r~~~\n::error::x\n-n "$GH_TOKEN"';
    await using recipe = await openCommitted({ apps: { tides: 'not_approved' }, reviewNote });
    const [issue] = await watch(recipe);
    const [, code = ''] = /\n````text\n([\s\S]*)\n````\n/.exec(issue?.body ?? '') ?? [];
    for (const part of ['$(id) `id`', '\n```\n', '@octo/team <img src=x>', '-n "$GH_TOKEN"'])
      assert.ok(code.includes(part), part);
  });

  test('opens one issue about the service, comments on another change, and closes it at the end', async () => {
    await using recipe = await openCommitted();
    const watchAs = async (settings: Settings) => {
      recipe.stage.sandbox.configure(settings);
      return watch(recipe);
    };
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail(), ...more] = await watchAs({ assumptions: { own_file: 'yes' } });
      assert.deepEqual(
        [issue.title, issue.comments, more],
        ['The service answers differently: own_file', [], []],
      );
      assert.match(
        issue.body,
        /^<!-- miniapp-news .*\n[\s\S]*\nown_file: assumed: .* Seen: .*\n```/,
      );
    }
    const [other = assert.fail(), ...none] = await watchAs({
      assumptions: { own_file: 'yes', deploy_body: 'folder' },
    });
    assert.deepEqual(
      [other.title, other.comments.length, none],
      ['The service answers differently: deploy and deploy_body', 1, []],
    );
    const [closed = assert.fail()] = await watchAs({ preset: 'documented' });
    assert.deepEqual([closed.state, closed.comments.length], ['CLOSED', 2]);
  });
});
