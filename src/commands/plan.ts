import type { App } from '../model/app.ts';
import { mayBeInReview } from '../model/app-status.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Outcome, Plan, Step } from '../model/outcome.ts';
import { nameInput } from '../text/frontend.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { sleepUntil } from './readback.ts';
import { maxReadLagMs } from './verify.ts';

/** The plan of a command for an app, or its refusal to change the app. */
export type PlanOrRefusal = Plan | Refusal;

interface Refusal {
  readonly kind: 'refuse';
  readonly error: CommandError;
}

/** The result of examining a read of the app before anything is changed. */
export interface Examination {
  readonly plan: PlanOrRefusal;
  /** True if the app has exactly the content that the run is about. */
  readonly isSame: boolean;
}

/** The read of the app on which a run bases its plan. */
interface PlannedRead<Found extends Examination> {
  /** Null if the app does not exist. */
  readonly app: App | null;
  /**
   * When the first response of the run came, in the clock's time. The age of reads counts from this
   * time.
   */
  readonly since: number;
  readonly found: Found;
}

/**
 * Reads the app, and calls `examine` to plan the run.
 *
 * The first read may not show a very recent change yet. So if its plan would end the run, the app
 * is read again 7 s after the first response, and the second read decides. Only a plan to leave an
 * unchanged app as it is may end the run after the first read.
 */
export async function planByRead<Found extends Examination>(
  inputs: Inputs,
  context: CommandContext,
  examine: (app: App | null) => Found,
): Promise<PlannedRead<Found>> {
  const { clock, state } = context;
  const readAt = clock.now();
  let app = await readForPlan(inputs, context);
  const since = context.availability.answeredAt ?? clock.now();
  let found = examine(app);
  if (readAt - since < maxReadLagMs && isEnd(found.plan)) {
    state.record({ kind: 'read', app, match: 'other', trust: 'none' });
    context.log.info('Reading the app again after 7 s, since the first read may be outdated');
    await sleepUntil(since + maxReadLagMs, context);
    app = await readForPlan(inputs, context);
    found = examine(app);
  }
  state.record({ kind: 'read', app, match: found.isSame ? 'same' : 'other', trust: 'all' });
  return { app, since, found };
}

/** Reads the app, with its texts if a diff is wanted. */
async function readForPlan(inputs: Inputs, context: CommandContext): Promise<App | null> {
  const { slug } = inputs;
  // After a minute without any response, the remaining apps of the run get one attempt each.
  const isUnreachable = context.availability.isUnreachable(context.clock.now());
  const retryWindowMs = isUnreachable ? 0 : undefined;
  const app = await context.client.readApp(slug, { retryWindowMs });
  if (app === null) {
    context.log.info(`Remote: there is no app ${slug}`);
    return null;
  }
  context.log.debug(`${slug}: ${app.status}, updated ${app.updatedAt ?? 'at an unknown time'}`);
  return app;
}

/** Returns true if a plan ends the run for a reason that a newer read may not show. */
function isEnd(plan: PlanOrRefusal): boolean {
  if (plan.kind === 'nothing') return plan.reason !== 'unchanged';
  return plan.kind === 'refuse' || plan.kind === 'skip';
}

/** Returns the plan of a command. Throws the error if it is a refusal. */
export function acceptPlan(plan: PlanOrRefusal): Plan {
  if (plan.kind === 'refuse') throw plan.error;
  return plan;
}

/**
 * Returns the outcome of a run that ends with its plan: a dry run, or a run whose plan changes
 * nothing. Returns null if there is a change to make, or a review to follow.
 */
export function endByPlan(plan: Plan, inputs: Inputs, context: CommandContext): Outcome | null {
  const { state } = context;
  const planned = plan.kind === 'change' ? plan.steps.join(', ') : plan.kind;
  context.log.debug(`Plan: ${planned}`);
  const status = state.facts.app?.status ?? null;
  const isInReview = plan.kind === 'nothing' && plan.reason === 'in_review';
  if (isInReview && status !== 'in_review') {
    state.notice(
      `The status ${status} is not documented and may mean a review, so ${inputs.slug} is not submitted again.`,
    );
  }
  if (inputs.dryRun) return { kind: 'planned', plan };
  if (plan.kind === 'change' || isInReview) return null;
  if (plan.kind === 'skip') return { kind: 'skipped', skipReason: 'in-review' };
  if (plan.reason === 'published') {
    state.notice(`${inputs.slug} is published with this content: there is nothing to review.`);
  }
  return { kind: 'unchanged' };
}

/** Makes a refusal. */
export function refuse(error: CommandError): Refusal {
  return { kind: 'refuse', error };
}

/**
 * Makes the error of a command that needs an existing app. It does not advise to create the app.
 */
export function makeMissingError(slug: string): CommandError {
  const next = `Check the slug, that the API key belongs to the owner of the app, and the path of ${nameInput('base-url')}.`;
  return new CommandError('app_missing', slug, { next });
}

/**
 * Plans a deploy. `status` is null if the app does not exist; `isSame` is true if its draft has
 * exactly the folder's content.
 *
 * The plan follows two rules of the service. The status `not_approved` is final, so an app with it
 * is not deployed for a submission. Any deploy takes an app out of review, so an app whose content
 * is the same is not deployed again.
 */
export function planDeploy(inputs: Inputs, status: string | null, isSame: boolean): PlanOrRefusal {
  const { slug } = inputs;
  const steps: readonly Step[] = inputs.submit ? ['deploy', 'submit'] : ['deploy'];
  if (status === null) {
    if (!inputs.create) return refuse(new CommandError('app_missing', slug));
    return { kind: 'change', steps: ['create', ...steps] };
  }
  if (inputs.submit && status === 'not_approved') {
    return refuse(new CommandError('final_not_approved', slug));
  }
  if (isSame && !inputs.force) {
    return inputs.submit ? planSubmit(slug, status) : { kind: 'nothing', reason: 'unchanged' };
  }
  return planInReview(inputs, status) ?? { kind: 'change', steps };
}

/**
 * Plans according to `on-in-review` if the app is in review, or may be. Returns null if the app may
 * be changed.
 */
export function planInReview(inputs: Inputs, status: string): PlanOrRefusal | null {
  if (!mayBeInReview(status) || inputs.onInReview === 'replace') return null;
  if (inputs.onInReview === 'skip') return { kind: 'skip' };
  if (status === 'in_review') return refuse(new CommandError('in_review', inputs.slug));
  return refuse(new CommandError('unknown_state', `${inputs.slug} has the status ${status}`));
}

/**
 * Plans the submission of a draft that already has the content to submit, so that no deploy is
 * needed.
 */
export function planSubmit(slug: string, status: string): PlanOrRefusal {
  if (status === 'not_approved') return refuse(new CommandError('final_not_approved', slug));
  if (status === 'published') return { kind: 'nothing', reason: 'published' };
  if (mayBeInReview(status)) return { kind: 'nothing', reason: 'in_review' };
  return { kind: 'change', steps: ['submit'] };
}
