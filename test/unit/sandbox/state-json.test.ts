import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readApp, readSettings, writeApp, writeSettings } from '../../../sandbox/state-json.ts';
import type { App } from '../../../sandbox/store.ts';

const folder = fc
  .array(fc.tuple(fc.string(), fc.string()))
  .map((entries): ReadonlyMap<string, string> => new Map(entries));
const time = fc.nat();
const apps: fc.Arbitrary<App> = fc.record({
  slug: fc.string(),
  owner: fc.string(),
  draft: folder,
  published: fc.option(folder),
  status: fc.constantFrom('draft', 'in_review', 'taken_down'),
  reviewNote: fc.option(fc.string()),
  version: fc.nat(),
  createdAt: time,
  updatedAt: time,
  publishedAt: fc.option(time),
  submittedAt: fc.option(time),
});

test('any app comes back from its file as it was', () => {
  fc.assert(fc.property(apps, (app) => assert.deepEqual(readApp(writeApp(app)), { ...app })));
});

test('settings come back from their file as they were', () => {
  const settings = { accounts: [{ name: 'developer', key: 'k' }], termsVersion: '2026-10' };
  assert.deepEqual(readSettings(writeSettings(settings)), settings);
});

test('a file that is not an app’s says what does not fit', () => {
  const app = JSON.parse(writeApp(fc.sample(apps, { numRuns: 1, seed: 1 })[0] as App));
  assert.throws(() => readApp('{'), SyntaxError);
  assert.throws(() => readApp('[]'), /"format": 1/);
  for (const name of Object.keys(app).filter((one) => one !== 'format')) {
    assert.throws(() => readApp(JSON.stringify({ ...app, [name]: [1] })), new RegExp(`"${name}"`));
  }
  assert.throws(() => readApp(JSON.stringify({ ...app, status: 'toString' })), /"status"/);
});

test('settings without an account are broken', () => {
  assert.throws(() => readSettings('{"format":1,"accounts":[],"termsVersion":"1"}'), /"accounts" is empty/);
  assert.throws(() => readSettings('{"format":1,"accounts":[{"name":1}],"termsVersion":"1"}'), /"name"/);
  assert.throws(() => readSettings('{"format":1,"accounts":[3],"termsVersion":"1"}'), /"accounts"/);
});
