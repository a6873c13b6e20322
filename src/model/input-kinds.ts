import { normalize, sep } from 'node:path';
import { splitLines } from '../text/escape.ts';
import { perFrontend } from '../text/frontend.ts';

/** A value, or what the input must be, and the faulty part of the text where not all of it is. */
type ParseResult<T> = { readonly value: T } | { readonly expected: string; readonly got?: string };

/** What an input takes. */
export interface Kind<T> {
  readonly type: 'boolean' | 'enum' | 'number' | 'string' | 'list';
  /** The words of an enum. */
  readonly values?: readonly string[];
  readonly parse: (text: string) => ParseResult<T>;
}

/** The service's address: an origin and an optional path, without a slash at the end. */
export interface BaseUrl {
  readonly origin: string;
  /** Empty, or `/` and more. */
  readonly path: string;
}

/** Longest wait and run in minutes: five days, the longest that a job may take on any runner. */
const maxMinutes = 7200;
/** Longest pattern, in UTF-16 units. */
const maxPatternLength = 1024;
/** Most lines of one input. */
const maxLines = 1000;
/** Longest address that is only shown, in UTF-16 units. */
const maxUrlLength = 2000;

/** What a slug is made of, in words. */
export const slugRule = '3 to 32 lowercase letters, digits and hyphens';

/** True for a slug, as opposed to an empty text and to one with a star. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{3,32}$/.test(text);
}

/** True where `folder` stands for as many apps as there are: it has several lines, or a pattern. */
export function namesSeveral(folder: string): boolean {
  return folder.includes('\n') || isPattern(folder);
}

/**
 * True for a line of `folder` that is a pattern. Brackets alone make none: folders may be named so.
 */
export function isPattern(line: string): boolean {
  return /[*?{]|[!@+]\(/.test(line);
}

/** `true` or `false` in the three spellings of YAML's core schema. */
export const flag: Kind<boolean> = {
  type: 'boolean',
  parse(text) {
    if (/^(true|True|TRUE)$/.test(text)) return { value: true };
    if (/^(false|False|FALSE)$/.test(text)) return { value: false };
    return { expected: 'must be true or false' };
  },
};

/** One of the named words, spelled exactly so. */
export function choice<const T extends string>(values: readonly T[]): Kind<T> {
  return {
    type: 'enum',
    values,
    parse(text) {
      const value = values.find((word) => word === text);
      return value === undefined ? { expected: `must be one of ${values.join(', ')}` } : { value };
    },
  };
}

/**
 * A number of minutes in plain decimal digits, such as `10` or `0.5`, within the limits
 * (inclusive).
 */
export function minutes(min: number): Kind<number> {
  return {
    type: 'number',
    parse(text) {
      const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
      if (value >= min && value <= maxMinutes) return { value };
      return { expected: `must be a number of minutes from ${min} to ${maxMinutes}` };
    },
  };
}

/** Text of this form; `expected` says what it must be. */
export function text(pattern: RegExp, expected: string): Kind<string> {
  return {
    type: 'string',
    parse: (given) => (pattern.test(given) ? { value: given } : { expected }),
  };
}

/** Bytes by the units that sizes are shown in: a KB is 1,000 bytes. */
const bytesByUnit = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** A size such as `2 MB`, as a number of bytes. */
export const size: Kind<number> = {
  type: 'string',
  parse(text) {
    const [, digits, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMG]?B)$/i.exec(text) ?? [];
    const [, factor = 0] =
      Object.entries(bytesByUnit).find(([name]) => name === unit.toUpperCase()) ?? [];
    const value = Math.floor(Number(digits ?? 0) * factor);
    return value > 0 ? { value } : { expected: 'must be a size such as 2 MB or 500 KB' };
  },
};

/** A slug, or one with a star in it: what the whole may be is told by the slugs that come of it. */
export const slug: Kind<string> = {
  type: 'string',
  parse(text) {
    if (isSlug(text) || /^(?=.{1,32}$)[a-z0-9-]*\*[a-z0-9-]*$/.test(text)) return { value: text };
    return { expected: `must be ${slugRule}` };
  },
};

/** One pattern per line. */
export const patterns: Kind<readonly string[]> = {
  type: 'list',
  parse: (text) => parseLines(text, (line) => findPatternFault(line)),
};

/** One folder, or pattern of folders, per line. */
export const folders: Kind<string> = {
  type: 'list',
  parse(text) {
    const result = parseLines(text, findFolderFault);
    return 'value' in result ? { value: result.value.join('\n') } : result;
  },
};

/**
 * Reads one entry per line; blank lines do not count. Refuses, naming it, the first line that has a
 * fault.
 */
function parseLines(
  text: string,
  findFault: (line: string) => string | null,
): ParseResult<readonly string[]> {
  const lines = splitLines(text);
  if (lines.length > maxLines)
    return { expected: `must be at most ${maxLines} lines`, got: `${lines.length} lines` };
  for (const line of lines) {
    const expected = findFault(line);
    if (expected !== null) return { expected, got: line };
  }
  return { value: lines };
}

/**
 * What a line of `folder` must be, the path of an app folder or a pattern of such, or null when it
 * can be used. An absolute path may lie inside the workspace, and a link may lead out of it: that
 * is for the disk to say. An address is no path, and may hold a password.
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
  return isPattern(line) ? findPatternFault(line, 'the workspace') : null;
}

/**
 * What a pattern must be, or null when it can be used: it is not too long, stays inside its place,
 * and is no mistake. What braces stand for is counted later, where patterns are compiled.
 */
function findPatternFault(pattern: string, place = 'the folder'): string | null {
  if (pattern.length > maxPatternLength)
    return `must be patterns of at most ${maxPatternLength} characters`;
  // As a plain character it would have no effect, and nobody would know; `!(a|b)` is a pattern of its own.
  if (/^(?:\.?\/)*!(?!\()/.test(pattern)) {
    return 'must be patterns without a ! at the start (it does not invert them: name the files to exclude in exclude)';
  }
  if (pattern.split('/').includes('..'))
    return `must be patterns that stay inside ${place}, without ..`;
  // `assets\*` would escape the star and match nothing, so that an exclude pattern would publish what it names. Whether a
  // backslash separates folders or escapes cannot be told apart.
  if (pattern.includes('\\')) {
    return 'must be patterns with / between folders and without \\ (a literal *, ? or [ is written [*], [?] or [[])';
  }
  return null;
}

/** A host that cannot leave this machine, as `URL` gives it: in lower case, IPv4 in four parts. */
export const loopback = /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * The service's address: https anywhere, http only to this machine, since the key travels with
 * every request. What is said of a wrong one never repeats a password.
 */
export const serviceUrl: Kind<BaseUrl> = {
  type: 'string',
  parse(text) {
    const url = parseUrl(text, 'must be an address such as https://apps.example.com');
    if ('expected' in url) return url;
    if (text.includes('?') || text.includes('#'))
      return { expected: 'must not include a query or fragment' };
    if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
      return {
        expected: 'must begin with https:// (http:// only to localhost, 127.x.x.x or [::1])',
      };
    }
    return { value: { origin: url.origin, path: url.pathname.replace(/(?<!\/)\/+$/, '') } };
  },
};

/** An https address that is only shown: in ASCII, as `URL` writes it. */
export const shownUrl: Kind<string> = {
  type: 'string',
  parse(text) {
    const expected = 'must be an address that begins with https://';
    const url = parseUrl(text, expected);
    if ('expected' in url) return url;
    return url.protocol === 'https:' && url.href.length <= maxUrlLength
      ? { value: url.href }
      : { expected };
  },
};

/** Any text. */
export const anyText: Kind<string> = { type: 'string', parse: (value) => ({ value }) };

/** Reads a web address without user name and password; `noUrl` says what any other text must be. */
function parseUrl(text: string, noUrl: string): URL | { readonly expected: string } {
  if (/[^!-[\]-~\u0080-\uffff]/.test(text) || !URL.canParse(text)) return { expected: noUrl };
  const url = new URL(text);
  // `URL` drops an empty user name without a word.
  if (url.username !== '' || url.password !== '' || /^https?:\/*[^/?#]*@/i.test(text)) {
    return { expected: 'must not include a user name or password' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { expected: 'must begin with https://' };
  // `URL` also takes one slash, or none, or three.
  return /^https?:\/\/[^/]/i.test(text) ? url : { expected: noUrl };
}
