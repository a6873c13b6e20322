import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain',
};

function readRange(range: string, size: number): readonly [start: number, end: number] {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '') return [size - Number(last || size), size];
  return [Number(first), last === '' ? size : Number(last) + 1];
}

/** Serves the files of a folder, with ranges. The address ends with `/`. */
export async function startServer(
  folder: string,
): Promise<{ readonly address: string; close(): void }> {
  const server = createServer(
    async ({ url = '', method = '', headers: { range = '' } }, response) => {
      const path = decodeURIComponent(url.replace(/[?#].*/, '')).replace(/\/$/, '/index.html');
      const content = await readFile(join(folder, path)).catch(() => null);
      if (content === null) return response.writeHead(404).end();
      if (!['GET', 'HEAD'].includes(method)) return response.writeHead(405).end();
      const [start, end] = readRange(range, content.length);
      const body = content.subarray(start, end);
      const type = types[extname(path)] ?? 'application/octet-stream';
      const isPart = body.length < content.length;
      response.writeHead(isPart ? 206 : 200, {
        'content-type': type,
        'content-length': body.length,
        ...(isPart && {
          'content-range': `bytes ${start}-${start + body.length - 1}/${content.length}`,
        }),
      });
      return response.end(method === 'HEAD' ? undefined : body);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address !== 'object') throw new Error('the server has no port');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${address.port}/`, close };
}
