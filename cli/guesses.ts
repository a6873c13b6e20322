import { isSlug } from '../src/model/inputs.ts';
import { toPrintable } from '../src/text/escape.ts';

/** Words of other tools, by the command that does the same here. */
const commandGuesses: Guesses = {
  check: ['lint', 'validate', 'test'],
  deploy: ['publish', 'push', 'release', 'upload'],
  list: ['ls'],
  delete: ['rm', 'remove'],
  create: ['new'],
  submit: ['review'],
};

/** Options of other tools, by what to do here. */
const optionGuesses: Guesses = {
  'nothing asks for a confirmation': ['yes', 'y'],
  'set MINIAPPS_API_KEY, or use --key-file': ['token', 'key'],
  'use --json': ['output', 'o', 'format'],
  'use --slug': ['s', 'app'],
  'use --terms-version': ['accept-terms', 'terms'],
  'use --wait-for-review': ['wait'],
  'use --base-url': ['url'],
  'use --folder': ['path'],
  'use --verbose or --version': ['v'],
  'use --quiet': ['q'],
};

type Guesses = Readonly<Record<string, readonly string[]>>;

function findGuess(guesses: Guesses, word: string): string | null {
  return Object.keys(guesses).find((guess) => guesses[guess]?.includes(word)) ?? null;
}

/** The command that a word of another tool means; null for any other word. */
export function guessCommand(word: string): string | null {
  return findGuess(commandGuesses, word);
}

/** What to do in place of an option of another tool; null for any other. */
export function guessOption(name: string): string | null {
  return findGuess(optionGuesses, name);
}

/**
 * ` depoly: did you mean deploy?` Only a plain word is repeated. `before`: what stands before a
 * word, such as `--`.
 */
export function describeWord(word: string, { before, known, secrets }: KnownWords): string {
  const near = known.find((other) => isNear(word.toLowerCase(), other));
  if (near !== undefined) return ` ${before}${toPrintable(word)}: did you mean ${before}${near}?`;
  return isPlainWord(word, secrets) ? ` ${before}${word}.` : ' of that name.';
}

interface KnownWords {
  readonly before: string;
  readonly known: readonly string[];
  readonly secrets: readonly string[];
}

/** True for a slug that may be repeated. */
export function isPlainSlug(text: string, secrets: readonly string[]): boolean {
  return isSlug(text) && isPlainWord(text, secrets);
}

/**
 * True for a short word with at most two digits behind it, which is not like a secret. Anything
 * else may be a key.
 */
function isPlainWord(text: string, secrets: readonly string[]): boolean {
  if (!/^(?!.{21})[a-z-]+\d{0,2}$/.test(text)) return false;
  const others = secrets.map((secret) => secret.toLowerCase());
  return !others.some(
    (other) => other.includes(text) || text.includes(other) || isNear(text, other),
  );
}

/** True for a text that is no path: long, of letters and digits. */
export function mayBeKey(text: string): boolean {
  return /^(?=.*\d)[\w+=-]{16,}$/.test(text);
}

/**
 * True for the beginning of a word, and for words that differ by at most two letters, in any order.
 */
function isNear(word: string, known: string): boolean {
  const unused = [...word].reduce((letters, letter) => letters.replace(letter, ''), known);
  const added = word.length - (known.length - unused.length);
  return word.length > 2 && (known.startsWith(word) || unused.length + added <= 2);
}
