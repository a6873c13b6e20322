import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainSlug, mayBeKey } from '../../../../cli/options/guesses.ts';

test('a slug is repeated in messages only if it does not look like a secret', () => {
  const rows = [
    ['tides', [], true],
    ['tides-22', [], true],
    ['a'.repeat(20), [], true],
    ['a'.repeat(21), [], false],
    ['tides-222', [], false],
    ['a1b2c3', [], false],
    ['ab', [], false],
    ['Tides', [], false],
    ['waves', ['Tides-Key'], true],
    ['tides', ['waves', 'My-Tides-Key'], false],
    ['my-tides-key', ['Tides'], false],
    ['tidse', ['Tides'], false],
  ] as const;
  for (const [text, secrets, isPlain] of rows)
    assert.equal(isPlainSlug(text, secrets), isPlain, text);
});

test('a long word with a digit counts as a possible key, a path does not', () => {
  const rows = [
    ['mk_live-0123456=', true],
    ['mk+live+012345==', true],
    ['mk_live-012345=', false],
    ['live+012345+abcdef', true],
    ['abcdefghijklmnopqrst', false],
    ['projects/my-app-2026', false],
    ['my-app-2026.final.1', false],
  ] as const;
  for (const [text, isKey] of rows) assert.equal(mayBeKey(text), isKey, text);
});
