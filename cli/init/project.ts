import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { ActionError } from '../../src/errors.ts';
import { isSlug, slugRule } from '../../src/inputs/inputs.ts';
import type { Environment } from '../../src/run/context.ts';
import { joinWords } from '../../src/text/format.ts';
import {
  buildOutputNames,
  copiedFolders,
  outputNames,
  type SiteBuilder,
  siteFolders,
} from '../files/builders.ts';
import { readConfigFile } from '../files/config-file.ts';
import { markName } from '../files/own-files.ts';
import { toRelativePath } from '../files/places.ts';
import { GitRepository, listAbove } from '../files/repository.ts';
import { type CommandRequest, UsageError } from '../options/command-request.ts';
import { quoteWord, type Shell, toPathArgument } from '../options/shell.ts';
import {
  type ArrangePlan,
  type BuiltProject,
  hasKnownBuilder,
  planBuild,
  planPlainPage,
  readProject,
} from './build.ts';
import { findLostFiles, type LostFile } from './lost-files.ts';
import { type ChosenSlug, nameSlug } from './names.ts';
import { isWorkspace, listSubfolders, readPackage } from './packages.ts';
import { describeFolder, type FolderSign, findSiteBuilder, isBlank } from './signs.ts';

/** One app, and the kind of folder that it is made from. */
type FoundApp =
  /** Nothing is there yet: `init` writes a sample app. */
  | { readonly kind: 'new'; readonly folder: string }
  /** An app folder that is deployed as it is. */
  | { readonly kind: 'app'; readonly folder: string }
  /** A page with other files next to it, or a project that is built. */
  | { readonly kind: 'page' | 'build'; readonly folder: string; readonly plan: ArrangePlan };

/** Several app folders that are deployed as they are. */
interface FoundFolders {
  readonly kind: 'several';
  /** The input `folder` of the action: one pattern or path per line. */
  readonly folder: string;
  /** The app folders. */
  readonly folders: readonly string[];
}

/** The facts that every workflow needs. */
interface ProjectFacts {
  /** The top folder of the repository, or the working directory if there is none. */
  readonly root: string;
  /** The slug of the app; empty for several apps, whose slugs are the names of their folders. */
  readonly slug: string;
  /** The reason for the slug, such as `the folder high-water`. */
  readonly slugSource: string;
  /** The branch whose pushes update the draft. */
  readonly branch: string;
  /** True if the pipeline is for GitLab; false if it is for GitHub. */
  readonly isGitLab: boolean;
  /** The files that a page loads, and that no checkout has, because git ignores them. */
  readonly lostFiles: readonly LostFile[];
}

/**
 * The project that a workflow is written for. Its folders are relative to `root`, with `/`; `.` is
 * the root itself.
 */
export type Project = ProjectFacts & (FoundApp | FoundFolders);

/** The parts of a call of `init` that the search for a project depends on. */
interface ProjectCall {
  readonly cwd: string;
  readonly values: CommandRequest['values'];
  readonly given: CommandRequest['given'];
  readonly env: Environment;
  /** The shell that lines for this machine are written for. */
  readonly shell: Shell;
}

/**
 * Finds the project in the folder that is named, or in the working directory. Throws a UsageError,
 * a GitError, or ActionError `init_failed`.
 */
export async function inspectProject(call: ProjectCall): Promise<Project> {
  const { values, env, shell } = call;
  const here = realpathSync.native(call.cwd);
  const named = values['folder'];
  const path = named === undefined ? here : toRealPath(resolve(here, named));
  const repository = GitRepository.find(path, env);
  const root = repository?.top ?? here;
  if (/^\.\.(?:\/|$)/.test(toRelativePath(root, path)))
    throw new UsageError(
      'The folder must be below the working directory: run init in the project.',
    );
  const slugOption = values['slug'] ?? '';
  const slugSource = call.given['slug'] === undefined ? 'MINIAPPS_SLUG' : '--slug';
  const given = slugOption === '' ? null : { slug: slugOption, source: slugSource };
  const finder = new ProjectFinder({ here, root, repository, given, shell });
  const found = named === undefined ? await finder.findHere() : await finder.findNamed(path);
  const branch = repository?.findDefaultBranch() ?? 'main';
  const isGitLab = values['gitlab'] === 'true';
  const isOne = found.kind !== 'several';
  const chosen = isOne ? finder.chooseSlug(join(root, found.folder)) : null;
  const project: Project = {
    root,
    slug: chosen?.slug ?? slugOption,
    slugSource: chosen?.source ?? '',
    branch,
    isGitLab,
    lostFiles: isOne && found.kind !== 'build' ? findLostFiles(root, found.folder, repository) : [],
    ...found,
  };
  assertPossible(project);
  return project;
}

/**
 * Returns the path of the app folder that `arrange` makes of a build on this machine. The folder is
 * next to the checkout, so that no commit includes it. Its name is the slug, so that the sandbox
 * shows the app under this slug.
 */
export function findAppFolder(root: string, slug: string): string {
  return join(dirname(root), 'miniapps', slug);
}

/** Returns the real path of a folder, which need not exist. Throws a UsageError for a file. */
function toRealPath(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) throw new UsageError('The folder is a file.');
  return stats === undefined ? path : realpathSync.native(path);
}

/** Throws a UsageError if no recipe can be written for the project. */
function assertPossible(project: Project): void {
  const { slug, isGitLab } = project;
  if (project.kind !== 'several') {
    if (!isSlug(slug)) throw new UsageError(`--slug must be ${slugRule}.`);
    return;
  }
  if (isGitLab) throw new UsageError('--gitlab is for one app: name its folder.');
  if (slug !== '') throw new UsageError('--slug is for one app: name its folder.');
}

/** The folder of the sample app, if the project is empty and no folder is named. */
const defaultFolder = 'app';

/** Names of folders that a build copies or writes. */
const builtNames = [...copiedFolders, ...outputNames];

interface SearchOptions {
  /** The working directory. */
  readonly here: string;
  readonly root: string;
  readonly repository: GitRepository | null;
  /** The slug of the command line or the environment; null if there is none. */
  readonly given: ChosenSlug | null;
  readonly shell: Shell;
}

/** Finds the app of a project: in the folder that is named, or in the working directory. */
class ProjectFinder {
  readonly #here: string;
  readonly #root: string;
  readonly #repository: GitRepository | null;
  readonly #given: ChosenSlug | null;
  readonly #shell: Shell;

  constructor(options: SearchOptions) {
    this.#here = options.here;
    this.#root = options.root;
    this.#repository = options.repository;
    this.#given = options.given;
    this.#shell = options.shell;
  }

  /** Returns the slug that is given, or that the folder suggests. */
  chooseSlug(folder: string): ChosenSlug {
    return this.#given ?? nameSlug(folder, this.#root);
  }

  /**
   * Looks at a folder that was named: an app, a page, a project that is built, the output of a
   * build, or a new folder.
   */
  async findNamed(path: string): Promise<FoundApp> {
    const name = this.#toName(path);
    this.#assertNotArranged(path);
    const own = readProject(path, 'new');
    if (own !== null) return this.#toBuild(own, '');
    const above = path === this.#root ? [] : listAbove(dirname(path), this.#root);
    for (const folder of above) {
      const built = await this.#findOutput(folder, path);
      if (built !== null) return built;
    }
    if (this.#isIgnored(path))
      throw new UsageError(
        `${name} is ignored by git, so a workflow does not find it, and init does not know what builds it. ${this.#listWays(path, null)}`,
      );
    const app = above.find(hasService);
    if (app !== undefined)
      throw new UsageError(`${name} is part of the app in ${this.#toName(app)}: name that folder.`);
    if (hasPage(path) || hasService(path)) return this.#toApp(path);
    const home = findExisting(path);
    if (!isBlank(home)) this.#refuse(home, path);
    return { kind: 'new', folder: name };
  }

  /**
   * Looks at the working directory: the output of a build, several apps, an app, a project that is
   * built, a page, or nothing yet.
   */
  async findHere(): Promise<FoundApp | FoundFolders> {
    const here = this.#here;
    for (const folder of here === this.#root ? [] : listAbove(dirname(here), this.#root)) {
      const built = await this.#findOutput(folder, here);
      if (built !== null) return built;
    }
    const apps = this.#findAppFolders();
    if (apps.length > 1) return this.#toSeveral(apps);
    const [app] = apps;
    if (app !== undefined && hasPage(app)) return this.#toApp(app);
    for (const folder of listAbove(here, this.#root)) {
      const built = readProject(folder, 'built');
      const isFurther = folder !== here && hasPage(here);
      if (built !== null && !(isFurther && !hasKnownBuilder(built)))
        return this.#toBuild(built, '');
      if (hasService(folder)) return this.#toApp(folder);
    }
    const unbuilt = readProject(here, 'new');
    if (unbuilt !== null) return this.#toBuild(unbuilt, '');
    if (hasPage(here)) return this.#toApp(here);
    const folder = join(here, defaultFolder);
    this.#assertNoProjectBelow(here);
    if (existsSync(folder)) this.#assertNotArranged(folder);
    if (!isBlank(here)) this.#refuse(here, folder);
    return { kind: 'new', folder: this.#toName(folder) };
  }

  /** Returns a path relative to the top of the repository. */
  #toName(path: string): string {
    return toRelativePath(this.#root, path);
  }

  /** Returns a path as an argument for the shell, relative to the working directory. */
  #toTyped(path: string): string {
    return quoteWord(toPathArgument(toRelativePath(this.#here, path)), this.#shell);
  }

  #isIgnored(path: string): boolean {
    return this.#repository?.isIgnored(path) ?? false;
  }

  #toApp(path: string): FoundApp {
    this.#assertNotArranged(path);
    const site = findSiteBuilder(path);
    if (site !== null && isTemplate(join(path, 'index.html'))) this.#refuseSite(site, path);
    const folder = this.#toName(path);
    // A builder deletes what it did not write, so service.json is not written into an output.
    const isOutput = path !== this.#root && outputNames.has(basename(path)) && !hasService(path);
    const plan = planPlainPage(path, isOutput ? toRelativePath(path, this.#root) : '');
    return plan === null ? { kind: 'app', folder } : { kind: 'page', folder, plan };
  }

  async #toBuild(built: BuiltProject, output: string): Promise<FoundApp> {
    const { slug } = this.chooseSlug(built.folder);
    const ways = this.#listWays(built.folder, null);
    const plan = await planBuild(built, { top: this.#root, slug, output, ways });
    return { kind: 'build', folder: this.#toName(built.folder), plan };
  }

  /**
   * Plans how the project in a folder is built, if `path` is a folder that its build writes to;
   * otherwise returns null. It makes no difference whether the build has been run.
   */
  async #findOutput(folder: string, path: string): Promise<FoundApp | null> {
    const site = findSiteBuilder(folder);
    if (site !== null && this.#isOutput(site.output, folder, path)) this.#refuseSite(site, folder);
    const built = readProject(folder, 'with_output');
    if (built === null) return null;
    const isSure = readProject(folder, 'built') !== null || !existsSync(path);
    if (!isSure && !this.#isIgnored(path)) return null;
    if (built.output !== null && this.#isOutput(built.output, folder, path))
      return this.#toBuild(built, '');
    const name = toRelativePath(folder, path);
    if (this.#isIgnored(path)) return this.#toBuild(built, name);
    if (isWorkspace(folder)) return null;
    if (built.output === null) {
      const isOwnApp =
        this.#isTracked(path) || (hasService(path) && !buildOutputNames.has(basename(path)));
      return isOwnApp ? null : this.#toBuild(built, name);
    }
    if (existsSync(path)) return null;
    throw new UsageError(
      `${this.#toName(path)} does not exist, and the build of ${built.json.name || 'this project'} writes ${built.output}: call "init ${built.output}", or make the empty folder first if it is for a new app.`,
    );
  }

  /**
   * True if a path is the known output of a build, a folder above it, or below a top folder that
   * the build makes anew. A folder with files that git tracks is part of the repository, not
   * output.
   */
  #isOutput(output: string, folder: string, path: string): boolean {
    const name = toRelativePath(folder, path);
    const [top = ''] = output.split('/');
    const home = join(folder, top);
    const isSame = name === output || output.startsWith(`${name}/`);
    const isNear = name.startsWith(`${top}/`) && (!existsSync(home) || this.#isIgnored(home));
    return (isSame || isNear) && !this.#isTracked(path);
  }

  #isTracked(path: string): boolean {
    return this.#repository?.isTracked(path) ?? false;
  }

  #assertNotArranged(path: string): void {
    if (!existsSync(join(path, markName))) return;
    throw new UsageError(
      `${this.#toName(path)} was made by "arrange": name the project or the folder that it was made from.`,
    );
  }

  /**
   * Throws ActionError `init_failed` if folders below contain projects with a build, since one of
   * these is probably the app.
   */
  #assertNoProjectBelow(folder: string): void {
    const projects = this.#listProjectsBelow(folder);
    const [project] = projects;
    if (project === undefined) return;
    const files = projects.map((path) => this.#toTyped(join(path, 'package.json')));
    throw new ActionError(`Found ${joinWords(files.slice(0, 3))}. No sample app was written.`, {
      code: 'init_failed',
      next: `Name the project whose build is the app: npx miniapp-deploy init ${this.#toTyped(project)}. For a new app name its folder, such as: npx miniapp-deploy init ${defaultFolder}.`,
    });
  }

  /** Returns the folders, up to two levels below, of projects that a known builder builds. */
  #listProjectsBelow(folder: string): readonly string[] {
    const near = listSubfolders(folder);
    const below = near.flatMap(listSubfolders);
    const projects = [...near, ...below].filter((path) => {
      const project = readProject(path, 'built');
      return project !== null && hasKnownBuilder(project);
    });
    const ignored = new Set(this.#repository?.listIgnored(projects) ?? []);
    return projects.filter((path) => !ignored.has(path));
  }

  #refuseSite({ name, file, command, output }: SiteBuilder, folder: string): never {
    throw new ActionError(
      `Found ${this.#toTyped(join(folder, file))}: ${name} builds this site, and init writes no workflow for it`,
      {
        code: 'init_failed',
        next: `Build it with "${command}", which usually writes ${output}, then call: ${this.#writeArrange(folder, output)}. For a workflow take build.yml, with the same two lines. ${this.#describeNew(null)}`,
      },
    );
  }

  /**
   * Throws ActionError `init_failed` for a folder that holds something else than an app: says what
   * was found, and the two ways to go on. `path`: the folder of the new app, which may be this one.
   */
  #refuse(folder: string, path: string): never {
    const site = findSiteBuilder(folder);
    if (site !== null) this.#refuseSite(site, folder);
    const { found, advice } = this.#describe(folder);
    const ways = this.#listWays(folder, path);
    const next = advice === '' ? ways : `${advice} ${this.#describeNew(path)}`;
    if (folder !== path)
      throw new ActionError(`${found} No sample app was written.`, { code: 'init_failed', next });
    throw new ActionError(`${this.#toName(path)} has neither service.json nor index.html`, {
      code: 'init_failed',
      next: `${found} ${advice || ways}`,
    });
  }

  #describe(folder: string): FolderSign {
    if (hasPage(folder)) {
      const advice = `If that is the app, call npx miniapp-deploy init ${this.#toTyped(folder)} instead.`;
      return { found: `Found ${this.#toTyped(join(folder, 'index.html'))}.`, advice };
    }
    const sign = describeFolder(folder, {
      name: (each) => this.#toTyped(join(folder, each)),
      isSkipped: (each) => {
        const location = join(folder, each);
        return this.#isIgnored(location) || existsSync(join(location, markName));
      },
    });
    const json = readPackage(folder);
    if (json === null || sign.advice !== '') return sign;
    const scripts = Object.keys(json.scripts).slice(0, 6);
    const which = scripts.length === 0 ? 'without a script' : `with ${joinWords(scripts)}`;
    const file = this.#toTyped(join(folder, 'package.json'));
    return {
      found: `Found ${file} ${which}: no page, and no builder that init knows.`,
      advice: '',
    };
  }

  /** Returns the two ways on from a project that init does not know. */
  #listWays(folder: string, path: string | null): string {
    return `${this.#describeBuild(folder)} ${this.#describeNew(path)}`;
  }

  #describeBuild(folder: string): string {
    if (readPackage(folder) === null) {
      const arrange = this.#writeArrange(folder, '');
      return `If a builder makes a page from it, build it, then call: ${arrange}. For a workflow take build.yml, with your own lines.`;
    }
    const output = this.#toTyped(join(folder, 'dist'));
    const call = `name the folder that it writes, such as: npx miniapp-deploy init ${output}.`;
    const built = readProject(folder, 'with_output');
    if (built !== null) return `If "${built.script}" makes a page, ${call}`;
    return `If it makes a page, add the script "build" to package.json, then ${call}`;
  }

  #describeNew(path: string | null): string {
    const isUsed = path === null || existsSync(path);
    const usual = existsSync(join(this.#here, defaultFolder)) ? 'miniapp' : defaultFolder;
    const name = this.#toTyped(isUsed ? join(this.#here, usual) : path);
    return `For a new app make its empty folder first: mkdir ${name}, then npx miniapp-deploy init ${name}.`;
  }

  #writeArrange(folder: string, output: string): string {
    const from = output === '' ? '<output>' : this.#toTyped(join(folder, output));
    const out = this.#toTyped(findAppFolder(this.#root, this.chooseSlug(folder).slug));
    return `npx miniapp-deploy arrange ${from} --out ${out}`;
  }

  /**
   * Returns the folders with `service.json` one and two levels below the working directory, except
   * those that a build copies or writes. Folders with a page next to such a folder count, since a
   * pattern such as `apps/*` matches them, too.
   */
  #findAppFolders(): readonly string[] {
    const here = this.#here;
    const skipped = new Set([
      ...(existsSync(join(here, 'package.json')) ? builtNames : []),
      ...(findSiteBuilder(here) === null ? [] : [...siteFolders, ...outputNames]),
    ]);
    const near = listSubfolders(here).filter((folder) => !skipped.has(basename(folder)));
    const below = near.flatMap(listSubfolders);
    const withService = [...near, ...below].filter(hasService);
    const homes = new Set(withService.map((folder) => dirname(folder)).filter((at) => at !== here));
    const pages = below.filter((folder) => {
      return homes.has(dirname(folder)) && hasPage(folder) && !hasService(folder);
    });
    const found = [...withService, ...pages].filter(
      (folder) => !existsSync(join(folder, markName)),
    );
    const ignored = new Set(this.#repository?.listIgnored(found) ?? []);
    return found.filter((folder) => !ignored.has(folder));
  }

  /**
   * Returns several apps as the input `folder`: a pattern for each folder that contains apps, and
   * the path of each app at the top. Throws a UsageError if the name of an app's folder is not a
   * slug.
   */
  #toSeveral(apps: readonly string[]): FoundFolders {
    const wrong = apps.find((app) => !isSlug(basename(app)));
    if (wrong !== undefined)
      throw new UsageError(
        `There are several apps, and the name of ${this.#toName(wrong)} is not a slug (${slugRule}).`,
      );
    const folders = apps.map((app) => this.#toName(app)).sort();
    const lines = folders.map((folder) => {
      return folder.includes('/') ? `${posix.dirname(folder)}/*` : folder;
    });
    return { kind: 'several', folder: [...new Set(lines)].join('\n'), folders };
  }
}

function hasService(folder: string): boolean {
  return isFile(join(folder, 'service.json'));
}

/**
 * True if a folder has a file `index.html`. A link does not count, since a deploy sends no links. A
 * name such as `Index.html` does not count either, although some systems find it as `index.html`.
 */
function hasPage(folder: string): boolean {
  return isFile(join(folder, 'index.html')) && readdirSync(folder).includes('index.html');
}

/** True if a page begins with the front matter of a template. */
function isTemplate(page: string): boolean {
  return readConfigFile(page).startsWith('---');
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Returns the path, or the nearest folder above it that exists. */
function findExisting(path: string): string {
  return listAbove(path, '').find((folder) => existsSync(folder)) ?? path;
}
