import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readTitle } from '../../folder/page.ts';
import { ActionError, toReason } from '../../model/action-error.ts';
import { UsageError } from '../command-request.ts';
import { listAbove, readShortFile } from '../repository.ts';
import {
  type Builder,
  builders,
  npmWithoutLock,
  type PackageManager,
  packageManagers,
  type Setting,
} from './builders.ts';

/** How an app folder is made of a project. */
export interface BuildPlan {
  /** Null where package.json names none of the table. */
  readonly builder: Builder | null;
  /** The folder that is arranged, relative to the project. */
  readonly output: string;
  /** The command that installs the packages, and the one that builds; both empty where nothing is built. */
  readonly install: string;
  readonly command: string;
  /** The name of the app: the title of its page, else the name of the package. Empty where there is neither. */
  readonly appName: string;
  /** What the owner has to set. */
  readonly missing: readonly string[];
  /** What could not be known and was assumed. */
  readonly assumed: readonly string[];
}

interface PackageJson {
  readonly name: string;
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly packages: ReadonlySet<string>;
  readonly isWorkspace: boolean;
}

/** Files of a project in which the title of its page may stand. */
const pages = ['index.html', 'src/index.html', 'public/index.html', 'src/app.html'];

/**
 * How the project in a folder is built; null where it has no package.json with a script that builds. `output`: the folder that it
 * writes, where that was named. `always`: also where the script is still to be written. Throws a UsageError for a workspace of packages
 * and for two builders at once, and ActionError `init_failed` for a package.json that cannot be parsed.
 */
export function planBuild(project: string, root: string, output = '', always = false): BuildPlan | null {
  const json = readPackage(project);
  if (json === null) return null;
  const builder = output === '' ? findBuilder(json) : null;
  const script = builder?.script ?? 'build';
  const hasScript = script in json.scripts;
  if (!hasScript && !('build' in json.scripts) && !always) return null;
  if (json.isWorkspace)
    throw new UsageError(
      'package.json is that of a workspace: name the package whose build is the app, as in "init packages/web".',
    );
  const manager = findManager(project, root);
  const written = output || (builder?.output ?? 'dist');
  const run = `${manager.run} ${script}`;
  const { flags, settings } = listDemands(json, builder);
  const unset = settings.filter((setting) => !isSet(project, setting)).map(({ words }) => words.replaceAll('`', ''));
  const lacking = `"${script}": "${builder?.command ?? '…'}" in the scripts of package.json`;
  const noLock = 'npm, since there is no lock file: commit one, and write "npm ci" into the workflow';
  return {
    builder,
    output: written,
    install: manager.install,
    command: flags === '' ? run : `${run} ${manager.separator}${flags}`,
    appName: readAppName(project, json),
    missing: hasScript ? unset : [lacking, ...unset],
    assumed: [
      ...(builder === null ? [`that "${run}" writes the folder ${written}`] : []),
      ...(manager.lock === '' ? [noLock] : []),
    ],
  };
}

/** What a builder is told by arguments, and what by settings: all of it where its script passes no arguments on. */
function listDemands(json: PackageJson, builder: Builder | null): Pick<Builder, 'flags' | 'settings'> {
  if (builder === null) return { flags: '', settings: [] };
  if (takesFlags(json, builder)) return builder;
  return { flags: '', settings: [...builder.settings, ...builder.settingsForFlags] };
}

/** The plan for a page with files of its own beside it: nothing is built, and `arrange` moves them. Null for any other folder. */
export function planPlainPage(folder: string): BuildPlan | null {
  const page = readShortFile(join(folder, 'index.html'));
  const others =
    page === '' ? [] : readdirSync(folder).filter((name) => !/^\.|^node_modules$/.test(name) && !appNames.has(name));
  if (others.length === 0) return null;
  return { builder: null, output: '.', install: '', command: '', appName: readTitle(page), missing: [], assumed: [] };
}

/** What an app folder may hold. */
const appNames = new Set(['service.json', 'index.html', 'instructions.md', 'assets']);

/** True for a package.json with the package of a builder, whatever its scripts. */
export function hasKnownBuilder(project: string): boolean {
  const json = readPackage(project);
  return json !== null && findBuilder(json) !== null;
}

function readPackage(project: string): PackageJson | null {
  const text = readShortFile(join(project, 'package.json'));
  if (text === '') return null;
  const json = parsePackage(text);
  return {
    name: typeof json['name'] === 'string' ? json['name'] : '',
    scripts: toObject(json['scripts']),
    packages: new Set(['dependencies', 'devDependencies'].flatMap((key) => Object.keys(toObject(json[key])))),
    isWorkspace: 'workspaces' in json || /^packages:/m.test(readShortFile(join(project, 'pnpm-workspace.yaml'))),
  };
}

function parsePackage(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json };
    throw new TypeError('it is no object');
  } catch (cause) {
    const next = 'Fix package.json, then run init again.';
    throw new ActionError(`package.json cannot be read: ${toReason(cause)}`, { code: 'init_failed', next, cause });
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The builder that the script runs, else the one whose package is there. Throws a UsageError where there are two. */
function findBuilder(json: PackageJson): Builder | null {
  const known = builders.filter(({ packageName }) => json.packages.has(packageName));
  const run = known.filter(({ script, command }) => readScript(json, script).includes(command));
  const [first, ...others] = run.length > 0 ? run : known;
  // SvelteKit runs the command of Vite: the same command is no second builder.
  const other = others.find(({ command }) => command !== first?.command);
  if (first !== undefined && other !== undefined)
    throw new UsageError(
      `package.json has two builders, ${first.name} and ${other.name}: name the folder that the build writes, as in "init dist".`,
    );
  return first ?? null;
}

/** A script, with the scripts that it calls. */
function readScript({ scripts }: PackageJson, name: string): string {
  const text = String(scripts[name] ?? '');
  const words = text.split(/[\s"'&;|]+/);
  const named = Object.keys(scripts).filter((other) => other !== name && words.includes(other));
  return [text, ...named.map((other) => String(scripts[other]))].join('\n');
}

/** True where arguments of the script reach the builder: its command is the last one, or `{@}` stands where they go. */
function takesFlags({ scripts }: PackageJson, { script, command }: Builder): boolean {
  const text = String(scripts[script] ?? command);
  const last = text.split(/&&|[;|]/).at(-1) ?? '';
  return last.includes(command) || text.includes('{@}');
}

/** The package manager, by the lock file of the project or of the workspace around it. */
function findManager(project: string, root: string): PackageManager {
  const homes = listAbove(project, root).filter((at) => at === project || readPackage(at)?.isWorkspace === true);
  const found = homes.flatMap((at) => packageManagers.filter(({ lock }) => lock !== '' && existsSync(join(at, lock))));
  const [manager = npmWithoutLock] = found;
  const isClassic = homes.some((at) => /^# yarn lockfile v1$/m.test(readShortFile(join(at, 'yarn.lock'))));
  return isClassic ? { ...manager, install: manager.install.replace('--immutable', '--frozen-lockfile') } : manager;
}

/** The title of the page, unless it is a placeholder of a template, else words from the name of the package. */
function readAppName(project: string, { name }: PackageJson): string {
  const titles = pages.map((page) => readTitle(readShortFile(join(project, page))));
  const title = titles.find((text) => text !== '' && !/[{}<>%$]/.test(text));
  return title ?? toAppName(name.replace(/^@[^/]*\//, ''));
}

/** `my-counter` as `My counter`. */
export function toAppName(name: string): string {
  const words = name.replaceAll(/[-_.\s]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function isSet(project: string, { files, shown }: Setting): boolean {
  return files.some((start) => {
    const folder = join(project, dirname(start));
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.some((name) => name.startsWith(basename(start)) && shown.test(readShortFile(join(folder, name))));
  });
}
