import { toFailure } from '../errors.ts';
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
  /** Empty where GitHub gives none. */
  readonly body: string;
}

/** What a pull request's comments can do. Every call may throw an ActionError. */
export interface CommentPort {
  /** The comments, oldest first; bounded. */
  list(): AsyncIterable<Comment>;
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
export async function postComment({ port, slug, body }: Post): Promise<'created' | 'updated' | 'unchanged'> {
  const found = await findComment(port, slug);
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
async function findComment(port: CommentPort, slug: string): Promise<Comment | null> {
  for await (const comment of port.list()) {
    if (comment.body.startsWith(toMarker(slug))) return comment;
  }
  return null;
}

/** Why a comment could not be posted, and what to do. The result of the run is not changed by it. */
export function explainCommentError(error: unknown): string {
  const { message, next } = toFailure(error);
  return `The pull-request comment was not posted: ${message}. ${next} This does not change the result of the run.`;
}

function toMarker(slug: string): string {
  return `<!-- miniapp-deploy:slug=${slug} -->`;
}
