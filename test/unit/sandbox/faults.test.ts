import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaults, type Fault, faultKinds, readFault } from '../../../sandbox/faults.ts';
import { readTable } from '../../support/repository.ts';

const read = { method: 'GET', path: '/api/miniapps/tides', account: 'ann' };
const deploy = { method: 'POST', path: '/api/miniapps/deploy', account: 'ann' };
const list = { ...read, path: '/api/miniapps' };
const five = [read, read, read, read, read];
const mixed = [read, deploy, list, { ...read, account: 'ben' }, { ...deploy, method: 'PATCH' }];

/** A fault, the calls that come, and the numbers of those that it hits. */
const rows: readonly (readonly [Partial<Fault>, calls: readonly (typeof read)[], hits: readonly number[]])[] = [
  [{}, five, [1]],
  [{ times: 2 }, five, [1, 2]],
  [{ skip: 2 }, five, [3]],
  [{ skip: 3, times: null }, five, [4, 5]],
  [{ times: null, method: 'reads' }, mixed, [1, 3, 4]],
  [{ times: null, method: 'changes' }, mixed, [2, 5]],
  [{ times: null, method: 'PATCH' }, mixed, [5]],
  [{ times: null, path: '/api/miniapps' }, mixed, [3]],
  [{ times: null, path: '/api/miniapps/*' }, mixed, [1, 2, 4, 5]],
  [{ times: null, path: '*/t*d*s' }, mixed, [1, 4]],
  [{ times: null, path: '*tides*tides' }, mixed, []],
  [{ times: null, account: 'ben' }, mixed, [4]],
  [{ method: 'changes', skip: 1 }, mixed, [5]],
  [
    { method: 'changes' },
    [
      { ...list, method: 'HEAD' },
      { ...list, method: 'DELETE' },
    ],
    [2],
  ],
];

for (const [fault, calls, expected] of rows) {
  test(`of ${calls.length} calls ${JSON.stringify(fault)} hits ${expected.join(', ') || 'none'}`, () => {
    const faults = createFaults(() => 0);
    faults.set([fault]);
    const hits = calls.flatMap((call, index) => (faults.take(call).length > 0 ? [index + 1] : []));
    assert.deepEqual(hits, expected);
  });
}

test('several are on at once: each counts for itself, so that a sequence can be told', () => {
  const faults = createFaults(() => 0);
  faults.set([{ status: 500 }, { skip: 2, status: 502 }, { kind: 'slow', status: 200 }]);
  const taken = [1, 2, 3, 4].map(() => faults.take(read).map(({ status }) => status));
  assert.deepEqual(taken, [[500, 200], [200], [502, 200], [200]]);
  assert.partialDeepStrictEqual(faults.list(), [{ kind: 'slow', calls: 4 }]);
});

test('what was sent is read as it is', () => {
  const which = { method: 'POST', path: '/api/*', account: 'ann', skip: 1, times: null, when: 'after', for_ms: 1 };
  const form = { status: 429, body: 'json', retry_after: 3, retry_after_form: 'date', location: '/x', ms: 1 };
  const sent = { kind: 'edit', ...which, ...form, lag_ms: 2, part: 'files', fields: { name: 'x' }, move: 'submit' };
  assert.deepEqual(readFault(sent), sent);
  assert.deepEqual(readFault({}), {});
  assert.deepEqual(readFault({ kind: 'redirect', status: 302 }), { kind: 'redirect', status: 302 });
});

test('a member that is unknown or does not fit is a 400 that names it', () => {
  for (const [field, ...values] of [
    ['kind', 'x'],
    ['method', 'PUT'],
    ['path', 'api'],
    ['account', 3],
    ['skip', -1, 1.5, '1', 1_000_001],
    ['times', 0, -1],
    ['when', 1],
    ['status', 199, 600, '500'],
    ['body', 'xml'],
    ['part', 'half'],
    ['retry_after_form', 'x'],
    ['location', 'a b'],
    ['move', 'publish'],
    ['tmies', 3],
  ] as const) {
    for (const value of values) {
      assert.throws(() => readFault({ [field]: value }), { code: 'invalid_field', details: { more: { field } } });
    }
  }
  assert.throws(() => readFault({ kind: 'redirect', status: 200 }), { code: 'invalid_field' });
  assert.throws(() => readFault({ fields: { nmae: 'x' } }), { code: 'invalid_field' });
});

test('every kind of a fault and every member is in its table of the README, and no other', () => {
  const { id: _id, calls: _calls, until: _until, ...members } = createFaults(() => 0).add({});
  for (const [head, names] of [
    [['member', 'meaning'], Object.keys(members)],
    [['kind', 'what happens'], faultKinds],
  ] as const) {
    const told = readTable('sandbox/README.md', head).map(([name]) => name);
    assert.deepEqual(told.toSorted(), names.toSorted());
  }
});
