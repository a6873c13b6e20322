/** The service's address: an origin and an optional path, without a slash at the end. */
export interface BaseUrl {
  readonly origin: string;
  /** Empty, or `/` and more. */
  readonly path: string;
}

const noAddress = 'must be an address such as https://apps.example.com';

/**
 * Reads `base-url`: https anywhere, http only to this machine, since the key travels with every request.
 * Returns a sentence on what is wrong instead, which never repeats a password.
 */
export function parseBaseUrl(text: string): BaseUrl | string {
  if (/[^!-[\]-~\u0080-\uffff]/.test(text) || !URL.canParse(text)) return noAddress;
  const url = new URL(text);
  // `URL` drops an empty user name without a word.
  if (url.username !== '' || url.password !== '' || /^https?:\/*[^/?#]*@/i.test(text)) {
    return 'must not carry a user name or password';
  }
  if (text.includes('?') || text.includes('#')) return 'must not carry a query or fragment';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  // `URL` also takes one slash, or none, or three.
  if (!/^https?:\/\/[^/]/i.test(text)) return noAddress;
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'must begin with https:// (http:// only to localhost, 127.x.x.x or [::1])';
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}

/** True for a host that cannot leave this machine. `hostname` as `URL` gives it: lower case, IPv4 in four parts. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
