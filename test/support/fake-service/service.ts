import type { RunEndedError } from '../../../src/action-error.ts';
import type { Transport, WireRequest, WireResponse } from '../../../src/api/transport.ts';
import {
  type FakeApp,
  type Fields,
  type Move,
  putFields,
  readService,
  type Showing,
  settle,
  showApp,
  takeStep,
} from './app.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { breakExchange, type Fault, isAccepting, lose, respondEmpty, respondJson } from './faults.ts';

/** Who changed an app: a run of the action, another one beside it, or somebody else. */
export type Actor = 'run' | 'twin' | 'other';

/** One thing that was done to an app, and the app after it; null for gone. The first entry of an app is how it began. */
export interface HistoryEntry {
  /** In the clock's time. */
  readonly at: number;
  readonly slug: string;
  readonly did:
    | 'begin'
    | 'create'
    | 'deploy'
    | 'update'
    | 'submit'
    | 'delete'
    | 'discard'
    | 'read'
    /** The state that a deploy or update has led to shows. */
    | 'settle'
    | Exclude<Move, 'update'>;
  readonly by: Actor;
  readonly app: FakeApp | null;
}

/** A request, and what the client got for it. */
export interface Exchange {
  /** Such as `POST /api/miniapps/deploy`. */
  readonly request: string;
  readonly by: Actor;
  /** When it was sent, and when it was responded to or lost, in the clock's time. */
  readonly at: number;
  readonly endedAt: number;
  /** Null where none came. */
  readonly response: WireResponse | null;
  /** False where the request never went out. */
  readonly wasSent: boolean;
}

/** How the fake fills what the document leaves open. */
export interface FakeOptions extends Showing {
  /** What a change is responded with: the app, the app under `app`, with its files, as it was before, an object without it, nothing. */
  readonly answers: 'app' | 'wrapped' | 'files' | 'before' | 'appless' | 'empty';
  /** Milliseconds until a change is made that is accepted with 202; null makes it at once, with 200. */
  readonly pendingMs: number | null;
  readonly terms: string;
  /** A deploy without instructions.md leaves the prompt as it is. */
  readonly keepsPrompt: boolean;
  /** What sets `updated_at`. */
  readonly dates: ReadonlySet<'deploy' | 'submit' | 'review' | 'read'>;
  /** How `submitted_at` and `published_at` behave: set each time, the first time only, cleared outside of the state, never set. */
  readonly submittedAt: 'each' | 'first' | 'cleared' | 'absent';
  readonly publishedAt: 'each' | 'first' | 'cleared' | 'absent';
  /** The state after a submission. */
  readonly submitted: string;
  /** By how many milliseconds the next read lags. */
  readonly lag: (by: Actor) => number;
  /** Which part of a read lags: all of it, the state with all times and fields, or the files with the page. */
  readonly lagging: 'all' | 'state' | 'files';
  /** How many milliseconds after the files of a deploy or update its state shows. */
  readonly follow: () => number;
  /** Texts are stored as they were sent; without a byte order mark and with LF for CRLF; with a banner in the page. */
  readonly stores: 'sent' | 'lf' | 'banner';
  /** How many milliseconds after its response the next change is made. */
  readonly late: () => number;
}

const defaults: FakeOptions = {
  dialect: 'text',
  listed: 'all',
  trims: false,
  rewrites: false,
  ownFile: false,
  nonce: false,
  times: { kept: 3, shown: 3, skewMs: 0 },
  answers: 'wrapped',
  pendingMs: null,
  terms: '2026-10',
  keepsPrompt: false,
  dates: new Set(['deploy', 'submit', 'review']),
  submittedAt: 'each',
  publishedAt: 'each',
  submitted: 'in_review',
  lag: () => 0,
  lagging: 'all',
  follow: () => 0,
  stores: 'sent',
  late: () => 0,
};

/** What it takes to carry out a request. */
interface Handling {
  readonly body: Fields;
  readonly by: Actor;
  readonly fault: Fault | null;
  readonly abort: (end: RunEndedError) => void;
}

/** Most apps of an account (service document, "Limits"). */
const maxApps = 20;
/** A file that holds this breaks the folder rules of the fake. */
export const forbiddenText = '<blink>';
/** How long the fake takes for a request. */
const requestMs = 25;

/**
 * The service in memory, at the transport's port: a history of who did what when, the states, rules and errors of the service
 * document for one key, reads that lag, and faults before or after the commit of any request.
 */
export class FakeService {
  readonly clock: FakeClock;
  readonly history: HistoryEntry[] = [];
  /** Such as `POST /api/miniapps/deploy`. */
  readonly requests: string[] = [];
  /** The bodies of requests, in their order; null where there was none. */
  readonly bodies: unknown[] = [];
  /** The same with their responses, in the order of these. */
  readonly exchanges: Exchange[] = [];
  /** Something before the service fails every request until a time, in the clock's time; null for none. */
  outage: { readonly until: number; readonly fault: Fault } | null = null;
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

  /** What the run of the action has changed. */
  get commits(): readonly HistoryEntry[] {
    return this.history.filter(({ by }) => by === 'run');
  }

  /** Puts an app there, in any state. */
  put(slug: string, parts: Partial<Omit<FakeApp, 'slug'>> = {}): FakeApp {
    const status = parts.status ?? 'draft';
    const files = parts.files ?? { 'service.json': '{"name":"Old"}', 'index.html': '<h1>Old</h1>' };
    const hasPublished = status === 'taken_down' || status.startsWith('published');
    const app: FakeApp = {
      slug,
      status,
      publishedFiles: hasPublished ? files : null,
      reviewNote: null,
      updatedAt: this.clock.now() - 100_123,
      submittedAt: null,
      publishedAt: null,
      ...parts,
      files,
    };
    // What was put there has been there for long, as far as reads can lag.
    this.history.push({ at: Number.NEGATIVE_INFINITY, slug, did: 'begin', by: 'other', app });
    this.apps.set(slug, app);
    return app;
  }

  /** Plays the reviewer, or the owner at the dashboard; false where the app's state does not allow it. */
  review(slug: string, move: Exclude<Move, 'update' | 'submit'>, note: string | null = null): boolean {
    const app = this.#get(slug);
    return app !== undefined && this.#move(app, move, { note });
  }

  /** Somebody else deploys these files. */
  replace(slug: string, files: FakeApp['files']): void {
    const app = this.#get(slug);
    if (app !== undefined) this.#change(app, 'deploy', { files, by: 'other' });
  }

  /** Somebody else submits the app. */
  submit(slug: string): void {
    const app = this.#get(slug);
    if (app !== undefined) this.#send(app, 'other');
  }

  /** Somebody else goes back to the published version. */
  discard(slug: string): void {
    const app = this.#get(slug);
    if (app?.publishedFiles == null || app.status !== 'published_with_unreviewed_changes') return;
    // Back to the same content nothing is published anew, and it looks like an instant approval.
    if (JSON.stringify(app.publishedFiles) === JSON.stringify(app.files)) return;
    this.#record('discard', 'other', {
      ...app,
      files: app.publishedFiles,
      status: 'published',
      ...this.#date('deploy'),
    });
  }

  /** Somebody else deletes the app. */
  remove(slug: string): void {
    if (this.apps.has(slug)) this.#erase(slug, 'other');
  }

  /** The service as a run's transport sees it; `abort` ends the run. */
  connect(abort: (end: RunEndedError) => void, by: Actor = 'run'): Transport {
    return async (request, signal) => {
      this.onRequest(this.requests.length);
      if (signal.aborted) throw lose(request, 'cancelled', false);
      const at = this.clock.now();
      this.clock.pass(requestMs);
      const name = `${request.method} ${request.path}`;
      this.requests.push(name);
      const body = await readBody(request);
      this.bodies.push(body);
      const fault = this.#takeFault(request);
      const note = (response: WireResponse | null, wasSent = true): void => {
        this.exchanges.push({ request: name, by, at, endedAt: this.clock.now(), response, wasSent });
      };
      try {
        const response = this.#exchange(request, { body, by, fault, abort });
        note(response);
        return response;
      } catch (error) {
        note(null, fault?.kind !== 'not_sent');
        throw error;
      }
    };
  }

  #takeFault({ method }: WireRequest): Fault | null {
    if (this.outage !== null && this.clock.now() < this.outage.until) return this.outage.fault;
    const fault = this.faults.shift() ?? null;
    return method === 'GET' && fault?.kind === 'echo' ? null : fault;
  }

  #exchange(request: WireRequest, { body, by, fault, abort }: Handling): WireResponse {
    if (fault?.kind === 'echo') return respondJson(200, { app: this.#echo(request, body) });
    if (fault?.when === 'before') return breakExchange(fault, request, abort);
    const response = this.#respond(request, body, by);
    if (fault === null) return response;
    // A service may say less than it could, but it does not accept what it has refused.
    if (isAccepting(fault.kind) && response.status >= 300) return response;
    if (fault.kind === 'statusless' || fault.kind === 'other_slug') return disguise(response, fault.kind);
    return breakExchange(fault, request, abort);
  }

  /** The app as it would be if the change had been made. */
  #echo({ path, method }: WireRequest, body: Fields): Fields {
    const slug = String(body['slug'] ?? /^\/api\/miniapps\/([^/]+)/.exec(path)?.[1]);
    const app = this.apps.get(slug);
    const shown = app === undefined ? { slug, status: 'draft' } : showApp(app, this.options, true);
    const state = path.endsWith('/submit') ? { status: 'in_review', submitted_at: this.#sayNow() } : {};
    return { ...shown, ...(method === 'DELETE' ? {} : body), ...state, slug, updated_at: this.#sayNow() };
  }

  #sayNow(): string {
    return new Date(this.#now()).toISOString();
  }

  #respond({ method, path }: WireRequest, body: Fields, by: Actor): WireResponse {
    if (!this.isKeyValid) return refuse(401, 'unauthorized', 'No valid key');
    const route = `${method} ${path.replace(/^\/api\/miniapps/, '')}`;
    if (route === 'GET ') {
      return respondJson(200, { apps: [...this.apps.values()].map((app) => showApp(app, this.options, false)) });
    }
    if (route === 'POST ') return this.#create(body, by);
    if (route === 'POST /deploy') return this.#deploy(body, by);
    const [, slug = '', action = ''] = /^\/([^/]+)(\/submit)?$/.exec(path.replace('/api/miniapps', '')) ?? [];
    if (method === 'GET') return this.#read(slug, by);
    const app = this.#get(slug);
    if (app === undefined) return refuseMissing(slug);
    if (action !== '') return this.#submit(app, body, by);
    if (method === 'PATCH') return this.#put(app, 'update', { files: putFields(app.files, body), by });
    return this.#accept(slug, () => this.#erase(slug, by));
  }

  #find(slug: string, at: number): FakeApp | null {
    return this.history.findLast((entry) => entry.slug === slug && entry.at <= at)?.app ?? null;
  }

  #read(slug: string, by: Actor): WireResponse {
    const now = this.clock.now();
    const { lag, lagging } = this.options;
    const old = this.#find(slug, now - lag(by));
    const current = this.#find(slug, now);
    const seen = { all: old, state: mix(old, current), files: mix(current, old) }[lagging];
    const app = this.apps.get(slug);
    if (app !== undefined && this.options.dates.has('read'))
      this.#record('read', 'other', { ...app, ...this.#date('read') });
    return seen === null ? refuseMissing(slug) : respondJson(200, showApp(seen, this.options, true));
  }

  #create(body: Fields, by: Actor): WireResponse {
    const slug = String(body['slug']);
    if (this.apps.has(slug) || this.foreign.has(slug)) return refuse(409, 'slug_taken', 'The address is taken');
    if (this.apps.size >= maxApps) return refuse(409, 'too_many_apps', 'An account has at most 20 apps');
    const files = putFields({ 'service.json': '{}', 'index.html': '<p>New</p>' }, body);
    const refusal = checkFiles(files);
    if (refusal !== null) return refusal;
    const app: FakeApp = {
      slug,
      status: 'draft',
      reviewNote: null,
      updatedAt: this.#now(),
      submittedAt: null,
      publishedAt: null,
      publishedFiles: null,
      files: store(files, this.options.stores),
    };
    return this.#accept(slug, () => this.#record('create', by, app));
  }

  #deploy(body: Fields, by: Actor): WireResponse {
    const slug = String(body['slug']);
    const app = this.#get(slug);
    if (app === undefined) return refuseMissing(slug);
    const prompt = app.files['instructions.md'];
    const kept = this.options.keepsPrompt && prompt !== undefined ? { 'instructions.md': prompt } : {};
    return this.#put(app, 'deploy', { files: { ...kept, ...(body['files'] as FakeApp['files']) }, by });
  }

  #put(
    app: FakeApp,
    did: 'deploy' | 'update',
    { files, by }: { readonly files: FakeApp['files']; readonly by: Actor },
  ): WireResponse {
    const refusal = checkFiles(files);
    return refusal ?? this.#accept(app.slug, () => this.#change(this.#get(app.slug) ?? app, did, { files, by }));
  }

  #submit(app: FakeApp, body: Fields, by: Actor): WireResponse {
    if (app.status === 'not_approved') return refuse(409, 'not_approved', 'The app was not approved');
    const { terms } = this.options;
    if (body['accept_terms'] !== terms) {
      return refuse(400, 'terms_required', `Send accept_terms "${terms}" to accept the current terms`);
    }
    if (takeStep(app, 'submit') === null) return refuse(409, 'wrong_state', `The app is ${app.status}`);
    return this.#accept(app.slug, () => this.#send(this.#get(app.slug) ?? app, by));
  }

  #change(
    app: FakeApp,
    did: 'deploy' | 'update',
    { files, by }: { readonly files: FakeApp['files']; readonly by: Actor },
  ): void {
    const { slug } = app;
    const status = takeStep(app, 'update') ?? app.status;
    const shown = this.apps.get(slug)?.status ?? status;
    const stored = { ...app, files: store(files, this.options.stores), ...this.#date('deploy') };
    const followMs = status === shown ? 0 : this.options.follow();
    if (followMs === 0) {
      this.#record(did, by, { ...stored, status, ...this.#leave(app, status) });
      return;
    }
    this.#record(did, by, { ...stored, status: shown, nextStatus: status });
    this.clock.after(followMs, () => {
      const now = this.apps.get(slug);
      if (now?.files !== stored.files || now.nextStatus !== status) return;
      this.#record('settle', 'other', { ...settle(now), ...this.#leave(now, status) });
    });
  }

  #send(app: FakeApp, by: Actor): void {
    if (takeStep(app, 'submit') === null) return;
    const { submitted: status, submittedAt } = this.options;
    const isKept = submittedAt === 'absent' || (submittedAt === 'first' && app.submittedAt !== null);
    const dates = { ...this.#date('submit'), ...(isKept ? {} : { submittedAt: this.#now() }) };
    const sent = { ...app, reviewNote: null, ...dates };
    // A review may be instant.
    this.#record('submit', by, { ...sent, status, ...(status === 'published' ? this.#publish(sent) : {}) });
  }

  #move(app: FakeApp, move: Exclude<Move, 'update' | 'submit'>, { note }: { readonly note: string | null }): boolean {
    const status = takeStep(app, move);
    if (status === null) return false;
    const published = move === 'approve' ? this.#publish(app) : {};
    const moved = {
      ...app,
      status,
      reviewNote: note,
      ...this.#date('review'),
      ...this.#leave(app, status),
      ...published,
    };
    this.#record(move, 'other', moved);
    return true;
  }

  #publish(app: FakeApp): Partial<FakeApp> {
    const { publishedAt } = this.options;
    const isKept = publishedAt === 'absent' || (publishedAt === 'first' && app.publishedAt !== null);
    return { publishedFiles: app.files, ...(isKept ? {} : { publishedAt: this.#now() }) };
  }

  /** What a service clears that shows these times only in their states. */
  #leave({ publishedAt }: FakeApp, status: string): Partial<FakeApp> {
    const { submittedAt: sent, publishedAt: published } = this.options;
    return {
      ...(sent === 'cleared' && !status.startsWith('in_') ? { submittedAt: null } : {}),
      publishedAt: published === 'cleared' && !status.startsWith('published') ? null : publishedAt,
    };
  }

  #date(what: 'deploy' | 'submit' | 'review' | 'read'): Partial<FakeApp> {
    return this.options.dates.has(what) ? { updatedAt: this.#now() } : {};
  }

  #erase(slug: string, by: Actor): void {
    this.apps.delete(slug);
    this.history.push({ at: this.clock.now(), slug, did: 'delete', by, app: null });
  }

  #record(did: HistoryEntry['did'], by: Actor, app: FakeApp): void {
    this.apps.set(app.slug, app);
    this.history.push({ at: this.clock.now(), slug: app.slug, did, by, app });
  }

  /** Accepts a change, and makes it now or later. */
  #accept(slug: string, make: () => void): WireResponse {
    const { answers, pendingMs } = this.options;
    const before = this.apps.get(slug);
    const lateMs = pendingMs ?? this.options.late();
    if (lateMs > 0) this.clock.after(lateMs, make);
    else make();
    const status = pendingMs === null ? 200 : 202;
    const app = lateMs > 0 || answers === 'before' ? before : this.apps.get(slug);
    if (answers === 'empty') return respondEmpty(pendingMs === null ? 204 : 202);
    // What is made later says nothing yet: to show the app after somebody else's change instead is a bound of its own.
    const isLate = pendingMs === null && lateMs > 0;
    if (answers === 'appless' || app === undefined || isLate) return respondJson(status, { ok: true });
    const shown = showApp(app, this.options, answers === 'files');
    return respondJson(status, answers === 'app' ? shown : { app: shown });
  }

  /** The app as it truly is. */
  #get(slug: string): FakeApp | undefined {
    const app = this.apps.get(slug);
    return app && settle(app);
  }

  #now(): number {
    return this.clock.now();
  }
}

/** The state, the times and the fields of one, with the files of the other. */
function mix(state: FakeApp | null, stored: FakeApp | null): FakeApp | null {
  return state === null ? null : { ...state, files: stored?.files ?? state.files };
}

function store(files: FakeApp['files'], stores: FakeOptions['stores']): FakeApp['files'] {
  if (stores === 'sent') return files;
  const entries = Object.entries(files).map(([path, text]) => {
    if (stores === 'banner') return [path, path === 'index.html' ? `<p>Beta</p>${text}` : text];
    return [path, text.startsWith('data:') ? text : normalizeText(text)];
  });
  return Object.fromEntries(entries);
}

/** A text without a byte order mark, and with LF for CRLF. */
export function normalizeText(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

/** The response with an app that is not quite one. */
function disguise(response: WireResponse, as: 'statusless' | 'other_slug'): WireResponse {
  if (response.body.kind !== 'json') return response;
  const body = response.body.value as Fields;
  const shown = (body['app'] ?? body) as Fields;
  const { status, ...rest } = shown;
  const app = as === 'statusless' ? rest : { ...rest, status, slug: 'somebody-elses' };
  return respondJson(response.status, { app });
}

function checkFiles(files: FakeApp['files']): WireResponse | null {
  const { name } = readService(files);
  if (typeof name === 'string' && name.length > 40)
    return refuse(400, 'invalid_field', 'A field does not fit', { name: ['name is too long'] });
  const problems = Object.entries(files)
    .filter(([, text]) => text.includes(forbiddenText))
    .map(([path]) => ({ path, line: 3, message: `${path} blinks`, fix: 'Let it stand still.' }));
  if (problems.length === 0) return null;
  return respondJson(422, { error: { code: 'folder_rules', message: 'The folder breaks the rules' }, problems });
}

function refuse(status: number, code: string, message: string, problems?: object): WireResponse {
  return respondJson(status, { error: { code, message }, ...(problems === undefined ? {} : { problems }) });
}

function refuseMissing(slug: string): WireResponse {
  return refuse(404, 'not_found', `There is no app ${slug}`);
}

async function readBody({ body }: WireRequest): Promise<Fields> {
  if (body === null) return {};
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.stream()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== body.length) throw new Error(`a body of ${bytes.length} bytes was said to have ${body.length}`);
  return JSON.parse(bytes.toString('utf8'));
}
