import type { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { findAccount, readHost, toAppOrigin, toPageOrigin } from './access.ts';
import { type App, toPublicFolder } from './app.ts';
import { type Folder, readFields, toContent } from './folder.ts';
import type { Call, Env, Parts } from './parts.ts';
import { ServiceError } from './request.ts';

const page = 'index.html';
const cookieName = 'draft';
/** A logo is a picture and nothing else, also when it is an SVG with a script in it. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** An app may load what it likes, but nobody else may frame it. */
const pagePolicy = "frame-ancestors 'none'; object-src 'none'; base-uri 'self'";

/**
 * Adds the apps' own addresses: the page at `/a/<slug>/`, what it loads, and the logo.
 *
 * A browser gets each app under an origin of its own, `<slug>.localhost`, and is sent there from any other name; only a
 * valid Bearer key, which no browser sends by itself, skips that. Everybody gets the version that was published last.
 * The owner gets the draft: known by the key, or in a browser by `?preview=<token>`, which leaves a cookie on the app's
 * own origin. `?preview=off` ends that.
 */
export function addAppRoutes(app: Hono<Env>, parts: Parts): void {
  if (parts.reloads) app.get('/a/:slug/_changes', (call) => sendHome(call, parts) ?? tellChanges(call, parts));
  app.get('/a/:slug/logo', (call) => showLogo(call, parts));
  app.get('/a/:slug', (call) => sendHome(call, parts) ?? orHelp(call, () => enter(call, parts)));
  app.get('/a/:slug/', (call) => sendHome(call, parts) ?? orHelp(call, () => showFile(call, parts)));
  app.get('/a/:slug/:path{.+}', (call) => sendHome(call, parts) ?? showFile(call, parts));
}

/** Sends whoever has no key to the app's own origin; null for those who are there, or need not go. */
function sendHome(call: Call, parts: Parts): Response | null {
  const slug = call.req.param('slug') ?? '';
  const host = readHost(call.req.url, parts.allowedHosts);
  if (host?.kind === 'app' && host.slug === slug) return null;
  if (findCaller(call, parts) !== undefined) return null;
  const origin = toAppOrigin(call.req.url, slug);
  if (origin === null) throw refuseUnknown();
  const { pathname, search } = new URL(call.req.url);
  call.header('cache-control', 'no-store');
  return call.redirect(`${origin}${pathname}${search}`, 302);
}

/** Tells a person whose browser finds nothing at an app's address how to open the draft. */
function orHelp(call: Call, show: () => Response): Response {
  try {
    return show();
  } catch (error) {
    if (!(error instanceof ServiceError) || !call.req.header('accept')?.includes('text/html')) throw error;
    const slug = call.req.param('slug') ?? '';
    const html = helpPage
      .replaceAll('{page}', toPageOrigin(call.req.url))
      .replaceAll('{slug}', encodeURIComponent(slug));
    return call.html(html, 404, { 'content-security-policy': helpPolicy, 'cache-control': 'no-store' });
  }
}

const helpPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const helpPage = `<!doctype html>
<html lang="en">
<title>No published app here</title>
<style>:root { color-scheme: light dark; font: 1.05rem/1.6 system-ui; } body { max-width: 36rem; margin: 12vh auto; }</style>
<h1>No published app here</h1>
<p>Only its owner sees the draft of an app. To open the draft of <code>{slug}</code>, go to the
<a href="{page}/#{slug}">page of the sandbox</a> and choose <b>Open draft</b> on its card.</p>
</html>
`;

/** Sends a browser on to the address with a slash, where the page's relative links lead into its folder. */
function enter(call: Call, parts: Parts): Response {
  const { slug } = find(call, parts);
  const preview = call.req.query('preview');
  const cookie = { path: `/a/${slug}`, httpOnly: true, sameSite: 'Lax' } as const;
  if (preview === 'off') deleteCookie(call, cookieName, cookie);
  else if (preview === parts.toPreviewToken(slug)) setCookie(call, cookieName, preview, cookie);
  call.header('cache-control', 'no-store');
  return call.redirect(`/a/${slug}/`, 302);
}

/** Tells a page that its draft has changed; the page then loads itself again. */
function tellChanges(call: Call, parts: Parts): Response {
  const { slug } = find(call, parts);
  let stop = (): void => undefined;
  const body = new ReadableStream<string>({
    start(controller) {
      controller.enqueue(':\n\n');
      stop = parts.store.watch((change) => change.slug === slug && controller.enqueue('data: changed\n\n'));
    },
    cancel: () => stop(),
  });
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers });
}

const reloader = "<script>new EventSource('_changes').onmessage = () => location.reload();</script>\n";

function showFile(call: Call, parts: Parts): Response {
  const { folder } = find(call, parts);
  const path = call.req.param('path') || page;
  const content = path === page || path.startsWith('assets/') ? folder.get(path) : undefined;
  if (content === undefined) throw refuseUnknown();
  return toFileResponse(path, parts.reloads && path === page ? content + reloader : content, {
    'content-security-policy': pagePolicy,
    'cross-origin-opener-policy': 'same-origin',
  });
}

/** A picture does no harm under any name, and the sandbox's own page shows it. */
function showLogo(call: Call, parts: Parts): Response {
  const { folder } = find(call, parts);
  const { logo, name, color } = readFields(folder);
  const content = folder.get(logo);
  const headers = { 'content-security-policy': picturePolicy, 'cross-origin-resource-policy': 'cross-origin' };
  return content === undefined
    ? toFileResponse('logo.svg', drawLogo(name, color), headers)
    : toFileResponse(logo, content, headers);
}

function find(call: Call, parts: Parts): { readonly slug: string; readonly folder: Folder } {
  const app = parts.store.find(call.req.param('slug') ?? '');
  const folder = app === undefined ? null : isOwner(call, app, parts) ? app.draft : toPublicFolder(app);
  if (app === undefined || folder === null) throw refuseUnknown();
  return { slug: app.slug, folder };
}

function isOwner(call: Call, app: App, parts: Parts): boolean {
  const preview = call.req.query('preview');
  if (preview === 'off') return false;
  const token = preview ?? getCookie(call, cookieName);
  return findCaller(call, parts)?.name === app.owner || token === parts.toPreviewToken(app.slug);
}

function findCaller(call: Call, { store }: Parts): ReturnType<typeof findAccount> {
  return findAccount(call.req.header('authorization'), store.settings().accounts);
}

function toFileResponse(path: string, content: string, more: Readonly<Record<string, string>>): Response {
  const { bytes, type } = toContent(path, content);
  const headers = {
    'content-type': type,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    vary: 'Authorization, Cookie',
    ...more,
  };
  return new Response(bytes, { headers });
}

function refuseUnknown(): ServiceError {
  return new ServiceError('not_found', 'There is nothing at this address.');
}

/** The picture of an app without one: the first letter of its name on its colour. */
function drawLogo(name: string, color: string): string {
  const letter = [...name.trim()][0] ?? '?';
  const code = letter.codePointAt(0) ?? 63;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
    `<rect width="64" height="64" rx="14" fill="${color}"/>` +
    '<text x="32" y="44" font-family="sans-serif" font-size="34" font-weight="700" text-anchor="middle" fill="#fff">' +
    `&#${code};</text></svg>`
  );
}
