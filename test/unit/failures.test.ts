import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LostError, type RefusalDetails, RefusedError } from '../../src/api/errors.ts';
import type { RefusalCode } from '../../src/api/refusals.ts';
import { endByCancel, endByDeadline } from '../../src/api/run-end.ts';
import { type DecisionCode, DecisionError } from '../../src/commands/decision-error.ts';
import { UnprovenError } from '../../src/commands/settle.ts';
import { toFailedOutcome } from '../../src/failures.ts';
import { FolderError } from '../../src/folder/errors.ts';

const request = { method: 'POST', path: '/api/miniapps/deploy' };

function refuse(code: RefusalCode, parts: Partial<RefusalDetails> = {}): RefusedError {
  return new RefusedError(request, {
    code,
    status: 400,
    serverCode: null,
    message: null,
    problems: [],
    termsVersion: null,
    ...parts,
  });
}

describe('toFailedOutcome', () => {
  const refusals: Readonly<Record<RefusalCode, 'rejected' | 'failed'>> = {
    field_rejected: 'rejected',
    terms_required: 'rejected',
    address_taken: 'rejected',
    not_approved: 'rejected',
    folder_rejected: 'rejected',
    unauthorized: 'failed',
    forbidden: 'failed',
    not_found: 'failed',
    too_large: 'failed',
    too_many_changes: 'failed',
    redirected: 'failed',
    refused: 'failed',
    service_error: 'failed',
  };
  for (const [code, kind] of Object.entries(refusals) as [RefusalCode, string][]) {
    test(`a refusal ${code} is ${kind}, with what to do next`, () => {
      const error = refuse(code, { message: 'Words of the service' });
      const outcome = toFailedOutcome(error);
      assert.equal(outcome.kind, kind);
      assert.deepEqual(outcome.failure, { code, message: error.message, next: error.next });
      assert.match(outcome.failure.message, /POST \/api\/miniapps\/deploy answered 400: Words of the service/);
      assert.match(outcome.failure.next, /\.$/);
    });
  }

  const decisions: Readonly<Record<DecisionCode, 'rejected' | 'failed'>> = {
    final_not_approved: 'rejected',
    offline_problems: 'rejected',
    too_many_apps: 'rejected',
    field_unreadable: 'rejected',
    in_review: 'failed',
    stale: 'failed',
    app_missing: 'failed',
    app_exists: 'rejected',
  };
  for (const [code, kind] of Object.entries(decisions) as [DecisionCode, string][]) {
    test(`our own no ${code} is ${kind}`, () => {
      const error = new DecisionError(code, 'tides');
      const outcome = toFailedOutcome(error);
      assert.equal(outcome.kind, kind);
      assert.deepEqual(outcome.failure, { code, message: error.message, next: error.next });
      assert.match(outcome.failure.message, /: tides$/);
    });
  }

  test('what cannot be proven is unknown', () => {
    const outcome = toFailedOutcome(new UnprovenError({ operation: 'submit', slug: 'tides' }, 'no answer'));
    assert.deepEqual([outcome.kind, outcome.failure.code], ['unknown', 'unproven']);
    assert.match(outcome.failure.message, /^The submit of tides was sent, .* no answer$/);
  });

  test('a lost exchange and a folder that cannot be packed are failures', () => {
    const loss = { code: 'tls', sent: false, what: 'no secure connection', next: 'Check.' } as const;
    assert.deepEqual(toFailedOutcome(new LostError(request, loss)), {
      kind: 'failed',
      failure: { code: 'tls', message: 'POST /api/miniapps/deploy: no secure connection', next: 'Check.' },
    });
    assert.deepEqual(toFailedOutcome(new FolderError('Nothing is left.', { code: 'folder_empty', next: 'Add files.' })), {
      kind: 'failed',
      failure: { code: 'folder_empty', message: 'Nothing is left.', next: 'Add files.' },
    });
  });

  test('the end of a run is a failure that says whose', () => {
    const cancelled = toFailedOutcome(endByCancel());
    assert.deepEqual([cancelled.kind, cancelled.failure.code], ['failed', 'cancelled']);
    assert.equal(cancelled.failure.message, 'The run was cancelled');
    assert.equal(toFailedOutcome(endByDeadline(10)).failure.message, 'The run took longer than timeout-minutes: 10');
  });

  test('nothing expected keeps its stack, a bug of ours does', () => {
    assert.ok(!('stack' in toFailedOutcome(refuse('not_found')).failure));
    const error = new TypeError('x is not a function');
    const { kind, failure } = toFailedOutcome(error);
    assert.deepEqual([kind, failure.code, failure.stack], ['failed', 'bug', error.stack]);
    assert.match(failure.message, /x is not a function/);
    assert.match(failure.next, /report/);
  });

  test('what is thrown and is no error is a bug too', () => {
    const { failure } = toFailedOutcome('a text');
    assert.deepEqual([failure.code, 'stack' in failure], ['bug', false]);
    assert.match(failure.message, /a text/);
  });
});
