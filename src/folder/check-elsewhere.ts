/** Finds what works on one computer and not at the address of the app. */
import { pagePath } from '../app/app.ts';
import type { Problem } from '../app/problem.ts';
import { formatCount } from '../text/format.ts';
import {
  findBase,
  findStyleReferences,
  listTagReferences,
  type Piece,
  readKeyword,
  readTags,
  type Tag,
} from '../web/html.ts';
import { limitWarnings, toProblem } from './check-words.ts';
import type { FolderContents, FolderFile } from './folder-file.ts';
import { locateOffset, readText } from './text.ts';

/** The number of style sheets that are read. */
const maxStyles = 100;

interface Address {
  readonly path: string;
  readonly text: string;
  readonly piece: Piece;
}

/**
 * Warns of addresses on the author's computer, of addresses over http, of a charset that is not
 * UTF-8, and of files that systems and editors leave behind.
 */
export function checkElsewhere(page: string, contents: FolderContents): readonly Problem[] {
  const tags = [...readTags(page)];
  const addresses = [
    ...tags.flatMap(listLoaded).map((piece) => ({ path: pagePath, text: page, piece })),
    ...listStyleAddresses(contents),
  ];
  const links = tags.flatMap(listLinks).map((piece) => ({ path: pagePath, text: page, piece }));
  const local = [
    ...addresses.filter(({ piece }) => isLocal(piece.text)),
    ...links.filter(({ piece }) => isOnDisk(piece.text)),
  ];
  const insecure = addresses.filter(({ piece }) => isInsecure(piece.text));
  return [
    ...limitWarnings(local, 'address', 'on one computer', (each) =>
      toProblem('reference_local', [each.path, each.piece.text.trim()], locate(each)),
    ),
    ...limitWarnings(listLocalCalls(page, tags, contents), 'address', 'on one computer', (each) => {
      const fix = 'Call a server that all who open the app can reach, over https.';
      const parts = [each.path, each.piece.text.trim()];
      return toProblem('reference_local', parts, { ...locate(each), fix });
    }),
    ...limitWarnings(insecure, 'address', 'over http', (each) =>
      toProblem('reference_insecure', [each.path, each.piece.text.trim()], locate(each)),
    ),
    ...checkCharset(page, tags),
    ...checkJunk(contents.files),
  ];
}

/** Returns the addresses that an element loads. Those of scripts over http have their own code. */
function listLoaded(tag: Tag): readonly Piece[] {
  const base = findBase(tag);
  const pieces = base === null ? listTagReferences(tag) : [base];
  return tag.name === 'script' ? pieces.filter(({ text }) => isLocal(text)) : pieces;
}

/** Returns the addresses to which an element leads. */
function listLinks({ name, attributes }: Tag): readonly Piece[] {
  const attribute = { a: 'href', area: 'href', form: 'action' }[name];
  const piece = attribute === undefined ? undefined : attributes.get(attribute);
  return piece === undefined ? [] : [piece];
}

function listStyleAddresses({ files }: FolderContents): readonly Address[] {
  const styles = files.filter(({ type }) => type === 'text/css').slice(0, maxStyles);
  return styles.flatMap((style) => {
    const text = readText(style).text ?? '';
    return findStyleReferences(text).map((piece) => ({ path: style.path, text, piece }));
  });
}

/** Matches a request whose address is written out. */
const call =
  /(?:\bfetch|\bnew (?:WebSocket|EventSource))\(\s?["'`](?<address>(?:http|ws)s?:[^"'`\s]{1,200})/dg;

/** Returns the addresses on the author's computer that scripts call. */
function listLocalCalls(
  page: string,
  tags: readonly Tag[],
  { files }: FolderContents,
): readonly Address[] {
  const inPage = tags.flatMap(({ name, text }) => (name === 'script' && text ? [text] : []));
  const scripts = files.filter(({ type, bytes }) => {
    // Most scripts are not decoded, which takes long for large ones.
    return type === 'text/javascript' && localStarts.some((start) => bytes.includes(start));
  });
  return [
    ...inPage
      .flatMap((code) => findCalls(code))
      .map((piece) => ({ path: pagePath, text: page, piece })),
    ...scripts.flatMap((script) => {
      const text = readText(script).text ?? '';
      return findCalls({ text, offset: 0 }).map((piece) => ({ path: script.path, text, piece }));
    }),
  ];
}

function findCalls(code: Piece): readonly Piece[] {
  const found = Array.from(code.text.matchAll(call), ({ groups, indices }) => {
    const [start = 0] = indices?.groups?.['address'] ?? [];
    return { text: groups?.['address'] ?? '', offset: code.offset + start };
  });
  return found.filter(({ text }) => isLocal(text));
}

function isOnDisk(address: string): boolean {
  return /^\s*(?:file:|[a-z]:[\\/])/i.test(address);
}

const localStarts = ['//localhost', '//127.', '//0.0.0.0', '//[::1]'];

/** True for what only the author's computer has. */
export function isLocal(address: string): boolean {
  if (isOnDisk(address)) return true;
  return /^\s*(?:(?:http|ws)s?:)?\/\/(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?:[:/?#]|\s*$)/i.test(
    address,
  );
}

function isInsecure(address: string): boolean {
  return /^\s*http:\/\//i.test(address) && !isLocal(address);
}

function locate({ path, text, piece }: Address) {
  const { line, column } = locateOffset(text, piece.offset);
  return { path, line, column };
}

/** Warns of a page that says to be in another charset: it is sent as UTF-8. */
function checkCharset(page: string, tags: readonly Tag[]): readonly Problem[] {
  for (const tag of tags.filter(({ name }) => name === 'meta')) {
    const charset = readCharset(tag);
    if (charset === null) continue;
    if (/^utf-?8$/.test(charset)) return [];
    const { line, column } = locateOffset(page, tag.offset);
    return [toProblem('page_charset', [charset], { path: pagePath, line, column })];
  }
  return [];
}

function readCharset(meta: Tag): string | null {
  const charset = readKeyword(meta, 'charset');
  if (charset !== '') return charset;
  if (readKeyword(meta, 'http-equiv') !== 'content-type') return null;
  return /charset\s*=\s*["']?([^\s"';]+)/.exec(readKeyword(meta, 'content'))?.[1] ?? null;
}

const junkName =
  /^(?:thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r|npm-debug\.log.*|yarn-error\.log|~\$.*|#.*#|.*~|.*\.(?:orig|rej|bak|swp|swo|tmp))$/i;
const junkFolder = /(?:^|\/)(?:__MACOSX|__pycache__)\//;

/** True for a file that a system or an editor leaves behind. */
export function isJunk(path: string): boolean {
  return junkName.test(path.slice(path.lastIndexOf('/') + 1)) || junkFolder.test(path);
}

function checkJunk(files: readonly FolderFile[]): readonly Problem[] {
  const junk = files.filter(({ path }) => isJunk(path));
  const [first] = junk;
  if (first === undefined) return [];
  const count = formatCount(junk.length, 'file');
  return [toProblem('junk_files', [count, first.path], { path: first.path })];
}
