import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

test('@actions/github gets the one undici that package.json names, which the tests beside this one ride on', () => {
  const require = createRequire(import.meta.url);
  const own = require('undici/package.json').version;
  const theirs = createRequire(import.meta.resolve('@actions/github'))('undici/package.json').version;
  assert.equal(theirs, own);
  assert.equal(own, require('../../../package.json').dependencies.undici);
});
