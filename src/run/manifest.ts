import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Folder, isWithin } from '../folder/folder.ts';
import { describeErrno } from '../folder/folder-error.ts';
import { listRecords } from '../folder/folder-file.ts';
import { listSecrets, makeInputsError } from '../inputs/inputs.ts';
import { outputTable } from '../report/outputs.ts';
import type { Report } from '../report/report.ts';
import { toSafeVersion } from '../text/escape.ts';
import { createRedact } from '../text/secrets.ts';
import type { Run } from './run.ts';
import { findNearest, readStart, writeWithoutLink } from './written-file.ts';

/** A manifest to write, and the app folder that it is about. */
export interface ManifestPlace {
  /** Absolute path of the file. */
  readonly file: string;
  /** Absolute path of the app folder. */
  readonly folder: string;
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
export function renderManifest(folder: Folder, report: Report, secrets: readonly string[]): string {
  const values: (readonly [name: string, value: unknown])[] = facts.map((name) => [
    name,
    outputTable[name].of(report),
  ]);
  values.push(['terms-version', toSafeVersion(report.termsAccepted)]);
  const lines = values.map(([name, value]) => `${name}: ${value ?? ''}`.trimEnd());
  return `${listRecords(folder.files)}\n${createRedact(secrets)(lines.join('\n'))}\n`;
}

/** Throws InvalidInputsError if the file of the input `manifest` must not be written. */
export function assertManifest(place: ManifestPlace, run: Run): void {
  let obstacle: string | null;
  try {
    obstacle = findObstacle(place, run);
  } catch (error) {
    obstacle = `cannot be opened: ${describeErrno(error)}`;
  }
  if (obstacle === null) return;
  const { inputs } = run;
  const expected = `must be another file: this one ${obstacle}`;
  const secrets = listSecrets(inputs).map((secret) => secret.value);
  throw makeInputsError([{ input: 'manifest', got: inputs.manifest, expected }], secrets);
}

/** Returns why a file must not be written; null if it may be. */
function findObstacle({ file, folder }: ManifestPlace, run: Run): string | null {
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

/** Returns true if a file begins with a record: a path, a size and a digest. */
function isManifest(file: string): boolean {
  const [name = '', size = '', digest = ''] = readStart(file).toString('latin1').split('\0', 3);
  return name !== '' && /^\d+$/.test(size) && /^[0-9a-f]{64}\n/.test(digest);
}

/** Writes a manifest, and makes the folders above it. Throws the system's error. */
export function writeManifest(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeWithoutLink(file, text);
}
