import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { startBrowser } from '../../sandbox/try/browser.ts';
import { startStaticServer, toBuildSite } from '../../sandbox/try/static-server.ts';
import { Tab } from '../../sandbox/try/tab.ts';
import { runTry } from '../../sandbox/try/try-command.ts';
import { type TryRequest, type TryResult, tryFolder } from '../../sandbox/try/try-folder.ts';

const browserPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const main = join(import.meta.dirname, '../../sandbox/main.ts');
const never = new Promise<void>(() => undefined);

const defaults: TryRequest = {
  folder: '',
  slug: 'tides',
  build: null,
  shots: null,
  isReview: false,
  allowed: [],
  base: null,
  out: null,
  browserPath,
};

type Files = Readonly<Record<string, string>>;

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

function toPage(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tides</title>${body}</html>`;
}

function makeFolder(t: TestContext, files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'tides-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Tries an app of these files, and returns what was found as lines. */
async function tryApp(t: TestContext, files: Files, given: Partial<TryRequest> = {}) {
  const folder = makeFolder(t, files);
  const request = { ...defaults, folder, ...given };
  const result = await tryFolder(request, never);
  return { ...result, lines: toLines(result) };
}

function toLines({ findings }: TryResult): readonly string[] {
  return findings.map(({ severity, message }) => `${severity}: ${message}`);
}

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

test('with --build, draft and build are compared, and the faults of both are marked', async (t) => {
  const script = `fetch('gone.json'); fetch('t.txt').then((r) => r.ok ? r.text() : 'Nothing').then((text) => document.body.append(text)); document.body.append(new Date().toISOString(), Math.random());`;
  const page = toPage(`<h1>Tides</h1><script>${script}</script>`);
  const build = makeFolder(t, { 'index.html': page, 't.txt': 'High' });
  const moved = { 'index.html': page, 'assets/t.txt': 'High' };
  const own = 'error: gone.json was requested but is not in the folder (the build has this, too)';
  const count = 'note: The build itself has 1 of these faults, too.';
  const { lines } = await tryApp(t, moved, { build });
  const [missing, difference = '', ...others] = lines.filter((line) => line !== own);
  assert.equal(missing, 'error: t.txt was requested but does not exist; assets/t.txt does');
  assert.match(difference, /^error: The text differs from that of the build\. Missing: “.*High/);
  assert.deepEqual(others, [count]);
  const fixed = { ...moved, 'index.html': page.replace('t.txt', 'assets/t.txt') };
  const alive = await tryApp(t, fixed, { build });
  assert.deepEqual(alive.lines, [own, count]);
});

test('a build for /a/<slug>/ is compared at that path, and the report names the slug', async (t) => {
  const script = `document.body.append(location.pathname.startsWith('/a/neap-tides/') ? 'Home' : 'Not here');`;
  const page = toPage(`<h1>Tides</h1><script src="/a/neap-tides/assets/a.js"></script>`);
  const files = { 'index.html': page, 'assets/a.js': script };
  const build = makeFolder(t, files);
  const { lines, slug } = await tryApp(t, files, { build, slug: null });
  assert.equal(slug, 'neap-tides');
  assert.deepEqual(lines, []);
});

/** Runs the command with a separate folder for temporary files. */
function start(t: TestContext, files: Files, ...args: readonly string[]) {
  const folder = makeFolder(t, files);
  const temporary = makeFolder(t, {});
  const env = { ...process.env, CHROME_PATH: browserPath, TMPDIR: temporary };
  const child = spawn(process.execPath, [main, 'try', folder, '--slug', 'tides', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const end = once(child, 'close').then(([code]: (number | null)[]) => ({ code, text }));
  return { child, end, temporary };
}

test('the exit code is 0 for an app that works, and 1 for one that does not', async (t) => {
  const works = start(t, { 'index.html': toPage('<h1>Tides</h1>') });
  const fails = start(t, { 'index.html': toPage('') }, '--json');
  const [alive, dead] = await Promise.all([works.end, fails.end]);
  assert.equal(alive.code, 0);
  assert.match(alive.text, /^✔ The draft of tides works when it is opened\.\n/);
  assert.equal(dead.code, 1);
  const { outcome, problems } = JSON.parse(dead.text);
  assert.equal(outcome, 'dead');
  assert.equal(problems[0].code, 'blank_page');
  assert.deepEqual(
    [works, fails].flatMap(({ temporary }) => readdirSync(temporary)),
    [],
  );
});

for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} ends the browser and deletes its profile`, async (t) => {
    // The page asks for a file as soon as it is open, and is never quiet.
    const page = toPage(
      "<h1>Tides</h1><script>setInterval(() => fetch('assets/a.txt'), 100)</script>",
    );
    const { child, end, temporary } = start(t, { 'index.html': page, 'assets/a.txt': 'x' });
    while (readdirSync(temporary).length === 0) await new Promise(setImmediate);
    child.kill(signal);
    assert.equal((await end).code, 130);
    assert.deepEqual(readdirSync(temporary), []);
  });
}

test('a page that freezes late is reported, and does not keep the process', async (t) => {
  const page = toPage(
    '<h1>Tides</h1><button>More</button><script>onclick = () => setTimeout(() => { for (;;); }, 100)</script>',
  );
  const { end, temporary } = start(t, { 'index.html': page });
  const { code, text } = await end;
  assert.equal(code, 1);
  assert.match(
    text,
    /error: +The page does not respond \(after pressing “More”\): its code never ends\./,
  );
  assert.match(text, /Buttons pressed: More\./);
  assert.deepEqual(readdirSync(temporary), []);
});

test('a page that had little time to respond is not called frozen', async (t) => {
  const folder = makeFolder(t, { 'index.html': toPage('<script>for (;;);</script>') });
  const browser = await startBrowser(browserPath, process.env);
  const server = await startStaticServer(toBuildSite(folder, '/'));
  try {
    const home = { origin: new URL(server.address).origin, base: '/' };
    const look = async (): Promise<unknown> => {
      const tab = await Tab.open(browser, home, performance.now() + 4500);
      await tab.open(server.address);
      return tab.look();
    };
    await assert.rejects(look(), { name: 'LateError' });
  } finally {
    await server.close();
    await browser.close();
  }
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

test('links are followed, and where they led is loaded again', async (t) => {
  const other = (body: string): string => toPage(`<h1>Other</h1>${body}`);
  const files = {
    'index.html':
      toPage(`<h1>Tides</h1><a href="/about">Root</a> <a href="assets/map.html">Map</a> <a href="#" onclick="history.pushState(null, '', 'deep'); document.querySelector('h1').textContent = 'Deep'; return false">Deep</a>
<script>document.links[2].href = 'deep'</script>`),
    'assets/map.html': other('<img src="gone.png" alt="">'),
  };
  const { lines, followed } = await tryApp(t, files);
  assert.deepEqual(lines, [
    'error: The page leaves the app’s address /a/tides/ for /about (after following “Root”).',
    'error: assets/gone.png was requested but is not in the folder (after following “Map”)',
    'warning: After following “Deep”, a reload finds no page at deep. A router with hash addresses (#/about) avoids this: docs/built-apps.md lists routers.',
    'warning: The picture assets/gone.png is not shown.',
  ]);
  assert.deepEqual(followed, ['Map', 'Deep']);
});

test('links that a phone hides are followed in a wider window, and hidden ones are not counted', async (t) => {
  const menu = (style: string, names: readonly string[]): string => {
    const links = names.map((name) => `<a href="assets/${name}.html">${name}</a> `);
    return `<nav style="${style}">${links.join('')}</nav>`;
  };
  const onDesktop =
    '<meta name="viewport" content="width=device-width"><style>@media (max-width: 600px) { nav { display: none } }</style>';
  const pages: Record<string, string> = {};
  for (const name of ['a', 'b', 'c', 'd'])
    pages[`assets/${name}.html`] = toPage(`<h1>${name}</h1><img src="gone-${name}.png">`);
  const hidden = await tryApp(t, {
    ...pages,
    'index.html': toPage(
      `<h1>Tides</h1>${menu('display: none', ['a', 'b', 'c'])}<a href="assets/d.html">d</a>`,
    ),
  });
  assert.deepEqual(hidden.followed, ['d']);
  assert.match(hidden.lines.join('\n'), /assets\/gone-d\.png was requested/);
  const wide = await tryApp(t, {
    ...pages,
    'index.html': toPage(
      `${onDesktop}<h1>Tides</h1>${menu('', ['a', 'b'])}<a href="assets/d.html">d</a>`,
    ),
  });
  assert.deepEqual(wide.followed, ['d', 'a', 'b']);
});

test('an error of a worker without a file is the same in each visit', async (t) => {
  const worker = 'new Worker(URL.createObjectURL(new Blob(["throw new Error(7)"])))';
  const { lines } = await tryApp(t, {
    'index.html': toPage(`<h1>Tides</h1><script>${worker}</script>`),
  });
  assert.deepEqual(lines, ['error: Uncaught error: Error: 7 (a blob:1:7)']);
});

test('a page that changes its address to one outside of the app is named', async (t) => {
  const body = `<h1>Tides</h1><script>history.replaceState(null, '', '/tides')</script>`;
  const { lines } = await tryApp(t, { 'index.html': toPage(body) });
  assert.deepEqual(lines, ['error: The page leaves the app’s address /a/tides/ for /tides.']);
});

const faults: Files = {
  'index.html': `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body>
<h1>High water</h1>
<p>Lorem ipsum</p>
<img src="assets/coast.svg">
<div style="width: 700px; height: 9px; background: navy"></div>
<a href="#">Nothing</a>
<a href="assets/gone.html">Gone</a>
<script src="http://fonts.invalid/a.js"></script>
<script src="assets/app.js"></script>
</body>
</html>`,
  'service.json':
    '{\n  "name": "Test",\n  "tagline": "Your words here",\n  "logo": "assets/logo.svg"\n}',
  'instructions.md': 'You are the assistant of a small app with one button.',
  'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="9"/>',
  'assets/coast.svg': picture,
  'assets/app.js': "\nconsole.error('Bad'); throw new Error('Worse');",
};

test('--review names one of each fault once, with its place', async (t) => {
  const { findings } = await tryApp(t, faults, { isReview: true });
  const lines = findings.map(({ severity, code, place }) => {
    return `${severity} ${code} ${place === null ? '' : `${place.path}:${place.line}`}`.trim();
  });
  assert.deepEqual(lines.sort(), [
    'error axe/image-alt index.html:7',
    'error missing_file index.html:10',
    'error uncaught_error assets/app.js:2',
    'note foreign_host',
    'warning console_error assets/app.js:2',
    'warning dead_link index.html:9',
    'warning logo_not_square service.json:4',
    'warning no_description index.html:3',
    'warning no_language index.html:2',
    'warning no_title index.html:3',
    'warning template_text index.html:6',
    'warning template_text instructions.md:1',
    'warning template_text service.json:2',
    'warning template_text service.json:3',
    'warning wide_page index.html:8',
  ]);
});

for (const name of ['new-app', 'tide-times']) {
  test(`--review finds no error in the sample app ${name}`, async () => {
    const folder = join(import.meta.dirname, '../../examples', name);
    const { findings } = await tryFolder({ ...defaults, folder, isReview: true }, never);
    const codes = findings.map(({ severity, code }) => `${severity} ${code}`);
    const expected = ['warning no_description', 'warning template_text'];
    assert.deepEqual([...new Set(codes)], name === 'new-app' ? expected : []);
  });
}

test('links with a listener, to places that exist and to files that exist are not dead', async (t) => {
  const body = `<h1 id="top-of-it">Tides</h1><a href="#top-of-it">Up</a><a href="#top">Top</a>
<a href="#">Menu</a><a href="assets/map.html">Map</a><a href="mailto:tides@harbour.org">Mail</a>
<script>document.body.addEventListener('click', () => {})</script>`;
  const files = { 'index.html': toPage(body), 'assets/map.html': toPage('<h1>Map</h1>') };
  const { findings } = await tryApp(t, files, { isReview: true });
  const dead = findings.filter(({ code }) => code === 'dead_link');
  assert.deepEqual(dead, []);
});

test('--compare writes one file with before, after and difference', async (t) => {
  const page =
    toPage(`<style>p { animation: drift 1s linear infinite } @keyframes drift { to { translate: 9px } }</style>
<h1>Tides</h1><p>Drift</p><script>document.body.append(Math.random(), Date.now())</script>`);
  const base = makeFolder(t, { 'index.html': page });
  const out = join(makeFolder(t, {}), 'pictures', 'tides.html');
  const same = await tryApp(t, { 'index.html': page }, { base, out });
  assert.equal(same.comparison?.isUnchanged, true);
  assert.match(readFileSync(out, 'utf8'), /<h1>tides: unchanged<\/h1>/);

  const files = { 'index.html': page.replace('<h1>', '<h1 style="color: red">') };
  const { comparison } = await tryApp(t, files, { base, out });
  assert.equal(comparison?.file, out);
  assert.equal(comparison?.isUnchanged, false);
  const percents = comparison?.views.map(({ difference }) => difference.percent) ?? [];
  assert.equal(percents.length, 2);
  for (const percent of percents) assert.ok(percent > 0 && percent < 5, String(percent));
  const html = readFileSync(out, 'utf8');
  assert.equal(html.match(/<img [^>]*src="data:image\/png;base64,[\w+/=]+">/g)?.length, 6);
  assert.doesNotMatch(html, /https?:|<script/);
});

test('in a step of GitHub Actions, findings become annotations and a summary', async (t) => {
  const folder = makeFolder(t, faults);
  const summary = join(makeFolder(t, {}), 'summary.md');
  const env = {
    ...process.env,
    CHROME_PATH: browserPath,
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: summary,
  };
  let [printed, warned] = ['', ''];
  const streams = {
    stdout: { write: (text: string) => (printed += text) },
    stderr: { write: (text: string) => (warned += text) },
  };
  const args = [folder, '--slug', 'tides', '--review', '--allow', 'axe/image-alt', '--json'];
  const code = await runTry(args, never, { ...streams, env, platform: process.platform });
  assert.equal(code, 1);
  assert.equal(JSON.parse(printed).outcome, 'dead');
  const [first, second] = warned.split('\n');
  assert.match(
    first ?? '',
    /^::error file=index\.html,line=10,col=\d+,title=try%3A missing_file::/,
  );
  assert.match(
    second ?? '',
    /^::error file=assets\/app\.js,line=2,col=\d+,title=try%3A uncaught_error::/,
  );
  assert.doesNotMatch(warned, /image-alt/);
  const text = readFileSync(summary, 'utf8');
  assert.match(
    text,
    /^### ✖ A reviewer would find 2 errors and 11 warnings in the draft of tides\.\n/,
  );
  assert.match(text, /\n\| note \| Accessibility .* \| index\.html&#58;7 \| axe\/image-alt \|\n/);
});
