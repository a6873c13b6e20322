import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { toJsonBody } from '../../../src/api/request-body.ts';
import {
  answer,
  answerEarly,
  answerRaw,
  type Fault,
  type ReceivedRequest,
  startFaultServer,
  trust,
} from '../../support/fault-server/index.ts';
import { apiKey, assertLost, createBody, deploy, exchange, readOne, remove } from './exchange.ts';

before(() => trust('localhost'));

test('a request sends the API key, Content-Type and Content-Length, and a GET sends no-cache', async () => {
  const requests: ReceivedRequest[] = [];
  await using server = await startFaultServer(async (peer) => {
    requests.push(await peer.readRequest());
    await peer.write('HTTP/1.1 204 No Content\r\n\r\n');
  });
  const form = { ...toJsonBody({}), type: 'multipart/form-data; boundary=x' };
  for (const request of [deploy(toJsonBody({})), deploy(form), remove, readOne])
    await exchange(server.origin, { request });
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
  const post = { method: 'POST', path: '/api/miniapps/deploy', body: Buffer.from('{}') };
  assert.deepEqual(requests, [
    { ...post, headers: { ...headers, ...ofBody } },
    { ...post, headers: { ...headers, ...ofBody, 'content-type': form.type } },
    { method: 'DELETE', path: '/api/miniapps/tides', headers, body },
    {
      method: 'GET',
      path: '/api/miniapps/tides',
      headers: { ...headers, 'cache-control': 'no-cache' },
      body,
    },
  ]);
});

test('a dry run sends only GET requests, and opens no connection for others', async () => {
  await using server = await startFaultServer(answer(200, '{}'));
  for (const request of [deploy(5), { ...deploy(5), method: 'PATCH' as const }, remove]) {
    await assertLost(server.origin, { code: 'dry_run', sent: false }, { request, dryRun: true });
  }
  assert.equal(server.connections(), 0);
  assert.equal((await exchange(server.origin, { request: readOne, dryRun: true })).status, 200);
});

describe('a request body', () => {
  test('a request body that reuses its chunk buffer arrives intact', async () => {
    const received: Buffer[] = [];
    const slow: Fault = async (peer) => {
      // The client has to wait for the buffers to drain.
      peer.socket.pause();
      setTimeout(() => peer.socket.resume(), 30);
      received.push((await peer.readRequest()).body);
      await answer(201, '{}')(peer);
    };
    await using server = await startFaultServer(slow, { certificate: 'localhost' });
    const body = createBody(12_000_000);
    const chunks: Buffer[] = [];
    for await (const chunk of body.stream()) chunks.push(Buffer.from(chunk));
    assert.equal((await exchange(server.origin, { request: deploy(body) })).status, 201);
    assert.ok(Buffer.concat(received).equals(Buffer.concat(chunks)));
  });

  test('a request body that throws ends the request with the same error', async () => {
    await using server = await startFaultServer(answer(200, '{}'));
    const failure = new RangeError('The file changed');
    async function* stream() {
      for (let chunks = 0; chunks < 40; chunks += 1) yield Buffer.alloc(70_000);
      throw failure;
    }
    const request = deploy({ ...createBody(10_000_000), stream });
    await assert.rejects(exchange(server.origin, { request }), (error) => error === failure);
    await server.whenIdle();
  });

  test('a request body of another length than its Content-Length never arrives as a complete request', async () => {
    await using server = await startFaultServer(async (peer) => {
      await peer.readRequest();
      assert.fail('a whole request');
    });
    for (const length of [5, 200_000]) {
      const request = deploy({ ...createBody(100_000), length });
      await assertLost(server.origin, { code: 'connection_lost' }, { request });
    }
    await server.whenIdle();
  });
});

describe('a response', () => {
  const page = { kind: 'unreadable', why: 'is not JSON', start: 'timed out' };
  for (const [status, text, headers, expected] of [
    [
      504,
      'timed out',
      ['retry-after:   7  ', 'date: today', 'link: <?page=2>; rel=next'],
      { retryAfter: '7', date: 'today', link: '<?page=2>; rel=next', body: page },
    ],
    [
      429,
      '{}',
      ['retry-after: 7', 'retry-after: 120'],
      { retryAfter: null, date: null, link: null, body: { kind: 'json', value: {} } },
    ],
    // A header claims that it is compressed.
    [
      204,
      '',
      ['content-encoding: gzip'],
      { retryAfter: null, date: null, link: null, body: { kind: 'empty' } },
    ],
    [
      200,
      '',
      ['content-encoding: gzip'],
      { retryAfter: null, date: null, link: null, body: { kind: 'empty' } },
    ],
  ] as const) {
    test(`a response with status ${status} and headers "${headers}" is read: ${JSON.stringify(text)}`, async () => {
      await using server = await startFaultServer(answer(status, text, headers));
      assert.deepEqual(await exchange(server.origin), { status, ...expected });
      await server.whenIdle();
    });
  }

  test('a response that arrives faster than it is decompressed is read to its end', async () => {
    const value = { note: randomBytes(3_000_000).toString('base64') };
    const bytes = gzipSync(JSON.stringify(value), { level: 0 });
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`;
    await using server = await startFaultServer(
      answerRaw(Buffer.concat([Buffer.from(head), bytes])),
    );
    assert.deepEqual((await exchange(server.origin)).body, { kind: 'json', value });
  });

  for (const certificate of [undefined, 'localhost'] as const) {
    for (const then of ['reads on', 'stops reading', 'closes'] as const) {
      test(`a response is read during the upload over ${certificate ? 'https' : 'http'}, if the server then ${then}`, async () => {
        await using server = await startFaultServer(answerEarly(413, '{"error":{}}', then), {
          certificate,
        });
        const response = await exchange(server.origin, { request: deploy(20_000_000) });
        assert.partialDeepStrictEqual(response, { status: 413, body: { kind: 'json' } });
      });
    }
  }
});
