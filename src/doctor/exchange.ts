/** The doctor's own plain requests: one at a time, paced, each remembered. */

import { ActionError } from '../action-error.ts';
import { readRetryAfter } from '../api/policy.ts';
import type { ResponseBody } from '../api/response.ts';
import type { Clock } from '../api/sender.ts';
import { type Transport, toJsonBody } from '../api/transport.ts';
import { formatDuration } from '../format.ts';

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
export type Ask = (question: Question, limit: AskLimit) => Promise<Exchange>;

/** What ends a request early. */
export interface AskLimit {
  readonly signal: AbortSignal;
  /** Milliseconds that all requests together may have waited for the limit of changes. */
  readonly maxWaitedMs: number;
}

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
/** Milliseconds that are waited on a 429 that says no time. */
const usualWaitMs = 20_000;

/** The service answers 429 for longer than there is time to wait. */
export class LimitedError extends ActionError<'limited'> {
  override readonly name = 'LimitedError';

  constructor(
    { method, path }: Exchange,
    { waitedMs, waitMs }: { readonly waitedMs: number; readonly waitMs: number },
  ) {
    const still = waitedMs === 0 ? '' : `, still so after waiting ${formatDuration(waitedMs)}`;
    super(`${method} ${path}: too many changes (429)${still}`, {
      code: 'limited',
      next: `Run the doctor again in ${formatDuration(waitMs)}, when nothing else makes changes with this account.`,
    });
  }
}

/** Makes the function that sends requests. One that is answered with 429 is sent again as long as there is time to wait. */
export function createAsk({ transport, path: base, clock, log, record }: AskOptions): Ask {
  let next = 0;
  let waitedMs = 0;
  return async function ask(question, limit) {
    const { method, place, body } = question;
    const { signal, maxWaitedMs } = limit;
    const path = `${base}/api/miniapps${place}`;
    const operation = method === 'GET' ? 'list' : 'update';
    if (next > clock.now()) await clock.sleep(next - clock.now(), signal);
    const request = { operation, method, path, limitMs, body: body === undefined ? null : toJsonBody(body) } as const;
    const { status, retryAfter, date, body: response } = await transport(request, signal);
    const json = response.kind === 'json' ? response.value : null;
    const exchange = { ...question, path, status, retryAfter, response, json };
    record(exchange);
    next = clock.now() + paceMs;
    if (status !== 429) return exchange;
    const waitMs = Math.max(paceMs, readRetryAfter(retryAfter, date, clock.now()) ?? usualWaitMs);
    if (waitedMs + waitMs > maxWaitedMs) throw new LimitedError(exchange, { waitedMs, waitMs });
    log(`${method} ${path}: too many changes (429), waiting ${formatDuration(waitMs)}`);
    waitedMs += waitMs;
    next = clock.now() + waitMs;
    return ask(question, limit);
  };
}
