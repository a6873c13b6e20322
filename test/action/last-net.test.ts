import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGithub } from '../integration/github/fake-github.ts';
import { runStep, type Step } from '../support/action.ts';
import { sayJson, toApp } from '../support/dialects/replies.ts';
import { startDialect } from '../support/dialects/server.ts';
import { concurrency, key, openDeployed, openStage, otherPage, slug, terms, type With } from './stage.ts';

const own = { repo: { full_name: 'octo/apps' } };
const event = { pull_request: { number: 7, head: own, base: own } };

/** The runner gives 7.5 s; we promise 2, and a busy machine gets some grace. */
const limitMs = 2_000;
const graceMs = 1_500;
const draft = sayJson(200, toApp(slug, 'draft'));

/** Code that is loaded before the action: what breaks there stands for a bug of ours that nobody has found. */
const preloads = {
  'an exception': `process.on('SIGUSR2', () => setImmediate(() => { throw new Error('injected ' + process.env['INPUT_API-KEY']) }));`,
  'a rejection': `process.on('SIGUSR2', () => void Promise.reject(new TypeError('injected')));`,
  'a rejection without an error': `process.on('SIGUSR2', () => void Promise.reject('injected'));`,
  'nothing that hears an end': `AbortSignal.any = () => new AbortController().signal;`,
} as const;

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preload-'));
  for (const [name, code] of Object.entries(preloads)) await writeFile(toPath(name), code);
});
after(() => rm(folder, { recursive: true, force: true }));

function toPath(name: string): string {
  return join(folder, `${name.replaceAll(' ', '-')}.cjs`);
}

interface Hit {
  readonly preload: keyof typeof preloads;
  readonly signal: NodeJS.Signals;
  /** True when the run is where it should be hit. */
  readonly when: (printed: string) => boolean;
  readonly step?: Partial<Step>;
}

/** A step that gets a signal as soon as it is where it should be hit. */
function toStep({ preload, signal, when, step = {} }: Hit): Partial<Step> {
  const onStart = (child: ChildProcess): void => {
    let printed = '';
    child.stdout?.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
    const hit = async (): Promise<void> => {
      while (!when(printed) && child.exitCode === null) await sleep(5);
      child.kill(signal);
    };
    void hit();
  };
  return { ...step, env: { ...step.env, NODE_OPTIONS: `--require=${toPath(preload)}` }, onStart };
}

const submit: With = { submit: 'true', 'terms-version': terms };

describe('an error that nobody handles', { concurrency, skip: process.platform === 'win32' }, () => {
  for (const preload of ['an exception', 'a rejection', 'a rejection without an error'] as const) {
    test(`(${preload}) while a deploy is out: what is proven is told, and nothing follows`, async () => {
      await using stage = await openStage();
      await using service = await startDialect({ read: draft, deploy: 'nothing', submit: draft });
      const step = toStep({ preload, signal: 'SIGUSR2', when: () => service.asked().includes('deploy') });
      const result = await stage.run({ 'base-url': service.url, ...submit }, step);
      assert.deepEqual([result.exitCode, result.outputs['outcome']], [1, 'unknown']);
      assert.deepEqual([result.outputs['status'], result.outputs['changed']], ['draft', 'false']);
      assert.deepEqual(service.asked(), ['read', 'deploy']);
      assert.match(result.annotations.at(-1)?.message ?? '', /injected/);
      assert.match(result.summary ?? '', /injected/);
      assert.equal(result.output.split(key).length, 2, 'the key stands in its mask alone');
    });
  }

  test('before a change is sent fails the run, and says where it broke', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: 'nothing' });
    const step = toStep({ preload: 'a rejection', signal: 'SIGUSR2', when: () => service.asked().includes('read') });
    const result = await stage.run({ 'base-url': service.url }, step);
    assert.deepEqual([result.exitCode, result.outputs['outcome']], [1, 'failed']);
    assert.match(result.output, /TypeError: injected\n +at /);
  });

  test('after a deploy was proven leaves that in the outputs', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const step = toStep({
      preload: 'an exception',
      signal: 'SIGUSR2',
      when: (text) => text.includes('Waiting for the review'),
    });
    const result = await stage.run({ ...submit, 'wait-for-review': '10' }, step);
    assert.deepEqual([result.exitCode, result.outputs['outcome']], [1, 'failed']);
    assert.deepEqual([result.outputs['changed'], result.outputs['submitted']], ['true', 'true']);
    assert.equal(result.outputs['status'], 'in_review');
  });

  test('while the comment is posted is a warning, and the deploy stands', async () => {
    await using stage = await openStage();
    const warned = Promise.withResolvers<void>();
    await using github = await startGithub(async ({ method }) => {
      if (method === 'GET') await warned.promise;
      return { status: 200, body: [] };
    });
    const hit = toStep({
      preload: 'a rejection',
      signal: 'SIGUSR2',
      when: () => github.asked.length > 0,
      step: { event, env: { GITHUB_API_URL: github.apiUrl, GITHUB_EVENT_NAME: 'pull_request' } },
    });
    const onStart = (child: ChildProcess): void => {
      hit.onStart?.(child);
      child.stdout?.on('data', (piece: Buffer) => {
        if (piece.includes('while reporting: injected')) warned.resolve();
      });
    };
    const inputs = { create: 'true', comment: 'true', 'github-token': 'ghs_x' };
    const result = await stage.run(inputs, { ...hit, onStart });
    assert.deepEqual([result.exitCode, result.outputs['outcome']], [0, 'deployed']);
    assert.deepEqual(
      github.asked.map(({ method }) => method),
      ['GET', 'POST'],
    );
  });
});

describe('a cancel', { concurrency, skip: process.platform === 'win32' }, () => {
  test('leaves the comment as it is, without a word of it', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: draft, deploy: 'nothing' });
    await using github = await startGithub(() => ({ status: 200, body: [] }));
    const inputs = { 'base-url': service.url, comment: 'true', 'github-token': 'ghs_x' };
    const step = { event, env: { GITHUB_API_URL: github.apiUrl, GITHUB_EVENT_NAME: 'pull_request' } };
    const when = (): boolean => service.asked().includes('deploy');
    const result = await stage.run(inputs, toStep({ preload: 'an exception', signal: 'SIGINT', when, step }));
    assert.deepEqual([result.exitCode, result.outputs['outcome']], [130, 'unknown']);
    assert.deepEqual(github.asked, []);
    assert.doesNotMatch(result.output, /comment/);
  });

  test('ends the process within two seconds, even where nothing hears it', async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: 'nothing' });
    let hitAt = 0;
    const when = (): boolean => {
      hitAt = performance.now();
      return service.asked().includes('read');
    };
    const { onStart, env } = toStep({ preload: 'nothing that hears an end', signal: 'SIGTERM', when });
    const result = await runStep({
      workspace: stage.workspace,
      with: { 'base-url': service.url, 'api-key': key, slug, folder: 'app' },
      ...(env === undefined ? {} : { env }),
      ...(onStart === undefined ? {} : { onStart }),
    });
    assert.equal(result.exitCode, 130, result.output);
    const took = performance.now() - hitAt;
    assert.ok(took < limitMs + graceMs, `took ${took} ms`);
  });
});
