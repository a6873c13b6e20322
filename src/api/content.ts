import { createHash, type Hash } from 'node:crypto';
import { createDataDecoder } from './data-url.ts';
import type { StringSink } from './json-string.ts';

/** A file's content as an answer showed it: digests instead of the bytes, which may be a gigabyte. */
export class Content {
  /** Of the string as it stands, in UTF-8. Null when half a surrogate pair is in it: no file is equal to that. */
  readonly text: Digest | null;
  /** Of what the string decodes to, when it is a data: URL in proper form. */
  readonly data: Digest | null;
  /** The string itself, kept when it is at most `keepBytes` long. */
  readonly kept: string | null;

  constructor(parts: { text: Digest | null; data: Digest | null; kept: string | null }) {
    this.text = parts.text;
    this.data = parts.data;
    this.kept = parts.kept;
  }

  /** In a refusal, which has no files, a string under such a key is a text to show. */
  toJSON(): string | null {
    return this.kept;
  }
}

/** Size in bytes and hex SHA-256. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Most bytes of a content that is kept beside its digests: enough for any service.json. */
const keepBytes = 262_144;

/** Digests one string of an answer while it arrives; ends as a Content. */
export function createContentSink(): StringSink {
  const text = createDigester();
  const data = createDigester();
  const decoder = createDataDecoder(data);
  let isSpoiled = false;
  let kept: Buffer[] | null = [];
  return {
    write(bytes) {
      text.add(bytes);
      decoder.write(bytes);
      if (text.size() > keepBytes) kept = null;
      else kept?.push(Buffer.from(bytes));
    },
    spoil() {
      isSpoiled = true;
    },
    end() {
      return new Content({
        text: isSpoiled ? null : text.finish(),
        data: !isSpoiled && decoder.finish() ? data.finish() : null,
        kept: kept === null || isSpoiled ? null : Buffer.concat(kept).toString('utf8'),
      });
    },
  };
}

/** Digests a text that is at hand, as the sink would. */
export function digestText(text: string): Digest {
  const digester = createDigester();
  digester.add(Buffer.from(text));
  return digester.finish();
}

function createDigester(): { add(bytes: Uint8Array): void; size(): number; finish(): Digest } {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  return {
    add(piece) {
      hash.update(piece);
      bytes += piece.length;
    },
    size: () => bytes,
    finish: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}
