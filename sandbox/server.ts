import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { readHost, toPageOrigin } from './api/access.ts';
import type { Bindings, Call, Env } from './api/call.ts';
import { addApiRoutes } from './api/endpoints.ts';
import { type RecordOptions, recordRequest, toSeenError } from './api/record-request.ts';
import { toErrorResponse } from './api/responses.ts';
import type { DraftNotices } from './dev/draft-notices.ts';
import { type AppRequest, addAppRoutes, serveApp } from './page/app-pages.ts';
import { addControlRoutes } from './page/controls.ts';
import { presets } from './service/assumptions.ts';
import { AbortedError, ServiceError } from './service/errors.ts';
import { Service, type ServiceOptions } from './service/service.ts';

/** The options of a sandbox. Each has a default. */
export interface SandboxOptions extends ServiceOptions, RecordOptions {
  /** Additional host names that the API responds to. Loopback names always work. */
  readonly allowedHosts?: readonly string[];
  /**
   * The problems that drafts show in a bar. If given, each draft reloads itself after it has
   * changed.
   */
  readonly notices?: DraftNotices | null;
  /** Called with an error of the sandbox itself; its request gets a 500. */
  readonly onError?: (error: Error) => void;
}

/** A local mock of the service, without a socket. */
export class Sandbox extends Service {
  readonly #options: SandboxOptions;
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #routes: Hono<Env>;

  /** Throws the error of an option that is not valid. */
  constructor(options: SandboxOptions) {
    super(options);
    this.#options = options;
    this.#allowedHosts = new Set(options.allowedHosts);
    this.#routes = makeRoutes(this, options);
  }

  /** Responds to a request. Rejects with a TypeError if a fault resets the connection. */
  async fetch(request: Request, bindings: Bindings = {}): Promise<Response> {
    const response = await this.#respond(request, bindings);
    response.headers.set('x-content-type-options', 'nosniff');
    response.headers.set('cross-origin-resource-policy', 'same-origin');
    return response;
  }

  async #respond(request: Request, bindings: Bindings): Promise<Response> {
    // A Host header may contain characters that are not valid in a URL.
    if (!URL.canParse(request.url)) return this.#refuseHost(request);
    const url = new URL(request.url);
    const host = readHost(url, this.#allowedHosts);
    if (host === null) return this.#refuseHost(request);
    // An app's origin serves nothing but the app.
    if (host.kind === 'app') {
      const appRequest: AppRequest = {
        url,
        method: request.method,
        slug: host.slug,
        isDraft: host.isDraft,
        isFromDraft: host.isDraft,
        isForPerson: /\btext\/html\b/.test(request.headers.get('accept') ?? ''),
      };
      return serveApp(appRequest, this, this.#options.notices ?? null);
    }
    const env: Env['Bindings'] = { ...bindings, url };
    const response = await this.#routes.fetch(request, env);
    if (env.isReset !== true) return response;
    const cause = new Error('The connection was reset.');
    throw new TypeError('fetch failed', { cause });
  }

  #refuseHost(request: Request): Response {
    const message =
      'The sandbox does not answer to this name. Use 127.0.0.1 or localhost, or allow the host.';
    const error = new ServiceError('forbidden', message);
    this.#options.onRequest?.({
      id: this.log.nextId(),
      time: new Date(this.now()).toISOString(),
      method: request.method,
      path: request.url,
      slug: null,
      status: 403,
      error: toSeenError(error),
      account: null,
      headers: {},
      bytes: null,
      body: null,
      files: null,
      duration_ms: 0,
      faults: [],
      response: null,
    });
    return toErrorResponse(error, presets.documented);
  }
}

/** Makes a local mock of the service. Throws the error of an option that is not valid. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox(options);
}

function makeRoutes(service: Service, options: SandboxOptions): Hono<Env> {
  const routes = new Hono<Env>();
  const refuse = (call: Call, error: ServiceError): Response => {
    call.set('error', error);
    // Assumptions are about the API, not about the controls or the apps' addresses.
    const isApi = call.req.path.startsWith('/api/');
    return toErrorResponse(error, isApi ? service.setup().assumptions : presets.documented);
  };
  routes.use('/api/*', (call, next) => recordRequest(call, next, service, options));
  routes.notFound((call) => {
    return refuse(call, new ServiceError('not_found', 'The service has no such endpoint.'));
  });
  routes.onError((error, call) => {
    if (error instanceof ServiceError) return refuse(call, error);
    // Nobody reads this response.
    if (error instanceof AbortedError) return new Response(null, { status: 400 });
    options.onError?.(error);
    const message = 'The sandbox failed; the reason is in its own log.';
    return refuse(call, new ServiceError('internal', message));
  });
  addApiRoutes(routes, service);
  const notices = options.notices ?? null;
  addAppRoutes(routes, service, notices);
  addControlRoutes(routes, service, notices);
  return routes;
}

/** The options of a sandbox on a socket. */
export interface ServerOptions extends SandboxOptions {
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** Address to listen on, 127.0.0.1 by default; `0.0.0.0` in a container. */
  readonly host?: string;
}

/** A sandbox that listens. */
export class RunningSandbox extends Sandbox {
  /** The service's `{base_url}`, such as `http://127.0.0.1:8420`. */
  readonly url: string;
  /** Address of the sandbox's page, such as `http://localhost:8420/`. */
  readonly pageUrl: string;
  /** The API keys, in the order of the accounts. */
  readonly keys: readonly [string, ...string[]];
  readonly #server: Server;

  /** `address` is the server's own, with its port. */
  constructor(options: ServerOptions, server: Server, address: string) {
    super({ recordResponses: true, ...options, baseUrl: options.baseUrl ?? address });
    const [first, ...others] = this.setup().accounts.map((account) => account.key);
    if (first === undefined) throw new Error('A sandbox needs at least one account.');
    this.url = this.baseUrl;
    this.pageUrl = `${toPageOrigin(new URL(address))}/`;
    this.keys = [first, ...others];
    this.#server = server;
  }

  /** Stops listening and drops every connection. */
  close(): Promise<void> {
    return closeServer(this.#server);
  }
}

/**
 * Starts a sandbox, by default on a free port of this machine. Throws what listening throws, such
 * as EADDRINUSE.
 *
 * `const sandbox = await startSandbox({ port: 8420, faults: [{ kind: 'slow', ms: 500 }] });`
 */
export async function startSandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  const server = createServer();
  const port = await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  try {
    const sandbox = new RunningSandbox(options, server, `http://127.0.0.1:${port}`);
    const respond = (request: Request, { incoming }: { incoming: unknown }) => {
      if (!(incoming instanceof IncomingMessage)) return sandbox.fetch(request);
      return respondOnSocket(sandbox, request, incoming);
    };
    server.on('request', getRequestListener(respond, { overrideGlobalObjects: false }));
    return sandbox;
  } catch (error) {
    await closeServer(server);
    throw error;
  }
}

/** Responds. Resets the connection if the sandbox rejects, as it does for some faults. */
async function respondOnSocket(
  sandbox: Sandbox,
  request: Request,
  incoming: IncomingMessage,
): Promise<Response> {
  try {
    return await sandbox.fetch(request, { incoming });
  } catch {
    incoming.socket.resetAndDestroy();
    return new Response(null, { status: 502 });
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The sandbox does not listen on a port.');
  }
  return address.port;
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
