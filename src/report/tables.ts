/**
 * The tables and lists of a report. Their texts are not safe to print: each printer escapes them.
 */

import type { FileChange } from '../app/compare.ts';
import { toSafeUrl } from '../text/escape.ts';
import {
  formatAttempt,
  formatBytes,
  formatCount,
  formatDuration,
  joinTexts,
  listNames,
} from '../text/format.ts';
import type { AppFacts, Report, TextChanges } from './report.ts';
import { isUnchanged, sortReports } from './several.ts';
import { describeReport, findHelpUrl, nameSizeChange } from './words.ts';

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly moreRows: number;
}

/** A cell: running text, or names, such as a path, or the statuses of an app in their order. */
export type Cell =
  | string
  | {
      readonly names: readonly string[];
      /** The address that the names link to. */
      readonly url: string | null;
      /** Text after the names; may be empty. */
      readonly rest: string;
    };

function makeNameCell(name: string | null, url: string | null = null, rest = ''): Cell {
  return { names: name === null ? [] : [name], url, rest };
}

/**
 * Writes a cell. `writeText` writes running text; `writeNames` writes names, and gets the address
 * that they link to, or null if that is not safe.
 */
export function writeCell(
  cell: Cell,
  writeText: (text: string) => string,
  writeNames: (names: readonly string[], url: string | null) => string,
): string {
  if (typeof cell === 'string') return writeText(cell);
  return joinTexts([writeNames(cell.names, toSafeUrl(cell.url)), writeText(cell.rest)], ': ');
}

export function toAppTable(apps: readonly AppFacts[]): Table {
  const rows = apps.map((app) => {
    return [makeNameCell(app.slug, app.url), app.name ?? '', makeNameCell(app.status)];
  });
  return { title: '', head: ['App', 'Name', 'Status'], rows, moreRows: 0 };
}

/** The results of several apps, without those that are unchanged. */
export function toResultTable(reports: readonly Report[]): Table {
  const changed = reports.filter((report) => !isUnchanged(report));
  const rows = sortReports(changed).map((report) => {
    const words = describeReport(report);
    // Without the verb at its start, the text reads as a result: `not deployed: in review`.
    const end = words.end.replace(/^(?:was|is) /, '');
    const app = makeNameCell(report.slug ?? '', report.app?.url ?? null);
    return [app, `${words.sign} ${end}`, makeNameCell(report.app?.status ?? null)];
  });
  return { title: '', head: ['App', 'Result', 'Status'], rows, moreRows: 0 };
}

/** Maximum number of rows about files. Neither the summary nor the terminal shows as many. */
const maxChangeRows = 200;

/** The files that differ, the largest first. */
export function toChangeTable(report: Report): Table {
  const changes = (report.changes ?? []).toSorted(
    (one, other) => toLargerSize(other) - toLargerSize(one),
  );
  const rows = changes.slice(0, maxChangeRows).map((change) => {
    return [makeNameCell(change.path), describeChange(change)];
  });
  return {
    title: `${titleChanges(report)}: ${formatCount(changes.length, 'file')}`,
    head: ['File', 'Change'],
    rows,
    moreRows: changes.length - rows.length,
  };
}

function describeChange(change: FileChange): string {
  const bytes = [change.bytesBefore, change.bytesAfter].filter((size) => size !== null);
  const sizes = new Set(bytes.map(formatBytes));
  return joinTexts([change.kind, [...sizes].join(' → ')], ', ');
}

function toLargerSize(change: FileChange): number {
  return Math.max(change.bytesBefore ?? 0, change.bytesAfter ?? 0);
}

function titleChanges(report: Report): string {
  if (report.changed) return 'What changed';
  // A change was sent after the comparison, and may have been applied.
  if (report.unresolved !== null) return 'What differed from the draft before this run';
  if (report.app === null) return 'What the app would have';
  return 'What differs from the draft';
}

export function toExcludedTable(report: Report): Table {
  const rows = report.excluded.map((entry) => [makeNameCell(entry.path), entry.reason]);
  const title = `${formatCount(report.excluded.length, 'path')} excluded`;
  return { title, head: ['Excluded', 'Reason'], rows, moreRows: 0 };
}

/** The waits before requests were sent again. */
export function toWaitTable(report: Report): Table {
  const { waits } = report;
  const rows = waits.map((wait) => {
    const attempt = formatAttempt(wait.attempt, wait.maxAttempts);
    const request = makeNameCell(wait.what, null, attempt);
    return [formatDuration(wait.milliseconds), request, wait.why];
  });
  const totalMs = waits.reduce((sum, wait) => sum + wait.milliseconds, 0);
  const title = `${formatCount(waits.length, 'wait')}, ${formatDuration(totalMs)} in total`;
  return { title, head: ['Wait', 'Before', 'Reason'], rows, moreRows: 0 };
}

/** Number of characters of a content hash that a report shows. */
const shownHashLength = 'sha256:'.length + 12;

/** Lists facts that few readers need. The cell of an unknown fact is empty. */
export function listFacts(report: Report): readonly (readonly [name: string, value: Cell])[] {
  const status = report.app?.status ?? null;
  // There is no status if the app was deleted, or if the last read proved only which files it has.
  const statuses = status ? [...new Set([report.statusBefore ?? status, status])] : [];
  return [
    ['Status', { names: statuses, url: null, rest: '' }],
    ['Size', nameSizeChange(report)],
    ['Content', makeNameCell(report.contentHash?.slice(0, shownHashLength) ?? null)],
    ['Terms version', makeNameCell(report.termsRequired)],
    ['Terms accepted', makeNameCell(report.termsAccepted)],
    // If the report links to a help page, the text of that link already shows the code.
    ['Code', makeNameCell(findHelpUrl(report) === null ? describeReport(report).code : null)],
  ];
}

/** Returns how texts differ as lines, for a log or a terminal. */
export function toDiffLines(texts: TextChanges): readonly string[] {
  const lines = texts.files.flatMap((file) => [file.path, ...file.lines]);
  return [...lines, ...describeUnshown(texts, (path) => path)];
}

/** Returns at most two sentences about the parts of the differing texts that are not shown. */
export function describeUnshown(
  { files, named, moreFiles }: TextChanges,
  writePath: (path: string) => string,
): readonly string[] {
  const sentences: string[] = [];
  const moreLines = files.reduce((sum, file) => sum + file.moreLines, 0);
  const omitted: string[] = [];
  if (moreLines > 0) omitted.push(formatCount(moreLines, 'more line'));
  if (moreFiles > 0) omitted.push(formatCount(moreFiles, 'more file'));
  if (omitted.length > 0) sentences.push(`… and ${omitted.join(' and ')}, omitted.`);
  if (named.length > 0)
    sentences.push(`Not shown line by line: ${listNames(named.map(writePath))}.`);
  return sentences;
}
