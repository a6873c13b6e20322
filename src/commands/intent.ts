import type { App } from '../api/wire.ts';
import type { Inputs } from '../inputs.ts';
import type { Intent } from '../outcome.ts';
import { type DecisionCode, DecisionError } from './decision-error.ts';
import type { Plan } from './plan.ts';

/** What a dry run says that a deploy would do: where the app is not there and not to be created, the service refuses it. */
export function toIntent(plan: Plan, { slug, submit }: Pick<Inputs, 'slug' | 'submit'>, before: App | null): Intent {
  switch (plan.do) {
    case 'refuse':
      return planRefusal(plan.why, slug);
    case 'nothing':
      return { do: 'nothing', why: plan.isSubmitted ? 'in_review' : plan.why };
    case 'deploy':
      if (before === null && !plan.createFirst) return planRefusal('app_missing', slug);
      return { do: 'deploy', createFirst: plan.createFirst, submits: submit };
    default:
      return plan;
  }
}

/** Our own no, as a dry run tells it. */
export function planRefusal(code: DecisionCode, slug: string): Intent {
  const { message, next } = new DecisionError(code, slug);
  return { do: 'refuse', failure: { code, message, next } };
}
