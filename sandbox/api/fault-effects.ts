import { setTimeout } from 'node:timers/promises';
import type { Next } from 'hono';
import type { App } from '../service/app.ts';
import type { Assumptions } from '../service/assumptions.ts';
import { ServiceError, toErrorCode } from '../service/errors.ts';
import { type Fault, isChange } from '../service/faults.ts';
import { writeFields } from '../service/folder.ts';
import type { Service } from '../service/service.ts';
import type { View } from '../service/store.ts';
import type { Call } from './call.ts';
import { readBody } from './request.ts';
import { isBodiless, toErrorResponse } from './responses.ts';

/** Applies the active faults to an API call whose key was accepted. */
export async function applyFaults(call: Call, next: Next, service: Service): Promise<void> {
  const method = call.req.method;
  const path = call.env.url.pathname;
  const hits = service.faults.take({ method, path, account: call.get('account').name });
  call.set('hits', hits);
  for (const hit of hits) {
    if (hit.kind === 'slow') await service.sleep(hit.ms);
  }
  // Only a read can see an earlier state. A change always applies to the present state.
  if (isChange(method)) call.set('fault', hits.find(delaysChange));
  else call.set('view', toView(hits, call, service));

  const replacements = hits.filter(replacesResponse);
  const early = replacements.find((hit) => hit.when === 'before');
  editApps(hits, 'before', call, service);
  if (early === undefined) await next();
  else if (early.kind !== 'reset') await recordBody(call, service);
  editApps(hits, 'after', call, service);

  const lost = hits.find((hit) => hit.kind === 'late' && hit.status >= 300);
  const replacement = early ?? replacements[0] ?? (call.res.ok ? lost : undefined);
  if (replacement !== undefined) call.res = replaceResponse(replacement, call, service);
  if (hits.some((hit) => hit.kind === 'cut_off')) call.res = await cutOff(call.res, call);
}

/** Reads the body of a call that an early fault answers, so that the log of requests shows it. */
async function recordBody(call: Call, service: Service): Promise<void> {
  try {
    call.set('body', await readBody(call.req.raw, service.setup().limits.bodyBytes));
  } catch (error) {
    // An invalid body is ignored here, since the fault decides about the response.
    if (!(error instanceof ServiceError)) throw error;
  }
}

function delaysChange(fault: Fault): boolean {
  return fault.kind === 'late' || fault.kind === 'late_state' || fault.kind === 'echo';
}

function replacesResponse(fault: Fault): boolean {
  return fault.kind === 'error' || fault.kind === 'reset' || fault.kind === 'redirect';
}

function replaceResponse(fault: Fault, call: Call, service: Service): Response {
  call.set('error', undefined);
  switch (fault.kind) {
    case 'reset':
      call.env.isReset = true;
      return new Response(null, { status: 502 });
    case 'redirect':
      return new Response(null, { status: fault.status, headers: { location: fault.location } });
    default:
      return toFaultResponse(fault, call, service);
  }
}

/**
 * Returns the error response of a fault. A status below 500 comes from the service. A status
 * from 500 on comes from a gateway, which does not know the service's error body. The fault's
 * `body` overrides this.
 */
function toFaultResponse(fault: Fault, call: Call, service: Service): Response {
  const { status } = fault;
  const headers = new Headers();
  if (fault.retry_after !== null) headers.set('retry-after', String(fault.retry_after));
  if (isBodiless(status)) return new Response(null, { status, headers });

  const message = 'A sandbox fault replaced this response.';
  switch (toBodyForm(fault)) {
    case 'html': {
      headers.set('content-type', 'text/html');
      const html = `<!doctype html><title>${status}</title><h1>${status}</h1><p>${message}</p>\n`;
      return new Response(html, { status, headers });
    }
    case 'text':
      return new Response(`${status}: ${message}\n`, { status, headers });
    case 'json':
      return Response.json({ message, status }, { status, headers });
    case 'service': {
      const details = { headers: Object.fromEntries(headers) };
      const error = new ServiceError(toErrorCode(status), message, details);
      call.set('error', error);
      const assumptions: Assumptions = { ...service.setup().assumptions, not_found: 'error' };
      const response = toErrorResponse(error, assumptions);
      return new Response(response.body, { status, headers: response.headers });
    }
  }
}

function toBodyForm(fault: Fault): 'service' | 'html' | 'text' | 'json' {
  if (fault.body !== 'auto') return fault.body;
  return fault.status >= 500 ? 'html' : 'service';
}

/** Announces the whole body, sends half of it, and then breaks the connection. */
async function cutOff(response: Response, call: Call): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const socket = call.env.incoming?.socket;
  const writtenBefore = socket?.bytesWritten;
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        controller.enqueue(bytes.slice(0, bytes.length / 2));
        return;
      }
      if (socket === undefined) {
        controller.error(new TypeError('terminated'));
        return;
      }
      // Waits until the server has written the first half, which it writes together with the
      // headers.
      while (socket.bytesWritten === writtenBefore && !socket.destroyed) await setTimeout(1);
      socket.destroySoon();
      controller.close();
    },
  });
  const headers = new Headers(response.headers);
  headers.set('content-length', String(Math.max(bytes.length, 1)));
  const status = isBodiless(response.status) ? 200 : response.status;
  return new Response(body, { status, headers });
}

/** Returns the earlier state that a read sees, or undefined if it sees the present state. */
function toView(hits: readonly Fault[], call: Call, service: Service): View | undefined {
  const stale = hits.find((hit) => hit.kind === 'stale');
  if (stale !== undefined) return toStaleView(stale, call, service);
  const cache = hits.find((hit) => hit.kind === 'cache');
  if (cache !== undefined) return toCachedView(cache, call, service);
  return undefined;
}

function toStaleView(fault: Fault, call: Call, service: Service): View {
  const { store } = service;
  const past = toPast(fault, call, service);
  if (fault.part === 'all') return past;
  const apps = store.apps().map((app) => mixWithPast(app, past.find(app.slug), fault.part));
  return { apps: () => apps, find: (slug) => apps.find((app) => app.slug === slug) };
}

function toPast(fault: Fault, call: Call, service: Service): View {
  const { store } = service;
  if (fault.lag_ms !== null) return store.asOf(service.now() - fault.lag_ms);
  const slug = readSlug(call);
  if (slug !== undefined) return store.asBeforeLastChangeOf(slug);
  return store.asBeforeLastChangeBy(call.get('account').name);
}

function mixWithPast(app: App, past: App | undefined, part: Fault['part']): App {
  if (past === undefined) return app;
  switch (part) {
    case 'all':
      return past;
    case 'files':
      return { ...app, draft: past.draft };
    case 'state':
      return { ...past, draft: app.draft };
    case 'status':
      return { ...app, status: past.status, reviewNote: past.reviewNote };
  }
}

/** Reads from a cache by path and caller. A request with `no-cache` bypasses the cache. */
function toCachedView(fault: Fault, call: Call, service: Service): View {
  const { cache, store } = service;
  const now = service.now();
  const key = `${call.get('account').name} ${call.req.path}`;
  const isBypassed = /no-cache|max-age=0/.test(call.req.header('cache-control') ?? '');
  const cached = cache.get(key);
  if (cached !== undefined && !isBypassed && now - cached.time < fault.ms) return cached.view;
  const view = store.asOf(now);
  cache.set(key, { time: now, view });
  return view;
}

/** Reads the slug from the path, since middleware does not know the parameters of the route. */
function readSlug(call: Call): string | undefined {
  return /^\/api\/miniapps\/([a-z0-9-]+)/.exec(call.req.path)?.[1];
}

/** Changes the app that the call names, as if somebody else had changed it. */
function editApps(hits: readonly Fault[], when: Fault['when'], call: Call, service: Service): void {
  const { store } = service;
  for (const hit of hits) {
    if (hit.kind !== 'edit' || hit.when !== when) continue;
    // A deploy names its app in the body, which is known once it was read.
    const named = call.get('body')?.json['slug'];
    const slug = typeof named === 'string' ? named : readSlug(call);
    const app = store.find(slug ?? '');
    if (app === undefined) continue;
    if (hit.move === 'delete') store.remove(app.slug);
    else if (hit.move !== 'none') store.move(app, hit.move);
    else store.update(app, writeFields(app.draft, hit.fields));
  }
}
