import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { ClientGoneError, Peer } from './peer.ts';

/** What the server does with one request; it may end by ClientGoneError. */
export type Fault = (peer: Peer) => Promise<void> | void;

/** The pairs in `certificates/`. */
export type CertificateName = 'localhost' | 'elsewhere';

/** A server on loopback that behaves as badly as it is told. */
export interface FaultServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, or https where it has a certificate. */
  readonly origin: string;
  /** How many connections were opened so far. */
  connections(): number;
  /** Resolves when the client has closed all of them; a leak makes this wait for ever. */
  whenIdle(): Promise<void>;
}

export interface FaultServerOptions {
  /** Speaks TLS with this certificate; plain TCP without. */
  readonly certificate?: CertificateName;
  /** 0, a free one, by default. */
  readonly port?: number;
}

/**
 * Starts a server whose first request gets the first fault, and so on; the last fault serves all that follow. The first fault of
 * a connection begins when it is accepted, others with the first byte of a request behind one that came whole.
 * Disposing of it cuts what is open, and throws what a fault threw.
 */
export async function startFaultServer(
  faults: Fault | readonly Fault[],
  { certificate, port = 0 }: FaultServerOptions = {},
): Promise<FaultServer> {
  const list = typeof faults === 'function' ? [faults] : faults;
  const open = new Set<Socket>();
  const failures: unknown[] = [];
  let connections = 0;
  let served = 0;
  let whenEmpty: () => void = () => undefined;
  const serve = async (socket: Socket): Promise<void> => {
    const peer = new Peer(socket);
    try {
      for (;;) {
        const fault = list[Math.min(served, list.length - 1)];
        served += 1;
        await fault?.(peer);
        await peer.nextRequest();
      }
    } catch (error) {
      if (!(error instanceof ClientGoneError)) failures.push(error);
    }
  };
  // As services do, it offers HTTP/2, which it does not speak here.
  const secure = (name: CertificateName): TlsOptions => ({ ...readPair(name), ALPNProtocols: ['h2', 'http/1.1'] });
  const server = certificate === undefined ? createServer(serve) : createTlsServer(secure(certificate), serve);
  server.on('connection', (socket: Socket) => {
    // As servers of HTTP do: else the kernel may hold back a second write until the client says something.
    socket.setNoDelay();
    connections += 1;
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) whenEmpty();
    });
  });
  // A handshake that the client broke off, which is what tests of certificates are about.
  server.on('tlsClientError', () => undefined);
  await listen(server, port);
  const actualPort = (server.address() as AddressInfo).port;
  return {
    port: actualPort,
    origin: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${actualPort}`,
    connections: () => connections,
    async whenIdle() {
      while (open.size > 0) {
        await new Promise<void>((resolve) => {
          whenEmpty = resolve;
        });
      }
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
      if (failures.length > 0) throw new AggregateError(failures, 'a fault failed');
    },
  };
}

/** A port on which nothing listens, at least for now. */
export async function findFreePort(): Promise<number> {
  await using server = await startFaultServer(() => undefined);
  return server.port;
}

/** The certificate's text, for `tls.setDefaultCACertificates`. */
export function readCertificate(name: CertificateName): string {
  return readFileSync(join(import.meta.dirname, 'certificates', `test-only-${name}.cert.pem`), 'utf8');
}

/** A certificate and its key, as TLS takes them. */
export function readPair(name: CertificateName): { cert: string; key: string } {
  const key = readFileSync(join(import.meta.dirname, 'certificates', `test-only-${name}.key.pem`), 'utf8');
  return { cert: readCertificate(name), key };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
