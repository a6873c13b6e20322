import type { Hono } from 'hono';
import { findAccount, toDraftAddress, toPageOrigin, toPublishedAddress } from '../api/access.ts';
import type { Env } from '../api/call.ts';
import { toErrorResponse } from '../api/responses.ts';
import type { DraftNotices } from '../dev/draft-notices.ts';
import { type App, toPublicFolder } from '../service/app.ts';
import { presets } from '../service/assumptions.ts';
import { ServiceError } from '../service/errors.ts';
import { type Folder, fileNames, readFields, toContent } from '../service/folder.ts';
import type { Service } from '../service/service.ts';
import { readAsset } from './assets.ts';
import { respondWithNotPublished } from './not-published.ts';

/** A request for a file of an app. */
export interface AppRequest {
  readonly url: URL;
  readonly method: string;
  readonly slug: string;
  /** True if the draft is requested, false if the published version is. */
  readonly isDraft: boolean;
  /**
   * True if the request goes to the draft's own origin. Only the app itself sends such requests.
   */
  readonly isFromDraft: boolean;
  /** True if a person sees the response. A 404 is then a page that leads to the draft. */
  readonly isForPerson: boolean;
}

/**
 * Adds `/a/<slug>/` at the address of the service. A request with a key gets the app itself. A
 * browser, which never sends a key, is treated as the owner and redirected to the draft. Any other
 * client is redirected to the published version.
 */
export function addAppRoutes(
  routes: Hono<Env>,
  service: Service,
  notices: DraftNotices | null,
): void {
  routes.all('/a/:slug/*', async (call) => {
    const { url } = call.env;
    const { method } = call.req;
    const slug = call.req.param('slug');
    if (!isRead(method)) return refuseMethod();
    const app = service.store.find(slug);
    const caller = findAccount(call.req.header('authorization'), service.setup().accounts);
    if (caller !== undefined) {
      const isDraft = app?.owner === caller.name;
      const request = { url, method, slug, isDraft, isFromDraft: false, isForPerson: false };
      return serveApp(request, service, notices);
    }
    if (!/^[a-z0-9-]{3,32}$/.test(slug)) return respondNotFound(url);
    const isNavigation = call.req.header('sec-fetch-dest') === 'document';
    let address = toPublishedAddress(url, slug);
    if (isNavigation && app !== undefined) address = toDraftAddress(url, slug);
    return redirect(`${new URL(address).origin}${url.pathname}${url.search}`);
  });
}

/** Serves a file of an app: its page at `/a/<slug>/`, the files under assets/, and its logo. */
export async function serveApp(
  request: AppRequest,
  service: Service,
  notices: DraftNotices | null,
): Promise<Response> {
  const { url, slug, isDraft } = request;
  if (!isRead(request.method)) return refuseMethod();
  const app = service.store.find(slug);
  if (app === undefined) return respondMissing(request, app);
  const folder = isDraft ? app.draft : toPublicFolder(app);
  if (folder === null) return respondMissing(request, app);
  const root = `/a/${slug}/`;
  if (url.pathname === `/a/${slug}`) return redirect(root);

  const path = toFilePath(url, root, folder);
  let content = folder.get(path);
  if (content === undefined || !isServed(path)) {
    if (request.isFromDraft) notices?.addMissing(app, url.pathname);
    return respondMissing(request, app);
  }
  if (notices !== null && path === fileNames.page) content += renderBar(app);
  const { bytes, type } = toContent(path, content);
  const headers = {
    'content-type': type,
    'content-security-policy': toPolicy(url),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-version': String(app.version),
    'x-notice': encodeURIComponent(notices?.getText(app) ?? ''),
    vary: 'Authorization',
  };
  return new Response(bytes, { headers });
}

/** Returns true if a browser can load a file of the folder. */
function isServed(path: string): boolean {
  return path === fileNames.page || path.startsWith('assets/');
}

/** Returns the Content-Security-Policy: only the sandbox's page and the app itself may frame it. */
function toPolicy(url: URL): string {
  return `frame-ancestors 'self' ${toPageOrigin(url)}; object-src 'none'; base-uri 'self'`;
}

/** Returns the file of the app that an address below `/a/<slug>/` means. */
function toFilePath(url: URL, root: string, folder: Folder): string {
  if (!url.pathname.startsWith(root)) return noFile;
  const path = decodePath(url.pathname.slice(root.length));
  if (path === '') return fileNames.page;
  if (path === 'logo') return readFields(folder).logo;
  return path;
}

/** A name that no file has. */
const noFile = '?';

/** Decodes a path. Returns a name that no file has if the path is not valid UTF-8. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return noFile;
  }
}

/** Renders the script that reloads a draft, and shows its problems in a bar. */
function renderBar(app: App): string {
  return `<script data-version="${app.version}">${readAsset('draft-bar.js')}</script>\n`;
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuseMethod(): Response {
  const headers = { allow: 'GET, HEAD' };
  const error = new ServiceError('method_not_allowed', 'An app takes GET and HEAD.', { headers });
  return toErrorResponse(error, presets.documented);
}

/** Responds with a 404: to a person with a page, to a program with an error. */
function respondMissing(request: AppRequest, app: App | undefined): Response | Promise<Response> {
  if (request.isForPerson) return respondWithNotPublished(request.url, app);
  return respondNotFound(request.url);
}

function respondNotFound(url: URL): Response {
  const page = `${toPageOrigin(url)}/`;
  const message = `Nothing is published at this address. The page at ${page} opens drafts.`;
  return toErrorResponse(new ServiceError('not_found', message), presets.documented);
}
