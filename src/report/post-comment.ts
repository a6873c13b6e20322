import { toClause } from '../errors.ts';
import { type Comment, findComment } from './comment.ts';

/** Comments asked for in one page; a shorter page is the last. */
export const commentsPerPage = 100;

/** GitHub's own ceiling for a busy pull request is far below this many pages. */
const mostPages = 50;

/** What a pull request's comments can do. Every call may reject, with a `status` on the error where the API gave one. */
export interface CommentPort {
  /** One page of at most {@link commentsPerPage} comments, oldest first; pages count from 1. */
  list(page: number): Promise<readonly Comment[]>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
}

/** What became of the comment. */
export type Posted = 'created' | 'updated' | 'unchanged';

/** Where a comment goes, and what it says. */
export interface Post {
  readonly port: CommentPort;
  readonly slug: string;
  readonly body: string;
}

/** Brings the one comment about an app up to date: found across pages, changed in place, left alone when it says the same. */
export async function postComment({ port, slug, body }: Post): Promise<Posted> {
  const found = await searchPages(port, slug);
  if (found === null) {
    await port.create(body);
    return 'created';
  }
  // GitHub trims what it stores.
  if (found.body.trim() === body.trim()) return 'unchanged';
  await port.update(found.id, body);
  return 'updated';
}

async function searchPages(port: CommentPort, slug: string): Promise<Comment | null> {
  for (let page = 1; page <= mostPages; page += 1) {
    const comments = await port.list(page);
    const found = findComment(comments, slug);
    if (found !== null || comments.length < commentsPerPage) return found;
  }
  return null;
}

/** Why a comment could not be posted, in a sentence that names the permission where that is what lacks. */
export function explainCommentError(error: unknown): string {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  if (status === 401 || status === 403 || status === 404) {
    return `The pull-request comment was not posted (${status}): the job needs "permissions: pull-requests: write", which a pull request from a fork does not get. The result of the run stands.`;
  }
  return `The pull-request comment was not posted: ${toClause(error)}. The result of the run stands.`;
}
