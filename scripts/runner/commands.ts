/**
 * Finds commands in the output of a step, as the runner does (actions/runner v2.336, ActionCommand
 * and ActionCommandManager). stdout and stderr go through the same parsers.
 */
import os from 'node:os';

/** A command that the runner would execute. */
export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const knownCommands = new Set(
  (
    'set-env set-output save-state add-mask add-path add-matcher remove-matcher ' +
    'debug warning error notice group endgroup echo stop-commands'
  ).split(' '),
);

/**
 * Matches the characters that .NET, in which the runner is written, ignores in a culture-sensitive
 * search, even within a prefix.
 */
const ignoredCharacters =
  /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Me}]|(?!\s)\p{Cc}/gu;

/** Returns the commands in a text, without the ones that `stop-commands` turns off. */
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
 * Replaces the line ends of this platform by LF, because `@actions/core` prints CRLF on Windows. On
 * other platforms a CRLF stays, so that a test notices it.
 */
export function normalizeLineEnds(text: string): string {
  return text.replaceAll(os.EOL, '\n');
}

/** Returns the lines without a command, which the log shows as they are. */
export function parsePlainLines(text: string): readonly string[] {
  return splitLines(text).filter((line) => parseLine(line, null) === null);
}

/** Splits a text at LF, CRLF and a single CR. An empty rest at the end is not a line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/**
 * Reads a command from a line as it is, or else from the line without the characters that .NET may
 * ignore.
 */
function parseLine(line: string, token: string | null): Command | null {
  const bare = line.replace(ignoredCharacters, '');
  return (
    parseColons(line, token) ??
    parseBrackets(line, token) ??
    parseColons(bare, token) ??
    parseBrackets(bare, token)
  );
}

/** Reads `::name key=value,key=value::data` at the start of a line, after any white space. */
function parseColons(line: string, token: string | null): Command | null {
  const [, info, data = ''] = /^[\s\u0085]*::(.*?)::(.*)$/s.exec(line) ?? [];
  if (info === undefined) return null;
  const raw = { info, data: undoEscapes(data, '\r\n%'), separator: ',', escaped: '\r\n:,%' };
  return toCommand(raw, token);
}

/** Reads `##[name key=value;key=value]data` anywhere in a line. Only the first prefix counts. */
function parseBrackets(line: string, token: string | null): Command | null {
  const [, info, data = ''] = /^(?:(?!##\[).)*##\[(.*?)\](.*)$/s.exec(line) ?? [];
  if (info === undefined) return null;
  const escaped = ';\r\n]%';
  const raw = { info, data: undoEscapes(data, escaped), separator: ';', escaped };
  return toCommand(raw, token);
}

interface RawCommand {
  /** The name and the properties. */
  readonly info: string;
  readonly data: string;
  readonly separator: string;
  /** The characters that are escaped in a property. */
  readonly escaped: string;
}

/**
 * Makes a command; null if the runner does not know its name. `token`: the word that ends the
 * effect of `stop-commands`; null if commands are on.
 */
function toCommand(raw: RawCommand, token: string | null): Command | null {
  const [, word = '', rest = ''] = /^([^ ]*)(.*)$/s.exec(raw.info) ?? [];
  const name = word.toLowerCase();
  if (!knownCommands.has(name) && name !== token?.toLowerCase()) return null;
  const properties: Record<string, string> = {};
  for (const pair of rest.trim().split(raw.separator)) {
    const [, key, value = ''] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
    if (key !== undefined) properties[key] = undoEscapes(value, raw.escaped);
  }
  return { name, properties, data: raw.data };
}

/** Replaces the escapes of these characters one after the other, as the runner does. */
function undoEscapes(value: string, characters: string): string {
  let text = value;
  for (const character of characters) text = text.replaceAll(toEscape(character), character);
  return text;
}

function toEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
