import type { IncomingMessage } from 'node:http';
import type { Faults } from './faults.ts';
import type { Limiter, Rate } from './limiter.ts';
import type { Limits } from './readings.ts';
import type { Account, Store } from './store.ts';

/** What Hono carries along with a request. */
export interface Env {
  readonly Bindings: {
    /** The request of node's server; absent when the sandbox is called without a socket. */
    readonly incoming?: IncomingMessage;
  };
  Variables: {
    /** The caller, once the key was checked. */
    account: Account;
    /** Set when the connection was reset instead of an answer. */
    dropped?: boolean;
  };
}

/** One request that came in, for tests and for people who want to see what a client did. */
export interface SeenRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** Null when the connection was reset instead of an answer. */
  readonly status: number | null;
}

/** In which form a deploy answers: `{"app": …}`, or 204 without a body. */
export type DeployAnswers = 'app' | 'empty';

/** What the routes work with. */
export interface Parts {
  readonly store: Store;
  readonly limiter: Limiter;
  readonly rate: Rate;
  readonly faults: Faults;
  /** What came in at `/api/` and `/a/`, oldest first, the last 1,000. */
  readonly requests: SeenRequest[];
  /** Waits for milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly limits: Limits;
  /** {base_url} of the service document, without a slash at the end. */
  readonly baseUrl: string;
  readonly deployAnswers: DeployAnswers;
  /** Finds the account of an Authorization header. */
  readonly findCaller: (authorization: string | undefined) => Account | undefined;
  /** Makes what was changed last. */
  readonly save: () => Promise<void>;
  /** The secret word that opens an app's draft in its owner's browser. */
  readonly toPreviewToken: (slug: string) => string;
}
