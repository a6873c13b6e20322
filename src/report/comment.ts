import { toSafeSlug, toSafeUrl } from '../escape.ts';
import { joinTexts } from '../format.ts';
import type { CleanReport } from './clean.ts';
import { takeTexts } from './markdown.ts';
import { describeResult } from './messages.ts';
import { printMarkdown } from './print-markdown.ts';
import { type Block, listDetailed, tellApp, tellRun } from './tell.ts';

/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const maxComment = 64_000;

/** Characters of the mark of a comment about several apps. */
const maxMark = 500;

const maxProblems = { items: 20, excerpts: 5, bytes: 35_000 };

/** What only the summary has of an app. */
const left: ReadonlySet<Block['is']> = new Set(['apps', 'remarks', 'diff', 'fold', 'stack']);

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
  /** False where the comment is somebody else's, or gone. */
  update(id: number, body: string): Promise<boolean>;
}

/** A pull request, and the page of this run where it has one. */
export interface CommentTarget {
  readonly port: CommentPort;
  readonly runUrl: string | null;
  /** The input `folder` where it stands for several apps, else null: what their one comment is found by. */
  readonly folders: string | null;
}

/**
 * Brings the comment about an app, or about the apps of a step, up to date: found across pages, changed in place, left alone when it
 * says the same. After a race there may be two of ours, which both are. It is the short form of the summary, redacted, since no mask
 * reaches a comment, and under 65,000 characters. Null where the report is about no app.
 *
 * Ours begins with its hidden mark. Anybody may write the mark, and a token does not tell as whom it writes: where GitHub refuses to
 * change such a comment it is none of ours. docs/threat-model.md says why that does no harm.
 */
export async function postComment(
  reports: readonly CleanReport[],
  { port, runUrl, folders }: CommentTarget,
): Promise<'created' | 'updated' | 'unchanged' | null> {
  const about = nameSubject(reports, folders);
  if (about === null) return null;
  const marker = `<!-- miniapp-deploy:${about} -->`;
  const body = `${marker}\n${await renderComment(reports, toSafeUrl(runUrl))}\n`;
  let done: 'updated' | 'unchanged' | null = null;
  for await (const comment of port.list()) {
    if (!comment.body.startsWith(marker)) continue;
    // GitHub trims what it stores.
    if (comment.body.trim() === body.trim()) done ??= 'unchanged';
    else if (await port.update(comment.id, body)) done = 'updated';
  }
  if (done !== null) return done;
  await port.create(body);
  return 'created';
}

/** What a comment is about: an app by its slug, several by the input `folder`, in letters that cannot end a comment of HTML. */
function nameSubject(reports: readonly CleanReport[], folders: string | null): string | null {
  if (folders !== null) return `folder=${encodeURIComponent(folders).replaceAll('-', '%2D').slice(0, maxMark)}`;
  const slug = toSafeSlug(reports[0]?.facts.slug ?? null);
  return slug === null ? null : `slug=${slug}`;
}

async function renderComment(reports: readonly CleanReport[], runUrl: string | null): Promise<string> {
  const detailed = listDetailed(reports);
  const parts = [...(await printMarkdown(tellRun(reports), maxProblems))];
  for (const report of detailed) {
    const blocks = tellApp(report, describeResult(report, 'anybody')).filter(({ is }) => !left.has(is));
    parts.push(...(await printMarkdown(blocks, maxProblems, detailed.length)));
  }
  const kept = takeTexts(parts, maxComment);
  const more = kept.length < parts.length ? 'More is in the summary of the run.' : '';
  return joinTexts([...kept, more, runUrl === null ? '' : `[Run and summary](${runUrl})`], '\n\n');
}
