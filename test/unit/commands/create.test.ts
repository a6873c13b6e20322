import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../support/fake-service/faults.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import { type FakeService, forbiddenText } from '../../support/fake-service/service.ts';

const files = makeFiles({
  'service.json': '{"name":"Tides","tagline":"High and low","x":1}',
  'instructions.md': 'Be kind.',
});

function create({ inputs, ...scene }: Scene = {}): Promise<Played> {
  return play({ app: null, files, ...scene, inputs: { ...inputs, command: 'create' } });
}

/** Gives the account so many other apps. */
const fill =
  (apps: number) =>
  (service: FakeService): void => {
    for (let number = 0; number < apps; number += 1) service.put(`app-${number}`);
  };

describe('create', () => {
  test('makes the app with the fields that its folder holds', async () => {
    const { service, requests, kind, exitCode, facts, lines } = await create();
    assert.deepEqual(service.bodies[1], {
      slug: 'tides',
      name: 'Tides',
      tagline: 'High and low',
      system_prompt: 'Be kind.',
      html: '<h1>Tides</h1>',
    });
    assert.deepEqual([requests, kind, exitCode], ['read create read', 'created', 0]);
    assert.partialDeepStrictEqual(facts, { changed: true, statusBefore: null, app: { status: 'draft' } });
    assert.equal(lines.at(-1), 'Created tides');
  });

  for (const dryRun of [false, true]) {
    test(`fails for an app that is there, and changes nothing${dryRun ? ', in a dry run too' : ''}`, async () => {
      const { requests, ending, exitCode, facts } = await create({ app: { status: 'published' }, inputs: { dryRun } });
      assert.deepEqual([requests, ending, exitCode], ['read', 'rejected app_exists', 1]);
      assert.partialDeepStrictEqual(facts, { app: { status: 'published' }, statusBefore: 'published', changed: false });
    });
  }

  test('only plans in a dry run', async () => {
    const { requests, outcome } = await create({ inputs: { dryRun: true } });
    const plan = { do: 'change', steps: ['create'] };
    assert.deepEqual([requests, outcome], ['read', { kind: 'planned', plan }]);
  });

  test('brings the problems of a refused folder in place', async () => {
    const { ending, facts } = await create({ files: makeFiles({ 'index.html': forbiddenText }) });
    assert.equal(ending, 'rejected folder_rejected');
    assert.partialDeepStrictEqual(facts.problems, [{ path: 'index.html', line: 2 }]);
  });
});

describe('a creation that is refused', () => {
  const down: Fault = { kind: '500', when: 'before' };
  const rows: readonly (readonly [name: string, scene: Scene, ending: string, counts: boolean])[] = [
    [
      'is explained by the cap where the account has its 20 apps',
      { prepare: fill(20) },
      'rejected too_many_apps',
      true,
    ],
    [
      'is told in the service’s words where it has fewer',
      { prepare: (service) => [service.foreign.add('tides'), fill(19)(service)] },
      'rejected address_taken',
      true,
    ],
    [
      'is told in the service’s words where the apps cannot be counted',
      { prepare: fill(20), faults: [...Array(6).fill(null), ...Array(20).fill(down)] },
      'rejected address_taken',
      true,
    ],
    [
      'does not count the apps of a key that is not valid',
      { prepare: fill(20), before: { 1: (service) => Object.assign(service, { isKeyValid: false }) } },
      'failed unauthorized',
      false,
    ],
  ];
  for (const [name, scene, ending, counts] of rows) {
    test(name, async () => {
      const played = await create(scene);
      assert.deepEqual([played.ending, played.requests.includes('list')], [ending, counts]);
    });
  }

  test('quotes the service beside the cap', async () => {
    const { failure } = await create({ prepare: fill(20) });
    assert.match(
      failure?.message ?? '',
      /limit of 20 apps: tides was not created \(An account may have 20 apps; delete one first\.\)$/,
    );
  });
});

describe('an app that another run creates at the same time', () => {
  const ours = makeFiles({ 'service.json': '{"name":" Tides ","color":"#AbCdEf"}', 'instructions.md': 'Be kind.\n' });
  for (const [name, parts, isOurs] of [
    ['the same fields without spaces and case', { 'service.json': '{"name":"Tides","color":"#abcdef"}' }, true],
    [
      'a field that the folder lacks',
      { 'service.json': '{"name":"Tides","color":"#abcdef","tagline":"Theirs"}' },
      true,
    ],
    ['no name', { 'service.json': '{"color":"#AbCdEf"}' }, false],
    ['another name', { 'service.json': '{"name":"Theirs","color":"#abcdef"}' }, false],
    ['another color', { 'service.json': '{"name":"Tides","color":"#000000"}' }, false],
    ['another page', { 'index.html': '<h1>Theirs</h1>' }, false],
    ['another prompt', { 'instructions.md': 'Be rude.' }, false],
  ] as const) {
    test(`is ${isOurs ? '' : 'not '}what was asked for with ${name}`, async () => {
      const put = (fake: FakeService): unknown => fake.put('tides', { files: { ...toWireFiles(ours), ...parts } });
      const lost = await create({ files: ours, faults: [null, { kind: 'reset', when: 'before' }], before: { 2: put } });
      assert.deepEqual([lost.ending, lost.commits], [isOurs ? 'created' : 'unknown unverified', '']);
      const taken = await create({ files: ours, before: { 1: put } });
      assert.deepEqual([taken.ending, taken.facts.changed], [isOurs ? 'created' : 'rejected address_taken', false]);
    });
  }
});
