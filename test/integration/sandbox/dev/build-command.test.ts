import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startBuild, toProcess } from '../../../../sandbox/dev/build-command.ts';

test('on Windows, cmd.exe gets each argument in quotes, with quotes and backslashes escaped', () => {
  const line = (...command: readonly string[]) => toProcess(command, 'win32').args.at(-1);
  for (const [command, expected] of [
    [['npx', 'vite', 'build', '--watch'], '""npx" "vite" "build" "--watch""'],
    [['C:\\Program Files\\x.cmd', 'a b', 'c&d|e'], '""C:\\Program Files\\x.cmd" "a b" "c&d|e""'],
    [['x', 'say "hi"', 'C:\\dir\\', '\\"'], '""x" "say ""hi""" "C:\\dir\\\\" "\\\\""""'],
  ] as const) {
    assert.equal(line(...command), expected);
  }
  const { file, args, options } = toProcess(['npx'], 'win32');
  assert.deepEqual([file, args.slice(0, 3)], ['cmd.exe', ['/d', '/s', '/c']]);
  // `shell: true` would print the warning DEP0190.
  assert.deepEqual(options, { windowsVerbatimArguments: true });
});

test('on Windows, the build and all its processes are ended by taskkill', {
  skip: process.platform === 'win32',
  timeout: 30_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'log');
  const { PATH } = process.env;
  t.after(() => {
    process.env['PATH'] = PATH;
  });
  process.env['PATH'] = `${folder}${delimiter}${PATH}`;
  const standIn = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  standIn('cmd.exe', `echo "started $$" >> '${log}'; exec sleep 600`);
  standIn('taskkill', `echo "$*" >> '${log}'; kill "$2"`);
  writeFileSync(log, '');
  const until = async (pattern: RegExp) => {
    while (!pattern.test(readFileSync(log, 'utf8')) && !t.signal.aborted) await setTimeout(10);
    return pattern.exec(readFileSync(log, 'utf8'))?.[1];
  };
  const reasons: string[] = [];
  const end = startBuild(['npx', 'vite'], (reason) => reasons.push(reason), 'win32');
  const pid = await until(/started (\d+)\n/);
  end();
  assert.equal(await until(/\/pid (\d+) \/t \/f\n/), pid);
  assert.deepEqual(reasons, []);
});

test('a build command that cannot start, or that exits by itself, is reported', {
  timeout: 30_000,
}, async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  startBuild([process.execPath, '-e', 'process.exit(3)'], resolve);
  assert.equal(await promise, 'exit code 3');
  const missing = Promise.withResolvers<string>();
  startBuild(['no-such-program-of-anybody'], missing.resolve, 'linux');
  assert.match(await missing.promise, /ENOENT/);
});
