import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { ProxyAddressError } from './losses.ts';
import { readOnAfterFailedWrite } from './transport-patience.ts';

/** The head of an answer, and its bytes as they arrive. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
}

/** The runner's proxy variables, already chosen from their two spellings; empty where not set. */
export interface ProxySettings {
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** A request as undici takes it: it sends any async iterable as a body, though its types name only streams. */
export interface RequestOptions extends Omit<Dispatcher.DispatchOptions, 'body'> {
  readonly body: AsyncIterable<Uint8Array> | null;
}

const connectLimitMs = 15_000;
// The one signal over the whole exchange is the limit: these two can be held off for ever by a drip of bytes.
const noLimits = { headersTimeout: 0, bodyTimeout: 0 };

/** The way to the service for one exchange. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** True where it leads through the proxy: NO_PROXY is undici's to judge, when it connects. */
  usesProxy(): boolean;
}

/**
 * A connection for one exchange: straight to the service, or through the proxy that the environment names. Plain http
 * only ever goes to this machine, so it never goes through a proxy. HTTP/1.1 only: one exchange gains nothing by HTTP/2.
 * `signal` ends each socket itself, also while it connects: what undici offers for that only ends requests under way.
 * Throws ProxyAddressError.
 */
export async function openConnection(
  origin: string,
  { proxy, signal }: { readonly proxy: ProxySettings | null; readonly signal: AbortSignal },
): Promise<Connection> {
  const connect = { timeout: connectLimitMs, allowH2: false, signal } as const;
  if (proxy === null || !origin.startsWith('https:')) {
    const client = new Client(origin, { allowH2: false, connect: buildPatientConnector(connect), ...noLimits });
    return { dispatcher: client, usesProxy: () => false };
  }
  return openProxied(proxy, connect);
}

async function openProxied(
  proxy: ProxySettings,
  connect: { readonly timeout: number; readonly allowH2: false; readonly signal: AbortSignal },
): Promise<Connection> {
  // Not by its own file: its CONNECT needs a method that only undici's index gives to its clients.
  const { EnvHttpProxyAgent } = await import('undici');
  const connectDirectly = buildPatientConnector(connect);
  let usesProxy = true;
  try {
    const dispatcher = new EnvHttpProxyAgent({
      ...proxy,
      // Else it would look into the environment itself.
      httpProxy: '',
      connect(options, callback) {
        usesProxy = false;
        connectDirectly(options, callback);
      },
      proxyTls: connect,
      requestTls: connect,
      allowH2: false,
      ...noLimits,
    });
    return { dispatcher, usesProxy: () => usesProxy };
  } catch (error) {
    throw new ProxyAddressError('not the address of a proxy', { cause: error });
  }
}

function buildPatientConnector(connect: Parameters<typeof buildConnector>[0]): ReturnType<typeof buildConnector> {
  const connector = buildConnector(connect);
  return (options, callback) =>
    connector(options, (...[error, socket]: Parameters<typeof callback>) => {
      if (error === null) callback(null, readOnAfterFailedWrite(socket));
      else callback(error, null);
    });
}

/** Sends one request and returns the head of its answer; informational answers (1xx) are passed over. */
export function dispatch(dispatcher: Dispatcher, options: RequestOptions): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let stream: Readable | undefined;
    const fail = (error: Error): void => {
      reject(error);
      stream?.destroy(error);
    };
    dispatcher.dispatch(options as Dispatcher.DispatchOptions, {
      // undici insists on being given one.
      onRequestStart: () => undefined,
      onResponseStart: (controller, status, headers) => {
        if (status < 200) return;
        stream = new Readable({ read: () => controller.resume() });
        resolve({ status, headers, stream });
      },
      onResponseData: (controller, chunk) => {
        if (stream?.push(chunk) === false) controller.pause();
      },
      onResponseEnd: () => {
        stream?.push(null);
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
