import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin, openFolder, type ScannedFolder } from '../../folder/folder.ts';
import { loadBytes } from '../../folder/text.ts';
import { ActionError, toReason } from '../../model/action-error.ts';
import { splitLines } from '../../text/escape.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { type CheckedFolder, checkOffline } from '../action-command.ts';
import { type CommandIo, type CommandRequest, UsageError } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { packageFiles } from '../package-files.ts';
import { findCommit } from '../repository.ts';
import { assertPageSize, generator, inlinePage } from './inline.ts';

/**
 * Makes one file of an app folder: checks the folder as a deploy does, offline and with the search for the key, and writes the page
 * to the file that `--out` names, or to stdout. Returns the exit code. Throws a UsageError or an InvalidInputsError.
 */
export async function runPageCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const { values, isJson } = request;
  const { out } = values;
  if (out === undefined) throw new UsageError('"page" must have --out: --out <file>, or --out - for stdout.');
  if (out === '-' && isJson) throw new UsageError('"--out -" and --json both write to stdout.');
  const checked = await checkOffline(request, io);
  if (checked.exitCode !== 0) return checked.exitCode;
  const root = realpathSync.native(join(checked.workspace, checked.folder));
  if (out !== '-') assertTarget(out, root);
  const { files, byteCount } = await scan(checked, values);
  assertPageSize(files, byteCount);
  const commit = findCommit(root, io.env);
  const { html, missing } = inlinePage({
    files: files.map((file) => ({ ...file, content: loadBytes(file) })),
    commit,
    runtime: packageFiles['src/terminal/page/runtime.js'] ?? '',
  });
  for (const what of missing) io.log.info(`Not in the page: ${what}.`);
  if (out === '-') {
    io.print(html);
    return 0;
  }
  write(out, html);
  const bytes = Buffer.byteLength(html);
  const from = commit === '' ? '' : `, commit ${commit.slice(0, 7)}`;
  const message = `Wrote ${out} (${formatBytes(bytes)} of ${formatCount(files.length, 'file')}${from}).`;
  const own = { page: { out, bytes, files: files.length, commit: commit || null, missing } };
  if (isJson) printEnvelope({ command: 'page', outcome: 'made', message, next: [], own }, io);
  else io.log.info(message);
  return 0;
}

function scan({ workspace, folder }: CheckedFolder, values: CommandRequest['values']): Promise<ScannedFolder> {
  const key = values['api-key'] ?? '';
  return openFolder({
    ...{ workspace, folder, runnerTemp: '', createsApp: false },
    include: splitLines(values['include'] ?? '**'),
    exclude: splitLines(values['exclude'] ?? ''),
    secrets: key === '' ? [] : [{ name: 'api-key', value: key }],
  }).scan();
}

/** Refuses a file that must not be written: one in the app folder, which the next deploy would send, and one that is not ours. */
function assertTarget(out: string, root: string): void {
  const path = resolve(out);
  const next = 'Name another file with --out.';
  const refuse = (why: string) => new ActionError(`${out} ${why}.`, { code: 'page_not_written', next });
  if (isWithin(root, findFolder(dirname(path))))
    throw refuse('is in the app folder, so that a deploy would send it too');
  if (isLink(path)) throw refuse('is a link, and nothing is written through one');
  if (existsSync(path) && !isPage(path)) throw refuse('exists and is no page of this command');
}

/** The real path of the nearest folder that exists. */
function findFolder(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : findFolder(dirname(path));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** True for an earlier page, and for an empty file, which nobody misses. */
function isPage(path: string): boolean {
  const stats = statSync(path);
  if (!stats.isFile()) return false;
  const start = Buffer.alloc(4096);
  const fd = openSync(path, 'r');
  readSync(fd, start);
  closeSync(fd);
  return stats.size === 0 || start.includes(`content="${generator}"`);
}

function write(out: string, html: string): void {
  try {
    mkdirSync(dirname(resolve(out)), { recursive: true });
    writeFileSync(out, html);
  } catch (cause) {
    const next = 'Name a file with --out that can be written.';
    throw new ActionError(`${out} could not be written: ${toReason(cause)}`, { code: 'page_not_written', next, cause });
  }
}
