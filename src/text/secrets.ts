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

/**
 * A shorter secret, or piece of one, is not looked for in files: almost any file holds it by
 * chance.
 */
const minSearchedBytes = 4;
/** The base64 of a shorter secret is not looked for: a few letters occur by chance. */
const minEncodedBytes = 6;

const mask = '***';

/**
 * Most bytes that one escaped character takes, such as `&#x0002f;`, or `\\u002f` in JSON in JSON.
 */
const maxEscapeBytes = 12;

/**
 * Makes the function that begins a search for secrets in the bytes of a file, wherever the pieces
 * are cut: as they are, in UTF-16, in base64 and base64url at each of the three offsets, by the
 * characters that do not depend on the bytes around the secret, and however they are escaped, in
 * JSON, HTML or an address, but for their letters and digits.
 */
export function createSecretFinder(secrets: readonly Secret[]): () => SecretSearch {
  const needles = secrets
    .filter(({ value }) => value.length >= minSearchedBytes)
    .flatMap(toNeedles);
  const overlap = Math.max(0, ...needles.map(({ bytes, around }) => bytes.length - 1 + around));
  return () => {
    const found = new Map<string, number>();
    let position = 0;
    /** The last bytes before the piece: a secret may begin in them. */
    let before = Buffer.alloc(0);
    const search = (bytes: Buffer, start: number): void => {
      for (const needle of needles) {
        const offset = findNeedle(bytes, needle);
        const { name } = needle;
        if (offset !== -1)
          found.set(name, Math.min(start + offset, found.get(name) ?? Number.POSITIVE_INFINITY));
      }
    };
    const add = (piece: Buffer): void => {
      const start = position - before.length;
      // Not with the whole piece behind it: the copies of a large file take 60 MB.
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

/** What a secret is found by. */
interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
  /**
   * Of a piece of the secret: the secret, which must stand around it when that is unescaped; else
   * null.
   */
  readonly whole: string | null;
  /** How many bytes before and behind the piece are looked at. */
  readonly around: number;
}

function toNeedles({ name, value }: Secret): readonly Needle[] {
  const plain = Buffer.from(value);
  const whole = plain.toString('latin1');
  const wide = Buffer.from(whole, 'utf16le');
  const forms = [
    plain,
    wide,
    Buffer.from(wide).swap16(),
    ...listBase64Forms(plain).map((form) => Buffer.from(form)),
  ];
  const needles = forms.map((bytes): Needle => ({ name, bytes, whole: null, around: 0 }));
  // Escaped it is looked for by a piece of it that nothing escapes.
  const [anchor = ''] = (whole.match(/[a-z0-9]+/gi) ?? []).sort(
    (one, other) => other.length - one.length,
  );
  if (anchor.length < minSearchedBytes || anchor.length === whole.length) return needles;
  return [
    ...needles,
    { name, bytes: Buffer.from(anchor), whole, around: whole.length * maxEscapeBytes },
  ];
}

/** Where a secret stands, at the latest where the piece of it does; -1 for nowhere. */
function findNeedle(bytes: Buffer, { bytes: form, whole, around }: Needle): number {
  for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + 1)) {
    if (whole === null) return at;
    const text = bytes.toString('latin1', Math.max(0, at - around), at + form.length + around);
    if (/[\\%&]/.test(text) && listViews(text).some((view) => view.text.includes(whole))) return at;
  }
  return -1;
}

/**
 * Makes the function that replaces every secret by `***`, however an ordinary server writes it, and
 * the user name and password of any address. The runner masks its log, but neither titles, files
 * nor outputs, and nothing that goes to an API.
 *
 * One rule covers all ways to escape it, whole or in part, in JSON, HTML, addresses or one in
 * another: the text is unescaped again and again, and where a secret, or its base64 at any offset
 * in either alphabet, then stands, it is masked where it came from. Secrets are printable ASCII.
 * Takes linear time. Empty secrets are ignored; a piece of a secret is not a secret.
 */
export function createRedact(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(toForms))];
  return (text) => hidePasswords(maskForms(text, forms));
}

/**
 * The secret as it may stand in text that was unescaped: a secret that looks escaped itself may
 * have been unescaped too.
 */
function toForms(secret: string): readonly string[] {
  const unescaped = listViews(secret)
    .slice(1)
    .map(({ text }) => text);
  return [
    secret,
    // One that looks escaped itself is not read back from these by unescaping.
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    ...unescaped.filter(({ length }) => length >= minEncodedBytes),
    ...listBase64Forms(Buffer.from(secret)),
  ];
}

function hidePasswords(text: string): string {
  return text.includes('@') ? text.replace(/(https?:[/\\]+)[^\s/\\?#]*@/gi, `$1${mask}@`) : text;
}

function maskForms(text: string, forms: readonly string[]): string {
  // Nearly every text, such as the path of each of 50,000 files.
  if (!mayBeEscaped.test(text) && !forms.some((form) => text.includes(form))) return text;
  const ranges = listViews(text).flatMap((view) => forms.flatMap((form) => listRanges(view, form)));
  let masked = '';
  let end = 0;
  for (const range of ranges.sort((one, other) => one.start - other.start)) {
    // Of two that overlap, such as a secret that begins with another, one mask hides both.
    if (range.start >= end) masked += `${text.slice(end, range.start)}${mask}`;
    end = Math.max(end, range.end);
  }
  return masked + text.slice(end);
}

/** A text after some unescaping. */
interface View {
  readonly text: string;
  /** Where each character began in the original, and behind the last one where that ended. */
  readonly origins: Uint32Array;
}

/** Part of a text, from `start` up to `end`. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

function listRanges({ text, origins }: View, form: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
    ranges.push({ start: origins[at] ?? 0, end: origins[at + form.length] ?? 0 });
  }
  return ranges;
}

/** How often a text is unescaped: JSON in JSON in an HTML page takes three times. */
const maxUnescapes = 4;

/** The text as it is, and as it reads after each unescaping that changes something. */
function listViews(text: string): readonly View[] {
  const views: View[] = [];
  let view: View | null = { text, origins: new Uint32Array(text.length + 1).map((_, at) => at) };
  for (; view !== null && views.length <= maxUnescapes; view = unescapeOnce(view)) views.push(view);
  return views;
}

const mayBeEscaped = /[\\%&]/;
/**
 * One escaped character: in JSON and JavaScript, in an address, in HTML by number, by hexadecimal
 * number, by name.
 */
const escapes =
  /(?:\\|%)u([0-9a-f]{4})|(?:\\x|%)([0-9a-f]{2})|\\([!-/:-@[-`{-~])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&([a-z]{2,6});/gi;

/** Unescapes each escaped character once. Null where there is none. */
function unescapeOnce({ text, origins }: View): View | null {
  if (!mayBeEscaped.test(text)) return null;
  const plain: string[] = [];
  const from = new Uint32Array(origins.length);
  let length = 0;
  let end = 0;
  const take = (piece: string, at: number): void => {
    plain.push(piece);
    from.set(origins.subarray(at, at + piece.length), length);
    length += piece.length;
  };
  for (const match of text.matchAll(escapes)) {
    const character = readEscape(match);
    if (character === undefined) continue;
    take(text.slice(end, match.index), end);
    take(character, match.index);
    end = match.index + match[0].length;
  }
  if (end === 0) return null;
  take(text.slice(end), end);
  from[length] = origins[text.length] ?? 0;
  return { text: plain.join(''), origins: from.subarray(0, length + 1) };
}

/** The character that an escape stands for; undefined for a name that is missing below. */
function readEscape([, unit, byte, itself, decimal, hex, name]: RegExpExecArray):
  | string
  | undefined {
  if (itself !== undefined) return itself;
  if (name !== undefined) return namedCharacters.get(name.toLowerCase());
  const digits = unit ?? byte ?? hex;
  return String.fromCharCode(digits === undefined ? Number(decimal) : Number.parseInt(digits, 16));
}

/** The names that HTML has for printable ASCII, each before its character. */
const namedCharacters: ReadonlyMap<string, string> = new Map(
  `amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave\` gt> hat^ lbrace{ lbrack[ lcub{ lowbar_ lpar( lsqb[
  lt< num# percnt% period. plus+ quest? quot" rbrace} rbrack] rcub} rpar) rsqb] semi; sol/ verbar| vert|`
    .split(/\s+/)
    .map((entry): [string, string] => [entry.slice(0, -1), entry.slice(-1)]),
);

/**
 * How these bytes can stand in base64 and base64url, whatever stands around them: at each of the
 * three offsets, and without the characters that also hold bits of a neighbour. In both alphabets,
 * each form once, without padding; none for bytes that are too few.
 */
function listBase64Forms(bytes: Uint8Array): readonly string[] {
  if (bytes.length < minEncodedBytes) return [];
  const forms = [0, 1, 2].map((offset) => encodeInner(bytes, offset));
  return [
    ...new Set([...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]),
  ];
}

function encodeInner(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}
