/** Characters that a terminal acts on, that break a line, or that nobody can see. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Returns a text from outside as one line that is safe to print: `\u{1b}` stands for ESC. */
export function toPrintable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${toHex(character, 0)}}`);
}

/** Returns a value as one line of JSON that is safe to print. */
export function toPrintableJson(value: unknown): string {
  return JSON.stringify(value).replace(unprintable, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charAt(at));
    return units.map((unit) => `\\u${toHex(unit, 4)}`).join('');
  });
}

function toHex(character: string, length: number): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(length, '0');
}

/**
 * Returns the end of a sentence about an unknown word, with the known word that is nearest to it.
 *
 * `There is no command ${describeUnknown('dve', ['dev'])}` → `… dve: did you mean dev?`
 */
export function describeUnknown(word: string, known: readonly string[]): string {
  const shown = toPrintable(word);
  const near = findNearest(word, known);
  return near === null ? `${shown}.` : `${shown}: did you mean ${near}?`;
}

/**
 * Returns the sentence about an option that `parseArgs` does not know, with the nearest of these
 * names; null for any other error.
 */
export function describeUnknownOption(error: unknown, names: readonly string[]): string | null {
  const message = error instanceof Error ? error.message : '';
  const [, option] = /^Unknown option '(--?[^'=]+)'/.exec(message) ?? [];
  if (option === undefined) return null;
  const known = names.map((name) => `--${name}`);
  return `There is no option ${describeUnknown(option, known)}`;
}

/** Returns the known word that one or two typing errors turn into this word, or null. */
export function findNearest(word: string, known: readonly string[]): string | null {
  if (word.length > 40) return null;
  const maxErrors = word.length <= 4 ? 1 : 2;
  const distances = known.map((one) => ({ one, errors: countErrors(word.toLowerCase(), one) }));
  const [nearest] = distances.sort((one, other) => one.errors - other.errors);
  return nearest !== undefined && nearest.errors <= maxErrors ? nearest.one : null;
}

/** Counts the letters that are missing, added, wrong, or swapped with the next one. */
function countErrors(word: string, known: string): number {
  let beforeLast: readonly number[] = [];
  let last = Array.from({ length: known.length + 1 }, (_, at) => at);
  for (let row = 1; row <= word.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= known.length; column += 1) {
      const isSame = word[row - 1] === known[column - 1];
      const isSwapped = word[row - 1] === known[column - 2] && word[row - 2] === known[column - 1];
      const wrong = (last[column - 1] ?? 0) + Number(!isSame);
      const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : wrong;
      next.push(Math.min(wrong, swapped, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    beforeLast = last;
    last = next;
  }
  return last[known.length] ?? 0;
}
