import { isDeepStrictEqual } from 'node:util';
import { moves } from './app.ts';
import { defaultEdit, takeEdit } from './folder.ts';
import {
  matching,
  objectOf,
  oneOf,
  orNull,
  type Reader,
  refuseField,
  takeText,
  whole,
} from './request.ts';

/** The ways to misbehave; the README says what each does. */
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

/**
 * The members of a fault: what each takes, and what it is where it is left out. The README says
 * what they mean.
 */
const members = {
  kind: member(oneOf(faultKinds), 'error'),
  method: member(oneOf(['any', 'changes', 'reads', 'GET', 'POST', 'PATCH', 'DELETE']), 'any'),
  path: member(matching(/^(|[/*][\x21-\x7e]*)$/, 'begin with / or *'), ''),
  account: member(takeText, ''),
  skip: member(whole(0, 1_000_000), 0),
  times: member(orNull(whole(0, 1_000_000)), 1),
  for_ms: member(orNull(whole(0, 86_400_000)), null),
  when: member(oneOf(['before', 'after']), 'before'),
  status: member(whole(0, 599), 503),
  body: member(oneOf(['auto', 'service', 'html', 'text', 'json']), 'auto'),
  retry_after: member(orNull(whole(0, 1_000_000)), null),
  location: member(matching(/^[\x21-\x7e]+$/, 'be an address'), '/elsewhere'),
  ms: member(whole(0, 600_000), 1_000),
  lag_ms: member(orNull(whole(0, 600_000)), null),
  part: member(oneOf(['all', 'files', 'state', 'status']), 'all'),
  fields: member(takeEdit, defaultEdit),
  move: member(oneOf(['none', 'delete', ...moves]), 'none'),
};

/**
 * One way to misbehave at `/api/`, once the key was checked. Each counts the calls that fit it,
 * whatever others do to them.
 */
export type Fault = { readonly [Name in keyof typeof members]: (typeof members)[Name]['initial'] };

const defaults: Fault = Object.fromEntries(
  Object.entries(members).map(([name, { initial }]): readonly unknown[] => [name, initial]),
);

/** A fault that is on, with the calls that it has counted. */
export interface ActiveFault extends Fault {
  readonly calls: number;
  readonly until: number | null;
}

/** One call of the API, for the choice of faults. */
export type FaultCall = Readonly<Record<'method' | 'path' | 'account', string>>;

/** What differs from the other defaults where a kind is meant. */
const kindDefaults: Readonly<Partial<Record<Fault['kind'], Partial<Fault>>>> = {
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
 * All of a fault: what is left out takes the default of its kind. With `for_ms` it hits all calls
 * until then by default.
 */
export function completeFault(fault: Partial<Fault>): Fault {
  const window = fault.for_ms == null ? {} : { times: null };
  return { ...defaults, ...kindDefaults[fault.kind ?? defaults.kind], ...window, ...fault };
}

/** Makes the switchboard of faults. */
export function createFaults(now: () => number) {
  let active: readonly ActiveFault[] = [];
  const start = (sent: Partial<Fault>): ActiveFault => {
    const fault = completeFault(sent);
    return { ...fault, calls: 0, until: fault.for_ms === null ? null : now() + fault.for_ms };
  };
  const list = (): readonly ActiveFault[] => {
    active = active.filter(({ until }) => until === null || now() < until);
    return active;
  };
  return {
    list,
    set(faults: readonly Partial<Fault>[]): void {
      active = faults.map(start);
    },
    add(fault: Partial<Fault>): void {
      active = [...active, start(fault)];
    },
    /** Counts a call, and gives the faults that it is hit by, in their order. */
    take(call: FaultCall): readonly Fault[] {
      const fitting = new Set(list().filter((fault) => isFor(fault, call)));
      const hit = [...fitting].filter(({ skip, calls }) => calls >= skip);
      const counted = active.map((fault) =>
        fitting.has(fault) ? { ...fault, calls: fault.calls + 1 } : fault,
      );
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
  const group = isChange(call.method) ? 'changes' : 'reads';
  return (
    ['any', group, call.method].includes(method) &&
    (account === '' || account === call.account) &&
    (path === '' || matches(path, call.path))
  );
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(
    `^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`,
  ).test(path);
}

const takeMembers = objectOf<Fault>(
  Object.fromEntries(
    Object.entries(members).map(([name, { read }]): readonly unknown[] => [name, read]),
  ),
);

/**
 * Reads a fault that was sent. Throws the 400 that names the member that is unknown or does not
 * fit.
 */
export function readFault(value: unknown): Partial<Fault> {
  const fault = takeMembers(value, 'fault');
  if (fault.times === 0) throw refuseField('times', '"times" must be at least 1, or null for all.');
  const [least, most] = fault.kind === 'redirect' ? [300, 399] : [200, 599];
  if (fault.status !== undefined) whole(least, most)(fault.status, 'status');
  return fault;
}

/**
 * A pair of a written fault: `name=value`, in which a value in quotes is a text whatever is in it.
 */
const pair = /\s*([^=,"]*)=("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/y;

/**
 * Reads a fault as a person writes it, such as `kind=edit,fields.tagline="a, b"`. Throws the 400 of
 * what is no fault.
 */
export function parseFault(text: string): Partial<Fault> {
  const written = text.trim();
  const found: [name: string, value: unknown][] = [];
  const fields: [name: string, value: string][] = [];
  for (pair.lastIndex = 0; pair.lastIndex < written.length; ) {
    const [, name = '', rest = ''] = pair.exec(written) ?? [];
    const value = rest.trim();
    if (name === '')
      throw refuseField(
        'faults',
        `${JSON.stringify(text)} must be NAME=VALUE, with commas between them.`,
      );
    const [, field] = /^fields\.(\w+)$/.exec(name) ?? [];
    if (field === undefined) found.push([name, parseValue(name, value)]);
    else fields.push([field, unquote(value)]);
  }
  return readFault({
    ...Object.fromEntries(found),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  });
}

/** Writes a fault as `parseFault` reads it: its kind, and what is not usual for that. */
export function formatFault({ calls: _calls, until: _until, ...fault }: ActiveFault): string {
  const usual: Readonly<Record<string, unknown>> = completeFault({ kind: fault.kind });
  const { fields, ...others } = fault;
  const unusual = Object.entries(others).filter(
    ([name, value]) => name === 'kind' || usual[name] !== value,
  );
  const edit = isDeepStrictEqual(fields, usual['fields']) ? [] : Object.entries(fields);
  const pairs = [...unusual, ...edit.map(([name, value]) => [`fields.${name}`, value] as const)];
  return pairs.map(([name, value]) => `${name}=${quote(String(value))}`).join(',');
}

/** A member that is a text stays one, such as an account named 7. */
function parseValue(name: string, value: string): unknown {
  const isText = Object.entries(members).some(
    ([member, { initial }]) => member === name && typeof initial === 'string',
  );
  if (isText || value.startsWith('"')) return unquote(value);
  if (value === 'null') return null;
  return /^\d{1,10}$/.test(value) ? Number(value) : value;
}

function quote(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? JSON.stringify(value) : value;
}

function unquote(value: string): string {
  try {
    return value.startsWith('"') ? String(JSON.parse(value)) : value;
  } catch (cause) {
    throw refuseField('faults', `${value} is no text in quotes.`, { cause });
  }
}

function member<T>(
  read: Reader<T>,
  initial: NoInfer<T>,
): { readonly read: Reader<T>; readonly initial: T } {
  return { read, initial };
}
