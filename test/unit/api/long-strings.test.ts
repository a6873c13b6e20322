import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { longBytes } from '../../../src/api/long-strings.ts';
import { readResponse } from '../../../src/api/response.ts';
import { isEmptyJson, LongString, toJsonObject, unreadableText } from '../../../src/text/json.ts';

async function read(json: string | Buffer) {
  const limitBytes = 100_000;
  const stream = Readable.from([Buffer.from(json)], { objectMode: false });
  const body = await readResponse(stream, { encoding: null, limitBytes, keepsLongStrings: true });
  return body.kind === 'json' ? { ...body, value: toPlain(body.value) } : body;
}

/** Returns a value with texts in place of its LongStrings. No other text may be long. */
function toPlain(value: unknown): unknown {
  if (value instanceof LongString) return value.toString();
  if (typeof value === 'string') assert.ok(Buffer.byteLength(value) <= longBytes);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toPlain);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]));
}

/** Generates texts of about the length from which a text is long, with what JSON escapes. */
const anyLong = fc
  .tuple(
    fc.constantFrom('', '"', '\\', '\\"', '\\\\', ':', '\n', 'é', '☀', '🌊', '",', '": "'),
    fc.integer({ min: longBytes - 30, max: longBytes + 30 }),
    fc.constantFrom('', '"', '\\', '\\\\', '\\\\"', '\u0000', '🌊'),
  )
  .map(([start, length, end]) => start + 'x'.repeat(length) + end);

test('an app reads the same with and without its long strings', async () => {
  const anyText = fc.oneof(fc.string(), anyLong, fc.constantFrom('LongString0', 'LongStringx1'));
  const { value: anyValue } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      anyText,
      fc.constantFrom(null, 1, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(
      anyValue,
      fc.constantFrom(0, 2),
      fc.boolean(),
      async (value, space, isAscii) => {
        let text = JSON.stringify(value, null, space);
        if (isAscii) text = text.replaceAll('é', '\\u00e9').replaceAll('/', '\\/');
        assert.deepStrictEqual(await read(text), { kind: 'json', value: JSON.parse(text) });
      },
    ),
  );
});

test('a name stays a name, however long', async () => {
  const name = 'n'.repeat(2 * longBytes);
  const text = JSON.stringify({ [name]: name });
  assert.deepStrictEqual(await read(text.replace('":', '" \n:')), {
    kind: 'json',
    value: { [name]: name },
  });
});

const long = 'x'.repeat(longBytes);
for (const [name, json, why] of [
  ['ends in a long string', `{"a": "${long}`, 'ends early'],
  ['ends after a long string', `{"a": "${long}"`, 'ends early'],
  ['ends in an escape', `{"a": "\\"${long}\\`, 'ends early'],
  ['has something wrong behind a long string', `{"a": "${long}" oh}`, 'is not JSON'],
] as const) {
  test(`a response that ${name} ${why}`, async () => {
    assert.partialDeepStrictEqual(await read(json), { kind: 'unreadable', why });
  });
}

test('a long string that is not a string in JSON, or not UTF-8, is the same as no file', async () => {
  for (const odd of [Buffer.from('\\x'), Buffer.from('\\u12'), Buffer.from([0xc3])]) {
    const json = Buffer.concat([Buffer.from(`["${long}`), odd, Buffer.from('"]')]);
    const { value } = Object(await read(json));
    assert.equal(value[0].isWellFormed(), false);
  }
  assert.equal(new LongString(Buffer.from('"\\x"')).toString(), unreadableText);
});

test('a long string is no object and not empty, and JSON shows its text', async () => {
  const text = 'x'.repeat(longBytes);
  const value = new LongString(Buffer.from(JSON.stringify(text)));
  assert.equal(toJsonObject(value), null);
  assert.equal(isEmptyJson(value), false);
  assert.equal(JSON.stringify({ value }), JSON.stringify({ value: text }));
});
