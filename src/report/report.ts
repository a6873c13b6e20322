import { toFailure } from '../errors.ts';
import type { Command } from '../inputs.ts';
import { Ledger } from '../ledger.ts';
import type { Facts, Outcome } from '../outcome.ts';

/** Everything that is told about a run when it has ended. */
export interface Report {
  readonly command: Command;
  readonly dryRun: boolean;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** The app folder's path from the repository root, with `/`; null when no folder was packed (files lose their place). */
  readonly repositoryPath: string | null;
  /** Reads the named line of a folder's file for a code frame, or null when there is none. Bounded, never throws. */
  readonly readLines: (path: string, first: number, last: number) => Promise<readonly string[] | null>;
  /** What must never be shown, whatever the text it turns up in: the API key and the GitHub token. */
  readonly secrets: readonly string[];
}

/** The report of a run that did not begin: the error is all that there is to tell. An empty slug is not known. */
export function reportUnstarted(
  error: unknown,
  { slug, secrets }: { readonly slug: string; readonly secrets: readonly string[] },
): Report {
  return {
    command: 'deploy',
    dryRun: false,
    outcome: { kind: 'failed', failure: toFailure(error) },
    facts: new Ledger(slug).facts,
    repositoryPath: null,
    readLines: async () => null,
    secrets,
  };
}
