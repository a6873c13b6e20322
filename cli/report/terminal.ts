import { styleText } from 'node:util';
import { countFindings, countTimes, labelProblem } from '../../src/model/problem.ts';
import { drawExcerpt } from '../../src/report/excerpt.ts';
import { hasReviewNews, type ResultMessage } from '../../src/report/messages.ts';
import type { RedactedReport } from '../../src/report/redact-report.ts';
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
import { cutText, splitLines, toPrintable, toSafeUrl } from '../../src/text/escape.ts';
import { formatBytes, formatCount, joinTexts } from '../../src/text/format.ts';

interface TerminalStyle {
  readonly hasColor: boolean;
  /** True if the run only checks a folder, without an app. */
  readonly isCheck: boolean;
  /** True to show only problems and warnings; false by default. */
  readonly isBrief?: boolean;
  /** Columns that excerpts are cut to; undefined without a terminal. */
  readonly columns?: number | undefined;
}

/** Maximum number of rows of a list or table. */
const maxTerminalRows = 200;
/** Maximum length of one text in UTF-16 units. */
const maxTerminalText = 2000;

type Color = 'red' | 'yellow' | 'green';

const signColors: Readonly<Record<ResultMessage['sign'], Color>> = {
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
export async function renderTerminal(
  reports: readonly RedactedReport[],
  style: TerminalStyle,
): Promise<readonly string[]> {
  const shown = style.isCheck ? reports.map(toCheckReport) : reports;
  const isSeveral = shown.length > 1;
  const lines: string[] = [];
  for (const report of listDetailed(shown)) {
    if (style.isBrief) {
      lines.push(...(await renderProblems(report, style)));
      lines.push(...listRemarks('warning', report.facts.warnings, style));
    } else {
      lines.push(...(await listAppLines(report, isSeveral, style)));
      if (isSeveral) lines.push('');
    }
  }
  if (!isSeveral) return lines;
  if (style.isBrief) return [...lines, ...listRemarks('warning', listRunWarnings(shown), style)];
  return [...lines, ...listRunLines(shown, style)];
}

/** Renders a report: details first, the result last. */
async function listAppLines(
  report: RedactedReport,
  isOneOfSeveral: boolean,
  style: TerminalStyle,
): Promise<readonly string[]> {
  const { result, facts } = report;
  const parts: (readonly string[])[] = [
    await renderProblems(report, style),
    listRemarks('warning', facts.warnings, style),
    listRemarks('notice', facts.notices, style),
  ];
  if (report.outcome.kind === 'planned') parts.push(alignTable(toChangeTable(facts)));
  parts.push(toDiffLines(facts.textChanges).map(toLine));
  parts.push(alignTable(toAppTable(facts.apps ?? [])));
  parts.push([formatHeadline(result, style)]);
  if (needsLines(report, isOneOfSeveral)) parts.push(toLines(result.lines));
  if (hasReviewNews(facts)) parts.push(quoteNote(facts.app?.reviewNote ?? ''));
  parts.push(formatNext(result.next));
  if (report.helpUrl !== null) parts.push([`Help: ${report.helpUrl}`]);
  const url = toSafeUrl(facts.app?.url);
  if (url !== null) parts.push([url]);
  return parts.flat();
}

/** Renders the result of several apps, with a row for each that changed or failed. */
function listRunLines(reports: readonly RedactedReport[], style: TerminalStyle): readonly string[] {
  const run = describeRun(reports);
  const parts: readonly (readonly string[])[] = [
    listRemarks('warning', listRunWarnings(reports), style),
    alignTable(toResultTable(reports)),
    [formatHeadline(run, style)],
    toLines(explainShared(reports)),
    toLines(describeUnchanged(reports)),
    formatNext(run.next),
  ];
  return parts.flat();
}

function formatHeadline(
  { sign, headline }: Pick<ResultMessage, 'sign' | 'headline'>,
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
  return texts.map((text) => `${label}: ${toLine(text)}`);
}

/** Lists problems, each with the line it is about and its fix. */
async function renderProblems(
  { problems, facts, readLines }: RedactedReport,
  style: TerminalStyle,
): Promise<readonly string[]> {
  const excerptStyle = { around: 0, terminalColumns: style.columns };
  const lines: string[] = [];
  for (const problem of problems.slice(0, maxTerminalRows)) {
    const color = problem.severity === 'error' ? 'red' : 'yellow';
    const label = paint(color, toLine(labelProblem(problem)), style);
    lines.push(`${label}: ${toLine(problem.message)}`);
    lines.push(...(await drawExcerpt(problem, readLines, excerptStyle)));
    if (problem.fix !== null) lines.push(`  fix: ${toLine(problem.fix)}`);
    lines.push('');
  }
  const left = countTimes(problems.slice(maxTerminalRows)) + facts.moreProblems;
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

function toCheckReport(report: RedactedReport): RedactedReport {
  return { ...report, result: describeCheck(report) };
}

/** Describes the result of a check, which is about a folder and not about an app. */
export function describeCheck(report: RedactedReport): ResultMessage {
  const { result, facts, failure, repositoryPath, problems } = report;
  const isChecked = failure === null || problems.some(({ severity }) => severity === 'error');
  if (!isChecked) return { ...result, headline: 'The folder was not checked', end: 'not checked' };
  const end = countFindings(facts.problems, { errors: 0, warnings: facts.warnings.length });
  const files = `${formatCount(facts.fileCount ?? 0, 'file')}, ${formatBytes(facts.byteCount ?? 0)}`;
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
