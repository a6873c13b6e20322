/** The jobs of .github/workflows/ci.yml that use the action itself, in act before GitHub runs them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { startSandbox } from '../../sandbox/server.ts';
import { readText, root } from '../support/repository.ts';
import { runInAct } from './act.ts';
import { makePush } from './events.ts';
import { prepareForAct } from './workflow.ts';

/** The workflow with those of its jobs alone, and the sandbox of this process, since act ends what a step leaves running. */
function readJobs(port: string): string {
  const text = readText('.github/workflows/ci.yml')
    .replaceAll('8420', port)
    .replace(/^ *node sandbox\/main\.ts .* &\n/m, '');
  const { action, matrix, ...others } = parse(text).jobs;
  assert.ok(!JSON.stringify(others).includes('"uses":"./"'), 'no other job uses the action');
  return stringify({ ...parse(text), jobs: { action, matrix } });
}

test('the jobs of CI that use the action pass', async () => {
  await using cleanup = new AsyncDisposableStack();
  const sandbox = await startSandbox({ accounts: [{ name: 'developer', key: 'key-of-the-sandbox-in-this-job' }] });
  cleanup.defer(() => sandbox.close());
  const { text } = prepareForAct(readJobs(new URL(sandbox.url).port), (run) =>
    run === 'npm ci' ? `ln -s ${root}/node_modules node_modules` : run,
  );
  const run = await runInAct({
    text,
    event: makePush('refs/heads/main', '0'.repeat(40)),
    checkout: root,
    action: root,
    apiUrl: 'http://127.0.0.1:9',
    args: ['--matrix', 'os:ubuntu-latest', '--matrix', 'dist:committed'],
  });
  assert.deepEqual([run.jobs['action']?.result, run.jobs['matrix']?.result], ['success', 'success'], run.log);
  const outcomes = run.steps.map(({ id, outputs }) => `${id} ${outputs['outcome']}`);
  assert.deepEqual(outcomes, [
    'check planned',
    'deploy deployed',
    'again unchanged',
    'submit submitted',
    'list listed',
    'broken rejected',
    'still unchanged',
  ]);
});
