import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { serveFolder } from '../../../sandbox/dev.ts';
import { createSandbox } from '../../../sandbox/sandbox.ts';

const sound = { 'service.json': '{"name": "Tides"}', 'index.html': '<title>Tides</title>' };

async function open(t: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), 'dev-'));
  const folder = join(parent, 'My Tides!');
  const write = async (files: Readonly<Record<string, string | Uint8Array>>) => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  };
  const left = { '.git/config': 'x', 'node_modules/a/b.js': 'x' };
  await write({ ...sound, ...left, 'assets/dot.png': Buffer.of(0x89, 0x50) });
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

test('a folder is a draft with what a deploy sends, and follows its files', { timeout: 10_000 }, async (t) => {
  const { sandbox, served, problems, write, changed } = await open(t);
  assert.equal(served.slug, 'my-tides-');
  const draft = { ...sound, 'assets/dot.png': 'data:image/png;base64,iVA=' };
  const app = sandbox.store.find(served.slug);
  assert.deepEqual([app?.owner, app?.draft], ['developer', new Map(Object.entries(draft))]);
  const follow = async (): Promise<void> => {
    // A file may be read while it is written: the next change reads it again.
    while (sandbox.store.find(served.slug)?.draft.get('assets/a.css') !== 'a {}') await changed();
  };
  await Promise.all([follow(), write({ 'assets/a.css': 'a {}' })]);
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
  sandbox.put({ slug: 'other', files: new Map(Object.entries(sound)) });
  sandbox.edit('other', { tagline: 'x' });
  await write({ 'index.html': '<title>New</title>' });
  assert.equal((await told?.read())?.value, 'data: changed\n\n');
  await told?.cancel();
});
