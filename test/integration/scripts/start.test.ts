import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../support/repository.ts';

const here = { version: '1.0.0', integrity: 'sha512-a' };
const lock = {
  '': {},
  'node_modules/a': here,
  'node_modules/other-platform': { ...here, optional: true },
};

/**
 * Runs a script of a small repository through `scripts/start.cjs`; what npm would have been asked
 * is printed.
 */
function start(
  installed: object | null,
  { event = 'demo', hasTests = true, npm = 'npm-cli.js' } = {},
): readonly string[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'start ü-'));
  const write = (path: string, text: string) => writeFileSync(join(folder.path, path), text);
  for (const name of ['scripts', 'node_modules', ...(hasTests ? ['test'] : [])])
    mkdirSync(join(folder.path, name));
  cpSync(join(root, 'scripts', 'start.cjs'), join(folder.path, 'scripts', 'start.cjs'));
  write('package-lock.json', JSON.stringify({ packages: lock }));
  if (installed !== null)
    write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  write('npm-cli.js', "console.log(process.argv.slice(2).join(' '))");
  write('script.js', "console.log('the script ran')");
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['-r', './scripts/start.cjs', 'script.js'],
    {
      cwd: folder.path,
      env: {
        npm_lifecycle_event: event,
        npm_execpath: join(folder.path, npm),
        npm_node_execpath: process.execPath,
      },
      encoding: 'utf8',
    },
  );
  return [...`${stderr}${stdout}`.trimEnd().split('\n'), `exit code ${status}`];
}

const differs = 'node_modules/ does not match package-lock.json';
const installs = [
  `${differs}: running "npm ci"…`,
  'ci --no-fund --no-audit',
  'the script ran',
  'exit code 0',
];

test('npm scripts install packages only if node_modules differs from the lock file', () => {
  assert.deepEqual(start({ 'node_modules/a': here }), ['the script ran', 'exit code 0']);
  for (const installed of [
    null,
    {},
    { 'node_modules/a': { ...here, integrity: 'sha512-b' } },
    { 'node_modules/a': here, 'node_modules/b': here },
  ]) {
    assert.deepEqual(start(installed), installs);
  }
});

test('without npm, or in the source archive without tests, npm scripts fail with a message of one sentence', () => {
  assert.deepEqual(start(null, { npm: 'yarn.js' }), [`${differs}. Run "npm ci".`, 'exit code 1']);
  const noTests = 'The source archive has no tests. Clone the repository to run them.';
  for (const event of ['test', 'test:unit', 'test:action']) {
    assert.deepEqual(start(null, { event, hasTests: false }), [noTests, 'exit code 1']);
  }
});
