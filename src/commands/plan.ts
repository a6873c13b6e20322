import type { App } from '../app/app.ts';
import { mayBeInReview } from '../app/status.ts';
import { makeError } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Plan, Step } from '../report/report.ts';
import type { Run } from '../run/run.ts';
import { nameInput } from '../text/frontend.ts';

/** Reads the app on which the plan is based; null if it does not exist. */
export async function readForPlan(run: Run): Promise<App | null> {
  const { report, client, log } = run;
  const app = await client.readApp(report.slug);
  report.noteApp(app, false);
  if (app === null) log.info(`Remote: there is no app ${report.slug}`);
  else log.debug(`${app.slug}: ${app.status}, updated ${app.updatedAt ?? 'at an unknown time'}`);
  return app;
}

/** Reads an app that must exist. Throws ActionError `app_missing`. */
export async function readExisting(run: Run): Promise<App> {
  const app = await readForPlan(run);
  if (app !== null) return app;
  const next = `Check the slug, that the API key belongs to the owner of the app, and the path of ${nameInput('base-url')}.`;
  throw makeError('app_missing', run.report.slug, { next });
}

/**
 * Ends a run with its plan if that is a dry run, or if the plan changes nothing. Returns false if
 * there is a change to make, or a review to follow.
 */
export function endByPlan(plan: Plan, run: Run): boolean {
  const { report, log } = run;
  log.debug(`Plan: ${plan.kind === 'change' ? plan.steps.join(', ') : plan.kind}`);
  noteReason(plan, run);
  if (run.inputs.dryRun) {
    report.endDryRun(plan);
    return true;
  }
  if (plan.kind === 'skip') {
    report.skip('in-review');
    return true;
  }
  if (plan.kind === 'change' || plan.reason === 'in_review') return false;
  report.end('unchanged');
  return true;
}

/** Adds a notice about the reason that an app is not submitted, unless the status explains it. */
export function noteReason(plan: Plan, { inputs, report }: Run): void {
  if (plan.kind !== 'nothing') return;
  const { slug } = report;
  const status = report.app?.status ?? null;
  if (plan.reason === 'in_review' && status !== 'in_review') {
    report.notice(
      `The status ${status} is not documented and may mean a review, so ${slug} is not submitted again.`,
    );
  }
  if (plan.reason === 'published' && !inputs.dryRun) {
    report.notice(`${slug} is published with this content: there is nothing to review.`);
  }
}

/**
 * Plans a deploy. `app` is null if it does not exist; `isSame` is true if its draft has exactly the
 * folder's content. Throws ActionError to refuse.
 *
 * The plan follows two rules of the service. The status `not_approved` is final, so an app with it
 * is not deployed for a submission. Any deploy takes an app out of review, so an app whose content
 * is the same is not deployed again.
 */
export function planDeploy(inputs: Inputs, app: App | null, slug: string, isSame: boolean): Plan {
  const steps: readonly Step[] = inputs.submit ? ['deploy', 'submit'] : ['deploy'];
  if (app === null) {
    if (!inputs.create) throw makeError('app_missing', slug);
    return { kind: 'change', steps: ['create', ...steps] };
  }
  if (inputs.submit && app.status === 'not_approved') {
    throw makeError('final_not_approved', slug);
  }
  if (isSame && !inputs.force) {
    return inputs.submit ? planSubmit(app) : { kind: 'nothing', reason: 'unchanged' };
  }
  return planInReview(inputs, app) ?? { kind: 'change', steps };
}

export function planInReview(inputs: Inputs, app: App): Plan | null {
  if (!mayBeInReview(app.status) || inputs.onInReview === 'replace') return null;
  if (inputs.onInReview === 'skip') return { kind: 'skip' };
  if (app.status === 'in_review') throw makeError('in_review', app.slug);
  throw makeError('unknown_state', `${app.slug} has the status ${app.status}`);
}

/** Plans the submission of a draft that already has the content to submit. */
export function planSubmit({ slug, status }: App): Plan {
  if (status === 'not_approved') throw makeError('final_not_approved', slug);
  if (status === 'published') return { kind: 'nothing', reason: 'published' };
  if (mayBeInReview(status)) return { kind: 'nothing', reason: 'in_review' };
  return { kind: 'change', steps: ['submit'] };
}
