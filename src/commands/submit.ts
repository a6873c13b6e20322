import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { DecisionError } from './decision-error.ts';
import { readExisting } from './existing.ts';
import { collectProblems } from './folder-step.ts';
import { planSubmit } from './plan.ts';
import type { OnlinePorts } from './ports.ts';
import { awaitVerdict } from './review.ts';
import { judgeStale } from './stale.ts';
import { submitApp } from './submit-step.ts';

/** Sends the draft as it is for review. An app that is in review already is left there: that is what was asked for. */
export async function submit(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  const { ledger } = ports;
  const stale = await judgeStale(inputs, ports);
  if (stale !== null) return stale;
  const before = await readExisting(inputs.slug, ports);
  const plan = planSubmit(before.status);
  if (plan.do === 'refuse') throw new DecisionError(plan.why, inputs.slug);
  if (plan.do === 'nothing') {
    ledger.update({ submitted: plan.isSubmitted });
    if (inputs.dryRun) return { kind: 'planned', plan: { do: 'nothing', why: plan.why } };
    if (plan.why === 'published') ledger.notice(`${inputs.slug} is published as it is: there is nothing to review.`);
    await awaitVerdict(inputs, ports);
    return { kind: 'unchanged' };
  }
  if (inputs.dryRun) return { kind: 'planned', plan: { do: 'submit' } };
  const isOurs = (): boolean => true;
  await collectProblems(ports, null, () =>
    submitApp(inputs, ports, { statusBefore: before.status, submittedAtBefore: before.submittedAt, isOurs }),
  );
  await awaitVerdict(inputs, ports);
  return { kind: 'submitted' };
}
