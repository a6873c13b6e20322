export * from './faults.ts';
export { ClientGoneError, Peer, type ReceivedRequest } from './peer.ts';
export * from './proxy.ts';
export * from './relay.ts';
export * from './server.ts';
