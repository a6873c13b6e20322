import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeAccounts, readFlags } from '../../../sandbox/flags.ts';

test('without flags there is a port and nothing else', () => {
  assert.deepEqual(readFlags([]), { port: 8420, data: null, keys: [], quiet: false, help: false });
});

test('all flags are read', () => {
  const args = ['--port', '0', '--data=d', '--key', 'a', '--key', 'b', '--quiet', '--help'];
  assert.deepEqual(readFlags(args), { port: 0, data: 'd', keys: ['a', 'b'], quiet: true, help: true });
});

for (const args of [
  ['--port', 'x'],
  ['--port', '65536'],
  ['--key', 'a b'],
  ['--key', ''],
  ['--key', 'a', '--key', 'a'],
  ['--wat'],
  ['x'],
]) {
  test(`${args.join(' ')} is refused`, () => {
    assert.throws(() => readFlags(args), Error);
  });
}

test('keys from the command line go over those that were kept, in their order', () => {
  const kept = [
    { name: 'developer', key: 'a' },
    { name: 'other', key: 'b' },
  ];
  const make = () => 'new';
  assert.deepEqual(mergeAccounts([], [], make), [{ name: 'developer', key: 'new' }]);
  assert.deepEqual(mergeAccounts(kept, ['x'], make), [{ name: 'developer', key: 'x' }, kept[1]]);
  assert.deepEqual(mergeAccounts([], ['x', 'y'], make), [
    { name: 'developer', key: 'x' },
    { name: 'developer-2', key: 'y' },
  ]);
});
