import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ActionError, toReason } from '../../src/model/action-error.ts';
import { readTitle } from '../../src/web/html.ts';
import { UsageError } from '../command-request.ts';
import { listAbove, readShortFile } from '../repository.ts';
import {
  anyBuilder,
  type Builder,
  builders,
  npmWithoutLock,
  type PackageManager,
  packageManagers,
  type Setting,
} from './builders.ts';

/** How an app folder is made of a project, or of a page with files of its own beside it. */
export interface BuildPlan {
  /** The folder that is arranged, relative to the project. */
  readonly output: string;
  /** The folder from which the build copies `service.json`. */
  readonly copied: string;
  /**
   * The command that installs the packages, and the one that builds; both empty where nothing is
   * built.
   */
  readonly install: string;
  readonly command: string;
  /**
   * The name of the app: the title of its page, else the name of the package. Empty where there is
   * neither.
   */
  readonly appName: string;
  /** What the owner has to set. */
  readonly missing: readonly string[];
  /** What was assumed, and what such an app cannot do. */
  readonly notes: readonly string[];
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
 * How the project in a folder is built; null where it has no package.json with a script that
 * builds. `output`: the folder that it writes, where that was named. `isNew`: a known builder is
 * enough, and its script is still to be written. Throws a UsageError for a workspace of packages
 * and for two builders at once, and ActionError `init_failed` for a package.json that cannot be
 * parsed.
 */
export function planBuild(
  project: string,
  root: string,
  output = '',
  isNew = false,
): BuildPlan | null {
  const json = readPackage(project);
  if (json === null) return null;
  const builder = output === '' ? findBuilder(json) : anyBuilder;
  const { name, script, limit } = builder;
  const hasScript = script in json.scripts;
  if (!hasScript && !('build' in json.scripts) && !(isNew && builder !== anyBuilder)) return null;
  if (json.isWorkspace)
    throw new UsageError(
      'package.json is that of a workspace: name the package whose build is the app, as in "init packages/web".',
    );
  const { lock, install, run } = findManager(project, root);
  const separator = run === 'npm run' ? '-- ' : '';
  const written = output || builder.output;
  const isPassed = passesFlags(json, builder);
  const flags = isPassed ? builder.flags : '';
  const settings = [...builder.settings, ...(isPassed ? [] : builder.settingsForFlags)];
  const unset = settings
    .filter((setting) => !isSet(project, setting))
    .map(({ words }) => words.replaceAll('`', ''));
  return {
    output: written,
    copied: builder.copied,
    install,
    command: `${run} ${script}${flags && ` ${separator}${flags}`}`,
    appName: readAppName(project, json),
    missing: hasScript
      ? unset
      : [`"${script}": "${builder.command}" in the scripts of package.json`, ...unset],
    notes: [
      ...(builder === anyBuilder
        ? [`Assumed that "${run} ${script}" writes the folder ${written}`]
        : []),
      ...(lock
        ? []
        : [
            'Assumed npm, since there is no lock file: commit one, and write "npm ci" into the workflow',
          ]),
      ...(limit ? [`About ${name}: ${limit}`] : []),
    ],
  };
}

/**
 * The plan for a page with files of its own beside it: nothing is built, and `arrange` moves them.
 * Null for any other folder.
 */
export function planPlainPage(folder: string): BuildPlan | null {
  const page = readShortFile(join(folder, 'index.html'));
  const isApp =
    page === '' ||
    readdirSync(folder).every((name) => /^\.|^node_modules$/.test(name) || appNames.has(name));
  if (isApp) return null;
  return {
    output: '.',
    copied: '',
    install: '',
    command: '',
    appName: readTitle(page),
    missing: [],
    notes: [],
  };
}

/** What an app folder may hold. */
const appNames = new Set(['service.json', 'index.html', 'instructions.md', 'assets']);

/** Throws ActionError `init_failed` for a package.json that cannot be parsed. */
function readPackage(project: string): PackageJson | null {
  const text = readShortFile(join(project, 'package.json'));
  if (text === '') return null;
  try {
    const json = toObject(JSON.parse(text));
    const { name, scripts, dependencies, devDependencies } = json;
    const packages = { ...toObject(dependencies ?? {}), ...toObject(devDependencies ?? {}) };
    return {
      name: typeof name === 'string' ? name : '',
      scripts: toObject(scripts ?? {}),
      packages: new Set(Object.keys(packages)),
      isWorkspace:
        'workspaces' in json ||
        /^packages:/m.test(readShortFile(join(project, 'pnpm-workspace.yaml'))),
    };
  } catch (cause) {
    const next = 'Fix package.json, then run init again.';
    throw new ActionError(`package.json cannot be read: ${toReason(cause)}`, {
      code: 'init_failed',
      next,
      cause,
    });
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new TypeError('it is no object');
}

/**
 * The builder that the script runs, else the one whose package is there. Throws a UsageError where
 * there are two.
 */
function findBuilder(json: PackageJson): Builder {
  const known = builders.filter(({ packageName }) => json.packages.has(packageName));
  const run = known.filter(({ script, command }) => readScript(json, script).includes(command));
  const [first = anyBuilder, ...others] = run.length > 0 ? run : known;
  // SvelteKit runs the command of Vite: the same command is no second builder.
  const other = others.find(({ command }) => command !== first.command);
  if (other === undefined) return first;
  throw new UsageError(
    `package.json has two builders, ${first.name} and ${other.name}: name the folder that the build writes, as in "init dist".`,
  );
}

/** A script, with the scripts that it calls. */
function readScript({ scripts }: PackageJson, name: string): string {
  const text = String(scripts[name] ?? '');
  const words = text.split(/[\s"'&;|]+/);
  const named = Object.keys(scripts).filter((other) => other !== name && words.includes(other));
  return [text, ...named.map((other) => String(scripts[other]))].join('\n');
}

/**
 * True where arguments of the script reach the builder: its command is the last one, or `{@}`
 * stands where they go.
 */
function passesFlags({ scripts }: PackageJson, { script, command }: Builder): boolean {
  const text = String(scripts[script] ?? command);
  const last = text.split(/&&|[;|]/).at(-1) ?? '';
  return last.includes(command) || text.includes('{@}');
}

/** The package manager, by the lock file of the project or of the workspace around it. */
function findManager(project: string, root: string): PackageManager {
  const homes = listAbove(project, root).filter(
    (at) => at === project || readPackage(at)?.isWorkspace === true,
  );
  const isUsed = (file: string, shown?: RegExp): boolean =>
    existsSync(file) && (shown === undefined || shown.test(readShortFile(file)));
  const used = homes.flatMap((at) =>
    packageManagers.filter(({ lock, shown }) => isUsed(join(at, lock), shown)),
  );
  return used[0] ?? npmWithoutLock;
}

/**
 * The title of the page, unless it is a placeholder of a template, else words from the name of the
 * package.
 */
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
    return names.some(
      (name) => name.startsWith(basename(start)) && shown.test(readShortFile(join(folder, name))),
    );
  });
}
