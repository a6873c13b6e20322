/**
 * Reads package.json files, workspaces of packages, and the package manager that a project uses.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ActionError, toReason } from '../../src/errors.ts';
import { toRelativePath } from '../places.ts';
import { listAbove, readShortFile } from '../repository.ts';

/** The parts of a package.json that matter here. */
export interface PackageJson {
  /** The name of the package; empty if it has none. */
  readonly name: string;
  readonly scripts: Readonly<Record<string, unknown>>;
  /** The names of all packages that it depends on. */
  readonly packages: ReadonlySet<string>;
  /** The name and version of the package manager, such as `pnpm@10.4.1`; empty if it has none. */
  readonly packageManager: string;
}

/**
 * Returns the package.json of a folder; null if there is none. Throws ActionError `init_failed`.
 */
export function readPackage(folder: string): PackageJson | null {
  const text = readShortFile(join(folder, 'package.json'));
  if (text === '') return null;
  try {
    const json = toObject(JSON.parse(text));
    const packages = {
      ...toObject(json['dependencies'] ?? {}),
      ...toObject(json['devDependencies'] ?? {}),
    };
    return {
      name: toTextOrEmpty(json['name']),
      scripts: toObject(json['scripts'] ?? {}),
      packages: new Set(Object.keys(packages)),
      packageManager: toTextOrEmpty(json['packageManager']),
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

function toTextOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the patterns of folders that a workspace of packages is made of, such as `apps/*`; none
 * if the folder is not the top of a workspace.
 */
function readWorkspacePatterns(folder: string): readonly string[] {
  const pnpm = readShortFile(join(folder, 'pnpm-workspace.yaml'));
  const [, list = ''] = /^packages:[^\n]*\n((?:[ \t-][^\n]*\n?|\n)*)/m.exec(`${pnpm}\n`) ?? [];
  const lines = list.matchAll(/^\s*-\s*(['"]?)([^'"#\s]+)\1/gm);
  const patterns = Array.from(lines, ([, , pattern = '']) => pattern);
  if (patterns.length > 0 || readPackage(folder) === null) return patterns;
  const json: unknown = JSON.parse(readShortFile(join(folder, 'package.json')));
  const workspaces = toObject(json)['workspaces'];
  // Yarn 1 also takes an object with the patterns in its member "packages".
  const listed = Array.isArray(workspaces) ? workspaces : toObject(workspaces ?? {})['packages'];
  if (!Array.isArray(listed)) return [];
  return listed.filter((pattern) => typeof pattern === 'string');
}

/** True if the folder is the top of a workspace of packages. */
export function isWorkspace(folder: string): boolean {
  return readWorkspacePatterns(folder).length > 0;
}

/** A package of a workspace. */
export interface WorkspacePackage {
  /** Relative to the top of the workspace, with `/`. */
  readonly folder: string;
  readonly json: PackageJson;
}

/** Maximum number of folders of a workspace that are read. */
const maxPackages = 200;

/**
 * Returns the packages of a workspace, by the patterns that name a folder or end with a star.
 * Throws ActionError `init_failed`.
 */
export function listPackages(top: string): readonly WorkspacePackage[] {
  const patterns = readWorkspacePatterns(top).filter((pattern) => !pattern.startsWith('!'));
  const folders = patterns.flatMap((pattern) => {
    const clean = pattern.replace(/^\.\//, '').replace(/\/$/, '');
    const [, parent = ''] = /^([^*]*?)\/?\*{1,2}$/.exec(clean) ?? [];
    if (!clean.includes('*')) return [clean];
    return parent.includes('*') ? [] : listPackageFolders(top, parent);
  });
  return [...new Set(folders)].slice(0, maxPackages).flatMap((folder) => {
    const json = readPackage(join(top, folder));
    return json === null ? [] : [{ folder, json }];
  });
}

function listPackageFolders(top: string, parent: string): readonly string[] {
  const folder = join(top, parent);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules');
  return folders.map((entry) => posix.join(parent, entry.name)).sort();
}

/** The program that installs the packages of a project and runs its scripts. */
export interface PackageManager {
  /** The lock file by which it is recognized. */
  readonly lock: string;
  /** Matches the text of this manager's lock file; null if every file of that name counts. */
  readonly lockPattern: RegExp | null;
  /** Matches `packageManager` of a package.json. */
  readonly namePattern: RegExp;
  /** The words of the command that runs the package manager on a user's machine, such as `pnpm`. */
  readonly program: readonly string[];
  /** The option that names the folder of the project. */
  readonly folderOption: string;
  /**
   * The words between its own arguments and those of a script, such as `--`; empty if none are
   * needed.
   */
  readonly separator: readonly string[];
  /**
   * The beginning of the first line in CI that calls the package manager, such as `corepack enable
   * && `; usually empty.
   */
  readonly ciStart: string;
  /** The words that run it in CI. */
  readonly ciProgram: readonly string[];
  /** The words that install exactly what the lock file names. */
  readonly frozenInstall: readonly string[];
}

const corepack = 'corepack enable && ';
const pnpm: PackageManager = {
  lock: 'pnpm-lock.yaml',
  lockPattern: null,
  namePattern: /^pnpm@/,
  program: ['pnpm'],
  folderOption: '-C',
  separator: [],
  ciStart: corepack,
  ciProgram: ['pnpm'],
  frozenInstall: ['install', '--frozen-lockfile'],
};
const yarn: PackageManager = {
  lock: 'yarn.lock',
  lockPattern: null,
  namePattern: /^yarn@/,
  program: ['yarn'],
  folderOption: '--cwd',
  separator: [],
  ciStart: corepack,
  ciProgram: ['yarn'],
  frozenInstall: ['install', '--immutable'],
};
const yarnClassic: PackageManager = {
  ...yarn,
  lockPattern: /^# yarn lockfile v1$/m,
  namePattern: /^yarn@1\./,
  frozenInstall: ['install', '--frozen-lockfile'],
};
const bun: PackageManager = {
  lock: 'bun.lock',
  lockPattern: null,
  namePattern: /^bun@/,
  program: ['bun'],
  folderOption: '--cwd',
  separator: [],
  ciStart: '',
  ciProgram: ['npx', '--yes', 'bun'],
  frozenInstall: ['install', '--frozen-lockfile'],
};
const npm: PackageManager = {
  lock: 'package-lock.json',
  lockPattern: null,
  namePattern: /^npm@/,
  program: ['npm'],
  folderOption: '--prefix',
  separator: ['--'],
  ciStart: '',
  ciProgram: ['npm'],
  frozenInstall: ['ci'],
};

const managers: readonly PackageManager[] = [
  pnpm,
  yarnClassic,
  yarn,
  bun,
  { ...bun, lock: 'bun.lockb' },
  npm,
  { ...npm, lock: 'npm-shrinkwrap.json' },
];

/** The package manager of a project. */
export interface FoundManager {
  readonly manager: PackageManager;
  /** The folder with the lock file: the project's own, or the top of a workspace around it. */
  readonly home: string;
  readonly hasLock: boolean;
}

/**
 * Finds the package manager of a project by `packageManager` or a lock file, first in the project,
 * then in the workspace around it. Returns npm if there is neither. Throws ActionError
 * `init_failed`.
 */
export function findManager(project: string, top: string): FoundManager {
  const homes = listAbove(project, top).filter((folder) => {
    return folder === project || holdsPackage(folder, project);
  });
  for (const home of homes) {
    const named = readPackage(home)?.packageManager ?? '';
    const byName = managers.find((manager) => manager.namePattern.test(named));
    const byLock = managers.find((manager) => hasLock(home, manager));
    const manager = byName ?? byLock;
    if (manager !== undefined) return { manager, home, hasLock: hasLock(home, byLock ?? manager) };
  }
  return { manager: npm, home: homes.at(-1) ?? project, hasLock: false };
}

/** True if the folder is the top of a workspace with this package in it. */
function holdsPackage(folder: string, project: string): boolean {
  const path = toRelativePath(folder, project);
  return readWorkspacePatterns(folder).some((pattern) => matchesPackage(pattern, path));
}

/**
 * True if a pattern of a workspace matches a path. One star stands for one name, two for any number
 * of names.
 */
function matchesPackage(pattern: string, path: string): boolean {
  const parts = pattern.replace(/^\.\//, '').replace(/\/$/, '').split('/');
  const names = path.split('/');
  if (parts.at(-1) === '**')
    return parts.slice(0, -1).every((part, at) => matches(part, names[at]));
  return parts.length === names.length && parts.every((part, at) => matches(part, names[at]));
}

function matches(part: string, name: string | undefined): boolean {
  return part === '*' || part === '**' || part === name;
}

function hasLock(home: string, manager: PackageManager): boolean {
  const path = join(home, manager.lock);
  if (!existsSync(path)) return false;
  return manager.lockPattern === null || manager.lockPattern.test(readShortFile(path));
}

/** Returns the words that call a package manager on a user's machine. */
export function listManagerWords(
  manager: PackageManager,
  verb: readonly string[],
  folder: string,
): readonly string[] {
  if (folder === '.') return [...manager.program, ...verb];
  // bun takes its options only after its command.
  if (manager.program[0] === 'bun') {
    const [first = '', ...rest] = verb;
    return [...manager.program, first, manager.folderOption, folder, ...rest];
  }
  return [...manager.program, manager.folderOption, folder, ...verb];
}
