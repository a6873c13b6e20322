import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Context, Hono, type Next } from 'hono';
import { ServiceError, toResponse } from './errors.ts';
import { createFaults, type Faults } from './faults.ts';
import { createLimiter, type Rate } from './limiter.ts';
import type { DeployAnswers, Env, Parts, SeenRequest } from './parts.ts';
import { defaultLimits, firstTermsVersion, type Limits } from './readings.ts';
import { addApiRoutes } from './routes-api.ts';
import { addAppRoutes } from './routes-app.ts';
import { addControlRoutes } from './routes-control.ts';
import { addFaults } from './routes-fault.ts';
import { addPageRoutes } from './routes-page.ts';
import { type Account, createStore, type State, type Store } from './store.ts';

/** How a sandbox is to be. Everything has a default. */
export interface SandboxOptions {
  /** {base_url}, without a slash at the end; `http://127.0.0.1` when there is no socket. */
  readonly baseUrl?: string;
  /** Owners and their keys; one account with a random key by default. Names and keys are unique. */
  readonly accounts?: readonly Account[];
  /** What an earlier sandbox kept; its terms version wins over `termsVersion`, its accounts over `accounts`. */
  readonly state?: State;
  readonly termsVersion?: string;
  /** 30 by default (service document). */
  readonly changesPerWindow?: number;
  /** 60,000 by default (service document). */
  readonly windowMs?: number;
  readonly limits?: Partial<Limits>;
  readonly deployAnswers?: DeployAnswers;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Gives that many random bytes. */
  readonly random?: (bytes: number) => Uint8Array;
  /** Keeps the state after a change; an answer is given only when it is kept. */
  readonly save?: (state: State) => Promise<void>;
  /** Is told of errors that are the sandbox's own fault, which are answered with 500. */
  readonly onError?: (error: Error) => void;
  /** Is told of every request at `/api/` and `/a/` once it is answered. */
  readonly onRequest?: (request: SeenRequest) => void;
  /** Waits for milliseconds, for slow answers. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** A stand-in of the service, without a socket. */
export interface Sandbox {
  readonly fetch: (request: Request, bindings?: Env['Bindings']) => Promise<Response>;
  readonly store: Store;
  readonly faults: Faults;
  /** What came in at `/api/` and `/a/`, oldest first, the last 1,000. */
  readonly requests: readonly SeenRequest[];
}

const mostRequests = 1_000;

/** Makes a stand-in of the service: its API, its apps' addresses, its rules and limits. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const parts = toParts(options);
  const app = new Hono<Env>();
  const see = (seen: SeenRequest): void => {
    parts.requests.push(seen);
    parts.requests.splice(0, parts.requests.length - mostRequests);
    options.onRequest?.(seen);
  };
  app.use('/api/*', (call, next) => record(call, next, see));
  app.use('/a/*', (call, next) => record(call, next, see));
  app.onError((error) => {
    if (error instanceof ServiceError) return toResponse(error);
    options.onError?.(error);
    return toResponse(new ServiceError('internal', 'The sandbox failed; its own log says why.'));
  });
  app.notFound(() => toResponse(new ServiceError('not_found', 'The service has no such endpoint.')));
  addFaults(app, parts);
  addApiRoutes(app, parts);
  addAppRoutes(app, parts);
  addControlRoutes(app, parts);
  addPageRoutes(app, parts);
  const { store, faults, requests } = parts;
  return { fetch: async (request, bindings = {}) => app.fetch(request, bindings), store, faults, requests };
}

/** Keeps what a client did; looks through a preview link are the sandbox's own page, and no client. */
async function record(call: Context<Env>, next: Next, see: (seen: SeenRequest) => void): Promise<void> {
  await next();
  if (call.req.query('preview') !== undefined) return;
  const status = call.var.dropped ? null : call.res.status;
  see({ method: call.req.method, path: new URL(call.req.url).pathname, status });
}

function toParts(options: SandboxOptions): Parts {
  const {
    now = Date.now,
    random = randomBytes,
    baseUrl = 'http://127.0.0.1',
    termsVersion = firstTermsVersion,
  } = options;
  const accounts = options.accounts ?? [{ name: 'developer', key: toKey(random(12)) }];
  const store = createStore(options.state ?? { settings: { accounts, termsVersion }, apps: [] }, now);
  const rate: Rate = { changes: options.changesPerWindow ?? 30, windowMs: options.windowMs ?? 60_000 };
  const secret = random(32);
  return {
    store,
    rate,
    faults: createFaults(),
    requests: [],
    sleep: options.sleep ?? ((milliseconds) => setTimeout(milliseconds, undefined, { ref: false })),
    limiter: createLimiter(rate, now),
    limits: { ...defaultLimits, ...options.limits },
    baseUrl,
    deployAnswers: options.deployAnswers ?? 'app',
    findCaller: (authorization) => findAccount(authorization, store.settings().accounts),
    save: async () => options.save?.({ settings: store.settings(), apps: store.apps() }),
    toPreviewToken: (slug) => createHmac('sha256', secret).update(slug).digest('base64url').slice(0, 22),
  };
}

/** Makes a key that says by its looks that it opens nothing but a sandbox. */
export function toKey(random: Uint8Array): string {
  return `sandbox-${Buffer.from(random).toString('hex')}`;
}

function findAccount(authorization: string | undefined, accounts: readonly Account[]): Account | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return accounts.find((account) => account.key === key);
}
