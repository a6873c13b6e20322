import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type TryRequest, type TryResult, tryFolder } from '../../sandbox/try/try-folder.ts';

const browserPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const main = join(import.meta.dirname, '../../sandbox/main.ts');
const never = new Promise<void>(() => undefined);

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
  const request = { folder, slug: 'tides', build: null, shots: null, browserPath, ...given };
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

test('a signal ends the browser and deletes its profile', async (t) => {
  // The page asks for a file as soon as it is open, and is never quiet.
  const page = toPage(
    "<h1>Tides</h1><script>setInterval(() => fetch('assets/a.txt'), 100)</script>",
  );
  const { child, end, temporary } = start(t, { 'index.html': page, 'assets/a.txt': 'x' });
  while (readdirSync(temporary).length === 0) await new Promise(setImmediate);
  child.kill('SIGTERM');
  assert.equal((await end).code, 130);
  assert.deepEqual(readdirSync(temporary), []);
});
