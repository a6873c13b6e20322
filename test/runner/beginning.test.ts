/** Runs the workflow that `miniapp-deploy init` writes in act. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { slug } from '../action/stage.ts';
import { callOnStage } from '../support/call-command.ts';
import { type ActRun, playInAct } from './act.ts';
import { type EventName, makeEvent } from './events.ts';
import { openRecipeStage, type RecipeStage } from './stage.ts';
import { prepareForAct } from './workflow.ts';

/** Plays a push and a pull request, and asserts that the first deploys and the second checks. */
async function assertGreenRuns(recipe: RecipeStage): Promise<void> {
  const pushed = await playWritten(recipe, 'push');
  assert.equal(pushed.jobs['draft']?.result, 'success', pushed.log);
  assert.equal(recipe.stage.sandbox.store.find(slug)?.status, 'draft');
  const asked = await playWritten(recipe, 'pull_request');
  assert.equal(asked.jobs['check']?.result, 'success', asked.log);
}

async function playWritten(recipe: RecipeStage, event: EventName): Promise<ActRun> {
  const path = join(recipe.stage.workspace, '.github/workflows/miniapp.yml');
  const text = prepareForAct(await readFile(path, 'utf8'));
  return playInAct(text, makeEvent(event, await recipe.commit()), recipe);
}

test('after init in an empty repository, a push and a pull request have green runs', async () => {
  await using recipe = await openRecipeStage({ isEmpty: true });
  const called = await callOnStage(recipe.stage, ['init'], { env: { MINIAPPS_SLUG: slug } });
  assert.deepEqual([called.exitCode, called.stderr], [0, '']);
  await assertGreenRuns(recipe);
});

test('after init in a project with a build step, the workflow builds, arranges and deploys', async () => {
  // The npm of the stage writes dist from app.
  const files = {
    'package.json': '{"scripts":{"build":"vite build"},"dependencies":{"vite":"8"}}',
    'package-lock.json': '{}',
  };
  await using recipe = await openRecipeStage({ files });
  const called = await callOnStage(recipe.stage, ['init', '.', '--slug', slug]);
  assert.deepEqual([called.exitCode, called.stderr], [0, '']);
  await assertGreenRuns(recipe);
});
