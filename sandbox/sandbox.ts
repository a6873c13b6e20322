import { Hono, type Next } from 'hono';
import { readHost } from './access.ts';
import { addApiRoutes } from './api.ts';
import { addAppRoutes, serveApp } from './app-pages.ts';
import { presets } from './assumptions.ts';
import { addControlRoutes } from './controls.ts';
import {
  type Bindings,
  type Call,
  type Controls,
  createParts,
  type Env,
  type Parts,
  type SandboxOptions,
  type SeenRequest,
} from './parts.ts';
import { AbortedError, ServiceError } from './request.ts';
import { toErrorResponse } from './responses.ts';

/** A local mock of the service, without a socket. */
export interface Sandbox extends Controls {
  /**
   * Answers a request, as over a socket. Rejects with a TypeError where a fault resets the
   * connection.
   */
  fetch(request: Request, bindings?: Bindings): Promise<Response>;
}

const maxRequests = 1_000;
const maxKeptBody = 64 * 1024;

/**
 * Makes a local mock of the service: its API, its apps' addresses, its rules and limits. Throws
 * what does not fit.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const parts = createParts(options);
  const routes = createRoutes(parts, options);
  const allowedHosts = new Set(options.allowedHosts);
  /**
   * Answers only under the sandbox's own names; on an app's own origin there is nothing but the
   * app.
   */
  const respond = (request: Request, env: Env['Bindings'] | null): Response | Promise<Response> => {
    const host = env && readHost(env.url, allowedHosts);
    if (env === null || host === null) {
      const { method, url: path } = request;
      const time = new Date(parts.now()).toISOString();
      options.onRequest?.({
        time,
        method,
        path,
        status: 403,
        account: null,
        headers: {},
        bytes: null,
        body: null,
      });
      return toErrorResponse(unknownName, presets.documented);
    }
    return host.kind === 'app'
      ? serveApp(env.url, { ...host, accept: request.headers.get('accept') }, parts)
      : routes.fetch(request, env);
  };
  return {
    ...parts,
    async fetch(request, bindings) {
      // A Host header may hold what no URL can.
      const url = URL.canParse(request.url) ? new URL(request.url) : null;
      const env: Env['Bindings'] | null = url && { ...bindings, url };
      const response = await respond(request, env);
      if (env?.isReset === true)
        throw new TypeError('fetch failed', { cause: new Error('The connection was reset.') });
      response.headers.set('x-content-type-options', 'nosniff');
      response.headers.set('cross-origin-resource-policy', 'same-origin');
      return response;
    },
  };
}

const unknownName = new ServiceError(
  'forbidden',
  'The sandbox does not answer to this name. Use 127.0.0.1 or localhost, or allow the host.',
);
const unknownEndpoint = new ServiceError('not_found', 'The service has no such endpoint.');

function createRoutes(parts: Parts, { onRequest, onError }: SandboxOptions): Hono<Env> {
  const routes = new Hono<Env>();
  // The controls and the apps' addresses always respond in one form, whatever is assumed about the API.
  const refuse = (call: Call, error: ServiceError): Response =>
    toErrorResponse(
      error,
      call.req.path.startsWith('/api/') ? parts.setup().assumptions : presets.documented,
    );
  routes.use('/api/*', async (call, next) => {
    const seen = await record(call, next, parts);
    onRequest?.(seen);
  });
  routes.notFound((call) => refuse(call, unknownEndpoint));
  routes.onError((error, call) => {
    if (error instanceof ServiceError) return refuse(call, error);
    // Nobody reads this response.
    if (error instanceof AbortedError) return new Response(null, { status: 400 });
    onError?.(error);
    return refuse(call, new ServiceError('internal', 'The sandbox failed; its own log says why.'));
  });
  addApiRoutes(routes, parts);
  addAppRoutes(routes, parts);
  addControlRoutes(routes, parts);
  return routes;
}

/** Keeps what a client did. */
async function record(call: Call, next: Next, { requests, now }: Parts): Promise<SeenRequest> {
  const time = new Date(now()).toISOString();
  await next();
  const { body, account } = call.var;
  const { authorization: _key, cookie: _cookie, ...headers } = call.req.header();
  const seen = {
    time,
    method: call.req.method,
    path: call.env.url.pathname,
    status:
      call.env.isReset === true || call.error instanceof AbortedError ? null : call.res.status,
    account: account?.name ?? null,
    headers,
    bytes: body?.bytes ?? null,
    body: body === undefined || body.bytes > maxKeptBody ? null : body.json,
  };
  requests.push(seen);
  if (requests.length > maxRequests) requests.shift();
  return seen;
}
