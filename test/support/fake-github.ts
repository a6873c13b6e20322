import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { GithubAccess } from '../../src/runner/github.ts';

/** One request that GitHub's API got. */
export interface Asked {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A response of the API: a status and a value, the beginning of a list, or no response at all. */
export type Reply =
  | {
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'cut off'
  | 'silence';

/** GitHub's API on a loopback port. Close it with `await using`. */
export interface FakeGithub extends AsyncDisposable {
  readonly asked: readonly Asked[];
  readonly apiUrl: string;
  readonly access: GithubAccess;
}

/**
 * Environment variables that GitHub's client reads. With a proxy, requests would not reach this
 * server.
 */
for (const name of Object.keys(process.env)) if (/_proxy$/i.test(name)) delete process.env[name];

/** Starts an API that gives this reply to each request. */
export async function startGithub(
  reply: (asked: Asked) => Reply | Promise<Reply>,
): Promise<FakeGithub> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    const entry = {
      method,
      path,
      authorization: headers.authorization,
      body: body === '' ? null : JSON.parse(body),
    };
    asked.push(entry);
    answer(response, await reply(entry));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    apiUrl,
    access: {
      serverUrl: 'https://github.com',
      token: 'token-123',
      apiUrl,
      repository: 'coast/tides',
      signal: new AbortController().signal,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if (reply === 'cut off') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('[{"id":1,', () => response.destroy());
    return;
  }
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(JSON.stringify(reply.body));
}
