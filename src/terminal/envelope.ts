import { describeInvalid, InvalidInputsError } from '../model/inputs.ts';
import type { NextStep } from '../model/next-step.ts';
import type { CleanReport } from '../report/clean.ts';
import { formatJson, toOutputs } from '../report/outputs.ts';
import { createRedact } from '../text/secrets.ts';
import type { CommandIo } from './command-request.ts';

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
  readonly reports?: readonly CleanReport[];
  /** What only this command has, by its name. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** Prints the one JSON object that stdout has with `--json`, whatever the command and however it ended. */
export function printEnvelope(end: CommandEnd, { print, secrets }: Pick<CommandIo, 'print' | 'secrets'>): void {
  const redact = createRedact(secrets);
  const clean = (_: string, value: unknown): unknown => (typeof value === 'string' ? redact(value) : value);
  const envelope: unknown = JSON.parse(JSON.stringify(toEnvelope(end), clean));
  print(`${formatJson(envelope)}\n`);
}

function toEnvelope(end: CommandEnd): object {
  const outputs = Object.entries(toOutputs(end.reports ?? [])).map(([name, value]) => [
    name,
    value === '' ? null : value,
  ]);
  const values = { ...Object.fromEntries(outputs), ...(end.outcome && { outcome: end.outcome }) };
  return {
    command: end.command,
    outcome: values.outcome,
    code: end.code ?? null,
    help: end.help ?? null,
    message: end.message,
    next: end.next,
    ...(end.inputs?.length && { inputs: end.inputs }),
    ...values,
    ...end.own,
  };
}

/** The inputs that were given wrong. */
export function listInvalid(error: unknown): NonNullable<CommandEnd['inputs']> {
  if (!(error instanceof InvalidInputsError)) return [];
  return error.inputs.map((invalid) => ({ name: invalid.input, message: describeInvalid(invalid) }));
}
