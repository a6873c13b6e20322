import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { ServiceError } from './errors.ts';
import { isLoopback, toPageOrigin } from './guard.ts';
import type { Env, Parts } from './parts.ts';

type Call = Context<Env>;

const folder = join(import.meta.dirname, 'page');
const files = [
  { at: '/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { at: '/_page/style.css', name: 'style.css', type: 'text/css; charset=utf-8' },
  { at: '/_page/page.js', name: 'page.js', type: 'text/javascript; charset=utf-8' },
  { at: '/_page/card.js', name: 'card.js', type: 'text/javascript; charset=utf-8' },
  { at: '/_page/icon.svg', name: 'icon.svg', type: 'image/svg+xml' },
] as const;

/**
 * Adds the sandbox's page, which lives under the name localhost; under another name `/` leads there. A browser asks for a favicon
 * with every app that has none; it is told that there is none.
 */
export function addPageRoutes(app: Hono<Env>, parts: Parts): void {
  app.get('/favicon.ico', () => new Response(null, { status: 204 }));
  for (const file of files) app.get(file.at, (call) => show(call, file, parts));
}

async function show(call: Call, file: (typeof files)[number], parts: Parts): Promise<Response> {
  if (!isLoopback(call.req.url, parts.baseUrl)) {
    throw new ServiceError('forbidden', 'The sandbox shows its page only under the names of this machine.');
  }
  const origin = toPageOrigin(parts.baseUrl);
  if (new URL(call.req.url).origin !== origin) return call.redirect(`${origin}${file.at}`, 302);
  const headers = {
    'content-type': file.type,
    'content-security-policy': toPolicy(parts.baseUrl),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  return new Response(await readFile(join(folder, file.name)), { headers });
}

function toPolicy(baseUrl: string): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' ${baseUrl}; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  );
}
