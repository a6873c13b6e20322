import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, type Client, openApp, soundFiles } from './client.ts';

async function openDeployed(): Promise<Client> {
  const client = await openApp();
  await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
  return client;
}

async function publish({ call, control }: Client): Promise<void> {
  await call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  await control('POST', '/apps/tides/approve');
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

test('the page comes byte for byte, with what it loads beside it', async () => {
  const { call } = await openDeployed();
  assert.equal((await call('GET', '/a/tides')).headers.get('location'), '/a/tides/');
  const page = await call('GET', '/a/tides/');
  assert.equal(page.body, soundFiles['index.html']);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const picture = await call('GET', '/a/tides/assets/wave.png');
  assert.deepEqual([picture.headers.get('content-type'), picture.body], ['image/png', 'hi']);
});

test('service.json and instructions.md are no part of the public address', async () => {
  const { call } = await openDeployed();
  for (const path of [
    'service.json',
    'instructions.md',
    'assets/none.png',
    'assets/%ff',
    'assets',
    'assets/..%2fservice.json',
  ]) {
    assert.equal((await call('GET', `/a/tides/${path}`)).status, 404, path);
  }
});

test('everybody sees the published version while the owner sees the draft', async () => {
  const client = await openDeployed();
  await publish(client);
  await client.call('PATCH', '/api/miniapps/tides', { html: '<title>New</title>' });
  const see = async (headers: Record<string, string>) => (await client.visit('tides', '/', headers)).body;
  assert.equal(await see({}), soundFiles['index.html']);
  assert.equal(await see(bearer('key-of-ben')), soundFiles['index.html']);
  assert.equal(await see(bearer('key-of-ann')), '<title>New</title>');
});

test('a version that was published stays in sight during a new review, and goes when that ends badly', async () => {
  const client = await openDeployed();
  await publish(client);
  await client.call('PATCH', '/api/miniapps/tides', { html: '<title>New</title>' });
  await client.call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  const see = () => client.visit('tides');
  assert.equal((await see()).body, soundFiles['index.html']);
  await client.control('POST', '/apps/tides/reject');
  assert.equal((await see()).status, 404);
});

test('an app that was taken down is gone for everybody but its owner', async () => {
  const client = await openDeployed();
  await publish(client);
  await client.control('POST', '/apps/tides/take_down');
  assert.equal((await client.visit('tides')).status, 404);
  assert.equal((await client.call('GET', '/a/tides/')).status, 200);
});

test('a preview link opens the draft in a browser by a cookie for this one address, and can be left again', async () => {
  const client = await openDeployed();
  await publish(client);
  await client.call('PATCH', '/api/miniapps/tides', { html: '<title>New</title>' });
  const trusted = { 'x-sandbox': '1', ...bearer('key-of-ann') };
  const { draft_url: draft } = (await client.call('GET', '/_sandbox/state', undefined, trusted)).body.apps[0];
  const { origin } = new URL(client.sandbox.url.replace('127.0.0.1', 'tides.localhost'));
  const sent = await client.call('GET', draft, undefined, {});
  assert.deepEqual([sent.status, sent.headers.get('location')], [302, `${origin}${draft}`]);
  const entered = await client.call('GET', `${origin}${draft}`, undefined, {});
  const cookie = entered.headers.get('set-cookie') ?? '';
  assert.equal(entered.headers.get('location'), '/a/tides/');
  assert.match(cookie, /^draft=[\w-]{22}; Path=\/a\/tides; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  assert.equal((await client.visit('tides', '/', headers)).body, '<title>New</title>');
  const left = await client.visit('tides', '?preview=off', headers);
  assert.match(left.headers.get('set-cookie') ?? '', /^draft=; Max-Age=0; Path=\/a\/tides/);
  assert.equal((await client.visit('tides', '?preview=guess')).headers.get('set-cookie'), null);
});

test('a logo is the packed picture, or a drawn letter where there is none, and can run no script', async () => {
  const client = await openDeployed();
  const drawn = await client.call('GET', '/a/tides/logo');
  assert.match(drawn.body, /^<svg .*fill="#0a7ea4".*&#84;/);
  assert.match(drawn.headers.get('content-security-policy') ?? '', /sandbox/);
  const files = { ...soundFiles, 'service.json': '{"name":"<x","logo":"assets/wave.png"}' };
  const { body } = await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files });
  const logo = await client.call('GET', body.app.logo_url);
  assert.deepEqual([logo.headers.get('content-type'), logo.body], ['image/png', 'hi']);
});

test('a browser gets an app under an origin of its own alone: only a valid Bearer key shows it elsewhere', async () => {
  const client = await openDeployed();
  const { call, sandbox } = client;
  await publish(client);
  const { port } = new URL(sandbox.url);
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    for (const headers of [
      {},
      { authorization: 'Basic a2V5LW9mLWFubjo=' },
      bearer('nobody'),
      { authorization: 'key-of-ann' },
    ]) {
      const { status, headers: sent } = await call('GET', `http://${name}:${port}/a/tides/?x=1`, undefined, headers);
      assert.deepEqual([status, sent.get('location')], [302, `http://tides.localhost:${port}/a/tides/?x=1`], name);
    }
    const shown = await call('GET', `http://${name}:${port}/a/tides/`);
    assert.equal(shown.body, soundFiles['index.html']);
  }
});

test('on the origin of an app there is that app and nothing else', async () => {
  const client = await openDeployed();
  await publish(client);
  await client.call('POST', '/api/miniapps', { slug: 'other', name: 'Other' });
  const { port } = new URL(client.sandbox.url);
  assert.equal((await client.visit('tides')).status, 200);
  for (const path of [
    '/',
    '/_page/page.js',
    '/_sandbox/state',
    '/api/miniapps',
    '/a/other/',
    '/a/tides-2/',
    '/a/other/logo',
  ]) {
    const { status } = await client.call('GET', `http://tides.localhost:${port}${path}`, undefined, {
      'x-sandbox': '1',
      ...bearer('key-of-ann'),
    });
    assert.equal(status, 403, path);
  }
});

test('no response can be sniffed, and but for logos none can be taken in by another origin', async () => {
  const { call, visit, sandbox } = await openDeployed();
  const responses = {
    api: await call('GET', '/api/miniapps'),
    'an error': await call('GET', '/api/miniapps', undefined, {}),
    'nothing there': await call('GET', '/none'),
    page: await call('GET', sandbox.pageUrl, undefined, {}),
    controls: await call('GET', '/_sandbox/state', undefined, { 'x-sandbox': '1' }),
    app: await call('GET', '/a/tides/'),
    'an app that is not there': await visit('other'),
    'another name': await call('GET', 'http://evil.example/'),
    logo: await call('GET', '/a/tides/logo'),
  };
  for (const [what, { headers }] of Object.entries(responses)) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
    const policy = what === 'logo' ? 'cross-origin' : 'same-origin';
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
