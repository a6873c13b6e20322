import { structuredPatch } from 'diff';
import type { App } from '../service/app.ts';
import { type Folder, isDataUrl, toContent } from '../service/folder.ts';
import { formatCount } from './words.ts';

/** A file that differs between the published version and the draft. */
export interface FileDifference {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Sizes in bytes, 0 if the file does not exist. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** The changed lines with some around them; null if it is binary, or too large to compare. */
  readonly lines: readonly Line[] | null;
  /** True if there are more lines. */
  readonly isCut: boolean;
}

/** A line of a comparison. */
export interface Line {
  readonly kind: 'added' | 'removed' | 'same' | 'place';
  readonly text: string;
}

/** The comparison of an app's draft with its published version. */
export interface Differences {
  readonly files: readonly FileDifference[];
  /** The number of files that differ, including those that are not listed. */
  readonly count: number;
}

const maxFiles = 100;
const maxLines = 400;
const maxLineLength = 500;
const maxTextLength = 200_000;
const timeoutMs = 100;

/** The differences by app object, which never changes: a changed app is a new object. */
const cache = new WeakMap<App, Differences>();

/** Compares an app's draft with its published version, or with an empty folder. */
export function compareVersions(app: App): Differences {
  const known = cache.get(app);
  if (known !== undefined) return known;
  const differences = compareFolders(app.published ?? new Map(), app.draft);
  cache.set(app, differences);
  return differences;
}

/** Compares two folders. Long lists and texts are cut. */
export function compareFolders(before: Folder, after: Folder): Differences {
  const changed = listChangedPaths(before, after).sort();
  const files = changed.slice(0, maxFiles).map((path) => {
    return compareFile(path, before.get(path), after.get(path));
  });
  return { files, count: changed.length };
}

/** Returns in a few words how the draft differs from the published version. */
export function describeDifference(app: App): string {
  if (app.published === null) return `${formatCount(app.draft.size, 'file')}, never published`;
  const count = countDifferences(app.published, app.draft);
  if (count === 0) return 'No differences from the published version';
  if (count === 1) return '1 file differs from the published version';
  return `${count} files differ from the published version`;
}

/** Returns how many files differ. */
export function countDifferences(before: Folder, after: Folder): number {
  return listChangedPaths(before, after).length;
}

function listChangedPaths(before: Folder, after: Folder): string[] {
  const changed: string[] = [];
  for (const [path, content] of before) {
    if (after.get(path) !== content) changed.push(path);
  }
  for (const path of after.keys()) {
    if (!before.has(path)) changed.push(path);
  }
  return changed;
}

function compareFile(
  path: string,
  before: string | undefined,
  after: string | undefined,
): FileDifference {
  const lines = compareTexts(before ?? '', after ?? '');
  return {
    path,
    kind: toKind(before, after),
    bytesBefore: before === undefined ? 0 : toContent(path, before).bytes.length,
    bytesAfter: after === undefined ? 0 : toContent(path, after).bytes.length,
    lines: lines?.slice(0, maxLines) ?? null,
    isCut: lines !== null && lines.length > maxLines,
  };
}

function toKind(before: string | undefined, after: string | undefined): FileDifference['kind'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return 'changed';
}

function compareTexts(before: string, after: string): readonly Line[] | null {
  const isText = !isDataUrl(before) && !isDataUrl(after);
  if (!isText || before.length + after.length > maxTextLength) return null;
  const options = { context: 3, timeout: timeoutMs };
  const patch = structuredPatch('', '', before, after, '', '', options);
  if (patch === undefined) return null;
  const lines: Line[] = [];
  for (const hunk of patch.hunks) {
    if (patch.hunks.length > 1 || hunk.newStart > 1) {
      lines.push({ kind: 'place', text: `Line ${hunk.newStart}` });
    }
    for (const written of hunk.lines) lines.push(toLine(written));
  }
  return lines;
}

function toLine(written: string): Line {
  if (written.startsWith('\\'))
    return { kind: 'place', text: 'No line break at the end of the file' };
  const text = written.slice(1, 1 + maxLineLength);
  if (written.startsWith('+')) return { kind: 'added', text };
  if (written.startsWith('-')) return { kind: 'removed', text };
  return { kind: 'same', text };
}
