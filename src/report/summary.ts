import { formatBytes, formatCount, formatDuration } from '../format.ts';
import type { AppFacts, Facts, FileChange, Wait } from '../outcome.ts';
import { toHelpUrl } from './annotations.ts';
import type { CleanReport } from './clean.ts';
import { cutText, splitLines, toSafeUrl } from './escape.ts';
import { takeTexts, toCode, toCodeBlock, toDetails, toProse, toTable } from './markdown.ts';
import { describeResult } from './messages.ts';
import { renderProblems, summaryProblems } from './summary-problems.ts';

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
const maxChanges = { items: 30, bytes: 60_000 };
const maxList = { items: 100, bytes: 60_000 };

/**
 * The job summary in GitHub's Markdown: the result, the address and what to do next on top, details below.
 * Outside text means nothing but itself, everything is bounded, the whole stays under 900 KB.
 */
export async function renderSummary(report: CleanReport): Promise<string> {
  const { facts, outcome } = report;
  const stack = 'failure' in outcome ? (outcome.failure.stack ?? '') : '';
  const parts = [
    renderHead(report),
    renderApps(facts.apps),
    renderRemarks(facts.warnings, '⚠️'),
    renderRemarks(facts.notices, 'ℹ️'),
    await renderProblems(report, summaryProblems),
    renderChanges(facts),
    renderExcluded(facts.excluded),
    renderWaits(facts.waits),
    stack === '' ? '' : toDetails('Stack', toCodeBlock(cutText(stack, maxStack))),
  ];
  const { kept, omitted } = takeTexts(
    parts.filter((part) => part !== '').map((part) => `${part}\n`),
    maxSummary,
  );
  const rest = omitted === 0 ? [] : [`… and ${formatCount(omitted, 'more part')}, omitted here.\n`];
  return [...kept, ...rest].join('\n');
}

/** The part that summary and comment share: the result, the address, cause, reviewer's note, fix, link, and the facts. */
export function renderHead(report: CleanReport): string {
  const { sign, headline, lines, next } = describeResult(report);
  const { app } = report.facts;
  const help = toHelpUrl(report);
  const code = 'failure' in report.outcome ? toCode(report.outcome.failure.code, 100) : '';
  const parts = [
    `## ${sign} ${toProse(headline, 200)}`,
    renderAddress(app?.url ?? ''),
    lines.length === 1
      ? toProse(lines.join(''), maxSentence)
      : lines.map((line) => `- ${toProse(line, maxSentence)}`).join('\n'),
    renderNote(app?.reviewNote ?? ''),
    next === '' ? '' : `**Next:** ${toProse(next, maxNext)}`,
    help === null ? '' : `**Help:** [Troubleshooting ${code}](${help})`,
    renderFacts(report.facts, help === null ? code : ''),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What differs from the draft, largest first; empty when nothing was compared. */
export function renderChanges({ changes, changed }: Pick<Facts, 'changes' | 'changed'>): string {
  if (changes === null || changes.length === 0) return '';
  const counts = (['added', 'changed', 'removed'] as const)
    .map((kind) => ({ kind, count: changes.filter((change) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`);
  const largestFirst = [...changes].sort((a, b) => toSize(b) - toSize(a));
  const toCells = (change: FileChange) => [toCode(change.path, maxName), describeChange(change)];
  return [
    changed ? '### What changed' : '### What differs from the draft',
    `${formatCount(changes.length, 'file')}: ${counts.join(', ')}.`,
    toTable(['File', 'Change'], largestFirst, { toCells, limit: maxChanges }),
  ].join('\n\n');
}

/** Line by line, as a quotation, so that it wraps on a phone. */
function renderNote(note: string): string {
  const lines = splitLines(cutText(note, maxNote));
  const quote = lines.slice(0, maxNoteLines).map((line) => `> ${toProse(line, maxNote)}`);
  const rest = lines.length > maxNoteLines ? ['> …'] : [];
  return quote.length === 0 ? '' : `Reviewer's note:\n\n${[...quote, ...rest].join('<br>\n')}`;
}

function renderAddress(url: string): string {
  const address = toSafeUrl(url);
  if (address !== null) return `<${address}>`;
  return url === '' ? '' : toProse(url);
}

function renderFacts(facts: Facts, code: string): string {
  const states = listStates(facts).map((status) => toCode(status, 100));
  const files = facts.fileCount === null ? '' : formatCount(facts.fileCount, 'file');
  const size = facts.byteCount === null ? '' : formatBytes(facts.byteCount);
  const lines = [
    ['Status', states.join(' → ')],
    ['Folder', [files, size].filter((text) => text !== '').join(', ')],
    ['Content', facts.contentHash === null ? '' : toCode(facts.contentHash.slice(0, 'sha256:'.length + 12))],
    ['Terms version', facts.termsRequired === null ? '' : toCode(facts.termsRequired)],
    ['Code', code],
  ];
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n');
}

/** The state before the run and after it; none of an app that is gone, or of which the state is not known. */
function listStates({ app, statusBefore }: Facts): readonly string[] {
  const status = app?.status ?? null;
  return status === null ? [] : [...new Set([statusBefore ?? status, status])];
}

/** As lines of a paragraph: a list would become one with the list of facts before it. */
function renderRemarks(texts: readonly string[], sign: string): string {
  const all = [...new Set(texts)];
  const lines = all.slice(0, maxRemarks).map((text) => `${sign} ${toProse(text, maxReason)}`);
  const left = all.length - lines.length;
  return [...lines, ...(left > 0 ? [`… and ${left} more`] : [])].join('<br>\n');
}

/** What was excluded and why, folded; empty when nothing was. */
function renderExcluded(excluded: Facts['excluded']): string {
  if (excluded.length === 0) return '';
  const table = toTable(['Excluded', 'Reason'], excluded, {
    toCells: ({ path, reason }) => [toCode(path, maxName), toProse(reason, maxName)],
    limit: maxList,
  });
  return toDetails(`${formatCount(excluded.length, 'path')} excluded`, table);
}

/** The waits before a request was sent again or the app was read again, folded; empty when there was none. */
function renderWaits(waits: readonly Wait[]): string {
  if (waits.length === 0) return '';
  const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const table = toTable(['Wait', 'Before', 'Reason'], waits, {
    toCells: ({ what, why, milliseconds, attempt, maxAttempts }) => [
      formatDuration(milliseconds),
      `${toCode(what, maxName)}, attempt ${attempt} of ${maxAttempts}`,
      toProse(why, maxName),
    ],
    limit: maxList,
  });
  return toDetails(`${formatCount(waits.length, 'wait')}, ${formatDuration(total)} in total`, table);
}

/** The apps of a list with their states; empty when no list was read. */
function renderApps(apps: readonly AppFacts[] | null): string {
  if (apps === null || apps.length === 0) return '';
  return toTable(['App', 'Status'], apps, { toCells: toAppCells, limit: maxList });
}

function toAppCells({ slug, name, status, url }: AppFacts): readonly string[] {
  const address = toSafeUrl(url);
  const link = address === null ? toCode(slug, maxName) : `[${toCode(slug, maxName)}](${address})`;
  return [
    name === null || name.trim() === '' ? link : `${link}<br>${toProse(name, maxName)}`,
    status === null ? '' : toCode(status, maxName),
  ];
}

function toSize({ bytesBefore, bytesAfter }: FileChange): number {
  return Math.max(bytesBefore ?? 0, bytesAfter ?? 0);
}

/** Blanks that do not break keep a size together on a phone. */
function describeChange({ kind, bytesBefore, bytesAfter }: FileChange): string {
  const sizes = [bytesBefore, bytesAfter]
    .filter((bytes) => bytes !== null)
    .map((bytes) => formatBytes(bytes).replace(' ', '&nbsp;'));
  return [kind, ...(sizes.length === 0 ? [] : [[...new Set(sizes)].join(' → ')])].join(', ');
}
