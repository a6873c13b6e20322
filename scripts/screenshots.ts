/**
 * `npm run screenshots`: takes the pictures of docs/images/, light and dark, with GitHub's style
 * sheet in headless Chromium. Next to each picture it writes its text, which a test compares with
 * what the action prints. Run `npm run build` first. Chromium is expected at $CHROMIUM or
 * /usr/bin/chromium.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { marked } from 'marked';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';
import { type Picture, PicturedSandbox, picturedTime, renderPictures } from './pictures.ts';

const images = join(import.meta.dirname, '..', 'docs', 'images');
const style = await readFile(
  createRequire(import.meta.url).resolve('github-markdown-css/github-markdown.css'),
  'utf8',
);
/** Replaces the emoji, because a machine without its font draws an empty box. */
const cross =
  '<svg width="0.8em" height="0.8em" viewBox="0 0 10 10" stroke="#d1242f" stroke-width="2.4"><path d="M1 1l8 8M9 1l-8 8"/></svg>';
const pictures = await renderPictures();
const browser = await launchBrowser();
try {
  await mkdir(images, { recursive: true });
  for (const picture of pictures) await takePicture(picture, browser);
  await takeSandbox(browser);
} finally {
  await browser.close();
}

async function takePicture(picture: Picture, browser: Browser): Promise<void> {
  const { name } = picture;
  const content = (await marked.parse(picture.markdown)).replaceAll('❌', cross);
  const layout = `body { margin: 0; width: 860px } .markdown-body { padding: 24px 32px }`;
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      colorScheme,
      viewport: { width: 860, height: 200 },
      deviceScaleFactor: picture.scale,
    });
    await page.setContent(
      `<!doctype html><meta charset="utf-8"><style>${style}${layout}</style><body class="markdown-body">${content}`,
    );
    await page.locator('body').screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
  }
  // Written last, so that a text without its pictures is not taken for up to date.
  await writeFile(join(images, `${name}.txt`), `${picture.markdown.trimEnd()}\n`);
  console.log(`docs/images/${name}-light.png, -dark.png and .txt are written.`);
}

/** Takes the page of the sandbox, with an app that waits for its review. */
async function takeSandbox(browser: Browser): Promise<void> {
  await using sandbox = await PicturedSandbox.open();
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      colorScheme,
      // The picture is 1,000 pixels high, as high as README.md can show it.
      viewport: { width: 1200, height: 800 },
      deviceScaleFactor: 1.25,
    });
    await context.clock.setFixedTime(picturedTime + 3 * 60 * 60 * 1000);
    const page = await context.newPage();
    await page.goto(sandbox.url);
    for (const frame of page.frames()) await frame.waitForLoadState('networkidle');
    // The page shows a fixed port instead of the real one, which differs from run to run.
    await page.evaluate(
      "document.getElementById('base-url').textContent = 'http://127.0.0.1:8420'",
    );
    await page.screenshot({ path: join(images, `sandbox-${colorScheme}.png`) });
  }
  await writeFile(join(images, 'sandbox.txt'), await sandbox.readWords());
  console.log('docs/images/sandbox-light.png, -dark.png and .txt are written.');
}
