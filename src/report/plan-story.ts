import type { Command } from '../inputs.ts';
import type { Facts, Intent, Outcome } from '../outcome.ts';
import { formatCount } from '../format.ts';
import { countErrors, nameApp, type Story, skips, verbs } from './story.ts';

const nothing = 'A dry run: nothing was sent that changes anything.';

/** The story of a dry run, or of a fork's pull request: what a real run would do, or what is in its way. */
export function tellPlan(
  command: Command,
  { plan, skipReason }: Extract<Outcome, { readonly kind: 'planned' }>,
  facts: Facts,
): Story {
  const app = nameApp(facts);
  const errors = countErrors(facts);
  if (errors > 0) {
    const headline = `${formatCount(errors, 'problem')} to fix in ${app}`;
    return { headline, sentence: nothing, next: 'Fix them, then run again.' };
  }
  if (plan !== undefined) {
    const { headline, sentence, next } = tellIntent(command, plan, facts);
    return { headline: `${app} ${headline}`, sentence: `${nothing}${sentence === '' ? '' : ` ${sentence}`}`, next };
  }
  return skipReason === 'fork'
    ? {
        headline: `${app} checked, not ${verbs[command]}`,
        sentence:
          'A pull request from a fork is not given the API key, so the folder was only checked and nothing was sent.',
        next: `It is ${verbs[command]} by a run of the repository itself, such as the push after the merge.`,
      }
    : {
        headline: `${app} checked offline`,
        sentence:
          'A dry run without api-key is offline: the folder was checked, but not compared with the app, and nothing was sent.',
        next: 'Give the dry run the API key to be told what a real run would do.',
      };
}

/** The headline goes on behind the app's name, the sentence behind the one that nothing was sent. */
function tellIntent(command: Command, plan: Intent, facts: Facts): Story {
  const next = 'Run without dry-run to do it.';
  const leaving = facts.app?.status === 'in_review' ? 'The app would be taken out of review.' : '';
  switch (plan.do) {
    case 'deploy':
      return { headline: `would be ${listSteps(plan)}`, sentence: leaving, next };
    case 'update': {
      const fields = `Fields that differ: ${plan.fields.join(', ')}.`;
      return { headline: 'would be updated', sentence: `${fields} ${leaving}`.trim(), next };
    }
    case 'submit': {
      const draft = command === 'submit' ? '' : 'The draft has exactly this content already.';
      return { headline: 'would be sent for review', sentence: draft, next };
    }
    case 'create':
    case 'delete':
      return { headline: `would be ${verbs[plan.do]}`, sentence: '', next };
    default:
      return tellIdle(command, plan);
  }
}

function listSteps({ createFirst, submits }: Extract<Intent, { readonly do: 'deploy' }>): string {
  const steps = [...(createFirst ? [verbs.create] : []), verbs.deploy, ...(submits ? [verbs.submit] : [])];
  return [steps.slice(0, -1).join(', '), ...steps.slice(-1)].filter((text) => text !== '').join(' and ');
}

type Idle = Extract<Intent, { readonly do: 'nothing' | 'skip' | 'refuse' }>;

function tellIdle(command: Command, plan: Idle): Story {
  const not = `would not be ${verbs[command]}`;
  switch (plan.do) {
    case 'nothing':
      return {
        headline: `${not}: ${explainNothing(command, plan.why)}`,
        sentence: 'A real run would send nothing either.',
        next: '',
      };
    case 'skip':
      return {
        headline: `${not}: it is in review`,
        sentence: 'A real run would leave it there, as on-in-review is skip.',
        next: skips['in-review'].next,
      };
    case 'refuse':
      return { headline: `${not}: a run would fail`, sentence: plan.failure.message, next: plan.failure.next };
  }
}

function explainNothing(command: Command, why: Extract<Idle, { readonly do: 'nothing' }>['why']): string {
  if (command === 'update') return 'no field differs';
  const same = command === 'submit' ? 'as it is' : 'with exactly this content';
  const reasons = {
    unchanged: 'the draft has exactly this content',
    in_review: `it is in review ${same}`,
    published: `it is published ${same}`,
  };
  return reasons[why];
}
