import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  countFindings,
  labelProblem,
  type Problem,
  type ShownProblem,
} from '../../src/app/problem.ts';
import { toReason } from '../../src/errors.ts';
import { isSlug } from '../../src/inputs/inputs.ts';
import { splitLines } from '../../src/text/escape.ts';
import { formatCount } from '../../src/text/format.ts';
import { requireCwd, runCheck } from '../action-command.ts';
import { packageFiles } from '../files/package-files.ts';
import { findOneFolder } from '../files/places.ts';
import { type CommandRequest, UsageError } from '../options/command-request.ts';
import { toPathArgument } from '../options/shell.ts';
import type { CommandIo } from '../output/command-io.ts';
import { printEnvelope } from '../output/envelope.ts';
import { listWords, toCallStep, toTextStep } from '../output/next-steps.ts';
import { docsUrl } from '../output/results.ts';
import { showStepFindings } from '../output/step-findings.ts';
import { type ArrangedBuild, arrangeBuild } from './arrange.ts';
import { type BuildFolder, readBuildFolder } from './build-folder.ts';
import type { LeftOutFile } from './layout.ts';
import type { ArrangedFile } from './rewrite.ts';
import { writeResult } from './target.ts';

/** The result of the command, as `--json` shows it. */
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
  /** The path of the net script in the app folder; null if the script was not added. */
  readonly net: string | null;
}

/** A file of the app folder with the number of its rewritten references. */
interface RewrittenCount {
  readonly path: string;
  readonly references: number;
}

/**
 * Turns the output of a build into an app folder, written to the folder of `--out`, and checks it.
 * In a step of GitHub Actions, what is found is also shown as annotations and in the summary.
 * Returns the exit code. Throws a UsageError, an InvalidInputsError or an ActionError.
 */
export async function runArrangeCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const cwd = requireCwd(io);
  try {
    return await arrangeFolder(request, cwd, io);
  } catch (error) {
    showStepFindings({ headline: toReason(error), isFailure: true, problems: [] }, cwd, io);
    throw error;
  }
}

async function arrangeFolder(request: CommandRequest, cwd: string, io: CommandIo): Promise<number> {
  const { folder = '', out } = request.values;
  if (out === undefined || out === '-')
    throw new UsageError('"arrange" must have --out: --out <folder>.');
  const found = findOneFolder(cwd, folder);
  const root = realpathSync.native(found.path);
  if (!statSync(root).isDirectory()) throw new UsageError('The build is a file, not a folder.');
  const { slug = '', include = '', exclude = '', 'no-net': noNet } = request.values;
  const patterns = { include: splitLines(include), exclude: splitLines(exclude) };
  const build = await readBuildFolder(root, cwd, patterns);
  const arranged = arrangeBuild(build.files, {
    name: build.name,
    slug: isSlug(slug) ? slug : null,
    net: noNet === 'true' ? null : (packageFiles['cli/arrange/net.min.js'] ?? null),
    appName: build.appName,
    excluded: build.excluded,
    isAskedFor: build.isAskedFor,
  });
  const summary = summarize(out, build, arranged);
  const target = { path: resolve(cwd, out), name: out };
  const errors = summary.problems.filter((problem) => problem.severity === 'error');
  if (errors.length > 0) {
    const shown = listShownProblems(summary.problems, folder);
    printProblems(shown, io);
    const message = describeBrokenBuild(summary, target.path, errors.length);
    showStepFindings({ headline: message, isFailure: false, problems: shown }, cwd, io);
    return endRefused(summary, message, request, io);
  }
  await writeResult(target, root, arranged.files);
  for (const line of build.describeIdlePatterns(arranged.kept)) io.log.lines(line);
  printChanges(summary, io);
  for (const file of arranged.files) logAddresses(file, io);
  // The check that follows prints this problem, too.
  const ownProblems = summary.problems.filter((problem) => problem.code !== 'path_router');
  const shown = listShownProblems(ownProblems, folder);
  printProblems(shown, io);
  const checked = await runCheck(toCheckRequest(request, out), io, { arrange: summary });
  const problems = [...shown, ...checked.reports.flatMap((report) => report.shownProblems)];
  const hasFailed = checked.exitCode !== 0;
  const headline = `${out}: ${countFindings(problems)}`;
  showStepFindings({ headline, isFailure: hasFailed && problems.length === 0, problems }, cwd, io);
  if (hasFailed) return checked.exitCode;
  return endArrange(summary, request, io);
}

/**
 * Returns the request that checks the result. It has no patterns: those of the call are for the
 * build.
 */
function toCheckRequest(request: CommandRequest, out: string): CommandRequest {
  const values = { ...request.values, folder: out, include: '', exclude: '' };
  return { ...request, values, given: { folder: out } };
}

function summarize(out: string, build: BuildFolder, arranged: ArrangedBuild): Summary {
  const moved = arranged.files.filter((each) => each.path !== each.file.path);
  const rewritten = arranged.files.filter((each) => each.rewritten !== null);
  return {
    out,
    files: arranged.files.length,
    added: arranged.hasAddedTitle
      ? [...build.added, 'Added a title to index.html: the name from service.json']
      : build.added,
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

/** Prints what was added, moved, rewritten and left out. */
function printChanges(summary: Summary, io: CommandIo): void {
  const { log } = io;
  for (const text of summary.added) log.info(`${text}.`);
  if (summary.moved.length > 0) log.list('Moved below assets/', summary.moved);
  if (summary.net !== null)
    log.info(`Added ${summary.net}: it redirects requests of scripts to the moved files.`);
  const rewritten = summary.rewritten.filter((file) => file.references > 0);
  const counts = rewritten.map((file) => {
    return `${file.path}: ${formatCount(file.references, 'reference')}`;
  });
  if (counts.length > 0) log.list('Rewritten', counts);
  if (summary.pieces.length > 0)
    log.list('Not rewritten, because a script extends or compares them', summary.pieces);
  for (const file of summary.leftOut) log.info(`Left out: ${file.path} (${file.reason})`);
}

/** Returns problems with their places in the build, relative to the working directory. */
function listShownProblems(problems: readonly Problem[], build: string): readonly ShownProblem[] {
  return problems.map((problem) => {
    return { ...problem, file: `${build.replace(/\/$/, '')}/${problem.path}`, times: 1 };
  });
}

function printProblems(problems: readonly ShownProblem[], io: CommandIo): void {
  for (const problem of problems) {
    io.log.lines(`${labelProblem(problem)}: ${problem.message}`);
    if (problem.fix !== null) io.log.lines(`  fix: ${problem.fix}`);
  }
}

function describeBrokenBuild(summary: Summary, target: string, errorCount: number): string {
  const errors = formatCount(errorCount, 'error');
  const state = existsSync(target) ? 'stays as it was' : 'was not written';
  return `${summary.out} ${state}, since the build would not work as an app: ${errors} to fix in the build.`;
}

/** Logs each rewritten address, for `--verbose`. */
function logAddresses(arranged: ArrangedFile, io: CommandIo): void {
  for (const change of arranged.rewritten?.changes ?? [])
    io.log.debug(`${arranged.path}: ${change.before} → ${change.now}`);
}

/** Prints the result of a run whose app folder has passed the check. Returns the exit code. */
function endArrange(summary: Summary, request: CommandRequest, io: CommandIo): number {
  const { out } = summary;
  const build = request.values['folder'] ?? '';
  const message = `Arranged ${build} as ${out} (${formatCount(summary.files, 'file')}).`;
  const tryText = 'Open it in an installed browser, and report what does not work.';
  const toTry = ['npx', 'miniapp-sandbox', 'try', toPathArgument(out)];
  const next = [
    toCallStep(tryText, [...toTry, '--build', toPathArgument(build)], io.shell),
    toCallStep(
      'Compare the folder with the draft.',
      listWords('plan', { folder: out, slug: '<slug>' }),
      io.shell,
    ),
  ];
  if (request.isJson) {
    const own = { arrange: summary };
    printEnvelope({ command: 'arrange', outcome: 'arranged', message, next, own }, io);
  } else {
    io.log.info(message);
    io.log.info(`Next: ${next[0]?.run}`);
  }
  return 0;
}

/** Prints that the build would not work as an app. Returns the exit code. */
function endRefused(
  summary: Summary,
  message: string,
  request: CommandRequest,
  io: CommandIo,
): number {
  const code = 'build_breaks';
  const help = `${docsUrl}#${code}`;
  const fix = 'Fix the build as each error describes, build again, and run this command again.';
  if (request.isJson) {
    const next = [toTextStep(fix)];
    const own = { arrange: summary };
    printEnvelope({ command: 'arrange', outcome: 'failed', code, help, message, next, own }, io);
  }
  io.log.lines(`${message}\nNext: ${fix}\nHelp: ${help}`);
  return 1;
}
