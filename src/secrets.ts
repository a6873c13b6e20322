/** What must be neither published nor shown, and the input that it came from. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A search through one file, piece by piece. */
export interface SecretSearch {
  /** Searches the next piece. What is in it is not kept, but for its last bytes. */
  readonly add: (piece: Buffer) => void;
  /** Where each secret was first found, in bytes from the beginning, by its name. */
  readonly found: ReadonlyMap<string, number>;
}

/** A shorter secret is not looked for in files: almost any file holds it by chance. */
const minSearchedBytes = 4;
/** Of a longer secret only the beginning is looked for in files, so that what is kept of a piece has a bound. */
export const maxSearchedBytes = 4096;
/** The base64 of a shorter secret is not looked for: a few letters occur by chance. */
const minEncodedBytes = 6;

const mask = '***';

/**
 * Makes the function that begins a search for secrets in the bytes of a file: as they are, and in base64 and base64url at each
 * of the three offsets, wherever the pieces are cut. Only the base64 characters that do not depend on the bytes around the
 * secret are looked for.
 */
export function createSecretFinder(secrets: readonly Secret[]): () => SecretSearch {
  const needles = secrets.filter(({ value }) => value.length >= minSearchedBytes).flatMap(toNeedles);
  const overlap = Math.max(0, ...needles.map(({ bytes }) => bytes.length - 1));
  return () => {
    const found = new Map<string, number>();
    let position = 0;
    /** The last bytes before the piece: a secret may begin in them. */
    let before = Buffer.alloc(0);
    const search = (bytes: Buffer, start: number): void => {
      for (const { name, bytes: form } of needles) {
        const offset = bytes.indexOf(form);
        if (offset !== -1) found.set(name, Math.min(start + offset, found.get(name) ?? Number.POSITIVE_INFINITY));
      }
    };
    const add = (piece: Buffer): void => {
      const start = position - before.length;
      const seam = Buffer.concat([before, piece.subarray(0, overlap)]);
      if (before.length > 0) search(seam, start);
      search(piece, position);
      position += piece.length;
      // Of a piece that is shorter, what came before it is still needed.
      const end = piece.length < overlap ? seam : piece;
      before = Buffer.from(end.subarray(Math.max(0, end.length - overlap)));
    };
    return { add, found };
  };
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
