import { normalize, sep } from 'node:path';
import { cutText, splitLines, toPrintable } from '../text/escape.ts';
import { createRedact, type Secret } from '../text/secrets.ts';
import { either, input as inputName } from '../text/voice.ts';
import { ActionError } from './action-error.ts';

/** The seven things the service's API does with an app, as the `command` input names them. */
export const commands = ['deploy', 'status', 'submit', 'create', 'update', 'delete', 'list'] as const;
export type Command = (typeof commands)[number];

/** True for the commands that need a folder. `submit` may take one, as a guard; the others only talk to the service. */
export function takesFolder(command: Command): command is 'deploy' | 'create' | 'update' {
  return command === 'deploy' || command === 'create' || command === 'update';
}

/** The service's address: an origin and an optional path, without a slash at the end. */
export interface BaseUrl {
  readonly origin: string;
  /** Empty, or `/` and more. */
  readonly path: string;
}

/** Everything the workflow asked for, typed and checked; `readValues` lists it. */
export type Inputs = Readonly<ReturnType<typeof readValues>>;

/** What reading the inputs needs to know beside them. */
export interface InputSource {
  /** The trimmed value of an input, empty when not given. */
  readonly read: (name: string) => string;
  /** True in a run of a pull request from a fork that gets no secrets. */
  readonly fromFork: boolean;
  /** Whether the service is asked; where omitted the inputs say it: not by a dry run without a key. */
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
}

/** The pull request's comment, as far as the inputs that can be used ask for it. The slug is empty where the run is not about one app. */
export interface WantedComment extends Pick<Inputs, 'slug' | 'comment' | 'githubToken'> {
  /** The input `folder` where it stands for several apps, else null. */
  readonly folders: string | null;
}

/** What of the inputs a comment needs. */
export function toWantedComment({ command, slug, folder, comment, githubToken }: Inputs): WantedComment {
  const isSeveral = namesSeveral(folder);
  const known = command === 'list' || isSeveral ? '' : slug;
  return { slug: known, comment, githubToken, folders: isSeveral ? folder : null };
}

/** True where `folder` stands for as many apps as there are: it has several lines, or a pattern. */
export function namesSeveral(folder: string): boolean {
  return folder.includes('\n') || isPattern(folder);
}

/** True for a line of `folder` that is a pattern. Brackets alone make none: folders may be named so. */
export function isPattern(line: string): boolean {
  return /[*?{]|[!@+]\(/.test(line);
}

/** True for a slug, as opposed to an empty text and to one with a star. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{3,32}$/.test(text);
}

/** UTF-16 units of all values together, shared evenly: an annotation must have room for every input's line. */
const maxShownValues = 1000;

/** Why a run does not begin. The message has one line for each input; it is redacted and safe to print. */
export class InvalidInputsError extends ActionError<'invalid_inputs'> {
  override readonly name = 'InvalidInputsError';
  readonly inputs: readonly InvalidInput[];
  readonly wanted: WantedComment;

  constructor(inputs: readonly InvalidInput[], wanted: WantedComment, secrets: readonly string[]) {
    const redact = createRedact(secrets);
    const room = Math.floor(maxShownValues / inputs.length);
    // Redacted before it is cut: half a secret would not be known as one.
    const show = (text: string): string => toPrintable(redact(text));
    const lines = inputs.map(({ input, got, expected }) => {
      const value = got === null ? '' : `, not "${cutText(show(got), room)}"`;
      return `${inputName(input)} ${show(expected)}${value}`;
    });
    super(lines.join('\n'), {
      code: 'invalid_inputs',
      next: adviseInvalid(inputs),
    });
    this.inputs = inputs;
    this.wanted = wanted;
  }
}

/** Where the recipes read an input from that is often forgotten in the settings of the repository: then the `with:` block is right. */
const settings = new Map([
  ['base-url', 'the variable MINIAPPS_BASE_URL'],
  ['api-key', 'the secret MINIAPPS_API_KEY'],
]);

function adviseInvalid(inputs: readonly InvalidInput[]): string {
  const empty = inputs.flatMap(({ input, isMissing }) => (isMissing ? (settings.get(input) ?? []) : []));
  const add = `In the repository, open Settings > Secrets and variables > Actions, and add ${empty.join(' and ')}, or what the "with:" block reads in its place.`;
  const fix = 'Fix the "with:" block of the step; the README describes every input.';
  const advice = [...(empty.length > 0 ? [add] : []), ...(empty.length < inputs.length ? [fix] : [])];
  return either(advice.join(' '), '');
}

/** A value, or what the input must be, and the faulty part of the text where not all of it is. */
type ParseResult<T> = { readonly value: T } | { readonly expected: string; readonly got?: string };
type Parse<T> = (text: string) => ParseResult<T>;

/** Longest wait and run in minutes: five days, the longest that a job may take on any runner. */
const maxMinutes = 7200;
/** Longest pattern, in UTF-16 units. */
const maxPatternLength = 1024;
/** Most lines of one input. */
const maxLines = 1000;

/** What a slug is made of, in words. */
export const slugRule = '3 to 32 lowercase letters, digits and hyphens';

/**
 * Reads every input once. An empty text counts as not given. Returns either the inputs or all that is wrong with them,
 * so that a workflow is fixed in one go.
 */
export function readInputs(source: InputSource): Inputs | InvalidInputsError {
  const invalid = new Map<string, InvalidInput>();
  const refuse = (input: string, expected: string, got = source.read(input)): void => {
    // An unreadable value is named already: it is not missing as well.
    if (invalid.has(input)) return;
    invalid.set(input, { input, got: toShown(input, got), expected, isMissing: source.read(input) === '' });
  };
  const read = <T>(input: string, fallback: T, parse: Parse<T>): T => {
    const text = source.read(input);
    if (text === '') return fallback;
    const result = parse(text);
    if ('value' in result) return result.value;
    refuse(input, result.expected, result.got);
    return fallback;
  };
  const inputs = readValues(read);
  for (const [input, expected] of Object.entries(findNeeds(inputs, source))) if (expected) refuse(input, expected);
  if (invalid.size === 0) return inputs;
  // A slug with a star names no app, whatever the folder is.
  const known = { ...inputs, slug: isSlug(inputs.slug) ? inputs.slug : '' };
  const secrets = [source.read('api-key'), inputs.githubToken];
  return new InvalidInputsError([...invalid.values()], toWantedComment(known), secrets);
}

/** Every input with its default and what it takes. */
function readValues(read: <T>(input: string, fallback: T, parse: Parse<T>) => T) {
  return {
    command: read('command', 'deploy', parseChoice(commands)),
    /** Null only where nothing will be asked of the service, as is `apiKey`. */
    baseUrl: read<BaseUrl | null>('base-url', null, parseBaseUrl),
    apiKey: read<string | null>(
      'api-key',
      null,
      parseText(/^[!-~]{1,1000}$/, 'must be one line of at most 1,000 printable ASCII characters without spaces'),
    ),
    /** Of a run of several apps empty, or with a star for the name of each one's folder; empty also for `list`. */
    slug: read('slug', '', parseSlug),
    /**
     * As the workflow wrote it, relative to the workspace; empty where none was given. Of a run of several apps (`namesSeveral`) a
     * path or pattern in each line; a command only ever gets one path.
     */
    folder: read('folder', '', parseFolders),
    include: read('include', ['**'], parseLines(findPatternFault)),
    exclude: read('exclude', [], parseLines(findPatternFault)),
    submit: read('submit', false, parseBoolean),
    /** Empty unless given. */
    termsVersion: read('terms-version', '', parseText(/^\P{C}{1,200}$/u, 'must be one line of at most 200 characters')),
    create: read('create', false, parseBoolean),
    force: read('force', false, parseBoolean),
    /** What a deploy or update does with an app that is in review with other content. */
    onInReview: read('on-in-review', 'fail', parseChoice(['fail', 'skip', 'replace'])),
    /** What a run does when a newer commit exists on its branch. */
    onStale: read('on-stale', 'ignore', parseChoice(['ignore', 'warn', 'skip', 'fail'])),
    dryRun: read('dry-run', false, parseBoolean),
    waitForReviewMinutes: read('wait-for-review', 0, parseMinutes(0)),
    timeoutMinutes: read('timeout-minutes', 10, parseMinutes(0.01)),
    diff: read('diff', false, parseBoolean),
    comment: read('comment', false, parseBoolean),
    /** Empty when there is none. */
    githubToken: read('github-token', '', (value) => ({ value })),
  };
}

/** What must be neither published nor shown, by the input that it came from. */
export function listSecrets({ apiKey, githubToken }: Pick<Inputs, 'apiKey' | 'githubToken'>): readonly Secret[] {
  const secrets = [
    { name: 'api-key', value: apiKey ?? '' },
    { name: 'github-token', value: githubToken },
  ];
  return secrets.filter(({ value }) => value !== '');
}

/** What each input must be for what the run is asked for, beside its form; false where that holds. */
function findNeeds(
  inputs: Inputs,
  { read, fromFork, needsService }: InputSource,
): Readonly<Record<string, string | false>> {
  const { command, slug, baseUrl, apiKey, folder, termsVersion, waitForReviewMinutes } = inputs;
  // Nothing will be asked of the service: no key, and a dry run or a fork's pull request.
  const isOnline = needsService ?? (apiKey !== null || !(fromFork || (inputs.dryRun && takesFolder(command))));
  const submits = command === 'submit' || (command === 'deploy' && inputs.submit);
  const isConfirmed = read('confirm') !== '' && read('confirm') === read('slug');
  // As it was given: a line of it that is wrong is the one fault.
  const isSeveral = namesSeveral(read('folder'));
  const oneByOne = 'with several folders: submit each app by itself, as in monorepo-release.yml';
  return {
    'base-url':
      isOnline &&
      !baseUrl &&
      `is required: the service's address, such as https://apps.example.com${either('', ' (or in MINIAPPS_BASE_URL)')}`,
    'api-key':
      isOnline &&
      !apiKey &&
      either(
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
    confirm: isOnline && command === 'delete' && !isConfirmed && 'must repeat the slug to delete the app',
  };
}

function findSlugNeed(command: Command, slug: string): string | false {
  if (slug.includes('*')) return `must be ${slugRule} (a * is for several folders: it stands for their names)`;
  return command !== 'list' && !slug && `is required by ${command}: the app's address, ${slugRule}`;
}

function findFolderNeed(command: Command, folder: string): string | false {
  const where = either(', relative to the workspace', '');
  return takesFolder(command) && !folder && `is required by ${command}: the app folder${where}`;
}

function findSeveralFault(command: Command): string | false {
  if (command === 'deploy') return false;
  return takesFolder(command) || command === 'submit'
    ? `must be one folder: ${command} takes one app at a time`
    : `must be left out: ${command} takes no folder`;
}

/** Reads `true` or `false` in the three spellings of YAML's core schema. */
function parseBoolean(text: string): ParseResult<boolean> {
  if (/^(true|True|TRUE)$/.test(text)) return { value: true };
  if (/^(false|False|FALSE)$/.test(text)) return { value: false };
  return { expected: 'must be true or false' };
}

/** Reads one of the named words, spelled exactly so. */
function parseChoice<const T extends string>(choices: readonly T[]): Parse<T> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { expected: `must be one of ${choices.join(', ')}` } : { value };
  };
}

/** Reads a number of minutes in plain decimal digits, such as `10` or `0.5`, within the limits (inclusive). */
function parseMinutes(min: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= maxMinutes) return { value };
    return { expected: `must be a number of minutes from ${min} to ${maxMinutes}` };
  };
}

function parseText(pattern: RegExp, expected: string): Parse<string> {
  return (text) => (pattern.test(text) ? { value: text } : { expected });
}

/** Reads a slug, or one with a star in it: what the whole may be is told by the slugs that come of it. */
function parseSlug(text: string): ParseResult<string> {
  if (isSlug(text) || /^(?=.{1,32}$)[a-z0-9-]*\*[a-z0-9-]*$/.test(text)) return { value: text };
  return { expected: `must be ${slugRule}` };
}

/** Reads an input of one entry per line; blank lines do not count. Refuses, naming it, the first line that has a fault. */
function parseLines(findFault: (line: string) => string | null): Parse<readonly string[]> {
  return (text) => {
    const lines = splitLines(text);
    if (lines.length > maxLines) return { expected: `must be at most ${maxLines} lines`, got: `${lines.length} lines` };
    for (const line of lines) {
      const expected = findFault(line);
      if (expected !== null) return { expected, got: line };
    }
    return { value: lines };
  };
}

function parseFolders(text: string): ParseResult<string> {
  const result = parseLines(findFolderFault)(text);
  return 'value' in result ? { value: result.value.join('\n') } : result;
}

/**
 * What a line of `folder` must be, the path of an app folder or a pattern of such, or null when it can be used. An absolute path may
 * lie inside the workspace, and a link may lead out of it: that is for the disk to say. An address is no path, and may hold a password.
 */
function findFolderFault(line: string): string | null {
  const path = normalize(line);
  const leaves = path === '..' || path.startsWith(`..${sep}`);
  if (leaves || line.includes('://')) {
    return either('must be a path inside the workspace, relative to it', 'must be the path of a folder');
  }
  if (line.startsWith('!')) return 'must be without a ! at the start (to exclude apps/old, write apps/!(old))';
  return isPattern(line) ? findPatternFault(line) : null;
}

/** A host that cannot leave this machine, as `URL` gives it: in lower case, IPv4 in four parts. */
const loopback = /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * Reads `base-url`: https anywhere, http only to this machine, since the key travels with every request. What is said of
 * a wrong one never repeats a password.
 */
function parseBaseUrl(text: string): ParseResult<BaseUrl> {
  const noAddress = { expected: 'must be an address such as https://apps.example.com' };
  if (/[^!-[\]-~\u0080-\uffff]/.test(text) || !URL.canParse(text)) return noAddress;
  const url = new URL(text);
  // `URL` drops an empty user name without a word.
  if (url.username !== '' || url.password !== '' || /^https?:\/*[^/?#]*@/i.test(text)) {
    return { expected: 'must not include a user name or password' };
  }
  if (text.includes('?') || text.includes('#')) return { expected: 'must not include a query or fragment' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { expected: 'must begin with https://' };
  // `URL` also takes one slash, or none, or three.
  if (!/^https?:\/\/[^/]/i.test(text)) return noAddress;
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    return { expected: 'must begin with https:// (http:// only to localhost, 127.x.x.x or [::1])' };
  }
  return { value: { origin: url.origin, path: url.pathname.replace(/\/+$/, '') } };
}

/**
 * What a pattern must be, or null when it can be used: it is not too long, stays inside the folder, and is no mistake. What braces
 * stand for is counted later, where patterns are compiled.
 */
function findPatternFault(pattern: string): string | null {
  if (pattern.length > maxPatternLength) return `must be patterns of at most ${maxPatternLength} characters`;
  // As a plain character it would have no effect, and nobody would know; `!(a|b)` is a pattern of its own.
  if (/^(?:\.?\/)*!(?!\()/.test(pattern)) {
    return 'must be patterns without a ! at the start (it does not invert them: name the files to exclude in exclude)';
  }
  if (pattern.split('/').includes('..')) return 'must be patterns that stay inside the folder, without ..';
  // `assets\*` would escape the star and match nothing, so that an exclude pattern would publish what it names. Whether a
  // backslash separates folders or escapes cannot be told apart.
  if (pattern.includes('\\')) {
    return 'must be patterns with / between folders and without \\ (a literal *, ? or [ is written [*], [?] or [[])';
  }
  return null;
}

/**
 * What an error may show of a text: nothing of a key, and null for nothing at all. A password may stand in an address by
 * mistake, also in that of another input, with slashes before it or without; no address is what has no colon, such as the
 * path `icons@2x`.
 */
function toShown(input: string, text: string): string | null {
  if (input === 'api-key' || text === '') return null;
  const isAddress = input === 'base-url' || text.includes(':');
  // Not one pattern for all of it: over a megabyte of slashes that would take hours.
  const at = text.lastIndexOf('@');
  return isAddress && at !== -1 ? `${/^(?:https?:[/\\]*)?/i.exec(text)}***${text.slice(at)}` : text;
}
