import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countText, createTextWriter, pieceRoom, textPiece } from '../../../src/folder/encode.ts';
import { countShortText, shortText, writeShortText } from '../../../src/folder/short-text.ts';

const writeText = createTextWriter();
const one = Buffer.alloc(pieceRoom + 8);
const other = Buffer.alloc(pieceRoom + 8);

test('short text is counted and written as long text is, byte for byte, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), fc.nat(7), (bytes, cut, position) => {
      const source = Buffer.from(bytes);
      const start = cut % (source.length + 1);
      const end = source.length;
      const after = writeShortText(one, position, source, start, end);
      assert.equal(after, writeText(other, position, source, start, end));
      assert.ok(one.subarray(position, after).equals(other.subarray(position, after)));
      assert.equal(countShortText(source, start, end), countText(source, start, end));
    }),
    { numRuns: 1000 },
  );
});

test('a short text of every byte, at its longest, takes what it is announced to take', () => {
  const source = Buffer.from(Array.from({ length: shortText }, (_, index) => index % 256));
  assert.equal(countShortText(source, 0, shortText), countText(source, 0, shortText));
  const piece = source.subarray(0, textPiece);
  assert.equal(writeShortText(one, 0, piece, 0, textPiece), countText(piece, 0, textPiece));
});
