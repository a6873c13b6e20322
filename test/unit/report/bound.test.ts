import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeTexts } from '../../../src/report/bound.ts';

test('what fits to the byte is kept, in UTF-8 and with a separator each', () => {
  const texts = ['ab', 'ü', 'c'];
  assert.deepEqual(takeTexts(texts, { items: 3, bytes: 8 }), { kept: texts, left: 0 });
  assert.deepEqual(takeTexts(texts, { items: 3, bytes: 7 }), { kept: ['ab', 'ü'], left: 1 });
  assert.deepEqual(takeTexts(texts, { items: 3, bytes: 5 }), { kept: ['ab'], left: 2 });
});

test('nothing behind the first that does not fit is kept, nor more than so many', () => {
  assert.deepEqual(takeTexts(['long text', 'c'], { items: 9, bytes: 5 }), { kept: [], left: 2 });
  assert.deepEqual(takeTexts(['a', 'b', 'c'], { items: 2, bytes: 99 }), { kept: ['a', 'b'], left: 1 });
});
