import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';
import { toPageOrigin } from '../api/access.ts';
import type { Call, Env } from '../api/call.ts';
import type { Service } from '../service/service.ts';
import { renderApp } from './app.ts';
import { renderApps } from './apps.ts';
import { respondWithAsset } from './assets.ts';
import { renderFaults } from './faults.ts';
import { renderRequests, respondWithBody } from './requests.ts';
import { countChangedAssumptions, renderSettings } from './settings.ts';
import type { PageSource, View } from './view.ts';
import type { Html } from './words.ts';

export type PageName = keyof typeof pages;

const pages = {
  apps: { path: '/', section: '/', title: () => 'Apps', render: renderApps },
  app: {
    path: '/apps/:slug{[a-z0-9-]{3,32}}',
    section: '/',
    title: (view: View) => view.params['slug'] ?? '',
    render: renderApp,
  },
  requests: {
    path: '/requests/:id{[0-9]{1,10}}?',
    section: '/requests',
    title: () => 'Requests',
    render: renderRequests,
  },
  faults: { path: '/faults', section: '/faults', title: () => 'Faults', render: renderFaults },
  settings: {
    path: '/settings',
    section: '/settings',
    title: () => 'Settings',
    render: renderSettings,
  },
} as const;

/**
 * Sets the headers that protect a page: it runs only its own scripts, frames only apps, and no
 * other page frames it.
 */
export const protectPage = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    scriptSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    frameSrc: [(call) => toAppOrigins(new URL(call.req.url))],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity: false,
});

function toAppOrigins({ port }: URL): string {
  return port === '' ? 'http://*.localhost' : `http://*.localhost:${port}`;
}

/** Adds the pages of the sandbox and their assets, under the name localhost only. */
export function addPageRoutes(routes: Hono<Env>, source: PageSource): void {
  routes.get('/favicon.ico', () => new Response(null, { status: 204 }));
  for (const [name, { path }] of Object.entries(pages)) {
    routes.get(path, protectPage, etag(), async (call) => {
      const { url } = call.env;
      if (url.hostname !== 'localhost') {
        return call.redirect(`${toPageOrigin(url)}${url.pathname}${url.search}`, 302);
      }
      return respondWithPage(call, name as PageName, source);
    });
  }
  routes.get('/requests/:id{[0-9]{1,10}}/:part{request|response}', async (call, next) => {
    const { id, part } = call.req.param();
    const isPage = call.env.url.hostname === 'localhost';
    const response = isPage ? respondWithBody(source.service, Number(id), part) : null;
    if (response === null) await next();
    return response ?? undefined;
  });
  routes.get('/assets/:name', async (call, next) => {
    const isPage = call.env.url.hostname === 'localhost';
    const response = isPage ? respondWithAsset(call.req.param('name')) : null;
    if (response === null) await next();
    return response ?? undefined;
  });
}

/** A form that was not accepted. */
export interface RefusedForm {
  readonly message: string;
  /** The fields of the form, so that nobody has to write them again. */
  readonly sent: URLSearchParams;
}

/** Responds with a page; with status 400 if a form was not accepted. */
export async function respondWithPage(
  call: Call,
  name: PageName,
  source: PageSource,
  refused: RefusedForm | null = null,
): Promise<Response> {
  const { section, title, render } = pages[name];
  const view: View = {
    ...source,
    url: call.env.url,
    params: call.req.param(),
    sent: refused?.sent ?? new URLSearchParams(),
    alert: refused?.message ?? null,
  };
  const content = render(view);
  const page = renderLayout(view, { section, title: title(view), content });
  call.header('cache-control', 'no-store');
  return call.html(await page, refused === null ? 200 : 400);
}

/** The variable parts of the layout. */
interface LayoutOptions {
  readonly section: string;
  readonly title: string;
  readonly content: Html;
}

function renderLayout(view: View, options: LayoutOptions): Html {
  const { service, alert } = view;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${options.title} · Mini apps sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/pico.css">
<link rel="stylesheet" href="/assets/page.css">
<script src="/assets/page.js" type="module"></script>
</head>
<body data-ahead-ms="${service.aheadMs}">
<a class="skip" href="#content">Skip to content</a>
<header>
<div class="bar">
<a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28"> Mini apps sandbox</a>
<span class="live" role="status"><span id="live">Live</span></span>
<span class="address"><span class="muted">base-url</span> <code id="base-url">${service.baseUrl}</code>
<button type="button" class="quiet small" data-copy="base-url">Copy<span class="hidden"> base-url</span></button></span>
</div>
${renderNavigation(service, options.section)}
</header>
<main id="content" tabindex="-1">
<div id="alert" role="alert">${alert}</div>
<div id="done" role="status" class="hidden"></div>
${options.content}
</main>
</body>
</html>
`;
}

function renderNavigation(service: Service, current: string): Html {
  const faults = service.faults.list().length;
  const changed = countChangedAssumptions(service);
  const links: readonly (readonly [path: string, name: string, count: string | false])[] = [
    ['/', 'Apps', `${service.store.apps().length}`],
    ['/requests', 'Requests', `${service.requests.length}`],
    ['/faults', 'Faults', faults > 0 && `${faults} on`],
    ['/settings', 'Settings', changed > 0 && `${changed} changed`],
  ];
  return html`<nav id="sections" aria-label="Sections"><ul>${links.map(
    ([path, name, count]) => html`
<li><a href="${path}" ${path === current && html`aria-current="page"`}>${name}${
      count !== false && html` <span class="count">${count}</span>`
    }</a></li>`,
  )}
</ul></nav>`;
}
