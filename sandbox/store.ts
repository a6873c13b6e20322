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

/** All apps before a change of this app. */
interface Past extends Pick<App, 'slug' | 'owner'> {
  readonly time: number;
  readonly before: Apps;
}

const maxPast = 200;
const maxHistory = 1_000;
const by = 'sandbox';

/**
 * Makes a store of these apps. A change is kept first and holds then: when keeping it throws, so does the change, and
 * nothing has changed. All of that is one step, so that no other request comes in between.
 */
export function createStore({ apps: kept, now, assumptions, save }: StoreOptions) {
  let apps: Apps = new Map(kept.map((app) => [app.slug, app]));
  const past: Past[] = [];
  const history: Change[] = [];
  const keep = (next: Apps): void => {
    save([...next.values()]);
    apps = next;
  };
  const commit = ({ slug, app, ...made }: Omit<Change, 'time'>): void => {
    const before = apps;
    keep(withApp(apps, slug, app));
    const time = now();
    past.push({ slug, owner: (app ?? before.get(slug))?.owner ?? '', time, before });
    past.splice(0, past.length - maxPast);
    history.push({ ...made, slug, app, time });
    history.splice(0, history.length - maxHistory);
  };
  const make = (did: Change['did'], app: App): App => {
    commit({ did, slug: app.slug, by, app });
    return app;
  };
  return {
    apps: () => [...apps.values()],
    find: (slug: string) => apps.get(slug),
    /** The last 1,000 changes since the start or the last reset, oldest first. */
    history: history as readonly Change[],
    /** Makes a change. */
    commit,
    /** Puts an app there as if it had been there for long: no read shows what was before. */
    put(app: App): void {
      keep(withApp(apps, app.slug, app));
      for (const [index, one] of past.entries()) past[index] = { ...one, before: withApp(one.before, app.slug, app) };
      history.push({ time: now(), slug: app.slug, did: 'put', by, app });
    },
    /** Puts a new draft, as the platform; the caller has checked that the slug is free. */
    create: (owner: string, slug: string, draft: Folder): App => make('create', newApp({ owner, slug, draft }, now())),
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
      past.length = 0;
      history.length = 0;
    },
    /** Everything as it was at a time (milliseconds since 1970), as far as the last 200 changes tell. */
    asOf: (time: number): View => viewOf(past.find((change) => change.time > time)?.before ?? apps),
    /** Everything as it was before the last change of this app, or of any app of this owner. */
    asBefore: ({ slug, owner }: { readonly slug?: string; readonly owner?: string }): View =>
      viewOf(past.findLast((change) => change.slug === slug || change.owner === owner)?.before ?? apps),
  };
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
