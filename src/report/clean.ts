import { type Failure, toFailure } from '../action-error.ts';
import { cutText, toSafeUrl } from '../escape.ts';
import type { Inputs } from '../inputs.ts';
import { type AppFacts, type Facts, type Outcome, RunState } from '../outcome.ts';
import { createRedact } from '../secrets.ts';
import { toVoice, type Voice } from '../voice.ts';
import { describeResult, type EndedRun } from './messages.ts';
import { type MergedProblem, mergeProblems } from './problems.ts';

/** Everything that is reported about a run when it has ended. */
export interface Report extends EndedRun {
  /** The app folder, relative to the workspace, with `/`; null where the run has none. */
  readonly folder: string | null;
  /** The app folder's path from the repository root, with `/`; null when it is not known (files lose their place). */
  readonly repositoryPath: string | null;
  /** Reads the named lines of a folder's file for an excerpt, or null when there are none. Bounded, never throws. */
  readonly readLines: (path: string, first: number, last: number) => Promise<readonly string[] | null>;
  /** What must never be shown, whatever the text it occurs in: the API key and the GitHub token. */
  readonly secrets: readonly string[];
}

/** A report without secrets: the only kind that the renderers take, so that none of them can forget it. */
export interface CleanReport extends Omit<Report, 'secrets'> {
  /** Where it is read. */
  readonly voice: Voice;
  /** The outcome's; null where the run did not fail. */
  readonly failure: Failure | null;
  /** Where docs/troubleshooting.md explains how the run ended, safe to print; null where there is nothing to explain, or no page. */
  readonly helpUrl: string | null;
  /** Those of the facts, merged. */
  readonly problems: readonly MergedProblem[];
}

/** The report of a run that did not begin: the error is all that there is to say. An empty slug is not known. */
export function reportUnstarted(
  error: unknown,
  { slug, secrets }: Pick<Inputs, 'slug'> & Pick<Report, 'secrets'>,
): Report {
  const failure = toFailure(error);
  return {
    command: 'deploy',
    isDryRun: false,
    outcome: { kind: failure.kind, failure },
    facts: new RunState(slug).facts,
    folder: null,
    repositoryPath: null,
    readLines: async () => null,
    secrets,
  };
}

/** UTF-16 units of one text. More than any place shows, and little enough for whatever is done with it afterwards. */
const maxText = 20_000;

/**
 * Takes the secrets out of a report: out of every field that may hold text from outside, and of the lines that are read later on. Each
 * text is cut after that, since half a secret would not be known as one, and before anything else looks at it. `docsUrl`:
 * docs/troubleshooting.md in the version of the action that runs; null when it is not known.
 */
export function cleanReport(
  { secrets, ...report }: Report,
  { docsUrl, voice }: { readonly docsUrl: string | null; readonly voice: Voice },
): CleanReport {
  const redact = createRedact(secrets);
  const clean = createClean(redact, voice);
  const { readLines } = report;
  const outcome = cleanOutcome(report.outcome, clean);
  const facts: Facts = { ...report.facts, ...cleanFacts(report.facts, clean) };
  const repositoryPath = clean(report.repositoryPath);
  const run = { ...report, outcome, facts, voice };
  return {
    ...run,
    folder: clean(report.folder),
    repositoryPath,
    failure: 'failure' in outcome ? outcome.failure : null,
    helpUrl: toHelpUrl(docsUrl, describeResult(run).code),
    problems: mergeProblems(facts.problems, repositoryPath),
    readLines: async (path, first, last) => (await readLines(path, first, last))?.map(redact) ?? null,
  };
}

/** Cleans a text; null stays null. */
type Clean = <Text extends string | null>(text: Text) => Text | string;

function createClean(redact: (text: string) => string, voice: Voice): Clean {
  // Of ten thousand files most have the same reasons.
  const known = new Map<string, string>();
  return (text) => {
    if (text === null) return text;
    const cleaned = known.get(text) ?? cutText(redact(toVoice(text, voice)), maxText);
    known.set(text, cleaned);
    return cleaned;
  };
}

function cleanOutcome(outcome: Outcome, clean: Clean): Outcome {
  if (!('failure' in outcome)) return outcome;
  const { message, next, path, stack, ...words } = outcome.failure;
  const texts = { message: clean(message), next: clean(next), path: clean(path) };
  return { ...outcome, failure: { ...words, ...texts, ...(stack === undefined ? {} : { stack: clean(stack) }) } };
}

/** True for a type that a text from outside fits into, as opposed to words that are all ours. */
type HoldsText<T> = T extends string
  ? string extends T
    ? true
    : never
  : T extends object
    ? HoldsText<T[keyof T]>
    : never;

/** The facts that hold text from outside: one that is added does not compile until it is cleaned. The hash holds none. */
type TextFacts = Omit<
  { readonly [Name in keyof Facts as true extends HoldsText<Facts[Name]> ? Name : never]: Facts[Name] },
  'contentHash'
>;

function cleanFacts(facts: Facts, clean: Clean): TextFacts {
  const { slug, app, statusBefore, termsRequired, textChanges } = facts;
  const cleanPath = <T extends { readonly path: string }>(entry: T): T => ({ ...entry, path: clean(entry.path) });
  return {
    ...{ slug: clean(slug), app: app && cleanApp(app, clean), statusBefore: clean(statusBefore) },
    termsRequired: clean(termsRequired),
    apps: facts.apps?.map((listed) => cleanApp(listed, clean)) ?? null,
    excluded: facts.excluded.map(({ path, reason }) => ({ path: clean(path), reason: clean(reason) })),
    changes: facts.changes?.map(cleanPath) ?? null,
    textChanges: textChanges && {
      ...textChanges,
      named: textChanges.named.map(cleanPath),
      files: textChanges.files.map(({ hunks, ...file }) => ({
        ...cleanPath(file),
        hunks: hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(clean) })),
      })),
    },
    problems: facts.problems.map(({ path, code, message, fix, line, column, severity }) => {
      const texts = { path: clean(path), code: clean(code), message: clean(message), fix: clean(fix) };
      return { ...texts, line, column, severity };
    }),
    waits: facts.waits.map((wait) => ({ ...wait, what: clean(wait.what), why: clean(wait.why) })),
    notices: facts.notices.map(clean),
    warnings: facts.warnings.map(clean),
  };
}

function cleanApp(app: AppFacts, clean: Clean): AppFacts {
  return {
    ...{ slug: clean(app.slug), url: clean(app.url), status: clean(app.status), name: clean(app.name) },
    ...{ reviewNote: clean(app.reviewNote), updatedAt: clean(app.updatedAt) },
    ...{ submittedAt: clean(app.submittedAt), publishedAt: clean(app.publishedAt) },
  };
}

function toHelpUrl(docsUrl: string | null, code: string | null): string | null {
  const page = toSafeUrl(docsUrl);
  return page !== null && code !== null && /^[a-z0-9_]{1,50}$/.test(code) ? `${page}#${code}` : null;
}
