import { type App, appFields, pagePath, promptPath, servicePath } from '../app/app.ts';
import type { FileChange } from '../app/compare.ts';
import { listShown } from '../app/compare.ts';
import { normalizeText, readShownText, type ShownContent } from '../app/content.ts';
import type { Folder } from '../folder/folder.ts';
import { findFile } from '../folder/folder-file.ts';
import { hasKey } from '../folder/keys.ts';
import type { TextChange, TextChanges } from '../report/report.ts';

const maxComparedBytes = 256 * 1024;
export const maxDiffLines = 200;
/**
 * The maximum number of added and removed lines in one text. Comparing texts with that many takes
 * about a tenth of a second.
 */
const maxEdits = 1000;
/** The number of texts that may exceed `maxEdits`. After that, further texts are only counted. */
const maxTries = 4;
/** The number of lines that are shown around each change. */
const contextLines = 3;

/** The files that a reviewer reads first. */
const firstPaths: readonly string[] = [servicePath, promptPath, pagePath];

interface Texts {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the text differences between an app and the folder, in the files that differ. If a file
 * cannot be shown as text, only its name is listed.
 */
export async function diffTexts(
  app: App,
  folder: Folder,
  changes: readonly FileChange[],
): Promise<TextChanges> {
  const shown = listShown(app, true);
  const files: TextChange[] = [];
  const named: string[] = [];
  let moreFiles = 0;
  let linesLeft = maxDiffLines;
  let triesLeft = maxTries;
  for (const change of sortForReading(changes)) {
    const texts = readTexts(change, shown, folder);
    if (texts === null) {
      named.push(change.path);
      continue;
    }
    // A diff of a single line would only be the line that begins with @@.
    if (linesLeft <= 1 || triesLeft <= 0) {
      moreFiles += 1;
      continue;
    }
    const lines = await diffLines(texts);
    if (lines.length === 0) {
      named.push(change.path);
      triesLeft -= 1;
      continue;
    }
    const kept = cutLines(lines, linesLeft);
    files.push({ path: change.path, lines: kept, moreLines: lines.length - kept.length });
    linesLeft -= lines.length;
  }
  return { files, named, moreFiles };
}

function sortForReading(changes: readonly FileChange[]): readonly FileChange[] {
  const toRank = (change: FileChange): number => {
    const rank = firstPaths.indexOf(change.path);
    return rank === -1 ? firstPaths.length : rank;
  };
  return changes.toSorted((one, other) => toRank(one) - toRank(other));
}

/**
 * Returns both texts of a changed file in the form in which they are compared; null if one is
 * missing, too large, not text, or seems to contain a key.
 */
function readTexts(
  change: FileChange,
  shown: ReadonlyMap<string, ShownContent>,
  folder: Folder,
): Texts | null {
  if (change.kind !== 'changed') return null;
  const { path } = change;
  const content = shown.get(path)?.toString();
  const found = content === undefined ? null : readShownText(content);
  if (found === null || Buffer.byteLength(found) > maxComparedBytes) return null;
  // The draft may contain a key although the folder does not.
  if (hasKey(found)) return null;
  const own = readOwn(path, folder);
  if (own === null) return null;
  return { before: toComparable(path, found), after: toComparable(path, own) };
}

/**
 * Returns the text of a file in the folder; null if the file is not text, is too large, or seems to
 * contain a key.
 */
function readOwn(path: string, folder: Folder): string | null {
  const file = findFile(folder, path);
  if (file === undefined || folder.secretPaths.has(path)) return null;
  return file.bytes.length > maxComparedBytes ? null : file.text;
}

function toComparable(path: string, text: string): string {
  const normal = normalizeText(text);
  if (path === servicePath) return formatService(normal);
  return path === promptPath ? trimPrompt(normal) : normal;
}

/**
 * Removes the white space at the ends of the prompt, since it makes no difference. Adds a line
 * break after the last line, since a diff would otherwise mention that the line break is missing.
 */
function trimPrompt(text: string): string {
  const prompt = appFields.system_prompt.normalize(text);
  return prompt === '' ? '' : `${prompt}\n`;
}

/**
 * Formats a JSON object with sorted keys, one per line, since a service may rewrite service.json.
 * Returns any other text as it is.
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
async function diffLines(texts: Texts): Promise<readonly string[]> {
  // Loaded late, since that takes some milliseconds.
  const { structuredPatch } = await import('diff');
  const options = { context: contextLines, maxEditLength: maxEdits };
  const patch = structuredPatch('', '', texts.before, texts.after, undefined, undefined, options);
  const lines: string[] = [];
  for (const hunk of patch?.hunks ?? []) {
    const before = `-${hunk.oldStart},${hunk.oldLines}`;
    const after = `+${hunk.newStart},${hunk.newLines}`;
    lines.push(`@@ ${before} ${after} @@`, ...hunk.lines);
  }
  return lines;
}

/**
 * Returns the first lines of a diff. If the last of them begins with @@, it is dropped, since no
 * line would follow it.
 */
function cutLines(lines: readonly string[], limit: number): readonly string[] {
  const kept = lines.slice(0, limit);
  return kept.at(-1)?.startsWith('@@') ? kept.slice(0, -1) : kept;
}
