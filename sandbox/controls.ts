import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { type ControlRequest, findAccount, maySeeKeys, readHost, refuseControl, toPageOrigin } from './access.ts';
import { type App, type Move, moveApp, moves, toPublicFolder } from './app.ts';
import { switches } from './assumptions.ts';
import { readFault } from './faults.ts';
import { defaultEdit, takeEdit } from './folder.ts';
import type { Call, Env, Parts } from './parts.ts';
import { type Json, readBody, refuseField, ServiceError, takeText } from './request.ts';
import { toListedApp } from './responses.ts';
import { readSetup, showSetup } from './settings.ts';

const maxNote = 2_000;
const maxBytes = 64 * 1024 * 1024;
const reviewerMoves: readonly Move[] = ['approve', 'reject', 'take_down'];
const folder = join(import.meta.dirname, 'page');
const pageFiles = [
  { at: '/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { at: '/_page/style.css', name: 'style.css', type: 'text/css; charset=utf-8' },
  { at: '/_page/page.js', name: 'page.js', type: 'text/javascript; charset=utf-8' },
  { at: '/_page/icon.svg', name: 'icon.svg', type: 'image/svg+xml' },
] as const;

/**
 * Adds the sandbox's own controls under `/_sandbox/`, which the service does not have: play the reviewer, another writer
 * and the platform, switch faults on, read what came in, start anew. JSON in, JSON out; guarded against every page but
 * the sandbox's own, which is at `/` under the name localhost.
 */
export function addControlRoutes(app: Hono<Env>, parts: Parts): void {
  app.use('/_sandbox/*', async (call, next) => {
    const refusal = refuseControl(toControlRequest(call));
    if (refusal !== null) throw new ServiceError('forbidden', refusal);
    call.header('cache-control', 'no-store');
    await next();
  });
  app.get('/_sandbox/state', (call) => call.json(toView(call, parts)));
  addAppControls(app, parts);
  addSettingControls(app, parts);
  addFaultControls(app, parts);
  app.get('/_sandbox/requests', (call) => call.json({ requests: parts.requests }));
  app.delete('/_sandbox/requests', (call) => {
    parts.requests.length = 0;
    return call.json({ requests: [] });
  });
  // A browser asks for it with every app that has none.
  app.get('/favicon.ico', () => new Response(null, { status: 204 }));
  for (const file of pageFiles) app.get(file.at, (call) => showPage(call, file, parts));
}

function addAppControls(app: Hono<Env>, parts: Parts): void {
  app.post('/_sandbox/apps/:slug/edit', async (call) => {
    const fields = takeEdit(await readControl(call), 'edit');
    const isEmpty = Object.keys(fields).length === 0;
    const edited = parts.edit(call.req.param('slug'), isEmpty ? defaultEdit : fields);
    return call.json(toAppView(edited, false, parts));
  });
  app.post('/_sandbox/apps/:slug/:move', async (call) => {
    const note = readNote(await readControl(call));
    const move = moves.find((one) => one === call.req.param('move'));
    if (move === undefined) throw new ServiceError('not_found', `There is no such move: ${moves.join(', ')}, edit.`);
    return call.json(toAppView(parts.move(call.req.param('slug'), move, note), false, parts));
  });
  app.delete('/_sandbox/apps/:slug', (call) => {
    parts.remove(call.req.param('slug'));
    return call.json(toView(call, parts));
  });
  app.post('/_sandbox/reset', (call) => {
    parts.reset();
    return call.json(toView(call, parts));
  });
}

function addSettingControls(app: Hono<Env>, parts: Parts): void {
  const show = (call: Call): Response => call.json(showSetup(parts.setup()));
  app.get('/_sandbox/settings', show);
  app.put('/_sandbox/settings', async (call) => {
    const body = await readControl(call);
    const setup = readSetup(body, parts.setup());
    parts.configure(setup);
    if (body['faults'] !== undefined) parts.faults.set(setup.faults);
    if (body['seed'] !== undefined) for (const seed of setup.seed) parts.put(seed);
    return show(call);
  });
}

function addFaultControls(app: Hono<Env>, parts: Parts): void {
  const show = (call: Call): Response => call.json({ faults: parts.faults.list() });
  app.get('/_sandbox/faults', show);
  app.post('/_sandbox/faults', async (call) => {
    parts.faults.add(readFault(await readControl(call)));
    return show(call);
  });
  app.delete('/_sandbox/faults', (call) => {
    parts.faults.set([]);
    return show(call);
  });
  app.delete('/_sandbox/faults/:id', (call) => {
    if (!parts.faults.remove(Number(call.req.param('id')))) {
      throw new ServiceError('not_found', 'There is no such fault, or it is used up.');
    }
    return show(call);
  });
}

function toControlRequest(call: Call): ControlRequest {
  return {
    url: call.req.url,
    origin: call.req.header('origin'),
    fetchSite: call.req.header('sec-fetch-site'),
    marker: call.req.header('x-sandbox'),
  };
}

async function readControl(call: Call): Promise<Json> {
  return (await readBody(call.req.raw, maxBytes)).json;
}

function readNote(body: Json): string | null {
  const note = takeText(body['note'] ?? '', 'note').trim();
  if (note.length > maxNote) throw refuseField('note', `A note has at most ${maxNote} characters.`);
  return note === '' ? null : note;
}

/** All that the page shows. Keys, and the links that open drafts, only for those who have shown that they may see them. */
function toView(call: Call, parts: Parts): Json {
  const { accounts } = parts.store.settings();
  const isTrusted = maySeeKeys(toControlRequest(call), findAccount(call.req.header('authorization'), accounts));
  return {
    base_url: parts.baseUrl,
    accounts: accounts.map(({ name, key }) => (isTrusted ? { name, key } : { name })),
    apps: parts.store.apps().map((app) => toAppView(app, isTrusted, parts)),
    faults: parts.faults.list(),
    settings: showSetup(parts.setup()),
    switches,
    requests: parts.requests.slice(-50),
  };
}

/** An app as the page shows it: the app object, its owner, and addresses for a browser. */
function toAppView(app: App, isTrusted: boolean, parts: Parts): Json {
  const { assumptions } = parts.setup();
  const shown = toListedApp(app, { assumptions, baseUrl: parts.baseUrl });
  const token = parts.toPreviewToken(app.slug);
  const moment = { time: parts.now(), assumptions };
  return {
    ...shown,
    owner: app.owner,
    version: app.version,
    ...(isTrusted && {
      draft_url: `/a/${app.slug}?preview=${token}`,
      picture_url: `/a/${app.slug}/logo?v=${app.version}&preview=${token}`,
    }),
    public_url: toPublicFolder(app) === null ? null : `/a/${app.slug}?preview=off`,
    moves: reviewerMoves.filter((move) => !('refused' in moveApp(app, move, moment))),
  };
}

async function showPage(call: Call, file: (typeof pageFiles)[number], parts: Parts): Promise<Response> {
  if (readHost(call.req.url, parts.allowedHosts)?.kind !== 'page') {
    return call.redirect(`${toPageOrigin(call.req.url)}${file.at}`, 302);
  }
  const headers = {
    'content-type': file.type,
    'content-security-policy': pagePolicy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  return new Response(await readFile(join(folder, file.name)), { headers });
}

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
