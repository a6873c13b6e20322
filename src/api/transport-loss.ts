import { describeLoss, type Loss } from './losses.ts';
import { ResponseTooLargeError } from './response.ts';
import { RunEnd } from './run-end.ts';
import type { ProxySettings } from './transport-dispatch.ts';

/** What stood around an exchange that broke. */
export interface Circumstances {
  /** The run's own signal, and the one of this attempt's time limit. */
  readonly runSignal: AbortSignal;
  readonly timeout: AbortSignal;
  readonly origin: string;
  /** Null where the exchange did not go through one. */
  readonly proxy: ProxySettings | null;
}

/** Says why an exchange has no answer: because the run ended, its time was up, the answer had no end, or it broke. */
export function explainLoss(error: unknown, { runSignal, timeout, origin, proxy }: Circumstances): Loss {
  if (runSignal.reason instanceof RunEnd) return runSignal.reason.loss;
  if (timeout.aborted) return timedOut;
  if (error instanceof ResponseTooLargeError) {
    return {
      code: 'answer_too_large',
      what: `the response ${error.message}`,
      next: 'Ask the service why its answer is so large.',
    };
  }
  const { host } = new URL(origin);
  // As errors name it: without its user name and password.
  return describeLoss({ error, host, proxy: proxy === null ? null : new URL(proxy.httpsProxy).host });
}

/** Nothing was even tried: no change leaves a dry run. */
export const blockedByDryRun: Loss = {
  code: 'dry_run',
  what: 'a dry run sends nothing that changes anything',
  next: 'This is a bug of the action: please report it.',
};

const timedOut: Loss = {
  code: 'attempt_timeout',
  what: 'no whole answer within the time for one attempt',
  next: 'Run the job again; if it stays so, ask the service.',
};
