import { formatBytes, formatDuration } from '../text/format.ts';

/** Bytes of an upload that is over before a line about it would help. */
const minUpload = 5_000_000;

/** Milliseconds between two lines, at least. */
const uploadPauseMs = 5000;

/**
 * Makes the listener of an upload of `total` bytes, to be told how many have gone out so far: on
 * more than 5 MB it shows percent, rate and time left, at most every `pauseMs` (5 s where omitted).
 * `now` is a clock in milliseconds.
 */
export function createProgress(options: {
  readonly total: number;
  readonly now: () => number;
  readonly show: (text: string) => void;
  readonly pauseMs?: number;
}): (sent: number) => void {
  const { total, now, show, pauseMs = uploadPauseMs } = options;
  const start = now();
  let last = start;
  return (sent) => {
    const time = now();
    if (total <= minUpload || time - last < pauseMs) return;
    last = time;
    show(describeUpload(sent, total, time - start));
  };
}

function describeUpload(sent: number, total: number, elapsed: number): string {
  const percent = Math.min(100, Math.floor((sent / total) * 100));
  const rate = sent / (elapsed / 1000);
  const left =
    rate > 0 && sent < total
      ? `, about ${formatDuration(((total - sent) / rate) * 1000)} left`
      : '';
  return `Sent ${formatBytes(sent)} of ${formatBytes(total)} (${percent} %), ${formatBytes(rate)}/s${left}`;
}
