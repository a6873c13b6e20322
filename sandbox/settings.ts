import {
  type Assumptions,
  choices,
  defaultLimits,
  defaultRate,
  firstTermsVersion,
  type Limits,
  type moves,
  presets,
  type Rate,
  type Status,
  statuses,
} from './assumptions.ts';
import { type Fault, readFault } from './faults.ts';
import type { Folder } from './folder.ts';
import { isRecord, type Json, refuseField, takeArray, takeObject, takeOneOf, takeText, takeWhole } from './request.ts';
import type { Account } from './store.ts';

/** The sandbox's own clock: real time, or from `at` (milliseconds since 1970) on; stopped, or running. */
export interface Clock {
  readonly at: number | null;
  readonly stopped: boolean;
}

/** An app that is there from the start. */
export interface Seed {
  readonly slug: string;
  /** Name of an account; the first one where it is absent. */
  readonly owner?: string;
  /** As a deploy sends it. */
  readonly files: Folder;
  /** `draft` by default. */
  readonly status?: Status;
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

/** A sandbox that was not told otherwise. It has no account yet. */
export const defaultSetup: Setup = {
  assumptions: presets.documented,
  rate: defaultRate,
  limits: defaultLimits,
  accounts: [],
  termsVersion: firstTermsVersion,
  clock: { at: null, stopped: false },
  faults: [],
  seed: [],
};

/** The members of a setup in JSON. */
export const setupMembers = [
  'preset',
  'assumptions',
  'rate',
  'limits',
  'accounts',
  'terms_version',
  'clock',
  'faults',
  'seed',
] as const;

/**
 * Lays a setup that was sent as JSON over the one that is. Members that were not sent stay as they are; a preset goes
 * before single assumptions. Throws the 400 that names the member that is unknown or does not fit.
 */
export function readSetup(value: unknown, setup: Setup): Setup {
  const sent = takeObject(value, 'settings', setupMembers);
  const preset =
    sent['preset'] === undefined
      ? setup.assumptions
      : presets[takeOneOf(sent['preset'], 'preset', ['documented', 'strange'])];
  return {
    assumptions: readAssumptions(sent['assumptions'] ?? {}, preset),
    rate: readRate(sent['rate'] ?? {}, setup.rate),
    limits: readLimits(sent['limits'] ?? {}, setup.limits),
    accounts: sent['accounts'] === undefined ? setup.accounts : readAccounts(sent['accounts']),
    termsVersion: sent['terms_version'] === undefined ? setup.termsVersion : takeTermsVersion(sent['terms_version']),
    clock: readClock(sent['clock'] ?? {}, setup.clock),
    faults: sent['faults'] === undefined ? setup.faults : takeArray(sent['faults'], 'faults').map(readFault),
    seed: sent['seed'] === undefined ? setup.seed : takeArray(sent['seed'], 'seed').map(readSeed),
  };
}

/** Shows a setup as it can be sent again; without keys, and without the contents of the seed. */
export function showSetup({ termsVersion, clock, accounts, seed: _seed, ...setup }: Setup): Json {
  const at = clock.at === null ? null : new Date(clock.at).toISOString();
  const names = accounts.map(({ name }) => ({ name }));
  return { ...setup, terms_version: termsVersion, clock: { ...clock, at }, accounts: names };
}

/** Lays single switches over others. Throws the 400 that names the one that is unknown or does not fit. */
function readAssumptions(value: unknown, base: Assumptions): Assumptions {
  const sent = takeObject(value, 'assumptions', Object.keys(choices));
  const chosen = Object.entries(choices)
    .filter(([name]) => sent[name] !== undefined)
    .map(([name, allowed]) => [name, takeOneOf<unknown>(sent[name], name, allowed)]);
  return { ...base, ...Object.fromEntries(chosen) };
}

function readRate(value: unknown, base: Rate): Rate {
  const sent = { ...base, ...takeObject(value, 'rate', Object.keys(base)) };
  const rate = {
    changes: takeWhole(sent.changes, 'changes', 1_000_000),
    window_ms: takeWhole(sent.window_ms, 'window_ms', 86_400_000),
  };
  if (rate.changes === 0) throw refuseField('changes', '"changes" must be at least 1.');
  return rate;
}

function readLimits(value: unknown, base: Limits): Limits {
  const sent = Object.entries(takeObject(value, 'limits', Object.keys(base)));
  return { ...base, ...Object.fromEntries(sent.map(([name, one]) => [name, takeWhole(one, name, 2 ** 31)])) };
}

function readAccounts(value: unknown): readonly Account[] {
  const accounts = takeArray(value, 'accounts').map((one) => {
    const sent = takeObject(one, 'accounts', ['name', 'key']);
    return { name: takeWord(sent['name'], 'name'), key: takeWord(sent['key'], 'key') };
  });
  return checkAccounts(accounts);
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

function takeWord(value: unknown, field: string): string {
  const word = takeText(value, field);
  if (!/^[\x21-\x7e]{1,1000}$/.test(word)) {
    throw refuseField(field, `"${field}" must be 1 to 1000 printable ASCII characters without spaces.`);
  }
  return word;
}

function takeTermsVersion(value: unknown): string {
  const version = takeText(value, 'terms_version');
  if (!/^[\w.-]{1,40}$/.test(version)) {
    const message = '"terms_version" must be 1 to 40 letters, digits, dots, hyphens and underscores.';
    throw refuseField('terms_version', message);
  }
  return version;
}

function readClock(value: unknown, base: Clock): Clock {
  const sent = takeObject(value, 'clock', ['at', 'stopped']);
  const at = sent['at'] === undefined ? base.at : sent['at'] === null ? null : takeTime(sent['at']);
  return { at, stopped: takeOneOf(sent['stopped'] ?? base.stopped, 'stopped', [true, false]) };
}

function takeTime(value: unknown): number {
  const time = Date.parse(takeText(value, 'at'));
  if (Number.isNaN(time)) throw refuseField('at', '"at" must be an ISO 8601 time, such as 2026-10-01T12:00:00Z.');
  return time;
}

/** Reads an app of the seed. Throws the 400 that names the member that is unknown or does not fit. */
export function readSeed(value: unknown): Seed {
  const sent = takeObject(value, 'seed', ['slug', 'owner', 'files', 'status', 'review_note']);
  return {
    slug: takeSlug(sent['slug']),
    files: takeFiles(sent['files']),
    ...(sent['owner'] !== undefined && { owner: takeText(sent['owner'], 'owner') }),
    ...(sent['status'] !== undefined && { status: takeOneOf(sent['status'], 'status', statuses) }),
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

/** The moves that lead an app that was just created to a state, in their order; an update is one of the draft. */
export function toMoves(status: Status): readonly (typeof moves)[number][] {
  const published = ['submit', 'approve'] as const;
  switch (status) {
    case 'draft':
      return [];
    case 'in_review':
      return ['submit'];
    case 'not_approved':
      return ['submit', 'reject'];
    case 'published':
      return published;
    case 'published_with_unreviewed_changes':
      return [...published, 'update'];
    case 'taken_down':
      return [...published, 'take_down'];
  }
}
