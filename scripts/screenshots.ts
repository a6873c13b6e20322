/**
 * `npm run screenshots`: takes the pictures of docs/images/ anew. Real runs of dist/ against the sandbox; their summaries
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
  await deploy({ create: 'true' });
  await breakPage();
  const rejected = await deploy({});
  await takePictures({
    rejected: rejected.summary ?? '',
    annotation: await drawAnnotation(rejected),
  });
} finally {
  await sandbox.close();
  await rm(workspace, { recursive: true, force: true });
}

function deploy(inputs: Readonly<Record<string, string>>): Promise<StepResult> {
  const step = {
    'base-url': new URL(sandbox.pageUrl).origin,
    'api-key': sandbox.keys[0],
    slug: 'tide-times',
    folder: 'app',
    ...inputs,
  };
  return runStep({ with: step, workspace });
}

async function breakPage(): Promise<void> {
  const page = join(workspace, 'app', 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace(/<title>.*?<\/title>/s, '<title></title>'));
}

/** The line as GitHub's view of a file shows it: with the annotation below it. */
async function drawAnnotation({ annotations }: StepResult): Promise<string> {
  const annotation = annotations.find(({ file }) => file !== null);
  if (annotation === undefined) throw new Error('The broken page has no annotation.');
  const { file, line, message, title } = annotation;
  const lines = (await readFile(join(workspace, file ?? ''), 'utf8')).split('\n');
  const first = Math.max(0, (line ?? 1) - 3);
  const code = lines.slice(first, first + 5).map((text, index) => {
    const number = first + index + 1;
    const row = `<div class="row"><span class="number">${number}</span><code>${escapeHtml(text)}</code></div>`;
    const box = `<div class="box"><b>${escapeHtml(title ?? 'Error')}</b><pre>${escapeHtml(message)}</pre></div>`;
    return number === line ? row + box : row;
  });
  return `<p><b>${escapeHtml(file ?? '')}</b></p><div class="file">${code.join('')}</div>`;
}

async function takePictures(pages: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(images, { recursive: true });
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const [name, markdown] of Object.entries(pages)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({
          colorScheme,
          viewport: { width: 860, height: 200 },
          deviceScaleFactor: 2,
        });
        await page.setContent(toPage((await marked.parse(markdown)).replaceAll('❌', cross)));
        await page.locator('body').screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
        await page.close();
      }
    }
  } finally {
    await browser.close();
  }
}

function toPage(content: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}
    body { margin: 0; width: 860px }
    .markdown-body { padding: 24px 32px }
    .file { border: 1px solid var(--borderColor-default, #8888); border-radius: 6px; padding: 8px 0; font-size: 13px }
    .row { display: flex; gap: 16px; padding: 1px 16px; white-space: pre; overflow: hidden }
    .number { width: 2em; text-align: right; opacity: .6 }
    .row code { background: none; padding: 0 }
    .box { margin: 8px 16px; padding: 8px 12px; border: 1px solid #cf222e; border-left-width: 4px; border-radius: 6px }
    .box pre { background: none; padding: 0; margin: 4px 0 0; white-space: pre-wrap }
  </style><body class="markdown-body">${content}</body>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
