import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type ResponseOptions, ResponseTooLargeError, readResponse } from '../../../src/api/response.ts';
import { digestContent } from '../../../src/content.ts';

function read(
  bytes: Uint8Array,
  places: readonly number[],
  { encoding = null, limitBytes = 10_000, isApp = false }: Partial<ResponseOptions> = {},
) {
  const edges = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const chunks = edges.slice(1).map((edge, index) => Buffer.from(bytes.subarray(edges[index], edge)));
  return readResponse(Readable.from(chunks, { objectMode: false }), { encoding, limitBytes, isApp });
}

const places = fc.array(fc.nat(), { maxLength: 8 });

test('a response is the same however it is cut, compressed or not', async () => {
  const space = fc.constantFrom('', ' ', '\n\n', '\t'.repeat(300));
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), space, places, fc.boolean(), async (value, blank, cuts, isCompressed) => {
      const text = `${blank}${JSON.stringify(value)}`;
      const bytes = isCompressed ? gzipSync(text) : Buffer.from(text);
      const body = await read(bytes, cuts, { encoding: isCompressed ? 'gzip' : null });
      assert.deepStrictEqual(body, { kind: 'json', value: JSON.parse(text) });
    }),
  );
});

test('a byte order mark before the JSON is passed over, wherever it is cut, and not elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(places, async (cuts) => {
      assert.deepEqual(await read(Buffer.from('\ufeff{"a":1}'), cuts), { kind: 'json', value: { a: 1 } });
      assert.deepEqual(await read(Buffer.from('\ufeff'), cuts), { kind: 'empty' });
      for (const odd of ['\ufeff\ufeff{}', '{}\ufeff', ' \ufeff{}']) {
        assert.equal((await read(Buffer.from(odd), cuts)).kind, 'unreadable');
      }
      assert.equal((await read(Buffer.from([0xef, 0xbb]), cuts)).kind, 'unreadable');
    }),
  );
});

test('nothing but white space is an empty response, and any other byte is not', async () => {
  const blank = fc.array(fc.constantFrom(' ', '\t', '\r', '\n'), { maxLength: 600 }).map((chars) => chars.join(''));
  await fc.assert(
    fc.asyncProperty(blank, places, async (text, cuts) => {
      assert.deepEqual(await read(Buffer.from(text), cuts), { kind: 'empty' });
      for (const odd of ['x', '\u0000', '\u00a0']) {
        assert.equal((await read(Buffer.from(text + odd), cuts)).kind, 'unreadable');
      }
    }),
  );
});

test('the limit holds for what is read, to the byte', async () => {
  const text = Buffer.from(JSON.stringify('x'.repeat(98)));
  assert.equal((await read(text, [], { limitBytes: 100 })).kind, 'json');
  await assert.rejects(read(text, [50], { limitBytes: 99 }), ResponseTooLargeError);
  await assert.rejects(read(gzipSync(text), [50], { encoding: 'gzip', limitBytes: 99 }), ResponseTooLargeError);
});

test('what a stream breaks with comes out as it is', async () => {
  for (const encoding of [null, 'gzip']) {
    const failure = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const stream = new Readable({ read: () => undefined });
    stream.push(encoding === null ? '{"a":' : gzipSync('{"a":1}').subarray(0, 12));
    void setImmediate().then(() => stream.destroy(failure));
    await assert.rejects(
      readResponse(stream, { encoding, limitBytes: 100, isApp: false }),
      (error) => error === failure,
    );
  }
});

test('an error that is not of the text ends the reading and the stream', async () => {
  const stream = Readable.from([Buffer.alloc(200, ' '), 'a chunk that is no bytes', Buffer.from('{}')]);
  await assert.rejects(readResponse(stream, { encoding: null, limitBytes: 1_000, isApp: false }), TypeError);
  assert.ok(stream.destroyed);
});

test('the start of what cannot be read ends with a whole word, however it is cut: a piece of a key would be shown', async () => {
  const start = async (text: string, cuts: readonly number[]): Promise<string | null> => {
    const body = await read(Buffer.from(text), cuts, { isApp: true });
    return body.kind === 'unreadable' ? body.start : null;
  };
  const long = `<p> ${'é '.repeat(60)}key-that-is-cut-off and more`;
  const cases = [
    [long, long.slice(0, 4 + 120 - 1)],
    [`<p>${'x'.repeat(300)}`, ''],
    ['<p>Not here', '<p>Not here'],
    ['{"message": "Unknown key-that-is-c', '{"message": "Unknown'],
    ['{"html": "\\x is no escape key-that-is-c', '{"html": "\\x is no escape'],
  ] as const;
  for (const [text, shown] of cases) {
    await fc.assert(fc.asyncProperty(places, async (cuts) => assert.equal(await start(text, cuts), shown)));
  }
});

test('the page and the files of an app are digested in the read of one app, and in no other response', async () => {
  const app = { slug: 'tides', html: '<p>', files: { 'service.json': '{}', 'index.html': '<p>' }, tagline: 'html' };
  const text = Buffer.from(JSON.stringify({ app, ...app }));
  assert.deepEqual(await read(text, []), { kind: 'json', value: JSON.parse(text.toString()) });
  const body = await read(text, [], { isApp: true });
  assert.ok(body.kind === 'json');
  const html = digestContent('<p>', { isKept: false });
  const files = { 'service.json': digestContent('{}', { isKept: true }), 'index.html': html };
  const digested = { ...app, html, files };
  assert.deepEqual(body.value, { app: digested, ...digested });
});

test('an app of 50,000 files with long paths and a prompt of 9 MB is read', async () => {
  const folder = 'folder/'.repeat(20);
  const files = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`${folder}${index}.txt`, `${index}`]));
  const app = { slug: 'tides', system_prompt: 'say "é"\n'.repeat(1_000_000), files };
  const stream = Readable.from([Buffer.from(JSON.stringify(app))]);
  const body = await readResponse(stream, { encoding: null, isApp: true });
  assert.ok(body.kind === 'json');
  const read = Object(body.value);
  assert.equal(read.system_prompt, app.system_prompt);
  assert.deepEqual(Object.keys(read.files), Object.keys(files));
  assert.deepEqual(read.files[`${folder}49999.txt`], digestContent('49999', { isKept: false }));
});

test('of an app 64 MiB are held at once, and a response that needs more says so', async () => {
  const size = 64 * 1024 * 1024;
  const read = (prompt: number) => {
    const app = [Buffer.from('{"slug":"tides","system_prompt":"'), Buffer.alloc(prompt, 'x'), Buffer.from('"}')];
    return readResponse(Readable.from(app), { encoding: null, isApp: true });
  };
  assert.equal((await read(size - 35)).kind, 'json');
  await assert.rejects(read(size - 34), {
    name: 'ResponseTooLargeError',
    message: 'has more than 67108864 bytes in one text or beside its files',
  });
});

test('an unknown content encoding is unreadable however its body comes, and its end is nobody’s error', async () => {
  for (const encoding of ['zstd', 'utf-8', 'gzip, gzip', 'none']) {
    assert.deepEqual(await read(Buffer.from('{}'), [1], { encoding }), {
      kind: 'unreadable',
      why: 'has an unknown content encoding',
      start: '',
    });
    assert.deepEqual(await read(Buffer.alloc(0), [], { encoding }), { kind: 'empty' });
  }
  const stream = new Readable({ read: () => undefined });
  stream.push('first piece');
  assert.equal((await readResponse(stream, { encoding: 'zstd', limitBytes: 100, isApp: false })).kind, 'unreadable');
  assert.ok(stream.destroyed);
  // As the transport does when it closes the connection.
  stream.destroy(new Error('closed'));
  await setImmediate();
});

test('a stream that breaks while nobody reads from it yet is an error of the reading alone', async () => {
  for (const encoding of ['gzip', 'zstd']) {
    const failure = new Error('reset');
    const stream = new Readable({ read: () => undefined });
    const reading = readResponse(stream, { encoding, limitBytes: 100, isApp: false });
    stream.destroy(failure);
    await assert.rejects(reading, (error) => error === failure);
  }
});
