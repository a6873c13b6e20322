import type { Inputs } from '../inputs.ts';
import { nameStatus } from './existing.ts';
import type { OnlinePorts } from './ports.ts';
import { judgeSubmit, type Unsubmitted } from './proof.ts';
import { settle } from './settle.ts';

/** Sends the app for review and proves it: one submission at most, whatever answers are lost. */
export async function submitApp(
  inputs: Pick<Inputs, 'slug' | 'termsVersion'>,
  ports: OnlinePorts,
  seen: Unsubmitted,
): Promise<void> {
  const { slug, termsVersion } = inputs;
  await ports.log.group('Submit', async () => {
    ports.log.info(`sending ${slug} for review, accepting the developer terms ${termsVersion}`);
    const send = (client: OnlinePorts['client']) => client.submitApp(slug, termsVersion);
    const app = await settle({ operation: 'submit', slug, send, judge: judgeSubmit(seen) }, ports);
    ports.ledger.updateApp(app);
    ports.ledger.update({ submitted: true });
    ports.log.info(`submitted: ${slug} is ${nameStatus(app)}`);
  });
}
