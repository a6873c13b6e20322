import { statuses } from './app.ts';
import { type Assumptions, presets, switches } from './assumptions.ts';
import { type Fault, readFault } from './faults.ts';
import type { Folder } from './folder.ts';
import { isRecord, type Json, refuseField, takeArray, takeObject, takeOneOf, takeText, takeWhole } from './request.ts';
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

/** Reads the members of a setup that were sent as JSON, each over what it is now. */
const readers: Readonly<Record<string, (sent: unknown, setup: Setup) => Partial<Setup>>> = {
  preset: (sent) => ({ assumptions: presets[takeOneOf(sent, 'preset', ['documented', 'strange'])] }),
  assumptions: (sent, { assumptions }) => ({ assumptions: readAssumptions(sent, assumptions) }),
  rate: (sent, { rate }) => ({ rate: { ...rate, ...takeWholes(sent, 'rate', { min: 1, base: rate }) } }),
  limits: (sent, { limits }) => ({ limits: { ...limits, ...takeWholes(sent, 'limits', { min: 0, base: limits }) } }),
  accounts: (sent) => ({ accounts: checkAccounts(takeArray(sent, 'accounts').map(readAccount)) }),
  terms_version: (sent) => ({ termsVersion: takeWord(sent, 'terms_version', /^[\w.-]{1,40}$/) }),
  clock: (sent, { clock }) => ({ clock: readClock(sent, clock) }),
  faults: (sent) => ({ faults: takeArray(sent, 'faults').map(readFault) }),
  seed: (sent) => ({ seed: takeArray(sent, 'seed').map(readSeed) }),
};

/** The members of a setup in JSON. A preset goes before single assumptions. */
export const setupMembers: readonly string[] = Object.keys(readers);

/**
 * Lays a setup that was sent as JSON over the one that is. Members that were not sent stay as they are. Throws the 400
 * that names the member that is unknown or does not fit.
 */
export function readSetup(value: unknown, setup: Setup): Setup {
  const sent = takeObject(value, 'settings', setupMembers);
  let read = setup;
  for (const [name, reader] of Object.entries(readers)) {
    if (sent[name] !== undefined) read = { ...read, ...reader(sent[name], read) };
  }
  return read;
}

/** Shows a setup as it can be sent again; without keys, and without the contents of the seed. */
export function showSetup({ termsVersion, clock, accounts, seed: _seed, ...setup }: Setup): Json {
  const at = clock.at === null ? null : new Date(clock.at).toISOString();
  const names = accounts.map(({ name }) => ({ name }));
  return { ...setup, terms_version: termsVersion, clock: { ...clock, at }, accounts: names };
}

function readAssumptions(value: unknown, base: Assumptions): Assumptions {
  const sent = Object.entries(takeObject(value, 'assumptions', Object.keys(switches)));
  const allowed: Readonly<Record<string, { readonly values: readonly unknown[] }>> = switches;
  return {
    ...base,
    ...Object.fromEntries(sent.map(([name, one]) => [name, takeOneOf(one, name, allowed[name]?.values ?? [])])),
  };
}

function takeWholes(
  value: unknown,
  field: string,
  { min, base }: { readonly min: number; readonly base: object },
): Json {
  const sent = takeObject(value, field, Object.keys(base));
  for (const [name, one] of Object.entries(sent)) {
    if (takeWhole(one, name, 2 ** 31) < min) throw refuseField(name, `"${name}" must be at least ${min}.`);
  }
  return sent;
}

function readAccount(value: unknown): Account {
  const { name, key } = takeObject(value, 'accounts', ['name', 'key']);
  const form = /^[\x21-\x7e]{1,1000}$/;
  return { name: takeWord(name, 'name', form), key: takeWord(key, 'key', form) };
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

function takeWord(value: unknown, field: string, form: RegExp): string {
  const word = takeText(value, field);
  if (!form.test(word))
    throw refuseField(field, `"${field}" must be plain characters without spaces, and not too long.`);
  return word;
}

function readClock(value: unknown, base: Clock): Clock {
  const { at = base.at, stopped = base.stopped } = takeObject(value, 'clock', ['at', 'stopped']);
  const time = typeof at === 'string' ? Date.parse(at) : at;
  if (time !== null && (typeof time !== 'number' || Number.isNaN(time))) {
    throw refuseField('at', '"at" must be an ISO 8601 time, such as 2026-10-01T12:00:00Z.');
  }
  return { at: time, stopped: takeOneOf(stopped, 'stopped', [true, false]) };
}

/** Reads an app to put there. Throws the 400 that names the member that is unknown or does not fit. */
export function readSeed(value: unknown): Seed {
  const sent = takeObject(value, 'seed', ['slug', 'owner', 'files', 'status', 'review_note']);
  return {
    slug: takeSlug(sent['slug']),
    files: takeFiles(sent['files']),
    ...(sent['owner'] !== undefined && { owner: takeText(sent['owner'], 'owner') }),
    ...(sent['status'] !== undefined && {
      status: takeOneOf(sent['status'], 'status', [...statuses, 'changes_requested']),
    }),
    ...(sent['review_note'] !== undefined && { reviewNote: takeText(sent['review_note'], 'review_note') }),
  };
}

/** Gives a slug as the document has it, or the 400. */
export function takeSlug(value: unknown): string {
  const slug = takeText(value, 'slug');
  if (!/^[a-z0-9-]{3,32}$/.test(slug)) {
    throw refuseField('slug', 'A slug must be 3 to 32 lowercase letters, digits and hyphens.');
  }
  return slug;
}

/** Takes a folder's files, in the order they were sent, or throws the 400. */
export function takeFiles(value: unknown): Folder {
  if (!isRecord(value)) throw refuseField('files', '"files" must be an object of paths and contents.');
  return new Map(Object.entries(value).map(([path, content]) => [path, takeText(content, 'files')]));
}
