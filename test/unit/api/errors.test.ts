import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LostError, RefusedError, toUnreadable } from '../../../src/api/errors.ts';
import { endByCancel, endByDeadline, RunEnd } from '../../../src/api/run-end.ts';

const request = { method: 'POST', path: '/api/miniapps/deploy' };

test('a refusal says what it means, what was asked, what came back, and what to do', () => {
  const details = {
    status: 409,
    code: 'address_taken',
    serverCode: 'taken',
    problems: [],
    termsVersion: null,
  } as const;
  const error = new RefusedError(request, { ...details, message: 'tides is taken' });
  assert.equal(
    error.message,
    'The address is taken, or the app is in a state that does not allow this (POST /api/miniapps/deploy answered 409: tides is taken)',
  );
  assert.equal(error.code, 'address_taken');
  assert.match(error.next, /another slug/);
  assert.match(new RefusedError(request, { ...details, message: null }).message, /answered 409\)$/);
});

test('a loss says what was asked and whether it was sent, and keeps its cause', () => {
  const cause = new Error('socket');
  const loss = { code: 'connection_lost', sent: true, what: 'the connection broke', next: 'Run again.' } as const;
  const error = new LostError(request, loss, { cause });
  assert.equal(error.message, 'POST /api/miniapps/deploy: the connection broke');
  assert.deepEqual([error.code, error.sent, error.next, error.cause], ['connection_lost', true, 'Run again.', cause]);
});

test('an answer that cannot be used was sent for, and base-url is what to check', () => {
  const error = toUnreadable(request, 'the answer is not JSON');
  assert.deepEqual([error.code, error.sent], ['answer_unreadable', true]);
  assert.match(error.next, /base-url/);
});

test('a run ends by a cancel or by its limit, which it names', () => {
  const cancel = endByCancel();
  assert.ok(cancel instanceof RunEnd);
  assert.deepEqual([cancel.loss.code, cancel.message], ['cancelled', 'the run was cancelled']);
  const late = endByDeadline(10);
  assert.deepEqual([late.loss.code, late.message], ['deadline', 'the run took longer than timeout-minutes: 10']);
  assert.match(late.loss.next, /timeout-minutes/);
});
