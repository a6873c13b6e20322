import type { Minimatch, MinimatchOptions } from 'minimatch';
import { nameInputInText } from '../text/frontend.ts';
import { FolderError } from './folder-error.ts';
import type { Excluded, UnmatchedPattern } from './manifest.ts';

/** Most alternatives that the braces of one pattern may stand for. */
const maxAlternatives = 1000;
/** Alternatives that are listed at all, with their repetitions. */
const maxExpanded = 10_000;

/** The values of the inputs `include` and `exclude`. */
export interface Patterns {
  /** None means `**`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What a path stands for on disk. */
export type EntryType = 'file' | 'folder' | 'link' | 'other';

type Exclusion = Pick<Excluded, 'kind' | 'reason'>;

/** What the patterns say. */
export interface Selector {
  /** Null for a file that is sent, and for a folder that must be looked into. */
  readonly findExclusion: (path: string, type: EntryType) => Exclusion | null;
  /**
   * The patterns that match none of the paths that were sent or excluded; that of a folder ends
   * with `/`.
   */
  readonly listUnmatched: (paths: readonly string[]) => readonly UnmatchedPattern[];
}

/**
 * Compiles the patterns of `include` and `exclude` into a selector of paths relative to the folder.
 *
 * Patterns are minimatch's, case counts, always with `/`; `*` also matches a leading dot (what is
 * hidden is excluded by a built-in rule anyway). A leading `./` or `/` means the folder. `#` at the
 * start is a plain character, and so is `!` but for `!(…)`. In both inputs a pattern that names a
 * folder, as `docs`, `docs/`, `{docs,drafts}` and `docs/**` do, stands for all that is in it; one
 * with a wildcard in its last name, as `docs/*`, matches files only. Built-in rules always win,
 * then `exclude`. minimatch is loaded only when a pattern needs it, for the sake of the cold start.
 * Throws FolderError `pattern_invalid`, naming the pattern, for one whose braces stand for too
 * many.
 */
export async function createSelector({ include, exclude }: Patterns): Promise<Selector> {
  const narrowing = include.filter((text) => toSource(text) !== '**');
  const includesAll = include.length === 0 || narrowing.length < include.length;
  const included = await compile('include', narrowing);
  const excluded = await compile('exclude', exclude);
  return {
    findExclusion(path, type) {
      const isFolder = type === 'folder';
      const builtIn = findBuiltInExclusion(path.slice(path.lastIndexOf('/') + 1), isFolder);
      if (builtIn !== null) return builtIn;
      const excludedBy = excluded.find((each) => each.matches(path, isFolder));
      if (excludedBy)
        return { kind: 'pattern', reason: `matches the exclude pattern ${excludedBy.pattern}` };
      if (type === 'link') return { kind: 'not_a_file', reason: 'link' };
      if (type === 'other') return { kind: 'not_a_file', reason: 'not a file' };
      const mayMatch = (each: Pattern): boolean =>
        isFolder ? each.mayMatchIn(path) : each.matches(path, false);
      const isIncluded = includesAll || included.some(mayMatch);
      return isIncluded ? null : { kind: 'not_included', reason: 'matches no include pattern' };
    },
    listUnmatched(paths) {
      const unmatched = [...included, ...excluded].filter(
        (each) => !paths.some((path) => each.matches(path.replace(/\/$/, ''), path.endsWith('/'))),
      );
      return unmatched.map(({ input, pattern }) => ({ input, pattern }));
    },
  };
}

/** Names of files and folders that hold credentials, lower-case. */
const credentialNames = new Set(['.git', '.npmrc', '.netrc', '_netrc', '.aws', '.ssh']);
const credentialEndings = ['.pem', '.key', '.p12', '.pfx', '.ppk'];
/**
 * The private keys of ssh-keygen, their public halves and copies: `id_rsa`, `id_ed25519_sk.pub`,
 * `id_rsa-old`. No other `id_…`.
 */
const sshKey = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.~-].*)?$/;

/**
 * The rule that always excludes a file or folder of this name, or null.
 *
 * Takes the last part of the path only: what lies in an excluded folder is never looked at. Case
 * does not count, because on Windows and macOS `.ENV` opens the same file. No include pattern
 * overrides it (docs/threat-model.md).
 */
function findBuiltInExclusion(name: string, isFolder: boolean): Exclusion | null {
  const isHidden = name.startsWith('.');
  if (isCredential(name, isFolder)) {
    return { kind: isHidden ? 'hidden' : 'credential', reason: 'looks like a credential' };
  }
  if (name.toLowerCase() === 'node_modules')
    return { kind: 'node_modules', reason: 'node_modules' };
  return isHidden ? { kind: 'hidden', reason: isFolder ? 'hidden folder' : 'hidden file' } : null;
}

/**
 * True for the names that must not be published even when the app folder itself lies in them, such
 * as `.git`.
 */
export function isCredential(name: string, isFolder: boolean): boolean {
  const lower = name.toLowerCase();
  if (credentialNames.has(lower) || lower.startsWith('.env')) return true;
  return (
    credentialEndings.some((ending) => lower.endsWith(ending)) || (!isFolder && sshKey.test(lower))
  );
}

interface Pattern extends UnmatchedPattern {
  /** A folder matches a pattern that names it; a file also one that names a folder around it. */
  readonly matches: (path: string, isFolder: boolean) => boolean;
  /** Whether anything in this folder could match. */
  readonly mayMatchIn: (folder: string) => boolean;
}

async function compile(
  input: Pattern['input'],
  patterns: readonly string[],
): Promise<readonly Pattern[]> {
  if (patterns.length === 0) return [];
  const { Minimatch } = await import('minimatch');
  return patterns.map((pattern) => {
    const source = toSource(pattern);
    const isFolderName = pattern.endsWith('/') || namesFolders(source);
    const itself = new Minimatch(source, matchOptions);
    assertAlternatives(itself, pattern, input);
    const whole =
      isFolderName && !source.endsWith('/**')
        ? new Minimatch(`${source}/**`, matchOptions)
        : itself;
    return {
      input,
      pattern,
      matches(path, isFolder) {
        // With its slash a folder matches `docs/**`.
        if (isFolder) return isFolderName && whole.match(`${path}/`);
        return itself.match(path) || (isFolderName && whole.match(path));
      },
      mayMatchIn: (folder) => whole.match(folder, true),
    };
  });
}

/**
 * Throws FolderError `pattern_invalid`. minimatch cuts the list without a word, and what an exclude
 * pattern loses would be published.
 */
export function assertAlternatives(
  compiled: Minimatch,
  pattern: string,
  name: Pattern['input'] | 'folder',
): void {
  // In `globSet` equal ones count once. A list that was cut may have lost others.
  const isCut = compiled.braceExpand().length >= maxExpanded;
  if (compiled.globSet.length <= maxAlternatives && !isCut) return;
  const why = `its braces stand for more than ${maxAlternatives} alternatives`;
  throw new FolderError(
    `The pattern ${pattern} of ${nameInputInText(name)} cannot be used: ${why}.`,
    {
      code: 'pattern_invalid',
      next: `Write the pattern in ${nameInputInText(name)} with fewer alternatives, for example with *.`,
    },
  );
}

/** The same answers on every machine: `/` separates, `\` escapes, case counts. */
export const matchOptions: MinimatchOptions = {
  dot: true,
  nonegate: true,
  nocomment: true,
  platform: 'linux',
  braceExpandMax: maxExpanded,
};

/**
 * A pattern without what only says that it begins at the folder. `assets/` can only mean what is in
 * it, `.` and `./` everything.
 */
function toSource(text: string): string {
  return text.replace(/^(?:\.?\/|\.$)+/, '').replace(/^$|(?<=\/)$/, '**');
}

/** True where a pattern ends with a name or a choice of names, `/**` behind it aside. */
function namesFolders(source: string): boolean {
  const names = source.replace(/\/\*\*$/, '');
  return !/[*?]|!\(/.test(names.slice(names.lastIndexOf('/') + 1));
}
