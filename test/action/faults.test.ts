import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runStep, type StepResult } from '../../scripts/runner/step.ts';
import { refuse, sayHtml, sayJson, sayNothing, toApp } from '../support/dialects/replies.ts';
import { startDialect } from '../support/dialects/server.ts';
import { answerCoded, findFreePort, refuseTunnel, startFaultServer } from '../support/fault-server/index.ts';
import { concurrency, key, openStage, type Stage, slug, terms, type With } from './stage.ts';

/** What a crash of node would print. */
const stack = /node:|\bat .*\.js:\d/;
const draft = sayJson(200, toApp(slug, 'draft'));

describe('the service, or the way to it, fails', { concurrency }, () => {
  test('a 500 on the read is asked again; a change after it is made once', async () => {
    await using service = await startDialect({ read: [sayHtml(500), sayHtml(503), draft], deploy: draft });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url });
    assert.deepEqual(service.asked(), ['read', 'read', 'read', 'deploy']);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.output.match(/returned 50[03]; retrying in/g)?.length, 2);
  });

  test('a 500 for ever on the read fails after four attempts, and nothing is sent', async () => {
    await using service = await startDialect({ read: sayHtml(500) });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url });
    assert.deepEqual(service.asked(), ['read', 'read', 'read', 'read']);
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /still so after 4 attempts/);
  });

  test('a 429 is waited out as long as the service asks, and the change then made', async () => {
    const busy = { ...refuse(429, 'rate_limited', 'Slow down.'), headers: { 'retry-after': '1' } };
    await using service = await startDialect({ read: draft, deploy: [busy, draft] });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url });
    assert.deepEqual(service.asked(), ['read', 'deploy', 'deploy']);
    assert.equal(result.exitCode, 0);
    assert.match(
      result.output,
      /more than 30 changes in a minute \(429\), asked to wait 1 s; retrying in [12][.\d]* s \(attempt 2 of 12\)/,
    );
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
    assert.match(result.annotations.at(-1)?.message ?? '', /Re-run in 3600 s/);
    assert.doesNotMatch(result.annotations.at(-1)?.message ?? '', /timeout-minutes/);
  });

  for (const [coding, command] of [
    ['zstd', 'status'],
    ['utf-8', 'list'],
  ] as const) {
    test(`a ${command} whose response comes in pieces and in the coding ${coding} fails after four attempts`, async () => {
      await using stage = await openStage();
      await using service = await startFaultServer(answerCoded(200, coding));
      const result = await stage.run({ 'base-url': service.origin, command });
      assert.deepEqual([result.exitCode, result.outputs['outcome']], [1, 'failed']);
      assert.equal(result.output.match(/no usable response; retrying in/g)?.length, 3);
      assert.doesNotMatch(result.output, stack);
    });
  }

  test('a refusal that comes in pieces and in an unknown coding is one by its status, whatever was asked for', async () => {
    await using stage = await openStage();
    const commands: readonly With[] = [
      { command: 'list' },
      { command: 'status' },
      { command: 'deploy' },
      { command: 'update' },
      { command: 'submit', 'terms-version': terms },
      { command: 'delete', confirm: slug },
    ];
    const meet = async (inputs: With) => {
      await using service = await startFaultServer(answerCoded(403, 'zstd'));
      const result = await stage.run({ 'base-url': service.origin, ...inputs });
      assert.deepEqual([result.exitCode, result.outputs['outcome']], [1, 'failed']);
      assert.match(result.annotations.at(-1)?.message ?? '', /returned 403/);
      assert.doesNotMatch(result.output, stack);
    };
    await Promise.all(commands.map(meet));
  });

  test('a 429 whose wait does not fit into timeout-minutes fails at once', async () => {
    await using service = await startDialect({ read: draft, deploy: sayNothing(429, { 'retry-after': '12, 13' }) });
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': service.url, 'timeout-minutes': '0.07' });
    assert.deepEqual(service.asked(), ['read', 'deploy']);
    assert.match(result.annotations.at(-1)?.message ?? '', /exceed the time left \(timeout-minutes\)/);
  });

  test('a redirect is never followed: its target sees nothing of the key', async () => {
    await using target = await startDialect({ read: draft, deploy: draft });
    await using stage = await openStage();
    const away = (status: number) => sayNothing(status, { location: `${target.url}/api/miniapps/${slug}` });
    for (const script of [{ read: away(302) }, { read: draft, deploy: away(307) }]) {
      await using service = await startDialect(script);
      const result = await stage.run({ 'base-url': service.url });
      assert.equal(service.requests.length, Object.keys(script).length);
      assert.equal(result.outputs['outcome'], 'failed');
      assert.match(result.annotations.at(-1)?.message ?? '', /redirect, which is never followed/);
    }
    assert.deepEqual(target.requests, []);
  });

  test('a port on which nothing listens is tried four times, and named', async () => {
    await using stage = await openStage();
    const port = await findFreePort();
    const result = await stage.run({ 'base-url': `http://127.0.0.1:${port}` });
    assert.equal(result.outputs['outcome'], 'failed');
    assert.equal(result.output.match(/no connection; retrying in/g)?.length, 3);
    assert.match(result.annotations.at(-1)?.message ?? '', new RegExp(`connection refused: 127\\.0\\.0\\.1:${port}`));
  });

  test('a service that takes the deploy and never answers: out of time, and unknown', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: draft, deploy: 'nothing' });
    const result = await stage.run({
      'base-url': service.url,
      'timeout-minutes': '0.06',
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

  test('a proxy that asks for a login is named without its password', async () => {
    await using stage = await openStage();
    await using proxy = await startFaultServer(refuseTunnel(407));
    const env = { HTTPS_PROXY: `http://someone:pass-word@127.0.0.1:${proxy.port}` };
    const result = await stage.run({ 'base-url': 'https://apps.example.com', 'timeout-minutes': '0.1' }, { env });
    assert.equal(result.outputs['outcome'], 'failed');
    const { message = '' } = result.annotations.at(-1) ?? {};
    assert.match(message, new RegExp(`127\\.0\\.0\\.1:${proxy.port}.*requires a login \\(407\\)`));
    assert.ok(!`${result.output}${result.summary}`.includes('pass-word'));
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

/** Deploys in a new workspace, on a runner whose environment is this. */
async function runWith(stage: Stage, env: With): Promise<StepResult> {
  const inputs = { 'base-url': stage.sandbox.url, 'api-key': key, slug, folder: 'app', create: 'true' };
  const result = await runStep({ workspace: stage.workspace, with: inputs, env });
  assert.equal(result.exitCode, 0, result.output);
  assert.equal(stage.sandbox.store.find(slug)?.draft.size, 5);
  return result;
}

describe('the runner cannot be told', { concurrency: true }, () => {
  test('outputs and summary that cannot be written are warnings, and the deploy stands', async () => {
    await using stage = await openStage();
    const folder = join(stage.workspace, 'in-the-way');
    await mkdir(folder);
    const { annotations } = await runWith(stage, { GITHUB_OUTPUT: folder, GITHUB_STEP_SUMMARY: folder });
    const [outputs, summary, ...others] = annotations.filter(({ level }) => level === 'warning');
    assert.match(outputs?.message ?? '', /^The outputs could not be written: /);
    assert.match(summary?.message ?? '', /^The job summary could not be written: /);
    assert.deepEqual(others, []);
  });

  test('without the files of a runner the action still deploys, as on a machine of one’s own', async () => {
    await using stage = await openStage();
    const files = { GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '', GITHUB_EVENT_PATH: '' };
    await runWith(stage, { ...files, GITHUB_RUN_ID: '', GITHUB_REPOSITORY: '' });
  });
});
