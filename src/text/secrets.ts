/** A value that must be neither published nor shown, with the name of its input. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

const mask = '***';

/** The minimum length of a secret whose base64 is searched for: a few letters occur by chance. */
const minEncodedBytes = 6;

/**
 * Creates the function that replaces every secret in a text by `***`, however a server escaped it,
 * and the user name and password of any address: `createRedact(['key-1'])('key%2D1')` is `***`. The
 * runner masks only its log, not titles, files, outputs and what is sent to an API.
 *
 * The text is unescaped again and again (JSON, HTML, addresses, one within another). If a secret,
 * or its base64 at any offset in either alphabet, shows up, the part that it came from is masked.
 * Secrets are printable ASCII. Empty ones are ignored, and a part of a secret is not a secret.
 * Takes linear time.
 */
export function createRedact(secrets: readonly string[]): (text: string) => string {
  const given = secrets.filter((secret) => secret !== '');
  const variants = [...new Set(given.flatMap(encodeVariants))];
  if (variants.length === 0) return maskPasswords;
  return (text) => maskPasswords(maskVariants(text, variants));
}

/** Lists how a secret may be written in a text that was unescaped. */
function encodeVariants(secret: string): readonly string[] {
  // If a secret contains something like an escape (`%41`), unescaping a text also changes the
  // secret in it. So the unescaped forms of the secret are searched for, too.
  const decoded = listDecodings(secret)
    .slice(1)
    .map(({ text }) => text)
    .filter(({ length }) => length >= minEncodedBytes);
  return [
    secret,
    // These two escaped forms are listed because unescaping them does not lead back to a secret
    // that itself contains something like an escape.
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    ...decoded,
    ...encodeBase64Variants(Buffer.from(secret)),
  ];
}

function maskPasswords(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(/(https?:[/\\]+)[^\s/\\?#]*@/gi, `$1${mask}@`);
}

function maskVariants(text: string, variants: readonly string[]): string {
  const mayBeDecoded = mayBeEscaped.test(text);
  // Nearly every text ends here, such as the paths of 50,000 files.
  if (!mayBeDecoded && !variants.some((variant) => text.includes(variant))) return text;
  const ranges = listDecodings(text).flatMap((decoded) => {
    return variants.flatMap((variant) => findRanges(decoded, variant));
  });
  ranges.sort((one, other) => one.start - other.start);
  let masked = '';
  let end = 0;
  for (const range of ranges) {
    // Overlapping ranges, such as those of a secret that begins with another one, share a mask.
    if (range.start >= end) masked += `${text.slice(end, range.start)}${mask}`;
    end = Math.max(end, range.end);
  }
  return masked + text.slice(end);
}

/** A text after some unescaping. */
interface DecodedText {
  readonly text: string;
  /**
   * For each character, its start in the original text; one extra entry holds the end of the last
   * character.
   */
  readonly origins: Uint32Array;
}

/** A part of a text, from `start` up to but not including `end`. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a variant in a decoded text, and returns the parts of the original text that it came from.
 */
function findRanges({ text, origins }: DecodedText, variant: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let at = text.indexOf(variant);
  while (at !== -1) {
    const end = at + variant.length;
    ranges.push({ start: origins[at] ?? 0, end: origins[end] ?? 0 });
    at = text.indexOf(variant, end);
  }
  return ranges;
}

/** Maximum number of times a text is unescaped: JSON in JSON in HTML takes three. */
const maxUnescapes = 4;

/** Returns the text as it is, then the result of each unescaping that changes it. */
export function listDecodings(text: string): readonly DecodedText[] {
  const origins = new Uint32Array(text.length + 1);
  for (let at = 0; at <= text.length; at += 1) origins[at] = at;
  const decodings: DecodedText[] = [];
  let decoded: DecodedText | null = { text, origins };
  while (decoded !== null && decodings.length <= maxUnescapes) {
    decodings.push(decoded);
    decoded = unescapeOnce(decoded);
  }
  return decodings;
}

const mayBeEscaped = /[\\%&]/;

/** The ways to escape a character. */
const escapes = [
  // JSON, JavaScript, and its function `escape`
  /(?:\\|%)u(?<unit>[0-9a-f]{4})/,
  // JavaScript and addresses
  /(?:\\x|%)(?<byte>[0-9a-f]{2})/,
  /\\(?<itself>[!-/:-@[-`{-~])/,
  // HTML
  /&#(?<decimal>\d{1,7});/,
  /&#x(?<hex>[0-9a-f]{1,6});/,
  /&(?<name>[a-z]{2,6});/,
];
const escapedCharacter = new RegExp(escapes.map(({ source }) => source).join('|'), 'gi');

/** Unescapes each escaped character once. Returns null if there is none. */
function unescapeOnce(decoded: DecodedText): DecodedText | null {
  if (!mayBeEscaped.test(decoded.text)) return null;
  const unescaping = new Unescaping(decoded);
  for (const match of decoded.text.matchAll(escapedCharacter)) {
    const character = readEscape(match.groups ?? {});
    if (character !== undefined) unescaping.replace(match.index, match[0].length, character);
  }
  return unescaping.finish();
}

/** Collects the pieces of a text that is being unescaped, with their origins. */
class Unescaping {
  readonly #decoded: DecodedText;
  readonly #pieces: string[] = [];
  readonly #origins: Uint32Array;
  #length = 0;
  /** The end of the part of the decoded text that has been taken so far. */
  #end = 0;

  constructor(decoded: DecodedText) {
    this.#decoded = decoded;
    this.#origins = new Uint32Array(decoded.origins.length);
  }

  /** Replaces a part of the text by one character, and keeps what is before it. */
  replace(start: number, length: number, character: string): void {
    if (start > this.#end) this.#keepUntil(start);
    this.#pieces.push(character);
    this.#origins[this.#length] = this.#decoded.origins[start] ?? 0;
    this.#length += 1;
    this.#end = start + length;
  }

  /** Returns the new text; null if nothing was replaced. */
  finish(): DecodedText | null {
    if (this.#end === 0) return null;
    const { text, origins } = this.#decoded;
    this.#keepUntil(text.length);
    this.#origins[this.#length] = origins[text.length] ?? 0;
    return { text: this.#pieces.join(''), origins: this.#origins.subarray(0, this.#length + 1) };
  }

  /** Takes the text up to a place as it is. */
  #keepUntil(end: number): void {
    const { text, origins } = this.#decoded;
    this.#pieces.push(text.slice(this.#end, end));
    this.#origins.set(origins.subarray(this.#end, end), this.#length);
    this.#length += end - this.#end;
  }
}

/** Returns the character that an escape stands for; undefined for an unknown HTML name. */
function readEscape(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { unit, byte, itself, decimal, hex, name } = groups;
  if (itself !== undefined) return itself;
  if (name !== undefined) return namedCharacters.get(name.toLowerCase());
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return String.fromCharCode(Number.parseInt(unit ?? byte ?? hex ?? '', 16));
}

/** The HTML names of printable ASCII characters, each followed by its character. */
const nameTable = [
  "amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ lbrace{",
  'lbrack[ lcub{ lowbar_ lpar( lsqb[ lt< num# percnt% period. plus+ quest? quot" rbrace} rbrack]',
  'rcub} rpar) rsqb] semi; sol/ verbar| vert|',
];
const namedCharacters: ReadonlyMap<string, string> = new Map(
  nameTable
    .flatMap((line) => line.split(' '))
    .map((entry): [string, string] => [entry.slice(0, -1), entry.slice(-1)]),
);

/**
 * Lists how bytes may be written in base64 and base64url between other bytes: at each of the
 * three offsets, without the characters that also hold bits of a neighbor, and without padding.
 * Returns none if there are too few bytes.
 */
export function encodeBase64Variants(bytes: Uint8Array): readonly string[] {
  if (bytes.length < minEncodedBytes) return [];
  const variants = [0, 1, 2].map((offset) => encodeInnerBase64(bytes, offset));
  const urlVariants = variants.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...variants, ...urlVariants])];
}

function encodeInnerBase64(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return encoded.slice(start, end);
}
