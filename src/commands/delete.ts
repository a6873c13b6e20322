import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { DecisionError } from './decision-error.ts';
import type { OnlinePorts } from './ports.ts';
import { judgeDelete } from './proof.ts';
import { settle } from './settle.ts';

/**
 * Deletes the app for good; the inputs' check has seen `confirm` repeat the slug. An app that is not there is an error:
 * it may be somebody else's, and a green delete would say that it is gone.
 */
export async function deleteApp(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  const { client, ledger, log } = ports;
  const { slug } = inputs;
  const before = await client.readApp(slug);
  if (before === null) throw new DecisionError('app_missing', slug);
  ledger.learn({ statusBefore: before.status });
  ledger.learnApp(before);
  if (inputs.dryRun) return { kind: 'planned' };
  await log.group('Delete', async () => {
    const send = (service: OnlinePorts['client']) => service.deleteApp(slug);
    await settle({ operation: 'delete', slug, send, judge: judgeDelete, needsNoProof: true }, ports);
    ledger.learn({ changed: true });
    ledger.learnApp(null);
    log.info(`deleted: ${slug} is gone`);
  });
  return { kind: 'deleted' };
}
