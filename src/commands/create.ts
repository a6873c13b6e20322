import { toReason } from '../action-error.ts';
import { ApiError } from '../api/api-error.ts';
import type { App } from '../api/wire.ts';
import type { AppFields } from '../app-fields.ts';
import type { FolderManifest } from '../folder/manifest.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome, Plan } from '../outcome.ts';
import { type Applied, applyChange } from './apply-change.ts';
import { CommandError } from './command-error.ts';
import { compareFields } from './compare.ts';
import { refuse } from './plan.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { endByPlan, prepareFolder, readBefore, toFields, withClient } from './prepare.ts';
import { type ContentMatch, toKnown } from './verify.ts';

/** Apps that an account may have (service document, "Limits"). */
const maxApps = 20;

/** Creates the app with the fields that its folder holds. The assets follow with a deploy. */
export async function create(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const ready = await prepareFolder(ports);
  const fields = toFields(ready);
  return withClient(inputs, ports, async (online) => {
    const { slug } = inputs;
    const exists = (await readBefore(slug, online)) !== null;
    const plan: Plan = exists ? refuse('app_exists', slug) : { do: 'change', steps: ['create'] };
    const end = endByPlan(plan, { slug, dryRun: inputs.dryRun && !exists }, online);
    if (end !== null) return end;
    await createApp(fields, { slug, manifest: ready.manifest }, online);
    return { kind: 'created' };
  });
}

/** Creates an app that does not exist, and verifies it. */
export async function createApp(
  fields: AppFields,
  { slug, manifest }: { readonly slug: string; readonly manifest: FolderManifest },
  ports: OnlinePorts,
): Promise<Applied> {
  const send = () => ports.client.createApp(slug, fields);
  // One that lacks a field that is sent, or shows another, is somebody else's, made with the same key; one that shows none tells nothing.
  const compare = (app: App): ContentMatch => {
    const { different, unshown } = compareFields(app, fields);
    return different.length === 0 || unshown.length === Object.keys(fields).length ? 'ours' : 'other';
  };
  const known = toKnown(null, 'other');
  try {
    const applied = await applyChange({ operation: 'create', slug, send, known, compare, manifest }, ports);
    ports.log.info(`Created ${slug}`);
    return applied;
  } catch (error) {
    throw await explainCap(error, slug, ports);
  }
}

/** The document does not say how the service refuses a 21st app: with 20 apps there, that is what any refusal means. */
async function explainCap(error: unknown, slug: string, { client, log }: OnlinePorts): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code === 'unauthorized' || error.code === 'service_error') return error;
  try {
    const { length } = await client.listApps();
    return length < maxApps ? error : new CommandError('too_many_apps', `${slug}; ${error.message}`, { cause: error });
  } catch (listError) {
    log.debug(`the apps could not be counted: ${toReason(listError)}`);
    return error;
  }
}
