import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployPayload } from '../../../src/api/deploy-payload.ts';

test('pictures, fonts, sounds and videos go as data, other texts as text', () => {
  const types = ['image/svg+xml', 'font/woff2', 'audio/wav', 'video/mp4', 'text/html', 'model/image/x'];
  const encodings = types.map((type) => deployPayload.chooseEncoding(type));
  assert.deepEqual(encodings, ['data', 'data', 'data', 'data', 'text', 'text']);
});
