import { setTimeout } from 'node:timers/promises';
import type { Next } from 'hono';
import type { ErrorCode } from './assumptions.ts';
import { type Fault, isChange } from './faults.ts';
import { writeFields } from './folder.ts';
import type { Call, Parts } from './parts.ts';
import { ServiceError } from './request.ts';
import { toErrorResponse, toRetryAfter } from './responses.ts';
import type { Store, View } from './store.ts';

/** Lets the faults fall on one call of the API, whose caller is known. */
export async function disturb(call: Call, next: Next, parts: Parts): Promise<void> {
  const path = new URL(call.req.url).pathname;
  const hits = parts.faults.take({ method: call.req.method, path, account: call.var.account.name });
  for (const { ms } of hits.filter(({ kind }) => kind === 'slow')) await parts.sleep(ms);
  const stale = hits.find(({ kind }) => kind === 'stale');
  // A change is never made of anything but the present.
  if (stale !== undefined && !isChange(call.req.method)) call.set('view', toPast(stale, call, parts));
  edit(hits, 'before', call, parts);
  const responses = hits.filter((fault) => hasResponse(fault));
  const early = responses.find(({ when }) => when === 'before');
  if (early === undefined) await next();
  edit(hits, 'after', call, parts);
  const instead = early ?? responses[0];
  if (instead !== undefined) call.res = respondInstead(instead, call, parts);
  for (const { kind, ms } of hits) {
    if (kind === 'cut_off') call.res = await cutOff(call.res, call);
    if (kind === 'slow_body') call.res = await slowDown(call.res, ms, parts.sleep);
  }
}

function hasResponse({ kind }: Fault): boolean {
  return kind === 'error' || kind === 'reset' || kind === 'not_json' || kind === 'redirect';
}

function respondInstead({ kind, ...fault }: Fault, call: Call, parts: Parts): Response {
  switch (kind) {
    case 'reset':
      return drop(call);
    case 'not_json':
      return toPage(200, {});
    case 'redirect':
      return new Response(null, { status: fault.status, headers: { location: fault.location } });
    default:
      return toError(fault, parts);
  }
}

const clientErrors: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'wrong_state',
  413: 'body_too_large',
  422: 'folder_rules',
  429: 'rate_limited',
};

/** Below 500 the service itself refuses; from there on a gateway responds that knows nothing of it. */
function toError(fault: Omit<Fault, 'kind'>, parts: Parts): Response {
  const { status, retry_after: seconds, retry_after_form: form } = fault;
  const headers = seconds === null ? {} : toRetryAfter(seconds, form, parts.now());
  if (status >= 500) return toPage(status, headers);
  const error = new ServiceError(clientErrors[status] ?? 'invalid_field', 'The sandbox was told to refuse this.', {
    headers,
  });
  const response = toErrorResponse(error, parts.setup().assumptions);
  return new Response(response.body, { status, headers: response.headers });
}

function toPage(status: number, headers: Readonly<Record<string, string>>): Response {
  const html = `<!doctype html><title>${status}</title><h1>${status}</h1><p>The sandbox was told to respond so.</p>\n`;
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}

/** Resets the connection; without a socket there is nothing to reset, and a 502 stands for it. */
function drop(call: Call): Response {
  const socket = call.env.incoming?.socket;
  if (socket === undefined) return toPage(502, {});
  call.set('dropped', true);
  socket.resetAndDestroy();
  return new Response(null, { status: 502 });
}

/** Gives half of a body that is announced as whole; then the connection breaks. */
async function cutOff(response: Response, call: Call): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = bytes.slice(0, bytes.length / 2);
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        return controller.enqueue(half);
      }
      // The first half has to be on its way before.
      await setTimeout(10);
      const socket = call.env.incoming?.socket;
      if (socket === undefined) return controller.error(new Error('The sandbox was told to cut this response off.'));
      socket.destroy();
      controller.close();
    },
  });
  return withBody(response, body, Math.max(bytes.length, 1));
}

/** Gives a body in ten pieces with a wait before each. */
async function slowDown(response: Response, ms: number, sleep: Parts['sleep']): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const size = Math.max(1, Math.ceil(bytes.length / 10));
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await sleep(ms / 10);
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  });
  return withBody(response, body, bytes.length);
}

function withBody({ status, headers }: Response, body: ReadableStream<Uint8Array>, length: number): Response {
  const all = new Headers(headers);
  all.set('content-length', String(length));
  return new Response(body, { status: status === 204 ? 200 : status, headers: all });
}

function toPast({ lag_ms: lag }: Fault, call: Call, { store, now }: Parts): View {
  if (lag !== null) return store.asOf(now() - lag);
  const slug = readSlug(call);
  return store.asBefore(slug === undefined ? { owner: call.var.account.name } : { slug });
}

/** Middleware knows no parameters of the route that follows. */
function readSlug(call: Call): string | undefined {
  return /^\/api\/miniapps\/([a-z0-9-]+)/.exec(new URL(call.req.url).pathname)?.[1];
}

function edit(hits: readonly Fault[], when: Fault['when'], call: Call, { store }: Parts): void {
  for (const fault of hits.filter((one) => one.kind === 'edit' && one.when === when)) {
    // A deploy names its app in the body, which is known once it was read.
    const named = call.var.body?.json['slug'];
    const slug = typeof named === 'string' ? named : readSlug(call);
    if (slug !== undefined) editApp(store, slug, fault);
  }
}

/** Changes an app as somebody else would: its fields, and then its state. Says whether there was such an app. */
export function editApp(store: Store, slug: string, { fields, move }: Pick<Fault, 'fields' | 'move'>): boolean {
  const app = store.find(slug);
  if (app === undefined) return false;
  if (move === 'delete') store.remove(slug);
  else if (move !== 'none') store.move(app, move);
  else store.update(app, writeFields(app.draft, fields));
  return true;
}
