import type { AppFacts, Facts, Problem } from '../outcome.ts';
import type { CleanReport } from './clean.ts';
import { cutText, toPrintableLines, toSafeSlug, toSafeUrl, toSafeVersion, toSafeWord } from './escape.ts';

/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const maxText = 10_000;

/** UTF-16 units of a reviewer's note in a list of apps. */
const maxListedNote = 500;

/** UTF-16 units of one JSON output: GitHub allows a megabyte for all outputs of a job, and counts in UTF-16. */
const maxJson = 399_999;

/** The names of the outputs, in the order of `action.yml`. */
export const outputNames = [
  'outcome',
  'changed',
  'submitted',
  'slug',
  'url',
  'status',
  'review-note',
  'review-result',
  'plan',
  'content-hash',
  'file-count',
  'byte-count',
  'problem-count',
  'problems',
  'terms-required',
  'skip-reason',
  'apps',
] as const;

/** The name of an output. */
export type OutputName = (typeof outputNames)[number];

/**
 * Every output with its value, empty where it has none. Values are safe in a shell as far as they can be: closed
 * words, numbers, an address in a safe alphabet; the reviewer's words are printable lines, the rest is JSON.
 */
export function toOutputs(report: CleanReport): ReadonlyMap<OutputName, string> {
  const { facts, outcome } = report;
  const values: Readonly<Record<OutputName, string>> = {
    outcome: outcome.kind,
    changed: String(facts.changed),
    submitted: String(facts.submitted),
    slug: findSlug(facts) ?? '',
    url: toSafeUrl(facts.app?.url ?? null) ?? '',
    status: toSafeWord(facts.app?.status ?? ''),
    'review-note': cutText(toPrintableLines((facts.app?.reviewNote ?? '').trim()), maxText),
    'review-result': facts.reviewResult ?? '',
    plan: listSteps(report),
    'content-hash': facts.contentHash ?? '',
    'file-count': toNumber(facts.fileCount),
    'byte-count': toNumber(facts.byteCount),
    'problem-count': String(facts.problems.length),
    problems: toJsonArray(facts.problems.map(toProblemEntry)),
    'terms-required': toSafeVersion(facts.termsRequired) ?? '',
    'skip-reason': chooseSkipReason(report),
    apps: facts.apps === null ? '' : toJsonArray(facts.apps.map(toAppEntry)),
  };
  return new Map(outputNames.map((name) => [name, values[name]]));
}

/** The slug of the app that a run is about; null when no app is named, or not by a slug. */
export function findSlug({ slug, app }: Pick<Facts, 'slug' | 'app'>): string | null {
  return toSafeSlug(slug) ?? toSafeSlug(app?.slug ?? null);
}

/** Content that was unchanged and is sent for review now is no skip. */
function chooseSkipReason({ outcome, facts }: CleanReport): string {
  if (outcome.kind === 'unchanged') return facts.sentForReview ? '' : 'unchanged';
  return 'skipReason' in outcome ? (outcome.skipReason ?? '') : '';
}

function listSteps({ outcome }: CleanReport): string {
  return outcome.kind === 'planned' && outcome.plan?.do === 'change' ? outcome.plan.steps.join(',') : '';
}

function toNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Exactly the keys that the output promises, in their order. */
function toProblemEntry({ path, line, column, code, message, fix, severity }: Problem): Problem {
  return {
    path: cutNullable(path),
    line,
    column,
    code: cutNullable(code),
    message: cutText(message, maxText),
    fix: cutNullable(fix),
    severity,
  };
}

function cutNullable(text: string | null, limit = maxText): string | null {
  return text === null ? null : cutText(text, limit);
}

/** The keys are the service's, as in its app object; what a matrix hands on is safe in a shell here too. */
function toAppEntry({
  slug,
  name,
  status,
  url,
  reviewNote,
  updatedAt,
  submittedAt,
  publishedAt,
}: AppFacts): Readonly<Record<string, string | null>> {
  return {
    slug: toSafeWord(slug),
    name: cutNullable(name),
    status: status === null ? null : toSafeWord(status),
    url: toSafeUrl(url),
    review_note: cutNullable(reviewNote, maxListedNote),
    updated_at: cutNullable(updatedAt),
    submitted_at: cutNullable(submittedAt),
    published_at: cutNullable(publishedAt),
  };
}

/**
 * A JSON array of as many whole entries, from the first on, as fit into `maxJson` UTF-16 units.
 *
 * A workflow may echo an output, so that nothing in it may look like a command to the runner: a hash sign before
 * anything but a letter or digit, and whatever cannot be seen, are written as their JSON escapes. The values stay the same.
 */
function toJsonArray(entries: readonly unknown[]): string {
  let json = '[';
  for (const entry of entries) {
    const text = JSON.stringify(entry).replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, escapeUnits);
    if (json.length + text.length + 2 > maxJson) break;
    json += json === '[' ? text : `,${text}`;
  }
  return `${json}]`;
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
