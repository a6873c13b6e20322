import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError, toFailure } from '../../src/errors.ts';

test('toFailure takes an ActionError as it is, and adds the stack of any other error', () => {
  const known = { kind: 'rejected', code: 'odd', message: 'No.', next: 'Go.', path: 'a' } as const;
  const cause = new TypeError('x');
  const error = new ActionError(known.message, { ...known, cause });
  assert.equal(error.cause, cause);
  assert.deepEqual(toFailure(error), { ...known, endsRun: false });
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

test('an error that all apps of a run would meet ends the run: a refused key, a service out of reach', () => {
  const make = (code: string, cause?: Error) =>
    new ActionError('No.', { code, next: 'Go.', cause });
  const endsRun = (error: unknown) => toFailure(error).endsRun;
  for (const error of [
    make('unauthorized'),
    make('host_not_found'),
    make('unverified', make('unauthorized')),
    new TypeError('x'),
  ])
    assert.equal(endsRun(error), true, String(error));
  for (const error of [make('folder_rejected'), make('unverified', make('attempt_timeout'))])
    assert.equal(endsRun(error), false, String(error));
});
