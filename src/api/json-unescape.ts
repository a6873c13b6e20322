import { backslash } from './json-bytes.ts';

/** Takes the bytes of one JSON string after its escapes are undone. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  /** Called when the string held half a surrogate pair: no bytes stand for it, so the text equals no file. */
  spoil(): void;
}

/** Undoes a JSON string's escapes while it arrives; any cut between two `push`es is fine, also within an escape. */
export interface Unescaper {
  /** Bytes between the quotes, escapes included. Throws SyntaxError at an escape that JSON does not have. */
  push(raw: Buffer): void;
  /** Throws SyntaxError when the string ends within an escape. */
  end(): void;
}

const letterU = 0x75;
const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Makes an unescaper that hands everything on to `sink`. */
export function createUnescaper(sink: ByteSink): Unescaper {
  const units = createUnitWriter(sink);
  let open = '';

  /** Adds one byte to the open escape, and closes it when it is whole. */
  function addToEscape(byte: number): void {
    open += String.fromCharCode(byte);
    const unit = readEscape(open);
    if (unit === null) return;
    units.write(unit);
    open = '';
  }

  return {
    push(raw) {
      let at = 0;
      while (at < raw.length) {
        if (open !== '') {
          addToEscape(raw.readUInt8(at));
          at += 1;
          continue;
        }
        const slash = raw.indexOf(backslash, at);
        const end = slash === -1 ? raw.length : slash;
        if (end > at) {
          units.flush();
          sink.write(raw.subarray(at, end));
        }
        if (slash !== -1) open = '\\';
        at = end + 1;
      }
    },
    end() {
      if (open !== '') throw refuseEscape();
      units.flush();
    },
  };
}

/** The UTF-16 unit that an escape stands for, or null while it is not whole. Throws SyntaxError. */
function readEscape(written: string): number | null {
  if (written.charCodeAt(1) !== letterU) {
    const text = simpleEscapes[written.slice(1)];
    if (text === undefined) throw refuseEscape();
    return text.charCodeAt(0);
  }
  if (written.length < 6) return null;
  if (!/^\\u[0-9a-fA-F]{4}$/.test(written)) throw refuseEscape();
  return Number.parseInt(written.slice(2), 16);
}

/** Writes UTF-16 units as UTF-8: the first half of a pair waits for the second. `flush` says that none will come. */
function createUnitWriter(sink: ByteSink): { write(unit: number): void; flush(): void } {
  let highHalf = 0;

  function flush(): void {
    if (highHalf !== 0) sink.spoil();
    highHalf = 0;
  }

  return {
    write(unit) {
      const isLow = unit >= 0xdc00 && unit <= 0xdfff;
      if (highHalf !== 0 && isLow) {
        const high = highHalf;
        highHalf = 0;
        sink.write(Buffer.from(String.fromCharCode(high, unit)));
        return;
      }
      flush();
      if (unit >= 0xd800 && unit <= 0xdbff) highHalf = unit;
      else if (isLow) sink.spoil();
      else sink.write(Buffer.from(String.fromCharCode(unit)));
    },
    flush,
  };
}

function refuseEscape(): SyntaxError {
  return new SyntaxError('not an escape of JSON');
}
