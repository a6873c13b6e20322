import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { buildConnector, Client, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { ProxyAddressError } from './network-error.ts';
import { maxAppBytes } from './response.ts';

// At its end, the process would wait 20 to 80 ms for the thread that optimizes undici's WebAssembly.
// Only for the V8 of Node 24: another one may print two lines for a flag that it does not know.
if (process.versions.v8.startsWith('13.6.')) setFlagsFromString('--wasm-tiering-budget=1000000000');

/** The proxy variables of the environment, in upper or lower case; empty if they are not set. */
export interface ProxySettings {
  readonly httpsProxy: string;
  /** Used if HTTPS_PROXY is not set. */
  readonly allProxy: string;
  readonly noProxy: string;
}

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
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The time from the request to the headers of the response, in milliseconds; 0 for no limit. */
  readonly headersTimeout: number;
  /** Called when undici writes the head of the request to a connected socket. */
  onSent(): void;
}

/** A response whose body has not been read yet. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
}

/**
 * The connection of a run, directly to the service or through the proxy of the environment. It is
 * used again for later requests, and replaced if it was closed or idle, or if a request failed.
 */
export class Connection {
  /**
   * The `host:port` of the proxy, without the user name and password of its address. Null unless a
   * request went through the proxy.
   */
  proxyHost: string | null = null;
  readonly #options: ConnectionOptions;
  #dispatcher: Dispatcher | null = null;
  /** Ends a socket that is still connecting, which undici would leave to its timeout. */
  #closing = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, calls `read` with the response, and returns its result. If `signal` is
   * aborted, or if `read` returns before the end of the response, the connection is closed. Throws
   * the error that broke the exchange, an error that `read` throws, or ProxyAddressError.
   */
  async exchange<T>(
    request: RawRequest,
    signal: AbortSignal,
    read: (response: RawResponse) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    this.#dispatcher ??= this.#open();
    const dispatcher = this.#dispatcher.compose(noteSent(request.onSent));
    const { onSent: _, ...options } = {
      ...request,
      origin: this.#options.origin,
      signal,
      // A response is never paused: undici loses a paused one if the service then closes.
      highWaterMark: maxAppBytes,
    };
    try {
      // undici sends any async iterable, although its types allow only streams.
      const response = await dispatcher.request(options as Dispatcher.RequestOptions);
      const stream = response.body;
      // A reader of the stream gets the error, too. Without a reader, it does not matter.
      stream.on('error', () => undefined);
      try {
        return await read({ status: response.statusCode, headers: response.headers, stream });
      } finally {
        stream.destroy();
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Closes the connection. Must be called at the end of the run. */
  close(): void {
    void this.#dispatcher?.destroy();
    this.#dispatcher = null;
    this.#closing.abort();
    this.#closing = new AbortController();
  }

  #open(): Dispatcher {
    const { origin, proxy, keepAliveMs = 1_000 } = this.#options;
    const socketOptions = {
      timeout: 15_000,
      allowH2: false,
      // Node's 250 ms for each address of a host are not enough for a service that is far away.
      autoSelectFamilyAttemptTimeout: 2_500,
      signal: this.#closing.signal,
    };
    const connect = buildConnector(socketOptions);
    const clientOptions = {
      connect,
      connections: 1,
      allowH2: false,
      // Without this value, an environment variable could select a parser that is not in the bundle.
      useMilo: false,
      // The signal of each request limits its time instead.
      bodyTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      // undici subtracts this from the time for which the service keeps the connection open. With
      // its default of 2 s, the connection to a service with `timeout=2` would not be used again.
      keepAliveTimeoutThreshold: 500,
    };
    if (proxy === null || origin.startsWith('http:')) return openClient(origin, clientOptions);
    const { address, host, fault } = readProxyAddress(proxy);
    return new EnvHttpProxyAgent({
      ...clientOptions,
      httpsProxy: address,
      noProxy: proxy.noProxy,
      // Without this empty value, undici would read the variable from the environment.
      httpProxy: '',
      factory: (target, options: ClientOptions) => {
        // A connection to a host that NO_PROXY names has our own connector.
        if (options.connect !== connect) {
          if (fault !== null) throw new ProxyAddressError(fault);
          this.proxyHost = host;
        }
        return openClient(target, options);
      },
      proxyTls: socketOptions,
      requestTls: socketOptions,
    });
  }
}

type ClientOptions = Client.Options & { readonly connect: buildConnector.connector };

/** Opens a client whose socket, even in the tunnel of a proxy, is read after a write has failed. */
function openClient(origin: string | URL, options: ClientOptions): Client {
  return new Client(origin, {
    ...options,
    connect: (address, callback) =>
      options.connect(address, (...[error, socket]) => {
        if (error !== null) callback(error, null);
        else if (socket !== null) callback(null, deferWriteErrors(socket));
      }),
  });
}

/**
 * Reads the address of the proxy, which may lack a scheme, as in curl. Throws ProxyAddressError if
 * it is not an address at all. `fault` is the reason that the proxy cannot be used, or null; undici
 * can parse `address` in any case.
 */
function readProxyAddress({ httpsProxy, allProxy }: ProxySettings) {
  const name = httpsProxy === '' ? 'ALL_PROXY' : 'HTTPS_PROXY';
  const given = httpsProxy || allProxy;
  const [, scheme = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(given) ?? [];
  const isKnown = /^https?$/i.test(scheme);
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  if (url === null || !isDecodable(url)) {
    throw new ProxyAddressError(`the value of ${name} is not the address of a proxy`);
  }
  const fault = `${name} names a ${scheme}: proxy, and only http: and https: are known`;
  return {
    address: isKnown ? url.href : `http://${url.host}`,
    host: url.host,
    fault: isKnown ? null : fault,
  };
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Calls `onSent` when a request is written. The code of a later error does not show that. */
function noteSent(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const { onRequestStart } = handler;
    handler.onRequestStart = (...given) => {
      onSent();
      onRequestStart?.apply(handler, given);
    };
    return dispatch(options, handler);
  };
}

const closedByPeer: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/**
 * Keeps a socket readable for a second after a write failed because the other side closed.
 *
 * A service may refuse a request while the request body is still being sent (401, 413): it responds
 * and closes the connection. Without the delay, the failed write would end the socket before the
 * response, which is already in the kernel, is read.
 */
export function deferWriteErrors(socket: Socket, delayMs = 1_000): Socket {
  const { _write, _writev } = socket;
  function defer(callback: (error?: Error | null) => void) {
    return (error?: Error | null): void => {
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
