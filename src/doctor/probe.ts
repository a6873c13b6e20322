/** The steps of the doctor: which requests are made, in which order, and when there is nothing more to ask. */
import { hasDocumentedError, hasError, readApp, readApps } from '../api/wire.ts';
import { type Evidence, findDeploy, isAccepted, isRefused, toApp } from './evidence.ts';
import type { Exchange, Question, Step } from './exchange.ts';
import {
  bodyForms,
  brokenFolder,
  folderWithOther,
  folderWithPrompt,
  fullFolder,
  maxApps,
  smallFolder,
  textAsData,
  toDeployBody,
  unknownTerms,
  updated,
} from './sample.ts';

/** What a step needs: the evidence so far, which grows as it asks, and how to ask and to wait. */
export interface Probe {
  readonly evidence: Evidence;
  readonly ask: (question: Question) => Promise<Exchange>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Makes every step but the deletion. Returns null at its end, or a sentence that says why it ended early. Makes at most eleven
 * changes; sends nothing for review, since the terms that it accepts do not exist.
 */
export async function probeService(probe: Probe): Promise<string | null> {
  const stop = (await lookForService(probe)) ?? (await createApp(probe));
  if (stop !== null) return stop;
  await updateApp(probe);
  await deployFolder(probe);
  await submitApp(probe);
  await probe.ask({ step: 'list', method: 'GET', place: '' });
  return null;
}

async function lookForService({ ask, evidence }: Probe): Promise<string | null> {
  const list = await ask({ step: 'list_before', method: 'GET', place: '' });
  const stop = describeStranger(list);
  if (stop !== null) return stop;
  await ask({ step: 'read_missing', method: 'GET', place: `/${evidence.slug}` });
  return null;
}

/** Says why this is not the service, or not one that lets us in; null where it may be. */
function describeStranger({ method, path, status, response, json }: Exchange): string | null {
  const what = `${method} ${path} returned ${status}`;
  if (status === 401 || status === 403) {
    const isDocumented = hasDocumentedError(json);
    return isDocumented
      ? `The service does not accept the API key (${status}): create one in the developer dashboard.`
      : `${what}, and not in the form of the service: check base-url, and that no login stands before it.`;
  }
  if (status >= 300 && status < 400) return `${what}, a redirect: base-url must be the address of the service itself.`;
  if (status === 404) return `${what}: there is no such service at base-url; check its path.`;
  if (status >= 300) return `${what}: the service did not answer; try again later, or check base-url.`;
  if (response.kind === 'json' && !hasError(json) && typeof json === 'object' && json !== null) return null;
  const shown = response.kind === 'json' ? 'JSON that shows no list of apps' : 'not JSON';
  return `${what}, but ${shown}: base-url is not the address of the service.`;
}

async function createApp(probe: Probe): Promise<string | null> {
  const { ask, evidence } = probe;
  const { slug, address } = evidence;
  let created = await ask({ step: 'create_bare', method: 'POST', place: '', body: { slug } });
  if (created.status >= 400 && created.status < 500) {
    created = await ask({ step: 'create', method: 'POST', place: '', body: { slug, name: 'Doctor' } });
  }
  if (!isAccepted(created) || hasError(created.json)) return describeUncreated(created, evidence);
  const read = await readUntil(probe, 'read_created');
  if (readApp(read.json, { slug, address }) === null) {
    return `GET ${read.path} returned ${read.status} and does not show the app that was created: deploys cannot work.`;
  }
  await ask({ step: 'read_again', method: 'GET', place: `/${slug}` });
  return null;
}

function describeUncreated(created: Exchange, { seen, address }: Evidence): string {
  const what = `${created.method} ${created.path} returned ${created.status}`;
  if (created.status >= 500) return `${what}: the service failed; try again later.`;
  if (!isRefused(created)) return `${what}, and not in the form of the service: base-url may not be its address.`;
  const count = readApps(seen.get('list_before')?.json, address)?.length ?? 0;
  return count >= maxApps
    ? `${what}: the account has reached the limit of ${maxApps} apps; delete one, then run the doctor again.`
    : `${what}: no app could be created, so that nothing more was checked.`;
}

async function updateApp(probe: Probe): Promise<void> {
  const place = `/${probe.evidence.slug}`;
  const update = await probe.ask({ step: 'update', method: 'PATCH', place, body: updated });
  if (isAccepted(update)) await readUntil(probe, 'read_updated');
  await probe.ask({ step: 'update_wrong', method: 'PATCH', place, body: { color: 'no colour' } });
}

/** Deploys in the action's own form; where that is not understood, in others, and where the folder is refused, less of it. */
async function deployFolder(probe: Probe): Promise<void> {
  const { evidence } = probe;
  const first = await sendDeploy(probe, 'deploy', { files: fullFolder });
  if (first.status === 422) await sendDeploy(probe, 'deploy_small', { files: smallFolder });
  else if (first.status === 400 || first.status === 415) await tryOtherForms(probe);
  if (findDeploy(evidence) === null) return;
  await readUntil(probe, 'read_deployed');
  await sendDeploy(probe, 'deploy_other', { files: folderWithOther });
  const data = await sendDeploy(probe, 'deploy_data', { files: folderWithPrompt, extra: [textAsData] });
  if (isAccepted(data)) await readUntil(probe, 'read_prompt');
  await sendDeploy(probe, 'deploy_broken', { files: brokenFolder });
}

async function tryOtherForms(probe: Probe): Promise<void> {
  for (const form of bodyForms.slice(1)) {
    const body = toDeployBody(form, probe.evidence.slug, { files: fullFolder });
    const step = form === 'folder' ? 'deploy_folder' : 'deploy_list';
    const reply = await probe.ask({ step, method: 'POST', place: '/deploy', body });
    if (isAccepted(reply)) return;
  }
}

/** In the form that was accepted before. */
function sendDeploy(probe: Probe, step: Step, folder: Parameters<typeof toDeployBody>[2]): Promise<Exchange> {
  const { form } = findDeploy(probe.evidence) ?? { form: 'files' };
  const body = toDeployBody(form, probe.evidence.slug, folder);
  return probe.ask({ step, method: 'POST', place: '/deploy', body });
}

/** Only where the terms are asked for: in the earlier form of the service, which has no deploys, a submission has no terms. */
async function submitApp({ ask, evidence }: Probe): Promise<void> {
  const { slug, seen } = evidence;
  if (toApp(evidence, 'read_created')?.files === null || seen.get('deploy')?.status === 404) return;
  await ask({ step: 'submit', method: 'POST', place: `/${slug}/submit`, body: { accept_terms: unknownTerms } });
}

/** Milliseconds between looks at a change that does not show yet, beside the usual pace: some 35 s in all. */
const lookPauses: readonly number[] = [0, 1_000, 3_000, 8_000, 15_000];

/** Reads the app until it shows the change before it, or for some 35 s. Returns the last read. */
async function readUntil({ ask, sleep, evidence }: Probe, step: Step): Promise<Exchange> {
  const read = (): Promise<Exchange> => ask({ step, method: 'GET', place: `/${evidence.slug}` });
  let exchange = await read();
  for (const pause of lookPauses) {
    // What form an app that was created is shown in is judged later.
    if (step === 'read_created' ? isAccepted(exchange) : toApp(evidence, step) !== null) return exchange;
    await sleep(pause);
    exchange = await read();
  }
  return exchange;
}
