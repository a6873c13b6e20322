import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/launch-browser.ts';
import { root } from '../support/repository.ts';
import { cdn, type Files, html, rows } from './page-rows.ts';
import { startServer } from './static-server.ts';

let browser: Browser;
let folder: string;
let server: Awaited<ReturnType<typeof startServer>>;

before(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'page-'));
  server = await startServer(folder);
});

after(async () => {
  await browser.close();
  server.close();
  await rm(folder, { recursive: true });
});

async function writeApp(files: Files): Promise<string> {
  const app = await mkdtemp(join(folder, 'app-'));
  for (const [path, content] of Object.entries({ 'service.json': '{"name":"App"}', ...files })) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await writeFile(join(app, path), content);
  }
  return app;
}

/** Bundles an app with the command. */
async function makePage(app: string): Promise<string> {
  const out = `${app}.html`;
  await run(app, out);
  return out;
}

async function run(app: string, out: string): Promise<void> {
  await promisify(execFile)(process.execPath, [
    join(root, 'cli', 'index.ts'),
    'page',
    app,
    '--out',
    out,
  ]);
}

interface OpenedPage {
  readonly page: Page;
  /** Collects requests for anything outside of the file, and errors in the page. */
  readonly faults: readonly string[];
}

async function openPage(address: string): Promise<OpenedPage> {
  const page = await (await browser.newContext()).newPage();
  await page.route(/^https?:\/\/cdn\.example\//, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ ...cdn[pathname], headers: { 'access-control-allow-origin': '*' } });
  });
  page.setDefaultTimeout(5000);
  const faults: string[] = [];
  page.on('request', (request) => {
    const isOwn = request.url() === address || request.url().startsWith(server.address);
    if (!isOwn && !/^(?:data|blob|https?:\/\/cdn\.example\/.*)/.test(request.url()))
      faults.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.startsWith(server.address))
      faults.push(message.text());
  });
  await page.goto(address);
  return { page, faults };
}

/** Waits until an expression has this value in the page. Fails with the value that it has. */
async function waitFor(page: Page, expression: string, expected: unknown): Promise<void> {
  const isThere = `JSON.stringify(${expression}) === ${JSON.stringify(JSON.stringify(expected))}`;
  await page.waitForFunction(isThere, null, { timeout: 5000 }).catch(() => undefined);
  assert.deepEqual(await page.evaluate(expression), expected);
}

for (const [
  title,
  { files, expression = 'globalThis.seen', seen, isOnlyHere = false },
] of Object.entries(rows)) {
  test(`bundled into one HTML file: ${title}`, async () => {
    const app = await writeApp(files);
    const file = pathToFileURL(await makePage(app)).href;
    for (const address of isOnlyHere ? [file] : [`${server.address}${basename(app)}/`, file]) {
      const { page, faults } = await openPage(address);
      await waitFor(page, expression, seen).catch((error) =>
        assert.fail([address, error, ...faults].join('\n')),
      );
      assert.deepEqual(faults, []);
      await page.context().close();
    }
  });
}

test('the example app, bundled into one HTML file, works from disk and from a server', async () => {
  const out = join(folder, 'example.html');
  await run(join(root, 'examples', 'tide-times'), out);
  const shown = `${server.address}example.html?x=1`;
  for (const place of [pathToFileURL(out).href, shown]) {
    const { page, faults } = await openPage(place);
    await page.getByRole('radio', { name: 'Thimble Isle' }).check();
    await page.getByRole('button', { name: 'Ring the bell' }).click();
    await waitFor(page, `document.querySelector('.coast img').naturalWidth`, 1040);
    assert.equal(await page.title(), 'Tide Times');
    assert.deepEqual(faults, []);
    await page.context().close();
  }
});

test('the banner lists the files that were left out, and links to left-out pages do nothing', async () => {
  const app = await writeApp({
    'index.html': html(
      '',
      `<a href="about.html">About</a><a href="index.html?page=2#end">Next</a><a href="#end">End</a><a href="assets/a.txt" download>Text</a><p id="end"></p>
      <script>navigator.serviceWorker?.register('sw.js').catch(({ name }) => { globalThis.seen = name })</script>`,
    ),
    ...{
      'about.html': html(''),
      'sw.js': '',
      'instructions.md': 'SECRET PROMPT',
      'assets/a.txt': 'text',
    },
  });
  const out = await makePage(app);
  assert.ok(!(await readFile(out, 'utf8')).includes('SECRET PROMPT'));
  const { page } = await openPage(pathToFileURL(out).href);
  const readBar = async () => (await page.getByRole('status').textContent()) ?? '';
  assert.match(
    await readBar(),
    /^Preview.*, without: the assistant; other pages \(about\.html\); its service worker/,
  );
  await page.getByRole('link', { name: 'About' }).click();
  assert.match(await readBar(), /^about\.html is not in this page\./);
  await page.getByRole('link', { name: 'End' }).click();
  assert.equal(new URL(page.url()).hash, '#end');
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL(/\.html\?page=2#end$/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Text' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'a.txt');
  assert.equal(await readFile(await download.path(), 'utf8'), 'text');
  await page.getByRole('button', { name: 'Hide this bar' }).click();
  assert.equal(await page.getByRole('status').count(), 0);
  await page.context().close();
});
