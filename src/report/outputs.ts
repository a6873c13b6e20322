import type { AppFacts } from '../outcome.ts';
import type { Problem } from '../outcome.ts';
import type { CleanReport } from './clean.ts';
import { toJsonArray } from './json.ts';
import { findSlug, toSafeUrl, toSafeVersion, toSafeWord } from './safe.ts';
import { cutText, toPrintableLines } from './text.ts';

/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const longestText = 10_000;

/** The names of the outputs, in the order of `action.yml`. */
export const outputNames = [
  'outcome',
  'changed',
  'submitted',
  'slug',
  'url',
  'status',
  'review-note',
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
    'review-note': cutText(toPrintableLines((facts.app?.reviewNote ?? '').trim()), longestText),
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

function chooseSkipReason({ outcome }: CleanReport): string {
  if (outcome.kind === 'unchanged') return outcome.sentForReview === true ? '' : 'unchanged';
  return 'skipReason' in outcome ? (outcome.skipReason ?? '') : '';
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
    message: cutText(message, longestText),
    fix: cutNullable(fix),
    severity,
  };
}

function cutNullable(text: string | null): string | null {
  return text === null ? null : cutText(text, longestText);
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
    review_note: cutNullable(reviewNote),
    updated_at: cutNullable(updatedAt),
    submitted_at: cutNullable(submittedAt),
    published_at: cutNullable(publishedAt),
  };
}
