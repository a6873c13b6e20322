import { takeTexts } from './bound.ts';

/** UTF-8 bytes of one output: the service behind the runner refuses outputs of a megabyte. */
const longestOutput = 900_000;

/**
 * A JSON array of as many whole entries, from the first on, as fit into `limit` UTF-8 bytes.
 *
 * A workflow may echo an output, so that nothing in it may look like a command to the runner: a hash sign before
 * anything but a letter or digit, and whatever cannot be seen, are written as their JSON escapes. The values stay the same.
 */
export function toJsonArray(entries: readonly unknown[], limit = longestOutput): string {
  const texts = entries.map((entry) =>
    JSON.stringify(entry).replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, escapeUnits),
  );
  return `[${takeTexts(texts, { items: texts.length, bytes: limit - 1 }).kept.join(',')}]`;
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
