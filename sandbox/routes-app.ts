import type { Context, Hono, Next } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type Folder, toContent } from './contents.ts';
import { ServiceError } from './errors.ts';
import { readFields } from './fields.ts';
import { toPageOrigin } from './guard.ts';
import type { Env, Parts } from './parts.ts';
import { type App, toPublicFolder } from './store.ts';

type Call = Context<Env>;

const page = 'index.html';
const cookieName = 'draft';
/** A logo is a picture and nothing else, also when it is an SVG that holds a script. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** An app may load what it likes, but nobody else may frame it. */
const pagePolicy = "frame-ancestors 'none'; object-src 'none'; base-uri 'self'";

/**
 * Adds the apps' own addresses: the page at `/a/<slug>/`, what it loads, and the logo.
 *
 * Everybody gets the version that was published last. The owner gets the draft: known by the Authorization header, or
 * in a browser by `?preview=<token>`, which leaves a cookie for this one address. `?preview=off` ends that.
 */
export function addAppRoutes(app: Hono<Env>, parts: Parts): void {
  app.use('/a/*', (call, next) => keepApart(call, next, parts));
  app.get('/a/:slug', (call) => enter(call, parts));
  app.get('/a/:slug/logo', (call) => showLogo(call, parts));
  app.get('/a/:slug/:path{.*}', (call) => showFile(call, parts));
}

/** Under the name of the sandbox's own page no app is shown: a browser is sent to the apps' origin. */
async function keepApart(call: Call, next: Next, parts: Parts): Promise<undefined | Response> {
  const { origin, pathname, search } = new URL(call.req.url);
  if (origin === toPageOrigin(parts.baseUrl) && call.req.header('authorization') === undefined) {
    return call.redirect(`${parts.baseUrl}${pathname}${search}`, 302);
  }
  await next();
  return undefined;
}

/** Sends a browser on to the address with a slash, where the page's relative links lead into its folder. */
function enter(call: Call, parts: Parts): Response {
  const { slug } = find(call, parts);
  const preview = call.req.query('preview');
  const cookie = { path: `/a/${slug}`, httpOnly: true, sameSite: 'Lax' } as const;
  if (preview === 'off') {
    deleteCookie(call, cookieName, cookie);
  } else if (preview === parts.toPreviewToken(slug)) {
    setCookie(call, cookieName, preview, cookie);
  }
  call.header('cache-control', 'no-store');
  return call.redirect(`/a/${slug}/`, 302);
}

function showFile(call: Call, parts: Parts): Response {
  const { folder } = find(call, parts);
  const path = call.req.param('path') || page;
  const content = path === page || path.startsWith('assets/') ? folder.get(path) : undefined;
  if (content === undefined) throw refuseUnknown();
  return answer(path, content, pagePolicy);
}

function showLogo(call: Call, parts: Parts): Response {
  const { folder } = find(call, parts);
  const { logo, name, color } = readFields(folder);
  const content = folder.get(logo);
  return content === undefined
    ? answer('logo.svg', drawLogo(name, color), picturePolicy)
    : answer(logo, content, picturePolicy);
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
  const word = preview ?? getCookie(call, cookieName);
  const caller = parts.findCaller(call.req.header('authorization'));
  return caller?.name === app.owner || word === parts.toPreviewToken(app.slug);
}

function answer(path: string, content: string, policy: string): Response {
  const { bytes, type } = toContent(path, content);
  const headers = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    vary: 'Authorization, Cookie',
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
