import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTryArguments } from '../../../../sandbox/try/try-command.ts';

test('the command try needs no argument except a folder', () => {
  const folder = { folder: 'app', build: null, shots: null, slug: null };
  assert.deepEqual(readTryArguments(['app']), folder);
});

test('all options are read, before and after the folder', () => {
  const args = ['--build', 'dist', 'app', '--shots', 'shots', '--slug', 'tides', '--json'];
  const read = { folder: 'app', build: 'dist', shots: 'shots', slug: 'tides' };
  assert.deepEqual(readTryArguments(args), read);
});

describe('wrong use', () => {
  const rows: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
    ['no folder', [], /^Usage: try FOLDER /],
    ['two folders', ['a', 'b'], /^Usage: try FOLDER /],
    ['a slug that cannot be one', ['a', '--slug', 'X'], /^--slug must be 3 to 32 of a-z/],
    ['an unknown option', ['a', '--shot', 'x'], /--shot/],
  ];
  for (const [name, args, message] of rows) {
    test(`try refuses wrong arguments: ${name}`, () =>
      assert.throws(() => readTryArguments(args), { message }));
  }
});
