export { emitReport } from './emit.ts';
export { createLog } from './log.ts';
export { setOutput, writeSummary } from './sinks.ts';
