import type { AppFacts, Facts } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import { cutText, toPrintableLines, toSafeSlug, toSafeUrl, toSafeVersion, toSafeWord } from '../text/escape.ts';
import { joinTexts } from '../text/format.ts';
import type { CleanReport } from './clean.ts';
import { findSharedReason, outcomeOrder } from './tell.ts';

/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const maxText = 10_000;

/** UTF-16 units of a text in a list of apps, such as a reviewer's note. */
const maxListedNote = 500;

/** UTF-16 units of one JSON output: GitHub allows a megabyte for all outputs of a job, and counts in UTF-16. */
const maxJson = 399_999;

/** The value of an output: a text, or what is written as JSON; null where a number or a list has no value. */
type Value = string | number | boolean | readonly unknown[] | null;

/**
 * Every output with its value, empty where it has none, in the order of `action.yml`: of a run of several apps (one report for each)
 * what is about one app. Values are safe in a shell as far as they can be: closed words, numbers, an address in a safe alphabet; the
 * reviewer's words are printable lines, the rest is JSON.
 */
export function toOutputs(reports: readonly CleanReport[]): Readonly<Record<string, Value>> {
  const only = reports.length === 1 ? reports[0] : undefined;
  const facts = only?.facts;
  const app = facts?.app;
  return {
    outcome: chooseWorst(reports),
    changed: reports.some((report) => report.facts.changed),
    submitted: facts?.submitted ?? null,
    slug: toSafeSlug(facts?.slug) ?? '',
    url: toSafeUrl(app?.url) ?? '',
    status: toSafeWord(app?.status) ?? '',
    'review-note': cutText(toPrintableLines(app?.reviewNote?.trim() ?? ''), maxText),
    'review-result': facts?.reviewResult ?? '',
    plan: only === undefined ? '' : listSteps(only),
    'content-hash': facts?.contentHash ?? '',
    'file-count': facts?.fileCount ?? null,
    'byte-count': facts?.byteCount ?? null,
    'problem-count': reports.reduce((sum, report) => sum + countProblems(report.facts), 0),
    problems: takeFitting(reports.flatMap((report) => toProblemEntries(report, only === undefined))),
    'terms-required': toSafeVersion(facts?.termsRequired) ?? '',
    'skip-reason': only === undefined ? (findSharedReason(reports) ?? '') : chooseSkipReason(only),
    apps: facts?.apps ? takeFitting(facts.apps.map(toAppEntry)) : null,
    results: takeFitting(reports.flatMap(toResultEntries)),
  };
}

/**
 * Outputs as the runner's file takes them. Not `setOutput` of `@actions/core`: that loads node:crypto for a random delimiter,
 * a third of bare node's start. Here the delimiter is one that no line of the value is, which nobody needs to guess right.
 */
export function formatOutputs(outputs: ReturnType<typeof toOutputs>): string {
  const entries = Object.entries(outputs).map(([name, value]) => {
    const text = typeof value === 'string' ? value : value === null ? '' : formatJson(value);
    const lines = new Set(text.split(/\r\n|\n|\r/));
    let delimiter = 'end';
    while (lines.has(delimiter)) delimiter += '_';
    return `${name}<<${delimiter}\n${text}\n${delimiter}\n`;
  });
  return entries.join('');
}

/** What the run of several apps came to: the worst of its outcomes. */
function chooseWorst(reports: readonly CleanReport[]): string {
  const kinds = reports.map(({ outcome }) => outcome.kind);
  return outcomeOrder.find((kind) => kinds.includes(kind)) ?? kinds.join();
}

/** The changes of a dry run. */
function listSteps({ outcome }: CleanReport): string {
  return outcome?.kind === 'planned' && outcome.plan?.do === 'change' ? outcome.plan.steps.join(',') : '';
}

function countProblems({ problems, moreProblems }: Facts): number {
  return problems.length + moreProblems;
}

/** The entries of a report's problems, with exactly the keys that the output promises; paths are from the workspace where that is asked for. */
function toProblemEntries({ facts, folder }: CleanReport, isFromWorkspace: boolean): readonly Problem[] {
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

/** The entry of an app; none of a run that is about no app, or does not know which. */
function toResultEntries(report: CleanReport): readonly object[] {
  const { outcome, facts, folder, result } = report;
  const slug = toSafeSlug(facts.slug);
  if (slug === null && folder === null) return [];
  return [
    {
      slug,
      folder: cut(folder),
      outcome: outcome.kind,
      changed: facts.changed,
      submitted: facts.submitted,
      status: toSafeWord(facts.app?.status),
      url: toSafeUrl(facts.app?.url),
      plan: listSteps(report) || null,
      'skip-reason': chooseSkipReason(report) || null,
      'review-result': facts.reviewResult,
      'content-hash': facts.contentHash,
      'problem-count': countProblems(facts),
      code: result.code,
      message: cutText(joinTexts([result.headline, ...result.lines], '. '), maxListedNote),
      next: cutText(result.next, maxListedNote) || null,
    },
  ];
}

/** Why nothing was sent, or of a dry run would be. Content that was unchanged and is sent for review now is no skip. */
function chooseSkipReason({ outcome, facts }: CleanReport): string {
  if (outcome.kind === 'unchanged') return facts.sentForReview ? '' : 'unchanged';
  if (outcome.kind === 'planned' && outcome.plan?.do === 'nothing') return 'unchanged';
  if (outcome.kind === 'planned' && outcome.plan?.do === 'skip') return 'in-review';
  return 'skipReason' in outcome ? (outcome.skipReason ?? '') : '';
}

/** The keys are the service's, as in its app object; what a matrix hands on is safe in a shell here too. */
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

/** As many entries, from the first on, as fit into `maxJson` UTF-16 units of JSON. */
function takeFitting<Entry>(entries: readonly Entry[]): readonly Entry[] {
  let length = '[]'.length;
  const end = entries.findIndex((entry) => {
    length += formatJson(entry).length + 1;
    return length > maxJson;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/**
 * A value as JSON. A workflow may echo an output, so that nothing in it may look like a command to the runner: a hash sign before
 * anything but a letter or digit, and whatever cannot be seen, are written as their JSON escapes. The values stay the same.
 */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Most need no escape, and to compile the pattern below costs a start a millisecond.
  if (/^[ -"$-~]*$/.test(json)) return json;
  return json.replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, escapeUnits);
}

function escapeUnits(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
