import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Folder, isWithin } from '../folder/folder.ts';
import { describeErrno } from '../folder/folder-error.ts';
import { listRecords } from '../folder/folder-file.ts';
import { listSecrets, makeInputsError } from '../inputs/inputs.ts';
import { outputTable } from '../report/outputs.ts';
import type { Report } from '../report/report.ts';
import { toSafeVersion } from '../text/escape.ts';
import { nameInput } from '../text/frontend.ts';
import { createRedact } from '../text/secrets.ts';
import type { Run } from './run.ts';
import { findNearest, readStart, writeWithoutLink } from './written-file.ts';

/**
 * Returns the absolute path of the manifest that the run writes after a success; null if it writes
 * none. `folder`: the absolute path of the app folder; null if the run has none. Throws
 * InvalidInputsError if the file must not be written.
 */
export function findManifestFile(folder: string | null, run: Run): string | null {
  const { inputs, workspace } = run;
  const isRecorded = inputs.command === 'deploy' || inputs.command === 'submit';
  if (inputs.manifest === '' || !isRecorded || folder === null) return null;
  if (run.isOffline || inputs.dryRun) return null;
  const file = path.resolve(workspace.path, inputs.manifest);
  let obstacle: string | null;
  try {
    obstacle = findObstacle(file, folder, run);
  } catch (error) {
    obstacle = `cannot be opened: ${describeErrno(error)}`;
  }
  if (obstacle === null) return file;
  const expected = `must be another file: this one ${obstacle}`;
  const secrets = listSecrets(inputs).map((secret) => secret.value);
  throw makeInputsError([{ input: 'manifest', got: inputs.manifest, expected }], secrets);
}

/** Returns why a file must not be written; null if it may be. */
function findObstacle(file: string, folder: string, run: Run): string | null {
  const home = findNearest(path.dirname(file));
  if (isWithin(realpathSync.native(folder), home)) return 'is in the app folder, which is deployed';
  if (!statSync(home).isDirectory()) return 'is below a file';
  const { workspace, context } = run;
  const places = [workspace.path, context.runnerTemp].filter((one) => existsSync(one));
  const isInPlace = places.some((one) => isWithin(realpathSync.native(one), home));
  if (workspace.isBoundary && !isInPlace) return 'is outside the workspace';
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isSymbolicLink()) return 'is a symbolic link';
  if (!stats.isFile()) return 'is not a file';
  if (stats.size === 0 || isManifest(file)) return null;
  return 'exists, and is not a manifest';
}

function isManifest(file: string): boolean {
  const [name = '', size = '', digest = ''] = readStart(file).toString('latin1').split('\0', 3);
  return name !== '' && /^\d+$/.test(size) && /^[0-9a-f]{64}\n/.test(digest);
}

/**
 * Writes the manifest if the app has exactly the content of the folder. If that fails, the content
 * is accepted all the same, so a warning says so.
 */
export function recordAccepted(folder: Folder, file: string, { inputs, report }: Run): void {
  const { outcome } = report;
  if (outcome !== 'deployed' && outcome !== 'unchanged' && outcome !== 'submitted') return;
  const secrets = listSecrets(inputs).map((secret) => secret.value);
  try {
    writeManifest(file, renderManifest(folder, report, secrets));
  } catch (error) {
    report.warn(`The file of ${nameInput('manifest')} was not written: ${describeErrno(error)}.`);
  }
}

/** The facts below the records, by the names of the outputs. */
const facts = [
  'slug',
  'status',
  'content-hash',
  'file-count',
  'submitted-at',
  'published-at',
  'updated-at',
] as const;

/**
 * Returns the text of a manifest: the records whose SHA-256 is `content-hash` (see hashContents), an
 * empty line, and the facts about the app, one per line. The names are a contract, and a fact
 * without a value has its name and colon only.
 */
function renderManifest(folder: Folder, report: Report, secrets: readonly string[]): string {
  const values: (readonly [name: string, value: unknown])[] = facts.map((name) => [
    name,
    outputTable[name].of(report),
  ]);
  values.push(['terms-version', toSafeVersion(report.termsAccepted)]);
  const lines = values.map(([name, value]) => `${name}: ${value ?? ''}`.trimEnd());
  return `${listRecords(folder.files)}\n${createRedact(secrets)(lines.join('\n'))}\n`;
}

/** Writes a manifest, and makes the folders above it. Throws the system's error. */
function writeManifest(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeWithoutLink(file, text);
}
