/** Runs the jobs of .github/workflows/ci.yml that use the action itself in act. */
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { key } from '../action/stage.ts';
import { readText, root } from '../support/repository.ts';
import { playInAct } from './act.ts';
import { makePush } from './events.ts';
import { openRecipeStage } from './stage.ts';
import { prepareForAct } from './workflow.ts';

test('the jobs of ci.yml that use the action pass', async () => {
  await using recipe = await openRecipeStage();
  const { workspace, sandbox } = recipe.stage;
  await cp(join(root, 'examples'), join(workspace, 'examples'), { recursive: true });
  const { sha } = await recipe.commit();
  // act stops processes that a step leaves running, so this process runs the sandbox.
  const text = readText('.github/workflows/ci.yml')
    .replace(/^ *node sandbox\/main\.ts .* &\n/m, '')
    .replace('http://127.0.0.1:8420', sandbox.url)
    .replace('key-of-the-sandbox-in-this-job', key)
    .replaceAll('uses: ./\n', 'uses: OWNER/miniapp-deploy@v1\n');
  const { jobs, ...workflow } = parse(text);
  const { action, matrix } = jobs;
  const onLinux = {
    ...action,
    strategy: { matrix: { os: ['ubuntu-latest'], dist: ['committed'] } },
  };
  const ready = prepareForAct(stringify({ ...workflow, jobs: { action: onLinux, matrix } }));
  const run = await playInAct(ready, makePush('refs/heads/main', sha), recipe);
  const results = { action: run.jobs['action']?.result, matrix: run.jobs['matrix']?.result };
  assert.deepEqual(results, { action: 'success', matrix: 'success' }, run.log);
});
