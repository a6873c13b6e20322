import { ActionError } from '../errors.ts';
import { cutText, toPrintable } from '../text/escape.ts';
import { formatCount, listNames } from '../text/format.ts';
import { nameInput, perFrontend } from '../text/frontend.ts';
import { createRedact, type Secret } from '../text/secrets.ts';
import {
  anyTextKind,
  apiKeyKind,
  booleanKind,
  createEnumKind,
  createMinutesKind,
  createTextKind,
  foldersKind,
  type InputKind,
  namesSeveral,
  patternsKind,
  serviceUrlKind,
  shownUrlsKind,
  sizeKind,
  slugKind,
  slugRule,
} from './input-kinds.ts';

export { type BaseUrl, isPattern, isSlug, namesSeveral, slugRule } from './input-kinds.ts';

/** The values of the input `command`, one for each operation of the API. */
export const commands = [
  'deploy',
  'status',
  'submit',
  'create',
  'update',
  'delete',
  'withdraw',
  'list',
] as const;
export type Command = (typeof commands)[number];

/**
 * Returns true if a command requires a folder. For `submit`, a folder is optional: the draft is
 * compared with it.
 */
export function takesFolder(command: Command): command is 'deploy' | 'create' | 'update' {
  return command === 'deploy' || command === 'create' || command === 'update';
}

export function sendsForReview(inputs: Inputs): boolean {
  return inputs.command === 'submit' || (inputs.command === 'deploy' && inputs.submit);
}

const termsVersionKind = createTextKind(
  /^\P{C}{1,200}$/u,
  'must be one line of at most 200 characters',
);

const filePathKind = createTextKind(
  /^\P{C}{1,1000}$/u,
  'must be the path of a file, in at most 1,000 characters',
);

/**
 * The inputs in the order of `action.yml`. Each has a kind, and a value for when it is not given.
 * The descriptions of the inputs are in cli/options/options.ts.
 */
export const inputTable = {
  command: defineInput('command', createEnumKind(commands), 'deploy'),
  /** Like `apiKey`, null only if the run makes no requests to the service. */
  baseUrl: defineInput('base-url', serviceUrlKind, null),
  apiKey: defineInput('api-key', apiKeyKind, null),
  /**
   * Empty for the command `list`. With several apps it is empty, too, or has a star in place of the
   * name of each app's folder.
   */
  slug: defineInput('slug', slugKind, ''),
  /**
   * The folder as written in the workflow, relative to the workspace; empty if none was given. With
   * several apps (see `namesSeveral`) it has a path or a pattern on each line.
   */
  folder: defineInput('folder', foldersKind, ''),
  include: defineInput('include', patternsKind, ['**']),
  exclude: defineInput('exclude', patternsKind, []),
  /** The maximum size of the included files, in bytes; null without a limit. */
  maxSize: defineInput('max-size', sizeKind, null),
  submit: defineInput('submit', booleanKind, false),
  termsVersion: defineInput('terms-version', termsVersionKind, ''),
  create: defineInput('create', booleanKind, false),
  force: defineInput('force', booleanKind, false),
  /** Decides about a deploy or update if the app is in review with other content. */
  onInReview: defineInput('on-in-review', createEnumKind(['fail', 'skip', 'replace']), 'fail'),
  /** Decides about a run if its branch has a newer commit. */
  onStale: defineInput('on-stale', createEnumKind(['ignore', 'warn', 'skip', 'fail']), 'ignore'),
  dryRun: defineInput('dry-run', booleanKind, false),
  waitForReviewMinutes: defineInput('wait-for-review', createMinutesKind(0), 0),
  timeoutMinutes: defineInput('timeout-minutes', createMinutesKind(0.01), 10),
  /** The slug again, which the commands `delete` and `withdraw` require. */
  confirm: defineInput('confirm', anyTextKind, ''),
  diff: defineInput('diff', booleanKind, false),
  comment: defineInput('comment', booleanKind, false),
  /** The address of a page about the run, then the addresses of pictures of that page. */
  pageUrls: defineInput('page-url', shownUrlsKind, []),
  /** The path of a file to write what was accepted to, relative to the workspace. */
  manifest: defineInput('manifest', filePathKind, ''),
  githubToken: defineInput('github-token', anyTextKind, ''),
};

export type InputName = (typeof inputTable)[keyof typeof inputTable]['name'];

/** The checked inputs of a run. */
export type Inputs = {
  readonly [Key in keyof typeof inputTable]: (typeof inputTable)[Key]['fallback'];
};

interface InputDefinition<Name extends string, T> {
  readonly name: Name;
  readonly kind: InputKind<T>;
  /** The value if the input is not given. */
  readonly fallback: T;
}

function defineInput<const Name extends string, T, const Fallback extends T | null>(
  name: Name,
  kind: InputKind<T>,
  fallback: Fallback,
): InputDefinition<Name, T | Fallback> {
  return { name, kind, fallback };
}

interface InputSource {
  /** Returns the trimmed value of an input; empty if the input is not given. */
  readonly read: (name: string) => string;
  /** False if the run is for a pull request that gets no secrets: of a fork, or of Dependabot. */
  readonly hasSecrets: boolean;
  /**
   * True if the run makes requests to the service. By default the inputs decide: a dry run without
   * a key makes none.
   */
  readonly needsService?: boolean;
}

export interface InvalidInput {
  readonly input: string;
  /** The given value, as an error may show it; null if the value is secret, or was not given. */
  readonly got: string | null;
  /** Completes a sentence that begins with the input's name: `must be true or false`. */
  readonly expected: string;
  /** True if the input is required and was not given. */
  readonly isMissing?: boolean;
  /** Advice in a full sentence, if something other than the value of the input must change. */
  readonly fix?: string;
}

/**
 * The maximum length of all values that an error shows together, in UTF-16 units. Each value gets
 * an equal share of it, so that an annotation has room for every invalid input.
 */
const maxShownLength = 1000;

/** The codes of an InvalidInputsError. Those after the first are for one invalid input. */
export const inputFaults = [
  'invalid_inputs',
  'key_missing',
  'terms_missing',
  'slug_invalid',
] as const;
export type InputFault = (typeof inputFaults)[number];

/** The error for invalid inputs. Its message has one line for each of them. */
export class InvalidInputsError extends ActionError<InputFault> {
  override readonly name = 'InvalidInputsError';
  readonly inputs: readonly InvalidInput[];

  constructor(inputs: readonly InvalidInput[]) {
    const maxLength = Math.floor(maxShownLength / inputs.length);
    const lines = inputs.map((invalid) => {
      return `${nameInput(invalid.input)} ${describeInvalid(invalid, maxLength)}`;
    });
    super(lines.join('\n'), {
      code: findFaultCode(inputs),
      next: adviseInvalid(inputs),
      headline: nameInvalid(inputs),
    });
    this.inputs = inputs;
  }
}

/** Describes what an input must be, and shows at most `maxLength` UTF-16 units of its value. */
export function describeInvalid(invalid: InvalidInput, maxLength = maxShownLength): string {
  const expected = toPrintable(invalid.expected);
  if (invalid.got === null) return expected;
  return `${expected}, not "${cutText(toPrintable(invalid.got), maxLength)}"`;
}

/**
 * Returns the error for invalid inputs, with secrets redacted. This must happen before values are
 * shortened, since a part of a secret would not be recognized.
 */
export function makeInputsError(
  inputs: readonly InvalidInput[],
  secrets: readonly string[],
): InvalidInputsError {
  const redact = createRedact(secrets);
  const redacted = inputs.map((invalid): InvalidInput => {
    const got = invalid.got === null ? null : redact(invalid.got);
    const shown = { ...invalid, got, expected: redact(invalid.expected) };
    return invalid.fix === undefined ? shown : { ...shown, fix: redact(invalid.fix) };
  });
  return new InvalidInputsError(redacted);
}

function nameInvalid(inputs: readonly InvalidInput[]): string {
  const faults = inputs.map(({ isMissing }) => (isMissing ? 'missing' : 'not valid'));
  const what = [...new Set(faults)].sort().join(' or ');
  const names = [...new Set(inputs.map(({ input }) => nameInput(input)))];
  const [name = ''] = names;
  if (names.length > 1) {
    return `${formatCount(names.length, 'input')} are ${what}: ${listNames(names)}`;
  }
  if (inputs[0]?.input === 'api-key') return `The API key is ${what} (${name})`;
  return `${name} is ${what}`;
}

function findFaultCode(inputs: readonly InvalidInput[]) {
  const [only, ...others] = inputs;
  if (only === undefined || others.length > 0) return 'invalid_inputs';
  if (only.input === 'api-key') return only.isMissing ? 'key_missing' : 'invalid_inputs';
  if (!only.isMissing) return only.input === 'slug' ? 'slug_invalid' : 'invalid_inputs';
  return only.input === 'terms-version' ? 'terms_missing' : 'invalid_inputs';
}

/**
 * The secret and the variable of the repository that our example workflows pass as inputs. If one
 * of these inputs is empty, the setting is missing in the repository, and the `with:` block is
 * right.
 */
const repositorySettings: ReadonlyMap<string, string> = new Map([
  ['base-url', 'the variable MINIAPPS_BASE_URL'],
  ['api-key', 'the secret MINIAPPS_API_KEY'],
]);

/** The variable for `terms-version`, which can be changed without a commit. */
const termsVariable = 'vars.MINIAPPS_TERMS_VERSION';

/** The maximum number of fixes that are shown: many folders may each need one. */
const maxFixes = 3;

function adviseInvalid(inputs: readonly InvalidInput[]): string {
  const fixes = inputs.flatMap(({ fix }) => (fix === undefined ? [] : toPrintable(fix)));
  const advice = perFrontend(adviseWorkflow(inputs), '');
  return [advice, ...fixes.slice(0, maxFixes)].filter((text) => text !== '').join(' ');
}

/** Returns advice on the settings of the repository and on the `with:` block. */
function adviseWorkflow(inputs: readonly InvalidInput[]): string {
  const withoutFix = inputs.filter(({ fix }) => fix === undefined);
  const missing = withoutFix.filter(
    ({ input, isMissing }) => isMissing && repositorySettings.has(input),
  );
  const names = missing.map(({ input }) => input);
  const settings = names.flatMap((name) => repositorySettings.get(name) ?? []);
  const advice: string[] = [];
  const isKeyInvalid = withoutFix.some(({ input, isMissing }) => input === 'api-key' && !isMissing);
  if (isKeyInvalid) advice.push('Correct the secret that api-key is read from.');
  if (names.length > 0) {
    const otherNames =
      names.length === 1 ? 'one under the name that' : 'those under the names that';
    const uses = names.length === 1 ? 'uses' : 'use';
    advice.push(
      `In the repository, open Settings > Secrets and variables > Actions, and add ${settings.join(' and ')}, or ${otherNames} ${names.join(' and ')} ${uses}.`,
    );
  }
  const explained = names.length + (isKeyInvalid ? 1 : 0);
  if (withoutFix.length > explained)
    advice.push('Fix the "with:" block of the step; the README describes every input.');
  return advice.join(' ');
}

/**
 * Reads and checks all inputs. An input with an empty text counts as not given, and an invalid one
 * has the value for "not given". `error` lists all invalid inputs, so that they can be fixed
 * together; null if the run can begin.
 */
export function readInputs(source: InputSource) {
  const reader = new InputReader(source);
  const values = Object.entries(inputTable).map(([key, row]) => [
    key,
    reader.readRow<unknown>(row),
  ]);
  const inputs: Inputs = Object.fromEntries(values);
  checkNeeds(inputs, source, reader);
  const { invalid } = reader;
  if (invalid.length === 0) return { inputs, error: null };
  const secrets = [source.read('api-key'), inputs.githubToken];
  return { inputs, error: makeInputsError(invalid, secrets) };
}

/** Reads inputs one by one, and collects those that are invalid. */
class InputReader {
  readonly #read: InputSource['read'];
  readonly #invalid = new Map<string, InvalidInput>();

  constructor(source: InputSource) {
    this.#read = source.read;
  }

  /** The invalid inputs, in the order in which they were found. */
  get invalid(): readonly InvalidInput[] {
    return [...this.#invalid.values()];
  }

  readRow<T>(row: InputDefinition<string, T>): T {
    const given = this.#read(row.name);
    if (given === '') return row.fallback;
    const result = row.kind.parse(given);
    if (result.kind === 'valid') return result.value;
    this.#add(row.name, result.expected, result.got ?? given);
    return row.fallback;
  }

  /** Records an input that is missing, or that does not fit the run. */
  refuse(name: string, expected: string): void {
    // An input that is already recorded as invalid must not be reported as missing, too.
    if (!this.#invalid.has(name)) this.#add(name, expected, this.#read(name));
  }

  #add(input: string, expected: string, got: string): void {
    const isMissing = this.#read(input) === '';
    this.#invalid.set(input, { input, got: toShown(input, got), expected, isMissing });
  }
}

/** Returns the values that must not be published or shown, with the names of their inputs. */
export function listSecrets(inputs: {
  readonly apiKey: string | null;
  readonly githubToken: string;
}): readonly Secret[] {
  const secrets = [
    { name: 'api-key', value: inputs.apiKey ?? '' },
    { name: 'github-token', value: inputs.githubToken },
  ];
  return secrets.filter((secret) => secret.value !== '');
}

/**
 * Records an error for each input that the command requires and that is missing, and for each that
 * does not fit the command.
 */
function checkNeeds(inputs: Inputs, source: InputSource, reader: InputReader): void {
  const { command } = inputs;
  const isOnline = source.needsService ?? needsService(inputs, source.hasSecrets);
  // The input as it was given, since `inputs.folder` is empty if one of its lines is invalid. Such
  // a run must not be checked as a run about a single app.
  const isSeveral = namesSeveral(source.read('folder'));
  const oneByOne = 'with several folders: submit each app by itself, as in monorepo-release.yml';
  if (isOnline && inputs.baseUrl === null) {
    const variable = perFrontend('', ' (or in MINIAPPS_BASE_URL)');
    reader.refuse(
      'base-url',
      `is required: the service's address, such as https://apps.example.com${variable}`,
    );
  }
  if (isOnline && inputs.apiKey === null) {
    reader.refuse(
      'api-key',
      perFrontend(
        'is required: pass the API key from a secret (secrets are empty if the workflow may not read them, as for Dependabot)',
        'is not set: export MINIAPPS_API_KEY=… (cmd: set MINIAPPS_API_KEY=…, PowerShell: $env:MINIAPPS_API_KEY = "…")',
      ),
    );
  }
  if (isSeveral) checkSeveralFolders(command, reader);
  else checkSingleApp(inputs, reader);
  if (isSeveral && inputs.submit) reader.refuse('submit', `must be false ${oneByOne}`);
  if (isOnline && sendsForReview(inputs) && inputs.termsVersion === '') {
    const learn = perFrontend(
      `to learn it, set it to unknown once: the error names it; a new value of ${termsVariable} takes effect without a commit`,
      'to learn it, add --terms-version unknown: the error names it',
    );
    reader.refuse(
      'terms-version',
      `is required to submit: the version of the developer terms that you accept (${learn})`,
    );
  }
  if (isSeveral && inputs.manifest !== '')
    reader.refuse('manifest', 'must be left out with several folders: it is about one app');
  if (isSeveral && inputs.waitForReviewMinutes > 0)
    reader.refuse('wait-for-review', `must be 0 ${oneByOne}`);
  const confirm = source.read('confirm');
  const isConfirmed = confirm !== '' && confirm === source.read('slug');
  if (isOnline && command === 'delete' && !isConfirmed)
    reader.refuse('confirm', 'must repeat the slug to delete the app');
  if (isOnline && command === 'withdraw' && !isConfirmed)
    reader.refuse('confirm', 'must repeat the slug to take the app out of review');
}

/** Returns false if a run has no key and only checks the folder: a dry run, or without secrets. */
function needsService(inputs: Inputs, hasSecrets: boolean): boolean {
  if (inputs.apiKey !== null) return true;
  const isOfflineCheck = inputs.dryRun && takesFolder(inputs.command);
  return hasSecrets && !isOfflineCheck;
}

function checkSingleApp(inputs: Inputs, reader: InputReader): void {
  const { command, slug, folder } = inputs;
  const byCommand = perFrontend(` by ${command}`, '');
  if (slug.includes('*')) {
    reader.refuse(
      'slug',
      `must be ${slugRule} (a * is only for several folders, and is replaced by their names)`,
    );
  } else if (slug === '' && command !== 'list') {
    reader.refuse('slug', `is required${byCommand}: the app's address, ${slugRule}`);
  }
  if (folder === '' && takesFolder(command)) {
    const place = perFrontend(', relative to the workspace', '');
    reader.refuse('folder', `is required${byCommand}: the app folder${place}`);
  }
}

function checkSeveralFolders(command: Command, reader: InputReader): void {
  if (command === 'deploy') return;
  const takesOne = takesFolder(command) || command === 'submit';
  let expected = `must be left out: ${command} takes no folder`;
  if (takesOne) expected = `must be one folder: ${command} takes one app at a time`;
  reader.refuse('folder', expected);
}

/**
 * Returns the text of an input as an error may show it; null if it is the API key, or empty. An
 * address may contain a password by mistake, in any input and after any number of slashes, so the
 * part of an address before its last @ is replaced by ***. A text without a colon, such as the path
 * `icons@2x`, is not an address.
 */
function toShown(input: string, text: string): string | null {
  if (input === 'api-key' || text === '') return null;
  const isAddress = input === 'base-url' || text.includes(':');
  // The @ is searched for without a pattern, which could take hours over a megabyte of slashes.
  const at = text.lastIndexOf('@');
  if (!isAddress || at === -1) return text;
  const start = /^(?:https?:[/\\]*)?/i.exec(text)?.[0] ?? '';
  return `${start}***${text.slice(at)}`;
}
