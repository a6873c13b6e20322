import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { lookup } from 'mrmime';
import { SecretFinder, type SecretSearch } from '../text/secret-search.ts';
import type { Secret } from '../text/secrets.ts';
import { countEncoded } from './body.ts';
import { findLikelyCredential, type LikelyCredential } from './credentials.ts';
import { chooseEncoding } from './deploy-payload.ts';
import { type FoundKey, KeySearch } from './keys.ts';
import type {
  CredentialLocation,
  FolderManifest,
  FoundEntry,
  KeyLocation,
  PackedFile,
  SecretLocation,
} from './manifest.ts';
import { assertFolderInPlace, EventLoopTurns, openRegular, readPieces } from './read.ts';
import { locateBytes } from './text.ts';

/** Files that have been measured, and what was found in them. */
type MeasuredFiles = Pick<FolderManifest, 'files' | 'secrets' | 'credentials' | 'keys'>;

/** Maximum number of keys that are listed for one folder. */
const maxKeys = 1000;

/**
 * Reads each file once and returns everything that must be known before the first byte is sent:
 * size, hashes, encoding, encoded size, stamp, the first place of each secret in its name and in
 * its content, whether it seems to be a credential, and the keys in it. Keeps no contents.
 *
 * Throws FolderError `file_changed` or `file_unreadable`, or the signal's reason.
 */
export async function measureFiles(
  entries: readonly FoundEntry[],
  sought: readonly Secret[],
  signal?: AbortSignal,
): Promise<MeasuredFiles> {
  const turns = new EventLoopTurns(signal);
  const finder = new SecretFinder(sought);
  const files: PackedFile[] = [];
  const secrets: SecretLocation[] = [];
  const credentials: CredentialLocation[] = [];
  const keys: KeyLocation[] = [];
  for (const [index, found] of entries.entries()) {
    const search = finder.startSearch();
    const { file, credential, ...measured } = await measureFile(found, search, turns);
    files.push(file);
    if (keys.length < maxKeys) keys.push(...locateKeys(file, measured.keys));
    if (credential !== null) credentials.push(locateCredential(file, credential));
    secrets.push(...findInName(file.path, finder.startSearch()), ...locateSecrets(file, search));
    const folder = dirname(found.location);
    const next = entries[index + 1];
    // O_NOFOLLOW protects only the last path segment; a parent folder may have been replaced.
    if (next === undefined || dirname(next.location) !== folder)
      assertFolderInPlace(folder, posix.dirname(found.path).replace(/^\.$/, ''));
  }
  return { files, secrets, credentials, keys };
}

/** A file, and what was found in it. */
interface MeasuredFile {
  readonly file: PackedFile;
  readonly credential: LikelyCredential | null;
  readonly keys: readonly FoundKey[];
}

async function measureFile(
  entry: FoundEntry,
  search: SecretSearch,
  turns: EventLoopTurns,
): Promise<MeasuredFile> {
  const open = openRegular(entry);
  try {
    const digest = createHash('sha256');
    const textDigest = new TextDigest();
    const keySearch = new KeySearch();
    const size = Number(open.stamp.size);
    // Counted for each encoding, because the choice between them may depend on the last byte.
    const encodedBytes = { text: 0, base64: 0, raw: 0 };
    let credential: LikelyCredential | null = null;
    for (const piece of readPieces(open)) {
      search.add(piece);
      if (encodedBytes.raw === 0) credential = findLikelyCredential(entry.path, piece);
      digest.update(piece);
      encodedBytes.base64 += countEncoded('base64', piece);
      encodedBytes.raw += piece.length;
      if (textDigest.add(piece)) {
        encodedBytes.text += countEncoded('text', piece);
        keySearch.add(piece, encodedBytes.raw === size);
      }
      const turn = turns.count(piece.length);
      if (turn !== undefined) await turn;
    }
    const textSha256 = textDigest.finish();
    const type = toMediaType(entry.path, textSha256 !== null);
    const encoding = chooseEncoding(type, textSha256 !== null);
    const { dev, ino, mtimeNs, ctimeNs } = open.stamp;
    const file = {
      path: entry.path,
      location: entry.location,
      bytes: size,
      sha256: digest.digest('hex'),
      textSha256,
      encoding,
      type,
      encodedBytes: encodedBytes[encoding],
      stamp: { dev, ino, size: open.stamp.size, mtimeNs, ctimeNs },
    };
    const found = textSha256 === null ? [] : keySearch.found;
    // A private key at the beginning of a file is reported as a credential, not as a key in the
    // file.
    const keys = found.filter((key) => key.offset !== credential?.offset);
    return { file, credential, keys };
  } finally {
    closeSync(open.fd);
  }
}

function findInName(path: string, search: SecretSearch): readonly SecretLocation[] {
  search.add(Buffer.from(path));
  const inputs = [...search.found.keys()];
  return inputs.map((input) => ({ path, input, isInName: true, line: null, column: null }));
}

function locateSecrets(file: PackedFile, search: SecretSearch): readonly SecretLocation[] {
  const positions = locateBytes(file, [...search.found.values()]);
  return [...search.found.keys()].map((input, index) => {
    const { line = null, column = null } = positions[index] ?? {};
    return { path: file.path, input, isInName: false, line, column };
  });
}

function locateCredential(file: PackedFile, found: LikelyCredential): CredentialLocation {
  const [position] = found.offset === null ? [] : locateBytes(file, [found.offset]);
  const { line = null, column = null } = position ?? {};
  return { path: file.path, what: found.what, line, column };
}

function locateKeys(file: PackedFile, keys: readonly FoundKey[]): readonly KeyLocation[] {
  const offsets = keys.map((key) => key.offset);
  const positions = locateBytes(file, offsets);
  return keys.map(({ what, start }, index) => {
    const { line = null, column = null } = positions[index] ?? {};
    return { path: file.path, what, start, line, column };
  });
}

/** Computes the SHA-256 of a file as text, without its byte-order mark and with CRLF as LF. */
class TextDigest {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #digest = createHash('sha256');
  /** A CR at the end of a piece, held back because the next piece may begin with an LF. */
  #held = '';
  #isValid = true;

  /**
   * Adds the next piece, or ends the text. Returns false once the file turns out not to be UTF-8.
   */
  add(piece?: Buffer): boolean {
    try {
      if (this.#isValid) this.#update(this.#decoder.decode(piece, { stream: piece !== undefined }));
    } catch {
      this.#isValid = false;
    }
    return this.#isValid;
  }

  /** Returns the digest in hex, or null if the file is not UTF-8. */
  finish(): string | null {
    // This also fails if the file ends within a character.
    if (!this.add()) return null;
    return this.#digest.update(this.#held).digest('hex');
  }

  #update(decoded: string): void {
    const text = this.#held + decoded;
    this.#held = text.endsWith('\r') ? '\r' : '';
    this.#digest.update(text.slice(0, text.length - this.#held.length).replaceAll('\r\n', '\n'));
  }
}

/**
 * Types that mrmime lacks: pictures, fonts, sounds and videos of the web with vendor or `x-` types,
 * and one extension of TypeScript.
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
 * Returns the media type of a file, without parameters, by its extension;
 * `application/octet-stream` if the extension is unknown.
 *
 * `.ts` and `.mts` are extensions of both TypeScript and MPEG transport streams: text is taken for
 * TypeScript and becomes `text/plain`.
 */
export function toMediaType(path: string, isText: boolean): string {
  const extension = posix.extname(path).slice(1).toLowerCase();
  // mrmime looks extensions up in a plain object, so `constructor` and `__proto__` return something
  // that is not a string.
  const found: unknown = moreTypes.get(extension) ?? lookup(extension);
  if (typeof found !== 'string') return 'application/octet-stream';
  return found === 'video/mp2t' && isText ? 'text/plain' : found;
}
