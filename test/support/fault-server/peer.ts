import type { Socket } from 'node:net';

/** A request. Header names are in lower case; if a header is repeated, the last one counts. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The client closed the connection while a fault was waiting, as most faults end. */
export class ClientGoneError extends Error {}

/**
 * The server's end of one connection, with one request at a time on it. Every method may throw
 * ClientGoneError.
 */
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
    // Half of the tests are about resets. Those who wait are woken by 'close'.
    socket.on('error', () => undefined);
  }

  /** Waits until so many bytes have arrived, headers included. */
  async waitForBytes(count: number): Promise<void> {
    while (this.#bytes < count) {
      if (this.socket.destroyed) throw new ClientGoneError();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Returns the request without its body, once its headers have arrived. */
  async readHead(): Promise<ReturnType<typeof parseHead>> {
    for (;;) {
      const bytes = this.#peek();
      const end = bytes.indexOf('\r\n\r\n');
      if (end !== -1) return parseHead(bytes.toString('latin1', 0, end + 4));
      await this.waitForBytes(this.#bytes + 1);
    }
  }

  /** Returns the whole request, with the body that its content-length announces. */
  async readRequest(): Promise<ReceivedRequest> {
    const { start, end, ...head } = await this.readHead();
    await this.waitForBytes(end);
    return { ...head, body: this.#peek().subarray(start, end) };
  }

  /** Waits for the first byte of another request, which replaces this one. */
  async nextRequest(): Promise<void> {
    const { end } = await this.readHead();
    await this.waitForBytes(end + 1);
    const rest = this.#peek().subarray(end);
    this.#chunks.splice(0, 1, rest);
    this.#bytes = rest.length;
  }

  /** Writes bytes, and waits until the operating system has them. */
  async write(data: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.socket.write(data, (error) => (error ? reject(new ClientGoneError()) : resolve()));
    });
  }

  /** Accepts a CONNECT and returns the socket, with the bytes after the headers put back. */
  async openTunnel(): Promise<Socket> {
    const { start } = await this.readHead();
    await this.write('HTTP/1.1 200 Connection Established\r\n\r\n');
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

/** Parses the headers of a request. `start` and `end` are the offsets of its body. */
function parseHead(head: string) {
  const [requestLine = '', ...lines] = head.trimEnd().split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const pairs = lines.map((line) => line.split(/: *(.*)/));
  const headers = Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const start = head.length;
  return { method, path, headers, start, end: start + Number(headers['content-length'] ?? 0) };
}
