/**
 * Whatever has no shape of its own: controls, format characters (bidi, zero width, BOM), line and
 * paragraph separators, lone surrogates, fillers. An emoji keeps the selector that makes it one. As
 * a literal, a start would take half a millisecond to read it, whether it is needed or not.
 */
const invisible = [
  String.raw`(?!(?<=\p{Extended_Pictographic})\u{fe0f})`,
  String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]`,
].join('');

/**
 * Makes text from anywhere safe to print as one line: the result has no line break, nothing
 * invisible, and neither of the runner's two command parsers finds a command in it (`::name::` at a
 * line's start, `##[name]` anywhere).
 *
 * Controls become their Unicode pictures (`␊`), other invisible characters their number
 * (`\u{202e}`). The runner compares by culture, in which some marks weigh nothing, so that marks
 * between the characters do not count either. Takes linear time. A `kept` character stays as it is.
 */
export function toPrintable(text: string, kept = ''): string {
  if (isHarmless(text)) return text;
  const show = (character: string): string =>
    character === kept ? kept : showInvisible(character);
  return breakCommands(text.replace(new RegExp(invisible, 'gu'), show));
}

/** The same for text of several lines, each safe on its own: line breaks become LF, tabs stay. */
export function toPrintableLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map((line) => toPrintable(line, '\t')).join('\n');
}

/** The lines of a text without the blanks around them; empty lines are dropped. */
export function splitLines(text: string): readonly string[] {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Plain ASCII that begins no command, as most lines are: to compile the patterns below costs a
 * start-up a millisecond.
 */
function isHarmless(line: string): boolean {
  return /^[ -~]*$/.test(line) && !line.includes('##[') && !line.trimStart().startsWith('::');
}

/**
 * Cuts text to at most `limit` UTF-16 units, the words that say how much is missing included, and
 * never inside a surrogate pair. A limit too small for those words just cuts.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const room = limit - ` … (${text.length} characters more)`.length;
  if (room <= 0) return sliceWhole(text, limit);
  const kept = sliceWhole(text, room);
  return `${kept} … (${text.length - kept.length} characters more)`;
}

/** The longest start of at most `units` UTF-16 units that does not end in half a character. */
function sliceWhole(text: string, units: number): string {
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}

function showInvisible(character: string): string {
  const code = Number(character.codePointAt(0));
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `\\u{${code.toString(16)}}`;
}

/**
 * Two hash signs before a bracket, and what stands before two colons at the start of a line. No
 * literals, for the same reason.
 */
const hashSigns = String.raw`(#\p{M}*#\p{M}*)\[`;
const beforeColons = String.raw`^([\s\p{M}]*)(?=:\p{M}*:)`;

/** Puts a backslash where a command would begin, as the runner does with its own markers. */
function breakCommands(line: string): string {
  return line
    .replace(new RegExp(hashSigns, 'gu'), '$1\\[')
    .replace(new RegExp(beforeColons, 'u'), '$1\\');
}

/** What Markdown or HTML could act on wherever it stands in a line. */
const active = /[&<>"`*_[\]\\|~$#@]/g;

/**
 * What could begin a list, a heading or a rule at the start of a line. The text is one line, so
 * that this is the only place.
 */
const blockStart = /^(?:[-+=]|\d{1,9}[.)])/;

/**
 * Outside text as running text in one line that means nothing but itself, in a paragraph, a table,
 * a list or a quotation.
 *
 * Whatever Markdown or HTML act on is written as a number. GitHub acts on the finished text as
 * well: it looks there for mentions (`@team`), issues (`#12`, `GH-12`), commits, emoji (`:tada:`),
 * addresses and boxes to tick (`[ ]`). A `<wbr>`, which shows nothing and is not copied, parts each
 * of them. Takes linear time.
 */
export function toProse(text: string): string {
  return escapeMarkdown(toPrintable(text).trim()).replace(
    blockStart,
    (start) => start.slice(0, -1) + toNumber(start.slice(-1)),
  );
}

/**
 * Outside text as code in one line that cannot be left: for paths, states, codes. Blank text is
 * said to be empty.
 */
export function toCode(text: string): string {
  const printable = toPrintable(text);
  return printable.trim() === '' ? '<em>empty</em>' : `<code>${escapeMarkdown(printable)}</code>`;
}

/**
 * Text of several lines as a fenced block that no run of backticks in it can close, coloured as a
 * `language`.
 */
export function toCodeBlock(text: string, language: 'text' | 'diff' = 'text'): string {
  const printable = toPrintableLines(text);
  const longest = (printable.match(/`+/g) ?? []).reduce(
    (most, run) => Math.max(most, run.length),
    2,
  );
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${printable}\n${fence}`;
}

function escapeMarkdown(text: string): string {
  return (
    text
      .replace(active, toNumber)
      // Of the marks that are numbers now, those that GitHub looks for in the finished text.
      .replace(/(&#(?:35|64);)(?=\S)/g, '$1<wbr>')
      .replace(/^&#91;/, '$&<wbr>')
      .replace(/:(?=\S)/g, '&#58;<wbr>')
      .replace(/\bGH-(?=\d)/gi, '$&<wbr>')
      .replace(/(\bwww)\./gi, '$1&#46;<wbr>')
      .replace(/[0-9a-f]{6}(?=[0-9a-f])/gi, '$&<wbr>')
  );
}

function toNumber(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/**
 * Host, port and path in letters, digits and `._~%/-` alone: nothing that a shell, Markdown or HTML
 * would act on.
 */
const safeUrl =
  /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~%/-]*)?$/;

const maxUrl = 2000;

/**
 * The address if it is http or https in an alphabet that is safe in a shell and in a link, else
 * null.
 */
export function toSafeUrl(url: string | null | undefined): string | null {
  return url != null && url.length <= maxUrl && safeUrl.test(url) ? url : null;
}

/**
 * Where a page explains a code of ours, safe to print; null without a page, or for another word.
 */
export function toHelpUrl(page: string | null, code: string | null): string | null {
  const url = toSafeUrl(page);
  return url !== null && code !== null && /^[a-z0-9_]{1,50}$/.test(code) ? `${url}#${code}` : null;
}

/**
 * A word of the service, such as a status: every run of other characters than letters, digits, `.`,
 * `-` and `_` becomes one `_`.
 */
export function toSafeWord(word: string | null | undefined): string | null {
  return word?.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 100) ?? null;
}

/**
 * A version as it must be sent back, or null when it holds what a shell might act on: changed it
 * would be wrong.
 */
export function toSafeVersion(version: string | null | undefined): string | null {
  return version != null && /^[A-Za-z0-9][A-Za-z0-9._+:/-]{0,99}$/.test(version) ? version : null;
}
