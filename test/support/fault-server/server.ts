import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, setDefaultCACertificates } from 'node:tls';
import { ClientGoneError, Peer } from './peer.ts';

/** Serves one request. May throw ClientGoneError. */
export type Fault = (peer: Peer) => Promise<void> | void;

/** The names of the pairs in `certificates/`. */
export type CertificateName = 'localhost' | 'elsewhere';

/**
 * Starts a server on loopback, with TLS if it has a certificate. Its first request gets the first
 * fault, and so on; the last fault serves all others. The first fault of a connection begins when
 * the connection is accepted, any other with the first byte of the next request. To dispose of the
 * server closes all connections, and throws the errors of faults.
 */
export async function startFaultServer(
  faults: Fault | readonly Fault[],
  { certificate }: { readonly certificate?: CertificateName | undefined } = {},
) {
  const list = typeof faults === 'function' ? [faults] : faults;
  const sockets: Socket[] = [];
  const failures: unknown[] = [];
  let served = 0;
  const serve = async (socket: Socket): Promise<void> => {
    const peer = new Peer(socket);
    try {
      for (;;) {
        const fault = list[Math.min(served, list.length - 1)];
        served += 1;
        await Promise.resolve(fault?.(peer));
        await peer.nextRequest();
      }
    } catch (error) {
      if (!(error instanceof ClientGoneError)) failures.push(error);
    }
  };
  // It offers HTTP/2 as services do, although it does not speak it.
  const secure = certificate && { ...readPair(certificate), ALPNProtocols: ['h2', 'http/1.1'] };
  // Without a delay, as HTTP servers: the kernel may hold back a second write until the client
  // sends something.
  const server = secure
    ? createTlsServer({ ...secure, noDelay: true }, serve)
    : createServer({ noDelay: true }, serve);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  // The client may break off the handshake, as tests of certificates expect.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** `http://127.0.0.1:<port>`, or https with a certificate. */
    origin: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    /** Returns the number of connections so far. */
    connections: () => sockets.length,
    /** Resolves when the client has closed all connections. */
    async whenIdle() {
      const open = sockets.filter(({ closed }) => !closed);
      // A paused socket would not notice.
      for (const socket of open) socket.resume();
      await Promise.all(
        open.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      );
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await server[Symbol.asyncDispose]();
      if (failures.length > 0) throw new AggregateError(failures, 'a fault failed');
    },
  };
}

/** Returns a port on which nothing can listen, because it is our end of a connection. */
export async function holdPort() {
  const server = await startFaultServer(async () => undefined);
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  const { localPort: port = 0 } = socket;
  return {
    port,
    async [Symbol.asyncDispose](): Promise<void> {
      socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Makes this process trust this certificate, and no other. */
export function trust(name: CertificateName): void {
  setDefaultCACertificates([readPair(name).cert]);
}

/** Reads a certificate and its key. */
export function readPair(name: CertificateName): { cert: string; key: string } {
  const read = (kind: string) => {
    return readFileSync(
      join(import.meta.dirname, 'certificates', `test-only-${name}.${kind}.pem`),
      'utf8',
    );
  };
  return { cert: read('cert'), key: read('key') };
}
