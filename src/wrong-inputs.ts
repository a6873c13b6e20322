import type { WrongInputs } from './inputs.ts';
import { RunState } from './outcome.ts';
import { cutText, joinLines } from './report/escape.ts';
import type { Report } from './report/port.ts';
import { createRedact } from './report/redact.ts';

/** UTF-16 units of all values together, shared evenly: the whole must fit where 2,000 of a sentence are shown. */
const valuesRoom = 1000;

/** The report of a run that did not begin: every wrong input, what it got, and what it takes. */
export function toWrongInputsReport({ wrong, slug }: WrongInputs, secrets: readonly string[]): Report {
  const redact = createRedact(secrets);
  const room = Math.floor(valuesRoom / wrong.length);
  // Redacted before the cut: half a secret would not be known as one.
  const show = (got: string | null): string => (got === null ? '' : `, not "${cutText(redact(got), room)}"`);
  const lines = wrong.map(({ input, got, takes }) => joinLines(`${input} ${takes}${show(got)}`));
  return {
    command: 'deploy',
    dryRun: false,
    outcome: {
      kind: 'failed',
      failure: {
        kind: 'failed',
        code: 'invalid_inputs',
        // A line for each: that is what the report of this code shows.
        message: lines.join('\n'),
        path: null,
        next: 'Correct the "with:" block of the step; the README describes every input.',
      },
    },
    facts: new RunState(slug).facts,
    repositoryPath: null,
    readLines: async () => null,
    secrets,
  };
}
