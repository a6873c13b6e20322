import { toSafeSlug, toSafeUrl } from '../escape.ts';
import { joinTexts } from '../format.ts';
import type { CleanReport } from './clean.ts';
import { takeTexts } from './markdown.ts';
import { renderChanges, renderHead } from './summary.ts';
import { renderProblems } from './summary-problems.ts';

/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const maxComment = 64_000;

const maxProblems = { items: 20, excerpts: 5, bytes: 35_000 };

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

/**
 * Brings the one comment about an app up to date: found across pages, changed in place, left alone when it says the same.
 * It is the short form of the summary, redacted, since no mask reaches a comment, and under 65,000 characters. Null where the
 * report is about no app.
 *
 * Ours is the first that begins with its hidden mark. Anybody may write the mark, and a token does not tell as whom it writes:
 * docs/threat-model.md says why that does no harm.
 */
export async function postComment(
  report: CleanReport,
  { port, runUrl }: CommentTarget,
): Promise<'created' | 'updated' | 'unchanged' | null> {
  const slug = toSafeSlug(report.facts.slug);
  if (slug === null) return null;
  const marker = `<!-- miniapp-deploy:slug=${slug} -->`;
  const body = `${marker}\n${await renderComment(report, toSafeUrl(runUrl))}\n`;
  for await (const comment of port.list()) {
    if (!comment.body.startsWith(marker)) continue;
    // GitHub trims what it stores.
    if (comment.body.trim() === body.trim()) return 'unchanged';
    await port.update(comment.id, body);
    return 'updated';
  }
  await port.create(body);
  return 'created';
}

async function renderComment(report: CleanReport, runUrl: string | null): Promise<string> {
  const all = [renderHead(report, 'anybody'), await renderProblems(report, maxProblems), renderChanges(report.facts)];
  const parts = all.filter((part) => part !== '');
  const kept = takeTexts(parts, maxComment);
  const more = kept.length < parts.length ? 'More is in the summary of the run.' : '';
  return joinTexts([...kept, more, runUrl === null ? '' : `[Run and summary](${runUrl})`], '\n\n');
}
