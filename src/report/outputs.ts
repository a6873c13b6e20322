import { isSlug } from '../model/inputs.ts';
import type { AppFacts, Facts, Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import { cutText, toPrintableLines, toSafeUrl, toSafeVersion, toSafeWord } from '../text/escape.ts';
import { joinTexts, takeFitting } from '../text/format.ts';
import type { RedactedReport } from './redact-report.ts';
import { findSharedReason, sortReports } from './several.ts';

/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const maxText = 10_000;

/** UTF-16 units of a text in a list of apps, such as a reviewer's note. */
const maxListedNote = 500;

/**
 * UTF-16 units of one JSON output: GitHub allows a megabyte for all outputs of a job, and counts in
 * UTF-16.
 */
const maxJson = 399_999;

/**
 * The value of an output: a text, or what is written as JSON; null where a number or a list has no
 * value.
 */
type OutputValue = string | number | boolean | readonly unknown[] | null;

/**
 * Every output with its value, empty where it has none, in the order of `action.yml`: of a run of
 * several apps (one report for each) what is about one app. Values are safe in a shell as far as
 * they can be: closed words, numbers, an address in a safe alphabet; the reviewer's words are
 * printable lines, the rest is JSON.
 */
export function toOutputs(
  reports: readonly RedactedReport[],
): Readonly<Record<string, OutputValue>> {
  const only = reports.length === 1 ? reports[0] : undefined;
  const facts = only?.facts;
  const result = only && toResult(only);
  const ofOne = (name: keyof ReturnType<typeof toResult>): OutputValue => result?.[name] ?? '';
  return {
    // Of several apps the worst.
    outcome: sortReports(reports)[0]?.outcome.kind ?? '',
    changed: reports.some((report) => report.facts.changed),
    submitted: result?.submitted ?? null,
    slug: ofOne('slug'),
    url: ofOne('url'),
    status: ofOne('status'),
    'review-note': cutText(toPrintableLines(facts?.app?.reviewNote?.trim() ?? ''), maxText),
    'review-result': ofOne('review-result'),
    plan: ofOne('plan'),
    'content-hash': ofOne('content-hash'),
    'file-count': facts?.fileCount ?? null,
    'byte-count': facts?.byteCount ?? null,
    'problem-count': reports.reduce((sum, report) => sum + countProblems(report.facts), 0),
    problems: takeEntries(
      reports.flatMap((report) => toProblemEntries(report, only === undefined)),
    ),
    'terms-required': toSafeVersion(facts?.termsRequired) ?? '',
    'skip-reason': only === undefined ? (findSharedReason(reports) ?? '') : ofOne('skip-reason'),
    apps: facts?.apps ? takeEntries(facts.apps.map(toAppEntry)) : null,
    // Not of a run that is about no app, or does not know which.
    results: takeEntries(
      reports.map(toResult).filter(({ slug, folder }) => slug !== null || folder !== null),
    ),
  };
}

/** Formats the value of an output as text; empty if it has none. */
export function formatOutput(value: OutputValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : formatJson(value);
}

function countProblems({ problems, moreProblems }: Facts): number {
  return problems.length + moreProblems;
}

/** Problems with exactly the keys that the output promises. */
function toProblemEntries(
  { facts, folder }: RedactedReport,
  isFromWorkspace: boolean,
): readonly Problem[] {
  const above = isFromWorkspace && folder !== null && folder !== '.' ? `${folder}/` : '';
  return facts.problems.map(({ path, line, column, code, message, fix, severity }) => ({
    path: path === null ? null : cutText(`${above}${path}`, maxText),
    line,
    column,
    code: cut(code),
    message: cutText(message, maxText),
    fix: cut(fix),
    severity,
  }));
}

/** What came of one app, as the output `results` has it. */
function toResult({ outcome, facts, folder, result }: RedactedReport) {
  const plan = outcome.kind === 'planned' ? outcome.plan : null;
  return {
    slug: isSlug(facts.slug ?? '') ? facts.slug : null,
    folder: cut(folder),
    outcome: outcome.kind,
    changed: facts.changed,
    submitted: facts.submitted,
    status: toSafeWord(facts.app?.status),
    url: toSafeUrl(facts.app?.url),
    plan: plan?.kind === 'change' ? plan.steps.join(',') : null,
    'skip-reason': findSkipReason(outcome, facts),
    'review-result': facts.reviewResult,
    'content-hash': facts.contentHash,
    'problem-count': countProblems(facts),
    code: result.code,
    message: cutText(joinTexts([result.headline, ...result.lines], '. '), maxListedNote),
    next: cutText(result.next, maxListedNote) || null,
  };
}

/**
 * Why nothing was sent, or of a dry run would be. Unchanged content that is sent for review now is
 * no skip.
 */
function findSkipReason(outcome: Outcome, { sentForReview }: Facts): string | null {
  if (outcome.kind === 'unchanged') return sentForReview ? null : 'unchanged';
  if (outcome.kind === 'planned' && outcome.plan?.kind === 'nothing') return 'unchanged';
  if (outcome.kind === 'planned' && outcome.plan?.kind === 'skip') return 'in-review';
  return 'skipReason' in outcome ? (outcome.skipReason ?? null) : null;
}

/**
 * The keys are the service's, as in its app object; what a matrix hands on is safe in a shell here
 * too.
 */
function toAppEntry(app: AppFacts): Readonly<Record<string, string | null>> {
  return {
    slug: toSafeWord(app.slug),
    name: cut(app.name),
    status: toSafeWord(app.status),
    url: toSafeUrl(app.url),
    review_note: cut(app.reviewNote, maxListedNote),
    updated_at: cut(app.updatedAt),
    submitted_at: cut(app.submittedAt),
    published_at: cut(app.publishedAt),
  };
}

function cut(text: string | null, limit = maxText): string | null {
  return text === null ? null : cutText(text, limit);
}

/** As many entries as fit into `maxJson` units of JSON, its brackets included. */
function takeEntries<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return takeFitting(entries, maxJson - '[]'.length, (entry) => formatJson(entry).length);
}

/**
 * A value as JSON. A workflow may echo an output, so that nothing in it may look like a command to
 * the runner: a hash sign before anything but a letter or digit, and whatever cannot be seen, are
 * written as their JSON escapes. The values stay the same.
 */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Most need no escape.
  if (/^[ -"$-~]*$/.test(json)) return json;
  return json.replace(new RegExp(commandOrHidden, 'gu'), escapeUnits);
}

/** No literal: a start would take a millisecond to read it, whether it is needed or not. */
const commandOrHidden = String.raw`#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]`;

function escapeUnits(character: string): string {
  return character.replace(
    /[\s\S]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
