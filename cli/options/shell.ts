/** Writes command lines that can be pasted into the shell of the machine. */
import type { Environment } from '../../src/run/context.ts';

/** `sh` stands for all shells that quote as POSIX defines it, such as bash and zsh. */
export type Shell = 'sh' | 'cmd' | 'powershell';

/** Returns the shell that a person on this machine most likely types into. */
export function findShell(platform: NodeJS.Platform, env: Environment): Shell {
  // Git Bash and MSYS2 set these on Windows, too.
  const hasPosixShell = Boolean(env['MSYSTEM'] ?? env['SHELL']);
  if (platform !== 'win32' || hasPosixShell) return 'sh';
  // PowerShell adds a folder of the user to PSModulePath. Variables that cmd sets prove nothing,
  // since npx itself starts cmd.
  const home = (env['USERPROFILE'] ?? '').toLowerCase();
  const modules = (env['PSModulePath'] ?? '').toLowerCase().split(';');
  const isPowerShell = home !== '' && modules.some((folder) => folder.startsWith(home));
  return isPowerShell ? 'powershell' : 'cmd';
}

/**
 * Returns one line that calls a program with these arguments. Placeholders such as `<version>` stay
 * as they are, since they are filled in first.
 *
 * @example
 * writeLine(['npx', 'miniapp-deploy', 'check', 'my app'], 'sh'); // npx miniapp-deploy check 'my app'
 */
export function writeLine(words: readonly string[], shell: Shell): string {
  return words.map((word) => quoteWord(word, shell)).join(' ');
}

/** Returns the line that sets a variable for the commands that follow in the same shell. */
export function writeVariable(name: string, value: string, shell: Shell): string {
  if (shell === 'powershell') return `$env:${name} = ${quoteSingle(value)}`;
  if (shell === 'cmd') return `set "${name}=${value}"`;
  return `export ${name}=${quoteWord(value, shell)}`;
}

/** Returns a path that no program takes for an option: `-x` becomes `./-x`. */
export function toPathArgument(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** Quotes a word, if needed, so that the shell reads it as one argument. */
export function quoteWord(word: string, shell: Shell): string {
  if (/^<[a-z-]+>$/.test(word)) return word;
  if (shell === 'sh') return quoteForSh(word);
  if (shell === 'cmd') return quoteForCmd(word);
  return quoteForPowerShell(word);
}

function quoteForSh(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Matches the words that neither cmd nor PowerShell changes. */
const plainOnWindows = /^[\w.:/\\+-]+$/;

/**
 * Quotes a word for cmd. Percent signs stand outside the quotes, so that a caret protects them. A
 * backslash before a quote is doubled, as the C runtime of Windows reads it.
 */
function quoteForCmd(word: string): string {
  if (plainOnWindows.test(word)) return word;
  const inner = word
    .split('"')
    .map((part) => part.replace(/\\$/, '\\\\'))
    .join('""');
  return `"${inner.replaceAll('%', '"^%"')}"`;
}

/**
 * Quotes a word for PowerShell. Uses double quotes if nothing in the word needs an escape, so that
 * cmd can read the line, too.
 */
function quoteForPowerShell(word: string): string {
  // PowerShell does not pass a bare "--" to a script such as npm, and passes "-a.b" as two words.
  const isOption = word.startsWith('-') && !/^--?[\w-]*\w$/.test(word);
  if (plainOnWindows.test(word) && !isOption) return word;
  return /[$`"“”„%]/.test(word) ? quoteSingle(word) : `"${word}"`;
}

/**
 * Puts a text in single quotes for PowerShell. Quotes in it are doubled, even typographic ones,
 * which PowerShell also takes for quotes.
 */
function quoteSingle(word: string): string {
  return `'${word.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}
