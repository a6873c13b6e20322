import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

const root = join(import.meta.dirname, '..', '..');

/** The action as a runner reads it, and the file that it starts. */
export const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
export const entryFile = join(root, action.runs.main);

/**
 * The environment that the runner gives every step of a push to main, beside its inputs and its
 * workspace. The files for outputs, summary and event are to be in the folder `temp`.
 */
export function makeEnvironment(
  temp: string,
): Readonly<Record<'GITHUB_OUTPUT' | 'GITHUB_STEP_SUMMARY' | 'GITHUB_EVENT_PATH', string>> &
  Readonly<Record<string, string>> {
  return {
    GITHUB_OUTPUT: join(temp, 'output'),
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
    GITHUB_EVENT_PATH: join(temp, 'event.json'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    // Empty for an action of the checkout (`uses: ./`).
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
 * The inputs of a step as the action gets them: each one that action.yml has is set, to what the
 * step gives it, else to its default, else to nothing. An expression as a default, which only the
 * runner can fill in, is nothing here.
 */
export function makeInputs(
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const defaults = Object.entries(action.inputs).map(
    ([name, { default: value = '' }]) => [name, value.startsWith('${{') ? '' : value] as const,
  );
  const all = [...defaults, ...Object.entries(given)];
  return Object.fromEntries(
    all.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
  );
}
