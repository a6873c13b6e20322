import { formatBytes, formatDuration } from '../text/format.ts';

/** Uploads of at most this many bytes show no progress, because they end within moments. */
const maxSilentBytes = 5_000_000;

/** Minimum milliseconds between two lines by default. */
const defaultPauseMs = 5000;

/**
 * Creates the listener of an upload, which is called with the number of bytes sent so far. For an
 * upload of more than 5 MB it shows percentage, rate and time left: at most every `pauseMs`, 5 s by
 * default.
 */
export function createProgress(options: {
  readonly total: number;
  /** A clock in milliseconds. */
  readonly now: () => number;
  readonly show: (text: string) => void;
  readonly pauseMs?: number;
}): (sentBytes: number) => void {
  const { total, now, show, pauseMs = defaultPauseMs } = options;
  const startedAt = now();
  let shownAt = startedAt;
  return (sentBytes) => {
    const time = now();
    // The last call is always shown: the service may take long to respond.
    const isDue = time - shownAt >= pauseMs || sentBytes >= total;
    if (total <= maxSilentBytes || !isDue) return;
    shownAt = time;
    show(describeUpload(sentBytes, total, time - startedAt));
  };
}

function describeUpload(sentBytes: number, totalBytes: number, elapsedMs: number): string {
  if (sentBytes >= totalBytes) return `Sent ${formatBytes(totalBytes)}, waiting for the response`;
  const percent = Math.min(99, Math.floor((sentBytes / totalBytes) * 100));
  const bytesPerSecond = sentBytes / (elapsedMs / 1000);
  const sent = `Sent ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)} (${percent} %)`;
  const upload = `${sent}, ${formatBytes(bytesPerSecond)}/s`;
  if (bytesPerSecond === 0) return upload;
  const leftMs = ((totalBytes - sentBytes) / bytesPerSecond) * 1000;
  return `${upload}, about ${formatDuration(leftMs)} left`;
}
