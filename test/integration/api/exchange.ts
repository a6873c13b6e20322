import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { RequestBody } from '../../../src/api/request-body.ts';
import {
  createTransport,
  type OpenTransport,
  type TransportOptions,
  type WireRequest,
  type WireResponse,
} from '../../../src/api/transport.ts';

/** The API key and the password of the proxy, which no message may show. */
export const apiKey = 'ma_test_4f9b2c81d7e6';
export const proxyPassword = 'pr0xy-pa55word';

export const readOne: WireRequest = {
  operation: 'read',
  method: 'GET',
  path: '/api/miniapps/tides',
  body: null,
};
/** The list of apps, whose response may have 8 MiB. */
const readList: WireRequest = {
  operation: 'list',
  method: 'GET',
  path: '/api/miniapps',
  body: null,
};
export const remove: WireRequest = {
  operation: 'delete',
  method: 'DELETE',
  path: '/api/miniapps/tides',
  body: null,
};

/** Returns a deploy with this body, or with a body of so many bytes. */
export function deploy(body: RequestBody | number): WireRequest {
  const path = '/api/miniapps/deploy';
  return {
    operation: 'deploy',
    method: 'POST',
    path,
    body: typeof body === 'number' ? createBody(body) : body,
  };
}

/**
 * Returns a body of spaces, with a number in each chunk. The memory of a chunk is used again for
 * the one after the next.
 */
export function createBody(length: number): RequestBody {
  const chunkBytes = 65_537;
  return {
    type: 'application/json',
    length,
    async *stream() {
      const buffers = [Buffer.alloc(chunkBytes, ' '), Buffer.alloc(chunkBytes, ' ')];
      for (let at = 0, turn = 0; at < length; at += chunkBytes, turn += 1) {
        const buffer = buffers[turn % 2] ?? Buffer.alloc(0);
        buffer.write(String(turn), Math.floor(chunkBytes / 2));
        yield buffer.subarray(0, Math.min(chunkBytes, length - at));
      }
    },
  };
}

/** Opens a transport to the server at `origin`. */
export function openTransport(
  origin: string,
  options: Partial<TransportOptions> = {},
): OpenTransport {
  const usual = {
    apiKey,
    userAgent: 'miniapp-deploy/test',
    dryRun: false,
    proxy: null,
    keepAliveMs: 60_000,
  };
  return createTransport({ origin, ...usual, ...options });
}

interface ExchangeOptions extends Partial<Pick<TransportOptions, 'proxy' | 'dryRun'>> {
  /** By default the list of apps. */
  readonly request?: WireRequest;
  readonly totalTimeoutMs?: number;
  readonly headersTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Exchanges one request with the server at `origin`, on a connection of its own. */
export async function exchange(
  origin: string,
  options: ExchangeOptions = {},
): Promise<WireResponse> {
  const {
    request = readList,
    totalTimeoutMs = 60_000,
    headersTimeoutMs = 60_000,
    signal = new AbortController().signal,
    ...more
  } = options;
  const transport = openTransport(origin, {
    toTimeouts: () => ({ headersTimeoutMs, totalTimeoutMs }),
    ...more,
  });
  try {
    return await transport(request, signal);
  } finally {
    transport.close();
  }
}

/**
 * Replaces the clock of all time limits by one on which only `pass` lets time pass, until the test
 * ends. A test may have only one.
 */
export class LimitClock {
  #nowMs = 0;
  readonly #limits: { readonly endMs: number; readonly controller: AbortController }[] = [];

  constructor({ mock }: TestContext) {
    mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
      const controller = new AbortController();
      this.#limits.push({ endMs: this.#nowMs + milliseconds, controller });
      return controller.signal;
    });
  }

  /** Returns the milliseconds that have passed. */
  readonly now = (): number => this.#nowMs;

  pass(milliseconds: number): void {
    this.#nowMs += milliseconds;
    for (const { endMs, controller } of this.#limits) {
      if (endMs <= this.#nowMs) controller.abort();
    }
  }
}

/**
 * Waits until what was written to a local socket has arrived, and what follows from it has been
 * done. This takes some turns of the event loop, however slow the machine is.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
}

/** The error of a request without a usable response. */
type Loss = Pick<NetworkError, 'code'> & { readonly sent?: boolean; readonly message?: RegExp };

/**
 * Sends one request, and checks that it gets no usable response, and that the error names the
 * request and shows no secret.
 */
export async function assertLost(
  origin: string,
  { message = /./, ...loss }: Loss,
  options: ExchangeOptions = {},
) {
  const error: unknown = await exchange(origin, options).catch((reason: unknown) => reason);
  assert.ok(error instanceof NetworkError, `a NetworkError and not ${JSON.stringify(error)}`);
  const { code, sent } = error;
  assert.partialDeepStrictEqual({ code, sent }, loss);
  const { method, path } = options.request ?? readList;
  assert.ok(error.message.startsWith(`${method} ${path}: `), error.message);
  assert.match(error.message, message);
  const shown = `${error.message}${error.next}${error.stack}`;
  assert.ok(![apiKey, proxyPassword].some((secret) => shown.includes(secret)));
}
