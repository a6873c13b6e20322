import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { readTitle } from '../../folder/page.ts';
import { ActionError, toReason } from '../../model/action-error.ts';
import { toPrintable } from '../../text/escape.ts';
import { formatCount, joinTexts } from '../../text/format.ts';
import { docsUrl, runCheck } from '../action-command.ts';
import type { CommandIo, CommandRequest } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import type { NextStep } from '../next-steps.ts';
import { listAbove, readShortFile } from '../repository.ts';
import { type BuildPlan, toAppName } from './build.ts';
import { inspectProject, type Project } from './project.ts';
import { type FileToWrite, makeApp, makePipeline, makeServiceJson } from './recipes.ts';

/**
 * Looks at the project, writes a workflow for it and what its app lacks, checks the app, and prints what it wrote and what comes next.
 * Asks nothing, overwrites nothing. Returns the exit code: 0 only where what it wrote can work. Throws a UsageError, or ActionError
 * `init_failed`.
 */
export async function runInitCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const project = inspectProject(request.values);
  const { root, folder, slug, build } = project;
  const pipeline = makePipeline(project);
  const files = [...listAppFiles(project), pipeline];
  for (const { path } of files) assertWritable(root, path);
  const written = writeNew(root, files);
  const kept = files.map(({ path }) => path).filter((path) => !written.includes(path));
  const unready = await findHindrance(project, request, io);
  const next = listInitSteps(project, pipeline, io.env['MINIAPPS_BASE_URL']?.trim() ?? '');
  const lines = [
    ...written.map((path) => `Wrote ${path}`),
    ...kept.map((path) => `Left ${path} as it was`),
    ...(build?.assumed ?? []).map((text) => `Assumed ${text}`),
    ...(build?.builder?.limit ? [`About ${build.builder.name}: ${build.builder.limit}`] : []),
    ...unready,
    '',
    'Next:',
    ...next.flatMap(({ text, run }) => [text, ...(run === null ? [] : [`  ${run}`])]),
  ];
  const isReady = unready.length === 0;
  if (!request.isJson) io.print(`${lines.map((line) => toPrintable(line)).join('\n')}\n`);
  else {
    const message = joinTexts([`Wrote ${formatCount(written.length, 'file')} for ${slug || folder}`, ...unready], '. ');
    const end = isReady ? ready : unfinished;
    printEnvelope({ command: 'init', ...end, message, next, own: { init: { slug, folder, written, kept } } }, io);
  }
  return isReady ? 0 : 1;
}

const ready = { outcome: 'written' } as const;
const unfinished = { outcome: 'failed', code: 'init_unfinished', help: `${docsUrl}#init_unfinished` } as const;

/** Says why the workflow could not deploy yet; nothing where it could. App folders are checked as a deploy does. */
async function findHindrance(project: Project, request: CommandRequest, io: CommandIo): Promise<readonly string[]> {
  const { root, folder, build, isSeveral } = project;
  if (build !== null)
    return build.missing.length === 0 ? [] : ['The build makes no app yet: first set what is listed below.'];
  const paths = folder.split('\n').map((line) => relative('', join(root, line)) || '.');
  const { exitCode } = await runCheck({ ...request, values: { folder: paths.join('\n') }, isJson: false }, io);
  const what = isSeveral ? 'these folders' : folder;
  return exitCode === 0 ? [] : [`A deploy would refuse ${what}: fix the problems that are listed.`];
}

/** The files that the app lacks: all of the small app where there is none, or service.json. */
function listAppFiles(project: Project): readonly FileToWrite[] {
  const { root, folder, slug, build, isSeveral } = project;
  if (isSeveral) return [];
  const at = join(root, folder);
  if (build !== null) {
    const copied = build.builder?.copied ?? '';
    const hasService = ['', 'public', 'static', copied].some((part) => existsSync(join(at, part, 'service.json')));
    return hasService ? [] : [makeServiceJson(join(folder, copied), build.appName || toAppName(slug))];
  }
  if (!existsSync(at) || readdirSync(at).length === 0) return makeApp(project);
  if (existsSync(join(at, 'service.json'))) return [];
  const page = join(at, 'index.html');
  // A deploy sends no links.
  if (lstatSync(page, { throwIfNoEntry: false })?.isFile())
    return [makeServiceJson(folder, readTitle(readShortFile(page)) || toAppName(slug))];
  throw new ActionError(`${folder} has neither service.json nor index.html`, {
    code: 'init_failed',
    next: 'Name the folder of the app, or one that does not exist yet.',
  });
}

/** Throws ActionError `init_failed` where the file would be written through a link, or its folder is a file. */
function assertWritable(root: string, path: string): void {
  for (const folder of listAbove(dirname(path), '.').toReversed()) {
    const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) continue;
    const what = stats.isSymbolicLink() ? 'a link' : 'no folder';
    throw toInitFailure(path, new Error(`${folder} is ${what}`));
  }
}

/** Writes the files that do not exist yet, all or none, and returns their paths. */
function writeNew(root: string, files: readonly FileToWrite[]): readonly string[] {
  const made: string[] = [];
  const fresh = files.filter(({ path }) => lstatSync(join(root, path), { throwIfNoEntry: false }) === undefined);
  for (const { path, text } of fresh) {
    try {
      const folder = mkdirSync(dirname(join(root, path)), { recursive: true });
      made.unshift(...(folder === undefined ? [] : [folder]));
      writeFileSync(join(root, path), text, { flag: 'wx' });
      made.unshift(join(root, path));
    } catch (cause) {
      for (const place of made) rmSync(place, { recursive: true, force: true });
      throw toInitFailure(path, cause);
    }
  }
  return fresh.map(({ path }) => path);
}

function toInitFailure(path: string, cause: unknown): ActionError {
  const next = 'Nothing was written. Make sure that its folder can be written, then run init again.';
  return new ActionError(`${path} could not be written: ${toReason(cause)}`, { code: 'init_failed', next, cause });
}

function listInitSteps(project: Project, pipeline: FileToWrite, baseUrl: string): readonly NextStep[] {
  const { isGitLab, isSeveral, slug, branch } = project;
  const steps = (project.build?.missing ?? []).map((words) => toStep(`Set ${words}.`));
  // In two parts: where the account is put in everywhere, this line must stay as it is.
  if (/OWNE[R]\/miniapp-deploy/.test(pipeline.text))
    steps.push(toStep(`Put the account that publishes the action in the place of ${'OWNE'}R in ${pipeline.path}.`));
  steps.push(...(isGitLab ? [gitLabSettings] : listSettings(baseUrl)));
  const pushes = isGitLab ? 'the default branch' : branch;
  steps.push(
    toStep(`Commit and push: each push to ${pushes} updates ${isSeveral ? 'the drafts' : `the draft of ${slug}`}.`),
  );
  if (!isSeveral) {
    const release = `fill in ${isGitLab ? 'TERMS' : 'terms-version'} in ${pipeline.path}, and push a tag such as v1.0.0`;
    steps.push(toStep(`To release it, ${release}.`, null, 'person'));
  }
  return [...steps, ...listLocalSteps(project)];
}

const gitLabSettings = toStep(
  'In Settings > CI/CD > Variables add MINIAPPS_BASE_URL, the address of the service, and MINIAPPS_API_KEY, a key from its dashboard: masked, hidden and protected, with the environment scope miniapp/*.',
);

function listSettings(baseUrl: string): readonly NextStep[] {
  // GitHub's machines do not reach a service on this machine.
  const isPublic = /^https:\/\/(?!localhost\b|127\.|\[)[\w.:/-]+$/.test(baseUrl);
  const address = isPublic ? baseUrl : '<address>';
  return [
    toStep('Store a key from the dashboard of the service (gh asks for it):', 'gh secret set MINIAPPS_API_KEY'),
    toStep('Store the address of the service:', `gh variable set MINIAPPS_BASE_URL --body ${address}`),
  ];
}

/** What helps on this machine. */
function listLocalSteps({ root, folder, slug, build, isSeveral }: Project): readonly NextStep[] {
  const here = relative('', join(root, folder)).split(sep).join('/') || '.';
  const apps = isSeveral ? folder.split('\n').map((line) => `"${line}"`) : [here, '--slug', slug];
  const check = toStep('Find problems, without a key:', `npx miniapp-deploy check ${apps.join(' ')}`);
  if (isSeveral) return [check];
  const app = build?.output === '.' ? `../${slug}-app` : posix.join(here, 'miniapp');
  return [
    ...(build === null ? [check] : listBuildSteps(build, here, app)),
    toStep('See it in a browser while you write it:', `npx miniapps-sandbox dev ${build === null ? here : app}`),
    toStep('Say which app it is to commands on this machine:', `export MINIAPPS_SLUG=${slug}`),
  ];
}

function listBuildSteps({ command, output }: BuildPlan, here: string, app: string): readonly NextStep[] {
  const arrange = `npx miniapp-deploy arrange ${posix.join(here, output)} --out ${app}`;
  const make = toStep('Make the app folder, and check it:', arrange);
  if (command === '') return [make];
  const run = here === '.' ? command : `(cd ${here} && ${command})`;
  return [toStep('Build it on this machine, since only a build can be checked:', run), make];
}

function toStep(text: string, run: string | null = null, by: NextStep['by'] = 'anyone'): NextStep {
  return { text, run, by };
}
