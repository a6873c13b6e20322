import { toSafeUrl } from '../text/escape.ts';
import { formatCount, joinTexts } from '../text/format.ts';
import {
  type SizeBudget,
  takeBytes,
  toAddress,
  toDetails,
  toHeadline,
  toLink,
  toMarkdownDiff,
  toMarkdownFacts,
  toMarkdownProblems,
  toMarkdownTable,
  toNext,
  toQuotation,
  toRemarks,
  toSentences,
  toStack,
} from './markdown.ts';
import { nameFiles } from './messages.ts';
import type { RedactedReport } from './redact-report.ts';
import {
  describeRun,
  explainShared,
  isUnchanged,
  listDetailed,
  listRunWarnings,
  nameSlugs,
  needsLines,
} from './several.ts';
import {
  listFacts,
  toAppTable,
  toChangeTable,
  toExcludedTable,
  toResultTable,
  toWaitTable,
} from './tables.ts';

/** Pages about a run; null if they are not known. */
export interface RunLinks {
  /** The commit that the run is for. */
  readonly commit: { readonly sha: string; readonly url: string } | null;
  readonly runUrl: string | null;
  /** The page of the app that this run published for reviewers. */
  readonly pageUrl: string | null;
}

/** A page that shows reports, and its limits. */
interface Page {
  readonly budget: SizeBudget;
  /** True for a comment, which omits long parts about a single app. */
  readonly isComment: boolean;
}

/** The runner drops a summary of more than 1,048,576 bytes as a whole. */
const summaryBudget: SizeBudget = { bytes: 900_000, listBytes: 80_000, entries: 100 };

/** GitHub refuses a comment of more than 65,536 characters. */
const commentBudget: SizeBudget = { bytes: 50_000, listBytes: 12_000, entries: 20 };

/**
 * Renders the job summary in GitHub's Markdown: first what is wrong and what to do next, then what
 * changed, and details that fold. With several apps, a table comes first. Outside text is escaped,
 * and everything is bounded: the summary has less than 1 MB.
 */
export async function renderSummary(
  reports: readonly RedactedReport[],
  pageUrl: string | null,
): Promise<string> {
  const page = { budget: summaryBudget, isComment: false };
  const markdown = await renderPage(reports, { commit: null, runUrl: null, pageUrl }, page);
  return `${markdown}\n`;
}

/**
 * Renders the comment of a pull request: the summary without long parts, and with links to the
 * commit and the run. It has less than 65,000 characters.
 */
export async function renderComment(
  reports: readonly RedactedReport[],
  links: RunLinks,
): Promise<string> {
  return renderPage(reports, links, { budget: commentBudget, isComment: true });
}

async function renderPage(
  reports: readonly RedactedReport[],
  links: RunLinks,
  page: Page,
): Promise<string> {
  const { budget } = page;
  const isSeveral = reports.length > 1;
  const detailed = listDetailed(reports);
  const parts = isSeveral ? [...renderOverview(reports, budget)] : [];
  // Each app has its share of the budget, so that the first ones do not use up all of it.
  const share: SizeBudget = {
    bytes: budget.bytes / detailed.length,
    listBytes: budget.listBytes / detailed.length,
    entries: budget.entries,
  };
  for (const report of detailed) {
    const written = await renderApp(report, isSeveral, { ...page, budget: share });
    const kept = takeBytes(written, share.bytes);
    const omitted = written.length - kept.length;
    parts.push(...kept);
    if (omitted > 0) parts.push(`… and ${formatCount(omitted, 'more part')}, omitted here.`);
  }
  const [headline = '', ...rest] = takeBytes(parts, budget.bytes + budget.listBytes);
  return joinTexts([headline, toRunLinks(links), ...rest], '\n\n');
}

/** Renders the result of several apps: a row for each that changed or failed. */
function renderOverview(reports: readonly RedactedReport[], budget: SizeBudget): readonly string[] {
  const { sign, headline, next } = describeRun(reports);
  const unchanged = reports.filter(isUnchanged);
  const parts = [
    toHeadline(sign, headline),
    toSentences(explainShared(reports)),
    toRemarks('warning', listRunWarnings(reports), budget),
    toMarkdownTable(toResultTable(reports), budget),
    toSentences(unchanged.length === 0 ? [] : [`Unchanged: ${nameSlugs(unchanged)}.`]),
    toNext(next),
  ];
  return parts.filter((part) => part !== '');
}

/**
 * Renders a report in the order in which readers need it: the result, what is wrong, what to do
 * next, what changed. If the app failed, or is one of several, what changed is in the details.
 */
async function renderApp(
  report: RedactedReport,
  isOneOfSeveral: boolean,
  { budget, isComment }: Page,
): Promise<readonly string[]> {
  const { result, facts, failure, helpUrl } = report;
  const isShort = result.level === 'error' || isOneOfSeveral;
  const needsSentences = needsLines(report, isOneOfSeveral);
  const sentences = toSentences(result.lines);
  const address = toAddress(facts.app?.url ?? '');
  const changes = toMarkdownTable(toChangeTable(facts), budget);
  const details = [
    needsSentences ? '' : sentences,
    isShort ? address : '',
    toMarkdownFacts(listFacts(report)),
    isShort ? changes : '',
    isComment ? '' : toMarkdownTable(toExcludedTable(facts), budget),
    isComment ? '' : toMarkdownTable(toWaitTable(facts), budget),
  ];
  const detailsTitle = joinTexts(['Details', nameFiles(facts)], ': ');
  const parts = [
    toHeadline(result.sign, result.headline),
    needsSentences ? sentences : '',
    isShort ? '' : address,
    toQuotation(facts.app?.reviewNote ?? ''),
    await toMarkdownProblems(report, budget),
    toRemarks('warning', facts.warnings, budget),
    toNext(result.next),
    // A paragraph: within a text, GitHub marks a link only by its color.
    toLink(`Help: ${result.code}`, helpUrl),
    toRemarks('notice', facts.notices, budget),
    isComment ? '' : toMarkdownTable(toAppTable(facts.apps ?? []), budget),
    isShort ? '' : changes,
    isComment ? '' : toMarkdownDiff(facts),
    toDetails(detailsTitle, joinTexts(details, '\n\n')),
    isComment ? '' : toStack(failure?.stack ?? ''),
  ];
  return parts.filter((part) => part !== '');
}

/** A line of links below the headline; empty if no page is known. */
function toRunLinks({ commit, runUrl, pageUrl }: RunLinks): string {
  const links = [
    commit === null ? '' : toLink(`Commit ${commit.sha.slice(0, 7)}`, toSafeUrl(commit.url)),
    toLink('Run', toSafeUrl(runUrl)),
    toLink('Open the page', pageUrl === null ? null : escapeLinkTarget(pageUrl)),
  ];
  return joinTexts(links, ' · ');
}

/** Escapes what could end a link, or begin other Markdown. The address may have a query. */
function escapeLinkTarget(url: string): string {
  const encoded = url.replace(/[^\w.~%/:?=&+,;@#-]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return encoded.replaceAll('&', '&amp;');
}
