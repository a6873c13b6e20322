import { posix } from 'node:path';
import { type Failure, toFailure } from '../model/action-error.ts';
import { type Outcome, RunState } from '../model/outcome.ts';
import type { Problem, ShownProblem } from '../model/problem.ts';
import { toHelpUrl, toPrintable } from '../text/escape.ts';
import { createRedact } from '../text/secrets.ts';
import { describeResult, type EndedRun, type ResultMessage } from './messages.ts';

/** Everything that is reported about a run when it has ended. */
export interface Report extends EndedRun {
  /** The app folder, relative to the workspace, with `/`; null where the run has none. */
  readonly folder: string | null;
  /**
   * The app folder's path from the repository root, with `/`; null when it is not known (files lose
   * their place).
   */
  readonly repositoryPath: string | null;
  /**
   * Reads the named lines of a folder's file for an excerpt, or null when there are none. Bounded,
   * never throws.
   */
  readonly readLines: (
    path: string,
    first: number,
    last: number,
  ) => Promise<readonly string[] | null>;
  /** Warnings about a run of several apps as a whole, the same in the report of each. */
  readonly runWarnings: readonly string[];
  /** What no text may show: the API key and the GitHub token. */
  readonly secrets: readonly string[];
}

/** A report without secrets: the renderers take no other. */
export interface RedactedReport extends Omit<Report, 'secrets'> {
  readonly result: ResultMessage;
  /** The outcome's, with its file as a problem has it; null where the run did not fail. */
  readonly failure: (Failure & Pick<ShownProblem, 'file'>) | null;
  /**
   * Where docs/troubleshooting.md explains how the run ended, safe to print; null where there is
   * nothing to explain, or no page.
   */
  readonly helpUrl: string | null;
  /** Those of the facts, each once. */
  readonly problems: readonly ShownProblem[];
}

/**
 * Takes the secrets out of a report, and out of lines that are read later: before anything cuts a
 * text, since half a secret would not be recognized. `docsUrl`: docs/troubleshooting.md in the
 * version of the action that runs; null when it is not known.
 */
export function redactReport(
  { secrets, ...report }: Report,
  docsUrl: string | null,
): RedactedReport {
  const redact = createRedact(secrets);
  const outcome = cleanOutcome(report.outcome, redact);
  const run = { ...cleanTexts(report, redact), outcome };
  const result = describeResult(run);
  const withFile = <T extends { readonly path: string | null }>(entry: T) => {
    return { ...entry, file: toRepositoryFile(run.repositoryPath, entry.path) };
  };
  return {
    ...run,
    result,
    failure: 'failure' in outcome ? withFile(outcome.failure) : null,
    helpUrl: toHelpUrl(docsUrl, result.code),
    problems: mergeEqual(run.facts.problems).map(withFile),
    readLines: async (path, first, last) =>
      (await report.readLines(path, first, last))?.map(redact) ?? null,
  };
}

/**
 * Makes the report of a run that did not begin, or ended with an error before it knew its apps.
 * `slug` is empty if it is not known.
 */
export function reportUnstarted(
  error: unknown,
  about: { readonly slug: string; readonly secrets: readonly string[] },
): Report {
  const failure = toFailure(error);
  return {
    command: 'deploy',
    isDryRun: false,
    baseBranch: null,
    realRun: '',
    outcome: { kind: failure.kind, failure },
    facts: new RunState(about.slug).facts,
    folder: null,
    repositoryPath: null,
    readLines: async () => null,
    runWarnings: [],
    secrets: about.secrets,
  };
}

/** Equal problems become one that says how often it was named. */
function mergeEqual(problems: readonly Problem[]): readonly Omit<ShownProblem, 'file'>[] {
  const equals = Map.groupBy(problems, (problem) => JSON.stringify(problem));
  return [...equals.values()].flatMap(([problem, ...others]) => {
    if (problem === undefined) return [];
    const times = others.length + 1;
    return [
      {
        ...problem,
        times,
        message: times === 1 ? problem.message : `${times} times: ${problem.message}`,
      },
    ];
  });
}

type Clean = (text: string) => string;

function cleanOutcome(outcome: Outcome, clean: Clean): Outcome {
  if (!('failure' in outcome)) return outcome;
  return {
    ...outcome,
    failure: { ...cleanTexts(outcome.failure, clean), code: outcome.failure.code },
  };
}

/** The fields of a report whose texts are all ours. */
const ownFields: ReadonlySet<string> = new Set([
  'causeCode',
  'command',
  'contentHash',
  'kind',
  'reviewResult',
  'severity',
]);

/**
 * Cleans every text in a value but those of fields that hold words of ours alone, so that a new
 * field needs no change here.
 */
export function cleanTexts<Value>(value: Value, clean: Clean, own?: ReadonlySet<string>): Value;
export function cleanTexts(value: unknown, clean: Clean, own = ownFields): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => cleanTexts(entry, clean, own));
  if (typeof value !== 'object' || value === null) return value;
  const cleanEntry = ([name, part]: [string, unknown]) => [
    name,
    own.has(name) ? part : cleanTexts(part, clean, own),
  ];
  return Object.fromEntries(Object.entries(value).map(cleanEntry));
}

/**
 * A file's path from the repository root, with `/` and no `./`; null for one outside the folder, or
 * with a name that is not printable.
 */
function toRepositoryFile(repositoryPath: string | null, path: string | null): string | null {
  if (repositoryPath === null || !path || path.split('/').includes('..')) return null;
  const file = posix.join(repositoryPath, path);
  return toPrintable(file) === file ? file : null;
}
