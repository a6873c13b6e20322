import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { callOnStage } from '../support/call-command.ts';
import { toNodeOption } from './clock.ts';
import {
  appFiles,
  concurrency,
  openDeployed,
  openStage,
  otherPage,
  preload,
  type Stage,
  slug,
  submit,
  terms,
  type With,
} from './stage.ts';

const manifest = 'out/manifest.txt';

/** Runs the action with the input `manifest`, with the right to write into the workspace. */
function runWith(stage: Stage, inputs: With = {}, nodeOptions = '') {
  const mayWrite = toNodeOption('--allow-fs-write', join(stage.workspace, '*'));
  const env = { NODE_OPTIONS: `${mayWrite} ${nodeOptions}` };
  return stage.run({ manifest, ...inputs }, { env });
}

/** Reads a manifest: its records, and its facts by their names. */
function readManifest(stage: Stage) {
  const text = readFileSync(join(stage.workspace, manifest), 'utf8');
  const end = text.indexOf('\n\n');
  const lines = text.slice(end + 2).split('\n');
  assert.equal(lines.pop(), '', 'the last line ends');
  const facts = lines.map((line) => /^([a-z-]+):(?: (.+))?$/.exec(line) ?? assert.fail(line));
  return {
    records: text.slice(0, end + 1),
    facts: Object.fromEntries(facts.map(([, name = '', value = '']) => [name, value])),
  };
}

describe('the manifest', { concurrency }, () => {
  test('has the text whose SHA-256 is content-hash, and the facts of the submission', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const { outputs, exitCode } = await runWith(stage, submit);
    assert.equal(exitCode, 0);
    const { records, facts } = readManifest(stage);
    const digest = createHash('sha256').update(records).digest('hex');
    assert.equal(`sha256:${digest}`, outputs['content-hash']);
    assert.deepEqual(Object.keys(facts), [
      ...['slug', 'status', 'content-hash', 'file-count'],
      ...['submitted-at', 'published-at', 'updated-at', 'terms-version'],
    ]);
    for (const [name, value] of Object.entries(facts)) {
      assert.equal(value, name === 'terms-version' ? terms : outputs[name], name);
    }
    assert.partialDeepStrictEqual(facts, { slug, status: 'in_review', 'published-at': '' });
    assert.notEqual(facts['submitted-at'], '');
  });

  test('is written again by a run that finds the content unchanged', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    await runWith(stage);
    const { records } = readManifest(stage);
    const again = await runWith(stage);
    assert.partialDeepStrictEqual(again, { exitCode: 0, outputs: { outcome: 'unchanged' } });
    assert.equal(readManifest(stage).records, records);
  });

  test('is not written by a dry run, nor if the service rejects the folder', async () => {
    await using stage = await openStage();
    await runWith(stage, { 'dry-run': 'true', create: 'true' });
    await stage.write({ 'app/index.html': appFiles['app/index.html'].replace('Tides', '') });
    const rejected = await runWith(stage, { create: 'true' });
    assert.partialDeepStrictEqual(rejected, { exitCode: 1, outputs: { outcome: 'rejected' } });
    assert.equal(existsSync(join(stage.workspace, manifest)), false);
  });

  test('never replaces a file of somebody else, and is never in the app folder', async () => {
    await using stage = await openDeployed();
    await stage.write({ 'notes.txt': 'Mine.\n', 'assets/a.txt': '' });
    symlinkSync(join(stage.workspace, 'notes.txt'), join(stage.workspace, 'link.txt'));
    for (const [file, reason] of [
      ['notes.txt', /exists, and is not a manifest/],
      ['link.txt', /is a symbolic link/],
      ['app/manifest.txt', /is in the app folder/],
      ['assets', /is not a file/],
      ['notes.txt/manifest.txt', /is below a file/],
      ['x'.repeat(300), /cannot be opened: .*ENAMETOOLONG/],
      ['../manifest.txt', /is outside the workspace/],
    ] as const) {
      const result = await runWith(stage, { manifest: file });
      assert.partialDeepStrictEqual(result, { exitCode: 1, code: 'invalid_inputs', asked: '' });
      assert.match(result.output, reason);
    }
    assert.equal(readFileSync(join(stage.workspace, 'notes.txt'), 'utf8'), 'Mine.\n');
  });

  test('is a warning if it cannot be written, since the content is accepted', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const full = await preload(
      stage,
      `const fs = require('node:fs');
      const { openSync } = fs;
      fs.openSync = (path, ...more) => {
        if (String(path).endsWith('manifest.txt')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return openSync(path, ...more);
      };
      require('node:module').syncBuiltinESMExports();`,
    );
    const result = await runWith(stage, {}, full.NODE_OPTIONS);
    assert.partialDeepStrictEqual(result, { exitCode: 0, outputs: { outcome: 'deployed' } });
    assert.match(result.output, /The file of manifest was not written: ENOSPC/);
  });

  test('is a notice with a command that does not know the files', async () => {
    await using stage = await openDeployed();
    const result = await runWith(stage, { command: 'status', folder: '' });
    assert.partialDeepStrictEqual(result, { exitCode: 0 });
    assert.match(result.output, /manifest has no effect/);
    assert.equal(existsSync(join(stage.workspace, manifest)), false);
  });

  test('is written by the command, relative to the working directory', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const args = ['deploy', 'app', '--slug', slug, '--manifest', manifest, '--json'];
    const { exitCode, stdout } = await callOnStage(stage, args);
    assert.equal(exitCode, 0);
    const { facts } = readManifest(stage);
    assert.equal(facts['content-hash'], JSON.parse(stdout)['content-hash']);
    const refused = await callOnStage(stage, [
      'deploy',
      'app',
      '--slug',
      slug,
      '--manifest',
      'app/m',
    ]);
    assert.match(refused.stdout, /--manifest must be another file: this one is in the app folder/);
    assert.deepEqual([refused.exitCode, refused.asked], [1, '']);
  });
});
