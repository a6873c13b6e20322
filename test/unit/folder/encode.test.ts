import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  countBase64,
  countExtra,
  countText,
  createEncoder,
  pieceBytes,
  pieceRoom,
} from '../../../src/folder/encode.ts';

/** Bytes of which many need an escape, or are one bit away from one that does. */
const bytes = fc
  .uint8Array({ maxLength: 400 })
  .map((random) =>
    Buffer.from(
      random.map((byte) =>
        byte % 3 === 0
          ? byte
          : ([0, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x5b, 0x5c, 0x5d, 0x7f, 0x80, 0xff, 0xa2, 0xdc, 0x0a, 0x61][byte % 16] ??
            0),
      ),
    ),
  );
const room = Buffer.alloc(pieceRoom + 8);
const chooseWrite = createEncoder();
const writeText = chooseWrite('text', Number.MAX_SAFE_INTEGER);
const writeShortText = chooseWrite('text', 0);
const writeBase64 = chooseWrite('data', 0);

/** Counts a text as a long one is counted: with so much in front of it that needs no escape. */
function countLong(part: Buffer, start: number): number {
  const plain = Buffer.alloc(pieceBytes + 1, 'x');
  const long = Buffer.concat([part.subarray(0, start), plain, part.subarray(start)]);
  return countText(long, start, long.length) - plain.length;
}

/** Runs of bytes through JSON.stringify as Latin-1: what JSON escapes is ASCII, the rest passes as it is. */
function expectText(part: Buffer): Buffer {
  return Buffer.from(JSON.stringify(part.toString('latin1')).slice(1, -1), 'latin1');
}

test('text is written and counted as JSON.stringify writes it, wherever it is cut and at any alignment', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(), fc.nat(7), (source, from, to, position) => {
      const start = from % (source.length + 1);
      const end = start + (to % (source.length - start + 1));
      const expected = expectText(source.subarray(start, end));
      const after = writeText(room, position, source, start, end);
      assert.ok(room.subarray(position, after).equals(expected));
      assert.equal(countText(source, start, end), expected.length);
      assert.equal(countLong(source.subarray(0, end), start), expected.length);
    }),
    { numRuns: 2000 },
  );
});

test('every byte is written alone and beside every other as JSON.stringify writes it', () => {
  const pairs = Buffer.from(Array.from({ length: 0x1_0000 }, (_, pair) => [pair >> 8, pair & 255]).flat());
  for (let start = 0; start < pairs.length; start += pieceBytes) {
    const end = Math.min(start + pieceBytes, pairs.length);
    const expected = expectText(pairs.subarray(start, end));
    const after = writeText(room, 0, pairs, start, end);
    assert.ok(room.subarray(0, after).equals(expected));
  }
  assert.equal(countText(pairs, 0, pairs.length), expectText(pairs).length);
});

test('the costliest piece fits into the room of a piece, and nothing is written behind it', () => {
  const source = Buffer.alloc(pieceBytes, 1);
  const target = Buffer.alloc(pieceRoom);
  assert.equal(writeText(target, 0, source, 0, pieceBytes), pieceBytes * 6);
  target.fill(7);
  assert.equal(writeText(target, 0, Buffer.from('abc'), 0, 3), 3);
  assert.ok(target.subarray(3).every((byte) => byte === 7));
});

test('pieces of base64 join to the base64 of the whole', () => {
  for (const length of [0, 1, 2, 3, pieceBytes - 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes + 2]) {
    const source = Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 256));
    const target = Buffer.alloc(countBase64(length));
    let position = 0;
    for (let start = 0; start < length; start += pieceBytes) {
      position = writeBase64(target, position, source, start, Math.min(start + pieceBytes, length));
    }
    assert.equal(target.toString('latin1', 0, position), source.toString('base64'));
    assert.equal(position, target.length);
  }
});

test('a byte takes as much more as its escape is longer, and what is no byte takes nothing', () => {
  assert.deepEqual(
    [...'a"\\\n\u001f\u007f\u00ff'].map((unit) => countExtra(unit.charCodeAt(0))),
    [0, 1, 1, 1, 5, 0, 0],
  );
  assert.equal(countExtra(256), 0);
});

test('short text is written as long text is, byte for byte, wherever it is cut', () => {
  const other = Buffer.alloc(pieceRoom + 8);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), fc.nat(7), (random, cut, position) => {
      const source = Buffer.from(random);
      const start = cut % (source.length + 1);
      const end = source.length;
      const after = writeShortText(other, position, source, start, end);
      assert.equal(after, writeText(room, position, source, start, end));
      assert.ok(other.subarray(position, after).equals(room.subarray(position, after)));
    }),
    { numRuns: 1000 },
  );
});
