/** Finds the folders that a build writes and copies, if a script or a configuration names them. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { type Builder, callsBuilder, type FolderRule } from '../files/builders.ts';
import { readConfigFile, removeComments } from '../files/config-file.ts';

/** The folders of a project, relative to it, with `/`. */
export interface BuildPaths {
  /** The folder that the build writes; null if it is not stated plainly. */
  readonly output: string | null;
  /** The folder that the build copies; empty if it copies none, or if it is not stated plainly. */
  readonly copied: string;
  /** True if the configuration already has the path of an app as its base. */
  readonly hasAppBase: boolean;
}

/**
 * Returns the paths of the files whose path is one of these beginnings, plus a file extension
 * unless the beginning has one.
 */
export function findConfigFiles(folder: string, beginnings: readonly string[]): readonly string[] {
  return beginnings.flatMap((beginning) => {
    const home = join(folder, dirname(beginning));
    const start = basename(beginning);
    const names = existsSync(home) ? readdirSync(home) : [];
    return names
      .filter((name) => name.startsWith(start) && /^\w*$/.test(name.slice(start.length)))
      .map((name) => posix.join(posix.dirname(beginning), name));
  });
}

/**
 * Reads the folders of a project: from the options of its script, else from the configuration, else
 * the defaults of its builder. `script` is the text of the script, followed by the texts of the
 * scripts that it calls, one per line.
 *
 * @example
 * readBuildPaths('/home/ann/tides', 'tsc && vite build --outDir www', vite).output; // www
 */
export function readBuildPaths(folder: string, script: string, builder: Builder): BuildPaths {
  const parts = script.split(/&&|[;|\n]/);
  const call = parts.find((part) => callsBuilder(part, builder)) ?? '';
  const words = call.split(/[\s=]+/).filter(Boolean);
  const start = builder.takesRoot ? findRoot(call, builder.command) : '.';
  const named = findCallOption(words, ['--config', '-c']);
  const files = named === null ? findConfigFiles(join(folder, start), builder.configs) : [named];
  const texts = files.map((file) => {
    return removeComments(readConfigFile(join(folder, named === null ? start : '.', file)));
  });
  const config = texts.join('\n');
  const hasAppBase = /\bbase:\s*['"]\/a\//.test(config);
  const root = findFolder(
    { usual: '', below: '', keys: builder.rootKeys, options: [] },
    [],
    config,
  );
  const output = findFolder(builder.output, words, config);
  const copied = findFolder(builder.copied, words, config);
  const toProject = (path: string | null): string | null => {
    if (path === null || path === '' || root === null) return null;
    return path.startsWith('/') ? posix.join(start, path) : posix.join(start, root, path);
  };
  // What leads out of the project, or is the output itself, cannot be the place of service.json.
  const home = toProject(copied) ?? '';
  const written = toProject(output);
  return {
    output: written,
    copied: home.startsWith('..') || home === written ? '' : home,
    hasAppBase,
  };
}

/** Returns the folder that follows the command, as in `vite build client`; `.` if there is none. */
function findRoot(call: string, command: string): string {
  const rest = call.slice(call.indexOf(command) + command.length);
  const [first = '-'] = rest.split(/\s+/).filter(Boolean);
  return first.startsWith('-') ? '.' : first;
}

/** Returns the word that follows an option; null if the option is not given. */
function findCallOption(words: readonly string[], options: readonly string[]): string | null {
  const at = words.findIndex((word) => options.includes(word));
  return at === -1 ? null : (words[at + 1] ?? '').replaceAll(/^["']|["']$/g, '');
}

/**
 * Returns the folder of a rule; null if it is computed, or stated in two ways. It is empty if there
 * is no such folder, and begins with `/` if it starts at the configuration and not at the root.
 */
function findFolder(rule: FolderRule, words: readonly string[], config: string): string | null {
  const option = findCallOption(words, rule.options);
  // The value contains a variable of the shell.
  if (option !== null) return /[$%`]/.test(option) ? null : option;
  const stated = rule.keys.flatMap((key) => readStated(config, key));
  const [value] = stated;
  if (value === undefined) return rule.usual;
  if (value === null || stated.some((other) => other !== value)) return null;
  return value === '' ? '' : posix.join(value, rule.below);
}

/** Matches the beginning of a path that starts at the folder of the configuration. */
const fromFile =
  '(?:[\\w$]+\\.)?(?:resolve|join)\\(\\s*(?:__dirname|import\\.meta\\.dirname|process\\.cwd\\(\\))\\s*,\\s*' +
  '|fileURLToPath\\(\\s*new URL\\(\\s*';
const plainText = '(["\'`])(?!/)([^"\'`$\\\\\\n]*)\\2(?=\\s*(?:[,;)}\\]]|as\\b|satisfies\\b|$))';

/**
 * Returns the texts that a configuration sets a key to, or calls a function of that name with; null
 * stands for a value that has to be computed. `false` becomes an empty text.
 */
function readStated(config: string, key: string): readonly (string | null)[] {
  const value = `(?:false\\b|(${fromFile})?${plainText})`;
  const pattern = new RegExp(`(?<![\\w$-])(?:${key})["']?\\s*[:(]\\s*${value}?`, 'g');
  return Array.from(config.matchAll(pattern), ([match, start, , text]) => {
    if (text === undefined) return match.endsWith('false') ? '' : null;
    return start === undefined ? text : posix.join('/', text);
  });
}
