import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { nameStatus, readExisting } from './existing.ts';
import type { OnlinePorts } from './ports.ts';
import { awaitVerdict, readStanding } from './review.ts';

/** Reads the app; with `wait-for-review`, waits for the verdict on an app that is in review. Changes nothing. */
export async function status(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  const { ledger, log } = ports;
  const app = await readExisting(inputs.slug, ports);
  log.info(`${inputs.slug} is ${nameStatus(app)}`);
  // A draft was never sent: there is no verdict to wait for, and none to warn about.
  if (readStanding(app.status) !== 'ended') await awaitVerdict(inputs, ports);
  if (ledger.facts.app?.status === 'published_with_unreviewed_changes') {
    ledger.notice(
      `${inputs.slug} is published, but its draft holds changes that nobody has reviewed: submit them to publish them.`,
    );
  }
  return { kind: 'read' };
}
