import type { Account } from '../service/store.ts';

/**
 * The meaning of a host name. The page, the API, the published version of each app, and the draft
 * of each app have separate origins, so that browsers keep them apart.
 */
export type Host =
  | { readonly kind: 'page' }
  | { readonly kind: 'service' }
  | { readonly kind: 'app'; readonly slug: string; readonly isDraft: boolean };

/**
 * Returns the meaning of the host name in an address, or null if the name is not the sandbox's: a
 * foreign page may have pointed its own name at this machine (DNS rebinding).
 *
 * `http://tides_draft.localhost:8420/a/tides/` is the draft of `tides`.
 */
export function readHost(url: URL, allowedHosts: ReadonlySet<string>): Host | null {
  const name = url.hostname;
  if (name === 'localhost') return { kind: 'page' };
  if (name === '127.0.0.1' || name === '[::1]' || allowedHosts.has(name)) {
    return { kind: 'service' };
  }
  const [, slug, draft] = /^([a-z0-9-]{3,32})(_draft)?\.localhost$/.exec(name) ?? [];
  if (slug === undefined) return null;
  return { kind: 'app', slug, isDraft: draft !== undefined };
}

/** Returns the origin of the sandbox's page, on the port that the client uses. */
export function toPageOrigin(url: URL): string {
  return toLocalOrigin(url, 'localhost');
}

/** Returns the address of an app's draft in a browser. */
export function toDraftAddress(url: URL, slug: string): string {
  return `${toLocalOrigin(url, `${slug}_draft.localhost`)}/a/${slug}/`;
}

/** Returns the address of an app's published version in a browser. */
export function toPublishedAddress(url: URL, slug: string): string {
  return `${toLocalOrigin(url, `${slug}.localhost`)}/a/${slug}/`;
}

/** Browsers resolve every name that ends with `localhost` to this machine. */
function toLocalOrigin(url: URL, hostname: string): string {
  return url.port === '' ? `http://${hostname}` : `http://${hostname}:${url.port}`;
}

/**
 * Returns the reason why a request may not use the controls, or null if it may. Of all web pages,
 * only the sandbox's own may use them. A program has to send a header that no form can send.
 */
export function findControlRefusal(url: URL, headers: Headers): string | null {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (origin === null && site === null) {
    return headers.has('x-sandbox') ? null : 'Send the header x-sandbox: 1 to use the controls.';
  }
  const page = toPageOrigin(url);
  const isOnPage = url.origin === page;
  const isFromPage = (origin ?? page) === page && (site ?? 'same-origin') === 'same-origin';
  if (isOnPage && isFromPage) return null;
  return `In a browser the controls answer only to the page at ${page}/.`;
}

/** Returns the account whose key an Authorization header holds as `Bearer <key>`. */
export function findAccount(
  authorization: string | undefined,
  accounts: readonly Account[],
): Account | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return undefined;
  return accounts.find((account) => account.key === key);
}
