import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../../sandbox/server.ts';
import { runStep } from '../../scripts/runner/step.ts';

const workspace = join(import.meta.dirname, '..', '..', 'examples');
let browser: Browser;
let sandbox: RunningSandbox;
const notices = new Map<string, string>();

before(async () => {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const offline = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', ...offline],
  });
  sandbox = await startSandbox({ notices });
});

after(async () => {
  await browser.close();
  await sandbox.close();
});

async function visit(address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
}

/** Puts a published app there whose page runs this script. */
function publish(slug: string, script: string): void {
  sandbox.put({ slug, files: toFiles(slug, script), status: 'published' });
}

function toFiles(slug: string, script: string): ReadonlyMap<string, string> {
  const html = `<!doctype html><title>${slug}</title><pre id="seen"></pre><script type="module">${script}</script>`;
  return new Map(Object.entries({ 'service.json': `{"name":"${slug}"}`, 'index.html': html }));
}

/** Tries each of these in the page, and shows what it gave, or that it failed. */
const tryAll = `
  const seen = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    try { seen[name] = String(await attempt()); } catch { seen[name] = 'failed'; }
  }
  document.querySelector('#seen').textContent = JSON.stringify(seen);`;

async function readAttempts(page: Page): Promise<Record<string, string>> {
  await page.locator('#seen:not(:empty)').waitFor();
  return JSON.parse((await page.locator('#seen').textContent()) ?? '');
}

test('an app that the action deployed and submitted is published once the reviewer approves it on the page', async () => {
  const step = {
    'base-url': sandbox.url,
    'api-key': sandbox.keys[0],
    slug: 'tides',
    folder: 'tide-times',
  };
  const submit = { create: 'true', submit: 'true', 'terms-version': sandbox.setup().termsVersion };
  const { outputs } = await runStep({ with: { ...step, ...submit }, workspace });
  assert.equal(outputs['status'], 'in_review');
  const page = await visit(sandbox.pageUrl);
  await page.locator('#tides [name=note]').first().fill('<b>Lovely.');
  await page.locator('#tides button', { hasText: 'approve' }).click();
  await page.locator('#tides blockquote', { hasText: '<b>Lovely.' }).waitFor();
  const visitor = await visit(outputs['url'] ?? '');
  assert.equal(await visitor.title(), 'Tide Times');
  const owner = await visit(
    (await page.locator('#tides a', { hasText: 'Open draft' }).getAttribute('href')) ?? '',
  );
  sandbox.edit('tides', { html: '<!doctype html><title>Edited</title>' });
  await owner.waitForFunction(`document.title === 'Edited'`);
  await visitor.reload();
  assert.equal(await visitor.title(), 'Tide Times');
});

test('the page follows what happens within two seconds, and keeps what is being written, its place and the focus', async () => {
  sandbox.put({ slug: 'watched', files: toFiles('watched', ''), status: 'published' });
  const page = await visit(sandbox.pageUrl);
  const note = page.locator('#watched-note');
  await note.pressSequentially('Half a sen');
  await page.locator('#faults-text').fill('kind=nonsense');
  await note.focus();
  sandbox.edit('watched', { tagline: 'New on the page' });
  await page.locator('#watched', { hasText: 'New on the page' }).waitFor({ timeout: 2_000 });
  await note.pressSequentially('tence');
  assert.equal(await note.inputValue(), 'Half a sentence');
  // One form is sent: the other keeps what is in it, and is told what does not fit.
  await page.getByRole('button', { name: 'take down watched' }).click();
  await page.locator('#watched blockquote', { hasText: 'Half a sentence' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.closest("article")?.id'), 'watched');
  await page.getByRole('button', { name: 'Set the faults' }).click();
  await page.locator('[role=alert]', { hasText: '"kind" must be one of' }).waitFor();
  assert.equal(await page.locator('#faults-text').inputValue(), 'kind=nonsense');
  const remove = page.getByRole('button', { name: 'delete watched' });
  await remove.click();
  assert.equal(await page.locator('#watched-sure:invalid').count(), 1);
  await page.locator('#watched-sure').check();
  await remove.click();
  await page.locator('#watched').waitFor({ state: 'detached' });
});

test('a draft shows a notice in a bar, over whatever style it has, until it is mended', async () => {
  const html =
    '<!doctype html><title>Noticed</title><style>div { display: none !important; }</style>';
  sandbox.put({
    slug: 'noticed',
    files: new Map([...toFiles('noticed', ''), ['index.html', html]]),
  });
  const page = await visit(
    `http://noticed_draft.localhost:${new URL(sandbox.url).port}/a/noticed/`,
  );
  notices.set('noticed', 'index.html:1:1 warning: Über <b>');
  const bar = page.getByText('index.html:1:1 warning: Über <b>');
  await bar.waitFor({ state: 'visible', timeout: 2_000 });
  notices.set('noticed', '');
  await bar.waitFor({ state: 'detached', timeout: 2_000 });
});

test('the page has nothing that keeps people out, by axe, and fits into 360 pixels', async () => {
  const axe = createRequire(import.meta.url).resolve('axe-core');
  for (const isFull of [false, true]) {
    const slug = 'a-name-of-thirty-two-characters-';
    const files = new Map([
      ...toFiles('long', ''),
      [`assets/${'x'.repeat(190)}`, ''],
      ['instructions.md', 'x'.repeat(999)],
    ]);
    if (isFull) sandbox.put({ slug, files, status: 'published' });
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 360, height: 800 },
        bypassCSP: true,
      });
      const page = await context.newPage();
      await page.goto(sandbox.pageUrl);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.addScriptTag({ path: axe });
      const found = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))',
      );
      assert.deepEqual(found, []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    }
  }
});

test('an app cannot run on the origin of the page, read it, or use its controls', async () => {
  const page = sandbox.pageUrl;
  publish(
    'evil-app',
    `const read = (url, more) => () => fetch(url, more).then((response) => response.text());
    const attempts = {
      origin: () => location.origin,
      marked: read('${page}_sandbox/state', { headers: { 'x-sandbox': '1' } }),
      login: read('${page}', { credentials: 'include' }),
      api: read('${sandbox.url}/_sandbox/state'),
    };${tryAll}`,
  );
  const { port } = new URL(sandbox.url);
  for (const name of ['localhost', 'evil-app_draft.localhost']) {
    const victim = await visit(`http://${name}:${port}/a/evil-app/`);
    const { origin, ...others } = await readAttempts(victim);
    assert.equal(origin, `http://${name === 'localhost' ? 'evil-app.localhost' : name}:${port}`);
    assert.deepEqual(others, { marked: 'failed', login: 'failed', api: 'failed' });
    const [sent] = await Promise.all([
      victim.waitForResponse((response) => response.url() === `${page}_sandbox/reset`),
      victim.evaluate(`{
        const form = Object.assign(document.createElement('form'), { method: 'post', action: '${page}_sandbox/reset' });
        document.body.append(form);
        form.submit();
      }`),
    ]);
    assert.equal(sent.status(), 403);
    assert.notEqual(sandbox.store.find('evil-app'), undefined);
  }
});

test('one app cannot read the draft of another, in a browser that has both open', async () => {
  publish('shy-app', '');
  sandbox.edit('shy-app', { html: '<!doctype html><title>Secret</title>' });
  const { port } = new URL(sandbox.url);
  const draft = `http://shy-app_draft.localhost:${port}/a/shy-app/`;
  const owner = await visit(draft);
  assert.equal(await owner.title(), 'Secret');
  publish(
    'nosy-app',
    `const read = (url, mode) => () => fetch(url, { credentials: 'include', mode }).then((response) => response.text());
    const load = (name, look) => () => new Promise((resolve, reject) => {
      const element = document.createElement(name);
      element.onload = () => Promise.resolve(element).then(look).then(resolve, reject);
      element.onerror = reject;
      element.src = '${draft}';
      document.body.append(element);
    });
    const attempts = {
      cors: read('${draft}', 'cors'),
      opaque: read('${draft}', 'no-cors'),
      script: load('script', () => 'loaded'),
      frame: load('iframe', (frame) => frame.contentDocument.title),
    };${tryAll}`,
  );
  const nosy = await owner.context().newPage();
  await nosy.goto(`http://nosy-app.localhost:${port}/a/nosy-app/`);
  const done = Object.entries(await readAttempts(nosy)).filter(([, seen]) => seen !== 'failed');
  assert.deepEqual(done, []);
});
