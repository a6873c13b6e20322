import { formatAttempt, formatDuration } from '../text/format.ts';

/** One wait before a request is sent again, or before the app is read again. */
export interface Wait {
  /** The change or the request, such as `deploy` or `GET /api/miniapps/tides`. */
  readonly what: string;
  readonly milliseconds: number;
  readonly why: string;
  /** The number of the attempt that follows, from 2. */
  readonly attempt: number;
  /** The maximum number of attempts; null if only the time limits them. */
  readonly maxAttempts: number | null;
}

/**
 * Returns the line of the log for a wait, such as `GET /api/miniapps/tides: no connection; retrying
 * in 0.7 s (attempt 2 of 4)`. The line is not safe to print yet.
 */
export function describeWait(wait: Wait): string {
  const duration = formatWait(wait.milliseconds);
  const attempt = formatAttempt(wait.attempt, wait.maxAttempts);
  return `${wait.what}: ${wait.why}; retrying in ${duration} (${attempt})`;
}

/** Formats a wait, such as `0.7 s`. Only a wait of less than a minute has tenths of a second. */
function formatWait(milliseconds: number): string {
  if (milliseconds >= 59_950) return formatDuration(milliseconds);
  return `${Math.ceil(milliseconds / 100) / 10} s`;
}

/**
 * The result of a request (docs/reliability.md, rule 1):
 *
 * - `accepted`: the response is a 2xx.
 * - `pending`: the response is a 202, so the service makes the change later.
 * - `refused`: the service, or the action itself, refused the request.
 * - `lost`: no usable response came. A lost change may have been made.
 * - `rate_limited`: the response is a 429.
 * - `not_sent`: not a single byte of the request was sent.
 */
export type RequestResult =
  | 'accepted'
  | 'pending'
  | 'refused'
  | 'lost'
  | 'rate_limited'
  | 'not_sent';
