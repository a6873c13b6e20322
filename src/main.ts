import { readFileSync } from 'node:fs';
import { getInput, isDebug, setSecret } from '@actions/core';
import { readContext } from './context.ts';
import { endByCancel } from './errors.ts';
import { InvalidInputsError, readInputs } from './inputs.ts';

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
  const context = readContext({
    env: process.env,
    cwd: process.cwd(),
    readEvent: (path) => readFileSync(path, 'utf8'),
  });
  const inputs = readInputs({ read: getInput, fromFork: context.fromFork });
  const secrets = [getInput('api-key'), getInput('github-token')].filter((secret) => secret !== '');
  for (const secret of secrets) setSecret(secret);
  const { createLog, createOutputWriter, createSummaryWriter, emitReport, reportUnstarted } = await import('./report/emit.ts');
  const log = createLog({ isDebug: isDebug(), secrets });
  const { outputFile, summaryFile, docsUrl } = context;
  const sinks = {
    log,
    setOutput: outputFile === null ? null : createOutputWriter(outputFile),
    writeSummary: summaryFile === null ? null : createSummaryWriter(summaryFile),
    docsUrl,
  };
  if (inputs instanceof InvalidInputsError) {
    const { slug } = inputs.wanted;
    return emitReport(reportUnstarted(inputs, { slug, secrets }), { ...sinks, comment: null });
  }
  const { act, toExitCode } = await import('./action.ts');
  const { report, comment } = await act({
    inputs,
    context,
    log,
    clock: { now: Date.now, sleep: rest },
    random: Math.random,
    setTimer: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return { clear: () => clearTimeout(timer) };
    },
    controller,
  });
  await emitReport(report, { ...sinks, comment: isCancelled ? null : comment });
  process.exitCode = toExitCode(report.outcome, report.facts);
}

/** Waits; on an abort rejects with the signal's own reason, which says why the run ends. */
function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
