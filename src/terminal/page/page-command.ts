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
import { isWithin } from '../../folder/folder.ts';
import { loadBytes } from '../../folder/text.ts';
import { ActionError, toReason } from '../../model/action-error.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { findOneFolder, runCheck } from '../action-command.ts';
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
  const { workspace, folder } = findOneFolder(values['folder'] ?? '.');
  const { exitCode, scanned } = await runCheck(request, io);
  if (exitCode !== 0) return exitCode;
  const root = realpathSync.native(join(workspace, folder));
  if (out !== '-') assertTarget(out, root);
  for (const { files, byteCount } of scanned) assertPageSize(files, byteCount);
  const files = scanned.flatMap((each) => each.files);
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
  writePage(out, html);
  const bytes = Buffer.byteLength(html);
  const from = commit === '' ? '' : `, commit ${commit.slice(0, 7)}`;
  const message = `Wrote ${out} (${formatBytes(bytes)} of ${formatCount(files.length, 'file')}${from}).`;
  const own = { page: { out, bytes, files: files.length, commit: commit || null, missing } };
  if (isJson) printEnvelope({ command: 'page', outcome: 'made', message, next: [], own }, io);
  else io.log.info(message);
  return 0;
}

/** Throws ActionError `page_not_written` for a file in the app folder, which the next deploy would send, and one that is not ours. */
function assertTarget(out: string, root: string): void {
  const path = resolve(out);
  const next = 'Name another file with --out.';
  const refuse = (why: string) => new ActionError(`${out} ${why}.`, { code: 'page_not_written', next });
  if (isWithin(root, findNearest(dirname(path))))
    throw refuse('is in the app folder, so that a deploy would send it too');
  if (isLink(path)) throw refuse('is a link, and nothing is written through one');
  if (existsSync(path) && !isOwnPage(path)) throw refuse('exists and is no page of this command');
}

/** The real path of the nearest folder that exists. */
function findNearest(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : findNearest(dirname(path));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** True for an earlier page, and for an empty file, which holds nothing to lose. */
function isOwnPage(path: string): boolean {
  const stats = statSync(path);
  if (!stats.isFile()) return false;
  const start = Buffer.alloc(4096);
  const fd = openSync(path, 'r');
  readSync(fd, start);
  closeSync(fd);
  return stats.size === 0 || start.includes(`content="${generator}"`);
}

function writePage(out: string, html: string): void {
  try {
    mkdirSync(dirname(resolve(out)), { recursive: true });
    writeFileSync(out, html);
  } catch (cause) {
    const next = 'Name a file with --out that can be written.';
    throw new ActionError(`${out} could not be written: ${toReason(cause)}`, { code: 'page_not_written', next, cause });
  }
}
