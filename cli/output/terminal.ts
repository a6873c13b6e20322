import { styleText } from 'node:util';
import { countFindings, countTimes, labelProblem } from '../../src/app/problem.ts';
import { drawExcerpt } from '../../src/report/excerpt.ts';
import type { Report, Words } from '../../src/report/report.ts';
import {
  describeRun,
  describeUnchanged,
  explainShared,
  listDetailed,
  listRunWarnings,
  needsLines,
} from '../../src/report/several.ts';
import {
  type Table,
  toAppTable,
  toChangeTable,
  toDiffLines,
  toResultTable,
  writeCell,
} from '../../src/report/tables.ts';
import { describeReport, findHelpUrl, hasReviewNews } from '../../src/report/words.ts';
import { cutText, splitLines, toPrintable, toSafeUrl } from '../../src/text/escape.ts';
import { formatBytes, formatCount, joinTexts, wrapText } from '../../src/text/format.ts';

interface TerminalStyle {
  readonly hasColor: boolean;
  /** True to show only problems and warnings; false by default. */
  readonly isBrief?: boolean;
  /**
   * Columns that excerpts are cut to, and sentences are wrapped at, in at most 80; undefined without
   * a terminal.
   */
  readonly columns?: number | undefined;
}

/** Maximum number of rows of a list or table. */
const maxTerminalRows = 200;
/** Maximum length of one text in UTF-16 units. */
const maxTerminalText = 2000;

type Color = 'red' | 'yellow' | 'green';

const signColors: Readonly<Record<Words['sign'], Color>> = {
  '❌': 'red',
  '❓': 'red',
  '⚠️': 'yellow',
  '✅': 'green',
  ℹ️: 'green',
  '⏭️': 'green',
};

/**
 * Renders a finished run as lines for a terminal, safe to print. The result and the app's address
 * come last, since a terminal shows the last lines. With several apps, the details of some apps
 * come first, then a row for each app that changed or failed, then the result of the run.
 */
export function renderTerminal(
  reports: readonly Report[],
  style: TerminalStyle,
): readonly string[] {
  const isSeveral = reports.length > 1;
  const lines: string[] = [];
  for (const report of listDetailed(reports)) {
    if (style.isBrief) {
      lines.push(...renderProblems(report, style));
      lines.push(...listRemarks('warning', report.warnings, style));
    } else {
      lines.push(...listAppLines(report, isSeveral, style));
      if (isSeveral) lines.push('');
    }
  }
  if (!isSeveral) return lines;
  if (style.isBrief) return [...lines, ...listRemarks('warning', listRunWarnings(reports), style)];
  return [...lines, ...listRunLines(reports, style)];
}

/** Renders a report: details first, the result last. */
function listAppLines(
  report: Report,
  isOneOfSeveral: boolean,
  style: TerminalStyle,
): readonly string[] {
  const words = describeReport(report);
  const parts: (readonly string[])[] = [
    renderProblems(report, style),
    listRemarks('warning', report.warnings, style),
    listRemarks('notice', report.notices, style),
  ];
  if (report.outcome === 'planned') parts.push(alignTable(toChangeTable(report)));
  parts.push(toDiffLines(report.textChanges).map(toLine));
  parts.push(alignTable(toAppTable(report.apps ?? [])));
  parts.push([formatHeadline(words, style)]);
  if (needsLines(report, isOneOfSeveral)) parts.push(wrapLines(toLines(words.lines), style));
  if (hasReviewNews(report)) parts.push(quoteNote(report.app?.reviewNote ?? ''));
  parts.push(wrapLines(formatNext(words.next), style));
  const helpUrl = findHelpUrl(report);
  if (helpUrl !== null) parts.push([`Help: ${helpUrl}`]);
  const url = toSafeUrl(report.app?.url);
  if (url !== null) parts.push([url]);
  return parts.flat();
}

/** Renders the result of several apps, with a row for each that changed or failed. */
function listRunLines(reports: readonly Report[], style: TerminalStyle): readonly string[] {
  const run = describeRun(reports);
  const parts: readonly (readonly string[])[] = [
    listRemarks('warning', listRunWarnings(reports), style),
    alignTable(toResultTable(reports)),
    [formatHeadline(run, style)],
    wrapLines(toLines(explainShared(reports)), style),
    wrapLines(toLines(describeUnchanged(reports)), style),
    wrapLines(formatNext(run.next), style),
  ];
  return parts.flat();
}

/** A command in a line, which people copy. */
const hasCommand = /miniapp-(?:deploy|sandbox) |\b(?:npx|export) /;

/** Maximum number of columns of a sentence. */
const maxColumns = 80;

/**
 * Wraps lines at words for a terminal. A line with a command, which people copy, or with a word
 * that is longer than a line stays as it is.
 */
export function wrapLines(
  lines: readonly string[],
  { columns }: Pick<TerminalStyle, 'columns'>,
): readonly string[] {
  if (columns === undefined || columns < 20) return lines;
  const width = Math.min(columns, maxColumns);
  return lines.flatMap((line) => {
    const isLong = line.split(' ').some((word) => word.length > width);
    if (line.length <= width || isLong || hasCommand.test(line)) return [line];
    const indent = /^ */.exec(line)?.[0] ?? '';
    return wrapText(line, width - indent.length).map((part) => `${indent}${part}`);
  });
}

function formatHeadline(
  { sign, headline }: Pick<Words, 'sign' | 'headline'>,
  style: TerminalStyle,
): string {
  return `${sign} ${paint(signColors[sign], toLine(headline), style)}`;
}

function toLines(texts: readonly string[]): readonly string[] {
  return texts.map(toLine).filter((line) => line !== '');
}

function formatNext(advice: string): readonly string[] {
  if (advice === '') return [];
  return [`Next: ${toLine(advice)}`];
}

function quoteNote(note: string): readonly string[] {
  const lines = splitLines(cutText(note, maxTerminalText));
  if (lines.length === 0) return [];
  return ["Reviewer's note:", ...lines.map((line) => `  ${toLine(line)}`)];
}

function listRemarks(
  level: 'warning' | 'notice',
  texts: readonly string[],
  style: TerminalStyle,
): readonly string[] {
  const label = level === 'warning' ? paint('yellow', 'warning', style) : 'note';
  const indent = level === 'warning' ? 'warning: ' : 'note: ';
  return texts.flatMap((text) => {
    const [first = '', ...others] = wrapLines([`${indent}${toLine(text)}`], style);
    return [`${label}${first.slice(indent.length - 2)}`, ...others];
  });
}

/** Lists problems, each with the line it is about and its fix. */
function renderProblems(report: Report, style: TerminalStyle): readonly string[] {
  const problems = report.shownProblems;
  const excerptStyle = { around: 0, terminalColumns: style.columns };
  const lines: string[] = [];
  for (const problem of problems.slice(0, maxTerminalRows)) {
    const color = problem.severity === 'error' ? 'red' : 'yellow';
    const label = paint(color, toLine(labelProblem(problem)), style);
    const plain = toLine(labelProblem(problem));
    const [first = '', ...others] = wrapLines([`${plain}: ${toLine(problem.message)}`], style);
    // A label that was wrapped itself stays without color.
    if (first.startsWith(`${plain}:`))
      lines.push(`${label}${first.slice(plain.length)}`, ...others);
    else lines.push(first, ...others);
    lines.push(...drawExcerpt(problem, report.readLines, excerptStyle));
    if (problem.fix !== null) lines.push(...wrapLines([`  fix: ${toLine(problem.fix)}`], style));
    lines.push('');
  }
  const left = countTimes(problems.slice(maxTerminalRows)) + report.moreProblems;
  if (left === 0) return lines;
  return [...lines, `and ${formatCount(left, 'more problem')}`, ''];
}

/** Writes a line for each row, in columns; addresses are at the end. */
function alignTable({ rows, moreRows }: Table): readonly string[] {
  const shown = rows.slice(0, maxTerminalRows);
  const texts = shown.map((row) => {
    return row.map((cell) => writeCell(cell, toLine, (names) => names.map(toLine).join(' → ')));
  });
  const toWidth = (column: number) =>
    Math.max(...texts.map((columns) => columns[column]?.length ?? 0));
  const lines = shown.map((row, index) => {
    const columns = texts[index]?.map((text, column) => text.padEnd(toWidth(column))) ?? [];
    const urls = row.map((cell) => (typeof cell === 'string' ? null : toSafeUrl(cell.url)));
    return joinTexts([columns.join('  '), ...urls], '  ').trimEnd();
  });
  const left = rows.length - shown.length + moreRows;
  if (left === 0) return lines;
  return [...lines, `and ${left} more`];
}

/** Describes the result of a check, which is about a folder and not about an app. */
export function describeCheck(report: Report): Words {
  const { failure, repositoryPath, problems } = report;
  const result = describeReport(report);
  const isChecked = failure === null || problems.some(({ severity }) => severity === 'error');
  if (!isChecked) return { ...result, headline: 'The folder was not checked', end: 'not checked' };
  const end = countFindings(report.problems, { errors: 0, warnings: report.warnings.length });
  const files = `${formatCount(report.fileCount ?? 0, 'file')}, ${formatBytes(report.byteCount ?? 0)}`;
  return {
    ...result,
    sign: end === 'no problems' ? '✅' : result.sign,
    headline: `${repositoryPath || '.'}: ${end} (${files}, checked offline)`,
    end,
    lines: [],
    next: '',
  };
}

/** Makes one printable line of a text from outside. */
function toLine(text: string): string {
  return toPrintable(cutText(text, maxTerminalText));
}

function paint(color: Color, text: string, { hasColor }: TerminalStyle): string {
  if (!hasColor) return text;
  return styleText(['bold', color], text, { validateStream: false });
}

/** The environment variables that decide about color. */
type ColorVariables = Readonly<Record<'FORCE_COLOR' | 'NO_COLOR' | 'TERM', string | undefined>>;

/**
 * True if the output is colored. FORCE_COLOR decides if it is set; otherwise the output must be a
 * terminal that can show colors, without NO_COLOR.
 */
export function wantsColor(isTerminal: boolean, env: ColorVariables): boolean {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
