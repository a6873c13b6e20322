import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDifference } from '../../support/snapshot.ts';

test('a failing snapshot shows only the first lines that differ', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`);
  const [kept, cut, other] = [
    lines.join('\n'),
    lines.slice(0, 98).join('\n'),
    lines.with(1, 'another').join('\n'),
  ];
  assert.equal(describeDifference(kept, kept), null);
  assert.equal(describeDifference(kept, cut), ' from line 99 on:\n  - line 99\n  - line 100');
  const [where, ...shown] = describeDifference(kept, other)?.split('\n') ?? [];
  assert.equal(where, ' from line 2 on:');
  assert.deepEqual([shown.length, shown[0], shown[5]], [10, '  - line 2', '  + another']);
});
