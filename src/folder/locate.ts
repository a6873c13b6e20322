import { nameSubject, type Problem } from '../outcome.ts';
import { createMentionFinder, type MentionFinder } from './mentions.ts';
import type { Packed } from './packed.ts';
import { resolvePath, toPlainPath } from './resolve-path.ts';
import { Sources } from './sources.ts';

/** A problem as the service named it: `path` may be written in many ways, `field` names a key of `service.json`. */
export type NamedProblem = Problem & { readonly field?: string };

/**
 * Gives problems that the service named their place in the folder's files, as far as it can be known.
 *
 * A path becomes a packed file's exact path. A line or column outside the file becomes null. A field gets the place of its value
 * in `service.json`, line 1 when it has none: then the message names it. A file that the folder lacks gets the one line of
 * `index.html` or `service.json` that names it, else its own path without a line; what is not plainly a path in the folder
 * becomes null, and the message names it. Each file is read at most once.
 * Throws FolderError `file_changed` or `file_unreadable`.
 */
export async function locateProblems(packed: Packed, problems: readonly NamedProblem[]): Promise<readonly Problem[]> {
  const sources = new Sources(packed);
  const findMention = createMentions(sources);
  return problems.map((problem) => locateProblem(problem, sources, findMention));
}

function createMentions(sources: Sources): MentionFinder {
  let finder: MentionFinder | null = null;
  return (wanted) => {
    finder ??= createMentionFinder(
      (['index.html', 'service.json'] as const).map((path) => [path, sources.readSource(path) ?? '']),
    );
    return finder(wanted);
  };
}

function locateProblem(named: NamedProblem, sources: Sources, findMention: MentionFinder): Problem {
  const { field, ...problem } = named;
  if (problem.path === null) return { ...problem, line: null, column: null };
  const resolved = resolvePath(problem.path, (path) => sources.has(path));
  if (resolved === null) return placeMissing(named, problem.path, findMention);
  const { path } = resolved;
  const written = sources.clamp(
    path,
    problem.line ?? resolved.line,
    problem.line === null ? resolved.column : problem.column,
  );
  if (written.line !== null || field === undefined || path !== 'service.json') return { ...problem, path, ...written };
  const place = sources.findField(field);
  if (place !== undefined) return { ...problem, path, ...place };
  return { ...problem, path, line: 1, column: null, message: nameSubject(field, problem.message) };
}

/** The folder has no such file: a page that names it in one line is where to correct it. */
function placeMissing({ field, ...problem }: NamedProblem, written: string, findMention: MentionFinder): Problem {
  const plain = toPlainPath(written);
  const mention = findMention(plain);
  if (mention === null && plain === written && isInside(plain)) {
    const message = field === undefined ? problem.message : nameSubject(field, problem.message);
    return { ...problem, path: plain, line: null, column: null, message };
  }
  const place = mention ?? { path: null, line: null, column: null };
  return { ...problem, ...place, message: nameSubject(written, problem.message) };
}

/** True for what reads as the path of a file in the folder: with a dot or a slash, no way out of it, and no address. */
function isInside(path: string): boolean {
  if (path.length > longestPath || !/[./]/.test(path) || /^\w+:|[\p{C}]/u.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

const longestPath = 1000;
