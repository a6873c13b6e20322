import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError, endByCancel, toFailure } from '../../src/action-error.ts';

test('an error of ours has a name, and a cause only where there is one', () => {
  const cause = new TypeError('x');
  const error = new ActionError('No.', { code: 'odd', next: 'Go.', cause });
  assert.deepEqual([error.name, error.cause, endByCancel().name], ['ActionError', cause, 'RunEndedError']);
  assert.ok(!('cause' in endByCancel()));
});

test('a failure is what an error of ours says; of a bug it is the stack too, where there is one', () => {
  const known = { kind: 'rejected', code: 'odd', message: 'No.', next: 'Go.', path: 'a' } as const;
  assert.deepEqual(toFailure(new ActionError(known.message, known)), known);
  const bug = {
    kind: 'failed',
    code: 'bug',
    message: 'Unexpected error in the action: x',
    next: 'Please report it in the repository of this action, with the lines below.',
    path: null,
  };
  const error = new TypeError('x');
  assert.deepEqual(toFailure(error), { ...bug, stack: error.stack });
  assert.deepEqual(toFailure('x'), bug);
  assert.deepEqual(toFailure(null), { ...bug, message: 'Unexpected error in the action: null' });
});
