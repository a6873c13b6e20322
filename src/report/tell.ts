import {
  type AppFacts,
  type Facts,
  type FileChange,
  nameOutcome,
  type Outcome,
  type TextHunk,
} from '../model/outcome.ts';
import { formatAttempt, formatBytes, formatCount, formatDuration, joinTexts, listNames } from '../text/format.ts';
import type { CleanReport } from './clean.ts';
import { isRefusedByReview, type ResultMessage } from './messages.ts';

/**
 * What a report is made of, whoever shows it. Texts may come from outside: each printer escapes all of them and keeps to its bounds.
 * What is not known or not there is null or empty, and printed as nothing.
 */
export type Block =
  | ({ readonly is: 'headline' } & Pick<ResultMessage, 'level' | 'sign' | 'headline'>)
  | { readonly is: 'address' | 'next' | 'stack'; readonly text: string }
  | { readonly is: 'sentences'; readonly texts: readonly string[] }
  /** The reviewer's; `isReason` where it says why the app is refused. */
  | { readonly is: 'note'; readonly text: string; readonly isReason: boolean }
  /** Safe to print. */
  | { readonly is: 'help'; readonly code: string; readonly url: string }
  | { readonly is: 'facts'; readonly rows: readonly (readonly [name: string, value: Cell])[] }
  | { readonly is: 'remarks'; readonly level: 'warning' | 'notice'; readonly texts: readonly string[] }
  | ({ readonly is: 'problems'; readonly unread: number } & Pick<CleanReport, 'problems' | 'readLines'>)
  | ({ readonly is: 'diff'; readonly title: string } & Diff)
  /** Apps; what differs from the draft, of a dry run the plan; what is of interest to few. */
  | ({ readonly is: 'apps' | 'changes' | 'plan' | 'fold' } & Table);

/** How texts differ, as lines of a unified diff; which files have none, and how much of it was left out. */
interface Diff {
  readonly files: readonly { readonly path: string; readonly lines: readonly string[] }[];
  readonly named: readonly string[];
  readonly omitted: string;
}

/** A table; the title may be empty. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Running text; or words such as a path, or one state after the other, where they lead to, and what follows them. */
export type Cell =
  | string
  | { readonly words: readonly string[]; readonly url?: string | null; readonly rest?: string | null };

/** What there is to say of a run, in lists of blocks: of all apps together, empty where it is one, and of each of which more is to be said. */
export function tellReports(reports: readonly CleanReport[]): {
  readonly all: readonly Block[];
  readonly apps: readonly (readonly Block[])[];
} {
  if (reports.length === 1) return { all: [], apps: reports.map(tellApp) };
  return { all: tellRun(reports), apps: reports.filter(isDetailed).map(tellApp) };
}

/** True for an app of several of which more is to be said than its row: not done, with a warning, or with texts to compare. */
function isDetailed({ result, outcome, problems, facts }: CleanReport): boolean {
  if (outcome.kind === 'not_run') return false;
  const hasTexts = (facts.textChanges?.files.length ?? 0) > 0;
  return result.level !== 'notice' || problems.length > 0 || facts.warnings.length > 0 || hasTexts;
}

/** All that there is to say of one app: what came of it first, then the details. Each printer takes what it shows. */
function tellApp(report: CleanReport): readonly Block[] {
  const { result, facts, failure, helpUrl, outcome, problems, readLines } = report;
  const { code, lines, next, ...headline } = result;
  return [
    { is: 'headline', ...headline },
    { is: 'address', text: facts.app?.url ?? '' },
    { is: 'sentences', texts: lines },
    { is: 'note', text: facts.app?.reviewNote ?? '', isReason: isRefusedByReview(facts) },
    { is: 'next', text: next },
    { is: 'help', code: code ?? '', url: helpUrl ?? '' },
    { is: 'facts', rows: listFacts(facts, helpUrl === null ? code : null) },
    { is: 'apps', title: '', head: ['App', 'Status'], rows: (facts.apps ?? []).map(toAppRow) },
    { is: 'remarks', level: 'warning', texts: [...new Set(facts.warnings)] },
    { is: 'remarks', level: 'notice', texts: [...new Set(facts.notices)] },
    { is: 'problems', problems, unread: facts.moreProblems, readLines },
    { is: outcome.kind === 'planned' ? 'plan' : 'changes', ...tellChanges(facts) },
    tellDiff(facts),
    tellExcluded(facts),
    tellWaits(facts),
    { is: 'stack', text: failure?.stack ?? '' },
  ];
}

function toAppRow({ slug, name, status, url }: AppFacts): readonly Cell[] {
  return [{ words: [slug], url, rest: name }, toWords(status)];
}

/** A word that may not be known. */
function toWords(word: string | null): Cell {
  return { words: word === null ? [] : [word] };
}

function listFacts(facts: Facts, code: string | null): readonly (readonly [name: string, value: Cell])[] {
  const { app, statusBefore, fileCount, byteCount, contentHash, termsRequired } = facts;
  const files = fileCount === null ? null : formatCount(fileCount, 'file');
  const size = byteCount === null ? null : formatBytes(byteCount);
  // None of an app that is gone, or of which the state is not known.
  const states = app?.status ? [...new Set([statusBefore ?? app.status, app.status])] : [];
  return [
    ['Status', { words: states }],
    ['Folder', joinTexts([files, size], ', ')],
    ['Content', toWords(contentHash?.slice(0, 'sha256:'.length + 12) ?? null)],
    ['Terms version', toWords(termsRequired)],
    ['Code', toWords(code)],
  ];
}

/** The files that differ, the largest first. */
function tellChanges(facts: Facts): Table {
  const changes = facts.changes ?? [];
  const title = `${titleChanges(facts)}: ${formatCount(changes.length, 'file')}`;
  const rows = changes.toSorted((one, other) => toSize(other) - toSize(one)).map(toChangeRow);
  return { title, head: ['File', 'Change'], rows };
}

function toChangeRow({ kind, path, bytesBefore, bytesAfter }: FileChange): readonly Cell[] {
  const known = [bytesBefore, bytesAfter].filter((bytes) => bytes !== null);
  const sizes = new Set(known.map(formatBytes));
  return [{ words: [path] }, joinTexts([kind, [...sizes].join(' → ')], ', ')];
}

function toSize({ bytesBefore, bytesAfter }: FileChange): number {
  return Math.max(bytesBefore ?? 0, bytesAfter ?? 0);
}

function titleChanges({ changed, isOpen, app }: Facts): string {
  if (changed) return 'What changed';
  // It was compared before a change that may have been made since.
  if (isOpen) return 'What differed from the draft before this run';
  return app === null ? 'What the app would have' : 'What differs from the draft';
}

/** How the texts differ; empty where they do not, or that was not asked for. */
export function tellDiff({ textChanges, changed }: Pick<Facts, 'textChanges' | 'changed'>) {
  const { files, named, moreFiles } = textChanges ?? { files: [], named: [], moreFiles: 0 };
  const moreLines = files.reduce((sum, file) => sum + file.moreLines, 0);
  const counts = [
    moreLines === 0 ? '' : formatCount(moreLines, 'more line'),
    moreFiles === 0 ? '' : formatCount(moreFiles, 'more file'),
  ];
  const omitted = joinTexts(counts, ' and ');
  return {
    is: 'diff' as const,
    title: changed ? 'How the texts changed' : 'How the texts differ from the draft',
    files: files.map(({ path, hunks }) => ({ path, lines: hunks.flatMap(toLines) })),
    named: named.map(({ path }) => path),
    omitted: omitted === '' ? '' : `… and ${omitted}, omitted.`,
  };
}

function toLines({ oldStart, oldLines, newStart, newLines, lines }: TextHunk): readonly string[] {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines];
}

/** A diff as lines, for the log or a terminal. */
export function toDiffLines({ files, named, omitted }: Diff): readonly string[] {
  const lines = files.flatMap((file) => [file.path, ...file.lines]);
  return [...lines, omitted, named.length === 0 ? '' : nameUnshown(named)].filter((line) => line !== '');
}

/** Names the files that a diff has no lines of. */
export function nameUnshown(named: readonly string[]): string {
  return `Not shown line by line: ${listNames(named)}.`;
}

/** What was excluded and why. */
function tellExcluded({ excluded }: Facts): Block {
  const rows = excluded.map(({ path, reason }) => [{ words: [path] }, reason]);
  return { is: 'fold', title: `${formatCount(excluded.length, 'path')} excluded`, head: ['Excluded', 'Reason'], rows };
}

/** The waits before a request was sent again or the app was read again. */
function tellWaits({ waits }: Facts): Block {
  const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const rows = waits.map(({ what, why, milliseconds, attempt, maxAttempts }) => {
    return [formatDuration(milliseconds), { words: [what], rest: formatAttempt(attempt, maxAttempts) }, why];
  });
  const title = `${formatCount(waits.length, 'wait')}, ${formatDuration(total)} in total`;
  return { is: 'fold', title, head: ['Wait', 'Before', 'Reason'], rows };
}

/** The worst first, as the output `outcome` goes by it; what ended before its turn is last. */
export const outcomeOrder: readonly Outcome['kind'][] = [
  ...(['unknown', 'failed', 'rejected', 'deployed', 'planned', 'skipped', 'unchanged', 'not_run'] as const),
];

/**
 * Puts the end of a run of several apps into words, with a line for each app that failed, or for each way in which they ended. They
 * are not safe to print yet.
 */
export function describeRun(reports: readonly CleanReport[]): ResultMessage {
  const results = reports.map(({ result }) => result);
  const toRank = ({ outcome }: CleanReport) => outcomeOrder.indexOf(outcome.kind);
  const worstFirst = reports.toSorted((one, other) => toRank(one) - toRank(other));
  const ways = [...Map.groupBy(worstFirst, ({ outcome }) => nameOutcome(outcome))];
  const counts = ways.map(([way, some]) => (ways.length === 1 ? way : `${some.length} ${way}`));
  const lists = ways.map(([way, some]) => `${way}: ${listNames(some.map(({ facts }) => facts.slug ?? ''))}`);
  const isDry = reports.some(({ outcome }) => outcome.kind === 'planned');
  const failed = results.filter((result) => result.level === 'error');
  return {
    ...rateRun(results),
    headline: `${isDry ? 'Dry run of ' : ''}${formatCount(reports.length, 'app')}: ${counts.join(', ')}`,
    lines: failed.length > 0 ? failed.map(({ headline }) => headline) : [...explainShared(reports), ...lists],
    next: failed.length > 0 ? 'Fix what failed and run it again: what is done already is left alone.' : '',
    code: null,
  };
}

/** The sign and the level of the worst; of a run that is fine those of what was done. */
function rateRun(results: readonly ResultMessage[]): Pick<ResultMessage, 'level' | 'sign'> {
  const signs = ['❓', '❌', '⚠️', '✅', 'ℹ️', '⏭️'] as const;
  const sign = signs.find((one) => results.some((result) => result.sign === one));
  return results.find((result) => result.sign === sign) ?? { level: 'notice', sign: 'ℹ️' };
}

/** Why no app was sent, where the reason is about the run and no app: a fork, a branch that has moved on. */
export function findSharedReason(reports: readonly CleanReport[]): 'fork' | 'stale' | null {
  const reasons = new Set(reports.map(({ outcome }) => ('skipReason' in outcome ? outcome.skipReason : null)));
  const [reason] = reasons;
  return reasons.size === 1 && (reason === 'fork' || reason === 'stale') ? reason : null;
}

function explainShared(reports: readonly CleanReport[]): readonly string[] {
  const sentences = {
    fork: 'A pull request from a fork gets no secrets, so the folders were only checked offline.',
    stale: 'A newer commit exists on the branch. Nothing was sent.',
  };
  const reason = findSharedReason(reports);
  return reason === null ? [] : [sentences[reason]];
}

/** What came of several apps, and a row for each. */
function tellRun(reports: readonly CleanReport[]): readonly Block[] {
  const { next, level, sign, headline } = describeRun(reports);
  const rows = reports.map((report) => {
    const { slug, app } = report.facts;
    const words = [slug ?? ''];
    return [
      { words, url: app?.url ?? null },
      `${report.result.sign} ${describeEnd(report)}`,
      toWords(app?.status ?? null),
    ];
  });
  return [
    { is: 'headline', level, sign, headline },
    { is: 'sentences', texts: explainShared(reports) },
    { is: 'apps', title: '', head: ['App', 'Result', 'Status'], rows },
    { is: 'next', text: next },
  ];
}

/** How an app ended, in a few words without its slug, such as `rejected, 3 problems`. */
function describeEnd({ outcome, facts }: CleanReport): string {
  const count = facts.problems.length + facts.moreProblems;
  const problems = count === 0 ? '' : formatCount(count, 'problem');
  return joinTexts([nameOutcome(outcome), describeReason(outcome), problems], ', ');
}

function describeReason(outcome: Outcome): string {
  // In words, which wrap on a phone.
  if ('failure' in outcome) return outcome.failure.code.replaceAll('_', ' ');
  if (outcome.kind === 'skipped') return outcome.skipReason;
  return outcome.kind === 'planned' && outcome.plan?.do === 'change' ? outcome.plan.steps.join(', ') : '';
}
