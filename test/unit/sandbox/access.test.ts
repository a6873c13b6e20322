import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimiter, readHost, refuseControl } from '../../../sandbox/access.ts';
import { bearer, type Client, openApp, openSandbox, soundFiles, soundFolder, url } from './client.ts';

test('a name is that of the page, of the service, of one app, or none of the sandbox’s', () => {
  const tides = { kind: 'app', slug: 'tides' };
  for (const [name, host] of Object.entries({
    localhost: { kind: 'page' },
    '127.0.0.1': { kind: 'service' },
    '[::1]': { kind: 'service' },
    sandbox: { kind: 'service' },
    'tides.localhost': { ...tides, isDraft: false },
    'tides_draft.localhost': { ...tides, isDraft: true },
    'evil.example': null,
    'localhost.evil.example': null,
    '127.0.0.1.evil.example': null,
    'a.b.localhost': null,
    [`${'x'.repeat(33)}.localhost`]: null,
    '192.168.0.7': null,
  })) {
    assert.deepEqual(readHost(new URL(`http://${name}:1/`), new Set(['sandbox'])), host, name);
  }
});

const origin = 'http://localhost:8420';
const program = { url: new URL(`${url}/_sandbox/state`), origin: undefined, fetchSite: undefined, marker: '1' };
const page = { url: new URL(`${origin}/_sandbox/state`), origin, fetchSite: 'same-origin', marker: undefined };
const allowed = {
  'a program': program,
  'a program over IPv6': { ...program, url: new URL('http://[::1]:8420/_sandbox/state') },
  'a form of the page': page,
  'a form of the page, in a browser that says less': { ...page, fetchSite: undefined },
  'a link of the page, which sends no origin': { ...page, origin: undefined },
};
const evil = 'https://evil.example';
const intruders = {
  'a program that does not say so': { ...program, marker: undefined },
  'a link in an old browser': { ...page, origin: undefined, fetchSite: undefined },
  'another site': { ...page, marker: '1', origin: evil, fetchSite: 'cross-site' },
  'another site, in a browser that does not say so': { ...page, origin: evil, fetchSite: undefined },
  'another port of this machine': { ...page, origin: 'http://localhost:3000', fetchSite: 'same-site' },
  'a page without an origin': { ...page, origin: 'null' },
  'a page at the address of the service': { ...program, origin: url, fetchSite: 'same-origin' },
  'a page at the address of the service, in a browser that says less': { ...program, origin: url },
  'a page at the address of the service that reads': { ...program, fetchSite: 'same-origin' },
  'an app’s page': { ...page, origin: 'http://tides.localhost:8420', fetchSite: 'cross-site' },
  'a browser that was sent there': { ...page, origin: undefined, fetchSite: 'none' },
};

test('the controls are for programs on this machine and for the sandbox’s own page', () => {
  for (const [who, request] of Object.entries(allowed)) assert.equal(refuseControl(request), null, who);
  for (const [who, request] of Object.entries(intruders)) assert.notEqual(refuseControl(request), null, who);
});

test('a limiter forgets what lies outside the window, and what is yet to come after the clock was set back', () => {
  let time = 900;
  const limiter = createLimiter(() => time);
  const rate = { changes: 1, window_ms: 1_000 };
  limiter.count('a');
  assert.equal(limiter.check('a', rate), 1);
  assert.equal(limiter.check('b', rate), 0);
  assert.equal(limiter.check('a', { changes: 2, window_ms: 1_000 }), 0);
  time = 100;
  assert.equal(limiter.check('a', rate), 0);
});

/** The app is published; its draft then has another page. */
function openPublished(): Client {
  const client = openSandbox();
  client.sandbox.put({ slug: 'tides', files: soundFolder, status: 'published' });
  client.sandbox.edit('tides', { html: '<title>New</title>' });
  return client;
}

const published = 'http://tides.localhost:8420/a/tides/';
const draft = 'http://tides_draft.localhost:8420/a/tides/';

test('an app’s own origin shows what is published, another one the draft, and a key the draft to its owner alone', async () => {
  for (const end of ['submit', 'reject', 'take_down'] as const) {
    const { sandbox, call } = openPublished();
    const look = async (address: string, headers = {}) => {
      const { status, body } = await call('GET', address, undefined, headers);
      return status === 200 ? body : status;
    };
    assert.equal(await look(published), soundFiles['index.html']);
    if (end !== 'take_down') sandbox.move('tides', 'submit');
    if (end !== 'submit') sandbox.move('tides', end);
    const shown = end === 'submit' ? soundFiles['index.html'] : 404;
    assert.deepEqual([await look(published), await look('/a/tides/', bearer('key-of-ben'))], [shown, shown], end);
    const seen = [await look(draft), await look('/a/tides/', bearer('key-of-ann'))];
    assert.deepEqual(seen, ['<title>New</title>', '<title>New</title>']);
  }
});

test('without a valid Bearer key, which no browser sends by itself, an app is nowhere but on its own origin', async () => {
  const { call } = openPublished();
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    for (const headers of [{}, { authorization: 'Basic a2V5LW9mLWFubjo=' }, bearer('nobody')]) {
      const reply = await call('GET', `http://${name}:8420/a/tides/?x=1`, undefined, headers);
      const seen = { status: reply.status, location: reply.headers.get('location') };
      assert.deepEqual(seen, { status: 302, location: `${published}?x=1` }, name);
    }
  }
  assert.equal((await call('GET', '/a/evil.example%2f/', undefined, {})).status, 404);
});

test('of a folder the page is shown byte for byte, its assets and its logo, and nothing else', async () => {
  const { call, deploy } = await openApp();
  await deploy({ ...soundFiles, 'service.json': '{"name": "x", "logo": "assets/wave.png"}', 'instructions.md': 'x' });
  for (const [path, body, type] of [
    ['', soundFiles['index.html'], 'text/html; charset=utf-8'],
    ['assets/wave.png', 'hi', 'image/png'],
    ['logo?v=2', 'hi', 'image/png'],
  ]) {
    const shown = await call('GET', `${draft}${path}`, undefined, {});
    assert.deepEqual({ body: shown.body, type: shown.headers.get('content-type') }, { body, type }, path);
    assert.match(shown.headers.get('content-security-policy') ?? '', /^frame-ancestors 'none'; object-src 'none'/);
  }
  const entered = await call('GET', draft.slice(0, -1), undefined, {});
  assert.equal(entered.headers.get('location'), '/a/tides/');
  for (const path of [
    'service.json',
    'instructions.md',
    'assets',
    'assets/none.png',
    'assets/..%2fservice.json',
    '%ff',
  ]) {
    assert.equal((await call('GET', `${draft}${path}`)).status, 404, path);
  }
});

test('on the origin of an app there is that app and nothing else, and under a foreign name nothing at all', async () => {
  const { call, create } = openPublished();
  await create('tides-2');
  const headers = { 'x-sandbox': '1', ...bearer('key-of-ann') };
  for (const path of ['/', '/_sandbox/state', '/api/miniapps', '/a/tides-2/', '/a/tides-2', '/none']) {
    assert.equal((await call('GET', new URL(path, published).href, undefined, headers)).status, 404, path);
    assert.equal((await call('GET', `http://evil.example:8420${path}`, undefined, headers)).status, 403, path);
  }
  const { call: callBox } = openSandbox({ allowedHosts: ['box'] });
  assert.equal((await callBox('GET', 'http://box:8420/api/miniapps')).status, 200);
});

test('no response can be sniffed, or taken in or read by another origin', async () => {
  const { call } = openPublished();
  for (const [what, { headers }] of Object.entries({
    api: await call('GET', '/api/miniapps'),
    'an error': await call('GET', '/api/miniapps', undefined, {}),
    'nothing there': await call('GET', '/none'),
    page: await call('GET', `${origin}/`, undefined, {}),
    controls: await call('GET', '/_sandbox/state', undefined, { 'x-sandbox': '1' }),
    app: await call('GET', published),
    'an app that is not there': await call('GET', 'http://other.localhost:8420/a/other/'),
    'another name': await call('GET', 'http://evil.example/'),
  })) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', what);
    assert.equal(headers.get('access-control-allow-origin'), null, what);
  }
});
