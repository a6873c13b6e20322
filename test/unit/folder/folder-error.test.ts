import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { describeErrno, toChangedError, toFileError } from '../../../src/folder/folder-error.ts';

test('what the system said is told in its words, and its code where it has none', () => {
  assert.throws(
    () => statSync('/nowhere/at/all'),
    (error) => describeErrno(error) === 'no such file or directory (ENOENT)',
  );
  assert.equal(describeErrno(Object.assign(new Error('x'), { code: 'ERR_X' })), 'ERR_X');
  for (const other of [Object.assign(new Error('x'), { code: 5 }), new Error('x'), 'x', null]) {
    assert.equal(describeErrno(other), 'no reason given');
  }
});

test('only a name that stands for something else by now has changed; any other trouble is no permission to read', () => {
  for (const errno of ['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']) {
    assert.equal(toFileError('a', Object.assign(new Error('x'), { code: errno })).code, 'file_changed', errno);
  }
  const { code, path, message } = toFileError('a', Object.assign(new Error('x'), { code: 'EACCES' }));
  const expected = { code: 'file_unreadable', path: 'a', message: 'a cannot be read: EACCES.' };
  assert.deepEqual({ code, path, message }, expected);
  assert.match(toFileError('', null).message, /^The folder cannot be read/);
  assert.match(toChangedError('').message, /^The folder changed/);
});
