/** What a runner makes of outputs, masks and messages, in a workflow that reads them in every way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { key } from '../action/stage.ts';
import { playInAct } from './act.ts';
import { makePush } from './events.ts';
import { openRecipeStage } from './stage.ts';
import { expression, prepareForAct } from './workflow.ts';

/** A workflow of one job whose first step asks for the status, with a key that is no secret to the runner. */
function makeWorkflow(...steps: readonly object[]): string {
  const ask = {
    id: 'app',
    uses: 'OWNER/miniapp-deploy@v1',
    with: {
      command: 'status',
      'base-url': expression('vars.MINIAPPS_BASE_URL'),
      'api-key': expression('vars.KEY'),
      slug: 'tides',
    },
  };
  const outputs = { note: expression('steps.app.outputs.review-note') };
  const job = { 'runs-on': 'ubuntu-latest', outputs, steps: [ask, ...steps] };
  return prepareForAct(stringify({ name: 'Outputs', on: { push: null }, jobs: { read: job } })).text;
}

const note = `Two lines,
"quotes", 'quotes' and \`ticks\`, 100%0A %25, ${expression('github.token')}, ☔ $(id)
::error::not ours`;

test('a text from outside reaches the next step and the next job, and nothing in it is a command', async () => {
  await using recipe = await openRecipeStage({ apps: { tides: 'not_approved' }, reviewNote: note });
  const print = { env: { NOTE: expression('steps.app.outputs.review-note') }, run: 'printf "%s\\n" "$NOTE"' };
  const run = await playInAct(makeWorkflow(print), makePush('refs/heads/main', (await recipe.commit()).sha), recipe, {
    KEY: key,
  });
  assert.equal(run.jobs['read']?.result, 'success', run.log);
  const harmless = note.replace('::error::', '\\::error::');
  assert.equal(run.jobs['read']?.outputs['note'], harmless);
  const [step = assert.fail()] = run.steps;
  assert.equal(step.outputs['review-note'], harmless);
  assert.ok(!run.log.includes('❗'), 'no error, neither of the step nor of the one that prints its output');
});

test('the key is masked in what later steps print, also where the runner does not know it for a secret', async () => {
  await using recipe = await openRecipeStage({ apps: { tides: 'draft' } });
  const print = { run: `echo "later: ${expression('vars.KEY')}"` };
  const run = await playInAct(makeWorkflow(print), makePush('refs/heads/main', (await recipe.commit()).sha), recipe, {
    KEY: key,
  });
  assert.match(run.log, /^later: \*\*\*$/m);
  assert.ok(!run.log.includes(key), run.log);
});

test('a message leads to the page of the version that the workflow uses', async () => {
  await using recipe = await openRecipeStage();
  const run = await playInAct(makeWorkflow(), makePush('refs/heads/main', (await recipe.commit()).sha), recipe, {
    KEY: key,
  });
  assert.equal(run.jobs['read']?.result, 'failure');
  const [step = assert.fail()] = run.steps;
  assert.match(step.commands.at(-1)?.data ?? '', /\/OWNER\/miniapp-deploy\/blob\/v1\/docs\/troubleshooting\.md#/);
});
