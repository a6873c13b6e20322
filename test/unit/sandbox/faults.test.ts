import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFaults, toFaultsView } from '../../../sandbox/control-view.ts';
import { createFaults, noFaults } from '../../../sandbox/faults.ts';

test('a fault falls on as many calls as it was set for, and on no other kind', () => {
  const faults = createFaults();
  assert.equal(faults.take('GET'), null);
  faults.set({ ...noFaults, times: 2, on: 'changes', when: 'after', kind: 'reset' });
  assert.equal(faults.take('GET'), null);
  assert.deepEqual(faults.take('POST'), { kind: 'reset', status: 503, when: 'after' });
  assert.notEqual(faults.take('PATCH'), null);
  assert.equal(faults.take('DELETE'), null);
  faults.set({ ...noFaults, times: 1, on: 'reads' });
  assert.equal(faults.take('POST'), null);
  assert.notEqual(faults.take('GET'), null);
});

test('what is sent is laid over what is on', () => {
  const plan = readFaults({ slow_ms: 5, retry_after: 7 }, { ...noFaults, times: 3 });
  assert.deepEqual(plan, { ...noFaults, slowMs: 5, times: 3, retryAfter: 7 });
  assert.deepEqual(readFaults(toFaultsView(plan), noFaults), plan);
  assert.equal(readFaults({ retry_after: null }, plan).retryAfter, null);
});

for (const [name, value] of Object.entries({
  slow_ms: -1,
  times: 1.5,
  retry_after: '3',
  kind: 'x',
  status: 418,
  when: 1,
  on: '',
})) {
  test(`a fault's ${name} cannot be ${JSON.stringify(value)}`, () => {
    assert.throws(() => readFaults({ [name]: value }, noFaults), {
      code: 'invalid_field',
      message: new RegExp(`^"${name}"`),
    });
  });
}
