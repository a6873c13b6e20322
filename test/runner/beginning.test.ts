/** Runs the workflow that `miniapp-deploy init` writes in act. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { slug } from '../action/stage.ts';
import { callOnStage } from '../support/call-command.ts';
import { playInAct } from './act.ts';
import { type EventName, makeEvent } from './events.ts';
import { openRecipeStage, type RecipeStage } from './stage.ts';
import { prepareForAct } from './workflow.ts';

async function playWritten(recipe: RecipeStage, event: EventName) {
  const path = join(recipe.stage.workspace, '.github/workflows/miniapp.yml');
  const text = prepareForAct(await readFile(path, 'utf8'));
  return playInAct(text, makeEvent(event, await recipe.commit()), recipe);
}

test('an empty repository needs only init, a push and a pull request to have a green run', async () => {
  await using recipe = await openRecipeStage({ isEmpty: true });
  const called = await callOnStage(recipe.stage, ['init'], { env: { MINIAPPS_SLUG: slug } });
  assert.deepEqual([called.exitCode, called.stderr], [0, '']);
  const pushed = await playWritten(recipe, 'push');
  assert.equal(pushed.jobs['draft']?.result, 'success', pushed.log);
  assert.equal(recipe.stage.sandbox.store.find(slug)?.status, 'draft');
  const asked = await playWritten(recipe, 'pull_request');
  assert.equal(asked.jobs['check']?.result, 'success', asked.log);
});

test('for a project with a build step, the workflow builds, arranges and deploys', async () => {
  // The npm of the stage writes dist from app.
  const files = {
    'package.json': '{"scripts":{"build":"vite build"},"dependencies":{"vite":"8"}}',
    'package-lock.json': '{}',
  };
  await using recipe = await openRecipeStage({ files });
  const called = await callOnStage(recipe.stage, ['init', '.', '--slug', slug]);
  assert.deepEqual([called.exitCode, called.stderr], [0, '']);
  const pushed = await playWritten(recipe, 'push');
  assert.equal(pushed.jobs['draft']?.result, 'success', pushed.log);
  assert.equal(recipe.stage.sandbox.store.find(slug)?.status, 'draft');
  const asked = await playWritten(recipe, 'pull_request');
  assert.equal(asked.jobs['check']?.result, 'success', asked.log);
});
