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
} from '../../../../src/api/response/response.ts';
import { contentPaths } from '../../../../src/api/wire.ts';
import { digestContent } from '../../../../src/model/content.ts';
import { cuts as anyCuts, cutBytes } from './json-sample.ts';

interface ReadOptions extends Partial<ResponseOptions> {
  /** Where the response is cut into chunks. */
  readonly cuts?: readonly number[];
}

function read(
  bytes: string | Uint8Array,
  { cuts = [], encoding = null, contentPaths = [], ...more }: ReadOptions = {},
) {
  const chunks = cutBytes(Buffer.from(bytes), cuts);
  return readResponse(Readable.from(chunks, { objectMode: false }), {
    encoding,
    contentPaths,
    ...more,
  });
}

const blanks = fc
  .array(fc.constantFrom(' ', '\t', '\r', '\n'), { maxLength: 600 })
  .map((chars) => chars.join(''));

test('a response is the same however it is cut, compressed or not, with a byte order mark or without', async () => {
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

test('nothing but white space, also behind a byte order mark, is an empty response, and any other byte is not', async () => {
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

test('the limit holds for what is read, to the byte', async () => {
  const text = JSON.stringify('x'.repeat(98));
  assert.equal((await read(text, { limitBytes: 100 })).kind, 'json');
  await assert.rejects(read(text, { cuts: [50], limitBytes: 99 }), ResponseTooLargeError);
  await assert.rejects(
    read(gzipSync(text), { encoding: 'gzip', limitBytes: 99 }),
    ResponseTooLargeError,
  );
});

test('of an app 64 MiB are held at once, and a response that needs more says so', async () => {
  const readPrompt = (size: number) => {
    const app = [
      Buffer.from('{"slug":"tides","system_prompt":"'),
      Buffer.alloc(size, 'x'),
      Buffer.from('"}'),
    ];
    return readResponse(Readable.from(app), { encoding: null, contentPaths: contentPaths });
  };
  const size = 64 * 1024 * 1024 - '{"slug":"tides","system_prompt":""}'.length;
  assert.equal((await readPrompt(size)).kind, 'json');
  const message = 'has more than 67108864 bytes in one text or beside its files';
  await assert.rejects(readPrompt(size + 1), { name: 'ResponseTooLargeError', message });
});

test('the page and the files of an app are digested in the read of one app, and in no other response', async () => {
  const value = {
    html: '<p>',
    files: { 'service.json': '{}', 'index.html': '<p>' },
    tagline: 'html',
  };
  const text = JSON.stringify(value);
  assert.deepEqual(await read(text), { kind: 'json', value });
  for (const keepsTexts of [true, undefined]) {
    const html = digestContent('<p>', keepsTexts);
    const files = { 'service.json': digestContent('{}', true), 'index.html': html };
    const body = { kind: 'json', value: { ...value, html, files } };
    assert.deepEqual(await read(text, { contentPaths: contentPaths, keepsTexts }), body);
  }
});

const long = `<p> ${'é '.repeat(60)}key-that-is-cut-off and more`;
for (const [name, text, start] of [
  ['a long text', long, long.slice(0, 4 + 120 - 1)],
  ['one long word', `<p>${'x'.repeat(300)}`, ''],
  ['a short text, which is whole', '<p>Not here', '<p>Not here'],
  ['JSON that ends early', '{"message": "Unknown key-that-is-c', '{"message": "Unknown'],
  ['JSON with an odd key', '{"\\x": "Not here"', '{"\\x": "Not'],
  [
    'JSON with an odd escape',
    '{"html": "\\x is no escape key-that-is-c',
    '{"html": "\\x is no escape',
  ],
] as const) {
  test(`the start of what cannot be read ends with a whole word, as a piece of a key would be shown: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(anyCuts, async (cuts) => {
        assert.partialDeepStrictEqual(await read(text, { cuts, contentPaths: contentPaths }), {
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

test('what cannot be read is not read to its end, and its end is nobody’s error', async () => {
  for (const [encoding, start] of [
    ['zstd', 'first piece'],
    [null, `{"\\x": "${'x'.repeat(300)}`],
  ] as const) {
    const stream = new Readable({ read: () => undefined });
    stream.push(start);
    assert.equal((await readResponse(stream, { encoding, contentPaths: [] })).kind, 'unreadable');
    assert.ok(stream.destroyed);
    // As the transport does when it closes the connection.
    stream.destroy(new Error('closed'));
    await setImmediate();
  }
});

test('an error that is not of the text ends the reading and the stream', async () => {
  const stream = Readable.from([
    Buffer.alloc(200, ' '),
    'a chunk that is no bytes',
    Buffer.from('{}'),
  ]);
  await assert.rejects(readResponse(stream, { encoding: null, contentPaths: [] }), TypeError);
  assert.ok(stream.destroyed);
});
