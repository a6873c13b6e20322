import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type JsonScan, scanJson } from '../../../src/folder/json.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON with one place changed: sometimes still JSON, mostly not. */
const nearlyJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom(
      '',
      ',',
      ':',
      '"',
      '{',
      ']',
      '0',
      '-',
      '.',
      'e',
      '\\',
      '\n',
      '\u0001',
      ' ',
      'null',
      '\u00a0',
      '\ufeff',
    ),
    fc.nat(2),
  )
  .map(([text, at, change, drop]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + change + text.slice(cut + drop);
  });

test('a text is JSON exactly when JSON.parse says so', () => {
  fc.assert(
    fc.property(fc.oneof(nearlyJson, fc.json(), fc.string()), (text) => {
      assert.equal(scanJson(text).ok, isJson(text));
    }),
    { numRuns: 5000 },
  );
});

test('the members of an object are where the scan says, in their order', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      const scan = scanJson(text);
      assert.ok(scan.ok && scan.kind === 'object' && scan.duplicates.length === 0);
      const found = scan.members.map(({ key, keyOffset, valueOffset, valueEnd, kind }) => {
        const value: unknown = JSON.parse(text.slice(valueOffset, valueEnd));
        assert.equal(kind, value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
        assert.equal(text.slice(keyOffset, keyOffset + JSON.stringify(key).length), JSON.stringify(key));
        return [key, value];
      });
      assert.deepEqual(found, Object.entries(JSON.parse(text)));
    }),
    { numRuns: 500 },
  );
});

test('a key twice in one object is found at any level, and only there', () => {
  const text = '{"a":{"b":1,"c":[{"d":1,"\\u0064":2}]},"b":{},"a":2}';
  const scan = scanJson(text);
  assert.ok(scan.ok);
  assert.deepEqual(scan.duplicates, [
    { key: 'd', offset: text.indexOf('"\\u0064"') },
    { key: 'a', offset: text.lastIndexOf('"a"') },
  ]);
  const many = scanJson(`{${'"x":1,'.repeat(500)}"y":1}`);
  assert.ok(many.ok);
  assert.equal(many.duplicates.length, 100);
});

const faults: readonly (readonly [string, number, RegExp])[] = [
  ['', 0, /text ends where a value/],
  ['  ', 2, /text ends/],
  ['{', 1, /ends where a key in double quotes/],
  ['{"a"', 4, /ends where a colon/],
  ['{"a" 1}', 5, /a colon instead of 1/],
  ['{"a":1', 6, /ends where a comma or }/],
  ['{"a":1,}', 7, /a key in double quotes instead of }/],
  ['{"a":1 "b":2}', 7, /a comma or } instead of "/],
  ['[1 2]', 3, /a comma or \] instead of 2/],
  ['[1,]', 3, /a value instead of \]/],
  ["{'a':1}", 1, /double quotes, not '/],
  ['{} // x', 3, /no comments/],
  ['{} x', 3, /the end instead of x/],
  ['"abc', 0, /no closing quote/],
  ['"a\nb"', 2, /line break must be escaped/],
  ['"a\tb"', 2, /control character must be escaped/],
  ['"\\x"', 1, /no such escape/],
  ['"\\u12g4"', 1, /no such escape/],
  ['nul', 0, /a value instead of n/],
  ['\u{1f600}', 0, /instead of \u{1f600}/u],
  ['01', 1, /the end instead of 0?1/],
];

for (const [text, offset, message] of faults) {
  test(`the fault of ${JSON.stringify(text)} is named at ${offset}`, () => {
    const scan: JsonScan = scanJson(text);
    assert.ok(!scan.ok);
    assert.equal(scan.offset, offset);
    assert.match(scan.message, message);
  });
}

test('a bug is not taken for a fault of the text', () => {
  const broken = { length: 1 } as never;
  assert.throws(() => scanJson(broken), TypeError);
});
