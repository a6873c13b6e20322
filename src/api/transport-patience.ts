import type { Socket } from 'node:net';

/** A second: what arrived before the write failed lies in the kernel already. */
const defaultPatienceMs = 1_000;

/**
 * Keeps a socket readable for `patienceMs` after a write failed because the other side closed. A service that refuses a
 * request while its body still goes out (401, 413) answers and closes: the failed write would end the socket with the
 * answer unread, and a refusal would pass for a lost answer that is worth another attempt. Until then the write stays
 * open; the end of the connection, which the reading side sees, ends it at once.
 */
export function readOnAfterFailedWrite(socket: Socket, patienceMs = defaultPatienceMs): Socket {
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, delayFailure(done, patienceMs));
  const writev = socket._writev?.bind(socket);
  if (writev !== undefined) socket._writev = (chunks, done) => writev(chunks, delayFailure(done, patienceMs));
  return socket;
}

type Done = (error?: Error | null) => void;

function delayFailure(done: Done, patienceMs: number): Done {
  return (error) => {
    if (isClosedByPeer(error)) AbortSignal.timeout(patienceMs).addEventListener('abort', () => done(error));
    else done(error);
  };
}

function isClosedByPeer(error: Error | null | undefined): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'EPIPE' || code === 'ECONNRESET';
}
