import { createServer, IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { toPageOrigin } from './guard.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** How a sandbox on a socket is to be. */
export interface ServerOptions extends Omit<SandboxOptions, 'baseUrl'> {
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number;
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

/** Starts a sandbox on loopback. Throws what listening throws, such as EADDRINUSE. */
export async function startSandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  const server = createServer();
  const port = await listen(server, options.port ?? 0);
  const url = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({ ...options, baseUrl: url });
  const answer = (request: Request, { incoming }: { readonly incoming: unknown }) =>
    sandbox.fetch(request, incoming instanceof IncomingMessage ? { incoming } : {});
  server.on('request', getRequestListener(answer, { overrideGlobalObjects: false }));
  const [first, ...others] = sandbox.store.settings().accounts.map(({ key }) => key);
  if (first === undefined) throw new Error('A sandbox needs at least one account.');
  return { ...sandbox, url, pageUrl: `${toPageOrigin(url)}/`, keys: [first, ...others], close: () => close(server) };
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  server.off('error', reject);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port.');
  return address.port;
}

async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}
