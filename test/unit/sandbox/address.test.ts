import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, type Client, openApp, soundFiles } from './client.ts';

const page = soundFiles['index.html'];
const port = 8420;

async function openDeployed(): Promise<Client> {
  const client = await openApp();
  await client.deploy();
  return client;
}

/** The app is published; its draft then has another page. */
async function openPublished(): Promise<Client> {
  const client = await openDeployed();
  await client.submit();
  await client.control('POST', '/apps/tides/approve');
  await client.update({ html: '<title>New</title>' });
  return client;
}

test('a draft is a 404 for everybody but its owner, and so is all that belongs to it', async () => {
  const { call, visit } = await openDeployed();
  for (const path of ['', '/', '/assets/wave.png', '/logo?v=2']) {
    for (const headers of [{}, bearer('key-of-ben'), { cookie: 'draft=guess' }]) {
      assert.equal((await visit('tides', path, headers)).status, 404, path);
    }
    assert.equal((await visit('tides', `${path}${path.includes('?') ? '&' : '?'}preview=guess`)).status, 404);
    assert.notEqual((await call('GET', `/a/tides${path}`)).status, 404, path);
  }
});

test('the page comes byte for byte with what it loads beside it, and nothing else of the folder', async () => {
  const { call } = await openDeployed();
  assert.equal((await call('GET', '/a/tides')).headers.get('location'), '/a/tides/');
  const shown = await call('GET', '/a/tides/');
  assert.deepEqual([shown.body, shown.headers.get('content-type')], [page, 'text/html; charset=utf-8']);
  const picture = await call('GET', '/a/tides/assets/wave.png');
  assert.deepEqual([picture.body, picture.headers.get('content-type')], ['hi', 'image/png']);
  const others = ['service.json', 'instructions.md', 'assets', 'assets/none.png', 'assets/%ff'];
  for (const path of [...others, 'assets/..%2fservice.json']) {
    assert.equal((await call('GET', `/a/tides/${path}`)).status, 404, path);
  }
});

test('everybody sees the published version, also during a new review, until it is rejected or taken down', async () => {
  for (const end of ['reject', 'take_down']) {
    const { control, visit, submit } = await openPublished();
    assert.equal((await visit('tides')).body, page);
    assert.equal((await visit('tides', '/', bearer('key-of-ben'))).body, page);
    assert.equal((await visit('tides', '/', bearer('key-of-ann'))).body, '<title>New</title>');
    await submit();
    assert.equal((await visit('tides')).body, page);
    await control('POST', `/apps/tides/${end}`);
    assert.equal((await visit('tides')).status, 404, end);
    assert.equal((await visit('tides', '/', bearer('key-of-ann'))).status, 200, end);
  }
});

test('a preview link opens the draft in a browser by a cookie for this one address, and can be left again', async () => {
  const { call, visit } = await openPublished();
  const trusted = { 'x-sandbox': '1', ...bearer('key-of-ann') };
  const { draft_url: draft } = (await call('GET', '/_sandbox/state', undefined, trusted)).body.apps[0];
  const origin = `http://tides.localhost:${port}`;
  assert.equal((await call('GET', draft, undefined, {})).headers.get('location'), `${origin}${draft}`);
  const entered = await call('GET', `${origin}${draft}`, undefined, {});
  const cookie = entered.headers.get('set-cookie') ?? '';
  assert.equal(entered.headers.get('location'), '/a/tides/');
  assert.match(cookie, /^draft=[\w-]{22}; Path=\/a\/tides; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  assert.equal((await visit('tides', '/', headers)).body, '<title>New</title>');
  const left = await visit('tides', '?preview=off', headers);
  assert.match(left.headers.get('set-cookie') ?? '', /^draft=; Max-Age=0; Path=\/a\/tides/);
  assert.equal((await visit('tides', '?preview=guess')).headers.get('set-cookie'), null);
});

test('a logo is the packed picture, or a drawn letter where there is none, and can run no script', async () => {
  const { call, deploy } = await openDeployed();
  const drawn = await call('GET', '/a/tides/logo');
  assert.match(drawn.body, /^<svg .*fill="#0a7ea4".*&#84;/);
  assert.match(drawn.headers.get('content-security-policy') ?? '', /sandbox/);
  const { body } = await deploy({ ...soundFiles, 'service.json': '{"name":"<x","logo":"assets/wave.png"}' });
  const logo = await call('GET', body.app.logo_url);
  assert.deepEqual([logo.headers.get('content-type'), logo.body], ['image/png', 'hi']);
});

test('a browser gets an app under an origin of its own alone: only a valid Bearer key shows it elsewhere', async () => {
  const { call } = await openPublished();
  const noKeys = [{}, { authorization: 'Basic a2V5LW9mLWFubjo=' }, bearer('nobody'), { authorization: 'key-of-ann' }];
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    for (const headers of noKeys) {
      const { status, headers: sent } = await call('GET', `http://${name}:${port}/a/tides/?x=1`, undefined, headers);
      assert.deepEqual([status, sent.get('location')], [302, `http://tides.localhost:${port}/a/tides/?x=1`], name);
    }
    assert.equal((await call('GET', `http://${name}:${port}/a/tides/`)).body, '<title>New</title>');
  }
});

test('on the origin of an app there is that app and nothing else', async () => {
  const { call, visit } = await openPublished();
  await call('POST', '/api/miniapps', { slug: 'other', name: 'Other' });
  assert.equal((await visit('tides')).status, 200);
  const headers = { 'x-sandbox': '1', ...bearer('key-of-ann') };
  const others = ['/', '/_page/page.js', '/_sandbox/state', '/api/miniapps', '/a/tides-2/', '/a/other/logo'];
  for (const path of [...others, '/a/other/']) {
    assert.equal((await call('GET', `http://tides.localhost:${port}${path}`, undefined, headers)).status, 403, path);
  }
});

test('no response can be sniffed, and but for logos none can be taken in by another origin', async () => {
  const { call, visit, sandbox } = await openDeployed();
  for (const [what, { headers }] of Object.entries({
    api: await call('GET', '/api/miniapps'),
    'an error': await call('GET', '/api/miniapps', undefined, {}),
    'nothing there': await call('GET', '/none'),
    page: await call('GET', sandbox.pageUrl, undefined, {}),
    controls: await call('GET', '/_sandbox/state', undefined, { 'x-sandbox': '1' }),
    app: await call('GET', '/a/tides/'),
    'an app that is not there': await visit('other'),
    'another name': await call('GET', 'http://evil.example/'),
    logo: await call('GET', '/a/tides/logo'),
  })) {
    const policy = what === 'logo' ? 'cross-origin' : 'same-origin';
    assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
    assert.equal(headers.get('cross-origin-resource-policy'), policy, what);
    assert.equal(headers.get('access-control-allow-origin'), null, what);
  }
});

test('a browser that finds no published app is told how to open the draft, and a program gets the error', async () => {
  const { visit } = await openDeployed();
  for (const slug of ['tides', 'other']) {
    for (const path of ['', '/']) {
      const { status, headers, body } = await visit(slug, path, { accept: 'text/html,*/*;q=0.8' });
      assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=UTF-8']);
      assert.match(body, new RegExp(`<code>${slug}</code>.*<a href="http://localhost:8420/#${slug}">`, 's'));
    }
    assert.equal((await visit(slug)).body.error.code, 'not_found');
  }
  assert.equal((await visit('tides', '/assets/none.png', { accept: 'text/html' })).body.error.code, 'not_found');
});
