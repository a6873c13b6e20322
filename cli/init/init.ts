import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ActionError, toReason } from '../../src/errors.ts';
import { toPrintable } from '../../src/text/escape.ts';
import { formatCount, joinTexts } from '../../src/text/format.ts';
import { requireCwd, runCheck } from '../action-command.ts';
import { copiedFolders } from '../files/builders.ts';
import { maxWrittenBytes, readConfigFile } from '../files/config-file.ts';
import { readTitle } from '../files/html.ts';
import { NewFiles } from '../files/own-files.ts';
import { toRelativePath } from '../files/places.ts';
import { GitError } from '../files/repository.ts';
import type { CommandRequest } from '../options/command-request.ts';
import { toPathArgument } from '../options/shell.ts';
import type { CommandIo } from '../output/command-io.ts';
import { printEnvelope } from '../output/envelope.ts';
import type { NextStep } from '../output/next-steps.ts';
import { docsUrl } from '../output/results.ts';
import { toAppName } from './build.ts';
import { inspectProject, type Project } from './project.ts';
import {
  type FileToWrite,
  makePipeline,
  makeSampleApp,
  makeServiceJson,
  readPipeline,
} from './recipes.ts';
import { listInitSteps, listNeededChanges } from './steps.ts';

/**
 * Looks at the project, writes a workflow for it and the files that its app lacks, checks the app,
 * and prints the files that it wrote and the next steps. It never prompts, and never overwrites a
 * file; with `--dry-run` it writes nothing. Returns the exit code: 1 if the project needs changes
 * before the workflow can deploy it. Throws a UsageError, or ActionError `init_failed`.
 */
export async function runInitCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const cwd = requireCwd(io);
  const { shell } = io;
  const { values, given } = request;
  const isDryRun = values['dry-run'] === 'true';
  const project = await inspect({ cwd, shell, values, given, env: io.env });
  const pipeline = makePipeline(project);
  assertSamePipeline(project, pipeline);
  const appName = findAppName(project);
  const files = [...listAppFiles(project, appName), pipeline];
  const missing = writeNew(project.root, files, isDryRun);
  const kept = files.filter((file) => !missing.includes(file)).map((file) => file.path);
  // Without the files that only would be written, a check of the app has nothing to say.
  const isChecked = !isDryRun || missing.every((file) => file === pipeline);
  const obstacle = isChecked ? await explainUnready(project, request, io) : '';
  const baseUrl = io.env['MINIAPPS_BASE_URL']?.trim() ?? '';
  const next = listInitSteps(project, pipeline, { cwd, shell, baseUrl });
  const result = { project, isDryRun, appName, files: missing, kept, obstacle, next };
  if (request.isJson) printAsJson(result, io);
  else printAsText(result, io);
  return obstacle === '' ? 0 : 1;
}

/** The name of an app, and its source, such as `the title of index.html`. */
interface AppName {
  readonly name: string;
  readonly source: string;
}

/** The result of a call of `init`. */
interface InitResult {
  readonly project: Project;
  /** True if nothing was written. */
  readonly isDryRun: boolean;
  /** Null for several apps. */
  readonly appName: AppName | null;
  /** The files that were written, or would be. */
  readonly files: readonly FileToWrite[];
  /** The paths of the files that existed already, and stay as they are. */
  readonly kept: readonly string[];
  /** The reason that the workflow cannot deploy yet, as a sentence; empty if none is known. */
  readonly obstacle: string;
  readonly next: readonly NextStep[];
}

/** Inspects the project. Throws ActionError `init_failed` if git cannot read the repository. */
async function inspect(call: Parameters<typeof inspectProject>[0]): Promise<Project> {
  try {
    return await inspectProject(call);
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    throw new ActionError(`The project cannot be read: ${cause.message}`, {
      code: 'init_failed',
      next: 'Make sure that "git status" works here, then run init again.',
      cause,
    });
  }
}

/**
 * Throws ActionError `init_failed` if a pipeline already exists that does not deploy this project:
 * `init` does not overwrite it.
 */
function assertSamePipeline(project: Project, pipeline: FileToWrite): void {
  const { path } = pipeline;
  const location = join(project.root, path);
  if (!existsSync(location)) return;
  const named = readPipeline(readConfigFile(location, maxWrittenBytes));
  const wanted = readPipeline(pipeline.text);
  if (named.join('\n') === wanted.join('\n')) return;
  const recipes = docsUrl.replace(/docs\/[^/]+$/, 'examples');
  if (named.length === 0) {
    const recipe = project.isGitLab ? 'other-ci/gitlab-ci.yml' : 'README.md';
    throw new ActionError(`${path} exists, and does not call miniapp-deploy`, {
      code: 'init_failed',
      next: `Nothing was written. Rename the existing file and run init again, or add the jobs of ${recipes}/${recipe} to it.`,
    });
  }
  const isBuilt = project.kind === 'build';
  const several = isBuilt
    ? `to deploy several apps that need a build, start from ${recipes}/workflows/monorepo-build.yml`
    : 'to deploy several apps, delete the file and run init without a folder';
  throw new ActionError(
    `${path} deploys something else: it names ${named.join(', ')}, and this project needs ${wanted.join(', ')}`,
    {
      code: 'init_failed',
      next: `Nothing was written. To deploy only this project, delete ${path} and run init again; ${several}.`,
    },
  );
}

/** Returns the files that the app lacks: service.json, or for a new app the whole sample. */
function listAppFiles(project: Project, appName: AppName | null): readonly FileToWrite[] {
  const { root, slug } = project;
  switch (project.kind) {
    case 'new':
      return makeSampleApp(project.folder, slug);
    case 'several':
      return project.folders
        .filter((folder) => !existsSync(join(root, folder, 'service.json')))
        .map((folder) => {
          const { name } = nameApp(readPageTitle(root, folder), basename(folder));
          return makeServiceJson(folder, name);
        });
    default: {
      if (findServiceFile(project) !== null) return [];
      const copied = 'plan' in project ? project.plan.copied : '';
      const home = toRelativePath(root, join(root, project.folder, copied));
      return [makeServiceJson(home, appName?.name ?? slug)];
    }
  }
}

/** Returns the path of the service.json of an app; null if it has none. */
function findServiceFile(project: Project): string | null {
  const places = 'plan' in project ? [...copiedFolders, project.plan.copied] : [''];
  const files = places.map((place) => join(project.root, project.folder, place, 'service.json'));
  return files.find((file) => existsSync(file)) ?? null;
}

/** Returns the name of the app: the one that it has, or the one that `init` gives it. */
function findAppName(project: Project): AppName | null {
  const { root, slug } = project;
  if (project.kind === 'several') return null;
  if (project.kind === 'new') return nameApp('', slug);
  const file = findServiceFile(project);
  const own = file === null ? '' : readName(readConfigFile(file));
  if (own !== '') return { name: own, source: 'service.json' };
  return nameApp(
    'plan' in project ? project.plan.title : readPageTitle(root, project.folder),
    slug,
  );
}

/** Names an app by the title of its page; if it has none, by its slug. */
function nameApp(title: string, slug: string): AppName {
  if (title !== '') return { name: title, source: 'the title of the page' };
  return { name: toAppName(slug), source: 'the slug' };
}

function readPageTitle(root: string, folder: string): string {
  return readTitle(readConfigFile(join(root, folder, 'index.html'), maxWrittenBytes));
}

/** Returns the name in a service.json; empty if there is none. */
function readName(text: string): string {
  try {
    const { name } = JSON.parse(text);
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

/**
 * Returns the files that do not exist yet, and writes them, all or none, unless it is a dry run.
 * Throws ActionError `init_failed`.
 */
function writeNew(
  root: string,
  files: readonly FileToWrite[],
  isDryRun: boolean,
): readonly FileToWrite[] {
  const target = new NewFiles(root);
  try {
    return files.filter((file) => {
      return tryFor(file, () => {
        if (target.has(file.path)) return false;
        if (!isDryRun) target.write(file.path, file.text);
        return true;
      });
    });
  } catch (error) {
    target.undo();
    throw error;
  }
}

/** Calls a function that looks at or writes a file. Throws ActionError `init_failed`. */
function tryFor<T>({ path }: FileToWrite, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new ActionError(`${path} could not be written: ${toReason(cause)}`, {
      code: 'init_failed',
      next: 'Nothing was written. Make sure that the folder of this file can be written, then run init again.',
      cause,
    });
  }
}

/**
 * Returns the reason that the workflow cannot deploy yet; empty if it can. App folders are checked
 * as before a deploy.
 */
async function explainUnready(
  project: Project,
  request: CommandRequest,
  io: CommandIo,
): Promise<string> {
  if (listNeededChanges(project).length > 0)
    return 'The workflow cannot deploy an app that works yet: first make the changes listed below.';
  if ('plan' in project) return '';
  const cwd = requireCwd(io);
  const paths = project.folder.split('\n').map((line) => {
    return toPathArgument(toRelativePath(cwd, join(project.root, line)));
  });
  const values = { folder: paths.join('\n') };
  const { exitCode } = await runCheck({ ...request, values, isJson: false }, io);
  if (exitCode === 0) return '';
  const what = project.kind === 'several' ? 'these folders' : toPathArgument(project.folder);
  return `A deploy would reject ${what}: fix the problems listed above.`;
}

function printAsText(result: InitResult, io: CommandIo): void {
  const { project, isDryRun, files, kept, obstacle, next } = result;
  const plan = 'plan' in project ? project.plan : null;
  const lines = [
    ...(plan === null || plan.found === '' ? [] : [plan.found]),
    ...describeNames(result),
    ...files.flatMap((file) => (isDryRun ? showFile(file) : [`Wrote ${file.path}`])),
    ...kept.map((path) => `Kept ${path} as it is`),
  ];
  lines.push(...(plan?.notes ?? []));
  if (obstacle !== '') lines.push(obstacle);
  if (isDryRun) lines.push('Dry run: nothing was written.');
  lines.push('', 'Next:');
  for (const [index, { text, run }] of next.entries()) {
    lines.push(`${index + 1}. ${text}`);
    if (run !== null) lines.push(`   ${run}`);
  }
  io.print(`${lines.map((line) => toPrintable(line)).join('\n')}\n`);
}

/** Returns the lines about the slug and the name of the app, and where they come from. */
function describeNames({ project, appName }: InitResult): readonly string[] {
  if (project.kind === 'several' || appName === null)
    return ['The slug of each app is the name of its folder.'];
  const { slug, slugSource } = project;
  const isChosen = /^(?:--slug|MINIAPPS_SLUG)$/.test(slugSource);
  const other = isChosen ? '' : ' To choose another one, add --slug <slug>.';
  return [
    `Slug: ${slug} (from ${slugSource}).${other}`,
    `Name: ${appName.name} (from ${appName.source}).`,
  ];
}

function showFile({ path, text }: FileToWrite): readonly string[] {
  const lines = text.trimEnd().split('\n');
  return [`Would write ${path}:`, ...lines.map((line) => (line === '' ? '' : `    ${line}`))];
}

function printAsJson(result: InitResult, io: CommandIo): void {
  const { project, isDryRun, appName, files, kept, obstacle, next } = result;
  const { slug, slugSource, folder } = project;
  const verb = isDryRun ? 'Would write' : 'Wrote';
  const message = joinTexts(
    [`${verb} ${formatCount(files.length, 'file')} for ${slug || folder}`, obstacle],
    '. ',
  );
  const paths = files.map((file) => file.path);
  const init = {
    slug,
    'slug-source': slugSource,
    name: appName?.name ?? '',
    folder,
    written: isDryRun ? [] : paths,
    planned: isDryRun ? files : [],
    kept,
  };
  const own = { init };
  if (obstacle === '') {
    const outcome = isDryRun ? 'planned' : 'written';
    printEnvelope({ command: 'init', outcome, message, next, own }, io);
    return;
  }
  const code = 'init_unfinished';
  const help = `${docsUrl}#${code}`;
  printEnvelope({ command: 'init', outcome: 'failed', code, help, message, next, own }, io);
}
