import type { IncomingMessage } from 'node:http';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import type { Context } from 'hono';
import { createLimiter } from './access.ts';
import { type App, type Move, newApp } from './app.ts';
import { createFaults, type Fault } from './faults.ts';
import { type DraftFields, writeFields } from './folder.ts';
import { type Body, type Json, ServiceError } from './request.ts';
import { checkFolder } from './rules.ts';
import { changeSetup, defaultSetup, type Seed, type Settings, type Setup } from './settings.ts';
import { type Account, createStore, type Store, type View } from './store.ts';

/** How a sandbox is to be. Everything has a default. */
export interface SandboxOptions extends Settings {
  /** {base_url}, without a slash at the end; `http://127.0.0.1` when there is no socket. */
  readonly baseUrl?: string;
  /**
   * Names beside those of loopback that requests may come in under, such as that of a container.
   */
  readonly allowedHosts?: readonly string[];
  /** The apps that an earlier sandbox kept, in place of those of the seed. */
  readonly apps?: readonly App[];
  /**
   * What a draft shows in a bar, by slug: with it, empty or not, drafts reload themselves in the
   * browser when they change.
   */
  readonly notices?: ReadonlyMap<string, string>;
  readonly now?: () => number;
  /** Waits for milliseconds, for slow responses. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Does something after so many milliseconds, for changes that are made late. */
  readonly schedule?: (work: () => void, milliseconds: number) => void;
  /**
   * Keeps everything before a change holds; when it throws, the change is answered with 500 and did
   * not happen.
   */
  readonly save?: (state: State) => void;
  /** Is told of errors that are the sandbox's own fault, which are answered with 500. */
  readonly onError?: (error: Error) => void;
  /**
   * Is told of every request at `/api/` once it is answered, and of each under a name that is not
   * the sandbox's, by its whole address.
   */
  readonly onRequest?: (request: SeenRequest) => void;
}

/** All that outlives a sandbox. */
export interface State extends Pick<Setup, 'accounts' | 'termsVersion'> {
  readonly apps: readonly App[];
}

/** What comes with a request beside itself. */
export interface Bindings {
  /** The request of node's server; absent when the sandbox is called without a socket. */
  readonly incoming?: IncomingMessage;
  /** As whom the history knows the caller; the account's name by default. */
  readonly by?: string;
}

/** What Hono carries along with a request. */
export interface Env {
  readonly Bindings: Bindings & {
    readonly url: URL;
    /** Set where a fault wants the connection reset in place of a response. */
    isReset?: boolean;
  };
  Variables: {
    account: Account;
    /** What a read shows, where that is not the present. */
    view?: View | undefined;
    /** The fault that says what becomes of a change. */
    fault?: Fault | undefined;
    body?: Body;
  };
}

/** One request on its way through the routes. */
export type Call = Context<Env>;

/** One request that came in, for tests and for people who want to see what a client did. */
export interface SeenRequest {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Null when the connection was reset, or broke, instead of a response. */
  readonly status: number | null;
  readonly account: string | null;
  /** All but `authorization` and `cookie`, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number | null;
  /** The body, where it is of at most 64 KiB; else null. */
  readonly body: Json | null;
}

/**
 * What a test, a person or a route can do with a sandbox beside sending it requests: the README
 * says what each is for.
 */
export type Controls = Omit<
  Parts,
  'limiter' | 'cache' | 'baseUrl' | 'notices' | 'now' | 'sleep' | 'schedule'
>;

/** What the routes work with. */
export type Parts = ReturnType<typeof createParts>;

/** Makes the parts of a sandbox. Throws what does not fit. */
export function createParts(options: SandboxOptions) {
  const { baseUrl = 'http://127.0.0.1', apps = [], notices, sleep = sleepFor } = options;
  const { now, schedule, advance } = createClock(options);
  const initial = changeSetup(defaultSetup, options);
  let setup = initial;
  const keep = (kept: readonly App[], { accounts, termsVersion } = setup): void =>
    options.save?.({ accounts, termsVersion, apps: kept });
  const store = createStore({ apps, now, assumptions: () => setup.assumptions, save: keep });
  const faults = createFaults(now);
  const limiter = createLimiter(now);
  const requests: SeenRequest[] = [];
  /** What reads were shown by a cache, and when. */
  const cache = new Map<string, { readonly time: number; readonly view: View }>();
  const put = (seed: Seed): App => {
    const app = toApp(seed, setup, now());
    store.put(app);
    return app;
  };
  const configure = (changes: Settings): void => {
    const next = changeSetup(setup, changes);
    keep(store.apps(), next);
    setup = next;
    if (changes.faults !== undefined) faults.set(changes.faults);
    changes.seed?.forEach(put);
  };
  const reset = (): void => {
    store.clear();
    limiter.clear();
    cache.clear();
    requests.length = 0;
    configure(initial);
  };
  const { seed: _seed, ...others } = initial;
  configure(apps.length === 0 ? initial : others);
  const controls = {
    store,
    faults,
    requests,
    setup: () => setup,
    configure,
    put,
    reset,
    advance,
    ...toMoves(store),
  };
  return { ...controls, ...{ limiter, cache, baseUrl, notices, now, sleep, schedule } };
}

/** The clock of a sandbox, which can be put forward, and what is to happen by it. */
function createClock({ now: from = Date.now, schedule = doLater }: SandboxOptions) {
  let ahead = 0;
  const waiting = new Map<() => void, number>();
  const now = (): number => from() + ahead;
  const finish = (work: () => void): void => {
    if (waiting.delete(work)) work();
  };
  return {
    now,
    schedule(work: () => void, milliseconds: number): void {
      // A function of its own, since the same work may wait twice.
      const once = (): void => work();
      waiting.set(once, now() + milliseconds);
      schedule(() => finish(once), milliseconds);
    },
    advance(milliseconds: number): void {
      ahead += milliseconds;
      const due = [...waiting]
        .filter(([, at]) => at <= now())
        .sort(([, one], [, other]) => one - other);
      for (const [work] of due) finish(work);
    },
  };
}

/**
 * What somebody else does. Each throws the 404 of an app that is not there, and a move the 409 of a
 * state that does not allow it.
 */
function toMoves(store: Store) {
  const find = (slug: string): App => {
    const app = store.find(slug);
    if (app === undefined) throw new ServiceError('not_found', 'There is no such app.');
    return app;
  };
  return {
    move(slug: string, move: Move, note: string | null = null): App {
      const app = find(slug);
      const moved = store.move(app, move, note);
      if (!('refused' in moved)) return moved;
      throw new ServiceError(
        moved.refused,
        `An app in state ${app.status} cannot take the move ${move}.`,
      );
    },
    edit: (slug: string, fields: DraftFields): App =>
      store.update(find(slug), writeFields(find(slug).draft, fields)),
    remove: (slug: string): void => store.remove(find(slug).slug),
  };
}

function sleepFor(milliseconds: number): Promise<void> {
  return setTimeoutAsync(milliseconds, undefined, { ref: false });
}

function doLater(work: () => void, milliseconds: number): void {
  setTimeout(work, milliseconds).unref();
}

/** An app that is put there, in its state. Throws the 400 of one that cannot be. */
function toApp(
  { slug, owner, files, status = 'draft', reviewNote }: Seed,
  setup: Setup,
  time: number,
): App {
  const account = setup.accounts.find(({ name }) => owner === undefined || name === owner);
  const { folder, problems } = checkFolder(files, setup);
  const why = account === undefined ? 'its owner is no account.' : problems[0]?.message;
  if (account === undefined || why !== undefined) {
    throw new ServiceError('invalid_field', `The app ${slug} cannot be put there: ${why}`);
  }
  const isPublished = status.startsWith('published') || status === 'taken_down';
  return {
    ...newApp({ owner: account.name, slug, draft: folder }, time),
    status,
    reviewNote: reviewNote ?? null,
    submittedAt: status === 'draft' ? null : time,
    ...(isPublished && { published: folder, publishedAt: time }),
  };
}
