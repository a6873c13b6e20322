import { posix } from 'node:path';
import { type Failure, toFailure } from '../model/action-error.ts';
import { type Outcome, RunState } from '../model/outcome.ts';
import type { Problem, ShownProblem } from '../model/problem.ts';
import { toHelpUrl, toPrintable } from '../text/escape.ts';
import { createRedact } from '../text/secrets.ts';
import { describeResult, type ResultMessage, type RunResult } from './messages.ts';

/** Reads the lines `first` to `last` of a file in the app folder; null if it cannot be read. */
export type ReadLines = (
  path: string,
  first: number,
  last: number,
) => Promise<readonly string[] | null>;

/** Everything that is reported about a finished run of one app. */
export interface Report extends RunResult {
  /** The app folder, relative to the workspace, with `/`; null if the run has none. */
  readonly folder: string | null;
  /** The app folder's path from the repository root, with `/`; null if it is not known. */
  readonly repositoryPath: string | null;
  /** Reads lines around a problem. Bounded; never throws. */
  readonly readLines: ReadLines;
  /** Warnings about a run of several apps as a whole, the same in each report. */
  readonly runWarnings: readonly string[];
  /** The API key and the GitHub token, which no text may show. */
  readonly secrets: readonly string[];
}

/** The failure of a run, with the path of its file from the repository root. */
interface ShownFailure extends Failure {
  readonly file: string | null;
}

/** A report without secrets. The renderers accept nothing else. */
export interface RedactedReport extends Omit<Report, 'secrets'> {
  readonly result: ResultMessage;
  /** Null if the run did not fail. */
  readonly failure: ShownFailure | null;
  /**
   * The section of docs/troubleshooting.md about the run's code, safe to print; null if there is
   * none.
   */
  readonly helpUrl: string | null;
  /** The problems of the facts. Equal problems are merged. */
  readonly problems: readonly ShownProblem[];
}

/**
 * Makes the report of a run that did not begin, or that failed before its apps were known. `slug`
 * is empty if it is not known.
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
    // The time is not used: no app was read, so no age is shown.
    now: 0,
    folder: null,
    repositoryPath: null,
    readLines: async () => null,
    runWarnings: [],
    secrets: about.secrets,
  };
}

/**
 * Removes the secrets from a report, and from the lines of files that are read later. This must
 * be done before any text is cut, because a cut secret would not be recognized. `docsUrl`: the page
 * docs/troubleshooting.md of the action version in use; null if it is not known.
 */
export function redactReport(given: Report, docsUrl: string | null): RedactedReport {
  const { secrets, readLines, ...texts } = given;
  const redact = createRedact(secrets);
  const outcome = redactOutcome(given.outcome, redact);
  const run = { ...mapTexts(texts, redact), outcome };
  const result = describeResult(run);
  const toFile = (path: string | null) => toRepositoryFile(run.repositoryPath, path);
  const failure = 'failure' in outcome ? outcome.failure : null;
  return {
    ...run,
    result,
    failure: failure === null ? null : { ...failure, file: toFile(failure.path) },
    helpUrl: toHelpUrl(docsUrl, result.code),
    problems: mergeEqual(run.facts.problems, toFile),
    readLines: async (path, first, last) => {
      const lines = await readLines(path, first, last);
      return lines?.map(redact) ?? null;
    },
  };
}

/** Makes problems ready to be shown. Equal ones become one, whose message includes the number. */
function mergeEqual(
  problems: readonly Problem[],
  toFile: (path: string | null) => string | null,
): readonly ShownProblem[] {
  const groups = Map.groupBy(problems, (problem) => JSON.stringify(problem));
  const merged: ShownProblem[] = [];
  for (const [problem, ...others] of groups.values()) {
    if (problem === undefined) continue;
    const times = others.length + 1;
    const message = times === 1 ? problem.message : `${times} times: ${problem.message}`;
    merged.push({ ...problem, message, times, file: toFile(problem.path) });
  }
  return merged;
}

type MapText = (text: string) => string;

/** Redacts an outcome, except the code of a failure, which never contains outside text. */
function redactOutcome(outcome: Outcome, redact: MapText): Outcome {
  if (!('failure' in outcome)) return outcome;
  const { failure } = outcome;
  return { ...outcome, failure: { ...mapTexts(failure, redact), code: failure.code } };
}

/** The fields of a report that never contain outside text. */
const reportFieldsOfOurs: ReadonlySet<string> = new Set([
  'causeCode',
  'command',
  'contentHash',
  'kind',
  'reviewResult',
  'severity',
]);

/**
 * Maps every text in a value, at any depth, except in the fields that are named in `kept`: by
 * default the fields of a report that never contain outside text. A field that is added to reports
 * later is mapped without a change here.
 */
export function mapTexts<Value>(value: Value, map: MapText, kept?: ReadonlySet<string>): Value;
export function mapTexts(value: unknown, map: MapText, kept = reportFieldsOfOurs): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => mapTexts(entry, map, kept));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]: [string, unknown]) => {
    return [name, kept.has(name) ? entry : mapTexts(entry, map, kept)];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns a file's path from the repository root, with `/` and without `./`; null if the file is
 * outside the folder, or its name is not printable.
 */
function toRepositoryFile(repositoryPath: string | null, path: string | null): string | null {
  if (repositoryPath === null || !path || path.split('/').includes('..')) return null;
  const file = posix.join(repositoryPath, path);
  return toPrintable(file) === file ? file : null;
}
