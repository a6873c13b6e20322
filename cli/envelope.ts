import { describeInvalid, InvalidInputsError } from '../src/model/inputs.ts';
import { formatJson, toOutputs } from '../src/report/outputs.ts';
import { cleanTexts, type RedactedReport } from '../src/report/redact-report.ts';
import { createRedact } from '../src/text/secrets.ts';
import type { CommandIo } from './command-request.ts';
import type { NextStep } from './next-steps.ts';

/** How a command ended, as `--json` shows it. */
export interface CommandEnd {
  /** As on the command line; null where none was named. */
  readonly command: string | null;
  /** Omitted for what the reports say. */
  readonly outcome?: 'written' | 'made' | 'arranged' | 'rehearsed' | 'shown' | 'failed';
  /** The word of docs/troubleshooting.md, and its address; null for an end without one. */
  readonly code?: string | null;
  readonly help?: string | null;
  /** One true sentence about the run. */
  readonly message: string;
  readonly next: readonly NextStep[];
  /** What was given wrong. */
  readonly inputs?: readonly { readonly name: string; readonly message: string }[];
  /** What the outputs of the action are made of. */
  readonly reports?: readonly RedactedReport[];
  /** What only this command has, by its name. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** The fields of an envelope whose texts are all ours. */
const ownFields: ReadonlySet<string> = new Set([
  'by',
  'code',
  'command',
  'help',
  'outcome',
  'result',
  'severity',
]);

/**
 * Prints the one JSON object that stdout has with `--json`, whatever the command and however it
 * ended. Reports are clean, and what is said of them; other texts may name files and options, and
 * are redacted here.
 */
export function printEnvelope(
  end: CommandEnd,
  { print, secrets }: Pick<CommandIo, 'print' | 'secrets'>,
): void {
  const { reports = [], ...said } = end;
  const clean = cleanTexts(said, createRedact(secrets), ownFields);
  const shown = end.reports === undefined ? clean : { ...said, own: clean.own };
  const { command, code = null, help = null, message, next, inputs = [], own } = shown;
  const outputs = Object.entries(toOutputs(reports)).map(([name, value]) => [
    name,
    value === '' ? null : value,
  ]);
  const { outcome, ...others } = Object.fromEntries(outputs);
  const envelope = {
    command,
    outcome: shown.outcome ?? outcome,
    code,
    help,
    message,
    next,
    ...(inputs.length > 0 && { inputs }),
    ...others,
    ...own,
  };
  print(`${formatJson(envelope)}\n`);
}

/** The inputs that were given wrong, without secrets. */
export function listInvalid(
  error: unknown,
  secrets: readonly string[],
): NonNullable<CommandEnd['inputs']> {
  if (!(error instanceof InvalidInputsError)) return [];
  const redact = createRedact(secrets);
  return error.inputs.map((invalid) => ({
    name: invalid.input,
    message: redact(describeInvalid(invalid)),
  }));
}
