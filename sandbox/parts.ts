import type { IncomingMessage } from 'node:http';
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
  };
}

/** In which form a deploy answers: `{"app": …}`, or 204 without a body. */
export type DeployAnswers = 'app' | 'empty';

/** What the routes work with. */
export interface Parts {
  readonly store: Store;
  readonly limiter: Limiter;
  readonly rate: Rate;
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
