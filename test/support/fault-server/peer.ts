import type { Socket } from 'node:net';

/** A request as its bytes came in. Header names are in lower case; of a repeated header the last counts. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request of which the body may still arrive. */
interface ReceivedHead extends ReceivedRequest {
  /** Where the body begins and ends in what comes in. */
  readonly start: number;
  readonly end: number;
}

/** The client closed the connection while a fault still waited for something: how most faults end. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** The server's end of one connection, with one request at a time on it: what faults are written against. */
export class Peer {
  readonly socket: Socket;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      this.#wake();
    });
    socket.on('close', () => this.#wake());
    // A reset is what half of the tests are about; who waits is told by 'close'.
    socket.on('error', () => undefined);
  }

  /** Waits until so many bytes have come in, head included. Throws ClientGoneError. */
  async waitForBytes(count: number): Promise<void> {
    while (this.#bytes < count) {
      if (this.socket.destroyed) throw new ClientGoneError();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The request without its body, as soon as its head is in; can be asked again. Throws ClientGoneError. */
  async readHead(): Promise<ReceivedHead> {
    for (;;) {
      const bytes = this.#peek();
      const end = bytes.indexOf('\r\n\r\n');
      if (end !== -1) return parseHead(bytes.toString('latin1', 0, end + 4));
      await this.waitForBytes(this.#bytes + 1);
    }
  }

  /** The whole request, body included, by its content-length; can be asked again. Throws ClientGoneError. */
  async readRequest(): Promise<ReceivedRequest> {
    const { start, end, ...head } = await this.readHead();
    await this.waitForBytes(end);
    return { ...head, body: this.#peek().subarray(start, end) };
  }

  /** Waits for the first byte of another request, and puts it in the place of the one before. Throws ClientGoneError. */
  async nextRequest(): Promise<void> {
    const { end } = await this.readHead();
    await this.waitForBytes(end + 1);
    const rest = this.#peek().subarray(end);
    this.#chunks.splice(0, 1, rest);
    this.#bytes = rest.length;
  }

  /** Writes and waits until the operating system has it. Throws ClientGoneError. */
  async write(data: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.socket.write(data, (error) => (error ? reject(new ClientGoneError()) : resolve()));
    });
  }

  /** Gives the bare socket away, for a tunnel, with the bytes that came after the head put back. */
  async release(): Promise<Socket> {
    const { start } = await this.readHead();
    const rest = this.#peek().subarray(start);
    this.socket.pause();
    this.socket.removeAllListeners('data');
    if (rest.length > 0) this.socket.unshift(rest);
    return this.socket;
  }

  #peek(): Buffer {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks.splice(0, this.#chunks.length, bytes);
    return bytes;
  }
}

/** Of a head with the empty line at its end. */
function parseHead(head: string): ReceivedHead {
  const [requestLine = '', ...lines] = head.trimEnd().split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const end = head.length + Number(headers['content-length'] ?? 0);
  return { method, path, headers, body: Buffer.alloc(0), start: head.length, end };
}
