import { styleText } from 'node:util';
import { countFindings, countTimes, labelProblem } from '../../src/model/problem.ts';
import {
  type Block,
  joinCell,
  type Table,
  toBlocks,
  toDiffLines,
} from '../../src/report/blocks.ts';
import { drawExcerpt } from '../../src/report/excerpt.ts';
import type { ResultMessage } from '../../src/report/messages.ts';
import type { RedactedReport } from '../../src/report/redact-report.ts';
import { cutText, splitLines, toPrintable, toSafeUrl } from '../../src/text/escape.ts';
import { formatBytes, formatCount, joinTexts } from '../../src/text/format.ts';

interface TerminalStyle {
  readonly hasColor: boolean;
  /** True for a check of a folder, which is about no app. */
  readonly isCheck: boolean;
  /** True for warnings alone. */
  readonly isBrief?: boolean;
  /** Columns of the terminal, into which excerpts are cut; omitted where there is none. */
  readonly columns?: number | undefined;
}

const maxListed = 200;
/** UTF-16 units of one text. */
const maxText = 2000;

const colors = {
  '❌': 'red',
  '❓': 'red',
  '⚠️': 'yellow',
  '✅': 'green',
  ℹ️: 'green',
  '⏭️': 'green',
} as const;

const details: readonly Block['is'][] = ['problems', 'remarks', 'plan', 'diff', 'apps'];
/** They come last, since the last lines are those that a terminal shows. */
const conclusion: readonly Block['is'][] = [
  'headline',
  'sentences',
  'note',
  'next',
  'help',
  'address',
];

/**
 * A finished run as lines for a terminal, safe to print: problems, remarks, what differs from the
 * draft, the apps of a list, and at the end the result and the address of the app. Of several apps
 * those that need more than a row, then a row for each and one for all.
 */
export async function renderTerminal(
  reports: readonly RedactedReport[],
  style: TerminalStyle,
): Promise<readonly string[]> {
  const shown = reports.map((report) =>
    style.isCheck ? { ...report, result: describeCheck(report) } : report,
  );
  const { all, apps } = toBlocks(shown);
  const blocks = style.isBrief ? [...apps, all].map((some) => some.filter(isWarning)) : apps;
  const parts = await Promise.all(blocks.map((some) => listLines(some, style)));
  if (style.isBrief || reports.length === 1) return parts.flat();
  const total = await listLines(all, style);
  return [...parts.flatMap((lines) => [...lines, '']), ...total];
}

function isWarning(block: Block): boolean {
  return block.is === 'problems' || (block.is === 'remarks' && block.level === 'warning');
}

async function listLines(
  blocks: readonly Block[],
  style: TerminalStyle,
): Promise<readonly string[]> {
  const unfolded = blocks.flatMap((block) => {
    return block.is === 'fold' ? block.blocks.filter(({ is }) => is !== 'sentences') : [block];
  });
  const shown = [...details, ...conclusion].flatMap((is) =>
    unfolded.filter((block) => block.is === is),
  );
  const parts = await Promise.all(shown.map((block) => toTerminalLines(block, style)));
  return parts.flat();
}

async function toTerminalLines(block: Block, style: TerminalStyle): Promise<readonly string[]> {
  switch (block.is) {
    case 'problems':
      return listProblems(block.report, style);
    case 'remarks': {
      const label = block.level === 'warning' ? paint('yellow', 'warning', style) : 'note';
      return block.texts.map((text) => `${label}: ${toLine(text)}`);
    }
    case 'diff':
      return toDiffLines(block.texts).map(toLine);
    case 'plan':
    case 'apps':
      return alignTable(block);
    case 'headline':
      return [`${block.sign} ${paint(colors[block.sign], toLine(block.text), style)}`];
    case 'sentences':
      return block.texts.map(toLine).filter((line) => line !== '');
    case 'note': {
      const lines = block.isNews ? splitLines(cutText(block.text, maxText)) : [];
      return lines.length === 0
        ? []
        : ["Reviewer's note:", ...lines.map((line) => `  ${toLine(line)}`)];
    }
    case 'next':
      return block.text === '' ? [] : [`Next: ${toLine(block.text)}`];
    case 'help':
      return block.url === null ? [] : [`Help: ${block.url}`];
    case 'address': {
      const url = toSafeUrl(block.text);
      return url === null ? [] : [url];
    }
    default:
      return [];
  }
}

async function listProblems(
  { problems, facts, readLines }: RedactedReport,
  style: TerminalStyle,
): Promise<readonly string[]> {
  const shown = problems.slice(0, maxListed).map(async (problem) => {
    const { severity, message, fix } = problem;
    const label = paint(
      severity === 'error' ? 'red' : 'yellow',
      toLine(labelProblem(problem)),
      style,
    );
    const excerpt = await drawExcerpt(problem, readLines, {
      around: 0,
      terminalColumns: style.columns,
    });
    const advice = fix === null ? [] : [`  fix: ${toLine(fix)}`];
    return [`${label}: ${toLine(message)}`, ...excerpt, ...advice, ''];
  });
  const lines = (await Promise.all(shown)).flat();
  const left = countTimes(problems.slice(maxListed)) + facts.moreProblems;
  return left === 0 ? lines : [...lines, `and ${formatCount(left, 'more problem')}`, ''];
}

/** A line for each row, in columns; where it leads to stands at its end. */
function alignTable({ rows, moreRows = 0 }: Table): readonly string[] {
  const shown = rows.slice(0, maxListed).map((row) => ({
    texts: row.map((cell) => joinCell(cell, toLine, (words) => words.map(toLine).join(' → '))),
    urls: row.map((cell) => (typeof cell === 'string' ? null : toSafeUrl(cell.url))),
  }));
  const toWidth = (column: number): number =>
    Math.max(...shown.map(({ texts }) => texts[column]?.length ?? 0));
  const lines = shown.map(({ texts, urls }) => {
    const columns = texts.map((text, column) => text.padEnd(toWidth(column)));
    return joinTexts([columns.join('  '), ...urls], '  ').trimEnd();
  });
  const left = rows.length - lines.length + moreRows;
  return left === 0 ? lines : [...lines, `and ${left} more`];
}

/** The result of a check names the folder instead of an app. */
export function describeCheck({
  result,
  facts,
  failure,
  repositoryPath,
  problems,
}: RedactedReport): ResultMessage {
  const { fileCount, byteCount, warnings } = facts;
  const isChecked = failure === null || problems.some(({ severity }) => severity === 'error');
  if (!isChecked) return { ...result, headline: 'The folder was not checked', end: 'not checked' };
  const files = `${formatCount(fileCount ?? 0, 'file')}, ${formatBytes(byteCount ?? 0)}`;
  const end = countFindings(facts.problems, { errors: 0, warnings: warnings.length });
  const sign = end === 'no problems' ? '✅' : result.sign;
  const headline = `${repositoryPath || '.'}: ${end} (${files}, checked offline)`;
  return { ...result, sign, headline, end, lines: [], next: '' };
}

/** Outside text as one line. */
function toLine(text: string): string {
  return toPrintable(cutText(text, maxText));
}

function paint(
  color: 'red' | 'yellow' | 'green',
  text: string,
  { hasColor }: TerminalStyle,
): string {
  return hasColor ? styleText(['bold', color], text, { validateStream: false }) : text;
}

/**
 * Whether to colour the text for a stream: FORCE_COLOR decides, else it must be a capable terminal,
 * and NO_COLOR not set.
 */
export function wantsColor(
  isTerminal: boolean,
  env: Readonly<Record<'FORCE_COLOR' | 'NO_COLOR' | 'TERM', string | undefined>>,
): boolean {
  const force = env.FORCE_COLOR;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
