import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  type RefusedRequest,
  type StaticServer,
  startStaticServer,
  toBuildSite,
  toDraftSite,
} from '../../../../sandbox/try/static-server.ts';

/** Sends a request as a browser does, which resolves each name that ends with `localhost`. */
async function send(
  address: string,
  { method = 'GET', host = new URL(address).host } = {},
): Promise<IncomingMessage & { text: string }> {
  const [, path = '/'] = /^http:\/\/[^/]+(.*)$/.exec(address) ?? [];
  const { port } = new URL(address);
  const client = request({ host: '127.0.0.1', port, path, method, headers: { host } }).end();
  const [response]: IncomingMessage[] = await once(client, 'response');
  assert.ok(response);
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  return Object.assign(response, { text });
}

async function get(address: string, method = 'GET'): Promise<string> {
  const { statusCode, headers, text } = await send(address, { method });
  return `${statusCode} ${headers['content-type']} ${text}`;
}

describe('a build is served', () => {
  let folder = '';
  let atRoot: StaticServer;
  let atSlug: StaticServer;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'build-'));
    const dist = join(folder, 'dist');
    mkdirSync(join(dist, 'sub folder'), { recursive: true });
    mkdirSync(join(dist, '.git'));
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'out', 'secret.txt'), 'secret');
    writeFileSync(join(dist, 'index.html'), 'home');
    writeFileSync(join(dist, 'app.js'), 'x');
    writeFileSync(join(dist, 'about.html'), 'about');
    writeFileSync(join(dist, '.env'), 'secret');
    writeFileSync(join(dist, '.git', 'config'), 'secret');
    writeFileSync(join(dist, 'sub folder', 'index.html'), 'sub');
    symlinkSync(dist, join(folder, 'linked'));
    atRoot = await startStaticServer(toBuildSite(join(folder, 'linked'), '/'));
    atSlug = await startStaticServer(toBuildSite(dist, '/a/tides/'));
  });

  after(async () => {
    await Promise.all([atRoot.close(), atSlug.close()]);
    rmSync(folder, { recursive: true });
  });

  test('a build is served at the root of its host', async () => {
    assert.match(atRoot.address, /^http:\/\/build\.localhost:\d+\/$/);
    assert.equal(await get(atRoot.address), '200 text/html;charset=utf-8 home');
    assert.equal(await get(`${atRoot.address}app.js?v=1`), '200 text/javascript;charset=utf-8 x');
    const page = await get(`${atRoot.address}sub%20folder/`);
    assert.equal(page, '200 text/html;charset=utf-8 sub');
    const { headers } = await send(`${atRoot.address}sub%20folder`);
    assert.equal(headers.location, '/sub%20folder/');
    assert.equal(await get(`${atRoot.address}about`), '200 text/html;charset=utf-8 about');
  });

  test('a build is served at the base path that it was built for, and at the root', async () => {
    assert.match(atSlug.address, /\/a\/tides\/$/);
    assert.equal(await get(atSlug.address), '200 text/html;charset=utf-8 home');
    assert.match(await get(`${atSlug.address}app.js`), /^200 /);
    assert.match(await get(new URL('/app.js', atSlug.address).href), /^200 /);
  });

  const notServed = [
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '..%5csecret.txt',
    'none.js',
    '%E0%A4%A',
    '%00',
    '.env',
    '%2eenv',
    '.git/config',
    'app.js/',
    '/app.js',
  ];
  for (const path of notServed) {
    test(`a build is not served at ${path}`, async () => {
      assert.equal(await get(`${atRoot.address}${path}`), '404 text/plain Not Found');
    });
  }

  const links: readonly (readonly [name: string, target: string, path: string])[] = [
    ['to a file outside', '../secret.txt', 'link'],
    ['to a file inside', 'app.js', 'link'],
    ['to a folder outside', '../out', 'link/secret.txt'],
    ['to what the system knows of this process', '/proc/self', 'link/environ'],
    ['to a page', 'index.html', 'sub/index.html'],
  ];
  for (const [name, target, path] of links) {
    test(`a build does not follow a link ${name}`, {
      skip: process.platform === 'win32',
    }, async () => {
      const link = path.startsWith('sub') ? path : 'link';
      if (path.startsWith('sub')) mkdirSync(join(folder, 'dist', 'sub'));
      symlinkSync(target, join(folder, 'dist', link));
      try {
        assert.equal(await get(`${atRoot.address}${path}`), '404 text/plain Not Found');
      } finally {
        rmSync(join(folder, 'dist', link));
      }
    });
  }

  test('a build is served for its own host only', async () => {
    const { port } = new URL(atRoot.address);
    const others = [`127.0.0.1:${port}`, 'localhost', `evil.example:${port}`];
    for (const other of others) {
      assert.equal((await send(atRoot.address, { host: other })).statusCode, 421);
    }
    assert.equal((await send(atRoot.address)).statusCode, 200);
  });

  test('a build is served for GET and HEAD requests only', async () => {
    assert.equal(
      await get(`${atRoot.address}app.js`, 'HEAD'),
      '200 text/javascript;charset=utf-8 ',
    );
    assert.equal(await get(`${atRoot.address}app.js`, 'POST'), '405 text/plain Method Not Allowed');
  });
});

test('a draft is served as the service serves it: its page, assets/ and its logo', async (t) => {
  const files = new Map([
    ['index.html', 'home'],
    ['service.json', '{"logo": "assets/logo.svg"}'],
    ['instructions.md', 'Be kind'],
    ['assets/logo.svg', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['assets/a b.js', 'x'],
  ]);
  const refused: RefusedRequest[] = [];
  const server = await startStaticServer(toDraftSite('tides', files), (request) => {
    refused.push(request);
  });
  t.after(() => server.close());
  assert.match(server.address, /^http:\/\/tides_draft\.localhost:\d+\/a\/tides\/$/);
  const { host, port } = new URL(server.address);
  const ask = async (path: string, as = host): Promise<number | undefined> => {
    const { statusCode } = await send(`http://${host}${path}`, { host: as });
    return statusCode;
  };
  for (const path of ['', 'index.html', 'assets/a%20b.js?x', 'assets/logo.svg', 'logo?v=1']) {
    assert.equal(await ask(`/a/tides/${path}`), 200, path);
  }
  assert.equal(await ask('/a/tides'), 302);
  assert.equal(await ask('/a/tides/', `localhost:${port}`), 421);
  refused.length = 0;
  for (const path of [
    '/a/tides/service.json',
    '/a/tides/instructions.md',
    '/assets/a%20b.js',
    '/',
  ]) {
    assert.equal(await ask(path), 404, path);
  }
  assert.deepEqual(refused[0], { pathname: '/a/tides/service.json', status: 404, destination: '' });
});
