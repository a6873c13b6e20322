import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
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
async function runProgram(
  args: readonly string[],
  { url, onStart }: { readonly url?: string; readonly onStart?: (child: ChildProcess) => void } = {},
) {
  const child = spawn(process.execPath, ['--require', quick, join(root, 'src/cli.ts'), 'doctor', ...args], {
    env: { PATH: process.env['PATH'], ...(url && { MINIAPPS_API_KEY: key, MINIAPPS_BASE_URL: url }) },
  });
  onStart?.(child);
  const [out, log] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, log, exitCode: child.exitCode };
}

/** Runs it against a sandbox; tells the child at each request that the sandbox has answered. */
async function runOnSandbox(options: ServerOptions, onRequest: (child: ChildProcess, number: number) => void) {
  let child: ChildProcess | undefined;
  let count = 0;
  const sandbox = await startSandbox({
    accounts: [{ name: 'ann', key }],
    ...options,
    onRequest: () => {
      count += 1;
      if (child !== undefined) onRequest(child, count);
    },
  });
  try {
    const ended = await runProgram([], { url: sandbox.url, onStart: (started) => (child = started) });
    return { ...ended, apps: sandbox.store.apps() };
  } finally {
    await sandbox.close();
  }
}

test('over a socket everything is confirmed, and the app is deleted', async () => {
  const { out, exitCode, apps } = await runOnSandbox({}, () => undefined);
  assert.match(out, /could be checked all hold\. Deploys will work as they are\.\n/);
  assert.deepEqual({ exitCode, apps }, { exitCode: 0, apps: [] });
});

/** Windows has no such signals. */
describe('Ctrl+C', { skip: process.platform === 'win32', concurrency: 4 }, () => {
  // After the create, the update, the deploy, the submission, and within the deletion; twice, as below npm.
  const moments = [
    [4, 'SIGINT'],
    [7, 'SIGINT'],
    [10, 'SIGTERM'],
    [16, 'SIGHUP'],
    [18, 'SIGINT'],
  ] as const;
  for (const [at, signal] of moments) {
    test(`after request ${at}, by ${signal}: the app is deleted, and the exit code is 130`, async () => {
      const { out, log, exitCode, apps } = await runOnSandbox({}, (child, number) => {
        if (number === at) for (const _ of [1, 2]) child.kill(signal);
      });
      assert.deepEqual({ exitCode, apps }, { exitCode: 130, apps: [] }, log);
      assert.doesNotMatch(out, /WARNING/);
    });
  }

  test('where the app cannot be deleted, the command that does it is named', async () => {
    const faults = [{ kind: 'error', method: 'DELETE', status: 503, times: null }] as const;
    const { out, exitCode, apps } = await runOnSandbox({ faults }, (child, number) => {
      if (number === 7) child.kill('SIGINT');
    });
    assert.match(out, new RegExp(`WARNING: .* curl -X DELETE .*/api/miniapps/${apps[0]?.slug}\n`));
    assert.equal(exitCode, 130);
  });
});

test('the program tells a web page in one sentence, and writes what it saw without the key', async () => {
  const server = createServer((request, response) => {
    response.setHeader('set-cookie', 'session=secret-cookie');
    response.end(`<!doctype html><p>${request.headers.authorization}</p>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const { out, log, exitCode } = await runProgram(['--transcript', join(folder, 'seen.jsonl')], { url });
    assert.match(
      out,
      /^\S+: GET \/api\/miniapps returned 200, but not JSON: base-url is not the address of the service\.\n$/,
    );
    assert.equal(exitCode, 1);
    const transcript = readFileSync(join(folder, 'seen.jsonl'), 'utf8');
    assert.match(transcript, /"step":"list_before"/);
    assert.doesNotMatch(out + log + transcript, /key-of-ann|secret-cookie/);
  } finally {
    server.close();
  }
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
