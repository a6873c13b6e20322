const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a size, such as `30 KB` or `1.5 MB`; a KB is 1,000 bytes. */
export function formatBytes(bytes: number): string {
  let value = Math.round(bytes);
  let unit = 0;
  // From 999.5 on, the value would be rounded to 1000, so the next unit is used.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 9.95 ? formatTenths(value) : groupDigits(Math.round(value));
  return `${digits} ${units[unit]}`;
}

/** Formats a number with one decimal place, which is dropped if it is 0. */
function formatTenths(value: number): string {
  return value.toFixed(1).replace('.0', '');
}

function groupDigits(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Formats the change of a size, such as `1.2 MB → 1.4 MB, +18 %` or `1.2 MB, +300 B`. */
export function formatGrowth(bytesBefore: number, bytesAfter: number): string {
  const sizes = new Set([formatBytes(bytesBefore), formatBytes(bytesAfter)]);
  return `${[...sizes].join(' → ')}, ${formatRelativeGrowth(bytesBefore, bytesAfter)}`;
}

/** Formats the change of a size in percent, or in bytes if it is less than one percent: `+18 %`. */
export function formatRelativeGrowth(bytesBefore: number, bytesAfter: number): string {
  const percent = Math.round(((bytesAfter - bytesBefore) / bytesBefore) * 100);
  if (bytesBefore === 0 || percent === 0) return formatByteDifference(bytesAfter - bytesBefore);
  return `${getSign(percent)}${groupDigits(Math.abs(percent))} %`;
}

/** Formats a difference in bytes with its sign, such as `+300 B`. */
export function formatByteDifference(bytes: number): string {
  return `${getSign(bytes)}${formatBytes(Math.abs(bytes))}`;
}

function getSign(number: number): string {
  return number < 0 ? '-' : '+';
}

/** Formats a span of time, such as `420 ms`, `1.2 s`, `2 min 5 s` or `1 h 3 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 9950) return `${formatTenths(milliseconds / 1000)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return formatInUnits(seconds, 'min', 's');
  return formatInUnits(Math.round(seconds / 60), 'h', 'min');
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Formats how long ago something was, in whole minutes, hours or days: `25 minutes`, `2 hours`, `3
 * days`. Hours are used up to two days.
 */
export function formatAge(milliseconds: number): string {
  if (milliseconds < hourMs) return formatCount(Math.floor(milliseconds / minuteMs), 'minute');
  if (milliseconds < 2 * dayMs) return formatCount(Math.floor(milliseconds / hourMs), 'hour');
  return formatCount(Math.floor(milliseconds / dayMs), 'day');
}

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

/** Formats a time: `21 November, 14:05 UTC`, with the year unless it is the same as now. */
export function formatMoment(milliseconds: number, now: number): string {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  const day = `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`;
  const time = `${date.toISOString().slice(11, 16)} UTC`;
  if (year === new Date(now).getUTCFullYear()) return `${day}, ${time}`;
  return `${day} ${year}, ${time}`;
}

function formatInUnits(amount: number, largeUnit: string, smallUnit: string): string {
  const rest = amount % 60;
  const large = `${Math.floor(amount / 60)} ${largeUnit}`;
  if (rest === 0) return large;
  return `${large} ${rest} ${smallUnit}`;
}

/**
 * Formats a number with its noun and, if given, a plural verb: `1 file`, `2,000 files`, `1 file
 * differs`, `2 files differ`.
 */
export function formatCount(count: number, noun: string, verb = ''): string {
  if (count === 1) return verb === '' ? `1 ${noun}` : `1 ${noun} ${verb}s`;
  const counted = `${groupDigits(count)} ${noun}s`;
  if (verb === '') return counted;
  return `${counted} ${verb}`;
}

const maxNames = 10;

/** Lists at most ten names: `a, b and 3 more`. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  const left = names.length - maxNames;
  if (left <= 0) return shown;
  return `${shown} and ${left} more`;
}

/** Joins the words that are not empty as a sentence does: `name, tagline and color`. */
export function joinWords(words: readonly string[]): string {
  const named = words.filter((word) => word !== '');
  return joinTexts([named.slice(0, -1).join(', '), ...named.slice(-1)], ' and ');
}

/**
 * True if a word may be a typo of a known one: the known word begins with it, or the two differ
 * in at most two letters, in any order.
 */
export function isSimilar(word: string, known: string): boolean {
  if (word.length <= 2) return false;
  if (known.startsWith(word)) return true;
  let unused = known;
  for (const letter of word) unused = unused.replace(letter, '');
  const added = word.length - (known.length - unused.length);
  return unused.length + added <= 2;
}

/** Compares texts by UTF-16 code units, for `sort`: the order is the same in every locale. */
export function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

/** Joins the parts that are neither null nor empty. */
export function joinTexts(texts: readonly (string | number | null)[], separator: string): string {
  return texts.filter((text) => text !== null && text !== '').join(separator);
}

/** Returns the first entries that fit into `maxSize`, counting 1 for a separator after each. */
export function takeFitting<Entry>(
  entries: readonly Entry[],
  maxSize: number,
  toSize: (entry: Entry) => number,
): readonly Entry[] {
  let left = maxSize;
  const end = entries.findIndex((entry) => {
    left -= toSize(entry) + 1;
    return left < 0;
  });
  if (end === -1) return entries;
  return entries.slice(0, end);
}

/** Wraps a text at its blanks into lines of at most `columns`; a longer word is broken too. */
export function wrapText(text: string, columns: number): readonly string[] {
  return text.match(new RegExp(`\\S.{0,${columns - 1}}(?= |$)|\\S{${columns}}`, 'gu')) ?? [];
}

/**
 * Changes one of our sentences so that it continues another one: in lower case, except a name such
 * as `GET`.
 */
export function toClause(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}

/** Ends a text with a full stop, unless it ends like a sentence already. */
export function toSentence(text: string): string {
  if (/[.!?…]$/.test(text)) return text;
  return `${text}.`;
}

/** Formats the number of an attempt: `attempt 2 of 4`, or `attempt 2` if only time limits it. */
export function formatAttempt(attempt: number, maxAttempts: number | null): string {
  if (maxAttempts === null) return `attempt ${attempt}`;
  return `attempt ${attempt} of ${maxAttempts}`;
}
