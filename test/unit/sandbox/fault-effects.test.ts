import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../../sandbox/faults.ts';
import type { SandboxOptions } from '../../../sandbox/parts.ts';
import { bearer, openApp, openSandbox, type Reply, soundFiles, tell } from './client.ts';

/** A clock that a test moves, with what was set to happen meanwhile. */
function makeClock() {
  let time = Date.UTC(2026, 9, 1);
  const waiting: { readonly at: number; readonly work: () => void }[] = [];
  const pass = (ms: number): void => {
    time += ms;
    for (const { work } of waiting.filter(({ at }) => at <= time)) work();
    waiting.splice(0, waiting.length, ...waiting.filter(({ at }) => at > time));
  };
  const schedule = (work: () => void, ms: number) => void waiting.push({ at: time + ms, work });
  return { pass, now: () => time, schedule };
}

/** The app `tides` on a clock of the test, and what is often done to it. */
async function open(options: SandboxOptions = {}) {
  const { pass, ...clock } = makeClock();
  const client = await openApp({ ...clock, ...options });
  const { call, read, deploy, update, sandbox } = client;
  return {
    ...{ ...client, pass },
    set: (...faults: readonly Partial<Fault>[]) => sandbox.faults.set(faults),
    get: (headers = {}) => call('GET', '/api/miniapps/tides', undefined, { ...bearer('key-of-ann'), ...headers }),
    list: async () => (await call('GET', '/api/miniapps')).body.apps,
    rename: (tagline: string) => update({ tagline }),
    tagline: async () => (await read()).tagline,
    deployPage: (title: string) => deploy({ ...soundFiles, 'index.html': `<title>${title}</title>` }),
    /** Title and state, or the status of what is no app. */
    async look() {
      const { status, body } = await call('GET', '/api/miniapps/tides');
      return status === 200 ? `${/<title>(.*?)</.exec(body.html)?.[1]} ${body.status}` : `${status}`;
    },
  };
}

/** The app's tagline after a change under a fault tells whether the change was made. */
const instead: readonly (readonly [Partial<Fault>, reply: string, headers: object, isMade: boolean])[] = [
  [{ status: 502 }, '502', { 'content-type': 'text/html; charset=utf-8' }, false],
  [{ status: 504, when: 'after' }, '504', {}, true],
  [{ status: 200 }, '200 invalid_field', {}, false],
  [{ status: 200, when: 'after' }, '200 invalid_field', {}, true],
  [{ status: 200, body: 'html' }, '200', { 'content-type': 'text/html; charset=utf-8' }, false],
  [{ status: 401 }, '401 unauthorized', {}, false],
  [{ status: 404 }, '404 not_found', {}, false],
  [{ status: 404, body: 'service' }, '404 not_found', {}, false],
  [{ status: 503, body: 'service' }, '503 invalid_field', {}, false],
  [{ status: 404, body: 'html' }, '404', { 'content-type': 'text/html; charset=utf-8' }, false],
  [{ status: 404, body: 'text' }, '404', { 'content-type': 'text/plain; charset=utf-8' }, false],
  [{ status: 404, body: 'json' }, '404', { 'content-type': 'application/json' }, false],
  [{ status: 429 }, '429 rate_limited', { 'retry-after': null }, false],
  [{ status: 429, retry_after: 7 }, '429 rate_limited', { 'retry-after': '7' }, false],
  [{ status: 503, retry_after: 120 }, '503', { 'retry-after': '120' }, false],
  [
    { status: 503, retry_after: 7, retry_after_form: 'date' },
    '503',
    { date: 'Thu, 01 Oct 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Oct 2026 00:00:07 GMT' },
    false,
  ],
  [{ kind: 'redirect' }, '307', { location: '/elsewhere' }, false],
  [{ kind: 'redirect', location: '/x', when: 'after', status: 303 }, '303', { location: '/x' }, true],
];

for (const [fault, reply, headers, isMade] of instead) {
  test(`with ${JSON.stringify(fault)} a change is answered by ${reply} and ${isMade ? 'made' : 'not made'}`, async () => {
    const { set, rename, tagline } = await open();
    set(fault);
    const response = await rename('New');
    assert.equal(tell(response), reply);
    for (const [name, value] of Object.entries(headers)) assert.equal(response.headers.get(name), value, name);
    assert.equal(await tagline(), isMade ? 'New' : 'Water');
  });
}

test('a reset drops the connection, before or after, and a cut leaves half a response; the log says so', async () => {
  const { set, rename, tagline, sandbox } = await open();
  for (const [fault, made] of [
    [{ kind: 'reset' }, 'Water'],
    [{ kind: 'reset', when: 'after' }, 'reset'],
    [{ kind: 'cut_off' }, 'cut_off'],
  ] as const) {
    set(fault);
    await assert.rejects(rename(fault.kind), TypeError);
    assert.equal(await tagline(), made);
  }
  assert.deepEqual(
    sandbox.requests.filter(({ method }) => method === 'PATCH').map(({ status }) => status),
    [null, null, 200],
  );
});

test('faults fall on their calls alone, after the key was checked, and never on the controls', async () => {
  const waits: number[] = [];
  const { set, call, get, sandbox } = await open({ sleep: async (ms) => void waits.push(ms) });
  const ask = async (key: string) => (await call('GET', '/api/miniapps', undefined, bearer(key))).status;
  set({ account: 'ben', path: '/api/miniapps', method: 'GET' }, { kind: 'slow', ms: 250, times: 1, method: 'GET' });
  assert.equal(await ask('nobody'), 401);
  await call('GET', '/_sandbox/state', undefined, { 'x-sandbox': '1' });
  assert.deepEqual([sandbox.faults.list().length, waits], [2, []]);
  assert.deepEqual([await ask('key-of-ann'), waits], [200, [250]]);
  assert.deepEqual([await ask('key-of-ben'), await ask('key-of-ben')], [503, 200]);
  set({ kind: 'slow_body', ms: 500 });
  assert.equal((await get()).body.slug, 'tides');
  assert.deepEqual(waits, [250, ...Array(10).fill(50)], 'a slow body comes in pieces');
});

test('stale reads show what was before the last change: single reads and the list apart, of new and of deleted apps', async () => {
  const { set, get, rename, tagline, list, remove } = await open();
  set({ kind: 'stale', times: 2 });
  assert.deepEqual([(await get()).status, await list()], [404, []], 'not there yet');
  await rename('Second');
  await rename('Third');
  set({ kind: 'stale', path: '/api/miniapps/tides', times: 2 });
  assert.deepEqual([await tagline(), await tagline(), await tagline()], ['Second', 'Second', 'Third']);
  set({ kind: 'stale', path: '/api/miniapps' });
  assert.equal(await tagline(), 'Third');
  assert.deepEqual([(await list())[0].tagline, (await list())[0].tagline], ['Second', 'Third']);
  await remove();
  set({ kind: 'stale' });
  assert.deepEqual([await tagline(), (await get()).status], ['Third', 404], 'still there');
});

test('a change never takes a stale state for the present', async () => {
  const { deploy, rename } = await open({ faults: [{ kind: 'stale', method: 'any', times: null }] });
  await deploy();
  assert.match((await rename('New')).body.logo_url, /\?v=3&/);
});

test('a read may mix files of now with a state of before, or the other way round, or lag in its status alone', async () => {
  const { set, pass, submit, deployPage, look, read } = await open();
  await deployPage('Old');
  await submit();
  pass(10_000);
  await deployPage('New');
  for (const [part, expected] of [
    ['all', 'Old in_review'],
    ['state', 'New in_review'],
    ['files', 'Old draft'],
    ['status', 'New in_review'],
  ] as const) {
    set({ kind: 'stale', lag_ms: 5_000, part });
    assert.equal(await look(), expected, part);
  }
  set({ kind: 'stale', lag_ms: 5_000, part: 'state' }, { kind: 'stale', lag_ms: 5_000, part: 'status', skip: 1 });
  const [state, status] = [await read(), await read()];
  assert.ok(state.updated_at < status.updated_at);
  set({ kind: 'stale', lag_ms: 5_000, times: null });
  pass(4_999);
  assert.equal(await look(), 'Old in_review');
  pass(1);
  assert.equal(await look(), 'New draft');
});

test('a cache keeps what it has read for ten seconds, but for a request that asks past it', async () => {
  const { pass, rename, get } = await open({ faults: [{ kind: 'cache' }] });
  const seen = async (headers = {}) => (await get(headers)).body.tagline;
  assert.equal(await seen(), 'Water');
  await rename('New');
  pass(9_999);
  assert.equal(await seen(), 'Water');
  assert.equal(await seen({ 'cache-control': 'no-cache' }), 'New');
  await rename('Newer');
  assert.equal(await seen(), 'New');
  pass(10_000);
  assert.equal(await seen(), 'Newer');
});

test('somebody else edits an app between a client’s read and its write, or around its change', async () => {
  const { set, tagline, deploy, update, read } = await open();
  set({ kind: 'edit', path: '/api/miniapps/tides', fields: { tagline: 'Theirs' } });
  assert.deepEqual([await tagline(), await tagline()], ['Water', 'Theirs']);
  const other = 'Edited by somebody else';
  set({ kind: 'edit', method: 'POST', path: '/api/miniapps/deploy' });
  await deploy();
  assert.equal(await tagline(), other);
  await update({ tagline: '' });
  set({ kind: 'edit', method: 'PATCH', when: 'before' });
  assert.equal((await update({ name: 'Ours' })).body.tagline, other);
  set(...(['submit', 'reject', 'delete'] as const).map((move, skip) => ({ kind: 'edit', move, skip }) as const));
  const status = async () => (await read()).status;
  assert.deepEqual([await status(), await status(), await status()], ['draft', 'in_review', 'not_approved']);
  assert.equal((await read()).error.code, 'not_found');
});

test('a fault may be on for so many milliseconds', async () => {
  const { set, pass, get, rename, sandbox } = await open();
  const both = async () => [(await get()).status, (await rename('x')).status];
  set({ for_ms: 5_000 });
  assert.deepEqual(await both(), [503, 503]);
  pass(4_999);
  assert.deepEqual(await both(), [503, 503]);
  pass(1);
  assert.deepEqual(await both(), [200, 200]);
  assert.deepEqual(sandbox.faults.list(), []);
});

test('a change may come late, after a lost response or after a 202', async () => {
  const { set, pass, deployPage, look } = await open();
  for (const status of [504, 202]) {
    set({ kind: 'late', ms: 3_000, status });
    const reply = await deployPage(String(status));
    assert.deepEqual([reply.status, typeof reply.body], [status, status === 202 ? 'object' : 'string']);
    pass(2_999);
    assert.notEqual(await look(), `${status} draft`);
    pass(1);
    assert.equal(await look(), `${status} draft`);
  }
});

test('the state that follows from a change may show late, unless a later change brings its own', async () => {
  const { set, pass, deployPage, submit, read, look, sandbox } = await open();
  sandbox.put({ slug: 'tides', files: new Map(Object.entries(soundFiles)), status: 'published' });
  const later = { kind: 'late_state', ms: 3_000 } as const;
  set(later, { ...later, skip: 1 });
  await deployPage('New');
  pass(2_999);
  assert.equal(await look(), 'New published');
  pass(1);
  assert.equal(await look(), 'New published_with_unreviewed_changes');
  sandbox.move('tides', 'discard');
  await deployPage('Newer');
  assert.equal((await read()).status, 'published');
  assert.equal(tell(await submit()), '200', 'the state itself is not late');
  pass(3_000);
  assert.equal(await look(), 'Newer in_review');
  const done = sandbox.store.history.map(({ did }) => did);
  assert.deepEqual(done.slice(-5), ['deploy', 'settle', 'discard', 'deploy', 'submit']);
});

test('late changes are made in their order; what is refused is refused at once, what no longer fits is dropped', async () => {
  const { pass, ...clock } = makeClock();
  const { call, read, update, submit, sandbox } = openSandbox({
    ...clock,
    faults: [{ kind: 'late', status: 202, ms: 100, times: null }],
  });
  const create = () => call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  const tellAll = (replies: readonly Reply[]) => replies.map(tell);
  assert.deepEqual(tellAll([await create(), await create()]), ['202', '202']);
  assert.equal((await read()).error.code, 'not_found');
  pass(100);
  assert.deepEqual(tellAll([await create(), await submit(), await submit()]), ['409 slug_taken', '202', '202']);
  assert.equal((await submit()).body.app.status, 'draft');
  const last = [await call('DELETE', '/api/miniapps/tides'), await update({ tagline: 'New' })];
  assert.deepEqual(tellAll(last), ['202', '202']);
  pass(100);
  const done = sandbox.store.history.map(({ did }) => did);
  assert.deepEqual(done, ['create', 'submit', 'delete']);
});

test('a change may be answered as if it had been made, and is not', async () => {
  const { set, deployPage, look } = await open({ assumptions: { response_files: 'yes' } });
  set({ kind: 'echo' });
  const { status, body } = await deployPage('New');
  assert.deepEqual([status, body.app.files['index.html']], [200, '<title>New</title>']);
  assert.equal(await look(), 'Mini app draft');
});
