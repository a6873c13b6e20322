import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { DecisionError } from './decision-error.ts';
import type { OnlinePorts } from './ports.ts';
import { awaitVerdict, readStanding } from './review.ts';

/** Reads the app; with `wait-for-review`, waits for the verdict on an app that is in review. Changes nothing. */
export async function status(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  const { client, ledger, log } = ports;
  const app = await client.readApp(inputs.slug);
  if (app === null) throw new DecisionError('app_missing', inputs.slug);
  ledger.learnApp(app);
  ledger.learn({ statusBefore: app.status });
  log.info(`${inputs.slug} is ${app.status ?? 'in no known state'}`);
  // A draft was never sent: there is no verdict to wait for, and none to warn about.
  if (readStanding(app.status) !== 'ended') await awaitVerdict(inputs, ports);
  if (ledger.facts.app?.status === 'published_with_unreviewed_changes') {
    ledger.notice(
      `${inputs.slug} is published, but its draft holds changes that nobody has reviewed: submit them to publish them.`,
    );
  }
  return { kind: 'read' };
}
