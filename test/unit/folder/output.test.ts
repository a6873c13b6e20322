import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Output } from '../../../src/folder/output.ts';

test('strings of any size come out whole, in chunks, and are counted', () => {
  const output = new Output();
  const parts: Buffer[] = [];
  let expected = '';
  for (const text of [...Array.from({ length: 90 }, (_, index) => `${index}é`.repeat(4000)), 'y'.repeat(2_000_000)]) {
    for (const chunk of output.writeString(text)) parts.push(Buffer.from(chunk));
    expected += text;
    assert.equal(output.written, Buffer.byteLength(expected));
  }
  assert.ok(parts.length > 3);
  // Larger than what sockets take before they ask to wait.
  assert.ok(parts.every(({ length }) => length > 128 * 1024));
  parts.push(Buffer.from(output.take()));
  assert.ok(Buffer.concat(parts).equals(Buffer.from(expected)));
});

test('a chunk keeps its bytes until the second take after it', () => {
  const output = new Output();
  const taken = ['one', 'two', 'three'].map((text) => {
    for (const _ of output.writeString(text)) assert.fail();
    return output.take();
  });
  assert.deepEqual(
    taken.map((chunk) => Buffer.from(chunk).toString()),
    ['one', 'two', 'three'],
  );
});
