import type { Reader } from '../app-status.ts';
import { cutText, splitLines, toSafeUrl } from '../escape.ts';
import { formatAttempt, formatBytes, formatCount, formatDuration, joinTexts } from '../format.ts';
import type { AppFacts, Facts, FileChange } from '../outcome.ts';
import type { CleanReport } from './clean.ts';
import { takeTexts, toCode, toCodeBlock, toDetails, toProse, toTable } from './markdown.ts';
import { describeResult } from './messages.ts';
import { renderProblems } from './summary-problems.ts';
import { renderTextChanges } from './text-changes.ts';

/** The runner drops a summary over 1,048,576 bytes as a whole. */
const maxSummary = 900_000;

/** UTF-16 units; escaped, each may take ten bytes, and the three must leave a comment room for more. */
const maxSentence = 1500;
const maxNote = 2000;
const maxNext = 1000;
const maxStack = 3000;
const maxNoteLines = 50;
const maxRemarks = 30;
const maxName = 150;
const maxReason = 500;
export const maxChanges = { items: 30, bytes: 60_000 };
const maxList = { items: 100, bytes: 60_000 };
const maxProblems = { items: 200, excerpts: 20, bytes: 500_000 };

/**
 * The job summary in GitHub's Markdown: the result, the address and what to do next on top, details below.
 * Outside text means nothing but itself, everything is bounded, the whole stays under 900 KB, or under its share of them.
 */
export async function renderSummary(report: CleanReport, shares = 1): Promise<string> {
  const { facts, failure } = report;
  const all = [
    renderHead(report),
    toTable(['App', 'Status'], facts.apps ?? [], { toCells: toAppCells, limit: maxList }),
    renderRemarks(facts.warnings, '⚠️'),
    renderRemarks(facts.notices, 'ℹ️'),
    await renderProblems(report, divideLimits(maxProblems, shares)),
    renderChanges(facts, divideLimits(maxChanges, shares)),
    renderTextChanges(facts),
    renderExcluded(facts),
    renderWaits(facts),
    toDetails('Stack', failure?.stack ? toCodeBlock(cutText(failure.stack, maxStack)) : ''),
  ];
  const parts = all.filter((part) => part !== '').map((part) => `${part}\n`);
  const kept = takeTexts(parts, maxSummary / shares);
  const omitted = parts.length - kept.length;
  const rest = omitted === 0 ? [] : [`… and ${formatCount(omitted, 'more part')}, omitted here.\n`];
  return [...kept, ...rest].join('\n');
}

/** The part that summary and comment share: the result, the address, cause, reviewer's note, fix, link, and the facts. */
export function renderHead(report: CleanReport, reader: Reader = 'owner'): string {
  const { sign, headline, lines, next, code: word } = describeResult(report, reader);
  const { facts, helpUrl } = report;
  const url = facts.app?.url ?? '';
  const address = toSafeUrl(url);
  const code = word === null ? '' : toCode(word, 100);
  const sentences = lines.map((line) => toProse(line, maxSentence));
  const parts = [
    `## ${sign} ${toProse(headline, 200)}`,
    address === null ? toProse(url) : `<${address}>`,
    sentences.length === 1 ? sentences.join('') : sentences.map((sentence) => `- ${sentence}`).join('\n'),
    renderNote(facts.app?.reviewNote ?? ''),
    next === '' ? '' : `**Next:** ${toProse(next, maxNext)}`,
    helpUrl === null ? '' : `**Help:** [Troubleshooting ${code}](${helpUrl})`,
    renderFacts(facts, helpUrl === null ? code : ''),
  ];
  return joinTexts(parts, '\n\n');
}

/** A part of the limits of a list, for several that share the room. */
export function divideLimits<Limits extends Readonly<Record<string, number>>>(limits: Limits, shares: number): Limits {
  const divided = Object.entries(limits).map(([name, limit]) => [name, Math.ceil(limit / shares)]);
  return { ...limits, ...Object.fromEntries(divided) };
}

/** What differs from the draft, largest first; empty when nothing was compared. */
export function renderChanges(facts: Facts, limit = maxChanges): string {
  const { changes } = facts;
  if (changes === null || changes.length === 0) return '';
  const counts = (['added', 'changed', 'removed'] as const).map((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? '' : `${count} ${kind}`;
  });
  const toSize = ({ bytesBefore, bytesAfter }: FileChange) => Math.max(bytesBefore ?? 0, bytesAfter ?? 0);
  const largestFirst = changes.toSorted((one, other) => toSize(other) - toSize(one));
  const toCells = (change: FileChange) => [toCode(change.path, maxName), describeChange(change)];
  return [
    `### ${titleChanges(facts)}`,
    `${formatCount(changes.length, 'file')}: ${joinTexts(counts, ', ')}.`,
    toTable(['File', 'Change'], largestFirst, { toCells, limit }),
  ].join('\n\n');
}

function titleChanges({ changed, isOpen, app }: Facts): string {
  if (changed) return 'What changed';
  // It was compared before a change that may have been made since.
  if (isOpen) return 'What differed from the draft before this run';
  return app === null ? 'What the app would have' : 'What differs from the draft';
}

/** Line by line, as a quotation, so that it wraps on a phone. */
function renderNote(note: string): string {
  const lines = splitLines(cutText(note, maxNote));
  const quote = lines.slice(0, maxNoteLines).map((line) => `> ${toProse(line, maxNote)}`);
  const text = joinTexts([...quote, lines.length > maxNoteLines ? '> …' : ''], '<br>\n');
  return text === '' ? '' : `Reviewer's note:\n\n${text}`;
}

function renderFacts(facts: Facts, code: string): string {
  const { fileCount, byteCount, contentHash, termsRequired } = facts;
  const files = fileCount === null ? null : formatCount(fileCount, 'file');
  const size = byteCount === null ? null : formatBytes(byteCount);
  const values = {
    Status: renderStates(facts),
    Folder: joinTexts([files, size], ', '),
    Content: contentHash === null ? '' : toCode(contentHash.slice(0, 'sha256:'.length + 12)),
    'Terms version': termsRequired === null ? '' : toCode(termsRequired),
    Code: code,
  };
  const known = Object.entries(values).filter(([, value]) => value !== '');
  return known.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}

/** The state before the run and after it; none of an app that is gone, or of which the state is not known. */
function renderStates({ app, statusBefore }: Facts): string {
  if (!app?.status) return '';
  const states = new Set([statusBefore ?? app.status, app.status]);
  return Array.from(states, (state) => toCode(state, 100)).join(' → ');
}

/** As lines of a paragraph: a list would become one with the list of facts before it. */
function renderRemarks(texts: readonly string[], sign: string): string {
  const all = [...new Set(texts)];
  const lines = all.slice(0, maxRemarks).map((text) => `${sign} ${toProse(text, maxReason)}`);
  const left = all.length - lines.length;
  return joinTexts([...lines, left > 0 ? `… and ${left} more` : ''], '<br>\n');
}

/** What was excluded and why, folded; empty when nothing was. */
function renderExcluded({ excluded }: Facts): string {
  const table = toTable(['Excluded', 'Reason'], excluded, {
    toCells: ({ path, reason }) => [toCode(path, maxName), toProse(reason, maxName)],
    limit: maxList,
  });
  return toDetails(`${formatCount(excluded.length, 'path')} excluded`, table);
}

/** The waits before a request was sent again or the app was read again, folded; empty when there was none. */
function renderWaits({ waits }: Facts): string {
  const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const table = toTable(['Wait', 'Before', 'Reason'], waits, {
    toCells: ({ what, why, milliseconds, attempt, maxAttempts }) => [
      formatDuration(milliseconds),
      `${toCode(what, maxName)}, ${formatAttempt(attempt, maxAttempts)}`,
      toProse(why, maxName),
    ],
    limit: maxList,
  });
  return toDetails(`${formatCount(waits.length, 'wait')}, ${formatDuration(total)} in total`, table);
}

/** An app of a list and its state, linked where its address is safe. */
function toAppCells({ slug, name, status, url }: AppFacts): readonly string[] {
  const address = toSafeUrl(url);
  const link = address === null ? toCode(slug, maxName) : `[${toCode(slug, maxName)}](${address})`;
  return [
    name === null || name.trim() === '' ? link : `${link}<br>${toProse(name, maxName)}`,
    status === null ? '' : toCode(status, maxName),
  ];
}

/** Blanks that do not break keep a size together on a phone. */
function describeChange({ kind, bytesBefore, bytesAfter }: FileChange): string {
  const known = [bytesBefore, bytesAfter].filter((bytes) => bytes !== null);
  const sizes = new Set(known.map((bytes) => formatBytes(bytes).replace(' ', '&nbsp;')));
  return joinTexts([kind, [...sizes].join(' → ')], ', ');
}
