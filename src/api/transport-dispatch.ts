import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import type { ProxySettings } from './transport.ts';

/** The head of an answer, and its bytes as they arrive. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly stream: Readable;
}

/** A request as undici takes it: it sends any async iterable as a body, though its types name only streams. */
export interface RequestOptions extends Omit<Dispatcher.DispatchOptions, 'body'> {
  readonly body: AsyncIterable<Uint8Array> | null;
}

const connectLimitMs = 15_000;
// The one signal over the whole exchange is the limit: these two can be held off for ever by a drip of bytes.
const noLimits = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * A connection for one exchange: straight to the service, or through the proxy that the environment names. Plain http
 * only ever goes to this machine, so it never goes through a proxy. HTTP/1.1 only: one exchange gains nothing by HTTP/2.
 */
export async function openDispatcher(origin: string, proxy: ProxySettings | null): Promise<Dispatcher> {
  const connect = { timeout: connectLimitMs };
  if (proxy === null || !origin.startsWith('https:'))
    return new Client(origin, { allowH2: false, connect, ...noLimits });
  const { default: EnvHttpProxyAgent } = await import('undici/lib/dispatcher/env-http-proxy-agent.js');
  return new EnvHttpProxyAgent({ ...proxy, allowH2: false, connect, ...noLimits });
}

/** Sends one request and returns the head of its answer; informational answers (1xx) are passed over. */
export function dispatch(dispatcher: Dispatcher, options: RequestOptions, signal: AbortSignal): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let stream: Readable | undefined;
    const fail = (error: Error): void => {
      reject(error);
      stream?.destroy(error);
    };
    dispatcher.dispatch(options as Dispatcher.DispatchOptions, {
      onRequestStart: (controller) => {
        const abort = (): void => controller.abort(toError(signal.reason));
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      },
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

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
