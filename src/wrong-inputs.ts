import type { WrongInput } from './inputs.ts';
import { Ledger } from './ledger.ts';
import type { Report } from './report/report.ts';

/** The report of a run that did not begin: every wrong input, what it got, and what it takes. */
export function toWrongInputsReport(wrong: readonly WrongInput[], secrets: readonly string[]): Report {
  const lines = wrong.map(({ input, got, takes }) => `${input} ${takes}${got === null ? '' : `, not "${got}"`}`);
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
    facts: new Ledger('').facts,
    repositoryPath: null,
    readLines: async () => null,
    secrets,
  };
}
