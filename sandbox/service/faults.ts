import { isDeepStrictEqual } from 'node:util';
import { type Move, moves } from './app.ts';
import { makeFieldError } from './errors.ts';
import { type DraftFields, defaultEdit, takeEdit } from './folder.ts';
import { matching, oneOf, orNull, partOf, type Reader, takeText, wholeNumber } from './readers.ts';

/** The kinds of faults. The README describes each. */
export const faultKinds = [
  'error',
  'reset',
  'cut_off',
  'redirect',
  'slow',
  'stale',
  'cache',
  'late',
  'late_state',
  'echo',
  'edit',
] as const;
/** The name of a kind. */
export type FaultKind = (typeof faultKinds)[number];

const methods = ['any', 'changes', 'reads', 'GET', 'POST', 'PATCH', 'DELETE'] as const;
const bodies = ['auto', 'service', 'html', 'text', 'json'] as const;
const parts = ['all', 'files', 'state', 'status'] as const;

/**
 * One way in which the API misbehaves, once the key was checked. Each fault counts the calls that
 * match it, whatever other faults do to them. The README describes each member.
 */
export interface Fault {
  readonly kind: FaultKind;
  readonly method: (typeof methods)[number];
  /** A path of the API, in which `*` matches anything. If it is empty, every path matches. */
  readonly path: string;
  /** The name of the account that calls. If it is empty, every account matches. */
  readonly account: string;
  /** The number of matching calls that pass first. */
  readonly skip: number;
  /** The number of calls that are hit. If it is null, all are. */
  readonly times: number | null;
  /** The time that the fault stays on, in milliseconds. If it is null, it stays on. */
  readonly for_ms: number | null;
  /** Whether it happens before or after the service processes the call. */
  readonly when: 'before' | 'after';
  readonly status: number;
  readonly body: (typeof bodies)[number];
  /** The `Retry-After` header in seconds. If it is null, the header is not sent. */
  readonly retry_after: number | null;
  readonly location: string;
  readonly ms: number;
  /** The age of a stale read in milliseconds. If it is null, the last change is hidden. */
  readonly lag_ms: number | null;
  readonly part: (typeof parts)[number];
  readonly fields: DraftFields;
  readonly move: 'none' | 'delete' | Move;
}

/** A fault as somebody sets it. A member that is absent has the default of its kind. */
export type FaultInput = Partial<Fault>;

const readers: { readonly [Name in keyof Fault]: Reader<Fault[Name]> } = {
  kind: oneOf(faultKinds),
  method: oneOf(methods),
  path: matching(/^(|[/*][\x21-\x7e]*)$/, 'begin with / or *'),
  account: takeText,
  skip: wholeNumber(0, 1_000_000),
  times: orNull(wholeNumber(0, 1_000_000)),
  for_ms: orNull(wholeNumber(0, 86_400_000)),
  when: oneOf(['before', 'after']),
  status: wholeNumber(0, 599),
  body: oneOf(bodies),
  retry_after: orNull(wholeNumber(0, 1_000_000)),
  location: matching(/^[\x21-\x7e]+$/, 'be an address'),
  ms: wholeNumber(0, 600_000),
  lag_ms: orNull(wholeNumber(0, 600_000)),
  part: oneOf(parts),
  fields: takeEdit,
  move: oneOf(['none', 'delete', ...moves]),
};

const defaults: Fault = {
  kind: 'error',
  method: 'any',
  path: '',
  account: '',
  skip: 0,
  times: 1,
  for_ms: null,
  when: 'before',
  status: 503,
  body: 'auto',
  retry_after: null,
  location: '/elsewhere',
  ms: 1_000,
  lag_ms: null,
  part: 'all',
  fields: defaultEdit,
  move: 'none',
};

/** For each kind of fault, the defaults that differ from the general ones. */
const kindDefaults: Readonly<Partial<Record<FaultKind, FaultInput>>> = {
  redirect: { status: 307 },
  slow: { times: null },
  stale: { method: 'reads' },
  cache: { method: 'reads', times: null, ms: 10_000 },
  late: { method: 'changes', status: 504 },
  late_state: { method: 'changes' },
  echo: { method: 'changes' },
  edit: { method: 'reads', when: 'after' },
};

/**
 * Returns a complete fault. A member that is absent has the default of its kind. With `for_ms`, the
 * default of `times` is null, so that the fault hits all calls in that time.
 */
export function completeFault(input: FaultInput): Fault {
  const kind = input.kind ?? defaults.kind;
  const usual = { ...defaults, ...kindDefaults[kind] };
  const isTimed = input.for_ms !== undefined && input.for_ms !== null;
  const times = isTimed ? null : usual.times;
  return { ...usual, times, ...input };
}

/** Reads a fault that was sent. Throws the 400 for a member that is unknown or not valid. */
export function readFault(value: unknown): FaultInput {
  const fault = takeMembers(value, 'fault');
  if (fault.times === 0) {
    throw makeFieldError('times', '"times" must be at least 1, or null to hit every call.');
  }
  if (fault.status !== undefined) {
    const takeStatus = fault.kind === 'redirect' ? wholeNumber(300, 399) : wholeNumber(200, 599);
    takeStatus(fault.status, 'status');
  }
  return fault;
}

const takeMembers = partOf<Fault>(readers);

export interface ActiveFault extends Fault {
  /** The number of the fault, from 1. */
  readonly id: number;
  /** The number of calls that matched it. */
  readonly calls: number;
  /** The number of calls that it hit. */
  readonly hits: number;
  /** The time at which it ends, in milliseconds since 1970. If it is null, it does not end. */
  readonly until: number | null;
}

/** A call of the API, for the choice of faults. */
export interface FaultCall {
  readonly method: string;
  readonly path: string;
  /** The name of the account that calls. */
  readonly account: string;
}

const maxEnded = 20;

export class FaultList {
  readonly #now: () => number;
  #active: readonly ActiveFault[] = [];
  #ended: readonly ActiveFault[] = [];
  #lastId = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the faults that are on, in the order in which they were set. */
  list(): readonly ActiveFault[] {
    const now = this.#now();
    this.#retire((fault) => fault.until !== null && now >= fault.until);
    return this.#active;
  }

  /** Returns the last faults that ended by themselves, the latest first. */
  listEnded(): readonly ActiveFault[] {
    this.list();
    return this.#ended;
  }

  /** Replaces the faults that are on. */
  set(inputs: readonly FaultInput[]): void {
    this.#ended = [];
    this.#active = inputs.map((input) => this.#start(input));
  }

  add(input: FaultInput): void {
    this.#active = [...this.#active, this.#start(input)];
  }

  /** Turns one fault off. Does nothing if it is not on. */
  remove(id: number): void {
    this.#active = this.#active.filter((fault) => fault.id !== id);
  }

  /** Counts a call, and returns the faults that hit it. */
  take(call: FaultCall): readonly ActiveFault[] {
    const hits: ActiveFault[] = [];
    this.#active = this.list().map((fault) => {
      if (!matchesCall(fault, call)) return fault;
      const isHit = fault.calls >= fault.skip;
      if (isHit) hits.push(fault);
      const hitCount = isHit ? fault.hits + 1 : fault.hits;
      return { ...fault, calls: fault.calls + 1, hits: hitCount };
    });
    this.#retire((fault) => fault.times !== null && fault.hits >= fault.times);
    return hits;
  }

  #start(input: FaultInput): ActiveFault {
    this.#lastId += 1;
    const fault = completeFault(input);
    const until = fault.for_ms === null ? null : this.#now() + fault.for_ms;
    return { ...fault, id: this.#lastId, calls: 0, hits: 0, until };
  }

  #retire(isOver: (fault: ActiveFault) => boolean): void {
    const ended = this.#active.filter(isOver);
    if (ended.length === 0) return;
    this.#active = this.#active.filter((fault) => !isOver(fault));
    this.#ended = [...ended.toReversed(), ...this.#ended].slice(0, maxEnded);
  }
}

/** Returns true if a method counts as a change: POST, PATCH and DELETE do. */
export function isChange(method: string): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'DELETE';
}

function matchesCall(fault: Fault, call: FaultCall): boolean {
  const group = isChange(call.method) ? 'changes' : 'reads';
  const isMethod = ['any', group, call.method].includes(fault.method);
  const isAccount = fault.account === '' || fault.account === call.account;
  const isPath = fault.path === '' || matchesPath(fault.path, call.path);
  return isMethod && isAccount && isPath;
}

function matchesPath(pattern: string, path: string): boolean {
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*')}$`).test(path);
}

/** `name=value`, up to the next comma. A value in quotes is a text and may hold commas. */
const pair = /([^=,"]*)=("(?:[^"\\]|\\.)*"\s*|[^,]*)(?:,|$)/y;

/**
 * Reads a fault as a person writes it. Throws a 400 if it is not one.
 *
 * `kind=edit,times=2,fields.tagline="Theirs, all of it"`
 */
export function parseFault(text: string): FaultInput {
  const written = text.trim();
  const members = new Map<string, unknown>();
  const fields = new Map<string, string>();
  for (pair.lastIndex = 0; pair.lastIndex < written.length; ) {
    const [, rawName = '', rawValue = ''] = pair.exec(written) ?? [];
    const name = rawName.trim();
    const value = rawValue.trim();
    if (name === '') {
      const message = `${JSON.stringify(text)} must be a list such as NAME=VALUE,NAME=VALUE.`;
      throw makeFieldError('faults', message);
    }
    if (name.startsWith('fields.')) fields.set(name.slice('fields.'.length), unquote(value));
    else members.set(name, parseValue(name, value));
  }
  if (fields.size > 0) members.set('fields', Object.fromEntries(fields));
  return readFault(Object.fromEntries(members));
}

/**
 * Reads a value. The value of a text member stays a text even if it looks like a number, such as
 * the name of an account called 7.
 */
function parseValue(name: string, value: string): unknown {
  const isText = Object.entries(defaults).some(
    ([member, usual]) => member === name && typeof usual === 'string',
  );
  if (isText || value.startsWith('"')) return unquote(value);
  if (value === 'null') return null;
  return /^\d{1,10}$/.test(value) ? Number(value) : value;
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch (cause) {
    throw makeFieldError('faults', `${value} must be a text in quotes.`, { cause });
  }
}

/** Writes a fault as `parseFault` reads it: its kind, and what differs from the kind's defaults. */
export function formatFault(fault: Fault): string {
  const usual = completeFault({ kind: fault.kind });
  const pairs = [`kind=${fault.kind}`];
  for (const name of Object.keys(defaults)) {
    if (!isMember(name) || name === 'kind' || name === 'fields') continue;
    if (fault[name] !== usual[name]) pairs.push(`${name}=${quote(String(fault[name]))}`);
  }
  if (!isDeepStrictEqual(fault.fields, usual.fields)) {
    for (const [name, value] of Object.entries(fault.fields)) {
      pairs.push(`fields.${name}=${quote(String(value))}`);
    }
  }
  return pairs.join(',');
}

function isMember(name: string): name is keyof Fault {
  return Object.hasOwn(defaults, name);
}

function quote(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? JSON.stringify(value) : value;
}
