import type { Problem } from '../app/problem.ts';
import { isSlug } from '../inputs/inputs.ts';
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
import type { AppFacts, Report, SkipReason } from './report.ts';
import { findSharedReason, sortReports } from './several.ts';
import { describeReport } from './words.ts';

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
type OutputValue = string | number | boolean | readonly unknown[] | null;

const textOrNull = ['string', 'null'] as const;
const countOrNull = ['integer', 'null'] as const;

/** An output, and how it follows from the reports of a run. */
export interface OutputRow {
  /** The words of action.yml and README. */
  readonly description: string;
  /**
   * Its type in `--json` and in `results`. Omitted if docs/output.schema.json says more: the keys
   * of a list, the words of an enum.
   */
  readonly type?: string | readonly string[];
  /**
   * `output`: only an output of the action. `result`: only a key of each entry of `results`.
   * `both`: an output about a single app, and a key of each entry.
   */
  readonly place: 'output' | 'result' | 'both';
  readonly of?: (report: Report) => OutputValue;
  /** The value for all apps of the run. Without it, the output is empty if there are several. */
  readonly ofRun?: (reports: readonly Report[]) => OutputValue;
}

/**
 * All outputs in the order of action.yml. action.yml, action-types.yml, the JSON of the command and
 * its schema come from this table. In a description, `{…}` stands for the keys of `results`.
 *
 * Values are as safe in a shell as they can be: they are known words, numbers, and addresses of
 * safe characters. The reviewer's note consists of printable lines. All other values are JSON.
 */
export const outputTable = {
  outcome: {
    description:
      'How the run ended, with several apps the worst of them: `deployed`, `unchanged`, `planned` (dry run), `skipped`, `submitted` (command `submit`), `created`, `updated`, `withdrawn`, `deleted`, `listed`, `read`, `rejected` (the service or the offline check refused the content), `failed`, or `unknown` (a change was sent and its result could not be verified).',
    place: 'both',
    of: (report) => report.outcome,
    ofRun: (reports) => sortReports(reports)[0]?.outcome ?? '',
  },
  changed: {
    description: '`true` if this run created, changed or deleted the app, else `false`.',
    type: 'boolean',
    place: 'both',
    of: (report) => report.changed,
    ofRun: (reports) => reports.some((report) => report.changed),
  },
  submitted: {
    description:
      '`true` if this run submitted the app for review, or if it is in review with exactly this content, else `false`.',
    type: ['boolean', 'null'],
    place: 'both',
    of: (report) => report.submitted,
  },
  slug: {
    description:
      'Slug of the app. With several apps this is empty, as is every other output about one app: see `results`.',
    type: textOrNull,
    place: 'both',
    of: (report) => (isSlug(report.slug) ? report.slug : null),
  },
  url: {
    description: 'Address of the app, also while it is a draft, which only its owner can open.',
    type: textOrNull,
    place: 'both',
    of: (report) => toSafeUrl(report.app?.url),
  },
  status: {
    description:
      'Status of the app after the run, as returned by the API: `draft`, `in_review`, `not_approved`, `published`, `published_with_unreviewed_changes` or `taken_down`.',
    type: textOrNull,
    place: 'both',
    of: (report) => toSafeWord(report.app?.status),
  },
  'submitted-at': {
    description:
      'When the app was last submitted for review, as returned by the API: usually ISO 8601. Empty if it is not shown.',
    type: textOrNull,
    place: 'both',
    of: (report) => toSafeTime(report.app?.submittedAt),
  },
  'published-at': {
    description: 'When the app was last published, in the same form.',
    type: textOrNull,
    place: 'output',
    of: (report) => toSafeTime(report.app?.publishedAt),
  },
  'updated-at': {
    description: 'When the draft was last changed, in the same form.',
    type: textOrNull,
    place: 'output',
    of: (report) => toSafeTime(report.app?.updatedAt),
  },
  'review-note': {
    description:
      "Reviewer's note, if there is one. Invisible characters are escaped, and it is cut at 10,000 characters.",
    type: textOrNull,
    place: 'output',
    of: (report) => toNote(report.app?.reviewNote ?? ''),
  },
  'review-result': {
    description:
      'State of the review when the run ended: `approved`, `rejected`, `withdrawn` (taken out of review before a result) or `pending`. Empty if this run saw no review.',
    type: textOrNull,
    place: 'both',
    of: (report) => report.reviewResult,
  },
  plan: {
    description:
      'Dry run only: the changes that a real run would make, in order, separated by commas, such as `create,deploy,submit`. Empty if it would make none.',
    type: textOrNull,
    place: 'both',
    of: (report) => (report.plan?.kind === 'change' ? report.plan.steps.join(',') : null),
  },
  'content-hash': {
    description:
      'SHA-256 digest of the included files, such as `sha256:d6f3…`: the same on every machine for the same content.',
    type: textOrNull,
    place: 'both',
    of: (report) => report.contentHash,
  },
  'file-count': {
    description: 'Number of included files.',
    type: countOrNull,
    place: 'output',
    of: (report) => report.fileCount,
  },
  'byte-count': {
    description: 'Size of the included files in bytes.',
    type: countOrNull,
    place: 'both',
    of: (report) => report.byteCount,
  },
  'byte-count-before': {
    description: 'Size of the app before the run in bytes.',
    type: countOrNull,
    place: 'result',
    of: (report) => report.byteCountBefore,
  },
  'problem-count': {
    description:
      'Number of problems found by the offline check or returned by the service, in all apps of the run.',
    type: 'integer',
    place: 'both',
    of: countProblems,
    ofRun: (reports) => reports.reduce((sum, report) => sum + countProblems(report), 0),
  },
  problems: {
    description:
      'JSON array of `{path, line, column, code, message, fix, severity}`, null where unknown. `path` is relative to the folder, with several apps to the workspace. Each text is cut at 10,000 characters, and the array after whole entries below 400,000 UTF-16 units.',
    place: 'output',
    ofRun: (reports) => takeEntries(reports.flatMap((report) => toProblems(report, reports))),
  },
  'terms-required': {
    description: 'Version of the developer terms that the service asks for, if it named one.',
    type: textOrNull,
    place: 'output',
    of: (report) => toSafeVersion(report.termsRequired),
  },
  'skip-reason': {
    description:
      'Why nothing was sent, or in a dry run would be: `unchanged`, `in-review`, `stale` or `fork` (also for pull requests of Dependabot). With several apps only `stale` or `fork`, if it holds for all of them.',
    type: textOrNull,
    place: 'both',
    of: findSkipReason,
    ofRun: (reports) => toOutputReason(findSharedReason(reports)),
  },
  apps: {
    description:
      '`list` only: JSON array of all apps, ready for `fromJSON` in a matrix. Notes are cut at 500 characters, and the array as in `problems`.',
    place: 'output',
    of: (report) => report.apps && takeEntries(report.apps.map(toAppEntry)),
  },
  folder: {
    description: 'The app folder, relative to the workspace.',
    type: textOrNull,
    place: 'result',
    of: (report) => cutOutput(report.folder),
  },
  code: {
    description: 'The word of docs/troubleshooting.md for the result.',
    type: textOrNull,
    place: 'result',
    of: (report) => describeReport(report).code,
  },
  message: {
    description: 'The result in words.',
    type: 'string',
    place: 'result',
    of: describeInFull,
  },
  next: {
    description: 'What to do next.',
    type: textOrNull,
    place: 'result',
    of: (report) => cutText(describeReport(report).next, maxListedText) || null,
  },
  results: {
    description:
      'JSON array with an entry for each app of the run, also if it is one: `{…}`, null where unknown. Each says of its app what the outputs say of a single one. `byte-count-before` is the size of the app before the run. `folder` is relative to the workspace, `code` is the word of docs/troubleshooting.md, and `outcome` may also be `not_run` (the run ended before this app). Cut as `problems`.',
    place: 'output',
    ofRun: (reports) => takeEntries(toResults(reports)),
  },
} as const satisfies Readonly<Record<string, OutputRow>>;

const rows: readonly (readonly [name: string, row: OutputRow])[] = Object.entries(outputTable);

/**
 * Returns all outputs; an output without a value is empty or null. With several apps (one report
 * each), outputs about a single app are empty.
 */
export function toOutputs(reports: readonly Report[]): Readonly<Record<string, OutputValue>> {
  const [only, ...others] = reports;
  const outputs: Record<string, OutputValue> = {};
  for (const [name, row] of rows) {
    if (row.place === 'result') continue;
    const isOfOne = only !== undefined && others.length === 0 && row.of !== undefined;
    if (isOfOne) outputs[name] = row.of?.(only) ?? null;
    else outputs[name] = row.ofRun?.(reports) ?? null;
  }
  return outputs;
}

/** Returns the entries of `results`: a report with neither a slug nor a folder is not a result. */
function toResults(reports: readonly Report[]): readonly Readonly<Record<string, OutputValue>>[] {
  const entries = reports.map((report) => {
    const about = rows.filter(([, row]) => row.place !== 'output');
    return Object.fromEntries(about.map(([name, row]) => [name, row.of?.(report) ?? null]));
  });
  return entries.filter((entry) => entry['slug'] !== null || entry['folder'] !== null);
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

function describeInFull(report: Report): string {
  const { headline, lines } = describeReport(report);
  return cutText(joinTexts([headline, ...lines], '. '), maxListedText);
}

function countProblems(report: Report): number {
  return report.problems.length + report.moreProblems;
}

/**
 * Returns the problems of an app with the keys of the output, which are documented. With several
 * apps, their paths are relative to the workspace.
 */
function toProblems(report: Report, reports: readonly Report[]): readonly Problem[] {
  const { folder } = report;
  const isFromWorkspace = reports.length > 1 && folder !== null && folder !== '.';
  const parent = isFromWorkspace ? `${folder}/` : '';
  return report.problems.map((problem) => ({
    path: problem.path === null ? null : cutOutput(`${parent}${problem.path}`),
    line: problem.line,
    column: problem.column,
    code: cutOutput(problem.code),
    message: cutText(problem.message, maxOutputText),
    fix: cutOutput(problem.fix),
    severity: problem.severity,
  }));
}

/**
 * Returns why nothing was sent, or would be sent; otherwise null. Unchanged content may still be
 * sent for review.
 */
function findSkipReason(report: Report): string | null {
  const { outcome, plan } = report;
  const isSubmissionSent = report.done.has('submit') || report.doneByOther.has('submit');
  if (outcome === 'unchanged' && !isSubmissionSent && !report.changed) return 'unchanged';
  if (plan?.kind === 'nothing') return 'unchanged';
  if (plan?.kind === 'skip') return 'in-review';
  return toOutputReason(report.skipReason);
}

function toOutputReason(reason: SkipReason | null): string | null {
  return reason === 'dependabot' ? 'fork' : reason;
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
