import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ActionError } from '../../../src/action-error.ts';
import { type RequestBody, toJsonBody } from '../../../src/api/transport.ts';
import {
  answer,
  answerEarly,
  answerRaw,
  type ReceivedRequest,
  readCertificate,
  startFaultServer,
  toAnswer,
} from '../../support/fault-server/index.ts';
import { apiKey, assertLost, createBody, deploy, exchange, readList, readOne, remove } from './exchange.ts';

before(() => setDefaultCACertificates([readCertificate('localhost')]));

test('a request carries the key, its kind and its length, and nothing that invites a redirect or a cache', async () => {
  const requests: ReceivedRequest[] = [];
  await using server = await startFaultServer(async (peer) => {
    requests.push(await peer.readRequest());
    await peer.write('HTTP/1.1 204 No Content\r\n\r\n');
  });
  for (const request of [deploy(toJsonBody({})), remove, readOne]) await exchange(server.origin, { request });
  const headers = {
    host: new URL(server.origin).host,
    connection: 'keep-alive',
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'miniapp-deploy/test',
  };
  const ofBody = { 'content-type': 'application/json', 'content-length': '2' };
  const body = Buffer.alloc(0);
  assert.deepEqual(requests, [
    { method: 'POST', path: '/api/miniapps/deploy', headers: { ...headers, ...ofBody }, body: Buffer.from('{}') },
    { method: 'DELETE', path: '/api/miniapps/tides', headers, body },
    { method: 'GET', path: '/api/miniapps/tides', headers: { ...headers, 'cache-control': 'no-cache' }, body },
  ]);
});

test('a redirect is a response, and its target gets nothing', async () => {
  await using other = await startFaultServer(answer(200, '{}'));
  for (const status of [301, 302, 303, 307, 308]) {
    for (const target of [`${other.origin}/api/miniapps/deploy`, '/elsewhere']) {
      await using server = await startFaultServer(answer(status, '', [`location: ${target}`]));
      const response = await exchange(server.origin, { request: deploy(1_000) });
      assert.deepEqual(response, { status, retryAfter: null, date: null, body: { kind: 'empty' } });
      assert.equal(server.connections(), 1);
    }
  }
  assert.equal(other.connections(), 0);
});

test('a dry run lets a read through and nothing else, without a connection', async () => {
  await using server = await startFaultServer(answer(200, '{}'));
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    const request = { ...deploy(5), method };
    await assertLost(server.origin, { code: 'dry_run', sent: false }, { request, dryRun: true });
  }
  assert.equal(server.connections(), 0);
  for (const request of [readOne, readList]) {
    assert.equal((await exchange(server.origin, { request, dryRun: true })).status, 200);
  }
});

describe('a body', () => {
  for (const certificate of [undefined, 'localhost'] as const) {
    test(`whose chunks use the same memory again arrives whole over ${certificate ? 'https' : 'http'}`, async () => {
      const received: Buffer[] = [];
      await using server = await startFaultServer(
        async (peer) => {
          // A slow start, so that the client has to wait for the buffers to drain.
          peer.socket.pause();
          setTimeout(() => peer.socket.resume(), 30);
          received.push((await peer.readRequest()).body);
          await answer(201, '{}')(peer);
        },
        { certificate },
      );
      const body = createBody(12_000_000);
      const chunks: Buffer[] = [];
      for await (const chunk of body.stream()) chunks.push(Buffer.from(chunk));
      assert.equal((await exchange(server.origin, { request: deploy(body) })).status, 201);
      assert.ok(Buffer.concat(received).equals(Buffer.concat(chunks)));
    });
  }

  for (const chunks of [0, 1, 40]) {
    test(`that throws after ${chunks} chunks ends the exchange, and its error comes out as it is`, async () => {
      await using server = await startFaultServer(answer(200, '{}'));
      const failure = new ActionError('The file changed', { code: 'file_changed', next: 'Wait.' });
      async function* stream() {
        for (let index = 0; index < chunks; index += 1) yield Buffer.alloc(70_000);
        throw failure;
      }
      const request = deploy({ length: 10_000_000, stream });
      await assert.rejects(exchange(server.origin, { request }), (error) => error === failure);
      await server.whenIdle();
    });
  }

  test('of another length than was said is never sent as a whole request', async () => {
    const requests: ReceivedRequest[] = [];
    await using server = await startFaultServer(async (peer) => {
      requests.push(await peer.readRequest());
    });
    const cut = (length: number): RequestBody => ({ ...createBody(100_000), length });
    await assertLost(server.origin, { code: 'connection_lost' }, { request: deploy(cut(5)) });
    await assertLost(server.origin, { code: 'connection_lost' }, { request: deploy(cut(200_000)) });
    await server.whenIdle();
    assert.deepEqual(requests, []);
  });
});

describe('a response', () => {
  for (const [status, text, body] of [
    [200, '{"slug":"tides"}', { kind: 'json', value: { slug: 'tides' } }],
    [401, '["no"]', { kind: 'json', value: ['no'] }],
    [429, '', { kind: 'empty' }],
    [504, 'upstream timed out', { kind: 'unreadable', why: 'is not JSON', start: 'upstream timed out' }],
  ] as const) {
    test(`of ${status} with ${JSON.stringify(text)} is ${body.kind}`, async () => {
      await using server = await startFaultServer(answer(status, text));
      assert.deepEqual(await exchange(server.origin), { status, retryAfter: null, date: null, body });
      await server.whenIdle();
    });
  }

  for (const [headers, expected] of [
    [['retry-after: 7'], { retryAfter: '7', date: null }],
    [['retry-after:   7  ', 'date: today'], { retryAfter: '7', date: 'today' }],
    [['retry-after: 7', 'retry-after: 120'], { retryAfter: null, date: null }],
  ] as const) {
    test(`has the times that its headers say once: ${headers}`, async () => {
      await using server = await startFaultServer(answer(429, '{}', headers));
      assert.partialDeepStrictEqual(await exchange(server.origin), expected);
    });
  }

  for (const head of ['204 No Content\r\n', '200 OK\r\ncontent-length: 0\r\n']) {
    test(`without a body is empty, though a header calls it compressed: ${head.trim()}`, async () => {
      await using server = await startFaultServer(answerRaw(`HTTP/1.1 ${head}content-encoding: gzip\r\n\r\n`));
      assert.deepEqual((await exchange(server.origin)).body, { kind: 'empty' });
    });
  }
});

describe('a compressed response', () => {
  const text = '{"problems":["one"]}';
  const coded = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text) };
  const read = { kind: 'json', value: { problems: ['one'] } };
  const unknown = { kind: 'unreadable', why: 'has an unknown content encoding', start: '' };
  const wrong = { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
  for (const [encoding, bytes, body] of [
    ['gzip', coded.gzip, read],
    ['GZIP', coded.gzip, read],
    ['x-gzip', coded.gzip, read],
    ['deflate', coded.deflate, read],
    ['br', coded.br, read],
    ['identity', Buffer.from(text), read],
    ['zstd', coded.gzip, unknown],
    ['gzip', Buffer.from(text), wrong],
    ['deflate', Buffer.from(text), wrong],
    ['br', Buffer.from(text), wrong],
    ['gzip', coded.gzip.subarray(0, -5), wrong],
    ['gzip', coded.gzip.subarray(0, 8), wrong],
    ['br', coded.br.subarray(0, -5), wrong],
  ] as const) {
    test(`in ${encoding} of ${bytes.length} bytes is ${'why' in body ? `not read: ${body.why}` : 'read'}, whatever its status`, async () => {
      const statuses = [200, 422, 500];
      const faults = statuses.map((status) => answer(status, bytes, [`content-encoding: ${encoding}`]));
      await using server = await startFaultServer(faults);
      for (const status of statuses) assert.partialDeepStrictEqual(await exchange(server.origin), { status, body });
    });
  }

  test('that comes faster than it is decompressed is read whole, also where the service closes behind it', async () => {
    const value = { note: randomBytes(3_000_000).toString('base64') };
    const bytes = gzipSync(JSON.stringify(value), { level: 0 });
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`;
    await using server = await startFaultServer(answerRaw(Buffer.concat([Buffer.from(head), bytes])));
    assert.deepEqual((await exchange(server.origin)).body, { kind: 'json', value });
  });
});

for (const [over, certificate] of [
  ['http', undefined],
  ['https', 'localhost'],
] as const) {
  for (const then of ['reads on', 'stops reading', 'closes'] as const) {
    test(`401 and 413 over ${over} while the body goes out are responses, of a server that then ${then}`, async () => {
      for (const status of [401, 413]) {
        await using server = await startFaultServer(answerEarly(status, '{"error":{}}', then), { certificate });
        const response = await exchange(server.origin, { request: deploy(20_000_000) });
        assert.partialDeepStrictEqual(response, { status, body: { kind: 'json' } });
      }
    });
  }
}

test('413 is a response also where the sending breaks before it is read', async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await startFaultServer(async (peer) => {
    await peer.readHead();
    peer.socket.write(toAnswer(413, '{}'));
    peer.socket.resetAndDestroy();
    // The write that fails now is heard of before the response, which waits to be read.
    closed.resolve();
  });
  async function* stream() {
    yield Buffer.alloc(1_000);
    await closed.promise;
    yield Buffer.alloc(1_000);
  }
  const response = await exchange(server.origin, { request: deploy({ length: 2_000, stream }) });
  assert.equal(response.status, 413);
});
