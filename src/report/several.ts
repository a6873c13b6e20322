/** The result of a run of several apps, in words. */
import { adviseFix } from '../errors.ts';
import { formatCount, listNames } from '../text/format.ts';
import { adviseFlag, nameRerun } from '../text/frontend.ts';
import type { Rating, Report, SkipReason, Words } from './report.ts';
import {
  describeMerge,
  describeReport,
  explainNoSecrets,
  isShownByProblems,
  newerCommit,
} from './words.ts';

/**
 * The words that count the results of apps, by the app's outcome or, in a dry run, by its plan.
 * The worst results come first.
 */
const resultGroups: ReadonlyMap<string, string> = new Map([
  ['unknown', 'not verified'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
  ['deployed', 'deployed'],
  ['change', 'would be deployed'],
  ['planned', 'checked'],
  ['skip', 'would be skipped'],
  ['nothing', 'unchanged'],
  ['skipped', 'skipped'],
  ['unchanged', 'unchanged'],
  ['not_run', 'not run'],
]);

function toResultGroup(report: Report): string {
  if (report.outcome !== 'planned') return report.outcome;
  return report.plan?.kind ?? 'planned';
}

function labelResultGroup(report: Report): string {
  const group = toResultGroup(report);
  return resultGroups.get(group) ?? group;
}

/** Sorts reports: first what failed, then what changed or would change, then the others. */
export function sortReports(reports: readonly Report[]): readonly Report[] {
  const order = [...resultGroups.keys()];
  const toRank = (report: Report) => order.indexOf(toResultGroup(report));
  // `toSorted` does not exist in Node 18, on which the command line must still print its JSON.
  return [...reports].sort((one, other) => toRank(one) - toRank(other));
}

/**
 * Describes the result of a run. With several apps, the headline counts the results; there is a
 * line for each app that failed, or else for each group of results. Not safe to print yet.
 */
export function describeRun(reports: readonly Report[]) {
  const [only, ...others] = reports;
  if (only !== undefined && others.length === 0) return describeReport(only);
  const sorted = sortReports(reports);
  const rating = rateRun(reports);
  const headline = `${formatCount(reports.length, 'app')}: ${countResults(sorted)}`;
  const failed = sorted.filter((report) => describeReport(report).level === 'error');
  if (failed.length === 0) {
    const lines = [...explainShared(reports), ...listGroups(sorted)];
    return { level: rating.level, sign: rating.sign, headline, lines, next: '' };
  }
  const next = adviseFailures(failed);
  const lines = describeFailures(failed, reports);
  return { level: rating.level, sign: rating.sign, headline, lines, next };
}

/**
 * Returns the advice that all failures share, or else a common one. It names a re-run only if no
 * folder has to change: a re-run takes the same commit.
 */
function adviseFailures(failed: readonly Report[]): string {
  const [advice = '', ...others] = new Set(failed.map((report) => describeReport(report).next));
  if (others.length === 0) return advice;
  if (failed.some(isAboutContent)) return adviseFix('Fix the problems of each app that failed');
  if (failed.some(({ isDryRun }) => isDryRun)) return 'Fix what the failures name.';
  return `Fix what the failures name and ${nameRerun('re-run')}: apps that are done already are not changed again.`;
}

/** The codes of failures that the files of the commit cause before anything is sent. */
const folderCodes: ReadonlySet<string> = new Set([
  'folder_missing',
  'folder_not_a_folder',
  'folder_outside_workspace',
  'folder_not_allowed',
  'folder_empty',
  'folder_too_large',
  'name_not_utf8',
  'name_not_allowed',
  'pattern_invalid',
]);

/** True if the app cannot succeed before its folder changes. */
function isAboutContent({ outcome, failure }: Report): boolean {
  if (outcome === 'rejected') return true;
  return failure !== null && folderCodes.has(failure.code);
}

/** Counts results and warnings: `1 failed, 2 deployed; 1 with a warning`. */
function countResults(sorted: readonly Report[]): string {
  const groups = [...Map.groupBy(sorted, labelResultGroup)];
  const counts = groups.map(([label, some]) => {
    if (groups.length === 1) return label;
    return `${some.length} ${label}`;
  });
  const warned = sorted.filter((report) => {
    const words = describeReport(report);
    return words.level !== 'error' && words.sign === '⚠️';
  });
  const remarks = listRunWarnings(sorted);
  const parts = [counts.join(', ')];
  if (warned.length > 0) parts.push(`${warned.length} with a warning`);
  if (remarks.length > 0) parts.push(`${formatCount(remarks.length, 'warning')} about the run`);
  return parts.join('; ');
}

/** Names the apps of each group of results: `deployed: tides, waves`. */
function listGroups(sorted: readonly Report[]): readonly string[] {
  const groups = Map.groupBy(sorted, labelResultGroup);
  return Array.from(groups, ([label, some]) => `${label}: ${nameSlugs(some)}`);
}

function describeFailures(
  failed: readonly Report[],
  reports: readonly Report[],
): readonly string[] {
  if (areAllMissing(reports)) return explainShared(reports);
  const hasUnknown = failed.some((report) => report.outcome === 'unknown');
  const what = hasUnknown ? 'failed or could not be verified' : 'failed';
  const count = `${failed.length} of ${formatCount(reports.length, 'app')} ${what}`;
  const [first = '', ...others] = failed.map((report) => describeReport(report).headline);
  return [`${count}: ${first}`, ...others];
}

/** Lists the slugs of apps, at most ten. */
function nameSlugs(reports: readonly Report[]): string {
  return listNames(reports.map((report) => report.slug ?? ''));
}

const signs: readonly Words['sign'][] = ['❓', '❌', '⚠️', '✅', 'ℹ️', '⏭️'];
const levels: readonly Words['level'][] = ['error', 'warning', 'notice'];

/**
 * Rates a run like its worst app. Without failures and warnings, an app that was changed counts
 * more than one that was not.
 */
function rateRun(reports: readonly Report[]): Rating {
  const ratings: Rating[] = reports.map((report) => describeReport(report));
  if (listRunWarnings(reports).length > 0) ratings.push({ level: 'notice', sign: '⚠️' });
  const [worst] = ratings.toSorted((one, other) => {
    const bySign = signs.indexOf(one.sign) - signs.indexOf(other.sign);
    if (bySign !== 0) return bySign;
    return levels.indexOf(one.level) - levels.indexOf(other.level);
  });
  return worst ?? { level: 'notice', sign: 'ℹ️' };
}

/** The warnings about a run of several apps as a whole. */
export function listRunWarnings(reports: readonly Report[]): readonly string[] {
  return reports[0]?.runWarnings ?? [];
}

/** Returns the apps that the summary shows in detail; the others only have a table row. */
export function listDetailed(reports: readonly Report[]): readonly Report[] {
  if (reports.length === 1) return reports;
  if (areAllMissing(reports)) return [];
  return sortReports(reports).filter((report) => {
    if (report.outcome === 'not_run') return false;
    const words = describeReport(report);
    const hasTexts = report.textChanges.files.length > 0;
    return words.level !== 'notice' || words.sign === '⚠️' || hasTexts;
  });
}

/** Returns true unless other parts of the page already show what the lines of a result contain. */
export function needsLines(report: Report, isOneOfSeveral: boolean): boolean {
  // With several apps, the table already shows the result of an app that succeeded.
  const isInTable = isOneOfSeveral && describeReport(report).level === 'notice';
  return !isInTable && !isShownByProblems(report);
}

/** True if an app was unchanged, or would be unchanged, and there is no warning about it. */
export function isUnchanged(report: Report): boolean {
  if (describeReport(report).sign !== '⏭️') return false;
  return report.outcome === 'unchanged' || report.plan?.kind === 'nothing';
}

/** Names the apps without changes in one sentence; none if there is no such app. */
export function describeUnchanged(reports: readonly Report[]): readonly string[] {
  const unchanged = reports.filter(isUnchanged);
  if (unchanged.length === 0) return [];
  return [`Unchanged: ${nameSlugs(unchanged)}.`];
}

/**
 * Returns why no app was sent if the reason is about the whole run: it gets no secrets, or is
 * stale. Otherwise null.
 */
export function findSharedReason(
  reports: readonly Report[],
): Exclude<SkipReason, 'in-review'> | null {
  const reasons = new Set(reports.map((report) => report.skipReason));
  const [reason] = reasons;
  if (reasons.size !== 1) return null;
  if (reason === undefined || reason === 'in-review') return null;
  return reason;
}

/** True if there are several apps and none of them exists, which is reported only once. */
export function areAllMissing(reports: readonly Report[]): boolean {
  if (reports.length < 2) return false;
  return reports.every((report) => report.failure?.code === 'app_missing');
}

/**
 * Explains what is true for all apps, or for all apps that would be deployed. Returns at most one
 * sentence.
 */
export function explainShared(reports: readonly Report[]): readonly string[] {
  if (areAllMissing(reports)) {
    const count = formatCount(reports.length, 'app');
    const advice = `${adviseFlag('create')}, and check that the API key belongs to their owner`;
    return [`None of the ${count} exists yet: ${advice}.`];
  }
  const planned = reports.find((report) => toResultGroup(report) === 'change');
  if (planned?.baseBranch) {
    const isBroken = reports.some((report) => report.failure !== null);
    const which = isBroken ? 'The apps without problems' : 'This';
    return [describeMerge('deployed', planned.baseBranch, which)];
  }
  const reason = findSharedReason(reports);
  switch (reason) {
    case 'fork':
    case 'dependabot':
      return [explainNoSecrets(reason, 'the folders were only checked offline')];
    case 'stale':
      return [`${newerCommit} Nothing was sent.`];
    case null:
      return [];
  }
}
