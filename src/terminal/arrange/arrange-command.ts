import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { FoundEntry, PackedFile } from '../../folder/manifest.ts';
import { measureFiles } from '../../folder/measure.ts';
import { readTitle } from '../../folder/page.ts';
import { createSelector } from '../../folder/select.ts';
import { loadBytes } from '../../folder/text.ts';
import { walkFolder } from '../../folder/walk.ts';
import { ActionError } from '../../model/action-error.ts';
import { labelProblem } from '../../model/problem.ts';
import { formatCount } from '../../text/format.ts';
import { checkOffline, docsUrl, findOneFolder } from '../action-command.ts';
import { type CommandIo, type CommandRequest, UsageError } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { writeCall } from '../next-steps.ts';
import { type Arranged, arrangeBuild, type BuildFile, type LeftOut } from './arrange.ts';
import { topFiles } from './layout.ts';
import { rewrittenTypes } from './rewrite.ts';
import { openTarget, writeTarget } from './target.ts';

/** A file on disk, or one that is made. */
interface Source extends BuildFile {
  readonly read: () => Buffer;
}

/** What a result is made of. */
interface Build {
  readonly files: readonly Source[];
  readonly excluded: readonly LeftOut[];
  /** What is in no file of the build, in words. */
  readonly added: readonly string[];
  /** See Layout. */
  readonly name: string;
}

/** Bytes of a text that is looked into. */
const maxRewrittenBytes = 64 * 1024 * 1024;

/**
 * Makes an app folder of what a builder wrote, in the folder that `--out` names, and checks it. Returns the exit code. Throws a
 * UsageError, an InvalidInputsError or an ActionError.
 */
export async function runArrangeCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const { values } = request;
  const { out } = values;
  if (out === undefined || out === '-') throw new UsageError('"arrange" must have --out: --out <folder>.');
  const place = findOneFolder(values['folder'] ?? '');
  const root = realpathSync.native(resolve(place.workspace, place.folder));
  if (!statSync(root).isDirectory()) throw new UsageError('The build is a file, not a folder.');
  const target = openTarget(out, root);
  const build = await readBuild(root);
  const arranged = arrangeBuild(build.files, build.name);
  writeTarget(
    target,
    arranged.files.map(({ path, file, text }) => ({
      path,
      read: () => (text === null ? file.read() : Buffer.from(text)),
    })),
  );
  const result = { ...arranged, leftOut: [...build.excluded, ...arranged.leftOut] };
  describe(result, { added: build.added, folder: values['folder'] ?? '' }, io);
  const { exitCode } = await checkOffline(
    { ...request, values: { ...values, folder: out }, given: { folder: out } },
    io,
  );
  return exitCode === 0 ? endArrange(result, { request, io, out, added: build.added }) : exitCode;
}

interface EndOptions extends Pick<Build, 'added'> {
  readonly request: CommandRequest;
  readonly io: CommandIo;
  readonly out: string;
}

/** Says how it ended where the check found no error. Returns the exit code. */
function endArrange(result: Arranged<Source>, { request, io, out, added }: EndOptions): number {
  const { files, leftOut, rewrites, pieces, problems } = result;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const isFine = errors === 0;
  const message = isFine
    ? `Arranged ${request.values['folder']} as ${out} (${formatCount(files.length, 'file')}).`
    : `${out} would not work as an app: ${formatCount(errors, 'error')} to fix in the build.`;
  const fix = 'Set what each error says, build again, and run this command again.';
  const [text, run] = isFine
    ? ['Compare the folder with the draft.', writeCall('plan', { folder: out, slug: '<slug>' })]
    : [fix, null];
  const help = `${docsUrl}#build_breaks`;
  if (request.isJson) {
    const counts = Object.fromEntries([...rewrites].map(([path, list]) => [path, list.length]));
    const own = {
      out,
      files: files.length,
      added,
      moved: listMoved(files),
      rewritten: counts,
      pieces,
      leftOut,
      problems,
    };
    const how = isFine ? { outcome: 'arranged' as const } : { outcome: 'failed' as const, code: 'build_breaks', help };
    printEnvelope(
      { command: 'arrange', ...how, message, next: [{ text, run, by: 'anyone' }], own: { arrange: own } },
      io,
    );
  }
  if (!isFine) io.log.lines(`${message}\nNext: ${fix}\nHelp: ${help}`);
  else if (!request.isJson) io.log.info(message);
  return isFine ? 0 : 1;
}

async function readBuild(root: string): Promise<Build> {
  const { files: found, excluded } = await walkFolder({
    root,
    selector: await createSelector({ include: [], exclude: [] }),
  });
  if (found.length === 0)
    throw new ActionError('The build is empty.', {
      code: 'folder_empty',
      next: 'Check the folder, and that the app has been built.',
    });
  const top = findProject(root);
  const lacking = top === null ? [] : topFiles.filter((name) => found.every(({ path }) => path !== name));
  const taken = lacking
    .map((path): FoundEntry => ({ path, location: join(top ?? '', path) }))
    .filter(({ location }) => lstatSync(location, { throwIfNoEntry: false })?.isFile());
  const files = [...(await readFiles(found)), ...(await readFiles(taken))];
  const made = makeService(files);
  const added = [
    ...taken.map(({ location }) => `Took ${relative('.', location)}, which the build lacks`),
    ...(made === null ? [] : [`Made service.json, with the name ${made.name} from the title of the page`]),
  ];
  const hasPage = taken.every(({ path }) => path !== 'index.html');
  return {
    files: made === null ? files : [...files, made.file],
    excluded: excluded.map(({ path, reason }) => ({ path, reason })),
    added,
    name: hasPage || top === null ? '' : `${relative(top, root).split(sep).join('/')}/`,
  };
}

async function readFiles(found: readonly FoundEntry[]): Promise<readonly Source[]> {
  const { files } = await measureFiles(found, []);
  return files.map((file) => ({ ...file, text: readText(file), read: () => loadBytes(file) }));
}

function readText(file: PackedFile): string | null {
  const isText = file.textSha256 !== null && rewrittenTypes.test(file.type) && file.bytes <= maxRewrittenBytes;
  return isText ? loadBytes(file).toString() : null;
}

/** The top folder of the project that a build is of; null where there is none. */
function findProject(root: string): string | null {
  for (let at = dirname(root); at !== dirname(at); at = dirname(at))
    if (existsSync(join(at, 'package.json')) || existsSync(join(at, '.git'))) return at;
  return null;
}

/** The `service.json` of an app that has none, where its page has a title. */
function makeService(files: readonly Source[]): { readonly file: Source; readonly name: string } | null {
  if (files.some(({ path }) => path === 'service.json')) return null;
  const name = readTitle(files.find(({ path }) => path === 'index.html')?.text ?? '');
  if (name === '') return null;
  const content = Buffer.from(`${JSON.stringify({ name }, null, 2)}\n`);
  const file = { path: 'service.json', type: 'application/json', sha256: '', text: null, read: () => content };
  return { file, name };
}

function listMoved(files: Arranged<Source>['files']): readonly string[] {
  return files.filter(({ path, file }) => path !== file.path).map(({ file }) => file.path);
}

function describe(
  { files, leftOut, rewrites, pieces, problems }: Arranged<Source>,
  { added, folder }: Pick<Build, 'added'> & { readonly folder: string },
  { log }: CommandIo,
): void {
  for (const text of added) log.info(`${text}.`);
  const moved = listMoved(files);
  if (moved.length > 0) log.list('Moved below assets/', moved);
  const counts = Array.from(rewrites, ([path, list]) => `${path}: ${formatCount(list.length, 'reference')}`);
  if (counts.length > 0) log.list('Rewritten', counts);
  for (const [path, list] of rewrites) for (const { before, now } of list) log.debug(`${path}: ${before} → ${now}`);
  if (pieces.length > 0) log.list('Left as written, since they are pieces of addresses or compared', pieces);
  for (const { path, reason } of leftOut) log.info(`Left out: ${path} (${reason})`);
  for (const problem of problems) {
    log.lines(
      `${labelProblem({ ...problem, file: `${folder.replace(/\/$/, '')}/${problem.path}`, times: 1 })}: ${problem.message}`,
    );
    if (problem.fix !== null) log.lines(`  fix: ${problem.fix}`);
  }
}
