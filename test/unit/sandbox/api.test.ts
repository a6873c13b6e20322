import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { accounts, bearer, openApp, openSandbox, soundFiles, tell } from './client.ts';

const now = () => Date.UTC(2026, 9, 1);

test('a created app has every field of the document but those of a single read, and so has the list', async () => {
  const { call, sandbox } = openSandbox({ accounts, now });
  const sent = { slug: 'tides', name: 'Tides', tagline: 'Water', color: '#0a7ea4', system_prompt: 'Be brief.' };
  const { status, body } = await call('POST', '/api/miniapps', { ...sent, html: '<title>é</title>', icon: 'wave' });
  assert.equal(status, 201);
  assert.deepEqual(body, {
    ...sent,
    url: `${sandbox.url}/a/tides`,
    logo: '',
    logo_url: '/a/tides/logo?v=1&t=2026-10-01T00%3A00%3A00.000Z',
    status: 'draft',
    review_note: null,
    html_bytes: 17,
    updated_at: '2026-10-01T00:00:00.000Z',
    published_at: null,
    submitted_at: null,
  });
  await call('POST', '/api/miniapps', { slug: 'other', name: 'x' }, bearer('key-of-ben'));
  assert.deepEqual((await call('GET', '/api/miniapps')).body, { apps: [body] });
});

test('a single read shows html and files, but not the instructions as a file; a deploy replaces all of them', async () => {
  const { call, read, deploy } = await openApp();
  const files = { ...soundFiles, 'instructions.md': 'Be brief.\r\n', 'assets/__proto__': 'x' };
  const deployed = await call('POST', '/api/miniapps/deploy', JSON.stringify({ slug: 'tides', files }));
  const { html, files: shown, ...others } = await read();
  assert.deepEqual(deployed.body, { app: others });
  assert.equal(html, soundFiles['index.html']);
  assert.deepEqual(shown, { ...soundFiles, 'assets/__proto__': 'x' });
  assert.equal(others.system_prompt, 'Be brief.\r\n');
  await deploy({ ...soundFiles, 'service.json': '{"name":"New"}' });
  const after = { name: 'New', tagline: '', color: '#5b6472', system_prompt: '' };
  assert.partialDeepStrictEqual(await read(), after);
});

test('an update changes the fields that were sent and no others', async () => {
  const { update } = await openApp();
  const { body } = await update({ color: '#ABCDEF', system_prompt: 'Be brief.' });
  const after = { name: 'Tides', tagline: 'Water', color: '#ABCDEF', system_prompt: 'Be brief.' };
  assert.partialDeepStrictEqual(body, after);
  assert.match(body.logo_url, /\?v=2&/);
});

const long = 'x'.repeat(20_001);

/** What is refused, and how: a call, its body, and what its reply says. */
const refused: readonly (readonly [call: string, body: unknown, reply: string])[] = [
  ...['ab', 'x'.repeat(33), 'Tides', 'ti_des', 'tidés', '', 'a b', 'tides\n', 3, undefined].map(
    (slug) => ['POST /api/miniapps', { slug, name: 'x' }, '400 invalid_field slug'] as const,
  ),
  ['POST /api/miniapps', { slug: 'other' }, '400 invalid_field name'],
  ['POST /api/miniapps', { slug: 'other', name: '' }, '400 invalid_field name'],
  ['POST /api/miniapps', { slug: 'other', name: 'x', tagline: 3 }, '400 invalid_field tagline'],
  ['POST /api/miniapps', { slug: 'other', name: 'x', color: 'red' }, '400 invalid_field color'],
  ['POST /api/miniapps', { slug: 'other', name: 'x', system_prompt: long }, '400 invalid_field system_prompt'],
  ['POST /api/miniapps', { slug: 'other', name: 'x', html: '<p>' }, '422 folder_rules'],
  ['POST /api/miniapps', { slug: 'tides', name: 'x' }, '409 slug_taken'],
  ['PATCH /api/miniapps/tides', {}, '400 invalid_field'],
  ['PATCH /api/miniapps/tides', { html: null }, '400 invalid_field html'],
  ['PATCH /api/miniapps/tides', { name: '', html: '<p>' }, '400 invalid_field name'],
  ['PATCH /api/miniapps/tides', { html: '<p>' }, '422 folder_rules'],
  ['POST /api/miniapps/deploy', {}, '400 invalid_field slug'],
  ['POST /api/miniapps/deploy', { files: {} }, '400 invalid_field slug'],
  ['POST /api/miniapps/deploy', { slug: 'tides' }, '400 invalid_field files'],
  ['POST /api/miniapps/deploy', { slug: 'tides', files: [] }, '400 invalid_field files'],
  ['POST /api/miniapps/deploy', { slug: 'tides', files: { 'index.html': 3 } }, '400 invalid_field files'],
  ...['{', '[]', 'null', '"x"'].map((body) => ['POST /api/miniapps', body, '400 invalid_json'] as const),
  ['GET /api', undefined, '404 not_found'],
  ['GET /api/other', undefined, '404 not_found'],
  ['POST /api/miniapps/tides/publish', undefined, '404 not_found'],
  ['GET /nothing', undefined, '404 not_found'],
];

test('what does not fit is refused with its status, code and field, and changes nothing', async () => {
  const { call, read, sandbox } = await openApp({ changesPerWindow: 100 });
  const before = await read();
  for (const [what, body, reply] of refused) {
    const [method = '', path = ''] = what.split(' ');
    assert.equal(tell(await call(method, path, body)), reply, `${what} ${JSON.stringify(body)?.slice(0, 99)}`);
  }
  assert.deepEqual(await read(), before);
  assert.equal(sandbox.store.apps().length, 1);
});

test('a method that an endpoint does not take is a 405 that names those it takes', async () => {
  const { call } = openSandbox();
  for (const [method, path, allow] of [
    ['PUT', '/api/miniapps', 'GET, HEAD, POST'],
    ['POST', '/api/miniapps/tides', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/api/miniapps/tides/submit', 'POST'],
  ] as const) {
    const reply = await call(method, path);
    assert.deepEqual([tell(reply), reply.headers.get('allow')], ['405 method_not_allowed', allow]);
  }
});

test('a folder that breaks the rules is a 422 with file, field, place, message and fix', async () => {
  const { deploy, update } = await openApp();
  const files = { ...soundFiles, 'service.json': '{\n  "name": "x",\n  "color": "red"\n}', 'notes.txt': 'x' };
  const { error, problems } = (await deploy(files)).body;
  assert.match(error.message, /2 places/);
  assert.deepEqual(Object.keys(problems[0]), ['path', 'code', 'message', 'fix']);
  assert.partialDeepStrictEqual(problems[1], { path: 'service.json', line: 3, column: 3, code: 'color_format' });
  const { body } = await update({ html: '<title>x</title>\n <script src="http://x">' });
  const [{ message, fix, ...place }, ...others] = body.problems;
  assert.deepEqual([place, others], [{ field: 'html', line: 2, column: 2, code: 'script_insecure' }, []]);
  assert.ok(message !== '' && fix !== '');
});

test('a deleted address is free again, for anybody', async () => {
  const { call } = await openApp();
  const create = () => call('POST', '/api/miniapps', { slug: 'tides', name: 'x' }, bearer('key-of-ben'));
  assert.equal(tell(await create()), '409 slug_taken');
  const { status, body } = await call('DELETE', '/api/miniapps/tides');
  assert.deepEqual([status, body], [200, { deleted: true, slug: 'tides' }]);
  assert.equal((await create()).status, 201);
});

test('the twenty-first app of an account is refused, and another account still has room', async () => {
  const { call } = openSandbox({ accounts, changesPerWindow: 100 });
  const create = (slug: string, headers = bearer('key-of-ann')) =>
    call('POST', '/api/miniapps', { slug, name: 'x' }, headers);
  for (let count = 1; count <= 20; count += 1) assert.equal((await create(`app-${count}`)).status, 201);
  const refusal = await create('app-21');
  assert.equal(tell(refusal), '409 too_many_apps');
  assert.match(refusal.body.error.message, /20 apps/);
  assert.equal((await create('app-21', bearer('key-of-ben'))).status, 201);
});

test('every call without a valid key is a 401, also to what does not exist', async () => {
  const { call } = openSandbox({ accounts });
  const others = [{}, bearer('nobody'), bearer(''), { authorization: 'Basic key-of-ann' }];
  for (const headers of [...others, { authorization: 'key-of-ann' }]) {
    for (const path of ['/api/miniapps', '/api/none']) {
      const reply = await call('GET', path, undefined, headers);
      assert.deepEqual([tell(reply), reply.headers.get('www-authenticate')], ['401 unauthorized', 'Bearer']);
    }
  }
  assert.equal((await call('GET', '/api/miniapps', undefined, { authorization: 'bearer  key-of-ann ' })).status, 200);
});

test('an app of somebody else and an app that is not there are the same 404, whatever is asked', async () => {
  const { call } = openSandbox({ accounts });
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' }, bearer('key-of-ben'));
  const ask = (slug: string) =>
    Promise.all([
      call('GET', `/api/miniapps/${slug}`),
      call('PATCH', `/api/miniapps/${slug}`, { name: 'x' }),
      call('POST', '/api/miniapps/deploy', { slug, files: soundFiles }),
      call('POST', `/api/miniapps/${slug}/submit`, { accept_terms: '2026-10' }),
      call('DELETE', `/api/miniapps/${slug}`),
    ]);
  const foreign = await ask('tides');
  assert.deepEqual(foreign.map(tell), Array(5).fill('404 not_found'));
  const bodies = (replies: typeof foreign) => replies.map(({ body }) => body);
  assert.deepEqual(bodies(foreign), bodies(await ask('nothing')));
});

test('a body is JSON by its type, in UTF-8, and no longer than the limit, with and without a length', async () => {
  const { call, sandbox } = openSandbox({ limits: { bodyBytes: 100 } });
  const authorization = `Bearer ${sandbox.keys[0]}`;
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    const reply = await call('POST', '/api/miniapps', '{}', { authorization, 'content-type': type });
    assert.deepEqual([tell(reply), reply.headers.get('accept')], ['415 unsupported_media_type', 'application/json']);
  }
  const headers = { authorization, 'content-type': 'Application/JSON; charset=utf-8' };
  const send = (body: RequestInit['body'], more = {}) => {
    return sandbox.fetch(
      new Request(`${sandbox.url}/api/miniapps`, { method: 'POST', headers, body: body ?? '', ...more }),
    );
  };
  assert.equal((await send('{"slug":"tides","name":"x"}')).status, 201);
  assert.equal((await send(Buffer.of(0x22, 0xff, 0x22))).status, 400);
  const tooLong = await call('POST', '/api/miniapps', { slug: 'tides', name: 'x'.repeat(100) });
  assert.deepEqual([tell(tooLong), tooLong.body.error.max_bytes], ['413 body_too_large', 100]);
  assert.equal((await send(new Blob([new Uint8Array(101)]).stream(), { duplex: 'half' })).status, 413);
});

test('the thirty-first change in a minute is a 429 that says when to come back; reads never are', async () => {
  let time = 0;
  const { call } = openSandbox({ accounts, now: () => time });
  for (let count = 1; count <= 30; count += 1) {
    time += 100;
    assert.equal((await call('DELETE', '/api/miniapps/none')).status, 404);
  }
  const create = (key = 'key-of-ann') => call('POST', '/api/miniapps', { slug: key, name: 'x' }, bearer(key));
  const limited = await create();
  assert.deepEqual([tell(limited), limited.headers.get('retry-after')], ['429 rate_limited', '58']);
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.equal((await create('key-of-ben')).status, 201);
  time = 60_099;
  assert.equal((await create()).headers.get('retry-after'), '1');
  time = 60_100;
  assert.equal((await create()).status, 201);
});

test('what came in can be read: time, caller, headers without the key, and what was in the body', async () => {
  const { call, sandbox } = openSandbox({ accounts, now });
  const headers = { ...bearer('key-of-ben'), cookie: 'draft=x', 'user-agent': 'test' };
  await call('GET', '/api/miniapps?x=1', undefined, headers);
  await call('POST', '/api/miniapps/deploy', '{"slug":"none"}');
  await call('GET', '/a/none', undefined, {});
  await call('GET', '/');
  const { duration_ms: duration, ...read } = sandbox.requests[0] ?? assert.fail();
  assert.ok(Number.isInteger(duration));
  assert.deepEqual(read, {
    time: '2026-10-01T00:00:00.000Z',
    method: 'GET',
    path: '/api/miniapps',
    status: 200,
    account: 'ben',
    headers: { 'user-agent': 'test' },
    body: null,
  });
  const sha256 = createHash('sha256').update('{"slug":"none"}').digest('hex');
  assert.partialDeepStrictEqual(sandbox.requests.slice(1), [
    { path: '/api/miniapps/deploy', status: 404, account: 'ann', body: { bytes: 15, sha256 } },
    { path: '/a/none', status: 302, account: null },
  ]);
  assert.equal(sandbox.requests.length, 3);
  assert.ok(!JSON.stringify(sandbox.requests).includes('key-of'));
});

test('a text that is sent as a data: URL is the text, in service.json and index.html too', async () => {
  const { deploy, read } = await openApp();
  const wrap = (text: string) => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;
  const binary = { 'assets/tides.bin': 'data:application/octet-stream;base64,/w==' };
  const page = 'data:text/html,%3Ctitle%3Ex%3C/title%3E';
  await deploy({
    'service.json': wrap('{"name":"Wrapped"}'),
    'index.html': page,
    'assets/a.css': wrap('a'),
    ...binary,
  });
  const { name, files } = await read();
  const texts = { 'service.json': '{"name":"Wrapped"}', 'index.html': '<title>x</title>', 'assets/a.css': 'a' };
  assert.deepEqual([name, files], ['Wrapped', { ...texts, ...binary }]);
});
