import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readText, root } from '../../support/repository.ts';

/** What check-node.cjs says on a Mac with this Node. */
function check(version: string, arch: string) {
  const fake = `
    Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    Object.defineProperty(process, 'arch', { value: '${arch}' });
    require('./scripts/check-node.cjs');`;
  const { status, stderr } = spawnSync(process.execPath, ['--eval', fake], { cwd: root, encoding: 'utf8' });
  return { status, stderr };
}

test('a Node that is too old says what is needed, and where to get it; one that is new enough says nothing', () => {
  const needed = 'This needs Node 24; this is';
  assert.deepEqual(check('20.20.2', 'x64'), { status: 1, stderr: `${needed} 20.20. Run "npm ci", which brings it.\n` });
  const install = 'Install it from https://nodejs.org.';
  assert.deepEqual(check('22.1.0', 'arm64'), { status: 1, stderr: `${needed} 22.1. ${install}\n` });
  assert.deepEqual(check('24.0.0', 'x64'), { status: 0, stderr: '' });
});

test('every script of package.json that runs TypeScript checks the Node first', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readText('package.json'));
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
  const typed = commands.filter((command) => /\.ts\b/.test(command));
  assert.ok(typed.length > 0);
  for (const command of typed) assert.match(command, /^node -r \.\/scripts\/check-node\.cjs /);
});
