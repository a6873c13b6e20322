import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaults, type Fault, isChange, readFault } from '../../../sandbox/faults.ts';

const read = { method: 'GET', path: '/api/miniapps/tides', account: 'ann' };
const deploy = { method: 'POST', path: '/api/miniapps/deploy', account: 'ann' };

/** Which of these calls a fault hits, as their numbers from 1. */
function hits(fault: Partial<Fault>, calls: readonly (typeof read)[]): readonly number[] {
  const faults = createFaults(() => 0);
  faults.set([fault]);
  return calls.flatMap((call, index) => (faults.take(call).length > 0 ? [index + 1] : []));
}

test('a fault falls on as many calls as it was set for, after as many as it lets pass', () => {
  const calls = [read, read, read, read, read];
  assert.deepEqual(hits({}, calls), [1]);
  assert.deepEqual(hits({ times: 2 }, calls), [1, 2]);
  assert.deepEqual(hits({ skip: 2 }, calls), [3]);
  assert.deepEqual(hits({ skip: 3, times: null }, calls), [4, 5]);
});

test('a fault falls on its method, path and account alone, and counts no other call', () => {
  const list = { ...read, path: '/api/miniapps' };
  const ben = { ...read, account: 'ben' };
  const calls = [read, deploy, list, ben, { ...deploy, method: 'PATCH' }];
  const all = { times: null };
  assert.deepEqual(hits({ ...all, method: 'reads' }, calls), [1, 3, 4]);
  assert.deepEqual(hits({ ...all, method: 'changes' }, calls), [2, 5]);
  assert.deepEqual(hits({ ...all, method: 'PATCH' }, calls), [5]);
  assert.deepEqual(hits({ ...all, path: '/api/miniapps' }, calls), [3]);
  assert.deepEqual(hits({ ...all, path: '/api/miniapps/*' }, calls), [1, 2, 4, 5]);
  assert.deepEqual(hits({ ...all, path: '*/t*d*s' }, calls), [1, 4]);
  assert.deepEqual(hits({ ...all, path: '*tides*tides' }, calls), []);
  assert.deepEqual(hits({ ...all, account: 'ben' }, calls), [4]);
  assert.deepEqual(hits({ method: 'changes', skip: 1 }, calls), [5]);
});

test('several are on at once: each counts for itself, so that a sequence can be told', () => {
  const faults = createFaults(() => 0);
  faults.set([{ status: 500 }, { skip: 2, status: 502 }, { kind: 'slow', ms: 5 }]);
  const taken = [1, 2, 3, 4].map(() =>
    faults.take(read).map(({ kind, status }) => `${kind} ${kind === 'slow' ? '' : status}`),
  );
  assert.deepEqual(taken, [['error 500', 'slow '], ['slow '], ['error 502', 'slow '], ['slow ']]);
  assert.deepEqual(
    faults.list().map(({ kind, calls }) => [kind, calls]),
    [['slow', 4]],
  );
});

test('one can be added and taken away by its number', () => {
  const faults = createFaults(() => 0);
  const { id } = faults.add({ kind: 'stale' });
  faults.add({ kind: 'edit' });
  assert.equal(faults.remove(id), true);
  assert.equal(faults.remove(id), false);
  assert.deepEqual(
    faults.list().map(({ kind, method, when }) => [kind, method, when]),
    [['edit', 'reads', 'after']],
  );
});

test('what was sent is read, and what was left out is the default of its kind', () => {
  const sent = {
    kind: 'error',
    method: 'POST',
    path: '/api/*',
    account: 'ann',
    skip: 1,
    times: null,
    when: 'after',
    status: 429,
  };
  const more = {
    retry_after: 3,
    retry_after_form: 'date',
    location: '/x',
    ms: 1,
    lag_ms: 2,
    fields: { name: 'x' },
    move: 'submit',
  };
  assert.deepEqual(readFault({ ...sent, ...more }), { ...sent, ...more });
  assert.deepEqual(readFault({}), {});
  assert.deepEqual(readFault({ kind: 'redirect', status: 302 }), { kind: 'redirect', status: 302 });
});

for (const [name, value] of [
  ['kind', 'x'],
  ['method', 'PUT'],
  ['path', 'api'],
  ['account', 3],
  ['skip', -1],
  ['times', 1.5],
  ['times', 0],
  ['when', 1],
  ['status', 199],
  ['for_ms', -1],
  ['body', 'xml'],
  ['part', 'half'],
  ['status', '500'],
  ['retry_after', '3'],
  ['retry_after_form', 'x'],
  ['location', 'a b'],
  ['ms', 600_001],
  ['lag_ms', -1],
  ['fields', { nmae: 'x' }],
  ['move', 'publish'],
  ['tmies', 3],
] as const) {
  test(`a fault's ${name} cannot be ${JSON.stringify(value)}`, () => {
    assert.throws(() => readFault({ [name]: value }), { code: 'invalid_field' });
  });
}

test('every POST, PATCH and DELETE counts as a change', () => {
  assert.deepEqual(['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE'].filter(isChange), ['POST', 'PATCH', 'DELETE']);
});
