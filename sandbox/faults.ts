import { moves } from './app.ts';
import { type DraftFields, draftFields, takeFields } from './folder.ts';
import { refuseField, takeObject, takeOneOf, takeText, takeWhole } from './request.ts';

/** The ways to misbehave; the README says what each does. */
export const faultKinds = [
  'error',
  'reset',
  'cut_off',
  'redirect',
  'slow',
  'slow_body',
  'stale',
  'cache',
  'late',
  'echo',
  'edit',
] as const;

const methods = ['any', 'changes', 'reads', 'GET', 'POST', 'PATCH', 'DELETE'] as const;

/**
 * One way in which the service misbehaves, and the calls that it falls on. Faults fall on `/api/` alone, after the key
 * was checked. Each counts the calls that fit it, whatever other faults do to them.
 */
export interface Fault {
  readonly kind: (typeof faultKinds)[number];
  readonly method: (typeof methods)[number];
  /** Path of the calls; `*` stands for anything. Empty for any path. */
  readonly path: string;
  /** Name of the account that calls; empty for any. */
  readonly account: string;
  /** How many calls pass before the first one is hit, and how many are hit then; null for all. */
  readonly skip: number;
  readonly times: number | null;
  /** How many milliseconds it stays on, by the sandbox's clock; null for ever. */
  readonly for_ms: number | null;
  /** Whether it happens before the service did what was asked, or after. */
  readonly when: 'before' | 'after';
  /** Of `error`, `redirect` and `late`. */
  readonly status: number;
  /** Of `error`: the service's own error, or what a gateway says. */
  readonly body: 'auto' | 'service' | 'html' | 'text' | 'json';
  /** `Retry-After` of an `error`: seconds, as a number or as a date; null for none. */
  readonly retry_after: number | null;
  readonly retry_after_form: 'seconds' | 'date';
  readonly location: string;
  /** Of `slow`, `slow_body`, `cache` and `late`. */
  readonly ms: number;
  /** Of `stale`: the age of what is shown; null for "as before the last change". */
  readonly lag_ms: number | null;
  /** Of `stale`: what is old, all of the app or one part of it. */
  readonly part: 'all' | 'files' | 'state' | 'status';
  /** Of `edit`. */
  readonly fields: DraftFields;
  readonly move: 'none' | 'delete' | (typeof moves)[number];
}

/** A fault that is on, with its number and the calls that it has counted. */
export interface ActiveFault extends Fault {
  readonly id: number;
  readonly calls: number;
  /** When it ends, by the sandbox's clock; null for never. */
  readonly until: number | null;
}

/** One call of the API, for the choice of faults. */
export interface FaultCall {
  readonly method: string;
  readonly path: string;
  readonly account: string;
}

/** The faults that are on. */
export interface Faults {
  list(): readonly ActiveFault[];
  /** Replaces all of them; what is left out takes its default. */
  set(faults: readonly Partial<Fault>[]): void;
  add(fault: Partial<Fault>): ActiveFault;
  /** Takes one away; false when there is none with this number. */
  remove(id: number): boolean;
  /** Counts a call, and gives the faults that it is hit by, in their order. */
  take(call: FaultCall): readonly Fault[];
}

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
  retry_after_form: 'seconds',
  location: '/elsewhere',
  ms: 1_000,
  lag_ms: null,
  part: 'all',
  fields: { tagline: 'Edited by somebody else' },
  move: 'none',
};

/** What differs from the other defaults where a kind is meant. */
const kindDefaults: Readonly<Partial<Record<Fault['kind'], Partial<Fault>>>> = {
  redirect: { status: 307 },
  slow: { times: null },
  slow_body: { times: null },
  stale: { method: 'reads' },
  cache: { method: 'reads', times: null, ms: 10_000 },
  late: { method: 'changes', status: 504 },
  echo: { method: 'changes' },
  edit: { method: 'reads', when: 'after' },
};

/** Makes the switchboard of faults. A fault with `for_ms` hits all calls until then, unless `times` says otherwise. */
export function createFaults(now: () => number): Faults {
  let active: readonly ActiveFault[] = [];
  let lastId = 0;
  const start = (fault: Partial<Fault>): ActiveFault => {
    lastId += 1;
    const forMs = fault.for_ms ?? null;
    const window = forMs === null ? {} : { times: null };
    const until = forMs === null ? null : now() + forMs;
    return {
      ...defaults,
      ...kindDefaults[fault.kind ?? defaults.kind],
      ...window,
      ...fault,
      id: lastId,
      calls: 0,
      until,
    };
  };
  const list = (): readonly ActiveFault[] => {
    active = active.filter(({ until }) => until === null || now() < until);
    return active;
  };
  return {
    list,
    set(faults) {
      active = faults.map(start);
    },
    add(fault) {
      const started = start(fault);
      active = [...active, started];
      return started;
    },
    remove(id) {
      const before = list().length;
      active = active.filter((fault) => fault.id !== id);
      return active.length < before;
    },
    take(call) {
      const fitting = new Set(list().filter((fault) => isFor(fault, call)));
      const hit = [...fitting].filter(({ skip, calls }) => calls >= skip);
      const counted = active.map((fault) => (fitting.has(fault) ? { ...fault, calls: fault.calls + 1 } : fault));
      active = counted.filter(({ skip, times, calls }) => times === null || calls < skip + times);
      return hit;
    },
  };
}

/** Tells whether a method counts as a change: every POST, PATCH and DELETE does. */
export function isChange(method: string): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'DELETE';
}

function isFor({ method, path, account }: Fault, call: FaultCall): boolean {
  const isGroup = method === 'changes' || method === 'reads';
  const isMethod = isGroup
    ? isChange(call.method) === (method === 'changes')
    : method === 'any' || method === call.method;
  return isMethod && (account === '' || account === call.account) && (path === '' || matches(path, call.path));
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}

/** Reads a fault that was sent. Throws the 400 that names the member that is unknown or does not fit. */
export function readFault(value: unknown): Partial<Fault> {
  const sent = takeObject(value, 'fault', Object.keys(defaults));
  const fault: Partial<Fault> = Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) =>
      sent[name] === undefined ? [] : [[name, read(sent[name], name)]],
    ),
  );
  if (fault.times === 0) throw refuseField('times', '"times" must be at least 1, or null for all.');
  const [least, most] = fault.kind === 'redirect' ? [300, 399] : [200, 599];
  if (fault.status !== undefined && (fault.status < least || fault.status > most)) {
    throw refuseField('status', `"status" must be a number from ${least} to ${most}.`);
  }
  return fault;
}

type Reader<T> = (value: unknown, name: string) => T;

const readers: { readonly [Name in keyof Fault]: Reader<Fault[Name]> } = {
  kind: oneOf(faultKinds),
  method: oneOf(methods),
  path: pattern(/^(|[/*][\x21-\x7e]*)$/, 'begin with / or *'),
  account: takeText,
  skip: whole(1_000_000),
  times: orNull(whole(1_000_000)),
  for_ms: orNull(whole(86_400_000)),
  when: oneOf(['before', 'after']),
  status: whole(599),
  body: oneOf(['auto', 'service', 'html', 'text', 'json']),
  retry_after: orNull(whole(1_000_000)),
  retry_after_form: oneOf(['seconds', 'date']),
  location: pattern(/^[\x21-\x7e]+$/, 'be an address'),
  ms: whole(600_000),
  lag_ms: orNull(whole(600_000)),
  part: oneOf(['all', 'files', 'state', 'status']),
  fields: (value, name) => takeFields(takeObject(value, name, draftFields)),
  move: oneOf(['none', 'delete', ...moves]),
};

function oneOf<const T>(allowed: readonly T[]): Reader<T> {
  return (value, name) => takeOneOf(value, name, allowed);
}

function whole(most: number): Reader<number> {
  return (value, name) => takeWhole(value, name, most);
}

function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value, name) => (value === null ? null : read(value, name));
}

function pattern(form: RegExp, must: string): Reader<string> {
  return (value, name) => {
    const text = takeText(value, name);
    if (!form.test(text)) throw refuseField(name, `"${name}" must ${must}.`);
    return text;
  };
}
