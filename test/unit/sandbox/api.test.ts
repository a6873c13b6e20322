import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, openApp, openSandbox, soundFiles, soundFolder, tell, url } from './client.ts';

const now = () => Date.UTC(2026, 9, 1);

test('a created app has every field of the document but those of a single read, and so has the list', async () => {
  const { call, create } = openSandbox({ now });
  const sent = { slug: 'tides', name: 'Tides', tagline: 'Water', color: '#0a7ea4', system_prompt: 'Be brief.' };
  const { status, body } = await call('POST', '/api/miniapps', { ...sent, html: '<title>é</title>', icon: 'wave' });
  assert.equal(status, 201);
  assert.deepEqual(body, {
    ...sent,
    url: `${url}/a/tides`,
    logo: '',
    logo_url: '/a/tides/logo?v=1&t=2026-10-01T00%3A00%3A00.000Z',
    status: 'draft',
    review_note: null,
    html_bytes: 17,
    updated_at: '2026-10-01T00:00:00.000Z',
    published_at: null,
    submitted_at: null,
  });
  await create('other', bearer('key-of-ben'));
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
  ['POST /api/miniapps/deploy', { slug: 'tides' }, '400 invalid_field files'],
  ['POST /api/miniapps/deploy', { slug: 'tides', files: [] }, '400 invalid_field files'],
  ['POST /api/miniapps/deploy', { slug: 'tides', files: { 'index.html': 3 } }, '400 invalid_field files'],
  ['POST /api/miniapps/deploy', { slug: 'tides', files: {} }, '422 folder_rules'],
  ...[undefined, {}, { accept_terms: '2026-09' }, { accept_terms: 2026 }, { accept_terms: true }].map(
    (body) => ['POST /api/miniapps/tides/submit', body, '400 terms_required'] as const,
  ),
  ...['{', '[]', 'null', '"x"'].map((body) => ['POST /api/miniapps', body, '400 invalid_json'] as const),
  ['GET /api', undefined, '404 not_found'],
  ['POST /api/miniapps/tides/publish', undefined, '404 not_found'],
  ['GET /nothing', undefined, '404 not_found'],
  ['PUT /api/miniapps', undefined, '405 method_not_allowed'],
  ['POST /api/miniapps/tides', undefined, '405 method_not_allowed'],
  ['GET /api/miniapps/tides/submit', undefined, '405 method_not_allowed'],
];

test('what does not fit is refused with its status, code and field, and changes nothing', async () => {
  const { call, read, sandbox } = await openApp({ changesPerWindow: 100 });
  sandbox.move('tides', 'submit');
  const before = await read();
  for (const [what, body, reply] of refused) {
    const [method = '', path = ''] = what.split(' ');
    assert.equal(tell(await call(method, path, body)), reply, `${what} ${JSON.stringify(body)?.slice(0, 99)}`);
  }
  assert.deepEqual(await read(), before);
  assert.equal(sandbox.store.apps().length, 1);
  assert.equal((await call('PUT', '/api/miniapps')).headers.get('allow'), 'GET, HEAD, POST');
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

test('an address is unique, and free again for anybody once its app is deleted', async () => {
  const { create, remove } = await openApp();
  assert.equal(tell(await create('tides', bearer('key-of-ben'))), '409 slug_taken');
  assert.deepEqual((await remove()).body, { deleted: true, slug: 'tides' });
  assert.equal((await create('tides', bearer('key-of-ben'))).status, 201);
});

test('the twenty-first app of an account is refused, and another account still has room', async () => {
  const { create } = openSandbox({ changesPerWindow: 100 });
  for (let count = 1; count <= 20; count += 1) assert.equal((await create(`app-${count}`)).status, 201);
  const refusal = await create('app-21');
  assert.equal(tell(refusal), '409 too_many_apps');
  assert.match(refusal.body.error.message, /20 apps/);
  assert.equal((await create('app-21', bearer('key-of-ben'))).status, 201);
});

test('every call without a valid key is a 401, also to what does not exist', async () => {
  const { call } = openSandbox();
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
  const { call, create } = openSandbox();
  await create('tides', bearer('key-of-ben'));
  for (const [method, path, body] of [
    ['GET', '/api/miniapps/tides', undefined],
    ['PATCH', '/api/miniapps/tides', { name: 'x' }],
    ['POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles }],
    ['POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' }],
    ['DELETE', '/api/miniapps/tides', undefined],
  ] as const) {
    const foreign = await call(method, path, body);
    assert.equal(tell(foreign), '404 not_found');
    const other = await call(method, path.replace('tides', 'nothing'), body && { ...body, slug: 'nothing' });
    assert.deepEqual(foreign.body, other.body);
  }
});

test('a body is JSON by its type, in UTF-8, and no longer than the limit, with and without a length', async () => {
  const { call, sandbox } = openSandbox({ limits: { bodyBytes: 100 } });
  const authorization = 'Bearer key-of-ann';
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    const reply = await call('POST', '/api/miniapps', '{}', { authorization, 'content-type': type });
    assert.deepEqual([tell(reply), reply.headers.get('accept')], ['415 unsupported_media_type', 'application/json']);
  }
  const headers = { authorization, 'content-type': 'Application/JSON; charset=utf-8' };
  const send = async (body: RequestInit['body'], more = {}) => {
    const init = { method: 'POST', headers, body: body ?? '', ...more };
    return (await sandbox.fetch(new Request(`${url}/api/miniapps`, init))).status;
  };
  assert.equal(await send('{"slug":"tides","name":"x"}'), 201);
  assert.equal(await send(Buffer.from('{"slug":"other","name":"\xff"}', 'latin1')), 400);
  const padded = (length: number) => JSON.stringify({ slug: 'tides' }).padEnd(length);
  assert.deepEqual([await send(padded(100)), await send(padded(101))], [400, 413]);
  assert.equal((await call('POST', '/api/miniapps', padded(101))).body.error.max_bytes, 100);
  assert.equal(await send(new Blob([padded(101)]).stream(), { duplex: 'half' }), 413);
});

test('the thirty-first change in a minute is a 429 that says when to come back; reads never are', async () => {
  let time = 0;
  const { call, create, remove } = openSandbox({ now: () => time });
  for (let count = 1; count <= 30; count += 1) {
    time += 100;
    assert.equal((await remove()).status, 404);
  }
  const limited = await create();
  assert.deepEqual([tell(limited), limited.headers.get('retry-after')], ['429 rate_limited', '58']);
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.equal((await create('of-ben', bearer('key-of-ben'))).status, 201);
  time = 60_099;
  assert.equal((await create()).headers.get('retry-after'), '1');
  time = 60_100;
  assert.equal((await create()).status, 201);
});

test('a submission names the terms to accept; not approved is final, even without the terms and after an update', async () => {
  const { sandbox, submit, update } = await openApp();
  const { error } = (await submit({})).body;
  assert.partialDeepStrictEqual(error, { code: 'terms_required', terms_version: '2026-10' });
  assert.match(error.message, /"2026-10"/);
  await submit();
  sandbox.move('tides', 'reject', 'Not like this.');
  const { body } = await update({ name: 'Other' });
  assert.partialDeepStrictEqual(body, { status: 'not_approved', review_note: 'Not like this.' });
  assert.equal(tell(await submit({})), '409 not_approved');
});

test('a published app has nothing to review until it changes; note and times come with what they are about', async () => {
  const { sandbox, submit, update, read } = await openApp({ now });
  const time = '2026-10-01T00:00:00.000Z';
  assert.partialDeepStrictEqual(await read(), { submitted_at: null, published_at: null, review_note: null });
  const inReview = { status: 'in_review', submitted_at: time, review_note: null };
  assert.partialDeepStrictEqual((await submit()).body.app, { ...inReview, published_at: null });
  sandbox.move('tides', 'approve', 'Lovely.');
  const published = { status: 'published', published_at: time, review_note: 'Lovely.' };
  assert.partialDeepStrictEqual(await read(), published);
  assert.equal(tell(await submit()), '409 nothing_to_review');
  await update({ name: 'Again' });
  assert.equal((await read()).status, 'published_with_unreviewed_changes');
  assert.partialDeepStrictEqual((await submit()).body.app, { ...inReview, published_at: time });
});

test('what came in can be read: time, caller, headers without the key, and what was in the body', async () => {
  const { call, sandbox } = openSandbox({ now });
  const headers = { ...bearer('key-of-ben'), cookie: 'draft=x', 'user-agent': 'test' };
  await call('GET', '/api/miniapps?x=1', undefined, headers);
  await call('POST', '/api/miniapps/deploy', '{"slug":"none"}');
  await call('GET', '/a/none/');
  const read = {
    time: '2026-10-01T00:00:00.000Z',
    method: 'GET',
    path: '/api/miniapps',
    status: 200,
    account: 'ben',
    headers: { 'user-agent': 'test' },
    bytes: null,
  };
  const deploy = { method: 'POST', path: '/api/miniapps/deploy', status: 404, account: 'ann', bytes: 15 };
  const headersOfDeploy = { 'content-type': 'application/json' };
  assert.deepEqual(sandbox.requests, [read, { ...read, ...deploy, headers: headersOfDeploy }]);
});

test('an app that is put there was there for long, in any state: a read that lags shows it', async () => {
  const { sandbox, read } = openSandbox();
  sandbox.put({ slug: 'tides', files: soundFolder });
  sandbox.edit('tides', { tagline: 'New' });
  sandbox.put({ slug: 'tides', files: soundFolder, status: 'a_state_of_tomorrow', reviewNote: 'So it is.' });
  for (const lag of [null, 60_000]) {
    sandbox.faults.set([{ kind: 'stale', lag_ms: lag }]);
    assert.partialDeepStrictEqual(await read(), { status: 'a_state_of_tomorrow', review_note: 'So it is.' });
  }
  for (const [status, published] of Object.entries({
    published: soundFolder,
    taken_down: soundFolder,
    in_review: null,
  })) {
    assert.deepEqual(sandbox.put({ slug: 'tides', files: soundFolder, status }).published, published, status);
  }
});

test('a test plays the reviewer, the owner at the dashboard and somebody else; the history says who did what', async () => {
  const { sandbox, update } = openSandbox();
  sandbox.put({ slug: 'tides', files: soundFolder });
  const headers = { ...bearer('key-of-ann'), 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: '{"accept_terms": "2026-10"}' };
  await sandbox.fetch(new Request(`${url}/api/miniapps/tides/submit`, request), { by: 'the second run' });
  assert.throws(() => sandbox.move('tides', 'submit'), { code: 'in_review' });
  assert.equal(sandbox.move('tides', 'approve', 'Lovely.').reviewNote, 'Lovely.');
  await update({ tagline: 'New' });
  sandbox.edit('tides', { tagline: 'Theirs' });
  sandbox.move('tides', 'discard');
  sandbox.remove('tides');
  assert.throws(() => sandbox.remove('tides'), { code: 'not_found' });
  assert.deepEqual(
    sandbox.store.history.map(({ did, by, app }) => `${did} by ${by}: ${app?.status}`),
    [
      'put by sandbox: draft',
      'submit by the second run: in_review',
      'approve by sandbox: published',
      'update by ann: published_with_unreviewed_changes',
      'deploy by sandbox: published_with_unreviewed_changes',
      'discard by sandbox: published',
      'delete by sandbox: undefined',
    ],
  );
});
