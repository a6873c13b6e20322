import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readText, root } from '../../support/repository.ts';

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readText('package.json'));

/** Runs code before check-node.cjs, and it before a TypeScript file. */
function runOn(fake: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const temp = mkdtempSync(join(tmpdir(), 'check-node-'));
  try {
    const [first, file] = [join(temp, 'fake.cjs'), join(temp, 'script.ts')];
    writeFileSync(first, fake);
    writeFileSync(file, "const word: string = 'ran';\nconsole.log(word);\n");
    const args = ['-r', first, '-r', './scripts/check-node.cjs', file];
    return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  } finally {
    rmSync(temp, { recursive: true });
  }
}

function fakeNode(version: string, arch: string): string {
  return `
    Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    Object.defineProperty(process, 'arch', { value: '${arch}' });`;
}

test('a Node that is too old says what is needed, and that npm ci brings it', () => {
  const { status, stdout, stderr } = runOn(fakeNode('20.20.2', 'x64'));
  assert.deepEqual([status, stdout], [1, '']);
  assert.equal(stderr, 'This needs Node 24; this is 20.20. Run "npm ci", which brings it.\n');
});

test('where npm ci brings no Node, as on a Mac with Apple silicon, it says where to get one', () => {
  const { stderr } = runOn(fakeNode('22.1.0', 'arm64'));
  assert.equal(stderr, 'This needs Node 24; this is 22.1. Install it from https://nodejs.org.\n');
});

test('a Node that is new enough runs the script', () => {
  assert.deepEqual([runOn(fakeNode('24.0.0', 'x64')).stdout, runOn('').stdout], ['ran\n', 'ran\n']);
});

test('every script of package.json that runs TypeScript checks the Node first', () => {
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
  const typed = commands.filter((command) => /\.ts\b/.test(command));
  assert.ok(typed.length > 10);
  assert.deepEqual(
    typed.filter((command) => !command.startsWith('node -r ./scripts/check-node.cjs ')),
    [],
  );
});
