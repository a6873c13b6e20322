import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FolderError, readErrno, showErrno } from '../../../src/folder/errors.ts';
import { bytesPerTurn, createPace, stepsPerTurn } from '../../../src/folder/pace.ts';

test('a turn is due after enough bytes or enough steps, and the count begins again', async () => {
  const pace = createPace(undefined);
  assert.equal(pace.spend(bytesPerTurn - 1), undefined);
  await assert.doesNotReject(pace.spend(1) ?? Promise.reject(new Error('no turn')));
  for (let step = 1; step < stepsPerTurn; step += 1) assert.equal(pace.spend(0), undefined);
  await assert.doesNotReject(pace.spend(0) ?? Promise.reject(new Error('no turn')));
});

test('a turn lets others run, and ends with the reason of an abort', async () => {
  const controller = new AbortController();
  const pace = createPace(controller.signal);
  setImmediate(() => controller.abort(new Error('cancelled')));
  await assert.rejects(pace.spend(bytesPerTurn) ?? Promise.resolve(), /cancelled/);
});

test('a folder error keeps what it knows, and only that', () => {
  const cause = new Error('why');
  const error = new FolderError('file_changed', 'a changed.', { next: 'Wait.', path: 'a', cause });
  assert.deepEqual(
    [error.name, error.code, error.path, error.next, error.cause],
    ['FolderError', 'file_changed', 'a', 'Wait.', cause],
  );
  const bare = new FolderError('folder_empty', 'Empty.', { next: 'Fill it.' });
  assert.equal(bare.path, null);
  assert.ok(!('cause' in bare));
});

test('the errno of an error is its code, if it has one', () => {
  assert.equal(readErrno(Object.assign(new Error('x'), { code: 'ENOENT' })), 'ENOENT');
  assert.equal(readErrno(Object.assign(new Error('x'), { code: 5 })), '');
  assert.equal(readErrno('x'), '');
  assert.equal(showErrno(null), 'no reason given');
});
