import type { Excluded } from '../folder/manifest.ts';
import { formatBytes, formatCount, formatDuration } from '../format.ts';
import type { AppFacts, FileChange, Wait } from '../outcome.ts';
import { takeTexts } from './bound.ts';
import { toCode, toDetails, toProse, toTable, toTableRow } from './markdown.ts';
import { toSafeUrl } from './safe.ts';

const rowsOfChanges = 30;
const rowsOfLists = 100;
const bytesOfTable = 60_000;
const longestName = 150;

/** What differs from the draft, largest first; empty when nothing was compared. */
export function renderChanges(changes: readonly FileChange[] | null, wasChanged: boolean): string {
  if (changes === null || changes.length === 0) return '';
  const kinds = (['added', 'changed', 'removed'] as const).map((kind) => ({
    kind,
    count: changes.filter((change) => change.kind === kind).length,
  }));
  const counts = kinds.filter(({ count }) => count > 0).map(({ kind, count }) => `${count} ${kind}`);
  const largestFirst = [...changes].sort((a, b) => weigh(b) - weigh(a));
  const rows = largestFirst.map((change) => [toCode(change.path, longestName), describeChange(change)]);
  return [
    wasChanged ? '### What changed' : '### What differs from the draft',
    `${formatCount(changes.length, 'file')}: ${counts.join(', ')}.`,
    boundTable(['File', 'Change'], rows, rowsOfChanges),
  ].join('\n\n');
}

/** What stayed behind and why, folded; empty when nothing did. */
export function renderExcluded(excluded: readonly Excluded[]): string {
  if (excluded.length === 0) return '';
  const rows = excluded.map(({ path, reason }) => [toCode(path, longestName), toProse(reason, longestName)]);
  return toDetails(
    `${formatCount(excluded.length, 'path')} excluded`,
    boundTable(['Left out', 'Why'], rows, rowsOfLists),
  );
}

/** The waits and repeated requests, folded; empty when there was none. */
export function renderWaits(waits: readonly Wait[]): string {
  if (waits.length === 0) return '';
  const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const rows = waits.map(({ what, why, milliseconds }) => [
    `${formatDuration(milliseconds)} for ${toCode(what, longestName)}`,
    toProse(why, longestName),
  ]);
  return toDetails(
    `${formatCount(waits.length, 'wait')}, ${formatDuration(total)} in all`,
    boundTable(['Wait', 'Why'], rows, rowsOfLists),
  );
}

/** The apps of a list with their states; empty when no list was read. */
export function renderApps(apps: readonly AppFacts[] | null): string {
  if (apps === null) return '';
  const rows = apps.map(({ slug, name, status, url }) => {
    const address = toSafeUrl(url);
    const link = address === null ? toCode(slug, longestName) : `[${toCode(slug, longestName)}](${address})`;
    return [
      name === null ? link : `${link}<br>${toCode(name, longestName)}`,
      status === null ? '' : toCode(status, longestName),
    ];
  });
  return rows.length === 0 ? '' : boundTable(['App', 'State'], rows, rowsOfLists);
}

function boundTable(header: readonly string[], rows: readonly (readonly string[])[], items: number): string {
  const { kept, left } = takeTexts(rows.map(toTableRow), { items, bytes: bytesOfTable });
  const table = toTable(header, rows.slice(0, kept.length));
  return left === 0 ? table : `${table}\n\n… and ${left} more.`;
}

function weigh({ bytesBefore, bytesAfter }: FileChange): number {
  return Math.max(bytesBefore ?? 0, bytesAfter ?? 0);
}

/** Blanks that do not break keep a size together on a phone. */
function describeChange({ kind, bytesBefore, bytesAfter }: FileChange): string {
  const sizes = [bytesBefore, bytesAfter]
    .filter((bytes) => bytes !== null)
    .map((bytes) => formatBytes(bytes).replace(' ', '&nbsp;'));
  return [kind, ...(sizes.length === 0 ? [] : [[...new Set(sizes)].join(' → ')])].join(', ');
}
