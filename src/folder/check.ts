import { posix } from 'node:path';
import { maxPathUnits } from '../api/wire.ts';
import { pagePath, promptPath, servicePath } from '../app/app.ts';
import type { Problem } from '../app/problem.ts';
import { formatBytes, formatCount, isSimilar, listNames } from '../text/format.ts';
import { nameInput, perFrontend } from '../text/frontend.ts';
import { findTarget, findTitleFault } from '../web/html.ts';
import { checkBytes } from './check-bytes.ts';
import { checkElsewhere, isJunk } from './check-elsewhere.ts';
import { checkReferences } from './check-references.ts';
import { checkSource, type PageFolder } from './check-source.ts';
import { adviseExcluded, limitWarnings, toProblem, toTwin } from './check-words.ts';
import { createBody } from './deploy-payload.ts';
import { type FolderContents, findFile } from './folder-file.ts';
import { checkServiceJson, isPicture, parseServiceJson } from './service-json.ts';
import { locateOffset, readText, type TextResult } from './text.ts';

/** The folder that is checked, and what the run is to do with it. */
export interface CheckOptions {
  /** The folder as messages name it, such as its path relative to the workspace. */
  readonly folder: string;
  /** True if the run may create the app, which needs a name. */
  readonly createsApp: boolean;
  /** Maximum size of all included files in bytes; absent or null if there is no limit. */
  readonly maxSize?: number | null;
}

/**
 * The files that the service document names outside `assets/`, and the word for each of them in
 * error codes.
 */
export const knownFiles = {
  [servicePath]: 'service_json',
  [pagePath]: 'page',
  [promptPath]: 'instructions',
} as const;
type KnownFile = keyof typeof knownFiles;
/** Maximum size of a picture without a warning, in bytes: a larger one takes long to load. */
const maxPictureBytes = 1_000_000;
/** The number of files that an error about the size names. */
const maxLargest = 5;

/**
 * Checks a folder without the service. A warning never stops a deploy, because the service has the
 * last word.
 *
 * @example
 * checkFolder({ files, excluded }, { folder: 'app', createsApp: false });
 * // [{ code: 'page_title_missing', path: 'index.html', line: 1, severity: 'warning', … }]
 */
export function checkFolder(contents: FolderContents, options: CheckOptions): readonly Problem[] {
  const hasFile = (path: string): boolean => findFile(contents, path) !== undefined;
  if (!hasFile(servicePath) && !hasFile(pagePath)) return [reportNoApp(contents, options.folder)];
  const source = checkSource(toPageFolder(contents));
  if (source.length > 0) return source;
  const found = checkApp(contents, options);
  return [...found, ...checkLayout(contents, found)];
}

function toPageFolder(contents: FolderContents): PageFolder {
  return {
    paths: contents.files.map((file) => file.path),
    read: (path) => readText(findFile(contents, path)).text ?? '',
    find: (address) => {
      const path = findTarget(address, pagePath)?.path ?? '';
      return findFile(contents, path) === undefined ? null : path;
    },
  };
}

function checkApp(contents: FolderContents, options: CheckOptions): readonly Problem[] {
  const read = (path: KnownFile): TextResult => readText(findFile(contents, path));
  const page = read(pagePath);
  const pageText = page.text ?? '';
  return [
    ...checkService(read(servicePath), contents, options.createsApp),
    ...checkText(page, pagePath, contents),
    ...checkText(read(promptPath), promptPath, contents),
    ...checkTitle(pageText),
    ...checkReferences(pageText, contents),
    ...checkElsewhere(pageText, contents),
    ...checkPathLengths(contents),
    ...checkTwins(contents),
    ...checkBytes(contents.files),
    ...checkPictures(contents),
    ...checkSourceMaps(contents),
  ];
}

function checkService(
  service: TextResult,
  contents: FolderContents,
  createsApp: boolean,
): readonly Problem[] {
  const problems = [...checkText(service, servicePath, contents)];
  if (service.text !== null)
    problems.push(...checkServiceJson(parseServiceJson(service.text), contents));
  if (!createsApp) return problems;
  // An app cannot be created without a name, which `service.json` contains.
  return problems.map((problem): Problem => {
    const isNeeded = service.kind === 'missing' || problem.code === 'name_missing';
    return isNeeded ? { ...problem, severity: 'error' } : problem;
  });
}

/**
 * Reports a folder without an app. The fix names the files of an app that are excluded, misnamed,
 * or in a subfolder.
 */
function reportNoApp(contents: FolderContents, folder: string): Problem {
  const misnamed = findMisnamed(pagePath, contents) ?? findMisnamed(servicePath, contents);
  const fix =
    adviseExcluded(pagePath, contents) ??
    adviseExcluded(servicePath, contents) ??
    misnamed?.fix ??
    adviseFolder(contents, folder);
  return toProblem('no_app', [], { fix });
}

/**
 * Returns advice that names the subfolders with an app, the outermost first; null if there is none.
 */
function adviseFolder(contents: FolderContents, folder: string): string | null {
  const withService = listFoldersWith(servicePath, contents);
  const apps = withService.length > 0 ? withService : listFoldersWith(pagePath, contents);
  const depth = (path: string): number => path.split('/').length;
  const [first, ...others] = apps.toSorted((one, other) => depth(one) - depth(other));
  if (first === undefined) return null;
  const value = posix.join(folder, first).replace(/\/$/, '');
  const verb = perFrontend('set the input folder to', 'use');
  if (others.length === 0) return `An app was found in ${first}: ${verb} ${value}.`;
  const names = listNames([first, ...others]);
  return `Apps were found in ${names}: ${verb} one of them, such as ${value}.`;
}

/** Returns the subfolders, at any depth, that hold a file of this name. Each ends with `/`. */
function listFoldersWith(name: KnownFile, { files }: FolderContents): readonly string[] {
  const paths = files.map((file) => file.path).filter((path) => path.endsWith(`/${name}`));
  return paths.map((path) => path.slice(0, -name.length));
}

function checkText(
  { kind, text }: TextResult,
  path: KnownFile,
  contents: FolderContents,
): readonly Problem[] {
  const word = knownFiles[path];
  switch (kind) {
    case 'text':
      if (word === 'service_json') return checkMark(text);
      return text.trim() === '' ? [toProblem(`${word}_empty`, [], { path, line: 1 })] : [];
    case 'missing':
      return checkMissing(path, contents);
    case 'utf16':
      if (word === 'page') return [toProblem('page_utf16', [], { path })];
      return [toProblem(`${word}_not_utf8`, [], { path })];
    case 'not-utf8':
      return [toProblem(`${word}_not_utf8`, [], { path })];
    case 'too-large':
      return [toProblem('file_not_checked', [path], { path })];
  }
}

function checkMissing(path: KnownFile, contents: FolderContents): readonly Problem[] {
  const misnamed = findMisnamed(path, contents);
  if (misnamed !== null) return [misnamed];
  const fix = adviseExcluded(path, contents);
  // The instructions are optional: only a file that is there but excluded may be a mistake.
  if (path === promptPath && fix === null) return [];
  return [toProblem(`${knownFiles[path]}_missing`, [], { fix })];
}

/** Warns of a byte-order mark, which strict JSON parsers reject. */
function checkMark(text: string): readonly Problem[] {
  if (!text.startsWith('\ufeff')) return [];
  return [toProblem('byte_order_mark', [], { path: servicePath, line: 1, column: 1 })];
}

/**
 * Returns the problem of a file at the top level whose name is similar to the name of a missing
 * file, such as `service.json.txt`; null if there is no such file.
 */
function findMisnamed(known: KnownFile, { files }: FolderContents): Problem | null {
  const names = files.map((file) => file.path).filter((path) => !path.includes('/'));
  const inOtherCase = names.find((name) => name.toLowerCase() === known);
  const similar = names.find((name) => {
    const lower = name.toLowerCase();
    return lower.startsWith(`${known}.`) || isSimilar(lower, known);
  });
  const path = inOtherCase ?? similar;
  if (path === undefined) return null;
  const isText = path.toLowerCase().endsWith('.txt');
  const hint = isText ? ' In Windows, first show the extensions of file names.' : '';
  return toProblem(inOtherCase === undefined ? 'name_similar' : 'name_case', [path, known], {
    path,
    // The page may open on the author's machine, where case does not count, but not at the service.
    severity: path.toLowerCase() === pagePath ? 'error' : 'warning',
    fix: `Rename ${path} to ${known}.${hint}`,
  });
}

function checkTitle(page: string): readonly Problem[] {
  const fault = findTitleFault(page);
  if (fault === null) return [];
  const { line, column } = locateOffset(page, fault.offset);
  return [toProblem(`page_title_${fault.kind}`, [], { path: pagePath, line, column })];
}

/**
 * Warns of files outside `assets/`, once for each file or folder at the top level, unless another
 * problem is already about it.
 */
function checkLayout(contents: FolderContents, found: readonly Problem[]): readonly Problem[] {
  const known = new Set<string | null>(['assets/', ...Object.keys(knownFiles)]);
  for (const { path, line } of found) if (line === null) known.add(path);
  const toTop = (path: string): string => path.slice(0, path.indexOf('/') + 1) || path;
  const tops = Map.groupBy(contents.files, (file) => toTop(file.path));
  const strays = [...tops].filter(([top]) => !known.has(top) && !isJunk(top));
  return limitWarnings(strays, 'name', 'outside assets/', ([top, files]) => {
    const isFolder = top.endsWith('/');
    const what = isFolder ? `${top}, with ${formatCount(files.length, 'file')},` : top;
    // A folder has the path of its first file, because the service names only files.
    return toProblem('outside_assets', [what], { path: files[0]?.path ?? null });
  });
}

export interface FileSize {
  readonly path: string;
  readonly bytes: number;
}

function nameLargest(files: readonly FileSize[]): string {
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxLargest);
  return largest.map((file) => `${file.path} (${formatBytes(file.bytes)})`).join(', ');
}

/** The maximum size of a read of an app in bytes: with more, no command could touch it again. */
const maxReadBytes = 256_000_000;
/** A byte of text takes at most so many bytes in JSON, as a control character does. */
const maxEscapedBytes = 6;

/** Reports files whose texts take up too much in JSON. */
export function checkReadSize(contents: FolderContents): readonly Problem[] {
  const sizes = contents.files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
  if (sumBytes(sizes) * maxEscapedBytes <= maxReadBytes) return [];
  const encoded = contents.files.map((file) => {
    return { path: file.path, bytes: createBody('', { files: [file], excluded: [] }).length };
  });
  const total = sumBytes(encoded);
  if (total <= maxReadBytes) return [];
  const parts = [formatBytes(total), formatBytes(maxReadBytes), nameLargest(encoded)];
  return [toProblem('app_too_large', parts)];
}

export function sumBytes(files: readonly FileSize[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

/**
 * The maximum size of a folder in bytes: it is read into memory, and no service of this kind takes
 * an app of that size.
 */
export const maxFolderBytes = 150_000_000;

/** Reports files that are larger than an app can be, or than the caller allows. */
export function checkSize(files: readonly FileSize[], maxSize: number | null): readonly Problem[] {
  const byteCount = sumBytes(files);
  const named = nameLargest(files);
  const total = formatBytes(byteCount);
  const problems: Problem[] = [];
  if (byteCount > maxFolderBytes)
    problems.push(toProblem('app_too_large', [total, formatBytes(maxFolderBytes), named]));
  if (maxSize !== null && byteCount > maxSize) {
    const parts = [total, nameInput('max-size'), formatBytes(maxSize), named];
    problems.push(toProblem('folder_size', parts));
  }
  return problems;
}

/** Reports paths that a read would show only in part, so that the app could not be compared. */
function checkPathLengths({ files }: FolderContents): readonly Problem[] {
  const long = files.filter(({ path }) => path.length > maxPathUnits);
  return long.slice(0, maxLargest).map(({ path }) => {
    const parts = [path, String(path.length), String(maxPathUnits)];
    return toProblem('path_too_long', parts, { path });
  });
}

/** Warns of pictures that are slow to load. */
function checkPictures({ files }: FolderContents): readonly Problem[] {
  const pictures = files.filter((file) => isPicture(file) && file.bytes.length > maxPictureBytes);
  return limitWarnings(pictures, 'picture', 'of more than 1 MB', ({ path, bytes }) =>
    toProblem('picture_large', [path, formatBytes(bytes.length)], { path }),
  );
}

/** Warns of source maps, which show the source code of the app. */
function checkSourceMaps({ files }: FolderContents): readonly Problem[] {
  const maps = files.filter((file) => /\.(?:[cm]?js|css)\.map$/.test(file.path));
  const [first] = maps;
  if (first === undefined) return [];
  const count = formatCount(maps.length, 'source map');
  return [toProblem('source_maps', [count, first.path], { path: first.path })];
}

/** Warns of paths that the service may confuse: they differ only in case or in Unicode form. */
function checkTwins({ files }: FolderContents): readonly Problem[] {
  const groups = Map.groupBy(files, (file) => toTwin(file.path));
  const twins: (readonly [first: string, other: string])[] = [];
  for (const [first, ...others] of groups.values()) {
    for (const other of others) twins.push([first?.path ?? '', other.path]);
  }
  return limitWarnings(twins, 'name', 'of this kind', ([first, path]) => {
    const isCase = first.normalize('NFC') !== path.normalize('NFC');
    const difference = isCase ? 'case' : 'the way accents are written (NFC, NFD)';
    return toProblem('path_twins', [first, path, difference], { path });
  });
}
