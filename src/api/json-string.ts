import { type ByteSink, createUnescaper } from './json-unescape.ts';

/** Takes a string's bytes away while they arrive; what `end` returns stands in the string's place. */
export interface StringSink extends ByteSink {
  end(): unknown;
}

/** A string that is being read: gets its raw bytes, escapes included, in any pieces. Throws SyntaxError. */
export interface OpenString {
  /** True when its bytes are kept in memory until the end. */
  readonly isKept: boolean;
  push(raw: Buffer): void;
  end(): unknown;
}

/** A string that is kept and ends as the text it is. */
export function keepString(): OpenString {
  const pieces: Buffer[] = [];
  return {
    isKept: true,
    push: (raw) => {
      // A copy: the chunk's memory is not ours to hold.
      if (raw.length > 0) pieces.push(Buffer.from(raw));
    },
    end: (): unknown => JSON.parse(`"${Buffer.concat(pieces).toString('utf8')}"`),
  };
}

/** A string that is handed on, unescaped, to a sink. */
export function drainString(sink: StringSink): OpenString {
  const unescaper = createUnescaper(sink);
  return {
    isKept: false,
    push: (raw) => unescaper.push(raw),
    end: () => {
      unescaper.end();
      return sink.end();
    },
  };
}
