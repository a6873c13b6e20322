import type { Rate } from './settings.ts';
import type { Account } from './store.ts';

/**
 * Whose name a request came in under. Browsers keep origins apart: the page, the API, and each app,
 * published and draft.
 */
export type Host =
  | { readonly kind: 'page' | 'service' }
  | { readonly kind: 'app'; readonly slug: string; readonly isDraft: boolean };

/**
 * Reads the name from the address as the client has it; null for one that somebody else's page may
 * have bent to this machine.
 */
export function readHost({ hostname }: URL, allowedHosts: ReadonlySet<string>): Host | null {
  if (hostname === 'localhost') return { kind: 'page' };
  if (hostname === '127.0.0.1' || hostname === '[::1]' || allowedHosts.has(hostname))
    return { kind: 'service' };
  const [, slug, draft] = /^([a-z0-9-]{3,32})(_draft)?\.localhost$/.exec(hostname) ?? [];
  return slug === undefined ? null : { kind: 'app', slug, isDraft: draft !== undefined };
}

/**
 * The origin of the page, or of a name below it, on the client's port. Browsers take what ends in
 * `localhost` for this machine.
 */
export function toOrigin({ port }: URL, name = ''): string {
  return `http://${name}localhost${port && `:${port}`}`;
}

/**
 * Says why the controls are refused; null for the sandbox's own page, and for a program, by a
 * header that no form can send.
 */
export function refuseControl(url: URL, headers: Headers): string | null {
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')];
  if (origin === null && site === null) {
    return headers.has('x-sandbox') ? null : 'Send the header x-sandbox: 1 to use the controls.';
  }
  const page = toOrigin(url);
  const isPage =
    url.origin === page && (origin ?? page) === page && (site ?? 'same-origin') === 'same-origin';
  return isPage ? null : `In a browser the controls answer only to the page at ${page}/.`;
}

/** Finds the account of an Authorization header, which must be a Bearer key. */
export function findAccount(
  authorization: string | undefined,
  accounts: readonly Account[],
): Account | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return key === undefined ? undefined : accounts.find((account) => account.key === key);
}

/**
 * Counts changes in a sliding window. A refused one is not counted, so that a refused client does
 * not lock itself out for ever.
 */
export function createLimiter(now: () => number) {
  const counted = new Map<string, number[]>();
  return {
    /** Seconds that an account must wait before its next change (whole, at least 1), or 0. */
    check(account: string, { changes, window_ms: windowMs }: Rate): number {
      const recent = (counted.get(account) ?? []).filter((moment) => moment > now() - windowMs);
      counted.set(account, recent);
      const oldest = recent.at(-changes);
      return oldest === undefined ? 0 : Math.ceil((oldest + windowMs - now()) / 1000);
    },
    count: (account: string): void => void counted.get(account)?.push(now()),
    clear: (): void => counted.clear(),
  };
}
