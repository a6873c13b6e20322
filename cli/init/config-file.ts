/** Reads what a configuration file of a builder states plainly, without running it. */

/** A key of a configuration, or a call in it. */
export interface ConfigEntry {
  /** The keys that lead to it, such as `build.outDir`; a call is `setOutputDirectory()`. */
  readonly path: string;
  /** The text or the flag that it is set to; null if that has to be computed. */
  readonly value: string | boolean | null;
  /** True if the path starts at the folder of the file, such as `path.resolve(__dirname, 'x')`. */
  readonly isFromFile: boolean;
}

/** Longer files are not read: nobody writes a configuration that long. */
const maxConfigUnits = 200_000;

const tokenPattern =
  /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*|\S/g;

/**
 * Returns the entries of a configuration in JavaScript, TypeScript or JSON, in their order.
 * Brackets without a key in front, such as those of calls and functions, add nothing to a path.
 *
 * @example
 * readConfig("export default { build: { outDir: 'www' } }"); // build.outDir: www
 */
export function readConfig(text: string): readonly ConfigEntry[] {
  if (text.length > maxConfigUnits) return [];
  const all = text.match(tokenPattern) ?? [];
  const tokens = all.filter((token) => !isComment(token));
  const entries: ConfigEntry[] = [];
  const open: OpenBracket[] = [];
  // The last word, which may be a key, and the key whose value is being read.
  let word: string | null = null;
  let key: string | null = null;
  let hasValue = false;
  let isChoice = false;
  for (const [index, token] of tokens.entries()) {
    if (isOpening(token)) {
      open.push({ bracket: token, key, isChoice });
      [word, key, hasValue, isChoice] = [null, null, false, false];
    } else if (isClosing(token)) {
      isChoice = open.pop()?.isChoice ?? false;
      [word, key, hasValue] = [null, null, false];
    } else if (token === ':' && isChoice) {
      // In `a ? b : c`, this colon ends `b`, so it does not make `b` a key.
      isChoice = false;
    } else if (token === ':' && word !== null && open.at(-1)?.bracket === '{') {
      [word, key, hasValue] = [null, word, false];
    } else if (/^[,;=]$/.test(token)) {
      [word, key, hasValue, isChoice] = [null, null, false, false];
    } else if (token === '?') {
      isChoice = !/^[:?.]$/.test(tokens[index + 1] ?? '');
    } else {
      const rest = tokens.slice(index, index + maxValueTokens);
      if (key !== null && !hasValue) {
        entries.push({ path: toPath(open, key), ...readPlainValue(rest) });
        hasValue = true;
      }
      const called = readCall(rest);
      if (called !== null) entries.push({ path: toPath(open, called.name), ...called.value });
      word = readWord(token);
    }
  }
  return entries;
}

/** Removes comments, in which configurations often show what could be set. */
export function removeComments(text: string): string {
  if (text.length > maxConfigUnits) return text;
  return text.replace(tokenPattern, (token) => (isComment(token) ? '' : token));
}

interface OpenBracket {
  readonly bracket: string;
  /** The key whose value begins with the bracket; null if it has no key. */
  readonly key: string | null;
  /** True if the bracket stands between the ? and the : of a choice. */
  readonly isChoice: boolean;
}

interface ConfigValue {
  readonly value: ConfigEntry['value'];
  readonly isFromFile: boolean;
}

/**
 * The number of tokens in the longest value that counts as plain: `fileURLToPath(new URL('x', …))`.
 */
const maxValueTokens = 12;

/** Patterns that match the joined tokens of a path that is relative to the folder of the file. */
const resolvedPatterns = [
  /^(?:\w+\.)?(?:resolve|join)\((?:__dirname|import\.meta\.dirname|process\.cwd\(\)),(['"][^'"`]*['"])\)/,
  /^(?:\w+\.)?fileURLToPath\(newURL\((['"][^'"`]*['"]),import\.meta\.url\)\)/,
];

/** Reads the value that the tokens begin with. */
function readPlainValue(tokens: readonly string[]): ConfigValue {
  const [first = '', next = ''] = tokens;
  const isWhole = next === '' || /^(?:[,;})\]]|as|satisfies)$/.test(next);
  const text = isWhole ? readString(first) : null;
  if (text !== null) return { value: text, isFromFile: false };
  if (isWhole && /^(?:true|false)$/.test(first))
    return { value: first === 'true', isFromFile: false };
  const joined = tokens.join('');
  for (const pattern of resolvedPatterns) {
    const [, quoted = ''] = pattern.exec(joined) ?? [];
    const path = readString(quoted);
    if (path !== null) return { value: path, isFromFile: true };
  }
  return { value: null, isFromFile: false };
}

/** Reads a call such as `name('text')`. If the name has dots, only its last part counts. */
function readCall(
  tokens: readonly string[],
): { readonly name: string; readonly value: ConfigValue } | null {
  const [first = '', bracket, argument = '', end] = tokens;
  const text = readString(argument);
  if (!/^[A-Za-z_$]/.test(first) || bracket !== '(' || text === null || end !== ')') return null;
  const name = first.split('.').at(-1);
  return { name: `${name}()`, value: { value: text, isFromFile: false } };
}

/** Returns a text without its quotes; null if the value has to be computed. */
function readString(token: string): string | null {
  const [, text] = /^(["'`])([^\\]*)\1$/.exec(token)?.slice(1) ?? [];
  return text === undefined || text.includes('${') ? null : text;
}

/** Returns a name or a quoted text, either of which may be a key; null if the token is neither. */
function readWord(token: string): string | null {
  return /^[A-Za-z_$]/.test(token) ? token : readString(token);
}

function toPath(open: readonly OpenBracket[], key: string): string {
  const keys = open.flatMap((bracket) => (bracket.key === null ? [] : [bracket.key]));
  return [...keys, key].join('.');
}

function isComment(token: string): boolean {
  return token.startsWith('//') || token.startsWith('/*');
}

function isOpening(token: string): boolean {
  return /^[{([]$/.test(token);
}

function isClosing(token: string): boolean {
  return /^[})\]]$/.test(token);
}
