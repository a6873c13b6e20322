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

const backslash = 0x5c;
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
  let open = '';
  let highHalf = 0;

  function writeUnit(unit: number): void {
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (highHalf !== 0 && isLow) {
      const high = highHalf;
      highHalf = 0;
      sink.write(Buffer.from(String.fromCharCode(high, unit)));
      return;
    }
    dropHalf();
    if (unit >= 0xd800 && unit <= 0xdbff) highHalf = unit;
    else if (isLow) sink.spoil();
    else sink.write(Buffer.from(String.fromCharCode(unit)));
  }

  function dropHalf(): void {
    if (highHalf !== 0) sink.spoil();
    highHalf = 0;
  }

  /** Adds one byte to the open escape, and closes it when it is whole. */
  function addToEscape(byte: number): void {
    open += String.fromCharCode(byte);
    if (open.charCodeAt(1) !== letterU) {
      const text = simpleEscapes[open.slice(1)];
      if (text === undefined) throw new SyntaxError('not an escape of JSON');
      writeUnit(text.charCodeAt(0));
      open = '';
    } else if (open.length === 6) {
      if (!/^\\u[0-9a-fA-F]{4}$/.test(open)) throw new SyntaxError('not an escape of JSON');
      writeUnit(Number.parseInt(open.slice(2), 16));
      open = '';
    }
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
          dropHalf();
          sink.write(raw.subarray(at, end));
        }
        if (slash !== -1) open = '\\';
        at = end + 1;
      }
    },
    end() {
      if (open !== '') throw new SyntaxError('not an escape of JSON');
      dropHalf();
    },
  };
}
