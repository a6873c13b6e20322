import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { answer, readCertificate, startFaultServer } from '../../support/fault-server/index.ts';
import { createBody, deploy, exchange, lose } from './exchange.ts';

// Both are trusted here, and in no other process.
before(() => setDefaultCACertificates([readCertificate('localhost'), readCertificate('elsewhere')]));

test('a certificate of another name is refused for good, and nothing was sent', async () => {
  await using server = await startFaultServer(answer(200, '{}'), { certificate: 'elsewhere' });
  const error = await lose(server.origin, { request: deploy(createBody(10)) });
  assert.deepEqual([error.code, error.sent], ['tls', false]);
  assert.match(error.message, /\(ERR_TLS_CERT_ALTNAME_INVALID\)$/);
});

for (const certificate of ['localhost', undefined] as const) {
  test(`a body whose chunks use the same memory again arrives whole over ${certificate ? 'https' : 'http'}`, async () => {
    const digests: string[] = [];
    await using server = await startFaultServer(
      async (peer) => {
        // A slow start, so that the client has to wait for the buffers to drain.
        peer.socket.pause();
        setTimeout(() => peer.socket.resume(), 30);
        const { body } = await peer.readRequest();
        digests.push(createHash('sha256').update(body).digest('hex'));
        await peer.write('HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}');
      },
      certificate === undefined ? {} : { certificate },
    );
    const body = createBody(12_000_000);
    const expected = createHash('sha256');
    for await (const chunk of body.stream()) expected.update(chunk);
    assert.equal((await exchange(server.origin, { request: deploy(body) })).status, 201);
    assert.deepEqual(digests, [expected.digest('hex')]);
    await server.whenIdle();
  });
}
