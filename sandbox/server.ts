import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { toOrigin } from './access.ts';
import type { SandboxOptions } from './parts.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

export { createSandbox, type Sandbox } from './sandbox.ts';

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

/**
 * Starts a sandbox, on loopback unless told otherwise. Throws what listening throws, such as
 * EADDRINUSE.
 */
export async function startSandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  const server = createServer();
  const port = await listen(server, options);
  const local = `http://127.0.0.1:${port}`;
  const url = options.baseUrl ?? local;
  try {
    const sandbox = createSandbox({ ...options, baseUrl: url });
    const respond = (
      request: Request,
      { incoming }: { readonly incoming: unknown },
    ): Promise<Response> =>
      incoming instanceof IncomingMessage
        ? respondOver(incoming, request, sandbox)
        : sandbox.fetch(request);
    server.on('request', getRequestListener(respond, { overrideGlobalObjects: false }));
    const [first, ...others] = sandbox.setup().accounts.map(({ key }) => key);
    if (first === undefined) throw new Error('A sandbox needs at least one account.');
    const pageUrl = `${toOrigin(new URL(local))}/`;
    return { ...sandbox, url, pageUrl, keys: [first, ...others], close: () => close(server) };
  } catch (error) {
    await close(server);
    throw error;
  }
}

/** Without a socket a reset is a fetch that fails; here it is one. */
async function respondOver(
  incoming: IncomingMessage,
  request: Request,
  sandbox: Sandbox,
): Promise<Response> {
  try {
    return await sandbox.fetch(request, { incoming });
  } catch {
    incoming.socket.resetAndDestroy();
    return new Response(null, { status: 502 });
  }
}

async function listen(
  server: Server,
  { port = 0, host = '127.0.0.1' }: ServerOptions,
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The sandbox listens on no port.');
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
