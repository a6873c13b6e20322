import { type Context, Hono, type Next } from 'hono';
import { readHost } from './access.ts';
import { addApiRoutes } from './api.ts';
import { addAppRoutes } from './app-pages.ts';
import { addControlRoutes } from './controls.ts';
import type { Faults } from './faults.ts';
import { createParts, type Env, type Parts, type SandboxOptions, type SeenRequest } from './parts.ts';
import { AbortedError, ServiceError } from './request.ts';
import { toErrorResponse } from './responses.ts';
import type { Store } from './store.ts';

/** A local mock of the service, without a socket. */
export interface Sandbox {
  readonly fetch: (request: Request, bindings?: Env['Bindings']) => Promise<Response>;
  readonly store: Store;
  readonly faults: Faults;
  /** What came in at `/api/` and `/a/`, oldest first, the last 1,000. */
  readonly requests: readonly SeenRequest[];
  /** Brings back how everything was at the start, with no app but those of the seed. */
  readonly reset: () => void;
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
  app.onError((error) => toFailure(error, parts, options.onError));
  app.notFound(() => toFailure(new ServiceError('not_found', 'The service has no such endpoint.'), parts));
  addApiRoutes(app, parts);
  addAppRoutes(app, parts);
  addControlRoutes(app, parts);
  const { store, faults, requests, reset } = parts;
  return { fetch: async (request, bindings = {}) => app.fetch(request, bindings), store, faults, requests, reset };
}

/** Answers only under the sandbox's own names; on an app's own origin there is nothing but the app. */
async function protect(call: Context<Env>, next: Next, { allowedHosts, setup }: Parts): Promise<void> {
  const host = readHost(call.req.url, allowedHosts);
  const { pathname } = new URL(call.req.url);
  const isApp = host?.kind === 'app' && (`${pathname}/`.startsWith(`/a/${host.slug}/`) || pathname === '/favicon.ico');
  if (host === null || (host.kind === 'app' && !isApp)) {
    const message = 'The sandbox does not answer to this name. Use 127.0.0.1 or localhost, or allow the host.';
    call.res = toErrorResponse(new ServiceError('forbidden', message), setup().assumptions);
  } else {
    await next();
  }
  call.header('x-content-type-options', 'nosniff');
  if (!call.res.headers.has('cross-origin-resource-policy')) call.header('cross-origin-resource-policy', 'same-origin');
}

function toFailure(error: Error, { setup }: Parts, onError?: (error: Error) => void): Response {
  if (error instanceof ServiceError) return toErrorResponse(error, setup().assumptions);
  // Nobody reads this response.
  if (error instanceof AbortedError) return new Response(null, { status: 400 });
  onError?.(error);
  return toErrorResponse(
    new ServiceError('internal', 'The sandbox failed; its own log says why.'),
    setup().assumptions,
  );
}

interface Recorder {
  readonly see: (seen: SeenRequest) => void;
  readonly now: () => number;
}

/** Keeps what a client did; looks through a preview link are the sandbox's own page, and no client. */
async function record(call: Context<Env>, next: Next, { see, now }: Recorder): Promise<void> {
  const time = new Date(now()).toISOString();
  const start = performance.now();
  await next();
  if (call.req.query('preview') !== undefined) return;
  const { body, account, dropped = false } = call.var;
  const headers = Object.entries(call.req.header()).filter(([name]) => name !== 'authorization' && name !== 'cookie');
  see({
    time,
    method: call.req.method,
    path: new URL(call.req.url).pathname,
    status: dropped || call.error instanceof AbortedError ? null : call.res.status,
    duration_ms: Math.round(performance.now() - start),
    account: account?.name ?? null,
    headers: Object.fromEntries(headers),
    body: body === undefined ? null : { bytes: body.bytes, sha256: body.sha256 },
  });
}
