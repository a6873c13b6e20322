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

/**
 * Tells under whose name a request came in, from its address as the client named it (the Host header). Null for a name
 * that is none of the sandbox's: it may have been bent to this machine by somebody else's page.
 */
export function readHost({ hostname }: URL, allowedHosts: ReadonlySet<string>): Host | null {
  if (hostname === 'localhost') return { kind: 'page' };
  if (hostname === '127.0.0.1' || hostname === '[::1]' || allowedHosts.has(hostname)) return { kind: 'service' };
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

/**
 * Says why a request to this address may not use the controls, or null if it may: in a browser the sandbox's own page alone,
 * and a program when it sends the header that a form or a foreign page cannot send without being asked first.
 */
export function refuseControl(url: URL, headers: Headers): string | null {
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')];
  if (origin === null && site === null) {
    return headers.has('x-sandbox') ? null : 'Send the header x-sandbox: 1 to use the controls.';
  }
  const page = toOrigin(url);
  const isPage = url.origin === page && (origin ?? page) === page && (site ?? 'same-origin') === 'same-origin';
  return isPage ? null : `In a browser the controls answer only to the page at ${page}/.`;
}

/** Finds the account of an Authorization header, which must be a Bearer key. */
export function findAccount(authorization: string | undefined, accounts: readonly Account[]): Account | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return key === undefined ? undefined : accounts.find((account) => account.key === key);
}

/**
 * Makes a counter of changes in a sliding window. What was refused is not counted, so that a refused client does not lock itself
 * out for ever.
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
    /** Counts a change of an account, from now on; `check` comes first. */
    count: (account: string): void => void counted.get(account)?.push(now()),
    /** Forgets everything. */
    clear: (): void => counted.clear(),
  };
}
