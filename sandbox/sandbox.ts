import { Hono, type Next } from 'hono';
import { readHost } from './access.ts';
import { addApiRoutes } from './api.ts';
import { type AppRequest, addAppRoutes, serveApp } from './app-pages.ts';
import { presets } from './assumptions.ts';
import type { Bindings, Call, Env } from './call.ts';
import { addControlRoutes } from './controls.ts';
import { AbortedError, ServiceError } from './errors.ts';
import { formatFault } from './faults.ts';
import { isRecord } from './readers.ts';
import type { Body } from './request.ts';
import type { SeenRequest, SeenResponse, SentFile } from './request-log.ts';
import { toErrorResponse } from './responses.ts';
import { type SandboxOptions, Service } from './service.ts';

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
      return serveApp(appRequest, this);
    }
    const env: Env['Bindings'] = { ...bindings, url };
    const response = await this.#routes.fetch(request, env);
    if (env.isReset !== true) return response;
    const cause = new Error('The connection was reset.');
    throw new TypeError('fetch failed', { cause });
  }

  /** Refuses a host name that is not the sandbox's. */
  #refuseHost(request: Request): Response {
    this.#options.onRequest?.({
      id: this.log.nextId(),
      time: new Date(this.now()).toISOString(),
      method: request.method,
      path: request.url,
      slug: null,
      status: 403,
      account: null,
      headers: {},
      bytes: null,
      body: null,
      files: null,
      duration_ms: 0,
      faults: [],
      response: null,
    });
    const message =
      'The sandbox does not answer to this name. Use 127.0.0.1 or localhost, or allow the host.';
    return toErrorResponse(new ServiceError('forbidden', message), presets.documented);
  }
}

/** Makes a local mock of the service. Throws the error of an option that is not valid. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox(options);
}

function makeRoutes(service: Service, options: SandboxOptions): Hono<Env> {
  const routes = new Hono<Env>();
  const refuse = (call: Call, error: ServiceError): Response => {
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
  addAppRoutes(routes, service);
  addControlRoutes(routes, service);
  return routes;
}

const maxKeptBytes = 64 * 1024;
const maxKeptFiles = 2_000;

/** Adds a request and its response to the log. */
async function recordRequest(
  call: Call,
  next: Next,
  service: Service,
  options: SandboxOptions,
): Promise<void> {
  const start = service.now();
  const id = service.log.nextId();
  await next();
  const { account, hits = [] } = call.var;
  const body = call.var.body ?? null;
  const isBroken = call.env.isReset === true || call.error instanceof AbortedError;
  const isCutOff = hits.some((hit) => hit.kind === 'cut_off');
  const isKept = options.recordResponses === true && !isBroken && !isCutOff;
  const { authorization: _key, cookie: _cookie, ...headers } = call.req.header();
  const path = call.env.url.pathname;
  const seen: SeenRequest = {
    id,
    time: new Date(start).toISOString(),
    method: call.req.method,
    path,
    slug: findSlug(path, body),
    status: isBroken ? null : call.res.status,
    account: account?.name ?? null,
    headers,
    bytes: body?.bytes ?? null,
    body: body !== null && body.bytes <= maxKeptBytes ? body.json : null,
    files: path === '/api/miniapps/deploy' ? listSentFiles(body) : null,
    duration_ms: service.now() - start,
    faults: hits.map(formatFault),
    response: isKept ? await readResponse(call.res) : null,
  };
  service.log.add(seen);
  options.onRequest?.(seen);
}

/** Returns the app that a request names by its path or, in a create or deploy, by its body. */
function findSlug(path: string, body: Body | null): string | null {
  const [, slug] = /^\/api\/miniapps\/([a-z0-9-]+)/.exec(path) ?? [];
  if (slug !== undefined && slug !== 'deploy') return slug;
  const named = body?.json['slug'];
  return typeof named === 'string' ? named : null;
}

/** Returns the files of a deploy in each form that an assumption gives its body. */
function listSentFiles(body: Body | null): readonly SentFile[] | null {
  const sent = body?.json['files'] ?? body?.json['folder'];
  const files: SentFile[] = [];
  if (Array.isArray(sent)) {
    for (const file of sent) addSentFile(files, file?.path, file?.content);
  } else if (isRecord(sent)) {
    for (const [path, content] of Object.entries(sent)) addSentFile(files, path, content);
  } else return null;
  return files.slice(0, maxKeptFiles);
}

function addSentFile(files: SentFile[], path: unknown, content: unknown): void {
  if (typeof path !== 'string' || typeof content !== 'string') return;
  files.push({ path, length: content.length });
}

async function readResponse(response: Response): Promise<SeenResponse> {
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  const body = bytes.length > maxKeptBytes ? null : new TextDecoder().decode(bytes);
  return { headers: Object.fromEntries(response.headers), bytes: bytes.length, body };
}
