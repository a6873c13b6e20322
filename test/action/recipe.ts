import { parse } from 'yaml';
import { listFiles, readText } from '../support/repository.ts';
import type { With } from './stage.ts';

/** A step of a recipe that uses this action. */
export interface RecipeStep {
  readonly job: string;
  readonly with: With;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] }>
  >;
}

const folder = 'examples/workflows';

/** The names of all recipes. */
export function listRecipes(): readonly string[] {
  return listFiles(folder, '.yml').map((path) => path.slice(folder.length + 1));
}

/** The steps of a recipe that use this action, in order; expressions as they are written. */
export function readRecipe(name: string): readonly RecipeStep[] {
  const { jobs }: Workflow = parse(readText(`${folder}/${name}`));
  return Object.entries(jobs).flatMap(([job, { steps }]) =>
    steps
      .filter(({ uses }) => uses?.startsWith('OWNER/miniapp-deploy@') === true)
      .map((step) => ({ job, with: toTexts(step.with ?? {}) })),
  );
}

/** Puts values in the place of expressions. Throws on an expression that the table does not know. */
export function fillIn(inputs: With, table: Readonly<Record<string, string>>): With {
  const fill = (_: string, expression: string): string => {
    const value = table[expression];
    if (value === undefined) throw new Error(`The table has no value for ${expression}.`);
    return value;
  };
  return Object.fromEntries(
    Object.entries(inputs).map(([name, text]) => [name, text.replace(/\$\{\{ (.*?) \}\}/g, fill)]),
  );
}

function toTexts(inputs: object): With {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]));
}
