import { toFailure } from '../errors.ts';
import { type Comment, findComment } from './comment.ts';

/** What a pull request's comments can do. Every call may throw. */
export interface CommentPort {
  /** The comments, oldest first; bounded. */
  list(): AsyncIterable<Comment>;
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

/** Brings the one comment about an app up to date: changed in place, left alone when it says the same. */
export async function postComment({ port, slug, body }: Post): Promise<Posted> {
  const found = await findComment(port.list(), slug);
  if (found === null) {
    await port.create(body);
    return 'created';
  }
  // GitHub trims what it stores.
  if (found.body.trim() === body.trim()) return 'unchanged';
  await port.update(found.id, body);
  return 'updated';
}

/** Why a comment could not be posted, and what to do. */
export function explainCommentError(error: unknown): string {
  const { message, next } = toFailure(error);
  return `The pull-request comment was not posted: ${message}. ${next} The result of the run stands.`;
}
