/**
 * The error codes and their statuses. The service document names `terms_required`, `not_approved`
 * and the statuses 400, 401, 404, 409, 422 and 429; all else is the sandbox's own.
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

export type ErrorCode = keyof typeof errorStatus;

const errorCodes = Object.keys(errorStatus).filter(
  (code): code is ErrorCode => code in errorStatus,
);

/** Returns the most general code of a status. */
export function toErrorCode(status: number): ErrorCode {
  const code = errorCodes.findLast((one) => errorStatus[one] === status);
  if (code !== undefined) return code;
  return status < 500 ? 'invalid_field' : 'internal';
}

/** One thing to fix in an app folder. */
export interface FolderProblem {
  /** Path of the file inside the folder. */
  readonly path: string;
  /** Line and column count from 1. Both are absent if the whole file is meant. */
  readonly line?: number;
  readonly column?: number;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** The app's field that is stored at this place, such as `system_prompt`. */
  readonly field?: string;
}

/** The parts of an error response in addition to its code and message. */
export interface ErrorDetails {
  /** More members of `error`, such as `field`. */
  readonly more?: Readonly<Record<string, string | number>>;
  readonly problems?: readonly FolderProblem[];
  /** The terms version that has to be accepted. */
  readonly termsVersion?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * An error that the service returns: `{"error": {"code", "message"}}` with the status of its code.
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

/** The client went away before its request was complete, so nobody can receive a response. */
export class AbortedError extends Error {}

/** Makes the 400 for a field that is not valid. */
export function makeFieldError(
  field: string,
  message: string,
  details: ErrorDetails = {},
): ServiceError {
  return new ServiceError('invalid_field', message, { ...details, more: { field } });
}
