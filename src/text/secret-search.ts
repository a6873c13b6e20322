import { encodeBase64Variants, listDecodings, type Secret } from './secrets.ts';

/**
 * The minimum length of a secret, or of a part of one, to be searched for in files: almost any
 * file contains a shorter one by chance.
 */
const minSearchedBytes = 4;

/**
 * Maximum number of bytes of one escaped character, such as `&#x0002f;`, or `\\u002f` in JSON
 * within JSON.
 */
const maxEscapeBytes = 12;

/**
 * Finds secrets in the bytes of files: as they are, in UTF-16, in base64 and base64url between any
 * other bytes, and with characters other than letters and digits escaped for JSON, HTML or an
 * address.
 */
export class SecretFinder {
  readonly #patterns: readonly SearchPattern[];

  constructor(secrets: readonly Secret[]) {
    const searched = secrets.filter(({ value }) => value.length >= minSearchedBytes);
    this.#patterns = searched.flatMap(toSearchPatterns);
  }

  /** Starts a search through one file. */
  startSearch(): SecretSearch {
    return new SecretSearch(this.#patterns);
  }
}

/** A search through one file, which is passed in piece by piece, cut anywhere. */
export class SecretSearch {
  readonly #patterns: readonly SearchPattern[];
  readonly #found = new Map<string, number>();
  /**
   * The number of bytes that are kept from the end of each piece, because a secret may begin in
   * them.
   */
  readonly #overlap: number;
  #position = 0;
  #lastBytes = Buffer.alloc(0);

  constructor(patterns: readonly SearchPattern[]) {
    const reaches = patterns.map(({ bytes, reach }) => bytes.length - 1 + reach);
    this.#patterns = patterns;
    this.#overlap = Math.max(0, ...reaches);
  }

  /**
   * The position of each secret that was found, in bytes from the start of the file, by the
   * secret's name.
   */
  get found(): ReadonlyMap<string, number> {
    return this.#found;
  }

  /** Searches the next piece. Only its last bytes are kept. */
  add(piece: Buffer): void {
    // Only the beginning of the piece is copied: copies of whole pieces would take 60 MB for a
    // large file.
    const seam = Buffer.concat([this.#lastBytes, piece.subarray(0, this.#overlap)]);
    if (this.#lastBytes.length > 0) this.#search(seam, this.#position - this.#lastBytes.length);
    this.#search(piece, this.#position);
    this.#position += piece.length;
    // If the piece is shorter than the overlap, the bytes to keep begin before the piece.
    const end = piece.length < this.#overlap ? seam : piece;
    this.#lastBytes = Buffer.from(end.subarray(Math.max(0, end.length - this.#overlap)));
  }

  /** Searches bytes that begin at `start` of the file. */
  #search(bytes: Buffer, start: number): void {
    for (const pattern of this.#patterns) {
      const offset = findPattern(bytes, pattern);
      if (offset === -1) continue;
      const before = this.#found.get(pattern.name) ?? Number.POSITIVE_INFINITY;
      this.#found.set(pattern.name, Math.min(before, start + offset));
    }
  }
}

/** The bytes to search for to find one form of a secret. */
interface SearchPattern {
  /** The name of the secret. */
  readonly name: string;
  readonly bytes: Buffer;
  /**
   * The whole secret if `bytes` are only a part of it; otherwise null. A match then counts only if
   * the unescaped text around it is the whole secret.
   */
  readonly whole: string | null;
  /** The number of bytes on each side of `bytes` that are unescaped to find the whole secret. */
  readonly reach: number;
}

function toSearchPatterns({ name, value }: Secret): readonly SearchPattern[] {
  const plain = Buffer.from(value);
  const whole = plain.toString('latin1');
  const utf16 = Buffer.from(whole, 'utf16le');
  const base64 = encodeBase64Variants(plain).map((text) => Buffer.from(text));
  const forms = [plain, utf16, Buffer.from(utf16).swap16(), ...base64];
  const patterns = forms.map((bytes): SearchPattern => ({ name, bytes, whole: null, reach: 0 }));
  const anchor = findAnchor(whole);
  if (anchor.length < minSearchedBytes || anchor.length === whole.length) return patterns;
  const reach = whole.length * maxEscapeBytes;
  return [...patterns, { name, bytes: Buffer.from(anchor), whole, reach }];
}

/** Returns the longest part of a secret that no kind of escaping changes. */
function findAnchor(secret: string): string {
  const parts: readonly string[] = secret.match(/[a-z0-9]+/gi) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/**
 * Returns the offset of the secret or, if it is escaped, of its unescaped part; -1 if the secret is
 * not in the bytes.
 */
function findPattern(bytes: Buffer, pattern: SearchPattern): number {
  let at = bytes.indexOf(pattern.bytes);
  while (at !== -1) {
    if (pattern.whole === null || hasEscaped(bytes, at, pattern.whole, pattern)) return at;
    at = bytes.indexOf(pattern.bytes, at + 1);
  }
  return -1;
}

/** True if the whole secret, in an escaped form, is around its part at `at`. */
function hasEscaped(bytes: Buffer, at: number, whole: string, pattern: SearchPattern): boolean {
  const start = Math.max(0, at - pattern.reach);
  const text = bytes.toString('latin1', start, at + pattern.bytes.length + pattern.reach);
  return /[\\%&]/.test(text) && listDecodings(text).some((decoded) => decoded.text.includes(whole));
}
