import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFiles, readText } from '../../support/repository.ts';

test('no program of the sandbox loads compiled code from a folder that others may write', () => {
  const files = ['.ts', '.js'].flatMap((ending) => listFiles('sandbox', ending));
  const users = files.filter((file) => /compileCache/i.test(readText(file)));
  assert.deepEqual(users, []);
});
