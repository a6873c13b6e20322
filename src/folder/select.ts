import type { Minimatch } from 'minimatch';
import { FolderError } from './errors.ts';
import { findBuiltInReason } from './exclusions.ts';

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
 * built-in rule anyway). A leading `./` or `/` means the folder. `#` at the start is a plain character, and so is `!` but
 * for `!(…)`. An exclude pattern that names a folder, as `docs`, `docs/`, `{docs,drafts}` and `docs/**` do, leaves out all that is
 * in it; one that only matches folders beside files, as `docs/*` does, is about the files. Built-in rules always win.
 * minimatch is loaded only when a pattern needs it, for the sake of the cold start. What can be wrong with a pattern's text
 * was found when the inputs were read.
 * Throws FolderError `pattern_invalid`, naming the pattern, for one whose braces stand for too many.
 */
export async function createSelector(patterns: Patterns): Promise<Selector> {
  // `assets/` can only mean what is in it: a file's path never ends with a slash.
  const include = toPlain(patterns.include).map((pattern) => pattern.replace(/\/$/, '/**'));
  const exclude = toPlain(patterns.exclude);
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
    matchers.find(({ matcher, pattern }) => {
      if (!isFolder) return matcher.match(path);
      // With its slash a folder also matches `docs/` and `docs/**`.
      return namesFolders(pattern) && (matcher.match(path) || matcher.match(`${path}/`));
    })?.pattern;
}

/** True where a pattern ends with a slash, or with a name or a choice of names, `/**` behind it aside. */
function namesFolders(pattern: string): boolean {
  const last = pattern.replace(/\/\*\*$/, '').replace(/^.*\//s, '');
  return last === '' || !/[*?]|!\(/.test(last);
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

/** Patterns without what only says that they begin at the folder. */
function toPlain(patterns: readonly string[]): readonly string[] {
  return patterns.map((pattern) => pattern.replace(/^(?:\.?\/)+/, '')).filter((pattern) => pattern !== '');
}

function refuse(input: string, pattern: string, why: string): FolderError {
  return new FolderError('pattern_invalid', `The pattern ${pattern} of the input ${input} cannot be used: ${why}.`, {
    next: `Correct the pattern in the input ${input}. Patterns are relative to the folder and use /.`,
  });
}
