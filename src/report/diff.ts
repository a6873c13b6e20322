import { cutText, toPrintable } from '../escape.ts';
import { formatBytes, formatCount, joinTexts } from '../format.ts';
import type { Facts, FileChange, TextChange } from '../outcome.ts';
import { takeTexts } from './markdown.ts';

/** UTF-8 bytes of all lines together. */
const maxBytes = 60_000;
/** UTF-16 units of one line: minified files have one of a megabyte. */
const maxLine = 500;
const maxPath = 150;
/** Files that are named without their lines. */
const maxNamed = 30;

/** What is empty where nothing differs, or it was not asked for; lines are safe to print, `named` are files without any. */
export type Diff = ReturnType<typeof tellDiff>;

/** Takes as much of the texts that differ as there is room for. */
export function tellDiff({ textChanges, changed }: Pick<Facts, 'textChanges' | 'changed'>) {
  const title = changed ? 'How the texts changed' : 'How the texts differ from the draft';
  const { files, named, moreFiles } = textChanges ?? { files: [], named: [], moreFiles: 0 };
  let bytesLeft = maxBytes;
  let moreLines = 0;
  const fitting = files.map((file) => {
    const lines = toLines(file);
    const kept = takeTexts(lines, bytesLeft);
    // What comes after a line that does not fit is not shown either.
    bytesLeft = kept.length < lines.length ? 0 : bytesLeft - Buffer.byteLength(kept.join('\n')) - 1;
    moreLines += kept.length === 0 ? 0 : lines.length - kept.length + file.moreLines;
    return { path: file.path, lines: kept };
  });
  const shown = fitting.filter(({ lines }) => lines.length > 0);
  const omittedFiles = files.length - shown.length + moreFiles;
  const counts = [
    moreLines === 0 ? '' : formatCount(moreLines, 'more line'),
    omittedFiles === 0 ? '' : formatCount(omittedFiles, 'more file'),
  ];
  const omitted = joinTexts(counts, ' and ');
  return { title, files: shown, rest: omitted === '' ? '' : `… and ${omitted}, omitted.`, named };
}

function toLines({ hunks }: TextChange): readonly string[] {
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines.map((line) => cutText(toPrintable(line, '\t'), maxLine)),
  ]);
}

/** A diff as lines, for the log or a terminal; not all are safe to print yet. */
export function toDiffLines({ files, rest, named }: Diff): readonly string[] {
  const lines = files.flatMap((file) => [cutText(file.path, maxPath), ...file.lines]);
  return [...lines, rest, nameUnshown(named, cutText)].filter((line) => line !== '');
}

/** Names the files without lines, with their sizes; empty where there is none. */
export function nameUnshown(named: Diff['named'], toName: (path: string, limit: number) => string): string {
  if (named.length === 0) return '';
  const names = named.slice(0, maxNamed).map((change) => `${toName(change.path, maxPath)} (${describe(change)})`);
  const more = named.length > maxNamed ? [`and ${formatCount(named.length - maxNamed, 'more file')}`] : [];
  return `Not shown line by line: ${[...names, ...more].join(', ')}.`;
}

function describe({ kind, bytesBefore, bytesAfter }: FileChange): string {
  const bytes = bytesAfter ?? bytesBefore;
  return joinTexts([kind, bytes === null ? '' : formatBytes(bytes)], ', ');
}
