import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Inputs } from '../../../src/inputs.ts';
import { type RunParts, runCommand } from '../../support/fake-service/run.ts';
import { FakeService } from '../../support/fake-service/service.ts';

const read = 'GET /api/miniapps/tides';
const send = 'POST /api/miniapps/tides/submit';

async function submit(status: string | null, inputs: Partial<Inputs> = {}, parts: Partial<RunParts> = {}) {
  const { service = new FakeService() } = parts;
  if (status !== null) service.put('tides', { status });
  const ended = await runCommand({ ...parts, service, inputs: { ...inputs, command: 'submit' } });
  return { ...ended, service, code: 'failure' in ended.outcome ? ended.outcome.failure.code : null };
}

describe('submit', () => {
  for (const status of ['draft', 'published_with_unreviewed_changes', 'changes_requested']) {
    test(`sends an app in the state ${status} for review, with the terms that the workflow accepts`, async () => {
      const { service, outcome, facts, exitCode, lines } = await submit(status);
      assert.deepEqual(service.requests, [read, send]);
      assert.deepEqual(service.bodies, [{}, { accept_terms: '2026-10' }]);
      assert.deepEqual([outcome, exitCode], [{ kind: 'submitted' }, 0]);
      assert.deepEqual([facts.submitted, facts.changed, facts.app?.status], [true, false, 'in_review']);
      assert.equal(facts.statusBefore, status);
      assert.deepEqual(lines, [
        '# Submit',
        'sending tides for review, accepting the developer terms 2026-10',
        'submitted: tides is in_review',
      ]);
    });
  }

  test('proves by a read what an answer without the app only says', async () => {
    const { service, outcome } = await submit('draft', {}, { service: new FakeService({ answers: 'empty' }) });
    assert.deepEqual(service.requests, [read, send, read]);
    assert.equal(outcome.kind, 'submitted');
  });

  test('leaves an app in review where it is: that is what was asked for', async () => {
    const { service, outcome, facts, exitCode } = await submit('in_review');
    assert.deepEqual(service.requests, [read]);
    assert.deepEqual([outcome, facts.submitted, exitCode], [{ kind: 'unchanged' }, true, 0]);
    assert.deepEqual(facts.notices, []);
  });

  test('has nothing to do for an app that is published as it is', async () => {
    const { service, outcome, facts } = await submit('published');
    assert.deepEqual(service.requests, [read]);
    assert.deepEqual([outcome, facts.submitted], [{ kind: 'unchanged' }, false]);
    assert.deepEqual(facts.notices, ['tides is published as it is: there is nothing to review.']);
  });

  test('refuses a not_approved app before anything is sent, for that is final', async () => {
    const { service, outcome, code } = await submit('not_approved');
    assert.deepEqual([service.requests, outcome.kind, code], [[read], 'rejected', 'final_not_approved']);
  });

  test('fails for an app that does not exist', async () => {
    const { service, outcome, code } = await submit(null);
    assert.deepEqual([service.requests, outcome.kind, code], [[read], 'failed', 'app_missing']);
  });

  test('tells the terms that are asked for', async () => {
    const { facts, code, outcome } = await submit('draft', { termsVersion: '2025-01' });
    assert.deepEqual([outcome.kind, code, facts.termsRequired], ['rejected', 'terms_required', '2026-10']);
    assert.equal(facts.submitted, false);
  });

  test('is refused for a state that the service does not take', async () => {
    const { code, outcome } = await submit('taken_down');
    assert.deepEqual([outcome.kind, code], ['rejected', 'address_taken']);
  });

  for (const [status, plan] of [
    ['draft', { do: 'submit' }],
    ['in_review', { do: 'nothing', why: 'in_review' }],
    ['published', { do: 'nothing', why: 'published' }],
  ] as const) {
    test(`only plans in a dry run (${status}: ${plan.do})`, async () => {
      const { service, outcome, facts } = await submit(status, { dryRun: true, waitForReviewMinutes: 5 });
      assert.deepEqual([service.requests, outcome], [[read], { kind: 'planned', plan }]);
      assert.deepEqual([facts.submitted, facts.notices], [status === 'in_review', []]);
    });
  }

  test('stops a stale run when asked', async () => {
    const { service, outcome } = await submit('draft', { onStale: 'skip' }, { isStale: true });
    assert.deepEqual([service.requests, outcome], [[], { kind: 'skipped', skipReason: 'stale' }]);
  });

  test('has nothing to do without a key on a pull request from a fork', async () => {
    const { service, outcome, exitCode } = await submit('draft', { apiKey: null }, { fromFork: true });
    assert.deepEqual([service.requests, outcome, exitCode], [[], { kind: 'skipped', skipReason: 'fork' }, 0]);
  });

  for (const status of ['draft', 'in_review']) {
    test(`waits for the verdict on an app that was ${status}`, async () => {
      const service = new FakeService();
      service.clock.after(8_000, () => service.review('tides', 'reject', 'Too loud'));
      const { facts, exitCode } = await submit(status, { waitForReviewMinutes: 5 }, { service });
      assert.deepEqual([facts.verdict, facts.app?.reviewNote, exitCode], ['refused', 'Too loud', 1]);
    });
  }
});
