import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Client as ClientTypes, buildConnector as Connector, Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { ProxyAddressError } from '../network-error.ts';
import { ResponseTooLargeError } from '../response/response.ts';

/*
 * The door of what talks to undici: `Connection` exchanges a request for a response, on one socket, and nobody else knows undici. It is
 * no plain `fetch`, since that follows redirects, cannot tell what was sent from what was not, loses a refusal that comes while a body
 * still goes out, and takes 40 ms more to load. For the same reason the two files above are imported by their own names, which are no
 * public interface: undici's index loads fetch, mocks, caches and WebSocket too. A test holds that they are what the index gives; their
 * types stand in undici.d.ts.
 */

/*
 * undici parses responses with WebAssembly. With responses of ordinary size V8 optimizes its one large function on a background
 * thread, and the process cannot exit before that is done: 20 to 80 ms at the end of each run. This flag, a threshold, keeps
 * it from that, which a download of 130 MB does not feel. It must be set before undici compiles the parser, at its first
 * connection, and becomes unnecessary when undici parses without WebAssembly, or V8 drops such work at exit. An unknown flag
 * would print two lines to stderr, so it is set only for the V8 of node 24, where it was measured.
 */
if (process.versions.v8.startsWith('13.6.')) setFlagsFromString('--wasm-tiering-budget=1000000000');

/** The runner's proxy variables, already chosen from their two spellings; empty where not set. */
interface ProxySettings {
  readonly httpsProxy: string;
  /** Never used: where it alone is set, the run is told so. */
  readonly allProxy: string;
  readonly noProxy: string;
}

/** Where a connection leads. */
export interface ConnectionOptions {
  readonly origin: string;
  /** Plain http only ever goes to this machine, so it never goes through a proxy. */
  readonly proxy: ProxySettings | null;
  /**
   * Milliseconds of silence after which the connection is not used again; a second by default, less
   * than services allow.
   */
  readonly keepAliveMs?: number | undefined;
}

/**
 * A request as undici takes it: it sends any async iterable as a body, though its types name only
 * streams.
 */
interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Most bytes of the response's body, as they come: decompressing does not hold them back. */
  readonly maxBytes: number;
  /** Told when the request's head is given to a connected socket. */
  onSent(): void;
}

/** The head of a response, and its bytes as they arrive. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
}

/** An undici client with its one socket. */
interface Line {
  readonly dispatcher: Dispatcher;
  /** Ends its sockets, also one that still connects, which undici's `destroy` leaves alone. */
  readonly ending: AbortController;
}

/**
 * The one connection of a run, straight to the service or through the proxy that the environment
 * names. It is opened when it is needed, kept for the next request, and replaced where the service
 * closed it, where it was silent for too long, or where an exchange on it did not come to its end.
 */
export class Connection {
  /**
   * `host:port` of the proxy, without the user name and password that its address may hold. Null
   * where requests go to the service itself: NO_PROXY is undici's to judge, when it connects.
   */
  proxyHost: string | null = null;
  readonly #options: ConnectionOptions;
  #line: Line | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Sends a request and has `read` read the response; informational responses (1xx) but an unasked
   * 100 are passed over. `signal` ends the exchange and with it the connection, and so does a
   * response that `read` does not wait for the end of. Throws what the exchange broke with, what
   * `read` throws, or ProxyAddressError.
   */
  async exchange<T>(
    request: RawRequest,
    signal: AbortSignal,
    read: (response: RawResponse) => Promise<T>,
  ): Promise<T> {
    // What came while nothing was asked is heard first: a cancel that came together with the response before, the end of the
    // connection, or a response to no request, which would pass for the response to this one. undici drops the connection on the
    // last two, and when its time is over.
    if (this.#line !== null) {
      // Two turns, since the first may come before anything was heard.
      await setImmediate();
      await setImmediate();
    }
    this.#line ??= await this.#open();
    const line = this.#line;
    const drop = (): void => this.#drop(line);
    signal.throwIfAborted();
    // Not given to the connector: the time limit of this exchange would end the socket that a later one uses.
    signal.addEventListener('abort', drop);
    const handler = new ExchangeHandler(request);
    try {
      const { method, path, headers, body } = request;
      const { origin } = this.#options;
      line.dispatcher.dispatch(
        { origin, method, path, headers, body } as Dispatcher.DispatchOptions,
        handler,
      );
      return await read(await handler.head.promise);
    } finally {
      signal.removeEventListener('abort', drop);
      if (!handler.isOver) drop();
    }
  }

  /** Closes the connection. To be called when the run is over. */
  close(): void {
    if (this.#line !== null) this.#drop(this.#line);
  }

  #drop(line: Line): void {
    if (this.#line === line) this.#line = null;
    void line.dispatcher.destroy();
    line.ending.abort();
  }

  async #open(): Promise<Line> {
    const { origin, proxy, keepAliveMs = 1_000 } = this.#options;
    const ending = new AbortController();
    const socketOptions = { timeout: 15_000, allowH2: false, signal: ending.signal };
    const clientOptions = {
      ...usualClientOptions,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    };
    const connect = buildConnector(socketOptions);
    const fault = proxy && findProxyFault(proxy);
    const isPlain = origin.startsWith('http:');
    if (
      proxy === null ||
      isPlain ||
      (fault !== null && isExempt(new URL(origin).hostname, proxy))
    ) {
      return { dispatcher: openDispatcher(origin, { ...clientOptions, connect }), ending };
    }
    if (fault !== null) throw new ProxyAddressError(fault);
    // Not by its own file: its CONNECT needs a method that only undici's index gives to its clients.
    const { EnvHttpProxyAgent } = await import('undici');
    try {
      this.proxyHost = new URL(proxy.httpsProxy).host;
      const dispatcher = new EnvHttpProxyAgent({
        ...clientOptions,
        httpsProxy: proxy.httpsProxy,
        noProxy: proxy.noProxy,
        // Else it would look into the environment itself.
        httpProxy: '',
        factory: openDispatcher,
        connect: (address, callback) => {
          this.proxyHost = null;
          connect(address, callback);
        },
        proxyTls: socketOptions,
        requestTls: socketOptions,
      });
      return { dispatcher, ending };
    } catch (error) {
      throw new ProxyAddressError('the value of HTTPS_PROXY is not the address of a proxy', {
        cause: error,
      });
    }
  }
}

/**
 * Why the proxy of the environment cannot be used, though its address may be one; null for one that
 * can. undici takes any for HTTP.
 */
function findProxyFault({ httpsProxy }: ProxySettings): string | null {
  if (httpsProxy === '') return 'ALL_PROXY is set, which is not read';
  const [, scheme = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(httpsProxy) ?? [];
  return /^https?$/i.test(scheme)
    ? null
    : `HTTPS_PROXY names a ${scheme}: proxy, and only http: and https: are known`;
}

/** True where NO_PROXY names the host, or a domain that it lies in. */
function isExempt(host: string, { noProxy }: ProxySettings): boolean {
  const names = noProxy.split(/[\s,]+/).filter((name) => name !== '');
  return names.some(
    (name) => name === '*' || `.${host}`.endsWith(`.${name.replace(/^\*?\./, '')}`),
  );
}

const usualClientOptions = {
  allowH2: false,
  // Else a variable of the environment could ask for a parser that is not in the bundle.
  useMilo: false,
  // The one signal over the whole exchange is the limit: these two can be held off for ever by a drip of bytes.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Taken off the time that a service promises: with undici's 2 s, one that says `timeout=2` would get a connection a request.
  keepAliveTimeoutThreshold: 500,
} as const;

/**
 * A client whose socket, inside a proxy's tunnel too, is read on where the other side closed; its
 * errors to connect are final.
 */
export function openDispatcher(
  origin: string | URL,
  { connect, ...options }: ClientTypes.Options & { readonly connect: Connector.connector },
): Dispatcher {
  return new Client(origin, {
    ...options,
    connect: (address, callback) =>
      connect(address, (...[error, socket]) => {
        if (socket !== null && error === null) callback(null, deferWriteErrors(socket));
        // Without its code, which undici goes by: on UND_ERR_SOCKET it would connect again for ever.
        else callback(new Error('cannot connect', { cause: error }), null);
      }),
  });
}

/**
 * What undici tells of one exchange. It is never paused: it finishes a paused response only where
 * the connection is to close.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  /** True when the whole response is here. */
  isOver = false;
  /**
   * Rejects with what the exchange broke with before its head came; what breaks it later breaks the
   * stream.
   */
  readonly head = Promise.withResolvers<RawResponse>();
  readonly #request: RawRequest;
  readonly #stream = new Readable({ read: () => undefined });
  #bytes = 0;

  constructor(request: RawRequest) {
    this.#request = request;
    // Who reads it is told by the reading; a stream that is left unread breaks for nobody.
    this.#stream.on('error', () => undefined);
  }

  /**
   * When undici writes the head. An error code cannot tell: ECONNRESET may come before the first
   * byte or after the last.
   */
  onRequestStart(): void {
    this.#request.onSent();
  }

  onResponseStart(_controller: unknown, status: number, headers: RawResponse['headers']): void {
    if (status >= 200) this.head.resolve({ status, headers, stream: this.#stream });
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    const { maxBytes } = this.#request;
    this.#bytes += chunk.length;
    if (this.#bytes <= maxBytes) this.#stream.push(chunk);
    else this.#stream.destroy(new ResponseTooLargeError(`is larger than ${maxBytes} bytes`));
  }

  onResponseEnd(): void {
    this.isOver = true;
    this.#stream.push(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.head.reject(error);
    this.#stream.destroy(error);
  }
}

/** A second: what arrived before the write failed is in the kernel already. */
const writeErrorDelayMs = 1_000;

/**
 * Keeps a socket readable for `delayMs` after a write failed because the other side closed. A
 * service that refuses a request while its body still goes out (401, 413) responds and closes: the
 * failed write would end the socket with the response unread, and a refusal would pass for a lost
 * response that is worth another attempt. Until then the write stays open; the end of the
 * connection, which the reading side sees, ends it at once.
 */
export function deferWriteErrors(socket: Socket, delayMs = writeErrorDelayMs): Socket {
  const { _write, _writev } = socket;
  const defer =
    (done: Done): Done =>
    (error) => {
      const isClosed = error instanceof Error && 'code' in error && closedByPeer.has(error.code);
      if (isClosed) AbortSignal.timeout(delayMs).addEventListener('abort', () => done(error));
      else done(error);
    };
  return Object.assign(socket, {
    _write: (chunk, encoding, done) => _write.call(socket, chunk, encoding, defer(done)),
    _writev: (chunks, done) => _writev?.call(socket, chunks, defer(done)),
  } satisfies Partial<Socket>);
}

type Done = (error?: Error | null) => void;

const closedByPeer: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);
