import { type ErrorCode, errorStatus } from './readings.ts';
import type { FolderProblem } from './rules.ts';

/** What an error's answer holds beside its code and message. */
export interface ErrorDetails {
  /** More members of `error`, such as `terms_version`. */
  readonly more?: Readonly<Record<string, string | number>>;
  /** The `problems` list of a 422, in the form it is sent in. */
  readonly problems?: readonly Readonly<Record<string, unknown>>[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal as the service answers it: `{"error": {"code", "message"}}` with the status of its code. */
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

/** Writes a refusal as an answer. */
export function toResponse(error: ServiceError): Response {
  const { more, problems, headers } = error.details;
  const body = { error: { code: error.code, message: error.message, ...more }, ...(problems && { problems }) };
  return Response.json(body, { status: errorStatus[error.code], headers: { 'cache-control': 'no-store', ...headers } });
}

/** The 422 of a whole folder: every problem with its file and place. */
export function refuseFolder(problems: readonly FolderProblem[]): ServiceError {
  const entries = problems.map(({ field: _field, ...entry }) => entry);
  return new ServiceError('folder_rules', sayCount(entries.length, 'The folder breaks'), { problems: entries });
}

/**
 * The 422 of an update by fields: a problem is placed by its `field`, since the caller never saw `service.json`; the
 * page keeps line and column.
 */
export function refuseFields(problems: readonly FolderProblem[]): ServiceError {
  const entries = problems.map(({ path, field, line, column, ...entry }) => {
    const place = field === 'html' ? { line, column } : {};
    return { ...(field === undefined ? { path, line, column } : { field, ...place }), ...entry };
  });
  return new ServiceError('folder_rules', sayCount(entries.length, 'The update breaks'), { problems: entries });
}

function sayCount(count: number, start: string): string {
  return `${start} the folder rules in ${count} ${count === 1 ? 'place' : 'places'}; "problems" says what to fix.`;
}
