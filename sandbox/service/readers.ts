import { makeFieldError } from './errors.ts';
import { findNearest } from './text.ts';

/** A JSON object whose members have not been checked yet. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns true if a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks a value that was sent and returns it typed, or throws the 400 that names its field. */
export type Reader<T> = (value: unknown, field: string) => T;

/** Reads a text. */
export const takeText: Reader<string> = (value, field) => {
  if (typeof value === 'string') return value;
  const fault = value === undefined ? 'is missing' : 'is not a text';
  throw makeFieldError(field, `"${field}" ${fault}.`);
};

/** Reads a text that matches `form`. `must` completes the error `"field" must …`. */
export function matching(form: RegExp, must: string): Reader<string> {
  return (value, field) => {
    const text = takeText(value, field);
    if (form.test(text)) return text;
    throw makeFieldError(field, `"${field}" must ${must}.`);
  };
}

/** Reads a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): Reader<number> {
  return (value, field) => {
    const isFine =
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    if (isFine) return value;
    throw makeFieldError(field, `"${field}" must be a whole number from ${min} to ${max}.`);
  };
}

/** Reads one of the allowed values. */
export function oneOf<const T>(allowed: readonly T[]): Reader<T> {
  return (value, field) => {
    const found = allowed.find((one) => one === value);
    if (found !== undefined) return found;
    throw makeFieldError(field, `"${field}" must be one of ${allowed.join(', ')}.`);
  };
}

/** Reads null, or a value that `read` accepts. */
export function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value, field) => (value === null ? null : read(value, field));
}

/** Reads an array whose entries are read by `read`. */
export function listOf<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, field) => {
    if (Array.isArray(value)) return value.map((one) => read(one, field));
    throw makeFieldError(field, `"${field}" must be an array.`);
  };
}

/** The readers of an object's members. */
type MemberReaders<Members> = { readonly [Name in keyof Members]: Reader<Members[Name]> };
type AnyReaders = Readonly<Record<string, Reader<unknown>>>;

/** Reads an object of these members and no others. Each of them may be absent. */
export function partOf<Members extends object>(
  readers: MemberReaders<Members>,
): Reader<Partial<Members>> {
  const all = readers as AnyReaders;
  return (value, field) => readMembers(value, field, all, []) as Partial<Members>;
}

/** Reads an object of these members and no others. Only the `optional` ones may be absent. */
export function objectOf<Members extends object, Optional extends object = object>(
  required: MemberReaders<Members>,
  optional?: MemberReaders<Optional>,
): Reader<Members & Partial<Optional>> {
  const all = { ...required, ...optional } as AnyReaders;
  const names = Object.keys(required);
  return (value, field) => readMembers(value, field, all, names) as Members & Partial<Optional>;
}

/** Returns the members that were sent, each as its reader returns it. */
function readMembers(
  value: unknown,
  field: string,
  readers: AnyReaders,
  required: readonly string[],
): object {
  if (!isRecord(value)) throw makeFieldError(field, `"${field}" must be an object.`);
  const known = Object.keys(readers);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = findNearest(unknown, known);
    const advice =
      near === null ? `"${field}" takes ${known.join(', ')}.` : `did you mean "${near}"?`;
    const message = `"${unknown}" is unknown; ${advice}`;
    throw makeFieldError(unknown, message);
  }
  const members: [name: string, value: unknown][] = [];
  for (const [name, read] of Object.entries(readers)) {
    const isRead = value[name] !== undefined || required.includes(name);
    if (isRead) members.push([name, read(value[name], name)]);
  }
  return Object.fromEntries(members);
}
