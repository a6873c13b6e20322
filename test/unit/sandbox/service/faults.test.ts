import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  completeFault,
  type FaultInput,
  FaultList,
  faultKinds,
  formatFault,
  parseFault,
  readFault,
} from '../../../../sandbox/service/faults.ts';
import { readTable } from '../../../support/repository.ts';

const read = { method: 'GET', path: '/api/miniapps/tides', account: 'ann' };
const deploy = { method: 'POST', path: '/api/miniapps/deploy', account: 'ann' };
const list = { method: 'HEAD', path: '/api/miniapps', account: 'ann' };
const calls = [read, deploy, list, { ...read, account: 'ben' }, { ...deploy, method: 'PATCH' }];

/** A fault, and the numbers of the calls above that it hits. */
const rows: readonly (readonly [FaultInput, hits: readonly number[]])[] = [
  [{ skip: 2, times: null }, [3, 4, 5]],
  [{ times: null, method: 'reads' }, [1, 3, 4]],
  [{ skip: 1, method: 'changes' }, [5]],
  [{ times: null, path: '/api/miniapps' }, [3]],
  [{ times: null, path: '*/t*d*s' }, [1, 4]],
  [{ times: null, account: 'ben' }, [4]],
];

test('a fault skips the first `skip` matching calls, then applies to `times` of them', () => {
  for (const [fault, expected] of rows) {
    const faults = new FaultList(() => 0);
    faults.set([fault]);
    const hits = calls.flatMap((call, index) => (faults.take(call).length > 0 ? [index + 1] : []));
    assert.deepEqual(hits, expected, JSON.stringify(fault));
  }
});

test('a fault that is used up or has expired is listed as ended, with the number of calls that it was applied to', () => {
  let time = 0;
  const faults = new FaultList(() => time);
  const count = () =>
    [faults.list(), faults.listEnded()].map((list) => list.map(({ hits }) => hits));
  faults.set([{ skip: 1 }, { for_ms: 500 }]);
  for (const call of [read, deploy]) faults.take(call);
  assert.deepEqual(count(), [[2], [1]]);
  time = 500;
  assert.deepEqual(count(), [[], [2, 1]]);
  faults.add({ times: null });
  const [added] = faults.list();
  faults.remove(added?.id ?? 0);
  assert.deepEqual(count(), [[], [2, 1]]);
});

test('a fault with an unknown or invalid member gets a 400 that names the member', () => {
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

test('parseFault reads what formatFault writes, with commas and quotes in values', () => {
  const fields = { tagline: 'Theirs, "all"\nof it', name: ' x' };
  for (const fault of [
    { kind: 'stale', lag_ms: 5000, times: null },
    { kind: 'error', account: '7', status: 500 },
    { kind: 'edit', account: 'null', fields },
    { kind: 'error', path: '/a,b' },
  ] as const) {
    const faults = new FaultList(() => 0);
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

test('the tables of the README list every kind and every member of a fault', () => {
  for (const [head, names] of [
    [['member', 'meaning'], Object.keys(completeFault({}))],
    [['kind', 'what happens'], faultKinds],
  ] as const) {
    const listed = readTable('sandbox/README.md', head).map(([name]) => name);
    assert.deepEqual(listed.toSorted(), names.toSorted());
  }
});
