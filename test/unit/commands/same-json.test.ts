import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isSameJson } from '../../../src/commands/same-json.ts';

describe('isSameJson', () => {
  const same: readonly (readonly [string, string])[] = [
    ['{"a":1,"b":[1,2]}', '{ "b": [1, 2],\r\n "a": 1.0 }\n'],
    ['\uFEFF{"a":"ä"}', '{"a":"\\u00e4"}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ['null', ' null '],
    ['[]', '[]'],
  ];
  for (const [one, other] of same) {
    test(`${JSON.stringify(one)} is ${JSON.stringify(other)}`, () => {
      assert.equal(isSameJson(one, other), true);
      assert.equal(isSameJson(other, one), true);
    });
  }

  const different: readonly (readonly [string, string])[] = [
    ['{"a":1}', '{"a":2}'],
    ['{"a":1}', '{"b":1}'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{}', '{"__proto__":1}'],
    ['{"toString":1}', '{"valueOf":1}'],
    ['[1,2]', '[2,1]'],
    ['[1]', '{"0":1}'],
    ['[]', '{}'],
    ['null', '{}'],
    ['{}', 'null'],
    ['0', 'false'],
    ['{"a":null}', '{}'],
    ['not json', 'not json'],
    ['', ''],
    ['{"a":1}', '{"a":1'],
    ['{"a":1}', '{"a":1}\uFEFF'],
  ];
  for (const [one, other] of different) {
    test(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`, () => {
      assert.equal(isSameJson(one, other), false);
      assert.equal(isSameJson(other, one), false);
    });
  }

  test('values that are nested beyond reason are taken for different, and exhaust nothing', () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    assert.equal(isSameJson(deep(400), deep(400)), true);
    assert.equal(isSameJson(deep(5_000), deep(5_000)), false);
  });

  test('agrees with deep equality on any two values, however they are written', () => {
    const isEqual = (one: unknown, other: unknown): boolean => {
      try {
        assert.deepEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        assert.equal(isSameJson(JSON.stringify(one), JSON.stringify(one, null, 3)), true);
        assert.equal(isSameJson(JSON.stringify(one), JSON.stringify(other)), isEqual(one, other));
      }),
      { numRuns: 300 },
    );
  });
});
