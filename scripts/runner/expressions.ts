import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** The contexts of an expression, such as `github` or `steps`, as JSON. */
export type Contexts = Readonly<Record<string, unknown>>;

/** The functions that check how earlier jobs or steps ended. */
const statusFunctions = ['success', 'failure', 'always', 'cancelled'] as const;
const callsStatusFunction = new RegExp(String.raw`\b(?:${statusFunctions.join('|')})\s*\(`, 'i');

/**
 * Evaluates a value of a workflow at any depth, with GitHub's own evaluator. A text that is only an
 * expression becomes its value; in any other text the expressions are replaced by their texts.
 * Throws the error of the evaluator, such as for an unknown name.
 */
export function evaluate(value: unknown, contexts: Contexts): unknown {
  if (Array.isArray(value)) return value.map((entry) => evaluate(entry, contexts));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, entry]) => [name, evaluate(entry, contexts)]));
  }
  if (typeof value !== 'string') return value;
  const [, only] = /^\s*\$\{\{((?:(?!\}\}).)*)\}\}\s*$/s.exec(value) ?? [];
  if (only === undefined) return fillIn(value, contexts);
  return toPlain(run(only, contexts, true));
}

/**
 * Evaluates a value to a text, as GitHub does for the inputs and the environment of a step, and for
 * the outputs of a job.
 */
export function evaluateText(value: unknown, contexts: Contexts): string {
  return fillIn(String(value ?? ''), contexts);
}

/**
 * Returns whether an `if` is true. Without a status function it is true only after success, as on
 * GitHub.
 */
export function holds(condition: unknown, contexts: Contexts, succeeded: boolean): boolean {
  const text = String(condition ?? 'success()').replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1');
  if (!callsStatusFunction.test(text) && !succeeded) return false;
  return toPlain(run(`!!(${text})`, contexts, succeeded)) === true;
}

function fillIn(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    return run(expression, contexts, true).coerceString();
  });
}

function run(expression: string, contexts: Contexts, succeeded: boolean): data.ExpressionData {
  const results = { success: succeeded, failure: !succeeded, always: true, cancelled: false };
  const functions = statusFunctions.map((name) => {
    const call = () => new data.BooleanData(results[name]);
    return { name, minArgs: 0, maxArgs: 0, call };
  });
  const lexed = new Lexer(expression.trim()).lex();
  const tree = new Parser(lexed.tokens, Object.keys(contexts), functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const functionsByName = new Map(functions.map((one) => [one.name, one]));
  return new Evaluator(tree, values, functionsByName).evaluate();
}

function toPlain(value: data.ExpressionData): unknown {
  return JSON.parse(JSON.stringify(value, data.replacer) ?? 'null');
}
