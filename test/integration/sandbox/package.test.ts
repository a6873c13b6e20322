import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..', '..');
const sandbox = join(root, 'sandbox');
const sources = readdirSync(sandbox).filter((name) => name.endsWith('.ts'));
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The modules that a source names in an import, types too. */
function listImports(name: string): readonly string[] {
  const text = readFileSync(join(sandbox, name), 'utf8');
  return Array.from(text.matchAll(/^(?:import|export) [^;]*?from '([^']+)';/gms), ([, module = '']) => module);
}

/** Runs a script as a Node that cannot run TypeScript would. */
function run(script: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-experimental-strip-types', script, ...args], {
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

test('the package names the packages that its sources import, in the versions that are tested here', () => {
  const { dependencies } = readJson('sandbox/package.json');
  const { dependencies: runtime, devDependencies } = readJson('package.json');
  const modules = sources.flatMap(listImports).filter((name) => !/^(node:|\.)/.test(name));
  const names = modules.map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  assert.deepEqual([...new Set(names)].sort(), Object.keys(dependencies).sort());
  for (const [name, version] of Object.entries(dependencies)) {
    assert.equal(version, runtime[name] ?? devDependencies[name], name);
  }
});

test('without TypeScript and without a build it says in one line what it needs', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(sandbox, 'start.js'), join(folder, 'start.mjs'));
  const { status, output } = run(join(folder, 'start.mjs'));
  assert.equal(status, 1);
  assert.match(output, /^The sandbox runs .* Node 22\.18 .* npm run build:sandbox\.\n$/);
});

test('the build runs without TypeScript, and has the files of the page', () => {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build-sandbox.ts')]);
  assert.equal(status, 0);
  assert.match(run(join(sandbox, 'start.js'), '--help').output, /^Usage: /);
  assert.deepEqual(readdirSync(join(sandbox, 'dist', 'page')), readdirSync(join(sandbox, 'page')));
  const { bin, exports: entry, files } = readJson('sandbox/package.json');
  assert.deepEqual(
    [dirname(entry['.'].default), Object.values(bin), files],
    ['./dist', ['start.js'], ['dist', 'start.js']],
  );
});
