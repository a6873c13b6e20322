import { ActionError, type RunEndedError } from '../model/action-error.ts';
import { loopback } from '../model/input-kinds.ts';
import { toClause } from '../text/format.ts';
import { isTerminal, nameInput, nameRerun, perFrontend } from '../text/frontend.ts';

/**
 * Where a request went, as errors and log lines name it: the method and the path, never the host's
 * secrets.
 */
export interface RequestName {
  readonly method: string;
  readonly path: string;
}

/** What to do about trouble that may pass. */
export function adviseLater(): string {
  return `${nameRerun('Re-run the job')}; if it persists, contact the service's support.`;
}

/** Final is what another attempt at the same request cannot help. */
type NetworkErrorWords = readonly [what: string, next: string, isFinal?: 'final'];

/**
 * Why there was no usable response. `cancelled` and `deadline` end the run; the others belong to
 * one request.
 */
const networkErrors = () =>
  ({
    cancelled: [
      'the request was cancelled',
      `${nameRerun('Re-run the job')}: it reads the app first, and sends nothing if the change has arrived.`,
      'final',
    ],
    deadline: [
      'the time of the run is over',
      `Set ${nameInput('timeout-minutes')} to a higher value.`,
      'final',
    ],
    attempt_timeout: ['the request timed out', adviseLater()],
    connection_refused: [
      'connection refused',
      `Check the port of ${nameInput('base-url')}, and that the service is running.`,
    ],
    nothing_listens: [
      'nothing listens at this port of this machine',
      `Start the service there (a sandbox: npx miniapps-sandbox), or check the port of ${nameInput('base-url')}.`,
      'final',
    ],
    host_not_found: [
      'host name not found',
      `Check the host name in ${nameInput('base-url')}, and the DNS settings of this machine.`,
    ],
    connection_failed: [
      'cannot connect',
      `Check ${nameInput('base-url')}, and that no firewall blocks the connection.`,
    ],
    connection_lost: ['the connection was lost', adviseLater()],
    tls: [
      'no secure connection',
      `Check that ${nameInput('base-url')} names the right host and port and that its certificate is valid; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS.`,
      'final',
    ],
    proxy: ['the proxy failed', 'Check HTTPS_PROXY and NO_PROXY, and that the proxy is running.'],
    proxy_refused: [
      'the environment names no proxy that can be used',
      'Set HTTPS_PROXY to http://host:port or https://host:port, with special characters of a user name or password percent-encoded, or unset it and ALL_PROXY.',
      'final',
    ],
    response_unreadable: [
      'the response cannot be read',
      `Check that ${nameInput('base-url')} is the address of the service itself.`,
    ],
    response_too_large: ['the response is too large', "Contact the service's support.", 'final'],
    dry_run: [
      'a dry run sends no changes',
      `This is a bug${perFrontend(' in the action', '')}: please report it.`,
      'final',
    ],
  }) as const satisfies Readonly<Record<string, NetworkErrorWords>>;

export type NetworkErrorCode = keyof ReturnType<typeof networkErrors>;

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
    const [usualWhat, usualNext, isFinal]: NetworkErrorWords = networkErrors()[code];
    super(`${method} ${path}: ${what ?? usualWhat}`, { code, next: next ?? usualNext, cause });
    this.sent = sent;
    this.isFinal = isFinal === 'final';
  }
}

/** The end of the run, as the request that it broke off tells it. */
export function describeRunEnd({ code, message, next }: RunEndedError): NetworkFault {
  return { code, what: toClause(message), next };
}

/** The environment names a proxy that cannot be used. The message says why, in our words alone. */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
}

/**
 * Puts the error of a broken exchange into words. `host` and `proxy` are `host:port`, of the
 * service and of the proxy that the request goes through, null for none. Only codes are taken from
 * the error, never its text: the text may quote headers, and with them the key.
 */
export function describeBrokenExchange(
  error: unknown,
  host: string,
  proxy: string | null,
): NetworkFault {
  if (error instanceof ProxyAddressError) return { code: 'proxy_refused', what: error.message };
  const errors = unfold(error);
  const proxyStatus = readProxyStatus(errors);
  if (proxy !== null && proxyStatus !== null) return describeProxyStatus(proxy, proxyStatus);
  const codes = collectCodes(errors);
  const meanings = codes.flatMap(
    (name) => brokenCodes.find(([pattern]) => pattern.test(name))?.[1] ?? [],
  );
  const meaning = meanings.includes('tls') ? 'tls' : (meanings[0] ?? 'connection_lost');
  const isOfProxy = proxy !== null && meaning !== 'tls';
  // A service may be about to start, also one that a workflow has just started; at a terminal somebody has yet to start it.
  const isLocal = isTerminal() && loopback.test(host.replace(/:\d+$/, ''));
  const isUnstarted = meaning === 'connection_refused' && !isOfProxy && isLocal;
  const code = isUnstarted ? 'nothing_listens' : meaning;
  const detail = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  const what = `${networkErrors()[code][0]}: ${isOfProxy ? `the proxy ${proxy}` : host}${detail}`;
  if (!isOfProxy) return { code, what };
  return {
    code: code === 'connection_lost' ? code : 'proxy',
    what,
    next: networkErrors().proxy[1],
  };
}

/** What the codes of Node and undici mean; others are those of a connection that was lost. */
const brokenCodes: readonly (readonly [pattern: RegExp, meaning: NetworkErrorCode])[] = [
  // A certificate or a TLS handshake that was refused.
  [
    /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/,
    'tls',
  ],
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
    next: `Allow the host of ${nameInput('base-url')} in the proxy, or name it in NO_PROXY.`,
  };
}

/** undici tells a proxy's response only in the text of its error. */
function readProxyStatus(errors: readonly Error[]): number | null {
  const [status] = errors.flatMap(
    ({ message }) => /^Proxy response \((\d{3})\)/.exec(message)?.[1] ?? [],
  );
  return status === undefined ? null : Number(status);
}

function collectCodes(errors: readonly Error[]): readonly string[] {
  const codes = errors.map((error) => String('code' in error ? error.code : ''));
  return [...new Set(codes.filter((code) => /^[A-Z][A-Z0-9_]{2,59}$/.test(code)))];
}

/**
 * The error, its causes, and those bundled in it (both addresses of a host, for one), ten levels at
 * most.
 */
function unfold(error: unknown, level = 0): readonly Error[] {
  if (!(error instanceof Error) || level === 10) return [];
  const bundled: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...bundled].flatMap((inner) => unfold(inner, level + 1))];
}
