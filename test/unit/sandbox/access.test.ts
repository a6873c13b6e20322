import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseControl } from '../../../sandbox/access.ts';
import { bearer, type Client, openApp, openSandbox, soundFiles, soundFolder, url } from './client.ts';

const origin = 'http://localhost:8420';
const page = { origin, 'sec-fetch-site': 'same-origin' };
const evil = 'https://evil.example';

/** Who asks for the controls, where, by which headers, and whether they are allowed to. */
const askers: readonly (readonly [
  who: string,
  address: string,
  headers: Record<string, string>,
  isAllowed: boolean,
])[] = [
  ['a program', url, { 'x-sandbox': '1' }, true],
  ['a form of the page', origin, page, true],
  ['a form of the page, in a browser that says less', origin, { origin }, true],
  ['a link of the page, which sends no origin', origin, { 'sec-fetch-site': 'same-origin' }, true],
  ['a program that does not say so', url, {}, false],
  ['another site', origin, { 'x-sandbox': '1', origin: evil, 'sec-fetch-site': 'cross-site' }, false],
  ['another site, in a browser that says less', origin, { origin: evil }, false],
  ['a page at the address of the service', url, { 'x-sandbox': '1', 'sec-fetch-site': 'same-origin' }, false],
  ['a browser that was sent there', origin, { 'sec-fetch-site': 'none' }, false],
];

test('the controls are for programs on this machine and for the sandbox’s own page', () => {
  for (const [who, address, headers, isAllowed] of askers) {
    assert.equal(refuseControl(new URL(address), new Headers(headers)) === null, isAllowed, who);
  }
});

/** The app is published; its draft then has another page. */
function openPublished(): Client {
  const client = openSandbox({ allowedHosts: ['box'] });
  client.sandbox.put({ slug: 'tides', files: soundFolder, status: 'published' });
  client.sandbox.edit('tides', { html: '<title>New</title>' });
  return client;
}

const published = 'http://tides.localhost:8420/a/tides/';
const draft = 'http://tides_draft.localhost:8420/a/tides/';

test('an app’s own origin shows what is published, another one the draft, and a key the draft to its owner alone', async () => {
  const { sandbox, call } = openPublished();
  const look = async (address: string, headers = {}) => {
    const { status, body } = await call('GET', address, undefined, headers);
    return status === 200 ? body : status;
  };
  for (const [move, shown] of [
    ['submit', soundFiles['index.html']],
    ['reject', 404],
  ] as const) {
    sandbox.move('tides', move);
    assert.deepEqual([await look(published), await look('/a/tides/', bearer('key-of-ben'))], [shown, shown], move);
    const seen = [await look(draft), await look('/a/tides/', bearer('key-of-ann'))];
    assert.deepEqual(seen, ['<title>New</title>', '<title>New</title>']);
  }
});

test('without a valid Bearer key, which no browser sends by itself, an app is nowhere but on its own origin', async () => {
  const { call } = openPublished();
  for (const headers of [{}, { authorization: 'Basic a2V5LW9mLWFubjo=' }, bearer('nobody')]) {
    const reply = await call('GET', '/a/tides/?x=1', undefined, headers);
    assert.deepEqual([reply.status, reply.headers.get('location')], [302, `${published}?x=1`]);
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
  assert.equal((await call('GET', draft.slice(0, -1), undefined, {})).headers.get('location'), '/a/tides/');
  for (const path of ['service.json', 'instructions.md', 'assets/none.png', 'assets/..%2fservice.json', '%ff']) {
    assert.equal((await call('GET', `${draft}${path}`)).status, 404, path);
  }
});

test('on the origin of an app there is that app alone, under a foreign name nothing, and no other origin reads any of it', async () => {
  const { call } = openPublished();
  const headers = { 'x-sandbox': '1', ...bearer('key-of-ann') };
  for (const [address, status] of [
    [`${url}/api/miniapps`, 200],
    ['http://box:8420/api/miniapps', 200],
    [`${url}/_sandbox/state`, 200],
    [`${origin}/`, 200],
    [published, 200],
    ['http://[::1]:8420/api/miniapps', 200],
    ['http://localhost.evil.example:8420/', 403],
    ['http://a.tides.localhost:8420/a/tides/', 403],
    ['http://192.168.0.7:8420/', 403],
    [`${url}/none`, 404],
    ...['/', '/_sandbox/state', '/api/miniapps', '/a/tides-2'].flatMap((path) => [
      [new URL(path, published).href, 404] as const,
      [`http://evil.example:8420${path}`, 403] as const,
    ]),
  ] as const) {
    const reply = await call('GET', address, undefined, headers);
    assert.equal(reply.status, status, address);
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff', address);
    assert.equal(reply.headers.get('cross-origin-resource-policy'), 'same-origin', address);
    assert.equal(reply.headers.get('access-control-allow-origin'), null, address);
  }
});
