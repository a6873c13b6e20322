import { type Assumptions, type ErrorCode, type Move, publicStates, type Status, takeStep } from './assumptions.ts';
import type { Folder } from './folder.ts';

/** An owner of apps, known by the API key. */
export interface Account {
  readonly name: string;
  readonly key: string;
}

/** An app as the sandbox keeps it. */
export interface App {
  readonly slug: string;
  /** Name of the account. */
  readonly owner: string;
  readonly draft: Folder;
  /** The version that was published last; null when there was none. */
  readonly published: Folder | null;
  readonly status: Status;
  readonly reviewNote: string | null;
  /** Counts the changes of the draft, from 1. */
  readonly version: number;
  /** Milliseconds since 1970, like the others. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly publishedAt: number | null;
  readonly submittedAt: number | null;
}

/** What is the same for all apps and changes while the sandbox runs. */
export interface Settings {
  readonly accounts: readonly Account[];
  /** The current version of the developer terms. */
  readonly termsVersion: string;
}

/** All that a sandbox keeps. */
export interface State {
  readonly settings: Settings;
  readonly apps: readonly App[];
}

/** One thing to keep: new settings, or an app as it is from now on (null where it is deleted). */
export type Change = { readonly settings: Settings } | { readonly slug: string; readonly app: App | null };

/** The result of a move: the app after it, or the code of the refusal. */
export type Moved = App | { readonly refused: ErrorCode };

/** What can be read of a store, now or as it was. */
export interface View {
  /** All apps, oldest first. */
  apps(): readonly App[];
  find(slug: string): App | undefined;
}

/**
 * The apps of all accounts. A change is kept first and holds then: when keeping it throws, so does the change, and
 * nothing has changed. All of that is one step, so that no other request comes in between.
 */
export interface Store extends View {
  settings(): Settings;
  setSettings(settings: Settings): void;
  /** Puts a new draft. The caller has checked that the slug is free. */
  create(owner: string, slug: string, draft: Folder): App;
  /** Replaces the draft, in whatever state the app is. */
  update(app: App, draft: Folder): App;
  /** Submits, or decides as a reviewer; `note` is kept where a reviewer's note belongs. */
  move(app: App, move: Exclude<Move, 'update'>, note?: string | null): Moved;
  remove(slug: string): void;
  /** Everything as it was at a time (milliseconds since 1970), as far as the last 200 changes tell. */
  asOf(time: number): View;
  /** Everything as it was before the last change of this app, or of any app of this owner. */
  asBefore(last: { readonly slug: string } | { readonly owner: string }): View;
}

/** What a store works with. */
export interface StoreOptions {
  readonly state: State;
  readonly now: () => number;
  readonly assumptions: () => Assumptions;
  /** Keeps a change, or throws. */
  readonly save: (change: Change) => void;
}

interface Past {
  readonly slug: string;
  readonly owner: string;
  readonly before: App | undefined;
  readonly time: number;
}

const maxPast = 200;

/** Makes a store from what was kept before. */
export function createStore({ state, now, assumptions, save }: StoreOptions): Store {
  let settings = state.settings;
  const apps = new Map(state.apps.map((app) => [app.slug, app]));
  const past: Past[] = [];
  const remember = (slug: string, owner: string): void => {
    past.push({ slug, owner, before: apps.get(slug), time: now() });
    past.splice(0, past.length - maxPast);
  };
  const put = (app: App): App => {
    save({ slug: app.slug, app });
    remember(app.slug, app.owner);
    apps.set(app.slug, app);
    return app;
  };
  return {
    ...viewOf(apps),
    settings: () => settings,
    setSettings(next) {
      save({ settings: next });
      settings = next;
    },
    create: (owner, slug, draft) => put(toNewApp({ owner, slug, draft }, now())),
    update: (app, draft) => put(toUpdated(app, draft, { time: now(), assumptions: assumptions() })),
    move(app, move, note = null) {
      const step = takeStep(app.status, move, { published: app.published !== null, assumptions: assumptions() });
      if (typeof step !== 'string') return step;
      return put(toMoved(app, { move, status: step, note, time: now(), moves: assumptions().updated_at_moves }));
    },
    remove(slug) {
      save({ slug, app: null });
      remember(slug, apps.get(slug)?.owner ?? '');
      apps.delete(slug);
    },
    asOf: (time) =>
      undo(
        apps,
        past.filter((entry) => entry.time > time),
      ),
    asBefore(last) {
      const entry = past.findLast((one) => ('slug' in last ? one.slug === last.slug : one.owner === last.owner));
      return undo(apps, entry === undefined ? [] : [entry]);
    },
  };
}

/** The folder that everybody sees at the app's address; null when nobody but the owner sees anything. */
export function toPublicFolder(app: App): Folder | null {
  return publicStates.has(app.status) ? app.published : null;
}

function viewOf(apps: ReadonlyMap<string, App>): View {
  return { apps: () => [...apps.values()], find: (slug) => apps.get(slug) };
}

/** Takes changes back, the newest first. */
function undo(apps: ReadonlyMap<string, App>, entries: readonly Past[]): View {
  const earlier = new Map(apps);
  for (const { slug, before } of entries.toReversed()) {
    if (before === undefined) earlier.delete(slug);
    else earlier.set(slug, before);
  }
  return viewOf(earlier);
}

function toNewApp(made: Pick<App, 'owner' | 'slug' | 'draft'>, time: number): App {
  return {
    ...made,
    published: null,
    status: 'draft',
    reviewNote: null,
    version: 1,
    createdAt: time,
    updatedAt: time,
    publishedAt: null,
    submittedAt: null,
  };
}

interface Update {
  readonly time: number;
  readonly assumptions: Assumptions;
}

function toUpdated(app: App, draft: Folder, { time, assumptions }: Update): App {
  const step = takeStep(app.status, 'update', { published: app.published !== null, assumptions });
  const status = typeof step === 'string' ? step : app.status;
  const reviewNote = status === 'draft' ? null : app.reviewNote;
  return { ...app, draft, status, reviewNote, version: app.version + 1, updatedAt: time };
}

interface Taken {
  readonly move: Move;
  readonly status: Status;
  readonly note: string | null;
  readonly time: number;
  readonly moves: Assumptions['updated_at_moves'];
}

function toMoved(app: App, { move, status, note, time, moves }: Taken): App {
  const isSubmit = move === 'submit';
  const isUpdated = moves === 'everything' || (moves === 'submit' && isSubmit);
  return {
    ...app,
    status,
    reviewNote: isSubmit ? null : note,
    ...(isUpdated && { updatedAt: time }),
    ...(isSubmit && { submittedAt: time }),
    // A submission that is approved at once publishes too.
    ...(status === 'published' && { published: app.draft, publishedAt: time }),
  };
}
