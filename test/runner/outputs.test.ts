/** How a runner handles outputs, masks and messages of the action. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { key } from '../action/stage.ts';
import { playInAct } from './act.ts';
import { makePush } from './events.ts';
import { openRecipeStage } from './stage.ts';
import { expression, prepareForAct } from './workflow.ts';

/** Returns a workflow with one job that first runs status, with a key that is not a secret. */
function makeWorkflow(...steps: readonly object[]): string {
  const address = {
    'base-url': expression('vars.MINIAPPS_BASE_URL'),
    'api-key': expression('vars.KEY'),
  };
  const inputs = { command: 'status', ...address, slug: 'tides' };
  const ask = { id: 'app', uses: 'OWNER/miniapp-deploy@v1', with: inputs };
  const outputs = { note: expression('steps.app.outputs.review-note') };
  const job = { 'runs-on': 'ubuntu-latest', outputs, steps: [ask, ...steps] };
  return prepareForAct(stringify({ name: 'Outputs', on: { push: null }, jobs: { read: job } }));
}

const note = `Two lines,
"quotes", 'quotes' and \`ticks\`, 100%0A %25, ${expression('github.token')}, ☔ $(id)
::error::not ours`;

/** Runs the workflow on an app that was not approved with this note, or without an app. */
async function play(isThere: boolean, ...steps: readonly object[]) {
  await using recipe = await openRecipeStage(
    isThere ? { apps: { tides: 'not_approved' }, reviewNote: note } : {},
  );
  const { sha } = await recipe.commit();
  const run = await playInAct(makeWorkflow(...steps), makePush('refs/heads/main', sha), recipe, {
    KEY: key,
  });
  assert.equal(run.jobs['read']?.result, isThere ? 'success' : 'failure', run.log);
  return { ...run, step: run.steps[0] ?? assert.fail() };
}

test('a review note reaches the next step and job without running commands, and the key is masked', async () => {
  const printNote = {
    env: { NOTE: expression('steps.app.outputs.review-note') },
    run: 'printf "%s\\n" "$NOTE"',
  };
  const { jobs, step, log } = await play(true, printNote, {
    run: `echo "later: ${expression('vars.KEY')}"`,
  });
  const harmless = note.replace('::error::', '\\::error::');
  assert.deepEqual(
    [jobs['read']?.outputs['note'], step.outputs['review-note']],
    [harmless, harmless],
  );
  assert.ok(
    !log.includes('❗'),
    'no error, neither of the step nor of the one that prints its output',
  );
  assert.match(log, /^later: \*\*\*$/m);
  assert.ok(!log.includes(key), log);
});

test('error messages link to the docs of the action version in use', async () => {
  const { step } = await play(false);
  assert.match(
    step.commands.at(-1)?.data ?? '',
    /\/miniapp-deploy\/blob\/v1\/docs\/troubleshooting\.md#/,
  );
});

test('the output results can be read by the next step and by a matrix of failed apps', async () => {
  const checkout = { uses: 'actions/checkout@v7' };
  const service = {
    'base-url': expression('vars.MINIAPPS_BASE_URL'),
    'api-key': expression('secrets.MINIAPPS_API_KEY'),
  };
  const deploy = { uses: 'OWNER/miniapp-deploy@v1', with: { ...service, folder: 'apps/*' } };
  const again = {
    slug: expression('matrix.slug'),
    folder: expression('matrix.folder'),
    create: true,
  };
  const results = 'steps.apps.outputs.results';
  const pick = {
    id: 'pick',
    env: { RESULTS: expression(results) },
    run: [
      `echo 'first: ${expression(`fromJSON(${results})[0].slug`)}, all: ${expression(`join(fromJSON(${results}).*.outcome)`)}'`,
      `echo "failed=$(jq -c '[.[] | select(.outcome == "failed")]' <<< "$RESULTS")" >> "$GITHUB_OUTPUT"`,
    ].join('\n'),
  };
  const jobs = {
    all: {
      'runs-on': 'ubuntu-latest',
      outputs: { failed: expression('steps.pick.outputs.failed') },
      steps: [
        checkout,
        { id: 'apps', 'continue-on-error': true, ...deploy },
        { shell: 'bash', ...pick },
      ],
    },
    again: {
      needs: 'all',
      'runs-on': 'ubuntu-latest',
      strategy: { matrix: { include: expression('fromJSON(needs.all.outputs.failed)') } },
      steps: [checkout, { ...deploy, with: { ...service, ...again } }],
    },
  };
  const text = prepareForAct(stringify({ name: 'Results', on: { push: null }, jobs }));
  await using recipe = await openRecipeStage({ apps: { winds: 'draft' } });
  const { sha } = await recipe.commit();
  const run = await playInAct(text, makePush('refs/heads/main', sha), recipe);
  assert.match(run.log, /^first: tides, all: failed,deployed$/m);
  const ends = run.steps.map(({ job, matrix, outputs }) => [
    job,
    matrix['slug'] ?? 'all',
    outputs['outcome'],
  ]);
  assert.deepEqual(ends, [
    ['again', 'tides', 'deployed'],
    ['all', 'all', 'failed'],
  ]);
  assert.equal(recipe.stage.sandbox.store.find('tides')?.status, 'draft');
});
