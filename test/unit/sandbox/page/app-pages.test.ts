import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DraftNotices } from '../../../../sandbox/dev/draft-notices.ts';
import { bearer, openSandbox, soundFolder, summarize, url } from '../client.ts';

const draft = 'http://tides_draft.localhost:8420/a/tides/';
const published = 'http://tides.localhost:8420/a/tides/';

test('the url of an app redirects browsers to the draft, and serves the published version to programs', async () => {
  const { call, sandbox } = openSandbox();
  const open = async (path: string, headers: Record<string, string>) => {
    const reply = await call('GET', path, undefined, headers);
    return reply.headers.get('location');
  };
  const browser = { 'sec-fetch-dest': 'document', accept: 'text/html' };
  assert.equal(await open('/a/tides/?x=1', browser), `${published}?x=1`);
  sandbox.put({ slug: 'tides', files: soundFolder, status: 'published' });
  assert.equal(await open('/a/tides/?x=1', browser), `${draft}?x=1`);
  assert.equal(await open('/a/tides/', {}), published);
  assert.equal(await open('/a/tides/', { 'sec-fetch-dest': 'iframe' }), published);
});

test('an app refuses other methods than GET and HEAD with 405', async () => {
  const { call, sandbox } = openSandbox();
  sandbox.put({ slug: 'tides', files: soundFolder, status: 'published' });
  const key = bearer('key-of-ann');
  for (const [address, headers] of [
    [draft, {}],
    [published, {}],
    [`${url}/a/tides/`, key],
    [`${url}/a/tides/`, {}],
  ] as const) {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const reply = await call(method, address, undefined, headers);
      const allow = reply.headers.get('allow');
      assert.deepEqual([summarize(reply), allow], ['405 method_not_allowed', 'GET, HEAD'], method);
    }
  }
  assert.equal((await call('HEAD', draft, undefined, {})).status, 200);
});

test('without a published version, a person gets a page that leads to the draft, and a program an error', async () => {
  const { call, sandbox } = openSandbox();
  sandbox.put({ slug: 'tides', files: soundFolder });
  const page = await call('GET', published, undefined, { accept: 'text/html,*/*' });
  assert.equal(page.status, 404);
  assert.match(page.body, /<a class="button" href="([^"]+)">Open the draft<\/a>/);
  assert.ok(page.body.includes(`href="${draft}"`));
  const program = await call('GET', published, undefined, { accept: '*/*' });
  assert.equal(summarize(program), '404 not_found');
  const none = 'http://none.localhost:8420/a/none/';
  const unknown = await call('GET', none, undefined, { accept: 'text/html' });
  assert.doesNotMatch(unknown.body, /_draft/);
});

test('dev reports each missing file that the draft requests once, with the existing file that was probably meant', async () => {
  const reported: string[] = [];
  const notices = new DraftNotices((sentence) => reported.push(sentence));
  const { call, sandbox } = openSandbox({ notices });
  sandbox.put({ slug: 'tides', files: soundFolder });
  const get = (path: string) => call('GET', new URL(path, draft).href, undefined, {});
  const readNotice = async () => decodeURIComponent((await get('')).headers.get('x-notice') ?? '');
  notices.setProblems('tides', ['index.html:1:1 warning: Look.']);
  const asked = ['wave.png', '/assets/wave.png', 'wave.png', 'none.js', 'assets/wave.png'];
  const ofTheBrowser = ['/favicon.ico', '/.well-known/x.json', 'assets/app.js.map'];
  for (const path of [...asked, ...ofTheBrowser]) await get(path);
  const expected = [
    '404 /a/tides/wave.png: the folder has assets/wave.png. Correct the reference.',
    '404 /assets/wave.png: the folder has assets/wave.png. Correct the reference.',
    '404 /a/tides/none.js: the folder has no such file.',
  ];
  assert.deepEqual(reported, expected);
  assert.equal(await readNotice(), ['index.html:1:1 warning: Look.', ...expected].join('\n'));
  // A new version may have the file.
  sandbox.edit('tides', { tagline: 'New' });
  assert.equal(await readNotice(), 'index.html:1:1 warning: Look.');
  for (let number = 0; number < 100; number += 1) await get(`${number}.png`);
  assert.equal(reported.length, 3 + 20);
  // The published version, and an API client, are not the draft in the browser.
  await call('GET', `${published}none.js`, undefined, {});
  await call('GET', '/a/tides/none.js', undefined, bearer('key-of-ann'));
  assert.equal(reported.length, 3 + 20);
});
