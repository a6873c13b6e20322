import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CommandError } from '../../../src/commands/command-error.ts';
import { endByPlan, planDeploy, planInReview, planSubmit } from '../../../src/commands/plan.ts';
import { type Plan, RunState } from '../../../src/outcome.ts';
import { showTides } from '../../support/fake-service/app.ts';

type Asked = Parameters<typeof planDeploy>[0];
const asked: Asked = { slug: 'tides', submit: false, create: false, force: false, onInReview: 'fail' };

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
  test(`the plan for the state ${status}`, () => {
    const app = { status };
    const submits = { ...asked, submit: true };
    const protects = other === 'in_review' || other === 'unknown_state';
    for (const [parts, isSame, expected] of [
      [asked, false, other],
      [{ ...asked, create: true }, false, other],
      [submits, false, submitted],
      [asked, true, 'unchanged'],
      [submits, true, same],
      // Force is about equal content alone.
      [{ ...asked, force: true }, true, other],
      [{ ...asked, force: true }, false, other],
      [{ ...submits, force: true }, true, submitted],
      [{ ...asked, force: true, onInReview: 'skip' }, true, protects ? 'skip' : 'deploy'],
      [{ ...asked, onInReview: 'skip' }, true, 'unchanged'],
      [{ ...asked, force: true, onInReview: 'replace' }, true, 'deploy'],
    ] as const) {
      assert.equal(
        name(() => planDeploy(parts, app, isSame)),
        expected,
        JSON.stringify([parts, isSame]),
      );
    }
    assert.equal(
      name(() => planSubmit('tides', status)),
      same,
    );
    const inReview = (['fail', 'skip', 'replace'] as const).map((onInReview) =>
      name(() => planInReview({ slug: 'tides', onInReview }, status)),
    );
    assert.deepEqual(inReview, protects ? [other, 'skip', 'go on'] : ['go on', 'go on', 'go on']);
  });
}

test('the plan for an app that does not exist', () => {
  for (const [parts, expected] of [
    [{}, 'app_missing'],
    [{ submit: true, force: true }, 'app_missing'],
    [{ create: true }, 'create deploy'],
    [{ create: true, submit: true }, 'create deploy submit'],
  ] as const) {
    assert.equal(
      name(() => planDeploy({ ...asked, ...parts }, null, false)),
      expected,
      JSON.stringify(parts),
    );
  }
});

describe('the end by a plan', () => {
  const deploys = { do: 'change', steps: ['deploy', 'submit'] } as const;
  const creates = { do: 'change', steps: ['create', 'deploy'] } as const;
  const skipped = { kind: 'skipped', skipReason: 'in-review' } as const;
  const unchanged = { kind: 'unchanged' } as const;
  const change = { path: 'index.html', kind: 'changed', bytesBefore: 1, bytesAfter: 2 } as const;

  for (const [plan, changed, exists, end, line] of [
    [deploys, 1, true, null, 'send deploy, submit, 1 file differs'],
    [deploys, null, true, null, 'send deploy, submit, its files were not compared'],
    [creates, null, false, null, 'send create, deploy, the app does not exist'],
    [{ do: 'nothing', why: 'unchanged' }, 0, true, unchanged, 'send nothing, unchanged'],
    [{ do: 'nothing', why: 'published' }, 0, true, unchanged, 'send nothing, published'],
    [{ do: 'nothing', why: 'in_review' }, 0, true, null, 'send nothing, in_review'],
    [{ do: 'skip' }, 1, true, skipped, 'send nothing, the app is in review and on-in-review is skip'],
  ] as const) {
    test(`is told in the debug log: ${line}`, () => {
      const state = new RunState('tides');
      const app = exists ? showTides({ status: 'draft' }) : null;
      state.record({ did: 'read', app, isOurs: false, isCurrent: true, isStateCurrent: true });
      state.update({ changes: changed === null ? null : Array(changed).fill(change) });
      const lines: string[] = [];
      const log = { info: () => undefined, debug: (text: string) => lines.push(text), list: () => undefined };
      const inputs = { slug: 'tides', dryRun: false };
      assert.deepEqual(endByPlan(plan, inputs, { state, log }), end);
      assert.equal(state.facts.notices.length, Number(line === 'send nothing, published'));
      assert.deepEqual(endByPlan(plan, { ...inputs, dryRun: true }, { state, log }), { kind: 'planned', plan });
      assert.deepEqual(lines, [`Plan: ${line}`, `Plan: ${line}`]);
    });
  }
});
