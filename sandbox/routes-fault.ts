import type { Context, Hono, Next } from 'hono';
import { ServiceError } from './errors.ts';
import { isChange } from './faults.ts';
import type { Env, Parts } from './parts.ts';

type Call = Context<Env>;

/** Lets the faults that are switched on fall on the API, before or after the call did what was asked. */
export function addFaults(app: Hono<Env>, parts: Parts): void {
  app.use('/api/*', (call, next) => disturb(call, next, parts));
}

async function disturb(call: Call, next: Next, parts: Parts): Promise<undefined | Response> {
  const { slowMs, retryAfter } = parts.faults.plan();
  if (slowMs > 0) await parts.sleep(slowMs);
  if (retryAfter !== null && isChange(call.req.method)) {
    const headers = { 'retry-after': String(retryAfter) };
    throw new ServiceError('rate_limited', `Too many changes; try again in ${retryAfter} s.`, { headers });
  }
  const fault = parts.faults.take(call.req.method);
  if (fault?.when !== 'before') await next();
  if (fault === null) return undefined;
  call.res = fault.kind === 'reset' ? drop(call) : toErrorPage(fault.status);
  return undefined;
}

/** The answer of a gateway that knows nothing of the service: a page, not JSON. */
function toErrorPage(status: number): Response {
  const html = `<!doctype html><title>${status}</title><h1>${status}</h1><p>The sandbox was told to fail.</p>\n`;
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Resets the connection; without a socket there is nothing to reset, and a 502 stands for it. */
function drop(call: Call): Response {
  const socket = call.env.incoming?.socket;
  if (socket === undefined) return toErrorPage(502);
  call.set('dropped', true);
  socket.resetAndDestroy();
  return new Response(null, { status: 502 });
}
