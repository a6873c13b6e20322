import { request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { Peer, type ReceivedRequest } from './peer.ts';
import { type CertificateName, type Fault, readPair } from './server.ts';

/** Reads so many bytes, headers included, and resets the connection. */
export function resetAfterBytes(count: number): Fault {
  return async (peer) => {
    await peer.waitForBytes(count);
    peer.socket.resetAndDestroy();
  };
}

/** Reads the whole request, writes these bytes, and then ends, resets or keeps the connection. */
export function answerRaw(
  bytes: string | Uint8Array,
  then: 'ends' | 'resets' | 'keeps' = 'ends',
): Fault {
  return async (peer) => {
    await peer.readRequest();
    await peer.write(bytes);
    if (then === 'ends') peer.socket.end();
    else if (then === 'resets') peer.socket.resetAndDestroy();
  };
}

/** Reads everything and never responds. */
export const swallow: Fault = () => undefined;

/** Sends the same piece for ever, as fast as the client reads it or with pauses. */
export function repeat(
  first: string | Uint8Array,
  piece: string | Uint8Array,
  pause?: () => Promise<unknown>,
): Fault {
  return async (peer) => {
    await peer.readRequest();
    await peer.write(first);
    for (;;) {
      await peer.write(piece);
      await pause?.();
    }
  };
}

/** Responds with a status, a body and headers. */
export function answer(
  status: number,
  body: string | Uint8Array = '',
  headers: readonly string[] = [],
): Fault {
  return answerRaw(toAnswer(status, body, headers), 'keeps');
}

/**
 * Responds once the headers have arrived, while the body is still being received. Then reads on,
 * stops reading, or closes with the body unread, which resets the connection after the response.
 */
export function answerEarly(
  status: number,
  body: string,
  then: 'reads on' | 'stops reading' | 'closes',
): Fault {
  return async (peer) => {
    await peer.readHead();
    if (then !== 'reads on') peer.socket.pause();
    await peer.write(toAnswer(status, body, then === 'closes' ? ['connection: close'] : []));
    if (then === 'closes') peer.socket.destroy();
  };
}

/** Responds in a content coding that was not asked for, with a body that arrives in pieces. */
export function answerCoded(status: number, coding: string): Fault {
  const head = `HTTP/1.1 ${status} Some Reason\r\ncontent-encoding: ${coding}\r\ncontent-length: 1000000\r\n\r\n`;
  return repeat(head, Buffer.alloc(1_000), () => sleep(20));
}

/** A proxy that always tunnels to this port, so that host names need not resolve. */
export function tunnelTo(
  port: number,
  onConnect: (request: Omit<ReceivedRequest, 'body'>) => void = () => undefined,
): Fault {
  return async (peer) => {
    onConnect(await peer.readHead());
    const target = connect(port, '127.0.0.1');
    const client = await peer.openTunnel();
    client.pipe(target).pipe(client);
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    target.on('error', () => client.destroy());
  };
}

/** A proxy that is the service, too, so that nothing changes the fault on its way. */
export function tunnelHere(fault: Fault, certificate: CertificateName): Fault {
  return async (peer) => {
    const secure = new TLSSocket(await peer.openTunnel(), {
      isServer: true,
      ...readPair(certificate),
    });
    await fault(new Peer(secure));
  };
}

/** A proxy that responds to CONNECT with this status, such as 403 or 407. */
export function refuseTunnel(status: number): Fault {
  return answerRaw(toAnswer(status, ''));
}

/** Forwards the request to the service at `origin`, and returns its response. */
export function passOn(origin: string): Fault {
  return async (peer) => {
    await peer.write(await forward(origin, await peer.readRequest()));
  };
}

function forward(
  origin: string,
  { method, path, headers, body }: ReceivedRequest,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { method, agent: false, headers: { ...headers, connection: 'close' } };
    const outgoing = sendRequest(`${origin}${path}`, options, (response) => {
      const kept = Object.entries(response.headersDistinct)
        .filter(
          ([name]) =>
            !/^(connection|keep-alive|transfer-encoding|content-length|content-type)$/.test(name),
        )
        .flatMap(([name, values]) => (values ?? []).map((value) => `${name}: ${value}`));
      buffer(response).then(
        (bytes) => resolve(toAnswer(response.statusCode ?? 0, bytes, kept)),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Returns the bytes of a response. */
export function toAnswer(
  status: number,
  body: string | Uint8Array,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  // HTTP forbids the header with 204.
  const length = status === 204 ? [] : [`content-length: ${bytes.length}`];
  const head = [
    `HTTP/1.1 ${status} Some Reason`,
    'content-type: application/json',
    ...headers,
    ...length,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n')), bytes]);
}
