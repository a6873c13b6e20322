import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ActionError, toReason } from '../../src/model/action-error.ts';
import { toPrintable } from '../../src/text/escape.ts';
import { formatCount, joinTexts } from '../../src/text/format.ts';
import { readTitle } from '../../src/web/html.ts';
import { runCheck } from '../action-command.ts';
import type { CommandIo, CommandRequest } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { NewFiles } from '../own-files.ts';
import { readShortFile } from '../repository.ts';
import { docsUrl } from '../results.ts';
import { toAppName } from './build.ts';
import { inspectProject, type Project } from './project.ts';
import { type FileToWrite, makeApp, makePipeline, makeServiceJson } from './recipes.ts';
import { listInitSteps } from './steps.ts';

/**
 * Looks at the project, writes a workflow for it and what its app lacks, checks the app, and prints
 * what it wrote and what comes next. Asks nothing, overwrites nothing. Returns the exit code: 0
 * only where what it wrote can work. Throws a UsageError, or ActionError `init_failed`.
 */
export async function runInitCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const project = inspectProject(request.values);
  const { root, folder, slug, build } = project;
  const pipeline = makePipeline(project);
  const files = [...listAppFiles(project), pipeline];
  const written = writeNew(root, files);
  const kept = files.map(({ path }) => path).filter((path) => !written.includes(path));
  const unready = await findHindrance(project, request, io);
  const next = listInitSteps(project, pipeline, io.env['MINIAPPS_BASE_URL']?.trim() ?? '');
  if (request.isJson) {
    const message = joinTexts(
      [`Wrote ${formatCount(written.length, 'file')} for ${slug || folder}`, unready],
      '. ',
    );
    const end = unready === '' ? ready : unfinished;
    printEnvelope(
      { command: 'init', ...end, message, next, own: { init: { slug, folder, written, kept } } },
      io,
    );
  } else {
    const lines = [
      ...written.map((path) => `Wrote ${path}`),
      ...kept.map((path) => `Left ${path} as it was`),
      ...(build?.notes ?? []),
      ...(unready === '' ? [] : [unready]),
      '',
      'Next:',
      ...next.flatMap(({ text, run }) => [text, ...(run === null ? [] : [`  ${run}`])]),
    ];
    io.print(`${lines.map((line) => toPrintable(line)).join('\n')}\n`);
  }
  return unready === '' ? 0 : 1;
}

const ready = { outcome: 'written' } as const;
const unfinished = {
  outcome: 'failed',
  code: 'init_unfinished',
  help: `${docsUrl}#init_unfinished`,
} as const;

/**
 * Says why the workflow could not deploy yet; empty where it could. App folders are checked as a
 * deploy does.
 */
async function findHindrance(
  project: Project,
  request: CommandRequest,
  io: CommandIo,
): Promise<string> {
  const { root, folder, build, isSeveral } = project;
  if (build !== null)
    return build.missing.length === 0
      ? ''
      : 'The build makes no app yet: first set what is listed below.';
  const paths = folder.split('\n').map((line) => relative('', join(root, line)) || '.');
  const { exitCode } = await runCheck(
    { ...request, values: { folder: paths.join('\n') }, isJson: false },
    io,
  );
  const what = isSeveral ? 'these folders' : folder;
  return exitCode === 0 ? '' : `A deploy would refuse ${what}: fix the problems that are listed.`;
}

/** The files that the app lacks: all of the small app where there is none, or service.json. */
function listAppFiles(project: Project): readonly FileToWrite[] {
  const { root, folder, slug, build, isSeveral } = project;
  if (isSeveral) return [];
  const at = join(root, folder);
  const places = build === null ? [''] : ['', 'public', 'static', build.copied];
  if (places.some((place) => existsSync(join(at, place, 'service.json')))) return [];
  if (build !== null)
    return [makeServiceJson(join(folder, build.copied), build.appName || toAppName(slug))];
  if (!existsSync(at) || readdirSync(at).length === 0) return makeApp(project);
  const page = join(at, 'index.html');
  // A deploy sends no links.
  if (lstatSync(page, { throwIfNoEntry: false })?.isFile())
    return [makeServiceJson(folder, readTitle(readShortFile(page)) || toAppName(slug))];
  throw new ActionError(`${folder} has neither service.json nor index.html`, {
    code: 'init_failed',
    next: 'Name the folder of the app, or one that does not exist yet.',
  });
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
        next: 'Nothing was written. Make sure that its folder can be written, then run init again.',
        cause,
      });
    }
    written.push(file.path);
  }
  return written;
}
