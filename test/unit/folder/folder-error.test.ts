import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { getSystemErrorMap } from 'node:util';
import { describeErrno, toFileError } from '../../../src/folder/folder-error.ts';

test('what the system said is told in its words', () => {
  assert.throws(
    () => statSync('/nowhere/at/all'),
    (error) => {
      assert.equal(describeErrno(error), 'no such file or directory (ENOENT)');
      return true;
    },
  );
  assert.equal(describeErrno(Object.assign(new Error('x'), { code: 'ERR_X' })), 'ERR_X');
  for (const other of [Object.assign(new Error('x'), { code: 5 }), new Error('x'), 'x', null]) {
    assert.equal(describeErrno(other), 'no reason given');
  }
});

test('only a name that stands for something else by now has changed; any other trouble is told as it is', () => {
  for (const code of ['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']) {
    const changed = toFileError('a', Object.assign(new Error('x'), { code }));
    assert.deepEqual([changed.code, changed.message], ['file_changed', 'a changed while it was being read.']);
  }
  // Its number differs from system to system.
  const [errno] = [...getSystemErrorMap()].find(([, [name]]) => name === 'EACCES') ?? [];
  const denied = toFileError('a', Object.assign(new Error('x'), { code: 'EACCES', errno }));
  assert.deepEqual([denied.code, denied.path], ['file_unreadable', 'a']);
  assert.equal(denied.message, 'a cannot be read: permission denied (EACCES).');
  assert.equal(toFileError('', null).message, 'The folder cannot be read: no reason given.');
});
