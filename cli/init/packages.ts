/**
 * Reads package.json files, workspaces of packages, and the package manager that a project uses.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Minimatch } from 'minimatch';
import type { Agent } from 'package-manager-detector';
import { resolveCommand } from 'package-manager-detector/commands';
import { LOCKS } from 'package-manager-detector/constants';
import { detect } from 'package-manager-detector/detect';
import { type Document, isScalar, isSeq, parseDocument } from 'yaml';
import { ActionError, toReason } from '../../src/errors.ts';
import { matchOptions } from '../../src/folder/select.ts';
import { maxWrittenBytes, readConfigFile } from '../files/config-file.ts';
import { toRelativePath } from '../files/places.ts';
import { listAbove } from '../files/repository.ts';

/** The parts of a package.json that matter here. */
export interface PackageJson {
  /** The name of the package; empty if it has none. */
  readonly name: string;
  readonly scripts: Readonly<Record<string, unknown>>;
  /** The packages that it depends on, and the versions that it asks for. */
  readonly packages: ReadonlyMap<string, string>;
  /** The patterns of folders that a workspace of packages is made of, such as `apps/*`. */
  readonly workspaces: readonly string[];
}

/**
 * Returns the package.json of a folder; null if there is none. Throws ActionError `init_failed`.
 */
export function readPackage(folder: string): PackageJson | null {
  if (!existsSync(join(folder, 'package.json'))) return null;
  try {
    const text = readConfigFile(join(folder, 'package.json'));
    if (text === '') throw new TypeError('it is empty, too long, or not a file');
    const json = toObject(JSON.parse(text));
    const packages = {
      ...toObject(json['dependencies'] ?? {}),
      ...toObject(json['devDependencies'] ?? {}),
    };
    return {
      name: typeof json['name'] === 'string' ? json['name'] : '',
      scripts: toObject(json['scripts'] ?? {}),
      packages: new Map(Object.entries(packages).map(([name, version]) => [name, `${version}`])),
      workspaces: readWorkspaces(json['workspaces']),
    };
  } catch (cause) {
    throw new ActionError(`package.json cannot be read: ${toReason(cause)}`, {
      code: 'init_failed',
      next: 'Fix package.json, then run init again.',
      cause,
    });
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new TypeError('it is not an object');
}

/** Yarn 1 also takes an object with the patterns in its member `packages`. */
function readWorkspaces(value: unknown): readonly string[] {
  const isObject = typeof value === 'object' && value !== null && 'packages' in value;
  const listed = isObject ? value.packages : value;
  return Array.isArray(listed) ? listed.filter((pattern) => typeof pattern === 'string') : [];
}

/**
 * Returns the patterns of folders that a workspace of packages is made of; none if the folder is
 * not the top of a workspace.
 */
function readWorkspacePatterns(folder: string): readonly string[] {
  const patterns = readPnpmPackages(join(folder, 'pnpm-workspace.yaml'));
  return patterns.length > 0 ? patterns : (readPackage(folder)?.workspaces ?? []);
}

/** Longer files are not read. Odd texts take the parser a second for each 100 KB. */
const maxWorkspaceBytes = 32_000;

/** Returns the list of packages in a `pnpm-workspace.yaml`; none if it cannot be read. */
function readPnpmPackages(path: string): readonly string[] {
  const list = parseYaml(readConfigFile(path, maxWorkspaceBytes))?.get('packages');
  return isSeq(list) ? readWorkspaces(list.items.map((item) => isScalar(item) && item.value)) : [];
}

/**
 * Returns YAML of somebody else; null if it cannot be read. Its values must not be converted to
 * JavaScript: for odd keys and aliases, that takes exponential time. The options keep the parser
 * from work that grows with the square of the length.
 */
export function parseYaml(text: string): Document.Parsed | null {
  try {
    return parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  } catch {
    return null;
  }
}

/** True if the folder is the top of a workspace of packages. */
export function isWorkspace(folder: string): boolean {
  return readWorkspacePatterns(folder).length > 0;
}

export interface WorkspacePackage {
  /** Relative to the top of the workspace, with `/`. */
  readonly folder: string;
  readonly json: PackageJson;
}

/** Maximum numbers of folders in a workspace that are listed, and of packages that are read. */
const maxFolders = 2000;
const maxPackages = 200;

/** Returns the packages of a workspace. Throws ActionError `init_failed`. */
export function listPackages(top: string): readonly WorkspacePackage[] {
  const isPackage = matchPackages(top);
  const folders = listFolders(top).filter(isPackage).slice(0, maxPackages);
  return folders.flatMap((folder) => {
    const json = readPackage(join(top, folder));
    return json === null ? [] : [{ folder, json }];
  });
}

/** Returns the paths of the folders below a folder, relative to it, the near ones first. */
function listFolders(top: string): readonly string[] {
  const folders = [top];
  for (const folder of folders) {
    if (folders.length > maxFolders) break;
    folders.push(...listSubfolders(folder));
  }
  return folders.slice(1).map((folder) => toRelativePath(top, folder));
}

/** Returns the folders in a folder that may hold a project; none if it cannot be read. */
export function listSubfolders(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const folders = entries.filter((entry) => {
      return entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name);
    });
    return folders.map((entry) => join(folder, entry.name)).sort();
  } catch {
    return [];
  }
}

function matchPackages(top: string): (path: string) => boolean {
  const patterns = readWorkspacePatterns(top);
  const compile = (pattern: string): Minimatch => {
    return new Minimatch(pattern.replace(/^!?(?:\.\/)?|\/$/g, ''), matchOptions);
  };
  const included = patterns.filter((pattern) => !pattern.startsWith('!')).map(compile);
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map(compile);
  return (path) => {
    return included.some((each) => each.match(path)) && !excluded.some((each) => each.match(path));
  };
}

/** The parts of the calls of a package manager that `package-manager-detector` does not know. */
interface ManagerRow {
  /** The option that names the folder of the project. */
  readonly folderOption: string;
  /** The beginning of the first line in CI that calls it; usually empty. */
  readonly ciStart: string;
  /** The words in CI in place of its name; none if they are the same. */
  readonly ciProgram: readonly string[];
}

const corepack = 'corepack enable && ';
const managers: Readonly<Partial<Record<Agent, ManagerRow>>> = {
  npm: { folderOption: '--prefix', ciStart: '', ciProgram: [] },
  pnpm: { folderOption: '-C', ciStart: corepack, ciProgram: [] },
  'pnpm@6': { folderOption: '-C', ciStart: corepack, ciProgram: [] },
  yarn: { folderOption: '--cwd', ciStart: corepack, ciProgram: [] },
  'yarn@berry': { folderOption: '--cwd', ciStart: corepack, ciProgram: [] },
  bun: { folderOption: '--cwd', ciStart: '', ciProgram: ['npx', '--yes', 'bun'] },
};

export interface PackageManager extends ManagerRow {
  readonly agent: Agent;
  /** The folder with the lock file: the project's own, or the top of a workspace around it. */
  readonly home: string;
  /** The usual name of its lock file. */
  readonly lock: string;
  readonly hasLock: boolean;
}

/**
 * Finds the package manager of a project by `packageManager` or a lock file, first in the project,
 * then in the workspace around it. Returns npm if there is neither. Throws ActionError
 * `init_failed`.
 */
export async function findManager(project: string, top: string): Promise<PackageManager> {
  const homes = listAbove(project, top).filter((folder) => {
    return folder === project || matchPackages(folder)(toRelativePath(folder, project));
  });
  for (const home of homes) {
    const found = await detect({ cwd: home, stopDir: home });
    if (found !== null) return toManager(found.agent, home);
  }
  return toManager('npm', homes.at(-1) ?? project);
}

function toManager(detected: Agent, home: string): PackageManager {
  // Without "packageManager" only the lock file of Yarn 1 tells it from later versions.
  const isBerry = detected === 'yarn' && /^__metadata:/m.test(readLock(home));
  const agent = isBerry ? 'yarn@berry' : detected;
  const row = managers[agent];
  if (row === undefined) {
    throw new ActionError(`The packages of this project are installed with ${agent}`, {
      code: 'init_failed',
      next: 'Init writes workflows for npm, pnpm, Yarn and Bun. Start from build.yml, with your own lines to install and build.',
    });
  }
  const [name = ''] = agent.split('@');
  const locks = Object.keys(LOCKS).filter((lock) => LOCKS[lock] === name && lock.includes('lock'));
  // pnpm-workspace.yaml is in the list of lock files, since it is a sign of pnpm, too.
  const ownLocks = locks.filter((lock) => !lock.includes('workspace'));
  const hasLock = ownLocks.some((lock) => existsSync(join(home, lock)));
  const [usual = ''] = ownLocks;
  return { ...row, agent, home, lock: usual, hasLock };
}

function readLock(home: string): string {
  return readConfigFile(join(home, 'yarn.lock'), maxWrittenBytes).slice(0, 1000);
}

/** Returns the words that install the packages: exactly those of the lock file, if there is one. */
export function listInstallWords(manager: PackageManager): readonly string[] {
  return listCallWords(manager, manager.hasLock ? 'frozen' : 'install', []);
}

export function listRunWords(
  manager: PackageManager,
  script: string,
  flags: readonly string[],
): readonly string[] {
  return listCallWords(manager, 'run', [script, ...flags]);
}

function listCallWords(
  { agent }: PackageManager,
  verb: 'frozen' | 'install' | 'run',
  args: readonly string[],
): readonly string[] {
  const call = resolveCommand(agent, verb, [...args]);
  if (call === null) return [];
  const [first = '', ...rest] = call.args;
  return [call.command, first === 'i' ? 'install' : first, ...rest];
}

/** Returns the words of a call for a job of CI. */
export function toCiWords(manager: PackageManager, words: readonly string[]): readonly string[] {
  return manager.ciProgram.length === 0 ? words : [...manager.ciProgram, ...words.slice(1)];
}

/** Returns the words of a call for a folder on this machine. */
export function toFolderWords(
  manager: PackageManager,
  words: readonly string[],
  folder: string,
): readonly string[] {
  if (folder === '.') return words;
  const [program = '', verb = '', ...rest] = words;
  // bun takes its options only after its command.
  if (manager.agent === 'bun') return [program, verb, manager.folderOption, folder, ...rest];
  return [program, manager.folderOption, folder, verb, ...rest];
}
