import type { Problem } from '../model/problem.ts';
import { adviseMissing, limit, setBase, toProblem } from './check-words.ts';
import type { FolderManifest } from './manifest.ts';
import {
  findPageReferences,
  findStyleReferences,
  findTarget,
  type Reference,
  readTags,
  type Tag,
  type Target,
} from './page.ts';
import { findSiteAddresses, isPiece } from './site-addresses.ts';
import { loadText, locateOffset } from './text.ts';

/** Most style sheets and most scripts that are looked into, and most references of one file. */
const maxFiles = 100;
const maxReferences = 10_000;

/** A file that holds references. */
interface ReferringFile {
  readonly file: string;
  readonly text: string;
}

/** A reference to what the folder lacks, or past the app. */
type BrokenReference = Pick<Reference, 'url' | 'offset'> & Target & ReferringFile;

/**
 * Warns of each reference that a browser would not find, at its first place in a file. Scripts, and the text of the page, are searched
 * only for addresses that begin with `/` and name a file of the folder.
 */
export function checkReferences(page: string, manifest: FolderManifest): readonly Problem[] {
  const paths = new Set(manifest.files.map(({ path }) => path));
  const source = { file: 'index.html', text: page };
  const broken = [
    ...listFirst([...listBroken(source, findPageReferences(page), paths), ...listAbsolute(source, paths)]),
    ...loadFiles('text/css', manifest).flatMap((style) =>
      listFirst(listBroken(style, findStyleReferences(style.text), paths)),
    ),
    ...loadFiles('text/javascript', manifest).flatMap((script) => listFirst(listAbsolute(script, paths))),
  ];
  const absolute = broken.filter(({ relative }) => relative !== null);
  const missing = broken.filter(({ relative }) => relative === null);
  return [
    ...limit(absolute, (each) => toAbsoluteProblem(each, paths), { noun: 'reference', where: 'past the app' }),
    ...limit(missing, (each) => toMissingProblem(each, manifest), { noun: 'reference', where: 'to missing files' }),
    ...limit(
      findInsecure(page),
      (offset) => toProblem('script_insecure', [], { path: 'index.html', ...locateOffset(page, offset) }),
      { noun: 'script', where: 'over http' },
    ),
  ];
}

/** The texts of files of a type, each loaded when it is looked at. */
function loadFiles(type: string, manifest: FolderManifest): IteratorObject<ReferringFile> {
  const files = manifest.files.filter((file) => file.type === type).slice(0, maxFiles);
  return files.values().map(({ path }) => ({ file: path, text: loadText(manifest, path).text ?? '' }));
}

function listBroken(
  source: ReferringFile,
  references: readonly Reference[],
  paths: ReadonlySet<string>,
): readonly BrokenReference[] {
  return references.slice(0, maxReferences).flatMap(({ url, address, offset }): readonly BrokenReference[] => {
    const target = findTarget(address, source.file);
    const isFound = target === null || (target.relative === null && paths.has(target.path));
    if (isFound) return [];
    const place = target.relative === null ? null : findPlace(target.path, paths);
    const moved = place === null || place === target.path ? null : findTarget(`/${encodeURI(place)}`, source.file);
    return [{ url, offset, path: target.path, relative: moved?.relative ?? target.relative, ...source }];
  });
}

/** The addresses from the root of the host, as scripts hold them, and attributes of any name. */
function listAbsolute(source: ReferringFile, paths: ReadonlySet<string>): readonly BrokenReference[] {
  const isFile = (path: string): boolean => path !== 'index.html' && findPlace(path, paths) !== null;
  return findSiteAddresses(source.text, isFile)
    .filter((address) => !isPiece(source.text, address))
    .take(maxReferences)
    .map(({ path, tail, start, end }) => {
      const url = source.text.slice(start, end);
      return { ...source, url, offset: start, path, relative: `${encodeURI(findPlace(path, paths) ?? path)}${tail}` };
    })
    .toArray();
}

/** The file that a path from the root of the build means: also below `assets/`, where it may have been moved. */
function findPlace(path: string, paths: ReadonlySet<string>): string | null {
  return [path, `assets/${path}`].find((each) => paths.has(each)) ?? null;
}

function listFirst(broken: readonly BrokenReference[]): readonly BrokenReference[] {
  const byTarget = Map.groupBy(broken, ({ relative, path }) => `${relative === null} ${path}`);
  return [...byTarget.values()].flatMap((same) => same.slice(0, 1));
}

function toMissingProblem({ file, text, offset, path }: BrokenReference, manifest: FolderManifest): Problem {
  const place = { path: file, ...locateOffset(text, offset) };
  return toProblem('reference_missing', [file, path], { ...place, fix: adviseMissing(path, manifest) });
}

function toAbsoluteProblem(broken: BrokenReference, paths: ReadonlySet<string>): Problem {
  const { file, text, offset, url, path, relative } = broken;
  const isThere = findPlace(path, paths) !== null || /(?:^|\/)$/.test(path);
  const fix = `${isThere ? '' : `Add ${path} to the folder. `}Write ${relative}; where a build writes it, ${setBase}.`;
  return toProblem('reference_absolute', [file, url.trim()], { path: file, ...locateOffset(text, offset), fix });
}

/** Where the page loads scripts over plain http, which browsers refuse in a page of https. */
function findInsecure(page: string): readonly number[] {
  const isInsecure = ({ name, attributes }: Tag): boolean =>
    name === 'script' && /^\s*http:/i.test(attributes.get('src')?.text ?? '');
  return [...readTags(page)].filter(isInsecure).map(({ offset }) => offset);
}
