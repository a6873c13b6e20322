import { type App, type Move, type MoveResult, makeApp, moveApp, updateApp } from './app.ts';
import type { Assumptions } from './assumptions.ts';
import type { Folder } from './folder.ts';

/** An owner of apps, who is known by the API key. */
export interface Account {
  readonly name: string;
  readonly key: string;
}

/** A change of an app, as the history lists it. */
export interface Change {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly slug: string;
  /** `settle`: the status that a late fault hid is visible now. */
  readonly did: 'put' | 'create' | 'update' | 'deploy' | 'delete' | 'read' | 'settle' | Move;
  /** The name of an account or of a test, or `sandbox` if the page or a fault made the change. */
  readonly by: string;
  /** The app after the change, or null if it was deleted. */
  readonly app: App | null;
  /** The app before the change, or null if it did not exist. */
  readonly before: App | null;
}

/** A change to make. */
export interface NewChange {
  readonly slug: string;
  readonly did: Change['did'];
  readonly by: string;
  /** The app after the change. If it is null, the app is deleted. */
  readonly app: App | null;
}

/** The apps at one moment. */
export interface View {
  /** All apps, oldest first. */
  apps(): readonly App[];
  find(slug: string): App | undefined;
}

export interface StoreOptions {
  /** The apps at the start, oldest first. */
  readonly apps: readonly App[];
  readonly now: () => number;
  readonly assumptions: () => Assumptions;
  /** Saves the apps, or throws. */
  readonly save: (apps: readonly App[]) => void;
}

const sandbox = 'sandbox';

/** The apps of all accounts. A change that cannot be saved throws, and nothing changes. */
export class Store implements View {
  readonly #options: StoreOptions;
  readonly #history = new History();
  #apps: ReadonlyMap<string, App>;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#apps = new Map(options.apps.map((app) => [app.slug, app]));
  }

  apps(): readonly App[] {
    return [...this.#apps.values()];
  }

  find(slug: string): App | undefined {
    return this.#apps.get(slug);
  }

  /** The last 1,000 changes since the last reset, oldest first; fewer if they are large. */
  get history(): readonly Change[] {
    return this.#history.changes;
  }

  commit(change: NewChange): void {
    const { slug, did, by, app } = change;
    const before = this.#apps.get(slug) ?? null;
    this.#replace(slug, app);
    this.#history.add({ time: this.#options.now(), slug, did, by, app, before });
  }

  /** Adds or replaces an app. Stale reads show it, too, as if it had always been this way. */
  put(app: App): void {
    const { slug } = app;
    this.#replace(slug, app);
    this.#history.forgetBefore(app);
    const time = this.#options.now();
    this.#history.add({ time, slug, did: 'put', by: sandbox, app, before: app });
  }

  /** Creates an app as the platform. The caller has checked that the slug is free. */
  create(owner: string, slug: string, draft: Folder): App {
    return this.#change('create', makeApp(owner, slug, draft, this.#options.now()));
  }

  /** Replaces the draft as somebody else. `by` is the name in the history. */
  update(app: App, draft: Folder, by = sandbox): App {
    return this.#change('deploy', updateApp(app, draft, this.#moment()), by);
  }

  /** Makes a move as somebody else. */
  move(app: App, move: Move, note: string | null = null): MoveResult {
    const result = moveApp(app, move, this.#moment(), note);
    if (result.kind === 'moved') this.#change(move, result.app);
    return result;
  }

  /** Deletes an app as somebody else. */
  remove(slug: string): void {
    this.commit({ slug, did: 'delete', by: sandbox, app: null });
  }

  /** Deletes all apps and their history. */
  clear(): void {
    this.#save(new Map());
    this.#history.clear();
  }

  /** Returns the apps as they were at a time (milliseconds since 1970), if the history has it. */
  asOf(time: number): View {
    const changes = this.history;
    return this.#asBefore(changes.findIndex((change) => change.time > time));
  }

  /** Returns the apps as they were before the last change of this app. */
  asBeforeLastChangeOf(slug: string): View {
    const changes = this.history;
    return this.#asBefore(
      changes.findLastIndex((change) => change.did !== 'put' && change.slug === slug),
    );
  }

  /** Returns the apps as they were before the last change of any app of this owner. */
  asBeforeLastChangeBy(owner: string): View {
    const changes = this.history;
    return this.#asBefore(
      changes.findLastIndex(
        (change) => change.did !== 'put' && (change.app ?? change.before)?.owner === owner,
      ),
    );
  }

  /** Undoes the change at an index and all later ones. A negative index undoes nothing. */
  #asBefore(index: number): View {
    const apps = new Map(this.#apps);
    const undone = index < 0 ? [] : this.history.slice(index).toReversed();
    for (const change of undone) {
      if (change.before === null) apps.delete(change.slug);
      else apps.set(change.slug, change.before);
    }
    return { apps: () => [...apps.values()], find: (slug) => apps.get(slug) };
  }

  #moment() {
    return { time: this.#options.now(), assumptions: this.#options.assumptions() };
  }

  #change(did: Change['did'], app: App, by = sandbox): App {
    this.commit({ slug: app.slug, did, by, app });
    return app;
  }

  #replace(slug: string, app: App | null): void {
    const apps = new Map(this.#apps);
    if (app === null) apps.delete(slug);
    else apps.set(slug, app);
    this.#save(apps);
  }

  #save(apps: ReadonlyMap<string, App>): void {
    this.#options.save([...apps.values()]);
    this.#apps = apps;
  }
}

const maxChanges = 1_000;
/**
 * Maximum number of characters of all files in the history together. The files of an app count
 * again for each of its changes.
 */
const maxLength = 64 * 1024 * 1024;

/** The bounded list of changes. */
class History {
  readonly changes: Change[] = [];
  #length = 0;

  add(change: Change): void {
    this.changes.push(change);
    this.#length += measureDraft(change);
    while (this.#isTooLarge()) {
      const oldest = this.changes.shift();
      if (oldest !== undefined) this.#length -= measureDraft(oldest);
    }
  }

  /** Makes earlier views show this app instead of its earlier states. */
  forgetBefore(app: App): void {
    for (const [index, change] of this.changes.entries()) {
      if (change.slug === app.slug) this.changes[index] = { ...change, before: app };
    }
  }

  clear(): void {
    this.changes.length = 0;
    this.#length = 0;
  }

  #isTooLarge(): boolean {
    if (this.changes.length > maxChanges) return true;
    return this.#length > maxLength && this.changes.length > 1;
  }
}

function measureDraft(change: Change): number {
  let length = 0;
  for (const content of change.app?.draft.values() ?? []) length += content.length;
  return length;
}
