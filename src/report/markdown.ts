import { describePosition, type ShownProblem } from '../model/problem.ts';
import { cutText, splitLines, toCode, toCodeBlock, toPrintable, toProse, toSafeUrl } from '../text/escape.ts';
import { formatCount, joinTexts } from '../text/format.ts';
import type { CleanReport } from './clean.ts';
import { drawExcerpt } from './excerpt.ts';
import { type Block, type Cell, nameUnshown, type Table, tellReports } from './tell.ts';

/** What there is room for: UTF-8 bytes of what is said of single apps, bytes and entries of each list, such as that of all apps. */
interface Room {
  readonly bytes: number;
  readonly listBytes: number;
  readonly entries: number;
}

/** The runner drops a summary over 1,048,576 bytes as a whole. */
const summaryRoom: Room = { bytes: 900_000, listBytes: 80_000, entries: 100 };

/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const commentRoom: Room = { bytes: 50_000, listBytes: 12_000, entries: 20 };

/** UTF-16 units of a text, and of a name or a code: escaped, each may take ten bytes. */
const maxText = 2000;
const maxName = 200;

/** Which commit and run a report is of, and where the run's page is; null for what is not known. */
export interface RunLinks {
  readonly commit: { readonly sha: string; readonly url: string } | null;
  readonly runUrl: string | null;
  readonly pageUrl: string | null;
}

/**
 * The job summary in GitHub's Markdown: what is wrong and what to do next on top, details folded below; of several apps a table first.
 * Outside text means nothing but itself, everything is bounded, the whole stays under 1 MB.
 */
export async function renderSummary(reports: readonly CleanReport[], pageUrl: string | null): Promise<string> {
  const links = printLinks({ commit: null, runUrl: null, pageUrl });
  const parts = await printReports(reports, { room: summaryRoom, links, isShown: () => true });
  return `${parts.join('\n\n')}\n`;
}

/** What only the summary has of an app. */
const summaryOnly: ReadonlySet<Block['is']> = new Set(['apps', 'diff', 'rest', 'stack']);

/** The short form of the summary for a comment of a pull request, with the run that it is of; under 65,000 characters. */
export async function renderComment(reports: readonly CleanReport[], run: RunLinks): Promise<string> {
  const isShown = ({ is }: Block): boolean => !summaryOnly.has(is);
  return (await printReports(reports, { room: commentRoom, links: printLinks(run), isShown })).join('\n\n');
}

/** A line below the headline; empty where nothing is known. */
function printLinks({ commit, runUrl, pageUrl }: RunLinks): string {
  const links = [
    { text: printText(`Commit ${commit?.sha.slice(0, 7)}`), url: toSafeUrl(commit?.url) },
    { text: 'Run', url: toSafeUrl(runUrl) },
    // It may have a query.
    {
      text: 'Open the page',
      url: pageUrl?.replace(/[^\w.~%/:?=&+,;@-]/g, encodeURIComponent).replaceAll('&', '&amp;'),
    },
  ];
  return links.flatMap(({ text, url }) => (url ? [`[${text}](${url})`] : [])).join(' · ');
}

interface PrintOptions {
  readonly room: Room;
  readonly links: string;
  readonly isShown: (block: Block) => boolean;
}

async function printReports(
  reports: readonly CleanReport[],
  { room, links, isShown }: PrintOptions,
): Promise<readonly string[]> {
  const { all, apps } = tellReports(reports);
  const parts = [...(await printBlocks(all, room))];
  // Each has its share, so that the first ones cannot take the room of the last.
  const share = { ...room, bytes: room.bytes / apps.length, listBytes: room.listBytes / apps.length };
  for (const blocks of apps) {
    const printed = await printBlocks(filterBlocks(blocks, isShown), share);
    const kept = takeTexts(printed, share.bytes);
    const omitted = printed.length - kept.length;
    parts.push(...kept, ...(omitted === 0 ? [] : [`… and ${formatCount(omitted, 'more part')}, omitted here.`]));
  }
  const [headline = '', ...rest] = takeTexts(parts, room.bytes + room.listBytes);
  return [headline, links, ...rest].filter((part) => part !== '');
}

function filterBlocks(blocks: readonly Block[], isShown: (block: Block) => boolean): readonly Block[] {
  return blocks
    .filter(isShown)
    .map((block) => (block.is === 'fold' ? { ...block, blocks: filterBlocks(block.blocks, isShown) } : block));
}

/** A part for each block that has something to say. */
async function printBlocks(blocks: readonly Block[], room: Room): Promise<readonly string[]> {
  const parts = await Promise.all(blocks.map((block) => printBlock(block, room)));
  return parts.filter((part) => part !== '');
}

async function printBlock(block: Block, room: Room): Promise<string> {
  switch (block.is) {
    case 'headline':
      return `## ${block.sign} ${printText(block.headline)}`;
    case 'address': {
      const address = toSafeUrl(block.text);
      return address === null ? printText(block.text) : `<${address}>`;
    }
    case 'sentences': {
      const sentences = block.texts.map(printText);
      return sentences.length === 1 ? sentences.join('') : sentences.map((sentence) => `- ${sentence}`).join('\n');
    }
    case 'note':
      return printNote(block.text);
    case 'next': {
      const { text, code, helpUrl } = block;
      const help = helpUrl === null ? '' : `[Help: ${printText(code ?? '')}](${helpUrl})`;
      // Within a text GitHub marks a link by its colour alone.
      return joinTexts([text === '' ? '' : `**Next:** ${printText(text)}`, help], '\n\n');
    }
    case 'facts': {
      const rows = block.rows.map(([name, value]) => [name, printCell(value)] as const);
      const known = rows.filter(([, text]) => text !== '');
      return known.map(([name, text]) => `- ${name}: ${text}`).join('\n');
    }
    case 'apps':
    case 'changes':
    case 'plan':
    case 'rest': {
      const table = printTable(block, room);
      return joinTexts([table === '' || block.title === '' ? '' : `### ${block.title}`, table], '\n\n');
    }
    case 'remarks': {
      // A break without a line: in a comment a line is a break of its own.
      const lines = block.texts.slice(0, room.entries).map((text) => `${signs[block.level]} ${printText(text)}`);
      return printList(lines, block.texts.length, room).join('<br>');
    }
    case 'problems':
      return printProblems(block, room);
    case 'diff':
      return printDiff(block);
    case 'fold':
      return toDetails(block.title, (await printBlocks(block.blocks, room)).join('\n\n'));
    case 'stack':
      return toDetails('Stack', block.text === '' ? '' : toCodeBlock(cutText(block.text, maxText)));
  }
}

const signs = { error: '❌', warning: '⚠️', notice: 'ℹ️' } as const;

function printText(text: string): string {
  return toProse(cutText(text, maxText));
}

/** A name, path, state or code; empty where there is none. */
function printName(text: string | null): string {
  return text === null ? '' : toCode(cutText(text, maxName));
}

/** Linked where the address is safe: as text, since code in a link lacks contrast on GitHub. */
function printCell(cell: Cell): string {
  if (typeof cell === 'string') return printText(cell);
  const { words, url, rest } = cell;
  const address = toSafeUrl(url);
  const linked = words.map((word) => printText(cutText(word, maxName))).join(' → ');
  const names = address === null ? words.map(printName).join(' → ') : `[${linked}](${address})`;
  return joinTexts([names, printText(rest ?? '')], ': ');
}

/** Line by line, as a quotation, so that it wraps on a phone. */
function printNote(note: string): string {
  const quote = splitLines(cutText(note, maxText)).map(toProse);
  return quote.length === 0 ? '' : `Reviewer's note:\n\n> ${quote.join('<br>')}`;
}

/** How texts differ: a block for each file. */
function printDiff({ title, files, named, omitted }: Extract<Block, { is: 'diff' }>): string {
  const blocks = files.map(({ path, lines }) => {
    const shown = lines.map((line) => cutText(toPrintable(line, '\t'), maxText));
    return `#### ${printName(path)}\n\n${toCodeBlock(shown.join('\n'), 'diff')}`;
  });
  const parts = joinTexts([...blocks, omitted, named.length === 0 ? '' : nameUnshown(named.map(printName))], '\n\n');
  return parts === '' ? '' : `### ${title}\n\n${parts}`;
}

/** The problems, those without a file first, then by file and line; empty when there is none. */
async function printProblems({ problems, unread, readLines }: Problems, room: Room): Promise<string> {
  const files = [...Map.groupBy(problems, ({ file, path }) => file ?? path)];
  const entries = files
    .toSorted(([one], [other]) => Number(one !== null) - Number(other !== null))
    .flatMap(([name, some]) => some.toSorted(comparePositions).map((problem, index) => ({ name, problem, index })));
  const texts = entries.slice(0, room.entries).map(async ({ name, problem, index }) => {
    const heading = name === null || index > 0 ? '' : `### ${printName(name)}`;
    return joinTexts([heading, await printProblem(problem, readLines)], '\n\n');
  });
  return printList(await Promise.all(texts), entries.length + unread, room).join('\n\n');
}

type Problems = Extract<Block, { is: 'problems' }>;

function comparePositions(one: ShownProblem, other: ShownProblem): number {
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}

/** A problem with the lines around it. */
async function printProblem(problem: ShownProblem, readLines: Problems['readLines']): Promise<string> {
  const { path, line, column, severity, code, message, fix } = problem;
  const position = describePosition({ line, column });
  const place = position === '' ? '' : `**${position.charAt(0).toUpperCase()}${position.slice(1)}:**`;
  const head = joinTexts([signs[severity], place, printText(message), printName(code)], ' ');
  const words = joinTexts([head, fix === null ? '' : `Fix: ${printText(fix)}`], '<br>');
  if (path === null || line === null) return words;
  const read = (first: number, last: number) => readLines(path, first, last);
  const rows = await drawExcerpt(read, { line, column, around: 1 });
  return rows.length === 0 ? words : `${words}\n\n${toCodeBlock(rows.join('\n'))}`;
}

/** A part that folds; the title is HTML, the body Markdown. Empty without a body. */
function toDetails(title: string, body: string): string {
  return body === '' ? '' : `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** A table, as far as there is room for its rows; empty without any. */
function printTable({ head, rows }: Table, room: Room): string {
  if (rows.length === 0) return '';
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = rows.slice(0, room.entries).map((row) => toRow(row.map(printCell)));
  const kept = takeTexts(lines, room.listBytes);
  const table = [toRow(head), toRow(head.map(() => '---')), ...kept].join('\n');
  return joinTexts([table, countLeft(rows.length - kept.length)], '\n\n');
}

/** As many texts as a list has room for, and in the last one how many of all there are beside them. */
function printList(texts: readonly string[], count: number, room: Room): readonly string[] {
  const kept = takeTexts(texts, room.listBytes);
  const left = countLeft(count - kept.length);
  return left === '' ? kept : [...kept, left];
}

function countLeft(left: number): string {
  return left === 0 ? '' : `… and ${left} more.`;
}

/** The first texts that fit into a number of UTF-8 bytes, one for the separator of each counted in. */
function takeTexts(texts: readonly string[], maxBytes: number): readonly string[] {
  let bytes = 0;
  const end = texts.findIndex((text) => {
    bytes += Buffer.byteLength(text) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? texts : texts.slice(0, end);
}
