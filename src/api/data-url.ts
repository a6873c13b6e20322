/** What the bytes of a decoded data: URL go to, as they come. */
export interface ByteSink {
  add(bytes: Uint8Array): void;
}

/** Takes a text in pieces, and tells at the end whether it was a data: URL in proper form, all of whose bytes the sink has. */
export interface DataDecoder {
  write(bytes: Uint8Array): void;
  finish(): boolean;
}

const dataHead = /^data:[^,]{0,257},/i;
/** Longest text that this matches. */
const headBytes = 263;
const base64Mark = /;[ ]*base64[ ]*,$/i;

/**
 * Decodes `data:<type>;base64,…` and `data:<type>,…`, whose text is percent-encoded. The base64 may be wrapped, in the alphabet of
 * URLs and without its padding; beyond that only the canonical form counts: a lenient decoder would call different files equal.
 */
export function createDataDecoder(sink: ByteSink): DataDecoder {
  let payload: DataDecoder | null = null;
  let head = '';
  let isData = true;

  return {
    write(bytes) {
      if (!isData) return;
      if (payload !== null) return payload.write(bytes);
      head += toLatin1(bytes);
      const found = dataHead.exec(head);
      if (found === null) {
        isData = head.length < headBytes && 'data:'.startsWith(head.slice(0, 5).toLowerCase());
        return;
      }
      payload = base64Mark.test(found[0]) ? createBase64Decoder(sink) : createPercentDecoder(sink);
      payload.write(Buffer.from(head.slice(found[0].length), 'latin1'));
    },
    finish: () => isData && payload?.finish() === true,
  };
}

/** Text with `%XX` for bytes; a percent sign that begins no such group stands for itself (URL Standard, "percent-decode"). */
function createPercentDecoder(sink: ByteSink): DataDecoder {
  let pending = '';

  const decode = (text: string): void => {
    const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    sink.add(Buffer.from(bytes, 'latin1'));
  };

  return {
    write(bytes) {
      pending += toLatin1(bytes);
      // A group may go on in the next piece.
      const last = pending.lastIndexOf('%');
      const end = last >= 0 && last > pending.length - 3 ? last : pending.length;
      decode(pending.slice(0, end));
      pending = pending.slice(end);
    },
    finish() {
      decode(pending);
      return true;
    },
  };
}

function createBase64Decoder(sink: ByteSink): DataDecoder {
  let isProper = true;
  let isEscaped = false;
  let pending = '';
  const plain = createPercentDecoder({ add: (bytes) => take(toLatin1(bytes)) });

  function decode(base64: string, isEnd: boolean): void {
    const bytes = Buffer.from(base64, 'base64');
    const canonical = bytes.toString('base64');
    if (canonical !== base64 && canonical.replace(/=+$/, '') !== base64) isProper = false;
    // Or else padding amid the text would pass where it happens to end a chunk.
    if (!isEnd && base64.endsWith('=')) isProper = false;
    sink.add(bytes);
  }

  function take(text: string): void {
    pending += /[^A-Za-z0-9+/=]/.test(text) ? unwrap(text) : text;
    // Four characters are three bytes; the last group is left for the end, where alone padding may stand.
    const whole = Math.max(0, pending.length - 1) & ~3;
    if (whole > 0) decode(pending.slice(0, whole), false);
    pending = pending.slice(whole);
  }

  return {
    write(bytes) {
      if (!isProper) return;
      const text = toLatin1(bytes);
      isEscaped ||= text.includes('%');
      if (isEscaped) plain.write(bytes);
      else take(text);
    },
    finish() {
      plain.finish();
      decode(pending, true);
      return isProper;
    },
  };
}

/** Without line breaks and blanks, in the usual alphabet. */
function unwrap(base64: string): string {
  return base64
    .replace(/[ \t\n\f\r]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
}

function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
