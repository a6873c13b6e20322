import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { toForm, wrapFiles } from '../../../src/api/wire.ts';
import { type FolderOptions, openFolder } from '../../../src/folder/folder.ts';

describe('openFolder', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'open-folder-'));
  before(() => {
    mkdirSync(join(workspace, 'app/assets'), { recursive: true });
    writeFileSync(join(workspace, 'app/service.json'), '{"name":"Tides"}');
    writeFileSync(join(workspace, 'app/index.html'), '<!doctype html>\n<title>Tides</title>\n<h1>Tides</h1>\n');
    writeFileSync(join(workspace, 'app/assets/dot.png'), Buffer.from('89504e47', 'hex'));
    writeFileSync(join(workspace, 'app/assets/notes.txt'), 'not for everybody');
  });
  after(() => rmSync(workspace, { recursive: true }));

  function open(options: Partial<FolderOptions> = {}) {
    const sent: number[] = [];
    const folder = openFolder({
      workspace,
      folder: 'app',
      runnerTemp: '',
      include: [],
      exclude: [],
      secrets: [],
      chooseEncoding: toForm,
      wrapFiles,
      watchUpload(total) {
        sent.push(-total);
        return (bytes) => sent.push(bytes);
      },
      ...options,
    });
    return { folder, sent };
  }

  test('scans the folder that it is given, with its patterns', async () => {
    const { folder } = open({ exclude: ['assets/notes.txt'] });
    const manifest = await folder.scan();
    assert.deepEqual(
      manifest.files.map(({ path, encoding }) => [path, encoding]),
      [
        ['assets/dot.png', 'data'],
        ['index.html', 'text'],
        ['service.json', 'text'],
      ],
    );
    assert.equal(manifest.repositoryPath, 'app');
    assert.equal(await folder.readServiceJson(manifest), '{"name":"Tides"}');
    assert.equal((await folder.check(manifest)).fields.name, 'Tides');
  });

  test('sends the body that the service document needs, and tells how much of it went out', async () => {
    const { folder, sent } = open();
    const manifest = await folder.scan();
    const body = folder.createBody(manifest, 'tides');
    const chunks: Uint8Array[] = [];
    for await (const chunk of body.stream()) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    assert.equal(bytes.length, body.length);
    const { slug, files } = JSON.parse(bytes.toString());
    assert.deepEqual([slug, files['assets/dot.png']], ['tides', 'data:image/png;base64,iVBORw==']);
    assert.deepEqual([sent[0], sent.at(-1)], [-body.length, body.length]);
  });

  test('gives the service’s problems their place', async () => {
    const { folder } = open();
    const manifest = await folder.scan();
    const named = { line: null, column: null, code: null, message: 'Too long', fix: null, severity: 'error' } as const;
    const [problem] = await folder.locate(manifest, [{ ...named, path: 'service.json', field: 'name' }]);
    assert.deepEqual([problem?.path, problem?.line, problem?.column], ['service.json', 1, 9]);
  });

  test('stops at a file in which a secret stands, and knows the folder anyway', async () => {
    const { folder } = open({ secrets: [{ name: 'api-key', value: 'not for everybody' }] });
    assert.equal(folder.repositoryPath, null);
    await assert.rejects(folder.scan(), { code: 'secret_in_folder', path: 'assets/notes.txt' });
    assert.equal(folder.repositoryPath, 'app');
    assert.equal(await folder.readLines('index.html', 1, 2), null);
  });

  test('gives lines of what it scanned', async () => {
    const { folder } = open();
    await folder.scan();
    assert.deepEqual(await folder.readLines('index.html', 2, 2), ['<title>Tides</title>']);
  });

  test('stops before anything is read when the run has ended', async () => {
    const { folder } = open({ signal: AbortSignal.abort(new Error('cancelled')) });
    await assert.rejects(folder.scan(), /cancelled/);
    assert.equal(folder.repositoryPath, null);
  });
});
