import type { Hono, Next } from 'hono';
import {
  type App,
  type Moment,
  makeApp,
  moveApp,
  showNextStatus,
  updateApp,
} from '../service/app.ts';
import type { Assumptions } from '../service/assumptions.ts';
import { type ErrorCode, makeFieldError, ServiceError } from '../service/errors.ts';
import { isChange } from '../service/faults.ts';
import {
  type DraftFields,
  draftFields,
  type Folder,
  fileNames,
  starterPage,
  takeFields,
  writeFields,
} from '../service/folder.ts';
import { type Json, listOf, objectOf, takeText } from '../service/readers.ts';
import { checkFolder } from '../service/rules.ts';
import type { Service } from '../service/service.ts';
import { takeFiles, takeSlug } from '../service/settings.ts';
import type { View } from '../service/store.ts';
import { findAccount } from './access.ts';
import type { Call, Env } from './call.ts';
import { applyFaults } from './fault-effects.ts';
import { readBody } from './request.ts';
import {
  type ChangeName,
  makeFolderError,
  respondToChange,
  respondWithList,
  toDetailResponse,
  toFieldProblem,
  toRetryAfter,
  toSingleApp,
} from './responses.ts';

/**
 * Adds the seven endpoints of the service document. Each request passes the check of the key, the
 * faults, and the rate limit.
 */
export function addApiRoutes(routes: Hono<Env>, service: Service): void {
  routes.use('/api/*', (call, next) => authenticate(call, next, service));
  routes.use('/api/*', (call, next) => applyFaults(call, next, service));
  routes.use('/api/*', (call, next) => limitRate(call, next, service));
  routes.post('/api/miniapps', (call) => createApp(call, service));
  routes.get('/api/miniapps', (call) => respondWithList(listOwnApps(call, service), service));
  routes.all('/api/miniapps', () => refuseMethod('GET, HEAD, POST'));
  routes.post(deployPath, (call) => deployApp(call, service));
  routes.all(deployPath, () => refuseMethod('POST'));
  routes.get('/api/miniapps/:slug', (call) => readApp(call, service));
  routes.patch('/api/miniapps/:slug', (call) => updateFields(call, service));
  routes.delete('/api/miniapps/:slug', (call) => deleteApp(call, service));
  routes.all('/api/miniapps/:slug', () => refuseMethod('GET, HEAD, PATCH, DELETE'));
  routes.post('/api/miniapps/:slug/submit', (call) => submitApp(call, service));
  routes.all('/api/miniapps/:slug/submit', () => refuseMethod('POST'));
}

const deployPath = '/api/miniapps/deploy';
/**
 * A slug that no app may have, since the address of such an app would be the address of the deploy
 * endpoint.
 */
const reservedSlug = 'deploy';

function refuseMethod(allow: string): never {
  const message = `This address takes ${allow}.`;
  throw new ServiceError('method_not_allowed', message, { headers: { allow } });
}

async function authenticate(call: Call, next: Next, service: Service): Promise<void> {
  const account = findAccount(call.req.header('authorization'), service.setup().accounts);
  if (account === undefined) {
    const message = 'Send Authorization: Bearer with an API key of this sandbox.';
    const headers = { 'www-authenticate': 'Bearer' };
    throw new ServiceError('unauthorized', message, { headers });
  }
  call.set('account', account);
  await next();
  call.res.headers.set('cache-control', 'no-store');
}

/**
 * Responds with a 429 if the account has made too many changes; otherwise counts this change. An
 * assumption decides whether a change counts if the service refuses it afterwards.
 */
async function limitRate(call: Call, next: Next, service: Service): Promise<void> {
  if (!isChange(call.req.method)) {
    await next();
    return;
  }
  const { limiter } = service;
  const { rate, assumptions } = service.setup();
  const account = call.get('account').name;
  const seconds = limiter.getWaitSeconds(account, rate);
  if (seconds > 0) {
    const window = rate.window_ms / 1000;
    const message = `More than ${rate.changes} changes in ${window} s; try again in ${seconds} s.`;
    const headers = toRetryAfter(seconds, assumptions.retry_after, service.now());
    throw new ServiceError('rate_limited', message, { headers });
  }
  if (assumptions.counts_as_change === 'every') {
    limiter.count(account);
    await next();
    return;
  }
  await next();
  if (call.res.ok) limiter.count(account);
}

function listOwnApps(call: Call, service: Service): readonly App[] {
  const owner = call.get('account').name;
  return getView(call, service)
    .apps()
    .filter((app) => app.owner === owner);
}

function readApp(call: Call, service: Service): Response {
  const app = findOwnApp(call, service);
  const response = Response.json(toSingleApp(app, service));
  const isPresent = call.get('view') === undefined;
  if (isPresent && service.setup().assumptions.updated_at_moves === 'reads') {
    const read = { ...app, updatedAt: service.now() };
    service.store.commit({ slug: app.slug, did: 'read', by: 'sandbox', app: read });
  }
  return response;
}

async function createApp(call: Call, service: Service): Promise<Response> {
  const { store } = service;
  const { limits, assumptions } = service.setup();
  const body = await readJson(call, service);
  const slug = takeSlug(body['slug'], 'slug');
  const defaultName = assumptions.create_name === 'optional' ? slug : undefined;
  const name = takeText(body['name'] ?? defaultName, 'name');
  const starter = new Map([[fileNames.page, starterPage]]);
  const draft = applyFields(starter, { ...readFields(body, service), name }, service);

  if (slug === reservedSlug || store.find(slug) !== undefined) {
    throw new ServiceError('slug_taken', `The address ${slug} is taken.`);
  }
  const owner = call.get('account').name;
  const count = store.apps().filter((app) => app.owner === owner).length;
  if (count >= limits.apps) {
    const message = `An account may have at most ${limits.apps} apps; delete one first.`;
    throw new ServiceError('too_many_apps', message);
  }
  return changeApp(call, service, {
    name: 'create',
    slug,
    apply: (app) => app ?? makeApp(owner, slug, draft, service.now()),
  });
}

async function updateFields(call: Call, service: Service): Promise<Response> {
  findOwnApp(call, service);
  const fields = readFields(await readJson(call, service), service);
  const isRefused = service.setup().assumptions.empty_update === 'refused';
  if (isRefused && Object.keys(fields).length === 0) {
    throw new ServiceError('invalid_field', `Send at least one of ${draftFields.join(', ')}.`);
  }
  const { slug } = findOwnApp(call, service);
  return changeApp(call, service, {
    name: 'update',
    slug,
    apply(app) {
      if (app === null) return null;
      return updateApp(app, applyFields(app.draft, fields, service), toMoment(service));
    },
  });
}

/**
 * Returns the folder with these fields. Throws a 400 for a field that is not valid, and a 422 for a
 * page that breaks the rules.
 */
function applyFields(folder: Folder, fields: DraftFields, service: Service): Folder {
  const checked = checkFolder(writeFields(folder, fields), service.setup());
  const problems = checked.problems.map(toFieldProblem);
  for (const problem of problems) {
    const { field } = problem;
    if (field === undefined || field === 'html') continue;
    const message = `${problem.message} ${problem.fix}`;
    throw makeFieldError(field, message, { problems: [problem] });
  }
  if (problems.length > 0) throw makeFolderError(problems);
  return checked.folder;
}

async function deployApp(call: Call, service: Service): Promise<Response> {
  const { assumptions } = service.setup();
  if (assumptions.form === 'earlier') {
    throw new ServiceError('not_found', 'The earlier form of the API has no such endpoint.');
  }
  const body = await readJson(call, service);
  let slug: string;
  let files: Folder;
  try {
    slug = findOwnApp(call, service, takeText(body['slug'], 'slug')).slug;
    files = takeFolder(body, assumptions.deploy_body);
  } catch (error) {
    const isMismatch = error instanceof ServiceError && error.code === 'invalid_field';
    if (!isMismatch || assumptions.deploy_mismatch !== 'detail') throw error;
    call.set('error', error);
    return toDetailResponse(error);
  }
  const { folder, problems } = checkFolder(files, service.setup());
  if (problems.length > 0) throw makeFolderError(problems);
  return changeApp(call, service, {
    name: 'deploy',
    slug,
    apply(app) {
      if (app === null) return null;
      return updateApp(app, keepPrompt(app, folder, assumptions), toMoment(service));
    },
  });
}

const takeList = listOf(objectOf({ path: takeText, content: takeText }));

/** Reads the files of a deploy in the form that is assumed. Throws a 400. */
function takeFolder(body: Json, form: Assumptions['deploy_body']): Folder {
  if (form !== 'list') return takeFiles(body[form], form);
  const list = takeList(body['files'], 'files');
  return new Map(list.map((file) => [file.path, file.content]));
}

/** Returns the folder with the app's prompt, if a deploy without one keeps it. */
function keepPrompt(app: App, folder: Folder, assumptions: Assumptions): Folder {
  const prompt = app.draft.get(fileNames.prompt);
  if (assumptions.deploy_without_prompt === 'removes') return folder;
  if (prompt === undefined || folder.has(fileNames.prompt)) return folder;
  return new Map([...folder, [fileNames.prompt, prompt]]);
}

/**
 * Submits an app. The first of these reasons refuses the submission: the status `not_approved`, the
 * terms, any other status that forbids it.
 */
async function submitApp(call: Call, service: Service): Promise<Response> {
  findOwnApp(call, service);
  const body = await readJson(call, service);
  const app = findOwnApp(call, service);
  const { assumptions, termsVersion } = service.setup();
  const needsTerms = assumptions.form !== 'earlier' && app.status !== 'not_approved';
  if (needsTerms && body['accept_terms'] !== termsVersion) {
    const message = `Accept the current developer terms to submit: send accept_terms "${termsVersion}".`;
    throw new ServiceError('terms_required', message, { termsVersion });
  }
  const result = moveApp(app, 'submit', toMoment(service));
  if (result.kind === 'refused') {
    throw new ServiceError(result.code, submitRefusals[result.code] ?? wrongState);
  }
  return changeApp(call, service, {
    name: 'submit',
    slug: app.slug,
    apply(now) {
      if (now === null) return null;
      const moved = moveApp(now, 'submit', toMoment(service));
      return moved.kind === 'moved' ? moved.app : now;
    },
  });
}

const wrongState = 'An app with this status cannot be submitted.';
const submitRefusals: Readonly<Partial<Record<ErrorCode, string>>> = {
  not_approved:
    'The app was not approved. That is final: it stays private and cannot be sent for review again.',
  in_review: 'The app is in review already; an app is reviewed once per submission.',
  nothing_to_review: 'The draft is the same as the published version: there is nothing to review.',
  taken_down: 'The app was taken down and cannot be sent for review.',
};

function deleteApp(call: Call, service: Service): Response {
  const { slug } = findOwnApp(call, service);
  return changeApp(call, service, { name: 'delete', slug, apply: () => null });
}

/** A change that passed all checks. */
interface PlannedChange {
  readonly name: ChangeName;
  readonly slug: string;
  /**
   * Returns the app after the change, or null if the change deletes it. Returns the same app if
   * the change is no longer possible.
   */
  readonly apply: (app: App | null) => App | null;
}

/** Makes a change and responds. A fault may make it later, or never. */
function changeApp(call: Call, service: Service, change: PlannedChange): Response {
  const { store } = service;
  const { name, slug } = change;
  const { account, fault } = call.var;
  const by = call.env.by ?? account.name;
  const before = store.find(slug) ?? null;
  const after = change.apply(before);
  const existing = after ?? before;
  if (existing === null) throw new ServiceError('not_found', 'There is no such app.');

  switch (fault?.kind) {
    case 'late':
      service.schedule(() => commitLate(service, change, by), fault.ms);
      // A change that is accepted now but made later is not visible yet.
      if (fault.status < 300) {
        const shown = { before, after: before ?? existing, status: fault.status };
        return respondToChange(name, shown, service);
      }
      break;
    case 'late_state':
      if (before !== null && after !== null) {
        const hidden = { ...after, status: before.status, nextStatus: after.status };
        store.commit({ slug, did: name, by, app: hidden });
        service.schedule(() => showState(after, service), fault.ms);
      } else store.commit({ slug, did: name, by, app: after });
      break;
    case 'echo':
      break;
    default:
      if (after !== before) store.commit({ slug, did: name, by, app: after });
  }
  return respondToChange(name, { before, after: existing }, service);
}

/** Makes a late change when it is due. A change that is no longer valid is dropped. */
function commitLate(service: Service, change: PlannedChange, by: string): void {
  const { store } = service;
  const { name, slug } = change;
  const before = store.find(slug) ?? null;
  try {
    const after = change.apply(before);
    if (after !== before) store.commit({ slug, did: name, by, app: after });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** Makes the status after a change visible, unless a later change has set another status. */
function showState(changed: App, service: Service): void {
  const app = service.store.find(changed.slug);
  if (app?.nextStatus === undefined || app.version !== changed.version) return;
  const settled = showNextStatus(app);
  service.store.commit({ slug: app.slug, did: 'settle', by: 'sandbox', app: settled });
}

function toMoment(service: Service): Moment {
  return { time: service.now(), assumptions: service.setup().assumptions };
}

async function readJson(call: Call, service: Service): Promise<Json> {
  const body = await readBody(call.req.raw, service.setup().limits.bodyBytes);
  call.set('body', body);
  return body.json;
}

/** Reads the fields of a body. The earlier form of the API has one more field, `icon`. */
function readFields(body: Json, service: Service): DraftFields {
  const isEarlier = service.setup().assumptions.form === 'earlier';
  return takeFields(body, isEarlier ? [...draftFields, 'icon'] : draftFields);
}

/**
 * Returns the caller's app, by default the one in the path. Throws a 404. Handlers call this again
 * after they have read the body, since the app may have changed meanwhile.
 */
function findOwnApp(call: Call, service: Service, slug = call.req.param('slug') ?? ''): App {
  const app = getView(call, service).find(slug);
  if (app?.owner === call.get('account').name) return app;
  throw new ServiceError('not_found', 'There is no such app, or it is not yours.');
}

/** Returns the apps that the call sees. A stale read sees an earlier state. */
function getView(call: Call, service: Service): View {
  return call.get('view') ?? service.store;
}
