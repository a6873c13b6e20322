import { LostError, type RequestName } from './errors.ts';
import {
  appResponseBytes,
  plainResponseBytes,
  type ResponseBody,
  ResponseTooLargeError,
  readResponse,
} from './response.ts';
import {
  type Connection,
  dispatch,
  openConnection,
  type ProxySettings,
  type RawAnswer,
  type RequestOptions,
} from './transport-dispatch.ts';
import { blockedByDryRun, explainLoss } from './transport-loss.ts';
import { watchSending } from './transport-sending.ts';

export type { ProxySettings } from './transport-dispatch.ts';

/** A request's body, its length known beforehand; `stream` can be called again for another attempt. */
export interface RequestBody {
  readonly length: number;
  stream(): AsyncIterable<Uint8Array>;
}

/** One request, ready to go. */
export interface WireRequest extends RequestName {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body: RequestBody | null;
  /** True for the single read of an app, whose answer may be as large as the app. */
  readonly readsApp: boolean;
  /** Milliseconds that all attempts at it may take together, where the caller has less time than the run. */
  readonly limitMs?: number | undefined;
}

/** What came back. A redirect is an answer like any other and is never followed. */
export interface Answer {
  readonly status: number;
  /** The header as it was sent; null when there was none, or more than one. */
  readonly retryAfter: string | null;
  readonly body: ResponseBody;
}

/** Exchanges one request for one answer, once; throws LostError when there is none. The port that tests replace. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<Answer>;

export interface TransportOptions {
  readonly origin: string;
  readonly apiKey: string;
  readonly userAgent: string;
  /** Lets nothing through but GET. */
  readonly dryRun: boolean;
  readonly proxy: ProxySettings | null;
  /** Milliseconds for one attempt with a body of so many bytes; by default 120 s and a second for each 100 KB. */
  readonly attemptMs?: (bodyBytes: number) => number;
}

const defaultAttemptMs = (bodyBytes: number): number => 120_000 + Math.ceil(bodyBytes / 100_000) * 1_000;

/**
 * The real transport: each exchange on a connection of its own, bounded as a whole by one deadline, from connecting to
 * the last byte of the answer. A change can therefore never ride on a connection that the service is about to close.
 * What the body's own stream throws comes out as it is.
 */
export function createTransport(options: TransportOptions): Transport {
  const attemptMs = options.attemptMs ?? defaultAttemptMs;
  return async (request, runSignal) => {
    if (options.dryRun && request.method !== 'GET') throw new LostError(request, { ...blockedByDryRun, sent: false });
    const limitMs = Math.min(attemptMs(request.body?.length ?? 0), request.limitMs ?? Number.POSITIVE_INFINITY);
    const timeout = AbortSignal.timeout(limitMs);
    const sending = watchSending(request);
    const body = watchBody(request.body);
    let connection: Connection | undefined;
    let answer: Answer;
    try {
      const signal = AbortSignal.any([runSignal, timeout]);
      connection = await openConnection(options.origin, { proxy: options.proxy, signal });
      const raw = await dispatch(connection.dispatcher, toDispatchOptions(request, options, body.stream));
      answer = await toAnswer(raw, request, runSignal);
    } catch (error) {
      if (body.error() !== undefined && !runSignal.aborted) throw body.error();
      const proxy = connection?.usesProxy() === true ? options.proxy : null;
      const loss = explainLoss(error, { runSignal, timeout, origin: options.origin, proxy });
      throw new LostError(request, { ...loss, sent: sending.isSent() }, { cause: error });
    } finally {
      sending.stop();
      await connection?.dispatcher.destroy();
    }
    return answer;
  };
}

function toDispatchOptions(
  request: WireRequest,
  options: TransportOptions,
  stream: AsyncIterable<Uint8Array> | null,
): RequestOptions {
  const headers: Record<string, string> = {
    authorization: `Bearer ${options.apiKey}`,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': options.userAgent,
  };
  if (request.body !== null) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(request.body.length);
  }
  return {
    origin: options.origin,
    path: request.path,
    method: request.method,
    headers,
    body: stream,
  };
}

async function toAnswer(
  { status, headers, stream }: RawAnswer,
  request: WireRequest,
  runSignal: AbortSignal,
): Promise<Answer> {
  const isApp = request.readsApp && status < 300;
  const limitBytes = isApp ? appResponseBytes : plainResponseBytes;
  const encoding = readHeader(headers, 'content-encoding');
  const reading = readResponse(stream, { encoding, limitBytes, isApp });
  const body = await (status < 300 ? reading : reading.catch((error) => forgive(error, runSignal)));
  return { status, retryAfter: readHeader(headers, 'retry-after'), body };
}

/** A refusal is one by its status, however much it has to say, and however little of that arrives. */
function forgive(error: unknown, runSignal: AbortSignal): ResponseBody {
  if (runSignal.aborted) throw error;
  return { kind: 'unreadable', why: error instanceof ResponseTooLargeError ? error.message : 'broke off', start: '' };
}

function readHeader(headers: RawAnswer['headers'], name: string): string | null {
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
