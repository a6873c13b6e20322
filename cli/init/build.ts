import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ActionError } from '../../src/errors.ts';
import { knownFiles } from '../../src/folder/check.ts';
import { routers } from '../../src/web/routers.ts';
import {
  anyBuilder,
  type Builder,
  builders,
  callsBuilder,
  isKnown,
  type Setting,
  sourcePages,
} from '../files/builders.ts';
import { maxWrittenBytes, readConfigFile, removeComments } from '../files/config-file.ts';
import { readTitle } from '../files/html.ts';
import { toRelativePath } from '../files/places.ts';
import { UsageError } from '../options/command-request.ts';
import { type BuildPaths, findConfigFiles, readBuildPaths } from './build-paths.ts';
import {
  findManager,
  isWorkspace,
  listInstallWords,
  listPackages,
  listRunWords,
  type PackageJson,
  type PackageManager,
  readPackage,
} from './packages.ts';

/** The plan to make an app folder from a project, or from a page with other files next to it. */
export interface ArrangePlan {
  /** The folder to arrange, relative to the project, with `/`. */
  readonly output: string;
  /** The folder from which the build copies `service.json`; empty for the top of the project. */
  readonly copied: string;
  /** Null if nothing is built. */
  readonly build: BuildCommand | null;
  /** The title of the page; empty if it has none. */
  readonly title: string;
  /** The changes that the owner must make in the project first, as sentences. */
  readonly changes: readonly string[];
  /** The builder that was found and the folder that it writes, as a sentence; empty for a page. */
  readonly found: string;
  /** What to know about such an app, as sentences. */
  readonly notes: readonly string[];
}

/** The script that builds a project, and the package manager that runs the script. */
export interface BuildCommand {
  readonly manager: PackageManager;
  readonly script: string;
  /** The arguments of the script. */
  readonly flags: readonly string[];
  /** The script that starts the server of the builder; empty if there seems to be none. */
  readonly devScript: string;
}

interface BuildOptions {
  /** The top folder of the repository. */
  readonly top: string;
  readonly slug: string;
  /** The folder that the owner names, relative to the project; empty if the owner names none. */
  readonly output: string;
  /** The two ways to go on with a project whose builder is not known, as sentences. */
  readonly ways: string;
}

export interface BuiltProject extends BuildPaths {
  readonly folder: string;
  readonly json: PackageJson;
  /** Null if two builders could be meant. */
  readonly builder: Builder | null;
  /** The name of the script that builds. */
  readonly script: string;
}

/** True if the builder of a project has a row in the table. */
export function hasKnownBuilder({ builder }: BuiltProject): boolean {
  return builder !== anyBuilder;
}

/**
 * What makes a project one that is built: `built` a script "build", or another one that runs a known
 * builder; `new` the package of a known builder; `with_output` any script whose name says that it
 * builds, since its owner names the output.
 */
type BuildProof = 'built' | 'new' | 'with_output';

/**
 * Reads how the project in a folder is built; null if nothing in its package.json builds. Throws
 * ActionError `init_failed`.
 */
export function readProject(folder: string, proof: BuildProof): BuiltProject | null {
  const json = readPackage(folder);
  if (json === null) return null;
  const builder = findBuilder(json);
  const usual = builder === null ? 'build' : findScript(json, builder);
  const named = Object.keys(json.scripts).find((name) => /(?:^|[:_-])build(?:[:_-]|$)/.test(name));
  const isOther = proof === 'with_output' && !(usual in json.scripts) && named !== undefined;
  const script = isOther ? named : usual;
  // With a script such as "build-storybook", the builder may be there for that script only.
  const isNewProject =
    proof === 'new' && builder !== null && builder !== anyBuilder && named === undefined;
  if (!(script in json.scripts) && !isNewProject) return null;
  const paths =
    builder === null
      ? { output: null, copied: '', hasAppBase: false }
      : readBuildPaths(folder, readScript(json, script), builder);
  return { folder, json, builder, script, ...paths };
}

/**
 * Plans how the app of a project is made. Throws a UsageError if the project is a workspace of
 * packages, if it has two builders, or if its configuration does not name the folder that the build
 * writes; ActionError `init_failed` if its builder is not known.
 */
export async function planBuild(
  project: BuiltProject,
  options: BuildOptions,
): Promise<ArrangePlan> {
  const { folder, json, script } = project;
  const builder = project.builder ?? anyBuilder;
  const output = chooseOutput(project, options);
  const manager = await findManager(folder, options.top);
  const { flags, settings } = chooseFlags(project, manager);
  const changes = listChanges(folder, settings);
  if (!(script in json.scripts))
    changes.unshift(`Set "${script}": "${builder.command}" in the scripts of package.json.`);
  const fill = (text: string): string => text.replaceAll('<slug>', options.slug);
  const toPlainText = (text: string): string => fill(text).replaceAll('`', '');
  return {
    output,
    copied: project.copied,
    build: { manager, script, flags: flags.map(fill), devScript: findDevScript(json, script) },
    title: findPageTitle(folder),
    changes: changes.map(toPlainText),
    found: describeBuild(project, manager, output),
    notes: listNotes(project, manager).map(toPlainText),
  };
}

/** Usual names of the script that starts the server of a builder, the likeliest first. */
const devScripts = ['dev', 'start', 'develop', 'serve'];

/** Returns the script that belongs to a script such as `docs:build`, as `docs:dev`, or a usual one. */
function findDevScript(json: PackageJson, script: string): string {
  const names = [script.replace(/build|generate/, 'dev'), ...devScripts];
  return names.find((name) => name !== script && name in json.scripts) ?? '';
}

/** Returns the folder that is named, else the one that the project states. */
function chooseOutput(project: BuiltProject, options: BuildOptions): string {
  if (options.output !== '') return options.output;
  const { builder, script, json } = project;
  if (isWorkspace(project.folder) && (builder === null || builder === anyBuilder))
    refuseWorkspace(project, options);
  if (builder === null) {
    const two = builders.filter((row) => row.packages.some((name) => json.packages.has(name)));
    const names = two.map(({ name }) => name).join(' and ');
    refuseOutput(project, `package.json has two builders, ${names}`);
  }
  if (builder === anyBuilder) {
    throw new ActionError(
      `Found the script "${script}" in package.json, which runs no builder that init knows. No workflow was written`,
      { code: 'init_failed', next: options.ways },
    );
  }
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
function chooseFlags(project: BuiltProject, manager: PackageManager): BuildFlags {
  const builder = project.builder ?? anyBuilder;
  const { flags, settings, settingsForFlags, command } = builder;
  const [first] = flags;
  if (first === undefined || project.hasAppBase) return { flags: [], settings };
  const text = String(project.json.scripts[project.script] ?? command);
  const last = text.split(/&&|[;|]/).at(-1) ?? '';
  // The owner has chosen already.
  if (last.split(/[\s=]+/).includes(first)) return { flags: [], settings };
  if (callsBuilder(last, builder)) return { flags, settings };
  // At `{@}`, npm-run-all passes arguments on to another call of npm.
  if (text.includes('{@}') && manager.agent === 'npm') return { flags: ['--', ...flags], settings };
  return { flags: [], settings: [...settings, ...settingsForFlags] };
}

/** Returns a sentence for each file in which something has to be set or deleted. */
function listChanges(project: string, settings: readonly Setting[]): string[] {
  const byFile = new Map<string, Setting[]>();
  for (const setting of settings) {
    if (setting.need?.isMet(project) === false || isDone(project, setting)) continue;
    const [found] = findConfigFiles(project, setting.files);
    const file = found ?? setting.file;
    byFile.set(file, [...(byFile.get(file) ?? []), setting]);
  }
  return Array.from(byFile, ([file, changes]) => {
    const set = changes.filter(({ kind }) => kind === 'set').map(({ words }) => words);
    const deleted = changes.filter(({ kind }) => kind === 'delete').map(({ words }) => words);
    if (!existsSync(join(project, file))) return `Create ${file} with ${set.join(' and ')}.`;
    const orders = [
      ...(set.length === 0 ? [] : [`set ${set.join(' and ')}`]),
      ...(deleted.length === 0 ? [] : [`delete ${deleted.join(' and ')}`]),
    ];
    return `In ${file}, ${orders.join(', and ')}.`;
  });
}

function isDone(project: string, setting: Setting): boolean {
  const files = [...setting.files, ...(setting.otherFiles ?? [])];
  const isThere = findConfigFiles(project, files).some((file) => {
    return setting.pattern.test(removeComments(readConfigFile(join(project, file))));
  });
  return isThere === (setting.kind === 'set');
}

function describeBuild(project: BuiltProject, manager: PackageManager, output: string): string {
  const run = listRunWords(manager, project.script, []).join(' ');
  if (output !== project.output) return `Assumed that "${run}" writes ${output}.`;
  return `Found ${project.builder?.name}: "${run}" writes ${output}.`;
}

function listNotes(project: BuiltProject, manager: PackageManager): readonly string[] {
  const { folder, json } = project;
  const builder = project.builder ?? anyBuilder;
  const notes: string[] = [];
  if (!manager.hasLock) notes.push(describeMissingLock(manager));
  if (builder.limit !== '') notes.push(`About ${builder.name}: ${builder.limit}`);
  if (builder.hasFreeRouter) notes.push(...listRouterNotes(builder, json));
  return [...notes, ...listBuiltSiblings(folder, json, manager.home)];
}

function describeMissingLock(manager: PackageManager): string {
  const install = listInstallWords({ ...manager, hasLock: false }).join(' ');
  const frozen = listInstallWords({ ...manager, hasLock: true }).join(' ');
  return `There is no lock file: run "${install}", commit ${manager.lock}, and write "${frozen}" into the workflow.`;
}

/** Returns what to know about a router, which is only visible in the build. */
function listRouterNotes(builder: Builder, json: PackageJson): readonly string[] {
  const library = routers.find((row) => row.packages.some((name) => json.packages.has(name)));
  if (library === undefined) return [];
  const { name, fix } = routers.find((row) => row.name === builder.name) ?? library;
  return [`About ${name}: at /a/<slug>/ a router that goes by the path finds no page. ${fix}`];
}

/** Returns a note that names the packages that must be built first; none if there is none. */
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

/**
 * Plans a page with other files next to it, or a page that a builder wrote: nothing is built, and
 * `arrange` moves the files. Returns null for any other folder. `copied`: the place of
 * `service.json` if the folder is the output of a builder; else empty.
 */
export function planPlainPage(folder: string, copied: string): ArrangePlan | null {
  const page = readConfigFile(join(folder, 'index.html'), maxWrittenBytes);
  if (page === '') return null;
  const others = readdirSync(folder).filter((name) => !/^\.|^node_modules$/.test(name));
  if (copied === '' && others.every((name) => appNames.has(name))) return null;
  return {
    output: '.',
    copied,
    build: null,
    title: readTitle(page),
    changes: [],
    found: '',
    notes: [],
  };
}

/** The names that an app folder may hold. */
const appNames = new Set([...Object.keys(knownFiles), 'assets']);

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
  const known = builders.filter((row) => row.packages.some((name) => json.packages.has(name)));
  const run = known.filter((builder) => runsBuilder(json, findScript(json, builder), builder));
  // The script "build" exists, but does not run a builder that is known.
  if (run.length === 0 && 'build' in json.scripts) return anyBuilder;
  // Prefer the usual script: "docs:build" runs VitePress and builds the docs, "build" runs Vite and
  // builds the app.
  const usual = run.filter((builder) => findScript(json, builder) === builder.script);
  const [candidates = known] = [usual, run].filter((some) => some.length > 0);
  const [first = anyBuilder, ...others] = candidates;
  // Nothing is known of a framework whose script may run any command.
  if (!isKnown(first)) return anyBuilder;
  // SvelteKit runs the command of Vite: the same command is not a second builder.
  const isClear = others.every((builder) => builder.command === first.command);
  return isClear ? first : null;
}

function runsBuilder(json: PackageJson, script: string, builder: Builder): boolean {
  return callsBuilder(readScript(json, script), builder);
}

/** Returns the name of the script that runs a builder: the usual one, or the first other one. */
function findScript(json: PackageJson, builder: Builder): string {
  if (runsBuilder(json, builder.script, builder)) return builder.script;
  const names = Object.keys(json.scripts);
  const other = names.find((name) => callsBuilder(String(json.scripts[name]), builder));
  return other ?? builder.script;
}

/** Returns a script, with the scripts that it calls. */
function readScript({ scripts }: PackageJson, name: string): string {
  const text = String(scripts[name] ?? '');
  const words = new Set(text.split(/[\s"'&;|]+/));
  const called = Object.keys(scripts).filter((other) => other !== name && words.has(other));
  return [text, ...called.map((other) => String(scripts[other]))].join('\n');
}

/** Throws a UsageError that asks for the package of a workspace. */
function refuseWorkspace({ folder }: BuiltProject, options: BuildOptions): never {
  const packages = listPackages(folder).filter((other) => {
    return readProject(join(folder, other.folder), 'built') !== null;
  });
  const path = toRelativePath(options.top, folder);
  const names = packages.map((other) => posix.join(path, other.folder));
  const example = names[0] ?? 'packages/web';
  const list = names.length > 1 ? ` The packages with a build: ${names.join(', ')}.` : '';
  throw new UsageError(
    `package.json is the top of a workspace: name the package whose build is the app, as in "init ${example}".${list}`,
  );
}

function refuseOutput({ script }: BuiltProject, why: string): never {
  throw new UsageError(
    `The folder that the script "${script}" writes is not known, since ${why}: name it, as in "init dist".`,
  );
}

/** Returns the title of the page; empty if it has none, or only a placeholder of a template. */
function findPageTitle(project: string): string {
  const titles = [...sourcePages].map((page) => readTitle(readConfigFile(join(project, page))));
  return titles.find((text) => text !== '' && !/[{}<>%$]/.test(text)) ?? '';
}
