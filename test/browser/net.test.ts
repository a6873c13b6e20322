import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { arrangeBuild } from '../../cli/arrange/arrange.ts';
import { rewrittenTypes } from '../../cli/arrange/rewrite.ts';
import { launchBrowser } from '../../scripts/launch-browser.ts';
import { toMediaType } from '../../src/folder/media-type.ts';
import { readText } from '../support/repository.ts';
import { netRows } from './net-rows.ts';
import { netVisits } from './net-visits.ts';
import type { Files } from './page-rows.ts';
import { startServer } from './static-server.ts';

let browser: Browser;
let folder: string;
let server: Awaited<ReturnType<typeof startServer>>;

before(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'net-'));
  server = await startServer(folder);
});

after(async () => {
  await browser.close();
  server.close();
  await rm(folder, { recursive: true });
});

/** Arranges a build into a folder, as the command does. */
async function writeArranged(build: Files, path: string): Promise<void> {
  const files = Object.entries(build).map(([name, content]) => {
    const type = toMediaType(name, true);
    const text = rewrittenTypes.test(type) ? content.toString() : '';
    return { path: name, type, sha256: name, text, read: () => Buffer.from(content) };
  });
  const { files: arranged } = arrangeBuild(files, { net: readText('cli/arrange/net.min.js') });
  for (const each of arranged) {
    const location = join(folder, path, each.path);
    await mkdir(dirname(location), { recursive: true });
    await writeFile(location, each.rewritten?.text ?? each.file.read());
  }
}

/** Returns the list of what fails in a page from now on: uncaught errors and missing files. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (response.status() >= 400 && url.pathname !== '/favicon.ico') faults.push(url.pathname);
  });
  return faults;
}

for (const [index, [title, row]] of Object.entries(netRows).entries()) {
  test(`after arrange: ${title}`, async () => {
    const path = `a/app-${index}`;
    await writeArranged(row.files, path);
    const page = await (await browser.newContext()).newPage();
    const faults = watch(page);
    await page.goto(`${server.address}${path}/${row.query ?? ''}`);
    const isThere = `JSON.stringify(globalThis.seen) === ${JSON.stringify(JSON.stringify(row.seen))}`;
    // Not page.waitForFunction, which a policy for scripts refuses.
    const end = Date.now() + 5000;
    while (Date.now() < end && !(await page.evaluate(isThere).catch(() => false)))
      await page.waitForTimeout(20);
    const seen = await page.evaluate('globalThis.seen');
    assert.deepEqual({ seen, faults }, { seen: row.seen, faults: row.missing ?? [] });
    await page.context().close();
  });
}

for (const [title, { files, steps }] of Object.entries(netVisits)) {
  test(`pressed after arrange: ${title}`, async () => {
    const path = `a/visit-${title.slice(0, 1)}`;
    const root = `${server.address}${path}/`;
    await writeArranged(files, path);
    const page = await (await browser.newContext()).newPage();
    const faults = watch(page);
    await page.goto(root);
    for (const { press, shows, at } of steps) {
      if (press === 'reload') await page.reload();
      else if (press === 'back') await page.goBack();
      else await page.click(press);
      await page.waitForURL(root + at, { timeout: 5000 });
      const shown = page.locator('#shown').and(page.getByText(shows, { exact: true }));
      await shown.waitFor({ timeout: 5000 });
      assert.deepEqual(faults, [], `after ${press}`);
    }
    await page.context().close();
  });
}
