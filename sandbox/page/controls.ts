import type { Hono } from 'hono';
import { findControlRefusal } from '../api/access.ts';
import type { Call, Env } from '../api/call.ts';
import { readBody } from '../api/request.ts';
import { toListedApp } from '../api/responses.ts';
import { moves } from '../service/app.ts';
import { makeFieldError, ServiceError } from '../service/errors.ts';
import { type FaultInput, parseFault, readFault, readFaultForm } from '../service/faults.ts';
import { defaultEdit, takeEdit } from '../service/folder.ts';
import { type Json, objectOf, takeText, wholeNumber } from '../service/readers.ts';
import type { Service } from '../service/service.ts';
import { readSettings, toSettings } from '../service/settings.ts';
import type { Page } from './address.ts';
import { addPageRoutes, respondWithPage } from './routes.ts';

const maxNoteLength = 2_000;
const maxBodyBytes = 64 * 1024 * 1024;
const maxAdvanceMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Adds the sandbox's page, and the controls under `/_sandbox/`, which the service does not have.
 * With them a person or a program acts as the reviewer, another writer and the platform. A control
 * takes JSON or a form of the page. It responds only to programs and to the sandbox's own page.
 */
export function addControlRoutes(routes: Hono<Env>, service: Service): void {
  addPageRoutes(routes, service);
  routes.get('/openapi.json', async (call) => {
    const { openapi } = await import('../api/openapi.ts');
    return call.json({ ...openapi, servers: [{ url: service.baseUrl }] });
  });
  // A script calls it until the sandbox is up. It reveals nothing, so it needs no header.
  routes.get('/_sandbox/health', (call) => call.json({ ok: true }));
  routes.use('/_sandbox/*', async (call, next) => {
    const refusal = findControlRefusal(call.env.url, call.req.raw.headers);
    if (refusal !== null) throw new ServiceError('forbidden', refusal);
    await next();
    call.res.headers.set('cache-control', 'no-store');
  });
  routes.get('/_sandbox/state', (call) => call.json(describeState(service)));
  routes.post('/_sandbox/reset', (call) => {
    return control(call, service, settingsPage, () => service.reset());
  });
  routes.post('/_sandbox/clock', (call) => {
    return control(call, service, settingsPage, (sent) => service.advance(takeAdvance(sent)));
  });
  routes.post('/_sandbox/settings', (call) => {
    return control(call, service, settingsPage, (sent) => {
      const settings = sent.form === null ? sent.json : readSettingsForm(sent.form);
      service.configure(readSettings(settings));
    });
  });
  addFaultControls(routes, service);
  routes.post('/_sandbox/apps/:slug/:move', (call) => {
    const { slug, move } = call.req.param();
    const page: Page = { kind: 'app', slug };
    return control(call, service, page, (sent) => controlApp(service, slug, move, sent.json));
  });
}

const settingsPage: Page = { kind: 'settings' };
const faultsPage: Page = { kind: 'faults' };

function addFaultControls(routes: Hono<Env>, service: Service): void {
  const { faults } = service;
  routes.post('/_sandbox/faults', (call) => {
    return control(call, service, faultsPage, ({ form, json }) => {
      faults.add(form === null ? readFault(json) : readFaultForm(form));
    });
  });
  routes.post('/_sandbox/faults/clear', (call) => {
    return control(call, service, faultsPage, () => faults.set([]));
  });
  routes.post('/_sandbox/faults/text', (call) => {
    return control(call, service, faultsPage, ({ json }) => {
      if (json['add'] !== undefined) faults.add(parseFault(takeText(json['add'], 'add')));
      else faults.set(readFaultLines(takeText(json['faults'], 'faults')));
    });
  });
  routes.post('/_sandbox/faults/:id/remove', (call) => {
    return control(call, service, faultsPage, () => faults.remove(Number(call.req.param('id'))));
  });
}

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
 * Runs a control. A program gets the state as the response. A person gets `page`, with the reason
 * if the form is not valid.
 */
async function control(
  call: Call,
  service: Service,
  page: Page,
  work: (sent: Sent) => void,
): Promise<Response> {
  const type = call.req.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded/i.test(type)) {
    const body = await readBody(call.req.raw, maxBodyBytes);
    work({ json: body.json, form: null });
    return call.json(describeState(service));
  }
  const form = new URLSearchParams(await call.req.text());
  const shown = form.has('assume') || form.has('preset') ? assumptionsPage : page;
  try {
    work({ json: Object.fromEntries(form), form });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return respondWithPage(call, service, shown, { message: error.message, sent: form });
  }
  return call.redirect(toPath(shown, service), 303);
}

const assumptionsPage: Page = { kind: 'assumptions' };

/** Returns the address to open after a form: the list of apps if the app was deleted. */
function toPath(page: Page, service: Service): string {
  if (page.kind !== 'app') return `/${page.kind}`;
  return service.store.find(page.slug) === undefined ? '/' : `/apps/${page.slug}`;
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
