import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { marked } from 'marked';
import { type Browser, chromium } from 'playwright-core';
import { toSnapshotName } from '../support/snapshot.ts';
import { renderCases } from '../unit/report/readers.ts';

const { resolve } = createRequire(import.meta.url);
/** Where pictures of the reports go, for somebody to look at; nowhere where it is not set. */
const pictures = process.env['REPORT_PICTURES'] ?? '';
/** Blocks of code scroll as GitHub makes them. */
const axeOptions = JSON.stringify({ rules: { 'scrollable-region-focusable': { enabled: false } } });
let browser: Browser;

before(async () => {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});

after(() => browser.close());

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a report reads well on a page of GitHub, ${width} pixels wide and ${colorScheme}`, async () => {
      const style = await readFile(resolve('github-markdown-css/github-markdown.css'), 'utf8');
      const layout =
        '.markdown-body { box-sizing: border-box; max-width: 980px; margin: 0 auto; padding: 16px }';
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 844 } });
      for (const [name, markdown] of await renderCases()) {
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
        if (!name.startsWith('rejected with')) continue;
        const problem = await page
          .locator('text=The title of the page is empty.')
          .first()
          .boundingBox();
        assert.ok(
          problem !== null && problem.y < 844,
          'the first problem stands on the first screen',
        );
      }
      await page.close();
    });
  }
}
