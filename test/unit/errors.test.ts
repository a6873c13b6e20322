import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError, toFailure } from '../../src/errors.ts';

test('toFailure takes an ActionError as it is, and adds the stack of any other error', () => {
  const known = { kind: 'rejected', code: 'odd', message: 'No.', next: 'Go.', path: 'a' } as const;
  const cause = new TypeError('x');
  const error = new ActionError(known.message, { ...known, cause });
  assert.equal(error.cause, cause);
  assert.deepEqual(toFailure(error), known);
  const above = new ActionError('Why?', { code: 'above', next: 'Wait.', cause: error });
  assert.equal(toFailure(above).causeCode, 'odd');
  assert.partialDeepStrictEqual(toFailure(cause), {
    kind: 'failed',
    code: 'bug',
    path: null,
    stack: cause.stack,
  });
  const { message, ...failure } = toFailure(null);
  assert.equal(message, 'Unexpected error in the action: null');
  assert.ok(failure.code === 'bug' && !('stack' in failure));
});
