import { posix } from 'node:path';
import { pagePath, promptPath, servicePath } from '../app/app.ts';
import type { Problem } from '../app/problem.ts';
import {
  findPageReferences,
  findStyleReferences,
  findTarget,
  listTagReferences,
  type Reference,
  readTags,
  type Tag,
  type Target,
} from '../web/html.ts';
import { RouterSearch } from '../web/routers.ts';
import { findSiteAddresses, isPiece } from '../web/site-addresses.ts';
import { isLocal } from './check-elsewhere.ts';
import {
  adviseMissing,
  limitWarnings,
  type ProblemDetails,
  setBaseAdvice,
  toProblem,
} from './check-words.ts';
import type { FolderContents } from './folder-file.ts';
import { locateOffset, readText } from './text.ts';

/** Maximum number of style sheets that are read, and also of scripts. */
const maxCheckedFiles = 100;
/** Maximum number of references in one file that are checked. */
const maxReferences = 10_000;

/**
 * The script that `arrange` adds, which redirects the requests of other scripts to files that
 * `arrange` has moved.
 */
const netPath = /^assets\/miniapp-net(?:-\d+)?\.js$/;

/** The files that belong to the top of an app folder. */
const topPaths: ReadonlySet<string> = new Set([pagePath, promptPath, servicePath]);

/** A text that contains references. */
interface ReferringFile {
  readonly path: string;
  readonly text: string;
}

interface FolderPaths {
  readonly paths: ReadonlySet<string>;
  /** The files that an address leads to, or that advice names. */
  readonly reached: Set<string>;
}

/** A reference to a file that the folder lacks, or to an address outside the app. */
interface BrokenReference {
  readonly source: ReferringFile;
  readonly reference: Reference;
  readonly path: string;
  /** The relative address to write if the address begins at the root of the host; else null. */
  readonly replacement: string | null;
  /** The file whose name is the address as it is written, such as `c#.png`; null if there is none. */
  readonly literal: string | null;
}

/**
 * Warns of each reference to a file that a browser would not find, once per file that contains
 * it. Scripts, and the text of the page, are searched only for addresses that begin with `/` and
 * name a file of the folder. Also warns of a router that does not work at the address of an app.
 */
export function checkReferences(page: string, contents: FolderContents): readonly Problem[] {
  const paths = new Set(contents.files.map((file) => file.path));
  // True if the file is in the folder, or in its `assets/`: files of a build may have been moved
  // there.
  const isThere = (path: string): boolean => paths.has(path) || paths.has(`assets/${path}`);
  const pageSource = { path: pagePath, text: page };
  const hasNet = contents.files.some((file) => netPath.test(file.path));
  const pageReferences = [
    ...findPageReferences(page).slice(0, maxReferences),
    ...(hasNet ? [] : listSiteReferences(page, isThere)),
  ];
  const files: FolderPaths = { paths, reached: new Set() };
  const broken = [...findBroken(pageSource, pageReferences, pagePath, files)];
  for (const style of listTexts('text/css', contents)) {
    const references = findStyleReferences(style.text).slice(0, maxReferences);
    broken.push(...findBroken(style, references, style.path, files));
  }
  const routerSearch = new RouterSearch(page);
  for (const script of listTexts('text/javascript', contents)) {
    routerSearch.add(script.text);
    // A browser resolves the addresses in a script against the page that loads it.
    const references = hasNet ? [] : listSiteReferences(script.text, isThere);
    broken.push(...findBroken(script, references, pagePath, files));
  }
  const outside = broken.filter((each) => each.replacement !== null);
  const missing = broken.filter((each) => each.replacement === null);
  const insecure = [...readTags(page)].filter(isInsecureScript);
  return [
    ...limitWarnings(outside, 'reference', 'past the app', (each) => warnOutside(each, paths)),
    ...limitWarnings(missing, 'reference', 'to missing files', (each) =>
      warnMissing(each, contents),
    ),
    ...limitWarnings(insecure, 'script', 'over http', (tag) =>
      toProblem('script_insecure', [], locateIn(pageSource, tag.offset)),
    ),
    ...limitWarnings(listHeicPictures(page), 'picture', 'in HEIC', ({ text, offset }) =>
      toProblem('picture_heic', [text.trim()], locateIn(pageSource, offset)),
    ),
    ...checkNames(files),
    ...warnOfRouter(routerSearch),
  ];
}

function warnOfRouter(search: RouterSearch): readonly Problem[] {
  const { result } = search;
  if (result === null) return [];
  return [toProblem('path_router', [result.name], { path: pagePath, fix: result.fix })];
}

function* listTexts(type: string, contents: FolderContents): Generator<ReferringFile> {
  const files = contents.files.filter((file) => file.type === type);
  for (const file of files.slice(0, maxCheckedFiles))
    yield { path: file.path, text: readText(file).text ?? '' };
}

/** Returns the addresses in a text that begin with `/` and name a file of the folder. */
function listSiteReferences(
  text: string,
  isThere: (path: string) => boolean,
): readonly Reference[] {
  const addresses = findSiteAddresses(text, isThere);
  return addresses
    .filter((address) => !isPiece(text, address))
    .take(maxReferences)
    .toArray();
}

/**
 * Returns the broken references of a file, one per target. `base`: the file that relative addresses
 * are resolved against.
 */
function findBroken(
  source: ReferringFile,
  references: readonly Reference[],
  base: string,
  { paths, reached }: FolderPaths,
): readonly BrokenReference[] {
  const broken = new Map<string, BrokenReference>();
  for (const reference of references) {
    const target = findTarget(reference.address, base);
    if (target === null) continue;
    const { path } = target;
    const startsAtRoot = target.relative !== null;
    if (paths.has(path)) reached.add(path);
    if (!startsAtRoot && paths.has(path)) continue;
    const key = `${startsAtRoot} ${path}`;
    if (broken.has(key)) continue;
    const replacement = startsAtRoot ? chooseReplacement(reference, target, base) : null;
    const written = posix.join(startsAtRoot ? '' : posix.dirname(base), reference.address.trim());
    const literal = paths.has(written) && written !== path ? written : null;
    if (literal !== null) reached.add(literal);
    broken.set(key, { source, reference, path, replacement, literal });
  }
  return [...broken.values()];
}

/** Warns of names with characters that an address can only have as escapes. */
function checkNames({ paths, reached }: FolderPaths): readonly Problem[] {
  const odd = [...paths].filter((path) => /[#?]|%[\da-f]{2}/i.test(path) && !reached.has(path));
  return limitWarnings(odd, 'name', 'of this kind', (path) => {
    const [character = ''] = /[#?%]/.exec(path) ?? [];
    const parts = [path, character, encodeURIComponent(character)];
    const fix = `Rename the file, or write the address as ${encodePath(path)}.`;
    return toProblem('name_unaddressable', parts, { path, fix });
  });
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * Returns the relative address of a target. A file outside `assets/` would be the next warning, so
 * its address is the one that it has below `assets/`.
 */
function chooseReplacement(reference: Reference, target: Target, base: string): string | null {
  if (!belongsBelow(target.path)) return target.relative;
  return findTarget(`/assets${reference.address.trim()}`, base)?.relative ?? target.relative;
}

/** True for a file that belongs into `assets/` and is not there. */
function belongsBelow(path: string): boolean {
  const isFolder = path === '' || path.endsWith('/');
  return !isFolder && !path.startsWith('assets/') && !topPaths.has(path);
}

/** True if browsers block the script on an https page. */
function isInsecureScript({ name, attributes }: Tag): boolean {
  const src = attributes.get('src')?.text ?? '';
  return name === 'script' && /^\s*http:/i.test(src) && !isLocal(src);
}

/** Returns the pictures of `<img>` elements that are in HEIC, each at its first place. */
function listHeicPictures(page: string): readonly Reference[] {
  const images = readTags(page).filter((tag) => tag.name === 'img');
  const pictures = new Map<string, Reference>();
  for (const reference of images.flatMap(listTagReferences)) {
    const target = findTarget(reference.address, pagePath);
    const isHeic = target !== null && /\.hei[cf]$/i.test(target.path);
    if (isHeic && !pictures.has(reference.address)) pictures.set(reference.address, reference);
  }
  return [...pictures.values()];
}

function locateIn(source: ReferringFile, offset: number): ProblemDetails {
  const { line, column } = locateOffset(source.text, offset);
  return { path: source.path, line, column };
}

function warnMissing(broken: BrokenReference, contents: FolderContents): Problem {
  const { source, path } = broken;
  const { literal } = broken;
  const address =
    literal === null ? '' : encodePath(posix.relative(posix.dirname(source.path), literal));
  const fix =
    literal === null
      ? adviseMissing(path, contents, (found) => toAddress(found, source.path))
      : `Rename ${literal}, or write its address as ${address}.`;
  return toProblem('reference_missing', [source.path, path], {
    ...locateIn(source, broken.reference.offset),
    fix,
  });
}

function toAddress(path: string, source: string): string {
  return encodeURI(posix.relative(posix.dirname(source), path));
}

function warnOutside(broken: BrokenReference, paths: ReadonlySet<string>): Problem {
  const { source, reference, path } = broken;
  return toProblem('reference_absolute', [source.path, reference.text.trim()], {
    ...locateIn(source, reference.offset),
    fix: `${adviseFile(path, paths)}Write ${broken.replacement}. If a build writes it, ${setBaseAdvice}.`,
  });
}

/** Returns the advice to put a file where the address will lead; empty if it is there. */
function adviseFile(path: string, paths: ReadonlySet<string>): string {
  const place = belongsBelow(path) ? `assets/${path}` : path;
  const isFolder = path === '' || path.endsWith('/');
  if (isFolder || paths.has(place)) return '';
  return paths.has(path) ? `Move ${path} to ${place}. ` : `Put the file at ${place}. `;
}
