import { formatBytes, formatCount } from '../format.ts';
import { takeTexts } from './bound.ts';
import type { CleanReport } from './clean.ts';
import { toCode, toCodeBlock, toDetails, toProse } from './markdown.ts';
import { toSafeUrl } from './safe.ts';
import { renderProblems, summaryProblems } from './summary-problems.ts';
import { renderApps, renderChanges, renderExcluded, renderWaits } from './summary-tables.ts';
import { cutText } from './text.ts';
import { toVerdict, type Verdict } from './verdict.ts';

/** The runner drops a summary over 1,048,576 bytes as a whole. */
const longestSummary = 900_000;
const longestNote = 3000;
const mostRemarks = 30;

/**
 * The job summary in GitHub's Markdown: what came of the run and what to do next on top, details below.
 * Outside text stands in code alone, everything is bounded, the whole stays under 900 KB.
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
    renderChanges(facts.changes, facts.changed),
    renderExcluded(facts.excluded),
    renderWaits(facts.waits),
    stack === '' ? '' : toDetails('Stack', toCodeBlock(cutText(stack, longestNote))),
  ];
  const { kept, left } = takeTexts(
    parts.filter((part) => part !== '').map((part) => `${part}\n`),
    { items: parts.length, bytes: longestSummary },
  );
  const rest = left === 0 ? [] : [`… and ${formatCount(left, 'more part')} that found no room here.\n`];
  return [...kept, ...rest].join('\n');
}

/** The part that summary and comment share: headline, address, what happened, the facts, the reviewer's note, what is next. */
export function renderHead(report: CleanReport): string {
  const { level, headline, sentence, lines = [], next } = toVerdict(report);
  const note = report.facts.app?.reviewNote ?? '';
  const parts = [
    `## ${chooseSign(report, level)} ${toProse(headline, 200)}`,
    renderAddress(report.facts.app?.url ?? ''),
    toProse(sentence),
    lines.map((line) => `- ${toProse(line)}`).join('\n'),
    renderFacts(report),
    renderNote(note),
    next === '' ? '' : `**Next:** ${toProse(next)}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Line by line, so that it wraps on a phone, which a block would not. */
function renderNote(note: string): string {
  const lines = cutText(note, longestNote)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const quote = lines.map((line) => `> ${toCode(line, longestNote)}`).join('<br>\n');
  return quote === '' ? '' : `The reviewer says:\n\n${quote}`;
}

function renderAddress(url: string): string {
  const address = toSafeUrl(url);
  if (address !== null) return `<${address}>`;
  return url === '' ? '' : toCode(url);
}

function chooseSign({ outcome }: CleanReport, level: Verdict['level']): string {
  if (level === 'error') return outcome.kind === 'unknown' ? '❓' : '❌';
  if (level === 'warning') return '⚠️';
  const would = outcome.kind === 'planned' ? outcome.plan?.do : null;
  const isIdle = would === 'nothing' || would === 'skip' || outcome.kind === 'skipped' || outcome.kind === 'unchanged';
  return isIdle ? '⏭️' : '✅';
}

function renderFacts({ facts, outcome }: CleanReport): string {
  const states = listStates(facts).map((status) => toCode(status, 100));
  const files = facts.fileCount === null ? '' : formatCount(facts.fileCount, 'file');
  const size = facts.byteCount === null ? '' : formatBytes(facts.byteCount);
  const lines = [
    ['State', states.join(' → ')],
    ['Folder', [files, size].filter((text) => text !== '').join(', ')],
    ['Content', facts.contentHash === null ? '' : toCode(facts.contentHash.slice(0, 'sha256:'.length + 12))],
    ['Terms asked for', facts.termsRequired === null ? '' : toCode(facts.termsRequired)],
    ['Code', 'failure' in outcome ? toCode(outcome.failure.code, 100) : ''],
  ];
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n');
}

/** The state before the run and after it; none of an app that is gone, or of which the state is not known. */
function listStates({ app, statusBefore }: CleanReport['facts']): readonly string[] {
  const status = app?.status ?? null;
  return status === null ? [] : [...new Set([statusBefore ?? status, status])];
}

function renderRemarks(texts: readonly string[], sign: string): string {
  const lines = [...new Set(texts)].map((text) => `- ${sign} ${toProse(text, 500)}`);
  const left = lines.length - mostRemarks;
  return [...lines.slice(0, mostRemarks), ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n');
}
