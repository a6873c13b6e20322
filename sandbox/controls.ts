import type { Hono } from 'hono';
import { refuseControl, toOrigin } from './access.ts';
import { moves } from './app.ts';
import { defaultEdit, takeEdit } from './folder.ts';
import { describe, renderPage } from './page.ts';
import type { Call, Env, Parts } from './parts.ts';
import { type Json, readBody, refuseField, ServiceError, takeText } from './request.ts';
import { readSettings, toSettings } from './settings.ts';

const maxNote = 2_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Adds what the service does not have: the sandbox's page at `/` under the name localhost, and its controls under
 * `/_sandbox/`, with which a person or a program plays the reviewer, another writer and the platform. They take JSON, or
 * a form of the page, and give the state; they are guarded against every page but the sandbox's own.
 */
export function addControlRoutes(routes: Hono<Env>, parts: Parts): void {
  routes.get('/favicon.ico', () => new Response(null, { status: 204 }));
  routes.get('/', (call) => {
    const { url } = call.env;
    return url.hostname === 'localhost' ? showPage(call, parts) : call.redirect(`${toOrigin(url)}/`, 302);
  });
  routes.use('/_sandbox/*', async (call, next) => {
    const refusal = refuseControl(call.env.url, call.req.raw.headers);
    if (refusal !== null) throw new ServiceError('forbidden', refusal);
    await next();
    call.res.headers.set('cache-control', 'no-store');
  });
  routes.get('/_sandbox/state', (call) => call.json(describe(parts)));
  routes.post('/_sandbox/reset', (call) => act(call, parts, () => parts.reset()));
  routes.post('/_sandbox/settings', (call) =>
    act(call, parts, (sent, form) => parts.configure(readSettings(form === undefined ? sent : readForm(form)))),
  );
  routes.post('/_sandbox/apps/:slug/:move', (call) => {
    const { slug, move: name } = call.req.param();
    return act(call, parts, (sent) => {
      const move = moves.find((one) => one === name);
      if (name === 'delete') parts.remove(slug);
      else if (name === 'edit') parts.edit(slug, Object.keys(sent).length === 0 ? defaultEdit : takeEdit(sent, 'edit'));
      else if (move !== undefined) parts.move(slug, move, takeNote(sent));
      else throw new ServiceError('not_found', `There are the moves ${moves.join(', ')}, edit, delete.`);
    });
  });
}

type Form = Readonly<Record<string, string>>;

/** Does what a program or a person asked for. A person is shown the page again, with what did not fit. */
async function act(call: Call, parts: Parts, work: (sent: Json, form?: Form) => void): Promise<Response> {
  if (!/^application\/x-www-form-urlencoded/i.test(call.req.header('content-type') ?? '')) {
    work((await readBody(call.req.raw, maxBytes)).json);
    return call.json(describe(parts));
  }
  try {
    const form: Form = Object.fromEntries(new URLSearchParams(await call.req.text()));
    work(form, form);
    return call.redirect('/', 303);
  } catch (error) {
    if (error instanceof ServiceError) return showPage(call, parts, error.message);
    throw error;
  }
}

/** A form of settings has the names of the flags in it. */
function readForm({ assume, fault, preset, terms }: Form): Json {
  const faults = fault?.split('\n').filter((line) => line.trim() !== '');
  return toSettings({ ...(assume && { assume: [assume] }), fault: faults, preset, terms });
}

function takeNote(sent: Json): string | null {
  const note = takeText(sent['note'] ?? '', 'note').trim();
  if (note.length > maxNote) throw refuseField('note', `A note has at most ${maxNote} characters.`);
  return note === '' ? null : note;
}

function showPage(call: Call, parts: Parts, trouble = ''): Response | Promise<Response> {
  const headers = {
    'content-security-policy': pagePolicy,
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  return call.html(renderPage(call.env.url, parts, trouble), trouble === '' ? 200 : 400, headers);
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
