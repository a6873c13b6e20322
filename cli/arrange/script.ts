import type { Piece } from '../../src/web/html.ts';
import { type Edit, listImports } from '../../src/web/script-edits.ts';
import { findSiteAddresses, isPiece } from '../../src/web/site-addresses.ts';
import { type Base, type Layout, pageBase } from './layout.ts';

/** Where the addresses of a script lead from. */
interface ScriptBases {
  /** For its imports, and what it resolves against its own address. */
  readonly own: Base;
  /** For all others: the page that it runs in, or a worker's own. */
  readonly page: Base;
}

/**
 * What must change in a script, or in other text with addresses as strings, for it to find the
 * files of the build.
 */
export function editScript(
  code: string,
  layout: Layout,
  { own, page }: ScriptBases,
): readonly Edit[] {
  return [
    ...editImports(code, layout, own),
    // One that stays has an edit too, so that it is not taken for an address of the page.
    ...editUrls(code, ownUrl, (url) => layout.rewrite(url, own) ?? (layout.find(url, own) && url)),
    ...findPublicPaths(code).flatMap((found) =>
      toEdit(found, layout.rewriteFolder(found.text, page)),
    ),
    ...editUrls(code, esbuildFile, (url) => layout.rewrite(url, { from: own.from, to: page.to })),
    ...editLiterals(code, layout, page),
  ];
}

/** Static imports, and dynamic ones of a text. */
function editImports(code: string, layout: Layout, own: Base): readonly Edit[] {
  return listImports(code).flatMap(({ n: specifier = '', s: start, e: end, d: kind }) => {
    if (kind === -2 || !/^\.{0,2}\//.test(specifier)) return [];
    const text = layout.rewrite(specifier, own);
    // What import() takes is found with its quotes.
    const quote = kind >= 0 ? 1 : 0;
    return text === null ? [] : [{ start: start + quote, end: end - quote, text }];
  });
}

/** The addresses that a pattern finds, each in its group `url`. */
export function findUrls(text: string, pattern: RegExp): readonly Piece[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [start, end] = match.indices?.groups?.['url'] ?? [0, 0];
    return { text: text.slice(start, end), offset: start };
  });
}

/** Rewrites the addresses that a pattern finds; `rewrite` gives null for one that stays. */
export function editUrls(
  text: string,
  pattern: RegExp,
  rewrite: (url: string) => string | null,
): readonly Edit[] {
  return findUrls(text, pattern).flatMap((found) => toEdit(found, rewrite(found.text)));
}

/** No edit where there is no new text. */
export function toEdit({ text: before, offset }: Piece, text: string | null): readonly Edit[] {
  return text === null ? [] : [{ start: offset, end: offset + before.length, text }];
}

/** Files that a module names beside itself. */
const ownUrl =
  /\bnew URL\(\s{0,9}(["'`])(?<url>[^"'`\n]{1,1000})\1\s{0,9},\s{0,9}(?:(?:""|''|``)\s{0,9}\+\s{0,9})?import\.meta\.url/dg;

const workerScript =
  /\bnew (?:Shared)?Worker\(\s{0,9}(?:(?:""|''|``)\s{0,9}\+\s{0,9})?(new URL\()?\s{0,9}(["'`])([^"'`\n]{1,1000})\2/g;

/** The paths of the workers that a script starts. */
export function findWorkers(code: string, layout: Layout, own: Base): readonly (string | null)[] {
  return Array.from(code.matchAll(workerScript), ([, isOwn, , url = '']) =>
    layout.find(url, isOwn ? own : pageBase),
  );
}

/**
 * How the runtimes of webpack and Rspack, and of Turbopack, write the address that they load parts
 * from.
 */
const packPath = /\.p\s?=\s?(["'`])(?<url>\/(?:[^"'`\n]{0,1000}\/)?)\1/dg;
const turbopackPath =
  /\bTURBOPACK_CHUNK_BASE_PATH\s?:\s?(["'`])(?<url>\/(?:[^"'`\n]{0,1000}\/)?)\1/dg;
/** Marks of the runtime of webpack and Rspack, since `.p =` alone may be anything. */
const packRuntime = /webpackChunk|rspackChunk|__webpack_require__|\.p\s?\+\s?["'`]/;

/** The addresses of folders that a runtime puts before the names of files. */
export function findPublicPaths(code: string): readonly Piece[] {
  return [
    ...findUrls(code, turbopackPath),
    ...(packRuntime.test(code) ? findUrls(code, packPath) : []),
  ];
}

/** Files that esbuild wrote beside a script and names as seen from the page. */
const esbuildFile =
  /[=:,[(]\s?(["'`])(?<url>\.\/[^"'`\n\\/]{1,200}-[A-Z\d]{8}\.(?!js\b|css\b)[a-z\d]{1,9})\1/dg;

/** Strings that are the address of a file and nothing else. */
function editLiterals(code: string, layout: Layout, page: Base): readonly Edit[] {
  return findSiteAddresses(code, layout.has)
    .filter((found) => isWhole(code, found))
    .flatMap((found) => toEdit(found, layout.rewrite(found.address, page)))
    .toArray();
}

/** UTF-16 units that are looked at around an address. */
const around = 40;
/** What adds to a string before it, compares it, or takes a part of it. */
const usesPiece = /^\s*(?:\+|[!=]==?|\.|\?\.)/;

/**
 * True for an address that is a whole string, the value of an attribute in a string, or what
 * `url()` encloses.
 */
function isWhole(code: string, address: Piece): boolean {
  const { text, offset } = address;
  const end = offset + text.length;
  const before = code.slice(Math.max(0, offset - around), offset);
  const after = code.slice(end, end + around);
  const [quote] = /\\{0,3}["'`]$/.exec(before) ?? [];
  if (quote !== undefined) {
    if (!after.startsWith(quote)) return false;
    const [left, right] = [before.slice(0, -quote.length), after.slice(quote.length)];
    // The value of an attribute in a string of HTML stands by itself.
    if (/[\w-]=$/.test(left) && /^\s?(?:[\w/>-]|$)/.test(right)) return true;
    const isKey = /[{,]\s*$/.test(left) && /^\s*:/.test(right);
    return !isPiece(code, address) && !usesPiece.test(right) && !isKey;
  }
  if (/\burl\($/.test(before)) return after.startsWith(')');
  return /[\w-]=$/.test(before) && /^(?:[\s>"'`]|\\?["'`])/.test(after);
}
