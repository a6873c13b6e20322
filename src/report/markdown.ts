import { describePosition, type ShownProblem } from '../model/problem.ts';
import {
  cutText,
  splitLines,
  toCode,
  toCodeBlock,
  toPrintable,
  toProse,
  toSafeUrl,
} from '../text/escape.ts';
import { formatCount, joinTexts, takeFitting } from '../text/format.ts';
import { type Block, type Cell, joinCell, listUnshown, type Table, toBlocks } from './blocks.ts';
import { drawExcerpt } from './excerpt.ts';
import type { RedactedReport } from './redact-report.ts';

/** What a page has room for. */
interface Room {
  /** UTF-8 bytes for what is said of single apps. */
  readonly bytes: number;
  /** UTF-8 bytes and entries of each list, such as that of all apps. */
  readonly listBytes: number;
  readonly entries: number;
  /** Parts about a single app that are not shown. */
  readonly omits: readonly Block['is'][];
}

/** The runner drops a summary over 1,048,576 bytes as a whole. */
const summaryRoom: Room = { bytes: 900_000, listBytes: 80_000, entries: 100, omits: [] };

/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const commentRoom: Room = {
  bytes: 50_000,
  listBytes: 12_000,
  entries: 20,
  omits: ['apps', 'diff', 'rest', 'stack'],
};

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
 * The job summary in GitHub's Markdown: what is wrong and what to do next on top, details folded
 * below; of several apps a table first. Outside text means nothing but itself, everything is
 * bounded, the whole stays under 1 MB.
 */
export async function renderSummary(
  reports: readonly RedactedReport[],
  pageUrl: string | null,
): Promise<string> {
  return `${await renderMarkdown(reports, summaryRoom, { commit: null, runUrl: null, pageUrl })}\n`;
}

/**
 * The short form of the summary for a comment of a pull request, with the run that it is of; under
 * 65,000 characters.
 */
export async function renderComment(
  reports: readonly RedactedReport[],
  links: RunLinks,
): Promise<string> {
  return renderMarkdown(reports, commentRoom, links);
}

async function renderMarkdown(
  reports: readonly RedactedReport[],
  room: Room,
  links: RunLinks,
): Promise<string> {
  const { all, apps } = toBlocks(reports);
  const parts = [...(await toParts(all, { ...room, omits: [] }))];
  // Each app has its share, so that the first ones cannot take the room of the last.
  const bytes = room.bytes / apps.length;
  const share = { ...room, bytes, listBytes: room.listBytes / apps.length };
  for (const blocks of apps) {
    const written = await toParts(blocks, share);
    const kept = takeBytes(written, bytes);
    const omitted = written.length - kept.length;
    parts.push(...kept);
    if (omitted > 0) parts.push(`… and ${formatCount(omitted, 'more part')}, omitted here.`);
  }
  const [headline = '', ...rest] = takeBytes(parts, room.bytes + room.listBytes);
  return joinTexts([headline, toLinks(links), ...rest], '\n\n');
}

/** A line below the headline; empty where nothing is known. */
function toLinks({ commit, runUrl, pageUrl }: RunLinks): string {
  // The page's address may have a query. What could end the link, or begin other Markdown, is escaped.
  const page = pageUrl?.replace(/[^\w.~%/:?=&+,;@#-]/g, toPercent).replaceAll('&', '&amp;');
  const links = [
    toLink(`Commit ${commit?.sha.slice(0, 7)}`, toSafeUrl(commit?.url)),
    toLink('Run', toSafeUrl(runUrl)),
    toLink('Open the page', page),
  ];
  return joinTexts(links, ' · ');
}

function toLink(text: string, url: string | null | undefined): string {
  return url ? `[${toShortProse(text)}](${url})` : '';
}

function toPercent(ascii: string): string {
  return `%${ascii.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A part for each block that has something to say. */
async function toParts(blocks: readonly Block[], room: Room): Promise<readonly string[]> {
  const shown = blocks.filter(({ is }) => !room.omits.includes(is));
  const parts = await Promise.all(shown.map((block) => toMarkdown(block, room)));
  return parts.filter((part) => part !== '');
}

async function toMarkdown(block: Block, room: Room): Promise<string> {
  switch (block.is) {
    case 'headline':
      return `## ${block.sign} ${toShortProse(block.text)}`;
    case 'address': {
      const address = toSafeUrl(block.text);
      return address === null ? toShortProse(block.text) : `<${address}>`;
    }
    case 'sentences': {
      const item = block.texts.length === 1 ? '' : '- ';
      return block.texts.map((text) => `${item}${toShortProse(text)}`).join('\n');
    }
    case 'note':
      return toQuotation(block.text);
    case 'next':
      return block.text === '' ? '' : `**Next:** ${toShortProse(block.text)}`;
    case 'help':
      // A part of its own: within a text GitHub marks a link by its colour alone.
      return toLink(`Help: ${block.code}`, block.url);
    case 'facts': {
      const rows = block.rows.map(([name, value]) => {
        const text = toMarkdownCell(value);
        return text === '' ? '' : `- ${name}: ${text}`;
      });
      return joinTexts(rows, '\n');
    }
    case 'apps':
    case 'changes':
    case 'plan':
    case 'rest':
      return toMarkdownTable(block, room);
    case 'remarks': {
      // A break without a line: in a comment a line is a break of its own.
      const lines = block.texts
        .slice(0, room.entries)
        .map((text) => `${signs[block.level]} ${toShortProse(text)}`);
      return toList(lines, block.texts.length, room).join('<br>');
    }
    case 'problems':
      return toMarkdownProblems(block.report, room);
    case 'diff':
      return toMarkdownDiff(block);
    case 'fold':
      return toDetails(block.title, (await toParts(block.blocks, room)).join('\n\n'));
    case 'stack':
      return toDetails('Stack', block.text === '' ? '' : toCodeBlock(cutText(block.text, maxText)));
  }
}

const signs = { error: '❌', warning: '⚠️', notice: 'ℹ️' } as const;

function toShortProse(text: string): string {
  return toProse(cutText(text, maxText));
}

/** A name, path, state or code; empty where there is none. */
function toShortCode(text: string | null): string {
  return text === null ? '' : toCode(cutText(text, maxName));
}

/** Linked where the address is safe: as text, since code in a link lacks contrast on GitHub. */
function toMarkdownCell(cell: Cell): string {
  return joinCell(cell, toShortProse, (words, url) => {
    const texts = words.map((word) => toShortProse(cutText(word, maxName)));
    return url === null ? words.map(toShortCode).join(' → ') : `[${texts.join(' → ')}](${url})`;
  });
}

/** Line by line, as a quotation, so that it wraps on a phone. */
function toQuotation(note: string): string {
  const quote = splitLines(cutText(note, maxText)).map(toProse);
  return quote.length === 0 ? '' : `Reviewer's note:\n\n> ${quote.join('<br>')}`;
}

function toMarkdownDiff({ title, texts }: Extract<Block, { is: 'diff' }>): string {
  const blocks = texts.files.map(({ path, lines }) => {
    const shown = lines.map((line) => cutText(toPrintable(line, '\t'), maxText));
    return `#### ${toShortCode(path)}\n\n${toCodeBlock(shown.join('\n'), 'diff')}`;
  });
  const parts = [...blocks, ...listUnshown(texts, toShortCode)].join('\n\n');
  return parts === '' ? '' : `### ${title}\n\n${parts}`;
}

/** The problems, those without a file first, then by file and line; empty when there is none. */
async function toMarkdownProblems(
  { problems, facts, readLines }: RedactedReport,
  room: Room,
): Promise<string> {
  const files = [...Map.groupBy(problems, ({ file, path }) => file ?? path)];
  const entries = files
    .toSorted(([one], [other]) => Number(one !== null) - Number(other !== null))
    .flatMap(([name, some]) =>
      some.toSorted(comparePositions).map((problem, index) => ({ name, problem, index })),
    );
  const texts = entries.slice(0, room.entries).map(async ({ name, problem, index }) => {
    const heading = name === null || index > 0 ? '' : `### ${toShortCode(name)}`;
    return joinTexts([heading, await toMarkdownProblem(problem, readLines)], '\n\n');
  });
  return toList(await Promise.all(texts), entries.length + facts.moreProblems, room).join('\n\n');
}

function comparePositions(one: ShownProblem, other: ShownProblem): number {
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}

/** A problem with the lines around it. */
async function toMarkdownProblem(
  problem: ShownProblem,
  readLines: RedactedReport['readLines'],
): Promise<string> {
  const { severity, code, message, fix } = problem;
  const position = describePosition(problem);
  const place =
    position === '' ? '' : `**${position.charAt(0).toUpperCase()}${position.slice(1)}:**`;
  const head = joinTexts([signs[severity], place, toShortProse(message), toShortCode(code)], ' ');
  const words = joinTexts([head, fix === null ? '' : `Fix: ${toShortProse(fix)}`], '<br>');
  const rows = await drawExcerpt(problem, readLines, { around: 1 });
  return rows.length === 0 ? words : `${words}\n\n${toCodeBlock(rows.join('\n'))}`;
}

/** A part that folds; the title is HTML, the body Markdown. Empty without a body. */
function toDetails(title: string, body: string): string {
  return body === '' ? '' : `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** A table, as far as there is room for its rows; empty without any. */
function toMarkdownTable({ title, head, rows, moreRows = 0 }: Table, room: Room): string {
  if (rows.length === 0) return '';
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = rows.slice(0, room.entries).map((row) => toRow(row.map(toMarkdownCell)));
  const kept = takeBytes(lines, room.listBytes);
  const heading = title === '' ? '' : `### ${title}`;
  const table = [toRow(head), toRow(head.map(() => '---')), ...kept].join('\n');
  const left = rows.length - kept.length + moreRows;
  return joinTexts([heading, table, countLeft(left)], '\n\n');
}

/**
 * As many texts as a list has room for, and in the last one how many of all there are beside them.
 */
function toList(texts: readonly string[], count: number, room: Room): readonly string[] {
  const kept = takeBytes(texts, room.listBytes);
  return kept.length === count ? kept : [...kept, countLeft(count - kept.length)];
}

function countLeft(left: number): string {
  return left === 0 ? '' : `… and ${left} more.`;
}

/** The first texts that fit into so many UTF-8 bytes. */
function takeBytes(texts: readonly string[], bytes: number): readonly string[] {
  return takeFitting(texts, bytes, Buffer.byteLength);
}
