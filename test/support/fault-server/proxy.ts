import { request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { answerRaw, toAnswer } from './faults.ts';
import { Peer, type ReceivedRequest } from './peer.ts';
import { type CertificateName, type Fault, readPair } from './server.ts';

/** A proxy that tunnels, but always to this port, whatever host it was asked for: names need not resolve. */
export function tunnelTo(
  port: number,
  onConnect: (request: Omit<ReceivedRequest, 'body'>) => void = () => undefined,
): Fault {
  return async (peer) => {
    onConnect(await peer.readHead());
    const target = connect(port, '127.0.0.1');
    const client = await peer.openTunnel();
    client.pipe(target).pipe(client);
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    target.on('error', () => client.destroy());
  };
}

/** A proxy and the service behind it in one, so that nothing between them changes what the fault does. */
export function tunnelHere(fault: Fault, certificate: CertificateName): Fault {
  return async (peer) => {
    const secure = new TLSSocket(await peer.openTunnel(), { isServer: true, ...readPair(certificate) });
    await fault(new Peer(secure));
  };
}

/** A proxy that responds to CONNECT with this status, such as 403 or 407. */
export function refuseTunnel(status: number): Fault {
  return answerRaw(toAnswer(status, ''));
}

/** Hands the request to the real service at `origin`, and its response back. */
export function passOn(origin: string): Fault {
  return async (peer) => {
    await peer.write(await forward(origin, await peer.readRequest()));
  };
}

/** Lets the real service at `origin` have the request and do its work, and only then does what the fault does. */
export function commitThen(origin: string, fault: Fault): Fault {
  return async (peer) => {
    await forward(origin, await peer.readRequest());
    await fault(peer);
  };
}

function forward(origin: string, { method, path, headers, body }: ReceivedRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { method, agent: false, headers: { ...headers, connection: 'close' } };
    const outgoing = sendRequest(`${origin}${path}`, options, (response) => {
      const kept = Object.entries(response.headersDistinct)
        .filter(([name]) => !/^(connection|keep-alive|transfer-encoding|content-length|content-type)$/.test(name))
        .flatMap(([name, values]) => (values ?? []).map((value) => `${name}: ${value}`));
      buffer(response).then((bytes) => resolve(toAnswer(response.statusCode ?? 0, bytes, kept)), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
