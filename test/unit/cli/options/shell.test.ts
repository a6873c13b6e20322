import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  findShell,
  quoteWord,
  type Shell,
  toPathArgument,
  writeLine,
  writeVariable,
} from '../../../../cli/options/shell.ts';

test('the shell is detected from the platform and its environment variables', () => {
  const machine = 'C:\\Windows\\system32\\WindowsPowerShell\\v1.0\\Modules';
  const own = 'C:\\Users\\Ann\\Documents\\PowerShell\\Modules';
  const user = { USERPROFILE: 'C:\\users\\ann' };
  type Row = readonly [NodeJS.Platform, Readonly<Record<string, string>>, Shell];
  const rows: readonly Row[] = [
    ['linux', {}, 'sh'],
    ['darwin', { PSModulePath: own, ...user }, 'sh'],
    ['win32', {}, 'cmd'],
    ['win32', { PSModulePath: machine, PROMPT: '$P$G', ...user }, 'cmd'],
    ['win32', { PSModulePath: `${own};${machine}`, PROMPT: '$P$G', ...user }, 'powershell'],
    ['win32', { PSModulePath: own, MSYSTEM: 'MINGW64', ...user }, 'sh'],
    ['win32', { SHELL: '/usr/bin/bash' }, 'sh'],
  ];
  for (const [platform, env, shell] of rows) assert.equal(findShell(platform, env), shell);
});

test('words are quoted so that each shell reads one argument', () => {
  const rows: readonly (readonly [word: string, sh: string, cmd: string, powershell: string])[] = [
    ['apps/tides', 'apps/tides', 'apps/tides', 'apps/tides'],
    ['--slug', '--slug', '--slug', '--slug'],
    ['--', '--', '--', '"--"'],
    ['-a.b', '-a.b', '-a.b', '"-a.b"'],
    ['my app', "'my app'", '"my app"', '"my app"'],
    ['', "''", '""', '""'],
    ['a;b', "'a;b'", '"a;b"', '"a;b"'],
    ["it's", "'it'\\''s'", '"it\'s"', '"it\'s"'],
    ['a&b', "'a&b'", '"a&b"', '"a&b"'],
    ['apps/*', "'apps/*'", '"apps/*"', '"apps/*"'],
    ['$(x) `y`', "'$(x) `y`'", '"$(x) `y`"', "'$(x) `y`'"],
    ["$it's ’", "'$it'\\''s ’'", '"$it\'s ’"', "'$it''s ’’'"],
    ['100%', '100%', '"100"^%""', "'100%'"],
    ['a b\\', "'a b\\'", '"a b\\\\"', '"a b\\"'],
    ['a"b', "'a\"b'", '"a""b"', "'a\"b'"],
    ['große', "'große'", '"große"', '"große"'],
    ['<version>', '<version>', '<version>', '<version>'],
  ];
  for (const [word, ...quoted] of rows) {
    const shells = ['sh', 'cmd', 'powershell'] as const;
    assert.deepEqual(
      shells.map((shell) => quoteWord(word, shell)),
      quoted,
    );
  }
});

test('sh reads a quoted command line back as the same words', () => {
  // Windows has no sh of its own.
  if (process.platform === 'win32') return;
  const words = [
    "it's",
    '$HOME `id` $(id)',
    'a;b|c&d',
    '*',
    '~',
    '\\',
    '"',
    'a\nb',
    '',
    '#x',
    '!x',
  ];
  const line = writeLine(['printf', '%s\\0', ...words], 'sh');
  const printed = execFileSync('sh', ['-c', line], { encoding: 'utf8' });
  assert.deepEqual(printed.split('\0').slice(0, -1), words);
});

test('a variable is set in the syntax of each shell', () => {
  const write = (shell: Shell) => writeVariable('MINIAPPS_SLUG', 'tides', shell);
  assert.equal(write('sh'), 'export MINIAPPS_SLUG=tides');
  assert.equal(write('cmd'), 'set "MINIAPPS_SLUG=tides"');
  assert.equal(write('powershell'), "$env:MINIAPPS_SLUG = 'tides'");
});

test('a path that begins with a hyphen is not an option', () => {
  assert.deepEqual(['-x', '.', 'a/-b', '--slug'].map(toPathArgument), [
    './-x',
    '.',
    'a/-b',
    './--slug',
  ]);
});
