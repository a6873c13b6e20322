import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';

/**
 * How the content of a file is written into the body of a deploy: as the text of a JSON string, in
 * base64, or byte for byte.
 */
export type Encoding = 'text' | 'base64' | 'raw';

/** A file or folder as it was listed, not opened yet. */
export interface FoundEntry {
  /** Relative to the folder, with `/`, exactly as the names are on disk. */
  readonly path: string;
  /** Absolute path to read it from. */
  readonly location: string;
}

/** A file to send. */
export interface PackedFile extends FoundEntry {
  /** Size on disk, in bytes. */
  readonly bytes: number;
  /** Hex SHA-256 of the bytes on disk. */
  readonly sha256: string;
  /**
   * Hex SHA-256 of the file as text, without a byte-order mark and with CRLF as LF, since a service
   * or a checkout may normalise line ends: `sha256` where it has neither. Null where it is not
   * UTF-8.
   */
  readonly textSha256: string | null;
  readonly encoding: Encoding;
  /**
   * Media type without parameters, such as `image/png`; `application/octet-stream` when the name
   * tells nothing.
   */
  readonly type: string;
  /**
   * Size of its content in the body that carries it, in bytes, without what is written around it.
   */
  readonly encodedBytes: number;
  /** What must not change between measuring and sending. */
  readonly stamp: FileStamp;
}

/** Identity and age of a file, from `fstat` with bigint. */
export type FileStamp = Readonly<Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>>;

/**
 * Why a path is excluded: by a built-in rule (`hidden`, where its name begins with a dot,
 * `credential`, `node_modules`), by a pattern of `exclude`, because it is no regular file (a link,
 * a pipe, a socket, a device), or because no pattern of `include` matches it.
 */
type ExclusionKind =
  | 'credential'
  | 'node_modules'
  | 'hidden'
  | 'pattern'
  | 'not_a_file'
  | 'not_included';

/** A file or folder that is not sent. */
export interface Excluded {
  /** A folder stands for all that is in it and ends with `/`. */
  readonly path: string;
  readonly kind: ExclusionKind;
  /** In plain words, such as "hidden file" or "matches the exclude pattern docs". */
  readonly reason: string;
}

/** A pattern that matched no path, and the input it comes from. */
export interface UnmatchedPattern {
  readonly input: 'include' | 'exclude';
  /** As the workflow wrote it. */
  readonly pattern: string;
}

/** Where the value of an input that must stay secret stands in a file that would be sent. */
export interface SecretLocation {
  readonly path: string;
  /** The input that it came from, such as `api-key`. */
  readonly input: string;
  /** True where it stands in the path and not in the content. */
  readonly isInName: boolean;
  /** From 1, the column in UTF-16 units; null in a path, and in a file that is not text. */
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * A file that would be sent and seems to hold a credential; `line` and `column` as in SecretLocation.
 */
export interface CredentialLocation extends Pick<SecretLocation, 'path' | 'line' | 'column'> {
  readonly what: string;
}

/**
 * What a scan found in a folder: all that must be known before it is sent. Holds sizes and hashes,
 * never the contents.
 */
export interface FolderManifest {
  /**
   * Sorted by path, in UTF-16 code-unit order, so that a folder gives the same body on every
   * machine.
   */
  readonly files: readonly PackedFile[];
  /** Sorted likewise. */
  readonly excluded: readonly Excluded[];
  /** In the order of the inputs. */
  readonly unmatchedPatterns: readonly UnmatchedPattern[];
  /** In the order of the files. With one of them, nothing may be sent. */
  readonly secrets: readonly SecretLocation[];
  readonly credentials: readonly CredentialLocation[];
  /** Sum of `bytes` over the files. */
  readonly byteCount: number;
  /** `sha256:` and hex, over paths and contents: the same for the same files on every machine. */
  readonly contentHash: string;
}

/**
 * Drops what does not change a path that is relative to the folder: `./` and `/` in front, `\` for
 * `/`.
 */
export function toPlainPath(written: string): string {
  return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

/** Finds a file by its exact path. */
export function findFile(manifest: FolderManifest, path: string): PackedFile | undefined {
  return manifest.files.find((file) => file.path === path);
}

/**
 * One hash over the paths and contents of files, given sorted by path in UTF-16 code-unit order.
 *
 * `sha256:` and the hex SHA-256 of, for each file: its path in UTF-8, a NUL, its size in bytes as a
 * decimal number, a NUL, the hex SHA-256 of its bytes, a line feed. No path holds a NUL, so that
 * different folders never give the same bytes. In a shell: `printf '%s\0%s\0%s\n' path size sha256`
 * for each file, all of it into `sha256sum`.
 */
export function hashContents(
  files: readonly Pick<PackedFile, 'path' | 'bytes' | 'sha256'>[],
): string {
  const digest = createHash('sha256');
  for (const { path, bytes, sha256 } of files) digest.update(`${path}\0${bytes}\0${sha256}\n`);
  return `sha256:${digest.digest('hex')}`;
}
