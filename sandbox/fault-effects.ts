import { setTimeout } from 'node:timers/promises';
import type { Next } from 'hono';
import type { App } from './app.ts';
import { type Fault, isChange } from './faults.ts';
import { writeFields } from './folder.ts';
import type { Call, Parts } from './parts.ts';
import { ServiceError, toErrorCode } from './request.ts';
import { isBodiless, toErrorResponse } from './responses.ts';
import type { View } from './store.ts';

/** Lets the faults fall on one call of the API, whose caller is known. */
export async function disturb(call: Call, next: Next, parts: Parts): Promise<void> {
  const path = call.env.url.pathname;
  const hits = parts.faults.take({
    method: call.req.method,
    path,
    account: call.get('account').name,
  });
  for (const { ms } of hits.filter(({ kind }) => kind === 'slow')) await parts.sleep(ms);
  const fault = hits.find(
    ({ kind }) => kind === 'late' || kind === 'late_state' || kind === 'echo',
  );
  // A change is never made of anything but the present.
  if (isChange(call.req.method)) call.set('fault', fault);
  else call.set('view', toView(hits, call, parts));
  edit(hits, 'before', call, parts);
  const responses = hits.filter(
    ({ kind }) => kind === 'error' || kind === 'reset' || kind === 'redirect',
  );
  const early = responses.find(({ when }) => when === 'before');
  if (early === undefined) await next();
  edit(hits, 'after', call, parts);
  const lost = hits.find(({ kind, status }) => kind === 'late' && status >= 300);
  const instead = early ?? responses[0] ?? (call.res.ok ? lost : undefined);
  if (instead !== undefined) call.res = respondInstead(instead, call, parts);
  if (hits.some(({ kind }) => kind === 'cut_off')) call.res = await cutOff(call.res, call);
}

function respondInstead(fault: Fault, call: Call, parts: Parts): Response {
  if (fault.kind === 'reset') {
    call.env.isReset = true;
    return new Response(null, { status: 502 });
  }
  if (fault.kind !== 'redirect') return toError(fault, parts);
  return new Response(null, { status: fault.status, headers: { location: fault.location } });
}

/**
 * Below 500 the service itself refuses; from there on a gateway responds that knows nothing of it.
 * `body` overrides that.
 */
function toError({ status, body, retry_after: seconds }: Fault, parts: Parts): Response {
  const headers = seconds === null ? {} : { 'retry-after': String(seconds) };
  if (isBodiless(status)) return new Response(null, { status, headers });
  const words = 'The sandbox was told to respond so.';
  const usual = status >= 500 ? 'html' : 'service';
  const chosen = body === 'auto' ? usual : body;
  const html = `<!doctype html><title>${status}</title><h1>${status}</h1><p>${words}</p>\n`;
  if (chosen === 'html')
    return new Response(html, { status, headers: { ...headers, 'content-type': 'text/html' } });
  if (chosen === 'text') return new Response(`${status}: ${words}\n`, { status, headers });
  if (chosen === 'json') return Response.json({ message: words, status }, { status, headers });
  const error = new ServiceError(toErrorCode(status), words, { headers });
  const response = toErrorResponse(error, { ...parts.setup().assumptions, not_found: 'error' });
  return new Response(response.body, { status, headers: response.headers });
}

/** Gives half of a body that is announced as whole; then the connection breaks. */
async function cutOff(response: Response, call: Call): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const socket = call.env.incoming?.socket;
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        return controller.enqueue(bytes.slice(0, bytes.length / 2));
      }
      if (socket === undefined) return controller.error(new TypeError('terminated'));
      // The first half has to be on its way before.
      await setTimeout(10);
      socket.destroy();
      controller.close();
    },
  });
  const headers = new Headers(response.headers);
  headers.set('content-length', String(Math.max(bytes.length, 1)));
  return new Response(body, {
    status: isBodiless(response.status) ? 200 : response.status,
    headers,
  });
}

/** What a read shows where that is not the present. */
function toView(hits: readonly Fault[], call: Call, parts: Parts): View | undefined {
  const stale = hits.find(({ kind }) => kind === 'stale');
  if (stale !== undefined) return toStaleView(stale, call, parts);
  const cache = hits.find(({ kind }) => kind === 'cache');
  return cache === undefined ? undefined : toCachedView(cache, call, parts);
}

function toStaleView({ lag_ms: lag, part }: Fault, call: Call, { store, now }: Parts): View {
  const slug = readSlug(call);
  const last = slug === undefined ? { owner: call.get('account').name } : { slug };
  const past = lag === null ? store.asBefore(last) : store.asOf(now() - lag);
  if (part === 'all') return past;
  const mix = (app: App): App => {
    const old = past.find(app.slug);
    if (old === undefined) return app;
    if (part === 'files') return { ...app, draft: old.draft };
    if (part === 'state') return { ...old, draft: app.draft };
    return { ...app, status: old.status, reviewNote: old.reviewNote };
  };
  const apps = store.apps().map(mix);
  return { apps: () => apps, find: (one) => apps.find((app) => app.slug === one) };
}

/**
 * A cache before the service, by address and caller, which a request can pass by with `no-cache`.
 */
function toCachedView({ ms }: Fault, call: Call, { cache, store, now }: Parts): View {
  const key = `${call.get('account').name} ${call.req.path}`;
  const found = cache.get(key);
  const isAsked = /no-cache|max-age=0/.test(call.req.header('cache-control') ?? '');
  if (found !== undefined && !isAsked && now() - found.time < ms) return found.view;
  const view = store.asOf(now());
  cache.set(key, { time: now(), view });
  return view;
}

/** Middleware knows no parameters of the route that follows. */
function readSlug(call: Call): string | undefined {
  return /^\/api\/miniapps\/([a-z0-9-]+)/.exec(call.req.path)?.[1];
}

function edit(hits: readonly Fault[], when: Fault['when'], call: Call, { store }: Parts): void {
  for (const { move, fields } of hits.filter((one) => one.kind === 'edit' && one.when === when)) {
    // A deploy names its app in the body, which is known once it was read.
    const named = call.get('body')?.json['slug'];
    const app = store.find(typeof named === 'string' ? named : (readSlug(call) ?? ''));
    if (app === undefined) continue;
    if (move === 'delete') store.remove(app.slug);
    else if (move !== 'none') store.move(app, move);
    else store.update(app, writeFields(app.draft, fields));
  }
}
