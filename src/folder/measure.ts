import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { lookup } from 'mrmime';
import { SecretFinder, type SecretSearch } from '../text/secret-search.ts';
import type { Secret } from '../text/secrets.ts';
import { countEncoded } from './body.ts';
import { findLikelyCredential, type LikelyCredential } from './credentials.ts';
import { chooseEncoding } from './deploy-payload.ts';
import type {
  CredentialLocation,
  FolderManifest,
  FoundEntry,
  PackedFile,
  SecretLocation,
} from './manifest.ts';
import { assertFolderInPlace, createYield, openRegular, readPieces } from './read.ts';
import { locateByte } from './text.ts';

/**
 * Reads each file once and takes what must be known before the first byte is sent: size, hashes,
 * encoding, encoded size, stamp, where a secret stands in its name or its content (the first place
 * of each secret), and whether it seems to hold another one.
 *
 * Holds no contents. Throws FolderError `file_changed` or `file_unreadable`, or the signal's
 * reason.
 */
export async function measureFiles(
  entries: readonly FoundEntry[],
  sought: readonly Secret[],
  signal?: AbortSignal,
): Promise<Pick<FolderManifest, 'files' | 'secrets' | 'credentials'>> {
  const takeTurn = createYield(signal);
  const finder = new SecretFinder(sought);
  const files: PackedFile[] = [];
  const secrets: SecretLocation[] = [];
  const credentials: CredentialLocation[] = [];
  for (const [index, found] of entries.entries()) {
    const search = finder.startSearch();
    const { file, credential } = await measureFile(found, search, takeTurn);
    files.push(file);
    credentials.push(...placeCredential(file, credential));
    secrets.push(...findInName(file.path, finder.startSearch()), ...placeSecrets(file, search));
    const folder = dirname(found.location);
    const next = entries[index + 1];
    // Not following a link at a file's name does not help when a folder above it was swapped for one.
    if (next === undefined || dirname(next.location) !== folder) {
      assertFolderInPlace(folder, found.path.slice(0, Math.max(0, found.path.lastIndexOf('/'))));
    }
  }
  return { files, secrets, credentials };
}

async function measureFile(
  found: FoundEntry,
  search: SecretSearch,
  takeTurn: ReturnType<typeof createYield>,
): Promise<{ readonly file: PackedFile; readonly credential: LikelyCredential | null }> {
  const open = openRegular(found);
  try {
    const digest = createHash('sha256');
    const textDigest = new TextDigest();
    // In each encoding: the last byte may decide which one it is.
    const encodedBytes = { text: 0, base64: 0, raw: 0 };
    let credential: LikelyCredential | null = null;
    for (const piece of readPieces(open)) {
      search.add(piece);
      if (encodedBytes.raw === 0) credential = findLikelyCredential(found.path, piece);
      digest.update(piece);
      encodedBytes.base64 += countEncoded('base64', piece);
      encodedBytes.raw += piece.length;
      if (textDigest.add(piece)) encodedBytes.text += countEncoded('text', piece);
      const turn = takeTurn(piece.length);
      if (turn !== undefined) await turn;
    }
    const textSha256 = textDigest.finish();
    const type = toMediaType(found.path, textSha256 !== null);
    const encoding = chooseEncoding(type, textSha256 !== null);
    const { dev, ino, size, mtimeNs, ctimeNs } = open.stamp;
    const file = {
      ...found,
      bytes: Number(size),
      sha256: digest.digest('hex'),
      textSha256,
      encoding,
      type,
      encodedBytes: encodedBytes[encoding],
      stamp: { dev, ino, size, mtimeNs, ctimeNs },
    };
    return { file, credential };
  } finally {
    closeSync(open.fd);
  }
}

function findInName(path: string, search: SecretSearch): readonly SecretLocation[] {
  search.add(Buffer.from(path));
  return Array.from(search.found.keys(), (input) => ({
    path,
    input,
    isInName: true,
    line: null,
    column: null,
  }));
}

function placeSecrets(file: PackedFile, { found }: SecretSearch): readonly SecretLocation[] {
  const { path } = file;
  return Array.from(found, ([input, offset]) => ({
    path,
    input,
    isInName: false,
    ...locateByte(file, offset),
  }));
}

function placeCredential(
  file: PackedFile,
  found: LikelyCredential | null,
): readonly CredentialLocation[] {
  if (found === null) return [];
  const { what, offset } = found;
  const place = offset === null ? { line: null, column: null } : locateByte(file, offset);
  return [{ path: file.path, what, ...place }];
}

/** The SHA-256 of a file as text, without its byte-order mark and with CRLF as LF. */
class TextDigest {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #digest = createHash('sha256');
  /** A CR at the end of a piece, until it is known what follows it. */
  #held = '';
  #isValid = true;

  /** Takes the next piece, or the end of the file; false once it is known not to be UTF-8. */
  add(piece?: Buffer): boolean {
    try {
      if (this.#isValid) this.#update(this.#decoder.decode(piece, { stream: piece !== undefined }));
    } catch {
      this.#isValid = false;
    }
    return this.#isValid;
  }

  /** The digest in hex; null for a file that is not UTF-8. */
  finish(): string | null {
    // A character that was begun must have been completed.
    return this.add() ? this.#digest.update(this.#held).digest('hex') : null;
  }

  #update(decoded: string): void {
    const text = this.#held + decoded;
    this.#held = text.endsWith('\r') ? '\r' : '';
    this.#digest.update(text.slice(0, text.length - this.#held.length).replaceAll('\r\n', '\n'));
  }
}

/**
 * What the library does not have: pictures, fonts, sounds and videos of the web with vendor or `x-`
 * types, and a kind of TypeScript.
 */
const moreTypes: ReadonlyMap<string, string> = new Map([
  ['avi', 'video/x-msvideo'],
  ['cts', 'text/plain'],
  ['cur', 'image/x-icon'],
  ['eot', 'application/vnd.ms-fontobject'],
  ['flac', 'audio/flac'],
  ['ico', 'image/x-icon'],
  ['m4v', 'video/mp4'],
  ['mkv', 'video/x-matroska'],
]);

/**
 * Tells a file's media type, without parameters, from the end of its name;
 * `application/octet-stream` when that tells nothing.
 *
 * `.ts` and `.mts` are both TypeScript and MPEG transport streams: readable text is taken for the
 * former, as `text/plain`.
 */
export function toMediaType(path: string, isText: boolean): string {
  const extension = posix.extname(path).slice(1).toLowerCase();
  // The library reads a plain object: `constructor` and `__proto__` find what is no string.
  const found: unknown = moreTypes.get(extension) ?? lookup(extension);
  if (typeof found !== 'string') return 'application/octet-stream';
  return found === 'video/mp2t' && isText ? 'text/plain' : found;
}
