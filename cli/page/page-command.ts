import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { loadBytes } from '../../src/folder/text.ts';
import { ActionError, toReason } from '../../src/model/action-error.ts';
import { formatBytes, formatCount } from '../../src/text/format.ts';
import { readCwd, runCheck } from '../action-command.ts';
import { type CommandIo, type CommandRequest, UsageError } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { findObstacle } from '../own-files.ts';
import { packageFiles } from '../package-files.ts';
import { findOneFolder } from '../places.ts';
import { findCommit } from '../repository.ts';
import { assertPageSize, generator, inlinePage } from './inline.ts';

/**
 * Makes one file of an app folder: checks the folder as a deploy does, offline and with the search
 * for the key, and writes the page to the file that `--out` names, or to stdout. Returns the exit
 * code. Throws a UsageError or an InvalidInputsError.
 */
export async function runPageCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const { values, isJson } = request;
  const { out } = values;
  if (out === undefined)
    throw new UsageError('"page" must have --out: --out <file>, or --out - for stdout.');
  if (out === '-' && isJson) throw new UsageError('"--out -" and --json both write to stdout.');
  const { workspace, folder } = findOneFolder(readCwd(io), values['folder'] ?? '.');
  const { exitCode, scanned } = await runCheck(request, io);
  if (exitCode !== 0) return exitCode;
  const root = realpathSync.native(join(workspace, folder));
  const kind = { folders: [root], mark: `content="${generator}"`, name: 'page of this command' };
  const obstacle = out === '-' ? null : findObstacle(out, kind);
  if (obstacle !== null) {
    const next = 'Name another file with --out.';
    throw new ActionError(`${out} ${obstacle}.`, { code: 'page_not_written', next });
  }
  for (const { files, byteCount } of scanned) assertPageSize(files, byteCount);
  const files = scanned.flatMap((each) => each.files);
  const commit = findCommit(root, io.env);
  const { html, missing } = inlinePage({
    files: files.map((file) => ({ ...file, content: loadBytes(file) })),
    commit,
    runtime: packageFiles['cli/page/runtime.js'] ?? '',
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

function writePage(out: string, html: string): void {
  try {
    mkdirSync(dirname(resolve(out)), { recursive: true });
    writeFileSync(out, html);
  } catch (cause) {
    const next = 'Name a file with --out that can be written.';
    throw new ActionError(`${out} could not be written: ${toReason(cause)}`, {
      code: 'page_not_written',
      next,
      cause,
    });
  }
}
