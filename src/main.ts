import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { getInput, isDebug, setSecret } from '@actions/core';
import { endByCancel } from './api/run-end.ts';
import { readContext } from './context.ts';
import { readInputs } from './inputs.ts';

/** After a cancel the runner gives 7.5 s; we are gone sooner, whatever still hangs. */
const cancelLimitMs = 1_800;

// A main that never settles must not look like a success.
process.exitCode = 1;
const controller = new AbortController();
let isCancelled = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const) {
  process.on(signal, () => {
    isCancelled = true;
    controller.abort(endByCancel());
    setTimeout(() => process.exit(130), cancelLimitMs);
  });
}
await main();
if (isCancelled) process.exit(130);

async function main(): Promise<void> {
  const context = readContext({ env: process.env, readEvent: (path) => readFileSync(path, 'utf8') });
  const inputs = readInputs({ read: getInput, fromFork: context.fromFork });
  const secrets = [getInput('api-key'), getInput('github-token')].filter((secret) => secret !== '');
  for (const secret of secrets) setSecret(secret);
  const { createLog, emitReport, setOutput, writeSummary } = await import('./report/index.ts');
  const log = createLog({ isDebug: isDebug(), secrets });
  const sinks = {
    log,
    setOutput: context.hasOutputFile ? setOutput : null,
    writeSummary: context.hasSummaryFile ? writeSummary : null,
  };
  if (!('command' in inputs)) {
    const { toWrongInputsReport } = await import('./wrong-inputs.ts');
    return emitReport(toWrongInputsReport(inputs, secrets), { ...sinks, comment: null });
  }
  const { act, toExitCode } = await import('./action.ts');
  const { report, comment } = await act({
    inputs,
    context,
    log,
    clock: { now: Date.now, sleep: (milliseconds, signal) => rest(milliseconds, signal) },
    random: Math.random,
    setTimer: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return { clear: () => clearTimeout(timer) };
    },
    controller,
  });
  await emitReport(report, { ...sinks, comment });
  process.exitCode = toExitCode(report.outcome, report.facts);
}

/** Waits; on an abort rejects with the signal's own reason, which says why the run ends. */
async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
