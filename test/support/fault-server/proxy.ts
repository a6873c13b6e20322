import { connect } from 'node:net';
import type { Peer, ReceivedRequest } from './peer.ts';
import type { Fault } from './server.ts';

/** Told of each CONNECT that a proxy gets. */
export type OnConnect = (request: ReceivedRequest) => void;

/** A proxy that tunnels, but always to this port, whatever host it was asked for: names need not resolve. */
export function tunnelTo(port: number, onConnect: OnConnect = () => undefined): Fault {
  return async (peer) => {
    onConnect(await peer.readHead());
    const target = connect(port, '127.0.0.1');
    await peer.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const client = await peer.release();
    client.pipe(target).pipe(client);
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    target.on('error', () => client.destroy());
  };
}

/** A proxy that answers CONNECT with this status, such as 403 or 407. */
export function refuseTunnel(status: number, onConnect: OnConnect = () => undefined): Fault {
  return async (peer: Peer) => {
    onConnect(await peer.readHead());
    await peer.write(`HTTP/1.1 ${status} Some Reason\r\ncontent-length: 0\r\n\r\n`);
    peer.socket.end();
  };
}
