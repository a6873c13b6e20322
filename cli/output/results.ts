import { ActionError, toFailure } from '../../src/errors.ts';
import { InvalidInputsError } from '../../src/inputs/inputs.ts';
import { redactReport } from '../../src/report/redact.ts';
import { type Report, reportUnstarted } from '../../src/report/report.ts';
import { describeRun } from '../../src/report/several.ts';
import { describeReport, findHelpUrl } from '../../src/report/words.ts';
import { createRedact } from '../../src/text/secrets.ts';
import { version } from '../../src/text/version.ts';
import { type CommandRequest, UsageError } from '../options/command-request.ts';
import type { CommandName } from '../options/command-table.ts';
import type { CommandIo, OutputStream } from './command-io.ts';
import { type CommandResult, listInvalidInputs, printEnvelope, redactValues } from './envelope.ts';
import { type Call, listFixes, listNextSteps, type NextStep } from './next-steps.ts';
import { renderTerminal, wantsColor, wrapLines } from './terminal.ts';

/** The page about error codes, of this version. */
export const docsUrl = `https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/troubleshooting.md`;

/** The stream that reports are printed to, and the parts to print. */
interface ReportStyle {
  readonly io: CommandIo;
  readonly stream: OutputStream;
  /** True if only warnings are shown. */
  readonly isBrief: boolean;
}

/** Prints reports as text. */
export function printReports(
  reports: readonly Report[],
  { io, stream, isBrief }: ReportStyle,
): void {
  const { FORCE_COLOR, NO_COLOR, TERM } = io.env;
  const lines = renderTerminal(reports, {
    hasColor: wantsColor(stream.isTTY === true, { FORCE_COLOR, NO_COLOR, TERM }),
    isBrief,
    columns: stream.columns,
  });
  if (lines.length > 0) stream.write(`${lines.join('\n')}\n`);
}

/** A run whose reports are printed as JSON. */
interface ReportedRun {
  readonly request: CommandRequest;
  readonly io: CommandIo;
  readonly outcome?: CommandResult['outcome'];
  readonly own?: CommandResult['own'];
}

export function printReportsAsJson(reports: readonly Report[], run: ReportedRun): void {
  const { request, io } = run;
  const { level, headline, lines } = describeRun(reports);
  const code = findSharedCode(reports);
  const withCode = reports.find((report) => {
    return isFailed(report) && describeReport(report).code === code;
  });
  const isExplained = level === 'error' && lines.length > 0;
  const result: CommandResult = {
    command: request.command,
    outcome: run.outcome,
    code,
    help: withCode === undefined ? null : findHelpUrl(withCode),
    message: isExplained ? lines.join('\n') : headline,
    next: listNextSteps(reports, toCall(request, io)),
    reports,
    own: run.own ?? {},
  };
  printEnvelope(result, io);
}

function isFailed(report: Report): boolean {
  return describeReport(report).level === 'error';
}

/**
 * Returns the error code that all failed apps have; null if none failed, or if their codes differ.
 */
function findSharedCode(reports: readonly Report[]): string | null {
  const codes = new Set(
    reports.filter(isFailed).map((report) => describeReport(report).code ?? 'review'),
  );
  const [code = null] = codes;
  return codes.size === 1 ? code : null;
}

/** Returns the call of a request, redacted, so that next steps can repeat its options. */
function toCall({ command, given, values }: CommandRequest, io: CommandIo): Call {
  const { shell, secrets } = io;
  return {
    command,
    given: redactValues(given, createRedact(secrets)),
    hasSlugVariable: !given['slug'] && Boolean(values['slug']),
    cwd: io.process.cwd,
    shell,
    secrets,
  };
}

/** A command that ended before it had anything to report. */
export interface FailedCommand {
  readonly io: CommandIo;
  readonly isJson: boolean;
  /** The command whose help is named; null for the help about all commands. */
  readonly about: CommandName | null;
  /** Null if the command line could not be understood. */
  readonly request: CommandRequest | null;
}

/**
 * Shows the reason that a command failed.
 *
 * @returns the exit code: 2 for a usage error, 4 without a key, 130 after a cancel, otherwise 1.
 */
export function showFailure(thrown: unknown, failed: FailedCommand): number {
  const { io, isJson, request } = failed;
  const isUsageError = thrown instanceof UsageError || thrown instanceof InvalidInputsError;
  const meant = thrown instanceof UsageError ? thrown.meant : null;
  const about = meant?.command ?? failed.about;
  const { code, message, stack } = toFailure(thrown);
  const help = ['See: miniapp-deploy', about ?? '', '--help'].filter((word) => word !== '');
  const error = isUsageError ? new ActionError(message, { code, next: help.join(' ') }) : thrown;
  const report = redactReport(reportUnstarted('', error), io.secrets, docsUrl);
  const helpUrl = findHelpUrl(report);
  const next = listStepsAfter(thrown, report, { ...failed, about });

  const { lines, next: advice } = describeReport(report);
  const more = isUsageError
    ? [...listCalls(next), advice]
    : [`Next: ${next[0]?.text ?? advice}`, `Help: ${helpUrl}`, stack ?? ''];
  const printed = wrapLines([...lines, ...more], io.process.stderr);
  io.log.lines(printed.join('\n').trim());
  if (isJson) {
    const asked = code === 'command_unknown' ? null : about;
    const result: CommandResult = {
      command: request?.command ?? asked,
      code,
      help: helpUrl,
      message: lines.join('\n'),
      next,
      inputs: listInvalidInputs(thrown, io.secrets),
      reports: [report],
    };
    printEnvelope(result, io);
  }
  return toFailureExitCode(code, isUsageError);
}

function toFailureExitCode(code: string, isUsageError: boolean): number {
  if (code === 'cancelled') return 130;
  if (code === 'key_missing') return 4;
  return isUsageError ? 2 : 1;
}

function listStepsAfter(
  thrown: unknown,
  report: Report,
  { io, about, request }: FailedCommand,
): readonly NextStep[] {
  if (request === null) {
    return listFixes(thrown, {
      command: about,
      given: {},
      hasSlugVariable: false,
      cwd: io.process.cwd,
      shell: io.shell,
      secrets: io.secrets,
    });
  }
  const call = toCall(request, io);
  const isUsageError = thrown instanceof UsageError || thrown instanceof InvalidInputsError;
  return isUsageError ? listFixes(thrown, call) : listNextSteps([report], call);
}

/**
 * Returns a line for each call that needs no placeholder filled in. Calls for help are left out.
 */
function listCalls(steps: readonly NextStep[]): readonly string[] {
  const calls: string[] = [];
  for (const { run } of steps) {
    if (run !== null && !/<|--help$/.test(run)) calls.push(`Try: ${run}`);
  }
  return calls;
}
