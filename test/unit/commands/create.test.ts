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

/** Adds this many other apps to the account. */
const fill =
  (apps: number): Doing =>
  (fake) => {
    for (let number = 0; number < apps; number += 1) fake.put({}, `app-${number}`);
  };

test('create sends slug, name, tagline, prompt and page', async () => {
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
const revokedLater = { ...full, before: { 6: revokeKey } };
/** Returns a scene in which another run creates the app at the same time. */
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
    'an app that exists': { app: { status: 'published' } },
    'an app that was just deleted, and that the first read still shows': {
      app: {},
      prepare: (fake) => fake.remove(),
      faults: [{ kind: 'stale' }],
    },
    'a page that the service rejects': refused,
    'an account that has reached the limit of 20 apps': full,
    'an account with 19 apps, and a slug that is taken': takenOf20,
    'an account whose apps cannot be listed after a 409': uncounted,
    'a key that is revoked meanwhile': revoked,
    'a key that is revoked before the apps are counted': revokedLater,
    'another run creates the app with equal fields in another layout': alike,
    'another run creates the app with another page': other,
    'a page that is shown only as html, rendered 10 s later': {
      prepare: renderPage(10_000),
    },
    'a page that is shown only as html, and changes with the time': { prepare: renderPage(1e9) },
  },
  creates,
);
