import { isSlug } from '../model/inputs.ts';
import type { AppFacts, Facts, Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import {
  cutText,
  toPrintableLines,
  toSafeTime,
  toSafeUrl,
  toSafeVersion,
  toSafeWord,
  toUnicodeEscapes,
} from '../text/escape.ts';
import { joinTexts, takeFitting } from '../text/format.ts';
import type { RedactedReport } from './redact-report.ts';
import { findSharedReason, sortReports } from './several.ts';

/**
 * Maximum length in UTF-16 units of one outside text in the outputs, so that a long text leaves
 * room for the other outputs.
 */
export const maxOutputText = 10_000;

/** Maximum length in UTF-16 units of longer texts in lists: a reviewer's note, a message. */
export const maxListedText = 500;

/**
 * Maximum length in UTF-16 units of one JSON output. GitHub allows a megabyte for all outputs of a
 * job, and counts in UTF-16.
 */
const maxJson = 399_999;

/** A text, or a value to write as JSON; null for a number or a list without a value. */
export type OutputValue = string | number | boolean | readonly unknown[] | null;

/**
 * Returns all outputs in the order of `action.yml`; an output without a value is empty. With
 * several apps (one report each), outputs about a single app are empty.
 *
 * Values are as safe in a shell as they can be: they are known words, numbers, and addresses of
 * safe characters. The reviewer's note consists of printable lines. All other values are JSON.
 */
export function toOutputs(
  reports: readonly RedactedReport[],
): Readonly<Record<string, OutputValue>> {
  const only = reports.length === 1 ? reports[0] : undefined;
  const app = only === undefined ? null : toResultEntry(only);
  const facts = only?.facts;
  const problems = reports.flatMap((report) => toProblemEntries(report, only === undefined));
  // A report with neither a slug nor a folder is not about an app, so it is not a result.
  const results = reports.map(toResultEntry).filter((entry) => {
    return entry.slug !== null || entry.folder !== null;
  });
  return {
    outcome: sortReports(reports)[0]?.outcome.kind ?? '',
    changed: reports.some((report) => report.facts.changed),
    submitted: app?.submitted ?? null,
    slug: app?.slug ?? '',
    url: app?.url ?? '',
    status: app?.status ?? '',
    'submitted-at': app?.['submitted-at'] ?? '',
    'published-at': toSafeTime(facts?.app?.publishedAt) ?? '',
    'updated-at': toSafeTime(facts?.app?.updatedAt) ?? '',
    'review-note': toNote(facts?.app?.reviewNote ?? ''),
    'review-result': app?.['review-result'] ?? '',
    plan: app?.plan ?? '',
    'content-hash': app?.['content-hash'] ?? '',
    'file-count': facts?.fileCount ?? null,
    'byte-count': facts?.byteCount ?? null,
    'problem-count': reports.reduce((sum, report) => sum + countProblems(report.facts), 0),
    problems: takeEntries(problems),
    'terms-required': toSafeVersion(facts?.termsRequired) ?? '',
    'skip-reason': app === null ? (findSharedReason(reports) ?? '') : (app['skip-reason'] ?? ''),
    apps: facts?.apps ? takeEntries(facts.apps.map(toAppEntry)) : null,
    results: takeEntries(results),
  };
}

/**
 * Formats outputs for the runner's output file. The delimiter of a value differs from each line
 * of the value. `setOutput` of `@actions/core` would load node:crypto to make a random delimiter
 * (docs/decisions/0004).
 */
export function formatOutputs(outputs: Readonly<Record<string, OutputValue>>): string {
  let text = '';
  for (const [name, value] of Object.entries(outputs)) {
    const output = formatOutput(value);
    const lines = new Set(output.split(/\r\n|\n|\r/));
    let delimiter = 'end';
    while (lines.has(delimiter)) delimiter += '_';
    text += `${name}<<${delimiter}\n${output}\n${delimiter}\n`;
  }
  return text;
}

function formatOutput(value: OutputValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return formatJson(value);
}

function toNote(note: string): string {
  return cutText(toPrintableLines(note.trim()), maxOutputText);
}

function countProblems(facts: Facts): number {
  return facts.problems.length + facts.moreProblems;
}

/** Returns the problems of an app with the keys of the output, which are documented. */
function toProblemEntries(
  { facts, folder }: RedactedReport,
  isFromWorkspace: boolean,
): readonly Problem[] {
  const parent = isFromWorkspace && folder !== null && folder !== '.' ? `${folder}/` : '';
  return facts.problems.map((problem) => ({
    path: problem.path === null ? null : cutOutput(`${parent}${problem.path}`),
    line: problem.line,
    column: problem.column,
    code: cutOutput(problem.code),
    message: cutText(problem.message, maxOutputText),
    fix: cutOutput(problem.fix),
    severity: problem.severity,
  }));
}

/** Returns the result of one app with the keys of the output `results`, which are documented. */
function toResultEntry({ outcome, facts, folder, result }: RedactedReport) {
  const plan = outcome.kind === 'planned' ? outcome.plan : null;
  const message = joinTexts([result.headline, ...result.lines], '. ');
  return {
    slug: isSlug(facts.slug ?? '') ? facts.slug : null,
    folder: cutOutput(folder),
    outcome: outcome.kind,
    changed: facts.changed,
    submitted: facts.submitted,
    status: toSafeWord(facts.app?.status),
    url: toSafeUrl(facts.app?.url),
    'submitted-at': toSafeTime(facts.app?.submittedAt),
    plan: plan?.kind === 'change' ? plan.steps.join(',') : null,
    'skip-reason': findSkipReason(outcome, facts),
    'review-result': facts.reviewResult,
    'content-hash': facts.contentHash,
    'byte-count': facts.byteCount,
    'byte-count-before': facts.byteCountBefore,
    'problem-count': countProblems(facts),
    code: result.code,
    message: cutText(message, maxListedText),
    next: cutText(result.next, maxListedText) || null,
  };
}

/**
 * Returns why nothing was sent, or would be sent; otherwise null. Unchanged content may still be
 * sent for review.
 */
function findSkipReason(outcome: Outcome, facts: Facts): string | null {
  if (outcome.kind === 'unchanged') {
    const isSubmissionSent = facts.sentForReview || facts.submittedByOther;
    return isSubmissionSent ? null : 'unchanged';
  }
  if (outcome.kind === 'planned') {
    if (outcome.plan?.kind === 'nothing') return 'unchanged';
    if (outcome.plan?.kind === 'skip') return 'in-review';
  }
  return 'skipReason' in outcome ? (outcome.skipReason ?? null) : null;
}

/**
 * Returns an app of a list, with the service's own keys. The matrix of a workflow may put the
 * values into a shell.
 */
function toAppEntry(app: AppFacts): Readonly<Record<string, string | null>> {
  return {
    slug: toSafeWord(app.slug),
    name: cutOutput(app.name),
    status: toSafeWord(app.status),
    url: toSafeUrl(app.url),
    review_note: cutOutput(app.reviewNote, maxListedText),
    updated_at: cutOutput(app.updatedAt),
    submitted_at: cutOutput(app.submittedAt),
    published_at: cutOutput(app.publishedAt),
  };
}

function cutOutput(text: string | null, maxLength = maxOutputText): string | null {
  if (text === null) return null;
  return cutText(text, maxLength);
}

/** Returns as many entries as fit into `maxJson` units of JSON, including the brackets. */
function takeEntries<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return takeFitting(entries, maxJson - '[]'.length, (entry) => formatJson(entry).length);
}

/**
 * Writes a value as JSON that is safe to echo in a workflow: a hash sign that could begin a command
 * of the runner, and invisible characters, are written as JSON escapes. The value stays the same.
 */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Nearly all JSON is plain ASCII, and is returned here without the cost of a Unicode pattern.
  if (/^[ -"$-~]*$/.test(json)) return json;
  return json.replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, toUnicodeEscapes);
}
