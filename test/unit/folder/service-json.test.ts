import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Problem } from '../../../src/app/problem.ts';
import { maxJsonDepth, parseServiceJson } from '../../../src/folder/service-json.ts';
import { isJson } from '../../support/is-json.ts';
import { compareWithFile } from '../../support/snapshot.ts';

const changes = ['', 'null', ...',:"{]0-.e\\\n\u0001 \u00a0\ufeff'];

/** JSON with one change, after which it is mostly invalid. */
const nearlyJson = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom(...changes), fc.nat(2))
  .map(([text, at, change, drop]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + change + text.slice(cut + drop);
  });

/** Returns why a text is not a JSON object; null if it is one. */
function findFault(text: string): Problem | null {
  const { members, problems } = parseServiceJson(text);
  if (members !== null) return null;
  assert.equal(problems.length, 1);
  return problems[0] ?? null;
}

test('accepts what JSON.parse accepts, and a byte-order mark; every fault has a position in the text', () => {
  fc.assert(
    fc.property(fc.oneof(nearlyJson, fc.json(), fc.string()), (text) => {
      const fault = findFault(text);
      assert.equal(fault?.code !== 'json_syntax', isJson(text.replace(/^\ufeff/, '')));
      if (fault === null) return;
      const line = text.split(/\r\n|[\r\n]/)[(fault.line ?? 0) - 1];
      assert.ok(
        line !== undefined &&
          fault.column !== null &&
          fault.column >= 1 &&
          fault.column <= line.length + 1,
      );
      assert.ok(fault.message.length < 200);
    }),
    { numRuns: 2000 },
  );
});

test('values have positions; of two values with one key the later one counts', () => {
  const parsed = parseServiceJson(
    '{"a":{"b":1,"c":[{"d":1,\n"\\u0064":2}]},"\u{1f600}":{},"a":"x","__proto__":null}',
  );
  assert.deepEqual(Object.fromEntries(parsed.members ?? []), {
    a: { value: 'x', line: 2, column: 27, key: { line: 2, column: 23 } },
    '\u{1f600}': { value: undefined, line: 2, column: 20, key: { line: 2, column: 15 } },
    ['__proto__']: { value: null, line: 2, column: 43, key: { line: 2, column: 31 } },
  });
  const places = parsed.problems.map(({ code, line, column }) => [code, line, column]);
  assert.deepEqual(places, [['duplicate_key', 2, 23]], 'at the top level');
  assert.equal(parseServiceJson(`{${'"x":1,'.repeat(500)}"y":1}`).problems.length, 100);
});

const badTexts = [
  ...[
    '',
    '  ',
    ...'{ {"a" [1 [1,,2] {"a":} {"a":1,} {"a":1}} {1:2} {\'a\':1} a1\' 1. 01'.split(' '),
  ],
  ...[
    '{"a" 1}',
    '{"a":1 "b":2}',
    '[1,\n]',
    '{\n  name: 1}',
    '{\n\u00a0 "name": 1}',
    '{} // x',
    '/* x',
  ],
  ...['["a\nb"]', '"a\tb"', '"\\"\\x"', '"\\u00E9\\u12g4"', '"\\x\\y"'],
  ...[38, 39].map((length) => `{"a" "${'x'.repeat(length)}"}`),
];

test('messages for invalid JSON (snapshot json-faults.md)', () => {
  const lines = badTexts.map((text) => {
    const fault = findFault(text);
    assert.ok(fault?.code === 'json_syntax', text);
    const words = fault.message.replace(/^service\.json is not valid JSON: (.*)\.$/, '$1');
    return `${JSON.stringify(text)}\n    ${fault.line}:${fault.column} ${words}`;
  });
  compareWithFile(
    'test/unit/folder/snapshots/json-faults.md',
    ['```text', ...lines, '```'].join('\n'),
  );
});

test('objects may be nested 1,000 levels deep; the next level is a fault at its position', () => {
  assert.equal(findFault('\ufeff \n{}'), null);
  const nest = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  assert.equal(findFault(nest(maxJsonDepth - 1)), null);
  const message = 'service.json is nested deeper than 1000 levels.';
  const expected = { code: 'json_depth', message, line: 1, column: 5 + maxJsonDepth };
  assert.partialDeepStrictEqual(findFault(nest(maxJsonDepth)), expected);
  assert.equal(findFault('['.repeat(2_000_000))?.code, 'json_depth');
});
