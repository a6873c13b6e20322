import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { toPageOrigin } from '../api/access.ts';
import type { Call, Env } from '../api/call.ts';
import type { Service } from '../service/service.ts';
import { type Page, readPage } from './address.ts';
import { renderApp } from './app.ts';
import { renderApps } from './apps.ts';
import { respondWithAsset } from './assets.ts';
import { renderAssumptions } from './assumptions.ts';
import { renderFaults } from './faults.ts';
import { type LayoutOptions, renderLayout } from './layout.ts';
import { renderRequests } from './requests.ts';
import { renderSettings } from './settings.ts';
import type { Html } from './words.ts';

/** A form that was not accepted. */
export interface FormFault {
  readonly message: string;
  /** The fields of the form, so that nobody has to write them again. */
  readonly sent: URLSearchParams;
}

/** Adds the pages of the sandbox and their assets, under the name localhost only. */
export function addPageRoutes(routes: Hono<Env>, service: Service): void {
  routes.get('/favicon.ico', () => new Response(null, { status: 204 }));
  for (const path of ['/', '/apps/*', '/requests/*', '/faults', '/assumptions', '/settings']) {
    routes.get(path, async (call, next) => {
      const { url } = call.env;
      const page = readPage(url);
      if (page === null) return next();
      if (url.hostname === 'localhost') return respondWithPage(call, service, page);
      return call.redirect(`${toPageOrigin(url)}${url.pathname}${url.search}`, 302);
    });
  }
  routes.get('/assets/:name', async (call, next) => {
    const isPage = call.env.url.hostname === 'localhost';
    const response = isPage ? respondWithAsset(call.req.param('name')) : null;
    if (response === null) await next();
    return response ?? undefined;
  });
}

/** Responds with a page: 304 if the browser has it already, 400 if a form was not valid. */
export async function respondWithPage(
  call: Call,
  service: Service,
  page: Page,
  fault: FormFault | null = null,
): Promise<Response> {
  const { url } = call.env;
  const layout = renderPage(service, page, url, fault);
  const text = String(await renderLayout(service, layout));
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = {
    etag,
    'content-security-policy': toPolicy(url),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  if (fault !== null) return call.html(text, 400, headers);
  if (call.req.header('if-none-match') === etag) return call.body(null, 304, headers);
  return call.html(text, 200, headers);
}

/** The pages run only their own script, and frame only apps. */
function toPolicy(url: URL): string {
  const { port } = new URL(toPageOrigin(url));
  const apps = port === '' ? 'http://*.localhost' : `http://*.localhost:${port}`;
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${apps}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function renderPage(
  service: Service,
  page: Page,
  url: URL,
  fault: FormFault | null,
): LayoutOptions {
  const sent = fault?.sent ?? new URLSearchParams();
  const alert = fault?.message ?? null;
  switch (page.kind) {
    case 'apps':
      return { title: 'Apps', section: '/', alert, content: renderApps(service, page, url) };
    case 'app': {
      const app = service.store.find(page.slug);
      const content =
        app === undefined ? renderNoApp(page.slug) : renderApp(service, app, url, sent);
      return { title: page.slug, section: '/', alert, content };
    }
    case 'requests': {
      const content = renderRequests(service, page);
      return { title: 'Requests', section: '/requests', alert, content };
    }
    case 'faults':
      return { title: 'Faults', section: '/faults', alert, content: renderFaults(service, sent) };
    case 'assumptions': {
      const content = renderAssumptions(service);
      return { title: 'Assumptions', section: '/assumptions', alert, content };
    }
    case 'settings': {
      const content = renderSettings(service, sent);
      return { title: 'Settings', section: '/settings', alert, content };
    }
  }
}

function renderNoApp(slug: string): Html {
  return html`<h1>${slug}</h1>
<div class="blank"><h2>This app does not exist</h2><p><a href="/">All apps</a></p></div>`;
}
