import { cutText, splitLines, toSafeUrl } from '../escape.ts';
import { formatCount, joinTexts } from '../format.ts';
import type { CleanReport } from './clean.ts';
import { type Diff, nameUnshown } from './diff.ts';
import { drawExcerpt } from './excerpt.ts';
import { type TableLimit, takeTexts, toCode, toCodeBlock, toDetails, toProse, toTable } from './markdown.ts';
import { countTimes, describePosition, type MergedProblem } from './problems.ts';
import { type AppRow, type Block, type Cell, listDetailed, tellApp, tellRun } from './tell.ts';

type Problems = Extract<Block, { is: 'problems' }>;
type PlacedProblem = MergedProblem & { readonly path: string; readonly line: number };
/** At most so many problems of each kind, and excerpts, all in so many bytes. */
type ProblemLimit = TableLimit & { readonly excerpts: number };

/** The runner drops a summary over 1,048,576 bytes as a whole. */
const maxSummary = 900_000;

/** UTF-16 units; escaped, each may take ten bytes, and the three must leave a comment room for more. */
const maxSentence = 1500;
const maxNote = 2000;
const maxText = 1000;
const maxStack = 3000;
const maxNoteLines = 50;
const maxRemarks = 30;
const maxName = 150;
const maxReason = 500;
const maxFile = 200;
const maxList = { items: 100, bytes: 60_000 };
const maxChanges = { items: 30, bytes: 60_000 };
const maxProblems = { items: 200, excerpts: 20, bytes: 500_000 };

/**
 * The job summary in GitHub's Markdown: the result, the address and what to do next on top, details below; of several apps a table
 * first. Outside text means nothing but itself, everything is bounded, the whole stays under 900 KB.
 */
export async function renderSummary(reports: readonly CleanReport[]): Promise<string> {
  const parts = [...(await printMarkdown(tellRun(reports), maxProblems))];
  const detailed = listDetailed(reports);
  for (const report of detailed) {
    const all = await printMarkdown(tellApp(report), maxProblems, detailed.length);
    // Each has its share, so that the first ones cannot take the room of the last.
    const kept = takeTexts(all, maxSummary / detailed.length);
    const omitted = all.length - kept.length;
    parts.push(...kept, ...(omitted === 0 ? [] : [`… and ${formatCount(omitted, 'more part')}, omitted here.`]));
  }
  return `${parts.join('\n\n')}\n`;
}

/**
 * Blocks as GitHub's Markdown, in which outside text means nothing but itself: a part for each that has something to say. The long
 * lists of one app have their share of the room.
 */
export async function printMarkdown(blocks: readonly Block[], limit: ProblemLimit, shares = 1) {
  const problems = divideLimit(limit, shares);
  const parts = await Promise.all(blocks.map((block) => printBlock(block, problems, divideLimit(maxChanges, shares))));
  return parts.filter((part) => part !== '');
}

function divideLimit<Limit extends TableLimit>(limit: Limit, shares: number): Limit {
  const divided = Object.entries(limit).map(([name, most]) => [name, Math.ceil(most / shares)]);
  return { ...limit, ...Object.fromEntries(divided) };
}

async function printBlock(block: Block, problems: ProblemLimit, changes: TableLimit): Promise<string> {
  switch (block.is) {
    case 'headline':
      return `## ${block.sign} ${toProse(block.headline, 200)}`;
    case 'address': {
      const address = toSafeUrl(block.text);
      return address === null ? toProse(block.text) : `<${address}>`;
    }
    case 'sentences': {
      const sentences = block.texts.map((text) => toProse(text, maxSentence));
      return sentences.length === 1 ? sentences.join('') : sentences.map((sentence) => `- ${sentence}`).join('\n');
    }
    case 'note':
      return printNote(block.text);
    case 'next':
      return block.text === '' ? '' : `**Next:** ${toProse(block.text, maxText)}`;
    case 'help':
      return block.url === '' ? '' : `**Help:** [Troubleshooting ${toCode(block.code, 100)}](${block.url})`;
    case 'facts': {
      const rows = block.rows.map(([name, value]) => [name, printCell(value, 100)] as const);
      const known = rows.filter(([, text]) => text !== '');
      return known.map(([name, text]) => `- ${name}: ${text}`).join('\n');
    }
    case 'apps':
      return toTable(block.head, block.rows, { toCells: toAppCells, limit: maxList });
    case 'remarks':
      return printRemarks(block.texts, block.level === 'warning' ? '⚠️' : 'ℹ️');
    case 'problems':
      return printProblems(block, problems);
    case 'changes':
      return printChanges(block, changes);
    case 'diff':
      return printDiff(block);
    case 'fold': {
      const toCells = (row: readonly Cell[]) => row.map((cell) => printCell(cell));
      return toDetails(block.title, toTable(block.head, block.rows, { toCells, limit: maxList }));
    }
    case 'stack':
      return toDetails('Stack', block.text === '' ? '' : toCodeBlock(cutText(block.text, maxStack)));
  }
}

/** Line by line, as a quotation, so that it wraps on a phone. */
function printNote(note: string): string {
  const lines = splitLines(cutText(note, maxNote));
  const quote = lines.slice(0, maxNoteLines).map((line) => `> ${toProse(line, maxNote)}`);
  const text = joinTexts([...quote, lines.length > maxNoteLines ? '> …' : ''], '<br>\n');
  return text === '' ? '' : `Reviewer's note:\n\n${text}`;
}

/** As lines of a paragraph: a list would become one with the list of facts before it. */
function printRemarks(texts: readonly string[], sign: string): string {
  const lines = texts.slice(0, maxRemarks).map((text) => `${sign} ${toProse(text, maxReason)}`);
  const left = texts.length - lines.length;
  return joinTexts([...lines, left > 0 ? `… and ${left} more` : ''], '<br>\n');
}

/** An app and its state, linked where its address is safe. */
function toAppCells({ slug, name, status, url, end }: AppRow): readonly string[] {
  const address = toSafeUrl(url);
  const link = address === null ? toCode(slug, maxName) : `[${toCode(slug, maxName)}](${address})`;
  return [
    joinTexts([link, toProse(name ?? '', maxName)], '<br>'),
    ...(end === null ? [] : [`${end.sign} ${toProse(end.text, maxName)}`]),
    status === null ? '' : toCode(status, maxName),
  ];
}

function printChanges({ title, files }: Extract<Block, { is: 'changes' }>, limit: TableLimit): string {
  if (files.length === 0) return '';
  const counts = (['added', 'changed', 'removed'] as const).map((kind) => {
    const count = files.filter((change) => change.kind === kind).length;
    return count === 0 ? '' : `${count} ${kind}`;
  });
  // Blanks that do not break keep a size together on a phone.
  const toCells = ({ path, kind, sizes }: (typeof files)[number]) => [
    toCode(path, maxName),
    joinTexts([kind, sizes.map((size) => size.replace(' ', '&nbsp;')).join(' → ')], ', '),
  ];
  const intro = `${formatCount(files.length, 'file')}: ${joinTexts(counts, ', ')}.`;
  return [`### ${title}`, intro, toTable(['File', 'Change'], files, { toCells, limit })].join('\n\n');
}

/** How texts differ: a block for each file. */
export function printDiff({ title, files, rest, named }: Diff): string {
  const blocks = files.map(
    ({ path, lines }) => `#### ${toCode(path, maxName)}\n\n${toCodeBlock(lines.join('\n'), 'diff')}`,
  );
  const parts = joinTexts([...blocks, rest, nameUnshown(named, toCode)], '\n\n');
  return parts === '' ? '' : `### ${title}\n\n${parts}`;
}

function printCell(cell: Cell, limit = maxName): string {
  if (typeof cell === 'string') return toProse(cell, limit);
  return joinTexts([cell.words.map((word) => toCode(word, limit)).join(' → '), cell.rest ?? null], ', ');
}

/**
 * The problems as Markdown; empty when there is none. Those with a line come by file and line, with an excerpt for each
 * line; those without one in a table.
 */
async function printProblems({ problems, unread, readLines }: Problems, limit: ProblemLimit): Promise<string> {
  if (problems.length === 0) return '';
  const { items, excerpts } = limit;
  const bytes = limit.bytes / 2;
  const files = Map.groupBy(problems.filter(isPlaced), ({ path }) => path);
  const placed = [...files.values()].flatMap((some) =>
    some.toSorted((one, other) => one.line - other.line || (one.column ?? 0) - (other.column ?? 0)),
  );
  const kept = takeTexts(await printPlaced(placed.slice(0, items), readLines, excerpts), bytes);
  const left = countTimes(placed.slice(kept.length));
  const others = problems.filter((problem) => !isPlaced(problem));
  const parts = [
    `### Problems: ${describeCounts(problems, unread)}`,
    ...kept,
    left === 0 ? '' : `… and ${formatCount(left, 'more problem')}, omitted here.`,
    toTable(['', 'File', 'Problem', 'Fix'], others, { toCells, limit: { items, bytes } }),
  ];
  return joinTexts(parts, '\n\n');
}

function isPlaced(problem: MergedProblem): problem is PlacedProblem {
  return problem.path !== null && problem.line !== null;
}

/** The service names errors only: those that were not read (`unread`) are of that kind. */
function describeCounts(problems: readonly MergedProblem[], unread: number): string {
  const counts = (['error', 'warning'] as const).map((level) => {
    const count = countTimes(problems.filter(({ severity }) => severity === level)) + (level === 'error' ? unread : 0);
    return count === 0 ? '' : formatCount(count, level);
  });
  return joinTexts(counts, ', ');
}

/** One text for each problem. The heading of a file is part of its first, the excerpt of a line part of its last. */
function printPlaced(problems: readonly PlacedProblem[], readLines: Problems['readLines'], excerpts: number) {
  const ofLines = Map.groupBy(problems, ({ line, path }) => `${line} ${path}`);
  const drawn = new Map([...ofLines.values()].slice(0, excerpts).map((some) => [some.at(-1), some]));
  const texts = problems.map(async (problem, index) => {
    const { path, line } = problem;
    const heading = problems[index - 1]?.path === path ? '' : `#### ${nameFile(problem)}`;
    const columns = drawn.get(problem)?.map(({ column }) => column ?? 0);
    const read = (first: number, last: number) => readLines(path, first, last);
    const rows = columns === undefined ? [] : await drawExcerpt(read, { line, columns, around: 2 });
    return joinTexts([heading, printEntry(problem), rows.length === 0 ? '' : toCodeBlock(rows.join('\n'))], '\n\n');
  });
  return Promise.all(texts);
}

function printEntry(problem: MergedProblem): string {
  const { sign, message, remarks, fix } = printParts(problem);
  const position = describePosition(problem);
  const head = joinTexts([`**${position.charAt(0).toUpperCase()}${position.slice(1)}**`, ...remarks], ' · ');
  return joinTexts([`${sign} ${head}`, message, problem.fix === null ? '' : `Fix: ${fix}`], '<br>\n');
}

function toCells(problem: MergedProblem): readonly string[] {
  const { sign, message, remarks, fix } = printParts(problem);
  return [sign, nameFile(problem), joinTexts([message, ...remarks], '<br>'), fix];
}

function nameFile({ file, path }: MergedProblem): string {
  return file === null && path === null ? '' : toCode(file ?? path ?? '', maxFile);
}

/** What an entry and a row are made of, as Markdown; empty where it is not known. Remarks: the code, how often it was named. */
function printParts({ severity, message, code, times, fix }: MergedProblem) {
  return {
    sign: severity === 'error' ? '❌' : '⚠️',
    message: toProse(message, maxText),
    remarks: [code === null ? '' : toCode(code), times === 1 ? '' : formatCount(times, 'time')],
    fix: toProse(fix ?? '', maxText),
  };
}
