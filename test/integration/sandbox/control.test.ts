import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { openSandbox } from './client.ts';

test('the state shows every app with what a reviewer may do with it', async (t) => {
  const { call, control, sandbox } = await openSandbox(t);
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  await call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  const { status, body } = await control('GET', '/state');
  assert.equal(status, 200);
  assert.deepEqual(body.accounts, [{ name: 'developer', key: sandbox.keys[0] }]);
  assert.deepEqual(
    [body.base_url, body.terms_version, body.rate],
    [sandbox.url, '2026-10', { changes: 30, window_ms: 60_000 }],
  );
  const [app] = body.apps;
  assert.deepEqual(
    [app.slug, app.owner, app.moves, app.public_url],
    ['tides', 'developer', ['approve', 'reject'], null],
  );
  assert.equal(body.requests.length, 2);
  const { body: approved } = await control('POST', '/apps/tides/approve');
  assert.deepEqual([approved.moves, approved.public_url], [['take_down'], `${sandbox.url}/a/tides?preview=off`]);
});

test('a move that the state does not allow is a 409, and an unknown app or move a 404', async (t) => {
  const { call, control } = await openSandbox(t);
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  const refused = await control('POST', '/apps/tides/approve');
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'wrong_state']);
  assert.equal((await control('POST', '/apps/none/approve')).status, 404);
  assert.equal((await control('POST', '/apps/tides/submit')).status, 404);
  assert.equal((await control('POST', '/apps/tides/approve', { note: 'x'.repeat(2_001) })).status, 400);
  assert.equal((await control('POST', '/apps/tides/approve', { note: 3 })).status, 400);
});

test('new terms hold from the next submit on', async (t) => {
  const { call, control } = await openSandbox(t);
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  assert.deepEqual((await control('PUT', '/terms', { version: '2026-11' })).body, { terms_version: '2026-11' });
  const { body } = await call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  assert.equal(body.error.terms_version, '2026-11');
  assert.equal((await call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-11' })).status, 200);
  assert.equal((await control('PUT', '/terms', { version: 'a b' })).status, 400);
});

test('requests can be read and forgotten', async (t) => {
  const { call, control } = await openSandbox(t);
  await call('GET', '/api/miniapps');
  assert.deepEqual((await control('GET', '/requests')).body.requests, [
    { method: 'GET', path: '/api/miniapps', status: 200 },
  ]);
  await control('DELETE', '/requests');
  assert.deepEqual((await control('GET', '/requests')).body.requests, []);
});

test('the next calls fail before or after they did what was asked', async (t) => {
  const { call, control, sandbox } = await openSandbox(t);
  await control('PUT', '/faults', { times: 1, status: 502, on: 'changes' });
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  const before = await call('POST', '/api/miniapps', { slug: 'before', name: 'x' });
  assert.deepEqual([before.status, before.headers.get('content-type')], [502, 'text/html; charset=utf-8']);
  assert.equal(sandbox.store.find('before'), undefined);
  await control('PUT', '/faults', { times: 1, status: 504, when: 'after' });
  assert.equal((await call('POST', '/api/miniapps', { slug: 'after', name: 'x' })).status, 504);
  assert.notEqual(sandbox.store.find('after'), undefined);
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.deepEqual(
    sandbox.requests.map(({ status }) => status),
    [200, 502, 504, 200],
  );
});

test('a reset drops the connection, before or after, and is seen as no answer', async (t) => {
  const { call, control, sandbox } = await openSandbox(t);
  for (const when of ['before', 'after']) {
    await control('PUT', '/faults', { times: 1, kind: 'reset', when });
    await assert.rejects(call('POST', '/api/miniapps', { slug: `reset-${when}`, name: 'x' }), { name: 'TypeError' });
  }
  assert.deepEqual(
    sandbox.store.apps().map(({ slug }) => slug),
    ['reset-after'],
  );
  assert.deepEqual(
    sandbox.requests.map(({ status }) => status),
    [null, null],
  );
});

test('a sandbox without a socket answers a reset with a 502', async (t) => {
  const { control, sandbox } = await openSandbox(t);
  await control('PUT', '/faults', { times: 1, kind: 'reset' });
  assert.equal((await sandbox.fetch(new Request(`${sandbox.url}/api/miniapps`))).status, 502);
});

test('while the rate limit is on every change is refused and every read is answered', async (t) => {
  const { call, control } = await openSandbox(t);
  await control('PUT', '/faults', { retry_after: 7 });
  const { status, headers } = await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  assert.deepEqual([status, headers.get('retry-after')], [429, '7']);
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.equal((await control('DELETE', '/faults')).body.retry_after, null);
  assert.equal((await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' })).status, 201);
});

test('slow answers wait as long as they were told, and the controls do not', async (t) => {
  const waits: number[] = [];
  const { call, control } = await openSandbox(t, { sleep: async (milliseconds) => void waits.push(milliseconds) });
  await control('PUT', '/faults', { slow_ms: 250 });
  await call('GET', '/api/miniapps');
  await control('GET', '/state');
  assert.deepEqual(waits, [250]);
  assert.equal((await control('PUT', '/faults', { slow_ms: 'long' })).body.error.field, 'slow_ms');
});

test('the controls and the page are closed to other names of this machine and to foreign pages', async (t) => {
  const { call, sandbox } = await openSandbox(t);
  const port = new URL(sandbox.url).port;
  assert.equal((await call('GET', '/_sandbox/state')).status, 403);
  assert.equal(
    (await call('PUT', '/_sandbox/terms', { version: 'x' }, { 'x-sandbox': '1', origin: sandbox.url })).status,
    403,
  );
  for (const path of ['/_sandbox/state', '/']) {
    assert.equal(await getAs(`evil.example:${port}`, `${sandbox.url}${path}`), 403, path);
  }
  const asked = await call('OPTIONS', '/_sandbox/state', undefined, { origin: 'https://evil.example' });
  assert.equal(asked.headers.get('access-control-allow-origin'), null);
});

test('the page is at the root, under the name localhost, with a strict policy', async (t) => {
  const { call, sandbox } = await openSandbox(t);
  const sent = await call('GET', '/', undefined, {});
  assert.deepEqual([sent.status, sent.headers.get('location')], [302, sandbox.pageUrl]);
  const page = await call('GET', sandbox.pageUrl, undefined, {});
  assert.match(page.body, /<title>Mini apps sandbox<\/title>/);
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self';/);
  for (const [, path] of page.body.matchAll(/(?:src|href)="(\/_page\/[^"]+)"/g)) {
    assert.equal((await call('GET', new URL(path ?? '', sandbox.pageUrl).href, undefined, {})).status, 200, path);
  }
});

/** Asks under another name than the address has; fetch would not. */
function getAs(host: string, url: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sent = request(url, { headers: { host, 'x-sandbox': '1' } }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode));
  });
  sent.on('error', reject).end();
  return promise;
}
