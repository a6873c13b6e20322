import { mayBeInReview } from '../app-status.ts';
import { formatCount } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Facts, Outcome, Plan, Step } from '../outcome.ts';
import { input } from '../voice.ts';
import { CommandError } from './command-error.ts';
import type { Online } from './online.ts';

/**
 * Decides what a deploy does; `status` is null where the app does not exist, and `isSame` where its draft holds exactly the folder's
 * content. Two rules of the service stand behind it: `not_approved` is final, so that such an app is never changed in order to
 * be submitted; and any deploy takes an app out of review, so that a needless one costs its place there. Throws CommandError for
 * what is refused, in a dry run too.
 */
export function planDeploy(
  inputs: Pick<Inputs, 'slug' | 'submit' | 'create' | 'force' | 'onInReview'>,
  status: string | null,
  isSame: boolean,
): Plan {
  const { slug, submit, create, force } = inputs;
  const steps: readonly Step[] = submit ? ['deploy', 'submit'] : ['deploy'];
  if (status === null && !create) throw new CommandError('app_missing', slug);
  if (status === null) return { do: 'change', steps: ['create', ...steps] };
  if (submit && status === 'not_approved') throw new CommandError('final_not_approved', slug);
  if (isSame && !force) return submit ? planSubmit(slug, status) : { do: 'nothing', why: 'unchanged' };
  return planInReview(inputs, status) ?? { do: 'change', steps };
}

/**
 * Decides whether an app that is in review, or may be, is changed (`on-in-review`); null to go on. Throws CommandError where the
 * input is `fail`.
 */
export function planInReview({ slug, onInReview }: Pick<Inputs, 'slug' | 'onInReview'>, status: string): Plan | null {
  if (!mayBeInReview(status) || onInReview === 'replace') return null;
  if (onInReview === 'skip') return { do: 'skip' };
  throw status === 'in_review'
    ? new CommandError('in_review', slug)
    : new CommandError('unknown_state', `${slug} has the status ${status}`);
}

/** Decides what is left to do to send content for review that the draft already has. Throws CommandError `final_not_approved`. */
export function planSubmit(slug: string, status: string): Plan {
  if (status === 'not_approved') throw new CommandError('final_not_approved', slug);
  if (status === 'published') return { do: 'nothing', why: status };
  if (mayBeInReview(status)) return { do: 'nothing', why: 'in_review' };
  return { do: 'change', steps: ['submit'] };
}

/** How a run ends whose plan changes nothing, or that is only to tell its plan; null to carry it out, or to follow a review. */
export function endByPlan(plan: Plan, { slug, dryRun }: Inputs, { state, log }: Online): Outcome | null {
  log.debug(`Plan: ${formatPlan(plan, state.facts)}`);
  const status = state.facts.app?.status ?? null;
  if (plan.do === 'nothing' && plan.why === 'in_review' && status !== 'in_review') {
    state.notice(`The status ${status} is not documented, and is taken for a review: ${slug} is not submitted again.`);
  }
  if (dryRun) return { kind: 'planned', plan };
  if (plan.do === 'change' || (plan.do === 'nothing' && plan.why === 'in_review')) return null;
  if (plan.do === 'skip') return { kind: 'skipped', skipReason: 'in-review' };
  if (plan.why === 'published') {
    state.notice(`${slug} is published with this content: there is nothing to review.`);
  }
  return { kind: 'unchanged' };
}

/** What a plan does and why, for the log. */
function formatPlan(plan: Plan, { app, changes }: Facts): string {
  if (plan.do === 'skip') return `send nothing, the app is in review and ${input('on-in-review')} is skip`;
  if (plan.do === 'nothing') return `send nothing, ${plan.why}`;
  const compared = changes === null ? 'its files were not compared' : formatCount(changes.length, 'file', 'differ');
  return `send ${plan.steps.join(', ')}, ${app === null ? 'the app does not exist' : compared}`;
}
