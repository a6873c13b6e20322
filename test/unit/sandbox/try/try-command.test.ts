import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTryArguments } from '../../../../sandbox/try/try-command.ts';

const defaults = {
  folder: 'app',
  build: null,
  shots: null,
  slug: null,
  isReview: false,
  allowed: [],
  base: null,
  out: null,
};

test('the command try needs no argument except a folder', () => {
  assert.deepEqual(readTryArguments(['app']), defaults);
});

test('all options are read, before and after the folder', () => {
  const args =
    '--build dist app --shots shots --slug tides --json --review --allow no_logo --allow axe/label --compare old --out a.html'.split(
      ' ',
    );
  const read = {
    folder: 'app',
    build: 'dist',
    shots: 'shots',
    slug: 'tides',
    isReview: true,
    allowed: ['no_logo', 'axe/label'],
    base: 'old',
    out: 'a.html',
  };
  assert.deepEqual(readTryArguments(args), read);
});

describe('wrong use', () => {
  const rows: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
    ['no folder', [], /^Usage: try FOLDER /],
    ['two folders', ['a', 'b'], /^Usage: try FOLDER /],
    ['a slug that cannot be one', ['a', '--slug', 'X'], /^--slug must be 3 to 32 of a-z/],
    ['a file without a comparison', ['a', '--out', 'x.html'], /^--out names the file of --compare/],
    [
      'a code that cannot be one',
      ['a', '--allow', 'No logo'],
      /^--allow takes a code such as no_logo/,
    ],
    ['an unknown option', ['a', '--shot', 'x'], /--shot/],
  ];
  for (const [name, args, message] of rows) {
    test(`try refuses wrong arguments: ${name}`, () =>
      assert.throws(() => readTryArguments(args), { message }));
  }
});
