import {
  ActionError,
  adviseFix,
  adviseLater,
  adviseTerms,
  type ErrorCode,
  getErrorWords,
  ownTerms,
} from '../errors.ts';
import { formatCount, formatDuration } from '../text/format.ts';
import { nameRerun, perFrontend } from '../text/frontend.ts';
import type { ErrorBody } from './error-body.ts';
import { NetworkError, type NetworkErrorCode, type RequestName } from './network-error.ts';
import { isRead } from './policy.ts';
import type { Operation } from './transport.ts';

interface OperationWords {
  /** The meaning of the error, without a full stop. */
  readonly message: string;
  readonly next: string;
}

function operationErrors(): Partial<Record<Operation, Partial<Record<ErrorCode, OperationWords>>>> {
  const tooManyRequests = { message: 'Too many requests', next: adviseLater() };
  // Apps are listed and created at one address, which does not name an app. So a 404 from this
  // address does not mean that an app is missing.
  const noApps = { message: 'The service knows no apps at this address', next: adviseLater() };
  const fieldsTooLarge = {
    message: 'The request is too large for the service',
    next: 'Shorten index.html or instructions.md: this command sends only these fields, no assets.',
  };
  return {
    read: { too_many_changes: tooManyRequests },
    list: { too_many_changes: tooManyRequests, not_found: noApps },
    create: { too_large: fieldsTooLarge, not_found: noApps },
    update: { too_large: fieldsTooLarge },
    submit: {
      conflict: {
        message: 'The state of the app does not allow a submission',
        next: `${getErrorWords('conflict').next} An app that is already in review does not need to be submitted.`,
      },
    },
    delete: {
      conflict: {
        message: 'The state of the app does not allow its deletion',
        next: getErrorWords('conflict').next,
      },
    },
  };
}

function describeApiError(code: ErrorCode, operation: Operation): OperationWords {
  return operationErrors()[operation]?.[code] ?? getErrorWords(code);
}

export interface ApiErrorDetails extends ErrorBody {
  readonly status: number;
  /** True if the body has the documented error shape. Any other body may come from a gateway. */
  readonly isDocumented: boolean;
  /** The wait that the service asks for, in milliseconds; null if it asks for none. */
  readonly retryAfterMs: number | null;
}

/** A request to which the service responded with an error. */
interface FailedRequest extends RequestName {
  readonly operation: Operation;
  readonly termsVersion?: string | undefined;
}

/**
 * The error for a request that the service refused, or on which the service failed. Its `kind` is
 * `rejected` for a change that was refused with 400, 409 or 422, because then the app or its
 * content must change first. For all other errors it is `failed`.
 */
export class ApiError extends ActionError<ErrorCode> {
  override readonly name = 'ApiError';
  readonly details: ApiErrorDetails;

  /** `next` replaces the usual advice if the caller has better advice. */
  constructor(request: FailedRequest, details: ApiErrorDetails, next: string | null = null) {
    const code = chooseCode(request.operation, details);
    const isRejected = rejectedStatuses.has(details.status) && !isRead(request.operation);
    super(describe(code, request, details), {
      code,
      next: next ?? advise(code, request, details),
      kind: isRejected ? 'rejected' : 'failed',
    });
    this.details = details;
  }
}

const rejectedStatuses: ReadonlySet<number> = new Set([400, 409, 422]);

/**
 * True if the service refused the key with a documented error, so that all later requests would
 * fail in the same way.
 */
export function isKeyRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, isDocumented } = error.details;
  return isDocumented && (status === 401 || status === 403);
}

/** The network errors that are not about the service: the end of the run, or one response. */
const otherNetworkErrors: ReadonlySet<NetworkErrorCode> = new Set([
  'cancelled',
  'deadline',
  'dry_run',
  'response_too_large',
]);

/**
 * True if a request that was retried for as long as the policy allows got no usable response, so
 * that requests about other apps would end in the same way.
 */
export function isServiceUnreachable(error: unknown): boolean {
  if (error instanceof NetworkError) return !otherNetworkErrors.has(error.code);
  if (!(error instanceof ApiError)) return false;
  return (
    error.code === 'not_the_service' || error.details.status === 408 || error.details.status >= 500
  );
}

/**
 * The statuses with which a service may refuse to create an app because the account has too many.
 * The service document does not define one.
 */
const capStatuses: ReadonlySet<number> = new Set([400, 402, 403, 409, 422]);

/** True if a creation may have been refused because of the limit of apps. */
export function mayBeCap(error: unknown): error is ApiError {
  return error instanceof ApiError && capStatuses.has(error.details.status);
}

/**
 * True if the error comes from a 2xx response with a body that reports a failure. If a read shows
 * that the change was made anyway, the failure counts only as a warning.
 */
export function isErrorInSuccess(error: unknown): error is ApiError {
  return error instanceof ApiError && error.details.status < 300;
}

/**
 * The error codes by status, or by status and the code in the body (service document, "Errors").
 * Without the code `not_approved`, a 409 means that the address is taken if an app was to be
 * created. For any other operation, the document does not describe its meaning.
 */
const codes: ReadonlyMap<string, ErrorCode> = new Map([
  ['400', 'field_rejected'],
  ['400 terms_required', 'terms_required'],
  ['401', 'unauthorized'],
  ['403', 'forbidden'],
  ['404', 'not_found'],
  ['409', 'conflict'],
  ['409 not_approved', 'not_approved'],
  ['413', 'too_large'],
  ['422', 'folder_rejected'],
  ['429', 'too_many_changes'],
]);

function chooseCode(operation: Operation, details: ApiErrorDetails): ErrorCode {
  const { status, serverCode, isDocumented } = details;
  if (status < 300 || status >= 500) return 'service_error';
  if (status < 400) return 'redirected';
  // A gateway or a firewall in front of the service has errors of another form.
  if ([401, 403, 404].includes(status) && !isDocumented) return 'not_the_service';
  const code = codes.get(`${status} ${serverCode}`) ?? codes.get(`${status}`) ?? 'refused';
  return code === 'conflict' && operation === 'create' ? 'address_taken' : code;
}

/**
 * True if a deploy was refused because of its content, but the response lists no problem. A service
 * may respond like this if it does not understand the body of the deploy.
 */
function isUnexplained(code: ErrorCode, operation: Operation, details: ApiErrorDetails): boolean {
  const isOfContent = [400, 415, 422].includes(details.status) && code !== 'terms_required';
  return operation === 'deploy' && isOfContent && details.problems.length === 0;
}

function describe(code: ErrorCode, request: FailedRequest, details: ApiErrorDetails): string {
  const { status, problems, moreProblems } = details;
  // The service's message becomes a part of our sentence, which has its own full stop.
  const words = details.message?.replace(/\.(?=$|;)/, '') ?? null;
  const quoted = words === null ? '' : `: ${words}`;
  if (status === 422 && problems.length > 0) {
    // The problems are reported one by one, so the message only counts them.
    const count = formatCount(problems.length + moreProblems, 'problem');
    return `The service found ${count} (HTTP ${status})${quoted}`;
  }
  let { message } = describeApiError(code, request.operation);
  if (status < 300) message = 'The service reported an error';
  if (isUnexplained(code, request.operation, details)) message = 'The service refused the deploy';
  return `${message} (${request.method} ${request.path} returned ${status}${quoted})`;
}

/** Returns the advice for the contents of the body, or else the usual advice for the code. */
function advise(code: ErrorCode, request: FailedRequest, details: ApiErrorDetails): string {
  const { operation } = request;
  const { status, message, problems, termsVersion, retryAfterMs, isDocumented } = details;
  if (retryAfterMs !== null && retryAfterMs > 0) {
    return `${nameRerun('Re-run')} in ${formatDuration(Math.ceil(retryAfterMs / 1000) * 1000)}.`;
  }
  if (termsVersion !== null) {
    return `${ownTerms} Then ${adviseTerms(termsVersion)}.${adviseQuotes(request)}`;
  }
  if (code === 'terms_required')
    return `${describeApiError(code, operation).next}${adviseQuotes(request)}`;
  if (isUnexplained(code, operation, details)) {
    const otherwise = message === null ? "contact the service's support." : adviseToFix('fix');
    return `If no deploy to this service has worked yet, run npx miniapp-deploy doctor. Otherwise, ${otherwise}`;
  }
  if ((status === 400 || status === 422) && problems.length === 0) {
    if (message === null)
      return "The response does not explain what is wrong: contact the service's support.";
    if (status === 422) return adviseToFix('Fix');
  }
  if (code === 'not_the_service' && (status === 401 || status === 403)) {
    return `${describeApiError(code, operation).next} If both are right, check the API key.`;
  }
  // A documented error proves that the address is right.
  if (code === 'refused' && isDocumented) return `See the service's message. ${adviseLater()}`;
  return describeApiError(code, operation).next;
}

/**
 * Returns the advice to quote the terms version, with a space in front; empty if the version that
 * was sent is not a number. In a workflow, an unquoted 1.0 is a number and becomes 1.
 */
function adviseQuotes({ termsVersion = '' }: FailedRequest): string {
  if (!/^\d+(?:\.\d+)?$/.test(termsVersion)) return '';
  const advice = perFrontend(
    "YAML reads a version such as 1.0 as a number unless it is quoted: terms-version: '1.0'.",
    '',
  );
  return [` The version that was sent is ${termsVersion}.`, advice].filter(Boolean).join(' ');
}

function adviseToFix(fix: 'fix' | 'Fix'): string {
  return adviseFix(`${fix} what the service's message names`);
}
