import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

const root = join(import.meta.dirname, '..', '..');

/** The content of action.yml. */
export const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));

/** The file that the runner starts: the committed dist/index.js. */
export const entryFile = join(root, action.runs.main);

/** The variables of a step. */
export interface StepEnvironment extends Readonly<Record<string, string>> {
  readonly GITHUB_OUTPUT: string;
  readonly GITHUB_STEP_SUMMARY: string;
  readonly GITHUB_EVENT_PATH: string;
}

/**
 * Returns the environment that the runner gives each step of a push to main, without the inputs
 * and the workspace. The files for outputs, summary and event are in the folder `temp`.
 */
export function makeEnvironment(temp: string): StepEnvironment {
  return {
    GITHUB_OUTPUT: join(temp, 'output'),
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
    GITHUB_EVENT_PATH: join(temp, 'event.json'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    // Empty, as for an action from the checkout (`uses: ./`).
    GITHUB_ACTION_REPOSITORY: '',
    GITHUB_ACTION_REF: '',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: 'octo/apps',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_REF_TYPE: 'branch',
    GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_RUN_ID: '1234567890',
    GITHUB_RUN_NUMBER: '3',
    GITHUB_RUN_ATTEMPT: '1',
    RUNNER_TEMP: temp,
  };
}

/**
 * Returns the variables with the inputs of a step: the given ones, and the defaults of action.yml
 * for the others. A default that is an expression is empty here, because only the runner can
 * evaluate it.
 */
export function makeInputs(
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const inputs: Record<string, string> = {};
  for (const [name, input] of Object.entries(action.inputs)) {
    const value = input.default ?? '';
    inputs[toVariable(name)] = value.startsWith('${{') ? '' : value;
  }
  for (const [name, value] of Object.entries(given)) inputs[toVariable(name)] = value;
  return inputs;
}

function toVariable(input: string): string {
  return `INPUT_${input.replaceAll(' ', '_').toUpperCase()}`;
}
