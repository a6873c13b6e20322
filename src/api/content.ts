import { createHash, type Hash } from 'node:crypto';
import type { StringSink } from './json-string.ts';

/** A file's content as an answer showed it: digests instead of the bytes, which may be a gigabyte. */
export class Content {
  /** Of the string as it stands, in UTF-8. Null when half a surrogate pair is in it: no file is equal to that. */
  readonly text: Digest | null;
  /** Of what the string decodes to, when it is a `data:…;base64,` URL in proper form. */
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
const dataHead = /^data:[^,]{0,250};base64,/i;
/** Longest text that this matches. */
const headBytes = 263;

/** Digests one string of an answer while it arrives; ends as a Content. */
export function createContentSink(): StringSink {
  const text = createDigester();
  const decoder = createDataDecoder();
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
        data: isSpoiled ? null : decoder.finish(),
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

/**
 * Decodes a `data:<type>;base64,` URL in pieces. Only the canonical form counts (its padding may be missing):
 * a lenient decoder would call different files equal.
 */
function createDataDecoder(): { write(bytes: Uint8Array): void; finish(): Digest | null } {
  let digester: ReturnType<typeof createDigester> | null = null;
  let isData = true;
  let pending = '';

  function decode(base64: string, isEnd: boolean): void {
    const bytes = Buffer.from(base64, 'base64');
    const canonical = bytes.toString('base64');
    if (canonical !== base64 && canonical.replace(/=+$/, '') !== base64) isData = false;
    // Or else padding amid the text would pass where it happens to end a chunk.
    if (!isEnd && base64.endsWith('=')) isData = false;
    digester?.add(bytes);
  }

  return {
    write(bytes) {
      if (!isData) return;
      pending += Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
      if (digester === null) {
        const head = dataHead.exec(pending);
        if (head === null) {
          isData = pending.length < headBytes && 'data:'.startsWith(pending.slice(0, 5).toLowerCase());
          return;
        }
        digester = createDigester();
        pending = pending.slice(head[0].length);
      }
      // Four characters are three bytes; the last group is left for the end, where alone padding may stand.
      const whole = Math.max(0, pending.length - 1) & ~3;
      if (whole > 0) decode(pending.slice(0, whole), false);
      pending = pending.slice(whole);
    },
    finish() {
      if (!isData || digester === null) return null;
      decode(pending, true);
      return isData ? digester.finish() : null;
    },
  };
}
