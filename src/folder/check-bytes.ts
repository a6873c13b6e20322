/** Finds files whose content cannot be what their names say. */
import { posix } from 'node:path';
import type { Problem } from '../app/problem.ts';
import { limitWarnings, toProblem } from './check-words.ts';
import type { FolderFile } from './folder-file.ts';

/** The types whose files are never text. */
const binaryExtensions = new Set(
  'png jpg jpeg gif webp avif bmp ico cur woff woff2 ttf otf eot wasm mp3 m4a ogg oga wav flac mp4 m4v webm mov pdf zip'.split(
    ' ',
  ),
);
/** The types of text that never begin with a tag. */
const codeExtensions = new Set('js mjs cjs css json webmanifest map'.split(' '));

const lfsStart = 'version https://git-lfs.github.com/spec/v1\n';
/** Files that only point to their content are short. */
const maxPointerBytes = 1024;

/**
 * Reports pointers of Git LFS and links that were checked out as text, and warns of empty files and
 * texts in place of pictures, fonts and the like.
 */
export function checkBytes(files: readonly FolderFile[]): readonly Problem[] {
  const found = files.flatMap((file) => {
    const problem = checkFile(file);
    return problem === null ? [] : [problem];
  });
  const warnings = found.filter(({ severity }) => severity === 'warning');
  return [
    ...found.filter(({ severity }) => severity === 'error'),
    ...limitWarnings(warnings, 'file', 'with other content', (problem) => problem),
  ];
}

function checkFile(file: FolderFile): Problem | null {
  const { path, bytes } = file;
  if (isLfsPointer(bytes)) return toProblem('lfs_pointer', [path], { path });
  const target = readLinkTarget(file);
  if (target !== null) return toProblem('link_as_text', [path, target], { path });
  const extension = posix.extname(path).slice(1).toLowerCase();
  const isBinary = binaryExtensions.has(extension);
  if (bytes.length === 0 && (isBinary || extension === 'svg'))
    return toProblem('file_empty', [path], { path });
  if (isPage(bytes) && (isBinary || extension === 'svg' || codeExtensions.has(extension)))
    return toProblem('file_content', [path, 'an HTML page'], { path });
  if (isBinary && isPlainText(bytes)) return toProblem('file_content', [path, 'a text'], { path });
  return null;
}

function isLfsPointer(bytes: Buffer): boolean {
  if (bytes.length > maxPointerBytes) return false;
  const text = bytes.toString('latin1').replaceAll('\r\n', '\n');
  return text.startsWith(lfsStart) && text.includes('\noid sha256:');
}

/**
 * Returns the target of a link that Git checked out as a file, because the system has no links; null
 * if the file is not one. Such a file is a relative path without a line end, and leads to a file
 * with the same extension.
 */
function readLinkTarget({ path, bytes }: FolderFile): string | null {
  if (bytes.length === 0 || bytes.length > maxPointerBytes) return null;
  const target = bytes.toString();
  if (!/^(?:\.\.?\/)+[^\s<>"'\x60{}()=;,:*?|]+$/.test(target)) return null;
  return posix.extname(target) === posix.extname(path) ? target : null;
}

function isPage(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)\b/i.test(
    bytes.toString('latin1', 0, 256),
  );
}

/** True for text without control characters, which no picture, font or sound is. */
function isPlainText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 512);
  return start.length > 0 && start.every((byte) => (byte >= 0x20 && byte < 0x7f) || isSpace(byte));
}

function isSpace(byte: number): boolean {
  return byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
