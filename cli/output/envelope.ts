import { describeInvalid, InvalidInputsError } from '../../src/inputs/inputs.ts';
import { formatJson, toOutputs } from '../../src/report/outputs.ts';
import type { Report } from '../../src/report/report.ts';
import { createRedact } from '../../src/text/secrets.ts';
import type { NextStep } from './next-steps.ts';

/** An input that is missing or invalid. */
interface NamedInput {
  readonly name: string;
  readonly message: string;
}

/** The result of a command, as `--json` shows it. */
export interface CommandResult {
  /** The name of the command; null if the command line has none, or one that does not exist. */
  readonly command: string | null;
  /** The outcome; omitted if it comes from the reports. */
  readonly outcome?:
    | 'written'
    | 'planned'
    | 'made'
    | 'arranged'
    | 'rehearsed'
    | 'shown'
    | 'failed'
    | undefined;
  /** The error code that docs/troubleshooting.md explains; omitted or null without an error. */
  readonly code?: string | null;
  /** The address of the explanation of the code; omitted or null without a code. */
  readonly help?: string | null;
  /** The result in words. */
  readonly message: string;
  readonly next: readonly NextStep[];
  readonly inputs?: readonly NamedInput[];
  /**
   * The reports of a run, from which the object gets the outputs of the action. Omitted if nothing
   * was run.
   */
  readonly reports?: readonly Report[];
  /** Fields that only this command has, by their names in the object. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** The fields that contain only words of this program, so that there is nothing to mask. */
const ownFields: ReadonlySet<string> = new Set([
  'by',
  'code',
  'command',
  'help',
  'outcome',
  'result',
  'severity',
]);

/** The function that prints the object, and the secrets to mask in it. */
interface EnvelopeTarget {
  readonly print: (text: string) => void;
  readonly secrets: readonly string[];
}

/**
 * Prints the one JSON object that stdout gets with `--json`, for every command and every result.
 */
export function printEnvelope(result: CommandResult, { print, secrets }: EnvelopeTarget): void {
  const redacted = redactResult(result, secrets);
  const outputs = listOutputs(result.reports ?? []);
  const envelope: Record<string, unknown> = {
    command: redacted.command,
    outcome: redacted.outcome ?? outputs['outcome'],
    code: redacted.code ?? null,
    help: redacted.help ?? null,
    message: redacted.message,
    next: redacted.next,
  };
  if (redacted.inputs !== undefined && redacted.inputs.length > 0) {
    envelope['inputs'] = redacted.inputs;
  }
  for (const [name, value] of Object.entries(outputs)) {
    if (name !== 'outcome') envelope[name] = value;
  }
  print(`${formatJson({ ...envelope, ...redacted.own })}\n`);
}

/**
 * Masks secrets in the texts of a result. If it has reports, its texts are made from these, which
 * are redacted already, and only the texts in `own` are masked.
 */
function redactResult(result: CommandResult, secrets: readonly string[]): CommandResult {
  const redact = createRedact(secrets);
  if (result.reports === undefined) return redactValues(result, redact);
  if (result.own === undefined) return result;
  return { ...result, own: redactValues(result.own, redact) };
}

/** Redacts every text in a value, at any depth, except in the fields of `ownFields`. */
export function redactValues<Value>(value: Value, redact: (text: string) => string): Value;
export function redactValues(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => redactValues(entry, redact));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]: [string, unknown]) => {
    return [name, ownFields.has(name) ? entry : redactValues(entry, redact)];
  });
  return Object.fromEntries(entries);
}

/** Returns the outputs of the action; null for an output without a value. */
function listOutputs(reports: readonly Report[]): Readonly<Record<string, unknown>> {
  const outputs: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(toOutputs(reports))) {
    outputs[name] = value === '' ? null : value;
  }
  return outputs;
}

/** Returns the inputs that an error is about, redacted; none for any other error. */
export function listInvalidInputs(
  error: unknown,
  secrets: readonly string[],
): readonly NamedInput[] {
  if (!(error instanceof InvalidInputsError)) return [];
  const redact = createRedact(secrets);
  return error.inputs.map((invalid) => ({
    name: invalid.input,
    message: redact(describeInvalid(invalid)),
  }));
}
