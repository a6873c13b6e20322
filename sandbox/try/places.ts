import type { Finding, Place } from './findings.ts';

/** The files of an app by path: texts as they are, others as data: URLs. */
type Files = ReadonlyMap<string, string>;

/** Files that people write by hand, in the order in which a text is looked for. */
const written = [/\.html?$/i, /^service\.json$/, /\.md$/i, /\.css$/i, /\.[cm]?js$/i, /\.json$/i];
/** A line of a bundle is no place to look at, but its file is. */
const maxLineLength = 2_000;

/** Finds a text in the files of an app; null if no file has it. */
export function findPlace(files: Files, text: string): Place | null {
  if (text === '') return null;
  for (const kind of written) {
    for (const [path, content] of files) {
      if (!kind.test(path) || content.startsWith('data:')) continue;
      const place = findIn(path, content, text);
      if (place !== null) return place;
    }
  }
  return null;
}

/** Finds a text in one file of an app; null if the file does not have it. */
export function findPlaceIn(files: Files, path: string, text: string): Place | null {
  const content = files.get(path);
  return content === undefined ? null : findIn(path, content, text);
}

/** Finds the start tag of an element in the page, as the browser wrote it. */
export function findElement(files: Files, html: string): Place | null {
  const page = files.get('index.html') ?? '';
  const tag = /^<[^>]*>/.exec(html)?.[0] ?? '';
  // Browsers write a tag that ends itself without the slash.
  const starts = [tag, tag.replace(/>$/, ' />'), tag.replace(/>$/, '/>')];
  const attributes = tag.match(/\b(?:id|src|href|name|for|aria-label)="[^"]+"/g) ?? [];
  for (const text of [...starts, ...attributes]) {
    const place = text === '' ? null : findIn('index.html', page, text);
    if (place !== null) return place;
  }
  return null;
}

/** Adds to a finding the place where the file that it names is asked for. */
export function addPlace(finding: Finding, files: Files): Finding {
  const { path, place } = finding;
  if (place !== null || path === null) return finding;
  const names = [path, encodeURI(path), path.slice(path.lastIndexOf('/') + 1)];
  for (const name of names) {
    const found = findPlace(files, name);
    if (found !== null) return { ...finding, place: found };
  }
  return finding;
}

function findIn(path: string, content: string, text: string): Place | null {
  const at = content.indexOf(text);
  if (at < 0) return null;
  const before = content.slice(0, at).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  if (column > maxLineLength) return { path, line: null, column: null };
  return { path, line: before.length, column };
}
