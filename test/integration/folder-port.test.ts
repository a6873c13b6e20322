import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createFolderPort } from '../../src/folder-port.ts';
import type { Inputs } from '../../src/inputs.ts';
import { makeInputs } from '../support/fake-service/run.ts';

describe('createFolderPort', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'folder-port-'));
  before(() => {
    mkdirSync(join(workspace, 'app/assets'), { recursive: true });
    writeFileSync(join(workspace, 'app/service.json'), '{"name":"Tides"}');
    writeFileSync(join(workspace, 'app/index.html'), '<!doctype html>\n<title>Tides</title>\n<h1>Tides</h1>\n');
    writeFileSync(join(workspace, 'app/assets/dot.png'), Buffer.from('89504e47', 'hex'));
    writeFileSync(join(workspace, 'app/assets/notes.txt'), 'not for everybody');
  });
  after(() => rmSync(workspace, { recursive: true }));

  function open(inputs: Partial<Inputs> = {}, runnerTemp = '') {
    const sent: number[] = [];
    const port = createFolderPort({
      inputs: makeInputs(inputs),
      context: { workspace, runnerTemp },
      signal: new AbortController().signal,
      watchUpload(total) {
        sent.push(-total);
        return (bytes) => sent.push(bytes);
      },
    });
    return { port, sent };
  }

  test('packs the folder that the inputs name, with their patterns', async () => {
    const { port } = open({ exclude: ['assets/notes.txt'] });
    const packed = await port.pack();
    assert.deepEqual(
      packed.files.map(({ path, form }) => [path, form]),
      [
        ['assets/dot.png', 'data'],
        ['index.html', 'text'],
        ['service.json', 'text'],
      ],
    );
    assert.equal(packed.repositoryPath, 'app');
    assert.equal(await port.readServiceJson(packed), '{"name":"Tides"}');
    assert.equal((await port.check(packed)).fields.name, 'Tides');
  });

  test('sends the body that the service document needs, and tells how much of it went out', async () => {
    const { port, sent } = open();
    const packed = await port.pack();
    const body = port.createBody(packed, 'tides');
    const chunks: Uint8Array[] = [];
    for await (const chunk of body.stream()) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    assert.equal(bytes.length, body.length);
    const { slug, files } = JSON.parse(bytes.toString());
    assert.deepEqual([slug, files['assets/dot.png']], ['tides', 'data:image/png;base64,iVBORw==']);
    assert.deepEqual([sent[0], sent.at(-1)], [-body.length, body.length]);
  });

  test('gives the service’s problems their place', async () => {
    const { port } = open();
    const packed = await port.pack();
    const named = { line: null, column: null, code: null, message: 'Too long', fix: null, severity: 'error' } as const;
    const [problem] = await port.locate(packed, [{ ...named, path: 'service.json', field: 'name' }]);
    assert.deepEqual([problem?.path, problem?.line, problem?.column], ['service.json', 1, 9]);
  });

  test('refuses a folder in which the key or the token stands', async () => {
    for (const secrets of [{ apiKey: '<h1>Tides</h1>' }, { githubToken: 'not for everybody' }]) {
      await assert.rejects(open(secrets).port.pack(), { code: 'secret_in_folder' });
    }
  });

  test('refuses the runner’s own temporary folder', async () => {
    await assert.rejects(open({}, join(workspace, 'app')).port.pack(), { code: 'folder_not_allowed' });
  });
});
