/**
 * Finds keys of other services in text files by their prefixes, because everyone who opens an app
 * can read its files.
 */

/** A key that a file seems to contain. */
export interface FoundKey {
  /** Offset of the first byte of the key in the file. */
  readonly offset: number;
  /** The kind of key, such as "a GitHub token". */
  readonly what: string;
  /** The first four characters of the key; empty if they are the same for every key of the kind. */
  readonly start: string;
}

/** A kind of key that is recognized by its prefix. */
interface KeyKind {
  readonly what: string;
  /** Matches a whole key at the index where the search begins. */
  readonly pattern: RegExp;
  /**
   * Decides by the text around a key whether it is a secret; absent if every key of the kind is
   * one.
   */
  readonly isSecret?: (around: string) => boolean;
}

/**
 * Prefixes, minimum lengths and alphabets (docs/decisions/0009-keys-in-files.md). Keys that are
 * public by design are not listed, such as the `pk_live_…` of Stripe or the `AIza…` in a Firebase
 * configuration.
 */
const keyKinds: readonly KeyKind[] = [
  { what: 'a GitHub token', pattern: /gh[oprsu]_[A-Za-z0-9]{36,}(?![\w-])/y },
  { what: 'a GitHub token', pattern: /ghs_\d{1,20}_[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/y },
  { what: 'a GitHub token', pattern: /github_pat_\w{36,}/y },
  {
    what: 'an access key of AWS next to its secret',
    pattern: /(?<!(?<!\\)[A-Za-z0-9])AKIA[A-Z0-9]{16}(?![\w-])/y,
    isSecret: hasAwsSecret,
  },
  { what: 'a secret key of Stripe', pattern: /[rs]k_live_[A-Za-z0-9]{20,}(?![\w-])/y },
  { what: 'an OpenAI API key', pattern: /sk-(?:proj|svcacct|admin)-[\w-]{40,}/y },
  { what: 'an OpenAI API key', pattern: /sk-[A-Za-z0-9]{48}(?![\w-])/y },
  { what: 'an Anthropic API key', pattern: /sk-ant-[\w-]{32,}/y },
  { what: 'a Slack token', pattern: /xox[abeoprs]-\d[\w-]{23,}/y },
  { what: 'a Slack token', pattern: /xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{16,}/y },
  { what: 'an npm token', pattern: /npm_[A-Za-z0-9]{36}(?![\w-])/y },
  { what: 'a SendGrid API key', pattern: /SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/y },
  { what: 'a Twilio API key', pattern: /SK[0-9a-f]{32}(?![\w-])/y },
  {
    what: 'a Google API key for Gemini',
    pattern: /AIza[\w-]{35}(?![\w-])/y,
    isSecret: isUsedForGemini,
  },
];

/** Maximum number of keys that are listed for one file. */
const maxKeysPerFile = 20;
/** The number of bytes before and after the beginning of a key that are examined. */
const reachBytes = 512;

/**
 * Returns the keys in a text file, each value once, in linear time.
 *
 * @example
 * findKeys(bytes); // [{ offset: 9, what: 'a secret key of Stripe', start: 'sk_l' }]
 */
export function findKeys(bytes: Buffer): readonly FoundKey[] {
  const found = new Map<string, FoundKey>();
  for (const { index, what, value, start } of listMatches(bytes)) {
    if (found.has(value)) continue;
    found.set(value, { offset: index, what, start });
    if (found.size === maxKeysPerFile) break;
  }
  return [...found.values()];
}

/** True if a text seems to contain a key, so that no report may show it. */
export function hasKey(text: string): boolean {
  return findKeys(Buffer.from(text)).length > 0;
}

/** A key in a text. */
interface KeyMatch {
  /** The index of its first character. */
  readonly index: number;
  readonly what: string;
  readonly value: string;
  readonly start: string;
}

/** Returns the key that begins at an index of a text, or is around it; null if there is none. */
type ReadKey = (text: string, at: number) => KeyMatch | null;

/** Yields the keys in some bytes. */
function* listMatches(bytes: Buffer): Generator<KeyMatch> {
  const readAround = (at: number, read: ReadKey): KeyMatch | null => {
    const start = Math.max(0, at - reachBytes);
    const match = read(bytes.toString('latin1', start, at + reachBytes), at - start);
    return match === null ? null : { ...match, index: start + match.index };
  };
  for (const [starts, read] of [
    [listKeyStarts(bytes), readKey],
    // Each of these keys is found by a short part of it that begins with a rare character: Node.js
    // finds a text of fewer than eight characters four times as fast if its first character is
    // rare.
    [listIndexes(bytes, 'AKIA'), readKey],
    [listIndexes(bytes, 'TE KEY'), readPrivateKey],
    [listIndexes(bytes, 'k.com'), readWebhook],
  ] as const) {
    for (const at of starts) {
      const match = readAround(at, read);
      if (match !== null) yield match;
    }
  }
}

function* listIndexes(bytes: Buffer, text: string): Generator<number> {
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) yield at;
}

function readKey(text: string, index: number): KeyMatch | null {
  for (const { what, pattern, isSecret } of keyKinds) {
    pattern.lastIndex = index;
    const value = pattern.exec(text)?.[0];
    if (value === undefined || isPlaceholder(value)) continue;
    if (isSecret === undefined || isSecret(text))
      return { index, what, value, start: value.slice(0, 4) };
  }
  return null;
}

/** True if a text is an example from a document, such as `sk_live_xxxxxxxxxxxxxxxxxxxx`. */
function isPlaceholder(value: string): boolean {
  return /x{4}|0{8}|example/i.test(value);
}

/**
 * True if a secret of AWS, which has 40 characters of base64, is in a text. A SHA-1 in hex has as
 * many characters, but no capital letters.
 */
function hasAwsSecret(around: string): boolean {
  const texts = around.match(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g) ?? [];
  return texts.some((text) => /[A-Z]/.test(text) && /[a-z]/.test(text) && !isPlaceholder(text));
}

/**
 * True if a Google API key is used for Gemini, which bills the owner of the key. In a Firebase
 * configuration, or for maps, the key is public by design.
 */
function isUsedForGemini(around: string): boolean {
  if (/authDomain|messagingSenderId/.test(around)) return false;
  return /gemini|generativelanguage|GoogleGenAI|GoogleGenerativeAI/i.test(around);
}

/**
 * The first line of a private key and the beginning of what follows it: on the next line, behind an
 * escaped line end, or in the next string of an array or of a concatenation.
 */
const privateKey =
  /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s|["'`]\s*[+,]\s*["'`])+(?:[A-Za-z0-9+/]{16}|(?:Proc-Type|Version|Comment): )/y;

/** Reads a private key in PEM. A program that reads such keys contains the first line only. */
function readPrivateKey(text: string, at: number): KeyMatch | null {
  const index = text.lastIndexOf('-----BEGIN ', at);
  if (index === -1) return null;
  privateKey.lastIndex = index;
  const value = privateKey.exec(text)?.[0];
  if (value === undefined) return null;
  const isOfGoogle = text.slice(0, index).includes('service_account');
  const what = isOfGoogle ? 'the key of a Google service account' : 'a private key';
  return { index, what, value, start: '' };
}

/** The address of an incoming webhook, which may be in JSON with escaped slashes. */
const slackWebhook = /hooks\.slack\.com\\?\/services\\?\/T\w{6,}\\?\/B\w{6,}\\?\/[A-Za-z0-9]{16,}/y;

function readWebhook(text: string, at: number): KeyMatch | null {
  const index = at - 'hooks.slac'.length;
  slackWebhook.lastIndex = Math.max(0, index);
  const value = slackWebhook.exec(text)?.[0];
  if (value === undefined || isPlaceholder(value)) return null;
  return { index, what: 'a Slack webhook', value, start: '' };
}

/**
 * Every key in keyKinds has at least this many word bytes in a row, except keys of AWS, which are
 * found by `AKIA`.
 */
const minRunBytes = 28;
/** 1 for the bytes of letters, digits, `_` and `-`. */
const isWordByte = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  isWordByte[character.charCodeAt(0)] = 1;

/**
 * Yields the positions at which a key may begin: each run of at least minRunBytes word bytes whose
 * first bytes are the prefix of a key.
 *
 * Looks first at the last byte of each possible run: if it is not a word byte, the bytes before it
 * are skipped. Searching for each prefix, or with one pattern for all prefixes, would double the
 * time that a scan of texts takes.
 */
function* listKeyStarts(bytes: Buffer): Generator<number> {
  let runStart = 0;
  while (runStart + minRunBytes <= bytes.length) {
    let at = runStart + minRunBytes - 1;
    while (at >= runStart && isWordByte[bytes[at] ?? 0] === 1) at -= 1;
    if (at >= runStart) {
      // The run is too short. The next run begins after this byte.
      runStart = at + 1;
      continue;
    }
    const start = findKeyStart(bytes, runStart);
    if (start !== null) yield start;
    runStart += minRunBytes;
    while (isWordByte[bytes[runStart] ?? 0] === 1) runStart += 1;
    runStart += 1;
  }
}

/** The first two characters of the keys in keyKinds that begin with a run. */
const firstPairs = new Set(
  ['gh', 'gi', 'sk', 'rk', 'xo', 'xa', 'np', 'SK', 'AI'].map((pair) =>
    toPair(Buffer.from(pair), 0),
  ),
);

/** Returns the index at which a run may begin a key; null if it cannot. */
function findKeyStart(bytes: Buffer, runStart: number): number | null {
  const start = skipEscape(bytes, runStart);
  if (firstPairs.has(toPair(bytes, start))) return start;
  // The long run of a SendGrid key is its third part, after `SG.` and 22 characters.
  const first = runStart - 'SG..'.length - 22;
  const isSendGrid =
    bytes[runStart - 1] === 0x2e && bytes.toString('latin1', first, first + 3) === 'SG.';
  return isSendGrid ? first : null;
}

function toPair(bytes: Buffer, index: number): number {
  return (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0);
}

/** Skips the word bytes of `\n`, `\u0022`, `\x22` or `%22` that are in front of a key. */
function skipEscape(bytes: Buffer, runStart: number): number {
  const before = bytes[runStart - 1];
  if (before === 0x25) return runStart + 2;
  if (before !== 0x5c) return runStart;
  const letter = String.fromCharCode(bytes[runStart] ?? 0);
  if (letter === 'u') return runStart + 5;
  if (letter === 'x') return runStart + 3;
  return 'nrt'.includes(letter) ? runStart + 1 : runStart;
}
