import { parse } from 'es-module-lexer/minimal';
import { findTarget } from '../../folder/page.ts';

/** A piece of a text to replace, in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A piece of a script to replace. */
interface ScriptEdit extends Edit {
  /** The file that a static import names, for which the text is its address in the import map; null for any other edit. */
  readonly target: string | null;
}

/** The address by which the import map of a page knows a file of the folder. */
export function toModuleAddress(path: string): string {
  return `miniapp:/${encodeURIComponent(path).replaceAll("'", '%27')}`;
}

/**
 * The edits by which the imports of a script work without an address of its own: static imports of files lead to the import map;
 * `import(…)` and `import.meta`, which are known at run time only, ask the runtime script (`__miniapp`). Last one first, so that they
 * can be made one by one. None for a text that is not JavaScript.
 */
export function listScriptEdits(code: string, file: string, has: (path: string) => boolean): readonly ScriptEdit[] {
  const edits: ScriptEdit[] = [];
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
  return edits.sort(compareEdits);
}

function listSpecifierEdits(
  { specifier, start, end }: { readonly specifier: string; readonly start: number; readonly end: number },
  file: string,
  has: (path: string) => boolean,
): readonly ScriptEdit[] {
  // In a file on disk `//` would mean a path on that disk.
  if (specifier.startsWith('//')) return [{ start, end: start, text: 'https:', target: null }];
  const target = /^\.{1,2}\//.test(specifier) ? findTarget(specifier, file)?.path : undefined;
  return target !== undefined && has(target) ? [{ start, end, text: toModuleAddress(target), target }] : [];
}

/** Replaces pieces of a text, given in any order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let end = text.length;
  const pieces: string[] = [];
  for (const edit of edits.toSorted(compareEdits)) {
    pieces.push(text.slice(edit.end, end), edit.text);
    end = edit.start;
  }
  return [...pieces, text.slice(0, end)].reverse().join('');
}

/** The last edit first; of two at one place, the one that replaces text before the one that only inserts. */
function compareEdits(one: Edit, other: Edit): number {
  return other.start - one.start || other.end - one.end;
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
