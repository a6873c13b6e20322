import { pagePath } from '../model/app.ts';
import type { Problem } from '../model/problem.ts';
import {
  findPageReferences,
  findStyleReferences,
  findTarget,
  type Reference,
  readTags,
  type Target,
} from '../web/html.ts';
import { findSiteAddresses, isPiece } from '../web/site-addresses.ts';
import { adviseMissing, limit, setBaseAdvice, toProblem } from './check-words.ts';
import type { FolderManifest } from './manifest.ts';
import { loadText, locateOffset } from './text.ts';

/** Most style sheets and most scripts that are looked into, and most references of one file. */
const maxFiles = 100;
const maxReferences = 10_000;

/** A file that holds references. */
interface Source {
  readonly file: string;
  readonly text: string;
}

/** A reference to what the folder lacks, or past the app. */
interface BrokenReference extends Reference, Target {
  readonly source: Source;
}

/**
 * Warns of each reference that a browser would not find, at its first place in a file. Scripts, and
 * the text of the page, are searched only for addresses that begin with `/` and name a file of the
 * folder.
 */
export function checkReferences(page: string, manifest: FolderManifest): readonly Problem[] {
  const paths = new Set(manifest.files.map(({ path }) => path));
  // Also below `assets/`, where a file of a build may have been moved.
  const isThere = (path: string): boolean => paths.has(path) || paths.has(`assets/${path}`);
  const listSites = ({ text }: Source): readonly Reference[] => {
    const found = findSiteAddresses(text, isThere).filter((address) => !isPiece(text, address));
    return found.take(maxReferences).toArray();
  };
  const source = { file: pagePath, text: page };
  const ofPage = [...findPageReferences(page).slice(0, maxReferences), ...listSites(source)];
  const broken = [
    ...listBroken(source, ofPage, { paths }),
    ...loadFiles('text/css', manifest).flatMap((style) =>
      listBroken(style, findStyleReferences(style.text).slice(0, maxReferences), {
        paths,
        base: style.file,
      }),
    ),
    ...loadFiles('text/javascript', manifest).flatMap((script) =>
      listBroken(script, listSites(script), { paths }),
    ),
  ];
  const absolute = broken.filter(({ relative }) => relative !== null);
  const missing = broken.filter(({ relative }) => relative === null);
  // Browsers refuse these in a page of https.
  const insecure = [...readTags(page)].filter(
    ({ name, attributes }) =>
      name === 'script' && /^\s*http:/i.test(attributes.get('src')?.text ?? ''),
  );
  return [
    ...limit(absolute, (each) => toAbsoluteProblem(each, isThere), {
      noun: 'reference',
      where: 'past the app',
    }),
    ...limit(missing, (each) => toMissingProblem(each, manifest), {
      noun: 'reference',
      where: 'to missing files',
    }),
    ...limit(insecure, (tag) => toProblem('script_insecure', [], locate(source, tag)), {
      noun: 'script',
      where: 'over http',
    }),
  ];
}

/** The texts of files of a type, each loaded when it is looked at. */
function loadFiles(type: string, manifest: FolderManifest): IteratorObject<Source> {
  const files = manifest.files.filter((file) => file.type === type).slice(0, maxFiles);
  return files
    .values()
    .map(({ path }) => ({ file: path, text: loadText(manifest, path).text ?? '' }));
}

/**
 * What is broken of the references of a file, each target once. `base`: the file that their
 * addresses lead from.
 */
function listBroken(
  source: Source,
  references: readonly Reference[],
  { paths, base = pagePath }: { readonly paths: ReadonlySet<string>; readonly base?: string },
): readonly BrokenReference[] {
  const broken = new Map<string, BrokenReference>();
  for (const reference of references) {
    const target = findTarget(reference.address, base);
    if (target === null || (target.relative === null && paths.has(target.path))) continue;
    const below =
      target.relative === null ? null : findTarget(`/assets${reference.address.trim()}`, base);
    const isBelow = below !== null && !paths.has(target.path) && paths.has(below.path);
    const key = `${target.relative === null} ${target.path}`;
    const relative = isBelow ? below.relative : target.relative;
    if (!broken.has(key)) broken.set(key, { ...reference, source, path: target.path, relative });
  }
  return [...broken.values()];
}

function locate({ file, text }: Source, { offset }: Pick<Reference, 'offset'>) {
  return { path: file, ...locateOffset(text, offset) };
}

function toMissingProblem(broken: BrokenReference, manifest: FolderManifest): Problem {
  const { source, path } = broken;
  const known = { ...locate(source, broken), fix: adviseMissing(path, manifest) };
  return toProblem('reference_missing', [source.file, path], known);
}

function toAbsoluteProblem(broken: BrokenReference, isThere: (path: string) => boolean): Problem {
  const { source, text, path, relative } = broken;
  const lacks = !isThere(path) && !/(?:^|\/)$/.test(path);
  const fix = `${lacks ? `Add ${path} to the folder. ` : ''}Write ${relative}; where a build writes it, ${setBaseAdvice}.`;
  return toProblem('reference_absolute', [source.file, text.trim()], {
    ...locate(source, broken),
    fix,
  });
}
