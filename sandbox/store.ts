import type { Folder } from './contents.ts';
import { type ErrorCode, notedMoves, publicStates } from './readings.ts';
import { type Move, type Status, takeStep } from './states.ts';

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

/** The result of a move: the app after it, or the code of the refusal. */
export type Moved = App | { readonly refused: ErrorCode };

/** The apps of all accounts, in memory. */
export interface Store {
  settings(): Settings;
  setSettings(settings: Settings): void;
  /** All apps, oldest first. */
  apps(): readonly App[];
  find(slug: string): App | undefined;
  /** Puts a new draft. The caller has checked that the slug is free. */
  create(owner: string, slug: string, draft: Folder): App;
  /** Replaces the draft, in whatever state the app is. */
  update(app: App, draft: Folder): App;
  /** Submits, or decides as a reviewer; `note` is kept where a reviewer's note belongs. */
  move(app: App, move: Exclude<Move, 'update'>, note?: string | null): Moved;
  remove(slug: string): void;
}

/** Makes a store from what was kept before. */
export function createStore(state: State, now: () => number): Store {
  let settings = state.settings;
  const apps = new Map(state.apps.map((app) => [app.slug, app]));
  const put = (app: App): App => {
    apps.set(app.slug, app);
    return app;
  };
  return {
    settings: () => settings,
    setSettings(next) {
      settings = next;
    },
    apps: () => [...apps.values()],
    find: (slug) => apps.get(slug),
    create: (owner, slug, draft) => put(toNewApp({ owner, slug, draft }, now())),
    update: (app, draft) => put(toUpdated(app, draft, now())),
    move(app, move, note = null) {
      const step = takeStep(app.status, move, app.published !== null);
      return typeof step === 'string' ? put(toMoved(app, { move, status: step, note, time: now() })) : step;
    },
    remove: (slug) => void apps.delete(slug),
  };
}

/** The folder that everybody sees at the app's address; null when nobody but the owner sees anything. */
export function toPublicFolder(app: App): Folder | null {
  return publicStates.has(app.status) ? app.published : null;
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

function toUpdated(app: App, draft: Folder, time: number): App {
  const step = takeStep(app.status, 'update', app.published !== null);
  const status = typeof step === 'string' ? step : app.status;
  const reviewNote = status === 'draft' ? null : app.reviewNote;
  return { ...app, draft, status, reviewNote, version: app.version + 1, updatedAt: time };
}

interface Taken {
  readonly move: Move;
  readonly status: Status;
  readonly note: string | null;
  readonly time: number;
}

function toMoved(app: App, { move, status, note, time }: Taken): App {
  const next: App = { ...app, status, reviewNote: notedMoves.has(move) ? note : null };
  switch (move) {
    case 'submit':
      return { ...next, submittedAt: time };
    case 'approve':
      return { ...next, published: app.draft, publishedAt: time };
    default:
      return next;
  }
}
