/** What a caught value says of itself, for a sentence or a log line: outside text, not safe to print yet. */
export function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same without its full stop, to go on behind it with a sentence of one's own. */
export function toClause(error: unknown): string {
  return toReason(error).replace(/\.$/, '');
}
