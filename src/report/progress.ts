import type { Log } from './port.ts';
import { formatBytes, formatDuration } from '../format.ts';

/** Uploads up to this size, in bytes, are over before anybody asks. */
const smallestShown = 5_000_000;

/** Milliseconds between two lines, at least. */
const pause = 5000;

/**
 * Makes the listener of an upload of `total` bytes, to be told how many have gone out so far: on more than 5 MB it
 * logs percent, rate and time left, at most every 5 s. `now` is a clock in milliseconds.
 */
export function createProgress(options: {
  readonly total: number;
  readonly now: () => number;
  readonly log: Log;
}): (sent: number) => void {
  const { total, now, log } = options;
  const start = now();
  let last = start;
  return (sent) => {
    const time = now();
    if (total <= smallestShown || time - last < pause) return;
    last = time;
    log.info(toLine(sent, total, time - start));
  };
}

function toLine(sent: number, total: number, elapsed: number): string {
  const percent = Math.min(100, Math.floor((sent / total) * 100));
  const rate = sent / (elapsed / 1000);
  const left = rate > 0 && sent < total ? `, about ${formatDuration(((total - sent) / rate) * 1000)} left` : '';
  return `Sent ${formatBytes(sent)} of ${formatBytes(total)} (${percent} %), ${formatBytes(rate)}/s${left}`;
}
