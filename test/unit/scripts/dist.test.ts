import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { listFiles, readText, root } from '../../support/repository.ts';

const code = listFiles('dist', '.js').map(readText);
const licenses = readText('dist/licenses.txt');
const lock: {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly optional?: boolean }>
  >;
} = JSON.parse(readText('package-lock.json'));

/** True if a file is in the bundle. It is recognized by its longest line, which is unique. */
function isBundled(path: string): boolean {
  const lines = Array.from(
    readText(path).matchAll(/^\s*([\x20-\x7e]{40,}?)\s*$/gm),
    ([, line = '']) => line,
  );
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best), '');
  return longest !== '' && code.some((text) => text.includes(longest));
}

test('dist/licenses.txt has the licenses of all bundled packages and of code embedded in them', () => {
  const bundled = Object.entries(lock.packages).flatMap(([path, { dev, optional }]) => {
    if (path === '' || dev || optional) return [];
    const files = globSync('**/*.{js,cjs,mjs}', {
      cwd: join(root, path),
      exclude: (name) => name === 'node_modules',
    });
    return files
      .map((name) => ({ path, file: join(path, name) }))
      .filter(({ file }) => isBundled(file));
  });
  assert.ok(bundled.length > 50, `${bundled.length} files of packages were found in the bundle`);
  for (const { path, file } of bundled) {
    assert.match(
      licenses,
      new RegExp(`^(?:node_modules/)?${path.replace(/^.*node_modules\//, '')}(?:/|$)`, 'm'),
      file,
    );
    for (let folder = dirname(file); folder.length >= path.length; folder = dirname(folder)) {
      for (const name of globSync('LICEN[CS]E{,.md,.txt}', { cwd: join(root, folder) })) {
        assert.ok(
          licenses.includes(readText(join(folder, name)).trimEnd()),
          `${join(folder, name)}, for ${file}`,
        );
      }
    }
  }
  // undici embeds llhttp without its license.
  assert.ok(licenses.includes(readText('scripts/licenses/llhttp.txt').trimEnd()));
});
