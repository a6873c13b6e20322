import assert from 'node:assert/strict';
import { NetworkError } from '../../../src/api/network-error.ts';
import {
  createTransport,
  type OpenTransport,
  type RequestBody,
  type TransportOptions,
  type WireRequest,
  type WireResponse,
} from '../../../src/api/transport.ts';

/** A key that no message may show. */
export const apiKey = 'ma_test_4f9b2c81d7e6';
/** A proxy's password that no message may show. */
export const proxyPassword = 'pr0xy-pa55word';

/** The single read of an app. */
export const readOne: WireRequest = { operation: 'read', method: 'GET', path: '/api/miniapps/tides', body: null };
/** The read of the list, whose answer is kept small. */
export const readList: WireRequest = { operation: 'list', method: 'GET', path: '/api/miniapps', body: null };
export const remove: WireRequest = { operation: 'delete', method: 'DELETE', path: '/api/miniapps/tides', body: null };

/** A deploy with this body. */
export function deploy(body: RequestBody): WireRequest {
  return { operation: 'deploy', method: 'POST', path: '/api/miniapps/deploy', body };
}

/** A body of so many bytes that is all spaces but for its number per chunk; each chunk's memory is used again for the next but one. */
export function createBody(length: number, chunkBytes = 65_537): RequestBody {
  return {
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

export interface ExchangeOptions extends Partial<Pick<TransportOptions, 'proxy' | 'dryRun'>> {
  readonly request?: WireRequest;
  readonly attemptMs?: number;
  readonly signal?: AbortSignal;
}

/** A transport to the server at `origin`, for more than one exchange. */
export function openTransport(origin: string, options: Partial<TransportOptions> = {}): OpenTransport {
  const usual = { apiKey, userAgent: 'miniapp-deploy/test', dryRun: false, proxy: null };
  return createTransport({ origin, ...usual, ...options });
}

/** Exchanges one request with the server at `origin`, on a connection of its own. */
export async function exchange(origin: string, options: ExchangeOptions = {}): Promise<WireResponse> {
  const { request = readList, attemptMs = 5_000, signal = new AbortController().signal, ...more } = options;
  const transport = openTransport(origin, { attemptMs: () => attemptMs, ...more });
  try {
    return await transport(request, signal);
  } finally {
    transport.close();
  }
}

/** Exchanges one request that gets no usable answer; holds that its error tells no secret. */
export async function lose(origin: string, options: ExchangeOptions = {}): Promise<NetworkError> {
  const outcome: unknown = await exchange(origin, options).catch((error: unknown) => error);
  assert.ok(outcome instanceof NetworkError, `a NetworkError and not ${JSON.stringify(outcome)}`);
  const { method, path } = options.request ?? readList;
  assert.ok(outcome.message.startsWith(`${method} ${path}: `), outcome.message);
  const told = [outcome.message, outcome.next, outcome.stack ?? ''].join('\n');
  for (const secret of [apiKey, proxyPassword]) assert.ok(!told.includes(secret), told);
  return outcome;
}

/** Exchanges one request that gets no usable answer: what is known of it. */
export async function describeLost(origin: string, options: ExchangeOptions = {}) {
  const { code, sent } = await lose(origin, options);
  return { code, sent };
}
