import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between a client and a service on this machine. */
export interface LinkOptions {
  /** The service's port. */
  readonly port: number;
  readonly roundTripMs: number;
  /** What the line carries in each direction, in bits per second; no limit if absent. */
  readonly bitsPerSecond?: number;
}

/** A port of this machine behind which the service is far away. */
export interface Link extends AsyncDisposable {
  readonly port: number;
}

/** Bytes on their way in one direction of a connection: enough that a line of 1 Gbit/s and 20 ms never runs dry. */
const maxBytesUnderway = 8 * 1024 * 1024;

/**
 * Starts a TCP proxy in this process that delays and paces. To connect costs a round trip of its own: what the client sends
 * right after it connected, as TLS does, leaves a round trip later. TCP's slow start is not imitated.
 */
export async function startLink({ port, roundTripMs, bitsPerSecond = Infinity }: LinkOptions): Promise<Link> {
  const sockets = new Set<Socket>();
  const toService = new Line(roundTripMs / 2, bitsPerSecond);
  const toClient = new Line(roundTripMs / 2, bitsPerSecond);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const service = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    toService.carry(client, service, performance.now() + roundTripMs);
    toClient.carry(service, client, 0);
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One direction of the line, which all connections share. */
class Line {
  readonly #delayMs: number;
  readonly #bytesPerMs: number;
  /** When the line has sent all that it was given so far. */
  #freeAt = 0;

  constructor(delayMs: number, bitsPerSecond: number) {
    this.#delayMs = delayMs;
    this.#bytesPerMs = bitsPerSecond / 8_000;
  }

  /** Hands on what `from` sends, in order, each piece when it would have arrived; nothing leaves before `openAt`. */
  carry(from: Socket, to: Socket, openAt: number): void {
    const underway: { readonly arrivesAt: number; readonly act: () => void }[] = [];
    let bytes = 0;
    let timer: NodeJS.Timeout | undefined;
    const deliver = (): void => {
      timer = undefined;
      while ((underway[0]?.arrivesAt ?? Infinity) <= performance.now()) underway.shift()?.act();
      const next = underway[0];
      if (next !== undefined) timer = setTimeout(deliver, Math.max(0, next.arrivesAt - performance.now()));
    };
    const send = (size: number, act: () => void): void => {
      this.#freeAt = Math.max(this.#freeAt, performance.now()) + size / this.#bytesPerMs;
      underway.push({ arrivesAt: Math.max(this.#freeAt, openAt) + this.#delayMs, act });
      if (timer === undefined) deliver();
    };
    from.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > maxBytesUnderway) from.pause();
      send(piece.length, () =>
        to.write(piece, () => {
          bytes -= piece.length;
          if (bytes <= maxBytesUnderway) from.resume();
        }),
      );
    });
    from.on('end', () => send(0, () => to.end()));
    // A connection that one side broke off ends for the other one too.
    from.on('error', () => to.destroy());
    from.on('close', () => send(0, () => to.end()));
  }
}
