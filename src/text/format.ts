const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size as people read it, such as `30 KB` or `1.5 MB`; a KB is 1,000 bytes. */
export function formatBytes(bytes: number): string {
  let value = Math.round(bytes);
  let unit = 0;
  // 999.5 and more would be rounded to 1000 of a unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1).replace('.0', '') : groupDigits(Math.round(value))} ${units[unit]}`;
}

function groupDigits(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A span of time as people read it, such as `420 ms`, `1.2 s`, `2 min 5 s` or `1 h 3 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 9950) return `${(milliseconds / 1000).toFixed(1).replace('.0', '')} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600
    ? joinUnits(seconds, 'min', 's')
    : joinUnits(Math.round(seconds / 60), 'h', 'min');
}

/**
 * A number with its noun, and a verb in the plural where one follows: `1 file`, `2,000 files`, `1
 * file differs`, `2 files differ`.
 */
export function formatCount(count: number, noun: string, verb = ''): string {
  const digits = groupDigits(count);
  const [nouns, verbs] = count === 1 ? [noun, `${verb}s`] : [`${noun}s`, verb];
  return verb === '' ? `${digits} ${nouns}` : `${digits} ${nouns} ${verbs}`;
}

const maxNames = 10;

/** Names in a row, at most ten of them: `a, b and 3 more`. */
export function listNames(names: readonly string[]): string {
  const more = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Words in a sentence, without those that are empty: `name, tagline and color`. */
export function joinWords(words: readonly string[]): string {
  const named = words.filter((word) => word !== '');
  return joinTexts([named.slice(0, -1).join(', '), ...named.slice(-1)], ' and ');
}

/** Orders texts by UTF-16 code units: the same on every machine, in every locale. For `sort`. */
export function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

/** Joins the parts that are there: neither null nor empty. */
export function joinTexts(texts: readonly (string | number | null)[], separator: string): string {
  return texts.filter((text) => text !== null && text !== '').join(separator);
}

/** The first entries whose sizes come to at most `room`, with one for the separator behind each. */
export function takeFitting<Entry>(
  entries: readonly Entry[],
  room: number,
  toSize: (entry: Entry) => number,
): readonly Entry[] {
  let left = room;
  const end = entries.findIndex((entry) => {
    left -= toSize(entry) + 1;
    return left < 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/**
 * The lines of a text, broken at its blanks, each of at most so many characters; a longer word is
 * broken too.
 */
export function wrapText(text: string, columns: number): readonly string[] {
  return text.match(new RegExp(`\\S.{0,${columns - 1}}(?= |$)|\\S{${columns}}`, 'gu')) ?? [];
}

/** A sentence of ours as it reads on after others; a name such as `GET` stays. */
export function toClause(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}

/**
 * A text as a sentence that others follow: with one full stop at its end, also where it quotes a
 * whole sentence.
 */
export function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * The number of an attempt, and of how many there are: `attempt 2 of 4`; `attempt 2` where time is
 * the limit.
 */
export function formatAttempt(attempt: number, maxAttempts: number | null): string {
  return `attempt ${attempt}${maxAttempts === null ? '' : ` of ${maxAttempts}`}`;
}

/** Sixty of the small unit are one of the big. */
function joinUnits(amount: number, big: string, small: string): string {
  const rest = amount % 60;
  return `${Math.floor(amount / 60)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}
