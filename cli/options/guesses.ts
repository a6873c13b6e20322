import { isSlug } from '../../src/inputs/inputs.ts';
import { toPrintable } from '../../src/text/escape.ts';
import { isSimilar } from '../../src/text/format.ts';
import type { CommandName } from './command-table.ts';

/** The counterpart of another tool's command. */
interface CommandGuess {
  /** The command to use; null if no single command does the same. */
  readonly command: CommandName | null;
  /** The advice that follows the word in an error. */
  readonly advice: string;
}

const preview =
  'to see an app, use "npx miniapp-sandbox dev <folder>", or "miniapp-deploy page" for one HTML file of it';

/** The advice for commands of other tools that no command here replaces. */
const adviceByWord: Readonly<Record<string, string>> = {
  login: 'set MINIAPPS_API_KEY to an API key from the dashboard of the service',
  auth: 'set MINIAPPS_API_KEY to an API key from the dashboard of the service',
  preview,
  dev: preview,
  serve: preview,
};

/** The commands that do the same as commands of other tools. */
const commandByWord: Readonly<Record<string, CommandName>> = {
  lint: 'check',
  validate: 'check',
  test: 'check',
  publish: 'deploy',
  push: 'deploy',
  release: 'deploy',
  upload: 'deploy',
  logs: 'status',
  log: 'status',
  info: 'status',
  ls: 'list',
  rm: 'delete',
  remove: 'delete',
  new: 'create',
  review: 'submit',
};

const adviceByOption: Readonly<Record<string, string>> = {
  yes: 'miniapp-deploy never prompts',
  y: 'miniapp-deploy never prompts',
  token: 'set MINIAPPS_API_KEY, or use --key-file',
  key: 'set MINIAPPS_API_KEY, or use --key-file',
  output: 'use --json',
  o: 'use --json',
  format: 'use --json',
  s: 'use --slug',
  app: 'use --slug',
  'accept-terms': 'use --terms-version',
  terms: 'use --terms-version',
  wait: 'use --wait-for-review',
  url: 'use --base-url',
  path: 'use --folder',
  v: 'use --verbose or --version',
  q: 'use --quiet',
};

/** Returns the meaning of a command of another tool; null if the word is not one. */
export function guessCommand(word: string): CommandGuess | null {
  const command = getOwn(commandByWord, word);
  if (command !== null) return { command, advice: `use "miniapp-deploy ${command}"` };
  const advice = getOwn(adviceByWord, word);
  return advice === null ? null : { command: null, advice };
}

/** Returns the advice for an option of another tool; null if the name is not one. */
export function adviseOption(name: string): string | null {
  return getOwn(adviceByOption, name);
}

function getOwn<Text extends string>(
  texts: Readonly<Record<string, Text>>,
  name: string,
): Text | null {
  return Object.hasOwn(texts, name) ? (texts[name] ?? null) : null;
}

/** An unknown word, the words to compare it with, and the secrets that it must not repeat. */
interface UnknownWord {
  readonly word: string;
  /** The text before the word, such as `--`. */
  readonly prefix: string;
  readonly known: readonly string[];
  readonly secrets: readonly string[];
}

/**
 * Returns the end of a sentence about an unknown word: ` depoly: did you mean deploy?` A word that
 * may be a key is not repeated.
 */
export function describeUnknownWord({ word, prefix, known, secrets }: UnknownWord): string {
  const near = known.find((other) => isSimilar(word.toLowerCase(), other));
  if (near !== undefined) return ` ${prefix}${toPrintable(word)}: did you mean ${prefix}${near}?`;
  return isPlainWord(word, secrets) ? ` ${prefix}${word}.` : ' of that name.';
}

/** True if a slug may be echoed in a message, because it does not look like a secret. */
export function isPlainSlug(text: string, secrets: readonly string[]): boolean {
  return isSlug(text) && isPlainWord(text, secrets);
}

/**
 * True if a text has at most 20 letters and hyphens, with up to two digits at the end, and does not
 * resemble a secret. Any other text may be a key.
 */
function isPlainWord(text: string, secrets: readonly string[]): boolean {
  if (!/^(?!.{21})[a-z-]+\d{0,2}$/.test(text)) return false;
  return !secrets.some((secret) => resembles(text, secret.toLowerCase()));
}

function resembles(text: string, secret: string): boolean {
  return secret.includes(text) || text.includes(secret) || isSimilar(text, secret);
}

/**
 * True if a text may be a key: it has 16 characters or more, one of them a digit, and is not a
 * path.
 */
export function mayBeKey(text: string): boolean {
  return /^(?=.*\d)[\w+=-]{16,}$/.test(text);
}
