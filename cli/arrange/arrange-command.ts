import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { FoundEntry, PackedFile } from '../../src/folder/manifest.ts';
import { measureFiles } from '../../src/folder/measure.ts';
import { loadBytes } from '../../src/folder/text.ts';
import { ActionError } from '../../src/model/action-error.ts';
import { isSlug } from '../../src/model/inputs.ts';
import { labelProblem, type Problem } from '../../src/model/problem.ts';
import { formatCount } from '../../src/text/format.ts';
import { readTitle } from '../../src/web/html.ts';
import { readCwd, runCheck } from '../action-command.ts';
import { type CommandIo, type CommandRequest, UsageError } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { listWords, makeNextStep } from '../next-steps.ts';
import { packageFiles } from '../package-files.ts';
import { findOneFolder, toRelativePath } from '../places.ts';
import { listAbove } from '../repository.ts';
import { docsUrl } from '../results.ts';
import { type ArrangedBuild, arrangeBuild, type LeftOutFile } from './arrange.ts';
import { type BuildFile, topFiles } from './layout.ts';
import { type ArrangedFile, rewrittenTypes } from './rewrite.ts';
import { listFiles, writeResult } from './target.ts';

/** What an app folder is made of. */
interface BuildFolder {
  readonly files: readonly BuildFile[];
  readonly excluded: readonly LeftOutFile[];
  /** What was added that is not in the build, as sentences without a full stop. */
  readonly added: readonly string[];
  /** The name of the build's folder for a page above it; see Layout. */
  readonly name: string;
}

/** What the command has done, as `--json` shows it. */
interface Summary {
  readonly out: string;
  /** The number of files in the app folder. */
  readonly files: number;
  readonly added: readonly string[];
  /** The paths in the build of the files that have moved. */
  readonly moved: readonly string[];
  readonly rewritten: readonly RewrittenCount[];
  readonly pieces: readonly string[];
  readonly leftOut: readonly LeftOutFile[];
  readonly problems: readonly Problem[];
  /** The path of the net in the app folder; null if there is none. */
  readonly net: string | null;
}

/** A file of the app folder with the number of its rewritten references. */
interface RewrittenCount {
  readonly path: string;
  readonly references: number;
}

/** Larger texts, in bytes, are not rewritten. */
const maxRewrittenBytes = 64 * 1024 * 1024;

/**
 * Turns the output of a build into an app folder, written to the folder of `--out`, and checks it.
 * Returns the exit code. Throws a UsageError, an InvalidInputsError or an ActionError.
 */
export async function runArrangeCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const { folder = '', out } = request.values;
  if (out === undefined || out === '-')
    throw new UsageError('"arrange" must have --out: --out <folder>.');
  const cwd = readCwd(io);
  const found = findOneFolder(cwd, folder);
  const root = realpathSync.native(resolve(found.workspace, found.folder));
  if (!statSync(root).isDirectory()) throw new UsageError('The build is a file, not a folder.');
  const build = await readBuildFolder(root, cwd);
  const { slug = '', 'no-net': noNet } = request.values;
  const arranged = arrangeBuild(build.files, {
    name: build.name,
    slug: isSlug(slug) ? slug : null,
    net: noNet === 'true' ? null : (packageFiles['cli/arrange/net.min.js'] ?? null),
  });
  await writeResult({ path: resolve(cwd, out), name: out }, root, arranged.files);
  const summary = summarize(out, build, arranged);
  printSummary(summary, folder, io);
  for (const file of arranged.files) logChanges(file, io);
  const values = { ...request.values, folder: out };
  const checkRequest = { ...request, values, given: { folder: out } };
  const checked = await runCheck(checkRequest, io, { arrange: summary });
  if (checked.exitCode !== 0) return checked.exitCode;
  return endArrange(summary, request, io);
}

/** Reads a build, and adds the files at the top of an app folder that it lacks. */
async function readBuildFolder(root: string, cwd: string): Promise<BuildFolder> {
  const walked = await listFiles(root);
  if (walked.files.length === 0) {
    const next = 'Check the folder, and that the app has been built.';
    throw new ActionError('The build is empty.', { code: 'folder_empty', next });
  }
  const project = findProject(root);
  const fromProject = findTopFiles(project, walked.files);
  const measured = await measureFiles([...walked.files, ...fromProject], []);
  const files = measured.files.map(toBuildFile);
  const added = fromProject.map((entry) => {
    return `Added ${relative(cwd, entry.location)} (not in the build output)`;
  });
  const made = makeServiceFile(files);
  if (made !== null) {
    files.push(made.file);
    added.push(`Made service.json with the name ${made.name} from the title of the page`);
  }
  const hasPageAbove = fromProject.some((entry) => entry.path === 'index.html');
  return {
    files,
    excluded: walked.excluded.map((each) => ({ path: each.path, reason: each.reason })),
    added,
    name: hasPageAbove ? `${toRelativePath(project, root)}/` : '',
  };
}

/** Returns the nearest folder above a build that holds a project, or an empty text. */
function findProject(root: string): string {
  const isProject = (folder: string): boolean => {
    return existsSync(join(folder, 'package.json')) || existsSync(join(folder, '.git'));
  };
  return listAbove(dirname(root), '').find(isProject) ?? '';
}

/** Returns the files at the top of an app folder that only the project has. */
function findTopFiles(project: string, found: readonly FoundEntry[]): readonly FoundEntry[] {
  if (project === '') return [];
  return topFiles
    .filter((name) => found.every((entry) => entry.path !== name))
    .map((name) => ({ path: name, location: join(project, name) }))
    .filter((entry) => lstatSync(entry.location, { throwIfNoEntry: false })?.isFile());
}

/** A file, and the name of the app that is in it. */
interface MadeServiceFile {
  readonly file: BuildFile;
  readonly name: string;
}

/** Makes a service.json if there is none and the page has a title; otherwise returns null. */
function makeServiceFile(files: readonly BuildFile[]): MadeServiceFile | null {
  const page = files.find((file) => file.path === 'index.html');
  const name = readTitle(page?.text ?? '');
  const hasService = files.some((file) => file.path === 'service.json');
  if (hasService || name === '') return null;
  const content = Buffer.from(`${JSON.stringify({ name }, null, 2)}\n`);
  const file: BuildFile = {
    path: 'service.json',
    type: 'application/json',
    sha256: '',
    text: '',
    read: () => content,
  };
  return { file, name };
}

function toBuildFile(file: PackedFile): BuildFile {
  const isText = file.textSha256 !== null && rewrittenTypes.test(file.type);
  const isRewritten = isText && file.bytes <= maxRewrittenBytes;
  return {
    path: file.path,
    type: file.type,
    sha256: file.sha256,
    text: isRewritten ? loadBytes(file).toString() : '',
    read: () => loadBytes(file),
  };
}

function summarize(out: string, build: BuildFolder, arranged: ArrangedBuild): Summary {
  const moved = arranged.files.filter((each) => each.path !== each.file.path);
  const rewritten = arranged.files.filter((each) => each.rewritten !== null);
  return {
    out,
    files: arranged.files.length,
    added: build.added,
    moved: moved.map((each) => each.file.path),
    rewritten: rewritten.map((each) => {
      return { path: each.path, references: each.rewritten?.changes.length ?? 0 };
    }),
    pieces: arranged.pieces,
    leftOut: [...build.excluded, ...arranged.leftOut],
    problems: arranged.problems,
    net: arranged.net,
  };
}

function printSummary(summary: Summary, folder: string, io: CommandIo): void {
  const { log } = io;
  for (const text of summary.added) log.info(`${text}.`);
  if (summary.moved.length > 0) log.list('Moved below assets/', summary.moved);
  if (summary.net !== null)
    log.info(`Added ${summary.net}: it leads requests of scripts to the files that have moved.`);
  const counts = summary.rewritten.map((file) => {
    return `${file.path}: ${formatCount(file.references, 'reference')}`;
  });
  if (counts.length > 0) log.list('Rewritten', counts);
  if (summary.pieces.length > 0)
    log.list('Not rewritten, since a script adds to them or compares them', summary.pieces);
  for (const file of summary.leftOut) log.info(`Left out: ${file.path} (${file.reason})`);
  // The check that follows prints this one, too.
  const problems = summary.problems.filter((problem) => problem.code !== 'path_router');
  for (const problem of problems) {
    const file = `${folder.replace(/\/$/, '')}/${problem.path}`;
    log.lines(`${labelProblem({ ...problem, file, times: 1 })}: ${problem.message}`);
    if (problem.fix !== null) log.lines(`  fix: ${problem.fix}`);
  }
}

/** Logs each rewritten address, for `--verbose`. */
function logChanges(arranged: ArrangedFile, io: CommandIo): void {
  for (const change of arranged.rewritten?.changes ?? [])
    io.log.debug(`${arranged.path}: ${change.before} → ${change.now}`);
}

/** Prints the result of a run whose app folder has passed the check. Returns the exit code. */
function endArrange(summary: Summary, request: CommandRequest, io: CommandIo): number {
  const errors = summary.problems.filter((problem) => problem.severity === 'error');
  if (errors.length > 0) return endRefused(summary, errors.length, request, io);
  const { out } = summary;
  const count = formatCount(summary.files, 'file');
  const message = `Arranged ${request.values['folder']} as ${out} (${count}).`;
  if (!request.isJson) {
    io.log.info(message);
    return 0;
  }
  const call = listWords('plan', { folder: out, slug: '<slug>' });
  const next = [makeNextStep('Compare the folder with the draft.', call)];
  const own = { arrange: summary };
  printEnvelope({ command: 'arrange', outcome: 'arranged', message, next, own }, io);
  return 0;
}

/** Prints that the build would not work as an app. Returns the exit code. */
function endRefused(
  summary: Summary,
  errorCount: number,
  request: CommandRequest,
  io: CommandIo,
): number {
  const code = 'build_breaks';
  const help = `${docsUrl}#${code}`;
  const errors = formatCount(errorCount, 'error');
  const message = `${summary.out} would not work as an app: ${errors} to fix in the build.`;
  const fix = 'Fix the build as each error describes, build again, and run this command again.';
  if (request.isJson) {
    const next = [makeNextStep(fix)];
    const own = { arrange: summary };
    printEnvelope({ command: 'arrange', outcome: 'failed', code, help, message, next, own }, io);
  }
  io.log.lines(`${message}\nNext: ${fix}\nHelp: ${help}`);
  return 1;
}
