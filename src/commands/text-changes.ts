import type { ScannedFolder } from '../folder/folder.ts';
import { hasKey } from '../folder/keys.ts';
import { type App, appFields, pagePath, promptPath, servicePath } from '../model/app.ts';
import { type Content, normalizeText } from '../model/content.ts';
import type { FileChange, TextChange, TextChanges } from '../model/outcome.ts';
import { listShown } from './compare.ts';

/** The largest text that is compared, in bytes. */
const maxComparedBytes = 256 * 1024;
/** The most lines of all texts together. */
export const maxDiffLines = 200;
/**
 * The most added and removed lines of one text. Finding that many takes about a tenth of a second.
 */
const maxEdits = 1000;
/** The most texts with more edits that are tried. Further texts are only counted. */
const maxTries = 4;
/** The number of lines that are shown around each change. */
const contextLines = 3;

/** The files that a reviewer reads first. */
const firstPaths: readonly string[] = [servicePath, promptPath, pagePath];

/** A text in the draft (`before`) and in the folder (`after`). */
interface Texts {
  readonly before: string;
  readonly after: string;
}

/**
 * Compares the texts of an app and of the folder, in the files that differ. The app must
 * have been read with its texts: nothing more is requested. A file that cannot be read is only
 * named.
 */
export async function diffTexts(
  app: App,
  folder: ScannedFolder,
  changes: readonly FileChange[],
): Promise<TextChanges> {
  const shown = listShown(app, true);
  const files: TextChange[] = [];
  const named: string[] = [];
  let moreFiles = 0;
  let linesLeft = maxDiffLines;
  let triesLeft = maxTries;
  for (const change of sortForReading(changes)) {
    const { path } = change;
    const texts = readTexts(change, shown, folder);
    if (texts === null) {
      named.push(path);
      continue;
    }
    // A single line would show only the head of the first change.
    if (linesLeft <= 1 || triesLeft <= 0) {
      moreFiles += 1;
      continue;
    }
    const lines = await diffLines(texts);
    if (lines.length === 0) {
      named.push(path);
      triesLeft -= 1;
      continue;
    }
    const kept = cutLines(lines, linesLeft);
    files.push({ path, lines: kept, moreLines: lines.length - kept.length });
    linesLeft -= lines.length;
  }
  return { files, named, moreFiles };
}

function sortForReading(changes: readonly FileChange[]): readonly FileChange[] {
  const toRank = ({ path }: FileChange): number => {
    const rank = firstPaths.indexOf(path);
    return rank === -1 ? firstPaths.length : rank;
  };
  return changes.toSorted((one, other) => toRank(one) - toRank(other));
}

/**
 * Returns both texts as they are compared; null if one is missing, too large, not text, or seems to
 * contain a key.
 */
function readTexts(
  { path, kind }: FileChange,
  shown: ReadonlyMap<string, Content>,
  folder: ScannedFolder,
): Texts | null {
  if (kind !== 'changed') return null;
  const found = shown.get(path)?.plain ?? null;
  if (found === null || Buffer.byteLength(found) > maxComparedBytes) return null;
  // The folder may have lost a key that the draft has. readText checks the folder's own.
  if (hasKey(found)) return null;
  const own = readOwn(path, folder);
  if (own === null) return null;
  return { before: toComparable(path, found), after: toComparable(path, own) };
}

/**
 * Returns the text of a file; null if it is not a text, too large, or cannot be read: a deploy
 * reports why.
 */
function readOwn(path: string, folder: ScannedFolder): string | null {
  const file = folder.files.find((file) => file.path === path);
  if (file === undefined || file.textSha256 === null) return null;
  try {
    return folder.readText(path, maxComparedBytes);
  } catch {
    return null;
  }
}

function toComparable(path: string, text: string): string {
  const normal = normalizeText(text);
  if (path === servicePath) return formatService(normal);
  return path === promptPath ? trimPrompt(normal) : normal;
}

/**
 * Removes the white space at the ends of the prompt, which does not count. The last line gets a
 * line break, since a diff would mark a line without one.
 */
function trimPrompt(text: string): string {
  const prompt = appFields.system_prompt.normalize(text);
  return prompt === '' ? '' : `${prompt}\n`;
}

/**
 * Formats an object as JSON with a line for each key, in the order of the keys, since a service may
 * rewrite service.json. Any other text stays as it is.
 */
function formatService(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
    const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  } catch {
    return text;
  }
}

/** Returns the lines of a unified diff; none if too much differs. */
async function diffLines({ before, after }: Texts): Promise<readonly string[]> {
  // Loaded late, since that takes some milliseconds.
  const { structuredPatch } = await import('diff');
  const options = { context: contextLines, maxEditLength: maxEdits };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  const lines: string[] = [];
  for (const hunk of patch?.hunks ?? []) {
    const { oldStart, oldLines, newStart, newLines } = hunk;
    lines.push(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...hunk.lines);
  }
  return lines;
}

/** Returns the first lines. A head at their end is dropped, since no line would follow it. */
function cutLines(lines: readonly string[], limit: number): readonly string[] {
  const kept = lines.slice(0, limit);
  return kept.at(-1)?.startsWith('@@') ? kept.slice(0, -1) : kept;
}
