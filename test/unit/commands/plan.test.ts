import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Existing, planDeploy, planInReview, planSubmit, refuse } from '../../../src/commands/plan.ts';
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
    const others = { status, isSame: false };
    const same = { status, isSame: true };
    assert.deepEqual(planDeploy(asked, others), other);
    assert.deepEqual(planDeploy({ ...asked, create: true }, others), other, 'never creates an app that is there');
    assert.deepEqual(planDeploy({ ...asked, submit: true }, others), otherSubmitted);
    assert.deepEqual(planDeploy(asked, same), unchanged);
    assert.deepEqual(planDeploy({ ...asked, submit: true }, same), sameSubmitted);
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
    test(`with ${JSON.stringify(parts)}`, () => assert.deepEqual(planDeploy({ ...asked, ...parts }, null), plan));
  }
});

test('a dry run refuses an app that does not exist, save that it is to be created', () => {
  const dry = { ...asked, dryRun: true };
  assert.deepEqual(planDeploy(dry, null), refuse('app_missing', 'tides'));
  assert.deepEqual(planDeploy({ ...dry, create: true }, null), { do: 'change', steps: ['create', 'deploy'] });
});

describe('force', () => {
  const rows: readonly (readonly [Partial<Asked>, Existing, Plan])[] = [
    [{}, { status: 'draft', isSame: true }, deploys],
    [{}, { status: 'published', isSame: true }, deploys],
    [{}, { status: 'in_review', isSame: true }, deploys],
    [{ onInReview: 'skip' }, { status: 'in_review', isSame: true }, deploys],
    [{ submit: true }, { status: 'in_review', isSame: true }, deploysAndSubmits],
    [{}, { status: 'in_review', isSame: false }, inReview],
    [{ onInReview: 'skip' }, { status: 'in_review', isSame: false }, { do: 'skip' }],
    [{ submit: true }, { status: 'not_approved', isSame: true }, isFinal],
    [{}, { status: 'not_approved', isSame: true }, deploys],
  ];
  for (const [parts, app, plan] of rows) {
    test(`with ${JSON.stringify(parts)} on ${app.isSame ? 'the same' : 'other'} content in the state ${app.status}`, () => {
      assert.deepEqual(planDeploy({ ...asked, force: true, ...parts }, app), plan);
    });
  }
});

test('on-in-review decides on other content for an app in review, and on no other', () => {
  assert.deepEqual(planInReview({ slug: 'tides', onInReview: 'fail' }, 'in_review'), inReview);
  assert.deepEqual(planInReview({ slug: 'tides', onInReview: 'skip' }, 'in_review'), { do: 'skip' });
  assert.equal(planInReview({ slug: 'tides', onInReview: 'replace' }, 'in_review'), null);
  assert.equal(planInReview({ slug: 'tides', onInReview: 'fail' }, 'draft'), null);
});
