import { type App, type Move, type Moved, moveApp, newApp, updateApp } from './app.ts';
import type { Assumptions } from './assumptions.ts';
import type { Folder } from './folder.ts';

/** An owner of apps, known by the API key. */
export interface Account {
  readonly name: string;
  readonly key: string;
}

/** What happened to an app, by whom: the name of an account, what a test named it, or `sandbox`. */
export interface Change {
  readonly time: number;
  readonly slug: string;
  /** `settle`: a state that came with an earlier change shows. */
  readonly did: 'put' | 'create' | 'update' | 'deploy' | 'delete' | 'read' | 'settle' | Move;
  readonly by: string;
  /** As it was from then on; null where it was deleted. */
  readonly app: App | null;
  /** What a read of the time before shows; null for nothing. */
  readonly before: App | null;
}

/** What can be read of a store, now or as it was. */
export interface View {
  /** All apps, oldest first. */
  apps(): readonly App[];
  find(slug: string): App | undefined;
}

/** The apps of all accounts. */
export type Store = ReturnType<typeof createStore>;

/** What a store works with. */
export interface StoreOptions {
  /** Those that are there from the start, oldest first. */
  readonly apps: readonly App[];
  readonly now: () => number;
  readonly assumptions: () => Assumptions;
  /** Keeps the apps as they are from now on, or throws. */
  readonly save: (apps: readonly App[]) => void;
}

type Apps = ReadonlyMap<string, App>;

const maxHistory = 1_000;
/** Characters of files, those of an app again for each of its changes. */
const maxHistoryLength = 64 * 1024 * 1024;
const by = 'sandbox';

/**
 * Makes a store. A change that cannot be kept throws, and nothing has changed; all of it is one
 * step, with no request between.
 */
export function createStore({ apps: kept, now, assumptions, save }: StoreOptions) {
  let apps: Apps = new Map(kept.map((app) => [app.slug, app]));
  const history = createHistory(() => apps);
  const keep = (next: Apps): void => {
    save([...next.values()]);
    apps = next;
  };
  const commit = (made: Omit<Change, 'time' | 'before'>): void => {
    const before = apps.get(made.slug) ?? null;
    keep(withApp(apps, made.slug, made.app));
    history.add({ ...made, before, time: now() });
  };
  const make = (did: Change['did'], app: App): App => {
    commit({ did, slug: app.slug, by, app });
    return app;
  };
  return {
    apps: () => [...apps.values()],
    find: (slug: string) => apps.get(slug),
    /**
     * The last 1,000 changes since the start or the last reset, fewer where they are large; oldest
     * first.
     */
    history: history.changes,
    /** Makes a change. */
    commit,
    /** Puts an app there as if it had been there for long: no read shows what was before. */
    put(app: App): void {
      keep(withApp(apps, app.slug, app));
      history.put(app);
      history.add({ time: now(), slug: app.slug, did: 'put', by, app, before: app });
    },
    /** Puts a new draft, as the platform; the caller has checked that the slug is free. */
    create: (owner: string, slug: string, draft: Folder): App =>
      make('create', newApp({ owner, slug, draft }, now())),
    /** Replaces the draft, as somebody else. */
    update: (app: App, draft: Folder): App =>
      make('deploy', updateApp(app, draft, { time: now(), assumptions: assumptions() })),
    /** Moves an app on, as somebody else. */
    move(app: App, move: Move, note: string | null = null): Moved {
      const moved = moveApp(app, move, { time: now(), assumptions: assumptions(), note });
      return 'refused' in moved ? moved : make(move, moved);
    },
    remove: (slug: string): void => commit({ did: 'delete', slug, by, app: null }),
    /** Deletes all apps and forgets that they were there. */
    clear(): void {
      keep(new Map());
      history.clear();
    },
    /** Everything as it was at a time (milliseconds since 1970), as far as the history tells. */
    asOf: (time: number): View => history.undo((change) => change.time > time),
    /** Everything as it was before the last change of this app, or of any app of this owner. */
    asBefore: ({ slug, owner }: { readonly slug?: string; readonly owner?: string }): View => {
      const last = history.changes.findLast(
        (change) =>
          change.did !== 'put' &&
          (change.slug === slug || (change.app ?? change.before)?.owner === owner),
      );
      return history.undo((change) => change === last);
    },
  };
}

/** Makes the bounded list of what was changed, which tells what was before. */
function createHistory(now: () => Apps) {
  const changes: Change[] = [];
  let length = 0;
  return {
    changes: changes as readonly Change[],
    add(change: Change): void {
      changes.push(change);
      length += measure(change);
      while (changes.length > maxHistory || (length > maxHistoryLength && changes.length > 1)) {
        length -= measure(changes.shift());
      }
    },
    /** No read shows what was before this app. */
    put(app: App): void {
      for (const [index, change] of changes.entries()) {
        if (change.slug === app.slug) changes[index] = { ...change, before: app };
      }
    },
    clear(): void {
      changes.length = 0;
      length = 0;
    },
    /** The apps before the first such change and all that followed it. */
    undo(isFirst: (change: Change) => boolean): View {
      const first = changes.findIndex(isFirst);
      const past = new Map(now());
      for (const { slug, before } of first < 0 ? [] : changes.slice(first).toReversed()) {
        if (before === null) past.delete(slug);
        else past.set(slug, before);
      }
      return viewOf(past);
    },
  };
}

function measure(change?: Change): number {
  return Array.from(change?.app?.draft.values() ?? []).reduce(
    (sum, content) => sum + content.length,
    0,
  );
}

/** What is read of these apps. */
function viewOf(apps: Apps): View {
  return { apps: () => [...apps.values()], find: (slug) => apps.get(slug) };
}

function withApp(apps: Apps, slug: string, app: App | null): Apps {
  const next = new Map(apps);
  if (app === null) next.delete(slug);
  else next.set(slug, app);
  return next;
}
