import { takeTexts } from './bound.ts';
import type { CleanReport } from './clean.ts';
import { toSafeUrl } from './safe.ts';
import { renderHead } from './summary.ts';
import { type ProblemLimits, renderProblems } from './summary-problems.ts';
import { renderChanges } from './summary-tables.ts';

/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const longestComment = 64_000;

const commentProblems: ProblemLimits = { items: 20, frames: 5, bytes: 35_000 };

/** A comment of a pull request, as far as it is needed to find ours. */
export interface Comment {
  readonly id: number;
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
  const runUrl = toSafeUrl(options.runUrl);
  const link = runUrl === null ? [] : [`[The run and its summary](${runUrl})`];
  return `${[`${toMarker(options.slug)}\n${await renderBody(report)}`, ...link].join('\n\n')}\n`;
}

/**
 * Our comment about an app: the first that begins with its mark; null when there is none. Anybody may write the mark, and
 * a token does not tell as whom it writes: docs/threat-model.md says why that does no harm.
 */
export async function findComment(comments: AsyncIterable<Comment>, slug: string): Promise<Comment | null> {
  for await (const comment of comments) {
    if (comment.body.startsWith(toMarker(slug))) return comment;
  }
  return null;
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
