import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { lookup } from 'mrmime';

/** A build that is served as it is. */
export interface BuildServer {
  /** The address of its page, such as `http://localhost:41235/`. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the files of a build at `/`, as any host of static files would. A build that was made for
 * `/a/<slug>/` is served there too: `base` names that path, else it is `/`.
 */
export async function startBuildServer(folder: string, base: string): Promise<BuildServer> {
  const server = createServer(async (request, response) => {
    const file = await findFile(folder, base, request.url ?? '/');
    if (file === null || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(file === null ? 404 : 405).end();
      return;
    }
    response.writeHead(200, { 'content-type': toType(file), 'cache-control': 'no-store' });
    if (request.method === 'HEAD') response.end();
    else
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://localhost:${port}${base}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Returns the file of an address; null if there is none in the folder. */
async function findFile(folder: string, base: string, url: string): Promise<string | null> {
  const path = toPath(url);
  if (path === null) return null;
  const below = path.startsWith(base) ? path.slice(base.length) : path;
  // `normalize` removes every `..` from an absolute path, so the file is inside the folder.
  const file = join(folder, normalize(`/${below}`));
  const found = await stat(file).catch(() => null);
  if (found === null) return null;
  if (found.isFile()) return file;
  const page = join(file, 'index.html');
  const hasPage = await stat(page).catch(() => null);
  return hasPage?.isFile() === true ? page : null;
}

function toPath(url: string): string | null {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*/s, ''));
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

function toType(file: string): string {
  const type = lookup(file) ?? 'application/octet-stream';
  return /^text\/|json$|javascript$/.test(type) ? `${type};charset=utf-8` : type;
}
