import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statuses } from '../../../sandbox/app.ts';
import { accounts, bearer, openApp, openSandbox, soundFiles, tell } from './client.ts';

const files = new Map(Object.entries(soundFiles));

test('the state shows every app with what a reviewer may do with it', async () => {
  const { control, submit, sandbox } = await openApp();
  await submit();
  const { body } = await control('GET', '/state');
  const settings = { terms_version: '2026-10', rate: { changes: 30, window_ms: 60_000 } };
  assert.partialDeepStrictEqual(body, { base_url: sandbox.url, settings });
  assert.partialDeepStrictEqual(body.apps, [
    { slug: 'tides', owner: 'ann', moves: ['approve', 'reject'], public_url: null },
  ]);
  assert.equal(body.requests.length, 2);
  const { body: approved } = await control('POST', '/apps/tides/approve');
  assert.deepEqual([approved.moves, approved.public_url], [['take_down'], '/a/tides?preview=off']);
});

test('a control says what does not fit', async () => {
  const { control } = await openApp();
  for (const [path, body, reply] of [
    ['/apps/tides/approve', undefined, '409 wrong_state'],
    ['/apps/none/approve', undefined, '404 not_found'],
    ['/apps/tides/publish', undefined, '404 not_found'],
    ['/apps/tides/approve', { note: 'x'.repeat(2_001) }, '400 invalid_field note'],
    ['/apps/tides/approve', { note: 3 }, '400 invalid_field note'],
    ['/apps/none/edit', undefined, '404 not_found'],
    ['/apps/tides/edit', { nmae: 'x' }, '400 invalid_field nmae'],
    ['/faults', { kidn: 'stale' }, '400 invalid_field kidn'],
  ] as const) {
    assert.equal(tell(await control('POST', path, body)), reply, path);
  }
});

test('somebody else submits, withdraws, discards, edits and deletes', async () => {
  const { control, sandbox } = openSandbox();
  sandbox.put({ slug: 'tides', files, status: 'published_with_unreviewed_changes' });
  for (const [move, status] of [
    ['submit', 'in_review'],
    ['withdraw', 'published_with_unreviewed_changes'],
    ['discard', 'published'],
  ]) {
    assert.equal((await control('POST', `/apps/tides/${move}`)).body.status, status);
  }
  assert.equal((await control('POST', '/apps/tides/edit', { name: 'Theirs' })).body.name, 'Theirs');
  assert.equal((await control('POST', '/apps/tides/edit')).body.tagline, 'Edited by somebody else');
  assert.deepEqual((await control('DELETE', '/apps/tides')).body.apps, []);
  assert.equal((await control('DELETE', '/apps/tides')).status, 404);
});

test('terms, rate, limits, accounts, clock and assumptions change over HTTP while all else stays', async () => {
  const { call, control, submit } = openSandbox({ accounts: [{ name: 'ann', key: 'key-of-ann' }] });
  const before = (await control('GET', '/settings')).body;
  const clock = { at: '2026-10-01T00:00:00.000Z', stopped: true };
  const other = { rate: { changes: 3 }, limits: { apps: 1 }, assumptions: { create_status: 200 } };
  const { body } = await control('PUT', '/settings', { clock, accounts, terms_version: '2026-11', ...other });
  assert.deepEqual(body, {
    ...before,
    clock,
    terms_version: '2026-11',
    accounts: [{ name: 'ann' }, { name: 'ben' }],
    rate: { changes: 3, window_ms: 60_000 },
    limits: { ...before.limits, apps: 1 },
    assumptions: { ...before.assumptions, create_status: 200 },
  });
  const create = (slug: string) => call('POST', '/api/miniapps', { slug, name: 'x' });
  const created = await create('tides');
  assert.deepEqual([created.status, created.body.updated_at], [200, clock.at]);
  assert.equal(tell(await create('other')), '409 too_many_apps');
  assert.equal((await submit()).body.error.terms_version, '2026-11');
  assert.equal((await create('other')).status, 429);
  assert.equal((await call('GET', '/api/miniapps', undefined, bearer('key-of-ben'))).status, 200);
  assert.equal((await control('PUT', '/settings', { preset: 'strange' })).body.assumptions.list_response, 'array');
});

test('a setting that is misspelt or does not fit is a 400 that names it, and nothing changes', async () => {
  const { control, sandbox } = openSandbox();
  sandbox.put({ slug: 'tides', files });
  const before = await control('GET', '/settings');
  for (const [field, sent] of Object.entries({
    rates: { rates: {} },
    window: { rate: { window: 3 } },
    app: { limits: { app: 3 } },
    stop: { clock: { stop: true } },
    secret: { accounts: [{ name: 'a', secret: 'k' }] },
    accounts: { accounts: [] },
    create: { assumptions: { create: 201 } },
    tmies: { faults: [{ tmies: 3 }] },
    faults: { faults: {} },
    state: { seed: [{ slug: 'tides', files: {}, state: 'draft' }] },
    terms_version: { terms_version: 'a b' },
  })) {
    assert.equal(tell(await control('PUT', '/settings', sent)), `400 invalid_field ${field}`);
    assert.deepEqual((await control('GET', '/settings')).body, before.body);
  }
});

test('apps can be there from the start, in any state, and a reset brings just them back, and the faults', async () => {
  const seed = statuses.map((status) => ({ status, slug: status.replaceAll('_', '-').slice(0, 32), files }));
  const { call, control, sandbox } = openSandbox({ seed, faults: [{ kind: 'stale' }] });
  await call('DELETE', '/api/miniapps/draft');
  await control('PUT', '/settings', { terms_version: 'other', preset: 'strange' });
  sandbox.faults.set([]);
  const { body } = await control('POST', '/reset');
  assert.partialDeepStrictEqual(body, { settings: { terms_version: '2026-10' }, faults: [{ kind: 'stale' }] });
  assert.deepEqual(body.requests, []);
  assert.deepEqual(
    body.apps.map(({ status }: { status: string }) => status),
    [...statuses],
  );
});

test('apps can be added as they are wanted, and one that cannot be is a 400 that says why', async () => {
  const { control, read } = openSandbox();
  const seed = [{ slug: 'tides', files: soundFiles, status: 'not_approved', review_note: 'No.' }];
  await control('PUT', '/settings', { seed });
  assert.partialDeepStrictEqual(await read(), { status: 'not_approved', review_note: 'No.', files: soundFiles });
  for (const [more, why] of [
    [{ owner: 'nobody' }, /its owner is no account/],
    [{ files: {} }, /no service\.json/],
  ] as const) {
    const reply = await control('PUT', '/settings', { seed: [{ slug: 'other', files: soundFiles, ...more }] });
    assert.equal(reply.status, 400);
    assert.match(reply.body.error.message, why);
  }
});

test('requests can be read and forgotten', async () => {
  const { call, control } = openSandbox();
  await call('GET', '/api/miniapps');
  const seen = { method: 'GET', path: '/api/miniapps', status: 200, account: 'developer' };
  assert.partialDeepStrictEqual((await control('GET', '/requests')).body.requests, [seen]);
  await control('DELETE', '/requests');
  assert.deepEqual((await control('GET', '/requests')).body.requests, []);
});

test('faults can be listed, added, taken away by number, and cleared', async () => {
  const { control } = openSandbox();
  const { id } = (await control('POST', '/faults', { kind: 'stale' })).body.faults[0];
  assert.equal((await control('POST', '/faults', {})).body.faults.length, 2);
  const left = (await control('DELETE', `/faults/${id}`)).body.faults;
  assert.deepEqual(
    left.map(({ kind }: { kind: string }) => kind),
    ['error'],
  );
  assert.equal((await control('DELETE', `/faults/${id}`)).status, 404);
  assert.deepEqual((await control('DELETE', '/faults')).body, { faults: [] });
  assert.deepEqual((await control('GET', '/faults')).body, { faults: [] });
});

test('keys and links to drafts are handed out to the page, and to those who have a key', async () => {
  const { call, sandbox } = await openApp();
  const look = async (headers: Record<string, string>) => {
    const all = { 'x-sandbox': '1', ...headers };
    const { body } = await call('GET', `${sandbox.pageUrl}_sandbox/state`, undefined, all);
    return [body.accounts[0].key, body.apps[0].draft_url].map((one) => one !== undefined);
  };
  assert.deepEqual(await look({ 'sec-fetch-site': 'same-origin' }), [true, true]);
  assert.deepEqual(await look(bearer(sandbox.keys[0])), [true, true]);
  assert.deepEqual(await look({}), [false, false]);
  assert.deepEqual(await look({ origin: sandbox.pageUrl.slice(0, -1) }), [false, false]);
});

test('every route is closed to names that are not the sandbox’s, and the controls to foreign pages', async () => {
  const { call, sandbox } = openSandbox({ allowedHosts: ['box'] });
  const headers = { 'x-sandbox': '1', ...bearer(sandbox.keys[0]) };
  const visit = async (name: string, path: string) =>
    (await call('GET', `http://${name}:8420${path}`, undefined, headers)).status;
  for (const path of ['/', '/_page/page.js', '/_sandbox/state', '/api/miniapps', '/a/tides/', '/none']) {
    assert.equal(await visit('evil.example', path), 403, path);
  }
  assert.equal(await visit('box', '/api/miniapps'), 200);
  assert.equal((await call('GET', '/_sandbox/state')).status, 403);
  const write = await call('PUT', '/_sandbox/settings', {}, { 'x-sandbox': '1', origin: sandbox.url });
  assert.equal(write.status, 403);
});

test('the page is at the root, under the name localhost, with a strict policy', async () => {
  const { call, sandbox } = openSandbox();
  const sent = await call('GET', '/', undefined, {});
  assert.deepEqual([sent.status, sent.headers.get('location')], [302, sandbox.pageUrl]);
  const page = await call('GET', sandbox.pageUrl, undefined, {});
  assert.match(page.body, /<title>Mini apps sandbox<\/title>/);
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self';/);
  for (const [, path] of page.body.matchAll(/(?:src|href)="(\/_page\/[^"]+)"/g)) {
    assert.equal((await call('GET', new URL(path ?? '', sandbox.pageUrl).href, undefined, {})).status, 200, path);
  }
});
