import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawFrame } from '../../../src/report/frame.ts';

test('the line and the column are marked', () => {
  const frame = drawFrame({ lines: ['<head>', '\t<script src>', ''], first: 9, line: 10, column: 10 });
  assert.equal(frame, ['   9 │ <head>', '> 10 │   <script src>', '     │           ^', '  11 │'].join('\n'));
});

test('a line without a column, or with one behind its end, has no mark under it', () => {
  assert.equal(drawFrame({ lines: ['abc'], first: 1, line: 1, column: null }), '> 1 │ abc');
  assert.equal(drawFrame({ lines: ['abc'], first: 1, line: 1, column: 9 }), '> 1 │ abc');
  assert.equal(drawFrame({ lines: ['abc'], first: 1, line: 1, column: 4 }), '> 1 │ abc\n    │    ^');
});

test('a place far to the right in a long line is in sight', () => {
  const frame =
    drawFrame({ lines: [`${'a'.repeat(5000)}X${'b'.repeat(5000)}`], first: 1, line: 1, column: 5001 }) ?? '';
  const [text = '', mark = ''] = frame.split('\n');
  assert.equal(text[mark.indexOf('^')], 'X');
  assert.ok(text.length < 140 && text.endsWith('…') && text.includes('│ …'));
});

test('the place is right behind characters that are shown by their number', () => {
  const frame = drawFrame({ lines: ['a\u202e\u0000X'], first: 1, line: 1, column: 4 }) ?? '';
  const [text = '', mark = ''] = frame.split('\n');
  assert.equal(text[mark.indexOf('^')], 'X');
});

test('a line that is not there gives no frame', () => {
  assert.equal(drawFrame({ lines: ['a'], first: 1, line: 2, column: 1 }), null);
  assert.equal(drawFrame({ lines: [], first: 1, line: 1, column: 1 }), null);
});
