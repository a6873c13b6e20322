export { emitReport } from './emit.ts';
export { createLog } from './log.ts';
export { reportUnstarted } from './report.ts';
export { createOutputWriter, createSummaryWriter } from './sinks.ts';
