import type { AppFacts, Facts, FileChange, TextChanges } from '../model/outcome.ts';
import { toSafeUrl } from '../text/escape.ts';
import {
  formatAttempt,
  formatBytes,
  formatCount,
  formatDuration,
  joinTexts,
  listNames,
} from '../text/format.ts';
import { isRefusedByReview, isSaidByProblems, nameFiles, type ResultMessage } from './messages.ts';
import type { RedactedReport } from './redact-report.ts';
import {
  areAllMissing,
  describeRun,
  explainShared,
  listRunWarnings,
  nameSlugs,
  sortReports,
} from './several.ts';

/**
 * What a report is made of, whoever shows it. Texts may come from outside: each printer escapes all
 * of them and keeps to its bounds. What is not known or not there is null or empty, and printed as
 * nothing.
 */
export type Block =
  | { readonly is: 'headline'; readonly sign: ResultMessage['sign']; readonly text: string }
  | { readonly is: 'address' | 'next' | 'stack'; readonly text: string }
  /** Where the code is explained; the address is safe to print. */
  | { readonly is: 'help'; readonly code: string | null; readonly url: string | null }
  | { readonly is: 'sentences'; readonly texts: readonly string[] }
  /** The reviewer's; `isNews` where it is about how this run ended. */
  | { readonly is: 'note'; readonly text: string; readonly isNews: boolean }
  | { readonly is: 'facts'; readonly rows: readonly (readonly [name: string, value: Cell])[] }
  | {
      readonly is: 'remarks';
      readonly level: 'warning' | 'notice';
      readonly texts: readonly string[];
    }
  | { readonly is: 'problems'; readonly report: RedactedReport }
  | { readonly is: 'diff'; readonly title: string; readonly texts: TextChanges }
  /** Apps; what differs from the draft, of a dry run the plan; what is of interest to few. */
  | ({ readonly is: 'apps' | 'changes' | 'plan' | 'rest' } & Table)
  /** What is needed last, in one part that folds. */
  | { readonly is: 'fold'; readonly title: string; readonly blocks: readonly Block[] };

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** How many there are beside those; by default none. */
  readonly moreRows?: number;
}

/**
 * Running text; or words such as a path, or one state after the other, where they lead to, and what
 * follows them.
 */
export type Cell =
  | string
  | {
      readonly words: readonly string[];
      readonly url?: string | null;
      readonly rest?: string | null;
    };

/**
 * A cell as text: `toText` writes running text, `toName` its words with their address, null where
 * that is not safe.
 */
export function joinCell(
  cell: Cell,
  toText: (text: string) => string,
  toName: (words: readonly string[], url: string | null) => string,
): string {
  if (typeof cell === 'string') return toText(cell);
  return joinTexts([toName(cell.words, toSafeUrl(cell.url)), toText(cell.rest ?? '')], ': ');
}

/**
 * What a run has to say, as blocks: of all its apps together, where there are several, and of each
 * that needs more than a row.
 */
export function toBlocks(reports: readonly RedactedReport[]): {
  readonly all: readonly Block[];
  readonly apps: readonly (readonly Block[])[];
} {
  if (reports.length === 1)
    return { all: [], apps: reports.map((report) => toAppBlocks(report, false)) };
  const detailed = areAllMissing(reports) ? [] : sortReports(reports).filter(isDetailed);
  return { all: toRunBlocks(reports), apps: detailed.map((report) => toAppBlocks(report, true)) };
}

/**
 * True for an app among several that needs more than its row: it failed, has warnings, or texts to
 * compare.
 */
function isDetailed({ result, outcome, facts }: RedactedReport): boolean {
  const hasTexts = facts.textChanges.files.length > 0;
  return (
    outcome.kind !== 'not_run' && (result.level !== 'notice' || result.sign === '⚠️' || hasTexts)
  );
}

/**
 * All that there is to say of one app, in the order in which readers need it: what came of it, what
 * is wrong, what to do next, what changed, and folded what few ask for. For an app that failed, or
 * is one of several, what changed is folded too.
 */
function toAppBlocks(report: RedactedReport, isOneOfSeveral: boolean): readonly Block[] {
  const { result, facts, failure, helpUrl, outcome } = report;
  const { code } = result;
  const isShort = result.level === 'error' || isOneOfSeveral;
  const isSaid = isSaidByProblems(report) || (isShort && result.level === 'notice');
  const blocks: readonly Block[] = [
    { is: 'headline', sign: result.sign, text: result.headline },
    { is: 'sentences', texts: result.lines },
    { is: 'address', text: facts.app?.url ?? '' },
    { is: 'note', text: facts.app?.reviewNote ?? '', isNews: hasNews(facts) },
    { is: 'problems', report },
    { is: 'remarks', level: 'warning', texts: facts.warnings },
    { is: 'next', text: result.next },
    { is: 'help', code, url: helpUrl },
    { is: 'remarks', level: 'notice', texts: facts.notices },
    { is: 'apps', title: '', head: ['App', 'Status'], rows: (facts.apps ?? []).map(toAppRow) },
    { is: 'facts', rows: listFacts(facts, helpUrl === null ? code : null) },
    { is: outcome.kind === 'planned' ? 'plan' : 'changes', ...toChangeTable(facts) },
    { is: 'diff', title: titleDiff(facts), texts: facts.textChanges },
    toExcludedTable(facts),
    toWaitTable(facts),
  ];
  const isFolded = ({ is }: Block): boolean => {
    return (
      seldom.includes(is) || (isShort && secondary.includes(is)) || (isSaid && is === 'sentences')
    );
  };
  const title = joinTexts(['Details', nameFiles(facts)], ': ');
  return [
    ...blocks.filter((block) => !isFolded(block)),
    { is: 'fold', title, blocks: blocks.filter(isFolded) },
    { is: 'stack', text: failure?.stack ?? '' },
  ];
}

/**
 * What few readers ask for, and what else can wait where something is wrong or there are several
 * apps.
 */
const seldom: readonly Block['is'][] = ['facts', 'rest'];
const secondary: readonly Block['is'][] = ['address', 'changes', 'plan'];

/** True where the reviewer's note is about how the run ended. */
export function hasNews(facts: Facts): boolean {
  return isRefusedByReview(facts) || facts.reviewResult === 'approved';
}

function toAppRow({ slug, name, status, url }: AppFacts): readonly Cell[] {
  return [{ words: [slug], url, rest: name }, toCell(status)];
}

function toCell(word: string | null): Cell {
  return { words: word === null ? [] : [word] };
}

function listFacts(
  facts: Facts,
  code: string | null,
): readonly (readonly [name: string, value: Cell])[] {
  const { app, statusBefore, contentHash, termsRequired, termsAccepted } = facts;
  // An app that is gone has no status, and of some reads only the files count.
  const states = app?.status ? [...new Set([statusBefore ?? app.status, app.status])] : [];
  return [
    ['Status', { words: states }],
    ['Content', toCell(contentHash?.slice(0, 'sha256:'.length + 12) ?? null)],
    ['Terms version', toCell(termsRequired)],
    ['Terms accepted', toCell(termsAccepted)],
    ['Code', toCell(code)],
  ];
}

/** More than any printer has room for. */
const maxChangeRows = 200;

/** The files that differ, the largest first. */
function toChangeTable(facts: Facts): Table {
  const changes = (facts.changes ?? []).toSorted((one, other) => toSize(other) - toSize(one));
  const title = `${titleChanges(facts)}: ${formatCount(changes.length, 'file')}`;
  const rows = changes.slice(0, maxChangeRows).map(toChangeRow);
  return { title, head: ['File', 'Change'], rows, moreRows: changes.length - rows.length };
}

function toChangeRow({ kind, path, bytesBefore, bytesAfter }: FileChange): readonly Cell[] {
  const sizes = [bytesBefore, bytesAfter].filter((bytes) => bytes !== null).map(formatBytes);
  return [{ words: [path] }, joinTexts([kind, [...new Set(sizes)].join(' → ')], ', ')];
}

function toSize({ bytesBefore, bytesAfter }: FileChange): number {
  return Math.max(bytesBefore ?? 0, bytesAfter ?? 0);
}

function titleChanges({ changed, isUnconfirmed, app }: Facts): string {
  if (changed) return 'What changed';
  // A change was sent after the comparison, and may have been made.
  if (isUnconfirmed) return 'What differed from the draft before this run';
  return app === null ? 'What the app would have' : 'What differs from the draft';
}

function titleDiff({ changed }: Facts): string {
  return changed ? 'How the texts changed' : 'How the texts differ from the draft';
}

/** How texts differ as lines, for the log or a terminal. */
export function toDiffLines(texts: TextChanges): readonly string[] {
  const lines = texts.files.flatMap((file) => [file.path, ...file.lines]);
  return [...lines, ...listUnshown(texts, (path) => path)];
}

/** What is not shown of the texts that differ. */
export function listUnshown(
  { files, named, moreFiles }: TextChanges,
  toName: (path: string) => string,
): readonly string[] {
  const moreLines = files.reduce((sum, file) => sum + file.moreLines, 0);
  const lines = moreLines === 0 ? '' : formatCount(moreLines, 'more line');
  const omitted = joinTexts(
    [lines, moreFiles === 0 ? '' : formatCount(moreFiles, 'more file')],
    ' and ',
  );
  return [
    ...(omitted === '' ? [] : [`… and ${omitted}, omitted.`]),
    ...(named.length === 0 ? [] : [`Not shown line by line: ${listNames(named.map(toName))}.`]),
  ];
}

function toExcludedTable({ excluded }: Facts): Block {
  const rows = excluded.map(({ path, reason }) => [{ words: [path] }, reason]);
  return {
    is: 'rest',
    title: `${formatCount(excluded.length, 'path')} excluded`,
    head: ['Excluded', 'Reason'],
    rows,
  };
}

function toWaitTable({ waits }: Facts): Block {
  const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const rows = waits.map(({ what, why, milliseconds, attempt, maxAttempts }) => {
    return [
      formatDuration(milliseconds),
      { words: [what], rest: formatAttempt(attempt, maxAttempts) },
      why,
    ];
  });
  const title = `${formatCount(waits.length, 'wait')}, ${formatDuration(total)} in total`;
  return { is: 'rest', title, head: ['Wait', 'Before', 'Reason'], rows };
}

/** What came of several apps: a row for each that has news, and the names of the others. */
function toRunBlocks(reports: readonly RedactedReport[]): readonly Block[] {
  const { next, sign, headline } = describeRun(reports);
  const isUnchanged = ({ outcome, result }: RedactedReport): boolean => {
    const changesNothing = outcome.kind === 'planned' && outcome.plan?.kind === 'nothing';
    return (outcome.kind === 'unchanged' || changesNothing) && result.sign === '⏭️';
  };
  const rows = sortReports(reports.filter((report) => !isUnchanged(report))).map(toResultRow);
  const unchanged = reports.filter(isUnchanged);
  return [
    { is: 'headline', sign, text: headline },
    { is: 'sentences', texts: explainShared(reports) },
    { is: 'remarks', level: 'warning', texts: listRunWarnings(reports) },
    { is: 'apps', title: '', head: ['App', 'Result', 'Status'], rows },
    {
      is: 'sentences',
      texts: unchanged.length === 0 ? [] : [`Unchanged: ${nameSlugs(unchanged)}.`],
    },
    { is: 'next', text: next },
  ];
}

function toResultRow({ result, facts }: RedactedReport): readonly Cell[] {
  const { slug, app } = facts;
  // Without its verb it reads as a result: `not deployed: in review`.
  const end = result.end.replace(/^(?:was|is) /, '');
  return [
    { words: [slug ?? ''], url: app?.url ?? null },
    `${result.sign} ${end}`,
    toCell(app?.status ?? null),
  ];
}
