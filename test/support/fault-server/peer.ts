import type { Socket } from 'node:net';

/**
 * A request as its bytes came in. Header names are in lower case; of a repeated header the last
 * counts.
 */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * The client closed the connection while a fault still waited for something: how most faults end.
 */
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
    // A reset is what half of the tests are about; who waits is told by 'close'.
    socket.on('error', () => undefined);
  }

  /** Waits until so many bytes have come in, head included. */
  async waitForBytes(count: number): Promise<void> {
    while (this.#bytes < count) {
      if (this.socket.destroyed) throw new ClientGoneError();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The request without its body, as soon as its head is in; can be asked again. */
  async readHead(): Promise<ReturnType<typeof parseHead>> {
    for (;;) {
      const bytes = this.#peek();
      const end = bytes.indexOf('\r\n\r\n');
      if (end !== -1) return parseHead(bytes.toString('latin1', 0, end + 4));
      await this.waitForBytes(this.#bytes + 1);
    }
  }

  /** The whole request, body included, by its content-length; can be asked again. */
  async readRequest(): Promise<ReceivedRequest> {
    const { start, end, ...head } = await this.readHead();
    await this.waitForBytes(end);
    return { ...head, body: this.#peek().subarray(start, end) };
  }

  /** Waits for the first byte of another request, and puts it in the place of the one before. */
  async nextRequest(): Promise<void> {
    const { end } = await this.readHead();
    await this.waitForBytes(end + 1);
    const rest = this.#peek().subarray(end);
    this.#chunks.splice(0, 1, rest);
    this.#bytes = rest.length;
  }

  /** Writes and waits until the operating system has it. */
  async write(data: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.socket.write(data, (error) => (error ? reject(new ClientGoneError()) : resolve()));
    });
  }

  /**
   * Accepts a CONNECT and gives the bare socket away, with the bytes that came after the head put
   * back.
   */
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

/** A request without its body, and where that begins and ends in what comes in. */
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
