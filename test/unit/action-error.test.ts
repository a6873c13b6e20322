import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError, endByCancel, toFailure } from '../../src/action-error.ts';

test('a failure is what an error of ours says; of a bug it is the stack too, where there is one', () => {
  const known = { kind: 'rejected', code: 'odd', message: 'No.', next: 'Go.', path: 'a' } as const;
  const error = new TypeError('x');
  assert.deepEqual(toFailure(new ActionError(known.message, known)), known);
  assert.partialDeepStrictEqual(toFailure(error), { kind: 'failed', code: 'bug', path: null, stack: error.stack });
  for (const thrown of ['x', null]) {
    const { message, ...failure } = toFailure(thrown);
    assert.equal(message, `Unexpected error in the action: ${thrown}`);
    assert.ok(failure.code === 'bug' && !('stack' in failure));
  }
});

test('an error of ours has a cause only where there is one', () => {
  const cause = new TypeError('x');
  assert.equal(new ActionError('No.', { code: 'odd', next: 'Go.', cause }).cause, cause);
  assert.ok(!('cause' in endByCancel()));
});
