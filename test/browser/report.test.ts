import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { marked } from 'marked';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/launch-browser.ts';
import { toSnapshotName } from '../support/snapshot.ts';
import { cases } from '../unit/report/cases.ts';
import { showAll } from '../unit/report/sample.ts';

const { resolve } = createRequire(import.meta.url);
/** Folder for pictures of the reports, if somebody wants to look at them. */
const pictures = process.env['REPORT_PICTURES'] ?? '';
/** GitHub makes code blocks scroll. */
const axeOptions = JSON.stringify({ rules: { 'scrollable-region-focusable': { enabled: false } } });
let browser: Browser;

before(async () => {
  browser = await launchBrowser();
});

after(() => browser.close());

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`reports are accessible on GitHub, ${width} px wide and ${colorScheme}`, async () => {
      const style = await readFile(resolve('github-markdown-css/github-markdown.css'), 'utf8');
      const layout =
        '.markdown-body { box-sizing: border-box; max-width: 980px; margin: 0 auto; padding: 16px }';
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 844 } });
      for (const [name, markdown] of await renderPages()) {
        const content = await marked.parse(markdown, { breaks: true });
        await page.setContent(
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>Report</title><style>${style}${layout}</style>
<body class="markdown-body"><main><h1>Pull request</h1>${content}</main>`,
        );
        if (pictures !== '') {
          await mkdir(pictures, { recursive: true });
          const file = toSnapshotName(`${name} ${width} ${colorScheme}`).replace('.md', '.png');
          await page.screenshot({ path: join(pictures, file), fullPage: true });
        }
        await page.addScriptTag({ path: resolve('axe-core') });
        const found = await page.evaluate(
          `axe.run(document, ${axeOptions}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`,
        );
        assert.deepEqual(found, [], name);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(overflow, 0, `${name} is wider than its page`);
        if (name !== 'Problems of every kind, comment') continue;
        const problem = await page.locator('text=2 times: about the app').first().boundingBox();
        assert.ok(problem !== null && problem.y < 844, 'the first problem is on the first screen');
      }
      await page.close();
    });
  }
}

/** Renders comment and summary of each case. */
async function renderPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const [title, given] of Object.entries(cases)) {
    const { comment, summary } = await showAll(given);
    // A run without an app has no comment.
    if (comment !== null) pages.set(`${title}, comment`, comment);
    pages.set(`${title}, summary`, summary ?? '');
  }
  return pages;
}
