/**
 * The codes of errors and their statuses: `terms_required`, `not_approved`, and six statuses are
 * the document's.
 */
export const errorStatus = {
  invalid_json: 400,
  terms_required: 400,
  invalid_field: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  slug_taken: 409,
  too_many_apps: 409,
  not_approved: 409,
  in_review: 409,
  nothing_to_review: 409,
  taken_down: 409,
  wrong_state: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  folder_rules: 422,
  rate_limited: 429,
  internal: 500,
} as const satisfies Record<string, number>;

/** A word for each kind of error. */
export type ErrorCode = keyof typeof errorStatus;

/** The most general code of a status. */
export function toErrorCode(status: number): ErrorCode {
  const codes = Object.keys(errorStatus).filter((code): code is ErrorCode => code in errorStatus);
  return (
    codes.findLast((code) => errorStatus[code] === status) ??
    (status < 500 ? 'invalid_field' : 'internal')
  );
}

/** One thing to fix in a folder, by rules that are the sandbox's own. */
export interface FolderProblem {
  readonly path: string;
  /** Both count from 1; absent where the whole file is meant. */
  readonly line?: number;
  readonly column?: number;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** The field of the app that the place stands for, if any. */
  readonly field?: string;
}

/** What the response of an error has beside its code and message. */
export interface ErrorDetails {
  /** More members of `error`, such as `field`. */
  readonly more?: Readonly<Record<string, string | number>>;
  readonly problems?: readonly FolderProblem[];
  readonly termsVersion?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * An error as the service returns it: `{"error": {"code", "message"}}` with the status of its code.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
  }
}

/** A request whose client went away before its body was whole: nobody is there to be answered. */
export class AbortedError extends Error {}

/** The 400 of a field that does not fit; `problems` where the service would list them. */
export function refuseField(
  field: string,
  message: string,
  details: Pick<ErrorDetails, 'problems' | 'cause'> = {},
): ServiceError {
  return new ServiceError('invalid_field', message, { ...details, more: { field } });
}

/** A JSON object whose members have yet to be looked at. */
export type Json = Readonly<Record<string, unknown>>;

/** The body of a request, and its length. */
export interface Body {
  readonly json: Json;
  readonly bytes: number;
}

/**
 * Reads a body as a JSON object, `{}` where it is empty. Throws the 400, 413 or 415, and an
 * AbortedError where it breaks off.
 */
export async function readBody(request: Request, most: number): Promise<Body> {
  const bytes = await readBytes(request, most);
  if (bytes.length === 0) return { bytes: 0, json: {} };
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    const headers = { accept: 'application/json' };
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as Content-Type: application/json.',
      { headers },
    );
  }
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (!/^(identity)?$/i.test(encoding)) {
    const headers = { 'accept-encoding': 'identity' };
    throw new ServiceError('unsupported_media_type', 'Send the body without a Content-Encoding.', {
      headers,
    });
  }
  const value = parseJson(bytes);
  if (!isRecord(value)) throw new ServiceError('invalid_json', 'The body is not a JSON object.');
  return { bytes: bytes.length, json: value };
}

/** Tells whether a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gives a value that was sent as what it has to be, or throws the 400 that names its field. */
export type Reader<T> = (value: unknown, field: string) => T;

/** A text. */
export const takeText: Reader<string> = (value, field) => {
  if (typeof value === 'string') return value;
  throw refuseField(field, `"${field}" ${value === undefined ? 'is missing' : 'is not a text'}.`);
};

/** A text of this form; `must` says what it must be. */
export function matching(form: RegExp, must: string): Reader<string> {
  return (value, field) => {
    if (form.test(takeText(value, field))) return takeText(value, field);
    throw refuseField(field, `"${field}" must ${must}.`);
  };
}

/** A whole number between these two. */
export function whole(min: number, max: number): Reader<number> {
  return (value, field) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
      return value;
    throw refuseField(field, `"${field}" must be a whole number from ${min} to ${max}.`);
  };
}

/** One of these. */
export function oneOf<const T>(allowed: readonly T[]): Reader<T> {
  return (value, field) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined)
      throw refuseField(field, `"${field}" must be one of ${allowed.join(', ')}.`);
    return found;
  };
}

/** What a reader takes, or null. */
export function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value, field) => (value === null ? null : read(value, field));
}

/** An array of what a reader takes. */
export function listOf<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, field) => {
    if (!Array.isArray(value)) throw refuseField(field, `"${field}" must be an array.`);
    return value.map((one) => read(one, field));
  };
}

/**
 * An object of these members and no others, each of which may be absent but those that are
 * required.
 */
export function objectOf<Members extends object, Required extends keyof Members = never>(
  readers: { readonly [Name in keyof Members]: Reader<Members[Name]> },
  required: readonly Required[] = [],
): Reader<Partial<Members> & Pick<Members, Required>> {
  return (value, field) => {
    if (!isRecord(value)) throw refuseField(field, `"${field}" must be an object.`);
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(readers, name));
    if (unknown !== undefined) {
      throw refuseField(
        unknown,
        `"${unknown}" is unknown; "${field}" takes ${Object.keys(readers).join(', ')}.`,
      );
    }
    const entries = Object.entries<Reader<unknown>>(readers);
    const sent = entries.filter(
      ([name]) => value[name] !== undefined || required.some((one) => one === name),
    );
    return Object.fromEntries(
      sent.map(([name, read]): readonly unknown[] => [name, read(value[name], name)]),
    );
  };
}

async function readBytes(request: Request, most: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw refuseSize(most);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.length;
      if (bytes > most) throw refuseSize(most);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ServiceError
      ? error
      : new AbortedError('The request broke off.', { cause: error });
  }
  return Buffer.concat(chunks);
}

function refuseSize(most: number): ServiceError {
  return new ServiceError('body_too_large', `The body is larger than ${most} bytes.`, {
    more: { max_bytes: most },
  });
}

/** JSON in UTF-8; a byte order mark is no part of it. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not valid JSON in UTF-8.', { cause });
  }
}
