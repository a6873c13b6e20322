import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  answer,
  type Fault,
  findFreePort,
  readCertificate,
  resetOnAccept,
  startFaultServer,
  swallow,
} from '../../support/fault-server/index.ts';
import { assertLost, deploy, openTransport } from './exchange.ts';

const request = deploy(2_000_000);
const ok = answer(200, '{}');

test('a port on which nothing listens refuses, and nothing was sent, until it opens', async () => {
  const port = await findFreePort();
  const transport = openTransport(`http://127.0.0.1:${port}`);
  const { signal } = new AbortController();
  const message = `POST ${request.path}: connection refused: 127.0.0.1:${port} (ECONNREFUSED)`;
  await assert.rejects(transport(request, signal), { name: 'NetworkError', message, sent: false });
  await using server = await startFaultServer(ok, { port });
  assert.equal((await transport(request, signal)).status, 200);
  assert.equal(server.connections(), 1);
  transport.close();
});

test('a host that does not exist is told as such, and nothing was sent', async () => {
  const message = /: host name not found: no-such-host\.invalid:8080 \(/;
  await assertLost('http://no-such-host.invalid:8080', { code: 'host_not_found', sent: false, message }, { request });
});

test('a connection that is reset when it is accepted is lost', async () => {
  await using server = await startFaultServer(resetOnAccept);
  // Whether the head had gone out by then is a race that the machine decides.
  await assertLost(server.origin, { code: 'connection_lost' }, { request });
});

// A socket that is left alone would be closed by its own limit, after 15 s.
describe('a secure connection', { timeout: 10_000 }, () => {
  const trusted = getCACertificates();
  before(() => setDefaultCACertificates([readCertificate('elsewhere')]));
  after(() => setDefaultCACertificates(trusted));

  const refuseInPlain: Fault = async (peer) => {
    await peer.waitForBytes(1);
    await peer.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
  };
  for (const [name, fault, certificate, code, message] of [
    ['with a self-signed certificate is refused', ok, 'localhost', 'tls', /\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/],
    ['with a certificate of another name is refused', ok, 'elsewhere', 'tls', /\(ERR_TLS_CERT_ALTNAME_INVALID\)$/],
    ['to a port that speaks http is none', refuseInPlain, undefined, 'tls', /: no secure connection: /],
    ['that is reset in its handshake is lost', resetOnAccept, undefined, 'connection_lost', /\(ECONNRESET\)$/],
    ['whose handshake is never answered ends with the attempt', swallow, undefined, 'attempt_timeout', /timed out$/],
  ] as const) {
    test(`${name}, and nothing was sent`, async () => {
      await using server = await startFaultServer(fault, { certificate });
      const origin = server.origin.replace('http:', 'https:');
      const attemptMs = fault === swallow ? 50 : 60_000;
      await assertLost(origin, { code, sent: false, message }, { request, attemptMs });
      await server.whenIdle();
    });
  }
});
