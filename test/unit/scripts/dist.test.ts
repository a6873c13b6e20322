import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { collectLicenses } from '../../../scripts/licenses.ts';
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

test('dist/ has the chunks that its loader asks for, and no others', () => {
  const [, table = '{}'] = /return \((\{"\d+":.*\})\)\[chunkId\];/.exec(readText('dist/index.js')) ?? [];
  const chunks: readonly string[] = Object.values(JSON.parse(table));
  assert.ok(chunks.length > 0);
  assert.deepEqual([...dist].sort(), ['index.js', 'licenses.txt', 'package.json', ...chunks].sort());
  assert.deepEqual(
    chunks.filter((name) => !/^[a-z][a-z0-9-]*\.js$/.test(name)),
    [],
    'every chunk has a name that says what it is',
  );
});

test('dist/licenses.txt has the licenses of all packages in the bundle, those of parts of a package too', () => {
  let found = 0;
  for (const [path] of runtime) {
    const files = globSync('**/*.{js,cjs,mjs}', { cwd: join(root, path), exclude: (name) => name === 'node_modules' });
    for (const file of files.map((name) => join(path, name)).filter(isBundled)) {
      found += 1;
      for (let folder = dirname(file); folder.length >= path.length; folder = dirname(folder)) {
        for (const name of globSync('LICEN[CS]E{,.md,.txt}', { cwd: join(root, folder) })) {
          assert.ok(licenses.includes(readText(join(folder, name)).trimEnd()), `${join(folder, name)}, for ${file}`);
        }
      }
      const name = path.replace(/^.*node_modules\//, '');
      assert.ok(licenses.split('\n').includes(name), `${name}, for ${file}`);
    }
  }
  assert.ok(found > 50, `${found} files of packages were found in the bundle`);
});

test('dist/licenses.txt has the license of llhttp, which undici brings without one', () => {
  assert.ok(code.some((text) => text.includes('wasm_on_headers_complete')));
  assert.ok(licenses.includes(readText('scripts/licenses/llhttp.txt').trimEnd()));
});

test('licenses are gathered up to the root of the package, once each, and not for files of ours', () => {
  const files = ['node_modules/undici/lib/web/fetch/body.js', 'node_modules/undici/index.js', 'src/main.ts'];
  const text = collectLicenses(files.map((file) => join(root, file)));
  assert.match(text, /^undici\nMIT\n/);
  assert.equal(text.split('Ethan Arrowood').length, 2);
  assert.equal(text.split('Matteo Collina').length, 2);
  assert.doesNotMatch(text, /llhttp/);
  assert.equal(collectLicenses([join(root, 'src', 'main.ts')]), '');
});
