import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Context } from 'hono';
import { createLimiter, type Limiter } from './access.ts';
import { type Assumptions, type Limits, type Preset, presets } from './assumptions.ts';
import { createFaults, type Fault, type Faults } from './faults.ts';
import { type Body, refuseField, ServiceError } from './request.ts';
import { checkFolder } from './rules.ts';
import { checkAccounts, defaultSetup, type Seed, type Setup, toMoves } from './settings.ts';
import { type Account, type Change, createStore, type State, type Store, type View } from './store.ts';

/** How a sandbox is to be. Everything has a default. */
export interface SandboxOptions {
  /** {base_url}, without a slash at the end; `http://127.0.0.1` when there is no socket. */
  readonly baseUrl?: string;
  /** Names beside those of loopback that requests may come in under, such as that of a container. */
  readonly allowedHosts?: readonly string[];
  /** All of the following that can be set at once, as a config file does; single options go before. */
  readonly setup?: Setup;
  /** Owners and their keys; one account with a random key by default. Names and keys are unique. */
  readonly accounts?: readonly Account[];
  /** What an earlier sandbox kept; its accounts and terms version win over those here. */
  readonly state?: State;
  readonly termsVersion?: string;
  /** 30 by default (service document). */
  readonly changesPerWindow?: number;
  /** 60,000 by default (service document). */
  readonly windowMs?: number;
  readonly limits?: Partial<Limits>;
  /** A whole set of assumptions: `documented` by default. */
  readonly preset?: Preset;
  /** Single assumptions, over those of the preset. */
  readonly assumptions?: Partial<Assumptions>;
  /** The faults to start with. */
  readonly faults?: readonly Partial<Fault>[];
  /** The apps to start with, where no state was kept. */
  readonly seed?: readonly Seed[];
  /** Where the sandbox's own clock starts, in milliseconds since 1970, and whether it stands still. */
  readonly clock?: Setup['clock'];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Gives that many random bytes. */
  readonly random?: (bytes: number) => Uint8Array;
  /** Keeps a change before it holds; when it throws, the change is answered with 500 and did not happen. */
  readonly save?: (change: Change) => void;
  /** Is told of errors that are the sandbox's own fault, which are answered with 500. */
  readonly onError?: (error: Error) => void;
  /** Is told of every request at `/api/` and `/a/` once it is answered. */
  readonly onRequest?: (request: SeenRequest) => void;
  /** Waits for milliseconds, for slow responses. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** What Hono carries along with a request. */
export interface Env {
  readonly Bindings: {
    /** The request of node's server; absent when the sandbox is called without a socket. */
    readonly incoming?: IncomingMessage;
  };
  Variables: {
    /** The caller, once the key was checked. */
    account: Account;
    /** What this call reads from, where that is not the present. */
    view?: View;
    /** The body, once it was read. */
    body?: Body;
    /** Set when the connection was reset instead of a response. */
    dropped?: boolean;
  };
}

/** One request on its way through the routes. */
export type Call = Context<Env>;

/** One request that came in, for tests and for people who want to see what a client did. */
export interface SeenRequest {
  /** When it came in, by the sandbox's clock: ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** Null when the connection was reset, or broke, instead of a response. */
  readonly status: number | null;
  /** Until the response began, in whole milliseconds. */
  readonly duration_ms: number;
  /** Name of the account; null without a valid key. */
  readonly account: string | null;
  /** All but `authorization` and `cookie`, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Length and SHA-256 of the body; null where none was read. */
  readonly body: { readonly bytes: number; readonly sha256: string } | null;
}

/** What the routes work with. */
export interface Parts {
  readonly store: Store;
  readonly limiter: Limiter;
  readonly faults: Faults;
  /** What came in at `/api/` and `/a/`, oldest first, the last 1,000. */
  readonly requests: SeenRequest[];
  /** {base_url} of the service document, without a slash at the end. */
  readonly baseUrl: string;
  /** Names beside those of loopback that requests may come in under. */
  readonly allowedHosts: ReadonlySet<string>;
  /** How the service is now. */
  readonly setup: () => Setup;
  /** Makes it so from now on, accounts, terms and clock too; faults and seed have their own ways. */
  readonly configure: (setup: Setup) => void;
  /** Puts apps there. Throws the 400 of one that cannot be. */
  readonly sow: (seeds: readonly Seed[]) => void;
  /** Brings back how everything was at the start, with no app but those of the seed. */
  readonly reset: () => void;
  /** The sandbox's own clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Waits for milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The secret word that opens an app's draft in its owner's browser. */
  readonly toPreviewToken: (slug: string) => string;
}

/** Makes a key that says by its looks that it opens nothing but a sandbox. */
export function toKey(random: Uint8Array): string {
  return `sandbox-${Buffer.from(random).toString('hex')}`;
}

/** Makes the parts of a sandbox. Throws what does not fit. */
export function createParts(options: SandboxOptions): Parts {
  const { random = randomBytes, save = () => undefined } = options;
  const initial = toSetup(options, random);
  const clock = createClock(initial.clock, options.now ?? Date.now);
  const state = options.state ?? { settings: toSettings(initial), apps: [] };
  let setup = initial;
  const store = createStore({ state, now: clock.now, assumptions: () => setup.assumptions, save });
  const faults = createFaults();
  const limiter = createLimiter(clock.now);
  const requests: SeenRequest[] = [];
  const configure = (next: Setup): void => {
    checkOwners(next, store);
    const { accounts, termsVersion } = store.settings();
    if (next.accounts !== accounts || next.termsVersion !== termsVersion) store.setSettings(toSettings(next));
    if (next.clock !== setup.clock) clock.set(next.clock);
    setup = next;
  };
  const sow = (seeds: readonly Seed[]): void => {
    for (const seed of seeds) sowApp(seed, store, setup);
  };
  const reset = (): void => {
    for (const { slug } of store.apps()) store.remove(slug);
    configure(initial);
    faults.set(initial.faults);
    limiter.clear();
    requests.length = 0;
    sow(initial.seed);
  };
  checkOwners(initial, store);
  faults.set(initial.faults);
  if (state.apps.length === 0) sow(initial.seed);
  const live = { store, faults, limiter, requests, configure, sow, reset, now: clock.now };
  return { ...live, ...toFixedParts(options, random(32)), setup: () => ({ ...setup, ...store.settings() }) };
}

/** What stays as it is while the sandbox runs. */
function toFixedParts(
  { baseUrl = 'http://127.0.0.1', allowedHosts, sleep }: SandboxOptions,
  secret: Uint8Array,
): Pick<Parts, 'baseUrl' | 'allowedHosts' | 'sleep' | 'toPreviewToken'> {
  return {
    baseUrl,
    allowedHosts: new Set(allowedHosts),
    sleep: sleep ?? ((milliseconds) => setTimeout(milliseconds, undefined, { ref: false })),
    toPreviewToken: (slug) => createHmac('sha256', secret).update(slug).digest('base64url').slice(0, 22),
  };
}

/** An account that has apps cannot go. */
function checkOwners({ accounts }: Setup, store: Store): void {
  const names = new Set(accounts.map(({ name }) => name));
  const orphan = store.apps().find(({ owner }) => !names.has(owner));
  if (orphan === undefined) return;
  throw refuseField('accounts', `The account ${orphan.owner} has apps, such as ${orphan.slug}, and cannot go.`);
}

function toSetup(options: SandboxOptions, random: (bytes: number) => Uint8Array): Setup {
  const { rate, ...setup } = { ...defaultSetup, ...options.setup };
  const preset = options.preset === undefined ? setup.assumptions : presets[options.preset];
  const first = setup.accounts.length > 0 ? setup.accounts : [{ name: 'developer', key: toKey(random(12)) }];
  const { accounts = options.accounts ?? first, termsVersion = options.termsVersion ?? setup.termsVersion } =
    options.state?.settings ?? {};
  return {
    termsVersion,
    accounts: checkAccounts(accounts),
    assumptions: { ...preset, ...options.assumptions },
    rate: { changes: options.changesPerWindow ?? rate.changes, window_ms: options.windowMs ?? rate.window_ms },
    limits: { ...setup.limits, ...options.limits },
    clock: options.clock ?? setup.clock,
    faults: options.faults ?? setup.faults,
    seed: options.seed ?? setup.seed,
  };
}

function toSettings({ accounts, termsVersion }: Setup): State['settings'] {
  return { accounts, termsVersion };
}

function createClock(
  start: Setup['clock'],
  real: () => number,
): { readonly now: () => number; readonly set: (clock: Setup['clock']) => void } {
  const begin = (clock: Setup['clock']): { readonly clock: Setup['clock']; readonly since: number } => ({
    clock,
    since: real(),
  });
  let current = begin(start);
  return {
    now() {
      const { clock, since } = current;
      return (clock.at ?? since) + (clock.stopped ? 0 : real() - since);
    },
    set(clock) {
      current = begin(clock);
    },
  };
}

/** Puts apps there as their owners and the reviewer would. Throws the 400 of one that cannot be. */
function sowApp({ slug, owner, files, status = 'draft', reviewNote }: Seed, store: Store, setup: Setup): void {
  const account = store.settings().accounts.find(({ name }) => owner === undefined || name === owner);
  if (account === undefined) throw refuseSeed(slug, 'its owner is no account.');
  if (store.find(slug) !== undefined) throw refuseSeed(slug, 'the address is taken.');
  const { folder, problems } = checkFolder(files, setup);
  if (problems[0] !== undefined) throw refuseSeed(slug, problems[0].message);
  let app = store.create(account.name, slug, folder);
  for (const move of toMoves(status)) {
    const moved = move === 'update' ? store.update(app, app.draft) : store.move(app, move, reviewNote ?? null);
    if ('refused' in moved) throw refuseSeed(slug, `it cannot become ${status}.`);
    app = moved;
  }
}

function refuseSeed(slug: string, why: string): ServiceError {
  return new ServiceError('invalid_field', `The app ${slug} cannot be there from the start: ${why}`);
}
