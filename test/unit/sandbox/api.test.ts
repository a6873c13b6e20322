import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { accounts, bearer, openApp, openSandbox, soundFiles } from './client.ts';

const now = () => Date.UTC(2026, 9, 1);

test('a created app has every field of the document but those of a single read', async () => {
  const { call, sandbox } = openSandbox({ now });
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
  assert.deepEqual((await call('GET', '/api/miniapps')).body, { apps: [body] });
});

test('a single read shows html and files, but not the instructions as a file', async () => {
  const { call } = await openApp();
  const files = { ...soundFiles, 'instructions.md': 'Be brief.\r\n', 'assets/__proto__': 'x' };
  const deployed = await call('POST', '/api/miniapps/deploy', JSON.stringify({ slug: 'tides', files }));
  assert.equal(deployed.status, 200);
  const { status, body } = await call('GET', '/api/miniapps/tides');
  assert.equal(status, 200);
  const { html, files: shown, ...others } = body;
  assert.deepEqual(deployed.body, { app: others });
  assert.equal(html, soundFiles['index.html']);
  assert.deepEqual(shown, { ...soundFiles, 'assets/__proto__': 'x' });
  assert.equal(others.system_prompt, 'Be brief.\r\n');
});

test('the list has all apps of the caller and no others, without html and files', async () => {
  const { call } = openSandbox({ accounts });
  for (const slug of ['tides', 'winds']) await call('POST', '/api/miniapps', { slug, name: 'x' });
  await call('POST', '/api/miniapps', { slug: 'other', name: 'x' }, bearer('key-of-ben'));
  const { apps } = (await call('GET', '/api/miniapps')).body;
  assert.deepEqual(
    apps.map((app: { readonly slug: string }) => app.slug),
    ['tides', 'winds'],
  );
  for (const app of apps) assert.ok(!('html' in app) && !('files' in app));
});

test('a deploy replaces the whole folder', async () => {
  const { call } = openSandbox();
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Old', system_prompt: 'Old.', color: '#000000' });
  await call('POST', '/api/miniapps/deploy', {
    slug: 'tides',
    files: { ...soundFiles, 'service.json': '{"name":"New"}' },
  });
  const { body } = await call('GET', '/api/miniapps/tides');
  assert.deepEqual([body.name, body.system_prompt, body.color], ['New', '', '#5b6472']);
});

test('a sandbox can be told to respond to a deploy with nothing', async () => {
  const { call } = openSandbox({ assumptions: { deploy_response: 'empty' } });
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  const { status, body } = await call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
  assert.deepEqual([status, body], [204, '']);
  assert.deepEqual((await call('GET', '/api/miniapps/tides')).body.files, soundFiles);
});

for (const slug of ['ab', 'x'.repeat(33), 'Tides', 'ti_des', 'tidés', '', 'a b', 'tides\n', 3, undefined]) {
  test(`${JSON.stringify(slug)} is no slug: 400 that names the field`, async () => {
    const { call } = openSandbox();
    const { status, body } = await call('POST', '/api/miniapps', { slug, name: 'x' });
    assert.deepEqual([status, body.error.code, body.error.field], [400, 'invalid_field', 'slug']);
  });
}

test('a field that does not fit is a 400 on create, and a page that breaks the rules a 422', async () => {
  const { call, sandbox } = openSandbox();
  for (const [field, value] of Object.entries({
    name: '',
    tagline: 3,
    color: 'red',
    system_prompt: 'x'.repeat(20_001),
  })) {
    const { status, body } = await call('POST', '/api/miniapps', { slug: 'tides', name: 'x', [field]: value });
    assert.deepEqual([status, body.error.code, body.error.field], [400, 'invalid_field', field]);
  }
  assert.equal((await call('POST', '/api/miniapps', { slug: 'tides' })).body.error.field, 'name');
  const { status, body } = await call('POST', '/api/miniapps', { slug: 'tides', name: 'x', html: '<p>' });
  assert.deepEqual([status, body.problems[0].field, body.problems[0].line], [422, 'html', 1]);
  assert.deepEqual(sandbox.store.apps(), []);
});

test('an address that is taken by anybody is a 409, until it is deleted', async () => {
  const { call } = openSandbox({ accounts });
  const create = () => call('POST', '/api/miniapps', { slug: 'tides', name: 'x' }, bearer('key-of-ben'));
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  const taken = await create();
  assert.deepEqual([taken.status, taken.body.error.code], [409, 'slug_taken']);
  const deleted = await call('DELETE', '/api/miniapps/tides');
  assert.deepEqual([deleted.status, deleted.body], [200, { deleted: true, slug: 'tides' }]);
  assert.equal((await create()).status, 201);
});

test('the twenty-first app of an account is refused, and another account still has room', async () => {
  const { call } = openSandbox({ accounts, changesPerWindow: 100 });
  for (let count = 1; count <= 20; count += 1) {
    assert.equal((await call('POST', '/api/miniapps', { slug: `app-${count}`, name: 'x' })).status, 201);
  }
  const { status, body } = await call('POST', '/api/miniapps', { slug: 'app-21', name: 'x' });
  assert.deepEqual([status, body.error.code], [409, 'too_many_apps']);
  assert.match(body.error.message, /20 apps/);
  assert.equal((await call('POST', '/api/miniapps', { slug: 'app-21', name: 'x' }, bearer('key-of-ben'))).status, 201);
  assert.equal((await call('GET', '/api/miniapps')).body.apps.length, 20);
});

test('every call without a valid key is a 401, also to what does not exist', async () => {
  const { call } = openSandbox({ accounts });
  for (const headers of [
    {},
    bearer('nobody'),
    bearer(''),
    { authorization: 'Basic key-of-ann' },
    { authorization: 'key-of-ann' },
  ]) {
    for (const [method, path] of [
      ['GET', '/api/miniapps'],
      ['POST', '/api/miniapps/deploy'],
      ['GET', '/api/none'],
    ] as const) {
      const { status, body, headers: received } = await call(method, path, undefined, headers);
      assert.deepEqual([status, body.error.code], [401, 'unauthorized']);
      assert.equal(received.get('www-authenticate'), 'Bearer');
    }
  }
});

test('an app of somebody else and an app that is not there are the same 404, whatever is asked', async () => {
  const { call } = openSandbox({ accounts });
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' }, bearer('key-of-ben'));
  const asked = async (slug: string) => [
    await call('GET', `/api/miniapps/${slug}`),
    await call('PATCH', `/api/miniapps/${slug}`, { name: 'x' }),
    await call('POST', '/api/miniapps/deploy', { slug, files: soundFiles }),
    await call('POST', `/api/miniapps/${slug}/submit`, { accept_terms: '2026-10' }),
    await call('DELETE', `/api/miniapps/${slug}`),
  ];
  const [foreign, unknown] = [await asked('tides'), await asked('nothing')];
  assert.deepEqual(
    foreign.map(({ status }) => status),
    [404, 404, 404, 404, 404],
  );
  assert.deepEqual(
    foreign.map(({ body }) => body),
    unknown.map(({ body }) => body),
  );
  assert.equal((await call('GET', '/api/miniapps/tides', undefined, bearer('key-of-ben'))).status, 200);
});

test('an update changes the fields that were sent and no others', async () => {
  const { call } = await openApp();
  const { status, body } = await call('PATCH', '/api/miniapps/tides', { color: '#ABCDEF', system_prompt: 'Be brief.' });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.name, body.tagline, body.color, body.system_prompt],
    ['Tides', 'Water', '#ABCDEF', 'Be brief.'],
  );
  assert.match(body.logo_url, /\?v=2&/);
});

test('an update whose field does not fit is a 400, one whose page breaks the rules a 422, and both change nothing', async () => {
  const { call } = await openApp();
  const before = await call('GET', '/api/miniapps/tides');
  const update = (fields: object) => call('PATCH', '/api/miniapps/tides', fields);
  for (const [field, value] of Object.entries({ name: '', tagline: 'x'.repeat(121), color: 'red', system_prompt: 3 })) {
    const { status, body } = await update({ [field]: value, html: '<p>' });
    assert.deepEqual([status, body.error.code, body.error.field], [400, 'invalid_field', field]);
  }
  const { status, body } = await update({ html: '<title>x</title>\n <script src="http://x">' });
  assert.deepEqual([status, body.error.code], [422, 'folder_rules']);
  assert.deepEqual(
    body.problems.map(({ message, fix, ...place }: Record<string, string>) => place),
    [{ field: 'html', line: 2, column: 2, code: 'script_insecure' }],
  );
  assert.deepEqual((await call('GET', '/api/miniapps/tides')).body, before.body);
});

test('an update with nothing in it, or with a field of another type, is a 400', async () => {
  const { call } = await openApp();
  assert.equal((await call('PATCH', '/api/miniapps/tides', {})).status, 400);
  assert.equal((await call('PATCH', '/api/miniapps/tides', { html: null })).body.error.field, 'html');
});

test('a folder that breaks the rules is a 422 with file, place, message and fix, and changes nothing', async () => {
  const { call } = await openApp();
  const files = { ...soundFiles, 'service.json': '{\n  "name": "x",\n  "color": "red"\n}', 'notes.txt': 'x' };
  const { status, body } = await call('POST', '/api/miniapps/deploy', { slug: 'tides', files });
  assert.deepEqual([status, body.error.code], [422, 'folder_rules']);
  assert.match(body.error.message, /2 places/);
  const [file, color] = body.problems;
  assert.deepEqual(Object.keys(file), ['path', 'code', 'message', 'fix']);
  assert.deepEqual(
    { ...color, message: '', fix: '' },
    { path: 'service.json', line: 3, column: 3, code: 'color_format', message: '', fix: '' },
  );
  assert.equal((await call('GET', '/api/miniapps/tides')).body.color, '#5b6472');
});

test('a deploy whose body is no folder is a 400', async () => {
  const { call } = await openApp();
  for (const body of [
    { slug: 'tides' },
    { slug: 'tides', files: [] },
    { slug: 'tides', files: { 'index.html': 3 } },
    { files: {} },
    {},
  ]) {
    const { status, body: reply } = await call('POST', '/api/miniapps/deploy', body);
    assert.deepEqual([status, reply.error.code], [400, 'invalid_field']);
  }
});

test('a body that is no JSON object in UTF-8 is a 400', async () => {
  const { call, sandbox } = openSandbox();
  for (const body of ['{', '[]', 'null', '"x"']) {
    const { status, body: reply } = await call('POST', '/api/miniapps', body);
    assert.deepEqual([status, reply.error.code], [400, 'invalid_json']);
  }
  const headers = { ...bearer(sandbox.keys[0]), 'content-type': 'application/json' };
  const body = Buffer.of(0x22, 0xff, 0x22);
  assert.equal(
    (await sandbox.fetch(new Request(`${sandbox.url}/api/miniapps`, { method: 'POST', headers, body }))).status,
    400,
  );
});

test('a body of another type is a 415 that says which type is taken', async () => {
  const { call, sandbox } = openSandbox();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    const headers = { ...bearer(sandbox.keys[0]), 'content-type': type };
    const { status, body, headers: sent } = await call('POST', '/api/miniapps', '{}', headers);
    assert.deepEqual(
      [status, body.error.code, sent.get('accept')],
      [415, 'unsupported_media_type', 'application/json'],
    );
  }
  const headers = { ...bearer(sandbox.keys[0]), 'content-type': 'Application/JSON; charset=utf-8' };
  assert.equal((await call('POST', '/api/miniapps', '{"slug":"tides","name":"x"}', headers)).status, 201);
});

test('a body over the limit is a 413, with and without a length', async () => {
  const { call, sandbox } = openSandbox({ limits: { bodyBytes: 100 } });
  const { status, body } = await call('POST', '/api/miniapps', { slug: 'tides', name: 'x'.repeat(100) });
  assert.deepEqual([status, body.error.code, body.error.max_bytes], [413, 'body_too_large', 100]);
  const headers = { ...bearer(sandbox.keys[0]), 'content-type': 'application/json' };
  const stream = new Blob([new Uint8Array(101)]).stream();
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as const;
  assert.equal((await sandbox.fetch(new Request(`${sandbox.url}/api/miniapps`, init))).status, 413);
});

test('the thirty-first change in a minute is a 429 that says when to come back; reads never are', async () => {
  let time = 0;
  const { call } = openSandbox({ accounts, now: () => time });
  for (let count = 1; count <= 30; count += 1) {
    time += 100;
    assert.equal((await call('DELETE', '/api/miniapps/none')).status, 404);
  }
  const { status, body, headers } = await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  assert.deepEqual([status, body.error.code, headers.get('retry-after')], [429, 'rate_limited', '58']);
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.equal((await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' }, bearer('key-of-ben'))).status, 201);
  time = 60_100;
  assert.equal((await call('POST', '/api/miniapps', { slug: 'other', name: 'x' })).status, 201);
});

test('what came in can be read: time, caller, headers without the key, and what was in the body', async () => {
  const now = () => Date.UTC(2026, 9, 1);
  const { call, sandbox } = openSandbox({ accounts, now });
  const headers = { ...bearer('key-of-ben'), cookie: 'draft=x', 'user-agent': 'test' };
  await call('GET', '/api/miniapps?x=1', undefined, headers);
  await call('POST', '/api/miniapps/deploy', '{"slug":"none"}');
  await call('GET', '/a/none', undefined, {});
  await call('GET', '/');
  const [read, deploy, page, ...others] = sandbox.requests;
  assert.deepEqual(
    [read, deploy, page].map((one) => `${one?.method} ${one?.path} ${one?.status} ${one?.account}`),
    ['GET /api/miniapps 200 ben', 'POST /api/miniapps/deploy 404 ann', 'GET /a/none 302 null'],
  );
  assert.deepEqual([read?.time, read?.body, others], ['2026-10-01T00:00:00.000Z', null, []]);
  assert.deepEqual(Object.keys(read?.headers ?? {}).sort(), ['user-agent']);
  const sha256 = createHash('sha256').update('{"slug":"none"}').digest('hex');
  assert.deepEqual(deploy?.body, { bytes: 15, sha256 });
  assert.ok(Number.isInteger(deploy?.duration_ms));
  assert.ok(!JSON.stringify(sandbox.requests).includes('key-of'));
});

test('an endpoint that the service does not have is a 404 in the form of every error', async () => {
  const { call } = openSandbox();
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/other'],
    ['POST', '/api/miniapps/tides/publish'],
    ['GET', '/nothing'],
  ] as const) {
    const { status, body } = await call(method, path);
    assert.deepEqual([status, body.error.code, typeof body.error.message], [404, 'not_found', 'string']);
  }
});

test('a method that an endpoint does not take is a 405 that names those it takes', async () => {
  const { call } = openSandbox();
  for (const [method, path, allow] of [
    ['PUT', '/api/miniapps', 'GET, HEAD, POST'],
    ['DELETE', '/api/miniapps', 'GET, HEAD, POST'],
    ['POST', '/api/miniapps/tides', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/api/miniapps/tides/submit', 'POST'],
  ] as const) {
    const { status, body, headers } = await call(method, path);
    assert.deepEqual([status, body.error.code, headers.get('allow')], [405, 'method_not_allowed', allow]);
  }
});

test('a text that is sent as a data: URL is the text, in service.json and index.html too', async () => {
  const { call } = await openApp();
  const wrap = (text: string) => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;
  const files = {
    'service.json': wrap('{"name":"Wrapped"}'),
    'index.html': 'data:text/html,%3Ctitle%3Ex%3C/title%3E',
    'assets/a.css': wrap('a {}'),
    'assets/tides.bin': 'data:application/octet-stream;base64,/w==',
  };
  assert.equal((await call('POST', '/api/miniapps/deploy', { slug: 'tides', files })).status, 200);
  const { body } = await call('GET', '/api/miniapps/tides');
  assert.equal(body.name, 'Wrapped');
  assert.deepEqual(body.files, {
    'service.json': '{"name":"Wrapped"}',
    'index.html': '<title>x</title>',
    'assets/a.css': 'a {}',
    'assets/tides.bin': files['assets/tides.bin'],
  });
});
