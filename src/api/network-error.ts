import {
  ActionError,
  type ErrorCode,
  findErrorWords,
  getErrorWords,
  type RunEndedError,
} from '../errors.ts';
import { loopback } from '../inputs/input-kinds.ts';
import { toClause } from '../text/format.ts';
import { isTerminal, nameInput } from '../text/frontend.ts';

/**
 * The name of a request in errors and log lines. It does not include the host, so that a secret in
 * the address is never shown.
 */
export interface RequestName {
  readonly method: string;
  readonly path: string;
}

/** The reasons that there is no usable response. `cancelled` and `deadline` end the run. */
export type NetworkErrorCode = Extract<
  ErrorCode,
  | 'cancelled'
  | 'deadline'
  | 'attempt_timeout'
  | 'connection_refused'
  | 'nothing_listens'
  | 'host_not_found'
  | 'connection_failed'
  | 'connection_lost'
  | 'tls'
  | 'proxy'
  | 'proxy_refused'
  | 'response_unreadable'
  | 'response_too_large'
  | 'dry_run'
>;

/** The reason that there is no usable response. */
export interface NetworkFault {
  readonly code: NetworkErrorCode;
  /** A description of the event, which follows "METHOD path: ". By default the usual one. */
  readonly what?: string;
  /** The advice. By default the usual advice for the code. */
  readonly next?: string;
}

export class NetworkError extends ActionError<NetworkErrorCode> {
  override readonly name = 'NetworkError';
  /** True if bytes of the request were sent. Only then may a change have been made. */
  readonly sent: boolean;
  /** True if another attempt at the same request cannot help. */
  readonly isFinal: boolean;

  constructor(
    request: RequestName,
    fault: NetworkFault & { readonly sent: boolean; readonly cause?: unknown },
  ) {
    const words = getErrorWords(fault.code);
    const what = fault.what ?? words.message;
    super(`${request.method} ${request.path}: ${what}`, {
      code: fault.code,
      next: fault.next ?? words.next,
      cause: fault.cause,
    });
    this.sent = fault.sent;
    this.isFinal = findErrorWords(fault.code)?.isFinal ?? false;
  }
}

export function toRunEndFault(end: RunEndedError): NetworkFault {
  return { code: end.code, what: toClause(end.message), next: end.next };
}

/**
 * The error for a proxy in the environment that cannot be used. Its message gives the reason, and
 * never quotes the proxy's address, since that may contain a password.
 */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
}

/**
 * Describes the error of a broken exchange. `host` is the `host:port` of the service. `proxy` is
 * the `host:port` of the proxy; null if the request does not go through a proxy. Only error codes
 * are shown, not the text of an error: it may quote headers, which contain the API key.
 */
export function describeBrokenExchange(
  error: unknown,
  host: string,
  proxy: string | null,
): NetworkFault {
  if (error instanceof ProxyAddressError) return { code: 'proxy_refused', what: error.message };
  const errors = listCauses(error);
  const proxyStatus = readProxyStatus(errors);
  if (proxy !== null && proxyStatus !== null) return describeProxyStatus(proxy, proxyStatus);
  const names = listErrorCodes(errors);
  const detail = names.length === 0 ? '' : ` (${names.join(', ')})`;
  let code = chooseNetworkCode(names);
  // Both follow a tunnel that stands: a proxy refuses a connection in another way.
  if (proxy !== null && code !== 'tls' && code !== 'attempt_timeout') {
    const what = `${getErrorWords(code).message}: the proxy ${proxy}${detail}`;
    if (code !== 'connection_lost') code = 'proxy';
    return { code, what, next: getErrorWords('proxy').next };
  }
  if (code === 'connection_refused' && isStartedByHand(host)) code = 'nothing_listens';
  return { code, what: `${getErrorWords(code).message}: ${host}${detail}` };
}

/**
 * True if the service is on this machine and the run was started in a terminal. Then the person
 * there must start the service first. In a workflow, another step may be starting it, so that a
 * retry may help.
 */
function isStartedByHand(host: string): boolean {
  return isTerminal() && loopback.test(host.replace(/:\d+$/, ''));
}

/** The meanings of error codes of Node and undici. Any other code is a lost connection. */
const brokenCodes: readonly (readonly [pattern: RegExp, meaning: NetworkErrorCode])[] = [
  // A certificate or a TLS handshake was refused.
  [
    /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/,
    'tls',
  ],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'attempt_timeout'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'host_not_found'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'connection_failed'],
];

/** Returns the meaning of the first error code that is known. A TLS error takes precedence. */
function chooseNetworkCode(names: readonly string[]): NetworkErrorCode {
  const meanings: NetworkErrorCode[] = [];
  for (const name of names) {
    const known = brokenCodes.find(([pattern]) => pattern.test(name));
    if (known !== undefined) meanings.push(known[1]);
  }
  if (meanings.includes('tls')) return 'tls';
  return meanings[0] ?? 'connection_lost';
}

function describeProxyStatus(proxy: string, status: number): NetworkFault {
  if (status === 407) {
    return {
      code: 'proxy_refused',
      what: `the proxy ${proxy} requires a login (407)`,
      next: 'Set the right user name and password in HTTPS_PROXY, or name the host in NO_PROXY.',
    };
  }
  return {
    // An error of the proxy itself may be temporary; a refusal is not.
    code: status >= 500 ? 'proxy' : 'proxy_refused',
    what: `the proxy ${proxy} refused the connection (${status})`,
    next: `Allow the host of ${nameInput('base-url')} in the proxy, or name it in NO_PROXY.`,
  };
}

/** Returns the status of a proxy's response. undici shows it only in the text of its error. */
function readProxyStatus(errors: readonly Error[]): number | null {
  for (const error of errors) {
    const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
    if (status !== undefined) return Number(status);
  }
  return null;
}

function listErrorCodes(errors: readonly Error[]): readonly string[] {
  const codes = errors.map((error) => String('code' in error ? error.code : ''));
  return [...new Set(codes.filter((code) => /^[A-Z][A-Z0-9_]{2,59}$/.test(code)))];
}

/**
 * Returns the error, its causes, and the errors of an AggregateError, such as one for each address
 * of a host; at most ten levels deep.
 */
function listCauses(error: unknown, level = 0): readonly Error[] {
  if (!(error instanceof Error) || level === 10) return [];
  const bundled: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...bundled].flatMap((inner) => listCauses(inner, level + 1))];
}
