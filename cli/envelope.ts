import { describeInvalid, InvalidInputsError } from '../src/model/inputs.ts';
import { formatJson, toOutputs } from '../src/report/outputs.ts';
import { mapTexts, type RedactedReport } from '../src/report/redact-report.ts';
import { createRedact } from '../src/text/secrets.ts';
import type { NextStep } from './next-steps.ts';

/** An input that is missing or invalid. */
interface NamedInput {
  readonly name: string;
  readonly message: string;
}

/** The result of a command, as `--json` shows it. */
export interface CommandResult {
  /** As on the command line; null if none was named, or none of that name exists. */
  readonly command: string | null;
  /** Omitted if the reports have the outcome. */
  readonly outcome?: 'written' | 'made' | 'arranged' | 'rehearsed' | 'shown' | 'failed';
  /** The error code that docs/troubleshooting.md explains; omitted or null for none. */
  readonly code?: string | null;
  /** The address of that explanation; omitted or null for none. */
  readonly help?: string | null;
  /** One true sentence about the run. */
  readonly message: string;
  readonly next: readonly NextStep[];
  readonly inputs?: readonly NamedInput[];
  /** The reports that the outputs of the action are made of; omitted if nothing was run. */
  readonly reports?: readonly RedactedReport[];
  /** Fields that only this command has, by their names in the object. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** The fields whose texts are all ours, so that there is nothing to redact. */
const ownFields: ReadonlySet<string> = new Set([
  'by',
  'code',
  'command',
  'help',
  'outcome',
  'result',
  'severity',
]);

/** The output for the object, and the texts that must not be in it. */
interface EnvelopeTarget {
  readonly print: (text: string) => void;
  readonly secrets: readonly string[];
}

/**
 * Prints the one JSON object that stdout gets with `--json`, whatever the command and however it
 * ended. Reports are redacted already, and so are the texts made of them; other texts may name
 * files and options, and are redacted here.
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

type ResultTexts = Omit<CommandResult, 'reports'>;

function redactResult(result: CommandResult, secrets: readonly string[]): ResultTexts {
  const { reports, ...texts } = result;
  const redacted = mapTexts(texts, createRedact(secrets), ownFields);
  if (reports === undefined) return redacted;
  return redacted.own === undefined ? texts : { ...texts, own: redacted.own };
}

/** Returns the outputs of the action; null for an output without a value. */
function listOutputs(reports: readonly RedactedReport[]): Readonly<Record<string, unknown>> {
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
