import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  type ResponseOptions,
  ResponseTooLargeError,
  readResponse,
} from '../../../src/api/response.ts';
import { cuts as anyCuts, cutBytes } from './json-sample.ts';

interface ReadOptions extends Partial<ResponseOptions> {
  /** The indexes at which the response is cut into chunks. */
  readonly cuts?: readonly number[];
}

function read(
  bytes: string | Uint8Array,
  { cuts = [], encoding = null, limitBytes = 10_000_000 }: ReadOptions = {},
) {
  const chunks = cutBytes(Buffer.from(bytes), cuts);
  return readResponse(Readable.from(chunks, { objectMode: false }), {
    encoding,
    limitBytes,
  });
}

const blanks = fc
  .array(fc.constantFrom(' ', '\t', '\r', '\n'), { maxLength: 600 })
  .map((chars) => chars.join(''));

test('a response has the same value in any chunks, compressed or not, with or without a byte order mark', async () => {
  const anyStart = fc.tuple(fc.constantFrom('', '\ufeff'), blanks).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      anyStart,
      anyCuts,
      fc.boolean(),
      async (value, start, cuts, isCompressed) => {
        const text = JSON.stringify(value);
        const bytes = Buffer.from(start + text);
        const [packed, encoding] = isCompressed ? [gzipSync(bytes), 'gzip'] : [bytes, null];
        assert.deepStrictEqual(await read(packed, { cuts, encoding }), {
          kind: 'json',
          value: JSON.parse(text),
        });
      },
    ),
  );
});

test('any character is read as itself, in names and texts, as it is or escaped', async () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', '\\', '\n', 'é', '\u0080', '☀', '🌊') });
  const anyObject = fc.dictionary(anyText, fc.array(anyText, { maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(
      anyObject,
      fc.subarray(['é', '\u0080', '☀', '\\n']),
      async (value, escaped) => {
        let text = JSON.stringify(value);
        for (const character of escaped) text = text.replaceAll(character, toEscape(character));
        assert.deepStrictEqual(await read(text), { kind: 'json', value: JSON.parse(text) });
      },
    ),
  );
});

/** Returns a character as an escape for JSON; an escaped line end becomes `\u000a`. */
function toEscape(character: string): string {
  const code = character === '\\n' ? 10 : character.charCodeAt(0);
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

test('a response of white space is empty, also with a byte order mark, and any other byte is unreadable', async () => {
  await fc.assert(
    fc.asyncProperty(blanks, anyCuts, async (blank, cuts) => {
      for (const mark of ['', '\ufeff'])
        assert.deepEqual(await read(mark + blank, { cuts }), { kind: 'empty' });
      for (const odd of [
        `${blank}x`,
        `${blank}\u0000`,
        `\ufeff${blank}\ufeff`,
        `{}${blank}\ufeff`,
      ]) {
        assert.equal((await read(odd, { cuts })).kind, 'unreadable');
      }
    }),
  );
});

test('the limit counts decompressed bytes, and is exact', async () => {
  const text = JSON.stringify('x'.repeat(98));
  assert.equal((await read(text, { limitBytes: 100 })).kind, 'json');
  await assert.rejects(read(text, { cuts: [50], limitBytes: 99 }), ResponseTooLargeError);
  await assert.rejects(
    read(gzipSync(text), { encoding: 'gzip', limitBytes: 99 }),
    ResponseTooLargeError,
  );
});

test('JSON is read up to 200 levels deep', async () => {
  const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  assert.equal((await read(nest(200))).kind, 'json');
  for (const levels of [201, 200_000]) {
    assert.deepEqual(await read(nest(levels)), {
      kind: 'unreadable',
      why: 'is nested deeper than 200 levels',
      start: levels === 201 ? nest(levels).slice(0, 200).replace(/\S+$/, '') : '',
    });
  }
});

test('a text with bytes that are not UTF-8 becomes half a character, which no file has', async () => {
  for (const hex of ['ff41', '41eda080', 'f09f98', 'c3c3a9', '80']) {
    const body = Buffer.concat([Buffer.from('["'), Buffer.from(hex, 'hex'), Buffer.from('"]')]);
    const { value } = Object(await read(body));
    assert.equal(value[0].isWellFormed(), false, hex);
  }
  assert.deepEqual(await read('["\ufffd"]'), { kind: 'json', value: ['\ufffd'] });
});

const long = `No: ${'é '.repeat(60)}key-that-is-cut-off and more`;
const filler = `<meta charset="utf-8">${' '.repeat(5_000)}`;
for (const [name, text, start] of [
  ['a long text', long, long.slice(0, 4 + 120 - 1)],
  ['one long word', `No:${'x'.repeat(300)}`, ''],
  ['a short text, which is whole', 'Not here', 'Not here'],
  [
    'a page',
    '<!doctype html>\n<head><title>\n502 Bad\n Gateway</title><p>nginx',
    '502 Bad Gateway',
  ],
  ['a page whose title is empty', '<html><title> </title><h1 id="a">No</h1>', 'No'],
  ['a page without a title', '<p class="x">Not here', ''],
  ['a page whose title comes late', `<html>${filler}<title>Late</title>`, ''],
  ['a page whose title is cut', `<html>${' '.repeat(4_070)}<title>The key-that-is-cut`, 'The'],
  ['JSON that ends early', '{"message": "Unknown key-that-is-c', '{"message": "Unknown'],
  ['JSON that ends after a key', '{"key-that-is-c', ''],
  ['JSON that ends in an escape', '{"message": "Unknown key-that-is\\', '{"message": "Unknown'],
  ['JSON that ends after a comma', '{"message": "Unknown key",', '{"message": "Unknown'],
] as const) {
  test(`an error body that is not JSON is quoted by its title or its first whole words: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(anyCuts, async (cuts) => {
        assert.partialDeepStrictEqual(await read(text, { cuts }), {
          kind: 'unreadable',
          start,
        });
      }),
    );
  });
}

const text = '["one"]';
const json = { kind: 'json', value: ['one'] };
const damaged = { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
const unknown = { kind: 'unreadable', why: 'has an unknown content encoding', start: '' };
for (const [encoding, bytes, expected] of [
  ['X-GZIP', gzipSync(text), json],
  ['deflate', deflateSync(text), unknown],
  ['identity', text, json],
  ['gzip', gzipSync(text).subarray(0, 8), damaged],
  ['gzip', text, damaged],
  ['gzip, gzip', text, unknown],
  ['zstd', '', { kind: 'empty' }],
] as const) {
  test(`${bytes.length} bytes in ${encoding} are ${expected.kind}`, async () => {
    assert.deepEqual(await read(bytes, { encoding }), expected);
  });
}

test('a page is not read to its end, and later errors of its stream are ignored', async () => {
  for (const [encoding, start] of [
    ['zstd', 'first piece'],
    [null, `\n<!doctype html>${'x'.repeat(5_000)}`],
  ] as const) {
    const stream = new Readable({ read: () => undefined });
    stream.push(start);
    const body = await readResponse(stream, { encoding, limitBytes: 10_000 });
    assert.equal(body.kind, 'unreadable');
    assert.ok(stream.destroyed);
    // Destroys the stream, as the transport does when it closes the connection.
    stream.destroy(new Error('closed'));
    await setImmediate();
  }
});
