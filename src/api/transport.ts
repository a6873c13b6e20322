import { RunEndedError } from '../model/action-error.ts';
import type { RequestBody } from '../model/request-body.ts';
import { Connection, type ConnectionOptions, type RawResponse } from './connection/connection.ts';
import {
  describeBrokenExchange,
  describeRunEnd,
  NetworkError,
  type NetworkFault,
  type RequestName,
} from './network-error.ts';
import {
  appResponseBytes,
  plainResponseBytes,
  type ResponseBody,
  ResponseTooLargeError,
  readResponse,
} from './response/response.ts';
import { contentPaths, entryLimits } from './wire.ts';

/** The things that are asked of the service. All but `read` (one app) and `list` are changes. */
export type Operation = 'read' | 'list' | 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** Makes the body of a small request: a value as JSON, held whole. */
export function toJsonBody(value: unknown): RequestBody {
  const bytes = Buffer.from(JSON.stringify(value));
  return {
    type: 'application/json',
    length: bytes.length,
    async *stream() {
      yield bytes;
    },
  };
}

/** How the app is read. */
export interface ReadOptions {
  /**
   * How long attempts that fail are followed by others, in milliseconds: 0 for one attempt. By
   * default as the policy has it.
   */
  readonly retryWindowMs?: number | undefined;
  /**
   * Milliseconds that all attempts may take together, where the caller has less time than the run.
   */
  readonly limitMs?: number | undefined;
  /** True where the short texts of the app are wanted beside their digests; by default false. */
  readonly keepsTexts?: boolean | undefined;
}

/** One request, ready to go. */
export interface WireRequest extends RequestName, ReadOptions {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body: RequestBody | null;
}

/** What came back. A redirect is a response like any other and is never followed. */
export interface WireResponse {
  readonly status: number;
  /** The header as it was sent; null when there was none, or more than one. */
  readonly retryAfter: string | null;
  /** The Date header; null when there was none. */
  readonly date: string | null;
  readonly body: ResponseBody;
}

/**
 * Exchanges one request for one response, once; throws NetworkError when there is none. The port
 * that tests replace.
 */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireResponse>;

/** A transport with a connection of its own. */
export interface OpenTransport extends Transport {
  /** Closes the connection. To be called when the run is over. */
  close(): void;
}

export interface TransportOptions extends ConnectionOptions {
  readonly apiKey: string;
  readonly userAgent: string;
  /** Lets nothing through but GET. */
  readonly dryRun: boolean;
  /** By default those of `toTimeLimits`. */
  readonly toTimeLimits?: (bodyBytes: number) => TimeLimits;
}

/** How long one attempt may take, in milliseconds. */
interface TimeLimits {
  /**
   * To be connected, and for a read also until the head of its response: one that hangs is better
   * asked again.
   */
  readonly headMs: number;
  /** From connecting to the last byte of the response. */
  readonly wholeMs: number;
}

/** The limits of an attempt with a body of so many bytes. */
export function toTimeLimits(bodyBytes: number): TimeLimits {
  return { headMs: 20_000, wholeMs: 120_000 + Math.ceil(bodyBytes / 100_000) * 1_000 };
}

/**
 * The real transport: its exchanges share one connection, and each is bounded as a whole by one
 * limit, from connecting to the last byte of the response. What the body's own stream throws comes
 * out as it is.
 */
export function createTransport(options: TransportOptions): OpenTransport {
  const { origin, dryRun, toTimeLimits: toLimits = toTimeLimits } = options;
  const connection = new Connection(options);
  const exchange: Transport = async (request, runSignal) => {
    const { operation, method, path } = request;
    if (dryRun && method !== 'GET')
      throw new NetworkError(request, { code: 'dry_run', sent: false });
    const body = watchBody(request.body);
    const { progress, timeUp } = limitAttempt(request, toLimits(request.body?.length ?? 0));
    const raw = {
      method,
      path,
      body: body.stream,
      headers: toHeaders(request, options),
      maxBytes: operation === 'read' ? appResponseBytes : plainResponseBytes,
      onSent: () => {
        progress.sent = true;
      },
    };
    try {
      const signal = AbortSignal.any([runSignal, timeUp]);
      return await connection.exchange(raw, signal, (response) => {
        progress.hasHead = true;
        return toResponse(response, request, runSignal);
      });
    } catch (error) {
      if (body.error() !== undefined && !runSignal.aborted) throw body.error();
      const { sent } = progress;
      const { proxyHost } = connection;
      const fault = toNetworkFault(error, {
        runSignal,
        timeUp,
        sent,
        host: new URL(origin).host,
        proxyHost,
      });
      throw new NetworkError(request, { ...fault, sent, cause: error });
    }
  };
  return Object.assign(exchange, { close: () => connection.close() });
}

/**
 * Starts the time of an attempt. It is up where there is no connection soon, or no head of the
 * response to a read, or at its limit.
 */
function limitAttempt(
  { method, limitMs = Number.POSITIVE_INFINITY }: WireRequest,
  { headMs, wholeMs }: TimeLimits,
) {
  const progress = { sent: false, hasHead: false };
  const stall = new AbortController();
  AbortSignal.timeout(headMs).addEventListener('abort', () => {
    if (!progress.sent || (method === 'GET' && !progress.hasHead)) stall.abort();
  });
  const timeout = AbortSignal.timeout(Math.min(wholeMs, limitMs));
  return { progress, timeUp: AbortSignal.any([timeout, stall.signal]) };
}

function toHeaders(
  { method, body }: WireRequest,
  { apiKey, userAgent }: TransportOptions,
): Readonly<Record<string, string>> {
  return {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': userAgent,
    ...(method === 'GET' && { 'cache-control': 'no-cache' }),
    ...(body && { 'content-type': body.type, 'content-length': String(body.length) }),
  };
}

const connectTimeout = Object.assign(new Error('cannot connect'), { code: 'ETIMEDOUT' });

interface BrokenExchange {
  readonly runSignal: AbortSignal;
  readonly timeUp: AbortSignal;
  readonly sent: boolean;
  readonly host: string;
  readonly proxyHost: string | null;
}

/**
 * Says why no response came: the run ended, the time was up, the response had no end, or the
 * exchange broke.
 */
function toNetworkFault(
  error: unknown,
  { runSignal, timeUp, sent, host, proxyHost }: BrokenExchange,
): NetworkFault {
  if (runSignal.reason instanceof RunEndedError) return describeRunEnd(runSignal.reason);
  // The time that was up before there was a connection is trouble of the connection.
  if (timeUp.aborted)
    return sent
      ? { code: 'attempt_timeout' }
      : describeBrokenExchange(connectTimeout, host, proxyHost);
  const isTooLarge = error instanceof ResponseTooLargeError;
  if (isTooLarge) return { code: 'response_too_large', what: `the response ${error.message}` };
  return describeBrokenExchange(error, host, proxyHost);
}

async function toResponse(
  { status, headers, stream }: RawResponse,
  request: WireRequest,
  runSignal: AbortSignal,
): Promise<WireResponse> {
  const isApp = request.operation === 'read' && status < 300;
  // What has no body is not compressed, whatever its headers say.
  const isEmpty = status === 204 || readHeader(headers, 'content-length') === '0';
  const encoding = isEmpty ? null : readHeader(headers, 'content-encoding');
  const reading = readResponse(stream, {
    encoding,
    contentPaths: isApp ? contentPaths : [],
    keepsTexts: request.keepsTexts,
    limit: status < 300 ? entryLimits[request.operation] : undefined,
  });
  const body = await (status < 300 ? reading : reading.catch((error) => forgive(error, runSignal)));
  return {
    status,
    retryAfter: readHeader(headers, 'retry-after'),
    date: readHeader(headers, 'date'),
    body,
  };
}

/**
 * An error of the API is one by its status, however much it has to say, and however little of that
 * arrives.
 */
function forgive(error: unknown, runSignal: AbortSignal): ResponseBody {
  if (runSignal.aborted) throw error;
  return {
    kind: 'unreadable',
    why: error instanceof ResponseTooLargeError ? error.message : 'broke off',
    start: '',
  };
}

function readHeader(headers: RawResponse['headers'], name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : null;
}

/** Remembers what the body's stream threw: undici would hide it behind an error of its own. */
function watchBody(body: RequestBody | null): {
  stream: AsyncIterable<Uint8Array> | null;
  error: () => unknown;
} {
  let failure: unknown;
  async function* pass(source: RequestBody): AsyncGenerator<Uint8Array> {
    try {
      yield* source.stream();
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { stream: body && pass(body), error: () => failure };
}
