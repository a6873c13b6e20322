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
 * The main file of this folder, and the only file that uses undici: a `Connection` sends requests
 * over one socket and returns the responses.
 *
 * `fetch` cannot be used: it follows redirects, does not show whether a request was sent, loses a
 * refusal that arrives while the request body is still being sent, and takes 40 ms more to load.
 * Because of the load time, files of undici are imported by their paths, although the paths are not
 * a public interface: undici's index also loads fetch, mocks, caches and WebSocket. A test checks
 * that these files have the same exports as the index. Their types are in undici.d.ts.
 */

/*
 * undici parses responses with WebAssembly. Even for responses of ordinary size, V8 optimizes the
 * large function of this parser on a background thread. The process cannot exit before that is
 * done, which takes 20 to 80 ms at the end of each run. This flag raises the threshold for the
 * optimization. A download of 130 MB is not slower with the flag. The flag must be set before the
 * first connection, because undici compiles the parser then. It can be removed when undici parses
 * without WebAssembly, or when V8 stops such work at exit. V8 prints two lines to stderr for a flag
 * that it does not know, so the flag is set only for the V8 version of Node 24, with which the
 * times were measured.
 */
if (process.versions.v8.startsWith('13.6.')) setFlagsFromString('--wasm-tiering-budget=1000000000');

/** The proxy variables of the environment, in upper or lower case; empty if they are not set. */
interface ProxySettings {
  readonly httpsProxy: string;
  /** ALL_PROXY, which is never used. If no other variable names a proxy, the run fails. */
  readonly allProxy: string;
  readonly noProxy: string;
}

/** Options for a connection. */
export interface ConnectionOptions {
  readonly origin: string;
  /**
   * Null if no proxy is set. A proxy is never used with plain http, which is allowed only for this
   * machine.
   */
  readonly proxy: ProxySettings | null;
  /**
   * The time for which an idle connection may be used again, in milliseconds. By default a second:
   * services keep idle connections open for longer.
   */
  readonly keepAliveMs?: number | undefined;
}

/** A request in the form that undici expects. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** undici sends any async iterable, although its types allow only streams. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /**
   * The maximum size of the response before decompression, in bytes. It also limits the memory that
   * a response takes, since the response is never paused.
   */
  readonly maxBytes: number;
  /** Called when undici writes the head of the request to a connected socket. */
  onSent(): void;
}

/** The head of a response, and a stream of its body. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
}

/** An undici client with its one socket. */
interface OpenSocket {
  readonly dispatcher: Dispatcher;
  /** Ends the socket, even while it is connecting: undici's `destroy` would not end it then. */
  readonly ending: AbortController;
}

/**
 * The connection of a run, directly to the service or through the proxy of the environment. It is
 * opened for the first request, and used again for later ones. A new connection replaces it if the
 * service closed it, if it was idle for too long, or if an exchange did not complete.
 */
export class Connection {
  /**
   * The `host:port` of the proxy, without the user name and password of its address. Null if
   * requests go directly to the service. That may be known only after undici has connected, since
   * undici applies NO_PROXY when it connects.
   */
  proxyHost: string | null = null;
  readonly #options: ConnectionOptions;
  #socket: OpenSocket | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, calls `read` with the response, and returns its result. Informational
   * responses (1xx) are ignored. If `signal` is aborted, or if `read` returns before the end of the
   * response, the connection is closed. Throws the error that broke the exchange, an error that
   * `read` throws, or ProxyAddressError.
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
    // The signal belongs to this exchange only, so it is not passed to the connector: aborting it
    // later would end the socket while another exchange uses it.
    signal.addEventListener('abort', drop);
    const handler = new ExchangeHandler(request);
    try {
      const options = {
        origin: this.#options.origin,
        method: request.method,
        path: request.path,
        headers: request.headers,
        body: request.body,
      };
      socket.dispatcher.dispatch(options as Dispatcher.DispatchOptions, handler);
      return await read(await handler.head.promise);
    } finally {
      signal.removeEventListener('abort', drop);
      if (!handler.isComplete) drop();
    }
  }

  /** Closes the connection. Must be called at the end of the run. */
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
        // Without this empty value, undici would read the variable from the environment.
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
 * Loads undici's proxy agent. It calls the method `connect` of undici's dispatchers. Normally
 * undici's index file adds that method; it is not loaded here, so this function adds the method.
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
 * Waits until the pending events of an idle socket have been delivered, such as a cancel that came
 * together with the last response. If the event is the end of the connection, or a response that
 * nobody requested, undici drops the connection. Without the wait, that response would be taken for
 * the response to the next request.
 */
async function receivePendingEvents(): Promise<void> {
  // A pending `close` or `data` event may need two turns of the event loop to be delivered.
  await setImmediate();
  await setImmediate();
}

/**
 * Returns true if requests go directly to the service, so that wrong proxy settings do not matter.
 */
function isDirect(origin: string, proxy: ProxySettings): boolean {
  if (origin.startsWith('http:')) return true;
  const { hostname } = new URL(origin);
  // undici ignores ranges of addresses in NO_PROXY. It applies the host names in NO_PROXY, but only
  // if the address of the proxy is valid.
  if (isInRange(hostname, proxy)) return true;
  return findProxyFault(proxy) !== null && isExempt(hostname, proxy);
}

/**
 * Returns the reason that the proxy of the environment cannot be used; null if it can be used.
 * Without this check, undici would treat an address with any scheme as an HTTP proxy.
 */
function findProxyFault(proxy: ProxySettings): string | null {
  const { httpsProxy } = proxy;
  if (httpsProxy === '') return 'ALL_PROXY is set, which is not read';
  const [, scheme = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(httpsProxy) ?? [];
  if (/^https?$/i.test(scheme)) return null;
  return `HTTPS_PROXY names a ${scheme}: proxy, and only http: and https: are known`;
}

/** Returns true if NO_PROXY names the host, or a domain to which the host belongs. */
function isExempt(host: string, proxy: ProxySettings): boolean {
  return splitNames(proxy.noProxy).some((name) => {
    const domain = name.replace(/^\*?\./, '');
    return name === '*' || `.${host}`.endsWith(`.${domain}`);
  });
}

/**
 * Returns true if the host is an IP address in a range of NO_PROXY, such as `10.0.0.0/8`. As in
 * curl, a host name is not resolved for that.
 */
function isInRange(host: string, proxy: ProxySettings): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return false;
  const [family, maxBits] = version === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  const ranges = new BlockList();
  for (const name of splitNames(proxy.noProxy)) {
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
  // Without this value, an environment variable could select a parser that is not in the bundle.
  useMilo: false,
  // These two timeouts are off, because they would never fire if a server sends a byte now and
  // then. The signal of each exchange limits its time instead.
  headersTimeout: 0,
  bodyTimeout: 0,
  // undici subtracts this from the time for which the service keeps the connection open. With its
  // default of 2 s, the connection to a service with `timeout=2` would never be used again.
  keepAliveTimeoutThreshold: 500,
} as const;

/**
 * Creates a client of undici. Its socket, even in the tunnel of a proxy, can still be read after
 * the other side has closed it. A failed connection is not retried.
 */
export function openDispatcher(
  origin: string | URL,
  options: ClientTypes.Options & { readonly connect: Connector.connector },
): Dispatcher {
  return new Client(origin, {
    ...options,
    connect: (address, callback) =>
      options.connect(address, (...[error, socket]) => {
        if (socket !== null && error === null) callback(null, deferWriteErrors(socket));
        // The new error has no code, because undici would retry for ever on UND_ERR_SOCKET.
        else callback(new Error('cannot connect', { cause: error }), null);
      }),
  });
}

/**
 * Receives the events of one exchange from undici. The response is never paused, because undici
 * completes a paused response only if the connection is about to close.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  /** True once the whole response has arrived. */
  isComplete = false;
  /**
   * Resolves with the head of the response. Rejects if an error breaks the exchange before that; a
   * later error breaks the stream.
   */
  readonly head = Promise.withResolvers<RawResponse>();
  readonly #request: RawRequest;
  readonly #stream = new Readable({ read: () => undefined });
  #bytes = 0;

  constructor(request: RawRequest) {
    this.#request = request;
    // A reader of the stream gets the error, too. Without a reader, the error does not matter.
    this.#stream.on('error', () => undefined);
  }

  /**
   * Called when undici writes the head of the request. The code of a later error does not show
   * whether bytes were sent: ECONNRESET may come before the first byte or after the last one.
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
    else this.#stream.destroy(new ResponseTooLargeError(maxBytes));
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
 * The time for which a socket can still be read after a write failed, in milliseconds. The data
 * that arrived before the failure is already in the kernel, so that a second is enough.
 */
const writeErrorDelayMs = 1_000;

const closedByPeer: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

type WriteCallback = (error?: Error | null) => void;

/**
 * Keeps a socket readable for `delayMs` after a write failed because the other side closed.
 *
 * A service may refuse a request while the request body is still being sent (401, 413): it responds
 * and closes the connection. Without the delay, the failed write would end the socket before the
 * response is read, and the refusal would look like a lost response that is worth another attempt.
 * Until the delay is over, the write stays pending. If the other side ends the connection before
 * that, the reading side of the socket notices, and ends the socket at once.
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
