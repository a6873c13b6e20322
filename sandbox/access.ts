import type { Rate } from './settings.ts';
import type { Account } from './store.ts';

/**
 * Whose name a request came in under. A browser keeps apart what has different origins, and so the page with its
 * controls (`localhost`), the API (`127.0.0.1` and other names), and each single app (`<slug>.localhost`).
 */
export type Host = { readonly kind: 'page' | 'service' } | { readonly kind: 'app'; readonly slug: string };

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/**
 * Tells under whose name a request came in, from its address as the client named it (the Host header). Null for a name
 * that is none of the sandbox's: it may have been bent to this machine by somebody else's page.
 */
export function readHost(url: string, allowedHosts: ReadonlySet<string>): Host | null {
  const { hostname } = new URL(url);
  if (hostname === 'localhost') return { kind: 'page' };
  if (loopbackNames.has(hostname) || allowedHosts.has(hostname)) return { kind: 'service' };
  const slug = /^([a-z0-9-]{3,32})\.localhost$/.exec(hostname)?.[1];
  return slug === undefined ? null : { kind: 'app', slug };
}

/** The origin of the sandbox's own page, for a request to this address: its port is the one that the client sees. */
export function toPageOrigin(url: string): string {
  return toOrigin(url, 'localhost');
}

/**
 * The origin of one app, which no other app shares: browsers take every name below `localhost` for this machine. Null
 * for a slug that is no name of a host, such as `xn--x`.
 */
export function toAppOrigin(url: string, slug: string): string | null {
  const origin = toOrigin(url, `${slug}.localhost`);
  return origin === new URL(url).origin || readHost(origin, new Set())?.kind !== 'app' ? null : origin;
}

function toOrigin(url: string, hostname: string): string {
  const target = new URL(url);
  target.protocol = 'http:';
  target.hostname = hostname;
  return target.origin;
}

/** What decides whether a request may use the controls. */
export interface ControlRequest {
  /** The address as the client named it. */
  readonly url: string;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** The header that a form or a foreign page cannot send without being asked first. */
  readonly marker: string | undefined;
}

/**
 * Says why a request may not use the controls, or null if it may: a program, when it sends the marker, and in a browser
 * the sandbox's own page alone.
 */
export function refuseControl(request: ControlRequest): string | null {
  if (request.marker === undefined) return 'Send the header x-sandbox: 1 to use the controls.';
  const page = toPageOrigin(request.url);
  const isForeign = request.origin !== undefined && request.origin !== page;
  const isBrowser = request.fetchSite !== undefined || request.origin !== undefined;
  const isElsewhere = isBrowser && new URL(request.url).origin !== page;
  const isOtherSite = request.fetchSite !== undefined && request.fetchSite !== 'same-origin';
  return isForeign || isElsewhere || isOtherSite
    ? `In a browser the controls answer only to the page at ${page}/.`
    : null;
}

/**
 * Tells whether a request that may use the controls has shown that it may see keys: the browser says that it comes from
 * the page itself, or it has a valid key already. That nothing speaks against it is not enough.
 */
export function maySeeKeys(request: ControlRequest, caller: Account | undefined): boolean {
  return caller !== undefined || (request.fetchSite === 'same-origin' && refuseControl(request) === null);
}

/** Finds the account of an Authorization header, which must be a Bearer key. */
export function findAccount(authorization: string | undefined, accounts: readonly Account[]): Account | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return key === undefined ? undefined : accounts.find((account) => account.key === key);
}

/** Counts an account's changes in a sliding window. */
export interface Limiter {
  /** Seconds to wait before the next change (whole, at least 1), or 0. */
  check(account: string, rate: Rate): number;
  /** Counts one change, from now on. */
  count(account: string): void;
  /** Forgets everything. */
  clear(): void;
}

/** Makes a limiter. What was refused is not counted, so that a refused client does not lock itself out for ever. */
export function createLimiter(now: () => number): Limiter {
  const counted = new Map<string, readonly number[]>();
  return {
    check(account, { changes, window_ms: windowMs }) {
      const time = now();
      // A clock that was set back leaves moments that are yet to come.
      const recent = (counted.get(account) ?? []).filter((moment) => moment > time - windowMs && moment <= time);
      counted.set(account, recent);
      const oldest = recent.at(-changes);
      if (recent.length < changes) return 0;
      return Math.max(1, Math.ceil(((oldest ?? time) + windowMs - time) / 1000));
    },
    count(account) {
      counted.set(account, [...(counted.get(account) ?? []), now()]);
    },
    clear: () => counted.clear(),
  };
}
