import { type BaseUrl, parseBaseUrl } from './base-url.ts';
import { readPatterns } from './input-patterns.ts';
import { type Reading, readBoolean, readChoice, readFolder, readMinutes, readText } from './input-values.ts';
import {
  commands,
  type Inputs,
  onInReviewChoices,
  onStaleChoices,
  takesFolder,
  type WrongInput,
  type WrongInputs,
} from './inputs.ts';

/** What reading the inputs needs to know beside them. */
export interface InputSource {
  /** The trimmed value of an input, empty when not given. */
  readonly read: (name: string) => string;
  /** True in a run of a pull request from a fork, which gets no secrets. */
  readonly fromFork: boolean;
}

/** Longest wait and run in minutes: five days, the longest a job may take on any runner. */
const mostMinutes = 7200;

/**
 * Reads every input once. An empty text counts as not given. Returns either the inputs or all that is wrong with them,
 * so that a workflow is mended in one go.
 */
export function readInputs(source: InputSource): Inputs | WrongInputs {
  const wrong: WrongInput[] = [];
  const read = <T>(input: string, fallback: T, parse: (text: string) => Reading<T>): T => {
    const text = source.read(input);
    if (text === '') return fallback;
    const reading = parse(text);
    if ('value' in reading) return reading.value;
    wrong.push({ input, got: toShown(input, reading.got ?? text), takes: reading.takes });
    return fallback;
  };
  const inputs: Inputs = {
    command: read('command', 'deploy', readChoice(commands)),
    baseUrl: read<BaseUrl | null>('base-url', null, readBaseUrl),
    apiKey: read<string | null>('api-key', null, readText(/^[\x21-\x7e]+$/, 'takes printable ASCII without spaces')),
    slug: read('slug', '', readText(/^[a-z0-9-]{3,32}$/, 'takes 3 to 32 lowercase letters, digits and hyphens')),
    folder: read('folder', '', readFolder),
    include: read('include', ['**'], readPatterns),
    exclude: read('exclude', [], readPatterns),
    submit: read('submit', false, readBoolean),
    termsVersion: read('terms-version', '', readText(/^\P{C}{1,200}$/u, 'takes one line of at most 200 characters')),
    create: read('create', false, readBoolean),
    force: read('force', false, readBoolean),
    onInReview: read('on-in-review', 'fail', readChoice(onInReviewChoices)),
    onStale: read('on-stale', 'ignore', readChoice(onStaleChoices)),
    dryRun: read('dry-run', false, readBoolean),
    waitForReviewMinutes: read('wait-for-review', 0, readMinutes(0, mostMinutes)),
    timeoutMinutes: read('timeout-minutes', 10, readMinutes(0.01, mostMinutes)),
    comment: read('comment', false, readBoolean),
    githubToken: source.read('github-token'),
  };
  // An unreadable value is already named above: it is not missing as well.
  const given = new Set(wrong.map(({ input }) => input));
  wrong.push(...findMissing(inputs, source).filter(({ input }) => !given.has(input)));
  return wrong.length === 0 ? inputs : { wrong, slug: inputs.slug };
}

/** True when nothing will be asked of the service: no key, and a dry run or a fork's pull request. */
function isOffline(inputs: Pick<Inputs, 'apiKey' | 'dryRun'>, fromFork: boolean): boolean {
  return inputs.apiKey === null && (inputs.dryRun || fromFork);
}

function findMissing(inputs: Inputs, { read, fromFork }: InputSource): WrongInput[] {
  const { command, slug } = inputs;
  const writtenSlug = read('slug');
  const offline = isOffline(inputs, fromFork) && (takesFolder(command) || fromFork);
  const submits = command === 'submit' || (command === 'deploy' && inputs.submit);
  const confirm = read('confirm');
  const missing = (input: string, takes: string): WrongInput => ({ input, got: null, takes });
  const found: (WrongInput | false)[] = [
    inputs.baseUrl === null &&
      !offline &&
      missing('base-url', "is needed: the service's address, such as https://apps.example.com"),
    inputs.apiKey === null &&
      !offline &&
      missing(
        'api-key',
        'is needed: pass the API key from a secret (secrets are empty where the workflow may not read them, as for Dependabot)',
      ),
    slug === '' &&
      command !== 'list' &&
      missing('slug', `is needed by ${command}: the app's address, 3 to 32 lowercase letters, digits and hyphens`),
    inputs.folder === '' &&
      takesFolder(command) &&
      missing('folder', `is needed by ${command}: the app folder, relative to the workspace`),
    submits &&
      !offline &&
      inputs.termsVersion === '' &&
      missing('terms-version', 'is needed to submit: the version of the developer terms that you accept'),
    command === 'delete' &&
      !offline &&
      (confirm === '' || confirm !== writtenSlug) && {
        input: 'confirm',
        got: confirm === '' ? null : confirm,
        takes: 'must repeat the slug to delete the app',
      },
  ];
  return found.filter((entry) => entry !== false);
}

function readBaseUrl(text: string): Reading<BaseUrl> {
  const parsed = parseBaseUrl(text);
  return typeof parsed === 'string' ? { takes: parsed } : { value: parsed };
}

/**
 * What an error may show of a text: nothing of a key. A password may stand in an address by mistake, also in that of
 * another input, with slashes before it or without; no address is what has no colon, such as the path `icons@2x`.
 */
function toShown(input: string, text: string): string | null {
  if (input === 'api-key') return null;
  const isAddress = input === 'base-url' || text.includes(':');
  return isAddress ? text.replace(/^(https?:[/\\]*)?.*@/isu, '$1***@') : text;
}
