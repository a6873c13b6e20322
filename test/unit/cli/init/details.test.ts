import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findManager, listRunWords, toFolderWords } from '../../../../cli/init/packages.ts';
import { app, assertExitCode, below, callInit } from './projects.ts';

const home = mkdtempSync(join(tmpdir(), 'details-'));
after(() => rmSync(home, { recursive: true }));

test('the build of another folder is called as its package manager takes it', async () => {
  const calls: string[] = [];
  for (const lock of ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock']) {
    const folder = join(home, lock);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, lock), '');
    const manager = await findManager(folder, folder);
    const words = listRunWords(manager, 'build', []);
    assert.deepEqual(toFolderWords(manager, words, '.'), words);
    calls.push(toFolderWords(manager, words, 'web').join(' '));
  }
  assert.deepEqual(calls, [
    'npm --prefix web run build',
    'pnpm -C web run build',
    'yarn --cwd web run build',
    'bun run --cwd web build',
  ]);
});

test('with --dry-run, an app is checked only if it lacks no file', async () => {
  const files = { ...app, 'service.json': '{' };
  const call = await callInit({ name: 'dry', files, args: ['--dry-run'] });
  assertExitCode(call, 1);
  assert.match(call.stdout, /^A deploy would reject \.: fix the problems listed above\.$/m);
  const lacking = await callInit({
    name: 'dry',
    files: { 'index.html': '---\n---\n' },
    args: ['--dry-run'],
  });
  assertExitCode(lacking, 0);
});

test('a script of more than a megabyte is not searched for files that git ignores', async () => {
  const script = "fetch('./main.wasm');";
  const files = { '.gitignore': '*.wasm\n', ...below('app', { ...app, 'main.wasm': '' }) };
  for (const [padding, exitCode] of [
    [900_000, 1],
    [1_000_000, 0],
  ] as const) {
    const call = await callInit({
      name: 'lost',
      files: { ...files, 'app/main.js': script + ' '.repeat(padding) },
      args: ['app'],
    });
    assertExitCode(call, exitCode);
  }
});
