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
  const address = { 'base-url': expression('vars.MINIAPPS_BASE_URL'), 'api-key': expression('vars.KEY') };
  const inputs = { command: 'status', ...address, slug: 'tides' };
  const ask = { id: 'app', uses: 'OWNER/miniapp-deploy@v1', with: inputs };
  const outputs = { note: expression('steps.app.outputs.review-note') };
  const job = { 'runs-on': 'ubuntu-latest', outputs, steps: [ask, ...steps] };
  return prepareForAct(stringify({ name: 'Outputs', on: { push: null }, jobs: { read: job } })).text;
}

const note = `Two lines,
"quotes", 'quotes' and \`ticks\`, 100%0A %25, ${expression('github.token')}, ☔ $(id)
::error::not ours`;

/** Runs the workflow on an app that was not approved with this note, or without an app. */
async function play(isThere: boolean, ...steps: readonly object[]) {
  await using recipe = await openRecipeStage(isThere ? { apps: { tides: 'not_approved' }, reviewNote: note } : {});
  const { sha } = await recipe.commit();
  const run = await playInAct(makeWorkflow(...steps), makePush('refs/heads/main', sha), recipe, { KEY: key });
  assert.equal(run.jobs['read']?.result, isThere ? 'success' : 'failure', run.log);
  return { ...run, step: run.steps[0] ?? assert.fail() };
}

test('a text from outside reaches the next step and job and is no command, and the key is masked in what they print', async () => {
  const printNote = { env: { NOTE: expression('steps.app.outputs.review-note') }, run: 'printf "%s\\n" "$NOTE"' };
  const { jobs, step, log } = await play(true, printNote, { run: `echo "later: ${expression('vars.KEY')}"` });
  const harmless = note.replace('::error::', '\\::error::');
  assert.deepEqual([jobs['read']?.outputs['note'], step.outputs['review-note']], [harmless, harmless]);
  assert.ok(!log.includes('❗'), 'no error, neither of the step nor of the one that prints its output');
  assert.match(log, /^later: \*\*\*$/m);
  assert.ok(!log.includes(key), log);
});

test('a message leads to the page of the version that the workflow uses', async () => {
  const { step } = await play(false);
  assert.match(step.commands.at(-1)?.data ?? '', /\/miniapp-deploy\/blob\/v1\/docs\/troubleshooting\.md#/);
});
