import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxDepth, parseServiceJson } from '../../../src/folder/service-json.ts';
import { isJson } from '../../support/is-json.ts';
import { compareWithFile } from '../../support/snapshot.ts';

const changes = ['', 'null', ...',:"{]0-.e\\\n\u0001 \u00a0\ufeff'];

/** JSON with one place changed: sometimes still JSON, mostly not. */
const nearlyJson = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom(...changes), fc.nat(2))
  .map(([text, at, change, drop]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + change + text.slice(cut + drop);
  });

test('a text is JSON exactly when JSON.parse says so, a byte-order mark aside; a fault is at a place of the text', () => {
  fc.assert(
    fc.property(fc.oneof(nearlyJson, fc.json(), fc.string()), (text) => {
      const parsed = parseServiceJson(text);
      assert.equal(parsed.kind !== 'syntax', isJson(text.replace(/^\ufeff/, '')));
      if (parsed.kind === 'object') return;
      const line = text.split(/\r\n|[\r\n]/)[parsed.line - 1];
      assert.ok(line !== undefined && parsed.column >= 1 && parsed.column <= line.length + 1);
      assert.ok(parsed.message.length < 200);
    }),
    { numRuns: 2000 },
  );
});

test('members and keys that are there twice have their place; the later one of two counts', () => {
  const parsed = parseServiceJson('{"a":{"b":1,"c":[{"d":1,\n"\\u0064":2}]},"\u{1f600}":{},"a":"x","__proto__":null}');
  assert.ok(parsed.kind === 'object');
  assert.deepEqual(Object.fromEntries(parsed.members), {
    a: { value: 'x', line: 2, column: 27, key: { line: 2, column: 23 } },
    '\u{1f600}': { value: undefined, line: 2, column: 20, key: { line: 2, column: 15 } },
    ['__proto__']: { value: null, line: 2, column: 43, key: { line: 2, column: 31 } },
  });
  assert.deepEqual(parsed.duplicates, [
    { key: 'd', line: 2, column: 1 },
    { key: 'a', line: 2, column: 23 },
  ]);
  const many = parseServiceJson(`{${'"x":1,'.repeat(500)}"y":1}`);
  assert.equal(many.kind === 'object' && many.duplicates.length, 100);
});

const badTexts = [
  ...['', '  ', ...'{ {"a" [1 [1,,2] {"a":} {"a":1,} {"a":1}} {1:2} {\'a\':1} a1\' 1. 01'.split(' ')],
  ...['{"a" 1}', '{"a":1 "b":2}', '[1,\n]', '{\n  name: 1}', '{\n\u00a0 "name": 1}', '{} // x', '/* x'],
  ...['["a\nb"]', '"a\tb"', '"\\"\\x"', '"\\u00E9\\u12g4"', '"\\x\\y"'],
  ...[38, 39].map((length) => `{"a" "${'x'.repeat(length)}"}`),
];

test('what is wrong with a text that is no JSON is told as the snapshot shows', () => {
  const lines = badTexts.map((text) => {
    const parsed = parseServiceJson(text);
    assert.ok(parsed.kind === 'syntax', text);
    return `${JSON.stringify(text)}\n    ${parsed.line}:${parsed.column} ${parsed.message}`;
  });
  compareWithFile('test/unit/folder/snapshots/json-faults.md', ['```text', ...lines, '```'].join('\n'));
});

test('an object is read behind white space, and down to 1000 levels; the next one is named where it begins', () => {
  assert.equal(parseServiceJson('\ufeff \n{}').kind, 'object');
  const nest = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  assert.equal(parseServiceJson(nest(maxDepth - 1)).kind, 'object');
  const message = 'nested deeper than 1000 levels';
  assert.deepEqual(parseServiceJson(nest(maxDepth)), { kind: 'depth', message, line: 1, column: 5 + maxDepth });
  assert.equal(parseServiceJson('['.repeat(2_000_000)).kind, 'depth');
});
