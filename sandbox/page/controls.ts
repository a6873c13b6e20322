import type { Hono } from 'hono';
import { findControlRefusal } from '../api/access.ts';
import type { Call, Env } from '../api/call.ts';
import { readBody } from '../api/request.ts';
import { toListedApp } from '../api/responses.ts';
import type { DraftNotices } from '../dev/draft-notices.ts';
import { moves } from '../service/app.ts';
import { makeFieldError, ServiceError } from '../service/errors.ts';
import { type FaultInput, parseFault, readFault } from '../service/faults.ts';
import { defaultEdit, takeEdit } from '../service/folder.ts';
import { type Json, objectOf, takeText, wholeNumber } from '../service/readers.ts';
import type { Service } from '../service/service.ts';
import { readSettings, toSettings } from '../service/settings.ts';
import { addPageRoutes, type PageName, protectPage, respondWithPage } from './routes.ts';
import { sampleApp } from './sample-app.ts';
import type { PageSource } from './view.ts';

const maxNoteLength = 2_000;
const maxBodyBytes = 64 * 1024 * 1024;
const maxAdvanceMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Adds the sandbox's page, and the controls under `/_sandbox/`, which the service does not have.
 * With them a person or a program acts as the reviewer, another writer and the platform. A control
 * takes JSON or a form of the page. It responds only to programs and to the sandbox's own page.
 */
export function addControlRoutes(
  routes: Hono<Env>,
  service: Service,
  notices: DraftNotices | null,
): void {
  const source: PageSource = { service, notices };
  addPageRoutes(routes, source);
  routes.get('/openapi.json', async (call) => {
    const { openapi } = await import('../api/openapi.ts');
    return call.json({ ...openapi, servers: [{ url: service.baseUrl }] });
  });
  // A script calls it until the sandbox is up. It reveals nothing, so it needs no header.
  routes.get('/_sandbox/health', (call) => call.json({ ok: true }));
  routes.use('/_sandbox/*', protectPage, async (call, next) => {
    const refusal = findControlRefusal(call.env.url, call.req.raw.headers);
    if (refusal !== null) throw new ServiceError('forbidden', refusal);
    await next();
    call.res.headers.set('cache-control', 'no-store');
  });
  routes.get('/_sandbox/state', (call) => call.json(describeState(service)));
  const add = (path: string, page: PageName, work: Work): void => {
    routes.post(`/_sandbox/${path}`, (call) => control(call, source, page, work));
  };
  add('reset', 'settings', () => service.reset());
  add('clock', 'settings', (sent) => service.advance(takeAdvance(sent)));
  add('settings', 'settings', ({ json, form }) => {
    service.configure(readSettings(form === null ? json : readSettingsForm(form)));
  });
  add('sample', 'apps', () => service.put(sampleApp));
  add('requests/clear', 'requests', () => service.log.clear());
  const { faults } = service;
  add('faults', 'faults', ({ json }) => faults.add(readFault(json)));
  add('faults/clear', 'faults', () => faults.set([]));
  add('faults/text', 'faults', ({ json }) => {
    if (json['add'] !== undefined) faults.add(parseFault(takeText(json['add'], 'add')));
    else faults.set(readFaultLines(takeText(json['faults'], 'faults')));
  });
  add('faults/:id/remove', 'faults', (_sent, { id }) => faults.remove(Number(id)));
  add('apps/:slug/:move', 'app', ({ json }, { slug = '', move = '' }) => {
    controlApp(service, slug, move, json);
  });
}

/** Does what a control is for. */
type Work = (sent: Sent, params: Readonly<Record<string, string>>) => void;

function readFaultLines(text: string): readonly FaultInput[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => parseFault(line));
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

/** Reads the milliseconds to put the clock forward by. A form sends the number as a text. */
function takeAdvance({ json, form }: Sent): number {
  const sent = form === null ? json : { advance_ms: Number(form.get('advance_ms')) };
  return takeClock(sent, 'clock').advance_ms;
}

/** Reads a form of settings, whose fields have the names of the flags. */
function readSettingsForm(form: URLSearchParams): Json {
  return toSettings({
    preset: form.get('preset') ?? undefined,
    terms: form.get('terms') ?? undefined,
    rate: form.get('rate') ?? undefined,
    assume: form.getAll('assume'),
  });
}

/** The body that a control gets. */
interface Sent {
  /** The body, or the fields of a form. */
  readonly json: Json;
  /** The form that the page sent; null if a program sent JSON. */
  readonly form: URLSearchParams | null;
}

/**
 * Runs a control. A program gets the state as the response. A person gets the page, with the reason
 * if the form is not valid.
 */
async function control(
  call: Call,
  source: PageSource,
  page: PageName,
  work: Work,
): Promise<Response> {
  const type = call.req.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded/i.test(type)) {
    const body = await readBody(call.req.raw, maxBodyBytes);
    work({ json: body.json, form: null }, call.req.param());
    return call.json(describeState(source.service));
  }
  const form = new URLSearchParams(await call.req.text());
  try {
    work({ json: Object.fromEntries(form), form }, call.req.param());
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return respondWithPage(call, page, source, { message: error.message, sent: form });
  }
  return call.redirect(toPath(page, call, source.service), 303);
}

/** Returns the address to open after a form: the list of apps if the app was deleted. */
function toPath(page: PageName, call: Call, service: Service): string {
  if (page === 'apps') return '/';
  if (page !== 'app') return `/${page}`;
  const slug = call.req.param('slug') ?? '';
  return service.store.find(slug) === undefined ? '/' : `/apps/${slug}`;
}

/** Returns the apps, requests and settings, without keys and without the seed's files. */
function describeState(service: Service): Json {
  const setup = service.setup();
  const apps = service.store.apps().map((app) => {
    return { ...toListedApp(app, service), owner: app.owner, moves: service.listMoves(app) };
  });
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
