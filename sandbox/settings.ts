import { randomBytes } from 'node:crypto';
import { statuses } from './app.ts';
import { type Assumptions, type Preset, presets, switches } from './assumptions.ts';
import { type Fault, parseFault, readFault } from './faults.ts';
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

/**
 * Limits of the folder rules and of a request, in characters, bytes after decoding, and numbers;
 * documented are only 20 apps.
 */
export const defaultLimits = {
  apps: 20,
  nameLength: 60,
  taglineLength: 120,
  promptLength: 20_000,
  serviceBytes: 64 * 1024,
  pageBytes: 2 * mebibyte,
  fileBytes: 16 * mebibyte,
  folderBytes: 32 * mebibyte,
  files: 2_000,
  bodyBytes: 64 * mebibyte,
};
/** The limits that hold. */
export type Limits = Readonly<typeof defaultLimits>;

/** An app that is put there, in any state. */
export interface Seed {
  readonly slug: string;
  /** Name of an account; the first one where it is absent. */
  readonly owner?: string;
  readonly files: Folder;
  /**
   * `draft` by default; one that begins with `published`, and `taken_down`, has these files
   * published too.
   */
  readonly status?: string;
  readonly reviewNote?: string;
}

/** How a sandbox is. */
export interface Setup {
  readonly assumptions: Assumptions;
  readonly rate: Rate;
  readonly limits: Limits;
  /** At least one; no name or key twice. */
  readonly accounts: readonly Account[];
  readonly termsVersion: string;
  readonly faults: readonly Partial<Fault>[];
  readonly seed: readonly Seed[];
}

/**
 * All that can be set by options, by flags, by a config file and over HTTP; what is absent stays as
 * it is.
 */
export interface Settings extends Partial<Omit<Setup, 'assumptions' | 'rate' | 'limits'>> {
  /** A whole set of assumptions, below single ones. */
  readonly preset?: Preset;
  readonly assumptions?: Partial<Assumptions>;
  readonly rate?: Partial<Rate>;
  readonly limits?: Partial<Limits>;
}

/** A sandbox that was not told otherwise: 30 changes in a minute (service document). */
export const defaultSetup: Setup = {
  assumptions: presets.documented,
  rate: { changes: 30, window_ms: 60_000 },
  limits: defaultLimits,
  // A key that says by its looks that it opens nothing but a sandbox.
  accounts: [{ name: 'developer', key: `sandbox-${randomBytes(12).toString('hex')}` }],
  termsVersion: '2026-10',
  faults: [],
  seed: [],
};

/** Takes a slug as the document has it, or throws the 400. */
export const takeSlug = matching(
  /^[a-z0-9-]{3,32}$/,
  'be 3 to 32 lowercase letters, digits and hyphens',
);

/** Takes a folder's files, in the order they were sent, or throws the 400. */
export const takeFiles: Reader<Folder> = (value, field) => {
  if (!isRecord(value))
    throw refuseField(field, `"${field}" must be an object of paths and contents.`);
  return new Map(Object.entries(value).map(([path, content]) => [path, takeText(content, field)]));
};

const word = matching(
  /^[\x21-\x7e]{1,1000}$/,
  'be plain characters without spaces, and not too long',
);
const most = 2 ** 31;
const status = oneOf([...statuses, 'changes_requested']);
const takeSeed = objectOf(
  { slug: takeSlug, owner: takeText, files: takeFiles, status, review_note: takeText },
  ['slug', 'files'],
);
const takeSettings = objectOf({
  preset: oneOf(['documented', 'strange']),
  assumptions: objectOf<Assumptions>(mapValues(switches, ({ values }) => oneOf<unknown>(values))),
  rate: objectOf({ changes: whole(1, most), window_ms: whole(1, most) }),
  limits: objectOf<Limits>(mapValues(defaultLimits, () => whole(0, most))),
  accounts: listOf(objectOf({ name: word, key: word }, ['name', 'key'])),
  terms_version: matching(/^[\w.-]{1,40}$/, 'be 1 to 40 letters, digits, ".", "-" and "_"'),
  faults: listOf(readFault),
  seed: listOf((value: unknown) => {
    const { review_note: note, ...seed } = takeSeed(value, 'seed');
    return { ...seed, ...(note !== undefined && { reviewNote: note }) };
  }),
});

function mapValues<T, R>(object: Readonly<Record<string, T>>, map: (value: T) => R) {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]): readonly unknown[] => [name, map(value)]),
  );
}

/**
 * Reads settings that were sent as JSON. Throws the 400 that names the member that is unknown or
 * does not fit.
 */
export function readSettings(value: unknown): Settings {
  const { terms_version: termsVersion, ...sent } = takeSettings(value, 'settings');
  return { ...sent, ...(termsVersion !== undefined && { termsVersion }) };
}

/** Lays settings over a setup. Throws the 400 of accounts that cannot be. */
export function changeSetup(setup: Setup, settings: Settings): Setup {
  const { accounts, termsVersion, faults, seed } = { ...setup, ...settings };
  const isUnique = (['name', 'key'] as const).every(
    (id) => new Set(accounts.map((one) => one[id])).size === accounts.length,
  );
  if (!isUnique || settings.accounts?.length === 0) {
    throw refuseField(
      'accounts',
      '"accounts" must have at least one account, and no name or key twice.',
    );
  }
  const assumptions = settings.preset === undefined ? setup.assumptions : presets[settings.preset];
  return {
    accounts,
    termsVersion,
    faults,
    seed,
    assumptions: { ...assumptions, ...settings.assumptions },
    rate: { ...setup.rate, ...settings.rate },
    limits: { ...setup.limits, ...settings.limits },
  };
}

/**
 * What a person writes, in flags or in a form of the page: `name=value` in those that may be given
 * again.
 */
export type WrittenSettings = Readonly<
  Partial<Record<'preset' | 'terms', string | undefined>> &
    Partial<Record<'assume' | 'limit' | 'fault' | 'key', readonly string[] | undefined>>
>;

/**
 * Gives the settings in JSON that a person has written. Throws the 400 of what is no `name=value`.
 */
export function toSettings({ preset, terms, assume, limit, fault, key }: WrittenSettings): Json {
  const accounts = key?.map((one, index) => ({
    name: index === 0 ? 'developer' : `developer-${index + 1}`,
    key: one,
  }));
  return {
    preset,
    accounts,
    terms_version: terms,
    assumptions: assume && readPairs(assume, toAssumption),
    limits:
      limit &&
      readPairs(limit, (_name, value) => (/^\d{1,10}$/.test(value) ? Number(value) : value)),
    faults: fault?.map(parseFault),
  };
}

/** The value of a switch that is written so: some are numbers. */
function toAssumption(name: string, written: string): unknown {
  const values = Object.entries(switches).find(([known]) => known === name)?.[1].values ?? [];
  return values.find((value) => String(value) === written) ?? written;
}

function readPairs(
  texts: readonly string[],
  toValue: (name: string, value: string) => unknown,
): Json {
  const pairs = texts.map((text): readonly unknown[] => {
    const [, name, value = ''] = /^\s*([^=]+)=(.*?)\s*$/.exec(text) ?? [];
    if (name === undefined)
      throw refuseField('settings', `${JSON.stringify(text)} must be NAME=VALUE.`);
    return [name, toValue(name, value)];
  });
  return Object.fromEntries(pairs);
}
