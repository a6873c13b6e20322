import type { Context, Hono } from 'hono';
import { readBody, refuseField, requireText } from './body.ts';
import { readFaults, reviewerMoves, toAppView, toFaultsView, toView } from './control-view.ts';
import { ServiceError } from './errors.ts';
import { noFaults } from './faults.ts';
import { refuseControl } from './guard.ts';
import type { Env, Parts } from './parts.ts';

type Call = Context<Env>;

const mostBytes = 65_536;
const longestNote = 2_000;

/**
 * Adds the sandbox's own controls under `/_sandbox/`, which the service does not have: play the reviewer, publish new
 * terms, switch faults on, read what came in. JSON in, JSON out; guarded against everything but this machine.
 */
export function addControlRoutes(app: Hono<Env>, parts: Parts): void {
  app.use('/_sandbox/*', async (call, next) => {
    guard(call, parts);
    call.header('cache-control', 'no-store');
    await next();
    await parts.save();
  });
  app.get('/_sandbox/state', (call) => call.json({ ...toView(parts), requests: parts.requests.slice(-50) }));
  app.post('/_sandbox/apps/:slug/:move', (call) => review(call, parts));
  app.put('/_sandbox/terms', (call) => setTerms(call, parts));
  app.put('/_sandbox/faults', (call) => setFaults(call, parts));
  app.delete('/_sandbox/faults', (call) => {
    parts.faults.set(noFaults);
    return call.json(toFaultsView(noFaults));
  });
  app.get('/_sandbox/requests', (call) => call.json({ requests: parts.requests }));
  app.delete('/_sandbox/requests', (call) => {
    parts.requests.length = 0;
    return call.json({ requests: [] });
  });
}

function guard(call: Call, parts: Parts): void {
  const request = {
    url: call.req.url,
    origin: call.req.header('origin'),
    fetchSite: call.req.header('sec-fetch-site'),
    marker: call.req.header('x-sandbox'),
  };
  const refusal = refuseControl(request, parts.baseUrl);
  if (refusal !== null) throw new ServiceError('forbidden', refusal);
}

async function review(call: Call, parts: Parts): Promise<Response> {
  const note = readNote(await readBody(call.req.raw, mostBytes));
  const move = reviewerMoves.find((one) => one === call.req.param('move'));
  const app = parts.store.find(call.req.param('slug') ?? '');
  if (move === undefined || app === undefined) {
    throw new ServiceError('not_found', `There is no such app, or no such move: ${reviewerMoves.join(', ')}.`);
  }
  const moved = parts.store.move(app, move, note);
  if ('refused' in moved) {
    throw new ServiceError(moved.refused, `An app in state ${app.status} cannot take the move ${move}.`);
  }
  return call.json(toAppView(moved, parts));
}

function readNote(body: Readonly<Record<string, unknown>>): string | null {
  const note = requireText(body['note'] ?? '', 'note').trim();
  if (note.length > longestNote) throw refuseField('note', `A note has at most ${longestNote} characters.`);
  return note === '' ? null : note;
}

async function setTerms(call: Call, parts: Parts): Promise<Response> {
  const body = await readBody(call.req.raw, mostBytes);
  const termsVersion = requireText(body['version'], 'version');
  if (!/^[\w.-]{1,40}$/.test(termsVersion)) {
    throw refuseField('version', 'A terms version has 1 to 40 letters, digits, dots, hyphens and underscores.');
  }
  parts.store.setSettings({ ...parts.store.settings(), termsVersion });
  return call.json({ terms_version: termsVersion });
}

async function setFaults(call: Call, parts: Parts): Promise<Response> {
  const body = await readBody(call.req.raw, mostBytes);
  const plan = readFaults(body, parts.faults.plan());
  parts.faults.set(plan);
  return call.json(toFaultsView(plan));
}
