import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { serveFolder } from '../../../sandbox/dev.ts';
import { createSandbox } from '../../../sandbox/sandbox.ts';

async function open(t: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), 'dev-'));
  const folder = join(parent, 'My Tides!');
  const write = async (files: Readonly<Record<string, string | Uint8Array>>) => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  };
  await write({
    'service.json': '{"name": "Tides"}',
    'index.html': '<title>Tides</title>',
    'assets/dot.png': Buffer.of(0x89, 0x50),
    '.git/config': 'x',
    'node_modules/a/b.js': 'x',
  });
  const sandbox = createSandbox({ reloads: true });
  const problems: (readonly string[])[] = [];
  const served = serveFolder(folder, { sandbox, onProblems: (found) => problems.push(found), quietMs: 0 });
  t.after(async () => {
    served.close();
    await rm(parent, { recursive: true });
  });
  const changed = () => new Promise((resolve) => sandbox.store.watch(resolve));
  return { sandbox, served, problems, write, changed };
}

test('a folder is a draft with what a deploy sends, and follows its files', async (t) => {
  const { sandbox, served, problems, write, changed } = await open(t);
  assert.equal(served.slug, 'my-tides-');
  assert.deepEqual(
    sandbox.store.find(served.slug)?.draft,
    new Map([
      ['assets/dot.png', 'data:image/png;base64,iVA='],
      ['index.html', '<title>Tides</title>'],
      ['service.json', '{"name": "Tides"}'],
    ]),
  );
  const change = changed();
  await write({ 'assets/a.css': 'a {}' });
  await change;
  assert.equal(sandbox.store.find(served.slug)?.draft.size, 4);
  assert.deepEqual(problems.at(-1), []);
});

test('a page is told when its draft has changed, and no other app', async (t) => {
  const { sandbox, served, write } = await open(t);
  const host = `http://${served.slug}.localhost/a/${served.slug}/`;
  const headers = { cookie: `draft=${sandbox.toPreviewToken(served.slug)}` };
  const page = await (await sandbox.fetch(new Request(host, { headers }))).text();
  assert.match(page, /^<title>Tides<\/title><script>new EventSource\('_changes'\)/);
  const { body } = await sandbox.fetch(new Request(`${host}_changes`, { headers }));
  const told = body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await told?.read())?.value, ':\n\n');
  sandbox.put({
    slug: 'other',
    files: new Map(Object.entries({ 'service.json': '{"name":"x"}', 'index.html': '<title>x</title>' })),
  });
  sandbox.edit('other', { tagline: 'x' });
  await write({ 'index.html': '<title>New</title>' });
  assert.equal((await told?.read())?.value, 'data: changed\n\n');
  await told?.cancel();
});

test('a sandbox that serves no folder adds nothing to a page', async () => {
  const sandbox = createSandbox();
  const files = { 'service.json': '{"name":"x"}', 'index.html': '<title>x</title>' };
  sandbox.put({ slug: 'tides', files: new Map(Object.entries(files)), status: 'published' });
  const response = await sandbox.fetch(new Request('http://tides.localhost/a/tides/'));
  assert.equal(await response.text(), files['index.html']);
});
