import { listForms, type Secret, toPattern } from './secrets.ts';

/**
 * The minimum length of a secret, or of a part of one, to be searched for in files: almost any
 * file contains a shorter one by chance.
 */
const minSearchedBytes = 4;
/** The maximum number of bytes of one escaped character, such as `&amp;amp;#x0002f;`. */
const maxEscapeBytes = 24;

/** One form of a secret. */
interface SearchedForm {
  /** The name of the secret. */
  readonly name: string;
  /** The longest part that no kind of escaping changes; without a long one, the whole form. */
  readonly anchor: Buffer;
  /** The bytes that may follow the anchor; none if it is at the end of the form. */
  readonly following: ReadonlySet<number | undefined>;
  /** Matches the form in the text around the anchor. */
  readonly pattern: RegExp;
  /** The number of bytes on each side of the anchor that the form may take. */
  readonly reach: number;
}

/**
 * Finds secrets in the bytes of files: as they are, in base64 and base64url between any other bytes,
 * and with characters other than letters and digits escaped for JSON, HTML or an address.
 */
export class SecretFinder {
  readonly #forms: readonly SearchedForm[];

  constructor(secrets: readonly Secret[]) {
    const searched = secrets.filter(({ value }) => value.length >= minSearchedBytes);
    this.#forms = searched.flatMap(({ name, value }) => {
      return listForms(value).map((form) => toSearchedForm(name, form));
    });
  }

  /**
   * Returns the first position of each secret in a file, in bytes, by the secret's name.
   *
   * @example
   * new SecretFinder([{ name: 'api-key', value: 'key-1234' }]).find(bytes); // Map { 'api-key' => 7 }
   */
  find(bytes: Buffer): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const form of this.#forms) {
      const position = findForm(bytes, form);
      const earlier = found.get(form.name) ?? Number.POSITIVE_INFINITY;
      if (position !== null && position < earlier) found.set(form.name, position);
    }
    return found;
  }
}

function toSearchedForm(name: string, form: string): SearchedForm {
  // A file is searched as bytes, each of which is a character of this text.
  const text = Buffer.from(form).toString('latin1');
  const parts: readonly string[] = text.match(/[a-z0-9]+/gi) ?? [];
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '');
  const isLong = longest.length >= minSearchedBytes;
  const next = isLong ? text.slice(text.indexOf(longest) + longest.length)[0] : undefined;
  return {
    name,
    following: next === undefined ? new Set() : new Set(Buffer.from(`${next}\\%&`, 'latin1')),
    anchor: Buffer.from(isLong ? longest : text, 'latin1'),
    pattern: new RegExp(toPattern(text)),
    reach: isLong ? (text.length - longest.length) * maxEscapeBytes : 0,
  };
}

function findForm(bytes: Buffer, form: SearchedForm): number | null {
  const { anchor, following, pattern, reach } = form;
  let at = bytes.indexOf(anchor);
  while (at !== -1) {
    const end = at + anchor.length;
    if (following.size === 0 || following.has(bytes[end])) {
      const start = Math.max(0, at - reach);
      const match = pattern.exec(bytes.toString('latin1', start, end + reach));
      if (match !== null) return start + match.index;
    }
    at = bytes.indexOf(anchor, at + 1);
  }
  return null;
}
