import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { quickStart } from '../../support/quick-start.ts';
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

test('the built package runs without TypeScript, and contains what its page loads', async (t) => {
  const env = { ...process.env, ...quickStart };
  const script = join(root, 'scripts', 'build-sandbox.ts');
  assert.equal(spawnSync(process.execPath, [script], { env }).status, 0);
  const entry = join(root, 'sandbox', 'start.js');
  const args = ['--no-experimental-strip-types', entry, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  // A signal that it handles would make it print among the results of the tests.
  t.after(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data', { signal: t.signal });
  const { page_url: pageUrl } = JSON.parse(line);
  const page = await (await fetch(pageUrl)).text();
  const addresses = Array.from(
    page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g),
    ([, path]) => path,
  );
  // The script of the page imports it.
  addresses.push('/assets/idiomorph.js');
  assert.deepEqual([...new Set(addresses)].sort(), [
    '/assets/icon.svg',
    '/assets/idiomorph.js',
    '/assets/page.css',
    '/assets/page.js',
    '/assets/pico.css',
  ]);
  for (const path of addresses) {
    const file = join(root, 'sandbox', 'dist', 'page', path?.split('/').at(-1) ?? '');
    const response = await fetch(new URL(path ?? '', pageUrl));
    assert.equal(await response.text(), readFileSync(file, 'utf8'));
  }
  assert.match(
    readText('sandbox/dist/api/openapi.js'),
    /^export const openapi = \{"openapi":"3\.1\.0",.*\};\n$/,
  );
});
