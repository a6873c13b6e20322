/** Shows the findings of a command in a step of GitHub Actions. */
import { appendFileSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ShownProblem } from '../../src/app/problem.ts';
import { describeErrno } from '../../src/folder/folder-error.ts';
import { cutText, toProse } from '../../src/text/escape.ts';
import { createLogCleaner, type LogCleaner } from '../../src/text/log-text.ts';
import type { CommandIo } from './command-io.ts';

/** The result of a command that has found something. */
export interface StepFindings {
  /** One line about the result. */
  readonly headline: string;
  /** True if the step fails for a reason that no problem describes. */
  readonly isFailure: boolean;
  /** Their files are relative to the working directory. */
  readonly problems: readonly ShownProblem[];
}

/** GitHub shows at most ten annotations per level and step. */
const maxStepAnnotations = 10;
/** Maximum number of problems in the summary of a step. */
const maxSummaryRows = 100;
/** The runner truncates a message after 4,096 UTF-16 units. */
const maxMessageUnits = 3900;

/**
 * Prints an annotation for each finding, and appends the findings to the summary of the step. Does
 * nothing outside of GitHub Actions.
 */
export function showStepFindings(findings: StepFindings, cwd: string, io: CommandIo): void {
  const { env, log } = io;
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const { headline, isFailure } = findings;
  const problems = findings.problems.map((problem): ShownProblem => {
    return { ...problem, file: locateInWorkspace(problem.file, cwd, env['GITHUB_WORKSPACE']) };
  });
  if (problems.length === 0 && !isFailure) return;
  const cleaner = createLogCleaner(io.secrets);
  const commands = isFailure ? [formatCommand('error', {}, [headline], cleaner)] : [];
  for (const level of ['error', 'warning'] as const) {
    const shown = problems
      .filter((problem) => problem.severity === level)
      .slice(0, maxStepAnnotations);
    commands.push(...shown.map((problem) => formatProblem(problem, cleaner)));
  }
  log.endProgress();
  // Not to stdout, which may be for one JSON object only.
  for (const command of commands) io.process.stderr.write(`${command}\n`);
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  try {
    appendFileSync(file, renderStepSummary(headline, problems, cleaner));
  } catch (error) {
    log.lines(`The summary of the step could not be written: ${describeErrno(error)}.`);
  }
}

/** Returns the path of a file relative to the repository, with `/`. */
function locateInWorkspace(
  file: string | null,
  cwd: string,
  workspace: string | undefined,
): string | null {
  if (file === null || workspace === undefined) return file;
  const path = relative(workspace, resolve(cwd, file));
  const isOutside = path.split(sep)[0] === '..' || isAbsolute(path);
  return isOutside ? file : path.split(sep).join('/');
}

function formatProblem(problem: ShownProblem, cleaner: LogCleaner): string {
  const { severity, file, line, column, code, message, fix } = problem;
  const place = { file, line, col: column, title: code };
  return formatCommand(
    severity,
    place,
    fix === null ? [message] : [message, `fix: ${fix}`],
    cleaner,
  );
}

/** Returns a workflow command, such as `::error file=a.js,line=1::message`, safe to print. */
function formatCommand(
  level: 'error' | 'warning',
  properties: Readonly<Record<string, string | number | null>>,
  texts: readonly string[],
  { toLine }: LogCleaner,
): string {
  const written = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${escapeProperty(toLine(String(value)))}`);
  const space = written.length > 0 ? ' ' : '';
  const message = cutText(texts.map((text) => toLine(text)).join('\n'), maxMessageUnits);
  return `::${level}${space}${written.join()}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function renderStepSummary(
  headline: string,
  problems: readonly ShownProblem[],
  { toLine }: LogCleaner,
): string {
  const show = (text: string): string => toProse(toLine(text));
  const rows = problems.slice(0, maxSummaryRows).map((problem) => {
    const position = [problem.line, problem.column].filter((each) => each !== null);
    const place = [problem.file ?? '', ...position].join(':');
    const fix = problem.fix === null ? '' : `<br>${show(problem.fix)}`;
    return `| ${problem.severity} | ${show(place)} | ${show(problem.message)}${fix} |`;
  });
  const left = problems.length - rows.length;
  const lines = [`### ${show(headline)}`, ''];
  if (rows.length > 0)
    lines.push('| | place | problem and fix |', '| --- | --- | --- |', ...rows, '');
  if (left > 0) lines.push(`${left} more problems are in the log.`, '');
  return `${lines.join('\n')}\n`;
}
