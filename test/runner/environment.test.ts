/** What the port of the runner in scripts/runner/ gives an action, compared with what act gives it. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeEnvironment, makeInputs } from '../../scripts/runner/environment.ts';
import { writeFiles } from '../action/stage.ts';
import { readText, root } from '../support/repository.ts';
import { runInAct } from './act.ts';
import { makePush } from './events.ts';
import { token } from './stage.ts';
import { prepareForAct } from './workflow.ts';

/** In the place of the action: says what it was given. */
const teller = `
  const { env, execArgv: flags, argv } = process;
  const told = { env, cwd: process.cwd(), flags, args: argv.slice(2) };
  require('node:fs').appendFileSync(env.GITHUB_OUTPUT, 'told=' + JSON.stringify(told) + '\\n');
`;

test('an action in act gets the inputs, the variables and the folder that the port gives it', async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'environment-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  await writeFiles(folder, { 'action/dist/index.js': teller, 'checkout/app/index.html': '' });
  await cp(join(root, 'action.yml'), join(folder, 'action', 'action.yml'));
  const run = await runInAct({
    text: prepareForAct(readText('examples/workflows/minimal.yml')).text,
    event: makePush('refs/heads/main', '0'.repeat(40)),
    checkout: join(folder, 'checkout'),
    action: join(folder, 'action'),
    secrets: { GITHUB_TOKEN: token, MINIAPPS_API_KEY: 'key' },
    variables: { MINIAPPS_BASE_URL: 'https://apps.example.com' },
    apiUrl: 'https://api.github.com',
  });
  const { env, cwd, flags, args } = JSON.parse(run.steps[0]?.outputs['told'] ?? assert.fail(run.log));
  assert.deepEqual([cwd, flags, args], [env.GITHUB_WORKSPACE, [], []]);

  const address = { 'base-url': 'https://apps.example.com', 'api-key': 'key', 'github-token': token };
  const inputs = Object.entries(env).filter(([name]) => name.startsWith('INPUT_'));
  assert.deepEqual(
    Object.fromEntries(inputs),
    makeInputs({ ...address, slug: 'tides', folder: 'app', create: 'true' }),
  );

  const expected = makeEnvironment(env.RUNNER_TEMP);
  assert.deepEqual(
    Object.keys(expected).filter((name) => !(name in env)),
    [],
  );
  const same = 'CI GITHUB_ACTIONS GITHUB_EVENT_NAME GITHUB_REF GITHUB_REF_NAME GITHUB_REF_TYPE GITHUB_SERVER_URL';
  for (const name of [...same.split(' '), 'GITHUB_API_URL', 'RUNNER_TEMP'])
    assert.equal(env[name], expected[name], name);
});
