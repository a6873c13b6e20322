import { type Failure, toFailure } from '../action-error.ts';
import { cutText, toSafeUrl } from '../escape.ts';
import type { Inputs } from '../inputs.ts';
import { type FileChange, type Outcome, type Plan, type ReviewResult, RunState, type Step } from '../outcome.ts';
import type { Problem } from '../problem.ts';
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
 * Takes the secrets out of a report, whatever it holds: out of every string in it, and of the lines that are read later on.
 * Each string is cut after that, since half a secret would not be known as one, and before anything else looks at it. `docsUrl`:
 * docs/troubleshooting.md in the version of the action that runs; null when it is not known.
 */
export function cleanReport(
  report: Report,
  { docsUrl, voice }: { readonly docsUrl: string | null; readonly voice: Voice },
): CleanReport {
  const { command, readLines, secrets, ...rest } = report;
  const redact = createRedact(secrets);
  // Of ten thousand files most have the same reasons.
  const known = new Map<string, string>();
  const clean = (text: string): string => {
    const cleaned = known.get(text) ?? cutText(redact(toVoice(text, voice)), maxText);
    known.set(text, cleaned);
    return cleaned;
  };
  const texts = structuredClone(rest);
  cleanInPlace(texts, clean);
  const { outcome, facts, repositoryPath } = texts;
  const failure = 'failure' in outcome ? outcome.failure : null;
  return {
    ...texts,
    command,
    voice,
    failure,
    helpUrl: toHelpUrl(docsUrl, describeResult({ command, outcome, facts, voice }).code),
    problems: mergeProblems(facts.problems, repositoryPath),
    readLines: async (path, first, last) => (await readLines(path, first, last))?.map(redact) ?? null,
  };
}

function toHelpUrl(docsUrl: string | null, code: string | null): string | null {
  const page = toSafeUrl(docsUrl);
  return page !== null && code !== null && /^[a-z0-9_]{1,50}$/.test(code) ? `${page}#${code}` : null;
}

/**
 * The words of ours that decide how a run is reported, by their values: a secret that happens to be a piece of one must not change it.
 * Every other text is cleaned, whatever the name of its field, so that a new field cannot be forgotten.
 */
const closedWords = {
  ...{ deployed: 1, submitted: 1, created: 1, updated: 1, deleted: 1, listed: 1, read: 1, unchanged: 1, planned: 1 },
  ...{
    skipped: 1,
    not_run: 1,
    rejected: 1,
    failed: 1,
    unknown: 1,
    error: 1,
    warning: 1,
    approved: 1,
    withdrawn: 1,
    pending: 1,
  },
  ...{ change: 1, nothing: 1, skip: 1, create: 1, deploy: 1, update: 1, submit: 1, delete: 1, added: 1, changed: 1 },
  ...{ removed: 1, in_review: 1, published: 1, 'in-review': 1, stale: 1, fork: 1 },
} as const satisfies Readonly<Record<ClosedWord, 1>>;

type ClosedWord =
  | Outcome['kind']
  | Step
  | Plan['do']
  | Extract<Plan, { readonly do: 'nothing' }>['why']
  | Extract<Outcome, { readonly kind: 'skipped' }>['skipReason']
  | Problem['severity']
  | ReviewResult
  | FileChange['kind'];

/** The hash of the content holds no outside text either. */
function isClosed(text: string): boolean {
  return Object.hasOwn(closedWords, text) || /^sha256:[0-9a-f]{64}$/.test(text);
}

/** Changes every string in plain data but the closed words. */
function cleanInPlace(node: object, clean: (text: string) => string): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') Reflect.set(node, key, isClosed(value) ? value : clean(value));
    else if (typeof value === 'object' && value !== null) cleanInPlace(value, clean);
  }
}
