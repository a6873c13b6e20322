import type { App } from '../app.ts';
import type { Inputs } from '../inputs.ts';
import type { Plan } from '../outcome.ts';
import { input } from '../voice.ts';
import { sleepUntil } from './apply-change.ts';
import { CommandError } from './command-error.ts';
import type { Online } from './online.ts';
import { proofAgeMs } from './verify.ts';

/** What a read of the app comes to for a command. */
export interface Examined {
  /** What the command does with this app. Throws CommandError where it is refused. */
  readonly plan: () => Plan;
  /** Notes what the read shows. */
  readonly note: () => void | Promise<void>;
}

/** The read that a run goes by where nothing was sent yet, and its plan. */
export interface PlannedRead {
  /** Null where it does not exist. */
  readonly app: App | null;
  /** When the first response of the run came, in the clock's time: the age of later reads counts from here. */
  readonly since: number;
  readonly plan: Plan;
}

/**
 * Reads the app, with its texts where a diff is wanted, and plans by what it shows. A first read may be of a copy that lags: where it
 * would end the run red, or with nothing to do about a review, the app is read again so late that what it shows is no old state,
 * and that read decides. "Unchanged" is the one end that a first read may bring: it sends nothing and says so.
 */
export async function planByRead(
  { slug, diff }: Inputs,
  online: Online,
  examine: (app: App | null) => Examined,
): Promise<PlannedRead> {
  const { client, clock, log, state } = online;
  const read = async (): Promise<App | null> => {
    const app = await client.readApp(slug, { keepsTexts: diff });
    if (app === null) log.info(`Remote: there is no app ${slug}`);
    else log.debug(`${slug}: ${app.status}, updated ${app.updatedAt ?? 'at an unknown time'}`);
    return app;
  };
  let app = await read();
  const since = clock.now();
  let examined = examine(app);
  if (isEnd(examined)) {
    state.record({ did: 'read', app, isOurs: false, isCurrent: false, isStateCurrent: false });
    log.info('Reading the app again after 7 s, since the first read may be old');
    await sleepUntil(since + proofAgeMs, online);
    app = await read();
    examined = examine(app);
  }
  await examined.note();
  return { app, since, plan: examined.plan() };
}

/** True where the run would end here for a reason that a moment may change. */
function isEnd({ plan }: Examined): boolean {
  try {
    const planned = plan();
    return planned.do === 'skip' || (planned.do === 'nothing' && planned.why !== 'unchanged');
  } catch (error) {
    if (error instanceof CommandError) return true;
    throw error;
  }
}

/** Notes a read of the app. `isOurs`: it shows exactly the content that the run is about. */
export function noteRead(app: App | null, isOurs: boolean, { state }: Online): void {
  state.record({ did: 'read', app, isOurs, isCurrent: true, isStateCurrent: true });
}

/** The app of a command that only a deploy can do without. Throws CommandError `app_missing`. */
export function requireApp(app: App | null, slug: string): App {
  if (app !== null) return app;
  throw new CommandError('app_missing', slug, {
    next: `Check the slug, that the API key belongs to the owner of the app, and the path of ${input('base-url')}.`,
  });
}
