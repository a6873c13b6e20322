/**
 * Matches a character without a visible shape: controls, format characters (bidi, zero width, BOM),
 * line and paragraph separators, lone surrogates, default ignorables (DI) such as fillers, and
 * noncharacters. An emoji keeps the selector U+FE0F that makes it one.
 */
const invisible = /(?!(?<=\p{ExtPict})\u{fe0f})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}\p{NChar}]/gu;

/**
 * Makes text from anywhere safe to print as one line. The result has no line break and nothing
 * invisible, and neither of the runner's two command parsers finds a command in it (`::name::` at
 * the start of a line, `##[name]` anywhere).
 *
 * Controls become their Unicode pictures (`␊`), other invisible characters their number
 * (`\u{202e}`). A `kept` character is not replaced. Takes linear time.
 */
export function toPrintable(text: string, kept = ''): string {
  if (isPlain(text)) return text;
  const visible = text.replace(invisible, (character) => {
    return character === kept ? kept : showInvisible(character);
  });
  return breakCommands(visible);
}

/** Makes text of several lines safe to print: line breaks become LF, and tabs stay. */
export function toPrintableLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map((line) => toPrintable(line, '\t')).join('\n');
}

/** Returns the lines of a text, trimmed and without empty ones. */
export function splitLines(text: string): readonly string[] {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Returns true if a line is printable ASCII, arrows, dots and typographic quotes, and contains no
 * command. Nearly all lines are, and are spared the Unicode patterns, which take a millisecond to
 * compile.
 */
function isPlain(line: string): boolean {
  return /^[ -~→·…“”’]*$/.test(line) && !line.includes('##[') && !line.trimStart().startsWith('::');
}

/**
 * Cuts text to at most `maxLength` UTF-16 units, including the note that gives the number of
 * missing characters. Never cuts inside a surrogate pair. If the limit is too small for the note,
 * there is none.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const keptLength = maxLength - ` … (${text.length} characters more)`.length;
  if (keptLength <= 0) return sliceWhole(text, maxLength);
  const kept = sliceWhole(text, keptLength);
  return `${kept} … (${text.length - kept.length} characters more)`;
}

/** The longest start of at most `length` UTF-16 units that does not end in half a character. */
function sliceWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}

function showInvisible(character: string): string {
  const code = Number(character.codePointAt(0));
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `\\u{${code.toString(16)}}`;
}

/**
 * Puts a backslash where a command would begin, as the runner does with its own markers. The runner
 * compares texts by culture, which ignores combining marks, so they are skipped here, too.
 */
function breakCommands(line: string): string {
  return line
    .replace(/(#\p{M}*#\p{M}*)\[/gu, '$1\\[')
    .replace(/^([\s\p{M}]*)(?=:\p{M}*:)/u, '$1\\');
}

/** Writes each UTF-16 unit of a text as its JSON escape (`\u00e4`). */
export function toUnicodeEscapes(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Characters that Markdown or HTML act on anywhere in a line. */
const active = /[&<>"`*_[\]\\|~$#@]/g;

/**
 * Matches what could begin a list, a heading or a rule. It counts only at the start of the text,
 * which is one line.
 */
const blockStart = /^(?:[-+=]|\d{1,9}[.)])/;

/**
 * Escapes outside text for a line of Markdown: in a paragraph, a table, a list or a quotation it
 * has no effect and reads as it is.
 *
 * Characters that Markdown or HTML act on become numeric references. GitHub also looks through the
 * finished text for mentions (`@team`), issues (`#12`, `GH-12`), commits, emoji (`:tada:`),
 * addresses and task boxes (`[ ]`). A `<wbr>`, which is invisible and not copied, splits each of
 * them. Takes linear time.
 */
export function toProse(text: string): string {
  const escaped = escapeMarkdown(toPrintable(text).trim());
  return escaped.replace(
    blockStart,
    (start) => start.slice(0, -1) + toNumericReference(start.slice(-1)),
  );
}

/**
 * Escapes outside text as inline code that nothing in it can end: for paths, states and codes.
 * Blank text becomes the word "empty".
 */
export function toCode(text: string): string {
  const printable = toPrintable(text);
  if (printable.trim() === '') return '<em>empty</em>';
  return `<code>${escapeMarkdown(printable)}</code>`;
}

/**
 * Returns text of several lines as a fenced code block that no backticks in it can close.
 * `language` chooses the highlighting.
 */
export function toCodeBlock(text: string, language: 'text' | 'diff' = 'text'): string {
  const printable = toPrintableLines(text);
  const runLengths = Array.from(printable.matchAll(/`+/g), ([run]) => run.length);
  const longest = runLengths.reduce((most, length) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${printable}\n${fence}`;
}

function escapeMarkdown(text: string): string {
  return (
    text
      .replace(active, toNumericReference)
      // `#` and `@` are now numeric references, but GitHub also finds mentions and issues in the
      // finished text.
      .replace(/(&#(?:35|64);)(?=\S)/g, '$1<wbr>')
      .replace(/^&#91;/, '$&<wbr>')
      .replace(/:(?=\S)/g, '&#58;<wbr>')
      .replace(/\bGH-(?=\d)/gi, '$&<wbr>')
      .replace(/(\bwww)\./gi, '$1&#46;<wbr>')
      .replace(/[0-9a-f]{6}(?=[0-9a-f])/gi, '$&<wbr>')
  );
}

function toNumericReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/**
 * Matches an address whose host, port and path have only letters, digits and `._~%/-`: nothing that
 * a shell, Markdown or HTML would act on.
 */
const safeUrl =
  /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~%/-]*)?$/;

const maxUrlUnits = 2000;

/** Returns an http or https address if it is safe in a shell and in a link, else null. */
export function toSafeUrl(url: string | null | undefined): string | null {
  if (url == null || url.length > maxUrlUnits) return null;
  return safeUrl.test(url) ? url : null;
}

/**
 * Returns the address of the section about one of our codes on `page`, safe to print. Null without
 * a page, and if the code is not one of our codes.
 */
export function toHelpUrl(page: string | null, code: string | null): string | null {
  const url = toSafeUrl(page);
  if (url === null || code === null || !/^[a-z0-9_]{1,50}$/.test(code)) return null;
  return `${url}#${code}`;
}

/**
 * Makes a word of the service, such as a status, safe in a shell: each run of characters other than
 * letters, digits, `.`, `-` and `_` becomes one `_`.
 */
export function toSafeWord(word: string | null | undefined): string | null {
  return word?.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 100) ?? null;
}

/** Returns a time if it is safe in a shell, as times of ISO 8601 are, else null. */
export function toSafeTime(time: string | null | undefined): string | null {
  if (time == null || !/^[0-9A-Za-z:.,+ -]{1,64}$/.test(time)) return null;
  return time;
}

/**
 * Returns a version if it is safe in a shell, else null. It is never changed, since it must be sent
 * back as it is.
 */
export function toSafeVersion(version: string | null | undefined): string | null {
  if (version == null || !/^[A-Za-z0-9][A-Za-z0-9._+:/-]{0,99}$/.test(version)) return null;
  return version;
}

/**
 * Returns a text as a JSON string in ASCII, which shows the accents and marks that it is made of.
 */
export function toAsciiJson(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]+/g, toUnicodeEscapes);
}
