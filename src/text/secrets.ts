/** A value that must be neither published nor shown, with the name of its input. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

const mask = '***';

/** The minimum length of a secret whose base64 is searched for: a few letters occur by chance. */
const minEncodedBytes = 6;
/** The minimum length of a secret to be searched for in files, for the same reason. */
const minSearchedBytes = 4;

/**
 * Creates the function that replaces every secret in a text by `***`, and the user name and
 * password of any address: `createRedact(['key-1'])('my key-1')` is `my ***`. The runner masks only
 * its log, not titles, files, outputs and what is sent to an API.
 *
 * A secret is found as it is, as JSON or a URI has it, and in base64. A part of a secret is not a
 * secret, so a text must be redacted before it is cut. Empty secrets are ignored.
 */
export function createRedact(secrets: readonly string[]): (text: string) => string {
  const given = secrets.filter((secret) => secret !== '');
  // The longest first: one secret may begin with another one.
  const forms = given.flatMap(listForms).sort((one, other) => other.length - one.length);
  return (text) => maskPasswords(forms.reduce((left, form) => left.replaceAll(form, mask), text));
}

function maskPasswords(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(/(https?:[/\\]+)[^\s/\\?#]*@/gi, `$1${mask}@`);
}

/**
 * Creates the function that finds secrets in the bytes of a file, in the same forms. It returns the
 * first position of each secret, in bytes, by the secret's name.
 *
 * @example
 * createFinder([{ name: 'api-key', value: 'key-1234' }])(bytes); // Map { 'api-key' => 7 }
 */
export function createFinder(
  secrets: readonly Secret[],
): (bytes: Buffer) => ReadonlyMap<string, number> {
  const searched = secrets.filter(({ value }) => value.length >= minSearchedBytes);
  const named = searched.map(({ name, value }) => ({ name, forms: listForms(value) }));
  return (bytes) => {
    const found = new Map<string, number>();
    for (const { name, forms } of named) {
      const positions = forms.map((form) => bytes.indexOf(form)).filter((at) => at !== -1);
      if (positions.length > 0) found.set(name, Math.min(...positions));
    }
    return found;
  };
}

function listForms(secret: string): readonly string[] {
  return [...new Set([secret, ...listBase64(Buffer.from(secret))].flatMap(listEscaped))];
}

/** Lists how services, proxies and the programs behind them write a text. */
function listEscaped(text: string): readonly string[] {
  const json = toJson(text);
  const ofPhp = json.replaceAll('/', '\\/');
  const ofDotNet = json.replace(/[<>&'+]/g, toUnicode);
  const ofGson = json.replace(/[<>&'=]/g, (unit) => toUnicode(unit).toLowerCase());
  const uri = encodeURIComponent(text.toWellFormed());
  const uris = [uri, encodeURI(text.toWellFormed()), uri.replaceAll('%2F', '/')];
  const inLowerCase = uris.map((one) => one.replace(/%../g, (code) => code.toLowerCase()));
  // A part of a response that is not understood is shown as JSON, and may have JSON in it.
  return [
    text,
    json,
    ofPhp,
    toJson(json),
    toJson(ofPhp),
    ofDotNet,
    ofGson,
    ...uris,
    ...inLowerCase,
  ];
}

function toJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function toUnicode(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Lists how base64 and base64url have some bytes between other bytes: at each of the three offsets,
 * without the characters that also hold bits of a neighbor, and without padding.
 */
function listBase64(bytes: Uint8Array): readonly string[] {
  if (bytes.length < minEncodedBytes) return [];
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const base64 = encoded.slice(start, end);
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
