import { isUtf8 } from 'node:buffer';
import { closeSync } from 'node:fs';
import { assertUnchanged, openRegular } from './open.ts';
import type { Packed, PackedFile } from './packed.ts';
import { readBytes } from './read.ts';

/** Largest file that is read whole for a check or a field: far above any page that is written by hand. */
export const mostTextBytes = 8 * 1024 * 1024;

/** A packed file's text, or why there is none. */
export type Loaded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'too-large' | 'not-utf8' };

/**
 * Reads a packed file as text; a byte-order mark stays. Null when the folder has no such file, it is larger than 8 MiB, or it
 * is not UTF-8. Throws FolderError `file_changed` or `file_unreadable`.
 */
export function readText(packed: Packed, path: string): string | null {
  const loaded = loadText(packed, path, mostTextBytes);
  return loaded.kind === 'text' ? loaded.text : null;
}

/** Like readText, with a limit in bytes of the caller's own, but says why there is no text. */
export function loadText(packed: Packed, path: string, limit: number): Loaded {
  const file = findFile(packed, path);
  if (file === undefined) return { kind: 'missing' };
  if (file.bytes > limit) return { kind: 'too-large' };
  const bytes = readBeginning(file, limit);
  return isUtf8(bytes) ? { kind: 'text', text: bytes.toString() } : { kind: 'not-utf8' };
}

/** Reads the first bytes of a packed file, at most `limit`. Throws FolderError `file_changed` or `file_unreadable`. */
export function readBeginning(file: PackedFile, limit: number): Buffer {
  const { fd, stamp } = openRegular(file.location, file.path);
  try {
    assertUnchanged(stamp, file);
    const target = Buffer.allocUnsafeSlow(Math.min(file.bytes, limit));
    return target.subarray(0, readBytes({ fd, path: file.path, target, enough: target.length }));
  } finally {
    closeSync(fd);
  }
}

/** Finds a packed file by its exact path. */
export function findFile(packed: Packed, path: string): PackedFile | undefined {
  return packed.files.find((file) => file.path === path);
}
