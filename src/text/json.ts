/** A JSON object whose values have not been checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is a JSON object; null if it is anything else, such as an array. */
export function toJsonObject(value: unknown): JsonObject | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : null;
}

/** Returns the value if it is a text that is not empty; null otherwise. */
export function toNonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns true if a JSON value, at any depth, has only empty texts, nulls, objects and arrays. */
export function isEmptyJson(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmptyJson);
  return value === null || value === undefined || value === '';
}

/** Returns the nested value at these keys; undefined if one of the keys does not exist. */
export function getPath(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}
