import type { App } from '../api/wire.ts';
import type { AppFields } from '../app-fields.ts';
import type { FolderManifest } from '../folder/manifest.ts';
import { formatBytes, formatCount, listNames } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Facts, Outcome, Plan } from '../outcome.ts';
import { CommandError } from './command-error.ts';
import type { LocalFolder } from './compare.ts';
import type { OnlinePorts, Ports } from './ports.ts';

/** Scans the folder and checks it offline. Warnings are reported; errors stop the run before anything is sent. */
export async function prepareFolder(ports: Ports): Promise<LocalFolder> {
  const ready = await scanFolder(ports);
  const { problems } = ready.checked;
  ports.state.update({ problems });
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  ports.log.info(`Checked: ${problems.length === 0 ? 'no problems' : formatCount(problems.length, 'problem')}`);
  if (errors > 0)
    throw new CommandError('offline_problems', `${formatCount(errors, 'error')} found by the offline check`);
  return ready;
}

/** Scans the folder, with the texts that a comparison needs. What it checks is not reported. */
export async function scanFolder({ folder, state, log }: Ports): Promise<LocalFolder> {
  const manifest = await folder.scan();
  const { files, excluded, byteCount, contentHash } = manifest;
  state.update({ fileCount: files.length, byteCount, excluded, contentHash });
  warnAboutManifest(manifest, state);
  for (const { path, bytes, type, encoding } of files) {
    log.debug(`Included: ${path} (${formatCount(bytes, 'byte')}, ${type}, sent as ${encoding})`);
  }
  log.info(`Packed ${formatCount(files.length, 'file')}, ${formatBytes(byteCount)} (${contentHash.slice(0, 19)})`);
  const lines = excluded.map(({ path, reason }) => `${path} (${reason})`);
  if (lines.length > 0) logList('Excluded', lines, log);
  const checked = await folder.check(manifest);
  const serviceJson = await folder.readServiceJson(manifest);
  return { manifest, checked, serviceJson };
}

const maxListed = 200;

/** A list in a group of the log, at most 200 lines of it: the summary has more room. */
export function logList(title: string, lines: readonly string[], log: Ports['log']): void {
  const more = lines.length > maxListed ? [`and ${lines.length - maxListed} more`] : [];
  log.group(`${title} (${lines.length})`, [...lines.slice(0, maxListed), ...more]);
}

/** What somebody may miss in the app, or think to be excluded: files that look like credentials, and patterns without effect. */
function warnAboutManifest({ excluded, unmatchedPatterns }: FolderManifest, state: Ports['state']): void {
  const visible = excluded.filter(({ kind, isHidden }) => kind === 'credential' && !isHidden).map(({ path }) => path);
  if (visible.length > 0) {
    state.warn(`Excluded, since their names are those of credentials: ${listNames(visible)}. Rename what is none.`);
  }
  for (const { input, pattern } of unmatchedPatterns) state.warn(`The ${input} pattern ${pattern} matches nothing.`);
}

/**
 * The draft fields that the folder holds. Throws CommandError `field_unreadable` for a file that is there and cannot be
 * sent as a field, too large or not text: to omit its field would pass for having sent it.
 */
export function toFields({ manifest, checked: { fields } }: LocalFolder): AppFields {
  const texts = { 'index.html': fields.html, 'instructions.md': fields.system_prompt };
  for (const [path, text] of Object.entries(texts)) {
    const isLost = text === undefined && manifest.files.some((file) => file.path === path);
    if (isLost) throw new CommandError('field_unreadable', path, { path });
  }
  return fields;
}

/** Goes on to the service with `work`, unless there is no key, or a stale run ends by `on-stale`. Throws CommandError `stale`. */
export async function withClient(
  { onStale }: Pick<Inputs, 'onStale'>,
  ports: Ports,
  work: (online: OnlinePorts) => Promise<Outcome>,
): Promise<Outcome> {
  const { client, fromFork, state, checkStale } = ports;
  if (client === null) return { kind: 'planned', plan: null, ...(fromFork ? { skipReason: 'fork' } : {}) };
  // Not being able to tell is no reason to stop.
  const isStale = onStale !== 'ignore' && (await checkStale()) === true;
  if (isStale && onStale === 'fail') throw new CommandError('stale', 'on-stale is fail');
  if (isStale && onStale === 'skip') return { kind: 'skipped', skipReason: 'stale' };
  if (isStale) state.warn('A newer commit exists on the branch: this run is for an older one.');
  return work({ ...ports, client });
}

/** Reads the app that a command is about, as it is before the run. Throws CommandError `app_missing`. */
export async function readExisting(slug: string, ports: OnlinePorts): Promise<App> {
  const app = await readBefore(slug, ports);
  if (app === null) {
    // Only a deploy can create it.
    throw new CommandError('app_missing', slug, {
      next: 'Check the slug, and that the API key belongs to the owner of the app.',
    });
  }
  return app;
}

/** Reads the app as it is before the run; null where it does not exist. */
export async function readBefore(slug: string, { client, state, log }: OnlinePorts): Promise<App | null> {
  const app = await client.readApp(slug);
  state.update({ statusBefore: app?.status ?? null });
  state.updateApp(app);
  if (app === null) log.info(`Remote: there is no app ${slug}`);
  else log.debug(`${slug}: ${app.status ?? 'no status'}, updated ${app.updatedAt ?? 'at an unknown time'}`);
  return app;
}

/** What a plan does and why, for the log. */
function describePlan(plan: Plan, { app, changes }: Pick<Facts, 'app' | 'changes'>): string {
  if (plan.do === 'refuse') return `stop, ${plan.failure.code}`;
  if (plan.do === 'skip') return 'send nothing, the app is in review and on-in-review is skip';
  if (plan.do === 'nothing') return `send nothing, ${plan.why}`;
  const compared = changes === null ? 'its files were not compared' : formatCount(changes.length, 'file', 'differ');
  return `send ${plan.steps.join(', ')}, ${app === null ? 'the app does not exist' : compared}`;
}

/** How a run ends whose plan changes nothing, or that is only to tell its plan; null to carry it out, or to follow a review. */
export function endByPlan(
  plan: Plan,
  { slug, dryRun }: Pick<Inputs, 'slug' | 'dryRun'>,
  { state, log }: Pick<Ports, 'state' | 'log'>,
): Outcome | null {
  log.debug(`Plan: ${describePlan(plan, state.facts)}`);
  if (dryRun) return { kind: 'planned', plan };
  if (plan.do === 'change' || (plan.do === 'nothing' && plan.why === 'in_review')) return null;
  if (plan.do === 'skip') return { kind: 'skipped', skipReason: 'in-review' };
  if (plan.do === 'refuse') return { kind: plan.failure.kind, failure: plan.failure };
  if (plan.why === 'published') {
    state.notice(`${slug} is published with exactly this content: there is nothing to review.`);
  }
  return { kind: 'unchanged' };
}
