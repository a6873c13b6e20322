import { addAbortListener } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import type { buildConnector as Connector, Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { ProxyAddressError } from './network-error.ts';

/*
 * undici parses responses with WebAssembly. With responses of ordinary size V8 optimizes its one large function on a background
 * thread, and the process cannot exit before that is done: 20 to 80 ms at the end of each run. The first flag, a threshold, keeps
 * it from that, which a download of 130 MB does not feel. It must be set before undici compiles the parser, at its first
 * connection, and becomes unnecessary when undici parses without WebAssembly, or V8 drops such work at exit.
 *
 * The second lets V8 collect young garbage when a tenth of its space is used, and not four fifths. What it sees of a piece of
 * a response are some hundred bytes, but each holds 64 KB outside of its heap: reading 430 MB held 50 MiB more, and took as long.
 *
 * An unknown flag would print two lines to stderr, so both are set only for the V8 of node 24, where they were measured.
 */
if (process.versions.v8.startsWith('13.6.')) {
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  setFlagsFromString('--minor-gc-task-trigger=10');
}

/** The runner's proxy variables, already chosen from their two spellings; empty where not set. */
export interface ProxySettings {
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** How many connections are opened before there is a request for them; none through a proxy. */
export interface SpareLimits {
  /** At most so many wait at a time. */
  readonly atOnce: number;
  /** The changes that the run may make. After so many requests that are changes, none is opened any more. */
  readonly changes: number;
}

/** A request as undici takes it: it sends any async iterable as a body, though its types name only streams. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The head of a response, and its bytes as they arrive. It may be left unread. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
}

/** The connections of a run. Each is for one exchange, and nothing was sent on it before. */
export interface Connections {
  /** `signal` ends the connection, also while it connects. Throws ProxyAddressError. */
  open(method: string, signal: AbortSignal): Promise<Connection>;
  /** Closes the spare connections, and opens no more. */
  close(): void;
}

export interface ConnectionOptions {
  readonly origin: string;
  /** Plain http only ever goes to this machine, so it never goes through a proxy. */
  readonly proxy: ProxySettings | null;
  readonly spares: SpareLimits;
  /** Milliseconds after which a connected spare is closed: less than services keep one on which nothing is said. */
  readonly maxSpareMs?: number | undefined;
  /**
   * Bytes of a response that may wait for who reads it, which only those that are decompressed do; 32 MiB by default. Below this
   * undici is not paused: it takes a response for cut off where the service closes while it is paused, with the end of the
   * response unread.
   */
  readonly maxBufferedBytes?: number | undefined;
}

const defaultMaxBufferedBytes = 32 * 1024 * 1024;
// One exchange gains nothing by HTTP/2.
const connectOptions = { timeout: 15_000, allowH2: false } as const;
// The one signal over the whole exchange is the limit: these two can be held off for ever by a drip of bytes.
const clientOptions = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const;

/**
 * Opens the connections of a run, straight to the service or through the proxy that the environment names. While a request
 * runs, spares are opened for those behind it: a change then need not wait for TCP and TLS, and still goes out on a connection
 * that nothing was sent on, which the service has no reason to close just then. A spare that was closed, that the service wrote
 * to, or that is too old is not used; one that is not ready yet is used only if it is ready before a new connection.
 */
export function createConnections(options: ConnectionOptions): Connections {
  const { origin, proxy, spares: limits, maxSpareMs = 4_000 } = options;
  if (proxy !== null && origin.startsWith('https:')) {
    return { open: (_method, signal) => openProxied(proxy, signal, options), close: () => undefined };
  }
  const spares = new Set<FreshSocket>();
  let changesLeft = limits.changes;
  const drop = (spare: FreshSocket): void => {
    if (spares.delete(spare)) spare.end();
  };
  const takeSpare = (): FreshSocket | null => {
    for (const spare of spares) if (isSpoilt(spare)) drop(spare);
    const [spare = null] = spares;
    if (spare !== null) spares.delete(spare);
    return spare;
  };
  const openSpares = (address: Connector.Options): void => {
    while (spares.size < Math.min(limits.atOnce, changesLeft)) {
      const spare = connect(address);
      spares.add(spare);
      spare.connected.then(
        () => AbortSignal.timeout(maxSpareMs).addEventListener('abort', () => drop(spare)),
        () => drop(spare),
      );
    }
  };
  return {
    async open(method, signal) {
      if (method !== 'GET') changesLeft -= 1;
      const client = new Client(origin, {
        ...clientOptions,
        // Called again where the socket ends before the request is written.
        connect: toConnector(async (address) => {
          const spare = takeSpare();
          const connecting = connectFirst(address, spare, signal);
          openSpares(address);
          const socket = await connecting;
          connection.isSpare = socket === spare?.socket;
          return socket;
        }),
      });
      const connection = new Connection(client, options);
      return connection;
    },
    close() {
      changesLeft = 0;
      for (const spare of spares) drop(spare);
    },
  };
}

/** A socket on its way to the service, or connected. Nothing was sent on it. */
interface FreshSocket {
  readonly connected: Promise<Socket>;
  /** Null until it is connected. */
  readonly socket: Socket | null;
  end(reason?: unknown): void;
}

function connect(address: Connector.Options): FreshSocket {
  const ending = new AbortController();
  const { promise: connected, resolve, reject } = Promise.withResolvers<Socket>();
  const fresh = { connected, socket: null as Socket | null, end: (reason?: unknown) => ending.abort(reason) };
  buildConnector({ ...connectOptions, signal: ending.signal })(address, (...[error, socket]) => {
    if (error !== null) return reject(error);
    fresh.socket = deferWriteErrors(socket);
    resolve(socket);
  });
  return fresh;
}

/** Closed by the service, or written to: what arrives before any request, such as a 408, is the response to none. */
function isSpoilt({ socket }: FreshSocket): boolean {
  return socket !== null && (socket.readyState !== 'open' || socket.readableLength > 0);
}

/**
 * Gives the spare if it is ready, else what is connected first, it or a new socket, and ends the other. A spare that fails is
 * not missed: the error is that of the new socket.
 */
async function connectFirst(
  address: Connector.Options,
  spare: FreshSocket | null,
  signal: AbortSignal,
): Promise<Socket> {
  const own = spare?.socket ? spare : connect(address);
  const candidates = [...new Set([own, spare ?? own])];
  for (const candidate of candidates) addAbortListener(signal, () => candidate.end(signal.reason));
  let first: Socket | undefined;
  try {
    first = await Promise.race(candidates.map(({ connected }) => connected.catch(() => own.connected)));
    return first;
  } finally {
    for (const candidate of candidates) if (candidate.socket !== first) candidate.end();
  }
}

async function openProxied(proxy: ProxySettings, signal: AbortSignal, options: ConnectionOptions): Promise<Connection> {
  // Not by its own file: its CONNECT needs a method that only undici's index gives to its clients.
  const { EnvHttpProxyAgent } = await import('undici');
  try {
    const agent = new EnvHttpProxyAgent({
      ...clientOptions,
      ...proxy,
      // Else it would look into the environment itself.
      httpProxy: '',
      connect: toConnector((address) => {
        connection.proxyHost = null;
        return connectFirst(address, null, signal);
      }),
      proxyTls: { ...connectOptions, signal },
      requestTls: { ...connectOptions, signal },
    });
    const connection = new Connection(agent, options);
    connection.proxyHost = new URL(proxy.httpsProxy).host;
    return connection;
  } catch (error) {
    throw new ProxyAddressError('not the address of a proxy', { cause: error });
  }
}

function toConnector(open: (address: Connector.Options) => Promise<Socket>): Connector.connector {
  return (address, callback) => {
    open(address).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

/** The way to the service for one exchange. */
export class Connection {
  /** True from the moment in which the head of the request is given to a connected socket. */
  isSent = false;
  /** True where it was opened before there was a request for it. */
  isSpare = false;
  /**
   * `host:port` of the proxy, without the user name and password that its address may hold. Null where the request goes to the
   * service itself: NO_PROXY is undici's to judge, when it connects.
   */
  proxyHost: string | null = null;
  readonly #dispatcher: Dispatcher;
  readonly #options: ConnectionOptions;

  constructor(dispatcher: Dispatcher, options: ConnectionOptions) {
    this.#dispatcher = dispatcher;
    this.#options = options;
  }

  /** Sends the request and returns the head of its response; informational responses (1xx) are passed over. */
  send(request: RawRequest): Promise<RawResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
    const { origin, maxBufferedBytes = defaultMaxBufferedBytes } = this.#options;
    let stream: Readable | undefined;
    this.#dispatcher.dispatch({ origin, ...request } as Dispatcher.DispatchOptions, {
      // When undici writes the head. An error code cannot tell: ECONNRESET may come before the first byte or after the last.
      onRequestStart: () => {
        this.isSent = true;
      },
      onResponseStart: (controller, status, headers) => {
        if (status < 200) return;
        // The service gave up waiting on an idle connection just when the request was on its way. It did nothing with it, but
        // only a read can show that.
        if (status === 408 && this.isSpare) return reject(new Error('the connection was idle for too long'));
        stream = new Readable({ highWaterMark: maxBufferedBytes, read: () => controller.resume() });
        // Who reads it is told by the reading; a stream that is left unread breaks for nobody.
        stream.on('error', () => undefined);
        resolve({ status, headers, stream });
      },
      onResponseData: (controller, chunk) => {
        if (stream?.push(chunk) === false) controller.pause();
      },
      onResponseEnd: () => {
        stream?.push(null);
      },
      onResponseError: (_controller, error) => {
        reject(error);
        stream?.destroy(error);
      },
    });
    return promise;
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}

/** A second: what arrived before the write failed is in the kernel already. */
const writeErrorDelayMs = 1_000;

/**
 * Keeps a socket readable for `delayMs` after a write failed because the other side closed. A service that refuses a
 * request while its body still goes out (401, 413) responds and closes: the failed write would end the socket with the
 * response unread, and a refusal would pass for a lost response that is worth another attempt. Until then the write stays
 * open; the end of the connection, which the reading side sees, ends it at once.
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
