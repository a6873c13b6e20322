import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { serveFolder } from '../../../sandbox/dev.ts';
import { createSandbox } from '../../../sandbox/sandbox.ts';

const timeout = 10_000;

test('a folder is a draft with what a deploy sends; it follows its files, which its page asks for', {
  timeout,
}, async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'dev-'));
  const folder = join(parent, 'My Tides!');
  for (const path of ['assets', 'node_modules']) mkdirSync(join(folder, path), { recursive: true });
  const write = (path: string, content: string | Uint8Array) => writeFileSync(join(folder, path), content);
  const sound = { 'service.json': '{"name": "Tides"}', 'index.html': '<title>Tides</title>' };
  for (const [path, content] of Object.entries(sound)) write(path, content);
  for (const path of ['.env', 'node_modules/a.js']) write(path, 'x');
  write('assets/dot.png', Buffer.of(0x89, 0x50));
  const sandbox = createSandbox({ reloads: true });
  const problems: (readonly string[])[] = [];
  const served = serveFolder(folder, sandbox, (found) => problems.push(found));
  t.after(() => rmSync(parent, { recursive: true }));
  t.after(() => served.close());

  const draft = new Map(Object.entries({ ...sound, 'assets/dot.png': 'data:image/png;base64,iVA=' }));
  assert.partialDeepStrictEqual(sandbox.store.find('my-tides-'), { owner: 'developer', draft });
  assert.deepEqual(problems, [[]]);
  const look = async () => {
    const draft = new Request(`http://${served.slug}_draft.localhost/a/${served.slug}/`);
    const { headers, body } = await sandbox.fetch(draft);
    return [headers.get('x-version'), body && (await text(body))];
  };
  const [version, page] = await look();
  assert.equal(version, '1');
  assert.match(page ?? '', /^<title>Tides<\/title><script>.*fetch\(address, .*location\.reload\(\)/s);
  write('index.html', '<title></title>');
  while ((await look())[0] === '1') await setTimeout(10);
  assert.match(problems.at(-1)?.[0] ?? '', /^index\.html:1: The title of the page is empty\./);
});
