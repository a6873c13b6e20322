import { normalize, sep } from 'node:path';
import { splitLines } from '../text/escape.ts';
import { perFrontend } from '../text/frontend.ts';

/** The value of an input, or a description of the values that it may have. */
type ParseResult<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | {
      readonly kind: 'invalid';
      /** Completes a sentence that begins with the input's name: `must be true or false`. */
      readonly expected: string;
      /** The invalid part of the text, if the rest of it is valid. */
      readonly got?: string;
    };

/** The type of an input, as shown in `action-types.yml` and the help, and its parser. */
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
  /** The end of the given path that was dropped: the path of the API, which each request adds. */
  readonly droppedPath?: string;
}

/** The maximum of an input in minutes: five days, the time limit of a job on any runner. */
const maxMinutes = 7200;
const maxPatternLength = 1024;
const maxInputLines = 1000;
/** The maximum length of an address that is only shown, in UTF-16 units. */
const maxShownUrlLength = 2000;

/** The form of a slug, in words for messages. */
export const slugRule = '3 to 32 lowercase letters, digits and hyphens';

/** Returns true if a text is a slug. An empty text or one with a star is not a slug. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{3,32}$/.test(text);
}

/**
 * Returns true if the input `folder` may match several apps: it has several lines, or a pattern.
 */
export function namesSeveral(folder: string): boolean {
  return folder.includes('\n') || isPattern(folder);
}

/**
 * Returns true if a line of the input `folder` is a pattern. Brackets are not enough, since names
 * of folders may contain them.
 */
export function isPattern(line: string): boolean {
  return /[*?{]|[!@+]\(/.test(line);
}

function accept<T>(value: T): ParseResult<T> {
  return { kind: 'valid', value };
}

function reject(expected: string): ParseResult<never> {
  return { kind: 'invalid', expected };
}

/** An input that is `true` or `false`, in one of the three spellings of YAML's core schema. */
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

export function createTextKind(pattern: RegExp, expected: string): InputKind<string> {
  return {
    type: 'string',
    parse: (text) => (pattern.test(text) ? accept(text) : reject(expected)),
  };
}

export const anyTextKind: InputKind<string> = { type: 'string', parse: accept };

/** The bytes of each unit. As in `formatBytes`, a KB is 1,000 bytes. */
const bytesByUnit: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
]);

export const sizeKind: InputKind<number> = {
  type: 'string',
  parse(text) {
    const [, digits = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMG]?B)$/i.exec(text) ?? [];
    const unitBytes = bytesByUnit.get(unit.toUpperCase()) ?? 0;
    const value = Math.floor(Number(digits) * unitBytes);
    return value > 0 ? accept(value) : reject('must be a size such as 2 MB or 500 KB');
  },
};

/**
 * An input that is a slug or, for several folders, a text with one star. The slugs that replace the
 * star by names of folders are checked later.
 */
export const slugKind: InputKind<string> = {
  type: 'string',
  parse(text) {
    const hasOneStar = /^(?=.{1,32}$)[a-z0-9-]*\*[a-z0-9-]*$/.test(text);
    return isSlug(text) || hasOneStar ? accept(text) : reject(`must be ${slugRule}`);
  },
};

export const patternsKind: InputKind<readonly string[]> = {
  type: 'list',
  parse: (text) => parseLines(text, (line) => findPatternFault(line)),
};

/** An input with one folder, or one pattern of folders, per line. Its value is one text. */
export const foldersKind: InputKind<string> = {
  type: 'list',
  parse(text) {
    const lines = splitLines(text).map(dropWorkspace).join('\n');
    const result = parseLines(lines, findFolderFault);
    return result.kind === 'valid' ? accept(result.value.join('\n')) : result;
  },
};

/**
 * Drops the workspace in front of a path if it is written as a variable or expression that nothing
 * has replaced: `${GITHUB_WORKSPACE}/app`, `{{ github.workspace }}/app`. Paths are relative to it
 * anyway.
 */
function dropWorkspace(line: string): string {
  const workspace =
    /^(?:\$\{?GITHUB_WORKSPACE\}?|%GITHUB_WORKSPACE%|\$env:GITHUB_WORKSPACE|\$?\{\{\s*github\.workspace\s*\}\})(?=[\\/]|$)/i;
  const match = workspace.exec(line);
  return match === null ? line : `.${line.slice(match[0].length)}`;
}

/**
 * Parses an input with one entry per line, and drops blank lines. `findFault` returns what a line
 * must be; null if the line is valid. Only the first invalid line is reported.
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
 * Returns what a line of the input `folder` must be; null if it is the path of a folder or a
 * pattern. An address is refused: it is not a path, and may contain a password. A later check, on
 * the disk, finds an absolute path or a link that leads out of the workspace.
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
  // In an absolute path on Windows, such as `${{ github.workspace }}/apps/*`, a backslash is a
  // separator.
  const isOnDrive = /^(?:[a-z]:[\\/]|\\\\)/i.test(line);
  return findPatternFault(isOnDrive ? line.replaceAll('\\', '/') : line, 'the workspace');
}

/**
 * Returns what a pattern must be; null if it is valid. The alternatives in braces are counted
 * later, when the pattern is compiled.
 */
function findPatternFault(pattern: string, place = 'the folder'): string | null {
  if (pattern.length > maxPatternLength)
    return `must be patterns of at most ${maxPatternLength} characters`;
  // A ! at the start would have no effect, and nobody would notice. But `!(a|b)` is a pattern.
  if (/^(?:\.?\/)*!(?!\()/.test(pattern)) {
    return 'must be patterns without a ! at the start (it does not invert them: name the files to exclude in exclude)';
  }
  if (pattern.split('/').includes('..'))
    return `must be patterns that stay inside ${place}, without ..`;
  // A backslash may be meant as a separator or as an escape. In `assets\*` it would escape the
  // star. As an exclude pattern, this would match nothing, and the assets would be published.
  if (pattern.includes('\\')) {
    return 'must be patterns with / between folders and without \\ (a literal *, ? or [ is written [*], [?] or [[])';
  }
  return null;
}

/** Matches a host name of this machine as `URL` has it: in lower case, IPv4 in four parts. */
export const loopback = /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * An input that is the service's address. It must be https, since every request contains the API
 * key; http is allowed only for this machine. The description of an error never repeats a password
 * in the address.
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
    const path = url.pathname.replace(/(?<!\/)\/+$/, '');
    const droppedPath = /\/api(?:\/miniapps)?$/.exec(path)?.[0];
    if (droppedPath === undefined) return accept({ origin: url.origin, path });
    return accept({ origin: url.origin, path: path.slice(0, -droppedPath.length), droppedPath });
  },
};

/**
 * An input that is the API key. A key that was pasted with more than the key would be refused by
 * the service, so it is not sent.
 */
export const apiKeyKind: InputKind<string> = {
  type: 'string',
  parse(text) {
    if (/^(["'`]).*\1$/s.test(text)) return reject('must be without the quotes around it');
    // A key may itself contain = or :, so only what looks like the name of a variable counts.
    if (/^(?:export\s+)?(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|api[-_]key)(?:=|:\s)\s*[^\s=]/.test(text))
      return reject('must be without the name in front of it, such as API_KEY=');
    if (/^bearer\s/i.test(text)) return reject('must be without the word Bearer in front of it');
    if (/^[!-~]{1,1000}$/.test(text)) return accept(text);
    return reject('must be one line of at most 1,000 printable ASCII characters without spaces');
  },
};

/** An https address that is only shown. Its value is in ASCII, as `URL` writes it. */
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

/** An input with one or more https addresses, one per line, that are only shown. */
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

/**
 * Parses a web address that has no user name and no password. `expected` is the error for a text
 * that is not an address.
 */
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
