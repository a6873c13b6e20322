import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createSandbox, type Sandbox } from '../../../sandbox/server.ts';
import type { App, Move } from '../../../sandbox/service/app.ts';
import { type Assumptions, presets } from '../../../sandbox/service/assumptions.ts';
import { starterPage } from '../../../sandbox/service/folder.ts';
import type { Change } from '../../../sandbox/service/store.ts';
import {
  NetworkError,
  type NetworkErrorCode,
  toRunEndFault,
} from '../../../src/api/network-error.ts';
import { maxAppBytes, readResponse } from '../../../src/api/response.ts';
import {
  type Operation,
  type Transport,
  toTimeouts,
  type WireRequest,
  type WireResponse,
} from '../../../src/api/transport.ts';
import { RunEndedError } from '../../../src/errors.ts';
import { createFakeClock, type FakeClock } from './clock.ts';

/**
 * The author of a change in the sandbox's history: a run of the action, or another run at the same
 * time. Any other author is `sandbox`.
 */
export type Actor = 'run' | 'twin';

/**
 * An app of the service. Its files are the strings that were sent; fields such as the name follow
 * from them.
 */
export interface FakeApp
  extends Pick<App, 'status' | 'reviewNote' | 'updatedAt' | 'submittedAt' | 'publishedAt'> {
  readonly files: Readonly<Record<string, string>>;
}

/** A request and its response. */
export interface Exchange {
  readonly operation: Operation;
  /** The app that the request is about; null if it is a list. */
  readonly slug: string | null;
  readonly by: Actor;
  /** The body of the request; null if it has none. */
  readonly body: unknown;
  /**
   * The times, by the fake clock, when the request was sent, and when its response arrived or was
   * lost.
   */
  readonly at: number;
  readonly endedAt: number;
  /** The response; null if there was none. */
  readonly response: WireResponse | null;
  /** False if the connection was refused. */
  readonly wasSent: boolean;
}

const assumptions: Assumptions = {
  ...presets.documented,
  ...{
    listed_files: 'all',
    other_files: 'kept',
    page_rules: 'none',
    updated_at_moves: 'everything',
  },
};

const tides = 'tides';
const owner = 'developer';
/** The account of the runs. */
export const account = { name: owner, key: 'key' };
/**
 * The maximum size of a page in bytes. It is small, so that a page that exceeds it is small, too.
 */
const pageBytes = 1_000;
/** A page that breaks the rules. */
export const forbiddenText = 'x'.repeat(pageBytes + 1);
/** The milliseconds that the service takes for a request. */
const requestMs = 25;

/**
 * The sandbox in this process as the service of a test, with a clock that never waits. Tests break
 * it with the sandbox's faults.
 */
export class FakeService {
  readonly clock: FakeClock = createFakeClock();
  /** All requests, in the order of their responses. */
  readonly exchanges: Exchange[] = [];
  /** The number of requests whose connection is refused from now on. */
  refusals = 0;
  /** Called at every request before anything else, with its number from 0. */
  onRequest: (number: number, request: Pick<Exchange, 'operation' | 'slug' | 'by'>) => void = () =>
    undefined;
  /**
   * Returns the page that reads show as `html` while the draft has none, or still the page that it
   * was created with. Null if reads show no such page.
   */
  ownPage: (() => string) | null = null;
  readonly sandbox: Sandbox;
  /** Waits for a slow response, within the timeout of the current attempt. */
  #waitFor: (milliseconds: number) => void = () => undefined;

  constructor(options: Partial<Assumptions> = {}) {
    const { now, after } = this.clock;
    this.sandbox = createSandbox({
      ...{ accounts: [account], termsVersion: '2026-10', now, limits: { pageBytes } },
      ...{ assumptions: { ...assumptions, ...options }, rate: { changes: 1_000_000 } },
      baseUrl: 'https://apps.example.com',
      schedule: (work, milliseconds) => after(milliseconds, work),
      sleep: async (milliseconds) => this.#waitFor(milliseconds),
      onError: (error) => {
        throw error;
      },
    });
  }

  /** All changes of apps, and who made them. */
  get history(): readonly Change[] {
    return this.sandbox.store.history;
  }

  /** The app `tides` as it is. */
  get app(): FakeApp | null {
    const app = this.sandbox.store.find(tides);
    return app === undefined ? null : { ...app, files: Object.fromEntries(app.draft) };
  }

  /**
   * Adds an app in any state, as if it had existed for long. If it has another owner, its address
   * is taken.
   */
  put({ files, ...parts }: Partial<FakeApp> = {}, slug = tides, by = owner): void {
    const draft = new Map(
      Object.entries(files ?? { 'service.json': '{"name":"Old"}', 'index.html': '<h1>Old</h1>' }),
    );
    const hasPublished = parts.status === 'taken_down' || parts.status?.startsWith('published');
    this.sandbox.store.put({
      ...{ status: 'draft', reviewNote: null, submittedAt: null },
      publishedAt: hasPublished ? this.clock.now() - 200_123 : null,
      ...{ updatedAt: this.clock.now() - 100_123, ...parts },
      ...{ slug, owner: by, version: 1, draft, published: hasPublished ? draft : null },
    });
  }

  /**
   * Moves the app as a reviewer does, or as the owner does at the dashboard. Does nothing if the
   * state of the app does not allow the move.
   */
  review(move: Move): void {
    const app = this.sandbox.store.find(tides);
    if (app !== undefined) this.sandbox.store.move(app, move);
  }

  /** Deploys these files as somebody else. */
  replace(files: FakeApp['files']): void {
    const app = this.sandbox.store.find(tides);
    if (app !== undefined) this.sandbox.store.update(app, new Map(Object.entries(files)));
  }

  /** Deletes the app as somebody else. */
  remove(): void {
    if (this.app !== null) this.sandbox.store.remove(tides);
  }

  /** Makes the key of the runs invalid. */
  revokeKey(): void {
    this.sandbox.configure({ accounts: [{ ...account, key: 'another' }] });
  }

  /** Returns a transport to the service. */
  connect(by: Actor = 'run'): Transport {
    return (request, signal) =>
      this.clock.hold(async () => {
        const { operation } = request;
        const body = await readBody(request);
        const sent = body && JSON.parse(body);
        const slug = request.path.split('/')[3] ?? null;
        const about = {
          operation,
          by,
          slug: operation === 'deploy' || operation === 'create' ? sent.slug : slug,
        };
        this.onRequest(this.exchanges.length, about);
        if (signal.aborted) throw lose(request, signal.reason, false);
        const at = this.clock.now();
        this.clock.pass(requestMs);
        const wasSent = this.refusals === 0;
        let response: WireResponse | null = null;
        try {
          if (!wasSent) throw lose(request, 'connection_refused', false);
          response = await this.#exchange(request, { body, by, signal });
          return response;
        } finally {
          this.refusals = Math.max(0, this.refusals - 1);
          this.exchanges.push({
            ...about,
            body: sent,
            at,
            endedAt: this.clock.now(),
            response,
            wasSent,
          });
        }
      });
  }

  async #exchange(
    request: WireRequest,
    {
      body,
      by,
      signal,
    }: { readonly body: string | null; readonly by: Actor; readonly signal: AbortSignal },
  ): Promise<WireResponse> {
    const { method, path, timeoutMs = Number.POSITIVE_INFINITY } = request;
    const { headersTimeoutMs, totalTimeoutMs } = toTimeouts(0);
    const endsAt =
      this.clock.now() + Math.min(timeoutMs, method === 'GET' ? headersTimeoutMs : totalTimeoutMs);
    let end: RunEndedError | NetworkErrorCode | null = null;
    this.#waitFor = (milliseconds) => {
      const isOver = (): boolean => signal.aborted;
      if (!isOver()) this.clock.pass(Math.min(milliseconds, endsAt - this.clock.now()), isOver);
      if (isOver()) end = signal.reason;
      else if (this.clock.now() >= endsAt) end = 'attempt_timeout';
    };
    const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' };
    const sent = new Request(`http://127.0.0.1${path}`, { method, headers, body });
    try {
      const response = await toWireResponse(await this.sandbox.fetch(sent, { by }));
      if (end !== null) throw lose(request, end);
      if (this.ownPage !== null && request.operation === 'read') hidePage(response, this.ownPage);
      return response;
    } catch (error) {
      // The sandbox reports a reset, or a response that breaks off, as an error.
      const isBroken =
        error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
      throw isBroken ? lose(request, 'connection_lost') : error;
    }
  }
}

/** Removes a page that the service made itself from the files that a read shows. */
function hidePage({ body }: WireResponse, makePage: () => string): void {
  if (body.kind !== 'json') return;
  const app = Object(Object(body.value).app ?? body.value);
  const { 'index.html': page = starterPage, ...files } = app.files ?? {};
  if (page === starterPage && app.files !== undefined)
    Object.assign(app, { files, html: makePage() });
}

/** Returns the error of the real transport for a request that was lost. */
function lose(
  request: WireRequest,
  why: RunEndedError | NetworkErrorCode,
  sent = true,
): NetworkError {
  if (why instanceof RunEndedError)
    return new NetworkError(request, { ...toRunEndFault(why), sent });
  return new NetworkError(request, {
    code: why,
    sent,
    what: `lost by the test (${why})`,
    next: 'Look at the test.',
  });
}

async function toWireResponse(response: Response): Promise<WireResponse> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status,
    retryAfter: headers.get('retry-after'),
    date: headers.get('date'),
    link: headers.get('link'),
    body: await readResponse(Readable.from(bytes), {
      encoding: null,
      limitBytes: maxAppBytes,
    }),
  };
}

async function readBody({ body }: WireRequest): Promise<string | null> {
  if (body === null) return null;
  const sent = await text(body.stream());
  if (Buffer.byteLength(sent) !== body.length)
    throw new Error(`a body of ${body.length} bytes has another length`);
  return sent;
}
