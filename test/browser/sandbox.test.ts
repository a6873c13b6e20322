import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../../sandbox/server.ts';
import { runStep, type StepResult } from '../support/action.ts';

const workspace = join(import.meta.dirname, '..', '..', 'examples');
let browser: Browser;
let sandbox: RunningSandbox;

before(async () => {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const offline = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...offline] });
  sandbox = await startSandbox();
});

after(async () => {
  await browser.close();
  await sandbox.close();
});

function deploy(slug: string, inputs: Readonly<Record<string, string>> = {}): Promise<StepResult> {
  const step = {
    'base-url': sandbox.url,
    'api-key': sandbox.keys[0],
    slug,
    folder: 'tide-times',
    create: 'true',
    ...inputs,
  };
  return runStep({ with: step, workspace });
}

async function openPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(sandbox.pageUrl);
  return page;
}

test('an app that the action deployed and submitted is published once the reviewer approves it on the page', async () => {
  const terms = sandbox.store.settings().termsVersion;
  const { outputs } = await deploy('tides', { submit: 'true', 'terms-version': terms });
  assert.equal(outputs['status'], 'in_review');
  const page = await openPage();
  const row = page.locator('[data-slug="tides"]');
  await row.locator('button[value=approve]').click();
  await row.locator('[data-slot=status]', { hasText: 'published' }).waitFor();
  const visitor = await (await browser.newContext()).newPage();
  const errors: string[] = [];
  visitor.on('pageerror', ({ message }) => errors.push(message));
  await visitor.goto(outputs['url'] ?? '');
  assert.equal(await visitor.title(), 'Tide Times');
  assert.deepEqual(errors, []);
  await page.close();
});

test('a draft opens for its owner from the page, and for nobody else', async () => {
  const { outputs } = await deploy('draft-app');
  const page = await openPage();
  const link = page.locator('[data-slug="draft-app"] a', { hasText: /draft/i }).first();
  const href = (await link.getAttribute('href')) ?? '';
  const owner = await (await browser.newContext()).newPage();
  assert.equal((await owner.goto(new URL(href, page.url()).href))?.status(), 200);
  const stranger = await (await browser.newContext()).newPage();
  assert.equal((await stranger.goto(outputs['url'] ?? ''))?.status(), 404);
  await page.close();
});
