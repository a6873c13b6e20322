import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { type ServerOptions, startSandbox } from '../../../sandbox/server.ts';
import { root } from '../../support/repository.ts';

const key = 'key-of-ann-0123456789';
const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
after(() => rmSync(folder, { recursive: true }));

/** Loaded before the program: nobody waits for the pauses that it makes between requests. */
const quick = join(folder, 'quick.cjs');
writeFileSync(
  quick,
  "const timers = require('node:timers/promises'); const wait = timers.setTimeout;" +
    'timers.setTimeout = (milliseconds, ...more) => wait(Math.min(milliseconds, 10), ...more);',
);

/** Runs `miniapp-deploy doctor`. */
async function runProgram(args: readonly string[], url?: string, onStart?: (child: ChildProcess) => void) {
  const child = spawn(process.execPath, ['--require', quick, join(root, 'src/cli.ts'), 'doctor', ...args], {
    env: { PATH: process.env['PATH'], ...(url && { MINIAPPS_API_KEY: key, MINIAPPS_BASE_URL: url }) },
  });
  onStart?.(child);
  const [out, log] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, log, exitCode: child.exitCode };
}

/** Runs it against a sandbox, and ends it by a signal after a request, twice, as below npm. */
async function runOnSandbox(
  options: ServerOptions,
  end: { readonly at: number; readonly signal?: NodeJS.Signals } = { at: 0 },
) {
  let child: ChildProcess | undefined;
  let count = 0;
  const onRequest = (): void => {
    count += 1;
    if (count === end.at) for (const _ of [1, 2]) child?.kill(end.signal ?? 'SIGINT');
  };
  const sandbox = await startSandbox({ accounts: [{ name: 'ann', key }], ...options, onRequest });
  try {
    const transcript = join(folder, `${new URL(sandbox.url).port}.jsonl`);
    const ended = await runProgram(['--transcript', transcript], sandbox.url, (started) => (child = started));
    return { ...ended, apps: sandbox.store.apps(), transcript: readFileSync(transcript, 'utf8') };
  } finally {
    await sandbox.close();
  }
}

test('over a socket everything is confirmed, the app is deleted, and what was seen is written without the key', async () => {
  const { out, log, exitCode, apps, transcript } = await runOnSandbox({});
  assert.match(out, /could be checked all hold\. Deploys will work as they are\.\n/);
  assert.deepEqual({ exitCode, apps }, { exitCode: 0, apps: [] });
  assert.match(transcript, /"step":"list_before"/);
  assert.doesNotMatch(out + log + transcript, /key-of-ann/);
});

/** Windows has no such signals. */
describe('Ctrl+C', { skip: process.platform === 'win32', concurrency: 4 }, () => {
  // After the create, the deploy, the submission, and within the deletion.
  for (const end of [
    { at: 4, signal: 'SIGINT' },
    { at: 10, signal: 'SIGTERM' },
    { at: 16, signal: 'SIGHUP' },
    { at: 18, signal: 'SIGINT' },
  ] as const) {
    test(`after request ${end.at}, by ${end.signal}: the app is deleted, and the exit code is 130`, async () => {
      const { out, log, exitCode, apps } = await runOnSandbox({}, end);
      assert.deepEqual({ exitCode, apps }, { exitCode: 130, apps: [] }, log);
      assert.doesNotMatch(out, /WARNING/);
    });
  }

  test('where the app cannot be deleted, the command that does it is named', async () => {
    const faults = [{ kind: 'error', method: 'DELETE', status: 503, times: null }] as const;
    const { out, exitCode, apps } = await runOnSandbox({ faults }, { at: 7 });
    assert.match(out, new RegExp(`WARNING: .* curl -X DELETE .*/api/miniapps/${apps[0]?.slug}\n`));
    assert.equal(exitCode, 130);
  });
});

test('the program says how it is used', async () => {
  const help = await runProgram(['--help']);
  assert.match(help.out, /^Usage: miniapp-deploy doctor/);
  const none = await runProgram([]);
  assert.match(none.log, /--base-url is required.*MINIAPPS_API_KEY is not set/s);
  const wrong = await runProgram(['--all']);
  assert.match(wrong.log, /--all/);
  assert.deepEqual([help.exitCode, none.exitCode, wrong.exitCode], [0, 2, 2]);
});
