/** What a run of several apps came to, in words. */
import { formatCount, joinTexts, listNames } from '../text/format.ts';
import { adviseFlag, nameRerun } from '../text/frontend.ts';
import { describeMerge, explainFork, newerCommit, type ResultMessage } from './messages.ts';
import type { RedactedReport } from './redact-report.ts';

/**
 * The ways in which apps end, and what a dry run plans for them, in words for counting them. The
 * worst come first.
 */
const ways: Readonly<Record<string, string>> = {
  unknown: 'not verified',
  failed: 'failed',
  rejected: 'failed',
  deployed: 'deployed',
  change: 'would be deployed',
  planned: 'checked',
  skip: 'would be skipped',
  nothing: 'unchanged',
  skipped: 'skipped',
  unchanged: 'unchanged',
  not_run: 'not run',
};

function toWay({ outcome }: RedactedReport): string {
  return outcome.kind === 'planned' ? (outcome.plan?.kind ?? 'planned') : outcome.kind;
}

/** What failed first, then what changed or would change, then what would not. */
export function sortReports(reports: readonly RedactedReport[]): readonly RedactedReport[] {
  const order = Object.keys(ways);
  return reports.toSorted((one, other) => order.indexOf(toWay(one)) - order.indexOf(toWay(other)));
}

/** What a run came to: the result of its only app, or of several. */
type RunMessage = Omit<ResultMessage, 'end' | 'code'>;

/**
 * The result of a run: of one app its own, of several the counts, with a line for each app that
 * failed, or else for each way in which they ended. Not safe to print yet.
 */
export function describeRun(reports: readonly RedactedReport[]): RunMessage {
  const results = reports.map(({ result }) => result);
  if (results[0] !== undefined && results.length === 1) return results[0];
  const sorted = sortReports(reports);
  const groups = [...Map.groupBy(sorted, nameWay)];
  const counts = groups.map(([way, some]) => (groups.length === 1 ? way : `${some.length} ${way}`));
  const warned = results.filter(({ level, sign }) => level !== 'error' && sign === '⚠️').length;
  const remarks = listRunWarnings(reports).length;
  const about = remarks === 0 ? '' : `${formatCount(remarks, 'warning')} about the run`;
  const end = joinTexts(
    [counts.join(', '), warned === 0 ? '' : `${warned} with a warning`, about],
    '; ',
  );
  const rated = {
    ...rateRun(results, remarks > 0),
    headline: `${formatCount(reports.length, 'app')}: ${end}`,
  };
  const failed = sorted.filter(({ result }) => result.level === 'error');
  if (failed.length === 0) {
    const lists = groups.map(([way, some]) => `${way}: ${nameSlugs(some)}`);
    return { ...rated, lines: [...explainShared(reports), ...lists], next: '' };
  }
  const next = `Fix what failed and ${nameRerun('re-run')}: what is done already is left alone.`;
  return { ...rated, lines: explainFailed(failed, reports), next };
}

function nameWay(report: RedactedReport): string {
  const way = toWay(report);
  return ways[way] ?? way;
}

function explainFailed(
  failed: readonly RedactedReport[],
  reports: readonly RedactedReport[],
): readonly string[] {
  if (areAllMissing(reports)) return explainShared(reports);
  const isOpen = failed.some(({ outcome }) => outcome.kind === 'unknown');
  const what = isOpen ? 'failed or could not be verified' : 'failed';
  const [first = '', ...others] = failed.map(({ result }) => result.headline);
  return [`${failed.length} of ${formatCount(reports.length, 'app')} ${what}: ${first}`, ...others];
}

/** The slugs of some apps, in a row. */
export function nameSlugs(reports: readonly RedactedReport[]): string {
  return listNames(reports.map(({ facts }) => facts.slug ?? ''));
}

/** Those of the worst; without a failure or a warning, those of what was done. */
function rateRun(
  results: readonly ResultMessage[],
  isWarned: boolean,
): Pick<ResultMessage, 'level' | 'sign'> {
  const signs = ['❓', '❌', '⚠️', '✅', 'ℹ️', '⏭️'];
  const warning = isWarned ? [{ level: 'notice', sign: '⚠️' } as const] : [];
  const all = [...results, ...warning];
  const levels = ['error', 'warning', 'notice'];
  const [worst] = all.toSorted((one, other) => {
    const bySign = signs.indexOf(one.sign) - signs.indexOf(other.sign);
    return bySign === 0 ? levels.indexOf(one.level) - levels.indexOf(other.level) : bySign;
  });
  return worst ?? { level: 'notice', sign: 'ℹ️' };
}

/** The warnings about a run of several apps. */
export function listRunWarnings(reports: readonly RedactedReport[]): readonly string[] {
  return reports[0]?.runWarnings ?? [];
}

/** Why no app was sent, where the run is the reason: a fork, or a newer commit. */
export function findSharedReason(reports: readonly RedactedReport[]): 'fork' | 'stale' | null {
  const reasons = new Set(
    reports.map(({ outcome }) => ('skipReason' in outcome ? outcome.skipReason : null)),
  );
  const [reason] = reasons;
  return reasons.size === 1 && (reason === 'fork' || reason === 'stale') ? reason : null;
}

/** True where none of several apps exists: that is said once. */
export function areAllMissing(reports: readonly RedactedReport[]): boolean {
  return reports.length > 1 && reports.every(({ failure }) => failure?.code === 'app_missing');
}

/** What holds for all apps of the run, or for all that would be deployed: one sentence, or none. */
export function explainShared(reports: readonly RedactedReport[]): readonly string[] {
  if (areAllMissing(reports)) {
    const advice = `${adviseFlag('create')}, and check that the API key belongs to their owner`;
    return [`None of the ${formatCount(reports.length, 'app')} exists yet: ${advice}.`];
  }
  const branch = reports.find((report) => toWay(report) === 'change')?.baseBranch;
  if (branch) return [describeMerge('deployed', branch)];
  const reason = findSharedReason(reports);
  return reason === null ? [] : [sharedReasons[reason]];
}

const sharedReasons = {
  fork: explainFork('the folders were only checked offline'),
  stale: `${newerCommit} Nothing was sent.`,
};
