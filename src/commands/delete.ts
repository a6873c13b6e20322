import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { readExisting } from './existing.ts';
import type { OnlinePorts } from './ports.ts';
import { judgeDelete } from './proof.ts';
import { settle } from './settle.ts';

/**
 * Deletes the app for good; the inputs' check has seen `confirm` repeat the slug. An app that is not there is an error:
 * it may be somebody else's, and a green delete would say that it is gone.
 */
export async function deleteApp(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  const { ledger, log } = ports;
  const { slug } = inputs;
  await readExisting(slug, ports);
  if (inputs.dryRun) return { kind: 'planned', plan: { do: 'delete' } };
  await log.group('Delete', async () => {
    const send = (service: OnlinePorts['client']) => service.deleteApp(slug);
    await settle({ operation: 'delete', slug, send, judge: judgeDelete }, ports);
    ledger.learnChange(null);
    log.info(`deleted: ${slug} is gone`);
  });
  return { kind: 'deleted' };
}
