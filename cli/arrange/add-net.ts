import { compareTexts } from '../../src/text/format.ts';
import { readTags, type Tag } from '../../src/web/html.ts';
import { findScriptStart } from '../files/html.ts';
import {
  addImportMap,
  hasComposedImport,
  type LedImports,
  listLedImports,
  type MovedName,
} from './import-map.ts';
import { type BuildFile, encodePath, toRelativeAddress } from './layout.ts';
import { type ArrangedFile, isDocument, isPage, isScript, type RewrittenFiles } from './rewrite.ts';

/**
 * The net script, which redirects requests for moved files to `assets/`, and the names of the moved
 * files.
 */
export interface AddedNet {
  readonly files: readonly ArrangedFile[];
  /** The path of the script in the app folder. */
  readonly path: string;
}

interface NetParts {
  /** The text of net.min.js. */
  readonly script: string;
  readonly rewritten: RewrittenFiles;
  /** The address of the app that the build was made for; null if it works for any app. */
  readonly appBase: string | null;
  /** True if the app works only with the script of the net. */
  readonly isNeeded: boolean;
}

const assetsPath = 'assets/';

/** The first line of the script, for those who review the app. */
const netComment = '/* miniapp-deploy arrange: leads requests for moved files to assets/ */';

/**
 * Adds the net to an app folder: a script below `assets/`, loaded first by each page that has
 * scripts. Returns null if the app does not need it: no page has scripts, or all files that have
 * moved are found by addresses that are rewritten.
 */
export function addNet(files: readonly ArrangedFile[], parts: NetParts): AddedNet | null {
  const pages = files.filter((each) => hasOwnScripts(each.file));
  const importing = hasMoved(files) ? files.filter(hasComposedImport) : [];
  const hasImports = importing.length > 0;
  const mayNeed = mayLoadMoved(files, parts.rewritten) || mayChangeAddress(files);
  const isNeeded = parts.isNeeded || hasImports || mayNeed;
  if (pages.length === 0 || !isNeeded) return null;
  const path = findFreePath(files);
  const moved = listMovedNames(files);
  const led = hasImports ? listLedImports(files, importing, moved) : null;
  const names = moved.map((each) => each.name);
  const args = [names, '', listPagePaths(files), listInnerFolders(files)];
  const written = args.map((each) => toAscii(JSON.stringify(each))).join();
  const content = Buffer.from(`${netComment}\n${parts.script.trim()}(${written});\n`);
  const script: BuildFile = {
    path,
    type: 'text/javascript',
    sha256: '',
    text: '',
    read: () => content,
  };
  const withNet = files.map((each): ArrangedFile => {
    if (!pages.includes(each)) return each;
    const absolute = parts.appBase === null ? null : `${parts.appBase}${encodePath(path)}`;
    const address = absolute ?? toRelativeAddress(path, each.path);
    return addScript(each, address, led);
  });
  return { files: [...withNet, { path, file: script, rewritten: null }], path };
}

/**
 * True if a file is a page with scripts. An HTML fragment, which a script loads into a page, does
 * not count.
 */
function hasOwnScripts(file: BuildFile): boolean {
  if (!isPage(file)) return false;
  const tags = [...readTags(file.text)];
  const isWhole = isDocument(file.text) || file.path === 'index.html';
  return isWhole && tags.some((tag) => isScript(tag) || hasHandler(tag));
}

/** True if an element has a script in an attribute, such as `onclick`. */
function hasHandler(tag: Tag): boolean {
  return [...tag.attributes.keys()].some((name) => name.startsWith('on'));
}

/** True if a file has moved, or an address in a script has changed. */
function hasMoved(files: readonly ArrangedFile[]): boolean {
  return files.some((each) => {
    const isScriptFile = each.file.type === 'text/javascript';
    return each.path !== each.file.path || (isScriptFile && each.rewritten !== null);
  });
}

/**
 * Types of files that scripts and style sheets load by addresses that are rewritten or do not
 * change.
 */
const importedTypes = /^text\/(?:javascript|css)$/;

/**
 * True if scripts may load a moved file from an address that they put together at run time: no
 * written address leads to the file, or a script contains the file's name outside of an address.
 */
function mayLoadMoved(files: readonly ArrangedFile[], rewritten: RewrittenFiles): boolean {
  const moved = files.filter((each) => each.path !== each.file.path);
  if (moved.some((each) => !rewritten.referenced.has(each.file.path))) return true;
  const names = moved
    .filter((each) => !importedTypes.test(each.file.type))
    .map((each) => each.file.path.slice(each.file.path.lastIndexOf('/') + 1));
  return files.some(({ file }) => {
    if (file.type !== 'text/javascript' && !isPage(file)) return false;
    const addresses = rewritten.addresses.get(file.path) ?? [];
    return names.some((name) => {
      const known = addresses.filter((address) => address.includes(name)).length;
      return file.text.split(name).length - 1 > known;
    });
  });
}

/**
 * True if a script may lead to another address than that of the page: it can link to a page that
 * has moved, or change the address that relative addresses are resolved against.
 */
function mayChangeAddress(files: readonly ArrangedFile[]): boolean {
  return files.some((each) => {
    if (isPage(each.file)) return each.path !== each.file.path;
    const hasAddress = each.rewritten !== null && each.file.type === 'text/javascript';
    return hasAddress && /\b(?:pushState|replaceState)\b/.test(each.file.text);
  });
}

/** Returns the paths of all pages but the first, relative to `assets/`, sorted. */
function listPagePaths(files: readonly ArrangedFile[]): readonly string[] {
  const pages = files.filter((each) => isPage(each.file) && each.path.startsWith(assetsPath));
  return pages.map((each) => each.path.slice(assetsPath.length)).sort(compareTexts);
}

/** Returns the folders below `assets/` that have a folder `assets` of their own. */
function listInnerFolders(files: readonly ArrangedFile[]): readonly string[] {
  const found = files.flatMap(({ path }) => /^assets\/((?:.*\/)?)assets\//.exec(path)?.[1] ?? []);
  return [...new Set(found)].sort(compareTexts);
}

/** Returns a path for the script that no other file has. */
function findFreePath(files: readonly ArrangedFile[]): string {
  const taken = new Set(files.map((each) => each.path.toLowerCase()));
  let path = 'assets/miniapp-net.js';
  for (let number = 2; taken.has(path); number += 1) path = `assets/miniapp-net-${number}.js`;
  return path;
}

/** Escapes JSON so that a script with it means the same in any encoding. */
function toAscii(json: string): string {
  return json.replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns the names of the files and folders at the top of the build that have moved, sorted. */
function listMovedNames(files: readonly ArrangedFile[]): readonly MovedName[] {
  const names = new Map<string, MovedName>();
  for (const each of files) {
    if (each.path === each.file.path) continue;
    const [name = '', ...rest] = each.file.path.split('/');
    names.set(name, { name, isFolder: rest.length > 0 });
  }
  return [...names.values()].sort((one, other) => compareTexts(one.name, other.name));
}

/**
 * Adds the net to a page, before all its other scripts.
 *
 * @param led The imports that an import map leads to `assets/`; null to add no import map.
 */
function addScript(arranged: ArrangedFile, address: string, led: LedImports | null): ArrangedFile {
  const text = arranged.rewritten?.text ?? arranged.file.text;
  const start = findScriptStart(text);
  const withMap = led === null ? text : addImportMap(text, start, arranged.path, led);
  const script = `<script src="${address}" data-page="${encodePath(arranged.path)}"></script>`;
  const withScript = `${withMap.slice(0, start)}${script}${withMap.slice(start)}`;
  const changes = arranged.rewritten?.changes ?? [];
  return { ...arranged, rewritten: { text: withScript, changes } };
}
