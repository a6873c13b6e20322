import { cutText, toPrintable } from '../text/escape.ts';
import { nameInput as inputName, perFrontend } from '../text/frontend.ts';
import { createRedact, type Secret } from '../text/secrets.ts';
import { ActionError } from './action-error.ts';
import {
  anyText,
  choice,
  flag,
  folders,
  type Kind,
  minutes,
  namesSeveral,
  patterns,
  serviceUrl,
  shownUrl,
  size,
  slug as slugKind,
  slugRule,
  text,
} from './input-kinds.ts';

export { type BaseUrl, isPattern, isSlug, namesSeveral, slugRule } from './input-kinds.ts';

/** The seven things the service's API does with an app, as the `command` input names them. */
export const commands = [
  'deploy',
  'status',
  'submit',
  'create',
  'update',
  'delete',
  'list',
] as const;
export type Command = (typeof commands)[number];

/**
 * True for the commands that need a folder. `submit` may take one, as a guard; the others only talk
 * to the service.
 */
export function takesFolder(command: Command): command is 'deploy' | 'create' | 'update' {
  return command === 'deploy' || command === 'create' || command === 'update';
}

/**
 * The inputs in the order of `action.yml`, with what they take and what they are where they are not
 * given. cli/options.ts has the words.
 */
export const inputTable = {
  command: toRow('command', choice(commands), 'deploy'),
  /** Null only where nothing will be asked of the service, as is `apiKey`. */
  baseUrl: toRow('base-url', serviceUrl, null),
  apiKey: toRow(
    'api-key',
    text(
      /^[!-~]{1,1000}$/,
      'must be one line of at most 1,000 printable ASCII characters without spaces',
    ),
    null,
  ),
  /**
   * Of a run of several apps empty, or with a star for the name of each one's folder; empty also
   * for `list`.
   */
  slug: toRow('slug', slugKind, ''),
  /**
   * As the workflow wrote it, relative to the workspace; empty where none was given. Of a run of
   * several apps (`namesSeveral`) a path or pattern in each line; a command only ever gets one
   * path.
   */
  folder: toRow('folder', folders, ''),
  include: toRow('include', patterns, ['**']),
  exclude: toRow('exclude', patterns, []),
  /** Bytes of the included files; null for no limit. */
  maxSize: toRow('max-size', size, null),
  submit: toRow('submit', flag, false),
  /** Empty unless given. */
  termsVersion: toRow(
    'terms-version',
    text(/^\P{C}{1,200}$/u, 'must be one line of at most 200 characters'),
    '',
  ),
  create: toRow('create', flag, false),
  force: toRow('force', flag, false),
  /** What a deploy or update does with an app that is in review with other content. */
  onInReview: toRow('on-in-review', choice(['fail', 'skip', 'replace']), 'fail'),
  /** What a run does when a newer commit exists on its branch. */
  onStale: toRow('on-stale', choice(['ignore', 'warn', 'skip', 'fail']), 'ignore'),
  dryRun: toRow('dry-run', flag, false),
  waitForReviewMinutes: toRow('wait-for-review', minutes(0), 0),
  timeoutMinutes: toRow('timeout-minutes', minutes(0.01), 10),
  /** The slug once more, for `delete`. */
  confirm: toRow('confirm', anyText, ''),
  diff: toRow('diff', flag, false),
  comment: toRow('comment', flag, false),
  /** Only shown; empty when there is none. */
  pageUrl: toRow('page-url', shownUrl, ''),
  /** Empty when there is none. */
  githubToken: toRow('github-token', anyText, ''),
};

type InputTable = typeof inputTable;
export type InputName = InputTable[keyof InputTable]['name'];

/** Everything the workflow asked for, typed and checked. */
export type Inputs = { readonly [Key in keyof InputTable]: InputTable[Key]['fallback'] };

interface InputRow<Name extends string, T> {
  readonly name: Name;
  readonly kind: Kind<T>;
  /** What it is where it is not given. */
  readonly fallback: T;
}

function toRow<const Name extends string, T, const Fallback extends T | null>(
  name: Name,
  kind: Kind<T>,
  fallback: Fallback,
): InputRow<Name, T | Fallback> {
  return { name, kind, fallback };
}

/** What reading the inputs needs to know beside them. */
interface InputSource {
  /** The trimmed value of an input, empty when not given. */
  readonly read: (name: string) => string;
  /** True in a run of a pull request from a fork that gets no secrets. */
  readonly fromFork: boolean;
  /**
   * Whether the service is asked; where omitted the inputs say it: not by a dry run without a key.
   */
  readonly needsService?: boolean;
}

/** One input that cannot be used. */
export interface InvalidInput {
  readonly input: string;
  /** What it got, to be shown; null for a secret and for nothing at all. */
  readonly got: string | null;
  /** What it must be, to follow the input's name. */
  readonly expected: string;
  /** True where it is needed and not given. */
  readonly isMissing?: boolean;
  /** What to do, where that is no matter of the input alone: a sentence. */
  readonly fix?: string;
}

/**
 * UTF-16 units of all values together, shared evenly: an annotation must have room for every
 * input's line.
 */
const maxShownValues = 1000;

/** The codes of a run that cannot begin: by its one fault, where it has a name of its own. */
export const inputFaults = [
  'invalid_inputs',
  'key_missing',
  'terms_missing',
  'slug_invalid',
] as const;
type InputFault = (typeof inputFaults)[number];

/** Why a run does not begin. The message has one line for each input. */
export class InvalidInputsError extends ActionError<InputFault> {
  override readonly name = 'InvalidInputsError';
  readonly inputs: readonly InvalidInput[];

  constructor(inputs: readonly InvalidInput[]) {
    const room = Math.floor(maxShownValues / inputs.length);
    const lines = inputs.map(
      (invalid) => `${inputName(invalid.input)} ${describeInvalid(invalid, room)}`,
    );
    super(lines.join('\n'), { code: nameFault(inputs), next: adviseInvalid(inputs) });
    this.inputs = inputs;
  }
}

/** What an input must be, and what it got, of which at most so many UTF-16 units are shown. */
export function describeInvalid({ expected, got }: InvalidInput, room = maxShownValues): string {
  return toPrintable(expected) + (got === null ? '' : `, not "${cutText(toPrintable(got), room)}"`);
}

/**
 * The error for inputs whose texts may hold secrets: redacted before anything cuts them, since half
 * a secret would not be known as one.
 */
export function refuseInputs(
  invalid: readonly InvalidInput[],
  secrets: readonly string[],
): InvalidInputsError {
  const redact = createRedact(secrets);
  const clean = (one: InvalidInput): InvalidInput => ({
    ...one,
    got: one.got === null ? null : redact(one.got),
    expected: redact(one.expected),
    ...(one.fix === undefined ? {} : { fix: redact(one.fix) }),
  });
  return new InvalidInputsError(invalid.map(clean));
}

function nameFault(inputs: readonly InvalidInput[]): InputFault {
  const [only, ...others] = inputs;
  if (only === undefined || others.length > 0) return 'invalid_inputs';
  if (only.isMissing !== true) return only.input === 'slug' ? 'slug_invalid' : 'invalid_inputs';
  const codes: Readonly<Record<string, InputFault>> = {
    'api-key': 'key_missing',
    'terms-version': 'terms_missing',
  };
  return codes[only.input] ?? 'invalid_inputs';
}

/**
 * Where the recipes read an input from that is often forgotten in the settings of the repository:
 * then the `with:` block is right.
 */
const settings = new Map([
  ['base-url', 'the variable MINIAPPS_BASE_URL'],
  ['api-key', 'the secret MINIAPPS_API_KEY'],
]);

/** Of many folders with wrong names the first ones show how to go on. */
const maxFixes = 3;

function adviseInvalid(inputs: readonly InvalidInput[]): string {
  const empty = inputs.flatMap(({ input, isMissing }) =>
    isMissing ? (settings.get(input) ?? []) : [],
  );
  const add = `In the repository, open Settings > Secrets and variables > Actions, and add ${empty.join(' and ')}, or what the "with:" block reads in its place.`;
  const fix = 'Fix the "with:" block of the step; the README describes every input.';
  const fixes = inputs.flatMap(({ fix: own }) => (own === undefined ? [] : toPrintable(own)));
  const others = inputs.length - empty.length - fixes.length;
  const advice = [...(empty.length > 0 ? [add] : []), ...(others > 0 ? [fix] : [])];
  return [perFrontend(advice.join(' '), ''), ...fixes.slice(0, maxFixes)]
    .filter((text) => text !== '')
    .join(' ');
}

/** The inputs, and what is wrong with them: one that cannot be used is as if it was not given. */
export interface ReadInputs {
  readonly inputs: Inputs;
  /**
   * Names all that is wrong, so that a workflow is fixed in one go; null where the run can begin.
   */
  readonly error: InvalidInputsError | null;
}

/** Reads every input once. An empty text counts as not given. */
export function readInputs(source: InputSource): ReadInputs {
  const invalid = new Map<string, InvalidInput>();
  const refuse = (input: string, expected: string, got = source.read(input)): void => {
    // An unreadable value is named already: it is not missing as well.
    if (invalid.has(input)) return;
    invalid.set(input, {
      input,
      got: toShown(input, got),
      expected,
      isMissing: source.read(input) === '',
    });
  };
  const readRow = ({ name, kind, fallback }: InputRow<string, unknown>): unknown => {
    const given = source.read(name);
    const result = given === '' ? { value: fallback } : kind.parse(given);
    if ('value' in result) return result.value;
    refuse(name, result.expected, result.got);
    return fallback;
  };
  const values = Object.entries(inputTable).map(([key, row]) => [key, readRow(row)]);
  const inputs: Inputs = Object.fromEntries(values);
  for (const [input, expected] of Object.entries(findNeeds(inputs, source)))
    if (expected) refuse(input, expected);
  if (invalid.size === 0) return { inputs, error: null };
  return {
    inputs,
    error: refuseInputs([...invalid.values()], [source.read('api-key'), inputs.githubToken]),
  };
}

/** What must be neither published nor shown, by the input that it came from. */
export function listSecrets({
  apiKey,
  githubToken,
}: Pick<Inputs, 'apiKey' | 'githubToken'>): readonly Secret[] {
  const secrets = [
    { name: 'api-key', value: apiKey ?? '' },
    { name: 'github-token', value: githubToken },
  ];
  return secrets.filter(({ value }) => value !== '');
}

/**
 * What each input must be for what the run is asked for, beside its form; false where that holds.
 */
function findNeeds(
  inputs: Inputs,
  { read, fromFork, needsService }: InputSource,
): Readonly<Record<string, string | false>> {
  const { command, slug, baseUrl, apiKey, folder, termsVersion, waitForReviewMinutes } = inputs;
  // Nothing will be asked of the service: no key, and a dry run or a fork's pull request.
  const isOnline =
    needsService ?? (apiKey !== null || !(fromFork || (inputs.dryRun && takesFolder(command))));
  const submits = command === 'submit' || (command === 'deploy' && inputs.submit);
  const isConfirmed = read('confirm') !== '' && read('confirm') === read('slug');
  // As it was given: a line of it that is wrong is the one fault.
  const isSeveral = namesSeveral(read('folder'));
  const oneByOne = 'with several folders: submit each app by itself, as in monorepo-release.yml';
  return {
    'base-url':
      isOnline &&
      !baseUrl &&
      `is required: the service's address, such as https://apps.example.com${perFrontend('', ' (or in MINIAPPS_BASE_URL)')}`,
    'api-key':
      isOnline &&
      !apiKey &&
      perFrontend(
        'is required: pass the API key from a secret (secrets are empty where the workflow may not read them, as for Dependabot)',
        'is not set: export MINIAPPS_API_KEY=… (cmd: set MINIAPPS_API_KEY=…, PowerShell: $env:MINIAPPS_API_KEY = "…")',
      ),
    slug: !isSeveral && findSlugNeed(command, slug),
    folder: isSeveral ? findSeveralFault(command) : findFolderNeed(command, folder),
    submit: isSeveral && inputs.submit && `must be false ${oneByOne}`,
    'terms-version':
      isOnline &&
      submits &&
      !termsVersion &&
      'is required to submit: the version of the developer terms that you accept',
    'wait-for-review': isSeveral && waitForReviewMinutes > 0 && `must be 0 ${oneByOne}`,
    confirm:
      isOnline && command === 'delete' && !isConfirmed && 'must repeat the slug to delete the app',
  };
}

function findSlugNeed(command: Command, slug: string): string | false {
  if (slug.includes('*'))
    return `must be ${slugRule} (a * is for several folders: it stands for their names)`;
  return (
    command !== 'list' &&
    !slug &&
    `is required${perFrontend(` by ${command}`, '')}: the app's address, ${slugRule}`
  );
}

function findFolderNeed(command: Command, folder: string): string | false {
  const where = perFrontend(', relative to the workspace', '');
  return (
    takesFolder(command) &&
    !folder &&
    `is required${perFrontend(` by ${command}`, '')}: the app folder${where}`
  );
}

function findSeveralFault(command: Command): string | false {
  if (command === 'deploy') return false;
  return takesFolder(command) || command === 'submit'
    ? `must be one folder: ${command} takes one app at a time`
    : `must be left out: ${command} takes no folder`;
}

/**
 * What an error may show of a text: nothing of a key, and null for nothing at all. A password may
 * stand in an address by mistake, also in that of another input, with slashes before it or without;
 * no address is what has no colon, such as the path `icons@2x`.
 */
function toShown(input: string, text: string): string | null {
  if (input === 'api-key' || text === '') return null;
  const isAddress = input === 'base-url' || text.includes(':');
  // Not one pattern for all of it: over a megabyte of slashes that would take hours.
  const at = text.lastIndexOf('@');
  return isAddress && at !== -1 ? `${/^(?:https?:[/\\]*)?/i.exec(text)}***${text.slice(at)}` : text;
}
