import type { Hono, Next } from 'hono';
import { findAccount } from './access.ts';
import { disturb } from './fault-effects.ts';
import { isChange } from './faults.ts';
import { type DraftFields, draftFields, type Folder, starterPage, takeFields, writeFields } from './folder.ts';
import type { Call, Env, Parts } from './parts.ts';
import { type Json, readBody, refuseField, ServiceError, takeText } from './request.ts';
import {
  type ChangeName,
  type ResponseContext,
  refuseFolder,
  refusePage,
  respondToChange,
  respondWithList,
  toRetryAfter,
  toSingleApp,
} from './responses.ts';
import { checkFolder } from './rules.ts';
import { takeFiles, takeSlug } from './settings.ts';
import type { App } from './store.ts';

/** Adds the seven endpoints of the service document, behind the key check, the faults and the rate limit. */
export function addApiRoutes(app: Hono<Env>, parts: Parts): void {
  app.use('/api/*', (call, next) => authenticate(call, next, parts));
  app.use('/api/*', (call, next) => disturb(call, next, parts));
  app.use('/api/*', (call, next) => limit(call, next, parts));
  app.post('/api/miniapps', (call) => create(call, parts));
  app.get('/api/miniapps', (call) => respondWithList(listOwn(call, parts), toContext(parts)));
  app.all('/api/miniapps', () => refuseMethod('GET, HEAD, POST'));
  app.post('/api/miniapps/deploy', (call) => deploy(call, parts));
  app.get('/api/miniapps/:slug', (call) => call.json(toSingleApp(findOwn(call, parts), toContext(parts))));
  app.patch('/api/miniapps/:slug', (call) => update(call, parts));
  app.delete('/api/miniapps/:slug', (call) => remove(call, parts));
  app.all('/api/miniapps/:slug', () => refuseMethod('GET, HEAD, PATCH, DELETE'));
  app.post('/api/miniapps/:slug/submit', (call) => submit(call, parts));
  app.all('/api/miniapps/:slug/submit', () => refuseMethod('POST'));
}

async function authenticate(call: Call, next: Next, parts: Parts): Promise<void> {
  const account = findAccount(call.req.header('authorization'), parts.store.settings().accounts);
  if (account === undefined) {
    const headers = { 'www-authenticate': 'Bearer' };
    throw new ServiceError('unauthorized', 'Send Authorization: Bearer with an API key of this sandbox.', { headers });
  }
  call.set('account', account);
  await next();
  call.header('cache-control', 'no-store');
}

/** What was refused with 429 never counts; whether what fails counts is a switch. */
async function limit(call: Call, next: Next, { limiter, setup, now }: Parts): Promise<void> {
  if (!isChange(call.req.method)) return next();
  const { rate, assumptions } = setup();
  const { name } = call.var.account;
  const wait = limiter.check(name, rate);
  if (wait > 0) {
    const message = `More than ${rate.changes} changes in ${rate.window_ms / 1000} s; try again in ${wait} s.`;
    throw new ServiceError('rate_limited', message, { headers: toRetryAfter(wait, assumptions.retry_after, now()) });
  }
  const isEvery = assumptions.counts_as_change === 'every';
  if (isEvery) limiter.count(name);
  await next();
  if (!isEvery && call.res.ok) limiter.count(name);
}

async function create(call: Call, parts: Parts): Promise<Response> {
  const body = await readJson(call, parts);
  const { limits, assumptions } = parts.setup();
  const slug = takeSlug(body['slug']);
  const fallback = assumptions.create_name === 'optional' ? slug : undefined;
  const fields = { ...readFields(body, parts), name: takeText(body['name'] ?? fallback, 'name') };
  const draft = acceptFields(new Map([['index.html', starterPage]]), fields, parts);
  if (parts.store.find(slug) !== undefined) throw new ServiceError('slug_taken', `The address ${slug} is taken.`);
  if (parts.store.apps().filter(({ owner }) => owner === call.var.account.name).length >= limits.apps) {
    throw new ServiceError('too_many_apps', `An account may have ${limits.apps} apps; delete one first.`);
  }
  return respond('create', { before: null, after: parts.store.create(call.var.account.name, slug, draft) }, parts);
}

async function update(call: Call, parts: Parts): Promise<Response> {
  findOwn(call, parts);
  const fields = readFields(await readJson(call, parts), parts);
  if (Object.keys(fields).length === 0) {
    throw new ServiceError('invalid_field', `Send at least one of ${draftFields.join(', ')}.`);
  }
  const app = findOwn(call, parts);
  const draft = acceptFields(app.draft, fields, parts);
  return respond('update', { before: app, after: parts.store.update(app, draft) }, parts);
}

/** The folder with these fields: a field that does not fit is a 400, a page that breaks the rules is a 422. */
function acceptFields(folder: Folder, fields: DraftFields, parts: Parts): Folder {
  const { folder: draft, problems } = checkFolder(writeFields(folder, fields), parts.setup());
  const misfit = problems.find(({ field }) => field !== undefined && field !== 'html');
  if (misfit?.field !== undefined) throw refuseField(misfit.field, `${misfit.message} ${misfit.fix}`, [misfit]);
  if (problems.length > 0) throw refusePage(problems);
  return draft;
}

async function deploy(call: Call, parts: Parts): Promise<Response> {
  if (parts.setup().assumptions.form === 'earlier') throw refuseUnknown('The earlier form has no such endpoint.');
  const body = await readJson(call, parts);
  const app = findOwn(call, parts, takeText(body['slug'], 'slug'));
  const { folder, problems } = checkFolder(takeFiles(body['files']), parts.setup());
  if (problems.length > 0) throw refuseFolder(problems);
  return respond('deploy', { before: app, after: parts.store.update(app, folder) }, parts);
}

/**
 * Refuses with 409 when the app is `not_approved`, whatever else is wrong; then with 400 when the current terms are not
 * accepted; then with 409 in a state that cannot be submitted.
 */
async function submit(call: Call, parts: Parts): Promise<Response> {
  findOwn(call, parts);
  const { accept_terms: accepted } = await readJson(call, parts);
  const app = findOwn(call, parts);
  const isEarlier = parts.setup().assumptions.form === 'earlier';
  if (!isEarlier && app.status !== 'not_approved') requireTerms(accepted, parts.store.settings().termsVersion);
  const after = parts.store.move(app, 'submit');
  if ('refused' in after) throw new ServiceError(after.refused, submitRefusals[after.refused] ?? wrongState);
  return respond('submit', { before: app, after }, parts);
}

const wrongState = 'The app cannot be submitted in its state.';
const submitRefusals: Readonly<Partial<Record<ServiceError['code'], string>>> = {
  not_approved: 'The app was not approved. That is final: it stays private and cannot be sent for review again.',
  in_review: 'The app is in review already; an app is reviewed once per submission.',
  nothing_to_review: 'What is published is what the draft has: there is nothing to review.',
  taken_down: 'The app was taken down and cannot be sent for review.',
};

function requireTerms(accepted: unknown, termsVersion: string): void {
  if (accepted === termsVersion) return;
  const message = `Accept the current developer terms to submit: send accept_terms "${termsVersion}".`;
  throw new ServiceError('terms_required', message, { termsVersion });
}

function remove(call: Call, parts: Parts): Response {
  const app = findOwn(call, parts);
  parts.store.remove(app.slug);
  return respond('delete', { before: app, after: app }, parts);
}

async function readJson(call: Call, parts: Parts): Promise<Json> {
  const body = await readBody(call.req.raw, parts.setup().limits.bodyBytes);
  call.set('body', body);
  return body.json;
}

/** The earlier form has one field more. */
function readFields(body: Json, parts: Parts): DraftFields {
  return takeFields(body, parts.setup().assumptions.form === 'earlier' ? [...draftFields, 'icon'] : draftFields);
}

function respond(name: ChangeName, apps: Parameters<typeof respondToChange>[1], parts: Parts): Response {
  return respondToChange(name, apps, toContext(parts));
}

function toContext({ setup, baseUrl }: Parts): ResponseContext {
  return { assumptions: setup().assumptions, baseUrl };
}

function listOwn(call: Call, parts: Parts): readonly App[] {
  return (call.var.view ?? parts.store).apps().filter(({ owner }) => owner === call.var.account.name);
}

/** The caller's app as it is now, or as a stale read shows it. It may have changed while a body was read. */
function findOwn(call: Call, parts: Parts, slug: string = call.req.param('slug') ?? ''): App {
  const app = (call.var.view ?? parts.store).find(slug);
  if (app?.owner !== call.var.account.name) throw refuseUnknown('There is no such app, or it is not yours.');
  return app;
}

function refuseUnknown(message: string): ServiceError {
  return new ServiceError('not_found', message);
}

function refuseMethod(allow: string): never {
  throw new ServiceError('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } });
}
