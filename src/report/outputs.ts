import { cutText, toPrintableLines, toSafeSlug, toSafeUrl, toSafeVersion, toSafeWord } from '../escape.ts';
import type { AppFacts } from '../outcome.ts';
import type { Problem } from '../problem.ts';
import type { CleanReport } from './clean.ts';

/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const maxText = 10_000;

/** UTF-16 units of a reviewer's note in a list of apps. */
const maxListedNote = 500;

/** UTF-16 units of one JSON output: GitHub allows a megabyte for all outputs of a job, and counts in UTF-16. */
const maxJson = 399_999;

/**
 * Every output with its value, empty where it has none, in the order of `action.yml`. Values are safe in a shell as far as
 * they can be: closed words, numbers, an address in a safe alphabet; the reviewer's words are printable lines, the rest is JSON.
 */
export function toOutputs(report: CleanReport): Readonly<Record<string, string>> {
  const { facts, outcome } = report;
  return {
    outcome: outcome.kind,
    changed: String(facts.changed),
    submitted: String(facts.submitted),
    slug: toSafeSlug(facts.slug) ?? '',
    url: toSafeUrl(facts.app?.url ?? null) ?? '',
    status: toSafeWord(facts.app?.status ?? ''),
    'review-note': cutText(toPrintableLines((facts.app?.reviewNote ?? '').trim()), maxText),
    'review-result': facts.reviewResult ?? '',
    plan: outcome.kind === 'planned' && outcome.plan?.do === 'change' ? outcome.plan.steps.join(',') : '',
    'content-hash': facts.contentHash ?? '',
    'file-count': String(facts.fileCount ?? ''),
    'byte-count': String(facts.byteCount ?? ''),
    'problem-count': String(facts.problems.length + facts.moreProblems),
    problems: toJsonArray(facts.problems.map(toProblemEntry)),
    'terms-required': toSafeVersion(facts.termsRequired) ?? '',
    'skip-reason': chooseSkipReason(report),
    apps: facts.apps === null ? '' : toJsonArray(facts.apps.map(toAppEntry)),
  };
}

/**
 * Outputs as the runner's file takes them. Not `setOutput` of `@actions/core`: that loads node:crypto for a random delimiter,
 * a third of bare node's start. Here the delimiter is one that no line of the value is, which nobody needs to guess right.
 */
export function formatOutputs(outputs: Readonly<Record<string, string>>): string {
  const entries = Object.entries(outputs).map(([name, value]) => {
    const lines = new Set(value.split(/\r\n|\n|\r/));
    let delimiter = 'end';
    while (lines.has(delimiter)) delimiter += '_';
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
  });
  return entries.join('');
}

/** Content that was unchanged and is sent for review now is no skip. */
function chooseSkipReason({ outcome, facts }: CleanReport): string {
  if (outcome.kind === 'unchanged') return facts.sentForReview ? '' : 'unchanged';
  return 'skipReason' in outcome ? (outcome.skipReason ?? '') : '';
}

/** Exactly the keys that the output promises, in their order. */
function toProblemEntry({ path, line, column, code, message, fix, severity }: Problem): Problem {
  return {
    path: cut(path),
    line,
    column,
    code: cut(code),
    message: cutText(message, maxText),
    fix: cut(fix),
    severity,
  };
}

/** The keys are the service's, as in its app object; what a matrix hands on is safe in a shell here too. */
function toAppEntry(app: AppFacts): Readonly<Record<string, string | null>> {
  return {
    slug: toSafeWord(app.slug),
    name: cut(app.name),
    status: app.status === null ? null : toSafeWord(app.status),
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

/** The outputs that hold JSON, when they are not empty. */
const jsonOutputs = new Set(['changed', 'submitted', 'file-count', 'byte-count', 'problem-count', 'problems', 'apps']);

/** All outputs as one JSON object: numbers, true and false, and arrays as such, null where they have no value; texts as texts. */
export function formatJson(outputs: Readonly<Record<string, string>>): string {
  const values = Object.entries(outputs).map(([name, value]) => {
    if (!jsonOutputs.has(name)) return [name, value];
    const parsed: unknown = value === '' ? null : JSON.parse(value);
    return [name, parsed];
  });
  return toPrintableJson(Object.fromEntries(values));
}

/** A JSON array of as many whole entries, from the first on, as fit into `maxJson` UTF-16 units. */
function toJsonArray(entries: readonly unknown[]): string {
  let json = '[';
  for (const entry of entries) {
    const text = toPrintableJson(entry);
    if (json.length + text.length + 2 > maxJson) break;
    json += json === '[' ? text : `,${text}`;
  }
  return `${json}]`;
}

/**
 * A workflow may echo an output, so that nothing in it may look like a command to the runner: a hash sign before
 * anything but a letter or digit, and whatever cannot be seen, are written as their JSON escapes. The values stay the same.
 */
function toPrintableJson(value: unknown): string {
  return JSON.stringify(value).replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, escapeUnits);
}

function escapeUnits(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
