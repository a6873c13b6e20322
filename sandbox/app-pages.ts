import type { Hono } from 'hono';
import { html } from 'hono/html';
import { findAccount, type Host, toOrigin } from './access.ts';
import { type App, toPublicFolder } from './app.ts';
import { presets } from './assumptions.ts';
import { readFields, toContent } from './folder.ts';
import type { Env, Parts } from './parts.ts';
import { ServiceError } from './request.ts';
import { toErrorResponse } from './responses.ts';

/** What is shown of an app: what was published last, or its draft. */
interface Shown extends Omit<Extract<Host, { readonly kind: 'app' }>, 'kind'> {
  /**
   * What the client takes, as the header says it: a browser is shown a page where there is nothing
   * to show.
   */
  readonly accept: string | null;
}

const page = 'index.html';
/** An app may load what it likes, but nobody else may frame it. */
const policy = "frame-ancestors 'none'; object-src 'none'; base-uri 'self'";
/**
 * Reloads the page when its app has another version, and shows its notice; by the first address,
 * which the page may change.
 */
const toReloader = (version: number): string => `<script>{
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

/**
 * Adds `/a/<slug>/`: with a key, which no browser sends by itself, the app; else the way to the
 * origin that the app has for itself.
 */
export function addAppRoutes(routes: Hono<Env>, parts: Parts): void {
  routes.get('/a/:slug/*', (call) => {
    const { url } = call.env;
    const slug = call.req.param('slug');
    if (!/^[a-z0-9-]{3,32}$/.test(slug)) return refuse(url, undefined, false);
    const caller = findAccount(call.req.header('authorization'), parts.setup().accounts);
    if (caller === undefined)
      return redirect(`${toOrigin(url, `${slug}.`)}${url.pathname}${url.search}`);
    return serveApp(
      url,
      { slug, isDraft: parts.store.find(slug)?.owner === caller.name, accept: null },
      parts,
    );
  });
}

/** Serves one app, and nothing else: its page at `/a/<slug>/`, what that loads, and its logo. */
export function serveApp(url: URL, { slug, isDraft, accept }: Shown, parts: Parts): Response {
  const app = parts.store.find(slug);
  const folder = app && (isDraft ? app.draft : toPublicFolder(app));
  const root = `/a/${slug}/`;
  const hasPage = /\btext\/html\b/.test(accept ?? '');
  if (!folder || !`${url.pathname}/`.startsWith(root)) return refuse(url, app, hasPage);
  if (url.pathname.length < root.length) return redirect(root);
  const asked = decode(url.pathname.slice(root.length));
  const path = asked === 'logo' ? readFields(folder).logo : asked || page;
  const content = path === page || path.startsWith('assets/') ? folder.get(path) : undefined;
  if (content === undefined) return refuse(url, app, hasPage);
  const { bytes, type } = toContent(
    path,
    parts.notices && path === page ? content + toReloader(app.version) : content,
  );
  const headers = {
    'content-type': type,
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-version': String(app.version),
    'x-notice': encodeURIComponent(parts.notices?.get(slug)?.toWellFormed() ?? ''),
    vary: 'Authorization',
  };
  return new Response(bytes, { headers });
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}

/** The 404, for people with the way to the draft. */
function refuse(url: URL, app: App | undefined, hasPage: boolean): Response {
  const sandbox = `${toOrigin(url)}/`;
  if (!hasPage) {
    const message = `Nothing is published at this address. The page at ${sandbox} opens drafts.`;
    return toErrorResponse(new ServiceError('not_found', message), presets.documented);
  }
  const draft = app && `${toOrigin(url, `${app.slug}_draft.`)}/a/${app.slug}/`;
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

/** A path that is no UTF-8 once it is decoded names no file. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '?';
  }
}
