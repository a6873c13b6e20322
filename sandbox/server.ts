import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { toPageOrigin } from './access.ts';
import { isChange } from './faults.ts';
import type { SandboxOptions } from './parts.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

/** How a sandbox on a socket is to be. */
export interface ServerOptions extends SandboxOptions {
  /** Port; 0, the default, takes a free one. */
  readonly port?: number;
  /** Address to listen on, 127.0.0.1 by default; `0.0.0.0` in a container. */
  readonly host?: string;
}

/** A sandbox that listens. */
export interface RunningSandbox extends Sandbox {
  /** The {base_url}, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Address of the sandbox's own page, such as `http://localhost:8080/`. */
  readonly pageUrl: string;
  /** The API keys, in the order of the accounts; there is at least one. */
  readonly keys: readonly [string, ...string[]];
  /** Stops listening and drops every connection. */
  close(): Promise<void>;
}

const readsPerTurn = 16;

/** Starts a sandbox, on loopback unless told otherwise. Throws what listening throws, such as EADDRINUSE. */
export async function startSandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  const server = createServer();
  const port = await listen(server, options);
  const local = `http://127.0.0.1:${port}`;
  const url = options.baseUrl ?? local;
  try {
    const sandbox = createSandbox({ ...options, baseUrl: url });
    const respond = (request: Request, { incoming }: { readonly incoming: unknown }) =>
      sandbox.fetch(request, incoming instanceof IncomingMessage ? { incoming } : {});
    const listener = getRequestListener(respond, { overrideGlobalObjects: false, errorHandler: toUnreadable });
    server.on('request', letChangesPass(listener));
    const [first, ...others] = sandbox.store.settings().accounts.map(({ key }) => key);
    if (first === undefined) throw new Error('A sandbox needs at least one account.');
    const pageUrl = `${toPageOrigin(local)}/`;
    return { ...sandbox, url, pageUrl, keys: [first, ...others], close: () => close(server) };
  } catch (error) {
    await close(server);
    throw error;
  }
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Takes up a few reads in each turn of the event loop and changes at once: otherwise each step of a change would wait
 * until hundreds of reads that came in together are answered.
 */
function letChangesPass(listener: Listener): Listener {
  const waiting: (() => void)[] = [];
  const takeUp = (): void => {
    for (const start of waiting.splice(0, readsPerTurn)) start();
    if (waiting.length > 0) setImmediate(takeUp);
  };
  return (incoming, outgoing) => {
    if (isChange(incoming.method ?? '')) return listener(incoming, outgoing);
    waiting.push(() => listener(incoming, outgoing));
    if (waiting.length === 1) setImmediate(takeUp);
    return undefined;
  };
}

/** What is no request that can be answered, such as one without a Host that can be understood. */
function toUnreadable(): Response {
  const error = { code: 'invalid_request', message: 'The request cannot be understood.' };
  const headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
  return Response.json({ error }, { status: 400, headers });
}

async function listen(server: Server, { port = 0, host = '127.0.0.1' }: ServerOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port.');
  return address.port;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
