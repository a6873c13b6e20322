/** A value, or a sentence that says what the input takes. */
export type Reading<T> = { readonly value: T } | { readonly takes: string };

/** Reads `true` or `false` in the three spellings of YAML's core schema. */
export function readBoolean(text: string): Reading<boolean> {
  if (/^(true|True|TRUE)$/.test(text)) return { value: true };
  if (/^(false|False|FALSE)$/.test(text)) return { value: false };
  return { takes: 'takes true or false' };
}

/** Reads one of the named words, spelled exactly so. */
export function readChoice<const T extends string>(choices: readonly T[]): (text: string) => Reading<T> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { takes: `takes one of ${choices.join(', ')}` } : { value };
  };
}

/** Reads a number of minutes in plain decimal digits, such as `10` or `0.5`, within the limits (inclusive). */
export function readMinutes(least: number, most: number): (text: string) => Reading<number> {
  return (text) => {
    const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most
      ? { value }
      : { takes: `takes a number of minutes from ${least} to ${most}` };
  };
}

/** Reads one pattern or value a line; blank lines do not count. */
export function readLines(text: string): Reading<readonly string[]> {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  return { value: lines.filter((line) => line !== '') };
}

/** Reads a text that must match the pattern. */
export function readText(pattern: RegExp, takes: string): (text: string) => Reading<string> {
  return (text) => (pattern.test(text) ? { value: text } : { takes });
}
