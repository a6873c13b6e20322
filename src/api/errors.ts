import { ActionError, type RunEndedError } from '../errors.ts';
import { formatCount } from '../format.ts';
import { isRead, type Operation } from './retry.ts';
import type { ErrorBody } from './wire.ts';

/** Where a request went, as errors and log lines name it: the method and the path, never the host's secrets. */
export interface RequestName {
  readonly method: string;
  readonly path: string;
}

const laterAdvice = "Re-run the job; if it persists, contact the service's support.";

/** Final is what another attempt at the same request cannot help. */
type NetworkErrorWords = readonly [what: string, next: string, isFinal?: 'final'];

/** Why there was no usable response. `cancelled` and `deadline` end the run; the others belong to one request. */
const networkErrors = {
  cancelled: ['the request was cancelled', 'Check the state of the app before you re-run the job.', 'final'],
  deadline: ['the time of the run is over', 'Set timeout-minutes to a higher value.', 'final'],
  attempt_timeout: ['the request timed out', laterAdvice],
  connection_refused: ['connection refused', 'Check the port of base-url, and that the service is running.'],
  host_not_found: ['host name not found', 'Check the host name in base-url, and the DNS settings of this machine.'],
  connection_failed: ['cannot connect', 'Check base-url, and that no firewall blocks the connection.'],
  connection_lost: ['the connection was lost', laterAdvice],
  tls: [
    'no secure connection',
    'Check that base-url names the right host and port and that its certificate is valid; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS.',
    'final',
  ],
  proxy: ['the proxy failed', 'Check HTTPS_PROXY and NO_PROXY, and that the proxy is running.'],
  proxy_refused: [
    'the value of HTTPS_PROXY is not the address of a proxy',
    'Set it to http://host:port, and percent-encode special characters in a user name or password.',
    'final',
  ],
  response_unreadable: ['the response cannot be read', 'Check that base-url is the address of the service itself.'],
  response_too_large: ['the response is too large', "Contact the service's support.", 'final'],
  dry_run: ['a dry run sends no changes', 'This is a bug in the action: please report it.', 'final'],
} as const satisfies Readonly<Record<string, NetworkErrorWords>>;

export type NetworkErrorCode = keyof typeof networkErrors;

/** Why there was no usable response. What is left out is said in the usual words of the code. */
export interface NetworkFault {
  readonly code: NetworkErrorCode;
  /** What happened, to be read after "METHOD path: ". */
  readonly what?: string;
  /** What to do next. */
  readonly next?: string;
}

/** What a NetworkError is made of. */
interface NetworkFailure extends NetworkFault {
  /** True where request bytes went out: only then may a change have happened. */
  readonly sent: boolean;
  readonly cause?: unknown;
}

/** No usable response came. The message says which request, and what happened to it. */
export class NetworkError extends ActionError<NetworkErrorCode> {
  override readonly name = 'NetworkError';
  readonly sent: boolean;
  /** True where another attempt at the same request cannot help. */
  readonly isFinal: boolean;

  constructor({ method, path }: RequestName, { code, sent, what, next, cause }: NetworkFailure) {
    const [usualWhat, usualNext, isFinal]: NetworkErrorWords = networkErrors[code];
    super(`${method} ${path}: ${what ?? usualWhat}`, { code, next: next ?? usualNext, cause });
    this.sent = sent;
    this.isFinal = isFinal === 'final';
  }
}

/** The error of a response that came and cannot be used; `what` reads on after "METHOD path: ". */
export function toUnreadable(request: RequestName, what: string): NetworkError {
  return new NetworkError(request, { code: 'response_unreadable', sent: true, what });
}

/** The end of the run, as the request that it broke off tells it. */
export function describeRunEnd({ code, message, next }: RunEndedError): NetworkFault {
  return { code, what: message.charAt(0).toLowerCase() + message.slice(1), next };
}

/** The value of HTTPS_PROXY is not the address of a proxy. */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
}

/**
 * Puts the error of a broken exchange into words. `host` and `proxy` are `host:port`, of the service and of the proxy that the
 * request goes through, null for none. Only codes are taken from the error, never its text: the text may quote headers, and
 * with them the key.
 */
export function describeBrokenExchange(error: unknown, host: string, proxy: string | null): NetworkFault {
  if (error instanceof ProxyAddressError) return { code: 'proxy_refused' };
  const errors = unfold(error);
  const proxyStatus = readProxyStatus(errors);
  if (proxy !== null && proxyStatus !== null) return describeProxyStatus(proxy, proxyStatus);
  const codes = collectCodes(errors);
  const meanings = codes.flatMap((name) => brokenCodes.find(([pattern]) => pattern.test(name))?.[1] ?? []);
  const code = meanings.includes('tls') ? 'tls' : (meanings[0] ?? 'connection_lost');
  const isOfProxy = proxy !== null && code !== 'tls';
  const detail = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  const what = `${networkErrors[code][0]}: ${isOfProxy ? `the proxy ${proxy}` : host}${detail}`;
  if (!isOfProxy) return { code, what };
  return { code: code === 'connection_lost' ? code : 'proxy', what, next: networkErrors.proxy[1] };
}

/** What the codes of Node and undici mean; others are those of a connection that was lost. */
const brokenCodes: readonly (readonly [pattern: RegExp, meaning: NetworkErrorCode])[] = [
  // A certificate or a TLS handshake that was refused.
  [/^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/, 'tls'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'host_not_found'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'connection_failed'],
];

function describeProxyStatus(proxy: string, status: number): NetworkFault {
  if (status === 407) {
    return {
      code: 'proxy_refused',
      what: `the proxy ${proxy} requires a login (407)`,
      next: 'Set the right user name and password in HTTPS_PROXY, or name the host in NO_PROXY.',
    };
  }
  return {
    // A gateway's own trouble may pass; a refusal does not.
    code: status >= 500 ? 'proxy' : 'proxy_refused',
    what: `the proxy ${proxy} refused the connection (${status})`,
    next: 'Allow the host of base-url in the proxy, or name it in NO_PROXY.',
  };
}

/** undici tells a proxy's response only in the text of its error. */
function readProxyStatus(errors: readonly Error[]): number | null {
  const [status] = errors.flatMap(({ message }) => /^Proxy response \((\d{3})\)/.exec(message)?.[1] ?? []);
  return status === undefined ? null : Number(status);
}

function collectCodes(errors: readonly Error[]): readonly string[] {
  const codes = errors.map((error) => String('code' in error ? error.code : ''));
  return [...new Set(codes.filter((code) => /^[A-Z][A-Z0-9_]{2,59}$/.test(code)))];
}

/** The error, its causes, and those bundled in it (both addresses of a host, for one), ten at most. */
function unfold(error: unknown): readonly Error[] {
  const found: Error[] = [];
  const open: unknown[] = [error];
  while (open.length > 0 && found.length < 10) {
    const entry = open.shift();
    if (!(entry instanceof Error)) continue;
    found.push(entry);
    open.push(entry.cause, ...(entry instanceof AggregateError ? entry.errors : []));
  }
  return found;
}

/** The words that people read and search for: what the error means, and what to do about it, in full sentences. */
type ApiErrorWords = readonly [sentence: string, next: string];

const wrongAddress = 'Check that base-url is the address of the service itself.';
const lookAdvice = 'Check the status of the app in the dashboard, or run the command status.';
const checkOwner = 'Check the slug, and that the API key belongs to the owner of the app';

/** What a request is refused with: one for each row of the document's error table and for what the table omits. */
const apiErrors = {
  field_rejected: ['The service rejected a field', 'Correct the field that the message names, then re-run.'],
  terms_required: [
    'The current developer terms must be accepted',
    'Read the terms that the service names; if you accept them, set terms-version to that version.',
  ],
  unauthorized: [
    'The API key is missing or not valid',
    'Create a new key in the developer dashboard and store it in the secret that api-key is read from.',
  ],
  forbidden: ['The service does not allow this', 'Check that the API key belongs to the owner of the app.'],
  not_found: ['The app does not exist or belongs to somebody else', `${checkOwner}.`],
  address_taken: ['The state of the app does not allow this', lookAdvice],
  not_approved: [
    'The app was not approved, which is final',
    'It stays private and cannot be sent for review again: deploy it under a new slug.',
  ],
  too_large: [
    'The request is too large for the service',
    'Make the assets smaller, or exclude some with the input exclude.',
  ],
  folder_rejected: ['The folder breaks the folder rules', 'Fix the problems listed and re-run.'],
  too_many_changes: [
    'More than 30 changes in a minute',
    'Re-run in a minute, and run fewer deploys at once (max-parallel in a matrix).',
  ],
  redirected: [
    'The service responded with a redirect, which is never followed',
    'Set base-url to the address that the service really has.',
  ],
  refused: ['The service refused the request', 'See the message of the service, and check base-url.'],
  service_error: ['The service failed', "Re-run the job later; if it persists, contact the service's support."],
} as const satisfies Readonly<Record<string, ApiErrorWords>>;

export type ApiErrorCode = keyof typeof apiErrors;

/** Of an operation that has nothing to do with a folder. */
const withoutFolder = {
  too_large: [apiErrors.too_large[0], wrongAddress],
  folder_rejected: ['The service rejected the request', apiErrors.folder_rejected[1]],
} as const;

/** The words that are others for an operation. */
const operationErrors: Readonly<Partial<Record<Operation, Partial<Record<ApiErrorCode, ApiErrorWords>>>>> = {
  read: withoutFolder,
  list: {
    ...withoutFolder,
    forbidden: [apiErrors.forbidden[0], 'Check the API key in the developer dashboard.'],
    not_found: ['The service lists no apps at this address', wrongAddress],
    address_taken: ['The service does not list the apps', laterAdvice],
  },
  create: {
    not_found: ['The service does not create apps at this address', wrongAddress],
    address_taken: [
      'The address is taken',
      'Choose another slug; if it belongs to another account of yours, use the API key of that account.',
    ],
  },
  deploy: {
    not_found: [apiErrors.not_found[0], `${checkOwner}; to create the app on its first deploy, set create: true.`],
  },
  submit: {
    address_taken: [
      'The state of the app does not allow a submission',
      `${lookAdvice} An app that is in review already need not be submitted.`,
    ],
  },
  delete: { ...withoutFolder, address_taken: ['The state of the app does not allow its deletion', lookAdvice] },
};

/** The words of an error, for the operation that it came from. */
export function describeApiError(code: ApiErrorCode, operation: Operation): ApiErrorWords {
  return operationErrors[operation]?.[code] ?? apiErrors[code];
}

/** What the service refused a request with: its status, and what its body says. */
export interface ApiErrorDetails extends ErrorBody {
  readonly status: number;
  /** Milliseconds that the service asks to wait before a change is sent again; null where it asks for none. */
  readonly retryAfterMs: number | null;
}

/**
 * The service refused the request, or failed. 400, 409 and 422 refuse the content: the run is rejected. Any other status is
 * a failure. What to do next depends on the operation, where the caller has no better advice.
 */
export class ApiError extends ActionError<ApiErrorCode> {
  override readonly name = 'ApiError';
  readonly details: ApiErrorDetails;

  constructor(
    { operation, method, path }: RequestName & { readonly operation: Operation },
    details: ApiErrorDetails,
    next: string | null = null,
  ) {
    const code = chooseCode(details);
    const [sentence, usualNext] = describeApiError(code, operation);
    const { status, message, problems } = details;
    const quoted = message === null ? '' : `: ${message}`;
    // The problems are reported one by one: here their number is enough.
    const found = `The service found ${formatCount(problems.length, 'problem')} (HTTP ${status})${quoted}`;
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

/** The advice that fits what the body says, else the usual. */
function chooseNext(usual: string, details: ApiErrorDetails): string {
  const { status, message, problems, termsVersion, retryAfterMs } = details;
  if (retryAfterMs !== null && retryAfterMs > 0) return `Re-run in ${Math.ceil(retryAfterMs / 1000)} s.`;
  if (termsVersion !== null) return `Set terms-version: ${termsVersion} after reading the terms.`;
  if (problems.length > 0 || (status !== 400 && status !== 422)) return usual;
  if (message === null) return "The response does not say what is wrong: contact the service's support.";
  return status === 422 ? 'Fix what the message of the service names, then re-run.' : usual;
}

const rejectedStatuses: ReadonlySet<number> = new Set([400, 409, 422]);

/**
 * By the status, or by it and the code of the error body (service document, "Errors"). 409 without the code `not_approved` is a
 * taken address, or a state of the app that the document does not describe.
 */
const codes: ReadonlyMap<string, ApiErrorCode> = new Map([
  ['400', 'field_rejected'],
  ['400 terms_required', 'terms_required'],
  ['401', 'unauthorized'],
  ['403', 'forbidden'],
  ['404', 'not_found'],
  ['409', 'address_taken'],
  ['409 not_approved', 'not_approved'],
  ['413', 'too_large'],
  ['422', 'folder_rejected'],
  ['429', 'too_many_changes'],
]);

function chooseCode({ status, serverCode }: ApiErrorDetails): ApiErrorCode {
  if (status >= 500) return 'service_error';
  if (status >= 300 && status < 400) return 'redirected';
  return codes.get(`${status} ${serverCode}`) ?? codes.get(`${status}`) ?? 'refused';
}
