import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/errors.ts';
import type { Inputs } from '../../../src/inputs.ts';
import { createFakeFolder, makeFiles } from '../../support/fake-service/folder.ts';
import { type RunParts, runCommand } from '../../support/fake-service/run.ts';
import { FakeService, forbiddenText } from '../../support/fake-service/service.ts';

const read = 'GET /api/miniapps/tides';
const list = 'GET /api/miniapps';
const send = 'POST /api/miniapps';
const folder = createFakeFolder(
  makeFiles({ 'service.json': '{"name":"Tides","tagline":"High and low","x":1}', 'instructions.md': 'Be kind.' }),
);

async function create(service: FakeService, inputs: Partial<Inputs> = {}, parts: Partial<RunParts> = {}) {
  const ended = await runCommand({ folder, ...parts, service, inputs: { ...inputs, command: 'create' } });
  const failure = 'failure' in ended.outcome ? ended.outcome.failure : null;
  return { ...ended, kind: ended.outcome.kind, code: failure?.code ?? null, message: failure?.message ?? '' };
}

/** A service whose account has so many other apps. */
function openFull(apps: number): FakeService {
  const service = new FakeService();
  for (let number = 0; number < apps; number += 1) service.put(`app-${number}`);
  return service;
}

describe('create', () => {
  test('makes the app with the fields that its folder holds', async () => {
    const service = new FakeService();
    const { kind, facts, exitCode, lines } = await create(service);
    assert.deepEqual(service.requests, [read, send]);
    assert.deepEqual(service.bodies[1], {
      slug: 'tides',
      name: 'Tides',
      tagline: 'High and low',
      system_prompt: 'Be kind.',
      html: '<h1>Tides</h1>',
    });
    assert.deepEqual([kind, exitCode, facts.changed, facts.app?.status], ['created', 0, true, 'draft']);
    assert.deepEqual(lines.slice(-2), ['# Create', 'created: tides']);
  });

  test('fails for an app that is there, and changes nothing', async () => {
    const service = new FakeService();
    service.put('tides', { status: 'published' });
    const { kind, code, facts } = await create(service);
    assert.deepEqual([service.requests, kind, code], [[read], 'rejected', 'app_exists']);
    assert.deepEqual([facts.app?.status, facts.statusBefore, facts.changed], ['published', 'published', false]);
  });

  test('is refused for a slug of somebody else', async () => {
    const service = new FakeService();
    service.foreign.add('tides');
    const { kind, code } = await create(service);
    assert.deepEqual([service.requests, kind, code], [[read, send, list], 'rejected', 'address_taken']);
  });

  test('brings the problems of a refused folder in place', async () => {
    const bad = createFakeFolder(makeFiles({ 'index.html': forbiddenText }));
    const { kind, code, facts } = await create(new FakeService(), {}, { folder: bad });
    assert.deepEqual([kind, code], ['rejected', 'folder_rejected']);
    assert.deepEqual(
      facts.problems.map(({ path, line }) => [path, line]),
      [['index.html', 3]],
    );
  });

  test('explains any refusal with the cap where the account has its 20 apps', async () => {
    const { kind, code, message } = await create(openFull(20));
    assert.deepEqual([kind, code], ['rejected', 'too_many_apps']);
    assert.match(message, /20 apps that it may have: tides; .*An account has at most 20 apps/);
  });

  test('says what the service said where the account has fewer', async () => {
    const service = openFull(19);
    service.foreign.add('tides');
    const { code } = await create(service);
    assert.equal(code, 'address_taken');
  });

  test('says what the service said where the apps cannot be counted', async () => {
    const service = openFull(20);
    service.faults = [null, null, ...Array.from({ length: 4 }, () => ({ kind: '500', when: 'before' }) as const)];
    const { code, lines } = await create(service);
    assert.equal(code, 'address_taken');
    assert.match(String(lines.at(-1)), /^debug: the apps could not be counted: The service failed/);
  });

  test('does not count the apps of a key that is not valid', async () => {
    const service = openFull(20);
    service.onRequest = (number) => {
      service.isKeyValid = number === 0;
    };
    const { kind, code } = await create(service);
    assert.deepEqual([kind, code, service.requests.length], ['failed', 'unauthorized', 2]);
  });

  test('that is lost is found by a read, and not made twice', async () => {
    const service = new FakeService();
    service.faults = [null, { kind: 'reset', when: 'after' }];
    const { kind } = await create(service);
    assert.deepEqual([service.requests, kind], [[read, send, read], 'created']);
  });

  test('that is cancelled is unknown', async () => {
    const service = new FakeService();
    const ended = await runCommand({ service, folder, inputs: { command: 'create' } }, ({ abort }) => {
      service.faults = [null, { kind: 'cancelled', when: 'after' }];
      service.clock.after(1_000_000, () => abort(endByCancel()));
    });
    assert.equal(ended.outcome.kind, 'unknown');
  });

  test('only plans in a dry run, with a key and without', async () => {
    const service = new FakeService();
    const planned = { kind: 'planned', plan: { do: 'create' } };
    assert.deepEqual((await create(service, { dryRun: true })).outcome, planned);
    assert.deepEqual(service.requests, [read]);
    assert.deepEqual((await create(service, { dryRun: true, apiKey: null })).outcome, { kind: 'planned' });
    assert.deepEqual(service.requests, [read]);
  });

  test('checks a pull request from a fork', async () => {
    const { outcome } = await create(new FakeService(), { apiKey: null }, { fromFork: true });
    assert.deepEqual(outcome, { kind: 'planned', skipReason: 'fork' });
  });

  test('stops a stale run when asked', async () => {
    const service = new FakeService();
    const { outcome } = await create(service, { onStale: 'skip' }, { isStale: true });
    assert.deepEqual([outcome, service.requests], [{ kind: 'skipped', skipReason: 'stale' }, []]);
  });
});
