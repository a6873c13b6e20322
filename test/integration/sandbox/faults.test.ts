import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { bearer, type Client, openApp, openSandbox, soundFiles } from './client.ts';

const read = ({ call }: Client) => call('GET', '/api/miniapps/tides');
const list = ({ call }: Client) => call('GET', '/api/miniapps');
const update = ({ call }: Client, tagline: string) => call('PATCH', '/api/miniapps/tides', { tagline });

/** The bytes of a raw response, up to where the connection ends. */
async function readRaw({ sandbox }: Client, path: string): Promise<string> {
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer key-of-ann\r\n\r\n`,
  );
  return text(socket);
}

test('the next calls fail before or after they did what was asked', async (t) => {
  const { call, control, sandbox } = await openSandbox(t);
  await control('PUT', '/faults', { faults: [{ status: 502, method: 'changes' }] });
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  const before = await call('POST', '/api/miniapps', { slug: 'before', name: 'x' });
  assert.deepEqual([before.status, before.headers.get('content-type')], [502, 'text/html; charset=utf-8']);
  assert.equal(sandbox.store.find('before'), undefined);
  await control('POST', '/faults', { status: 504, when: 'after' });
  assert.equal((await call('POST', '/api/miniapps', { slug: 'after', name: 'x' })).status, 504);
  assert.notEqual(sandbox.store.find('after'), undefined);
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.deepEqual(
    sandbox.requests.map(({ status }) => status),
    [200, 502, 504, 200],
  );
});

test('the third call fails, and a key that was valid is refused in the middle', async (t) => {
  const client = await openApp(t, {
    faults: [
      { skip: 3, status: 500 },
      { skip: 4, status: 401 },
    ],
  });
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push(await read(client));
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 200, 500, 401],
  );
  assert.deepEqual([statuses[3]?.body.error.code, (await read(client)).status], ['unauthorized', 200]);
});

test('faults of one account, path and method leave all else alone', async (t) => {
  const faults = [{ account: 'ben', path: '/api/miniapps', method: 'GET', times: null }] as const;
  const { call } = await openApp(t, { faults });
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.equal((await call('GET', '/api/miniapps', undefined, bearer('key-of-ben'))).status, 503);
  assert.equal((await call('GET', '/api/miniapps/tides', undefined, bearer('key-of-ben'))).status, 404);
});

test('faults fall after the key was checked, so that no other page uses them up', async (t) => {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const client = await openApp(t, { sleep });
  await client.control('PUT', '/faults', { faults: [{ kind: 'reset' }, { kind: 'slow', ms: 7 }] });
  assert.equal((await client.call('GET', '/api/miniapps', undefined, {})).status, 401);
  assert.deepEqual([client.sandbox.faults.list().length, waits], [2, []]);
});

test('a 429 has a Retry-After in seconds, as a date, or none; a 503 may have one too', async (t) => {
  const now = () => Date.UTC(2026, 9, 1);
  const client = await openApp(t, { now });
  for (const [fault, expected] of [
    [{ status: 429, retry_after: 7 }, '7'],
    [{ status: 429, retry_after: 7, retry_after_form: 'date' }, 'Thu, 01 Oct 2026 00:00:07 GMT'],
    [{ status: 429 }, null],
    [{ status: 503, retry_after: 120 }, '120'],
  ] as const) {
    await client.control('POST', '/faults', fault);
    const { status, headers } = await update(client, 'x');
    assert.deepEqual([status, headers.get('retry-after')], [fault.status, expected]);
  }
  assert.equal((await read(client)).body.tagline, 'Water');
});

test('a reset drops the connection, before or after, and is seen as no response', async (t) => {
  const { call, control, sandbox } = await openSandbox(t);
  for (const when of ['before', 'after']) {
    await control('POST', '/faults', { kind: 'reset', when });
    await assert.rejects(call('POST', '/api/miniapps', { slug: `reset-${when}`, name: 'x' }), { code: 'ECONNRESET' });
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

test('a sandbox without a socket responds to a reset with a 502', async (t) => {
  const { sandbox } = await openApp(t, { faults: [{ kind: 'reset', method: 'reads' }] });
  const headers = bearer('key-of-ann');
  assert.equal((await sandbox.fetch(new Request(`${sandbox.url}/api/miniapps`, { headers }))).status, 502);
});

test('a response that is cut off announces all and gives half', async (t) => {
  const client = await openApp(t);
  const whole = await readRaw(client, '/api/miniapps');
  await client.control('POST', '/faults', { kind: 'cut_off' });
  const half = await readRaw(client, '/api/miniapps');
  const [, announced = ''] = /content-length: (\d+)/i.exec(half) ?? [];
  const body = (reply: string) => reply.slice(reply.indexOf('\r\n\r\n') + 4);
  assert.equal(Number(announced), body(whole).length);
  assert.equal(body(half), body(whole).slice(0, Math.floor(Number(announced) / 2)));
});

test('a change whose response is cut off was made', async (t) => {
  const client = await openApp(t);
  await client.control('POST', '/faults', { kind: 'cut_off' });
  await assert.rejects(update(client, 'New'), { code: 'ECONNRESET' });
  assert.equal((await read(client)).body.tagline, 'New');
});

test('a 200 may be no JSON, and a redirect leads elsewhere and does nothing', async (t) => {
  const client = await openApp(t);
  await client.control('PUT', '/faults', {
    faults: [{ kind: 'not_json' }, { skip: 1, kind: 'redirect', location: '/x' }],
  });
  const page = await read(client);
  assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  const sent = await update(client, 'New');
  assert.deepEqual([sent.status, sent.headers.get('location')], [307, '/x']);
  assert.equal((await read(client)).body.tagline, 'Water');
});

test('a slow response waits first, a slow body comes in pieces with waits between, and the controls do neither', async (t) => {
  const waits: number[] = [];
  const client = await openApp(t, { sleep: async (ms) => void waits.push(ms) });
  await client.control('PUT', '/faults', { faults: [{ kind: 'slow', ms: 250 }] });
  await client.control('GET', '/state');
  assert.equal((await read(client)).status, 200);
  assert.deepEqual(waits.splice(0), [250]);
  await client.control('PUT', '/faults', { faults: [{ kind: 'slow_body', ms: 500 }] });
  const { body } = await read(client);
  assert.deepEqual(
    [body.slug, new Set(waits), waits.length >= 9 && waits.length <= 10],
    ['tides', new Set([50]), true],
  );
});

test('stale reads show what was before the last change: single reads and the list apart, for so many reads', async (t) => {
  const client = await openApp(t);
  await update(client, 'Second');
  await update(client, 'Third');
  await client.control('POST', '/faults', { kind: 'stale', path: '/api/miniapps/tides', times: 2 });
  const taglines = [await read(client), await read(client), await read(client)].map(({ body }) => body.tagline);
  assert.deepEqual(taglines, ['Second', 'Second', 'Third']);
  await client.control('POST', '/faults', { kind: 'stale', path: '/api/miniapps' });
  assert.equal((await read(client)).body.tagline, 'Third');
  assert.equal((await list(client)).body.apps[0].tagline, 'Second');
  assert.equal((await list(client)).body.apps[0].tagline, 'Third');
});

test('a stale read does not know an app yet that was just created, and still knows one that was deleted', async (t) => {
  const client = await openApp(t);
  await client.control('POST', '/faults', { kind: 'stale', times: 2 });
  assert.equal((await read(client)).status, 404);
  assert.deepEqual((await list(client)).body.apps, []);
  await client.call('DELETE', '/api/miniapps/tides');
  await client.control('POST', '/faults', { kind: 'stale' });
  assert.equal((await read(client)).body.tagline, 'Water');
  assert.equal((await read(client)).status, 404);
});

test('reads that lag by so many seconds show each change that much later', async (t) => {
  let now = 1_000;
  const client = await openApp(t, { now: () => now, faults: [{ kind: 'stale', lag_ms: 5_000, times: null }] });
  const seen = async () => (await read(client)).body.tagline;
  now = 7_000;
  await update(client, 'Second');
  assert.equal(await seen(), 'Water');
  now = 10_000;
  await update(client, 'Third');
  now = 11_999;
  assert.equal(await seen(), 'Water');
  now = 12_000;
  assert.equal(await seen(), 'Second');
  now = 15_000;
  assert.deepEqual([await seen(), (await list(client)).body.apps[0].tagline], ['Third', 'Third']);
});

test('a change never takes a stale state for the present', async (t) => {
  const client = await openApp(t, { faults: [{ kind: 'stale', method: 'any', times: null }] });
  await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
  const { status, body } = await update(client, 'New');
  assert.deepEqual([status, body.logo_url.includes('?v=3&')], [200, true]);
});

test('somebody else edits an app now, or between a client’s read and its write', async (t) => {
  const client = await openApp(t);
  const edited = await client.control('POST', '/apps/tides/edit', { name: 'Theirs' });
  assert.deepEqual([edited.status, edited.body.name, edited.body.version], [200, 'Theirs', 2]);
  assert.equal((await client.control('POST', '/apps/none/edit')).status, 404);
  assert.equal((await client.control('POST', '/apps/tides/edit', { nmae: 'x' })).status, 400);
  await client.control('POST', '/faults', {
    kind: 'edit',
    path: '/api/miniapps/tides',
    fields: { name: 'Again theirs' },
  });
  assert.equal((await read(client)).body.name, 'Theirs');
  assert.equal((await read(client)).body.name, 'Again theirs');
  await client.control('POST', '/faults', { kind: 'edit', method: 'POST', path: '/api/miniapps/deploy' });
  await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
  assert.equal((await read(client)).body.tagline, 'Edited by somebody else');
  await client.control('POST', '/faults', { kind: 'edit', method: 'PATCH', when: 'before' });
  assert.equal(
    (await client.call('PATCH', '/api/miniapps/tides', { name: 'Ours' })).body.tagline,
    'Edited by somebody else',
  );
});

test('somebody else submits, decides on or deletes an app in between', async (t) => {
  const client = await openApp(t, {
    faults: [
      { kind: 'edit', move: 'submit' },
      { kind: 'edit', skip: 1, move: 'reject' },
      { kind: 'edit', skip: 2, move: 'delete' },
    ],
  });
  const seen = [await read(client), await read(client), await read(client), await read(client)];
  assert.deepEqual(
    seen.map(({ status, body }) => body.status ?? status),
    ['draft', 'in_review', 'not_approved', 404],
  );
});
