import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';

/**
 * How the content of a file is written into the body of a deploy: as the text of a JSON string, in
 * base64, or byte for byte.
 */
export type Encoding = 'text' | 'base64' | 'raw';

/** A file or folder as the walk found it, not opened yet. */
export interface FoundEntry {
  /** Relative to the folder, with `/`, exactly as the names are on disk. */
  readonly path: string;
  /** Absolute path to read it from. */
  readonly location: string;
}

/** A file to send, measured. */
export interface PackedFile extends FoundEntry {
  /** Size on disk, in bytes. */
  readonly bytes: number;
  /** Hex SHA-256 of the bytes on disk. */
  readonly sha256: string;
  /**
   * Hex SHA-256 of the file as text, without a byte-order mark and with CRLF as LF, because a
   * service or a checkout may normalize line ends. Null if the file is not UTF-8.
   */
  readonly textSha256: string | null;
  readonly encoding: Encoding;
  /**
   * Media type without parameters, such as `image/png`; `application/octet-stream` if the
   * extension is unknown.
   */
  readonly type: string;
  /**
   * Size of the encoded content in the body of a deploy, in bytes, without the quotes around it.
   */
  readonly encodedBytes: number;
  /** Identity and times of the file, which must not change between measuring and sending. */
  readonly stamp: FileStamp;
}

/** Identity and times of a file, from `fstat` with bigint. */
export type FileStamp = Readonly<Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>>;

/** The rule that excludes a path. */
type ExclusionKind =
  /** A built-in rule: the file has the name of a credential, such as `id_rsa`. */
  | 'credential'
  /** A built-in rule: packages of npm. */
  | 'node_modules'
  /** A built-in rule: the name begins with a dot. */
  | 'hidden'
  /** A pattern of `exclude` matches it. */
  | 'pattern'
  /** The path is a link, a pipe, a socket or a device. */
  | 'not_a_file'
  /** No pattern of `include` matches it. */
  | 'not_included';

/** The reason why a path is not sent. */
export interface Exclusion {
  readonly kind: ExclusionKind;
  /** In plain words, such as "hidden file" or "matches the exclude pattern docs". */
  readonly reason: string;
}

/** A file or folder that is not sent. */
export interface Excluded extends Exclusion {
  /** The path of a folder ends with `/` and stands for everything in it. */
  readonly path: string;
}

/** A pattern that matched no path, and the input it comes from. */
export interface UnmatchedPattern {
  readonly input: 'include' | 'exclude';
  /** The text in the workflow. */
  readonly pattern: string;
}

/** The place of a secret of this run in a file that would be sent. */
export interface SecretLocation {
  readonly path: string;
  /** The input that the secret came from, such as `api-key`. */
  readonly input: string;
  /** True if the secret is in the path and not in the content. */
  readonly isInName: boolean;
  /** Line number, from 1; null for a secret in a path or in a file that is not text. */
  readonly line: number | null;
  /** Column, from 1, in UTF-16 units; null if `line` is null. */
  readonly column: number | null;
}

/** A file that would be sent and seems to be a credential. */
export interface CredentialLocation {
  readonly path: string;
  /** Line number, from 1; null if the credential was recognized by the name of the file. */
  readonly line: number | null;
  /** Column, from 1, in UTF-16 units; null if `line` is null. */
  readonly column: number | null;
  /** The credential that the file seems to hold, such as "a private key". */
  readonly what: string;
}

/** A key of another service in a text file that would be sent. */
export interface KeyLocation {
  readonly path: string;
  /** Line number, from 1; null if the key is too far into the file. */
  readonly line: number | null;
  /** Column, from 1, in UTF-16 units; null if `line` is null. */
  readonly column: number | null;
  /** The kind of key, such as "a GitHub token". */
  readonly what: string;
  /** The first four characters of the key; empty if they are the same for every key of the kind. */
  readonly start: string;
}

/** The result of a scan: sizes, hashes and findings, but no contents. */
export interface FolderManifest {
  /** Sorted by path in UTF-16 code-unit order, so that every machine makes the same body. */
  readonly files: readonly PackedFile[];
  /** Sorted by path, like `files`. */
  readonly excluded: readonly Excluded[];
  /** Sorted by their order in the inputs. */
  readonly unmatchedPatterns: readonly UnmatchedPattern[];
  /** Sorted by file. If there is one, nothing may be sent. */
  readonly secrets: readonly SecretLocation[];
  /** Sorted by file. */
  readonly credentials: readonly CredentialLocation[];
  /** Sorted by file. */
  readonly keys: readonly KeyLocation[];
  /** Sum of `bytes` over the files. */
  readonly byteCount: number;
  /** Hash over all paths and contents, as hashContents returns it. */
  readonly contentHash: string;
}

/**
 * Normalizes a path that somebody wrote relative to the folder: `./` and `/` in front are dropped,
 * `\` becomes `/`.
 */
export function toPlainPath(written: string): string {
  return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

/** True if a file seems to hold a credential, so that no report may show its lines. */
export function holdsCredential(manifest: FolderManifest, path: string): boolean {
  return [...manifest.credentials, ...manifest.keys].some((found) => found.path === path);
}

/** Finds a file by its exact path. */
export function findFile(manifest: FolderManifest, path: string): PackedFile | undefined {
  return manifest.files.find((file) => file.path === path);
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
export function hashContents(files: readonly PackedFile[]): string {
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file.path}\0${file.bytes}\0${file.sha256}\n`);
  return `sha256:${digest.digest('hex')}`;
}
