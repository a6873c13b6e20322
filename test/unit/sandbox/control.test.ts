import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statuses } from '../../../sandbox/app.ts';
import { bearer, openSandbox, soundFiles } from './client.ts';

test('the state shows every app with what a reviewer may do with it', async () => {
  const { call, control, sandbox } = openSandbox();
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  await call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  const { status, body } = await control('GET', '/state');
  assert.equal(status, 200);
  assert.deepEqual(
    [body.base_url, body.settings.terms_version, body.settings.rate],
    [sandbox.url, '2026-10', { changes: 30, window_ms: 60_000 }],
  );
  const [app] = body.apps;
  assert.deepEqual(
    [app.slug, app.owner, app.moves, app.public_url],
    ['tides', 'developer', ['approve', 'reject'], null],
  );
  assert.equal(body.requests.length, 2);
  const { body: approved } = await control('POST', '/apps/tides/approve');
  assert.deepEqual([approved.moves, approved.public_url], [['take_down'], '/a/tides?preview=off']);
});

test('a move that the state does not allow is a 409, and an unknown app or move a 404', async () => {
  const { call, control } = openSandbox();
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  const refused = await control('POST', '/apps/tides/approve');
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'wrong_state']);
  assert.equal((await control('POST', '/apps/none/approve')).status, 404);
  assert.equal((await control('POST', '/apps/tides/publish')).status, 404);
  assert.equal((await control('POST', '/apps/tides/approve', { note: 'x'.repeat(2_001) })).status, 400);
  assert.equal((await control('POST', '/apps/tides/approve', { note: 3 })).status, 400);
});

test('somebody at the dashboard submits, withdraws, discards and deletes', async () => {
  const { control, sandbox } = openSandbox();
  sandbox.put({
    slug: 'tides',
    files: new Map(Object.entries(soundFiles)),
    status: 'published_with_unreviewed_changes',
  });
  for (const [move, status] of [
    ['submit', 'in_review'],
    ['withdraw', 'published_with_unreviewed_changes'],
    ['discard', 'published'],
  ]) {
    assert.equal((await control('POST', `/apps/tides/${move}`)).body.status, status);
  }
  assert.deepEqual((await control('DELETE', '/apps/tides')).body.apps, []);
  assert.equal((await control('DELETE', '/apps/tides')).status, 404);
});

test('new terms hold from the next submit on', async () => {
  const { call, control } = openSandbox();
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  assert.equal((await control('PUT', '/settings', { terms_version: '2026-11' })).body.terms_version, '2026-11');
  const { body } = await call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  assert.equal(body.error.terms_version, '2026-11');
  assert.equal((await call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-11' })).status, 200);
  assert.equal((await control('PUT', '/settings', { terms_version: 'a b' })).status, 400);
});

test('rate, limits, accounts, clock and assumptions change over HTTP while all else stays', async () => {
  const { call, control } = openSandbox({ accounts: [{ name: 'ann', key: 'key-of-ann' }] });
  const before = (await control('GET', '/settings')).body;
  const clock = { at: '2026-10-01T00:00:00.000Z', stopped: true };
  const accounts = [
    { name: 'ann', key: 'key-of-ann' },
    { name: 'ben', key: 'key-of-ben' },
  ];
  const sent = { clock, accounts, rate: { changes: 2 }, limits: { apps: 1 }, assumptions: { create_status: 200 } };
  const { body } = await control('PUT', '/settings', sent);
  assert.deepEqual(body, {
    ...before,
    clock,
    accounts: [{ name: 'ann' }, { name: 'ben' }],
    rate: { changes: 2, window_ms: 60_000 },
    limits: { ...before.limits, apps: 1 },
    assumptions: { ...before.assumptions, create_status: 200 },
  });
  const created = await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  assert.deepEqual([created.status, created.body.updated_at], [200, '2026-10-01T00:00:00.000Z']);
  assert.equal((await call('POST', '/api/miniapps', { slug: 'other', name: 'x' })).body.error.code, 'too_many_apps');
  assert.equal((await call('POST', '/api/miniapps', { slug: 'other', name: 'x' })).status, 429);
  assert.equal((await call('GET', '/api/miniapps', undefined, bearer('key-of-ben'))).status, 200);
  const gone = await control('PUT', '/settings', { accounts: [{ name: 'ben', key: 'key-of-ben' }] });
  assert.match(gone.body.error.message, /ann has apps, such as tides/);
  assert.equal((await control('PUT', '/settings', { preset: 'strange' })).body.assumptions.list_response, 'array');
});

for (const [member, sent] of Object.entries({
  rates: { rates: {} },
  window: { rate: { window: 3 } },
  app: { limits: { app: 3 } },
  stop: { clock: { stop: true } },
  secret: { accounts: [{ name: 'a', secret: 'k' }] },
  create: { assumptions: { create: 201 } },
  tmies: { faults: [{ tmies: 3 }] },
  state: { seed: [{ slug: 'tides', files: {}, state: 'draft' }] },
})) {
  test(`a setting that is misspelt as ${member} is a 400 that names it, and nothing changes`, async () => {
    const { control } = openSandbox();
    const before = await control('GET', '/settings');
    const { status, body } = await control('PUT', '/settings', sent);
    assert.deepEqual([status, body.error.field], [400, member]);
    assert.deepEqual((await control('GET', '/settings')).body, before.body);
  });
}

test('apps can be there from the start, in any state, and a reset brings just them back', async () => {
  const seed = statuses.map((status) => ({
    status,
    slug: status.replaceAll('_', '-').slice(0, 32),
    files: new Map(Object.entries(soundFiles)),
    reviewNote: 'So it is.',
  }));
  const { call, control, sandbox } = openSandbox({ seed, faults: [{ kind: 'stale' }] });
  const show = async () => (await call('GET', '/api/miniapps')).body.apps.map((app: { status: string }) => app.status);
  sandbox.faults.set([]);
  assert.deepEqual(await show(), [...statuses]);
  await call('DELETE', '/api/miniapps/draft');
  await control('PUT', '/settings', { terms_version: 'other', preset: 'strange' });
  const { body } = await control('POST', '/reset');
  assert.deepEqual([body.settings.terms_version, body.faults.length, body.requests], ['2026-10', 1, []]);
  sandbox.faults.set([]);
  assert.deepEqual(await show(), [...statuses]);
});

test('apps can be added as they are wanted, and one that cannot be is a 400 that says why', async () => {
  const { call, control } = openSandbox();
  const apps = [{ slug: 'tides', files: soundFiles, status: 'not_approved', review_note: 'No.' }];
  assert.equal((await control('PUT', '/settings', { seed: apps })).status, 200);
  const { body } = await call('GET', '/api/miniapps/tides');
  assert.deepEqual([body.status, body.review_note, body.files], ['not_approved', 'No.', soundFiles]);
  for (const [more, why] of [
    [{ slug: 'other', owner: 'nobody' }, /its owner is no account/],
    [{ slug: 'other', files: {} }, /no service\.json/],
  ] as const) {
    const reply = await control('PUT', '/settings', { seed: [{ files: soundFiles, ...more }] });
    assert.equal(reply.status, 400);
    assert.match(reply.body.error.message, why);
  }
});

test('requests can be read and forgotten', async () => {
  const { call, control } = openSandbox();
  await call('GET', '/api/miniapps');
  const [seen] = (await control('GET', '/requests')).body.requests;
  assert.deepEqual([seen.method, seen.path, seen.status, seen.account], ['GET', '/api/miniapps', 200, 'developer']);
  await control('DELETE', '/requests');
  assert.deepEqual((await control('GET', '/requests')).body.requests, []);
});

test('faults can be listed, added, taken away by number, and cleared; a misspelt one is a 400', async () => {
  const { control } = openSandbox();
  const { body } = await control('POST', '/faults', { kind: 'stale' });
  const { id } = body.faults[0];
  assert.equal((await control('POST', '/faults', { kidn: 'stale' })).body.error.field, 'kidn');
  assert.equal((await control('PUT', '/settings', { faults: {} })).body.error.field, 'faults');
  assert.equal((await control('POST', '/faults', {})).body.faults.length, 2);
  assert.equal((await control('DELETE', `/faults/${id}`)).body.faults.length, 1);
  assert.equal((await control('DELETE', `/faults/${id}`)).status, 404);
  assert.deepEqual((await control('DELETE', '/faults')).body, { faults: [] });
  assert.deepEqual((await control('GET', '/faults')).body, { faults: [] });
});

test('keys and links to drafts are handed out to the page, and to those who have a key', async () => {
  const { call, sandbox } = openSandbox();
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  const state = `${sandbox.pageUrl}_sandbox/state`;
  const look = async (headers: Record<string, string>) => {
    const { body } = await call('GET', state, undefined, { 'x-sandbox': '1', ...headers });
    return [body.accounts[0].key, body.apps[0].draft_url].map((one) => one !== undefined);
  };
  assert.deepEqual(await look({ 'sec-fetch-site': 'same-origin' }), [true, true]);
  assert.deepEqual(await look(bearer(sandbox.keys[0])), [true, true]);
  assert.deepEqual(await look({}), [false, false]);
  assert.deepEqual(await look({ origin: sandbox.pageUrl.slice(0, -1) }), [false, false]);
});

test('every route is closed to names that are not the sandbox’s, and the controls to foreign pages', async () => {
  const { call, sandbox } = openSandbox({ allowedHosts: ['box'] });
  const { port } = new URL(sandbox.url);
  const marked = { 'x-sandbox': '1', ...bearer(sandbox.keys[0]) };
  for (const path of ['/', '/_page/page.js', '/_sandbox/state', '/api/miniapps', '/a/tides/', '/none']) {
    for (const name of ['evil.example', '192.168.0.7', 'localhost.evil.example', 'box.localhost.evil']) {
      assert.equal(
        (await call('GET', `http://${name}:${port}${path}`, undefined, marked)).status,
        403,
        `${name}${path}`,
      );
    }
  }
  assert.equal((await call('GET', `http://box:${port}/api/miniapps`, undefined, marked)).status, 200);
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
