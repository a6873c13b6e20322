import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { planDeploy, planInReview, planSubmit, refuse } from '../../../src/commands/plan.ts';
import type { Plan } from '../../../src/outcome.ts';

type Asked = Parameters<typeof planDeploy>[0];
const asked = {
  slug: 'tides',
  submit: false,
  create: false,
  force: false,
  onInReview: 'fail',
  dryRun: false,
} as const;

const deploys: Plan = { do: 'change', steps: ['deploy'] };
const deploysAndSubmits: Plan = { do: 'change', steps: ['deploy', 'submit'] };
const submits: Plan = { do: 'change', steps: ['submit'] };
const unchanged: Plan = { do: 'nothing', why: 'unchanged' };
const inReview = refuse('in_review', 'tides');
const isFinal = refuse('final_not_approved', 'tides');

/** By state: what a deploy of other content does, the same with submit, and what becomes of the same content with submit. */
const states: readonly (readonly [string | null, Plan, Plan, Plan])[] = [
  ['draft', deploys, deploysAndSubmits, submits],
  ['in_review', inReview, inReview, { do: 'nothing', why: 'in_review' }],
  ['not_approved', deploys, isFinal, isFinal],
  ['published', deploys, deploysAndSubmits, { do: 'nothing', why: 'published' }],
  ['published_with_unreviewed_changes', deploys, deploysAndSubmits, submits],
  ['taken_down', deploys, deploysAndSubmits, submits],
  ['changes_requested', deploys, deploysAndSubmits, submits],
  ['a_state_of_tomorrow', deploys, deploysAndSubmits, submits],
  [null, deploys, deploysAndSubmits, submits],
];
for (const [status, other, otherSubmitted, sameSubmitted] of states) {
  test(`the plan for the state ${status}`, () => {
    const app = { status };
    assert.deepEqual(planDeploy(asked, app, false), other);
    assert.deepEqual(planDeploy({ ...asked, create: true }, app, false), other, 'never creates an app that is there');
    assert.deepEqual(planDeploy({ ...asked, submit: true }, app, false), otherSubmitted);
    assert.deepEqual(planDeploy(asked, app, true), unchanged);
    assert.deepEqual(planDeploy({ ...asked, submit: true }, app, true), sameSubmitted);
    assert.deepEqual(planSubmit('tides', status), sameSubmitted);
  });
}

describe('an app that does not exist', () => {
  const rows: readonly (readonly [Partial<Asked>, Plan])[] = [
    [{}, deploys],
    [{ submit: true }, deploysAndSubmits],
    [{ create: true }, { do: 'change', steps: ['create', 'deploy'] }],
    [
      { create: true, submit: true },
      { do: 'change', steps: ['create', 'deploy', 'submit'] },
    ],
  ];
  for (const [parts, plan] of rows) {
    test(`with ${JSON.stringify(parts)}`, () =>
      assert.deepEqual(planDeploy({ ...asked, ...parts }, null, false), plan));
  }
});

test('a dry run refuses an app that does not exist, save that it is to be created', () => {
  const dry = { ...asked, dryRun: true };
  assert.deepEqual(planDeploy(dry, null, false), refuse('app_missing', 'tides'));
  assert.deepEqual(planDeploy({ ...dry, create: true }, null, false), { do: 'change', steps: ['create', 'deploy'] });
});

describe('force', () => {
  const rows: readonly (readonly [Partial<Asked>, status: string, isSame: boolean, Plan])[] = [
    [{}, 'draft', true, deploys],
    [{}, 'published', true, deploys],
    [{}, 'in_review', true, deploys],
    [{ onInReview: 'skip' }, 'in_review', true, deploys],
    [{ submit: true }, 'in_review', true, deploysAndSubmits],
    [{}, 'in_review', false, inReview],
    [{ onInReview: 'skip' }, 'in_review', false, { do: 'skip' }],
    [{ submit: true }, 'not_approved', true, isFinal],
    [{}, 'not_approved', true, deploys],
  ];
  for (const [parts, status, isSame, plan] of rows) {
    test(`with ${JSON.stringify(parts)} on ${isSame ? 'the same' : 'other'} content in the state ${status}`, () => {
      assert.deepEqual(planDeploy({ ...asked, force: true, ...parts }, { status }, isSame), plan);
    });
  }
});

test('on-in-review decides on other content for an app in review, and on no other', () => {
  assert.deepEqual(planInReview({ slug: 'tides', onInReview: 'fail' }, 'in_review'), inReview);
  assert.deepEqual(planInReview({ slug: 'tides', onInReview: 'skip' }, 'in_review'), { do: 'skip' });
  assert.equal(planInReview({ slug: 'tides', onInReview: 'replace' }, 'in_review'), null);
  assert.equal(planInReview({ slug: 'tides', onInReview: 'fail' }, 'draft'), null);
});
