import type { Rate } from './settings.ts';
import type { Account } from './store.ts';

/**
 * Whose name a request came in under. A browser keeps apart what has different origins, and so the page (`localhost`),
 * the API (`127.0.0.1` and other names), and each single app: `<slug>.localhost` shows what is published,
 * `<slug>_draft.localhost` the draft.
 */
export type Host =
  | { readonly kind: 'page' | 'service' }
  | { readonly kind: 'app'; readonly slug: string; readonly isDraft: boolean };

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/**
 * Tells under whose name a request came in, from its address as the client named it (the Host header). Null for a name
 * that is none of the sandbox's: it may have been bent to this machine by somebody else's page.
 */
export function readHost({ hostname }: URL, allowedHosts: ReadonlySet<string>): Host | null {
  if (hostname === 'localhost') return { kind: 'page' };
  if (loopbackNames.has(hostname) || allowedHosts.has(hostname)) return { kind: 'service' };
  const [, slug, draft] = /^([a-z0-9-]{3,32})(_draft)?\.localhost$/.exec(hostname) ?? [];
  return slug === undefined ? null : { kind: 'app', slug, isDraft: draft !== undefined };
}

/**
 * The origin of the sandbox's own page, or of a name below it, on the port that the client of a request sees. Browsers
 * take every name below `localhost` for this machine.
 */
export function toOrigin({ port }: URL, name = ''): string {
  return `http://${name}localhost${port && `:${port}`}`;
}

/** What decides whether a request may use the controls. */
export interface ControlRequest {
  /** The address as the client named it. */
  readonly url: URL;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** The header that a form or a foreign page cannot send without being asked first. */
  readonly marker: string | undefined;
}

/**
 * Says why a request may not use the controls, or null if it may: in a browser the sandbox's own page alone, and a
 * program when it sends the marker.
 */
export function refuseControl({ url, origin, fetchSite, marker }: ControlRequest): string | null {
  if (origin === undefined && fetchSite === undefined) {
    return marker === undefined ? 'Send the header x-sandbox: 1 to use the controls.' : null;
  }
  const page = toOrigin(url);
  const isPage = url.origin === page && (origin ?? page) === page && (fetchSite ?? 'same-origin') === 'same-origin';
  return isPage ? null : `In a browser the controls answer only to the page at ${page}/.`;
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
  const counted = new Map<string, number[]>();
  return {
    check(account, { changes, window_ms: windowMs }) {
      const moments = counted.get(account) ?? [];
      if (moments.length < changes) return 0;
      const time = now();
      // A clock that was set back leaves moments that are yet to come.
      const recent = moments.filter((moment) => moment > time - windowMs && moment <= time);
      counted.set(account, recent);
      const oldest = recent.at(-changes);
      if (recent.length < changes) return 0;
      return Math.max(1, Math.ceil(((oldest ?? time) + windowMs - time) / 1000));
    },
    count(account) {
      const moments = counted.get(account);
      if (moments === undefined) counted.set(account, [now()]);
      else moments.push(now());
    },
    clear: () => counted.clear(),
  };
}
