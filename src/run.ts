import { toFailure } from './action-error.ts';
import { create } from './commands/create.ts';
import { deleteApp } from './commands/delete.ts';
import { deploy } from './commands/deploy.ts';
import type { OnlinePorts, Ports } from './commands/ports.ts';
import { list, status } from './commands/status.ts';
import { submit } from './commands/submit.ts';
import { update } from './commands/update.ts';
import type { TimerOptions } from './deadline.ts';
import { type Command, type FolderCommand, type Inputs, takesFolder } from './inputs.ts';
import type { Outcome } from './outcome.ts';

/** Commands that pack a folder: offline they check it. */
const folderCommands = { deploy, create, update } as const satisfies Record<FolderCommand, unknown>;
/** Commands that only talk to the service: offline there is nothing for them to do. */
const serviceCommands = { status, submit, list, delete: deleteApp } as const;

/** Runs the command to its end, whatever comes. What the run has proven by then is in its state. */
export async function run(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const isForkCheck = ports.client === null && ports.fromFork;
  if (inputs.submit && (inputs.command === 'create' || inputs.command === 'update')) {
    ports.state.warn(`submit: true does nothing with ${inputs.command}: only deploy and submit send for review.`);
  }
  try {
    return await runCommand(inputs.command, inputs, ports);
  } catch (error) {
    const failure = toFailure(error);
    return { kind: failure.kind, failure, ...(isForkCheck ? { skipReason: 'fork' } : {}) };
  }
}

async function runCommand(command: Command, inputs: Inputs, ports: Ports): Promise<Outcome> {
  if (takesFolder(command)) return folderCommands[command](inputs, ports);
  const { client } = ports;
  if (client === null) return { kind: 'skipped', skipReason: 'fork' };
  const online: OnlinePorts = { ...ports, client };
  return serviceCommands[command](inputs, online);
}

/** How long a command may take to say what it has proven, once the run's signal is aborted. */
const graceMs = 1_000;

/**
 * Waits for a command, and no longer than a second once the run must end: one that does not hear it must not keep the
 * report from being written. `giveUp` then says how the run ended.
 */
export async function waitForEnd(
  running: Promise<Outcome>,
  {
    signal,
    setTimer,
    giveUp,
  }: Pick<TimerOptions, 'setTimer'> & { readonly signal: AbortSignal; readonly giveUp: () => Outcome },
): Promise<Outcome> {
  const { promise: late, resolve } = Promise.withResolvers<Outcome>();
  let timer: ReturnType<TimerOptions['setTimer']> | undefined;
  const onAbort = (): void => {
    timer = setTimer(() => resolve(giveUp()), graceMs);
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([running, late]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    timer?.clear();
  }
}
