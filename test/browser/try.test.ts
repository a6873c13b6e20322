import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { tryFolder } from '../../sandbox/try/try-folder.ts';
import { browserPath, defaults, makeFolder, never, picture, toPage, tryApp } from './try-app.ts';

test('an app that works has no findings and two screenshots', async (t) => {
  const shots = join(makeFolder(t, {}), 'before');
  const files = {
    'index.html': toPage(
      '<h1>Tides</h1><img src="assets/a.svg"><button>More</button><script type="module" src="assets/a.js"></script>',
    ),
    'assets/a.svg': picture,
    'assets/a.js': "document.querySelector('button').onclick = () => document.body.append('High');",
  };
  const { lines, pressed, shots: paths } = await tryApp(t, files, { shots });
  assert.deepEqual(lines, []);
  assert.deepEqual(pressed, ['More']);
  const sizes = paths.map((path) => {
    const png = readFileSync(path);
    return `${path.slice(shots.length + 1)} ${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
  });
  assert.deepEqual(sizes, ['before-390x844.png 390x844', 'before-1280x800.png 1280x800']);
});

test('missing files that exist elsewhere are named, on load and after a click', async (t) => {
  const files = {
    'index.html': toPage(
      `<h1>Tides</h1><img src="cat.png"><button onclick="fetch('data/t.json').then((r) => r.json())">More</button>
<script>new Worker('/work.js')</script>`,
    ),
    'assets/cat.png': 'x',
    'assets/data/t.json': '{}',
    'assets/work.js': '',
  };
  const { lines } = await tryApp(t, files);
  assert.deepEqual(lines.filter((line) => line.includes('was requested')).sort(), [
    'error: /work.js was requested but does not exist; assets/work.js does',
    'error: cat.png was requested but does not exist; assets/cat.png does',
    'error: data/t.json was requested but does not exist; assets/data/t.json does (after pressing “More”)',
  ]);
  assert.ok(lines.includes('warning: The picture cat.png is not shown.'), lines.join('\n'));
});

test('exceptions, unhandled rejections and console errors are reported separately', async (t) => {
  const page = toPage(`<h1>404</h1>
<script>console.error('Bad', 7); Promise.reject(new Error('rejected')); const late = Promise.reject(1); setTimeout(() => late.catch(() => {}), 50); throw new TypeError('thrown');</script>`);
  const { lines } = await tryApp(t, { 'index.html': page });
  assert.deepEqual(lines, [
    'error: Uncaught error: TypeError: thrown (index.html:2:155)',
    'error: Uncaught error: Error: rejected (index.html:2:49)',
    'warning: The page says “404”.',
    'warning: Console error: Bad 7 (index.html:2:17)',
  ]);
});

test('an empty page is reported as blank; one with a canvas, frame or background is not', async (t) => {
  const blank = await tryApp(t, { 'index.html': toPage('<div id="root"></div>') });
  assert.deepEqual(blank.lines, ['error: The page is blank.']);
  const shown = ['<canvas></canvas>', '<input>', '<x-app></x-app>', '<i class="sky"></i>'];
  const script = `<style>.sky { display: block; height: 9px; background: linear-gradient(red, blue) }</style>
<script>for (const host of document.querySelectorAll('x-app')) host.attachShadow({ mode: 'open' }).innerHTML = '<p>High'</script>`;
  const tried = shown.map((body) => tryApp(t, { 'index.html': toPage(body + script) }));
  for (const { lines } of await Promise.all(tried)) assert.deepEqual(lines, []);
});

test('a page that reloads itself is stopped after three loads', async (t) => {
  const page = toPage('<h1>Tides</h1><script>location.reload()</script>');
  const { lines, durationMs } = await tryApp(t, { 'index.html': page });
  assert.deepEqual(lines, ['error: The page loads itself again without end.']);
  assert.ok(durationMs < 15_000);
});

test('up to five buttons are clicked once each, but not hidden, disabled or covered ones', async (t) => {
  const names = ['hidden', 'disabled', 'covered', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  const buttons = names.map((name) => `<button class="${name}">${name}</button>`).join('<p>');
  const page =
    toPage(`<style>.hidden { display: none } .covered { position: absolute; top: 0 } .lid { position: absolute; top: 0; width: 99px; height: 50px }</style>
${buttons}<div class="lid"></div><ol></ol><script>
document.querySelector('.disabled').disabled = true;
for (const button of document.querySelectorAll('button')) button.onpointerdown = (event) => { document.querySelector('ol').textContent += button.textContent + event.isTrusted + ' '; };
document.querySelector('.One').onclick = () => { alert('x'); confirm('y'); open('/a/tides/'); document.querySelector('.Two').remove(); };
document.querySelector('.Three').onclick = () => { location.href = 'https://example.invalid/'; };
</script>`);
  const { lines, pressed } = await tryApp(t, { 'index.html': page });
  assert.deepEqual(pressed, ['One', 'Three', 'Four', 'Five', 'Six']);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('error')),
    [],
  );
});

/**
 * The page opens while the next button is scrolled into view, which takes 200 ms without frames.
 */
test('buttons are still clicked after an earlier button opens another page with a delay', async (t) => {
  const page =
    toPage(`<h1>Tides</h1><button class="late">Late</button><button>Next</button><button>Last</button><script>
window.requestAnimationFrame = () => 0;
document.querySelector('.late').onclick = () => setTimeout(() => { location.href = 'assets/other.html'; }, 350);
</script>`);
  const files = { 'index.html': page, 'assets/other.html': toPage('<h1>Other</h1>') };
  const { lines, pressed } = await tryApp(t, files);
  assert.deepEqual(pressed, ['Late', 'Next', 'Last']);
  assert.deepEqual(lines, []);
});

test('a failed request to another host is reported only as a note', async (t) => {
  const page = toPage('<h1>Tides</h1><link rel="stylesheet" href="http://fonts.invalid/a.css">');
  const { lines } = await tryApp(t, { 'index.html': page });
  assert.deepEqual(lines, [
    'note: A request to fonts.invalid failed (net::ERR_NAME_NOT_RESOLVED). Other hosts are not judged.',
  ]);
});

test('the browser gets no key of the environment', async (t) => {
  const folder = makeFolder(t, {});
  const seen = join(folder, 'seen');
  const browser = join(folder, 'browser');
  writeFileSync(browser, `#!/bin/sh\nenv > ${seen}\nexec ${browserPath} "$@"\n`, { mode: 0o755 });
  const given = {
    MINIAPPS_API_KEY: 'key-1',
    INPUT_KEY: 'key-2',
    GITHUB_TOKEN: 'key-3',
    TRIED: 'x',
  };
  const request = { folder: makeFolder(t, { 'index.html': toPage('<h1>Tides</h1>') }) };
  const env = { ...process.env, ...given };
  await tryFolder({ ...defaults, ...request, browserPath: browser }, never, env);
  assert.match(readFileSync(seen, 'utf8'), /^TRIED=x$/m);
  assert.doesNotMatch(readFileSync(seen, 'utf8'), /key-|MINIAPPS/);
});

describe('an app that works has no errors', () => {
  const counter = '<button onclick="document.title = 7">More</button>';
  const rows: readonly (readonly [name: string, body: string, pressed: readonly string[]])[] = [
    [
      'all in a closed shadow root',
      `<x-app></x-app><script>document.querySelector('x-app').attachShadow({ mode: 'closed' }).innerHTML = '<p>High</p><button>Deep</button>'</script>`,
      ['Deep'],
    ],
    [
      'all in a sandboxed frame',
      `<iframe sandbox="allow-scripts" srcdoc="<p>High</p><button>Framed</button>"></iframe>`,
      ['Framed'],
    ],
    ['a color', '<div style="width: 9px; height: 9px; background: red"></div>', []],
    ['words of a style sheet', `<style>body::before { content: 'High water' }</style>`, []],
    [
      'built-in objects of its own',
      `<h1>Tides</h1>${counter}<script>
document.querySelectorAll = () => []; Document.prototype.querySelectorAll = () => { throw 1; };
Array.prototype.filter = Array.prototype.map = () => []; Element.prototype.getBoundingClientRect = () => ({});
Element.prototype.checkVisibility = () => false; JSON.stringify = () => ''; window.Promise = window.Set = null;</script>`,
      ['More'],
    ],
    [
      'a prompt with a default',
      `<h1>Tides</h1><button onclick="if (prompt('Name?', 'Dover') !== 'Dover') throw 'no name'">Ask</button>`,
      ['Ask'],
    ],
    [
      'code that takes six seconds',
      `<h1>Tides</h1><script>setTimeout(() => { const end = Date.now() + 6000; while (Date.now() < end); }, 0)</script>`,
      [],
    ],
    [
      'a button behind thousands of elements',
      `<h1>Tides</h1><script>for (let i = 0; i < 25000; i += 1) document.body.append(document.createElement('i'))</script>${counter}`,
      ['More'],
    ],
    [
      'links to its parts and to other hosts',
      `<h1>Tides</h1><a href="#low">Low</a><a href="https://example.invalid/">Out</a><a href="mailto:a@b.invalid">Mail</a><a href="#/map">Map</a><p id="low">Low</p>`,
      [],
    ],
  ];
  for (const [name, body, expected] of rows) {
    test(`an app that works has no errors: ${name}`, async (t) => {
      const { lines, pressed } = await tryApp(t, { 'index.html': toPage(body) });
      assert.deepEqual(lines, []);
      assert.deepEqual(pressed, expected);
    });
  }
});

/** A program of the same machine, which a press must not reach. */
async function startProgram(t: TestContext) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'text/html');
    response.end('<form method="post"><button>Delete everything</button></form>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { address: `http://127.0.0.1:${address.port}/`, requests };
}

const left = 'The page leaves the app’s address /a/tides/ for ADDRESS';
const failed =
  'note: A request to HOST failed (net::ERR_NAME_NOT_RESOLVED). Other hosts are not judged.';
const escapes: readonly (readonly [name: string, script: string, said: readonly string[]])[] = [
  ['at load', 'location.replace(ADDRESS)', [`error: ${left}.`]],
  [
    'after a press',
    `document.querySelector('button').onclick = () => { location = ADDRESS; }`,
    [`warning: ${left} (after pressing “More”).`],
  ],
  [
    'by a link',
    `document.querySelector('a').href = ADDRESS; document.querySelector('button').onclick = () => document.querySelector('a').click()`,
    [`warning: ${left} (after pressing “More”).`],
  ],
  [
    'in a frame',
    `document.body.insertAdjacentHTML('beforeend', '<iframe src="' + ADDRESS + '"></iframe>')`,
    [failed],
  ],
  [
    'in another tab',
    `document.querySelector('button').onclick = () => { window.open(ADDRESS); }`,
    [],
  ],
  ['by a request', `fetch(ADDRESS, { method: 'POST', mode: 'no-cors' }).catch(() => 0)`, [failed]],
];
for (const [name, script, said] of escapes) {
  test(`an app that opens another program reaches nothing there: ${name}`, async (t) => {
    const { address, requests } = await startProgram(t);
    const code = script.replaceAll('ADDRESS', JSON.stringify(address));
    const body = `<h1>Tides</h1><a>Out</a><button>More</button><script>${code}</script>`;
    const { lines, pressed } = await tryApp(t, { 'index.html': toPage(body) });
    assert.deepEqual(requests, []);
    assert.deepEqual(pressed, ['More']);
    const { host } = new URL(address);
    const expected = said.map((line) => line.replace('ADDRESS', address).replace('HOST', host));
    assert.deepEqual(lines, expected);
  });
}
