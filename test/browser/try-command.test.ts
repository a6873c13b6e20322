/** Tests of the command `try` as a process, and with the app as it was built. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startBrowser } from '../../sandbox/try/browser.ts';
import { startStaticServer, toBuildSite } from '../../sandbox/try/static-server.ts';
import { Tab } from '../../sandbox/try/tab.ts';
import { browserPath, type Files, makeFolder, toPage, tryApp } from './try-app.ts';

const main = join(import.meta.dirname, '../../sandbox/main.ts');

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
