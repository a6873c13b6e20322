import type { Problem } from '../outcome.ts';

/** How a file's content is written into a JSON string: as the text it is, or as `data:<type>;base64,…`. */
export type Form = 'text' | 'data';

/** A file that goes to the service. */
export interface PackedFile {
  /** Relative to the folder, with `/`, exactly as the names are on disk. */
  readonly path: string;
  /** Absolute path to read it from. */
  readonly location: string;
  /** Size on disk, in bytes. */
  readonly bytes: number;
  /** Hex SHA-256 of the bytes on disk. */
  readonly sha256: string;
  readonly form: Form;
  /** Media type without parameters, such as `image/png`; `application/octet-stream` when the name tells nothing. */
  readonly type: string;
  /** Size of the JSON string that carries it, quotes included, in bytes. */
  readonly encodedBytes: number;
  /** What must not change between measuring and sending. */
  readonly stamp: FileStamp;
}

/** Identity and age of a file, from `fstat` with bigint. */
export interface FileStamp {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** A file or folder that stays behind, and the reason in plain words ("hidden file", "link", "looks like a credential"). */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/** A folder that was measured and may be sent. Holds sizes and hashes, never the contents. */
export interface Packed {
  /** Absolute real path of the folder. */
  readonly root: string;
  /** The folder's path from the root of the repository it lies in, with `/`, no `./`; empty when it is that root. */
  readonly repositoryPath: string;
  /** Sorted by path, in UTF-16 code-unit order, so that a folder gives the same body on every machine. */
  readonly files: readonly PackedFile[];
  readonly leftOut: readonly LeftOut[];
  /** Sum of `bytes` over the files. */
  readonly byteCount: number;
  /** `sha256:` and hex, over paths and contents: the same for the same files on every machine. */
  readonly contentHash: string;
}

/** What the offline check found in a packed folder. */
export interface Checked {
  /** Errors first. A warning never stops a deploy: the service has the last word. */
  readonly problems: readonly Problem[];
  /** The draft fields that the folder holds, for create and update. Absent where a file is missing or unreadable. */
  readonly fields: AppFields;
}

/** The fields of the app that a folder's files map onto (service document, "The app folder"). */
export interface AppFields {
  readonly name?: string;
  readonly tagline?: string;
  readonly color?: string;
  /** The text of `instructions.md`. */
  readonly system_prompt?: string;
  /** The text of `index.html`. */
  readonly html?: string;
}
