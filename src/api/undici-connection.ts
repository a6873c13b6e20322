import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { addAbortListener } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { ProxyAddressError } from './errors.ts';

/*
 * undici parses responses with WebAssembly. With responses of ordinary size V8 finds its one large function worth optimizing,
 * does that on a background thread, and the process cannot exit before that is done: 20 to 80 ms at the end of each run. With
 * this budget the function stays as it was first compiled, which a download of 130 MB does not feel. The flag must be set before
 * undici compiles the parser, at its first connection. It is safe: it only moves a threshold. An unknown flag would print two lines
 * to stderr, so it is set only for the V8 of node 24, where it was measured. It becomes unnecessary when undici parses
 * without WebAssembly, or V8 drops such work at exit.
 *
 * The second flag lets V8 collect young garbage when a tenth of its space is used, and not four fifths. What it sees of a piece of
 * a response are some hundred bytes, but each holds 64 KB outside of its heap: reading 430 MB held 50 MiB more, and took as long.
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
export interface RequestOptions extends Omit<Dispatcher.DispatchOptions, 'body' | 'method'> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body: AsyncIterable<Uint8Array> | null;
  /**
   * Bytes of the response that may wait for who reads it, which only those that are decompressed do. Below this undici is not
   * paused: it takes a response for cut off where the service closes while it is paused, with the end of the response unread.
   */
  readonly maxBufferedBytes: number;
}

/** The head of a response, and its bytes as they arrive. It may be left unread. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
}

/** The way to the service for one exchange. */
export interface Connection {
  /** Sends the request and returns the head of its response; informational responses (1xx) are passed over. */
  send(request: RequestOptions): Promise<RawResponse>;
  /** True from the moment in which the head of the request was given to a connected socket. */
  isSent(): boolean;
  /** True where the request goes through the proxy: NO_PROXY is undici's to judge, when it connects. */
  usesProxy(): boolean;
  /** True where the connection was opened before there was a request for it. */
  isSpare(): boolean;
  close(): Promise<void>;
}

/** The connections of a run. Each is for one exchange, and nothing was sent on it before. */
export interface Connections {
  /** `signal` ends the connection, also while it connects. Throws ProxyAddressError, or the signal's reason. */
  open(method: RequestOptions['method'], signal: AbortSignal): Promise<Connection>;
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
}

const connectLimitMs = 15_000;
const defaultMaxSpareMs = 4_000;
// One exchange gains nothing by HTTP/2.
const connectOptions = { timeout: connectLimitMs, allowH2: false } as const;
// The one signal over the whole exchange is the limit: these two can be held off for ever by a drip of bytes.
const clientOptions = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const;

/**
 * Opens the connections of a run, straight to the service or through the proxy that the environment names. While a request
 * runs, spares are opened for those behind it: a change then need not wait for TCP and TLS, and still goes out on a connection
 * that nothing was sent on, which the service has no reason to close just then. A spare that was closed, that the service wrote
 * to, or that is too old is not used; one that is not ready yet is used only if it is ready before a new connection.
 */
export function createConnections({
  origin,
  proxy,
  spares: { atOnce, changes },
  maxSpareMs = defaultMaxSpareMs,
}: ConnectionOptions): Connections {
  if (proxy !== null && origin.startsWith('https:')) {
    return { open: (_method, signal) => openProxied(proxy, signal), close: () => undefined };
  }
  const spares = new Set<FreshSocket>();
  let changesLeft = changes;
  const drop = (spare: FreshSocket): void => {
    if (spares.delete(spare)) spare.end();
  };
  const openSpare = (): void => {
    const spare = connect(origin);
    spares.add(spare);
    spare.connected.then(
      () => AbortSignal.timeout(maxSpareMs).addEventListener('abort', () => drop(spare)),
      () => drop(spare),
    );
  };
  return {
    async open(method, signal) {
      signal.throwIfAborted();
      for (const spare of [...spares].filter(isSpoilt)) drop(spare);
      const [spare = null] = spares;
      if (spare !== null) spares.delete(spare);
      const connection = openDirect(origin, spare, signal);
      if (method !== 'GET') changesLeft -= 1;
      while (spares.size < Math.min(atOnce, changesLeft)) openSpare();
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
  socket(): Socket | null;
  end(reason?: unknown): void;
}

function connect(origin: string): FreshSocket {
  const { host, hostname, protocol, port } = new URL(origin);
  const ending = new AbortController();
  const connector = buildConnector({ ...connectOptions, signal: ending.signal });
  let socket: Socket | null = null;
  const connected = new Promise<Socket>((resolve, reject) => {
    // An address of IPv6 stands in brackets only in a URL.
    connector({ host, hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port }, (...[error, opened]) => {
      if (error !== null) return reject(error);
      socket = deferWriteErrors(opened);
      resolve(socket);
    });
  });
  // Whoever waits for it is told; nobody may.
  connected.catch(() => undefined);
  return { connected, socket: () => socket, end: (reason) => ending.abort(reason) };
}

/** Closed by the service, or written to: what arrives before any request, such as a 408, is the response to none. */
function isSpoilt(spare: FreshSocket): boolean {
  const socket = spare.socket();
  return socket !== null && (socket.destroyed || socket.readableEnded || socket.readableLength > 0);
}

function openDirect(origin: string, spare: FreshSocket | null, signal: AbortSignal): Connection {
  const ready = spare?.socket() ? spare : null;
  const first = ready ?? connect(origin);
  const sockets = new Set(spare === null ? [first] : [first, spare]);
  const endAll = (reason?: unknown): void => {
    for (const socket of sockets) socket.end(reason);
  };
  const listener = addAbortListener(signal, () => endAll(signal.reason));
  let chosen: FreshSocket | null = null;
  const open = async (): Promise<Socket> => {
    if (chosen === null) {
      chosen = spare === null ? first : await chooseFirst(first, spare);
    } else {
      // What was chosen ended before the request was written.
      chosen = connect(origin);
      sockets.add(chosen);
    }
    return chosen.connected;
  };
  const client = new Client(origin, {
    ...clientOptions,
    connect(_options, callback) {
      open().then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
  const release = (): void => {
    listener[Symbol.dispose]();
    endAll();
  };
  return toConnection(client, { usesProxy: () => false, isSpare: () => chosen !== null && chosen === spare, release });
}

/** The socket that is connected first, and ends the other. A spare that fails is not missed. Throws what `own` fails with. */
async function chooseFirst(own: FreshSocket, spare: FreshSocket): Promise<FreshSocket> {
  if (own === spare) return own;
  await Promise.race([own.connected, spare.connected.catch(() => own.connected)]);
  const [winner, loser] = spare.socket() === null ? [own, spare] : [spare, own];
  loser.end();
  return winner;
}

async function openProxied(proxy: ProxySettings, signal: AbortSignal): Promise<Connection> {
  // Not by its own file: its CONNECT needs a method that only undici's index gives to its clients.
  const { EnvHttpProxyAgent } = await import('undici');
  const connector = buildConnector({ ...connectOptions, signal });
  let usesProxy = true;
  try {
    const agent = new EnvHttpProxyAgent({
      ...clientOptions,
      ...proxy,
      // Else it would look into the environment itself.
      httpProxy: '',
      connect(options, callback) {
        usesProxy = false;
        connector(options, (...[error, socket]) => {
          if (error === null) callback(null, deferWriteErrors(socket));
          else callback(error, null);
        });
      },
      proxyTls: { ...connectOptions, signal },
      requestTls: { ...connectOptions, signal },
    });
    return toConnection(agent, { usesProxy: () => usesProxy, isSpare: () => false, release: () => undefined });
  } catch (error) {
    throw new ProxyAddressError('not the address of a proxy', { cause: error });
  }
}

function toConnection(
  dispatcher: Dispatcher,
  { usesProxy, isSpare, release }: Pick<Connection, 'usesProxy' | 'isSpare'> & { readonly release: () => void },
): Connection {
  let watch: SendingWatch | null = null;
  return {
    usesProxy,
    isSpare,
    send(request) {
      watch = watchSending(request);
      return dispatch(dispatcher, request);
    },
    isSent: () => watch?.isSent() === true,
    async close() {
      watch?.stop();
      await dispatcher.destroy();
      release();
    },
  };
}

interface SendingWatch {
  isSent(): boolean;
  stop(): void;
}

/**
 * Watches through undici's diagnostics channel whether the head of this request goes out. An error code cannot tell: ECONNRESET
 * may come before the first byte or after the last. A proxy's CONNECT is another request and does not count.
 */
function watchSending({ method, path }: RequestOptions): SendingWatch {
  let isSent = false;
  const onHeaders = (message: unknown): void => {
    const request = readRequest(message);
    if (request?.method === method && String(request.path).endsWith(path)) isSent = true;
  };
  subscribe('undici:client:sendHeaders', onHeaders);
  return {
    isSent: () => isSent,
    stop: () => {
      unsubscribe('undici:client:sendHeaders', onHeaders);
    },
  };
}

function readRequest(message: unknown): { method?: unknown; path?: unknown } | null {
  const request = typeof message === 'object' && message !== null && 'request' in message ? message.request : null;
  return typeof request === 'object' ? request : null;
}

function dispatch(dispatcher: Dispatcher, { maxBufferedBytes, ...request }: RequestOptions): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let stream: Readable | undefined;
    dispatcher.dispatch(request as Dispatcher.DispatchOptions, {
      // undici insists on being given one.
      onRequestStart: () => undefined,
      onResponseStart: (controller, status, headers) => {
        if (status < 200) return;
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
  });
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
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, deferError(done, delayMs));
  const writev = socket._writev?.bind(socket);
  if (writev !== undefined) socket._writev = (chunks, done) => writev(chunks, deferError(done, delayMs));
  return socket;
}

type Done = (error?: Error | null) => void;

function deferError(done: Done, delayMs: number): Done {
  return (error) => {
    if (isClosedByPeer(error)) AbortSignal.timeout(delayMs).addEventListener('abort', () => done(error));
    else done(error);
  };
}

function isClosedByPeer(error: Error | null | undefined): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'EPIPE' || code === 'ECONNRESET';
}
