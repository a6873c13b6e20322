import { statuses } from './app.ts';
import { type Assumptions, presets, switches } from './assumptions.ts';
import { type Fault, readFault } from './faults.ts';
import type { Folder } from './folder.ts';
import {
  isRecord,
  type Json,
  listOf,
  matching,
  objectOf,
  oneOf,
  type Reader,
  refuseField,
  takeText,
  whole,
} from './request.ts';
import type { Account } from './store.ts';

/** How many changes an account may make in which time. */
export interface Rate {
  readonly changes: number;
  readonly window_ms: number;
}

const mebibyte = 1024 * 1024;

/** Limits of the folder rules and of a request; only 20 apps, 30 changes and the slug's shape are documented. */
export const defaultLimits = {
  /** Apps per account (service document). */
  apps: 20,
  /** Characters (code points). */
  nameLength: 60,
  taglineLength: 120,
  promptLength: 20_000,
  /** Bytes of `service.json`, of `index.html`, of one other file after decoding, and of all files after decoding. */
  serviceBytes: 64 * 1024,
  pageBytes: 2 * mebibyte,
  fileBytes: 16 * mebibyte,
  folderBytes: 32 * mebibyte,
  /** Number of files of a folder. */
  files: 2_000,
  /** Bytes of a request body; a longer one is refused with 413. */
  bodyBytes: 64 * mebibyte,
};
/** The limits that hold. */
export type Limits = Readonly<typeof defaultLimits>;

/** The sandbox's own clock: real time, or from `at` (milliseconds since 1970) on; stopped, or running. */
export interface Clock {
  readonly at: number | null;
  readonly stopped: boolean;
}

/** An app that is put there, in any state. */
export interface Seed {
  readonly slug: string;
  /** Name of an account; the first one where it is absent. */
  readonly owner?: string;
  /** As a deploy sends it. */
  readonly files: Folder;
  /** `draft` by default; one that begins with `published`, and `taken_down`, has these files published too. */
  readonly status?: string;
  readonly reviewNote?: string;
}

/** All that can be set by options, by flags, by a config file and over HTTP. */
export interface Setup {
  readonly assumptions: Assumptions;
  readonly rate: Rate;
  readonly limits: Limits;
  readonly accounts: readonly Account[];
  readonly termsVersion: string;
  readonly clock: Clock;
  /** The faults to start with. */
  readonly faults: readonly Partial<Fault>[];
  /** The apps to start with. */
  readonly seed: readonly Seed[];
}

/** A sandbox that was not told otherwise: 30 changes in a minute (service document). It has no account yet. */
export const defaultSetup: Setup = {
  assumptions: presets.documented,
  rate: { changes: 30, window_ms: 60_000 },
  limits: defaultLimits,
  accounts: [],
  termsVersion: '2026-10',
  clock: { at: null, stopped: false },
  faults: [],
  seed: [],
};

const word = matching(/^[\x21-\x7e]{1,1000}$/, 'be plain characters without spaces, and not too long');
const most = 2 ** 31;

const takeTime: Reader<number | null> = (value, field) => {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  if (time === null || (typeof time === 'number' && !Number.isNaN(time))) return time;
  throw refuseField(field, `"${field}" must be an ISO 8601 time, such as 2026-10-01T12:00:00Z.`);
};

/** Gives a slug as the document has it, or the 400. */
export const takeSlug: Reader<string> = (value, field) => {
  const slug = takeText(value, field);
  if (/^[a-z0-9-]{3,32}$/.test(slug)) return slug;
  throw refuseField(field, 'A slug must be 3 to 32 lowercase letters, digits and hyphens.');
};

/** Takes a folder's files, in the order they were sent, or throws the 400. */
export const takeFiles: Reader<Folder> = (value, field) => {
  if (!isRecord(value)) throw refuseField(field, `"${field}" must be an object of paths and contents.`);
  return new Map(Object.entries(value).map(([path, content]) => [path, takeText(content, field)]));
};

const takeSeed = objectOf(
  {
    slug: takeSlug,
    owner: takeText,
    files: takeFiles,
    status: oneOf([...statuses, 'changes_requested']),
    review_note: takeText,
  },
  ['slug', 'files'],
);

const takeAssumptions = objectOf<Assumptions>(
  Object.fromEntries(
    Object.entries(switches).map(([name, { values }]): readonly unknown[] => [name, oneOf<unknown>(values)]),
  ),
);
const takeLimits = objectOf<Limits>(
  Object.fromEntries(Object.keys(defaultLimits).map((name): readonly unknown[] => [name, whole(0, most)])),
);

/** The members of a setup that can be sent as JSON. */
const readers = {
  preset: oneOf(['documented', 'strange']),
  assumptions: takeAssumptions,
  rate: objectOf({ changes: whole(1, most), window_ms: whole(1, most) }),
  limits: takeLimits,
  accounts: listOf(objectOf({ name: word, key: word }, ['name', 'key'])),
  terms_version: matching(/^[\w.-]{1,40}$/, 'be 1 to 40 letters, digits, ".", "-" and "_"'),
  clock: objectOf({ at: takeTime, stopped: oneOf([true, false]) }),
  faults: listOf(readFault),
  seed: listOf((value: unknown) => {
    const { review_note: note, ...seed } = takeSeed(value, 'seed');
    return { ...seed, ...(note !== undefined && { reviewNote: note }) };
  }),
};
const takeSettings = objectOf(readers);

/** The members of a setup in JSON. A preset goes before single assumptions. */
export const setupMembers: readonly string[] = Object.keys(readers);

/**
 * Lays a setup that was sent as JSON over the one that is. Members that were not sent stay as they are. Throws the 400
 * that names the member that is unknown or does not fit.
 */
export function readSetup(value: unknown, setup: Setup): Setup {
  const sent = takeSettings(value, 'settings');
  const assumptions = sent.preset === undefined ? setup.assumptions : presets[sent.preset];
  return {
    assumptions: { ...assumptions, ...sent.assumptions },
    rate: { ...setup.rate, ...sent.rate },
    limits: { ...setup.limits, ...sent.limits },
    accounts: sent.accounts === undefined ? setup.accounts : checkAccounts(sent.accounts),
    termsVersion: sent.terms_version ?? setup.termsVersion,
    // Another clock begins anew.
    clock: sent.clock === undefined ? setup.clock : { ...setup.clock, ...sent.clock },
    faults: sent.faults ?? setup.faults,
    seed: sent.seed ?? setup.seed,
  };
}

/** Shows a setup as it can be sent again; without keys, and without the contents of the seed. */
export function showSetup({ termsVersion, clock, accounts, seed: _seed, ...setup }: Setup): Json {
  const at = clock.at === null ? null : new Date(clock.at).toISOString();
  const names = accounts.map(({ name }) => ({ name }));
  return { ...setup, terms_version: termsVersion, clock: { ...clock, at }, accounts: names };
}

/** Gives accounts back whose names and keys are unique, of which there is at least one, or throws the 400. */
export function checkAccounts(accounts: readonly Account[]): readonly Account[] {
  const names = new Set(accounts.map(({ name }) => name));
  const keys = new Set(accounts.map(({ key }) => key));
  if (accounts.length === 0 || names.size < accounts.length || keys.size < accounts.length) {
    throw refuseField('accounts', '"accounts" must have at least one account, and no name or key twice.');
  }
  return accounts;
}
