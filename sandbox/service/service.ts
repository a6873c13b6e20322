import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { type App, type Move, makeApp, moveApp, moves } from './app.ts';
import { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';
import { FaultList } from './faults.ts';
import { type DraftFields, writeFields } from './folder.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RequestLog, type SeenRequest } from './request-log.ts';
import { checkFolder } from './rules.ts';
import { changeSetup, defaultSetup, type Seed, type Settings, type Setup } from './settings.ts';
import { type Account, Store, type View } from './store.ts';

/** The options of the service. Each has a default. */
export interface ServiceOptions extends Settings {
  /** The service's `{base_url}` without a slash at the end; `http://127.0.0.1` by default. */
  readonly baseUrl?: string | null;
  /** The apps that an earlier sandbox saved. They replace the apps of the seed. */
  readonly apps?: readonly App[];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Waits for milliseconds, for slow responses. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Calls `work` after so many milliseconds, for changes that are made late. */
  readonly schedule?: (work: () => void, milliseconds: number) => void;
  /**
   * Saves everything before a change takes effect. If it throws, the change gets a 500 and is not
   * made.
   */
  readonly save?: (state: State) => void;
}

/** The state that `save` keeps for the next sandbox. */
export interface State {
  readonly accounts: readonly Account[];
  readonly termsVersion: string;
  readonly apps: readonly App[];
}

/** The apps as a cache in front of the service has read them. */
interface CachedView {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly view: View;
}

/**
 * The mock of the service without its HTTP: its apps and settings, and what a test or a person can
 * do with it in addition to requests. The README describes each method.
 */
export class Service {
  readonly baseUrl: string;
  readonly store: Store;
  readonly faults: FaultList;
  readonly limiter: RateLimiter;
  readonly log = new RequestLog();
  /** The responses that a cache in front of the service holds, by path and caller. */
  readonly cache = new Map<string, CachedView>();
  /** Waits for milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly #clock: Clock;
  readonly #save: (state: State) => void;
  readonly #initial: Setup;
  #setup: Setup;

  /** Throws the error of an option that is not valid. */
  constructor(options: ServiceOptions) {
    const now = options.now ?? Date.now;
    this.#clock = new Clock({ now, schedule: options.schedule ?? scheduleUnreferenced });
    this.#save = options.save ?? (() => undefined);
    this.#initial = changeSetup(defaultSetup, options);
    this.#setup = this.#initial;
    this.baseUrl = options.baseUrl ?? 'http://127.0.0.1';
    this.sleep = options.sleep ?? sleepUnreferenced;
    this.faults = new FaultList(() => this.now());
    this.limiter = new RateLimiter(() => this.now());
    const apps = options.apps ?? [];
    this.store = new Store({
      apps,
      now: () => this.now(),
      assumptions: () => this.#setup.assumptions,
      save: (saved) => this.#saveState(saved, this.#setup),
    });
    this.#saveState(apps, this.#setup);
    this.faults.set(this.#initial.faults);
    if (apps.length === 0) this.#putAll(this.#initial.seed);
  }

  /** The last 1,000 requests to `/api/`, oldest first. */
  get requests(): readonly SeenRequest[] {
    return this.log.entries;
  }

  /** Returns the settings in force. */
  setup(): Setup {
    return this.#setup;
  }

  /** Returns the time of the sandbox in milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** The milliseconds by which the clock was put forward. */
  get aheadMs(): number {
    return this.#clock.aheadMs;
  }

  /** Calls `work` after so many milliseconds of the sandbox's clock. */
  schedule(work: () => void, milliseconds: number): void {
    this.#clock.schedule(work, milliseconds);
  }

  /** Puts the clock forward, and does what is due by then. */
  advance(milliseconds: number): void {
    this.#clock.advance(milliseconds);
  }

  /** Changes settings; absent settings stay as they are. Throws a 400 for an invalid setting. */
  configure(changes: Settings): void {
    const next = changeSetup(this.#setup, changes);
    this.#saveState(this.store.apps(), next);
    this.#setup = next;
    if (changes.faults !== undefined) this.faults.set(changes.faults);
    this.#putAll(changes.seed ?? []);
  }

  /** Adds or replaces an app, with any status. Throws a 400 if the app breaks the rules. */
  put(seed: Seed): App {
    const app = this.#makeSeededApp(seed);
    this.store.put(app);
    return app;
  }

  /** Makes a move as the reviewer or the owner. Throws a 404, or a 409 if the status forbids it. */
  move(slug: string, move: Move, note: string | null = null): App {
    const app = this.#find(slug);
    const result = this.store.move(app, move, note);
    if (result.kind === 'moved') return result.app;
    const message = `The move ${move} is not possible for an app with the status ${app.status}.`;
    throw new ServiceError(result.code, message);
  }

  /** Returns the moves that the status of an app allows. */
  listMoves(app: App): readonly Move[] {
    const moment = { time: this.now(), assumptions: this.#setup.assumptions };
    return moves.filter((move) => moveApp(app, move, moment).kind === 'moved');
  }

  /** Changes fields of a draft as somebody else. Throws a 404. */
  edit(slug: string, fields: DraftFields): App {
    const app = this.#find(slug);
    return this.store.update(app, writeFields(app.draft, fields));
  }

  /** Deletes an app as somebody else. Throws a 404. */
  remove(slug: string): void {
    const app = this.#find(slug);
    this.store.remove(app.slug);
  }

  /** Restores the initial settings, faults and apps, and forgets all requests. */
  reset(): void {
    this.store.clear();
    this.limiter.clear();
    this.cache.clear();
    this.log.clear();
    this.configure(this.#initial);
  }

  #putAll(seeds: readonly Seed[]): void {
    for (const seed of seeds) this.put(seed);
  }

  #find(slug: string): App {
    const app = this.store.find(slug);
    if (app === undefined) throw new ServiceError('not_found', 'There is no such app.');
    return app;
  }

  #saveState(apps: readonly App[], setup: Setup): void {
    this.#save({ accounts: setup.accounts, termsVersion: setup.termsVersion, apps });
  }

  #makeSeededApp(seed: Seed): App {
    const { accounts } = this.#setup;
    const owner = accounts.find(({ name }) => seed.owner === undefined || name === seed.owner);
    if (owner === undefined) throw makeSeedError(seed, 'its owner is not an account.');
    const { folder, problems } = checkFolder(seed.files, this.#setup);
    const [problem] = problems;
    if (problem !== undefined) throw makeSeedError(seed, problem.message);

    const time = this.now();
    const status = seed.status ?? 'draft';
    const isPublished = status.startsWith('published') || status === 'taken_down';
    return {
      ...makeApp(owner.name, seed.slug, folder, time),
      status,
      reviewNote: seed.reviewNote ?? null,
      submittedAt: status === 'draft' ? null : time,
      published: isPublished ? folder : null,
      publishedAt: isPublished ? time : null,
    };
  }
}

function makeSeedError(seed: Seed, reason: string): ServiceError {
  const message = `The app ${seed.slug} cannot be added: ${reason}`;
  return new ServiceError('invalid_field', message);
}

/** Waits without keeping the process alive. */
function sleepUnreferenced(milliseconds: number): Promise<void> {
  return setTimeoutAsync(milliseconds, undefined, { ref: false });
}

/** Schedules work without keeping the process alive. */
function scheduleUnreferenced(work: () => void, milliseconds: number): void {
  setTimeout(work, milliseconds).unref();
}
