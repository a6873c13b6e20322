import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { toAnswer } from './faults.ts';
import type { ReceivedRequest } from './peer.ts';
import type { Fault } from './server.ts';

/** Lets the real service at `origin` have the request and do its work, and only then does what the fault does. */
export function commitThen(origin: string, fault: Fault): Fault {
  return async (peer) => {
    await forward(origin, await peer.readRequest());
    await fault(peer);
  };
}

/** Hands the request to the real service at `origin`, and its answer back. */
export function passOn(origin: string): Fault {
  return async (peer) => {
    await peer.write(await forward(origin, await peer.readRequest()));
  };
}

function forward(origin: string, { method, path, headers, body }: ReceivedRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(`${origin}${path}`, {
      method,
      agent: false,
      headers: { ...headers, connection: 'close' },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const kept = Object.entries(response.headersDistinct)
        .filter(([name]) => !/^(connection|keep-alive|transfer-encoding|content-length|content-type)$/.test(name))
        .flatMap(([name, values]) => (values ?? []).map((value) => `${name}: ${value}`));
      buffer(response).then((bytes) => resolve(toAnswer(response.statusCode ?? 0, bytes, kept)), reject);
    });
    outgoing.end(body);
  });
}

/** Hands all bytes through to this port and back, such as those of a TLS handshake, each way so many milliseconds later. */
export function pipeTo(port: number, delayMs = 0): Fault {
  return async ({ socket }) => {
    const target = connect(port, '127.0.0.1');
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (chunk: Buffer) => setTimeout(() => to.write(chunk), delayMs));
      from.on('end', () => setTimeout(() => to.end(), delayMs));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    };
    pass(socket, target);
    pass(target, socket);
    await once(socket, 'close');
  };
}
