import type { Command } from '../inputs.ts';
import type { Facts, Failure, Outcome } from '../outcome.ts';
import type { Severity } from '../outcome.ts';
import { tellPlan } from './plan-story.ts';
import type { Report } from './report.ts';
import { formatCount } from '../format.ts';
import { describeState, explainState } from '../status.ts';
import { countErrors, nameApp, type Story, tellDone, tellSkip, tellUnchanged, verbs } from './story.ts';

/** What a run came to, in plain words. The texts hold outside words (slug, status, failure): they are not safe to print yet. */
export interface Verdict extends Story {
  /** An error where the step ends red, a warning where a dry run is green and a real one would not be. */
  readonly level: Severity | 'notice';
}

type Told = Pick<Report, 'command' | 'outcome' | 'facts'>;

/** Puts the end of a run into words. Never says undefined or null, whatever the facts lack. */
export function toVerdict(told: Told): Verdict {
  const isRefused = told.facts.verdict === 'refused' && !('failure' in told.outcome);
  return { level: toLevel(told), ...(isRefused ? tellRefusal(told.facts) : tell(told)) };
}

function toLevel(told: Told): Verdict['level'] {
  if (isRed(told)) return 'error';
  return told.outcome.kind === 'planned' && told.outcome.plan?.do === 'refuse' ? 'warning' : 'notice';
}

/** As the exit code has it; a dry run with problems is a red one. */
function isRed({ outcome, facts }: Told): boolean {
  return 'failure' in outcome || facts.verdict === 'refused' || (outcome.kind === 'planned' && countErrors(facts) > 0);
}

function tell({ command, outcome, facts }: Told): Story {
  switch (outcome.kind) {
    case 'planned':
      return tellPlan(command, outcome, facts);
    case 'unchanged':
      return tellUnchanged(command, facts, outcome.sentForReview === true);
    case 'skipped':
      return tellSkip(command, outcome.skipReason, facts);
    case 'rejected':
    case 'failed':
    case 'unknown':
      return tellFailure(command, outcome, facts);
    default:
      return tellDone(outcome.kind, facts);
  }
}

function tellFailure(command: Command, outcome: Extract<Outcome, { readonly failure: Failure }>, facts: Facts): Story {
  const [app, was] = command === 'list' ? ['The apps', 'were'] : [nameApp(facts), 'was'];
  const { code, message: sentence, next } = outcome.failure;
  // What was to be done may be among the invalid inputs.
  if (code === 'invalid_inputs') {
    const lines = sentence.split('\n');
    return { headline: formatCount(lines.length, 'invalid input'), sentence: '', lines, next };
  }
  const verb = facts.submitting ? verbs.submit : verbs[command];
  const isDeployed = facts.submitting && facts.changed;
  if (outcome.kind === 'unknown') {
    const done = isDeployed ? ` was ${verbs.deploy}` : '';
    return { headline: `${app}${done}: not known whether it ${was} ${verb}`, sentence, next };
  }
  const errors = outcome.kind === 'rejected' ? countErrors(facts) : 0;
  const why = errors === 0 ? '' : `: ${formatCount(errors, 'problem')} to fix`;
  const not = isDeployed ? `${verbs.deploy}, but not ${verb}` : `not ${verb}`;
  return { headline: `${app} ${was} ${not}${why}`, sentence, next };
}

function tellRefusal(facts: Facts): Story {
  const status = facts.app?.status ?? null;
  const headline = `${nameApp(facts)} ${status === null ? 'was not approved' : describeState(status)}`;
  return { headline, sentence: 'The review is over, and its answer is no.', next: explainState(status) ?? '' };
}
