import type { ScannedFolder } from '../folder/folder.ts';
import { type App, appFields, pagePath, promptPath, servicePath } from '../model/app.ts';
import { normalizeText } from '../model/content.ts';
import type { FileChange, TextChange, TextChanges } from '../model/outcome.ts';
import { listShown } from './compare.ts';

/** Largest text that is compared, in bytes. */
const maxTextBytes = 256 * 1024;
/** Lines of all texts together. */
const maxLines = 200;
/**
 * Most lines of a text that are added and removed: to find so many takes about a tenth of a second.
 */
const maxEdits = 1000;
/** So many texts with more edits are tried; further texts are only counted. */
const maxTries = 4;
const contextLines = 3;

/** What reviewers read first. */
const firstPaths: readonly string[] = [servicePath, promptPath, pagePath];

/**
 * Compares the texts of an app with those of the folder, where `changes` says that they differ. The
 * app must have been read with its texts: nothing more is asked of the service. A file that cannot
 * be read is only named.
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
  let linesLeft = maxLines;
  let triesLeft = maxTries;
  for (const change of inReadingOrder(changes)) {
    const { path } = change;
    const texts = readTexts(change, shown, folder);
    if (texts === null) named.push(path);
    // The head of the first lines alone would say nothing.
    else if (linesLeft <= 1 || triesLeft <= 0) moreFiles += 1;
    else {
      const lines = await diffLines(texts);
      if (lines.length === 0) {
        named.push(path);
        triesLeft -= 1;
      } else {
        const kept = cutLines(lines, linesLeft);
        files.push({ path, lines: kept, moreLines: lines.length - kept.length });
        linesLeft -= lines.length;
      }
    }
  }
  return { files, named, moreFiles };
}

function inReadingOrder(changes: readonly FileChange[]): readonly FileChange[] {
  const toRank = ({ path }: FileChange): number =>
    firstPaths.includes(path) ? firstPaths.indexOf(path) : 9;
  return changes.toSorted((one, other) => toRank(one) - toRank(other));
}

/** A text in the draft (`before`) and in the folder. */
interface Texts {
  readonly before: string;
  readonly after: string;
}

/** Both texts as they are compared; null where one is missing, too large, or not text. */
function readTexts(
  { path, kind }: FileChange,
  shown: ReturnType<typeof listShown>,
  folder: ScannedFolder,
): Texts | null {
  const found = kind === 'changed' ? (shown.get(path)?.plain ?? null) : null;
  const own = found === null ? null : readOwn(path, folder);
  if (found === null || own === null || Buffer.byteLength(found) > maxTextBytes) return null;
  const [before, after] = [normalizeText(found), normalizeText(own)];
  if (path === servicePath) return { before: layOut(before), after: layOut(after) };
  return path === promptPath
    ? { before: toPrompt(before), after: toPrompt(after) }
    : { before, after };
}

/**
 * Returns the text of a file; null if it is not a text, too large, or cannot be read: a deploy
 * reports why.
 */
function readOwn(path: string, folder: ScannedFolder): string | null {
  const file = folder.files.find((file) => file.path === path);
  if (file === undefined || file.textSha256 === null) return null;
  try {
    return folder.readText(path, maxTextBytes);
  } catch {
    return null;
  }
}

/**
 * Without the white space at its ends, which does not count. A diff would mark a last line without
 * a line break.
 */
function toPrompt(text: string): string {
  const prompt = appFields.system_prompt.normalize(text);
  return prompt === '' ? '' : `${prompt}\n`;
}

/**
 * An object as JSON with a line for each key, sorted, since a service may rewrite service.json; any
 * other text as it is.
 */
function layOut(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
    const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  } catch {
    return text;
  }
}

/** The lines of a unified diff; empty where too much differs. */
async function diffLines({ before, after }: Texts): Promise<readonly string[]> {
  // Loaded only here: it takes some milliseconds.
  const { structuredPatch } = await import('diff');
  const options = { context: contextLines, maxEditLength: maxEdits };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  return (patch?.hunks ?? []).flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => {
    return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines];
  });
}

/** The first lines, without a head at their end: it would stand alone. */
function cutLines(lines: readonly string[], maxLines: number): readonly string[] {
  const kept = lines.slice(0, maxLines);
  return kept.at(-1)?.startsWith('@@') ? kept.slice(0, -1) : kept;
}
