import { Hono, type Next } from 'hono';
import { readHost } from './access.ts';
import { addApiRoutes } from './api.ts';
import { addAppRoutes } from './app-pages.ts';
import { type Assumptions, presets } from './assumptions.ts';
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
  /** Answers a request, as over a socket. Rejects with a TypeError where a fault resets the connection. */
  fetch(request: Request, bindings?: Bindings): Promise<Response>;
  /** The secret word that opens an app's draft in a browser: `/a/<slug>?preview=<token>`. */
  toPreviewToken(slug: string): string;
}

const maxRequests = 1_000;

/** Makes a local mock of the service: its API, its apps' addresses, its rules and limits. Throws what does not fit. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const parts = createParts(options);
  const app = new Hono<Env>();
  const see = (seen: SeenRequest): void => {
    parts.requests.push(seen);
    parts.requests.splice(0, parts.requests.length - maxRequests);
    options.onRequest?.(seen);
  };
  app.use('*', (call, next) => protect(call, next, parts));
  for (const path of ['/api/*', '/a/*']) app.use(path, (call, next) => record(call, next, { see, now: parts.now }));
  app.onError((error, call) => toFailure(error, toAssumptions(call, parts), options.onError));
  app.notFound((call) => toErrorResponse(unknownEndpoint, toAssumptions(call, parts)));
  addApiRoutes(app, parts);
  addAppRoutes(app, parts);
  addControlRoutes(app, parts);
  return {
    ...parts,
    async fetch(request, bindings) {
      const env: Env['Bindings'] = { ...bindings };
      const response = await app.fetch(request, env);
      if (env.isReset === true) throw new TypeError('fetch failed', { cause: new Error('The connection was reset.') });
      return response;
    },
  };
}

/** Answers only under the sandbox's own names; on an app's own origin there is nothing but the app. */
async function protect(call: Call, next: Next, { allowedHosts }: Parts): Promise<void> {
  const host = readHost(call.req.url, allowedHosts);
  const { pathname } = new URL(call.req.url);
  const isApp = host?.kind === 'app' && (`${pathname}/`.startsWith(`/a/${host.slug}/`) || pathname === '/favicon.ico');
  if (host === null || (host.kind === 'app' && !isApp)) {
    const message = 'The sandbox does not answer to this name. Use 127.0.0.1 or localhost, or allow the host.';
    call.res = toErrorResponse(new ServiceError('forbidden', message), presets.documented);
  } else {
    await next();
  }
  call.header('x-content-type-options', 'nosniff');
  if (!call.res.headers.has('cross-origin-resource-policy')) call.header('cross-origin-resource-policy', 'same-origin');
}

const unknownEndpoint = new ServiceError('not_found', 'The service has no such endpoint.');

/** The controls and the apps' addresses always respond in one form, whatever is assumed about the API. */
function toAssumptions(call: Call, { setup }: Parts): Assumptions {
  return call.req.path.startsWith('/api/') ? setup().assumptions : presets.documented;
}

function toFailure(error: Error, assumptions: Assumptions, onError?: (error: Error) => void): Response {
  if (error instanceof ServiceError) return toErrorResponse(error, assumptions);
  // Nobody reads this response.
  if (error instanceof AbortedError) return new Response(null, { status: 400 });
  onError?.(error);
  return toErrorResponse(new ServiceError('internal', 'The sandbox failed; its own log says why.'), assumptions);
}

interface Recorder {
  readonly see: (seen: SeenRequest) => void;
  readonly now: () => number;
}

/** Keeps what a client did; looks through a preview link are the sandbox's own page, and no client. */
async function record(call: Call, next: Next, { see, now }: Recorder): Promise<void> {
  const time = new Date(now()).toISOString();
  const start = performance.now();
  await next();
  if (call.req.query('preview') !== undefined) return;
  const { body, account } = call.var;
  const headers = Object.entries(call.req.header()).filter(([name]) => name !== 'authorization' && name !== 'cookie');
  see({
    time,
    method: call.req.method,
    path: new URL(call.req.url).pathname,
    status: call.env.isReset === true || call.error instanceof AbortedError ? null : call.res.status,
    duration_ms: Math.round(performance.now() - start),
    account: account?.name ?? null,
    headers: Object.fromEntries(headers),
    body: body === undefined ? null : { bytes: body.bytes, sha256: body.sha256 },
  });
}
