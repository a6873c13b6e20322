import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { AnswerTooLargeError, readAnswer } from '../../../src/api/answer.ts';

function read(bytes: Uint8Array, places: readonly number[], encoding: string | null = null, limitBytes = 10_000) {
  const edges = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const chunks = edges.slice(1).map((edge, index) => Buffer.from(bytes.subarray(edges[index], edge)));
  return readAnswer(Readable.from(chunks, { objectMode: false }), { encoding, limitBytes });
}

const places = fc.array(fc.nat(), { maxLength: 8 });

test('an answer is the same however it is cut, packed or not', async () => {
  const space = fc.constantFrom('', ' ', '\n\n', '\t'.repeat(300));
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), space, places, fc.boolean(), async (value, blank, cuts, isPacked) => {
      const text = `${blank}${JSON.stringify(value)}`;
      const bytes = isPacked ? gzipSync(text) : Buffer.from(text);
      const body = await read(bytes, cuts, isPacked ? 'gzip' : null);
      // Pages and files are digested, which is the content's own test.
      if (text.includes('html') || text.includes('files')) return;
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

test('nothing but white space is an empty answer, and any other byte is not', async () => {
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
  assert.equal((await read(text, [], null, 100)).kind, 'json');
  await assert.rejects(read(text, [50], null, 99), AnswerTooLargeError);
  await assert.rejects(read(gzipSync(text), [50], 'gzip', 99), AnswerTooLargeError);
});

test('what a stream breaks with comes out as it is', async () => {
  for (const encoding of [null, 'gzip']) {
    const failure = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const stream = new Readable({ read: () => undefined });
    stream.push(encoding === null ? '{"a":' : gzipSync('{"a":1}').subarray(0, 12));
    setImmediate(() => stream.destroy(failure));
    await assert.rejects(readAnswer(stream, { encoding, limitBytes: 100 }), (error) => error === failure);
  }
});

test('the start of what cannot be read ends with a whole word, however it is cut: a piece of a key would be shown', async () => {
  const start = async (text: string, cuts: readonly number[]): Promise<string | null> => {
    const body = await read(Buffer.from(text), cuts);
    return body.kind === 'unreadable' ? body.start : null;
  };
  const long = `<p> ${'é '.repeat(60)}key-that-is-cut-off and more`;
  const cases = [
    [long, long.slice(0, 4 + 120 - 1)],
    [`<p>${'x'.repeat(300)}`, ''],
    ['<p>Not here', '<p>Not here'],
    ['{"message": "Unknown key-that-is-c', '{"message": "Unknown'],
  ] as const;
  for (const [text, shown] of cases) {
    await fc.assert(fc.asyncProperty(places, async (cuts) => assert.equal(await start(text, cuts), shown)));
  }
});
