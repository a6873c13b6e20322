import type { Hono } from 'hono';
import { html } from 'hono/html';
import { findAccount, toDraftAddress, toPageOrigin, toPublishedAddress } from './access.ts';
import { type App, toPublicFolder } from './app.ts';
import { presets } from './assumptions.ts';
import type { Env } from './call.ts';
import { ServiceError } from './errors.ts';
import { fileNames, readFields, toContent } from './folder.ts';
import { toErrorResponse } from './responses.ts';
import type { Service } from './service.ts';

/** A request for a file of an app. */
export interface AppRequest {
  readonly url: URL;
  readonly slug: string;
  /** True for the draft, false for the published version. */
  readonly isDraft: boolean;
  /** The Accept header: a browser is shown a page if there is nothing at the address. */
  readonly accept: string | null;
}

/** An app may load what it likes, but nobody may frame it. */
const policy = "frame-ancestors 'none'; object-src 'none'; base-uri 'self'";

/**
 * Adds `/a/<slug>/` at the address of the service: with a key the app itself, otherwise a redirect
 * to the origin that the app has for itself. Browsers never send a key on their own.
 */
export function addAppRoutes(routes: Hono<Env>, service: Service): void {
  routes.get('/a/:slug/*', (call) => {
    const { url } = call.env;
    const slug = call.req.param('slug');
    if (!/^[a-z0-9-]{3,32}$/.test(slug)) return respondNotFound(url, undefined, null);
    const caller = findAccount(call.req.header('authorization'), service.setup().accounts);
    if (caller === undefined) {
      const { origin } = new URL(toPublishedAddress(url, slug));
      return redirect(`${origin}${url.pathname}${url.search}`);
    }
    const isDraft = service.store.find(slug)?.owner === caller.name;
    return serveApp({ url, slug, isDraft, accept: null }, service);
  });
}

/** Serves a file of an app: its page at `/a/<slug>/`, the files under assets/, and its logo. */
export function serveApp(request: AppRequest, service: Service): Response {
  const { url, slug, isDraft, accept } = request;
  const app = service.store.find(slug);
  const folder = app && (isDraft ? app.draft : toPublicFolder(app));
  const root = `/a/${slug}/`;
  const isBelow = `${url.pathname}/`.startsWith(root);
  if (app === undefined || !folder || !isBelow) return respondNotFound(url, app, accept);
  if (url.pathname.length < root.length) return redirect(root);

  const path = toFilePath(url.pathname.slice(root.length), readFields(folder).logo);
  const isServed = path === fileNames.page || path.startsWith('assets/');
  const content = isServed ? folder.get(path) : undefined;
  if (content === undefined) return respondNotFound(url, app, accept);

  const isReloaded = service.notices !== undefined && path === fileNames.page;
  const shown = isReloaded ? content + toReloader(app.version) : content;
  const { bytes, type } = toContent(path, shown);
  const notice = service.notices?.get(slug)?.toWellFormed() ?? '';
  const headers = {
    'content-type': type,
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-version': String(app.version),
    'x-notice': encodeURIComponent(notice),
    vary: 'Authorization',
  };
  return new Response(bytes, { headers });
}

/** Returns the file of the app that an address below `/a/<slug>/` means. */
function toFilePath(address: string, logo: string): string {
  const path = decodePath(address);
  if (path === '') return fileNames.page;
  return path === 'logo' ? logo : path;
}

/** Decodes a path. What is not UTF-8 then is a name that no file has. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '?';
  }
}

/**
 * Returns a script that reloads the page when its app has another version, and shows its notice in a
 * bar. It remembers the first address, since the page may change it.
 */
function toReloader(version: number): string {
  return `<script>{
  const address = location.href;
  const bar = document.createElement('div');
  bar.setAttribute('role', 'status');
  bar.style = 'all: initial; display: block !important; position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 40vh; overflow: auto; ' +
    'padding: 8px 16px; background: #fff3cd; color: #332701; font: 14px/1.4 monospace; white-space: pre-wrap; overflow-wrap: anywhere';
  setInterval(async () => {
    const { headers } = await fetch(address, { method: 'HEAD' });
    const seen = headers.get('x-version');
    if (seen !== null && seen !== '${version}') location.reload();
    bar.textContent = decodeURIComponent(headers.get('x-notice') ?? '');
    if (bar.textContent === '') bar.remove();
    else if (!bar.isConnected) document.documentElement.append(bar);
  }, 500);
}</script>
`;
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}

/** Responds that nothing is at the address: to a browser by a page with the way to the draft. */
function respondNotFound(url: URL, app: App | undefined, accept: string | null): Response {
  const sandbox = `${toPageOrigin(url)}/`;
  const isBrowser = /\btext\/html\b/.test(accept ?? '');
  if (!isBrowser) {
    const message = `Nothing is published at this address. The page at ${sandbox} opens drafts.`;
    return toErrorResponse(new ServiceError('not_found', message), presets.documented);
  }
  const draft = app && toDraftAddress(url, app.slug);
  const way = html`<p>${draft && html`Only the owner of an app can open its draft: <a href="${draft}">open the draft</a> as its owner. `}
The <a href="${sandbox}">page of the sandbox</a> shows all apps; there you play the reviewer too.`;
  const page = html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Nothing is published here</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui; } body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }</style>
<main><h1>Nothing is published here</h1>
${way}</main></html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
  return new Response(String(page), { status: 404, headers });
}
