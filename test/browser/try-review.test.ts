/** Tests of what `try` follows in an app, and of what it reports for a review. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runTry } from '../../sandbox/try/try-command.ts';
import { tryFolder } from '../../sandbox/try/try-folder.ts';
import {
  browserPath,
  defaults,
  type Files,
  makeFolder,
  never,
  picture,
  toPage,
  tryApp,
} from './try-app.ts';

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
