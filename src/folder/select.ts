import type { Minimatch, MinimatchOptions } from 'minimatch';
import { makeError } from '../errors.ts';
import { nameInputInText } from '../text/frontend.ts';

/** The values of the inputs `include` and `exclude`. */
export interface Patterns {
  /** An empty list means `**`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The reason why a path is not sent. */
interface Exclusion {
  /** The rule that excludes the path. The first three are built in. */
  readonly kind:
    | 'credential' // The file has the name of a credential, such as `id_rsa`.
    | 'node_modules'
    | 'hidden' // The name begins with a dot.
    | 'pattern' // A pattern of `exclude` matches it.
    | 'not_a_file' // A link, a pipe, a socket or a device.
    | 'not_included'; // No pattern of `include` matches it.
  /** In plain words, such as "hidden file" or "matches the exclude pattern docs". */
  readonly reason: string;
}

/** A file or folder that is not sent. */
export interface Excluded extends Exclusion {
  /** The path of a folder ends with `/` and stands for everything in it. */
  readonly path: string;
}

/** A pattern that matched no path, and the input it comes from. */
export interface UnmatchedPattern {
  readonly input: 'include' | 'exclude';
  /** The text in the workflow. */
  readonly pattern: string;
}

export type EntryType = 'file' | 'folder' | 'link' | 'other';

/**
 * Compiles the patterns of `include` and `exclude`, which are relative to the folder.
 *
 * - The syntax is minimatch's. Case counts and `/` is the only separator on every platform.
 * - `*` also matches a leading dot; hidden files are excluded by a built-in rule anyway.
 * - A leading `./` or `/` means the folder. A leading `#` or `!` is a plain character, except in
 *   `!(…)`.
 * - A pattern that names a folder (`docs`, `docs/`, `{docs,drafts}`, `docs/**`) stands for
 *   everything in it. A pattern with a wildcard in its last name (`docs/*`) matches files only.
 * - Built-in rules always win, then `exclude`.
 *
 * minimatch is loaded only if there is a pattern, which saves time at the start. Throws ActionError
 * `pattern_invalid` for a pattern whose braces expand to too many alternatives.
 *
 * @example
 * const selector = await createSelector({ include: [], exclude: ['docs'] });
 * selector.findExclusion('docs', 'folder'); // { kind: 'pattern', reason: 'matches the exclude …' }
 */
export async function createSelector(patterns: Patterns): Promise<Selector> {
  const narrowing = patterns.include.filter((pattern) => toSource(pattern) !== '**');
  const includesAll = patterns.include.length === 0 || narrowing.length < patterns.include.length;
  const included = await compile('include', narrowing);
  const excluded = await compile('exclude', patterns.exclude);
  return new Selector(includesAll ? null : included, excluded, [...included, ...excluded]);
}

/** Decides which paths of a folder are sent. */
export class Selector {
  /** Null if everything is included. */
  readonly #included: readonly CompiledPattern[] | null;
  readonly #excluded: readonly CompiledPattern[];
  readonly #all: readonly CompiledPattern[];

  constructor(
    included: readonly CompiledPattern[] | null,
    excluded: readonly CompiledPattern[],
    all: readonly CompiledPattern[],
  ) {
    this.#included = included;
    this.#excluded = excluded;
    this.#all = all;
  }

  /**
   * Returns the reason why a path is excluded; null for a file to send, and for a folder that may
   * contain one.
   */
  findExclusion(path: string, type: EntryType): Exclusion | null {
    const isFolder = type === 'folder';
    const builtIn = findBuiltInExclusion(path.slice(path.lastIndexOf('/') + 1), isFolder);
    if (builtIn !== null) return builtIn;
    const excludedBy = this.#excluded.find((each) => each.matches(path, isFolder));
    if (excludedBy !== undefined)
      return { kind: 'pattern', reason: `matches the exclude pattern ${excludedBy.pattern}` };
    if (type === 'link') return { kind: 'not_a_file', reason: 'link' };
    if (type === 'other') return { kind: 'not_a_file', reason: 'not a file' };
    if (this.#included === null) return null;
    const isIncluded = this.#included.some((each) =>
      isFolder ? each.mayMatchIn(path) : each.matches(path, false),
    );
    return isIncluded ? null : { kind: 'not_included', reason: 'matches no include pattern' };
  }

  /**
   * Returns the patterns that match none of the sent and excluded paths. The path of a folder must
   * end with `/`.
   */
  listUnmatched(paths: readonly string[]): readonly UnmatchedPattern[] {
    const unmatched = this.#all.filter((each) => {
      const matches = (path: string): boolean =>
        each.matches(path.replace(/\/$/, ''), path.endsWith('/'));
      return !paths.some(matches);
    });
    return unmatched.map(({ input, pattern }) => ({ input, pattern }));
  }
}

/** Names of files and folders that hold credentials, in lower case. */
const credentialNames = new Set(['.npmrc', '.netrc', '_netrc', '.aws', '.ssh']);
const credentialEndings = ['.pem', '.key', '.p12', '.pfx', '.ppk'];
/**
 * Private keys of ssh-keygen, their public halves and copies: `id_rsa`, `id_ed25519_sk.pub`,
 * `id_rsa-old`. Other names with `id_` do not match.
 */
const sshKey = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.~-].*)?$/;

/**
 * Returns the built-in rule that excludes a file or folder of this name, or null.
 *
 * Only the last name of a path is needed, because the contents of an excluded folder are never
 * read. Case is ignored: on Windows and macOS `.ENV` opens the same file as `.env`. No include
 * pattern overrides these rules (docs/threat-model.md).
 */
function findBuiltInExclusion(name: string, isFolder: boolean): Exclusion | null {
  const isHidden = name.startsWith('.');
  if (isGit(name)) return { kind: 'hidden', reason: 'not part of an app' };
  if (isCredential(name, isFolder))
    return { kind: isHidden ? 'hidden' : 'credential', reason: 'looks like a credential' };
  if (name.toLowerCase() === 'node_modules')
    return { kind: 'node_modules', reason: 'node_modules' };
  if (!isHidden) return null;
  return { kind: 'hidden', reason: isFolder ? 'hidden folder' : 'hidden file' };
}

/**
 * Files that steps of a job write: the credentials of google-github-actions/auth and of
 * actions/checkout; and a `.env` file that is not hidden.
 */
const jobCredential =
  /^(?:gha-creds-.*\.json|git-credentials-.*\.config|env\.(?:prod|production|stag|staging|dev|development|test|local)(?:\..*)?)$/;

/** True if the name is `.git`: a folder in a repository, but a file in a submodule. */
export function isGit(name: string): boolean {
  return name.toLowerCase() === '.git';
}

export function isCredential(name: string, isFolder: boolean): boolean {
  const lower = name.toLowerCase();
  if (credentialNames.has(lower) || lower.startsWith('.env')) return true;
  if (credentialEndings.some((ending) => lower.endsWith(ending))) return true;
  return !isFolder && (sshKey.test(lower) || jobCredential.test(lower));
}

async function compile(
  input: UnmatchedPattern['input'],
  patterns: readonly string[],
): Promise<readonly CompiledPattern[]> {
  if (patterns.length === 0) return [];
  const minimatch = await import('minimatch');
  return patterns.map((pattern) => {
    const source = toSource(pattern);
    const itself = new minimatch.Minimatch(source, matchOptions);
    assertAlternatives(itself, pattern, input);
    const isFolderName = pattern.endsWith('/') || namesFolders(source);
    if (!isFolderName) return new CompiledPattern(input, pattern, itself, null);
    const contents = source.endsWith('/**')
      ? itself
      : new minimatch.Minimatch(`${source}/**`, matchOptions);
    return new CompiledPattern(input, pattern, itself, contents);
  });
}

/** One pattern of `include` or `exclude`. */
class CompiledPattern {
  readonly input: UnmatchedPattern['input'];
  /** The text in the workflow. */
  readonly pattern: string;
  readonly #itself: Minimatch;
  /** Matches everything in the folders that the pattern names; null if it names none. */
  readonly #contents: Minimatch | null;

  constructor(
    input: UnmatchedPattern['input'],
    pattern: string,
    itself: Minimatch,
    contents: Minimatch | null,
  ) {
    this.input = input;
    this.pattern = pattern;
    this.#itself = itself;
    this.#contents = contents;
  }

  /**
   * True if the path is a folder that the pattern names, a file that it matches, or a file in a
   * folder that it names.
   */
  matches(path: string, isFolder: boolean): boolean {
    // The slash is added because `docs/**` matches `docs/`, but not `docs`.
    if (isFolder) return this.#contents?.match(`${path}/`) === true;
    return this.#itself.match(path) || this.#contents?.match(path) === true;
  }

  mayMatchIn(folder: string): boolean {
    return (this.#contents ?? this.#itself).match(folder, true);
  }
}

const maxAlternatives = 1000;
/** Maximum number of alternatives that minimatch lists, including repeated ones. */
const maxExpanded = 10_000;

/**
 * Throws ActionError `pattern_invalid` if the braces of a pattern expand to too many alternatives.
 * minimatch silently truncates the list, and files that an exclude pattern then misses would be
 * published.
 */
export function assertAlternatives(
  compiled: Minimatch,
  pattern: string,
  inputName: UnmatchedPattern['input'] | 'folder',
): void {
  // `globSet` contains each alternative once. If minimatch truncated its list, `globSet` may be
  // short although there are too many alternatives.
  const isTruncated = compiled.braceExpand().length >= maxExpanded;
  if (compiled.globSet.length <= maxAlternatives && !isTruncated) return;
  const name = nameInputInText(inputName);
  const reason = `its braces stand for more than ${maxAlternatives} alternatives`;
  const message = `The pattern ${pattern} of ${name} cannot be used: ${reason}.`;
  throw makeError('pattern_invalid', message, {
    next: `Write the pattern in ${name} with fewer alternatives, for example with *.`,
  });
}

/** Options that make patterns match the same paths on every platform. */
export const matchOptions: MinimatchOptions = {
  dot: true,
  nonegate: true,
  nocomment: true,
  platform: 'linux',
  braceExpandMax: maxExpanded,
};

/**
 * Drops a `./`, `/` or `.` in front, which only means the folder. `assets/` becomes `assets/**`,
 * and an empty rest becomes `**`.
 */
function toSource(pattern: string): string {
  return pattern.replace(/^(?:\.?\/|\.$)+/, '').replace(/^$|(?<=\/)$/, '**');
}

/** True if a pattern, without `/**` at its end, ends with a name or a choice of names. */
function namesFolders(source: string): boolean {
  const names = source.replace(/\/\*\*$/, '');
  const last = names.slice(names.lastIndexOf('/') + 1);
  return !/[*?]|!\(/.test(last);
}
