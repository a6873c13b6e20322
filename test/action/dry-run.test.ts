import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { concurrency, openDeployed, openStage, otherPage, slug, terms } from './stage.ts';

const read = `GET /api/miniapps/${slug}`;

/** A pull request from a fork, as its run finds it: no secret, and an event that names two repositories. */
const fork = {
  env: { GITHUB_EVENT_NAME: 'pull_request', GITHUB_REF: 'refs/pull/7/merge' },
  event: {
    number: 7,
    pull_request: {
      number: 7,
      head: { repo: { full_name: 'someone/apps' } },
      base: { repo: { full_name: 'octo/apps' } },
    },
  },
};

const broken = { 'app/service.json': '{ "name": "Tides",\n}\n' };

describe('nothing is sent', { concurrency }, () => {
  test('a dry run reads, says what would change, and sends nothing', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await stage.run({ 'dry-run': 'true', submit: 'true', 'terms-version': terms });
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'planned');
    assert.equal(result.outputs['changed'], 'false');
    assert.equal(result.outputs['submitted'], 'false');
    assert.match(result.summary ?? '', /^## ℹ️ Dry run of tides: 2 changes planned \(deploy and submit\)\n/);
    assert.match(result.summary ?? '', /index\.html/);
  });

  test('a dry run says that a real one would send nothing, or only the submission', async () => {
    await using stage = await openDeployed();
    const same = await stage.run({ 'dry-run': 'true' });
    assert.deepEqual([same.outputs['outcome'], same.outputs['skip-reason']], ['planned', '']);
    assert.match(same.summary ?? '', /^## ⏭️ Dry run of tides: nothing to send, the draft has exactly this content\n/);
    const submit = await stage.run({ 'dry-run': 'true', submit: 'true', 'terms-version': terms });
    assert.equal(submit.annotations.at(-1)?.title, 'Dry run of tides: 1 change planned (submit)');
    assert.deepEqual([...same.requests, ...submit.requests], [`${read} 200`, `${read} 200`]);
  });

  test('a dry run of an app that is not there says that create: true would help, and shows no check mark', async () => {
    await using stage = await openStage();
    const result = await stage.run({ 'dry-run': 'true' });
    assert.deepEqual([result.exitCode, result.outputs['outcome']], [0, 'planned']);
    assert.match(result.summary ?? '', /^## ⚠️ Dry run of tides: a real run would fail\n/);
    assert.match(result.annotations.at(-1)?.message ?? '', /on its first deploy, set create: true/);
  });

  test('no command sends a change in a dry run', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    for (const command of ['deploy', 'update', 'submit', 'delete', 'status', 'create', 'list']) {
      const result = await stage.run({
        command,
        'dry-run': 'true',
        create: 'true',
        force: 'true',
        submit: 'true',
        'terms-version': terms,
        confirm: slug,
      });
      assert.ok(
        result.requests.every((request) => request.startsWith('GET ')),
        `${command}: ${result.requests}`,
      );
      assert.equal(result.outputs['changed'], 'false');
    }
    assert.equal(stage.sandbox.store.find(slug)?.version, 2);
  });

  test('a dry run on an app in review says that a deploy would be refused', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write(otherPage);
    const result = await stage.run({ 'dry-run': 'true' });
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.outputs['outcome'], 'planned');
    const warnings = result.annotations.filter(({ level }) => level === 'warning');
    assert.deepEqual(
      warnings.map(({ title }) => title),
      ['Dry run of tides: a real run would fail'],
    );
    assert.match(warnings[0]?.message ?? '', /in review/);
  });

  test('a dry run without a key is offline: nothing is asked of the service', async () => {
    await using stage = await openStage();
    const result = await stage.run({ 'dry-run': 'true', 'api-key': '', 'base-url': '' });
    assert.deepEqual(result.requests, []);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'planned');
    assert.equal(result.outputs['skip-reason'], '');
    assert.equal(result.outputs['file-count'], '5');
    assert.ok(result.annotations.some(({ level, message }) => level === 'notice' && /offline/.test(message)));
  });

  test('a dry run with a problem is red and shows it in its place', async () => {
    await using stage = await openStage({ files: { ...otherPage, ...broken } });
    const result = await stage.run({ 'dry-run': 'true', 'api-key': '' });
    assert.deepEqual(result.requests, []);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'rejected');
    const [problem] = result.annotations.filter(({ level }) => level === 'error');
    assert.deepEqual([problem?.file, problem?.line], ['app/service.json', 2]);
  });

  test('a pull request from a fork is checked and green, with a notice that nothing was sent', async () => {
    await using stage = await openStage();
    const result = await stage.run({ 'api-key': '', submit: 'true', 'terms-version': terms }, fork);
    assert.deepEqual(result.requests, []);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'planned');
    assert.equal(result.outputs['skip-reason'], 'fork');
    assert.ok(result.annotations.some(({ level, message }) => level === 'notice' && /fork/.test(message)));
  });

  test('a pull request from a fork with a broken folder is red by the check alone', async () => {
    await using stage = await openStage({ files: { ...otherPage, ...broken } });
    const result = await stage.run({ 'api-key': '' }, fork);
    assert.deepEqual(result.requests, []);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'rejected');
    assert.equal(result.outputs['skip-reason'], 'fork');
    assert.equal(result.annotations.find(({ level }) => level === 'error')?.file, 'app/service.json');
  });

  test('a branch of a fork that was deleted is a fork too', async () => {
    await using stage = await openStage();
    const event = { pull_request: { number: 7, head: { repo: null }, base: { repo: { full_name: 'octo/apps' } } } };
    const result = await stage.run({ 'api-key': '' }, { ...fork, event });
    assert.equal(result.outputs['skip-reason'], 'fork');
  });

  test('a missing key anywhere else fails and names the input', async () => {
    await using stage = await openStage();
    const own = { full_name: 'octo/apps' };
    const event = { pull_request: { number: 7, head: { repo: own }, base: { repo: own } } };
    for (const step of [{}, { ...fork, event }]) {
      const result = await stage.run({ 'api-key': '' }, step);
      assert.deepEqual(result.requests, []);
      assert.equal(result.exitCode, 1);
      assert.equal(result.outputs['outcome'], 'failed');
      assert.match(result.annotations.at(-1)?.message ?? '', /api-key is required/);
    }
  });

  test('the commands without a folder are skipped on a pull request from a fork', async () => {
    await using stage = await openStage();
    for (const command of ['status', 'submit', 'list', 'delete']) {
      const result = await stage.run({ command, 'api-key': '', folder: '' }, fork);
      assert.deepEqual(result.requests, []);
      assert.equal(result.exitCode, 0);
      assert.equal(result.outputs['outcome'], 'skipped');
      assert.equal(result.outputs['skip-reason'], 'fork');
      assert.doesNotMatch(`${result.output}${result.summary}`, /folder/);
    }
  });
});
