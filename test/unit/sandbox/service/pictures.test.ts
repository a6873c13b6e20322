import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { encodePictureAgain } from '../../../../sandbox/service/pictures.ts';
import { root } from '../../../support/repository.ts';

test('a PNG that is encoded again has one more chunk with a right checksum, also the second time', () => {
  const png = readFileSync(join(root, 'docs/images/rejected-light.png'));
  const again = encodePictureAgain(png);
  const end = 12;
  assert.deepEqual(again.subarray(0, png.length - end), png.subarray(0, -end));
  const chunk = again.subarray(png.length - end, -end);
  assert.equal(chunk.readUInt32BE(0), chunk.length - 12);
  assert.equal(chunk.readUInt32BE(chunk.length - 4), crc32(chunk.subarray(4, -4)));
  assert.deepEqual(encodePictureAgain(again), again);
});

test('a JPEG that is encoded again begins with a comment; any other file stays as it is', () => {
  const again = encodePictureAgain(Buffer.from('ffd8ffd9', 'hex'));
  assert.equal(again.toString('hex'), 'ffd8fffe000973616e64626f78ffd9');
  assert.deepEqual(encodePictureAgain(again), again);
  for (const text of ['<svg/>', 'GIF89a', ''])
    assert.equal(encodePictureAgain(Buffer.from(text)).toString(), text);
});
