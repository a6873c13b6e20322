/** What must be neither published nor shown, and the input that it came from. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Bytes of `buffer` from `start` up to `end`. */
export interface ByteRange {
  readonly buffer: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A search for secrets that is made once and goes from chunk to chunk. */
export interface SecretFinder {
  /** How many bytes before a chunk's `start` must be the file's own for a secret across the border to be found. */
  readonly overlap: number;
  /** The name of the secret that occurs in these bytes, or null. */
  readonly find: (chunk: ByteRange) => string | null;
}

/** A shorter secret is not looked for in files: almost any file holds it by chance. */
const minSearchedBytes = 4;
/** Of a longer secret only the beginning is looked for in files, so that the overlap of two chunks has a bound. */
export const maxSearchedBytes = 4096;
/** The base64 of a shorter secret is not looked for: a few letters occur by chance. */
const minEncodedBytes = 6;

const mask = '***';

/** How many bytes are looked at together, and how many values the number made of them may have. */
const blockBytes = 4;
const hashCount = 0x1_0000;

/**
 * Makes a search for secrets in bytes: as they are, and in base64 and base64url at each of the three offsets.
 *
 * Only the base64 characters that do not depend on the bytes around the secret are looked for. One pass finds all forms:
 * every form has at least `shortest` bytes, so that four bytes of every `shortest - 3` are enough to look at, and the forms are
 * compared only where the four occur in one (Wu and Manber's method): about ten times faster than one search per form.
 */
export function createSecretFinder(secrets: readonly Secret[]): SecretFinder {
  const needles = secrets.filter(({ value }) => value.length >= minSearchedBytes).flatMap(toNeedles);
  if (needles.length === 0) return { overlap: 0, find: () => null };
  const lengths = needles.map(({ bytes }) => bytes.length);
  const stride = Math.min(...lengths) - blockBytes + 1;
  const places = indexBlocks(needles);
  const isKnown = new Uint8Array(hashCount);
  for (const block of places.keys()) isKnown[hashBlock(block)] = 1;

  /** The secret that has this block at this place, if any. Seldom asked, and so kept out of the loop. */
  const match = (block: number, at: number, { buffer, start, end }: ByteRange): string | null => {
    const found = places.get(block)?.find(({ needle: { bytes }, offset }) => {
      const from = at - offset;
      return from >= start && from + bytes.length <= end && bytes.equals(buffer.subarray(from, from + bytes.length));
    });
    return found?.needle.name ?? null;
  };

  // The loop stands in the function that is called: as a function of its own V8 would in time make it part of its caller,
  // which turns too seldom to be made fast.
  const find = (chunk: ByteRange): string | null => {
    const { buffer } = chunk;
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
    const last = chunk.end - blockBytes;
    for (let at = chunk.start; at <= last; at += stride) {
      const block = view.getInt32(at);
      if (isKnown[hashBlock(block)] === 0) continue;
      const name = match(block, at, chunk);
      if (name !== null) return name;
    }
    return null;
  };
  return { overlap: Math.max(...lengths) - 1, find };
}

/**
 * Makes the function that replaces every secret by `***`, also where it stands in base64 (at any offset, both
 * alphabets), percent-encoded or JSON-escaped, and the user name and password of any address. The runner masks its log in
 * the same way, but neither titles, files nor outputs, and nothing that goes to an API. Takes linear time. Empty secrets
 * are ignored; a piece of a secret is not a secret.
 */
export function createRedact(secrets: readonly string[]): (text: string) => string {
  // What is not understood of a response is shown as JSON, which escapes each of the forms once more.
  const written = secrets.filter((secret) => secret !== '').flatMap(toWrittenForms);
  // Longest first, so that a secret that begins with another one is replaced as a whole.
  const forms = [...new Set([...written, ...written.map(toJsonText)])].sort((a, b) => b.length - a.length);
  // No expression is built from secrets: a long one would be too large, and V8's error would quote it.
  return (text) => hidePasswords(forms.reduce((rest, form) => rest.replaceAll(form, mask), text));
}

function hidePasswords(text: string): string {
  return text.includes('@') ? text.replace(/(https?:[/\\]+)[^\s/\\?#]*@/gi, `$1${mask}@`) : text;
}

/** One form of a secret. */
interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

function toNeedles({ name, value }: Secret): readonly Needle[] {
  const plain = Buffer.from(value).subarray(0, maxSearchedBytes);
  return [plain, ...listBase64Forms(plain).map((form) => Buffer.from(form))].map((bytes) => ({ name, bytes }));
}

/** Where in which needles each block of four bytes stands. */
function indexBlocks(needles: readonly Needle[]) {
  const places = needles.flatMap((needle) =>
    Array.from({ length: needle.bytes.length - blockBytes + 1 }, (_, offset) => ({ needle, offset })),
  );
  return Map.groupBy(places, ({ needle, offset }) => needle.bytes.readInt32BE(offset));
}

/** Spreads the four bytes over all hashes: multiplied by 2^32 over the golden ratio. */
function hashBlock(block: number): number {
  return Math.imul(block, 0x9e3779b1) >>> 16;
}

/**
 * How these bytes can stand in base64 and base64url, whatever stands around them: at each of the three offsets, and
 * without the characters that also hold bits of a neighbour. In both alphabets, each form once, without padding; none for
 * bytes that are too few.
 */
function listBase64Forms(bytes: Uint8Array): readonly string[] {
  if (bytes.length < minEncodedBytes) return [];
  const forms = [0, 1, 2].map((offset) => encodeInner(bytes, offset));
  return [...new Set([...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))])];
}

function encodeInner(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

function toWrittenForms(secret: string): readonly string[] {
  const json = toJsonText(secret);
  const uri = encodeURIComponent(secret.toWellFormed());
  // encodeURIComponent leaves `!'()*` as they are, others do not.
  const percent = [uri, uri.replace(/[!'()*]/g, toPercent), toPercent(secret)];
  const base64 = listBase64Forms(Buffer.from(secret));
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    ...percent,
    ...percent.map((text) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    ...base64,
    ...base64.map(encodeURIComponent),
  ];
}

function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Every byte percent-encoded. */
function toPercent(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&');
}
