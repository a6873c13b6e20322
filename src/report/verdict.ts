import type { Command } from '../inputs.ts';
import type { Facts, Failure, Outcome } from '../outcome.ts';
import type { Report } from './report.ts';
import { formatCount } from './size.ts';
import { describeState, explainState } from './states.ts';
import { countErrors, nameApp, type Story, tellDone, tellPlan, tellSkip, tellUnchanged, verbs } from './story.ts';

/** What a run came to, in plain words. The texts hold outside words (slug, status, failure): they are not safe to print yet. */
export interface Verdict extends Story {
  /** Whether the step ends red. */
  readonly red: boolean;
}

type Told = Pick<Report, 'command' | 'outcome' | 'facts' | 'failed'>;

/** Puts the end of a run into words. Never says undefined or null, whatever the facts lack. */
export function toVerdict(told: Told): Verdict {
  const red = isRed(told);
  const isFinal =
    told.facts.app?.status === 'not_approved' && !('failure' in told.outcome) && told.outcome.kind !== 'planned';
  return { red, ...(red && isFinal ? tellNotApproved(told.facts) : tell(told)) };
}

function isRed({ outcome, facts, failed }: Told): boolean {
  if (failed !== undefined) {
    return failed;
  }
  const waitedInVain = facts.submitted && facts.app?.status === 'not_approved';
  return 'failure' in outcome || (outcome.kind === 'planned' && countErrors(facts) > 0) || waitedInVain;
}

function tell({ command, outcome, facts }: Told): Story {
  switch (outcome.kind) {
    case 'planned':
      return tellPlan(command, outcome.skipReason, facts);
    case 'unchanged':
      return tellUnchanged(command, facts);
    case 'skipped':
      return tellSkip(outcome.skipReason, facts);
    case 'rejected':
    case 'failed':
    case 'unknown':
      return tellFailure(command, outcome, facts);
    default:
      return tellDone(outcome.kind, facts);
  }
}

function tellFailure(command: Command, outcome: Extract<Outcome, { readonly failure: Failure }>, facts: Facts): Story {
  const app = command === 'list' ? 'The apps' : nameApp(facts);
  const { message: sentence, next } = outcome.failure;
  const errors = countErrors(facts);
  if (outcome.kind === 'unknown') {
    return { headline: `${app}: not known whether it was ${verbs[command]}`, sentence, next };
  }
  if (outcome.kind === 'rejected' && errors > 0) {
    return { headline: `${app} not ${verbs[command]}: ${formatCount(errors, 'problem')} to fix`, sentence, next };
  }
  return { headline: `${app} not ${verbs[command]}`, sentence, next };
}

function tellNotApproved(facts: Facts): Story {
  const headline = `${nameApp(facts)} ${describeState(facts.app?.status ?? null)}`;
  const sentence = 'The review is over and the app was not approved.';
  return { headline, sentence, next: explainState('not_approved') ?? '' };
}
