/** The parts of a report in GitHub's Markdown. A part without content is an empty text. */
import { describePosition, type ShownProblem } from '../app/problem.ts';
import {
  cutText,
  splitLines,
  toCode,
  toCodeBlock,
  toPrintable,
  toProse,
  toSafeUrl,
} from '../text/escape.ts';
import { joinTexts, takeFitting } from '../text/format.ts';
import { drawExcerpt } from './excerpt.ts';
import type { ReadLines, Report } from './report.ts';
import { type Cell, describeUnshown, type Table, writeCell } from './tables.ts';

/** Limits of what a page, or a part of it, may contain. */
export interface SizeBudget {
  /** Maximum UTF-8 bytes of the sections of all apps together. */
  readonly bytes: number;
  /** Maximum UTF-8 bytes of each list or table. */
  readonly listBytes: number;
  readonly entries: number;
}

/** Maximum lengths in UTF-16 units of a text and of a name. An escaped unit may take ten bytes. */
const maxProseLength = 2000;
const maxNameLength = 200;

const levelSigns = { error: '❌', warning: '⚠️', notice: 'ℹ️' } as const;

export function writeHeadline(sign: string, text: string): string {
  return `## ${sign} ${toBoundedProse(text)}`;
}

/** Writes one sentence as a paragraph, and several as a list. */
export function writeSentences(texts: readonly string[]): string {
  const sentences = texts.map(toBoundedProse);
  if (sentences.length === 1) return sentences.join('');
  return sentences.map((sentence) => `- ${sentence}`).join('\n');
}

export function writeAddress(text: string): string {
  const url = toSafeUrl(text);
  if (url === null) return toBoundedProse(text);
  return `<${url}>`;
}

export function writeLink(text: string, url: string | null): string {
  if (url === null || url === '') return '';
  return `[${toBoundedProse(text)}](${url})`;
}

export function writeNext(advice: string): string {
  if (advice === '') return '';
  return `**Next:** ${toBoundedProse(advice)}`;
}

/** Quotes the reviewer's note line by line, so that it wraps on a phone. */
export function writeQuotation(note: string): string {
  const lines = splitLines(cutText(note, maxProseLength)).map(toProse);
  if (lines.length === 0) return '';
  return `Reviewer's note:\n\n> ${lines.join('<br>')}`;
}

export function writeRemarks(
  level: 'warning' | 'notice',
  texts: readonly string[],
  budget: SizeBudget,
): string {
  const shown = texts.slice(0, budget.entries);
  const lines = shown.map((text) => `${levelSigns[level]} ${toBoundedProse(text)}`);
  // Joined without line ends, because GitHub shows a line end in a comment as one more break.
  return limitList(lines, texts.length, budget).join('<br>');
}

export function writeFacts(facts: readonly (readonly [name: string, value: Cell])[]): string {
  const items: string[] = [];
  for (const [name, value] of facts) {
    const text = writeMarkdownCell(value);
    if (text !== '') items.push(`- ${name}: ${text}`);
  }
  return items.join('\n');
}

/**
 * Writes the problems by file and line, those without a file first. `fileUrl` is the address of the
 * files at the commit of the run, to which the lines are linked; null if it is not known.
 */
export function writeProblems(
  report: Report,
  budget: SizeBudget,
  fileUrl: string | null = null,
): string {
  const files = [...Map.groupBy(report.shownProblems, (problem) => problem.file ?? problem.path)];
  files.sort(([one], [other]) => Number(one !== null) - Number(other !== null));
  const entries = files.flatMap(([name, some]) => {
    const sorted = some.toSorted(comparePositions);
    return sorted.map((problem, index) => ({ problem, heading: index === 0 ? name : null }));
  });
  const shown = entries.slice(0, budget.entries).map((entry) => {
    const title = entry.heading === null ? '' : `### ${toBoundedCode(entry.heading)}`;
    return joinTexts([title, writeProblem(entry.problem, report.readLines, fileUrl)], '\n\n');
  });
  const count = entries.length + report.moreProblems;
  return limitList(shown, count, budget).join('\n\n');
}

function comparePositions(one: ShownProblem, other: ShownProblem): number {
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}

function writeProblem(problem: ShownProblem, readLines: ReadLines, fileUrl: string | null): string {
  const sign = levelSigns[problem.severity];
  const words = [sign, writePosition(problem, fileUrl), toBoundedProse(problem.message)];
  if (problem.code !== null) words.push(toBoundedCode(problem.code));
  let text = joinTexts(words, ' ');
  if (problem.fix !== null) text += `<br>Fix: ${toBoundedProse(problem.fix)}`;
  const rows = drawExcerpt(problem, readLines, { around: 1 });
  if (rows.length > 0) text += `\n\n${toCodeBlock(rows.join('\n'))}`;
  return text;
}

function writePosition(problem: ShownProblem, fileUrl: string | null): string {
  const position = describePosition(problem);
  if (position === '') return '';
  const label = `${position.charAt(0).toUpperCase()}${position.slice(1)}`;
  if (fileUrl === null || problem.file === null) return `**${label}:**`;
  const url = `${fileUrl}/${encodePath(problem.file)}#L${problem.line}`;
  return `**[${label}](${url}):**`;
}

/** Encodes a path for an address in Markdown, whose links end at a parenthesis. */
function encodePath(path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return encoded.replace(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

/** Writes a table with as many rows as fit, and the number of the others. */
export function writeTable(table: Table, budget: SizeBudget): string {
  if (table.rows.length === 0) return '';
  const shown = table.rows.slice(0, budget.entries);
  const rows = shown.map((row) => writeRow(row.map(writeMarkdownCell)));
  const kept = takeBytes(rows, budget.listBytes);
  const lines = [writeRow(table.head), writeRow(table.head.map(() => '---')), ...kept];
  const heading = table.title === '' ? '' : `### ${table.title}`;
  const left = table.rows.length - kept.length + table.moreRows;
  return joinTexts([heading, lines.join('\n'), countLeft(left)], '\n\n');
}

function writeRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Writes how texts changed, or differ from the draft. */
export function writeDiff(report: Report): string {
  const blocks = report.textChanges.files.map((file) => {
    const shown = file.lines.map((line) => cutText(toPrintable(line, '\t'), maxProseLength));
    return `#### ${toBoundedCode(file.path)}\n\n${toCodeBlock(shown.join('\n'), 'diff')}`;
  });
  const parts = [...blocks, ...describeUnshown(report.textChanges, toBoundedCode)];
  if (parts.length === 0) return '';
  const title = report.changed ? 'How the texts changed' : 'How the texts differ from the draft';
  return [`### ${title}`, ...parts].join('\n\n');
}

/** Writes a part that folds. The title is HTML, the body Markdown. */
export function writeDetails(title: string, body: string): string {
  if (body === '') return '';
  return `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}

export function writeStack(stack: string): string {
  if (stack === '') return '';
  return writeDetails('Stack', toCodeBlock(cutText(stack, maxProseLength)));
}

/**
 * Returns as many entries as fit. If these are fewer than `count`, a last entry gives the number of
 * the others.
 */
function limitList(texts: readonly string[], count: number, budget: SizeBudget): readonly string[] {
  const kept = takeBytes(texts, budget.listBytes);
  if (kept.length === count) return kept;
  return [...kept, countLeft(count - kept.length)];
}

function countLeft(left: number): string {
  if (left === 0) return '';
  return `… and ${left} more.`;
}

/** Returns the first texts that fit into `maxBytes` of UTF-8. */
export function takeBytes(texts: readonly string[], maxBytes: number): readonly string[] {
  return takeFitting(texts, maxBytes, Buffer.byteLength);
}

function toBoundedProse(text: string): string {
  return toProse(cutText(text, maxProseLength));
}

function toBoundedCode(text: string): string {
  return toCode(cutText(text, maxNameLength));
}

/**
 * Writes a cell. Linked names are not written as code, because code in a link lacks contrast on
 * GitHub.
 */
function writeMarkdownCell(cell: Cell): string {
  return writeCell(cell, toBoundedProse, (names, url) => {
    if (url === null) return names.map(toBoundedCode).join(' → ');
    const texts = names.map((name) => toBoundedProse(cutText(name, maxNameLength)));
    return `[${texts.join(' → ')}](${url})`;
  });
}
