/**
 * Returns the part of a value that another one describes: of objects only its keys, at every depth.
 * Compared with `deepEqual` instead of `partialDeepStrictEqual`, a failure prints nothing but the
 * difference.
 *
 * @example
 * toPart({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 4 } }); // { b: { c: 2 } }
 */
export function toPart(value: unknown, description: unknown): unknown {
  if (!isPlainObject(value) || !isPlainObject(description)) return value;
  const part: Record<string, unknown> = {};
  for (const [key, wanted] of Object.entries(description)) {
    if (key in value) part[key] = toPart(value[key], wanted);
  }
  return part;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Set);
}
