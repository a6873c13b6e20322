import { posix } from 'node:path';
import { type AppFields, pagePath, promptPath, sentFields, servicePath } from '../model/app.ts';
import type { Problem } from '../model/problem.ts';
import { compareTexts, formatBytes, formatCount, listNames } from '../text/format.ts';
import { nameInput, nameInputInText, perFrontend } from '../text/frontend.ts';
import { findTitleFault } from '../web/html.ts';
import { checkReferences } from './check-references.ts';
import { adviseExcluded, limit, toProblem, toTwin } from './check-words.ts';
import type { CredentialLocation, FolderManifest, PackedFile, SecretLocation } from './manifest.ts';
import { checkServiceJson, isLike, isPicture, parseServiceJson } from './service-json.ts';
import { loadText, locateOffset, type TextResult } from './text.ts';

/** What the offline check found in a folder. */
export interface FolderFindings {
  /** Errors first. A warning never stops a deploy: the service has the last word. */
  readonly problems: readonly Problem[];
  /**
   * The draft fields that the folder holds, for create and update. Absent where a file is missing
   * or unreadable.
   */
  readonly fields: AppFields;
}

/** Which folder it is, and what the run is to do with it. */
export interface CheckOptions {
  /** As the input names it: relative to the workspace, or absolute. */
  readonly folder: string;
  /** True where the run may create the app, which needs a name. */
  readonly createsApp: boolean;
  /** Most bytes of the included files; omitted or null for no limit. */
  readonly maxSize?: number | null;
}

/** The files that the service document names outside `assets/`, with the word for each in codes. */
export const knownFiles = {
  [servicePath]: 'service_json',
  [pagePath]: 'page',
  [promptPath]: 'instructions',
} as const;
type KnownFile = keyof typeof knownFiles;
/** A larger picture is slow to load, in bytes. */
const maxPictureBytes = 1_000_000;
/** How many files an error names. */
const maxLargest = 5;

/**
 * Checks a folder without the service and reads the app's fields from it. Throws FolderError when a
 * file changed since it was measured.
 */
export function checkFolder(manifest: FolderManifest, options: CheckOptions): FolderFindings {
  const load = (path: KnownFile) => loadText(manifest, path);
  const [service, page, instructions] = [load(servicePath), load(pagePath), load(promptPath)];
  const parsed = service.text === null ? null : parseServiceJson(service.text);
  const isApp = service.kind !== 'missing' || page.kind !== 'missing';
  const ofService = [
    ...checkText(service, servicePath, manifest),
    ...(parsed === null ? [] : checkServiceJson(parsed, manifest)),
  ];
  // An app cannot be created without a name, and its name stands there.
  const isNeeded = ({ code }: Problem): boolean =>
    options.createsApp && (service.kind === 'missing' || code === 'name_missing');
  const found = isApp
    ? [
        ...ofService.map(
          (problem): Problem => (isNeeded(problem) ? { ...problem, severity: 'error' } : problem),
        ),
        ...checkText(page, pagePath, manifest),
        ...checkText(instructions, promptPath, manifest),
        ...checkTitle(page.text ?? ''),
        ...checkReferences(page.text ?? '', manifest),
        ...checkTwins(manifest),
        ...checkContents(manifest),
      ]
    : [toNoApp(manifest, options)];
  const problems = [
    ...manifest.secrets.map(toSecretProblem),
    ...limit(manifest.credentials, toCredentialProblem, { noun: 'file', where: 'of this kind' }),
    ...checkSize(manifest, options.maxSize ?? null),
    ...found,
    // Without an app it does not matter where its files lie.
    ...(isApp ? checkLayout(manifest, found) : []),
  ];
  const written = new Map(Array.from(parsed?.members ?? [], ([key, { value }]) => [key, value]));
  written.set('html', page.text).set('system_prompt', instructions.text);
  const fields = sentFields.map((name) => [name, written.get(name)] as const);
  return {
    // `error` is before `warning` in the alphabet too.
    problems: problems.sort((one, other) => compareTexts(one.severity, other.severity)),
    fields: Object.fromEntries(fields.filter(([, value]) => typeof value === 'string')),
  };
}

/** Never shows the secret: a path with it is redacted like every text of a report. */
function toSecretProblem(secret: SecretLocation): Problem {
  const { path, isInName, line, column } = secret;
  const where = isInName ? `The name of ${path}` : path;
  const remedy = isInName ? 'Rename it' : `Remove it from ${path}`;
  const fix = `${remedy}, or exclude the file with ${nameInputInText('exclude')}. If it was ever published, revoke it.`;
  return toProblem('secret_in_folder', [where, nameInputInText(secret.input)], {
    path,
    line,
    column,
    fix,
  });
}

function toCredentialProblem({ what, ...place }: CredentialLocation): Problem {
  return toProblem('credential_likely', [place.path, what], place);
}

/**
 * The error of a folder without an app. Its fix says whether the files of one are excluded,
 * misnamed, or in a folder below.
 */
function toNoApp(manifest: FolderManifest, { folder }: CheckOptions): Problem {
  const fix =
    adviseExcluded(pagePath, manifest) ??
    adviseExcluded(servicePath, manifest) ??
    (findMisnamed(pagePath, manifest) ?? findMisnamed(servicePath, manifest))?.fix ??
    adviseFolder(manifest, folder);
  return toProblem('no_app', [], { fix });
}

/** Names the folders below that hold an app, the outermost first; null where there is none. */
function adviseFolder({ files }: FolderManifest, folder: string): string | null {
  const listFolders = (name: string): readonly string[] =>
    files.flatMap(({ path }) => (path.endsWith(`/${name}`) ? [path.slice(0, -name.length)] : []));
  const withService = listFolders(servicePath);
  const apps = withService.length > 0 ? withService : listFolders(pagePath);
  const [first, ...others] = apps.toSorted(
    (one, other) => one.split('/').length - other.split('/').length,
  );
  if (first === undefined) return null;
  const value = posix.join(folder, first).replace(/\/$/, '');
  return others.length === 0
    ? `An app was found in ${first}: ${perFrontend(`set the input folder to ${value}`, 'name that folder')}.`
    : `Apps were found in ${listNames([first, ...others])}: ${perFrontend(`set the input folder to one of them, such as ${value}`, 'name one of them')}.`;
}

/** What is wrong with one of the known files as a whole. */
function checkText(
  { kind, text }: TextResult,
  path: KnownFile,
  manifest: FolderManifest,
): readonly Problem[] {
  const word = knownFiles[path];
  switch (kind) {
    case 'text':
      if (word === 'service_json') return checkMark(text);
      return text.trim() === '' ? [toProblem(`${word}_empty`, [], { path, line: 1 })] : [];
    case 'missing': {
      const misnamed = findMisnamed(path, manifest);
      if (misnamed !== null) return [misnamed];
      const fix = adviseExcluded(path, manifest);
      // The instructions are optional: only one that is there and not sent may be a mistake.
      if (path === promptPath && fix === null) return [];
      return [toProblem(`${word}_missing`, [], { fix })];
    }
    case 'not-utf8':
      return [toProblem(`${word}_not_utf8`, [], { path })];
    case 'too-large':
      return [toProblem('file_not_checked', [path], { path })];
  }
}

/** A byte-order mark, which a strict JSON reader refuses. */
function checkMark(text: string): readonly Problem[] {
  const place = { path: servicePath, line: 1, column: 1 };
  return text.startsWith('\ufeff') ? [toProblem('byte_order_mark', [], place)] : [];
}

/**
 * The problem of a file at the top whose name is like that of a missing one, such as
 * `service.json.txt`; null for none.
 */
function findMisnamed(known: KnownFile, { files }: FolderManifest): Problem | null {
  const names = files.map(({ path }) => path).filter((path) => !path.includes('/'));
  const inOtherCase = names.find((name) => name.toLowerCase() === known);
  const isMeant = (name: string): boolean => name.startsWith(`${known}.`) || isLike(name, known);
  const path = inOtherCase ?? names.find((name) => isMeant(name.toLowerCase()));
  if (path === undefined) return null;
  const hint = path.toLowerCase().endsWith('.txt')
    ? ' In Windows, first show the extensions of file names.'
    : '';
  const code = inOtherCase === undefined ? 'name_similar' : 'name_case';
  // The page may open on the author's machine, where case does not count, but it does not at the service.
  const severity = path.toLowerCase() === pagePath ? 'error' : 'warning';
  return toProblem(code, [path, known], {
    path,
    severity,
    fix: `Rename ${path} to ${known}.${hint}`,
  });
}

function checkTitle(page: string): readonly Problem[] {
  const fault = findTitleFault(page);
  if (fault === null) return [];
  return [
    toProblem(`page_title_${fault.kind}`, [], {
      path: pagePath,
      ...locateOffset(page, fault.offset),
    }),
  ];
}

/**
 * Warns of files outside assets/: once for each name at the top, unless another problem is about
 * it.
 */
function checkLayout(manifest: FolderManifest, found: readonly Problem[]): readonly Problem[] {
  const known = new Set<string | null>(['assets/', ...Object.keys(knownFiles)]);
  for (const { path, line } of found) if (line === null) known.add(path);
  const tops = Map.groupBy(
    manifest.files,
    ({ path }) => path.slice(0, path.indexOf('/') + 1) || path,
  );
  const strays = [...tops].filter(([top]) => !known.has(top));
  const warn = ([top, [first, ...others]]: (typeof strays)[number]): Problem => {
    const isFolder = top.endsWith('/');
    const what = isFolder ? `${top}, with ${formatCount(others.length + 1, 'file')},` : top;
    // A folder has the path of its first file, since the service names only files.
    return toProblem('outside_assets', [what], { path: first?.path ?? null });
  };
  return limit(strays, warn, { noun: 'name', where: 'outside assets/' });
}

/** The error of a folder that is larger than the caller allows. */
function checkSize(
  { files, byteCount }: FolderManifest,
  maxSize: number | null,
): readonly Problem[] {
  if (maxSize === null || byteCount <= maxSize) return [];
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxLargest);
  const named = largest.map(({ path, bytes }) => `${path} (${formatBytes(bytes)})`).join(', ');
  return [
    toProblem('folder_size', [
      formatBytes(byteCount),
      nameInput('max-size'),
      formatBytes(maxSize),
      named,
    ]),
  ];
}

/** Files that work, but are slow to load, or show more than they should. */
function checkContents({ files }: FolderManifest): readonly Problem[] {
  const pictures = files.filter((file) => isPicture(file) && file.bytes > maxPictureBytes);
  const maps = files.filter(({ path }) => /\.(?:[cm]?js|css)\.map$/.test(path));
  const warn = ({ path, bytes }: PackedFile): Problem =>
    toProblem('picture_large', [path, formatBytes(bytes)], { path });
  const problems = limit(pictures, warn, { noun: 'picture', where: 'of more than 1 MB' });
  const [map] = maps;
  if (map === undefined) return problems;
  const count = formatCount(maps.length, 'source map');
  return [...problems, toProblem('source_maps', [count, map.path], { path: map.path })];
}

/** Paths that the service may mix up: they differ only in case or normal form. */
function checkTwins({ files }: FolderManifest): readonly Problem[] {
  const alike = Map.groupBy(files, ({ path }) => toTwin(path));
  const twins = [...alike.values()].flatMap(([first, ...others]) =>
    others.map(({ path }) => ({ first: first?.path ?? '', path })),
  );
  const warn = ({ first, path }: (typeof twins)[number]): Problem => {
    const isCase = first.normalize('NFC') !== path.normalize('NFC');
    return toProblem(
      'path_twins',
      [first, path, isCase ? 'case' : 'the way accents are written (NFC, NFD)'],
      { path },
    );
  };
  return limit(twins, warn, { noun: 'name', where: 'of this kind' });
}
