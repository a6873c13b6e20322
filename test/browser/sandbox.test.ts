import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { DraftNotices } from '../../sandbox/dev/draft-notices.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/server.ts';
import { launchBrowser } from '../../scripts/launch-browser.ts';
import { runStep } from '../../scripts/runner/step.ts';

const workspace = join(import.meta.dirname, '..', '..', 'examples');
let browser: Browser;
let sandbox: RunningSandbox;
const notices = new DraftNotices();

before(async () => {
  browser = await launchBrowser([
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ]);
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

test('an app that the action deployed and submitted can be approved by keyboard only', async () => {
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
  /** Presses Tab until an element with this name has the focus, and returns how often. */
  const tabTo = async (name: string): Promise<number> => {
    for (let count = 1; count < 60; count += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(
        `(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()`,
      );
      const label = await page.evaluate('document.activeElement.ariaLabel');
      if (focused === name || label === name) return count;
    }
    assert.fail(`No Tab leads to ${name}.`);
  };
  assert.equal(await tabTo('Skip to content'), 1);
  await page.keyboard.press('Enter');
  await tabTo('Review tides');
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Tide Times' }).waitFor();
  await tabTo('Note to the developer');
  await page.keyboard.type('<b>Lovely.');
  await tabTo('Approve');
  await page.keyboard.press('Enter');
  await page.locator('h1 .label', { hasText: 'Published' }).waitFor();
  await page.locator('.history blockquote', { hasText: '<b>Lovely.' }).waitFor();
  await page.locator('#done', { hasText: 'Done: Approve' }).waitFor({ state: 'attached' });
  // The button is gone: the focus stays in its section.
  assert.equal(await page.evaluate('document.activeElement.closest("section")?.id'), 'review');

  const { port } = new URL(sandbox.url);
  const visitor = await visit(`http://tides.localhost:${port}/a/tides/`);
  assert.equal(await visitor.title(), 'Tide Times');
  // The address that the deploy printed opens the draft.
  const owner = await visit(outputs['url'] ?? '');
  assert.equal(new URL(owner.url()).hostname, 'tides_draft.localhost');
  sandbox.edit('tides', { html: '<!doctype html><title>Edited</title>' });
  await owner.waitForFunction(`document.title === 'Edited'`);
  await visitor.reload();
  assert.equal(await visitor.title(), 'Tide Times');
});

test('the page updates without a reload, and keeps form input, opened details and focus', async () => {
  sandbox.put({ slug: 'watched', files: toFiles('watched', ''), status: 'published' });
  const page = await visit(`${sandbox.pageUrl}apps/watched`);
  const note = page.locator('#note');
  await note.pressSequentially('Half a sen');
  await page.locator('#deletion summary').click();
  await note.focus();
  sandbox.edit('watched', { tagline: 'New on the page' });
  await page.getByText('New on the page').first().waitFor({ timeout: 20_000 });
  await note.pressSequentially('tence');
  assert.equal(await note.inputValue(), 'Half a sentence');
  assert.equal(await page.locator('#deletion').getAttribute('open'), '');

  // One form is sent, and the other one keeps what is in it.
  await page.locator('#tagline').fill('Not sent yet');
  await page.getByRole('button', { name: 'Take down' }).click();
  await page.locator('.history blockquote', { hasText: 'Half a sentence' }).waitFor();
  assert.equal(await page.locator('#tagline').inputValue(), 'Not sent yet');
  const remove = page.getByRole('button', { name: 'Delete' });
  await remove.click();
  assert.equal(await page.locator('#sure:invalid').count(), 1);
  await page.locator('#sure').check();
  await remove.click();
  await page.waitForURL(sandbox.pageUrl);
  assert.equal(await page.locator('#app-watched').count(), 0);
});

test('an invalid form shows the reason and keeps its fields until it is fixed', async () => {
  const page = await visit(`${sandbox.pageUrl}faults`);
  const faults = page.locator('#faults');
  const replace = page.getByRole('button', { name: 'Replace all' });
  await faults.fill('kind=nonsense');
  await replace.click();
  await page.locator('[role=alert]', { hasText: '"kind" must be one of' }).waitFor();
  assert.equal(await faults.inputValue(), 'kind=nonsense');
  await faults.fill('kind=slow,ms=1');
  await replace.click();
  await page.locator('#on code', { hasText: 'kind=slow,ms=1' }).waitFor();
  assert.equal(await page.locator('[role=alert]').textContent(), '');
  await page.getByRole('button', { name: 'Lag of 5 s' }).click();
  await page.locator('#on code', { hasText: 'kind=stale,' }).waitFor();
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await page.getByText('No fault is on.').waitFor();
});

test('the reason why a form was refused is scrolled into view', async () => {
  const page = await visit(`${sandbox.pageUrl}settings`);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.locator('#terms-version').fill('not a version');
  await page.locator('#terms button').click();
  const alert = page.locator('[role=alert]', { hasText: '"terms_version" must be' });
  await alert.waitFor();
  const header = (await page.locator('body > header').boundingBox())?.height ?? 0;
  const { y = 0, height = 0 } = (await alert.boundingBox()) ?? {};
  assert.ok(y >= header && y + height <= 600, `${y} ${height}, below a header of ${header}`);
});

test('each control that can have the focus shows it', async () => {
  const page = await visit(`${sandbox.pageUrl}faults`);
  const seen: string[] = [];
  for (let look = ''; !look.startsWith('BODY'); seen.push(look)) {
    await page.keyboard.press('Tab');
    look = await page.evaluate(`{
      const { nodeName, className } = document.activeElement;
      [nodeName, className, getComputedStyle(document.activeElement).outlineStyle].join(' ');
    }`);
  }
  assert.ok(seen.includes('BUTTON quiet solid'), seen.join(', '));
  const hidden = seen.slice(0, -1).filter((look) => !look.endsWith(' solid'));
  assert.deepEqual(hidden, []);
});

test('the lines of an empty sandbox are copied as they work, and the sample app can be tried', async (t) => {
  const empty = await startSandbox();
  t.after(() => empty.close());
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(empty.pageUrl);
  await page.locator('[data-copy=first-steps]').click();
  await page.getByText('Copied').first().waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  assert.match(String(copied), new RegExp(`MINIAPPS_API_KEY='${empty.keys[0]}'\\nnpx miniapp`));
  await page.getByRole('button', { name: 'Add the sample app' }).click();
  await page.getByRole('link', { name: 'Review sample' }).click();
  const frame = page.frameLocator('iframe').first();
  await frame.getByRole('heading', { name: 'It works' }).waitFor({ state: 'attached' });
});

test('requests can be searched, limited to changes, and cleared', async () => {
  sandbox.put({ slug: 'kept', files: toFiles('kept', '') });
  const headers = { authorization: `Bearer ${sandbox.keys[0]}` };
  await fetch(`${sandbox.url}/api/miniapps/nowhere`, { headers });
  await fetch(`${sandbox.url}/api/miniapps/nowhere`, { headers, method: 'DELETE' });
  const page = await visit(`${sandbox.pageUrl}requests`);
  const rows = page.locator('.requests li');
  await page.locator('#search').fill('nowhere');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search=nowhere/);
  // The address changes a moment before the rows do.
  await rows.nth(2).waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 2);
  await page.locator('#changes').check();
  await page.waitForURL(/method=changes/);
  await rows.nth(1).waitFor({ state: 'detached' });
  assert.match(String(await rows.textContent()), /404 DELETE .*not_found/s);
  await page.goBack();
  await rows.nth(1).waitFor();
  assert.equal(await page.locator('#changes').isChecked(), false);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('No request yet').waitFor();
  assert.notEqual(sandbox.store.find('kept'), undefined);
});

test('a request opens next to the list, which keeps its position and updates', async () => {
  const headers = { authorization: `Bearer ${sandbox.keys[0]}` };
  const send = () => fetch(`${sandbox.url}/api/miniapps`, { headers });
  for (let count = 0; count < 60; count += 1) await send();
  const page = await visit(`${sandbox.pageUrl}requests`);
  await page.locator('.requests a').nth(40).click();
  await page.locator('#request h2', { hasText: 'GET /api/miniapps' }).waitFor();
  const chosen = page.locator('.requests [aria-current]');
  const readPlace = async () => Math.round((await chosen.boundingBox())?.y ?? 0);
  const place = await readPlace();
  const last = (await page.locator('.requests li').first().getAttribute('id')) ?? '';
  await send();
  await page.locator(`.requests li:first-child:not(#${last})`).waitFor();
  assert.equal(await readPlace(), place);
  await page.goBack();
  await page.getByText('Choose a request').waitFor();
});

test('a draft shows a warning bar, whatever its CSS, until the problem is fixed', async () => {
  const html =
    '<!doctype html><title>Noticed</title><style>div { display: none !important; }</style>';
  sandbox.put({
    slug: 'noticed',
    files: new Map([...toFiles('noticed', ''), ['index.html', html]]),
  });
  const page = await visit(
    `http://noticed_draft.localhost:${new URL(sandbox.url).port}/a/noticed/`,
  );
  notices.setProblems('noticed', ['index.html:1:1 warning: Über <b>']);
  const bar = page.getByText('index.html:1:1 warning: Über <b>');
  await bar.waitFor({ state: 'visible', timeout: 20_000 });
  notices.setProblems('noticed', []);
  await bar.waitFor({ state: 'detached', timeout: 20_000 });
});

test('the warning bar of a draft names each missing file, and the existing file that was probably meant', async () => {
  const html = '<!doctype html><title>Missing</title><img src="cat.png" alt="">';
  const files = new Map([...toFiles('missing', ''), ['index.html', html]]);
  sandbox.put({
    slug: 'missing',
    files: new Map([...files, ['assets/img/cat.png', 'data:image/png;base64,aGk=']]),
  });
  const page = await visit(
    `http://missing_draft.localhost:${new URL(sandbox.url).port}/a/missing/`,
  );
  const bar = page.getByText('404 /a/missing/cat.png: the folder has assets/img/cat.png.');
  await bar.waitFor({ state: 'visible', timeout: 20_000 });
});

test('every page passes axe, fits a 360 px viewport, and loads nothing from other hosts', async (t) => {
  const axe = createRequire(import.meta.url).resolve('axe-core');
  const slug = 'a-name-of-thirty-two-characters-';
  const files = new Map([
    ...toFiles('long', ''),
    [`assets/${'x'.repeat(190)}`, ''],
    ['assets/a.png', 'data:image/png;base64,aGk='],
    ['instructions.md', 'x'.repeat(999)],
  ]);
  const full = await startSandbox();
  t.after(() => full.close());
  const empty = await startSandbox();
  t.after(() => empty.close());
  full.put({ slug, files, status: 'published' });
  full.edit(slug, { html: '<!doctype html><title>y</title>' });
  full.move(slug, 'submit');
  const headers = { authorization: `Bearer ${full.keys[0]}` };
  await fetch(`${full.url}/api/miniapps/${slug}`, { headers });
  full.configure({ preset: 'strange' });
  full.faults.set([{ kind: 'slow', ms: 1 }, { kind: 'error' }]);
  await fetch(`${full.url}/api/miniapps/${slug}`, { headers });
  const paths = ['', `apps/${slug}`, 'requests/1', 'requests/2', 'requests', 'faults', 'settings'];
  const hosts = new Set<string>();
  for (const { pageUrl } of [empty, full]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 360, height: 800 },
        bypassCSP: true,
      });
      context.on('request', (request) => hosts.add(new URL(request.url()).hostname));
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(pageUrl + path);
        await page.evaluate(
          "for (const details of document.querySelectorAll('details')) details.open = true",
        );
        await page.addScriptTag({ path: axe });
        // The frames show apps, which are not the sandbox's own pages.
        const found = await page.evaluate(`axe.run({ exclude: ['iframe'] }).then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`);
        assert.deepEqual(found, [], `${colorScheme} /${path}`);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path);
      }
      await context.close();
    }
  }
  const expected = ['localhost', `${slug}.localhost`, `${slug}_draft.localhost`];
  assert.deepEqual([...hosts].sort(), expected.sort());
});

test('the preview of an app cannot leave its frame, open a window, or read the page', async () => {
  publish(
    'framed',
    `const attempts = {
      parent: () => parent.document.title,
      top: () => { top.location = 'about:blank'; },
      popup: () => open('about:blank').closed,
    };${tryAll}`,
  );
  const page = await visit(`${sandbox.pageUrl}apps/framed`);
  const seen = page.frameLocator('iframe').first().locator('#seen:not(:empty)');
  await seen.waitFor({ state: 'attached' });
  assert.deepEqual(JSON.parse((await seen.textContent()) ?? ''), {
    parent: 'failed',
    top: 'failed',
    popup: 'failed',
  });
  assert.equal(page.url(), `${sandbox.pageUrl}apps/framed`);
});

test('a preview that repeatedly takes the focus is stopped until its app changes', async () => {
  const script = `
    const input = document.createElement('input');
    document.body.append(input);
    setInterval(() => { focus(); input.focus(); }, 50);`;
  publish('thief', script);
  const page = await visit(`${sandbox.pageUrl}apps/thief`);
  const note = page.locator('#note');
  await note.click();
  const stopped = page.locator('iframe[data-stopped]');
  await stopped.nth(1).waitFor();
  await note.pressSequentially('Still here', { delay: 100 });
  assert.equal(await note.inputValue(), 'Still here');
  sandbox.edit('thief', { html: '<!doctype html><title>Honest</title>' });
  await page.locator('iframe[id$="-2"]:not([data-stopped])').waitFor();
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
    assert.equal(origin, `http://evil-app_draft.localhost:${port}`);
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

test('an app cannot read the draft of another app, even if the browser has both open', async () => {
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
