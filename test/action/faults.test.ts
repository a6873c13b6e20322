import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runStep } from '../support/action.ts';
import { pack, refuse, sayHtml, sayJson, sayNothing, toApp } from '../support/dialects/replies.ts';
import { startDialect } from '../support/dialects/server.ts';
import { findFreePort, refuseTunnel, startFaultServer } from '../support/fault-server/index.ts';
import { key, openDeployed, openStage, otherPage, slug, terms } from './stage.ts';

const read = `GET /api/miniapps/${slug}`;
const draft = sayJson(200, toApp(slug, 'draft'));

describe('the service, or the way to it, fails', { concurrency: true }, () => {
  test('a 500 on the read is asked again; a change after it is made once', async () => {
    await using service = await startDialect({ read: [sayHtml(500), sayHtml(503), draft], deploy: draft });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url });
    assert.deepEqual(service.asked(), ['read', 'read', 'read', 'deploy']);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.output.match(/answered 50[03]; again in/g)?.length, 2);
  });

  test('a 500 for ever on the read fails after four attempts, and nothing is sent', async () => {
    await using service = await startDialect({ read: sayHtml(500) });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url });
    assert.deepEqual(service.asked(), ['read', 'read', 'read', 'read']);
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /still so after 4 attempts/);
  });

  test('a 500 that the service answered after it had deployed is no failure', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    stage.sandbox.faults.set([{ status: 500, when: 'after', method: 'changes' }]);
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`, 'POST /api/miniapps/deploy 500', `${read} 200`]);
    assert.equal(result.outputs['outcome'], 'deployed');
  });

  test('a 429 is waited out as long as the service asks, and the change then made', async () => {
    const busy = { ...refuse(429, 'rate_limited', 'Slow down.'), headers: { 'retry-after': '1' } };
    await using service = await startDialect({ read: draft, deploy: [busy, draft] });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url });
    assert.deepEqual(service.asked(), ['read', 'deploy', 'deploy']);
    assert.equal(result.exitCode, 0);
    assert.match(result.output, /more than 30 changes in a minute \(429\), asked to wait 1 s; again in [12]/);
    assert.match(result.summary ?? '', /429/);
  });

  test('a 429 that asks for an hour fails at once and names the time', async () => {
    const busy = { ...refuse(429, 'rate_limited', 'Slow down.'), headers: { 'retry-after': '3600' } };
    await using service = await startDialect({ read: draft, deploy: busy });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url });
    assert.deepEqual(service.asked(), ['read', 'deploy']);
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /3600 s/);
  });

  test('a 429 whose wait does not fit into timeout-minutes fails at once', async () => {
    await using service = await startDialect({ read: draft, deploy: sayNothing(429, { 'retry-after': '12, 13' }) });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url, 'timeout-minutes': '0.05' });
    assert.deepEqual(service.asked(), ['read', 'deploy']);
    assert.match(result.annotations.at(-1)?.message ?? '', /beyond the time left \(timeout-minutes\)/);
  });

  test('a redirect is never followed: its target sees nothing of the key', async () => {
    await using target = await startDialect({ read: draft, deploy: draft });
    await using stage = await openStage();
    for (const status of [301, 302, 303, 307, 308]) {
      const away = sayNothing(status, { location: `${target.url}/api/miniapps/${slug}` });
      for (const script of [{ read: away }, { read: draft, deploy: away }]) {
        await using service = await startDialect(script);
        const result = await stage.run({ 'base-url': service.url });
        assert.equal(service.requests.length, Object.keys(script).length);
        assert.equal(result.outputs['outcome'], 'failed');
        assert.match(result.annotations.at(-1)?.message ?? '', /redirect, which is never followed/);
      }
    }
    assert.deepEqual(target.requests, []);
  });

  test('a port on which nothing listens is tried four times, and named', async () => {
    await using stage = await openStage();
    const port = await findFreePort();
    const result = await stage.run({ 'base-url': `http://127.0.0.1:${port}` });
    assert.equal(result.outputs['outcome'], 'failed');
    assert.equal(result.output.match(/no connection; again in/g)?.length, 3);
    assert.match(result.annotations.at(-1)?.message ?? '', new RegExp(`connection refused: 127\\.0\\.0\\.1:${port}`));
  });

  test('packed answers are read, whatever their status', async () => {
    await using stage = await openStage();
    const problem = { path: 'index.html', line: 3, message: 'Wrong.' };
    const refusal = refuse(422, 'folder_rules', 'No.', { problems: [problem] });
    await using service = await startDialect({ read: pack(draft), deploy: pack(refusal) });
    const result = await stage.run({ 'base-url': service.url });
    assert.equal(result.outputs['outcome'], 'rejected');
    assert.equal(result.outputs['problem-count'], '1');
    assert.equal(result.outputs['status'], 'draft');
  });

  test('a service that takes the deploy and never answers: out of time, and unknown', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: draft, deploy: 'nothing' });
    const result = await stage.run({
      'base-url': service.url,
      'timeout-minutes': '0.02',
      submit: 'true',
      'terms-version': terms,
    });
    assert.deepEqual(service.asked(), ['read', 'deploy']);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'unknown');
    assert.equal(result.outputs['changed'], 'false');
    assert.match(result.annotations.at(-1)?.message ?? '', /timeout-minutes/);
  });

  test('a service that never answers the read: out of time, and failed', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: 'nothing' });
    const result = await stage.run({ 'base-url': service.url, 'timeout-minutes': '0.02' });
    assert.deepEqual(service.asked(), ['read']);
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /timeout-minutes/);
  });

  test('a proxy that refuses, or asks for a login, is named without its password', async () => {
    await using stage = await openStage();
    const refusals = [
      [403, /refused the connection \(403\)/],
      [407, /asks for a login \(407\)/],
    ] as const;
    const meet = async ([status, words]: (typeof refusals)[number]) => {
      await using proxy = await startFaultServer(refuseTunnel(status));
      const env = { HTTPS_PROXY: `http://someone:pass-word@127.0.0.1:${proxy.port}` };
      const result = await stage.run({ 'base-url': 'https://apps.example.com', 'timeout-minutes': '0.1' }, { env });
      assert.equal(result.outputs['outcome'], 'failed');
      assert.match(result.annotations.at(-1)?.message ?? '', words);
      assert.match(result.annotations.at(-1)?.message ?? '', new RegExp(`127\\.0\\.0\\.1:${proxy.port}`));
      assert.ok(!`${result.output}${result.summary}`.includes('pass-word'));
    };
    await Promise.all(refusals.map(meet));
  });

  test('a proxy does not stand between the action and this machine', async () => {
    await using stage = await openStage();
    await using proxy = await startFaultServer(refuseTunnel(403));
    const address = `http://127.0.0.1:${proxy.port}`;
    const result = await stage.run(
      { create: 'true' },
      { env: { HTTPS_PROXY: address, HTTP_PROXY: address, http_proxy: address } },
    );
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(proxy.connections(), 0);
  });
});

describe('the runner cannot be told', { concurrency: true }, () => {
  test('outputs and summary that cannot be written are warnings, and the deploy stands', async () => {
    await using stage = await openStage();
    const folder = join(stage.workspace, 'in-the-way');
    await mkdir(folder);
    const result = await runStep({
      workspace: stage.workspace,
      with: { 'base-url': stage.sandbox.url, 'api-key': key, slug, folder: 'app', create: 'true' },
      env: { GITHUB_OUTPUT: folder, GITHUB_STEP_SUMMARY: folder },
    });
    assert.equal(result.exitCode, 0);
    const warnings = result.annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? '', /^The outputs could not be written: /);
    assert.match(warnings[1] ?? '', /^The job summary could not be written: /);
    assert.equal(stage.sandbox.store.find(slug)?.status, 'draft');
  });

  test('without the files of a runner the action still deploys, as on a machine of one’s own', async () => {
    await using stage = await openStage();
    const result = await runStep({
      workspace: stage.workspace,
      with: { 'base-url': stage.sandbox.url, 'api-key': key, slug, folder: 'app', create: 'true' },
      env: {
        GITHUB_OUTPUT: '',
        GITHUB_STEP_SUMMARY: '',
        GITHUB_EVENT_PATH: '',
        GITHUB_RUN_ID: '',
        GITHUB_REPOSITORY: '',
      },
    });
    assert.equal(result.exitCode, 0, result.output);
    assert.equal(stage.sandbox.store.find(slug)?.draft.size, 5);
  });
});
