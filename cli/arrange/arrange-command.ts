import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { FoundEntry, PackedFile } from '../../src/folder/manifest.ts';
import { measureFiles } from '../../src/folder/measure.ts';
import { loadBytes } from '../../src/folder/text.ts';
import { ActionError } from '../../src/model/action-error.ts';
import { labelProblem } from '../../src/model/problem.ts';
import { formatCount } from '../../src/text/format.ts';
import { readTitle } from '../../src/web/html.ts';
import { readCwd, runCheck } from '../action-command.ts';
import { type CommandIo, type CommandRequest, UsageError } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { listWords, makeNextStep } from '../next-steps.ts';
import { findOneFolder, toRelativePath } from '../places.ts';
import { listAbove } from '../repository.ts';
import { docsUrl } from '../results.ts';
import { type Arranged, arrangeBuild, type LeftOut } from './arrange.ts';
import { type BuildFile, topFiles } from './layout.ts';
import { rewrittenTypes } from './rewrite.ts';
import { listFiles, writeResult } from './target.ts';

/** What an app folder is made of. */
interface BuildFolder {
  readonly files: readonly BuildFile[];
  readonly excluded: readonly LeftOut[];
  /** The files that do not come from the build, in words. */
  readonly added: readonly string[];
  /** See Layout. */
  readonly name: string;
}

/** A larger text is taken as it is. */
const maxRewrittenBytes = 64 * 1024 * 1024;

/**
 * Makes an app folder of what a builder wrote, in the folder that `--out` names, and checks it.
 * Returns the exit code. Throws a UsageError, an InvalidInputsError or an ActionError.
 */
export async function runArrangeCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const { values } = request;
  const { folder = '', out } = values;
  if (out === undefined || out === '-')
    throw new UsageError('"arrange" must have --out: --out <folder>.');
  const found = findOneFolder(readCwd(io), folder);
  const root = realpathSync.native(resolve(found.workspace, found.folder));
  if (!statSync(root).isDirectory()) throw new UsageError('The build is a file, not a folder.');
  const build = await readBuildFolder(root);
  const arranged = arrangeBuild(build.files, build.name);
  await writeResult(out, root, arranged.files);
  const summary = summarize(out, build, arranged);
  printSummary(summary, folder, io);
  for (const { path, rewritten } of arranged.files)
    for (const { before, now } of rewritten?.changes ?? [])
      io.log.debug(`${path}: ${before} → ${now}`);
  const checked = await runCheck(
    { ...request, values: { ...values, folder: out }, given: { folder: out } },
    io,
    {
      arrange: summary,
    },
  );
  return checked.exitCode === 0 ? endArrange(summary, request, io) : checked.exitCode;
}

async function readBuildFolder(root: string): Promise<BuildFolder> {
  const walked = await listFiles(root);
  if (walked.files.length === 0) {
    const next = 'Check the folder, and that the app has been built.';
    throw new ActionError('The build is empty.', { code: 'folder_empty', next });
  }
  const isProject = (at: string): boolean =>
    existsSync(join(at, 'package.json')) || existsSync(join(at, '.git'));
  const project = listAbove(dirname(root), '').find(isProject) ?? '';
  const taken = findInProject(project, walked.files);
  const measured = await measureFiles([...walked.files, ...taken], []);
  const files: BuildFile[] = measured.files.map(toBuildFile);
  const added = taken.map(
    ({ location }) => `Took ${relative('.', location)}, which the build lacks`,
  );
  const name = readTitle(files.find(({ path }) => path === 'index.html')?.text ?? '');
  if (name !== '' && files.every(({ path }) => path !== 'service.json')) {
    const content = Buffer.from(`${JSON.stringify({ name }, null, 2)}\n`);
    files.push({
      path: 'service.json',
      type: 'application/json',
      sha256: '',
      text: '',
      read: () => content,
    });
    added.push(`Made service.json, with the name ${name} from the title of the page`);
  }
  const isPageTaken = taken.some(({ path }) => path === 'index.html');
  return {
    files,
    excluded: walked.excluded.map(({ path, reason }) => ({ path, reason })),
    added,
    name: isPageTaken ? `${toRelativePath(project, root)}/` : '',
  };
}

/** What the top of an app folder must have, and only the project has. */
function findInProject(project: string, found: readonly FoundEntry[]): readonly FoundEntry[] {
  const lacking = topFiles.filter(
    (name) => project !== '' && found.every(({ path }) => path !== name),
  );
  return lacking
    .map((path) => ({ path, location: join(project, path) }))
    .filter(({ location }) => lstatSync(location, { throwIfNoEntry: false })?.isFile());
}

function toBuildFile(file: PackedFile): BuildFile {
  const isText =
    file.textSha256 !== null && rewrittenTypes.test(file.type) && file.bytes <= maxRewrittenBytes;
  return { ...file, text: isText ? loadBytes(file).toString() : '', read: () => loadBytes(file) };
}

type Summary = ReturnType<typeof summarize>;

/** What was done, as `--json` shows it. */
function summarize(out: string, { added, excluded }: BuildFolder, arranged: Arranged) {
  const { files, pieces, leftOut, problems } = arranged;
  const changed = files.flatMap(({ path, rewritten }) =>
    rewritten ? [{ path, changes: rewritten.changes }] : [],
  );
  return {
    out,
    files: files.length,
    added,
    moved: files.filter(({ path, file }) => path !== file.path).map(({ file }) => file.path),
    rewritten: changed.map(({ path, changes }) => ({ path, references: changes.length })),
    pieces,
    leftOut: [...excluded, ...leftOut],
    problems,
  };
}

function printSummary(summary: Summary, folder: string, { log }: CommandIo): void {
  const { added, moved, rewritten, pieces, leftOut, problems } = summary;
  const counts = rewritten.map(
    ({ path, references }) => `${path}: ${formatCount(references, 'reference')}`,
  );
  for (const text of added) log.info(`${text}.`);
  if (moved.length > 0) log.list('Moved below assets/', moved);
  if (counts.length > 0) log.list('Rewritten', counts);
  if (pieces.length > 0)
    log.list('Left as written, since they are pieces of addresses or compared', pieces);
  for (const { path, reason } of leftOut) log.info(`Left out: ${path} (${reason})`);
  for (const problem of problems) {
    const file = `${folder.replace(/\/$/, '')}/${problem.path}`;
    log.lines(`${labelProblem({ ...problem, file, times: 1 })}: ${problem.message}`);
    if (problem.fix !== null) log.lines(`  fix: ${problem.fix}`);
  }
}

/** Says how it ended where the check found no error. Returns the exit code. */
function endArrange(summary: Summary, request: CommandRequest, io: CommandIo): number {
  const { out, files, problems } = summary;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const own = { arrange: summary };
  if (errors === 0) {
    const message = `Arranged ${request.values['folder']} as ${out} (${formatCount(files, 'file')}).`;
    const words = listWords('plan', { folder: out, slug: '<slug>' });
    const next = [makeNextStep('Compare the folder with the draft.', words)];
    if (request.isJson)
      printEnvelope({ command: 'arrange', outcome: 'arranged', message, next, own }, io);
    else io.log.info(message);
    return 0;
  }
  const code = 'build_breaks';
  const help = `${docsUrl}#${code}`;
  const message = `${out} would not work as an app: ${formatCount(errors, 'error')} to fix in the build.`;
  const fix = 'Set what each error says, build again, and run this command again.';
  const next = [makeNextStep(fix)];
  if (request.isJson)
    printEnvelope({ command: 'arrange', outcome: 'failed', code, help, message, next, own }, io);
  io.log.lines(`${message}\nNext: ${fix}\nHelp: ${help}`);
  return 1;
}
