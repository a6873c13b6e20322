/** The doctor's own plain requests: one at a time, paced, each remembered. */

import { ActionError } from '../action-error.ts';
import { readRetryAfter } from '../api/policy.ts';
import type { ResponseBody } from '../api/response.ts';
import type { Clock } from '../api/sender.ts';
import { type Transport, toJsonBody } from '../api/transport.ts';
import { formatCount, formatDuration } from '../format.ts';

/** What each request is made for. */
export type Step =
  | 'list_before'
  | 'read_missing'
  | 'create_bare'
  | 'create'
  | 'read_created'
  | 'read_again'
  | 'update'
  | 'read_updated'
  | 'update_wrong'
  | 'deploy'
  | 'deploy_folder'
  | 'deploy_list'
  | 'deploy_small'
  | 'read_deployed'
  | 'deploy_other'
  | 'deploy_data'
  | 'read_prompt'
  | 'deploy_broken'
  | 'submit'
  | 'list'
  | 'delete'
  | 'read_deleted';

/** A request; `place` follows the path of the list of apps, such as `/tides/submit`. */
export interface Question {
  readonly step: Step;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly place: string;
  /** Sent as JSON; absent for none. */
  readonly body?: unknown;
}

/** A request and its response. */
export interface Exchange extends Question {
  /** With the path of base-url. */
  readonly path: string;
  readonly status: number;
  /** The header as it was sent; null for none. */
  readonly retryAfter: string | null;
  readonly response: ResponseBody;
  /** The parsed body; null where the response has none that is JSON. */
  readonly json: unknown;
}

/** Sends one request. Throws NetworkError where there is no response, LimitedError, or the reason of the signal. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Exchange>;

/** What asking needs. */
export interface AskOptions {
  readonly transport: Transport;
  /** The path of base-url. */
  readonly path: string;
  readonly clock: Clock;
  /** Told in a line what is waited for. */
  readonly log: (line: string) => void;
  /** Told of every response, one of 429 included. */
  readonly record: (exchange: Exchange) => void;
}

/** Milliseconds from one request to the next: some 20 changes in a minute at most, and times in whole seconds differ. */
export const paceMs = 1_500;
/** Milliseconds that one request may take. */
const limitMs = 20_000;
/** Waits on a 429 that says no time, and the longest that is waited for, both in milliseconds. */
const usualWaitMs = 20_000;
const maxWaitMs = 120_000;
const maxLimited = 5;

/** The service still answered 429 after all the waiting. */
export class LimitedError extends ActionError<'limited'> {
  override readonly name = 'LimitedError';

  constructor({ method, path }: Exchange, attempts: number) {
    super(`${method} ${path}: still too many changes (429) after ${formatCount(attempts, 'attempt')}`, {
      code: 'limited',
      next: 'Run the doctor again when nothing else makes changes with this account.',
    });
  }
}

/** Makes the function that sends requests. One that is answered with 429 is sent again, at most five times. */
export function createAsk({ transport, path: base, clock, log, record }: AskOptions): Ask {
  let next = 0;
  const send = async (question: Question, signal: AbortSignal): Promise<Exchange & { readonly waitMs: number }> => {
    const { method, place, body } = question;
    const path = `${base}/api/miniapps${place}`;
    const operation = method === 'GET' ? 'list' : 'update';
    if (next > clock.now()) await clock.sleep(next - clock.now(), signal);
    const request = { operation, method, path, limitMs, body: body === undefined ? null : toJsonBody(body) } as const;
    const { status, retryAfter, date, body: response } = await transport(request, signal);
    next = clock.now() + paceMs;
    const json = response.kind === 'json' ? response.value : null;
    const exchange = { ...question, path, status, retryAfter, response, json };
    record(exchange);
    return { ...exchange, waitMs: readRetryAfter(retryAfter, date, clock.now()) ?? usualWaitMs };
  };
  return async (question, signal) => {
    for (let count = 0; ; count += 1) {
      const { waitMs, ...exchange } = await send(question, signal);
      if (exchange.status !== 429) return exchange;
      if (count === maxLimited) throw new LimitedError(exchange, count + 1);
      const wait = Math.min(maxWaitMs, Math.max(paceMs, waitMs));
      log(`${exchange.method} ${exchange.path}: too many changes (429), waiting ${formatDuration(wait)}`);
      next = clock.now() + wait;
    }
  };
}
