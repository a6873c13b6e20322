import { randomBytes } from 'node:crypto';
import { statuses } from './app.ts';
import { type Assumptions, type Preset, presets, switches } from './assumptions.ts';
import { makeFieldError } from './errors.ts';
import { type FaultInput, parseFault, readFault } from './faults.ts';
import type { Folder } from './folder.ts';
import type { Rate } from './rate-limiter.ts';
import {
  isRecord,
  type Json,
  listOf,
  matching,
  objectOf,
  oneOf,
  partOf,
  type Reader,
  takeText,
  wholeNumber,
} from './readers.ts';
import { defaultLimits, type Limits } from './rules.ts';
import type { Account } from './store.ts';

/** An app that the sandbox starts with, with any status. */
export interface Seed {
  readonly slug: string;
  /** The name of an account; the first one by default. */
  readonly owner?: string;
  readonly files: Folder;
  /**
   * `draft` by default. With a published status or `taken_down`, the files are published too.
   */
  readonly status?: string;
  readonly reviewNote?: string;
}

/** The settings in force. */
export interface Setup {
  readonly assumptions: Assumptions;
  readonly rate: Rate;
  readonly limits: Limits;
  /** At least one. No two have the same name or key. */
  readonly accounts: readonly Account[];
  readonly termsVersion: string;
  /** The faults that are on at the start. */
  readonly faults: readonly FaultInput[];
  /** The apps at the start. */
  readonly seed: readonly Seed[];
}

/**
 * Settings from options, flags, a config file or a request. A setting that is absent keeps its
 * value.
 */
export interface Settings {
  /** Replaces all assumptions; `assumptions` then changes single ones. */
  readonly preset?: Preset;
  readonly assumptions?: Partial<Assumptions>;
  readonly rate?: Partial<Rate>;
  readonly limits?: Partial<Limits>;
  readonly accounts?: readonly Account[];
  readonly termsVersion?: string;
  readonly faults?: readonly FaultInput[];
  readonly seed?: readonly Seed[];
}

/** The settings of a sandbox without options. */
export const defaultSetup: Setup = {
  assumptions: presets.documented,
  rate: { changes: 30, window_ms: 60_000 },
  limits: defaultLimits,
  // The prefix shows people that the key works only with a sandbox.
  accounts: [{ name: 'developer', key: `sandbox-${randomBytes(12).toString('hex')}` }],
  termsVersion: '2026-10',
  faults: [],
  seed: [],
};

/** Returns a setup with other settings. Throws a 400 if the accounts are not valid. */
export function changeSetup(setup: Setup, settings: Settings): Setup {
  const accounts = settings.accounts ?? setup.accounts;
  if (!isValidList(accounts)) {
    const message = '"accounts" must have at least one account, and no name or key twice.';
    throw makeFieldError('accounts', message);
  }
  const { preset } = settings;
  const assumptions = preset === undefined ? setup.assumptions : presets[preset];
  return {
    assumptions: { ...assumptions, ...settings.assumptions },
    rate: { ...setup.rate, ...settings.rate },
    limits: { ...setup.limits, ...settings.limits },
    accounts,
    termsVersion: settings.termsVersion ?? setup.termsVersion,
    faults: settings.faults ?? setup.faults,
    seed: settings.seed ?? setup.seed,
  };
}

function isValidList(accounts: readonly Account[]): boolean {
  const names = new Set(accounts.map((account) => account.name));
  const keys = new Set(accounts.map((account) => account.key));
  return accounts.length > 0 && names.size === accounts.length && keys.size === accounts.length;
}

/** Reads a slug, or throws a 400. */
export const takeSlug = matching(
  /^[a-z0-9-]{3,32}$/,
  'be 3 to 32 lowercase letters, digits and hyphens',
);

/** Reads files by path, each a text. */
export const takeFiles: Reader<Folder> = (value, field) => {
  if (!isRecord(value)) {
    throw makeFieldError(field, `"${field}" must be an object of paths and contents.`);
  }
  return new Map(Object.entries(value).map(([path, content]) => [path, takeText(content, field)]));
};

const maxNumber = 2 ** 31;
const takeWord = matching(
  /^[\x21-\x7e]{1,1000}$/,
  'be plain characters without spaces, and not too long',
);
const takeSeed = objectOf(
  { slug: takeSlug, files: takeFiles },
  {
    owner: takeText,
    status: oneOf([...statuses, 'changes_requested']),
    review_note: takeText,
  },
);
const takeSettings = partOf({
  preset: oneOf(['documented', 'strange'] as const),
  assumptions: partOf<Assumptions>(mapTable(switches, ({ values }) => oneOf<unknown>(values))),
  rate: partOf({ changes: wholeNumber(1, maxNumber), window_ms: wholeNumber(1, maxNumber) }),
  limits: partOf<Limits>(mapTable(defaultLimits, () => wholeNumber(0, maxNumber))),
  accounts: listOf(objectOf({ name: takeWord, key: takeWord })),
  terms_version: matching(/^[\w.-]{1,40}$/, 'be 1 to 40 letters, digits, ".", "-" and "_"'),
  faults: listOf(readFault),
  seed: listOf(readSeed),
});

/** Returns a table with the same names, and a reader for each of its values. */
function mapTable<T>(table: Readonly<Record<string, T>>, toReader: (value: T) => Reader<unknown>) {
  const readers = Object.entries(table).map(([name, value]) => [name, toReader(value)]);
  // The type of a reader's result follows from the table, which the compiler cannot express.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return Object.fromEntries(readers) as any;
}

function readSeed(value: unknown): Seed {
  const { review_note: note, ...seed } = takeSeed(value, 'seed');
  return note === undefined ? seed : { ...seed, reviewNote: note };
}

/** Reads settings that were sent as JSON. Throws a 400 if a member is not valid. */
export function readSettings(value: unknown): Settings {
  const { terms_version: termsVersion, ...settings } = takeSettings(value, 'settings');
  return termsVersion === undefined ? settings : { ...settings, termsVersion };
}

/** Settings as a person writes them in flags or in a form: `NAME=VALUE` in each list. */
export interface WrittenSettings {
  readonly preset?: string | undefined;
  readonly terms?: string | undefined;
  /** Changes that an account may make in a minute. */
  readonly rate?: string | undefined;
  readonly assume?: readonly string[] | undefined;
  readonly limit?: readonly string[] | undefined;
  readonly fault?: readonly string[] | undefined;
  /** The keys of the accounts. */
  readonly key?: readonly string[] | undefined;
}

/** Returns written settings as JSON. Throws a 400 if an entry is not `NAME=VALUE`. */
export function toSettings(written: WrittenSettings): Json {
  const { assume, limit, rate } = written;
  const settings: Record<string, unknown> = {
    preset: written.preset,
    terms_version: written.terms,
    faults: written.fault?.map((text) => parseFault(text)),
    accounts: written.key?.map((key, index) => toAccount(key, index)),
  };
  if (rate !== undefined) settings['rate'] = { changes: toNumber(rate), window_ms: 60_000 };
  if (assume !== undefined) {
    settings['assumptions'] = Object.fromEntries(assume.map((text) => toAssumption(text)));
  }
  if (limit !== undefined) {
    settings['limits'] = Object.fromEntries(limit.map((text) => toLimit(text)));
  }
  return settings;
}

type Pair = readonly [name: string, value: unknown];

function toAssumption(text: string): Pair {
  const [name, written] = readPair(text);
  const known = new Map<string, { readonly values: readonly unknown[] }>(Object.entries(switches));
  const values = known.get(name)?.values ?? [];
  // Some values are numbers, so they are compared as texts.
  const value = values.find((one) => String(one) === written);
  return [name, value ?? written];
}

function toLimit(text: string): Pair {
  const [name, written] = readPair(text);
  return [name, toNumber(written)];
}

function readPair(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  const name = text.slice(0, at).trim();
  if (at === -1 || name === '') {
    throw makeFieldError('settings', `${JSON.stringify(text)} must be NAME=VALUE.`);
  }
  return [name, text.slice(at + 1).trim()];
}

/** Returns the number in a text. Any other text stays as it is, and its reader refuses it. */
function toNumber(text: string): number | string {
  return /^\d{1,10}$/.test(text) ? Number(text) : text;
}

function toAccount(key: string, index: number): Account {
  const name = index === 0 ? 'developer' : `developer-${index + 1}`;
  return { name, key };
}
