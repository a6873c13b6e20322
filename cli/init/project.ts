import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { ActionError } from '../../src/errors.ts';
import { isSlug, slugRule } from '../../src/inputs/inputs.ts';
import type { Environment } from '../../src/run/context.ts';
import { joinWords } from '../../src/text/format.ts';
import { markName } from '../arrange/target.ts';
import { type CommandRequest, UsageError } from '../command-request.ts';
import { toRelativePath } from '../places.ts';
import { GitRepository, listAbove, readShortFile } from '../repository.ts';
import { quoteWord, type Shell, toPathArgument } from '../shell.ts';
import { suggestSlug } from '../slug.ts';
import {
  type ArrangePlan,
  type BuiltProject,
  planBuild,
  planPlainPage,
  readProject,
} from './build.ts';
import { anyBuilder, builders } from './builders.ts';
import { isWorkspace } from './packages.ts';
import {
  findSiteBuilder,
  findWebSign,
  type SiteBuilder,
  siteFolders,
  type WebSign,
} from './web-signs.ts';

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
  /** The branch whose pushes update the draft. */
  readonly branch: string;
  /** True if the pipeline is for GitLab; false if it is for GitHub. */
  readonly isGitLab: boolean;
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
  readonly env: Environment;
  /** The shell that lines for this machine are written for. */
  readonly shell: Shell;
}

/**
 * Finds the project in the folder that is named, or in the working directory. Throws a UsageError,
 * a GitError, or ActionError `init_failed`.
 */
export function inspectProject({ cwd, values, env, shell }: ProjectCall): Project {
  const here = realpathSync.native(cwd);
  const named = values['folder'];
  const path = named === undefined ? here : toRealPath(resolve(here, named));
  const repository = GitRepository.find(path, env);
  const root = repository?.top ?? here;
  if (/^\.\.(?:\/|$)/.test(toRelativePath(root, path)))
    throw new UsageError('The folder must be below the working directory.');
  const slugOption = values['slug'] ?? '';
  const finder = new ProjectFinder({ here, root, repository, slugOption, shell });
  const found = named === undefined ? finder.findHere() : finder.findNamed(path);
  const branch = repository?.findDefaultBranch() ?? 'main';
  const isGitLab = values['gitlab'] === 'true';
  const slug = found.kind === 'several' ? slugOption : finder.chooseSlug(join(root, found.folder));
  const project: Project = { root, slug, branch, isGitLab, ...found };
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
  const paths = project.folder.split('\n').map((line) => line.replace(/\/?\*$/, ''));
  if ('plan' in project) paths.push(project.plan.output, project.plan.copied);
  // Other characters have a special meaning in YAML, in workflow expressions or in patterns.
  if (!paths.every((path) => /^[\p{L}\p{M}\p{N} _.,@+=/-]*$/u.test(path)))
    throw new UsageError(
      'The path of the folder may contain only letters, digits, spaces and _ . , @ + = -.',
    );
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
const builtNames = new Set(
  builders.flatMap(({ copied, output }) => [copied.usual, ...output.usual.split('/')]),
);

interface SearchOptions {
  /** The working directory. */
  readonly here: string;
  readonly root: string;
  readonly repository: GitRepository | null;
  /** The value of `--slug`; empty if it is not given. */
  readonly slugOption: string;
  readonly shell: Shell;
}

/** Finds the app of a project: in the folder that is named, or in the working directory. */
class ProjectFinder {
  readonly #here: string;
  readonly #root: string;
  readonly #repository: GitRepository | null;
  readonly #slugOption: string;
  readonly #shell: Shell;

  constructor(options: SearchOptions) {
    this.#here = options.here;
    this.#root = options.root;
    this.#repository = options.repository;
    this.#slugOption = options.slugOption;
    this.#shell = options.shell;
  }

  /** Returns the slug that is given, or that the folder suggests. */
  chooseSlug(folder: string): string {
    if (this.#slugOption !== '') return this.#slugOption;
    const above = dirname(folder);
    // "web" is vague by itself, but not among the packages of a workspace.
    const isPackage =
      /^(?:apps|packages)$/.test(basename(above)) ||
      (folder !== this.#root && listAbove(above, this.#root).some(isWorkspace));
    return suggestSlug(folder, isPackage ? folder : this.#root);
  }

  /**
   * Looks at a folder that was named: an app, a page, a project that is built, the output of a
   * build, or a new folder.
   */
  findNamed(path: string): FoundApp {
    const name = this.#toName(path);
    this.#assertNotArranged(path);
    const own = readProject(path, true);
    if (own !== null) return this.#toBuild(own, '');
    const above = path === this.#root ? [] : listAbove(dirname(path), this.#root);
    for (const folder of above) {
      const built = this.#findOutput(folder, path);
      if (built !== null) return built;
    }
    if (this.#isIgnored(path))
      throw new UsageError(
        `${name} is ignored by git, so it is not in the repository, and no package.json builds it.`,
      );
    const app = above.find(hasService);
    if (app !== undefined)
      throw new UsageError(`${name} is part of the app in ${this.#toName(app)}: name that folder.`);
    if (hasPage(path) || hasService(path)) return this.#toApp(path);
    if (!existsSync(path)) this.#assertNothingOfTheWeb(findExisting(path), path);
    else if (!isEmptyFolder(path)) this.#refuse(path);
    return { kind: 'new', folder: name };
  }

  /**
   * Looks at the working directory: several apps, an app, a project that is built, a page, or
   * nothing yet.
   */
  findHere(): FoundApp | FoundFolders {
    const here = this.#here;
    const apps = this.#findAppFolders();
    if (apps.length > 1) return this.#toSeveral(apps);
    const [app] = apps;
    if (app !== undefined && hasPage(app)) return this.#toApp(app);
    for (const folder of listAbove(here, this.#root)) {
      const built = readProject(folder, false);
      if (built !== null) return this.#toBuild(built, '');
      if (hasService(folder)) return this.#toApp(folder);
    }
    const unbuilt = readProject(here, true);
    if (unbuilt !== null) return this.#toBuild(unbuilt, '');
    if (hasPage(here)) return this.#toApp(here);
    const folder = join(here, defaultFolder);
    this.#assertNoProjectBelow(here);
    this.#assertNothingOfTheWeb(here, folder);
    if (existsSync(folder) && !isEmptyFolder(folder)) return this.findNamed(folder);
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
    const plan = planPlainPage(path);
    return plan === null ? { kind: 'app', folder } : { kind: 'page', folder, plan };
  }

  #toBuild(built: BuiltProject, output: string): FoundApp {
    const slug = this.chooseSlug(built.folder);
    const plan = planBuild(built, { top: this.#root, slug, output });
    return { kind: 'build', folder: this.#toName(built.folder), plan };
  }

  /**
   * Plans how the project in a folder is built, if `path` is a folder that its build writes to;
   * otherwise returns null.
   */
  #findOutput(folder: string, path: string): FoundApp | null {
    const site = findSiteBuilder(folder);
    if (site !== null && this.#isOutput(site.output, folder, path)) this.#refuseSite(site, folder);
    const built = readProject(folder, false);
    if (built === null) return null;
    if (built.output !== null && this.#isOutput(built.output, folder, path))
      return this.#toBuild(built, '');
    const name = toRelativePath(folder, path);
    if (this.#isIgnored(path)) return this.#toBuild(built, name);
    if (existsSync(path) || isWorkspace(folder)) return null;
    if (built.output === null) return this.#toBuild(built, name);
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
    if (!isSame && !isNear) return false;
    return !(this.#repository?.isTracked(path) ?? false);
  }

  #assertNotArranged(path: string): void {
    if (!existsSync(join(path, markName))) return;
    throw new UsageError(
      `${this.#toName(path)} was made by "arrange": name the project or the folder that it was made from.`,
    );
  }

  /** Looks for a web project in a folder that is not an app; null if there is no sign of one. */
  #findSign(folder: string): WebSign | null {
    if (hasPage(folder)) {
      return {
        found: `Found ${this.#toTyped(join(folder, 'index.html'))}.`,
        advice: `If that is the app, call npx miniapp-deploy init ${this.#toTyped(folder)} instead.`,
      };
    }
    return findWebSign(folder, {
      name: (path) => this.#toTyped(join(folder, path)),
      isSkipped: (path) => {
        const location = join(folder, path);
        return this.#isIgnored(location) || existsSync(join(location, markName));
      },
    });
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
      const project = readProject(path, false);
      return project !== null && project.builder !== anyBuilder;
    });
    const ignored = new Set(this.#repository?.listIgnored(projects) ?? []);
    return projects.filter((path) => !ignored.has(path));
  }

  /**
   * Throws ActionError `init_failed` if the folder has a web project, since a sample app next to it
   * is probably not wanted. `path`: the folder of the new app.
   */
  #assertNothingOfTheWeb(folder: string, path: string): void {
    const site = findSiteBuilder(folder);
    if (site !== null) this.#refuseSite(site, folder);
    const sign = this.#findSign(folder);
    if (sign === null) return;
    const { found, advice } = sign;
    const name = this.#toTyped(path);
    throw new ActionError(`${found} No sample app was written.`, {
      code: 'init_failed',
      next: `${advice} For a new app make its empty folder first: mkdir ${name}, then npx miniapp-deploy init ${name}.`,
    });
  }

  #refuseSite({ name, file, command, output }: SiteBuilder, folder: string): never {
    const slug = this.chooseSlug(folder);
    const from = this.#toTyped(join(folder, output));
    const out = this.#toTyped(findAppFolder(this.#root, slug));
    throw new ActionError(
      `Found ${this.#toTyped(join(folder, file))}: ${name} builds this site, and init writes no workflow for it`,
      {
        code: 'init_failed',
        next: `Build it with "${command}", which usually writes ${output}, then call: npx miniapp-deploy arrange ${from} --out ${out}. For a workflow take build.yml, with the same two lines.`,
      },
    );
  }

  /** Throws ActionError `init_failed` for a folder that has files and is not an app. */
  #refuse(path: string): never {
    const site = findSiteBuilder(path);
    if (site !== null) this.#refuseSite(site, path);
    const sign = this.#findSign(path);
    const usual = 'Name the folder of the app, or one that does not exist yet.';
    throw new ActionError(`${this.#toName(path)} has neither service.json nor index.html`, {
      code: 'init_failed',
      next: sign === null ? usual : `${sign.found} ${sign.advice}`,
    });
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
      ...(findSiteBuilder(here) === null ? [] : siteFolders),
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

/** True if a folder is empty, or has only hidden files, such as `.gitkeep`. */
function isEmptyFolder(folder: string): boolean {
  return readdirSync(folder).every((name) => name.startsWith('.'));
}

/** True if a page begins with the front matter of a template. */
function isTemplate(page: string): boolean {
  return readShortFile(page).startsWith('---');
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Returns the nearest folder above a path that exists. */
function findExisting(path: string): string {
  return listAbove(dirname(path), '').find((folder) => existsSync(folder)) ?? path;
}

function listSubfolders(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => {
    return entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name);
  });
  return folders.map((entry) => join(folder, entry.name)).sort();
}
