import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { ServiceError } from '../service/errors.ts';
import type { ActiveFault } from '../service/faults.ts';
import type { Account, View } from '../service/store.ts';
import type { Body } from './request.ts';

/** Data that accompanies a request. */
export interface Bindings {
  /** The request of Node's server; absent if the sandbox is called without a socket. */
  readonly incoming?: IncomingMessage;
  /** The name of the caller in the history; the account's name by default. */
  readonly by?: string;
}

/** The types of the values that Hono passes on with a request. */
export interface Env {
  readonly Bindings: Bindings & {
    readonly url: URL;
    /** Set if a fault resets the connection instead of responding. */
    isReset?: boolean;
  };
  Variables: {
    account: Account;
    /** The faults that hit the call. */
    hits?: readonly ActiveFault[];
    /** The apps in the earlier state that a read sees; undefined for the present state. */
    view?: View | undefined;
    /** The fault that delays or drops a change. */
    fault?: ActiveFault | undefined;
    body?: Body;
    /** The error that the call was refused with. */
    error?: ServiceError | undefined;
  };
}

/** A request on its way through the routes. */
export type Call = Context<Env>;
