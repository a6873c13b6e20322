import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { ActionError, toReason } from '../../src/errors.ts';
import { formatBytes, formatCount } from '../../src/text/format.ts';
import { requireCwd, runCheck } from '../action-command.ts';
import { findObstacle, writeOwnFile } from '../files/own-files.ts';
import { packageFiles } from '../files/package-files.ts';
import { findOneFolder } from '../files/places.ts';
import { findCommit } from '../files/repository.ts';
import { type CommandRequest, UsageError } from '../options/command-request.ts';
import type { CommandIo } from '../output/command-io.ts';
import { printEnvelope } from '../output/envelope.ts';
import { assertPageSize, generator, inlinePage } from './inline.ts';

/** The page that was made, as `--json` shows it. */
interface PageSummary {
  readonly out: string;
  readonly bytes: number;
  /** The number of files in the page. */
  readonly files: number;
  /** The commit of the app's files; null if it is not known. */
  readonly commit: string | null;
  /** The parts of the app that are not in the page. */
  readonly missing: readonly string[];
}

/**
 * Bundles an app folder into one HTML file. Checks the folder as a deploy does, offline and with
 * the search for the key, and writes the page to the file of `--out`, or to stdout. Returns the
 * exit code. Throws a UsageError, an InvalidInputsError or an ActionError.
 */
export async function runPageCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const { out } = request.values;
  if (out === undefined)
    throw new UsageError('"page" must have --out: --out <file>, or --out - for stdout.');
  if (out === '-' && request.isJson)
    throw new UsageError('"--out -" and --json both write to stdout.');
  const cwd = requireCwd(io);
  const found = findOneFolder(cwd, request.values['folder'] ?? '.');
  const checked = await runCheck(request, io);
  if (checked.exitCode !== 0) return checked.exitCode;
  const root = realpathSync.native(found.path);
  const file = resolve(cwd, out);
  if (out !== '-') assertReplaceable(file, out, root);
  const files = checked.folders.flatMap((folder) => folder.files);
  const sizes = files.map((file) => ({ path: file.path, bytes: file.bytes.length }));
  assertPageSize(
    sizes,
    sizes.reduce((sum, file) => sum + file.bytes, 0),
  );
  const commit = findCommit(root, io.env);
  const page = inlinePage({
    files: files.map(({ path, type, bytes }) => ({
      path,
      type,
      bytes: bytes.length,
      content: bytes,
    })),
    commit,
    runtime: readRuntime(),
  });
  for (const part of page.missing) io.log.info(`Not in the page: ${part}.`);
  if (out === '-') {
    io.print(page.html);
    return 0;
  }
  writePage(file, out, page.html);
  const summary: PageSummary = {
    out,
    bytes: Buffer.byteLength(page.html),
    files: files.length,
    commit: commit === '' ? null : commit,
    missing: page.missing,
  };
  printResult(summary, request, io);
  return 0;
}

/** Returns the scripts that run in a page before those of the app. */
function readRuntime(): string {
  return ['cli/files/intercept.js', 'cli/page/runtime.js']
    .map((name) => packageFiles[name] ?? '')
    .join('\n');
}

/** Throws ActionError `page_not_written` if the file is not an earlier page. */
function assertReplaceable(file: string, out: string, root: string): void {
  const kind = { folders: [root], mark: `content="${generator}"`, name: 'page of this command' };
  const obstacle = findObstacle(file, kind);
  if (obstacle === null) return;
  const next = 'Name another file with --out.';
  throw new ActionError(`${out} ${obstacle}.`, { code: 'page_not_written', next });
}

function writePage(file: string, out: string, html: string): void {
  try {
    writeOwnFile(file, html);
  } catch (cause) {
    throw new ActionError(`${out} could not be written: ${toReason(cause)}`, {
      code: 'page_not_written',
      next: 'Choose a writable file for --out.',
      cause,
    });
  }
}

function printResult(summary: PageSummary, request: CommandRequest, io: CommandIo): void {
  const from = summary.commit === null ? '' : `, commit ${summary.commit.slice(0, 7)}`;
  const content = `${formatBytes(summary.bytes)} of ${formatCount(summary.files, 'file')}${from}`;
  const message = `Wrote ${summary.out} (${content}).`;
  if (!request.isJson) {
    io.log.info(message);
    return;
  }
  const own = { page: summary };
  printEnvelope({ command: 'page', outcome: 'made', message, next: [], own }, io);
}
