import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxDepth, parseServiceJson } from '../../../src/folder/service-json.ts';
import { isJson } from '../../support/is-json.ts';

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

test('the values of an object are where the parser says, in their order', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      const parsed = parseServiceJson(text);
      assert.ok(parsed.kind === 'object' && parsed.duplicates.length === 0);
      const lines = text.split('\n');
      const written: Record<string, unknown> = JSON.parse(text);
      assert.deepEqual([...parsed.members.keys()], Object.keys(written));
      for (const [key, value] of Object.entries(written)) {
        const member = parsed.members.get(key);
        assert.equal(member?.value, typeof value === 'string' || value === null ? value : undefined);
        const rest = lines[(member?.line ?? 0) - 1]?.slice((member?.column ?? 0) - 1);
        assert.ok(rest?.startsWith(JSON.stringify(value, null, indent).split('\n')[0] ?? ''), key);
      }
    }),
    { numRuns: 500 },
  );
});

test('a key twice in one object is found at any level, and only there; the later one counts', () => {
  const parsed = parseServiceJson('{"a":{"b":1,"c":[{"d":1,\n"\\u0064":2}]},"b":{},"a":"x","__proto__":null}');
  assert.ok(parsed.kind === 'object');
  assert.deepEqual(parsed.duplicates, [
    { key: 'd', line: 2, column: 1 },
    { key: 'a', line: 2, column: 22 },
  ]);
  assert.deepEqual(parsed.members.get('a'), { value: 'x', line: 2, column: 26, key: { line: 2, column: 22 } });
  assert.equal(parsed.members.get('__proto__')?.value, null);
  const many = parseServiceJson(`{${'"x":1,'.repeat(500)}"y":1}`);
  assert.equal(many.kind === 'object' && many.duplicates.length, 100);
});

const faults: Readonly<Record<string, string>> = {
  '': '1:1 the text ends where a value is expected',
  '  ': '1:3 the text ends where a value is expected',
  '{': '1:2 the text ends where a comma or } is expected',
  '{"a"': '1:5 the text ends where a colon is expected',
  '{"a" 1}': '1:6 expected a colon instead of 1',
  '[1': '1:3 the text ends where a comma or ] is expected',
  '{"a":1,}': '1:8 JSON has no comma before }',
  '[1,,2]': '1:4 expected a value instead of ,',
  '[1,\n]': '2:1 JSON has no comma before ]',
  '{"a":1 "b":2}': '1:8 expected a comma instead of "b"',
  '{"a":}': '1:6 expected a value instead of }',
  '{1:2}': '1:2 expected a key in double quotes instead of 1',
  "{'a':1}": "1:2 JSON takes double quotes, not '",
  '{\n  name: 1}': '2:3 name is no JSON; text must be in double quotes',
  '{\n\u00a0 "name": 1}': '2:1 U+00A0 is no white space in JSON',
  "a1'": "1:1 a1' is no JSON; text must be in double quotes",
  '1.': '1:1 1. is no JSON number',
  '01': '1:2 expected the end instead of 1',
  '{} // x': '1:4 JSON has no comments',
  '/* x': '1:1 JSON has no comments',
  '{"a":1}}': '1:8 expected the end instead of }',
  '["a\nb"]': '1:2 this string has no closing quote on its line',
  '"a\tb"': '1:3 a control character must be escaped in a string',
  '"\\"\\x"': '1:4 JSON has no such escape: write \\\\ for a backslash, and / between the names of a path',
  '"\\u00E9\\u12g4"': '1:8 JSON has no such escape: write \\\\ for a backslash, and / between the names of a path',
  '"\\x\\y"': '1:2 JSON has no such escape: write \\\\ for a backslash, and / between the names of a path',
  [`{"a" "${'x'.repeat(38)}"}`]: `1:6 expected a colon instead of "${'x'.repeat(38)}"`,
  [`{"a" "${'x'.repeat(39)}"}`]: `1:6 expected a colon instead of "${'x'.repeat(39)}…`,
};

for (const [text, fault] of Object.entries(faults)) {
  test(`the fault of ${JSON.stringify(text)} is: ${fault}`, () => {
    const parsed = parseServiceJson(text);
    assert.ok(parsed.kind === 'syntax');
    assert.equal(`${parsed.line}:${parsed.column} ${parsed.message}`, fault);
  });
}

test('what is JSON and no object, or too deep, is named where it begins to be', () => {
  for (const text of ['[]', 'null', '"a"', '1']) {
    assert.deepEqual(parseServiceJson(text), { kind: 'not_object', message: 'not an object', line: 1, column: 1 });
  }
  const nest = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  assert.equal(parseServiceJson(nest(maxDepth - 1)).kind, 'object');
  const message = 'nested deeper than 1000 levels';
  assert.deepEqual(parseServiceJson(nest(maxDepth)), { kind: 'depth', message, line: 1, column: 5 + maxDepth });
  assert.equal(parseServiceJson('['.repeat(2_000_000)).kind, 'depth');
  assert.equal(parseServiceJson('\ufeff \n{}').kind, 'object');
});

test('a bug is not taken for a fault of the text', () => {
  const broken = { replace: () => ({ length: 1 }) };
  assert.throws(() => parseServiceJson(broken as never), TypeError);
});
