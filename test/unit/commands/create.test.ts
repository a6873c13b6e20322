import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Doing, play, put, revokeKey } from '../../support/fake-service/scene.ts';
import { forbiddenText } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const service = '{"name":"Tides","tagline":"High and low","x":1}';
const files = makeFiles({ 'service.json': service, 'instructions.md': 'Be kind.' });
const creates = { app: null, files, inputs: { command: 'create' } } as const;
const fourLooks = 'read create read read read read list';

/** Gives the account so many other apps. */
const fill =
  (apps: number): Doing =>
  (fake) => {
    for (let number = 0; number < apps; number += 1) fake.put({}, `app-${number}`);
  };

test('create sends the fields that the folder holds', async () => {
  const { service: fake } = await play(creates);
  const fields = { name: 'Tides', tagline: 'High and low', system_prompt: 'Be kind.', html: '<h1>Tides</h1>' };
  assert.deepEqual(fake.exchanges[1]?.body, { slug: 'tides', ...fields });
});

describe('create', () => {
  const full = { prepare: fill(20) };
  const takeOneOf20: Doing = (fake, open) => [fake.put({}, 'tides', 'somebody'), fill(19)(fake, open)];
  const uncounted = { ...full, faults: [...Array(6).fill(null), ...Array(20).fill({ kind: '403', when: 'before' })] };
  const taken = 'rejected address_taken 1';
  testEnds(
    [
      ['of a new app', {}, 'read create read', 'created 0 draft changed', { created: true, statusBefore: null }],
      ['of an app that is there', { app: { status: 'published' } }, 'read', 'rejected app_exists 1 published'],
      [
        'that is refused',
        { files: makeFiles({ 'index.html': forbiddenText }) },
        'read create list',
        'rejected folder_rejected 1',
      ],
      ['in an account with its 20 apps', full, fourLooks, 'rejected too_many_apps 1'],
      ['in an account with 19 apps, of an address that is taken', { prepare: takeOneOf20 }, fourLooks, taken],
      ['where the apps cannot be counted', uncounted, fourLooks, taken],
      [
        'with a key that is no longer valid',
        { ...full, before: { 1: revokeKey } },
        'read create',
        'failed unauthorized 1',
      ],
    ],
    creates,
  );
});

describe('an app that another run creates at the same time', () => {
  const ours = makeFiles({ 'service.json': '{"name":" Tides ","color":"#AbCdEf"}', 'instructions.md': 'Be kind.\n' });
  for (const [name, parts, isOurs] of [
    ['a field that the folder lacks', { 'service.json': '{"name":"Tides","color":"#abcdef","tagline":"High"}' }, true],
    ['another page', { 'index.html': '<h1>Theirs</h1>' }, false],
  ] as const) {
    test(`is ${isOurs ? '' : 'not '}what was asked for with ${name}`, async () => {
      const before = { 1: put({ files: { ...toWireFiles(ours), ...parts } }) };
      const { ending, facts } = await play({ ...creates, files: ours, before });
      const expected = { ending: isOurs ? 'created' : 'rejected address_taken', changed: false };
      assert.deepEqual({ ending, changed: facts.changed }, expected);
    });
  }
});
