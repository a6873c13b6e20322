import { normalize, sep } from 'node:path';
import { splitLines } from '../text/escape.ts';
import { perFrontend } from '../text/frontend.ts';

/** The value of an input, or what the input must be instead. */
type ParseResult<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | {
      readonly kind: 'invalid';
      /** Completes a sentence that begins with the input's name: `must be true or false`. */
      readonly expected: string;
      /** The invalid part of the text, if the rest of it is valid. */
      readonly got?: string;
    };

/** The type of an input, as `action-types.yml` and the help show it, and how it is parsed. */
export interface InputKind<T> {
  readonly type: 'boolean' | 'enum' | 'number' | 'string' | 'list';
  /** The allowed values of an enum. */
  readonly values?: readonly string[];
  readonly parse: (text: string) => ParseResult<T>;
}

/** The service's address: an origin and an optional path, without a slash at the end. */
export interface BaseUrl {
  readonly origin: string;
  /** Empty, or a path that begins with `/`. */
  readonly path: string;
}

/** Maximum minutes of a wait or a run: five days, as long as a job may take on any runner. */
const maxMinutes = 7200;
/** Maximum length of a pattern in UTF-16 units. */
const maxPatternLength = 1024;
/** Maximum number of lines of one input. */
const maxInputLines = 1000;
/** Maximum length in UTF-16 units of an address that is only shown. */
const maxShownUrlLength = 2000;

/** The form of a slug, in words. */
export const slugRule = '3 to 32 lowercase letters, digits and hyphens';

/** Returns true if a text is a slug. A slug with a star, and an empty text, are not. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{3,32}$/.test(text);
}

/** True if `folder` may name several apps: it has several lines, or a pattern. */
export function namesSeveral(folder: string): boolean {
  return folder.includes('\n') || isPattern(folder);
}

/** True if a line of `folder` is a pattern. Names of folders may contain brackets. */
export function isPattern(line: string): boolean {
  return /[*?{]|[!@+]\(/.test(line);
}

function accept<T>(value: T): ParseResult<T> {
  return { kind: 'valid', value };
}

function reject(expected: string): ParseResult<never> {
  return { kind: 'invalid', expected };
}

/** `true` or `false` in the three spellings of YAML's core schema. */
export const booleanKind: InputKind<boolean> = {
  type: 'boolean',
  parse(text) {
    if (/^(true|True|TRUE)$/.test(text)) return accept(true);
    if (/^(false|False|FALSE)$/.test(text)) return accept(false);
    return reject('must be true or false');
  },
};

/** Creates the kind of an input that takes one of these words. */
export function createEnumKind<const T extends string>(values: readonly T[]): InputKind<T> {
  return {
    type: 'enum',
    values,
    parse(text) {
      const value = values.find((word) => word === text);
      return value === undefined ? reject(`must be one of ${values.join(', ')}`) : accept(value);
    },
  };
}

/**
 * Creates the kind of an input that takes minutes in decimal digits, such as `10` or `0.5`, from
 * `min` to five days.
 */
export function createMinutesKind(min: number): InputKind<number> {
  return {
    type: 'number',
    parse(text) {
      const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
      if (value >= min && value <= maxMinutes) return accept(value);
      return reject(`must be a number of minutes from ${min} to ${maxMinutes}`);
    },
  };
}

/** Creates the kind of an input whose text must match the pattern. */
export function createTextKind(pattern: RegExp, expected: string): InputKind<string> {
  return {
    type: 'string',
    parse: (text) => (pattern.test(text) ? accept(text) : reject(expected)),
  };
}

/** Any text. */
export const anyTextKind: InputKind<string> = { type: 'string', parse: accept };

/** The units of `formatBytes`: a KB is 1,000 bytes. */
const bytesByUnit: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
]);

/** A size such as `2 MB`, parsed to a number of bytes. */
export const sizeKind: InputKind<number> = {
  type: 'string',
  parse(text) {
    const [, digits = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMG]?B)$/i.exec(text) ?? [];
    const unitBytes = bytesByUnit.get(unit.toUpperCase()) ?? 0;
    const value = Math.floor(Number(digits) * unitBytes);
    return value > 0 ? accept(value) : reject('must be a size such as 2 MB or 500 KB');
  },
};

/** A slug, or for several folders a text with one star. The slugs that result are checked later. */
export const slugKind: InputKind<string> = {
  type: 'string',
  parse(text) {
    const hasOneStar = /^(?=.{1,32}$)[a-z0-9-]*\*[a-z0-9-]*$/.test(text);
    return isSlug(text) || hasOneStar ? accept(text) : reject(`must be ${slugRule}`);
  },
};

/** One pattern per line. */
export const patternsKind: InputKind<readonly string[]> = {
  type: 'list',
  parse: (text) => parseLines(text, (line) => findPatternFault(line)),
};

/** One folder, or pattern of folders, per line; parsed to one text. */
export const foldersKind: InputKind<string> = {
  type: 'list',
  parse(text) {
    const result = parseLines(text, findFolderFault);
    return result.kind === 'valid' ? accept(result.value.join('\n')) : result;
  },
};

/**
 * Parses one entry per line, without blank lines. `findFault` returns what a line must be, or null
 * if it is valid. The first invalid line is reported.
 */
function parseLines(
  text: string,
  findFault: (line: string) => string | null,
): ParseResult<readonly string[]> {
  const lines = splitLines(text);
  if (lines.length > maxInputLines) {
    const expected = `must be at most ${maxInputLines} lines`;
    return { kind: 'invalid', expected, got: `${lines.length} lines` };
  }
  for (const line of lines) {
    const expected = findFault(line);
    if (expected !== null) return { kind: 'invalid', expected, got: line };
  }
  return accept(lines);
}

/**
 * Returns what a line of `folder` must be, or null if it is the path of a folder or a pattern.
 * Whether an absolute path lies in the workspace, or a link leads out of it, is checked on the disk
 * later. An address is refused: it is not a path, and may contain a password.
 */
function findFolderFault(line: string): string | null {
  const path = normalize(line);
  const leaves = path === '..' || path.startsWith(`..${sep}`);
  if (leaves || line.includes('://')) {
    return perFrontend(
      'must be a path inside the workspace, relative to it',
      'must be the path of a folder',
    );
  }
  if (line.startsWith('!'))
    return 'must be without a ! at the start (to exclude apps/old, write apps/!(old))';
  if (!isPattern(line)) return null;
  // An absolute path on Windows, such as `${{ github.workspace }}/apps/*`: its backslashes
  // separate.
  const isOnDrive = /^(?:[a-z]:[\\/]|\\\\)/i.test(line);
  return findPatternFault(isOnDrive ? line.replaceAll('\\', '/') : line, 'the workspace');
}

/**
 * Returns what a pattern must be, or null if it is valid. The alternatives in its braces are
 * counted later, when patterns are compiled.
 */
function findPatternFault(pattern: string, place = 'the folder'): string | null {
  if (pattern.length > maxPatternLength)
    return `must be patterns of at most ${maxPatternLength} characters`;
  // A plain ! would have no effect, and nobody would notice; `!(a|b)` is a pattern.
  if (/^(?:\.?\/)*!(?!\()/.test(pattern)) {
    return 'must be patterns without a ! at the start (it does not invert them: name the files to exclude in exclude)';
  }
  if (pattern.split('/').includes('..'))
    return `must be patterns that stay inside ${place}, without ..`;
  // A backslash may be meant as a separator or as an escape. `assets\*` would escape the star and
  // match nothing, so that an exclude pattern would publish what it names.
  if (pattern.includes('\\')) {
    return 'must be patterns with / between folders and without \\ (a literal *, ? or [ is written [*], [?] or [[])';
  }
  return null;
}

/** Matches a host of this machine as `URL` writes it: in lower case, IPv4 in four parts. */
export const loopback = /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * The service's address: https, or http to this machine, since the key is sent with every request.
 * What an error expects never repeats a password.
 */
export const serviceUrlKind: InputKind<BaseUrl> = {
  type: 'string',
  parse(text) {
    const parsed = parseUrl(text, 'must be an address such as https://apps.example.com');
    if (parsed.kind === 'invalid') return parsed;
    const url = parsed.value;
    if (text.includes('?') || text.includes('#'))
      return reject('must not include a query or fragment');
    if (url.protocol === 'http:' && !loopback.test(url.hostname))
      return reject('must begin with https:// (http:// only to localhost, 127.x.x.x or [::1])');
    return accept({ origin: url.origin, path: url.pathname.replace(/(?<!\/)\/+$/, '') });
  },
};

/** An https address that is only shown, in the ASCII that `URL` writes. */
const shownUrlKind: InputKind<string> = {
  type: 'string',
  parse(text) {
    const expected = 'must be an address that begins with https://';
    const parsed = parseUrl(text, expected);
    if (parsed.kind === 'invalid') return parsed;
    const { protocol, href } = parsed.value;
    const isShown = protocol === 'https:' && href.length <= maxShownUrlLength;
    return isShown ? accept(href) : reject(expected);
  },
};

/** One such address, or several, one per line. */
export const shownUrlsKind: InputKind<readonly string[]> = {
  type: 'string',
  parse(text) {
    const lines = parseLines(text, (line) => {
      const parsed = shownUrlKind.parse(line);
      return parsed.kind === 'invalid' ? parsed.expected : null;
    });
    if (lines.kind === 'invalid') return lines;
    return accept(lines.value.map((line) => new URL(line).href));
  },
};

/** Parses a web address without user name and password. `expected`: what other texts must be. */
function parseUrl(text: string, expected: string): ParseResult<URL> {
  if (/[^!-[\]-~\u0080-\uffff]/.test(text) || !URL.canParse(text)) return reject(expected);
  const url = new URL(text);
  // `URL` drops an empty user name silently.
  const hasUser = /^https?:\/*[^/?#]*@/i.test(text);
  if (hasUser || url.username !== '' || url.password !== '')
    return reject('must not include a user name or password');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return reject('must begin with https://');
  // `URL` also accepts one slash, none, or three.
  return /^https?:\/\/[^/]/i.test(text) ? accept(url) : reject(expected);
}
