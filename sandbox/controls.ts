import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { refuseControl, toOrigin } from './access.ts';
import { moves } from './app.ts';
import { defaultEdit, takeEdit } from './folder.ts';
import { describe, renderPage, scriptHash, type Trouble } from './page.ts';
import type { Call, Env, Parts } from './parts.ts';
import {
  type Json,
  objectOf,
  readBody,
  refuseField,
  ServiceError,
  takeText,
  whole,
} from './request.ts';
import { readSettings, toSettings } from './settings.ts';

const maxNote = 2_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Adds what the service does not have: the sandbox's page at `/` under the name localhost, and its
 * controls under `/_sandbox/`, with which a person or a program plays the reviewer, another writer
 * and the platform. They take JSON, or a form of the page, and give the state; they are guarded
 * against every page but the sandbox's own.
 */
export function addControlRoutes(routes: Hono<Env>, parts: Parts): void {
  routes.get('/favicon.ico', () => new Response(null, { status: 204 }));
  routes.get('/', async (call) => {
    const { url } = call.env;
    return url.hostname === 'localhost'
      ? showPage(call, parts)
      : call.redirect(`${toOrigin(url)}/`, 302);
  });
  routes.get('/openapi.json', async (call) => {
    const { openapi } = await import('./openapi.ts');
    return call.json({ ...openapi, servers: [{ url: parts.baseUrl }] });
  });
  // For whoever waits for the start: it tells nothing and needs nothing.
  routes.get('/_sandbox/health', (call) => call.json({ ok: true }));
  routes.use('/_sandbox/*', async (call, next) => {
    const refusal = refuseControl(call.env.url, call.req.raw.headers);
    if (refusal !== null) throw new ServiceError('forbidden', refusal);
    await next();
    call.res.headers.set('cache-control', 'no-store');
  });
  routes.get('/_sandbox/state', (call) => call.json(describe(parts)));
  routes.post('/_sandbox/reset', (call) => act(call, parts, () => parts.reset()));
  routes.post('/_sandbox/clock', (call) =>
    act(call, parts, (sent) => parts.advance(takeAdvance(sent))),
  );
  routes.post('/_sandbox/settings', (call) =>
    act(call, parts, (sent, form) =>
      parts.configure(readSettings(form === undefined ? sent : readForm(form))),
    ),
  );
  routes.post('/_sandbox/apps/:slug/:move', (call) => {
    const { slug, move: name } = call.req.param();
    return act(call, parts, (sent) => {
      const move = moves.find((one) => one === name);
      if (name === 'delete') parts.remove(slug);
      else if (name === 'edit')
        parts.edit(slug, Object.keys(sent).length === 0 ? defaultEdit : takeEdit(sent, 'edit'));
      else if (move !== undefined) parts.move(slug, move, takeNote(sent));
      else
        throw new ServiceError(
          'not_found',
          `There are the moves ${moves.join(', ')}, edit, delete.`,
        );
    });
  });
}

/**
 * Does what a program or a person asked for. A person is shown the page again, with what did not
 * fit.
 */
async function act(
  call: Call,
  parts: Parts,
  work: (sent: Json, form?: URLSearchParams) => void,
): Promise<Response> {
  if (!/^application\/x-www-form-urlencoded/i.test(call.req.header('content-type') ?? '')) {
    work((await readBody(call.req.raw, maxBytes)).json);
    return call.json(describe(parts));
  }
  const form = new URLSearchParams(await call.req.text());
  try {
    work(Object.fromEntries(form), form);
    return call.redirect(`/#${call.req.param('slug') ?? 'settings'}`, 303);
  } catch (error) {
    if (error instanceof ServiceError)
      return showPage(call, parts, { why: error.message, sent: form });
    throw error;
  }
}

/** A form of settings has the names of the flags in it. */
function readForm(form: URLSearchParams): Json {
  const [preset, terms] = [form.get('preset') ?? undefined, form.get('terms') ?? undefined];
  const fault = form
    .get('fault')
    ?.split('\n')
    .filter((line) => line.trim() !== '');
  return toSettings({ assume: form.getAll('assume'), fault, preset, terms });
}

const maxAdvanceMs = 366 * 24 * 60 * 60 * 1000;

function takeAdvance(sent: Json): number {
  const { advance_ms: milliseconds } = objectOf({ advance_ms: whole(0, maxAdvanceMs) }, [
    'advance_ms',
  ])(sent, 'clock');
  return milliseconds;
}

function takeNote(sent: Json): string | null {
  const note = takeText(sent['note'] ?? '', 'note').trim();
  if (note.length > maxNote) throw refuseField('note', `A note has at most ${maxNote} characters.`);
  return note === '' ? null : note;
}

async function showPage(
  call: Call,
  parts: Parts,
  trouble: Trouble | null = null,
): Promise<Response> {
  const page = String(await renderPage(call.env.url, parts, trouble));
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  const headers = {
    etag,
    'content-security-policy': pagePolicy,
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  if (trouble === null && call.req.header('if-none-match') === etag)
    return call.body(null, 304, headers);
  return call.html(page, trouble === null ? 200 : 400, headers);
}

const pagePolicy = [
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'",
  `frame-ancestors 'none'; script-src ${scriptHash}`,
].join('; ');
