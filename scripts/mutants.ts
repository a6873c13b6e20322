/** The mutants of a module: its text with one small thing changed, as somebody may get it wrong. */
import { stripTypeScriptTypes } from 'node:module';
import { scan, type Token } from './tokens.ts';

/** One change of a module's text. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  /** What stands there, and what it is replaced with. */
  readonly before: string;
  readonly after: string;
}

type Edit = readonly [start: number, end: number, after: string];
type Operator = (tokens: readonly Token[], at: number) => readonly Edit[];

/**
 * Lists all mutants of a TypeScript module, in the order of the text: operators, conditions and their clauses, numbers, truths,
 * strings that are no messages, patterns, calls and statements. Types have none. Each can be parsed.
 */
export function listMutants(source: string): readonly Mutant[] {
  // Types become spaces, so that each place is the same in both.
  const code = stripTypeScriptTypes(source);
  const tokens = scan(code);
  const mutants = tokens
    .flatMap((_, at) => operators.flatMap((operator) => operator(tokens, at)))
    .map(([start, end, after]) => ({ start, end, before: source.slice(start, end), after }))
    .filter((mutant) => canParse(applyMutant(code, mutant)));
  return [...new Map(mutants.map((mutant) => [`${mutant.start} ${mutant.end} ${mutant.after}`, mutant])).values()];
}

/** The module's text with the mutant's change. */
export function applyMutant(source: string, { start, end, after }: Mutant): string {
  return source.slice(0, start) + after + source.slice(end);
}

/** The line that a mutant is in: its number, from 1, and its text. */
export function locate(source: string, { start }: Mutant): { readonly number: number; readonly line: string } {
  const number = source.slice(0, start).split('\n').length;
  return { number, line: source.split('\n')[number - 1]?.trim() ?? '' };
}

const swaps = toMap({
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '&&=': ['||='],
  '||=': ['&&='],
  '++': ['--'],
  '--': ['++'],
});
const nameSwaps = toMap({
  true: ['false'],
  false: ['true'],
  some: ['every'],
  every: ['some'],
  min: ['max'],
  max: ['min'],
  startsWith: ['endsWith'],
  endsWith: ['startsWith'],
  find: ['findLast'],
  findLast: ['find'],
  indexOf: ['lastIndexOf'],
  lastIndexOf: ['indexOf'],
  continue: [';'],
  break: [';'],
});
/** Methods that give back what they were called on, or nearly so: such a call may be left out. */
const droppable =
  /^(trim|trimEnd|trimStart|sort|toSorted|filter|slice|reverse|replace|replaceAll|toLowerCase|toUpperCase|normalize|catch|finally)$/;

const swapTokens: Operator = (tokens, at) => {
  const { kind, text, start, end } = get(tokens, at);
  const after = kind === 'punctuator' ? swaps.get(text) : kind === 'name' ? nameSwaps.get(text) : undefined;
  return (after ?? []).map((word): Edit => [start, end, word]);
};

/** `a && b` is `a`, or `b`. A default of nothing is what TypeScript asks for, or would be missed by it. */
const dropClauses: Operator = (tokens, at) => {
  const { text } = get(tokens, at);
  if (!['&&', '||', '??'].includes(text)) return [];
  const [first, last] = [findStart(tokens, at), findEnd(tokens, at)];
  const [start, end] = [get(tokens, first).start, get(tokens, last).end];
  const isDefault = text === '??' && /^(?:null|''|\[)$/.test(get(tokens, at + 1).text);
  const dropLast: Edit = [get(tokens, at - 1).end, end, ''];
  return [[start, get(tokens, at + 1).start, ''], ...(isDefault ? [] : [dropLast])];
};

/** The condition of `if` and `? :` holds always, or never; that of `while` never. */
const fixConditions: Operator = (tokens, at) => {
  const { text } = get(tokens, at);
  const isTernary = text === '?';
  if (text !== 'if' && text !== 'while' && !isTernary) return [];
  const first = isTernary ? findStart(tokens, at) : at + 2;
  const last = isTernary ? at - 1 : findClosing(tokens, at + 1) - 1;
  const [start, end] = [get(tokens, first).start, get(tokens, last).end];
  return (text === 'while' ? ['false'] : ['true', 'false']).map((word): Edit => [start, end, word]);
};

const dropNots: Operator = (tokens, at) => {
  const { text, start, end } = get(tokens, at);
  return text === '!' ? [[start, end, '']] : [];
};

/** A limit is only about so large: it is halved. */
const changeNumbers: Operator = (tokens, at) => {
  const { kind, text, start, end } = get(tokens, at);
  if (kind !== 'number') return [];
  const value = Number(text.replace(/[_n]/g, ''));
  return [[start, end, String(value < 1_000 ? value + 1 : Math.floor(value / 2))]];
};

/**
 * A text with a space is a message, as are marks alone in a template: the tests of docs and reports hold those. The empty text
 * for what cannot be missing is TypeScript's wish.
 */
const changeStrings: Operator = (tokens, at) => {
  const { kind, text, start, end } = get(tokens, at);
  if ((kind !== 'string' && kind !== 'template') || /\s/.test(text) || text === '') return [];
  if (kind === 'template') return /\w/.test(text) ? [[start, end, '']] : [];
  const before = tokens[at - 1]?.text;
  if (text.length === 2 && (before === '??' || before === '=')) return [];
  if (before === 'from' || before === 'import' || tokens[at - 2]?.text === 'import') return [];
  return [[start, end, text.length === 2 ? "'mutant'" : "''"]];
};

const regexEdits: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/(?<!\[)\^|\$/g, () => ''],
  [/\[\^/g, () => '['],
  [/(?<=[\])\w])[+*](?!\+)/g, (found) => (found === '+' ? '' : '+')],
  [/(?<=[\])\w])\?(?![:=!<])/g, () => ''],
  [/\{\d+(?:,\d*)?\}/g, () => ''],
  [
    /\\[dDsSwW]/g,
    ([slash = '', letter = '']) => slash + (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()),
  ],
  [/\\b/g, () => ''],
  [/\(\?<?!/g, (found) => found.replace('!', '=')],
  [/\(\?<?=/g, (found) => found.replace('=', '!')],
];

const changePatterns: Operator = (tokens, at) => {
  const { kind, text, start } = get(tokens, at);
  if (kind !== 'regex') return [];
  const close = text.lastIndexOf('/');
  const flags = Array.from(
    text.slice(close + 1),
    (_, index): Edit => [start + close + 1 + index, start + close + 2 + index, ''],
  );
  const body = text.slice(1, close);
  const edits = regexEdits.flatMap(([pattern, change]) =>
    Array.from(body.matchAll(pattern))
      .filter(({ index }) => !/(?:^|[^\\])(?:\\\\)*\\$/.test(body.slice(0, index)))
      .map(({ index, 0: found }): Edit => [start + 1 + index, start + 1 + index + found.length, change(found)]),
  );
  return [...edits, ...flags].filter((edit) => isPattern(cut(text, start, edit)));
};

const dropCalls: Operator = (tokens, at) => {
  const { text, start } = get(tokens, at);
  const name = get(tokens, at + 1);
  if ((text !== '.' && text !== '?.') || !droppable.test(name.text) || tokens[at + 2]?.text !== '(') return [];
  return [[start, get(tokens, findClosing(tokens, at + 2)).end, '']];
};

const emptyLists: Operator = (tokens, at) => {
  const { text, start } = get(tokens, at);
  const before = tokens[at - 1];
  if (text !== '[' || before === undefined || !/^(?:[(,=:?]|=>|return|of|in|\?\?|\.\.\.)$/.test(before.text)) return [];
  const last = findClosing(tokens, at);
  const isPattern = /^(?:=|of|=>)$/.test(tokens[last + 1]?.text ?? '');
  return last === at + 1 || isPattern ? [] : [[start, get(tokens, last).end, '[]']];
};

const statementWords =
  /^(?:const|let|var|if|else|for|while|do|switch|case|default|try|catch|finally|function|class|import|export|return|async|static|get|set|break|continue)$/;

/** A call, an assignment or a throw does not happen. What is only logged for debugging may be missing. */
const dropStatements: Operator = (tokens, at) => {
  const first = get(tokens, at);
  const before = tokens[at - 1]?.text ?? ';';
  if (!/^[;{})]$/.test(before) || first.kind !== 'name' || statementWords.test(first.text)) return [];
  const last = findEnd(tokens, at - 1, new Set([';', ',', ':']));
  const words = tokens.slice(at, last + 1).map(({ text }) => text);
  const isStatement =
    tokens[last + 1]?.text === ';' && words.some((word) => /^(?:\(|throw|[-+&|?]*=|\+\+|--)$/.test(word));
  if (!isStatement || words.includes('debug') || words[1] === ':') return [];
  return [[first.start, get(tokens, last).end, '']];
};

const operators: readonly Operator[] = [
  swapTokens,
  dropClauses,
  fixConditions,
  dropNots,
  changeNumbers,
  changeStrings,
  changePatterns,
  dropCalls,
  emptyLists,
  dropStatements,
];

const opening = new Set(['(', '[', '{', '${']);
const closing = new Set([')', ']', '}']);
/** What an operand of `&&`, `||`, `??` and `?` ends at. */
const ends = new Set(['&&', '||', '??', '?', ':', ',', ';', '=', '=>', '&&=', '||=', '+=', '-=', '...']);
const startWords = new Set(['return', 'throw', 'case', 'of', 'in', 'else', 'default']);

/** The first token of the operand that ends before `at`. */
function findStart(tokens: readonly Token[], at: number): number {
  const stops = get(tokens, at).text === '&&' ? ends : new Set([...ends].filter((text) => text !== '&&'));
  const isTernary = get(tokens, at).text === '?';
  let depth = 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    const { text } = get(tokens, index);
    if (closing.has(text)) depth += 1;
    const isStop = (stops.has(text) && !(isTernary && /^(?:\|\||\?\?)$/.test(text))) || startWords.has(text);
    if (depth === 0 && (isStop || opening.has(text))) return index + 1;
    if (opening.has(text)) depth -= 1;
  }
  return 0;
}

/** The last token of the operand that begins after `at`. */
function findEnd(tokens: readonly Token[], at: number, stops: ReadonlySet<string> = ends): number {
  let depth = 0;
  for (let index = at + 1; index < tokens.length; index += 1) {
    const { text } = get(tokens, index);
    if (depth === 0 && (stops.has(text) || closing.has(text))) return index - 1;
    if (opening.has(text)) depth += 1;
    if (closing.has(text)) depth -= 1;
  }
  return tokens.length - 1;
}

function findClosing(tokens: readonly Token[], at: number): number {
  return findEnd(tokens, at, new Set()) + 1;
}

function get(tokens: readonly Token[], at: number): Token {
  return tokens[at] ?? { kind: 'punctuator', text: '', start: 0, end: 0 };
}

function cut(text: string, offset: number, [start, end, after]: Edit): string {
  return text.slice(0, start - offset) + after + text.slice(end - offset);
}

function isPattern(text: string): boolean {
  const close = text.lastIndexOf('/');
  try {
    return new RegExp(text.slice(1, close), text.slice(close + 1)).source !== '(?:)';
  } catch {
    return false;
  }
}

function toMap(table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(table));
}

function canParse(code: string): boolean {
  try {
    stripTypeScriptTypes(code);
    return true;
  } catch {
    return false;
  }
}
