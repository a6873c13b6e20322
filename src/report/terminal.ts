import { styleText } from 'node:util';
import { cutText, splitLines, toPrintable, toSafeUrl } from '../escape.ts';
import { formatBytes, formatCount, joinTexts } from '../format.ts';
import type { AppFacts, FileChange } from '../outcome.ts';
import type { CleanReport } from './clean.ts';
import { drawExcerpt } from './excerpt.ts';
import { describeResult, isRefusedByReview, type ResultMessage } from './messages.ts';
import { countTimes, describePosition, describeTimes, type MergedProblem } from './problems.ts';
import { needsDetails, renderRunLines } from './several.ts';
import { formatTextChanges } from './text-changes.ts';

/** How to show a report. */
export interface TerminalStyle {
  readonly hasColor: boolean;
  /** True for a check of a folder, which is about no app. */
  readonly isCheck: boolean;
  /** Columns of the terminal, into which excerpts are cut; omitted where there is none. */
  readonly columns?: number | undefined;
}

const maxProblems = 200;
const maxChanges = 50;
const maxNoteLines = 50;
/** UTF-16 units of one text. */
const maxText = 2000;

const colors = { error: 'red', warning: 'yellow', notice: 'green' } as const;

/** The lines for a terminal about a run: of several apps what is not fine, and then a line for each and one for all. */
export async function renderRunTerminal(
  reports: readonly CleanReport[],
  style: TerminalStyle,
): Promise<readonly string[]> {
  if (reports.length > 1) {
    const details = reports.filter(needsDetails).map(async (report) => [...(await renderTerminal(report, style)), '']);
    return [...(await Promise.all(details)).flat(), ...renderRunLines(reports)];
  }
  return (await Promise.all(reports.map((report) => renderTerminal(report, style)))).flat();
}

/**
 * A finished run as lines for a terminal, safe to print: each problem with its line, what else was noticed, what differs from the
 * draft, the apps of a list, and at the end what came of it and the address of the app. Files are named as in `file` of the report.
 */
async function renderTerminal(report: CleanReport, style: TerminalStyle): Promise<readonly string[]> {
  const { facts, problems } = report;
  const blocks = await Promise.all(
    problems.slice(0, maxProblems).map((problem) => renderProblem(report, problem, style)),
  );
  const left = countTimes(problems.slice(maxProblems)) + facts.moreProblems;
  return [
    ...blocks.flat(),
    ...(left === 0 ? [] : [`and ${formatCount(left, 'more problem')}`, '']),
    ...[...new Set(facts.warnings)].map((text) => `${paint('yellow', 'warning', style)}: ${show(text)}`),
    ...[...new Set(facts.notices)].map((text) => `note: ${show(text)}`),
    ...(report.outcome.kind === 'planned' ? renderChanges(facts.changes ?? []) : []),
    ...formatTextChanges(facts).map(show),
    ...renderApps(facts.apps ?? []),
    ...renderResult(report, style),
  ];
}

/** `app/index.html:8:3 error title_empty: …`, the line with a caret under the column, then the fix, and an empty line. */
async function renderProblem(
  { readLines }: CleanReport,
  problem: MergedProblem,
  style: TerminalStyle,
): Promise<readonly string[]> {
  const { path, file, line, column, severity, code, message, fix } = problem;
  const place = path === null ? describePosition(problem) : joinTexts([file ?? path, line, column], ':');
  const head = joinTexts([toPrintable(place), joinTexts([severity, show(code ?? '')], ' ')], ' ');
  const excerpt =
    path === null || line === null
      ? []
      : await drawExcerpt((first, last) => readLines(path, first, last), {
          ...{ line, columns: [column ?? 0], around: 0 },
          terminalColumns: style.columns,
        });
  const words = `${show(message)}${describeTimes(problem)}`;
  return [
    `${paint(colors[severity], head, style)}: ${words}`,
    ...excerpt,
    ...(fix === null ? [] : [`  fix: ${show(fix)}`]),
    '',
  ];
}

/** What differs from the draft, a file in a line. */
function renderChanges(changes: readonly FileChange[]): readonly string[] {
  const lines = changes.slice(0, maxChanges).map(({ kind, path, bytesBefore, bytesAfter }) => {
    const sizes = [bytesBefore, bytesAfter].filter((bytes) => bytes !== null).map(formatBytes);
    return `${kind.padEnd('changed'.length)} ${show(path)}, ${[...new Set(sizes)].join(' → ')}`;
  });
  const left = changes.length - lines.length;
  return left === 0 ? lines : [...lines, `and ${formatCount(left, 'more file')}`];
}

/** Slug, status and address of each app. */
function renderApps(apps: readonly AppFacts[]): readonly string[] {
  const rows = apps.map(({ slug, status, url }) => [show(slug), show(status ?? '-'), toSafeUrl(url) ?? ''] as const);
  const slugs = Math.max(0, ...rows.map(([slug]) => slug.length));
  const states = Math.max(0, ...rows.map(([, status]) => status.length));
  return rows.map(([slug, status, url]) => `${slug.padEnd(slugs)}  ${status.padEnd(states)}  ${url}`.trimEnd());
}

function renderResult(report: CleanReport, style: TerminalStyle): readonly string[] {
  const { facts, helpUrl } = report;
  const { level, sign, headline, lines, next } = style.isCheck ? describeCheck(report) : describeResult(report);
  const note = isRefusedByReview(facts) ? splitLines(facts.app?.reviewNote ?? '').slice(0, maxNoteLines) : [];
  const address = toSafeUrl(facts.app?.url ?? null);
  return [
    `${sign} ${paint(colors[level], show(headline), style)}`,
    ...lines.map(show),
    ...(note.length === 0 ? [] : ["Reviewer's note:", ...note.map((line) => `  ${show(line)}`)]),
    next === '' ? '' : `Next: ${show(next)}`,
    helpUrl === null ? '' : `Help: ${helpUrl}`,
    address ?? '',
  ].filter((line) => line !== '');
}

/** A check is about a folder: no app is named, and nothing was to be sent. */
function describeCheck(report: CleanReport): Pick<ResultMessage, 'level' | 'sign' | 'headline' | 'lines' | 'next'> {
  const { facts, failure, repositoryPath } = report;
  const { fileCount, byteCount, problems } = facts;
  const { level, sign, lines, next } = describeResult(report);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (failure !== null && errors === 0) return { level, sign, headline: 'The folder was not checked', lines, next };
  const name = repositoryPath || '.';
  if (failure !== null)
    return { level, sign, headline: `${name}: ${formatCount(errors, 'problem')} to fix`, lines: [], next: '' };
  const found = problems.length === 0 ? 'no problems' : formatCount(problems.length, 'warning');
  const files = `${formatCount(fileCount ?? 0, 'file')}, ${formatBytes(byteCount ?? 0)}`;
  return { level, sign: '✅', headline: `${name}: ${found} (${files}, checked offline)`, lines: [], next: '' };
}

/** Outside text as one line. */
function show(text: string): string {
  return toPrintable(cutText(text, maxText));
}

function paint(color: 'red' | 'yellow' | 'green', text: string, { hasColor }: TerminalStyle): string {
  return hasColor ? styleText(['bold', color], text, { validateStream: false }) : text;
}

/** Whether to colour what goes to a stream: as its terminal can, save that FORCE_COLOR asks for it and NO_COLOR forbids it. */
export function wantsColor(
  isTerminal: boolean,
  env: Readonly<Record<'FORCE_COLOR' | 'NO_COLOR' | 'TERM', string | undefined>>,
): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no = '', TERM: term } = env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && no === '' && term !== 'dumb';
}
