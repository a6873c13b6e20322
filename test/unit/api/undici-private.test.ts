import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as undici from 'undici';
import { buildConnector, Client } from '../../../src/api/undici-private.ts';

test('the two files of undici that are no public interface are what its index gives', () => {
  assert.equal(Client, undici.Client);
  assert.equal(buildConnector, undici.buildConnector);
});
