export { emitReport } from './emit.ts';
export { createLog } from './log.ts';
export { createOutputWriter, createSummaryWriter } from './sinks.ts';
