import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startGithub } from './fake-github.ts';

const run = promisify(execFile);
const comments = new URL('../../../src/github.ts', import.meta.url);

/** A proxy that leads every host to one port, by CONNECT or by forwarding, and remembers which host was asked for. */
async function startProxy(port: number) {
  const hosts: string[] = [];
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const url = new URL(incoming.url ?? '', 'http://none');
    hosts.push(url.host);
    const { method, headers } = incoming;
    const forwarded = send({ host: '127.0.0.1', port, method, headers, path: url.pathname + url.search }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  server.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    hosts.push(url);
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    for (const end of [socket, through]) end.on('error', () => through.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    hosts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('GitHub is asked through the proxy that the runner names', async () => {
  await using github = await startGithub(() => ({ status: 200, body: [{ id: 1, body: 'Hello', user: null }] }));
  await using proxy = await startProxy(Number(new URL(github.apiUrl).port));
  // The library chooses its proxy while it is loaded, so that this takes a process of its own.
  const apiUrl = 'http://api.github.example';
  const script = `
    const { openComments } = await import(${JSON.stringify(comments.href)});
    const access = { token: 't', apiUrl: '${apiUrl}', repository: 'coast/tides', signal: new AbortController().signal };
    process.stdout.write(JSON.stringify(await Array.fromAsync(openComments(7, access).list())));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], GITHUB_API_URL: apiUrl, http_proxy: proxy.url },
  });
  assert.deepEqual(JSON.parse(stdout), [{ id: 1, body: 'Hello' }]);
  assert.deepEqual(
    proxy.hosts.map((host) => host.replace(/:80$/, '')),
    ['api.github.example'],
  );
  assert.equal(github.asked.length, 1);
});
