import type { LossCode } from './errors.ts';

/** What a broken exchange means, in words; `next` says what to do. */
export interface Loss {
  readonly code: LossCode;
  readonly what: string;
  readonly next: string;
}

/** What must be known to put a broken exchange into words. */
export interface Breakage {
  readonly error: unknown;
  /** `host:port` of the service. */
  readonly host: string;
  /** `host:port` of the proxy that the request goes through, without its password; null for none. */
  readonly proxy: string | null;
}

/** What HTTPS_PROXY holds is not the address of a proxy. */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
}

/**
 * Puts the error of a broken exchange into words. Only codes are taken from it, never its text: the text may quote
 * headers, and with them the key. A refused certificate or TLS handshake is never worth another attempt.
 */
export function describeLoss({ error, host, proxy }: Breakage): Loss {
  if (error instanceof ProxyAddressError) return wrongProxyAddress;
  const codes = collectCodes(error);
  const detail = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  const proxyStatus = readProxyStatus(error);
  if (proxy !== null && proxyStatus !== null) return describeProxyStatus(proxy, proxyStatus);
  if (codes.some(isTlsCode)) {
    return {
      code: 'tls',
      what: `no secure connection to ${host}${detail}`,
      next: 'Check that base-url names the right host and port and that its certificate is valid; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS.',
    };
  }
  const via = proxy === null ? host : `the proxy ${proxy}`;
  const named = codes.map((code) => connectionLosses.get(code)).find((loss) => loss !== undefined);
  const code = named?.[0] ?? 'connection_lost';
  const next =
    proxy === null ? (named?.[1] ?? laterAdvice) : 'Check HTTPS_PROXY and NO_PROXY, and that the proxy runs.';
  return {
    code: proxy !== null && named !== undefined ? 'proxy' : code,
    what: `${lossWords[code] ?? 'the connection broke'}: ${via}${detail}`,
    next,
  };
}

/** True for a loss that another attempt at the same thing cannot mend. */
export function isFinalLoss(code: LossCode): boolean {
  return finalLosses.has(code);
}

const finalLosses: ReadonlySet<LossCode> = new Set([
  'cancelled',
  'deadline',
  'tls',
  'proxy_refused',
  'dry_run',
  'answer_too_large',
]);

const laterAdvice = 'Run the job again; if it stays so, ask the service or whoever runs the network between.';

const connectionLosses: ReadonlyMap<string, readonly [LossCode, string]> = new Map([
  ['ECONNREFUSED', ['connection_refused', 'Check the port of base-url, and that the service runs.']],
  ['ENOTFOUND', ['host_not_found', 'Check the host name in base-url.']],
  ['EAI_AGAIN', ['host_not_found', 'Check the host name in base-url, and the name server of this machine.']],
  ['UND_ERR_CONNECT_TIMEOUT', ['connection_failed', 'Check base-url, and that a firewall lets this machine reach it.']],
  ['ETIMEDOUT', ['connection_failed', 'Check base-url, and that a firewall lets this machine reach it.']],
  ['EHOSTUNREACH', ['connection_failed', 'Check base-url, and the network of this machine.']],
  ['ENETUNREACH', ['connection_failed', 'Check base-url, and the network of this machine.']],
]);

const lossWords: Readonly<Partial<Record<LossCode, string>>> = {
  connection_refused: 'connection refused',
  host_not_found: 'host name not found',
  connection_failed: 'no connection to',
};

const wrongProxyAddress: Loss = {
  code: 'proxy_refused',
  what: 'HTTPS_PROXY does not hold the address of a proxy',
  next: 'Write it as http://host:port, and percent-encode what is special in a user name or password.',
};

function describeProxyStatus(proxy: string, status: number): Loss {
  const isLogin = status === 407;
  return {
    // A gateway's own trouble may pass; a no does not.
    code: status >= 500 ? 'proxy' : 'proxy_refused',
    what: isLogin
      ? `the proxy ${proxy} asks for a login (407)`
      : `the proxy ${proxy} refused the connection (${status})`,
    next: isLogin
      ? 'Put the right user name and password into HTTPS_PROXY, or name the host in NO_PROXY.'
      : 'Ask whoever runs the proxy to allow the host of base-url, or name the host in NO_PROXY.',
  };
}

/** undici tells a proxy's answer only in the text of its error. */
function readProxyStatus(error: unknown): number | null {
  for (const { message } of unfold(error)) {
    const status = /^Proxy response \((\d{3})\)/.exec(message)?.[1];
    if (status !== undefined) return Number(status);
  }
  return null;
}

function collectCodes(error: unknown): readonly string[] {
  const codes = unfold(error).map((entry) => ('code' in entry && typeof entry.code === 'string' ? entry.code : ''));
  return [...new Set(codes.filter((code) => /^[A-Z0-9_]{3,60}$/.test(code)))];
}

/** The error, its causes, and those bundled in it (both addresses of a host, for one), ten at most. */
function unfold(error: unknown): readonly Error[] {
  const found: Error[] = [];
  const open: unknown[] = [error];
  while (open.length > 0 && found.length < 10) {
    const entry = open.shift();
    if (!(entry instanceof Error) || found.includes(entry)) continue;
    found.push(entry);
    open.push(entry.cause, ...(entry instanceof AggregateError ? entry.errors : []));
  }
  return found;
}

function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$|INVALID_CA$)/.test(
    code,
  );
}
