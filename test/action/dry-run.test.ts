import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Step } from '../../scripts/runner/step.ts';
import {
  concurrency,
  openDeployed,
  openStage,
  otherPage,
  plays,
  pullRequestFrom,
  type Scenario,
  slug,
  submit,
} from './stage.ts';

const read = `GET /api/miniapps/${slug} 200`;
const dry = { 'dry-run': 'true' };
const broken = { ...otherPage, 'app/service.json': '{ "name": "Tides",\n}\n' };

/** A run of a pull request that finds no secret, by the repository of its branch. */
function onBranchOf(repository: string | null): Partial<Step> {
  const env = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_REF: 'refs/pull/7/merge' };
  return { env, event: pullRequestFrom(repository) };
}

const fork = onBranchOf('someone/apps');

/** Each run that sends no change, by what holds of it. */
const scenarios: Readonly<Record<string, Scenario>> = {
  'a dry run reads, says what would change, and sends nothing': {
    state: 'draft',
    files: otherPage,
    inputs: { ...dry, ...submit },
    requests: [read],
    outputs: { outcome: 'planned', changed: 'false', submitted: 'false' },
    summary: /^## ℹ️ Dry run of tides: 2 changes planned \(deploy and submit\)\n[\s\S]*index\.html/,
  },
  'a dry run says that a real one would send nothing': {
    state: 'draft',
    inputs: dry,
    requests: [read],
    outputs: { outcome: 'planned', 'skip-reason': '' },
    summary: /^## ⏭️ Dry run of tides: nothing to send, the draft has exactly this content\n/,
  },
  'a dry run says that a real one would only submit': {
    state: 'draft',
    inputs: { ...dry, ...submit },
    requests: [read],
    summary: /^## ℹ️ Dry run of tides: 1 change planned \(submit\)\n/,
  },
  'a dry run of an app that is not there says that create: true would help, and shows no check mark': {
    inputs: dry,
    requests: [`GET /api/miniapps/${slug} 404`],
    outputs: { outcome: 'planned' },
    message: /on its first deploy, set create: true/,
    summary: /^## ⚠️ Dry run of tides: a real run would fail\n/,
  },
  'a dry run without a key is offline: nothing is asked of the service': {
    inputs: { ...dry, 'api-key': '', 'base-url': '' },
    requests: [],
    outputs: { outcome: 'planned', 'skip-reason': '', 'file-count': '5' },
    message: /offline/,
  },
  'a pull request from a fork is checked and green, with a notice that nothing was sent': {
    inputs: { 'api-key': '', ...submit },
    step: fork,
    requests: [],
    outputs: { outcome: 'planned', 'skip-reason': 'fork' },
    message: /fork/,
  },
  'a branch of a fork that was deleted is a fork too': {
    inputs: { 'api-key': '' },
    step: onBranchOf(null),
    requests: [],
    outputs: { 'skip-reason': 'fork' },
  },
  'a missing key of a push fails and names the input': {
    inputs: { 'api-key': '' },
    requests: [],
    exitCode: 1,
    outputs: { outcome: 'failed' },
    message: /api-key is required/,
  },
  'a missing key of a pull request of our own fails and names the input': {
    inputs: { 'api-key': '' },
    step: onBranchOf('octo/apps'),
    requests: [],
    exitCode: 1,
    outputs: { outcome: 'failed' },
    message: /api-key is required/,
  },
};

describe('nothing is sent', { concurrency }, () => {
  for (const [name, scenario] of Object.entries(scenarios)) test(name, plays(scenario));

  test('no command sends a change in a dry run', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    for (const command of ['deploy', 'update', 'submit', 'delete', 'status', 'create', 'list']) {
      const all = { ...dry, ...submit, create: 'true', force: 'true', confirm: slug };
      const { requests, outputs } = await stage.run({ ...all, command });
      assert.ok(
        requests.every((request) => request.startsWith('GET ')),
        `${command}: ${requests}`,
      );
      assert.equal(outputs['changed'], 'false');
    }
    assert.equal(stage.sandbox.store.find(slug)?.version, 1);
  });

  test('a dry run on an app in review says that a deploy would be refused', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write(otherPage);
    const result = await stage.run(dry);
    assert.deepEqual([result.requests, result.outputs['outcome']], [[read], 'planned']);
    const [warning, ...others] = result.annotations.filter(({ level }) => level === 'warning');
    assert.deepEqual([warning?.title, others], ['Dry run of tides: a real run would fail', []]);
    assert.match(warning?.message ?? '', /in review/);
  });

  for (const [name, inputs, step, skipReason] of [
    ['a dry run without a key', { ...dry, 'api-key': '' }, {}, ''],
    ['a pull request from a fork', { 'api-key': '' }, fork, 'fork'],
  ] as const) {
    test(`${name} is red by the check of a broken folder alone, and shows the problem in its place`, async () => {
      await using stage = await openStage({ files: broken });
      const { requests, exitCode, outputs, annotations } = await stage.run(inputs, step);
      assert.deepEqual([requests, exitCode], [[], 1]);
      assert.deepEqual([outputs['outcome'], outputs['skip-reason']], ['rejected', skipReason]);
      const problem = annotations.find(({ level }) => level === 'error');
      assert.deepEqual([problem?.file, problem?.line], ['app/service.json', 2]);
    });
  }

  test('the commands without a folder are skipped on a pull request from a fork', async () => {
    await using stage = await openStage();
    for (const command of ['status', 'submit', 'list', 'delete']) {
      const { requests, exitCode, outputs, output, summary } = await stage.run(
        { command, 'api-key': '', folder: '' },
        fork,
      );
      assert.deepEqual([requests, exitCode], [[], 0]);
      assert.deepEqual([outputs['outcome'], outputs['skip-reason']], ['skipped', 'fork']);
      assert.doesNotMatch(`${output}${summary}`, /folder/);
    }
  });
});
