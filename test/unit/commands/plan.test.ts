import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planDeploy, planInReview, planSubmit } from '../../../src/commands/plan.ts';
import { ActionError } from '../../../src/errors.ts';
import type { Inputs } from '../../../src/inputs/inputs.ts';
import type { Plan } from '../../../src/report/report.ts';
import { showTides } from '../../support/fake-service/app.ts';
import { makeInputs, runSeveral } from '../../support/fake-service/scene.ts';
import { FakeService } from '../../support/fake-service/service.ts';
import { compareWithFile } from '../../support/snapshot.ts';

const documented = [
  'draft',
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
];
const statuses = [...documented, 'taken_down', 'changes_requested', 'a_state_of_tomorrow'];

/** The plans by inputs. The folder has other content than the app, or the same. */
const cases: Readonly<Record<string, (status: string) => Plan | null>> = {
  'deploy, other': deploy({}, false),
  'deploy, other, create': deploy({ create: true }, false),
  'deploy, other, submit': deploy({ submit: true }, false),
  'deploy, other, force': deploy({ force: true }, false),
  'deploy, other, replace': deploy({ onInReview: 'replace' }, false),
  'deploy, same': deploy({}, true),
  'deploy, same, submit': deploy({ submit: true }, true),
  'deploy, same, force': deploy({ force: true }, true),
  'deploy, same, submit, force': deploy({ submit: true, force: true }, true),
  'deploy, same, skip': deploy({ onInReview: 'skip' }, true),
  'deploy, same, force, skip': deploy({ onInReview: 'skip', force: true }, true),
  submit: (status) => planSubmit(showTides({ status })),
  'update, fail': (status) =>
    planInReview(makeInputs({ onInReview: 'fail' }), showTides({ status })),
  'update, skip': (status) =>
    planInReview(makeInputs({ onInReview: 'skip' }), showTides({ status })),
  'update, replace': (status) =>
    planInReview(makeInputs({ onInReview: 'replace' }), showTides({ status })),
};

function deploy(inputs: Partial<Inputs>, isSame: boolean): (status: string) => Plan {
  return (status) => planDeploy(makeInputs(inputs), showTides({ status }), 'tides', isSame);
}

/** Names a plan: its steps, why it does nothing, `skip`, `go on`, or the code of a refusal. */
function name(makePlan: () => Plan | null): string {
  let plan: Plan | null;
  try {
    plan = makePlan();
  } catch (error) {
    if (error instanceof ActionError) return error.code;
    throw error;
  }
  if (plan === null) return 'go on';
  if (plan.kind === 'change') return plan.steps.join(' ');
  return plan.kind === 'nothing' ? plan.reason : plan.kind;
}

test('the planned requests for each status of an app (snapshots/plans.md)', () => {
  const rows = [
    ['asked for', ...statuses],
    Array(statuses.length + 1).fill('---'),
    ...Object.entries(cases).map(([about, plan]) => [
      about,
      ...statuses.map((status) => name(() => plan(status))),
    ]),
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  compareWithFile(
    'test/unit/commands/snapshots/plans.md',
    `# What is planned, by the state of the app\n\n${table}`,
  );
});

test('a service that does not respond ends a run of twelve apps after the minute of the first one', async () => {
  const service = new FakeService();
  const slugs = Array.from({ length: 12 }, (_, number) => `app-${number}`);
  for (const slug of slugs) service.put({}, slug);
  service.sandbox.faults.add({ status: 503, for_ms: 3_600_000 });
  const startedAt = service.clock.now();
  await runSeveral(slugs.map((slug) => ({ service, inputs: { slug } })));
  const took = Math.floor((service.clock.now() - startedAt) / 1_000);
  assert.deepEqual({ took, requests: service.exchanges.length }, { took: 60, requests: 11 });
});
