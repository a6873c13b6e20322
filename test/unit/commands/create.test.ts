import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import {
  type Doing,
  play,
  put,
  renderPage,
  revokeKey,
  type Scene,
} from '../../support/fake-service/scene.ts';
import { forbiddenText } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const service = '{"name":"Tides","tagline":"High and low","x":1}';
const files = makeFiles({ 'service.json': service, 'instructions.md': 'Be kind.' });
const creates = { app: null, files, inputs: { command: 'create' } } as const;

/** Gives the account so many other apps. */
const fill =
  (apps: number): Doing =>
  (fake) => {
    for (let number = 0; number < apps; number += 1) fake.put({}, `app-${number}`);
  };

test('create sends the fields that the folder holds', async () => {
  const { service: fake } = await play(creates);
  const fields = {
    name: 'Tides',
    tagline: 'High and low',
    system_prompt: 'Be kind.',
    html: '<h1>Tides</h1>',
  };
  assert.deepEqual(fake.exchanges[1]?.body, { slug: 'tides', ...fields });
});

const full = { prepare: fill(20) };
const takenOf20: Scene = {
  prepare: (fake, open) => [fake.put({}, 'tides', 'somebody'), fill(19)(fake, open)],
};
const uncounted: Scene = {
  ...full,
  faults: [{ method: 'GET', path: '/api/miniapps', status: 409, times: null }],
};
const refused = { files: makeFiles({ 'index.html': forbiddenText }) };
const revoked = { ...full, before: { 1: revokeKey } };
/** Another run creates it at the same time. */
const meets = (parts: Scene['files']): Scene => ({
  before: { 1: put({ files: toWireFiles({ ...files, ...parts }) }) },
});
const alike = meets({
  'service.json': '{"name":" Tides ","tagline":"High and low","color":"#abcdef"}',
});
const other = meets({ 'index.html': '<h1>Theirs</h1>' });
testEnds(
  'create',
  {
    'a new app': {},
    'an app that is there': { app: { status: 'published' } },
    'an app that was deleted a moment ago, and the first read still shows': {
      app: {},
      prepare: (fake) => fake.remove(),
      faults: [{ kind: 'stale' }],
    },
    'that is refused': refused,
    'in an account with its 20 apps': full,
    'in an account with 19 apps, of an address that is taken': takenOf20,
    'where the apps cannot be counted': uncounted,
    'with a key that is no longer valid': revoked,
    'beside another run with the same fields, written otherwise': alike,
    'beside another run with another page': other,
    'whose page is shown as html alone, and is rendered 10 s later': {
      prepare: renderPage(10_000),
    },
    'whose page is shown as html alone, with a time in it': { prepare: renderPage(1e9) },
  },
  creates,
);
