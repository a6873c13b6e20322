/** Reads the app after a change, and during a review. verify.ts decides what a read proves. */
import { isKeyRefused } from '../api/api-error.ts';
import type { ReadOptions } from '../api/transport.ts';
import { ActionError } from '../model/action-error.ts';
import { toClause } from '../text/format.ts';
import type { CommandContext } from './command-context.ts';
import { isOutdated, type Readback } from './verify.ts';

/** When the app is read. */
export interface ReadbackSchedule {
  /** When the change got its response or was lost, in the clock's time. */
  readonly since: number;
  /** The times of the reads, in milliseconds after `since`. */
  readonly timesMs: readonly number[];
}

/** One read of a schedule. */
export interface PolledRead {
  /** Null if the read failed, or shows an older version than one that was read before. */
  readonly read: Readback | null;
  /** The reason that a change is not confirmed, if this read does not confirm it. */
  readonly reason: string;
}

/**
 * Reads the app at each time of a schedule, and yields each read. A read is skipped if the next one
 * is already due. A failed read is retried until the next one is due; the last read is retried as
 * long as the retry policy allows. Throws if the run ends, or if the key is refused.
 */
export async function* pollApp(
  slug: string,
  schedule: ReadbackSchedule,
  context: CommandContext,
): AsyncGenerator<PolledRead> {
  const { since, timesMs } = schedule;
  const notShown = 'the app does not show the change';
  for (const [index, timeMs] of timesMs.entries()) {
    const nextMs = timesMs[index + 1];
    if (nextMs !== undefined && context.clock.now() >= since + nextMs) continue;
    await sleepUntil(since + timeMs, context);
    const retryWindowMs = nextMs === undefined ? undefined : since + nextMs - context.clock.now();
    const read = await tryRead({ slug, since, retryWindowMs }, context);
    if (read instanceof ActionError) {
      yield { read: null, reason: `the app could not be read: ${toClause(read.message)}` };
    } else if (isOutdated(context.state.reads, read.app)) {
      context.log.debug(
        `a read ${read.ageMs} ms later showed an older state of the app than an earlier read`,
      );
      yield { read: null, reason: notShown };
    } else {
      yield { read, reason: notShown };
    }
  }
}

/** Options for one read of the app. */
export interface ReadbackRequest extends ReadOptions {
  readonly slug: string;
  /** When the change got its response or was lost, in the clock's time. */
  readonly since: number;
}

/**
 * Reads the app. Returns the error if the read fails. Throws if the run ends, or if the key is
 * refused.
 */
export async function tryRead(
  { slug, since, ...options }: ReadbackRequest,
  context: CommandContext,
): Promise<Readback | ActionError> {
  const ageMs = context.clock.now() - since;
  try {
    const app = await context.client.readApp(slug, options);
    return { app, ageMs };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof ActionError) || isKeyRefused(error)) throw error;
    context.log.debug(`the app could not be read ${ageMs} ms later: ${error.message}`);
    return error;
  }
}

/**
 * Waits until the clock shows this time, even if a timer fires early. Rejects with the signal's
 * reason when the signal is aborted.
 */
export async function sleepUntil(time: number, context: CommandContext): Promise<void> {
  let leftMs = time - context.clock.now();
  while (leftMs > 0) {
    await context.clock.sleep(leftMs, context.signal);
    leftMs = time - context.clock.now();
  }
}
