import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  completeFault,
  createFaults,
  type Fault,
  faultKinds,
  formatFault,
  parseFault,
  readFault,
} from '../../../sandbox/faults.ts';
import { readTable } from '../../support/repository.ts';

const read = { method: 'GET', path: '/api/miniapps/tides', account: 'ann' };
const deploy = { method: 'POST', path: '/api/miniapps/deploy', account: 'ann' };
const list = { method: 'HEAD', path: '/api/miniapps', account: 'ann' };
const calls = [read, deploy, list, { ...read, account: 'ben' }, { ...deploy, method: 'PATCH' }];

/** A fault, and the numbers of the calls that it hits. */
const rows: readonly (readonly [Partial<Fault>, hits: readonly number[]])[] = [
  [{ skip: 2, times: null }, [3, 4, 5]],
  [{ times: null, method: 'reads' }, [1, 3, 4]],
  [{ skip: 1, method: 'changes' }, [5]],
  [{ times: null, path: '/api/miniapps' }, [3]],
  [{ times: null, path: '*/t*d*s' }, [1, 4]],
  [{ times: null, account: 'ben' }, [4]],
];

test('a fault hits the calls that fit it, so many of them, after so many that pass', () => {
  for (const [fault, expected] of rows) {
    const faults = createFaults(() => 0);
    faults.set([fault]);
    const hits = calls.flatMap((call, index) => (faults.take(call).length > 0 ? [index + 1] : []));
    assert.deepEqual(hits, expected, JSON.stringify(fault));
  }
});

test('a fault is read as it was sent, and a member that is unknown or does not fit is a 400 that names it', () => {
  const sent = { kind: 'redirect', status: 302, times: null, fields: { name: 'x' } };
  assert.deepEqual(readFault(sent), sent);
  for (const [member, value] of [
    ['path', 'api'],
    ['skip', 1.5],
    ['skip', 1_000_001],
    ['times', 0],
    ['status', 600],
    ['move', 'publish'],
    ['tmies', 3],
  ] as const) {
    assert.throws(() => readFault({ [member]: value }), { details: { more: { field: member } } });
  }
  assert.throws(() => readFault({ kind: 'redirect', status: 200 }), { code: 'invalid_field' });
  assert.throws(() => readFault({ fields: { nmae: 'x' } }), { code: 'invalid_field' });
});

test('a fault is written as it is read: a text stays one, and what holds a comma stands in quotes', () => {
  const fields = { tagline: 'Theirs, "all"\nof it', name: ' x' };
  for (const fault of [
    { kind: 'stale', lag_ms: 5000, times: null },
    { kind: 'error', account: '7', status: 500 },
    { kind: 'edit', account: 'null', fields },
    { kind: 'error', path: '/a,b' },
  ] as const) {
    const faults = createFaults(() => 0);
    faults.set([fault]);
    const [written = ''] = faults.list().map(formatFault);
    assert.deepEqual(parseFault(written), fault, written);
  }
  assert.deepEqual(parseFault(' status=502 , times=2 '), { status: 502, times: 2 });
  for (const wrong of [
    'oops',
    'status=500 times=2 oops',
    '=1',
    'account="x',
    'fields.nmae=x',
    'kind=edit,,',
  ]) {
    assert.throws(() => parseFault(wrong), { code: 'invalid_field' }, wrong);
  }
});

test('every kind of a fault and every member is in its table of the README, and no other', () => {
  for (const [head, names] of [
    [['member', 'meaning'], Object.keys(completeFault({}))],
    [['kind', 'what happens'], faultKinds],
  ] as const) {
    const told = readTable('sandbox/README.md', head).map(([name]) => name);
    assert.deepEqual(told.toSorted(), names.toSorted());
  }
});
