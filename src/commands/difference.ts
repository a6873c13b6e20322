import { type Content, type Digest, digestText } from '../api/content.ts';
import type { App } from '../api/wire.ts';
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
  const shown = addUnlisted(app, app.files, local.packed.files);
  const plainTypes = findPlainTypes(app.files, local.packed.files);
  const own = new Set(local.packed.files.map(({ path }) => path));
  const kept = local.packed.files.flatMap((file): FileChange[] => {
    const content = shown.get(file.path);
    if (content === undefined) return [{ path: file.path, kind: 'added', bytesBefore: null, bytesAfter: file.bytes }];
    const isSame =
      isSameFile(content, file, plainTypes) || (file.path === 'service.json' && isSameService(content, local));
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
 * The types whose texts the service shows as the texts they are. It may show those of another type as data: URLs: told from
 * listed files alone, since the prompt, and the page as it runs, are texts whatever it does with files.
 */
function findPlainTypes(shown: ReadonlyMap<string, Content>, files: readonly PackedFile[]): ReadonlySet<string> {
  const plain = files.filter(({ path, form }) => form === 'text' && shown.get(path)?.data === null);
  return new Set(plain.map(({ type }) => type));
}

type Shown = Pick<Content, 'text' | 'data' | 'kept'>;

/** The prompt is the text of `instructions.md`, maybe without its last line end. It stands for one of these texts. */
export function listPromptTexts(prompt: string): readonly string[] {
  return [prompt, `${prompt}\n`, `${prompt}\r\n`];
}

/** Of the text that the prompt stands for in the folder, if it is one of its readings. */
function digestPrompt(prompt: string, own: readonly PackedFile[]): Digest {
  const file = own.find(({ path }) => path === 'instructions.md');
  const digests = listPromptTexts(prompt).map(digestText);
  return digests.find(({ sha256 }) => sha256 === file?.sha256) ?? digestText(prompt);
}

const nothing: Shown = { text: digestText(''), data: null, kept: null };

/**
 * The files map, and beside it what the document maps onto files but may not list: the prompt, and the page. Of these no text
 * and an empty one are the same.
 */
function addUnlisted(
  { systemPrompt, html }: App,
  files: ReadonlyMap<string, Content>,
  own: readonly PackedFile[],
): ReadonlyMap<string, Shown> {
  const prompt = systemPrompt === null ? null : { text: digestPrompt(systemPrompt, own), data: null, kept: null };
  const unlisted = [['instructions.md', prompt] as const, ['index.html', html] as const].flatMap(
    ([path, content]): [string, Shown][] => {
      if (files.has(path)) return [];
      if (content !== null && content.text?.bytes !== 0) return [[path, content]];
      return own.some((file) => file.path === path && file.bytes === 0) ? [[path, nothing]] : [];
    },
  );
  return new Map<string, Shown>([...files, ...unlisted]);
}

/**
 * Whether a shown string stands for exactly these bytes. One that reads as a data: URL could also be the text of a file: where
 * texts of the same type are shown as they are it is, elsewhere it may be either.
 */
function isSameFile(content: Shown, file: PackedFile, plainTypes: ReadonlySet<string>): boolean {
  const isLiteral = content.text?.sha256 === file.sha256;
  if (content.data === null) return isLiteral;
  const isDecoded = content.data.sha256 === file.sha256;
  if (file.form === 'data') return isDecoded;
  return isLiteral || (isDecoded && !plainTypes.has(file.type));
}

function isSameService({ kept }: Shown, { serviceJson }: LocalFolder): boolean {
  return kept !== null && serviceJson !== null && isSameJson(kept, serviceJson);
}

function toBytes(content: Shown): number | null {
  return content.data?.bytes ?? content.text?.bytes ?? null;
}
