import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ActionError } from '../../../src/action-error.ts';
import {
  answer,
  answerEarly,
  answerEarlyAndClose,
  answerRaw,
  type ReceivedRequest,
  readCertificate,
  startFaultServer,
} from '../../support/fault-server/index.ts';
import { apiKey, createBody, deploy, describeLost, exchange, lose, readList, readOne, remove } from './exchange.ts';

before(() => setDefaultCACertificates([readCertificate('localhost')]));

test('a request carries the key, its kind and its length, and nothing that invites a redirect or a cache', async () => {
  const requests: ReceivedRequest[] = [];
  await using server = await startFaultServer(async (peer) => {
    requests.push(await peer.readRequest());
    await peer.write('HTTP/1.1 204 No Content\r\n\r\n');
  });
  await exchange(server.origin, {
    request: deploy({
      length: 2,
      stream: async function* () {
        yield Buffer.from('{}');
      },
    }),
  });
  await exchange(server.origin, { request: remove });
  const common = {
    host: new URL(server.origin).host,
    connection: 'keep-alive',
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'miniapp-deploy/test',
  };
  assert.deepEqual(requests, [
    {
      method: 'POST',
      path: '/api/miniapps/deploy',
      headers: { ...common, 'content-type': 'application/json', 'content-length': '2' },
      body: Buffer.from('{}'),
    },
    { method: 'DELETE', path: '/api/miniapps/tides', headers: common, body: Buffer.alloc(0) },
  ]);
});

for (const [status, body, kind] of [
  [200, '{"slug":"tides"}', 'json'],
  [201, 'null', 'json'],
  [200, '[]', 'json'],
  [200, '12', 'json'],
  [200, '"text"', 'json'],
  [200, '', 'empty'],
  [202, ' \r\n\t ', 'empty'],
  [200, '<!doctype html><title>Welcome</title>', 'unreadable'],
  [502, '<html>Bad Gateway</html>', 'unreadable'],
  [503, '<html>Service Unavailable</html>', 'unreadable'],
  [504, 'upstream timed out', 'unreadable'],
  [401, '{"error":{"code":"unauthorized","message":"no"}}', 'json'],
  [404, '{}', 'json'],
  [429, '', 'empty'],
] as const) {
  test(`${status} with ${body === '' ? 'nothing' : JSON.stringify(body)} is ${kind}`, async () => {
    await using server = await startFaultServer(answer(status, body));
    const got = await exchange(server.origin);
    assert.equal(got.status, status);
    assert.equal(got.body.kind, kind);
    if (got.body.kind === 'json') assert.deepEqual(got.body.value, JSON.parse(body));
    if (got.body.kind === 'unreadable') assert.equal(got.body.start, body);
    await server.whenIdle();
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) is an answer, and its target gets nothing`, async () => {
    await using other = await startFaultServer(answer(200, '{"slug":"tides"}'));
    await using server = await startFaultServer([
      answer(status, '', [`location: ${other.origin}/api/miniapps/deploy`]),
      answer(status, '', ['location: /elsewhere']),
    ]);
    for (const connections of [1, 2]) {
      const got = await exchange(server.origin, { request: deploy(createBody(1000)) });
      assert.deepEqual(got, { status, retryAfter: null, date: null, body: { kind: 'empty' } });
      assert.equal(server.connections(), connections);
    }
    assert.equal(other.connections(), 0);
  });
}

for (const [name, headers, expected] of [
  ['none', [], null],
  ['one', ['retry-after: 7'], '7'],
  ['one with space around it', ['retry-after:   7  '], '7'],
  ['two', ['retry-after: 7', 'retry-after: 120'], null],
] as const) {
  test(`of Retry-After headers, ${name} gives ${expected}`, async () => {
    await using server = await startFaultServer(answer(429, '{}', headers));
    assert.equal((await exchange(server.origin)).retryAfter, expected);
  });
}

test('a response is unpacked whatever its status and its coding', async () => {
  for (const [encoding, pack] of Object.entries({
    gzip: gzipSync,
    GZIP: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    identity: Buffer.from,
  })) {
    const packed = pack('{"problems":["one"]}');
    const answers = [200, 422, 500].map((status) => answer(status, packed, [`content-encoding: ${encoding}`]));
    await using server = await startFaultServer(answers);
    for (const status of [200, 422, 500]) {
      const got = await exchange(server.origin);
      const body = { kind: 'json', value: { problems: ['one'] } };
      assert.partialDeepStrictEqual(got, { status, body }, encoding);
    }
  }
});

test('an answer packed in an unknown way, wrongly, or cut off cannot be read', async () => {
  const whole = gzipSync('{"slug":"tides"}');
  const brotli = brotliCompressSync('{"slug":"tides"}');
  await using server = await startFaultServer([
    answer(200, whole, ['content-encoding: zstd']),
    answer(200, 'not packed', ['content-encoding: gzip']),
    answer(200, whole.subarray(0, -5), ['content-encoding: gzip']),
    answer(200, whole.subarray(0, 8), ['content-encoding: gzip']),
    answer(200, brotli.subarray(0, -5), ['content-encoding: br']),
    answer(200, Buffer.alloc(50, 0xff), ['content-encoding: br']),
    answer(200, 'not packed', ['content-encoding: deflate']),
  ]);
  const whys = [];
  for (let index = 0; index < 7; index += 1) {
    const { body } = await exchange(server.origin);
    whys.push(body.kind === 'unreadable' ? body.why : body.kind);
  }
  assert.deepEqual(whys, ['has an unknown content encoding', ...Array(6).fill('is compressed wrongly or cut off')]);
});

for (const certificate of [undefined, 'localhost'] as const) {
  const [over, secure] = certificate === undefined ? ['http', {}] : ['https', { certificate }];

  for (const status of [401, 413]) {
    for (const thenReads of [true, false]) {
      const reading = thenReads ? 'reads on' : 'stops reading';
      test(`${status} from a server that ${reading} while the body goes out over ${over} is an answer`, async () => {
        const text = '{"error":{"code":"no","message":"no"}}';
        await using server = await startFaultServer(answerEarly(status, text, { thenReads }), secure);
        const got = await exchange(server.origin, { request: deploy(createBody(20_000_000)) });
        assert.deepEqual([got.status, got.body.kind], [status, 'json']);
      });
    }
  }

  test(`a 413 from a server that closes with the body unread is an answer over ${over}, though the closing breaks the sending`, async () => {
    await using server = await startFaultServer(answerEarlyAndClose(413, '{}'), secure);
    // More than once: who is faster decides whether the write fails before the answer is read.
    for (let round = 0; round < 5; round += 1) {
      const got = await exchange(server.origin, { request: deploy(createBody(20_000_000)) });
      assert.deepEqual([got.status, got.body.kind], [413, 'json']);
    }
  });
}

test('a dry run lets a read through and nothing else, without a connection', async () => {
  await using server = await startFaultServer(answer(200, '{}'));
  const changes = (['POST', 'PATCH', 'DELETE'] as const).map((method) => ({ ...deploy(createBody(5)), method }));
  for (const request of changes) {
    const lost = await describeLost(server.origin, { request, dryRun: true });
    assert.deepEqual(lost, { code: 'dry_run', sent: false });
  }
  assert.equal(server.connections(), 0);
  for (const request of [readOne, readList]) {
    assert.equal((await exchange(server.origin, { request, dryRun: true })).status, 200);
  }
});

test('what the stream of a body throws comes out as it is', async () => {
  await using server = await startFaultServer(answer(200, '{}'));
  const failure = new ActionError('The file changed', { code: 'file_changed', next: 'Wait.' });
  for (const chunks of [0, 1, 40]) {
    const body = {
      length: 10_000_000,
      async *stream() {
        for (let index = 0; index < chunks; index += 1) yield Buffer.alloc(70_000);
        throw failure;
      },
    };
    await assert.rejects(exchange(server.origin, { request: deploy(body) }), (error) => error === failure);
    await server.whenIdle();
  }
});

test('a body of another length than was said is never sent as a whole request', async () => {
  await using server = await startFaultServer(answer(200, '{}'));
  for (const length of [5, 200_000]) {
    const { stream } = createBody(100_000);
    const error = await lose(server.origin, { request: deploy({ length, stream }), attemptMs: 300 });
    assert.ok(['connection_lost', 'attempt_timeout'].includes(error.code), error.code);
  }
});

test('an answer that repeats the key does not bring it into an error', async () => {
  await using server = await startFaultServer(
    answerRaw(`HTTP/1.1 200 OK\r\nx-key: ${apiKey}\r\ncontent-length: 900\r\n\r\n{"key":"${apiKey}`),
  );
  await lose(server.origin);
});

test('an answer without a body is empty, though a header calls it packed', async () => {
  for (const head of ['204 No Content\r\n', '200 OK\r\ncontent-length: 0\r\n']) {
    await using server = await startFaultServer(answerRaw(`HTTP/1.1 ${head}content-encoding: gzip\r\n\r\n`));
    assert.deepEqual((await exchange(server.origin)).body, { kind: 'empty' });
  }
});

const packedAnswer = (): { readonly value: object; readonly bytes: Buffer } => {
  const value = { note: randomBytes(3_000_000).toString('base64') };
  const packed = gzipSync(JSON.stringify(value), { level: 0 });
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`;
  return { value, bytes: Buffer.concat([Buffer.from(head), packed]) };
};

test('a packed answer that comes faster than it is unpacked is read whole, also where the service closes behind it', async () => {
  const { value, bytes } = packedAnswer();
  await using server = await startFaultServer(answerRaw(bytes));
  const { body } = await exchange(server.origin);
  assert.deepEqual(body, { kind: 'json', value });
});
