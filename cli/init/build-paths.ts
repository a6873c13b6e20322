/**
 * Finds the folders that a build writes and copies, as far as scripts and files state them plainly.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { readShortFile } from '../repository.ts';
import type { Builder, FolderRule } from './builders.ts';
import { type ConfigEntry, readConfig } from './config-file.ts';

/** The folders of a project, relative to it, with `/`. */
export interface BuildPaths {
  /** The folder that the build writes; null if it is not stated plainly. */
  readonly output: string | null;
  /**
   * The folder that the build copies; empty if it copies none, null if it is not stated plainly.
   */
  readonly copied: string | null;
  /** True if the configuration already has the path of an app as its base. */
  readonly hasAppBase: boolean;
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
  const call = parts.find((part) => part.includes(builder.command)) ?? '';
  const words = call.split(/[\s=]+/).filter(Boolean);
  const start = builder.takesRoot ? findRoot(call, builder) : '.';
  const entries = readConfigs({ folder, start, words, builder });
  const hasAppBase = entries.some((entry) => {
    return entry.path === 'base' && typeof entry.value === 'string' && isAppPath(entry.value);
  });
  const rootRule = { usual: '', below: '', keys: builder.rootKeys, options: [] };
  const root = findFolder(rootRule, words, entries);
  if (root === null) return { output: null, copied: null, hasAppBase };
  const base = toProjectPath(root, start);
  const output = findFolder(builder.output, words, entries);
  const copied = findFolder(builder.copied, words, entries);
  return {
    output: output === null || output.path === '' ? null : toProjectPath(output, base),
    copied: copied === null || copied.path === '' ? '' : toProjectPath(copied, base),
    hasAppBase,
  };
}

/** True if the service shows an app under the path. */
export function isAppPath(path: string): boolean {
  return path.startsWith('/a/');
}

/**
 * Returns the paths of the files whose path is one of these beginnings plus a single file
 * extension.
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

/** Returns the folder that follows the command, as in `vite build client`; `.` if there is none. */
function findRoot(call: string, builder: Builder): string {
  const rest = call.slice(call.indexOf(builder.command) + builder.command.length);
  const [first = '-'] = rest.split(/\s+/).filter(Boolean);
  return first.startsWith('-') ? '.' : first;
}

interface ConfigPlace {
  readonly folder: string;
  /** The folder in which the builder looks for its configuration, relative to `folder`. */
  readonly start: string;
  /** The words of the builder's call. */
  readonly words: readonly string[];
  readonly builder: Builder;
}

/** Reads the configuration files of a builder; paths from a file become relative to the project. */
function readConfigs({ folder, start, words, builder }: ConfigPlace): readonly ConfigEntry[] {
  const named = findOptionValue(words, ['--config', '-c']);
  const files = named === null ? findConfigFiles(join(folder, start), builder.configs) : [named];
  return files.flatMap((file) => {
    const path = named === null ? posix.join(start, file) : file;
    return readConfig(readShortFile(join(folder, path))).map((entry) => {
      if (!entry.isFromFile || typeof entry.value !== 'string') return entry;
      return { ...entry, value: posix.join(posix.dirname(path), entry.value) };
    });
  });
}

/** A folder that is stated plainly. */
interface StatedFolder {
  readonly path: string;
  /** True if the path is relative to the project, whatever root the builder has. */
  readonly isFromFile: boolean;
}

function toProjectPath(folder: StatedFolder, base: string): string {
  return posix.normalize(folder.isFromFile ? folder.path : posix.join(base, folder.path));
}

/**
 * Returns the folder of a rule; null if it is computed, or stated in two ways. Its path is empty if
 * there is no such folder.
 */
function findFolder(
  rule: FolderRule,
  words: readonly string[],
  entries: readonly ConfigEntry[],
): StatedFolder | null {
  const option = findOptionValue(words, rule.options);
  // The value contains a variable of the shell.
  if (option !== null && /[$%`]/.test(option)) return null;
  if (option !== null) return { path: option, isFromFile: false };
  const found = entries.filter((entry) => rule.keys.some((key) => matchesKey(key, entry.path)));
  const [entry] = found;
  if (entry === undefined) return { path: rule.usual, isFromFile: false };
  const isOne = found.every((other) => other.value === entry.value);
  if (!isOne || entry.value === null || entry.value === true) return null;
  if (entry.value === false || entry.value === '') return { path: '', isFromFile: false };
  return { path: posix.join(entry.value, rule.below), isFromFile: entry.isFromFile };
}

/** Returns the word that follows an option; null if the option is not given. */
function findOptionValue(words: readonly string[], options: readonly string[]): string | null {
  const at = words.findIndex((word) => options.includes(word));
  if (at === -1) return null;
  return (words[at + 1] ?? '').replaceAll(/^["']|["']$/g, '');
}

function matchesKey(key: string, path: string): boolean {
  if (!key.startsWith('*.')) return path === key;
  return path === key.slice(2) || path.endsWith(key.slice(1));
}
