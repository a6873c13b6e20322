import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { UsageError } from '../command-request.ts';
import { readTitle } from '../html.ts';
import { toRelativePath } from '../places.ts';
import { readShortFile } from '../repository.ts';
import { type BuildPaths, findConfigFiles, isAppPath, readBuildPaths } from './build-paths.ts';
import { anyBuilder, type Builder, builders, type Setting, unknownOnVite } from './builders.ts';
import { removeComments } from './config-file.ts';
import {
  type FoundManager,
  findManager,
  isWorkspace,
  listPackages,
  type PackageJson,
  type PackageManager,
  readPackage,
} from './packages.ts';
import { findRouter, type RouterPlan } from './routers.ts';

/** The plan to make an app folder from a project, or from a page with other files next to it. */
export interface ArrangePlan {
  /** The folder to arrange, relative to the project, with `/`. */
  readonly output: string;
  /** The folder from which the build copies `service.json`; empty for the top of the project. */
  readonly copied: string;
  /** Null if nothing is built. */
  readonly build: BuildCommand | null;
  /** True if the build works at `/a/<slug>/` only. */
  readonly isForSlug: boolean;
  /**
   * The name of the app: the title of its page, else the name of the package. Empty if there is
   * neither.
   */
  readonly appName: string;
  /** The changes that the owner must make in the project first, as sentences. */
  readonly changes: readonly string[];
  /** The assumptions, and the limits of such an app, as sentences. */
  readonly notes: readonly string[];
}

/** The script that builds a project, and the package manager that runs the script. */
export interface BuildCommand extends FoundManager {
  readonly script: string;
  /** The arguments of the script, after the separator that its program needs. */
  readonly flags: readonly string[];
}

/** Options for a plan. */
interface BuildOptions {
  /** The top folder of the repository. */
  readonly top: string;
  readonly slug: string;
  /** The folder that the owner names, relative to the project; empty if the owner names none. */
  readonly output: string;
}

/** A project with a package.json that has a script to build it. */
export interface BuiltProject extends BuildPaths {
  readonly folder: string;
  readonly json: PackageJson;
  /** Null if two builders could be meant. */
  readonly builder: Builder | null;
  /** The name of the script that builds. */
  readonly script: string;
}

/**
 * Reads how the project in a folder is built. Returns null if no script in its package.json builds;
 * for a new project, the package of a builder is enough. Throws ActionError `init_failed`.
 */
export function readProject(folder: string, isNew: boolean): BuiltProject | null {
  const json = readPackage(folder);
  if (json === null) return null;
  const builder = findBuilder(json);
  const script = builder === null ? 'build' : findScript(json, builder);
  const isBuilt = script in json.scripts;
  if (!isBuilt && !(isNew && builder !== null && builder !== anyBuilder)) return null;
  if (builder === null) {
    return { folder, json, builder, script, output: null, copied: null, hasAppBase: false };
  }
  const paths = readBuildPaths(folder, readScript(json, script), builder);
  return { folder, json, builder, script, ...paths };
}

/**
 * Plans how the app of a project is made. Throws a UsageError if the project is a workspace of
 * packages, if it has two builders, and if nothing names the folder that the build writes.
 */
export function planBuild(project: BuiltProject, options: BuildOptions): ArrangePlan {
  const { folder, json, script } = project;
  const builder = project.builder ?? anyBuilder;
  const output = chooseOutput(project, options);
  const found = findManager(folder, options.top);
  const router = builder.hasFreeRouter ? findRouter(folder, json) : null;
  const { flags, settings } = chooseFlags(project, found.manager, router);
  const missing = settings.filter((setting) => !isDone(folder, setting));
  const changes = [...missing.map(describeSetting), ...(router?.changes ?? [])];
  if (!(script in json.scripts))
    changes.unshift(`Set "${script}": "${builder.command}" in the scripts of package.json.`);
  const notes = [...listNotes(project, found, output), ...(router?.notes ?? [])];
  const fill = (text: string): string => text.replaceAll('<slug>', options.slug);
  const toPlainText = (text: string): string => fill(text).replaceAll('`', '');
  return {
    output,
    copied: project.copied ?? '',
    build: { ...found, script, flags: flags.map(fill) },
    isForSlug: builder.isForSlug || project.hasAppBase || flags.some(isAppPath),
    appName: findAppName(folder, json),
    changes: changes.map(toPlainText),
    notes: notes.map(toPlainText),
  };
}

/** Returns the folder that is named, else the one that the project states. Throws a UsageError. */
function chooseOutput(project: BuiltProject, options: BuildOptions): string {
  if (options.output !== '') return options.output;
  const { builder } = project;
  if (builder === null || builder === anyBuilder) refuseUnknown(project, options);
  if (project.output !== null) return project.output;
  refuseOutput(project, `the configuration of ${builder.name} does not name a folder`);
}

/** The arguments of a script, and the settings that the project needs. */
interface BuildFlags {
  readonly flags: readonly string[];
  readonly settings: readonly Setting[];
}

/**
 * Chooses the arguments for the builder; if the script does not pass arguments on, the settings
 * that replace them.
 */
function chooseFlags(
  project: BuiltProject,
  manager: PackageManager,
  router: RouterPlan | null,
): BuildFlags {
  const builder = project.builder ?? anyBuilder;
  const wanted = router?.flags ?? builder.flags;
  if (wanted.length === 0 || project.hasAppBase) return { flags: [], settings: builder.settings };
  const separator = findSeparator(project, builder, manager);
  if (separator === null)
    return { flags: [], settings: [...builder.settings, ...builder.settingsForFlags] };
  return { flags: [...separator, ...wanted], settings: builder.settings };
}

/**
 * Returns the words that must precede arguments for the builder; null if arguments do not reach it.
 * Arguments reach the builder if its command is the last one of the script.
 */
function findSeparator(
  { json, script }: BuiltProject,
  builder: Builder,
  manager: PackageManager,
): readonly string[] | null {
  const text = String(json.scripts[script] ?? builder.command);
  const last = text.split(/&&|[;|]/).at(-1) ?? '';
  if (last.includes(builder.command)) return manager.separator;
  // At `{@}`, npm-run-all passes arguments on to another call of the package manager.
  const isPassedOn = text.includes('{@}') && manager.separator.length > 0;
  return isPassedOn ? [...manager.separator, ...manager.separator] : null;
}

/** Returns notes for the owner: the assumptions, and the limits of the app. */
function listNotes(project: BuiltProject, found: FoundManager, output: string): readonly string[] {
  const { folder, json, script } = project;
  const builder = project.builder ?? anyBuilder;
  const notes: string[] = [];
  if (builder === anyBuilder) {
    const run = [...found.manager.program, 'run', script].join(' ');
    notes.push(`Assumed that "${run}" writes ${output}.`);
  }
  if (!found.hasLock) notes.push(describeMissingLock(found));
  if (builder.limit !== '') notes.push(`About ${builder.name}: ${builder.limit}`);
  return [...notes, ...listBuiltSiblings(folder, json, found.home)];
}

/**
 * Plans a page with other files next to it: nothing is built, and `arrange` moves them. Returns
 * null for any other folder.
 */
export function planPlainPage(folder: string): ArrangePlan | null {
  const page = readShortFile(join(folder, 'index.html'));
  if (page === '') return null;
  const others = readdirSync(folder).filter((name) => !/^\.|^node_modules$/.test(name));
  if (others.every((name) => appNames.has(name))) return null;
  const appName = readTitle(page);
  return {
    output: '.',
    copied: '',
    build: null,
    isForSlug: false,
    appName,
    changes: [],
    notes: [],
  };
}

/** The names that an app folder may hold. */
const appNames = new Set(['service.json', 'index.html', 'instructions.md', 'assets']);

/** Turns a name such as `my-counter` into `My counter`. */
export function toAppName(name: string): string {
  const words = name.replaceAll(/[-_.\s]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * Returns the builder that the script runs, else the one whose package is there and whose script is
 * still missing; `anyBuilder` if it is not known; null if two could be meant.
 */
function findBuilder(json: PackageJson): Builder | null {
  if (unknownOnVite.some((name) => json.packages.has(name))) return anyBuilder;
  const known = builders.filter((builder) => json.packages.has(builder.packageName));
  const run = known.filter((builder) => runsBuilder(json, findScript(json, builder), builder));
  // The script "build" exists, but does not run a builder that is known.
  if (run.length === 0 && 'build' in json.scripts) return anyBuilder;
  // Prefer the usual script: "docs:build" runs VitePress and builds the docs, "build" runs Vite and
  // builds the app.
  const usual = run.filter((builder) => findScript(json, builder) === builder.script);
  const [candidates = known] = [usual, run].filter((some) => some.length > 0);
  const [first = anyBuilder, ...others] = candidates;
  // SvelteKit runs the command of Vite: the same command is not a second builder.
  const isClear = others.every((builder) => builder.command === first.command);
  return isClear ? first : null;
}

function runsBuilder(json: PackageJson, script: string, builder: Builder): boolean {
  return readScript(json, script).includes(builder.command);
}

/** Returns the name of the script that runs a builder: the usual one, or the first other one. */
function findScript(json: PackageJson, builder: Builder): string {
  if (runsBuilder(json, builder.script, builder)) return builder.script;
  const names = Object.keys(json.scripts);
  const other = names.find((name) => String(json.scripts[name]).includes(builder.command));
  return other ?? builder.script;
}

/** Returns a script, with the scripts that it calls. */
function readScript({ scripts }: PackageJson, name: string): string {
  const text = String(scripts[name] ?? '');
  const words = text.split(/[\s"'&;|]+/);
  const called = Object.keys(scripts).filter((other) => other !== name && words.includes(other));
  return [text, ...called.map((other) => String(scripts[other]))].join('\n');
}

function isDone(project: string, setting: Setting): boolean {
  const isThere = findConfigFiles(project, setting.files).some((file) => {
    return setting.pattern.test(removeComments(readShortFile(join(project, file))));
  });
  return isThere === (setting.kind === 'set');
}

function describeSetting(setting: Setting): string {
  const words = setting.words;
  if (setting.kind === 'set') return `Set ${words}.`;
  return `Delete ${words.replace(' in ', ' from ')}.`;
}

function describeMissingLock({ manager }: FoundManager): string {
  const [name = ''] = manager.program;
  const frozen = [...manager.program, ...manager.frozenInstall].join(' ');
  return `There is no lock file: run "${name} install", commit ${manager.lock}, and write "${frozen}" into the workflow.`;
}

/**
 * Returns a note that names the packages that must be built first; none if there is no such
 * package.
 */
function listBuiltSiblings(folder: string, json: PackageJson, home: string): readonly string[] {
  if (home === folder) return [];
  const siblings = listPackages(home).filter((other) => {
    return json.packages.has(other.json.name) && 'build' in other.json.scripts;
  });
  if (siblings.length === 0) return [];
  const names = siblings.map((other) => other.folder).join(', ');
  return [
    `${json.name || toRelativePath(home, folder)} depends on ${names} of this workspace, which have to be built as well: build them first in the workflow.`,
  ];
}

/** Throws a UsageError that asks for the package or the folder that is not known. */
function refuseUnknown(project: BuiltProject, options: BuildOptions): never {
  const { folder, json, script } = project;
  if (isWorkspace(folder)) {
    const packages = listPackages(folder).filter((other) => {
      return readProject(join(folder, other.folder), false) !== null;
    });
    const path = toRelativePath(options.top, folder);
    const names = packages.map((other) => posix.join(path, other.folder));
    const example = names[0] ?? 'packages/web';
    const list = names.length > 1 ? ` The packages with a build: ${names.join(', ')}.` : '';
    throw new UsageError(
      `package.json is the top of a workspace: name the package whose build is the app, as in "init ${example}".${list}`,
    );
  }
  if (project.builder === null) {
    const names = builders.filter((builder) => json.packages.has(builder.packageName));
    refuseOutput(
      project,
      `package.json has two builders, ${names.map(({ name }) => name).join(' and ')}`,
    );
  }
  refuseOutput(project, `"${script}" runs a builder that is not known`);
}

function refuseOutput({ script }: BuiltProject, why: string): never {
  throw new UsageError(
    `The folder that the script "${script}" writes is not known, since ${why}: name it, as in "init dist".`,
  );
}

/** Files of a project that may contain the title of its page. */
const pages = ['index.html', 'src/index.html', 'public/index.html', 'src/app.html'];

/**
 * Returns the title of the page. If it has none, or only a placeholder of a template, returns the
 * words of the package's name.
 */
function findAppName(project: string, { name }: PackageJson): string {
  const titles = pages.map((page) => readTitle(readShortFile(join(project, page))));
  const title = titles.find((text) => text !== '' && !/[{}<>%$]/.test(text));
  return title ?? toAppName(name.replace(/^@[^/]*\//, ''));
}
