/**
 * When and how the app is looked at after a change, or while a review lasts. What a look proves,
 * verify.ts says.
 */
import { isKeyRefused } from '../api/api-error.ts';
import type { ReadOptions } from '../api/transport.ts';
import { ActionError } from '../model/action-error.ts';
import { toClause } from '../text/format.ts';
import type { CommandContext } from './command-context.ts';
import { isOld, type Look } from './verify.ts';

/**
 * Waits until a time, in the clock's time; a timer may fire early. Rejects with the signal's
 * reason.
 */
export async function sleepUntil(time: number, { clock, signal }: CommandContext): Promise<void> {
  for (let left = time - clock.now(); left > 0; left = time - clock.now())
    await clock.sleep(left, signal);
}

/**
 * Looks at the app at these times after `since`. One whose time has passed meanwhile is left out,
 * but for the last. One that fails is tried again until the next one is due, the last one for as
 * long as any read. `look` is null where that did not help, and where the app is older than an
 * earlier read showed it; `why` says what keeps a look from proving a change. Throws what ends the
 * run, and that the key is no longer good.
 */
export async function* lookAt(
  slug: string,
  { timesMs, since }: { readonly timesMs: readonly number[]; readonly since: number },
  context: CommandContext,
): AsyncGenerator<{ readonly look: Look | null; readonly why: string }> {
  const { clock, log, state } = context;
  for (const [index, afterMs] of timesMs.entries()) {
    const nextMs = timesMs[index + 1];
    if (nextMs !== undefined && clock.now() - since >= nextMs) continue;
    await sleepUntil(since + afterMs, context);
    const look = await readLook(
      slug,
      { since, retryWindowMs: nextMs && since + nextMs - clock.now() },
      context,
    );
    if (look instanceof ActionError) {
      yield { look: null, why: `the app could not be read: ${toClause(look.message)}` };
      continue;
    }
    const isOutdated = isOld(state.reads, look.app);
    if (isOutdated)
      log.debug(`the app read ${look.ageMs} ms later is older than it was shown before`);
    yield { look: isOutdated ? null : look, why: 'the app does not show the change' };
  }
}

/**
 * One read of the app, or why it failed. Throws what ends the run, and that the key is no longer
 * good.
 */
export async function readLook(
  slug: string,
  { since, ...options }: { readonly since: number } & ReadOptions,
  { client, clock, signal, log }: CommandContext,
): Promise<Look | ActionError> {
  const ageMs = clock.now() - since;
  try {
    return { app: await client.readApp(slug, options), ageMs };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ActionError) || isKeyRefused(error)) throw error;
    log.debug(`the app could not be read ${ageMs} ms later: ${error.message}`);
    return error;
  }
}
