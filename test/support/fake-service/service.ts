import type { RunEnd } from '../../../src/api/run-end.ts';
import type { Answer, Transport, WireRequest } from '../../../src/api/transport.ts';
import { answerEmpty, answerJson } from './answers.ts';
import {
  type FakeApp,
  type Fields,
  type Move,
  putFields,
  readService,
  type Showing,
  showApp,
  takeStep,
} from './app.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { breakExchange, type Fault, lose, saysYes } from './faults.ts';

/** A change that the service has really made. */
export interface Commit {
  readonly operation: 'create' | 'deploy' | 'update' | 'submit' | 'delete';
  readonly slug: string;
}

/** How the fake fills what the document leaves open. */
export interface FakeOptions extends Showing {
  /** What a change is answered with: the app itself, the app under `app`, an object without an app, or nothing (204). */
  readonly answers: 'app' | 'wrapped' | 'appless' | 'empty';
  readonly terms: string;
}

const defaults: FakeOptions = { dialect: 'text', listed: 'all', answers: 'wrapped', terms: '2026-10' };

/** Most apps of an account (service document, "Limits"). */
const mostApps = 20;
/** A file that holds this breaks the folder rules of the fake. */
export const forbiddenText = '<blink>';
/** How long the fake takes for a request. */
const requestMs = 25;

/**
 * The service in memory, at the transport's port: states, rules and errors of the service document for one key, faults
 * before or after the commit of any request, and a log of what was asked and of what was done.
 */
export class FakeService {
  readonly clock: FakeClock;
  readonly commits: Commit[] = [];
  /** Such as `POST /api/miniapps/deploy`. */
  readonly requests: string[] = [];
  /** The bodies of requests, in their order; null where there was none. */
  readonly bodies: unknown[] = [];
  /** The faults of the requests to come, one each; null for none. */
  faults: (Fault | null)[] = [];
  /** Called at every request before anything else, with its number from 0. */
  onRequest: (number: number) => void = () => undefined;
  readonly apps = new Map<string, FakeApp>();
  /** Slugs that belong to somebody else. */
  readonly foreign = new Set<string>();
  options: FakeOptions;
  isKeyValid = true;

  constructor(options: Partial<FakeOptions> = {}, clock: FakeClock = createFakeClock()) {
    this.options = { ...defaults, ...options };
    this.clock = clock;
  }

  /** Puts an app there, in any state. */
  put(slug: string, parts: Partial<Omit<FakeApp, 'slug'>> = {}): FakeApp {
    const status = parts.status ?? 'draft';
    const files = { 'service.json': '{"name":"Old"}', 'index.html': '<h1>Old</h1>' };
    const hasPublished = status === 'taken_down' || status.startsWith('published');
    const app = {
      slug,
      status,
      files,
      hasPublished,
      reviewNote: null,
      updatedAt: this.#now(),
      submittedAt: null,
      ...parts,
    };
    this.apps.set(slug, app);
    return app;
  }

  /** Plays the reviewer; false where the app's state does not allow it. */
  review(slug: string, move: Exclude<Move, 'update' | 'submit'>, note: string | null = null): boolean {
    const app = this.apps.get(slug);
    const status = app === undefined ? null : takeStep(app, move);
    if (app === undefined || status === null) return false;
    const hasPublished = app.hasPublished || move === 'approve';
    this.apps.set(slug, { ...app, status, hasPublished, reviewNote: note });
    return true;
  }

  /** The service as a run's transport sees it; `abort` ends the run. */
  connect(abort: (end: RunEnd) => void): Transport {
    return async (request, signal) => {
      this.onRequest(this.requests.length);
      if (signal.aborted) throw lose(request, 'cancelled', false);
      this.clock.pass(requestMs);
      this.requests.push(`${request.method} ${request.path}`);
      const body = await readBody(request);
      this.bodies.push(body);
      const fault = this.faults.shift() ?? null;
      if (fault?.when === 'before') return breakExchange(fault, request, abort);
      const answer = this.#answer(request, body);
      // A service may say less than it could, but it does not say yes to what it has refused.
      const isLie = fault !== null && saysYes(fault.kind) && answer.status >= 300;
      return fault === null || isLie ? answer : breakExchange(fault, request, abort);
    };
  }

  #answer({ method, path }: WireRequest, body: Fields): Answer {
    if (!this.isKeyValid) return refuse(401, 'unauthorized', 'No valid key');
    const route = `${method} ${path.replace(/^\/api\/miniapps/, '')}`;
    if (route === 'GET ') return answerJson(200, { apps: [...this.apps.values()].map((app) => showApp(app, null)) });
    if (route === 'POST ') return this.#create(body);
    if (route === 'POST /deploy') return this.#deploy(body);
    const [, slug = '', action = ''] = /^\/([^/]+)(\/submit)?$/.exec(path.replace('/api/miniapps', '')) ?? [];
    const app = this.apps.get(slug);
    if (app === undefined) return refuse(404, 'not_found', `There is no app ${slug}`);
    if (action !== '') return this.#submit(app, body);
    if (method === 'GET') return answerJson(200, showApp(app, this.options));
    return method === 'PATCH' ? this.#change(app, 'update', putFields(app.files, body)) : this.#delete(app);
  }

  #create(body: Fields): Answer {
    const slug = String(body['slug']);
    if (this.apps.has(slug) || this.foreign.has(slug)) return refuse(409, 'slug_taken', 'The address is taken');
    if (this.apps.size >= mostApps) return refuse(409, 'too_many_apps', 'An account has at most 20 apps');
    const files = putFields({ 'service.json': '{}', 'index.html': '<p>New</p>' }, body);
    const refusal = checkFiles(files);
    if (refusal !== null) return refusal;
    this.put(slug, { files });
    return this.#commit('create', slug);
  }

  #deploy(body: Fields): Answer {
    const slug = String(body['slug']);
    const app = this.apps.get(slug);
    if (app === undefined) return refuse(404, 'not_found', `There is no app ${slug}`);
    return this.#change(app, 'deploy', body['files'] as FakeApp['files']);
  }

  #change(app: FakeApp, operation: 'deploy' | 'update', files: FakeApp['files']): Answer {
    const refusal = checkFiles(files);
    if (refusal !== null) return refusal;
    const status = takeStep(app, 'update') ?? app.status;
    this.apps.set(app.slug, { ...app, files, status, updatedAt: this.#now() });
    return this.#commit(operation, app.slug);
  }

  #submit(app: FakeApp, body: Fields): Answer {
    if (app.status === 'not_approved') return refuse(409, 'not_approved', 'The app was not approved');
    const { terms } = this.options;
    if (body['accept_terms'] !== terms) {
      return refuse(400, 'terms_required', `Send accept_terms "${terms}" to accept the current terms`);
    }
    const status = takeStep(app, 'submit');
    if (status === null) return refuse(409, 'wrong_state', `The app is ${app.status}`);
    this.apps.set(app.slug, { ...app, status, reviewNote: null, submittedAt: this.#now() });
    return this.#commit('submit', app.slug);
  }

  #delete(app: FakeApp): Answer {
    this.apps.delete(app.slug);
    return this.#commit('delete', app.slug);
  }

  #commit(operation: Commit['operation'], slug: string): Answer {
    this.commits.push({ operation, slug });
    const { answers } = this.options;
    const app = this.apps.get(slug);
    if (answers === 'empty') return answerEmpty(204);
    if (answers === 'appless' || app === undefined) return answerJson(200, { ok: true });
    return answerJson(200, answers === 'app' ? showApp(app, null) : { app: showApp(app, null) });
  }

  #now(): string {
    return new Date(this.clock.now()).toISOString();
  }
}

function checkFiles(files: FakeApp['files']): Answer | null {
  const { name } = readService(files);
  if (typeof name === 'string' && name.length > 40)
    return refuse(400, 'invalid_field', 'A field does not fit', { name: ['name is too long'] });
  const problems = Object.entries(files)
    .filter(([, text]) => text.includes(forbiddenText))
    .map(([path]) => ({ path, line: 3, message: `${path} blinks`, fix: 'Let it stand still.' }));
  if (problems.length === 0) return null;
  return answerJson(422, { error: { code: 'folder_rules', message: 'The folder breaks the rules' }, problems });
}

function refuse(status: number, code: string, message: string, problems?: object): Answer {
  return answerJson(status, { error: { code, message }, ...(problems === undefined ? {} : { problems }) });
}

async function readBody({ body }: WireRequest): Promise<Fields> {
  if (body === null) return {};
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.stream()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== body.length) throw new Error(`a body of ${bytes.length} bytes was said to have ${body.length}`);
  return JSON.parse(bytes.toString('utf8'));
}
