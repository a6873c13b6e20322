import type { Piece } from '../../src/web/html.ts';
import { findSiteAddresses, isPiece } from '../../src/web/site-addresses.ts';
import { type Builder, builders } from '../files/builders.ts';
import { type Edit, listImports, toImportKind } from '../files/script-edits.ts';
import type { AppAddress, Base, Layout } from './layout.ts';

/** The bases of the addresses in a script. */
export interface ScriptBases {
  /** The base of imports, and of `new URL(…, import.meta.url)`: the script itself. */
  readonly own: Base;
  /**
   * The base of addresses that are not imports, as in `fetch('a.json')`: the page, or in a worker
   * the script itself.
   */
  readonly page: Base;
}

export interface AddressEdit extends Edit {
  /** The files of the build that the address leads to. */
  readonly paths: readonly string[];
}

/**
 * Returns the edits that let a script, or another text with addresses in strings, find the files of
 * the build in the app folder. An address that need not change also has an edit.
 */
export function editScript(
  code: string,
  layout: Layout,
  bases: ScriptBases,
): readonly AddressEdit[] {
  const { own, page } = bases;
  return [
    ...editImports(code, layout, own),
    ...editUrls(code, ownUrl, (url) => layout.rewrite(url, own)),
    ...findBuilderAddresses(code, 'chunk_folder').flatMap((found) => {
      return toEdits(found, layout.rewriteFolder(found.text, page));
    }),
    ...findBuilderAddresses(code, 'file').flatMap((found) => {
      return toEdits(found, layout.rewrite(found.text, { from: own.from, to: page.to }));
    }),
    ...editStrings(code, layout, page),
  ];
}

/** Edits static imports, and dynamic imports of a string. */
function editImports(code: string, layout: Layout, own: Base): readonly AddressEdit[] {
  const edits: AddressEdit[] = [];
  for (const found of listImports(code)) {
    const kind = toImportKind(found);
    const specifier = found.n ?? '';
    if (kind === 'meta' || !/^\.{0,2}\//.test(specifier)) continue;
    // The argument of import() is found with its quotes.
    const quote = kind === 'dynamic' ? 1 : 0;
    const offset = found.s + quote;
    const piece = { text: code.slice(offset, found.e - quote), offset };
    edits.push(...toEdits(piece, layout.rewrite(specifier, own)));
  }
  return edits;
}

/** Returns the addresses that a pattern finds, each in its group `url`. */
export function findUrls(text: string, pattern: RegExp): readonly Piece[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [start, end] = match.indices?.groups?.['url'] ?? [0, 0];
    return { text: text.slice(start, end), offset: start };
  });
}

/** Edits the addresses that a pattern finds and that lead to files of the build. */
export function editUrls(
  text: string,
  pattern: RegExp,
  rewrite: (url: string) => AppAddress | null,
): readonly AddressEdit[] {
  return findUrls(text, pattern).flatMap((found) => toEdits(found, rewrite(found.text)));
}

/** Returns the edit that replaces a piece by an address, or none if there is no address. */
export function toEdits(piece: Piece, now: AppAddress | null): readonly AddressEdit[] {
  if (now === null) return [];
  const start = piece.offset;
  const end = start + piece.text.length;
  return [{ start, end, text: now.address, paths: now.paths }];
}

/** Matches `new URL('a.png', import.meta.url)`. */
const ownUrl =
  /\bnew URL\(\s{0,9}(["'`])(?<url>[^"'`\n]{1,1000})\1\s{0,9},\s{0,9}(?:(?:""|''|``)\s{0,9}\+\s{0,9})?import\.meta\.url/dg;

/** Matches `new Worker('a.js')`, also with `new URL(…)` around the address. */
const workerScript =
  /\bnew (?:Shared)?Worker\(\s{0,9}(?:(?:""|''|``)\s{0,9}\+\s{0,9})?(new URL\()?\s{0,9}(["'`])([^"'`\n]{1,1000})\2/g;

export function findWorkers(code: string, layout: Layout, bases: ScriptBases): readonly string[] {
  const paths: string[] = [];
  for (const match of code.matchAll(workerScript)) {
    const [, newUrl, , url = ''] = match;
    const path = layout.find(url, newUrl === undefined ? bases.page : bases.own);
    if (path !== null) paths.push(path);
  }
  return paths;
}

/** An address in a script that a builder wrote there. */
export interface BuilderAddress extends Piece {
  /** The name of the builder. */
  readonly builder: string;
}

/** Returns the addresses of a kind that builders write into scripts. */
export function findBuilderAddresses(
  code: string,
  kind: Builder['addresses'][number]['kind'],
): readonly BuilderAddress[] {
  return builders.flatMap(({ name, addresses }) => {
    const rows = addresses.filter((row) => row.kind === kind && row.script?.test(code) !== false);
    const found = rows.flatMap((row) => findUrls(code, row.pattern));
    return found.map((piece) => ({ ...piece, builder: name }));
  });
}

/** Edits strings that consist of the address of a file and nothing else. */
function editStrings(code: string, layout: Layout, page: Base): readonly AddressEdit[] {
  const edits: AddressEdit[] = [];
  for (const found of findSiteAddresses(code, layout.hasSitePath)) {
    if (isWholeAddress(code, found))
      edits.push(...toEdits(found, layout.rewrite(found.address, page)));
  }
  return edits;
}

/** UTF-16 units that are examined before and after an address. */
const contextLength = 40;
/**
 * Matches the code after a string if it appends to the string, compares it, or takes a part of it.
 */
const followsPiece = /^\s*(?:\+|[!=]==?|\.|\?\.)/;

/**
 * True if an address fills a whole string or, inside a string of HTML or CSS, a whole attribute
 * value or `url()`.
 */
function isWholeAddress(code: string, address: Piece): boolean {
  const end = address.offset + address.text.length;
  const before = code.slice(Math.max(0, address.offset - contextLength), address.offset);
  const after = code.slice(end, end + contextLength);
  if (/\burl\($/.test(before)) return after.startsWith(')');
  const quote = /\\{0,3}["'`]$/.exec(before)?.[0];
  if (quote === undefined) return /[\w-]=$/.test(before) && /^(?:[\s>"'`]|\\?["'`])/.test(after);
  if (!after.startsWith(quote)) return false;
  const left = before.slice(0, -quote.length);
  const right = after.slice(quote.length);
  const isAttribute = /[\w-]=$/.test(left) && /^\s?(?:[\w/>-]|$)/.test(right);
  if (isAttribute) return true;
  const isKey = /[{,]\s*$/.test(left) && /^\s*:/.test(right);
  return !isKey && !isPiece(code, address) && !followsPiece.test(right);
}
