import { posix } from 'node:path';
import { compareTexts } from '../../src/text/format.ts';
import { readKeyword, readTags, type Tag } from '../../src/web/html.ts';
import { listImports, toImportKind } from '../files/script-edits.ts';
import { renamePackages, toRelativeAddress } from './layout.ts';
import { type ArrangedFile, isPage, isScript } from './rewrite.ts';

/** The name of a file or folder at the top of the build that has moved below `assets/`. */
export interface MovedName {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The imports that an import map leads to `assets/`. */
export interface LedImports {
  readonly moved: readonly MovedName[];
  /**
   * Folders with scripts or pages, whose imports arrange may have written relative to the page:
   * `./assets/…`. None of these folders contains a folder `assets`.
   */
  readonly scriptFolders: readonly string[];
}

/**
 * Returns the imports that the import map of an app folder leads to `assets/`.
 *
 * @param importing The files that import modules by addresses made at run time.
 */
export function listLedImports(
  files: readonly ArrangedFile[],
  importing: readonly ArrangedFile[],
  moved: readonly MovedName[],
): LedImports {
  const folders = new Set(['assets', ...importing.map((each) => posix.dirname(each.path))]);
  const scriptFolders = [...folders].filter((folder) => {
    return folder !== '.' && !files.some((each) => each.path.startsWith(`${folder}/assets/`));
  });
  return { moved, scriptFolders: scriptFolders.sort(compareTexts) };
}

/**
 * True if a script imports a module by an address that is made at run time. The net script cannot
 * change such an address; only an import map can.
 */
export function hasComposedImport(arranged: ArrangedFile): boolean {
  return listScripts(arranged).some((code) => {
    if (!/\bimport\s*\(/.test(code)) return false;
    const imports = listImports(code);
    return imports.some((found) => toImportKind(found) === 'dynamic' && found.n === undefined);
  });
}

function listScripts(arranged: ArrangedFile): readonly string[] {
  const { file } = arranged;
  if (file.type === 'text/javascript') return [file.text];
  if (!isPage(file)) return [];
  return [...readTags(file.text)].filter(isScript).flatMap((tag) => tag.text?.text ?? []);
}

/** The first folder in the address of an app, `/a/<slug>/`: what is below it has not moved. */
const appFolder = 'a';

/**
 * Adds an import map that leads imports of moved files to `assets/`. If the page has an import map,
 * its entries are added to that one. Returns the text of the page.
 *
 * @param start The offset at which the import map is added.
 */
export function addImportMap(html: string, start: number, path: string, led: LedImports): string {
  const entries = listMapEntries(path, led);
  const own = [...readTags(html)].find((tag) => readKeyword(tag, 'type') === 'importmap');
  if (own !== undefined) return mergeImportMap(html, own, entries);
  const map = `<script type="importmap">${toScriptJson({ imports: entries })}</script>`;
  return `${html.slice(0, start)}${map}${html.slice(start)}`;
}

function listMapEntries(path: string, led: LedImports): Readonly<Record<string, string>> {
  const root = toRelativeAddress('', path);
  const entries: Record<string, string> = {};
  for (const { name, isFolder } of led.moved) {
    const address = `${toModulePath(name)}${isFolder ? '/' : ''}`;
    const now = `${root}assets/${renamePackages(address)}`;
    entries[`${root}${address}`] = now;
    if (name !== appFolder) entries[`/${address}`] = now;
  }
  entries['/assets/'] = `${root}assets/`;
  for (const folder of led.scriptFolders) {
    entries[`${root}${toModulePath(folder)}/assets/`] = `${root}assets/`;
  }
  return entries;
}

/** Encodes a path as browsers do, since import maps compare whole addresses. */
function toModulePath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** Adds entries to the import map of a page, whose own entries win. */
function mergeImportMap(html: string, tag: Tag, entries: Readonly<Record<string, string>>): string {
  const content = tag.text;
  // A Content-Security-Policy may hold the digest of the import map, which must then stay as it is.
  if (content === undefined || /content-security-policy/i.test(html)) return html;
  try {
    const map = JSON.parse(content.text);
    const merged = toScriptJson({ ...map, imports: { ...entries, ...map.imports } });
    const end = content.offset + content.text.length;
    return `${html.slice(0, content.offset)}${merged}${html.slice(end)}`;
  } catch {
    return html;
  }
}

/** Returns JSON that cannot end the script element around it. */
function toScriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
