import { createHash } from 'node:crypto';
import type { Excluded } from './select.ts';

/** A file to send, in memory. */
export interface FolderFile {
  /** Relative to the folder, with `/`, exactly as the names are on disk. */
  readonly path: string;
  /** The content on disk. */
  readonly bytes: Buffer;
  /**
   * Media type without parameters, such as `image/png`; `application/octet-stream` if the
   * extension is unknown.
   */
  readonly type: string;
  /**
   * The content as text, with its byte-order mark and line ends; null if it is not UTF-8. It is
   * decoded each time it is asked for, since a second copy of all files would double the memory.
   */
  readonly text: string | null;
  /** How a deploy sends the content: as a JSON string, or in base64. */
  readonly encoding: 'text' | 'base64';
}

/** The files of a folder that are sent, and what is excluded. Both are sorted by path. */
export interface FolderContents {
  readonly files: readonly FolderFile[];
  readonly excluded: readonly Excluded[];
}

export function findFile({ files }: FolderContents, path: string): FolderFile | undefined {
  return files.find((file) => file.path === path);
}

/**
 * Normalizes a path that somebody wrote relative to the folder: `./` and `/` in front are dropped,
 * `\` becomes `/`.
 */
export function toPlainPath(written: string): string {
  return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

/**
 * Returns one hash over the paths and contents of files, which must be sorted by path in UTF-16
 * code-unit order.
 *
 * The hash is `sha256:` and the hex SHA-256 of one record per file: the path in UTF-8, a NUL, the
 * size in bytes as a decimal number, a NUL, the hex SHA-256 of the bytes, a line feed. Paths never
 * contain a NUL, so different folders never make the same records. The same in a shell:
 * `printf '%s\0%s\0%s\n' path size sha256` for each file, piped together into `sha256sum`.
 */
export function hashContents(files: readonly FolderFile[]): string {
  return `sha256:${createHash('sha256').update(listRecords(files)).digest('hex')}`;
}

/** Returns the text that `hashContents` hashes: the records of the files. */
export function listRecords(files: readonly FolderFile[]): string {
  const records = files.map(({ path, bytes }) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return `${path}\0${bytes.length}\0${sha256}\n`;
  });
  return records.join('');
}
