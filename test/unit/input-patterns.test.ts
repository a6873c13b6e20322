import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longestPattern, mostPatterns, readPatterns } from '../../src/input-patterns.ts';

describe('readPatterns', () => {
  test('gives one pattern a line, trimmed, whatever ends the lines', () => {
    assert.deepEqual(readPatterns(' a \r\nb\rc\n\n  \n'), { value: ['a', 'b', 'c'] });
    assert.deepEqual(readPatterns(''), { value: [] });
  });

  const good = [
    '**',
    './a/*',
    '/a/',
    '.',
    '*.{html,css}',
    '#a',
    '!(a|b).css',
    './!(a).css',
    'a!b',
    'a\\*b',
    '\\[a]',
    '..a/b..',
    'x'.repeat(longestPattern),
  ];
  for (const pattern of good) {
    test(`takes ${pattern.slice(0, 20)}`, () => assert.deepEqual(readPatterns(pattern), { value: [pattern] }));
  }

  const bad: readonly (readonly [string, RegExp])[] = [
    ['x'.repeat(longestPattern + 1), /^takes patterns of at most 1024 characters$/],
    ['a\0b', /^takes patterns without a NUL/],
    ['!*.map', /^takes patterns without a ! at the start \(.* exclude\)$/],
    ['./!*.map', /without a ! at the start/],
    ['/./!*.map', /without a ! at the start/],
    ['!', /without a ! at the start/],
    ['..', /^takes patterns that stay inside the folder, without \.\.$/],
    ['../x', /inside the folder/],
    ['./../x', /inside the folder/],
    ['a/../../x', /inside the folder/],
    ['assets\\img', /^takes patterns whose folders are separated by \/ alone$/],
    ['assets\\ä', /separated by \/ alone/],
    ['assets\\.a', /separated by \/ alone/],
    ['assets\\', /separated by \/ alone/],
  ];
  for (const [pattern, takes] of bad) {
    test(`refuses ${JSON.stringify(pattern.slice(0, 20))} by name, wherever it stands`, () => {
      const reading = readPatterns(`a/**\n  ${pattern}\nb`);
      assert.ok('takes' in reading);
      assert.equal(reading.got, pattern);
      assert.match(reading.takes, takes);
    });
  }

  test('names the first of several that are wrong', () => {
    const reading = readPatterns('a\n../b\n!c');
    assert.ok('takes' in reading);
    assert.equal(reading.got, '../b');
  });

  test('refuses more patterns than anybody needs, and says how many there are', () => {
    const lines = Array.from({ length: mostPatterns + 1 }, (_, index) => `${index}`);
    assert.ok('value' in readPatterns(lines.slice(1).join('\n')));
    assert.deepEqual(readPatterns(lines.join('\n')), {
      takes: 'takes at most 1000 patterns (one with ** or braces can stand for many)',
      got: '1001 patterns',
    });
  });
});
