import { request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { Peer, type ReceivedRequest } from './peer.ts';
import { type CertificateName, type Fault, readPair } from './server.ts';

/** Reads so many bytes, head included, and resets the connection. */
export function resetAfterBytes(count: number): Fault {
  return async (peer) => {
    await peer.waitForBytes(count);
    peer.socket.resetAndDestroy();
  };
}

/**
 * Reads the whole request and responds with these very bytes; then ends the connection in good
 * order, resets it, or keeps it.
 */
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

/** Reads everything and says nothing, for ever. */
export const swallow: Fault = () => undefined;

/**
 * Sends the same piece again and again, as fast as the client takes it, or once in so many
 * milliseconds.
 */
export function repeat(first: string | Uint8Array, piece: string | Uint8Array, everyMs = 0): Fault {
  return async (peer) => {
    await peer.readRequest();
    await peer.write(first);
    for (;;) {
      await peer.write(piece);
      if (everyMs > 0) await sleep(everyMs);
    }
  };
}

/** Responds with a head and a body. */
export function answer(
  status: number,
  body: string | Uint8Array = '',
  headers: readonly string[] = [],
): Fault {
  return answerRaw(toAnswer(status, body, headers), 'keeps');
}

/**
 * Responds as soon as the head is in, while the body still arrives; then reads on, stops reading,
 * or closes with the body unread, which resets the connection behind the response.
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

/** Responds in a coding that nobody has asked for, its body in pieces that arrive one by one. */
export function answerCoded(status: number, coding: string): Fault {
  const head = `HTTP/1.1 ${status} Some Reason\r\ncontent-encoding: ${coding}\r\ncontent-length: 1000000\r\n\r\n`;
  return repeat(head, Buffer.alloc(1_000), 20);
}

/**
 * A proxy that tunnels, but always to this port, whatever host it was asked for: names need not
 * resolve.
 */
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

/**
 * A proxy and the service behind it in one, so that nothing between them changes what the fault
 * does.
 */
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

/** Hands the request to the real service at `origin`, and its response back. */
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

/** The bytes of a response. */
export function toAnswer(
  status: number,
  body: string | Uint8Array,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  // HTTP forbids it beside 204.
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
