import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toReason } from '../../src/errors.ts';

test('the reason is the message of an error, and anything else that was thrown as it is', () => {
  assert.equal(toReason(new TypeError('no')), 'no');
  assert.equal(toReason('gone'), 'gone');
  assert.equal(toReason(undefined), 'undefined');
});
