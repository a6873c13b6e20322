import type { Hono, Next } from 'hono';
import { findAccount } from './access.ts';
import { type App, type Moment, moveApp, newApp, settle, updateApp } from './app.ts';
import type { Assumptions } from './assumptions.ts';
import { disturb } from './fault-effects.ts';
import { isChange } from './faults.ts';
import {
  type DraftFields,
  draftFields,
  type Folder,
  starterPage,
  takeFields,
  writeFields,
} from './folder.ts';
import type { Call, Env, Parts } from './parts.ts';
import {
  type Json,
  listOf,
  objectOf,
  readBody,
  refuseField,
  ServiceError,
  takeText,
} from './request.ts';
import {
  type ChangeName,
  placeByField,
  refuseFolder,
  respondToChange,
  respondWithList,
  toDetailResponse,
  toRetryAfter,
  toSingleApp,
} from './responses.ts';
import { checkFolder } from './rules.ts';
import { takeFiles, takeSlug } from './settings.ts';

/**
 * Adds the seven endpoints of the service document, behind the key check, the faults and the rate
 * limit.
 */
export function addApiRoutes(app: Hono<Env>, parts: Parts): void {
  app.use('/api/*', (call, next) => authenticate(call, next, parts));
  app.use('/api/*', (call, next) => disturb(call, next, parts));
  app.use('/api/*', (call, next) => limit(call, next, parts));
  app.post('/api/miniapps', (call) => create(call, parts));
  app.get('/api/miniapps', (call) => respondWithList(listOwn(call, parts), parts));
  app.all('/api/miniapps', () => refuseMethod('GET, HEAD, POST'));
  app.post('/api/miniapps/deploy', (call) => deploy(call, parts));
  app.get('/api/miniapps/:slug', (call) => read(call, parts));
  app.patch('/api/miniapps/:slug', (call) => update(call, parts));
  app.delete('/api/miniapps/:slug', (call) => remove(call, parts));
  // It is a slug, too.
  app.all('/api/miniapps/deploy', () => refuseMethod('GET, HEAD, POST, PATCH, DELETE'));
  app.all('/api/miniapps/:slug', () => refuseMethod('GET, HEAD, PATCH, DELETE'));
  app.post('/api/miniapps/:slug/submit', (call) => submit(call, parts));
  app.all('/api/miniapps/:slug/submit', () => refuseMethod('POST'));
}

async function authenticate(call: Call, next: Next, parts: Parts): Promise<void> {
  const account = findAccount(call.req.header('authorization'), parts.setup().accounts);
  if (account === undefined) {
    const headers = { 'www-authenticate': 'Bearer' };
    throw new ServiceError(
      'unauthorized',
      'Send Authorization: Bearer with an API key of this sandbox.',
      { headers },
    );
  }
  call.set('account', account);
  await next();
  call.res.headers.set('cache-control', 'no-store');
}

function read(call: Call, parts: Parts): Response {
  const { store, setup } = parts;
  const app = findOwn(call, parts);
  const response = Response.json(toSingleApp(app, parts));
  const isDated =
    setup().assumptions.updated_at_moves === 'reads' && call.get('view') === undefined;
  if (isDated)
    store.commit({
      slug: app.slug,
      did: 'read',
      by: 'sandbox',
      app: { ...app, updatedAt: parts.now() },
    });
  return response;
}

/** What was refused with 429 never counts; whether what fails counts is a switch. */
async function limit(call: Call, next: Next, { limiter, setup, now }: Parts): Promise<void> {
  if (!isChange(call.req.method)) return next();
  const { rate, assumptions } = setup();
  const { name } = call.get('account');
  const wait = limiter.check(name, rate);
  if (wait > 0) {
    const message = `More than ${rate.changes} changes in ${rate.window_ms / 1000} s; try again in ${wait} s.`;
    throw new ServiceError('rate_limited', message, {
      headers: toRetryAfter(wait, assumptions.retry_after, now()),
    });
  }
  const isEvery = assumptions.counts_as_change === 'every';
  if (isEvery) limiter.count(name);
  await next();
  if (!isEvery && call.res.ok) limiter.count(name);
}

async function create(call: Call, parts: Parts): Promise<Response> {
  const body = await readJson(call, parts);
  const { limits, assumptions } = parts.setup();
  const slug = takeSlug(body['slug'], 'slug');
  const owner = call.get('account').name;
  const fallback = assumptions.create_name === 'optional' ? slug : undefined;
  const fields = { ...readFields(body, parts), name: takeText(body['name'] ?? fallback, 'name') };
  const draft = acceptFields(new Map([['index.html', starterPage]]), fields, parts);
  if (parts.store.find(slug) !== undefined)
    throw new ServiceError('slug_taken', `The address ${slug} is taken.`);
  if (parts.store.apps().filter((app) => app.owner === owner).length >= limits.apps) {
    throw new ServiceError(
      'too_many_apps',
      `An account may have ${limits.apps} apps; delete one first.`,
    );
  }
  const make = (app?: App) =>
    app === undefined ? newApp({ owner, slug, draft }, parts.now()) : undefined;
  return change(call, parts, { name: 'create', slug, make });
}

async function update(call: Call, parts: Parts): Promise<Response> {
  findOwn(call, parts);
  const fields = readFields(await readJson(call, parts), parts);
  if (Object.keys(fields).length === 0) {
    throw new ServiceError('invalid_field', `Send at least one of ${draftFields.join(', ')}.`);
  }
  const { slug } = findOwn(call, parts);
  const make = (app?: App) =>
    app && updateApp(app, acceptFields(app.draft, fields, parts), toMoment(parts));
  return change(call, parts, { name: 'update', slug, make });
}

/**
 * The folder with these fields: a field that does not fit is a 400, a page that breaks the rules is
 * a 422.
 */
function acceptFields(folder: Folder, fields: DraftFields, parts: Parts): Folder {
  const { folder: draft, problems: found } = checkFolder(
    writeFields(folder, fields),
    parts.setup(),
  );
  const problems = found.map(placeByField);
  const misfit = problems.find(({ field }) => field !== undefined && field !== 'html');
  if (misfit?.field !== undefined)
    throw refuseField(misfit.field, `${misfit.message} ${misfit.fix}`, { problems: [misfit] });
  if (problems.length > 0) throw refuseFolder(problems);
  return draft;
}

async function deploy(call: Call, parts: Parts): Promise<Response> {
  const { assumptions } = parts.setup();
  if (assumptions.form === 'earlier') throw refuseUnknown('The earlier form has no such endpoint.');
  const body = await readJson(call, parts);
  let slug: string;
  let sent: Folder;
  try {
    ({ slug } = findOwn(call, parts, takeText(body['slug'], 'slug')));
    sent = takeFolder(body, assumptions.deploy_body);
  } catch (error) {
    const isMismatch = error instanceof ServiceError && error.code === 'invalid_field';
    if (isMismatch && assumptions.deploy_mismatch === 'detail') return toDetailResponse(error);
    throw error;
  }
  const { folder, problems } = checkFolder(sent, parts.setup());
  if (problems.length > 0) throw refuseFolder(problems);
  const make = (app?: App) =>
    app && updateApp(app, keepPrompt(app, folder, assumptions), toMoment(parts));
  return change(call, parts, { name: 'deploy', slug, make });
}

const takeList = listOf(objectOf({ path: takeText, content: takeText }, ['path', 'content']));

function takeFolder(body: Json, form: Assumptions['deploy_body']): Folder {
  if (form !== 'list') return takeFiles(body[form], form);
  return new Map(takeList(body['files'], 'files').map(({ path, content }) => [path, content]));
}

function keepPrompt(
  { draft }: App,
  folder: Folder,
  { deploy_without_prompt: rule }: Assumptions,
): Folder {
  const path = 'instructions.md';
  const prompt = draft.get(path);
  return rule === 'removes' || prompt === undefined || folder.has(path)
    ? folder
    : new Map([...folder, [path, prompt]]);
}

/**
 * `not_approved` comes first, whatever else is wrong, then the terms, then a state that cannot be
 * submitted.
 */
async function submit(call: Call, parts: Parts): Promise<Response> {
  findOwn(call, parts);
  const { accept_terms: accepted } = await readJson(call, parts);
  const app = findOwn(call, parts);
  const isEarlier = parts.setup().assumptions.form === 'earlier';
  if (!isEarlier && app.status !== 'not_approved')
    requireTerms(accepted, parts.setup().termsVersion);
  const after = moveApp(app, 'submit', toMoment(parts));
  if ('refused' in after)
    throw new ServiceError(after.refused, submitRefusals[after.refused] ?? wrongState);
  const make = (now?: App) => {
    const moved = now && moveApp(now, 'submit', toMoment(parts));
    return moved !== undefined && 'refused' in moved ? undefined : moved;
  };
  return change(call, parts, { name: 'submit', slug: app.slug, make });
}

const wrongState = 'The app cannot be submitted in its state.';
const submitRefusals: Readonly<Partial<Record<ServiceError['code'], string>>> = {
  not_approved:
    'The app was not approved. That is final: it stays private and cannot be sent for review again.',
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
  return change(call, parts, {
    name: 'delete',
    slug: findOwn(call, parts).slug,
    make: (app) => app && null,
  });
}

interface ChangePlan {
  readonly name: ChangeName;
  readonly slug: string;
  /** What becomes of the app as it is: null deletes it, undefined leaves everything as it is. */
  readonly make: (app?: App) => App | null | undefined;
}

/** Makes a change, now or (by a fault) later or never, and responds. */
function change(call: Call, parts: Parts, { name, slug, make }: ChangePlan): Response {
  const { store, schedule } = parts;
  const { fault, account } = call.var;
  const by = call.env.by ?? account.name;
  const commit = (app: App | null | undefined): void => {
    if (app !== undefined) store.commit({ slug, did: name, by, app });
  };
  const before = store.find(slug) ?? null;
  const made = make(before ?? undefined);
  const after = made ?? before;
  if (after === null) throw refuseUnknown('There is no such app.');
  if (fault?.kind === 'late')
    schedule(() => dropRefusal(() => commit(make(store.find(slug)))), fault.ms);
  else if (fault?.kind === 'late_state' && made && before !== null) {
    commit({ ...made, status: before.status, nextStatus: made.status });
    schedule(() => showState(made, parts), fault.ms);
  } else if (fault?.kind !== 'echo') commit(made);
  const isAccepted = fault?.kind === 'late' && fault.status < 300;
  // What is accepted now and made later shows nothing of it yet.
  const shown = isAccepted
    ? { before, after: before ?? after, status: fault.status }
    : { before, after };
  return respondToChange(name, shown, parts);
}

/**
 * Lets a state show that came with a change of the draft, unless a later change has brought its
 * own.
 */
function showState({ slug, version }: App, { store }: Parts): void {
  const app = store.find(slug);
  if (app?.nextStatus === undefined || app.version !== version) return;
  store.commit({ slug, did: 'settle', by: 'sandbox', app: settle(app) });
}

/** What no longer fits when its turn comes is dropped. */
function dropRefusal(commit: () => void): void {
  try {
    commit();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

function toMoment({ now, setup }: Parts): Moment {
  return { time: now(), assumptions: setup().assumptions };
}

async function readJson(call: Call, parts: Parts): Promise<Json> {
  const body = await readBody(call.req.raw, parts.setup().limits.bodyBytes);
  call.set('body', body);
  return body.json;
}

/** The earlier form has one field more. */
function readFields(body: Json, parts: Parts): DraftFields {
  return takeFields(
    body,
    parts.setup().assumptions.form === 'earlier' ? [...draftFields, 'icon'] : draftFields,
  );
}

function listOwn(call: Call, parts: Parts): readonly App[] {
  return (call.get('view') ?? parts.store)
    .apps()
    .filter(({ owner }) => owner === call.get('account').name);
}

/**
 * The caller's app as it is now, or as a stale read shows it. It may have changed while a body was
 * read.
 */
function findOwn(call: Call, parts: Parts, slug: string = call.req.param('slug') ?? ''): App {
  const app = (call.get('view') ?? parts.store).find(slug);
  if (app?.owner !== call.get('account').name)
    throw refuseUnknown('There is no such app, or it is not yours.');
  return app;
}

function refuseUnknown(message: string): ServiceError {
  return new ServiceError('not_found', message);
}

function refuseMethod(allow: string): never {
  throw new ServiceError('method_not_allowed', `This address takes ${allow}.`, {
    headers: { allow },
  });
}
