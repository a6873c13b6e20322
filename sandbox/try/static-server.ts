import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { lookup } from 'mrmime';
import { readFields, toContent } from '../service/folder.ts';
import { readRegularFile } from './own-files.ts';

/** Files of one app that a browser opens. */
export interface StaticSite {
  /** The host name, to which alone the server responds. */
  readonly hostname: string;
  /** The path of the page, such as `/a/tides/`. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns what is at a decoded path of the host, such as `/a/tides/assets/a.png`. */
  find(path: string): StaticResult;
}

/** A file, the address of a folder's page, or null if there is neither. */
export type StaticResult = StaticFile | { readonly redirect: string } | null;

export interface StaticFile {
  readonly bytes: Uint8Array;
  readonly type: string;
}

export interface StaticServer {
  /** The address of the page, such as `http://build.localhost:41235/`. */
  readonly address: string;
  close(): Promise<void>;
}

/** A request that got a status of 400 or more. */
export interface RefusedRequest {
  readonly pathname: string;
  readonly status: number;
  /** What the browser wants to do with the file: the header Sec-Fetch-Dest. */
  readonly destination: string;
}

/** The headers that the sandbox sends with each file of a draft. */
const draftHeaders = {
  'content-security-policy': "frame-ancestors 'self'; object-src 'none'; base-uri 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** Returns the site of a draft: its page, the files below assets/ and its logo, as in the service. */
export function toDraftSite(slug: string, files: ReadonlyMap<string, string>): StaticSite {
  const base = `/a/${slug}/`;
  return {
    hostname: `${slug}_draft.localhost`,
    base,
    headers: draftHeaders,
    find(path) {
      if (path === `/a/${slug}`) return { redirect: base };
      if (!path.startsWith(base)) return null;
      let name = path.slice(base.length);
      if (name === 'logo') name = readFields(files).logo;
      else if (name === '') name = 'index.html';
      else if (name !== 'index.html' && !name.startsWith('assets/')) return null;
      const content = files.get(name);
      return content === undefined ? null : toContent(name, content);
    },
  };
}

/**
 * Returns the site of a build, as a host of static files serves it at `/`: `/about` may be
 * `about.html` or `about/index.html`. A build that was made for `/a/<slug>/` is served there too:
 * `base` names that path. Only regular files below the folder are opened: no links, no hidden files.
 */
export function toBuildSite(folder: string, base: string): StaticSite {
  return {
    hostname: 'build.localhost',
    base,
    headers: {},
    find(path) {
      const below = path.startsWith(base) ? path.slice(base.length) : path.slice(1);
      const isFolder = below === '' || below.endsWith('/');
      const name = isFolder ? `${below}index.html` : below;
      const bytes = readRegularFile(folder, name);
      if (bytes !== null) return { bytes, type: toType(name) };
      if (isFolder) return null;
      const page = readRegularFile(folder, `${below}.html`);
      if (page !== null) return { bytes: page, type: toType('.html') };
      const isPage = readRegularFile(folder, `${below}/index.html`) !== null;
      return isPage ? { redirect: `${encodeURI(path)}/` } : null;
    },
  };
}

/**
 * Serves a site at a free port of this machine. It responds to GET and HEAD requests for its own
 * host name, so that no other page can read it through a name of its own. `onRefused` gets each
 * request for a file that does not exist.
 */
export async function startStaticServer(
  site: StaticSite,
  onRefused: (request: RefusedRequest) => void = () => undefined,
): Promise<StaticServer> {
  let host = '';
  const server = createServer((request, response) => {
    const status = respond(site, host, request, response);
    if (status < 400) return;
    const pathname = (request.url ?? '/').replace(/[?#].*/s, '');
    const destination = String(request.headers['sec-fetch-dest'] ?? '');
    onRefused({ pathname, status, destination });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  host = `${site.hostname}:${port}`;
  return {
    address: `http://${host}${site.base}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Responds to a request, and returns the status. */
function respond(
  site: StaticSite,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): number {
  response.setHeader('cache-control', 'no-store');
  if (request.headers.host !== host) return end(response, 421);
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405);
  const path = toPath(request.url ?? '/');
  const found = path === null ? null : site.find(path);
  if (found === null) return end(response, 404);
  if ('redirect' in found) {
    response.setHeader('location', found.redirect);
    return end(response, 302);
  }
  for (const [name, value] of Object.entries(site.headers)) response.setHeader(name, value);
  const length = found.bytes.length;
  response.writeHead(200, { 'content-type': found.type, 'content-length': length });
  response.end(request.method === 'HEAD' ? undefined : found.bytes);
  return 200;
}

/** Browsers show a page of their own for an error without words. */
function end(response: ServerResponse, status: number): number {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(STATUS_CODES[status]);
  return status;
}

/** Returns the decoded path of an address; null if it is not valid. */
function toPath(url: string): string | null {
  try {
    return decodeURIComponent(url.replace(/[?#].*/s, ''));
  } catch {
    return null;
  }
}

function toType(file: string): string {
  const type = lookup(file) ?? 'application/octet-stream';
  return /^text\/|json$|javascript$/.test(type) ? `${type};charset=utf-8` : type;
}
