import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './server.ts';

/** Resets the connection before a byte is read. */
export const resetOnAccept: Fault = ({ socket }) => {
  socket.resetAndDestroy();
};

/** Reads so many bytes, head included, and resets the connection. */
export function resetAfterBytes(count: number): Fault {
  return async (peer) => {
    await peer.waitForBytes(count);
    peer.socket.resetAndDestroy();
  };
}

/** Reads the whole request and resets the connection. */
export const resetAfterRequest: Fault = async (peer) => {
  await peer.readRequest();
  peer.socket.resetAndDestroy();
};

/** Reads the whole request and ends the connection in good order, without a word. */
export const finAfterRequest: Fault = async (peer) => {
  await peer.readRequest();
  peer.socket.end();
};

/** Answers so far and then resets the connection. */
export function resetAfterAnswering(text: string): Fault {
  return async (peer) => {
    await peer.readRequest();
    await peer.write(text);
    peer.socket.resetAndDestroy();
  };
}

/** Reads everything and says nothing, for ever. */
export const swallow: Fault = () => undefined;

/** Reads nothing and says nothing, for ever: the client's writes fill the buffers and stop. */
export const ignore: Fault = ({ socket }) => {
  socket.pause();
};

/** Reads one byte at a time, and never answers. */
export function readByDrops(everyMs: number): Fault {
  return async (peer) => {
    peer.socket.pause();
    while (!peer.isGone) {
      peer.socket.read(1);
      await sleep(everyMs);
    }
  };
}

/** Answers one byte at a time. The text should be long enough not to end before the client gives up. */
export function answerByDrops(text: string, everyMs: number): Fault {
  return async (peer) => {
    await peer.readRequest();
    for (const char of text) {
      await peer.write(char);
      await sleep(everyMs);
    }
  };
}

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

/** Informational answers (103) without end. */
export function informForEver(everyMs: number): Fault {
  return repeat('', 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n', everyMs);
}

/** Answers with a head and a body. A content-length is added where the headers name no length. */
export function answer(status: number, body: string | Uint8Array = '', headers: readonly string[] = []): Fault {
  return async (peer) => {
    await peer.readRequest();
    await peer.write(toAnswer(status, body, headers));
  };
}

/** Answers as soon as the head is in, while the body still arrives; reads on, or stops reading. */
export function answerEarly(status: number, body: string, options: { readonly thenReads: boolean }): Fault {
  return async (peer) => {
    await peer.readHead();
    if (!options.thenReads) peer.socket.pause();
    await peer.write(toAnswer(status, body, []));
  };
}

/** Answers as soon as the head is in and closes with the body unread, which resets the connection behind the answer. */
export function answerEarlyAndClose(status: number, body: string): Fault {
  return async (peer) => {
    await peer.readHead();
    peer.socket.pause();
    await peer.write(toAnswer(status, body, ['connection: close']));
    peer.socket.destroy();
  };
}

/** Answers in a coding that nobody has asked for, its body in pieces that arrive one by one. */
export function answerCoded(status: number, coding: string): Fault {
  return async (peer) => {
    await peer.readRequest();
    await peer.write(`HTTP/1.1 ${status} Some Reason\r\ncontent-encoding: ${coding}\r\ncontent-length: 4000\r\n\r\n`);
    for (let piece = 0; piece < 4; piece += 1) {
      await sleep(20);
      await peer.write(Buffer.alloc(1_000, piece));
    }
    peer.socket.end();
  };
}

/** Answers with these very bytes and closes the connection. */
export function answerRaw(bytes: string | Uint8Array): Fault {
  return async (peer) => {
    await peer.readRequest();
    await peer.write(bytes);
    peer.socket.end();
  };
}

/** The bytes of an answer. */
export function toAnswer(status: number, body: string | Uint8Array, headers: readonly string[]): Buffer {
  const bytes = Buffer.from(body);
  const length = headers.some((line) => /^(content-length|transfer-encoding):/i.test(line))
    ? []
    : [`content-length: ${bytes.length}`];
  const head = [`HTTP/1.1 ${status} Some Reason`, 'content-type: application/json', ...headers, ...length, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n')), bytes]);
}
