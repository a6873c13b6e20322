import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startSandbox } from '../../../sandbox/server.ts';
import { createTransport } from '../../../src/api/transport.ts';
import { runDoctor } from '../../../src/doctor/doctor.ts';
import { root } from '../../support/repository.ts';

const key = 'key-of-ann-0123456789';

/** Runs `miniapp-deploy doctor`. */
async function runProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(root, 'src/cli.ts'), 'doctor', ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const [out, log] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, log, exitCode: child.exitCode };
}

test('over a socket everything is confirmed, and the app is deleted', async () => {
  const sandbox = await startSandbox({ accounts: [{ name: 'ann', key }] });
  const transport = createTransport({
    origin: sandbox.url,
    apiKey: key,
    userAgent: 'test',
    dryRun: false,
    proxy: null,
  });
  try {
    let time = Date.now();
    const { exitCode, report } = await runDoctor({
      baseUrl: { origin: sandbox.url, path: '' },
      apiKey: key,
      transport,
      clock: {
        now: () => time,
        sleep: async (milliseconds) => {
          time += milliseconds;
        },
      },
      random: (bytes) => new Uint8Array(bytes),
      signal: new AbortController().signal,
      json: false,
      print: () => undefined,
      log: () => undefined,
      writeTranscript: null,
    });
    const others = report.rows.filter(({ result }) => result === 'differs');
    assert.deepEqual([others, exitCode, sandbox.store.apps()], [[], 0, []]);
  } finally {
    transport.close();
    await sandbox.close();
  }
});

test('the program tells a web page in one sentence, and writes what it saw without the key', async () => {
  const server = createServer((request, response) => {
    response.setHeader('set-cookie', 'session=secret-cookie');
    response.end(`<!doctype html><p>${request.headers.authorization}</p>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  try {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const env = { MINIAPPS_API_KEY: key, MINIAPPS_BASE_URL: `http://127.0.0.1:${port}` };
    const { out, log, exitCode } = await runProgram(['--transcript', join(folder, 'seen.jsonl')], env);
    assert.match(
      out,
      /: GET \/api\/miniapps returned 200, but not JSON: base-url is not the address of the service\.\n$/,
    );
    assert.deepEqual([out.trim().split('\n').length, exitCode], [1, 1]);
    const transcript = readFileSync(join(folder, 'seen.jsonl'), 'utf8');
    assert.match(transcript, /"step":"list_before"/);
    assert.doesNotMatch(out + log + transcript, /key-of-ann|secret-cookie/);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

test('the program says how it is used', async () => {
  const help = await runProgram(['--help']);
  assert.match(help.out, /^Usage: miniapp-deploy doctor/);
  assert.equal(help.exitCode, 0);
  const none = await runProgram([]);
  assert.match(none.log, /--base-url is required.*MINIAPPS_API_KEY is not set/s);
  assert.equal(none.exitCode, 2);
  const wrong = await runProgram(['--all']);
  assert.match(wrong.log, /--all/);
  assert.equal(wrong.exitCode, 2);
});
