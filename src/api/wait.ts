import { formatAttempt, formatDuration } from '../text/format.ts';

/** One wait before a request is sent again. */
export interface Wait {
  /** The request, such as `GET /api/miniapps/tides`. */
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
 * in 0.7 s (attempt 2)`. The line is not safe to print yet.
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
