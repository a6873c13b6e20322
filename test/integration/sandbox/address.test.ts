import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, type Client, openSandbox, soundFiles } from './client.ts';

const accounts = [
  { name: 'ann', key: 'key-of-ann' },
  { name: 'ben', key: 'key-of-ben' },
];

async function openDeployed(t: Parameters<typeof openSandbox>[0]): Promise<Client> {
  const client = await openSandbox(t, { accounts });
  await client.call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
  return client;
}

async function publish({ call, control }: Client): Promise<void> {
  await call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  await control('POST', '/apps/tides/approve');
}

test('a draft is a 404 for everybody but its owner, and so is all that belongs to it', async (t) => {
  const { call } = await openDeployed(t);
  for (const path of ['/a/tides', '/a/tides/', '/a/tides/assets/wave.png', '/a/tides/logo?v=2']) {
    for (const headers of [{}, bearer('key-of-ben'), { cookie: 'draft=guess' }]) {
      assert.equal((await call('GET', path, undefined, headers)).status, 404, path);
    }
    assert.equal(
      (await call('GET', `${path}${path.includes('?') ? '&' : '?'}preview=guess`, undefined, {})).status,
      404,
    );
    assert.notEqual((await call('GET', path)).status, 404, path);
  }
});

test('the page comes byte for byte, with what it loads beside it', async (t) => {
  const { call } = await openDeployed(t);
  assert.equal((await call('GET', '/a/tides')).headers.get('location'), '/a/tides/');
  const page = await call('GET', '/a/tides/');
  assert.equal(page.body, soundFiles['index.html']);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const picture = await call('GET', '/a/tides/assets/wave.png');
  assert.deepEqual([picture.headers.get('content-type'), picture.body], ['image/png', 'hi']);
});

test('service.json and instructions.md are no part of the public address', async (t) => {
  const { call } = await openDeployed(t);
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

test('everybody sees the published version while the owner sees the draft', async (t) => {
  const client = await openDeployed(t);
  await publish(client);
  await client.call('PATCH', '/api/miniapps/tides', { html: '<title>New</title>' });
  const see = async (headers: Record<string, string>) =>
    (await client.call('GET', '/a/tides/', undefined, headers)).body;
  assert.equal(await see({}), soundFiles['index.html']);
  assert.equal(await see(bearer('key-of-ben')), soundFiles['index.html']);
  assert.equal(await see(bearer('key-of-ann')), '<title>New</title>');
});

test('a version that was published stays in sight during a new review, and goes when that ends badly', async (t) => {
  const client = await openDeployed(t);
  await publish(client);
  await client.call('PATCH', '/api/miniapps/tides', { html: '<title>New</title>' });
  await client.call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  const see = () => client.call('GET', '/a/tides/', undefined, {});
  assert.equal((await see()).body, soundFiles['index.html']);
  await client.control('POST', '/apps/tides/reject');
  assert.equal((await see()).status, 404);
});

test('an app that was taken down is gone for everybody but its owner', async (t) => {
  const client = await openDeployed(t);
  await publish(client);
  await client.control('POST', '/apps/tides/take_down');
  assert.equal((await client.call('GET', '/a/tides/', undefined, {})).status, 404);
  assert.equal((await client.call('GET', '/a/tides/')).status, 200);
});

test('a preview link opens the draft in a browser by a cookie for this one address, and can be left again', async (t) => {
  const client = await openDeployed(t);
  await publish(client);
  await client.call('PATCH', '/api/miniapps/tides', { html: '<title>New</title>' });
  const { draft_url } = (await client.control('GET', '/state')).body.apps[0];
  const entered = await client.call('GET', draft_url, undefined, {});
  const cookie = entered.headers.get('set-cookie') ?? '';
  assert.equal(entered.headers.get('location'), '/a/tides/');
  assert.match(cookie, /^draft=[\w-]{22}; Path=\/a\/tides; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  assert.equal((await client.call('GET', '/a/tides/', undefined, headers)).body, '<title>New</title>');
  const left = await client.call('GET', '/a/tides?preview=off', undefined, headers);
  assert.match(left.headers.get('set-cookie') ?? '', /^draft=; Max-Age=0; Path=\/a\/tides/);
  assert.equal((await client.call('GET', '/a/tides?preview=guess', undefined, {})).headers.get('set-cookie'), null);
});

test('a logo is the packed picture, or a drawn letter where there is none, and can run no script', async (t) => {
  const client = await openDeployed(t);
  const drawn = await client.call('GET', '/a/tides/logo');
  assert.match(drawn.body, /^<svg .*fill="#0a7ea4".*&#84;/);
  assert.match(drawn.headers.get('content-security-policy') ?? '', /sandbox/);
  const files = { ...soundFiles, 'service.json': '{"name":"<x","logo":"assets/wave.png"}' };
  const { body } = await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files });
  const logo = await client.call('GET', body.app.logo_url);
  assert.deepEqual([logo.headers.get('content-type'), logo.body], ['image/png', 'hi']);
});

test('under the name of the sandbox’s own page no app is shown to a browser', async (t) => {
  const client = await openDeployed(t);
  await publish(client);
  const page = client.sandbox.pageUrl;
  const sent = await client.call('GET', `${page}a/tides/?x=1`, undefined, {});
  assert.deepEqual([sent.status, sent.headers.get('location')], [302, `${client.sandbox.url}/a/tides/?x=1`]);
  assert.equal((await client.call('GET', `${page}a/tides/`)).body, soundFiles['index.html']);
});
