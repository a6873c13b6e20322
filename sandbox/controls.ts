import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { findControlRefusal, toPageOrigin } from './access.ts';
import { moves } from './app.ts';
import type { Call, Env } from './call.ts';
import { makeFieldError, ServiceError } from './errors.ts';
import { defaultEdit, takeEdit } from './folder.ts';
import { type FormFault, renderPage, scriptHash } from './page.ts';
import { type Json, objectOf, takeText, wholeNumber } from './readers.ts';
import { readBody } from './request.ts';
import { toListedApp } from './responses.ts';
import type { Service } from './service.ts';
import { readSettings, toSettings } from './settings.ts';

const maxNoteLength = 2_000;
const maxBodyBytes = 64 * 1024 * 1024;
const maxAdvanceMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Adds what the service does not have: the sandbox's page at `/` under the name localhost, and the
 * controls under `/_sandbox/`, with which a person or a program plays the reviewer, another writer
 * and the platform. A control takes JSON or a form of the page. It answers only to programs and to
 * the sandbox's own page.
 */
export function addControlRoutes(routes: Hono<Env>, service: Service): void {
  routes.get('/favicon.ico', () => new Response(null, { status: 204 }));
  routes.get('/', async (call) => {
    const { url } = call.env;
    if (url.hostname !== 'localhost') return call.redirect(`${toPageOrigin(url)}/`, 302);
    return showPage(call, service);
  });
  routes.get('/openapi.json', async (call) => {
    const { openapi } = await import('./openapi.ts');
    return call.json({ ...openapi, servers: [{ url: service.baseUrl }] });
  });
  // Shows nothing, and so needs no header: for a script that waits until the sandbox is up.
  routes.get('/_sandbox/health', (call) => call.json({ ok: true }));
  routes.use('/_sandbox/*', async (call, next) => {
    const refusal = findControlRefusal(call.env.url, call.req.raw.headers);
    if (refusal !== null) throw new ServiceError('forbidden', refusal);
    await next();
    call.res.headers.set('cache-control', 'no-store');
  });
  routes.get('/_sandbox/state', (call) => call.json(describeState(service)));
  routes.post('/_sandbox/reset', (call) => control(call, service, () => service.reset()));
  routes.post('/_sandbox/clock', (call) =>
    control(call, service, (sent) => service.advance(takeAdvance(sent))),
  );
  routes.post('/_sandbox/settings', (call) =>
    control(call, service, (sent, form) => {
      service.configure(readSettings(form === null ? sent : readSettingsForm(form)));
    }),
  );
  routes.post('/_sandbox/apps/:slug/:move', (call) => {
    const { slug, move } = call.req.param();
    return control(call, service, (sent) => controlApp(service, slug, move, sent));
  });
}

function controlApp(service: Service, slug: string, name: string, sent: Json): void {
  if (name === 'delete') {
    service.remove(slug);
    return;
  }
  if (name === 'edit') {
    const hasFields = Object.keys(sent).length > 0;
    service.edit(slug, hasFields ? takeEdit(sent, 'edit') : defaultEdit);
    return;
  }
  const move = moves.find((one) => one === name);
  if (move === undefined) {
    const message = `The moves are ${moves.join(', ')}, edit and delete.`;
    throw new ServiceError('not_found', message);
  }
  service.move(slug, move, takeNote(sent));
}

function takeNote(sent: Json): string | null {
  const note = takeText(sent['note'] ?? '', 'note').trim();
  if (note.length > maxNoteLength) {
    throw makeFieldError('note', `A note has at most ${maxNoteLength} characters.`);
  }
  return note === '' ? null : note;
}

const takeClock = objectOf({ advance_ms: wholeNumber(0, maxAdvanceMs) });

function takeAdvance(sent: Json): number {
  return takeClock(sent, 'clock').advance_ms;
}

/** Reads a form of settings, whose fields have the names of the flags. */
function readSettingsForm(form: URLSearchParams): Json {
  const faults = form.get('fault')?.split('\n');
  return toSettings({
    preset: form.get('preset') ?? undefined,
    terms: form.get('terms') ?? undefined,
    assume: form.getAll('assume'),
    fault: faults?.filter((line) => line.trim() !== ''),
  });
}

/**
 * Does what a program or a person asks for. A program gets the state. A person gets the page, with
 * the reason if a form is not valid.
 */
async function control(
  call: Call,
  service: Service,
  work: (sent: Json, form: URLSearchParams | null) => void,
): Promise<Response> {
  const type = call.req.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded/i.test(type)) {
    const body = await readBody(call.req.raw, maxBodyBytes);
    work(body.json, null);
    return call.json(describeState(service));
  }
  const form = new URLSearchParams(await call.req.text());
  try {
    work(Object.fromEntries(form), form);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return showPage(call, service, { message: error.message, sent: form });
  }
  return call.redirect(`/#${call.req.param('slug') ?? 'settings'}`, 303);
}

/** Returns everything that can be looked at and set, without keys and without the seed's files. */
function describeState(service: Service): Json {
  const setup = service.setup();
  const apps = service.store.apps().map((app) => ({
    ...toListedApp(app, service),
    owner: app.owner,
    moves: service.listMoves(app),
  }));
  return {
    base_url: service.baseUrl,
    time: new Date(service.now()).toISOString(),
    accounts: setup.accounts.map((account) => account.name),
    terms_version: setup.termsVersion,
    assumptions: setup.assumptions,
    rate: setup.rate,
    limits: setup.limits,
    faults: service.faults.list(),
    apps,
    requests: service.requests,
  };
}

async function showPage(
  call: Call,
  service: Service,
  fault: FormFault | null = null,
): Promise<Response> {
  const page = String(await renderPage(call.env.url, service, fault));
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  const headers = {
    etag,
    'content-security-policy': pagePolicy,
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  if (fault !== null) return call.html(page, 400, headers);
  if (call.req.header('if-none-match') === etag) return call.body(null, 304, headers);
  return call.html(page, 200, headers);
}

const pagePolicy = [
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'",
  `frame-ancestors 'none'; script-src ${scriptHash}`,
].join('; ');
