/**
 * A server that is as slow to connect to as one that is far away. It runs in a process of its own,
 * which blocks until it can read a byte from its standard input. Until then the kernel keeps two
 * connections in the queue and drops the packet that asks for a third one. The client sends that
 * packet again after a second.
 */
import { readSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_, response) => response.end('{"is":"right"}'));
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(port, () => readSync(0, Buffer.alloc(1)));
});
process.once('disconnect', () => process.exit());
