import { RunEndedError } from '../model/action-error.ts';
import type { RequestBody } from '../model/request-body.ts';
import {
  Connection,
  type ConnectionOptions,
  type RawRequest,
  type RawResponse,
} from './connection/connection.ts';
import {
  describeBrokenExchange,
  NetworkError,
  type NetworkFault,
  type RequestName,
  toRunEndFault,
} from './network-error.ts';
import {
  appResponseBytes,
  plainResponseBytes,
  type ResponseBody,
  ResponseTooLargeError,
  readResponse,
} from './response/response.ts';
import { contentPaths, entryLimits } from './wire.ts';

/** The operations of the service. All but `read` (of one app) and `list` are changes. */
export type Operation = 'read' | 'list' | 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** Makes the body of a small request: a value as JSON, kept in memory. */
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

/** Options for reading an app. */
export interface ReadOptions {
  /**
   * How long a failed read is retried, in milliseconds; 0 for a single attempt. By default as in
   * the policy.
   */
  readonly retryWindowMs?: number | undefined;
  /** The time for all attempts together, in milliseconds. By default the time of the run. */
  readonly timeoutMs?: number | undefined;
  /** True to keep short texts of the app in addition to their digests. By default false. */
  readonly keepsTexts?: boolean | undefined;
}

/** A request to the service. */
export interface WireRequest extends RequestName, ReadOptions {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Null if the request has no body. */
  readonly body: RequestBody | null;
}

/** A response of the service. A redirect is a response like any other, and is never followed. */
export interface WireResponse {
  readonly status: number;
  /** The Retry-After header; null if there is none, or more than one. */
  readonly retryAfter: string | null;
  /** The Date header; null if there is none. */
  readonly date: string | null;
  readonly body: ResponseBody;
}

/**
 * Sends a request once and returns its response. Throws NetworkError if there is none. Tests
 * replace it.
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
  /** True to let only GET requests through. */
  readonly dryRun: boolean;
  /** By default `toTimeouts`. */
  readonly toTimeouts?: (bodyBytes: number) => AttemptTimeouts;
}

/** The timeouts of an attempt, in milliseconds. */
export interface AttemptTimeouts {
  /**
   * The time to connect, and for a GET also to receive the headers of the response: a read that
   * hangs is better sent again.
   */
  readonly headersTimeoutMs: number;
  /** The time from connecting to the last byte of the response. */
  readonly totalTimeoutMs: number;
}

/** Returns the timeouts of an attempt, by the size of its body. */
export function toTimeouts(bodyBytes: number): AttemptTimeouts {
  const uploadMs = Math.ceil(bodyBytes / 100_000) * 1_000;
  return { headersTimeoutMs: 20_000, totalTimeoutMs: 120_000 + uploadMs };
}

/**
 * Creates the transport of a run. All requests share one connection, and each has one time limit,
 * from connecting to the last byte of the response. An error that the stream of a request body
 * throws is thrown as it is.
 */
export function createTransport(options: TransportOptions): OpenTransport {
  const connection = new Connection(options);
  const transport: Transport = (request, signal) => {
    const exchange = new OpenRequest(request, options, signal);
    return exchange.run(connection);
  };
  return Object.assign(transport, { close: () => connection.close() });
}

const connectTimeout = Object.assign(new Error('cannot connect'), { code: 'ETIMEDOUT' });

/** One attempt at a request. */
class OpenRequest {
  readonly #request: WireRequest;
  readonly #options: TransportOptions;
  /** Aborted when the run ends. */
  readonly #runSignal: AbortSignal;
  /** Aborted when the time of the attempt is over. */
  readonly #timeout = new AbortController();
  /** True once the head of the request was written to a connected socket. */
  #sent = false;
  #hasHeaders = false;
  readonly #body: WatchedBody | null;

  constructor(request: WireRequest, options: TransportOptions, runSignal: AbortSignal) {
    this.#request = request;
    this.#options = options;
    this.#runSignal = runSignal;
    this.#body = request.body === null ? null : new WatchedBody(request.body);
  }

  async run(connection: Connection): Promise<WireResponse> {
    if (this.#options.dryRun && this.#request.method !== 'GET')
      throw new NetworkError(this.#request, { code: 'dry_run', sent: false });
    this.#startTimeouts();
    const signal = AbortSignal.any([this.#runSignal, this.#timeout.signal]);
    try {
      return await connection.exchange(this.#toRawRequest(), signal, (response) => {
        this.#hasHeaders = true;
        return this.#readResponse(response);
      });
    } catch (error) {
      if (this.#body?.error !== undefined && !this.#runSignal.aborted) throw this.#body.error;
      const fault = this.#toFault(error, connection.proxyHost);
      throw new NetworkError(this.#request, { ...fault, sent: this.#sent, cause: error });
    }
  }

  /**
   * Starts the timeouts of the attempt: one for connecting (for a GET also for the headers of the
   * response), and one for the whole attempt.
   */
  #startTimeouts(): void {
    const { method, body, timeoutMs = Number.POSITIVE_INFINITY } = this.#request;
    const timeouts = (this.#options.toTimeouts ?? toTimeouts)(body?.length ?? 0);
    const totalTimeoutMs = Math.min(timeouts.totalTimeoutMs, timeoutMs);
    callAfter(totalTimeoutMs, () => this.#timeout.abort());
    callAfter(timeouts.headersTimeoutMs, () => {
      const isStalled = !this.#sent || (method === 'GET' && !this.#hasHeaders);
      if (isStalled) this.#timeout.abort();
    });
  }

  #toRawRequest(): RawRequest {
    const { operation, method, path } = this.#request;
    return {
      method,
      path,
      headers: this.#toHeaders(),
      body: this.#body,
      maxBytes: operation === 'read' ? appResponseBytes : plainResponseBytes,
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
    return {
      status,
      retryAfter: readHeader(headers, 'retry-after'),
      date: readHeader(headers, 'date'),
      body: status < 300 ? await this.#readBody(response) : await this.#readErrorBody(response),
    };
  }

  #readBody({ status, headers, stream }: RawResponse): Promise<ResponseBody> {
    const { operation, keepsTexts } = this.#request;
    // An empty body is not compressed, whatever its headers claim.
    const isEmpty = status === 204 || readHeader(headers, 'content-length') === '0';
    const isSuccess = status < 300;
    return readResponse(stream, {
      encoding: isEmpty ? null : readHeader(headers, 'content-encoding'),
      contentPaths: isSuccess && operation === 'read' ? contentPaths : [],
      keepsTexts,
      limit: isSuccess ? entryLimits[operation] : undefined,
    });
  }

  /**
   * Reads the body of an error response. Its status makes it an error even if the body is broken.
   */
  async #readErrorBody(response: RawResponse): Promise<ResponseBody> {
    try {
      return await this.#readBody(response);
    } catch (error) {
      if (this.#runSignal.aborted) throw error;
      const why = error instanceof ResponseTooLargeError ? error.message : 'broke off';
      return { kind: 'unreadable', why, start: '' };
    }
  }

  /** Returns the reason why there is no response. */
  #toFault(error: unknown, proxyHost: string | null): NetworkFault {
    const { host } = new URL(this.#options.origin);
    if (this.#runSignal.reason instanceof RunEndedError)
      return toRunEndFault(this.#runSignal.reason);
    if (this.#timeout.signal.aborted) {
      // If nothing was sent, the connection failed.
      if (!this.#sent) return describeBrokenExchange(connectTimeout, host, proxyHost);
      return { code: 'attempt_timeout' };
    }
    if (error instanceof ResponseTooLargeError)
      return { code: 'response_too_large', what: `the response ${error.message}` };
    return describeBrokenExchange(error, host, proxyHost);
  }
}

/** Calls a function later, unless the process has ended by then. */
function callAfter(milliseconds: number, work: () => void): void {
  AbortSignal.timeout(milliseconds).addEventListener('abort', work);
}

function readHeader(headers: RawResponse['headers'], name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : null;
}

/**
 * A request body that remembers the error of its stream, which undici would hide behind an error of
 * its own.
 */
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
