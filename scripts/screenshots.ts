/**
 * `npm run screenshots`: takes the pictures of docs/images/ anew. Real runs of dist/ against the sandbox; what they reported
 * rendered with GitHub's own style sheet in headless Chromium, light and dark. Needs Chromium, found at $CHROMIUM or
 * /usr/bin/chromium.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marked } from 'marked';
import { chromium } from 'playwright-core';
import { startSandbox } from '../sandbox/server.ts';
import { readArguments } from './arguments.ts';
import { runStep, type StepResult } from './runner/step.ts';

readArguments('npm run screenshots', {});
const root = join(import.meta.dirname, '..');
const images = join(root, 'docs', 'images');
const style = await readFile(createRequire(import.meta.url).resolve('github-markdown-css/github-markdown.css'), 'utf8');
/** In place of the emoji, which a machine without a font for it draws as an empty box. */
const cross =
  '<svg width="0.8em" height="0.8em" viewBox="0 0 10 10" stroke="#d1242f" stroke-width="2.4"><path d="M1 1l8 8M9 1l-8 8"/></svg>';
const workspace = await mkdtemp(join(tmpdir(), 'screenshots-'));
// The address that the pictures show: they change only when what they show does.
const sandbox = await startSandbox({ port: 0, baseUrl: 'https://apps.example.com' });
try {
  await cp(join(root, 'examples', 'tide-times'), join(workspace, 'app'), { recursive: true });
  await deploy();
  const page = join(workspace, 'app', 'index.html');
  const html = (await readFile(page, 'utf8')).replace(/<title>.*?<\/title>/s, '<title></title>');
  await writeFile(page, html);
  const rejected = await deploy();
  await mkdir(images, { recursive: true });
  await takePictures('rejected', rejected.summary ?? '');
  await takePictures('annotation', renderAnnotation(rejected, html));
} finally {
  await sandbox.close();
  await rm(workspace, { recursive: true, force: true });
}

function deploy(): Promise<StepResult> {
  const { origin } = new URL(sandbox.pageUrl);
  const step = { 'base-url': origin, 'api-key': sandbox.keys[0], slug: 'tide-times', folder: 'app', create: 'true' };
  return runStep({ with: step, workspace });
}

/** The line as GitHub's view of a file shows it, in Markdown: with the annotation below it. */
function renderAnnotation({ annotations }: StepResult, page: string): string {
  const annotation = annotations.find(({ file }) => file !== null);
  if (annotation === undefined) throw new Error('The broken page has no annotation.');
  const { file, line, message, title } = annotation;
  const at = line ?? 1;
  const rows = page.split('\n').map((text, index) => `${index + 1}`.padStart(4).concat('  ', text));
  const fence = (lines: readonly string[]): string => `~~~\n${lines.join('\n')}\n~~~`;
  const box = `> **${title}**\n>\n${fence([message]).replaceAll(/^/gm, '> ')}`;
  return [`**${file}**`, fence(rows.slice(at - 3, at)), box, fence(rows.slice(at, at + 2))].join('\n\n');
}

async function takePictures(name: string, markdown: string): Promise<void> {
  const content = (await marked.parse(markdown)).replaceAll('❌', cross);
  const layout = 'body { margin: 0; width: 860px } .markdown-body { padding: 24px 32px }';
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 860, height: 200 }, deviceScaleFactor: 2 });
      await page.setContent(
        `<!doctype html><meta charset="utf-8"><style>${style}${layout}</style><body class="markdown-body">${content}`,
      );
      await page.locator('body').screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
    }
  } finally {
    await browser.close();
  }
}
