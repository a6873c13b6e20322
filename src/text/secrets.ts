/** A value that must be neither published nor shown, with the name of its input. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

const mask = '***';

/** The maximum length of a secret that is also found escaped or in base64. Keys are never longer. */
const maxFormUnits = 1_000;
/** The minimum length of a secret whose base64 is searched for: a few letters occur by chance. */
const minEncodedBytes = 6;

/**
 * Creates the function that replaces every secret in a text by `***`, and the user name and
 * password of any address: `createRedact(['key-1'])('key%2D1')` is `***`. The runner masks only its
 * log, not titles, files, outputs and what is sent to an API.
 *
 * A secret is found as it is, in base64, and with characters that are escaped for JSON, HTML or an
 * address. A part of a secret is not a secret, so a text must be redacted before it is cut. Empty
 * secrets are ignored.
 */
export function createRedact(secrets: readonly string[]): (text: string) => string {
  const given = secrets.filter((secret) => secret !== '');
  const short = given.filter((secret) => secret.length <= maxFormUnits);
  const long = given.filter((secret) => secret.length > maxFormUnits);
  const patterns = short.map((secret) => {
    return new RegExp(listForms(secret).map(toPattern).join('|'), 'g');
  });
  return (text) => {
    const masked = long.reduce((left, secret) => left.replaceAll(secret, mask), text);
    return maskPasswords(maskMatches(masked, patterns));
  };
}

function maskPasswords(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(/(https?:[/\\]+)[^\s/\\?#]*@/gi, `$1${mask}@`);
}

function maskMatches(text: string, patterns: readonly RegExp[]): string {
  const matches = patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  matches.sort((one, other) => one.index - other.index);
  let masked = '';
  let end = 0;
  for (const match of matches) {
    // Overlapping matches, such as those of a secret that begins with another one, share a mask.
    if (match.index >= end) masked += `${text.slice(end, match.index)}${mask}`;
    end = Math.max(end, match.index + match[0].length);
  }
  return masked + text.slice(end);
}

/**
 * Lists a secret as it is, and how base64 and base64url have it between other bytes: at each of the
 * three offsets, without the characters that also hold bits of a neighbor, and without padding.
 */
export function listForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < minEncodedBytes) return [secret];
  const base64 = [0, 1, 2].map((offset) => encodeInnerBase64(bytes, offset));
  const base64Url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([secret, ...base64, ...base64Url])];
}

function encodeInnerBase64(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return encoded.slice(start, end);
}

/** Maximum number of times that JSON or an address is escaped within another one. */
const maxNesting = 8;
/** The names that HTML writers use. */
const htmlNames: ReadonlyMap<string, string> = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
]);

/**
 * Returns the source of a regular expression for a text whose characters other than letters and
 * digits may be escaped. All repetitions are bounded, so that it takes linear time.
 */
export function toPattern(text: string): string {
  // A run of backslashes is one part: the expression could divide it among several in many ways.
  const parts = text.match(/\\+|[^\\]/gs) ?? [];
  return parts.map((part) => (/^\w$/.test(part) ? part : toEscapedPattern(part))).join('');
}

/** Handles a character that is neither a letter nor a digit, or a run of backslashes. */
function toEscapedPattern(part: string): string {
  const [char = ''] = part;
  const code = char.charCodeAt(0);
  const hex = code
    .toString(16)
    .padStart(2, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const name = htmlNames.get(char);
  const html = [`#0{0,4}${code}`, `#[xX]0{0,4}${hex}`, ...(name === undefined ? [] : [name])];
  const escapes = [
    `%(?:25){0,${maxNesting}}(?:u00)?${hex}`,
    `\\\\{1,${maxNesting}}(?:u00|x)${hex}`,
    `&(?:amp;){0,2}(?:${html.join('|')});`,
  ];
  if (char === '\\') {
    const count = part.length;
    const itself = `\\\\{${count},${count * maxNesting}}`;
    return `(?:${itself}|(?:${escapes.join('|')}){${count}})`;
  }
  const itself = `\\\\{0,${maxNesting}}\\u${code.toString(16).padStart(4, '0')}`;
  return `(?:${itself}|${escapes.join('|')})`;
}
