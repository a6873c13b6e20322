import assert from 'node:assert/strict';
import { NetworkError } from '../../../src/api/network-error.ts';
import {
  createTransport,
  type OpenTransport,
  type TransportOptions,
  type WireRequest,
  type WireResponse,
} from '../../../src/api/transport.ts';
import { endByCancel } from '../../../src/model/action-error.ts';
import type { RequestBody } from '../../../src/model/request-body.ts';

/** A key and a proxy's password that no message may show. */
export const apiKey = 'ma_test_4f9b2c81d7e6';
export const proxyPassword = 'pr0xy-pa55word';

export const readOne: WireRequest = {
  operation: 'read',
  method: 'GET',
  path: '/api/miniapps/tides',
  body: null,
};
/** The read of the list, whose response is kept small. */
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

/** A deploy with this body, or with one of so many bytes. */
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
 * A body that is all spaces but for the number of each chunk; each chunk's memory is used again for
 * the next but one.
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

/** A transport to the server at `origin`, for more than one exchange. */
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
  /** The read of the list by default. */
  readonly request?: WireRequest;
  readonly attemptMs?: number;
  readonly headMs?: number;
  readonly signal?: AbortSignal;
}

/** Exchanges one request with the server at `origin`, on a connection of its own. */
export async function exchange(
  origin: string,
  options: ExchangeOptions = {},
): Promise<WireResponse> {
  const {
    request = readList,
    attemptMs: wholeMs = 60_000,
    headMs = 60_000,
    signal = new AbortController().signal,
    ...more
  } = options;
  const transport = openTransport(origin, { toTimeLimits: () => ({ headMs, wholeMs }), ...more });
  try {
    return await transport(request, signal);
  } finally {
    transport.close();
  }
}

/** Long enough for a request to go out on a busy machine, which runs twelve programs at once. */
export const shortMs = 1_000;

/** The signal of a run that is cancelled in a short time. */
export function cancelSoon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(endByCancel()), shortMs);
  return controller.signal;
}

/**
 * How a request ends that gets no usable response: `sent` is left out where a race decides it;
 * `message` is how it ends.
 */
type Loss = Pick<NetworkError, 'code'> & { readonly sent?: boolean; readonly message?: RegExp };

/**
 * Exchanges one request and holds that it gets no usable response, and that its error names it and
 * tells no secret.
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
