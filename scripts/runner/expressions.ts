import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** What an expression can name, such as `github` or `steps`; JSON only. */
export type Contexts = Readonly<Record<string, unknown>>;

/** The functions that tell how the jobs or steps before this one ended. */
const statusFunctions = ['success', 'failure', 'always', 'cancelled'] as const;
const callsStatusFunction = new RegExp(String.raw`\b(?:${statusFunctions.join('|')})\s*\(`, 'i');

/**
 * The value of what a workflow writes, at any depth: a text that is one expression becomes the
 * expression's value, any other text has its expressions filled in. GitHub's own evaluator does the
 * work. Throws what it throws, such as for an unknown name.
 */
export function evaluate(value: unknown, contexts: Contexts): unknown {
  if (Array.isArray(value)) return value.map((entry) => evaluate(entry, contexts));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, evaluate(entry, contexts)]),
    );
  }
  if (typeof value !== 'string') return value;
  const [, only] = /^\s*\$\{\{((?:(?!\}\}).)*)\}\}\s*$/s.exec(value) ?? [];
  return only === undefined ? fillIn(value, contexts) : toPlain(run(only, contexts));
}

/** The same as text, as a step's inputs, its environment and a job's outputs are. */
export function evaluateText(value: unknown, contexts: Contexts): string {
  return fillIn(String(value ?? ''), contexts);
}

/**
 * Whether an `if` holds; without a function that tells how things went, only after success, as
 * GitHub has it.
 */
export function holds(condition: unknown, contexts: Contexts, succeeded: boolean): boolean {
  const text = String(condition ?? 'success()').replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1');
  if (!callsStatusFunction.test(text) && !succeeded) return false;
  return toPlain(run(`!!(${text})`, contexts, succeeded)) === true;
}

function fillIn(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    run(expression, contexts).coerceString(),
  );
}

function run(expression: string, contexts: Contexts, succeeded = true): data.ExpressionData {
  const says = { success: succeeded, failure: !succeeded, always: true, cancelled: false };
  const functions = statusFunctions.map((name) => {
    const call = () => new data.BooleanData(says[name]);
    return { name, minArgs: 0, maxArgs: 0, call };
  });
  const { tokens } = new Lexer(expression.trim()).lex();
  const tree = new Parser(tokens, Object.keys(contexts), functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, values, new Map(functions.map((one) => [one.name, one]))).evaluate();
}

function toPlain(value: data.ExpressionData): unknown {
  return JSON.parse(JSON.stringify(value, data.replacer) ?? 'null');
}
