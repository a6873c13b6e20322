import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { toPageOrigin } from './access.ts';
import { Sandbox } from './sandbox.ts';
import type { SandboxOptions } from './service.ts';

export { createSandbox, Sandbox } from './sandbox.ts';

/** The options of a sandbox on a socket. */
export interface ServerOptions extends SandboxOptions {
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** Address to listen on, 127.0.0.1 by default; `0.0.0.0` in a container. */
  readonly host?: string;
}

/** A sandbox that listens. */
export class RunningSandbox extends Sandbox {
  /** The service's `{base_url}`, such as `http://127.0.0.1:8420`. */
  readonly url: string;
  /** Address of the sandbox's page, such as `http://localhost:8420/`. */
  readonly pageUrl: string;
  /** The API keys, in the order of the accounts. */
  readonly keys: readonly [string, ...string[]];
  readonly #server: Server;

  /** `address` is the server's own, with its port. */
  constructor(options: ServerOptions, server: Server, address: string) {
    super({ recordResponses: true, ...options, baseUrl: options.baseUrl ?? address });
    const [first, ...others] = this.setup().accounts.map((account) => account.key);
    if (first === undefined) throw new Error('A sandbox needs at least one account.');
    this.url = this.baseUrl;
    this.pageUrl = `${toPageOrigin(new URL(address))}/`;
    this.keys = [first, ...others];
    this.#server = server;
  }

  /** Stops listening and drops every connection. */
  close(): Promise<void> {
    return closeServer(this.#server);
  }
}

/**
 * Starts a sandbox, by default on a free port of this machine. Throws what listening throws, such
 * as EADDRINUSE.
 *
 * `const sandbox = await startSandbox({ port: 8420, faults: [{ kind: 'slow', ms: 500 }] });`
 */
export async function startSandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  const server = createServer();
  const port = await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  try {
    const sandbox = new RunningSandbox(options, server, `http://127.0.0.1:${port}`);
    const respond = (request: Request, { incoming }: { incoming: unknown }) => {
      if (!(incoming instanceof IncomingMessage)) return sandbox.fetch(request);
      return respondOnSocket(sandbox, request, incoming);
    };
    server.on('request', getRequestListener(respond, { overrideGlobalObjects: false }));
    return sandbox;
  } catch (error) {
    await closeServer(server);
    throw error;
  }
}

/** Responds. Resets the connection if the sandbox rejects, as it does for some faults. */
async function respondOnSocket(
  sandbox: Sandbox,
  request: Request,
  incoming: IncomingMessage,
): Promise<Response> {
  try {
    return await sandbox.fetch(request, { incoming });
  } catch {
    incoming.socket.resetAndDestroy();
    return new Response(null, { status: 502 });
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The sandbox does not listen on a port.');
  }
  return address.port;
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
