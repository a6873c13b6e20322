import { RunEndedError } from '../errors.ts';
import {
  Connection,
  type ConnectionOptions,
  type RawRequest,
  type RawResponse,
} from './connection.ts';
import {
  describeBrokenExchange,
  NetworkError,
  type NetworkFault,
  type RequestName,
  toRunEndFault,
} from './network-error.ts';
import type { RequestBody } from './request-body.ts';
import {
  maxAppBytes,
  maxPlainBytes,
  type ResponseBody,
  ResponseTooLargeError,
  readResponse,
} from './response.ts';

/** The operations of the service. All but `read` (of one app) and `list` are changes. */
export type Operation = 'read' | 'list' | 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** Options for reading an app. */
export interface ReadOptions {
  /**
   * The time in which a failed read is retried, in milliseconds; 0 for a single attempt. By default
   * as long as the retry policy allows.
   */
  readonly retryWindowMs?: number | undefined;
  /** The time limit for all attempts together, in milliseconds. By default the run's. */
  readonly timeoutMs?: number | undefined;
}

export interface WireRequest extends RequestName, ReadOptions {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body: RequestBody | null;
}

/** A response of the service. A redirect is returned like any other response, and not followed. */
export interface WireResponse {
  readonly status: number;
  /** The Retry-After header; null if there is none, or more than one. */
  readonly retryAfter: string | null;
  /** The Date header; null if there is none. */
  readonly date: string | null;
  /** The Link header, which may lead to the next page of a list; null without one. */
  readonly link: string | null;
  readonly body: ResponseBody;
}

/** Sends a request once and returns the response. Throws NetworkError if there is no response. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireResponse>;

export interface OpenTransport extends Transport {
  /** Closes the connection. Must be called at the end of the run. */
  close(): void;
}

export interface TransportOptions extends ConnectionOptions {
  readonly apiKey: string;
  readonly userAgent: string;
  /** True to let only GET requests through. */
  readonly dryRun: boolean;
  readonly toTimeouts?: (bodyBytes: number) => AttemptTimeouts;
}

/** The timeouts of an attempt, in milliseconds. */
interface AttemptTimeouts {
  /**
   * The time limit of a GET to receive the headers of the response. It is short, since a read
   * without a response is better sent again.
   */
  readonly headersTimeoutMs: number;
  /** The time limit from connecting to the last byte of the response. */
  readonly totalTimeoutMs: number;
}

export function toTimeouts(bodyBytes: number): AttemptTimeouts {
  const uploadMs = Math.ceil(bodyBytes / 100_000) * 1_000;
  return { headersTimeoutMs: 20_000, totalTimeoutMs: 120_000 + uploadMs };
}

/**
 * Creates the transport of a run. All requests share one connection. Each attempt has one time
 * limit, from connecting to the last byte of the response, and a GET another for its headers. If
 * the stream of a request body throws an error, the transport throws the same error.
 */
export function createTransport(options: TransportOptions): OpenTransport {
  const connection = new Connection(options);
  const transport: Transport = (request, signal) => {
    const exchange = new RequestAttempt(request, options, signal);
    return exchange.run(connection);
  };
  return Object.assign(transport, { close: () => connection.close() });
}

const connectTimeout = Object.assign(new Error('cannot connect'), { code: 'ETIMEDOUT' });

class RequestAttempt {
  readonly #request: WireRequest;
  readonly #options: TransportOptions;
  readonly #timeouts: AttemptTimeouts;
  readonly #runSignal: AbortSignal;
  /** Aborted when the time of the attempt is over. */
  readonly #timeout: AbortSignal;
  /** True once the head of the request was written to a connected socket. */
  #sent = false;
  readonly #body: WatchedBody | null;

  constructor(request: WireRequest, options: TransportOptions, runSignal: AbortSignal) {
    const { body, timeoutMs = Number.POSITIVE_INFINITY } = request;
    this.#request = request;
    this.#options = options;
    this.#runSignal = runSignal;
    this.#timeouts = (options.toTimeouts ?? toTimeouts)(body?.length ?? 0);
    this.#timeout = AbortSignal.timeout(Math.min(this.#timeouts.totalTimeoutMs, timeoutMs));
    this.#body = body === null ? null : new WatchedBody(body);
  }

  async run(connection: Connection): Promise<WireResponse> {
    if (this.#options.dryRun && this.#request.method !== 'GET')
      throw new NetworkError(this.#request, { code: 'dry_run', sent: false });
    const signal = AbortSignal.any([this.#runSignal, this.#timeout]);
    try {
      return await connection.exchange(this.#toRawRequest(), signal, (response) => {
        return this.#readResponse(response);
      });
    } catch (error) {
      const { aborted, reason } = this.#runSignal;
      if (aborted && !(reason instanceof RunEndedError)) throw reason;
      if (this.#body?.error !== undefined && !aborted) throw this.#body.error;
      const fault = this.#toFault(error, connection.proxyHost);
      throw new NetworkError(this.#request, { ...fault, sent: this.#sent, cause: error });
    }
  }

  #toRawRequest(): RawRequest {
    const { method, path } = this.#request;
    return {
      method,
      path,
      headers: this.#toHeaders(),
      body: this.#body,
      headersTimeout: method === 'GET' ? this.#timeouts.headersTimeoutMs : 0,
      onSent: () => {
        this.#sent = true;
      },
    };
  }

  #toHeaders(): Readonly<Record<string, string>> {
    const { method, body } = this.#request;
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#options.apiKey}`,
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': this.#options.userAgent,
    };
    if (method === 'GET') headers['cache-control'] = 'no-cache';
    if (body !== null) {
      headers['content-type'] = body.type;
      headers['content-length'] = String(body.length);
    }
    return headers;
  }

  async #readResponse(response: RawResponse): Promise<WireResponse> {
    const { status, headers } = response;
    const isSuccess = status < 300;
    return {
      status,
      retryAfter: readHeader(headers, 'retry-after'),
      date: readHeader(headers, 'date'),
      link: readHeader(headers, 'link'),
      body: isSuccess ? await this.#readBody(response) : await this.#readErrorBody(response),
    };
  }

  #readBody(response: RawResponse): Promise<ResponseBody> {
    const { status, headers } = response;
    const length = readHeader(headers, 'content-length') ?? '';
    // An empty body is not compressed, whatever its headers claim.
    const isEmpty = status === 204 || length === '0';
    const showsApp = this.#request.operation === 'read' && status < 300;
    return readResponse(response.stream, {
      encoding: isEmpty ? null : readHeader(headers, 'content-encoding'),
      length: /^\d+$/.test(length) ? Number(length) : undefined,
      limitBytes: showsApp ? maxAppBytes : maxPlainBytes,
      keepsLongStrings: showsApp,
    });
  }

  /** Reads the body of an error response. A body that breaks off does not hide the status. */
  async #readErrorBody(response: RawResponse): Promise<ResponseBody> {
    try {
      return await this.#readBody(response);
    } catch (error) {
      if (this.#runSignal.aborted) throw error;
      const why = error instanceof ResponseTooLargeError ? error.message : 'broke off';
      return { kind: 'unreadable', why, start: '' };
    }
  }

  /** Returns the reason that there is no response. */
  #toFault(error: unknown, proxyHost: string | null): NetworkFault {
    const { host } = new URL(this.#options.origin);
    if (this.#runSignal.reason instanceof RunEndedError)
      return toRunEndFault(this.#runSignal.reason);
    if (this.#timeout.aborted) {
      // A timeout before anything was sent means that the connection failed.
      if (!this.#sent) return describeBrokenExchange(connectTimeout, host, proxyHost);
      return { code: 'attempt_timeout' };
    }
    if (error instanceof ResponseTooLargeError)
      return { code: 'response_too_large', what: `the response ${error.message}` };
    return describeBrokenExchange(error, host, proxyHost);
  }
}

function readHeader(headers: RawResponse['headers'], name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : null;
}

/** A request body that keeps the error of its stream, since undici would throw another one. */
class WatchedBody implements AsyncIterable<Uint8Array> {
  readonly #body: RequestBody;
  #error: unknown;

  constructor(body: RequestBody) {
    this.#body = body;
  }

  /** The error that the stream threw; undefined if it threw none. */
  get error(): unknown {
    return this.#error;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#body.stream();
    } catch (error) {
      this.#error = error;
      throw error;
    }
  }
}
