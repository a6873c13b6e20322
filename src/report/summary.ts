import { toSafeUrl } from '../text/escape.ts';
import { formatCount, joinTexts } from '../text/format.ts';
import {
  type SizeBudget,
  takeBytes,
  writeAddress,
  writeDetails,
  writeDiff,
  writeFacts,
  writeHeadline,
  writeLink,
  writeNext,
  writeProblems,
  writeQuotation,
  writeRemarks,
  writeSentences,
  writeStack,
  writeTable,
} from './markdown.ts';
import type { Report } from './report.ts';
import {
  describeRun,
  describeUnchanged,
  explainShared,
  listDetailed,
  listRunWarnings,
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
import { describeReport, findHelpUrl, nameFiles } from './words.ts';

/** Pages about a run; null if they are not known. */
export interface RunLinks {
  readonly commit: { readonly sha: string; readonly url: string } | null;
  readonly runUrl: string | null;
  /** The page of the app that this run published for reviewers. */
  readonly pageUrl: string | null;
  readonly pictureUrls: readonly string[];
}

/** A page that shows reports, and its limits. */
interface Page {
  readonly budget: SizeBudget;
  /** True if the text is for a comment, which omits long parts about a single app. */
  readonly isComment: boolean;
  /** The address of a file at the commit of the run, without the file's path; null if unknown. */
  readonly fileUrl: string | null;
}

/**
 * The limits of a job summary. The runner drops a summary of more than 1,048,576 bytes completely.
 */
export const summaryBudget: SizeBudget = { bytes: 900_000, listBytes: 80_000, entries: 100 };

/** The limits of a comment. GitHub refuses a comment of more than 65,536 characters. */
export const commentBudget: SizeBudget = { bytes: 50_000, listBytes: 12_000, entries: 20 };

/**
 * Renders the job summary in GitHub's Markdown: first what is wrong and what to do next, then what
 * changed, and details that fold. With several apps, a table comes first. Outside text is escaped,
 * and everything is bounded: the summary has less than 1 MB.
 */
export function renderSummary(reports: readonly Report[], links: RunLinks): string {
  const page = { budget: summaryBudget, isComment: false, fileUrl: toFileUrl(links) };
  const shown = { ...links, commit: null, runUrl: null };
  const markdown = renderPage(reports, shown, page);
  return `${markdown}\n`;
}

/**
 * Renders the comment of a pull request: the summary without long parts, and with links to the
 * commit and the run. It has less than 65,000 characters.
 */
export function renderComment(reports: readonly Report[], links: RunLinks): string {
  const page = { budget: commentBudget, isComment: true, fileUrl: toFileUrl(links) };
  return renderPage(reports, links, page);
}

function toFileUrl({ commit }: RunLinks): string | null {
  const url = toSafeUrl(commit?.url);
  if (url === null || !/\/commit\/[^/]+$/.test(url)) return null;
  return url.replace(/\/commit\/([^/]+)$/, '/blob/$1');
}

function renderPage(reports: readonly Report[], links: RunLinks, page: Page): string {
  const { budget } = page;
  const isSeveral = reports.length > 1;
  const detailed = listDetailed(reports);
  const parts: string[] = [];
  if (isSeveral) parts.push(...renderRunParts(reports, budget));
  // Each app has its share of the budget, so that the first apps do not use up all of it.
  const share: SizeBudget = {
    bytes: budget.bytes / detailed.length,
    listBytes: budget.listBytes / detailed.length,
    entries: budget.entries,
  };
  for (const report of detailed) {
    const written = renderAppParts(report, isSeveral, { ...page, budget: share });
    const kept = takeBytes(written, share.bytes);
    const omitted = written.length - kept.length;
    parts.push(...kept);
    if (omitted > 0) parts.push(`… and ${formatCount(omitted, 'more part')}, omitted here.`);
  }
  const [headline = '', ...rest] = takeBytes(parts, budget.bytes + budget.listBytes);
  return joinTexts([headline, writeRunLinks(links), ...rest], '\n\n');
}

/** Renders the result of several apps: a row for each that changed or failed. */
function renderRunParts(reports: readonly Report[], budget: SizeBudget): readonly string[] {
  const message = describeRun(reports);
  const parts = [
    writeHeadline(message.sign, message.headline),
    writeSentences(explainShared(reports)),
    writeRemarks('warning', listRunWarnings(reports), budget),
    writeTable(toResultTable(reports), budget),
    writeSentences(describeUnchanged(reports)),
    writeNext(message.next),
  ];
  return parts.filter((part) => part !== '');
}

/**
 * Renders a report in the order in which readers need it: the result, what is wrong, what to do
 * next, what changed. If the app failed, or is one of several, what changed is in the details.
 */
function renderAppParts(report: Report, isOneOfSeveral: boolean, page: Page): readonly string[] {
  const words = describeReport(report);
  const { budget, isComment } = page;
  const parts: string[] = [];
  const details: string[] = [];
  const isShort = words.level === 'error' || isOneOfSeveral;
  const secondary = isShort ? details : parts;

  parts.push(writeHeadline(words.sign, words.headline));
  const explained = needsLines(report, isOneOfSeveral) ? parts : details;
  explained.push(writeSentences(words.lines));
  secondary.push(writeAppAddress(report, isComment));
  parts.push(
    writeQuotation(report.app?.reviewNote ?? ''),
    writeProblems(report, budget, page.fileUrl),
    writeRemarks('warning', report.warnings, budget),
    writeNext(words.next),
    // The link is a paragraph of its own, because GitHub marks a link within a text only by its
    // color.
    writeLink(`Help: ${words.code}`, findHelpUrl(report)),
    writeRemarks('notice', report.notices, budget),
  );
  if (!isComment) parts.push(writeTable(toAppTable(report.apps ?? []), budget));
  details.push(writeFacts(listFacts(report)));
  secondary.push(writeTable(toChangeTable(report), budget));
  if (!isComment) {
    parts.push(writeDiff(report));
    details.push(writeTable(toExcludedTable(report), budget));
    details.push(writeTable(toWaitTable(report), budget));
  }
  const title = joinTexts(['Details', nameFiles(report)], ': ');
  parts.push(writeDetails(title, joinTexts(details, '\n\n')));
  if (!isComment) parts.push(writeStack(report.failure?.stack ?? ''));
  return parts.filter((part) => part !== '');
}

/**
 * Writes the app's address. A comment stays for longer than the content that it is about, so it
 * describes what the address shows.
 */
function writeAppAddress({ app }: Report, isComment: boolean): string {
  const address = writeAddress(app?.url ?? '');
  if (!isComment || address === '') return address;
  const isPublic = app?.status?.startsWith('published') ?? false;
  return `${isPublic ? 'The app' : 'The draft'} as it is now: ${address}`;
}

/** Maximum number of pictures that are linked. */
const maxPictures = 10;
/** The names of two pictures, in the order of the input `page-url`. */
const pairNames = ['Phone', 'Desktop'];

/** A line of links below the headline; empty if no page is known. */
function writeRunLinks(pages: RunLinks): string {
  const { commit, pageUrl } = pages;
  const links: string[] = [];
  if (commit !== null)
    links.push(writeLink(`Commit ${commit.sha.slice(0, 7)}`, toSafeUrl(commit.url)));
  links.push(writeLink('Run', toSafeUrl(pages.runUrl)));
  if (pageUrl !== null) links.push(writeLink('Open the page', escapeLinkTarget(pageUrl)));
  for (const [index, url] of pages.pictureUrls.slice(0, maxPictures).entries()) {
    const pairName = pages.pictureUrls.length === pairNames.length ? pairNames[index] : undefined;
    links.push(writeLink(pairName ?? `Picture ${index + 1}`, escapeLinkTarget(url)));
  }
  return joinTexts(links, ' · ');
}

/**
 * Escapes the characters that could end a link or begin other Markdown. The address may have a
 * query.
 */
function escapeLinkTarget(url: string): string {
  const encoded = url.replace(/[^\w.~%/:?=&+,;@#-]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return encoded.replaceAll('&', '&amp;');
}
