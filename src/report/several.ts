/** The report of a run of several apps: a line and a table of all, and details only of what is not fine. */
import type { Reader } from '../app-status.ts';
import { cutText, toPrintable, toSafeUrl } from '../escape.ts';
import { formatCount, joinTexts, listNames } from '../format.ts';
import { type Facts, nameOutcome, type Outcome } from '../outcome.ts';
import type { CleanReport } from './clean.ts';
import { toCode, toProse, toTable } from './markdown.ts';
import { describeResult, type ResultMessage } from './messages.ts';
import { renderSummary } from './summary.ts';

/** The worst first, as the output `outcome` goes by it; what ended before its turn is last. */
export const outcomeOrder: readonly Outcome['kind'][] = [
  ...(['unknown', 'failed', 'rejected', 'deployed', 'planned', 'skipped', 'unchanged', 'not_run'] as const),
];

/** UTF-16 units of one text. */
const maxName = 150;
const maxTable = { items: 100, bytes: 60_000 };

/**
 * Puts the end of a run of several apps into words, with a line for each app that failed, or for each way in which they ended. They
 * are not safe to print yet.
 */
export function describeRun(reports: readonly CleanReport[]): ResultMessage {
  const results = reports.map((report) => describeResult(report));
  const worstFirst = reports.toSorted((one, other) => toRank(one) - toRank(other));
  const ways = [...Map.groupBy(worstFirst, ({ outcome }) => nameOutcome(outcome))];
  const counts = ways.map(([way, some]) => (ways.length === 1 ? way : `${some.length} ${way}`));
  const lists = ways.map(([way, some]) => `${way}: ${listNames(some.map(({ facts }) => facts.slug ?? ''))}`);
  const isDry = reports.some(({ outcome }) => outcome.kind === 'planned');
  const failed = results.filter((result) => result.level === 'error');
  return {
    ...rateRun(results),
    headline: `${isDry ? 'Dry run of ' : ''}${formatCount(reports.length, 'app')}: ${counts.join(', ')}`,
    lines: failed.length > 0 ? failed.map(({ headline }) => headline) : [...explainSkip(reports), ...lists],
    next: failed.length > 0 ? 'Fix what failed and run it again: what is done already is left alone.' : '',
    code: null,
  };
}

function toRank({ outcome }: CleanReport): number {
  return outcomeOrder.indexOf(outcome.kind);
}

/** The sign and the level of the worst; of a run that is fine those of what was done. */
function rateRun(results: readonly ResultMessage[]): Pick<ResultMessage, 'level' | 'sign'> {
  const signs = ['❓', '❌', '⚠️', '✅', 'ℹ️', '⏭️'] as const;
  const sign = signs.find((one) => results.some((result) => result.sign === one));
  return results.find((result) => result.sign === sign) ?? { level: 'notice', sign: 'ℹ️' };
}

/** Why no app was sent, where it is the same for all. */
function explainSkip(reports: readonly CleanReport[]): readonly string[] {
  const reasons = new Set(reports.map(({ outcome }) => ('skipReason' in outcome ? outcome.skipReason : null)));
  if (reasons.size > 1) return [];
  if (reasons.has('fork'))
    return ['A pull request from a fork gets no secrets, so the folders were only checked offline.'];
  return reasons.has('stale') ? ['A newer commit exists on the branch. Nothing was sent.'] : [];
}

/** True for an app of which more is to be said than its row: not done, with a warning, or with texts to compare. */
export function needsDetails(report: CleanReport): boolean {
  const { outcome, problems, facts } = report;
  if (outcome.kind === 'not_run') return false;
  const hasTexts = (facts.textChanges?.files.length ?? 0) > 0;
  return describeResult(report).level !== 'notice' || problems.length > 0 || facts.warnings.length > 0 || hasTexts;
}

/** The job summary of a run: of one app all that there is to say, of several the table and the details. */
export async function renderRunSummary(reports: readonly CleanReport[]): Promise<string> {
  const [first, ...others] = reports;
  if (first !== undefined && others.length === 0) return renderSummary(first);
  const detailed = reports.filter(needsDetails);
  const details: string[] = [];
  // Each has its share, so that the first ones cannot take the room of the last.
  for (const report of detailed) details.push(await renderSummary(report, detailed.length));
  return [`${renderRunHead(reports)}\n`, ...details].join('\n');
}

/** What the summary and the comment of several apps begin with. */
export function renderRunHead(reports: readonly CleanReport[], reader: Reader = 'owner'): string {
  const { sign, headline, next } = describeRun(reports);
  const parts = [
    `## ${sign} ${toProse(headline, 300)}`,
    ...explainSkip(reports).map((line) => toProse(line)),
    toTable(['App', 'Result', 'Status'], reports, {
      toCells: (report) => toCells(report, reader),
      limit: maxTable,
    }),
    next === '' ? '' : `**Next:** ${toProse(next)}`,
  ];
  return joinTexts(parts, '\n\n');
}

function toCells(report: CleanReport, reader: Reader): readonly string[] {
  const { facts } = report;
  const slug = toCode(facts.slug ?? '', maxName);
  const address = toSafeUrl(facts.app?.url ?? null);
  const status = facts.app?.status ?? null;
  return [
    address === null ? slug : `[${slug}](${address})`,
    `${describeResult(report, reader).sign} ${toProse(describeEnd(report), maxName)}`,
    status === null ? '' : toCode(status, maxName),
  ];
}

/** How an app ended, in a few words without its slug, such as `rejected, 3 problems`. */
function describeEnd({ outcome, facts }: CleanReport): string {
  return joinTexts([nameOutcome(outcome), describeReason(outcome), describeProblems(facts)], ', ');
}

function describeReason(outcome: Outcome): string {
  // In words, which wrap on a phone.
  if ('failure' in outcome) return outcome.failure.code.replaceAll('_', ' ');
  if (outcome.kind === 'skipped') return outcome.skipReason;
  return outcome.kind === 'planned' && outcome.plan?.do === 'change' ? outcome.plan.steps.join(', ') : '';
}

function describeProblems({ problems, moreProblems }: Facts): string {
  const count = problems.length + moreProblems;
  return count === 0 ? '' : formatCount(count, 'problem');
}

/** The lines of a terminal about a run of several apps, below the details: one for each app, and one for all. */
export function renderRunLines(reports: readonly CleanReport[]): readonly string[] {
  const width = Math.max(...reports.map(({ facts }) => (facts.slug ?? '').length));
  const rows = reports.map((report) => {
    const { sign } = describeResult(report);
    const address = toSafeUrl(report.facts.app?.url ?? null) ?? '';
    return `${sign} ${(report.facts.slug ?? '').padEnd(width)}  ${describeEnd(report)}  ${address}`.trimEnd();
  });
  const { sign, headline, next } = describeRun(reports);
  const lines = [...rows, `${sign} ${headline}`, ...explainSkip(reports), next === '' ? '' : `Next: ${next}`];
  return lines.filter((line) => line !== '').map((line) => toPrintable(cutText(line, 2000)));
}
