import { RefusedError } from '../api/errors.ts';
import type { App } from '../api/wire.ts';
import type { AppFields } from '../folder/packed.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { toReason } from '../reason.ts';
import { DecisionError } from './decision-error.ts';
import { collectProblems, prepareFolder, type ReadyFolder, toFields } from './folder-step.ts';
import { goOnline } from './online.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { judgeCreate } from './proof.ts';
import { settle } from './settle.ts';

/** Apps that an account may have (service document, "Limits"). */
const mostApps = 20;

/** Creates the app with the fields that its folder holds. The assets follow with a deploy. */
export async function create(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const ready = await prepareFolder(ports);
  const fields = toFields(ready);
  return goOnline(inputs, ports, async (online) => {
    const { slug, dryRun } = inputs;
    const existing = await online.client.readApp(slug);
    online.ledger.learnBefore(existing);
    if (existing !== null) throw new DecisionError('app_exists', slug);
    if (dryRun) return { kind: 'planned', plan: { do: 'create' } };
    await createWith(fields, { slug, ready, ports: online });
    return { kind: 'created' };
  });
}

/** Creates the app before its first deploy, with its name alone: the deploy brings the rest. Returns it as it is then. */
export function createMissing(
  { slug }: Pick<Inputs, 'slug'>,
  ports: OnlinePorts,
  ready: ReadyFolder,
): Promise<App | null> {
  const { name } = ready.checked.fields;
  return createWith(name === undefined ? {} : { name }, { slug, ready, ports });
}

async function createWith(
  fields: AppFields,
  { slug, ready, ports }: { readonly slug: string; readonly ready: ReadyFolder; readonly ports: OnlinePorts },
): Promise<App | null> {
  const { ledger, log } = ports;
  return log.group('Create', async () => {
    try {
      const send = (client: OnlinePorts['client']) => client.createApp(slug, fields);
      const app = await collectProblems(ports, ready.packed, () =>
        settle({ operation: 'create', slug, send, judge: judgeCreate(fields) }, ports),
      );
      ledger.learnChange(app);
      log.info(`created: ${slug}`);
      return app;
    } catch (error) {
      throw await explainCap(error, slug, ports);
    }
  });
}

/** The document does not say how the service refuses a 21st app: with 20 apps there, that is what any refusal means. */
async function explainCap(error: unknown, slug: string, { client, log }: OnlinePorts): Promise<unknown> {
  if (!(error instanceof RefusedError) || error.code === 'unauthorized' || error.code === 'service_error') return error;
  try {
    const { length } = await client.listApps();
    return length < mostApps
      ? error
      : new DecisionError('too_many_apps', `${slug}; ${error.message}`, { cause: error });
  } catch (listError) {
    log.debug(`the apps could not be counted: ${toReason(listError)}`);
    return error;
  }
}
