import type { Socket } from 'node:net';

/** A request as its bytes came in. Header names are in lower case; of a repeated header the last counts. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
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

  get isGone(): boolean {
    return this.socket.destroyed;
  }

  /** Waits until so many bytes have come in, head included. Throws ClientGoneError. */
  async waitForBytes(count: number): Promise<void> {
    while (this.#bytes < count) {
      if (this.isGone) throw new ClientGoneError();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The request without its body, as soon as its head is in; can be asked again. Throws ClientGoneError. */
  async readHead(): Promise<ReceivedRequest & { readonly headBytes: number }> {
    for (;;) {
      const bytes = this.#peek();
      const end = bytes.indexOf('\r\n\r\n');
      if (end !== -1) return { ...parseHead(bytes.toString('latin1', 0, end)), headBytes: end + 4 };
      await this.waitForBytes(this.#bytes + 1);
    }
  }

  /** The whole request, body included, by its content-length; can be asked again. Throws ClientGoneError. */
  async readRequest(): Promise<ReceivedRequest> {
    const { headBytes, ...head } = await this.readHead();
    const end = headBytes + Number(head.headers['content-length'] ?? 0);
    await this.waitForBytes(end);
    return { ...head, body: this.#peek().subarray(headBytes, end) };
  }

  /** Waits for the first byte of another request, and puts it in the place of the one before. Throws ClientGoneError. */
  async nextRequest(): Promise<void> {
    const { headBytes, headers } = await this.readHead();
    const end = headBytes + Number(headers['content-length'] ?? 0);
    await this.waitForBytes(end + 1);
    const rest = this.#peek().subarray(end);
    this.#chunks.splice(0, 1, rest);
    this.#bytes = rest.length;
  }

  /** Writes and waits until the operating system has it. Throws ClientGoneError. */
  async write(data: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const goneBefore = () => reject(new ClientGoneError());
      this.socket.once('close', goneBefore);
      this.socket.write(data, (error) => {
        this.socket.off('close', goneBefore);
        if (error) goneBefore();
        else resolve();
      });
    });
  }

  /** Gives the bare socket away, for a tunnel, with the bytes that came after the head put back. */
  async release(): Promise<Socket> {
    const { headBytes } = await this.readHead();
    const rest = this.#peek().subarray(headBytes);
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

function parseHead(head: string): ReceivedRequest {
  const [requestLine = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { method, path, headers, body: Buffer.alloc(0) };
}
