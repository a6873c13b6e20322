import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Reply, refuse } from './replies.ts';

/** The seven things that a service is asked for. */
export type Asked = 'list' | 'read' | 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** One request as it came in. */
export interface DialectRequest {
  readonly asked: Asked | null;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What a service responds with to what it is asked: always the same, or one after the other, of which the last stays. */
export type Script = Readonly<Partial<Record<Asked, Reply | readonly Reply[]>>>;

/** A service that responds in words of its own: it keeps nothing and checks nothing. */
export interface Dialect extends AsyncDisposable {
  readonly url: string;
  /** All that came in, oldest first. */
  readonly requests: readonly DialectRequest[];
  /** The same in short: `read, deploy`, or method and path of what the document does not know. */
  asked(): string;
}

/** Starts a service on loopback that responds by the script, and with the documented 404 to what the script does not name. */
export async function startDialect(script: Script): Promise<Dialect> {
  const requests: DialectRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, { script, requests }).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    asked: () => requests.map(({ asked, method, path }) => asked ?? `${method} ${path}`).join(', '),
    [Symbol.asyncDispose]: () => close(server),
  };
}

interface Play {
  readonly script: Script;
  readonly requests: DialectRequest[];
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, { script, requests }: Play): Promise<void> {
  const { method = '', url: path = '', headers } = incoming;
  const asked = toAsked(method, path);
  const earlier = requests.filter((request) => request.asked === asked).length;
  // Noted before the body is in, so that a request that is broken off is seen too.
  const index = requests.push({ asked, method, path, headers, body: '' }) - 1;
  const body = (await buffer(incoming)).toString();
  requests[index] = { asked, method, path, headers, body };
  const reply = chooseReply(script, asked, earlier);
  if (reply === 'nothing') return;
  if (reply === 'reset') {
    incoming.socket.resetAndDestroy();
    return;
  }
  outgoing.writeHead(reply.status, { connection: 'close', ...reply.headers });
  if (reply.isEndless === true) outgoing.write(reply.body);
  else outgoing.end(reply.body);
}

function chooseReply(script: Script, asked: Asked | null, earlier: number): Reply {
  const replies = [asked === null ? undefined : script[asked]].flat();
  return replies[Math.min(earlier, replies.length - 1)] ?? refuse(404, 'not_found', 'There is no such app.');
}

/** What a request asks for; null for what the service document does not name. */
export function toAsked(method: string, path: string): Asked | null {
  const [, slug, rest] = /^\/api\/miniapps(?:\/([^/]+))?(\/submit)?$/.exec(path) ?? [path, null];
  if (slug === null) return null;
  if (slug === undefined) return method === 'POST' ? 'create' : 'list';
  if (method === 'POST') return rest === undefined ? 'deploy' : 'submit';
  return method === 'PATCH' ? 'update' : method === 'DELETE' ? 'delete' : 'read';
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
