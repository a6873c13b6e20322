import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type BuildServer, startBuildServer } from '../../../sandbox/try/build-server.ts';

describe('a build is served', () => {
  let folder = '';
  let atRoot: BuildServer;
  let atSlug: BuildServer;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'build-'));
    mkdirSync(join(folder, 'dist', 'sub folder'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'dist', 'index.html'), 'home');
    writeFileSync(join(folder, 'dist', 'app.js'), 'x');
    writeFileSync(join(folder, 'dist', 'sub folder', 'index.html'), 'sub');
    atRoot = await startBuildServer(join(folder, 'dist'), '/');
    atSlug = await startBuildServer(join(folder, 'dist'), '/a/tides/');
  });

  after(async () => {
    await Promise.all([atRoot.close(), atSlug.close()]);
    rmSync(folder, { recursive: true });
  });

  async function get(address: string, method = 'GET'): Promise<string> {
    const response = await fetch(address, { method });
    return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
  }

  test('a build is served at the root of its host', async () => {
    assert.match(atRoot.address, /^http:\/\/localhost:\d+\/$/);
    assert.equal(await get(atRoot.address), '200 text/html;charset=utf-8 home');
    assert.equal(await get(`${atRoot.address}app.js?v=1`), '200 text/javascript;charset=utf-8 x');
    const page = await get(`${atRoot.address}sub%20folder/`);
    assert.equal(page, '200 text/html;charset=utf-8 sub');
  });

  test('a build is served at the base path that it was built for, and at the root', async () => {
    assert.match(atSlug.address, /\/a\/tides\/$/);
    assert.equal(await get(atSlug.address), '200 text/html;charset=utf-8 home');
    assert.match(await get(`${atSlug.address}app.js`), /^200 /);
    assert.match(await get(new URL('/app.js', atSlug.address).href), /^200 /);
  });

  test('files outside the folder of a build are not served', async () => {
    for (const path of ['..%2fsecret.txt', '%2e%2e/secret.txt', 'none.js', '%E0%A4%A', '%00']) {
      assert.equal(await get(`${atRoot.address}${path}`), '404 null ');
    }
  });

  test('a build is served for GET and HEAD requests only', async () => {
    assert.equal(
      await get(`${atRoot.address}app.js`, 'HEAD'),
      '200 text/javascript;charset=utf-8 ',
    );
    assert.equal(await get(`${atRoot.address}app.js`, 'POST'), '405 null ');
  });
});
