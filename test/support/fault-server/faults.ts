import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './server.ts';

/** Reads so many bytes, head included, and resets the connection. */
export function resetAfterBytes(count: number): Fault {
  return async (peer) => {
    await peer.waitForBytes(count);
    peer.socket.resetAndDestroy();
  };
}

/** Reads the whole request and responds with these very bytes; then ends the connection in good order, resets it, or keeps it. */
export function answerRaw(bytes: string | Uint8Array, then: 'ends' | 'resets' | 'keeps' = 'ends'): Fault {
  return async (peer) => {
    await peer.readRequest();
    await peer.write(bytes);
    if (then === 'ends') peer.socket.end();
    else if (then === 'resets') peer.socket.resetAndDestroy();
  };
}

/** Reads everything and says nothing, for ever. */
export const swallow: Fault = () => undefined;

/** Sends the same piece again and again, as fast as the client takes it, or once in so many milliseconds. */
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
export function answer(status: number, body: string | Uint8Array = '', headers: readonly string[] = []): Fault {
  return answerRaw(toAnswer(status, body, headers), 'keeps');
}

/**
 * Responds as soon as the head is in, while the body still arrives; then reads on, stops reading, or closes with the body unread,
 * which resets the connection behind the response.
 */
export function answerEarly(status: number, body: string, then: 'reads on' | 'stops reading' | 'closes'): Fault {
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

/** The bytes of a response. */
export function toAnswer(status: number, body: string | Uint8Array, headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  // HTTP forbids it beside 204.
  const length = status === 204 ? [] : [`content-length: ${bytes.length}`];
  const head = [`HTTP/1.1 ${status} Some Reason`, 'content-type: application/json', ...headers, ...length, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n')), bytes]);
}
