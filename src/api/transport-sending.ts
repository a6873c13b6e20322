import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestName } from './errors.ts';

/** Watches whether a request's bytes went out. */
export interface SendingWatch {
  /** True from the moment in which the head of the request was given to a connected socket. */
  isSent(): boolean;
  stop(): void;
}

/**
 * Watches for the next request of this method and path through undici's diagnostics channel. An error code cannot tell:
 * ECONNRESET may come before the first byte or after the last. A proxy's CONNECT is another request and does not count.
 */
export function watchSending({ method, path }: RequestName): SendingWatch {
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
