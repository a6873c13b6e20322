import type { App } from '../app.ts';
import type { Inputs } from '../inputs.ts';
import { sleepUntil } from './apply-change.ts';
import { CommandError } from './command-error.ts';
import type { Online } from './online.ts';
import { proofAgeMs } from './verify.ts';

/** A read of the app where nothing was sent yet. */
export interface AppRead {
  /** Null where it does not exist. */
  readonly app: App | null;
  /** When the first response of the run came, in the clock's time: the age of later reads counts from here. */
  readonly since: number;
}

/** Reads the app as it is before the run, with its texts where a diff is wanted. A read that fails is tried again for up to 60 s. */
export async function readApp(
  slug: string,
  { client, clock, log }: Online,
  { diff }: Pick<Inputs, 'diff'> = { diff: false },
): Promise<AppRead> {
  const app = await client.readApp(slug, { keepsTexts: diff });
  if (app === null) log.info(`Remote: there is no app ${slug}`);
  else log.debug(`${slug}: ${app.status}, updated ${app.updatedAt ?? 'at an unknown time'}`);
  return { app, since: clock.now() };
}

/** Reads the app again so late that what it shows is no old state. */
export async function readAppByAge(slug: string, since: number, online: Online): Promise<App | null> {
  online.log.info('Reading the app again after 7 s, since the first read may be old');
  await sleepUntil(since + proofAgeMs, online);
  return online.client.readApp(slug);
}

/** Notes a read of the app. `isOurs`: it shows exactly the content that the run is about. */
export function noteRead(app: App | null, isOurs: boolean, { state }: Pick<Online, 'state'>): void {
  state.record({ did: 'read', app, isOurs, isCurrent: true, isStateCurrent: true });
}

/** The app of a command that only a deploy can do without. Throws CommandError `app_missing`. */
export function requireApp(app: App | null, slug: string): App {
  if (app !== null) return app;
  throw new CommandError('app_missing', slug, {
    next: 'Check the slug, that the API key belongs to the owner of the app, and the path of base-url.',
  });
}
