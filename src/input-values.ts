import { normalize, sep } from 'node:path';

/** A value, or what the input takes, and the faulty part of the text where not all of it is. */
export type Reading<T> = { readonly value: T } | { readonly takes: string; readonly got?: string };

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

/**
 * Reads the path of the app folder. An absolute one may lie inside the workspace, and a link may lead out of it: that is
 * for the disk to say.
 */
export function readFolder(text: string): Reading<string> {
  const way = normalize(text);
  const leaves = way === '..' || way.startsWith(`..${sep}`);
  return leaves || text.includes('\0')
    ? { takes: 'takes a path inside the workspace, relative to it' }
    : { value: text };
}

/** Reads a text that must match the pattern. */
export function readText(pattern: RegExp, takes: string): (text: string) => Reading<string> {
  return (text) => (pattern.test(text) ? { value: text } : { takes });
}
