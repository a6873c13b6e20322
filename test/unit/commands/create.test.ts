import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Doing, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import { type FakeService, forbiddenText } from '../../support/fake-service/service.ts';

const files = makeFiles({
  'service.json': '{"name":"Tides","tagline":"High and low","x":1}',
  'instructions.md': 'Be kind.',
});

function create(scene: Scene = {}): Promise<Played> {
  return play({ app: null, files, ...scene, inputs: { ...scene.inputs, command: 'create' } });
}

/** Gives the account so many other apps. */
function fill(service: FakeService, apps: number): void {
  for (let number = 0; number < apps; number += 1) service.put(`app-${number}`);
}

/** Lets reads show no field that a create sends. */
const hideFields: Doing = (_service, { ports: { client } }) => {
  const { readApp } = client;
  const readBare: typeof readApp = async (slug, limitMs) => {
    const app = await readApp(slug, limitMs);
    return app && { ...app, name: null, tagline: null, color: null, systemPrompt: null, html: null, files: null };
  };
  Object.assign(client, { readApp: readBare });
};

describe('create', () => {
  for (const [answers, requests] of [
    ['app', 'read create'],
    ['wrapped', 'read create'],
    ['before', 'read create read'],
    ['empty', 'read create read'],
  ] as const) {
    test(`makes the app with the fields that its folder holds (${answers})`, async () => {
      const { service, kind, exitCode, facts, lines, ...played } = await create({ options: { answers } });
      assert.equal(played.requests, requests);
      assert.deepEqual(service.bodies[1], {
        slug: 'tides',
        name: 'Tides',
        tagline: 'High and low',
        system_prompt: 'Be kind.',
        html: '<h1>Tides</h1>',
      });
      assert.deepEqual([kind, exitCode, facts.changed, facts.app?.status], ['created', 0, true, 'draft']);
      assert.deepEqual([facts.statusBefore, lines.at(-1)], [null, 'Created tides']);
    });
  }

  for (const dryRun of [false, true]) {
    test(`fails for an app that is there, and changes nothing${dryRun ? ', in a dry run too' : ''}`, async () => {
      const { requests, ending, exitCode, facts } = await create({ app: { status: 'published' }, inputs: { dryRun } });
      assert.deepEqual([requests, ending, exitCode], ['read', 'rejected app_exists', 1]);
      assert.deepEqual([facts.app?.status, facts.statusBefore, facts.changed], ['published', 'published', false]);
    });
  }

  test('is refused for a slug of somebody else, after looking whether it is our own echo', async () => {
    const { requests, ending } = await create({ prepare: (service) => service.foreign.add('tides') });
    assert.deepEqual([requests, ending], ['read create read read read read list', 'rejected address_taken']);
  });

  test('brings the problems of a refused folder in place', async () => {
    const { ending, facts } = await create({ files: makeFiles({ 'index.html': forbiddenText }) });
    const [problem] = facts.problems;
    assert.deepEqual([ending, problem?.path, problem?.line], ['rejected folder_rejected', 'index.html', 3]);
  });

  test('explains any refusal with the cap where the account has its 20 apps', async () => {
    const { ending, failure } = await create({ prepare: (service) => fill(service, 20) });
    assert.equal(ending, 'rejected too_many_apps');
    assert.match(failure?.message ?? '', /limit of 20 apps: tides; .*An account has at most 20 apps/);
  });

  test('says what the service said where the account has fewer', async () => {
    const prepare = (service: FakeService): unknown => service.foreign.add('tides') && fill(service, 19);
    assert.equal((await create({ prepare })).ending, 'rejected address_taken');
  });

  test('says what the service said where the apps cannot be counted', async () => {
    const failing = Array.from({ length: 4 }, () => ({ kind: '500', when: 'before' }) as const);
    const { ending, lines } = await create({
      prepare: (service) => fill(service, 20),
      faults: [null, null, null, null, null, null, ...failing],
    });
    assert.equal(ending, 'rejected address_taken');
    assert.match(String(lines.at(-1)), /^debug: the apps could not be counted: The service failed/);
  });

  test('does not count the apps of a key that is not valid', async () => {
    const { ending, requests } = await create({
      prepare: (service) => fill(service, 20),
      before: { 1: (service) => Object.assign(service, { isKeyValid: false }) },
    });
    assert.deepEqual([ending, requests], ['failed unauthorized', 'read create']);
  });

  test('does not count the apps of a service that fails', async () => {
    const lost = [{ kind: '500', when: 'before' }, null, null, null, null] as const;
    const { ending, requests } = await create({ faults: [null, ...lost, ...lost, ...lost, ...lost] });
    assert.equal(ending, 'failed service_error');
    assert.ok(!requests.includes('list'));
  });

  const service = '{"name":" Tides ","color":"#AbCdEf"}';
  const ours = makeFiles({ 'service.json': service, 'instructions.md': 'Be kind.\n' });
  for (const [name, parts, isOurs] of [
    ['no name', { 'service.json': '{"color":"#AbCdEf"}' }, false],
    ['the same fields without spaces and case', { 'service.json': '{"name":"Tides","color":"#abcdef"}' }, true],
    ['a field of its own', { 'service.json': '{"name":"Tides","color":"#abcdef","tagline":"Theirs"}' }, true],
    ['another name', { 'service.json': '{"name":"Theirs","color":"#abcdef"}' }, false],
    ['another color', { 'service.json': '{"name":"Tides","color":"#000000"}' }, false],
    ['another page', { 'index.html': '<h1>Theirs</h1>' }, false],
    ['another prompt', { 'instructions.md': 'Be rude.' }, false],
  ] as const) {
    test(`${isOurs ? 'takes' : 'never takes'} an app with ${name} for its own, made at the same time`, async () => {
      const put = (fake: FakeService): unknown => fake.put('tides', { files: { ...toWireFiles(ours), ...parts } });
      const lost = await create({ files: ours, faults: [null, { kind: 'reset', when: 'before' }], before: { 2: put } });
      assert.deepEqual([lost.ending, lost.commits], [isOurs ? 'created' : 'unknown unverified', '']);
      const taken = await create({ files: ours, before: { 1: put } });
      assert.deepEqual([taken.ending, taken.commits], [isOurs ? 'created' : 'rejected address_taken', '']);
    });
  }

  test('takes an app for its own after a loss that shows none of the fields that it sent', async () => {
    const faults = [null, { kind: 'reset', when: 'after' }] as const;
    const { kind } = await create({ files: makeFiles({}), faults, prepare: hideFields });
    assert.equal(kind, 'created');
  });

  test('takes any app for its own after a loss where it sent nothing to tell it by', async () => {
    const files = { 'assets/a.css': 'a{}' };
    const faults = [null, { kind: 'reset', when: 'before' }] as const;
    const { kind } = await create({ files, faults, before: { 2: (fake) => fake.put('tides') } });
    assert.equal(kind, 'created');
  });

  test('only plans in a dry run, with a key and without', async () => {
    const plan = { do: 'change', steps: ['create'] };
    const online = await create({ inputs: { dryRun: true } });
    assert.deepEqual([online.requests, online.outcome], ['read', { kind: 'planned', plan }]);
    const offline = await create({ inputs: { dryRun: true, apiKey: null } });
    assert.deepEqual([offline.requests, offline.outcome], ['', { kind: 'planned', plan: null }]);
  });
});
