import { cutText, toPrintable } from '../escape.ts';
import { formatBytes, formatCount, joinTexts } from '../format.ts';
import type { Facts, FileChange, TextChange, TextChanges } from '../outcome.ts';
import { takeTexts, toCode, toCodeBlock } from './markdown.ts';

/** UTF-8 bytes of all lines together. */
const maxBytes = 60_000;
/** UTF-16 units of one line: minified files have one of a megabyte. */
const maxLine = 500;
const maxPath = 150;
/** Files that are named without their lines. */
const maxNamed = 30;

/** How the texts differ, as Markdown: a block for each file. Empty where nothing differs, or it was not asked for. */
export function renderTextChanges({ textChanges, changed }: Pick<Facts, 'textChanges' | 'changed'>): string {
  if (textChanges === null || isEmpty(textChanges)) return '';
  const { files, rest } = fitIn(textChanges);
  const blocks = files.map(
    ({ path, lines }) => `#### ${toCode(path, maxPath)}\n\n${toCodeBlock(lines.join('\n'), 'diff')}`,
  );
  const named = nameFiles(textChanges, (path) => toCode(path, maxPath));
  const title = changed ? '### How the texts changed' : '### How the texts differ from the draft';
  return joinTexts([title, ...blocks, rest, named], '\n\n');
}

/** The same as lines for the log. */
export function formatTextChanges({ textChanges }: Pick<Facts, 'textChanges'>): readonly string[] {
  if (textChanges === null || isEmpty(textChanges)) return [];
  const { files, rest } = fitIn(textChanges);
  const named = nameFiles(textChanges, (path) => cutText(path, maxPath));
  return [...files.flatMap(({ path, lines }) => [cutText(path, maxPath), ...lines]), rest, named].filter(
    (line) => line !== '',
  );
}

function isEmpty({ files, named, moreFiles }: TextChanges): boolean {
  return files.length + named.length + moreFiles === 0;
}

/** The lines of a file that are shown, each safe to print. */
interface FileLines {
  readonly path: string;
  readonly lines: readonly string[];
}

/** As many lines as there is room for, and words for what is omitted; empty where nothing is. */
function fitIn({ files, moreFiles }: TextChanges): { readonly files: readonly FileLines[]; readonly rest: string } {
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
  return { files: shown, rest: omitted === '' ? '' : `… and ${omitted}, omitted.` };
}

function toLines({ hunks }: TextChange): readonly string[] {
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines.map((line) => cutText(toPrintable(line, '\t'), maxLine)),
  ]);
}

/** Names the files without lines, with their sizes; empty where there is none. */
function nameFiles({ named }: TextChanges, toName: (path: string) => string): string {
  if (named.length === 0) return '';
  const names = named.slice(0, maxNamed).map((change) => `${toName(change.path)} (${describe(change)})`);
  const more = named.length > maxNamed ? [`and ${formatCount(named.length - maxNamed, 'more file')}`] : [];
  return `Not shown line by line: ${[...names, ...more].join(', ')}.`;
}

function describe({ kind, bytesBefore, bytesAfter }: FileChange): string {
  const bytes = bytesAfter ?? bytesBefore;
  return joinTexts([kind, bytes === null ? '' : formatBytes(bytes)], ', ');
}
