/** A small scanner for the JavaScript that is left of a module without its types. */

/** A token, by its place in the text. A template is split into its pieces of text, and what stands between them. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'template' | 'regex' | 'punctuator';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const blank = /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)+/y;
const shapes: readonly (readonly [Token['kind'], RegExp])[] = [
  ['name', /#?[A-Za-z_$][\w$]*/y],
  ['number', /\d[\d_]*(?:\.\d+)?(?:[xX][\da-fA-F_]+)?(?:e\d+)?n?/y],
  ['string', /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y],
  [
    'punctuator',
    /=>|\.\.\.|[!=]==?|\*\*=?|&&=?|\|\|=?|\?\?=?|\?\.|<<=?|>>>?=?|[<>]=|\+\+|--|[-+*/%&|^]=|[{}()[\];,<>+\-*/%&|^!~?:=.@]/y,
  ],
];
const regexShape = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const templateShape = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
/** What a value may end with: after it a slash divides. */
const operators = new Set(['return', 'typeof', 'case', 'in', 'of', 'await', 'throw', 'delete', 'void', 'instanceof']);

/** Lists the tokens of a module. Throws where it meets what no token begins with. */
export function scan(code: string): readonly Token[] {
  const tokens: Token[] = [];
  /** For each open brace whether it is a template's. */
  const braces: boolean[] = [];
  let at = 0;
  const push = (kind: Token['kind'], end: number): void => {
    tokens.push({ kind, text: code.slice(at, end), start: at, end });
    at = end;
  };
  const pushText = (): void => {
    push('template', match(templateShape, code, at) ?? at);
    const isHole = code.startsWith('${', at);
    push('punctuator', at + (isHole ? 2 : 1));
    if (isHole) braces.push(true);
  };
  while (at < code.length) {
    at = match(blank, code, at) ?? at;
    if (at === code.length) break;
    const char = code[at];
    if (char === '`') {
      push('punctuator', at + 1);
      pushText();
    } else if (char === '}' && braces.pop() === true) {
      push('punctuator', at + 1);
      pushText();
    } else {
      if (char === '{') braces.push(false);
      const [kind, end] = findShape(code, at, tokens.at(-1));
      push(kind, end);
    }
  }
  return tokens;
}

function findShape(code: string, at: number, previous: Token | undefined): readonly [Token['kind'], number] {
  const regexEnd = code[at] === '/' && !endsValue(previous) ? match(regexShape, code, at) : null;
  if (regexEnd !== null) return ['regex', regexEnd];
  for (const [kind, shape] of shapes) {
    const end = match(shape, code, at);
    if (end !== null) return [kind, end];
  }
  throw new Error(`no token begins with ${code.slice(at, at + 20)}`);
}

function endsValue(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'punctuator') return /^[)\]}`]$/.test(token.text);
  return token.kind !== 'name' || !operators.has(token.text);
}

function match(shape: RegExp, code: string, at: number): number | null {
  shape.lastIndex = at;
  return shape.test(code) ? shape.lastIndex : null;
}
