import { text } from 'node:stream/consumers';
import type { App, Move } from '../../../sandbox/app.ts';
import { type Assumptions, presets } from '../../../sandbox/assumptions.ts';
import type { Fault as SandboxFault } from '../../../sandbox/faults.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import type { Change } from '../../../sandbox/store.ts';
import type { RunEndedError } from '../../../src/action-error.ts';
import type { Operation, Transport, WireRequest, WireResponse } from '../../../src/api/transport.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { breakExchange, type Fault, lose, toDelay, toSandboxFault } from './faults.ts';

/** Who changed an app in the sandbox's history: a run of the action, or another one beside it. All others are `sandbox`. */
export type Actor = 'run' | 'twin';

/** An app as a test puts it there or finds it: its files are the strings that were sent, and the fields follow from them. */
export interface FakeApp extends Pick<App, 'status' | 'reviewNote' | 'updatedAt' | 'submittedAt' | 'publishedAt'> {
  readonly files: Readonly<Record<string, string>>;
}

/** A request, and what the client got for it. */
export interface Exchange {
  readonly operation: Operation;
  readonly by: Actor;
  /** What was sent; null for no body. */
  readonly body: unknown;
  /** When it was sent, and when it was responded to or lost, in the clock's time. */
  readonly at: number;
  readonly endedAt: number;
  /** Null where none came. */
  readonly response: WireResponse | null;
  /** False where the request never went out. */
  readonly wasSent: boolean;
}

/** How the service fills what the document leaves open, and how far it lags behind itself. */
export interface FakeOptions extends Assumptions {
  /** Milliseconds until a change is made that is accepted with 202; null makes it at once, with 200. */
  readonly pendingMs: number | null;
  /** By how many milliseconds the next read lags. */
  readonly lag: (by: Actor) => number;
  /** Which part of a read lags. */
  readonly lagging: SandboxFault['part'];
  /** How many milliseconds after the files of the next deploy or update its state shows. */
  readonly follow: () => number;
  /** How many milliseconds after its response the next change is made. */
  readonly late: () => number;
  /** How many milliseconds after its state the files of the next deploy show. */
  readonly filesLate: () => number;
  /** Whether a deploy has the service make a file of its own. */
  readonly makesFile: boolean;
  readonly changesPerMinute: number;
}

const defaults: FakeOptions = {
  ...presets.documented,
  ...{ listed_files: 'all', other_files: 'kept', page_rules: 'none', updated_at_moves: 'everything' },
  ...{ pendingMs: null, lag: () => 0, lagging: 'all', follow: () => 0, late: () => 0 },
  ...{ filesLate: () => 0, makesFile: false, changesPerMinute: 1_000_000 },
};

const tides = 'tides';
const owner = 'developer';
const key = 'key';
/** Most bytes of a page, so that one that breaks the rules is small. */
const pageBytes = 1_000;
/** A page that breaks the rules. */
export const forbiddenText = 'x'.repeat(pageBytes + 1);
/** How long the service takes for a request. */
const requestMs = 25;

/** The sandbox in this process as the service of a test, with a clock that never waits and faults before or after any request. */
export class FakeService {
  readonly clock: FakeClock = createFakeClock();
  /** All requests, in the order of their responses. */
  readonly exchanges: Exchange[] = [];
  /** Something before the service fails every request until a time, in the clock's time; null for none. */
  outage: { readonly until: number; readonly fault: Fault } | null = null;
  /** The faults of the requests to come, one each; null for none. */
  faults: (Fault | null)[] = [];
  /** Called at every request before anything else, with its number from 0. */
  onRequest: (number: number) => void = () => undefined;
  isKeyValid = true;
  readonly sandbox: Sandbox;
  #options = defaults;
  /** From when to when reads show the files of before. */
  #oldFiles = { from: 0, until: 0 };

  constructor(options: Partial<FakeOptions> = {}) {
    const { now, after } = this.clock;
    this.sandbox = createSandbox({
      ...{ accounts: [{ name: owner, key }], now, limits: { pageBytes } },
      baseUrl: 'https://apps.example.com',
      schedule: (work, milliseconds) => after(milliseconds, work),
      onError: (error) => {
        throw error;
      },
    });
    this.options = { ...this.#options, ...options };
  }

  get options(): FakeOptions {
    return this.#options;
  }

  set options(options: FakeOptions) {
    this.#options = options;
    const rate = { changes: options.changesPerMinute };
    this.sandbox.configure({ termsVersion: '2026-10', assumptions: options, rate });
  }

  /** What became of all apps, and by whom. */
  get history(): readonly Change[] {
    return this.sandbox.store.history;
  }

  /** The app `tides` as it is. */
  get app(): FakeApp | null {
    const app = this.sandbox.store.find(tides);
    return app === undefined ? null : { ...app, files: Object.fromEntries(app.draft) };
  }

  /** Puts an app there, in any state, as if it had been there for long; of another owner its address is taken. */
  put({ files, ...parts }: Partial<FakeApp> = {}, slug = tides, by = owner): void {
    const draft = new Map(Object.entries(files ?? { 'service.json': '{"name":"Old"}', 'index.html': '<h1>Old</h1>' }));
    const hasPublished = parts.status === 'taken_down' || parts.status?.startsWith('published');
    this.sandbox.store.put({
      ...{ status: 'draft', reviewNote: null, submittedAt: null },
      publishedAt: hasPublished ? this.clock.now() - 200_123 : null,
      ...{ updatedAt: this.clock.now() - 100_123, ...parts },
      ...{ slug, owner: by, version: 1, draft, published: hasPublished ? draft : null },
    });
  }

  /** Plays the reviewer, or the owner at the dashboard. What the app's state does not allow does not happen. */
  review(move: Move): void {
    const app = this.sandbox.store.find(tides);
    if (app !== undefined) this.sandbox.store.move(app, move);
  }

  /** Somebody else deploys these files. */
  replace(files: FakeApp['files']): void {
    const app = this.sandbox.store.find(tides);
    if (app !== undefined) this.sandbox.store.update(app, new Map(Object.entries(files)));
  }

  /** Somebody else deletes the app. */
  remove(): void {
    if (this.app !== null) this.sandbox.store.remove(tides);
  }

  /** The service as a run's transport sees it; `abort` ends the run. */
  connect(abort: Abort, by: Actor = 'run'): Transport {
    return (request, signal) =>
      this.clock.hold(async () => {
        this.onRequest(this.exchanges.length);
        if (signal.aborted) throw lose(request, 'cancelled', false);
        const at = this.clock.now();
        this.clock.pass(requestMs);
        const fault = this.#takeFault(request);
        const body = await readBody(request);
        let response: WireResponse | null = null;
        try {
          response = await toWireResponse(await this.#exchange(request, { body, by, fault, abort }));
          return response;
        } finally {
          this.clock.pass(Math.min(toDelay(fault?.kind, request), request.limitMs ?? Number.POSITIVE_INFINITY));
          const { operation } = request;
          const wasSent = fault?.kind !== 'not_sent';
          const sent = body && JSON.parse(body);
          this.exchanges.push({ operation, body: sent, by, at, endedAt: this.clock.now(), response, wasSent });
        }
      });
  }

  #takeFault({ method }: WireRequest): Fault | null {
    if (this.outage !== null && this.clock.now() < this.outage.until) return this.outage.fault;
    const fault = this.faults.shift() ?? null;
    return method === 'GET' && fault?.kind === 'echo' ? null : fault;
  }

  async #exchange(
    request: WireRequest,
    { body, by, fault, abort }: Pick<Exchange, 'by'> & { body: string | null; fault: Fault | null; abort: Abort },
  ): Promise<Response> {
    const told = fault && toSandboxFault(fault);
    const onTheWay = told === null ? fault : null;
    if (onTheWay?.when === 'before') return breakExchange(onTheWay.kind, { request, response: null, abort });
    const lags = fault?.when === 'before' ? [] : this.#listLags(request, by);
    this.sandbox.faults.set(told === null ? lags : [told, ...lags]);
    const authorization = `Bearer ${this.isKeyValid ? key : 'another'}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = new Request(`http://127.0.0.1${request.path}`, { method: request.method, headers, body });
    const before = this.history.length;
    const response = await this.sandbox.fetch(sent, { by });
    const isMade = request.operation === 'deploy' && this.history.length > before;
    if (isMade && this.#options.makesFile) this.options = { ...this.#options, own_file: 'yes' };
    return onTheWay === null ? response : breakExchange(onTheWay.kind, { request, response, abort });
  }

  /** How far the service lags behind itself in this request. */
  #listLags({ operation, method }: WireRequest, by: Actor): readonly Partial<SandboxFault>[] {
    const { lag, lagging, late, follow, pendingMs, filesLate } = this.#options;
    const now = this.clock.now();
    const { from, until } = this.#oldFiles;
    if (operation === 'read' && now < until) return [{ kind: 'stale', lag_ms: now - from + 1, part: 'files' }];
    if (operation === 'read') return [{ kind: 'stale', lag_ms: lag(by), part: lagging }];
    if (operation === 'deploy') this.#oldFiles = { from: now, until: now + filesLate() };
    if (method === 'GET') return [];
    const lateMs = pendingMs ?? late();
    if (lateMs > 0) return [{ kind: 'late', ms: lateMs, status: pendingMs === null ? 200 : 202 }];
    const followMs = operation === 'deploy' || operation === 'update' ? follow() : 0;
    return followMs > 0 ? [{ kind: 'late_state', ms: followMs }] : [];
  }
}

type Abort = (end: RunEndedError) => void;

async function toWireResponse(response: Response): Promise<WireResponse> {
  const { status, headers } = response;
  const content = await response.text();
  const parts = { status, retryAfter: headers.get('retry-after'), date: headers.get('date') };
  if (content === '') return { ...parts, body: { kind: 'empty' } };
  try {
    return { ...parts, body: { kind: 'json', value: JSON.parse(content) } };
  } catch {
    return { ...parts, body: { kind: 'unreadable', why: 'is not JSON', start: content } };
  }
}

async function readBody({ body }: WireRequest): Promise<string | null> {
  if (body === null) return null;
  const sent = await text(body.stream());
  if (Buffer.byteLength(sent) !== body.length) throw new Error(`a body of ${body.length} bytes has another length`);
  return sent;
}
