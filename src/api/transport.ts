import { RunEndedError } from '../errors.ts';
import {
  describeBrokenExchange,
  describeRunEnd,
  NetworkError,
  type NetworkFailure,
  type RequestName,
} from './errors.ts';
import {
  appResponseBytes,
  plainResponseBytes,
  type ResponseBody,
  ResponseTooLargeError,
  readResponse,
} from './response.ts';
import {
  type Connection,
  type ConnectionOptions,
  createConnections,
  type RawResponse,
  type RequestOptions,
} from './undici-connection.ts';

export type { SpareLimits } from './undici-connection.ts';

/** A request's body, its length known beforehand; `stream` can be called again for another attempt. */
export interface RequestBody {
  readonly length: number;
  stream(): AsyncIterable<Uint8Array>;
}

/** One request, ready to go. */
export interface WireRequest extends RequestName {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body: RequestBody | null;
  /** True for the single read of an app, whose response may be as large as the app. */
  readonly readsApp: boolean;
  /** Milliseconds that all attempts at it may take together, where the caller has less time than the run. */
  readonly limitMs?: number | undefined;
}

/** What came back. A redirect is a response like any other and is never followed. */
export interface WireResponse {
  readonly status: number;
  /** The header as it was sent; null when there was none, or more than one. */
  readonly retryAfter: string | null;
  /** The Date header; null or left out when there was none. */
  readonly date?: string | null;
  readonly body: ResponseBody;
}

/** Exchanges one request for one response, once; throws NetworkError when there is none. The port that tests replace. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireResponse>;

/** A transport with connections of its own. */
export interface OpenTransport extends Transport {
  /** Closes the connections that were opened ahead. To be called when the run is over. */
  close(): void;
}

export interface TransportOptions extends ConnectionOptions {
  readonly apiKey: string;
  readonly userAgent: string;
  /** Lets nothing through but GET, and opens no connection ahead. */
  readonly dryRun: boolean;
  /** Milliseconds for one attempt with a body of so many bytes; by default 120 s and a second for each 100 KB. */
  readonly attemptMs?: (bodyBytes: number) => number;
  /** Bytes of a response that may wait to be decompressed; 32 MiB by default. */
  readonly maxBufferedBytes?: number;
}

const defaultMaxBufferedBytes = 32 * 1024 * 1024;
const defaultAttemptMs = (bodyBytes: number): number => 120_000 + Math.ceil(bodyBytes / 100_000) * 1_000;

/**
 * The real transport: each exchange on a connection of its own, bounded as a whole by one deadline, from connecting to
 * the last byte of the response. A change can therefore never go out on a connection that the service is about to close.
 * What the body's own stream throws comes out as it is.
 */
export function createTransport(options: TransportOptions): OpenTransport {
  const { dryRun, attemptMs = defaultAttemptMs } = options;
  const connections = createConnections(dryRun ? { ...options, spares: { atOnce: 0, changes: 0 } } : options);
  const exchange: Transport = async (request, runSignal) => {
    if (dryRun && request.method !== 'GET') throw new NetworkError(request, { code: 'dry_run', sent: false });
    const limitMs = Math.min(attemptMs(request.body?.length ?? 0), request.limitMs ?? Number.POSITIVE_INFINITY);
    const timeout = AbortSignal.timeout(limitMs);
    const body = watchBody(request.body);
    let connection: Connection | null = null;
    let response: WireResponse;
    try {
      connection = await connections.open(request.method, AbortSignal.any([runSignal, timeout]));
      const raw = await connection.send(toRequestOptions(request, options, body.stream));
      // The service gave up waiting on an idle connection just when the request was on its way. It did nothing with it, but only
      // a read can show that.
      if (raw.status === 408 && connection.isSpare) throw new Error('the connection was idle for too long');
      response = await toResponse(raw, request, runSignal);
    } catch (error) {
      if (body.error() !== undefined && !runSignal.aborted) throw body.error();
      const failure = describeFailure(error, { ...options, runSignal, timeout, connection });
      throw new NetworkError(request, { ...failure, sent: connection?.isSent === true, cause: error });
    } finally {
      await connection?.close();
    }
    return response;
  };
  return Object.assign(exchange, { close: connections.close });
}

interface Circumstances extends Pick<TransportOptions, 'origin' | 'proxy'> {
  /** Aborted when the run ends. */
  readonly runSignal: AbortSignal;
  readonly timeout: AbortSignal;
  /** Null where it could not even be opened. */
  readonly connection: Connection | null;
}

/** Says why an exchange has no response: the run ended, its time was up, the response had no end, or it broke. */
function describeFailure(
  error: unknown,
  { origin, proxy, runSignal, timeout, connection }: Circumstances,
): Omit<NetworkFailure, 'sent'> {
  if (runSignal.reason instanceof RunEndedError) return describeRunEnd(runSignal.reason);
  if (timeout.aborted) return { code: 'attempt_timeout' };
  if (error instanceof ResponseTooLargeError) {
    return { code: 'response_too_large', what: `the response ${error.message}` };
  }
  // Without the user name and password that the address may hold.
  const proxyHost = proxy !== null && connection?.usesProxy ? new URL(proxy.httpsProxy).host : null;
  return describeBrokenExchange(error, new URL(origin).host, proxyHost);
}

function toRequestOptions(
  request: WireRequest,
  options: TransportOptions,
  stream: AsyncIterable<Uint8Array> | null,
): RequestOptions {
  const { origin, apiKey, userAgent, maxBufferedBytes = defaultMaxBufferedBytes } = options;
  const { path, method, body } = request;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': userAgent,
    ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }),
  };
  return { origin, path, method, headers, body: stream, maxBufferedBytes };
}

async function toResponse(
  { status, headers, stream }: RawResponse,
  request: WireRequest,
  runSignal: AbortSignal,
): Promise<WireResponse> {
  const isApp = request.readsApp && status < 300;
  const limitBytes = isApp ? appResponseBytes : plainResponseBytes;
  // What has no body is not compressed, whatever its headers say.
  const isEmpty = status === 204 || readHeader(headers, 'content-length') === '0';
  const encoding = isEmpty ? null : readHeader(headers, 'content-encoding');
  const reading = readResponse(stream, { encoding, limitBytes, isApp });
  const body = await (status < 300 ? reading : reading.catch((error) => forgive(error, runSignal)));
  return { status, retryAfter: readHeader(headers, 'retry-after'), date: readHeader(headers, 'date'), body };
}

/** An error of the API is one by its status, however much it has to say, and however little of that arrives. */
function forgive(error: unknown, runSignal: AbortSignal): ResponseBody {
  if (runSignal.aborted) throw error;
  return { kind: 'unreadable', why: error instanceof ResponseTooLargeError ? error.message : 'broke off', start: '' };
}

function readHeader(headers: RawResponse['headers'], name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : null;
}

/** Remembers what the body's stream threw: undici would hide it behind an error of its own. */
function watchBody(body: RequestBody | null): { stream: AsyncIterable<Uint8Array> | null; error: () => unknown } {
  let failure: unknown;
  async function* pass(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { stream: body === null ? null : pass(body.stream()), error: () => failure };
}
