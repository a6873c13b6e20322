import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Plan, planDeploy, planInReview, planSubmit, type Seen } from '../../../src/commands/plan.ts';

const asked = { submit: false, create: false, force: false, onInReview: 'fail' } as const;
type Asked = Parameters<typeof planDeploy>[0];

const deploys: Plan = { do: 'deploy', createFirst: false };
const unchanged: Plan = { do: 'nothing', why: 'unchanged', isSubmitted: false };
const states = [
  'draft',
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
  'taken_down',
  'changes_requested',
  'a_state_of_tomorrow',
  null,
] as const;

describe('planDeploy', () => {
  test('deploys an app that does not exist, and creates it first only when asked', () => {
    assert.deepEqual(planDeploy(asked, null), { do: 'deploy', createFirst: false });
    assert.deepEqual(planDeploy({ ...asked, create: true }, null), { do: 'deploy', createFirst: true });
    assert.deepEqual(planDeploy({ ...asked, create: true, submit: true }, null), { do: 'deploy', createFirst: true });
  });

  test('never creates an app that is there', () => {
    assert.deepEqual(planDeploy({ ...asked, create: true }, { status: 'draft', isSame: false }), deploys);
  });

  for (const status of states) {
    test(`deploys other content in the state ${status}, save in review and save a not_approved app to be submitted`, () => {
      const seen: Seen = { status, isSame: false };
      const inReview: Plan = { do: 'refuse', why: 'in_review' };
      assert.deepEqual(planDeploy(asked, seen), status === 'in_review' ? inReview : deploys);
      const forSubmit: Plan = status === 'not_approved' ? { do: 'refuse', why: 'final_not_approved' } : deploys;
      assert.deepEqual(planDeploy({ ...asked, submit: true }, seen), status === 'in_review' ? inReview : forSubmit);
    });

    test(`leaves the same content in the state ${status} alone`, () => {
      const expected: Plan = { ...unchanged, isSubmitted: status === 'in_review' };
      assert.deepEqual(planDeploy(asked, { status, isSame: true }), expected);
    });
  }

  const sameSubmitted: readonly (readonly [string | null, Plan])[] = [
    ['draft', { do: 'submit' }],
    ['in_review', { do: 'nothing', why: 'in_review', isSubmitted: true }],
    ['not_approved', { do: 'refuse', why: 'final_not_approved' }],
    ['published', { do: 'nothing', why: 'published', isSubmitted: false }],
    ['published_with_unreviewed_changes', { do: 'submit' }],
    ['taken_down', { do: 'submit' }],
    ['changes_requested', { do: 'submit' }],
    ['a_state_of_tomorrow', { do: 'submit' }],
    [null, { do: 'submit' }],
  ];
  for (const [status, expected] of sameSubmitted) {
    test(`to submit the same content in the state ${status}: ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(planDeploy({ ...asked, submit: true }, { status, isSame: true }), expected);
      assert.deepEqual(planSubmit(status), expected);
    });
  }

  const forced: readonly (readonly [Partial<Asked>, Seen, Plan])[] = [
    [{}, { status: 'draft', isSame: true }, deploys],
    [{}, { status: 'published', isSame: true }, deploys],
    [{}, { status: 'in_review', isSame: true }, deploys],
    [{ onInReview: 'skip' }, { status: 'in_review', isSame: true }, deploys],
    [{}, { status: 'in_review', isSame: false }, { do: 'refuse', why: 'in_review' }],
    [{ onInReview: 'skip' }, { status: 'in_review', isSame: false }, { do: 'skip' }],
    [{ submit: true }, { status: 'not_approved', isSame: true }, { do: 'refuse', why: 'final_not_approved' }],
    [{}, { status: 'not_approved', isSame: true }, deploys],
  ];
  for (const [parts, seen, expected] of forced) {
    test(`force with ${JSON.stringify(parts)} on ${seen.status}: ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(planDeploy({ ...asked, force: true, ...parts }, seen), expected);
    });
  }
});

test('planInReview follows the input on-in-review', () => {
  assert.deepEqual(planInReview('fail'), { do: 'refuse', why: 'in_review' });
  assert.deepEqual(planInReview('skip'), { do: 'skip' });
  assert.deepEqual(planInReview('replace'), deploys);
});
