import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ActionError, toReason } from '../../src/errors.ts';
import { toPrintable } from '../../src/text/escape.ts';
import { formatCount, joinTexts } from '../../src/text/format.ts';
import { requireCwd, runCheck } from '../action-command.ts';
import type { CommandIo, CommandRequest } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { readTitle } from '../html.ts';
import type { NextStep } from '../next-steps.ts';
import { NewFiles } from '../own-files.ts';
import { toRelativePath } from '../places.ts';
import { GitError, readShortFile } from '../repository.ts';
import { docsUrl } from '../results.ts';
import { toPathArgument } from '../shell.ts';
import { toAppName } from './build.ts';
import { inspectProject, type Project } from './project.ts';
import {
  type FileToWrite,
  makePipeline,
  makeSampleApp,
  makeServiceJson,
  readPipeline,
} from './recipes.ts';
import { listInitSteps } from './steps.ts';

/**
 * Looks at the project, writes a workflow for it and the files that its app lacks, checks the app,
 * and prints the files that it wrote and the next steps. It never prompts, and never overwrites a
 * file. Returns the exit code: 0 only if the workflow can deploy. Throws a UsageError, or
 * ActionError `init_failed`.
 */
export async function runInitCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const cwd = requireCwd(io);
  const { shell } = io;
  const project = inspect({ cwd, shell, values: request.values, env: io.env });
  const pipeline = makePipeline(project);
  assertSamePipeline(project, pipeline);
  const files = [...listAppFiles(project), pipeline];
  const written = writeNew(project.root, files);
  const kept = files.map((file) => file.path).filter((path) => !written.includes(path));
  const obstacle = await explainUnready(project, request, io);
  const baseUrl = io.env['MINIAPPS_BASE_URL']?.trim() ?? '';
  const next = listInitSteps(project, pipeline, { cwd, shell, baseUrl });
  const result = { project, written, kept, obstacle, next };
  if (request.isJson) printAsJson(result, io);
  else printAsText(result, io);
  return obstacle === '' ? 0 : 1;
}

/** The result of a call of `init`. */
interface InitResult {
  readonly project: Project;
  /** The paths of the files that were written. */
  readonly written: readonly string[];
  /** The paths of the files that existed already, and stay as they are. */
  readonly kept: readonly string[];
  /** The reason that the workflow cannot deploy yet, as a sentence; empty if it can. */
  readonly obstacle: string;
  readonly next: readonly NextStep[];
}

/** Inspects the project. Throws ActionError `init_failed` if git cannot read the repository. */
function inspect(call: Parameters<typeof inspectProject>[0]): Project {
  try {
    return inspectProject(call);
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
  const named = readPipeline(readShortFile(location));
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
function listAppFiles(project: Project): readonly FileToWrite[] {
  const { root, slug } = project;
  switch (project.kind) {
    case 'new':
      return makeSampleApp(project.folder, slug);
    case 'app':
      return listMissingService(root, project.folder, slug);
    case 'several':
      return project.folders.flatMap((folder) => {
        return listMissingService(root, folder, folder.slice(folder.lastIndexOf('/') + 1));
      });
    default: {
      const { copied, appName } = project.plan;
      const places = ['', 'public', 'static', copied].map((place) => join(project.folder, place));
      if (places.some((place) => existsSync(join(root, place, 'service.json')))) return [];
      const home = toRelativePath(root, join(root, project.folder, copied));
      return [makeServiceJson(home, appName || toAppName(slug))];
    }
  }
}

/** Returns a service.json for an app folder that has none. */
function listMissingService(root: string, folder: string, slug: string): readonly FileToWrite[] {
  const home = join(root, folder);
  if (existsSync(join(home, 'service.json'))) return [];
  const title = readTitle(readShortFile(join(home, 'index.html')));
  return [makeServiceJson(folder, title || toAppName(slug))];
}

/**
 * Writes the files that do not exist yet, all or none, and returns their paths. Throws ActionError
 * `init_failed`.
 */
function writeNew(root: string, files: readonly FileToWrite[]): readonly string[] {
  const target = new NewFiles(root);
  const written: string[] = [];
  for (const file of files) {
    try {
      if (target.has(file.path)) continue;
      target.write(file.path, file.text);
    } catch (cause) {
      target.undo();
      throw new ActionError(`${file.path} could not be written: ${toReason(cause)}`, {
        code: 'init_failed',
        next: 'Nothing was written. Make sure that the folder of this file can be written, then run init again.',
        cause,
      });
    }
    written.push(file.path);
  }
  return written;
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
  if ('plan' in project) {
    if (project.plan.changes.length === 0) return '';
    return 'The build does not make an app yet: first make the changes listed below.';
  }
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

function printAsText({ project, written, kept, obstacle, next }: InitResult, io: CommandIo): void {
  const lines = [
    ...written.map((path) => `Wrote ${path}`),
    ...kept.map((path) => `Kept ${path} as it is`),
  ];
  if ('plan' in project) lines.push(...project.plan.notes);
  if (obstacle !== '') lines.push(obstacle);
  lines.push('', 'Next:');
  for (const { text, run } of next) {
    lines.push(text);
    if (run !== null) lines.push(`  ${run}`);
  }
  io.print(`${lines.map((line) => toPrintable(line)).join('\n')}\n`);
}

function printAsJson({ project, written, kept, obstacle, next }: InitResult, io: CommandIo): void {
  const { slug, folder } = project;
  const message = joinTexts(
    [`Wrote ${formatCount(written.length, 'file')} for ${slug || folder}`, obstacle],
    '. ',
  );
  const own = { init: { slug, folder, written, kept } };
  if (obstacle === '') {
    printEnvelope({ command: 'init', outcome: 'written', message, next, own }, io);
    return;
  }
  const code = 'init_unfinished';
  const help = `${docsUrl}#${code}`;
  printEnvelope({ command: 'init', outcome: 'failed', code, help, message, next, own }, io);
}
