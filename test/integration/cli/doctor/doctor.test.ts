import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { startSandbox } from '../../../../sandbox/server.ts';
import type { Clock } from '../../../../src/clock.ts';
import { endByCancel } from '../../../../src/errors.ts';
import { effects } from '../../../../src/run/effects.ts';
import { callCommand } from '../../../support/call-command.ts';
import { type DeployForm, startDocumentService } from '../../../support/document-service.ts';
import { root } from '../../../support/repository.ts';

const key = 'key-of-ann-0123456789';
const accounts = [{ name: 'ann', key }];
const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
after(() => rmSync(folder, { recursive: true }));

/** The clock of this process, with short pauses between requests. */
const quickClock: Clock = {
  ...effects.clock,
  sleep: (milliseconds, signal) => effects.clock.sleep(Math.min(milliseconds, 10), signal),
};

interface DoctorCall {
  readonly url?: string;
  /** The working directory. */
  readonly cwd?: string;
  readonly cancelled?: AbortSignal;
}

/** Calls `miniapp-deploy doctor` in this process. */
async function callDoctor(
  args: readonly string[],
  { url, cwd = folder, cancelled = new AbortController().signal }: DoctorCall = {},
) {
  return callCommand({
    args: ['doctor', ...args],
    cwd,
    ...(url !== undefined && { env: { MINIAPPS_API_KEY: key, MINIAPPS_BASE_URL: url } }),
    parts: {
      effects: { ...effects, clock: quickClock },
      watchForEnd: () => ({ cancelled, ended: cancelled }),
    },
  });
}

test('the doctor works over a real connection, deletes its app, and writes no API key to the transcript', async () => {
  const sandbox = await startSandbox({ accounts });
  const path = join(folder, 'transcript.jsonl');
  const { stdout, stderr, exitCode } = await callDoctor(['--transcript', path], sandbox);
  await sandbox.close();
  assert.match(
    stdout,
    /: create, deploy, deploy again, update and\s+delete\s+work;\s+a\s+submission\s+was not tried\.\n/,
  );
  assert.deepEqual({ exitCode, apps: sandbox.store.apps() }, { exitCode: 0, apps: [] });
  const transcript = readFileSync(path, 'utf8');
  assert.equal(transcript.match(/^\{"step":/gm)?.length, 20);
  assert.doesNotMatch(stdout + stderr + transcript, /key-of-ann/);
});

describe('with a service written from the document alone', () => {
  /** Runs the doctor with a service that takes deploys in this form. */
  async function runOnForm(deployForm: DeployForm) {
    await using service = await startDocumentService({ owners: { [key]: 'ann' }, deployForm });
    const { stdout, exitCode } = await callDoctor(['--verbose'], service);
    return { text: stdout.replaceAll(/\n */g, ' '), exitCode, requests: service.requests };
  }

  test('the doctor reports that everything works as expected', async () => {
    const { text, exitCode } = await runOnForm('files');
    assert.match(text, /: create, deploy, deploy again, update and delete work; a submission/);
    assert.doesNotMatch(text, /, differs: /);
    assert.equal(exitCode, 0);
  });

  for (const [name, deployForm, response] of [
    ["FastAPI's default for an unknown body", 'other_names', '422 {"detail":[{"type":"missing"'],
    ['a documented error for an unknown body', 'base64_list', '400 {"error":{"code":"invalid"'],
    ['a plain text for an unknown body', 'multipart', "415 request Content-Type isn't"],
  ] as const) {
    test(`${name} differs from the expected deploy body, and the app is deleted`, async () => {
      const { text, exitCode, requests } = await runOnForm(deployForm);
      assert.match(
        text,
        /: deploy does not work; create, update and delete work; deploy again and/,
      );
      assert.ok(text.includes(`responded: POST /api/miniapps/deploy: ${response}`), text);
      assert.match(text, /- deploy_body, differs: /);
      assert.match(text, /To change: createBody in src\/folder\/deploy-payload\.ts\./);
      assert.equal(exitCode, 1);
      const deploys = requests.filter((request) => request.includes('/deploy '));
      assert.equal(deploys.length, 1);
      assert.match(requests.join('\n'), /^DELETE \S+ 204$/m);
    });
  }
});

describe('Ctrl+C', () => {
  /**
   * Loaded before the program: its pauses between requests are short, and it prints `heard` when a
   * signal arrives.
   */
  const quick = join(folder, 'quick.cjs');
  writeFileSync(
    quick,
    "const timers = require('node:timers/promises'); const wait = timers.setTimeout;" +
      'timers.setTimeout = (milliseconds, ...more) => wait(Math.min(milliseconds, 10), ...more);' +
      "const say = () => require('node:fs').writeSync(2, 'heard\\n');" +
      "for (const name of ['SIGINT', 'SIGTERM']) process.once(name, say);",
  );
  /** The inherited environment: the second one if coverage is measured. */
  const { PATH, NODE_V8_COVERAGE } = process.env;

  /** Starts the doctor in a process of its own. */
  function startDoctor(url: string): ChildProcessWithoutNullStreams {
    const env = {
      PATH,
      ...(NODE_V8_COVERAGE && { NODE_V8_COVERAGE }),
      MINIAPPS_API_KEY: key,
      MINIAPPS_BASE_URL: url,
    };
    const program = join(root, 'cli/index.ts');
    return spawn(process.execPath, ['--require', quick, program, 'doctor'], { env });
  }

  /** Sends a signal twice, as npm does. Resolves when it has arrived. */
  async function sendSignal(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals) {
    const printed = on(child.stderr, 'data');
    for (const _ of [1, 2]) child.kill(signal);
    for await (const [piece] of printed) if (String(piece).includes('heard')) return;
  }

  // After the deploy, and within the deletion.
  for (const { at, signal } of [
    { at: 7, signal: 'SIGINT' },
    { at: 19, signal: 'SIGTERM' },
  ] as const) {
    test(`after ${signal} during request ${at}, the doctor deletes its app and exits with 130`, {
      skip: process.platform === 'win32' && 'Windows does not have these signals',
    }, async () => {
      let child: ChildProcessWithoutNullStreams | undefined;
      let count = 0;
      // Called for each request. The one at the signal gets its response only when the signal has
      // arrived: on a busy machine the doctor may otherwise be done before that.
      const sleep = async (): Promise<void> => {
        count += 1;
        if (count === at && child !== undefined) await sendSignal(child, signal);
      };
      const sandbox = await startSandbox({ accounts, faults: [{ kind: 'slow', ms: 1 }], sleep });
      child = startDoctor(sandbox.url);
      const ended = [text(child.stdout), text(child.stderr), once(child, 'exit')] as const;
      const [out, log] = await Promise.all(ended);
      await sandbox.close();
      const { exitCode } = child;
      assert.deepEqual({ exitCode, apps: sandbox.store.apps() }, { exitCode: 130, apps: [] }, log);
      assert.match(out, /The rehearsal was interrupted/);
      assert.doesNotMatch(out, /WARNING/);
    });
  }

  test('if the doctor cannot delete its app, the report shows the delete command', async () => {
    const cancel = new AbortController();
    let count = 0;
    const onRequest = (): void => {
      count += 1;
      if (count === 7) cancel.abort(endByCancel());
    };
    const faults = [{ kind: 'error', method: 'DELETE', status: 405, times: null }] as const;
    const sandbox = await startSandbox({ accounts, faults, onRequest });
    const { url } = sandbox;
    const { stdout, exitCode } = await callDoctor([], { url, cancelled: cancel.signal });
    await sandbox.close();
    const slug = sandbox.store.apps()[0]?.slug ?? '';
    const command = `miniapp-deploy delete --slug ${slug} --confirm ${slug}`;
    assert.ok(stdout.replaceAll('\n', ' ').includes(command), stdout);
    assert.equal(exitCode, 130);
  });
});

test('the doctor also deploys a folder outside the working directory', async () => {
  const sandbox = await startSandbox({ accounts });
  const cwd = join(folder, 'here');
  mkdirSync(cwd);
  cpSync(join(root, 'examples/tide-times'), join(folder, 'tides'), { recursive: true });
  const { stdout, stderr, exitCode } = await callDoctor(['../tides'], { url: sandbox.url, cwd });
  await sandbox.close();
  assert.match(stdout, /ok {5}deploy 9 files, /, stderr);
  assert.equal(exitCode, 0);
});

test('a full disk is reported for --transcript, and the app is still deleted', {
  skip: process.platform !== 'linux',
}, async () => {
  const sandbox = await startSandbox({ accounts });
  const { stdout, stderr, exitCode } = await callDoctor(['--transcript', '/dev/full'], sandbox);
  await sandbox.close();
  assert.equal(
    stderr.match(
      /The file of --transcript cannot be written: no space left on device \(ENOSPC\)\./g,
    )?.length,
    1,
  );
  assert.match(stdout, /ok {5}delete the app/);
  assert.deepEqual([exitCode, sandbox.store.apps()], [0, []]);
});

test('doctor prints its usage; an unwritable --transcript is reported before any request', async () => {
  const help = await callDoctor(['--help']);
  assert.match(help.stdout, /^Usage: miniapp-deploy doctor \[folder\] \[options\]/);
  const none = await callDoctor([]);
  assert.match(none.stderr, /--base-url/);
  const sandbox = await startSandbox({ accounts });
  const path = join(folder, 'none', 'file.jsonl');
  const unwritable = await callDoctor(['--transcript', path], sandbox);
  const missing = await callDoctor(['../none'], sandbox);
  await sandbox.close();
  assert.match(missing.stderr, /^The folder \.\.\/none does not exist/);
  assert.match(
    unwritable.stderr,
    /The file of --transcript cannot be written: no such file or directory \(ENOENT\)\./,
  );
  assert.deepEqual(
    [help, none, unwritable, missing].map(({ exitCode }) => exitCode),
    [0, 2, 2, 1],
  );
  assert.equal(sandbox.requests.length, 0);
});
