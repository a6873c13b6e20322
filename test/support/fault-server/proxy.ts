import { connect } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Peer, type ReceivedRequest } from './peer.ts';
import { type CertificateName, type Fault, readPair } from './server.ts';

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

/** A proxy and the service behind it in one, so that nothing between them changes what the fault does. */
export function tunnelHere(fault: Fault, certificate: CertificateName): Fault {
  return async (peer) => {
    await peer.readHead();
    await peer.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const secure = new TLSSocket(await peer.release(), { isServer: true, ...readPair(certificate) });
    await fault(new Peer(secure));
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
