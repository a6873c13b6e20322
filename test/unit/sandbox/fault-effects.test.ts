import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, type Client, openApp, openSandbox, soundFiles } from './client.ts';

const read = ({ call }: Client) => call('GET', '/api/miniapps/tides');
const list = ({ call }: Client) => call('GET', '/api/miniapps');
const update = ({ call }: Client, tagline: string) => call('PATCH', '/api/miniapps/tides', { tagline });

test('the next calls fail before or after they did what was asked', async () => {
  const { call, control, sandbox } = openSandbox();
  await control('PUT', '/settings', { faults: [{ status: 502, method: 'changes' }] });
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

test('the third call fails, and a key that was valid is refused in the middle', async () => {
  const client = await openApp({
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

test('faults of one account, path and method leave all else alone', async () => {
  const faults = [{ account: 'ben', path: '/api/miniapps', method: 'GET', times: null }] as const;
  const { call } = await openApp({ faults });
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.equal((await call('GET', '/api/miniapps', undefined, bearer('key-of-ben'))).status, 503);
  assert.equal((await call('GET', '/api/miniapps/tides', undefined, bearer('key-of-ben'))).status, 404);
});

test('faults fall after the key was checked, so that no other page uses them up', async () => {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const client = await openApp({ sleep });
  await client.control('PUT', '/settings', { faults: [{ kind: 'reset' }, { kind: 'slow', ms: 7 }] });
  assert.equal((await client.call('GET', '/api/miniapps', undefined, {})).status, 401);
  assert.deepEqual([client.sandbox.faults.list().length, waits], [2, []]);
});

test('a 429 has a Retry-After in seconds, as a date, or none; a 503 may have one too', async () => {
  const now = () => Date.UTC(2026, 9, 1);
  const client = await openApp({ now });
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

test('a reset drops the connection, before or after, and is seen as no response', async () => {
  const { call, control, sandbox } = openSandbox();
  for (const when of ['before', 'after']) {
    await control('POST', '/faults', { kind: 'reset', when });
    await assert.rejects(call('POST', '/api/miniapps', { slug: `reset-${when}`, name: 'x' }), TypeError);
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

test('a change whose response is cut off was made', async () => {
  const client = await openApp();
  await client.control('POST', '/faults', { kind: 'cut_off' });
  await assert.rejects(update(client, 'New'), TypeError);
  assert.equal((await read(client)).body.tagline, 'New');
});

test('a 200 may be no JSON, and a redirect leads elsewhere and does nothing', async () => {
  const client = await openApp();
  await client.control('PUT', '/settings', {
    faults: [
      { status: 200, body: 'html' },
      { skip: 1, kind: 'redirect', location: '/x' },
    ],
  });
  const page = await read(client);
  assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  const sent = await update(client, 'New');
  assert.deepEqual([sent.status, sent.headers.get('location')], [307, '/x']);
  assert.equal((await read(client)).body.tagline, 'Water');
});

test('a slow response waits first, a slow body comes in pieces with waits between, and the controls do neither', async () => {
  const waits: number[] = [];
  const client = await openApp({ sleep: async (ms) => void waits.push(ms) });
  await client.control('PUT', '/settings', { faults: [{ kind: 'slow', ms: 250 }] });
  await client.control('GET', '/state');
  assert.equal((await read(client)).status, 200);
  assert.deepEqual(waits.splice(0), [250]);
  await client.control('PUT', '/settings', { faults: [{ kind: 'slow_body', ms: 500 }] });
  const { body } = await read(client);
  assert.deepEqual(
    [body.slug, new Set(waits), waits.length >= 9 && waits.length <= 10],
    ['tides', new Set([50]), true],
  );
});

test('stale reads show what was before the last change: single reads and the list apart, for so many reads', async () => {
  const client = await openApp();
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

test('a stale read does not know an app yet that was just created, and still knows one that was deleted', async () => {
  const client = await openApp();
  await client.control('POST', '/faults', { kind: 'stale', times: 2 });
  assert.equal((await read(client)).status, 404);
  assert.deepEqual((await list(client)).body.apps, []);
  await client.call('DELETE', '/api/miniapps/tides');
  await client.control('POST', '/faults', { kind: 'stale' });
  assert.equal((await read(client)).body.tagline, 'Water');
  assert.equal((await read(client)).status, 404);
});

test('reads that lag by so many seconds show each change that much later', async () => {
  let now = 1_000;
  const client = await openApp({ now: () => now, faults: [{ kind: 'stale', lag_ms: 5_000, times: null }] });
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

test('a change never takes a stale state for the present', async () => {
  const client = await openApp({ faults: [{ kind: 'stale', method: 'any', times: null }] });
  await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
  const { status, body } = await update(client, 'New');
  assert.deepEqual([status, body.logo_url.includes('?v=3&')], [200, true]);
});

test('somebody else edits an app now, or between a client’s read and its write', async () => {
  const client = await openApp();
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

test('somebody else submits, decides on or deletes an app in between', async () => {
  const client = await openApp({
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

/** A clock that a test moves, with what was set to happen meanwhile. */
function makeClock() {
  let time = 1_000_000;
  const waiting: { readonly at: number; readonly work: () => void }[] = [];
  const pass = (ms: number): void => {
    time += ms;
    for (const { work } of waiting.filter(({ at }) => at <= time)) work();
    waiting.splice(0, waiting.length, ...waiting.filter(({ at }) => at > time));
  };
  return {
    pass,
    now: () => time,
    schedule: (work: () => void, ms: number) => void waiting.push({ at: time + ms, work }),
  };
}

const deploy = ({ call }: Client, html: string) =>
  call('POST', '/api/miniapps/deploy', {
    slug: 'tides',
    files: { ...soundFiles, 'index.html': `<title>${html}</title>` },
  });

/** What a read shows of the app: its page and its state. */
async function look(client: Client) {
  const { status, body } = await read(client);
  return status === 200 ? `${body.files['index.html'].slice(7, 10)} ${body.status}` : status;
}

test('a gateway responds in HTML, in plain text or in JSON of its own, and the service in its own form', async () => {
  const client = await openApp();
  const bodies = {
    html: /^<!doctype/,
    text: /^404: /,
    json: undefined,
    service: 'not_found',
    auto: 'not_found',
  } as const;
  for (const [body, expected] of Object.entries(bodies)) {
    await client.control('POST', '/faults', { status: 404, body });
    const reply = await read(client);
    assert.equal(reply.status, 404);
    if (expected instanceof RegExp) assert.match(reply.body, expected);
    else assert.equal(reply.body.error?.code, expected);
  }
});

test('an error in a 200 may come before the change or after it', async () => {
  const client = await openApp();
  for (const [when, tagline] of [
    ['before', 'Water'],
    ['after', 'New'],
  ] as const) {
    await client.control('POST', '/faults', { status: 200, when, method: 'PATCH' });
    const { status, body } = await update(client, 'New');
    assert.deepEqual([status, typeof body.error.message, (await read(client)).body.tagline], [200, 'string', tagline]);
  }
});

test('a fault may be on for so many milliseconds, on all requests or on reads alone', async () => {
  const { pass, ...clock } = makeClock();
  const client = await openApp(clock);
  const both = async () => [(await read(client)).status, (await update(client, 'x')).status];
  await client.control('POST', '/faults', { for_ms: 5_000 });
  assert.deepEqual(await both(), [503, 503]);
  pass(4_999);
  assert.deepEqual(await both(), [503, 503]);
  pass(1);
  assert.deepEqual(await both(), [200, 200]);
  await client.control('POST', '/faults', { for_ms: 5_000, method: 'reads', status: 404, body: 'html' });
  assert.deepEqual(await both(), [404, 200]);
  pass(5_000);
  assert.deepEqual(client.sandbox.faults.list(), []);
});

test('a read may mix files of now with a state of before, files of before with a state of now, or lag in its status alone', async () => {
  const { pass, ...clock } = makeClock();
  const client = await openApp(clock);
  await deploy(client, 'Old');
  await client.call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  pass(10_000);
  await deploy(client, 'New');
  for (const [part, expected] of [
    ['all', 'Old in_review'],
    ['state', 'New in_review'],
    ['files', 'Old draft'],
    ['status', 'New in_review'],
  ] as const) {
    await client.control('POST', '/faults', { kind: 'stale', lag_ms: 5_000, part });
    assert.equal(await look(client), expected, part);
  }
  const fault = { kind: 'stale', lag_ms: 5_000, times: 2 };
  await client.control('PUT', '/settings', { faults: [{ ...fault, part: 'state' }] });
  const { updated_at: lagging } = (await read(client)).body;
  await client.control('PUT', '/settings', { faults: [{ ...fault, part: 'status' }] });
  const { updated_at: current } = (await read(client)).body;
  assert.ok(lagging < current);
  pass(5_000);
  assert.equal(await look(client), 'New draft');
});

test('a cache keeps what it has read, but for a request that asks past it', async () => {
  const { pass, ...clock } = makeClock();
  const client = await openApp({ ...clock, faults: [{ kind: 'cache' }] });
  const seen = async (headers = {}) =>
    (await client.call('GET', '/api/miniapps/tides', undefined, { ...bearer('key-of-ann'), ...headers })).body.tagline;
  assert.equal(await seen(), 'Water');
  await update(client, 'New');
  pass(9_999);
  assert.equal(await seen(), 'Water');
  assert.equal(await seen({ 'cache-control': 'no-cache' }), 'New');
  await update(client, 'Newer');
  assert.equal(await seen(), 'New');
  pass(10_000);
  assert.equal(await seen(), 'Newer');
});

test('a change may come late, after a lost response or after a 202', async () => {
  const { pass, ...clock } = makeClock();
  const client = await openApp(clock);
  for (const status of [504, 202]) {
    await client.control('POST', '/faults', { kind: 'late', ms: 3_000, status });
    const reply = await deploy(client, String(status));
    assert.deepEqual([reply.status, typeof reply.body], [status, status === 202 ? 'object' : 'string']);
    pass(2_999);
    assert.notEqual(await look(client), `${status} draft`);
    pass(1);
    assert.equal(await look(client), `${status} draft`);
  }
});

test('late changes of all kinds are made in their order, what is refused is refused at once, and what no longer fits is dropped', async () => {
  const { pass, ...clock } = makeClock();
  const client = openSandbox({ ...clock, faults: [{ kind: 'late', status: 202, ms: 100, times: null }] });
  const create = () => client.call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  assert.deepEqual([(await create()).status, (await create()).status, (await read(client)).status], [202, 202, 404]);
  pass(100);
  assert.deepEqual([(await read(client)).body.tagline, (await create()).status], ['', 409]);
  const submit = () => client.call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  assert.deepEqual(
    [(await submit()).status, (await submit()).status, (await submit()).body.app.status],
    [202, 202, 'draft'],
  );
  assert.equal((await client.call('DELETE', '/api/miniapps/tides')).status, 202);
  assert.equal((await update(client, 'New')).status, 202);
  pass(100);
  assert.equal((await read(client)).status, 404);
  assert.deepEqual(
    client.sandbox.store.history.map(({ did }) => did),
    ['create', 'submit', 'delete'],
  );
});

test('a change may be answered as if it had been made, and is not', async () => {
  const client = await openApp({ assumptions: { response_files: 'yes' } });
  await client.control('POST', '/faults', { kind: 'echo' });
  const { status, body } = await deploy(client, 'New');
  assert.deepEqual([status, body.app.files['index.html']], [200, '<title>New</title>']);
  assert.notEqual(await look(client), 'New draft');
});

test('a redirect may follow a change that was made', async () => {
  const client = await openApp();
  for (const status of [303, 307]) {
    await client.control('POST', '/faults', { kind: 'redirect', method: 'changes', when: 'after', status });
    assert.equal((await update(client, String(status))).status, status);
    assert.equal((await read(client)).body.tagline, String(status));
  }
});
