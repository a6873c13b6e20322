import { BlockList, isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type {
  Client as ClientTypes,
  buildConnector as Connector,
  Dispatcher,
  EnvHttpProxyAgent as ProxyAgent,
} from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { ProxyAddressError } from '../network-error.ts';
import { ResponseTooLargeError } from '../response/response.ts';

/*
 * The entry of this folder, and the only place that knows undici: `Connection` sends a request on
 * its one socket and returns the response.
 *
 * `fetch` cannot be used: it follows redirects, does not show whether a request was sent, loses a
 * refusal that arrives while the body is still going out, and takes 40 ms more to load. For the
 * last reason files of undici are imported by their paths, although these are not a public
 * interface: undici's index also loads fetch, mocks, caches and WebSocket. A test makes sure that
 * the files are what the index exports. Their types are in undici.d.ts.
 */

/*
 * undici parses responses with WebAssembly. With responses of ordinary size V8 optimizes its one
 * large function on a background thread, and the process cannot exit before that is done: 20 to 80
 * ms at the end of each run. This flag raises the threshold for that, and a download of 130 MB is
 * not slower with it. It must be set before undici compiles the parser, at its first connection. It
 * can go when undici parses without WebAssembly, or when V8 drops such work at exit. An unknown
 * flag prints two lines to stderr, so it is set only for the V8 of Node 24, with which it was
 * measured.
 */
if (process.versions.v8.startsWith('13.6.')) setFlagsFromString('--wasm-tiering-budget=1000000000');

/** The proxy variables of the environment, without regard to their case. Empty if not set. */
interface ProxySettings {
  readonly httpsProxy: string;
  /** Never used. If only this one is set, the run ends with an error. */
  readonly allProxy: string;
  readonly noProxy: string;
}

/** Options for a connection. */
export interface ConnectionOptions {
  readonly origin: string;
  /** Null if there is none. Plain http goes only to this machine, and so never through a proxy. */
  readonly proxy: ProxySettings | null;
  /**
   * How long an idle connection is used again, in milliseconds. By default a second, which is less
   * than services allow.
   */
  readonly keepAliveMs?: number | undefined;
}

/**
 * A request as undici takes it. undici sends any async iterable, although its types allow only
 * streams.
 */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /**
   * The most bytes of the response as they arrive, still compressed. This also limits memory, since
   * the response is never paused.
   */
  readonly maxBytes: number;
  /** Called when the head of the request is written to a connected socket. */
  onSent(): void;
}

/** The head of a response, and its bytes while they arrive. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
}

/** An undici client with its one socket. */
interface OpenSocket {
  readonly dispatcher: Dispatcher;
  /** Ends the socket, also one that is still connecting, which undici's `destroy` does not end. */
  readonly ending: AbortController;
}

/**
 * The connection of a run, directly to the service or through the proxy of the environment. It is
 * opened when it is needed and kept for the next request. It is replaced if the service closed it,
 * if it was idle for too long, or if an exchange did not complete.
 */
export class Connection {
  /**
   * The `host:port` of the proxy, without the user name and password of its address. Null if
   * requests go directly to the service; undici applies NO_PROXY when it connects.
   */
  proxyHost: string | null = null;
  readonly #options: ConnectionOptions;
  #socket: OpenSocket | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, and returns what `read` makes of the response. Informational responses (1xx)
   * are ignored. If `signal` is aborted, or if `read` returns before the end of the response, the
   * connection is closed. Throws the error that broke the exchange, any error of `read`, or
   * ProxyAddressError.
   */
  async exchange<T>(
    request: RawRequest,
    signal: AbortSignal,
    read: (response: RawResponse) => Promise<T>,
  ): Promise<T> {
    if (this.#socket !== null) await receivePendingEvents();
    this.#socket ??= await this.#open();
    const socket = this.#socket;
    const drop = (): void => this.#drop(socket);
    signal.throwIfAborted();
    // The signal is not given to the connector: it would end the socket that a later exchange uses.
    signal.addEventListener('abort', drop);
    const handler = new ExchangeHandler(request);
    try {
      const { method, path, headers, body } = request;
      const options = { origin: this.#options.origin, method, path, headers, body };
      socket.dispatcher.dispatch(options as Dispatcher.DispatchOptions, handler);
      return await read(await handler.head.promise);
    } finally {
      signal.removeEventListener('abort', drop);
      if (!handler.isComplete) drop();
    }
  }

  /** Closes the connection. To be called when the run is over. */
  close(): void {
    if (this.#socket !== null) this.#drop(this.#socket);
  }

  #drop(socket: OpenSocket): void {
    if (this.#socket === socket) this.#socket = null;
    void socket.dispatcher.destroy();
    socket.ending.abort();
  }

  async #open(): Promise<OpenSocket> {
    const { origin, proxy, keepAliveMs = 1_000 } = this.#options;
    const ending = new AbortController();
    const socketOptions = { timeout: 15_000, allowH2: false, signal: ending.signal };
    const clientOptions = {
      ...usualClientOptions,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    };
    const connect = buildConnector(socketOptions);
    if (proxy === null || isDirect(origin, proxy)) {
      return { dispatcher: openDispatcher(origin, { ...clientOptions, connect }), ending };
    }
    const fault = findProxyFault(proxy);
    if (fault !== null) throw new ProxyAddressError(fault);
    const EnvHttpProxyAgent = await loadProxyAgent();
    try {
      this.proxyHost = new URL(proxy.httpsProxy).host;
      const dispatcher = new EnvHttpProxyAgent({
        ...clientOptions,
        httpsProxy: proxy.httpsProxy,
        noProxy: proxy.noProxy,
        // Set explicitly, because undici would otherwise read the environment.
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
 * Loads undici's proxy agent. Its CONNECT needs a method that undici's index adds to all clients.
 */
async function loadProxyAgent(): Promise<typeof ProxyAgent> {
  const [agent, dispatcher, connect] = await Promise.all([
    import('undici/lib/dispatcher/env-http-proxy-agent.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  dispatcher.default.prototype.connect = connect.default;
  return agent.default;
}

/**
 * Waits until the pending events of an idle socket have been delivered: a cancel that came together
 * with the last response, the end of the connection, or a response without a request, which would
 * be taken for the response to the next request. On the last two, undici drops the connection.
 */
async function receivePendingEvents(): Promise<void> {
  // A pending `close` or `data` event may only be delivered in the second turn of the event loop.
  await setImmediate();
  await setImmediate();
}

/** True if no proxy is involved, so that wrong settings of a proxy do not matter. */
function isDirect(origin: string, proxy: ProxySettings): boolean {
  if (origin.startsWith('http:')) return true;
  const { hostname } = new URL(origin);
  // undici applies the names of NO_PROXY, but not its ranges, and only to a proxy that it can use.
  if (isInRange(hostname, proxy)) return true;
  return findProxyFault(proxy) !== null && isExempt(hostname, proxy);
}

/**
 * Returns the reason why the proxy of the environment cannot be used; null if it can. undici would
 * take any address for an HTTP proxy.
 */
function findProxyFault({ httpsProxy }: ProxySettings): string | null {
  if (httpsProxy === '') return 'ALL_PROXY is set, which is not read';
  const [, scheme = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(httpsProxy) ?? [];
  if (/^https?$/i.test(scheme)) return null;
  return `HTTPS_PROXY names a ${scheme}: proxy, and only http: and https: are known`;
}

/** True if NO_PROXY names the host, or a domain of it. */
function isExempt(host: string, { noProxy }: ProxySettings): boolean {
  return splitNames(noProxy).some((name) => {
    const domain = name.replace(/^\*?\./, '');
    return name === '*' || `.${host}`.endsWith(`.${domain}`);
  });
}

/**
 * True if the host is an address in a range of NO_PROXY, such as `10.0.0.0/8`. A name is not looked
 * up, as with curl.
 */
function isInRange(host: string, { noProxy }: ProxySettings): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return false;
  const [family, maxBits] = version === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  const ranges = new BlockList();
  for (const name of splitNames(noProxy)) {
    const [, start = '', bits = ''] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(name) ?? [];
    if (isIP(start) !== version || Number(bits) > maxBits) continue;
    ranges.addSubnet(start, Number(bits), family);
  }
  return ranges.check(address, family);
}

function splitNames(noProxy: string): readonly string[] {
  return noProxy.split(/[\s,]+/).filter((name) => name !== '');
}

const usualClientOptions = {
  allowH2: false,
  // Set explicitly, because an environment variable could select a parser that is not in the
  // bundle.
  useMilo: false,
  // Each exchange is limited by its signal instead. A server that sends a byte now and then would
  // keep these two timeouts from ever firing.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Subtracted from the time that a service promises. With undici's 2 s, a connection of a service
  // that promises `timeout=2` would never be used again.
  keepAliveTimeoutThreshold: 500,
} as const;

/**
 * Opens a client of undici. Its socket, also one in the tunnel of a proxy, is still read after the
 * other side has closed. A failed connection is not retried.
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
        // Drop the original error code: undici keeps reconnecting for ever on UND_ERR_SOCKET.
        else callback(new Error('cannot connect', { cause: error }), null);
      }),
  });
}

/**
 * Receives the events of one exchange from undici. The response is never paused: undici completes a
 * paused response only if the connection is about to close.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  /** True once the whole response has arrived. */
  isComplete = false;
  /**
   * Rejects with an error that breaks the exchange before the head of the response. A later error
   * breaks the stream.
   */
  readonly head = Promise.withResolvers<RawResponse>();
  readonly #request: RawRequest;
  readonly #stream = new Readable({ read: () => undefined });
  #bytes = 0;

  constructor(request: RawRequest) {
    this.#request = request;
    // Its reader sees the error too. If nobody reads the stream, its error does not matter.
    this.#stream.on('error', () => undefined);
  }

  /**
   * Called when undici writes the head of the request. An error code cannot tell whether bytes were
   * sent: ECONNRESET may come before the first byte or after the last.
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
    this.isComplete = true;
    this.#stream.push(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.head.reject(error);
    this.#stream.destroy(error);
  }
}

/**
 * What arrived before a write failed is already in the kernel, so a second is enough to read it.
 */
const writeErrorDelayMs = 1_000;

const closedByPeer: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

type WriteCallback = (error?: Error | null) => void;

/**
 * Keeps a socket readable for `delayMs` after a write failed because the other side closed.
 *
 * A service that refuses a request while its body is still being sent (401, 413) responds and
 * closes. The failed write would end the socket before the response is read, and the refusal would
 * look like a lost response that is worth another attempt. Until the delay is over the write stays
 * pending; if the other side ends the connection, the reading side notices and ends it at once.
 */
export function deferWriteErrors(socket: Socket, delayMs = writeErrorDelayMs): Socket {
  const { _write, _writev } = socket;
  function defer(callback: WriteCallback): WriteCallback {
    return (error) => {
      const isClosed = error instanceof Error && 'code' in error && closedByPeer.has(error.code);
      if (isClosed) AbortSignal.timeout(delayMs).addEventListener('abort', () => callback(error));
      else callback(error);
    };
  }
  return Object.assign(socket, {
    _write: (chunk, encoding, callback) => _write.call(socket, chunk, encoding, defer(callback)),
    _writev: (chunks, callback) => _writev?.call(socket, chunks, defer(callback)),
  } satisfies Partial<Socket>);
}
