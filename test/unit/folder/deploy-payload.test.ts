import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEncoding } from '../../../src/folder/deploy-payload.ts';

test('pictures, fonts, sounds and videos go as data, other texts as text', () => {
  const types = [
    'image/svg+xml',
    'font/woff2',
    'audio/wav',
    'video/mp4',
    'text/html',
    'model/image/x',
  ];
  assert.deepEqual(types.map(chooseEncoding), ['data', 'data', 'data', 'data', 'text', 'text']);
});
