/**
 * The service of the bench, in a process of its own: knows no app, takes every deploy, and reads its body as fast as node:http
 * gives it. Reports its port, then the size of each body, and with `--hash` its SHA-256, to the process that started it.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { slug } from './folders.ts';

/** What the sink tells its parent. */
export type SinkMessage = { readonly port: number } | { readonly bytes: number; readonly sha256: string };

let isHashing = false;
process.on('message', (wish: { readonly hash: boolean }) => {
  isHashing = wish.hash;
});

const server = createServer((request, response) => {
  const digest = isHashing ? createHash('sha256') : null;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    digest?.update(chunk);
  });
  request.on('end', () => {
    const isDeploy = request.method === 'POST';
    response.writeHead(isDeploy ? 200 : 404, { 'content-type': 'application/json', connection: 'close' });
    response.end(isDeploy ? `{"app":{"slug":"${slug}","status":"draft"}}` : '{"error":"no such app"}');
    if (isDeploy) tell({ bytes, sha256: digest?.digest('hex') ?? '' });
  });
});
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => server.close());

function tell(message: SinkMessage): void {
  process.send?.(message);
}
