import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEncoding } from '../../../src/folder/deploy-payload.ts';

for (const [type, isText, encoding] of [
  ['text/html', true, 'text'],
  ['model/image/x', true, 'text'],
  ['text/html', false, 'base64'],
  ['image/svg+xml', true, 'base64'],
  ['font/woff2', true, 'base64'],
  ['audio/wav', true, 'base64'],
  ['video/mp4', true, 'base64'],
] as const) {
  test(`${isText ? 'UTF-8' : 'a file that is not UTF-8'} of type ${type} is sent as ${encoding}`, () => {
    assert.equal(chooseEncoding(type, isText), encoding);
  });
}
