import type { App } from '../api/wire.ts';
import { DecisionError } from './decision-error.ts';
import type { OnlinePorts } from './ports.ts';

/** Reads the app that a command is about, and notes it as it was before. Throws DecisionError `app_missing`. */
export async function readExisting(slug: string, { client, ledger }: OnlinePorts): Promise<App> {
  const app = await client.readApp(slug);
  if (app === null) throw new DecisionError('app_missing', slug);
  ledger.learnBefore(app);
  return app;
}

/** The status as log lines name it: the service's word, not safe to print yet. */
export function nameStatus(app: Pick<App, 'status'> | null): string {
  return app?.status ?? 'in no known state';
}
