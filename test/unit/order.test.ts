import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTexts } from '../../src/outcome.ts';

test('texts are ordered by code units, whatever the locale has to say', () => {
  const sorted = ['B', 'a', 'a', 'aa', 'ä', '\u{1f600}', '\ufb01'];
  assert.deepEqual([...sorted].reverse().sort(compareTexts), sorted);
  assert.equal(compareTexts('a', 'a'), 0);
});
