import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isSlug, slugRule } from '../../src/model/inputs.ts';
import { type CommandRequest, UsageError } from '../command-request.ts';
import { toRelativePath } from '../places.ts';
import { findBranch, findRepository, isIgnored, listAbove } from '../repository.ts';
import { suggestSlug } from '../slug.ts';
import { type BuildPlan, planBuild, planPlainPage } from './build.ts';
import { builders } from './builders.ts';

/** A folder that was found, and how it becomes an app. */
interface FoundFolder {
  /**
   * Relative to the top folder of the repository, with `/`, `.` for itself: the app folder, or that
   * of the project that is built. Of several apps one pattern per line.
   */
  readonly folder: string;
  /** Null for app folders as they are. */
  readonly build: BuildPlan | null;
}

/** What a workflow is written for. */
export interface Project extends FoundFolder {
  /** The top folder of the repository, or the working directory where there is none. */
  readonly root: string;
  /** Empty for several apps, which have the names of their folders. */
  readonly slug: string;
  /** The branch whose pushes update the draft. */
  readonly branch: string;
  /** True for GitLab in place of GitHub. */
  readonly isGitLab: boolean;
  readonly isSeveral: boolean;
}

const defaultFolder = 'app';
const builtNames = new Set(
  builders.flatMap(({ copied, output }) => [copied, ...output.split('/')]),
);

/**
 * Looks at the folder that is named, or at the working directory. Throws a UsageError, or
 * ActionError `init_failed`.
 */
export function inspectProject(values: CommandRequest['values']): Project {
  const cwd = realpathSync.native('.');
  const named = values['folder'];
  const path = named === undefined ? cwd : toRealPath(resolve(cwd, named));
  const root = findRepository(path) ?? cwd;
  if (/^\.\.(?:\/|$)/.test(toRelativePath(root, path)))
    throw new UsageError('The folder must be below the working directory.');
  const { folder, build } = named === undefined ? findHere(cwd, root) : findNamed(path, root);
  const isSeveral = /[*\n]/.test(folder);
  const isGitLab = values['gitlab'] === 'true';
  const slug = values['slug'] || (isSeveral ? '' : suggestSlug(join(root, folder), root));
  const project = { root, folder, slug, branch: findBranch(root), isGitLab, isSeveral, build };
  assertPossible(project);
  return build !== null || isSeveral
    ? project
    : { ...project, build: planPlainPage(join(root, folder)) };
}

/**
 * Throws a UsageError for what a recipe cannot hold. Paths stand in YAML and in scripts, where
 * other characters have a meaning.
 */
function assertPossible({ folder, slug, isGitLab, isSeveral, build }: Project): void {
  const paths = [
    ...folder.split('\n').map((line) => line.replace(/\/?\*$/, '')),
    build?.output ?? '',
  ];
  if (!paths.every((path) => /^[\w.@+/-]*$/.test(path) && !/(?:^|\/)-/.test(path)))
    throw new UsageError('The path of the folder must be of letters, digits and . _ - @ + alone.');
  if (isSeveral && isGitLab) throw new UsageError('--gitlab is for one app: name its folder.');
  if (isSeveral && slug !== '') throw new UsageError('--slug is for one app: name its folder.');
  if (!isSeveral && !isSlug(slug)) throw new UsageError(`--slug must be ${slugRule}.`);
}

function toRealPath(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) throw new UsageError('The folder is a file.');
  return stats === undefined ? path : realpathSync.native(path);
}

/**
 * The folder that was named: an app, a project that is built, or what the build of a project
 * writes.
 */
function findNamed(path: string, root: string): FoundFolder {
  const folder = toRelativePath(root, path);
  const own = planBuild(path, root);
  if (own !== null) return { folder, build: own };
  const above = listAbove(path, root).slice(1);
  const isAway = isIgnored(path, root);
  const isBuilt = isAway || (!existsSync(path) && builtNames.has(basename(path)));
  for (const project of isBuilt ? above : []) {
    const build = planBuild(project, root, toRelativePath(project, path));
    if (build !== null) return { folder: toRelativePath(root, project), build };
  }
  if (isAway)
    throw new UsageError(
      `${folder} is ignored by git, so it is not in the repository, and no package.json builds it.`,
    );
  const app = above.find(hasService);
  if (app !== undefined)
    throw new UsageError(
      `${folder} is part of the app in ${toRelativePath(root, app)}: name that folder.`,
    );
  return { folder, build: null };
}

/**
 * What is here, or around here: several apps, an app, a project that is built, a page, or nothing
 * yet.
 */
function findHere(cwd: string, root: string): FoundFolder {
  const apps = findAppFolders(cwd, root);
  if (apps.length > 1) return { folder: toPatterns(apps, root), build: null };
  const [app] = apps;
  if (app !== undefined && hasPage(app)) return { folder: toRelativePath(root, app), build: null };
  for (const at of listAbove(cwd, root)) {
    const build = planBuild(at, root);
    if (build !== null || hasService(at)) return { folder: toRelativePath(root, at), build };
  }
  const build = planBuild(cwd, root, '', true);
  const folder = build !== null || hasPage(cwd) ? cwd : join(cwd, defaultFolder);
  return { folder: toRelativePath(root, folder), build };
}

function hasService(folder: string): boolean {
  return existsSync(join(folder, 'service.json'));
}

function hasPage(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}

/** The folders with `service.json` here, and one level below; not what a build copies or writes. */
function findAppFolders(cwd: string, root: string): readonly string[] {
  const isBuilt = existsSync(join(cwd, 'package.json'));
  const here = listFolders(cwd).filter((folder) => !isBuilt || !builtNames.has(basename(folder)));
  const all = [...here, ...here.flatMap(listFolders)];
  return all.filter((folder) => hasService(folder) && !isIgnored(folder, root));
}

function listFolders(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name),
  );
  return folders.map(({ name }) => join(folder, name)).sort();
}

/**
 * One pattern for the apps in one folder; apps at the top are named one by one. Throws a UsageError
 * for a name that is no slug.
 */
function toPatterns(apps: readonly string[], root: string): string {
  const wrong = apps.find((app) => !isSlug(basename(app)));
  if (wrong !== undefined)
    throw new UsageError(
      `There are several apps, and the name of ${toRelativePath(root, wrong)} is no slug (${slugRule}).`,
    );
  const lines = apps.map((app) => toRelativePath(root, app).replace(/\/[^/]+$/, '/*'));
  return [...new Set(lines)].join('\n');
}
