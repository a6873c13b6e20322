import { ActionError } from '../model/action-error.ts';
import { formatCount, formatDuration } from '../text/format.ts';
import {
  nameCommand,
  nameInput,
  nameInputInText,
  nameRerun,
  perFrontend,
} from '../text/frontend.ts';
import type { ErrorBody } from './error-body.ts';
import { adviseLater, type RequestName } from './network-error.ts';
import { isRead } from './policy.ts';
import type { Operation } from './transport.ts';

/**
 * The words that people read and search for: what the error means, and what to do about it, in full
 * sentences.
 */
type ApiErrorWords = readonly [sentence: string, next: string];

const wrongAddress = () =>
  `Check that ${nameInput('base-url')} is the address of the service itself.`;
const lookAdvice = () =>
  `Check the status of the app in the dashboard, or run ${nameCommand('status')}.`;
/** No step of a workflow can do it for them. */
const ownTerms =
  'The owner of the account reads the terms in the developer dashboard, and only they can accept them.';
const checkOwner = 'Check the slug, and that the API key belongs to the owner of the app';

/**
 * What a request is refused with: one for each row of the document's error table and for what the
 * table omits.
 */
const apiErrors = () =>
  ({
    field_rejected: [
      'The service rejected a field',
      `Correct the field that the message names, then ${nameRerun('re-run')}.`,
    ],
    terms_required: [
      'The current developer terms must be accepted',
      `${ownTerms} Then set ${nameInput('terms-version')} to the version that the service names.`,
    ],
    unauthorized: [
      'The API key is missing or not valid',
      `Create a new key in the developer dashboard and ${perFrontend('store it in the secret that api-key is read from', 'set MINIAPPS_API_KEY to it')}.`,
    ],
    forbidden: [
      'The service does not allow this',
      'Check that the API key belongs to the owner of the app.',
    ],
    not_found: ['The app does not exist or belongs to somebody else', `${checkOwner}.`],
    not_the_service: [
      'The response is not one of the service',
      `Check ${nameInput('base-url')}, its path too, and any gateway or proxy before the service.`,
    ],
    address_taken: [
      'The address is taken',
      'Choose another slug; if it belongs to another account of yours, use the API key of that account.',
    ],
    conflict: ['The state of the app does not allow this', lookAdvice()],
    not_approved: [
      'The app was not approved, which is final',
      'It stays private and cannot be sent for review again: deploy it under a new slug.',
    ],
    too_large: [
      'The request is too large for the service',
      `Make the assets smaller, or exclude some with ${nameInputInText('exclude')}.`,
    ],
    folder_rejected: [
      'The folder breaks the folder rules',
      `Fix the problems listed and ${nameRerun('re-run')}.`,
    ],
    too_many_changes: [
      'Too many changes at a time',
      `${nameRerun('Re-run')} in a minute, and run fewer deploys at once${perFrontend(' (max-parallel in a matrix)', '')}.`,
    ],
    redirected: [
      'The service responded with a redirect, which is never followed',
      `Set ${nameInput('base-url')} to the address that the service really has.`,
    ],
    refused: [
      'The service refused the request',
      `See the message of the service, and check ${nameInput('base-url')}.`,
    ],
    service_error: [
      'The service failed',
      `${nameRerun('Re-run the job')} later; if it persists, contact the service's support.`,
    ],
  }) as const satisfies Readonly<Record<string, ApiErrorWords>>;

export type ApiErrorCode = keyof ReturnType<typeof apiErrors>;

/** The words that are others for an operation. */
function operationErrors(usual: ReturnType<typeof apiErrors>): OperationErrors {
  // These have nothing to do with a folder.
  const withoutFolder = {
    too_large: [usual.too_large[0], wrongAddress()],
    folder_rejected: ['The service rejected the request', usual.folder_rejected[1]],
  } as const;
  const fieldsAlone = {
    too_large: [
      usual.too_large[0],
      'Shorten index.html or instructions.md: this sends them as fields, and no assets.',
    ],
  } as const;
  const ofRead = {
    ...withoutFolder,
    too_many_changes: ['Too many requests', adviseLater()],
  } as const;
  return {
    read: ofRead,
    list: {
      ...ofRead,
      forbidden: [usual.forbidden[0], 'Check the API key in the developer dashboard.'],
      not_found: ['The service lists no apps at this address', wrongAddress()],
      conflict: ['The service does not list the apps', adviseLater()],
    },
    create: {
      ...fieldsAlone,
      not_found: ['The service does not create apps at this address', wrongAddress()],
    },
    submit: {
      conflict: [
        'The state of the app does not allow a submission',
        `${lookAdvice()} An app that is in review already need not be submitted.`,
      ],
    },
    update: fieldsAlone,
    delete: {
      ...withoutFolder,
      conflict: ['The state of the app does not allow its deletion', lookAdvice()],
    },
  };
}

type OperationErrors = Readonly<
  Partial<Record<Operation, Partial<Record<ApiErrorCode, ApiErrorWords>>>>
>;

/** The words of an error, for the operation that it came from. */
export function describeApiError(code: ApiErrorCode, operation: Operation): ApiErrorWords {
  const usual = apiErrors();
  return operationErrors(usual)[operation]?.[code] ?? usual[code];
}

/** What the service refused a request with: its status, and what its body says. */
export interface ApiErrorDetails extends ErrorBody {
  readonly status: number;
  /** True where the body has the documented form: any other may be that of a gateway. */
  readonly isDocumented: boolean;
  /**
   * Milliseconds that the service asks to wait before a change is sent again; null where it asks
   * for none.
   */
  readonly retryAfterMs: number | null;
}

/**
 * The service refused the request, or failed. 400, 409 and 422 refuse the content: the run is
 * rejected. Any other status is a failure. What to do next depends on the operation, where the
 * caller has no better advice.
 */
export class ApiError extends ActionError<ApiErrorCode> {
  override readonly name = 'ApiError';
  readonly details: ApiErrorDetails;

  constructor(
    { operation, method, path }: RequestName & { readonly operation: Operation },
    details: ApiErrorDetails,
    next: string | null = null,
  ) {
    const code = chooseCode(operation, details);
    const [sentence, usualNext] = describeApiError(code, operation);
    const { status, message, problems, moreProblems } = details;
    // In the middle of a sentence of ours, which has a full stop of its own.
    const quoted = message === null ? '' : `: ${message.replace(/\.(?=$|;)/, '')}`;
    // The problems are reported one by one: here their number is enough.
    const found = `The service found ${formatCount(problems.length + moreProblems, 'problem')} (HTTP ${status})${quoted}`;
    const whole = `${sentence} (${method} ${path} returned ${status}${quoted})`;
    super(status === 422 && problems.length > 0 ? found : whole, {
      code,
      next: next ?? chooseNext(usualNext, details),
      // What refuses a read says nothing of the content.
      kind: rejectedStatuses.has(status) && !isRead(operation) ? 'rejected' : 'failed',
    });
    this.details = details;
  }
}

/**
 * True where the service says in its documented form that the key is not good, or not for this: it
 * is so for all later requests.
 */
export function isKeyRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, isDocumented } = error.details;
  return isDocumented && (status === 401 || status === 403);
}

/** Refusals that may be about the limit of apps: the document does not name its status. */
const capStatuses: ReadonlySet<number> = new Set([400, 403, 409, 422]);

/** True for a refusal of a creation that may be about the limit of apps. */
export function mayBeCap(error: unknown): error is ApiError {
  return error instanceof ApiError && capStatuses.has(error.details.status);
}

/** True for the error in the body of a 2xx response. */
export function isErrorInSuccess(error: unknown): error is ApiError {
  return error instanceof ApiError && error.details.status < 300;
}

/** The advice that fits what the body says, else the usual. */
function chooseNext(usual: string, details: ApiErrorDetails): string {
  const { status, message, problems, termsVersion, retryAfterMs } = details;
  if (retryAfterMs !== null && retryAfterMs > 0)
    return `${nameRerun('Re-run')} in ${formatDuration(Math.ceil(retryAfterMs / 1000) * 1000)}.`;
  if (termsVersion !== null)
    return `${ownTerms} Then ${perFrontend('set terms-version:', 'add --terms-version')} ${termsVersion}.`;
  if (problems.length > 0 || (status !== 400 && status !== 422)) return usual;
  if (message === null)
    return "The response does not say what is wrong: contact the service's support.";
  return status === 422
    ? `Fix what the message of the service names, then ${nameRerun('re-run')}.`
    : usual;
}

const rejectedStatuses: ReadonlySet<number> = new Set([400, 409, 422]);

/**
 * By the status, or by it and the code of the error body (service document, "Errors"). 409 without
 * the code `not_approved` is a taken address, where one was asked for, or a state of the app that
 * the document does not describe.
 */
const codes: ReadonlyMap<string, ApiErrorCode> = new Map([
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

function chooseCode(
  operation: Operation,
  { status, serverCode, isDocumented }: ApiErrorDetails,
): ApiErrorCode {
  // A success that says `error` in its body is none.
  if (status < 300 || status >= 500) return 'service_error';
  if (status < 400) return 'redirected';
  if (status === 404 && !isDocumented) return 'not_the_service';
  const code = codes.get(`${status} ${serverCode}`) ?? codes.get(`${status}`) ?? 'refused';
  return code === 'conflict' && operation === 'create' ? 'address_taken' : code;
}
