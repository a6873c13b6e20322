import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  answer,
  type Fault,
  passOn,
  pipeTo,
  resetAfterRequest,
  startFaultServer,
} from '../support/fault-server/index.ts';
import { concurrency, type Files, openDeployed, openStage, otherPage, slug, terms, type With } from './stage.ts';

interface Row {
  readonly state?: Parameters<typeof openDeployed>[0];
  readonly inputs: With;
  readonly files?: Files;
  /** What happens to the requests, one after the other; all get through without. */
  readonly faults?: (origin: string) => readonly Fault[];
}

/** One run for each outcome; `state` is that of the app before it. */
const rows: Readonly<Record<string, Row>> = {
  deployed: { inputs: { create: 'true' } },
  unchanged: { state: 'draft', inputs: {} },
  planned: { state: 'draft', inputs: { 'dry-run': 'true' }, files: otherPage },
  skipped: { state: 'in_review', inputs: { 'on-in-review': 'skip' }, files: otherPage },
  submitted: { state: 'draft', inputs: { command: 'submit', 'terms-version': terms } },
  created: { inputs: { command: 'create' } },
  updated: { state: 'draft', inputs: { command: 'update' }, files: otherPage },
  deleted: { state: 'draft', inputs: { command: 'delete', confirm: slug } },
  listed: { state: 'draft', inputs: { command: 'list' } },
  read: { state: 'draft', inputs: { command: 'status' } },
  rejected: { inputs: { create: 'true' }, files: { 'app/service.json': '{' } },
  failed: { inputs: { 'api-key': 'a-key-of-nobody' } },
  unknown: {
    state: 'draft',
    inputs: {},
    files: otherPage,
    faults: (origin) => [passOn(origin), resetAfterRequest, answer(401, '{}')],
  },
};

/** Every file and folder below one, with its digest. */
async function takeStock(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const stock = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile()
      ? `${path} ${createHash('sha256')
          .update(await readFile(path))
          .digest('hex')}`
      : path;
  });
  return (await Promise.all(stock)).sort();
}

describe('a run leaves nothing behind', { concurrency }, () => {
  for (const [outcome, { state, inputs, files = {}, faults }] of Object.entries(rows)) {
    test(`${outcome}: no file beside the runner's own, no connection, no process`, async () => {
      await using stage = await (state === undefined ? openStage() : openDeployed(state));
      await stage.write(files);
      const [home, temp] = [join(stage.workspace, 'home'), join(stage.workspace, 'temp')];
      await Promise.all([mkdir(home), mkdir(temp)]);
      const before = await takeStock(stage.workspace);
      const pipe = pipeTo(Number(new URL(stage.sandbox.url).port));
      await using line = await startFaultServer(faults?.(stage.sandbox.url) ?? pipe);
      // Node itself refuses to write anywhere else, and to start a process: what tries to does not come to this outcome.
      const writable = join(tmpdir(), 'runner-');
      const env = {
        HOME: home,
        TMPDIR: temp,
        NODE_OPTIONS: `--permission --allow-fs-read=* --allow-fs-write=${writable}*`,
      };
      const result = await stage.run({ 'base-url': line.origin, ...inputs }, { env });
      assert.equal(result.outputs['outcome'], outcome, result.output);
      assert.doesNotMatch(result.output, /ERR_ACCESS_DENIED/);
      await line.whenIdle();
      assert.deepEqual(await takeStock(stage.workspace), before);
    });
  }
});
