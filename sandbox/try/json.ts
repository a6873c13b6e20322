/** A JSON object that nobody has checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object at a key; an empty one if there is none. */
export function readObject(from: JsonObject, key: string): JsonObject {
  const value = from[key];
  return isObject(value) ? value : {};
}

/** Returns the objects of the list at a key; none if there is no list. */
export function readObjects(from: JsonObject, key: string): readonly JsonObject[] {
  const value = from[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the texts of the list at a key; none if there is no list. */
export function readTexts(from: JsonObject, key: string): readonly string[] {
  const value = from[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the text at a key; an empty one if there is none. */
export function readText(from: JsonObject, key: string): string {
  const value = from[key];
  return typeof value === 'string' ? value : '';
}

/** Returns the number at a key; null if there is none. */
export function readNumber(from: JsonObject, key: string): number | null {
  const value = from[key];
  return typeof value === 'number' ? value : null;
}
