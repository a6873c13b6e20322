/**
 * A port of how the runner finds commands in what a step prints (actions/runner v2.336,
 * ActionCommand and ActionCommandManager), in our own words. stdout and stderr go through the same
 * parsers.
 */

import os from 'node:os';

/** A command as the runner would run it, or a line that it would show. */
export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const known = new Set([
  ...[
    'set-env',
    'set-output',
    'save-state',
    'add-mask',
    'add-path',
    'add-matcher',
    'remove-matcher',
  ],
  ...['debug', 'warning', 'error', 'notice', 'group', 'endgroup', 'echo', 'stop-commands'],
]);

/**
 * What weighs nothing when .NET searches by culture, so that it may stand inside a prefix without
 * breaking it.
 */
const weightless =
  /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Me}]|(?!\s)\p{Cc}/gu;

/**
 * Every command in a text, in order, with the commands that a `stop-commands` silences left out.
 */
export function parseCommands(text: string): readonly Command[] {
  const found: Command[] = [];
  let token: string | null = null;
  for (const line of splitLines(text)) {
    const command = parseLine(line, token);
    if (command === null) continue;
    if (token === null) {
      found.push(command);
      token = command.name === 'stop-commands' ? command.data : null;
    } else if (command.name === token.toLowerCase()) token = null;
  }
  return found;
}

/**
 * Replaces the line ends of this platform by LF: `@actions/core` prints CRLF on Windows. Elsewhere
 * the text stays as it is, so that a CRLF in it is still seen.
 */
export function normalizeLineEnds(text: string): string {
  return text.replaceAll(os.EOL, '\n');
}

/** The lines that are shown as they are, since no command is in them. */
export function parsePlainLines(text: string): readonly string[] {
  return splitLines(text).filter((line) => parseLine(line, null) === null);
}

/** A line ends at LF, CRLF or a lone CR; the end of the text is not a line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/**
 * Reads a line as it is and, more strictly than any runner, as it is without what weighs nothing.
 */
function parseLine(line: string, token: string | null): Command | null {
  const bare = line.replace(weightless, '');
  return (
    parseColons(line, token) ??
    parseBrackets(line, token) ??
    parseColons(bare, token) ??
    parseBrackets(bare, token)
  );
}

/** `::name key=value,key=value::data`, at the start of a line but for white space. */
function parseColons(line: string, token: string | null): Command | null {
  const [, info, data = ''] = /^[\s\u0085]*::(.*?)::(.*)$/s.exec(line) ?? [];
  if (info === undefined) return null;
  return toCommand(
    { info, data: unescapeAll(data, '\r\n%'), separator: ',', escaped: '\r\n:,%' },
    token,
  );
}

/** `##[name key=value;key=value]data`, anywhere in a line; only the first prefix counts. */
function parseBrackets(line: string, token: string | null): Command | null {
  const [, info, data = ''] = /^(?:(?!##\[).)*##\[(.*?)\](.*)$/s.exec(line) ?? [];
  if (info === undefined) return null;
  const escaped = ';\r\n]%';
  return toCommand({ info, data: unescapeAll(data, escaped), separator: ';', escaped }, token);
}

interface Raw {
  readonly info: string;
  readonly data: string;
  readonly separator: string;
  /** What is escaped in a property. */
  readonly escaped: string;
}

function toCommand({ info, data, separator, escaped }: Raw, token: string | null): Command | null {
  const [, word = '', rest = ''] = /^([^ ]*)(.*)$/s.exec(info) ?? [];
  const name = word.toLowerCase();
  if (!known.has(name) && name !== token?.toLowerCase()) return null;
  const properties = rest
    .trim()
    .split(separator)
    .flatMap((pair) => {
      const [, key, value = ''] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
      return key === undefined ? [] : [[key, unescapeAll(value, escaped)]];
    });
  return { name, properties: Object.fromEntries(properties), data };
}

/** Replaces the escapes of these characters one after the other, `%25` last, as the runner does. */
function unescapeAll(value: string, characters: string): string {
  return Array.from(characters).reduce(
    (text, character) => text.replaceAll(toEscape(character), character),
    value,
  );
}

function toEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
