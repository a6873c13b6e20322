import assert from 'node:assert/strict';

/**
 * Compares two lists of names in any order. The message names the place to edit, and the names that
 * it lacks or has in excess: `docs/output.schema.json, "required" lacks url`.
 */
export function assertNames(
  actual: readonly string[],
  expected: readonly string[],
  place: string,
): void {
  const missing = expected.filter((name) => !actual.includes(name));
  const extra = actual.filter((name) => !expected.includes(name));
  const faults: string[] = [];
  if (missing.length > 0) faults.push(`lacks ${missing.join(', ')}`);
  if (extra.length > 0) faults.push(`should not have ${extra.join(', ')}`);
  const message = `${place} ${faults.join(', and ') || 'has a name twice'}`;
  assert.deepEqual(actual.toSorted(), expected.toSorted(), message);
}
