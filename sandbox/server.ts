import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono, type Next } from 'hono';
import { readHost, toPageOrigin } from './access.ts';
import { addApiRoutes } from './api.ts';
import { addAppRoutes } from './app-pages.ts';
import { addControlRoutes } from './controls.ts';
import { type Faults, isChange } from './faults.ts';
import { type Call, createParts, type Env, type Parts, type SandboxOptions, type SeenRequest } from './parts.ts';
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

/** How a sandbox on a socket is to be. */
export interface ServerOptions extends SandboxOptions {
  /** Port; 0, the default, takes a free one. */
  readonly port?: number;
  /** Address to listen on, 127.0.0.1 by default; `0.0.0.0` in a container. */
  readonly host?: string;
}

/** A sandbox that listens. */
export interface RunningSandbox extends Sandbox {
  /** The {base_url}, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Address of the sandbox's own page, such as `http://localhost:8080/`. */
  readonly pageUrl: string;
  /** The API keys, in the order of the accounts; there is at least one. */
  readonly keys: readonly [string, ...string[]];
  /** Stops listening and drops every connection. */
  close(): Promise<void>;
}

const maxRequests = 1_000;
const readsPerTurn = 16;

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

/** Starts a sandbox, on loopback unless told otherwise. Throws what listening throws, such as EADDRINUSE. */
export async function startSandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  const server = createServer();
  const port = await listen(server, options);
  const local = `http://127.0.0.1:${port}`;
  const url = options.baseUrl ?? local;
  try {
    const sandbox = createSandbox({ ...options, baseUrl: url });
    const respond = (request: Request, { incoming }: { readonly incoming: unknown }) =>
      sandbox.fetch(request, incoming instanceof IncomingMessage ? { incoming } : {});
    const listener = getRequestListener(respond, { overrideGlobalObjects: false, errorHandler: toUnreadable });
    server.on('request', letChangesPass(listener));
    const [first, ...others] = sandbox.store.settings().accounts.map(({ key }) => key);
    if (first === undefined) throw new Error('A sandbox needs at least one account.');
    const pageUrl = `${toPageOrigin(local)}/`;
    return { ...sandbox, url, pageUrl, keys: [first, ...others], close: () => close(server) };
  } catch (error) {
    await close(server);
    throw error;
  }
}

/** Answers only under the sandbox's own names; on an app's own origin there is nothing but the app. */
async function protect(call: Call, next: Next, { allowedHosts, setup }: Parts): Promise<void> {
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
async function record(call: Call, next: Next, { see, now }: Recorder): Promise<void> {
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

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Takes up a few reads in each turn of the event loop and changes at once: otherwise each step of a change would wait
 * until hundreds of reads that came in together are answered.
 */
function letChangesPass(listener: Listener): Listener {
  const waiting: (() => void)[] = [];
  const takeUp = (): void => {
    for (const start of waiting.splice(0, readsPerTurn)) start();
    if (waiting.length > 0) setImmediate(takeUp);
  };
  return (incoming, outgoing) => {
    if (isChange(incoming.method ?? '')) return listener(incoming, outgoing);
    waiting.push(() => listener(incoming, outgoing));
    if (waiting.length === 1) setImmediate(takeUp);
    return undefined;
  };
}

/** What is no request that can be answered, such as one without a Host that can be understood. */
function toUnreadable(): Response {
  const error = { code: 'invalid_request', message: 'The request cannot be understood.' };
  const headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
  return Response.json({ error }, { status: 400, headers });
}

async function listen(server: Server, { port = 0, host = '127.0.0.1' }: ServerOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port.');
  return address.port;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
