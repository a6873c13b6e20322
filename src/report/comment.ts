import { toClause } from '../errors.ts';
import type { CleanReport } from './clean.ts';
import { toSafeUrl } from './escape.ts';
import { takeTexts } from './markdown.ts';
import { renderChanges, renderHead } from './summary.ts';
import { type ProblemLimits, renderProblems } from './summary-problems.ts';

/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const maxComment = 64_000;

const commentProblems: ProblemLimits = { items: 20, excerpts: 5, bytes: 35_000 };

/** A comment of a pull request, as far as it is needed to find ours. */
export interface Comment {
  readonly id: number;
  readonly body: string;
}

/** Comments asked for in one page; a shorter page is the last. */
export const commentsPerPage = 100;

/** GitHub's own ceiling for a busy pull request is far below this many pages. */
const maxPages = 50;

/** What a pull request's comments can do. Every call may reject, with a `status` on the error where the API gave one. */
export interface CommentPort {
  /** One page of at most {@link commentsPerPage} comments, oldest first; pages count from 1. */
  list(page: number): Promise<readonly Comment[]>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
}

/** A pull request, and the page of this run where it has one. */
export interface CommentTarget {
  readonly port: CommentPort;
  readonly runUrl: string | null;
}

/** Where a comment goes, and what it says. */
export interface Post {
  readonly port: CommentPort;
  readonly slug: string;
  readonly body: string;
  /** Ends the search for the comment, and nothing is sent after it; left out where there is no limit. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The short form of the summary for the pull request, with the hidden mark that it is found by again. `runUrl` is the
 * page of the run, where the rest is. Redacted, since no mask reaches a comment, and under 65,000 characters.
 */
export async function toComment(
  report: CleanReport,
  options: { readonly slug: string; readonly runUrl: string | null },
): Promise<string> {
  const parts = [renderHead(report), await renderProblems(report, commentProblems), renderChanges(report.facts)].filter(
    (part) => part !== '',
  );
  const { kept, omitted } = takeTexts(parts, maxComment);
  const runUrl = toSafeUrl(options.runUrl);
  const rest = [
    ...(omitted === 0 ? [] : ['More is in the summary of the run.']),
    ...(runUrl === null ? [] : [`[Run and summary](${runUrl})`]),
  ];
  return `${toMarker(options.slug)}\n${[...kept, ...rest].join('\n\n')}\n`;
}

/** Brings the one comment about an app up to date: found across pages, changed in place, left alone when it says the same. */
export async function postComment({ port, slug, body, signal }: Post): Promise<'created' | 'updated' | 'unchanged'> {
  const found = await findComment(port, slug, signal);
  signal?.throwIfAborted();
  if (found === null) {
    await port.create(body);
    return 'created';
  }
  // GitHub trims what it stores.
  if (found.body.trim() === body.trim()) return 'unchanged';
  await port.update(found.id, body);
  return 'updated';
}

/**
 * Our comment about an app: the first that begins with its mark; null when there is none. Anybody may write the mark, and
 * a token does not tell as whom it writes: docs/threat-model.md says why that does no harm.
 */
async function findComment(port: CommentPort, slug: string, signal?: AbortSignal): Promise<Comment | null> {
  for (let page = 1; page <= maxPages; page += 1) {
    signal?.throwIfAborted();
    const comments = await port.list(page);
    const found = comments.find(({ body }) => body.startsWith(toMarker(slug)));
    if (found !== undefined || comments.length < commentsPerPage) return found ?? null;
  }
  return null;
}

/** Why a comment could not be posted, and what to do where the cause is known. The result of the run is not changed by it. */
export function explainCommentError(error: unknown): string {
  const clause = toClause(error);
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  const lacksRight = status === 401 || status === 403 || status === 404;
  // GitHub answers 403 for these as well, and says in its words which it is.
  const isOther = /rate limit|abuse|locked|archived/i.test(clause.slice(0, 500));
  return lacksRight && !isOther
    ? `The pull-request comment was not posted (${status}): the job needs "permissions: pull-requests: write", which a pull request from a fork does not get. This does not change the result of the run.`
    : `The pull-request comment was not posted: ${clause}. This does not change the result of the run.`;
}

function toMarker(slug: string): string {
  return `<!-- miniapp-deploy:slug=${slug} -->`;
}
