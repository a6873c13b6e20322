import { posix } from 'node:path';
import { type AppFields, appFields, sentFields } from '../app.ts';
import { compareTexts, formatCount, listNames } from '../format.ts';
import type { Problem } from '../problem.ts';
import { either, theInput } from '../voice.ts';
import { checkServiceJson, isLike, servicePath } from './check-service.ts';
import { setBase, toProblem } from './check-words.ts';
import type { FolderManifest, SecretPlace } from './manifest.ts';
import { adviseExcluded, adviseMissing } from './missing.ts';
import { findPageReferences, findStyleReferences, findTarget, findTitleFault, type Reference } from './page.ts';
import { parseServiceJson } from './service-json.ts';
import { loadText, locateOffset, maxTextBytes, type TextResult } from './text.ts';

/** What the offline check found in a folder. */
export interface Checked {
  /** Errors first. A warning never stops a deploy: the service has the last word. */
  readonly problems: readonly Problem[];
  /** The draft fields that the folder holds, for create and update. Absent where a file is missing or unreadable. */
  readonly fields: AppFields;
}

/** Which folder it is, and what the run is to do with it. */
export interface CheckOptions {
  /** As the input names it: relative to the workspace, or absolute. */
  readonly folder: string;
  /** True where the run may create the app, which needs a name. */
  readonly createsApp: boolean;
}

/** The files that the service document names outside `assets/`: the word for each in codes, and most bytes to check. */
const knownFiles = {
  'service.json': { word: 'service_json', maxBytes: 1024 * 1024 },
  'index.html': { word: 'page', maxBytes: maxTextBytes },
  'instructions.md': { word: 'instructions', maxBytes: maxTextBytes },
} as const;
type KnownFile = keyof typeof knownFiles;
const knownPaths = Object.keys(knownFiles);
/** Most warnings of one kind; a last one counts the rest. */
const maxWarnings = 20;
/** Most style sheets that are looked into, and most bytes of each. */
const maxStyles = 100;
const maxStyleBytes = 1024 * 1024;

/**
 * Checks a folder without the service and reads the app's fields from it.
 *
 * What the service document states is an error; what it only suggests, and what could not be checked, is a warning.
 * Throws FolderError when a file changed since it was measured.
 */
export async function checkFolder(manifest: FolderManifest, options: CheckOptions): Promise<Checked> {
  const load = (path: KnownFile) => loadText(manifest, path, knownFiles[path].maxBytes);
  const [service, page, instructions] = [load(servicePath), load('index.html'), load('instructions.md')];
  const parsed = service.text === null ? null : parseServiceJson(service.text);
  const isApp = service.kind !== 'missing' || page.kind !== 'missing';
  const found = isApp
    ? [
        ...checkService(service, manifest, options),
        ...(parsed === null ? [] : checkServiceJson(parsed, manifest, options)),
        ...checkText(page, 'index.html', manifest),
        ...checkText(instructions, 'instructions.md', manifest),
        ...checkTitle(page.text ?? ''),
        ...checkReferences(page.text, manifest),
        ...checkTwins(manifest),
      ]
    : [toNoApp(manifest, options)];
  const problems = [
    ...manifest.secrets.map(toSecretProblem),
    ...found,
    // Of what is no app nothing more is worth saying.
    ...(isApp ? checkLayout(manifest, found) : []),
  ];
  const members = parsed?.kind === 'object' ? parsed.members : null;
  const texts = new Map<string, string | null>([
    [appFields.html.file, page.text],
    [appFields.system_prompt.file, instructions.text],
  ]);
  const fields = sentFields.map((name) => {
    const { file } = appFields[name];
    return [name, texts.has(file) ? texts.get(file) : members?.get(name)?.value] as const;
  });
  return {
    // `error` is before `warning` in the alphabet too.
    problems: problems.sort((one, other) => compareTexts(one.severity, other.severity)),
    fields: Object.fromEntries(fields.filter(([, value]) => typeof value === 'string')),
  };
}

/** Never shows the secret: a path with it is redacted like every text of a report. */
function toSecretProblem({ input, isInName, ...place }: SecretPlace): Problem {
  const { path } = place;
  const remedy = isInName ? 'Rename it' : `Remove it from ${path}`;
  const fix = `${remedy}, or exclude the file with ${theInput('exclude')}. If it was ever published, revoke it.`;
  return toProblem('secret_in_folder', [isInName ? `The name of ${path}` : path, theInput(input)], { ...place, fix });
}

/** What is wrong with `service.json` as a file, whatever it says. */
function checkService(service: TextResult, manifest: FolderManifest, { createsApp }: CheckOptions): readonly Problem[] {
  const problems = checkText(service, servicePath, manifest);
  // An app cannot be created without a name, and its name stands there.
  return service.kind === 'missing' && createsApp
    ? problems.map((problem) => ({ ...problem, severity: 'error' }))
    : problems;
}

/** The error of a folder that is no app. The files that it needs may be there, and excluded, misnamed, or in a folder below. */
function toNoApp(manifest: FolderManifest, { folder }: CheckOptions): Problem {
  const fix =
    adviseExcluded('index.html', manifest) ??
    adviseExcluded(servicePath, manifest) ??
    (findMisnamed('index.html', manifest) ?? findMisnamed(servicePath, manifest))?.fix ??
    adviseFolder(manifest, folder);
  return toProblem('no_app', [], fix === null ? {} : { fix });
}

/** Names the folders below that hold an app, the outermost first; null where there is none. */
function adviseFolder({ files }: FolderManifest, folder: string): string | null {
  const listFolders = (name: string): readonly string[] =>
    files.flatMap(({ path }) => (path.endsWith(`/${name}`) ? [path.slice(0, -name.length)] : []));
  const withService = listFolders(servicePath);
  const apps = withService.length > 0 ? withService : listFolders('index.html');
  const [first, ...others] = apps.toSorted((one, other) => one.split('/').length - other.split('/').length);
  if (first === undefined) return null;
  const value = posix.join(folder, first).replace(/\/$/, '');
  return others.length === 0
    ? `An app was found in ${first}: ${either('set the input folder to ', 'name that folder')}${either(value, '')}.`
    : `Apps were found in ${listNames([first, ...others])}: ${either('set the input folder to one of them, such as ', 'name one of them')}${either(value, '')}.`;
}

/** What is wrong with one of the known files, whatever it says; for a missing one what to do about it. */
function checkText({ kind, text }: TextResult, path: KnownFile, manifest: FolderManifest): readonly Problem[] {
  const { word, maxBytes } = knownFiles[path];
  switch (kind) {
    case 'text':
      if (word === 'service_json') return checkMark(text);
      return text.trim() === '' ? [toProblem(`${word}_empty`, [], { path, line: 1 })] : [];
    case 'missing': {
      const misnamed = findMisnamed(path, manifest);
      if (misnamed !== null) return [misnamed];
      const fix = adviseExcluded(path, manifest);
      // The instructions are optional: only one that is there and not sent may be a mistake.
      if (path === 'instructions.md' && fix === null) return [];
      return [toProblem(`${word}_missing`, [], fix === null ? {} : { fix })];
    }
    case 'not-utf8':
      return [toProblem(`${word}_not_utf8`, [], { path })];
    case 'too-large':
      return [toProblem('file_not_checked', [path, `${maxBytes / 1024 / 1024} MiB`], { path })];
  }
}

/** A byte-order mark, which a strict JSON reader refuses. */
function checkMark(text: string): readonly Problem[] {
  const place = { path: servicePath, line: 1, column: 1 };
  return text.startsWith('\ufeff') ? [toProblem('byte_order_mark', [], place)] : [];
}

/** The problem of a file at the top that seems to be meant as one that is missing, such as `service.json.txt`; null for none. */
function findMisnamed(known: KnownFile, { files }: FolderManifest): Problem | null {
  const names = files.map(({ path }) => path).filter((path) => !path.includes('/'));
  const inOtherCase = names.find((name) => name.toLowerCase() === known);
  const isMeant = (name: string): boolean => name.startsWith(`${known}.`) || isLike(name, known);
  const path = inOtherCase ?? names.find((name) => isMeant(name.toLowerCase()));
  if (path === undefined) return null;
  const hint = path.toLowerCase().endsWith('.txt') ? ' In Windows, first show the extensions of file names.' : '';
  const code = inOtherCase === undefined ? 'name_similar' : 'name_case';
  return toProblem(code, [path, known], { path, fix: `Rename ${path} to ${known}.${hint}` });
}

function checkTitle(page: string): readonly Problem[] {
  const fault = findTitleFault(page);
  if (fault === null) return [];
  return [toProblem(`page_title_${fault.kind}`, [], { path: 'index.html', ...locateOffset(page, fault.offset) })];
}

/** A reference to what the folder lacks, or past the app. */
interface BrokenReference extends Reference {
  /** The file that holds it, and its text. */
  readonly file: string;
  readonly text: string;
  readonly target: string;
  readonly relative: string | null;
}

/** What the page and the style sheets name and no browser finds: a warning for each, at its first place in a file. */
function checkReferences(page: string | null, manifest: FolderManifest): readonly Problem[] {
  const paths = new Set(manifest.files.map(({ path }) => path));
  const listBroken = (file: string, text: string, references: readonly Reference[]): readonly BrokenReference[] => {
    const found = new Map<string, BrokenReference>();
    for (const reference of references) {
      const target = findTarget(reference.url, file);
      const key = `${target?.relative === null} ${target?.path}`;
      if (target === null || (target.relative === null && paths.has(target.path)) || found.has(key)) continue;
      found.set(key, { ...reference, file, text, target: target.path, relative: target.relative });
    }
    return [...found.values()];
  };
  const styles = manifest.files.filter(({ type }) => type === 'text/css').slice(0, maxStyles);
  const broken = [
    ...(page === null ? [] : listBroken('index.html', page, findPageReferences(page))),
    ...styles.flatMap(({ path }) => {
      const { text } = loadText(manifest, path, maxStyleBytes);
      return text === null ? [] : listBroken(path, text, findStyleReferences(text));
    }),
  ];
  const [missing = [], absolute = []] = [true, false].map((isRelative) =>
    broken.filter(({ relative }) => (relative === null) === isRelative),
  );
  return [
    ...limit(absolute, (each) => toAbsoluteProblem(each, paths), { noun: 'reference', where: 'past the app' }),
    ...limit(missing, (each) => toMissingProblem(each, manifest), { noun: 'reference', where: 'to missing files' }),
  ];
}

function toMissingProblem({ file, text, offset, target }: BrokenReference, manifest: FolderManifest): Problem {
  const advice = adviseMissing(target, manifest);
  const place = { path: file, ...locateOffset(text, offset) };
  return toProblem('reference_missing', [file, target], { ...place, ...(advice === null ? {} : { fix: advice }) });
}

function toAbsoluteProblem(
  { file, text, offset, url, target, relative }: BrokenReference,
  paths: ReadonlySet<string>,
): Problem {
  const isThere = paths.has(target) || /(?:^|\/)$/.test(target);
  const advice = `${isThere ? '' : `Add ${target} to the folder. `}Write ${relative}; where a build writes it, ${setBase}.`;
  return toProblem('reference_absolute', [file, url.trim()], {
    path: file,
    ...locateOffset(text, offset),
    fix: advice,
  });
}

/** Files where the service may not take them: one warning for each name at the top that none is about yet, however many files it holds. */
function checkLayout(manifest: FolderManifest, found: readonly Problem[]): readonly Problem[] {
  const known = new Set<string | null>(['assets/', ...knownPaths]);
  for (const { path, line } of found) if (line === null) known.add(path);
  const tops = Map.groupBy(manifest.files, ({ path }) => path.slice(0, path.indexOf('/') + 1) || path);
  const strays = [...tops].filter(([top]) => !known.has(top));
  const warn = ([top, { length }]: (typeof strays)[number]): Problem => {
    const isFolder = top.endsWith('/');
    const what = isFolder ? `${top}, with ${formatCount(length, 'file')},` : top;
    return toProblem('outside_assets', [what], { path: isFolder ? null : top });
  };
  return limit(strays, warn, { noun: 'name', where: 'outside assets/' });
}

/** Paths that the service may mix up: they differ only in case or normal form. */
function checkTwins({ files }: FolderManifest): readonly Problem[] {
  const firsts = new Map<string, string>();
  const twins = files.flatMap(({ path }) => {
    const key = path.normalize('NFC').toLowerCase().normalize('NFC');
    const first = firsts.get(key);
    if (first !== undefined) return [{ first, path }];
    firsts.set(key, path);
    return [];
  });
  const warn = ({ first, path }: (typeof twins)[number]): Problem => {
    const isCase = first.normalize('NFC') !== path.normalize('NFC');
    return toProblem('path_twins', [first, path, isCase ? 'case' : 'the way accents are written (NFC, NFD)'], { path });
  };
  return limit(twins, warn, { noun: 'name', where: 'of this kind' });
}

/** A warning for each item, as far as anybody reads them, and one that counts the rest. */
function limit<Item>(
  items: readonly Item[],
  warn: (item: Item) => Problem,
  { noun, where }: { readonly noun: string; readonly where: string },
): readonly Problem[] {
  const named = items.slice(0, maxWarnings).map(warn);
  const more = items.length - named.length;
  return more === 0 ? named : [...named, toProblem('more_warnings', [`${formatCount(more, `more ${noun}`)} ${where}`])];
}
