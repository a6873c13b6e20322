import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { switches } from '../../sandbox/assumptions.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/server.ts';
import { setupMembers } from '../../sandbox/settings.ts';
import { runStep, type StepResult } from '../../scripts/runner/step.ts';

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
  // The address that the log prints leads a person to the card with the link.
  assert.equal((await stranger.goto(outputs['url'] ?? ''))?.status(), 404);
  await stranger.getByRole('link', { name: 'page of the sandbox' }).click();
  await stranger.waitForURL(`${sandbox.pageUrl}#draft-app`);
  await stranger.locator('[data-slug="draft-app"]').waitFor();
  await page.close();
});

/** Puts a published app there whose page runs this script and shows what came of it. */
function publish(slug: string, script: string, files: Readonly<Record<string, string>> = {}): void {
  const html = `<!doctype html><title>${slug}</title><pre id="seen"></pre><script type="module">${script}</script>`;
  const folder = new Map(Object.entries({ 'service.json': `{"name":"${slug}"}`, 'index.html': html, ...files }));
  const { store } = sandbox;
  const draft = store.create('developer', slug, folder);
  const submitted = store.move(draft, 'submit');
  assert.ok(!('refused' in submitted));
  store.move(submitted, 'approve');
}

/** Tries each of these in the page, and shows what it gave, or that it failed. */
const tryAll = `
  const seen = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    try { seen[name] = String(await attempt()); } catch { seen[name] = 'failed'; }
  }
  document.querySelector('#seen').textContent = JSON.stringify(seen);`;

test('an app cannot run on the origin of the page: with a remembered login its script still sees no key', async () => {
  const page = sandbox.pageUrl;
  publish(
    'evil-app',
    `const headers = { 'x-sandbox': '1' };
    const read = (url, more) => () => fetch(url, { headers, ...more }).then((response) => response.text());
    const attempts = {
      origin: () => location.origin,
      own: read('/_sandbox/state'),
      page: read('${page}_sandbox/state'),
      login: read('${page}_sandbox/state', { credentials: 'include' }),
      api: read('${sandbox.url}/_sandbox/state'),
      plain: () => fetch('${page}_sandbox/state').then((response) => response.text()),
      source: () => new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.onload = resolve;
        script.onerror = reject;
        script.src = '${page}_page/page.js';
        document.body.append(script);
      }),
    };${tryAll}`,
  );
  const { port } = new URL(sandbox.url);
  for (const name of ['localhost', '127.0.0.1', 'evil-app.localhost']) {
    const context = await browser.newContext({ extraHTTPHeaders: { authorization: 'Basic ZGV2ZWxvcGVyOng=' } });
    const victim = await context.newPage();
    await victim.goto(`http://${name}:${port}/a/evil-app/`);
    await victim.locator('#seen:not(:empty)').waitFor();
    const text = (await victim.locator('#seen').textContent()) ?? '';
    const { origin, own, ...others } = JSON.parse(text);
    assert.equal(origin, `http://evil-app.localhost:${port}`);
    assert.match(own, /does not answer to this name/);
    assert.deepEqual(others, { page: 'failed', login: 'failed', api: 'failed', plain: 'failed', source: 'failed' });
    assert.ok(!sandbox.keys.some((key) => text.includes(key)));
    await context.close();
  }
});

test('one app cannot read the draft of another, in a browser that has both open', async () => {
  const secret = 'the-secret-of-the-draft';
  publish('shy-app', '', { 'assets/data.js': `window.secret = '${secret}';` });
  const draft = sandbox.store.find('shy-app');
  assert.ok(draft !== undefined);
  const next = { ...Object.fromEntries(draft.draft), 'index.html': `<!doctype html><title>${secret}</title>` };
  sandbox.store.update(draft, new Map(Object.entries(next)));
  const context = await browser.newContext();
  const owner = await context.newPage();
  await owner.goto(sandbox.pageUrl);
  const link = await owner.locator('[data-slug="shy-app"] [data-slot=draft]').getAttribute('href');
  await owner.goto(new URL(link ?? '', sandbox.pageUrl).href);
  assert.equal(await owner.title(), secret);
  const { port } = new URL(sandbox.url);
  const other = `http://shy-app.localhost:${port}/a/shy-app/`;
  publish(
    'nosy-app',
    `const read = (url, mode) => () => fetch(url, { credentials: 'include', mode }).then((response) => response.text());
    const load = (name, url, look) => () => new Promise((resolve, reject) => {
      const element = document.createElement(name);
      element.onload = () => Promise.resolve(element).then(look).then(resolve, reject);
      element.onerror = reject;
      element.src = url;
      document.body.append(element);
    });
    const attempts = {
      cors: read('${other}', 'cors'),
      opaque: read('${other}', 'no-cors'),
      base: read('${sandbox.url}/a/shy-app/', 'cors'),
      script: load('script', '${other}assets/data.js', () => window.secret),
      frame: load('iframe', '${other}', (frame) => frame.contentDocument.title),
      cookie: () => document.cookie,
    };${tryAll}`,
  );
  const nosy = await context.newPage();
  await nosy.goto(`http://nosy-app.localhost:${port}/a/nosy-app/`);
  await nosy.locator('#seen:not(:empty)').waitFor();
  const text = (await nosy.locator('#seen').textContent()) ?? '';
  assert.ok(!text.includes(secret));
  const { cookie, ...tried } = JSON.parse(text);
  assert.deepEqual(tried, { cors: 'failed', opaque: 'failed', base: 'failed', script: 'failed', frame: 'failed' });
  assert.equal(cookie, '');
  const cookies = await context.cookies(`http://nosy-app.localhost:${port}/a/shy-app/`);
  assert.deepEqual(cookies, []);
  await context.close();
});

test('faults, stale reads and another writer are switched on and off on the page', async () => {
  const { keys, url, store, faults } = sandbox;
  store.create('developer', 'faulty-app', new Map([['service.json', '{"name":"Faulty"}']]));
  const page = await openPage();
  const read = async () => {
    const response = await fetch(`${url}/api/miniapps/faulty-app`, { headers: { authorization: `Bearer ${keys[0]}` } });
    return response.ok ? ((await response.json()) as { readonly tagline: string }).tagline : response.status;
  };
  await page.locator('#faults-panel summary').click();
  await page.locator('#faults [name=status]').fill('502');
  await page.locator('#faults [name=skip]').fill('1');
  await page.locator('#faults button[type=submit]').click();
  await page.locator('#faults-on li', { hasText: '502: next call · after 1 more' }).waitFor();
  assert.deepEqual([await read(), await read(), await read()], ['', 502, '']);
  const card = page.locator('[data-slug="faulty-app"]');
  await card.locator('summary').click();
  await card.locator('[name=tagline]').fill('Theirs');
  await card.locator('[data-slot=edit] button').click();
  await card.locator('[data-slot=tagline]', { hasText: 'Theirs' }).waitFor();
  await page.getByText('Next 2 reads are stale').click();
  await page.locator('#faults-on li', { hasText: 'stale read: next 2 reads' }).waitFor();
  assert.deepEqual([await read(), await read(), await read()], ['', '', 'Theirs']);
  await page.getByText('Reads lag by 5 s').click();
  await page.locator('#faults-on li', { hasText: 'reads lag by 5000 ms: all reads' }).waitFor();
  await page.locator('#faults-off').click();
  await page.locator('#faults-summary').waitFor({ state: 'hidden' });
  assert.deepEqual(faults.list(), []);
  await page.close();
});

test('the page uses its width, breaks paths at their slashes, and says what each assumption means', async () => {
  const page = await openPage();
  await page.setViewportSize({ width: 1600, height: 900 });
  const width = await page.locator('main').evaluate((main) => main.getBoundingClientRect().width);
  assert.ok(width > 1500);
  await fetch(`${sandbox.url}/api/miniapps/none`);
  const path = page.locator('#requests li', { hasText: '/api/miniapps/none' }).first();
  assert.match(await path.innerHTML(), /\/api\/<wbr>miniapps\/<wbr>none/);
  await page.locator('#assumptions-panel summary').click();
  for (const [name, { about }] of Object.entries(switches)) {
    const label = page.locator(`#assumptions label:has([name=${name}])`);
    assert.ok((await label.textContent())?.includes(about.replaceAll('`', '')), name);
  }
  await page.close();
});

test('terms and assumptions are changed on the page, and a reset brings all back', async () => {
  const page = await openPage();
  await page.locator('#terms [name=version]').fill('2031-01');
  const isSet = () => page.waitForResponse((response) => response.url().endsWith('/_sandbox/settings'));
  await Promise.all([isSet(), page.locator('#terms button').click()]);
  await page.locator('#assumptions-panel summary').click();
  await Promise.all([isSet(), page.locator('#assumptions [name=deploy_response]').selectOption('empty')]);
  await Promise.all([isSet(), page.getByText('Preset strange').click()]);
  await page.waitForFunction(`document.querySelector('#assumptions [name=list_response]').value === 'array'`);
  assert.equal(sandbox.store.settings().termsVersion, '2031-01');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await page.locator('#reset').click();
  await page.locator('#empty').waitFor();
  for (const what of ['apps', 'requests', ...setupMembers.filter((name) => name !== 'preset')]) {
    assert.ok(asked[0]?.includes(what.replaceAll('_', ' ')), what);
  }
  assert.deepEqual([sandbox.store.apps(), sandbox.store.settings().termsVersion], [[], '2026-10']);
  await page.locator('#example').click();
  await page.locator('[data-slug="hello-there"]').waitFor();
  await page.close();
});
