import { type ImportSpecifier, parse } from 'es-module-lexer/minimal';
import { findTarget } from '../../src/web/html.ts';

/** A piece of a text to replace, in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A piece of a script or a page to replace. */
export interface FileEdit extends Edit {
  /**
   * The file whose address replaces the piece, followed by the text. Null if only the text replaces
   * the piece.
   */
  readonly target: string | null;
}

/**
 * Returns the edits that let the imports of a script work if the script is not loaded from its own
 * address. Static imports of files become the addresses of these files. `import(…)` and
 * `import.meta`, which are only known at run time, become calls to the runtime script
 * (`__miniapp`). A text that is not JavaScript gets no edits.
 *
 * @param has Returns true if the folder has a file with this path.
 */
export function listScriptEdits(
  code: string,
  file: string,
  has: (path: string) => boolean,
): readonly FileEdit[] {
  const edits: FileEdit[] = [];
  const fileLiteral = JSON.stringify(file);
  for (const found of listImports(code)) {
    const { s: start, e: end } = found;
    switch (toImportKind(found)) {
      case 'dynamic':
        edits.push({ start, end: start, text: `__miniapp.find(${fileLiteral},`, target: null });
        edits.push({ start: end, end, text: ')', target: null });
        break;
      case 'meta':
        edits.push({
          start,
          end,
          text: `__miniapp.meta(import.meta,${fileLiteral})`,
          target: null,
        });
        break;
      case 'static':
        edits.push(...listSpecifierEdits(found, file, has));
        break;
    }
  }
  return edits;
}

/** Returns the kind of an import: `import … from`, `import(…)` or `import.meta`. */
export function toImportKind(found: ImportSpecifier): 'static' | 'dynamic' | 'meta' {
  if (found.d === -2) return 'meta';
  return found.d >= 0 ? 'dynamic' : 'static';
}

function listSpecifierEdits(
  found: ImportSpecifier,
  file: string,
  has: (path: string) => boolean,
): readonly FileEdit[] {
  const specifier = found.n ?? '';
  // In a page that is opened from disk, `//` would begin a path on that disk.
  if (specifier.startsWith('//'))
    return [{ start: found.s, end: found.s, text: 'https:', target: null }];
  if (!/^\.{1,2}\//.test(specifier)) return [];
  const target = findTarget(specifier, file);
  if (target === null || !has(target.path)) return [];
  return [{ start: found.s, end: found.e, text: '', target: target.path }];
}

/**
 * Replaces pieces of a text. The edits may be in any order. At the same place, an insertion comes
 * before a replacement. The source of this function is also written into pages, so the function
 * must work on its own.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const pieces: string[] = [];
  let position = 0;
  for (const edit of sorted) {
    pieces.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  pieces.push(text.slice(position));
  return pieces.join('');
}

/** Returns the imports of a script, or none if the text is not JavaScript. */
export function listImports(code: string): readonly ImportSpecifier[] {
  return parseModule(code)[0];
}

export function listExports(code: string): readonly string[] {
  const names = parseModule(code)[1].map((found) => found.n);
  return names.filter((name) => /^[\w$]+$/.test(name));
}

function parseModule(code: string): ReturnType<typeof parse> {
  try {
    return parse(code);
  } catch {
    return [[], []];
  }
}
