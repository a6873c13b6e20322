import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimiter } from '../../../sandbox/limiter.ts';

test('thirty changes pass in any minute, and the thirty-first says how long to wait', () => {
  let time = 0;
  const limiter = createLimiter({ changes: 30, windowMs: 60_000 }, () => time);
  for (let count = 0; count < 30; count += 1) {
    time = count * 1_000;
    assert.equal(limiter.take('a'), 0);
  }
  assert.equal(limiter.take('a'), 31);
  assert.equal(limiter.take('b'), 0);
  time = 59_999;
  assert.equal(limiter.take('a'), 1);
  time = 60_000;
  assert.equal(limiter.take('a'), 0);
  assert.equal(limiter.take('a'), 1);
});

test('what was refused does not count', () => {
  let time = 0;
  const limiter = createLimiter({ changes: 1, windowMs: 1_000 }, () => time);
  assert.equal(limiter.take('a'), 0);
  time = 900;
  assert.equal(limiter.take('a'), 1);
  time = 1_000;
  assert.equal(limiter.take('a'), 0);
});
