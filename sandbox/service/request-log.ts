import type { FolderProblem } from './errors.ts';
import type { Json } from './readers.ts';

/** A file of a deploy. */
export interface SentFile {
  readonly path: string;
  /** Length of the content as it was sent. */
  readonly length: number;
}

/** The response to a request. */
export interface SeenResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  /** The body as text if it has at most 1 MiB and is still kept; otherwise null. */
  readonly body: string | null;
}

/** The error that a request was refused with, whatever form an assumption gives its response. */
interface SeenError {
  readonly code: string;
  readonly message: string;
  /** What is wrong with the folder, at most 2,000 problems. */
  readonly problems: readonly FolderProblem[];
}

/** A request that came in, for tests and for people who want to see what a client did. */
export interface SeenRequest {
  /** Counts the requests of a sandbox, from 1. */
  readonly id: number;
  /** ISO 8601. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** The slug of the app that the request names, or null. */
  readonly slug: string | null;
  /** Null if the connection was reset or broke. */
  readonly status: number | null;
  /** Null if the service did not refuse the request. */
  readonly error: SeenError | null;
  /** The name of the account; null without a valid key. */
  readonly account: string | null;
  /** Lowercase names; without `authorization` and `cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Length of the body; null if none was read. */
  readonly bytes: number | null;
  /** The body if it has at most 1 MiB and is still kept; otherwise null. */
  readonly body: Json | null;
  /** The files of a deploy, at most 2,000, or null if the request is not a deploy. */
  readonly files: readonly SentFile[] | null;
  /** The time until the response, in milliseconds. */
  readonly duration_ms: number;
  /** The faults that hit the request, as `formatFault` writes them. */
  readonly faults: readonly string[];
  /** Null if the connection was reset or broke. */
  readonly response: SeenResponse | null;
}

const maxRequests = 1_000;
/** The maximum length of all bodies together. Older ones are dropped first. */
const maxKeptBytes = 64 * 1024 * 1024;

/** The last 1,000 requests, oldest first. The last ones have their bodies, up to 64 MiB. */
export class RequestLog {
  readonly entries: SeenRequest[] = [];
  #lastId = 0;
  #keptBytes = 0;

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  add(request: SeenRequest): void {
    this.entries.push(request);
    this.#keptBytes += measureBodies(request);
    if (this.entries.length > maxRequests) {
      const oldest = this.entries.shift();
      if (oldest !== undefined) this.#keptBytes -= measureBodies(oldest);
    }
    for (const [index, kept] of this.entries.entries()) {
      if (this.#keptBytes <= maxKeptBytes) return;
      this.#dropBodies(index, kept);
    }
  }

  clear(): void {
    this.entries.length = 0;
    this.#keptBytes = 0;
  }

  #dropBodies(index: number, request: SeenRequest): void {
    this.#keptBytes -= measureBodies(request);
    const { response } = request;
    const emptied = response === null ? null : { ...response, body: null };
    this.entries[index] = { ...request, body: null, response: emptied };
  }
}

function measureBodies({ body, bytes, response }: SeenRequest): number {
  const sent = body === null ? 0 : (bytes ?? 0);
  return sent + (response?.body?.length ?? 0);
}
