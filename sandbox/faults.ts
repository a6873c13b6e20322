import { type DraftFields, draftFields, takeFields } from './folder.ts';
import { refuseField, takeObject, takeOneOf, takeText, takeWhole } from './request.ts';

const methods = ['any', 'changes', 'reads', 'GET', 'POST', 'PATCH', 'DELETE'] as const;
const kinds = ['error', 'reset', 'cut_off', 'not_json', 'redirect', 'slow', 'slow_body', 'stale', 'edit'] as const;
const redirects = [301, 302, 303, 307, 308] as const;

/**
 * One way in which the service misbehaves, and the calls that it falls on. Faults fall on `/api/` alone, after the key
 * was checked. Each counts the calls that fit it, whatever other faults do to them.
 */
export interface Fault {
  /**
   * - `error`: a response with `status`, as a page in HTML from 500 on, as the service's own error below.
   * - `reset`: the connection is reset without a response. `cut_off`: it ends in the middle of the response.
   * - `not_json`: 200 with a page in HTML. `redirect`: to `location`, with `status`.
   * - `slow`: the call waits for `ms` first. `slow_body`: the response's body takes `ms`.
   * - `stale`: a read shows everything as it was `lag_ms` ago or, without that, as it was before the last change.
   * - `edit`: somebody else changes the app: its `fields`, or `move`s it on.
   */
  readonly kind: (typeof kinds)[number];
  readonly method: (typeof methods)[number];
  /** Path of the calls; `*` stands for anything. Empty for any path. */
  readonly path: string;
  /** Name of the account that calls; empty for any. */
  readonly account: string;
  /** How many calls pass before the first one is hit, and how many are hit then; null for all. */
  readonly skip: number;
  readonly times: number | null;
  /** Whether it happens before the service did what was asked, or after. */
  readonly when: 'before' | 'after';
  /** Of `error` and `redirect`. */
  readonly status: number;
  /** `Retry-After` of an `error`: seconds, as a number or as a date; null for none. */
  readonly retry_after: number | null;
  readonly retry_after_form: 'seconds' | 'date';
  readonly location: string;
  readonly ms: number;
  readonly lag_ms: number | null;
  readonly fields: DraftFields;
  readonly move: 'none' | 'submit' | 'approve' | 'reject' | 'take_down' | 'delete';
}

/** A fault that is on, with its number and the calls that it has counted. */
export interface ActiveFault extends Fault {
  readonly id: number;
  readonly calls: number;
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
  when: 'before',
  status: 503,
  retry_after: null,
  retry_after_form: 'seconds',
  location: '/elsewhere',
  ms: 1_000,
  lag_ms: null,
  fields: { tagline: 'Edited by somebody else' },
  move: 'none',
};

/** What differs from the other defaults where a kind is meant. */
const kindDefaults: Readonly<Partial<Record<Fault['kind'], Partial<Fault>>>> = {
  redirect: { status: 307 },
  slow: { times: null },
  slow_body: { times: null },
  stale: { method: 'reads' },
  edit: { method: 'reads', when: 'after' },
};

/** Makes the switchboard of faults. */
export function createFaults(): Faults {
  let active: readonly ActiveFault[] = [];
  let lastId = 0;
  const start = (fault: Partial<Fault>): ActiveFault => {
    lastId += 1;
    return { ...defaults, ...kindDefaults[fault.kind ?? defaults.kind], ...fault, id: lastId, calls: 0 };
  };
  return {
    list: () => active,
    set(faults) {
      active = faults.map(start);
    },
    add(fault) {
      const started = start(fault);
      active = [...active, started];
      return started;
    },
    remove(id) {
      const before = active.length;
      active = active.filter((fault) => fault.id !== id);
      return active.length < before;
    },
    take(call) {
      const fitting = new Set(active.filter((fault) => isFor(fault, call)));
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
  const isMethod =
    method === 'any' ||
    method === call.method ||
    (method === 'changes' || method === 'reads' ? isChange(call.method) === (method === 'changes') : false);
  return isMethod && (account === '' || account === call.account) && (path === '' || matches(path, call.path));
}

/** Matches without a regular expression, so that no pattern is slow. */
function matches(pattern: string, path: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return path === pattern;
  if (!path.startsWith(start) || path.length < start.length + end.length || !path.endsWith(end)) return false;
  let at = start.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1 || found + part.length > path.length - end.length) return false;
    at = found + part.length;
  }
  return true;
}

/** Reads a fault that was sent. Throws the 400 that names the member that is unknown or does not fit. */
export function readFault(value: unknown): Partial<Fault> {
  const sent = takeObject(value, 'fault', Object.keys(defaults));
  const kind = takeOneOf(sent['kind'] ?? defaults.kind, 'kind', kinds);
  const readers: { readonly [Name in keyof Fault]: (value: unknown) => Fault[Name] } = {
    kind: () => kind,
    method: (one) => takeOneOf(one, 'method', methods),
    path: (one) => takePath(one),
    account: (one) => takeText(one, 'account'),
    skip: (one) => takeWhole(one, 'skip', 1_000_000),
    times: (one) => (one === null ? null : takeWhole(one, 'times', 1_000_000)),
    when: (one) => takeOneOf(one, 'when', ['before', 'after']),
    status: (one) => takeStatus(one, kind),
    retry_after: (one) => (one === null ? null : takeWhole(one, 'retry_after', 1_000_000)),
    retry_after_form: (one) => takeOneOf(one, 'retry_after_form', ['seconds', 'date']),
    location: (one) => takeLocation(one),
    ms: (one) => takeWhole(one, 'ms', 600_000),
    lag_ms: (one) => (one === null ? null : takeWhole(one, 'lag_ms', 600_000)),
    fields: (one) => takeFields(takeObject(one, 'fields', draftFields)),
    move: (one) => takeOneOf(one, 'move', ['none', 'submit', 'approve', 'reject', 'take_down', 'delete']),
  };
  const fault: Partial<Fault> = Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) => (sent[name] === undefined ? [] : [[name, read(sent[name])]])),
  );
  if (fault.times === 0) throw refuseField('times', '"times" must be at least 1, or null for all.');
  return fault;
}

function takePath(value: unknown): string {
  const path = takeText(value, 'path');
  if (!/^(|[/*][\x21-\x7e]*)$/.test(path)) throw refuseField('path', '"path" must begin with / or *.');
  return path;
}

function takeLocation(value: unknown): string {
  const location = takeText(value, 'location');
  if (!/^[\x21-\x7e]+$/.test(location)) throw refuseField('location', '"location" must be an address.');
  return location;
}

function takeStatus(value: unknown, kind: Fault['kind']): number {
  if (kind === 'redirect') return takeOneOf(value, 'status', redirects);
  const status = takeWhole(value, 'status', 599);
  if (status < 400) throw refuseField('status', '"status" must be a number from 400 to 599.');
  return status;
}
