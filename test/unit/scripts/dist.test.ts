import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readText, root } from '../../support/repository.ts';

const dist = readdirSync(join(root, 'dist'));
const code = dist.filter((name) => name.endsWith('.js')).map((name) => readText(`dist/${name}`));
const licenses = readText('dist/licenses.txt');
const lock: { readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>> } =
  JSON.parse(readText('package-lock.json'));
const runtime = Object.entries(lock.packages).filter(([path, { dev, optional }]) => path !== '' && !dev && !optional);

/** Whether a file was taken into the bundle: found by its longest line, which nobody else writes by chance. */
function isBundled(path: string): boolean {
  const lines = readText(path).split('\n');
  const plain = lines.map((line) => line.trim()).filter((line) => /^[\x20-\x7e]{40,}$/.test(line));
  const longest = plain.reduce((best, line) => (line.length > best.length ? line : best), '');
  return longest !== '' && code.some((text) => text.includes(longest));
}

test('dist/ has the chunks that its loader asks for, each under a name that says what it is, and no others', () => {
  const [, table = '{}'] = /return \((\{"\d+":.*\})\)\[chunkId\];/.exec(readText('dist/index.js')) ?? [];
  const chunks: readonly string[] = Object.values(JSON.parse(table));
  assert.deepEqual(dist.toSorted(), ['index.js', 'licenses.txt', 'package.json', ...chunks].sort());
  for (const name of chunks) assert.match(name, /^[a-z][a-z0-9-]*\.js$/);
});

test('dist/licenses.txt has the licenses of all packages in the bundle, those of parts of a package too', () => {
  const bundled = runtime.flatMap(([path]) => {
    const files = globSync('**/*.{js,cjs,mjs}', { cwd: join(root, path), exclude: (name) => name === 'node_modules' });
    return files.map((name) => ({ path, file: join(path, name) })).filter(({ file }) => isBundled(file));
  });
  assert.ok(bundled.length > 50, `${bundled.length} files of packages were found in the bundle`);
  for (const { path, file } of bundled) {
    assert.ok(licenses.split('\n').includes(path.replace(/^.*node_modules\//, '')), file);
    for (let folder = dirname(file); folder.length >= path.length; folder = dirname(folder)) {
      for (const name of globSync('LICEN[CS]E{,.md,.txt}', { cwd: join(root, folder) })) {
        assert.ok(licenses.includes(readText(join(folder, name)).trimEnd()), `${join(folder, name)}, for ${file}`);
      }
    }
  }
});

test('dist/licenses.txt has the license of llhttp, which undici brings without one', () => {
  assert.ok(code.some((text) => text.includes('wasm_on_headers_complete')));
  assert.ok(licenses.includes(readText('scripts/licenses/llhttp.txt').trimEnd()));
});
