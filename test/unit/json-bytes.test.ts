import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countBeforeMark, markEscapes } from '../../src/json-bytes.ts';

test('the lowest mark of a word is at its first byte that JSON escapes, whatever stands behind it', () => {
  const neighbours = [0x00, 0x1f, 0x20, 0x22, 0x5c, 0x61, 0x7f, 0x80, 0xff];
  for (let byte = 0; byte < 256; byte += 1) {
    const isEscaped = JSON.stringify(String.fromCharCode(byte)).length > 3;
    for (const next of neighbours) {
      for (const before of [0, 1, 2]) {
        const bytes = Buffer.alloc(4, next).fill(0x61, 0, before);
        bytes[before] = byte;
        const marks = markEscapes(bytes.readInt32LE());
        if (isEscaped) assert.equal(countBeforeMark(marks), before, `${byte} before ${next}`);
        else assert.ok(marks === 0 || countBeforeMark(marks) > before, `${byte} before ${next}`);
      }
    }
  }
});

test('a word without any such byte has no mark', () => {
  for (const word of ['abcd', ' !#[', ']~~~', 'äö', '\u007f\u007fäx']) {
    assert.equal(markEscapes(Buffer.from(word).readInt32LE()), 0, word);
  }
});
