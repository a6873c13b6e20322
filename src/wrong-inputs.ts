import type { WrongInputs } from './inputs.ts';
import { Ledger } from './ledger.ts';
import { createRedact } from './secrets.ts';
import type { Report } from './report/report.ts';
import { cutText } from './report/text.ts';

/** UTF-16 units of all values together, shared evenly: the whole must fit where 2,000 of a sentence are shown. */
const valuesRoom = 1000;

/** The report of a run that did not begin: every wrong input, what it got, and what it takes. */
export function toWrongInputsReport({ wrong, slug }: WrongInputs, secrets: readonly string[]): Report {
  const redact = createRedact(secrets);
  const room = Math.floor(valuesRoom / wrong.length);
  // Redacted before the cut: half a secret would not be known as one.
  const show = (got: string | null): string => (got === null ? '' : `, not "${cutText(redact(got), room)}"`);
  const lines = wrong.map(({ input, got, takes }) => `${input} ${takes}${show(got)}`);
  const count = wrong.length === 1 ? 'An input is wrong' : `${wrong.length} inputs are wrong`;
  return {
    command: 'deploy',
    dryRun: false,
    outcome: {
      kind: 'failed',
      failure: {
        code: 'wrong_inputs',
        message: `${count}: ${lines.join('; ')}`,
        next: 'Correct the "with:" block of the step; the README describes every input.',
      },
    },
    facts: new Ledger(slug).facts,
    repositoryPath: null,
    readLines: async () => null,
    secrets,
  };
}
