import type { Context, Hono, Next } from 'hono';
import { readBody, refuseField, requireText, takeFields, takeFiles } from './body.ts';
import { type Folder, normalizeContent } from './contents.ts';
import { refuseFields, refuseFolder, ServiceError } from './errors.ts';
import { isChange } from './faults.ts';
import { draftFields, writeFields } from './fields.ts';
import type { Env, Parts } from './parts.ts';
import { answers, successStatus } from './readings.ts';
import { checkFolder } from './rules.ts';
import { starterPage } from './starter.ts';
import type { App } from './store.ts';
import { submitApp } from './submit.ts';
import { toWireApp, toWireSingle } from './wire.ts';

type Call = Context<Env>;

/** Adds the seven endpoints of the service document, behind the key check and the rate limit. */
export function addApiRoutes(app: Hono<Env>, parts: Parts): void {
  app.use('/api/*', (call, next) => authenticate(call, next, parts));
  app.use('/api/*', (call, next) => admitChange(call, next, parts));
  app.post('/api/miniapps', (call) => create(call, parts));
  app.get('/api/miniapps', (call) => list(call, parts));
  app.post('/api/miniapps/deploy', (call) => deploy(call, parts));
  app.get('/api/miniapps/:slug', (call) => read(call, parts));
  app.patch('/api/miniapps/:slug', (call) => update(call, parts));
  app.delete('/api/miniapps/:slug', (call) => remove(call, parts));
  app.post('/api/miniapps/:slug/submit', (call) => submit(call, parts));
}

async function authenticate(call: Call, next: Next, parts: Parts): Promise<void> {
  const account = parts.findCaller(call.req.header('authorization'));
  if (account === undefined) {
    const headers = { 'www-authenticate': 'Bearer' };
    throw new ServiceError('unauthorized', 'Send Authorization: Bearer with an API key of this sandbox.', { headers });
  }
  call.set('account', account);
  call.header('cache-control', 'no-store');
  await next();
}

async function admitChange(call: Call, next: Next, parts: Parts): Promise<void> {
  if (!isChange(call.req.method)) return next();
  const wait = parts.limiter.take(call.var.account.name);
  if (wait > 0) {
    const message = `More than ${parts.rate.changes} changes in ${parts.rate.windowMs / 1000} s; try again in ${wait} s.`;
    throw new ServiceError('rate_limited', message, { headers: { 'retry-after': String(wait) } });
  }
  await next();
  await parts.save();
}

async function create(call: Call, parts: Parts): Promise<Response> {
  const body = await readBody(call.req.raw, parts.limits.bodyBytes);
  const slug = requireText(body['slug'], 'slug');
  if (!/^[a-z0-9-]{3,32}$/.test(slug)) {
    throw refuseField('slug', 'A slug has 3 to 32 lowercase letters, digits and hyphens.');
  }
  const fields = { ...takeFields(body), name: requireText(body['name'], 'name') };
  const draft = writeFields(new Map([['index.html', starterPage]]), fields);
  refuseMisfits(draft, parts);
  if (parts.store.find(slug) !== undefined) throw new ServiceError('slug_taken', `The address ${slug} is taken.`);
  if (listOwn(call, parts).length >= parts.limits.apps) {
    throw new ServiceError('too_many_apps', `An account may have ${parts.limits.apps} apps; delete one first.`);
  }
  const app = parts.store.create(call.var.account.name, slug, draft);
  return call.json(toWireApp(app, parts.baseUrl), successStatus.create);
}

/** A field that does not fit is a 400; a page that breaks the rules is a 422. */
function refuseMisfits(draft: Folder, parts: Parts): void {
  const problems = checkFolder(draft, parts.limits);
  const misfit = problems.find(({ field }) => field !== undefined && field !== 'html');
  if (misfit?.field !== undefined) throw refuseField(misfit.field, `${misfit.message} ${misfit.fix}`);
  if (problems.length > 0) throw refuseFields(problems);
}

function list(call: Call, parts: Parts): Response {
  return call.json(answers.list(listOwn(call, parts).map((app) => toWireApp(app, parts.baseUrl))), successStatus.read);
}

function read(call: Call, parts: Parts): Response {
  return call.json(toWireSingle(findOwn(call, parts), parts.baseUrl), successStatus.read);
}

async function update(call: Call, parts: Parts): Promise<Response> {
  const { slug } = findOwn(call, parts);
  const fields = takeFields(await readBody(call.req.raw, parts.limits.bodyBytes));
  if (Object.keys(fields).length === 0) {
    throw new ServiceError('invalid_field', `Send at least one of ${draftFields.join(', ')}.`);
  }
  const app = findOwn(call, parts, slug);
  const draft = writeFields(app.draft, fields);
  const problems = checkFolder(draft, parts.limits);
  if (problems.length > 0) throw refuseFields(problems);
  return call.json(toWireApp(parts.store.update(app, draft), parts.baseUrl), successStatus.update);
}

async function deploy(call: Call, parts: Parts): Promise<Response> {
  const body = await readBody(call.req.raw, parts.limits.bodyBytes);
  const app = findOwn(call, parts, requireText(body['slug'], 'slug'));
  const files = takeFiles(body);
  const problems = checkFolder(files, parts.limits);
  if (problems.length > 0) throw refuseFolder(problems);
  const draft = new Map([...files].map(([path, content]) => [path, normalizeContent(path, content)]));
  const updated = parts.store.update(app, draft);
  if (parts.deployAnswers === 'empty') return call.body(null, 204);
  return call.json(answers.deploy(toWireApp(updated, parts.baseUrl)), successStatus.deploy);
}

async function submit(call: Call, parts: Parts): Promise<Response> {
  const { slug } = findOwn(call, parts);
  const body = await readBody(call.req.raw, parts.limits.bodyBytes);
  const app = submitApp(findOwn(call, parts, slug), body['accept_terms'], parts.store);
  return call.json(answers.submit(toWireApp(app, parts.baseUrl)), successStatus.submit);
}

function remove(call: Call, parts: Parts): Response {
  const { slug } = findOwn(call, parts);
  parts.store.remove(slug);
  return call.json(answers.remove(slug), successStatus.remove);
}

function listOwn(call: Call, parts: Parts): readonly App[] {
  return parts.store.apps().filter(({ owner }) => owner === call.var.account.name);
}

/** The caller's app, as it is now: it may have changed while a body was read. */
function findOwn(call: Call, parts: Parts, slug: string = call.req.param('slug') ?? ''): App {
  const app = parts.store.find(slug);
  if (app?.owner !== call.var.account.name) {
    throw new ServiceError('not_found', 'There is no such app, or it is not yours.');
  }
  return app;
}
