import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { listFiles, readText, root } from '../../support/repository.ts';

test('package.json lists every imported package, in the version that is tested here', () => {
  const { dependencies } = JSON.parse(readText('sandbox/package.json'));
  const { dependencies: runtime, devDependencies } = JSON.parse(readText('package.json'));
  // The build replaces this module by the document that it reads.
  const files = listFiles('sandbox', '.ts').filter((file) => !file.endsWith('/openapi.ts'));
  const modules = files.flatMap((file) => {
    const imports = readText(file).matchAll(
      /^(?:import|export) [^;]*?from '((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?';/gms,
    );
    return Array.from(imports, ([, name = '']) => name);
  });
  const tested = modules.map((name) => [name, runtime[name] ?? devDependencies[name]]);
  assert.deepEqual(
    dependencies,
    Object.fromEntries(tested.filter(([name]) => !name.startsWith('node'))),
  );
});

test('the built package runs without TypeScript', () => {
  assert.equal(spawnSync(process.execPath, [join(root, 'scripts', 'build-sandbox.ts')]).status, 0);
  const start = ['--no-experimental-strip-types', join(root, 'sandbox', 'start.js'), '--help'];
  assert.match(
    spawnSync(process.execPath, start, { encoding: 'utf8' }).stdout,
    /^Usage: npx miniapps-sandbox /,
  );
  assert.match(
    readText('sandbox/dist/openapi.js'),
    /^export const openapi = \{"openapi":"3\.1\.0",.*\};\n$/,
  );
});
