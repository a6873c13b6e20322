import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Doing, play } from '../../support/fake-service/scene.ts';
import { type FakeService, forbiddenText } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const files = makeFiles({
  'service.json': '{"name":"Tides","tagline":"High and low","x":1}',
  'instructions.md': 'Be kind.',
});
const creates = { app: null, files, inputs: { command: 'create' } } as const;
const fourLooks = 'read create read read read read list';

/** Gives the account so many other apps. */
const fill =
  (apps: number): Doing =>
  (service) => {
    for (let number = 0; number < apps; number += 1) service.put(`app-${number}`);
  };

test('create sends the fields that the folder holds', async () => {
  const { service, facts } = await play(creates);
  assert.deepEqual(service.bodies[1], {
    slug: 'tides',
    name: 'Tides',
    tagline: 'High and low',
    system_prompt: 'Be kind.',
    html: '<h1>Tides</h1>',
  });
  assert.partialDeepStrictEqual(facts, { created: true, statusBefore: null });
});

describe('create', () => {
  testEnds(
    [
      ['of an app that does not exist', {}, 'read create read', 'created 0 draft changed'],
      ['of an app that is there', { app: { status: 'published' } }, 'read', 'rejected app_exists 1 published'],
      [
        'of a folder that the service refuses',
        { files: makeFiles({ 'index.html': forbiddenText }) },
        'read create list',
        'rejected folder_rejected 1',
      ],
      ['in an account with its 20 apps', { prepare: fill(20) }, fourLooks, 'rejected too_many_apps 1'],
      [
        'in an account with 19 apps, of an address that is taken',
        { prepare: (service, open) => [service.foreign.add('tides'), fill(19)(service, open)] },
        fourLooks,
        'rejected address_taken 1',
      ],
      [
        'where the apps cannot be counted',
        { prepare: fill(20), faults: [...Array(6).fill(null), ...Array(20).fill({ kind: '403', when: 'before' })] },
        fourLooks,
        'rejected address_taken 1',
      ],
      [
        'with a key that is no longer valid does not count the apps',
        { prepare: fill(20), before: { 1: (service) => Object.assign(service, { isKeyValid: false }) } },
        'read create',
        'failed unauthorized 1',
      ],
    ],
    creates,
  );

  test('quotes the service beside the cap', async () => {
    const { failure } = await play({ ...creates, prepare: fill(20) });
    assert.match(failure?.message ?? '', /tides was not created \(An account may have 20 apps; delete one first\.\)$/);
  });
});

describe('an app that another run creates at the same time', () => {
  const ours = makeFiles({ 'service.json': '{"name":" Tides ","color":"#AbCdEf"}', 'instructions.md': 'Be kind.\n' });
  for (const [name, parts, isOurs] of [
    ['the same fields, written otherwise', { 'service.json': '{"name":"Tides","color":"#abcdef"}' }, true],
    ['a field that the folder lacks', { 'service.json': '{"name":"Tides","color":"#abcdef","tagline":"High"}' }, true],
    ['no name', { 'service.json': '{"color":"#AbCdEf"}' }, false],
    ['another page', { 'index.html': '<h1>Theirs</h1>' }, false],
  ] as const) {
    test(`is ${isOurs ? '' : 'not '}what was asked for with ${name}`, async () => {
      const put = (fake: FakeService): unknown => fake.put('tides', { files: { ...toWireFiles(ours), ...parts } });
      const scene = { ...creates, files: ours };
      const lost = await play({ ...scene, faults: [null, { kind: 'reset', when: 'before' }], before: { 2: put } });
      assert.deepEqual(
        { ending: lost.ending, commits: lost.commits },
        { ending: isOurs ? 'created' : 'unknown unverified', commits: '' },
      );
      const taken = await play({ ...scene, before: { 1: put } });
      assert.deepEqual(
        { ending: taken.ending, changed: taken.facts.changed },
        { ending: isOurs ? 'created' : 'rejected address_taken', changed: false },
      );
    });
  }
});
