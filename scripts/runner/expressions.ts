import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** The contexts of an expression, such as `github` or `steps`, as JSON. */
export type Contexts = Readonly<Record<string, unknown>>;

/**
 * Evaluates a value of a workflow with GitHub's own evaluator. A text that is only an expression
 * becomes its value; in any other text the expressions are replaced by their texts. Throws the
 * error of the evaluator, such as for an unknown name.
 */
export function evaluate(value: unknown, contexts: Contexts): unknown {
  if (typeof value !== 'string') return value;
  const [, only] = /^\s*\$\{\{((?:(?!\}\}).)*)\}\}\s*$/s.exec(value) ?? [];
  if (only === undefined) return evaluateText(value, contexts);
  return JSON.parse(JSON.stringify(run(only, contexts), data.replacer) ?? 'null');
}

/**
 * Evaluates a value to a text, as GitHub does for the inputs and the environment of a step, and for
 * the outputs of a job.
 */
export function evaluateText(value: unknown, contexts: Contexts): string {
  return String(value ?? '').replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    return run(expression, contexts).coerceString();
  });
}

function run(expression: string, contexts: Contexts): data.ExpressionData {
  const lexed = new Lexer(expression.trim()).lex();
  const tree = new Parser(lexed.tokens, Object.keys(contexts), []).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, values).evaluate();
}
