import { takeTexts } from './bound.ts';
import type { CleanReport } from './clean.ts';
import { toSafeUrl } from './safe.ts';
import { renderHead } from './summary.ts';
import { type ProblemLimits, renderProblems } from './summary-problems.ts';
import { renderChanges } from './summary-tables.ts';

/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const longestComment = 64_000;

const commentProblems: ProblemLimits = { items: 20, frames: 5, bytes: 35_000 };

/** A comment of a pull request, as far as it is needed to find ours. `author` is the login, null where it is not known. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author?: string | null;
}

/**
 * The short form of the summary for the pull request, with the hidden mark that it is found by again. `runUrl` is the
 * page of the run, where the rest is. Redacted, since no mask reaches a comment, and under 65,000 characters.
 */
export async function toComment(
  report: CleanReport,
  options: { readonly slug: string; readonly runUrl: string | null },
): Promise<string> {
  const runUrl = toSafeUrl(options.runUrl);
  const link = runUrl === null ? [] : [`[The run and its summary](${runUrl})`];
  return `${[`${toMarker(options.slug)}\n${await renderBody(report)}`, ...link].join('\n\n')}\n`;
}

/**
 * Our comment about an app: the first that begins with its mark, and is by `author` where both are known, since
 * anybody may write the mark into a comment of their own. Null when there is none.
 */
export function findComment(comments: readonly Comment[], slug: string, author: string | null = null): Comment | null {
  const isOurs = (comment: Comment) => author === null || (comment.author ?? author) === author;
  return comments.find((comment) => comment.body.startsWith(toMarker(slug)) && isOurs(comment)) ?? null;
}

async function renderBody(report: CleanReport): Promise<string> {
  const parts = [
    renderHead(report),
    await renderProblems(report, commentProblems),
    renderChanges(report.facts.changes, report.facts.changed),
  ].filter((part) => part !== '');
  const { kept, left } = takeTexts(parts, { items: parts.length, bytes: longestComment });
  return [...kept, ...(left === 0 ? [] : ['The rest found no room here: see the summary of the run.'])].join('\n\n');
}

function toMarker(slug: string): string {
  return `<!-- miniapp-deploy:slug=${slug} -->`;
}
