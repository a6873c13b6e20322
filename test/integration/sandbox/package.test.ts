import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listFiles, readText, root } from '../../support/repository.ts';

const sandbox = join(root, 'sandbox');

/** Runs a script as a Node that cannot run TypeScript would. */
function run(script: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const flags = ['--no-experimental-strip-types', script, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

test('the package names the packages that its sources import, in the versions that are tested here', () => {
  const { dependencies } = JSON.parse(readText('sandbox/package.json'));
  const { dependencies: runtime, devDependencies } = JSON.parse(readText('package.json'));
  const modules = listFiles('sandbox', '.ts').flatMap((file) => {
    const imports = readText(file).matchAll(/^(?:import|export) [^;]*?from '((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?';/gms);
    return Array.from(imports, ([, name = '']) => name);
  });
  assert.deepEqual([...new Set(modules)].sort(), Object.keys(dependencies).sort());
  const tested = Object.keys(dependencies).map((name) => [name, runtime[name] ?? devDependencies[name]]);
  assert.deepEqual(dependencies, Object.fromEntries(tested));
});

test('without TypeScript and without a build it says in one line what it needs', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(sandbox, 'start.js'), join(folder, 'start.mjs'));
  const { status, output } = run(join(folder, 'start.mjs'));
  assert.equal(status, 1);
  assert.match(output, /^The sandbox runs .* Node 22\.18 .* npm run build:sandbox\.\n$/);
});

test('the build runs without TypeScript', () => {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build-sandbox.ts')]);
  assert.equal(status, 0);
  assert.match(run(join(sandbox, 'start.js'), '--help').output, /^Usage: /);
});
