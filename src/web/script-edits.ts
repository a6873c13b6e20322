import { parse } from 'es-module-lexer/minimal';
import { findTarget } from './html.ts';

/** A piece of a text to replace, in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A piece of a script or a page to replace. */
export interface FileEdit extends Edit {
  /**
   * The file whose address the piece becomes, with the text behind it; null where it becomes the
   * text alone.
   */
  readonly target: string | null;
}

/**
 * The edits by which the imports of a script work without an address of its own: static imports of
 * files get their addresses, and `import(…)` and `import.meta`, which are known at run time only,
 * ask the runtime script (`__miniapp`). None for a text that is not JavaScript.
 */
export function listScriptEdits(
  code: string,
  file: string,
  has: (path: string) => boolean,
): readonly FileEdit[] {
  const edits: FileEdit[] = [];
  const here = JSON.stringify(file);
  for (const { n: specifier = '', s: start, e: end, d: kind } of listImports(code)) {
    if (kind >= 0) {
      edits.push({ start, end: start, text: `__miniapp.find(${here},`, target: null });
      edits.push({ start: end, end, text: ')', target: null });
    } else if (kind === -2) {
      edits.push({ start, end, text: `__miniapp.meta(import.meta,${here})`, target: null });
    } else {
      edits.push(...listSpecifierEdits({ specifier, start, end }, file, has));
    }
  }
  return edits;
}

function listSpecifierEdits(
  {
    specifier,
    start,
    end,
  }: { readonly specifier: string; readonly start: number; readonly end: number },
  file: string,
  has: (path: string) => boolean,
): readonly FileEdit[] {
  // In a file on disk `//` would mean a path on that disk.
  if (specifier.startsWith('//')) return [{ start, end: start, text: 'https:', target: null }];
  const target = /^\.{1,2}\//.test(specifier) ? findTarget(specifier, file)?.path : undefined;
  return target !== undefined && has(target) ? [{ start, end, text: '', target }] : [];
}

/**
 * Replaces pieces of a text, given in any order. Of two at one place, what is only inserted comes
 * first. Its text is also in the pages that are made: it stands alone.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...pieces, text.slice(at)].join('');
}

/** The imports of a script; none where the text is not JavaScript. */
export function listImports(code: string): ReturnType<typeof parse>[0] {
  return lex(code)[0];
}

/** The names that a module exports itself. */
export function listExports(code: string): readonly string[] {
  return lex(code)[1].flatMap(({ n: name }) => (/^[\w$]+$/.test(name) ? [name] : []));
}

function lex(code: string): Pick<ReturnType<typeof parse>, 0 | 1> {
  try {
    return parse(code);
  } catch {
    return [[], []];
  }
}
