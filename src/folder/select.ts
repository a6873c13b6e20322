import type { Minimatch } from 'minimatch';
import { FolderError } from './errors.ts';
import { findBuiltInReason } from './exclusions.ts';

/** Longest pattern, in UTF-16 units. */
export const longestPattern = 1024;
/** Most patterns of one input. */
export const mostPatterns = 1000;
/** Most alternatives that the braces of one pattern may stand for. */
const mostAlternatives = 1000;

/** The values of the inputs `include` and `exclude`. */
export interface Patterns {
  /** None means `**`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Decides about one path after the other. Each answer is the reason to leave it out, in plain words, or null. */
export interface Selector {
  /** The built-in rules, then the exclude patterns. */
  readonly findExclusion: (path: string, isFolder: boolean) => string | null;
  /** The include patterns. For a folder: whether anything below it could match. */
  readonly findOmission: (path: string, isFolder: boolean) => string | null;
}

/**
 * Compiles the patterns of `include` and `exclude` into a selector of paths relative to the folder.
 *
 * Patterns are minimatch's, case counts, always with `/`; `*` also matches a leading dot (what is hidden is left out by a
 * built-in rule anyway). A leading `./` or `/` means the folder. `#` at the start is a plain character, not a comment;
 * a `!` there is refused, since it would do nothing. An exclude pattern that matches a folder leaves out all that is in it. Built-in rules always win.
 * minimatch is loaded only when a pattern needs it, for the sake of the cold start.
 * Throws FolderError `pattern_invalid`, naming the pattern, for one that is too long, reaches outside, or can only be a mistake.
 */
export async function createSelector(patterns: Patterns): Promise<Selector> {
  // `assets/` can only mean what is in it: a file's path never ends with a slash.
  const include = readPatterns('include', patterns.include).map((pattern) => pattern.replace(/\/$/, '/**'));
  const exclude = readPatterns('exclude', patterns.exclude);
  const takesAll = include.length === 0 || include.some((pattern) => pattern === '**');
  const isExcluded = await compileExclude(exclude);
  const isIncluded = takesAll ? () => true : await compileInclude(include);
  return {
    findExclusion(path, isFolder) {
      const builtIn = findBuiltInReason(path.slice(path.lastIndexOf('/') + 1), isFolder);
      if (builtIn !== null) return builtIn;
      const pattern = isExcluded(path, isFolder);
      return pattern === undefined ? null : `matches the exclude pattern ${pattern}`;
    },
    findOmission: (path, isFolder) => (isIncluded(path, isFolder) ? null : 'matches no include pattern'),
  };
}

async function compileExclude(
  patterns: readonly string[],
): Promise<(path: string, isFolder: boolean) => string | undefined> {
  if (patterns.length === 0) return () => undefined;
  const matchers = await compile('exclude', patterns, false);
  return (path, isFolder) =>
    // With its slash a folder also matches `docs/` and `docs/**`.
    matchers.find(({ matcher }) => matcher.match(path) || (isFolder && matcher.match(`${path}/`)))?.pattern;
}

async function compileInclude(patterns: readonly string[]): Promise<(path: string, isFolder: boolean) => boolean> {
  const whole = await compile('include', patterns, false);
  const partial = await compile('include', patterns, true);
  return (path, isFolder) => (isFolder ? partial : whole).some(({ matcher }) => matcher.match(path));
}

interface Compiled {
  readonly pattern: string;
  readonly matcher: Minimatch;
}

async function compile(input: string, patterns: readonly string[], partial: boolean): Promise<readonly Compiled[]> {
  const { Minimatch } = await import('minimatch');
  return patterns.map((pattern) => {
    const matcher = new Minimatch(pattern, {
      dot: true,
      nonegate: true,
      nocomment: true,
      // The same answers on every machine: `/` separates, `\` escapes, case counts.
      platform: 'linux',
      windowsPathsNoEscape: false,
      nocase: false,
      braceExpandMax: mostAlternatives + 1,
      partial,
    });
    // minimatch cuts the list without a word, and what an exclude pattern loses would be published.
    if (matcher.globSet.length > mostAlternatives) {
      throw refuse(input, pattern, `its braces stand for more than ${mostAlternatives} alternatives`);
    }
    return { pattern, matcher };
  });
}

function readPatterns(input: string, raw: readonly string[]): readonly string[] {
  const patterns = raw.map((pattern) => pattern.replace(/^(?:\.?\/)+/, '')).filter((pattern) => pattern !== '');
  if (patterns.length > mostPatterns) {
    const next = `Write at most ${mostPatterns} patterns; one with ** or braces can stand for many.`;
    throw new FolderError('pattern_invalid', `The input ${input} has ${patterns.length} patterns.`, { next });
  }
  for (const pattern of patterns) assertPattern(input, pattern);
  return patterns;
}

function assertPattern(input: string, pattern: string): void {
  if (pattern.length > longestPattern) {
    throw refuse(input, `${pattern.slice(0, 60)}…`, `it is longer than ${longestPattern} characters`);
  }
  if (pattern.includes('\0')) throw refuse(input, pattern, 'no file name has a NUL in it');
  // As a plain character it would have no effect, and nobody would know; `!(a|b)` is a pattern of its own.
  if (/^!(?!\()/.test(pattern)) {
    throw refuse(input, pattern, 'a ! at the start does not turn it around; name what stays behind in exclude');
  }
  if (pattern.split('/').includes('..')) throw refuse(input, pattern, 'it reaches outside the folder');
  // `assets\img` would be read as `assetsimg` and match nothing, so that an exclude pattern would publish what it names.
  if (/\\[\p{L}\p{N}_.]|\\$/u.test(pattern)) throw refuse(input, pattern, 'folders are separated by /, not by \\');
}

function refuse(input: string, pattern: string, why: string): FolderError {
  return new FolderError('pattern_invalid', `The pattern ${pattern} of the input ${input} cannot be used: ${why}.`, {
    next: `Correct the pattern in the input ${input}. Patterns are relative to the folder and use /.`,
  });
}
