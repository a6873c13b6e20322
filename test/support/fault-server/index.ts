export * from './faults.ts';
export type { ReceivedRequest } from './peer.ts';
export * from './server.ts';
