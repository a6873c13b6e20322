/** Finds the source of a web project in place of what its build writes. */
import { posix } from 'node:path';
import { pagePath } from '../app/app.ts';
import type { Problem } from '../app/problem.ts';
import { getPath, type JsonObject, toJsonObject } from '../text/json.ts';
import type { Span } from '../web/addresses.ts';
import { type Piece, readKeyword, readTags, type Tag } from '../web/html.ts';
import { toProblem } from './check-words.ts';
import { locateOffset } from './text.ts';

/** The folder of a page, which may be the source of a web project or what its build writes. */
export interface PageFolder {
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
  /** Returns the path of the file that an address in the page leads to; null if there is none. */
  readonly find: (address: string) => string | null;
}

/** A part of a page or script that only a build or a server understands. */
interface Sign {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
  /** The part in words, such as "the address src/main.tsx". */
  readonly what: string;
}

/**
 * Reports the source of a web project: one problem, since all others are a consequence of it. Empty
 * if the page can be opened as it is. Texts with `{{ }}` are no sign, because pages with a framework
 * that is loaded in the browser have them.
 */
export function checkSource(folder: PageFolder): readonly Problem[] {
  const sign = findSign(folder.read(pagePath), folder);
  if (sign === null) return [];
  const { line, column } = locateOffset(sign.text, sign.offset);
  return [toProblem('not_built', [sign.path, sign.what], { path: sign.path, line, column })];
}

function findSign(page: string, folder: PageFolder): Sign | null {
  const tags = [...readTags(page)];
  const toSign = (offset: number, what: string): Sign => {
    return { path: pagePath, text: page, offset, what };
  };
  const template = findTemplate(page, tags) ?? findPlaceholder(tags);
  if (template !== null) return toSign(template.offset, template.text);
  const scripts = tags.filter(isRunScript);
  for (const { attributes } of scripts) {
    const src = attributes.get('src');
    if (src !== undefined && sourceAddress.test(src.text.trim()))
      return toSign(src.offset, `the script ${src.text.trim()}`);
  }
  const root = tags.find((tag) => tag.name === 'app-root');
  if (root !== undefined && scripts.length === 0)
    return toSign(root.offset, '<app-root> without a script');
  const script = findProjectScript(scripts, folder);
  if (script !== null) return toSign(script.offset, script.text);
  if (tags.some(isImportMap)) return null;
  return findBareImport(scripts, page, folder);
}

/** Addresses of files that no browser runs, and of the development server of Vite. */
const sourceAddress =
  /^[^?#]*\.(?:tsx?|mts|cts|jsx|vue|svelte|astro|coffee)(?:[?#]|$)|^\/?@(?:vite|id|fs|react-refresh)\b/i;

/** True for a script that a browser runs itself; others, such as `text/babel`, a library runs. */
function isRunScript(tag: Tag): boolean {
  const type = readKeyword(tag, 'type');
  return (
    tag.name === 'script' && /^$|^module$|^(?:text|application)\/(?:java|ecma)script$/.test(type)
  );
}

function isImportMap(tag: Tag): boolean {
  return tag.name === 'script' && /^importmap/.test(readKeyword(tag, 'type'));
}

/** The parts of templates that a build or a server replaces. */
const templateParts =
  /%PUBLIC_URL%|%sveltekit\.\w+%|%VITE_\w+%|<%[-=]?\s[^>]{0,500}%>|<\?(?:php\b|=)|\{%-?\s{0,9}(?:extends|include|block|layout|render|load)\b[^%]{0,500}%\}/;

/** Returns the first part of a template in a page, outside of code that the page shows or runs. */
function findTemplate(page: string, tags: readonly Tag[]): Piece | null {
  const frontMatter = /^\ufeff?---\r?\n(?:[\s\S]*?\n)?---\r?\n/.exec(page);
  if (frontMatter !== null) return { text: 'front matter (---)', offset: 0 };
  let shownEnd = 0;
  for (const span of listHidden(page, tags)) {
    const match = templateParts.exec(page.slice(shownEnd, span.start));
    if (match !== null) return { text: cutText(match[0]), offset: shownEnd + match.index };
    shownEnd = Math.max(shownEnd, span.end);
  }
  return null;
}

/**
 * Matches what a builder replaces in an address, such as the variables of Create React App, and no
 * part of an address that is percent-encoded.
 */
const addressPlaceholder = /(?<!%[\dA-F]{2})%[A-Z]{3,}(?:_[A-Z]+)+%(?![\dA-F]{2})|<%[-=]/;

function findPlaceholder(tags: readonly Tag[]): Piece | null {
  for (const { name, attributes, text } of tags) {
    const pieces = [attributes.get('src'), attributes.get('href'), name === 'title' ? text : null];
    const found = pieces.find((piece) => piece && addressPlaceholder.test(piece.text));
    if (found) return { text: cutText(found.text), offset: found.offset };
  }
  return null;
}

function cutText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/** The elements whose content is shown or copied as it is. */
const codeElements = new Set(['pre', 'code', 'samp', 'kbd', 'template']);

/**
 * Yields the parts of a page that are comments, scripts, styles or code, in their order, and its end.
 */
function* listHidden(page: string, tags: readonly Tag[]): Generator<Span> {
  let end = 0;
  for (const tag of tags) {
    if (tag.offset < end) continue;
    // The pieces between tags hold the comments, whose tags are not listed.
    yield* listComments(page, end, tag.offset);
    end = tag.end;
    if (tag.text !== undefined && tag.name !== 'title') {
      end += tag.text.text.length;
    } else if (codeElements.has(tag.name)) {
      const closing = page.indexOf(`</${tag.name}`, end);
      if (closing === -1) break;
      end = closing;
    }
    if (end > tag.end) yield { start: tag.end, end };
  }
  yield* listComments(page, end, page.length);
  yield { start: page.length, end: page.length };
}

function* listComments(page: string, from: number, to: number): Generator<Span> {
  const start = page.slice(from, to).indexOf('<!--');
  if (start !== -1) yield { start: from + start, end: to };
}

/**
 * Returns the first module of the page that a builder replaces: it has an address of the
 * development server, such as `/src/main.js`, and the folder is a project that is built. A relative
 * address does not count, since a browser may run that module as it is.
 */
function findProjectScript(scripts: readonly Tag[], folder: PageFolder): Piece | null {
  for (const script of scripts) {
    const src = script.attributes.get('src');
    const address = src?.text.trim() ?? '';
    if (!address.startsWith('/') || readKeyword(script, 'type') !== 'module') continue;
    const path = folder.find(address);
    if (path === null || path.startsWith('assets/')) continue;
    const proof = findProjectFile(path, folder);
    if (proof === null) continue;
    return { text: `the script ${address}, and ${proof}`, offset: src?.offset ?? script.offset };
  }
  return null;
}

/**
 * Returns what shows that a builder replaces a script; null if nothing does. A script "build" may
 * also write into the folder itself, or may have written it. So for a script outside of `src/`, the
 * folder must have the configuration of the builder, such as `vite.config.ts` for `vite build`.
 */
function findProjectFile(script: string, { paths, read }: PageFolder): string | null {
  const packageFile = 'package.json';
  const scripts = readScripts(read(packageFile));
  if (script.startsWith('src/') && Object.hasOwn(scripts, 'build'))
    return `the script "build" in ${packageFile}`;
  const builds = Object.entries(scripts).filter(([name]) => /^(?:build|dev|start)/.test(name));
  const words = builds.flatMap(([, command]) => String(command).split(/[\s;&|"']+/));
  const config = paths.find((path) => {
    const [, name] = /^([\w-]+)[.-]config\.\w+$/.exec(path) ?? [];
    return name !== undefined && words.includes(name);
  });
  return config ?? null;
}

/** Returns the npm scripts of a project by their names; none if there are none. */
function readScripts(packageText: string): JsonObject {
  try {
    return toJsonObject(getPath(JSON.parse(packageText), 'scripts')) ?? {};
  } catch {
    return {};
  }
}

/** The code of a module, and the text that contains it: a script, or the page. */
interface ModuleCode {
  readonly path: string;
  readonly text: string;
  readonly code: Piece;
}

/** Returns the first import in a module of the page that a browser cannot resolve. */
function findBareImport(scripts: readonly Tag[], page: string, folder: PageFolder): Sign | null {
  for (const script of scripts.filter((tag) => readKeyword(tag, 'type') === 'module')) {
    const { path, text, code } = readModule(script, page, folder);
    const found = findSourceImport(code.text);
    if (found === null) continue;
    return { path, text, offset: code.offset + found.offset, what: `the import of ${found.text}` };
  }
  return null;
}

function readModule(script: Tag, page: string, folder: PageFolder): ModuleCode {
  const src = script.attributes.get('src');
  if (src === undefined)
    return { path: pagePath, text: page, code: script.text ?? { text: '', offset: 0 } };
  const path = folder.find(src.text) ?? '';
  const text = folder.read(path);
  return { path, text, code: { text, offset: 0 } };
}

/** An import, with its address and the attributes that allow files that are not scripts. */
const importStatement =
  /import(?:[\w$*\s{},]{0,10000}?\bfrom)?\s{0,100}(["'])([^"'\n]{1,1000})\1(?:\s{0,9}with\s{0,9}(\{[^}]{0,200}\}))?/y;
/** Files that only a build can import. */
const builtOnly =
  /\.(?:css|scss|sass|less|styl|svg|png|jpe?g|gif|webp|woff2?|vue|svelte|jsx|tsx?|md|html)(?:\?|$)/i;

/**
 * Returns the first import at the start of a module that names a package, or a file that is not a
 * script. Only the imports at the start are read: further down, a text may merely look like one.
 */
function findSourceImport(code: string): Piece | null {
  let at = skipBlank(code, 0);
  for (;;) {
    importStatement.lastIndex = at;
    const match = importStatement.exec(code);
    if (match === null) return null;
    const [whole, _quote, specifier = '', attributes] = match;
    const isAddress = /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier);
    const isSource = attributes === undefined && builtOnly.test(posix.basename(specifier));
    if (!isAddress || isSource)
      return { text: specifier, offset: at + whole.lastIndexOf(specifier) };
    at = skipBlank(code, importStatement.lastIndex);
  }
}

const commentEnds: ReadonlyMap<string, string> = new Map([
  ['//', '\n'],
  ['/*', '*/'],
]);

/** Returns the offset behind white space, semicolons and comments. */
function skipBlank(code: string, from: number): number {
  let at = from;
  for (;;) {
    while (/[\s;\ufeff]/.test(code.charAt(at))) at += 1;
    const end = commentEnds.get(code.slice(at, at + 2));
    if (end === undefined) return at;
    const found = code.indexOf(end, at + 2);
    if (found === -1) return code.length;
    at = found + end.length;
  }
}
