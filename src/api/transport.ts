import { type AnswerBody, AnswerTooLargeError, appAnswerBytes, plainAnswerBytes, readAnswer } from './answer.ts';
import { LostError, type RequestName } from './errors.ts';
import { describeLoss, type Loss } from './losses.ts';
import { RunEnd } from './run-end.ts';
import {
  type Connection,
  dispatch,
  openConnection,
  type ProxySettings,
  type RawAnswer,
  type RequestOptions,
} from './transport-dispatch.ts';
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
}

/** What came back. A redirect is an answer like any other and is never followed. */
export interface Answer {
  readonly status: number;
  /** The header as it was sent; null when there was none, or more than one. */
  readonly retryAfter: string | null;
  readonly body: AnswerBody;
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
    const timeout = AbortSignal.timeout(attemptMs(request.body?.length ?? 0));
    const sending = watchSending(request);
    const body = watchBody(request.body);
    let connection: Connection | undefined;
    let answer: Answer;
    try {
      const signal = AbortSignal.any([runSignal, timeout]);
      connection = await openConnection(options.origin, { proxy: options.proxy, signal });
      const raw = await dispatch(connection.dispatcher, toDispatchOptions(request, options, body.stream));
      answer = await toAnswer(raw, request);
    } catch (error) {
      if (body.error() !== undefined && !runSignal.aborted) throw body.error();
      const proxy = connection?.usesProxy() === true ? options.proxy : null;
      const loss = explain(error, { runSignal, timeout, origin: options.origin, proxy });
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

async function toAnswer({ status, headers, stream }: RawAnswer, request: WireRequest): Promise<Answer> {
  const limitBytes = request.readsApp && status < 300 ? appAnswerBytes : plainAnswerBytes;
  const encoding = readHeader(headers, 'content-encoding');
  const body = await orUnreadable(readAnswer(stream, { encoding, limitBytes }), status);
  return { status, retryAfter: readHeader(headers, 'retry-after'), body };
}

/** A refusal is one by its status, however much it has to say. */
async function orUnreadable(reading: Promise<AnswerBody>, status: number): Promise<AnswerBody> {
  try {
    return await reading;
  } catch (error) {
    if (status < 300 || !(error instanceof AnswerTooLargeError)) throw error;
    return { kind: 'unreadable', why: error.message, start: '' };
  }
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

interface Circumstances {
  readonly runSignal: AbortSignal;
  readonly timeout: AbortSignal;
  readonly origin: string;
  /** Null where the exchange did not go through one. */
  readonly proxy: ProxySettings | null;
}

function explain(error: unknown, { runSignal, timeout, origin, proxy }: Circumstances): Loss {
  if (runSignal.reason instanceof RunEnd) return runSignal.reason.loss;
  if (timeout.aborted) return timedOut;
  if (error instanceof AnswerTooLargeError) {
    return {
      code: 'answer_too_large',
      what: `the answer ${error.message}`,
      next: 'Ask the service why its answer is so large.',
    };
  }
  const { host } = new URL(origin);
  // As errors name it: without its user name and password.
  return describeLoss({ error, host, proxy: proxy === null ? null : new URL(proxy.httpsProxy).host });
}

const blockedByDryRun: Loss = {
  code: 'dry_run',
  what: 'a dry run sends nothing that changes anything',
  next: 'This is a bug of the action: please report it.',
};

const timedOut: Loss = {
  code: 'attempt_timeout',
  what: 'no whole answer within the time for one attempt',
  next: 'Run the job again; if it stays so, ask the service.',
};
