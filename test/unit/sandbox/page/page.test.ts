import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DraftNotices } from '../../../../sandbox/dev/draft-notices.ts';
import { compareFolders } from '../../../../sandbox/page/differences.ts';
import type { SandboxOptions } from '../../../../sandbox/server.ts';
import { bearer, openSandbox, soundFiles, soundFolder } from '../client.ts';

const page = 'http://localhost:8420';

/** Makes a sandbox, and functions that use its page as a browser does. */
function open(options: SandboxOptions = {}) {
  let time = Date.UTC(2026, 9, 1);
  const now = () => {
    time += 1000;
    return time;
  };
  const client = openSandbox({ now, recordResponses: true, ...options });
  const get = async (path: string): Promise<string> => {
    const { status, body } = await client.call('GET', page + path, undefined, {});
    assert.equal(status, 200, path);
    return body;
  };
  return {
    ...client,
    get,
    /** Returns the words of a page. */
    read: async (path: string) => toWords(await get(path)),
    /** Sends a form. Returns the address that it redirects to, or the reason for the 400. */
    async send(path: string, fields: Record<string, string>): Promise<string> {
      const headers = { origin: page, 'content-type': 'application/x-www-form-urlencoded' };
      const form = String(new URLSearchParams(fields));
      const reply = await client.call('POST', page + path, form, headers);
      const [, alert] = /role="alert">(.*?)<\/div>/.exec(reply.body) ?? [];
      return reply.headers.get('location') ?? `${reply.status} ${alert}`;
    },
  };
}

function toWords(html: string): string {
  const shown = html.replaceAll('<wbr>', '').replaceAll(/<[^>]*>/g, ' ');
  return toText(shown.replaceAll(/\s+/g, ' '));
}

/** Decodes the references that the templates write. */
function toText(html: string): string {
  const text = html.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

test('the page escapes outside text, loads only its own files, and frames only apps', async () => {
  const { call, sandbox, get } = open();
  sandbox.put({ slug: 'tides', files: soundFolder, status: 'in_review' });
  sandbox.edit('tides', { name: '<script>"&' });
  await call('GET', '/api/miniapps');
  for (const path of ['/', '/apps/tides', '/requests', '/requests/1', '/faults', '/settings']) {
    const { headers, body } = await call('GET', page + path, undefined, {});
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'self'; script-src 'self'; /);
    assert.match(policy, /; frame-src http:\/\/\*\.localhost:8420; /);
    assert.match(policy, /; frame-ancestors 'none'$/);
    assert.equal(body.match(/<script/g)?.length, 1, path);
    assert.doesNotMatch(body, /<style| style="/, path);
    assert.equal(body.includes('key-of'), path === '/settings', path);
    for (const [, address = ''] of body.matchAll(/(?:src|href)="(https?:[^"]*)"/g)) {
      assert.match(address, /^http:\/\/tides(_draft)?\.localhost:8420\//, path);
    }
  }
  assert.match(await get('/'), /<a href="\/apps\/tides">&lt;script&gt;&quot;&amp;<\/a>/);
});

test('the page is served at localhost only, and an unchanged page is not sent again', async () => {
  const { call } = open();
  for (const path of ['/', '/faults', '/apps/tides?x=1']) {
    const reply = await call('GET', path, undefined, {});
    assert.equal(reply.headers.get('location'), page + path);
  }
  const missing = ['/apps/x/y', '/requests/x', '/requests/1/request', '/none', '/faults/x'];
  for (const path of [...missing, '/assets/none.css']) {
    assert.equal((await call('GET', page + path, undefined, {})).status, 404, path);
  }
  assert.equal((await call('GET', '/assets/page.js', undefined, {})).status, 404);
  const { headers } = await call('GET', `${page}/faults`, undefined, {});
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal((await call('GET', `${page}/faults`, undefined, known)).status, 304);
});

test('the pages load a style sheet, a script and an icon from the sandbox', async () => {
  const { call } = open();
  for (const [name, type, start] of [
    ['pico.css', 'text/css', /^@charset "UTF-8";\/\*!\n \* Pico CSS .*\n.* Licensed under MIT/],
    ['page.css', 'text/css', /--pico-font-size/],
    ['page.js', 'text/javascript', /follow/],
    ['idiomorph.js', 'text/javascript', /export \{Idiomorph\};/],
    ['icon.svg', 'image/svg+xml', /^<svg /],
  ] as const) {
    const { headers, body } = await call('GET', `${page}/assets/${name}`, undefined, {});
    assert.equal(headers.get('content-type')?.split(';')[0], type);
    assert.match(body, start);
  }
});

test('a form of the page does the same as its control; if it is invalid, it shows the reason and keeps its fields', async () => {
  const { sandbox, send, read, call } = open();
  sandbox.put({ slug: 'tides', files: soundFolder, status: 'in_review' });
  const app = '/_sandbox/apps/tides';
  assert.equal(await send(`${app}/approve`, { note: 'Lovely.' }), '/apps/tides');
  assert.equal(await send(`${app}/edit`, { tagline: 'Theirs' }), '/apps/tides');
  assert.equal(
    await send(`${app}/approve`, { note: 'Again' }),
    '400 The move approve is not possible for an app with the status published_with_unreviewed_changes.',
  );
  const settings = '/_sandbox/settings';
  assert.equal(await send(settings, { preset: 'strange' }), '/settings');
  assert.equal(await send(settings, { assume: 'deploy_response=empty' }), '/settings');
  assert.equal(await send(settings, { terms: '2027' }), '/settings');
  assert.equal(await send(settings, { rate: '7' }), '/settings');
  assert.equal(await send('/_sandbox/clock', { advance_ms: '60000' }), '/settings');
  assert.equal(
    await send('/_sandbox/clock', { advance_ms: '1e' }),
    '400 &quot;advance_ms&quot; must be a whole number from 0 to 31622400000.',
  );
  assert.equal(sandbox.aheadMs, 60_000);
  assert.partialDeepStrictEqual(sandbox.setup(), {
    termsVersion: '2027',
    rate: { changes: 7, window_ms: 60_000 },
    assumptions: { deploy_response: 'empty', list_response: 'array' },
  });
  assert.match(
    await read('/settings'),
    /Settings \d+ changed .* Changed .* deploy_response app bare ok/,
  );

  const faults = '/_sandbox/faults';
  const lines = 'kind=stale,lag_ms=5000,times=null\r\nkind=error,status=500\r\n';
  assert.equal(await send(`${faults}/text`, { faults: lines }), '/faults');
  assert.equal(await send(`${faults}/text`, { add: 'kind=reset' }), '/faults');
  assert.deepEqual(
    sandbox.faults.list().map(({ kind }) => kind),
    ['stale', 'error', 'reset'],
  );
  const wrong = { faults: 'oops' };
  assert.match(
    await send(`${faults}/text`, wrong),
    /^400 &quot;oops&quot; must be a list such as NAME=VALUE/,
  );
  const headers = { origin: page, 'content-type': 'application/x-www-form-urlencoded' };
  const kept = await call('POST', `${page}${faults}/text`, 'faults=oops', headers);
  assert.match(kept.body, /<textarea id="faults"[^>]*>\noops<\/textarea>/);

  assert.equal(await send(`${app}/delete`, {}), '/');
  assert.equal(await send('/_sandbox/reset', {}), '/settings');
  assert.equal(sandbox.setup().termsVersion, '2026-10');
});

test('an empty sandbox shows lines that work as they are copied, and adds the sample app', async () => {
  const { sandbox, read, get, send } = open({ accounts: [{ name: 'ann', key: "it's" }] });
  const [, lines = ''] = /<code id="first-steps">([^<]*)</.exec(await get('/')) ?? [];
  const key = `'it'\\''s'`;
  assert.equal(
    toText(lines),
    `export MINIAPPS_BASE_URL='http://127.0.0.1:8420' MINIAPPS_API_KEY=${key}\n` +
      'npx miniapp-deploy deploy my-app --slug my-app --create',
  );
  assert.equal(await send('/_sandbox/sample', {}), '/');
  assert.match(await read('/'), /All 1 In review 1 .* Sample sample In review/);
  assert.equal(sandbox.move('sample', 'approve').status, 'published');
});

test('the table of apps shows apps in review first, has 50 per page, and can be filtered by status and words', async () => {
  const { sandbox, read, get } = open({ limits: { apps: 1000 } });
  for (let number = 100; number < 220; number += 1) {
    sandbox.put({ slug: `app-${number}`, files: soundFolder, status: 'published' });
  }
  sandbox.put({ slug: 'waiting', files: soundFolder, status: 'in_review' });
  sandbox.edit('app-120', { tagline: 'New' });
  sandbox.put({ slug: 'fresh', files: soundFolder });
  const listSlugs = async (path: string) =>
    Array.from((await get(path)).matchAll(/<tr id="app-([\w-]+)">/g), ([, slug]) => slug);
  const first = await listSlugs('/');
  assert.deepEqual(first.slice(0, 4), ['waiting', 'fresh', 'app-120', 'app-219']);
  assert.equal(first.length, 50);
  assert.equal((await listSlugs('/?page=3')).length, 22);
  assert.equal((await listSlugs('/?page=99')).length, 22);
  assert.deepEqual(await listSlugs('/?search=WAIT'), ['waiting']);
  assert.deepEqual(await listSlugs('/?status=in_review'), ['waiting']);
  // In the order of an app's life.
  assert.match(
    await read('/'),
    /All 122 Draft 1 In review 1 Published 119 Published, draft has changes 1 App Status/,
  );
  assert.match(await read('/?search=nothing'), /No app matches\./);
});

test('an app shows its logo or color, state, differences and pictures that nobody can use', async () => {
  const { sandbox, get, read } = open();
  const service = '{"name": "Tides", "color": "#0A7EA4", "logo": "assets/wave.png"}';
  const files = new Map([...soundFolder, ['service.json', service]]);
  sandbox.put({ slug: 'tides', files, status: 'published' });
  sandbox.put({ slug: 'plain', files: soundFolder });
  sandbox.edit('tides', { tagline: 'Changed' });
  const html = await get('/');
  assert.match(html, /<img class="logo" src="data:image\/png;base64,aGk=" alt=""/);
  assert.match(html, /<rect [^>]*fill="#0a7ea4"\/><text [^>]*\nfill="#fff">T<\/text>/);
  const words = await read('/');
  assert.match(words, /Published, draft has changes .* 1 file differs from the published version/);
  assert.match(words, /3 files, never published/);
  const frames = (await get('/apps/tides')).match(/<iframe [^>]*>/g) ?? [];
  assert.equal(frames.length, 2);
  for (const frame of frames) {
    assert.match(frame, /\nsandbox="allow-scripts allow-same-origin" .* tabindex="-1" inert>$/);
  }
  assert.match(
    frames.join(),
    /id="tides_draft\.localhost-2" src="http:\/\/tides_draft\.localhost:8420\/a\/tides\/"/,
  );
  assert.match(await read('/apps/plain'), /Not published/);
});

test('an app shows what dev has found in its folder, and a reviewer’s note that was seeded', async () => {
  const notices = new DraftNotices();
  const { sandbox, read } = open({ notices });
  sandbox.put({
    slug: 'tides',
    files: soundFolder,
    status: 'not_approved',
    reviewNote: 'Too blue.',
  });
  notices.setProblems('tides', ['index.html:1:1 warning: no h1']);
  const words = await read('/apps/tides');
  assert.match(words, /Problems in the folder index\.html:1:1 warning: no h1/);
  assert.match(words, /Review Reviewer’s note: Too blue\. There is nothing to decide/);
  assert.match(words, /Added as not approved by the sandbox, .*? Too blue\./);
});

test('the page of an app shows the actions of a reviewer, and the changed lines', async () => {
  const { sandbox, read, get, send } = open();
  sandbox.put({ slug: 'tides', files: soundFolder, status: 'published' });
  sandbox.edit('tides', { html: soundFiles['index.html'].replace('Tides', 'New <tides>') });
  assert.match(await read('/apps/tides'), /Review Note to the developer Take down As the owner/);
  await send('/_sandbox/apps/tides/submit', {});
  const words = await read('/apps/tides');
  assert.match(words, /Approve Reject Take down A rejection is final/);
  assert.match(
    words,
    /index\.html changed .* - <!doctype html><title>Tides.* \+ <!doctype html><title>New <tides>/,
  );
  assert.match(words, /Sent for review by the owner in the dashboard, 2026-10-01 00:00 UTC/);
  await send('/_sandbox/apps/tides/reject', { note: 'Too blue.' });
  const rejected = await read('/apps/tides');
  assert.match(rejected, /Not approved by the reviewer, .*? Too blue\./);
  assert.match(rejected, /There is nothing to decide with this status\./);
  assert.match(await get('/apps/tides'), /<input id="sure" type="checkbox" required>/);
  assert.match(await read('/apps/none'), /This app does not exist/);
  sandbox.configure({ assumptions: { form: 'earlier' } });
  sandbox.put({ slug: 'early', files: soundFolder, status: 'in_review' });
  assert.match(await read('/apps/early'), /Approve Request changes/);
});

test('the history names each change and who made it, and shows which details were not recorded', async () => {
  const { sandbox, call, read, deploy, submit } = open();
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
  await deploy();
  await call('PATCH', '/api/miniapps/tides', { tagline: 'x' });
  await submit();
  sandbox.move('tides', 'withdraw');
  await submit();
  sandbox.move('tides', 'approve', 'Fine.');
  sandbox.edit('tides', { tagline: 'y' });
  sandbox.move('tides', 'discard');
  sandbox.move('tides', 'take_down');
  const words = await read('/apps/tides');
  const history = / History (.*) Details /.exec(words)?.[1] ?? '';
  const entries = history.split(/, 2026-10-01 00:00 UTC/).map((entry) => entry.trim());
  assert.deepEqual(entries, [
    'Taken down by the reviewer',
    'Changes discarded by the owner in the dashboard',
    'Edited, 1 file changed by somebody else',
    'Approved by the reviewer',
    'Fine. Sent for review by ann',
    'Withdrawn from review by the owner in the dashboard',
    'Sent for review by ann',
    'Updated, 1 file changed by ann',
    'Deployed, 3 files changed by ann',
    'Created by ann',
    '',
  ]);
  const kept = open({ apps: sandbox.store.apps() });
  kept.sandbox.edit('tides', { tagline: 'z' });
  assert.match(await kept.read('/apps/tides'), /The sandbox did not record what happened before\./);
});

test('the details of a request show its headers, bodies, files and fault; it is copied without the API key', async () => {
  const { call, deploy, read, get, sandbox } = open();
  sandbox.put({ slug: 'tides', files: soundFolder });
  await deploy();
  sandbox.faults.set([{ kind: 'error', status: 429, retry_after: 7, when: 'after' }]);
  await call(
    'PATCH',
    '/api/miniapps/tides',
    { tagline: "It's" },
    { ...bearer('key-of-ann'), 'user-agent': 'test' },
  );
  await call('GET', '/api/miniapps', undefined, {});
  const list = await read('/requests');
  assert.match(
    list,
    /401 GET \/api\/miniapps .* unauthorized 429 PATCH .* error fault .*200 POST \/api\/miniapps\/deploy/,
  );
  const first = await read('/requests/1');
  assert.match(first, /Account ann .*App tides .*Files 3 files, \d+ B as sent index\.html 62 B/);
  assert.match(
    first,
    /Request 1 header content-type application\/json \{ "slug": "tides", "files": \{/,
  );
  assert.match(first, /Response 2 headers .* \{ "app": \{ "slug": "tides"/);
  const html = await get('/requests/2');
  assert.match(html, /<code>kind=error,when=after,status=429,retry_after=7<\/code>/);
  const [, curl = ''] = /<code id="curl">([^<]*)</.exec(html) ?? [];
  const command = [
    "curl -i -X PATCH 'http://127.0.0.1:8420/api/miniapps/tides' \\",
    '  -H "Authorization: Bearer $MINIAPPS_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  --data-binary '{"tagline":"It'\\''s"}'`,
  ];
  assert.equal(toText(curl), command.join('\n'));
  assert.match(await read('/requests?search=TIDES'), /429 PATCH .* 200 POST/);
  assert.doesNotMatch(await read('/requests?method=changes'), /GET \/api/);
  assert.match(await read('/requests?search=unauthorized'), /401 GET(?!.*PATCH)/);
  assert.match(await read('/requests?search=nothing'), /No request matches\./);
  assert.doesNotMatch(await read('/requests?result=5xx'), /PATCH/);
  assert.match(await read('/requests?result=fault'), /429 PATCH(?!.*200 POST)/);
  assert.match(await read('/requests/99'), /This request is no longer kept\./);
});

test('a refused request has its code, message and problems, in whatever form they were sent', async () => {
  const { sandbox, deploy, read } = open();
  sandbox.put({ slug: 'tides', files: soundFolder });
  sandbox.configure({ assumptions: { problems_form: 'by_path', error_codes: 'status' } });
  await deploy({ ...soundFiles, 'index.html': '<p>' });
  const words = await read('/requests/1');
  assert.match(
    words,
    /All requests 422 POST \/api\/miniapps\/deploy folder_rules The folder rules are broken in 1 place; .* index\.html:1:1: The page has no title\. Put <title>.* Time /,
  );
  sandbox.configure({ assumptions: { deploy_body: 'list', deploy_mismatch: 'detail' } });
  await deploy();
  const [refused, mismatched] = sandbox.requests;
  assert.equal(refused?.error?.problems[0]?.path, 'index.html');
  assert.equal(mismatched?.error?.code, 'invalid_field');
  sandbox.faults.set([{ kind: 'error', when: 'after', status: 503 }]);
  await deploy();
  assert.equal(sandbox.requests[2]?.error, null);
});

test('requests keep bodies of up to 1 MiB, the last 64 MiB in all, until they are cleared', async () => {
  const { sandbox, call, deploy, read, send } = open({ rate: { changes: 1000 } });
  sandbox.put({ slug: 'tides', files: soundFolder });
  const long = 'x'.repeat(1_000_000);
  await deploy({ ...soundFiles, 'assets/long.txt': long });
  await deploy({ ...soundFiles, 'assets/long.txt': long + long });
  assert.match(await read('/requests/1'), /"assets\/long\.txt": "x{2000}…".* The whole body/);
  const whole = await call('GET', `${page}/requests/1/request`, undefined, {});
  assert.equal(JSON.parse(whole.body).files['assets/long.txt'], long);
  assert.match(await read('/requests/2'), /The body has 1\.9 MiB\. Only the last bodies/);
  for (let count = 0; count < 70; count += 1) {
    await deploy({ ...soundFiles, 'assets/long.txt': long });
  }
  const kept = sandbox.requests.map(({ body }) => body !== null);
  assert.equal(kept.lastIndexOf(false), 4);
  assert.equal(await send('/_sandbox/requests/clear', {}), '/requests');
  assert.match(await read('/requests'), /No request yet/);
  assert.equal(sandbox.store.find('tides')?.version, 73);
});

test('a deploy that a fault refuses early still shows its app, files and body', async () => {
  const { deploy, read, sandbox } = open();
  sandbox.put({ slug: 'tides', files: soundFolder });
  sandbox.faults.set([{ kind: 'error', status: 422 }]);
  await deploy();
  assert.match(await read('/requests?search=tides&result=fault'), /422 POST .* error fault/);
  const text = await read('/requests/1');
  assert.match(
    text,
    /A fault hit this request\. kind=error,status=422 Time .* App tides Files 3 files/,
  );
  assert.match(text, /\{ "slug": "tides", "files": \{/);
});

test('the page of faults shows active and ended faults, and how often each was applied', async () => {
  const { call, sandbox, read } = open();
  sandbox.faults.set([{ kind: 'slow', ms: 0 }, { kind: 'error' }, { kind: 'reset', skip: 3 }]);
  await call('GET', '/api/miniapps');
  const words = await read('/faults');
  assert.match(
    words,
    /On now kind=slow,ms=0 The request waits first\. On until it is turned off\. 1 hit/,
  );
  assert.match(words, /kind=reset,skip=3 .* The next 2 matching requests pass first\. 0 hits/);
  assert.match(words, /Ended kind=error 1 hit As text/);
  assert.match(words, /Faults 2 on/);
});

test('the settings list changed assumptions first', async () => {
  const { send, read, get } = open();
  assert.match(await read('/settings'), /All are as in the preset “documented”\./);
  await send('/_sandbox/settings', { assume: 'list_response=array' });
  assert.match(await read('/settings'), /Changed list_response .* 43 assumptions as documented/);
  assert.match(await get('/settings'), /<option value="list_response=array" selected>/);
});

test('with 300 apps and 1,000 requests, each page stays small', async () => {
  const { sandbox, call, get } = open({ rate: { changes: 1e9 } });
  for (let number = 0; number < 300; number += 1) {
    sandbox.put({ slug: `app-${number}`, files: soundFolder, status: 'in_review' });
  }
  for (let number = 0; number < 100; number += 1) {
    await call('PATCH', '/api/miniapps/app-1', { tagline: `${number}` });
  }
  for (let number = 0; number < 1_000; number += 1) {
    await call('GET', `/api/miniapps/app-${number % 300}`);
  }
  assert.equal(sandbox.requests.length, 1_000);
  for (const path of ['/', '/apps/app-1', '/requests', '/requests/1000', '/faults']) {
    assert.ok((await get(path)).length < 60_000, path);
  }
});

test('a comparison lists added, removed and changed files, and cuts long contents', () => {
  const picture = 'data:image/png;base64,aGk=';
  const before = new Map([
    ['same.txt', 'x'],
    ['index.html', 'one\ntwo\nthree\n'],
    ['assets/a.png', picture],
    ['assets/b.bin', 'data:application/octet-stream;base64,/w=='],
    ['old.txt', 'x'],
  ]);
  const after = new Map([
    ['same.txt', 'x'],
    ['index.html', 'one\n2\nthree'],
    ['assets/a.png', 'data:image/png;base64,aGkh'],
    ['assets/b.bin', 'data:application/octet-stream;base64,//8='],
    ['assets/long.txt', `${'line\n'.repeat(500)}`],
    ['assets/huge.txt', 'x'.repeat(300_000)],
  ]);
  const { files, count } = compareFolders(before, after);
  assert.equal(count, 6);
  const details = files.map(({ path, kind, bytesBefore, bytesAfter, lines }) => {
    return `${path} ${kind} ${bytesBefore} ${bytesAfter} ${lines?.length ?? 'no'} lines`;
  });
  assert.deepEqual(details, [
    'assets/a.png changed 2 3 no lines',
    'assets/b.bin changed 1 2 no lines',
    'assets/huge.txt added 0 300000 no lines',
    'assets/long.txt added 0 2500 400 lines',
    'index.html changed 14 11 6 lines',
    'old.txt removed 1 0 2 lines',
  ]);
  const many = new Map(Array.from({ length: 150 }, (_, index) => [`${index}`, 'x']));
  const large = compareFolders(new Map(), many);
  assert.deepEqual([large.files.length, large.count], [100, 150]);
});
