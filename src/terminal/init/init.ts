import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { readTitle } from '../../folder/page.ts';
import { ActionError, toReason } from '../../model/action-error.ts';
import type { NextStep } from '../../model/next-step.ts';
import { toPrintable } from '../../text/escape.ts';
import { formatCount, joinTexts } from '../../text/format.ts';
import { docsUrl, runCheck } from '../action-command.ts';
import type { CommandIo, CommandRequest } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { listAbove } from '../repository.ts';
import { type Build, toWords } from './build.ts';
import { findProject, type Project } from './project.ts';
import { makeApp, makePipeline, makeServiceJson, type NewFile } from './recipes.ts';

/**
 * Looks at the project, writes a workflow for it and what its app lacks, checks the app, and prints what it wrote and what comes next.
 * Asks nothing, overwrites nothing. Returns the exit code: 0 only where what it wrote can work. Throws a UsageError, or ActionError
 * `init_failed`.
 */
export async function runInitCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const project = findProject(request.values);
  const { root, folder, slug, build } = project;
  const files = [...listAppFiles(project), makePipeline(project)];
  for (const { path } of files) assertWritable(root, path);
  const written = writeNew(root, files);
  const kept = files.map(({ path }) => path).filter((path) => !written.includes(path));
  const unready = build === null ? await checkApps(project, request, io) : describeMissing(build);
  const next = listSteps(project, files, io.env['MINIAPPS_BASE_URL']?.trim() ?? '');
  const lines = [
    ...written.map((path) => `Wrote ${path}`),
    ...kept.map((path) => `Left ${path} as it was`),
    ...(build?.assumed ?? []).map((text) => `Assumed ${text}`),
    ...(build?.builder?.limit ? [`About ${build.builder.name}: ${build.builder.limit}`] : []),
    ...unready,
    ...['', 'Next:', ...next.flatMap(({ text, run }) => [text, ...(run === null ? [] : [`  ${run}`])])],
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

/** Checks app folders as a deploy does. Returns what to say of problems; nothing where a deploy can work. */
async function checkApps({ root, folder, isSeveral }: Project, request: CommandRequest, io: CommandIo) {
  const paths = folder.split('\n').map((line) => join(root, line));
  const values = { folder: paths.map((path) => relative('', path) || '.').join('\n') };
  const { exitCode } = await runCheck({ ...request, values, isJson: false }, io);
  return exitCode === 0
    ? []
    : [`A deploy would refuse ${isSeveral ? 'these folders' : folder}: fix the problems that are listed.`];
}

function describeMissing({ missing }: Build): readonly string[] {
  return missing.length === 0 ? [] : ['The build makes no app yet: first set what is listed below.'];
}

/** What the app lacks: the small app where there is none, or its service.json. */
function listAppFiles(project: Project): readonly NewFile[] {
  const { root, folder, slug, build, isSeveral } = project;
  if (isSeveral) return [];
  const at = join(root, folder);
  if (build !== null) {
    const copied = build.builder?.copied ?? '';
    const hasService = ['', 'public', 'static', copied].some((part) => existsSync(join(at, part, 'service.json')));
    return hasService ? [] : [makeServiceJson(join(folder, copied), build.appName || toWords(slug))];
  }
  if (!existsSync(at) || readdirSync(at).length === 0) return makeApp(project);
  if (existsSync(join(at, 'service.json'))) return [];
  const title = existsSync(join(at, 'index.html')) ? readTitle(readFileSync(join(at, 'index.html'), 'utf8')) : null;
  if (title !== null) return [makeServiceJson(folder, title || toWords(slug))];
  throw new ActionError(`${folder} has neither service.json nor index.html`, {
    code: 'init_failed',
    next: 'Name the folder of the app, or one that does not exist yet.',
  });
}

/** Throws ActionError `init_failed` where the file would be written through a link, or its folder is none. */
function assertWritable(root: string, path: string): void {
  for (const folder of listAbove(dirname(path), '.').toReversed()) {
    const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) continue;
    const what = stats.isSymbolicLink() ? 'a link' : 'no folder';
    throw toInitFailure(path, new Error(`${folder} is ${what}`));
  }
}

/** Writes files that are not there, all or none, and returns their paths. */
function writeNew(root: string, files: readonly NewFile[]): readonly string[] {
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

function listSteps(project: Project, files: readonly NewFile[], baseUrl: string): readonly NextStep[] {
  const { isGitLab, isSeveral, slug, branch } = project;
  const pipeline = files.at(-1) ?? { path: '', text: '' };
  const pushes = isGitLab ? 'the default branch' : branch;
  const terms = isGitLab ? 'TERMS' : 'terms-version';
  return [
    ...(project.build?.missing ?? []).map((words) => toStep(`Set ${words}.`)),
    // Spelled so that whoever puts in the account everywhere does not change this line.
    ...(/OWNE[R]\/miniapp-deploy/.test(pipeline.text)
      ? [toStep(`Put the account that publishes the action in the place of ${'OWNE'}R in ${pipeline.path}.`)]
      : []),
    ...(isGitLab ? [gitLabSettings] : listSettings(baseUrl)),
    toStep(`Commit and push: each push to ${pushes} updates ${isSeveral ? 'the drafts' : `the draft of ${slug}`}.`),
    ...(isSeveral
      ? []
      : [
          toStep(`To release it, fill in ${terms} in ${pipeline.path}, and push a tag such as v1.0.0.`, null, 'person'),
        ]),
    ...listLocalSteps(project),
  ];
}

const gitLabSettings = toStep(
  'In Settings > CI/CD > Variables add MINIAPPS_BASE_URL, the address of the service, and MINIAPPS_API_KEY, a key from its dashboard: masked, hidden and protected, with the environment scope miniapp/*.',
);

function listSettings(baseUrl: string): readonly NextStep[] {
  // A service on this machine is none that GitHub's machines reach.
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
  const folders = isSeveral ? folder.split('\n').map((line) => `"${line}"`) : [here];
  const check = toStep(
    'Find problems, without a key:',
    `npx miniapp-deploy check ${folders.join(' ')}${isSeveral ? '' : ` --slug ${slug}`}`,
  );
  if (isSeveral) return [check];
  const app = build?.output === '.' ? `../${slug}-app` : posix.join(here, 'miniapp');
  const command = build?.command ?? '';
  const make = build && [
    ...(command === ''
      ? []
      : [
          toStep(
            'Build it on this machine, since only a build can be checked:',
            here === '.' ? command : `(cd ${here} && ${command})`,
          ),
        ]),
    toStep(
      'Make the app folder, and check it:',
      `npx miniapp-deploy arrange ${posix.join(here, build.output)} --out ${app}`,
    ),
  ];
  return [
    ...(make ?? [check]),
    toStep('See it in a browser while you write it:', `npx miniapps-sandbox dev ${make ? app : here}`),
    toStep('Say which app it is to commands on this machine:', `export MINIAPPS_SLUG=${slug}`),
  ];
}

function toStep(text: string, run: string | null = null, by: NextStep['by'] = 'anyone'): NextStep {
  return { text, run, by };
}
