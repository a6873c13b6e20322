import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findPlaces } from '../../../sandbox/json-places.ts';
import { isJson } from '../../support/is-json.ts';

test('the keys of the outermost object have their places, and those inside do not', () => {
  const { keys, wrong } = findPlaces('{\n  "name": "x",\n\t"more": {"name": [1, {"name": 2}]}, "col\\u006fr": ""\n}\n');
  assert.equal(wrong, null);
  assert.deepEqual(Object.fromEntries(keys), {
    name: { line: 2, column: 3 },
    more: { line: 3, column: 2 },
    color: { line: 3, column: 38 },
  });
});

const broken: readonly (readonly [string, number, number])[] = [
  ['', 1, 1],
  ['{"a": 1,\n}', 2, 1],
  ['{"a" 1}', 1, 6],
  ['{"a": 1 "b": 2}', 1, 9],
  ['{a: 1}', 1, 2],
  ['{"a": 01}', 1, 8],
  ['{"a": [1, 2}', 1, 12],
  ['[,]', 1, 2],
  ['[1,]', 1, 4],
  ['{"a": "b\n"}', 1, 7],
  ['{} {}', 1, 4],
  ['{"a": 1', 1, 8],
  [']', 1, 1],
  ['{,}', 1, 2],
  ['{"a"}', 1, 5],
  ['{"a":}', 1, 6],
];

for (const [text, line, column] of broken) {
  test(`${JSON.stringify(text)} is wrong at line ${line}, column ${column}`, () => {
    assert.deepEqual(findPlaces(text).wrong, { line, column });
  });
}

test('whatever JSON.parse takes has no wrong place, and whatever it refuses has one', () => {
  const nearly = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', ',', '}', '{', ' ', '\n', '\\', '0'))
    .map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1));
  fc.assert(
    fc.property(fc.oneof(fc.json(), nearly, fc.string()), (text) => {
      assert.equal(findPlaces(text).wrong === null, isJson(text));
    }),
    { numRuns: 2_000 },
  );
});
