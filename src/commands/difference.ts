import type { App } from '../api/app.ts';
import { type Content, digestText } from '../api/content.ts';
import type { Packed, PackedFile } from '../folder/packed.ts';
import { compareTexts } from '../order.ts';
import type { FileChange } from '../outcome.ts';
import { isSameJson } from './same-json.ts';

/** A packed folder, and the text of its service.json (null when it has none), which is compared by value. */
export interface LocalFolder {
  readonly packed: Packed;
  readonly serviceJson: string | null;
}

/**
 * What differs between the draft and the folder, by path; an empty list means that they hold exactly the same.
 * Null when the answer showed no files, so that there is nothing to compare with.
 */
export function findChanges(app: App, local: LocalFolder): readonly FileChange[] | null {
  if (app.files === null) return null;
  const shown = addUnlisted(app, app.files);
  const dialects = readDialects(app.files, local.packed.files);
  const own = new Set(local.packed.files.map(({ path }) => path));
  const kept = local.packed.files.flatMap((file): FileChange[] => {
    const content = shown.get(file.path);
    if (content === undefined) return [{ path: file.path, kind: 'added', bytesBefore: null, bytesAfter: file.bytes }];
    const dialect = dialects[isAsset(file) ? 'assets' : 'others'];
    const isSame =
      isSameFile(content, file, dialect) || (file.path === 'service.json' && isSameService(content, local));
    return isSame ? [] : [{ path: file.path, kind: 'changed', bytesBefore: toBytes(content), bytesAfter: file.bytes }];
  });
  const removed = Array.from(shown).flatMap(([path, content]): FileChange[] =>
    own.has(path) ? [] : [{ path, kind: 'removed', bytesBefore: toBytes(content), bytesAfter: null }],
  );
  return [...kept, ...removed].sort((a, b) => compareTexts(a.path, b.path));
}

/** True when both answers show the same files with the same contents, and the same prompt. */
export function showsSame(one: App, other: App): boolean {
  if (one.files === null || other.files === null || one.systemPrompt !== other.systemPrompt) return false;
  const others = other.files;
  return (
    one.files.size === others.size &&
    Array.from(one.files).every(([path, content]) => {
      const digest = others.get(path)?.text ?? null;
      return digest !== null && digest.sha256 === content.text?.sha256;
    })
  );
}

/**
 * `data` when the service shows even text files as data: URLs; the document shows them as text. `either` when it may do so
 * for these alone.
 */
type Dialect = 'text' | 'data' | 'either';

/**
 * The assets may be shown in another way than the files that the service knows by name. Told from listed files alone: the
 * prompt, and the page as it runs, are texts in either dialect.
 */
function readDialects(
  shown: ReadonlyMap<string, Content>,
  files: readonly PackedFile[],
): Readonly<Record<'assets' | 'others', Dialect>> {
  const texts = files.filter(({ form }) => form === 'text');
  const showsText = (group: readonly PackedFile[]): boolean => group.some(({ path }) => shown.get(path)?.data === null);
  const assets = showsText(texts.filter(isAsset));
  const others = showsText(texts.filter((file) => !isAsset(file)));
  const without: Dialect = assets || others ? 'either' : 'data';
  return { assets: assets ? 'text' : without, others: others ? 'text' : without };
}

function isAsset({ path }: Pick<PackedFile, 'path'>): boolean {
  return path.startsWith('assets/');
}

type Shown = Pick<Content, 'text' | 'data' | 'kept'>;

/** The files map, and beside it what the document maps onto files but may not list: the prompt, and the page. */
function addUnlisted(app: App, files: ReadonlyMap<string, Content>): ReadonlyMap<string, Shown> {
  const shown = new Map<string, Shown>(files);
  if (app.systemPrompt !== null && !files.has('instructions.md') && app.systemPrompt !== '') {
    shown.set('instructions.md', { text: digestText(app.systemPrompt), data: null, kept: null });
  }
  if (app.html !== null && !files.has('index.html')) shown.set('index.html', app.html);
  return shown;
}

/**
 * Whether a shown string stands for exactly these bytes. A string that looks like a data: URL could also be the text of
 * a file: for a file that we send as text it counts as one only where the service shows all such texts so, or where the
 * type does not tell text from data. In doubt contents are different, which costs a deploy and loses nothing.
 */
function isSameFile(content: Shown, file: PackedFile, dialect: Dialect): boolean {
  const isLiteral = content.text?.sha256 === file.sha256;
  if (content.data === null) return isLiteral;
  const isDecoded = content.data.sha256 === file.sha256;
  if (file.form === 'data' || dialect === 'data') return isDecoded;
  return isLiteral || (isDecoded && (dialect === 'either' || !isTextType(file.type)));
}

function isTextType(type: string): boolean {
  return type.startsWith('text/') || /\/(json|javascript|xml|.*\+(json|xml))$/.test(type);
}

function isSameService({ kept }: Shown, { serviceJson }: LocalFolder): boolean {
  return kept !== null && serviceJson !== null && isSameJson(kept, serviceJson);
}

function toBytes(content: Shown): number | null {
  return content.data?.bytes ?? content.text?.bytes ?? null;
}
