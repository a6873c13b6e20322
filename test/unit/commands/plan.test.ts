import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CommandError } from '../../../src/commands/command-error.ts';
import { endByPlan, planDeploy, planInReview, planSubmit } from '../../../src/commands/plan.ts';
import { type Outcome, type Plan, RunState } from '../../../src/outcome.ts';

const asked = { slug: 'tides', submit: false, create: false, force: false, onInReview: 'fail' } as const;

/** A plan in a word: its steps, why it does nothing, `skip`, `go on`, or the code that it is refused with. */
function name(makePlan: () => Plan | null): string {
  try {
    const plan = makePlan();
    if (plan === null) return 'go on';
    if (plan.do === 'change') return plan.steps.join(' ');
    return plan.do === 'nothing' ? plan.why : plan.do;
  } catch (error) {
    assert.ok(error instanceof CommandError);
    return error.code;
  }
}

/** By state: what a deploy of other content comes to, the same with submit, and the same content with submit. */
const states: readonly (readonly [status: string, other: string, submitted: string, same: string])[] = [
  ['draft', 'deploy', 'deploy submit', 'submit'],
  ['in_review', 'in_review', 'in_review', 'in_review'],
  ['not_approved', 'deploy', 'final_not_approved', 'final_not_approved'],
  ['published', 'deploy', 'deploy submit', 'published'],
  ['published_with_unreviewed_changes', 'deploy', 'deploy submit', 'submit'],
  ['taken_down', 'deploy', 'deploy submit', 'submit'],
  ['changes_requested', 'deploy', 'deploy submit', 'submit'],
  ['a_state_of_tomorrow', 'unknown_state', 'unknown_state', 'submit'],
];
for (const [status, other, submitted, same] of states) {
  const submits = { ...asked, submit: true };
  const isProtected = other === 'in_review' || other === 'unknown_state';
  for (const [inputs, isSame, expected] of [
    [asked, false, other],
    [{ ...asked, create: true }, false, other],
    [submits, false, submitted],
    [asked, true, 'unchanged'],
    [submits, true, same],
    // Force is about equal content alone.
    [{ ...asked, force: true }, true, other],
    [{ ...asked, force: true }, false, other],
    [{ ...submits, force: true }, true, submitted],
    [{ ...asked, force: true, onInReview: 'skip' }, true, isProtected ? 'skip' : 'deploy'],
    [{ ...asked, onInReview: 'skip' }, true, 'unchanged'],
    [{ ...asked, force: true, onInReview: 'replace' }, true, 'deploy'],
  ] as const) {
    const given = Object.entries(inputs).filter(
      ([, value]) => value === true || value === 'skip' || value === 'replace',
    );
    const what = `${isSame ? 'the same' : 'other'} content, ${given.join(' ') || 'nothing else'}`;
    test(`the plan for an app that is ${status} (${what}): ${expected}`, () => {
      assert.equal(
        name(() => planDeploy(inputs, { status }, isSame)),
        expected,
      );
    });
  }

  test(`the plan to submit or update an app that is ${status}`, () => {
    const submission = name(() => planSubmit('tides', status));
    const [fail, skip, replace] = (['fail', 'skip', 'replace'] as const).map((onInReview) =>
      name(() => planInReview({ slug: 'tides', onInReview }, status)),
    );
    const inReview = isProtected ? { fail: other, skip: 'skip' } : { fail: 'go on', skip: 'go on' };
    assert.deepEqual({ submission, fail, skip, replace }, { submission: same, ...inReview, replace: 'go on' });
  });
}

for (const [parts, expected] of [
  [{}, 'app_missing'],
  [{ submit: true, force: true }, 'app_missing'],
  [{ create: true }, 'create deploy'],
  [{ create: true, submit: true }, 'create deploy submit'],
] as const) {
  test(`the plan for an app that does not exist, ${JSON.stringify(parts)}: ${expected}`, () => {
    assert.equal(
      name(() => planDeploy({ ...asked, ...parts }, null, false)),
      expected,
    );
  });
}

describe('a run ends by its plan', () => {
  const rows: readonly (readonly [Plan, Outcome | null])[] = [
    [{ do: 'change', steps: ['deploy', 'submit'] }, null],
    [{ do: 'nothing', why: 'unchanged' }, { kind: 'unchanged' }],
    [{ do: 'nothing', why: 'published' }, { kind: 'unchanged' }],
    // Its review may be waited for.
    [{ do: 'nothing', why: 'in_review' }, null],
    [{ do: 'skip' }, { kind: 'skipped', skipReason: 'in-review' }],
  ];
  for (const [plan, end] of rows) {
    test(`${JSON.stringify(plan)}: ${end?.kind ?? 'it goes on'}, and a dry run tells it`, () => {
      const state = new RunState('tides');
      const log = { info: () => undefined, debug: () => undefined, list: () => undefined };
      assert.deepEqual(endByPlan(plan, { slug: 'tides', dryRun: true }, { state, log }), { kind: 'planned', plan });
      assert.deepEqual(endByPlan(plan, { slug: 'tides', dryRun: false }, { state, log }), end);
    });
  }
});
