import type { AppFields } from '../app.ts';
import { compareTexts, formatCount } from '../format.ts';
import type { Problem } from '../problem.ts';
import { checkServiceJson, servicePath } from './check-service.ts';
import { toProblem } from './check-words.ts';
import { type FolderManifest, findFile, type SecretPlace } from './manifest.ts';
import { adviseExcluded, adviseMissing } from './missing.ts';
import { findPageReferences, findStyleReferences, type Reference, toFolderPath } from './page.ts';
import { parseServiceJson, type TextPlace } from './service-json.ts';
import { loadText, maxTextBytes, type TextResult } from './text.ts';

/** What the offline check found in a folder. */
export interface Checked {
  /** Errors first. A warning never stops a deploy: the service has the last word. */
  readonly problems: readonly Problem[];
  /** The draft fields that the folder holds, for create and update. Absent where a file is missing or unreadable. */
  readonly fields: AppFields;
}

/** What the run is to do with the folder. */
export interface CheckOptions {
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
  const problems = [
    ...manifest.secrets.map(toSecretProblem),
    ...(isApp ? checkService(service, manifest, options) : [toNoApp(manifest)]),
    ...(parsed === null ? [] : checkServiceJson(parsed, manifest, options)),
    ...(isApp ? checkText(page, 'index.html', manifest) : []),
    ...checkText(instructions, 'instructions.md', manifest),
    ...checkNames(manifest),
    ...checkReferences(page.text, manifest),
    ...checkLayout(manifest),
    ...checkTwins(manifest),
  ];
  const readField = (key: string) => (parsed?.kind === 'object' ? parsed.members.get(key)?.value : null);
  const fields = {
    name: readField('name'),
    tagline: readField('tagline'),
    color: readField('color'),
    system_prompt: instructions.text,
    html: page.text,
  };
  return {
    // `error` is before `warning` in the alphabet too.
    problems: problems.sort((one, other) => compareTexts(one.severity, other.severity)),
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')),
  };
}

/** Never shows the secret: a path with it is redacted like every text of a report. */
function toSecretProblem({ input, isInName, ...place }: SecretPlace): Problem {
  const { path } = place;
  const remedy = isInName ? 'Rename it' : `Remove it from ${path}`;
  const fix = `${remedy}, or exclude the file with the input exclude. If it was ever published, revoke it.`;
  return toProblem('secret_in_folder', [isInName ? `The name of ${path}` : path, input], { ...place, fix });
}

/** What is wrong with `service.json` as a file, whatever it says. */
function checkService(service: TextResult, manifest: FolderManifest, { createsApp }: CheckOptions): readonly Problem[] {
  const problems = checkText(service, servicePath, manifest);
  // An app cannot be created without a name, and its name stands there.
  return service.kind === 'missing' && createsApp
    ? problems.map((problem) => ({ ...problem, severity: 'error' }))
    : problems;
}

/** The error of a folder that is no app. The files that it needs may be there, and excluded. */
function toNoApp(manifest: FolderManifest): Problem {
  const fix = adviseExcluded('index.html', manifest) ?? adviseExcluded(servicePath, manifest);
  return toProblem('no_app', [], fix === null ? {} : { fix });
}

/** What is wrong with one of the known files, whatever it says; for a missing one what to do about it. */
function checkText({ kind, text }: TextResult, path: KnownFile, manifest: FolderManifest): readonly Problem[] {
  const { word, maxBytes } = knownFiles[path];
  switch (kind) {
    case 'text':
      if (word === 'service_json') return checkMark(text);
      return text.trim() === '' ? [toProblem(`${word}_empty`, [], { path, line: 1 })] : [];
    case 'missing': {
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

/** The known file that a name at the top means, apart from its case; null where it is that file, or the folder has both. */
function findMeant(path: string, manifest: FolderManifest): string | null {
  const known = knownPaths.find((each) => each === path.toLowerCase());
  return known === undefined || findFile(manifest, known) !== undefined ? null : known;
}

function checkNames(manifest: FolderManifest): readonly Problem[] {
  return manifest.files.flatMap(({ path }) => {
    const meant = findMeant(path, manifest);
    return meant === null ? [] : [toProblem('name_case', [path, meant], { path, fix: `Rename it to ${meant}.` })];
  });
}

/** A reference to a file that the folder lacks. */
interface MissingReference {
  /** The file that holds it, and its text. */
  readonly file: string;
  readonly text: string;
  readonly offset: number;
  /** What it leads to, as a path in the folder. */
  readonly target: string;
}

/** The files that the page and the style sheets name and the folder lacks: a warning for each, at its first place in a file. */
function checkReferences(page: string | null, manifest: FolderManifest): readonly Problem[] {
  const paths = new Set(manifest.files.map(({ path }) => path));
  const listMissing = (file: string, text: string, references: readonly Reference[]): readonly MissingReference[] => {
    const found = new Map<string, MissingReference>();
    for (const { url, offset } of references) {
      const target = toFolderPath(url, file);
      if (target === null || paths.has(target) || found.has(target)) continue;
      found.set(target, { file, text, offset, target });
    }
    return [...found.values()];
  };
  const styles = manifest.files.filter(({ type }) => type === 'text/css').slice(0, maxStyles);
  const missing = [
    ...(page === null ? [] : listMissing('index.html', page, findPageReferences(page))),
    ...styles.flatMap(({ path }) => {
      const { text } = loadText(manifest, path, maxStyleBytes);
      return text === null ? [] : listMissing(path, text, findStyleReferences(text));
    }),
  ];
  return limit(missing, (each) => toReferenceProblem(each, manifest), { noun: 'reference', where: 'to missing files' });
}

function toReferenceProblem({ file, text, offset, target }: MissingReference, manifest: FolderManifest): Problem {
  const advice = adviseMissing(target, manifest);
  const place = locateOffset(text, offset);
  return toProblem('reference_missing', [file, target], {
    path: file,
    ...place,
    ...(advice === null ? {} : { fix: advice }),
  });
}

/** The line and column of an offset; a byte-order mark takes no column. */
function locateOffset(text: string, offset: number): TextPlace {
  const lines = text
    .slice(0, offset)
    .replace(/^\ufeff/, '')
    .split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Files where the service may not take them: one warning for each name at the top, however many files it holds. */
function checkLayout(manifest: FolderManifest): readonly Problem[] {
  const tops = Map.groupBy(manifest.files, ({ path }) => path.slice(0, path.indexOf('/') + 1) || path);
  const strays = [...tops].filter(([top]) => {
    return top !== 'assets/' && !knownPaths.includes(top) && findMeant(top, manifest) === null;
  });
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
